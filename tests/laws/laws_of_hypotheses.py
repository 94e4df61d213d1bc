"""Small statements of refuters: where hypotheses fail, or nothing has a value, nothing is refuted."""

from __future__ import annotations

from typing import Any

from tests.laws.laws_of_orbits import NUMERICS, PITCHFORK, isolating
from tests.laws.mutation import Mutant
from tests.laws.rule_laws import LAWS, SORTS, G, Q, T, accepts, falls, false, lasting, one, point, true, w, x, y, z
from verify.kernel.goal import AnyDimension, Bound, Equilibria, Sequent
from verify.kernel.lie import Flow
from verify.kernel.proof import refute
from verify.kernel.relation import eq, ge, gt, le, lt
from verify.kernel.term import ONE, I, Term, abs2, conj, im, log, mean, number, power, re, sqrt, symbol
from verify.kernel.words import dot, mean_of, second_moment, trace

__all__ = ["HYPOTHESES", "LAWS"]

# count, dimension: the hypotheses hold at the point


def counted(facts: Any, at: Any) -> bool:
    """Two equilibria are claimed, there are three; y is another symbol."""
    goal = Equilibria(PITCHFORK.unknowns, PITCHFORK.system, PITCHFORK.region, ("any",) * 2)
    wanted = Sequent((x, y), (*goal.region, *facts), (("main", goal),))
    return accepts(lambda: refute(wanted, "main", "count", point(at), isolating(PITCHFORK).data))


true("count", "not two, where y > 0", lambda: counted([gt(y, 0)], {y: 1}))
false("count", "no y is positive and negative", lambda: counted([gt(y, 0), lt(y, 0)], {y: 1}))
false("count", "where x > -1 there are two", lambda: counted([gt(x, -1)], {x: 0, y: 1}))
false("count", "no point of the hypotheses", lambda: counted([gt(y, 0)], {}))


def in_the_plane(left: Any, right: Any, real: Term, facts: Any, first: Any, second: Any) -> bool:
    """Refuted at V = diag(1, 0), with these tokens, where the real symbol is 1?"""
    names: dict[Term, Any] = {symbol(f"G{i}{j}"): int(i == j == 1) for i in (1, 2) for j in (1, 2)}
    at = {**names, real: 1, symbol("x1"): first, symbol("x2"): second}
    wanted = Sequent((real,), tuple(facts), (("main", AnyDimension(left, right, SORTS[2:], (real,))),))
    return accepts(lambda: refute(wanted, "main", "dimension", point(at), {"d": 2}))


TRACES = (z * trace(G), 0 * trace(G))
true("dimension", "z tr G = 0 for z > 0", lambda: in_the_plane(*TRACES, z, [gt(z, 0)], [1], [0]))
false("dimension", "z tr G = 0 for z = 0", lambda: in_the_plane(*TRACES, z, [eq(z, 0)], [1], [0]))


def forms(real: Term) -> tuple[Any, Any]:
    return mean_of(real * dot(one, G * one)), mean_of(real * trace(G * second_moment()))


false("dimension", "<x, G x> = tr(G S), r times", lambda: in_the_plane(*forms(z), z, [], [1, 0], [0, 1]))
false(
    "dimension",
    "the same for r = x1, which is no coordinate",
    lambda: in_the_plane(*forms(symbol("x1")), symbol("x1"), [], [1, 0], [0, 1]),
)

# flow: hypotheses, and what means bind, hold all the way


def leaves(state: Term, facts: Any = (), during: Any = (), tokens: Any = ()) -> bool:
    """state' = 1 from 1: it is above 3 at time 3."""
    goal = Bound(Flow.of({state: 1}), le(state, 3), tuple(during), (eq(state, 1),))
    wanted = Sequent((state,), tuple(facts), (("main", goal),), tuple(tokens))
    return accepts(lambda: refute(wanted, "main", "flow", point({state: 1}), {"time": number(3).payload, **NUMERICS}))


true("flow", "a hypothesis that lasts", lambda: leaves(x, [lt(x, 5)]))
false("flow", "a hypothesis that does not", lambda: leaves(x, [lt(x, 2)]))
true("flow", "the mean of one token stays below 5", lambda: leaves(T, during=[lt(mean(T, T), 5)], tokens=[T]))
false("flow", "it does not stay below 2", lambda: leaves(T, during=[lt(mean(T, T), 2)], tokens=[T]))

# long time: the flow has values near the start; a hypothesis on a token is one on each

STILL = {"quantity": y, "to": 0}


def kept(rate: Any, at: Any, quantity: Any = y) -> bool:
    """y' = 0 from y = 1, so y does not tend to 0."""
    goal = lasting({x: number(0) + rate, y: 0 * y}, quantity=quantity, to=0)
    return falls("conserved", goal, {}, quantity=number(0) + y, cofactor=ONE, start=point({x: at, y: 1}))


