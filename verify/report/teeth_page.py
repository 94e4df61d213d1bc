"""docs/teeth.md: the teeth of every theorem on one page, its findings and the reasons of its survivors, in Markdown."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from verify.report.words import plural
from verify.teeth import BECAUSE, Fate, Teeth

__all__ = ["UNMEASURED", "Entry", "entries_of", "page"]

HEAD = """# Teeth

What becomes of every theorem when it is changed in one place: each relation turned, each hypothesis dropped and
negated, each domain widened, each constant moved, one sign flipped, each behaviour asked of more starts; and the
mutants that its author wrote by hand. A mutant is *killed* by an exact counterexample that the kernel confirmed; it is
set aside (*equivalent*, *weaker*) only by a proof; it is *also true* where the kernel proved it. What is left
*survived*, and says why below. The score is killed / (all - equivalent); of mutants of one kind at most a dozen or so
are made, evenly spread.

This page is generated: `theoremcheck teeth --page docs/teeth.md`; with names of claims (`theoremcheck teeth 'linear.*'
--page docs/teeth.md`) these are done again and the rest of the page is kept. `theoremcheck teeth CLAIM --json -` has
the counterexamples, and the place where a survivor has no value."""

FINDINGS = """## Findings

Stronger statements that the kernel proved on the way, with the theorem's own argument or a default rule. A hypothesis
that is *unnecessary here* is one without which the argument still proves the whole theorem, definedness included; the
statement may need it to mean what it is to mean, and other theorems may need it."""

SURVIVORS = """## Survivors

Each with its reason:
"""
UNMEASURED = "not measured yet"
COLUMNS = ("theorem", "all", "killed", "score", "equivalent", "weaker", "also true", "survived")


@dataclass(frozen=True)
class Entry:
    """What the page says of one theorem.

    Attributes:
        row: its cells after the name, empty where it has no teeth.
        findings: its lines under Findings.
        survivors: its lines under Survivors.
        without: why it has no teeth, or empty.
    """

    row: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    survivors: tuple[str, ...] = ()
    without: str = ""


def page(found: Sequence[Teeth], kept: str = "", of: Collection[str] | None = None) -> str:
    """The page, its theorems by id; claims of other kinds are left out.

    Args:
        kept: an earlier page; what it says of other theorems stays.
        of: the theorems that there are; others are dropped from what is kept, and those of which nothing is said are
            listed as not measured. None: all stay, and none is added.
    """
    said = {claim: entry for claim, entry in entries_of(kept).items() if of is None or claim in of}
    said.update((each.claim, _entry(each)) for each in found if each.theorem)
    said.update((claim, Entry(without=UNMEASURED)) for claim in of or () if claim not in said)
    listed = sorted(said.items())
    shown = [(claim, entry) for claim, entry in listed if entry.row]
    lines = [HEAD, "", _row(COLUMNS), _row(["---", *["---:"] * (len(COLUMNS) - 1)])]
    lines += [_row([f"`{claim}`", *entry.row]) for claim, entry in shown]
    lines += ["", _total([entry.row for _, entry in shown])]
    without = [f"- `{claim}`: {entry.without}" for claim, entry in listed if not entry.row]
    lines += ["", "Without teeth:", "", *without] if without else []
    lines += ["", FINDINGS, "", *(line for _, entry in shown for line in entry.findings)]
    lines += ["", SURVIVORS, *_reasons(), "", *(line for _, entry in shown for line in entry.survivors)]
    return "\n".join(lines).rstrip() + "\n"


def entries_of(text: str) -> dict[str, Entry]:
    """What a page says, by theorem."""
    table, _, rest = text.partition(FINDINGS)
    findings, _, survivors = rest.partition(SURVIVORS)
    rows = {cells[0].strip("`"): Entry(row=tuple(cells[1:])) for cells in _rows(table)}
    bare = re.findall(r"^- `([^`]+)`: (.+)$", table, re.MULTILINE)
    said = {**rows, **{claim: Entry(without=why) for claim, why in bare}}
    for claim, lines in _blocks(findings):
        said[claim] = Entry(said[claim].row, lines, said[claim].survivors)
    for claim, lines in _blocks(survivors):
        said[claim] = Entry(said[claim].row, said[claim].findings, lines)
    return said


def _rows(table: str) -> Iterator[list[str]]:
    for line in table.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def _blocks(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lists of a section, by the theorem that heads them."""
    for block in re.split(r"^(?=- `)", text, flags=re.MULTILINE):
        head = re.match(r"- `([^`]+)`", block)
        if head is not None:
            yield head[1], tuple(line for line in block.splitlines() if line)


def _entry(teeth: Teeth) -> Entry:
    if not teeth.fates:
        return Entry(without=teeth.failed or teeth.skipped or "no mutants can be made")
    counts = [len(teeth.of(word)) for word in ("equivalent", "weaker", "also-true", "survived")]
    score = "" if teeth.score is None else f"{teeth.score:.0%}"
    row = (str(teeth.all), str(len(teeth.of("killed"))), score, *map(str, counts))
    return Entry(row, tuple(_findings(teeth)), tuple(_survivors(teeth)))


def _total(rows: Sequence[tuple[str, ...]]) -> str:
    total, killed = (sum(int(row[place]) for row in rows) for place in (0, 1))
    share = f" ({killed / total:.0%})" if total else ""
    return f"{plural(len(rows), 'theorem')}: {killed} of {plural(total, 'mutant')} killed{share}."


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _findings(teeth: Teeth) -> Iterator[str]:
    listed = teeth.of("also-true")
    if listed:
        yield f"- `{teeth.claim}`, {teeth.title}"
    yield from (f"  - {_finding(fate)}" for fate in sorted(listed, key=lambda fate: not fate.unnecessary))


def _finding(fate: Fate) -> str:
    if not fate.unnecessary:
        return f"also true: {_code(fate.name)}"
    if fate.kind == "domain":
        return f"a wider domain does: {_code(fate.name)}"
    part, _, fact = fate.name.rpartition("without ")
    return f"unnecessary here: {_code(fact)}" + (f" (part {part.removesuffix(': ')})" if part else "")


def _reasons() -> Iterator[str]:
    yield from (f"- **{word}**: {text}" for word, text in BECAUSE.items())


def _survivors(teeth: Teeth) -> Iterator[str]:
    listed = teeth.of("survived")
    if listed or teeth.of("error"):
        yield f"- `{teeth.claim}`"
    for word in BECAUSE:
        names = [_code(fate.name) for fate in listed if fate.because == word]
        if names:
            yield f"  - {word}: {'; '.join(names)}"
    yield from (f"  - the machine failed: {_code(fate.name)}: {_code(fate.reason)}" for fate in teeth.of("error"))


def _code(text: str) -> str:
    """Text as code, safe in a table and in a line."""
    return f"`{text.replace('`', '')}`"
