"""The attack on existences: exact values of the other symbols for which no value of the unknowns will do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from verify.attack.ground import Ground
from verify.attack.witness import candidates
from verify.kernel import point as at_point
from verify.kernel.context import deep
from verify.kernel.defined import obligations
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import Exists, Pointwise, Sequent
from verify.kernel.proof import Refused, Refutation, Step, refute
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ZERO, Term, TermError, add, mul, number, postorder
from verify.space import Space

__all__ = ["impossible", "outer_points"]

POINTS = 24
"""Exact points of the other symbols at which a proof is tried, simple ones first."""
FIRST, ON_AN_EDGE = 4, 6
"""After the first, more of them for each hypothesis: where it is an equality."""
CONSTANTS = 40


def impossible(
    space: Space, sequent: Sequent, part: str, goal: Exists, evaluations: int, seed: int
) -> tuple[Refutation | None, int]:
    """(a refutation of the existence, evaluations spent)."""
    points, spent = outer_points(space, sequent, goal, evaluations, seed)
    for point in points:
        for at, chosen in enumerate(goal.relations):
            if not isinstance(chosen, Relation) or not set(chosen.symbols) & set(goal.unknowns):
                continue
            if chosen in space.facts:
                continue
            for steps in _arguments(goal, at, point):
                spent += 1
                try:
                    return refute(sequent, part, "never", point, {"relation": at, "steps": steps}), spent
                except (Refused, TermError):
                    continue
    return None, spent


def outer_points(space: Space, sequent: Sequent, goal: Exists, evaluations: int, seed: int) -> tuple[list[Point], int]:
    """Exact points of the other symbols that satisfy the facts about them."""
    unknowns = set(goal.unknowns)
    domains = space.domains
    outer = {name: d for name, d in domains.items() if not unknowns & set(d.scalars(space.names[name]))}
    facts = [*(fact for fact in sequent.facts if fact not in goal.relations), *goal.given]
    if any(unknowns & deep(fact.terms) for fact in facts):
        return [], 0
    if not outer:
        return [{}], 0
    ground, spent = Ground(Space(**outer), facts), 0
    found: list[Point] = []
    for group, cost in candidates(ground, evaluations // 4, seed):
        spent += cost
        holding = (point for point in group if point is not None and ground.holds(point))
        for point in islice(holding, POINTS - len(found)):
            if point not in found:
                found.append(point)
        if len(found) >= POINTS or spent > evaluations // 2:
            break
    edges: list[Point] = []
    for fact in facts:
        if isinstance(fact, Relation) and fact.op == "ge" and fact not in ground.space.facts and spent < evaluations:
            more, cost = _on_edge(ground, fact, evaluations // 16, seed)
            spent += cost
            edges += [point for point in more if point not in found and point not in edges]
    return [*found[:FIRST], *edges, *found[FIRST:]], spent


def _on_edge(ground: Ground, fact: Relation, evaluations: int, seed: int) -> tuple[list[Point], int]:
    """Points where a hypothesis is an equality: an existence may fail there first."""
    edge = Ground(ground.space, (*ground.facts, Relation("eq", fact.gap, ZERO)))
    found: list[Point] = []
    spent = 0
    for group, cost in candidates(edge, evaluations, seed):
        spent += cost
        holding = (point for point in group if point is not None and edge.holds(point))
        found += islice(holding, ON_AN_EDGE - len(found))
        if len(found) >= ON_AN_EDGE or spent > evaluations:
            break
    return found, spent


def _arguments(goal: Exists, at: int, point: Point) -> Iterator[tuple[Step, ...]]:
    """Steps that may show that the relation fails wherever the others hold."""
    from verify.prove.argument import default_steps, sought

    here = {sym: value for sym, value in point.items() if isinstance(value, Term)}
    chosen = goal.relations[at]
    assert isinstance(chosen, Relation)
    try:
        rest = [each.subs(here) for k, each in enumerate(goal.relations) if k != at]
        fails = chosen.subs(here).negation()
    except TermError:  # a relation has no value at this point
        return
    known = tuple(_constants((*fails.terms, fails.gap)))
    yield (*known, *default_steps(Pointwise(fails), rest))
    yield (*known, *(Step("sign", {"shows": each}) for each in _strict(fails)), Step("sign", {"shows": fails}))
    for each in rest:  # the gap may be a constant, modulo one of the others
        if isinstance(each, Relation) and each.op == "eq" and fails.op != "eq":
            yield from _constant(fails, each)
    more = sought(fails, rest)
    if more is not None:
        yield (*known, *more)


def _constant(fails: Relation, known: Relation) -> Iterator[tuple[Step, ...]]:
    """The steps of an order or difference whose gap is a constant and a multiple, 1 or -1, of a known equality."""
    for side in (1, -1):
        form = add(fails.gap, mul(number(side), known.gap))
        if form.kind != "rat" or form.payload == 0:
            continue
        if fails.op != "ne":
            yield (Step("sign", {"shows": fails, "as_": form}),)
        else:
            order = (fails.left, fails.right) if form.payload > 0 else (fails.right, fails.left)
            strict = {"shows": Relation("gt", *order), "as_": number(abs(form.payload))}
            yield Step("sign", strict), Step("sign", {"shows": fails})


def _strict(fails: Relation) -> Sequence[Relation]:
    """The orders from which a difference follows."""
    if fails.op != "ne" or not fails.gap.is_real:
        return ()
    return (Relation("gt", fails.left, fails.right),)


def _constants(terms: Sequence[Term]) -> Iterator[Step]:
    """Signs of the constants in the Terms, and what must hold for these to have values."""
    wanted: dict[Relation | AnyOf, None] = dict.fromkeys(each for each in obligations(terms) if not each.symbols)
    for node in postorder(*terms):
        if node.symbols or not node.is_real or node.kind in ("rat", "pi"):
            continue
        try:
            sign = at_point.sign_at(node, {})
        except Undefined:
            continue
        if sign is not None and sign[0]:
            wanted[Relation("gt", *((node, ZERO) if sign[0] > 0 else (ZERO, node)))] = None
    for each in islice(wanted, CONSTANTS):
        if isinstance(each, Relation):
            yield Step("value", {"shows": each})
