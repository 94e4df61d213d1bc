"""Cells cover their box, enclosures enclose, and a relation is shown on a box only where it holds."""

from __future__ import annotations

import dataclasses
import itertools
import json
from fractions import Fraction
from math import prod

import pytest
from flint import arb, ctx
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.kernel.test_proof import proof_of
from tests.strategies import SYMBOLS, W, X, Y, fractions, terms
from verify import (
    PI,
    Claim,
    Complex,
    Disk,
    Inequality,
    Interval,
    Positive,
    Real,
    Space,
    Sphere,
    abs2,
    absolute,
    any_of,
    asin,
    conj,
    cos,
    eq,
    exp,
    ge,
    gt,
    im,
    le,
    log,
    lt,
    maximum,
    ne,
    re,
    sin,
    sqrt,
    tan,
    tanh,
)
from verify import Mean as mean
from verify import certificate as certificates
from verify.check import Mismatch, replay
from verify.kernel import ball
from verify.kernel import point as at_point
from verify.kernel.cells import LEAF, Box, Malformed, leaves, ranges, split
from verify.kernel.cover import Cover, NotCovered, Quantity, check, setting
from verify.kernel.proof import Refused, Step, prove
from verify.kernel.relation import AnyOf
from verify.kernel.term import TermError, number, symbol
from verify.prove.cover import Found, Stuck, cover_step, expanded, propose

x, y = X, Y
a = symbol("a")
Q = Fraction
UNIT = Box.of({x: (0, 1)})
AROUND = Box.of({x: (-1, 1)})
SQUARE = Box.of({x: (-2, 2), y: (-2, 2)})
MOTZKIN = x**4 * y**2 + x**2 * y**4 - 3 * x**2 * y**2 + 1
LANGEVIN = (exp(2 * x) + 1) / (exp(2 * x) - 1) - 1 / x
AMOS = x / (1 + sqrt(x**2 + 4))


# cells


@st.composite
def trees(draw: st.DrawFn, dimension: int = 2, size: int = 12):
    """Well-formed trees of up to `size` splits."""
    left = draw(st.integers(0, size))
    marks, due = [], 1
    while due:
        axis = draw(st.integers(0, dimension - 1)) if left and draw(st.booleans()) else LEAF
        marks.append(axis)
        due += 1 if axis != LEAF else -1
        left -= axis != LEAF
    return tuple(marks)


def _volume(ends) -> Fraction:
    return prod((high - low for low, high in ends), start=Q(1))


@given(trees(3), fractions(), fractions())
def test_leaves_cover_the_box_and_meet_in_faces_only(tree, low, width):
    box = Box.of({x: (low, low + abs(width)), y: (0, 1), a: (-1, Q(1, 3))})
    found = [cell.ends for cell in leaves(box, tree)]
    assert len(found) == tree.count(LEAF)
    assert sum(_volume(ends) for ends in found) == _volume(box.cell.ends)
    for left, right in itertools.combinations(found, 2):
        common = [(max(p, r), min(q, s)) for (p, q), (r, s) in zip(left, right, strict=True)]
        assert any(p >= q for p, q in common)
    for ends in found:
        assert all(p <= r and s <= q for (p, q), (r, s) in zip(box.ends, ends, strict=True))


@given(trees(2, 20), fractions(), fractions(), st.sampled_from([30, 64, 200]), st.booleans())
def test_the_balls_of_a_leaf_contain_it(tree, low, width, precision, warm):
    """Also where they are made from those of the cell above (warm)."""
    box = Box.of({x: (low, low + abs(width)), y: (-1, Q(1, 3))})
    root = box.cell

    def ball_of(value):
        return arb(value.numerator) / value.denominator

    with ctx.workprec(precision):
        if warm:
            assert root.balls
        stack = [root]
        for mark in tree:
            cell = stack.pop()
            if mark != LEAF:
                stack += reversed(cell.halves(mark))
            for face in (cell, cell.face([1, -1]), cell.face([0, 1])):
                parts = zip(face.balls, face.middle, face.spread, face.ends, strict=True)
                for whole, centre, reach, (p, q) in parts:
                    with ctx.workprec(1000):
                        for end in (p, q):
                            assert (whole * end.denominator - end.numerator).contains(0)
                            assert (reach - ball_of(end) + ball_of((p + q) / 2)).contains(0)
                        assert (centre - ball_of((p + q) / 2)).contains(0)
                        assert whole.rad() < 0.501 * float(q - p) + 1e-6


