"""Long-time limits along affine flows: a quantity whose derivatives satisfy a linear equation.

Let the rates be affine in real states, with constant coefficients: every solution lasts for all times. Let g = T - v, L
the derivative along the flow, and p(L) g = 0 for a polynomial p = z^r + c_(r-1) z^(r-1) + ... + c_0 with constant
coefficients. Then y(t) = g(x(t)) solves p(d/dt) y = 0.

If all zeros of p have negative real parts, y -> 0 from every state: the rule `modes`.

Let one zero m have a real part >= 0, and let g, L g, ..., L^(r-1) g be linearly independent polynomials in the states.
They span a space V on which p is the minimal and the characteristic polynomial of L, and g generates it. So
exp(t L) g is the sum over the zeros l of p, of multiplicity k, of exp(l t) sum over j < k of t^j/j! (L - l)^j g_l, with
g_l the part of g in the generalised eigenspace of l, and h = (L - m)^(k-1) g_m is not 0. From a state x with h(x) != 0
the term t^(k-1) exp(m t) h(x)/(k-1)! stands in y, and a sum of such terms tends to 0 only if all exponents have
negative real parts. The zeros of the polynomial h are a null set: T tends to v from a null set of states alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

from verify.kernel import ring
from verify.kernel.context import Context, Refused, Step, given, short
from verify.kernel.defined import obligations
from verify.kernel.exact import Inexact, Point, Undefined, evaluate
from verify.kernel.goal import LongTime, Sequent
from verify.kernel.lie import Flow, slope
from verify.kernel.longtime import NotShown, _begins, _parameters, _refuse, _require, is_open
from verify.kernel.point import BALL, EXACT
from verify.kernel.relation import Relation
from verify.kernel.term import ONE, ZERO, Term, TermError, add, binds, mul, number, postorder, power

__all__ = ["equation", "modes", "require_affine", "step_modes"]

MAX_ORDER = 10
MAX_SYMBOLIC = 4
SAMPLES = 3 * MAX_ORDER
POLYNOMIAL = frozenset(("rat", "sym", "add", "mul", "pow", "re", "im", "conj", "abs2"))


def modes(sequent: Sequent, goal: LongTime, point: Point) -> str:
    """Against "every" and "almost every start": T tends to v from a null set of states alone. Returns the strength.

    Args:
        point: coordinates of the parameters; and of a start near which all states are starts, outside the exceptions.

    Raises:
        NotShown: a condition does not certainly hold.
    """
    if goal.target != "tends":
        raise NotShown(f"modes decides nothing about the target {goal.target!r}")
    assert goal.quantity is not None and goal.value is not None
    strengths = [_parameters(sequent, goal, point)]
    states = goal.flow.states
    missing = next((state for state in states if not isinstance(point.get(state), Term)), None)
    if missing is not None:
        raise NotShown(f"the state {missing} has no coordinate")
    strengths.append(_begins(goal, point))
    strengths += [_require(_open(fact), point, "a start") for fact in goal.starts]
    for exception in goal.except_:
        strengths.append(_refuse(exception, point, "outside the exceptions"))
        if exception.op not in ("eq", "ge") or not all(each.total for each in exception.terms):
            raise NotShown(f"the exception {exception} is not closed, so starts nearby may belong to it")
    constants = {sym: x for sym, x in point.items() if isinstance(x, Term) and sym not in states}
    flow = goal.flow.subs(constants)
    gap = add(goal.quantity, mul(number(-1), goal.value)).subs(constants)
    coefficients = equation(flow, gap)
    if coefficients is None:
        raise NotShown(f"no linear equation of order up to {MAX_ORDER} with rational coefficients is found for {gap}")
    if all(each > 0 for each in _minors(coefficients)):
        raise NotShown("the target attracts: all exponents have negative real parts")
    return BALL if BALL in strengths else EXACT


def _open(fact: object) -> Relation:
    """The strict form of a fact of the starts, which holds nearby."""
    if isinstance(fact, Relation):
        strict = Relation("gt", fact.left, fact.right) if fact.op == "ge" else fact
        if is_open(strict):
            return strict
    raise NotShown(f"the starts are not known to be open near the point: {fact}")


def equation(flow: Flow, gap: Term) -> list[Fraction] | None:
    """c_0, ..., c_(r-1) of the equation of least order r; None where none is found. Without parameters.

    The derivatives below the r-th are linearly independent: their values at rational states are.

    Raises:
        NotShown: the flow is not affine in real states, or the quantity is no polynomial in them.
    """
    require_affine(flow, [gap])
    strange = {sym for each in (*flow.terms, gap) for sym in each.symbols} - set(flow.states)
    if strange:
        raise NotShown(f"{min(map(str, strange))} has no single value at the point")
    if not gap.is_real or not {node.kind for node in postorder(gap)} <= POLYNOMIAL:
        raise NotShown(f"{gap} is no real polynomial in the states")
    rows: list[list[fmpq]] = [[] for _ in range(SAMPLES)]
    current, derivatives = gap, []
    try:
        for order in range(MAX_ORDER + 1):
            derivatives.append(current)
            for at, row in enumerate(rows):
                value = evaluate(current, {x: number(_sample(at, k)) for k, x in enumerate(flow.states)}).fraction()
                if value is None:
                    return None
                row.append(fmpq(value.numerator, value.denominator))
            reduced, rank = fmpq_mat(SAMPLES, order + 1, [x for row in rows for x in row]).rref()
            if rank <= order:  # the pivots are the columns before
                found = [-reduced[k, order] for k in range(order)]
                coefficients = [Fraction(int(c.p), int(c.q)) for c in found]
                return coefficients if order and _obeys(derivatives, [number(c) for c in coefficients]) else None
            current = flow.derivative(current)
    except (Inexact, Undefined, TermError, ring.NotPolynomial):
        return None
    return None


def _sample(at: int, k: int) -> int:
    """Coordinate k of a state; any values will do that tell polynomials apart."""
    return (7 * at * at + 11 * at * (k + 1) + 5 * k * k + 3 * at**3 * k) % 23 - 11


def _obeys(derivatives: Sequence[Term], coefficients: Sequence[Term]) -> bool:
    """Is the last derivative plus the coefficients times those before it zero?"""
    pieces = [mul(c, each) for c, each in zip(coefficients, derivatives, strict=False)]
    return ring.is_zero(add(*pieces, derivatives[len(coefficients)]))


def _minors(coefficients: Sequence[Fraction]) -> list[Fraction]:
    """The leading minors of Hurwitz's matrix of z^r + c_(r-1) z^(r-1) + ... + c_0: all > 0 exactly if it is stable."""
    r = len(coefficients)
    a = [Fraction(1), *reversed(coefficients)]
    found = []
    for size in range(1, r + 1):
        entries = [
            a[k] if 0 <= (k := 2 * (j + 1) - (i + 1)) <= r else Fraction(0) for i in range(size) for j in range(size)
        ]
        value = fmpq_mat(size, size, [fmpq(x.numerator, x.denominator) for x in entries]).det()
        found.append(Fraction(int(value.p), int(value.q)))
    return found


