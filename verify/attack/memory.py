"""Counterexamples that are remembered: `cases/counterexamples/<claim>.toml`, exact values as text.

A file proves nothing. Whoever reads one gives its points to the kernel, on the statement that the claim makes now.
Values enter through the parser of conjecture files, as constant expressions.
"""

from __future__ import annotations

import json
import os
import re as regex
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.attack.shrink import weight
from verify.claim import Claim
from verify.kernel import ball
from verify.kernel.goal import AnyDimension, Equilibria, Pointwise
from verify.kernel.point import concrete
from verify.kernel.proof import Refused, Refutation, refute
from verify.kernel.term import Term, TermError
from verify.spell.sheet import Sheet, nearest, parse, read, shown_key
from verify.spell.text import SpellError, parse_term

__all__ = ["Stored", "confirm", "load", "merged", "recalled", "write"]

SCHEMA = 1
ENTRIES = ("simplest", "worst")
PARAMETERS = {
    "point": (),
    "equilibrium": (),
    "sink": (),
    "relative": (),
    "leaf": (),
    "modes": (),
    "count": (),
    "dimension": ("d",),
    "conserved": ("quantity", "cofactor", "start"),
    "flow": ("time", "order", "length", "precision"),
}
"""Rule -> what the kernel is given besides the point. Equilibria are counted anew. A refutation by another rule rests
on steps, which are no text, and is not remembered."""
PEOPLE = ("gap", "fails")
"""What a verdict holds for people alone."""
WHOLE = {"d": (1, 6), "order": (1, 64), "precision": (32, 4096)}
_BARE = regex.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Stored:
    """A file of counterexamples, its values not yet read.

    Attributes:
        sheet: name and tables.
        claim: id of the claim that it speaks of.
        entries: simplest, and worst where that is another one.
    """

    sheet: Sheet
    claim: str
    entries: Mapping[str, Mapping[str, Any]]


def load(path: Path, name: str = "") -> Stored:
    """The counterexamples that a file states.

    Args:
        name: the file as people name it; the path by default.

    Raises:
        SpellError: one line with the file and the key.
    """
    return _stated(read(path), name or str(path))


def _stated(text: str, name: str) -> Stored:
    sheet = Sheet(name, parse(text, name))
    sheet.keys(sheet.tree, ("schema", "claim", "replay", "versions", *ENTRIES))
    for key in ("schema", "claim", "simplest"):
        if key not in sheet.tree:
            raise sheet.fail(key, "found nothing, expected this key; `theoremcheck run` writes such files")
    sheet.whole(sheet.tree["schema"], "schema", SCHEMA, SCHEMA)
    entries = {key: sheet.table(sheet.tree[key], key) for key in ENTRIES if key in sheet.tree}
    for key, entry in entries.items():
        for needed in ("part", "rule", "point"):
            if needed not in entry:
                raise sheet.fail(f"{key}.{needed}", "found nothing, expected this key; `theoremcheck run` writes it")
        rule = sheet.text(entry["rule"], f"{key}.rule")
        if rule not in PARAMETERS:
            raise sheet.fail(f"{key}.rule", f"found an unknown rule, expected another; {nearest(rule, PARAMETERS)}")
        sheet.keys(entry, ("part", "rule", "gap", "point", *PARAMETERS[rule]), key)
        for needed in PARAMETERS[rule]:
            if needed not in entry:
                raise sheet.fail(f"{key}.{needed}", f"found nothing, expected this key; the rule {rule} needs it")
        sheet.text(entry["part"], f"{key}.part")
        sheet.table(entry["point"], f"{key}.point")
    return Stored(sheet, sheet.text(sheet.tree["claim"], "claim"), entries)


def confirm(stored: Stored, claim: Claim) -> tuple[dict[str, Refutation], dict[str, str]]:
    """Ask the kernel about each stored counterexample.

    Returns:
        (those that refute the claim as it stands; why the others do not), by simplest and worst.

    Raises:
        SpellError: a value cannot be read, or belongs to no symbol of the claim.
    """
    found: dict[str, Refutation] = {}
    stale: dict[str, str] = {}
    for key, entry in stored.entries.items():
        reader = _Reader(stored.sheet, key, entry, claim)
        try:
            point, data = reader.point(entry["point"], f"{key}.point"), reader.data()
            found[key] = refute(claim.sequent, entry["part"], entry["rule"], point, data)
        except (Refused, TermError) as error:
            stale[key] = str(error)
    return found, stale


