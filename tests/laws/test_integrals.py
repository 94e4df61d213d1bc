"""One law for integrals: the ball contains what two other arithmetics make of them, and the ring's identities hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import acb, arb
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.strategies import W, X, Y, fractions, terms
from verify.kernel import ball, ring
from verify.kernel import term as t
from verify.kernel.ring import NotPolynomial
from verify.kernel.term import Term, TermError, integral, number, postorder
from verify.readings import precise
from verify.readings.batch import compile_batch
from verify.spell.text import parse_term

mpmath: Any = pytest.importorskip("mpmath")

BENT = ("abs", "min", "max")
smooth = st.one_of(
    terms(symbols=(X, Y), depth=3, partial=False), terms(symbols=(X, Y, W), depth=3, partial=False, real=False)
).filter(lambda body: not any(node.kind in BENT for node in postorder(body)))
ends = st.one_of(fractions(3).map(number), st.just(Y), st.just(t.PI))
places = st.fixed_dictionaries({Y: fractions(2), W: st.tuples(fractions(2), fractions(2))})


def at(place: dict[Term, Any]) -> dict[Term, Term]:
    return {Y: number(place[Y]), W: number(place[W][0]) + t.I * number(place[W][1])}


def ball_of(value: Any, radius: float) -> acb:
    return acb(arb(float(mpmath.re(value)), radius), arb(float(mpmath.im(value)), radius))


@settings(max_examples=60, deadline=None)
@given(smooth, ends, ends, places)
def test_the_ball_contains_what_mpmath_integrates(body, low, high, place):
    value, point = integral(body, X, low, high), at(place)
    found = acb(ball.enclose(value, point, 128))
    assume(found.is_finite() and found.rad() < 1e-9 and abs(found) < 1e6)
    coarse, fine = (precise.evaluate(value, point, digits) for digits in (10, 20))
    assume(abs(coarse - fine) < 1e-10)  # mpmath has resolved the oscillations of the body
    assert found.overlaps(ball_of(fine, 1e-8))


@settings(max_examples=60, deadline=None)
@given(smooth, ends, ends, st.lists(places, min_size=1, max_size=4))
def test_the_batch_is_as_close_to_the_ball_as_it_says(body, low, high, many):
    value = integral(body, X, low, high)
    points = [at(place) for place in many]
    columns = {Y: np.array([float(place[Y]) for place in many])}
    columns[W] = np.array([complex(*map(float, place[W])) for place in many])
    ((values, errors),) = compile_batch([value], [Y, W])(columns)
    for point, seen, error in zip(points, values, errors, strict=True):
        exactly = all(float(each) == each for place in many for each in (place[Y], *place[W]))
        found = acb(ball.enclose(value, point, 128))
        if not (exactly and np.isfinite(error) and found.is_finite()):
            continue
        gap = abs(acb(float(np.real(seen)), float(np.imag(seen))) - found)
        assert gap.lower() <= arb(8 * float(error) + 1e-300), (value, point, seen, found)


@settings(max_examples=60, deadline=None)
@given(smooth, ends, ends, ends)
def test_what_the_ring_says_of_an_integral_is_true_of_its_ball(body, low, middle, high):
    """Linearity, the order of the ends and where they meet."""
    parts = integral(body, X, low, middle) + integral(body, X, middle, high)
    try:
        assert ring.equal(parts, integral(body, X, low, high))
        assert ring.equal(integral(2 * body + Y, X, low, high), 2 * integral(body, X, low, high) + Y * (high - low))
        assert ring.equal(integral(body, X, low, high), -integral(body, X, high, low))
    except NotPolynomial:
        return
    point = {Y: number("2/3"), W: number("1/2") + t.I}
    whole, split = (acb(ball.enclose(each, point, 96)) for each in (integral(body, X, low, high), parts))
    assert whole.overlaps(split) or not (whole.is_finite() and split.is_finite())


@settings(max_examples=60, deadline=None)
@given(smooth, smooth, ends, ends)
def test_what_the_ring_identifies_is_equal(left, right, low, high):
    sides = integral(left, X, low, high), integral(right, X, low, high)
    try:
        same = ring.equal(*sides)
    except NotPolynomial:
        return
    point = {Y: number("2/3"), W: number("1/2") + t.I}
    a, b = (acb(ball.enclose(each, point, 96)) for each in sides)
    assert not same or a.overlaps(b) or not (a.is_finite() and b.is_finite())


@settings(max_examples=60, deadline=None)
@given(smooth, ends, ends)
def test_the_name_of_the_variable_does_not_matter(body, low, high):
    other = t.symbol("other")
    renamed = integral(body.subs(X, other), other, low, high)
    try:
        assert ring.equal(integral(body, X, low, high), renamed)
    except NotPolynomial:
        return


@settings(max_examples=60, deadline=None)
@given(smooth, ends, ends)
def test_text_is_read_back(body, low, high):
    value = integral(body, X, low, high)
    names = {str(sym): sym for sym in (X, Y, W)}
    assert parse_term(str(value), names) is value


@settings(max_examples=60, deadline=None)
@given(smooth, ends, ends, fractions(2).map(number))
def test_substitution_and_value_commute(body, low, high, chosen):
    value = integral(body, X, low, high)
    try:
        moved = value.subs(Y, chosen)
    except TermError:
        return
    point = {W: number("1/2") + t.I}
    direct, later = (acb(ball.enclose(*each, 96)) for each in ((value, {**point, Y: chosen}), (moved, point)))
    assert direct.overlaps(later) or not (direct.is_finite() and later.is_finite())
