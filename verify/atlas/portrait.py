"""The phase portrait of planar linear self-attention on the Ott-Antonsen disk at given rational A, V: what is certain.

Interior equilibria are counted by the kernel (rule `isolate`), and what becomes of almost every start is a claim about
these numbers, which the kernel proves on the spot (`proofs.py`); it may cite classical results about planar flows. The
regimes of V = I and A = I, clusters, multipliers and integrating factors rest on proved claims, which are named: their
hypotheses are decided over Q, and that they are proved is what `theoremcheck run` shows (`Atlas.claims`). Nothing else
is said, except by `Atlas.simulated`, which proves nothing (arXiv 2607.18584).
"""

from __future__ import annotations

import re as regex
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import atan2, pi, tan
from typing import Any

from flint import ctx, fmpq, fmpq_mpoly_ctx

from verify.atlas.cycles import Cycle, certified
from verify.atlas.exact import (
    BITS,
    Rows,
    Span,
    ball_of,
    balls_of,
    bar,
    determinant,
    halves,
    inside,
    null_lines,
    polynomial_term,
    rational,
    sign_of,
    span,
    span_of,
    spans,
    times,
    total,
)
from verify.atlas.proofs import Field, Shown, complex_number
from verify.attention import linear
from verify.claim import Identity
from verify.kernel import newton, proof
from verify.kernel.cells import Box
from verify.kernel.context import Refused
from verify.kernel.goal import Equilibria, Sequent
from verify.kernel.lie import Flow
from verify.kernel.orbits import equilibria_setting, require_forms
from verify.kernel.relation import Relation
from verify.kernel.term import PI, I, Term, abs2, conj, im, number, re, sqrt, symbol, term
from verify.linalg import J, Matrix, dot, matrix

__all__ = ["Atlas", "Cluster", "Point", "Rotating", "Seen", "atlas"]

SEEN = {
    "cluster": "fixed-clusters",
    "rotating": "rotating-clusters",
    "point": "interior-point",
    "constant modulus": "constant-modulus",
    "periodic": "periodic",
    "undecided": "undecided",
}
"""The labels of `verify.dynamics.long_time` as types."""
CLAIM = regex.compile(r"(?:linear|classical)\.[a-z0-9.-]*[a-z0-9]")
"""The id of a theorem or of a cited result in a text."""
INNER = Fraction(31, 32)
BUDGET = 1500
"""Cells of a search for equilibria; nearly double ones take more."""
BOXES = (Fraction(9, 8), Fraction(21, 16), Fraction(17, 16))
"""Half widths of squares about the disk, tried in turn."""


@dataclass(frozen=True)
class Point:
    """An interior equilibrium: spans of Re w and Im w; its type, "" where trace and determinant decide nothing."""

    w: tuple[Span, Span]
    kind: str


@dataclass(frozen=True)
class Cluster:
    """A fixed cluster {x, -x}: spans of the unit vector x; rates across and along the circle as signs.

    Attributes:
        kind: eigenvector (of V) or isotropic (<x, A x> = 0); a direction that is both is an eigenvector here.
        stable: None where a linear rate is 0 and the other is not positive: to first order nothing is decided.
    """

    direction: tuple[Span, Span]
    kind: str
    across: int
    along: int

    @property
    def neutral(self) -> bool:
        """Both rates are 0: an eigenvector of V that is isotropic for A."""
        return self.across == self.along == 0

    @property
    def stable(self) -> bool | None:
        if self.across < 0 and self.along < 0:
            return True
        return False if self.across > 0 or self.along > 0 else None


@dataclass(frozen=True)
class Rotating:
    """Rotating clusters: Lambda, the growth of log(1 - |w|^2) in a turn, and the period of w; None: Lambda = 0."""

    multiplier: Span
    attracting: bool | None
    period: Span


