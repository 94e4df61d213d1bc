"""Case 1, V = I, tr A = 0 < det A: the period is 4 pi/(beta |a| root), root^2 = (1 - |w_*|^2 - r^2)^2 - 4 |w_*|^2 r^2.

Here a = i al, w_* = -b/conj(a) and r = |w0 - w_*| < 1 - |w_*|. In the time ds = (beta/2)(1 - |w|^2) dt a turn about w_*
takes 2 pi/|al| (linear.case1-orbit), so T is the integral of dt/ds over it, up to the sign of al (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import PI, Claim, Complex, Disk, I, Identity, Integral, Positive, Real, Space
from verify import abs2, absolute, conj, exp, gt, ne, sqrt

S = Space(al=Real(), b=Complex(), beta=Positive(), w0=Disk(), s=Real())
al, b, beta, w0, s = S.symbols
centre = -I * b / al
away, turn = w0 - centre, exp(I * al * s)
N = 1 - abs2(centre + away * conj(turn))
c, d, ends = 1 - abs2(centre) - abs2(away), -2 * conj(centre) * away, (s, 0, 2 * PI / al)
room = 1 - absolute(centre) - absolute(away)
root = sqrt(c**2 - 4 * abs2(centre) * abs2(away))
period = Integral(2 / (beta * N), s, 0, 2 * PI / al)

claim = Claim(
    "linear.case1-period",
    S,
    given=[ne(al, 0), gt(room, 0)],
    title="V = I, tr A = 0 < det A: the period",
    source=LI_2026.at("Case 1; missing in its summary"),
    rests_on=["linear.case1-orbit", "linear.value-identity.oscillating"],
    shows=Identity(period, 4 * PI / (beta * al * root)),
    mutants={"no-clock": Identity(period, 4 * PI / (beta * c)), "no-root": Identity(period, 4 * PI / (beta * al * c))},
)


@claim.argument
def argument(p):
    longest = absolute(centre) * absolute(away)
    p.sign(gt(c - 2 * longest, 0), as_=room * (1 + absolute(centre) + absolute(away)))
    p.sign(gt(c, 0), as_=c - 2 * longest + 2 * longest)
    p.sign(gt(c**2 - abs2(d), 0), as_=(c - 2 * longest) * (c - 2 * longest + 4 * longest))
    z = -d / (c + root)
    p.sign(gt(1 - abs2(z), 0), as_=2 * root / (c + root))
    for at in ends:
        below = 1 - z * conj(turn.subs(s, at))
        p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(z), 0))
        p.sign(gt(N.subs(s, at), 0), as_=abs2(below) * (c + root) / 2)
    k = 2 / (beta * root)
    p.fourier(period, (k, 0, (z, -1)), (k, 0, (conj(z), 1)), (-k, 0), angle=al * s)
