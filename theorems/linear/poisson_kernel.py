"""The Poisson kernel is the derivative of psi + 2 atan(r sin psi/(1 - r cos psi)), which grows by 2 pi in a turn.

For |r| < 1 the denominator 1 - r cos psi is positive, so this antiderivative is continuous (arXiv 2607.18584, rotating
clusters): the integral of (1 - r^2)/(1 - 2 r cos psi + r^2) over a turn is 2 pi.
"""

from theorems.linear import LI_2026
from verify import PI, All, Claim, Evolves, Identity, Inequality, Interval, Real, Space, atan, cos, gt, sin

S = Space(r=Interval(-1, 1, open=True), psi=Real())
r, psi = S.symbols
below = 1 - r * cos(psi)
antiderivative = psi + 2 * atan(r * sin(psi) / below)
norm = 1 - 2 * r * cos(psi) + r**2
turn = {psi: 1}

claim = Claim(
    "linear.poisson-kernel",
    S,
    title="A continuous antiderivative of the Poisson kernel",
    source=LI_2026.at("rotating clusters; not in the paper"),
    shows=All(
        continuous=Inequality(below, ">", 0),
        derivative=Evolves(antiderivative, along=turn, rate=(1 - r**2) / norm),
        turn=Identity(antiderivative.subs(psi, psi + 2 * PI), antiderivative + 2 * PI),
    ),
    mutants={
        "half": Evolves(psi + atan(r * sin(psi) / below), along=turn, rate=(1 - r**2) / norm),
        "sign": Evolves(antiderivative, along=turn, rate=(1 + r**2) / norm),
        "no-turn": Identity(antiderivative.subs(psi, psi + 2 * PI), antiderivative),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(1 - r**2, 0), as_=(1 - r) * (1 + r))
    p.sign(gt(below, 0), as_=((1 - r**2) + sin(psi) ** 2 + (r - cos(psi)) ** 2) / 2)
    p.sign(gt(norm, 0), as_=below**2 + (r * sin(psi)) ** 2)
