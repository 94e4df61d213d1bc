"""Rule `roots`: statements in one real variable, decided over Q.

Sturm's theorem counts real roots, so the line is cut into points and intervals on which the signs of all polynomials
involved are constant; a statement built from signs of polynomials is decided by looking at each piece. Nothing is
approximated: an isolating interval is a means to a sign, never a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from flint import fmpq, fmpq_poly

__all__ = ["Piece", "Root", "count", "isolate", "pieces", "sign_at", "sign_at_root"]


def _sign(value: fmpq) -> int:
    return (value > 0) - (value < 0)


def _q(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def squarefree(poly: fmpq_poly) -> fmpq_poly:
    """The product of the distinct irreducible factors."""
    common = poly.gcd(poly.derivative())
    return poly // common if common.degree() > 0 else poly


def chain(poly: fmpq_poly) -> list[fmpq_poly]:
    """Sturm's chain of a square-free polynomial of positive degree."""
    links = [poly, poly.derivative()]
    while links[-1].degree() > 0:
        rest = -(links[-2] % links[-1])
        if rest.degree() < 0:
            break
        links.append(rest / abs(rest[rest.degree()]))  # a positive factor changes no sign
    return links


def _changes(signs: Iterable[int]) -> int:
    found, last = 0, 0
    for sign in signs:
        if sign:
            found += last * sign < 0
            last = sign
    return found


def _changes_at(links: Sequence[fmpq_poly], x: Fraction) -> int:
    return _changes(_sign(link(_q(x))) for link in links)


def _changes_far(links: Sequence[fmpq_poly], side: int) -> int:
    return _changes(_sign(link[link.degree()]) * (-1 if side < 0 and link.degree() % 2 else 1) for link in links)


def count(poly: fmpq_poly, low: Fraction | None = None, high: Fraction | None = None) -> int:
    """Distinct real roots in (low, high]; None is an infinite end.

    Raises:
        ValueError: the zero polynomial.
    """
    if poly.degree() < 0:
        raise ValueError("the zero polynomial has every number as a root")
    if poly.degree() == 0:
        return 0
    links = chain(squarefree(poly))
    left = _changes_far(links, -1) if low is None else _changes_at(links, low)
    right = _changes_far(links, 1) if high is None else _changes_at(links, high)
    return left - right


@dataclass(frozen=True)
class Root:
    """The one root of a square-free polynomial in the open interval (low, high); rational if low == high."""

    poly: fmpq_poly
    low: Fraction
    high: Fraction

    @property
    def rational(self) -> bool:
        return self.low == self.high

    def halved(self) -> Root:
        """The same root in half of the interval."""
        if self.rational:
            return self
        middle = (self.low + self.high) / 2
        at_middle = _sign(self.poly(_q(middle)))
        if at_middle == 0:
            return Root(self.poly, middle, middle)
        if _sign(self.poly(_q(self.low))) * at_middle < 0:
            return Root(self.poly, self.low, middle)
        return Root(self.poly, middle, self.high)

    def decimal(self) -> str:
        """About ten digits, for messages."""
        root: Root = self
        while root.high - root.low > Fraction(1, 10**12):
            root = root.halved()
        return f"{float((root.low + root.high) / 2):.10g}"


def isolate(poly: fmpq_poly) -> list[Root]:
    """All real roots, from left to right, in disjoint intervals whose ends are no roots.

    Raises:
        ValueError: the zero polynomial.
    """
    if poly.degree() < 0:
        raise ValueError("the zero polynomial has every number as a root")
    if poly.degree() == 0:
        return []
    core = squarefree(poly)
    links = chain(core)
    lead = abs(core[core.degree()])
    bound = 1 + max(Fraction(int(c.p), int(c.q)) for c in (abs(core[k]) / lead for k in range(core.degree())))
    found: list[Root] = []
    stack = [(-bound, bound, _changes_at(links, -bound), _changes_at(links, bound))]
    while stack:
        low, high, left, right = stack.pop()
        if left == right:
            continue
        if left - right == 1 and _sign(core(_q(low))) and _sign(core(_q(high))):
            found.append(Root(core, low, high))
            continue
        middle = (low + high) / 2
        if left - right == 1 and not _sign(core(_q(middle))):
            found.append(Root(core, middle, middle))
            continue
        while not _sign(core(_q(middle))):
            middle = (low + middle) / 2  # finitely many roots: soon none
        at_middle = _changes_at(links, middle)
        stack.append((middle, high, at_middle, right))
        stack.append((low, middle, left, at_middle))
    return sorted(found, key=lambda root: root.low)


