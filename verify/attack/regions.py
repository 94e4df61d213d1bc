"""Invariant regions that may keep off a target: {q >= 0}, q = m - c or c - m for a form m of degree one or two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.kernel.goal import Pointwise
from verify.kernel.lie import Flow
from verify.kernel.proof import Step
from verify.kernel.relation import Relation
from verify.kernel.ring import NotPolynomial, Ring
from verify.kernel.sign import Facts
from verify.kernel.term import ZERO, Term, TermError, add, div, im, mul, number, postorder, power, re

__all__ = ["Quotient", "away", "invariant", "quotients", "running"]

LEVELS = [Fraction(x) for x in ("0", "1", "-1", "1/2", "-1/2", "2", "-2", "1/16", "1/1024")]
DISTANCES = [Fraction(1, k) for k in (1, 2, 4, 16, 64, 1024)]

TURNING = frozenset(("sin", "cos", "exp"))
"""Kinds that the default steps know nothing of."""


def invariant(flow: Flow, monomials: Sequence[Term]) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    """Quantities q with q' = rate * q + source, source >= 0, and the steps that show that q >= 0 is kept.

    Args:
        flow: without parameters.
    """
    for monomial in monomials:
        if not monomial.symbols:
            continue
        try:
            slope = flow.derivative(monomial)
        except TermError:
            continue
        divided = quotients(slope, monomial, flow.states)
        for level in LEVELS:
            for side in (1, -1):
                q = mul(number(side), add(monomial, number(-level)))
                steps = _steps(flow, mul(number(side), slope), divided, level, side)
                if steps is not None:
                    yield q, steps


def _steps(
    flow: Flow, slope: Term, quotients: Sequence[Quotient], level: Fraction, side: int
) -> tuple[Step, ...] | None:
    """What shows that q >= 0 is kept, q = side (m - level) for the form m of the quotients, q' = slope."""
    for quotient in quotients:
        found = quotient.by(level)
        if found is not None:
            rate, source = found[0], mul(number(side), found[1])
            if Facts(()).holds(Relation("ge", source, ZERO)):
                return (Step("compare", {"rate": rate, "source": source}),)
    if len(flow.rates) > 1 or not any(node.kind in TURNING for node in postorder(slope)):
        return None
    from verify.prove.argument import formed

    steps = formed(Relation("ge", slope, ZERO), ())
    return None if steps is None else (*steps, Step("compare", {"rate": ZERO, "source": slope}))


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


def running(rate: Term, states: Sequence[Term], least: float) -> Iterator[tuple[Fraction, tuple[Step, ...]]]:
    """Distances below `least` with steps that may show that the rate is at least the distance, everywhere."""
    from verify.prove.forms import manifest
    from verify.prove.turned import apart

    for distance in [each for each in (*DISTANCES, Fraction(1, 10**6)) if each < least][:3]:
        above = add(rate, mul(number(-1), number(distance)))
        (moved,), back = apart((above,), states)
        form = manifest(moved)
        shows = Relation("ge", rate, number(distance))
        if form is not None or not above.symbols:
            as_ = {} if form is None else {"as_": form.subs(back)}
            yield distance, (Step("sign", {"shows": shows, **as_}),)


@dataclass(frozen=True)
class Quotient:
    """A slope top/under and a form below, as polynomials in the names."""

    top: Any
    below: Any
    under: Term
    names: tuple[Term | None, ...]

    def by(self, level: Fraction) -> tuple[Term, Term] | None:
        """(rate, source) with slope = rate (form - level) + source."""
        divisor = self.below - fmpq(level.numerator, level.denominator)
        parts = [_term(each, self.names) for each in divmod(self.top, divisor)]
        rate, source = (None if each is None else div(each, self.under) for each in parts)
        return None if rate is None or source is None else (rate, source)


def quotients(slope: Term, form: Term, states: Sequence[Term]) -> list[Quotient]:
    """A rational slope and a polynomial form, ready to be divided; one for each state that is divided by first."""
    found = []
    for first in states:
        order = (first, *(each for each in states if each is not first))
        ring = Ring()
        try:
            *_, top, below = ring.normal(*order, slope, form)
        except (TermError, NotPolynomial):
            break
        if below.den or not top.im.is_zero() or not below.im.is_zero() or below.re.is_zero():
            continue
        named: dict[Any, Term] = {}
        for state in order:
            name = state.payload[0]
            named |= {("sym", name): state} if state.is_real else {("re", name): re(state), ("im", name): im(state)}
        names = tuple(named.get(tuple(name)) for name in ring.names)
        factors = [(_term(poly, names), k) for poly, k in top.den.values()]
        under = mul(number(1), *(power(factor, k) for factor, k in factors if factor is not None))
        if all(factor is not None for factor, _ in factors):
            found.append(Quotient(top.re, below.re, under, names))
    return found


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
