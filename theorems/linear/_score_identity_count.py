"""One interior equilibrium in Case 2, A = I, det V > 0: there |q|^2 = h(u), and h rises from 0 to |p|^2 on [0, 1].

For one, take x with |q|^2 = h(x) and w = -q/m(x). There is no other, since h(u) - h(v) = (u - v) slope, v = |c|^2.
"""

from theorems.linear._score_identity import F, N, at_c, at_rest, bend, beta, c, p, positive, q, r, s, turn, u, w
from verify import I, abs2, conj, eq, gt

v, Nc = abs2(c), 1 - abs2(c)
apart = N**2 * (1 + 3 * v) ** 2 + Nc**2 * (1 + 3 * u) ** 2 + N * Nc * (7 + 9 * u + 9 * v * N)
squares = (1 + 3 * u) ** 2 * (1 + 3 * v) ** 2


def existence(at):
    positive(at, 1, 1)
    x = at.between("x", lambda x: x * abs2(turn(x)) - abs2(q), 0, 1)
    m, level = turn(x), eq(x * abs2(turn(x)) - abs2(q), 0)
    positive(at, 1, bend(x) ** 2)
    at.nonzero(m, cofactor=conj(m), fact=gt(abs2(m), 0))
    at.sign(gt(1 - abs2(q / m), 0), as_=1 - x + level.left / abs2(m))
    cofactor = beta / 2 * q * (2 / m**2 - 1 / abs2(m) - conj(p) / (m * abs2(m)))
    at.ideal((cofactor, level), shows=eq(F.subs(w, -q / m), 0))
    at.witness({w: -q / m})


def uniqueness(at):
    matched = [at_rest(at, F, w), at_rest(at, at_c, c)]
    levels = []
    for z, each in zip((w, c), matched, strict=True):
        levels.append(eq(abs2(q) - abs2(z) * abs2(turn(abs2(z))), 0))
        at.ideal((conj(q), each), (-turn(abs2(z)) * z, eq(conj(each.left), 0)), shows=levels[-1])
    positive(at, squares, apart)
    slope = (r**2 * squares + s**2 * apart) / squares
    at.ideal((-1, levels[0]), (1, levels[1]), shows=eq((u - v) * slope, 0))
    at.zeros(eq((u - v) * slope, 0))
    m, tilt = turn(u), 8 * I * s * c / ((1 + 3 * u) * (1 + 3 * v))
    positive(at, 1, bend(u) ** 2)
    at.nonzero(m, cofactor=conj(m), fact=gt(abs2(m), 0))
    at.ideal((1, matched[0]), (-1, matched[1]), (tilt, eq(u - v, 0)), shows=eq(m * (w - c), 0))
    at.zeros(eq(m * (w - c), 0))
