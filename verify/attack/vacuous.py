"""Contradictory hypotheses: which multiples of them add up to an absurdity. The kernel decides what is proposed here.

Gaps are read as linear forms in their distinct monomials; a linear programme (Farkas) proposes multipliers, which are
then solved for exactly on its support.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from verify.kernel import ring
from verify.kernel.goal import Sequent
from verify.kernel.proof import Refused, Vacuity, contradict
from verify.kernel.relation import Relation
from verify.kernel.whole import tight

__all__ = ["find_contradiction"]

Multipliers = list[tuple[int, Fraction]]
MAX_PAIRED = 60
ONE = Fraction(1)
Form = tuple[dict[tuple[int, ...], Fraction], Fraction]
"""Coefficients of the nonconstant monomials, and the constant."""


def find_contradiction(sequent: Sequent) -> Vacuity | None:
    """A proof that the facts contradict each other, or None where none was found."""
    facts = [(at, fact) for at, fact in enumerate(sequent.facts) if isinstance(fact, Relation)]
    rounded = [(at, tight(fact) if fact.op in ("ge", "gt") else fact) for at, fact in facts]
    proposed = itertools.chain(_singles(facts), _pairs(facts), _combinations(facts))
    for multipliers in itertools.chain(proposed, _combinations(rounded) if rounded != facts else ()):
        try:
            return contradict(sequent, multipliers)
        except Refused:
            continue
    return None


def _singles(facts: Sequence[tuple[int, Relation]]) -> Iterator[Multipliers]:
    for at, fact in facts:
        yield [(at, ONE)]
        if fact.op == "eq":
            yield [(at, -ONE)]
            yield [(at, ONE), (at, -ONE)]


def _pairs(facts: Sequence[tuple[int, Relation]]) -> Iterator[Multipliers]:
    for (i, first), (j, second) in itertools.combinations(facts[:MAX_PAIRED], 2):
        if set(first.symbols) != set(second.symbols):
            continue
        yield [(i, ONE), (j, ONE)]
        try:
            factor = ring.ratio(first.gap, second.gap)
        except ring.NotPolynomial:
            continue
        if factor:
            yield [(i, ONE), (j, -factor)]
            yield [(i, 1 / factor), (j, -ONE)]
            if "ne" in (first.op, second.op):
                yield [(i, 1 / factor), (j, ONE)]
                yield [(i, ONE), (j, factor)]


def _forms(facts: Sequence[tuple[int, Relation]]) -> list[tuple[int, Relation, Form]]:
    """Facts with polynomial real gaps, over one set of generators."""
    usable = []
    for at, fact in facts:
        try:
            ring.Ring().normal(fact.gap)
        except ring.NotPolynomial:
            continue
        usable.append((at, fact))
    try:
        normal = ring.Ring().normal(*(fact.gap for _, fact in usable))
    except ring.NotPolynomial:
        return []
    found = []
    for (at, fact), value in zip(usable, normal, strict=True):
        if value.den or not value.im.is_zero():
            continue
        coefficients = {tuple(int(e) for e in exponents): _fraction(c) for exponents, c in value.re.to_dict().items()}
        constant = Fraction(0)
        for exponents in list(coefficients):
            if not any(exponents):
                constant = coefficients.pop(exponents)
        found.append((at, fact, (coefficients, constant)))
    return found


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _combinations(facts: Sequence[tuple[int, Relation]]) -> Iterator[Multipliers]:
    forms = _forms(facts)
    orders = [each for each in forms if each[1].op != "ne"]
    if orders:
        yield from _farkas(orders)
    equalities = [each for each in forms if each[1].op == "eq"]
    for at, fact, form in forms:
        if fact.op == "ne" and equalities:
            solution = _solve([each[2] for each in equalities], form)
            if solution is not None:
                chosen = [(each[0], c) for each, c in zip(equalities, solution, strict=True) if c]
                yield [(at, ONE), *chosen]


def _farkas(forms: Sequence[tuple[int, Relation, Form]]) -> Iterator[Multipliers]:
    """Nonnegative multiples of orders, any of equalities, whose sum is -1; or 0 with a strict one among them."""
    import numpy as np
    from scipy.optimize import linprog

    monomials = list(dict.fromkeys(m for _, _, (coefficients, _) in forms for m in coefficients))
    strict = [1.0 if fact.op == "gt" else 0.0 for _, fact, _ in forms]
    matrix = np.zeros((len(monomials) + 1, len(forms)))
    for column, (_, _, (coefficients, constant)) in enumerate(forms):
        for row, monomial in enumerate(monomials):
            matrix[row, column] = float(coefficients.get(monomial, 0))
        matrix[-1, column] = float(constant)
    zeros = [0.0] * len(monomials)
    bounds = [(None, None) if fact.op == "eq" else (0, None) for _, fact, _ in forms]
    absurd = [(matrix, [*zeros, -1.0], Fraction(-1))]
    if any(strict):
        absurd.append((np.vstack([matrix, strict]), [*zeros, 0.0, 1.0], Fraction(0)))
    for rows, right, constant in absurd:
        result = linprog(np.ones(len(forms)), A_eq=rows, b_eq=right, bounds=bounds, method="highs-ds")
        if result.status != 0:
            continue
        support = [k for k, x in enumerate(result.x) if abs(x) > 1e-9]
        for limit in (1, 12, 1000, 1_000_000):
            rounded = [(forms[k][0], Fraction(float(result.x[k])).limit_denominator(limit)) for k in support]
            yield [(at, factor) for at, factor in rounded if factor]
        unit = None if constant else _first_strict(forms, support)
        exact = _solve([forms[k][2] for k in support], ({}, constant), unit)
        if exact is not None:
            yield [(forms[k][0], factor) for k, factor in zip(support, exact, strict=True) if factor]


def _first_strict(forms: Sequence[tuple[int, Relation, Form]], support: Sequence[int]) -> int | None:
    return next((place for place, k in enumerate(support) if forms[k][1].op == "gt"), None)


def _solve(columns: Sequence[Form], wanted: Form, unit: int | None = None) -> list[Fraction] | None:
    """Rational multipliers with sum(multiplier * form) == wanted, one of them 1 if `unit` says which; or None."""
    from flint import fmpq, fmpq_mat

    monomials = list(dict.fromkeys(m for coefficients, _ in (*columns, wanted) for m in coefficients))
    rows = [[form[0].get(m, Fraction(0)) for form in (*columns, wanted)] for m in monomials]
    rows.append([form[1] for form in (*columns, wanted)])
    if unit is not None:
        rows.append([Fraction(int(k == unit)) for k in range(len(columns))] + [Fraction(1)])
    n = len(columns)
    flat = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    reduced, rank = fmpq_mat(len(rows), n + 1, flat).rref()
    solution = [Fraction(0)] * n
    for row in range(rank):
        pivot = next(k for k in range(n + 1) if reduced[row, k] != 0)
        if pivot == n:
            return None
        solution[pivot] = _fraction(reduced[row, n])
    return solution
