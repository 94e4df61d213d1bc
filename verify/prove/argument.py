"""Arguments: a short list of steps beside a claim, each naming its rule. The kernel checks every one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any

from verify.kernel.defined import obligations
from verify.kernel.goal import (
    Along,
    AnyDimension,
    Bound,
    Equilibria,
    Exists,
    Goal,
    LongTime,
    Pointwise,
    Schema,
    Sequent,
)
from verify.kernel.lie import Flow
from verify.kernel.proof import Step, reached
from verify.kernel.relation import AnyOf, Relation, eq, ge, gt
from verify.kernel.sign import Facts
from verify.kernel.term import Term, TermError, postorder, symbol, term
from verify.linalg import Matrix

if TYPE_CHECKING:
    from verify.claim import Claim

At = Mapping[Term, Any] | Sequence[Any]

__all__ = ["Argument", "formed", "late_steps", "sought", "steps_of"]


class Argument:
    """What an argument writes to: `p.ring()`, `p.sign(...)`, `p.nonzero(...)`, `p.uses(...)`.

    Attributes:
        goal: the relation to be shown.
        gap: left - right of the goal.
    """

    def __init__(
        self, goals: Mapping[str, Goal], part: str, facts: Iterable[Relation | AnyOf] = (), searching: bool = True
    ) -> None:
        self._goals = goals
        self._searching = searching  # otherwise steps that a search fills stay empty: which claims are used is asked
        self._part = part
        self._facts = tuple(facts)
        self._assumed: tuple[Relation | AnyOf, ...] = ()
        self.steps: list[Step] = []
        self._parts: dict[str, Argument] = {}

    @property
    def goal(self) -> Relation:
        goal = self._goals.get(self._part)
        if not isinstance(goal, Pointwise):
            parts = ", ".join(self._goals)
            raise TermError(f"there is no pointwise goal {self._part!r}; choose one with p.part(name): {parts}")
        return goal.relation

    @property
    def gap(self) -> Term:
        return self.goal.gap

    def part(self, name: str) -> Argument:
        """The argument of one part of an `All` or of one entry of a matrix."""
        if name not in self._goals:
            raise TermError(f"there is no part {name!r}; parts are {', '.join(self._goals)}")
        return self._parts.setdefault(name, Argument(self._goals, name, self._facts, self._searching))

    def _branch(self, *assumed: Relation | AnyOf) -> Argument:
        """An argument of its own under further assumptions."""
        inner = Argument(self._goals, self._part, self._facts, self._searching)
        inner._assumed = (*self._assumed, *self._shown(), *assumed)
        return inner

    def _shown(self) -> Iterator[Relation | AnyOf]:
        return (step.data["shows"] for step in self.steps if isinstance(step.data.get("shows"), Relation | AnyOf))

    def _known(self) -> tuple[Relation | AnyOf, ...]:
        """What the kernel will know at this point, without the conclusions of other claims."""
        goal, facts = self._goals.get(self._part), self._facts
        if isinstance(goal, Along):
            facts = (*(fact for fact in facts if fact not in goal.starts), *goal.closure())
        if isinstance(goal, Bound):
            facts = (*(fact for fact in facts if fact not in goal.during), *goal.during)
        return (*facts, *self._assumed, *self._shown())

    def _step(self, rule: str, **data: Any) -> None:
        self.steps.append(Step(rule, {name: value for name, value in data.items() if value is not None}))

    def ring(self, shows: Relation | None = None) -> None:
        """An identity (the goal by default), modulo the equalities known so far."""
        self._step("ring", shows=self.goal if shows is None else shows)

    def lie(self, quantity: Any, rate: Any, along: Any) -> None:
        """d/dt quantity == rate along a flow: the kernel differentiates, ring compares."""
        self.ring(Relation("eq", Flow.of(along).derivative(quantity), term(rate)))

    def sign(self, shows: Relation | None = None, as_: Any = None) -> None:
        """A manifest sign (of the goal by default), after rewriting its gap to `as_`.

        Args:
            as_: a Term; or a list, whose sum it is: each summand keeps its form, and a relation stands for its gap.
        """
        form = None if as_ is None else _apart(as_) if isinstance(as_, list) else term(as_)
        self._step("sign", shows=self.goal if shows is None else shows, as_=form)

    def roots(self, shows: Relation | None = None) -> None:
        """A relation in one real symbol (the goal by default), decided on every piece of the line."""
        self._step("roots", shows=self.goal if shows is None else shows)

    def cover(
        self,
        shows: Relation | None = None,
        as_: Any = None,
        also: Iterable[Term] = (),
        budget: int | None = None,
        precision: int | None = None,
    ) -> None:
        """An order or != (the goal by default) on the compact box that the facts give, by balls, cell by cell.

        Args:
            as_: another form of the gap, with tighter enclosures; by default the gap itself or its expansion.
            also: symbols beyond those of the relation, for facts that tie them together.
            budget: enclosures that the search may spend.
            precision: bits.
        """
        form = None if as_ is None else term(as_)
        relation = self.goal if shows is None else shows
        if not self._searching:
            return self._step("cover", shows=relation)
        from verify.prove.cover import BUDGET, PRECISION, cover_step  # searches

        self.steps.append(
            cover_step(relation, self._known(), tuple(also), form, budget or BUDGET, precision or PRECISION)
        )

    def nonzero(self, value: Any, cofactor: Any, fact: Relation) -> None:
        """value != 0, since cofactor * value (or its real part) is the gap of a fact that is not zero."""
        self._step("nonzero", term=term(value), cofactor=term(cofactor), fact=fact)

    def ideal(self, *cofactors: tuple[Any, Relation], shows: Relation | None = None) -> None:
        """An equality (the goal by default) whose gap is sum of cofactor * gap of known equalities."""
        pairs = tuple((term(cofactor), known) for cofactor, known in cofactors)
        self._step("ideal", shows=self.goal if shows is None else shows, cofactors=pairs)

    def zeros(self, fact: Relation, as_: Any = None) -> None:
        """From a product that is zero, the gap of a fact, to its factors: one of those not known to be nonzero is zero.

        Args:
            as_: the product, where the fact's gap is another form of it.
        """
        self._step("zeros", fact=fact, as_=fact.gap if as_ is None else term(as_))

    def average(self, fact: Relation, *tokens: Term, as_: Any = None) -> None:
        """From a relation for every value of a token to the relation between the means.

        Args:
            as_: shows the relation first, as in `sign`.
        """
        if as_ is not None:
            self.sign(fact, as_)
        self._step("average", fact=fact, tokens=tokens)

    def swap(self, of: Any) -> None:
        """A mean of a mean == the two in the other order, for what is >= 0 for all tokens."""
        self._step("swap", of=term(of))

    def cases(self, split: AnyOf | Relation, *branches: Callable[[Argument], Any], shows: Any = None) -> None:
        """The goal, shown under each option of `split`; each branch is a function of an argument of its own."""
        options = split if isinstance(split, AnyOf) else AnyOf((split,))
        written = []
        for at, branch in enumerate(branches):
            inner = self._branch(*options.options[at : at + 1])
            branch(inner)
            written.append(tuple(inner.steps))
        self._step("cases", shows=shows, split=options, branches=tuple(written))

    def contradiction(self, argument: Callable[[Argument], Any], shows: Relation | None = None) -> None:
        """A relation (the goal by default), for its contrary is absurd, as `argument` shows."""
        relation = self.goal if shows is None else shows
        left, right = relation.terms
        contrary = {"ge": ("gt", right, left), "gt": ("ge", right, left), "eq": ("ne", left, right)}
        against = Relation(*contrary.get(relation.op, ("eq", left, right)))
        self.cases(AnyOf((relation, against)), lambda _: None, argument, shows=shows)

    def have(self, shows: Relation | AnyOf, argument: Callable[[Argument], Any]) -> None:
        """A relation by an argument of its own, ended by the plain rule; of what is shown on the way nothing is kept.

        What is kept costs time: it is compared with all that follows.
        """
        always = gt(1, 0)
        inner = self._branch(always)
        steps = _ended(inner, shows, argument)
        self._step("cases", shows=shows, split=AnyOf((always,)), branches=(steps,))

    def absurd(self, quantity: Any, shows: Relation | None = None) -> None:
        """The goal, because the facts leave no sign for `quantity`."""
        self._step("absurd", shows=self.goal if shows is None else shows, of=term(quantity))

    def stays(self, *rates: Any) -> None:
        """The state space {gap >= 0, ...} is invariant: gap' = rate * gap, a rate for each relation of the starts."""
        self._step("stays", rates=tuple(term(rate) for rate in rates))

    def inside(self, shows: Relation | AnyOf, argument: Callable[[Argument], Any] | None = None) -> None:
        """A relation at every start (off the boundary), by an argument of its own, ended by the plain rule."""
        goal = self._goals.get(self._part)
        inner = self._branch(*(goal.starts if isinstance(goal, Along) else ()))
        self._step("inside", shows=shows, steps=_ended(inner, shows, argument))

    def boundary(self, shows: Relation | AnyOf, *arguments: Callable[[Argument], Any] | None) -> None:
        """A relation on the boundary: an argument for each relation that gives the starts, ended by the plain rule."""
        goal = self._goals.get(self._part)
        branches = []
        for fact, argument in zip(goal.closure() if isinstance(goal, Along) else (), arguments, strict=False):
            inner = self._branch(eq(fact.gap, 0)) if isinstance(fact, Relation) else self._branch()
            branches.append(_ended(inner, shows, argument))
        self._step("boundary", shows=shows, branches=tuple(branches))

    def compare(
        self,
        rate: Any,
        source: Any,
        by: Callable[[Argument], Any] | None = None,
        power: Any = None,
        above: Any = 0,
        below: Any = 0,
        near: Any = None,
        margin: Any = None,
        start: Callable[[Argument], Any] | None = None,
        way: Callable[[Argument], Any] | None = None,
    ) -> None:
        """The goal, a bound: its gap g obeys g' == rate * g + source with source >= 0, and it holds at the start.

        Args:
            by: shows it at the start; at a singular one shows that rate + power/(k - end) <= above and g >= below.
            power: positive, for a singular start.
            near: what `by` shows at a singular start is asked for k <= near only.
            margin: positive, for a bound under whose own condition something is supposed; `start` shows g >= margin at
                the start, `way` uses what is supposed.
        """
        goal = self._goals[self._part]
        if not isinstance(goal, Bound):
            raise TermError("compare shows bounds along a flow; the goal is another")
        data = {"rate": term(rate), "source": term(source)}
        inner = self._branch(*goal.starts)
        if goal.singular is not None:
            data |= {"power": term(0 if power is None else power), "above": term(above), "below": term(below)}
            data |= {} if near is None else {"near": term(near)}
            inner = self._branch(*([] if near is None else [ge(near, goal.singular[0])]))
        if by is not None:
            by(inner)
        apart: dict[str, Any] = {} if margin is None else {"margin": term(margin)}
        own = [fact for condition, fact in goal.supposing if condition == goal.relation]
        for name, argument, assumed in (("starts", start, goal.starts), ("way", way, own)):
            if argument is not None:
                branch = self._branch(*assumed)
                argument(branch)
                apart[name] = tuple(branch.steps)
        self._step("compare", **data, **apart, steps=tuple(inner.steps) or None)

    def solution(self, claim: Any, at: At, variable: Term, low: Any = None, part: str = "main") -> None:
        """The bound of another claim at Terms that solve its flow with `variable` as time, from `low` on.

        Args:
            at: for every symbol of the claim, as in `uses`.
            low: where its start holds; its own end at a singular one.
        """
        name = claim if isinstance(claim, str) else claim.id
        start = None if low is None else term(low)
        self._step("solution", claim=name, part=part, at=_placed(claim, at), variable=variable, low=start)

    def follows(
        self,
        claim: Any,
        at: At,
        tokens: Iterable[Term] = (),
        by: Callable[[Argument], Any] | None = None,
        start: Callable[[Argument], Any] | None = None,
        part: str = "main",
    ) -> None:
        """The bound of another claim for Terms that solve its flow along that of the goal, a bound as well.

        Args:
            at: for every symbol of the claim, as in `uses`.
            tokens: symbols of tokens here, over which its means run.
            by: shows what it supposes on the way, and that the rates agree.
            start: shows what it supposes at the start.
        """
        goal = self._goals[self._part]
        written = []
        for argument, assumed in ((by, ()), (start, goal.starts if isinstance(goal, Bound) else ())):
            inner = Argument(self._goals, self._part, self._facts, self._searching)
            inner._assumed = tuple(assumed)
            if argument is not None:
                argument(inner)
            written.append(tuple(inner.steps) or None)
        name = claim if isinstance(claim, str) else claim.id
        pairs, over = _placed(claim, at), tuple(tokens)
        self._step("follows", claim=name, part=part, at=pairs, tokens=over, steps=written[0], starts=written[1])

    def holds(self) -> None:
        """The goal, a bound whose relation is known."""
        self._step("holds")

    def cites(self, result: Any, **parameters: Any) -> None:
        """A cited result with its parameters (Terms and relations by name); its obligations must be known."""
        name = result if isinstance(result, str) else result.id
        at = {key: value if isinstance(value, Relation) else term(value) for key, value in parameters.items()}
        self._step("cites", result=name, at=at)

    def witness(self, at: Mapping[Term, Any]) -> None:
        """The goal, an existence: its relations are known at these values of its unknowns."""
        self._step("witness", at={unknown: term(value) for unknown, value in at.items()})

    def between(
        self,
        name: str,
        quantity: Callable[[Term], Any],
        low: Any,
        high: Any,
        by: Callable[[Argument], Any] | None = None,
    ) -> Term:
        """A new real symbol x with low <= x <= high and quantity(x) == 0, since the quantity changes sign.

        Args:
            by: shows that the quantity is defined for low <= x <= high.
        """
        x = symbol(name)
        inner = self._branch(ge(x, low), ge(high, x))
        if by is not None:
            by(inner)
        steps = tuple(inner.steps) or None
        self._step("between", symbol=x, quantity=term(quantity(x)), low=term(low), high=term(high), steps=steps)
        return x

    def angle(self, name: str, x: Any, y: Any) -> Term:
        """A new real symbol t in [0, 2 pi) with cos t == x and sin t == y; x^2 + y^2 == 1 is known."""
        t = symbol(name)
        self._step("angle", symbol=t, x=term(x), y=term(y))
        return t

    def regime(self, claim: Any) -> None:
        """The goal here, for the hypotheses of that claim are known."""
        self._step("regime", claim=claim if isinstance(claim, str) else claim.id)

    def isolate(
        self,
        precision: int | None = None,
        are: Iterable[str] | None = None,
        found: Mapping[str, Any] | None = None,
    ) -> None:
        """A number of equilibria: a search proposes cells without zeros and boxes with one.

        Args:
            are: the kinds of the equilibria among the starts of the goal's flow; without them the goal itself.
            found: with `are`, what a search found already.
        """
        if not self._searching:
            return self._step("isolate")
        from verify.prove.zeros import isolate_step  # searches

        goal = self._goals[self._part]
        if are is None and isinstance(goal, Equilibria):
            self.steps.append(isolate_step(goal, precision))
        elif are is not None and isinstance(goal, Along):
            named = Equilibria(goal.flow.states, goal.flow.terms, goal.starts, tuple(are))
            parts = (named.unknowns, named.system, named.region, named.kinds)
            data = isolate_step(named, precision).data if found is None else found
            self._step("isolate", **data, equilibria=parts)
        else:
            raise TermError("isolate counts equilibria; the goal is another, or `are` is missing")

    def reversible(
        self, mirror: Mapping[Term, Any], section: Any, order: int = 32, step: Any = "1/16", precision: int = 256
    ) -> None:
        """The goal, a closed orbit through a point that a mirror of the flow fixes; it fixes {section = 0}."""
        images = {state: term(value) for state, value in mirror.items()}
        self._step(
            "reversible",
            mirror=images,
            section=term(section),
            order=order,
            length=Fraction(step),
            precision=precision,
        )

    def returns(
        self, at: Mapping[Term, Any], direction: int, order: int = 32, step: Any = "1/16", precision: int = 256
    ) -> None:
        """The goal, a closed orbit, by a return map.

        Args:
            at: of the two real coordinates one as a constant, the other as a pair of rational ends.
            direction: 1 or -1, that of the crossing.
        """
        places = {
            key: (Fraction(value[0]), Fraction(value[1])) if isinstance(value, tuple) else term(value)
            for key, value in at.items()
        }
        self._step("returns", at=places, direction=direction, order=order, length=Fraction(step), precision=precision)

    def integral(self, of: Any, by: Any, open: Callable[[Argument], Any] | None = None) -> None:
        """of == by(high) - by(low) for an integral `of`, because the slope of `by` is its body.

        Args:
            open: shows that the slope is defined strictly between the ends, where it is not at one of them.
        """
        of, steps = term(of), None
        if open is not None and of.kind == "integral":
            _, variable, low, high = of.args
            inner = self._branch(gt(variable, low), gt(high, variable))
            open(inner)
            steps = tuple(inner.steps)
        self._step("integral", of=of, by=term(by), steps=steps)

    def integrate(self, fact: Relation, variable: Term, low: Any, high: Any, as_: Any = None) -> None:
        """From a relation for every value of the variable to the one between the integrals from low to high.

        Args:
            as_: shows the relation first, as in `sign`.
        """
        if as_ is not None:
            self.sign(fact, as_)
        self._step("integrate", fact=fact, variable=variable, low=term(low), high=term(high))

    def substitute(self, of: Any, variable: Term, by: Any, low: Any, high: Any) -> None:
        """of == the integral of its body at `by`, times the slope of `by`, over the new variable from low to high."""
        self._step("substitute", of=term(of), variable=variable, by=term(by), low=term(low), high=term(high))

    def rises(
        self,
        of: Any,
        variable: Term,
        low: Any = None,
        high: Any = None,
        as_: Any = None,
        beyond: Callable[[Argument], Any] | None = None,
    ) -> None:
        """`of` >= 0 (or a relation), which holds at `low` (or `high`) and is not lost on the way to the variable.

        Args:
            as_: another form of the slope, whose sign is manifest.
            beyond: shows the sign of the slope, or that it is defined, strictly beyond the end.
        """
        end, steps = term(high if low is None else low), None
        if beyond is not None:
            inner = self._branch(gt(end, variable) if low is None else gt(variable, end))
            beyond(inner)
            steps = tuple(inner.steps)
        self._step(
            "rises",
            shows=of if isinstance(of, Relation) else ge(of, 0),
            variable=variable,
            as_=None if as_ is None else term(as_),
            steps=steps,
            **{"high" if low is None else "low": end},
        )

    def fourier(self, of: Any, *parts: tuple[Any, ...], angle: Any = None, turns: int = 1) -> None:
        """The integral of a sum of c exp(i m t)/product of (1 - z exp(i n t))^p over whole turns of t; |z| < 1 known.

        Args:
            parts: (c, m, *factors), a factor being (z, n) or (z, n, p); those of one part turn in one direction.
            angle: affine in the variable; by default the variable itself.
            turns: how many the angle makes between the ends.
        """
        of = term(of)
        full = tuple(
            (term(c), m, tuple((term(z), n, *(p or (1,))) for z, n, *p in factors)) for c, m, *factors in parts
        )
        own = of.args[1] if angle is None and of.kind == "integral" else term(angle)
        self._step("fourier", of=of, parts=full, angle=own, turns=turns)

    def value(self, shows: Relation | None = None, precision: int | None = None) -> None:
        """A relation between constants (the goal by default), decided exactly or by balls."""
        self._step("value", shows=self.goal if shows is None else shows, precision=precision)

    def whole(
        self,
        of: Any = None,
        fact: Relation | None = None,
        shows: Relation | None = None,
        at: Mapping[Term, Any] | None = None,
    ) -> None:
        """What follows from being whole: `of` <= 0 or `of` >= 1; an order, rounded; a cosine or sine of a whole
        multiple of pi; with `at`, the goal (or `shows`) from the known values of natural symbols."""
        values = None if at is None else {sym: term(value) for sym, value in at.items()}
        shown = self.goal if at is not None and shows is None else shows
        self._step("whole", of=None if of is None else term(of), fact=fact, shows=shown, at=values)

    def induction(
        self,
        sym: Term,
        low: int,
        start: Callable[[Argument], Any],
        by: Callable[[Argument], Any],
        shows: Relation | None = None,
    ) -> None:
        """The goal (or `shows`) for every value of a natural symbol from `low` on.

        Args:
            start: shows it where the symbol is `low`.
            by: shows it beyond, where it is known for the value before.
        """
        wanted = self.goal if shows is None else shows
        first = self._branch(eq(sym, low))
        start(first)
        then = self._branch(ge(sym, low + 1), wanted.subs({sym: sym - 1}))
        by(then)
        self._step("induction", shows=wanted, symbol=sym, low=low, starts=tuple(first.steps), steps=tuple(then.steps))

    def limit(self) -> None:
        """The long-time goal from a known limit."""
        self._step("limit")

    def uses(self, claim: Any, at: At = (), part: str = "main") -> None:
        """The conclusion of another claim, with its symbols replaced by Terms of this one.

        Args:
            at: Terms by symbol; or a list for all symbols of the claim's space, in order, vectors and matrices whole
                or by entries.
        """
        name = claim if isinstance(claim, str) else claim.id
        self._step("use", claim=name, part=part, at=_placed(claim, at))


