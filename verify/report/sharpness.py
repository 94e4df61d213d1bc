"""Sharpness for people, a few lines for each constant, and as JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from verify.attack.edits import short
from verify.report.document import SCHEMA
from verify.report.words import plural, point
from verify.sharpness import Constant, Sharpness, Shown, Side

__all__ = ["closing", "lines", "sharpness_document"]


def lines(found: Sharpness, columns: int | None) -> Iterator[str]:
    """One claim: its statement, then each constant with what it can be and what it cannot be.

    Args:
        columns: of the terminal, None for lines of any length.
    """
    if found.skipped:
        yield from _wrapped(f"{found.claim}  skipped: {found.skipped}", columns, "    ")
        return
    strength = f", {found.strength}" if found.strength in ("exact", "ball") else ""
    yield from _wrapped(f"{found.claim}  {found.status}{strength}: {short(found.statement, 200)}", columns, "    ")
    for constant in found.constants:
        yield from _wrapped(f"  {constant.index}. {constant.name}{_moves(constant)}", columns, "     ")
        if constant.failed:
            yield from _wrapped(f"     FAIL  {constant.failed}", columns, "     ")
        width = max((len(side.towards) for side in constant.sides), default=0) + 1
        for side in constant.sides:
            text = f"     {side.towards + ':':<{width}}  {_sentence(constant, side)}"
            yield from _wrapped(text, columns, " " * (7 + width))


def _moves(constant: Constant) -> str:
    if constant.note:
        return f": {constant.note}"
    among = f" {constant.among}" if constant.among else ""
    return {
        "falls": f": what is proved for one{among} constant holds for every smaller{among} one ({constant.why})",
        "rises": f": what is proved for one{among} constant holds for every larger{among} one ({constant.why})",
        "affine": ": it holds between any two constants that are proved, for it is affine in the constant",
        "unknown": f": {constant.why}, so nothing is claimed between the values" if constant.why else "",
    }[constant.movement]


def _sentence(constant: Constant, side: Side) -> str:
    """What the constant can be, what it cannot be, and what is left between."""
    return "; ".join(filter(None, (_bracket(constant, side), _left(side))))


def _bracket(constant: Constant, side: Side) -> str:
    if side.proved is not None and side.equality is not None and side.sharp:
        at = f"equality holds at {point(side.equality.point)}, where {_beyond(constant, side)}"
        if side.proved.by == "as stated":
            return f"sharp as stated: {at}{_conditions(side.proved)}"
        return f"can be {_can(side.proved)}, and that is sharp: {at}"
    can = "no value is proved" if side.proved is None else f"can be {_can(side.proved)}"
    if side.refuted is None:
        return f"{can}; no value is refuted"
    cannot = f"cannot be {side.refuted.value}: {side.refuted.reason}"
    if side.proved is None:
        return f"{cannot}; {can}"
    return f"{can} and {cannot}" if side.digits is None else f"sharp to {side.digits} digits: {can} and {cannot}"


def _can(shown: Shown) -> str:
    how = shown.by if shown.by == "as stated" else f"{shown.by}, {shown.strength}"
    return f"{shown.value} ({how}{_conditions(shown)})"


def _conditions(shown: Shown) -> str:
    return f", conditional on {', '.join(shown.conditional_on)}" if shown.conditional_on else ""


def _beyond(constant: Constant, side: Side) -> str:
    if constant.movement == "unknown":
        return f"it fails with constants a little {side.towards}"
    among = f" {constant.among}" if constant.among else ""
    return f"it fails with every {side.towards}{among} constant"


def _left(side: Side) -> str:
    """The gap that neither side closes."""
    if side.sharp:
        return ""
    end = side.refuted.value if side.refuted is not None else ""
    also = ""
    if side.equality is not None and end != side.equality.value:
        end = side.equality.value
        also = f"equality holds with {end} at {point(side.equality.point)}; "
    guess = f" (it looks like {side.looks_like})" if side.looks_like and end != side.looks_like else ""
    if side.proved is None or not end:
        return f"{also}the estimate is {side.estimate:.10g}{guess}" if side.estimate is not None else also.rstrip("; ")
    return f"{also}undecided between {side.proved.value} and {end}{guess}"


def closing(found: Sequence[Sharpness]) -> list[str]:
    """What all of it comes to."""
    sides = [side for each in found for constant in each.constants for side in constant.sides]
    words = ("sharp", "bracketed", "proved", "refuted", "open")
    meaning = {"proved": "not refuted", "refuted": "not proved"}
    counts = [(word, sum(side.word == word for side in sides)) for word in words]
    listed = ", ".join(f"{count} {meaning.get(word, word)}" for word, count in counts if count)
    constants = sum(len(each.constants) for each in found)
    claims = plural(len([each for each in found if not each.skipped]), "claim")
    skipped = len([each for each in found if each.skipped])
    first = f"{claims}, {plural(constants, 'constant')}, {plural(len(sides), 'direction')}: {listed or 'nothing'}"
    return [first, *([f"{skipped} skipped"] if skipped else [])]


def sharpness_document(found: Sequence[Sharpness], problems: Sequence[str]) -> str:
    """Everything as JSON; docs/sharpness.md says what the keys mean."""
    claims = [_claim(each) for each in found if not each.skipped]
    skipped = [{"id": each.claim, "reason": each.skipped} for each in found if each.skipped]
    data = {"schema": SCHEMA, "claims": claims, "skipped": skipped, "problems": list(problems)}
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _claim(found: Sharpness) -> dict[str, Any]:
    return {
        "id": found.claim,
        "title": found.title,
        "statement": found.statement,
        "status": found.status,
        "strength": found.strength,
        "constants": [_constant(each) for each in found.constants],
    }


def _constant(constant: Constant) -> dict[str, Any]:
    return {
        "index": constant.index,
        "name": constant.name,
        "value": constant.value,
        "kind": constant.kind,
        "movement": constant.movement,
        "why": constant.why,
        "among": constant.among,
        "note": constant.note,
        "failed": constant.failed,
        "sides": [_side(constant, side) for side in constant.sides],
    }


def _side(constant: Constant, side: Side) -> dict[str, Any]:
    shown, fallen, equal = side.proved, side.refuted, side.equality
    return {
        "towards": side.towards,
        "word": side.word,
        "sentence": _sentence(constant, side),
        "proved": None
        if shown is None
        else {
            "value": shown.value,
            "by": shown.by,
            "strength": shown.strength,
            "conditional_on": list(shown.conditional_on),
        },
        "refuted": None
        if fallen is None
        else {"value": fallen.value, "reason": fallen.reason, "counterexample": fallen.counterexample},
        "equality": None if equal is None else {"value": equal.value, "point": equal.point},
        "estimate": side.estimate,
        "looks_like": side.looks_like,
        "digits": side.digits,
        "evaluations": side.evaluations,
    }


def _wrapped(text: str, columns: int | None, indent: str) -> list[str]:
    if columns is None:
        return [text.rstrip()]
    return textwrap.wrap(text, max(columns, 40), subsequent_indent=indent, break_on_hyphens=False)
