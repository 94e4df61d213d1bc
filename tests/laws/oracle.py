"""A second opinion that shares no arithmetic with the kernel: Terms, facts, steps and refuters evaluated by mpmath.

It proves nothing. It finds a wrong statement, because every statement is evaluated to 60 digits at points that a
claim's own sampler gives: a fact, a rewriting or a derivative that is wrong is wrong at almost all of them. Of a Term
it reads kind, arguments and payload; sums and products of Terms are built by their operators, which decide nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from mpmath import mp, mpc, mpf

from verify.kernel.goal import AnyDimension, Bound, Equilibria, Exists, LongTime, Pointwise, Sequent
from verify.kernel.proof import Proof, Refutation, Vacuity
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term

__all__ = ["Doubt", "Env", "Oracle", "Undefined", "anywhere", "at_point", "holds", "value"]

DIGITS = 60
CLOSE = mpf(10) ** -35
HUGE = 10**300
STEP = mpf(10) ** -20  # of difference quotients

Env = dict[str, Any]
"""Symbol name -> number, or a list of numbers for a token."""

mp.dps = DIGITS


class Undefined(ArithmeticError):
    """A Term has no value at a point."""


class Doubt(AssertionError):
    """What was accepted is not true, or was not reached by the steps; one line."""


# Terms


def value(root: Term, env: Env, row: Mapping[str, Any] | None = None) -> Any:
    """The value of a Term; `row` gives one value of each token that stands free."""
    done: dict[Term, Any] = {}
    stack = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if node in done:
            continue
        if node.kind == "sym":
            name = node.payload[0]
            found = row[name] if row and name in row else env[name]
            if isinstance(found, list):
                raise Doubt(f"the token {name} stands outside every mean")
            done[node] = found
        elif node.kind == "mean":
            done[node] = _mean(node, env, row)
        elif node.kind == "integral":
            done[node] = _integral(node, env, row)
        elif ready or not node.args:
            try:
                done[node] = _node(node, [done[arg] for arg in node.args])
            except (OverflowError, ValueError):
                raise Undefined(f"{node.kind} of a number that is too large") from None
        else:
            stack.append((node, True))
            stack.extend((arg, False) for arg in node.args)
    return done[root]


def _mean(node: Term, env: Env, row: Mapping[str, Any] | None) -> Any:
    names = [token.payload[0] for token in node.args[1:]]
    columns = [env[name] if isinstance(env[name], list) else [env[name]] for name in names]
    rows = [dict(zip(names, each, strict=True)) for each in zip(*columns, strict=True)]
    return sum((value(node.args[0], env, {**(row or {}), **each}) for each in rows), mpf(0)) / len(rows)


def _integral(node: Term, env: Env, row: Mapping[str, Any] | None) -> Any:
    body, variable, *ends = node.args
    name = variable.payload[0]
    low, high = (value(each, env, row) for each in ends)
    return mp.quad(lambda at: value(body, {**env, name: at}, row), [low, high], method="gauss-legendre")


def _node(node: Term, args: Sequence[Any]) -> Any:
    kind = node.kind
    if kind == "rat":
        return mpf(node.payload.numerator) / node.payload.denominator
    if kind == "pi":
        return +mp.pi
    if kind == "i":
        return mpc(0, 1)
    if kind == "add":
        return sum(args, mpf(0))
    if kind == "mul":
        total: Any = mpf(1)
        for arg in args:
            total = total * arg
        return total
    if kind in ("min", "max"):
        return (min if kind == "min" else max)(args)
    z = args[0]
    if kind == "div":
        return _over(z, args[1])
    if kind == "pow":
        return _power(z, args[1])
    if kind in ("conj", "re", "im", "abs2", "abs"):
        z = mpc(z)
        return {
            "conj": z.conjugate(),
            "re": z.real,
            "im": z.imag,
            "abs2": z.real**2 + z.imag**2,
            "abs": mp.sqrt(z.real**2 + z.imag**2),
        }[kind]
    if (kind == "log" and not z > 0) or (kind == "sqrt" and not z >= 0) or (kind == "asin" and not abs(z) <= 1):
        raise Undefined(f"{kind}({mp.nstr(z, 5)})")
    if kind in ("exp", "sin", "cos", "tan", "sinh", "cosh") and abs(z) > HUGE:
        raise Undefined(f"{kind} of a number that is too large")
    if kind == "tan":
        return _over(mp.sin(z), mp.cos(z))
    return {
        "exp": mp.exp,
        "log": mp.log,
        "sqrt": mp.sqrt,
        "sin": mp.sin,
        "cos": mp.cos,
        "sinh": mp.sinh,
        "cosh": mp.cosh,
        "tanh": mp.tanh,
        "atan": mp.atan,
        "asin": mp.asin,
    }[kind](z)


def _over(top: Any, below: Any) -> Any:
    if abs(below) < CLOSE:
        raise Undefined("a denominator vanishes")
    return top / below


def _power(base: Any, exponent: Any) -> Any:
    if exponent == int(exponent.real):
        k = int(exponent.real)
        return base**k if k >= 0 else _over(mpf(1), base**-k)
    if isinstance(base, mpc) or not base > 0:
        raise Undefined("a root of a number that is not positive")
    return mp.exp(exponent * mp.log(base))


# relations


def _size(*values: Any) -> Any:
    return max([mpf(1), *(abs(each) for each in values)])


def _true(op: str, left: Any, right: Any) -> bool:
    gap, near = left - right, (CLOSE if mp.dps <= DIGITS else mpf(10) ** (DIGITS - mp.dps)) * _size(left, right)
    if op in ("eq", "ne"):
        return bool((abs(gap) < near) == (op == "eq"))
    if abs(mpc(gap).imag) > near:
        raise Doubt("an order between numbers that are not real")
    gap = mpc(gap).real
    return bool(gap > near) if op == "gt" else bool(gap > -near)


def _free(relation: Relation | AnyOf, env: Env) -> list[str]:
    return [sym.payload[0] for sym in relation.symbols if isinstance(env.get(sym.payload[0]), list)]


def _rows(names: Sequence[str], env: Env) -> list[dict[str, Any]]:
    """One value of each free token, side by side."""
    if not names:
        return [{}]
    return [dict(zip(names, each, strict=True)) for each in zip(*(env[name] for name in names), strict=True)]


def holds(relation: Relation | AnyOf, env: Env) -> bool:
    """Is it true at the point, for every value of a token that stands free?"""
    return all(
        any(
            _true(option.op, value(option.left, env, row), value(option.right, env, row)) for option in relation.options
        )
        for row in _rows(_free(relation, env), env)
    )


def anywhere(symbols: Iterable[Term], rng: random.Random, tokens: Iterable[str] = ()) -> Env:
    """A point that satisfies no fact in particular."""
    env: Env = {}
    for sym in symbols:
        name, sort = sym.payload
        if sort == "natural":
            env[name] = mpf(rng.randint(0, 4))
        elif sort == "complex":
            env[name] = mpc(_some(rng), _some(rng))
        else:
            env[name] = _some(rng)
    for name in tokens:
        env[name] = [_some(rng) for _ in range(3)]
    return env


def _some(rng: random.Random) -> Any:
    return mpf(rng.randint(-(10**12), 10**12)) / (7 * 10**11)


def at_point(point: Mapping[Term, Any]) -> Env:
    """The coordinates of a witness or of a counterexample as numbers."""
    return {
        sym.payload[0]: [value(each, {}) for each in given] if isinstance(given, tuple) else value(given, {})
        for sym, given in point.items()
    }


# steps


Statement = tuple[str, Callable[[Env], list[Any]]]
"""An operator, and the gap as a function of the point: one number for each row of free tokens."""


def _statement(relation: Relation) -> Statement:
    def gap(env: Env) -> list[Any]:
        return [value(relation.left, env, r) - value(relation.right, env, r) for r in _rows(_free(relation, env), env)]

    return relation.op, gap


@dataclass
class _State:
    """What is known along the steps of one part."""

    samples: list[Env]
    known: list[tuple[Statement, ...]] = field(default_factory=list)
    inside: list[Relation] = field(default_factory=list)
    limits: list[tuple[Term, Term, tuple[Relation, ...]]] = field(default_factory=list)
    stays: bool = False
    settled: bool = False

    def under(self, samples: list[Env]) -> _State:
        return _State(samples, list(self.known), list(self.inside), list(self.limits), self.stays, self.settled)

    def learn(self, *options: Relation) -> None:
        self.known.append(tuple(map(_statement, options)))


class Oracle:
    """The second opinion about verdicts on one claim.

    Args:
        samples: points at which all facts hold, corners among them.
        resolve: the sequents of claims that may be used; cited results are known by id.
        zeros: all zeros of a system in its region, with their kinds, where the claim counts them.
    """

    def __init__(
        self,
        sequent: Sequent,
        samples: Sequence[Env],
        resolve: Mapping[str, Sequent] | None = None,
        zeros: Sequence[tuple[Env, str]] = (),
    ) -> None:
        self.sequent, self.samples, self.resolve = sequent, list(samples), dict(resolve or {})
        self.zeros = list(zeros)
        rng = random.Random(7)
        tokens = {name for env in samples for name, given in env.items() if isinstance(given, list)}
        free = [sym for sym in sequent.symbols if sym.payload[0] not in tokens]
        self.anywhere = [anywhere(free, rng, tokens) for _ in range(8)]

    # verdicts

    def agrees(self, result: Proof | Refutation | Vacuity) -> None:
        """Raises Doubt unless the verdict holds as far as this can see."""
        check: Callable[[Any], None] = {
            "Proof": self._proof,
            "Refutation": self._refutation,
            "Vacuity": self._vacuity,
        }[type(result).__name__]
        try:
            self._asked(check, result)
        except Doubt:
            if not isinstance(result, Refutation):
                raise
            with mp.workdps(50 * DIGITS):  # two huge numbers may agree in their first digits
                self._asked(check, result)

    def _asked(self, check: Callable[[Any], None], result: Any) -> None:
        try:
            check(result)
        except Undefined as error:
            raise Doubt(f"undefined where the facts hold: {error}") from None
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise Doubt(f"it cannot be read: {type(error).__name__}: {error}") from None

    def _proof(self, proof: Proof) -> None:
        spoken = {sym for fact in self.sequent.facts for sym in fact.symbols}
        witness = at_point({sym: given for sym, given in proof.witness.items() if sym in spoken})
        self._all(self.sequent.facts, witness, "the witness")
        for name, goal in self.sequent.goals:
            own = self._own(goal)
            if own:
                self._all(own, at_point(proof.inhabited[name]), f"the point of {name}")
            samples = self._closed(goal) if isinstance(goal, LongTime) else self.samples
            if isinstance(goal, Pointwise | Exists):
                samples = [env for env in samples if all(holds(each, env) for each in own)]
            state = _State(samples)
            for fact in (*self.sequent.facts, *own):
                state.learn(*fact.options)
            self._steps(proof.steps.get(name, ()), state, goal)
            if isinstance(goal, Pointwise):
                self._everywhere(goal.relation, state, "the goal")
                if not self._reached(goal.relation, state):
                    raise Doubt(f"the steps of {name} never reach {goal.relation}")
            elif isinstance(goal, LongTime):
                if not any(self._limit(goal, known, state) for known in state.limits):
                    raise Doubt("no limit gives the goal")
            elif not state.settled:
                raise Doubt("the steps do not settle the goal")

    def _own(self, goal: Any) -> tuple[Any, ...]:
        """What a goal supposes beyond the facts."""
        if isinstance(goal, Bound):
            return tuple(each for each in (*goal.during, *goal.starts) if each not in self.sequent.facts)
        return getattr(goal, "given", ())

    def _all(self, relations: Iterable[Relation | AnyOf], env: Env, what: str) -> None:
        for relation in relations:
            try:
                true = holds(relation, env)
            except Undefined:
                true = False
            if not true:
                raise Doubt(f"{what} does not satisfy {relation}")

    def _closed(self, goal: LongTime) -> list[Env]:
        """The samples and points of the boundary: a disk's rim for a complex state."""
        found = list(self.samples)
        for env in self.samples[:6]:
            for state in goal.flow.states:
                name = state.payload[0]
                if not state.is_real and abs(env[name]) > CLOSE:
                    found.append({**env, name: env[name] / abs(env[name])})
        return found

    def _everywhere(self, relation: Relation | AnyOf, state: _State, what: str) -> None:
        for env in state.samples:
            if not holds(relation, env):
                raise Doubt(f"{what}: {relation} is false at {_text(env)}")

    def _reached(self, goal: Relation | AnyOf, state: _State) -> bool:
        wanted = tuple(map(_statement, goal.options))
        return any(self._same(wanted, known) for known in state.known)

    def _same(self, wanted: tuple[Statement, ...], known: tuple[Statement, ...]) -> bool:
        """Every option of what is known is one of what is wanted: the same operator, and gaps that agree anywhere."""
        return all(any(op == other and self._agree(gap, gap_) for other, gap_ in wanted) for op, gap in known)

    def _agree(self, left: Callable[[Env], Any], right: Callable[[Env], Any]) -> bool:
        seen = 0
        for env in (*self.anywhere, *self.samples):
            try:
                a, b = left(env), right(env)
            except (Undefined, Doubt, KeyError):
                continue
            seen += 1
            if len(a) != len(b) or any(not _true("eq", x, y) for x, y in zip(a, b, strict=True)):
                return False
        return seen >= 3

    def _steps(self, steps: Iterable[Any], state: _State, goal: Any) -> None:
        for step in steps:
            rule = getattr(self, f"_step_{step.rule}", None)
            if rule is None:
                raise Doubt(f"the oracle does not know the rule {step.rule}")
            rule(step.data, state, goal)

    def _step_ring(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        self._everywhere(data["shows"], state, "ring")
        state.learn(data["shows"])

    def _rewritten(self, data: Mapping[str, Any], state: _State) -> None:
        shows, form = data["shows"], data.get("as_")
        if isinstance(form, Term):  # where the relation is known already, nothing else is read
            self._equal(shows.left - shows.right, form, state.samples, "the other form")

    def _equal(self, left: Term, right: Term, places: Iterable[Env], what: str) -> None:
        """Two Terms agree at all points, for every value of their tokens."""
        relation = Relation("eq", left, right)
        for env in places:
            try:
                true = holds(relation, env)
            except Undefined:
                continue
            if not true:
                raise Doubt(f"{what}: {left} is not {right} at {_text(env)}")

    def _step_sign(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        self._rewritten(data, state)
        self._step_ring(data, state, goal)

    _step_roots = _step_ring

    def _step_ideal(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        shows = data["shows"]
        total: Any = shows.left - shows.left
        for cofactor, known in data["cofactors"]:
            self._everywhere(known, state, "ideal")
            total = total + cofactor * (known.left - known.right)
        self._equal(shows.left - shows.right, total, (*self.anywhere, *state.samples), "the combination")
        self._step_ring(data, state, goal)

    def _step_nonzero(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        shown, fact, cofactor = data["term"], data["fact"], data["cofactor"]
        self._everywhere(fact, state, "nonzero")
        if fact.op not in ("gt", "ne"):
            raise Doubt("nonzero from a fact that allows zero")
        for env in state.samples:
            for row in _rows(_free(Relation("eq", shown * cofactor, fact.left - fact.right), env), env):
                gap = value(fact.left, env, row) - value(fact.right, env, row)
                whole = value(shown, env, row) * value(cofactor, env, row)
                if not _true("eq", whole, gap) and not _true("eq", mpc(whole).real, gap):
                    raise Doubt(f"nonzero: the cofactor times {shown} is not the gap of {fact} at {_text(env)}")
        found = Relation("ne", shown, shown - shown)
        self._everywhere(found, state, "nonzero")
        state.learn(found)

    def _step_zeros(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        fact, form = data["fact"], data["as_"]
        self._everywhere(fact, state, "zeros")
        if fact.op != "eq":
            raise Doubt("zeros of what is not an equality")
        self._equal(fact.left - fact.right, form, (*self.anywhere, *state.samples), "the product")
        left = []
        for factor in _factors(form):
            relation = Relation("eq", factor, factor - factor)
            if any(holds(relation, env) for env in state.samples):
                left.append(relation)
        if not left:
            raise Doubt("zeros: no factor vanishes at any sample")
        self._everywhere(AnyOf(tuple(left)), state, "zeros")
        state.learn(*left)

    def _step_cover(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        self._rewritten(data, state)
        self._step_ring(data, state, goal)
        box = [(coordinate, low, high) for coordinate, low, high in data["box"]]
        for env in state.samples:
            for coordinate, low, high in box:
                if not mpf(low.numerator) / low.denominator <= value(coordinate, env) <= _mpf(high):
                    raise Doubt(f"the box does not reach {coordinate} at {_text(env)}")
        rng = random.Random(3)
        rest = list(data["tree"])
        for leaf in _leaves([(low, high) for _, low, high in box], rest):
            for place in _places(leaf, rng):
                env = _from_coordinates([c for c, _, _ in box], place)
                try:
                    facts = all(holds(fact, env) for fact in self.sequent.facts)
                except (Undefined, KeyError):
                    facts = False
                if facts and not holds(data["shows"], env):
                    raise Doubt(f"cover: false on the leaf {leaf}")
        if rest:
            raise Doubt("the tree goes on after its last leaf")

    def _step_average(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        fact, tokens = data["fact"], data["tokens"]
        if fact.op == "ne":
            raise Doubt("average of !=")
        self._everywhere(fact, state, "average")
        names = [token.payload[0] for token in tokens]

        def gap(env: Env) -> list[Any]:
            rows = _rows(names, env)
            return [sum((value(fact.left, env, r) - value(fact.right, env, r) for r in rows), mpf(0)) / len(rows)]

        for env in state.samples:
            if not _true(fact.op, gap(env)[0], mpf(0)):
                raise Doubt("average: false between the means")
        state.known.append(((fact.op, gap),))

    def _step_cases(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        split, shows = data["split"], data.get("shows", getattr(goal, "relation", None))
        self._everywhere(split, state, "the split")
        if len(data["branches"]) != len(split.options):
            raise Doubt("a branch is missing")
        for option, steps in zip(split.options, data["branches"], strict=True):
            inner = state.under([env for env in state.samples if holds(option, env)])
            inner.learn(option)
            self._steps(steps, inner, goal)
            if not self._reached(shows, inner):
                raise Doubt(f"the branch {option} never reaches {shows}")
        self._everywhere(shows, state, "cases")
        state.learn(*shows.options)

    def _step_absurd(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        if state.samples:
            raise Doubt(f"absurd, and yet the facts hold at {_text(state.samples[0])}")
        state.learn(*data["shows"].options)

    def _step_whole(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        if "of" in data:
            of = data["of"]
            for env in state.samples:
                if not _true("eq", value(of, env), mp.nint(value(of, env))):
                    raise Doubt(f"{of} is not whole at {_text(env)}")
            state.learn(Relation("ge", of - of, of), Relation("ge", of, of - of + 1))
        elif "fact" in data:  # it is rounded; that it holds is all that is read
            self._everywhere(data["fact"], state, "whole")
            state.learn(data["fact"])
        else:
            for sym, given in data.get("at", {}).items():
                self._everywhere(Relation("eq", sym, given), state, "whole")
            self._step_ring(data, state, goal)

    def _step_induction(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        shows, sym, low = data["shows"], data["symbol"], data["low"]
        name = sym.payload[0]
        self._step_ring(data, state, goal)
        first = state.under([env for env in state.samples if env[name] == low])
        first.learn(Relation("eq", sym, sym - sym + low))
        later = [env for env in state.samples if env[name] > low]
        for env in later:
            self._all((*self.sequent.facts, shows), {**env, name: env[name] - 1}, "one before, the point")
        then = state.under(later)
        then.learn(Relation("ge", sym, sym - sym + low + 1))
        then.learn(shows.subs({sym: sym - 1}))
        for branch, steps in ((first, data["starts"]), (then, data["steps"])):
            self._steps(steps, branch, goal)
            if not self._reached(shows, branch):
                raise Doubt(f"the induction never reaches {shows}")

    def _step_use(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        other = self.resolve[data["claim"]]
        relation = other.goal(data["part"]).relation  # type: ignore[union-attr]

        def moved(env: Env) -> Env:
            return {sym.payload[0]: value(given, env) for sym, given in data["at"]}

        for env in state.samples:
            self._all((*other.facts, relation), moved(env), f"at {_text(env)} the use of {data['claim']}")
        op, gap = _statement(relation)
        state.known.append(((op, lambda env: gap(moved(env))),))

    # integrals, values, existence

    def _step_value(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        if data["shows"].symbols:
            raise Doubt("value of what is not constant")
        self._step_ring(data, state, goal)

    def _step_rises(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        self._step_ring(data, state, goal)

    def _step_integral(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        of, by = data["of"], data["by"]
        name, ends = of.args[1].payload[0], of.args[2:]

        def gap(env: Env) -> list[Any]:
            low, high = (value(by, {**env, name: value(end, env)}) for end in ends)
            return [value(of, env) - (high - low)]

        for env in state.samples:
            if not _true("eq", gap(env)[0], mpf(0)):
                raise Doubt(f"integral: {of} is not what {by} gives at {_text(env)}")
        state.known.append((("eq", gap),))

    def _step_between(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        """A root by bisection takes the place of the new symbol."""
        name = data["symbol"].payload[0]
        extended = []
        for env in state.samples:
            low, high = value(data["low"], env), value(data["high"], env)

            def f(at: Any, env: Env = env) -> Any:
                return value(data["quantity"], {**env, name: at})

            if name in env or not low <= high or not f(low) * f(high) <= 0:
                raise Doubt(f"between: no change of sign at {_text(env)}")
            if abs(f(low)) < CLOSE:
                high = low
            for _ in range(220):
                middle = (low + high) / 2
                low, high = (low, middle) if f(low) * f(middle) <= 0 else (middle, high)
            extended.append({**env, name: low})
        state.samples = extended

    def _step_witness(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        if set(data["at"]) != set(goal.unknowns):
            raise Doubt("witness: other unknowns")
        for env in state.samples:
            there = {**env, **{unknown.payload[0]: value(given, env) for unknown, given in data["at"].items()}}
            if any(unknown.is_real and abs(mpc(there[unknown.payload[0]]).imag) > CLOSE for unknown in goal.unknowns):
                raise Doubt("witness: a real unknown has a complex value")
            self._all(goal.relations, there, "the value of the unknowns")
        state.settled = True

    def _step_isolate(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        self._counted(data)
        if sorted(kind for _, kind in self.zeros) != sorted(goal.kinds):
            raise Doubt("isolate: another number of zeros or other kinds")
        state.settled = True

    def _counted(self, data: Mapping[str, Any]) -> None:
        """Each box holds exactly one known zero; every leaf lies in a box or holds none of those in the region."""
        coordinates = [coordinate for coordinate, _, _ in data["box"]]
        places = [[value(coordinate, env) for coordinate in coordinates] for env, _ in self.zeros]

        def inside(rect: Iterable[Any], place: Sequence[Any]) -> bool:
            return all(_mpf(low) <= at <= _mpf(high) for (low, high), at in zip(rect, place, strict=True))

        boxes = data["zeros"]
        if any(sum(inside(box, place) for place in places) != 1 for box in boxes):
            raise Doubt("a box does not hold one zero")
        if any(sum(inside(box, place) for box in boxes) != 1 for place in places):
            raise Doubt("a zero lies in no box, or in two")
        rest = list(data["tree"])
        for leaf in _leaves([(low, high) for _, low, high in data["box"]], rest):
            within = any(all(a <= c and d <= b for (a, b), (c, d) in zip(box, leaf, strict=True)) for box in boxes)
            if not within and any(inside(leaf, place) for place in places):
                raise Doubt("a leaf outside the boxes holds a zero")
        if rest:
            raise Doubt("the tree goes on after its last leaf")

    def _step_compare(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        relation, rate, source = goal.relation, data["rate"], data["source"]
        gap = relation.left - relation.right
        on_the_way = [env for env in state.samples if all(holds(each, env) for each in goal.during)]
        self._evolves(gap, rate * gap + source, goal, on_the_way, "compare")
        for env in on_the_way:
            if value(source, env) < -CLOSE:
                raise Doubt(f"compare: the source is negative at {_text(env)}")
            if all(holds(each, env) for each in goal.starts) and not holds(relation, env):
                raise Doubt(f"compare: the bound fails at the start {_text(env)}")
        state.settled = True

    # along a flow

    def _derivative(self, quantity: Term, goal: LongTime, env: Env) -> Any:
        """By a difference quotient along the field."""
        there = []
        for sign in (1, -1):
            moved = dict(env)
            for state, rate in goal.flow.rates:
                moved[state.payload[0]] = env[state.payload[0]] + sign * STEP * value(rate, env)
            there.append(value(quantity, moved))
        return (there[0] - there[1]) / (2 * STEP)

    def _evolves(self, quantity: Term, rate: Term, goal: LongTime, places: Iterable[Env], what: str) -> None:
        for env in places:
            found, said = self._derivative(quantity, goal, env), value(rate, env)
            if abs(found - said) > mpf(10) ** -25 * _size(found, said):
                raise Doubt(f"{what}: d/dt {quantity} is not {rate} at {_text(env)}")

    def _step_stays(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        if len(data["rates"]) != len(goal.starts):
            raise Doubt("stays: a rate for each relation of the starts")
        for fact, rate in zip(goal.starts, data["rates"], strict=True):
            gap = fact.left - fact.right
            self._evolves(gap, rate * gap, goal, (*state.samples, *self._off(goal)), "stays")
        (w,) = goal.flow.states
        (fact,) = goal.starts
        radii = [value(fact.left - fact.right, env) + abs(env[w.payload[0]]) ** 2 for env in self.anywhere]
        if not radii[0] > 0 or any(not _true("eq", each, radii[0]) for each in radii):
            raise Doubt("stays: the starts are not a disk")
        state.stays = True

    def _off(self, goal: LongTime) -> list[Env]:
        """States anywhere, with parameters that satisfy the facts."""
        names = [state.payload[0] for state in goal.flow.states]
        return [
            {**env, **{name: other[name] for name in names}}
            for env, other in zip(self.samples, self.anywhere, strict=False)
        ]

    def _step_inside(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        inner = state.under([env for env in state.samples if all(holds(fact, env) for fact in goal.starts)])
        for start in goal.starts:
            inner.learn(*start.options)
        self._steps(data["steps"], inner, goal)
        self._everywhere(data["shows"], inner, "inside")
        state.inside.append(data["shows"])

    def _step_cites(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        at, inner = data["at"], [env for env in state.samples if all(holds(fact, env) for fact in goal.starts)]
        if data["result"] == "classical.lasalle-growing":
            L, rate, zero, except_ = at["lyapunov"], at["rate"], at["zero"], None
            if not state.stays:
                raise Doubt("LaSalle without an invariant set")
            self._evolves(L, rate, goal, state.samples, "LaSalle")
            for env in state.samples:
                here, vanish = value(rate, env), abs(value(L, env) * value(zero, env))
                if here < -CLOSE or value(L, env) < -CLOSE or (abs(here) < CLOSE and vanish > CLOSE):
                    raise Doubt(f"LaSalle: an obligation fails at {_text(env)}")
            except_ = (Relation("eq", L, L - L),)
        elif data["result"] == "classical.lasalle-proper":
            above, below, rate, zero, except_ = at["above"], at["below"], at["rate"], at["zero"], ()
            self._evolves(above / below, rate, goal, inner, "LaSalle, proper")
            for env in state.samples:
                top, bottom = value(above, env), value(below, env)
                if top < -CLOSE or top + bottom < CLOSE or (env not in inner and abs(bottom) > CLOSE):
                    raise Doubt(f"LaSalle, proper: an obligation fails at {_text(env)}")
            for env in inner:
                here = value(rate, env)
                if here > CLOSE or (abs(here) < CLOSE and abs(value(zero, env)) > CLOSE):
                    raise Doubt(f"LaSalle, proper: an obligation fails at {_text(env)}")
        else:
            raise Doubt(f"the oracle does not know {data['result']}")
        state.limits.append((zero, zero - zero, except_))

    def _step_limit(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        if not any(self._limit(goal, known, state) for known in state.limits):
            raise Doubt("limit without a limit that gives it")

    def _limit(self, goal: LongTime, known: tuple[Term, Term, tuple[Relation, ...]], state: _State) -> bool:
        assert goal.quantity is not None and goal.value is not None
        quantity, limit, except_ = known
        ratios = []
        for env in self.anywhere:
            own = value(goal.quantity, env) - value(goal.value, env)
            ratios.append(own / (value(quantity, env) - value(limit, env)))
        if goal.start != "every" or any(not _true("eq", a, b) for a, b in pairwise(ratios)):
            return False
        for env in state.samples:
            if any(holds(each, env) for each in except_) and not any(holds(each, env) for each in goal.except_):
                return False
        return True

    def _step_words(self, data: Mapping[str, Any], state: _State, goal: Any) -> None:
        rng = random.Random(11)
        for d in (1, 2, 3):
            matrices, tokens, env = _letters(goal, d, rng)
            left, right = (_word(side, matrices, tokens, None, env) for side in (goal.left, goal.right))
            if not _true("eq", left, right):
                raise Doubt(f"the words differ in dimension {d}")
        state.settled = True

    # refutations and contradictions

    def _refutation(self, found: Refutation) -> None:
        goal = self.sequent.goal(found.part)
        env = at_point(found.point)
        if isinstance(goal, Pointwise):
            self._all(self.sequent.facts, env, "the counterexample")
            if holds(goal.relation, env):
                raise Doubt(f"the conclusion holds at {_text(env)}")
        elif isinstance(goal, AnyDimension):
            self._dimension(goal, found.data["d"], env)
        elif isinstance(goal, Equilibria):
            self._counted(found.data)
            if len(goal.kinds) == len(self.zeros):
                raise Doubt("the number of zeros is the one that is claimed")
        elif isinstance(goal, Exists):
            self._never(goal, env)
        elif isinstance(goal, Bound):
            (self._along if found.rule == "path" else self._follows)(goal, found.data, env)
        else:
            self._long_time(goal, found, env)

    def _dimension(self, goal: AnyDimension, d: int, env: Env) -> None:
        matrices = {
            name: [[_entry(name, sort, i, j, env) for j in range(d)] for i in range(d)] for name, sort in goal.sorts
        }
        columns = [env[f"x{k + 1}"] for k in range(d)]
        tokens = [list(row) for row in zip(*(c if isinstance(c, list) else [c] for c in columns), strict=True)]
        if any(not _true("eq", sum((x * x for x in row), mpf(0)), mpf(1)) for row in tokens):
            raise Doubt("a token is no unit vector")
        left, right = (_word(side, matrices, tokens, None, env) for side in (goal.left, goal.right))
        if _true("eq", left, right):
            raise Doubt("the words agree at the counterexample")

    def _never(self, goal: Exists, env: Env) -> None:
        self._all([each for each in self.sequent.facts if each not in goal.relations], env, "the counterexample")
        rng = random.Random(13)
        for _ in range(200):
            there = {**env, **anywhere(goal.unknowns, rng)}
            if all(holds(each, there) for each in goal.relations):
                raise Doubt(f"a value of the unknowns will do: {_text(there)}")

    def _follows(self, goal: Bound, data: Mapping[str, Any], env: Env) -> None:
        """The solution by another method, and the bound along it."""
        self._all((*self.sequent.facts, *goal.during, *goal.starts), env, "the start")
        names = [state.payload[0] for state in goal.flow.states]

        def field(_: Any, at: Sequence[Any]) -> list[Any]:
            here = {**env, **dict(zip(names, at, strict=True))}
            return [value(rate, here) for rate in goal.flow.terms]

        with mp.workdps(20):
            solution = mp.odefun(field, 0, [env[name] for name in names])
            for k in range(1, 9):
                there = {**env, **dict(zip(names, solution(_mpf(data["time"]) * k / 8), strict=True))}
                self._all(goal.during, there, "on the way the solution")
            gap = value(goal.relation.left, there) - value(goal.relation.right, there)
        if not gap < -(mpf(10) ** -12):
            raise Doubt("the bound holds at that time")

    def _along(self, goal: Bound, data: Mapping[str, Any], env: Env) -> None:
        """The explicit solution at some times, its slopes by difference quotients, and the bound at the end."""
        clock, until = data["variable"].payload[0], _mpf(data["until"])

        def at_time(when: Any) -> Env:
            return {**env, **{sym.payload[0]: value(each, {clock: when}) for sym, each in data["at"].items()}}

        if not until > 0:
            raise Doubt("the bound holds at that time")
        for k in range(9):
            when = until * k / 8
            here, step = at_time(when), STEP if k < 8 else -STEP
            there = at_time(when + step)
            self._all((*self.sequent.facts, *goal.during), here, "the solution")
            for state, rate in goal.flow.rates:
                name = state.payload[0]
                if abs((there[name] - here[name]) / step - value(rate, here)) > mpf(10) ** -6:
                    raise Doubt(f"the slope of {name} is another")
        self._all(goal.starts, at_time(mpf(0)), "the start")
        last = at_time(until)
        if not value(goal.relation.left, last) - value(goal.relation.right, last) < 0:
            raise Doubt("the bound holds at that time")

    def _long_time(self, goal: LongTime, found: Refutation, env: Env) -> None:
        states = {state.payload[0] for state in goal.flow.states}
        given = {**env, **at_point(found.data["start"])} if found.rule == "conserved" else env
        own = [fact for fact in self.sequent.facts if not states & {sym.payload[0] for sym in fact.symbols}]
        self._all(own, given, "the parameters")
        closed = [Relation("ge", f.left, f.right) if f.op == "gt" else f for f in goal.starts]  # type: ignore[union-attr]
        self._all(closed if found.rule == "sink" else goal.starts, given, "the start")
        if any(holds(each, given) for each in goal.except_):
            raise Doubt("the start is an exception")
        if found.rule == "conserved":
            self._conserved(goal, found, given)
            return
        if any(abs(value(rate, env)) > CLOSE for rate in goal.flow.terms):
            raise Doubt("no equilibrium")
        if goal.target == "point" or (
            goal.quantity is not None and holds(Relation("eq", goal.quantity, goal.value), env)
        ):
            raise Doubt("the equilibrium is on the target")
        if (found.rule, goal.start) not in (("equilibrium", "every"), ("sink", "every"), ("sink", "almost every")):
            raise Doubt(f"{found.rule} against {goal.start} start")
        if found.rule == "sink":
            self._attracts(goal, env)

    def _conserved(self, goal: LongTime, found: Refutation, given: Env) -> None:
        quantity, cofactor = found.data["quantity"], found.data["cofactor"]
        states = [state.payload[0] for state in goal.flow.states]
        places = [{**given, **{name: env[name] for name in states}} for env in self.anywhere]
        for place in places:
            if abs(self._derivative(quantity, goal, place)) > mpf(10) ** -25:
                raise Doubt("the quantity is not conserved")
        gap = goal.quantity - goal.value  # type: ignore[operator]
        self._equal(quantity, cofactor * gap, places, "the conserved quantity")
        if abs(value(quantity, given)) < CLOSE:
            raise Doubt("the start lies on the level of the target")
        if any(fact.op != "gt" for fact in goal.starts):  # type: ignore[union-attr]
            raise Doubt("the starts are not open")

    def _attracts(self, goal: LongTime, env: Env) -> None:
        """Every eigenvalue of a difference quotient of the field has a negative real part."""
        axes = [(state, turn) for state in goal.flow.states for turn in ((1,) if state.is_real else (1, mpc(0, 1)))]
        columns = []
        for state, turn in axes:
            there = []
            for sign in (1, -1):
                moved = {**env, state.payload[0]: env[state.payload[0]] + sign * STEP * turn}
                rates = [value(rate, moved) for rate in goal.flow.terms]
                there.append(
                    [
                        part
                        for own, rate in zip(goal.flow.states, rates, strict=True)
                        for part in ((mpc(rate).real,) if own.is_real else (mpc(rate).real, mpc(rate).imag))
                    ]
                )
            columns.append([(a - b) / (2 * STEP) for a, b in zip(*there, strict=True)])
        eigenvalues = columns[0] if len(columns) == 1 else mp.eig(mp.matrix(columns), left=False, right=False)
        if not all(mpc(each).real < -(mpf(10) ** -15) for each in eigenvalues):
            raise Doubt("the equilibrium does not attract by its linear part")

    def _not_whole(self, facts: Sequence[Any]) -> bool:
        """Do they speak of natural numbers alone, and hold at none of a grid?"""
        symbols = {sym for fact in facts for sym in fact.symbols}
        if not symbols or any(sym.payload[1] != "natural" for sym in symbols):
            return False
        names = [sym.payload[0] for sym in symbols]
        grid = (dict(zip(names, map(mpf, each), strict=True)) for each in product(range(12), repeat=len(names)))
        return not any(all(holds(fact, env) for fact in facts) for env in grid)

    def _vacuity(self, found: Vacuity) -> None:
        """At points anywhere the combination of gaps has a sign that the facts together forbid."""
        chosen = [(self.sequent.facts[at], _mpf(factor)) for at, factor in found.multipliers]
        ops = {fact.op for fact, _ in chosen}  # type: ignore[union-attr]
        for fact, factor in chosen:
            if fact.op in ("ge", "gt") and not factor > 0:  # type: ignore[union-attr]
                raise Doubt("an order was multiplied by a number that is not positive")
        if self._not_whole([fact for fact, _ in chosen]):
            return
        seen = 0
        for env in self.anywhere:
            try:
                gaps = {
                    at: value(fact.left, env) - value(fact.right, env)  # type: ignore[union-attr]
                    for at, (fact, _) in enumerate(chosen)
                }
            except Undefined:
                continue
            seen += 1
            total = sum((f * gaps[at] for at, (fact, f) in enumerate(chosen) if fact.op != "ne"), mpf(0))  # type: ignore[union-attr]
            if "ne" in ops:
                unequal = [gaps[at] for at, (fact, _) in enumerate(chosen) if fact.op == "ne"]  # type: ignore[union-attr]
                if len(unequal) != 1 or ops - {"ne", "eq"} or not _true("eq", total, unequal[0]):
                    raise Doubt("the equalities do not give what is said to differ")
            elif ops == {"eq"}:
                if _true("eq", total, mpf(0)):
                    raise Doubt("a combination of equalities that may vanish")
            elif not (total < -CLOSE or ("gt" in ops and total < CLOSE)):
                raise Doubt(f"the combination of facts is {mp.nstr(total, 5)} at {_text(env)}")
        if seen < 3:
            raise Doubt("the facts have no value at most points")


def _mpf(number: Fraction) -> Any:
    return mpf(number.numerator) / number.denominator


def _text(env: Env) -> str:
    return ", ".join(
        f"{name}={mp.nstr(given, 6) if not isinstance(given, list) else given}" for name, given in env.items()
    )


def _factors(form: Term) -> list[Term]:
    if form.kind == "mul":
        return [each for arg in form.args for each in _factors(arg)]
    if form.kind == "pow" and form.args[1].kind == "rat" and form.args[1].payload > 0:
        return _factors(form.args[0])
    return [] if form.kind == "rat" and form.payload else [form]


# cells


Rect = list[tuple[Fraction, Fraction]]


def _leaves(root: Rect, rest: list[int]) -> Iterable[Rect]:
    if not rest:
        raise Doubt("the tree ends too early")
    mark = rest.pop(0)
    if mark == -1:
        yield root
        return
    low, high = root[mark]
    for half in ((low, (low + high) / 2), ((low + high) / 2, high)):
        yield from _leaves([*root[:mark], half, *root[mark + 1 :]], rest)


def _places(leaf: Rect, rng: random.Random) -> Iterable[list[Fraction]]:
    if len(leaf) <= 3:
        yield from map(list, product(*leaf))
    for _ in range(2):
        yield [low + (high - low) * Fraction(rng.randint(0, 1000), 1000) for low, high in leaf]


def _from_coordinates(coordinates: Sequence[Term], place: Sequence[Fraction]) -> Env:
    env: Env = {}
    for coordinate, at in zip(coordinates, place, strict=True):
        if coordinate.kind == "sym":
            env[coordinate.payload[0]] = _mpf(at)
        else:
            name = coordinate.args[0].payload[0]
            env[name] = env.get(name, mpc(0)) + (mpc(_mpf(at), 0) if coordinate.kind == "re" else mpc(0, _mpf(at)))
    return env


# words


Matrix = list[list[Any]]


def _letters(goal: AnyDimension, d: int, rng: random.Random) -> tuple[dict[str, Matrix], list[list[Any]], Env]:
    env: Env = {sym.payload[0]: _some(rng) for sym in goal.reals}
    entries = {f"{name}{i + 1}{j + 1}": _some(rng) for name, _ in goal.sorts for i in range(d) for j in range(d)}
    matrices = {
        name: [[_entry(name, sort, i, j, entries) for j in range(d)] for i in range(d)] for name, sort in goal.sorts
    }
    tokens = []
    for _ in range(3):
        row = [_some(rng) for _ in range(d)]
        size = mp.sqrt(sum(x * x for x in row))
        tokens.append([x / size for x in row])
    return matrices, tokens, env


def _entry(name: str, sort: str, i: int, j: int, env: Env) -> Any:
    if sort == "general" or i < j or (i == j and sort == "symmetric"):
        return env[f"{name}{i + 1}{j + 1}"]
    if i == j:
        return mpf(0)
    return env[f"{name}{j + 1}{i + 1}"] * (1 if sort == "symmetric" else -1)


def _times(a: Matrix, b: Matrix) -> Matrix:
    return [
        [sum((x * y for x, y in zip(row, column, strict=True)), mpf(0)) for column in zip(*b, strict=True)] for row in a
    ]


def _word(word: Any, matrices: Mapping[str, Matrix], tokens: list[list[Any]], x: list[Any] | None, env: Env) -> Any:
    """A scalar as a number, a matrix as rows, a vector as one column."""

    def sub(arg: Any, own: list[Any] | None = x) -> Any:
        return _word(arg, matrices, tokens, own, env)

    kind = word.kind
    if kind == "real":
        return value(word.payload, env)
    if kind == "letter":
        return matrices[word.payload[0]]
    size = range(len(tokens[0]))
    if kind == "eye":
        return [[mpf(i == j) for j in size] for i in size]
    if kind == "S":
        return [[sum((t[i] * t[j] for t in tokens), mpf(0)) / len(tokens) for j in size] for i in size]
    if kind == "token":
        assert x is not None
        return [[each] for each in x]
    if kind == "T":
        return [list(row) for row in zip(*sub(word.args[0]), strict=True)]
    if kind == "sum":
        a, b = map(sub, word.args)
        if word.shape == "scalar":
            return a + b
        return [[p + q for p, q in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]
    if kind == "product":
        return _times(*map(sub, word.args))
    if kind == "scale":
        a, b = map(sub, word.args)
        if not isinstance(a, list) and not isinstance(b, list):
            return a * b
        scalar, rows = (a, b) if not isinstance(a, list) else (b, a)
        return [[scalar * each for each in row] for row in rows]
    if kind == "trace":
        rows = sub(word.args[0])
        return sum((rows[k][k] for k in range(len(rows))), mpf(0))
    if kind == "dot":
        a, b = map(sub, word.args)
        return sum((p[0] * q[0] for p, q in zip(a, b, strict=True)), mpf(0))
    if kind == "mean":
        return sum((sub(word.args[0], t) for t in tokens), mpf(0)) / len(tokens)
    assert kind == "rate"
    there = []
    for sign in (1, -1):
        moved = []
        for t in tokens:
            speed = sub(word.args[1], t)
            moved.append([each + sign * STEP * v[0] for each, v in zip(t, speed, strict=True)])
        there.append(_word(word.args[0], matrices, moved, None, env))
    return (there[0] - there[1]) / (2 * STEP)