def _apart(summands: Sequence[Any]) -> Term:
    """Their sum, each keeping its form: (d - 1) + 1 would fold to d, and 2 ((d - 1)/2) to a sum again."""
    gaps = [each.gap if isinstance(each, Relation) else term(each) for each in summands]
    factor = next(c for c in count(2) if all((c * gap).kind != "add" for gap in gaps))
    return term(sum(factor * gap for gap in gaps)) / factor


def _placed(claim: Any, at: At) -> tuple[tuple[Term, Term], ...]:
    """The symbols of a claim, and what stands for them here.

    Raises:
        TermError: a list does not fit the symbols.
    """
    if isinstance(at, Mapping) or not at:
        return tuple((sym, term(value)) for sym, value in dict(at).items())
    if isinstance(claim, str):
        raise TermError(f"{claim} is given by its id; name its symbols, or give the claim itself")
    values = [entry for each in at for entry in (each.entries() if isinstance(each, Matrix) else (each,))]
    scalars = claim.space.scalars
    if len(values) != len(scalars):
        named = ", ".join(map(str, scalars))
        raise TermError(f"{claim.id} speaks of {named}; expected {len(scalars)} Terms for them, found {len(values)}")
    return tuple((sym, term(value)) for sym, value in zip(scalars, values, strict=True))


