"""Cells: real coordinates of complex symbols, boxes with rational ends, and the binary trees that split them.

A tree is a flat tuple in preorder: `LEAF`, or the axis along which the cell is halved, followed by the tree of the
lower half and that of the upper half. So its leaves cover the box and meet in faces only, whatever the numbers are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt, lcm
from typing import Any

from flint import arb

from verify.kernel import ring
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import (
    ONE,
    OPAQUE,
    ZERO,
    I,
    Term,
    TermError,
    absolute,
    add,
    build,
    cos,
    div,
    exp,
    fold,
    im,
    mul,
    number,
    power,
    re,
    sin,
    sqrt,
    symbol,
)

__all__ = [
    "LEAF",
    "MAX_CELLS",
    "Box",
    "Cell",
    "Malformed",
    "Split",
    "Tree",
    "leaves",
    "parts",
    "ranges",
    "split",
]

LEAF = -1
MAX_CELLS = 1 << 20
MAX_DEPTH = 600
Tree = tuple[int, ...]
Pair = tuple[Term, Term]


class Malformed(ValueError):
    """A box or a tree that is none; one line."""


# real coordinates


def parts(value: Term) -> Pair:
    """(real part, imaginary part) as real Terms, equal to those of `value` wherever it is defined.

    Args:
        value: its symbols are real; complex values come from I.

    Raises:
        TermError: a complex symbol, a mean, or a complex base with a symbolic exponent.
    """
    return fold(value, _parts)


def _parts(node: Term, args: Sequence[Pair]) -> Pair:
    kind = node.kind
    if kind in ("mean", "integral", *OPAQUE) or (kind == "sym" and not node.is_real):
        raise TermError(f"{node} has no real coordinates here; split complex symbols, leave means and integrals out")
    if kind == "i":
        return ZERO, ONE
    if not node.args:
        return node, ZERO
    a, b = args[0]
    if kind == "add":
        return add(*(x for x, _ in args)), add(*(y for _, y in args))
    if kind == "mul":
        for c, d in args[1:]:
            a, b = _product((a, b), (c, d))
        return a, b
    if kind in ("conj", "re", "im"):
        return {"conj": (a, _minus(b)), "re": (a, ZERO), "im": (b, ZERO)}[kind]
    if kind in ("abs2", "abs"):
        if b is ZERO:
            return (power(a, 2) if kind == "abs2" else absolute(a)), ZERO
        square = add(power(a, 2), power(b, 2))
        return (square if kind == "abs2" else sqrt(square)), ZERO
    if all(y is ZERO for _, y in args):
        return build(kind, [x for x, _ in args]), ZERO
    if kind == "div":
        return _quotient((a, b), args[1])
    if kind == "pow" and node.args[1].kind == "rat":
        k = int(node.args[1].payload)
        return _whole_power((a, b), k) if k >= 0 else _quotient((ONE, ZERO), _whole_power((a, b), -k))
    if kind == "exp":
        scale = exp(a)
        return mul(scale, cos(b)), mul(scale, sin(b))
    raise TermError(f"{node} has no real and imaginary part by form")


def _minus(value: Term) -> Term:
    return mul(number(-1), value)


def _product(left: Pair, right: Pair) -> Pair:
    (a, b), (c, d) = left, right
    if b is ZERO and d is ZERO:
        return mul(a, c), ZERO
    return add(mul(a, c), _minus(mul(b, d))), add(mul(a, d), mul(b, c))


def _whole_power(base: Pair, k: int) -> Pair:
    result, square = (ONE, ZERO), base
    while k:
        if k & 1:
            result = _product(result, square)
        k >>= 1
        if k:
            square = _product(square, square)
    return result


def _quotient(above: Pair, below: Pair) -> Pair:
    c, d = below
    if d is ZERO:
        return div(above[0], c), (ZERO if above[1] is ZERO else div(above[1], c))
    norm = add(power(c, 2), power(d, 2))
    a, b = _product(above, (c, _minus(d)))
    return div(a, norm), div(b, norm)


@dataclass(frozen=True)
class Split:
    """Real coordinates for some symbols.

    Attributes:
        symbols: real symbols, in order; two for each complex symbol.
        coordinates: what each stands for: x, re(w) or im(w).
        mapping: complex symbol -> real + I * imaginary.
    """

    symbols: tuple[Term, ...]
    coordinates: tuple[Term, ...]
    mapping: Mapping[Term, Term]

    def parts(self, value: Term) -> Pair:
        """The real and imaginary part of `value` in the real symbols.

        Raises:
            TermError: it has none by form.
        """
        return parts(value.subs(self.mapping))

    def relation(self, relation: Relation | AnyOf) -> tuple[Relation | AnyOf, ...]:
        """Real relations that hold together exactly where `relation` does, each compared with zero.

        Raises:
            TermError: a side has no real and imaginary part by form.
        """
        if isinstance(relation, AnyOf):
            options: list[Relation] = []
            for option in relation.options:
                found = self.relation(option)
                if len(found) != 1:
                    raise TermError(f"{option} among alternatives is complex; state it for abs2 of its sides")
                options.extend(found[0].options)
            return (AnyOf(tuple(options)),)
        a, b = self.parts(relation.gap)
        if relation.gap.is_real:
            return (Relation(relation.op, a, ZERO),)
        real, imaginary = (Relation(relation.op, part, ZERO) for part in (a, b))
        return (real, imaginary) if relation.op == "eq" else (AnyOf((real, imaginary)),)


def split(symbols: Iterable[Term], taken: Iterable[Term] = ()) -> Split:
    """Real coordinates for `symbols`: a complex w becomes two fresh real symbols.

    Args:
        taken: further symbols whose names are in use.
    """
    listed = list(symbols)
    names = {sym.payload[0] for sym in (*listed, *taken)}
    reals: list[Term] = []
    coordinates: list[Term] = []
    mapping: dict[Term, Term] = {}
    for at, sym in enumerate(listed):
        if sym.is_real:
            reals.append(sym)
            coordinates.append(sym)
            continue
        pair = []
        for part in ("re", "im"):
            name = f"{part}{at}"
            while name in names:
                name += "x"
            names.add(name)
            pair.append(symbol(name))
        reals.extend(pair)
        coordinates.extend((re(sym), im(sym)))
        mapping[sym] = add(pair[0], mul(I, pair[1]))
    return Split(tuple(reals), tuple(coordinates), mapping)


# what the facts say about single coordinates


def ranges(facts: Iterable[Relation | AnyOf], wanted: Iterable[Term]) -> dict[Term, tuple[Fraction, Fraction]]:
    """Rational (lower, upper) for each coordinate x, re(w), im(w) that the facts bound on both sides.

    Read are facts that are linear in one coordinate, and those of the form c >= a sum of positive multiples of
    squares of coordinates: intervals, disks, spheres.
    """
    keys = {_name(coordinate): coordinate for coordinate in wanted}
    low: dict[Term, Fraction] = {}
    high: dict[Term, Fraction] = {}
    for fact in facts:
        if not isinstance(fact, Relation) or fact.op == "ne" or not fact.gap.is_real:
            continue
        for name, below, above in _bounds(fact):
            if name in keys and keys[name].symbols[0] in fact.symbols:  # not one of another sort with its name
                coordinate = keys[name]
                if below is not None:
                    low[coordinate] = max(below, low.get(coordinate, below))
                if above is not None:
                    high[coordinate] = min(above, high.get(coordinate, above))
    return {c: (low[c], high[c]) for c in keys.values() if c in low and c in high}


def _name(coordinate: Term) -> tuple[Any, ...]:
    """The name of a coordinate's generator in `ring`."""
    if coordinate.kind in ("re", "im") and coordinate.args[0].kind == "sym":
        return (coordinate.kind, coordinate.args[0].payload[0])
    if coordinate.kind == "sym" and coordinate.is_real:
        return ("sym", coordinate.payload[0])
    raise TermError(f"{coordinate} is no coordinate; expected a real symbol, or re or im of a complex one")


