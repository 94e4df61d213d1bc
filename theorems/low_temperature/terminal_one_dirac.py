"""The last phase: once all tokens are together at c, they attend to themselves, c' = P_c V c: the flow of V, not of V
M.

The softmax mean of tokens at c is c, whatever their weights. For a symmetric V with top eigenspace E, s = |P_E c|^2
obeys s' = 2 s (v1 - R) >= 2 (v1 - v2) s (1 - s), R = <c, Vc>: this is low_temperature.lyapunov with M = I, as by
low_temperature.lyapunov.decay tan angle(c, E) falls like exp(-(v1 - v2) t). So E is the terminal direction (arXiv
2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._zero_temperature import R, flow, gap, given, l1, l2, q, s1, size, w, x
from theorems.low_temperature.lyapunov import claim as LYAPUNOV
from verify import All, Claim, Evolves, Identity, Inequality, Matrices, Mean, Positive, Real, Space, Sphere, Token

S = Space(x=Sphere(3), w=Matrices(2, 1), l1=Real(), l2=Real(), weight=Token(Positive()))
weight = S.symbols[-1]
alone = {state: rate.subs(size, 1) for state, rate in flow.items()}
grows = 2 * q * (l1 - R)

claim = Claim(
    "low_temperature.terminal.one-dirac",
    S,
    given=[each.subs({size: 1, s1: 1}) for each in given[:2]],
    title="V symmetric: one cluster moves to the top eigenspace of V",
    source=LOW_2026.at("terminal phase; there a numerical observation"),
    shows=All(
        mean=Identity(Mean(weight * x[0], weight) / Mean(weight, weight), x[0]),
        share=Evolves(q, along=alone, rate=grows),
        logistic=Inequality(grows, ">=", 2 * gap * q * (1 - q)),
    ),
    mutants={
        "half": Evolves(q, along=alone, rate=grows / 2),
        "twice": Inequality(grows, ">=", 4 * gap * q * (1 - q)),
        "sign": Evolves(q, along=alone, rate=-grows),
    },
)


@claim.argument
def argument(p):
    known = {each: each for each in (*x.entries(), *w.entries(), l1, l2)}
    p.part("logistic").uses(LYAPUNOV, at={**known, size: 1, s1: 1}, part="logistic")