class _Reader:
    """The values of one entry."""

    def __init__(self, sheet: Sheet, key: str, entry: Mapping[str, Any], claim: Claim) -> None:
        self.sheet, self.key, self.entry = sheet, key, entry
        self.goal = next((goal for name, goal in claim.sequent.goals if name == entry["part"]), None)
        self.symbols = {str(sym): sym for sym in claim.sequent.symbols}

    def data(self) -> dict[str, Any]:
        """The parameters of the rule."""
        if self.entry["rule"] == "count":
            from verify.prove.zeros import isolate_step

            return dict(isolate_step(self.goal).data) if isinstance(self.goal, Equilibria) else {}
        return {name: self._parameter(name) for name in PARAMETERS[self.entry["rule"]]}

    def _parameter(self, name: str) -> Any:
        value, at = self.entry[name], f"{self.key}.{name}"
        if name == "start":
            return self.point(self.sheet.table(value, at), at)
        if name in ("quantity", "cofactor"):
            return self._term(value, at, self.symbols)
        number = self._term(value, at, {}).payload
        if name in WHOLE:
            return self.sheet.whole(self._integer(number), at, *WHOLE[name])
        if not isinstance(number, Fraction) or number <= 0:
            raise self.sheet.fail(at, 'found no positive rational number, expected one; write such as "1/32"')
        return number

    @staticmethod
    def _integer(number: Any) -> Any:
        return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number

    def _term(self, value: Any, at: str, names: Mapping[str, Term]) -> Term:
        text = self.sheet.spelled(value, at)
        try:
            return parse_term(text, names)
        except SpellError as error:
            raise self.sheet.fail(at, str(error)) from None

    def point(self, table: Mapping[str, Any], at: str) -> dict[Term, Any]:
        """Symbols to constants, or to tuples of them for tokens."""
        known = dict(self.symbols)
        if self.entry["rule"] == "dimension" and isinstance(self.goal, AnyDimension):
            known = {str(sym): sym for sym in self.goal.at(self._parameter("d")).symbols}
        found: dict[Term, Any] = {}
        for name, value in table.items():
            where = f"{at}.{shown_key(name)}"
            if name not in known:
                raise self.sheet.fail(
                    where, f"found a symbol that the claim lacks, expected another; {nearest(name, known)}"
                )
            if isinstance(value, list):
                items = self.sheet.items(value, where, '["0", "1"]')
                found[known[name]] = tuple(self._term(each, where, {}) for each in items)
            else:
                found[known[name]] = self._term(value, where, {})
        return found


def recalled(claim: Claim, found: Mapping[str, Mapping[str, Any]]) -> dict[str, Refutation]:
    """The refutations that a verdict speaks of (`Verdict.counterexample`), asked of the kernel again.

    Those that rest on steps are left out.
    """
    entries = {key: found[key] for key in ENTRIES if key in found and found[key]["rule"] in PARAMETERS}
    if "simplest" not in entries:
        return {}
    try:
        return confirm(_stated(_text(claim.id, claim.id, entries, {}), claim.id), claim)[0]
    except SpellError:
        return {}


def merged(stored: Mapping[str, Refutation], simplest: Refutation | None, worst: Refutation | None) -> list[Refutation]:
    """[the simplest, the worst] of stored counterexamples and those that a search found; empty where there are none."""
    kept = list(stored.values())
    simple = min((*kept[:1], *([simplest] if simplest else ())), key=lambda each: weight(each.point), default=None)
    wild = max((*kept[-1:], *([worst] if worst else ())), key=_badness, default=None)
    return [] if simple is None or wild is None else [simple, wild]


def _badness(refutation: Refutation) -> float:
    """How clearly a pointwise part fails; 0 where that is no number, so that the first one is kept."""
    goal = refutation.sequent.goal(refutation.part)
    if not isinstance(goal, Pointwise) or refutation.rule == "crossing":
        return 0.0
    relation = goal.relation
    sides = (concrete(each, refutation.point) for each in (relation.gap, relation.left, relation.right))
    gap, left, right = (float(abs(ball.enclose(each, refutation.point, 128)).mid()) for each in sides)
    return gap / max(1.0, left + right)


def write(path: Path, claim: Claim, found: Mapping[str, Mapping[str, Any]], versions: Mapping[str, str]) -> str:
    """Write down what refutes a claim, if it is text and the file says something else; why that failed, or nothing.

    Args:
        found: simplest and worst, as a verdict holds them (`Verdict.counterexample`).
    """
    label = f"cases/counterexamples/{path.name}"
    entries = {key: found[key] for key in ENTRIES if key == "simplest" or found[key] != found["simplest"]}
    if any(entry["rule"] not in PARAMETERS for entry in entries.values()):
        return ""
    try:
        if path.exists() and _plain(load(path).entries) == _plain(entries):
            return ""
    except SpellError:
        pass  # it is replaced
    text = _text(claim.id, label, entries, versions)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        _, refused = confirm(_stated(text, label), claim)
        if refused:
            return f"{label}: not written: {next(iter(refused.values()))}"
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except SpellError as error:
        return f"{label}: not written: its values cannot be read back ({error})"
    except OSError as error:
        return f"{label}: cannot be written ({error.strerror}); the counterexample is not remembered"
    return ""


def _plain(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the kernel is given: without the words for people."""
    return {key: {name: value for name, value in entry.items() if name not in PEOPLE} for key, entry in entries.items()}


def _text(claim: str, label: str, entries: Mapping[str, Mapping[str, Any]], versions: Mapping[str, str]) -> str:
    listed = ", ".join(f"{name} = {_quoted(number)}" for name, number in versions.items())
    lines = [
        "# Exact points at which a claim fails. The kernel confirms them anew whenever they are used.",
        f"schema = {SCHEMA}",
        f"claim = {_quoted(claim)}",
        f"replay = {_quoted(f'theoremcheck replay {label}')}",
        f"versions = {{ {listed} }}",
    ]
    for key, entry in entries.items():
        tables = {name: value for name, value in entry.items() if isinstance(value, Mapping)}
        names = dict.fromkeys(("part", "rule", *PARAMETERS.get(entry["rule"], ()), "gap"))
        lines += ["", f"[{key}]"]
        lines += [f"{name} = {_quoted(entry[name])}" for name in names if name in entry and name not in tables]
        for name, table in tables.items():
            lines += ["", f"[{key}.{name}]"]
            lines += [f"{sym if _BARE.fullmatch(sym) else _quoted(sym)} = {_value(x)}" for sym, x in table.items()]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    return f"[{', '.join(map(_quoted, value))}]" if isinstance(value, list) else _quoted(value)


def _quoted(text: Any) -> str:
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")