def _ended(inner: Argument, shows: Relation | AnyOf, argument: Callable[[Argument], Any] | None) -> tuple[Step, ...]:
    """The steps that the argument writes, and the plain rule where they do not name what is to be shown."""
    if argument is not None:
        argument(inner)
    if isinstance(shows, AnyOf) or any(step.data.get("shows") == shows for step in inner.steps):
        return tuple(inner.steps)
    return (*inner.steps, *_plain(shows))


def _plain(shows: Relation) -> tuple[Step, ...]:
    return (Step("ring" if shows.op == "eq" else "sign", {"shows": shows}),)


_ALGEBRAIC = ("rat", "sym", "add", "mul", "div", "pow")
_POLYNOMIAL = (*_ALGEBRAIC, "i", "re", "im", "conj", "abs2")


def default_steps(goal: Goal, facts: Iterable[Relation | AnyOf] = ()) -> tuple[Step, ...]:
    """The default rule of a conclusion: ring for an equality, value for constants, roots for an order in one symbol,
    else a sign."""
    if isinstance(goal, AnyDimension):
        return (Step("words"),)
    if isinstance(goal, Equilibria):
        from verify.prove.zeros import isolate_step  # searches

        return (isolate_step(goal),)
    if isinstance(goal, LongTime):
        from verify.prove.modes import mode_steps  # searches

        return mode_steps(goal)
    if not isinstance(goal, Pointwise):
        return ()
    relation, facts = goal.relation, (*facts, *goal.given)
    if relation.op == "eq":
        return (Step("ring", {"shows": relation}),)
    kinds = {node.kind for node in postorder(relation.gap)}
    if not relation.symbols and "mean" not in kinds:
        return (Step("value", {"shows": relation}),)
    real = all(sym.is_real for sym in relation.symbols)
    if kinds <= set(_ALGEBRAIC) and len(relation.symbols) == 1 and real:
        return (Step("roots", {"shows": relation}),)
    polynomial = kinds <= set(_POLYNOMIAL) and relation.op != "ne" and relation.gap.is_real
    from verify.prove.squares import squares  # searches; an argument that is given needs none of it

    form = squares(relation.gap, facts, strict=relation.op == "gt") if polynomial else None
    return (Step("sign", {"shows": relation} | ({} if form is None else {"as_": form})),)


