"""The rules: each reads a step, checks it against what is known, and adds what it showed.

What is known is a `Context`; a rule may only add what is defined and true wherever its facts hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.kernel import cover, ring
from verify.kernel.ball import enclose
from verify.kernel.calculus import (
    step_fourier,
    step_integral,
    step_integrate,
    step_rises,
    step_substitute,
    step_value,
)
from verify.kernel.compare import step_compare, step_follows, step_holds, step_solution
from verify.kernel.context import RULES, Context, Refused, Step, fails_on_line, given, run, short
from verify.kernel.defined import factors
from verify.kernel.existence import step_angle, step_between, step_witness
from verify.kernel.goal import (
    AnyDimension,
    Boundary,
    Inside,
    LongTime,
    Pointwise,
    Proposition,
    Regimes,
    Schema,
    Sequent,
    Stays,
)
from verify.kernel.lie import slope
from verify.kernel.longtime import ANALYTIC
from verify.kernel.modes import step_modes
from verify.kernel.orbits import step_isolate, step_returns, step_reversible
from verify.kernel.point import BALL
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import OF_OP, Facts
from verify.kernel.term import (
    ONE,
    OPAQUE,
    ZERO,
    Term,
    TermError,
    abs2,
    add,
    binds,
    bound,
    mean,
    mul,
    number,
    postorder,
    re,
    rename,
)
from verify.kernel.whole import step_induction, step_whole
from verify.kernel.words import normal

__all__ = ["RULES", "run"]


def _step_ring(step: Step, context: Context) -> None:
    """shows: an equality that is an identity wherever both sides are defined and the known equalities hold."""
    shows = given(step, "shows", Relation)
    if shows.op != "eq":
        raise Refused(f"ring shows equalities; found {shows}. Use sign for an order")
    if shows in context.facts.relations:
        return
    context.require_defined(shows.terms)
    if not ring.is_zero(shows.gap, context.modulo(shows.gap)) and not context.facts.holds(shows):
        raise Refused(f"ring: {short(shows)} is not an identity{_where_it_fails(shows, context)}")
    context.learn(shows)


def _step_sign(step: Step, context: Context) -> None:
    """shows: an order or != that is manifest from the facts, after rewriting the gap to `as_` (checked by ring)."""
    shows = given(step, "shows", Relation)
    form = step.data.get("as_")
    gap = shows.gap
    if shows in context.facts.relations:
        return
    if form is not None:
        form = given(step, "as_", Term)
        context.require_defined((*shows.terms, form))
        if not ring.equal(gap, form, context.modulo(gap, form)):
            raise Refused(f"sign: {short(gap)} is not identically {short(form)}")
        gap = form
    if not context.facts.holds(Relation(shows.op, gap, ZERO)):
        found = sorted(context.facts.signs(gap)) if gap.is_real else []
        words = {-1: "negative", 0: "zero", 1: "positive"}
        rest = " or ".join(words[s] for s in found) or "anything"
        raise Refused(f"sign: {short(gap)} is not manifestly {_OP_WORD[shows.op]}; all that is manifest: {rest}")
    context.learn(shows)


_OP_WORD = {"gt": "positive", "ge": "nonnegative", "ne": "nonzero", "eq": "zero"}


def _step_nonzero(step: Step, context: Context) -> None:
    """term != 0, because cofactor * term (or its real part) is the gap of a fact that is positive or nonzero."""
    value, cofactor = given(step, "term", Term), given(step, "cofactor", Term)
    fact = given(step, "fact", Relation)
    if fact.op not in ("gt", "ne") or not context.shown(fact):
        raise Refused(f"nonzero: {fact} is not a known relation with > or !=")
    context.require_defined((value, cofactor))
    product = mul(cofactor, value)
    known = context.modulo(fact.gap, product)
    if not any(ring.equal(fact.gap, each, known) for each in (product, re(product))):
        raise Refused(f"nonzero: {short(fact.gap)} is not ({short(cofactor)}) * ({short(value)}), nor its real part")
    context.learn(Relation("ne", value, ZERO))


def _step_roots(step: Step, context: Context) -> None:
    """shows: a relation that is rational in one real symbol, decided on every piece of the line where the facts in
    that symbol alone hold."""
    shows = given(step, "shows", Relation)
    if len(shows.symbols) != 1 or not shows.gap.is_real:
        raise Refused(f"roots decides real relations in one symbol; {short(shows)} has {len(shows.symbols)}")
    fails = fails_on_line(shows, context.facts)
    if fails:
        raise Refused(f"roots: {fails}")
    context.learn(shows)


def _step_cover(step: Step, context: Context) -> None:
    """shows: an order or != on a compact box, decided on every leaf of a tree; the gap may be rewritten to `as_`."""
    shows, box, tree = given(step, "shows", Relation), given(step, "box", tuple), given(step, "tree", tuple)
    precision = given(step, "precision", int) if "precision" in step.data else cover.PRECISION
    if shows in context.facts.relations:
        return
    if "why" in step.data:
        raise Refused(f"cover: {short(shows)} {given(step, 'why', str)}")
    form = given(step, "as_", Term) if "as_" in step.data else shows.gap
    context.require_defined((*shows.terms, form))
    if not ring.equal(shows.gap, form, context.modulo(shows.gap, form)):
        raise Refused(f"cover: {short(shows.gap)} is not identically {short(form)}")
    try:
        target, cells, known = cover.setting(shows, box, context.facts.relations, form)
        cover.check(target, cells, tree, known, precision=precision)
    except (cover.NotCovered, cover.Malformed) as error:
        raise Refused(f"cover: {error}") from None
    context.strengths[BALL] = None
    context.learn(shows)


def _step_use(step: Step, context: Context) -> None:
    """The conclusion of another claim at given Terms, after its hypotheses at those Terms have been shown."""
    claim, part = given(step, "claim", str), given(step, "part", str)
    pairs = given(step, "at", tuple)
    other = context.resolve(claim)
    if not isinstance(other, Sequent):
        what = "unknown" if other is None else "a cited result; use cites"
        raise Refused(f"use: the claim {claim!r} is {what}")
    try:
        goal = other.goal(part)
    except KeyError as error:
        raise Refused(f"use: {claim} has {error.args[0]}") from None
    if not isinstance(goal, Pointwise):
        raise Refused(f"use: {claim} is a long-time claim; only pointwise conclusions can be used")
    mapping = dict(pairs)
    nodes, facts = postorder(*goal.terms), (*other.facts, *goal.given)
    spoken = postorder(*goal.terms, *(side for fact in facts for side in fact.terms))
    bound = {token for node in spoken if node.kind != "integral" for token in binds(node)}
    lows = {node.args[1]: node.args[2] for node in nodes if node.kind == "integral"}
    for sym in other.symbols:
        if sym in bound:
            continue
        if sym in lows and sym not in mapping and sym in context.symbols:
            mapping[sym] = sym
        if sym in lows and not (sym in mapping and mapping[sym].kind == "sym" and mapping[sym].is_real):
            raise Refused(f"use: {claim} has an integral over {sym}; say over which real symbol it runs here")
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
    names = {sym: mapping[sym] for sym in lows}
    everywhere = Facts(context.sequent.facts)
    for fact in facts:  # its token is one of this claim, of the same name and restricted as much, the rest being fixed
        if not set(fact.symbols) & bound:
            continue
        fixed = all(not bound & set(mapping[sym].symbols) for sym in fact.symbols if sym in mapping)
        if not fixed or not everywhere.holds(_instance(fact, mapping, names)):
            raise Refused(f"use: the hypothesis {short(fact)} of {claim}, on its token, is none of this claim's")
    conclusion = _instance(goal.relation, mapping, names)
    only = {sym: low for sym, low in lows.items() if all(sym not in each.symbols for each in goal.terms)}
    at_lows = {**mapping, **{sym: _outermost(low, only).subs(mapping) for sym, low in only.items()}}
    open_ = [_open(other, goal, at, names, context) for at in ((mapping, at_lows) if only else (mapping,))]
    if None not in open_:
        raise Refused(f"use: the hypothesis {open_[-1]} of {claim} is not shown here")
    context.uses[claim] = None
    context.learn(conclusion)


def _open(
    other: Sequent, goal: Pointwise, at: Mapping[Term, Term], names: Mapping[Term, Term], context: Context
) -> Relation | AnyOf | None:
    """The first hypothesis of another claim that is not shown at these values, or None."""
    facts = (_instance(fact, at, names) for fact in (*other.facts, *goal.given))
    return next((fact for fact in facts if not context.shown(fact)), None)


def _instance(relation: Relation | AnyOf, at: Mapping[Term, Term], names: Mapping[Term, Term]) -> Any:
    """The relation of another claim at Terms of this one; variables of integrals get `names`."""
    apart = {sym: bound(-1 - k) for k, sym in enumerate(names)}  # so that it is none of the symbols that come in
    back = {apart[sym]: name for sym, name in names.items()}

    def moved(side: Term) -> Term:
        try:
            return rename(rename(side, apart).subs(at), back)
        except TermError:
            wanted = ", ".join(map(str, names.values()))
            raise Refused(f"use: {wanted} stands in the given Terms and under their integral; take another") from None

    options = tuple(Relation(each.op, moved(each.left), moved(each.right)) for each in relation.options)
    return AnyOf(options) if isinstance(relation, AnyOf) else options[0]


def _outermost(end: Term, lows: Mapping[Term, Term]) -> Term:
    """The end of an inner integral where all outer ones stand at their own lower ends."""
    for _ in lows:
        end = end.subs({sym: low for sym, low in lows.items() if sym in end.symbols})
    return end


def _step_regime(step: Step, context: Context) -> None:
    """The goal here, because the hypotheses of one of its claims hold; that claim is used."""
    goal, claim = context.goal, given(step, "claim", str)
    if not isinstance(goal, Regimes) or claim not in dict(goal.options):
        raise Refused(f"regime: {claim} is no regime of the goal")
    other = context.resolve(claim)
    if not isinstance(other, Sequent):
        raise Refused(f"regime: the claim {claim!r} is unknown")
    listed = dict(goal.options)[claim]
    mine = set(context.sequent.symbols)
    for fact in other.facts:
        if set(fact.symbols) <= mine and fact not in listed and fact not in context.sequent.facts:
            raise Refused(f"regime: {claim} has the hypothesis {short(fact)}, which the goal does not list")
    for fact in listed:
        if not context.shown(fact):
            raise Refused(f"regime: {short(fact)}, a hypothesis of {claim}, is not shown here")
    context.uses[claim] = None
    context.learn(goal)


def _step_ideal(step: Step, context: Context) -> None:
    """shows: an equality whose gap is a combination of the gaps of known equalities, with the given cofactors."""
    shows = given(step, "shows", Relation)
    if shows.op != "eq":
        raise Refused(f"ideal shows equalities; found {shows}")
    total: Term = ZERO
    for cofactor, known in given(step, "cofactors", tuple):
        if not isinstance(known, Relation) or known.op != "eq" or not context.shown(known):
            raise Refused(f"ideal: {short(known)} is not a known equality")
        context.require_defined((cofactor,))
        total = add(total, mul(cofactor, known.gap))
    context.require_defined(shows.terms)
    if not ring.equal(shows.gap, total):
        raise Refused(f"ideal: {short(shows.gap)} is not the combination {short(total)}")
    context.learn(shows)


def _step_zeros(step: Step, context: Context) -> None:
    """fact says that a product is zero: then one of its factors is (those known to be nonzero are left out)."""
    fact, form = given(step, "fact", Relation), given(step, "as_", Term)
    if fact.op != "eq" or not context.shown(fact):
        raise Refused(f"zeros: {short(fact)} is not a known equality")
    context.require_defined((form,))
    if not ring.equal(fact.gap, form, ()):
        raise Refused(f"zeros: {short(fact.gap)} is not identically {short(form)}")
    left = [Relation("eq", each, ZERO) for each in factors(form) if not context.facts.nonzero(each)]
    if not left:
        raise Refused(f"zeros: every factor of {short(form)} is nonzero, which contradicts {short(fact)}; use absurd")
    context.learn(left[0] if len(left) == 1 else AnyOf(tuple(left)))


def _step_average(step: Step, context: Context) -> None:
    """From a relation that holds for every value of a token to the one between the means (== >= > only)."""
    known = given(step, "fact", Relation)
    tokens = given(step, "tokens", tuple)
    if known.op == "ne":
        raise Refused("average: values that are nonzero may average to zero")
    if not tokens or not all(isinstance(token, Term) and token.kind == "sym" for token in tokens):
        raise Refused("average needs the token's symbols")
    if not context.facts.holds(known):
        raise Refused(f"average: {short(known)} is not shown for every token")
    context.learn(Relation(known.op, mean(known.left, *tokens), mean(known.right, *tokens)))


def _step_swap(step: Step, context: Context) -> None:
    """of, a mean of a mean, == the two in the other order: what is averaged is >= 0 for all tokens (Tonelli)."""
    of = given(step, "of", Term)
    if of.kind != "mean" or of.args[0].kind != "mean":
        raise Refused(f"swap needs a mean of a mean; found {short(of)}")
    inner, tokens = of.args[0], of.args[1:]
    body, others = inner.args[0], inner.args[1:]
    if set(tokens) & set(others):
        raise Refused(f"swap: both means of {short(of)} are over the same token")
    if not body.is_real or not context.shown(Relation("ge", body, ZERO)):
        raise Refused(f"swap: {short(body)} >= 0 is not shown for all tokens")
    context.learn(Relation("eq", of, mean(mean(body, *tokens), *others)))


def _covers(split: AnyOf, facts: Facts) -> bool:
    """Do the options exhaust the signs that one real quantity can have?"""
    quantity = split.options[0].gap
    if not quantity.is_real:
        return False
    signs: set[int] = set()
    for option in split.options:
        factor = ring.ratio(option.gap, quantity)
        if not factor:
            return False
        signs |= {sign if factor > 0 else -sign for sign in OF_OP[option.op]}
    return facts.signs(quantity) <= signs


def _step_cases(step: Step, context: Context) -> None:
    """shows, because each option of `split` (known, or exhaustive by sign) leads to it."""
    shows: Proposition = given(step, "shows", (Relation, AnyOf)) if "shows" in step.data else context.target()
    split = given(step, "split", AnyOf)
    branches = given(step, "branches", tuple)
    context.require_defined(split.terms)
    if not context.facts.holds(split) and not _covers(split, context.facts):
        raise Refused(f"cases: {split} is neither known nor exhaustive")
    if len(branches) != len(split.options):
        raise Refused(f"cases: {len(split.options)} options, {len(branches)} branches")
    for option, branch in zip(split.options, branches, strict=True):
        inner = context.where(option)
        try:
            run(branch, inner)
        except Refused as error:
            raise Refused(f"cases: where {short(option)}: {error}") from None
        if not inner.has(shows) and not (isinstance(shows, AnyOf) and inner.shown(shows)):
            raise Refused(f"cases: where {short(option)} the steps end without reaching {short(shows)}")
    context.learn(shows)


def _step_absurd(step: Step, context: Context) -> None:
    """shows anything, because no sign is left for a quantity: the facts contradict each other here."""
    shows, quantity = given(step, "shows", Relation), given(step, "of", Term)
    context.require_defined((quantity,))
    if not quantity.is_real or context.facts.signs(quantity):
        raise Refused(f"absurd: the facts leave a sign for {short(quantity)}")
    context._set([*context.facts.relations, shows])


def _step_stays(step: Step, context: Context) -> None:
    """The closed state space {all gaps >= 0} is invariant and so is {all gaps > 0}: gap' = rate * gap for each.

    gap(t) = gap(0) exp(integral of rate) keeps its sign; the set is bounded, so orbits exist for all times.
    """
    goal = context.along("stays")
    closure, rates = goal.closure(), given(step, "rates", tuple)
    if len(rates) != len(closure):
        raise Refused(f"stays: the starts are given by {len(closure)} relations; found {len(rates)} rates")
    states = set(goal.flow.states)
    about_parameters = [each for each in context.modulo(*goal.flow.terms) if not states & set(each.symbols)]
    for fact, rate in zip(closure, rates, strict=True):
        if not isinstance(fact, Relation) or fact.op != "ge" or not isinstance(rate, Term):
            raise Refused(f"stays: handles starts given by orders; found {fact}")
        derivative = goal.flow.derivative(fact.gap)
        if not all(each.total for each in (fact.gap, rate, derivative, *goal.flow.terms)):
            raise Refused("stays: the gap, its rate and the flow must be defined everywhere")
        if not ring.is_zero(add(derivative, mul(number(-1), rate, fact.gap)), about_parameters):
            raise Refused(f"stays: the derivative of {short(fact.gap)} is not ({short(rate)}) times it")
    if not any(_is_disk(fact, goal.flow.states) for fact in closure if isinstance(fact, Relation)):
        raise Refused("stays: no relation of the starts bounds the one state by a disk about 0")
    context.learn(Stays(goal.flow, closure))


def _is_disk(fact: Relation, states: tuple[Term, ...]) -> bool:
    """Is it |w|^2 <= constant for the one state?"""
    radius = ring.constant(add(fact.gap, abs2(states[0]))) if len(states) == 1 else None
    return radius is not None and radius >= 0


def _step_inside(step: Step, context: Context) -> None:
    """shows: what the given steps show where the starts' own (strict) facts hold."""
    goal = context.along("inside")
    shows = given(step, "shows", (Relation, AnyOf))
    _reach(context.under(*goal.starts), given(step, "steps", tuple), shows, "inside")
    context.learn(Inside(shows))


