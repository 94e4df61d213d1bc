"""W_p to the limit at zero temperature in R^3, for M other than I, by quadrature over all starts.

B = diag(l1, l2, l3), l1 > l2 > l3, M = diag(m1, m2, m3), uniform start. A token is (e^a, e^b, 1)/|.| up to signs, and
in the time s with dt = |Mx| ds it has a' = l1 - l3, b' = l2 - l3: straight lines, on each of which t is one integral.
Array code: import it inside functions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["distance_in_space"]

LEAST = -45.0
"""Of a and b: starts beyond them have the mass e^(-45)."""
LINES = 70.0
"""Of a - b on the lines."""
REACH = 60.0
"""Of a and b at the end."""


def distance_in_space(M: Sequence[float], B: Sequence[float], t: float, p: float = 2.0, refine: float = 1.0) -> float:
    """W_p(mu_t, Phi#mu_0) in R^3, chordal; refine = 2 halves the distances of lines, 1/4, and of their points, 1/20."""
    fast, slow = B[0] - B[2], B[1] - B[2]
    ds, dk = 1 / (20 * refine), 1 / (4 * refine)
    s = np.arange(LEAST / slow, REACH / slow + 1.2 * t / min(M), ds)
    total = 0.0
    for k in np.arange(-LINES, LINES + dk / 2, dk):
        a, b = fast * s + k / 2, slow * s - k / 2
        top = np.maximum(np.maximum(a, b), 0)
        x, y, z = np.exp(2 * (a - top)), np.exp(2 * (b - top)), np.exp(-2 * top)
        clock = np.sqrt((M[0] ** 2 * x + M[1] ** 2 * y + M[2] ** 2 * z) / (x + y + z))
        time = np.concatenate([[0.0], np.cumsum((clock[1:] + clock[:-1]) / 2 * ds)])
        starts = time + t <= time[-1]
        mass = (np.exp(a + b - 3 * top) / (x + y + z) ** 1.5)[starts]
        end = np.interp(time[starts] + t, time, s)
        r = np.exp(2 * (slow - fast) * end - 2 * k) + np.exp(-2 * fast * end - k)  # (x2^2 + x3^2)/x1^2
        total += float(mass @ (2 * r / (1 + r + np.sqrt(1 + r))) ** (p / 2))
    return float((total * ds * dk * (fast + slow) / 2 / (np.pi / 2)) ** (1 / p))
