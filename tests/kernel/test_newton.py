"""Zeros are shown to exist, to be the only ones, and to be stable or not; multiple ones and near misses are not."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest
from flint import arb, arb_mat, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import abs2, absolute, any_of, cos, eq, exp, ge, gt, le, log, maximum, ne, sin, sqrt
from verify.attention import linear
from verify.kernel.cells import LEAF, Box, Malformed, split
from verify.kernel.newton import (
    SADDLE,
    SINK,
    SOURCE,
    STABLE,
    UNDECIDED,
    UNSTABLE,
    NotShown,
    all_zeros,
    determinant,
    kind,
    linearise,
    stable,
    trace,
    unique,
)
from verify.kernel.term import ONE, TermError, number, symbol
from verify.prove.cover import Stuck
from verify.prove.zeros import Zeros, propose

Q = Fraction
x, y, a, e = (symbol(name) for name in "xyae")
w = symbol("w", "complex")
LINE = Box.of({x: (-4, 4)})
PLANE = Box.of({x: (-2, 2), y: (-2, 2)})

small = st.fractions(min_value=-3, max_value=3, max_denominator=9)


def polynomial(roots, symbol=x):
    result = ONE
    for root in roots:
        result = result * (symbol - root)
    return result


def zeros_of(system, box, given=(), parameters=None, precision=128):
    found = propose(system, box, given, parameters, precision=precision)
    assert isinstance(found, Zeros), found
    return all_zeros(system, box, found.tree, found.boxes, given, parameters, precision)


def at(value: Fraction) -> arb:
    return arb(value.numerator) / value.denominator


def holds(ball: arb, value: Fraction) -> bool:
    return (ball * value.denominator - value.numerator).contains(0)


# one zero in a box


@settings(max_examples=200, deadline=None)
@given(st.lists(small, min_size=1, max_size=4), small, st.fractions(Q(1, 100), 3), st.data())
def test_what_is_shown_unique_is_the_only_known_root(roots, low, width, data):
    """Whatever the preconditioner is: it may be asked for, nonsense, or zero."""
    box = Box.of({x: (low, low + width)})
    inverse = data.draw(st.one_of(st.none(), st.builds(lambda q: [[q]], small)))
    with ctx.workprec(128):
        try:
            found = unique([polynomial(roots)], box, inverse=inverse)
        except NotShown:
            return
        inside = [root for root in roots if low <= root <= low + width]
        assert len(inside) == 1
        assert low < inside[0] < low + width
        assert holds(found.where[0], inside[0])


def test_a_simple_root_is_found_and_enclosed_tightly():
    found = unique([x**2 - 2], Box.of({x: (1, 2)}), precision=256)
    with ctx.workprec(256):
        assert (found.where[0] - arb(2).sqrt()).contains(0)
        assert found.where[0].rad() < arb(2) ** -240
    unique([x**2 - 2], Box.of({x: (1, 2)}), inverse=[[Q(1, 3)]])
    with pytest.raises(NotShown):
        unique([x**2 - 2], Box.of({x: (1, 2)}), inverse=[[Q(-1, 3)]])
    with pytest.raises(NotShown, match="shape"):
        unique([x**2 - 2], Box.of({x: (1, 2)}), inverse=[[Q(1, 3), Q(0)]])


@pytest.mark.parametrize(
    ("system", "box", "why"),
    [
        ([x**2], {x: (-1, 1)}, "singular"),
        ([(x - Q(1, 3)) ** 2], {x: (0, 1)}, "Krawczyk"),
        ([x**2 + 1], {x: (-1, 2)}, "Krawczyk"),
        ([x**2 - 1], {x: (-2, 2)}, "singular"),
        ([x**2 - 1], {x: (1, 3)}, "Krawczyk"),  # the zero lies on the boundary
        ([x - 1], {x: (1, 1)}, "Krawczyk"),
        ([x**2 - 1], {x: (2, 3)}, "Krawczyk"),
        ([1 / x - 1], {x: (-1, 2)}, "undefined|singular"),
        ([log(x)], {x: (0, 2)}, "undefined"),
        ([absolute(x)], {x: (-1, 2)}, "undefined"),
        ([maximum(x, 2 * x)], {x: (-1, 2)}, "derivative"),
        ([x, y], {x: (-1, 1)}, "square"),
        ([x * y, x + y], {x: (-1, 1), y: (-1, 1)}, "singular"),
        ([x + y, x + y], {x: (-1, 1), y: (-1, 2)}, "singular"),
    ],
)
def test_what_is_not_one_simple_zero_inside_is_not_shown(system, box, why):
    with pytest.raises(NotShown, match=why):
        unique(system, Box.of(box))


def test_parameters_as_balls_stand_for_each_of_their_values():
    box = Box.of({x: (1, 2)})
    with ctx.workprec(64):
        found = unique([x**2 - a], box, {a: arb(2.5, 0.3)}, 64)
        for value in (2.2, 2.5, 2.8):
            assert found.where[0].contains(arb(value).sqrt())
        with pytest.raises(NotShown):
            unique([x**2 - a], box, {a: arb(2.5, 1.6)}, 64)
    exact = unique([x**2 - a], box, {a: sqrt(number(5))})
    assert exact.where[0].rad() < 1e-30
    with pytest.raises(TermError, match="neither a coordinate"):
        unique([x**2 - a], box)
    with pytest.raises(TermError, match="no real Term"):
        unique([w * x - 1], box, {w: number(1)})


def test_two_dimensions_with_functions():
    """x = cos y, y = sin x: a fixed point of a contraction."""
    found = unique([x - cos(y), y - sin(x)], Box.of({x: ("1/2", 1), y: ("1/2", 1)}))
    value = 0.5
    for _ in range(200):
        value = math.cos(math.sin(value))
    assert found.where[0].overlaps(arb(value, 1e-12))
    assert "x = [0.768" in str(found)


# all zeros in a region


@settings(max_examples=60, deadline=None)
@given(st.lists(small, min_size=1, max_size=4, unique=True), st.sampled_from([ONE, x**2 + 1, exp(x), 3 - cos(x)]))
def test_simple_rational_roots_are_counted(roots, factor):
    found = zeros_of([polynomial(roots) * factor], LINE)
    assert len(found) == len(roots)
    with ctx.workprec(128):
        for root in roots:
            assert sum(holds(zero.where[0], root) for zero in found) == 1


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.fractions(-1, 1, max_denominator=5), min_size=1, max_size=2, unique=True),
    st.lists(st.fractions(-1, 1, max_denominator=5), min_size=1, max_size=2, unique=True),
    st.fractions(Q(1, 3), 1, max_denominator=4),
)
def test_the_zeros_of_a_sheared_product_are_counted(first, second, shear):
    """p(x + s y) = 0 = q(y): the zeros are known, and no box side is parallel to the first curves."""
    system = [polynomial(first, x + shear * y), polynomial(second, y)]
    found = zeros_of(system, Box.of({x: (-3, 3), y: (-2, 2)}))
    known = [(p - shear * q, q) for p, q in itertools.product(first, second)]
    assert len(found) == len(known)
    with ctx.workprec(128):
        for point in known:
            assert sum(all(map(holds, zero.where, point)) for zero in found) == 1


def test_none_several_and_outside():
    assert zeros_of([x**2 + 1], LINE) == ()
    assert zeros_of([x**2 + y**2 - 1, x - y - 4], PLANE) == ()
    assert len(zeros_of([x**2 + y**2 - 1, x - y], PLANE)) == 2
    assert len(zeros_of([x**2 + y**2 - 1, x - y], PLANE, [gt(x, 0)])) == 1
    assert len(zeros_of([x**2 + y**2 - 1, x - y], PLANE, [any_of(gt(x, 1), le(y, Q(-1, 2)))])) == 1
    assert len(zeros_of([sin(x)], Box.of({x: (-4, 4)}))) == 3
    assert len(zeros_of([sin(x)], Box.of({x: (-3, 3)}))) == 1


def test_a_zero_outside_the_region_may_be_listed_and_does_not_count():
    tree, both = (0, LEAF, LEAF), [Box.of({x: ("-3/2", "-1/2")}), Box.of({x: ("1/2", "3/2")})]
    box, half = Box.of({x: ("-5/4", "5/4")}), [ge(x, 0)]
    deep = (0, 0, LEAF, 0, LEAF, LEAF, 0, 0, LEAF, LEAF, LEAF)
    with pytest.raises(NotShown, match="may be a zero"):
        all_zeros([x**2 - 1], box, tree, both)
    assert len(all_zeros([x**2 - 1], box, deep, both)) == 2
    found = all_zeros([x**2 - 1], box, deep, both, half)
    assert len(found) == 1 and holds(found[0].where[0], Q(1))
    with pytest.raises(NotShown, match="may be a zero"):
        all_zeros([x**2 - 1], box, deep, both[1:])
    assert len(all_zeros([x**2 - 1], box, deep, both[1:], half)) == 1
    apart = Box.of({x: ("-5/4", "-3/4")})
    wide = Box.of({x: (-2, "1/2")})
    with pytest.raises(NotShown, match="meet"):
        all_zeros([x**2 - 1], box, deep, [both[0], apart, both[1]])
    with pytest.raises(NotShown, match="Krawczyk"):
        all_zeros([x**2 - 1], box, deep, [Box.of({x: (2, 3)}), *both])
    with pytest.raises(NotShown):
        all_zeros([x**2 - 1], box, deep, [wide, Box.of({x: ("9/16", "3/2")})])
    with pytest.raises(Malformed):
        all_zeros([x**2 - 1], box, deep[:-1], both)
    with pytest.raises(Malformed):
        all_zeros([x**2 - 1], box, deep, [Box.of({y: (0, 1)})])


def test_a_leaf_lies_in_a_box_on_every_axis():
    """The zeros are (1, 0) and (-1, 0); a box about the first holds no cell about the second."""
    listed = [Box.of({x: ("1/2", "3/2"), y: (-1, 1)})]
    assert listed[0].contains(Box.of({x: (1, "3/2"), y: (0, 1)}).cell)
    for ends in ({x: (0, 1), y: (0, 1)}, {x: (1, 2), y: (0, 1)}, {x: (1, "3/2"), y: (-2, 0)}, {x: (1, 1), y: (0, 2)}):
        assert not listed[0].contains(Box.of(ends).cell)
    found = propose([x**2 - 1, y], PLANE)
    assert isinstance(found, Zeros) and len(found.boxes) == 2
    assert len(all_zeros([x**2 - 1, y], PLANE, found.tree, found.boxes)) == 2
    for one in found.boxes:
        with pytest.raises(NotShown, match="may be a zero"):
            all_zeros([x**2 - 1, y], PLANE, found.tree, [one])


def test_a_zero_on_the_edge_of_the_region_is_not_decided():
    """exp(x) = 2 at x = log 2, which no ball hits."""
    system, box, tree, boxes = [exp(x) - 2], Box.of({x: ("1/2", 1)}), (LEAF,), [Box.of({x: ("1/4", "5/4")})]
    edge = log(number(2))
    for inside in (ge(x, Q(1, 2)), ne(x, 1), any_of(ge(x, edge), gt(x, Q(1, 2)))):
        assert len(all_zeros(system, box, tree, boxes, [inside])) == 1
    for outside in (ge(x, Q(7, 10)), eq(x, 1), any_of(gt(x, 1), le(x, Q(1, 2)))):
        assert all_zeros(system, box, tree, boxes, [outside]) == ()
        assert all_zeros(system, box, tree, boxes, [outside, ge(x, edge)]) == ()
    apart = [op(x, edge) for op in (ge, gt, ne, eq)]
    for open_ in (*apart, ge(log(x - edge), 0), any_of(gt(x, edge), gt(x, 1))):
        with pytest.raises(NotShown, match="not decided"):
            all_zeros(system, box, tree, boxes, [open_])
    assert all_zeros(system, Box.of({x: ("7/10", 1)}), tree, boxes) == ()
    third = Q(1, 3)
    with pytest.raises(NotShown, match="not decided"):
        all_zeros([exp(x - third) - 1], Box.of({x: (third, "1/2")}), tree, [Box.of({x: (0, "2/3")})])


@pytest.mark.parametrize(
    "system",
    [[(x - Q(1, 3)) ** 2], [x**2 * (x - 1)], [x**2 + y**2 - 1, x - 1], [x**2, y], [(x - y) * (x + y), x * y]],
    ids=str,
)
def test_a_multiple_zero_is_never_certified(system):
    box = LINE if len(system) == 1 else PLANE
    found = propose(system, box, budget=300)
    assert isinstance(found, Stuck) and "may be a zero" in found.why


def test_systems_that_are_not_square_are_refused():
    for system in ([x], [x, y, x]):
        with pytest.raises(NotShown):
            propose(system, PLANE)
        with pytest.raises(NotShown):
            all_zeros(system, PLANE, (LEAF,), [Box.of({x: (-1, 1), y: (-1, 1)})])


# the equilibrium of the limit cycle, T10b

DISK = split([w])
SQUARE = Box.of({sym: (-1, 1) for sym in DISK.symbols})
CLOSED = DISK.relation(ge(1 - abs2(w), 0))


def ott_antonsen(epsilon):
    return DISK.parts(linear.field([[1, -1], [1, 1]], [[epsilon + Q(1, 2), -1], [1, epsilon - Q(1, 2)]], w, beta=2))


def test_exactly_one_equilibrium_in_the_closed_disk_and_it_is_a_source():
    system = ott_antonsen(Q(4, 5))
    found = propose(system, SQUARE, CLOSED)
    assert isinstance(found, Zeros) and found.cells <= 93
    (zero,) = all_zeros(system, SQUARE, found.tree, found.boxes, CLOSED)
    matrix = linearise(system, zero)
    with ctx.workprec(128):
        for ball, wanted in zip(zero.where, ("-0.211663525206", "0.255746642409"), strict=True):
            assert abs(ball - at(Q(wanted))) < 1e-12 and ball.rad() < 1e-30
        assert abs(trace(matrix) - at(Q("0.06741016761"))) < 1e-11
        assert abs(determinant(matrix) - at(Q("4.18209020092"))) < 1e-11
    assert kind(matrix) == SOURCE
    assert stable(matrix) == UNSTABLE
    assert stable([[-entry for entry in row] for row in matrix]) == STABLE


def test_a_missing_or_shifted_part_of_the_certificate_is_noticed():
    system = ott_antonsen(Q(4, 5))
    found = propose(system, SQUARE, CLOSED)
    with pytest.raises(NotShown, match="may be a zero"):
        all_zeros(system, SQUARE, found.tree, (), CLOSED)
    (box,) = found.boxes
    shifted = Box(box.symbols, tuple((low + Q(1, 2), high + Q(1, 2)) for low, high in box.ends))
    with pytest.raises(NotShown):
        all_zeros(system, SQUARE, found.tree, (shifted,), CLOSED)
    half = [*CLOSED, gt(DISK.symbols[0], 0)]
    assert all_zeros(system, SQUARE, found.tree, found.boxes, half) == ()
    with pytest.raises(NotShown, match="may be a zero"):
        all_zeros(system, SQUARE, (LEAF,), found.boxes, CLOSED)
    for at_, mark in enumerate(found.tree):
        if mark != LEAF:
            continue
        with pytest.raises(Malformed):
            all_zeros(system, SQUARE, found.tree[:at_] + found.tree[at_ + 1 :], found.boxes, CLOSED)


@pytest.mark.parametrize("k", [1, 40, 95])
def test_a_cell_of_parameters_is_decided_at_once(k):
    """e in the k-th of 96 cells of [0.7706, 0.8662]: one source each."""
    low, width = Q("0.7706"), Q("0.0956") / 96
    with ctx.workprec(64):
        cell = at(low + (k + Q(1, 2)) * width) + arb(0, 1) * at(width / 2)
    system = ott_antonsen(e)
    found = propose(system, SQUARE, CLOSED, {e: cell}, precision=64)
    assert isinstance(found, Zeros)
    (zero,) = all_zeros(system, SQUARE, found.tree, found.boxes, CLOSED, {e: cell}, 64)
    assert kind(linearise(system, zero, {e: cell}, 64)) == SOURCE
    exact = propose(ott_antonsen(low + k * width), SQUARE, CLOSED)
    (inside,) = all_zeros(ott_antonsen(low + k * width), SQUARE, exact.tree, exact.boxes, CLOSED)
    assert all(outer.overlaps(inner) for outer, inner in zip(zero.where, inside.where, strict=True))


# stability


def balls(rows):
    return [[at(Q(entry)) if not isinstance(entry, arb) else entry for entry in row] for row in rows]


@st.composite
def spectra(draw):
    """Blocks with known real parts, at most 4 rows: real eigenvalues and pairs p +- i q."""
    parts, blocks = [], []
    while (size := sum(map(len, blocks))) < 4:
        p = draw(st.fractions(-2, 2, max_denominator=4))
        if size <= 2 and draw(st.booleans()):
            q = draw(st.fractions(Q(1, 4), 2, max_denominator=4))
            blocks.append([[p, q], [-q, p]])
            parts += [p, p]
        else:
            blocks.append([[p]])
            parts.append(p)
        if draw(st.booleans()):
            break
    return parts, blocks


@settings(max_examples=300, deadline=None)
@given(spectra(), st.data())
def test_stability_of_matrices_with_known_spectrum(spectrum, data):
    parts, blocks = spectrum
    n = len(parts)
    matrix = [[Q(0)] * n for _ in range(n)]
    at_ = 0
    for block in blocks:
        for i, row in enumerate(block):
            for j, entry in enumerate(row):
                matrix[at_ + i][at_ + j] = entry
        at_ += len(block)
    shears = data.draw(
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.integers(-2, 2)), max_size=5)
    )
    for i, j, c in shears:  # similar by elementary matrices
        if i != j:
            matrix[i] = [p + c * q for p, q in zip(matrix[i], matrix[j], strict=True)]
            for row in matrix:
                row[j] -= c * row[i]
    with ctx.workprec(128):
        rows = balls(matrix)
        assert determinant(rows).overlaps(arb_mat(rows).det())
    found = stable(rows)
    if all(part < 0 for part in parts):
        assert found == STABLE
    elif any(part > 0 for part in parts):
        assert found in (UNSTABLE, UNDECIDED)
        assert found == UNSTABLE or any(part == 0 for part in parts) or _balanced(matrix, parts)
    else:
        assert found == UNDECIDED
    if n == 2 and all(parts):
        real = len(blocks) == 2
        wanted = SADDLE if real and parts[0] * parts[1] < 0 else (SINK if parts[0] < 0 else SOURCE)
        assert kind(rows) == wanted


def _balanced(matrix, parts):
    """Eigenvalues symmetric about 0 leave coefficients and determinants at zero, which no ball calls negative."""
    return any(p + q == 0 for p, q in itertools.combinations(parts, 2)) or sum(parts) == 0


@pytest.mark.parametrize(
    ("matrix", "wanted"),
    [
        ([[-1]], STABLE),
        ([[1]], UNSTABLE),
        ([[0]], UNDECIDED),
        ([[arb(0, 1)]], UNDECIDED),
        ([[arb("nan")]], UNDECIDED),
        ([[0, 1], [-1, 0]], UNDECIDED),
        ([[0, 1], [-1, -1]], STABLE),
        ([[-1, 2], [2, -1]], UNSTABLE),
        ([[0, 1, 0], [0, 0, 1], [-1, -3, -3]], STABLE),
        ([[0, 1, 0], [0, 0, 1], [-9, -2, -3]], UNSTABLE),  # all coefficients positive
        ([[0, 1, 0], [0, 0, 1], [-6, -2, -3]], UNDECIDED),  # a pair on the imaginary axis
        ([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [-1, -4, -6, -4]], STABLE),
        ([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [-5, -1, -3, -1]], UNSTABLE),
    ],
)
def test_routh_and_hurwitz(matrix, wanted):
    assert stable(balls(matrix)) == wanted


def test_kinds_and_shapes():
    assert kind(balls([[arb(-1, 0.1), 0], [0, arb(1, 0.1)]])) == SADDLE
    assert kind(balls([[arb(-1, 0.1), 1], [-1, arb(-1, 0.1)]])) == SINK
    flat = arb(0, 0.1)
    for rows in (
        [[arb(0, 1), 1], [-1, arb(0, 1)]],
        [[1, 0], [0, flat]],
        [[-1, 0], [0, flat]],
        [[arb("nan"), 0], [0, 1]],
    ):
        assert kind(balls(rows)) == UNDECIDED
    with pytest.raises(NotShown, match="two real dimensions"):
        kind(balls([[1]]))
    for rows in ([], [[1, 2]], [[int(i == j) for j in range(5)] for i in range(5)]):
        with pytest.raises(NotShown, match="up to four"):
            stable(balls(rows))


def test_the_same_proposal_every_time():
    system = ott_antonsen(Q(4, 5))
    assert propose(system, SQUARE, CLOSED) == propose(system, SQUARE, CLOSED)
