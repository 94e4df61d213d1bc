"""What is at most b in square is at most b: s^2 <= b^2 and b >= 0 give s <= b."""

from theorems.classical import OWN_LEMMA
from verify import Claim, Inequality, Nonneg, Real, Space, gt, le

S = Space(s=Real(), b=Nonneg())
s, b = S.symbols

claim = Claim(
    "classical.square-order",
    S,
    given=[le(s**2, b**2)],
    title="s^2 <= b^2 and b >= 0 give s <= b",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=Inequality(s, "<=", b),
    mutants={"strict": Inequality(s, "<", b), "half": Inequality(s, "<=", b / 2)},
)


@claim.argument
def argument(p):
    p.contradiction(impossible)


def impossible(q):
    q.sign(gt(s + b, 0), as_=[s - b, 2 * b])
    q.sign(gt(s**2 - b**2, 0), as_=(s - b) * (s + b))
    q.absurd(s**2 - b**2)


def root_order(at, value, most, as_):
    """value <= most, for its square is at most that of most >= 0, by the form `as_` of the difference."""
    at.sign(le(value**2, most**2), as_=as_)
    at.uses(claim, [value, most])
