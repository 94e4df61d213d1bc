"""What the commands print: JSON that keeps its promise, pages, graphs, narrow terminals."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from fractions import Fraction

import pytest

from tests.cli.conftest import OPEN, Project

KEYS = {
    *("id", "title", "kind", "source", "expect", "status", "strength", "szs", "meets_expectation", "needs"),
    *("conditional_on", "evaluations", "seconds", "cached", "counterexample", "certificate"),
}


def test_the_json_of_a_run(project: Project) -> None:
    done = project("run", "--json", "out.json")
    document = json.loads((project.path / "out.json").read_text())
    assert document["schema"] == 1 and set(document) == {"schema", "claims", "summary"}
    claims = {claim["id"]: claim for claim in document["claims"]}
    assert all(set(claim) >= KEYS for claim in claims.values())
    assert {name: (c["kind"], c["status"], c["szs"]) for name, c in claims.items()} == {
        "small.product": ("theorem", "proved", "Theorem"),
        "small.square": ("theorem", "proved", "Theorem"),
        "open.sine": ("conjecture", "undecided", "GaveUp"),
        "lies.sum": ("lie", "refuted", "CounterSatisfiable"),
    }
    lie = claims["lies.sum"]
    assert set(lie["counterexample"]) == {"simplest", "worst"}
    for each in lie["counterexample"].values():
        assert all(Fraction(value) is not None for value in each["point"].values())
    assert claims["small.square"]["counterexample"] is None
    assert not os.path.isabs(lie["certificate"]) and (project.path / lie["certificate"]).is_file()
    assert claims["open.sine"]["evaluations"] > 0
    summary = document["summary"]
    assert (summary["claims"], summary["proved"], summary["refuted"], summary["supported"]) == (4, 2, 1, 1)
    assert (summary["met"], summary["unmet"], summary["problems"]) == (4, 0, [])
    dash = project("run", "--json", "-")
    assert json.loads(dash.stdout)["summary"]["remembered"] == 4
    assert dash.stderr == done.stdout.replace("4 judged anew, 0 remembered", "0 judged anew, 4 remembered")


def test_list_as_json(project: Project) -> None:
    document = json.loads(project("list", "--json").stdout)
    assert [claim["id"] for claim in document["claims"]] == ["small.product", "small.square", "open.sine", "lies.sum"]
    assert document["claims"][3]["file"] == "cases/lies/sum.toml"
    assert "statement" in document["claims"][0] and document["problems"] == []


def test_show(project: Project) -> None:
    assert "not judged yet; theoremcheck run lies.sum" in project("show", "lies.sum").stdout
    project("run")
    text = project("show", "lies.sum").stdout
    for part in ("x: real", r"\left(x + y\right)^{2}", "nobody", "cases/lies/sum.toml", "theoremcheck check lies.sum"):
        assert part in text
    assert "counterexample  x = " in text
    with (project.path / "cases/lies/sum.toml").open("a") as file:
        file.write("# changed\n")
    assert "judge it again" in project("show", "lies.sum").stdout


def test_axioms(project: Project) -> None:
    project.theorem(
        "conditional",
        'lemma = Claim("cite.lemma", S, kind="cited", source=Source("own lemma"), shows=Identity(x, x))\n'
        'book = Claim("cite.book", S, kind="cited", source=Source("A book", place="Theorem 1"), shows=Identity(y, y))\n'
        'middle = Claim("cite.middle", S, shows=Identity(x + y, y + x))\n'
        'top = Claim("cite.top", S, rests_on=["small.square"], shows=Identity(x - y, x - y))\n\n'
        "@middle.argument\ndef below(p):\n"
        "    p.uses(lemma, at={x: x, y: y})\n    p.uses(book, at={x: x, y: y})\n    p.ring()\n\n"
        "@top.argument\ndef above(p):\n    p.uses(middle, at={x: x, y: y})\n    p.ring()\n",
    )
    file = project.path / "theorems" / "conditional.py"
    file.write_text(file.read_text().replace("import Claim,", "import Claim, Source,"))
    text = project("axioms", "cite.top").stdout
    assert "cite.top is proved" in text
    assert "cited results                     cite.book (A book, Theorem 1)" in text
    assert "own lemmas, proved on paper only  cite.lemma (own lemma)" in text
    assert "small.square: not judged yet" in text
    assert project("run", "cite.*").stdout.splitlines()[-2] == "4 claims: 2 proved, 2 cited, all as expected"
    plain = project("axioms", "small.product").stdout
    assert "conditional on no cited result and on no own lemma" in plain


def test_check_runs_in_a_fresh_process(project: Project) -> None:
    project("run")
    done = project("check")
    assert done.returncode == 0, done
    assert "3 certificates replayed" in done.stdout
    certificate = next((project.path / ".theoremcheck" / "certificates").glob("lies.sum.*"))
    certificate.write_text(certificate.read_text().replace("refuted", "proved"))
    done = project("check", "lies.sum")
    assert done.returncode == 1 and "MISMATCH" in done.stderr


@pytest.mark.parametrize("form", ["mermaid", "dot", "json"])
def test_graph(project: Project, form: str) -> None:
    project.theorem("rests", 'claim = Claim("use.rests", S, rests_on=["small.square"], shows=Identity(x, x))\n')
    done = project("graph", "--format", form)
    assert done.returncode == 0
    if form == "json":
        assert json.loads(done.stdout)["needs"] == [{"claim": "use.rests", "needs": "small.square", "how": "rests on"}]
    else:
        assert {"mermaid": "n1 -.-> n2", "dot": '"use.rests" -> "small.square" [style=dashed]'}[
            form
        ] in done.stdout or (form == "mermaid" and "-.->" in done.stdout)


def test_new_begins_a_conjecture(project: Project) -> None:
    done = project("new", "fresh.idea")
    path = project.path / "cases/conjectures/fresh.idea.toml"
    assert done.returncode == 0 and "cases/conjectures/fresh.idea.toml" in done.stdout and path.exists()
    text = path.read_text()
    again = project("new", "fresh.idea")
    assert again.returncode == 2 and path.read_text() == text
    run = project("run", "fresh.idea")
    assert run.returncode == 0 and "supported" in run.stdout, run
    (project.path / "cases/conjectures/other.idea.toml").write_text("not read by id = 1")
    assert project("new", "other.idea").returncode == 2
    assert (project.path / "cases/conjectures/other.idea.toml").read_text() == "not read by id = 1"


def in_terminal(project: Project, columns: int, *arguments: str) -> tuple[int, str]:
    """Run on a pseudo-terminal of that width."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        project.command(*arguments),
        cwd=project.path,
        env=project.environment(COLUMNS=str(columns), LINES="40", TERM="xterm", NO_COLOR="1"),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        close_fds=True,
    )
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    os.close(master)
    return process.wait(timeout=60), text.decode()


def test_terminals(project: Project) -> None:
    project.case("conjectures/sine.toml", OPEN.replace("open.sine", "open." + "very-long-name-" * 5 + "end"))
    code, wide = in_terminal(project, 160, "run")
    assert code == 0
    assert "what was found" in wide and "supported" in wide and "\x1b[3" not in wide
    for columns in (79, 50, 1):
        code, text = in_terminal(project, columns, "run")
        assert code == 0 and "Traceback" not in text
        lines = text.replace("\r", "").splitlines()
        if columns >= 50:
            assert max(map(len, lines[:-2])) <= max(columns, len("open." + "very-long-name-" * 5) + 3)
    for arguments in (["list"], ["show", "lies.sum"], ["axioms", "small.square"]):
        code, text = in_terminal(project, 30, *arguments)
        assert code == 0 and "Traceback" not in text
