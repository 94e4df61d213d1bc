"""The exponential lies above its tangent at 0: exp(x) >= 1 + x."""

from theorems.classical import OWN_LEMMA
from verify import Claim, Inequality, Real, Space, any_of, exp, ge, le, sinh

S = Space(x=Real())
x = S.symbols

claim = Claim(
    "classical.exp-above-line",
    S,
    title="exp(x) >= 1 + x",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=Inequality(exp(x), ">=", 1 + x),
    mutants={"strict": Inequality(exp(x), ">", 1 + x), "steeper": Inequality(exp(x), ">=", 1 + 2 * x)},
)


@claim.argument
def argument(p):
    p.cases(any_of(ge(x, 0), le(x, 0)), rising, falling)


def rising(p):
    p.rises(ge(exp(x) - 1, 0), x, low=0)
    p.rises(p.goal, x, low=0)


def falling(p):
    p.rises(ge(1 - exp(x), 0), x, high=0)
    p.rises(p.goal, x, high=0)


def expm1(x):
    """exp(x) - 1, in a form that has manifestly the sign of x."""
    return 2 * sinh(x / 2) * exp(x / 2)
