"""Linear self-attention in finitely many numbers: exact reductions, whatever the number of tokens.

    any d      x_k(t) = g x_k(0)/|g x_k(0)|, g' = beta V S(g) A^T g, g(0) = I: one matrix moves all tokens (`cocycle`).
               S(g) is the second moment of the tokens that g moves (`moment_of_tokens`), or of an angular central
               Gaussian law, a family that g preserves: x = y/|y|, y ~ N(0, Sigma) (`moment_of_gaussian`)
    d = 2      z_k = exp(2i theta_k) = (alpha + e^{i eta} zeta_k)/(1 + conj(alpha) e^{i eta} zeta_k), n - 3 constants
               (`watanabe_strogatz`; S. Watanabe and S. H. Strogatz, Physica D 74, 1994)
    d = 2      z_k distributed by a Poisson kernel: w = mean z is all there is (`ott_antonsen`; E. Ott and T. M.
               Antonsen, Chaos 18, 2008)

Conventions and letters as in `verify.attention.systems` and `verify.attention.linear`. Array code throughout: import it
inside functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.attention.integrate import Rate, integrate
from verify.attention.sphere import moment_in_the_plane
from verify.attention.systems import BadSystem, System, _finite, _reals

__all__ = [
    "Disk",
    "carry",
    "cocycle",
    "cross_ratios",
    "gaussian_second_moment",
    "harmonics",
    "moment_of_gaussian",
    "moment_of_tokens",
    "ott_antonsen",
    "poisson_quantiles",
    "watanabe_strogatz",
]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
Moment = Callable[[Array], Array]

CHUNK = 16_384  # tokens moved at once
STEP = 0.5  # of the trapezoidal rule in log t: the integrand is analytic within pi, so the error is exp(-4 pi^2)
SMALLEST = 1e-40  # of a ratio of eigenvalues: below it the second moment cannot tell


# any dimension


def cocycle(
    system: System, moment: Moment, times: Sequence[float], *, rtol: float = 1e-10, atol: float = 1e-13, **options: Any
) -> Array:
    """g(t) at `times` (T, d, d), up to positive factors (entries of square sum 1), from g = I at the first time.

    Args:
        system: a linear one, no batch.
        moment: S(g), the same for all multiples of g.
        options: `max_steps` and `progress`, as for `integrate`.

    Raises:
        BadSystem: another model, or a batch.
        BlowUp, ValueError: as `integrate`.
    """
    _linear(system)
    d = system.dimension
    left, right = system.beta * system.V, system.A.T

    def rate(y: Array, _: Any) -> Array:
        g = y[0].reshape(d, d)
        return np.asarray(left @ moment(g) @ right @ g).reshape(1, 1, d * d)

    def project(y: Array, slope: Array) -> None:
        size = np.linalg.norm(y)
        y /= size
        slope /= size  # the rate is proportional to g

    start = np.eye(d).reshape(1, 1, d * d) / np.sqrt(d)
    longest = system.longest_step()
    run = integrate(rate, start, times, rtol=rtol, atol=atol, longest=longest, project=project, **options)
    return np.stack([each.state.reshape(d, d) for each in run])


def carry(g: Array, tokens: Any) -> Array:
    """The tokens g x/|g x| (n, d), or (T, n, d) for g (T, d, d), of tokens (n, d)."""
    moved = np.asarray(tokens, dtype=float) @ np.swapaxes(g, -1, -2)
    found: Array = moved / np.linalg.norm(moved, axis=-1, keepdims=True)
    return found


def moment_of_tokens(tokens: Any, weights: Any = None) -> Moment:
    """g to the second moment of the tokens (n, d) that it moves: mean (g x)(g x)^T/|g x|^2; weights (n,), or equal.

    Raises:
        BadSystem: tokens that are none, zero or not finite, or weights that do not fit them.
    """
    x = np.ascontiguousarray(_set_of_tokens(tokens))
    w = np.ones(len(x)) if weights is None else np.asarray(weights, dtype=float)
    if w.shape != (len(x),) or not np.isfinite(w).all() or not w.sum() > 0:
        raise BadSystem(f"weights: {len(x)} finite numbers of positive sum are needed; found the shape {w.shape}")
    w = w / w.sum()

    def moment(g: Array) -> Array:
        if x.shape[1] == 2:
            return np.asarray(moment_in_the_plane(np.ascontiguousarray(g), x, w))
        found = np.zeros_like(g)
        for i in range(0, len(x), CHUNK):
            moved = x[i : i + CHUNK] @ g.T
            share = w[i : i + CHUNK] / np.einsum("ni,ni->n", moved, moved)
            found += (moved * share[:, None]).T @ moved
        return found

    return moment


def moment_of_gaussian(Sigma: Any) -> Moment:
    """g to the second moment of the angular central Gaussian law of g Sigma g^T; Sigma = I is the uniform law.

    Raises:
        BadSystem: Sigma is not symmetric and positive definite.
    """
    matrix = np.asarray(Sigma, dtype=float)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise BadSystem(f"Sigma: a symmetric matrix is needed; found the shape {matrix.shape}")
    if not np.abs(matrix - matrix.T).max() <= 1e-12 * np.abs(matrix).max():
        raise BadSystem("Sigma: a symmetric matrix is needed; found another transpose")
    try:
        root = np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        raise BadSystem("Sigma: a positive definite matrix is needed") from None
    return lambda g: _of_root(g @ root)


def gaussian_second_moment(Sigma: Any) -> Array:
    """mean x x^T (d, d) of x = y/|y|, y ~ N(0, Sigma), Sigma symmetric and positive definite.

    It commutes with Sigma; to the eigenvalue l_i belongs the integral over t > 0 of
    l_i/(1 + 2 l_i t) prod_j (1 + 2 l_j t)^(-1/2) [from 1/q = integral of exp(-t q)]; in the plane that is
    sqrt(l_i)/(sqrt(l_1) + sqrt(l_2)).
    """
    return moment_of_gaussian(Sigma)(np.eye(len(np.asarray(Sigma))))


def _of_root(root: Array) -> Array:
    """The second moment for Sigma = root root^T, from singular values, which lose nothing to squaring."""
    axes, size, _ = np.linalg.svd(root)
    if len(size) == 2:
        shares = size / size.sum()
    else:
        scale = np.maximum((size / size[0]) ** 2, SMALLEST)
        t = np.exp(np.arange(-40.0, 30.0 - np.log(scale[-1]), STEP))[:, None]
        damped = 1 + 2 * scale * t
        shares = STEP * (t * scale / damped / np.sqrt(damped).prod(axis=1, keepdims=True)).sum(axis=0)
    found: Array = (axes * shares) @ axes.T
    return found


# the plane


@dataclass(frozen=True)
class Disk:
    """A trajectory in the closed unit disk.

    Attributes:
        times: (T,).
        at: (T, ...), points of the disk: alpha, or w.
        log_gap: (T, ...), log(1 - |at|^2), which keeps its digits where |at| rounds to 1.
        eta: (T,), the angle of `watanabe_strogatz`; empty for `ott_antonsen`.
    """

    times: Array
    at: Complex
    log_gap: Array
    eta: Array

    def carry(self, tokens: Any) -> Array:
        """The tokens (T, n, 2) that had been (n, 2) at alpha = eta = 0.

        As u^2 = z for u = x_1 + i x_2, u is e^{i eta/2} u_0 + alpha e^{-i eta/2} conj(u_0) over its modulus.
        """
        u = np.asarray(tokens, dtype=float) @ np.array([1, 1j])
        turned = np.exp(0.5j * self.eta)[:, None] * u
        moved = turned + self.at[:, None] * turned.conj()
        moved /= np.abs(moved)
        return np.stack([moved.real, moved.imag], axis=-1)


def harmonics(system: System, R2: Complex) -> tuple[Complex, Array]:
    """(H, omega) of theta_k' = omega + Im(exp(-2i theta_k) H) at order parameters R2 = mean exp(2i theta).

    The numbers of `verify.attention.linear.harmonics`.
    """
    (a, b), (p, q), half = _coefficients(system.A), _coefficients(system.V), system.beta / 2
    H = half * (a * p * R2 + a * q + b * p + b * q * R2.conj())
    mixed = a.conjugate() * p + b.conjugate() * q + a.conjugate() * q * R2.conj() + b.conjugate() * p * R2
    return H, half * mixed.imag


def watanabe_strogatz(
    system: System, tokens: Any, times: Sequence[float], *, rtol: float = 1e-10, atol: float = 1e-13, **options: Any
) -> Disk:
    """alpha and eta at `times`, from alpha = eta = 0 and the given tokens (n, 2) at the first time.

    alpha' = 2i omega alpha + H - conj(H) alpha^2 and eta' = 2 omega + 2 Im(conj(alpha) H), with H and omega at the
    order parameter of the moved tokens. `Disk.carry` gives them back.

    Raises:
        BadSystem, BlowUp, ValueError: as `cocycle`; or d is not 2.
    """
    _planar(system)
    u = system._tokens(_set_of_tokens(tokens))[0][0] @ np.array([1, 1j])
    zeta = (u / np.abs(u)) ** 2

    def rate(y: Array, _: Any) -> Array:
        alpha, eta = y[0, 0, 0] + 1j * y[0, 0, 1], y[0, 0, 3]
        turned = np.exp(1j * eta) * zeta
        R2 = np.mean((alpha + turned) / (1 + alpha.conjugate() * turned))
        H, omega = harmonics(system, R2)
        along = np.conj(alpha) * H
        speed = 2j * omega * alpha + H - np.conj(H) * alpha**2
        return np.array([[[speed.real, speed.imag, -2 * along.real, 2 * omega + 2 * along.imag]]])

    run = _in_the_disk(rate, np.zeros((1, 1, 4)), times, rtol=rtol, atol=atol, **options)
    return Disk(run.times, run.at[:, 0], run.log_gap[:, 0], run.eta[:, 0])


def ott_antonsen(
    system: System, w: Any, times: Sequence[float], *, rtol: float = 1e-10, atol: float = 1e-13, **options: Any
) -> Disk:
    """w(t) at `times`, w' = 2i omega w + H - conj(H) w^2 with H, omega at R2 = w, from starts w in the open disk.

    Args:
        w: a complex number, or (B,) of them, each with steps of its own.

    Raises:
        BadSystem: d is not 2, another model, or a start outside the open disk.
        BlowUp, ValueError: as `integrate`.
    """
    _planar(system)
    start = np.atleast_1d(np.asarray(w, dtype=complex))
    if start.ndim != 1 or not np.isfinite(start).all() or not (np.abs(start) < 1).all():
        raise BadSystem(f"w: numbers of the open unit disk are needed; found {w!r}")

    def rate(y: Array, _: Any) -> Array:
        z = y[..., 0] + 1j * y[..., 1]
        H, omega = harmonics(system, z)
        speed = 2j * omega * z + H - H.conj() * z**2
        return np.stack([speed.real, speed.imag, -2 * (z.conj() * H).real], axis=-1)

    first = np.stack([start.real, start.imag, np.log1p(-(np.abs(start) ** 2))], axis=-1)[:, None, :]
    run = _in_the_disk(rate, first, times, rtol=rtol, atol=atol, **options)
    return run if np.ndim(w) else Disk(run.times, run.at[:, 0], run.log_gap[:, 0], run.eta)


def _in_the_disk(rate: Rate, start: Array, times: Sequence[float], **options: Any) -> Disk:
    """Integrates (Re z, Im z, L, ...) with L = log(1 - |z|^2), L' = -2 Re(conj(z) H): nothing can cross the circle."""

    def project(y: Array, _: Array) -> None:
        square = y[..., 0] ** 2 + y[..., 1] ** 2
        inner = square < 0.5  # there the modulus knows better than L, and outside it is the other way round
        y[..., 2] = np.where(inner, np.log1p(-np.where(inner, square, 0.0)), np.minimum(y[..., 2], 0.0))
        scale = np.where(inner, 1.0, np.sqrt(-np.expm1(y[..., 2]) / np.where(inner, 1.0, square)))
        y[..., 0] *= scale
        y[..., 1] *= scale

    run = list(integrate(rate, start, times, project=project, **options))
    states = np.stack([each.state[:, 0] for each in run])
    eta = states[..., 3] if states.shape[-1] > 3 else np.empty((0, 0))
    return Disk(np.array([each.time for each in run]), states[..., 0] + 1j * states[..., 1], states[..., 2], eta)


