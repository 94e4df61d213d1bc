"""A table and a progress bar for a terminal; rich is imported here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from verify.report.words import explanation, headline, mark, word
from verify.verdict import Verdict

__all__ = ["print_table", "progress_bar", "time_bar"]

COLOURS = {
    "proved": "green",
    "refuted": "magenta",
    "supported": "cyan",
    "undecided": "yellow",
    "cited": "blue",
    "vacuous": "yellow",
    "blocked": "yellow",
    "error": "red",
}


def print_table(verdicts: Sequence[Verdict], stream: IO[str]) -> None:
    """The table of a run and its summary."""
    console = Console(file=stream, highlight=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    table.add_column("claim", overflow="fold")
    table.add_column("verdict")
    table.add_column("strength")
    table.add_column("what was found", overflow="fold", ratio=1)
    table.add_column("seconds", justify="right")
    for verdict in verdicts:
        met = verdict.meets_expectation
        table.add_row(
            Text(mark(verdict), style="green" if met else "bold red"),
            Text(verdict.claim),
            Text(word(verdict), style=COLOURS[word(verdict)] if met else "bold red"),
            Text(verdict.strength or "-"),
            Text(explanation(verdict)),
            Text("kept" if verdict.cached else f"{verdict.seconds:.2f}", style="dim"),
        )
    if verdicts:
        console.print(table)
        console.print()
    first, second = headline(verdicts)
    console.print(Text(first, style="bold green" if all(v.meets_expectation for v in verdicts) else "bold red"))
    console.print(Text(second))


@contextmanager
def progress_bar(stream: IO[str]) -> Iterator[Callable[[Verdict, int, int], None]]:
    """A bar that vanishes when the run ends; yields what `run` tells its progress to."""
    console = Console(file=stream)
    columns = (
        SpinnerColumn(),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("judging", total=None)

        def tell(verdict: Verdict, done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, description=f"{word(verdict)} {verdict.claim}")

        yield tell


@contextmanager
def time_bar(stream: IO[str]) -> Iterator[Callable[[float], None]]:
    """A bar with the time left that vanishes at the end; yields what is told the fraction that is done."""
    columns = (BarColumn(bar_width=24), TaskProgressColumn(), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=Console(file=stream), transient=True) as progress:
        task = progress.add_task("simulating", total=1.0)

        def tell(fraction: float) -> None:
            progress.update(task, completed=fraction)

        yield tell
