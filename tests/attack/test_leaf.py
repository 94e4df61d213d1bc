"""Flows that conserve the sum of their states, and equilibria that attract on its leaves."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tests.attack.claims import coordinates
from verify import PI, Circle, Claim, Eventually, Interval, Real, Space, absolute, cos, eq, exp, gt, log, sin
from verify.attack import attack
from verify.attention import tokens
from verify.claim import AlmostEvery, Every, Some
from verify.kernel.proof import Refused, refute
from verify.kernel.term import I, abs2, add, number
from verify.spell.toml import load_claim, loads_claim

LIES = Path(__file__).parents[2] / "cases" / "lies"
RIGHT = PI / 2


def split(n=5, b="23/20", target=None, to=1, start=None, space=None, flow=None):
    """V = I, A = diag(b - 1, -b - 1): n tokens, |R2|^2 -> 1 from almost every start; beta = 2."""
    space = Space(**{f"t{k}": Circle() for k in range(1, n + 1)}) if space is None else space
    angles = space.symbols[:n]
    b = number(Fraction(b)) if isinstance(b, str) else b
    flow = tokens.linear([[b - 1, 0], [0, -b - 1]], [[1, 0], [0, 1]], angles, 2) if flow is None else flow(*angles)
    if target is None:
        target = abs2(add(*(exp(2 * I * each) for each in angles))) / n**2
    target = target if not callable(target) else target(*angles)
    start = AlmostEvery() if start is None else start(*angles) if callable(start) else start
    return Claim("test.split", space, shows=Eventually(target, to=to, along=flow, start=start))


def confirm(claim, at, **more):
    named = {str(sym): sym for sym in claim.space.scalars}
    point = {f"t{k}": angle for k, angle in enumerate(at, start=1)} | more
    return refute(claim.sequent, "main", "leaf", {named[name]: number(0) + x for name, x in point.items()})


def one_apart(n):
    return [0] * (n - 1) + [RIGHT]


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_a_split_attracts_exactly_in_the_window(n):
    """Its eigenvalues are 2(m - b) (n - 2 times) and 2(b m - 1), m = (n - 2)/n: stable iff m < b < 1/m."""
    m = Fraction(n - 2, n)
    near = Fraction(1, 100)
    for b in (m + near, Fraction(1), 1 / m - near):
        assert confirm(split(n, str(b)), one_apart(n)).strength == "exact"
    for b in (m, m - near, 1 / m, 1 / m + near):
        with pytest.raises(Refused, match="Routh and Hurwitz" if n < 6 else "not shown to shrink"):
            confirm(split(n, str(b)), one_apart(n))


def pulled(*angles, rate=lambda x, y: sin(y - x)):
    return {x: add(*(rate(x, y) for y in angles)) for x in angles}


@pytest.mark.parametrize(
    ("claim", "at", "words"),
    [
        (split(3, "1"), [0, 0, RIGHT], None),
        (split(3, "1"), [0, RIGHT, RIGHT], "Routh and Hurwitz"),
        (split(3, "6/5"), [0, 0, PI / 3], "rate of t1 is not shown to be zero"),
        (split(3, "1"), [0, 0], "no coordinate"),
        (split(3, "1", to="1/9"), [0, 0, RIGHT], "off the target"),
        (split(3, "1", target="point", to=None), [0, 0, RIGHT], "target 'point'"),
        (split(3, "1", start=Some()), [0, 0, RIGHT], "starts that fail"),
        (split(3, "1", start=lambda a, b, c: Every(except_=[eq(a - b, 7)])), [0, 0, RIGHT], None),
        (split(3, "1", start=lambda a, b, c: Every(except_=[eq(sin(a), 0)])), [0, 0, RIGHT], "outside the exceptions"),
        (split(3, "1", start=lambda a, b, c: Every(except_=[gt(a, 7)])), [0, 0, RIGHT], "not closed"),
        (split(3, "1", start=lambda a, b, c: Every(where=[gt(b, a)])), [0, 0, RIGHT], "restricts the states"),
        (split(3, "1", space=Space(t1=Circle(), t2=Circle(), t3=Interval(-9, 9))), [0, 0, RIGHT], "restricts"),
        (split(2, flow=lambda x, y: {x: -x, y: -y}), [0, 0], "sum of the states is not conserved"),
        (split(2, flow=pulled, target=lambda x, y: cos(x - y), to=0), [0, 0], None),
        (split(2, flow=pulled, target=lambda x, y: cos(x - y), to=0), [1, 1], None),
        (split(2, flow=pulled, target=lambda x, y: absolute(x - y), to=1), [0, 0], "not known to be analytic"),
        (split(2, flow=pulled, target=lambda x, y: 1 / (2 + x), to=0), [0, 0], "not known to be analytic"),
        (split(2, flow=pulled, target=lambda x, y: log(1 + x**2), to=1), [0, 0], "not known to be analytic"),
        (
            split(2, flow=lambda *t: pulled(*t, rate=lambda x, y: x - y), target=lambda x, y: x, to=1),
            [0, 0],
            "Routh and Hurwitz",
        ),
        (split(13, flow=pulled, to="1/2"), [0] * 13, "two to 12 real states"),
        (split(12, flow=pulled, to="1/2"), [0] * 12, None),
    ],
)
def test_each_condition_of_leaf_is_needed(claim, at, words):
    if words is None:
        assert confirm(claim, at).rule == "leaf"
        return
    with pytest.raises(Refused, match=words):
        confirm(claim, at)


def test_parameters_have_coordinates_that_satisfy_the_hypotheses():
    space = Space(t1=Circle(), t2=Circle(), t3=Circle(), b=Real())
    claim = split(3, space.symbols[3], space=space)
    confirm(claim, [0, 0, RIGHT], b=2)
    with pytest.raises(Refused, match="the parameter b"):
        confirm(claim, [0, 0, RIGHT])
    sparse = Claim("test.sparse", space, shows=claim.shows, given=[gt(0, space.symbols[3])])
    with pytest.raises(Refused, match="hypothesis"):
        confirm(sparse, [0, 0, RIGHT], b=2)


def test_a_linear_flow_is_judged_as_its_eigenvalues_on_sums_zero():
    """x' = J x, columns with the sum 0, up to five states: accepted exactly where the rest of the spectrum is left."""
    rng, seen = np.random.default_rng(3), set()
    for _ in range(60):
        n = int(rng.integers(2, 6))
        J = rng.integers(-4, 5, (n, n))
        J[-1] = -J[:-1].sum(axis=0)
        values = np.linalg.eigvals((J[:, :-1] - J[:, -1:])[:-1])
        claim = split(
            n,
            flow=lambda *t, J=J: {x: add(*(int(c) * y for c, y in zip(J[i], t, strict=True))) for i, x in enumerate(t)},
            target=lambda *t: t[0],
        )
        if abs(values.real.max()) < 1e-9:
            continue
        seen.add(bool(values.real.max() < 0))
        if values.real.max() < 0:
            confirm(claim, [0] * n)
        else:
            with pytest.raises(Refused, match="Routh and Hurwitz"):
                confirm(claim, [0] * n)
    assert seen == {True, False}


@pytest.mark.parametrize("name", ["opposite-determinant-tokens", "negative-definite-tokens"])
def test_the_attack_finds_four_tokens_and_one(name):
    outcome = attack(load_claim(LIES / f"{name}.toml", "lie"), 20_000)
    found = coordinates(outcome.simplest)
    assert outcome.simplest.rule == "leaf" and Fraction(3, 5) < Fraction(found["b"]) < Fraction(5, 3)
    assert sorted(value for name, value in found.items() if name != "b") == ["(1/2)*pi", "0", "0", "0", "0"]


def test_nothing_is_found_where_the_split_repels():
    text = (LIES / "opposite-determinant-tokens.toml").read_text().replace("b > 1", "b > 5/3")
    assert not attack(loads_claim(text, "f.toml", "lie"), 4_000).refuted
