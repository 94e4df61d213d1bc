"""The regimes of a two-parameter family of planar linear self-attention: which cells of a grid are proved.

On a cell, a closed rectangle of parameters, a regime is proved if the kernel shows on all of it the hypotheses of a
proved claim that says what almost every start, or an open set of them, does; such claims speak of A or V a multiple of
I or, by duality, of J, and of det A det V < 0 (arXiv 2607.18584). Cells are halved until that is so, or they are those
of the grid. What is left is simulated, and *supported* where all samples of a cell do the same; otherwise it is blank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from verify.atlas.portrait import SEEN
from verify.atlas.proofs import claim_of, conditional_on
from verify.attention import linear
from verify.kernel.context import Refused
from verify.kernel.exact import Undefined
from verify.kernel.goal import Pointwise, Sequent
from verify.kernel.point import decide
from verify.kernel.proof import Step, prove
from verify.kernel.relation import Relation, eq, ge, gt, le, lt
from verify.kernel.ring import is_zero
from verify.kernel.term import Term, TermError, abs2, number, symbol
from verify.linalg import J, Matrix, det, tr
from verify.prove.bernstein import Box, Coefficients, coefficients_of, form_of
from verify.space import Interval

if TYPE_CHECKING:
    from verify.spell.family import Family

__all__ = ["Cell", "Ends", "Sweep", "sweep"]

Ends = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
COVERED = 60
"""Enclosures that may be spent on one relation on one cell."""
STARTS = 8
"""Starts in the disk for each sample of parameters."""


@dataclass(frozen=True)
class Cell:
    """A rectangle of parameters and what happens there.

    Attributes:
        status: proved, supported (every sample in it did this) or blank.
        types: behaviours on sets of starts of positive area; periodic includes those of constant modulus. Where
            fixed-clusters are proved, |w| -> 1 is, and that some cluster rests: not that w tends to one.
        claims: by whose hypotheses.
    """

    ends: Ends
    status: str
    types: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()

    @property
    def area(self) -> Fraction:
        (a, b), (c, d) = self.ends
        return (b - a) * (d - c)


@dataclass(frozen=True)
class Sweep:
    """The cells of a family; they cover its rectangle and overlap in edges alone."""

    family: Family
    cells: tuple[Cell, ...]

    def share(self, status: str) -> Fraction:
        """Of the area."""
        whole = sum(cell.area for cell in self.cells)
        return sum((cell.area for cell in self.cells if cell.status == status), Fraction(0)) / whole

    @cached_property
    def regimes(self) -> tuple[tuple[str, ...], ...]:
        """The sets of types that occur, those of the largest area first."""
        area: dict[tuple[str, ...], Fraction] = {}
        for cell in self.cells:
            if cell.types:
                area[cell.types] = area.get(cell.types, Fraction(0)) + cell.area
        return tuple(sorted(area, key=lambda types: (-area[types], types)))

    @property
    def claims(self) -> tuple[str, ...]:
        """The ids of the theorems that are named; that they are proved is trusted here, and judged elsewhere."""
        return tuple(dict.fromkeys(claim for cell in self.cells for claim in cell.claims))

    @property
    def conditional_on(self) -> tuple[str, ...]:
        """The ids of the cited results on which the proved cells rest."""
        return tuple(dict.fromkeys(each for claim in self.claims for each in conditional_on(claim)))


@dataclass(frozen=True)
class _Regime:
    """Types that the claims show where the relations hold."""

    relations: tuple[Relation, ...]
    types: tuple[str, ...]
    claims: tuple[str, ...]


def sweep(family: Family) -> Sweep:
    """Prove what can be proved, simulate the rest.

    Raises:
        TermError: an entry of A or V is not real.
    """
    regimes = tuple(_regimes(family.A, family.V))
    cells = list(_Grid(family, regimes).cells())
    rest = [k for k, cell in enumerate(cells) if cell.status == "blank"]
    for k, types in zip(rest, _simulated(family, [cells[k].ends for k in rest]), strict=True):
        if types:
            cells[k] = Cell(cells[k].ends, "supported", types)
    return Sweep(family, tuple(cells))


def _regimes(A: Matrix, V: Matrix) -> Iterator[_Regime]:
    """All that apply to A, V of this form; (cI, V) moves as (I, cV) does, and (A, V) as (J V, -J A)."""
    for first, second, dual in ((A, V, ()), (J * V, -(J * A), ("linear.duality",))):
        c = _multiple(first)
        if c is not None:
            yield from _score_identity(second * c, dual)
        c = _multiple(second)
        if c is not None:
            yield from _value_identity(first * c, dual)
    turns = det((A + A.T) / 2), tr(V) ** 2 - 4 * det(V)
    opposite = _hypotheses("linear.opposite-determinants", {"A": A, "V": V})
    for rests in (le(turns[0], 0), ge(turns[1], 0)):
        yield _Regime(
            (*opposite, rests), ("fixed-clusters",), ("linear.opposite-determinants", "linear.fixed-clusters")
        )


def _multiple(M: Matrix) -> Term | None:
    """c with M = c I for all parameters."""
    alike = is_zero(M[0, 0] - M[1, 1]) and is_zero(M[0, 1]) and is_zero(M[1, 0])
    return M[0, 0] if alike else None


def _score_identity(V: Matrix, more: tuple[str, ...]) -> Iterator[_Regime]:
    disc = tr(V) ** 2 - 4 * det(V)
    for name, relations, types in (
        ("frozen", (), ("frozen",)),
        ("clustering", (), ("fixed-clusters",)),
        ("expanding", (ge(disc, 0),), ("fixed-clusters",)),
        ("expanding", (lt(disc, 0),), ("rotating-clusters",)),
        ("contracting", (), ("interior-point",)),
        ("periodic", (), ("periodic",)),
    ):
        claim = f"linear.score-identity.{name}"
        equilibrium = "linear.score-identity.equilibrium"
        given = _hypotheses(claim, {"V": V}, equilibrium)
        named = (claim, equilibrium, "linear.score-identity.rotating")
        yield _Regime((*given, *relations), types, (*named, *more))


def _value_identity(A: Matrix, more: tuple[str, ...]) -> Iterator[_Regime]:
    _, b = linear.coefficients(A)
    for name, relations, types in (
        ("frozen", (), ("frozen",)),
        ("expanding", (), ("fixed-clusters",)),
        ("indefinite", (), ("fixed-clusters",)),
        ("oscillating", (gt(abs2(b), 0),), ("fixed-clusters", "periodic")),
        ("oscillating", (eq(abs2(b), 0),), ("periodic",)),
        ("contracting", (), ("interior-point",)),
        ("bistable", (), ("fixed-clusters", "interior-point")),
    ):
        claim = f"linear.value-identity.{name}"
        yield _Regime((*_hypotheses(claim, {"A": A}), *relations), types, (claim, *more))


def _hypotheses(claim: str, matrices: Mapping[str, Matrix], given_by: str = "") -> tuple[Relation, ...]:
    """What the claim supposes of its matrices, at these.

    Args:
        given_by: the claim that shows that there is an equilibrium c where the others hold; only then may the claim
            suppose something of c, which is left out.

    Raises:
        TermError: it supposes an alternative, or something of other symbols.
    """
    found = claim_of(claim)
    at: dict[Term, Term] = {}
    for name, value in matrices.items():
        own = found.space.names[name]
        assert isinstance(own, Matrix)
        at.update(zip(own.entries(), value.entries(), strict=True))
    listed = []
    for each in found.given:
        others = {str(sym) for sym in each.symbols if sym not in at}
        if given_by and "c" in others and others <= {"c", "beta"}:
            continue
        if others or not isinstance(each, Relation):
            raise TermError(f"sweep: {claim} supposes {each}, which is not decided by its matrices alone")
        listed.append(each.subs(at))
    return tuple(listed)


class _Grid:
    def __init__(self, family: Family, regimes: tuple[_Regime, ...]) -> None:
        self.family = family
        self.regimes = regimes
        relations = dict.fromkeys(each for regime in regimes for each in regime.relations)
        self.polynomials = {each: coefficients_of(each.gap, family.parameters) for each in relations}

    def cells(self) -> Iterator[Cell]:
        n = self.family.cells
        waiting = [((0, n), (0, n))]
        while waiting:
            spans = waiting.pop()
            ends = self._ends(spans)
            regime = self._regime(ends)
            if regime is not None:
                yield Cell(ends, "proved", regime.types, regime.claims)
            elif all(b - a == 1 for a, b in spans):
                yield Cell(ends, "blank")
            else:
                waiting += [(x, y) for x in reversed(_halves(spans[0])) for y in reversed(_halves(spans[1]))]

    def _ends(self, spans: tuple[tuple[int, int], tuple[int, int]]) -> Ends:
        (low, high), (down, up) = self.family.spans
        (a, b), (c, d) = ((Fraction(end, self.family.cells) for end in span) for span in spans)
        wide, tall = high - low, up - down
        return (low + a * wide, low + b * wide), (down + c * tall, down + d * tall)

    def _regime(self, ends: Ends) -> _Regime | None:
        """One whose hypotheses the kernel shows on the cell."""
        middle = {sym: (a + b) / 2 for sym, (a, b) in zip(self.family.parameters, ends, strict=True)}
        for regime in self.regimes:
            if all(_holds(relation, middle) for relation in regime.relations) and all(
                self._shown(relation, ends, middle) for relation in regime.relations
            ):
                return regime
        return None

    def _shown(self, relation: Relation, ends: Ends, middle: Mapping[Term, Fraction]) -> bool:
        box = tuple((sym, *span) for sym, span in zip(self.family.parameters, ends, strict=True))
        facts = tuple(fact for sym, low, high in box for fact in Interval(low, high).facts(sym))
        step = _step(relation, self.polynomials[relation], box, facts)
        if step is None:
            return False
        sequent = Sequent(self.family.parameters, facts, (("main", Pointwise(relation)),))
        try:
            prove(sequent, {"main": (step,)}, {sym: number(value) for sym, value in middle.items()})
        except Refused:
            return False
        return True


def _step(relation: Relation, known: Coefficients | None, box: Box, facts: tuple[Relation, ...]) -> Step | None:
    """What may show the relation on the box."""
    if relation.op == "eq":
        return Step("ring", {"shows": relation})
    if known is None:
        from verify.prove.cover import cover_step  # array code

        return cover_step(relation, facts, budget=COVERED)
    form = form_of(known, box, relation.op == "gt")
    return None if form is None else Step("sign", {"shows": relation, "as_": form})


def _halves(span: tuple[int, int]) -> list[tuple[int, int]]:
    low, high = span
    middle = (low + high) // 2
    return [span] if high - low == 1 else [(low, middle), (middle, high)]


def _holds(relation: Relation, at: Mapping[Term, Fraction]) -> bool:
    try:
        found = decide(relation, {sym: number(value) for sym, value in at.items()})
    except Undefined:
        return False
    return found is not None and found[0]


def _simulated(family: Family, cells: list[Ends]) -> list[tuple[str, ...]]:
    """For each cell the types that its middle and its corners show alike, or none."""
    import numpy as np

    from verify.dynamics import DiskField, Field, long_time

    if not cells:
        return []
    places: dict[tuple[Fraction, Fraction], int] = {}
    samples = [[places.setdefault(at, len(places)) for at in _samples(ends)] for ends in cells]
    w = symbol("w", "complex")
    flow = linear.on_ott_antonsen(family.A, family.V, w)
    golden, k = np.pi * (3 - np.sqrt(5)), np.arange(STARTS)
    starts = 0.97 * np.sqrt((k + 0.5) / STARTS) * np.exp(1j * golden * k)
    given = np.array([[float(x), float(y)] for x, y in places]).repeat(STARTS, axis=0)
    columns = {
        sym: given[:, j] for j, sym in enumerate(family.parameters) if any(sym in rate.symbols for rate in flow.terms)
    }
    found = long_time(DiskField.of(Field.of(flow)), np.tile(starts, len(places)), parameters=columns)
    labels = np.array([SEEN[str(each)] for each in found.label]).reshape(len(places), STARTS)
    types = [_types(row) for row in labels]
    return [_common(types[k] for k in listed) for listed in samples]


def _samples(ends: Ends) -> Iterator[tuple[Fraction, Fraction]]:
    (a, b), (c, d) = ends
    yield (a + b) / 2, (c + d) / 2
    yield from ((x, y) for x in (a, b) for y in (c, d))


def _types(labels: Iterable[Any]) -> tuple[str, ...]:
    found = {"periodic" if label == "constant-modulus" else str(label) for label in labels}
    return () if "undecided" in found else tuple(sorted(found))


def _common(types: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    found = set(types)
    return found.pop() if len(found) == 1 else ()
