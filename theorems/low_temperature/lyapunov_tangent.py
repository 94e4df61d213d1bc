"""The tangent T of the angle between x and the top eigenspace E falls at least like exp(-(l1 - l2) t/s1):

(T^2)' = -(2/|Mx|) (l1 - R)/q <= -(2 (l1 - l2)/s1) T^2 with q = |P_E x|^2 > 0, T^2 = (1 - q)/q, along the
zero-temperature flow of a symmetric B, in every dimension (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._zero_temperature import R, S, flow, gap, given, l1, q, s1, size, slack, x, z
from verify import All, Claim, Evolves, Identity, Inequality, ne, norm2

tangent, falls = norm2(z) / q, -2 * (l1 - R) / (size * q)

claim = Claim(
    "low_temperature.lyapunov.tangent",
    S,
    given=[*given, ne(x[0], 0)],
    title="The tangent of the angle to the top eigenspace falls exponentially",
    source=LOW_2026.at("Lyapunov estimate of the zero-temperature equation; constants not in the paper"),
    rests_on=["low_temperature.lyapunov"],
    shows=All(
        share=Identity(tangent, (1 - q) / q),
        rate=Evolves(tangent, along=flow, rate=falls),
        decay=Inequality(falls, "<=", -2 * gap / s1 * tangent),
    ),
    mutants={
        "once": Evolves(tangent, along=flow, rate=falls / 2),
        "twice": Inequality(falls, "<=", -4 * gap / s1 * tangent),
        "sign": Evolves(tangent, along=flow, rate=-falls),
    },
)
claim.argument(lambda p: p.part("decay").sign(as_=2 / q * slack))
