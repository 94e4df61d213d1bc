"""The choice of charts: which coordinates are solved for, so that equality hypotheses hold."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from verify.attack.surface import Chart, Unknown, real_parts, slope, vanishes
from verify.attack.tokens import Entries, means_over, spread, written_out
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, ZERO, I, Term
from verify.space import Circle, Disk, Interval, Matrices, Natural, Nonneg, Positive, Space, Sphere, Token

__all__ = ["charts"]

MAX_CHARTS = 3


def _rank(domain: Any) -> int | None:
    """How willingly a coordinate of this domain is solved for; None: only together with the domain's own equality."""
    if isinstance(domain, Natural | Token | Sphere):
        return None
    if isinstance(domain, Positive | Nonneg | Disk | Interval | Circle):
        return 1
    return 2 if isinstance(domain, Matrices) and domain.kind == "definite" else 0


def _candidates(space: Space, fixed: Sequence[Term], entries: Entries) -> list[tuple[int, Unknown]]:
    found = []
    for name, domain in space.domains.items():
        if not isinstance(domain, Token) or not entries:
            continue
        rank = _rank(domain.inner)
        for sym in domain.scalars(space.names[name]) if rank is not None else ():
            for at, fresh in enumerate(entries[sym]):
                for direction in (ONE,) if sym.is_real else (ONE, I):
                    found.append((3, Unknown(fresh, direction, sym, at)))
    for name, domain in space.domains.items():
        rank = _rank(domain)
        if rank is None:
            continue
        for sym in domain.scalars(space.names[name]):
            if sym in fixed:
                continue
            for direction in (ONE,) if sym.is_real else (ONE, I):
                found.append((rank, Unknown(sym, direction)))
    return found


def charts(space: Space, facts: Sequence[Relation | AnyOf], fixed: Sequence[Term] = ()) -> tuple[Chart, ...]:
    """Charts of the surface where the equalities among `facts` hold; a single empty chart where there is none.

    An alternative with equalities among its options gives charts of its own. Equalities that no unknown fits are left
    out: points then satisfy them by luck, and are checked like all others.

    Args:
        fixed: symbols that are never solved for.
    """
    choices: list[list[tuple[Relation, ...]]] = []
    for fact in facts:
        if isinstance(fact, Relation):
            if fact.op == "eq":
                choices.append([(fact,)])
        elif any(option.op == "eq" for option in fact.options):
            choices.append([(option,) if option.op == "eq" else () for option in fact.options])
    found: dict[tuple[Any, ...], Chart] = {}
    entries = written_out(space)
    for chosen in itertools.islice(itertools.product(*choices), MAX_CHARTS):
        equations = [part for group in chosen for relation in group for part in real_parts(relation.gap)]
        for turn in range(MAX_CHARTS):
            chart = _chart(space, equations, turn, fixed, {})
            if len(chart.equations) < _count(equations) and any(means_over(each, entries) for each in equations):
                chart = _chart(space, [spread(each, entries) for each in equations], turn, fixed, entries)
            found.setdefault((chart.equations, chart.unknowns), chart)
            if len(found) == MAX_CHARTS:
                return tuple(found.values())
    return tuple(found.values())


def _count(equations: Sequence[Term]) -> int:
    """How many different equations do not hold everywhere."""
    return sum(not vanishes(each) for each in dict.fromkeys(equations))


def _chart(space: Space, equations: Sequence[Term], turn: int, fixed: Sequence[Term], entries: Entries) -> Chart:
    """Unknowns chosen greedily; `turn` rotates the choice."""
    candidates = _candidates(space, fixed, entries)
    kept: list[Term] = []
    unknowns: list[Unknown] = []
    pending = list(dict.fromkeys(equations))
    spheres = 0
    while pending:
        equation = pending.pop(0)
        fitting: list[tuple[tuple[int, int, int], Unknown]] = []
        for at, (rank, unknown) in enumerate(candidates):
            if unknown in unknowns or unknown.symbol not in equation.symbols:
                continue
            first = slope(equation, unknown)
            if first is None or vanishes(first):
                continue
            second = slope(first, unknown)
            straight = second is not None and vanishes(second)
            fitting.append(((0 if straight else 1, rank, -at), unknown))
        if not fitting:
            extra = _on_sphere(space, equation) if spheres < 4 else None
            if extra is not None:
                spheres += 1
                fresh, more = extra
                known = {unknown for _, unknown in candidates}
                candidates += [(1, each) for each in more if each not in known]
                if any(each not in known for each in more):
                    pending = [equation, *pending, fresh]
            continue
        fitting.sort(key=lambda pair: pair[0])
        kept.append(equation)
        unknowns.append(fitting[turn % len(fitting)][1])
    # without a derivative by form (min, max) the other unknowns are taken one at a time
    every = [[slope(equation, unknown) for unknown in unknowns] for equation in kept]
    slopes = tuple(tuple(ZERO if each is None else each for each in row) for row in every)
    return Chart(tuple(kept), tuple(unknowns), slopes, tuple(entries.items()))


def _on_sphere(space: Space, equation: Term) -> tuple[Term, list[Unknown]] | None:
    """The equality of a sphere whose symbols the equation speaks of, and its coordinates as unknowns."""
    for name, domain in space.domains.items():
        names = domain.scalars(space.names[name])
        if isinstance(domain, Sphere) and set(names) & set(equation.symbols):
            (fact,) = domain.facts(space.names[name])
            return fact.gap, [Unknown(sym) for sym in names]
    return None
