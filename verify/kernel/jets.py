"""Jets: the Taylor coefficients of the solutions of x' = F(x), by the recurrences of automatic differentiation.

The real Terms of F are compiled once into a list of operations on power series in t. Run order by order on real balls
they give the coefficients of the solution; run once on complex boxes they give F there, or "not finite" where F is not
known to be analytic (a pole, or the cut of a root, a logarithm, an arctangent or an arcsine).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import mul as times
from typing import Any

from flint import acb, arb, arb_mat, ctx

from verify.kernel import ball
from verify.kernel.lie import Flow
from verify.kernel.term import ONE, OPAQUE, ZERO, Term, TermError, postorder

__all__ = ["Field"]

Row = list[arb]
"""The coefficients of one series, as far as they are known."""

Operation = tuple[str, tuple[int, ...], Any]
"""(name, places of the arguments, constants)."""


class Field:
    """A real vector field: rates as real Terms in real states.

    Args:
        states, rates: one Term each, in the same order.
        parameters: every other symbol, to a constant Term or a ball.
        precision: bits of the constants; run the methods inside `flint.ctx.workprec`.

    Raises:
        TermError: a symbol has no value, or a rate contains min, max, a mean, or an exponent that moves.
    """

    def __init__(
        self, states: Sequence[Term], rates: Sequence[Term], parameters: Mapping[Term, Any], precision: int
    ) -> None:
        self._parameters = parameters
        self._moving = frozenset(states)
        self._precision = precision
        self._operations: list[Operation] = [("state", (), None)] * len(states)
        self._known: dict[tuple[str, tuple[int, ...]], int] = {}
        self._place: dict[Term, int | arb] = {state: at for at, state in enumerate(states)}
        self.dimension = len(states)
        with ctx.workprec(precision):
            for node in postorder(*rates):
                if node not in self._place:
                    self._place[node] = self._compile(node)
            self._roots = [self._series(self._place[rate]) for rate in rates]
            self._size = len(self._operations)
            self._slopes: list[tuple[int, int, int]] = []
            for i, rate in enumerate(rates):
                for j, state in enumerate(states):
                    slope = Flow(((state, ONE),)).derivative(rate)
                    if slope is ZERO:
                        continue
                    for node in postorder(slope):
                        if node not in self._place:
                            self._place[node] = self._compile(node)
                    self._slopes.append((i, j, self._series(self._place[slope])))

    # compilation

    def _emit(self, name: str, *args: int, constants: Any = None) -> int:
        if constants is None and (name, args) in self._known:
            return self._known[(name, args)]
        self._operations.append((name, args, constants))
        if constants is None:
            self._known[(name, args)] = len(self._operations) - 1
        return len(self._operations) - 1

    def _series(self, value: int | arb) -> int:
        return value if isinstance(value, int) else self._emit("linear", constants=(value, ()))

    def _compile(self, node: Term) -> int | arb:
        if not node.is_real or node.kind in ("mean", "integral", *OPAQUE):
            raise TermError(f"{_short(node)} is no real Term of single states; a flow is followed in real coordinates")
        if not self._moving & set(node.symbols):
            for sym in node.symbols:
                if sym not in self._parameters:
                    raise TermError(f"the parameter {sym} has no value")
            constant = ball.enclose(node, self._parameters, self._precision)
            assert isinstance(constant, arb)
            return constant
        kind = node.kind
        args = [self._place[arg] for arg in node.args]
        if kind == "add":
            return self._linear(arb(0), [(arb(1), arg) for arg in args])
        if kind == "mul":
            return self._product(args)
        if kind == "div":
            if isinstance(args[1], arb):
                return self._product([args[0], 1 / args[1]])
            return self._emit("div", self._series(args[0]), args[1])
        if kind == "pow":
            return self._power(node, args)
        base = self._series(args[0])
        if kind == "abs2":
            return self._emit("square", base)
        if kind == "abs":
            return self._emit("sqrt", self._emit("square", base))
        if kind in ("exp", "log", "sqrt"):
            return self._emit(kind, base, *((self._emit("theta", base),) if kind == "exp" else ()))
        if kind in _PAIRS:
            return self._pair(kind, base)
        if kind in ("tan", "tanh"):
            above, below = ("sin", "cos") if kind == "tan" else ("sinh", "cosh")
            return self._emit("div", self._pair(above, base), self._pair(below, base))
        if kind in ("atan", "asin"):
            sign = arb(1 if kind == "atan" else -1)
            under = self._series(self._linear(arb(1), [(sign, self._emit("square", base))]))
            slope = self._emit("div", self._series(arb(1)), under if kind == "atan" else self._emit("sqrt", under))
            return self._emit(kind, base, self._emit("theta", base), slope)
        raise TermError(f"{kind} in {_short(node)} is not analytic; a flow needs analytic rates")

    def _linear(self, constant: arb, parts: Sequence[tuple[arb, int | arb]]) -> int | arb:
        """constant + sum of factor * series, sums of sums merged."""
        factors: dict[int, arb] = {}
        for factor, value in parts:
            if isinstance(value, arb):
                constant = constant + factor * value
                continue
            name, args, inner = self._operations[value]
            if name == "linear":
                constant = constant + factor * inner[0]
                for at, c in zip(args, inner[1], strict=True):
                    factors[at] = factors.get(at, arb(0)) + factor * c
            else:
                factors[value] = factors.get(value, arb(0)) + factor
        return self._emit("linear", *factors, constants=(constant, tuple(factors.values()))) if factors else constant

    def _product(self, args: Sequence[int | arb]) -> int | arb:
        scale: arb | None = None
        series: list[int] = []
        for arg in args:
            if isinstance(arg, arb):
                scale = arg if scale is None else scale * arg
            else:
                series.append(arg)
        value = sorted(series)[0]
        for other in sorted(series)[1:]:
            value = self._emit("square", value) if other == value else self._emit("mul", value, other)
        return value if scale is None else self._linear(arb(0), [(scale, value)])

    def _power(self, node: Term, args: Sequence[int | arb]) -> int | arb:
        exponent = node.args[1]
        if self._moving & set(exponent.symbols):
            raise TermError(f"the exponent of {_short(node)} moves with the flow; write it as exp(...)")
        base = self._series(args[0])
        if exponent.kind != "rat" or exponent.payload.denominator != 1:
            assert isinstance(args[1], arb)
            logarithm = self._series(self._linear(arb(0), [(args[1], self._emit("log", base))]))
            return self._emit("exp", logarithm, self._emit("theta", logarithm))
        k = int(exponent.payload)
        if k == 0:  # what is undefined stays so
            return self._linear(arb(1), [(arb(0), base)])
        value = self._whole_power(base, abs(k))
        return value if k > 0 else self._emit("div", self._series(arb(1)), value)

    def _whole_power(self, base: int, k: int) -> int:
        if k == 1:
            return base
        half = self._emit("square", self._whole_power(base, k // 2))
        return half if k % 2 == 0 else self._emit("mul", *sorted((half, base)))

    def _pair(self, kind: str, base: int) -> int:
        """sin and cos (or sinh and cosh) of one argument are emitted together: each needs the other."""
        first, second = _PAIRS[kind]
        angle = self._emit("theta", base)
        if (first, (base,)) not in self._known:
            at = len(self._operations)
            self._operations += [(first, (base, angle, at + 1), None), (second, (base, angle, at), None)]
            self._known[(first, (base,))] = at
        return self._known[(first, (base,))] + (kind == second)

    # evaluation

    def taylor(self, start: Sequence[arb], order: int) -> list[Row]:
        """For each state the coefficients of t^0 ... t^order of the solution through `start`, as balls."""
        rows: list[Row] = [[value] for value in start]
        rows += [[] for _ in self._operations[self.dimension : self._size]]
        program = [
            (_SERIES[name], rows[at], [rows[arg] for arg in args], constants)
            for at, (name, args, constants) in enumerate(self._operations[: self._size])
            if at >= self.dimension
        ]
        states = rows[: self.dimension]
        roots = [rows[root] for root in self._roots]
        for k in range(order):
            for function, out, args, constants in program:
                out.append(function(k, out, args, constants))
            for state, root in zip(states, roots, strict=True):
                state.append(root[k] / (k + 1))
        return states

    def values(self, box: Sequence[acb]) -> list[acb]:
        """F on a complex box; not finite unless F is analytic on all of it."""
        found = self._run(box, self._size)
        return [found[root] for root in self._roots]

    def comparison(self, box: Sequence[arb]) -> arb_mat | None:
        """A matrix M with |e|' <= M |e| componentwise for the distance e of two solutions while both are in the box.

        Its entries are upper bounds of dF_i/dx_i and of |dF_i/dx_j| for j != i. None unless F is analytic there.
        """
        found = self._run([acb(each) for each in box], len(self._operations))
        if not all(found[root].is_finite() for root in self._roots):
            return None
        matrix = arb_mat(self.dimension, self.dimension)
        for i, j, place in self._slopes:
            slope = found[place]
            if not slope.is_finite():
                return None
            matrix[i, j] = slope.real.upper() if i == j else slope.abs_upper()
        return matrix

    def _run(self, box: Sequence[acb], size: int) -> list[acb]:
        found = list(box)
        for name, args, constants in self._operations[self.dimension : size]:
            found.append(_AT[name]([found[arg] for arg in args if arg < len(found)], constants))
        return found


_PAIRS = {"sin": ("sin", "cos"), "cos": ("sin", "cos"), "sinh": ("sinh", "cosh"), "cosh": ("sinh", "cosh")}


# coefficient k of each operation; arguments are known up to k, the result and a partner up to k - 1


def _linear(k: int, out: Row, args: list[Row], constants: Any) -> arb:
    total = constants[0] if k == 0 else 0
    for factor, row in zip(constants[1], args, strict=True):
        total = total + factor * row[k]
    return arb(total)


def _mul(k: int, out: Row, args: list[Row], _: Any) -> arb:
    return sum(map(times, args[0], reversed(args[1])), NOUGHT)


def _square(k: int, out: Row, args: list[Row], _: Any) -> arb:
    (a,) = args
    half = (k + 1) // 2
    total = 2 * sum(map(times, a[:half], a[: k - half : -1]), NOUGHT)
    return total if k % 2 else total + a[half] * a[half]


def _div(k: int, out: Row, args: list[Row], _: Any) -> arb:
    a, b = args
    return (a[k] - sum(map(times, out, b[:0:-1]), NOUGHT)) / b[0]


def _theta(k: int, out: Row, args: list[Row], _: Any) -> arb:
    return args[0][k] * k


def _along(k: int, slope: Row, row: Row) -> arb:
    """k times coefficient k of the integral of a' * row, with slope = t a'."""
    return sum(map(times, slope[1:], row[k - 1 :: -1]), NOUGHT)


def _exp(k: int, out: Row, args: list[Row], _: Any) -> arb:
    return args[0][0].exp() if k == 0 else _along(k, args[1], out) / k


def _log(k: int, out: Row, args: list[Row], _: Any) -> arb:
    (a,) = args
    if k == 0:
        return a[0].log() if a[0] > 0 else NAN
    inner = sum((j * out[j] * a[k - j] for j in range(1, k)), NOUGHT)
    return (a[k] - inner / k) / a[0]


def _sqrt(k: int, out: Row, args: list[Row], _: Any) -> arb:
    (a,) = args
    if k == 0:
        return a[0].sqrt() if a[0] > 0 else NAN
    return (a[k] - sum(map(times, out[1:], out[:0:-1]), NOUGHT)) / (2 * out[0])


def _turn(name: str, sign: int) -> Callable[[int, Row, list[Row], Any], arb]:
    def coefficient(k: int, out: Row, args: list[Row], _: Any) -> arb:
        base, slope, partner = args
        return getattr(base[0], name)() if k == 0 else sign * _along(k, slope, partner) / k

    return coefficient


def _inverse(name: str) -> Callable[[int, Row, list[Row], Any], arb]:
    def coefficient(k: int, out: Row, args: list[Row], _: Any) -> arb:
        base, slope, derivative = args
        return getattr(base[0], name)() if k == 0 else _along(k, slope, derivative) / k

    return coefficient


NOUGHT = arb(0)
NAN = arb("nan")
_SERIES: dict[str, Callable[[int, Row, list[Row], Any], arb]] = {
    "linear": _linear,
    "mul": _mul,
    "square": _square,
    "div": _div,
    "theta": _theta,
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "sin": _turn("sin", 1),
    "cos": _turn("cos", -1),
    "sinh": _turn("sinh", 1),
    "cosh": _turn("cosh", 1),
    "atan": _inverse("atan"),
    "asin": _inverse("asin"),
}


# each operation at a complex box


def _linear_at(args: list[acb], constants: Any) -> acb:
    total = acb(constants[0])
    for factor, value in zip(constants[1], args, strict=True):
        total = total + factor * value
    return total


def _atan_at(args: list[acb], _: Any) -> acb:
    u = args[0]
    return u.atan() if u.real > 0 or u.real < 0 or abs(u.imag) < 1 else acb(NAN, NAN)


def _asin_at(args: list[acb], _: Any) -> acb:
    u = args[0]
    return u.asin() if u.imag > 0 or u.imag < 0 or abs(u.real) < 1 else acb(NAN, NAN)


_AT: dict[str, Callable[[list[acb], Any], acb]] = {
    "linear": _linear_at,
    "mul": lambda args, _: args[0] * args[1],
    "square": lambda args, _: args[0] * args[0],
    "div": lambda args, _: args[0] / args[1],
    "theta": lambda args, _: acb(0),
    "exp": lambda args, _: args[0].exp(),
    "log": lambda args, _: args[0].log(analytic=True),
    "sqrt": lambda args, _: args[0].sqrt(analytic=True),
    "sin": lambda args, _: args[0].sin(),
    "cos": lambda args, _: args[0].cos(),
    "sinh": lambda args, _: args[0].sinh(),
    "cosh": lambda args, _: args[0].cosh(),
    "atan": _atan_at,
    "asin": _asin_at,
}


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."
