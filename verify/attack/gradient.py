"""Descent on the margin from many starts at once: quasi-Newton steps, with gradients by torch's reverse mode.

The source that the batch reading generates from the Terms runs on torch tensors as it does on arrays. Hypotheses are
penalties; a sphere's points are normalised instead. Importing torch takes seconds, so the attack comes here after
cheaper means, and with a budget that is worth it. What is found is judged like any other row; nothing here decides.

THEOREMCHECK_DEVICE says where the tensors live: `cpu`, `cuda`, or `auto` (the default: CUDA where there is one).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.attack.points import Columns
from verify.kernel.goal import Pointwise
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term
from verify.readings.batch import compile_batch
from verify.space import Circle, Complex, Domain, Natural, Real, Space, Sphere, Token

__all__ = ["GRADIENT", "Descent", "DeviceError", "device"]

GRADIENT = 4
"""What a gradient costs, in evaluations: a forward and a backward pass."""
STEPS = 200
HALVINGS = 8
WEIGHTS = (1e2, 1e5, 1e8)
"""Of the penalties, one after the other."""
SLACKS = (0.0, 1e-9, 1e-6, 1e-3)
"""How far inside the hypotheses the rows are asked to stay, in turn."""
ENOUGH = 1e-4
"""Armijo's share of the expected decrease."""


class DeviceError(ValueError):
    """THEOREMCHECK_DEVICE names a device that is not there; one line."""


def device() -> str:
    """The device for tensors: `cpu` or `cuda`.

    Raises:
        DeviceError: the one that was asked for is unknown or absent.
    """
    import torch

    wanted = os.environ.get("THEOREMCHECK_DEVICE") or "auto"
    present = bool(torch.cuda.is_available())
    if wanted not in ("auto", "cpu", "cuda"):
        raise DeviceError(f"THEOREMCHECK_DEVICE: found {wanted!r}, expected cpu, cuda or auto")
    if wanted == "cuda" and not present:
        raise DeviceError("THEOREMCHECK_DEVICE: found 'cuda', expected a device that torch sees; set it to cpu")
    return "cuda" if wanted != "cpu" and present else "cpu"


@dataclass(frozen=True)
class _Moved:
    """One symbol that moves: where its real coordinates stand in the flat vector of a row.

    Attributes:
        width: tokens, or 1.
        sphere: the symbols that are normalised together, itself among them; empty for none.
    """

    symbol: Term
    start: int
    width: int
    sphere: tuple[Term, ...] = ()

    @property
    def size(self) -> int:
        return self.width * (1 if self.symbol.is_real else 2)


