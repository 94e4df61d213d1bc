"""One claim on a page: what `show` and `axioms` print."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verify.catalogue import Catalogue
from verify.claim import Claim
from verify.graph import rests_on
from verify.kernel.goal import AnyDimension, Bound, LongTime, Pointwise
from verify.report.plain import fields
from verify.report.words import counterexample, explanation, replay, word
from verify.spell.latex import relation_to_latex, to_latex
from verify.verdict import Verdict

__all__ = ["axioms_page", "latex_of", "show_page"]

EXPECTED = {"proved": "expected to be proved", "refuted": "expected to be refuted", "open": "expected to stay open"}


def latex_of(claim: Claim) -> list[str]:
    """The conclusion as LaTeX, one line for each part; generated from the same Terms that are judged."""
    lines: list[str] = []
    for _, goal in claim.sequent.goals:
        if isinstance(goal, AnyDimension):
            lines.append(rf"\text{{{goal.left} = {goal.right}, in every dimension}}")
            continue
        if isinstance(goal, Pointwise):
            lines.append(relation_to_latex(goal.relation))
            continue
        if isinstance(goal, Bound):
            facts = r",\ ".join(map(relation_to_latex, goal.starts))
            if goal.singular is not None:
                facts = r" \to ".join(map(to_latex, goal.singular))
            start = rf"\ \text{{from}}\ {facts}" if facts else ""
            lines.append(rf"{_field(goal)}:{start}\quad {relation_to_latex(goal.relation)}")
            continue
        if not isinstance(goal, LongTime):
            lines.append(rf"\text{{{claim.shows}}}")
            continue
        if goal.quantity is not None and goal.value is not None:
            target = rf"{to_latex(goal.quantity)} \to {to_latex(goal.value)}"
        else:
            target = {"periodic": r"\text{the orbit is periodic}", "point": r"\text{the orbit converges}"}[goal.target]
        outside = r",\ ".join(relation_to_latex(each) for each in goal.except_)
        start = rf"\text{{from {goal.start} start}}" + (rf"\ \text{{except where}}\ {outside}" if outside else "")
        lines.append(rf"{_field(goal)}:\quad {start},\ {target}")
    return lines


def _field(goal: LongTime | Bound) -> str:
    return r",\ ".join(rf"\dot{{{to_latex(state)}}} = {to_latex(rate)}" for state, rate in goal.flow.rates)


def show_page(
    catalogue: Catalogue, name: str, now: Verdict | None, before: Verdict | None, columns: int | None
) -> list[str]:
    """Everything about one claim.

    Args:
        now: the verdict that holds.
        before: the last one that was stored, of an earlier state of the claim or of the machine.
    """
    claim, entry = catalogue.claim(name), catalogue.entries[name]
    domains = "\n".join(f"{symbol}: {domain}" for symbol, domain in claim.space.domains.items())
    needs = [f"{need} ({'argument' if need in entry.uses else 'definition'})" for need in entry.needs]
    pairs = [
        ("kind", f"{claim.kind}, {EXPECTED[claim.expect]}"),
        (
            "source",
            str(claim.source or "none given")
            + (f" ({claim.source.title})" if claim.source and claim.source.title else ""),
        ),
        ("file", entry.file),
        ("symbols", domains),
        ("hypotheses", "\n".join(map(str, claim.given)) or "none beside the domains"),
        ("statement", str(claim.shows)),
        ("LaTeX", "\n".join(latex_of(claim))),
        ("quotation", f"“{claim.quotation}”" if claim.quotation else ""),
        ("mutants", ", ".join(claim.mutants) or "none"),
        ("needs", ", ".join(needs) or "nothing"),
        *_verdict_fields(name, now, before),
    ]
    return [name, f"  {claim.title}", "", *fields(pairs, columns)]


def _verdict_fields(name: str, now: Verdict | None, before: Verdict | None) -> list[tuple[str, str]]:
    verdict = now or before
    if verdict is None:
        return [("verdict", f"not judged yet; theoremcheck run {name}")]
    strength = f" ({verdict.strength})" if verdict.strength else ""
    stale = f"; this is not remembered as it stands, judge it again: theoremcheck run {name}" if now is None else ""
    return [
        ("verdict", f"{word(verdict)}{strength}: {explanation(verdict)}{stale}"),
        *((f"{which} counterexample", text) for which, text in counterexample(verdict)),
        ("conditional on", ", ".join(verdict.conditional_on)),
        ("certificate", verdict.certificate or ""),
        ("replay", replay(verdict)),
        ("traceback", str(verdict.survey.get("traceback", ""))),
    ]


def axioms_page(
    catalogue: Catalogue, verdict: Verdict, remembered: Callable[[str], Verdict | None], columns: int | None
) -> list[str]:
    """What a claim is conditional on, and what its definition rests on."""
    cited: list[str] = []
    own: list[str] = []
    for name in verdict.conditional_on:
        entry = catalogue.entries.get(name)
        source = entry.source if entry else ""
        (own if source.startswith("own lemma") else cited).append(f"{name} ({source})" if source else name)
    definition: list[str] = []
    for name in rests_on(catalogue, verdict.claim):
        found = remembered(name)
        definition.append(f"{name}: {word(found) if found else 'not judged yet'}")
    lines = [f"{verdict.claim} is {word(verdict)}"]
    if not cited and not own:
        lines.append(f"  {_free(verdict)}")
    return lines + fields(
        [
            ("cited results", _listed(cited)),
            ("own lemmas, proved on paper only", _listed(own)),
            ("uses", _listed(verdict.uses)),
            ("its definition rests on", _listed(definition) or "nothing else"),
        ],
        columns,
    )


def _free(verdict: Verdict) -> str:
    if verdict.status.word in ("proved", "refuted", "vacuous"):
        return "conditional on no cited result and on no own lemma: the kernel checked all of it"
    return "conditional on no cited result and on no own lemma, as far as it was judged"


def _listed(names: Sequence[str]) -> str:
    return "\n".join(names)
