"""What changes with differences of angles alone is looked at with one angle less."""

from __future__ import annotations

import pytest

from verify import Positive, Real, Space, cos, exp, gt, sin
from verify.kernel import ring
from verify.kernel.relation import ge
from verify.kernel.sign import Facts
from verify.prove.forms import manifest
from verify.prove.turned import apart, turned

S = Space(s=Real(), t=Real(), b=Positive())
s, t, b = S.symbols
SCORE = cos(s) * cos(t) + sin(s) * sin(t)


@pytest.mark.parametrize(
    ("value", "same"),
    [
        (SCORE, True),
        (exp(b * SCORE) * sin(s - t), True),
        (s - t, True),
        (b + 0 * s, True),
        (cos(s) * cos(t), False),
        (cos(s + t), False),
        (exp(b * cos(s)), False),
    ],
)
def test_what_stays_when_both_turn(value, same):
    assert turned(value, (s, t)) is same
    (moved,), back = apart((value,), (s, t))
    assert bool(back) is same and (t not in moved.symbols) >= same
    assert ring.equal(moved.subs(back), value)


def test_one_state_has_no_differences():
    assert apart((cos(s),), (s,)) == ((cos(s),), {})
    assert apart((SCORE, cos(s)), (s, t)) == ((SCORE, cos(s)), {})


def test_a_sign_in_differences():
    """b exp(2 b <x, y>) sin^2 for two tokens at angles s and t, written in their coordinates."""
    value = b * exp(b * SCORE) ** 2 * (sin(s) * cos(t) - cos(s) * sin(t)) ** 2
    form = manifest(value, [gt(b, 0)])
    assert form is not None and Facts([gt(b, 0)]).holds(ge(form, 0)) and ring.equal(form, value)
    assert manifest(-value, [gt(b, 0)]) is None
