"""The set `linear.figures`: linear self-attention (arXiv 2607.18584), in the plane and in high dimension."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from verify.reproduce import bits, high_dimension, plane
from verify.reproduce.figure import Asked, Figure

__all__ = ["FIGURES"]

FIGURES: Mapping[str, Callable[[Asked], Figure]] = {
    "case1": plane.case1,
    "cases": plane.other_cases,
    "order-parameter": plane.order_parameter,
    "token-circles": plane.token_circles,
    "near-uniform": plane.near_uniform,
    "quantising": bits.quantising,
    "clustering": high_dimension.clustering,
    "counts": high_dimension.counts,
    "rotating": high_dimension.rotating,
    "oscillation": high_dimension.oscillation,
    "bifurcation": high_dimension.bifurcation,
}
