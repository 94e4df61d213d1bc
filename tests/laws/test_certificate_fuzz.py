"""Certificates are edited in every way that a table knows, the address is computed anew, and the checker is asked.

What it refuses, it refuses in one line, in bounded time, and with no other exception. What it accepts is still a proof
of the same claim in the eyes of `tests/laws/oracle.py`, which shares no arithmetic with the kernel.
"""

from __future__ import annotations

import copy
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.laws.corpus import Entry, corpus
from tests.laws.edits import EDITS, get, put, trees
from tests.laws.oracle import Doubt
from tests.laws.watch import Hangs, bounded
from verify import certificate
from verify.certificate import CertificateError
from verify.check import Mismatch, Report, _Checker, replay
from verify.kernel.proof import prove
from verify.prove.argument import steps_of

NAMES = [
    *("ring", "ring-roots", "ring-powers", "sphere", "ideal", "sign", "squares", "sign-facts", "zeros", "nonzero"),
    *("roots", "roots-options", "cover", "cover-disk", "average", "means", "cases", "whole", "turns", "induction"),
    *("use", "parts", "words", "growing", "proper", "integral", "exists", "when", "bound", "isolate", "count", "never"),
    *("flow", "path", "point", "point-algebraic", "point-ball", "point-tokens", "equilibrium", "equilibrium-excepting"),
    *("sink", "sink-line", "conserved", "dimension"),
    *("vacuity", "vacuity-equal", "vacuity-constants", "vacuity-whole"),
]
every_entry = pytest.mark.parametrize("name", NAMES)

TURNS = 3  # of each kind of edit on each certificate
MOST_SECONDS = 10.0  # of processor time for one certificate
HANGS = 30.0


# the checker, with the claims of the corpus as its catalogue


