"""Proposes certificates of positivity: a polynomial as sum of squares, plus multiples of known facts.

The Gram matrices are sought in floating point, rounded, put back onto the linear conditions exactly and factored
exactly by LDL^T over Q. What comes out is a Term that is manifestly nonnegative; the kernel's rule `sign` checks it.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import TYPE_CHECKING, Any

from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial, Ring
from verify.kernel.term import ONE, Term, add, div, im, mul, number, power, re

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Conditions", "factored", "function_of", "proposals", "squares", "vanishing"]

Exponents = tuple[int, ...]
Polynomial = dict[Exponents, Fraction]
Multiplier = tuple[Term, Polynomial]
MAX_BASIS = 30
MAX_UNKNOWNS = 500
MAX_MONOMIALS = 2_000  # from which a basis is chosen
MAX_PRUNED = 300  # of those, what is looked at in pairs
ROUNDS = 1500
PATIENCE = 100
STALLED = 0.98
MOST_PROJECTIONS = 1 << 12
MOST_INVERSES = 16


def squares(value: Term, facts: Iterable[Relation | AnyOf] = (), strict: bool = False) -> Term | None:
    """A Term equal to `value` that is manifestly nonnegative; None if none was found.

    It is a sum of squares, or one plus squares times gaps of facts and of products of two, or a sum of squares over
    1 + |x|^2 (Motzkin's polynomial is of the last kind alone).

    Args:
        value: a polynomial over Q in real symbols and in real and imaginary parts.
        facts: orders among them may be used.
        strict: with a positive constant left over, so that the Term is manifestly positive.
    """
    return _squares(value, tuple(facts), strict)


@lru_cache(maxsize=256)
def _squares(value: Term, facts: tuple[Relation | AnyOf, ...], strict: bool) -> Term | None:
    symbols = value.symbols
    axes = _axes(symbols)
    known = [fact for fact in facts if isinstance(fact, Relation) and fact.op in ("gt", "ge")]
    known = [fact for fact in known if fact.gap.is_real and set(fact.symbols) <= set(symbols)]
    target = _read(value, axes)
    if target is None or not axes:
        return None
    degree = max((sum(e) for e in target), default=0)
    if degree % 2 and not known:
        return None
    alone: list[Multiplier] = [(ONE, {(0,) * len(axes): Fraction(1)})]
    read = [(fact.gap, _read(fact.gap, axes)) for fact in known]
    single: list[Multiplier] = [(gap, poly) for gap, poly in read if poly]
    pairs = [(mul(g, h), _times(p, q)) for (g, p), (h, q) in itertools.combinations(single, 2)]
    plans = [alone]
    if single:
        plans += [alone + single, alone + single + pairs]
    for multipliers in plans:
        found = _attempts(target, multipliers, axes, strict)
        if found is not None:
            return found
    above = add(ONE, *(power(axis, 2) for axis in axes.values()))
    wider = _read(mul(value, above), axes)
    found = None if wider is None or degree > 8 else _attempts(wider, alone, axes, strict)
    return None if found is None else div(found, above)


def _attempts(target: Polynomial, multipliers: list[Multiplier], axes: Axes, strict: bool) -> Term | None:
    zero = (0,) * len(axes)
    for left in (Fraction(1, 10), Fraction(1, 1000)) if strict else (Fraction(0),):
        rest = dict(target)
        rest[zero] = rest.get(zero, Fraction(0)) - left
        found = _certificate({e: c for e, c in rest.items() if c}, multipliers, axes)
        if found is not None:
            return add(found, number(left))
    return None


Axes = dict[tuple[str, str], Term]
"""Generators of the ring to real Terms: real symbols, real and imaginary parts of complex ones."""


def _axes(symbols: Iterable[Term]) -> Axes:
    found: Axes = {}
    for sym in symbols:
        name = sym.payload[0]
        if sym.payload[1] == "complex":
            found[("re", name)], found[("im", name)] = re(sym), im(sym)
        else:
            found[("sym", name)] = sym
    return found


def _read(value: Term, axes: Axes) -> Polynomial | None:
    """Exponents (in the order of `axes`) -> coefficient, or None for what is no real polynomial over Q."""
    ring = Ring()
    try:
        form = ring.normal(value)[0]
    except NotPolynomial:
        return None
    names = list(axes)
    if form.den or not form.im.is_zero() or any(name not in axes for name in ring.names):
        return None
    place = [names.index((str(kind), str(name))) for kind, name in ring.names]
    found: Polynomial = {}
    for exponents, c in form.re.to_dict().items():
        key = [0] * len(axes)
        for at, e in enumerate(exponents[: len(place)]):
            key[place[at]] += int(e)
        found[tuple(key)] = Fraction(int(c.p), int(c.q))
    return found


def _sum(left: Exponents, right: Exponents) -> Exponents:
    return tuple(a + b for a, b in zip(left, right, strict=True))


def _times(left: Polynomial, right: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for (e, c), (f, d) in itertools.product(left.items(), right.items()):
        key = _sum(e, f)
        found[key] = found.get(key, Fraction(0)) + c * d
    return found


def function_of(poly: Polynomial) -> Callable[[Sequence[Fraction]], Any]:
    """The polynomial as a function of a point; its values are exact rationals (of flint, which is faster by far)."""
    from flint import Ordering, fmpq, fmpq_mpoly_ctx

    if not poly:
        return lambda point: fmpq(0)
    ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(next(iter(poly))))], Ordering.lex)
    made = ring.from_dict({key: fmpq(c.numerator, c.denominator) for key, c in poly.items()})
    return lambda point: made(*(fmpq(x.numerator, x.denominator) for x in point))


def _degree(poly: Polynomial) -> int:
    return max((sum(e) for e in poly), default=0)


def _up_to(degree: int, size: int) -> list[Exponents]:
    """All monomials of at most that degree."""
    found: list[Exponents] = []
    for chosen in itertools.combinations_with_replacement(range(size + 1), degree):
        found.append(tuple(chosen.count(k) for k in range(size)))
    return found


def _monomials(target: Polynomial, gaps: list[Polynomial], which: int, size: int, top: int) -> list[Exponents] | None:
    """Monomials that the square times `gaps[which]` may use, the product being of degree `top` at most.

    None where there are too many.
    """
    half = (top - _degree(gaps[which])) // 2
    if half >= 0 and comb(size + half, half) > MAX_MONOMIALS:
        return None
    found = _up_to(half, size) if half >= 0 else []
    if len(gaps) == 1:
        least = min(sum(e) for e in target)
        caps = [max(e[k] for e in target) // 2 for k in range(size)]
        found = [e for e in found if 2 * sum(e) >= least and all(x <= cap for x, cap in zip(e, caps, strict=True))]
        if len(found) > MAX_PRUNED:
            return None
        found = _pruned(found, target)
    return sorted(found, key=lambda e: (sum(e), e))


def _pruned(basis: list[Exponents], target: Polynomial) -> list[Exponents]:
    """Without monomials whose square can neither stand in the target nor cancel."""
    while True:
        sums = {_sum(a, b) for a, b in itertools.combinations(basis, 2)}
        kept = [e for e in basis if _sum(e, e) in target or _sum(e, e) in sums]
        if len(kept) == len(basis):
            return basis
        basis = kept


GRID = [Fraction(x) for x in (0, 1, -1, 2, -2)]


def _zeros(target: Polynomial, gaps: list[Polynomial], size: int) -> list[tuple[Fraction, ...]]:
    """Small points at which the target vanishes and every fact holds; there each square must vanish too."""
    if size > 4:
        return []
    value, known = function_of(target), [function_of(gap) for gap in gaps]
    points = itertools.product(GRID, repeat=size)
    return [point for point in points if not value(point) and all(gap(point) >= 0 for gap in known)]


def vanishing(basis: list[Exponents], points: list[tuple[Fraction, ...]]) -> list[Polynomial]:
    """A basis of the combinations of monomials that vanish at all points, by exact elimination."""
    from flint import fmpq, fmpq_mat

    rows = []
    for point in dict.fromkeys(points):
        values = [fmpq(x.numerator, x.denominator) for x in point]
        rows.append([prod((x**e for x, e in zip(values, key, strict=True) if e), start=fmpq(1)) for key in basis])
    pivots: dict[int, list[Fraction]] = {}
    if rows and basis:
        reduced, rank = fmpq_mat(rows).rref()
        for at in range(rank):
            row = [Fraction(int(x.p), int(x.q)) for x in (reduced[at, column] for column in range(len(basis)))]
            pivots[next(column for column, x in enumerate(row) if x)] = row
    free = [at for at in range(len(basis)) if at not in pivots]
    found: list[Polynomial] = []
    for at in free:
        poly = {basis[at]: Fraction(1)}
        poly |= {basis[column]: -pivot[at] for column, pivot in pivots.items() if pivot[at]}
        found.append(poly)
    return found


def _certificate(target: Polynomial, multipliers: list[Multiplier], axes: Axes) -> Term | None:
    """The sum of (Gram form) * multiplier equal to the target, factored; None if none was found."""
    if not target:
        return number(0)
    degree = max(_degree(target), *(_degree(gap) for _, gap in multipliers))
    for top in dict.fromkeys((degree, degree + degree % 2)):
        found = _of_degree(target, multipliers, axes, top)
        if found is not None:
            return found
    return None


def _of_degree(target: Polynomial, multipliers: list[Multiplier], axes: Axes, top: int) -> Term | None:
    gaps = [gap for _, gap in multipliers]
    zeros = _zeros(target, gaps, len(axes))
    bases: list[list[Polynomial]] = []
    for which, gap in enumerate(gaps):
        monomials = _monomials(target, gaps, which, len(axes), top)
        if monomials is None:
            return None
        value = function_of(gap)
        bases.append(vanishing(monomials, [point for point in zeros if value(point)]))
    entries = [(k, i, j) for k, basis in enumerate(bases) for i in range(len(basis)) for j in range(i, len(basis))]
    if not entries or max(map(len, bases)) > MAX_BASIS or len(entries) > MAX_UNKNOWNS:
        return None
    rows: dict[Exponents, dict[int, Fraction]] = {}
    for at, (k, i, j) in enumerate(entries):
        product = _times(_times(bases[k][i], bases[k][j]), gaps[k])
        for exponents, c in product.items():
            rows.setdefault(exponents, {})[at] = c * (1 if i == j else 2)
    if any(e not in rows for e in target):
        return None
    system = list(rows.values())
    right = [target.get(e, Fraction(0)) for e in rows]
    conditions = Conditions(system, right, len(entries))
    if not conditions.solvable:
        return None
    named = [[_term(each, axes) for each in basis] for basis in bases]
    for solution in proposals(system, right, entries, [len(basis) for basis in bases]):
        exact = conditions.nearest(solution)
        pieces = [factored(k, basis, exact, entries) for k, basis in enumerate(named)]
        if all(piece is not None for piece in pieces):
            products = (mul(g, p) for (g, _), p in zip(multipliers, pieces, strict=True) if p is not None)
            return add(*products)
    return None


def proposals(
    system: list[dict[int, Fraction]],
    right: list[Fraction],
    entries: list[tuple[int, int, int]],
    sizes: list[int],
) -> Iterable[list[Fraction]]:
    """Rounded solutions: inside the cone first, then on its boundary with small denominators."""
    import numpy as np

    A = np.zeros((len(system), len(entries)))
    for row, line in enumerate(system):
        for at, c in line.items():
            A[row, at] = float(c)
    b = np.array([float(c) for c in right])
    scale = max(1.0, float(np.abs(b).max()))
    inverse = _INVERSES.of((repr(A.shape).encode(), A.tobytes()), lambda: np.linalg.pinv(A))
    if np.abs(A @ (inverse @ b) - b).max() > 1e-9 * scale:
        return

    def projected(floor: float) -> Any:
        asked = repr((A.shape, sizes, entries, floor)).encode(), A.tobytes(), b.tobytes()
        return _PROJECTIONS.of(asked, lambda: _project(A, b, inverse, entries, sizes, floor))

    for floor in (1e-2, 1e-4):
        solution = projected(floor * scale)
        if np.abs(A @ solution - b).max() < floor * scale / 10:
            for bits in (1, 3, 6, 12, 30):
                yield [Fraction(round(x * (1 << bits)), 1 << bits) for x in solution]
    solution = projected(0.0)
    for limit in (1, 2, 4, 12, 60, 1000):
        yield [Fraction(x).limit_denominator(limit) for x in solution]


class _Kept:
    """The last results of a function of arrays: plans share conditions, and ask for the same again and again."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.found: dict[bytes, Any] = {}

    def of(self, asked: Iterable[bytes], make: Callable[[], Any]) -> Any:
        key = hashlib.sha256(b"".join(asked)).digest()
        if key not in self.found:
            if len(self.found) >= self.most:
                del self.found[next(iter(self.found))]
            self.found[key] = make()
        return self.found[key]


_INVERSES, _PROJECTIONS = _Kept(MOST_INVERSES), _Kept(MOST_PROJECTIONS)


def _project(
    A: np.ndarray,
    b: np.ndarray,
    inverse: np.ndarray,
    entries: list[tuple[int, int, int]],
    sizes: list[int],
    floor: float,
) -> Any:
    """Douglas-Rachford between the linear conditions and the cone of matrices with eigenvalues >= floor."""
    import numpy as np

    blocks = []  # (which entries, the matrix, where they stand in it below the diagonal and above it)
    for which, size in enumerate(sizes):
        at = [(slot, i, j) for slot, (k, i, j) in enumerate(entries) if k == which]
        if at:
            lower, upper = np.array([(j * size + i, i * size + j) for _, i, j in at]).T
            blocks.append((slice(at[0][0], at[-1][0] + 1), np.zeros((size, size)), lower, upper))

    def cone(x: Any) -> Any:
        out = np.empty_like(x)
        for part, Q, lower, upper in blocks:
            if len(Q) == 1:
                np.maximum(x[part], floor, out=out[part])
                continue
            Q.reshape(-1)[lower] = x[part]  # what stands above the diagonal is not read
            values, vectors = np.linalg.eigh(Q)
            ((vectors * np.maximum(values, floor)) @ vectors.T).take(upper, out=out[part])
        return out

    z = inverse @ b
    shadow = z
    before = np.inf
    for turn in range(ROUNDS if len(entries) <= 100 else ROUNDS // 3):
        shadow = z - inverse @ (A @ z - b)
        step = cone(2 * shadow - z) - shadow
        z = z + step
        length = np.abs(step).max()
        if length < 1e-13:
            break
        if floor and turn % PATIENCE == PATIENCE - 1:  # two sets that only touch may be met slowly, at a standstill
            if length > STALLED * before:  # the steps tend to the distance between two sets that do not meet
                break
            before = length
    return cone(shadow) if floor else shadow


class Conditions:
    """The linear conditions A x = b over Q, and the exact step from a rounded solution onto them."""

    def __init__(self, system: list[dict[int, Fraction]], right: list[Fraction], unknowns: int) -> None:
        from flint import fmpq_mat

        rows = [[_q(line.get(at, Fraction(0))) for at in range(unknowns)] for line in system]
        reduced, rank = fmpq_mat([[*row, _q(b)] for row, b in zip(rows, right, strict=True)]).rref()
        kept = [[reduced[k, at] for at in range(unknowns + 1)] for k in range(rank)]
        self.solvable = all(any(c != 0 for c in row[:-1]) for row in kept)
        self._A = fmpq_mat([row[:-1] for row in kept]) if kept else None
        self._b = fmpq_mat([[row[-1]] for row in kept]) if kept else None

    def nearest(self, solution: list[Fraction]) -> list[Fraction]:
        """x + A^T (A A^T)^-1 (b - A x)."""
        from flint import fmpq_mat

        if self._A is None or self._b is None:
            return solution
        x = fmpq_mat([[_q(each)] for each in solution])
        step = self._A.transpose() * (self._A * self._A.transpose()).solve(self._b - self._A * x)
        moved = x + step
        return [Fraction(int(moved[k, 0].p), int(moved[k, 0].q)) for k in range(len(solution))]


def _q(value: Fraction) -> Any:
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)


def factored(
    which: int,
    basis: Sequence[Term],
    solution: list[Fraction],
    entries: list[tuple[int, int, int]],
    square: Callable[[Term], Term] = lambda each: power(each, 2),
) -> Term | None:
    """sum of d * (combination of the basis)**2 by exact LDL^T, or None if the matrix is not positive semidefinite.

    Args:
        square: what stands for a square; the mean of one, say.
    """
    size = len(basis)
    gram = [[Fraction(0)] * size for _ in range(size)]
    for at, (k, i, j) in enumerate(entries):
        if k == which:
            gram[i][j] = gram[j][i] = solution[at]
    pieces: list[Term] = []
    rows = list(range(size - 1, -1, -1))  # the constant last, so that it stands alone
    while rows:
        k = rows.pop(0)
        pivot = gram[k][k]
        if pivot < 0 or (pivot == 0 and any(gram[k][j] for j in rows)):
            return None
        if pivot == 0:
            continue
        factors = {j: gram[k][j] / pivot for j in rows}
        combination = add(basis[k], *(mul(number(f), basis[j]) for j, f in factors.items() if f))
        pieces.append(mul(number(pivot), square(combination)))
        for i in rows:
            for j in rows:
                gram[i][j] -= pivot * factors[i] * factors[j]
    return add(*pieces)


def _term(poly: Polynomial, axes: Axes) -> Term:
    return add(
        *(
            mul(number(c), *(power(sym, e) for sym, e in zip(axes.values(), exponents, strict=True) if e))
            for exponents, c in poly.items()
        )
    )
