"""Small matrices and vectors of Terms, written as in the papers: A*x, dot(x, y), det(A), eye(2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from verify.kernel import term as t
from verify.kernel.term import Term, TermError

__all__ = ["J", "Matrix", "det", "dot", "eye", "matrix", "norm2", "tr", "unit", "vector"]


@dataclass(frozen=True)
class Matrix:
    """A matrix of Terms; a vector is a matrix with one column.

    Attributes:
        rows: entries, row by row; shape (n, m) with n, m >= 1.
    """

    rows: tuple[tuple[Term, ...], ...]

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0] or len({len(row) for row in self.rows}) != 1:
            raise TermError("a matrix needs rows of one positive length")

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    @property
    def T(self) -> Matrix:
        return Matrix(tuple(zip(*self.rows, strict=True)))

    def entries(self) -> Iterator[Term]:
        for row in self.rows:
            yield from row

    def _as_term(self) -> Term:
        if self.shape != (1, 1):
            raise TermError(f"a matrix of shape {self.shape} stands where a single expression is expected")
        return self.rows[0][0]

    def map(self, function: Callable[[Term], Term]) -> Matrix:
        return Matrix(tuple(tuple(function(entry) for entry in row) for row in self.rows))

    def subs(self, old: Any, new: Any = None) -> Matrix:
        return self.map(lambda entry: entry.subs(old, new))

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self.rows)))

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, at: int | tuple[int, int]) -> Any:
        """x[i] of a vector is a Term, A[i] of a matrix a row; A[i, j] is a Term. Counted from 0."""
        if isinstance(at, tuple):
            return self.rows[at[0]][at[1]]
        return self.rows[at][0] if self.shape[1] == 1 else Matrix((self.rows[at],))

    def _entrywise(self, other: Matrix, what: str, combine: Callable[[Term, Term], Term]) -> Matrix:
        if not isinstance(other, Matrix) or other.shape != self.shape:
            shape = other.shape if isinstance(other, Matrix) else type(other).__name__
            raise TermError(f"cannot {what} shapes {self.shape} and {shape}")
        pairs = zip(self.rows, other.rows, strict=True)
        return Matrix(tuple(tuple(combine(a, b) for a, b in zip(r, s, strict=True)) for r, s in pairs))

    def __add__(self, other: Matrix) -> Matrix:
        return self._entrywise(other, "add", lambda a, b: a + b)

    def __sub__(self, other: Matrix) -> Matrix:
        return self._entrywise(other, "subtract", lambda a, b: a - b)

    def __neg__(self) -> Matrix:
        return self.map(lambda entry: -entry)

    def __mul__(self, other: Any) -> Matrix:
        if not isinstance(other, Matrix):
            factor = t.term(other)
            return self.map(lambda entry: entry * factor)
        if self.shape[1] != other.shape[0]:
            raise TermError(f"cannot multiply shapes {self.shape} and {other.shape}")
        columns = tuple(zip(*other.rows, strict=True))
        return Matrix(tuple(tuple(_sum(row, column) for column in columns) for row in self.rows))

    __matmul__ = __mul__

    def __rmul__(self, other: Any) -> Matrix:
        factor = t.term(other)
        return self.map(lambda entry: factor * entry)

    def __truediv__(self, other: Any) -> Matrix:
        return self.map(lambda entry: entry / other)

    def __str__(self) -> str:
        return "[" + ", ".join("[" + ", ".join(map(str, row)) + "]" for row in self.rows) + "]"


def _sum(left: Iterable[Term], right: Iterable[Term]) -> Term:
    return t.add(*(t.mul(a, b) for a, b in zip(left, right, strict=True)))


def matrix(rows: Matrix | Sequence[Sequence[Any]]) -> Matrix:
    """A matrix from nested lists of anything that `term` reads."""
    if isinstance(rows, Matrix):
        return rows
    return Matrix(tuple(tuple(t.term(entry) for entry in row) for row in rows))


def vector(*entries: Any) -> Matrix:
    """A column."""
    return Matrix(tuple((t.term(entry),) for entry in entries))


def eye(n: int) -> Matrix:
    """The n x n identity."""
    return Matrix(tuple(tuple(t.ONE if i == j else t.ZERO for j in range(n)) for i in range(n)))


J = matrix([[0, -1], [1, 0]])
"""Rotation of the plane by +90 degrees."""


def dot(left: Matrix, right: Matrix) -> Term:
    """<x, y> of two vectors: the sum of products, without conjugation."""
    if left.shape != right.shape or left.shape[1] != 1:
        raise TermError(f"dot takes two vectors of one length; found shapes {left.shape} and {right.shape}")
    return _sum(left.entries(), right.entries())


def norm2(value: Matrix) -> Term:
    """The sum of |entry|^2 (of a vector: |x|^2; of a matrix: its squared Frobenius norm)."""
    return t.add(*(t.power(entry, 2) if entry.is_real else t.abs2(entry) for entry in value.entries()))


def tr(value: Matrix) -> Term:
    """The trace of a square matrix."""
    if value.shape[0] != value.shape[1]:
        raise TermError(f"the trace needs a square matrix; found shape {value.shape}")
    return t.add(*(value.rows[k][k] for k in range(len(value))))


def det(value: Matrix) -> Term:
    """The determinant of a square matrix, by expansion along the first row (meant for n <= 4)."""
    n, m = value.shape
    if n != m:
        raise TermError(f"the determinant needs a square matrix; found shape {value.shape}")
    if n == 1:
        return value.rows[0][0]
    pieces = []
    for j in range(n):
        minor = Matrix(tuple(row[:j] + row[j + 1 :] for row in value.rows[1:]))
        pieces.append(t.mul(t.number((-1) ** j), value.rows[0][j], det(minor)))
    return t.add(*pieces)


def unit(angle: Any) -> Matrix:
    """(cos, sin) of an angle."""
    return vector(t.cos(angle), t.sin(angle))
