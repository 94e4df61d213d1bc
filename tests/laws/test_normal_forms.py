"""The normal form of the ring has the value of the Term: it is read generator by generator, by another arithmetic.

A generator is known by its name alone (`verify.kernel.ring`). Here the name is read as a number: a mean is one over
three rows of tokens, the antiderivative of a monomial the integral from 1 on. The Term is evaluated by itself.
"""

from __future__ import annotations

import cmath
import math
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests.laws.mutation import Mutant, mutated
from verify.kernel.relation import Relation, eq
from verify.kernel.ring import NotPolynomial, Ring
from verify.kernel.term import (
    ONE,
    PI,
    I,
    Term,
    TermError,
    abs2,
    absolute,
    conj,
    cos,
    exp,
    im,
    integral,
    log,
    maximum,
    mean,
    number,
    postorder,
    re,
    sin,
    sqrt,
    symbol,
    tan,
)

a, b, c, p, s, x, y = (symbol(name) for name in ("a", "b", "c", "p", "s", "x", "y"))  # x and y are tokens
w, k, m = symbol("w", "complex"), symbol("k", "natural"), symbol("m", "natural")
NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)
Place = Mapping[str, Any]
REAL: dict[str, Callable[[float], float]] = {name: getattr(math, name) for name in ("sin", "cos", "tan", "log", "sqrt")}
PLAIN: dict[str, Callable[..., complex]] = {
    "add": lambda *each: sum(each),
    "mul": lambda *each: math.prod(each),
    "div": lambda top, below: top / below,
    "pow": lambda base, exponent: base**exponent,
    "conj": lambda z: z.conjugate(),
    "re": lambda z: z.real,
    "im": lambda z: z.imag,
    "abs2": lambda z: abs(z) ** 2,
    "abs": abs,
    "exp": cmath.exp,
    "max": lambda *each: max(z.real for z in each),
}


def quadrature(of: Callable[[float], complex], low: float, high: float) -> complex:
    half, middle = (high - low) / 2, (high + low) / 2
    return half * sum(weight * of(middle + half * node) for node, weight in zip(NODES, WEIGHTS, strict=True))


def value(of: Term, at: Place, rows: list[Place]) -> complex:
    """Of a Term at one row of tokens."""
    kind, args = of.kind, of.args
    if kind in ("rat", "pi", "i"):
        return {"pi": math.pi, "i": 1j}.get(kind) or complex(of.payload)
    if kind == "sym":
        return complex(at[of.payload[0]])
    if kind == "mean":
        own = [token.payload[0] for token in args[1:]]
        return sum(value(args[0], {**at, **{name: row[name] for name in own}}, rows) for row in rows) / len(rows)
    if kind == "integral":
        ends = [value(end, at, rows).real for end in args[2:]]
        return quadrature(lambda node: value(args[0], {**at, args[1].payload[0]: node}, rows), *ends)
    found = [value(arg, at, rows) for arg in args]
    return complex(REAL[kind](found[0].real) if kind in REAL else PLAIN[kind](*found))


