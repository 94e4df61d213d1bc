"""Any M: how far a token X of positive temperature is from its partner Y of temperature zero, for all of them at once:

    |X - Y| <= c exp(r t) + V E(t) (exp(r t) - 1)/r for every c > 0,   L = V (1 + k), r = V (2 + k),
    E(t) = unit (3 + sqrt(d lam + 2 log(1/c0) + 2 (d - 1) L t)),   unit = k0^(-1/2), lam = log k0, k0 = beta sd.

X' = P_X V m(X), Y' = P_Y V u(Y), the same start, V = |V|, k = s1/sd, a = V u(X), b = V u(Y), v = V(m - u(X)). At times
at which no token is farther from its partner than the right side, |v| <= V (right side + E): supposed here, and for the
mean field so by low_temperature.stability.laplace, for every c; so c may be left out. This bounds W_infinity, hence
every W_p. That the flow of the measure exists is supposed (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._stability import lipschitz, parting
from theorems.low_temperature.stability_lipschitz import claim as LIPSCHITZ
from theorems.low_temperature.stability_uniform import claim as UNIFORM
from theorems.low_temperature.stability_uniform import reach
from verify import Bound, Claim, Matrices, Nonneg, Positive, Space, Sphere, Token, eq, ge, gt, le, norm2, sqrt

point, arrow, positive = Token(Sphere(4)), Token(Matrices(4, 1)), Positive()
S = Space(
    t=Nonneg(), D=Token(Nonneg()), X=point, Y=point, a=arrow, b=arrow, v=arrow, k=positive, V=positive, unit=positive,
    lam=positive, less=Nonneg(), d=positive, c=positive,
)  # fmt: skip
t, D, X, Y, a, b, v, k, V, unit, lam, less, d, c = S.symbols
turning, moves = (*X, *Y, *a, *b, *v), parting(X, Y, a, b, v)
L, r = V * (1 + k), V * (1 + k) + V
inner = d * lam + 2 * less + 2 * (d - 1) * L * t
E = unit * (3 + sqrt(inner))
width = reach(c, r, V, E, t)


def bound(width, less=0):
    known = [eq(D, norm2(X - Y)), *lipschitz(X, Y, a, b, k, V)]
    supposing = [(le(D, width**2), le(norm2(v), V**2 * (width + E) ** 2))]
    most, start = le(D, width**2 - less), [eq(t, 0), eq(D, 0)]
    return Bound(most, {D: moves, t: 1}, inputs=turning, start=start, during=known, supposing=supposing)


claim = Claim(
    "low_temperature.stability.partners",
    S,
    given=[ge(d, 1)],
    title="Any M: no token is farther from its partner at temperature zero than the stability estimate",
    source=LOW_2026.at("stability in Wasserstein space; constants not in the paper"),
    rests_on=["low_temperature.stability.laplace"],
    shows=bound(width),
    mutants={"no-error": bound(c * (1 + r * t)), "still": bound(width, less=width**2 - c**2)},
)


@claim.argument
def argument(p):
    orders(p)
    slope = (d - 1) * L * unit / sqrt(inner)
    uniform = (t, D, moves, norm2(v), E, slope, L, V, c)
    p.follows(UNIFORM, uniform, (D, *turning), by=way)
    p.holds()


def orders(p):
    p.sign(ge(d - 1, 0))
    p.sign(gt(inner, 0))


def way(p):
    orders(p)
    p.uses(LIPSCHITZ, [*turning, k, V])
    square = norm2(X - Y)
    p.ring(eq(sqrt(D), sqrt(square)))
    below, here = (2 * L * each + 2 * sqrt(each) * sqrt(norm2(v)) for each in (square, D))
    p.sign(le(moves, here), as_=below - moves)