def argued_steps(claim: Claim, searching: bool = True) -> dict[str, tuple[Step, ...]]:
    """The steps that the claim's own argument gives for every part; none where it is silent.

    Args:
        searching: False leaves steps empty that a search would fill; enough to see which claims are used.

    Raises:
        TermError: the argument names a part that does not exist, or builds a Term that cannot be built.
    """
    goals = dict(claim.sequent.goals)
    root = Argument(goals, "main", claim.sequent.facts, searching)
    if claim.argued is not None:
        claim.argued(root)
    return {name: (*root.steps, *(root._parts[name].steps if name in root._parts else ())) for name in goals}


def _reaches(step: Step, goal: Goal) -> bool:
    """Does the step end at the goal by form? One that names nothing shows the goal itself."""
    if "shows" in step.data:
        return isinstance(goal, Pointwise) and bool(step.data["shows"] == goal.relation)
    return step.rule in (
        "cases",
        "limit",
        "words",
        "witness",
        "regime",
        "isolate",
        "reversible",
        "returns",
        "cites",
        "compare",
        "holds",
        "modes",
    )


def steps_of(claim: Claim) -> dict[str, tuple[Step, ...]]:
    """The steps of every part: its argument's, followed by the conclusion's default rule where they stop short.

    Raises:
        TermError: as `argued_steps`.
    """
    found = argued_steps(claim)
    for name, goal in claim.sequent.goals:
        steps = found[name]
        if not any(_reaches(step, goal) for step in steps):
            more = _found(claim, goal) if isinstance(goal, Exists) else default_steps(goal, claim.sequent.facts)
            found[name] = (*steps, *more)
    return found


