"""Extra hypotheses that may repair a refuted claim: a small grammar over the claim's own quantities.

    a bound          q >= c, q > c, q <= c, q < c
    apart            q != c
    a strict one     a weak hypothesis made strict
    an order         p <= q, p < q, p != q
    of a matrix      symmetric, definite, invertible, commuting with another one

A quantity is a symbol, a modulus, a trace, a determinant, a discriminant, or a sub-expression of the statement. It
speaks of nothing that moves or is bound: no state, token, unknown, or variable of an integral.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from verify.claim import Claim
from verify.kernel import goal as goals_
from verify.kernel.goal import Along, Goal, own_hypotheses
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, abs2, cos, im, mul, number, postorder, re, sin
from verify.linalg import Matrix, det, dot, norm2, tr
from verify.space import Circle, Matrices, Space, Token

__all__ = [
    "Atom",
    "Extra",
    "Quantity",
    "apart",
    "bound",
    "constants",
    "matrix_kinds",
    "orders",
    "quantities",
    "simplest_between",
    "squares",
    "stated",
    "strict",
]

SIGNS = {"ge": ">=", "gt": ">", "le": "<=", "lt": "<", "ne": "!=", "eq": "=="}
SMALL = tuple(Fraction(x) for x in ("0", "1", "-1", "1/2", "-1/2", "2", "-2", "1/4", "-1/4", "3", "-3", "4", "-4"))
MOST_QUANTITIES = 60
MOST_NODES = 24
"""Sub-expressions with more nodes say nothing to a reader."""
IN_ORDERS = 12
"""Quantities that are compared with each other."""
INVARIANTS = ("norm2(", "abs2(", "tr(", "det(")
IN_SUMS = 4
LARGEST = 10_000
EXPANDED = 3
"""Matrices with more rows have no determinant here: its expansion would fill the page."""


@dataclass(frozen=True)
class Quantity:
    """A real Term with the text that a conjecture file would write for it."""

    value: Term
    text: str
    plain: bool = True

    @property
    def natural(self) -> bool:
        return self.value.kind == "sym" and bool(self.value.payload[1] == "natural")


@dataclass(frozen=True)
class Atom:
    """left op right, op one of ge, gt, le, lt, ne, eq; `text` as people and conjecture files write it."""

    left: Term
    op: str
    right: Term
    text: str

    @cached_property
    def relation(self) -> Relation:
        if self.op in ("le", "lt"):
            return Relation("ge" if self.op == "le" else "gt", self.right, self.left)
        return Relation(self.op, self.left, self.right)


@dataclass(frozen=True)
class Extra:
    """An extra hypothesis: of every clause one atom holds.

    Attributes:
        kind: bound, apart, strict, order, matrix, pair, or known: what another claim supposes.
        name: in words, where the relations are not the shortest way to say it.
        quantity: of a bound, what is bounded.
    """

    clauses: tuple[tuple[Atom, ...], ...]
    kind: str
    name: str = ""
    quantity: Quantity | None = None

    @cached_property
    def given(self) -> tuple[Relation | AnyOf, ...]:
        """As hypotheses of a claim."""
        found: list[Relation | AnyOf] = []
        for clause in self.clauses:
            options = tuple(atom.relation for atom in clause)
            found.append(options[0] if len(options) == 1 else AnyOf(options))
        return tuple(found)

    @property
    def text(self) -> str:
        """As a conjecture file writes it."""
        return " and ".join(" or ".join(atom.text for atom in clause) for clause in self.clauses)

    @property
    def sentence(self) -> str:
        return f"{self.name}: {self.text}" if self.name else self.text

    @property
    def weight(self) -> tuple[int, ...]:
        """Simpler ones first: fewer clauses; invariants of matrices; fewer nodes, strict orders, letters."""
        atoms = [atom for clause in self.clauses for atom in clause]
        places = (at for at, start in enumerate(INVARIANTS) if self.text.startswith(start))
        nodes = len(postorder(*(side for atom in atoms for side in (atom.left, atom.right))))
        sharp = sum(atom.op in ("gt", "lt", "ne") for atom in atoms)
        return len(self.clauses), next(places, len(INVARIANTS)), nodes, sharp, len(self.text)

    @property
    def negations(self) -> tuple[Relation, ...] | None:
        """What fails where it fails, if it is one clause."""
        return tuple(atom.relation.negation() for atom in self.clauses[0]) if len(self.clauses) == 1 else None

    def joined(self, other: Extra) -> Extra:
        """Both."""
        return Extra((*self.clauses, *other.clauses), "pair")


# quantities


def quantities(claim: Claim) -> list[Quantity]:
    """What may be bounded: symbols and invariants of matrices first, then sub-expressions of the statement."""
    away = _moving(claim)
    found: dict[Term, Quantity] = {}
    own = list(_of_space(claim.space, away))
    for quantity in (*own, *_sums(own), *_of_statement(claim)):
        value = quantity.value
        if value.is_real and value.symbols and not away & set(value.symbols) and -value not in found:
            found.setdefault(value, quantity)
    return list(found.values())[:MOST_QUANTITIES]


def _sums(own: Iterable[Quantity]) -> Iterator[Quantity]:
    """Sums and differences of two of the first symbols."""
    symbols = [each for each in own if each.value.kind == "sym"][:IN_SUMS]
    for p, q in itertools.combinations(symbols, 2):
        yield Quantity(p.value + q.value, f"{p.text} + {q.text}", False)
        yield Quantity(p.value - q.value, f"{p.text} - {q.text}", False)


def _moving(claim: Claim) -> set[Term]:
    """Symbols of which an extra hypothesis must not speak."""
    found = set(claim.space.tokens)
    for _, goal in claim.sequent.goals:
        found |= set(_states(goal))
        found |= {node.args[1] for node in postorder(*goal.terms) if node.kind == "integral"}
    return found


def _states(goal: Goal) -> tuple[Term, ...]:
    if isinstance(goal, Along):
        return goal.flow.states
    if isinstance(goal, goals_.Bound):
        return goal.moving
    return goal.unknowns if isinstance(goal, goals_.Exists | goals_.Equilibria) else ()


def _of_space(space: Space, away: set[Term]) -> Iterator[Quantity]:
    for name, value in space.names.items():
        if isinstance(space.domains[name], Token) or not isinstance(value, Term | Matrix):
            continue
        if isinstance(value, Matrix):
            yield from _of_matrix(name, value, space)
        elif isinstance(space.domains[name], Circle):
            yield Quantity(cos(value), f"cos({name})")
            yield Quantity(sin(value), f"sin({name})")
        elif value.is_real:
            yield Quantity(value, name)
        else:
            yield Quantity(abs2(value), f"abs2({name})")
            yield Quantity(re(value), f"re({name})")
            yield Quantity(im(value), f"im({name})")


def _of_matrix(name: str, value: Matrix, space: Space) -> Iterator[Quantity]:
    n, m = value.shape
    yield Quantity(norm2(value), f"norm2({name})")
    if n == m and n <= EXPANDED:
        yield Quantity(tr(value), f"tr({name})")
        yield Quantity(det(value), f"det({name})")
        if n == 2:
            yield Quantity(tr(value) * tr(value) - 4 * det(value), f"tr({name})**2 - 4*det({name})")
        if _free(space, name):
            yield Quantity(det(value + value.T), f"det({name} + transpose({name}))")
    for i, j in itertools.product(range(n), range(m)):
        entry, below = value.rows[i][j], value.rows[j][i] if n == m else None
        yield Quantity(entry, str(entry))
        if below is not None and i < j and _free(space, name):
            yield Quantity(entry - below, f"{entry} - {below}")
            yield Quantity(entry + below, f"{entry} + {below}")
    for other, vector in space.names.items():
        if m == 1 and other > name and isinstance(vector, Matrix) and vector.shape == value.shape:
            yield Quantity(dot(value, vector), f"dot({name}, {other})")


def _free(space: Space, name: str) -> bool:
    """Has the matrix entries of its own on both sides of the diagonal?"""
    domain = space.domains[name]
    return isinstance(domain, Matrices) and domain.kind == "general"


def _of_statement(claim: Claim) -> Iterator[Quantity]:
    """Real sub-expressions, smallest first."""
    sequent = claim.sequent
    roots = [side for fact in claim.given for side in fact.terms]
    for _, goal in sequent.goals:
        roots += [*goal.terms, *(side for fact in own_hypotheses(goal, sequent.facts) for side in fact.terms)]
    nodes = (node for node in postorder(*roots) if node.kind not in ("rat", "sym", "bound"))
    sized = ((len(postorder(node)), node) for node in nodes)
    for _, node in sorted((pair for pair in sized if pair[0] <= MOST_NODES), key=lambda pair: (pair[0], pair[1].key)):
        bare = mul(*(arg for arg in node.args if arg.symbols)) if node.kind == "mul" else node
        yield Quantity(bare, str(bare), False)


def constants(claim: Claim, small: bool = True) -> tuple[Fraction, ...]:
    """Zero and the rational constants of the hypotheses; with small ones, and those of the conclusion, beside them."""
    sequent = claim.sequent
    sides = [side for fact in sequent.facts for side in fact.terms]
    sides += [each for _, goal in sequent.goals for each in goal.terms] if small else []
    own = [node.payload for node in postorder(*sides) if node.kind == "rat"]
    short = (c for x in own for c in (x, -x) if abs(x) <= LARGEST and x.denominator <= LARGEST)
    first = SMALL if small else SMALL[:1]
    return tuple(dict.fromkeys((*first, *sorted(short, key=lambda c: (c.denominator, abs(c), c)))))


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The rational of [low, high] with the least denominator and then the least size, by continued fractions."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_between(-high, -low)
    whole = low.numerator // low.denominator
    if whole == low or whole + 1 <= high:
        return Fraction(whole if whole == low else whole + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))


# the grammar


def bound(quantity: Quantity, op: str, c: Fraction) -> Extra:
    """q op c, for an order op."""
    atom = Atom(quantity.value, op, number(c), f"{quantity.text} {SIGNS[op]} {c}")
    return Extra(((atom,),), "bound", quantity=quantity)


def apart(quantity: Quantity, c: Fraction) -> Extra:
    """q != c; of a squared norm, > 0."""
    if c == 0 and quantity.text.startswith(("norm2(", "abs2(")):
        return bound(quantity, "gt", c)
    return Extra(((Atom(quantity.value, "ne", number(c), f"{quantity.text} != {c}"),),), "apart")


def orders(listed: Iterable[Quantity]) -> Iterator[Extra]:
    """p <= q, p < q and p != q for the first plain quantities of one sort: symbols, or an invariant of two matrices."""
    plain = [each for each in listed if each.plain][:IN_ORDERS]
    for p, q in itertools.permutations(plain, 2):
        for op in ("le", "lt") if _sort(p) == _sort(q) else ():
            yield Extra(((Atom(p.value, op, q.value, f"{p.text} {SIGNS[op]} {q.text}"),),), "order")
    for p, q in itertools.combinations(plain, 2):
        if _sort(p) == _sort(q):
            yield Extra(((Atom(p.value, "ne", q.value, f"{p.text} != {q.text}"),),), "order")


def squares(listed: Iterable[Quantity]) -> Iterator[Extra]:
    """p <= q and p < q for squares and squared moduli of the first plain quantities."""
    found = []
    for each in [each for each in listed if each.plain][:IN_ORDERS]:
        if each.text.startswith("abs2("):
            found.append(each)
        elif each.value.kind == "sym" or each.text.startswith(("re(", "im(")):
            found.append(Quantity(mul(each.value, each.value), f"{each.text}**2"))
    for p, q in itertools.permutations(found, 2):
        for op in ("le", "lt"):
            yield Extra(((Atom(p.value, op, q.value, f"{p.text} {SIGNS[op]} {q.text}"),),), "order")


def _sort(quantity: Quantity) -> str:
    if quantity.value.kind == "sym":
        return ""
    return quantity.text if " " in quantity.text else quantity.text.partition("(")[0]


def strict(claim: Claim) -> Iterator[Extra]:
    """Each weak hypothesis made strict; of an alternative each option, and all."""
    away = _moving(claim)
    for fact in claim.sequent.facts:
        weak = [at for at, option in enumerate(fact.options) if option.op == "ge"]
        if not weak or away & set(fact.symbols):
            continue
        for chosen in [*([at] for at in weak), *([weak] if len(weak) > 1 else [])]:
            made = (_sharpened(option, at in chosen) for at, option in enumerate(fact.options))
            yield Extra((tuple(made),), "strict")


def stated(facts: Sequence[Relation | AnyOf], name: str) -> Extra:
    """Relations as they stand, under a name."""
    clauses = tuple(tuple(_sharpened(option, False) for option in fact.options) for fact in facts)
    return Extra(clauses, "known", name)


def _sharpened(option: Relation, now: bool) -> Atom:
    op = "gt" if now else option.op
    if op in ("ge", "gt") and option.left.kind == "rat":  # read from the other side
        back = {"ge": "le", "gt": "lt"}[op]
        return Atom(option.right, back, option.left, f"{option.right} {SIGNS[back]} {option.left}")
    return Atom(option.left, op, option.right, f"{option.left} {SIGNS[op]} {option.right}")


def matrix_kinds(claim: Claim) -> Iterator[Extra]:
    """Symmetric, definite, and commuting matrices."""
    space, away = claim.space, _moving(claim)
    square = {
        name: value
        for name, value in space.names.items()
        if isinstance(value, Matrix) and value.shape[0] == value.shape[1] and 1 < value.shape[0] <= EXPANDED
        if not away & {sym for entry in value.entries() for sym in entry.symbols}
    }
    for name, value in square.items():
        same = tuple(_equalities(value, value.T, name, f"transpose({name})"))
        if _free(space, name):
            yield Extra(same, "matrix", f"{name} is symmetric")
        domain = space.domains[name]
        if isinstance(domain, Matrices) and domain.kind == "definite":
            continue
        for sign, word in ((1, "positive"), (-1, "negative")):
            part = value + value.T if _free(space, name) else value
            text = f"{name} + transpose({name})" if _free(space, name) else name
            minors = tuple(_minors(sign * part, f"{'-' if sign < 0 else ''}({text})"))
            yield Extra(minors, "matrix", f"the symmetric part of {name} is {word} definite")
            if _free(space, name):
                own = tuple(_minors(sign * value, f"{'-' if sign < 0 else ''}({name})"))
                yield Extra((*same, *own), "matrix", f"{name} is symmetric and {word} definite")
    for (name, value), (other, second) in itertools.combinations(square.items(), 2):
        if value.shape == second.shape:
            pairs = tuple(_equalities(value * second, second * value, f"({name}*{other})", f"({other}*{name})"))
            yield Extra(pairs, "matrix", f"{name} and {other} commute")


def _equalities(left: Matrix, right: Matrix, said: str, other: str) -> Iterator[tuple[Atom, ...]]:
    for i, j in itertools.product(range(left.shape[0]), range(left.shape[1])):
        a, b = left.rows[i][j], right.rows[i][j]
        if a is not b and not (i > j and said.isidentifier()):
            yield (Atom(a, "eq", b, f"{a} == {b}"),)


def _minors(value: Matrix, said: str) -> Iterator[tuple[Atom, ...]]:
    """The leading principal minors are positive."""
    for size in range(1, value.shape[0] + 1):
        minor = det(Matrix(tuple(row[:size] for row in value.rows[:size])))
        yield (Atom(minor, "gt", number(0), f"{minor} > 0"),)
