"""On the first quarter turn sine and cosine are not negative: sin t >= t - t^3/6 and cos t >= 1 - t^2/2 for t >= 0."""

from theorems.classical import OWN_LEMMA
from verify import PI, All, Claim, Inequality, Real, Space, cos, ge, gt, le, sin

S = Space(t=Real())
t = S.symbols

claim = Claim(
    "classical.quarter-turn",
    S,
    given=[ge(t, 0), le(t, PI / 2)],
    title="0 <= t <= pi/2 gives sin t >= 0 and cos t >= 0",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=All(sine=Inequality(sin(t), ">=", 0), cosine=Inequality(cos(t), ">=", 0), below=Inequality(sin(t), "<=", t)),
    mutants={"strict": Inequality(sin(t), ">", 0), "above": Inequality(sin(t), ">=", t)},
)


@claim.argument
def argument(p):
    p.value(gt(4, PI))
    p.sign(ge(1 - cos(t), 0), as_=2 * sin(t / 2) ** 2)
    p.rises(ge(t - sin(t), 0), t, low=0)
    p.rises(ge(cos(t) - 1 + t**2 / 2, 0), t, low=0)
    p.rises(ge(sin(t) - t + t**3 / 6, 0), t, low=0)
    p.sign(ge(2 - t, 0), as_=(PI / 2 - t) + (4 - PI) / 2)
    p.sign(ge(sin(t), 0), as_=(sin(t) - t + t**3 / 6) + t * ((2 - t) * (2 + t) + 2) / 6)
    p.part("cosine").rises(ge(cos(t), 0), t, high=PI / 2)
