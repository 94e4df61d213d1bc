"""The frame of `theoremcheck reproduce`: names, files, tables, Ctrl-C, and the same bytes for the same input."""

from __future__ import annotations

import os
import signal
import sys
import types
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from verify.catalogue import UsageError
from verify.cli import main
from verify.reproduce import Asked, Figure, Set, Table, find, registry, sets
from verify.reproduce.drawing import Band, Curve, Panel, Rule, draw
from verify.reproduce.making import make

SVG = "{http://www.w3.org/2000/svg}"


def line(asked: Asked) -> Figure:
    asked.tell("a line")
    xs = [k / 10 for k in range(11)]
    ys = [asked.seed + x * x for x in xs]
    picture = draw([Panel([Curve(xs, ys, "x²")], title="a line", x_name="x")])
    return Figure(
        "line", "A line", "x² over x.", picture, {"": Table.of(["x", "y"], zip(xs, ys, strict=True))}, ("a.b",)
    )


def stopped(asked: Asked) -> Figure:
    os.kill(os.getpid(), signal.SIGINT)
    asked.tell("here it takes effect")
    raise AssertionError("Ctrl-C was not heard")


def dots(asked: Asked) -> Figure:
    table = Table.of(["n"], [[1]])
    return Figure("dots", "Dots", "Nothing.", draw([Panel([Curve([1], [1], mark="dot")])]), {"": table, "more": table})


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Set:
    """A set `small.figures` of two figures, and one that is not there."""
    module = types.ModuleType("a_small_set")
    module.__spec__ = types.SimpleNamespace()  # what find_spec gives for a loaded module
    module.FIGURES = {"line": line, "dots": dots}
    monkeypatch.setitem(sys.modules, "a_small_set", module)
    found = Set("small.figures", "a_small_set", "a test", 1)
    monkeypatch.setattr(registry, "SETS", (found, Set("absent.figures", "verify.reproduce.absent", "nothing", 1)))
    return found


def test_a_set_without_a_module_is_not_listed(small, capsys):
    assert sets() == [small]
    assert main(["reproduce"]) == 0
    assert capsys.readouterr().out == "small.figures  a test; a full run takes about 1 minutes\n"


def test_an_unknown_set_is_one_line_with_the_nearest(small, capsys):
    with pytest.raises(UsageError):
        find("absent.figures")
    assert main(["reproduce", "smal.figure"]) == 2
    assert capsys.readouterr().err == "no set of figures 'smal.figure'; the nearest of 1 is small.figures\n"