@pytest.mark.parametrize(
    "tree",
    [
        (),
        (0,),
        (0, -1),
        (0, -1, -1, -1),
        (-1, -1),
        (2, -1, -1),
        (-2, -1, -1),
        (True, -1, -1),
        (0.0, -1, -1),
        ("0", -1, -1),
    ],
    ids=str,
)
def test_a_tree_that_is_none_is_refused(tree):
    with pytest.raises(Malformed):
        leaves(SQUARE, tree)
    with pytest.raises(Malformed):
        check(gt(exp(x), 0), SQUARE, tree)


def test_a_tree_has_bounded_depth_and_is_a_tuple():
    with pytest.raises(Malformed, match="deeper"):
        leaves(UNIT, (0,) * 601 + (LEAF,) * 602)
    with pytest.raises(Malformed, match="tuple"):
        leaves(UNIT, [LEAF])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("symbols", "ends"),
    [
        ((x,), ()),
        ((), ()),
        ((x, x), ((Q(0), Q(1)), (Q(0), Q(1)))),
        ((W,), ((Q(0), Q(1)),)),
        ((x,), ((Q(1), Q(0)),)),
        ((x,), ((0.0, 1.0),)),
        ((x + 1,), ((Q(0), Q(1)),)),
    ],
)
def test_a_box_that_is_none_is_refused(symbols, ends):
    with pytest.raises(Malformed):
        Box(symbols, ends)


@settings(max_examples=200, deadline=None)
@given(terms((X, Y, W), depth=3, real=False), fractions(), fractions(), fractions(), fractions())
def test_real_and_imaginary_parts_are_those_of_the_term(value, p, q, u, v):
    real = split([X, Y, W])
    try:
        parts = real.parts(value)
    except TermError:
        assume(False)
    assert all(part.is_real and set(part.symbols) <= set(real.symbols) for part in parts)
    whole = ball.enclose(value, {X: number(p), Y: number(q), W: real.mapping[W].subs(_at(real, p, q, u, v))}, 128)
    assume(whole.is_finite())
    place = _at(real, p, q, u, v)
    for part, wanted in zip(parts, (whole.real, whole.imag), strict=True):
        found = ball.enclose(part, place, 128)
        assert not found.is_finite() or found.overlaps(wanted)


def _at(real, p, q, u, v):
    return dict(zip(real.symbols, map(number, (p, q, u, v)), strict=True))


def test_a_complex_equality_is_two_and_an_inequality_an_alternative():
    real = split([W])
    equalities = real.relation(eq(W, 2))
    assert [type(each).__name__ for each in equalities] == ["Relation", "Relation"]
    (apart,) = real.relation(ne(W, 2))
    assert isinstance(apart, AnyOf)
    with pytest.raises(TermError, match="alternatives"):
        real.relation(any_of(eq(W, 2), gt(abs2(W), 1)))


def test_fresh_names_avoid_those_in_use():
    real = split([W, symbol("re0")], taken=[symbol("im0")])
    assert [str(sym) for sym in real.symbols] == ["re0x", "im0x", "re0"]
    assert [str(each) for each in real.coordinates] == ["re(w)", "im(w)", "re0"]


# enclosures

CELLS = st.tuples(fractions(3), st.sampled_from([Q(0), Q(1, 64), Q(1, 7), Q(1), Q(4)]))


