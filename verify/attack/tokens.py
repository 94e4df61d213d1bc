"""Tokens written out: a mean over n tokens as a sum of n terms, so that single tokens can be solved for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.attack.points import Columns
from verify.kernel.exact import Point
from verify.kernel.term import Term, add, build, div, number, postorder, symbol
from verify.space import Space, Token

__all__ = ["Entries", "joined", "joined_point", "means_over", "split", "split_point", "spread", "written_out"]

Entries = Mapping[Term, tuple[Term, ...]]
"""A token's symbol to one fresh symbol per token."""


def written_out(space: Space) -> dict[Term, tuple[Term, ...]]:
    """Fresh symbols for every token of the space."""
    taken = {sym.payload[0] for sym in space.scalars}
    found: dict[Term, tuple[Term, ...]] = {}
    for name, domain in space.domains.items():
        if not isinstance(domain, Token):
            continue
        for sym in domain.scalars(space.names[name]):
            fresh = []
            for at in range(domain.n):
                text = f"{sym.payload[0]}_{at}"
                while text in taken:
                    text += "_"
                taken.add(text)
                fresh.append(symbol(text, sym.payload[1]))
            found[sym] = tuple(fresh)
    return found


def means_over(value: Term, entries: Entries) -> bool:
    """Does a mean in `value` run over one of the tokens?"""
    return any(node.kind == "mean" and node.args[1] in entries for node in postorder(value))


def spread(value: Term, entries: Entries) -> Term:
    """Every mean over the tokens as a sum over their entries."""
    done: dict[Term, Term] = {}
    for node in postorder(value):
        args = [done[arg] for arg in node.args]
        if node.kind == "mean" and all(token in entries for token in node.args[1:]):
            n = len(entries[node.args[1]])
            rows = ({token: entries[token][at] for token in node.args[1:]} for at in range(n))
            done[node] = div(add(*(args[0].subs(row) for row in rows)), number(n))
        else:
            done[node] = build(node.kind, args) if args else node
    return done[value]


def split(columns: Columns, entries: Entries) -> Columns | None:
    """Columns with the entries' own columns beside the tokens'; None for another number of tokens."""
    found = dict(columns)
    for sym, fresh in entries.items():
        column = columns[sym]
        if column.ndim != 2 or column.shape[1] != len(fresh):
            return None
        found |= {each: column[:, at] for at, each in enumerate(fresh)}
    return found


def joined(columns: Columns, entries: Entries) -> Columns:
    """The inverse of `split`."""
    import numpy as np

    if not entries:
        return columns
    own = {each for fresh in entries.values() for each in fresh}
    found = {sym: column for sym, column in columns.items() if sym not in own}
    for sym, fresh in entries.items():
        found[sym] = np.stack([columns[each] for each in fresh], axis=1)
    return found


def split_point(point: Point, entries: Entries) -> dict[Term, Any] | None:
    """As `split`, for an exact point."""
    found: dict[Term, Any] = dict(point)
    for sym, fresh in entries.items():
        values = point[sym]
        if not isinstance(values, tuple) or len(values) != len(fresh):
            return None
        found |= dict(zip(fresh, values, strict=True))
    return found


def joined_point(point: Point, entries: Entries) -> dict[Term, Any]:
    """As `joined`, for an exact point."""
    own = {each for fresh in entries.values() for each in fresh}
    found: dict[Term, Any] = {sym: value for sym, value in point.items() if sym not in own}
    for sym, fresh in entries.items():
        found[sym] = tuple(point[each] for each in fresh)
    return found