class Descent:
    """Descent for the parts of a claim, where facts hold."""

    def __init__(
        self, space: Space, parts: Sequence[tuple[str, Pointwise]], facts: Sequence[Relation | AnyOf], columns: Columns
    ) -> None:
        """`columns` are rows such as those to start from: they say how many tokens there are."""
        self.moved = _moved(space, columns)
        self.dims = sum(each.size for each in self.moved)
        tokens = space.tokens
        met = {f for name, d in space.domains.items() if isinstance(d, Sphere) for f in d.facts(space.names[name])}
        kept = [fact.options for fact in facts if fact not in met and not set(fact.symbols) & tokens]
        self._facts = [tuple(each for each in options if each.gap.is_real) for options in kept]
        self._ops = [goal.relation.op for _, goal in parts]
        sides = [side for _, goal in parts for side in goal.relation.terms]
        gaps = [each.gap for options in self._facts for each in options]
        self._program = _on_tensors(compile_batch([*sides, *gaps], space.scalars))

    def run(self, columns: Columns, evaluations: int) -> tuple[Columns, int]:
        """(where the rows end, evaluations spent). Rows need not satisfy the facts, neither before nor after."""
        import torch

        place = device()
        fixed = {sym: torch.as_tensor(column, device=place) for sym, column in columns.items()}
        x = self._flat(columns, place)
        n = len(x)
        slack = torch.tensor([SLACKS[at % len(SLACKS)] for at in range(n)], dtype=torch.float64, device=place)
        spent = 0
        weights = WEIGHTS if self._facts else WEIGHTS[:1]
        for at, weight in enumerate(weights):
            value = self._objective(fixed, slack, weight)
            x, cost = _quasi_newton(value, x, max(1, (evaluations - spent) // (n * (len(weights) - at))))
            spent += cost * n
            if spent >= evaluations:
                break
        found = {sym: column.cpu().numpy() for sym, column in self._columns(x, fixed).items()}
        return found, spent

    def _flat(self, columns: Columns, place: str) -> Any:
        """The moving coordinates, shape (N, dims)."""
        import torch

        parts = []
        for each in self.moved:
            column = torch.as_tensor(columns[each.symbol], device=place)
            column = column.reshape(len(column), each.width)
            parts.append(column if each.symbol.is_real else torch.cat([column.real, column.imag], 1))
        return torch.cat(parts, 1).to(torch.float64)

    def _columns(self, x: Any, fixed: Mapping[Term, Any]) -> dict[Term, Any]:
        """Symbol -> tensor, spheres normalised."""
        import torch

        found = dict(fixed)
        for each in self.moved:
            piece = x[:, each.start : each.start + each.size]
            if not each.symbol.is_real:
                piece = torch.complex(piece[:, : each.width].contiguous(), piece[:, each.width :].contiguous())
            found[each.symbol] = piece.reshape(fixed[each.symbol].shape)
        for sphere in dict.fromkeys(each.sphere for each in self.moved if each.sphere):
            norm = torch.sqrt(sum(found[sym] ** 2 for sym in sphere))
            found |= {sym: found[sym] / norm for sym in sphere}
        return found

    def _objective(self, fixed: Mapping[Term, Any], slack: Any, weight: float) -> Callable[[Any], Any]:
        """Rows of coordinates to what shall become small, shape (N,)."""
        import torch

        def value(x: Any) -> Any:
            values = self._program(self._columns(x, fixed), len(x))
            sides = 2 * len(self._ops)
            total = None
            for at, op in enumerate(self._ops):
                margin = _margin(op, values[2 * at], values[2 * at + 1])
                total = margin if total is None else torch.minimum(total, margin)
            at = sides
            for options in self._facts:
                off = None
                for option in options:
                    this = _violation(option.op, values[at], slack)
                    off = this if off is None else torch.minimum(off, this)
                    at += 1
                if off is not None:
                    total = total + weight * off * off
            return total

        return value


def _margin(op: str, left: Any, right: Any) -> Any:
    """The gap on a logarithmic scale: a margin divided by its sides would be flat far from 0.

    Squared where the relation is no order, which is smooth at 0.
    """
    import torch

    gap = left - right
    if op in ("eq", "ne"):
        grown = torch.log1p(torch.abs(gap) ** 2)
        return -grown if op == "eq" else grown
    return torch.sign(gap) * torch.log1p(torch.abs(gap))


def _violation(op: str, gap: Any, slack: Any) -> Any:
    import torch

    if op == "eq":
        return gap / (1 + torch.abs(gap))
    if op == "ne":
        return 0 * gap
    return torch.relu(slack - gap / (1 + torch.abs(gap)))


def _quasi_newton(value: Callable[[Any], Any], x: Any, each: int) -> tuple[Any, int]:
    """BFGS steps with backtracking for all rows at once; at most `each` evaluations a row, and at least one step.

    Returns:
        (the rows, evaluations spent on each).
    """
    import torch

    n, d = x.shape
    inverse = torch.eye(d, dtype=x.dtype, device=x.device).expand(n, d, d).clone()
    here, slope = _sloped(value, x)
    spent = GRADIENT
    for _ in range(STEPS):
        step = -torch.einsum("nij,nj->ni", inverse, slope)
        down = (step * slope).sum(1)
        lost = ~(down < 0)
        inverse[lost] = torch.eye(d, dtype=x.dtype, device=x.device)
        step = torch.where(lost[:, None], -slope, step)
        down = torch.where(lost, -(slope * slope).sum(1), down)
        length = torch.clamp(2.0 / (1e-300 + step.norm(dim=1)), max=1.0)
        moved = torch.zeros(n, dtype=torch.bool, device=x.device)
        with torch.no_grad():
            for _ in range(HALVINGS):
                there = value(x + length[:, None] * step)
                spent += 1
                moved = there <= here + ENOUGH * length * down
                if bool(moved.all()):
                    break
                length = torch.where(moved, length, length / 4)
        change = torch.where(moved[:, None], length[:, None] * step, 0.0)
        if not bool(moved.any()) or spent >= each:
            return x + change, spent
        x = x + change
        here, before = here, slope
        here, slope = _sloped(value, x)
        spent += GRADIENT
        _update(inverse, change, slope - before)
    return x, spent


def _sloped(value: Callable[[Any], Any], x: Any) -> tuple[Any, Any]:
    """(values, gradients), each row by itself; infinite and 0 where there is none."""
    import torch

    leaf = x.detach().requires_grad_(True)
    found = value(leaf)
    good = torch.isfinite(found)
    (slope,) = torch.autograd.grad(torch.where(good, found, 0.0).sum(), leaf)
    known = good & torch.isfinite(slope).all(1)
    return torch.where(known, found.detach(), torch.inf), torch.where(known[:, None], slope, 0.0)


def _update(inverse: Any, s: Any, y: Any) -> None:
    """The formula of Broyden, Fletcher, Goldfarb and Shanno for inverse Hessians, where s.y > 0; in place."""
    import torch

    sy = (s * y).sum(1)
    good = sy > 1e-14 * s.norm(dim=1) * y.norm(dim=1)
    if not bool(good.any()):
        return
    s, y, rho, h = s[good], y[good], 1 / sy[good], inverse[good]
    hy = torch.einsum("nij,nj->ni", h, y)
    factor = rho * (1 + rho * (y * hy).sum(1))
    cross = torch.einsum("ni,nj->nij", hy, s)
    outer = torch.einsum("ni,nj->nij", s, s)
    inverse[good] = h + factor[:, None, None] * outer - rho[:, None, None] * (cross + cross.transpose(1, 2))


def _moved(space: Space, columns: Columns) -> tuple[_Moved, ...]:
    """The symbols that move: naturals stay, and tokens of a domain with ends."""
    found: list[_Moved] = []
    start = 0
    for name, domain in space.domains.items():
        inner = domain.inner if isinstance(domain, Token) else domain
        if isinstance(inner, Natural) or (isinstance(domain, Token) and not _free(inner)):
            continue
        names = domain.scalars(space.names[name])
        for sym in names:
            column = columns[sym]
            each = _Moved(sym, start, column.shape[1] if column.ndim == 2 else 1, _together(inner, names))
            found.append(each)
            start += each.size
    return tuple(found)


def _free(domain: Domain) -> bool:
    return isinstance(domain, Real | Complex | Circle | Sphere)


def _together(domain: Domain, names: tuple[Term, ...]) -> tuple[Term, ...]:
    return names if isinstance(domain, Sphere) else ()


def _on_tensors(batch: Any) -> Callable[[Mapping[Term, Any], int], list[Any]]:
    """The batch function on tensors: values alone."""
    import torch

    function, loads = batch.elsewhere(_namespace())

    def run(columns: Mapping[Term, Any], n: int) -> list[Any]:
        given = []
        for sym, axis in loads:
            column = columns[sym].to(torch.float64 if sym.is_real else torch.complex128)
            shape = (n, *[1] * (axis - 1), column.shape[-1] if column.ndim > 1 else 1) if axis else (n,)
            given.append(column.reshape(shape))
        some = next(iter(columns.values()))
        return [torch.as_tensor(each, device=some.device).expand(n) for each, _ in function(given)]

    return run


def _namespace() -> dict[str, Any]:
    """The names that the generated source uses, for tensors; error bounds are not computed."""
    import numpy as np
    import torch

    from verify.readings.batch import NODES

    nodes, weights = (torch.as_tensor(each) for each in np.polynomial.legendre.leggauss(NODES))

    def tensor(x: Any) -> Any:
        return x if isinstance(x, torch.Tensor) else torch.as_tensor(x, dtype=_kind(x))

    def plain(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda x, e, errors: (function(tensor(x)), None)

    def power(x: Any, ex: Any, y: Any, ey: Any, errors: bool) -> Any:
        return torch.pow(tensor(x), tensor(y)), None

    class Arrays:
        """What stands for NumPy in the source."""

        abs = staticmethod(lambda x: torch.abs(tensor(x)))
        conj = staticmethod(lambda x: torch.conj(tensor(x)).resolve_conj())
        minimum = staticmethod(lambda x, y: torch.minimum(tensor(x), tensor(y)))
        maximum = staticmethod(lambda x, y: torch.maximum(tensor(x), tensor(y)))

    names = "sqrt log exp sin cos tanh atan sinh cosh tan asin".split()
    return {
        **{name: plain(getattr(torch, name)) for name in names},
        "np": Arrays,
        "GAUSS": nodes,
        "EPS": 0.0,
        "join": lambda x: x,
        "imaginary": lambda x: 1j * x,
        "cexp": plain(torch.exp),
        "cis": plain(lambda x: torch.complex(torch.cos(x), torch.sin(x))),
        "div": lambda a, ea, b, eb, errors: (a / tensor(b), None),
        "modulus": plain(torch.abs),
        "modulus_squared": plain(lambda z: z.real**2 + z.imag**2 if torch.is_complex(z) else z * z),
        "real_power": power,
        "integer_power": power,
        "complex_power": power,
        "average": lambda v, e, errors: (v.mean(-1), None),
        "integrated": lambda v, e, half, eh, errors: (half * (v * weights).sum(-1), None),
    }


def _kind(x: Any) -> Any:
    import torch

    return torch.complex128 if isinstance(x, complex) else torch.float64