def cross_ratios(tokens: Any) -> Array:
    """The n - 3 constants of the planar linear system (n-3,): sin(1,2) sin(3,k) / (sin(1,k) sin(3,2)), k = 4..n.

    sin(i,j) is det[x_i, x_j], the sine of the angle between tokens; infinite where tokens coincide.
    """
    x = np.asarray(tokens, dtype=float)

    def sine(i: int, j: Any) -> Array:
        found: Array = x[i, 0] * x[j, 1] - x[i, 1] * x[j, 0]
        return found

    rest = np.arange(3, len(x))
    with np.errstate(divide="ignore", invalid="ignore"):
        return sine(0, 1) * sine(2, rest) / (sine(0, rest) * sine(2, 1))


def poisson_quantiles(w: complex, n: int) -> Array:
    """n tokens (n, 2), theta in (-pi/2, pi/2], that stand for the Poisson kernel of w, |w| < 1: R2 = w + O(|w|^(n-1)).

    Equidistant points of the circle, moved by the Moebius map that takes 0 to w.

    Raises:
        BadSystem: |w| >= 1, or n < 1.
    """
    if not abs(w) < 1:
        raise BadSystem(f"w: a number of the open unit disk is needed; found {w}")
    if n < 1:
        raise BadSystem(f"n: at least one token is needed; found {n}")
    u = np.exp(1j * np.pi * (np.arange(n) + 0.5) / n)
    moved = u + w * u.conj()
    moved /= np.abs(moved)
    return np.stack([moved.real, moved.imag], axis=-1)


def _coefficients(M: Array) -> tuple[complex, complex]:
    """(a, b) with M z = a z + b conj(z)."""
    (m11, m12), (m21, m22) = M.tolist()
    return complex(m11 + m22, m21 - m12) / 2, complex(m11 - m22, m21 + m12) / 2


def _set_of_tokens(tokens: Any) -> Array:
    """(n, d), checked."""
    found = _reals("tokens", tokens)
    if found.ndim != 2 or not found.size:
        raise BadSystem(f"tokens: the shape (n, d) is needed; found {found.shape}")
    _finite("tokens", found)
    if not found.any(axis=1).all():
        raise BadSystem("tokens: a token is zero; they are points of the sphere")
    return found


def _linear(system: System) -> None:
    if system.model != "linear" or system.batch is not None:
        found = f"{system.model}, a batch of {system.batch}" if system.batch is not None else system.model
        raise BadSystem(f"system: these reductions are exact for one linear system; found {found}")


def _planar(system: System) -> None:
    _linear(system)
    if system.dimension != 2:
        raise BadSystem(f"system: this reduction is for d = 2; found d = {system.dimension}; use cocycle")
