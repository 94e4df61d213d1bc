"""Invariant regions that may keep off a target: {q >= 0}, q = m - c or c - m for a form m of degree one or two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.kernel.goal import Pointwise
from verify.kernel.lie import Flow
from verify.kernel.proof import Step
from verify.kernel.relation import Relation
from verify.kernel.ring import NotPolynomial, Ring
from verify.kernel.sign import Facts
from verify.kernel.term import ZERO, Term, TermError, add, div, im, mul, number, postorder, power, re

__all__ = ["away", "invariant"]

LEVELS = [Fraction(x) for x in ("0", "1", "-1", "1/2", "-1/2", "2", "-2")]
DISTANCES = [Fraction(1, k) for k in (1, 2, 4, 16, 64, 1024)]

TURNING = frozenset(("sin", "cos", "exp"))
"""Kinds that the default steps know nothing of."""


def invariant(flow: Flow, monomials: Sequence[Term]) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    """Quantities q with q' = rate * q + source, source >= 0, and the steps that show that q >= 0 is kept.

    Args:
        flow: without parameters.
    """
    for monomial in monomials:
        for level in LEVELS:
            for side in (1, -1):
                q = mul(number(side), add(monomial, number(-level)))
                steps = _steps(flow, q) if q.symbols else None
                if steps is not None:
                    yield q, steps


def _steps(flow: Flow, q: Term) -> tuple[Step, ...] | None:
    found = _kept(flow, q)
    if found is not None:
        return (Step("compare", {"rate": found[0], "source": found[1]}),)
    try:
        slope = flow.derivative(q)
    except TermError:
        return None
    if len(flow.rates) > 1 or not any(node.kind in TURNING for node in postorder(slope)):
        return None
    from verify.prove.argument import formed

    steps = formed(Relation("ge", slope, ZERO), ())
    return None if steps is None else (*steps, Step("compare", {"rate": ZERO, "source": slope}))


def _kept(flow: Flow, q: Term) -> tuple[Term, Term] | None:
    """(rate, source >= 0); a quotient and a remainder depend on which coordinate is divided by first."""
    for first in flow.states:
        try:
            found = _divided(flow.derivative(q), q, (first, *(each for each in flow.states if each is not first)))
        except (TermError, NotPolynomial):
            return None
        if found is not None and Facts(()).holds(Relation("ge", found[1], ZERO)):
            return found
    return None


def away(q: Term, gap: Term, least: float) -> Iterator[tuple[Fraction, tuple[Step, ...]]]:
    """Distances well below `least` with steps that may show that gap >= distance where q >= 0."""
    from verify.prove.argument import default_steps, formed

    for distance in [each for each in DISTANCES if each <= least / 2][:2]:
        relation = Relation("ge", gap, number(distance))
        inside = [Relation("ge", q, ZERO)]
        yield distance, default_steps(Pointwise(relation), inside)
        steps = formed(relation, inside) if any(node.kind in TURNING for node in postorder(gap)) else None
        if steps is not None:
            yield distance, steps


def _divided(value: Term, by: Term, states: Sequence[Term]) -> tuple[Term, Term] | None:
    """(quotient, remainder) of a rational function and a polynomial, the states in the order of division."""
    ring = Ring()
    *_, top, below = ring.normal(*states, value, by)
    if below.den or not top.im.is_zero() or not below.im.is_zero() or below.re.is_zero():
        return None
    named: dict[Any, Term] = {}
    for state in states:
        name = state.payload[0]
        named |= {("sym", name): state} if state.is_real else {("re", name): re(state), ("im", name): im(state)}
    names = [named.get(tuple(name)) for name in ring.names]
    parts = [_term(each, names) for each in divmod(top.re, below.re)]
    factors = [(_term(poly, names), k) for poly, k in top.den.values()]
    if any(each is None for each in (*parts, *(factor for factor, _ in factors))):
        return None
    under = mul(number(1), *(power(factor, k) for factor, k in factors if factor is not None))
    quotient, rest = (div(each, under) for each in parts if each is not None)
    return quotient, rest


def _term(poly: Any, names: Sequence[Term | None]) -> Term | None:
    pieces: list[Term] = []
    listed: Mapping[tuple[int, ...], Any] = poly.to_dict()
    for exponents, c in listed.items():
        factors: list[Term] = [number(Fraction(int(c.p), int(c.q)))]
        for at, k in enumerate(exponents):
            if not k:
                continue
            name = names[at] if at < len(names) else None
            if name is None:
                return None
            factors.append(power(name, int(k)))
        pieces.append(mul(*factors))
    return add(number(0), *pieces)