def _found(claim: Claim, goal: Exists) -> tuple[Step, ...]:
    """An exact point for an existence without parameters; none where the search finds none."""
    if {sym for each in goal.relations for sym in each.symbols} - set(goal.unknowns):
        return ()
    from verify.attack.witness import find_part_witness  # searches

    point = find_part_witness(claim, goal.relations)
    if point is None or not all(isinstance(point.get(sym), Term) for sym in goal.unknowns):
        return ()
    at = {sym: point[sym] for sym in goal.unknowns}
    shown = [option.subs(at) for each in goal.relations for option in each.options]
    return (*(Step("value", {"shows": each}) for each in shown), Step("witness", {"at": at}))


def late_steps(
    claim: Claim, budget: int, offer_of: Callable[[str], Sequent | Schema | None] = lambda _: None
) -> dict[str, tuple[Step, ...]] | None:
    """Steps for a claim that the default ones do not prove and no attack refutes; None where nothing was found.

    Antiderivatives for integrals, for every order a manifest form of its gap (`verify.prove.forms`), else a cover; a
    change of sign for an existence, a comparison for a bound, a Lyapunov function for a limit.

    Args:
        budget: evaluations of a search for a cover.
        offer_of: the schema of a cited result by its id.
    """
    sequent = claim.sequent
    plain = {name: default_steps(goal, sequent.facts) for name, goal in sequent.goals}
    only = len(sequent.goals) == 1  # then it is known that the default steps do not reach it
    left = {name: goal for name, goal in sequent.goals if only or not reached(sequent, name, plain[name], offer_of)}
    found = {name: _later(claim, goal, budget, offer_of) for name, goal in left.items()}
    covered = any(isinstance(goal, Pointwise) and found[name] is None for name, goal in left.items())
    covering = (covering_steps(claim, budget) if covered else None) or plain
    chosen = plain | {name: covering[name] if steps is None else steps for name, steps in found.items()}
    return chosen if chosen != plain else None