def test_an_unknown_figure_is_one_line(small, capsys, tmp_path):
    assert main(["reproduce", "small.figures", "--only", "lines", "-o", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "small.figures has no figure 'lines'; the nearest of 2 is line\n"


def test_everything_is_written(small, capsys, tmp_path):
    folder = tmp_path / "a" / "b"
    assert main(["reproduce", "small.figures", "-o", str(folder), "--seed", "3"]) == 0
    names = ["dots-more.csv", "dots.csv", "dots.svg", "index.md", "line.csv", "line.svg"]
    assert sorted(each.name for each in folder.iterdir()) == names
    assert (folder / "line.csv").read_text().splitlines()[:3] == ["x,y", "0,3", "0.1,3.01"]
    page = (folder / "index.md").read_text()
    for text in ("![A line](line.svg)", "x² over x.", "[line.csv](line.csv)", "`a.b`", "--seed 3", "dots-more.csv"):
        assert text in page
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "1/2 line" and told[1] == "    a line" and "2/2 dots" in told


def test_the_default_folder_and_several_sets(small, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", "small.figures", "--only", "line"]) == 0
    assert sorted(each.name for each in Path("figures/small.figures").iterdir()) == ["index.md", "line.csv", "line.svg"]
    other = Set("other.figures", "a_small_set", "the same", 1)
    monkeypatch.setattr(registry, "SETS", (small, other))
    assert main(["reproduce", "small.figures", "other.figures", "-o", "both"]) == 0
    assert sorted(each.name for each in Path("both").iterdir()) == ["other.figures", "small.figures"]


def test_ctrl_c_leaves_whole_figures(small, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(sys.modules["a_small_set"], "FIGURES", {"line": line, "stopped": stopped, "dots": dots})
    assert main(["reproduce", "small.figures", "-o", str(tmp_path)]) == 130
    assert sorted(each.name for each in tmp_path.iterdir()) == ["index.md", "line.csv", "line.svg"]
    assert capsys.readouterr().err.splitlines()[-1] == f"interrupted: 1 of 3 figures are in {tmp_path}"


def test_the_same_input_gives_the_same_bytes(small, tmp_path):
    for folder in ("one", "two"):
        make(small, tmp_path / folder, quick=True)
    for each in (tmp_path / "one").iterdir():
        assert each.read_bytes() == (tmp_path / "two" / each.name).read_bytes()
    make(small, tmp_path / "three", seed=1)
    assert (tmp_path / "one" / "line.csv").read_bytes() != (tmp_path / "three" / "line.csv").read_bytes()


def test_a_folder_that_cannot_be_made(small, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["reproduce", "small.figures", "-o", str(tmp_path / "file")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_folder_in_which_nothing_can_be_written_is_told_before_anything_is_made(small, tmp_path, capsys):
    (tmp_path / "index.md.part").mkdir()
    assert main(["reproduce", "small.figures", "-o", str(tmp_path)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said == f"-o {tmp_path}: Is a directory; name a folder that can be written"


def test_tables():
    table = Table.of(["a", "b", "c"], [[1, 1 / 3, True], [-0.0, "x, y", float("nan")]])
    assert table.csv() == 'a,b,c\n1,0.3333333333,true\n0,"x, y",nan\n'
    with pytest.raises(ValueError, match="row 2: 1 entries are needed"):
        Table.of(["a"], [[1], [1, 2]])


def test_tables_of_arrays():
    import numpy as np

    table = Table.of_arrays(t=np.array([0.0, 0.5]), w=np.array([1j, 2.0]), n=np.array([3, 4]))
    assert table.csv() == "t,w_re,w_im,n\n0,0,1,3\n0.5,2,0,4\n"


@pytest.mark.parametrize("name", ["A", "a_b", "a/b", "", "../a"])
def test_names_of_figures_are_names_of_files(name):
    with pytest.raises(ValueError, match="lower-case"):
        Figure(name, "", "", "", {"": Table.of([], [])})


def test_a_figure_has_numbers():
    with pytest.raises(ValueError, match="no table"):
        Figure("a", "", "", "", {})


# the drawing


def _root(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def test_a_point_is_where_its_axes_say():
    """The marks of (0, 0) and (1, 1) are the corners of the frame when the ranges are [0, 1]."""
    panel = Panel([Curve([0, 1], [0, 1], line=False, mark="dot")], x=(0, 1), y=(0, 1))
    root = _root(draw([panel], size=(200, 100)))
    frame = next(each for each in root.iter(f"{SVG}rect") if each.get("fill") == "none")
    left, top, width, height = (float(frame.get(key)) for key in ("x", "y", "width", "height"))
    marks = [(float(each.get("cx")), float(each.get("cy"))) for each in root.iter(f"{SVG}circle")]
    assert marks == [(left, top + height), (left + width, top)]
    assert (width, height) == (200, 100)


def test_logarithmic_axes_are_logarithmic():
    panel = Panel(
        [Curve([1, 10, 100], [1, 10, 100], line=False, mark="dot")], x=(1, 100), y=(1, 100), log_x=True, log_y=True
    )
    marks = [float(each.get("cx")) for each in _root(draw([panel])).iter(f"{SVG}circle")]
    assert marks[1] - marks[0] == pytest.approx(marks[2] - marks[1])


def test_a_line_is_interrupted_where_a_number_is_missing():
    nan = float("nan")
    (panel,) = [Panel([Curve([0, 1, 2, 3, 4], [0, 1, nan, 1, 0])])]
    assert len(list(_root(draw([panel])).iter(f"{SVG}polyline"))) == 2


def test_thinning_keeps_the_ends_and_a_spike():
    xs = [k / 10_000 for k in range(10_001)]
    ys = [1.0 if k == 5000 else 0.0 for k in range(10_001)]
    (found,) = _root(draw([Panel([Curve(xs, ys)], x=(0, 1), y=(0, 1))], size=(300, 200))).iter(f"{SVG}polyline")
    points = [tuple(map(float, each.split(","))) for each in found.get("points").split()]
    assert len(points) < 1000
    assert points[-1][0] - points[0][0] == pytest.approx(300, abs=0.2)
    assert max(y for _, y in points) - min(y for _, y in points) == pytest.approx(200, abs=0.2)


def test_every_kind_of_part_is_drawn_and_escaped():
    x = [1.0, 2.0, 3.0]
    parts = [
        Band(x, [0, 1, 2], [1, 2, 3], "a < b"),
        *(Curve(x, x, f"style {k}", style=k, mark="*", error=[0.1] * 3, arrow=True, opacity=0.5) for k in range(8)),
        *(Curve(x, x, mark, line=False, mark=mark) for mark in ("dot", "ring", "square", "box", "triangle", "diamond")),
        Curve(x, x, "cross", mark="cross", dash="none"),
        Rule(2, "here & there", vertical=True),
        Rule(2, "height"),
    ]
    panels = [Panel(parts, title="all", x_name="x", y_name="y", note="a note"), Panel([Curve([0], [0])], circle=True)]
    svg = draw(panels, title="Everything")
    words = {each.text for each in _root(svg).iter(f"{SVG}text")}
    assert {"a < b", "style 7", "cross", "here & there", "height", "all", "a note", "Everything"} <= words
    assert "nan" not in svg and svg == draw(panels, title="Everything")


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 17), (1e-7, 2e-7), (0.95, 1.001), (-1e5, 3e5)])
def test_ticks_are_round_and_inside(low, high):
    from verify.reproduce.drawing import _ticks

    found = _ticks((low, high), False, None, 5)
    assert 3 <= len(found) <= 8
    assert all(low - 1e-9 * (high - low) <= value <= high + 1e-9 * (high - low) for value, _ in found)
    assert len({word for _, word in found}) == len(found)
