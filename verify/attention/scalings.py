"""Measures that theory says grow like a power of a parameter, and the fit of an exponent with an honest interval.

A measure is a named function of the parameter: the logarithm of a quantity, and its error by halving cells and steps.
Nothing here is random but samples, whose seeds are fixed. A fit proves nothing: it is what a claim whose conclusion is
a `Scaling` has to show. NumPy is imported when a measure is taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["MEASURES", "Fit", "Measure", "Taken", "fit", "slope", "take"]

Taken = tuple[float, float, float]
"""The parameter, the logarithm of the quantity, the error of that logarithm."""


@dataclass(frozen=True)
class Measure:
    """What is measured.

    Attributes:
        about: the quantity, in words.
        parameter: its parameter, in words.
        values: of the parameter, rising.
        evaluations: what it costs, in evaluations of a budget; about a ten thousandth of a second each.
        at: from the parameter to the logarithm of the quantity, and its error.
    """

    about: str
    parameter: str
    values: tuple[float, ...]
    evaluations: int
    at: Callable[[float], tuple[float, float]]


@dataclass(frozen=True)
class Fit:
    """An exponent: the slope of the logarithms.

    Attributes:
        exponent, error: of all points. The error is the largest of three: the jackknife's over points, what the errors
            of the points can do, and the distance from `upper`, as what is left of corrections.
        upper: of the upper half of the range.
        low, high: the range of the parameter.
        points: how many.
    """

    exponent: float
    error: float
    upper: float
    low: float
    high: float
    points: int

    def agrees(self, exponent: float) -> bool:
        """Whether both exponents lie within three errors of a stated one."""
        return max(abs(self.exponent - exponent), abs(self.upper - exponent)) <= 3 * self.error

    def excludes(self, exponent: float) -> bool:
        """Whether both lie farther than three errors from it."""
        return min(abs(self.exponent - exponent), abs(self.upper - exponent)) > 3 * self.error

    def __str__(self) -> str:
        return (
            f"exponent {self.exponent:.4f} +- {self.error:.4f} from {self.points} points between {self.low:g} and "
            f"{self.high:g}; {self.upper:.4f} on the upper half"
        )


def slope(points: Sequence[Taken]) -> float:
    """The least-squares slope of log quantity against log parameter."""
    x, y = [math.log(each[0]) for each in points], [each[1] for each in points]
    middle = sum(x) / len(x)
    return sum((a - middle) * b for a, b in zip(x, y, strict=True)) / sum((a - middle) ** 2 for a in x)


def fit(points: Sequence[Taken]) -> Fit:
    """The exponent of at least four points in rising order of the parameter.

    Raises:
        ValueError: fewer points, or one that is not finite.
    """
    if len(points) < 4:
        raise ValueError(f"a fit needs four points; found {len(points)}")
    wrong = next((each for each in points if not all(map(math.isfinite, each))), None)
    if wrong is not None:
        raise ValueError(f"nothing finite was measured at {wrong[0]:g}")
    n, whole = len(points), slope(points)
    without = [slope([*points[:at], *points[at + 1 :]]) for at in range(n)]
    mean = sum(without) / n
    jackknife = math.sqrt((n - 1) / n * sum((each - mean) ** 2 for each in without))
    x = [math.log(each[0]) for each in points]
    middle = sum(x) / n
    lever = sum((a - middle) ** 2 for a in x)
    carried = sum(abs(a - middle) * each[2] for a, each in zip(x, points, strict=True)) / lever
    upper = slope(points[(n - 1) // 2 :])
    return Fit(whole, max(jackknife, carried, abs(upper - whole)), upper, points[0][0], points[-1][0], n)


@lru_cache(maxsize=32)
def take(name: str) -> tuple[Taken, ...]:
    """The measure of that name at all its values; taken once in a process.

    Raises:
        KeyError: there is none.
    """
    measure = MEASURES[name]
    return tuple((value, *measure.at(value)) for value in measure.values)


def _log(coarse: float, fine: float) -> tuple[float, float]:
    """The logarithm of the finer one; its error is what halving moved."""
    return math.log(fine), abs(math.log(fine / coarse))


def _laplace(kappa: float) -> tuple[float, float]:
    from verify.attention.concentration import SETTINGS, laplace_error

    setting = SETTINGS["neutral"]
    return _log(laplace_error(setting, kappa, 40, 361)[0], laplace_error(setting, kappa, 80, 721)[0])


def _deviation(beta: float) -> tuple[float, float]:
    from verify.attention.concentration import SETTINGS, deviation, states

    setting = SETTINGS["identity"]
    coarse, fine = (deviation(setting, states(setting, beta, [1.0], refine)[0])[0] for refine in (1.0, 2.0))
    return _log(coarse, fine)


def _shift(beta: float) -> tuple[float, float]:
    from verify.attention.concentration import SETTINGS, mass_shift, states

    setting = SETTINGS["stable"]
    coarse, fine = (abs(mass_shift(setting, states(setting, beta, [3.0], refine)[0])) for refine in (0.5, 1.0))
    return _log(coarse, fine)


def _least(beta: float) -> tuple[float, float]:
    from verify.attention.concentration import SETTINGS, distances, states

    setting = SETTINGS["identity"]
    end = 6 + math.ceil(math.log(beta))
    times = [end * (0.5 + 0.1 * k) for k in range(6)]
    coarse, fine = (float(distances(setting, states(setting, beta, times, refine)).min()) for refine in (0.5, 1.0))
    return _log(coarse, fine)


def _leave(beta: float) -> tuple[float, float]:
    from verify.attention.concentration import SETTINGS, leave_time, spread, states

    setting = SETTINGS["unstable"]
    end = 6 + math.ceil(1.7 * math.log(beta))
    times = [0.4 * end, *(end - 6 + 1.5 * k for k in range(5))]
    found = [[spread(setting, each) for each in states(setting, beta, times, refine)] for refine in (0.5, 1.0)]
    coarse, fine = (leave_time(times, each) for each in found)
    between = abs(fine - leave_time(times[1::2], found[1][1::2]))  # what twice the distance of times moves
    return fine, max(abs(fine - coarse), between)


def _two_atoms(n: float) -> tuple[float, float]:
    """E 2 |K/n - 1/2|^(1/2) for K binomial, by summation: exact."""
    from verify.attention.sampling import two_atom_distance

    return math.log(two_atom_distance(int(n))), 1e-12


def _sphere(d: int) -> Callable[[float], tuple[float, float]]:
    def at(n: float) -> tuple[float, float]:
        from verify.attention.sampling import sample_distance

        value, error = sample_distance(int(n), d, draws=max(4, 3200 // int(n)))
        corrected = value / math.sqrt(math.log(n)) if d == 3 else value
        return math.log(corrected), error / value

    return at


def _second_difference(beta: float) -> tuple[float, float]:
    """log(t(4 beta) - 2 t(2 beta) + t(beta)): what is constant in t, or like log beta, drops out."""
    from verify.attention.lifetimes import turning_time

    coarse, fine = (
        turning_time(4 * beta, refine) - 2 * turning_time(2 * beta, refine) + turning_time(beta, refine)
        for refine in (0.5, 1.0)
    )
    return _log(coarse, fine)


def _last_of(n: float) -> tuple[float, float]:
    """The mean over seeds of the time at which the clusters of n random tokens turn, and its standard error.

    The few seeds from which no cluster forms (1 of 300 for n = 100, none beyond) are left out.
    """
    from verify.attention.lifetimes import turning_time_of_tokens, uniform_angles

    seeds = range(240_000 // int(n + 200))
    every = (turning_time_of_tokens(uniform_angles(int(n), seed), beta=100.0, step=0.04) for seed in seeds)
    times = [each for each in every if math.isfinite(each)]
    mean = math.fsum(times) / len(times)
    return mean, math.sqrt(math.fsum((each - mean) ** 2 for each in times) / (len(times) - 1) / len(times))


def _in_space(grown: float) -> tuple[float, float]:
    from verify.attention.zero_temperature import distance_in_space

    M, B = (1.0, 1.0, 6.0), (1.0, 0.5, 0.0)
    return _log(*(distance_in_space(M, B, math.log(grown), refine=refine) for refine in (0.5, 1.0)))


MEASURES = {
    "laplace-smooth": Measure(
        "sup |m - u| for a smooth positive density on the circle",
        "kappa",
        (1e2, 3e2, 1e3, 3e3, 1e4, 1e5, 1e6),
        2_000,
        _laplace,
    ),
    "deviation": Measure(
        "distance of the flow from that of zero temperature at t = 1, smooth density, M = I, V = diag(1, 0)",
        "beta",
        (30.0, 100.0, 300.0, 1e3, 3e3, 1e4),
        20_000,
        _deviation,
    ),
    "mass-shift": Measure(
        "mass that crosses the separatrix, M = diag(2, 1), V = diag(3/2, 1)",
        "beta",
        (30.0, 100.0, 300.0, 1e3, 3e3, 1e4),
        100_000,
        _shift,
    ),
    "least-distance": Measure(
        "min over t of W_2(mu_t, Phi#mu_0), M = I, V = diag(1, 0)",
        "beta",
        (30.0, 100.0, 300.0, 1e3, 3e3),
        200_000,
        _least,
    ),
    "leave-time": Measure(
        "exp of the time at which the clusters leave, M = diag(3, 1/2), V = diag(1, 3/2)",
        "beta",
        (30.0, 60.0, 120.0, 240.0, 480.0),
        200_000,
        _leave,
    ),
    "misaligned-lifetime": Measure(
        "t(4 beta) - 2 t(2 beta) + t(beta), t the time at which the clusters of the mean field turn by .18, uniform "
        "start, M a turn by 60 degrees, B = diag(1, -1/2)",
        "beta",
        (24.0, 32.0, 48.0, 64.0, 96.0),
        1_200_000,
        _second_difference,
    ),
    "misaligned-tokens": Measure(
        "exp of the mean time at which the median of n random tokens turns by .18, M a turn by 60 degrees, B = "
        "diag(1, -1/2), beta = 100",
        "n",
        (100.0, 200.0, 400.0, 800.0),
        700_000,
        _last_of,
    ),
    "rate-in-space": Measure(
        "W_2(mu_t, Phi#mu_0) at zero temperature in R^3, uniform start, M = diag(1, 1, 6), B = diag(1, 1/2, 0)",
        "exp(t)",
        tuple(math.exp(t) for t in (24.0, 30.0, 36.0, 42.0, 48.0)),
        20_000,
        _in_space,
    ),
    "sample-two-atoms": Measure(
        "E W_2 of n samples of two equal atoms", "n", (100.0, 400.0, 1600.0, 6400.0, 25600.0), 1_000, _two_atoms
    ),
    "sample-d3": Measure(
        "E W_2 of two samples of n uniform points on S^2, over (log n)^(1/2)",
        "n",
        (50.0, 100.0, 200.0, 400.0, 800.0, 1600.0),
        100_000,
        _sphere(3),
    ),
    "sample-d4": Measure(
        "E W_2 of two samples of n uniform points on S^3",
        "n",
        (50.0, 100.0, 200.0, 400.0, 800.0, 1600.0),
        100_000,
        _sphere(4),
    ),
}
