"""One place of a Term, of a relation or of a conclusion, changed in every way that makes a mutant.

A change is (what is changed, how to build the changed thing). Nothing is built until it is chosen; building raises
TermError where the result cannot stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from operator import sub
from typing import Any

from verify.claim import All, AlmostEvery, Conclusion, Conserved, Eventually, Every, Evolves, Identity, Inequality
from verify.conclusions import Bound, Equilibria, Exists, Regimes, When
from verify.kernel.goal import KINDS
from verify.kernel.lie import Flow
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, build, fold, number, postorder, term
from verify.kernel.words import Word
from verify.linalg import Matrix
from verify.words import EveryDimension

__all__ = [
    "ABSOLUTE",
    "RELATIVE",
    "Changes",
    "Place",
    "behaving",
    "dropped",
    "edited",
    "flipped",
    "in_items",
    "leaves",
    "moved",
    "negated",
    "placed",
    "places",
    "short",
    "supposing",
    "then",
    "turned",
]

RELATIVE, ABSOLUTE = Fraction(1, 10), Fraction(1, 100)
"""The steps by which a constant is moved."""

Given = tuple[Relation | AnyOf, ...]
Changes = Iterator[tuple[str, Callable[[], Any]]]
Edit = Callable[[Term], Changes]


def short(value: object, width: int = 48) -> str:
    text = str(value)
    return text if len(text) <= width else f"{text[: width - 3]}..."


# one place of a Term


def then(changes: Changes, wrap: Callable[[Any], Any], before: str = "") -> Changes:
    """The same changes inside something larger."""
    for name, make in changes:
        yield before + name, partial(_wrapped, wrap, make)


def _wrapped(wrap: Callable[[Any], Any], make: Callable[[], Any]) -> Any:
    return wrap(make())


def _with(items: Sequence[Any], at: int, new: Any) -> tuple[Any, ...]:
    return (*items[:at], new, *items[at + 1 :])


def _replaced(root: Term, old: Term, args: Sequence[Term]) -> Term:
    """The Term with one of its nodes over other arguments, wherever that node stands."""
    new = build(old.kind, args)
    return fold(root, lambda node, kids: new if node is old else build(node.kind, kids) if kids else node)


@dataclass(frozen=True)
class Place:
    """One place of a Term where a rational constant stands: an argument of a node, or the whole Term.

    Attributes:
        at: which argument; -1 for the whole.
        role: exponent, minus (the factor -1, so a subtraction), end (of an integral), or constant.
    """

    node: Term
    at: int
    role: str

    @property
    def value(self) -> Fraction:
        found: Fraction = (self.node if self.at < 0 else self.node.args[self.at]).payload
        return found

    @property
    def where(self) -> str:
        """The node in words, with the word before it; empty for the whole Term."""
        return "" if self.at < 0 else f" in {short(self.node)}"


def places(value: Term) -> Iterator[Place]:
    """Every place of a rational constant, each once: a node that stands several times is one place."""
    if value.kind == "rat":
        yield Place(value, -1, "constant")
    for node in postorder(value):
        yield from (Place(node, at, _role(node, at)) for at, arg in enumerate(node.args) if arg.kind == "rat")


def _role(node: Term, at: int) -> str:
    if node.kind == "pow" and at == 1:
        return "exponent"
    if node.kind == "mul" and node.args[at].payload == -1:
        return "minus"
    return "end" if node.kind == "integral" and at > 1 else "constant"


def placed(root: Term, chosen: Sequence[Place], new: Term) -> Term:
    """The Term with another Term at some of its places.

    Raises:
        TermError: the result cannot stand.
    """
    wanted = {(place.node, place.at) for place in chosen}
    if (root, -1) in wanted:
        return new

    def rebuilt(node: Term, kids: Sequence[Term]) -> Term:
        args = [new if (node, at) in wanted else kid for at, kid in enumerate(kids)]
        return build(node.kind, args) if args else node

    return fold(root, rebuilt)


def moved(value: Term) -> Changes:
    """One rational constant moved by a relative and an absolute step, both ways; an exponent by one."""
    for place in places(value):
        c = place.value
        for other in (c + 1, c - 1) if place.role == "exponent" else _near(c):
            yield f"{c} becomes {other}{place.where}", partial(_moved, value, place, other)


def _moved(value: Term, place: Place, other: Fraction) -> Term:
    return placed(value, [place], number(other))


def _near(c: Fraction) -> list[Fraction]:
    return list(dict.fromkeys(c + step for step in (c * RELATIVE, -c * RELATIVE, ABSOLUTE, -ABSOLUTE) if step))


def flipped(value: Term) -> Changes:
    """The sign of one summand turned, wherever a sum stands; of the whole where none does."""
    sums = [node for node in postorder(value) if node.kind == "add"]
    for node in sums:
        for at, arg in enumerate(node.args):
            args = _with(node.args, at, -arg)
            yield f"sign of {short(arg, 32)} in {short(node)}", partial(_replaced, value, node, args)
    if not sums:
        yield f"sign of {short(value)}", lambda: -value


def _in_value(value: Any, edit: Edit) -> Changes:
    """The same in one entry of a matrix."""
    if not isinstance(value, Matrix):
        yield from edit(term(value))
        return
    for at, row in enumerate(value.rows):
        for j, entry in enumerate(row):
            put = partial(_with_entry, value, at, j)
            yield from then(edit(entry), put, f"entry {at + 1}, {j + 1}: ")


def _with_entry(value: Matrix, i: int, j: int, entry: Term) -> Matrix:
    return Matrix(_with(value.rows, i, _with(value.rows[i], j, entry)))


def _in_flow(flow: Flow, edit: Edit) -> Changes:
    for at, (state, rate) in enumerate(flow.rates):
        yield from then(edit(rate), partial(_with_rate, flow, at), f"{state}': ")


def _with_rate(flow: Flow, at: int, rate: Term) -> Flow:
    return Flow(_with(flow.rates, at, (flow.rates[at][0], rate)))


def _in_relation(fact: Relation | AnyOf, edit: Edit) -> Changes:
    if isinstance(fact, AnyOf):
        yield from then(in_items(fact.options, edit), AnyOf)
        return
    yield from then(edit(fact.left), lambda side: Relation(fact.op, side, fact.right))
    yield from then(edit(fact.right), lambda side: Relation(fact.op, fact.left, side))


def in_items(items: Sequence[Relation | AnyOf], edit: Edit) -> Changes:
    """One of several relations edited."""
    for at, fact in enumerate(items):
        yield from then(_in_relation(fact, edit), partial(_with, items, at), f"{short(fact, 32)}: ")


def _in_word(word: Word, edit: Edit) -> Changes:
    if word.kind == "real" and (edit is moved or word.payload.kind == "add"):
        yield from then(edit(word.payload), lambda inner: replace(word, payload=inner))
    if word.kind == "sum" and edit is flipped:
        left, right = word.args
        yield f"sign of {short(right, 32)} in {short(word)}", partial(sub, left, right)
        yield f"sign of {short(left, 32)} in {short(word)}", partial(sub, right, left)
    for at, arg in enumerate(word.args):
        yield from then(_in_word(arg, edit), partial(_with_argument, word, at))


def _with_argument(word: Word, at: int, arg: Word) -> Word:
    return replace(word, args=_with(word.args, at, arg))


# one place of a conclusion


def leaves(shows: Conclusion, change: Callable[[Any], Changes]) -> Changes:
    """A conclusion with one leaf changed: no `All`, and no `When` but for its own hypotheses."""
    if isinstance(shows, All):
        for name, child in shows.children:
            yield from then(leaves(child, change), partial(_with_child, shows, name), f"{name}: ")
    elif isinstance(shows, When):
        yield from then(leaves(shows.shows, change), partial(When, shows.given))
        yield from change(shows)
    else:
        yield from change(shows)


def _with_child(shows: All, name: str, child: Conclusion) -> All:
    return shows.replaced(**{name: child})


def _put(shows: Any, name: str, changes: Changes, before: str = "") -> Changes:
    """A conclusion with one attribute changed."""
    yield from then(changes, lambda new: replace(shows, **{name: new}), before)


_TERMS: dict[type, tuple[str, ...]] = {
    Identity: ("right", "left"),
    Inequality: ("right", "left"),
    Evolves: ("rate", "quantity"),
    Conserved: ("quantity",),
    Eventually: ("target", "to"),
}


def edited(edit: Edit) -> Callable[[Any], Changes]:
    """One Term of a leaf edited."""

    def leaf(shows: Any) -> Changes:
        for name in _TERMS.get(type(shows), ()):
            value = getattr(shows, name)
            if value is not None and not isinstance(value, str):
                yield from _put(shows, name, _in_value(value, edit))
        if isinstance(shows, EveryDimension):
            for name in ("right", "left"):
                yield from _put(shows, name, _in_word(getattr(shows, name), edit))
        if isinstance(shows, Bound):
            yield from _put(shows, "relation", _in_relation(shows.relation, edit))
        if isinstance(shows, Exists):
            yield from _put(shows, "relations", in_items(shows.relations, edit))
        if isinstance(shows, Evolves | Conserved | Eventually | Bound | Equilibria):
            yield from _put(shows, "along", _in_flow(shows.along, edit))
        if edit is moved:
            for name in _HYPOTHESES.get(type(shows), ()):
                yield from _put(shows, name, in_items(getattr(shows, name), edit), "given ")
            if isinstance(shows, Eventually) and isinstance(shows.start, Every):
                for name in ("where", "except_"):
                    inner = _put(shows.start, name, in_items(getattr(shows.start, name), edit))
                    yield from _put(shows, "start", inner, "start ")

    return leaf


_MIRROR = {"ge": "le", "gt": "lt", "le": "ge", "lt": "gt"}
_OTHER = {"ge": "gt", "gt": "ge", "le": "lt", "lt": "le"}
_TEXT = {"eq": "==", "ne": "!=", "ge": ">=", "gt": ">", "le": "<=", "lt": "<"}


def turned(shows: Any) -> Changes:
    """The relation of a leaf mirrored, and made strict or weak; of a matrix in one entry."""
    equal = "== becomes !="
    if isinstance(shows, Identity) and isinstance(shows.left, Matrix):
        sides = zip(shows.left.entries(), shows.right.entries(), strict=True)
        for at, (left, right) in enumerate(sides):
            yield f"{equal} in entry {at + 1}", partial(Inequality, left, "!=", right)
    elif isinstance(shows, Identity):
        yield equal, partial(Inequality, shows.left, "!=", shows.right)
    elif isinstance(shows, Evolves | Conserved):
        rate = shows.rate if isinstance(shows, Evolves) else 0
        yield equal, lambda: Inequality(shows.along.derivative(shows.quantity), "!=", rate)
    elif isinstance(shows, Inequality):
        op = shows.op if shows.op in _TEXT else next(op for op, text in _TEXT.items() if text == shows.op)
        if op == "ne":
            yield "!= becomes ==", partial(Identity, shows.left, shows.right)
        else:
            for other in (_OTHER[op], _MIRROR[op]):
                yield f"{_TEXT[op]} becomes {_TEXT[other]}", partial(replace, shows, op=other)
    elif isinstance(shows, Bound):
        yield from _put(shows, "relation", _other_relations(shows.relation))
    elif isinstance(shows, Exists):
        for at, fact in enumerate(shows.relations):
            if isinstance(fact, Relation):
                others = then(_other_relations(fact), partial(_with, shows.relations, at), f"{short(fact, 32)}: ")
                yield from _put(shows, "relations", others)


def _other_relations(here: Relation) -> Changes:
    """A relation mirrored, and made strict or weak."""
    pairs = {"eq": ["ne"], "ne": ["eq"]}.get(here.op) or [_OTHER[here.op], _MIRROR[here.op]]
    for op in pairs:
        sides = (here.right, here.left) if op in ("le", "lt") else (here.left, here.right)
        name = f"{_TEXT[here.op]} becomes {_TEXT[op]}"
        yield name, partial(Relation, {"le": "ge", "lt": "gt"}.get(op, op), *sides)


_HYPOTHESES: dict[type, tuple[str, ...]] = {When: ("given",), Bound: ("start", "during")}


def supposing(change: Callable[[Given], Changes]) -> Callable[[Any], Changes]:
    """The hypotheses of a part, of a bound, or on the starts, changed."""

    def leaf(shows: Any) -> Changes:
        for name in _HYPOTHESES.get(type(shows), ()):
            yield from _put(shows, name, change(getattr(shows, name)))
        if isinstance(shows, Eventually) and isinstance(shows.start, Every):
            yield from _put(shows, "start", _put(shows.start, "where", change(shows.start.where)))

    return leaf


def dropped(facts: Given) -> Changes:
    for at, fact in enumerate(facts):
        yield f"without {short(fact)}", partial(tuple, [*facts[:at], *facts[at + 1 :]])


def negated(facts: Given) -> Changes:
    for at, fact in enumerate(facts):
        no = [option.negation() for option in fact.options]
        yield f"not {short(fact)}", partial(tuple, [*facts[:at], *no, *facts[at + 1 :]])


def behaving(shows: Any) -> Changes:
    """From more starts, to another target, with other equilibria, or with a regime less."""
    if isinstance(shows, Eventually):
        start = shows.start
        if isinstance(start, Every):
            for at, fact in enumerate(start.except_):
                rest = (*start.except_[:at], *start.except_[at + 1 :])
                yield f"also where {short(fact)}", partial(replace, shows, start=replace(start, except_=rest))
        elif isinstance(start, AlmostEvery):
            yield "every start", partial(replace, shows, start=Every())
        else:
            yield "almost every start", partial(replace, shows, start=AlmostEvery())
        if shows.target == "periodic":
            yield "the orbit clusters", partial(replace, shows, target="cluster")
        else:
            yield "the orbit is periodic", partial(replace, shows, target="periodic", to=None)
    elif isinstance(shows, Equilibria):
        yield "one equilibrium more", partial(replace, shows, are=(*shows.are, "any"))
        for kind in dict.fromkeys(shows.are):
            others = list(shows.are)
            others.remove(kind)
            yield f"without a {kind}", partial(replace, shows, are=tuple(others))
            for other in KINDS[1:] if kind != "any" else ():
                if other != kind:
                    yield f"a {other} for a {kind}", partial(replace, shows, are=(*others, other))
    elif isinstance(shows, Regimes):
        for left in shows.claims:
            rest_of = [each for each in shows.claims if each is not left]
            yield f"without the regime {left.id}", partial(Regimes, rest_of)
