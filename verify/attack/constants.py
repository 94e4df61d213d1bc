"""The constants of the inequalities of a conclusion: where each stands, and the conclusion with another there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.attack.edits import Place, placed, places
from verify.claim import All, Claim, Conclusion, Inequality
from verify.conclusions import Bound, When
from verify.kernel import goal as goals_
from verify.kernel.goal import Pointwise
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ZERO, Term, TermError, add, mul, symbol, term

__all__ = ["Candidate", "candidates", "symbol_for"]


@dataclass(frozen=True)
class Candidate:
    """A constant of a claim's conclusion, and the conclusion with something else in its place.

    Attributes:
        part: the goal that speaks of it.
        put: raises TermError where the result cannot stand.
    """

    index: int
    name: str
    value: Fraction
    kind: str
    part: str
    put: Callable[[Term], Conclusion]


def candidates(claim: Claim) -> tuple[Candidate, ...]:
    """The constants of every inequality of a conclusion: its literals, but for exponents, minus signs and the ends of
    integrals; where there is none, a factor of its right side (of the left, if that is zero) and an offset."""
    found: list[Candidate] = []
    for before, leaf, wrap in _inequalities(claim.shows):
        for name, value, kind, put in _openings(leaf):
            inner = _composed(wrap, put)
            part = _changed_part(claim, inner)
            if part is not None:
                found.append(Candidate(len(found) + 1, before + name, value, kind, part, inner))
    return tuple(found)


def _composed(wrap: Callable[[Any], Conclusion], put: Callable[[Term], Any]) -> Callable[[Term], Conclusion]:
    return lambda new: wrap(put(new))


_Leaf = tuple[str, Any, Callable[[Any], Conclusion]]


def _inequalities(shows: Conclusion) -> Iterator[_Leaf]:
    """(the parts around it in words, an inequality or a bound, the whole conclusion with another in its place)."""
    if isinstance(shows, All):
        for name, child in shows.children:
            for before, leaf, wrap in _inequalities(child):
                yield f"{name}: {before}", leaf, _inside(shows, name, wrap)
    elif isinstance(shows, When):
        for before, leaf, wrap in _inequalities(shows.shows):
            yield before, leaf, _under(shows.given, wrap)
    elif (isinstance(shows, Inequality) and shows.relation.op != "ne") or isinstance(shows, Bound):
        yield "", shows, lambda new: new


def _inside(shows: All, name: str, wrap: Callable[[Any], Conclusion]) -> Callable[[Any], Conclusion]:
    return lambda new: shows.replaced(**{name: wrap(new)})


def _under(given: tuple[Relation | AnyOf, ...], wrap: Callable[[Any], Conclusion]) -> Callable[[Any], Conclusion]:
    return lambda new: When(given, wrap(new))


_Opening = tuple[str, Fraction, str, Callable[[Term], Any]]


def _openings(leaf: Any) -> Iterator[_Opening]:
    sides = _sides(leaf)
    literals: list[_Opening] = []
    standing: dict[Fraction, list[tuple[str, Place]]] = {}
    for name, value, put in sides:
        for place in places(value):
            if place.role == "constant":
                standing.setdefault(place.value, []).append((name, place))
                at = _putting(value, [place], put)
                literals.append((f"{place.value}{place.where} on the {name}", place.value, "literal", at))
    yield from literals
    for number_, listed in standing.items():
        if len(listed) > 1 and number_ not in (0, 1, -1):
            yield f"every {number_}", number_, "literal", _everywhere(leaf, listed)
    if not literals:
        name, side, put = next((each for each in sides if each[1] is not ZERO), sides[0])
        yield f"a factor of the {name}", Fraction(1), "factor", _scaled(side, put)
        name, side, put = sides[0]
        yield f"an offset on the {name}", Fraction(0), "offset", _shifted(side, put)


def _sides(leaf: Any) -> list[tuple[str, Term, Callable[[Term], Any]]]:
    """right and left, each with the leaf that has another Term there."""
    if isinstance(leaf, Bound):
        here = leaf.relation
        return [
            ("right", here.right, lambda new: replace(leaf, relation=Relation(here.op, here.left, new))),
            ("left", here.left, lambda new: replace(leaf, relation=Relation(here.op, new, here.right))),
        ]
    return [
        ("right", term(leaf.right), lambda new: replace(leaf, right=new)),
        ("left", term(leaf.left), lambda new: replace(leaf, left=new)),
    ]


def _putting(value: Term, chosen: Sequence[Place], put: Callable[[Term], Any]) -> Callable[[Term], Any]:
    return lambda new: put(placed(value, chosen, new))


def _everywhere(leaf: Any, listed: Sequence[tuple[str, Place]]) -> Callable[[Term], Any]:
    def put(new: Term) -> Any:
        found = leaf
        for name in ("right", "left"):
            chosen = [place for side, place in listed if side == name]
            value, put_side = next((value, put) for each, value, put in _sides(found) if each == name)
            found = put_side(placed(value, chosen, new)) if chosen else found
        return found

    return put


def _scaled(side: Term, put: Callable[[Term], Any]) -> Callable[[Term], Any]:
    return lambda new: put(mul(new, side))


def _shifted(side: Term, put: Callable[[Term], Any]) -> Callable[[Term], Any]:
    return lambda new: put(add(side, new))


def symbol_for(claim: Claim) -> Term:
    """A real symbol that the claim does not use, nor its argument, as far as names go."""
    taken = {str(sym.payload[0]) for sym in claim.space.scalars} | set(claim.space.names)
    names = ("moved_constant", *(f"moved_constant_{k}" for k in range(len(taken))))
    return symbol(next(name for name in names if name not in taken))


def _changed_part(claim: Claim, put: Callable[[Term], Conclusion]) -> str | None:
    """The one part in which the constant stands; None where it stands in none, or cannot be replaced."""
    c = symbol_for(claim)
    try:
        goals = dict(put(c).goals(claim.space))
    except TermError:
        return None
    found = [name for name, goal in goals.items() if _has(goal, c)]
    return found[0] if len(found) == 1 else None


def _has(goal: Any, c: Term) -> bool:
    return isinstance(goal, Pointwise | goals_.Bound) and c in goal.relation.gap.symbols
