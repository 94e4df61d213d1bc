"""The sign of u/sqrt(k) - v/sqrt(m), on which rotating clusters rest, without roots (arXiv 2607.18584).

For u > 0: positive where v <= 0; where v > 0 it has the sign of u^2 m - v^2 k. With (u, v) it changes its sign. So over
the rationals linear.rotating-criterion is decided by comparing squares.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Identity, Inequality, Positive, Real, Space, When, eq, ge, gt, sqrt

S = Space(u=Positive(), v=Real(), m=Positive(), k=Positive())
u, v, m, k = S.symbols
value, sum_ = u / sqrt(k) - v / sqrt(m), u * sqrt(m) + v * sqrt(k)
squares = u**2 * m - v**2 * k


def follows(*given):
    return When(given, Inequality(value, ">", 0))


claim = Claim(
    "linear.rotating-decision",
    S,
    title="Rotating clusters: comparing squares",
    source=LI_2026.at("rotating clusters; not in the paper"),
    rests_on=["linear.rotating-criterion"],
    shows=All(
        apart=follows(ge(0, v)),
        greater=follows(gt(v, 0), gt(squares, 0)),
        level=When([gt(v, 0), eq(squares, 0)], Identity(value, 0)),
        less=When([gt(v, 0), gt(0, squares)], Inequality(value, "<", 0)),
    ),
    mutants={
        "no-squares": follows(gt(v, 0), gt(u * m, v * k)),
        "swapped": follows(gt(v, 0), gt(u**2 * k, v**2 * m)),
    },
)


@claim.argument
def argument(p):
    form = squares / (sum_ * sqrt(k) * sqrt(m))
    p.part("apart").sign(as_=u / sqrt(k) + (0 - v) / sqrt(m))
    p.part("greater").sign(as_=form)
    p.part("less").sign(as_=-form)
    p.part("level").ideal((1 / (sum_ * sqrt(k) * sqrt(m)), eq(squares, 0)))
