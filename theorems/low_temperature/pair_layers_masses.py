"""Two opposite clusters of any masses under layers x -> N(x + h P_x V m(x)): stable iff X > X_c and h bottom > -2.

`top` and `bottom` are the eigenvalues of the Jacobian J under the flow, real by low_temperature.pair-threshold; layers
rest where the flow does, and their Jacobian there is 1 + h J: its eigenvalues are `first` = 1 + h top and `last` = 1 +
h bottom. Steps change nothing at X_c; a long step, h bottom < -2, makes the clusters change sides (arXiv 2605.10931,
metastability; layers are not in the paper).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._pair import J, X, given, p, q, r, threshold, top, v
from theorems.low_temperature.pair_stability import claim as STABILITY
from theorems.low_temperature.pair_threshold import claim as THRESHOLD
from verify import All, Claim, Identity, Inequality, Positive, Real, Space, When, det, gt, lt, sqrt, tr

S = Space(p=Positive(), q=Positive(), X=Positive(window=9), v=Positive(), r=Real(), h=Positive())
h = S.symbols[-1]
bottom = tr(J) - top
first, last = 1 + h * top, 1 + h * bottom
beyond, before, short, long = gt(X, threshold), lt(X, threshold), gt(h * bottom, -2), lt(h * bottom, -2)

claim = Claim(
    "low_temperature.pair-threshold.layers-masses",
    S,
    given=given,
    title="Two opposite clusters of any masses under layers: the threshold of the flow, and one for the step",
    source=LOW_2026.at("metastability; not in the paper"),
    rests_on=["low_temperature.pair-jacobian"],
    shows=All(
        product=Identity(top * bottom, det(J)),
        order=Inequality(last, "<=", first),
        falls=When([beyond], Inequality(first, "<", 1)),
        stays=When([short], Inequality(last, ">", -1)),
        leaves=When([before], Inequality(first, ">", 1)),
        flips=When([long], Inequality(last, "<", -1)),
    ),
    mutants={
        "any-step": When([beyond], Inequality(last, ">", -1)),
        "always": Inequality(first, "<", 1),
        "never": When([before], Inequality(first, ">", 1 + h)),
    },
)


@claim.argument
def argument(at):
    at.uses(THRESHOLD, [p, q, X, v, r], part="real")
    at.part("order").sign(as_=h * sqrt(tr(J) ** 2 - 4 * det(J)))
    for part, known in (("falls", "stable"), ("leaves", "unstable")):
        where = at.part(part)
        where.uses(STABILITY, [p, q, X, v, r], part=known)
        where.sign(as_=(1 if part == "leaves" else -1) * h * top)
    at.part("stays").sign(as_=h * bottom + 2)
    at.part("flips").sign(as_=-2 - h * bottom)
