"""The catalogue: sources, selection, needs, and what is refused."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from verify import Claim, Identity, Real, Space, sources
from verify.catalogue import Catalogue, UsageError

S = Space(x=Real(), y=Real())
x, y = S.symbols

TEXT = """
schema = 1
id = "{id}"
source = "nobody"
[space]
x = "real"
[shows]
claim = "x*x >= 0"
"""


def claim(name: str, *rests_on: str, uses: tuple[str, ...] = ()) -> Claim:
    made = Claim(name, S, rests_on=rests_on, shows=Identity(x + y, y + x))
    if uses:

        @made.argument
        def argument(p: object) -> None:
            for other in uses:
                p.uses(other, at={x: x, y: y})  # type: ignore[attr-defined]

    return made


def test_needs_are_computed_and_typed() -> None:
    catalogue = Catalogue.of([claim("a.a"), claim("a.b"), claim("a.c", "a.a", uses=("a.b",))])
    entry = catalogue.entries["a.c"]
    assert (entry.needs, entry.uses, entry.rests_on) == (("a.b", "a.a"), ("a.b",), ("a.a",))
    assert catalogue.problems == []


def test_two_circles_and_what_needs_them_are_refused_and_nothing_else() -> None:
    claims = [
        *(claim("c.b", uses=("c.a",)), claim("c.a", "c.b"), claim("self.loop", "self.loop"), claim("c.above", "c.b")),
        *(
            claim("ok.one"),
            claim("ok.two", "ok.one"),
            claim("un.known", "nowhere.at-all"),
            claim("un.above", "un.known"),
        ),
    ]
    catalogue = Catalogue.of(claims)
    assert list(catalogue.entries) == ["ok.one", "ok.two"]
    text = "\n".join(catalogue.problems)
    assert len(catalogue.problems) == 5
    assert "c.a -> c.b -> c.a" in text and "self.loop -> self.loop" in text
    assert "c.above needs 'c.b', which was refused" in text
    assert "un.known needs 'nowhere.at-all', and no claim has that id" in text
    assert "un.above needs 'un.known', which was refused" in text


def test_a_duplicate_keeps_the_first() -> None:
    first = claim("a.a")
    catalogue = Catalogue.of([first, claim("a.a")])
    assert catalogue.claim("a.a") is first
    assert len(catalogue.problems) == 1 and "'a.a'" in catalogue.problems[0]


def test_select() -> None:
    catalogue = Catalogue.of([claim(name) for name in ("b.one", "b.two", "a.one")])
    assert catalogue.select([]) == ["b.one", "b.two", "a.one"]
    assert catalogue.select(["a.one", "b.two"]) == ["b.two", "a.one"]
    assert catalogue.select(["*.one", "b.*"]) == ["b.one", "b.two", "a.one"]
    assert catalogue.select(["b.t?o"]) == ["b.two"]
    with pytest.raises(UsageError, match=r"'b\.tow' matches no claim; did you mean b\.two"):
        catalogue.select(["a.one", "b.tow"])


def test_the_installed_theorems_are_found() -> None:
    """Also through a pickle, as a worker gets it, which then imports the files that it needs."""
    catalogue = Catalogue.load(directory=Path("/nonexistent/theoremcheck"), root=Path("/nonexistent"))
    assert catalogue.problems == []
    assert "linear.kuramoto-daido" in catalogue.entries
    assert catalogue.entries["linear.case3-phase"].file == "theorems/linear/case3.py"
    sent = pickle.loads(pickle.dumps(catalogue))
    assert sent.claim("linear.case3-phase").id == "linear.case3-phase"
    with pytest.raises(UsageError, match=r"no claim has that id; did you mean linear\.duality"):
        sent.claim("linear.dualty")


def test_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kinds come from folders; ./cases wins over the installed copy; counterexamples are no claims."""
    package, root = tmp_path / "site" / "theorems", tmp_path / "here"
    monkeypatch.setattr(sources, "theorems_folder", lambda: package)
    files = {
        package / "cases/lies/same.toml": "installed.same",
        package / "cases/lies/only.toml": "installed.only",
        root / "cases/lies/same.toml": "own.same",
        root / "cases/conjectures/deep/er.toml": "own.deeper",
        root / "cases/top.toml": "own.top",
        root / "cases/counterexamples/data.toml": "own.data",
        root / "cases/lies/.hidden.toml": "own.hidden",
    }
    for path, name in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEXT.format(id=name))
    catalogue = Catalogue.load(directory=tmp_path / "kept", root=root)
    assert catalogue.problems == []
    assert {entry.id: (entry.kind, entry.file) for entry in catalogue.entries.values()} == {
        "own.deeper": ("conjecture", "cases/conjectures/deep/er.toml"),
        "installed.only": ("lie", "cases/lies/only.toml"),
        "own.same": ("lie", "cases/lies/same.toml"),
        "own.top": ("conjecture", "cases/top.toml"),
    }


def test_claims_in_containers_and_borrowed_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values, lists, tuples and dictionaries count, in order; a claim that was imported belongs to its own module."""
    package = tmp_path / "theorems"
    (package / "sub").mkdir(parents=True)
    head = "from verify import Claim, Identity, Real, Space\nS = Space(x=Real())\nx = S.symbols\n"
    made = head + "def new(name):\n    return Claim(name, S, shows=Identity(x, x))\n"
    (package / "__init__.py").write_text("")
    (package / "sub" / "__init__.py").write_text("")
    (package / "_private.py").write_text(made + 'hidden = new("hidden.claim")\n')
    (package / "sub" / "one.py").write_text(made + 'z = new("one.z")\nmany = [new("one.b"), (new("one.a"),)]\n')
    (package / "two.py").write_text(
        "from theorems.sub import one\nfrom .sub.one import z, new\n"
        'named = {"k": new("two.k"), "again": z}\nsame = named["k"]\nlast = new("two.last")\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sources, "theorems_folder", lambda: package)
    import sys

    for name in [name for name in sys.modules if name == "theorems" or name.startswith("theorems.")]:
        monkeypatch.delitem(sys.modules, name)
    catalogue = Catalogue.load(directory=tmp_path / "kept", root=tmp_path / "none")
    own = [name for name in sys.modules if name == "theorems" or name.startswith("theorems.")]
    try:
        assert catalogue.problems == []
        assert list(catalogue.entries) == ["two.k", "two.last", "one.z", "one.b", "one.a"]
        assert catalogue.entries["one.z"].file == "theorems/sub/one.py"
    finally:
        for name in own:
            sys.modules.pop(name, None)


def test_a_file_outside_is_remembered_for_the_checker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "theorems_folder", lambda: None)
    file = tmp_path / "lies" / "mine.toml"
    file.parent.mkdir()
    file.write_text(TEXT.format(id="own.mine"))
    places = {"directory": tmp_path / "kept", "root": tmp_path / "here"}
    given = Catalogue.load([str(file)], **places)
    assert given.select([str(file)]) == ["own.mine"] and given.entries["own.mine"].kind == "lie"
    assert list(Catalogue.load(**places).entries) == []
    assert list(Catalogue.load(remembered=True, **places).entries) == ["own.mine"]
    file.unlink()
    assert list(Catalogue.load(remembered=True, **places).entries) == []
