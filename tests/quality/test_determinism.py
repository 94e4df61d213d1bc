"""Same seed, same verdict, same counterexample: for any number of jobs, and whatever the hash seed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VALLEY = '''
schema = 1
id = "own.valley"
title = "Rosenbrock's function in five dimensions, above a small number and below a larger one"
expect = "{expect}"
[space]
a = "real"
b = "real"
c = "real"
d = "real"
e = "real"
[shows]
claim = """
100*(b - a**2)**2 + 100*(c - b**2)**2 + 100*(d - c**2)**2 + 100*(e - d**2)**2 + (1 - a)**2 + (1 - b)**2 >= {low}"""
'''
SCRIPT = """
import json, sys
from pathlib import Path
from verify.catalogue import Catalogue
from verify.run import run

catalogue = Catalogue.load(root=Path.cwd(), directory=Path("ledger"))
ids = [claim for claim, entry in catalogue.entries.items() if claim.startswith(("lies.", "own."))]
found = run(catalogue, ids, jobs=int(sys.argv[1]), directory=Path("ledger"), fresh=True)
told = [[v.claim, v.status.word, v.counterexample, v.reason, v.evaluations, v.survey] for v in found]
json.dump(told, sys.stdout, sort_keys=True)
"""


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """Judges all lies, and claims that only descent settles, in a process of its own; no counterexample is stored."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def of(name: str, jobs: int, seed: str) -> list:
        home = tmp_path / name
        shutil.copytree(ROOT / "cases" / "lies", home / "cases" / "lies")
        (home / "cases" / "conjectures").mkdir()
        (home / "cases" / "conjectures" / "valley.toml").write_text(VALLEY.format(expect="refuted", low="1/10**5"))
        true = VALLEY.format(expect="open", low="-1/10**5*sin(a)**2").replace("own.valley", "own.plain")
        (home / "cases" / "conjectures" / "plain.toml").write_text(true)
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(jobs)],
            cwd=home,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
        )
        return json.loads(done.stdout)

    return of


@pytest.mark.deep
def test_jobs_and_hash_seeds_change_nothing(judged):
    first = judged("one", 1, "0")
    assert len(first) >= 20
    assert all(status == "refuted" for claim, status, *_ in first if claim != "own.plain")
    assert first == judged("two", 2, "4242")
