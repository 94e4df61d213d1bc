"""The cycle of linear.limit-cycle without a return map: it lies between a source and a repelling circle, beta = 2.

On the circle phi' = 4 - 2 sin(phi), and over a turn ln(1 - |w|^2) grows: the rotating cluster repels though tr A and
tr V are positive (arXiv 2607.18584).
"""

from theorems.classical.poincare_bendixson import claim as POINCARE_BENDIXSON
from theorems.linear import LI_2026
from theorems.linear.limit_cycle import A, V, flow
from verify import PI, All, Circle, Claim, ClosedOrbit, Disk, I, Identity, Inequality, Integral, Space
from verify import absolute, conj, cos, ge, gt, im, re, sin
from verify.attention import linear

S = Space(w=Disk(), t=Circle())
w, t = S.symbols
(H, _), circle = linear.harmonics(A, V, w, 2), {w: cos(t) + I * sin(t)}
rate, turn = -2 * re(conj(w) * H), im(conj(w) * flow.terms[0]).subs(circle)
multiplier = Integral(rate.subs(circle) / absolute(turn), t, 0, 2 * PI)

claim = Claim(
    "linear.limit-cycle.between",
    S,
    title="A cycle between a source and a repelling circle",
    source=LI_2026.at("Types 1-3; not among them"),
    rests_on=["linear.ott-antonsen", "linear.circle-invariant"],
    shows=All(turn=Identity(turn, 4 - 2 * sin(t)), repels=Inequality(multiplier, ">", 0), cycle=ClosedOrbit(flow)),
    mutants={"attracts": Inequality(multiplier, "<", 0), "turn": Identity(turn, 4 + 2 * sin(t))},
)


@claim.argument
def argument(p):
    p.sign(ge(1 - sin(t), 0), as_=((1 - sin(t)) ** 2 + cos(t) ** 2) / 2)
    p.sign(gt(turn, 0), as_=2 + 2 * (1 - sin(t)))
    p = p.part("cycle")
    p.stays(rate)
    p.isolate(are=["source"])
    p.value(gt(multiplier, 0))
    p.cites(POINCARE_BENDIXSON, rate=rate, angle=t)
