"""Divergence of a flow, by the kernel's own derivative."""

from __future__ import annotations

from typing import Any

from verify.kernel.lie import Flow
from verify.kernel.term import ONE, I, Term, add, im, mul, re, term

__all__ = ["divergence"]


def divergence(flow: Flow, weight: Any = 1) -> Term:
    """div(weight * F) in the real coordinates of the states; of a complex state these are Re and Im."""
    pieces = []
    for state, rate in flow.rates:
        scaled = mul(term(weight), rate)
        if state.is_real:
            pieces.append(Flow(((state, ONE),)).derivative(scaled))
        else:
            pieces.append(Flow(((state, ONE),)).derivative(re(scaled)))
            pieces.append(Flow(((state, I),)).derivative(im(scaled)))
    return add(*pieces)
