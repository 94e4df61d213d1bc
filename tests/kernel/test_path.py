"""Mutants of a theorem on tokens that no search reaches are refuted along a solution that is given by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from theorems.low_temperature.stability_tokens import S, bound, width
from verify import Claim, cos, sin
from verify.kernel.path import on_path
from verify.kernel.proof import Refused, Step, refute
from verify.kernel.term import ZERO, Term, number, symbol

CLOCK = symbol("clock")
SMALL = Fraction(1, 100)


def turning(source: int) -> tuple[dict[Term, Term], dict[Term, Term]]:
    """(constants, how the rest moves): V = 0 as far as these tokens see it, and the source turns X away from Y.

    X = (cos f, sin f), Y = (cos f, -sin f) with f = s t/2 and v = s (-sin f, cos f): |X - Y|^2 = 4 sin^2 f has the rate
    2 <X - Y, v> = 4 s sin f cos f.
    """
    t, D, X, Y, a, b, v, l1, ld, s = S.symbols
    angle = Fraction(source, 2) * CLOCK
    zero = dict.fromkeys((*X, *Y, *a, *b, *v), ZERO)
    moving = {t: CLOCK, D: 4 * sin(angle) ** 2, X[0]: cos(angle), X[1]: sin(angle), Y[0]: cos(angle), Y[1]: -sin(angle)}
    moving |= {v[0]: -source * sin(angle), v[1]: source * cos(angle)}
    return {l1: number(SMALL), ld: ZERO, s: number(source)}, zero | moving


def fails(value: Any, until: Fraction, source: int = 1) -> str:
    sequent = Claim("t.turning", S, shows=bound(value), kind="lie").sequent
    constants, moving = turning(source)
    known = on_path(sequent.goal("main").during[-1], {**constants, **moving})
    steps = (Step("sign", {"shows": known, "as_": ZERO}),)  # s^2 >= |v|^2, and s^2 = |v|^2
    data = {"variable": CLOCK, "until": until, "at": moving, "steps": steps}
    return refute(sequent, "main", "path", constants, data).strength


def test_half_of_the_width_is_too_little():
    assert fails((width / 2) ** 2, Fraction(1)) == "ball"


def test_the_square_is_needed():
    assert fails(width, Fraction(1), source=2) == "ball"


def test_the_width_itself_is_enough():
    with pytest.raises(Refused, match="is not certain"):
        fails(width**2, Fraction(1))
