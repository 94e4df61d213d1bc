"""Random walks through what a `Context` knows, beside small worlds in which every fact can be looked at.

A world has a few rows of tokens and values of the constants. Rules that speak of all tokens, of every value of a symbol
or of one chosen for each of them run in any order, branches are entered; whatever is known then must hold at every
place of the world at which the assumptions do.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import pytest

from verify.kernel.context import Context, Refused, Step
from verify.kernel.goal import Pointwise, Sequent
from verify.kernel.lie import slope
from verify.kernel.relation import AnyOf, Relation, any_of, eq, ge, gt, ne
from verify.kernel.ring import NotPolynomial
from verify.kernel.rules import run
from verify.kernel.term import ONE, ZERO, Term, TermError, integral, mean, number, symbol

Q = Fraction
x, y, a, b, s = (symbol(name) for name in ("x", "y", "a", "b", "s"))  # two tokens, two constants, a variable
TOKENS, PLAIN = (x, y), (x, y, a, b, s)
VALUES = (Q(-1), Q(-1, 2), Q(0), Q(1, 2), Q(1))
FACTS: tuple[Relation | AnyOf, ...] = (
    *(ge(x, -1), ge(1, x), ge(y, -1), ge(1, y), ge(s, 0), ge(1, s), ge(a, 0), ge(b, a), ge(a, x), ge(x, y), ge(s, a)),
    *(eq(y, x**2), eq(y, -x), eq(x**2, a), any_of(eq(x, 1), eq(x, 0)), any_of(eq(x, 1), eq(x, -1))),
    *(eq(mean(x, x), 0), eq(mean(y, y), a), ge(mean(x, x), a), eq(mean(x**2, x), a), eq(a * mean(x, x), b)),
    *(ge(s * mean(y, y), 0), ge(a * mean(x, x), 0), eq(mean(x * y, x, y), 0), ne(a, 0), gt(b, 0)),
)
CHOSEN = (x, x, x, y, y, a, s, x * y, x - a, x + s, mean(x, x), mean(y, y) + x)
Place = Mapping[Term, Fraction]


@dataclass(frozen=True)
class World:
    rows: tuple[Place, ...]
    constants: Place

    def places(self) -> Iterator[dict[Term, Fraction]]:
        for row in self.rows:
            for value in VALUES:
                yield {**self.constants, **row, s: value}

    def value(self, of: Term, at: Place) -> Fraction:
        """Integrands are polynomials of degree 5 at most, for which Boole's formula is exact."""
        kind, args = of.kind, of.args
        if kind == "rat":
            return of.payload  # type: ignore[no-any-return]
        if kind == "sym":
            return at[of]
        if kind == "mean":
            values = [self.value(args[0], {**at, **{token: row[token] for token in args[1:]}}) for row in self.rows]
            return sum(values, Q(0)) / len(values)
        if kind == "integral":
            low, high = (self.value(end, at) for end in args[2:])
            nodes = [self.value(args[0], {**at, args[1]: low + (high - low) * k / 4}) for k in range(5)]
            return (high - low) / 90 * sum(w * v for w, v in zip((7, 32, 12, 32, 7), nodes, strict=True))
        values = [self.value(arg, at) for arg in args]
        if kind == "add":
            return sum(values, Q(0))
        if kind == "mul":
            return prod(values, start=Q(1))
        assert kind == "pow" and values[1].denominator == 1 and values[1] >= 0, of
        return values[0] ** int(values[1])

    def holds(self, fact: Relation | AnyOf, at: Place) -> bool:
        if isinstance(fact, AnyOf):
            return any(self.holds(option, at) for option in fact.options)
        gap = self.value(fact.left, at) - self.value(fact.right, at)
        return {"eq": gap == 0, "ne": gap != 0, "ge": gap >= 0, "gt": gap > 0}[fact.op]


def world(rng: random.Random, facts: tuple[Relation | AnyOf, ...]) -> World | None:
    """One in which the facts that do not speak of s hold for every row."""
    for _ in range(100):
        rows = [{x: rng.choice(VALUES), y: rng.choice(VALUES)} for _ in range(rng.choice((1, 2, 2, 3)))]
        turn = rng.choice((None, lambda value: -value, lambda value: value**2))
        if turn is not None:
            rows = [{x: row[x], y: turn(row[x])} for row in rows]
        made = World(tuple(rows), {a: rng.choice(VALUES), b: rng.choice(VALUES)})
        if all(made.holds(fact, at) for at in made.places() for fact in facts if s not in fact.symbols):
            return made
    return None