class Reader:
    """Names as numbers."""

    def __init__(self, ring: Ring, bases: Mapping[str, Term], at: Place, rows: list[Place]) -> None:
        self.ring, self.bases, self.at, self.rows = ring, bases, at, rows

    def quotient(self, form: Any) -> complex:
        below = math.prod(self._poly(poly) ** k for poly, k in form.den.values())
        return complex(self._poly(form.re) + 1j * self._poly(form.im)) / below

    def _poly(self, poly: Any) -> float:
        return self.named(self.ring._name(poly), self.at)

    def named(self, poly: Any, at: Place) -> float:
        return sum(float(Fraction(c)) * self.monomial(mono, at) for mono, c in poly)

    def monomial(self, mono: Any, at: Place) -> float:
        return math.prod(self.generator(name, at) ** e for name, e in mono)

    def over(self, mono: Any, factors: Any, at: Place) -> float:
        return self.monomial(mono, at) / math.prod(self.named(each, at) ** k for each, k in factors)

    def argument(self, name: Any, at: Place, kind: str) -> float:
        """Of a function: a monomial over the fineness of its steps, or a quotient."""
        if all(len(each) == 2 and isinstance(each[1], int) for each in name):
            return self.monomial(name, at) / self.ring._fine.get((kind, name), 1)
        real, _, below = name
        return self.over((), below, at) * self.named(real, at)

    def number(self, name: Any, at: Place) -> complex:
        """Of a quotient."""
        real, imaginary, below = name
        return self.over((), below, at) * complex(self.named(real, at), self.named(imaginary, at))

    def generator(self, name: Any, at: Place) -> float:
        kind, *rest = name
        if kind in ("sym", "re", "im"):
            z = complex(at[rest[0]])
            return z.imag if kind == "im" else z.real
        if kind in ("pi", "root"):
            return math.pi if kind == "pi" else math.sqrt(rest[0])
        if kind == "exp":
            return math.exp(self.argument(rest[0], at, "exp"))
        if kind == "angle":
            return REAL[rest[1]](self.argument(rest[0], at, "unit"))
        if kind == "max":
            return max(self.argument(each, at, "") for each in rest)
        if kind == "power":
            exponent = sum((float(Fraction(c)) * at[of] for of, c in rest[1]), float(Fraction(rest[2])))
            raised = value(self.bases[rest[0]], at, self.rows) ** exponent
            return raised.imag if rest[3] == "im" else raised.real
        if kind == "pow":
            raised = self.number(rest[0], at) ** self.number(rest[1], at).real
            return raised.imag if rest[2] == "im" else raised.real
        if kind == "mean":
            own = [{**at, **{token: row[token] for token in rest[0]}} for row in self.rows]
            return sum(self.over(rest[1], rest[2:], each) for each in own) / len(own)
        if kind == "integral":
            name_of = f"#{min(free(rest[0]) | free(rest[1]))}"
            end = self.argument(rest[2], at, "")
            return quadrature(lambda node: self.over(rest[0], rest[1], {**at, name_of: node}), 1.0, end).real
        return REAL[kind](self.argument(rest[0], at, ""))


def free(name: Any) -> set[int]:
    """The levels of the variables of integrals that are free in a name."""
    if not isinstance(name, tuple):
        return set()
    if len(name) == 2 and name[0] == "sym":
        return {int(name[1][1:])} if name[1].startswith("#") else set()
    if name and name[0] == "integral":
        inner = free(name[1]) | free(name[2])
        return (inner - {min(inner)}) | free(name[3])
    return set().union(*map(free, name))


BELOW = (
    x,
    a,
    b,
    a * x,
    a * b,
    a * b * x,
    x * y,
    1 + x,
    a + x,
    exp(x),
    exp(a * x),
    sqrt(x),
    sqrt(a * x),
    w,
    conj(w) * x,
)


def product(rng: random.Random) -> Term:
    """A product, or a sum of two, of powers of what stands below a mean or an integral."""
    found: Term = ONE
    for _ in range(rng.choice((2, 3, 4))):
        factor = rng.choice((*BELOW, mean(a * x, y), mean(1 / (a * x), x))) ** rng.choice((1, 2, -1, -1, -2))
        found = found + factor if rng.random() < 0.3 else found * factor
    return found


