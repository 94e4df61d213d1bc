"""Mutants of a theorem on tokens that no search reaches are refuted along a solution that is given by hand."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from theorems.low_temperature import headline_tokens
from theorems.low_temperature.stability_tokens import S, bound, width
from verify import Claim, Inequality, Matrices, Space, Token, cos, gt, sin
from verify.check import Mismatch, _second_arithmetic
from verify.judge import judge
from verify.kernel import ball
from verify.kernel.path import alike, on_path
from verify.kernel.point import concrete
from verify.kernel.proof import Refused, Step, refute
from verify.kernel.term import ONE, ZERO, Term, number, symbol, wasserstein

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


def test_the_distance_of_a_few_points_is_an_assignment():
    """Beside the Hungarian method, in floats; and, of tokens that are alike, the distance of points."""
    rng = np.random.default_rng(3)
    for n, order in itertools.product((1, 2, 3), (1, 2)):
        x, y, u, v = names = [symbol(name) for name in "xyuv"]
        values = rng.integers(-5, 6, (4, n))
        costs = np.hypot(*(values[k][:, None] - values[k + 2][None, :] for k in (0, 1))) ** order
        rows, columns = linear_sum_assignment(costs)
        wanted = (costs[rows, columns].mean()) ** (1 / order)
        point = {name: tuple(number(int(each)) for each in row) for name, row in zip(names, values, strict=True)}
        found = concrete(wasserstein(order, [x, y], [u, v], *names), point)
        assert float(ball.enclose(found, {}).mid()) == pytest.approx(wanted, abs=1e-12)
        if n == 1:
            same = alike(wasserstein(order, [x, y], [u, v], *names)).subs({name: point[name][0] for name in names})
            assert float(ball.enclose(same, {}).mid()) == pytest.approx(wanted, abs=1e-12)


def starts_at(value: Any) -> str:
    """Does a bound of the distance to the limit fail at the start P = Q = (3/5, 4/5), z = 3/5, rho f = (1 - z)/2?"""
    of = headline_tokens.S
    t, D, X, Y, a, b, v, P, Q, z, l1, l2, ld, s, rho, f = of.symbols
    sequent = Claim("t.start", of, shows=headline_tokens.bound(value), kind="lie").sequent
    point = {sym: (ZERO,) for sym in (D, *X, *Y, *a, *b, *v, P[2])} | dict.fromkeys((t, l2, ld), ZERO)
    point |= {X[0]: (ONE,), Y[0]: (ONE,), l1: ONE, s: ONE, rho: ONE, f: number("1/5")}
    point |= {sym: (number("3/5"),) for sym in (P[0], Q[0], z)} | {sym: (number("4/5"),) for sym in (P[1], Q[1])}
    return refute(sequent, "main", "point", point).strength


def test_the_headline_is_sharp_at_the_start_and_fails_below():
    width, fades = headline_tokens.width, headline_tokens.fades
    assert starts_at((width + fades) / 2) == "exact"
    assert starts_at(width) == "exact"
    with pytest.raises(Refused, match="does not certainly fail"):
        starts_at(width + fades)
    assert starts_at(width + fades - number("1/1000")) == "exact"


def test_a_verdict_says_by_how_much_a_distance_misses_its_bound(tmp_path):
    """W_2 of the laws of X and Y <= 1: the gap is a number, and the checker's other arithmetic reads it as well."""
    space = Space(token=Token(Matrices(2, 1)))
    x, y = space.symbols
    claim = Claim("t.apart", space, shows=Inequality(wasserstein(2, [x], [y], x, y), "<=", 1), kind="lie")
    verdict = judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)
    found = verdict.counterexample["simplest"]
    (first,), (second,) = (map(Fraction, found["point"][str(each)]) for each in (x, y))
    assert Fraction(found["gap"]) == 1 - abs(first - second) < 0
    with pytest.raises(Mismatch):
        _second_arithmetic(gt(wasserstein(2, [x], [y], x, y), 1), {x: (number(3),), y: (number(0),)})
