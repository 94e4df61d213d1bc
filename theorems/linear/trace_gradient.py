"""E = tr(V S^2), V symmetric, moves by 2 mean <P_x Q x, x'> along any tangent x' = P_x W x, where Q = {V, S}.

For A = I the velocity itself is x' = (beta/2) P_x (Q + C) x with C = [V, S], and <x, C x> = 0: so E' is at least
|grad E||x'|/sqrt(2), the condition under which trajectories converge. In every dimension (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import Claim, Space
from verify.words import EveryDimension, Letter, UnitToken, dot, mean_of, rate, tangent, trace
from verify.words import moment as M

S = Space(V=Letter("symmetric"), W=Letter(), x=UnitToken())
V, W, x = S.symbols
Q, C, moved = V * M + M * V, V * M - M * V, tangent(W * x)
energy = trace(V * M * M)

claim = Claim(
    "linear.trace-gradient",
    S,
    title="A = I, V symmetric: the gradient of tr(V S^2), for any d and any number of tokens",
    source=LI_2026.at("gradient-like structure; any d and n are new"),
    rests_on=["linear.trace-ascent"],
    shows=EveryDimension(rate(energy, moved), 2 * mean_of(dot(tangent(Q * x), moved))),
    mutants={
        "factor": EveryDimension(rate(energy, moved), mean_of(dot(tangent(Q * x), moved))),
        "commutator": EveryDimension(rate(energy, moved), 2 * mean_of(dot(C * x, moved))),
    },
)
