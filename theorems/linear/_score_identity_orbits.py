"""What the regimes of Case 2 with det V > 0 share: the disk stays, and the field vanishes at c and nowhere else."""

from theorems.linear._score_identity import F, S, V, at_c, beta, c, definite, r, u, w, xi
from theorems.linear.score_identity_equilibrium import claim as EQUILIBRIUM
from verify import abs2, any_of, conj, eq, gt, ne, tr
from verify.dynamics import divergence
from verify.kernel.lie import Flow

flow, rate, given = Flow.of({w: F}), -beta * (xi + r * u), [gt(definite, 0), eq(at_c, 0)]
size, here = abs2(F), {sym: sym for sym in S.scalars}


def one_zero(p, vector=F, moves=lambda p: p.nonzero(F, cofactor=conj(F), fact=gt(size, 0))):
    """The vector vanishes inside at most at c: `moves` shows that it does not where F does not."""
    shows = any_of(ne(vector, 0), eq(w, c))
    rests = lambda p: (p.zeros(eq(size, 0)), p.uses(EQUILIBRIUM, at=here, part="unique"))  # noqa: E731
    p.inside(shows, lambda p: p.cases(any_of(gt(size, 0), eq(size, 0)), moves, rests, shows=shows))


def spreads(p, weight):
    """weight = 1/N^3 or -1/N^3 is a Dulac function: N^3 div(F/N^3) = (beta/2) tr V (1 + u) (linear.case2-dulac)."""
    p.inside(ne(weight, 0))
    spread = gt(divergence(flow, weight=weight), 0)
    p.inside(spread, lambda p: p.sign(spread, as_=beta / 2 * tr(V) * (1 + u) * weight))
