"""Functions of the kernel with one thing changed: a substring of their source, compiled and put in their place.

Nothing is written to disk. The changed function is the same object with another code, so every caller meets it,
however it imported the function; `mutated` puts the old code back.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.laws.watch import Hangs, bounded

__all__ = ["ACCEPTED", "CRASHED", "REFUSED", "Case", "Mutant", "killed_by", "mutated", "outcome"]

MOST_SECONDS = 5.0  # of processor time for one case
ACCEPTED, REFUSED, CRASHED = "accepted", "refused", "crashed"


@dataclass(frozen=True)
class Case:
    """One statement of a law.

    Attributes:
        true: whether it is; the kernel accepts the true ones of these and refuses the false ones.
        ask: does the kernel accept it? It builds all its Terms itself, so nothing is remembered from one mutant to the
            next, and turns the kernel's refusals into False.
    """

    name: str
    true: bool
    ask: Callable[[], bool]


@dataclass(frozen=True)
class Mutant:
    """`old` replaced by `new` in the source of a function.

    Attributes:
        law: the name of the law that is to notice.
        where: module below verify.kernel, then the function: "sign.Facts._known". A table of the module: "lie._CHAIN".
        only_loses: it refuses something true; otherwise it accepts something false, which is worse.
        equivalent: why no law can notice; then none may.
    """

    law: str
    where: str
    old: str
    new: str
    only_loses: bool = False
    equivalent: str = ""

    def __str__(self) -> str:
        return f"{self.law}: {self.where}: {' '.join(self.old.split())[:50]} -> {' '.join(self.new.split())[:50]}"


# laws


def outcome(case: Case) -> str:
    """What the kernel says; an exception that is no refusal is a crash, and so is what takes too long."""
    try:
        with bounded(MOST_SECONDS):
            return ACCEPTED if case.ask() else REFUSED
    except (Exception, Hangs):
        return CRASHED


def killed_by(mutant: Mutant, law: Sequence[Case]) -> tuple[Case | None, Case | None]:
    """(a false case that the mutant accepts, a true one that it refuses), as far as there are; crashes do not count."""
    lets: Case | None = None
    loses: Case | None = None
    with mutated(mutant.where, mutant.old, mutant.new):
        for case in law:
            said = outcome(case)
            if said == ACCEPTED and not case.true and lets is None:
                lets = case
            if said == REFUSED and case.true and loses is None:
                loses = case
            if lets is not None or (mutant.only_loses and loses is not None):
                break
    return lets, loses


# mutation


@contextmanager
def mutated(where: str, old: str, new: str) -> Iterator[None]:
    """The kernel with `old` replaced by `new` in the source of one function or table.

    Raises:
        AssertionError: `old` does not occur exactly once there; the source has moved on.
    """
    module_name, _, name = where.partition(".")
    module = importlib.import_module(f"verify.kernel.{module_name}")
    source = _source(module_name)
    begin, end = _extent(module_name, name)
    count = source.count(old, begin, end)
    assert count == 1, f"{where}: {old!r} occurs {count} times; the table of mutants is out of date"
    at = source.index(old, begin, end)
    code = compile(source[:at] + new + source[at + len(old) :], f"<{where} mutated>", "exec", dont_inherit=True)
    put, restore = _replacement(module, name, code)
    _forget()
    try:
        put()
        yield
    finally:
        restore()
        _forget()


@functools.cache
def _source(module_name: str) -> str:
    path = importlib.import_module(f"verify.kernel.{module_name}").__file__
    assert path is not None
    return Path(path).read_text(encoding="utf-8")


@functools.cache
def _extent(module_name: str, name: str) -> tuple[int, int]:
    """Where the definition begins and ends in the source."""
    source = _source(module_name)
    body: Sequence[ast.stmt] = ast.parse(source).body
    node: ast.stmt | None = None
    for part in name.split("."):
        node = next((each for each in body if part in _names(each)), None)
        assert node is not None, f"there is no {name} in {module_name}"
        body = getattr(node, "body", [])
    assert node is not None and node.end_lineno is not None
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts[node.lineno - 1], starts[node.end_lineno]


def _names(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _replacement(module: Any, name: str, code: CodeType) -> tuple[Callable[[], None], Callable[[], None]]:
    owner: Any = module
    *path, last = name.split(".")
    for part in path:
        owner = getattr(owner, part)
    found = vars(owner)[last]
    if isinstance(found, dict):
        space: dict[str, Any] = {"__name__": module.__name__}
        exec(code, space)
        before, after = dict(found), dict(space[last])
        return lambda: _refill(found, after), lambda: _refill(found, before)
    function = _function(found)
    old, new = function.__code__, _code_of(code, name)
    return lambda: setattr(function, "__code__", new), lambda: setattr(function, "__code__", old)


def _refill(table: dict[Any, Any], content: dict[Any, Any]) -> None:
    table.clear()
    table.update(content)


def _function(found: Any) -> FunctionType:
    """The function behind a property, a class method or a cache."""
    for attribute in ("fget", "func", "__func__", "__wrapped__"):
        found = getattr(found, attribute, found)
    assert isinstance(found, FunctionType), f"{found!r} is no function"
    return found


def _code_of(module: CodeType, name: str) -> CodeType:
    stack = [module]
    while stack:
        code = stack.pop()
        if code.co_qualname == name:
            return code
        stack.extend(each for each in code.co_consts if isinstance(each, CodeType))
    raise AssertionError(f"{name} is not compiled")


def _forget() -> None:
    """Empty the kernel's caches: what was computed with another kernel does not count."""
    for name, module in list(sys.modules.items()):
        if name.startswith("verify.kernel."):
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear"):
                    each.cache_clear()
    gc.collect(0)
