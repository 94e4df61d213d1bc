"""Trajectories to 50 digits and more, by Taylor series: of polynomial fields with rational coefficients in fixed point
(`verify.dynamics.limbs`), of all others by the kernel's own recurrences over Arb.

Steps and their order follow A. Jorba, M. Zou, Experimental Mathematics 14 (2005): the order is -log(eps)/2 + 1, a step
1/e^2 of the radius of convergence that the last two coefficients show. The middle of every ball is taken after a step,
so nothing is proved here: `verify.kernel.flow` encloses what this estimates.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from flint import arb, ctx, fmpq

from verify.dynamics.field import Field, FieldError
from verify.dynamics.program import Polynomial
from verify.kernel.ball import enclose
from verify.kernel.cells import parts, split
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
    try:
        end = Fraction(time)
    except (TypeError, ValueError, ArithmeticError):
        raise FieldError(f"integrate_precisely: the time is a rational number; found {time!r}") from None
    if not end > 0:
        raise FieldError(f"integrate_precisely: the time is positive; found {time}")
    numbers = {sym: _exact(parameters or {}, sym, "parameter") for sym in field.parameters}
    reals: list[Term] = []
    for state in field.states:
        real, imaginary = parts(_exact(start, state, "state"))
        reals += [real] if state.is_real else [real, imaginary]
    try:
        flow = field.flow.subs(numbers)
    except TermError as error:
        raise FieldError(str(error)) from None
    polynomial = Field.of(flow, ()).program().polynomial
    runs = []
    for each in (digits, digits + FINER) if estimate else (digits,):
        run = None if polynomial is None else _in_fixed_point(polynomial, reals, end, each, max_steps)
        runs.append(run or _over_arb(flow, reals, end, each, max_steps))
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


def _jets(flow: Flow, bits: int) -> Jets:
    try:
        coordinates = split(flow.states)
        rates: list[Term] = []
        for state, rate in flow.rates:
            real, imaginary = coordinates.parts(rate)
            rates += [real] if state.is_real else [real, imaginary]
        return Jets(coordinates.symbols, rates, {}, bits)
    except TermError as error:
        raise FieldError(str(error)) from None


def _over_arb(flow: Flow, start: list[Term], end: Fraction, digits: int, max_steps: int) -> tuple[list[arb], int]:
    """Middles of balls, one for each real coordinate, and the number of steps."""
    bits = math.ceil(digits * math.log2(10)) + GUARD
    order = math.ceil(digits * math.log(10) / 2) + 1
    with ctx.workprec(bits):
        jets = _jets(flow, bits)
        here = [_real_ball(enclose(value, {}, bits), value) for value in start]
        now, steps = Fraction(0), 0
        while now < end:
            series = jets.taylor(here, order)
            length = min(_length(series, order), end - now) if steps < max_steps else Fraction(0)
            if length <= end * Fraction(1, 10**digits):
                why = "the field is undefined there or the solution blows up"
                raise _stopped(now, steps, "too many steps" if steps >= max_steps else why)
            h = arb(fmpq(length.numerator, length.denominator))
            here = [_polynomial(row, h) for row in series]
            now, steps = now + length, steps + 1
    return here, steps


def _stopped(now: Fraction, steps: int, why: str) -> FieldError:
    return FieldError(f"integrate_precisely: stopped at time {float(now):.6g}, step {steps}: {why}")


def _in_fixed_point(
    polynomial: Sequence[Polynomial], start: list[Term], end: Fraction, digits: int, max_steps: int
) -> tuple[list[arb], int] | None:
    """The same for polynomial fields, some thirty times faster; None where fixed point does not do."""
    from verify.dynamics import limbs as fixed

    order, limbs = math.ceil(digits * math.log(10) / 2) + 3, fixed.limbs_for(digits)
    if importlib.util.find_spec("numba") is None or not fixed.fits(limbs, order):
        return None
    bits = fixed.BITS * limbs
    with ctx.workprec(bits):
        here = [_fraction(_real_ball(enclose(value, {}, bits), value)) for value in start]
    try:
        series = fixed.Series(polynomial, len(start), limbs, order)
        state = series.state(here)
    except OverflowError:
        return None
    smallest = 10.0 ** -(digits + 1.5)
    now, steps, h = Fraction(0), 0, 0.125
    while now < end:
        if steps >= max_steps:
            raise _stopped(now, steps, "too many steps")
        length = fixed.Length.of(h)
        found = series.expand(state, length)
        growth = 0.25 if found is None else series.growth(smallest)
        if growth < 0.9:
            h *= max(0.95 * growth, 0.0625)
            if h < 1e-18:
                return None  # values too large, or a pole: Arb says where
            continue
        if now + length.value >= end:
            here = series.inside((end - now) / length.value)
            now = end
        else:
            state = series.end()
            now += length.value
        steps += 1
        h = min(h * min(0.98 * growth, 4.0), 1e6)
    with ctx.workprec(bits):
        return [arb(fmpq(value.numerator, value.denominator)) for value in here], steps


def _fraction(value: arb) -> Fraction:
    mantissa, exponent = value.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


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
