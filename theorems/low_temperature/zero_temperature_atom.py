"""Zero temperature: what starts across the top eigenspace E stays there, so W_2^2 >= 2 alpha for the mass alpha on
E^perp.

(P_E x)' = (l1 - R) P_E x/|Mx|, so 0 stays 0. The squared distance of X to the unit sphere of E is 2 - 2 |P_E X| by
low_temperature.w2-exact; `outside` is 1 on E^perp, 0 elsewhere, and |P_E X| = (1 - outside) share (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Evolves, Inequality, Interval, Mean, Positive, Real, Space, Token, ge

S = Space(outside=Token(Interval(0, 1)), share=Token(Interval(0, 1)), a=Real(), R=Real(), l1=Real(), size=Positive())
outside, share, a, R, l1, size = S.symbols
squared = 2 - 2 * (1 - outside) * share
alpha, distance = (Mean(of, outside, share) for of in (outside, squared))

claim = Claim(
    "low_temperature.zero-temperature-atom",
    S,
    title="Mass across the top eigenspace keeps the distance to the limit from falling",
    source=LOW_2026.at("zero-temperature limit; its hypothesis is not in the abstract"),
    rests_on=["low_temperature.w2-exact"],
    shows=All(
        stays=Evolves(a**2, along={a: (l1 - R) * a / size}, rate=2 * (l1 - R) / size * a**2),
        distance=Inequality(distance, ">=", 2 * alpha),
    ),
    mutants={
        "four": Inequality(distance, ">=", 4 * alpha),
        "strict": Inequality(distance, ">", 2 * alpha),
        "leaves": Evolves(a**2, along={a: (l1 - R) * a / size}, rate=2 * (l1 - R) / size),
    },
)


@claim.argument
def argument(p):
    q = p.part("distance")
    q.average(ge(squared, 2 * outside), outside, share, as_=2 * (1 - outside) * (1 - share))
