"""The phase portrait of planar linear self-attention on the Ott-Antonsen disk at given rational A, V: what is certain.

Interior equilibria are counted by the kernel (rule `isolate`). Clusters on the circle, the multiplier of rotating ones
and integrating factors are decided over the algebraic numbers, by formulas of proved claims, which are named. What
follows for almost every start rests on these and on classical results about planar flows: Poincare-Bendixson, Dulac,
stable manifolds. Nothing else is said, except by `Atlas.simulated`, which proves nothing (arXiv 2607.18584).
"""

from __future__ import annotations

import re as regex
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import Any

from flint import arb, ctx, fmpq, fmpq_mpoly_ctx

from verify.attention import linear
from verify.catalogue import UsageError
from verify.kernel import newton, proof
from verify.kernel.ball import enclose
from verify.kernel.cells import Box
from verify.kernel.context import Refused
from verify.kernel.exact import evaluate
from verify.kernel.goal import Equilibria, Sequent
from verify.kernel.lie import Flow
from verify.kernel.orbits import equilibria_setting, kinds_found
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import PI, I, Term, abs2, add, conj, im, mul, number, power, re, sqrt, symbol, term
from verify.linalg import J, Matrix, dot, matrix, vector

__all__ = ["Atlas", "Cluster", "Point", "Rotating", "Seen", "atlas", "read_beta", "read_matrix"]

Rows = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]

_DECIMAL = regex.compile(r"[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?")
_FRACTION = regex.compile(r"[+-]?\d{1,40}/\d{1,40}")
DIGITS = 15
"""Decimals of enclosures."""
BITS = 192
SEEN = {
    "cluster": "fixed-clusters",
    "rotating": "rotating-clusters",
    "point": "interior-point",
    "constant modulus": "constant-modulus",
    "periodic": "periodic",
    "undecided": "undecided",
}
"""The labels of `verify.dynamics.long_time` as types."""
INNER = Fraction(31, 32)
BUDGET = 3000
"""Cells of a search for equilibria."""
BOXES = (Fraction(9, 8), Fraction(21, 16), Fraction(17, 16))
"""Half widths of squares about the disk, tried in turn."""


def read_matrix(name: str, text: str) -> Rows:
    """Two rows of two exact numbers, "1,-1/2;0.5,1"; decimals are read as the rationals that they write.

    Raises:
        UsageError: one line: what was found, what is expected.
    """
    rows = [[read_number(name, word) for word in row.split(",")] for row in text.split(";")]
    if len(rows) != 2 or any(len(row) != 2 for row in rows):
        raise UsageError(f'--{name} {text[:40]!r}: two rows of two numbers are needed, such as "1,-1/2;0.5,1"')
    return (rows[0][0], rows[0][1]), (rows[1][0], rows[1][1])


def read_beta(text: str) -> Fraction:
    """An exact number above 0.

    Raises:
        UsageError: one line: what was found, what is expected.
    """
    beta = read_number("beta", text)
    if beta <= 0:
        raise UsageError(f"--beta {text[:40]}: a number above 0 is needed")
    return beta


def read_number(name: str, text: str) -> Fraction:
    """A decimal or a fraction, read exactly; nothing is evaluated.

    Raises:
        UsageError: one line: what was found, what is expected.
    """
    word = text.strip()
    if _DECIMAL.fullmatch(word) or (_FRACTION.fullmatch(word) and int(word.split("/")[1])):
        return Fraction(word)
    raise UsageError(f"--{name}: {word[:40]!r} is not a number such as 2, -0.5, 1e-3 or 2/3, of at most 40 digits")


