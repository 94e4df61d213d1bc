"""Taylor series of polynomial fields in fixed point of any length, as numba code: what makes 50 digits cheap.

A number is a row of signed digits to the base 2^26, the first before the point. Coefficient k of every series is that
of x(t + h s) in s, so all of them are of the size of x or smaller, and the step is their sum. Of a product of two
series all digits of all summands are added up in 64-bit integers, which cannot overflow, and carried once; what is
behind the last digit is dropped, which costs less than 31 bits.

Nothing here is proved: the same series over Arb judge it in the tests.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from verify.dynamics.program import Polynomial

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Series", "fits"]

BITS = 26
LARGEST = 1 << 20  # of the first digit: no sum of products overflows
MANTISSA = 24  # bits of a step's


def fits(limbs: int, order: int) -> bool:
    """Is 2^50 * limbs * (order + 1), the largest sum of products of digits, below 2^62?"""
    return limbs * (order + 1) < 1 << 12


def limbs_for(digits: int) -> int:
    """Limbs for that many decimal digits after the point, and 40 bits more."""
    return 2 + -(-int(digits * 3.3219281 + 40) // BITS)


def digits_of(value: Fraction, limbs: int) -> list[int]:
    """Balanced digits of the nearest number.

    Raises:
        OverflowError: its size is over 2^20.
    """
    whole = round(value * (1 << BITS * (limbs - 1)))
    found = []
    for _ in range(limbs - 1):
        digit = (whole + (1 << BITS - 1)) % (1 << BITS) - (1 << BITS - 1)
        found.append(digit)
        whole = (whole - digit) >> BITS
    if abs(whole) > LARGEST:
        raise OverflowError(f"{float(value)} is too large for fixed point")
    return [whole, *reversed(found)]


def number_of(digits: Sequence[int]) -> Fraction:
    whole = 0
    for digit in digits:
        whole = (whole << BITS) + int(digit)
    return Fraction(whole, 1 << BITS * (len(digits) - 1))


@dataclass(frozen=True)
class Length:
    """Of a step: mantissa / 2^exponent, with a mantissa of 24 bits."""

    mantissa: int
    exponent: int

    @classmethod
    def of(cls, length: float) -> Length:
        mantissa, exponent = math.frexp(length)
        return cls(int(mantissa * (1 << MANTISSA)), MANTISSA - exponent)

    @property
    def value(self) -> Fraction:
        return Fraction(self.mantissa, 1 << self.exponent)


class Series:
    """A polynomial field, ready to be expanded.

    Args:
        program: its moving values in order, then its rates.
        dimension: number of real states, x0, x1, ...
        limbs, order: see `fits`.

    Raises:
        OverflowError: a coefficient is over 2^20.
    """

    def __init__(self, program: Sequence[Polynomial], dimension: int, limbs: int, order: int) -> None:
        import numpy as np

        self.limbs, self.order, self.dimension = limbs, order, dimension
        place = {f"x{i}": i for i in range(dimension)}
        for at, each in enumerate(program):
            if each.name:
                place[each.name] = dimension + at
        left, right, begin, other, factors, constants = [], [], [0], [], [], []
        for each in program:
            if each.product is not None:
                left.append(place[each.product[0]])
                right.append(place[each.product[1]])
            else:
                left.append(-1)
                right.append(-1)
                other += [place[name] for name, _ in each.parts]
                factors += [digits_of(factor, limbs) for _, factor in each.parts]
            begin.append(len(other))
            constants.append(digits_of(each.constant, limbs))
        self._plan = (
            np.array(left, dtype=np.int64),
            np.array(right, dtype=np.int64),
            np.array(begin, dtype=np.int64),
            np.array(other, dtype=np.int64),
            np.array(factors, dtype=np.int64).reshape(-1, limbs),
            np.array(constants, dtype=np.int64),
        )
        rows = dimension + len(program)
        self._forward = np.zeros((rows, limbs, order + 1), dtype=np.int64)
        self._backward = np.zeros_like(self._forward)

    def state(self, values: Sequence[Fraction]) -> NDArray[np.int64]:
        """Digits of a state, shape (dimension, limbs).

        Raises:
            OverflowError: a value is over 2^20.
        """
        import numpy as np

        return np.array([digits_of(value, self.limbs) for value in values], dtype=np.int64)

    def expand(self, state: NDArray[np.int64], length: Length) -> NDArray[np.int64] | None:
        """Digits of the coefficients of the states, shape (dimension, limbs, order + 1); None if one is too large."""
        good = _expander()(*self._plan, state, self._forward, self._backward, length.mantissa, length.exponent)
        return self._forward[: self.dimension] if good else None

    def growth(self, smallest: float) -> float:
        """By which factor the step may be longer, so that the last two coefficients are below `smallest`.

        That is relative to the largest state, or 1.
        """
        import numpy as np

        weights = 2.0 ** (-BITS * np.arange(self.limbs))
        sizes = np.abs(np.tensordot(weights, self._forward[: self.dimension].astype(np.float64), axes=(0, 1)))
        allowed = smallest * max(1.0, float(sizes[:, 0].max()))
        factors = [4.0]
        for k in (self.order - 1, self.order):
            largest = float(sizes[:, k].max())
            if largest > 0:
                factors.append((allowed / largest) ** (1 / k))
        return min(factors)

    def end(self) -> NDArray[np.int64]:
        """The state at the end of the step: the sums of the coefficients."""
        return self.state([number_of(row) for row in self._forward[: self.dimension].sum(axis=2)])

    def inside(self, part: Fraction) -> list[Fraction]:
        """The state after a part of the step, 0 < part <= 1."""
        scale = 1 << BITS * self.limbs
        at = round(part * scale)
        found = []
        for row in self._forward[: self.dimension]:
            total = 0
            for k in range(self.order, -1, -1):
                coefficient = number_of(row[:, k]) * scale
                total = total * at // scale + int(coefficient)
            found.append(Fraction(total, scale))
        return found


@lru_cache(maxsize=1)
def _expander() -> Any:
    from verify.dynamics.lanes import build

    head = 'from __future__ import annotations\n\nfrom numba import njit\n\n\n@njit(cache=CACHE, error_model="numpy")\n'
    return build(head + inspect.getsource(_expand), "_expand")


def _expand(
    left: Any,
    right: Any,
    begin: Any,
    other: Any,
    factors: Any,
    constants: Any,
    state: Any,
    forward: Any,
    backward: Any,
    mantissa: int,
    exponent: int,
) -> bool:
    """Fill `forward` (coefficient k at place k) and `backward` (at order - k); False where a value is too large."""
    rows, limbs, length = forward.shape
    d = state.shape[0]
    operations = left.shape[0]
    half = 1 << 25
    total = state[0].copy()
    for i in range(d):
        for m in range(limbs):
            forward[i, m, 0] = state[i, m]
            backward[i, m, length - 1] = state[i, m]
    for k in range(length - 1):
        for at in range(operations):
            total[:] = 0
            if left[at] >= 0:
                a, b = left[at], right[at]
                for i in range(limbs):
                    for j in range(limbs - i):
                        row, mirrored = forward[a, i, : k + 1], backward[b, j, length - 1 - k :]
                        partial = 0
                        for s in range(k + 1):
                            partial += row[s] * mirrored[s]
                        total[i + j] += partial
            else:
                if k == 0:
                    for m in range(limbs):
                        total[m] = constants[at, m]
                for part in range(begin[at], begin[at + 1]):
                    source = other[part]
                    for i in range(limbs):
                        factor = factors[part, i]
                        if factor != 0:
                            for j in range(limbs - i):
                                total[i + j] += factor * forward[source, j, k]
            carry = 0
            for m in range(limbs - 1, 0, -1):
                value = total[m] + carry
                carry = (value + half) >> 26
                total[m] = value - (carry << 26)
            total[0] += carry
            if total[0] > 1048576 or total[0] < -1048576:
                return False
            for m in range(limbs):
                forward[d + at, m, k] = total[m]
                backward[d + at, m, length - 1 - k] = total[m]
        for i in range(d):  # the next coefficient: rate * mantissa / (2^exponent (k + 1))
            rate = rows - d + i
            carry = 0
            for m in range(limbs - 1, 0, -1):
                value = forward[rate, m, k] * mantissa + carry
                carry = (value + half) >> 26
                total[m] = value - (carry << 26)
            total[0] = forward[rate, 0, k] * mantissa + carry
            rest = 0
            for m in range(limbs):
                value = (rest << 26) + total[m]
                quotient = value // (k + 1)
                total[m] = quotient
                rest = value - quotient * (k + 1)
            shift = exponent
            while shift > 0:
                by = min(shift, 26)
                rest = 0
                mask = (1 << by) - 1
                for m in range(limbs):
                    value = (rest << 26) + total[m]
                    total[m] = value >> by
                    rest = value & mask
                shift -= by
            carry = 0
            for m in range(limbs - 1, 0, -1):
                value = total[m] + carry
                carry = (value + half) >> 26
                total[m] = value - (carry << 26)
            total[0] += carry
            if total[0] > 1048576 or total[0] < -1048576:
                return False
            for m in range(limbs):
                forward[i, m, k + 1] = total[m]
                backward[i, m, length - 2 - k] = total[m]
    return True
