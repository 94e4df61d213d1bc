"""JSON for programs: what `run --json` and `list --json` write."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from verify.catalogue import Entry
from verify.report.words import summary
from verify.verdict import Verdict

__all__ = ["SCHEMA", "listing", "run_document"]

SCHEMA = 1


def run_document(verdicts: Sequence[Verdict], problems: Sequence[str]) -> str:
    """The verdicts and their summary."""
    claims = [verdict.to_json() for verdict in verdicts]
    return _text({"schema": SCHEMA, "claims": claims, "summary": summary(verdicts, problems)})


def listing(entries: Iterable[Entry], problems: Sequence[str]) -> str:
    """What is known of every claim without judging it."""
    names = ("id", "title", "kind", "source", "expect", "file", "statement")
    claims = [{**{n: getattr(e, n) for n in names}, "needs": list(e.needs), "uses": list(e.uses)} for e in entries]
    return _text({"schema": SCHEMA, "claims": claims, "problems": list(problems)})


def _text(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
