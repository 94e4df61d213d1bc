"""When rotating clusters attract: the number that decides, for all A and V with m = det A_s > 0 and k = -disc V/4 > 0.

Over a turn in forward time ln(1 - |w|^2) grows by Lambda = -pi (sgn(tr A) tr(V)/(2 sqrt k) - sgn(V21 - V12)
(A21 - A12)/(2 sqrt m)): they attract if Lambda < 0 (classical.circle-attracts) and repel if Lambda > 0. For A symmetric
Lambda < 0 iff tr A tr V > 0; in general these signs do not decide (arXiv 2607.18584, rotating clusters).
"""

from theorems.linear import LI_2026
from theorems.linear.rotating_forward import claim as FORWARD, closed, per_turn
from theorems.linear.rotating_multiplier import S as PLANE
from verify import PI, All, Circle, Claim, I, Identity, Inequality, Matrices, Space, When
from verify import abs2, absolute, det, eq, exp, ge, gt, im, re, sqrt, tr
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), phi=Circle())
A, V, phi = S.symbols
(a, b), (p, q), (f, g) = linear.coefficients(A), linear.coefficients(V), linear.frame(A, V, exp(I * phi))
at = dict(zip(PLANE.symbols, (a, b, p, q, phi), strict=True))
m, k, skew, spin = det((A + A.T) / 2), det(V) - tr(V) ** 2 / 4, A[1, 0] - A[0, 1], V[1, 0] - V[0, 1]
multiplier, value, both, same = per_turn.subs(at), closed().subs(at), re(a) * im(p), tr(A) * tr(V)


def formula(sign=1):
    of_a, of_v = (each / 2 / absolute(each / 2) for each in (tr(A), spin))
    return -PI * (of_a * tr(V) / (2 * sqrt(k)) - sign * of_v * skew / (2 * sqrt(m)))


claim = Claim(
    "linear.rotating-criterion",
    S,
    given=[gt(m, 0), gt(k, 0)],
    title="Rotating clusters: the growth Lambda of ln(1 - |w|^2) per turn, and its sign for A symmetric",
    source=LI_2026.at("rotating clusters; not in the paper"),
    rests_on=["linear.boundary-product", "linear.boundary-factorisation"],
    shows=All(
        multiplier=Identity(multiplier, value),
        formula=Identity(value, formula()),
        symmetric=When([eq(skew, 0), gt(same, 0)], Inequality(formula(), "<", 0)),
        otherwise=When([eq(skew, 0), ge(0, same)], Inequality(formula(), ">=", 0)),
    ),
    mutants={"any-key": When([gt(same, 0)], Inequality(formula(), "<", 0)), "sign": Identity(value, formula(-1))},
)


@claim.argument
def argument(prove):
    for each, top, room in ((tr(A), b, m), (spin, q, k)):
        prove.sign(gt(each**2, 0), as_=4 * room + 4 * abs2(top))
        prove.nonzero(each, cofactor=each, fact=gt(each**2, 0))
    prove.part("symmetric").sign(as_=same / (4 * absolute(tr(A) / 2) * sqrt(k)) * PI)
    prove.part("otherwise").sign(as_=(0 - same) / (4 * absolute(tr(A) / 2) * sqrt(k)) * PI)
    prove = prove.part("multiplier")
    prove.uses(FORWARD, at, part="direction")
    prove.nonzero(re(f), cofactor=both * im(g), fact=gt(both * (re(f) * im(g)), 0))
    prove.nonzero(im(g), cofactor=both * re(f), fact=gt(both * (re(f) * im(g)), 0))
    prove.uses(FORWARD, at, part="multiplier")
