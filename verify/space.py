"""Spaces: the symbols of a claim and where they live.

A domain is what the theorem says; its window is only where the attack looks first. Every domain answers the same
few questions: which scalar symbols it has, which relations it stands for, which exact points are worth trying, and
how numbers in a box become points (floats for a batch, exact Terms for a refutation).
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from functools import cached_property
from keyword import iskeyword
from math import ceil, floor, pi
from typing import TYPE_CHECKING, Any

from verify.kernel import ball
from verify.kernel import point as at_point
from verify.kernel.exact import Undefined
from verify.kernel.relation import Relation, eq, ge, gt, le
from verify.kernel.term import FUNCTIONS, PI, Term, TermError, abs2, atan, number, symbol
from verify.kernel.term import I as IMAGINARY
from verify.linalg import Matrix, det, matrix

if TYPE_CHECKING:
    import numpy as np
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "Circle",
    "Complex",
    "Disk",
    "Domain",
    "Interval",
    "Matrices",
    "Natural",
    "Nonneg",
    "Positive",
    "Real",
    "Space",
    "SpaceError",
    "Sphere",
    "Token",
]

Value = Term | Matrix
Exacts = dict[Term, Any]
DENOMINATOR = 1 << 20


class SpaceError(ValueError):
    """A domain or space that cannot be built; one line."""


def _rational(value: Any, what: str) -> Fraction:
    if isinstance(value, float):
        raise SpaceError(f"{what} is the float {value!r}; write an int, Fraction or text such as '1/2'")
    try:
        return Fraction(value)
    except (ValueError, TypeError, ZeroDivisionError):
        raise SpaceError(f"{what} is {value!r}; expected a rational number such as 3 or '1/2'") from None


def _flag(value: Any, what: str) -> None:
    if type(value) is not bool:
        raise SpaceError(f"{what} is {value!r}; expected True or False")


def _near(x: float, limit: int) -> Fraction:
    return Fraction(x).limit_denominator(limit)


@dataclass(frozen=True)
class Domain(ABC):
    """Where a symbol lives.

    A domain has `dims` real coordinates, each in an interval of `box`; `columns` and `exact` turn coordinates into
    values of its scalar symbols. Inequalities of the domain hold by construction wherever they can.
    """

    def __str__(self) -> str:
        """As a conjecture file writes it: `disk`, `real(window=5)`, `token(circle)`."""
        said = []
        for field in fields(self):
            given = getattr(self, field.name)
            if field.default is MISSING or field.name == "m":
                said.append(str(given))
            elif given != field.default and given is not None:
                quoted = f'"{given}"' if isinstance(given, str) else str(given).lower()
                said.append(f"{field.name}={quoted}")
        return type(self).__name__.lower() + (f"({', '.join(said)})" if said else "")

    @abstractmethod
    def make(self, name: str) -> Value:
        """The symbol, vector or matrix of that name."""

    def scalars(self, value: Value) -> tuple[Term, ...]:
        """The scalar symbols in `value`, each once."""
        if isinstance(value, Term):
            return (value,)
        return tuple(dict.fromkeys(sym for entry in value.entries() for sym in entry.symbols))

    def facts(self, value: Value) -> tuple[Relation, ...]:
        """The relations that the domain stands for."""
        return ()

    @property
    @abstractmethod
    def box(self) -> tuple[tuple[float, float], ...]:
        """Where the coordinates are searched first; shape (dims, 2)."""

    @abstractmethod
    def columns(self, value: Value, u: np.ndarray) -> dict[Term, np.ndarray]:
        """Values at coordinates `u` of shape (N, dims): arrays of shape (N,), complex for complex symbols."""

    @abstractmethod
    def exact(self, value: Value, u: Sequence[float], limit: int = DENOMINATOR) -> Exacts:
        """An exact point of the domain near coordinates `u`, with denominators of about `limit`."""

    @abstractmethod
    def special(self, value: Value) -> Iterator[Exacts]:
        """Corners and special values, simplest first; a short finite list of exact points of the domain."""

    def contains(self, value: Value, point: Mapping[Term, Any]) -> bool | None:
        """Is the exact point in the domain? None where it cannot be decided."""
        mine = {sym: point[sym] for sym in self.scalars(value)}
        if at_point.check_coordinates(mine):
            return False
        found: bool | None = True
        for fact in self.facts(value):
            try:
                decision = at_point.decide(fact, mine)
            except Undefined:
                return False
            if decision is None:
                found = None
            elif not decision[0]:
                return False
        return found

    def contains_ball(self, value: Value, box: Mapping[Term, Any]) -> bool | None:
        """Do all (True) or none (False) of the points of a box of balls lie in the domain? None: not known."""
        found: bool | None = True
        for fact in self.facts(value):
            gap = ball.enclose(fact.gap, box)
            sign = ball.certain_sign(gap)
            if fact.op == "eq":
                if ball.known_nonzero(gap):
                    return False
                found = found if sign == 0 else None
            elif sign is None:
                found = found if fact.op == "ge" and ball.nonnegative(gap) else None
            elif sign < 0 or (sign == 0 and fact.op == "gt"):
                return False
        return found

    @property
    def dims(self) -> int:
        return len(self.box)

    def sample(self, value: Value, rng: np.random.Generator, size: int) -> dict[Term, np.ndarray]:
        """`size` points, uniform in the box of coordinates."""
        import numpy as np

        low, high = np.array(self.box).T if self.dims else np.zeros((2, 0))
        return self.columns(value, rng.uniform(low, high, size=(size, self.dims)))

    def strategy(self, value: Value) -> SearchStrategy[Exacts]:
        """A Hypothesis strategy for exact points; it shrinks towards the special values."""
        from hypothesis import strategies as st

        special = list(self.special(value))
        steps = [_grid(lo, hi) for lo, hi in self.box]
        return st.sampled_from(special) | st.tuples(*steps).map(lambda u: self.exact(value, u, 1 << 12))


def _grid(low: float, high: float) -> SearchStrategy[float]:
    """Numbers of [low, high] over a power of two, at most 2^12; they shrink towards 0 and small denominators."""
    from hypothesis import strategies as st

    def over(power: int) -> SearchStrategy[float]:
        first, last = (round_(side * (1 << power)) for round_, side in ((ceil, low), (floor, high)))
        return st.integers(first, last).map(lambda k: k / (1 << power))

    least = next((power for power in range(13) if ceil(low * (1 << power)) <= floor(high * (1 << power))), None)
    if least is None:  # no such number in so short an interval
        return st.integers(0, 1 << 12).map(lambda k: low + (high - low) * k / (1 << 12))
    return st.integers(least, 12).flatmap(over)


def _window(window: Any) -> float:
    width = _rational(window, "window")
    if width <= 0:
        raise SpaceError(f"window is {window}; expected a positive number")
    return float(width)


SPECIAL = [Fraction(k) for k in (0, 1, -1, 2, -2)] + [Fraction(1, 2), Fraction(-1, 2), Fraction(3), Fraction(-3)]


@dataclass(frozen=True)
class _Scalar(Domain):
    """One real symbol."""

    def make(self, name: str) -> Value:
        return symbol(name)

    def columns(self, value: Value, u: np.ndarray) -> dict[Term, np.ndarray]:
        assert isinstance(value, Term)
        return {value: u[:, 0]}

    def _inside(self, x: Fraction) -> Fraction:
        return x

    def exact(self, value: Value, u: Sequence[float], limit: int = DENOMINATOR) -> Exacts:
        assert isinstance(value, Term)
        return {value: number(self._inside(_near(u[0], limit)))}

    def special(self, value: Value) -> Iterator[Exacts]:
        assert isinstance(value, Term)
        for x in SPECIAL:
            if self._inside(x) == x:
                yield {value: number(x)}


@dataclass(frozen=True)
class Real(_Scalar):
    """All of R; the attack starts in [-window, window]."""

    window: Any = 3

    def __post_init__(self) -> None:
        _window(self.window)

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        return ((-_window(self.window), _window(self.window)),)


@dataclass(frozen=True)
class Positive(_Scalar):
    """x > 0."""

    window: Any = 3

    def __post_init__(self) -> None:
        _window(self.window)

    def facts(self, value: Value) -> tuple[Relation, ...]:
        return (gt(value, 0),)

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        return ((0.0, _window(self.window)),)

    def _inside(self, x: Fraction) -> Fraction:
        return x if x > 0 else Fraction(1, DENOMINATOR)


@dataclass(frozen=True)
class Nonneg(_Scalar):
    """x >= 0."""

    window: Any = 3

    def __post_init__(self) -> None:
        _window(self.window)

    def facts(self, value: Value) -> tuple[Relation, ...]:
        return (ge(value, 0),)

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        return ((0.0, _window(self.window)),)

    def _inside(self, x: Fraction) -> Fraction:
        return max(x, Fraction(0))


@dataclass(frozen=True)
class Interval(_Scalar):
    """low <= x <= high, or without the ends if `open`.

    Raises:
        SpaceError: the interval is empty.
    """

    low: Any
    high: Any
    open: bool = False

    def __post_init__(self) -> None:
        _flag(self.open, "open")
        low, high = self._ends
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        if low > high or (self.open and low == high):
            kind = "open interval" if self.open else "interval"
            raise SpaceError(f"the {kind} from {low} to {high} is empty; write the smaller end first")

    @property
    def _ends(self) -> tuple[Fraction, Fraction]:
        return _rational(self.low, "the lower end"), _rational(self.high, "the upper end")

    def facts(self, value: Value) -> tuple[Relation, ...]:
        low, high = self._ends
        return (gt(value, low), gt(high, value)) if self.open else (ge(value, low), le(value, high))

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        low, high = self._ends
        return ((float(low), float(high)),)

    def _inside(self, x: Fraction) -> Fraction:
        low, high = self._ends
        edge = (high - low) / DENOMINATOR if self.open else Fraction(0)
        return min(max(x, low + edge), high - edge)

    def special(self, value: Value) -> Iterator[Exacts]:
        assert isinstance(value, Term)
        low, high = self._ends
        ends = [] if self.open else [low, high]
        middle = (low + high) / 2
        for x in dict.fromkeys([*(x for x in SPECIAL if self._inside(x) == x), *ends, middle]):
            yield {value: number(x)}


@dataclass(frozen=True)
class Natural(_Scalar):
    """Natural numbers m >= low."""

    low: int = 0
    window: Any = 8

    def __post_init__(self) -> None:
        if type(self.low) is not int or self.low < 0:
            raise SpaceError(f"natural numbers start at {self.low!r}; expected an int >= 0")
        _window(self.window)

    def make(self, name: str) -> Value:
        return symbol(name, "natural")

    def facts(self, value: Value) -> tuple[Relation, ...]:
        return (ge(value, self.low),)

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        return ((float(self.low), self.low + _window(self.window)),)

    def columns(self, value: Value, u: np.ndarray) -> dict[Term, np.ndarray]:
        import numpy as np

        assert isinstance(value, Term)
        return {value: np.floor(u[:, 0])}

    def _inside(self, x: Fraction) -> Fraction:
        return Fraction(max(int(x // 1), self.low))

    def special(self, value: Value) -> Iterator[Exacts]:
        assert isinstance(value, Term)
        for k in range(5):
            yield {value: number(self.low + k)}


Pair = tuple[int | str, int | str]
GAUSSIAN: list[Pair] = [
    *[(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)],
    ("1/2", 0),
    (0, "1/2"),
    (1, 1),
    (2, 0),
    ("-1/2", 0),
]


def _gauss(x: Any, y: Any) -> Term:
    return number(Fraction(x)) + IMAGINARY * number(Fraction(y))


@dataclass(frozen=True)
class Complex(Domain):
    """All of C."""

    window: Any = 3

    def __post_init__(self) -> None:
        _window(self.window)

    def make(self, name: str) -> Value:
        return symbol(name, "complex")

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        width = _window(self.window)
        return ((-width, width), (-width, width))

    def columns(self, value: Value, u: np.ndarray) -> dict[Term, np.ndarray]:
        assert isinstance(value, Term)
        return {value: u[:, 0] + 1j * u[:, 1]}

    def exact(self, value: Value, u: Sequence[float], limit: int = DENOMINATOR) -> Exacts:
        assert isinstance(value, Term)
        return {value: _gauss(_near(u[0], limit), _near(u[1], limit))}

    def special(self, value: Value) -> Iterator[Exacts]:
        assert isinstance(value, Term)
        for x, y in GAUSSIAN:
            yield {value: _gauss(x, y)}


DISK: list[Pair] = [
    (0, 0),
    ("1/2", 0),
    ("-1/2", 0),
    (0, "1/2"),
    (0, "-1/2"),
    ("3/10", "2/5"),
    ("3/5", "-7/10"),
    ("9/10", 0),
]
CIRCLE: list[Pair] = [(1, 0), (-1, 0), (0, 1), (0, -1), ("3/5", "4/5"), ("-4/5", "3/5")]


@dataclass(frozen=True)
class Disk(Domain):
    """The unit disk |w| < 1 (with the circle if `closed`). Coordinates: (radius squared, angle / 2 pi)."""

    closed: bool = False

    def __post_init__(self) -> None:
        _flag(self.closed, "closed")

    def make(self, name: str) -> Value:
        return symbol(name, "complex")

    def facts(self, value: Value) -> tuple[Relation, ...]:
        gap = 1 - abs2(value)
        return (ge(gap, 0),) if self.closed else (gt(gap, 0),)

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        return ((0.0, 1.0), (0.0, 1.0))

    def columns(self, value: Value, u: np.ndarray) -> dict[Term, np.ndarray]:
        import numpy as np

        assert isinstance(value, Term)
        radius = np.sqrt(np.clip(u[:, 0], 0.0, 1.0 if self.closed else 1.0 - 1e-12))
        return {value: radius * np.exp(2j * pi * u[:, 1])}

    def exact(self, value: Value, u: Sequence[float], limit: int = DENOMINATOR) -> Exacts:
        from math import cos, sin, sqrt

        assert isinstance(value, Term)
        radius, angle = sqrt(max(0.0, min(1.0, u[0]))), 2 * pi * u[1]
        if self.closed and u[0] >= 1.0 - 1e-9:
            return {value: _gauss(*_circle_point(angle, limit))}
        x, y = _near(radius * cos(angle), limit), _near(radius * sin(angle), limit)
        while x * x + y * y >= 1:
            x, y = x * Fraction(limit - 1, limit), y * Fraction(limit - 1, limit)
        return {value: _gauss(x, y)}

    def special(self, value: Value) -> Iterator[Exacts]:
        assert isinstance(value, Term)
        for x, y in (*DISK, *CIRCLE) if self.closed else DISK:
            yield {value: _gauss(x, y)}


def _circle_point(angle: float, limit: int) -> tuple[Fraction, Fraction]:
    """A rational point of the unit circle, by t = tan(angle / 2)."""
    from math import tan

    half = (angle % (2 * pi)) / 2
    if abs(half - pi / 2) < 1e-12:
        return Fraction(-1), Fraction(0)
    t = _near(tan(half), limit)
    return (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)


@dataclass(frozen=True)
class Circle(_Scalar):
    """Angles modulo 2 pi. Exact angles are multiples of pi and 2*atan(rational).

    A relation speaks of every real value of the angle; so it should not tell t from t + 2 pi. In files it must not
    (`verify.spell.angles`); in Python nothing looks. So "t -> 0 along t' = -sin(t)" is refuted at t = 2 pi; on the
    circle write 1 - cos(t) -> 0, and the exception as cos(t) = -1.
    """

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        return ((-pi, pi),)

    def exact(self, value: Value, u: Sequence[float], limit: int = DENOMINATOR) -> Exacts:
        from math import tan

        assert isinstance(value, Term)
        twelfth = round(u[0] * 12 / pi)
        if abs(u[0] - twelfth * pi / 12) < 1e-9:
            return {value: number(Fraction(twelfth, 12)) * PI}
        return {value: 2 * atan(_near(tan(u[0] / 2), limit))}

    def special(self, value: Value) -> Iterator[Exacts]:
        assert isinstance(value, Term)
        for turns in (0, 1, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 4), Fraction(1, 3), Fraction(1, 6)):
            yield {value: number(turns) * PI}
        yield {value: 2 * atan(Fraction(1, 2))}


@dataclass(frozen=True)
class Sphere(Domain):
    """Unit vectors of R^d, d >= 2, by stereographic projection from (-1, 0, ..., 0)."""

    d: int

    def __post_init__(self) -> None:
        if type(self.d) is not int or not 2 <= self.d <= 64:
            raise SpaceError(f"the sphere lies in R^{self.d}; expected an int from 2 to 64")

    def make(self, name: str) -> Value:
        return matrix([[symbol(f"{name}{k + 1}")] for k in range(self.d)])

    def facts(self, value: Value) -> tuple[Relation, ...]:
        return (eq(sum((x**2 for x in self.scalars(value)), number(0)), 1),)

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        return ((-1.0, 1.0),) * self.d

    def columns(self, value: Value, u: np.ndarray) -> dict[Term, np.ndarray]:
        import numpy as np

        norm = np.linalg.norm(u, axis=1, keepdims=True)
        unit = np.where(norm > 0, u / np.where(norm > 0, norm, 1.0), np.eye(self.d)[0])
        return {sym: unit[:, k] for k, sym in enumerate(self.scalars(value))}

    def exact(self, value: Value, u: Sequence[float], limit: int = DENOMINATOR) -> Exacts:
        from math import sqrt

        norm = sqrt(sum(x * x for x in u)) or 1.0
        first = u[0] / norm
        side = 1 if first >= 0 else -1  # project from the farther pole
        t = [_near(x / norm / (1 + abs(first)), limit) for x in u[1:]]
        s = sum((x * x for x in t), Fraction(0))
        coordinates: list[Fraction] = [side * (1 - s) / (1 + s), *(2 * x / (1 + s) for x in t)]
        return {sym: number(x) for sym, x in zip(self.scalars(value), coordinates, strict=True)}

    def special(self, value: Value) -> Iterator[Exacts]:
        names = self.scalars(value)
        for k, sign in itertools.product(range(self.d), (1, -1)):
            yield {sym: number(sign if j == k else 0) for j, sym in enumerate(names)}
        yield {sym: number(Fraction(3 if j == 0 else 4 if j == 1 else 0, 5)) for j, sym in enumerate(names)}


@dataclass(frozen=True)
class Matrices(Domain):
    """Real n x m matrices: `kind` is general, symmetric or definite (symmetric positive definite).

    A definite matrix is made as L L^T, never found by rejection.
    """

    n: int
    m: int | None = None
    kind: str = "general"
    window: Any = 3

    def __post_init__(self) -> None:
        _window(self.window)
        if self.kind not in ("general", "symmetric", "definite"):
            raise SpaceError(f"matrices of kind {self.kind!r}; expected general, symmetric or definite")
        if self.m is None:
            object.__setattr__(self, "m", self.n)
        for size in (self.n, self.m):
            if type(size) is not int or not 1 <= size <= 9:
                raise SpaceError(f"a matrix side is {size!r}; expected an int from 1 to 9")
        if self.kind != "general" and self.n != self.m:
            raise SpaceError(f"a {self.kind} matrix is square; found {self.n} x {self.m}")

    def make(self, name: str) -> Value:
        def entry(i: int, j: int) -> Term:
            low, high = (min(i, j), max(i, j)) if self.kind != "general" else (i, j)
            return symbol(f"{name}{low + 1}{high + 1}")

        return matrix([[entry(i, j) for j in range(self.m or 1)] for i in range(self.n)])

    def facts(self, value: Value) -> tuple[Relation, ...]:
        if self.kind != "definite":
            return ()
        assert isinstance(value, Matrix)
        return tuple(gt(det(Matrix(tuple(row[:k] for row in value.rows[:k]))), 0) for k in range(1, self.n + 1))

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        count = self.n * (self.m or 1) if self.kind == "general" else self.n * (self.n + 1) // 2
        return ((-_window(self.window), _window(self.window)),) * count

    def _gram(self, lower: Sequence[Any], smallest: Any) -> list[list[Any]]:
        """L L^T from the lower triangle, row by row, with its diagonal kept away from zero."""
        rows: list[list[Any]] = []
        at = 0
        for i in range(self.n):
            row = list(lower[at : at + i + 1])
            row[i] = abs(row[i]) + smallest
            rows.append(row + [0 * row[i]] * (self.n - i - 1))
            at += i + 1
        return [[sum(a * b for a, b in zip(r, s, strict=True)) for s in rows] for r in rows]

    def columns(self, value: Value, u: np.ndarray) -> dict[Term, np.ndarray]:
        assert isinstance(value, Matrix)
        if self.kind != "definite":
            return {sym: u[:, k] for k, sym in enumerate(self.scalars(value))}
        gram = self._gram([u[:, k] for k in range(u.shape[1])], 1e-3)
        return {value.rows[i][j]: gram[i][j] for i in range(self.n) for j in range(i, self.n)}

    def exact(self, value: Value, u: Sequence[float], limit: int = DENOMINATOR) -> Exacts:
        assert isinstance(value, Matrix)
        numbers = [_near(x, limit) for x in u]
        if self.kind != "definite":
            return {sym: number(x) for sym, x in zip(self.scalars(value), numbers, strict=True)}
        gram = self._gram(numbers, Fraction(1, 1000))
        return {value.rows[i][j]: number(gram[i][j]) for i in range(self.n) for j in range(i, self.n)}

    def special(self, value: Value) -> Iterator[Exacts]:
        """Zero, the identity and its negative, diagonal, rotation-like, nilpotent and rank-one ones."""
        assert isinstance(value, Matrix)
        n, m = value.shape
        patterns: list[list[list[int]]] = []

        def pattern(entry: Any) -> None:
            patterns.append([[entry(i, j) for j in range(m)] for i in range(n)])

        pattern(lambda i, j: 0)
        for c in (1, -1):
            pattern(lambda i, j, c=c: c * (i == j))
        pattern(lambda i, j: (i == j) * (1 if i % 2 == 0 else -1))
        pattern(lambda i, j: (i == j) * (-1 if i % 2 == 0 else 1))
        pattern(lambda i, j: (i == j) * (n - i))
        pattern(lambda i, j: (i == j) * (i == 0))
        pattern(lambda i, j: (j == i + 1) - (i == j + 1))
        pattern(lambda i, j: (i == j + 1) - (j == i + 1))
        pattern(lambda i, j: int(j == i + 1))
        pattern(lambda i, j: (i == j) + (j == i + 1) - (i == j + 1))
        pattern(lambda i, j: -(i == j) + (j == i + 1) - (i == j + 1))
        pattern(lambda i, j: (i != j) * 1)
        pattern(lambda i, j: 1)
        for entries in patterns:
            if self.kind != "general" and any(entries[i][j] != entries[j][i] for i in range(n) for j in range(n)):
                continue
            point = {value.rows[i][j]: number(entries[i][j]) for i in range(n) for j in range(m)}
            if self.contains(value, point):
                yield point


@dataclass(frozen=True)
class Token(Domain):
    """One of any number of tokens, or a point drawn from a measure, of the inner domain; bound by `Mean`.

    A point gives a token's symbols tuples, one entry per token; the attack draws `n` of them.
    """

    inner: Domain
    n: int = 3

    def __str__(self) -> str:
        return f"token({self.inner})"

    def __post_init__(self) -> None:
        if isinstance(self.inner, Token) or not isinstance(self.inner, Domain):
            raise SpaceError(f"a token lives in a domain such as Circle() or Sphere(3); found {self.inner!r}")

    def make(self, name: str) -> Value:
        return self.inner.make(name)

    def facts(self, value: Value) -> tuple[Relation, ...]:
        return self.inner.facts(value)

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        return self.inner.box * self.n

    def columns(self, value: Value, u: np.ndarray) -> dict[Term, np.ndarray]:
        """Arrays of shape (N, n)."""
        import numpy as np

        k = self.inner.dims
        parts = [self.inner.columns(value, u[:, j * k : (j + 1) * k]) for j in range(self.n)]
        return {sym: np.stack([part[sym] for part in parts], axis=1) for sym in parts[0]}

    def exact(self, value: Value, u: Sequence[float], limit: int = DENOMINATOR) -> Exacts:
        k = self.inner.dims
        parts = [self.inner.exact(value, u[j * k : (j + 1) * k], limit) for j in range(len(u) // k)]
        return {sym: tuple(part[sym] for part in parts) for sym in parts[0]}

    def special(self, value: Value) -> Iterator[Exacts]:
        inner = list(self.inner.special(value))
        for point in inner:
            yield {sym: (x,) for sym, x in point.items()}
        for first, second in itertools.pairwise(inner):
            yield {sym: (first[sym], second[sym]) for sym in first}

    def contains(self, value: Value, point: Mapping[Term, Any]) -> bool | None:
        names = self.scalars(value)
        columns = [point[sym] if isinstance(point[sym], tuple) else (point[sym],) for sym in names]
        if not columns[0] or len({len(column) for column in columns}) != 1:
            return False
        answers = [self.inner.contains(value, dict(zip(names, row, strict=True))) for row in zip(*columns, strict=True)]
        return False if False in answers else (None if None in answers else True)


class Space:
    """The symbols of a claim with their domains, in the order in which they were named.

    `Space(a=Real(), w=Disk(), V=Matrices(2, 2)).symbols` are Terms, vectors and matrices of Terms.

    Raises:
        SpaceError: no domain, something that is not a domain, two names that give the same scalar symbol, or a name
            that is that of an entry of another.
    """

    def __init__(self, /, **domains: Domain) -> None:
        if not domains:
            raise SpaceError("a space needs at least one symbol, for instance Space(x=Real())")
        self._domains = dict(domains)
        self._values: dict[str, Value] = {}
        owner: dict[str, str] = {}
        for name, domain in domains.items():
            if not isinstance(domain, Domain):
                raise SpaceError(f"{name} = {domain!r} is not a domain; write for instance {name}=Real()")
            try:
                self._values[name] = domain.make(name)
            except TermError as error:
                raise SpaceError(str(error)) from None
            for sym in domain.scalars(self._values[name]):
                if sym.payload[0] in owner:
                    raise SpaceError(f"{name} and {owner[sym.payload[0]]} both have the symbol {sym}; rename one")
                if sym.payload[0] in _RESERVED or iskeyword(sym.payload[0]):
                    raise SpaceError(f"{sym} is a name of the language; rename the symbol")
                owner[sym.payload[0]] = name
        for name in domains:
            if owner.get(name, name) != name:
                raise SpaceError(f"{name} is a name of its own and an entry of {owner[name]}; rename one")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Space) and list(self._domains.items()) == list(other._domains.items())

    def __hash__(self) -> int:
        return hash(tuple(self._domains.items()))

    def __repr__(self) -> str:
        return f"Space({', '.join(f'{name}={domain}' for name, domain in self._domains.items())})"

    @property
    def names(self) -> dict[str, Value]:
        """Name -> Term, vector or matrix; what a conjecture file may speak of."""
        return dict(self._values)

    @property
    def domains(self) -> dict[str, Domain]:
        return dict(self._domains)

    @property
    def symbols(self) -> Any:
        """The values in order; a single one is returned alone."""
        values = tuple(self._values.values())
        return values if len(values) > 1 else values[0]

    @cached_property
    def scalars(self) -> tuple[Term, ...]:
        """All scalar symbols, in order."""
        return tuple(sym for name, d in self._domains.items() for sym in d.scalars(self._values[name]))

    @cached_property
    def tokens(self) -> frozenset[Term]:
        """The scalar symbols of tokens; they stand only inside a mean."""
        found = [d.scalars(self._values[name]) for name, d in self._domains.items() if isinstance(d, Token)]
        return frozenset(sym for group in found for sym in group)

    @cached_property
    def facts(self) -> tuple[Relation, ...]:
        """What the domains say, as relations."""
        return tuple(fact for name, d in self._domains.items() for fact in d.facts(self._values[name]))

    def facts_of(self, states: Sequence[Term]) -> tuple[Relation, ...]:
        """The facts of the domains that own `states`."""
        wanted = set(states)
        found: list[Relation] = []
        for name, domain in self._domains.items():
            if wanted & set(domain.scalars(self._values[name])):
                found.extend(domain.facts(self._values[name]))
        return tuple(found)

    def contains(self, point: Mapping[Term, Any]) -> bool | None:
        """Is the exact point in every domain? None where that is not decided."""
        answers = [d.contains(self._values[name], point) for name, d in self._domains.items()]
        return False if False in answers else (None if None in answers else True)

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        """The boxes of all domains, one after the other; shape (dims, 2)."""
        return tuple(side for domain in self._domains.values() for side in domain.box)

    def columns(self, u: np.ndarray) -> dict[Term, np.ndarray]:
        """Scalar symbol -> values at the coordinates `u` of shape (N, dims)."""
        found: dict[Term, np.ndarray] = {}
        at = 0
        for name, domain in self._domains.items():
            found |= domain.columns(self._values[name], u[:, at : at + domain.dims])
            at += domain.dims
        return found

    def exact(self, u: Sequence[float], limit: int = DENOMINATOR) -> Exacts:
        """The exact point near coordinates `u` of length dims."""
        found: Exacts = {}
        at = 0
        for name, domain in self._domains.items():
            found |= domain.exact(self._values[name], list(u[at : at + domain.dims]), limit)
            at += domain.dims
        return found

    def sample(self, rng: np.random.Generator, size: int) -> dict[Term, np.ndarray]:
        """`size` points, uniform in the box of coordinates."""
        import numpy as np

        low, high = np.array(self.box).T
        return self.columns(rng.uniform(low, high, size=(size, len(self.box))))

    def special(self, limit: int = 3000) -> Iterator[Exacts]:
        """Exact points made of special values, simplest (smallest total rank) first, at most `limit`."""
        lists = [list(domain.special(self._values[name])) for name, domain in self._domains.items()]
        produced = 0
        for total in range(sum(len(each) - 1 for each in lists) + 1):
            for ranks in _ranks([len(each) for each in lists], total):
                if produced == limit:
                    return
                produced += 1
                point: Exacts = {}
                for each, rank in zip(lists, ranks, strict=True):
                    point |= each[rank]
                yield _joint(point)

    def strategy(self) -> SearchStrategy[Exacts]:
        """A Hypothesis strategy for exact points of the space (domains only, not the hypotheses of a claim)."""
        from hypothesis import strategies as st

        parts = [domain.strategy(self._values[name]) for name, domain in self._domains.items()]
        return st.tuples(*parts).map(lambda found: {sym: x for part in found for sym, x in part.items()})


_RESERVED = frozenset(
    ("I", "pi", "Mean", "Integral", "Wasserstein", "re", "im", "conj", "abs", "abs2", "min", "max", *FUNCTIONS)
)


def _joint(point: Exacts) -> Exacts:
    """The point with equally many tokens of each kind, for they may stand in one mean; those of fewer are repeated."""
    n = max((len(value) for value in point.values() if isinstance(value, tuple)), default=0)
    return {
        sym: tuple(itertools.islice(itertools.cycle(value), n)) if isinstance(value, tuple) else value
        for sym, value in point.items()
    }


def _ranks(sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """All tuples below `sizes` with that sum."""
    if len(sizes) == 1:
        if total < sizes[0]:
            yield (total,)
        return
    for first in range(min(sizes[0] - 1, total) + 1):
        if total - first <= sum(size - 1 for size in sizes[1:]):
            for rest in _ranks(sizes[1:], total - first):
                yield (first, *rest)
