"""The modulus bounds the real part: |z| <= m gives Re z >= -m; used by the regimes of V = I."""

from theorems.classical import OWN_LEMMA
from theorems.classical.square_order import root_order
from verify import Claim, Complex, Inequality, Nonneg, Space, abs2, ge, im, re

S = Space(m=Nonneg(), z=Complex())
m, z = S.symbols
x = re(z)

claim = Claim(
    "linear.modulus-bound",
    S,
    given=[ge(m**2, abs2(z))],
    title="|z| <= m gives Re z >= -m",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=Inequality(m + x, ">=", 0),
    mutants={"half": Inequality(m / 2 + x, ">=", 0), "strict": Inequality(m + x, ">", 0)},
)


@claim.argument
def argument(p):
    root_order(p, -x, m, as_=[m**2 - abs2(z), im(z) ** 2])
    p.sign()
