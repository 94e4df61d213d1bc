"""The circle, any invertible M: the distance D of a token to its limit is (1 + (L rho)^(b/a))^(-1), up to constants.

rho = |x1/x2| at the start, at most 1, a = |Me1| and b = |Me2|; L = exp(g t/b), and T is the tangent of the angle to
e_1 at the time t. By low_temperature.rate.clock.run, from 1/rho down to 1 and on, |g t + b log rho + a log T| <= 2 s1
once T <= 1, and |g t + b log rho + b log T| <= 2 s1 before. Here these are divided by a: clock = g t/a, kappa = b/a, s
= s1/a. So with K = exp(2s)

    1/(2K) <= D (1 + (L rho)^(b/a)) <= 2 + 2K,

and the laws of low_temperature.rate.general-law hold for D up to these factors, with b/a for k, L for Lam and rho for
v. Where rho has a density between two constants W_p^p is, up to constants, K(L)/L of low_temperature.rate.integral
with 1 for m and p b/a for p: W_p falls like exp(-g t min(1/a, 1/(p b))), with a factor t^(1/p) where p b = a (arXiv
2605.10931).
"""

from theorems.classical.exp_above_line import expm1
from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Positive, Real, Space, When, exp, ge, le, norm2, sqrt, vector

S = Space(s=Positive(), kappa=Positive(), clock=Real(), log_rho=Real(), log_T=Real())
s, kappa, clock, log_rho, log_T = S.symbols
begun = clock + kappa * log_rho
T, y, K, root = exp(log_T), exp(begun), exp(2 * s), sqrt(1 + exp(log_T) ** 2)
square, far = norm2(vector(1, T) / root - vector(1, 0)), (1 + y) ** 2
ran, running = begun + log_T, begun + kappa * log_T
late, early = le(log_T, 0), ge(log_T, 0)


def above(*given):
    return When([*given], Inequality(square * far, "<=", (2 + 2 * K) ** 2))


def below(*given):
    return When([*given], Inequality(4 * K**2 * square * far, ">=", 1))


claim = Claim(
    "low_temperature.rate.clock.token",
    S,
    title="In the plane, any invertible M: the distance of a token to its limit, from both sides",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.rate.clock.run"],
    shows=All(
        late_above=above(late, le(ran, 2 * s)),
        late_below=below(late, ge(ran, -2 * s)),
        early_above=above(early, le(running, 2 * s)),
        early_below=below(early),
    ),
    mutants={
        "no-run": above(late),
        "no-constant": When([early, le(running, 2 * s)], Inequality(square * far, "<=", 4)),
        "one": When([late, ge(ran, -2 * s)], Inequality(square * far, ">=", 1)),
    },
)


@claim.argument
def argument(p):
    p.sign(ge(root, 1), as_=T**2 / (root + 1))
    p.sign(ge(K, 1), as_=expm1(2 * s))
    for name in ("late_above", "late_below"):
        p.part(name).sign(ge(1, T), as_=T * expm1(-log_T))
    q = p.part("late_above")
    q.sign(near := le(T * y, K), as_=T * y * expm1(2 * s - ran))
    q.sign(small := le(square, T**2), as_=T**2 * (root - 1) * (root + 2) / (root * (root + 1)))
    spare = ((1 - T) + near.gap) * (1 + K + T * (1 + y))
    q.sign(as_=3 * (1 + K) ** 2 + spare + small.gap * far)
    q = p.part("late_below")
    q.sign(near := ge(K * T * y, 1), as_=expm1(2 * s + ran))
    q.sign(ge(2, root), as_=(2 + (1 - T) * (1 + T)) / (2 + root))
    over = T**2 / (4 * root * (root + 1))
    q.sign(enough := ge(square, T**2 / 4), as_=[over * (4 + (1 - T) * (1 + T)), over * (2 - root)])
    q.sign(as_=4 * K**2 * far * enough.gap + K**2 * T**2 * (1 + 2 * y) + near.gap * (K * T * y + 1))
    q = p.part("early_above")
    q.sign(le(begun, 2 * s), as_=[2 * s - running, kappa * log_T])
    q.sign(near := le(y, K), as_=y * expm1(2 * s - begun))
    q.sign(most := le(square, 4), as_=2 + 2 / root)
    q.sign(as_=most.gap * far + 4 * near.gap * (2 + K + y))
    q = p.part("early_below")
    q.sign(ge(T, 1), as_=expm1(log_T))
    rest = (49 * (T - 1) * (T + 1) + 34) / (4 * root * (7 * root + 8))
    q.sign(enough := ge(square, "1/4"), as_=rest)
    q.sign(as_=4 * K**2 * far * enough.gap + K**2 * (2 * y + y**2) + (K - 1) * (K + 1))
