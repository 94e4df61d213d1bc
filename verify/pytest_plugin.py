"""The pytest face: one item per claim of `theorems/` and `cases/`, each in the order of what it needs.

Registered by its entry point alone. In a project without claims it costs two comparisons of paths per file. A verdict
comes from the ledger or is computed on demand, so every worker of pytest-xdist finds the same.
"""

from __future__ import annotations

import os
import re as regex
from collections.abc import Generator, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from verify.catalogue import Catalogue
    from verify.run import Session
    from verify.verdict import Verdict

__all__ = ["ClaimFile", "ClaimItem"]

_SCHEMA = regex.compile(rb"^[ \t]*schema[ \t]*=", regex.MULTILINE)
_HEAD = 100_000
_OURS = ("lies", "conjectures", "bank")
_BANK = "bank"
_NOT_CLAIMS = "counterexamples"


class _Claims:
    """What pytest needs of the machine, each part made when it is first asked for."""

    def __init__(self, config: pytest.Config) -> None:
        self.root = config.rootpath
        self.named = [Path(os.path.realpath(argument.partition("::")[0])) for argument in config.args]
        self._budget: str = config.getoption("claims_budget")
        self._session: Session | None = None

    @cached_property
    def theorems(self) -> Path | None:
        """The folder of the package `theorems`; found without importing it."""
        from verify.sources import theorems_folder

        folder = theorems_folder()
        return None if folder is None else Path(os.path.realpath(folder))

    @cached_property
    def directory(self) -> Path:
        """Where the ledger lies; relative where that is enough, so that pytest and `theoremcheck` share it."""
        from verify.catalogue import DIRECTORY

        return DIRECTORY if Path.cwd() == self.root else self.root / DIRECTORY

    @cached_property
    def catalogue(self) -> Catalogue:
        """All claims, whatever was selected: the graph needs them."""
        from verify.catalogue import Catalogue

        return Catalogue.load(directory=self.directory, root=self.root)

    @cached_property
    def rank(self) -> dict[str, int]:
        """Claims after what they need."""
        from graphlib import TopologicalSorter

        needs = {entry.id: entry.needs for entry in self.catalogue.entries.values()}
        return {claim: at for at, claim in enumerate(TopologicalSorter(needs).static_order())}

    def left_out(self, real: Path) -> bool:
        """Is it a claim of the bank that was not asked for? It is asked for by its path, or by its folder's."""
        home = next((each for each in real.parents if each.name == _BANK), None)
        return home is not None and not any(
            place == real or (place in real.parents and home in (place, *place.parents)) for place in self.named
        )

    def may_state_claims(self, path: Path) -> bool:
        """By its name, its folder and, for TOML, its first bytes."""
        if path.suffix not in (".py", ".toml"):
            return False
        real = Path(os.path.realpath(path))
        installed = self.theorems is not None and self.theorems in real.parents
        if path.suffix == ".py":
            return installed
        home = self.root / "cases"
        below = real.relative_to(os.path.realpath(home)).parts if Path(os.path.realpath(home)) in real.parents else ()
        if not (below or (installed and self.theorems is not None and self.theorems / "cases" in real.parents)):
            return False
        if below[:1] == (_NOT_CLAIMS,) or (_BANK in below[:-1] and self.left_out(real)):
            return False
        if any(part in _OURS for part in below[:-1]):
            return True
        try:
            with real.open("rb") as file:
                return _SCHEMA.search(file.read(_HEAD)) is not None
        except OSError:
            return False

    def stated(self, path: Path) -> tuple[list[str], list[str]]:
        """The claims of a file, and the lines that say why it was refused."""
        from verify.catalogue import UsageError

        try:
            ids = self.catalogue.select([str(path)])
        except UsageError:
            return [], []
        label = os.path.relpath(path, self.root)
        names = (str(path), label, f"theorems{str(path).rpartition('theorems')[2]}")
        lines = [
            line for line in self.catalogue.problems if line.startswith(tuple(f"{n}{c}" for n in names for c in ":,"))
        ]
        if not ids and not lines and path.suffix == ".toml":
            lines = self.catalogue.problems  # refused for what it needs
        return ids, [f"{label}{line[len(str(path)) :]}" if line.startswith(str(path)) else line for line in lines]

    @property
    def session(self) -> Session:
        from verify.run import Session

        if self._session is None:
            self._session = Session(self.catalogue, budget=self._budget, directory=self.directory)
        return self._session

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


_KEY = pytest.StashKey[_Claims]()


