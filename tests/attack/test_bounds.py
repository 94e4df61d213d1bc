"""Bounds that fail shortly before what is supposed of the time ends."""

from __future__ import annotations

from verify import Claim, Real, Space, eq, le
from verify.attack import attack
from verify.conclusions import Bound


def _tangent(most):
    space = Space(x=Real(), t=Real())
    x, t = space.symbols
    start, during = (eq(x, 0), eq(t, 0)), (le(t, 1),)
    shows = Bound(le(x, most), along={x: 1 + x**2, t: 1 + 0 * t}, start=start, during=during)
    return Claim("test.tangent", space, shows=shows)


def test_a_bound_that_fails_just_before_the_end():
    outcome = attack(_tangent("3/2"), 20_000, 0)  # tan 1 = 1.557
    assert outcome.simplest is not None and outcome.simplest.rule == "flow"
    assert attack(_tangent("8/5"), 20_000, 0).simplest is None