def _step_boundary(step: Step, context: Context) -> None:
    """shows: what the given steps show where an order of the closed state space is an equality, for each order."""
    goal = context.along("boundary")
    shows, branches = given(step, "shows", (Relation, AnyOf)), given(step, "branches", tuple)
    closure = goal.closure()
    if len(branches) != len(closure):
        raise Refused(f"boundary: the starts are given by {len(closure)} relations; found {len(branches)} branches")
    for fact, steps in zip(closure, branches, strict=True):
        if not isinstance(fact, Relation) or fact.op != "ge":
            raise Refused(f"boundary: handles starts given by orders; found {fact}")
        _reach(context.where(Relation("eq", fact.gap, ZERO)), steps, shows, f"boundary: where {short(fact.gap)} = 0")
    context.learn(Boundary(shows))


def _reach(inner: Context, steps: Any, shows: Relation | AnyOf, where: str) -> None:
    try:
        run(steps, inner)
    except Refused as error:
        raise Refused(f"{where}: {error}") from None
    if not inner.facts.holds(shows):
        raise Refused(f"{where}: the steps end without reaching {short(shows)}")
    inner.require_defined(shows.terms)


def _step_cites(step: Step, context: Context) -> None:
    """The conclusions of a cited result, for the goal's flow or at every point, after its obligations were shown."""
    name = given(step, "result", str)
    schema = context.resolve(name)
    if not isinstance(schema, Schema):
        raise Refused(f"cites: {name!r} is not a cited result")
    goal = None if schema.pointwise else context.along("cites")
    values = given(step, "at", dict)
    kinds: dict[str, type] = {"term": Term, "relation": Relation, "start": Term}
    states = set() if goal is None else set(goal.flow.states)
    for parameter, kind in schema.parameters:
        if not isinstance(values.get(parameter), kinds[kind]):
            raise Refused(f"cites: {name} needs the {kind} {parameter!r}")
        chosen = () if kind == "start" else values[parameter].symbols
        moves = next((sym for sym in chosen if states & context.introduced.get(sym, frozenset())), None)
        if moves is not None:
            raise Refused(f"cites: {parameter} speaks of {moves}, whose value is chosen for each state by itself")
    if len(values) != len(schema.parameters):
        raise Refused(f"cites: {name} takes {', '.join(p for p, _ in schema.parameters)}; found {', '.join(values)}")
    obliged, conclusions = schema.build(goal, values)
    if schema.pointwise and not all(isinstance(each, Relation | AnyOf) for each in (*obliged, *conclusions)):
        raise Refused(f"cites: {name} is to speak of relations alone")
    for obligation in obliged:
        met = context.facts.holds(obligation) if isinstance(obligation, Relation | AnyOf) else context.has(obligation)
        if not met:
            raise Refused(f"cites: the obligation {short(obligation)} of {name} is not shown")
        if isinstance(obligation, Relation | AnyOf):
            context.require_defined(obligation.terms)
    context.uses[name] = None
    for conclusion in conclusions:
        context.learn(conclusion)


