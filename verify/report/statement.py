"""A statement laid out for reading: an equation a line, and long expressions that come back named once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from verify.claim import All, Claim, Conclusion, Conserved, Eventually, Evolves, Identity, Inequality
from verify.conclusions import Bound, ClosedOrbit, Equilibria, Exists, When
from verify.kernel.lie import Flow
from verify.kernel.relation import OPS, AnyOf, Relation
from verify.kernel.term import Term, binds, parts, postorder, to_text

__all__ = ["layout"]

LONG = 30
"""An expression of so many characters that comes back is named."""

TOKENS = "tokens"
_TURNED = {">=": "<=", ">": "<"}


def layout(claim: Claim) -> list[tuple[str, str]]:
    """What the claim shows, as names and texts; lines of a text begin at its line breaks.

    The texts are for reading: `where` has the expressions that were named, and `tokens` what means and distances run
    over, if that is always the same and long.
    """
    shows = claim.shows
    children = shows.children if isinstance(shows, All) else (("", shows),)
    roots = [each for _, part in children for each in _terms(part)]
    reader = _Reader([*claim.given, *roots], {str(sym) for sym in claim.space.scalars})
    fields = [("hypotheses", "\n".join(map(reader.relation, claim.given)) or "none beside the domains")]
    for name, part in children:
        (first, text), *rest = _fields(part, reader)
        fields += [(first, f"({name}) {text}" if name else text), *rest]
    return [*fields, *reader.fields()]


def _terms(shows: Conclusion) -> Iterator[Term | Relation | AnyOf]:
    """What of a conclusion is written through the reader."""
    if isinstance(shows, When):
        yield from shows.given
        yield from _terms(shows.shows)
    elif isinstance(shows, Identity | Inequality):
        yield from (each for each in (shows.left, shows.right) if isinstance(each, Term))
    elif isinstance(shows, Exists):
        yield from shows.relations
    elif isinstance(shows, Bound):
        yield from (shows.relation, *shows.start, *shows.during)
        yield from (each for pair in shows.supposing for each in pair)
    elif isinstance(shows, Evolves | Conserved):
        yield from (each for each in (shows.quantity, getattr(shows, "rate", None)) if isinstance(each, Term))
    if isinstance(shows, Bound | Evolves | Conserved | ClosedOrbit | Equilibria | Eventually):
        yield from Flow.of(shows.along).terms


def _fields(shows: Conclusion, reader: _Reader) -> Iterator[tuple[str, str]]:
    text, relation, listed = reader.text, reader.relation, reader.listed
    if isinstance(shows, When):
        (first, inner), *rest = _fields(shows.shows, reader)
        yield first, f"if {', '.join(map(relation, shows.given))}: {inner}"
        yield from rest
        return
    if isinstance(shows, Identity):
        yield "statement", f"{text(shows.left)} == {text(shows.right)}"
    elif isinstance(shows, Inequality):
        yield "statement", reader.compared(shows.left, shows.op, shows.right)
    elif isinstance(shows, Exists):
        yield "statement", f"{shows.opening()} {', '.join(map(relation, shows.relations))}"
    elif isinstance(shows, Evolves):
        yield "statement", f"d/dt ({text(shows.quantity)}) == {text(shows.rate)}"
    elif isinstance(shows, Conserved):
        yield "statement", f"{text(shows.quantity)} is conserved"
    elif isinstance(shows, Bound):
        yield "statement", relation(shows.relation)
    elif isinstance(shows, Eventually | ClosedOrbit | Equilibria):
        yield "statement", str(shows).rpartition(f" {_joint(shows)} {shows.along}")[0] or str(shows)
    else:
        yield "statement", str(shows)
    if isinstance(shows, Bound | Evolves | Conserved | Eventually | ClosedOrbit | Equilibria):
        yield "along", "\n".join(f"{state}' = {text(rate)}" for state, rate in Flow.of(shows.along).rates)
    if isinstance(shows, Bound):
        yield "inputs", f"{', '.join(map(str, shows.inputs))}: changing in any way" if shows.inputs else ""
        start = listed(shows.start) if shows.singular is None else " -> ".join(map(str, shows.singular))
        yield "from", start or "every start"
        yield "while", listed(shows.during)
        yield "supposing", "\n".join(f"{relation(fact)} while {relation(held)}" for held, fact in shows.supposing)


def _joint(shows: Conclusion) -> str:
    return "along" if isinstance(shows, Eventually) else "of"


class _Reader:
    """Writes Terms with short names for what is long and comes back.

    Args:
        given: everything that will be written, to see what comes back.
        taken: the names of the space.
    """

    def __init__(self, given: Iterable[Term | Relation | AnyOf], taken: set[str]) -> None:
        roots = [each for item in given for each in ((item,) if isinstance(item, Term) else item.terms)]
        order = postorder(*roots)
        ways = Counter(arg for node in order for arg in set(node.args)) + Counter(roots)
        runs = {own for node in order if (own := _tokens(node))}
        self._run = runs.pop() if len(runs) == 1 and TOKENS not in taken else ()
        if len(self._run) < 4:
            self._run = ()
        self._given: dict[Term, str] = {}
        self._where: list[str] = []
        stem = next((each for each in "wskcqhm" if not any(_numbered(name, each) for name in taken)), None)
        for node in order:
            if node.kind in ("mean", "wasserstein"):
                self._given[node] = self._average(node)
            if stem and ways[node] > 1 and node.args and not _negative(node):
                short = self.text(node)
                if len(short) >= LONG:
                    self._given[node] = f"{stem}{len(self._where) + 1}"
                    self._where.append(f"{self._given[node]} = {short}")

    def text(self, value: Any) -> str:
        """A Term as text, in which names stand; numbers and noncommutative words as they are."""
        return to_text(value, self._given) if isinstance(value, Term) else str(value)

    def _average(self, node: Term) -> str:
        own, args = binds(node), [self.text(arg) for arg in parts(node)]
        over = TOKENS if self._run == own else ", ".join(map(str, own))
        if node.kind == "mean":
            return f"Mean({args[0]}, {over})"
        order, count = (int(arg.payload) for arg in node.args[:2])
        left, right = (", ".join(args[2 + at : 2 + at + count]) for at in (0, count))
        return f"W_{order}(({left}), ({right}); {over})"

    def relation(self, each: Relation | AnyOf) -> str:
        """A relation, its options joined by "or"."""
        return " or ".join(self.compared(one.left, OPS[one.op], one.right) for one in each.options)

    def compared(self, left: Any, op: str, right: Any) -> str:
        """left op right, or the other way round where the left side is long and the right one is not."""
        first, second = self.text(left), self.text(right)
        if op in _TURNED and len(first) > max(LONG, len(second)):
            first, op, second = second, _TURNED[op], first
        return f"{first} {op} {second}"

    def listed(self, relations: Iterable[Relation | AnyOf]) -> str:
        """Relations, one in a line."""
        return "\n".join(map(self.relation, relations))

    def fields(self) -> list[tuple[str, str]]:
        """What the names stand for."""
        run = f"one joint law of {', '.join(map(str, self._run))}" if self._run else ""
        return [("where", "\n".join(self._where)), (TOKENS, run)]


def _tokens(node: Term) -> tuple[Term, ...]:
    return binds(node) if node.kind in ("mean", "wasserstein") else ()


def _negative(node: Term) -> bool:
    return any(arg.kind == "rat" and arg.payload < 0 for arg in node.args if node.kind == "mul")


def _numbered(name: str, stem: str) -> bool:
    return name == stem or (name.startswith(stem) and name[1:].isdigit())
