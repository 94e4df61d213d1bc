"""Case 3: A = I, V = [[a, b], [-b, a]]; the phase of w turns by -(b/2)(|w|^2 + 3) (arXiv 2607.18584, beta = 1)."""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, Evolves, Identity, Real, Space, abs2, eye, im, ne
from verify.attention import linear

S = Space(a=Real(), b=Real(), beta=Real(), w=Disk(closed=True))
a, b, beta, w = S.symbols
flow = linear.on_ott_antonsen(A=eye(2), V=[[a, b], [-b, a]], at=w, beta=beta)
F = linear.field(eye(2), [[a, b], [-b, a]], w, beta)
phase_rate = im(F / w)

claim = Claim(
    "linear.case3-phase",
    S,
    given=[ne(w, 0)],
    title="Case 3: phase and modulus of the order parameter",
    source=LI_2026.at("Case 3"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        phase=Identity(phase_rate, -beta * b / 2 * (abs2(w) + 3)),
        modulus=Evolves(abs2(w), along=flow, rate=beta * a * (1 - abs2(w)) * abs2(w)),
    ),
    mutants={
        "sign": Identity(phase_rate, beta * b / 2 * (abs2(w) + 3)),
        "three": Identity(phase_rate, -beta * b / 2 * (3 - abs2(w))),
        "modulus-sign": Evolves(abs2(w), along=flow, rate=-beta * a * (1 - abs2(w)) * abs2(w)),
    },
)
