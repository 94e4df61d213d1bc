"""How near a mean field at low temperature comes to its zero-temperature limit on the circle, measured and bounded.

Score <Mx, y>, values V y, B = V M symmetric with a simple top eigenvalue and its eigenvector e, Phi(x) = sign(<x, e>)
e. mu_t is the mean field of softmax attention from a density mu_0, and Phi#mu_0 two atoms at e and -e. W_2 is chordal.
Every number comes from `verify.attention.meanfield` and can be had a second time on halved cells: the difference is its
error. Array code: import it inside functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from verify.attention import meanfield, transport

__all__ = [
    "SETTINGS",
    "Setting",
    "bound",
    "deviation",
    "distances",
    "headline",
    "headline_of_tokens",
    "laplace_error",
    "leave_time",
    "limit_flow",
    "mass_shift",
    "parted",
    "parted_tokens",
    "spread",
    "states",
    "sure_bound",
    "switch_time",
]

Array = NDArray[np.float64]

TOLERANCE = 1e-8
"""Of the solver; `refine` shows what it leaves of W_2."""
AVERAGED = 20 / np.e
"""C_2: beta mean |m - x|^2 <= C_2 for M = I and every measure on the circle."""
AVERAGED_OF = {2: AVERAGED, 3: 288 / (5 * np.e)}
"""C_d by dimension, as low_temperature.laplace.averaged.d2 and .d3 prove them."""
BALL = {2: 1 / np.pi, 3: 1 / 4}
"""Uniform mass of a ball of radius r <= 1 over r^(d - 1), at least: 2 r of the circle's 2 pi; r^2/4 in R^3 exactly."""
EQUATOR = {2: 1 / np.pi, 3: 1 / 2}
"""f_d(0): the density at 0 of one coordinate of a uniform point."""
POINTS = 48
"""Quantiles of a cell."""


@dataclass(frozen=True)
class Setting:
    """Matrices and an initial density (1 + sum_k a_k cos k theta + b_k sin k theta +- h)/(2 pi).

    Attributes:
        M, V: 2 x 2, by rows.
        waves: (k, a_k, b_k).
        half: (an angle, h): + on the half circle around the angle, - on the other; it jumps where they meet.
    """

    name: str
    M: tuple[tuple[float, float], ...]
    V: tuple[tuple[float, float], ...]
    waves: tuple[tuple[int, float, float], ...] = ((1, 0.5, 0.4),)
    half: tuple[float, float] = (0.0, 0.0)

    def density(self, theta: Array) -> Array:
        """mu_0 per radian, at angles of any shape."""
        found = 1 + self.half[1] * np.sign(np.cos(np.asarray(theta) - self.half[0]))
        for k, a, b in self.waves:
            found = found + a * np.cos(k * theta) + b * np.sin(k * theta)
        return np.asarray(found / (2 * np.pi))

    def slope(self, theta: Array) -> Array:
        """The derivative of the density, where it does not jump."""
        found = np.zeros(np.shape(theta))
        for k, a, b in self.waves:
            found = found + k * (b * np.cos(k * theta) - a * np.sin(k * theta))
        return np.asarray(found / (2 * np.pi))

    @property
    def pieces(self) -> tuple[tuple[float, float], ...]:
        """Arcs on which the density is smooth."""
        angle, share = self.half
        cuts = [angle + k * np.pi / 2 for k in (-1, 1, 3)] if share else [0.0, 2 * np.pi]
        return tuple(pairwise(cuts))

    @cached_property
    def spectrum(self) -> tuple[Array, Array]:
        """Eigenvalues of B, rising, and eigenvectors as columns."""
        values, vectors = np.linalg.eigh(np.asarray(self.V) @ np.asarray(self.M))
        return np.asarray(values), np.asarray(vectors)

    @property
    def axis(self) -> float:
        """The angle of e."""
        e = self.spectrum[1][:, -1]
        return float(np.arctan2(e[1], e[0]))

    def between(self, low: float, high: float) -> float:
        """The mass of mu_0 on an arc of angles, low <= high."""
        return self._below(high) - self._below(low)

    def _below(self, angle: float) -> float:
        """An antiderivative of the density."""
        sides = sum((a * np.sin(k * angle) - b * np.cos(k * angle)) / k for k, a, b in self.waves)
        wave = self.half[1] * np.arcsin(np.sin(angle - self.half[0]))
        return float(angle + sides + wave) / (2 * np.pi)

    @property
    def mass(self) -> float:
        """Of Phi#mu_0 at e: the integral of the density over <x, e> > 0."""
        return self.between(self.axis - np.pi / 2, self.axis + np.pi / 2)

    @property
    def floor(self) -> float:
        """What beta^(1/2) min over t of W_2 tends to, by a calculation on paper, M and V diagonal and e = e_1.

        Near the equator the field moves by V_11 (log rho_t)'/(beta m_2), so the mass V_11 |rho'(-e_2) -
        rho'(e_2)|/(2 (b_1 - b_2) beta) crosses, b_i = V_ii m_i, and moving it back costs 2 times its square root.
        """
        below, above = self.slope(np.array([-np.pi / 2, np.pi / 2]))
        crossed = self.V[0][0] * abs(below - above) / (2 * float(np.ptp(self.spectrum[0])))
        return float(2 * np.sqrt(crossed))

    @property
    def extremes(self) -> tuple[float, float]:
        """The least and the largest density per radian."""
        values = self.density(np.linspace(0, 2 * np.pi, 20_001))
        return float(values.min()), float(values.max())


