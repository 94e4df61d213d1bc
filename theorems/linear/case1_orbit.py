"""Case 1 in its own time ds = (beta/2)(1 - |w|^2) dt is linear: W = w_* + (w0 - w_*) exp(conj(a) s), w_* = -b/conj(a),
solves dW/ds = b + conj(a) W with W(0) = w0; for a = 0 it is w0 + b s (arXiv 2607.18584)."""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, Disk, Evolves, Identity, Real, Space, conj, exp, ne

S = Space(a=Complex(), b=Complex(), w0=Disk(), s=Real())
a, b, w0, s = S.symbols
clock = {s: 1}


def orbit(centre, exponent):
    return centre + (w0 - centre) * exp(exponent * s)


def solves(W):
    return Evolves(W, along=clock, rate=b + conj(a) * W)


W = orbit(-b / conj(a), conj(a))

claim = Claim(
    "linear.case1-orbit",
    S,
    given=[ne(a, 0)],
    title="V = I: orbits are logarithmic spirals about w_*",
    source=LI_2026.at("Case 1"),
    rests_on=["linear.case1-field"],
    shows=All(spiral=solves(W), start=Identity(W.subs(s, 0), w0), line=Evolves(w0 + b * s, along=clock, rate=b)),
    mutants={
        "exponent": solves(orbit(-b / conj(a), a)),
        "centre": solves(orbit(-b / a, conj(a))),
        "sign": solves(orbit(b / conj(a), conj(a))),
    },
)