class Court:
    """`theoremcheck check` on one file, as far as the catalogue: that holds the claims of the corpus."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        claims = {entry.claim.id: entry.claim for entry in corpus().values()}
        for entry in corpus().values():
            claims |= entry.others
        self.catalogue = SimpleNamespace(entries=claims, claim=claims.__getitem__)
        for other in claims.values():  # what a proof uses has a certificate of its own
            if other.kind != "cited" and other.id not in {entry.claim.id for entry in corpus().values()}:
                point = next(iter(other.space.special(10)))
                certificate.write(
                    folder, certificate.to_json(other.id, "", prove(other.sequent, steps_of(other), point))
                )

    def check(self, data: Any, address: bool = True) -> list[Any]:
        """The replayed verdicts.

        Raises:
            Mismatch, CertificateError: the certificate is refused.
        """
        if address:
            data["address"] = certificate.address_of(data)
        path = self.folder / "edited.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        checker = object.__new__(_Checker)
        checker.directory, checker.catalogue = self.folder, self.catalogue  # type: ignore[assignment]
        checker.proved, checker.report = {}, Report()
        checker.check(path)
        read = certificate.read(path)
        return replay(read, self.catalogue.claim(read["claim"]).sequent, checker.offer_of)


@pytest.fixture(scope="module")
def court(tmp_path_factory: pytest.TempPathFactory) -> Court:
    return Court(tmp_path_factory.mktemp("certificates"))


# one edit


@dataclass
class Outcomes:
    """What became of the edits.

    Attributes:
        accepted: (certificate, edit, why that is harmless).
        failures: what must not happen.
    """

    edits: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    accepted: list[tuple[str, str, str]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")


def judge(court: Court, entry: Entry, edited: Any, what: str, outcomes: Outcomes) -> None:
    """Ask the checker about one edited certificate, and the oracle about what it accepts."""
    where = f"{entry.name}: {what}"
    outcomes.edits += 1
    begin = time.process_time()
    try:
        with bounded(HANGS):
            results = court.check(edited)
    except (Mismatch, CertificateError) as error:
        outcomes.refused[type(error).__name__] += 1
        if "\n" in str(error) or not str(error):
            outcomes.failures.append(f"{where}: the reason is not one line: {str(error)[:200]!r}")
    except Hangs:
        outcomes.failures.append(f"{where}: not decided after {HANGS} seconds")
    except Exception as error:
        outcomes.failures.append(f"{where}: {type(error).__name__}: {str(error)[:200]}")
    else:
        try:
            outcomes.accepted.append((entry.name, what, harmless(entry, edited, results)))
        except Doubt as doubt:
            outcomes.failures.append(f"{where}: accepted, but {doubt}")
    seconds = time.process_time() - begin
    if seconds > MOST_SECONDS:
        outcomes.failures.append(f"{where}: took {seconds:.1f} seconds")
    outcomes.slowest = max(outcomes.slowest, (seconds, where))


SIGNED = ("claim", "verdict", "sequent", "strength")


def harmless(entry: Entry, edited: Any, results: list[Any]) -> str:
    """Why an accepted certificate still establishes its claim.

    Raises:
        Doubt: it does not, in the eyes of the oracle.
    """
    for key in SIGNED:
        if edited.get(key) != entry.data[key]:
            raise Doubt(f"its {key} was edited")
    for result in results:
        if result.sequent != entry.claim.sequent or certificate.sequent_digest(result.sequent) != entry.data["sequent"]:
            raise Doubt("the replayed verdict is about another statement")
        if type(result) is not type(entry.verdict):
            raise Doubt(f"the verdict is a {type(result).__name__}")
        entry.oracle.agrees(result)
    first, old = results[0], entry.verdict
    if edited["body"].get("uses", []) != entry.data["body"].get("uses", []):
        raise Doubt("the list of used claims was edited")
    parts = {
        "Proof": ("steps", "witness", "inhabited"),
        "Refutation": ("part", "rule", "point", "data"),
        "Vacuity": ("multipliers",),
    }[type(first).__name__]
    changed = [each for each in parts if getattr(first, each) != getattr(old, each)]
    return f"other {' and '.join(changed)}, also good" if changed else "only what is not read"


def edits(entry: Entry, turns: int = TURNS) -> Iterator[tuple[str, Any]]:
    """(what was done, the edited certificate), the same ones every time."""
    for kind, edit in EDITS.items():
        for turn in range(turns):
            rng = random.Random(f"{entry.name} {kind} {turn}")
            edited = copy.deepcopy(entry.data)
            what = edit(edited, rng)
            if what is not None and not _same(edited, entry.data):
                yield f"{kind}: {what}", edited


def _same(left: Any, right: Any) -> bool:
    """The same JSON; 1, 1.0 and true are three things."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def fuzz(court: Court, names: list[str], turns: int = TURNS, until: str | None = None) -> Outcomes:
    """All edits of some certificates, or those up to the first failure with these words."""
    outcomes = Outcomes()
    for name in names:
        entry = corpus()[name]
        for what, edited in edits(entry, turns):
            judge(court, entry, edited, what, outcomes)
            if until is not None and outcomes.failures and until in outcomes.failures[-1]:
                return outcomes
    return outcomes


# the law


@every_entry
def test_what_was_written_is_accepted_and_the_oracle_agrees(court: Court, name: str) -> None:
    entry = corpus()[name]
    (*_, result) = court.check(copy.deepcopy(entry.data))
    assert result.sequent == entry.claim.sequent
    assert harmless(entry, entry.data, [result]) == "only what is not read"
    oracle = entry.oracle
    for env in entry.samples:
        oracle._all(oracle.sequent.facts if type(result).__name__ == "Proof" else (), env, "the sample")


@every_entry
def test_no_edit_that_matters_is_accepted(court: Court, name: str, record_property: Callable[..., None]) -> None:
    outcomes = fuzz(court, [name])
    assert not outcomes.failures, "\n".join(outcomes.failures)
    assert outcomes.edits >= 15
    assert sum(outcomes.refused.values()) > outcomes.edits / 2, "almost any edit is accepted"
    record_property("slowest", outcomes.slowest)


def test_there_are_a_thousand_edits_of_every_kind() -> None:
    assert list(corpus()) == NAMES
    made = Counter(what.partition(":")[0] for entry in corpus().values() for what, _ in edits(entry))
    assert sum(made.values()) >= 2000
    assert set(made) == set(EDITS)


# edits of which it is known what they break