def _rows(a: float, b: float) -> tuple[tuple[float, float], ...]:
    return ((a, 0.0), (0.0, b))


_R60 = ((0.5, -(3**0.5) / 2), (3**0.5 / 2, 0.5))

SETTINGS = {
    each.name: each
    for each in (
        Setting("identity", _rows(1, 1), _rows(1, 0)),
        Setting("stable", _rows(2, 1), _rows(1.5, 1)),
        Setting("unstable", _rows(3, 0.5), _rows(1, 1.5)),
        Setting("neutral", _rows(2, 1), _rows(1, 1), ((1, 0.3, 0.3), (2, 0.2, -0.2))),
        Setting("misaligned", _R60, ((0.5, 3**0.5 / 2), (3**0.5 / 4, -0.25)), ((1, 0.3, 0.2),)),
    )
}
"""One of each regime; `misaligned` turns by 60 degrees and has B = diag(1, -1/2)."""


def states(
    setting: Setting, beta: float, times: Sequence[float], refine: float = 1.0, tolerance: float = TOLERANCE
) -> list[meanfield.State]:
    """mu_t at the times; `refine` halves cells and tolerance."""
    A = np.asarray(setting.M).T
    how: dict[str, Any] = {
        "density": setting.density,
        "pieces": setting.pieces,
        "tolerance": tolerance,
        "refine": refine,
    }
    return meanfield.solve("softmax", A, setting.V, beta, times, **how)


def distances(setting: Setting, found: Sequence[meanfield.State]) -> Array:
    """W_2(mu_t, Phi#mu_0) of each state, exact for the piecewise linear quantile function."""
    return np.array([_to_atoms(each, setting.axis, setting.mass) for each in found])


def _to_atoms(state: meanfield.State, axis: float, mass: float) -> float:
    quantile = state.quantile(POINTS)
    angle = (quantile.left + quantile.right) / 2 - axis
    points = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return transport.two_atoms(points, [[1.0, 0.0], [-1.0, 0.0]], mass, weights=np.diff(quantile.levels))


def mass_shift(setting: Setting, state: meanfield.State) -> float:
    """mu_t(<x, e> > 0) - mu_0(<x, e> > 0): what crossed the separatrix; W_2 cannot fall below about 2 |shift|^(1/2).

    The flow keeps order, so it is the mass of mu_0 on the arc whose ends are now at right angles to e.
    """
    low, high = (state.origin(setting.axis + side * np.pi / 2) for side in (-1, 1))
    return setting.between(low, high if high > low else high + 2 * np.pi) - setting.mass


def spread(setting: Setting, state: meanfield.State) -> float:
    """The mean of 1 - <x, e>^2."""
    return float(state.weights @ np.sin(state.angles - setting.axis) ** 2)


