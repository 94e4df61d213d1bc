"""The transverse multiplier of the circle over a turn of w = exp(i phi), where f_r and g_i have no zeros.

The rate of ln(1 - |w|^2) per phi is -Re(f g)/(2 f_r g_i) = (f_i/f_r - g_r/g_i)/2. Here f_i/f_r = Im(a)/f_r + f_r'/f_r
and g_r/g_i = Re(p)/g_i - g_i'/g_i; over a turn the logarithms return, and the means of 1/f_r and 1/g_i remain
(arXiv 2607.18584, rotating clusters).
"""

from theorems.linear import LI_2026
from theorems.linear.wave_mean import claim as WAVE, turn
from verify import PI, Circle, Claim, Complex, Flow, I, Identity, Space
from verify import abs2, absolute, conj, eq, exp, gt, im, ne, re, sqrt

S = Space(a=Complex(), b=Complex(), p=Complex(), q=Complex(), phi=Circle())
a, b, p, q, phi = S.symbols
w = exp(I * phi)
f, g = a + b * conj(w), p + q * conj(w)
body = -re(f * g) / (2 * re(f) * im(g))
over_f, over_g = (c / (absolute(c) * sqrt(c**2 - abs2(d))) for c, d in ((re(a), b), (im(p), q)))


def multiplier(sign=1, factor=1):
    return Identity(turn(body), PI * factor * (im(a) * over_f - sign * re(p) * over_g))


claim = Claim(
    "linear.rotating-multiplier",
    S,
    given=[ne(re(a), 0), gt(re(a) ** 2, abs2(b)), ne(im(p), 0), gt(im(p) ** 2, abs2(q))],
    title="The transverse multiplier of a rotating cluster",
    source=LI_2026.at("rotating clusters; not in the paper"),
    rests_on=["linear.multiplier-integrand"],
    shows=multiplier(),
    mutants={"sign": multiplier(sign=-1), "factor": multiplier(factor=2)},
)


@claim.argument
def argument(prove):
    known, split = [], 0
    for c, d, wave, mean, k in ((re(a), b, re(f), over_f, im(a) / 2), (im(p), -I * q, im(g), over_g, -re(p) / 2)):
        at, side = [c, d, phi], c + re(d * conj(w))
        prove.uses(WAVE, at, part="side")
        prove.nonzero(side, cofactor=1 / c, fact=gt(side / c, 0))
        prove.uses(WAVE, at, part="mean")
        prove.uses(WAVE, at, part="log")
        slope = Flow.of({phi: 1}).derivative(wave) / wave
        split += k / wave + slope / 2
        known += [(k, eq(turn(1 / wave), 2 * PI * mean)), ("1/2", eq(turn(slope), 0))]
    prove.integrate(eq(body, split), phi, 0, 2 * PI)
    prove.ideal((1, eq(turn(body), turn(split))), *known)
