"""Fourier modes of the Poisson kernel: the mean of exp(i m xi)(1 - |w|^2)/|1 - conj(w) exp(i xi)|^2 over xi is w^m.

Here for m = 0, ..., 6; it is a density, for it is positive with mean 1 (arXiv 2607.18584, Ott-Antonsen manifold).
"""

from theorems.linear import LI_2026
from verify import PI, All, Circle, Claim, Disk, I, Identity, Inequality, Integral, Space, abs2, conj, exp, gt

S = Space(w=Disk(), xi=Circle())
w, xi = S.symbols
below = 1 - conj(w) * exp(I * xi)
density = (1 - abs2(w)) / abs2(below)
MODES = {m: Integral(exp(m * I * xi) * density, xi, 0, 2 * PI) for m in range(7)}


def mode(m, value):
    return Identity(MODES[m], 2 * PI * value)


claim = Claim(
    "linear.poisson-modes",
    S,
    title="The Fourier modes of the Poisson kernel are the powers of w",
    source=LI_2026.at("Ott-Antonsen manifold"),
    rests_on=["linear.ott-antonsen", "linear.poisson-product"],
    shows=All(positive=Inequality(density, ">", 0), **{f"m{m}": mode(m, w**m) for m in MODES}),
    mutants={"conjugate": mode(1, conj(w)), "second": mode(2, w), "mean": mode(0, 1 - abs2(w))},
)


@claim.argument
def argument(p):
    for z in (xi, 0, 2 * PI):
        p.nonzero(below.subs(xi, z), cofactor=2 - conj(below.subs(xi, z)), fact=gt(1 - abs2(w), 0))
    for m, of in MODES.items():
        p.part(f"m{m}").fourier(of, (1, m, (w, -1)), (1, m, (conj(w), 1)), (-1, m))
