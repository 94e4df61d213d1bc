"""Two opposite clusters of equal masses under layers x -> N(x + h P_x V m(x)): stable where they are so under the flow,
if h v (1 - r) x < 2 with x = tanh(beta m1), V = diag(v, r v), 0 < r < 1.

Layers rest where the flow does, and their Jacobian there is 1 + h J (low_temperature.pair-jacobian). J has equal
entries on its diagonal, and off it: sum and difference of a row are its eigenvalues (arXiv 2605.10931, metastability).
"""

from theorems.low_temperature import LOW_2026, _pair
from verify import All, Claim, Identity, Inequality, Interval, Positive, Space, When, gt, lt

S = Space(p=Positive(), v=Positive(), h=Positive(), x=Interval(0, 1, open=True), r=Interval(0, 1, open=True))
p, v, h, x, r = S.symbols
J = _pair.J.subs({_pair.q: p, _pair.v: v, _pair.r: r, _pair.X: (1 + x) / (1 - x)})
together, apart = -v * (1 - r) * x, v * (r - x)
small = lt(-h * together, 2)

claim = Claim(
    "low_temperature.pair-threshold.layers",
    S,
    title="Equal clusters under layers: the threshold of the flow, for steps below 2/(v (1 - r) x)",
    source=LOW_2026.at("metastability; not in the paper"),
    rests_on=["low_temperature.pair-jacobian"],
    shows=All(
        sum=Identity(J[0, 0] + J[0, 1], together),
        difference=Identity(J[0, 0] - J[0, 1], apart),
        falls=Inequality(1 + h * together, "<", 1),
        first=When([small], Inequality(1 + h * together, ">", -1)),
        second=When([small], Inequality(1 + h * apart, ">", -1)),
        beyond=When([gt(x, r)], Inequality(1 + h * apart, "<", 1)),
        before=When([lt(x, r)], Inequality(1 + h * apart, ">", 1)),
    ),
    mutants={
        "any-step": When([gt(x, r)], Inequality(1 + h * together, ">", -1)),
        "always": Inequality(1 + h * apart, "<", 1),
        "swapped": Identity(J[0, 0] + J[0, 1], apart),
    },
)


@claim.argument
def argument(at):
    room = 2 + h * together
    at.part("falls").sign(as_=-h * together)
    at.part("first").sign(as_=room)
    at.part("second").sign(as_=room + h * v * r * (1 - x))
    at.part("beyond").sign(as_=-h * apart)
    at.part("before").sign(as_=h * apart)
