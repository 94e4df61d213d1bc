"""Shrinking: from one confirmed counterexample to a simple one, coordinate by coordinate, deterministically."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import ceil, floor, pi
from typing import Any

from verify.attack.points import as_float, gauss
from verify.kernel import exact
from verify.kernel.exact import Inexact, Point
from verify.kernel.term import PI, Term, atan, number, postorder
from verify.space import Circle, Complex, Domain, Natural, Real, Space, Sphere, Token

__all__ = ["Group", "Weight", "height", "shrink", "weight"]

Weight = tuple[float, float, str]
ABOVE_ONE = [Fraction(k) for k in (1, 2, 3, 4, 5, 6, 8, 10, 16, 32, 64, 128, 1024)] + [Fraction(3, 2), Fraction(4, 3)]
SMALL = [Fraction(0), *(side * each for x in ABOVE_ONE for each in dict.fromkeys((x, 1 / x)) for side in (1, -1))]
LIMITS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64, 256, 1024, 1 << 14, 1 << 20)
DENOMINATORS = range(1, 33)
STEPS = 10
"""Powers of two, from 1 on, by which a numerator is made smaller."""
ROUNDS = 12
SETTLED, ATTEMPTS = 12, 4
"""Points of one move that are put back onto the hypotheses exactly, and those that the kernel is asked about."""
MOST_TOKENS = 8


def _bits(x: Fraction) -> float:
    """0 for 0, 1 for 1, then the binary lengths of numerator and denominator; a minus sign costs a quarter."""
    if x == 0:
        return 0.0
    return abs(x.numerator).bit_length() + x.denominator.bit_length() - 1 + (0.25 if x < 0 else 0.0)


def height(value: Term) -> float:
    """How complicated a constant is; 0 for 0. Rational parts count their bits, anything else 3 more."""
    try:
        parts = exact.value_of(value).gauss if value.kind != "rat" else (value.payload, Fraction(0))
        angles = value.kind != "rat" and bool(exact.value_of(value).angles)
    except Inexact:
        parts, angles = None, True
    if parts is not None and not angles:
        return _bits(parts[0]) + _bits(parts[1])
    return 3.0 + sum(_bits(node.payload) for node in postorder(value) if node.kind == "rat")


def _magnitude(value: Term) -> float:
    rationals = [node.payload for node in postorder(value) if node.kind == "rat"]
    return float(sum(abs(x.numerator) + x.denominator for x in rationals))


def weight(point: Point) -> Weight:
    """The order of simplicity: heights of all coordinates, one for each token beyond the first, then their sizes.

    Of points that are equal in both, one whose zeros stand last comes first.
    """
    total, size, zeros = 0.0, 0.0, ""
    for value in point.values():
        entries = value if isinstance(value, tuple) else (value,)
        heights = [height(each) for each in entries]
        total += sum(heights) + (len(entries) - 1)
        size += sum(_magnitude(each) for each in entries)
        zeros += "".join("1" if each == 0 else "0" for each in heights)
    return total, size, f"{zeros} {[str(value) for value in point.values()]}"


def _rationals(x: Fraction) -> list[Fraction]:
    """Simpler rationals, simplest first."""
    near = [x.limit_denominator(limit) for limit in LIMITS] + [Fraction(int(x)), x / 2]
    near += [Fraction(side(x * q), q) for q in (*DENOMINATORS, *LIMITS) for side in (floor, ceil)]  # to stay inside
    near += [Fraction(abs(x.numerator) - (1 << k), x.denominator) * (1 if x > 0 else -1) for k in range(STEPS)]
    mine = (_bits(x), abs(x.numerator) + x.denominator)
    found = dict.fromkeys([*SMALL, *near])
    simpler = [each for each in found if (_bits(each), abs(each.numerator) + each.denominator) < mine]
    return sorted(simpler, key=lambda each: (_bits(each), abs(each - x), each))


def _angles(value: Term) -> list[Term]:
    """Simpler angles: multiples of pi/12, then twice the arctangent of a small rational."""
    from math import tan

    x = as_float(value).real
    turns = [Fraction(k, 12) for k in (0, 12, 6, -6, 4, -4, 8, -8, 3, -3, 9, -9, 2, -2, round(x * 12 / pi))]
    half = Fraction(tan(x / 2)) if abs(abs(x) - pi) > 1e-6 else Fraction(1)
    found = [number(turn) * PI for turn in turns]
    found += [2 * atan(number(half.limit_denominator(limit))) for limit in LIMITS[:10]]
    return found


def _simpler(value: Term, domain: Domain) -> Iterator[Term]:
    """Simpler values of one scalar; they need not lie in the domain."""
    if isinstance(domain, Circle):
        yield from _angles(value)
        return
    try:
        parts = exact.value_of(value).gauss
    except Inexact:
        parts = None
    if parts is None:
        centre = complex(as_float(value))
        parts = Fraction(centre.real), Fraction(centre.imag)
    real, imaginary = parts
    if isinstance(domain, Natural):
        yield from (number(k) for k in dict.fromkeys([*range(6), int(real) // 2, int(real) - 1]) if k >= 0)
        return
    yield from (gauss(each, imaginary) for each in _rationals(real))
    if imaginary:
        yield from (gauss(real, each) for each in _rationals(imaginary))
        yield gauss(imaginary, real)


Group = list[tuple[Term | None, Point]]


def moves(space: Space) -> list[Callable[[Point], Group]]:
    """Ways to simplify a point. Each gives simpler points with the symbol that was set on purpose (None: many were)."""
    found: list[Callable[[Point], Group]] = []
    crowd = tuple(sym for sym in space.scalars if sym in space.tokens)  # one mean may run over all of them
    if crowd:
        found.append(partial(_fewer_tokens, crowd))
    for name, domain in space.domains.items():
        value = space.names[name]
        names = domain.scalars(value)
        inner = domain.inner if isinstance(domain, Token) else domain
        if isinstance(domain, Token) and isinstance(inner, Real | Complex):
            found.append(partial(_shifted_tokens, names))
        found.append(partial(_replaced, list(domain.special(value))))
        if isinstance(domain, Sphere):
            found.append(partial(_on_sphere, domain, value, names))
        if not isinstance(inner, Sphere):
            width = MOST_TOKENS if isinstance(domain, Token) else 1
            found += [partial(_one_scalar, inner, sym, at) for sym in names for at in range(width)]
    alike: dict[Domain, list[Term]] = {}
    for name, domain in space.domains.items():
        if not isinstance(domain, Token | Sphere):
            alike.setdefault(domain, []).extend(domain.scalars(space.names[name]))
    several = [names for names in alike.values() if len(names) > 1]
    together = [names for domain, names in alike.items() if isinstance(domain, Real | Circle) and len(names) > 1]
    return [*(partial(_shifted, names) for names in together), *found, *(partial(_zeros_last, n) for n in several)]


def _replaced(special: Sequence[dict[Term, Any]], point: Point) -> Group:
    return [(None, {**point, **each}) for each in special]


def _on_sphere(domain: Sphere, value: Any, names: Sequence[Term], point: Point) -> Group:
    place = [as_float(_scalar(point[sym])).real for sym in names]
    return [(None, {**point, **domain.exact(value, place, limit)}) for limit in LIMITS]


def _one_scalar(inner: Domain, sym: Term, at: int, point: Point) -> Group:
    here = point[sym]
    if not isinstance(here, tuple):
        return [(sym, {**point, sym: each}) for each in _simpler(here, inner)] if at == 0 else []
    if at >= len(here):
        return []
    return [(sym, {**point, sym: (*here[:at], each, *here[at + 1 :])}) for each in _simpler(here[at], inner)]


def _scalar(value: Any) -> Term:
    assert isinstance(value, Term)
    return value


def _fewer_tokens(names: Sequence[Term], point: Point) -> Group:
    """The same with single tokens, and without one; nothing where the symbols have different numbers of tokens."""
    columns: dict[Term, Any] = {sym: point[sym] for sym in names}
    count = len(columns[names[0]]) if isinstance(columns[names[0]], tuple) else 1
    found: Group = []
    if _uneven(point):
        return found
    if count > 1:
        found += [(None, {**point, **{s: (c[at],) for s, c in columns.items()}}) for at in range(count)]
    if count > 2:
        for at in range(count):
            found.append((None, {**point, **{s: (*c[:at], *c[at + 1 :]) for s, c in columns.items()}}))
    return found


def _uneven(point: Point) -> bool:
    """Have tokens different numbers? One mean over all of them has then no value."""
    return len({len(value) for value in point.values() if isinstance(value, tuple)}) > 1


def _shifted_tokens(names: Sequence[Term], point: Point) -> Group:
    """All tokens moved together, one of them to 0."""
    columns: dict[Term, Any] = {sym: point[sym] for sym in names}
    found: Group = []
    for at in range(min(MOST_TOKENS, len(columns[names[0]])) if isinstance(columns[names[0]], tuple) else 0):
        moved = {sym: tuple(each - column[at] for each in column) for sym, column in columns.items()}
        found.append((None, {**point, **moved}))
    return found


def _shifted(names: Sequence[Term], point: Point) -> Group:
    """Coordinates of one kind moved together, one of them to 0."""
    values = {sym: _scalar(point[sym]) for sym in names}
    return [(None, {**point, **{sym: each - values[at] for sym, each in values.items()}}) for at in names]


def _zeros_last(names: Sequence[Term], point: Point) -> Group:
    """A coordinate that is 0 changes places with a later one that is not."""
    found: Group = []
    for one, other in combinations(names, 2):
        if height(_scalar(point[one])) == 0 < height(_scalar(point[other])):
            found.append((None, {**point, one: point[other], other: point[one]}))
    return found


def shrink(
    space: Space,
    start: Point,
    settle: Callable[[Point, Term | None], Point | None],
    screen: Callable[[Group], Sequence[bool]],
    confirm: Callable[[Point], bool],
) -> Point:
    """The simplest point that greedy moves reach.

    Args:
        start: a confirmed counterexample.
        settle: a point back onto the equality hypotheses, without moving the symbol that was set.
        screen: in floats, which points are worth settling (violated by enough once they are on the hypotheses).
        confirm: does the kernel accept the point?
    """
    best, mine, ways = start, weight(start), moves(space)
    for _ in range(ROUNDS):
        before = mine
        for move in ways:
            group = [each for each in move(best) if not _uneven(each[1]) or _uneven(best)]
            promising = [each for each, worth in zip(group, screen(group), strict=True) if worth]
            attempts = 0
            for sym, point in sorted(promising, key=lambda each: weight(each[1]))[:SETTLED]:
                settled = settle(point, sym)
                if settled is None or weight(settled) >= mine:
                    continue
                attempts += 1
                if confirm(settled):
                    best, mine = settled, weight(settled)
                    break
                if attempts == ATTEMPTS:
                    break
        if mine == before:
            break
    return best
