"""Proof, Refutation and Vacuity: the three verdict-bearing values. Only the functions of this file make one.

A `Step` is data: a rule's name and the Terms it needs. The certificate of a verdict is the list of its steps, and
checking a certificate is running the same functions again on a sequent recomputed from the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.kernel import longtime, ring, roots
from verify.kernel import point as at_point
from verify.kernel.defined import obligations
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import LongTime, Pointwise, Sequent
from verify.kernel.longtime import NotShown
from verify.kernel.point import BALL, EXACT
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import OF_OP, Facts
from verify.kernel.term import ZERO, Term, TermError, add, mul, number, postorder, re

__all__ = [
    "RULES",
    "Proof",
    "Refused",
    "Refutation",
    "Step",
    "Vacuity",
    "contradict",
    "prove",
    "refute",
]

Resolver = Callable[[str], "Sequent | None"]
_SEAL = object()


class Refused(ValueError):
    """The kernel does not accept a step; the message says which, what it needed, and the nearest it can say."""


@dataclass(frozen=True)
class Step:
    """One application of a rule. `data` holds Terms, relations, text and tuples of them, by parameter name."""

    rule: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class _Sealed:
    sequent: Sequent
    seal: object = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seal is not _SEAL:
            raise TypeError(f"a {type(self).__name__} is made by the kernel's rules alone")
        object.__setattr__(self, "seal", None)  # so that dataclasses.replace cannot pass it on


@dataclass(frozen=True)
class Proof(_Sealed):
    """Every part of the sequent was shown, and `witness` satisfies all its facts.

    Attributes:
        steps: part -> its steps.
        uses: ids of the claims that a step used.
        strength: "exact" or "ball".
    """

    steps: Mapping[str, tuple[Step, ...]]
    witness: Point
    uses: tuple[str, ...]
    strength: str


@dataclass(frozen=True)
class Refutation(_Sealed):
    """One part of the sequent fails. `rule` is point, equilibrium, sink or conserved; `point` is exact."""

    part: str
    rule: str
    point: Point
    data: Mapping[str, Any]
    strength: str


@dataclass(frozen=True)
class Vacuity(_Sealed):
    """The facts contradict each other: `multipliers` combines some of them to a manifest absurdity."""

    multipliers: tuple[tuple[int, Fraction], ...]
    strength: str = EXACT


class _Context:
    """What is known while the steps of one part run."""

    def __init__(self, sequent: Sequent, goal: Pointwise, resolve: Resolver) -> None:
        self.sequent = sequent
        self.goal = goal
        self.resolve = resolve
        self.uses: dict[str, None] = {}
        own = obligations(side for fact in sequent.facts if isinstance(fact, Relation) for side in fact.terms)
        self._set([*sequent.facts, *own])

    def _set(self, relations: Iterable[Relation | AnyOf]) -> None:
        self.facts = Facts(relations)
        self.equalities = [each for each in self.facts.single if each.op == "eq"]

    def require_defined(self, terms: Iterable[Term]) -> None:
        for obligation in obligations(terms):
            if not self.facts.holds(obligation):
                raise Refused(f"the obligation {obligation} is open; show it first, with p.nonzero or p.sign")

    def learn(self, relation: Relation) -> None:
        self.require_defined(relation.terms)
        self._set([*self.facts.relations, relation])


def _given(step: Step, name: str, kind: type | tuple[type, ...]) -> Any:
    value = step.data.get(name)
    if not isinstance(value, kind):
        raise Refused(f"{step.rule} needs {name}; found {type(value).__name__}")
    return value


def _step_ring(step: Step, context: _Context) -> None:
    """shows: an equality that is an identity wherever both sides are defined and the known equalities hold."""
    shows = _given(step, "shows", Relation)
    if shows.op != "eq":
        raise Refused(f"ring shows equalities; found {shows}. Use sign for an order")
    context.require_defined(shows.terms)
    if shows not in context.facts.relations and not ring.is_zero(shows.gap, context.equalities):
        raise Refused(f"ring: {_short(shows)} is not an identity{_where_it_fails(shows, context)}")
    context.learn(shows)


def _step_sign(step: Step, context: _Context) -> None:
    """shows: an order or != that is manifest from the facts, after rewriting the gap to `as_` (checked by ring)."""
    shows = _given(step, "shows", Relation)
    form = step.data.get("as_")
    gap = shows.gap
    if form is not None:
        form = _given(step, "as_", Term)
        context.require_defined((*shows.terms, form))
        if not ring.equal(gap, form, context.equalities):
            raise Refused(f"sign: {_short(gap)} is not identically {_short(form)}")
        gap = form
    if not context.facts.holds(Relation(shows.op, gap, ZERO)):
        found = sorted(context.facts.signs(gap)) if gap.is_real else []
        words = {-1: "negative", 0: "zero", 1: "positive"}
        rest = " or ".join(words[s] for s in found) or "anything"
        raise Refused(f"sign: {_short(gap)} is not manifestly {_OP_WORD[shows.op]}; all that is manifest: {rest}")
    context.learn(shows)


_OP_WORD = {"gt": "positive", "ge": "nonnegative", "ne": "nonzero", "eq": "zero"}


def _step_nonzero(step: Step, context: _Context) -> None:
    """term != 0, because cofactor * term (or its real part) is the gap of a fact that is positive or nonzero."""
    value, cofactor = _given(step, "term", Term), _given(step, "cofactor", Term)
    fact = _given(step, "fact", Relation)
    if fact.op not in ("gt", "ne") or not context.facts.holds(fact):
        raise Refused(f"nonzero: {fact} is not a known relation with > or !=")
    context.require_defined((value, cofactor))
    product = mul(cofactor, value)
    if not any(ring.equal(fact.gap, each, context.equalities) for each in (product, re(product))):
        raise Refused(f"nonzero: {_short(fact.gap)} is not ({_short(cofactor)}) * ({_short(value)}), nor its real part")
    context.learn(Relation("ne", value, ZERO))


def _step_roots(step: Step, context: _Context) -> None:
    """shows: a relation that is rational in one real symbol, decided on every piece of the line where the facts in
    that symbol alone hold."""
    shows = _given(step, "shows", Relation)
    if len(shows.symbols) != 1 or not shows.gap.is_real:
        raise Refused(f"roots decides real relations in one symbol; {_short(shows)} has {len(shows.symbols)}")
    (symbol,) = shows.symbols
    known = [fact for fact in context.facts.relations if fact.symbols == (symbol,)]
    polys: list[Any] = []

    def read(relation: Relation | AnyOf) -> list[tuple[str, int]] | None:
        """Each option as (op, index of its numerator); the denominator follows."""
        read_options = []
        for option in relation.options:
            try:
                polys.extend(ring.univariate(option.gap, symbol))
            except ring.NotPolynomial:
                return None
            read_options.append((option.op, len(polys) - 2))
        return read_options

    goal = read(shows)
    if goal is None:
        raise Refused(f"roots: {_short(shows.gap)} is not a rational function of {symbol} alone")
    given = [options for options in map(read, known) if options is not None]
    for piece in roots.pieces(polys):

        def holds(options: list[tuple[str, int]], signs: tuple[int, ...] = piece.signs) -> bool:
            return any(signs[at + 1] and signs[at] * signs[at + 1] in OF_OP[op] for op, at in options)

        if all(map(holds, given)) and not holds(goal):
            place = f"= {piece.sample}" if piece.at is None else f"near {piece.at.decimal()}"
            raise Refused(f"roots: {_short(shows)} fails at {symbol} {place}")
    context.learn(shows)


def _step_use(step: Step, context: _Context) -> None:
    """The conclusion of another claim at given Terms, after its hypotheses at those Terms have been shown."""
    claim, part = _given(step, "claim", str), _given(step, "part", str)
    pairs = _given(step, "at", tuple)
    other = context.resolve(claim)
    if other is None:
        raise Refused(f"use: the claim {claim!r} is unknown")
    try:
        goal = other.goal(part)
    except KeyError as error:
        raise Refused(f"use: {claim} has {error.args[0]}") from None
    if not isinstance(goal, Pointwise):
        raise Refused(f"use: {claim} is a long-time claim; only pointwise conclusions can be used")
    mapping = dict(pairs)
    bound = {token for each in goal.terms for node in postorder(each) if node.kind == "mean" for token in node.args[1:]}
    for sym in other.symbols:
        if sym in bound:
            continue
        if sym not in mapping:
            raise Refused(f"use: {claim} speaks of {sym}; say what it is here")
    for sym, value in mapping.items():
        if sym not in other.symbols or sym in bound:
            raise Refused(f"use: {claim} has no free symbol {sym}")
        if sym.payload[1] == "natural" and not (value.kind == "sym" and value.payload[1] == "natural"):
            literal = value.kind == "rat" and value.payload.denominator == 1 and value.payload >= 0
            if not literal:
                raise Refused(f"use: {sym} is a natural number in {claim}; found {value}")
        if sym.payload[1] == "real" and not value.is_real:
            raise Refused(f"use: {sym} is real in {claim}; found {value}")
    context.require_defined(mapping.values())
    for fact in other.facts:
        if set(fact.symbols) & bound:
            raise Refused(f"use: the hypothesis {fact} of {claim} speaks of its token; not supported")
        if not context.facts.holds(fact.subs(mapping)):
            raise Refused(f"use: the hypothesis {fact.subs(mapping)} of {claim} is not shown here")
    context.uses[claim] = None
    context.learn(goal.relation.subs(mapping))


RULES: dict[str, Callable[[Step, _Context], None]] = {
    "ring": _step_ring,
    "sign": _step_sign,
    "nonzero": _step_nonzero,
    "roots": _step_roots,
    "use": _step_use,
}


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "..."


def _where_it_fails(relation: Relation, context: _Context) -> str:
    """A nearby true thing to say about a failed identity: the sides at one simple point."""
    from verify.kernel.ball import enclose

    symbols = relation.symbols
    if context.equalities or any(node.kind == "mean" for node in postorder(*relation.terms)):
        return ""
    point = {sym: number(Fraction(at + 2, 7)) for at, sym in enumerate(symbols) if sym.payload[1] != "natural"}
    point |= {sym: number(2) for sym in symbols if sym.payload[1] == "natural"}
    left, right = (enclose(side, point) for side in relation.terms)
    if not (left.is_finite() and right.is_finite()) or (left - right).contains(0):
        return ""
    where = ", ".join(f"{sym}={value}" for sym, value in point.items())
    return f"; at {where} the sides are {left.str(6, radius=False)} and {right.str(6, radius=False)}"


def prove(
    sequent: Sequent, steps: Mapping[str, Iterable[Step]], witness: Point, resolve: Resolver = lambda _: None
) -> Proof:
    """Run the steps of every part.

    Args:
        witness: exact coordinates at which every fact certainly holds; without one nothing is proved.
        resolve: the sequent of another claim by id, for the rule `use`.

    Raises:
        Refused: naming the part, the step and what was needed.
    """
    strength = _check_witness(sequent, witness)
    uses: dict[str, None] = {}
    kept: dict[str, tuple[Step, ...]] = {}
    extra = set(steps) - {name for name, _ in sequent.goals}
    if extra:
        raise Refused(f"there is no part {sorted(extra)[0]!r}")
    if not sequent.goals:
        raise Refused("there is nothing to prove")
    for name, goal in sequent.goals:
        kept[name] = tuple(steps.get(name, ()))
        prefix = f"part {name}, " if len(sequent.goals) > 1 else ""
        if isinstance(goal, LongTime):
            raise Refused(f"{prefix}no rule proves a long-time claim yet; it can be refuted")
        context = _Context(sequent, goal, resolve)
        for at, step in enumerate(kept[name], start=1):
            if step.rule not in RULES:
                raise Refused(f"{prefix}step {at}: rule {step.rule!r} does not exist; rules are {', '.join(RULES)}")
            try:
                RULES[step.rule](step, context)
            except (Refused, ring.NotPolynomial, TermError) as error:
                raise Refused(f"{prefix}step {at}: {error}") from None
        if not any(known == goal.relation for known in context.facts.relations):
            raise Refused(f"{prefix}the steps end without reaching {_short(goal.relation)}")
        try:
            context.require_defined(goal.terms)
        except Refused as error:
            raise Refused(f"{prefix}{error}") from None
        uses |= context.uses
    return Proof(sequent, _SEAL, kept, dict(witness), tuple(uses), strength)


def _check_witness(sequent: Sequent, witness: Point) -> str:
    missing = at_point.is_assigned(witness, sequent.symbols)
    if missing is not None:
        raise Refused(f"the witness has no coordinate {missing}")
    wrong = at_point.check_coordinates(witness)
    if wrong:
        raise Refused(f"the witness: {wrong}")
    strength, failed = at_point.all_hold(sequent.facts, witness)
    if failed is not None:
        raise Refused(f"the witness does not certainly satisfy {failed}")
    return strength


def refute(sequent: Sequent, part: str, rule: str, point: Point, data: Mapping[str, Any] | None = None) -> Refutation:
    """Refute one part: at an exact point, or a long-time claim by equilibrium, sink or conserved.

    Raises:
        Refused: a condition does not certainly hold; the message says which.
    """
    data = dict(data or {})
    try:
        goal = sequent.goal(part)
    except KeyError as error:
        raise Refused(str(error.args[0])) from None
    if isinstance(goal, Pointwise):
        if rule != "point":
            raise Refused(f"a pointwise claim is refuted by the rule point, not {rule!r}")
        strength = _refute_at(sequent, goal, point)
    elif rule in ("equilibrium", "sink", "conserved"):
        try:
            if rule == "conserved":
                step = Step(rule, data)
                strength = longtime.conserved(
                    sequent,
                    goal,
                    point,
                    _given(step, "quantity", Term),
                    _given(step, "cofactor", Term),
                    _given(step, "start", dict),
                )
            else:
                strength = (longtime.equilibrium if rule == "equilibrium" else longtime.sink)(sequent, goal, point)
        except NotShown as error:
            raise Refused(f"{rule}: {error}") from None
    else:
        raise Refused(f"rule {rule!r} does not exist; a long-time claim is refuted by equilibrium, sink or conserved")
    return Refutation(sequent, _SEAL, part, rule, dict(point), data, strength)


def _refute_at(sequent: Sequent, goal: Pointwise, point: Point) -> str:
    missing = at_point.is_assigned(point, sequent.symbols)
    if missing is not None:
        raise Refused(f"the point has no coordinate {missing}")
    wrong = at_point.check_coordinates(point)
    if wrong:
        raise Refused(f"the point: {wrong}")
    strength, failed = at_point.all_hold(sequent.facts, point)
    if failed is not None:
        raise Refused(f"the point does not certainly satisfy {failed}")
    if at_point.free_token(point, goal.relation) is not None:
        raise Refused("the conclusion speaks of a token outside a mean")
    try:
        if not all(at_point.has_value(each, point) for each in goal.terms):
            raise Refused("whether the conclusion is defined at the point is not decided")
        decision = at_point.decide(goal.relation, point)
    except Undefined as error:
        raise Refused(f"the conclusion is undefined at the point: {error}") from None
    if decision is not None and not decision[0]:
        return BALL if BALL in (strength, decision[1]) else EXACT
    raise Refused("the conclusion does not certainly fail at the point")


def contradict(sequent: Sequent, multipliers: Iterable[tuple[int, Fraction]]) -> Vacuity:
    """The facts contradict each other.

    Args:
        multipliers: (index of a fact, rational factor). Orders take positive factors, equalities any nonzero one.
            The combination of the gaps must be manifestly negative (or <= 0 with a strict order among them). With
            exactly one `!=` among them, the others must be equalities whose combination is its gap.

    Raises:
        Refused: the combination is not absurd.
    """
    chosen = [(at, Fraction(factor)) for at, factor in multipliers]
    total: Term = ZERO
    strict = False
    unequal: Relation | None = None
    if not chosen:
        raise Refused("no fact was combined")
    for at, factor in chosen:
        if not 0 <= at < len(sequent.facts):
            raise Refused(f"there is no fact {at}")
        fact = sequent.facts[at]
        if not isinstance(fact, Relation):
            raise Refused(f"{fact} is an alternative; combine relations")
        if fact.op == "ne":
            if unequal is not None:
                raise Refused("two != cannot be combined")
            unequal = fact
            continue
        if factor == 0 or (fact.op != "eq" and factor < 0):
            raise Refused(f"the factor {factor} of {fact} has the wrong sign")
        strict = strict or fact.op == "gt"
        total = add(total, mul(number(factor), fact.gap))
    try:
        if unequal is not None:
            others = [sequent.facts[at] for at, _ in chosen]
            if any(isinstance(each, Relation) and each.op in ("ge", "gt") for each in others):
                raise Refused("a != contradicts equalities only")
            if not ring.equal(unequal.gap, total):
                raise Refused(f"{_short(total)} is not {_short(unequal.gap)}")
        elif not total.is_real:
            value = ring.constant(total)
            if value is None or value == 0:
                raise Refused(f"{_short(total)} is not manifestly absurd")
        else:
            value = ring.constant(total)
            form = total if value is None else number(value)
            signs = Facts(()).signs(form)
            all_equal = all(sequent.facts[at].op == "eq" for at, _ in chosen)  # type: ignore[union-attr]
            absurd = signs <= {-1} or (strict and signs <= {-1, 0}) or (all_equal and 0 not in signs)
            if not absurd:
                raise Refused(f"{_short(total)} is not manifestly negative")
    except ring.NotPolynomial as error:
        raise Refused(str(error)) from None
    return Vacuity(sequent, _SEAL, tuple(chosen))
