"""Rule `sign`: a sign that is manifest, from sums of products of squares, moduli, exponentials and facts.

The possible signs of a real Term are a subset of {-1, 0, 1}, found bottom-up; wherever a node is a rational multiple
of a fact's gap (decided by `ring`), the fact's sign is used. Nothing is searched and nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from verify.kernel import ring
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, conj, postorder

__all__ = ["Facts", "Signs"]

MAX_PRODUCTS = 100_000  # of one comparison of a node with a fact; there are many
Signs = frozenset[int]
ANY: Signs = frozenset((-1, 0, 1))
POSITIVE: Signs = frozenset((1,))
NONNEGATIVE: Signs = frozenset((0, 1))
NONZERO: Signs = frozenset((-1, 1))
OF_OP: dict[str, Signs] = {"eq": frozenset((0,)), "ne": NONZERO, "ge": NONNEGATIVE, "gt": POSITIVE}


class Facts:
    """Relations that hold, and what is manifest from them.

    Args:
        single: tokens of which they say something for one row alone; a mean over those has any sign.
    """

    def __init__(self, relations: Iterable[Relation | AnyOf], single: frozenset[Term] = frozenset()) -> None:
        self.single_rows = single
        self.relations = tuple(relations)
        self.single = tuple(each for each in self.relations if isinstance(each, Relation))
        self._signs: dict[Term, Signs] = {}
        self._nonzero: dict[Term, bool] = {}

    def holds(self, wanted: Relation | AnyOf) -> bool:
        """Is the relation manifest? (False means: not shown.)"""
        if any(known == wanted for known in self.relations):
            return True
        if isinstance(wanted, AnyOf):
            return any(self.holds(option) for option in wanted.options)
        gap = wanted.gap
        if wanted.op == "eq":
            return _ring_zero(gap) or any(known.op == "eq" and _alike(known.gap, gap) for known in self.single)
        if wanted.op == "ne" and not gap.is_real:
            return self.nonzero(gap)
        return self.signs(gap) <= OF_OP[wanted.op]

    def nonzero(self, value: Term) -> bool:
        """Is a real or complex Term manifestly never zero?"""
        if value.is_real:
            return 0 not in self.signs(value)
        if value not in self._nonzero:
            self._nonzero[value] = self._complex_nonzero(value)
        return self._nonzero[value]

    def _complex_nonzero(self, value: Term) -> bool:
        kind, args = value.kind, value.args
        if kind in ("i", "exp"):
            return True
        if kind in ("conj", "pow", "div") and self.nonzero(args[0]):
            return True
        if kind == "mul" and all(self.nonzero(arg) for arg in args):
            return True
        return any(known.op in ("ne", "gt") and _same(known.gap, value) for known in self.single)

    def signs(self, value: Term) -> Signs:
        """The signs that a real Term can have, wherever it is defined."""
        for node in postorder(value):
            if node.is_real and node not in self._signs:
                self._signs[node] = self._shape(node) & self._known(node)
        return self._signs[value]

    def _known(self, node: Term) -> Signs:
        found = ANY
        if node.kind in ("rat", "pi"):
            return found
        for fact in self.single:
            shared = set(fact.gap.symbols) & set(node.symbols) or fact.gap.symbols == node.symbols == ()
            if not fact.gap.is_real or not shared:
                continue
            factor = _ratio(node, fact.gap)
            if factor:
                turned = OF_OP[fact.op] if factor > 0 else frozenset(-s for s in OF_OP[fact.op])
                found &= turned
        return found

    def _shape(self, node: Term) -> Signs:
        kind, args = node.kind, node.args
        if kind == "rat":
            return frozenset(((node.payload > 0) - (node.payload < 0),))
        if kind in ("pi", "exp", "cosh"):
            return POSITIVE
        if kind == "sym":
            return NONNEGATIVE if node.payload[1] == "natural" else ANY
        if kind in ("abs2", "abs"):
            return POSITIVE if self.nonzero(args[0]) else NONNEGATIVE
        if kind == "sqrt":
            return POSITIVE if self._signs[args[0]] <= POSITIVE else NONNEGATIVE
        if kind in ("sinh", "tanh", "atan", "asin"):
            return self._signs[args[0]]
        if kind == "mean":
            body = self._signs[args[0]]
            mixed = {-1, 1} <= body or self.single_rows & set(args[1:])
            return ANY if mixed else body  # values of both signs may average to anything
        if kind == "add":
            found = _sum([self._signs[arg] for arg in args])
            return found if found != ANY else self._sum_with_facts(list(args))
        if kind == "mul":
            if any(not arg.is_real for arg in args):
                return ANY
            return _product([self._signs[arg] for arg in args])
        if kind == "div" and all(arg.is_real for arg in args):
            return _product([self._signs[args[0]], self._signs[args[1]] - {0}])
        if kind == "pow" and args[0].is_real:
            return self._power(self._signs[args[0]], args[1])
        if kind in ("min", "max"):
            return _extreme([self._signs[arg] for arg in args], kind)
        return ANY

    def _sum_with_facts(self, rest: list[Term]) -> Signs:
        """A sum in which the summands of facts stand side by side: each such group has its fact's sign.

        What says more comes first; failing that, what has more summands.
        """
        groups = [fact for fact in self.single if fact.gap.kind == "add" and fact.gap.is_real]
        found = self._grouped(rest, sorted(groups, key=lambda fact: len(OF_OP[fact.op])))
        return found if found != ANY else self._grouped(rest, sorted(groups, key=lambda fact: -len(fact.gap.args)))

    def _grouped(self, rest: list[Term], groups: Iterable[Relation]) -> Signs:
        signs: list[Signs] = []
        for fact in groups:
            left = list(rest)  # a summand that is not defined everywhere may stand there twice
            for arg in fact.gap.args:
                if arg not in left:
                    break
                left.remove(arg)
            else:
                signs.append(OF_OP[fact.op])
                rest = left
        return _sum([*signs, *(self._signs[arg] for arg in rest)])

    def _power(self, base: Signs, exponent: Term) -> Signs:
        if exponent.kind == "rat" and exponent.payload.denominator == 1:
            k = int(exponent.payload)
            if k < 0:
                base = base - {0}
            if k % 2 == 0:
                return POSITIVE if 0 not in base or k == 0 else NONNEGATIVE
            return base
        if base <= POSITIVE:
            return POSITIVE
        return NONNEGATIVE if base <= NONNEGATIVE else ANY


def _sum(signs: Sequence[Signs]) -> Signs:
    for side in (1, -1):
        if all(-side not in each for each in signs):
            strict = any(0 not in each for each in signs)
            return frozenset((side,)) if strict else frozenset((0, side))
    return ANY


def _product(signs: Sequence[Signs]) -> Signs:
    found: Signs = POSITIVE
    for each in signs:
        found = frozenset(a * b for a in found for b in each)
    return found


def _extreme(signs: Sequence[Signs], kind: str) -> Signs:
    found = signs[0]
    for each in signs[1:]:
        found = frozenset((max if kind == "max" else min)(a, b) for a in found for b in each)
    return found


@lru_cache(maxsize=1 << 14)
def _ratio(left: Term, right: Term) -> int:
    """The sign of the rational c with left == c * right, or 0. It depends on the two alone, so it is remembered."""
    if left is right:
        return 1
    try:
        factor = ring.ratio(left, right, most=MAX_PRODUCTS)
    except ring.NotPolynomial:
        return 0
    return 0 if factor is None else (factor > 0) - (factor < 0)


def _same(left: Term, right: Term) -> bool:
    return _ratio(left, right) != 0


def _alike(left: Term, right: Term) -> bool:
    """Does one vanish where the other does, being a rational multiple of it or of its conjugate?"""
    return _same(left, right) or (not (left.is_real or right.is_real) and _same(conj(left), right))


def _ring_zero(value: Term) -> bool:
    try:
        return ring.is_zero(value)
    except ring.NotPolynomial:
        return False
