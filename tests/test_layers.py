"""The house has one-way stairs: who may import whom, read from the source of every module."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LAYERS = (
    {"kernel", "verdict", "sources", "workers"},
    {"linalg", "readings"},
    {"space", "dynamics"},
    {"claim", "conclusions", "attention", "words"},
    {"spell"},
    {"prove", "attack", "certificate"},
    {"judge"},
    {"catalogue"},
    {"graph", "ledger", "check"},
    {"run", "teeth", "repair", "sharpness", "power", "simulate", "atlas", "sweep", "reproduce"},
    {"report", "cli", "pytest_plugin", "__main__"},
)
"""Bottom to top; a room imports from its own floor and from those below. The package itself gives names on demand."""

FLOOR = {room: floor for floor, rooms in enumerate(LAYERS) for room in rooms}
HEAVY = {"numpy", "scipy", "torch", "sympy", "matplotlib", "numba", "pandas"}
ARRAYS = {
    "verify.attention.circle",
    "verify.attention.concentration",
    "verify.attention.integrate",
    "verify.attention.lifetimes",
    "verify.attention.meanfield",
    "verify.attention.reductions",
    "verify.attention.sampling",
    "verify.attention.softmax",
    "verify.attention.sphere",
    "verify.attention.systems",
    "verify.attention.transport",
    "verify.attention.zero_temperature",
    "verify.reproduce.families",
    "verify.reproduce.high_dimension",
    "verify.reproduce.linear",
    "verify.reproduce.low_temperature",
    "verify.reproduce.plane",
    "verify.simulate",
}
"""Array code through and through; everybody else imports it inside functions only."""
MAY_USE_SYMPY = ("verify.spell.sympy_bridge", "verify.prove")


@dataclass
class Imports:
    """The modules that a module imports: at its top, inside functions, and for type checkers alone."""

    top: set[str] = field(default_factory=set)
    inner: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)

    @property
    def running(self) -> set[str]:
        return self.top | self.inner

    @property
    def all(self) -> set[str]:
        return self.running | self.types


def _names(node: ast.AST, modules: set[str]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = node.module or ""
        assert node.level == 0, "imports are written in full"
        return [f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules else base for alias in node.names]
    return []


def _read(source: str, modules: set[str]) -> Imports:
    found = Imports()

    def visit(node: ast.AST, into: set[str]) -> None:
        into.update(_names(node, modules))
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for each in node.body:
                visit(each, found.types)
            for each in node.orelse:
                visit(each, into)
            return
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            visit(child, found.inner if inside else into)

    visit(ast.parse(source), found.top)
    return found


def _sources() -> dict[str, str]:
    found = {}
    for path in sorted((ROOT / "verify").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text(encoding="utf-8")
    return found


SOURCES = _sources()
MODULES = {name: _read(source, set(SOURCES)) for name, source in SOURCES.items()}


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def _root(module: str) -> str:
    return module.split(".")[0]


each_module = pytest.mark.parametrize("module", MODULES)


def test_every_room_is_on_a_floor():
    assert {_room(module) for module in MODULES} - {""} == set(FLOOR)


@each_module
def test_arrows_run_down_only(module):
    if module == "verify":
        return
    own = FLOOR[_room(module)]
    above = {each for each in MODULES[module].all if _root(each) == "verify" and FLOOR.get(_room(each), 0) > own}
    assert not above, f"{module} is below what it imports"


@each_module
def test_the_kernel_is_flint_and_the_standard_library(module):
    if _room(module) != "kernel":
        return
    foreign = {
        each
        for each in MODULES[module].all
        if _root(each) not in sys.stdlib_module_names and _root(each) != "flint" and _room(each) != "kernel"
    }
    assert not foreign


@each_module
def test_nothing_imports_the_theorems(module):
    assert "theorems" not in {_root(each) for each in MODULES[module].all}


@each_module
def test_sympy_proposes_in_two_rooms_only(module):
    if not module.startswith(MAY_USE_SYMPY):
        assert "sympy" not in {_root(each) for each in MODULES[module].all}


def _heavy_at_the_top(modules: dict[str, Imports]) -> set[str]:
    """Modules that load something heavy when they are imported, through others too."""
    heavy = {name for name, found in modules.items() if HEAVY & {_root(each) for each in found.top}}
    while more := {name for name, found in modules.items() if name not in heavy and heavy & found.top}:
        heavy |= more
    return heavy


def _may_be_heavy(module: str) -> bool:
    """What proposes proofs by arrays or by SymPy; nobody else may import it but inside a function."""
    proposes = _room(module) == "prove" and module not in ("verify.prove", "verify.prove.argument")
    return proposes or module in ARRAYS or module == "verify.spell.sympy_bridge"


def test_heavy_libraries_are_imported_when_they_are_needed():
    assert not {module for module in _heavy_at_the_top(MODULES) if not _may_be_heavy(module)}


def test_theorems_and_faces_load_nothing_heavy():
    files = sorted((ROOT / "theorems").rglob("*.py"))
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in files]
    names += ["verify.pytest_plugin", "verify.cli", "verify.catalogue", "verify.spell.toml", "verify.check"]
    code = f"import sys\nfor name in {names!r}: __import__(name)\nprint(sorted({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


# the reader of imports itself


@pytest.mark.parametrize(
    ("source", "top", "inner", "types"),
    [
        ("import numpy as np", {"numpy"}, set(), set()),
        ("def f():\n    from scipy import optimize", set(), {"scipy"}, set()),
        ("class A:\n    import sympy\n    def g(self):\n        import torch", {"sympy"}, {"torch"}, set()),
        ("if TYPE_CHECKING:\n    import numpy\nelse:\n    import json", {"json"}, set(), {"numpy"}),
        ("try:\n    import numba\nexcept ImportError:\n    pass", {"numba"}, set(), set()),
        ("from verify import run, gt", {"verify.run", "verify"}, set(), set()),
    ],
)
def test_imports_are_read_as_they_are(source, top, inner, types):
    found = _read(source, set(SOURCES))
    assert (found.top, found.inner, found.types) == (top, inner, types)


def test_heaviness_travels():
    modules = {"a": Imports(top={"numpy"}), "b": Imports(top={"a"}), "c": Imports(inner={"a"})}
    assert _heavy_at_the_top(modules) == {"a", "b"}


def test_the_page_about_the_kernel_names_every_rule():
    from verify.kernel.rules import RULES

    rows = (ROOT / "docs" / "kernel.md").read_text(encoding="utf-8").splitlines()
    named = {row.split("`")[1] for row in rows if row.startswith("| `")}
    assert named == {*RULES, "lie"}
