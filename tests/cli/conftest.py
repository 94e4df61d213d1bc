"""A project of its own for every test: a folder with a small `theorems` package and `cases`, and the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

HEAD = "from verify import Claim, Identity, Real, Space, gt, lt\nS = Space(x=Real(), y=Real())\nx, y = S.symbols\n"

SQUARE = """
claim = Claim("small.square", S, title="A square", shows=Identity((x + y) ** 2, x**2 + 2 * x * y + y**2))
"""

PRODUCT = """
claim = Claim("small.product", S, shows=Identity((x - y) * (x + y), x**2 - y**2))
"""

LIE = """
schema = 1
id = "lies.sum"
source = "nobody"
[space]
x = "real"
y = "real"
[shows]
claim = "(x + y)**2 == x**2 + y**2"
"""

OPEN = """
schema = 1
id = "open.sine"
source = "nobody"
[space]
x = "real(window=3)"
[given]
off = "x > 0"
[shows]
claim = "sin(x)*sin(3*x) < x"
[attack]
evaluations = 2000
"""


@dataclass
class Project:
    """A working directory with its own claims."""

    path: Path

    def theorem(self, name: str, body: str) -> Path:
        """Write theorems/<name>.py, the usual imports first."""
        file = self.path / "theorems" / f"{name}.py"
        file.write_text(f'"""For a test."""\n{HEAD}{body}')
        return file

    def case(self, place: str, text: str) -> Path:
        """Write cases/<place>."""
        file = self.path / "cases" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def environment(self, **more: str) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")}
        return {**kept, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **more}

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "verify", *arguments]

    def __call__(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run theoremcheck here."""
        return subprocess.run(
            self.command(*arguments),
            cwd=self.path,
            env=self.environment(**environment),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def json(self, *arguments: str, **environment: str) -> dict[str, Any]:
        """What `run --json -` says."""
        done = self("run", *arguments, "--json", "-", **environment)
        found: dict[str, Any] = json.loads(done.stdout)
        return found


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with two theorems, a lie and an open conjecture."""
    (tmp_path / "theorems").mkdir()
    (tmp_path / "theorems" / "__init__.py").write_text('"""Theorems of a test."""\n')
    made = Project(tmp_path)
    made.theorem("square", SQUARE)
    made.theorem("product", PRODUCT)
    made.case("lies/sum.toml", LIE)
    made.case("conjectures/sine.toml", OPEN)
    return made
