"""Over a turn of w = exp(i phi) the integral of 1/(c + Re(d conj w)), |d| < |c|, is 2 pi sgn(c)/sqrt(c^2 - |d|^2).

With m = sqrt(c^2 - |d|^2) and z = -sgn(c) d/(|c| + m) the wave is a Poisson denominator: 1/(c + Re(d conj w)) is
sgn(c)/m times P_z = K_z + conj(K_z) - 1, K_z = 1/(1 - z conj w). A wave without zeros has a logarithm, which returns
(arXiv 2607.18584, rotating clusters).
"""

from theorems.linear import LI_2026
from verify import PI, All, Circle, Claim, Complex, Flow, I, Identity, Inequality, Integral, Real, Space
from verify import abs2, absolute, conj, exp, gt, log, ne, re, sqrt

S = Space(c=Real(), d=Complex(), phi=Circle())
c, d, phi = S.symbols
w, size, m = exp(I * phi), absolute(c), sqrt(c**2 - abs2(d))
z, wave = -c * d / (size * (size + m)), c + re(d * conj(w))


def turn(body):
    return Integral(body, phi, 0, 2 * PI)


slope = turn(Flow.of({phi: 1}).derivative(wave) / wave)

claim = Claim(
    "linear.wave-mean",
    S,
    given=[ne(c, 0), gt(c**2, abs2(d))],
    title="The means of 1/(c + Re(d conj w)) and of its logarithm's slope",
    source=LI_2026.at("rotating clusters; not in the paper"),
    rests_on=["linear.poisson-product"],
    shows=All(
        side=Inequality(wave / c, ">", 0),
        mean=Identity(turn(1 / wave), 2 * PI * c / (size * m)),
        log=Identity(slope, 0),
    ),
    mutants={"half": Identity(turn(1 / wave), PI * c / (size * m)), "sign": Identity(turn(1 / wave), 2 * PI / m)},
)


@claim.argument
def argument(p):
    p.sign(gt(1 - abs2(z), 0), as_=2 * m / (size + m))
    for v in (w, w.subs(phi, 0), w.subs(phi, 2 * PI)):
        below, here = 1 - z * conj(v), c + re(d * conj(v))
        p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(z), 0))
        p.sign(gt(here / c, 0), as_=abs2(below) / (1 + abs2(z)))
        p.nonzero(here, cofactor=1 / c, fact=gt(here / c, 0))
    k = c / (size * m)
    p.part("mean").fourier(turn(1 / wave), (k, 0, (z, -1)), (k, 0, (conj(z), 1)), (-k, 0))
    p.part("log").integral(slope, by=log(wave**2) / 2)
