"""The bound E exp(Ct) + A exp(-ct) is least at the time t* with E = (c A/C) exp(-(C + c) t*), and its exponent in the
temperature is at most 1/8.

With a = c/C and k = c/(C + c) the least value is A (1 + a) exp(-c t*), which is A (E/A)^k (a^(1 - k) + a^(-k)), for
E/A = a exp(-c t*/k). If E falls like beta^(-1/2), E = (c A/C) exp(-h) beta^(-1/2), then t* = (log(beta)/2 + h)/(C + c),
so t* grows like log(beta)/(2 (C + c)), and the least value falls like beta^(-k/2). In low_temperature.headline.sharp
C = |V| (2 + s1/sd), in low_temperature.headline it is larger, s1 >= sd, and c = g/(2 s1), where g <= 2 |V| s1 is a
difference of eigenvalues of V M: so k/2 <= 1/8 (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import claim as EXP
from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Positive, Real, Space, When, exp, ge, le

positive = dict.fromkeys(("C", "c", "A", "a", "V", "s1", "sd", "g"), Positive())
S = Space(**positive, t=Real(), best=Real(), k=Real(), h=Real(), log_beta=Real())
C, c, A, a, V, s1, sd, g, t, best, k, h, log_beta = S.symbols
E, least = c * A / C * exp(-(C + c) * best), A * (1 + c / C) * exp(-c * best)
fast, slow, ordered = V * (2 + s1 / sd), g / (2 * s1), [ge(s1, sd), le(g, 2 * V * s1)]
exponent, when = slow / (2 * (fast + slow)), (log_beta / 2 + h) / (C + c)


def bound(at):
    return E * exp(C * at) + A * exp(-c * at)


claim = Claim(
    "low_temperature.optimal-time",
    S,
    title="The time at which the combined bound is least, and the exponent that it gives",
    source=LOW_2026.at("combined bound; optimal time and exponent not in the paper"),
    shows=All(
        value=Identity(bound(best), least),
        optimal=Inequality(bound(t), ">=", least),
        time=Identity(E.subs(best, when), c * A / C * exp(-h) * exp(-log_beta / 2)),
        falls=Identity(least.subs(best, when), A * (1 + c / C) * exp(-c / (C + c) * (log_beta / 2 + h))),
        factor=Identity(a ** (1 - k) + a ** (-k), (1 + a) * a ** (-k)),
        exponent=When(ordered, Inequality(exponent, "<=", "1/8")),
    ),
    mutants={
        "no-factor": Identity(bound(best), A * exp(-c * best)),
        "strict": Inequality(bound(t), ">", least),
        "twice": Identity(E.subs(best, 2 * when), c * A / C * exp(-h) * exp(-log_beta / 2)),
        "tenth": When(ordered, Inequality(exponent, "<=", "1/10")),
    },
)


@claim.argument
def argument(p):
    q, w = p.part("optimal"), t - best
    for x in (C * w, -c * w):
        q.uses(EXP, [x])
    up, down = exp(C * w) - 1 - C * w, exp(-c * w) - 1 + c * w
    q.sign(as_=A * exp(-c * best) * (c / C * up + down))
    r = p.part("exponent")
    r.sign(as_=(V * (s1 - sd) / sd + 3 * (2 * V * s1 - g) / (2 * s1)) / (8 * (fast + slow)))
