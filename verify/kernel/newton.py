"""Rule `newton`: zeros of square systems in boxes, by Krawczyk's operator; their number in a region; their stability.

For X a box, c its middle and Y any matrix, K(X) = c - Y f(c) + (I - Y f'(X))(X - c). A zero in X lies in K(X). If
K(X) lies in the interior of X, then Y and every matrix in f'(X) are regular and X holds exactly one zero
(Krawczyk 1969; Moore, Kearfott and Cloud 2009, theorem 8.2). Parameters may be balls: then all this holds for each of
their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import arb, arb_mat, ctx

from verify.kernel import point as at_point
from verify.kernel.cells import Box, Malformed, Tree, leaves
from verify.kernel.cover import Cover, Quantity, certainly_fails, certainly_holds, gradient
from verify.kernel.exact import Undefined
from verify.kernel.longtime import NotShown
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.tape import Tape
from verify.kernel.term import ZERO, Term, number

__all__ = [
    "PRECISION",
    "SADDLE",
    "SINK",
    "SOURCE",
    "STABLE",
    "UNDECIDED",
    "UNSTABLE",
    "Enclosure",
    "NotShown",
    "all_zeros",
    "determinant",
    "exclusion",
    "kind",
    "linearise",
    "stable",
    "trace",
    "unique",
]

PRECISION = 128
MAX_DIMENSION = 8
ROUNDS = 200
STABLE, UNSTABLE, UNDECIDED = "stable", "unstable", "undecided"
SINK, SOURCE, SADDLE = "sink", "source", "saddle"
Matrix = list[list[arb]]


@dataclass(frozen=True)
class Enclosure:
    """Exactly one zero lies in `box`, and it lies in the balls `where`, for every value of the parameters.

    Attributes:
        where: one ball per symbol of the box.
    """

    box: Box
    where: tuple[arb, ...] = field(compare=False)

    def __str__(self) -> str:
        return ", ".join(f"{s} = {x.str(16)}" for s, x in zip(self.box.symbols, self.where, strict=True))


class _System:
    """n real Terms and their n^2 partial derivatives, compiled."""

    def __init__(
        self, terms: Sequence[Term], symbols: Sequence[Term], parameters: Mapping[Term, Any], precision: int
    ) -> None:
        self.size = len(symbols)
        if len(terms) != self.size or not 1 <= self.size <= MAX_DIMENSION:
            raise NotShown(f"{len(terms)} equations in {self.size} unknowns; the system must be square")
        rows = [gradient(each, symbols) for each in terms]
        entries: list[Term] = []
        for each, row in zip(terms, rows, strict=True):
            if row is None:
                raise NotShown(f"{each} has no derivative by form")
            entries.extend(row)
        self.tape = Tape([list(terms), entries], symbols, parameters, precision)

    def values(self, point: Sequence[arb]) -> list[arb]:
        return [*self.tape.run(self.tape.start(point), 0)]

    def jacobian(self, balls: Sequence[arb]) -> Matrix:
        """Raises NotShown where the system or a derivative may be undefined."""
        slots = self.tape.start(balls)
        entries = [*self.tape.run(slots, 0), *self.tape.run(slots, 1)]
        if not all(entry.is_finite() for entry in entries):
            raise NotShown("the system or a derivative may be undefined in the box")
        n = self.size
        return [entries[n + n * k : 2 * n + n * k] for k in range(n)]

    def preconditioner(self, point: Sequence[arb]) -> Matrix:
        """An approximate inverse of the Jacobian at a point; nothing rests on how good it is."""
        mids = [[entry.mid() for entry in row] for row in self.jacobian(point)]
        try:
            inverse = arb_mat(mids).inv()
        except ZeroDivisionError:
            raise NotShown("the Jacobian in the middle of the box is singular, or nearly so") from None
        found = [[inverse[i, j].mid() for j in range(self.size)] for i in range(self.size)]
        if not all(entry.is_finite() for row in found for entry in row):
            raise NotShown("the Jacobian in the middle of the box is singular, or nearly so")
        return found

    def krawczyk(self, balls: Sequence[arb], middle: Sequence[arb], inverse: Matrix) -> list[arb]:
        slopes, values = self.jacobian(balls), self.values(middle)
        n = range(self.size)
        spread = [x - c for x, c in zip(balls, middle, strict=True)]
        found = []
        for i in n:
            total = middle[i] - sum((inverse[i][k] * values[k] for k in n), arb(0))
            for j in n:
                entry = sum((inverse[i][k] * slopes[k][j] for k in n), arb(0))
                total = total + ((1 if i == j else 0) - entry) * spread[j]
            found.append(total)
        return found


def unique(
    system: Sequence[Term],
    box: Box,
    parameters: Mapping[Term, Any] | None = None,
    precision: int = PRECISION,
    inverse: Sequence[Sequence[Fraction]] | None = None,
) -> Enclosure:
    """The box holds exactly one zero of the system, in its interior.

    Args:
        system: as many real Terms as the box has symbols.
        parameters: the other free symbols, to exact Terms or balls.
        inverse: the matrix Y; by default the approximate inverse of the Jacobian in the middle.

    Raises:
        NotShown: K(X) is not inside the box, or the system may be undefined there.
        TermError: a Term is not real or has an unknown symbol.
    """
    with ctx.workprec(precision):
        compiled = _System(system, box.symbols, parameters or {}, precision)
        cell = box.cell
        if inverse is None:
            matrix = compiled.preconditioner(cell.middle)
        else:
            matrix = [[arb(each.numerator) / each.denominator for each in row] for row in inverse]
            if len(matrix) != compiled.size or any(len(row) != compiled.size for row in matrix):
                raise NotShown("the preconditioner has another shape than the system")
        image = compiled.krawczyk(cell.balls, cell.middle, matrix)
        for sym, ball, low, high in zip(box.symbols, image, *_corners(box), strict=True):
            if not (ball.is_finite() and ball > low and ball < high):
                raise NotShown(f"Krawczyk: {sym} = {ball.str(6)} does not stay inside the box {box}")
        where = [a.intersection(b) for a, b in zip(image, cell.balls, strict=True)]
        return Enclosure(box, tuple(_refined(compiled, where)))


def _corners(box: Box) -> tuple[list[arb], list[arb]]:
    """Balls around the lower and the upper ends."""
    whole = [1] * len(box.symbols)
    return box.cell.face([-mark for mark in whole]).balls, box.cell.face(whole).balls


def _refined(system: _System, where: list[arb]) -> list[arb]:
    """Smaller balls around the one zero in `where`: it lies in K(X), too."""
    for _ in range(ROUNDS):
        middle = [ball.mid() for ball in where]
        try:
            image = system.krawczyk(where, middle, system.preconditioner(middle))
        except NotShown:
            break
        if not all(ball.is_finite() for ball in image):
            break
        smaller = [a.intersection(b) for a, b in zip(image, where, strict=True)]
        done = all(100 * new.rad() > 99 * old.rad() for new, old in zip(smaller, where, strict=True))
        where = smaller
        if done:
            break
    return where


def linearise(
    system: Sequence[Term],
    enclosure: Enclosure,
    parameters: Mapping[Term, Any] | None = None,
    precision: int = PRECISION,
) -> Matrix:
    """Balls around the entries of the Jacobian at the zero: row i, column j is d system_i / d symbol_j.

    Raises:
        NotShown: a derivative may be undefined there.
    """
    with ctx.workprec(precision):
        compiled = _System(system, enclosure.box.symbols, parameters or {}, precision)
        return compiled.jacobian(enclosure.where)


def determinant(matrix: Sequence[Sequence[arb]]) -> arb:
    """By Laplace expansion; for few rows and balls that may hold zero."""
    if not matrix:
        return arb(1)
    total = arb(0)
    for j, entry in enumerate(matrix[0]):
        minor = determinant([[*row[:j], *row[j + 1 :]] for row in matrix[1:]])
        total = total + (entry * minor if j % 2 == 0 else -entry * minor)
    return total


def trace(matrix: Sequence[Sequence[arb]]) -> arb:
    return sum((matrix[k][k] for k in range(len(matrix))), arb(0))


def _characteristic(matrix: Sequence[Sequence[arb]]) -> list[arb]:
    """a_1, ..., a_n of lambda^n + a_1 lambda^(n-1) + ... + a_n: signed sums of principal minors."""
    n = len(matrix)
    found = []
    for k in range(1, n + 1):
        total = arb(0)
        for mask in range(1 << n):
            rows = [i for i in range(n) if mask >> i & 1]
            if len(rows) == k:
                total = total + determinant([[matrix[i][j] for j in rows] for i in rows])
        found.append(total if k % 2 == 0 else -total)
    return found


def stable(matrix: Sequence[Sequence[arb]], precision: int = PRECISION) -> str:
    """STABLE: every eigenvalue has a negative real part (Routh-Hurwitz). UNSTABLE: one has a positive real part.

    A matrix without such an eigenvalue is a limit of stable ones, so none of its coefficients and Hurwitz
    determinants is negative; one that certainly is shows UNSTABLE. Up to four rows.

    Raises:
        NotShown: more than four rows.
    """
    n = len(matrix)
    if not 1 <= n <= 4 or any(len(row) != n for row in matrix):
        raise NotShown(f"stability is decided for square matrices of up to four rows; found {n}")
    with ctx.workprec(precision):
        a = [arb(1), *_characteristic(matrix)]

        def entry(i: int, j: int) -> arb:
            at = 2 * (j + 1) - (i + 1)
            return a[at] if 0 <= at <= n else arb(0)

        minors = [determinant([[entry(i, j) for j in range(k)] for i in range(k)]) for k in range(1, n + 1)]
        if not all(each.is_finite() for each in (*a, *minors)):
            return UNDECIDED
        if all(minor > 0 for minor in minors):
            return STABLE
        return UNSTABLE if any(each < 0 for each in (*a, *minors)) else UNDECIDED


def kind(matrix: Sequence[Sequence[arb]], precision: int = PRECISION) -> str:
    """SINK, SOURCE, SADDLE or UNDECIDED, of a 2 x 2 matrix of balls, by determinant and trace.

    Raises:
        NotShown: another shape.
    """
    if len(matrix) != 2 or any(len(row) != 2 for row in matrix):
        raise NotShown("the kind of an equilibrium is named in two real dimensions")
    with ctx.workprec(precision):
        det, tr = determinant(matrix), trace(matrix)
    if not (det.is_finite() and tr.is_finite()):
        return UNDECIDED
    if det < 0:
        return SADDLE
    if det > 0 and tr < 0:
        return SINK
    return SOURCE if det > 0 and tr > 0 else UNDECIDED


def exclusion(
    system: Sequence[Term],
    box: Box,
    given: Iterable[Relation | AnyOf] = (),
    parameters: Mapping[Term, Any] | None = None,
    precision: int = PRECISION,
) -> Cover:
    """What passes on a cell without zeros in the region: one equation excludes 0 on it, or a hypothesis fails."""
    nonzero = AnyOf(tuple(Relation("ne", each, ZERO) for each in system))
    return Cover(nonzero, box, given, parameters, precision)


def all_zeros(
    system: Sequence[Term],
    box: Box,
    tree: Tree,
    zeros: Sequence[Box],
    given: Iterable[Relation | AnyOf] = (),
    parameters: Mapping[Term, Any] | None = None,
    precision: int = PRECISION,
    exact: Mapping[int, Sequence[Fraction | Term]] | None = None,
) -> tuple[Enclosure, ...]:
    """All zeros of the system in {points of the box where `given` holds}: exactly the ones returned.

    Args:
        tree: each leaf has no zero in the region, or lies in one of the boxes `zeros`.
        zeros: pairwise disjoint boxes, each with exactly one zero of the system; a zero that certainly lies outside
            the region does not count.
        exact: by the number of its box, a zero with algebraic coordinates, for one that may lie on the boundary.

    Raises:
        NotShown: a leaf is neither, a box is not shown to hold one zero, or where a zero lies is not decided.
        Malformed: a tree or a box of another shape.
        TermError: a Term is not real or has an unknown symbol.
    """
    known = dict(parameters or {})
    relations = list(given)
    for at, one in enumerate(zeros):
        if one.symbols != box.symbols:
            raise Malformed(f"the box {one} has other symbols than the region")
        for other in zeros[:at]:
            if one.meets(other):
                raise NotShown(f"the boxes {one} and {other} meet, so they may hold the same zero")
    found = [unique(system, one, known, precision) for one in zeros]
    apart = exclusion(system, box, relations, known, precision)
    with ctx.workprec(precision):
        for cell in leaves(box, tree):
            if not any(one.contains(cell) for one in zeros) and not apart.passes(cell):
                where = cell.text(box.names)
                raise NotShown(f"on {where} there may be a zero; the cell lies in no box of one zero")
        points = dict(exact or {})
        verdicts = [
            _exactly_there(system, each, points[at], relations, box)
            if at in points
            else _belongs(each, box, relations, known, precision)
            for at, each in enumerate(found)
        ]
    return tuple(each for each, there in zip(found, verdicts, strict=True) if there)


def _exactly_there(
    system: Sequence[Term],
    zero: Enclosure,
    place: Sequence[Fraction | Term],
    given: Iterable[Relation | AnyOf],
    box: Box,
) -> bool:
    """Does the zero, which is the given algebraic point, lie in the region? Decided exactly."""
    values = [each if isinstance(each, Term) else number(each) for each in place]
    if len(values) != len(zero.box.symbols):
        raise NotShown(f"the point {', '.join(map(str, place))} has not {len(zero.box.symbols)} coordinates")
    point = dict(zip(zero.box.symbols, values, strict=True))
    if not _within(values, zero.box):
        raise NotShown(f"the point {', '.join(map(str, place))} does not lie in the box {zero.box}")
    try:
        vanishes = [at_point.decide(Relation("eq", each, ZERO), point) for each in system]
        decisions = [at_point.decide(relation, point) for relation in given]
    except Undefined as error:
        raise NotShown(f"at the zero {zero}: {error}") from None
    if any(each != (True, at_point.EXACT) for each in vanishes):
        raise NotShown(f"the system does not vanish exactly at {', '.join(map(str, place))}")
    if not _within(values, box):
        return False
    if any(each is not None and not each[0] for each in decisions):
        return False
    if None in decisions:
        raise NotShown(f"whether the zero {zero} lies in the region is not decided")
    return True


def _within(values: Sequence[Term], box: Box) -> bool:
    """Are these numbers in the box?

    Raises:
        NotShown: one is not a real number.
    """
    for value, (low, high) in zip(values, box.ends, strict=True):
        if value.symbols or not value.is_real:
            raise NotShown(f"{value} is not a real number")
        sides = Relation("ge", value, number(low)), Relation("ge", number(high), value)
        try:
            decisions = [at_point.decide(side, {}) for side in sides]
        except Undefined as error:
            raise NotShown(f"{value}: {error}") from None
        if None in decisions:
            raise NotShown(f"whether {value} is between {low} and {high} is not decided")
        if not all(each is not None and each[0] for each in decisions):
            return False
    return True


def _belongs(
    zero: Enclosure, box: Box, given: Iterable[Relation | AnyOf], parameters: Mapping[Term, Any], precision: int
) -> bool:
    """Does the zero certainly lie in the region? False: certainly not."""
    verdicts: list[bool | None] = []
    for ball, low, high in zip(zero.where, *_corners(box), strict=True):
        verdicts.append(True if ball >= low and ball <= high else (False if ball < low or ball > high else None))
    for relation in given:
        options: list[bool | None] = []
        for option in relation.options:
            value = Quantity(option.gap, box.symbols, parameters, precision).naive(zero.where)
            if not value.is_finite():
                options.append(None)
            elif certainly_holds(option.op, (value, value)):
                options.append(True)
            else:
                options.append(False if certainly_fails(option.op, (value, value)) else None)
        verdicts.append(True if True in options else (None if None in options else False))
    if False in verdicts:
        return False
    if None in verdicts:
        raise NotShown(f"whether the zero {zero} lies in the region is not decided")
    return True
