"""Self-attention of n tokens, written out token by token: x_i' = P_i(sum_j w_ij V x_j), P_i = I - x_i x_i^T.

The weights w_ij depend on the scores <x_i, A x_j> (not <A x_i, x_j>; see `verify.attention.linear`), i itself among
the j. A token is an angle theta, x = (cos theta, sin theta), or a unit vector of symbols (a d x 1 matrix).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verify.kernel.lie import Flow
from verify.kernel.term import Term, TermError, absolute, add, div, exp, maximum, mul, number, term
from verify.linalg import J, Matrix, dot, matrix, unit

__all__ = ["hardmax", "linear", "order", "softmax", "usa"]


def linear(A: Any, V: Any, states: Sequence[Term | Matrix], beta: Any = 1) -> Flow:
    """Linear self-attention: w_ij = beta <x_i, A x_j> / n (arXiv 2607.18584)."""
    rate = term(beta)
    return _flow(A, V, states, lambda scores: [div(mul(rate, each), number(len(scores))) for each in scores])


def softmax(A: Any, V: Any, states: Sequence[Term | Matrix], beta: Any = 1) -> Flow:
    """Softmax self-attention: w_ij = exp(beta <x_i, A x_j>) / sum_k exp(beta <x_i, A x_k>) (arXiv 2312.10794)."""

    def weights(scores: list[Term]) -> list[Term]:
        powers = [exp(mul(term(beta), each)) for each in scores]
        return [div(each, add(*powers)) for each in powers]

    return _flow(A, V, states, weights)


def usa(A: Any, V: Any, states: Sequence[Term | Matrix], beta: Any = 1) -> Flow:
    """Unnormalised softmax self-attention: w_ij = exp(beta <x_i, A x_j>) / n (arXiv 2312.10794)."""
    rate = term(beta)
    return _flow(A, V, states, lambda scores: [div(exp(mul(rate, each)), number(len(scores))) for each in scores])


def hardmax(A: Any, V: Any, states: Sequence[Term | Matrix]) -> Flow:
    """Hardmax self-attention, the limit of `softmax` as beta -> oo: w_ij = 1 for the j of the largest score, else 0.

    Undefined where the largest score is not unique. With u_j = (score j) - (the largest other score), the weight of j
    is (1 + u_j/|u_j|)/2.
    """

    def weights(scores: list[Term]) -> list[Term]:
        if len(scores) < 2:
            raise TermError(f"hardmax compares scores and needs two tokens; found {len(scores)}")
        found = []
        for at, each in enumerate(scores):
            ahead = each - maximum(*scores[:at], *scores[at + 1 :])
            found.append((1 + ahead / absolute(ahead)) / 2)
        return found

    return _flow(A, V, states, weights)


def order(angles: Sequence[Term]) -> Term:
    """|mean exp(i theta)|^2, written out: 1 exactly where all tokens on the circle are equal."""
    total = _total([unit(angle) for angle in angles])
    return dot(total, total) / len(angles) ** 2


def _flow(A: Any, V: Any, states: Sequence[Term | Matrix], weights: Callable[[list[Term]], list[Term]]) -> Flow:
    """The flow of all tokens.

    Raises:
        TermError: no tokens, angles beside vectors, or vectors of another length than A and V.
    """
    A, V, n = matrix(A), matrix(V), len(states)
    angles = [each for each in states if isinstance(each, Term)]
    if not states or len(angles) not in (0, n):
        raise TermError(f"tokens are angles or unit vectors, at least one; found {len(angles)} angles of {n} tokens")
    points = [unit(each) if isinstance(each, Term) else each for each in states]
    if {A.shape, V.shape, *((len(x), len(x)) for x in points)} != {A.shape} or any(x.shape[1] != 1 for x in points):
        raise TermError(f"tokens in R^d need d x d matrices A and V; found {A.shape}, {V.shape}, {points[0].shape}")
    values = [V * x for x in points]
    rates: list[tuple[Term, Term]] = []
    for state, x in zip(states, points, strict=True):
        found = weights([dot(x, A * y) for y in points])
        if isinstance(state, Term):
            across = J * x
            rates.append((state, add(*(mul(w, dot(across, v)) for w, v in zip(found, values, strict=True)))))
            continue
        pull = _total([v * w for w, v in zip(found, values, strict=True)])
        rates.extend(zip(state.entries(), (pull - x * dot(x, pull)).entries(), strict=True))
    return Flow(tuple(rates))


def _total(vectors: Sequence[Matrix]) -> Matrix:
    found = vectors[0]
    for each in vectors[1:]:
        found = found + each
    return found
