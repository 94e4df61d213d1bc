"""Proof, Refutation and Vacuity: the three verdict-bearing values. Only the functions of this file make one.

The certificate of a verdict is the list of its steps (`verify.kernel.context.Step`) or its exact point, and checking a
certificate is running the same functions again on a sequent recomputed from the claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from verify.kernel import longtime, ring
from verify.kernel import point as at_point
from verify.kernel.compare import follow
from verify.kernel.context import Context, Refused, Resolver, Step, deep, given, short
from verify.kernel.crossing import crossing
from verify.kernel.drift import drift
from verify.kernel.exact import Point, Undefined
from verify.kernel.existence import never
from verify.kernel.goal import (
    AnyDimension,
    Bound,
    Equilibria,
    Exists,
    Goal,
    LongTime,
    Pointwise,
    Regimes,
    Sequent,
    own_hypotheses,
)
from verify.kernel.longtime import NotShown
from verify.kernel.modes import modes
from verify.kernel.orbits import kinds_found, matches
from verify.kernel.path import along_path
from verify.kernel.point import BALL, EXACT
from verify.kernel.region import region
from verify.kernel.relation import Relation
from verify.kernel.rules import run
from verify.kernel.sign import Facts
from verify.kernel.term import ZERO, Term, TermError, add, mean, mul, number
from verify.kernel.whole import tight

__all__ = [
    "Proof",
    "Refused",
    "Refutation",
    "Step",
    "Vacuity",
    "contradict",
    "prove",
    "reached",
    "refute",
]

_SEAL = object()
_AT_REST = {
    "equilibrium": longtime.equilibrium,
    "sink": longtime.sink,
    "relative": longtime.relative,
    "leaf": longtime.leaf,
    "modes": modes,
}


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
        inhabited: part -> a point that satisfies its own hypotheses as well, where it has some.
    """

    steps: Mapping[str, tuple[Step, ...]]
    witness: Point
    uses: tuple[str, ...]
    strength: str
    inhabited: Mapping[str, Point] = field(default_factory=dict)


@dataclass(frozen=True)
class Refutation(_Sealed):
    """One part of the sequent fails.

    `rule` is point, dimension, count, flow, path, never, equilibrium, sink, relative, leaf, modes, region, drift or
    conserved; `point` is exact.
    """

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


def prove(
    sequent: Sequent,
    steps: Mapping[str, Iterable[Step]],
    witness: Point,
    resolve: Resolver = lambda _: None,
    inhabited: Mapping[str, Point] | None = None,
) -> Proof:
    """Run the steps of every part.

    Args:
        witness: exact coordinates at which every fact certainly holds; without one nothing is proved.
        inhabited: for each part with hypotheses of its own, a point at which these hold as well.
        resolve: the sequent of another claim by id, for the rule `use`.

    Raises:
        Refused: naming the part, the step and what was needed.
    """
    strength = _check_witness(sequent, witness)
    listed = ((name, own_hypotheses(goal, sequent.facts)) for name, goal in sequent.goals)
    own = {name: hypotheses for name, hypotheses in listed if hypotheses}
    points = dict(inhabited or {})
    if set(points) != set(own):
        raise Refused(f"the parts with hypotheses of their own are {', '.join(own) or 'none'}; each needs a point")
    for name, hypotheses in own.items():
        found = _check_witness(Sequent(sequent.symbols, (*sequent.facts, *hypotheses)), points[name])
        strength = BALL if BALL in (strength, found) else EXACT
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
        try:
            context = _reach(sequent, goal, kept[name], resolve)
        except Refused as error:
            raise Refused(f"{prefix}{error}") from None
        uses |= context.uses
        strength = BALL if BALL in context.strengths else strength
    return Proof(sequent, _SEAL, kept, dict(witness), tuple(uses), strength, points)


def _reach(sequent: Sequent, goal: Goal, steps: tuple[Step, ...], resolve: Resolver) -> Context:
    """What is known after the steps, which reach the goal.

    Raises:
        Refused: a step is not accepted, or they do not.
    """
    context = Context(sequent, goal, resolve)
    run(steps, context)
    if not context.has(context.target()):
        raise Refused(f"the steps end without reaching {short(context.target())}")
    context.require_defined(goal.terms)
    return context