class Walk:
    """A context, its worlds, and what the chosen symbols are."""

    def __init__(self, rng: random.Random, facts: tuple[Relation | AnyOf, ...], worlds: list[World]) -> None:
        goal = Pointwise(ge(ZERO, 0))
        self.rng, self.facts, self.worlds = rng, facts, worlds
        self.context = Context(Sequent(PLAIN, facts, (("main", goal),), TOKENS), goal, lambda _: None)
        self.chosen: dict[Term, Term] = {}
        self.told: list[str] = []

    def go(self) -> None:
        """One action, if the kernel accepts it; then a look at the worlds."""
        action = self.rng.choice((self.choose, self.branch, self.average, self.average, *self.others))
        try:
            self.told.append(f"{action.__name__} {action()}")
        except (Refused, TermError, NotPolynomial):
            return
        self.look()

    @property
    def others(self) -> tuple[Any, ...]:
        return self.sign, self.ring, self.ring, self.ring, self.integrate, self.rises

    def look(self) -> None:
        for world in self.worlds:
            for at in world.places():
                for sym, value in self.chosen.items():
                    at[sym] = world.value(value, at)
                fixed = (fact for fact in self.facts if s in fact.symbols)
                if not all(world.holds(fact, {**at, **row}) for fact in fixed for row in world.rows):
                    continue  # s is one for all rows
                if all(world.holds(fact, at) for fact in self.context.assumed):
                    for fact in self.context.facts.relations:
                        assert world.holds(fact, at), f"{fact} fails at {at} in {world}: {'; '.join(self.told)}"

    def step(self, rule: str, **data: Any) -> str:
        run([Step(rule, data)], self.context)
        return ", ".join(map(str, data.values()))

    def poly(self, symbols: tuple[Term, ...], depth: int) -> Term:
        if depth == 0 or self.rng.random() < 0.4:
            return self.rng.choice((*symbols, *symbols, ONE, number(Q(1, 2))))
        left, right = self.poly(symbols, depth - 1), self.poly(symbols, depth - 1)
        return self.rng.choice((left + right, left - right, left * right))

    def term(self) -> Term:
        kind = self.rng.random()
        if kind < 0.5:
            return self.poly((*PLAIN, *self.chosen), 2)
        if kind < 0.9:
            return mean(self.poly((x, y, a), 1), *self.rng.choice(((x,), (y,), TOKENS))) + self.poly(PLAIN, 0) * (
                self.rng.random() < 0.5
            )
        return integral(self.poly((s, a, b), 1), s, self.rng.choice((ZERO, a)), self.rng.choice((ONE, b)))

    def choose(self) -> str:
        sym, value = symbol(self.rng.choice("cduv")), self.rng.choice(CHOSEN)
        if len(self.chosen) == 2:
            raise Refused("two are enough")
        said = self.step("between", symbol=sym, quantity=sym - value, low=value - 1, high=value + 1)
        self.chosen[sym] = value
        return said

    def branch(self) -> str:
        of = self.rng.choice((*PLAIN, x - a, x * y, s - a, mean(x, x), *self.chosen, *self.chosen))
        option = self.rng.choice((gt(of, 0), ge(of, 0), gt(0, of), ge(0, of), eq(of, 0), eq(of, 1)))
        self.context = self.context.where(option)
        return str(option)

    def average(self) -> str:
        known = [each for each in self.context.facts.single if each.op != "ne"]
        if not known:
            raise Refused("nothing is known")
        return self.step("average", fact=self.rng.choice(known), tokens=self.rng.choice(((x,), (y,), TOKENS)))

    def sign(self) -> str:
        shows = Relation(self.rng.choice(("ge", "gt", "ne")), self.term(), ZERO)
        back = {value: sym for sym, value in self.chosen.items() if value.kind == "sym"}
        return self.step("sign", shows=shows, as_=shows.gap.subs(back))

    def ring(self) -> str:
        left = self.term()
        if self.rng.random() < 0.4:
            body = self.poly((x, y), 1)
            return self.step("ring", shows=eq(mean(body, x), self.rng.choice((body, self.poly(PLAIN, 1)))))
        old = self.rng.choice(PLAIN)
        return self.step("ring", shows=eq(left, left.subs(old, self.rng.choice((ZERO, ONE, x**2, -x, *self.chosen)))))

    def integrate(self) -> str:
        known = [each for each in self.context.facts.single if each.op != "ne"]
        low, high = self.rng.choice(((ZERO, ONE), (ZERO, a), (a, b), (number(-1), ONE)))
        if not known:
            raise Refused("nothing is known")
        return self.step("integrate", fact=self.rng.choice(known), variable=s, low=low, high=high)

    def rises(self) -> str:
        of = self.rng.choice(PLAIN)
        gap = self.rng.choice((of, of**2, -of, of * a, of * s))
        shows = Relation(self.rng.choice(("ge", "gt", "eq")), gap, self.rng.choice((ZERO, ONE, number(-1))))
        back = {value: sym for sym, value in self.chosen.items() if value.kind == "sym"}
        end = {self.rng.choice(("low", "high")): self.rng.choice((ZERO, ONE, number(-1), a))}
        return self.step("rises", shows=shows, variable=of, as_=slope(gap - shows.right, of).subs(back), **end)


def walks(seed: int, many: int) -> int:
    """How many facts were learnt on so many walks."""
    rng, learnt = random.Random(seed), 0
    for _ in range(many):
        facts = tuple(rng.sample(FACTS, rng.choice((2, 3, 4))))
        worlds = [each for each in (world(rng, facts) for _ in range(2)) if each is not None]
        try:
            walk = Walk(rng, facts, worlds)
        except Refused:  # means that would mix rows
            continue
        for _ in range(40 if worlds else 0):
            walk.go()
        learnt += len(walk.told)
    return learnt


def test_what_is_known_holds_in_every_world() -> None:
    assert walks(1, 20) > 50


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(2, 4))
def test_what_is_known_holds_in_every_world_on_long_walks(seed: int) -> None:
    assert walks(seed, 500) > 1000


@pytest.mark.parametrize(
    ("name", "careless"),
    [
        ("where", lambda context, *relations: context.under(*relations)),
        ("modulo", lambda context, *_: [each for each in context.facts.single if each.op == "eq"]),
    ],
)
def test_a_careless_context_is_caught(name: str, careless: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Context, name, careless)
    with pytest.raises(AssertionError, match="fails at"):
        for seed in (41, 26, 43, 45, *range(100, 140)):  # the first ones find it at once
            walks(seed, 10)
