"""Which files a verdict comes from: the machine's own, and those that state claims; their digests."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = [
    "KIND_OF_FOLDER",
    "ClaimFile",
    "claim_files",
    "counterexample_file",
    "digest_of_files",
    "kind_of",
    "machine_files",
    "shown",
    "sign_of",
    "sign_of_files",
]

MACHINE = Path(__file__).parent
FACES = ("report/", "cli.py", "power.py", "simulate.py", "pytest_plugin.py", "__main__.py")
"""Parts of `verify` that show verdicts and cannot change one."""

KIND_OF_FOLDER = {"lies": "lie", "conjectures": "conjecture", "bank": "bank"}
NOT_CLAIMS = ("counterexamples",)
"""Folders of `cases/` that hold data."""


@dataclass(frozen=True)
class ClaimFile:
    """A file that may state claims.

    Attributes:
        label: how people name it: relative to the working directory, or from `theorems/` in an installed copy.
        path: where it is.
        module: the module's name, empty for a TOML file.
        kind: what its claims are by default.
    """

    label: str
    path: Path
    module: str = ""
    kind: str = "theorem"


def shown(path: Path, root: Path = Path(".")) -> str:
    """A path as people write it: relative to `root` where it lies below, else absolute."""
    absolute = Path(os.path.abspath(path))
    try:
        return absolute.relative_to(os.path.abspath(root)).as_posix()
    except ValueError:
        return absolute.as_posix()


def kind_of(path: Path) -> str:
    """The kind of the claims of a TOML file, from the folders it lies in."""
    return next((KIND_OF_FOLDER[part] for part in reversed(path.parts[:-1]) if part in KIND_OF_FOLDER), "conjecture")


def _walk(folder: Path, suffix: str) -> Iterator[Path]:
    """Files below `folder` in the order of their names, through links, each folder once; no hidden ones and caches."""
    seen = {os.path.realpath(folder)}
    for at, folders, files in os.walk(folder, followlinks=True):
        listed = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
        folders.clear()
        for name in listed:
            real = os.path.realpath(os.path.join(at, name))
            if real not in seen:
                seen.add(real)
                folders.append(name)
        for name in sorted(files):
            path = os.path.join(at, name)
            if name.lower().endswith(suffix) and not name.startswith(".") and os.path.isfile(path):
                yield Path(path)


def theorems_folder() -> Path | None:
    """Where the package `theorems` lies; found without importing it."""
    from importlib.util import find_spec

    spec = find_spec("theorems")
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None


def python_files() -> dict[str, ClaimFile]:
    """Module name -> file, of every module of `theorems`, helpers too."""
    folder = theorems_folder()
    found: dict[str, ClaimFile] = {}
    if folder is None:
        return found
    for path in _walk(folder, ".py"):
        parts = ("theorems", *path.relative_to(folder).with_suffix("").parts)
        if parts[1] != "cases":
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ClaimFile("/".join(parts) + ".py", path, name)
    return found


def claim_files(root: Path = Path(".")) -> list[ClaimFile]:
    """The modules of `theorems`, then the files of `cases/`: those of `root` before those that were installed."""
    found = [f for f in python_files().values() if not any(part.startswith("_") for part in f.module.split("."))]
    folder = theorems_folder()
    cases: dict[str, ClaimFile] = {}
    for place in (*([folder / "cases"] if folder else ()), root / "cases"):
        for path in _walk(place, ".toml"):
            relative = path.relative_to(place)
            if relative.parts[0] not in NOT_CLAIMS:
                label = f"cases/{relative.as_posix()}"
                cases[label] = ClaimFile(label, path, kind=kind_of(relative))
    return found + [cases[label] for label in sorted(cases)]


def counterexample_file(root: Path, claim: str) -> Path | None:
    """Where the counterexamples of a claim are stored: below `root`, else in an installed copy; None: nowhere."""
    folder = theorems_folder()
    places = (root / "cases", *((folder / "cases",) if folder else ()))
    files = (place / NOT_CLAIMS[0] / f"{claim}.toml" for place in places)
    return next((file for file in files if file.is_file()), None)


def machine_files() -> list[Path]:
    """The sources of `verify` that can change a verdict."""
    return [path for path in _walk(MACHINE, ".py") if not path.relative_to(MACHINE).as_posix().startswith(FACES)]


def sign_of(path: Path) -> list[Any]:
    """What tells a changed file cheaply. The time of its last change of any kind cannot be set back, as `mtime` can.

    Raises:
        OSError: it is not there.
    """
    stat = path.stat()
    return [os.path.abspath(path), stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size]


def sign_of_files(paths: list[Path]) -> str:
    """SHA-256 over the signs of files; of a file that is gone, its name."""
    listed = []
    for path in paths:
        try:
            listed.append("\0".join(map(str, sign_of(path))))
        except OSError:
            listed.append(str(path))
    return hashlib.sha256("\n".join(listed).encode(errors="surrogateescape")).hexdigest()


def digest_of_files(paths: list[Path], base: Path) -> str:
    """SHA-256 over the names below `base` and the bytes of files."""
    total = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        total.update(f"{path.relative_to(base).as_posix()}\0{len(content)}\0".encode(errors="surrogateescape"))
        total.update(content)
    return total.hexdigest()
