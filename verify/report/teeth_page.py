"""docs/teeth.md: the teeth of every theorem on one page, its findings and the reasons of its survivors, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verify.report.words import plural
from verify.teeth import BECAUSE, Fate, Teeth

__all__ = ["page"]

HEAD = """# Teeth

What becomes of every theorem when it is changed in one place: each relation turned, each hypothesis dropped and
negated, each domain widened, each constant moved, one sign flipped, each behaviour asked of more starts; and the
mutants that its author wrote by hand. A mutant is *killed* by an exact counterexample that the kernel confirmed; it is
set aside (*equivalent*, *weaker*) only by a proof; it is *also true* where the kernel proved it. What is left
*survived*, and says why below. The score is killed / (all - equivalent); of mutants of one kind at most a dozen or so
are made, evenly spread.

This page is generated: `theoremcheck teeth --page docs/teeth.md`. `theoremcheck teeth CLAIM --json -` has the
counterexamples, and the place where a survivor has no value."""

FINDINGS = """## Findings

Stronger statements that the kernel proved on the way, with the theorem's own argument or a default rule. A hypothesis
that is *unnecessary here* is one without which the argument still proves the whole theorem, definedness included; the
statement may need it to mean what it is to mean, and other theorems may need it."""

SURVIVORS = """## Survivors

Each with its reason:
"""
COLUMNS = ("theorem", "all", "killed", "score", "equivalent", "weaker", "also true", "survived")


def page(found: Sequence[Teeth]) -> str:
    """The page, its theorems by id; claims of other kinds are left out."""
    listed = sorted((each for each in found if each.theorem), key=lambda each: each.claim)
    shown = [each for each in listed if each.fates]
    lines = [HEAD, "", *_table(shown), *_without([each for each in listed if not each.fates]), ""]
    lines += [FINDINGS, "", *_findings(shown), "", SURVIVORS, *_reasons(), "", *_survivors(shown)]
    return "\n".join(lines).rstrip() + "\n"


def _table(shown: Sequence[Teeth]) -> Iterator[str]:
    yield _row(COLUMNS)
    yield _row(["---", *["---:"] * (len(COLUMNS) - 1)])
    for each in shown:
        counts = [len(each.of(word)) for word in ("equivalent", "weaker", "also-true", "survived")]
        score = "" if each.score is None else f"{each.score:.0%}"
        yield _row([f"`{each.claim}`", str(each.all), str(len(each.of("killed"))), score, *map(str, counts)])
    killed, total = sum(len(each.of("killed")) for each in shown), sum(each.all for each in shown)
    share = f" ({killed / total:.0%})" if total else ""
    yield ""
    yield f"{plural(len(shown), 'theorem')}: {killed} of {plural(total, 'mutant')} killed{share}."


def _without(listed: Sequence[Teeth]) -> Iterator[str]:
    if listed:
        yield ""
        yield "Without teeth:"
        yield ""
    yield from (f"- `{each.claim}`: {each.failed or each.skipped or 'no mutants can be made'}" for each in listed)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _findings(shown: Sequence[Teeth]) -> Iterator[str]:
    for each in shown:
        listed = each.of("also-true")
        if listed:
            yield f"- `{each.claim}`, {each.title}"
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


def _survivors(shown: Sequence[Teeth]) -> Iterator[str]:
    for each in shown:
        listed = each.of("survived")
        if listed or each.of("error"):
            yield f"- `{each.claim}`"
        for word in BECAUSE:
            names = [_code(fate.name) for fate in listed if fate.because == word]
            if names:
                yield f"  - {word}: {'; '.join(names)}"
        yield from (f"  - the machine failed: {_code(fate.name)}: {_code(fate.reason)}" for fate in each.of("error"))


def _code(text: str) -> str:
    """Text as code, safe in a table and in a line."""
    return f"`{text.replace('`', '')}`"
