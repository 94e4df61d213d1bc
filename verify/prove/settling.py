"""Proposes Lyapunov functions for limits along flows of numbers and angles, and phases that lock.

Functions are drawn from a list: powers of what tends, quadratic forms about points that rest, energies of oscillators,
potentials of gradient flows, Volterra's functions with logarithms. Floats tell which of them may fall along orbits;
what is left is written as obligations of the cited result and shown like any other relation. Nothing here is trusted.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from verify.kernel import ring
from verify.kernel.context import fails_on_line
from verify.kernel.goal import LongTime, Schema, Sequent
from verify.kernel.lie import slope
from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial
from verify.kernel.sign import Facts
from verify.kernel.term import ONE, PI, ZERO, Term, TermError, add, cos, div, mul, number, postorder, power, sin, term
from verify.prove.turned import apart

if TYPE_CHECKING:
    from verify.space import Space

__all__ = ["CITED", "settling_steps"]

CITED = ("classical.lasalle-cylinder", "classical.locked-phase", "classical.lojasiewicz")
"""What late steps may cite; a verdict on a claim without an argument depends on what these say."""

MAX_STATES = 4
MAX_ANGLES = 8
"""Of a gradient flow whose orbits converge."""
MAX_NODES = 90
"""Of all rates: the normal forms of more take seconds each."""
SAMPLES = 240
POWER = 8
"""Of what tends to zero, in the cited result."""
SLACK = 1e-9
CLOSE = 1e-2
WEIGHTS = [Fraction(x) for x in ("1", "1/2", "2", "1/3", "3", "1/4", "4", "1/10", "10")]
CROSS = [Fraction(x) for x in ("0", "1/2", "-1/2", "1", "-1")]
PLACES = [Fraction(x) for x in ("0", "1", "-1", "1/2", "-1/2", "2", "-2", "1/3", "2/3", "1/4", "3/4", "3/2", "3")]
SCALES = [Fraction(x) for x in ("1", "4", "1/4", "16", "1/16", "64", "1/100")]
PULLS = [number(Fraction(x)) for x in ("0", "1", "1/2", "2", "1/4")]
EDGES = [number(Fraction(x)) for x in ("1", "1/4", "4")]
QUARTERS = [mul(number(Fraction(k, 2)), PI) for k in (1, -1, 0, 2)]
"""Places of a phase at which the sign of its rate is asked for."""
MAX_POINTS = 3
MAX_FORMS = 160
MAX_SOUGHT = 6
"""Orders for which no form is found, at most: each may take seconds."""
MAX_TRIED = 12
"""Functions that fall in floats and are written out as obligations, at most."""

Known = tuple[Relation | AnyOf, ...]


def settling_steps(
    space: Space, sequent: Sequent, goal: LongTime, offer_of: Callable[[str], Sequent | Schema | None]
) -> tuple[Step, ...] | None:
    """Steps that show a limit from every or almost every start; None where none were found.

    Args:
        offer_of: the schema of a cited result by its id.
    """
    schema, locking, gradient = map(offer_of, CITED)
    states = goal.flow.states
    real = all(state.is_real and state not in sequent.tokens for state in states)
    if goal.target == "periodic" or goal.start not in ("every", "almost every"):
        return None
    if not real or len(states) > MAX_ANGLES or any(node.kind == "mean" for node in postorder(*goal.terms)):
        return None
    if len(list(postorder(*goal.flow.terms))) > MAX_NODES:
        return None
    few = len(states) <= MAX_STATES
    facts = (*(fact for fact in sequent.facts if fact not in goal.starts), *goal.closure())
    tries: list[Callable[[], tuple[Step, ...] | None]] = []
    if (
        few
        and (quantity := goal.quantity) is not None
        and (value := goal.value) is not None
        and isinstance(schema, Schema)
    ):
        tries.append(lambda: _Search(space, goal, facts, schema, quantity, value).steps())
    if goal.target == "point" and isinstance(gradient, Schema) and not goal.starts:
        tries.append(lambda: _descends(goal, facts, gradient))
    if few and isinstance(locking, Schema) and not goal.starts:
        tries.append(lambda: _locks(goal, facts, locking))
    if few and goal.target == "point" and isinstance(schema, Schema):
        tries.append(lambda: _rests(space, goal, facts, schema))
    for each in tries:
        try:
            found = each()
        except (TermError, NotPolynomial):
            continue
        if found is not None:
            return found
    return None


@dataclass(frozen=True)
class _Function:
    """W - sum of d_i log x_i, where d_i is the slope of `logs` by x_i, and its rate."""

    lyapunov: Term
    logs: Term
    rate: Term


@dataclass(frozen=True)
class _Hint:
    """Once `fact` is shown, `form` is a form of what is asked whose sign is manifest."""

    fact: Relation
    form: Term


class _Search:
    """One limit: what falls along orbits, and what follows."""

    def __init__(self, space: Space, goal: LongTime, facts: Known, schema: Schema, quantity: Term, value: Term) -> None:
        self.space, self.goal, self.facts, self.schema = space, goal, facts, schema
        self.flow, self.states = goal.flow, goal.flow.states
        self.gaps = [fact.gap for fact in goal.closure() if isinstance(fact, Relation)]
        self._same: dict[tuple[Term, ...], tuple[tuple[Term, ...], dict[Term, Term]]] = {}
        self._orders: dict[Relation, tuple[Step, ...] | None] = {}
        self._spent = 0
        self.quantity = quantity
        self.gap = self._plain(add(quantity, mul(number(-1), value)))
        self.positive = [x for x in self.states if Relation("gt", x, ZERO) in goal.starts]

    @cached_property
    def columns(self) -> Mapping[Term, Any]:
        """Points at which the facts hold, in floats."""
        import numpy as np

        from verify.attack.ground import Ground
        from verify.attack.points import Draws, take

        draws, rng = Draws(self.space), np.random.default_rng(0)
        listed = [draws.columns(rng, SAMPLES, scale) for scale in (*draws.scales, CLOSE)]
        whole = {sym: np.concatenate([each[sym] for each in listed]) for sym in listed[0]}
        inside, _, _ = Ground(self.space, self.facts).inside(whole)
        return take(whole, np.flatnonzero(inside))

    def values(self, terms: Sequence[Term]) -> list[Any]:
        from verify.readings.batch import compile_batch

        return [value for value, _ in compile_batch(list(terms), self.space.scalars)(self.columns)]

    def steps(self) -> tuple[Step, ...] | None:
        """The first complete argument."""
        import numpy as np

        if len(next(iter(self.columns.values()), ())) < 4:
            return None
        functions = list(itertools.islice(self._functions(), MAX_FORMS))
        found = []
        for function, rate in zip(functions, self.values([each.rate for each in functions]), strict=True):
            if np.isfinite(rate).all() and (rate <= SLACK * (1 + np.abs(rate).max())).all() and (rate < 0).any():
                found.append(function)
        for function in found[:MAX_TRIED]:
            for given, hints in self._given(function):
                steps = self._shown(given, hints)
                if steps is not None:
                    return steps
        return None

    # functions that may fall

    def _functions(self) -> Iterator[_Function]:
        turning = all(self._turns(self.gap, x) for x in self.states)
        simple = [power(self.gap, 2), *((mul(number(-1), self.gap), self.gap) if turning else ())]
        for each in (*simple, *self._energies()):
            yield from self._of(each, ZERO)
        points = [] if turning else self.points()
        if self.positive == list(self.states):
            for point in points:
                yield from self._volterra(point)
        for point in points:
            for form in self._forms(point):
                yield from self._of(form, ZERO)

    def _of(self, lyapunov: Term, logs: Term) -> Iterator[_Function]:
        try:
            whole = self.flow.derivative(lyapunov)
            for state, rate in self.flow.rates:
                d = slope(logs, state)
                if d is not ZERO:
                    each = self._quotient(rate, state)
                    if each is None:
                        return
                    whole = add(whole, mul(number(-1), d, each))
            yield _Function(lyapunov, logs, self._plain(whole))
        except TermError:
            return

    def _apart(self, *values: Term) -> tuple[tuple[Term, ...], dict[Term, Term]]:
        """The values in differences of states, if they change with these alone."""
        if values not in self._same:
            self._same[values] = apart(values, self.states)
        return self._same[values]

    def _plain(self, value: Term) -> Term:
        """The value without what cancels; in differences of states where it changes with these alone."""
        from verify.prove.forms import divided, plain

        (moved,), back = self._apart(value)
        found = plain(moved)
        over = divided(moved, ONE) if found is moved else None
        return (found if over is None else over).subs(back)

    def _quotient(self, value: Term, divisor: Term) -> Term | None:
        from verify.prove.forms import divided

        moved, back = self._apart(value, divisor)
        found = divided(*moved)
        return None if found is None else found.subs(back)

    def _turns(self, value: Term, state: Term) -> bool:
        try:
            return ring.equal(value.subs(state, add(state, mul(number(2), PI))), value)
        except NotPolynomial:
            return False

    def points(self) -> list[dict[Term, Term]]:
        """Exact places that rest, on the target: simple numbers, and parameters."""
        import numpy as np

        from verify.readings.batch import compile_batch

        if len(self.states) > 3:
            listed = [dict.fromkeys(self.states, ZERO)]
        else:
            places = PLACES if len(self.states) < 3 else PLACES[:7]
            listed = [
                dict(zip(self.states, map(number, each), strict=True))
                for each in itertools.product(places, repeat=len(self.states))
            ]
        constants = [sym for sym in self.space.scalars if sym not in self.states and sym.is_real]
        if len(self.states) == 1 and self.states[0] not in self._solved().symbols:
            listed = [{self.states[0]: self._solved()}, *listed]
        wanted = [*self.flow.terms, self.gap]
        exact = []
        if not constants:
            rows = {
                x: np.array([float(each[x].payload) for each in listed if each[x].kind == "rat"]) for x in self.states
            }
            if len(rows[self.states[0]]) == len(listed):
                values = compile_batch(wanted, self.states)(rows)
                near = np.all([np.abs(value) < 1e-9 for value, _ in values], axis=0)
                listed = [each for each, rests in zip(listed, near, strict=True) if rests]
        for each in listed[: 4 * MAX_POINTS] if constants else listed:
            try:
                if all(ring.is_zero(value.subs(each)) for value in wanted):
                    exact.append(each)
            except (NotPolynomial, TermError):
                continue
        return exact[:MAX_POINTS]

    def _solved(self) -> Term:
        """Where the gap vanishes, if it is affine in the only state; else the state itself."""
        state = self.states[0]
        by_state = slope(self.gap, state)
        if by_state is ZERO or state in by_state.symbols:
            return state
        return self._plain(add(state, mul(number(-1), div(self.gap, by_state))))

    def _forms(self, point: Mapping[Term, Term]) -> Iterator[Term]:
        """Quadratic forms about a point; in two dimensions with a product, beyond diagonal ones."""
        moved = [add(x, mul(number(-1), point[x])) for x in self.states]
        squares = [power(each, 2) for each in moved]
        if len(moved) == 2:
            for weight, cross in itertools.product(WEIGHTS, CROSS):
                if cross**2 < 4 * weight:
                    yield add(squares[0], mul(number(cross), *moved), mul(number(weight), squares[1]))
            return
        choices = WEIGHTS if len(moved) < 4 else WEIGHTS[:3]
        for weights in itertools.product(choices, repeat=len(moved) - 1):
            yield add(squares[0], *(mul(number(c), each) for c, each in zip(weights, squares[1:], strict=True)))

    def _volterra(self, point: Mapping[Term, Term]) -> Iterator[_Function]:
        """sum of c_i (x_i - p_i log x_i)."""
        if len(self.states) > 3 or not all(x.kind == "rat" and x.payload >= 0 for x in point.values()):
            return
        for weights in itertools.product(WEIGHTS[:7], repeat=len(self.states) - 1):
            c = dict(zip(self.states, (number(1), *map(number, weights)), strict=True))
            yield from self._of(
                add(*(mul(c[x], x) for x in self.states)), add(*(mul(c[x], point[x], x) for x in self.states))
            )

    def _energies(self) -> Iterator[Term]:
        """Potentials of gradient flows; kinetic and potential energy where some states are the rates of others."""
        rates = dict(self.flow.rates)
        pairs = [(x, v) for x, v in rates.items() if v in rates and v is not x]
        still = dict.fromkeys((v for _, v in pairs), ZERO)
        if len(pairs) * 2 == len(self.states) and not set(still) & {x for x, _ in pairs}:
            places = [x for x, _ in pairs]
            forces = [rates[v].subs(still) for _, v in pairs]
            found = _potential(places, forces)
            if found is not None:
                yield add(found, *(mul(number(Fraction(1, 2)), power(v, 2)) for v in still))
        found = _potential(list(self.states), list(self.flow.terms))
        if found is not None:
            yield found

    # what is to be shown

    def _given(self, function: _Function) -> Iterator[tuple[dict[str, Term], list[_Hint]]]:
        """Parameters of the cited result, for starts that are driven off nothing, or off a set; and hints."""
        if (keep := self._keep()) is None or (proper := self._proper(function)) is None:
            return
        base = {
            "lyapunov": function.lyapunov,
            "logs": function.logs,
            "rate": function.rate,
            "zero": self.gap,
            "keep": keep,
            "offset": proper[0],
            "size": proper[1],
            **dict.fromkeys(("first", "second", "third"), ZERO),
        }
        for escape in self._escapes(function):
            for ends, hints in self._ends(function, escape["escape"]):
                yield {**base, **escape, **ends}, hints

    def _keep(self) -> Term | None:
        """A rate for which no gap of the starts falls faster than that times itself."""
        if not self.gaps:
            return ZERO
        sizes = [x if x in self.gaps else power(x, 2) for x in self.states]
        slopes = [self.flow.derivative(gap) for gap in self.gaps]
        shapes = (ONE, add(ONE, *sizes), add(ONE, *(power(x, 2) for x in sizes)))
        for shape, scale in itertools.product(shapes, (0, 1, 4, 16)):
            keep = mul(number(scale), shape)
            kept = self.values([add(rate, mul(keep, gap)) for rate, gap in zip(slopes, self.gaps, strict=True)])
            if all((value >= -SLACK).all() for value in kept):
                return keep
        return None

    def _proper(self, function: _Function) -> tuple[Term, Term] | None:
        """(offset, size) with W + offset >= size (the sum of the sizes of states)."""
        shown = (function.lyapunov, *self.flow.terms, self.gap)
        bound = {x for gap in self.gaps for x in gap.symbols}
        sizes = [
            x if x in self.gaps else power(x, 2)
            for x in self.states
            if x in bound or not all(self._turns(each, x) for each in shown)
        ]
        if not sizes:
            return ZERO, ONE
        constants = [sym for sym in self.space.scalars if sym not in self.states and sym.is_real]
        whole = add(*(power(each, 2) for each in constants)) if constants else ZERO
        value, sized, moved = self.values([function.lyapunov, add(*sizes), whole])
        for size, offset, with_them in itertools.product(("1/2", "1/4", "1/20"), (0, 1, 4, 16, 100), (0, 1)):
            if (value + offset + with_them * moved >= float(Fraction(size)) * sized - SLACK).all():
                return add(number(offset), mul(number(with_them), whole)), number(Fraction(size))
        return None

    def _escapes(self, function: _Function) -> Iterator[dict[str, Term]]:
        """Nothing; and quantities whose modulus grows wherever it is small, the starts at which they are 0 left out."""
        yield {"escape": ONE, "growth": ZERO, "pull": ZERO, "edge": ONE}
        quantities: list[Term] = [each.gap for each in self.goal.except_ if each.op == "eq"]
        quantities += [each.gap for each in self.goal.starts if isinstance(each, Relation) and each.op == "gt"]
        if len(self.positive) > 1:
            quantities.append(mul(ONE, *self.positive))
        if self.goal.start == "almost every":
            quantities += [*self.states, *(add(self.gap, number(level)) for level in (2, 1, -1))]
            quantities.append(self.quantity)
        for quantity in dict.fromkeys(quantities):
            growth = self._quotient(self.flow.derivative(quantity), quantity)
            if growth is None:
                continue
            for pull, edge in (*self._pulls(quantity, growth), *itertools.product(PULLS, EDGES)):
                above = add(growth, mul(number(-1), pull, add(edge, mul(number(-1), power(quantity, 2)))))
                if (self.values([above])[0] >= -SLACK).all():
                    yield {"escape": quantity, "growth": growth, "pull": pull, "edge": edge}
                    break

    def _pulls(self, quantity: Term, growth: Term) -> Iterator[tuple[Term, Term]]:
        """Where growth = a (b - quantity): a (b^2 - quantity^2)/(b + quantity)."""
        if quantity not in self.states:
            return
        a = mul(number(-1), slope(growth, quantity))
        if a is ZERO or set(a.symbols) & set(self.states):
            return
        edge = self._plain(add(quantity, div(growth, a)))
        if not set(edge.symbols) & set(self.states):
            yield div(a, add(edge, quantity)), power(edge, 2)

    def _ends(self, function: _Function, escape: Term) -> Iterator[tuple[dict[str, Term], list[_Hint]]]:
        """What vanishes at limit points, and how the gap then vanishes there; with forms of what is asked."""
        falls = mul(number(-1), function.rate)
        yield from self._directly(falls, escape)
        for seen in self.states:
            left, k = self._divided(falls, seen, 2)
            factor = self._scale(left, ONE) if k == 2 else None
            if factor is None:
                continue
            factor = Fraction(1) / factor
            above = add(left, mul(number(-1), number(factor)))
            hints = [_Hint(Relation("ge", above, ZERO), mul(power(mul(seen, escape), 2), above))]
            base = {"seen": seen, "factor": number(factor), "direct": ZERO}
            same = _ratio(seen, self.gap)
            if same is not None:
                yield {**base, "first": mul(number(1 / same), power(self.gap, POWER - 1)), "second": ZERO}, hints
                continue
            found = self._next(seen, escape)
            if found is not None:
                yield {**base, **found[0]}, [*hints, found[1]]

    def _next(self, seen: Term, escape: Term) -> tuple[dict[str, Term], _Hint] | None:
        """Where a state vanishes for ever, its rate does: first seen + second seen' >= gap^8, second = +-c gap^7."""
        rest = self.flow.derivative(seen)
        left = self._plain(rest.subs(seen, ZERO))
        unit = None if left is ZERO else self._quotient(left, self.gap)
        tail = self._quotient(add(rest, mul(number(-1), left)), seen)
        if unit is None or tail is None:
            return None
        side = number(1 if (self.values([unit])[0] > 0).all() else -1)
        scale = self._scale(mul(side, unit), ONE)
        if scale is None:
            return None
        by = mul(side, number(scale), power(self.gap, POWER - 1))
        above = add(mul(side, number(scale), unit), mul(number(-1), power(escape, 2)))
        hint = _Hint(Relation("ge", above, ZERO), mul(power(self.gap, POWER), above))
        return {"first": mul(number(-1), by, tail), "second": by}, hint

    def _scale(self, value: Term, wanted: Term) -> Fraction | None:
        """A number c with c value >= wanted, in floats, with room where that is no equality for one of them."""
        import numpy as np

        wide, least = self.values([value, wanted])
        at = least > SLACK
        if not at.any() or (wide[at] <= 0).any():
            return None
        tight = float(np.max(least[at] / wide[at]))
        room = [each for each in SCALES if float(each) >= tight - SLACK]
        return min(room) if room else None

    def _directly(self, falls: Term, escape: Term) -> Iterator[tuple[dict[str, Term], list[_Hint]]]:
        """-rate = gap^k escape^j U, and c U shape >= gap^e: then c shape gap^(8 - e - k) escape^(2 - j) will do."""
        left, k = self._divided(falls, self.gap, 4)
        left, j = self._divided(left, escape, 2) if escape is not ONE else (left, 0)
        gap, away = self.values([self.gap, escape])
        signed = (gap >= -SLACK).all()
        if k % 2 and not signed:
            left, k = self._plain(mul(left, self.gap)), k - 1
        if j % 2 and not (away >= -SLACK).all():
            return
        odd = [*([self.gap] if signed else ()), *([escape] if j % 2 else ())]
        signs = [_Hint(Relation("ge", each, ZERO), each) for each in odd]
        falling = _Hint(Relation("gt", left, ZERO), mul(power(self.gap, k), power(escape, j), left))
        if left.symbols and Facts(self.facts).holds(falling.fact):
            direct = mul(number(-1), power(self.gap, POWER - k), power(escape, 2 - j))
            yield {"seen": ZERO, "factor": ONE, "direct": div(direct, left)}, [*signs, falling]
        for e, shape in itertools.product((2, 4, 6, 1), (ONE, add(ONE, *(power(x, 2) for x in self.states)))):
            if k:
                e = e - 2 if e % 2 == 0 else e
            if e % 2 and not signed:
                continue
            scale = self._scale(mul(left, shape), power(self.gap, e))
            if scale is None:
                continue
            by = mul(number(scale), shape)
            above = add(mul(by, left), mul(number(-1), power(self.gap, e)))
            hints = [
                *signs,
                _Hint(Relation("ge", left, ZERO), mul(power(self.gap, k), power(escape, j), left)),
                _Hint(Relation("ge", above, ZERO), mul(power(self.gap, POWER - e), power(escape, 2), above)),
            ]
            direct = mul(number(-1), by, power(self.gap, POWER - e - k), power(escape, 2 - j))
            yield {"seen": ZERO, "factor": ONE, "direct": direct}, hints

    def _divided(self, value: Term, divisor: Term, most: int) -> tuple[Term, int]:
        """(the value without powers of the divisor, how many there were, at most so many)."""
        for k in range(most):
            found = self._quotient(value, divisor)
            if found is None:
                return value, k
            value = found
        return value, most

    def _shown(self, given: Mapping[str, Term], hints: Sequence[_Hint]) -> tuple[Step, ...] | None:
        """Steps for every obligation, the citation, and the goal."""
        at = {name: term(given[name]) for name, _ in self.schema.parameters}
        try:
            obligations, _ = self.schema.build(self.goal, at)
        except (TermError, NotPolynomial):
            return None
        steps: list[Step] = []
        facts = list(self.facts)
        for hint in hints:
            manifest = Facts(facts).holds(hint.fact)
            shown = (Step("sign", {"shows": hint.fact}),) if manifest else self._order(hint.fact)
            if shown is None:
                return None
            steps += shown
            facts.append(hint.fact)
        for each in obligations:
            if not isinstance(each, Relation) or Facts(facts).holds(each):
                continue
            found: tuple[Step, ...] | None = None
            if each.op == "eq":
                found = (Step("ring", {"shows": each}),) if _is_zero(each.gap) else None
            else:
                form = next((hint.form for hint in hints if each.op == "ge" and _is_zero(each.gap - hint.form)), None)
                found = self._order(each) if form is None else (Step("sign", {"shows": each, "as_": form}),)
            if found is None:
                return None
            steps += found
            facts.append(each)
        return (*steps, Step("cites", {"result": CITED[0], "at": at}), Step("limit"))

    def _order(self, relation: Relation) -> tuple[Step, ...] | None:
        """Steps for an order; each is looked for once."""
        if relation not in self._orders:
            fails = (self.values([relation.gap])[0] < -SLACK).any()
            self._orders[relation] = None if fails else self._ordered(relation)
        return self._orders[relation]

    def _ordered(self, relation: Relation) -> tuple[Step, ...] | None:
        from verify.prove.argument import formed
        from verify.prove.forms import manifest

        if _is_zero(relation.gap):
            return (Step("sign", {"shows": relation, "as_": ZERO}),)
        if len(relation.symbols) == 1 and not fails_on_line(relation, Facts(self.facts)):
            return (Step("roots", {"shows": relation}),)
        if self._spent >= MAX_SOUGHT:
            return None
        (moved,), back = self._apart(relation.gap)
        found: tuple[Step, ...] | None
        if not back:
            found = formed(relation, self.facts)
        else:
            rest = [fact for fact in self.facts if not set(fact.symbols) & set(self.states)]
            form = manifest(moved, rest, strict=relation.op == "gt")
            found = None if form is None else (Step("sign", {"shows": relation, "as_": form.subs(back)}),)
        self._spent += found is None
        return found


