"""Zero temperature, B symmetric: W_p^p to the limit is the mean of (2 - 2 |P_E X|)^(p/2), for every real p > 0.

Phi is the nearest point of the top eigenspace E to X and |X - Phi|^2 = 2 - 2 |P_E X| (low_temperature.w2-exact): so a
token is no nearer to any w of E, and neither is its p-th power. Whatever law on E the tokens w have, the push-forward
under Phi among them, and however they are coupled, it costs at least that mean, which w = Phi costs. Tokens that start
in E rest and cost nothing; the others are those here. Any number of tokens, any measure; Phi and w lie in a plane:
this is every dimension (arXiv 2605.10931).
"""

from theorems.classical.powers import claim as POWERS
from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Interval, Mean, Positive, Space, Sphere, Token, ge, gt, le, norm2

S = Space(p=Positive(), r=Token(Interval(0, 1)), Phi=Token(Sphere(2)), w=Token(Sphere(2)))
p, r, Phi, w = S.symbols


def square(at):
    """|X - at|^2 for X = r Phi + sqrt(1 - r^2) h, h across E."""
    return norm2(r * Phi - at) + 1 - r**2


def mean(of, power=p):
    return Mean(of ** (power / 2), r, *Phi, *w)


least = mean(2 - 2 * r)

claim = Claim(
    "low_temperature.wp-exact",
    S,
    given=[gt(1, r)],
    title="B symmetric: the exact W_p to the limit, for every p",
    source=LOW_2026.at("zero-temperature limit; not in the paper"),
    rests_on=["low_temperature.w2-exact"],
    shows=All(
        couplings=Inequality(mean(square(w)), ">=", least),
        attained=Inequality(mean(square(Phi)), "<=", least),
    ),
    mutants={
        "cheaper": Inequality(mean(square(w)), ">", least),
        "half": Inequality(mean(square(Phi)), "<=", mean(1 - r)),
        "sine": Inequality(mean(square(w)), ">=", mean(2 - 2 * r**2)),
    },
)


@claim.argument
def argument(at):
    far, near = at.part("couplings"), at.part("attained")
    powers(far, 2 - 2 * r, square(w), r * norm2(Phi - w))
    far.average(ge(square(w) ** (p / 2), (2 - 2 * r) ** (p / 2)), r, *Phi, *w)
    powers(near, square(Phi), 2 - 2 * r, 0)
    near.average(le(square(Phi) ** (p / 2), (2 - 2 * r) ** (p / 2)), r, *Phi, *w)


def powers(q, less, more, gap):
    q.sign(gt(less, 0), as_=2 * (1 - r))
    q.sign(le(less, more), as_=gap)
    q.sign(gt(more, 0), as_=[gap, 2 * (1 - r)])
    q.uses(POWERS, [less, more, p / 2], part="order")
