"""Linear self-attention in the plane: n tokens x_k on the circle with

    x_k' = P_k( beta * mean_j <x_k, A x_j> V x_j ),      P_k = I - x_k x_k^T,

written with <x_k, A x_j>, not <A x_k, x_j> (arXiv 2607.18584; its planar code uses A, its 100-dimensional one A^T).
With x_k = (cos theta_k, sin theta_k) and R2 = mean exp(2i theta), theta_k' = omega + Im(exp(-2i theta_k) H).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.kernel.lie import Flow
from verify.kernel.term import ONE, I, Term, TermError, conj, im, mean, re, term
from verify.linalg import J, Matrix, dot, matrix, unit

__all__ = [
    "coefficients",
    "field",
    "frame",
    "gradient",
    "harmonics",
    "jacobian",
    "on_ott_antonsen",
    "phase_rate",
    "plane",
    "rotating_type",
    "second_moment",
    "token_rate",
]


def coefficients(M: Any) -> tuple[Term, Term]:
    """(a, b) with M z = a z + b conj(z) on the plane as C; M is a 2 x 2 real matrix."""
    (m11, m12), (m21, m22) = matrix(M).rows
    return (m11 + m22) / 2 + I * (m21 - m12) / 2, (m11 - m22) / 2 + I * (m21 + m12) / 2


def plane(a: Any, b: Any) -> Matrix:
    """The real 2 x 2 matrix M with M z = a z + b conj(z); the inverse of `coefficients`."""
    a, b = term(a), term(b)
    return matrix([[re(a) + re(b), im(b) - im(a)], [im(b) + im(a), re(a) - re(b)]])


def second_moment(w: Any) -> Matrix:
    """S = mean x x^T of tokens with order parameter w = mean exp(2i theta): (I + [[Re w, Im w], [Im w, -Re w]]) / 2."""
    z = term(w)
    return matrix([[1 + re(z), im(z)], [im(z), 1 - re(z)]]) / 2


def frame(A: Any, V: Any, w: Any) -> tuple[Term, Term]:
    """(f, g) = (a + b conj w, p + q conj w) with A z = a z + b conj z and V z = p z + q conj z.

    Averages over tokens with order parameter w: f = mean <x, A x> + i mean <J x, A x>, and g likewise for V. On the
    circle, where w = exp(2i theta), they are the values at x = (cos theta, sin theta) itself.
    """
    (a, b), (p, q), z = coefficients(A), coefficients(V), term(w)
    return a + b * conj(z), p + q * conj(z)


def harmonics(A: Any, V: Any, R2: Any, beta: Any = 1) -> tuple[Term, Term]:
    """(H, omega): the complex forcing and the common frequency at order parameter R2.

    H = (beta/2)(a p R2 + a q + b p + b q conj R2),
    omega = (beta/2) Im(conj(a) p + conj(b) q + conj(a) q conj(R2) + conj(b) p R2),
    with A z = a z + b conj z and V z = p z + q conj z.
    """
    (a, b), (p, q), R, half = coefficients(A), coefficients(V), term(R2), term(beta) / 2
    H = half * (a * p * R + a * q + b * p + b * q * conj(R))
    omega = half * im(conj(a) * p + conj(b) * q + conj(a) * q * conj(R) + conj(b) * p * R)
    return H, omega


def token_rate(A: Any, V: Any, theta: Term, token: Term, beta: Any = 1) -> Term:
    """theta' of a token at angle `theta`, the mean running over the angle `token`: beta mean <x, A y><J x, V y>."""
    x, y = unit(theta), unit(token)
    return term(beta) * mean(dot(x, matrix(A) * y) * dot(J * x, matrix(V) * y), token)


def field(A: Any, V: Any, w: Any, beta: Any = 1) -> Term:
    """The Ott-Antonsen field F(w) = 2 i omega w + H - conj(H) w^2 with H, omega at R2 = w."""
    z = term(w)
    H, omega = harmonics(A, V, z, beta)
    return 2 * I * omega * z + H - conj(H) * z**2


def on_ott_antonsen(A: Any, V: Any, at: Term, beta: Any = 1) -> Flow:
    """The flow w' = F(w) of the order parameter on the Ott-Antonsen manifold (claim linear.ott-antonsen)."""
    return Flow.of({at: field(A, V, at, beta)})


def phase_rate(A: Any, V: Any, theta: Term, beta: Any = 1) -> Term:
    """phi' on the circle, w = exp(i phi), phi = 2 theta: 2 beta <x, A x><J x, V x> (linear.boundary-factorisation)."""
    x = unit(theta)
    return 2 * term(beta) * dot(x, matrix(A) * x) * dot(J * x, matrix(V) * x)


def gradient(U: Any, w: Term) -> Term:
    """U_x + i U_y of a real Term U at w = x + i y."""
    return Flow.of({w: ONE}).derivative(U) + I * Flow.of({w: I}).derivative(U)


def jacobian(F: Any, w: Term) -> Matrix:
    """The real 2 x 2 Jacobian matrix of the field F at w = x + i y, rows Re F and Im F."""
    along_x, along_y = (Flow.of({w: direction}).derivative(F) for direction in (ONE, I))
    return matrix([[re(along_x), re(along_y)], [im(along_x), im(along_y)]])


def rotating_type(A: Any, V: Any) -> str:
    """What the rotating clusters of rational A, V are: "attracting", "repelling" or "neutral" to first order.

    There are none, but fixed ones, where V has a real eigenvalue ("eigenvector") and where x^T A x has a zero on the
    circle ("isotropic"). Decided in Q: the sign of linear.rotating-criterion, by linear.rotating-decision.

    Raises:
        TermError: an entry is not a rational number.
    """
    (a11, a12), (a21, a22) = _rational(A)
    (v11, v12), (v21, v22) = _rational(V)
    k = v11 * v22 - v12 * v21 - (v11 + v22) ** 2 / 4
    m = a11 * a22 - (a12 + a21) ** 2 / 4
    if k <= 0:
        return "eigenvector"
    if m <= 0:
        return "isotropic"
    u, v = (v11 + v22) * (1 if a11 + a22 > 0 else -1), (a21 - a12) * (1 if v21 > v12 else -1)
    compared = m * u * abs(u) - k * v * abs(v)  # has the sign of u/sqrt(k) - v/sqrt(m)
    return "neutral" if compared == 0 else "attracting" if compared > 0 else "repelling"


def _rational(M: Any) -> list[list[Fraction]]:
    rows = matrix(M).rows
    wrong = next((entry for row in rows for entry in row if entry.kind != "rat"), None)
    if wrong is not None or len(rows) != 2 or len(rows[0]) != 2:
        raise TermError(f"needs a 2 x 2 matrix of rational numbers; found {M if wrong is None else wrong}")
    return [[entry.payload for entry in row] for row in rows]