def _bounds(fact: Relation) -> Iterator[tuple[tuple[Any, ...], Fraction | None, Fraction | None]]:
    forms = ring.Ring()
    try:
        normal = forms.normal(fact.gap)[0]
    except ring.NotPolynomial:
        return
    if normal.den:
        return
    constant = Fraction(0)
    linear: list[tuple[tuple[Any, ...], Fraction]] = []
    squares: list[tuple[tuple[Any, ...], Fraction]] = []
    for exponents, coefficient in normal.re.to_dict().items():
        value = Fraction(int(coefficient.p), int(coefficient.q))
        used = [(forms.names[at], int(e)) for at, e in enumerate(exponents) if e]
        if not used:
            constant = value
        elif len(used) == 1 and used[0][1] in (1, 2):
            (linear if used[0][1] == 1 else squares).append((used[0][0], value))
        else:
            return
    if len(linear) == 1 and not squares:
        ((name, slope),) = linear
        end = -constant / slope
        yield name, end if slope > 0 or fact.op == "eq" else None, end if slope < 0 or fact.op == "eq" else None
    elif squares and not linear:
        if fact.op == "eq" and squares[0][1] > 0:
            constant, squares = -constant, [(name, -value) for name, value in squares]
        if constant >= 0 and all(value < 0 for _, value in squares):
            for name, value in squares:
                root = _root_above(constant / -value)
                yield name, -root, root


