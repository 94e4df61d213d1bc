"""A bound of Cauchy's kind, used by the regimes of V = I: |b| <= m and |w| < 1 give Re(b conj w) < m."""

from theorems.classical import OWN_LEMMA
from verify import Claim, Complex, Disk, Inequality, Positive, Space, abs2, any_of, conj, eq, ge, gt, im, re

S = Space(m=Positive(), b=Complex(), w=Disk())
m, b, w = S.symbols
t = re(b * conj(w))

claim = Claim(
    "linear.cauchy-bound",
    S,
    given=[ge(m**2 - abs2(b), 0)],
    title="|b| <= m and |w| < 1 give Re(b conj w) < m",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=Inequality(m - t, ">", 0),
    mutants={"half": Inequality(m / 2 - t, ">", 0), "modulus": Inequality(m**2 / 2 - abs2(b * w), ">", 0)},
)


@claim.argument
def argument(p):
    squares = gt(m**2 - t**2, 0)
    p.cases(
        any_of(gt(abs2(b), 0), eq(abs2(b), 0)),
        lambda q: q.sign(squares, as_=(m**2 - abs2(b)) + abs2(b) * (1 - abs2(w)) + im(b * conj(w)) ** 2),
        lambda q: q.sign(squares, as_=m**2 - abs2(b) * abs2(w) + im(b * conj(w)) ** 2),
        shows=squares,
    )
    p.contradiction(lambda q: (q.sign(ge(m + t, 0), as_=[2 * m, t - m]), q.absurd((m - t) * (m + t))))