def step(data: Any, *path: Any) -> Any:
    """The data of a step: the part, then indices of steps and names of inner lists."""
    inner = data["body"]["steps"][path[0]]
    for key in path[1:]:
        inner = inner[key]["step"][1] if isinstance(key, int) else inner[key]["list"]
    return inner


def term(data: Any, text: str) -> int:
    """The index of a new rational number."""
    data["terms"].append(["rat", text])
    data["roots"].append(len(data["terms"]) - 1)
    return len(data["roots"]) - 1


def plus(data: Any, at: int, text: str) -> int:
    """The term at an index plus a rational number."""
    data["terms"].append(["rat", text])
    data["terms"].append(["add", data["roots"][at], len(data["terms"]) - 1])
    data["roots"].append(len(data["terms"]) - 1)
    return len(data["roots"]) - 1


def cofactor(k: int, text: str) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        pair = step(data, "main", 0)["cofactors"]["list"][k]["list"]
        pair[0] = {"term": plus(data, pair[0]["term"], text)}

    return edit


def moved(key: str, text: str, *path: Any) -> Callable[[Any], None]:
    """A Term of a step plus a number."""

    def edit(data: Any) -> None:
        entries = step(data, *path)
        entries[key] = {"term": plus(data, entries[key]["term"], text)}

    return edit


def doubled(key: str, *path: Any) -> Callable[[Any], None]:
    """A Term of a step plus itself."""

    def edit(data: Any) -> None:
        entries = step(data, *path)
        entries[key] = {"term": twice(data, entries[key]["term"])}

    return edit


def twice(data: Any, at: int) -> int:
    data["terms"].append(["add", data["roots"][at], data["roots"][at]])
    data["roots"].append(len(data["terms"]) - 1)
    return len(data["roots"]) - 1


def doubled_at(*path: Any) -> Callable[[Any], None]:
    """The first value of a witness of an existence, doubled."""

    def edit(data: Any) -> None:
        pair = step(data, *path)["at"]["map"][0]
        pair[1] = {"term": twice(data, pair[1]["term"])}

    return edit


def inhabitant(part: str, k: int, text: str) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        data["body"]["inhabited"][part]["map"][k][1] = {"term": term(data, text)}

    return edit


def counted(data: Any) -> Any:
    """The data of the first counterexample."""
    return data["body"]["counterexamples"][0]["data"]


def op(new: str, key: str, *path: Any) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        step(data, *path)[key]["relation"][0] = new

    return edit


def prune(data: Any) -> None:
    put(data, trees(data)[0], [-1])


def drop_leaf(data: Any) -> None:
    tree = get(data, trees(data)[0])
    tree.remove(-1)


def drop_half(data: Any) -> None:
    """The tree of the lower half stands for the whole."""
    tree = get(data, trees(data)[0])
    end, due = 1, 1
    while due:
        due += 1 if tree[end] >= 0 else -1
        end += 1
    put(data, trees(data)[0], tree[1:end])


def side_moved(by: str) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        relation = step(data, "main", 0)["shows"]["relation"]
        relation[1] = plus(data, relation[1], by)

    return edit


def used_at(by: str) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        pair = step(data, "main", 0)["at"]["list"][0]["list"]
        pair[1] = {"term": plus(data, pair[1]["term"], by)}

    return edit


def end_moved(axis: int, end: int, by: str) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        entry = step(data, "main", 0)["box"]["list"][axis]["list"]
        entry[end]["rational"] = str(Fraction(entry[end]["rational"]) + Fraction(by))

    return edit


def dropped(key: str, at: int, *path: Any) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        entries = step(data, *path)[key]
        del entries[next(iter(entries))][at]

    return edit


def step_dropped(part: str, at: int) -> Callable[[Any], None]:
    return lambda data: data["body"]["steps"][part].pop(at)


def coordinate(k: int, text: str, example: int = 0) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        body = data["body"]
        point = body["witness"] if "witness" in body else body["counterexamples"][example]["point"]
        point["map"][k][1] = {"term": term(data, text)}

    return edit


def token(k: int, text: str) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        data["body"]["counterexamples"][1]["point"]["map"][0][1]["list"][k] = {"term": term(data, text)}

    return edit


def multiplier(k: int, text: str) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        data["body"]["multipliers"][k][1] = text

    return edit


