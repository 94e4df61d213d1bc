"""The ledger seen from outside: what is remembered, what is judged again, and that jobs change nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import LIE, Project


def anew(project: Project, *arguments: str, **environment: str) -> list[str]:
    """The ids that a run judges anew."""
    return [claim["id"] for claim in project.json(*arguments, **environment)["claims"] if not claim["cached"]]


def test_a_second_run_proves_nothing_and_says_so(project: Project) -> None:
    first = project("run")
    second = project("run")
    assert second.stdout.splitlines()[-1] == "0 judged anew, 4 remembered"
    assert first.stdout.splitlines()[:-1] == second.stdout.splitlines()[:-1]


def test_only_the_claim_that_changed_is_judged(project: Project) -> None:
    assert len(anew(project)) == 4
    with (project.path / "theorems" / "square.py").open("a") as file:
        file.write("# a comment\n")
    assert anew(project) == ["small.square"]
    assert anew(project) == []
    project.case("lies/sum.toml", LIE.replace("x**2 + y**2", "x**2 - y**2"))
    assert anew(project) == ["lies.sum"]


def test_budget_and_fresh_judge_again(project: Project) -> None:
    assert len(anew(project)) == 4
    assert len(anew(project, "--budget", "quick")) == 4
    assert anew(project) == []
    assert len(anew(project, "--fresh")) == 4
    assert anew(project) == []


def test_a_verdict_without_its_certificate_is_not_remembered(project: Project) -> None:
    found = {claim["id"]: claim for claim in project.json()["claims"]}
    assert found["open.sine"]["certificate"] is None
    (project.path / found["small.square"]["certificate"]).unlink()
    assert anew(project) == ["small.square"]


def test_a_used_claim_that_changes_judges_its_users_again(project: Project) -> None:
    project.theorem("below", 'claim = Claim("use.below", S, shows=Identity((x + y)**2, x**2 + 2*x*y + y**2))\n')
    project.theorem(
        "above",
        'claim = Claim("use.above", S, shows=Identity((x + y)**2 - y**2, x**2 + 2*x*y))\n\n'
        "@claim.argument\ndef argument(p):\n    p.uses('use.below', at={x: x, y: y})\n    p.ring()\n",
    )
    project.theorem("rests", 'claim = Claim("use.rests", S, rests_on=["use.below"], shows=Identity(x, x))\n')
    document = project.json("use.above", "use.rests")
    assert [(c["id"], c["status"], c["uses"]) for c in document["claims"]] == [
        ("use.above", "proved", ["use.below"]),
        ("use.rests", "proved", []),
    ]
    assert anew(project, "use.*") == []
    with (project.path / "theorems" / "below.py").open("a") as file:
        file.write("# a comment\n")
    assert anew(project, "use.*") == ["use.above", "use.below"]
    with (project.path / "theorems" / "below.py").open("a") as file:
        file.write("claim = Claim('use.below', S, shows=Identity((x + y)**2, x**2 + 3*x*y + y**2))\n")
    above = project.json("use.above")["claims"][0]
    assert (above["status"], above["szs"]) == ("blocked", "NotTried")
    assert "use.below" in above["reason"]


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    for claim in document["claims"]:
        claim["seconds"] = 0
    return document


def test_jobs_and_hash_seed_change_nothing(project: Project) -> None:
    body = "".join(f'c{n} = Claim("many.c{n}", S, shows=Identity((x + y)**{n % 3 + 1}, x + y))\n' for n in range(8))
    project.theorem("many", body)
    one = project.json("--fresh", PYTHONHASHSEED="1")
    two = project.json("--fresh", "--jobs", "2", PYTHONHASHSEED="2")
    assert without_time(one) == without_time(two)
    assert {claim["status"] for claim in one["claims"]} == {"proved", "refuted", "undecided"}
    assert project("run", "--jobs", "2").stdout.splitlines()[-1] == "0 judged anew, 12 remembered"


KILLED = """
import os, signal
claim = Claim("small.killed", S, shows=Identity(x, x))

@claim.argument
def argument(p):
    if os.environ.get("DEADLY") and os.getppid() == int(os.environ["DEADLY"]):
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_worker_that_is_killed_costs_one_claim(project: Project) -> None:
    project.theorem("killed", KILLED)
    project("list")
    # The argument kills the process whose parent is the command itself: a worker, while the parent survives.
    script = f"export DEADLY=$$; exec {' '.join(project.command('run', '--jobs', '2', '--json', 'out.json'))}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=project.path, env=project.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done
    claims = {claim["id"]: claim for claim in json.loads((project.path / "out.json").read_text())["claims"]}
    assert claims["small.killed"]["status"] == "error"
    assert "SIGKILL" in claims["small.killed"]["reason"]
    assert sum(claim["meets_expectation"] for claim in claims.values()) == 4
    assert anew(project) == ["small.killed"]
    assert anew(project) == []


SLOW = """
import os, time, pathlib
claim = Claim("zz.slow", S, shows=Identity(x, x))

@claim.argument
def argument(p):
    if os.environ.get("SLOW"):
        pathlib.Path("began").touch()
        time.sleep(600)
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_known(project: Project, jobs: str) -> None:
    project.theorem("slow", SLOW)
    project("list")
    began = project.path / "began"
    process = subprocess.Popen(
        project.command("run", "--jobs", jobs),
        cwd=project.path,
        env=project.environment(SLOW="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_for(lambda: began.exists() and kept(project.path) == 4)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
        out, err = process.communicate(timeout=20)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    assert process.returncode == 130, (out, err)
    assert err == "interrupted: 4 of 5 verdicts are kept; run again to continue\n"
    assert "Traceback" not in out
    wait_for(lambda: not alive(process.pid))
    assert anew(project, "--jobs", jobs) == ["zz.slow"]


def wait_for(condition: Any, seconds: float = 120) -> None:
    """A busy machine may take long to begin."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"it did not happen within {seconds} s"
        time.sleep(0.05)


def kept(path: Path) -> int:
    import sqlite3
    from contextlib import closing

    if not (path / ".theoremcheck" / "ledger.db").exists():
        return 0
    with closing(sqlite3.connect(path / ".theoremcheck" / "ledger.db")) as db:
        try:
            return int(db.execute("SELECT count(*) FROM verdicts").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def alive(group: int) -> bool:
    """Whether a process of that group runs; one that ended and was not reaped does not."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(of_group) == group and state != "Z":
            return True
    return False
