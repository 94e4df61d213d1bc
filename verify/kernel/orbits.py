"""Rules that enclose: `isolate` counts equilibria, `reversible` and `returns` show closed orbits.

The goals have no parameters but numbers. Krawczyk's operator and validated flows do the work (`newton.py`, `flow.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import acb, arb, ctx

from verify.kernel import ball, cover, newton, ring
from verify.kernel import flow as flows
from verify.kernel import point as at_point
from verify.kernel.cells import Box, Malformed, Tree, leaves, split
from verify.kernel.context import Context, Refused, Step, given, short
from verify.kernel.exact import Undefined
from verify.kernel.goal import Closed, Equilibria
from verify.kernel.point import BALL
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import Facts
from verify.kernel.term import ZERO, Term, abs2, add, mul, number

__all__ = [
    "equilibria_setting",
    "kinds_found",
    "matches",
    "require_forms",
    "step_isolate",
    "step_returns",
    "step_reversible",
]

MAX_PRECISION = 1 << 12
MAX_ORDER = 1 << 8


def step_isolate(step: Step, context: Context) -> None:
    """A number of equilibria and their kinds (of `equilibria`, or the goal): cells without zeros, boxes with one."""
    goal = _named(step) if "equilibria" in step.data else context.goal
    if not isinstance(goal, Equilibria):
        raise Refused("isolate counts equilibria")
    found = kinds_found(goal, step)
    if not matches(found, goal.kinds):
        raise Refused(
            f"isolate: the equilibria are {', '.join(found) or 'none'}; claimed {', '.join(goal.kinds) or 'none'}"
        )
    context.strengths[BALL] = None
    context.learn(goal)


def _named(step: Step) -> Equilibria:
    """The proposition that a step names: unknowns, system, region and kinds. It has no free symbols."""
    named = given(step, "equilibria", tuple)
    if len(named) != 4 or not all(isinstance(each, tuple) for each in named):
        raise Refused("isolate: equilibria are given by unknowns, system, region and kinds")
    unknowns, system, region, kinds = named
    if any(not isinstance(each, Term) or each.kind != "sym" or each.payload[1] == "natural" for each in unknowns):
        raise Refused("isolate: unknowns are real or complex symbols")
    if len(set(unknowns)) != len(unknowns) or not all(isinstance(each, Term) for each in system):
        raise Refused("isolate: needs one Term for each unknown, and each unknown once")
    if not all(isinstance(each, Relation | AnyOf) for each in region) or not all(type(k) is str for k in kinds):
        raise Refused("isolate: a region is given by relations, and kinds are words")
    return Equilibria(unknowns, system, region, kinds)


def kinds_found(goal: Equilibria, step: Step) -> list[str]:
    """The kind of every zero in the region: sink, source, saddle or (not decided) any.

    Args:
        step: box, tree, zeros (boxes of rational ends, one pair for each coordinate) and, optionally, precision,
            points: algebraic coordinates of zeros that may lie on the boundary, by the number of the box, and
            forms: other real Terms that vanish together with the system in the region (`require_forms`).

    Raises:
        Refused: a cell is neither, or a box is not shown to hold one zero.
    """
    if "why" in step.data:
        raise Refused(f"isolate: {given(step, 'why', str)}")
    box, tree, zeros = given(step, "box", tuple), given(step, "tree", tuple), given(step, "zeros", tuple)
    precision = _precision(step) if "precision" in step.data else newton.PRECISION
    try:
        cells, terms, region = equilibria_setting(goal, box)
        sought = terms if "forms" not in step.data else require_forms(goal, step)
        boxes = [Box(cells.symbols, tuple(map(tuple, each)), cells.names) for each in zeros]
        points = given(step, "points", dict) if "points" in step.data else {}
        found = newton.all_zeros(sought, cells, tree, boxes, region, None, precision, points)
        _require_values(goal, terms, cells, tree, region, precision)
        return [_kind(terms, each, precision) for each in found]
    except (newton.NotShown, Malformed, TypeError) as error:
        raise Refused(f"isolate: {error}") from None


def _require_values(
    goal: Equilibria,
    terms: Sequence[Term],
    cells: Box,
    tree: Tree,
    region: Sequence[Relation | AnyOf],
    precision: int,
) -> None:
    """All equations have values in the region, also where one of them alone excludes a zero.

    Raises:
        Refused: on a cell that is not certainly outside the region one of them may have none.
    """
    if all(each.total for each in goal.system):
        return
    apart = newton.exclusion(terms, cells, region, None, precision)
    with ctx.workprec(precision):
        for cell in leaves(cells, tree):
            known = all(value.naive(cell.balls).is_finite() for _, value in apart.shows)
            if not known and not apart.excluded(cell):
                raise Refused(f"isolate: on {cell.text(cells.names)} the system may have no value")


def equilibria_setting(
    goal: Equilibria, box: Sequence[tuple[Term, Fraction, Fraction]]
) -> tuple[Box, list[Term], list[Relation | AnyOf]]:
    """The box, the system and the region in real coordinates.

    Raises:
        Malformed: the region is not known to lie in the box.
        Refused: the system has other symbols, or a complex Term for a real unknown.
    """
    unknowns = set(goal.unknowns)
    if any(set(each.symbols) - unknowns for each in goal.system) or len(goal.system) != len(unknowns):
        raise Refused("isolate: the system has one equation for each unknown, and no other symbols")
    shows = Relation("ge", add(*map(abs2, goal.unknowns)), ZERO)
    _, cells, region = cover.setting(shows, tuple(box), goal.region)
    listed = tuple(dict.fromkeys(coordinate.symbols[0] for coordinate, _, _ in box))
    if listed != goal.unknowns:  # the kind of a zero asks which equation is whose rate
        raise Refused(f"isolate: the box is to list {', '.join(map(str, goal.unknowns))}, in this order")
    real = split(listed)
    if len(region) < sum(len(real.relation(each)) for each in goal.region):
        raise Refused("isolate: a relation of the region is not one of the unknowns' coordinates alone")
    terms: list[Term] = []
    for unknown, each in zip(goal.unknowns, goal.system, strict=True):
        a, b = real.parts(each)
        if unknown.is_real and b is not ZERO:
            raise Refused(f"isolate: {unknown} is real and its equation is not")
        terms.extend((a,) if unknown.is_real else (a, b))
    return cells, terms, region


def require_forms(goal: Equilibria, step: Step) -> list[Term]:
    """Forms g with C g = s f for the system f, where s != 0 and det C != 0 in the region: they vanish where f does.

    Args:
        step: box, as ever; forms: g, a Term for each unknown, as the system has them; cofactors: C, a row for each real
            coordinate; scale: s; determinant: det C in a form whose sign is manifest.

    Returns:
        the forms in real coordinates.

    Raises:
        Refused: they are not shown to vanish together with the system.
    """
    box, forms, rows = given(step, "box", tuple), given(step, "forms", tuple), given(step, "cofactors", tuple)
    scale, determinant = given(step, "scale", Term), given(step, "determinant", Term)
    if not all(isinstance(row, tuple) for row in rows):
        raise Refused("isolate: the cofactors are rows of Terms")
    entries = [each for row in rows for each in row]
    named = (*forms, *entries, *goal.system, scale, determinant)  # 1/x is nowhere 0, and undefined where x is
    if not all(isinstance(each, Term) and each.total for each in named):
        raise Refused("isolate: the system, its other forms, their cofactors and factors must be defined everywhere")
    _, f, region = equilibria_setting(goal, box)
    _, g, _ = equilibria_setting(Equilibria(goal.unknowns, forms, goal.region, ()), box)
    if len(rows) != len(f) or any(len(row) != len(f) for row in rows):
        raise Refused(f"isolate: the cofactors are {len(f)} rows of {len(f)} Terms")
    real = split(dict.fromkeys(coordinate.symbols[0] for coordinate, _, _ in box))
    pairs = [real.parts(each) for each in (scale, determinant, *entries)]
    if any(imaginary is not ZERO for _, imaginary in pairs):
        raise Refused("isolate: cofactors, their scale and their determinant are real")
    s, det, *flat = (part for part, _ in pairs)
    C = [flat[len(f) * k : len(f) * (k + 1)] for k in range(len(f))]
    for row, value in zip(C, f, strict=True):
        if not ring.equal(add(*(mul(c, each) for c, each in zip(row, g, strict=True))), mul(s, value)):
            raise Refused(f"isolate: the cofactors times the forms are not ({short(scale)}) times the system")
    if not ring.equal(_determinant(C), det):
        raise Refused(f"isolate: the determinant of the cofactors is not {short(determinant)}")
    known = Facts(region)
    for each in (s, det):
        if not known.nonzero(each):
            raise Refused(f"isolate: {short(each)} is not manifestly nonzero in the region")
    return g


def _determinant(C: Sequence[Sequence[Term]]) -> Term:
    """By Laplace expansion along the first row."""
    if not C:
        return number(1)
    minors = [[[*row[:j], *row[j + 1 :]] for row in C[1:]] for j in range(len(C))]
    return add(*(mul(number((-1) ** j), C[0][j], _determinant(minor)) for j, minor in enumerate(minors)))


def _kind(terms: Sequence[Term], zero: newton.Enclosure, precision: int) -> str:
    if len(terms) > 2:
        return "any"
    matrix = newton.linearise(terms, zero, None, precision)
    if len(terms) == 1:
        rate = matrix[0][0]
        return "sink" if rate < 0 else "source" if rate > 0 else "any"
    found = newton.kind(matrix, precision)
    return found if found != newton.UNDECIDED else "any"


def matches(found: Sequence[str], claimed: Sequence[str]) -> bool:
    """As many, and each claimed kind is met by one of its own; a claimed `any` is met by every kind."""
    left = list(found)
    for kind in sorted(claimed, key=lambda each: each == "any"):
        if kind == "any" and left:
            left.pop()
        elif kind in left:
            left.remove(kind)
        else:
            return False
    return not left


# closed orbits


def _closed(context: Context, rule: str) -> Closed:
    goal = context.goal
    if not isinstance(goal, Closed):
        raise Refused(f"{rule} shows closed orbits")
    if any(set(rate.symbols) - set(goal.flow.states) for rate in goal.flow.terms):
        raise Refused(f"{rule}: the flow has parameters; give them values")
    return goal


def _numerics(step: Step) -> tuple[int, Fraction, int]:
    order = given(step, "order", int)
    if not 2 <= order <= MAX_ORDER:
        raise Refused(f"{step.rule}: the order is {short(order)}; expected 2 to {MAX_ORDER}")
    return order, given(step, "length", Fraction), _precision(step)


def _precision(step: Step) -> int:
    precision: int = given(step, "precision", int)
    if not 16 <= precision <= MAX_PRECISION:
        raise Refused(f"{step.rule}: the precision is {short(precision)}; expected 16 to {MAX_PRECISION} bits")
    return precision


def _require_period(goal: Closed, period: arb, rule: str) -> None:
    if goal.period is None:
        return
    low, high = (arb(end.numerator) / end.denominator for end in goal.period)
    if not (low <= period and period <= high):
        raise Refused(f"{rule}: the period is {period.str(24)}, not shown to lie between the ends that are claimed")


def step_reversible(step: Step, context: Context) -> None:
    """The goal, a closed orbit through a point that a mirror of the flow fixes: twice the time to the mirror's set.

    With R R = id and F(R z) = -DR F(z), z(-t) = R z(t) for z(0) = R z(0). The mirror's fixed set is {section = 0};
    the orbit meets it next at time T/2, and its least period is T (Devaney 1976).
    """
    goal = _closed(context, "reversible")
    mirror, section = given(step, "mirror", dict), given(step, "section", Term)
    states, start = goal.flow.states, dict(goal.through)
    if goal.attracts:
        raise Refused("reversible: such an orbit attracts nothing")
    if set(start) != set(states) or set(mirror) != set(states) or not section.is_real:
        raise Refused("reversible: needs the point, a mirror image of each state, and a real section")
    images = {sym: value for sym, value in mirror.items() if isinstance(value, Term)}
    if len(images) != len(states) or any(s.is_real and not images[s].is_real for s in states):
        raise Refused("reversible: the mirror image of a real state is real")
    if any(set(each.symbols) - set(states) for each in (*images.values(), section)):
        raise Refused("reversible: the mirror and the section speak of the states alone")
    if not all(each.total for each in (*images.values(), section, *goal.flow.terms)):
        raise Refused("reversible: the mirror, the section and the flow must be defined everywhere")
    minus = number(-1)
    on_section = [Relation("eq", section, ZERO)]
    for state, rate in goal.flow.rates:
        image = images[state]
        if not ring.equal(image.subs(images), state):
            raise Refused(f"reversible: the mirror applied twice does not give back {state}")
        if not ring.is_zero(add(goal.flow.derivative(image), rate.subs(images))):
            raise Refused(f"reversible: the mirror does not reverse the rate of {state}")
        if not ring.is_zero(add(image, mul(minus, state)), on_section):
            raise Refused(f"reversible: the mirror does not fix {state} where {section} = 0")
    if not ring.is_zero(add(section.subs(images), section)):
        raise Refused(f"reversible: {section} does not change sign under the mirror")
    _require_at(on_section, start)
    _require_at(goal.starts, start)
    growth = _sign_at(goal.flow.derivative(section), start)
    if not growth:
        raise Refused("reversible: the orbit does not cross the section at the start")
    order, length, precision = _numerics(step)
    try:
        met = flows.return_map(goal.flow, section, -growth, start, order, length, precision)
    except flows.NotFollowed as error:
        raise Refused(f"reversible: {error}") from None
    with ctx.workprec(precision):
        _require_period(goal, 2 * met.time, "reversible")
    context.strengths[BALL] = None
    context.learn(goal)


def _require_at(relations: Sequence[Relation | AnyOf], point: dict[Term, Term]) -> None:
    for relation in relations:
        try:
            decision = at_point.decide(relation, point)
        except Undefined as error:
            raise Refused(f"{relation} is undefined at the point: {error}") from None
        if decision is None or not decision[0] or (relation.options[0].op == "eq" and decision[1] == BALL):
            raise Refused(f"{relation} does not certainly hold at the point")


def _sign_at(value: Term, point: dict[Term, Term]) -> int:
    try:
        decision = at_point.sign_at(value, point)
    except Undefined as error:
        raise Refused(f"{value} is undefined at the point: {error}") from None
    return 0 if decision is None else decision[0]


def step_returns(step: Step, context: Context) -> None:
    """The goal, a closed orbit: a return map of an interval of a section moves its ends in opposite directions.

    The plane has two real coordinates; the section fixes one of them, and the other runs through the interval. With a
    derivative between -1 and 1 on it, the orbit attracts.
    """
    goal = _closed(context, "returns")
    at, direction = given(step, "at", dict), given(step, "direction", int)
    order, length, precision = _numerics(step)
    with ctx.workprec(precision):
        _returns(goal, at, direction, order, length, precision)
    context.strengths[BALL] = None
    context.learn(goal)


def _returns(goal: Closed, at: Mapping[Any, Any], direction: int, order: int, length: Fraction, precision: int) -> None:
    plane = flows.coordinates(goal.flow)
    exact = {key: value for key, value in at.items() if isinstance(value, Term)}
    moving = {key: value for key, value in at.items() if isinstance(value, tuple)}
    if goal.through or len(plane) != 2 or set(at) != set(plane) or len(exact) != 1 or len(moving) != 1:
        raise Refused("returns: needs two coordinates, a constant for one and two rational ends for the other")
    ((fixed, level),) = exact.items()
    ((free, ends),) = moving.items()
    if len(ends) != 2 or not all(isinstance(end, Fraction) for end in ends) or not ends[0] < ends[1] or level.symbols:
        raise Refused("returns: needs two rational ends, the lower first, and a constant")
    section = add(fixed, mul(number(-1), level))
    low, high = ends
    try:
        whole = _interval(low, high)
        met = flows.return_map(
            goal.flow, section, direction, {fixed: level, free: whole}, order, length, precision, None, True
        )
        index = plane.index(free)
        moves = []
        for end in ends:
            back = flows.return_map(
                goal.flow, section, direction, {fixed: level, free: number(end)}, order, length, precision
            )
            moves.append(back.point[index] - arb(end.numerator) / end.denominator)
    except flows.NotFollowed as error:
        raise Refused(f"returns: {error}") from None
    if not ((moves[0] > 0 and moves[1] < 0) or (moves[0] < 0 and moves[1] > 0)):
        raise Refused(f"returns: the ends move by {moves[0].str(6)} and {moves[1].str(6)}, not certainly apart")
    _require_in(goal, fixed, ball.enclose(level, {}, precision), free, whole)
    if goal.attracts:
        assert met.derivative is not None
        slope = met.derivative[index][index]
        if not (slope > -1 and slope < 1):
            raise Refused(
                f"returns: the derivative of the return map is {slope.str(8)}, not certainly between -1 and 1"
            )
    _require_period(goal, met.time, "returns")


def _interval(low: Fraction, high: Fraction) -> arb:
    """A ball that holds all numbers between the ends."""
    return (arb(low.numerator) / low.denominator).union(arb(high.numerator) / high.denominator)


def _require_in(goal: Closed, fixed: Term, level: Any, free: Term, whole: arb) -> None:
    """All points of the interval are starts."""
    values: dict[Term, Any] = {fixed: level, free: whole}
    box: dict[Term, Any] = {}
    for state in goal.flow.states:
        if state.is_real:
            box[state] = values[state]
        else:
            real, imaginary = (next(v for c, v in values.items() if c.kind == kind) for kind in ("re", "im"))
            box[state] = acb(real, imaginary)
    for fact in goal.starts:
        signs = [ball.certain_sign(ball.enclose(option.gap, box)) for option in fact.options if option.op == "gt"]
        if 1 not in signs:
            raise Refused(f"returns: {short(fact)} is not shown on the interval")
