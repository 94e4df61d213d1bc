"""Rule `lie`: the derivative of a Term along a flow, taken by the kernel itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from verify.kernel.term import (
    ONE,
    OPAQUE,
    ZERO,
    Term,
    TermError,
    absolute,
    add,
    binds,
    conj,
    cos,
    cosh,
    div,
    exp,
    fold,
    im,
    integral,
    mean,
    mul,
    number,
    postorder,
    power,
    re,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    term,
)

__all__ = ["Flow", "slope"]


@dataclass(frozen=True)
class Flow:
    """A vector field: `rates` pairs each state symbol with its time derivative. Every other symbol is a parameter.

    Raises:
        TermError: a key is no symbol or has two rates, or a real state has a rate that is not real.
    """

    rates: tuple[tuple[Term, Term], ...]

    def __post_init__(self) -> None:
        if not self.rates:
            raise TermError("a flow needs at least one state; write along={w: rate}")
        listed = [state for state, _ in self.rates]
        for state, rate in self.rates:
            if not isinstance(state, Term) or state.kind != "sym":
                raise TermError(f"the left side of a flow is a symbol; found {state}")
            if listed.count(state) > 1:
                raise TermError(f"the flow has {listed.count(state)} rates of {state}; a state has one")
            if state.is_real and not rate.is_real:
                raise TermError(f"the state {state} is real but its rate {rate} is not; take re(...) of it")
            if state.payload[1] == "natural":
                raise TermError(f"the state {state} is an integer and cannot flow")

    @classmethod
    def of(cls, rates: Flow | Mapping[Term, Any]) -> Flow:
        """A Flow from itself or from a dictionary {state: rate}."""
        if isinstance(rates, Flow):
            return rates
        return cls(tuple((state, term(rate)) for state, rate in rates.items()))

    @property
    def states(self) -> tuple[Term, ...]:
        return tuple(state for state, _ in self.rates)

    @property
    def terms(self) -> tuple[Term, ...]:
        return tuple(rate for _, rate in self.rates)

    def subs(self, mapping: Mapping[Term, Any]) -> Flow:
        """Replace parameters in the rates."""
        if any(state in mapping for state in self.states):
            raise TermError("subs on a flow replaces parameters, not states")
        return Flow(tuple((state, rate.subs(mapping)) for state, rate in self.rates))

    def derivative(self, quantity: Any) -> Term:
        """d/dt of `quantity` along the flow.

        Raises:
            TermError: min, max, an exponent that moves with the state, or an integral over a state.
        """
        rates = dict(self.rates)
        return fold(term(quantity), lambda node, slopes: _slope(node, slopes, rates))

    def __str__(self) -> str:
        return ", ".join(f"{state}' = {rate}" for state, rate in self.rates)


def slope(value: Term, variable: Term) -> Term:
    """The derivative by one symbol, which no mean or distance in `value` binds: it does not move there."""
    for node in postorder(value):
        if node.kind != "integral" and variable in binds(node):
            raise TermError(f"{node} runs over {variable}; it does not change with it, and has no derivative by it")
    return Flow(((variable, ONE),)).derivative(value)


def _require_free(node: Term, own: set[Term], rates: dict[Term, Term]) -> None:
    """What moves inside a mean, a distance or an integral without being bound there has a rate free of what is bound.

    Raises:
        TermError: a symbol in a rate would be captured.
    """
    for state in node.symbols:
        caught = own & set(rates[state].symbols) if state in rates else ()
        if caught:
            other = min(map(str, caught))
            raise TermError(f"{node} runs over {other}, of which the rate of {state} speaks; rename what it runs over")


def _slope(node: Term, slopes: list[Term], rates: dict[Term, Term]) -> Term:
    kind, args = node.kind, node.args
    if kind == "sym":
        return rates.get(node, ZERO)
    if kind == "integral" and not any(sym in rates for sym in node.symbols):
        return ZERO
    if kind == "integral" and args[1] in rates:
        raise TermError(f"{node} runs over {args[1]}, which moves with the flow; rename its variable")
    if own := set(binds(node)):
        _require_free(node, own, rates)
    if all(slope is ZERO for slope in slopes):
        return ZERO
    if kind in OPAQUE:
        raise TermError(f"{node} changes along the flow, and whether it has a derivative is not known")
    if kind == "add":
        return add(*slopes)
    if kind == "mul":
        pieces = []
        for at, slope in enumerate(slopes):
            if slope is not ZERO:
                pieces.append(mul(*args[:at], slope, *args[at + 1 :]))
        return add(*pieces)
    z, dz = args[0], slopes[0]
    if kind == "div":
        top = add(mul(dz, args[1]), mul(number(-1), z, slopes[1])) if slopes[1] is not ZERO else None
        return div(dz, args[1]) if top is None else div(top, power(args[1], 2))
    if kind == "pow":
        if slopes[1] is not ZERO:
            raise TermError(f"the exponent of {node} moves with the flow; write it as exp(...)")
        return mul(args[1], power(z, args[1] - 1), dz)
    if kind == "conj":
        return conj(dz)
    if kind == "re":
        return re(dz)
    if kind == "im":
        return im(dz)
    if kind == "abs2":
        return mul(number(2), re(mul(conj(z), dz)))
    if kind == "abs":
        return div(re(mul(conj(z), dz)), absolute(z))
    if kind == "mean":
        return mean(dz, *args[1:])
    if kind == "integral":  # Leibniz: the slope is continuous where it is defined
        variable, low, high = args[1:]
        inside = integral(dz, variable, low, high) if dz is not ZERO else ZERO
        ends = (mul(z.subs(variable, high), slopes[3]), mul(number(-1), z.subs(variable, low), slopes[2]))
        return add(inside, *(end for end, slope in zip(ends, (slopes[3], slopes[2]), strict=True) if slope is not ZERO))
    if kind in _CHAIN:
        return mul(_CHAIN[kind](z), dz)
    raise TermError(f"{kind} in {node} has no derivative everywhere; split the claim into cases")


_CHAIN: dict[str, Callable[[Term], Term]] = {
    "exp": exp,
    "log": lambda z: div(ONE, z),
    "sqrt": lambda z: div(ONE, mul(number(2), sqrt(z))),
    "sin": cos,
    "cos": lambda z: mul(number(-1), sin(z)),
    "tan": lambda z: add(ONE, power(tan(z), 2)),
    "sinh": cosh,
    "cosh": sinh,
    "tanh": lambda z: add(ONE, mul(number(-1), power(tanh(z), 2))),
    "atan": lambda z: div(ONE, add(ONE, power(z, 2))),
    "asin": lambda z: div(ONE, sqrt(add(ONE, mul(number(-1), power(z, 2))))),
}
