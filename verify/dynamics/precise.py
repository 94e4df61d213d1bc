"""Trajectories to 50 digits and more: Taylor series by the kernel's own recurrences, over Arb.

Steps and their order follow A. Jorba, M. Zou, Experimental Mathematics 14 (2005): the order is -log(eps)/2 + 1, a step
1/e^2 of the radius of convergence that the last two coefficients show. The middle of every ball is taken after a step,
so nothing is proved here: `verify.kernel.flow` encloses what this estimates.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from flint import arb, ctx, fmpq

from verify.dynamics.field import Field, FieldError
from verify.kernel.ball import enclose
from verify.kernel.cells import Split, split
from verify.kernel.jets import Field as Jets
from verify.kernel.lie import Flow
from verify.kernel.term import I, Term, TermError, number, term

__all__ = ["Precise", "integrate_precisely"]

MAX_STEPS = 100_000
GUARD = 30  # bits
FINER = 4  # digits of the second run that tell the error of the first


@dataclass(frozen=True)
class Precise:
    """The end of one trajectory.

    Attributes:
        states: mpmath numbers, one for each state: mpf for a real one, mpc for a complex one.
        error: estimated distance of each from the truth: that of two runs, the second with more digits.
        steps: of the run that is returned.
    """

    states: tuple[Any, ...]
    error: tuple[Any, ...]
    steps: int


def integrate_precisely(
    field: Field | Flow,
    start: Mapping[Term, Any],
    time: Any,
    *,
    parameters: Mapping[Term, Any] | None = None,
    digits: int = 50,
    max_steps: int = MAX_STEPS,
    estimate: bool = True,
) -> Precise:
    """The state at `time`, to about `digits` digits after each step.

    Args:
        field: analytic rates, without means and integrals.
        start, parameters: exact values: Terms without symbols, ints, Fractions, text such as "1/3"; floats and complex
            numbers count as the binary fractions that they are.
        time: rational, positive.
        digits: 16 to 2,000.
        estimate: run twice; otherwise `error` is inf.

    Raises:
        FieldError: a value is missing or not a number; the field is undefined on the way, or blows up: time and step.
    """
    field = field if isinstance(field, Field) else Field.of(field)
    if isinstance(digits, bool) or not isinstance(digits, int) or not 16 <= digits <= 2_000:
        raise FieldError(f"integrate_precisely: digits are a whole number from 16 to 2000; found {digits!r}")
    end = Fraction(time)
    if not end > 0:
        raise FieldError(f"integrate_precisely: the time is positive; found {time}")
    flow, coordinates = _real_flow(field, parameters or {})
    at = [_exact(start, state, "state") for state in field.states]
    reals = [
        part for value, state in zip(at, field.states, strict=True) for part in _real_parts(value, state, coordinates)
    ]
    runs = [_run(flow, reals, end, digits + more, max_steps) for more in ((0, FINER) if estimate else (0,))]
    values, steps = runs[-1]
    mp: Any = import_module("mpmath")
    with mp.workdps(digits + 2 * FINER):
        found = _states(mp, field, values, digits + FINER)
        if not estimate:
            return Precise(found, tuple(mp.inf for _ in found), steps)
        first = _states(mp, field, runs[0][0], digits + FINER)
        return Precise(found, tuple(abs(a - b) for a, b in zip(found, first, strict=True)), steps)


def _exact(given: Mapping[Term, Any], sym: Term, what: str) -> Term:
    if sym not in given:
        raise FieldError(f"the {what} {sym} has no value; pass it as {{{sym}: number}}")
    value = given[sym]
    try:
        if isinstance(value, complex):
            found = number(Fraction(value.real)) + I * number(Fraction(value.imag))
        else:
            found = number(Fraction(value)) if isinstance(value, float) else term(value)
    except (TermError, ValueError, OverflowError) as error:
        raise FieldError(f"the {what} {sym}: {error}") from None
    if found.symbols or (sym.is_real and not found.is_real):
        raise FieldError(f"the {what} {sym} is {'real' if sym.is_real else 'a number'}; found {found}")
    return found


def _real_flow(field: Field, parameters: Mapping[Term, Any]) -> tuple[Flow, Split]:
    constants = {sym: _exact(parameters, sym, "parameter") for sym in field.parameters}
    try:
        fixed = field.flow.subs(constants)
        coordinates = split(fixed.states)
        names = iter(coordinates.symbols)
        rates: list[tuple[Term, Term]] = []
        for state, rate in fixed.rates:
            real, imaginary = coordinates.parts(rate)
            rates.append((next(names), real))
            if not state.is_real:
                rates.append((next(names), imaginary))
        return Flow(tuple(rates)), coordinates
    except TermError as error:
        raise FieldError(str(error)) from None


def _real_parts(value: Term, state: Term, coordinates: Split) -> list[Term]:
    real, imaginary = coordinates.parts(value)
    return [real] if state.is_real else [real, imaginary]


def _run(flow: Flow, start: list[Term], end: Fraction, digits: int, max_steps: int) -> tuple[list[arb], int]:
    """Middles of balls, one for each real coordinate, and the number of steps."""
    bits = math.ceil(digits * math.log2(10)) + GUARD
    order = math.ceil(digits * math.log(10) / 2) + 1
    with ctx.workprec(bits):
        try:
            jets = Jets(flow.states, flow.terms, {}, bits)
        except TermError as error:
            raise FieldError(str(error)) from None
        here = [_real_ball(enclose(value, {}, bits), value) for value in start]
        now, steps = Fraction(0), 0
        while now < end:
            series = jets.taylor(here, order)
            length = min(_length(series, order), end - now) if steps < max_steps else Fraction(0)
            if length <= end * Fraction(1, 10**digits):
                raise FieldError(
                    f"integrate_precisely: stopped at time {float(now):.6g}, step {steps}: "
                    + (
                        "too many steps"
                        if steps >= max_steps
                        else "the field is undefined there or the solution blows up"
                    )
                )
            h = arb(fmpq(length.numerator, length.denominator))
            here = [_polynomial(row, h) for row in series]
            now, steps = now + length, steps + 1
    return here, steps


def _real_ball(value: Any, what: Term) -> arb:
    if not isinstance(value, arb) or not value.is_finite():
        raise FieldError(f"the start {what} is not a real number")
    return value.mid()


def _polynomial(row: list[arb], h: arb) -> arb:
    total = row[-1]
    for coefficient in reversed(row[:-1]):
        total = total * h + coefficient
    return total.mid()


def _length(series: list[list[arb]], order: int) -> Fraction:
    """1/e^2 of the radius of convergence, as a dyadic number; 0 if a coefficient is not finite."""
    if not all(row[order].is_finite() and row[order - 1].is_finite() for row in series):
        return Fraction(0)
    size = max((max(abs(row[0]).upper() for row in series), arb(1)), key=float)
    radii = []
    for k in (order - 1, order):
        largest = max(
            (abs(row[k]).upper() / size for row in series),
            key=lambda each: float(each.log()) if each > 0 else -math.inf,
        )
        if largest > 0:
            radii.append(-float(largest.log()) / k)
    if not radii:
        return Fraction(1 << 40)  # a polynomial in time
    exponent = min(radii) - 2
    if abs(exponent) > 600:
        return Fraction(0) if exponent < 0 else Fraction(1 << 40)
    return Fraction(math.exp(exponent)).limit_denominator(1 << 40) if exponent > -20 else Fraction(math.exp(exponent))


def _states(mp: Any, field: Field, values: list[arb], digits: int) -> tuple[Any, ...]:
    numbers = iter(mp.mpf(value.str(digits + 5, radius=False)) for value in values)
    return tuple(next(numbers) if state.is_real else mp.mpc(next(numbers), next(numbers)) for state in field.states)