def _step_limit(step: Step, context: Context) -> None:
    """The goal, from a known behaviour of the same flow and starts.

    A limit T -> v follows from q -> c where T - v is a rational multiple of q - c. The exceptions of what is known must
    lie among the goal's: where none of the goal's hold, none of its own does. "Almost every" follows from "every" where
    the exceptions are null sets.
    """
    goal = context.along("limit")
    if not isinstance(goal, LongTime):
        raise Refused("limit serves long-time claims")
    if any(isinstance(known, LongTime) and _behaviour_follows(known, goal, context) for known in context.known):
        context.learn(goal)
        return
    what = goal.target if goal.quantity is None else f"{short(goal.quantity)} -> {short(goal.value)}"
    raise Refused(f"limit: no known limit gives {what} from {goal.start} start")


def _behaviour_follows(known: LongTime, goal: LongTime, context: Context) -> bool:
    if (known.flow, known.starts, known.target) != (goal.flow, goal.starts, goal.target):
        return False
    if goal.target == "tends":
        assert known.quantity is not None and known.value is not None
        assert goal.quantity is not None and goal.value is not None
        minus = number(-1)
        factor = ring.ratio(add(goal.quantity, mul(minus, goal.value)), add(known.quantity, mul(minus, known.value)))
        if factor is None:
            return False
    if (known.start, goal.start) == ("every", "almost every"):
        return not known.except_ or (
            not _is_thin(goal.starts) and all(_is_null(each, goal, context) for each in known.except_)
        )
    if known.start != goal.start:
        return False
    outside = context.where(*(each.negation() for each in goal.except_), *goal.starts)
    return all(outside.facts.holds(each.negation()) for each in known.except_)