def example(key: str, new: Any) -> Callable[[Any], None]:
    return lambda data: data["body"]["counterexamples"][1].__setitem__(key, new)


def of_data(key: str, text: str) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        entries = data["body"]["counterexamples"][0]["data"]
        entries[key] = {"term": term(data, text)}

    return edit


def conserved_start(text: str) -> Callable[[Any], None]:
    def edit(data: Any) -> None:
        data["body"]["counterexamples"][0]["data"]["start"]["map"][0][1] = {"term": term(data, text)}

    return edit


MATTERS: list[tuple[str, str, Callable[[Any], Any], str]] = [
    ("ring", "a side of the identity", side_moved("1/1000000000000000000000000000000000000000"), "not an identity"),
    ("ring", "all terms change places", lambda d: d["roots"].reverse(), "a point maps symbols to terms"),
    ("ideal", "a cofactor", cofactor(0, "1"), "combination"),
    ("ideal", "a cofactor by little", cofactor(1, "1/1000000000000000000000000000000000000000"), "combination"),
    ("ideal", "a cofactor is left out", dropped("cofactors", 1, "main", 0), "combination"),
    ("ideal", "equality to order", op("ge", "shows", "main", 0), "shows equalities"),
    ("sign", "the rewriting", moved("as_", "1", "main", 0), "not identically"),
    (
        "sign",
        "the rewriting by little",
        moved("as_", "1/1000000000000000000000000000000000000000", "main", 0),
        "not id",
    ),
    ("sign", "weak to strict", op("gt", "shows", "main", 0), "not manifestly positive"),
    ("sign", "no rewriting", lambda d: step(d, "main", 0).pop("as_"), "not manifestly"),
    ("squares", "strict to weak", op("ge", "shows", "main", 0), "without reaching"),
    ("zeros", "the product", moved("as_", "1", "main", 0), "not identically"),
    ("zeros", "the fact is no equality", op("ge", "fact", "main", 0), "not a known equality"),
    ("zeros", "without the step", step_dropped("main", 0), "not an identity"),
    ("nonzero", "the cofactor", moved("cofactor", "1/7", "main", 0), "nonzero"),
    ("nonzero", "the fact is weak", op("ge", "fact", "main", 0), "not a known relation"),
    ("nonzero", "without the step", step_dropped("main", 0), "obligation"),
    ("roots", "strict to weak", op("ge", "shows", "main", 0), "without reaching"),
    ("cover", "the tree is one leaf", prune, "gap lies in"),
    ("cover", "a leaf is missing", drop_leaf, "tree"),
    ("cover", "the lower half stands for the whole", drop_half, "gap lies in"),
    ("cover", "the upper end moves inward", end_moved(0, 2, "-1/1000000000000000000000000000000"), "do not keep"),
    ("cover", "the lower end moves inward", end_moved(1, 1, "1/1000000000000000000000000000000"), "do not keep"),
    ("cover", "an axis is missing", dropped("box", 0, "main", 0), "no coordinate"),
    ("cover", "two bits", lambda d: step(d, "main", 0).__setitem__("precision", 2), "gap lies in"),
    ("cover-disk", "an end moves inward", end_moved(1, 2, "-1/1024"), "do not keep"),
    ("cover-disk", "a leaf is missing", drop_leaf, "tree"),
    ("cover-disk", "the tree is one leaf", prune, "gap lies in"),
    ("average", "the fact was not shown", op("gt", "fact", "main", 1), "not shown for every token"),
    ("average", "without showing the fact", step_dropped("main", 0), "not shown for every token"),
    ("average", "over another symbol", lambda d: step(d, "main", 1)["tokens"]["list"].clear(), "token"),
    ("means", "the rewriting", moved("as_", "1", "main", 0), "not identically"),
    ("cases", "an option is missing", dropped("split", 1, "main", 0), "cases"),
    ("cases", "a branch is missing", dropped("branches", 1, "main", 0), "branches"),
    ("cases", "a branch is empty", lambda d: step(d, "main", 0)["branches"]["list"][0]["list"].clear(), "without"),
    ("use", "where its hypothesis fails", used_at("-1"), "hypothesis x**2 > 0 of test.lemma"),
    ("use", "another claim", lambda d: step(d, "main", 0).__setitem__("claim", "test.squares"), "speaks of x"),
    ("use", "itself", lambda d: step(d, "main", 0).__setitem__("claim", "test.use"), "speaks of x"),
    ("use", "the list of what is used", lambda d: d["body"]["uses"].clear(), "lists the used claims"),
    ("parts", "a part is missing", lambda d: d["body"]["steps"].pop("order"), "part order"),
    ("words", "without the step", step_dropped("main", 0), "without reaching"),
    ("growing", "the rate of the disk", lambda d: step(d, "main", 0)["rates"]["list"].clear(), "stays"),
    ("growing", "no invariance", step_dropped("main", 0), "obligation"),
    ("growing", "no citation", step_dropped("main", 3), "no known limit"),
    ("proper", "no derivative", step_dropped("main", 0), "obligation"),
    ("proper", "no sign", step_dropped("main", 1), "obligation"),
    ("sign-facts", "the witness leaves the domain", coordinate(0, "0"), "witness does not certainly satisfy"),
    ("ideal", "the witness leaves the circle", coordinate(0, "1"), "witness does not certainly satisfy"),
    ("roots", "the witness leaves the interval", coordinate(0, "3/2"), "witness does not certainly satisfy"),
    ("point", "the worst point is none", coordinate(1, "1", 1), "does not certainly fail"),
    ("point", "the point leaves the facts", coordinate(0, "0"), "does not certainly satisfy"),
    ("point-algebraic", "near the root of two", coordinate(0, "3363/2378"), "does not certainly fail"),
    (
        "point-ball",
        "where both sides agree",
        lambda d: (coordinate(0, "0")(d), coordinate(1, "0")(d)),
        "certainly fail",
    ),
    ("point-tokens", "another mean", token(1, "-1/3"), "does not certainly fail"),
    ("point-tokens", "a token outside", token(0, "2"), "does not certainly satisfy"),
    ("point-tokens", "another part", example("part", "one"), "does not certainly fail"),
    ("equilibrium", "no equilibrium", coordinate(4, "1/3"), "vanishes"),
    ("equilibrium", "not inside", coordinate(4, "-1"), "start"),
    ("equilibrium", "a hypothesis fails", coordinate(0, "-2"), "hypothesis"),
    ("equilibrium-excepting", "an exception", coordinate(0, "9"), "vanishes"),
    ("sink", "no equilibrium", coordinate(2, "-4/5"), "vanishes"),
    ("sink", "a hypothesis fails", coordinate(1, "-6"), "hypothesis"),
    ("sink", "not against every start", example("rule", "equilibrium"), "almost every"),
    ("sink-line", "no equilibrium", coordinate(1, "1"), "vanishes"),
    ("sink-line", "the source", coordinate(1, "2"), "linearisation"),
    ("conserved", "the quantity", of_data("quantity", "1"), "need not vanish"),
    ("conserved", "the cofactor", of_data("cofactor", "1"), "need not vanish"),
    ("conserved", "the start is on the target", conserved_start("1"), "a start"),
    ("conserved", "no start", of_data("start", "1"), "needs start"),
    (
        "dimension",
        "another dimension",
        lambda d: d["body"]["counterexamples"][0]["data"].__setitem__("d", 3),
        "no coord",
    ),
    ("integral", "twice the antiderivative", doubled("by", "main", 0), "not identically"),
    ("integral", "without the step", step_dropped("main", 0), "not an identity"),
    ("exists", "without the change of sign", step_dropped("main", 0), "no symbol of the space"),
    ("exists", "the interval ends before the root", moved("high", "-3", "main", 0), "is not shown"),
    ("exists", "another quantity", moved("quantity", "1", "main", 0), "is not shown"),
    ("exists", "another value", doubled_at("main", 1), "is not shown"),
    ("when", "a point outside its own hypotheses", inhabitant("own", 1, "1"), "does not certainly satisfy"),
    ("when", "no point", lambda d: d["body"].pop("inhabited"), "each needs a point"),
    (
        "when",
        "the witness is no such point",
        lambda d: d["body"]["inhabited"].update(own=d["body"]["witness"]),
        "certainly",
    ),
    ("bound", "the rate", moved("rate", "1", "main", 0), "the derivative of"),
    ("bound", "the source", moved("source", "-1", "main", 0), "the derivative of"),
    ("bound", "a start outside", inhabitant("main", 0, "-1"), "does not certainly satisfy"),
    ("isolate", "a box of a zero is missing", dropped("zeros", 0, "main", 0), "there may be a zero"),
    ("isolate", "the tree is one leaf", prune, "there may be a zero"),
    ("isolate", "a leaf is missing", drop_leaf, "tree"),
    ("isolate", "an end moves inward", end_moved(0, 2, "-1/1024"), "do not keep"),
    ("count", "a box of a zero is missing", lambda d: counted(d)["zeros"]["list"].pop(), "there may be a zero"),
    ("never", "where a value will do", coordinate(0, "-1"), "without reaching"),
    ("never", "outside the hypotheses", coordinate(0, "-9"), "does not certainly satisfy"),
    ("never", "the other relation", lambda d: counted(d).__setitem__("relation", 1), "without reaching"),
    ("flow", "too early", lambda d: counted(d)["time"].__setitem__("rational", "1/2"), "not certain"),
    ("flow", "from another start", coordinate(0, "0"), "not certain"),
    ("flow", "from no start", coordinate(0, "3/2"), "does not certainly satisfy"),
    ("path", "too early", lambda d: counted(d)["until"].__setitem__("rational", "1"), "not certain"),
    ("path", "where less is allowed", coordinate(0, "1/2"), "is not shown"),
    ("vacuity", "a sign", multiplier(0, "-3"), "wrong sign"),
    ("vacuity", "a size", multiplier(1, "2"), "not manifestly negative"),
    ("vacuity", "one is left out", lambda d: d["body"]["multipliers"].pop(), "not manifestly negative"),
    ("vacuity-equal", "a size", multiplier(0, "3"), "is not"),
    ("vacuity-constants", "a sign", multiplier(1, "1"), "not manifestly negative"),
]


