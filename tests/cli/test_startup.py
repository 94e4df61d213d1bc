"""What `--help` and a warm `list` may import, and that they do not read what did not change."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.conftest import Project

HEAVY = (
    "sympy",
    "numpy",
    "torch",
    "scipy",
    "matplotlib",
    "networkx",
    "rich",
    "flint",
    "mpmath",
    "hypothesis",
    "sqlite3",
)
OURS = ("verify.kernel", "verify.claim", "verify.space", "verify.judge", "verify.attack", "theorems")

SCRIPT = """
import sys
from verify.cli import main
code = main(sys.argv[1:])
print("\\n".join(sorted(sys.modules)), file=sys.stderr)
sys.exit(code)
"""


def imported(project: Project, *arguments: str) -> tuple[set[str], str]:
    """The modules that a command imports, and what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        cwd=project.path,
        env=project.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split()), done.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["simulate", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(project: Project, arguments: list[str]) -> None:
    modules, text = imported(project, *arguments)
    assert text
    assert not modules & {*HEAVY, *OURS}
    assert not (project.path / ".theoremcheck").exists()


@pytest.mark.parametrize("arguments", [["list"], ["list", "--json"]])
def test_a_warm_list_imports_no_theorem(project: Project, arguments: list[str]) -> None:
    cold, first = imported(project, *arguments)
    assert "theorems.square" in cold
    warm, second = imported(project, *arguments)
    assert first == second
    assert not warm & {*HEAVY, *OURS}


def test_only_what_changed_is_read_again(project: Project) -> None:
    project("list")
    project.theorem("square", 'claim = Claim("small.renamed", S, shows=Identity(x, x))\n')
    modules, text = imported(project, "list")
    assert "small.renamed" in text and "small.square" not in text
    assert "theorems.square" in modules and "theorems.product" not in modules


def test_a_touched_file_is_not_read_again(project: Project) -> None:
    project("list")
    os.utime(project.path / "theorems" / "square.py", (1, 1))
    modules, _ = imported(project, "list")
    assert not modules & set(OURS)


def test_a_changed_helper_is_noticed(project: Project) -> None:
    helper = project.path / "theorems" / "_names.py"
    helper.write_text('TITLE = "before"\n')
    body = 'from theorems._names import TITLE\nclaim = Claim("small.square", S, title=TITLE, shows=Identity(x, x))\n'
    project.theorem("square", body)
    assert "before" in project("list").stdout
    helper.write_text('TITLE = "after!"\n')
    assert "after!" in project("list").stdout


def test_a_damaged_index_is_made_again(project: Project) -> None:
    before = project("list").stdout
    for text in (
        "",
        "{",
        "[]",
        '{"schema": 1}',
        '{"schema": 1, "digests": 3, "stated": 4, "machine": 5, "outside": 6}',
    ):
        (project.path / ".theoremcheck" / "index.json").write_text(text)
        done = project("list")
        assert (done.returncode, done.stdout, done.stderr) == (0, before, "")


def test_a_file_that_was_repaired(project: Project) -> None:
    file = project.case("lies/broken.toml", "= =")
    assert project("list").returncode == 2
    assert project("list").returncode == 2
    file.unlink()
    assert project("list").returncode == 0


def test_public_names_are_all_there() -> None:
    import ast

    import verify

    assert verify.__file__
    with open(verify.__file__, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    typed = {
        alias.asname or alias.name for node in block.body for alias in node.names if isinstance(node, ast.ImportFrom)
    }
    assert typed == set(verify.__all__) == set(verify._MODULE_OF)
    assert all(getattr(verify, name) is not None for name in verify.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = verify.nothing