def random_term(rng: random.Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.15:
        return rng.choice((x, y, a, b, c, a, x, w, ONE, number(Fraction(1, 2)), number(3)))
    u, v = random_term(rng, depth - 1), random_term(rng, depth - 1)
    kind = rng.choice(("+", "-", "*", "*", "/", "of", "of", "power", "mean", "mean", "integral"))
    if kind == "of":
        shapes = (
            exp(u / 2),
            exp(I * u),
            sqrt(8 * abs2(u)),
            absolute(u),
            log(1 + abs2(u)),
            conj(u * w),
            re(u),
            im(u * w),
        )
        real = re(u)
        return rng.choice((*shapes, sin(real / 2), cos(real + PI / 3), tan(real / 3), maximum(real, re(v))))
    if kind == "power":
        whole = rng.choice((m + 1, m * k))
        return rng.choice((u**2, 1 / (1 + abs2(u)) ** 2, u**whole, (1 + abs2(u)) ** (p + rng.choice((0, 1)))))
    if kind == "mean":
        return mean(rng.choice((u, product(rng))), *rng.choice(((x,), (y,), (x, y))))
    if kind == "integral":
        return integral(product(rng).subs(x, s), s, *rng.choice(((ONE, a), (a, b), (b, a + 1))))
    return {"+": u + v, "-": u - v, "*": u * v, "/": u / v}[kind]


def setting(rng: random.Random) -> tuple[dict[str, Any], list[Place], list[Relation]]:
    """A place, three rows, and equalities that hold there: for each row, of constants, of a mean."""

    def some() -> float:
        return 0.3 + 1.5 * rng.random()

    at: dict[str, Any] = {name: some() for name in "abcp"} | {
        "w": complex(some(), some() - 1),
        "m": rng.choice((0, 1, 3)),
        "k": rng.choice((1, 2)),
    }
    rows: list[Place] = [{"x": some(), "y": some()} for _ in range(3)]
    facts = []
    if rng.random() < 0.5:
        square, of = rng.choice((a**2, 1 / a, exp(a))), rng.choice((x * a, 1 / x, y**2))
        at["b"] = value(square, at, rows).real
        at["c"] = value(mean(of, x, y), at, rows).real
        facts = [eq(b, square), eq(c * a, mean(of, x, y) * a)]
    return {**at, **rows[0]}, rows, facts


def differs(seed: int) -> Term | None:
    """The Term whose normal form has another value, or None."""
    rng = random.Random(seed)
    at, rows, facts = setting(rng)
    try:
        term = random_term(rng, rng.choice((2, 3)))
        if len(postorder(term)) > 60:
            return None
        ring = Ring(facts, most=200_000, named=rng.random() < 0.5)
        (form,) = ring.normal(term)
        inside = [each for bodies in ring._bodies.values() for each in bodies]
        bases = {node.key: node for node in postorder(term, *inside)}
        found, wanted = Reader(ring, bases, at, rows).quotient(form), value(term, at, rows)
    except (NotPolynomial, TermError, ZeroDivisionError, OverflowError):
        return None
    near = abs(found - wanted) <= 1e-5 * (1 + abs(wanted))
    return None if near or not cmath.isfinite(found - wanted) or abs(wanted) > 1e6 else term


def test_a_normal_form_has_the_value_of_its_term() -> None:
    assert [str(term) for seed in range(400) if (term := differs(seed)) is not None] == []


@pytest.mark.deep
def test_many_normal_forms_have_the_values_of_their_terms() -> None:
    assert [str(term) for seed in range(400, 20_000) if (term := differs(seed)) is not None] == []


@pytest.mark.parametrize(
    "careless",
    [
        Mutant("ring", "ring.Ring._below", "k + (outer[str(poly)][1] if str(poly) in outer else 0)", "k"),
        Mutant("ring", "ring.Ring._mean", "rest *= self._gen", "self._gen"),
        Mutant("ring", "ring.Ring._parts", "if is_real else", "if True else"),
        Mutant("ring", "ring.Ring._integral_part", "Fraction(1, power + 1)", "Fraction(1, power + 2)"),
    ],
    ids=str,
)
def test_a_careless_normal_form_is_caught(careless: Mutant) -> None:
    with mutated(careless.where, careless.old, careless.new):
        assert any(differs(seed) is not None for seed in range(400))
