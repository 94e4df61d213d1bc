"""The four readings of a Term: exact and ball may conclude, precise and batch may only suggest.

    exact     verify.readings.exact.evaluate(term, point)           algebraic numbers
    ball      verify.readings.ball.enclose(term, point)             an enclosure, or no information
    precise   verify.readings.precise.evaluate(term, point)         mpmath, 50 digits and more
    batch     verify.readings.batch.compile_batch(terms, symbols)   NumPy, a million points at once

The first two live in `verify.kernel`, which needs them itself. Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

__all__ = ["CONCLUSIVE", "NAMES", "reading"]

NAMES = ("exact", "ball", "precise", "batch")
CONCLUSIVE = ("exact", "ball")
"""The readings that may carry proved or refuted."""


def reading(name: str) -> ModuleType:
    """The module of the reading `name`, imported now.

    Raises:
        ValueError: no such reading.
    """
    if name not in NAMES:
        raise ValueError(f"there is no reading {name!r}; choose from {', '.join(NAMES)}")
    return import_module(f"{__name__}.{name}")