@pytest.mark.parametrize(("name", "what", "edit", "words"), MATTERS, ids=[f"{row[0]}: {row[1]}" for row in MATTERS])
def test_an_edit_that_matters(court: Court, name: str, what: str, edit: Callable[[Any], Any], words: str) -> None:
    data = copy.deepcopy(corpus()[name].data)
    edit(data)
    with pytest.raises(Mismatch) as caught:
        court.check(data)
    assert words in str(caught.value)


# one claim's certificate for another claim


def presented(data: Any, to: Entry, signed: bool) -> Any:
    """The certificate under another claim's name; `signed`: with that claim's digest and strength as well."""
    edited = copy.deepcopy(data)
    edited["claim"] = to.claim.id
    if signed:
        edited |= {"sequent": to.data["sequent"], "strength": to.data["strength"]}
    return edited


@every_entry
def test_a_certificate_is_of_no_other_claim(court: Court, name: str) -> None:
    entry = corpus()[name]
    for other in corpus().values():
        if other is entry:
            continue
        with pytest.raises(Mismatch, match="another statement"):
            court.check(presented(entry.data, other, signed=False))
        edited = presented(entry.data, other, signed=True)
        try:
            results = court.check(edited)
        except Mismatch as error:
            assert "\n" not in str(error)
            continue
        assert results[0].sequent == other.claim.sequent
        assert harmless(other, edited, results) == "other point, also good"  # it refutes that claim, too


