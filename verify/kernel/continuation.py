"""A Term in one real symbol, continued to complex values of it: what a quadrature may evaluate on complex boxes.

conj(z(x)) becomes the Term with conjugated constants; re, im, abs2 and abs follow from it. Every function with a cut
(sqrt, log, powers, atan, asin, abs, min, max) answers "not finite" on a box that touches the cut, so a finite value
means that the Term is analytic on the whole box and equal to itself on the real line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, arb, fmpq, fmpq_poly

from verify.kernel import ball, ring
from verify.kernel import point as at_point
from verify.kernel.exact import Undefined
from verify.kernel.interval import holds_on_unit
from verify.kernel.lie import Flow
from verify.kernel.relation import Relation
from verify.kernel.term import ONE, ZERO, Term, TermError, add, mul, number, postorder, power

__all__ = ["Integrand"]

MAX_ORDER = 4  # of a zero that a numerator and a denominator share
NAN = acb(arb("nan"), arb("nan"))


@dataclass
class Integrand:
    """A Term in one real symbol, continued to complex values of it.

    Attributes:
        nodes: (node, places of its arguments, its value and that of its conjugate if it is constant).
        safe: roots and arcsines whose argument is shown to stay in the domain on [0, 1].
        continued: quotients that are 0/0 at one point: node -> (point, factor, derivative of the numerator).
    """

    nodes: list[tuple[Term, tuple[int, ...], tuple[acb, acb] | None]]
    safe: frozenset[Term]
    continued: Mapping[Term, tuple[acb, acb, Integrand]]

    @classmethod
    def of(cls, root: Term, symbol: Term, precision: int, continues: bool = True) -> Integrand:
        order = _moving(root)
        place = {node: at for at, node in enumerate(order)}
        nodes = []
        safe = set()
        continued = {}
        for node in order:
            value = None
            if not node.symbols:
                ready = acb(ball.enclose(node, {}, precision))
                value = (ready, ready if node.is_real else ready.conjugate())
            elif node.kind in _EDGE and holds_on_unit(Relation("ge", _EDGE[node.kind](node.args[0]), ZERO), symbol):
                safe.add(node)
            elif node.kind == "div" and continues:
                zero = _zero_over_zero(node, symbol)
                if zero is not None:
                    at, factor, slope = zero
                    continued[node] = (acb(_q(at)), acb(_q(factor)), cls.of(slope, symbol, precision))
            nodes.append((node, tuple(place[arg] for arg in node.args) if value is None else (), value))
        return cls(nodes, frozenset(safe), continued)

    def __call__(self, z: acb, analytic: bool) -> acb:
        return self.pair(z, analytic)[0]

    def pair(self, z: acb, analytic: bool) -> tuple[acb, acb]:
        """The continuations of f and of conj(f) on the box z; not finite where they are not known to be analytic."""
        cut = bool(analytic) or not z.imag.is_zero()
        values: list[acb] = []
        conjugates: list[acb] = []
        for node, places, constant in self.nodes:
            if constant is not None:
                value, conjugate = constant
            elif node.kind == "sym":
                value = conjugate = z
            else:
                args = [values[at] for at in places]
                mirrored = [conjugates[at] for at in places]
                value = self._value(node, args, mirrored, cut, z)
                if node.is_real:
                    conjugate = value
                elif node.kind == "conj":
                    value, conjugate = mirrored[0], args[0]
                else:
                    conjugate = self._value(node, mirrored, args, cut, z, mirror=True)
            values.append(value)
            conjugates.append(conjugate)
        return values[-1], conjugates[-1]

    def _value(
        self, node: Term, args: Sequence[acb], mirrored: Sequence[acb], cut: bool, z: acb, mirror: bool = False
    ) -> acb:
        kind = node.kind
        u = args[0]
        if kind == "add" or kind == "mul":
            for arg in args[1:]:
                u = u + arg if kind == "add" else u * arg
            return u
        if kind == "div":
            if node in self.continued and args[1].contains(0):
                at, factor, slope = self.continued[node]
                return slope.pair(z.union(at), cut)[mirror] / factor
            return u / args[1]
        if kind == "pow":
            exponent = node.args[1]
            if exponent.kind == "rat" and exponent.payload.denominator == 1:
                return _integer_power(u, int(exponent.payload))
            return (args[1] * _log(u, cut)).exp()
        if kind in ("re", "im", "abs2", "abs"):
            value = _part(kind, u, mirrored[0], node.args[0].is_real, cut)
            if cut:
                return value
            return acb(value.real) if value.is_finite() else NAN  # real on the real line
        if kind == "min" or kind == "max":
            for arg in args[1:]:
                u = u.real_min(arg, analytic=cut) if kind == "min" else u.real_max(arg, analytic=cut)
            return u
        if kind == "sqrt":
            if cut:
                return u.sqrt(analytic=True)
            return u.real_sqrt() if u.real >= 0 or node in self.safe else NAN
        if kind == "log":
            return _log(u, cut)
        if kind == "asin":
            return _asin(u, cut, node in self.safe)
        if kind == "atan":
            return u.atan() if not cut or u.real > 0 or u.real < 0 or abs(u.imag) < 1 else NAN
        if kind == "conj":
            return u  # its values are swapped by the caller
        return acb(getattr(u, kind)())  # exp, sin, cos, sinh, cosh; tan and tanh, whose poles are not finite


def _moving(root: Term) -> list[Term]:
    """The nodes below `root`, children before parents; those of constants are left out."""
    inside = {root: root.args if root.symbols else ()}
    for node in reversed(postorder(root)):  # parents before children
        for arg in inside.get(node, ()):
            inside.setdefault(arg, arg.args if arg.symbols else ())
    return [node for node in postorder(root) if node in inside]


def _log(u: acb, cut: bool) -> acb:
    if cut:
        return u.log(analytic=True)
    return u.log() if u.real > 0 else NAN


def _asin(u: acb, cut: bool, safe: bool) -> acb:
    if cut:
        return u.asin() if u.imag > 0 or u.imag < 0 or abs(u.real) < 1 else NAN
    if abs(u.real) <= 1:
        return u.asin()
    if not safe or not u.is_finite():
        return NAN
    low, high = u.real.lower().max(arb(-1)), u.real.upper().min(arb(1))
    return acb(low.asin().union(high.asin()))  # increasing, and the argument is known to stay within [-1, 1]


def _part(kind: str, u: acb, mirrored: acb, real: bool, cut: bool) -> acb:
    if kind == "re":
        return (u + mirrored) / 2
    if kind == "im":
        return (u - mirrored) / acb(0, 2)
    if kind == "abs" and real:
        return u.real_abs(analytic=cut)
    square = u * mirrored
    if kind == "abs2":
        return square
    return square.sqrt(analytic=True) if cut else acb(square.real).real_sqrt() if square.is_finite() else NAN


def _integer_power(u: acb, k: int) -> acb:
    if k < 0:
        return 1 / _integer_power(u, -k)
    result, square = u * 0 + 1, u  # u * 0: what is undefined stays so in its zeroth power
    while k:
        if k & 1:
            result = result * square
        k >>= 1
        if k:
            square = square * square
    return result


_EDGE: dict[str, Callable[[Term], Term]] = {
    "sqrt": lambda u: u,
    "asin": lambda u: add(ONE, mul(number(-1), power(u, 2))),
}
"""What must be >= 0 for a function that is continuous up to the edge of its domain, and not analytic there."""


def _zero_over_zero(node: Term, symbol: Term) -> tuple[Fraction, Fraction, Term] | None:
    """(t0, c, N^(k)) if node = N/(a (t - t0)^k) with N vanishing to order k at t0 and c = a k!; else None.

    Then N(t)/(a (t - t0)^k) is the mean of N^(k)(t0 + s (t - t0)) with weight k (1 - s)^(k-1) over s in (0, 1),
    divided by c, so it lies in any box (a convex set) that contains the values of N^(k) on the hull of t and t0,
    over c.
    """
    top, below = node.args
    try:
        poly, rest = ring.univariate(below, symbol)
    except ring.NotPolynomial:
        return None
    k = poly.degree()
    if not 1 <= k <= MAX_ORDER or rest.degree() != 0:
        return None
    lead = poly[k] / rest[0]
    at = -poly[k - 1] / poly[k] / k
    if poly / poly[k] != fmpq_poly([-at, 1]) ** k or not 0 <= at <= 1:
        return None
    here = {symbol: number(_fraction(at))}
    derivative = Flow(((symbol, ONE),)).derivative
    try:
        for order in range(1, k + 1):
            if at_point.sign_at(top, here) != (0, at_point.EXACT):
                return None
            top = derivative(top)
            lead = lead * order
    except (Undefined, TermError):
        return None
    return _fraction(at), _fraction(lead), top


def _q(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
