"""What the kernel proves of one planar flow: claims stated at its numbers, with arguments that fit every A, V.

A cited result is asked for by its id, as everywhere; a proof that uses one is conditional on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from verify.atlas.exact import Rows, determinant, halves
from verify.attention import linear
from verify.catalogue import UsageError, stated_in
from verify.claim import AlmostEvery, Claim, Conclusion, Eventually, Every, Some
from verify.conclusions import ClosedOrbit
from verify.dynamics import divergence
from verify.kernel.context import Refused
from verify.kernel.goal import Equilibria, LongTime, Schema, Sequent
from verify.kernel.proof import prove
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import (
    PI,
    I,
    Term,
    abs2,
    absolute,
    add,
    conj,
    cos,
    im,
    integral,
    number,
    re,
    sin,
    term,
)
from verify.linalg import Matrix, matrix
from verify.prove.argument import Argument, steps_of
from verify.sources import python_files
from verify.space import Circle, Disk, Space

__all__ = ["Field", "Shown", "conditional_on", "forms_of", "offered"]

QUADRATURE = 64
"""Bits for the exponent of the circle."""
COVER = 4000
"""Cells of a cover."""


@cache
def claim_of(claim: str) -> Claim:
    """A claim of `theorems`, by its id, from the one module that states it."""
    modules = python_files()
    named = f"theorems.{claim.replace('-', '_').replace('.', '_').replace('_', '.', 1)}"
    for module in (named, *(name for name in modules if name != named)):
        if module in modules and f'"{claim}"' in modules[module].path.read_text(encoding="utf-8"):
            found = stated_in(module)
            if claim in found:
                return found[claim]
    raise UsageError(f"{claim!r}: no module of theorems states it")


def offered(claim: str) -> Sequent | Schema:
    """What the kernel asks for when a step uses or cites a claim."""
    return claim_of(claim).offers


@cache
def conditional_on(claim: str) -> tuple[str, ...]:
    """The cited results on which a claim's proof rests, itself if it is cited.

    Raises:
        UsageError: it is about long times and has no argument; what its proof cites is found when it is judged.
    """
    from verify.judge import uses_of

    known = claim_of(claim)
    if known.kind == "cited":
        return (claim,)
    if known.argued is None and any(isinstance(goal, LongTime) for _, goal in known.sequent.goals):
        raise UsageError(f"{claim!r}: without an argument it is not told what its proof rests on")
    return tuple(dict.fromkeys(each for used in uses_of(known) for each in conditional_on(used)))


@dataclass(frozen=True)
class Shown:
    """A statement at these numbers, and by what it is shown.

    Attributes:
        says: in words.
        by: rules of the kernel, or the ids of proved claims that hold for all A, V of a kind.
        conditional_on: ids of the cited results on which this rests.
    """

    says: str
    by: tuple[str, ...]
    conditional_on: tuple[str, ...]

    @classmethod
    def by_claims(cls, says: str, *claims: str) -> Shown:
        """By proved claims whose hypotheses hold at these numbers."""
        return cls(says, claims, tuple(dict.fromkeys(each for claim in claims for each in conditional_on(claim))))


def forms_of(A: Rows, V: Rows, w: Term) -> dict[str, Any]:
    """G = (1 + u) H + 2 i omega w, u = |w|^2, which is 0 in the open disk where the field F is.

    F = H + 2 i omega w - conj(H) w^2 and Re(conj(w) F) = (1 - u) Re(conj(w) H), so
    (1 + u) F = (1 + u) G - 2 w Re(conj(w) G): a matrix of determinant (1 + u)(1 - u). On the circle G is 0 only where
    a fixed cluster is neutral across the circle, so G has fewer zeros there than F.
    """
    (H, omega), u, x, y = linear.harmonics(A, V, w, 2), abs2(w), re(w), im(w)
    return {
        "forms": (H * (1 + u) + 2 * I * omega * w,),
        "cofactors": ((1 + u - 2 * x**2, -2 * x * y), (-2 * x * y, 1 + u - 2 * y**2)),
        "scale": 1 + u,
        "determinant": (1 + u) * (1 - u),
    }


def complex_number(x: Fraction, y: Fraction) -> Term:
    """x + i y."""
    return number(x) + I * number(y)


def _adjugate(M: Matrix) -> Matrix:
    return matrix([[M[1, 1], -M[0, 1]], [-M[1, 0], M[0, 0]]])


class Field:
    """The flow of w at A, V, and what the kernel shows of it; beta, which scales the time alone, is 2 if not given.

    Attributes:
        dulac: (c, m) of the Dulac function 2 c (1 + |w|^2) + 4 Re(conj(m) w): Re(a p), b Re p + i q Im a.
        zeros: the step that counted the equilibria, and their kinds; None where they were not counted.
    """

    def __init__(self, A: Rows, V: Rows, beta: Fraction = Fraction(2)) -> None:
        self.rows = A, V
        self.space = Space(w=Disk(), t=Circle())
        self.w, self.t = self.space.symbols
        ((ar, ai), (br, bi)), ((pr, pi), (qr, qi)) = map(halves, self.rows)
        self.dulac = ar * pr - ai * pi, (br * pr - qi * ai, bi * pr + qr * ai)
        self.gap = 1 - abs2(self.w)
        self.H, self.omega = linear.harmonics(A, V, self.w, beta)
        self.flow = linear.on_ott_antonsen(A, V, self.w, beta)
        self.rate = -2 * re(conj(self.w) * self.H)
        self.zeros: tuple[Mapping[str, Any], tuple[str, ...]] | None = None

    @cached_property
    def forms(self) -> dict[str, Any]:
        return forms_of(*self.rows, self.w)

    @property
    def region(self) -> tuple[Relation | AnyOf, ...]:
        return self.space.facts_of((self.w,))

    def equilibria(self, kinds: Sequence[str] = ()) -> Equilibria:
        """The goal that these are all zeros of the field in the open disk."""
        return Equilibria(self.flow.states, self.flow.terms, self.region, tuple(kinds))

    @cached_property
    def circle(self) -> dict[Term, Term]:
        return {self.w: cos(self.t) + I * sin(self.t)}

    @cached_property
    def turn(self) -> Term:
        """The rate of the angle on the circle."""
        return im(conj(self.w) * self.flow.terms[0]).subs(self.circle)

    @cached_property
    def growth(self) -> Term:
        """How much log gap grows along a turn of the circle."""
        return integral(self.rate.subs(self.circle) / absolute(self.turn), self.t, 0, 2 * PI)

    # claims

    def show(self, says: str, shows: Conclusion, argument: Callable[[Argument], Any]) -> Shown | None:
        """The claim, where the kernel proves it."""
        claim = Claim("atlas.pair", self.space, shows)
        claim.argument(argument)
        try:
            proof = prove(claim.sequent, steps_of(claim), {self.w: term(0), self.t: term(0)}, offered)
        except Refused:
            return None
        rules = tuple(dict.fromkeys(step.rule for steps in proof.steps.values() for step in steps))
        return Shown(says, rules, tuple(dict.fromkeys(each for used in proof.uses for each in conditional_on(used))))

    @property
    def _start(self) -> Any:
        """Which starts do not end in a source or a saddle."""
        return AlmostEvery() if self.zeros is not None and self.zeros[1] else Every()

    def by_index(self) -> Shown | None:
        """Almost every orbit tends to the circle, for all zeros inside are saddles, or there are none."""

        def argument(p: Argument) -> None:
            self._index(p)
            p.limit()

        return self.show(f"|w| -> 1 from {self._start}", Eventually("cluster", self.flow, self._start), argument)

    def _index(self, p: Argument) -> None:
        p.stays(self.rate)
        if self.zeros is None:
            p.inside(Relation("ne", self.flow.terms[0], term(0)), self._no_zero)
            p.cites("classical.no-recurrence")
        else:
            self._count(p)
            p.cites("classical.only-saddles", saddles=self._counts()["saddles"])

    def _no_zero(self, q: Argument) -> None:
        """F is not 0 inside where det A det V <= 0 and V S A^T != 0, by linear.equilibrium-determinants (beta = 2).

        Let K = adj(S) V S A^T S. Then |F|^2 = 64 (squares - det A det V (det S)^3). Where that determinant is 0 it is
        16 |K|^2, and an entry of V or A that is not 0, times numbers and (det S)^3, is sum C K with cofactors C: by
        Lagrange's identity (1 + |C|^2) |K|^2 = (sum C K)^2 + sums of squares + |K|^2. Where both determinants are 0, an
        entry of V S A^T takes its place: with parallel rows it is a multiple of 1 + Re(conj(m) w) = (|w + m|^2 + 1 -
        |w|^2)/2, |m| = 1.
        """
        A, V = map(matrix, self.rows)
        S, (F,) = linear.second_moment(self.w), self.flow.terms
        K = _adjugate(S) * V * S * A.T * S
        product = determinant(self.rows[0]) * determinant(self.rows[1])
        apart = Relation("gt", abs2(F), term(0))
        if product:
            squares = ((K[0, 0] + K[1, 1]) / 2) ** 2 + ((K[1, 0] - K[0, 1]) / 2) ** 2
            form = 64 * (squares - product * (self.gap / 4) ** 3)
        else:
            left, right, entries, factor = self._recovered(A, V, S)
            i, j = next(((i, j) for i in (0, 1) for j in (0, 1) if entries[i, j].payload), (0, 0))
            known = (entries[i, j] * factor) ** 2
            summands = [(left[i, k] * right[m, j], K[k, m]) for k in (0, 1) for m in (0, 1)]
            pairs = [(one, other) for at, one in enumerate(summands) for other in summands[at + 1 :]]
            crossed = add(*((c * n - d * m) ** 2 for (c, m), (d, n) in pairs), *(m**2 for _, m in summands))
            form = 16 * (known + crossed) / (1 + add(*(c**2 for c, _ in summands)))
        q.sign(apart, as_=form)
        q.nonzero(F, cofactor=conj(F), fact=apart)

    def _recovered(self, A: Matrix, V: Matrix, S: Matrix) -> tuple[Matrix, Matrix, Matrix, Term]:
        """(L, R, M, s) with L K R = s M for a matrix M of numbers; det A det V = 0."""
        det_a, det_v = (determinant(M) for M in self.rows)
        size = self.gap / 4
        if det_a:
            return S, _adjugate(S) * _adjugate(A.T) * _adjugate(S), V, det_a * size**3
        if det_v:
            return _adjugate(S) * _adjugate(V) * S, _adjugate(S), A.T, det_v * size**3
        x, y = next(row for row in self.rows[1] if any(row))
        m = complex_number((x * x - y * y) / (x * x + y * y), 2 * x * y / (x * x + y * y))
        return S, _adjugate(S), V * A.T / 2, (abs2(self.w + m) + self.gap) / 2 * size**2

    def to_the_circle(self) -> Shown | None:
        """Almost every orbit tends to the circle: a Dulac function, and no sink."""

        def argument(p: Argument) -> None:
            weight = self._dulac(p)
            p.cites("classical.dulac-circle", weight=weight, **self._counts())
            p.limit()

        return self.show(f"|w| -> 1 from {self._start}", Eventually("cluster", self.flow, self._start), argument)

    def to_points(self, up: Term, down: Term) -> Shown | None:
        """Every orbit converges: a Dulac function, and a circle that turns both ways."""

        def argument(p: Argument) -> None:
            weight = self._dulac(p)
            self._both_ways(p, up, down)
            p.cites("classical.dulac-point", weight=weight, **self._counts(), up=up, down=down)
            p.limit()

        return self.show("w converges from every start", Eventually("point", self.flow, Every()), argument)

    def to_points_inside(self) -> Shown | None:
        """Every orbit converges to an equilibrium inside: a Dulac function, and a rotating circle that repels."""

        def argument(p: Argument) -> None:
            weight = self._dulac(p)
            self._one_way(p, "gt")
            p.cites("classical.dulac-inside", weight=weight, **self._counts(), rate=self.rate, angle=self.t)
            p.limit()

        return self.show("w converges inside, from every start", Eventually("point", self.flow, Every()), argument)

    def to_points_of_the_circle(self, index: bool, up: Term, down: Term) -> Shown | None:
        """Almost every orbit tends to a point of the circle, which turns both ways.

        Args:
            index: shown by the index of the zeros, else by a Dulac function.
        """

        def argument(p: Argument) -> None:
            if index:
                self._index(p)
            else:
                p.cites("classical.dulac-circle", weight=self._dulac(p), **self._counts())
            self._both_ways(p, up, down)
            p.cites("classical.turning-circle", up=up, down=down)
            p.limit()

        says = f"w tends to a point of the circle from {self._start}"
        return self.show(says, Eventually("point", self.flow, self._start), argument)

    def circle_attracts(self) -> Shown | None:
        """The rotating circle attracts an open set of starts."""

        def argument(p: Argument) -> None:
            p.stays(self.rate)
            self._one_way(p, "lt")
            p.cites("classical.circle-attracts", rate=self.rate, angle=self.t)
            p.limit()

        return self.show("|w| -> 1 from an open set of starts", Eventually("cluster", self.flow, Some()), argument)

    def cycle_between(self) -> Shown | None:
        """A closed orbit between the one source and the repelling circle."""

        def argument(p: Argument) -> None:
            p.stays(self.rate)
            self._count(p)
            self._one_way(p, "gt")
            p.cites("classical.poincare-bendixson", rate=self.rate, angle=self.t)

        return self.show("a closed orbit in the open disk", ClosedOrbit(self.flow), argument)

    # steps

    def _counts(self) -> dict[str, int]:
        kinds = self.zeros[1] if self.zeros is not None else ()
        return {f"{kind}s": kinds.count(kind) for kind in ("source", "saddle", "sink")}

    def _count(self, p: Argument) -> None:
        if self.zeros is not None:
            order = ("source", "saddle", "sink", "any")
            p.isolate(are=sorted(self.zeros[1], key=order.index), found=self.zeros[0])

    def _dulac(self, p: Argument) -> Term:
        """The disk stays, the equilibria are counted, and the weight that is returned is a Dulac function.

        (1 - u)^3 div((1 - u)^-3 F) = D = 2 (|c w + m|^2 + c^2 - |m|^2)/c (linear.dulac-none), beta = 2.
        """
        c, (m1, m2) = self.dulac
        sense, m = (1 if c > 0 else -1), complex_number(m1, m2)
        weight = sense / self.gap**3
        p.stays(self.rate)
        self._count(p)
        p.inside(Relation("ne", weight, term(0)))
        size, room = number(abs(c)), number(c * c - m1 * m1 - m2 * m2)
        spread = divergence(self.flow, weight=weight)
        form = 2 * (abs2(size * self.w + sense * m) + room) / size / self.gap**3

        def touching(q: Argument) -> None:
            inside = Relation("gt", abs2(m) - size**2 * abs2(self.w), term(0))
            q.sign(inside, as_=size**2 * self.gap)
            q.nonzero(size * self.w + sense * m, cofactor=conj(sense * m - size * self.w), fact=inside)

        shows = Relation("gt", spread, term(0))

        def argument(q: Argument) -> None:
            if c * c == m1 * m1 + m2 * m2:
                touching(q)
            q.sign(shows, as_=form)

        p.inside(shows, argument)
        return weight

    def _both_ways(self, p: Argument, up: Term, down: Term) -> None:
        for point, sense in ((up, 1), (down, -1)):
            p.value(Relation("eq", self.gap.subs(self.w, point), term(0)))
            p.value(Relation("gt", sense * im(conj(point) * self.flow.terms[0].subs(self.w, point)), term(0)))

    def _one_way(self, p: Argument, op: str) -> None:
        """gap' = rate gap, the angle's rate is 4 Re(f) Im(g), never 0, and the growth in a turn has a sign.

        r (r + x) = ((r + x)^2 + r^2 - |z|^2 + y^2)/2 for x = Re(conj(z) e), y = Im(conj(z) e), |e| = 1.
        """
        p.lie(self.gap, self.rate * self.gap, along=self.flow)
        ((ar, _), (br, bi)), ((_, vi), (qr, qi)) = map(halves, self.rows)
        c, s = cos(self.t), sin(self.t)
        factors = []
        for r, (x, y) in ((ar, (br, bi)), (vi, (qi, -qr))):
            part = r + x * c + y * s
            form = (part**2 + (r * r - x * x - y * y) + (x * s - y * c) ** 2) / 2
            p.sign(Relation("gt", r * part, term(0)), as_=form)
            factors.append(r * part / r)
        p.sign(Relation("ne", self.turn, term(0)), as_=4 * factors[0] * factors[1])
        sides = (self.growth, term(0)) if op == "gt" else (term(0), self.growth)
        p.value(Relation("gt", *sides), precision=QUADRATURE)
