"""Ways to edit a certificate: a table of named edits, each a function of the JSON object and a source of chance.

An edit changes the object in place and says in a few words what it did, or answers None where it has nothing to change.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

__all__ = ["EDITS", "Edit"]

Data = dict[str, Any]
Path = tuple[Any, ...]
Edit = Callable[[Data, random.Random], "str | None"]

EDITS: dict[str, Edit] = {}

OPS = ("eq", "ne", "ge", "gt")
RULES = (
    *("ring", "ideal", "sign", "nonzero", "zeros", "roots", "cover", "average", "cases", "absurd", "stays", "inside"),
    *("swap", "cites", "limit", "words", "use", "point", "equilibrium", "sink", "conserved", "dimension", "magic", ""),
    *("integral", "value", "rises", "between", "angle", "witness", "isolate", "compare", "solution", "regime", "never"),
    *("whole", "induction"),
)
ALIKE = (
    (
        "sin",
        "cos",
        "sinh",
        "cosh",
        "tanh",
        "atan",
        "exp",
        "tan",
        "log",
        "sqrt",
        "asin",
        "abs",
        "abs2",
        "re",
        "im",
        "conj",
    ),
    ("add", "mul", "min", "max", "div", "pow"),
    ("i", "pi"),
)
"""Kinds of nodes that take the same number of arguments."""


def _edit(function: Edit) -> Edit:
    EDITS[function.__name__.strip("_").replace("_", " ")] = function
    return function


# places


def walk(inner: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value of the object with its path, the object itself first."""
    yield path, inner
    if isinstance(inner, dict):
        for key, each in inner.items():
            yield from walk(each, (*path, key))
    elif isinstance(inner, list):
        for at, each in enumerate(inner):
            yield from walk(each, (*path, at))