def sign_at(poly: fmpq_poly, x: Fraction) -> int:
    """Sign at a rational number."""
    return _sign(poly(_q(x)))


def sign_at_root(poly: fmpq_poly, root: Root) -> int:
    """Sign of `poly` at an algebraic number."""
    if root.rational:
        return sign_at(poly, root.low)
    if poly.degree() < 0:
        return 0
    common = poly.gcd(root.poly)
    if common.degree() > 0 and _count_open(common, root):
        return 0
    while poly.degree() > 0 and (_count_open(poly, root) or not sign_at(poly, root.low)):
        root = root.halved()
        if root.rational:
            return sign_at(poly, root.low)
    return sign_at(poly, root.low)


def _count_open(poly: fmpq_poly, root: Root) -> int:
    """Distinct roots in the open interval of `root`."""
    return count(poly, root.low, root.high) - (sign_at(poly, root.high) == 0)


@dataclass(frozen=True)
class Piece:
    """A root, or the open interval between two neighbouring roots, with the sign of every polynomial on it.

    Attributes:
        ends: of an interval, the roots between which it lies; None is an infinite end.
    """

    at: Root | None
    sample: Fraction | None
    signs: tuple[int, ...]
    ends: tuple[Root | None, Root | None] = (None, None)

    def natural(self) -> int | None:
        """The least of 0, 1, 2, ... that lies in the piece, or None where none does."""
        if self.at is not None:
            least, exact = _floor(self.at)
            return least if exact and least >= 0 else None
        low, high = self.ends
        least = 0 if low is None else max(0, _floor(low)[0] + 1)
        if high is None:
            return least
        last, exact = _floor(high)
        return least if least <= last - exact else None


def _floor(root: Root) -> tuple[int, bool]:
    """(the largest integer that is not above the root, is it the root)."""
    while root.high - root.low >= 1:
        root = root.halved()
    if root.rational:
        return floor(root.low), root.low.denominator == 1
    inside = ceil(root.high) - 1  # the one integer that may lie in the open interval
    if inside <= root.low:
        return floor(root.low), False
    if sign_at(root.poly, Fraction(inside)) == 0:
        return inside, True
    return (inside if count(root.poly, Fraction(inside), root.high) else inside - 1), False


def pieces(polys: Sequence[fmpq_poly]) -> list[Piece]:
    """The line cut at all roots of the nonzero polynomials: intervals and roots alternate, from left to right."""
    product = fmpq_poly([1])
    for poly in polys:
        if poly.degree() > 0:
            product *= poly // product.gcd(poly) if product.degree() > 0 else poly
    roots = isolate(product)
    found: list[Piece] = []
    for at in range(len(roots) + 1):
        low = roots[at - 1].high if at > 0 else None
        high = roots[at].low if at < len(roots) else None
        if low is not None and high is not None:
            sample = (low + high) / 2 if low < high else low
        elif low is not None:
            sample = low + 1
        else:
            sample = high - 1 if high is not None else Fraction(0)
        ends = (roots[at - 1] if at > 0 else None, roots[at] if at < len(roots) else None)
        found.append(Piece(None, sample, tuple(sign_at(poly, sample) for poly in polys), ends))
        if at < len(roots):
            found.append(Piece(roots[at], None, tuple(sign_at_root(poly, roots[at]) for poly in polys)))
    return found
