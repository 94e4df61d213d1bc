"""Case 2, A = I: what holds where the field vanishes in the open disk, with p = p_r + i s and u = |w|^2.

q = -m w with m = p_r + i s (3 + u)/(1 + 3u), so Re(conj(q) w) = -p_r u, Im(q conj(w)) = -s u (3 + u)/(1 + 3u) and
|q|^2 = p_r^2 u + s^2 u (3 + u)^2/(1 + 3u)^2 (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, I, Identity, Matrices, Space, abs2, conj, eq, eye, im, re
from verify.attention import linear

S = Space(V=Matrices(2, 2), w=Disk())
V, w = S.symbols
(p, q), u = linear.coefficients(V), abs2(w)
F, m = linear.field(eye(2), V, w, 2), re(p) + I * im(p) * (3 + u) / (1 + 3 * u)
at_rest, matched = [eq(part(F), 0) for part in (re, im)], [eq(part(q + m * w), 0) for part in (re, im)]
eta = -im(p) * u * (3 + u) / (1 + 3 * u)

claim = Claim(
    "linear.case2-at-rest",
    S,
    given=at_rest,
    title="A = I: what holds at an equilibrium",
    source=LI_2026.at("Case 2; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=All(xi=Identity(re(conj(q) * w), -re(p) * u), eta=Identity(im(q * conj(w)), eta), q=Identity(q, -m * w)),
    mutants={"sign": Identity(re(conj(q) * w), re(p) * u), "linear": Identity(q, -p * w)},
)


@claim.argument
def argument(p):
    x, y, determinant = 2 * re(w**2), 2 * im(w**2), (1 - u) * (1 + 3 * u)
    for known, cofactors in zip(matched, ((1 + u + x, y), (y, 1 + u - x)), strict=True):
        scaled = eq(determinant * known.left, 0)
        p.ideal(*zip(cofactors, at_rest, strict=True), shows=scaled)
        p.zeros(scaled)
    p.part("xi").ideal(*zip((re(w), im(w)), matched, strict=True))
    p.part("eta").ideal(*zip((-im(w), re(w)), matched, strict=True))
    p.part("q").ideal(*zip((1, I), matched, strict=True))
