"""`theoremcheck atlas`: what it writes and what it refuses."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from verify.cli import main


def test_the_command_writes_words_json_and_a_portrait(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, plot = tmp_path / "a.json", tmp_path / "a.svg"
    asked = ["atlas", "--A", "-1,0;0,-3", "--V", "1,0;0,1", "--json", str(out), "--plot", str(plot)]
    assert main(asked) == 0
    said = capsys.readouterr()
    assert "sink at w = 0.5 + 0 i" in said.out and "certified share of the disk: 1" in said.out and not said.err
    assert json.loads(out.read_text())["types"] == ["interior-point"]
    assert ET.parse(plot).getroot().tag.endswith("svg")
    assert main([*asked[:5], "--json", "-"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["beta"] == "1" and "sink at w" in said.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--A", "1,0;0", "--V", "1,0;0,1"], "--A '1,0;0': two rows of two numbers"),
        (["--A", "1,0;0,1", "--V", "1,a;0,1"], "--V: 'a' is not a number"),
        (["--A", "1,0;0,1", "--V", "1,0;0,1", "--beta", "0"], "--beta 0: a number above 0"),
        (["--A", "1,0;0,1", "--V", "1,0;0,1", "--plot", "a.png"], "--plot a.png: the name of a file must end in .svg"),
        (["--A", "1,0;0,1", "--V", "1,0;0,1", "--json", "no/a.json"], "--json no/a.json: not a file"),
        (["--A", "1,0;0,1"], "--V"),
        (["--A", "1,0;0,1", "--sweep", "family.toml"], "--sweep family.toml: the file states A and V"),
        (["--sweep", "no.toml"], "no.toml: found no regular file"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["atlas", *arguments]) == 2
    said = capsys.readouterr()
    assert says in said.err and len(said.err.splitlines()) == 1 and not said.out


def test_a_family_is_mapped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """V = I, tr A = 2 s > 0 on all of it: one cell."""
    family, out, plot = tmp_path / "family.toml", tmp_path / "a.json", tmp_path / "a.svg"
    matrices = 'A = [["s", "t"], ["0", "s"]]\nV = [["1", "0"], ["0", "1"]]\n'
    family.write_text(f'schema = 1\n{matrices}[family]\ns = "interval(1, 2)"\nt = "interval(-1, 1)"\n')
    assert main(["atlas", "--sweep", str(family), "--json", str(out), "--plot", str(plot)]) == 0
    said = capsys.readouterr()
    assert "1 cell: 100.00% proved, 0.00% supported, 0.00% blank" in said.out
    (cell,) = json.loads(out.read_text())["cells"]
    assert cell["types"] == ["fixed-clusters"] and cell["claims"] == ["linear.value-identity.expanding"]
    assert cell["box"] == [["1", "2"], ["-1", "1"]] and ET.parse(plot).getroot().tag.endswith("svg")