def _root_above(value: Fraction) -> Fraction:
    """A rational number >= sqrt(value), equal to it where that is rational."""
    p, q = value.numerator, value.denominator
    if isqrt(p) ** 2 == p and isqrt(q) ** 2 == q:
        return Fraction(isqrt(p), isqrt(q))
    return Fraction(isqrt(p * q << 40) + 1, q << 20)


# boxes and trees


@dataclass(frozen=True)
class Box:
    """A compact box.

    Attributes:
        symbols: distinct real symbols, in order.
        ends: (lower, upper) of each, rational.
        names: what messages call each; the symbol itself by default.

    Raises:
        Malformed: another shape, a symbol that is not real, or an end below its start.
    """

    symbols: tuple[Term, ...]
    ends: tuple[tuple[Fraction, Fraction], ...]
    names: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", self.names or tuple(map(str, self.symbols)))
        if len(self.symbols) != len(self.ends) or not self.symbols or len(set(self.symbols)) != len(self.symbols):
            raise Malformed("a box needs one pair of ends for each of its distinct symbols")
        for sym in self.symbols:
            if sym.kind != "sym" or not sym.is_real:
                raise Malformed(f"a box has real symbols; found {sym}")
        for pair in self.ends:
            if len(pair) != 2 or not all(isinstance(end, Fraction) for end in pair) or pair[0] > pair[1]:
                raise Malformed(f"the ends of a box are rational, lower first; found {pair}")

    @classmethod
    def of(cls, ends: Mapping[Term, tuple[Any, Any]]) -> Box:
        """From {symbol: (lower, upper)} with ints, Fractions or text of rationals."""
        return cls(tuple(ends), tuple((Fraction(low), Fraction(high)) for low, high in ends.values()))

    @property
    def cell(self) -> Cell:
        return Cell(tuple((_Axis(low, high), 0, 0, 0) for low, high in self.ends))

    def contains(self, cell: Cell) -> bool:
        """Does the closed box contain the closed cell?"""
        return all(low <= a and b <= high for (low, high), (a, b) in zip(self.ends, cell.ends, strict=True))

    def meets(self, other: Box) -> bool:
        """Do the two closed boxes have a point in common?"""
        return all(a <= d and c <= b for (a, b), (c, d) in zip(self.ends, other.ends, strict=True))

    def __str__(self) -> str:
        return ", ".join(f"{name} in [{a}, {b}]" for name, (a, b) in zip(self.names, self.ends, strict=True))


class _Axis:
    """One side of a box, [low, low + width], and the balls of its dyadic parts [low + width j/2^k, .. (j + 1)/2^k].

    low = first / (below 2^shift) and width = across / (below 2^shift), with integers and an odd `below`.
    """

    __slots__ = ("_halvings", "_scales", "across", "below", "first", "shift")

    def __init__(self, low: Fraction, high: Fraction) -> None:
        below = lcm(low.denominator, high.denominator)
        self.first, self.across = int(low * below), int((high - low) * below)
        self.shift = (below & -below).bit_length() - 1
        self.below = below >> self.shift
        self._scales: dict[int, tuple[arb, arb]] = {}
        self._halvings: dict[int, tuple[arb, arb]] = {}

    def end(self, j: int, k: int) -> Fraction:
        """low + width j/2^k."""
        return Fraction((self.first << k) + self.across * j, self.below << (self.shift + k))

    def point(self, j: int, k: int) -> arb:
        """The same as a ball; exact if it is dyadic and the precision allows."""
        return arb((self.first << k) + self.across * j) * self.scale(k)[0]

    def scale(self, k: int) -> tuple[arb, arb]:
        """Balls around 1/(below 2^(shift + k)) and [-1, 1] width/2^k."""
        found = self._scales.get(k)
        if found is None:
            unit, reach = arb((1, -self.shift - k)), arb((0, 0), (self.across, -self.shift - k))
            if self.below != 1:
                unit, reach = unit / self.below, reach / self.below
            found = self._scales[k] = (unit, reach)
        return found

    def halving(self, k: int) -> tuple[arb, arb]:
        """From the middle of a part of width/2^(k - 1) to that of its halves; and what those reach about theirs."""
        found = self._halvings.get(k)
        if found is None:
            found = self._halvings[k] = (self.scale(k + 1)[0] * self.across, self.scale(k + 1)[1])
        return found


