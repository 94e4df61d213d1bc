"""Teeth for people, a few lines for each claim, and as JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from verify.report.document import SCHEMA
from verify.report.words import plural
from verify.teeth import BECAUSE, FATES, Fate, Teeth

__all__ = ["closing", "lines", "teeth_document"]


def lines(teeth: Teeth, width: int, columns: int | None) -> Iterator[str]:
    """One claim: killed of all, then by name what was not killed and still could be.

    Args:
        width: of the widest id.
        columns: of the terminal, None for lines of any length.
    """
    if teeth.skipped:
        yield from _wrapped(f"      {teeth.claim:<{width}}  skipped: {teeth.skipped}", columns)
        return
    if teeth.failed:
        yield from _wrapped(f"FAIL  {teeth.claim:<{width}}  {teeth.failed}", columns)
        return
    score = f"{len(teeth.of('killed'))}/{teeth.all}"
    equivalent = len(teeth.of("equivalent"))
    aside = f"  ({equivalent} equivalent)" if equivalent else ""
    yield from _wrapped(f"{'ok' if teeth.met else 'FAIL':<4}  {teeth.claim:<{width}}  {score:>7}{aside}", columns)
    for each in teeth.fates:
        if each.fate not in ("killed", "equivalent"):
            yield from _wrapped(f"        {each.fate:<9}  {_named(each)}", columns, " " * 19)


def _named(fate: Fate) -> str:
    by = "by hand: " if fate.by_hand else ""
    why = BECAUSE.get(fate.because, fate.reason)
    return f"{by}{fate.name}" + (f": {why}" if fate.fate in ("survived", "also-true", "error") else "")


def closing(found: Sequence[Teeth]) -> list[str]:
    """What all of it comes to."""
    bitten = [each for each in found if not each.skipped and not each.failed]
    counts = _counts(found)
    total = sum(each.all for each in bitten)
    share = f" ({counts['killed'] / total:.0%})" if total else ""
    aside = ", ".join(f"{counts[word]} {word}" for word in FATES[1:] if counts[word])
    first = f"{plural(len(bitten), 'claim')}: {counts['killed']} of {plural(total, 'mutant')} killed{share}"
    skipped = len(found) - len(bitten)
    return [f"{first}; {aside or 'none left'}", *([f"{skipped} skipped"] if skipped else [])]


def _counts(found: Sequence[Teeth]) -> dict[str, int]:
    return {word: sum(len(each.of(word)) for each in found) for word in FATES}


def teeth_document(found: Sequence[Teeth], problems: Sequence[str]) -> str:
    """All fates as JSON."""
    claims = [_claim(each) for each in found if not each.skipped]
    skipped = [{"id": each.claim, "reason": each.skipped} for each in found if each.skipped]
    summary = {**_counts(found), "met": all(each.met for each in found), "problems": list(problems)}
    data = {"schema": SCHEMA, "claims": claims, "skipped": skipped, "summary": summary}
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _claim(teeth: Teeth) -> dict[str, Any]:
    return {
        "id": teeth.claim,
        "title": teeth.title,
        "killed": len(teeth.of("killed")),
        "all": teeth.all,
        "score": teeth.score,
        "failed": teeth.failed,
        "mutants": [
            {
                "name": each.name,
                "kind": each.kind,
                "statement": each.statement,
                "fate": each.fate,
                "reason": each.reason,
                "counterexample": each.counterexample,
                "because": each.because,
            }
            for each in teeth.fates
        ],
        "left_out": list(teeth.left_out),
    }


def _wrapped(text: str, columns: int | None, indent: str = " " * 8) -> list[str]:
    if columns is None:
        return [text.rstrip()]
    return textwrap.wrap(text, max(columns, 40), subsequent_indent=indent, break_on_hyphens=False)
