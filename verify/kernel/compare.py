"""Rules for bounds. `compare`: a differential inequality with a linear comparison, from a regular or singular start.

Let g be left - right of the bound, which says g >= 0 or g > 0. Along a solution g is differentiable, and the kernel
finds g' == rate * g + source with source >= 0. The rate is continuous in time: Terms are continuous where they are
defined, and it speaks of no input and of no mean or integral that moves.

Regular start. With R(t) = integral of the rate from 0 to t, (g exp(-R))' = source exp(-R) >= 0: g exp(-R) does not
fall, so g >= 0 (g > 0) at the start gives g >= 0 (g > 0) for as long as `during` holds. Gronwall's inequality is the
case of a rate without y; for a supersolution b of y' = f(t, y) the rate is (f(t, b) - f(t, y))/(b - y).

Singular start, k -> end with k' = 1. Let s = k - end > 0, which is time. For a constant p > 0 and constants above and
below let rate + p/s <= above and g >= below, for all s or for those with k <= near. Let R(s) be the integral of
rate + p/s from a to s for such an a. Then (s^p g exp(-R))' = s^p source exp(-R) >= 0, and for s < a

    s^p g exp(-R) >= -|below| s^p exp(|above| a),

which tends to 0 with s. So s^p g exp(-R) does not fall, and its limit at the start is not negative: g >= 0; and g > 0
where source > 0 throughout, for then it grows.

Rule `solution`: such a bound for Terms that solve the flow. Rule `follows`: the bound of another claim along the flow
of the goal. Rule `holds`: the goal, once its relation is known at the present time, which is any.

Refutations: `point` is a start at which the bound fails; `flow` follows one solution until it does.

Source: W. Walter, Differential and Integral Inequalities (1970), sections 8 and 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from verify.kernel import ball, ring
from verify.kernel.arcs import NotFollowed, Walk
from verify.kernel.context import Context, Refused, Step, deep, given, run, short
from verify.kernel.exact import Point
from verify.kernel.goal import Bound, Sequent
from verify.kernel.jets import Field
from verify.kernel.lie import slope as slope_by
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import Facts
from verify.kernel.term import OPAQUE, ZERO, Term, TermError, add, binds, build, div, mul, number, parts, postorder

__all__ = ["follow", "step_compare", "step_follows", "step_holds", "step_solution"]

MAX_ARCS = 1 << 12
MAX_PRECISION = 1 << 12
MAX_ORDER = 1 << 8


def step_compare(step: Step, context: Context) -> None:
    """The goal, a bound along a flow: its gap g obeys g' == rate * g + source, and it holds at the start.

    Data: rate, source; at a singular start also power (p), above, below and perhaps near. `steps` show the bound at the
    start, or, at a singular one, what is asked for k <= near.
    """
    goal = context.goal
    if not isinstance(goal, Bound):
        raise Refused(f"compare shows bounds along a flow; the goal is of the kind {type(goal).__name__}")
    if not context.whole:
        raise Refused("compare follows whole solutions; a branch restricts a state or an input here")
    if Facts(context.assumed).holds(goal.relation):
        raise Refused(f"compare: {short(goal.relation)} is manifest from what is supposed on the way")
    g, rate, source = goal.relation.gap, given(step, "rate", Term), given(step, "source", Term)
    _require_own(context, goal, {"bound": g, "rate": rate}, goal.flow.states)
    slope = goal.flow.derivative(g)
    context.require_defined((*goal.flow.terms, g, slope, rate, source))
    if not ring.equal(slope, form := add(mul(rate, g), source), context.modulo(slope, form)):
        raise Refused(f"compare: the derivative of {short(g)} is not ({short(rate)}) times it plus {short(source)}")
    if goal.singular is None:
        _require_start(step, context, goal)
        grows = Relation("ge", source, ZERO)
    else:
        _require_singular(step, context, goal, goal.singular, rate)
        grows = Relation(goal.relation.op, source, ZERO)
    way = _under_its_own_bound(step, context, goal, rate)
    if not way.shown(grows):
        raise Refused(f"compare: {short(grows)} is not shown")
    context.learn(goal)


def _under_its_own_bound(step: Step, context: Context, goal: Bound, rate: Term) -> Context:
    """What may be used of the way: where facts are supposed under the condition of the bound itself, those as well.

    For then let T be the last time up to which the bound holds for all tokens. Up to T no g exp(-R) falls, R being that
    of all tokens, and at the start each g is at least margin > 0: at T each g is at least a positive number. The g are
    equally continuous in time, as states and rates are bounded for all tokens together and g is a polynomial in the
    states of a token: so the bound holds a little longer, and T was not the last time.
    """
    facts = [fact for condition, fact in goal.supposing if condition == goal.relation]
    if not facts:
        return context
    margin = given(step, "margin", Term)
    for name, value in (("rate", rate), ("margin", margin)):
        if deep((value,)) & context.tokens:
            raise Refused(f"compare: the {name} {short(value)} is to be one for all tokens")
    _require_own(context, goal, {"margin": margin}, ())
    _require_polynomials((goal.relation.gap,), "compare", goal, context)
    start = context.under(*goal.starts)
    _run_at(step, "starts", start, "compare: at the start")
    for fact in (Relation("gt", margin, ZERO), Relation("ge", goal.relation.gap, margin)):
        if not start.shown(fact):
            raise Refused(f"compare: at the start {short(fact)} is not shown")
    way = context.under(*facts)
    _run_at(step, "way", way, "compare: on the way")
    return way


def _require_own(context: Context, goal: Bound, terms: Mapping[str, Term], may_move: Iterable[Term]) -> None:
    """The Terms are real and speak of constants and of what may move, whose means and integrals stand still."""
    allowed = (set(context.sequent.symbols) - set(goal.moving)) | set(may_move)
    for name, value in terms.items():
        if not value.is_real:
            raise Refused(f"compare: the {name} {short(value)} is not real")
        hidden = sorted(deep((value,)) & set(goal.inputs), key=lambda sym: str(sym.payload))
        wrong = next((sym for sym in (*value.symbols, *hidden) if sym not in allowed), None)
        if wrong is not None:
            raise Refused(f"compare: the {name} {short(value)} must not speak of {wrong}")
        for node in postorder(value):
            speaks = (
                set(node.symbols) if node.kind == "mean" else deep((node,))
            )  # a mean over tokens that move is smooth
            if node.kind in ("mean", "integral", *OPAQUE) and speaks & set(goal.moving):
                raise Refused(f"compare: whether {short(node)} moves smoothly is not decided; give it a symbol")


def _require_start(step: Step, context: Context, goal: Bound) -> None:
    start = context.under(*goal.starts)
    try:
        run(step.data.get("steps", ()), start)
    except Refused as error:
        raise Refused(f"compare: at the start: {error}") from None
    if not start.shown(goal.relation):
        raise Refused(f"compare: at the start {short(goal.relation)} is not shown")


def _require_singular(step: Step, context: Context, goal: Bound, singular: tuple[Term, Term], rate: Term) -> None:
    k, end = singular
    token = next((sym for sym in goal.moving if sym in context.tokens), None)
    if token is not None:
        raise Refused(f"compare: {token} belongs to a token; a singular start is not supported for tokens")
    power, above, below = (given(step, name, Term) for name in ("power", "above", "below"))
    near = given(step, "near", Term) if "near" in step.data else None
    constants = {"power": power, "above": above, "below": below} | ({} if near is None else {"near": near})
    _require_own(context, goal, constants, ())
    context.require_defined((end, *constants.values()))
    wanted = [Relation("gt", k, end), Relation("gt", power, ZERO)]
    wanted += [] if near is None else [Relation("gt", near, end)]
    for fact in wanted:
        if not context.shown(fact):
            raise Refused(f"compare: {short(fact)} is not shown")
    close = context.under() if near is None else context.under(Relation("ge", near, k))
    try:
        run(step.data.get("steps", ()), close)
    except Refused as error:
        raise Refused(f"compare: near the start: {error}") from None
    distance = add(k, mul(number(-1), end))
    for fact in (
        Relation("ge", above, add(rate, div(power, distance))),
        Relation("ge", goal.relation.gap, below),
    ):
        if not close.shown(fact):
            raise Refused(f"compare: near the start {short(fact)} is not shown")


def step_solution(step: Step, context: Context) -> None:
    """The bound of another claim at Terms of one symbol, `variable`, that solve its flow with that symbol as time.

    They solve it at every value from the start up to the present one, for what is known here holds on the way.
    """
    claim, part, variable = given(step, "claim", str), given(step, "part", str), given(step, "variable", Term)
    at: dict[Term, Term] = dict(given(step, "at", tuple))
    goal, facts = _bound_of(claim, part, context, at)
    if variable.kind != "sym" or variable.payload[1] != "real":
        raise Refused(f"solution: time is a real symbol; found {short(variable)}")
    for sym, value in at.items():
        introduced = next((each for each in value.symbols if each in context.introduced), None)
        if introduced is not None:
            raise Refused(f"solution: {introduced} was introduced for one value, and {sym} speaks of it")
        if sym not in goal.moving and variable in value.symbols:
            raise Refused(f"solution: {sym} is constant in {claim}; found {short(value)}")
        if any(node.kind in ("mean", *OPAQUE) and variable in node.symbols for node in postorder(value)):
            raise Refused(f"solution: whether the means in {short(value)} move smoothly is not decided")
    context.require_defined(at.values())
    for state, rate in goal.flow.rates:
        slope, wanted = slope_by(at[state], variable), rate.subs(at)
        context.require_defined((slope, wanted))
        known = context.modulo(slope, wanted)
        if not ring.equal(slope, wanted, known) and not context.shown(Relation("eq", slope, wanted)):
            raise Refused(f"solution: the slope {short(slope)} of {state} is not identically {short(wanted)}")
    for fact in (*facts, *goal.during):
        if not context.shown(fact.subs(at)):
            raise Refused(f"solution: {short(fact.subs(at))}, which {claim} supposes, is not shown")
    if goal.singular is None:
        low = given(step, "low", Term)
        _require_way(context, variable, low, "ge")
        there = {sym: value.subs(variable, low) for sym, value in at.items()}
        for fact in goal.starts:
            if not context.shown(fact.subs(there)):
                raise Refused(f"solution: at the start {short(fact.subs(there))} is not shown")
    else:
        k, end = goal.singular
        if at[k] is not variable:
            raise Refused(f"solution: {k} is to be the time {variable}; found {short(at[k])}")
        _require_way(context, variable, end.subs(at), "gt")
    context.uses[claim] = None
    context.learn(goal.relation.subs(at))


def _bound_of(claim: str, part: str, context: Context, at: Mapping[Term, Term]) -> tuple[Bound, tuple[Any, ...]]:
    """The bound of a claim and the facts of its sequent; the values of its symbols are of their sorts."""
    other, goal = _other_bound("solution", claim, part, context)
    if any(sym in other.tokens for sym in other.symbols):
        raise Refused(f"solution: {claim} speaks of tokens, which is not supported there")
    if goal.supposing:
        raise Refused(f"solution: {claim} supposes something under a condition, which is not supported there")
    facts = (*other.facts, *goal.during, *goal.starts)
    for node in postorder(*goal.terms, *(side for fact in facts for side in fact.terms)):
        if node.kind in ("mean", "integral", *OPAQUE):
            raise Refused(f"solution: {claim} speaks of {short(node)}; means and integrals are not supported there")
    _require_values("solution", claim, other, at)
    return goal, other.facts


def _other_bound(rule: str, claim: str, part: str, context: Context) -> tuple[Sequent, Bound]:
    other = context.resolve(claim)
    goal = dict(other.goals).get(part) if isinstance(other, Sequent) else None
    if not isinstance(other, Sequent) or not isinstance(goal, Bound):
        raise Refused(f"{rule}: {claim} has no bound {part!r}")
    return other, goal


def _require_values(rule: str, claim: str, other: Sequent, at: Mapping[Term, Term]) -> None:
    """There is one for each symbol of the other claim, of its sort."""
    if set(at) != set(other.symbols):
        raise Refused(f"{rule}: {claim} needs values of {', '.join(map(str, other.symbols))}; found {len(at)}")
    for sym, value in at.items():
        sort = sym.payload[1]
        natural = (value.kind == "sym" and value.payload[1] == "natural") or (
            value.kind == "rat" and value.payload.denominator == 1 and value.payload >= 0
        )
        if (sort == "real" and not value.is_real) or (sort == "natural" and not natural):
            raise Refused(f"{rule}: {sym} is {sort} in {claim}; found {short(value)}")


def step_follows(step: Step, context: Context) -> None:
    """The bound of another claim at the present time, for Terms that solve its flow along the goal's own.

    A solution of the goal's flow on [0, t] makes these Terms one of the other's flow: their rates agree, and what the
    other claim supposes is shown at every time (`steps`) and at the start (`starts`). A symbol that is constant there
    and moves here stands for its present value; nothing but orders about constants may be supposed of it.

    Data: claim, part, at (for every symbol), tokens (those of the goal that take the place of the other's).
    """
    goal = context.goal
    if not isinstance(goal, Bound) or goal.singular is not None:
        raise Refused("follows serves bounds along a flow from a regular start")
    claim, part, tokens = given(step, "claim", str), given(step, "part", str), given(step, "tokens", tuple)
    at: dict[Term, Term] = dict(given(step, "at", tuple))
    other, theirs = _other_bound("follows", claim, part, context)
    if theirs.singular is not None:
        raise Refused(f"follows: {claim} has a singular start")
    _require_values("follows", claim, other, at)
    for value in at.values():
        late = next((sym for sym in deep((value,)) if sym in context.introduced), None)
        if late is not None:
            raise Refused(f"follows: {late} was introduced for one value, and {short(value)} speaks of it")
    moving = set(goal.moving)
    frozen = {sym for sym, value in at.items() if sym not in theirs.moving and deep((value,)) & moving}
    supposed = (*other.facts, *(fact for fact in (*theirs.during, *theirs.starts) if fact not in other.facts))
    lasting = (*theirs.flow.terms, *(side for fact in supposed for side in fact.terms if deep(fact.terms) - frozen))
    held = next((sym for sym in frozen if sym in deep(lasting) or sym in other.tokens), None)
    if held is not None:
        raise Refused(
            f"follows: {held} is constant in {claim}, which supposes something of it; {short(at[held])} moves"
        )
    carry = _Carried(at, frozenset(other.tokens), tokens, context)
    if theirs.supposing:
        _require_bounded_together(at, theirs, other, goal, context)
    for pair in theirs.supposing:
        if tuple(map(carry.relation, pair)) not in goal.supposing:
            raise Refused(f"follows: that {short(pair[1])} while {short(pair[0])} is not supposed here")
        if deep(side for each in pair for side in each.terms) & frozen:
            raise Refused(f"follows: {short(pair[1])}, which is supposed on the way, speaks of what moves here")
    way = Context(context.sequent, goal, context.resolve)
    _run_at(step, "steps", way, "follows: on the way")
    start = way.under(*goal.starts)
    _run_at(step, "starts", start, "follows: at the start")
    for sym, value in at.items():
        (context if sym in frozen else way).require_defined((value,))
    for state, rate in theirs.flow.rates:
        _require_own(way, goal, {f"value of {state}": at[state]}, goal.flow.states)
        slope, wanted = goal.flow.derivative(at[state]), carry(rate)
        way.require_defined((slope, wanted))
        known = way.modulo(slope, wanted)
        if not ring.equal(slope, wanted, known) and not way.shown(Relation("eq", slope, wanted)):
            raise Refused(f"follows: the slope {short(slope)} of {state} is not identically {short(wanted)}")
    for fact in supposed:
        once = fact in theirs.starts and fact not in (*other.facts, *theirs.during)
        place = context if deep(fact.terms) & frozen else (start if once else way)
        if not place.shown(carry.relation(fact)):
            raise Refused(f"follows: {short(carry.relation(fact))}, which {claim} supposes, is not shown")
    context.uses[claim] = None
    context.uses |= way.uses
    context.strengths |= way.strengths
    context.tie(carry.relation(theirs.relation))


def _require_bounded_together(
    at: Mapping[Term, Term], theirs: Bound, other: Sequent, goal: Bound, context: Context
) -> None:
    """The other's condition is on all tokens, as ours is, and its states and rates are bounded for all together."""
    for sym, value in at.items():
        token = next((each for each in value.symbols if each in context.tokens), None)
        if token is not None and sym not in other.tokens:
            raise Refused(f"follows: {sym} is no token there, and what is supposed here is so for all {token} at once")
    _require_polynomials((at[state] for state in theirs.flow.states), "follows", goal, context)


def _require_polynomials(values: Iterable[Term], rule: str, goal: Bound, context: Context) -> None:
    """They are polynomials in the states of tokens, which are bounded; what is constant for a token need not be."""
    for node in postorder(*values):
        if node in context.tokens and node not in goal.flow.states:
            raise Refused(f"{rule}: {node} belongs to tokens and is no state; it may be unbounded")
        if node.kind not in ("sym", "add", "mul") and set(node.symbols) & context.tokens:
            raise Refused(f"{rule}: {short(node)} is no polynomial in what belongs to tokens")


def _run_at(step: Step, name: str, context: Context, where: str) -> None:
    try:
        run(step.data.get(name, ()), context)
    except Refused as error:
        raise Refused(f"{where}: {error}") from None


class _Carried:
    """Terms of another claim at Terms of this one; its means run over the tokens of this one."""

    def __init__(
        self, at: Mapping[Term, Term], theirs: frozenset[Term], tokens: tuple[Term, ...], context: Context
    ) -> None:
        if any(token not in context.tokens for token in tokens):
            raise Refused("follows: its tokens are to be those of the goal")
        for sym, value in at.items() if theirs else ():
            wrong = next((each for each in value.symbols if each in context.tokens), None)
            if sym not in theirs and wrong is not None:
                raise Refused(f"follows: {sym} is one for all tokens there, and {short(value)} changes with {wrong}")
        left = next((each for sym in theirs for each in at[sym].symbols if each in context.tokens - set(tokens)), None)
        if tokens and left is not None:  # rows of tokens that the start alone ties would be mixed
            raise Refused(f"follows: its tokens become functions of {left}, over which no mean would run")
        self._at, self._theirs, self._tokens = at, theirs, tokens

    def relation(self, fact: Relation | AnyOf) -> Any:
        options = tuple(Relation(each.op, self(each.left), self(each.right)) for each in fact.options)
        return AnyOf(options) if isinstance(fact, AnyOf) else options[0]

    def __call__(self, value: Term) -> Term:
        done: dict[Term, Term] = {}
        for node in postorder(value):
            if node.kind == "integral":
                raise Refused(f"follows: {short(node)} is an integral, which is not supported there")
            own = binds(node)
            if own:
                self._require_tokens(node, own)
                bodies = [done[arg] for arg in parts(node)]
                done[node] = build(node.kind, (*bodies, *self._tokens))
            else:
                done[node] = (
                    self._at.get(node, node) if not node.args else build(node.kind, [done[a] for a in node.args])
                )
        return done[value]

    def _require_tokens(self, node: Term, own: tuple[Term, ...]) -> None:
        """It runs over all tokens there, which become functions of ours: theirs has the law that ours give to these."""
        if not self._tokens or set(own) != self._theirs:
            raise Refused(f"follows: {short(node)} does not run over all tokens of its claim, or there are none here")


def step_holds(step: Step, context: Context) -> None:
    """The goal, a bound along a flow, because its relation is known at every time of every solution."""
    goal = context.goal
    if not isinstance(goal, Bound) or goal.singular is not None:
        raise Refused("holds serves bounds along a flow from a regular start")
    if not context.whole:
        raise Refused("holds speaks of whole solutions; a branch restricts a state or an input here")
    if not context.shown(goal.relation):
        raise Refused(f"holds: {short(goal.relation)} is not shown")
    context.learn(goal)


def _require_way(context: Context, variable: Term, low: Term, op: str) -> None:
    """What is assumed holds from `low` on (op ge) or beyond it (op gt) up to the present value of the variable."""
    if variable in low.symbols:
        raise Refused(f"solution: the start {low} moves with {variable}")
    context.require_range(variable, low, weakly=op == "gt")
    if not context.shown(Relation(op, variable, low)):
        raise Refused(f"solution: {Relation(op, variable, low)} is not shown")


def follow(sequent: Sequent, goal: Bound, point: Point, step: Step) -> None:
    """The solution from an exact regular start, where all facts hold: they hold on the way, too, and the bound fails.

    Data: time, and the order, the length and the precision of the Taylor steps. Inputs stay what they are at the start.

    Raises:
        Refused: one of these is not certain.
    """
    time, length = (given(step, name, Fraction) for name in ("time", "length"))
    order, precision = (given(step, name, int) for name in ("order", "precision"))
    if not (time > 0 and length > 0 and time <= MAX_ARCS * length):
        raise Refused(f"flow: the time {time} is not made of at most {MAX_ARCS} steps of {length}")
    if not (2 <= order <= MAX_ORDER and 16 <= precision <= MAX_PRECISION):
        raise Refused(f"flow: the order {order} or the precision {precision} is out of range")
    states = goal.flow.states
    if not all(state.is_real for state in states):
        raise Refused("flow: follows real states")
    constants = {sym: value for sym, value in point.items() if sym not in states}
    lasting = dict.fromkeys((*sequent.facts, *goal.during))
    watched = [_Watched.of(goal, fact) for fact in lasting if deep(fact.terms) & set(states)]
    try:
        with ctx.workprec(precision):
            field = Field(states, goal.flow.terms, constants, precision)
            walk = Walk(field, [_real(ball.enclose(state, point, precision)) for state in states], order)
            while walk.time < time:
                arc = walk.arc(min(length, time - walk.time))
                box = {**constants, **dict(zip(states, arc.over(arc.length), strict=True))}
                for fact in watched:
                    if not fact.lasts(box, precision):
                        raise Refused(f"flow: that {short(fact.fact)} holds on the way is not certain")
                walk.advance(arc, arc.length)
            here = {**constants, **dict(zip(states, walk.states, strict=True))}
            gap = _real(ball.enclose(goal.relation.gap, here, precision))
    except (NotFollowed, TermError, KeyError) as error:
        raise Refused(f"flow: {error}") from None
    if ball.certain_sign(gap) != -1:
        raise Refused(f"flow: that {short(goal.relation)} fails at time {time} is not certain")


class _Watched:
    """A fact that is to last over an arc at whose begin it holds."""

    def __init__(self, fact: Relation, slope: Term | None) -> None:
        self.fact, self.slope = fact, slope

    @classmethod
    def of(cls, goal: Bound, fact: Relation | AnyOf) -> _Watched:
        if not isinstance(fact, Relation) or fact.op == "eq":
            raise Refused(f"flow: whether {short(fact)} lasts is not decided")
        try:
            return cls(fact, goal.flow.derivative(fact.gap) if fact.op != "ne" else None)
        except TermError:
            return cls(fact, None)

    def lasts(self, box: Mapping[Term, Any], precision: int) -> bool:
        """It holds on the whole box, or its gap does not fall there."""
        gap = ball.enclose(self.fact.gap, box, precision)
        if self.fact.op == "ne":
            return ball.known_nonzero(gap)
        if ball.certain_sign(gap) == 1:
            return True
        return self.slope is not None and ball.nonnegative(ball.enclose(self.slope, box, precision))


def _real(value: ball.Ball) -> arb:
    assert isinstance(value, arb)
    return value