class Cell:
    """A closed cell of a box: on each axis a dyadic part of its side, or one end of that part.

    `balls`, `middle` and `spread` (the cell minus its middle) enclose it. They are computed at the precision that is
    set when they are first asked for, and are exact for short dyadic ends.
    """

    __slots__ = ("_balls", "_middle", "_spread", "sides")

    def __init__(self, sides: tuple[tuple[_Axis, int, int, int], ...]) -> None:
        self.sides = sides  # axis, j, k, and 0 for the whole part, -1 or 1 for its lower or upper end
        self._balls: list[arb] | None = None
        self._middle: list[arb] | None = None
        self._spread: list[arb] | None = None

    @property
    def ends(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """(lower, upper) on each axis."""
        return tuple((a.end(j + (end > 0), k), a.end(j + (end >= 0), k)) for a, j, k, end in self.sides)

    @property
    def balls(self) -> list[arb]:
        if self._balls is None:
            self._balls = [
                c + r if side[3] == 0 else c for side, c, r in zip(self.sides, self.middle, self.spread, strict=True)
            ]
        return self._balls

    @property
    def middle(self) -> list[arb]:
        if self._middle is None:
            self._middle = [
                a.point(2 * j + 1, k + 1) if end == 0 else a.point(j + (end > 0), k) for a, j, k, end in self.sides
            ]
        return self._middle

    @property
    def spread(self) -> list[arb]:
        if self._spread is None:
            self._spread = [a.scale(k + 1)[1] if end == 0 else _NOTHING for a, _, k, end in self.sides]
        return self._spread

    def warm(self) -> Cell:
        """Itself, with its balls; the cells below it make theirs from them, which is faster."""
        _ = self.balls
        return self

    def face(self, ends: Sequence[int]) -> Cell:
        """The face at the lower end where the mark is -1, the upper end where it is 1, all of it where it is 0."""
        return Cell(tuple((a, j, k, mark or end) for (a, j, k, end), mark in zip(self.sides, ends, strict=True)))

    def halves(self, axis: int) -> tuple[Cell, Cell]:
        """The two halves of a cell that is no face; their balls are made from those of the cell where it has them."""
        side, j, k, end = self.sides[axis]
        before, after = self.sides[:axis], self.sides[axis + 1 :]
        lower = Cell((*before, (side, 2 * j, k + 1, end), *after))
        upper = Cell((*before, (side, 2 * j + 1, k + 1, end), *after))
        if self._balls is not None:
            shift, reach = side.halving(k + 1)
            middle = self.middle[axis]
            lower._take(self, axis, middle - shift, reach)
            upper._take(self, axis, middle + shift, reach)
        return lower, upper

    def _take(self, parent: Cell, axis: int, middle: arb, reach: arb) -> None:
        """The parent's balls, with another one on one axis."""
        self._middle, self._spread, self._balls = [*parent.middle], [*parent.spread], [*parent.balls]
        self._middle[axis], self._spread[axis], self._balls[axis] = middle, reach, middle + reach

    def text(self, names: Sequence[str]) -> str:
        """Where the cell lies, in decimals."""
        pieces = []
        for name, (low, high) in zip(names, self.ends, strict=True):
            place = f"= {decimal(low)}" if low == high else f"in [{decimal(low)}, {decimal(high)}]"
            pieces.append(f"{name} {place}")
        return ", ".join(pieces)


_NOTHING = arb(0)


def decimal(value: Fraction) -> str:
    """A rational number in about ten digits."""
    text = str((arb(value.numerator) / value.denominator).str(10, radius=False)) if value else "0"
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def _check_tree(tree: Tree, dimension: int) -> None:
    if not isinstance(tree, tuple) or not tree:
        raise Malformed("a tree is a tuple of axes and leaves")
    if len(tree) > 2 * MAX_CELLS:
        raise Malformed(f"a tree has at most {MAX_CELLS} leaves")
    due = [0]  # the depths of the nodes that are still to come
    for at, mark in enumerate(tree):
        if not due:
            raise Malformed(f"the tree is complete after {at} entries of {len(tree)}")
        depth = due.pop()
        if type(mark) is not int or not (mark == LEAF or 0 <= mark < dimension):
            raise Malformed(f"entry {at} of the tree is {str(mark)[:20]!r}; expected -1 or an axis below {dimension}")
        if mark != LEAF:
            if depth >= MAX_DEPTH:
                raise Malformed(f"the tree is deeper than {MAX_DEPTH}")
            due += [depth + 1, depth + 1]
    if due:
        raise Malformed(f"the tree ends where {len(due)} more cells are due")


def leaves(box: Box, tree: Tree) -> Iterator[Cell]:
    """The leaves of a tree over a box, in its order.

    Raises:
        Malformed: before the first leaf, when the tree is not a whole binary splitting of this box.
    """
    _check_tree(tree, len(box.symbols))
    return _leaves(box.cell.warm(), tree)


def _leaves(root: Cell, tree: Tree) -> Iterator[Cell]:
    stack = [root]
    for mark in tree:
        cell = stack.pop()
        if mark == LEAF:
            yield cell
        else:
            lower, upper = cell.halves(mark)
            stack += [upper, lower]