@dataclass(frozen=True)
class Atlas:
    """What is certain at A, V, beta.

    Attributes:
        interior: all equilibria with |w| < 1; None where they form a continuum, or are not known: see `counted`.
        counted: by what they were counted, "" where they were not: see `uncounted`.
        sighted: equilibria that are known where not all are.
        continuum: the equilibria in the open disk form curves, or all of it.
        circle_at_rest: every point of the circle is an equilibrium.
        clusters: all fixed clusters, unless `circle_at_rest`.
        hamiltonian: None, or (family, conserved function, proved claim).
        periodic: (excluded-by, found or undecided; the reason).
        types: behaviours that certainly occur for starts of positive area.
        all_types: no other type occurs on positive area.
        complete: there is one type, and it is proved for almost every start in the disk.
        exceptional: what happens on null sets; perhaps on more, unless `all_types`.
        share: of the area of the disk, at least, on which the type of every start, but for a null set, is proved.
        cycles: limit cycles that the kernel encloses; there may be more.
        shown: what was proved, by what, and on which cited results it rests.
    """

    A: Rows
    V: Rows
    beta: Fraction
    interior: tuple[Point, ...] | None
    counted: str
    sighted: tuple[Point, ...]
    continuum: bool
    circle_at_rest: bool
    clusters: tuple[Cluster, ...]
    rotating: Rotating | None
    hamiltonian: tuple[str, str, str] | None
    periodic: tuple[str, str]
    types: tuple[str, ...]
    all_types: bool
    complete: bool
    exceptional: tuple[str, ...]
    share: Fraction
    cycles: tuple[Cycle, ...]
    shown: tuple[Shown, ...]

    @property
    def conditional_on(self) -> tuple[str, ...]:
        """The ids of the cited results on which the labels rest."""
        return tuple(dict.fromkeys(each for shown in self.shown for each in shown.conditional_on))

    @property
    def uncounted(self) -> str:
        """Why the equilibria inside are not counted, "" where they are."""
        if self.interior is not None or self.continuum:
            return ""
        if any(each.neutral for each in self.clusters):
            return "an eigenvector of V is isotropic for A: the field has a multiple zero on the circle"
        return "the search ended without a result"

    @property
    def claims(self) -> tuple[str, ...]:
        """The ids of the theorems that are named; that they are proved is trusted here, and judged elsewhere."""
        said = (*(each for shown in self.shown for each in shown.by), self.counted, self.periodic[1])
        found = CLAIM.findall(" ".join((*said, *(self.hamiltonian or ()))))
        return tuple(dict.fromkeys(each for each in found if not each.startswith("classical.")))

    @property
    def flow(self) -> Flow:
        """The flow of w."""
        return linear.on_ott_antonsen(self.A, self.V, symbol("w", "complex"), self.beta)

    def simulated(self, starts: int = 48) -> Seen:
        """What trajectories from starts spread evenly over the disk do, by `verify.dynamics`; it proves nothing."""
        import numpy as np

        from verify.dynamics import long_time

        k = np.arange(starts)
        w = np.sqrt((k + 0.5) / starts) * np.exp(1j * np.pi * (1 + np.sqrt(5)) * k)
        labels = [SEEN[str(label)] for label in long_time(self.flow, w, engine="auto").label]
        if "limit-cycle" in self.types and "periodic" not in self.types:
            labels = ["limit-cycle" if label == "periodic" else label for label in labels]
        if self.types == ("frozen",):
            labels = ["frozen"] * starts
        return Seen(tuple(w.tolist()), tuple(labels))


@dataclass(frozen=True)
class Seen:
    """Starts and what was seen of each: a type, or undecided."""

    starts: tuple[complex, ...]
    labels: tuple[str, ...]

    @property
    def shares(self) -> dict[str, float]:
        return {label: self.labels.count(label) / len(self.labels) for label in dict.fromkeys(self.labels)}


def atlas(A: Rows, V: Rows, beta: Fraction = Fraction(1), certify: bool = False) -> Atlas:
    """Everything that is decided at rational A, V and beta > 0.

    Args:
        certify: look for limit cycles where they are not excluded, and enclose them: seconds instead of tenths.
    """
    return _Portrait(A, V, beta, certify).atlas()