def _rests(space: Space, goal: LongTime, facts: Known, schema: Schema) -> tuple[Step, ...] | None:
    """Steps that show that orbits converge: to a point that rests, by the distance from it."""
    whole = add(*(power(rate, 2) for rate in goal.flow.terms))
    for point in _Search(space, goal, facts, schema, whole, ZERO).points():
        distance = add(*(power(add(x, mul(number(-1), place)), 2) for x, place in point.items()))
        found = _Search(space, goal, facts, schema, distance, ZERO).steps()
        if found is not None:
            return found
    return None


def _descends(goal: LongTime, facts: Known, schema: Schema) -> tuple[Step, ...] | None:
    """Steps that show that orbits of angles converge: the flow is the gradient of an energy."""
    potential = _potential(list(goal.flow.states), list(goal.flow.terms))
    if potential is None:
        return None
    at = {"energy": mul(number(-1), potential), "conserved": ZERO, "slope": ONE, "speed": ONE}
    obligations, _ = schema.build(goal, at)
    steps = []
    for each in obligations:
        if isinstance(each, Relation) and not Facts(facts).holds(each):
            if not _is_zero(each.gap):
                return None
            steps.append(Step("sign", {"shows": each, "as_": ZERO}))
    return (*steps, Step("cites", {"result": CITED[2], "at": at}), Step("limit"))


