"""The exponential lies above its tangent at 0: exp(x) >= 1 + x for every real x."""

from theorems.classical import OWN_LEMMA
from verify import Claim, Inequality, Real, Space, any_of, exp, ge, le, sinh

S = Space(x=Real())
x = S.symbols
slope = 2 * sinh(x / 2) * exp(x / 2)

claim = Claim(
    "classical.exp-tangent",
    S,
    title="exp(x) >= 1 + x",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=Inequality(exp(x), ">=", 1 + x),
    mutants={"strict": Inequality(exp(x), ">", 1 + x), "square": Inequality(exp(x), ">=", 1 + x + x**2 / 2)},
)


@claim.argument
def argument(p):
    p.cases(any_of(ge(x, 0), le(x, 0)), rising, falling)


def rising(p):
    p.sign(ge(exp(x) - 1, 0), as_=slope)
    p.rises(p.goal, x, low=0)


def falling(p):
    p.sign(le(exp(x) - 1, 0), as_=-slope)
    p.rises(p.goal, x, high=0)