def get(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def put(data: Data, path: Path, new: Any) -> None:
    get(data, path[:-1])[path[-1]] = new


def _pick(rng: random.Random, found: Sequence[Any]) -> Any:
    return rng.choice(found) if found else None


def tagged(data: Data, tag: str) -> list[Path]:
    """Paths of what stands behind {"relation": ...}, {"step": ...} and so on in the body."""
    return [
        (*path, tag) for path, each in walk(data["body"], ("body",)) if isinstance(each, dict) and set(each) == {tag}
    ]


def _another(rng: random.Random, pool: Sequence[Any], old: Any) -> Any:
    return rng.choice([each for each in pool if each != old or type(each) is not type(old)])


def rationals(data: Data) -> list[Path]:
    found = [("terms", at, 1) for at, node in enumerate(data["terms"]) if node[0] == "rat"]
    found += tagged(data, "rational")
    found += [("body", "multipliers", at, 1) for at, _ in enumerate(data["body"].get("multipliers", ()))]
    return found


# what the numbers, operators and Terms are


@_edit
def _rational(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, rationals(data))
    if path is None:
        return None
    old = Fraction(get(data, path))
    moved = [
        old + 1,
        old - 1,
        -old,
        2 * old,
        old / 3,
        old + Fraction(1, 10**40),
        Fraction(0),
        Fraction(10**30),
        1 - old,
    ]
    new = _another(rng, moved, old)
    put(data, path, str(new))
    return f"{path}: {old} -> {new}"


@_edit
def _operator(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, tagged(data, "relation"))
    if path is None:
        return None
    old = get(data, path)[0]
    new = _another(rng, OPS, old)
    get(data, path)[0] = new
    return f"{path}: {old} -> {new}"


@_edit
def _sides(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, tagged(data, "relation"))
    if path is None:
        return None
    relation = get(data, path)
    relation[1], relation[2] = relation[2], relation[1]
    return f"{path}: sides swapped"


@_edit
def _node_kind(data: Data, rng: random.Random) -> str | None:
    at = _pick(rng, [k for k, node in enumerate(data["terms"]) if any(node[0] in each for each in ALIKE)])
    if at is None:
        return None
    node = data["terms"][at]
    old = node[0]
    (group,) = [each for each in ALIKE if old in each]
    node[0] = _another(rng, group, old)
    return f"node {at}: {old} -> {node[0]}"


@_edit
def _node_arguments(data: Data, rng: random.Random) -> str | None:
    at = _pick(rng, [k for k, node in enumerate(data["terms"]) if len(node) > 1 and node[0] not in ("rat", "sym")])
    if at is None:
        return None
    node = data["terms"][at]
    before = list(node)
    how = rng.choice(["reverse", "replace", "drop", "double", "forward"])
    if how == "reverse":
        node[1:] = node[:0:-1]
    elif how == "replace":
        node[rng.randrange(1, len(node))] = rng.randrange(max(at, 1))
    elif how == "drop":
        del node[rng.randrange(1, len(node))]
    elif how == "double":
        node.append(node[rng.randrange(1, len(node))])
    else:
        node[rng.randrange(1, len(node))] = at + rng.randrange(3)
    return f"node {at}: {before} -> {node}"


@_edit
def _symbol(data: Data, rng: random.Random) -> str | None:
    found = [k for k, node in enumerate(data["terms"]) if node[0] == "sym"]
    at = _pick(rng, found)
    if at is None:
        return None
    node = data["terms"][at]
    before = list(node)
    if rng.random() < 0.5:
        node[1] = _another(rng, [data["terms"][k][1] for k in found] + ["zz", "a__b", "", "é"], node[1])
    else:
        node[2] = _another(rng, ["real", "complex", "natural", "integer"], node[2])
    return f"node {at}: {before} -> {node}"


@_edit
def _nodes_list(data: Data, rng: random.Random) -> str | None:
    nodes = data["terms"]
    if not nodes:
        return None
    at = rng.randrange(len(nodes))
    how = rng.choice(["drop", "double", "swap", "truncate", "insert"])
    if how == "drop":
        del nodes[at]
    elif how == "double":
        nodes.insert(at, list(nodes[at]))
    elif how == "swap":
        other = rng.randrange(len(nodes))
        nodes[at], nodes[other] = nodes[other], nodes[at]
    elif how == "truncate":
        del nodes[at:]
    else:
        nodes.insert(at, ["rat", "7"])
    return f"nodes: {how} at {at}"


@_edit
def _roots_list(data: Data, rng: random.Random) -> str | None:
    roots = data["roots"]
    if not roots:
        return None
    at, other = rng.randrange(len(roots)), rng.randrange(len(roots))
    how = rng.choice(["swap", "move", "drop", "double", "truncate", "append", "reverse"])
    if how == "swap":
        roots[at], roots[other] = roots[other], roots[at]
    elif how == "move":
        roots[at] = rng.randrange(len(data["terms"]))
    elif how == "drop":
        del roots[at]
    elif how == "double":
        roots.insert(at, roots[at])
    elif how == "truncate":
        del roots[at:]
    elif how == "append":
        roots.append(rng.randrange(len(data["terms"])))
    else:
        roots.reverse()
    return f"roots: {how} at {at}, {other}"


@_edit
def _term_index(data: Data, rng: random.Random) -> str | None:
    found = tagged(data, "term") + [(*path, side) for path in tagged(data, "relation") for side in (1, 2)]
    path = _pick(rng, found)
    if path is None:
        return None
    old = get(data, path)
    new = _another(rng, [*range(len(data["roots"])), -1, len(data["roots"])], old)
    put(data, path, new)
    return f"{path}: term {old} -> {new}"


# steps


def _lists_of_steps(data: Data) -> list[Path]:
    """Lists that hold steps and nothing else: of parts, branches, inner arguments."""
    return [
        path
        for path, each in walk(data["body"], ("body",))
        if isinstance(each, list) and each and all(isinstance(one, dict) and set(one) == {"step"} for one in each)
    ]


@_edit
def _steps(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, _lists_of_steps(data))
    if path is None:
        return None
    steps = get(data, path)
    at = rng.randrange(len(steps))
    how = rng.choice(["drop", "double", "reverse", "truncate", "empty", "foreign"])
    if how == "drop":
        del steps[at]
    elif how == "double":
        steps.insert(at, steps[at])
    elif how == "reverse":
        steps.reverse()
    elif how == "truncate":
        del steps[at:]
    elif how == "empty":
        steps.clear()
    else:
        steps.insert(at, {"step": [rng.choice(RULES), {}]})
    return f"{path}: {how} at {at}"


@_edit
def _rule(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, [(*path, 0) for path in tagged(data, "step")])
    if path is None:
        return None
    old = get(data, path)
    put(data, path, _another(rng, RULES, old))
    return f"{path}: {old} -> {get(data, path)}"


def _step_data(data: Data) -> list[Path]:
    return [(*path, 1) for path in tagged(data, "step") if get(data, path)[1]]


@_edit
def _step_data_keys(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, _step_data(data))
    if path is None:
        return None
    entries = get(data, path)
    key = rng.choice(list(entries))
    how = rng.choice(["drop", "rename", "add", "copy"])
    if how == "drop":
        del entries[key]
    elif how == "rename":
        entries[rng.choice(["shows", "as_", "fact", "of", "why", "term", "extra"])] = entries.pop(key)
    elif how == "add":
        entries[rng.choice(["as_", "why", "precision", "extra", "shows"])] = rng.choice(
            [{"term": 0}, "because", 5, {"list": []}, {"relation": ["eq", 0, 0]}]
        )
    else:
        entries[key] = entries[rng.choice(list(entries))]
    return f"{path}: {how} {key}"


@_edit
def _inner_list(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, [path for path in tagged(data, "list") + tagged(data, "any") if get(data, path)])
    if path is None:
        return None
    listed = get(data, path)
    at = rng.randrange(len(listed))
    how = rng.choice(["drop", "double", "reverse", "truncate", "empty"])
    if how == "drop":
        del listed[at]
    elif how == "double":
        listed.insert(at, listed[at])
    elif how == "reverse":
        listed.reverse()
    elif how == "truncate":
        del listed[at:]
    else:
        listed.clear()
    return f"{path}: {how} at {at}"


@_edit
def _pairs(data: Data, rng: random.Random) -> str | None:
    """Entries of maps: witness, point, parameters of cited results."""
    path = _pick(rng, [path for path in tagged(data, "map") if get(data, path)])
    if path is None:
        return None
    pairs = get(data, path)
    at, other = rng.randrange(len(pairs)), rng.randrange(len(pairs))
    how = rng.choice(["drop", "double", "swap values", "swap keys", "turn", "empty"])
    if how == "drop":
        del pairs[at]
    elif how == "double":
        pairs.append(list(pairs[at]))
    elif how == "swap values":
        pairs[at][1], pairs[other][1] = pairs[other][1], pairs[at][1]
    elif how == "swap keys":
        pairs[at][0], pairs[other][0] = pairs[other][0], pairs[at][0]
    elif how == "turn":
        pairs[at].reverse()
    else:
        pairs.clear()
    return f"{path}: {how} at {at}, {other}"


@_edit
def _coordinate(data: Data, rng: random.Random) -> str | None:
    """A coordinate of the witness or of a counterexample becomes another constant."""
    body = data["body"]
    maps = [("body", "witness", "map")] if "witness" in body else []
    maps += [("body", "inhabited", part, "map") for part in body.get("inhabited", ())]
    maps += [("body", "counterexamples", k, "point", "map") for k, _ in enumerate(body.get("counterexamples", ()))]
    path = _pick(rng, [(*path, k, 1) for path in maps for k, _ in enumerate(get(data, path))])
    if path is None:
        return None
    nodes, roots = data["terms"], data["roots"]
    new = rng.choice(
        [
            [["rat", str(Fraction(rng.randint(-20, 20), rng.randint(1, 9)))]],
            [["rat", "2"], ["sqrt", 0]],
            [["pi"]],
            [["i"]],
            [["rat", "1/2"], ["exp", 0]],
            [["rat", "0"], ["div", 0, 0]],
            [["rat", "-1"], ["log", 0]],
            [["rat", "3"], ["i"], ["add", 0, 1]],
        ]
    )
    base = len(nodes)
    nodes.extend([[kind, *(at + base if type(at) is int else at for at in rest)] for kind, *rest in new])
    roots.append(len(nodes) - 1)
    put(data, path, {"term": len(roots) - 1})
    return f"{path}: {new}"


@_edit
def _parts(data: Data, rng: random.Random) -> str | None:
    steps = data["body"].get("steps")
    if steps is None:
        return None
    part = rng.choice(list(steps))
    how = rng.choice(["drop", "rename", "add", "swap"])
    if how == "drop":
        del steps[part]
    elif how == "rename":
        steps[rng.choice(["main", "other", ""])] = steps.pop(part)
    elif how == "add":
        steps["other"] = list(steps[part])
    else:
        other = rng.choice(list(steps))
        steps[part], steps[other] = steps[other], steps[part]
    return f"parts: {how} {part}"


@_edit
def _inhabited(data: Data, rng: random.Random) -> str | None:
    """The points of parts with hypotheses of their own."""
    points = data["body"].get("inhabited")
    if points is None:
        if rng.random() < 0.7:
            return None
        data["body"]["inhabited"] = {"main": data["body"].get("witness", {"map": []})}
        return "a point for a part that needs none"
    part = rng.choice(list(points))
    how = rng.choice(["drop", "rename", "witness", "add", "empty"])
    if how == "drop":
        del points[part]
    elif how == "rename":
        points["other"] = points.pop(part)
    elif how == "witness":
        points[part] = data["body"]["witness"]
    elif how == "add":
        points["other"] = points[part]
    else:
        points[part] = {"map": []}
    return f"inhabited: {how} {part}"


@_edit
def _zeros(data: Data, rng: random.Random) -> str | None:
    """Boxes of zeros are moved, dropped, doubled or widened."""
    entries = [get(data, path) for path in _step_data(data)] + [
        each["data"] for each in data["body"].get("counterexamples", ())
    ]
    boxes = next((each["zeros"]["list"] for each in entries if "zeros" in each), None)
    if boxes is None:
        return None
    at = rng.randrange(len(boxes))
    how = rng.choice(["drop", "double", "move", "widen"])
    if how == "drop":
        del boxes[at]
    elif how == "double":
        boxes.append(boxes[at])
    else:
        ends = rng.choice(boxes[at]["list"])["list"]
        by = rng.choice([Fraction(1, 64), Fraction(1, 3), Fraction(2)])
        for end, sign in zip(ends, (1, 1) if how == "move" else (-1, 1), strict=True):
            end["rational"] = str(Fraction(end["rational"]) + sign * by)
    return f"zeros: {how} {at}"


# cells


def trees(data: Data) -> list[Path]:
    return [(*path, "tree", "list") for path in _step_data(data) if "tree" in get(data, path)]


@_edit
def _tree(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, trees(data))
    if path is None:
        return None
    tree = get(data, path)
    at = rng.randrange(len(tree))
    old = tree[at]
    tree[at] = _another(rng, [-1, 0, 1, 2, -2, 10**20], old)
    return f"tree entry {at}: {old} -> {tree[at]}"


@_edit
def _tree_leaves(data: Data, rng: random.Random) -> str | None:
    """Leaves are split further (which is as good), dropped, doubled, or moved behind the rest."""
    path = _pick(rng, trees(data))
    if path is None:
        return None
    tree = get(data, path)
    at = rng.choice([k for k, mark in enumerate(tree) if mark == -1])
    how = rng.choice(["split", "drop", "double", "move"])
    if how == "split":
        tree[at : at + 1] = [rng.choice([0, 1]), -1, -1]
    elif how == "drop":
        del tree[at]
    elif how == "double":
        tree.insert(at, -1)
    else:
        tree.append(tree.pop(at))
    return f"tree: {how} the leaf {at}"


@_edit
def _tree_pruned(data: Data, rng: random.Random) -> str | None:
    """An inner node becomes a leaf."""
    path = _pick(rng, trees(data))
    if path is None:
        return None
    tree = get(data, path)
    at = rng.choice([k for k, mark in enumerate(tree) if mark >= 0])
    end, due = at, 1
    while due:
        due += 1 if tree[end] >= 0 else -1
        end += 1
    tree[at:end] = [-1]
    return f"tree: {end - at} entries from {at} on become one leaf"


@_edit
def _box(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, [(*path, "box", "list") for path in _step_data(data) if "box" in get(data, path)])
    if path is None:
        return None
    axis = rng.choice(get(data, path))["list"]
    end = rng.choice([1, 2])
    old = Fraction(axis[end]["rational"])
    new = old + rng.choice([Fraction(1, 10**9), Fraction(1, 3), 2]) * rng.choice([1, -1])
    axis[end]["rational"] = str(new)
    return f"box end {end}: {old} -> {new}"


@_edit
def _precision(data: Data, rng: random.Random) -> str | None:
    path = _pick(rng, [path for path in _step_data(data) if "tree" in get(data, path)])
    if path is None:
        return None
    new = rng.choice([2, 8, 53, 64, 128, 4096, 0, 1, -64, 10**9, "64", True, None, 64.0])
    get(data, path)["precision"] = new
    return f"precision {new!r}"


# the frame


@_edit
def _header(data: Data, rng: random.Random) -> str | None:
    key = rng.choice(["claim", "sequent", "strength", "verdict"])
    old = data[key]
    pool = {
        "claim": ["test.ring", "test.point", "test.none", "", "../x"],
        "sequent": ["0" * 64, old[::-1], old[:-1], old.upper(), ""],
        "strength": ["exact", "ball", "sampled", "", "EXACT"],
        "verdict": ["proved", "refuted", "vacuous", "undecided", ""],
    }[key]
    data[key] = _another(rng, pool, old)
    return f"{key}: {old} -> {data[key]}"


@_edit
def _unread(data: Data, rng: random.Random) -> str | None:
    """What a checker does not read: the wording, the versions, further keys."""
    how = rng.choice(["statement", "versions", "extra", "body"])
    if how == "statement":
        data["statement"] = "another wording"
    elif how == "versions":
        data["versions"] = {"python-flint": "99"}
    elif how == "extra":
        data["comment"] = {"deep": [1, 2, {"three": None}]}
    else:
        data["body"]["comment"] = "nothing"
    return how


@_edit
def _keys(data: Data, rng: random.Random) -> str | None:
    key = rng.choice([key for key in data if key not in ("statement", "versions", "address")])
    if rng.random() < 0.5:
        del data[key]
        return f"{key} is left out"
    data[key + "s"] = data.pop(key)
    return f"{key} is renamed"


@_edit
def _body_keys(data: Data, rng: random.Random) -> str | None:
    body = data["body"]
    key = rng.choice(list(body))
    how = rng.choice(["drop", "rename", "witness", "counterexamples", "multipliers"])
    if how == "drop":
        del body[key]
    elif how == "rename":
        body[key + "s"] = body.pop(key)
    else:
        body[how] = rng.choice([[], {}, {"map": []}, None])
    return f"body: {how} {key}"


@_edit
def _uses(data: Data, rng: random.Random) -> str | None:
    uses = data["body"].get("uses")
    if uses is None:
        return None
    how = rng.choice(["add", "drop", "double", "null", "text"])
    if how == "add":
        uses.append("test.other")
    elif how == "drop" and uses:
        uses.pop()
    elif how == "double" and uses:
        uses.append(uses[0])
    else:
        data["body"]["uses"] = None if how == "null" else "uses"
    return f"uses: {how}"


@_edit
def _counterexamples(data: Data, rng: random.Random) -> str | None:
    found = data["body"].get("counterexamples")
    if found is None:
        return None
    how = rng.choice(["none", "one", "reverse", "part", "rule", "data", "three"])
    at = rng.randrange(len(found))
    if how == "none":
        found.clear()
    elif how == "one":
        del found[at]
    elif how == "reverse":
        found.reverse()
    elif how == "part":
        found[at]["part"] = _another(rng, ["main", "one", "two", ""], found[at]["part"])
    elif how == "rule":
        found[at]["rule"] = _another(rng, RULES, found[at]["rule"])
    elif how == "data":
        if found[at]["data"] and rng.random() < 0.7:
            del found[at]["data"][rng.choice(list(found[at]["data"]))]
        else:
            found[at]["data"]["d"] = rng.choice([1, 2, 3, 0, 7, -1, "2", None])
    else:
        found.append(dict(found[at]))
    return f"counterexamples: {how} at {at}"


@_edit
def _multipliers(data: Data, rng: random.Random) -> str | None:
    found = data["body"].get("multipliers")
    if found is None:
        return None
    at = rng.randrange(len(found))
    how = rng.choice(["sign", "index", "drop", "double", "zero", "add", "empty", "size"])
    if how == "sign":
        found[at][1] = str(-Fraction(found[at][1]))
    elif how == "index":
        found[at][0] = _another(rng, [0, 1, 2, 3, -1, 10**20], found[at][0])
    elif how == "drop":
        del found[at]
    elif how == "double":
        found.append(list(found[at]))
    elif how == "zero":
        found[at][1] = "0"
    elif how == "size":
        found[at][1] = str(2 * Fraction(found[at][1]))
    elif how == "add":
        found.append([rng.choice([0, 1, 2]), rng.choice(["1", "-1", "1/7"])])
    else:
        found.clear()
    return f"multipliers: {how} at {at}"


# JSON


WRONG: tuple[Any, ...] = (
    *("", "0", "1/0", "1e999", "1e99999999", "nan", "0x10", "1" * 5000, "x" * 5000, "\u0000", "\ud800", "a\nb"),
    *(0, -1, 1, 2**64, 10**400, True, False, None, 0.5, -0.0, float("inf"), float("nan"), 1e300),
    *(
        [],
        [[]],
        [None],
        {},
        {"term": 0},
        {"term": "0"},
        {"rational": 5},
        {"rational": None},
        {"rational": "1e99999999"},
    ),
    *({"list": None}, {"map": [[0]]}, {"map": [[[], 0]]}, {"any": []}, {"step": []}, {"step": ["ring", None]}),
    *({"relation": []}, {"relation": ["eq", 0, 0]}, {"relation": [None, 0, 0]}, {"term": 0, "list": []}, {"": 0}),
)


@_edit
def _json_type(data: Data, rng: random.Random) -> str | None:
    """Any value of the object becomes one of another type or of a strange size."""
    path = _pick(rng, [path for path, _ in walk(data) if path and path[0] not in ("statement", "versions", "address")])
    new = rng.choice(WRONG)
    put(data, path, new)
    return f"{path}: {str(new)[:40]!r}"


@_edit
def _json_leaf(data: Data, rng: random.Random) -> str | None:
    """A leaf becomes the same value in another type."""
    leaves = [(path, each) for path, each in walk(data) if path and not isinstance(each, dict | list)]
    path, old = _pick(rng, [each for each in leaves if each[0][0] not in ("statement", "versions", "address")])
    forms = [str(old), [old], {"list": [old]}, None, not old]
    if isinstance(old, int):
        forms += [float(old), old + 2**70, str(old) + " ", -old - 1]
    else:
        forms += [old + " ", old + "\n", " " + old, old.upper(), old + "_1", "+" + old]
    new = _another(rng, forms, old)
    put(data, path, new)
    return f"{path}: {old!r} -> {new!r}"


@_edit
def _nesting(data: Data, rng: random.Random) -> str | None:
    """A value is wrapped many times over."""
    path = _pick(rng, [path for path, _ in walk(data["body"], ("body",)) if len(path) > 1])
    inner = get(data, path)
    depth = rng.choice([3, 50, 150, 300, 420])
    for _ in range(depth):
        inner = {"list": [inner]}
    put(data, path, inner)
    return f"{path}: {depth} lists deep"


@_edit
def _towers(data: Data, rng: random.Random) -> str | None:
    """A Term becomes a tower of powers, roots or doublings: small to write, huge to evaluate."""
    if not data["roots"]:
        return None
    nodes = data["terms"]
    kind = rng.choice(list(_TOWERS))
    at = rng.randrange(len(data["roots"]))
    nodes += [["rat", str(rng.choice([2, 9, 64, 4096]))], ["rat", "1"], ["i"]]
    exponent = len(nodes) - 3
    top = data["roots"][at]
    if rng.random() < 0.5:  # a constant that is no literal, so that nothing is folded
        nodes.append(["add", exponent, exponent + 2])
        top = len(nodes) - 1
    height = rng.choice([2, 5, 12, 60])
    for _ in range(height):
        for node in _TOWERS[kind](top, exponent, len(nodes)):
            nodes.append(node)
        top = len(nodes) - 1
    data["roots"][at] = top
    return f"term {at}: {height} times {kind}, {nodes[exponent][1]}"


_TOWERS: dict[str, Callable[[int, int, int], list[list[Any]]]] = {
    "power": lambda top, k, new: [["pow", top, k]],
    "exp": lambda top, k, new: [["exp", top]],
    "sqrt": lambda top, k, new: [["sqrt", top]],
    "abs2": lambda top, k, new: [["abs2", top]],
    "square": lambda top, k, new: [["mul", top, top]],
    "sum of quotients": lambda top, k, new: [["div", top, top], ["add", new, new]],
    "product of quotients": lambda top, k, new: [["div", k, top], ["mul", new, new]],
    "logistic": lambda top, k, new: [["add", top, k + 1], ["mul", top, new]],
    "continued fraction": lambda top, k, new: [["div", k, top], ["add", top, new]],
    "root of a sum": lambda top, k, new: [["abs", top], ["add", top, new]],
}