def _locks(goal: LongTime, facts: Known, schema: Schema) -> tuple[Step, ...] | None:
    """Steps by a phase that obeys an equation of its own and does not run round."""
    from verify.prove.argument import formed
    from verify.prove.forms import divided

    states = goal.flow.states
    for turns in itertools.product((1, 0, -1), repeat=len(states)):
        if turns <= tuple(-m for m in turns):
            continue
        q = add(*(mul(number(m), x) for m, x in zip(turns, states, strict=True) if m))
        rate, factor = goal.flow.derivative(q), ONE
        if goal.quantity is not None and goal.value is not None:
            moved, _ = apart((add(goal.quantity, mul(number(-1), goal.value)), rate), states)
            found = divided(*moved)
            if found is None or set(found.symbols) & set(states):
                continue
            factor = found
        for low, high in itertools.permutations(QUARTERS, 2):
            at = {"phase": q, "low": low, "high": high, "factor": factor}
            try:
                obligations, _ = schema.build(goal, at)
            except TermError:
                break
            steps: list[Step] = []
            for each in obligations:
                assert isinstance(each, Relation)
                shown = () if Facts(facts).holds(each) else _signed(each, facts) or formed(each, facts)
                if shown is None:
                    break
                steps += shown
            else:
                return (*steps, Step("cites", {"result": CITED[1], "at": at}), Step("limit"))
    return None


