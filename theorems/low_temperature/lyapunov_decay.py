"""T(t) <= exp(-(l1 - l2) t/s1) T(0) for T = tan angle(x, E) along the zero-temperature flow of a symmetric B, s1 =
|M|.

Of w = B z and |Mx|, which change on the way, only <z, w> <= l2 |z|^2 and |Mx| <= s1 are used, by
low_temperature.lyapunov.tangent (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._zero_temperature import flow, gap, l1, l2, q, s1, size, slack, w, x, z
from verify import Bound, Claim, Matrices, Nonneg, Positive, Real, Space, Sphere, dot, eq, exp, ge, le, ne, norm2

S = Space(x=Sphere(3), w=Matrices(2, 1), l1=Real(), l2=Real(), size=Positive(), s1=Positive(), t=Real(), start=Nonneg())
*_, t, start = S.symbols
tangent = norm2(z) / q


def bound(quantity, *first):
    return Bound(
        le(quantity * exp(2 * gap / s1 * t), start),
        along={**flow, t: 1},
        inputs=[*w.entries(), size],
        start=[eq(t, 0), *first],
        during=[le(dot(z, w), l2 * norm2(z)), le(size, s1), ne(x[0], 0)],
    )


claim = Claim(
    "low_temperature.lyapunov.decay",
    S,
    given=[ge(l1, l2)],
    title="The tangent of the angle to the top eigenspace is at most exp(-(l1 - l2) t/s1) times its start",
    source=LOW_2026.at("Lyapunov estimate of the zero-temperature equation; constants not in the paper"),
    rests_on=["low_temperature.lyapunov.tangent"],
    shows=bound(tangent, le(tangent, start)),
    mutants={"half": bound(2 * tangent, le(tangent, start)), "any-start": bound(tangent)},
)


@claim.argument
def argument(p):
    growth = exp(2 * gap / s1 * t)
    p.compare(0, growth * 2 / q * slack, by=lambda at: at.sign(le(tangent * growth, start), as_=start - tangent))
