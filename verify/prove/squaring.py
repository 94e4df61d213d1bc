"""Proposes comparisons of squares: of roots and moduli, which are no polynomials.

a >= b for a >= 0 is clear where b <= 0; where b > 0 it follows from a^2 >= b^2, since a - b = (a^2 - b^2)/(a + b) and
a + b > 0. An equality of two nonnegative quantities follows from that of their squares, since (a - b)(a + b) = 0. The
kernel checks every step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verify.kernel import ring
from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import Facts
from verify.kernel.term import ZERO, Term, TermError, add, div, mul, number, postorder, power
from verify.prove.forms import plain

__all__ = ["squared_steps"]

MAX_DEPTH = 3
MAX_NODES = 60


def squared_steps(
    relation: Relation, facts: Sequence[Relation | AnyOf], depth: int = MAX_DEPTH
) -> tuple[Step, ...] | None:
    """Steps that show an order or an equality between roots and moduli; None where none were found.

    Args:
        depth: how often squares may be compared, one within the other.
    """
    gap = relation.gap
    if depth == 0 or relation.op == "ne" or not gap.is_real or not _rooted(gap):
        return None
    try:
        for above, below in _sides(gap, relation.op == "eq"):
            steps = _compared(relation, above, below, facts, depth)
            if steps is not None:
                return steps
    except (TermError, ring.NotPolynomial):
        pass  # a square that cannot be written, or has no normal form, is no proposal
    return None


def _rooted(gap: Term) -> bool:
    nodes = list(postorder(gap))
    return len(nodes) <= MAX_NODES and any(node.kind in ("sqrt", "abs") for node in nodes)


def _sides(gap: Term, equal: bool) -> Iterator[tuple[Term, Term]]:
    """a and b with gap == a - b: the summands with a minus on one side; then roots and moduli alone."""
    summands = gap.args if gap.kind == "add" else (gap,)
    turned = [mul(number(-1), each) for each in summands]
    signs = [Facts(()).signs(each) for each in summands]
    below = [t for t, s in zip(turned, signs, strict=True) if 1 not in s]
    above = [each for each, s in zip(summands, signs, strict=True) if 1 in s]
    if above and below:
        yield add(*above), add(*below)
    unknown = [t for t, s in zip(turned, signs, strict=True) if -1 in s]
    known = [each for each, s in zip(summands, signs, strict=True) if -1 not in s]
    if known and unknown and not equal and len(unknown) != len(below):
        yield add(*known), add(*unknown)


def _compared(
    relation: Relation, above: Term, below: Term, facts: Sequence[Relation | AnyOf], depth: int
) -> tuple[Step, ...] | None:
    known = Facts(facts)
    if not known.holds(Relation("ge", above, ZERO)):
        return None
    square = add(power(above, 2), mul(number(-1), power(below, 2)))
    if relation.op == "eq":
        return _equal(relation, above, below, square, known)
    positive = Relation("gt", below, ZERO)
    inner = _shown(Relation(relation.op, plain(square), ZERO), (*facts, positive), depth)
    if inner is None:
        return None
    first = (*inner, Step("sign", {"shows": relation, "as_": div(plain(square), add(above, below))}))
    if known.holds(positive):
        return first
    second = (Step("sign", {"shows": relation, "as_": add(above, mul(number(-1), below))}),)
    split = AnyOf((positive, Relation("ge", ZERO, below)))
    return (Step("cases", {"shows": relation, "split": split, "branches": (first, second)}),)


def _equal(relation: Relation, above: Term, below: Term, square: Term, known: Facts) -> tuple[Step, ...] | None:
    """Equal squares: a - b is 0, or a + b is, and then a."""
    if not known.holds(Relation("ge", below, ZERO)):
        return None
    difference, total = add(above, mul(number(-1), below)), add(above, below)
    product = mul(difference, total)
    equal = [each for each in known.single if each.op == "eq"]
    if not ring.is_zero(square, equal):
        return None
    same, none = Relation("eq", difference, ZERO), Relation("eq", total, ZERO)
    positive, zero = Relation("gt", above, ZERO), Relation("eq", above, ZERO)
    first = (Step("ideal", {"shows": relation, "cofactors": ((number(1), same),)}),)
    both = Step("ideal", {"shows": relation, "cofactors": ((number(2), zero), (number(-1), none))})
    impossible = Step("absurd", {"shows": relation, "of": total})
    second = Step("cases", {"shows": relation, "split": AnyOf((positive, zero)), "branches": ((impossible,), (both,))})
    return (
        Step("ring", {"shows": Relation("eq", product, ZERO)}),
        Step("zeros", {"fact": Relation("eq", product, ZERO), "as_": product}),
        Step("cases", {"shows": relation, "split": AnyOf((same, none)), "branches": (first, (second,))}),
    )


def _shown(wanted: Relation, facts: Sequence[Relation | AnyOf], depth: int) -> tuple[Step, ...] | None:
    from verify.prove.argument import formed

    if Facts(facts).holds(wanted):
        return (Step("sign", {"shows": wanted}),)
    return formed(wanted, facts) or squared_steps(wanted, facts, depth - 1)
