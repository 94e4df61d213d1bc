"""An isolated attracting cycle of linear self-attention (arXiv 2607.18584; not among the paper's types), beta = 2.

A = [[1, -1], [1, 1]], V = [[13/10, -1], [1, 3/10]]: the only equilibrium is a source and the rotating circle repels, so
there is a closed orbit between them. Beside that, the return map of the line Re w = -21/100 encloses one, which
attracts, and its period.
"""

from fractions import Fraction

from theorems.classical.poincare_bendixson import claim as POINCARE_BENDIXSON
from theorems.linear import LI_2026
from verify import PI, All, Claim, ClosedOrbit, Disk, Equilibria, I, Inequality, Integral, Real, Space
from verify import abs2, absolute, conj, cos, ge, gt, im, re, sin
from verify.attention import linear

S = Space(w=Disk(), t=Real())
w, t = S.symbols
A, V = [[1, -1], [1, 1]], [["13/10", -1], [1, "3/10"]]
flow, (H, _) = linear.on_ott_antonsen(A, V, at=w, beta=2), linear.harmonics(A, V, w, 2)
rate, circle = -2 * re(conj(w) * H), {w: cos(t) + I * sin(t)}
turn = im(conj(w) * flow.terms[0]).subs(circle)
multiplier = Integral(rate.subs(circle) / absolute(turn), t, 0, 2 * PI)
y, near = Fraction("0.64608348930310120376703329470"), Fraction(1, 10**30)

claim = Claim(
    "linear.limit-cycle",
    S,
    title="An attracting cycle of linear self-attention",
    source=LI_2026.at("Types 1-3; not among them"),
    rests_on=["linear.ott-antonsen", "linear.circle-invariant"],
    shows=All(
        source=Equilibria(flow, are=("source",)),
        circle=Inequality(multiplier, ">", 0),
        exists=ClosedOrbit(flow),
        cycle=ClosedOrbit(flow, period=("2.6997948132554947489074", "2.6997948132554947489075"), attracts=True),
    ),
    mutants={
        "sink": Equilibria(flow, are=("sink",)),
        "none": Equilibria(flow, are=()),
        "circle-attracts": Inequality(multiplier, "<", 0),
    },
)


@claim.argument
def argument(p):
    p.sign(ge(1 - sin(t), 0), as_=((1 - sin(t)) ** 2 + cos(t) ** 2) / 2)
    p.sign(gt(turn, 0), as_=2 + 2 * (1 - sin(t)))
    p.part("circle").value()
    exists = p.part("exists")
    exists.stays(rate)
    exists.lie(1 - abs2(w), rate * (1 - abs2(w)), along=flow)
    exists.isolate(are=["source"])
    exists.value(gt(multiplier, 0))
    exists.cites(POINCARE_BENDIXSON, rate=rate, angle=t)
    p.part("cycle").returns({re(w): "-21/100", im(w): (y - near, y + near)}, -1, 40, "1/32", 320)