def _is_thin(starts: tuple[Relation | AnyOf, ...]) -> bool:
    """May all starts be a null set of states, so that null sets say nothing of them? Orders leave an inside."""
    orders = [fact for fact in starts if isinstance(fact, Relation) and fact.op != "eq"]
    return len(orders) < len(starts) or any(Relation("ge", each.right, each.left) in orders for each in orders)


def _is_null(exception: Relation, goal: LongTime, context: Context) -> bool:
    """Is {gap == 0} a null set of states for all parameters?

    It is if a derivative of the gap is constant in the states and not 0, or if the gap is analytic everywhere and not 0
    at one place: the zeros of an analytic function on the whole space are all of it or a null set.
    """
    states = set(goal.flow.states)
    if exception.op != "eq" or not exception.gap.total:
        return False
    for state in goal.flow.states:
        by_state = slope(exception.gap, state)
        if not states & set(by_state.symbols) and context.facts.holds(Relation("ne", by_state, ZERO)):
            return True
    analytic = all(node.kind in ANALYTIC for node in postorder(exception.gap))
    if not analytic or not set(exception.symbols).isdisjoint(context.introduced):
        return False
    here = (exception.gap.subs(dict.fromkeys(goal.flow.states, value)) for value in (ZERO, ONE))
    return any(context.facts.holds(Relation("ne", value, ZERO)) for value in here)