class _Portrait:
    def __init__(self, A: Rows, V: Rows, beta: Fraction, certify: bool) -> None:
        self.rows, self.beta, self.certify = (A, V), beta, certify
        self.A, self.V = matrix(A), matrix(V)
        (self.a, self.b), (self.p, self.q) = (halves(each) for each in (A, V))
        self.det_a, self.det_v = determinant(A), determinant(V)
        self.field = Field(A, V)
        self.shown: dict[Shown, None] = {}

    def atlas(self) -> Atlas:
        points, counted = self.interior
        types, all_types, exceptional = self.types
        complete = all_types and (len(types) == 1 or self.circle_at_rest)
        return Atlas(
            *self.rows,
            self.beta,
            points,
            counted,
            self.sighted if points is None else (),
            self.continuum,
            self.circle_at_rest,
            self.clusters,
            self.rotating,
            self.hamiltonian,
            self.periodic,
            types,
            all_types,
            complete and not self._bistable,
            exceptional,
            self._share(complete),
            self.cycles,
            tuple(self.shown),
        )

    def _keep(self, shown: Shown | None) -> Shown | None:
        if shown is not None:
            self.shown[shown] = None
        return shown

    def _by(self, says: str, *claims: str) -> None:
        self._keep(Shown.by_claims(says, *claims))

    @cached_property
    def _bistable(self) -> bool:
        return self.circle_at_rest and self._linear_types[0] == ("interior-point", "fixed-clusters")

    def _share(self, complete: bool) -> Fraction:
        """Where V = I has a sink w* and clusters, |w - w*| < 1 - |w*| goes to w* (linear.value-identity.bistable)."""
        if not self._bistable:
            return Fraction(int(complete))
        (ar, ai), (br, bi) = self.scaled
        centre = sqrt(number((br * br + bi * bi) / (ar * ar + ai * ai)))
        return span(ball_of((1 - centre) ** 2))[0]

    # the field

    @cached_property
    def polynomials(self) -> tuple[Any, Any, int]:
        """(X, Y, k) with F = (X + i Y)(1 - |w|^2)^k in units beta = 2, k as large as possible; 0 if F = 0."""
        ring = fmpq_mpoly_ctx.get(("x", "y"), "lex")
        x, y = ring.gens()
        one = ring.constant(1)
        a, b, p, q = ((one * rational(u), one * rational(v)) for u, v in (self.a, self.b, self.p, self.q))
        w, mirrored = (x, y), (x, -y)
        H = total(times(times(a, p), w), times(a, q), times(b, p), times(times(b, q), mirrored))
        turn = total(times(bar(a), p), times(bar(b), q), times(times(bar(a), q), mirrored), times(times(bar(b), p), w))[
            1
        ]
        F = total(times((0 * x, 2 * turn), w), H, times((-1 * one, 0 * x), times(bar(H), times(w, w))))
        X, Y, k, rim = *F, 0, one - x * x - y * y
        while not (X.is_zero() and Y.is_zero()):
            (of_x, rest_x), (of_y, rest_y) = divmod(X, rim), divmod(Y, rim)
            if not (rest_x.is_zero() and rest_y.is_zero()):
                break
            X, Y, k = of_x, of_y, k + 1
        return X, Y, k

    @cached_property
    def at_rest(self) -> bool:
        """F = 0."""
        X, Y, _ = self.polynomials
        return bool(X.is_zero() and Y.is_zero())

    @cached_property
    def circle_at_rest(self) -> bool:
        return self.at_rest or self.polynomials[2] > 0

    @cached_property
    def common(self) -> Any:
        """The common factor of X and Y."""
        X, Y, _ = self.polynomials
        return X.gcd(Y)

    @cached_property
    def continuum(self) -> bool:
        """Equilibria form curves in the open disk: where det A det V > 0, a common factor has both signs there."""
        if self.at_rest:
            return True
        if self.rigid:
            return self._rate(0) * self._rate(1) < 0
        if self.det_a * self.det_v <= 0:  # zeros solve V S A^T = 0: a line where both are of rank 1, else none
            (v1, v2), (a1, a2) = (next((row for row in reversed(M) if any(row)), M[0]) for M in reversed(self.rows))
            return self.det_a == self.det_v == 0 and v1 * a2 != v2 * a1
        signs = {
            value > 0
            for i in range(-12, 13)
            for j in range(-12, 13)
            if i * i + j * j < 169 and (value := self.common(fmpq(i, 13), fmpq(j, 13))) != 0
        }
        return len(signs) > 1

    @cached_property
    def dulac(self) -> tuple[Fraction, tuple[Fraction, Fraction]]:
        """(c, m) of the Dulac function D = 2 c (1 + |w|^2) + 4 Re(conj(m) w): Re(a p), b Re p + i q Im a."""
        (ar, ai), (br, bi), (pr, pi), (qr, qi) = self.a, self.b, self.p, self.q
        return ar * pr - ai * pi, (br * pr - qi * ai, bi * pr + qr * ai)

    @cached_property
    def rigid(self) -> bool:
        """F = i w rate(|w|^2), a real affine function (linear.hamiltonian-rotations)."""
        return not any(self.b + self.q) and self.dulac[0] == 0 and not self.at_rest

    def _rate(self, u: int) -> Fraction:
        (ar, ai), (pr, pi) = self.a, self.p
        return (ar * pi + ai * pr) * (1 + u) + 2 * (ar * pi - ai * pr)

    # interior equilibria

    @cached_property
    def interior(self) -> tuple[tuple[Point, ...] | None, str]:
        if self.rigid and not self.continuum:
            origin = (Fraction(0), Fraction(0))
            return (Point((origin, origin), "centre"),), "F = i w rate(|w|^2) (linear.hamiltonian-rotations)"
        if self.continuum:
            return None, ""
        if self.circle_at_rest:
            return self._at_rest_on_the_circle, f"F = (b + conj(a) w)(1 - |w|^2) (linear.value-identity.{self._regime})"
        if self.det_a * self.det_v <= 0:  # where both are 0, the line of V S A^T = 0 does not meet the disk
            return (), "det A det V <= 0, and V S A^T is not 0 (linear.equilibrium-determinants)"
        field = self.field
        at_once = any(each.neutral for each in self.clusters)  # then F has a multiple zero on the circle
        for budget in (BUDGET,) if at_once else (BUDGET, 4 * BUDGET):
            found, data = _isolated(field.equilibria(), field.forms, budget)
            if found is not None:
                field.zeros = data, tuple(kind for _, kind, _ in found)
                return self._points(found), "isolate"
        if at_once or not self.common.is_constant():
            return None, ""
        found = self._in_a_square()
        if found is not None:
            return self._points(found), "isolate"
        if self._scores and self.det_v > 0 and len(self.sighted) == 1:
            return self.sighted, "isolate, linear.case2-count"
        return None, ""

    @property
    def _at_rest_on_the_circle(self) -> tuple[Point, ...]:
        """w = -b/conj(a), if that is inside; the Jacobian there is that of conj(a) w, up to a positive factor."""
        (ar, ai), (br, bi) = self.scaled
        size = ar * ar + ai * ai
        if size <= br * br + bi * bi:
            return ()
        x, y = -(br * ar - bi * ai) / size, -(bi * ar + br * ai) / size
        kind = "centre" if ar == 0 else "source" if ar > 0 else "sink"
        return (Point((span_of(x), span_of(y)), kind),)

    @cached_property
    def sighted(self) -> tuple[Point, ...]:
        """All equilibria with |w| <= INNER: a fixed cluster that is not simple hinders a count up to the circle."""
        if self.continuum or not self.common.is_constant():
            return ()
        w, flow = self.field.w, self.field.flow
        goal = Equilibria((w,), flow.terms, (Relation("ge", INNER**2 - abs2(w), term(0)),), ())
        return self._points(_isolated(goal, None)[0] or ())

    @property
    def _scores(self) -> bool:
        """A is a multiple of I: linear.case2-* and linear.score-identity.* apply (to -V where it is negative)."""
        (a11, a12), (a21, a22) = self.rows[0]
        return a12 == a21 == 0 and a11 == a22

    def _points(self, found: Sequence[_Zero]) -> tuple[Point, ...]:
        return tuple(Point(spans(zero.where), self._type(kind, slopes)) for zero, kind, slopes in found)

    def _in_a_square(self) -> list[_Zero] | None:
        """Count in a square about the disk; a zero that may lie on the circle is one of the fixed clusters."""
        X, Y, _ = self.polynomials
        w = self.field.w
        system = polynomial_term(X, w) + I * polynomial_term(Y, w)
        turned = (dot(x, matrix([[1, 0], [0, -1]]) * x) for x in self.directions)
        rim = [balls_of(each, 2 * x[0] * x[1], over=dot(x, x)) for each, x in zip(turned, self.directions, strict=True)]
        for r in BOXES:
            sides = [Relation("ge", r + sign * part, term(0)) for part in (re(w), im(w)) for sign in (1, -1)]
            found, _ = _isolated(Equilibria((w,), (system,), tuple(sides), ()), None)
            if found is None:
                continue
            kept = []
            for each in found:
                x, y = each[0].where
                with ctx.workprec(BITS):
                    gap = 1 - x * x - y * y
                if gap > 0:
                    kept.append(each)
                elif not gap < 0 and not any(inside(place, each[0].box.ends) for place in rim):
                    return None
            return kept
        return None

    def _type(self, kind: str, slopes: Any) -> str:
        if kind == "any" and self.hamiltonian is not None:  # with an integrating factor the trace is 0
            with ctx.workprec(BITS):
                if newton.determinant(slopes) > 0:
                    return "centre"
        return "" if kind == "any" else kind

    # the circle

    @cached_property
    def directions(self) -> list[Matrix]:
        """Eigenvectors of V, then isotropic vectors of A; each line once."""
        return [x for x, _ in self._lines]

    @cached_property
    def _lines(self) -> list[tuple[Matrix, str]]:
        if self.circle_at_rest:
            return []
        (v11, v12), (v21, v22) = self.rows[1]
        (a11, a12), (a21, a22) = self.rows[0]
        found: list[tuple[Matrix, str]] = []
        for form, kind in (((v21, v22 - v11, -v12), "eigenvector"), ((a11, a12 + a21, a22), "isotropic")):
            for x in null_lines(*form):
                if not any(sign_of(x[0] * y[1] - x[1] * y[0]) == 0 for y, _ in found):
                    found.append((x, kind))
        return found

    @cached_property
    def clusters(self) -> tuple[Cluster, ...]:
        """By linear.fixed-clusters; rates by linear.eigenvector-cluster and linear.isotropic-cluster."""
        return tuple(self._cluster(x, kind) for x, kind in self._lines)

    def _cluster(self, x: Matrix, kind: str) -> Cluster:
        A, V, size = self.A, self.V, dot(x, x)
        if kind == "eigenvector":
            forward, lam = dot(x, A * x), dot(x, V * x) / size
            other = V[0, 0] + V[1, 1] - lam
            across, along = -sign_of(forward) * sign_of(lam), -sign_of(forward) * sign_of(lam - other)
        else:
            push = sign_of(dot(J * x, V * x))
            across, along = sign_of(dot(J * x, A * x)) * push, sign_of(dot(J * x, (A + A.T) * x)) * push
        length = sqrt(size)
        return Cluster(spans(balls_of(x[0], x[1], over=length)), kind, across, along)

    @cached_property
    def rotating(self) -> Rotating | None:
        """By linear.rotating-criterion; the period of w by linear.rotating-parameters and linear.rotating-points."""
        kind = linear.rotating_type(self.A, self.V)
        if kind in ("eigenvector", "isotropic"):
            return None
        (a11, a12), (a21, a22) = self.rows[0]
        (v11, v12), (v21, v22) = self.rows[1]
        m, k = self.det_a - (a12 - a21) ** 2 / 4, self.det_v - (v11 + v22) ** 2 / 4
        of_a, of_v = 1 if a11 + a22 > 0 else -1, 1 if v21 > v12 else -1
        value = -PI * (of_a * (v11 + v22) / (2 * sqrt(number(k))) - of_v * (a21 - a12) / (2 * sqrt(number(m))))
        (_, b), (p, q) = linear.coefficients(self.A), linear.coefficients(self.V)
        z1, z2 = (
            -(d / c) / (1 + sqrt(1 - abs2(d) / c**2))
            for d, c in ((b, (self.A[0, 0] + self.A[1, 1]) / 2), (-I * q, im(p)))
        )
        turn = (1 - abs2(z1 * z2)) / (abs2(1 - conj(z1) * z2) * sqrt(number(m)) * sqrt(number(k)))
        attracting = {"attracting": True, "repelling": False, "neutral": None}[kind]
        return Rotating(span(ball_of(value)), attracting, span(ball_of(PI / self.beta * turn)))

    # integrating factors

    @cached_property
    def hamiltonian(self) -> tuple[str, str, str] | None:
        (a11, a12), (a21, a22) = self.rows[0]
        (v11, v12), (v21, v22) = self.rows[1]
        if self.at_rest:
            return None
        if self.rigid:
            return "H4", "|w|^2", "linear.hamiltonian-rotations"
        if a12 == a21 and v11 + v22 == 0:
            return "H1", "kappa/(1 - |w|^2) - f_r g_i/(1 - |w|^2)^2", "linear.hamiltonian-symmetric"
        turned = (-a12, -a22, a11, a21)  # J A^T
        values = (v11, v12, v21, v22)
        if all(values[i] * turned[j] == values[j] * turned[i] for i in range(4) for j in range(i)):
            return "H2", "kappa/(1 - |w|^2) - f_r g_i/(1 - |w|^2)^2", "linear.hamiltonian-rotated"
        if v12 == v21 == 0 and v11 == v22 and a11 + a22 == 0:
            return "H3", "Im(conj(b) w) + Im(a) |w|^2/2", "linear.hamiltonian-traceless"
        if a11 == a22 == 0 and a12 + a21 == 0 and v12 == v21:
            return "H3", "Im(conj(b') w) + Im(a') |w|^2/2, a' z + b' conj(z) = J V z", "linear.hamiltonian-traceless"
        return None

    # long times

    @cached_property
    def _steep(self) -> bool:
        """The Dulac function has one sign (linear.dulac-none)."""
        c, m = self.dulac
        return c != 0 and m[0] ** 2 + m[1] ** 2 <= c * c

    @cached_property
    def _kinds(self) -> list[str]:
        return [each.kind for each in self.interior[0] or ()]

    @cached_property
    def _settled(self) -> tuple[Shown | None, str]:
        """(what is proved of almost every start, its sense: circle, points of the circle, points, points inside)."""
        field = self.field
        none = self.interior[0] == ()  # perhaps by determinants, not by count
        if self.circle_at_rest or "" in self._kinds or (field.zeros is None and not none):
            return None, ""
        index = all(kind == "saddle" for kind in self._kinds)
        if not index and not self._steep:
            return None, ""
        turns = self._both_ways
        if index or "sink" not in self._kinds:
            if turns is not None:
                return self._keep(field.to_points_of_the_circle(index, *turns)), "points of the circle"
            return self._keep(field.by_index() if index else field.to_the_circle()), "circle"
        if turns is not None:
            return self._keep(field.to_points(*turns)), "points"
        if self.rotating is not None and self.rotating.attracting is False:
            return self._keep(field.to_points_inside()), "points inside"
        return None, ""

    @cached_property
    def _both_ways(self) -> tuple[Term, Term] | None:
        """Points of the circle, with rational coordinates, at which the angle grows and falls."""
        if not any(each.along for each in self.clusters):
            return None
        halved = (atan2(*(float(sum(part)) for part in reversed(each.direction))) for each in self.clusters)
        angles = sorted(2 * angle % (2 * pi) for angle in halved)
        best: dict[int, tuple[Fraction, Term]] = {}
        turn = im(conj(self.field.w) * self.field.flow.terms[0])
        for one, other in zip(angles, (*angles[1:], angles[0] + 2 * pi), strict=True):
            s = Fraction(tan((one + other) / 4)).limit_denominator(1000)
            place = complex_number((1 - s * s) / (1 + s * s), 2 * s / (1 + s * s))
            sign = sign_of(turn.subs(self.field.w, place))
            if sign and sign not in best:
                best[sign] = s, place
        return (best[1][1], best[-1][1]) if len(best) == 2 else None

    @cached_property
    def _between(self) -> Shown | None:
        """A cycle between the one equilibrium and the circle, where both repel, or (time reversed) attract."""
        if self.rotating is None or self.field.zeros is None:
            return None
        if self._kinds == ["source"] and self.rotating.attracting is False:
            return self._keep(self.field.cycle_between())
        if self._kinds == ["sink"] and self.rotating.attracting:
            A, ((v11, v12), (v21, v22)) = self.rows
            back = Field(A, ((-v11, -v12), (-v21, -v22)))
            data, _ = _isolated(back.equilibria(), back.forms)
            if data is not None:
                back.zeros = _, ("source",)
                return self._keep(back.cycle_between())
        return None

    @cached_property
    def cycles(self) -> tuple[Cycle, ...]:
        if not self.certify or self._excluded or self.hamiltonian or self.circle_at_rest or self.at_rest:
            return ()
        points = [each for each in self.interior[0] or self.sighted if each.kind != "saddle"]
        centres = [complex(*(float(sum(part) / 2) for part in each.w)) for each in points]
        found = certified(*self.rows, self.beta, centres)
        for each in found:
            self._keep(each.shown)
        return found

    @cached_property
    def _excluded(self) -> str:
        """Why there is no periodic orbit; "" where that is not shown."""
        if self.at_rest:
            return "the field is 0"
        if self.circle_at_rest and self.scaled[0][0] != 0:
            return "the distance from the equilibrium is monotone (linear.case1-distance)"
        shown, how = self._settled
        if shown is not None:
            why = {True: "all equilibria inside are saddles", False: "Dulac function of one sign"}
            none = "no interior equilibria" if not self._kinds else why[all(kind == "saddle" for kind in self._kinds)]
            return f"{none} ({', '.join(shown.conditional_on)})"
        if self._steep:
            says = "no periodic orbit in the open disk: a Dulac function"
            self._keep(Shown(says, ("linear.dulac", "linear.dulac-none"), ("classical.dulac-circle",)))
            return "Dulac function of one sign (linear.dulac-none)"
        return ""

    @cached_property
    def periodic(self) -> tuple[str, str]:
        if self._excluded:
            return "excluded-by", self._excluded
        if self.rigid:
            return "found", "circles about 0, all but those at rest (linear.hamiltonian-rotations)"
        if "centre" in self._kinds and self.hamiltonian:
            return "found", f"around a centre of a conserved function ({self.hamiltonian[2]})"
        if self.cycles:
            many = "a limit cycle, which is" if len(self.cycles) == 1 else f"{len(self.cycles)} limit cycles, which are"
            return "found", f"{many} enclosed (returns)"
        if self._between is not None:
            which = "one source, the circle repels" if self._kinds == ["source"] else "one sink, the circle attracts"
            return "found", f"{which}: a limit cycle between them (classical.poincare-bendixson)"
        return "undecided", "none of the criteria applies"

    @cached_property
    def types(self) -> tuple[tuple[str, ...], bool, tuple[str, ...]]:
        """(types that certainly occur on sets of positive area, are these all, what occurs on null sets at least)."""
        if self.at_rest:
            self._keep(self.field.show("F = 0", Identity(self.field.flow.terms[0], 0), lambda p: p.ring()))
            return ("frozen",), True, ()
        if self.rigid:
            self._by("rigid rotations", "linear.hamiltonian-rotations")
            return ("constant-modulus",), True, ("interior-point",)
        if self.circle_at_rest:
            self._by(f"V = I, its dual or its multiple: {self._regime}", *self._regime_claims)
            return self._linear_types
        seen = self._attractors
        if seen == {"limit-cycle"} and self._between is not None:
            self._by("every start but one tends to a limit cycle", "classical.poincare-bendixson")
            return ("limit-cycle",), True, ("interior-point",)
        if self._kinds == ["centre"] and self.rotating is not None and self.hamiltonian is not None:
            self._by("every orbit but the centre is periodic", self.hamiltonian[2], "classical.closed-levels")
            return ("periodic",), True, ("interior-point",)
        all_types = self._all_types(seen)
        types = tuple(sorted(seen, key=list(_ORDER).index))
        rest = {"interior-point"} if self._kinds and not {"sink", ""} & set(self._kinds) else set()
        if any(not each.attracting for each in self.cycles) or (self._kinds == ["sink"] and self._between is not None):
            rest.add("limit-cycle")
        doubtful = any(each.stable is None for each in self.clusters)  # one that is neutral may attract an open set
        if any(each.across < 0 for each in self.clusters) and not doubtful:
            rest.add("fixed-clusters")
        return types, all_types, tuple(each for each in _ORDER if each in rest - seen)

    @cached_property
    def _attractors(self) -> set[str]:
        """Types that certainly occur on sets of positive area."""
        seen = set()
        for kind in ("eigenvector", "isotropic"):
            if any(each.stable for each in self.clusters if each.kind == kind):
                seen.add("fixed-clusters")
                self._by(f"an {kind} cluster attracts", f"linear.{kind}-cluster", "classical.linear-stability")
        if self.rotating is not None and self.rotating.attracting and self._keep(self.field.circle_attracts()):
            seen.add("rotating-clusters")
        if "sink" in self._kinds:
            seen.add("interior-point")
            self._by("an equilibrium attracts", "classical.linear-stability")
        if "centre" in self._kinds and self.hamiltonian is not None:
            seen.add("periodic")
            self._by("orbits near a centre are periodic", self.hamiltonian[2])
        if any(each.attracting for each in self.cycles) or (self._kinds == ["source"] and self._between is not None):
            seen.add("limit-cycle")
        return seen

    def _all_types(self, seen: set[str]) -> bool:
        """Does no other type occur on positive area? What is proved of almost every start may add one."""
        shown, how = self._settled
        if shown is not None and how == "circle" and self.rotating is not None:
            seen.add("rotating-clusters")
            return True
        if shown is not None and how == "points of the circle":
            seen.add("fixed-clusters")
            return True
        if shown is not None and how == "points":  # a neutral cluster may attract a set of positive area
            return "fixed-clusters" in seen or all(each.stable is False for each in self.clusters)
        if shown is not None and how == "points inside":
            return True
        if self._scores and self._kinds == ["sink"]:
            self._by("A = I: every start tends to the equilibrium", "linear.score-identity.contracting")
            return "fixed-clusters" not in seen
        return False

    @cached_property
    def scaled(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        """(a, b) with F = (b + conj(a) w)(1 - |w|^2): V is a multiple of I, or A one of J and (A, V) ~ (J V, -J A)."""
        (v11, v12), (v21, v22) = self.rows[1]
        if v12 == v21 == 0 and v11 == v22:
            factor, (a, b) = v11, (self.a, self.b)
        else:
            factor, (a, b) = self.rows[0][1][0], halves(((-v21, -v22), (v11, v12)))
        return (factor * a[0], factor * a[1]), (factor * b[0], factor * b[1])

    @property
    def _linear_types(self) -> tuple[tuple[str, ...], bool, tuple[str, ...]]:
        """By the claims linear.value-identity.*, for F = (b + conj(a) w)(1 - |w|^2)."""
        (ar, ai), (br, bi) = self.scaled
        if ar * ar + ai * ai <= br * br + bi * bi:
            return ("fixed-clusters",), True, ()
        if ar > 0:
            return ("fixed-clusters",), True, ("interior-point",)
        if ar == 0:
            return ("periodic", "fixed-clusters"), True, ("interior-point",)
        if br * br + bi * bi <= ar * ar:
            return ("interior-point",), True, ()
        return ("interior-point", "fixed-clusters"), False, ()

    @property
    def _regime(self) -> str:
        (ar, ai), (br, bi) = self.scaled
        size, slope = ar * ar + ai * ai, br * br + bi * bi
        if ar > 0:
            return "expanding"
        if size <= slope:
            return "indefinite"
        return "oscillating" if ar == 0 else "contracting" if slope <= ar * ar else "bistable"

    @property
    def _regime_claims(self) -> tuple[str, ...]:
        """The claim of the regime, and those that bring the pair to V = I."""
        (v11, v12), (v21, v22) = self.rows[1]
        dual = not (v12 == v21 == 0 and v11 == v22)
        factor = self.rows[0][1][0] if dual else v11
        claims = [f"linear.value-identity.{self._regime}"]
        claims += ["linear.duality"] if dual else []
        claims += ["linear.time-scale"] if abs(factor) != 1 else []
        return (*claims, *(["linear.time-reversal"] if factor < 0 else []))


_ORDER = (
    "fixed-clusters",
    "rotating-clusters",
    "interior-point",
    "periodic",
    "constant-modulus",
    "limit-cycle",
    "frozen",
)

_Zero = tuple[newton.Enclosure, str, Any]


def _isolated(goal: Equilibria, forms: Any, budget: int | None = None) -> tuple[list[_Zero] | None, Any]:
    """All zeros in the region of the goal with their kinds and linearisations, after the kernel has proved the list.

    Args:
        forms: other Terms with the same zeros (`proofs.forms_of`), or None.
        budget: cells of the search; BUDGET if not given.

    Returns:
        the zeros, or None where they are not counted, and the data of the step.
    """
    from verify.prove.zeros import isolate_step  # searches

    step = isolate_step(goal, budget=budget or BUDGET, forms=forms)
    data = step.data
    if "why" in data:
        return None, None
    cells, terms, relations = equilibria_setting(goal, data["box"])
    boxes = [Box(cells.symbols, tuple(map(tuple, ends)), cells.names) for ends in data["zeros"]]
    precision, points = data["precision"], data.get("points", {})
    try:
        sought = terms if forms is None else require_forms(goal, step)
        zeros = newton.all_zeros(sought, cells, data["tree"], boxes, relations, None, precision, points)
        slopes = [newton.linearise(terms, zero, None, precision) for zero in zeros]
        kinds = [newton.kind(each, precision) for each in slopes]
        kinds = ["any" if kind == newton.UNDECIDED else kind for kind in kinds]
        named = Equilibria(goal.unknowns, goal.system, goal.region, tuple(kinds))
        proof.prove(Sequent(goal.unknowns, (), (("main", named),)), {"main": [step]}, {goal.unknowns[0]: term(0)})
    except (newton.NotShown, Refused):
        return None, None
    return list(zip(zeros, kinds, slopes, strict=True)), data
