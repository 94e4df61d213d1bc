"""The modulus bounds the real part: |z| <= m gives Re z >= -m; used by the regimes of V = I."""

from theorems.classical import OWN_LEMMA
from verify import Claim, Complex, Inequality, Nonneg, Space, abs2, any_of, ge, im, lt, re

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
    p.sign(ge((m + x) * (m - x), 0), as_=(m**2 - abs2(z)) + im(z) ** 2)
    p.cases(
        any_of(ge(m + x, 0), lt(m + x, 0)),
        lambda q: None,
        lambda q: (q.sign(lt(x - m, 0), as_=[2 * m, -(m + x)]), q.absurd((m + x) * (m - x))),
    )
