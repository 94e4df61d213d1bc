"""The circle |w| = 1 is invariant (arXiv 2607.18584): (1 - |w|^2)' = -2 Re(conj(w) H)(1 - |w|^2)."""

from theorems.linear import LI_2026
from verify import Claim, Disk, Evolves, Matrices, Real, Space, abs2, conj, re
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), w=Disk(closed=True))
A, V, beta, w = S.symbols
flow = linear.on_ott_antonsen(A, V, at=w, beta=beta)
H, _ = linear.harmonics(A, V, w, beta)
gap = 1 - abs2(w)

claim = Claim(
    "linear.circle-invariant",
    S,
    title="1 - |w|^2 is multiplied along the flow, so circle and disk are invariant",
    source=LI_2026.at("Ott-Antonsen manifold"),
    rests_on=["linear.ott-antonsen"],
    shows=Evolves(gap, along=flow, rate=-2 * re(conj(w) * H) * gap),
    mutants={
        "sign": Evolves(gap, along=flow, rate=2 * re(conj(w) * H) * gap),
        "conjugate": Evolves(gap, along=flow, rate=-2 * re(w * H) * gap),
        "factor": Evolves(gap, along=flow, rate=-re(conj(w) * H) * gap),
    },
)
