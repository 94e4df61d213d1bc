"""The Dulac function D = 2 c (1 + u) + 4 Re(conj(m) w), u = |w|^2, is positive in the open disk if c > 0 and |m| <= c.

With c = Re(a p) and m = b Re p + i q Im a: there is no periodic orbit if |m| <= |c|, not both 0 (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import Claim, Complex, Disk, Inequality, Positive, Space, abs2, any_of, conj, eq, ge, gt, re

S = Space(c=Positive(), m=Complex(), w=Disk())
c, m, w = S.symbols
u = abs2(w)
D = 2 * c * (1 + u) + 4 * re(conj(m) * w)
room = c**2 - abs2(m)

claim = Claim(
    "linear.dulac-sign",
    S,
    given=[ge(room, 0)],
    title="The sign of the Dulac function",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.dulac"],
    shows=Inequality(D, ">", 0),
    mutants={
        "slope": Inequality(2 * c * (1 + u) + 5 * re(conj(m) * w), ">", 0),
        "constant": Inequality(D, ">", 2 * c * (1 - u)),
    },
)


@claim.argument
def argument(p):
    form = 2 * (abs2(m + c * w) + room) / c

    def touching(q):
        inside = gt(abs2(m) - c**2 * u, 0)
        q.sign(inside, as_=c**2 * (1 - u))
        q.nonzero(m + c * w, cofactor=conj(m - c * w), fact=inside)
        q.sign(as_=form)

    p.cases(any_of(gt(room, 0), eq(room, 0)), lambda q: q.sign(as_=form), touching, shows=p.goal)
