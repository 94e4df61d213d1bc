"""mpmath agrees with every counterexample: stored ones, and those that the attack finds for lies and the bank.

The oracle shares no arithmetic with the kernel. Facts, the failure, and what a rule for long times asks are evaluated
anew, at the exact coordinates.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from mpmath import mp, mpf

from tests.attack.claims import FALSE, LASTING
from tests.laws.oracle import Doubt, Oracle
from verify import Claim, Inequality, Real, Space, ge
from verify.attack import attack
from verify.attack.memory import confirm, load
from verify.kernel.goal import Bound, Pointwise, Sequent
from verify.kernel.proof import Refutation
from verify.kernel.relation import Relation
from verify.kernel.term import number
from verify.readings.precise import evaluate
from verify.spell.toml import load_claim
from verify.words import EveryDimension, at_dimension

CASES = Path(__file__).parents[2] / "cases"
STORED = sorted((CASES / "counterexamples").glob("*.toml"))
LIES = {path.stem: load_claim(path, "lie") for path in sorted((CASES / "lies").glob("*.toml"))}
BANK = {path.stem: load_claim(path, "bank") for path in sorted((CASES / "bank").glob("*.toml"))}
REFUTED = {name: claim for name, claim in BANK.items() if claim.expect == "refuted"}
UNKNOWN = ("count", "region", "never")
"""Rules whose refutations rest on steps or on covers: laws of their own look at them (`test_certificate_fuzz`)."""


def agrees(refutation: Refutation) -> None:
    own = {
        "relative": rests_and_attracts_but_in_one_direction,
        "leaf": rests_and_attracts_but_in_one_direction,
        "crossing": fails_at_a_zero,
        "modes": does_not_settle,
        "drift": comes_round_again,
    }
    if refutation.rule in own:
        own[refutation.rule](refutation)
        return
    sequent, goal = refutation.sequent, refutation.sequent.goal(refutation.part)
    if isinstance(goal, Bound) and refutation.rule == "point":  # it fails at the start
        facts = (*sequent.facts, *goal.during, *goal.starts)
        sequent = Sequent(sequent.symbols, facts, ((refutation.part, Pointwise(goal.relation)),))
    Oracle(sequent, ()).agrees(refutation)


def rests_and_attracts_but_in_one_direction(refutation: Refutation) -> None:
    """All angles turn at one rate; of the linearisation one eigenvalue vanishes, the others have negative parts.

    On a leaf they rest, and their sum is kept, here and elsewhere.
    """
    goal = refutation.sequent.goal(refutation.part)
    states, rates = goal.flow.states, [rate for _, rate in goal.flow.rates]
    with mp.workdps(50):
        point = {sym: evaluate(value, {}) for sym, value in refutation.point.items()}
        for fact in refutation.sequent.facts:
            assert isinstance(fact, Relation) and all(state not in fact.symbols for state in states)
            gap = evaluate(fact.gap, point)
            assert at_signs(fact, gap)
        turning = [evaluate(rate, point) for rate in rates]
        assert all(abs(each - turning[0]) < mpf(10) ** -45 for each in turning)
        if refutation.rule == "leaf":
            assert abs(turning[0]) < mpf(10) ** -45
            away = {**point, **{state: point[state] + mpf(k) ** 2 / 7 for k, state in enumerate(states)}}
            assert abs(sum(evaluate(rate, away) for rate in rates)) < mpf(10) ** -40
        step = mpf(10) ** -20
        slopes = mp.matrix(len(states))
        for j, state in enumerate(states):
            ends = [[evaluate(rate, {**point, state: point[state] + h}) for rate in rates] for h in (step, -step)]
            for i, (after, before) in enumerate(zip(*ends, strict=True)):
                slopes[i, j] = (after - before) / (2 * step)
        # What is neutral is known: a turn of all angles (rows), on a leaf the kept sum (columns).
        neutral = slopes.T if refutation.rule == "leaf" else slopes
        rows = range(len(states))
        assert all(abs(sum(neutral[i, j] for j in rows)) < mpf(10) ** -20 for i in rows)
        values = sorted(np.linalg.eigvals(np.array(slopes.tolist(), dtype=float)).real, reverse=True)
        assert all(each < -1e-6 for each in values[1:])
        assert abs(evaluate(goal.quantity, point) - evaluate(goal.value, point)) > mpf(10) ** -6


def at_signs(relation: Relation, gap: mpf) -> bool:
    return bool({"gt": gap > 0, "ge": gap >= 0, "ne": gap != 0, "eq": gap == 0}[relation.op])


def fails_at_a_zero(refutation: Refutation) -> None:
    """By bisection, to forty digits."""
    data, goal = refutation.data, refutation.sequent.goal(refutation.part)
    equation, relation = data["equation"], goal.relation
    with mp.workdps(60):
        point = {sym: evaluate(value, {}) for sym, value in refutation.point.items()}
        low, high = (mpf(data[end].numerator) / data[end].denominator for end in ("low", "high"))
        rises = evaluate(equation.gap, {**point, data["symbol"]: high}) > 0
        for _ in range(180):
            middle = (low + high) / 2
            above = evaluate(equation.gap, {**point, data["symbol"]: middle}) > 0
            low, high = (low, middle) if above == rises else (middle, high)
        at = {**point, data["symbol"]: low}
        assert abs(evaluate(equation.gap, at)) < mpf(10) ** -40
        for fact in (*refutation.sequent.facts, *goal.given):
            assert fact == equation or any(at_signs(each, evaluate(each.gap, at)) for each in fact.options)
        gap = evaluate(relation.gap, at)
        if relation.op == "ne" or "as_" in data:  # a strict order that is an equality there
            assert abs(gap) < mpf(10) ** -40 and relation.op in ("ne", "gt")
        else:
            assert abs(gap) > mpf(10) ** -20 if relation.op == "eq" else gap < 0


def does_not_settle(refutation: Refutation) -> None:
    """The affine flow, by a matrix exponential, from a start beside the one that is named: the gap does not fall."""
    goal = refutation.sequent.goal(refutation.part)
    states, rates = goal.flow.states, goal.flow.terms
    with mp.workdps(40):
        start = {sym: evaluate(value, {}) for sym, value in refutation.point.items()}
        assert all(at_signs(each, evaluate(each.gap, start)) for each in goal.starts if isinstance(each, Relation))
        start |= {state: start[state] + mpf(k + 1) / 97 for k, state in enumerate(states)}
        at_zero = [evaluate(rate, {**start, **dict.fromkeys(states, mpf(0))}) for rate in rates]
        field = mp.matrix(len(states) + 1)
        for i, rate in enumerate(rates):
            field[i, len(states)] = at_zero[i]
            for j, state in enumerate(states):
                unit = {**start, **dict.fromkeys(states, mpf(0)), state: mpf(1)}
                field[i, j] = evaluate(rate, unit) - at_zero[i]

        def gap(time: int) -> mpf:
            then = mp.expm(field * time) * mp.matrix([*(start[state] for state in states), 1])
            env = {**start, **dict(zip(states, list(then)[:-1], strict=True))}
            return abs(evaluate(goal.quantity, env) - evaluate(goal.value, env))

        assert max(gap(time) for time in range(21, 29)) > max(gap(time) for time in range(1, 9)) / 2


def comes_round_again(refutation: Refutation) -> None:
    """By Runge and Kutta from the start: the phase runs on, and the gap becomes as large as it was."""
    goal = refutation.sequent.goal(refutation.part)
    states, phase = goal.flow.states, refutation.data["phase"]
    with mp.workdps(20):
        env = {sym: evaluate(value, {}) for sym, value in refutation.point.items()}
        assert all(at_signs(each, evaluate(each.gap, env)) for each in goal.starts if isinstance(each, Relation))
        seen = [[mpf(0)] * len(states)]
        step = mpf(1) / 20
        first, gaps = evaluate(phase, env), []

        def rates(at):
            return [evaluate(rate, {**env, **dict(zip(states, at, strict=True))}) for rate in goal.flow.terms]

        def moved(at, by, h):
            return [a + h * b for a, b in zip(at, by, strict=True)]

        at = [env[state] for state in states]
        for _ in range(400):
            a = rates(at)
            b = rates(moved(at, a, step / 2))
            c = rates(moved(at, b, step / 2))
            d = rates(moved(at, c, step))
            at = moved(at, [(p + 2 * q + 2 * r + s) / 6 for p, q, r, s in zip(a, b, c, d, strict=True)], step)
            seen.append(at)
            if goal.quantity is not None:
                here = {**env, **dict(zip(states, at, strict=True))}
                gaps.append(abs(evaluate(goal.quantity, here) - evaluate(goal.value, here)))
        turned = [evaluate(phase, {**env, **dict(zip(states, each, strict=True))}) for each in seen[1:]]
        assert abs(turned[-1] - first) > abs(turned[len(turned) // 2] - first) + 1
        assert not gaps or max(gaps[-200:]) > max(gaps) / 2 > 0


def found(claim: Claim) -> list[Refutation]:
    claim = at_dimension(claim, 2) if isinstance(claim.shows, EveryDimension) else claim
    outcome = attack(claim, 200_000, claim.seed)
    return [each for each in (outcome.simplest, outcome.worst) if each is not None and each.rule not in UNKNOWN]


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_counterexamples(path, catalogue):
    stored = load(path)
    refutations, stale = confirm(stored, catalogue.claim(stored.claim))
    assert refutations and not stale
    for each in refutations.values():
        if each.rule not in UNKNOWN:
            agrees(each)


@pytest.mark.parametrize("name", LIES)
def test_counterexamples_of_lies(name):
    for each in found(LIES[name]):
        agrees(each)


@pytest.mark.deep
@pytest.mark.parametrize("name", [*FALSE, *LASTING])
def test_counterexamples_of_the_claims_of_the_tests(name):
    refutations = found(FALSE[name] if name in FALSE else LASTING[name][0])
    assert refutations
    for each in refutations:
        agrees(each)


@pytest.mark.deep
@pytest.mark.parametrize("name", REFUTED)
def test_counterexamples_of_the_bank(name):
    for each in found(REFUTED[name]):
        agrees(each)


def test_the_oracle_doubts_what_is_none():
    """A refutation of one claim, read as one of another that holds at its point."""
    space = Space(x=Real())
    x = space.symbols
    claim = Claim("t.small", space, given=[ge(x, 1)], shows=Inequality(x, "<=", 2))
    (refutation, _) = found(claim)
    agrees(refutation)
    for given, shows in (([ge(x, 1)], Inequality(x, "<=", 200)), ([ge(x, 100)], Inequality(x, "<=", 2))):
        other = Claim("t.other", space, given=given, shows=shows)
        with pytest.raises(Doubt):
            Oracle(other.sequent, ()).agrees(refutation)
    assert refutation.point[x] is not number(0)
