"""Ctrl-C in the middle of a long command: exit code 130, one line, and no half-written file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from verify.cli import main
from verify.run import Interrupted

LONG = {
    "teeth": "verify.teeth.run_teeth",
    "sharpen": "verify.sharpness.run_sharpen",
    "repair": "verify.repair.run_repair",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all of them run: the index of the claims is made once."""
    return tmp_path_factory.mktemp("interrupted")


@pytest.mark.parametrize("command", [*LONG, "power"])
@pytest.mark.parametrize("judging", [False, True], ids=["at work", "judging"])
def test_one_line(
    command: str, judging: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    def stopped(*_: Any, **__: Any) -> Any:
        raise Interrupted(2, 5) if judging else KeyboardInterrupt

    monkeypatch.setattr(LONG.get(command, "verify.power.measure"), stopped)
    monkeypatch.chdir(folder)
    assert main([command, "linear.case3-phase", "--json", "out.json"]) == 130
    kept = "interrupted: 2 of 5 verdicts are kept; run again to continue\n"
    told = "interrupted: 0 of 1 claims are told above; nothing was changed\n"
    assert capsys.readouterr().err == (kept if judging else told)
    assert not (folder / "out.json").exists()
