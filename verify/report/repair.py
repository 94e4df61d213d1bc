"""Repairs for people, a few lines for each claim, as JSON, and as the text of a conjecture file."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from verify.repair import Repair, Suggestion
from verify.report.document import SCHEMA
from verify.report.words import plural

__all__ = ["closing", "lines", "repair_document"]


def lines(repair: Repair, columns: int | None) -> Iterator[str]:
    """One claim: that it stays refuted, then each suggestion with what speaks for it.

    Args:
        columns: of the terminal, None for lines of any length.
    """
    if repair.skipped or repair.failed:
        why = f"skipped: {repair.skipped}" if repair.skipped else f"FAIL: {repair.failed}"
        yield from _wrapped(f"{repair.claim}  {why}", columns, "    ")
        return
    yield from _wrapped(f"{repair.claim}  {repair.status}: {repair.fails}", columns, "    ")
    for each in repair.suggestions:
        yield from _wrapped(f"  {_offer(each)} {_said(each)}; {_then(each)}", columns, "    ")
        for line in _details(each):
            yield from _wrapped(f"    {line}", columns, "      ")
    for each in repair.conclusions:
        text = f"  a weaker conclusion, which claims less: {each.name}; {_then(each)}"
        yield from _wrapped(text, columns, "    ")
        yield from _wrapped(f"    {each.reason}{_on(each)}", columns, "      ")
    if not repair.found:
        yield from _wrapped(f"  {nothing(repair)}", columns, "    ")


def nothing(repair: Repair) -> str:
    """Why there is no suggestion."""
    if not repair.candidates:
        return "no suggestion: an extra hypothesis has nothing to speak of, or cannot repair a conclusion of this kind"
    text = (
        f"no suggestion: of {plural(repair.candidates, 'candidate')} none repairs it; {repair.attacked} were attacked"
    )
    if not repair.able:
        text += "; an attack with this budget does not refute the claim itself, so only a proof would count"
    return text


def _said(suggestion: Suggestion) -> str:
    return f"{suggestion.text} ({suggestion.name})" if suggestion.name else suggestion.text


def _offer(suggestion: Suggestion) -> str:
    """How it begins: what is not proved does not read like what is."""
    if suggestion.status == "proved":
        return "suggestion: add the hypothesis"
    return "perhaps: the hypothesis" if suggestion.status == "supported" else "a lead, no more: the hypothesis"


def _then(suggestion: Suggestion) -> str:
    if suggestion.status == "proved":
        return f"then the claim is proved ({suggestion.strength})"
    if suggestion.status == "supported":
        return "then the claim is supported, not proved: it may still be false"
    return "then this attack does not refute it, and nothing else speaks for it: it may well be false"


def _on(suggestion: Suggestion) -> str:
    return f"; conditional on {', '.join(suggestion.conditional_on)}" if suggestion.conditional_on else ""


def _details(suggestion: Suggestion) -> Iterator[str]:
    yield f"{suggestion.reason}{_on(suggestion)}"
    kept = kept_text(suggestion)
    if kept:
        yield kept
    if suggestion.edge:
        yield f"{suggestion.edge} is not enough"
    if suggestion.outside_text:
        yield f"outside: {suggestion.outside_text}"
    if suggestion.weaker_than:
        yield f"weaker than {', '.join(suggestion.weaker_than)}, proved"


def kept_text(suggestion: Suggestion) -> str:
    """What share of the hypothesis set it keeps, with one standard error; empty where nothing was drawn."""
    n, kept = suggestion.drawn, suggestion.kept
    if not n:
        return ""
    if kept == n:
        return f"keeps all of {n} draws that satisfy the hypotheses: what it excludes is less than {3 / n:.1e} of them"
    if not kept:
        return f"keeps none of {n} draws that satisfy the hypotheses, but a point: a thin set, less than {3 / n:.1e}"
    return f"keeps {kept / n:.1%} of the hypothesis set ({n} draws, +- {share_error(suggestion):.1%})"


def share_error(suggestion: Suggestion) -> float | None:
    """One standard error of the share that it keeps; where all or no draws are kept, 3/n (rule of three)."""
    n, kept = suggestion.drawn, suggestion.kept
    if not n:
        return None
    p = kept / n
    return 3 / n if kept in (0, n) else float((p * (1 - p) / n) ** 0.5)


def closing(found: Sequence[Repair]) -> list[str]:
    """What all of it comes to."""
    tried = [each for each in found if not each.skipped and not each.failed]
    proved = sum(any(s.status == "proved" for s in each.suggestions) for each in tried)
    leads = sum(each.found and all(s.status == "unrefuted" for s in each.offers) for each in tried)
    some = sum(each.found for each in tried) - leads
    first = f"{plural(len(tried), 'claim')}: {some} with a suggestion, {proved} of them proved"
    first += f"; {leads} with leads alone" if leads else ""
    return [f"{first}; nothing was changed, and no verdict either", *_skipped(found)]


def _skipped(found: Sequence[Repair]) -> list[str]:
    count = sum(bool(each.skipped) for each in found)
    return [f"{count} skipped"] if count else []


def repair_document(found: Sequence[Repair], problems: Sequence[str]) -> str:
    """All repairs as JSON."""
    claims = [_claim(each) for each in found if not each.skipped]
    skipped = [{"id": each.claim, "reason": each.skipped} for each in found if each.skipped]
    data = {"schema": SCHEMA, "claims": claims, "skipped": skipped, "problems": list(problems)}
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _claim(repair: Repair) -> dict[str, Any]:
    return {
        "id": repair.claim,
        "title": repair.title,
        "status": repair.status,
        "statement": repair.statement,
        "fails": repair.fails,
        "suggestions": [_suggestion(each) for each in repair.suggestions],
        "conclusions": [_conclusion(each) for each in repair.conclusions],
        "distribution": repair.distribution,
        "candidates": repair.candidates,
        "attacked": repair.attacked,
        "attack_refutes_claim": repair.able,
        "nothing": "" if repair.found or repair.failed else nothing(repair),
        "failed": repair.failed,
    }


def _standing(suggestion: Suggestion) -> dict[str, Any]:
    return {
        "status": suggestion.status,
        "strength": suggestion.strength,
        "conditional_on": list(suggestion.conditional_on),
        "reason": suggestion.reason,
    }


def _conclusion(suggestion: Suggestion) -> dict[str, Any]:
    return {"name": suggestion.name, "conclusion": suggestion.text, **_standing(suggestion)}


def _suggestion(suggestion: Suggestion) -> dict[str, Any]:
    n = suggestion.drawn
    return {
        "hypothesis": suggestion.text,
        "name": suggestion.name,
        "kind": suggestion.kind,
        **_standing(suggestion),
        "share": suggestion.kept / n if n else None,
        "share_error": share_error(suggestion),
        "kept": suggestion.kept,
        "drawn": n,
        "weaker_than": list(suggestion.weaker_than),
        "not_enough": suggestion.edge,
        "outside": suggestion.outside,
    }


def _wrapped(text: str, columns: int | None, indent: str) -> list[str]:
    if columns is None:
        return [text.rstrip()]
    first = " " * (len(text) - len(text.lstrip()))
    return textwrap.wrap(
        text.strip(), max(columns, 40), initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
    )
