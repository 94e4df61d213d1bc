"""Long-time behaviour of planar fields on the disk: what two horizons and two tolerances agree on, or `undecided`.

Time runs in units of 1 / (largest |F| on the disk), so a large beta costs no more than a small one, and no step is
longer than half a unit: with h |F| > 1/2 a step of fixed length is known to fake orbits that do not converge.

What is looked at are values at times T/4, T/2, T, 2T. From one to the next a quantity that converges exponentially no
longer moves; one that converges like t^-k moves by 2^-k of what it moved before, so its limit is extrapolated; one that
grows like log t (L = log(1 - |w|^2), where 1 - |w| ~ C t^-k) moves by the same amount; one that grows linearly by
twice.

A label says what trajectories did up to 2T. It proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from verify.dynamics.disk import DiskField
from verify.dynamics.events import first_return
from verify.dynamics.field import Field, FieldError
from verify.dynamics.integrate import Trajectories, integrate
from verify.kernel.lie import Flow
from verify.kernel.term import Term, conj, im, mul, re, symbol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LABELS", "Behaviour", "long_time"]

LABELS = {
    "cluster": "|w| -> 1 and the phase converges",
    "rotating": "|w| -> 1 and the phase goes round",
    "point": "w converges inside the disk",
    "constant modulus": "|w| is constant and the phase goes round",
    "periodic": "w comes back to where it was, inside the disk",
    "undecided": "none of these, or horizons and tolerances do not agree",
}
FINER = 32.0  # of the second tolerance
LONGER = 6.0
LONGEST = 0.5  # step, in units of time
STILL = 1e-6  # what moves less between T and 2T, or comes back that close, has converged
SLOWEST = 1e-3  # rate of L per unit of time that counts as exponential
DEEP = -10.0  # L below which an exponential approach is believed
STEADY = 0.2  # relative difference of rates and exponents in two windows
CONVERGENT = 0.8  # largest ratio of two moves of what converges like t^-k
TURN = 6.283185307179586
RINGS, SPOKES = 6, 16


@dataclass(frozen=True)
class Behaviour:
    """What n trajectories did; all arrays of length n.

    Attributes:
        label: one of `LABELS`.
        approach: "exponential" or "algebraic" where something converges, else "".
        rate: exponential: of 1 - |w| (cluster, rotating), per unit of the field's own time; algebraic: the exponent k
            of t^-k; else NaN.
        limit: where w converges to, extrapolated where that is algebraic; else NaN.
        period: of constant modulus and periodic, in the field's own time; else NaN.
        reason: why undecided; else "".
    """

    label: NDArray[np.str_]
    approach: NDArray[np.str_]
    rate: NDArray[np.float64]
    limit: NDArray[np.complex128]
    period: NDArray[np.float64]
    reason: NDArray[np.str_]

    def counts(self) -> dict[str, int]:
        """How often each label occurs, `undecided` always among them."""
        found = {label: int((self.label == label).sum()) for label in LABELS}
        return {label: count for label, count in found.items() if count or label == "undecided"}


def long_time(
    field: DiskField | Field | Flow,
    starts: Any,
    *,
    parameters: Mapping[Term, Any] | None = None,
    horizon: float = 100.0,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    engine: str = "auto",
    extensions: int = 2,
    max_steps: int = 1_000_000,
) -> Behaviour:
    """Label the long-time behaviour of n trajectories.

    Args:
        field: one complex state on the closed disk whose circle is invariant.
        starts, parameters, rtol, atol, engine, max_steps: as for `integrate`.
        horizon: T, in units of 1 / (largest |F| on the disk).
        extensions: so often what is undecided is looked at again, with a horizon six times longer.

    Raises:
        FieldError: one line, before any work.
    """
    disk = field if isinstance(field, DiskField) else DiskField.of(field)
    if len(disk.field.states) != 1:
        raise FieldError("long_time: the field has one state; found " + ", ".join(map(str, disk.field.states)))
    if not 8 <= horizon < 1e9:
        raise FieldError(f"long_time: the horizon is between 8 and 1e9 units of 1/|F|; found {horizon}")
    if isinstance(extensions, bool) or not isinstance(extensions, int) or not 0 <= extensions <= 6:
        raise FieldError(f"long_time: extensions are a whole number from 0 to 6; found {extensions!r}")
    study = _Study.of(disk, starts, parameters, engine, max_steps)
    tolerances = ((rtol, atol), (max(rtol / FINER, 1e-13), atol / FINER))
    found = study.behaviour(float(horizon), tolerances)
    for k in range(1, extensions + 1):
        import numpy as np

        rest = np.flatnonzero(found.label == "undecided")
        if not rest.size:
            break
        found = _joined(found, rest, study.among(rest).behaviour(float(horizon) * LONGER**k, tolerances))
    return found


def _joined(all_: Behaviour, rest: NDArray[np.int64], later: Behaviour) -> Behaviour:
    """The later answers for those that were undecided."""
    columns = {}
    for each in fields(Behaviour):
        column = getattr(all_, each.name).copy()
        column[rest] = getattr(later, each.name)
        columns[each.name] = column
    return Behaviour(**columns)


Tolerances = tuple[float, float]


@dataclass(frozen=True)
class _Study:
    """A field in units of its own time, and where it starts.

    Attributes:
        field: of (w, angle), angle' = Im(conj(w) w'), both times `pace`.
        pace: a parameter.
        line: two more: (through, normal), which no rate contains.
        size: the largest |F| on the disk, shape (n,).
    """

    field: DiskField
    pace: Term
    line: tuple[Term, Term]
    start: dict[str, NDArray[Any]]
    given: dict[Term, NDArray[Any]]
    size: NDArray[np.float64]
    options: dict[str, Any]

    @classmethod
    def of(
        cls, disk: DiskField, starts: Any, parameters: Mapping[Term, Any] | None, engine: str, max_steps: int
    ) -> _Study:
        import numpy as np

        begun = disk.starts(starts)
        w, depth = (np.atleast_1d(begun[sym]) for sym in (disk.w, disk.depth))
        rows = disk.field.constants(parameters, w.size)
        values: dict[Term, NDArray[Any]] = {}
        at = 0
        for sym in disk.field.parameters:
            values[sym] = rows[at] if sym.is_real else rows[at] + 1j * rows[at + 1]
            at += 1 if sym.is_real else 2
        taken = {sym.payload[0] for sym in (*disk.field.states, *disk.field.parameters)}
        angle, pace = (_fresh(name, "real", taken) for name in ("angle", "pace"))
        through, normal = (_fresh(name, "complex", taken) for name in ("through", "normal"))
        rate = disk.field.flow.terms[0]
        rates = (mul(pace, rate), mul(pace, im(conj(disk.w) * rate)))
        whole = Field((disk.w, angle), rates, (*disk.field.parameters, pace, through, normal))
        return cls(
            DiskField(whole, mul(pace, disk.cofactor)),
            pace,
            (through, normal),
            {"w": w, "depth": depth, "angle": np.zeros(w.size)},
            values,
            _size(disk.field, values, w.size),
            {"engine": engine, "max_steps": max_steps},
        )

    def solve(
        self, at: NDArray[np.int64], state: Mapping[str, Any], pace: Any, line: Any, tolerances: Tolerances, **more: Any
    ) -> Trajectories:
        """Those with the numbers `at`, from states of that many."""
        given = {sym: values[at] for sym, values in self.given.items()}
        given |= {self.pace: pace, self.line[0]: line[0], self.line[1]: line[1]}
        starts = {self.field.w: state["w"], self.field.depth: state["depth"]}
        starts[self.field.field.states[1]] = state["angle"]
        rtol, atol = tolerances
        return integrate(self.field, starts, parameters=given, rtol=rtol, atol=atol, **self.options, **more)

    def among(self, at: NDArray[np.int64]) -> _Study:
        """The same for some of the trajectories."""
        start = {name: values[at] for name, values in self.start.items()}
        given = {sym: values[at] for sym, values in self.given.items()}
        return replace(self, start=start, given=given, size=self.size[at])

    def behaviour(self, horizon: float, tolerances: Sequence[Tolerances]) -> Behaviour:
        views = []
        for each in tolerances:
            run = self.run(horizon, each)
            for first in (0, 1):
                view = _View.of(run, first, horizon)
                self.look_for_returns(view, horizon * (1 + first), each)
                views.append(view)
        return _agreed(views, self.size)

    def run(self, horizon: float, tolerances: Tolerances) -> Trajectories:
        """Up to 2T, with samples at T/4, T/2, T, 2T."""
        import numpy as np

        times = [horizon / 4, horizon / 2, horizon, 2 * horizon]
        everything = np.arange(self.size.size)
        pace = 1 / self.size
        return self.solve(
            everything, self.start, pace, (0.0, 1.0), tolerances, horizon=times[-1], times=times, max_step=LONGEST
        )

    def look_for_returns(self, view: _View, horizon: float, tolerances: Tolerances) -> None:
        """Closed orbits among what is still open: does w come back to where it is, to the line across its way?"""
        import numpy as np

        open_ = np.flatnonzero(view.label == "")
        if not open_.size:
            return
        w, pace = view.w[2, open_], 1 / self.size[open_]
        state = {"w": w, "depth": np.minimum(view.depth[2, open_], 0.0), "angle": np.zeros(w.size)}
        rate = self.field.field.at(
            {self.field.w: w, self.field.field.states[1]: 0.0},
            {
                **{sym: each[open_] for sym, each in self.given.items()},
                self.pace: pace,
                self.line[0]: 0.0,
                self.line[1]: 1.0,
            },
        )[:, 0]
        speed = np.abs(rate)
        moving = np.flatnonzero(speed > STILL)
        view.reason[open_[speed <= STILL]] = "it hardly moves, but has not converged"
        if not moving.size:
            return
        at, w, pace = open_[moving], w[moving], pace[moving]
        state = {key: each[moving] for key, each in state.items()}
        normal = rate[moving] / speed[moving]
        gap = re(conj(self.line[1]) * (self.field.w - self.line[0]))
        back = self.solve(
            at, state, pace, (w, normal), tolerances, horizon=horizon, max_step=LONGEST, events=[first_return(gap)]
        )
        came = back.status == "return"
        view.reason[at[~came]] = "it does not come back within T"
        assert back.depth is not None
        far = (np.abs(back.states[:, 0] - w) > STILL) | (np.abs(back.depth - state["depth"]) > 10 * STILL)
        view.reason[at[came & far]] = "it comes back elsewhere"
        closed = np.flatnonzero(came & ~far)
        if not closed.size:
            return
        at = at[closed]
        period = back.times[closed] * pace[closed]  # in the field's own time
        view.label[at], view.period[at] = "periodic", period
        parts = np.linspace(0, 1, 17)
        once = {key: each[closed] for key, each in state.items()}
        round_ = self.solve(at, once, period, (0.0, 1.0), tolerances, horizon=1.0, times=parts[1:])
        moduli = np.abs(round_.samples[:, :, 0]) if round_.samples is not None else np.zeros((at.size, 1))
        even = np.ptp(moduli, axis=1) <= STILL
        turned = np.abs(round_.states[:, 1].real) > STILL
        view.label[at[even & turned]] = "constant modulus"


def _fresh(name: str, sort: str, taken: set[str]) -> Term:
    while name in taken:
        name += "x"
    taken.add(name)
    return symbol(name, sort)


def _size(field: Field, given: Mapping[Term, Any], n: int) -> NDArray[np.float64]:
    """The largest |F| on circles in the disk; 1 where F vanishes on all of them."""
    import numpy as np

    largest = np.zeros(n)
    for ring in range(RINGS + 1):
        for spoke in range(SPOKES if ring else 1):
            w = ring / RINGS * np.exp(1j * TURN * (spoke + ring / 2) / SPOKES)
            largest = np.fmax(largest, np.abs(field.at(np.full(n, w), given)[:, 0]))
    return np.where((largest > 0) & np.isfinite(largest), largest, 1.0)


# what three times, each twice the one before, show


@dataclass(frozen=True)
class _View:
    """One horizon of one run: w, depth and angle at three times, shape (3, n), and what they show.

    Rates and periods are in units of 1/|F| but for the period.
    """

    w: NDArray[np.complex128]
    depth: NDArray[np.float64]
    angle: NDArray[np.float64]
    label: NDArray[Any]
    approach: NDArray[Any]
    rate: NDArray[np.float64]
    limit: NDArray[np.complex128]
    period: NDArray[np.float64]
    reason: NDArray[Any]

    @classmethod
    def of(cls, run: Trajectories, first: int, horizon: float) -> _View:
        """`first` is 0 for the times T/4, T/2, T and 1 for T/2, T, 2T."""
        import numpy as np

        assert run.samples is not None and run.sampled_depth is not None
        three = slice(first, first + 3)
        w = run.samples[:, three, 0].T
        n = w.shape[1]
        text = [np.full(n, "", dtype="<U80") for _ in range(3)]
        view = cls(
            w,
            run.sampled_depth[:, three].T,
            run.samples[:, three, 1].real.T,
            text[0],
            text[1],
            np.full(n, np.nan),
            np.full(n, np.nan, dtype=np.complex128),
            np.full(n, np.nan),
            text[2],
        )
        stopped = ~np.all(np.isfinite(w), axis=0)
        view.label[stopped] = "undecided"
        view.reason[stopped] = run.status[stopped]
        with np.errstate(all="ignore"):
            view._on_the_circle(horizon / 4 * 2**first)
            view._inside(horizon / 4 * 2**first)
        return view

    def _on_the_circle(self, begin: float) -> None:
        """|w| -> 1, and what the phase does."""
        import numpy as np

        fall = np.diff(self.depth, axis=0)
        slopes = fall / np.array([[begin], [2 * begin]])
        exponents = -fall / np.log(2)
        fast = (slopes[1] < -SLOWEST) & (self.depth[2] < DEEP) & _alike(slopes[0], slopes[1])
        slow = (exponents[1] > STEADY) & (self.depth[2] < -2) & _alike(exponents[0], exponents[1]) & ~fast
        circle = (fast | slow) & (self.label == "")
        turn = np.diff(self.angle, axis=0)
        settled = np.abs(turn[1]) <= STILL
        ratio = turn[1] / turn[0]
        settling = ~settled & (ratio > 0) & (ratio < CONVERGENT) & (np.abs(turn[1]) < 0.5)
        round_ = (np.abs(turn[1]) >= TURN) & (np.abs(ratio / 2 - 1) <= STEADY)
        rest = np.where(settling, turn[1] * ratio / (1 - ratio), 0.0)
        cluster, rotating = circle & (settled | settling), circle & round_ & ~settled & ~settling
        self.label[cluster], self.label[rotating] = "cluster", "rotating"
        self.limit[cluster] = (self.w[2] / np.abs(self.w[2]) * np.exp(1j * rest))[cluster]
        shown = cluster | rotating
        algebraic = shown & (slow | settling)
        self.approach[shown] = "exponential"
        self.approach[algebraic] = "algebraic"
        self.rate[shown] = -slopes[1][shown]
        # the slower of the two, 1 - |w| and the phase, tells how fast the limit is reached
        exponent = np.where(slow, exponents[1], np.inf)
        exponent = np.where(settling, np.minimum(exponent, -np.log2(ratio)), exponent)
        self.rate[algebraic] = exponent[algebraic]
        lost = circle & ~shown
        self.label[lost] = "undecided"
        self.reason[lost] = "|w| -> 1, the phase neither settles nor goes round"

    def _inside(self, begin: float) -> None:
        """w converges inside the disk."""
        import numpy as np

        moves = np.abs(np.diff(self.w, axis=0))
        kept = np.abs(np.diff(self.depth, axis=0))
        open_ = self.label == ""
        settled = (
            open_ & (moves[1] <= STILL) & (kept[1] <= STILL + 1e-3 * np.exp(self.depth[2])) & (moves[0] <= 1e3 * STILL)
        )
        ratio, depths = moves[1] / moves[0], kept[1] / kept[0]
        settling = open_ & ~settled & (moves[1] < 0.1) & (ratio < CONVERGENT) & (depths < CONVERGENT)
        settling &= np.abs(np.angle(np.diff(self.w, axis=0)[1] / np.diff(self.w, axis=0)[0])) < STEADY
        point = settled | settling
        self.label[point], self.approach[settled], self.approach[settling] = "point", "exponential", "algebraic"
        self.limit[settled] = self.w[2][settled]
        step = np.diff(self.w, axis=0)[1]
        self.limit[settling] = (self.w[2] + step * ratio / (1 - ratio))[settling]
        self.rate[settling] = -np.log2(ratio)[settling]


def _alike(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.bool_]:
    import numpy as np

    alike: NDArray[np.bool_] = np.abs(a - b) <= STEADY * np.abs(b)
    return alike


def _agreed(views: list[_View], size: NDArray[np.float64]) -> Behaviour:
    """What all views say; `undecided` where they do not say the same."""
    import numpy as np

    best = views[-1]
    label, reason = best.label.copy(), best.reason.copy()
    label[label == ""] = "undecided"
    for view in views[:-1]:
        other = np.where(view.label == "", "undecided", view.label)
        differs = (other != best.label) & (label != "undecided")
        reason[differs] = [
            f"{a} and {b} at two horizons or tolerances" for a, b in zip(other[differs], label[differs], strict=True)
        ]
        label[differs] = "undecided"
        with np.errstate(all="ignore"):
            moved = (label != "undecided") & (np.abs(view.period / best.period - 1) > 1e-4)
        reason[moved], label[moved] = "the period differs at two horizons or tolerances", "undecided"
    known = label != "undecided"
    reason[known] = ""
    rate = np.where(best.approach == "exponential", best.rate * size, best.rate)
    nothing = np.full(label.size, np.nan)
    return Behaviour(
        label,
        np.where(known, best.approach, ""),
        np.where(known, rate, nothing),
        np.where(known, best.limit, nothing),
        np.where(known, best.period, nothing),
        reason,
    )