def reached(sequent: Sequent, part: str, steps: Iterable[Step], resolve: Resolver = lambda _: None) -> bool:
    """Do the steps reach the goal of a part? This proves nothing: no witness is asked for."""
    try:
        _reach(sequent, sequent.goal(part), tuple(steps), resolve)
    except Refused:
        return False
    return True


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
    """Refute one part: at an exact point, or a long-time claim by equilibrium, sink, relative, leaf, region, conserved.

    Raises:
        Refused: a condition does not certainly hold; the message says which.
    """
    data = dict(data or {})
    try:
        goal = sequent.goal(part)
    except KeyError as error:
        raise Refused(str(error.args[0])) from None
    if isinstance(goal, Pointwise | Regimes):
        if rule == "crossing" and isinstance(goal, Pointwise):
            strength = crossing(sequent, goal, point, Step(rule, data))
        elif rule != "point":
            raise Refused(f"a pointwise claim is refuted by the rules point and crossing, not {rule!r}")
        else:
            strength = _refute_at(sequent, goal, point)
    elif isinstance(goal, Equilibria):
        if rule != "count":
            raise Refused(f"a number of equilibria is refuted by the rule count, not {rule!r}")
        _require_hypotheses(sequent, goal, point)
        found = kinds_found(goal, Step(rule, data))
        if len(found) == len(goal.kinds) and ("any" in found or matches(found, goal.kinds)):
            raise Refused(f"count: found {', '.join(found) or 'none'}, which does not contradict the claim")
        strength = BALL
    elif isinstance(goal, AnyDimension):
        if rule != "dimension":
            raise Refused(f"an identity in every dimension is refuted by the rule dimension, not {rule!r}")
        try:
            concrete = goal.at(given(Step(rule, data), "d", int))
        except TermError as error:
            raise Refused(str(error)) from None
        concrete = replace(concrete, facts=(*concrete.facts, *sequent.facts))
        inner = concrete.goal("main")
        assert isinstance(inner, Pointwise)
        strength = _refute_at(concrete, inner, point)
    elif isinstance(goal, Bound):
        strength = _refute_bound(sequent, goal, point, Step(rule, data))
    elif isinstance(goal, Exists):
        strength = never(sequent, goal, point, Step(rule, data))
    elif not isinstance(goal, LongTime):
        raise Refused(f"no rule refutes a goal of the kind {type(goal).__name__}")
    elif rule in ("conserved", "drift", "region") or rule in _AT_REST:
        try:
            step = Step(rule, data)
            if rule in ("drift", "region"):
                strength = (drift if rule == "drift" else region)(sequent, goal, point, step)
            elif rule == "conserved":
                strength = longtime.conserved(
                    sequent,
                    goal,
                    point,
                    given(step, "quantity", Term),
                    given(step, "cofactor", Term),
                    given(step, "start", dict),
                )
            else:
                strength = _AT_REST[rule](sequent, goal, point)
        except (NotShown, TermError) as error:
            raise Refused(f"{rule}: {error}") from None
        except KeyError as error:  # a token has no single value
            raise Refused(f"{rule}: {error.args[0]}") from None
    else:
        raise Refused(
            f"rule {rule!r} does not exist; "
            f"a long-time claim is refuted by {', '.join(_AT_REST)}, region, drift or conserved"
        )
    return Refutation(sequent, _SEAL, part, rule, dict(point), data, strength)


def _refute_at(sequent: Sequent, goal: Pointwise | Regimes, point: Point) -> str:
    missing = at_point.is_assigned(point, sequent.symbols)
    if missing is not None:
        raise Refused(f"the point has no coordinate {missing}")
    wrong = at_point.check_coordinates(point)
    if wrong:
        raise Refused(f"the point: {wrong}")
    if isinstance(goal, Regimes):
        return _in_no_regime(sequent, goal, point)
    strength, failed = at_point.all_hold((*sequent.facts, *goal.given), point)
    if failed is not None:
        raise Refused(f"the point does not certainly satisfy {failed}")
    if at_point.free_token(point, goal.relation) is not None:
        raise Refused("the conclusion speaks of a token outside a mean")
    try:
        defined = [at_point.defined_at(each, point) for each in goal.terms]
        if None in defined:
            raise Refused("whether the conclusion is defined at the point is not decided")
        decision = at_point.decide(goal.relation, point)
    except Undefined as error:
        raise Refused(f"the conclusion is undefined at the point: {error}") from None
    if decision is not None and not decision[0]:
        return BALL if BALL in (strength, decision[1], *defined) else EXACT
    raise Refused("the conclusion does not certainly fail at the point")


def _require_hypotheses(sequent: Sequent, goal: Equilibria, point: Point) -> None:
    """All facts but those of the region hold at the point; they speak of other symbols than the unknowns."""
    unknowns = set(goal.unknowns)
    facts = [fact for fact in sequent.facts if fact not in goal.region]
    strange = next((fact for fact in facts if unknowns & deep(fact.terms)), None)
    if strange is not None:
        raise Refused(f"count: the hypothesis {short(strange)} restricts an unknown; its domain alone does")
    _check_witness(Sequent(tuple(sym for sym in sequent.symbols if sym not in unknowns), tuple(facts)), point)


