"""The ball reading: an enclosure of a Term at a point or on a box, by Arb.

A ball that is not finite carries no information; it never decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from flint import acb, arb, ctx, fmpq

from verify.kernel.term import OPAQUE, Term, TermError

__all__ = ["Ball", "certain_sign", "enclose", "known_nonzero", "nonnegative", "within"]

Ball = arb | acb


def enclose(root: Term, point: Mapping[Term, Any], precision: int = 64) -> Ball:
    """A ball that contains the value of `root`.

    Args:
        point: symbols to constant Terms, balls (a box), or, for a token's symbols, tuples of either.
        precision: bits.

    Returns:
        arb for a Term that is real by form, else acb. Not finite where nothing is known.

    Raises:
        KeyError: a free symbol has no coordinate.
    """
    with ctx.workprec(precision):
        return _enclose(root, point, {})


def _enclose(root: Term, point: Mapping[Term, Any], bound: Mapping[Term, Any]) -> Ball:
    done: dict[Term, Ball] = {}
    stack: list[tuple[Term, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if node in done:
            continue
        if node.kind == "sym":
            done[node] = _coordinate(node, bound[node] if node in bound else point[node])
        elif node.kind == "mean":
            done[node] = _mean(node, point, bound)
        elif node.kind == "integral":
            done[node] = _integral(node, point, bound)
        elif node.kind in OPAQUE:
            done[node] = _NAN
        elif ready:
            done[node] = _node(node, [done[arg] for arg in node.args])
        else:
            stack.append((node, True))
            stack.extend((arg, False) for arg in node.args)
    return done[root]


def _coordinate(sym: Term, value: Any) -> Any:
    if isinstance(value, Term):
        value = _enclose(value, {}, {})
    if isinstance(value, tuple):
        raise KeyError(f"{sym} is a token; it has a value only inside a mean")
    if sym.is_real:
        return value.real if isinstance(value, acb) else arb(value)
    return acb(value)


def _mean(node: Term, point: Mapping[Term, Any], bound: Mapping[Term, Any]) -> Any:
    body, tokens = node.args[0], node.args[1:]
    columns = [point[token] if isinstance(point[token], tuple) else (point[token],) for token in tokens]
    if len({len(column) for column in columns}) != 1 or not columns[0]:
        raise KeyError(f"the token of {node} needs the same positive number of values for each of its symbols")
    total: Any = 0
    for row in zip(*columns, strict=True):
        # `point` keeps every token: a mean inside this one may be over the same token, as in a variance.
        total = total + _enclose(body, point, {**bound, **dict(zip(tokens, row, strict=True))})
    return total / len(columns[0])


def _integral(node: Term, point: Mapping[Term, Any], bound: Mapping[Term, Any]) -> Any:
    """By quadrature where all other symbols have constant values; on a box nothing is known."""
    body, variable, low, high = node.args
    constants = {sym: bound[sym] if sym in bound else point[sym] for sym in node.symbols}
    if any(isinstance(value, tuple) for value in constants.values()):
        raise KeyError(f"{node} speaks of a token, which has a value only inside a mean")
    found = None
    if all(isinstance(value, Term) for value in constants.values()):
        own = tuple((sym, value) for sym, value in constants.items() if sym in body.symbols and sym is not variable)
        with suppress(TermError):  # a literal denominator became 0
            found = _quadrature(body, variable, low.subs(constants), high.subs(constants), own, ctx.prec)
    return (_NAN if node.is_real else acb(_NAN, _NAN)) if found is None else found


@lru_cache(maxsize=256)
def _quadrature(
    body: Term, variable: Term, low: Term, high: Term, parameters: tuple[tuple[Term, Term], ...], precision: int
) -> Ball | None:
    """The integral, or None where it is not enclosed with a bounded number of evaluations."""
    from verify.kernel.integral import NotEnclosed, enclose  # it stands on this module

    evaluations = 5000 + 50 * precision
    try:
        return enclose(body, variable, low, high, dict(parameters), precision, whole=True, evaluations=evaluations)
    except NotEnclosed:
        return None


def _integer_power(value: Any, k: int) -> Any:
    # arb(0, 1)**2 is nan; repeated multiplication is not. An even power of a real ball is that of its modulus.
    if k < 0:
        return 1 / _integer_power(value, -k)
    if isinstance(value, arb) and k % 2 == 0:
        value = abs(value)
    result, square = value * 0 + 1, value  # value * 0: what is undefined stays so in its zeroth power
    while k:
        if k & 1:
            result = result * square
        k >>= 1
        if k:
            square = square * square
    return result


_NAN = arb("nan")


def _node(node: Term, args: Sequence[Any]) -> Any:
    kind = node.kind
    if kind == "rat":
        return arb(fmpq(node.payload.numerator, node.payload.denominator))
    if kind == "pi":
        return arb.pi()
    if kind == "i":
        return acb(0, 1)
    if kind in ("add", "mul"):
        total = args[0]
        for arg in args[1:]:
            total = total + arg if kind == "add" else total * arg
        return total
    z = args[0]
    if kind == "div":
        return z / args[1]
    if kind == "pow":
        exponent = node.args[1]
        if exponent.kind == "rat" and exponent.payload.denominator == 1:
            return _integer_power(z, int(exponent.payload))
        power = args[1]
        if isinstance(power, arb) and power.is_exact() and power.is_integer() and abs(power) <= 4096:
            return _integer_power(z, int(str(power.unique_fmpz())))
        if isinstance(z, arb) and z == 0 and power > 0:
            return z
        return (power * z.log()).exp() if isinstance(z, arb) and z > 0 else _NAN
    if kind in ("conj", "re", "im", "abs2", "abs"):
        return _parts(kind, z)
    if kind in ("min", "max"):
        best = z
        for arg in args[1:]:
            best = best.max(arg) if kind == "max" else best.min(arg)
        return best
    if kind in ("sqrt", "log"):
        # At a point on the edge of the domain a ball reaches outside it: no information.
        return getattr(z, kind)() if z > 0 or (kind == "sqrt" and z >= 0) else _NAN
    if kind == "asin":
        return z.asin() if abs(z) <= 1 else _NAN
    return getattr(z, kind)()


def _parts(kind: str, z: Any) -> Any:
    if not z.is_finite():  # what is undefined must not leave a finite part behind
        return acb(_NAN, _NAN) if kind == "conj" else _NAN
    real, imaginary = (z.real, z.imag) if isinstance(z, acb) else (z, arb(0))
    if kind == "conj":
        return acb(real, -imaginary)
    if kind == "re":
        return real
    if kind == "im":
        return imaginary
    if kind == "abs2":
        return abs(real) * abs(real) + abs(imaginary) * abs(imaginary)
    return abs(z)


def certain_sign(ball: Ball) -> int | None:
    """1 or -1 if every point of the ball has that sign, 0 if the ball is the exact zero, else None."""
    if isinstance(ball, acb):
        return None
    if ball > 0:
        return 1
    if ball < 0:
        return -1
    return 0 if ball.is_finite() and ball.is_exact() and ball == 0 else None


def nonnegative(ball: Ball) -> bool:
    """Is every point of a finite real ball >= 0?"""
    return isinstance(ball, arb) and bool(ball.is_finite()) and ball >= 0


def known_nonzero(ball: Ball) -> bool:
    """Does a finite ball exclude zero?"""
    return bool(ball.is_finite()) and not ball.contains(0)


def within(inner: Ball, outer: Ball) -> bool:
    """Does `outer`, finite, contain `inner`?"""
    return bool(outer.is_finite()) and bool(acb(outer).contains(acb(inner)))
