"""Case 4, b > |a|: on the circle a turn takes pi/(beta sqrt(b^2 - a^2)) (arXiv 2607.18584).

The phase w = -i exp(i psi) moves by psi' = -2 beta (b - a cos psi) (linear.case4-boundary), which is never zero.
"""

from theorems.linear import LI_2026
from verify import PI, All, Circle, Claim, I, Identity, Inequality, Integral, Positive, Real, Space
from verify import abs2, conj, cos, exp, gt, sqrt

S = Space(a=Real(), b=Positive(), beta=Positive(), psi=Circle())
a, b, beta, psi = S.symbols
speed, root = b - a * cos(psi), sqrt(b**2 - a**2)
turn = Integral(1 / (2 * beta * speed), psi, 0, 2 * PI)

claim = Claim(
    "linear.case4-rotation",
    S,
    given=[gt(b**2, a**2)],
    title="Case 4, |a| < b: the period on the circle",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.case4-boundary"],
    shows=All(turns=Inequality(speed, ">", 0), period=Identity(turn, PI / (beta * root))),
    mutants={"twice": Identity(turn, 2 * PI / (beta * root)), "sum": Identity(turn, PI / (beta * (b + a)))},
)


@claim.argument
def argument(p):
    z = a / (b + root)
    p.sign(gt(1 - z**2, 0), as_=2 * root / (b + root))
    for at in (psi, 0, 2 * PI):
        below = 1 - z * exp(-I * psi).subs(psi, at)
        p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - z**2, 0))
        p.sign(gt(speed.subs(psi, at), 0), as_=abs2(below) * (b + root) / 2)
    k = 1 / (2 * beta * root)
    p.part("period").fourier(turn, (k, 0, (z, -1)), (k, 0, (z, 1)), (-k, 0))