def _claims(config: pytest.Config) -> _Claims:
    if _KEY not in config.stash:
        config.stash[_KEY] = _Claims(config)
    return config.stash[_KEY]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("theoremcheck")
    group.addoption(
        "--claims-budget",
        choices=("quick", "default", "deep"),
        default="default",
        help="how many evaluations the attack on a claim may spend",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Register the profiles of Hypothesis where one is asked for, before Hypothesis loads it."""
    asked = config.getoption("--hypothesis-profile", None)
    named = os.environ.get("THEOREMCHECK_PROFILE")
    if not asked and not named:
        return
    from verify.attack.examples import register_profiles

    register_profiles()
    if named and not asked:
        from hypothesis import settings
        from hypothesis.errors import InvalidArgument

        try:
            settings.load_profile(named)
        except InvalidArgument:
            raise pytest.UsageError(
                f"THEOREMCHECK_PROFILE: found {named!r}, expected a settings profile such as dev, ci or hunt"
            ) from None


def pytest_unconfigure(config: pytest.Config) -> None:
    if _KEY in config.stash:
        config.stash[_KEY].close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    claims = _claims(parent.config)
    if not claims.may_state_claims(file_path):
        return None
    ids, problems = claims.stated(file_path)
    return ClaimFile.from_parent(parent, path=file_path) if ids or problems else None


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """A module of claims that is named on the command line is no module of tests as well."""
    claims = _claims(parent.config)
    if claims.may_state_claims(module_path) and any(claims.stated(module_path)):
        return _NoTests.from_parent(parent, path=module_path)
    return None


class _NoTests(pytest.Module):
    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        return []


class ClaimFile(pytest.File):
    """A module of `theorems/` or a file of `cases/`."""

    def collect(self) -> Iterable[pytest.Item]:
        ids, problems = _claims(self.config).stated(self.path)
        if problems:
            raise self.CollectError("\n".join(problems))
        return [ClaimItem.from_parent(self, name=claim) for claim in ids]


class ClaimItem(pytest.Item):
    """One claim: passes where it meets its expectation."""

    verdict: Verdict

    def setup(self) -> None:
        """Judge the claim here, so that a crash of the machine is an error and not a failure."""
        from verify.verdict import Status

        self.verdict = _claims(self.config).session.verdict(self.name)
        if self.verdict.status is Status.ERROR:
            pytest.fail(str(self.verdict.survey.get("traceback") or self.verdict.reason).rstrip(), pytrace=False)

    def runtest(self) -> None:
        from verify.verdict import Status

        verdict = self.verdict
        if verdict.status is Status.BLOCKED or (verdict.status is Status.UNDECIDED and verdict.meets_expectation):
            if not verdict.supported:
                word = "cited" if verdict.kind == "cited" else verdict.status.word
                pytest.skip(f"{word}: {verdict.reason.removeprefix(f'{word}: ')}")
        elif not verdict.meets_expectation:
            raise _Unmet(self._lines())

    def _lines(self) -> str:
        """Three lines: the statement, what was found, how to see it again."""
        from verify.report.words import counterexample, explanation, replay

        entry = _claims(self.config).catalogue.entries[self.name]
        places = [line for _, line in counterexample(self.verdict)]
        wanted = "to stay open" if entry.expect == "open" else entry.expect
        found = f"{self.verdict.status}: {explanation(self.verdict)}"
        lines = (
            f"{entry.id}: {entry.statement}",
            f"{self.verdict.status}, expected {wanted}: {places[0]}" if places else found,
            f"replay: {replay(self.verdict)}" if replay(self.verdict) else f"see: theoremcheck show {entry.id}",
        )
        return "\n".join(" ".join(line.split()) for line in lines)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, _Unmet):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"claim {self.name}"  # pytest would show the dots of the bare name as ::


class _Unmet(Exception):
    """A verdict that is not the expected one."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say `supported` in the report; a skip stands where the claim stands, not in this file."""
    report = yield
    if isinstance(item, ClaimItem) and report.when == "call":
        if report.skipped and isinstance(report.longrepr, tuple):
            place = os.path.relpath(item.path, item.config.rootpath)
            report.longrepr = (place, None, report.longrepr[2])  # type: ignore[assignment]
        elif report.passed and item.verdict.supported:
            report.claim_word = "supported"  # type: ignore[attr-defined]
    return report


def pytest_report_teststatus(
    report: pytest.CollectReport | pytest.TestReport,
) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    if getattr(report, "claim_word", None) != "supported":
        return None
    return "supported", "S", ("SUPPORTED", {"yellow": True})


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Claims change places among themselves; every other item stays where it is."""
    at = [place for place, item in enumerate(items) if isinstance(item, ClaimItem)]
    if not at:
        return
    rank = _claims(config).rank
    ordered = sorted((items[place] for place in at), key=lambda item: rank[item.name])
    for place, item in zip(at, ordered, strict=True):
        items[place] = item
