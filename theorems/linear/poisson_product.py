"""Products of Cauchy kernels K_z = 1/(1 - z exp(-i phi)) and Poisson kernels P_z (arXiv 2607.18584, rotating clusters).

P_z = K_z + conj K_z - 1 = (1 - |z|^2)/|1 - z exp(-i phi)|^2 and, with c = z1 conj(z2),
K_z1 conj(K_z2)(1 - c) = K_z1 + conj(K_z2) - 1: so the mean of P_z1 P_z2 over phi needs no other integral.
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Disk, I, Identity, Space, abs2, conj, exp, gt

S = Space(z1=Disk(), z2=Disk(), phi=Circle())
z1, z2, phi = S.symbols
below1, below2 = 1 - z1 * exp(-I * phi), 1 - z2 * exp(-I * phi)
K1, K2 = 1 / below1, 1 / below2
poisson = (1 - abs2(z1)) / abs2(below1)

claim = Claim(
    "linear.poisson-product",
    S,
    title="Products of Cauchy kernels are sums",
    source=LI_2026.at("rotating clusters; not in the paper"),
    shows=All(
        poisson=Identity(poisson, K1 + conj(K1) - 1),
        product=Identity(K1 * conj(K2) * (1 - z1 * conj(z2)), K1 + conj(K2) - 1),
    ),
    mutants={
        "poisson": Identity(poisson, K1 + conj(K1)),
        "conjugate": Identity(K1 * conj(K2) * (1 - conj(z1) * z2), K1 + conj(K2) - 1),
        "same-side": Identity(K1 * K2 * (1 - z1 * conj(z2)), K1 + K2 - 1),
    },
)


@claim.argument
def argument(p):
    for z, below in ((z1, below1), (z2, below2)):
        p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(z), 0))