Span = tuple[Fraction, Fraction]
"""Rational ends of an interval that holds a number."""


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
        counted: by what they were counted, "" where they were not.
        sighted: equilibria that are known where not all are.
        continuum: the equilibria in the open disk form curves, or all of it.
        circle_at_rest: every point of the circle is an equilibrium.
        clusters: all fixed clusters, unless `circle_at_rest`.
        hamiltonian: None, or (family, conserved function, proved claim).
        periodic: (excluded-by, found or undecided; the reason).
        types: behaviours that certainly occur for starts of positive area.
        complete: for almost every start in the disk one of `types` is proved.
        exceptional: what happens on null sets only.
        share: of the area of the disk, at least, on which the type of every start, but for a null set, is proved.
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
    complete: bool
    exceptional: tuple[str, ...]
    share: Fraction

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
        if self.types == ("limit-cycle",):
            labels = ["limit-cycle" if label == "periodic" else label for label in labels]
        return Seen(tuple(w.tolist()), tuple(labels))


@dataclass(frozen=True)
class Seen:
    """Starts and what was seen of each: a type, or undecided."""

    starts: tuple[complex, ...]
    labels: tuple[str, ...]

    @property
    def shares(self) -> dict[str, float]:
        return {label: self.labels.count(label) / len(self.labels) for label in dict.fromkeys(self.labels)}


def atlas(A: Rows, V: Rows, beta: Fraction = Fraction(1)) -> Atlas:
    """Everything that is decided at rational A, V and beta > 0."""
    return _Portrait(A, V, beta).atlas()


