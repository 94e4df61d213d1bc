"""What a verdict is called, and how a run is summed up in words; shared by every face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from verify.verdict import Status, Verdict

__all__ = [
    "counterexample",
    "explanation",
    "headline",
    "mark",
    "plural",
    "point",
    "replay",
    "summary",
    "word",
]


def word(verdict: Verdict) -> str:
    """The status; `supported` for an undecided claim that survived an attack, `cited` for what is taken on trust."""
    if verdict.kind == "cited" and verdict.status is Status.UNDECIDED:
        return "cited"
    return "supported" if verdict.supported else verdict.status.word


def mark(verdict: Verdict) -> str:
    """Whether the expectation was met."""
    return "ok" if verdict.meets_expectation else "FAIL"


def explanation(verdict: Verdict) -> str:
    """One line: what was found, after what was expected where that is something else."""
    found = str(verdict.survey.get("sentence") or verdict.reason) if verdict.supported else verdict.reason
    if verdict.meets_expectation:
        return found
    news = ", so this is news" if verdict.status in (Status.PROVED, Status.REFUTED) else ""
    wanted = f"expected to stay open{news}" if verdict.expect == "open" else f"expected {verdict.expect}"
    return f"{wanted}; {found or verdict.status.explanation}"


def point(coordinates: Mapping[str, Any]) -> str:
    """Coordinates of a counterexample in one line; each is an exact text, a token's a list of them."""
    shown = {
        k: f"[{', '.join(map(str, v))}]" if isinstance(v, list | tuple) else str(v) for k, v in coordinates.items()
    }
    return ", ".join(f"{name} = {value}" for name, value in shown.items())


def counterexample(verdict: Verdict) -> list[tuple[str, str]]:
    """(simplest or worst, its coordinates and what fails there); one where both are the same."""
    found: list[tuple[str, str]] = []
    for name in ("simplest", "worst"):
        data = (verdict.counterexample or {}).get(name)
        if not data:
            continue
        part = "" if data.get("part") in (None, "main") else f" (part {data['part']})"
        gap = f"; left - right = {data['gap']}" if data.get("gap") else ""
        line = f"{point(data.get('point', data))}{part}{gap}"
        if line not in [each for _, each in found]:
            found.append((name, line))
    return found


def replay(verdict: Verdict) -> str:
    """The command that replays a verdict's certificate, empty where there is none."""
    return f"theoremcheck check {verdict.claim}" if verdict.certificate else ""


def plural(count: int, what: str) -> str:
    """1 claim, 2 claims."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def summary(verdicts: Sequence[Verdict], problems: Sequence[str]) -> dict[str, Any]:
    """Counts: of every status, of what met its expectation, of what was judged now; and the problems."""
    counts: dict[str, Any] = {"claims": len(verdicts)}
    counts |= {status.word: sum(v.status is status for v in verdicts) for status in Status}
    counts |= {each: sum(word(v) == each for v in verdicts) for each in ("supported", "cited")}
    counts["met"] = sum(v.meets_expectation for v in verdicts)
    counts["unmet"] = len(verdicts) - counts["met"]
    counts["remembered"] = sum(v.cached for v in verdicts)
    counts["judged"] = len(verdicts) - counts["remembered"]
    counts["problems"] = list(problems)
    return counts


def headline(verdicts: Sequence[Verdict]) -> list[str]:
    """Two lines that sum up a run."""
    counts = summary(verdicts, ())
    words = _counted(word(verdict) for verdict in verdicts)
    met = "all as expected" if not counts["unmet"] else f"{counts['unmet']} NOT as expected"
    return [
        f"{plural(len(verdicts), 'claim')}: {', '.join((*words, met) if verdicts else ('nothing to judge',))}",
        f"{counts['judged']} judged anew, {counts['remembered']} remembered",
    ]


def _counted(words: Iterable[str]) -> list[str]:
    listed = list(words)
    order = ("proved", "refuted", "supported", "undecided", "cited", "vacuous", "blocked", "error")
    return [f"{listed.count(each)} {each}" for each in order if each in listed]