true("conserved", "x' = sqrt x, near x = 1", lambda: kept(sqrt(x), 1))
false("conserved", "x' = sqrt x, at x = 0", lambda: kept(sqrt(x), 0))
false("conserved", "x' = log x, at x = -1", lambda: kept(log(x), -1))
false("conserved", "a quantity without a value", lambda: kept(x, -1, y + 0 * sqrt(x)))


def swings(value: Any, quantity: Any, cofactor: Any) -> bool:
    """u' = -u, v' = v for w = u + i v, so u v is kept: does |w|^2 not tend to the value?"""
    goal = lasting({w: -conj(w)}, quantity=abs2(w), to=value)
    return falls("conserved", goal, {}, quantity=quantity, cofactor=cofactor, start=point({w: 1 + I}))


true("conserved", "|w|^2 -> |w|^2 - u v", lambda: swings(abs2(w) - re(w) * im(w), re(w) * im(w), ONE))
false("conserved", "|w|^2 -> |w|^2 - u: that u -> 0", lambda: swings(abs2(w) - re(w), re(w) * im(w), im(w)))
true("modes", "x' = log z, near z = 1", lambda: falls("modes", lasting({x: log(z), y: y}, **STILL), {x: 0, y: 1, z: 1}))
false(
    "modes", "x' = log z, at z = -1", lambda: falls("modes", lasting({x: log(z), y: y}, **STILL), {x: 0, y: 1, z: -1})
)
FALLS: dict[str, Any] = {"to": 0, "starts": [gt(x, 0)]}
true("sink", "1 + sqrt x, where x > 0", lambda: falls("sink", lasting({x: -x}, quantity=1 + sqrt(x), **FALLS), {x: 0}))
PINCHED = {x: -x + power(-(y**2), Q(3, 2)), y: -y}
false("sink", "rates on a line alone", lambda: falls("sink", lasting(PINCHED, quantity=x, to=1), {x: 0, y: 0}))
false("sink", "1 + sqrt -x", lambda: falls("sink", lasting({x: -x}, quantity=1 + sqrt(-x), **FALLS), {x: 0}))
SHRINKS = lasting({x: -x * mean(T, T)}, quantity=x, to=1, start="every")
true("equilibrium", "tokens >= 0", lambda: falls("equilibrium", SHRINKS, {x: 0, T: [1, 0]}, [ge(T, 0)]))
false("equilibrium", "one of them is not", lambda: falls("equilibrium", SHRINKS, {x: 0, T: [1, -1]}, [ge(T, 0)]))


def of_tokens(state: Term, tokens: Any) -> bool:
    goal = lasting({state: -mean(state, state)}, quantity=mean(state, state), to=1, start="every")
    wanted = Sequent((state,), (), (("main", goal),), tuple(tokens))
    return accepts(lambda: refute(wanted, "main", "equilibrium", point({state: [0]}), {}))


false("equilibrium", "a flow of tokens", lambda: of_tokens(T, [T]))

M = Mutant
HYPOTHESES: list[Mutant] = [
    M("count", "proof.refute", "        _require_hypotheses(sequent, goal, point)\n", ""),
    M("count", "proof._require_hypotheses", "if strange is not None", "if False"),
    M("count", "proof._require_hypotheses", "    _check_witness(", "    ("),
    M("dimension", "proof.refute", "(*concrete.facts, *sequent.facts)", "concrete.facts"),
    M("dimension", "goal.AnyDimension.at", "if taken is not None", "if False"),
    M("flow", "compare.follow", "(*sequent.facts, *goal.during)", "goal.during"),
    M("flow", "compare.follow", "deep(fact.terms) & set(states)", "set(fact.symbols) & set(states)"),
    M("conserved", "longtime.conserved", "_begins(goal, {**parameters, **start})", "EXACT"),
    M("conserved", "longtime._defined_near", "if failed is not None", "if False"),
    M("conserved", "longtime._defined_near", 'and each.op == "ge" else', 'and each.op == "gt" else'),
    M("sink", "longtime._defined_near", "_closed(each) in known", "known"),
    M("sink", "longtime.sink", "_defined_near((*goal.flow.terms, *target), goal.starts, point)", "EXACT"),
    M("sink", "longtime.sink", "(*goal.flow.terms, *target)", "target"),
    M("isolate", "orbits._require_values", "if not known and", "if False and"),
    M("isolate", "orbits._require_values", " and not apart.excluded(cell)", "", only_loses=True),
    M("modes", "modes.modes", "_begins(goal, point)", "EXACT"),
    M("equilibrium", "longtime._parameters", "if token is not None", "if False"),
]
