"""What a benchmark comes to: rows that can stand in one table."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

__all__ = ["Row", "cost", "machine", "tell"]

LIBRARIES = ("numpy", "scipy", "numba", "torch", "sympy", "mpmath", "python-flint", "heyoka", "finufft", "POT")


@dataclass(frozen=True)
class Row:
    """One contender of one job, in one run.

    Attributes:
        cost: CPU time per unit of work, in words.
        peer: what it is compared with.
        ratio: the peer's CPU time over its own.
        error: in words; empty where the values were compared and agree to rounding.
        limit: the share of the machine's limit that it reaches, and of which, or empty.
    """

    job: str
    contender: str
    cost: str
    ratio: float
    peer: str
    error: str = ""
    limit: str = ""


def tell(rows: Iterable[Row]) -> None:
    """Print one table in Markdown."""
    print("\n| job | contender | CPU time | times faster | than | error | of the limit |")
    print("|---|---|---|---|---|---|---|")
    for each in rows:
        ratio = f"{each.ratio:,.0f}" if each.ratio >= 10 else f"{each.ratio:.1f}"
        against = ("", "") if each.contender == each.peer else (ratio, each.peer)
        cells = (each.job, each.contender, each.cost, *against, each.error, each.limit)
        print("| " + " | ".join(cells) + " |")


def cost(seconds: float) -> str:
    """CPU time as a cell."""
    for size, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= size:
            return f"{seconds / size:,.3g} {unit}"
    return f"{seconds / 1e-9:,.3g} ns"


def machine() -> str:
    """The processor, its cores and load, and the versions of what takes part."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), model)
    found = [f"Python {platform.python_version()}"]
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return f"{model}, {os.cpu_count()} cores; load {os.getloadavg()[0]:.1f}; {', '.join(found)}"