@settings(max_examples=400, deadline=None)
@given(terms((X, Y), depth=4), CELLS, CELLS, st.data())
def test_every_bound_holds_at_every_point_of_the_cell(value, first, second, data):
    """Natural extension, mean-value form and monotone faces alike; and a bounded Term is defined on all the cell."""
    ends = [(low, low + width) for low, width in (first, second)]
    box = Box((X, Y), tuple(ends))
    with ctx.workprec(64):
        bounds = list(Quantity(value, (X, Y), {}, 64).bounds(box.cell))
    for _ in range(4):
        shares = [data.draw(st.sampled_from([Q(0), Q(1), Q(1, 2), Q(1, 3), Q(9, 10)])) for _ in ends]
        point = {s: number(p + t * (q - p)) for s, t, (p, q) in zip((X, Y), shares, ends, strict=True)}
        found = ball.enclose(value, point, 200)
        for low, high in bounds:
            with ctx.workprec(200):
                assert low.is_finite() and high.is_finite()
                assert not (found < low.lower()) and not (found > high.upper())
        if bounds:
            assert at_point.has_value(value, point)


@settings(max_examples=150, deadline=None)
@given(terms((X, Y), depth=4, functions=False), fractions(), fractions())
def test_a_cell_of_one_point_has_the_value_of_the_term(value, p, q):
    with ctx.workprec(128):
        bounds = list(Quantity(value, (X,), {Y: number(q)}, 128).bounds(Box((X,), ((p, p),)).cell))
    wanted = ball.enclose(value, {X: number(p), Y: number(q)}, 128)
    for low, high in bounds:
        assert low.overlaps(wanted) and high.overlaps(wanted)


def test_the_mean_value_form_is_tighter_where_a_symbol_repeats():
    quantity = Quantity(x - x**2, (x,), {}, 64)
    with ctx.workprec(64):
        (naive, _), *rest = quantity.bounds(Box.of({x: ("1/2", "33/64")}).cell)
    low, high = rest[-1]
    assert high.upper() - low.lower() < naive.rad() / 10


# true statements

TRUE = {
    "square": (ge(x**2, 0), AROUND, ()),
    "exponential": (ge(exp(x), 1 + x), Box.of({x: (0, 3)}), ()),
    "sine": (le(sin(x), x), Box.of({x: ("1/10", 4)}), ()),
    "cosine": (ge(cos(x), 1 - x**2 / 2), Box.of({x: ("1/10", 3)}), ()),
    "logarithm": (le(log(x), x - Q(99, 100)), Box.of({x: ("1/10", 5)}), ()),
    "hyperbolic tangent": (lt(tanh(x), 1), Box.of({x: (-8, 8)}), ()),
    "arcus": (ge(asin(x), x), Box.of({x: ("1/8", "15/16")}), ()),
    "tangent": (ge(tan(x), x + x**3 / 3), Box.of({x: ("1/8", "3/2")}), ()),
    "maximum": (ge(maximum(x, y), (x + y) / 2 - Q(1, 50)), Box.of({x: (-1, 1), y: (-1, 1)}), ()),
    "modulus": (ge(absolute(x), x - Q(1, 10**6)), AROUND, ()),
    "motzkin": (gt(MOTZKIN + Q(1, 10**6), 0), SQUARE, ()),
    "amos": (ge(LANGEVIN, AMOS), Box.of({x: (10, 20)}), ()),
    "in the disk": (ge(2 - x - y, Q(58578, 10**5)), Box.of({x: (-1, 1), y: (-1, 1)}), (ge(1, x**2 + y**2),)),
    "on the circle": (gt(x**2 + 2 * y**2, Q(9, 10)), Box.of({x: (-1, 1), y: (-1, 1)}), (eq(x**2 + y**2, 1),)),
    "off the diagonal": (ne(x - y, 0), Box.of({x: (0, 1), y: (0, 1)}), (gt(x, y + Q(1, 10)),)),
    "one of two": (any_of(gt(x, Q(1, 3)), lt(x, Q(1, 2))), UNIT, ()),
    "outside both": (gt(x**2, Q(24, 100)), AROUND, (any_of(ge(x, Q(1, 2)), le(x, Q(-1, 2))),)),
    "touches an end": (le(x**2, 1), AROUND, ()),
    "touches a corner": (ge(x + y, 0), Box.of({x: (0, 1), y: (0, 1)}), ()),
    "touches an end that is not dyadic": (ge(3 * x**3, Q(1, 9)), Box.of({x: ("1/3", 1)}), ()),
}


