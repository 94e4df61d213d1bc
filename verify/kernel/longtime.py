"""Refuters of long-time claims: an exact equilibrium, an attracting one, one modulo rotation or on leaves, a conserved
quantity.

No simulation enters. "Every start" falls to one exact equilibrium outside the exceptions; "almost every start" only
to an open set of starts. Each function raises `NotShown` with the condition that failed, and returns the strength.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from verify.kernel import point as at_point
from verify.kernel import ring
from verify.kernel.cells import split
from verify.kernel.defined import obligations
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import LongTime, Sequent
from verify.kernel.lie import Flow
from verify.kernel.point import BALL, EXACT
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, ZERO, I, Term, TermError, abs2, add, div, im, mul, number, postorder, re, symbol

__all__ = ["NotShown", "conserved", "equilibrium", "jacobian", "leaf", "real_flow", "relative", "sink"]

MAX_ROWS = 4
MAX_ANGLES = 12
ANALYTIC = frozenset(
    "rat pi i sym add mul div pow conj re im abs2 exp sin cos sinh cosh tanh atan".split(),
)
"""Kinds that are real-analytic wherever no denominator vanishes (`pow`: with an integer exponent)."""


class NotShown(ValueError):
    """A condition of a refuter that does not certainly hold; one line."""


def _require(relation: Relation | AnyOf, point: Point, what: str) -> str:
    try:
        decision = at_point.decide(relation, point)
    except Undefined as error:
        raise NotShown(f"{what}: {relation} is undefined there ({error})") from None
    if decision is None:
        raise NotShown(f"{what}: {relation} is not decided there")
    if not decision[0]:
        raise NotShown(f"{what}: {relation} fails there")
    return decision[1]


def _refuse(relation: Relation, point: Point, what: str) -> str:
    """The relation certainly fails at the point. Returns the strength."""
    return _require(relation.negation(), point, what)


def _weakest(*strengths: str) -> str:
    return BALL if BALL in strengths else EXACT


def _closed(relation: Relation) -> Relation:
    return Relation("ge", relation.left, relation.right) if relation.op == "gt" else relation


def _parameters(sequent: Sequent, goal: LongTime, point: Point) -> str:
    """Every hypothesis that does not speak of the state holds at the point; no hypothesis speaks of it otherwise.

    Returns the strength.
    """
    if goal.start == "some":
        raise NotShown("these rules show starts that fail; a claim about some starts stands beside them")
    missing = at_point.is_assigned(point, (s for s in sequent.symbols if s not in goal.flow.states))
    if missing is not None:
        raise NotShown(f"the parameter {missing} has no coordinate")
    wrong = at_point.check_coordinates(point)
    if wrong:
        raise NotShown(wrong)
    states = set(goal.flow.states)
    token = next((state for state in goal.flow.states if state in sequent.tokens), None)
    if token is not None:
        raise NotShown(f"the state {token} is that of tokens; their number is not known")
    strengths = []
    for fact in sequent.facts:
        if fact in goal.starts:
            continue
        if states & set(fact.symbols):
            raise NotShown(f"the hypothesis {fact} restricts the state; the domain alone must give the starts")
        rows = at_point.rows(point, fact)  # one for each token that it speaks of
        if rows is None:
            raise NotShown(f"the hypothesis {fact} speaks of tokens that do not stand in rows")
        strengths += [_require(fact, row, "hypothesis") for row in rows]
    return _weakest(*strengths)


def _rest(goal: LongTime, point: Point) -> str:
    """The point is an equilibrium, exactly. Returns the strength by which the rates have values there."""
    strengths = []
    for state, rate in goal.flow.rates:
        found = _vanishes(rate, point)
        if found is None:
            _require(Relation("eq", rate, ZERO), point, f"the rate of {state} vanishes")
            raise NotShown(f"the rate of {state} is not exactly zero")
        strengths.append(found)
    return _weakest(*strengths)


def _off_target(goal: LongTime, point: Point) -> str:
    """An orbit that stays at, or converges to, the point does not behave like the target. Returns the strength."""
    if goal.target == "point":
        raise NotShown("an equilibrium is what the claim predicts: the orbit converges to a point")
    if goal.target == "tends":
        assert goal.quantity is not None and goal.value is not None
        return _refuse(Relation("eq", goal.quantity, goal.value), point, "off the target")
    return EXACT


def _outside(goal: LongTime, point: Point) -> str:
    """The point is in no exception. Returns the strength."""
    return _weakest(*(_refuse(exception, point, "outside the exceptions") for exception in goal.except_))


def _outside_closed(goal: LongTime, point: Point) -> str:
    """No start near the point is in an exception. Returns the strength."""
    strength = _outside(goal, point)
    for exception in goal.except_:
        if exception.op not in ("eq", "ge"):
            raise NotShown(f"the exception {exception} is not closed, so starts nearby may belong to it")
    return strength


def _begins(goal: LongTime, point: Point) -> str:
    """At the point all that the goal speaks of has a value, and near it the rates have: a solution begins there.

    Returns the strength.
    """
    strengths = []
    for each in goal.terms:
        try:
            known = at_point.defined_at(each, point)
        except Undefined as error:
            raise NotShown(f"the claim is undefined at the start: {error}") from None
        if known is None:
            raise NotShown(f"whether {each} has a value at the start is not decided")
        strengths.append(known)
    return _weakest(_defined_near(goal.flow.terms, (), point), *strengths)


def _defined_near(terms: Iterable[Term], starts: Iterable[Relation | AnyOf], point: Point) -> str:
    """The Terms have values at all starts near the point. Returns the strength."""
    strengths = []
    known = {_closed(fact) for fact in starts if isinstance(fact, Relation)}
    for each in obligations(terms):
        nearby = _strict(each) if isinstance(each, Relation) and each.op == "ge" else each
        if isinstance(each, Relation) and _closed(each) in known:
            continue
        strength, failed = at_point.all_hold((nearby,), point)
        if failed is not None:
            raise NotShown(f"{failed} does not certainly hold there, so {each} may fail nearby")
        strengths.append(strength)
    return _weakest(*strengths)


def equilibrium(sequent: Sequent, goal: LongTime, point: Point) -> str:
    """Against "every start": an exact equilibrium among the starts, outside the exceptions, off the target."""
    if goal.start != "every":
        raise NotShown(f"one equilibrium refutes a claim about every start, not about {goal.start} start")
    strengths = [_parameters(sequent, goal, point)]
    strengths += [_require(fact, point, "a start") for fact in goal.starts]
    strengths += [_outside(goal, point), _rest(goal, point), _off_target(goal, point)]
    return _weakest(*strengths)


def sink(sequent: Sequent, goal: LongTime, point: Point) -> str:
    """Against "almost every start": an exact equilibrium in the closure of the starts whose linearisation is stable.

    It attracts a neighbourhood, which meets the starts in an open set. Up to four real dimensions.
    """
    strengths = [_parameters(sequent, goal, point), _closure(goal, point), _outside_closed(goal, point)]
    strengths += [_rest(goal, point), _off_target(goal, point)]
    target = [each for each in (goal.quantity, goal.value) if each is not None]
    strengths.append(_defined_near((*goal.flow.terms, *target), goal.starts, point))
    flow, place = real_flow(goal.flow, point)
    matrix = jacobian(flow)
    return _weakest(_require_stable(matrix, place), *strengths)


def relative(sequent: Sequent, goal: LongTime, point: Point) -> str:
    """Against "almost every start": n angles that attract modulo a common rotation (a relative equilibrium).

    Let e = (1, ..., 1), and p the point. The rates F and T - v are analytic off their denominators; these do not vanish
    at p, and none of all this changes from theta to theta + s e. So F and T - v are analytic near the line p + s e and
    functions of the differences phi_i = theta_i - theta_n alone, which obey phi_i' = G_i(phi) = F_i - F_n. All F_i(p)
    are equal, so phi(p) is an equilibrium of G. Its linearisation d(F_i - F_n)/d theta_j, i, j < n, is stable (up to
    five angles by Routh and Hurwitz, beyond by `_require_contracting`), so all phi near phi(p) tend to it.
    theta_n' = F_n(phi) stays bounded, so these orbits never end. Along them T - v tends to its value at p, which is not
    0. The starts with such differences are an open set: no fact restricts the angles. All is decided at the point of
    the line with theta_n = 0; exceptions, at p.
    """
    flow, gap, strength = _from_every_start("relative", sequent, goal, point)
    states = goal.flow.states
    values = [x for state in states if isinstance(x := point[state], Term)]
    if len(values) != len(states):
        raise NotShown("a state has one coordinate, not one per token")
    place = {state: add(x, mul(number(-1), values[-1])) for state, x in zip(states, values, strict=True)}
    strengths = [strength, _unturned((*flow.terms, gap), place)]
    last = flow.terms[-1]
    across = [add(rate, mul(number(-1), last)) for rate in flow.terms[:-1]]
    for state, rate in zip(states, across, strict=False):
        found = _vanishes(rate, place)
        if found is None:
            raise NotShown(f"the rates of {state} and {states[-1]} are not shown to be equal at the point")
        strengths.append(found)
    strengths.append(_require(Relation("ne", gap, ZERO), place, "off the target"))
    if len(states) <= MAX_ROWS + 1:
        try:
            matrix = [[Flow(((state, ONE),)).derivative(rate) for state in states[:-1]] for rate in across]
        except TermError as error:
            raise NotShown(str(error)) from None
        stability = _require_stable(matrix, place)
    else:
        stability = _require_contracting(jacobian(flow), place)
    return _weakest(stability, *strengths)


def leaf(sequent: Sequent, goal: LongTime, point: Point) -> str:
    """Against "almost every start": real states whose sum is conserved, and an equilibrium p that attracts on its leaf.

    The rates F and T - v are analytic everywhere. In the coordinates x_1, ..., x_(n-1) and the sum s the flow is
    x' = G(x, s), s' = 0, with dG_i/dx_j = dF_i/dx_j - dF_i/dx_n, stable at p (up to five states by Routh and Hurwitz,
    beyond by `_require_contracting`). So there is an equilibrium x(s) for every s near s(p), continuous in s; a
    positive definite form of x - x(s) falls along orbits in a neighbourhood that does not depend on s. All starts near
    p tend to the equilibrium of their leaf, near p, where T - v is not 0: an open set, for no fact restricts states.
    """
    flow, gap, strength = _from_every_start("leaf", sequent, goal, point)
    states = goal.flow.states
    for node in postorder(*flow.terms, gap):
        if not node.total or node.kind not in ANALYTIC or (node.kind == "sym" and node not in states):
            raise NotShown(f"{node} is not known to be analytic everywhere in the states alone")
    try:
        if not ring.is_zero(add(*flow.terms)):
            raise NotShown("the sum of the states is not conserved")
    except ring.NotPolynomial as error:
        raise NotShown(str(error)) from None
    place = {state: x for state in states if isinstance(x := point[state], Term)}
    if len(place) != len(states):
        raise NotShown("a state has one coordinate, not one per token")
    for state, rate in flow.rates:
        if _vanishes(rate, place) is None:  # it has a value everywhere
            raise NotShown(f"the rate of {state} is not shown to be zero at the point")
    off = _require(Relation("ne", gap, ZERO), place, "off the target")
    matrix = jacobian(flow)
    if len(states) <= MAX_ROWS + 1:
        last = len(states) - 1
        across = [[add(row[j], mul(number(-1), row[last])) for j in range(last)] for row in matrix[:last]]
        stability = _require_stable(across, place)
    else:
        stability = _require_contracting(matrix, place)
    return _weakest(strength, off, stability)


def _from_every_start(rule: str, sequent: Sequent, goal: LongTime, point: Point) -> tuple[Flow, Term, str]:
    """(flow, T - v, strength) at the parameters of the point: real states, all of them starts, closed exceptions away
    from it."""
    if goal.target != "tends":
        raise NotShown(f"{rule} decides nothing about the target {goal.target!r}")
    assert goal.quantity is not None and goal.value is not None
    strength = _parameters(sequent, goal, point)
    states = goal.flow.states
    missing = at_point.is_assigned(point, states)
    if missing is not None:
        raise NotShown(f"the state {missing} has no coordinate")
    if not all(state.is_real for state in states) or not 2 <= len(states) <= MAX_ANGLES:
        raise NotShown(f"{rule} handles two to {MAX_ANGLES} real states; found {len(states)} states")
    if goal.starts:
        raise NotShown(f"the fact {goal.starts[0]} restricts the states; every state must be a start")
    strength = _weakest(strength, _outside_closed(goal, point))
    constants = {sym: x for sym, x in point.items() if isinstance(x, Term) and sym not in states}
    return goal.flow.subs(constants), add(goal.quantity, mul(number(-1), goal.value)).subs(constants), strength


def _unturned(terms: Sequence[Term], place: Mapping[Term, Term]) -> str:
    """The Terms are analytic near the place, and do not change when all its symbols grow by the same number.

    Returns the strength.
    """
    strengths = []
    taken = {sym.payload[0] for each in terms for sym in each.symbols} | {sym.payload[0] for sym in place}
    name = "s"
    while name in taken:
        name += "s"
    turn = {sym: add(sym, symbol(name)) for sym in place}
    for node in postorder(*terms):
        if node.kind not in ANALYTIC or (node.kind == "sym" and node not in place):
            raise NotShown(f"{node} is not known to be analytic in the angles alone")
        divisor = node.args[1] if node.kind == "div" else None
        if node.kind == "pow":
            exponent = node.args[1].payload if node.args[1].kind == "rat" else None
            if exponent is None or exponent.denominator != 1:
                raise NotShown(f"{node} is not known to be analytic in the angles alone")
            divisor = node.args[0] if exponent < 0 else None
        if divisor is not None:  # inner denominators come first: this one is defined on the whole line
            strengths.append(_require(Relation("ne", divisor, ZERO), dict(place), "a denominator"))
            _same(divisor, divisor.subs(turn))
    for each in terms:
        _same(each, each.subs(turn))
    return _weakest(*strengths)


def _same(value: Term, turned: Term) -> None:
    try:
        if ring.equal(turned, value):
            return
    except ring.NotPolynomial as error:
        raise NotShown(str(error)) from None
    raise NotShown(f"{value} changes when all angles turn together")


def _vanishes(value: Term, point: Point) -> str | None:
    """Is a Term exactly 0 at the point, by exact arithmetic or because values of functions cancel in the ring?

    Returns the strength by which it has a value there, or None where that is not known.
    """
    try:
        decision = at_point.decide(Relation("eq", value, ZERO), point)
        if decision is not None:
            return EXACT if decision == (True, EXACT) else None
        place = {sym: x for sym, x in point.items() if isinstance(x, Term)}
        known = at_point.defined_at(value, point)
        return known if known is not None and ring.is_zero(value.subs(place)) else None
    except (Undefined, ring.NotPolynomial):
        return None


def _require_stable(matrix: Sequence[Sequence[Term]], place: Point) -> str:
    """Every eigenvalue has a negative real part, by Routh and Hurwitz; up to four rows. Returns the strength.

    With lambda^n + a_1 lambda^(n-1) + ... + a_n: a_1, a_n > 0, for n >= 3 also h = a_1 a_2 - a_3 > 0, and for n = 4
    also a_3 h > a_1^2 a_4.
    """
    n = len(matrix)
    if not 1 <= n <= MAX_ROWS:
        raise NotShown(f"stability is decided in up to {MAX_ROWS} real dimensions; found {n}")
    a = [ONE, *(mul(number((-1) ** k), add(*_principal_minors(matrix, k))) for k in range(1, n + 1))]
    positive = [a[1]] if n == 1 else [a[1], a[n]]
    if n >= 3:
        h = add(mul(a[1], a[2]), mul(number(-1), a[3]))
        positive += [h] if n == 3 else [h, add(mul(a[3], h), mul(number(-1), a[1], a[1], a[4]))]
    strength = EXACT
    for each in positive:
        try:
            decision = at_point.decide(Relation("gt", each, ZERO), place)
        except Undefined as error:
            raise NotShown(f"the linearisation is stable: it is undefined there ({error})") from None
        if decision is None or not decision[0]:
            how = "is not decided" if decision is None else "fails"
            raise NotShown(f"the linearisation is stable: a condition of Routh and Hurwitz {how} there")
        strength = BALL if decision[1] == BALL else strength
    return strength


def _require_contracting(matrix: Sequence[Sequence[Term]], place: Mapping[Term, Term]) -> str:
    """The linearisation J of a flow is stable modulo e = (1, ..., 1) if J e = 0; if e^T J = 0, on vectors of sum 0.

    Returns the strength. The part y of a solution of x' = J x orthogonal to e, or one with the sum 0 which it keeps,
    has (|y|^2)' = 2 <y, J y>. With y = sum of c_i (e_i - e_n) this is a quadratic form in c; it is negative definite,
    for its negative has positive pivots. Shows it for every symmetric J that is stable modulo e, and for some others.
    """
    last = len(matrix) - 1
    values = [[entry.subs(place) for entry in row] for row in matrix]

    def form(i: int, j: int) -> Term:
        less = [values[i][j], values[last][last], values[j][i], values[last][last]]
        more = [values[i][last], values[last][j], values[j][last], values[last][i]]
        return add(*more, *(mul(number(-1), each) for each in less))

    rows = [[form(i, j) for j in range(last)] for i in range(last)]
    strength = EXACT
    for k in range(last):
        pivot = rows[k][k]
        try:
            decision = at_point.decide(Relation("gt", pivot, ZERO), {})
        except Undefined:
            decision = None
        if decision is None or not decision[0]:
            raise NotShown(
                f"the linearisation is stable: the distance modulo rotation is not shown to shrink (step {k})"
            )
        strength = BALL if decision[1] == BALL else strength
        for i in range(k + 1, last):
            factor = div(rows[i][k], pivot)
            for j in range(k + 1, last):
                rows[i][j] = add(rows[i][j], mul(number(-1), factor, rows[k][j]))
    return strength


def _principal_minors(matrix: Sequence[Sequence[Term]], size: int) -> Iterable[Term]:
    for rows in combinations(range(len(matrix)), size):
        yield _determinant([[matrix[i][j] for j in rows] for i in rows])


def _determinant(matrix: Sequence[Sequence[Term]]) -> Term:
    if len(matrix) == 1:
        return matrix[0][0]
    pieces = []
    for j, entry in enumerate(matrix[0]):
        minor = _determinant([[*row[:j], *row[j + 1 :]] for row in matrix[1:]])
        pieces.append(mul(number((-1) ** j), entry, minor))
    return add(*pieces)


def _strict(fact: Relation) -> Relation:
    return Relation("gt", fact.left, fact.right)


def is_open(fact: Relation | AnyOf) -> bool:
    """Where it holds it holds nearby: a strict relation or a difference of Terms that are defined everywhere.

    A root may be defined at one point alone, as that of -x^2 is.
    """
    return isinstance(fact, Relation) and fact.op in ("gt", "ne") and all(each.total for each in fact.terms)


def _closure(goal: LongTime, point: Point) -> str:
    """The point lies in the closure of {all starts' facts}, which is open: at most one fact is active, regularly.

    Returns the strength.
    """
    active = None
    strengths = []
    for fact in goal.starts:
        if not isinstance(fact, Relation) or fact.op not in ("gt", "ge") or not is_open(_strict(fact)):
            raise NotShown(f"the starts are not known to be an open set: {fact}")
        strengths.append(_require(_closed(fact), point, "in the closure of the starts"))
        inside = at_point.decide(_strict(fact), point)
        if inside is None:
            raise NotShown(f"whether {fact} is active is not decided there")
        strengths.append(inside[1])
        if not inside[0]:
            if active is not None:
                raise NotShown("two facts of the starts are active at the point")
            active = fact
    if active is None:
        return _weakest(*strengths)
    slopes = []
    for state in goal.flow.states:
        for direction in (ONE,) if state.is_real else (ONE, I):
            slopes.append(Flow(((state, direction),)).derivative(active.gap))
    for slope in slopes:
        try:
            decision = at_point.decide(Relation("ne", slope, ZERO), point)
        except Undefined:
            continue
        if decision is not None and decision[0]:
            return _weakest(decision[1], *strengths)
    raise NotShown(f"the boundary {active.gap} = 0 of the starts is singular at the point")


def real_flow(flow: Flow, point: Point) -> tuple[Flow, dict[Term, Term]]:
    """The flow in real states (a complex w becomes its real and imaginary part), and the point in them."""
    real = split(flow.states, taken=(sym for each in flow.terms for sym in each.symbols))
    place: dict[Term, Term] = {sym: value for sym, value in point.items() if isinstance(value, Term)}
    states = iter(real.symbols)
    rates = []
    for state, rate in flow.rates:
        inner = rate.subs(real.mapping)
        if state.is_real:
            rates.append((next(states), inner))
            continue
        value = place.pop(state)
        for part in (re, im):
            own = next(states)
            rates.append((own, part(inner)))
            place[own] = part(value)
    return Flow(tuple(rates)), place


def jacobian(flow: Flow) -> list[list[Term]]:
    """Partial derivatives of the rates: row i, column j is d rate_i / d state_j. Real states.

    Raises:
        NotShown: a rate has no derivative by form (min, max).
    """
    try:
        return [[Flow(((state, ONE),)).derivative(rate) for state in flow.states] for rate in flow.terms]
    except TermError as error:
        raise NotShown(str(error)) from None


def conserved(
    sequent: Sequent, goal: LongTime, point: Point, quantity: Term, cofactor: Term, start: Mapping[Term, Term]
) -> str:
    """Against convergence of T to v: a conserved Q with Q - c = cofactor * (T - v), and a start with Q != c.

    Q is continuous, so T -> v would force Q -> c along the orbit; Q keeps another value on an open set of starts.

    Args:
        point: coordinates of the parameters.
        quantity: Q - c, so that it vanishes on the target.
        cofactor: bounded while T -> v: a rational number, or continuous with the states bounded.
        start: coordinates of the states.
    """
    if goal.target != "tends":
        raise NotShown(f"a conserved quantity decides nothing about the target {goal.target!r}")
    assert goal.quantity is not None and goal.value is not None
    parameters = {sym: value for sym, value in point.items() if sym not in goal.flow.states}
    strengths = [_parameters(sequent, goal, parameters)]
    constants = {sym: value for sym, value in parameters.items() if isinstance(value, Term)}
    flow = goal.flow.subs(constants)
    rest = quantity.subs(constants)
    if not rest.total or not cofactor.total:
        raise NotShown("the conserved quantity and its cofactor must be defined and continuous everywhere")
    derivative = flow.derivative(rest)
    if not derivative.total:
        raise NotShown(f"the derivative of {rest} is not defined everywhere")
    try:
        if not ring.is_zero(derivative):
            raise NotShown(f"{rest} is not conserved: its derivative along the flow is {derivative}")
        gap = add(goal.quantity, mul(number(-1), goal.value)).subs(constants)
        if not ring.equal(rest, mul(cofactor.subs(constants), gap)):
            raise NotShown(f"{rest} is not {cofactor} times ({gap}), so it need not vanish on the target")
        if ring.constant(cofactor.subs(constants)) is None and not _bounded(goal):
            raise NotShown("the cofactor is not constant and the states are not known to be bounded")
    except ring.NotPolynomial as error:
        raise NotShown(str(error)) from None
    strange = next((sym for sym in start if sym not in goal.flow.states), None)
    if strange is not None:
        raise NotShown(f"{strange} is no state; its value is that of the point")
    place = {**constants, **start}
    missing = at_point.is_assigned(place, goal.flow.states)
    if missing is not None:
        raise NotShown(f"the state {missing} has no coordinate")
    wrong = at_point.check_coordinates(place)
    if wrong:
        raise NotShown(wrong)
    strengths.append(_begins(goal, {**parameters, **start}))
    for fact in goal.starts:
        if not is_open(fact):
            raise NotShown(f"the starts are not known to be an open set: {fact}")
        strengths.append(_require(fact, place, "a start"))
    strengths.append(_outside_closed(goal, place))
    strengths.append(_refuse(Relation("eq", rest, ZERO), place, "another value than on the target"))
    return _weakest(*strengths)


def _bounded(goal: LongTime) -> bool:
    """The target itself bounds the states: |w|^2 of the only state tends to a constant."""
    if len(goal.flow.states) != 1 or goal.quantity is None or goal.value is None:
        return False
    if goal.flow.states[0] in goal.value.symbols:  # |w|^2 -> |w|^2 - re(w) says that re(w) -> 0
        return False
    factor = ring.ratio(goal.quantity, abs2(goal.flow.states[0]))
    return factor is not None and factor > 0