def _step_words(step: Step, context: Context) -> None:
    """The goal, an identity in every dimension: both sides have the same normal form."""
    goal = context.goal
    if not isinstance(goal, AnyDimension):
        raise Refused("words shows identities in every dimension")
    left, right = (normal(side, dict(goal.sorts)) for side in (goal.left, goal.right))
    if left != right:
        apart = sorted(repr(mono) for mono in {*left, *right} if left.get(mono) != right.get(mono))
        raise Refused(f"words: the normal forms differ in {len(apart)} monomials, the first {short(apart[0])}")
    context.learn(goal)


RULES.update(
    {
        "ring": _step_ring,
        "ideal": _step_ideal,
        "sign": _step_sign,
        "nonzero": _step_nonzero,
        "zeros": _step_zeros,
        "roots": _step_roots,
        "cover": _step_cover,
        "average": _step_average,
        "swap": _step_swap,
        "cases": _step_cases,
        "absurd": _step_absurd,
        "stays": _step_stays,
        "inside": _step_inside,
        "boundary": _step_boundary,
        "cites": _step_cites,
        "limit": _step_limit,
        "modes": step_modes,
        "words": _step_words,
        "use": _step_use,
        "regime": _step_regime,
        "witness": step_witness,
        "between": step_between,
        "angle": step_angle,
        "isolate": step_isolate,
        "reversible": step_reversible,
        "returns": step_returns,
        "integral": step_integral,
        "integrate": step_integrate,
        "substitute": step_substitute,
        "rises": step_rises,
        "fourier": step_fourier,
        "value": step_value,
        "whole": step_whole,
        "induction": step_induction,
        "compare": step_compare,
        "solution": step_solution,
        "follows": step_follows,
        "holds": step_holds,
    }
)


def _where_it_fails(relation: Relation, context: Context) -> str:
    """A nearby true thing to say about a failed identity: the sides at one simple point."""
    symbols = relation.symbols
    if context.modulo() or any(node.kind in ("mean", "integral", *OPAQUE) for node in postorder(*relation.terms)):
        return ""
    point = {sym: number(Fraction(at + 2, 7)) for at, sym in enumerate(symbols) if sym.payload[1] != "natural"}
    point |= {sym: number(2) for sym in symbols if sym.payload[1] == "natural"}
    left, right = (enclose(side, point) for side in relation.terms)
    if not (left.is_finite() and right.is_finite()) or (left - right).contains(0):
        return ""
    where = ", ".join(f"{sym}={value}" for sym, value in point.items())
    return f"; at {where} the sides are {left.str(6, radius=False)} and {right.str(6, radius=False)}"
