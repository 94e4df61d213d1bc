"""The catalogue: which claims there are, in which files, and what they need.

What a file states is kept in an index (`.theoremcheck/index.json`) and read again only when the file, a module that it
imports, or the machine itself changed; so a list of all claims imports no theorem. A file that cannot be read costs
its own claims and one line among `problems`, never the others.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from verify import sources
from verify.sources import ClaimFile

if TYPE_CHECKING:
    from verify.claim import Claim

__all__ = ["INDEX_SCHEMA", "Catalogue", "Entry", "UsageError", "stated_in"]

INDEX_SCHEMA = 1
DIRECTORY = Path(".theoremcheck")
_RESOLVERS: tuple[Callable[[Path], str], ...] = (os.path.realpath, os.path.abspath)
"""A link counts where it lies as well as where it points."""


class UsageError(ValueError):
    """What was asked for cannot be done as asked; one line that says what to write instead."""


@dataclass(frozen=True)
class Entry:
    """What is known of a claim without building it.

    Attributes:
        file: its file as people name it.
        needs: what its argument uses, then what its definition rests on.
        uses: the part of `needs` that the argument uses.
        seed: of the attack.
        content: digest of the bytes of its file and of the theorem modules that the file imports.
        sequent: digest of the statement as the kernel sees it.
    """

    id: str
    kind: str
    title: str
    source: str
    expect: str
    file: str
    statement: str
    needs: tuple[str, ...]
    uses: tuple[str, ...]
    seed: int
    content: str
    sequent: str

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The part of `needs` that the definition rests on."""
        return tuple(need for need in self.needs if need not in self.uses)

    @classmethod
    def of(cls, claim: Claim, file: str, content: str) -> Entry:
        """The entry of a claim. An argument that cannot be built uses nothing; its judge will say so."""
        from verify.certificate import sequent_digest
        from verify.judge import uses_of

        try:
            uses = uses_of(claim)
        except Exception:  # the claim's own code; judging it runs the same code and reports what it raised
            uses = ()
        return cls(
            id=claim.id,
            kind=claim.kind,
            title=claim.title,
            source=str(claim.source or ""),
            expect=claim.expect,
            file=file,
            statement=str(claim),
            needs=tuple(dict.fromkeys((*uses, *claim.rests_on))),
            uses=uses,
            seed=claim.seed,
            content=content,
            sequent=sequent_digest(claim.sequent),
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Entry:
        """The inverse of `dataclasses.asdict`."""
        return cls(**{**data, "needs": tuple(data["needs"]), "uses": tuple(data["uses"])})


class Catalogue:
    """Claims by id, in the order of their files.

    Attributes:
        entries: id -> what is known of it.
        problems: one line for every file or claim that was refused.
    """

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.problems: list[str] = []
        self._files: dict[str, ClaimFile] = {}
        self._claims: dict[str, Claim] = {}
        self._places: dict[str, list[dict[str, set[str]]]] = {}  # by working directory; see `_placed`
        self._refused_in: set[str] = set()  # files of which `problems` speaks
        self.in_memory = False
        self.root: Path | None = None  # of the project; None in memory

    @classmethod
    def load(
        cls, also: Iterable[str] = (), *, directory: Path = DIRECTORY, root: Path = Path("."), remembered: bool = False
    ) -> Catalogue:
        """The claims of the installed `theorems` and of `cases/` below `root`.

        Args:
            also: patterns of a command line; a TOML file among them is read wherever it lies.
            directory: where the index is kept.
            remembered: read again the TOML files that were once given by their path and still exist.
        """
        found = cls()
        found.root = root
        index = _Index(directory)
        files = sources.claim_files(root)
        known = {os.path.realpath(each.path) for each in files}
        given = [path for path in map(Path, also) if path.suffix.lower() == ".toml" and path.is_file()]
        given += [Path(path) for path in (index.outside if remembered else ()) if Path(path).is_file()]
        for path in given:
            if os.path.realpath(path) not in known:
                known.add(os.path.realpath(path))
                files.append(
                    ClaimFile(sources.shown(path, root), path, kind=sources.kind_of(Path(os.path.abspath(path))))
                )
                index.remember(path)
        for file in files:
            found._files[file.label] = file
            try:
                entries = index.entries(file)
            except _Unreadable as error:
                found.problems.append(str(error))
                found._refused_in.add(file.label)
                continue
            found._add(entries)
        index.write()
        found._settle()
        return found

    @classmethod
    def of(cls, claims: Iterable[Claim]) -> Catalogue:
        """The catalogue of claims that are at hand; for tests and notebooks."""
        from verify.prove.argument import steps_of

        found = cls()
        found.in_memory = True
        for claim in claims:
            try:
                steps = repr(steps_of(claim))
            except Exception as error:  # as in Entry.of
                steps = repr(error)
            entry = Entry.of(claim, "<memory>", hashlib.sha256(f"{steps}{claim.evaluations}".encode()).hexdigest())
            if entry.id not in found.entries:
                found._claims[entry.id] = claim
            found._add([entry])
        found._settle()
        return found

    def __getstate__(self) -> dict[str, Any]:
        """For a worker process, which reads the files that it needs itself."""
        return {**self.__dict__, "_claims": self._claims if self.in_memory else {}}

    def _add(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            first = self.entries.setdefault(entry.id, entry)
            if first is not entry:
                where = f"twice in {entry.file}" if first.file == entry.file else f"in {first.file} and in {entry.file}"
                self._refused_in.add(entry.file)
                self.problems.append(f"{entry.file}: the id {entry.id!r} stands {where}; rename one of the two claims")

    def _settle(self) -> None:
        """Refuse the claims that need each other in a circle, or need what is not there, and what needs them."""
        from graphlib import CycleError, TopologicalSorter

        refused: set[str] = set()
        while True:
            try:
                TopologicalSorter({entry.id: entry.needs for entry in self.entries.values()}).prepare()
                break
            except CycleError as error:
                circle = list(reversed(error.args[1]))[:-1]
                first = circle.index(min(circle))
                circle = circle[first:] + circle[:first]
                path, file = " -> ".join((*circle, circle[0])), self.entries[circle[0]].file
                self.problems.append(f"{file}: claims need each other in a circle: {path}; drop one of these needs")
                self._refuse(circle, refused)
        while lost := [e for e in self.entries.values() if any(need not in self.entries for need in e.needs)]:
            for entry in lost:
                need = next(need for need in entry.needs if need not in self.entries)
                why = "which was refused" if need in refused else "and no claim has that id" + self._nearest(need)
                self.problems.append(
                    f"{entry.file}: {entry.id} needs {need!r}, {why}; correct the name or give that claim"
                )
            self._refuse([entry.id for entry in lost], refused)

    def _refuse(self, ids: Iterable[str], refused: set[str]) -> None:
        for claim in ids:
            self._refused_in.add(self.entries.pop(claim).file)
            refused.add(claim)

    def claim(self, claim: str) -> Claim:
        """The claim itself; imports its file alone.

        Raises:
            UsageError: there is none of that id, or its file no longer states it.
        """
        if claim not in self._claims:
            entry = self.entries.get(claim)
            if entry is None:
                raise UsageError(
                    f"{claim!r}: no claim has that id{self._nearest(claim)}; `theoremcheck list` names them all"
                )
            try:
                found, content = _read(self._files[entry.file])
            except _Unreadable as error:
                raise UsageError(str(error)) from None
            if content != entry.content:  # what it states now would be remembered as what it stated then
                raise UsageError(f"{entry.file}: it was changed meanwhile; run the command again")
            for each in found:
                if each.id in self.entries and self.entries[each.id].file == entry.file:
                    self._claims.setdefault(each.id, each)
            if claim not in self._claims:
                raise UsageError(f"{entry.file}: it no longer states {claim!r}; run the command again")
        return self._claims[claim]

    def stored(self, claim: str) -> Path | None:
        """The file of a claim's stored counterexamples. The bank has none: it measures the attack."""
        if self.root is None or self.entries[claim].kind == "bank":
            return None
        return sources.counterexample_file(self.root, claim)

    def place_to_store(self, claim: str) -> Path | None:
        """Where to store a claim's counterexamples; None unless it is the project's own and `cases/` exists."""
        entry = self.entries[claim]
        if self.root is None or entry.kind == "bank" or not (self.root / "cases").is_dir():
            return None
        real = Path(os.path.realpath(self._files[entry.file].path))
        own = [Path(os.path.realpath(self.root / name)) for name in ("cases", "theorems")]
        if not any(folder in real.parents for folder in own):
            return None
        return self.root / "cases" / "counterexamples" / f"{claim}.toml"

    def select(self, patterns: Iterable[str]) -> list[str]:
        """The ids that patterns name, in the catalogue's order: an id, a glob on ids, a file or a folder. None: all.

        The bank is measured, not judged: it is left out wherever a pattern names other claims as well.

        Raises:
            UsageError: a pattern matches nothing.
        """
        listed = list(patterns)
        plain = {claim for claim, entry in self.entries.items() if entry.kind != "bank"}
        wanted: set[str] = set() if listed else plain
        for found in map(self._matching, listed):
            wanted |= found & plain or found
        return [claim for claim in self.entries if claim in wanted]

    def _matching(self, pattern: str) -> set[str]:
        from fnmatch import fnmatchcase

        if pattern in self.entries:
            return {pattern}
        if not pattern:
            raise UsageError(
                "found an empty name, expected an id, a glob, a file or a folder; name one, or none for all"
            )
        labels = self._labels(pattern)
        found = {entry.id for entry in self.entries.values() if entry.file in labels}
        if found or labels & self._refused_in:
            return found
        if Path(pattern).is_dir():
            raise UsageError(f"{pattern}: no claim that is known here lies in this folder; name its files one by one")
        if labels or Path(pattern).exists():
            raise UsageError(
                f"{pattern}: it states no claim; give a module of theorems/ or a TOML file such as `new` writes"
            )
        if pattern.endswith((".toml", ".py")) or "/" in pattern:
            raise UsageError(f"{pattern}: there is no such file; give the path of a claim file, or an id")
        found = {claim for claim in self.entries if fnmatchcase(claim, pattern)}
        if not found:
            raise UsageError(
                f"{pattern!r} matches no claim{self._nearest(pattern)}; `theoremcheck list` names them all"
            )
        return found

    def _labels(self, pattern: str) -> set[str]:
        """The files that a path names: itself, or all below a folder."""
        path = Path(pattern)
        if not path.exists():
            return {pattern} & set(self._files)
        found: set[str] = set()
        folder = path.is_dir()
        for resolve, places in zip(_RESOLVERS, self._placed(), strict=True):
            wanted = resolve(path)
            found |= places.get(wanted, set())
            if folder:
                above = os.path.join(wanted, "")
                found = found.union(*(labels for place, labels in places.items() if place.startswith(above)))
        return found

    def _placed(self) -> list[dict[str, set[str]]]:
        """For each of `_RESOLVERS`: path -> labels of the files that lie there."""
        here = os.getcwd()
        if here not in self._places:
            self._places[here] = [{} for _ in _RESOLVERS]
            for (label, file), (resolve, places) in product(
                self._files.items(), zip(_RESOLVERS, self._places[here], strict=True)
            ):
                places.setdefault(resolve(file.path), set()).add(label)
        return self._places[here]

    def _nearest(self, name: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(name, self.entries, n=3, cutoff=0.5)
        return f"; did you mean {' or '.join(near)}?" if near else ""


def stated_in(module: str) -> dict[str, Claim]:
    """The claims of one module of `theorems`, by id; no index is read or written.

    Raises:
        UsageError: there is no such module, or its claims cannot be had.
    """
    file = sources.python_files().get(module)
    if file is None:
        raise UsageError(f"{module}: there is no such module of theorems")
    try:
        return {claim.id: claim for claim in _read(file)[0]}
    except _Unreadable as error:
        raise UsageError(str(error)) from None


_CONTENT: WeakKeyDictionary[ModuleType, str] = WeakKeyDictionary()
"""What the files of a module of `theorems` held when it was first read here."""


class _Unreadable(Exception):
    """A file whose claims cannot be had; one line."""


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 500 else line[:497] + "..."


def _read(file: ClaimFile, listing: Mapping[str, ClaimFile] | None = None) -> tuple[list[Claim], str]:
    """The claims that a file states, and the digest of what it holds, with what it imports.

    Args:
        listing: the modules of `theorems` by name; looked up by default.

    Raises:
        _Unreadable: it cannot be read, imported or understood.
    """
    if not file.module:
        from verify.spell.text import SpellError
        from verify.spell.toml import load_claim

        try:
            return [load_claim(file.path, file.kind)], _content({file.label: file.path})
        except (SpellError, OSError) as error:
            line = _one_line(str(error))
            named = file.label in line or file.path.name in line
            raise _Unreadable(line if named else f"{file.label}: {line}") from None
        except Exception as error:  # a file must not take the others with it, even where the reader has a defect
            raise _Unreadable(
                f"{file.label}: cannot be read: {type(error).__name__}: {_one_line(str(error))}"
            ) from None
    from importlib import import_module

    try:
        module = import_module(file.module)
    except (Exception, SystemExit) as error:  # the module's own code; anything may come
        raise _Unreadable(f"{_place(file, error)}: {type(error).__name__}: {_one_line(str(error))}") from None
    held: dict[Path, bytes] = {}
    modules = _imported(file, sources.python_files() if listing is None else listing, held)
    content = _content(_parts(file, modules), held)
    if _CONTENT.setdefault(module, content) != content:  # Python does not import it again
        raise _Unreadable(f"{file.label}: it was changed after this process imported it; start a new one")
    borrowed = {id(claim) for name in modules if name != file.module for claim in _stated(name)}
    return [claim for claim in _claims_in(vars(module).values()) if id(claim) not in borrowed], content


def _place(file: ClaimFile, error: BaseException) -> str:
    """The file and, where the traceback passes through it, the line."""
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == str(file.path) else None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == str(file.path):
            line = step.tb_lineno
        step = step.tb_next
    return f"{file.label}, line {line}" if line else f"{file.label}, when it is imported"


def _stated(module: str) -> Iterator[Claim]:
    import sys

    return _claims_in(vars(sys.modules[module]).values()) if module in sys.modules else iter(())


def _claims_in(values: Iterable[Any]) -> Iterator[Claim]:
    """Claims among values and in lists, tuples and dictionaries of them, each once, in order."""
    from verify.claim import Claim

    seen: set[int] = set()
    waiting = list(reversed(list(values)))
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        if isinstance(value, Claim):
            seen.add(id(value))
            yield value
        elif type(value) in (list, tuple, dict):
            seen.add(id(value))
            waiting.extend(reversed(list(value.values() if isinstance(value, dict) else value)))


def _imported(file: ClaimFile, listing: Mapping[str, ClaimFile], held: dict[Path, bytes]) -> dict[str, ClaimFile]:
    """The modules of `theorems` that a module imports, directly or not, itself among them, by name.

    Args:
        listing: the modules of `theorems` by name.
        held: path -> bytes, of the files that were read already; those that are read now are added.
    """
    found: dict[str, ClaimFile] = {}
    waiting = [file.module]
    while waiting:
        name = waiting.pop()
        parts = name.split(".")
        for parent in (".".join(parts[: at + 1]) for at in range(len(parts))):
            if parent not in listing or parent in found:
                continue
            path = listing[parent].path
            found[parent] = listing[parent]
            package = parent.split(".") if path.name == "__init__.py" else parent.split(".")[:-1]
            try:
                if path not in held:
                    held[path] = path.read_bytes()
            except OSError:
                continue
            for level, module, names in _import_statements(held[path]):
                above = package[: len(package) - level + 1] if level else []
                base = ".".join((*above, *([module] if module else ())))
                waiting.extend((base, *(f"{base}.{each}" for each in names)) if base else names)
    return found


@lru_cache(maxsize=4096)
def _import_statements(source: bytes) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """(level, module, names) of each import in a source, of `import a` the names alone; none of what is no Python."""
    import ast

    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            found.append((node.level, node.module or "", names) if isinstance(node, ast.ImportFrom) else (0, "", names))
    return tuple(found)


def _parts(file: ClaimFile, modules: Mapping[str, ClaimFile]) -> dict[str, Path]:
    """Label -> path of a file and of the modules of `theorems` that it imports."""
    return {each.label: each.path for each in (file, *modules.values())}


def _content(parts: Mapping[str, Path], held: Mapping[Path, bytes] = MappingProxyType({})) -> str:
    """Digest of the bytes of some files; those that were read already are in `held`.

    Raises:
        _Unreadable: one of them cannot be read.
    """
    digests: list[list[str]] = []
    for label, path in sorted(parts.items()):
        try:
            content = held[path] if path in held else path.read_bytes()
        except OSError as error:
            raise _Unreadable(f"{label}: {error.strerror or error}") from None
        digests.append([label, hashlib.sha256(content).hexdigest()])
    return _joined(digests)


def _joined(digests: list[list[str]]) -> str:
    return hashlib.sha256(json.dumps(digests).encode()).hexdigest()


class _Index:
    """The index on disk. A file counts as unchanged by its times and size, else by its SHA-256."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / "index.json"
        try:
            data = json.loads(self._path.read_bytes())
            if data["schema"] != INDEX_SCHEMA:
                raise ValueError("another schema")
            self._digests: dict[str, list[Any]] = dict(data["digests"])
            self._stated: dict[str, Any] = dict(data["stated"]) if data["machine"] == self._machine else {}
            self.outside = [str(path) for path in data["outside"]]
            self._before: Any = data
        except (OSError, ValueError, KeyError, TypeError):
            self._digests, self._stated, self.outside, self._before = {}, {}, [], None
        self._now: dict[str, Any] = {}
        self._used: dict[str, list[Any]] = {}
        self._held: dict[Path, bytes] = {}  # what modules of `theorems` hold, to see what they import

    @cached_property
    def _machine(self) -> str:
        """Digest of the machine's sources by times and sizes: a cheap sign that nothing changed."""
        return sources.sign_of_files(sources.machine_files())

    @cached_property
    def _listing(self) -> dict[str, ClaimFile]:
        """The modules of `theorems` by name."""
        return sources.python_files()

    @cached_property
    def _modules(self) -> dict[str, Path]:
        """Label -> path of every module of `theorems`."""
        return {file.label: file.path for file in self._listing.values()}

    def remember(self, path: Path) -> None:
        """A TOML file that was given by its path."""
        absolute = os.path.abspath(path)
        if absolute not in self.outside:
            self.outside.append(absolute)

    def _digest(self, label: str, path: Path) -> str:
        """SHA-256 of a file's bytes. Raises OSError."""
        if label not in self._used:
            sign, known = sources.sign_of(path), self._digests.get(label)
            same = isinstance(known, list) and known[:-1] == sign
            self._used[label] = [*sign, known[-1] if same and known else hashlib.sha256(path.read_bytes()).hexdigest()]
        return str(self._used[label][-1])

    def entries(self, file: ClaimFile) -> list[Entry]:
        """What a file states.

        Raises:
            _Unreadable: its claims cannot be had.
        """
        try:
            kept = self._stated.get(file.label)
            places = {**self._modules, file.label: file.path}
            if kept is not None and all(self._digest(label, places[label]) == was for label, was in kept["from"]):
                self._now[file.label] = kept
                return [Entry.from_json(data) for data in kept["entries"]]
        except (OSError, KeyError, TypeError, ValueError):
            pass
        try:
            parts = _parts(file, _imported(file, self._listing, self._held) if file.module else {})
            made = [[label, self._digest(label, path)] for label, path in sorted(parts.items())]
        except OSError as error:
            raise _Unreadable(f"{file.label}: {error.strerror or error}") from None
        content = _joined(made)
        claims, _ = _read(file, self._listing)
        try:
            entries = [Entry.of(claim, file.label, content) for claim in claims]
        except Exception as error:  # as in _read: the other files still count
            raise _Unreadable(f"{_place(file, error)}: {type(error).__name__}: {_one_line(str(error))}") from None
        self._now[file.label] = {"from": made, "entries": [asdict(entry) for entry in entries]}
        return entries

    def write(self) -> None:
        """Keep the index if it changed; a folder that cannot be written costs only time."""
        data = {
            "schema": INDEX_SCHEMA,
            "machine": self._machine,
            "digests": self._used,
            "stated": self._now,
            "outside": self.outside,
        }
        if data == self._before:
            return
        part = self._path.with_name(f".index.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(data), encoding="ascii")
            part.replace(self._path)
        except OSError:
            part.unlink(missing_ok=True)
