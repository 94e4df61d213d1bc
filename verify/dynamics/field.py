"""A vector field, written once as Terms; every integrator and the kernel read this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from verify.dynamics.program import Program, compile_program
from verify.kernel.lie import Flow
from verify.kernel.term import Term, TermError, term

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Field", "FieldError"]


class FieldError(ValueError):
    """A field, a start or a parameter that cannot be integrated; one line that says what to write instead."""


@dataclass(frozen=True)
class Field:
    """x' = F(x; parameters).

    A complex state is one symbol; engines see its real and imaginary part as two real coordinates.

    Attributes:
        states: real or complex symbols.
        rates: their time derivatives, in the same order.
        parameters: every other symbol of the rates.

    Raises:
        TermError: as for a `Flow`.
        FieldError: a symbol of the rates is neither a state nor a parameter, or one is given twice.
    """

    states: tuple[Term, ...]
    rates: tuple[Term, ...]
    parameters: tuple[Term, ...] = ()

    def __post_init__(self) -> None:
        if len(self.states) != len(self.rates):
            raise FieldError(f"a field has one rate for each state; found {len(self.states)} and {len(self.rates)}")
        named = (*self.states, *self.parameters)
        if len(set(named)) != len(named):
            raise FieldError("a symbol is listed twice among the states and parameters of a field")
        missing = [sym for rate in self.flow.terms for sym in rate.symbols if sym not in named]
        if missing:
            raise FieldError(f"the symbol {missing[0]} is neither a state nor a parameter of the field; list it")

    @classmethod
    def of(cls, flow: Flow | Mapping[Term, Any], parameters: Sequence[Term] | None = None) -> Field:
        """The field of a flow; its other symbols, in the order of their names, are the parameters unless given."""
        flow = Flow.of(flow)
        if parameters is None:
            others = {sym for rate in flow.terms for sym in rate.symbols} - set(flow.states)
            parameters = sorted(others, key=lambda sym: str(sym.payload))
        return cls(flow.states, flow.terms, tuple(parameters))

    @cached_property
    def flow(self) -> Flow:
        """What the kernel reads."""
        return Flow(tuple(zip(self.states, (term(rate) for rate in self.rates), strict=True)))

    @property
    def dimension(self) -> int:
        """Number of real coordinates."""
        return sum(1 if state.is_real else 2 for state in self.states)

    @property
    def is_complex(self) -> bool:
        return any(not state.is_real for state in self.states)

    def program(self, more: Sequence[Term] = ()) -> Program:
        """Its rates, and further Terms of the same symbols, as real arithmetic.

        Raises:
            FieldError: a rate has means, integrals, or no real and imaginary part by form.
        """
        widths = [1 if each.is_real else 2 for each in (*self.states, *more)]
        try:
            return compile_program((*self.flow.terms, *more), self.states, self.parameters, tuple(widths))
        except TermError as error:
            raise FieldError(str(error)) from None

    # numbers in and out

    def coordinates(self, starts: Any) -> NDArray[np.float64]:
        """Starts as real coordinates, shape (dimension, n).

        Args:
            starts: shape (n, number of states), or (n,) for one state, or {state: array of shape (n,) or a number}.

        Raises:
            FieldError: a shape does not match, a value is not finite, or a real state is given complex values.
        """
        import numpy as np

        if isinstance(starts, Mapping):
            columns = self._columns(self.states, starts, "state")
        else:
            given = np.asarray(starts)
            if given.ndim <= 1 and len(self.states) == 1:
                given = given.reshape(-1, 1)
            if given.ndim != 2 or given.shape[1] != len(self.states):
                names = ", ".join(map(str, self.states))
                raise FieldError(
                    f"starts have the shape {given.shape}, expected (n, {len(self.states)}) for the states {names}"
                )
            columns = [given[:, at] for at in range(len(self.states))]
        n = max(len(column) for column in columns)
        if min(len(column) for column in columns) == 0:
            raise FieldError("starts: there are none; at least one trajectory is needed")
        rows = _real_rows(self.states, columns, "state")
        return np.array([np.broadcast_to(row, (n,)) for row in rows], dtype=np.float64)

    def constants(self, parameters: Mapping[Term, Any] | None, n: int) -> NDArray[np.float64]:
        """Parameters as real coordinates, shape (number of them, n).

        Args:
            parameters: each parameter to a number, a constant Term or an array of shape (n,).
            n: number of trajectories.

        Raises:
            FieldError: one is missing, unknown, not finite, or has another length than n.
        """
        import numpy as np

        given = dict(parameters or {})
        unknown = next((key for key in given if key not in self.parameters), None)
        if unknown is not None:
            raise FieldError(f"{unknown} is not a parameter of the field; it has {_listed(self.parameters)}")
        columns = self._columns(self.parameters, given, "parameter")
        for sym, column in zip(self.parameters, columns, strict=True):
            if len(column) not in (1, n):
                raise FieldError(f"the parameter {sym} has {len(column)} values for {n} trajectories")
        rows = _real_rows(self.parameters, columns, "parameter")
        if not rows:
            return np.zeros((0, n))
        return np.array([np.broadcast_to(row, (n,)) for row in rows], dtype=np.float64)

    def _columns(self, symbols: Sequence[Term], given: Mapping[Term, Any], what: str) -> list[NDArray[Any]]:
        import numpy as np

        columns = []
        for sym in symbols:
            if sym not in given:
                raise FieldError(f"the {what} {sym} has no value; pass it as {{{sym}: number or array}}")
            column = np.atleast_1d(np.asarray(_number(given[sym])))
            if column.ndim != 1 or column.dtype.kind not in "biufc":
                raise FieldError(f"the {what} {sym} needs numbers of shape (n,); found {column.dtype}, {column.shape}")
            columns.append(column)
        lengths = {len(column) for column in columns} - {1}
        if len(lengths) > 1:
            raise FieldError(f"the {what}s have different lengths: {sorted(lengths)}")
        return columns

    def states_of(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Real coordinates, shape (dimension, ...), as states, shape (..., number of states)."""
        import numpy as np

        found = []
        at = 0
        for state in self.states:
            found.append(rows[at] if state.is_real else rows[at] + 1j * rows[at + 1])
            at += 1 if state.is_real else 2
        return np.stack(found, axis=-1)

    def at(self, starts: Any, parameters: Mapping[Term, Any] | None = None) -> NDArray[Any]:
        """F at n points, shape (n, number of states); NaN where it is undefined. Arguments as for `integrate`."""
        from verify.dynamics.arrays import evaluate, fixed_values

        rows = self.coordinates(starts)
        program = self.program()
        fixed = fixed_values(program, self.constants(parameters, rows.shape[1]))
        return self.states_of(evaluate(program, rows, fixed)[: self.dimension])

    def precisely(self, point: Mapping[Term, Any], digits: int = 50) -> list[Any]:
        """F at one point in mpmath, an arithmetic that shares nothing with the generated code."""
        from verify.readings.precise import evaluate

        return [evaluate(rate, point, digits) for rate in self.flow.terms]


def _number(value: Any) -> Any:
    if isinstance(value, Term):
        from verify.readings.precise import evaluate

        if value.symbols:
            raise FieldError(f"{value} is not a number; it contains {value.symbols[0]}")
        found = evaluate(value, {}, 30)
        return float(found) if value.is_real else complex(found)
    return float(value) if isinstance(value, Fraction) else value


def _real_rows(symbols: Sequence[Term], columns: Sequence[NDArray[Any]], what: str) -> list[NDArray[Any]]:
    import numpy as np

    rows = []
    for sym, column in zip(symbols, columns, strict=True):
        bad = np.flatnonzero(~np.isfinite(column))
        if bad.size:
            raise FieldError(f"the {what} {sym} is {column[bad[0]]} in trajectory {bad[0]}; expected finite numbers")
        if sym.is_real and np.iscomplexobj(column):
            raise FieldError(f"the {what} {sym} is real, its values are complex")
        rows.extend([np.real(column)] if sym.is_real else [np.real(column), np.imag(column)])
    return rows


def _listed(symbols: Sequence[Term]) -> str:
    return ", ".join(map(str, symbols)) or "none"