class _Portrait:
    def __init__(self, A: Rows, V: Rows, beta: Fraction) -> None:
        self.rows, self.beta = (A, V), beta
        self.A, self.V = matrix(A), matrix(V)
        (self.a, self.b), (self.p, self.q) = (_halves(each) for each in (A, V))
        self.det_a, self.det_v = _det(A), _det(V)

    def atlas(self) -> Atlas:
        points, counted = self.interior
        types, complete, exceptional = self.types
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
            complete,
            exceptional,
            self._share(complete),
        )

    def _share(self, complete: bool) -> Fraction:
        """Where V = I has a sink w* and clusters, |w - w*| < 1 - |w*| goes to w* (linear.value-identity.bistable)."""
        if complete or not self.circle_at_rest:
            return Fraction(int(complete))
        (ar, ai), (br, bi) = self.scaled
        centre = sqrt(number((br * br + bi * bi) / (ar * ar + ai * ai)))
        return _span(_ball((1 - centre) ** 2))[0]

    # the field

    @cached_property
    def polynomials(self) -> tuple[Any, Any, int]:
        """(X, Y, k) with F = (X + i Y)(1 - |w|^2)^k in units beta = 2, k as large as possible; 0 if F = 0."""
        ring = fmpq_mpoly_ctx.get(("x", "y"), "lex")
        x, y = ring.gens()
        one = ring.constant(1)
        a, b, p, q = ((one * _q(u), one * _q(v)) for u, v in (self.a, self.b, self.p, self.q))
        w, bar = (x, y), (x, -y)
        H = _sum(_times(_times(a, p), w), _times(a, q), _times(b, p), _times(_times(b, q), bar))
        turn = _sum(
            _times(_bar(a), p), _times(_bar(b), q), _times(_times(_bar(a), q), bar), _times(_times(_bar(b), p), w)
        )[1]
        F = _sum(_times((0 * x, 2 * turn), w), H, _times((-1 * one, 0 * x), _times(_bar(H), _times(w, w))))
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
        """Equilibria form curves in the open disk: their common factor has both signs there."""
        if self.at_rest:
            return True
        if self.rigid:
            return self._rate(0) * self._rate(1) < 0
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
        if self.continuum or not self.common.is_constant():
            return None, ""
        if self.det_a * self.det_v <= 0 and any((self.det_a, self.det_v)):
            return (), "det A det V <= 0, not both 0 (linear.equilibrium-determinants)"
        if all(each.across and each.along for each in self.clusters):
            found, stuck = _isolated(*self._system, (Relation("gt", 1 - abs2(self._system[0]), term(0)),))
            if found is None and not stuck:  # where zeros lie that are on the circle, as irrational numbers
                found = self._in_a_square(*self._system)
            return (None, "") if found is None else (self._points(found), "isolate")
        if self._scores and self.det_v > 0 and len(self.sighted) == 1:
            return self.sighted, "isolate, linear.case2-count"
        return None, ""

    @cached_property
    def sighted(self) -> tuple[Point, ...]:
        """All equilibria with |w| <= INNER: a fixed cluster that is not simple hinders a count up to the circle."""
        if self.continuum or not self.common.is_constant():
            return ()
        w, system = self._system
        return self._points(_isolated(w, system, (Relation("ge", INNER**2 - abs2(w), term(0)),))[0] or ())

    @cached_property
    def _system(self) -> tuple[Term, Term]:
        X, Y, _ = self.polynomials
        w = symbol("w", "complex")
        return w, _term(X, w) + I * _term(Y, w)

    @property
    def _scores(self) -> bool:
        """A is a multiple of I: linear.case2-* and linear.score-identity.* apply (to -V where it is negative)."""
        (a11, a12), (a21, a22) = self.rows[0]
        return a12 == a21 == 0 and a11 == a22

    def _points(self, found: Sequence[_Zero]) -> tuple[Point, ...]:
        return tuple(Point(_spans(zero.where), self._type(kind, slopes)) for zero, kind, slopes in found)

    def _in_a_square(self, w: Term, system: Term) -> list[_Zero] | None:
        """Count in a square about the disk; a zero that may lie on the circle is one of the fixed clusters."""
        rim = [_balls(dot(x, matrix([[1, 0], [0, -1]]) * x), 2 * x[0] * x[1], over=dot(x, x)) for x in self.directions]
        for r in BOXES:
            sides = [Relation("ge", r + sign * part, term(0)) for part in (re(w), im(w)) for sign in (1, -1)]
            found, _ = _isolated(w, system, tuple(sides))
            if found is None:
                continue
            kept = []
            for each in found:
                x, y = each[0].where
                with ctx.workprec(BITS):
                    gap = 1 - x * x - y * y
                if gap > 0:
                    kept.append(each)
                elif not gap < 0 and not any(_inside(place, each[0].box.ends) for place in rim):
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
            for x in _null_lines(*form):
                if not any(_sign(x[0] * y[1] - x[1] * y[0]) == 0 for y, _ in found):
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
            across, along = -_sign(forward) * _sign(lam), -_sign(forward) * _sign(lam - other)
        else:
            push = _sign(dot(J * x, V * x))
            across, along = _sign(dot(J * x, A * x)) * push, _sign(dot(J * x, (A + A.T) * x)) * push
        length = sqrt(size)
        return Cluster(_spans(_balls(x[0], x[1], over=length)), kind, across, along)

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
        return Rotating(_span(_ball(value)), attracting, _span(_ball(PI / self.beta * turn)))

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
    def periodic(self) -> tuple[str, str]:
        points = self.interior[0]
        if self.at_rest:
            return "excluded-by", "the field is 0"
        if self.rigid:
            return "found", "circles about 0, all but those at rest (linear.hamiltonian-rotations)"
        if self.circle_at_rest and self.scaled[0][0] != 0:
            return "excluded-by", "the distance from the equilibrium is monotone (linear.case1-distance)"
        c, m = self.dulac
        if c != 0 and m[0] ** 2 + m[1] ** 2 <= c * c:
            return "excluded-by", "Dulac function of one sign (linear.dulac-none)"
        if points is not None and all(each.kind == "saddle" for each in points):
            what = "equilibria of index 1" if points else "interior equilibria"
            return "excluded-by", f"there are no {what} (Poincare index)"
        if points and any(each.kind == "centre" for each in points) and self.hamiltonian:
            return "found", f"around a centre of a conserved function ({self.hamiltonian[2]})"
        if points is not None and len(points) == 1 and self.rotating is not None:
            (one,) = points
            if one.kind == "source" and self.rotating.attracting is False:
                return "found", "one source, the circle repels: a limit cycle between them (Poincare-Bendixson)"
            if one.kind == "sink" and self.rotating.attracting:
                return "found", "one sink, the circle attracts: a limit cycle between them (Poincare-Bendixson)"
        return "undecided", "none of the criteria applies"

    @cached_property
    def types(self) -> tuple[tuple[str, ...], bool, tuple[str, ...]]:
        """(types that certainly occur on sets of positive area, whether almost every start has the one, the rest)."""
        if self.at_rest:
            return ("frozen",), True, ()
        if self.rigid:
            return ("constant-modulus",), True, ("interior-point",)
        if self.circle_at_rest:
            return self._linear_types
        points, verdict = self.interior[0], self.periodic[0]
        seen: dict[str, None] = {}
        kinds = [each.kind for each in points or ()]
        if any(each.stable for each in self.clusters):
            seen["fixed-clusters"] = None
        if self.rotating is not None and self.rotating.attracting:
            seen["rotating-clusters"] = None
        if "sink" in kinds:
            seen["interior-point"] = None
        if "centre" in kinds:
            seen["periodic"] = None
        if kinds == ["source"] and self.rotating is not None and self.rotating.attracting is False:
            return ("limit-cycle",), True, ("interior-point",)
        unstable = set(kinds) & {"source", "saddle", "centre"}
        rest: tuple[str, ...] = ("interior-point",) if unstable and "sink" not in kinds else ()
        if self.rotating is not None and self.rotating.attracting and kinds == ["sink"] and verdict == "found":
            rest += ("limit-cycle",)
        if kinds == ["centre"] and self.rotating is not None:
            return ("periodic",), True, rest
        complete = verdict == "excluded-by" and points is not None and "" not in kinds and len(seen) <= 1
        if complete:
            complete = self._settled(seen, kinds)
        return tuple(seen), complete, rest

    @cached_property
    def scaled(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        """(a, b) with F = (b + conj(a) w)(1 - |w|^2): V is a multiple of I, or A one of J and (A, V) ~ (J V, -J A)."""
        (v11, v12), (v21, v22) = self.rows[1]
        if v12 == v21 == 0 and v11 == v22:
            factor, (a, b) = v11, (self.a, self.b)
        else:
            factor, (a, b) = self.rows[0][1][0], _halves(((-v21, -v22), (v11, v12)))
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

    def _settled(self, seen: dict[str, None], kinds: Sequence[str]) -> bool:
        """Without closed orbits: does almost every start do the one thing in `seen`?

        An omega-limit set in the disk is then an equilibrium, and only sinks take open sets; else |w| -> 1. With a
        fixed cluster at which the phase changes its direction, orbits that reach the circle end in fixed clusters.
        Where it only pauses (A = I, disc V = 0: one double direction) |w| -> 1 is proved, one limit is not.
        """
        if "sink" in kinds:
            repels = self.rotating is not None and self.rotating.attracting is False
            left = bool(self.clusters) and all(
                each.across > 0 or (each.across < 0 and each.along > 0) for each in self.clusters
            )
            return repels or (left and self._turns) or (self._scores and "fixed-clusters" not in seen)
        if self.rotating is not None:
            seen["rotating-clusters"] = None
            return True
        if self._turns:
            seen["fixed-clusters"] = None
            return True
        return False

    @property
    def _turns(self) -> bool:
        """The phase moves both ways on the circle, so orbits near it do not go round it."""
        return any(each.along != 0 for each in self.clusters)


_Zero = tuple[newton.Enclosure, str, Any]


def _isolated(w: Term, system: Term, region: tuple[Relation | AnyOf, ...]) -> tuple[list[_Zero] | None, bool]:
    """All zeros in the region with their kinds and linearisations, after the kernel has proved the list.

    Returns:
        the zeros, or None, and whether the search was stuck, so that the kernel was not asked.
    """
    from verify.prove.zeros import isolate_step  # searches

    step = isolate_step(Equilibria((w,), (system,), region, ()), budget=BUDGET)
    if "why" in step.data:
        return None, True
    try:
        kinds = tuple(kinds_found(Equilibria((w,), (system,), region, ()), step))
        goal = Equilibria((w,), (system,), region, kinds)
        proof.prove(Sequent((w,), (), (("main", goal),)), {"main": [step]}, {w: term(0)})
    except Refused:
        return None, False
    data = step.data
    cells, terms, relations = equilibria_setting(goal, data["box"])
    boxes = [Box(cells.symbols, tuple(map(tuple, ends)), cells.names) for ends in data["zeros"]]
    precision, points = data["precision"], data.get("points", {})
    zeros = newton.all_zeros(terms, cells, data["tree"], boxes, relations, None, precision, points)
    slopes = [newton.linearise(terms, zero, None, precision) for zero in zeros]
    return list(zip(zeros, kinds, slopes, strict=True)), False


# exact numbers


def _halves(M: Rows) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """(a, b) with M z = a z + b conj(z), each as (real, imaginary)."""
    (m11, m12), (m21, m22) = M
    return ((m11 + m22) / 2, (m21 - m12) / 2), ((m11 - m22) / 2, (m21 + m12) / 2)


def _det(M: Rows) -> Fraction:
    return M[0][0] * M[1][1] - M[0][1] * M[1][0]


def _null_lines(u: Fraction, v: Fraction, t: Fraction) -> list[Matrix]:
    """Vectors x with u x1^2 + v x1 x2 + t x2^2 = 0, one of each line; none for the form 0."""
    room = v * v - 4 * u * t
    if room < 0 or not any((u, v, t)):
        return []
    if u == 0:
        lines = [(number(1), number(0))] + ([(number(-t), number(v))] if v else [])
    else:
        root = sqrt(number(room))
        lines = [((-v + sign * root), number(2 * u)) for sign in ((1, -1) if room else (1,))]
    return [vector(*line) for line in lines]


def _sign(value: Any) -> int:
    return evaluate(term(value), {}).sign()


def _ball(value: Term) -> arb:
    found = enclose(value, {}, BITS)
    return found if isinstance(found, arb) else found.real


def _balls(*values: Term, over: Term) -> tuple[arb, ...]:
    return tuple(_ball(value / over) for value in values)


def _spans(balls: Sequence[arb]) -> tuple[Span, Span]:
    x, y = balls
    return _span(x), _span(y)


def _span(ball: arb) -> Span:
    """Decimal ends, rounded outwards."""
    low, high = (Fraction(int(m)) * Fraction(2) ** int(e) for m, e in (ball.lower().man_exp(), ball.upper().man_exp()))
    unit = 10**DIGITS
    return Fraction(floor(low * unit), unit), Fraction(ceil(high * unit), unit)


def _inside(place: Sequence[arb], ends: Sequence[Span]) -> bool:
    """Are the balls in the box?"""
    return all(
        ball > arb(low.numerator) / low.denominator and ball < arb(high.numerator) / high.denominator
        for ball, (low, high) in zip(place, ends, strict=True)
    )


def _q(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _term(poly: Any, w: Term) -> Term:
    """A polynomial in x, y at w = x + i y."""
    summands = [
        mul(number(Fraction(int(c.p), int(c.q))), power(re(w), int(i)), power(im(w), int(j)))
        for (i, j), c in poly.to_dict().items()
    ]
    return add(*summands) if summands else term(0)


def _bar(z: tuple[Any, Any]) -> tuple[Any, Any]:
    return z[0], -z[1]


def _times(z: tuple[Any, Any], y: tuple[Any, Any]) -> tuple[Any, Any]:
    return z[0] * y[0] - z[1] * y[1], z[0] * y[1] + z[1] * y[0]


def _sum(*parts: tuple[Any, Any]) -> tuple[Any, Any]:
    x, y = parts[0]
    for u, v in parts[1:]:
        x, y = x + u, y + v
    return x, y
