"""At most one interior equilibrium in Case 2, A = I, det V > 0: |q|^2 = h(|w|^2) at each, and h is injective on [0, 1).

With v = |c|^2, h(u) - h(v) = (u - v)(r^2 + s^2 apart/squares).
"""

from theorems.linear._score_identity import F, N, at_c, at_rest, bend, c, positive, q, r, s, turn, u, w
from verify import I, abs2, conj, eq, gt

v, Nc = abs2(c), 1 - abs2(c)
apart = N**2 * (1 + 3 * v) ** 2 + Nc**2 * (1 + 3 * u) ** 2 + N * Nc * (7 + 9 * u + 9 * v * N)
squares = (1 + 3 * u) ** 2 * (1 + 3 * v) ** 2


def uniqueness(at):
    matched = [at_rest(at, F, w), at_rest(at, at_c, c)]
    levels = []
    for z, each in zip((w, c), matched, strict=True):
        levels.append(eq(abs2(q) - abs2(z) * abs2(turn(abs2(z))), 0))
        at.ideal((conj(q), each), (-turn(abs2(z)) * z, eq(conj(each.left), 0)), shows=levels[-1])
    positive(at, squares, apart)
    slope = (r**2 * squares + s**2 * apart) / squares
    at.ideal((-1, levels[0]), (1, levels[1]), shows=eq((u - v) * slope, 0))
    at.zeros(eq((u - v) * slope, 0), as_=(u - v) * slope)
    m, tilt = turn(u), 8 * I * s * c / ((1 + 3 * u) * (1 + 3 * v))
    positive(at, 1, bend(u) ** 2)
    at.sign(gt(abs2(m), 0), as_=r**2 + s**2 * bend(u) ** 2)
    at.nonzero(m, cofactor=conj(m), fact=gt(abs2(m), 0))
    at.ideal((1, matched[0]), (-1, matched[1]), (tilt, eq(u - v, 0)), shows=eq(m * (w - c), 0))
    at.zeros(eq(m * (w - c), 0), as_=m * (w - c))
    at.ring()
