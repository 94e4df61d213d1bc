"""Case 1, V = I: on the circle |f| >= |a| - |b|, so the disk |w - w_*| < 1 - |w_*| about w_* lies in the unit disk.

Here f = b + conj(a) w = conj(a) (w - w_*); inside, |f|^2 + |a|^2 (1 - |w|^2) >= (|a| - |b|)^2.
"""

from theorems.linear import LI_2026
from theorems.linear.modulus_bound import claim as MODULUS
from verify import Claim, Complex, Disk, Inequality, Space, abs2, absolute, conj, ge, re

S = Space(a=Complex(), b=Complex(), w=Disk(closed=True))
a, b, w = S.symbols
f, N, m = b + conj(a) * w, 1 - abs2(w), absolute(a) * absolute(b)

claim = Claim(
    "linear.case1-rim",
    S,
    title="V = I: the disk about w_* that touches the circle",
    source=LI_2026.at("Case 1; not in the paper"),
    shows=Inequality(abs2(f) + abs2(a) * N, ">=", (absolute(a) - absolute(b)) ** 2),
    mutants={
        "interior": Inequality(abs2(f), ">=", (absolute(a) - absolute(b)) ** 2),
        "sum": Inequality(abs2(f) + abs2(a) * N, ">=", (absolute(a) + absolute(b)) ** 2),
        "conjugate": Inequality(abs2(b + a * w), ">=", (absolute(a) - absolute(b)) ** 2),
    },
)


@claim.argument
def argument(p):
    z = a * b * conj(w)
    p.sign(ge(m**2, abs2(z)), as_=abs2(a) * abs2(b) * N)
    p.uses(MODULUS, [m, z])
    p.sign(as_=2 * (m + re(z)))