# bounds


def bound(setting: Setting, beta: float, times: Sequence[float]) -> Array:
    """`headline` for a setting."""
    low, high = setting.extremes
    return headline(setting.M, setting.V, beta, times, 2 * np.pi * low, 2 * np.pi * high)


def sure_bound(setting: Setting, beta: float, times: Sequence[float]) -> Array:
    """`headline_of_tokens` for a setting."""
    return headline_of_tokens(setting.M, setting.V, beta, times, 2 * np.pi * setting.extremes[1])


def headline(M: ArrayLike, V: ArrayLike, beta: float, times: Sequence[float], low: float, high: float) -> Array:
    """What low_temperature.headline.sharp proves of W_2(mu_t, Phi#mu_0): deviation, then the zero-temperature rate.

    |V| E(t) (e^(Lam t) - 1)/Lam + 2 (rho_max f_d(0))^(1/2) e^(-g t/(2 s1)), Lam = |V| (2 + cond M),
    E(t) = 3/k0^(1/2) + ((d log k0 + 2 log(1/c0) + 2 (d - 1) L t)/k0)^(1/2), k0 = beta s_d >= e, L = |V| (1 + cond M),
    and c0 r^(d - 1) the least mass of a ball of radius r. It is 2, the diameter, where it says nothing.

    Args:
        M, V: d x d with d = 2 or 3.
        low, high: the least and the largest density of mu_0 relative to the uniform one.
    """
    t = np.asarray(times, dtype=float)
    grown = parted(M, V, beta, times, low)
    return np.asarray(np.minimum(2.0, grown + _zero_temperature(np.asarray(M), np.asarray(V), high, t)))


def parted(M: ArrayLike, V: ArrayLike, beta: float, times: Sequence[float], low: float) -> Array:
    """The first term of `headline`, for the largest distance of two partners; infinite below k0 = e."""
    t = np.asarray(times, dtype=float)
    singular = np.linalg.svd(np.asarray(M), compute_uv=False)
    d, size, cond = len(singular), float(np.linalg.norm(np.asarray(V), 2)), singular[0] / singular[-1]
    k0, c0 = beta * singular[-1], min(1.0, low * BALL[d])
    if k0 < np.e:
        return np.where(t > 0, np.inf, 0.0)
    lam = size * (2 + cond)
    inner = d * np.log(k0) - 2 * np.log(c0) + 2 * (d - 1) * size * (1 + cond) * t
    here = 3 / np.sqrt(k0) + np.sqrt(inner / k0)
    return np.asarray(size * here * np.expm1(np.minimum(lam * t, 500)) / lam)


def headline_of_tokens(M: ArrayLike, V: ArrayLike, beta: float, times: Sequence[float], high: float) -> Array:
    """The same by low_temperature.headline.tokens, for M = I and without a lower density bound.

    The first term is |V| (C_d/beta)^(1/2) (e^(ell t) - 1)/ell, ell the spread of the eigenvalues of (V + V^T)/2.

    Raises:
        ValueError: M is not the identity.
    """
    m, v = np.asarray(M, dtype=float), np.asarray(V, dtype=float)
    if not np.array_equal(m, np.eye(len(m))):
        raise ValueError("the headline of tokens needs M = I")
    t = np.asarray(times, dtype=float)
    return np.asarray(np.minimum(2.0, parted_tokens(v, beta, times) + _zero_temperature(m, v, high, t)))


def parted_tokens(V: ArrayLike, beta: float, times: Sequence[float]) -> Array:
    """The first term of `headline_of_tokens`, for the root mean square distance of partners; M = I."""
    t, v = np.asarray(times, dtype=float), np.asarray(V, dtype=float)
    ell = float(np.ptp(np.linalg.eigvalsh((v + v.T) / 2)))
    grown = np.expm1(ell * t) / ell if ell else t
    return np.asarray(np.linalg.norm(v, 2) * np.sqrt(AVERAGED_OF[len(v)] / beta) * grown)


