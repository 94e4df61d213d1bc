"""Proposes steps for statements about natural numbers: rounded hypotheses, whole multiples of pi, values one by one,
remainders, induction. The kernel's rules `whole` and `induction` check what is proposed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import factorial, prod

from verify.kernel import point as at_point
from verify.kernel import ring
from verify.kernel.context import fails_on_line
from verify.kernel.exact import Undefined
from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial
from verify.kernel.sign import Facts
from verify.kernel.term import ONE, PI, ZERO, Term, TermError, add, cos, div, mul, number, postorder, power, sin
from verify.kernel.whole import is_whole, tight
from verify.prove.forms import plain

__all__ = ["whole_steps"]

MODULI = ((2, 2), (3, 3), (2, 4), (5, 5), (7, 7), (2, 8), (3, 9))
"""(prime p, power of p): the remainders that are tried."""
MAX_VALUES = 32
MAX_PLACES = 512
MAX_PEELED = 4
MAX_ANGLES = 6
Known = tuple[Relation | AnyOf, ...]
Steps = tuple[Step, ...]


def whole_steps(relation: Relation, facts: Sequence[Relation | AnyOf]) -> Steps | None:
    """Steps that show a relation because some of its symbols are natural numbers; None where none were found."""
    naturals = [sym for sym in relation.symbols if sym.payload[1] == "natural"]
    if not naturals or (not relation.gap.is_real and relation.op != "eq"):
        return None
    if naturals == list(relation.symbols) and len(naturals) == 1 and relation.op != "eq" and _is_plain(relation):
        if not fails_on_line(relation, Facts(facts)):
            return (Step("roots", {"shows": relation}),)
        if all(len(fact.symbols) == 1 for fact in facts if naturals[0] in fact.symbols):
            return None  # it is false
    try:
        before, known = _prelude(relation, naturals, tuple(facts))
        turned = any(step.rule == "whole" and "shows" in step.data for step in before)
        found = _finished(relation, known, turned or _is_plain(relation))
        if found is None and relation.op == "ne":
            found = _never_divides(relation)
        for sym in naturals:
            found = _by_induction(relation, tuple(facts), sym) if found is None else found
        for sym in naturals:
            found = _by_values(relation, known, sym) if found is None else found
        found = _by_difference(relation, known, naturals) if found is None else found
    except (TermError, NotPolynomial):
        return None  # what cannot be written, or has no normal form, is no proposal
    return None if found is None else (*before, *found)


def _prelude(relation: Relation, naturals: Sequence[Term], facts: Known) -> tuple[Steps, Known]:
    """(steps, what is known after them): rounded hypotheses, squares of naturals, cosines at multiples of pi."""
    steps: list[Step] = []
    known = list(facts)
    for fact in facts:
        if isinstance(fact, Relation) and fact.op in ("ge", "gt") and (rounded := tight(fact)) is not fact:
            steps.append(Step("whole", {"fact": fact}))
            known.append(rounded)
    for sym in naturals:
        square = Relation("ge", power(sym, 2), sym)
        steps.append(Step("roots", {"shows": square}))
        known.append(square)
    for shows in _turns(relation):
        steps.append(Step("whole", {"shows": shows}))
        known.append(shows)
    return tuple(steps), tuple(known)


def _turns(relation: Relation) -> Iterator[Relation]:
    """Cosines and sines of whole multiples of pi that are, or make up, angles of the relation."""
    found: dict[Relation, None] = {}
    for node in postorder(*relation.terms):
        if node.kind == "pow" and node.args[0] is number(-1) and is_whole(node.args[1]):
            found[Relation("eq", power(node, 2), ONE)] = None
        if node.kind not in ("sin", "cos", "tan") or len(found) > 4 * MAX_ANGLES:
            continue
        angle = plain(node.args[0])
        whole = plain(div(angle, PI))
        if is_whole(whole):
            found |= dict.fromkeys(_values_at(mul(PI, whole), whole))
        for part in angle.args if angle.kind == "add" else (angle,):
            factors = [each for each in (part.args if part.kind == "mul" else (part,)) if each.kind != "rat"]
            if PI in factors:
                factors.remove(PI)
                rest = mul(ONE, *factors)
                if is_whole(rest) and rest.symbols:
                    found |= dict.fromkeys(_values_at(mul(PI, rest), rest))
    yield from found


def _values_at(angle: Term, whole: Term) -> Iterator[Relation]:
    yield Relation("eq", sin(angle), ZERO)
    if is_whole(mul(number(Fraction(1, 2)), whole)):
        yield Relation("eq", cos(angle), ONE)
        return
    if whole.kind == "sym":
        sign = power(number(-1), whole)
        yield Relation("eq", cos(angle), sign)
        yield Relation("eq", power(sign, 2), ONE)
    else:
        yield Relation("eq", power(cos(angle), 2), ONE)


def _is_plain(relation: Relation) -> bool:
    """Is it a relation between polynomials, but for powers with other exponents?"""
    kinds = ("rat", "sym", "add", "mul", "div")
    return all(
        node.kind in kinds or (node.kind == "pow" and node.args[1].kind == "rat") for node in postorder(*relation.terms)
    )


def _finished(relation: Relation, known: Known, forms: bool = True) -> Steps | None:
    """Steps of the plain kind, with what is known.

    Args:
        forms: manifest forms are sought as well.
    """
    from verify.prove.argument import formed

    if not relation.symbols:
        return _decided(relation)
    facts = Facts(known)
    if relation.op == "eq":
        if ring.is_zero(relation.gap, [each for each in facts.single if each.op == "eq"]):
            return (Step("ring", {"shows": relation}),)
        if relation.gap.is_real and facts.signs(relation.gap) <= {0}:
            return (Step("cases", {"shows": relation, "split": AnyOf((relation,)), "branches": ((),)}),)
        return None
    if facts.holds(relation):
        return (Step("sign", {"shows": relation}),)
    if len(relation.symbols) == 1 and not fails_on_line(relation, facts):
        return (Step("roots", {"shows": relation}),)
    return formed(relation, known) if forms else None


def _decided(relation: Relation) -> Steps | None:
    try:
        decision = at_point.decide(relation, {})
    except Undefined:
        return None
    return (Step("value", {"shows": relation}),) if decision is not None and decision[0] else None


# remainders


def _never_divides(relation: Relation) -> Steps | None:
    """Steps that show gap != 0, as the gap leaves a remainder.

    For M a power of the prime p, the binomial of g - 1 over M - 1 is a multiple of p where M does not divide g (Lucas),
    and 1 or -1 where g is 0.
    """
    gap = relation.gap
    if not is_whole(gap):
        return None
    for prime, modulus in MODULI:
        factors = [add(gap, number(-j)) for j in range(1, modulus)]
        scale = number(Fraction(1, prime * factorial(modulus - 1)))
        whole = mul(scale, *factors)
        if is_whole(whole):
            return _remainder(
                relation, whole, mul(scale, _divided(gap, modulus)), Fraction((-1) ** (modulus - 1), prime)
            )
    return None


def _remainder(relation: Relation, whole: Term, cofactor: Term, at_zero: Fraction) -> Steps:
    """The whole quantity, at_zero + cofactor * gap, would be `at_zero`, which is not whole, where the gap is 0."""
    zero, value = Relation("eq", relation.gap, ZERO), Relation("eq", whole, number(at_zero))
    shifted, rest = (whole, at_zero) if at_zero > 0 else (add(whole, ONE), at_zero + 1)
    inside = (
        Step("ideal", {"shows": value, "cofactors": ((cofactor, zero),)}),
        *_split(
            relation, shifted, _absurd(relation, shifted, -rest), _absurd(relation, add(shifted, number(-1)), 1 - rest)
        ),
    )
    return (Step("cases", {"shows": relation, "split": AnyOf((zero, relation)), "branches": (inside, ())}),)


def _split(relation: Relation, of: Term, below: Steps, above: Steps) -> Steps:
    """The relation, where a whole quantity is <= 0 and where it is >= 1."""
    split = AnyOf((Relation("ge", ZERO, of), Relation("ge", of, ONE)))
    return Step("whole", {"of": of}), Step("cases", {"shows": relation, "split": split, "branches": (below, above)})


def _absurd(relation: Relation, of: Term, rest: Fraction | int) -> Steps:
    """The relation, as what is known of `of` and of `of` + rest does not go together; the first stays a summand."""
    return (Step("absurd", {"shows": relation, "of": add(mul(number(3), of), number(3 * rest))}),)


def _divided(gap: Term, modulus: int) -> Term:
    """(the product of gap - j for j = 1, ..., modulus - 1, less its value where the gap is 0) over the gap."""
    coefficients = [1]
    for j in range(1, modulus):
        coefficients = [a - j * b for a, b in zip([0, *coefficients], [*coefficients, 0], strict=True)]
    return add(*(mul(number(c), power(gap, k - 1)) for k, c in enumerate(coefficients) if k))


# values


def _by_values(relation: Relation, known: Known, sym: Term) -> Steps | None:
    """The values of a symbol one by one: all of them where it is bounded, else the first few and what lies beyond.

    What lies beyond is sought first: it is cheap, and without it the values are of no use.
    """
    low, high = _range(sym, known)
    if high is not None:
        if not 0 <= high - low <= MAX_VALUES or _places(relation, known) > MAX_PLACES:
            return None
        last, beyond = high, _absurd(relation, add(number(high + 1), mul(number(-1), sym)), -1)
    else:
        found = _beyond(relation, known, sym, low)
        if found is None:
            return None
        last, beyond = found
    values = []
    for at in range(low, last + 1):
        here = _at_value(relation, known, sym, at)
        if here is None:
            return None
        values.append(here)
    for at, here in reversed([*enumerate(values, start=low)]):
        same = Relation("eq", sym, number(at))
        first = (Step("cases", {"shows": relation, "split": AnyOf((same,)), "branches": (here,)}),)
        beyond = _split(relation, add(sym, number(-at)), first, beyond)
    return beyond


def _beyond(relation: Relation, known: Known, sym: Term, low: int) -> tuple[int, Steps] | None:
    """(the value beyond which the relation is shown, these steps), not far from the least value."""
    for at in range(low, low + MAX_PEELED + 1):
        known = (*known, Relation("ge", add(sym, number(-at)), ONE), Relation("ge", sym, number(at + 1)))
        steps = _finished(relation, known, _is_plain(relation))
        if steps is not None:
            return at, steps
    return None


def _places(relation: Relation, known: Known) -> int:
    """How many values the bounded natural symbols of a relation have together."""
    ends = [_range(sym, known) for sym in relation.symbols if sym.payload[1] == "natural"]
    return prod(max(1, high - low + 1) for low, high in ends if high is not None)


def _range(sym: Term, known: Known) -> tuple[int, int | None]:
    """Whole bounds of a symbol, by what is known of it alone."""
    low, high = 0, None
    for fact in known:
        if not isinstance(fact, Relation) or fact.op not in ("ge", "gt") or fact.symbols != (sym,):
            continue
        for side in (1, -1):
            rest = add(fact.gap, mul(number(-side), sym))
            if rest.kind == "rat":
                bound = -rest.payload if side > 0 else rest.payload
                if side > 0:
                    low = max(low, -int(-bound // 1))
                else:
                    high = int(bound // 1) if high is None else min(high, int(bound // 1))
    return low, high


def _at_value(relation: Relation, known: Known, sym: Term, at: int) -> Steps | None:
    """Steps that show the relation where the symbol is known to be a literal."""
    from verify.prove.argument import sought

    there = relation.subs({sym: number(at)})
    rest = tuple(fact for fact in known if sym not in fact.symbols)
    steps: Steps | None = () if Facts(rest).holds(there) else _finished(there, rest)
    if steps is None and there.symbols:
        steps = sought(there, rest)
    return None if steps is None else (*steps, Step("whole", {"shows": relation, "at": {sym: number(at)}}))


def _by_difference(relation: Relation, known: Known, naturals: Sequence[Term]) -> Steps | None:
    """On both sides of an equality of two natural symbols, which are at least 1 apart where they differ."""
    for first, second in itertools.combinations(naturals, 2):
        apart = add(first, mul(number(-1), second))
        turned = mul(number(-1), apart)
        below, above = Relation("ge", turned, ZERO), Relation("ge", apart, ONE)
        strictly = Relation("ge", turned, ONE)
        found = [_compared(relation, (side, *_orders(known, naturals))) for side in (below, above)]
        if found[0] is None and Facts(known).holds(Relation("ne", apart, ZERO)):
            further = _compared(relation, (strictly, *_orders(known, naturals)))
            if further is not None:
                equal = (Step("absurd", {"shows": relation, "of": apart}),)
                found[0] = _split(relation, turned, equal, further)
        if found[0] is not None and found[1] is not None:
            return _split(relation, apart, found[0], found[1])
    return None


def _compared(relation: Relation, known: Known) -> Steps | None:
    """Steps of the plain kind, or by squares of roots and moduli."""
    from verify.prove.squaring import squared_steps

    found = squared_steps(relation, known)
    return _finished(relation, known) if found is None else found


def _orders(known: Known, naturals: Sequence[Term]) -> Known:
    """What is known, without what is known of one natural symbol alone."""
    return tuple(each for each in known if not (len(each.symbols) == 1 and each.symbols[0] in naturals))


# induction


def _by_induction(relation: Relation, known: Known, sym: Term) -> Steps | None:
    """From each value to the next one, for what is said of powers; a strict order of whole quantities is rounded."""
    if not any(node.kind == "pow" and sym in node.args[1].symbols for node in postorder(*relation.terms)):
        return None
    low, high = _range(sym, known)
    rounded = tight(relation) if relation.op == "gt" else relation
    start = _at_value(rounded, known, sym, low) if high is None else None
    if start is None:
        return None
    beyond, before = Relation("ge", sym, number(low + 1)), rounded.subs({sym: add(sym, number(-1))})
    steps = _next(rounded, (before, beyond, *known), before)
    if steps is None:
        return None
    data = {"shows": rounded, "symbol": sym, "low": low, "starts": start, "steps": steps}
    found: Steps = (Step("induction", data),)
    if rounded is not relation:
        slack = add(relation.gap, mul(number(-1), rounded.gap))
        found = (*found, Step("sign", {"shows": relation, "as_": _sum(rounded.gap, slack)}))
    return found


def _next(relation: Relation, known: Known, before: Relation) -> Steps | None:
    """The relation from the one before, times the base of a power."""
    bases = dict.fromkeys(node.args[0] for node in postorder(*relation.terms) if node.kind == "pow")
    for base in bases if relation.op in ("ge", "gt") else ():
        if not base.is_real or not Facts(known).holds(Relation("ge", base, ZERO)):
            continue
        rest = plain(add(relation.gap, mul(number(-1), base, before.gap)))
        left = Relation("ge", rest, ZERO)
        steps = () if Facts(known).holds(left) else _finished(left, known)
        if steps is not None:
            return (*steps, Step("sign", {"shows": relation, "as_": _sum(mul(base, before.gap), rest)}))
    return _finished(relation, known)


def _sum(first: Term, second: Term) -> Term:
    """The sum of two Terms, of which each stays a summand."""
    return mul(number(Fraction(1, 3)), add(mul(number(3), first), mul(number(3), second)))