def _later(
    claim: Claim, goal: Goal, budget: int, offer_of: Callable[[str], Sequent | Schema | None]
) -> tuple[Step, ...] | None:
    facts = claim.sequent.facts
    if isinstance(goal, Pointwise):
        return sought(goal.relation, (*facts, *goal.given))
    if isinstance(goal, Bound):
        from verify.prove.comparing import comparing_steps

        return comparing_steps(goal, facts)
    if isinstance(goal, Exists):
        from verify.prove.between import between_steps

        return between_steps(claim, goal, budget)
    if isinstance(goal, LongTime):
        from verify.prove.settling import settling_steps

        return settling_steps(claim.space, claim.sequent, goal, offer_of)
    return None


def sought(relation: Relation, facts: Sequence[Relation | AnyOf]) -> tuple[Step, ...] | None:
    """Steps that show a relation by a manifest form, by antiderivatives, or from an end of an interval on."""
    found = formed(relation, facts)
    if found is not None:
        return found
    if any(sym.payload[1] == "natural" for sym in relation.symbols):
        from verify.prove.whole import whole_steps

        if (found := whole_steps(relation, facts)) is not None:
            return found
    if any(node.kind == "mean" for node in postorder(*relation.terms)):
        from verify.prove.averages import averaged_steps

        if (found := averaged_steps(relation, facts)) is not None:
            return found
    if any(node.kind == "integral" for node in postorder(*relation.terms)):
        from verify.prove.antiderivatives import integrated

        return integrated(relation, facts)
    from verify.prove.rising import rising_steps
    from verify.prove.squaring import squared_steps

    squared = squared_steps(relation, facts)
    if squared is not None:
        return squared
    if relation.op in ("ge", "gt") and any(node.kind == "log" for node in postorder(*relation.terms)):
        from verify.prove.shorter import logs_apart

        if (apart := logs_apart(relation, facts)) is not None and (more := sought(apart[1], facts)) is not None:
            return (*apart[0], *more, Step("sign", {"shows": relation, "as_": apart[1].gap}))
    if relation.op != "ne" or not relation.gap.is_real:
        return rising_steps(relation, facts)
    orders = (Relation("gt", *relation.terms), Relation("gt", *reversed(relation.terms)))
    steps = next((each for order in orders if (each := rising_steps(order, facts)) is not None), None)
    return None if steps is None else (*steps, Step("sign", {"shows": relation}))