def _refute_bound(sequent: Sequent, goal: Bound, point: Point, step: Step) -> str:
    """It fails at a start, at a later time of the solution from there (flow), or along an explicit one (path)."""
    if step.rule not in ("point", "flow", "path"):
        raise Refused(f"a bound is refuted by the rules point, flow and path, not {step.rule!r}")
    if goal.singular is not None:
        raise Refused("no exact point is known to lie on a solution with a singular start")
    if step.rule == "path":
        return along_path(sequent, goal, point, step)
    own = (*goal.during, *goal.starts, *(fact for _, fact in goal.supposing))
    if step.rule == "point":
        rates = tuple(_over_tokens(rate, point) for rate in goal.flow.terms)
        return _refute_at(sequent, Pointwise(goal.relation, rates, own), point)
    if goal.supposing:
        raise Refused("flow: whether the solution keeps to what is supposed under a condition is not followed")
    _check_witness(Sequent(sequent.symbols, (*sequent.facts, *own)), point)
    follow(sequent, goal, point, step)
    return BALL


def _over_tokens(rate: Term, point: Point) -> Term:
    """The rate of a token, averaged, so that it must have a value for each of them."""
    tokens = [sym for sym in rate.symbols if isinstance(point.get(sym), tuple)]
    return mean(rate, *tokens) if tokens else rate


def _in_no_regime(sequent: Sequent, goal: Regimes, point: Point) -> str:
    """All facts hold at the point, and of each regime one hypothesis certainly fails."""
    strength, failed = at_point.all_hold(sequent.facts, point)
    if failed is not None:
        raise Refused(f"the point does not certainly satisfy {failed}")
    for claim, hypotheses in goal.options:
        try:
            rows = ((fact, row) for fact in hypotheses for row in at_point.rows(point, fact) or ())
            decisions = [at_point.decide(fact, row) for fact, row in rows]  # it fails if it does for one token
        except Undefined as error:
            raise Refused(f"a hypothesis of {claim} is undefined at the point: {error}") from None
        fails = [each for each in decisions if each is not None and not each[0]]
        if not fails:
            raise Refused(f"no hypothesis of {claim} certainly fails at the point")
        strength = BALL if all(each[1] == BALL for each in fails) else strength
    return strength


def contradict(sequent: Sequent, multipliers: Iterable[tuple[int, Fraction]]) -> Vacuity:
    """The facts contradict each other.

    Args:
        multipliers: (index of a fact, rational factor). Orders take positive factors, equalities any nonzero one.
            The combination of the gaps must be manifestly negative (or <= 0 with a strict order among them), perhaps
            after rounding what is said of whole quantities. With exactly one `!=` among them, the others must be
            equalities whose combination is its gap.

    Raises:
        Refused: the combination is not absurd.
    """
    chosen = [(at, Fraction(factor)) for at, factor in multipliers]
    total, rounded = ZERO, ZERO
    strict, strictly = False, False
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
        said = _rounded(fact, factor)
        strictly = strictly or said.op == "gt"
        rounded = add(rounded, mul(number(abs(factor)), said.gap))
    try:
        if unequal is not None:
            others = [sequent.facts[at] for at, _ in chosen]
            if any(isinstance(each, Relation) and each.op in ("ge", "gt") for each in others):
                raise Refused("a != contradicts equalities only")
            if not ring.equal(unequal.gap, total):
                raise Refused(f"{short(total)} is not {short(unequal.gap)}")
        else:
            all_equal = all(sequent.facts[at].op == "eq" for at, _ in chosen)  # type: ignore[union-attr]
            if not (_is_absurd(total, strict, all_equal) or _is_absurd(rounded, strictly, False)):
                raise Refused(f"{short(total)} is not manifestly negative")
    except ring.NotPolynomial as error:
        raise Refused(str(error)) from None
    return Vacuity(sequent, _SEAL, tuple(chosen))


def _rounded(fact: Relation, factor: Fraction) -> Relation:
    """What an order, or an equality in the direction of the factor, says of whole quantities."""
    if not fact.gap.is_real:
        return fact
    return tight(fact if fact.op != "eq" else Relation("ge", mul(number(1 if factor > 0 else -1), fact.gap), ZERO))


def _is_absurd(total: Term, strict: bool, all_equal: bool) -> bool:
    """Is no sign left for a sum of gaps that are >= 0? One of them is > 0 if `strict`, all are 0 if `all_equal`."""
    value = ring.constant(total)
    if value is None and not total.is_real:
        return False
    signs = Facts(()).signs(total if value is None else number(value))
    return signs <= {-1} or (strict and signs <= {-1, 0}) or (all_equal and 0 not in signs)