# depths and sizes at which parsers give up


@pytest.mark.parametrize("depth", [100, 300, 600, 900, *range(925, 1000, 3), 5_000, 200_000])
def test_deep_nesting_is_refused(court: Court, depth: int) -> None:
    data = copy.deepcopy(corpus()["ring"].data)
    text = json.dumps({**data, "body": {**data["body"], "steps": {"main": ["HERE"]}}, "address": "0" * 64})
    path = court.folder / "deep.json"
    path.write_text(text.replace('"HERE"', '{"list": [' * depth + "0" + "]}" * depth))
    with pytest.raises(CertificateError) as caught:
        certificate.read(path)
    assert "\n" not in str(caught.value)
    inner: Any = {"term": 0}
    for _ in range(min(depth, 900)):
        inner = {"list": [inner]}
    data["body"]["steps"]["main"] = [inner]
    with pytest.raises(Mismatch):
        replay(data, corpus()["ring"].claim.sequent, lambda _: None)


# the fuzz can fail: with one check taken away from the kernel, it complains


def _no_ring(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("verify.kernel.ring.equal", lambda *_: True)


def _no_witness(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("verify.kernel.proof._check_witness", lambda *_: "exact")


def _no_digest(patch: pytest.MonkeyPatch) -> None:
    class Anything(str):
        __hash__ = str.__hash__

        def __eq__(self, _: object) -> bool:
            return True

        def __ne__(self, _: object) -> bool:
            return False

    patch.setattr("verify.certificate.sequent_digest", lambda _: Anything())


def _no_facts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("verify.kernel.point.all_hold", lambda *_: ("exact", None))


def _no_rest(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("verify.kernel.longtime._rest", lambda *_: None)


def _no_goal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("verify.kernel.context.Context.has", lambda *_: True)


def _no_signs(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("verify.kernel.sign.Facts.signs", lambda *_: frozenset((-1,)))


def _no_ends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("verify.kernel.cover.ranges", lambda _, wanted: {c: (Fraction(0), Fraction(0)) for c in wanted})


@pytest.mark.parametrize(
    ("sabotage", "names", "words"),
    [
        (_no_ring, ["ideal", "nonzero", "sign"], "is not"),
        (_no_witness, ["roots", "sign-facts", "ideal"], "the witness does not satisfy"),
        (_no_facts, ["point", "point-algebraic"], "the counterexample does not satisfy"),
        (_no_rest, ["equilibrium", "sink"], "no equilibrium"),
        (_no_goal, ["ring", "cases", "words"], "never reach"),
        (_no_signs, ["vacuity"], "the combination of facts is"),
        (_no_ends, ["cover", "cover-disk"], "the box does not reach"),
        (_no_digest, ["ring"], "its sequent was edited"),
    ],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_the_fuzz_notices_a_missing_check(
    court: Court, monkeypatch: pytest.MonkeyPatch, sabotage: Callable[[Any], None], names: list[str], words: str
) -> None:
    corpus()
    sabotage(monkeypatch)
    outcomes = fuzz(court, names, turns=25, until=words)
    monkeypatch.undo()
    assert any(words in failure for failure in outcomes.failures), outcomes.failures


# what the fuzz found once, and what belongs beside it


def _at(*path: Any, new: Any) -> Callable[[Any], None]:
    return lambda data: put(data, path, new)


@pytest.mark.parametrize(
    ("name", "edit", "words"),
    [
        *(
            ("vacuity", _at("body", "multipliers", 0, 0, new=at), "index")
            for at in (True, 0.0, "0", None, float("inf"))
        ),
        *(
            ("vacuity", _at("body", "multipliers", 0, 1, new=each), "text")
            for each in (3, 3.0, True, None, float("inf"))
        ),
        ("vacuity", _at("body", "multipliers", 0, 1, new="1e99999999"), "power of ten"),
        (
            "cover",
            lambda data: step(data, "main", 0)["box"]["list"][0]["list"].__setitem__(1, {"rational": 0}),
            "text",
        ),
        ("ring", _at("terms", 0, new=["rat", 0.5]), "text"),
        ("ring", _at("terms", 0, new=["rat", float("inf")]), "text"),
        ("ring", _at("body", "uses", new="a\nb"), "lists the used claims a b"),
        (
            "squares",
            lambda data: data["body"]["witness"]["map"][0].__setitem__(1, {"term": logarithm(data)}),
            "a value",
        ),
    ],
)
def test_found(court: Court, name: str, edit: Callable[[Any], Any], words: str) -> None:
    data = copy.deepcopy(corpus()[name].data)
    edit(data)
    with pytest.raises(Mismatch, match=words):
        court.check(data)


def logarithm(data: Any) -> int:
    """log(-1)."""
    data["terms"] += [["rat", "-1"], ["log", len(data["terms"])]]
    data["roots"].append(len(data["terms"]) - 1)
    return len(data["roots"]) - 1
