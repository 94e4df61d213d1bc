"""Shorter forms of real Terms: quotients in lowest terms, in factors, and logarithms of products as sums.

What is proposed is checked by the kernel's rules `ring`, `rises` and `sign`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial, Ring
from verify.kernel.sign import Facts
from verify.kernel.term import ONE, Term, TermError, add, build, div, fold, log, mul, number, postorder, power
from verify.prove.forms import generators

__all__ = ["logs_apart", "reduced"]

MAX_SUMMANDS = 300
Steps = tuple[Step, ...]


def reduced(value: Term) -> Term:
    """The Term as a quotient of products in lowest terms where that is shorter; as it is elsewhere."""
    try:
        found = _reduced(value)
    except (NotPolynomial, TermError):
        return value
    return value if found is None or len(postorder(found)) >= len(postorder(value)) else found


def _reduced(value: Term) -> Term | None:
    ring = Ring()
    form, places = generators(ring, value)
    if not form.im.is_zero() or len(form.re) > MAX_SUMMANDS:
        return None
    if form.re.is_zero():
        return number(0)
    below = ring.one
    for poly, k in form.den.values():
        below = ring._mul(below, ring._raised(poly, k))
    if len(below) > MAX_SUMMANDS:
        return None
    common = form.re.gcd(below)
    above, under = (_factored(each / common, places) for each in (form.re, below))
    if above is None or under is None:
        return None
    return above if under is ONE else div(above, under)


def _factored(poly: Any, places: Mapping[int, Term]) -> Term | None:
    """A polynomial in generators as a product; None where no Term stands for one of them."""
    content, factors = poly.factor()
    pieces = [number(str(content))]
    for factor, k in factors:
        summands = []
        for exponents, c in factor.to_dict().items():
            used = [(at, int(e)) for at, e in enumerate(exponents) if e]
            if any(at not in places for at, _ in used):
                return None
            summands.append(mul(number(str(c)), *(power(places[at], e) for at, e in used)))
        pieces.append(power(add(*summands), int(k)))
    return mul(*pieces)


def logs_apart(relation: Relation, facts: Sequence[Relation | AnyOf]) -> tuple[Steps, Relation] | None:
    """(steps, the relation with logarithms of products as sums); None where there are none.

    Each part of a product is manifestly positive. The steps show the equalities of the logarithms, not the relation.
    """
    from verify.prove.rising import constant_steps

    known = Facts(facts)
    equal: dict[Term, Term] = {}
    steps: list[Step] = []
    for node in postorder(*relation.terms):
        if node.kind != "log" or node in equal or (parts := _parts(node.args[0], known)) is None:
            continue
        found = add(*(mul(number(k), log(part)) for part, k in parts))
        shows = Relation("eq", node, found)
        shown = constant_steps(shows, tuple(facts))
        if shown is None:
            return None
        steps += shown
        equal[node] = found
    if not equal:
        return None

    def rewritten(node: Term, args: list[Term]) -> Term:
        return equal.get(node, build(node.kind, args) if args else node)

    return tuple(steps), Relation(relation.op, *(fold(side, rewritten) for side in relation.terms))


def _parts(value: Term, known: Facts) -> list[tuple[Term, int]] | None:
    """A positive product as powers of positive parts; None where it is one part, or one that has no manifest sign."""
    found: dict[Term, int] = {}
    for part, k in _powers(value, 1):
        found[part] = found.get(part, 0) + k
    parts = [(part, k) for part, k in found.items() if k]
    if parts == [(value, 1)] or not all(known.signs(part) <= {1} for part, _ in parts):
        return None
    return parts


def _powers(value: Term, k: int) -> Iterator[tuple[Term, int]]:
    if value.kind == "mul":
        for arg in value.args:
            yield from _powers(arg, k)
    elif value.kind == "div":
        yield from _powers(value.args[0], k)
        yield from _powers(value.args[1], -k)
    elif value.kind == "pow" and value.args[1].kind == "rat" and value.args[1].payload.denominator == 1:
        yield from _powers(value.args[0], k * int(value.args[1].payload))
    elif value is not ONE:
        yield value, k
