"""Case 1 oscillates: V = I and tr A = 0 conserve |w - w_*|^2, w_* = -b/conj(a), if a != 0 (arXiv 2607.18584).

So does |b + conj(a) w|^2. Clustering for every A with tr A >= 0, as summarised, fails near w_* when det A > 0.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Conserved, Disk, Real, Space, abs2, conj, eye, matrix, ne
from verify.attention import linear

S = Space(m=Real(), n=Real(), k=Real(), beta=Real(), w=Disk(closed=True))
m, n, k, beta, w = S.symbols
A = matrix([[m, n - k], [n + k, -m]])
a, b = linear.coefficients(A)
flow = linear.on_ott_antonsen(A, eye(2), at=w, beta=beta)

claim = Claim(
    "linear.case1-trace-zero",
    S,
    given=[ne(k, 0)],
    title="V = I, tr A = 0: circles about w_*",
    source=LI_2026.at("Case 1; missing in its summary"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        distance=Conserved(abs2(w + b / conj(a)), along=flow),
        product=Conserved(abs2(b + conj(a) * w), along=flow),
    ),
    mutants={
        "about-zero": Conserved(abs2(w), along=flow),
        "conjugate": Conserved(abs2(w + b / a), along=flow),
        "sign": Conserved(abs2(w - b / conj(a)), along=flow),
    },
)