@pytest.mark.parametrize("case", TRUE.values(), ids=TRUE.keys())
def test_a_true_relation_is_covered(case):
    shows, box, known = case
    found = propose(shows, box, known)
    assert isinstance(found, Found), found
    assert found.cells == found.tree.count(LEAF)
    check(shows, box, found.tree, known)


def test_few_cells_for_the_amos_bound():
    """The natural extension needs 10,283 cells, the mean-value form 509."""
    found = propose(*TRUE["amos"])
    assert isinstance(found, Found) and found.cells < 520


def test_touching_zero_at_an_end():
    """1 - x**2 >= 0 on [-1, 1] needs cells on which it is monotone: there its sign at the end is exact."""
    shows = le(x**2, 1)
    with pytest.raises(NotCovered, match=r"\[-\d\.\d*e-9"):
        check(shows, AROUND, (LEAF,))
    check(shows, AROUND, (0, 0, LEAF, LEAF, 0, LEAF, LEAF))
    with pytest.raises(NotCovered, match=r"x in \[-1, -0.5\] .* > 0"):
        check(lt(x**2, 1), AROUND, (0, 0, LEAF, LEAF, 0, LEAF, LEAF))


def test_the_square_of_a_ball_about_zero():
    """arb(0, 1)**2 is nan; a power is a product, and an even one is not negative."""
    check(ge(x**2, 0), AROUND, (LEAF,))
    check(gt(x**6 - x**2, Q(-11, 10)), AROUND, (LEAF,))
    with pytest.raises(NotCovered):
        check(ge(x**3, 0), AROUND, (LEAF,))


def test_parameters_are_exact_terms_or_balls():
    shows = gt(a * x + 1, 0)
    check(shows, AROUND, (LEAF,), parameters={a: sqrt(number(2)) / 2})
    check(shows, AROUND, (LEAF,), parameters={a: arb(0, 0.99)})
    for wrong in (arb(0, 1.01), sqrt(number(2)), arb("nan")):
        with pytest.raises(NotCovered):
            check(shows, AROUND, (LEAF,), parameters={a: wrong})
    with pytest.raises(TermError, match="neither a coordinate"):
        check(shows, AROUND, (LEAF,))
    # touching zero at a corner is decided exactly, for exact parameters
    check(ge(x - a, 0), Box.of({x: ("1/3", 1)}), (LEAF,), parameters={a: number(Q(1, 3))})
    with pytest.raises(NotCovered):
        check(ge(x - a, 0), Box.of({x: ("1/3", 1)}), (LEAF,), parameters={a: arb(1) / 3})


def test_precision():
    """e to 24 digits, from below."""
    shows = gt(exp(x), Q("2.71828182845904523536028"))
    point = Box.of({x: (1, 1)})
    with pytest.raises(NotCovered):
        check(shows, point, (LEAF,), precision=64)
    check(shows, point, (LEAF,), precision=128)
    for precision in (1, 0, 1 << 20):
        with pytest.raises(TermError, match="precision"):
            check(shows, point, (LEAF,), precision=precision)


# false statements

FALSE = {
    "square": (gt(x**2, 0), AROUND, ()),
    "motzkin": (ge(MOTZKIN, Q(1, 1000)), SQUARE, ()),
    "exponential": (ge(exp(x), 1 + x + Q(1, 10**4)), AROUND, ()),
    "beyond the disk": (ge(2 - x - y, Q(58579, 10**5)), Box.of({x: (-1, 1), y: (-1, 1)}), (ge(1, x**2 + y**2),)),
    "tangency": (ne(x - y, 0), Box.of({x: (0, 1), y: (0, 1)}), (ge(x, y),)),
    "sine": (lt(sin(x), Q(999, 1000)), Box.of({x: (0, 3)}), ()),
}


