"""Making a set of figures and writing it down, one whole figure after the other."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from verify import __version__
from verify.catalogue import UsageError
from verify.reproduce.figure import Asked, Figure
from verify.reproduce.registry import Set, nearest

__all__ = ["Made", "index", "make"]


@dataclass(frozen=True)
class Made:
    """What was written: the folder, the figures, and how many were asked for."""

    folder: Path
    figures: tuple[Figure, ...]
    total: int

    @property
    def complete(self) -> bool:
        return len(self.figures) == self.total


def make(
    found: Set,
    folder: str | Path,
    *,
    only: Sequence[str] = (),
    quick: bool = False,
    seed: int = 0,
    tell: Callable[[str], None] = lambda text: None,
) -> Made:
    """Make the figures of a set, or those named in `only`, and write pictures, tables and index.md into the folder.

    Each figure is written when it is done, and index.md after each. Ctrl-C ends it early with those that are done.

    Raises:
        UsageError: a name that the set does not have, or a folder that cannot be written.
    """
    from verify.simulate import CtrlC

    makers = found.figures
    for name in only:
        if name not in makers:
            raise UsageError(f"{found.name} has no figure {name!r}; {nearest(name, makers)}")
    wanted = [name for name in makers if not only or name in only]
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        probe = place / "index.md.part"
        probe.touch()  # now, and not after the first figure
        probe.unlink()
    except OSError as error:
        raise UsageError(f"-o {folder}: {error.strerror}; name a folder that can be written") from None
    done: list[Figure] = []
    with CtrlC() as stop:

        def heard(text: str) -> None:
            if stop.asked:
                raise KeyboardInterrupt
            tell(text)

        try:
            for at, name in enumerate(wanted, 1):
                began = time.monotonic()
                heard(f"{at}/{len(wanted)} {name}")
                figure = makers[name](Asked(quick, seed, lambda text: heard(f"    {text}")))
                if figure.name != name:
                    raise ValueError(f"{found.name}: the figure {name} calls itself {figure.name}")
                done.append(figure)
                for file, text in {**figure.files, "index.md": index(found, done, quick, seed)}.items():
                    _write(place / file, text)
                tell(f"    {time.monotonic() - began:.1f} s")
        except KeyboardInterrupt:
            pass
    return Made(place, tuple(done), len(wanted))


def index(found: Set, figures: Sequence[Figure], quick: bool, seed: int) -> str:
    """Markdown: each picture, its caption, its tables, and the claims that it illustrates."""
    words = ["theoremcheck", "reproduce", found.name, *(["--quick"] if quick else []), "--seed", str(seed)]
    lines = [f"# {found.name}", "", f"Figures for {found.about}.", ""]
    lines += [f"Made by `{' '.join(words)}`, version {__version__}."]
    if quick:
        lines += ["", "A quick run: coarser than the figures should be, made to test that they can be made."]
    for each in figures:
        tables = ", ".join(f"[{file}]({file})" for file in each.files if file.endswith(".csv"))
        lines += ["", f"## {each.title}", "", f"![{each.title}]({each.name}.svg)", "", each.caption, ""]
        lines += [f"Numbers: {tables}."]
        if each.claims:
            lines += ["", f"Claims: {', '.join(f'`{claim}`' for claim in each.claims)}."]
    return "\n".join(lines) + "\n"


def _write(path: Path, text: str) -> None:
    """All or nothing.

    Raises:
        UsageError: it cannot be written.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UsageError(f"{path}: {error.strerror}") from None