def _zero_temperature(M: Array, V: Array, high: float, t: Array) -> Array:
    values = np.sort(np.linalg.eigvalsh(V @ M))
    gap, size = float(values[-1] - values[-2]), float(np.linalg.norm(M, 2))
    return np.asarray(2 * np.sqrt(high * EQUATOR[len(values)]) * np.exp(-gap * t / (2 * size)))


# the zero-temperature flow


def limit_flow(setting: Setting, labels: Array, time: float) -> Array:
    """Angles (n,) at a time from angles (n,), along x' = P_x V Mx/|Mx|; relative tolerance 1e-11."""
    from scipy.integrate import solve_ivp

    M, V = np.asarray(setting.M), np.asarray(setting.V)

    def rate(_: float, angle: Array) -> Array:
        x = np.stack([np.cos(angle), np.sin(angle)])
        u = M @ x
        pull = V @ (u / np.hypot(*u))
        return np.asarray(x[0] * pull[1] - x[1] * pull[0])

    return np.asarray(solve_ivp(rate, (0, time), labels, method="DOP853", rtol=1e-11, atol=1e-11).y[:, -1])


def deviation(setting: Setting, state: meanfield.State) -> tuple[float, float]:
    """(root mean square, largest) angle between the flow of a state and the zero-temperature flow, over mu_0.

    The first is not below W_2 of the two measures, for the arc length.
    """
    gap = np.abs(state.angles - limit_flow(setting, state.labels, state.time))
    return float(np.sqrt(state.weights @ gap**2)), float(gap.max())


# the Laplace principle


def laplace_error(setting: Setting, kappa: float, nodes: int = 80, targets: int = 721) -> tuple[float, float]:
    """(sup over u of |m - u|, its limit times kappa): m the mean of mu_0 under e^(kappa <u, y>), d = 2.

    The limit is sup |(log rho)' tau - u/2|, tau the tangent. Gauss' rule in the arc 12/kappa^(1/2) around u.
    """
    z, w = np.polynomial.legendre.leggauss(nodes)
    reach = min(np.pi, 12 / np.sqrt(kappa))
    phi, offset = np.linspace(0, 2 * np.pi, targets)[:, None], reach * z
    weight = np.exp(-2 * kappa * np.sin(offset / 2) ** 2) * w * setting.density(phi + offset)
    total = weight.sum(axis=1)
    radial = (weight * -2 * np.sin(offset / 2) ** 2).sum(axis=1) / total
    across = (weight * np.sin(offset)).sum(axis=1) / total
    limit = np.hypot(setting.slope(phi) / setting.density(phi), 0.5)
    return float(np.hypot(radial, across).max()), float(limit.max())


# lifetimes


def leave_time(times: Sequence[float], spreads: Sequence[float], level: float = 0.5) -> float:
    """When the spread passes a level after its least value: the clusters turn away from e; NaN if it does not.

    Between the times log(s/(1 - s)) is taken as linear: a tangent that grows exponentially is.
    """
    t, s = np.asarray(times, dtype=float), np.asarray(spreads, dtype=float)
    least = int(np.argmin(s))
    after = np.flatnonzero(s[least:] > level)
    if not after.size:
        return float("nan")
    at = least + int(after[0])
    logit = np.log(s[at - 1 : at + 1] / (1 - s[at - 1 : at + 1]))
    share = (np.log(level / (1 - level)) - logit[0]) / (logit[1] - logit[0])
    return float(t[at - 1] + share * (t[at] - t[at - 1]))


def switch_time(
    setting: Setting, times: Sequence[float], found: Sequence[meanfield.State], level: float = 0.18
) -> float:
    """When the heavier cluster has turned by `level` radians from e; NaN if it does not."""
    turned = []
    for each in found:
        z = each.weights @ np.exp(2j * (each.angles - setting.axis))
        turned.append(abs(float(np.angle(z))) / 2)
    t, s = np.asarray(times, dtype=float), np.asarray(turned)
    after = np.flatnonzero((s > level) & (t > 2))
    if not after.size:
        return float("nan")
    at = int(after[0])
    return float(t[at - 1] + (level - s[at - 1]) / (s[at] - s[at - 1]) * (t[at] - t[at - 1]))
