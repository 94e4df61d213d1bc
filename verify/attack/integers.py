"""Natural numbers that satisfy equations: all but one for each equation are walked through, that one is solved for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from verify.attack.surface import Unknown, slope, vanishes
from verify.kernel import exact
from verify.kernel.exact import Inexact, Point, Undefined
from verify.kernel.relation import Relation
from verify.kernel.term import ONE, ZERO, Term, number, symbol
from verify.space import Natural, Space

__all__ = ["Lattice", "lattice"]


@dataclass(frozen=True)
class _Solved:
    """unknown = -constant/slope, both Terms in the symbols before it."""

    unknown: Term
    constant: Term
    slope: Term


@dataclass(frozen=True)
class Lattice:
    """Natural points on which equations hold: `free` symbols with their least values, and those that are solved for."""

    free: tuple[tuple[Term, int], ...]
    solved: tuple[_Solved, ...]
    least: dict[Term, int]

    def points(self, walked: int) -> Iterator[Point | None]:
        """Points in the order of the size of their free coordinates; None where an equation has no natural solution."""
        for values in _by_size(len(self.free), walked):
            point: dict[Term, Term] = {sym: number(low + k) for (sym, low), k in zip(self.free, values, strict=True)}
            yield point if all(self._solve(each, point) for each in self.solved) else None

    def _solve(self, each: _Solved, point: dict[Term, Term]) -> bool:
        try:
            top = exact.evaluate(each.constant, point).fraction()
            below = exact.evaluate(each.slope, point).fraction()
        except (Inexact, Undefined):
            return False
        if top is None or not below:
            return False
        value: Fraction = -top / below
        if value.denominator != 1 or value < self.least[each.unknown]:
            return False
        point[each.unknown] = number(value)
        return True


def lattice(space: Space, equations: Sequence[Relation]) -> Lattice | None:
    """The natural points on the equations; None where a symbol is not natural, or an equation has no unknown.

    An unknown stands in one equation alone, or in later ones too, and affinely in its own.
    """
    least: dict[Term, int] = {}
    for name, domain in space.domains.items():
        if not isinstance(domain, Natural):
            return None
        least[domain.scalars(space.names[name])[0]] = domain.low
    solved: list[_Solved] = []
    for at, equation in enumerate(equations):
        before = {sym for each in equations[:at] for sym in each.symbols}
        found = next(
            (s for sym in reversed(equation.symbols) if sym not in before and (s := _affine(equation, sym))), None
        )
        if found is None:
            return None
        solved.append(found)
    unknowns = {each.unknown for each in solved}
    return Lattice(tuple((sym, low) for sym, low in least.items() if sym not in unknowns), tuple(solved), least)


def _affine(equation: Relation, sym: Term) -> _Solved | None:
    """The equation solved for a symbol in which it is affine."""
    names = {each.payload[0] for each in equation.symbols}
    smooth = symbol(next(name for k in itertools.count() if (name := f"t{k}") not in names))  # naturals have no slopes
    first = slope(equation.gap.subs(sym, smooth), Unknown(smooth, ONE))
    if first is None or smooth in first.symbols or vanishes(first):
        return None
    return _Solved(sym, equation.gap.subs(sym, ZERO), first)


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
