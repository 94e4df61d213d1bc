"""The graph of needs: in which order claims are judged, and how claims hang together, drawn."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from verify.catalogue import Catalogue, Entry

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["FORMATS", "draw", "graph_of", "order", "rests_on", "with_uses"]


def graph_of(catalogue: Catalogue, ids: Iterable[str] | None = None) -> nx.DiGraph[str]:
    """Edges from a claim to what it needs; `how` is "uses" (its argument) or "rests on" (its definition).

    Args:
        ids: only these claims and whatever they need, directly or not; all by default.
    """
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(catalogue.entries)
    for entry in catalogue.entries.values():
        graph.add_edges_from(
            (entry.id, need, {"how": "uses" if need in entry.uses else "rests on"}) for need in entry.needs
        )
    if ids is None:
        return graph
    wanted = set(ids)
    reached = wanted.union(*(nx.descendants(graph, claim) for claim in wanted))
    return nx.DiGraph(graph.subgraph([claim for claim in graph if claim in reached]))


def order(catalogue: Catalogue, ids: Iterable[str]) -> list[str]:
    """Claims after what their arguments use; among those that are free, by id."""
    import networkx as nx

    wanted = set(ids)
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(wanted)
    graph.add_edges_from((used, claim) for claim in wanted for used in catalogue.entries[claim].uses if used in wanted)
    return list(nx.lexicographical_topological_sort(graph))


def with_uses(catalogue: Catalogue, ids: Iterable[str]) -> list[str]:
    """Claims and all that their arguments use, directly or not."""
    return _reached(catalogue, ids, lambda entry: entry.uses)


def rests_on(catalogue: Catalogue, claim: str) -> list[str]:
    """What a claim's definition, and the claims it uses, rest on: definitions, not arguments."""
    used = with_uses(catalogue, [claim])
    direct = [need for each in used for need in catalogue.entries[each].rests_on]
    return [each for each in _reached(catalogue, direct, lambda entry: entry.needs) if each not in used]


def _reached(catalogue: Catalogue, ids: Iterable[str], next_of: Any) -> list[str]:
    found: dict[str, None] = {}
    waiting = list(ids)
    while waiting:
        claim = waiting.pop(0)
        if claim not in found:
            found[claim] = None
            waiting.extend(next_of(catalogue.entries[claim]))
    return list(found)


def _mermaid(graph: nx.DiGraph[str], entries: dict[str, Entry]) -> str:
    at = {claim: f"n{number}" for number, claim in enumerate(graph)}
    lines = ["graph TD"]
    for claim, name in at.items():
        lines.append(f'    {name}["{claim}"]:::{entries[claim].kind}')
    for claim, need, how in graph.edges(data="how"):
        lines.append(f"    {at[claim]} {'-->' if how == 'uses' else '-.->'} {at[need]}")
    styles = {"theorem": "#d5f5d5", "lie": "#f9d6d5", "conjecture": "#fff3c4", "cited": "#e0e0e0"}
    lines.extend(f"    classDef {kind} fill:{colour},stroke:#555,color:#111" for kind, colour in styles.items())
    return "\n".join(lines)


def _dot(graph: nx.DiGraph[str], entries: dict[str, Entry]) -> str:
    shapes = {"theorem": "box", "lie": "octagon", "conjecture": "ellipse", "cited": "note"}
    lines = ["digraph claims {", "    rankdir=LR;"]
    lines.extend(f'    "{claim}" [shape={shapes[entries[claim].kind]}];' for claim in graph)
    for claim, need, how in graph.edges(data="how"):
        lines.append(f'    "{claim}" -> "{need}"{"" if how == "uses" else " [style=dashed]"};')
    return "\n".join((*lines, "}"))


def _json(graph: nx.DiGraph[str], entries: dict[str, Entry]) -> str:
    claims = [{"id": claim, "kind": entries[claim].kind, "title": entries[claim].title} for claim in graph]
    needs = [{"claim": claim, "needs": need, "how": how} for claim, need, how in graph.edges(data="how")]
    return json.dumps({"schema": 1, "claims": claims, "needs": needs}, indent=2)


FORMATS = {"mermaid": _mermaid, "dot": _dot, "json": _json}


def draw(catalogue: Catalogue, form: str = "mermaid") -> str:
    """The graph of all claims as text, without the bank; solid edges are used by an argument, dashed ones rested on."""
    drawn = graph_of(catalogue)
    drawn.remove_nodes_from([claim for claim, entry in catalogue.entries.items() if entry.kind == "bank"])
    return FORMATS[form](drawn, catalogue.entries)
