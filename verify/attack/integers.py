"""Natural numbers that satisfy equations: all but one for each equation are walked through, that one is solved for."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from flint import fmpz

from verify.attack.surface import Unknown, slope, vanishes
from verify.kernel import exact
from verify.kernel.exact import Inexact, Point, Undefined
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, ZERO, Term, add, div, mul, number, postorder, power, symbol
from verify.space import Natural, Space

__all__ = ["Lattice", "lattice"]


MAX_POWER = 8
MAX_BITS = 1 << 14


@dataclass(frozen=True)
class _Solved:
    """unknown**power = value, a Term in the symbols before it."""

    unknown: Term
    value: Term
    power: int


@dataclass(frozen=True)
class Lattice:
    """Natural points on which equations hold: `free` symbols with their least values, and those that are solved for."""

    free: tuple[tuple[Term, int], ...]
    solved: tuple[_Solved, ...]
    least: dict[Term, int]
    orders: tuple[Relation, ...] = ()

    def points(self, walked: int) -> Iterator[Point | None]:
        """Points in the order of the size of their free coordinates; None where an equation has no natural solution."""
        for values in _by_size(len(self.free), walked):
            point: dict[Term, Term] = {sym: number(low + k) for (sym, low), k in zip(self.free, values, strict=True)}
            solved = all(self._solve(each, point) for each in self.solved)
            yield point if solved and not any(_fails(each, point) for each in self.orders) else None

    def _solve(self, each: _Solved, point: dict[Term, Term]) -> bool:
        value = _value(each.value, point)
        if value is None or value.denominator != 1 or value < 0:
            return False
        root = int(fmpz(value.numerator).root(each.power))
        if root**each.power != value or root < self.least[each.unknown]:
            return False
        point[each.unknown] = number(root)
        return True


def _value(root: Term, point: Point) -> Fraction | None:
    """The rational value of a Term at a point; None where it has none."""
    found: dict[Term, Fraction] = {}
    for node in postorder(root):
        values = [found[arg] for arg in node.args]
        if node.kind == "sym":
            here = point[node]
            assert isinstance(here, Term)
            value = here.payload
        elif node.kind == "rat":
            value = node.payload
        elif node.kind == "add":
            value = sum(values, Fraction(0))
        elif node.kind == "mul":
            value = prod(values, start=Fraction(1))
        elif node.kind == "div" and values[1]:
            value = values[0] / values[1]
        elif node.kind == "pow" and _short(*values):
            value = values[0] ** values[1].numerator
        else:
            return _exact(root, point)
        found[node] = value
    return found[root]


def _short(base: Fraction, exponent: Fraction) -> bool:
    """Is the power rational, and of a length that is soon computed?"""
    if exponent.denominator != 1 or not base:
        return False
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    return abs(exponent.numerator) * size <= MAX_BITS


def _exact(root: Term, point: Point) -> Fraction | None:
    try:
        return exact.evaluate(root, point).fraction()
    except (Inexact, Undefined):
        return None


def _fails(fact: Relation, point: Point) -> bool:
    """Does the relation fail at the point, as far as its gap is rational there?"""
    gap = _value(fact.gap, point) if fact.gap.is_real else None
    if gap is None:
        return False
    return not {"eq": gap == 0, "ne": gap != 0, "ge": gap >= 0, "gt": gap > 0}[fact.op]


def lattice(space: Space, equations: Sequence[Relation], others: Iterable[Relation | AnyOf] = ()) -> Lattice | None:
    """The natural points on the equations; None where a symbol is not natural, or an equation has no unknown.

    An unknown stands in one equation alone, or in later ones too, and in its own affinely or in one power alone.

    Args:
        others: relations that are to hold as well; points at which they plainly fail are left out.
    """
    least: dict[Term, int] = {}
    for name, domain in space.domains.items():
        if not isinstance(domain, Natural):
            return None
        least[domain.scalars(space.names[name])[0]] = domain.low
    solved: list[_Solved] = []
    for at, equation in enumerate(equations):
        before = {sym for each in equations[:at] for sym in each.symbols}
        open_ = [sym for sym in reversed(equation.symbols) if sym not in before]
        found = next((s for sym in open_ if (s := _affine(equation, sym))), None)
        found = found or next((s for sym in open_ if (s := _pure(equation, sym))), None)
        if found is None:
            return None
        solved.append(found)
    unknowns = {each.unknown for each in solved}
    free = tuple((sym, low) for sym, low in least.items() if sym not in unknowns)
    own = set(space.facts)
    orders = [each for each in others if isinstance(each, Relation) and each not in own and each not in equations]
    return Lattice(free, tuple(solved), least, tuple(orders))


def _affine(equation: Relation, sym: Term) -> _Solved | None:
    """The equation solved for a symbol in which it is affine."""
    found = _slope(equation, sym)
    if found is None or found[0] in found[1].symbols or vanishes(found[1]):
        return None
    return _Solved(sym, div(mul(number(-1), equation.gap.subs(sym, ZERO)), found[1]), 1)


def _pure(equation: Relation, sym: Term) -> _Solved | None:
    """The equation solved for a symbol of which it holds one power alone."""
    found = _slope(equation, sym)
    if found is None:
        return None
    smooth, first = found
    at_one = first.subs(smooth, ONE)  # k times the coefficient of the k-th power
    for k in range(2, MAX_POWER + 1):
        if vanishes(add(first, mul(number(-1), at_one, power(smooth, k - 1)))) and not vanishes(at_one):
            rest = mul(number(-k), equation.gap.subs(sym, ZERO))
            return _Solved(sym, div(rest, at_one), k)
    return None


def _slope(equation: Relation, sym: Term) -> tuple[Term, Term] | None:
    """(a real symbol in the place of a natural one, the derivative of the gap by it)."""
    names = {each.payload[0] for each in equation.symbols}
    smooth = symbol(next(name for k in itertools.count() if (name := f"t{k}") not in names))  # naturals have no slopes
    first = slope(equation.gap.subs(sym, smooth), Unknown(smooth, ONE))
    return None if first is None else (smooth, first)


def _by_size(count: int, most: int) -> Iterator[tuple[int, ...]]:
    """At most `most` tuples of naturals k, those with the smallest products of all k + 1 first."""
    if count == 0:
        yield from [()][:most]
        return
    produced, above = 0, 0
    bound = 1
    while True:
        for values in _below(count, bound):
            size = 1
            for k in values:
                size *= k + 1
            if size > above:
                if produced == most:
                    return
                produced += 1
                yield values
        above, bound = bound, bound + max(1, bound // 4)


def _below(count: int, bound: int) -> Iterator[tuple[int, ...]]:
    """All tuples with a product of all k + 1 of at most `bound`."""
    if count == 0:
        yield ()
        return
    for k in range(bound):
        for rest in _below(count - 1, bound // (k + 1)):
            yield (k, *rest)
