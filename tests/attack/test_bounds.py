"""Bounds that fail shortly before what is supposed of the time ends."""

from __future__ import annotations

import pytest

from verify import Claim, ClaimError, Nonneg, Real, Space, eq, ge, le
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


def test_a_bound_that_its_domain_says_already():
    space = Space(x=Nonneg())
    x = space.symbols
    with pytest.raises(ClaimError, match="widen the domain, such as real"):
        Claim("test.domain", space, shows=Bound(ge(x, 0), along={x: -1 - x}, start=(ge(x, 0),)))
