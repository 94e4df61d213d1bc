"""The transverse multiplier of a rotating cluster in forward time (arXiv 2607.18584, rotating clusters).

phi' = 2 beta f_r g_i has the sign of Re(a) Im(p), and ln(1 - |w|^2) changes at the rate -beta Re(f g): over one turn by
-pi (sgn(Re a) Re(p)/sqrt(Im(p)^2 - |q|^2) - sgn(Im p) Im(a)/sqrt(Re(a)^2 - |b|^2)).
"""

from theorems.linear import LI_2026
from theorems.linear.rotating_multiplier import S, a, b, body, claim as SIGNED, f, g, p, phi, q
from theorems.linear.wave_mean import claim as WAVE, turn
from verify import PI, All, Claim, I, Identity, Inequality, abs2, absolute, eq, gt, im, re, sqrt

rate, both, sizes = re(f) * im(g), re(a) * im(p), absolute(re(a)) * absolute(im(p))
per_turn = turn(-re(f * g) / (2 * absolute(rate)))
side_a, side_p = re(a) / absolute(re(a)), im(p) / absolute(im(p))


def closed(sign=1):
    return -PI * (side_a * re(p) / sqrt(im(p) ** 2 - abs2(q)) - sign * side_p * im(a) / sqrt(re(a) ** 2 - abs2(b)))


claim = Claim(
    "linear.rotating-forward",
    S,
    given=SIGNED.given,
    title="The transverse multiplier of a rotating cluster, in forward time",
    source=LI_2026.at("rotating clusters; not in the paper"),
    rests_on=["linear.boundary-product", "linear.boundary-factorisation"],
    shows=All(direction=Inequality(both * rate, ">", 0), multiplier=Identity(per_turn, closed())),
    mutants={"sign": Identity(per_turn, closed(-1)), "turned": Inequality(both * rate, "<", 0)},
)


@claim.argument
def argument(prove):
    for c, d, wave in ((re(a), b, re(f)), (im(p), -I * q, im(g))):
        prove.uses(WAVE, [c, d, phi], part="side")
        prove.nonzero(wave, cofactor=1 / c, fact=gt(wave / c, 0))
    prove.sign(gt(both * rate, 0), as_=both**2 * (re(f) / re(a)) * (im(g) / im(p)))
    prove = prove.part("multiplier")
    apart, product = absolute(rate) * sizes - rate * both, absolute(rate) * sizes + rate * both
    prove.zeros(eq(apart * product, 0))
    whole = eq(per_turn.args[0], sizes / both * body)
    prove.ideal((re(f * g) / (2 * absolute(rate) * both * rate), eq(apart, 0)), shows=whole)
    prove.integrate(whole, phi, 0, 2 * PI)
    prove.uses(SIGNED, {sym: sym for sym in S.symbols})
    prove.ideal((1, eq(per_turn, turn(whole.right))), (sizes / both, SIGNED.sequent.goal("main").relation))
