"""Proposes steps for orders between means: of Cauchy and Schwarz, and of Jensen.

Mean(w f^2) Mean(w g^2) - Mean(w f g)^2 is the mean of w (g A - f C)^2 over A, where A = Mean(w f^2) is positive and
C = Mean(w f g). For a convex F, F(x) - F(m) - F'(m) (x - m) is >= 0 for all x and m; its mean is that of F less F(m)
where m is the mean of x. The kernel checks every step.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

from verify.kernel import ring
from verify.kernel.lie import Flow
from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial
from verify.kernel.sign import Facts
from verify.kernel.term import ONE, ZERO, Term, TermError, add, div, mean, mul, number, postorder, power, symbol

__all__ = ["averaged_steps"]

MAX_MEANS = 6
Known = tuple[Relation | AnyOf, ...]
Steps = tuple[Step, ...]


def averaged_steps(relation: Relation, facts: Sequence[Relation | AnyOf]) -> Steps | None:
    """Steps that show an order between means; None where none were found."""
    means = [node for node in postorder(relation.gap) if node.kind == "mean" and node.is_real]
    tokens = {node.args[1:] for node in means}
    if relation.op != "ge" or not relation.gap.is_real or len(tokens) != 1 or len(means) > MAX_MEANS:
        return None
    if any(node.kind == "mean" for each in means for node in postorder(each.args[0])):
        return None
    (token,) = tokens
    try:
        found = _schwarz(relation, means, tuple(facts))
        return _jensen(relation, means, token, tuple(facts)) if found is None else found
    except (TermError, NotPolynomial):
        return None  # what cannot be written, or has no normal form, is no proposal


# Cauchy and Schwarz


def _schwarz(relation: Relation, means: Sequence[Term], facts: Known) -> Steps | None:
    for first, second in itertools.permutations(means, 2):
        for both in means:
            product = add(mul(first, second), mul(number(-1), power(both, 2)))
            factor = ring.ratio(relation.gap, product)
            if factor is None or factor <= 0:
                continue
            for w, f, g in _factors(first, second, both, facts):
                return _by_square(relation, factor, (first, second, both), (w, f, g), facts)
    return None


def _factors(first: Term, second: Term, both: Term, facts: Known) -> Iterator[tuple[Term, Term, Term]]:
    """w >= 0, f and g with the bodies w f^2, w g^2 and w f g."""
    one, two, mixed = (each.args[0] for each in (first, second, both))
    known = Facts(facts)
    candidates = [(ONE, root, div(mixed, root)) for root in _roots(one)]
    candidates += [(ONE, root, other) for root in _roots(one) for other in _roots(two)]
    candidates.append((one, ONE, div(mixed, one)))
    candidates += [(one, ONE, ratio) for ratio in _ratios(mixed, one)]
    for w, f, g in candidates:
        if any(not known.holds(each) for each in _needs(f, g)) or not known.holds(Relation("ge", w, ZERO)):
            continue
        pairs = ((mul(w, power(f, 2)), one), (mul(w, power(g, 2)), two), (mul(w, f, g), mixed))
        if all(ring.equal(left, right) for left, right in pairs):
            yield w, f, g


def _needs(*terms: Term) -> Iterator[Relation]:
    from verify.kernel.defined import obligations

    for each in obligations(terms):
        if isinstance(each, Relation):
            yield each


def _roots(value: Term) -> Iterator[Term]:
    """Square roots of a power with an even exponent."""
    if value.kind == "pow" and value.args[1].kind == "rat" and value.args[1].payload % 2 == 0:
        yield power(value.args[0], value.args[1].payload / 2)


def _ratios(above: Term, below: Term) -> Iterator[Term]:
    """The quotient of two products of powers, where it is one again."""
    found: dict[Term, Fraction] = {}
    for value, side in ((above, 1), (below, -1)):
        for factor in value.args if value.kind == "mul" else (value,):
            base, k = factor, Fraction(1)
            if factor.kind == "pow" and factor.args[1].kind == "rat":
                base, k = factor.args[0], factor.args[1].payload
            found[base] = found.get(base, Fraction(0)) + side * k
    if all(k.denominator == 1 and k >= 0 for k in found.values()):
        yield mul(ONE, *(power(base, int(k)) for base, k in found.items() if k))


def _by_square(
    relation: Relation, factor: Fraction, means: tuple[Term, Term, Term], parts: tuple[Term, Term, Term], facts: Known
) -> Steps:
    (a, b, c), (w, f, g) = means, parts
    token, minus = a.args[1:], number(-1)
    square = mean(mul(w, power(add(mul(g, a), mul(minus, f, c)), 2)), *token)
    positive = (Step("sign", {"shows": relation, "as_": mul(number(factor), div(square, a))}),)
    if Facts(facts).holds(Relation("gt", a, ZERO)):
        return positive
    zero, none = Relation("eq", a, ZERO), Relation("eq", c, ZERO)
    # where a = 0, c is 0 as well: 0 <= Mean(w (g - s f)^2) = b - 2 s c for every s, for (b + 1)/(2 c) among them
    s = div(add(b, ONE), mul(number(2), c))
    all_s = mean(mul(w, power(add(g, mul(minus, s, f)), 2)), *token)
    below = Relation("eq", all_s, minus)
    impossible = (Step("ring", {"shows": below}), Step("absurd", {"shows": relation, "of": add(all_s, ONE)}))
    plain = (Step("sign", {"shows": relation, "as_": ZERO}),)
    split = AnyOf((none, Relation("ne", c, ZERO)))
    vanishing = (Step("cases", {"shows": relation, "split": split, "branches": (plain, impossible)}),)
    cases = {"shows": relation, "split": AnyOf((Relation("gt", a, ZERO), zero)), "branches": (positive, vanishing)}
    return (Step("cases", cases),)


# Jensen


def _jensen(relation: Relation, means: Sequence[Term], token: tuple[Term, ...], facts: Known) -> Steps | None:
    if len(token) != 1 or token[0].payload[1] != "real":
        return None
    (x,) = token
    middle = mean(x, x)
    c = _new(relation, facts)
    body = _body(relation.gap, [each for each in means if each is not middle])
    if body is None:
        return None
    slope = Flow(((x, ONE),)).derivative(body)
    tangent = add(body.subs(x, c), mul(slope.subs(x, c), add(x, mul(number(-1), c))))
    above = Relation("ge", add(body, mul(number(-1), tangent)), ZERO)
    steps, known = _about(x, c, middle, facts)
    if not all(Facts((*facts, *known)).holds(each) for each in _needs(*above.terms)):
        return None  # the tangent has no value at an end
    shown = _pointwise(above, x, (*facts, *known))
    form = mean(above.gap, x)
    if shown is None or not ring.equal(relation.gap, form, [Relation("eq", add(c, mul(number(-1), middle)), ZERO)]):
        return None
    return (*steps, *shown, Step("sign", {"shows": relation, "as_": form}))


def _new(relation: Relation, facts: Known) -> Term:
    """A symbol that stands nowhere yet."""
    taken = {node.payload[0] for node in postorder(*relation.terms) if node.kind == "sym"}
    taken |= {sym.payload[0] for fact in facts for sym in fact.symbols}
    return symbol(next(name for k in itertools.count() if (name := f"m{k}") not in taken))


def _body(gap: Term, means: Sequence[Term]) -> Term | None:
    """The sum of what is averaged, with its coefficients, where the means stand in the gap as summands."""
    pieces = []
    for part in gap.args if gap.kind == "add" else (gap,):
        factors = part.args if part.kind == "mul" else (part,)
        own = [each for each in factors if each in means]
        rest = mul(ONE, *(each for each in factors if each not in means))
        if any(node.kind == "mean" for node in postorder(rest)) and own:
            return None
        if len(own) == 1:
            pieces.append(mul(rest, own[0].args[0]))
        elif own or any(node in means for node in postorder(part)):
            return None
    return add(*pieces) if pieces else None


def _about(x: Term, c: Term, middle: Term, facts: Known) -> tuple[Steps, Known]:
    """(steps that give the mean a name and show what is known of it, what that is)."""
    quantity = add(c, mul(number(-1), middle))
    ends = {"low": add(middle, number(-1)), "high": add(middle, ONE)}
    steps = [Step("between", {"symbol": c, "quantity": quantity, **ends})]
    known: list[Relation] = []
    for fact in facts:
        affine = isinstance(fact, Relation) and fact.op in ("ge", "gt") and ring.affine(fact.gap, x)
        if isinstance(fact, Relation) and affine and x in fact.symbols:
            there = fact.subs({x: c})
            steps.append(Step("sign", {"shows": there, "as_": mean(fact.gap, x)}))
            known.append(there)
    return tuple(steps), tuple(known)


def _pointwise(above: Relation, x: Term, known: Known) -> Steps | None:
    from verify.prove.argument import formed
    from verify.prove.rising import rising_steps

    found = formed(above, known)
    return rising_steps(above, known, (x,)) if found is None else found
