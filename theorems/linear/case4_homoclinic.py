"""Case 4, a = b != 0: every orbit tends to -i on the circle (arXiv 2607.18584). b < 0 is b > 0 with time reversed, so
every orbit also comes from there: it is homoclinic.

There is no equilibrium inside, where |w + i| > 0, and |w + i|^2/(1 - |w|^2)^2 is conserved (linear.case4-boundary).
"""

from theorems.classical.level_limit import claim as LEVEL_LIMIT
from theorems.classical.no_recurrence import claim as NO_RECURRENCE
from theorems.linear import LI_2026
from verify import Claim, Disk, Eventually, Every, I, Positive, Real, Space, abs2, eq, eye, gt, im, ne, re
from verify.attention import linear

S = Space(b=Real(), beta=Positive(), w=Disk())
b, beta, w = S.symbols
x, up, N, above = re(w), 1 + im(w), 1 - abs2(w), abs2(w + I)


def tends(V):
    return Eventually(above, to=0, along=linear.on_ott_antonsen(eye(2), V, at=w, beta=beta), start=Every())


shows = tends([[b, b], [-b, -b]])
flow, (field,) = shows.along, shows.along.terms

claim = Claim(
    "linear.case4-homoclinic",
    S,
    given=[ne(b, 0)],
    title="Case 4, a = b: every orbit is homoclinic to -i",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.ott-antonsen", "linear.case4-boundary"],
    shows=shows,
    mutants={"trace": tends([[b, b], [-b, b]]), "rotation": tends([[0, b], [-b, 0]])},
)


@claim.argument
def argument(p):
    p.stays(-beta * b * x)
    p.inside(ne(field, 0), moves)
    p.cites(NO_RECURRENCE)
    p.inside(gt(N, 0))
    p.inside(eq(flow.derivative(above / N**2), 0))
    p.cites(LEVEL_LIMIT, above=above, below=N, exponent=2)


def moves(q):
    q.sign(gt(up, 0), as_=(N + x**2 + up**2) / 2)
    q.sign(gt(above, 0), as_=x**2 + up**2)
    q.nonzero(field, cofactor=b * (up + I * x), fact=gt(beta / 2 * b**2 * above**2, 0))
