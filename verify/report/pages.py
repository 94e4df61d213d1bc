"""One claim on a page: what `show` and `axioms` print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction

from verify.catalogue import Catalogue
from verify.claim import Claim
from verify.graph import rests_on
from verify.kernel.goal import (
    Along,
    AnyDimension,
    Bound,
    Closed,
    Equilibria,
    Exists,
    Goal,
    Pointwise,
    Regimes,
    Scaling,
)
from verify.kernel.relation import AnyOf, Relation
from verify.report.plain import fields
from verify.report.statement import layout
from verify.report.words import counterexample, explanation, replay, word
from verify.spell.latex import relation_to_latex, to_latex
from verify.verdict import Verdict

__all__ = ["axioms_page", "latex_of", "show_page"]

EXPECTED = {"proved": "expected to be proved", "refuted": "expected to be refuted", "open": "expected to stay open"}


def latex_of(claim: Claim) -> list[str]:
    """The conclusion as LaTeX, one line for each part; generated from the same Terms that are judged."""
    return [_goal(goal) for _, goal in claim.sequent.goals]


def _goal(goal: Goal) -> str:
    if isinstance(goal, AnyDimension):
        return rf"\text{{{goal.left} = {goal.right}, in every dimension}}"
    if isinstance(goal, Pointwise):
        given = rf"{_relations(goal.given)}\ \Rightarrow\ " if goal.given else ""
        return given + relation_to_latex(goal.relation)
    if isinstance(goal, Exists):
        given = rf"{_relations(goal.given)}\ \Rightarrow\ " if goal.given else ""
        every = dict.fromkeys(sym for each in goal.relations for sym in each.symbols if sym not in goal.unknowns)
        first = rf"\forall\, {', '.join(map(to_latex, every))}\ " if every else ""
        return rf"{given}{first}\exists\, {', '.join(map(to_latex, goal.unknowns))}:\quad {_relations(goal.relations)}"
    if isinstance(goal, Equilibria):
        rates = r",\ ".join(rf"{to_latex(each)} = 0" for each in goal.system)
        kinds = ", ".join(goal.kinds) or "none"
        return rf"{rates}:\quad \text{{exactly {len(goal.kinds)} ({kinds})}}\ \text{{where}}\ {_relations(goal.region)}"
    if isinstance(goal, Scaling):
        return rf"\text{{{goal.measure}}} \sim C\,\text{{parameter}}^{{{goal.exponent}}}"
    if isinstance(goal, Regimes):
        return r"\ \lor\ ".join(rf"\left({_relations(facts)}\right)" for _, facts in goal.options)
    if isinstance(goal, Bound):
        facts = _relations(goal.starts) if goal.singular is None else r" \to ".join(map(to_latex, goal.singular))
        start = rf"\ \text{{from}}\ {facts}" if facts else ""
        free = rf",\ {', '.join(map(to_latex, goal.inputs))}\ \text{{changing in any way}}" if goal.inputs else ""
        during = rf",\ \text{{while}}\ {_relations(goal.during)}" if goal.during else ""
        during += "".join(
            rf",\ \text{{and}}\ {relation_to_latex(fact)}\ \text{{while}}\ {relation_to_latex(condition)}"
            for condition, fact in goal.supposing
        )
        return rf"{_field(goal)}{free}:{start}{during}\quad {relation_to_latex(goal.relation)}"
    if isinstance(goal, Closed):
        place = r",\ ".join(rf"{to_latex(state)} = {to_latex(value)}" for state, value in goal.through)
        through = rf"\ \text{{through}}\ {place}" if place else ""
        lasting = rf",\ T \in [{_decimal(goal.period[0])}, {_decimal(goal.period[1])}]" if goal.period else ""
        said = "an attracting closed orbit" if goal.attracts else "a closed orbit"
        return rf"{_field(goal)}:\quad \text{{{said}}}{through}{lasting}"
    if goal.quantity is not None and goal.value is not None:
        target = rf"{to_latex(goal.quantity)} \to {to_latex(goal.value)}"
    else:
        target = {"periodic": r"\text{the orbit is periodic}", "point": r"\text{the orbit converges}"}[goal.target]
    start = rf"\text{{from {'an open set of starts' if goal.start == 'some' else f'{goal.start} start'}}}"
    place = rf"\ \text{{where}}\ {_relations(goal.starts)}" if goal.starts else ""
    either = r"\ \text{or}\ ".join(map(relation_to_latex, goal.except_))
    outside = rf"\ \text{{except where}}\ {either}" if either else ""
    return rf"{_field(goal)}:\quad {start}{place}{outside},\ {target}"


def _decimal(value: Fraction) -> str:
    with localcontext(prec=40):
        return str(Decimal(value.numerator) / value.denominator)


def _relations(relations: Iterable[Relation | AnyOf]) -> str:
    return r",\ ".join(r"\ \text{or}\ ".join(map(relation_to_latex, each.options)) for each in relations)


def _field(goal: Along | Bound) -> str:
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
        *layout(claim),
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
