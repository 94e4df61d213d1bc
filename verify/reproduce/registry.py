"""Which sets of figures there are."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from verify.catalogue import UsageError
from verify.reproduce.figure import Asked, Figure

__all__ = ["SETS", "Set", "find", "sets"]


@dataclass(frozen=True)
class Set:
    """A set of figures: its name, the module that makes it, one line about it, and minutes of a full run."""

    name: str
    module: str
    about: str
    minutes: int

    @property
    def there(self) -> bool:
        return importlib.util.find_spec(self.module) is not None

    @property
    def figures(self) -> Mapping[str, Callable[[Asked], Figure]]:
        """The makers by name, in order; imports the module."""
        found: Mapping[str, Callable[[Asked], Figure]] = importlib.import_module(self.module).FIGURES
        return found


SETS = (
    Set("linear.figures", "verify.reproduce.linear", "linear self-attention (arXiv 2607.18584)", 7),
    Set(
        "low_temperature.figures",
        "verify.reproduce.low_temperature",
        "transformers at low temperature (arXiv 2605.10931)",
        10,
    ),
)


def sets() -> list[Set]:
    """Those whose module is there."""
    return [each for each in SETS if each.there]


def find(name: str) -> Set:
    """The set of that name.

    Raises:
        UsageError: one line: no such set, and the nearest name.
    """
    known = {each.name: each for each in sets()}
    if name in known:
        return known[name]
    raise UsageError(f"no set of figures {name!r}; {nearest(name, known)}")


def nearest(name: str, known: Mapping[str, object]) -> str:
    """In words: the nearest of the known names, and how many there are."""
    if not known:
        return "there is none"
    close = max(known, key=lambda each: difflib.SequenceMatcher(None, name, each).ratio())
    return f"the nearest of {len(known)} is {close}"