def formed(
    relation: Relation, facts: Sequence[Relation | AnyOf], within: tuple[Relation, ...] = ()
) -> tuple[Step, ...] | None:
    """Steps that show an order or a difference by manifest forms of its gap and of what must not vanish.

    Args:
        within: for which relations it is wanted; none is shown by itself.
    """
    from verify.prove.forms import manifest

    if relation.op == "eq" or not relation.gap.is_real or relation in within:
        return None
    within = (*within, relation)
    if relation.op == "ne":
        orders = (Relation("gt", *relation.terms), Relation("gt", *reversed(relation.terms)))
        steps = next((each for order in orders if (each := formed(order, facts, within)) is not None), None)
        return None if steps is None else (*steps, Step("sign", {"shows": relation}))
    form = manifest(relation.gap, facts, strict=relation.op == "gt")
    if form is None:
        return None
    before: list[Step] = []
    known = Facts(facts)
    for wanted in obligations((*relation.terms, form)):
        if not known.holds(wanted):
            steps = formed(wanted, facts, within) if isinstance(wanted, Relation) else None
            if steps is None:
                return None
            before += steps
    return (*before, Step("sign", {"shows": relation, "as_": form}))


def _has_coordinates(gap: Term) -> bool:
    """Can cells enclose it? Means and integrals have no place in a box."""
    return gap.is_real and not any(node.kind in ("mean", "integral") for node in postorder(gap))


def covering_steps(claim: Claim, budget: int) -> dict[str, tuple[Step, ...]] | None:
    """The default steps with every order on a compact box shown by cells; None where no part is of that kind.

    Args:
        budget: evaluations of the search; a search that gives up is None as well.
    """
    from verify.prove.cover import cover_step

    found = {name: default_steps(goal, claim.sequent.facts) for name, goal in claim.sequent.goals}
    covered = False
    for name, goal in claim.sequent.goals:
        if isinstance(goal, Pointwise) and goal.relation.op != "eq" and _has_coordinates(goal.relation.gap):
            step = cover_step(goal.relation, claim.sequent.facts, budget=budget)
            if "why" not in step.data:
                found[name], covered = (step,), True
    return found if covered else None
