"""The bound E exp(Ct) + A exp(-ct) is least at the time t* with E = (c A/C) exp(-(C + c) t*), and its exponent in the
temperature is at most 1/8.

With a = c/C and k = c/(C + c) the least value is A (1 + a) exp(-c t*), which is A (E/A)^k (a^(1 - k) + a^(-k)), for
E/A = a exp(-c t*/k). If E falls like beta^(-1/2), up to logarithms, it falls like beta^(-k/2). In the headline
C = |V| (2 + s1/sd), s1 >= sd, and c = g/(2 s1), where g <= 2 |V| s1 is a difference of eigenvalues of V M: so
k/2 <= 1/8 (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import claim as EXP
from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Positive, Real, Space, When, exp, ge, le

positive = dict.fromkeys(("C", "c", "A", "a", "V", "s1", "sd", "g"), Positive())
S = Space(**positive, t=Real(), best=Real(), k=Real())
C, c, A, a, V, s1, sd, g, t, best, k = S.symbols
E, least = c * A / C * exp(-(C + c) * best), A * (1 + c / C) * exp(-c * best)
fast, slow, ordered = V * (2 + s1 / sd), g / (2 * s1), [ge(s1, sd), le(g, 2 * V * s1)]
exponent = slow / (2 * (fast + slow))


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
        factor=Identity(a ** (1 - k) + a ** (-k), (1 + a) * a ** (-k)),
        exponent=When(ordered, Inequality(exponent, "<=", "1/8")),
    ),
    mutants={
        "no-factor": Identity(bound(best), A * exp(-c * best)),
        "strict": Inequality(bound(t), ">", least),
        "tenth": When(ordered, Inequality(exponent, "<=", "1/10")),
    },
)


@claim.argument
def argument(p):
    q, w = p.part("optimal"), t - best
    for x in (C * w, -c * w):
        q.uses(EXP, at={EXP.space.symbols: x})
    up, down = exp(C * w) - 1 - C * w, exp(-c * w) - 1 + c * w
    q.sign(as_=A * exp(-c * best) * (c / C * up + down))
    r = p.part("exponent")
    r.sign(as_=(V * (s1 - sd) / sd + 3 * (2 * V * s1 - g) / (2 * s1)) / (8 * (fast + slow)))