@pytest.mark.parametrize("case", FALSE.values(), ids=FALSE.keys())
def test_a_false_relation_is_refused_with_a_place(case):
    shows, box, known = case
    found = propose(shows, box, known)
    assert isinstance(found, Stuck)
    point = {sym: number(v) for sym, v in found.point.items()}
    if found.false:
        assert all(at_point.decide(relation, point) == (True, "exact") for relation in known)
        decision = at_point.decide(shows, point)
        assert decision is not None and not decision[0]
        assert found.why.startswith("fails at ")
    else:
        gap = ball.enclose(shows.gap, point)
        assert abs(gap) < 1e-4 and "touches zero" in found.why


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(FALSE.values())), st.data())
def test_no_tree_makes_a_false_relation_true(case, data):
    shows, box, known = case
    tree = data.draw(trees(len(box.symbols), 30))
    with pytest.raises(NotCovered):
        check(shows, box, tree, known)


@pytest.mark.parametrize("case", [TRUE["motzkin"], TRUE["in the disk"], TRUE["amos"]], ids=["motzkin", "disk", "amos"])
def test_a_corrupted_tree_is_refused_or_still_a_cover(case):
    """A missing leaf, one too many, another axis. Whatever is accepted splits the whole box."""
    shows, box, known = case
    tree = propose(shows, box, known).tree
    dimension = len(box.symbols)
    step = max(1, len(tree) // 23)
    for at in range(0, len(tree), step):
        with pytest.raises(Malformed):
            check(shows, box, tree[:at] + tree[at + 1 :], known)
        with pytest.raises(Malformed):
            check(shows, box, (*tree[:at], LEAF, *tree[at:]), known)
    refused = 0
    for at in [k for k, mark in enumerate(tree) if mark != LEAF][:: max(1, step // 2)]:
        if dimension == 1:
            with pytest.raises(Malformed):
                check(shows, box, (*tree[:at], 1, *tree[at + 1 :]), known)
            refused += 1
            continue
        swapped = (*tree[:at], 1 - tree[at], *tree[at + 1 :])
        assert sum(_volume(cell.ends) for cell in leaves(box, swapped)) == _volume(box.cell.ends)
        try:
            check(shows, box, swapped, known)
        except NotCovered:
            refused += 1
    assert refused
    with pytest.raises((NotCovered, Malformed)):
        check(shows, box, _pruned(tree), known)


def _pruned(tree):
    """The tree without its deepest pair of leaves."""
    at = max(k for k in range(len(tree) - 2) if tree[k] != LEAF and tree[k + 1] == tree[k + 2] == LEAF)
    return (*tree[:at], LEAF, *tree[at + 3 :])


@pytest.mark.parametrize(
    ("shows", "known"),
    [
        (ne(x, 0), ge(0, x)),
        (ne(x, 0), eq(x, 0)),
        (lt(x, 0), ne(x, 0)),
        (gt(x, 0), ge(-(x**2), 0)),
        (gt(x, 1), ge(x, 1)),
    ],
    ids=str,
)
def test_a_hypothesis_that_holds_at_an_end_excludes_nothing(shows, known):
    for tree in [(LEAF,), (0, LEAF, LEAF), (0, 0, LEAF, LEAF, LEAF)]:
        with pytest.raises(NotCovered):
            check(shows, UNIT, tree, [known])


def test_a_corner_is_exact_or_nothing():
    third = Box.of({x: ("1/3", 1), y: (0, 1)})
    check(ge(x - Q(1, 3) + y, 0), third, (LEAF,))
    tiny = Q(1, 10**30)
    for false in (x - Q(1, 3) - tiny + y, x - Q(1, 3) + y**2 - y / 2, x - Q(1, 3) - tiny * exp(x)):
        with pytest.raises(NotCovered):
            check(ge(false, 0), third, (LEAF,))
    with pytest.raises(NotCovered):
        check(gt(x - Q(1, 3) + y, 0), third, (LEAF,))


def test_every_hypothesis_counts():
    for name in ("in the disk", "on the circle", "off the diagonal", "outside both"):
        shows, box, known = TRUE[name]
        tree = propose(shows, box, known).tree
        for at in range(len(known)):
            with pytest.raises(NotCovered):
                check(shows, box, tree, known[:at] + known[at + 1 :])


UNDEFINED = {
    "reciprocal": (gt(1 / x, -1), UNIT),
    "cancelled": (ge(x / x, 1), AROUND),
    "square of a reciprocal": (gt(1 / x**2, 0), AROUND),
    "logarithm": (lt(log(x), 1), UNIT),
    "root": (ge(sqrt(x), 0), AROUND),
    "tangent": (gt(tan(x) ** 2, -1), Box.of({x: (1, 2)})),
    "arcus": (lt(asin(x), 2), Box.of({x: (0, 2)})),
    "bounded function of a pole": (lt(tanh(1 / x), 2), AROUND),
    "power": (gt(x ** Q(1, 3), -1), AROUND),
    "vanishing factor": (ge(0 * (1 / x), 0), AROUND),
}


@pytest.mark.parametrize("case", UNDEFINED.values(), ids=UNDEFINED.keys())
def test_what_may_be_undefined_is_never_shown(case):
    shows, box = case
    for tree in [(LEAF,), (0, LEAF, LEAF), (0, LEAF, 0, LEAF, LEAF), (0, 0, LEAF, LEAF, 0, LEAF, LEAF)]:
        with pytest.raises(NotCovered, match="undefined") as caught:
            check(shows, box, tree)
        assert not caught.value.low.is_finite()
    assert isinstance(propose(shows, box, budget=3000), Stuck)


def test_an_undefined_hypothesis_excludes_nothing():
    with pytest.raises(NotCovered):
        check(gt(x, 2), UNIT, (LEAF,), [gt(-1 / x, 0)])
    check(gt(x, 2), Box.of({x: ("1/2", 1)}), (LEAF,), [gt(-1 / x, 0)])


def test_what_cannot_be_covered():
    with pytest.raises(TermError, match="equality"):
        check(eq(x, x), UNIT, (LEAF,))
    with pytest.raises(TermError, match="no real Term"):
        check(gt(mean(x, x), 0), UNIT, (LEAF,))
    with pytest.raises(TermError, match="no real Term"):
        check(ne(W, 0), UNIT, (LEAF,))


def test_a_refusal_names_the_cell_and_the_enclosure():
    with pytest.raises(
        NotCovered, match=r"^on x in \[0, 0.5\] the gap lies in \[-0.3\d*, 0.3\d*\], not certainly > 0$"
    ):
        check(gt(x**2 + x, Q(3, 8)), UNIT, (0, LEAF, LEAF))


def test_cover_says_what_is_violated():
    cover = Cover(gt(x, 0), AROUND, [ge(x, -Q(1, 2))])
    with ctx.workprec(64):
        assert cover.violated(Box.of({x: (Q(-1, 4), Q(-1, 8))}).cell)
        assert not cover.violated(Box.of({x: (Q(-3, 4), Q(-1, 8))}).cell)
        assert not cover.violated(Box.of({x: (Q(-1, 4), Q(1, 8))}).cell)


# the box comes from the facts

D = Space(w=Disk(), x=Real(), v=Sphere(2))
w = D.symbols[0]


@pytest.mark.parametrize(
    ("facts", "coordinate", "wanted"),
    [
        ([ge(x, 1), ge(3, x)], x, (1, 3)),
        ([gt(2 * x, 1), lt(x, y), lt(3 * x + 1, 7)], x, (Q(1, 2), 2)),
        ([ge(x, 1), ge(x, 2), le(x, 3), le(x, 5)], x, (2, 3)),
        ([eq(2 * x, 3)], x, (Q(3, 2), Q(3, 2))),
        ([ge(x, 1)], x, None),
        ([ne(x, 1), ge(x, 0)], x, None),
        ([ne(4, x**2)], x, None),
        ([ge(x**2, 1)], x, None),
        ([le(x**2, 4)], x, (-2, 2)),
        ([gt(1 - abs2(w), 0)], re(w), (-1, 1)),
        ([gt(1 - abs2(w), 0)], im(w), (-1, 1)),
        ([eq(x**2 + 4 * y**2, 1)], y, (Q(-1, 2), Q(1, 2))),
        ([eq(1, x**2 + 4 * y**2)], x, (-1, 1)),
        ([eq(x**2 - y**2, 1)], x, None),
        ([le(x**2 - y**2, 1)], x, None),
        ([le(x**2 + y**2 + x * y, 1)], x, None),
        ([any_of(le(x**2, 1), le(x, 0))], x, None),
        ([ge(1 / x, 1), ge(x, 0)], x, None),
    ],
)
def test_ranges_are_read_from_the_facts(facts, coordinate, wanted):
    found = ranges(facts, [coordinate])
    if wanted is None:
        assert found == {}
    else:
        assert found == {coordinate: wanted}


@given(st.fractions(min_value=0, max_value=10**6))
def test_a_root_is_bounded_from_above_and_tightly(c):
    (found,) = ranges([le(x**2, c)], [x]).values()
    assert found[0] == -found[1] and found[1] ** 2 >= c and max(Q(0), found[1] - Q(1, 1 << 20)) ** 2 <= c


def test_the_setting_of_a_relation():
    box = ((re(w), Q(-1), Q(1)), (im(w), Q(-1), Q(1)))
    target, cells, known = setting(ne(w - 2, 0), box, D.facts)
    assert isinstance(target, AnyOf) and [str(s) for s in cells.symbols] == ["re0", "im0"] and len(known) == 1
    for wrong in [
        box[:1],
        (*box, box[0]),
        ((re(w), Q(-1), Q(1)), (im(w), Q(-1), Q(99, 100))),
        ((re(w), Q(0), Q(1)), box[1]),
        (*box, (D.symbols[1], Q(0), Q(1))),
        ((re(w), -1.0, 1.0), box[1]),
        (w, Q(0), Q(1)),
    ]:
        with pytest.raises(Malformed):
            setting(ne(w - 2, 0), wrong, D.facts)
    with pytest.raises(Malformed, match="no coordinate for x"):
        setting(gt(re(w) + D.symbols[1], 0), box, D.facts)


# as a step of an argument

I2 = Space(x=Interval(1, 3), y=Interval(0, 2, open=True))


def covered(space: Space, shows, given=(), **how) -> Claim:
    case = Claim("test.cover", space, shows=shows, given=given)
    case.argument(lambda p: p.cover(**how))
    return case


PROVED = {
    "interval": covered(I2, Inequality(exp(x) + cos(y), ">", x)),
    "disk": covered(Space(w=Disk()), Inequality(abs2(3 + conj(W) ** 2), ">", 3)),
    "complex": covered(Space(w=Disk(closed=True)), Inequality(exp(W) - 3, "!=", 0)),
    "hypothesis": covered(I2, Inequality(x * exp(y) - exp(y), ">", 0), given=[gt(x, y + Q(11, 10))], also=[y]),
    "rewritten": covered(I2, Inequality((x + y) ** 2 - (x + y) * y, ">=", 1), as_=x**2 + x * y - 1),
    "pi": covered(Space(x=Interval(0, 1)), Inequality(sin(PI * x / 2), ">=", x / 2)),
}


@pytest.mark.parametrize("case", PROVED.values(), ids=PROVED.keys())
def test_a_claim_is_proved_by_cover_and_its_certificate_replays(case):
    proof = proof_of(case)
    (step,) = proof.steps["main"]
    assert step.rule == "cover" and "why" not in step.data
    data = json.loads(json.dumps(certificates.to_json(case.id, str(case), proof)))
    replay(data, case.sequent, lambda _: None)
    for field, broken in {
        "tree": (*step.data["tree"], LEAF),
        "box": tuple((c, low, low + (high - low) / 2) for c, low, high in step.data["box"]),
        "precision": 1,
        "as_": step.data["shows"].gap + 1,
    }.items():
        edited = dataclasses.replace(step, data={**step.data, field: broken})
        forged = {"main": (edited,)}
        with pytest.raises(Refused, match=r"cover|precision"):
            _prove_with(case, forged, proof.witness)


def _prove_with(case, steps, witness):
    return prove(case.sequent, steps, witness)


def test_an_edited_certificate_of_a_cover_is_rejected():
    """p > 5/2 on [1, 3] is false; the tree of p > 0 does not show it, nor does any box smaller than the facts say."""
    honest, lie = (covered(I2, Inequality(x + y, ">", c)) for c in (Q(1, 2), Q(5, 2)))
    proof = proof_of(honest)
    data = certificates.to_json(honest.id, str(honest), proof)
    with pytest.raises(Mismatch, match="another statement"):
        replay(data, lie.sequent, lambda _: None)
    step = proof.steps["main"][0]
    aimed = {**step.data, "shows": lie.sequent.goals[0][1].relation}
    small = ((x, Q(2), Q(3)), (y, Q(1), Q(2)))
    for data in (aimed, {**aimed, "box": small}, {**aimed, "box": small, "tree": (LEAF,)}):
        with pytest.raises(Refused, match="cover"):
            _prove_with(lie, {"main": (Step("cover", data),)}, proof.witness)


REFUSED = {
    "false": (covered(I2, Inequality(exp(x), ">", 3 + y)), "fails at x = "),
    "unbounded": (covered(Space(x=Positive()), Inequality(exp(x), ">", x)), "needs two rational bounds for x"),
    "no range": (covered(Space(w=Complex()), Inequality(abs2(W) + 1, ">", 0)), r"bounds for re\(w\), im\(w\)"),
    "touching": (covered(Space(x=Interval(-1, 1)), Inequality(exp(x - Q(1, 3)), ">=", x + Q(2, 3))), "touches zero"),
    "undefined": (covered(Space(x=Interval(0, 1)), Inequality(1 / x, ">", 0)), "obligation|undefined"),
}


@pytest.mark.parametrize(("case", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_says_where_and_why(case, why):
    with pytest.raises(Refused, match=why):
        proof_of(case)


def test_cover_discharges_an_obligation():
    space = Space(x=Interval(0, 1))
    case = Claim("test.obligation", space, shows=Inequality(1 / (exp(x) - x), "<=", Q(11, 10)))

    def argument(p):
        p.cover(ne(exp(x) - x, 0))
        p.cover()

    case.argument(argument)
    assert [step.rule for step in proof_of(case).steps["main"]] == ["cover", "cover"]


def test_cover_knows_the_branch_and_what_was_shown():
    space = Space(x=Interval(-1, 1))
    case = Claim("test.branch", space, shows=Inequality(sqrt(x**2 + 1), ">=", x))
    signs = any_of(gt(x, Q(1, 4)), eq(x, Q(1, 4)), lt(x, Q(1, 4)))
    case.argument(lambda p: p.cases(signs, lambda q: q.cover(), lambda q: q.cover(), lambda q: q.cover()))
    proof = proof_of(case)
    boxes = [branch[0].data["box"][0][1:] for branch in proof.steps["main"][0].data["branches"]]
    assert boxes == [(Q(1, 4), 1), (Q(1, 4), Q(1, 4)), (-1, Q(1, 4))]


def test_the_step_is_the_same_every_time_and_expands_where_that_helps():
    facts = (ge(x, -1), le(x, 1), ge(y, -1), le(y, 1))
    shows = gt((x + y + 1) ** 3 - (x + y) ** 3 - 3 * (x + y) * (x + y + 1), Q(1, 2))
    assert expanded(shows.left) is number(1)
    step = cover_step(shows, facts)
    assert step.data["tree"] == (LEAF,) and step.data["as_"].kind == "rat"
    cover_step.cache_clear()
    assert cover_step(shows, facts) == step


@settings(max_examples=150, deadline=None)
@given(terms(SYMBOLS[:3], depth=3), fractions(), fractions(), fractions())
def test_an_expansion_has_the_same_values(value, p, q, u):
    form = expanded(value)
    if form is None:
        return
    point = {X: number(p), Y: number(q), W: number(u)}
    here, there = ball.enclose(value, point, 128), ball.enclose(form, point, 128)
    assert not here.is_finite() or not there.is_finite() or here.overlaps(there)


def test_the_budget_ends_the_search():
    found = propose(ge(MOTZKIN, 0), SQUARE, budget=500)
    assert isinstance(found, Stuck) and "enclosures" in found.why and found.evaluations <= 600
    again = propose(ge(MOTZKIN, 0), SQUARE, budget=500)
    assert again == found
