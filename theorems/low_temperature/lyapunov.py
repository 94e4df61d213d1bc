"""q = |P_E x|^2 is a Lyapunov function of the zero-temperature flow with symmetric B, at least logistic:

q' = (2/|Mx|) q (l1 - R) >= (2 (l1 - l2)/s1) q (1 - q) with R = <x, Bx>, s1 = |M|, in every dimension and for every
dimension of the top eigenspace E; l2 is the first eigenvalue outside E (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._zero_temperature import R, S, flow, gap, given, l1, q, s1, size, slack
from verify import All, Claim, Evolves, Inequality

claim = Claim(
    "low_temperature.lyapunov",
    S,
    given=given,
    title="B symmetric: the share of the top eigenspace grows at least logistically",
    source=LOW_2026.at("Lyapunov estimate of the zero-temperature equation; constants not in the paper"),
    shows=All(
        rate=Evolves(q, along=flow, rate=2 / size * q * (l1 - R)),
        logistic=Inequality(2 / size * q * (l1 - R), ">=", 2 * gap / s1 * q * (1 - q)),
    ),
    mutants={
        "half": Evolves(q, along=flow, rate=1 / size * q * (l1 - R)),
        "sign": Evolves(q, along=flow, rate=2 / size * q * (l1 + R)),
        "twice": Inequality(2 / size * q * (l1 - R), ">=", 4 * gap / s1 * q * (1 - q)),
    },
)
claim.argument(lambda p: p.part("logistic").sign(as_=2 * q * slack))