def require_affine(flow: Flow, quantities: Sequence[Term]) -> None:
    """The states are real, the rates affine in them with constant coefficients, and all is defined at every state."""
    states = set(flow.states)
    if not all(state.is_real for state in states):
        raise NotShown("the states of an affine flow are real numbers")
    binder = next((node for node in postorder(*flow.terms, *quantities) if binds(node)), None)
    if binder is not None:
        raise NotShown(f"{short(binder)} binds a symbol")
    for rate in flow.terms:
        for state in flow.states:
            try:
                by_state = slope(rate, state)
            except TermError as error:
                raise NotShown(str(error)) from None
            if states & set(by_state.symbols):
                raise NotShown(f"the rate {short(rate)} is not affine in {state}, by form")
    for obligation in obligations((*flow.terms, *quantities)):
        if states & set(obligation.symbols):
            raise NotShown(f"that {short(obligation)} stays true along orbits is not decided")


def step_modes(step: Step, context: Context) -> None:
    """The goal, a limit T -> v along an affine flow: `coefficients` c_0, ..., c_(r-1) of a stable equation for T - v.

    Stable by Routh and Hurwitz: up to order four with parameters, at any order with rational coefficients.
    """
    goal = context.along("modes")
    if not isinstance(goal, LongTime) or goal.target != "tends" or goal.start not in ("every", "almost every"):
        raise Refused("modes shows limits from every or almost every start")
    assert goal.quantity is not None and goal.value is not None
    coefficients = given(step, "coefficients", tuple)
    states = set(goal.flow.states)
    if not coefficients or len(coefficients) > MAX_ORDER or not all(isinstance(c, Term) for c in coefficients):
        raise Refused(f"modes: one to {MAX_ORDER} coefficients are Terms")
    moving = next((c for c in coefficients if states & set(c.symbols) or not c.is_real), None)
    if moving is not None:
        raise Refused(f"modes: the coefficient {short(moving)} is not a real constant")
    gap = add(goal.quantity, mul(number(-1), goal.value))
    context.require_defined((*goal.flow.terms, gap, *coefficients))
    derivatives = [gap]
    try:
        require_affine(goal.flow, [gap])
        for _ in coefficients:
            derivatives.append(goal.flow.derivative(derivatives[-1]))
        if not _obeys(derivatives, coefficients):
            raise Refused(f"modes: {short(gap)} does not satisfy the equation")
    except (NotShown, TermError, ring.NotPolynomial) as error:
        raise Refused(f"modes: {error}") from None
    for condition in _conditions(coefficients):
        if not context.facts.holds(Relation("gt", condition, ZERO)):
            raise Refused(f"modes: {short(condition)} > 0 is not shown, a condition of Routh and Hurwitz")
    context.learn(goal)


def _conditions(coefficients: Sequence[Term]) -> list[Term]:
    """What must be positive for all zeros of the polynomial to have negative real parts."""
    r = len(coefficients)
    if all(c.kind == "rat" for c in coefficients):
        return [number(each) for each in _minors([c.payload for c in coefficients])]
    if r > MAX_SYMBOLIC:
        raise Refused(f"modes: up to {MAX_SYMBOLIC} coefficients may have parameters; found {r}")
    a = [ONE, *reversed(coefficients)]
    if r <= 2:
        return [*a[1:]]
    h = add(mul(a[1], a[2]), mul(number(-1), a[3]))
    if r == 3:
        return [a[1], a[3], h]
    return [a[1], a[4], h, add(mul(a[3], h), mul(number(-1), power(a[1], 2), a[4]))]
