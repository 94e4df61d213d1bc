"""The power of the machine for people, a line for each statement, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from verify.attack.plain import Plain
from verify.power import Measure
from verify.report.document import SCHEMA
from verify.report.words import plural

__all__ = ["closing", "heading", "line", "markdown", "power_document"]

ROW = "{:<6} {:<10} {:<5} {:>2}  {:<9} {:>11} {:>7} {:>6} {:>8} {:>10} {:>9}  {}"


def heading(columns: int | None) -> str:
    """The names of the columns."""
    names = ("", "statement", "truth", "d", "verdict", "evaluations", "seconds", "height")
    return _cut(ROW.format(*names, "found at", "hypothesis", "sampling", "title"), columns)


def line(found: Measure, columns: int | None) -> str:
    """One statement; of the attack and of plain searches, after how many evaluations they had a counterexample."""
    verdict, rating = found.verdict, found.rating
    height = "" if found.height is None else f"{found.height:g}"
    plain = (_after(each) for each in (found.hypothesis, found.draws))
    cells = (_mark(found), found.id, rating.truth, rating.difficulty, verdict.status.word, f"{verdict.evaluations:,}")
    found_at = "" if found.found_after is None else f"{found.found_after:,}"
    return _cut(ROW.format(*cells, f"{verdict.seconds:.1f}", height, found_at, *plain, verdict.title), columns)


HEAD = (
    "statement",
    "truth",
    "d",
    "verdict",
    "evaluations",
    "s",
    "height",
    "found at",
    "Hypothesis",
    "sampling",
    "title",
)


def markdown(found: Sequence[Measure]) -> str:
    """The statements as a Markdown table, and what all of it comes to."""
    rows = [HEAD, ("---",) * len(HEAD), *(_cells(each) for each in found)]
    table = "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)
    return f"{table}\n\n" + "\n".join(f"- {text}" for text in closing(found)) + "\n"


def _cells(found: Measure) -> tuple[str, ...]:
    verdict, rating = found.verdict, found.rating
    height = "" if found.height is None else f"{found.height:g}"
    after = "" if found.found_after is None else f"{found.found_after:,}"
    word = verdict.status.word if found.right or not found.missed else f"**{verdict.status.word}**"
    spent = (f"{verdict.evaluations:,}", f"{verdict.seconds:.1f}", height, after)
    return (
        found.id,
        rating.truth.lower(),
        str(rating.difficulty),
        word,
        *spent,
        *map(_after, (found.hypothesis, found.draws)),
        verdict.title,
    )


def _mark(found: Measure) -> str:
    if found.right:
        return "ok"
    return "WRONG" if found.wrong else "missed" if found.missed else "open"


def _after(found: Plain | None) -> str:
    if found is None:
        return ""
    return f"{found.evaluations:,}" if found.found else "nothing" if found.tests else "cannot"


def _cut(text: str, columns: int | None) -> str:
    text = text.rstrip()
    return text if columns is None or len(text) <= columns else f"{text[: columns - 3]}..."


def closing(found: Sequence[Measure]) -> Iterator[str]:
    """What all of it comes to: wrong verdicts, then what was found of what is false, by difficulty."""
    wrong = [each.id for each in found if each.wrong]
    count = f"{plural(len(found), 'statement')}: {sum(each.right for each in found)} verdicts are right"
    yield f"{count}, {'none is wrong' if not wrong else f'{len(wrong)} WRONG: ' + ', '.join(wrong)}"
    true = [each for each in found if each.rating.truth == "TRUE"]
    if true:
        yield f"true: {sum(each.right for each in true)} of {len(true)} proved, the others undecided"
    false = [each for each in found if each.rating.truth == "FALSE" and each.rating.decidable]
    for difficulty in sorted({each.rating.difficulty for each in false}):
        yield _share(f"false, difficulty {difficulty}", [e for e in false if e.rating.difficulty == difficulty])
    if false:
        yield _share("false, all", false)


def _share(name: str, listed: Sequence[Measure]) -> str:
    text = f"{name}: {sum(each.right for each in listed)} of {len(listed)} refuted"
    if any(each.hypothesis for each in listed):
        plain = [
            sum(bool(p and p.found) for p in each)
            for each in zip(*((e.hypothesis, e.draws) for e in listed), strict=True)
        ]
        text += f"; by Hypothesis {plain[0]}, by random sampling {plain[1]}"
    missed = [each.id for each in listed if each.missed and not each.wrong]
    return text + (f"; missed: {', '.join(missed)}" if missed else "")


def power_document(found: Sequence[Measure], problems: Sequence[str]) -> str:
    """All statements as JSON."""
    data: dict[str, Any] = {"schema": SCHEMA, "statements": [each.to_json() for each in found]}
    return json.dumps({**data, "problems": list(problems)}, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
