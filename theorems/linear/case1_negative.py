"""Case 1 with A_s <= 0: 1 - |W|^2 decays at most exponentially in the time s, so the circle is never reached.

For Re a < 0 and |b| <= -Re a: d|W|^2/ds = 2 Re(conj(W)(b + conj(a) W)) <= -Re(a)(1 - |W|^2) (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import Claim, Complex, Inequality, Space, abs2, conj, ge, lt, re

S = Space(a=Complex(), b=Complex(), W=Complex())
a, b, W = S.symbols
gap, ar = 1 - abs2(W), re(a)
growth = 2 * re(conj(W) * (b + conj(a) * W))

claim = Claim(
    "linear.case1-negative",
    S,
    given=[lt(ar, 0), ge(ar**2, abs2(b))],
    title="V = I, symmetric part of A positive nowhere: the circle is not reached in finite time s",
    source=LI_2026.at("Case 1; not in the paper"),
    rests_on=["linear.case1-field"],
    shows=Inequality(growth, "<=", -ar * gap),
    mutants={
        "half": Inequality(growth, "<=", -ar / 2 * gap),
        "inwards": Inequality(growth, "<=", 0),
        "twice": Inequality(growth, "<=", -2 * ar * gap),
    },
)


@claim.argument
def argument(p):
    p.sign(as_=(abs2(b + ar * W) + (ar**2 - abs2(b))) / -ar)