def _signed(relation: Relation, facts: Known) -> tuple[Step, ...] | None:
    """The relation by the form of its gap in which values of functions have cancelled."""
    from verify.prove.forms import plain

    form = plain(relation.gap)
    shown = Facts(facts).holds(Relation(relation.op, form, ZERO))
    return (Step("sign", {"shows": relation, "as_": form}),) if shown else None


def _is_zero(value: Term) -> bool:
    try:
        return ring.is_zero(value)
    except NotPolynomial:
        return False


def _ratio(left: Term, right: Term) -> Fraction | None:
    try:
        found = ring.ratio(left, right)
    except NotPolynomial:
        return None
    return found if found else None


def _potential(places: Sequence[Term], forces: Sequence[Term]) -> Term | None:
    """U with dU/dx = -force for each place: a combination of monomials and of cosines and sines that occur."""
    import numpy as np

    from verify.readings.batch import compile_batch

    if any(set(each.symbols) - set(places) for each in forces):
        return None
    waves = dict.fromkeys(node.args[0] for node in postorder(*forces) if node.kind in ("sin", "cos"))
    basis: list[Term] = [f(each) for each in waves for f in (cos, sin)]
    top = 4 if len(places) < 3 else 2
    for degree in range(1, top + 1):
        basis += [mul(ONE, *each) for each in itertools.combinations_with_replacement(places, degree)]
    try:
        slopes = [[slope(each, x) for x in places] for each in basis]
    except TermError:
        return None
    rng = np.random.default_rng(0)
    draws = {x: rng.uniform(-2, 2, 4 * len(basis)) for x in places}
    flat = [value for value, _ in compile_batch([*itertools.chain(*slopes), *forces], places)(draws)]
    count = len(places)
    matrix = np.stack([np.concatenate(flat[k * count : (k + 1) * count]) for k in range(len(basis))], axis=1)
    wanted = -np.concatenate(flat[len(basis) * count :])
    solved, _, _, _ = np.linalg.lstsq(matrix, wanted, rcond=None)
    if np.abs(matrix @ solved - wanted).max() > 1e-7:
        return None
    exact = [Fraction(float(c)).limit_denominator(60) for c in solved]
    found = add(*(mul(number(c), each) for c, each in zip(exact, basis, strict=True)))
    try:
        right = all(ring.is_zero(add(slope(found, x), force)) for x, force in zip(places, forces, strict=True))
    except NotPolynomial:
        return None
    return found if right else None
