"""The set `linear.figures`: what its pictures rest on, against formulas, known numbers and other arithmetic."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from verify.attention.reductions import ott_antonsen
from verify.attention.systems import System, random_tokens
from verify.reproduce import Asked, bits, find, high_dimension, plane
from verify.reproduce.making import make

ROOT = Path(__file__).parents[2]
QUICK = Asked(quick=True)


# bits


@pytest.mark.parametrize("width", [2, 3, 5, 8])
def test_the_quantiser_is_symmetric_uniform_and_keeps_the_largest_entry(width):
    rng = np.random.default_rng(width)
    levels = 2 ** (width - 1) - 1
    for _ in range(50):
        V = tuple(tuple(Fraction(int(v), 997) for v in row) for row in rng.integers(-2000, 2000, (2, 2)))
        scale = max(abs(v) for row in V for v in row)
        Q = bits.quantised(V, width)
        assert max(abs(v) for row in Q for v in row) == scale
        for row, there in zip(V, Q, strict=True):
            for v, q in zip(row, there, strict=True):
                assert (q * levels / scale).denominator == 1
                assert abs(q - v) <= scale / levels / 2
        assert bits.quantised(tuple(tuple(-v for v in row) for row in V), width) == tuple(
            tuple(-q for q in row) for row in Q
        )


def test_halves_go_away_from_zero():
    one, half = Fraction(1), Fraction(1, 2)
    assert bits.quantised(((one, half), (-half, half / 2)), 2) == ((1, 1), (-1, 0))


@pytest.mark.parametrize(("V", "width"), [(((0, 0), (0, 0)), 4), (((1, 0), (0, 1)), 1)])
def test_what_has_no_scale_or_no_levels_is_refused(V, width):
    with pytest.raises(ValueError, match="at least 2 bits"):
        bits.quantised(tuple(tuple(map(Fraction, row)) for row in V), width)


@pytest.mark.parametrize("ratio", ["1/2", "3/4", "9/10", "15/16", "99/100", "999/1000", "4095/4096"])
def test_the_law_of_case_4_is_what_trying_every_width_finds(ratio):
    for text in (f"{ratio},1;-1,-{ratio}", f"1,{ratio};-{ratio},-1"):
        member = bits.Member.of("Case 4 saddle-node", "", "1,0;0,1", text)
        kept, first, safe = bits.widths(member)
        assert first == safe == bits.case4_width(Fraction(ratio))
        assert kept == [width >= safe for width in range(2, bits.MOST + 1)]


def test_types_for_the_identity_are_those_of_the_spectrum():
    """Against eigenvalues in floating point: the largest real part decides (linear.case2-spectrum)."""
    rng = np.random.default_rng(0)
    seen = set()
    for _ in range(300):
        V = rng.integers(-9, 10, (2, 2))
        eigen = np.linalg.eigvals(V.astype(float))
        top = eigen.real.max()
        if abs(top) < 1e-9 or abs(np.subtract(*eigen)) < 1e-6:
            continue  # on or near a boundary
        turning = abs(eigen.imag).max() > 1e-9
        expected = "interior point" if top < 0 else "rotating clusters" if turning else "fixed clusters"
        seen.add(expected)
        assert bits.type_of(bits.IDENTITY, tuple(tuple(map(Fraction, row)) for row in V.tolist())) == expected
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("V", "expected"),
    [
        ("0,0;0,0", "frozen"),
        ("1/2,1;-1,-1/2", "periodic"),
        ("1,1;-1,-1", "saddle-node"),
        ("1,0;0,1", "fixed clusters"),
        ("1,1;0,1", "saddle-node"),
        ("-1,1;0,-1", "interior point"),
    ],
)
def test_types_on_boundaries(V, expected):
    assert bits.type_of(bits.IDENTITY, bits.Member.of("", "", "1,0;0,1", V).V) == expected


def test_types_of_the_family_are_those_of_the_atlas():
    """Which asks the kernel for all equilibria, where `bits` asks for signs alone."""
    from verify.atlas import atlas

    words = {
        "rotating, repelling": "limit-cycle",
        "rotating, attracting": "rotating-clusters",
        "interior point": "interior-point",
    }
    members = [
        each for each in bits.FAMILY if each.name in ("v11/v12 = 9/10", "v12/v11 = 9/10", "e = 0.8", "det V = 1/100")
    ]
    assert len(members) == 4
    for member in members:
        kind = bits.type_of(member.A, member.V)
        assert atlas(member.A, member.V).types == (words.get(kind, kind.replace(" ", "-")),)


def test_lambda_is_neutral_at_half_the_root_of_three():
    """e^2 = 3/4 exact decisions on both sides of it, 1e-12 apart."""
    for sign, kind in ((-1, "rotating, repelling"), (1, "rotating, attracting")):
        e = Fraction(866025403784, 10**12) + Fraction(sign + 1, 2) * Fraction(1, 10**12)
        member = bits.Member.of("Λ = 0", "", "1,-1;1,1", f"{e + Fraction(1, 2)},-1;1,{e - Fraction(1, 2)}")
        assert bits.type_of(member.A, member.V) == kind
        assert bits.margin(member) < 1e-10


# the plane


def test_the_limit_cycle_has_the_known_period_and_size():
    """Period 2 x 2.69979482 (that is for beta = 2) and largest |w| 0.69002989; followed from t = 150 on."""
    curve = plane._cycle(plane.OTHERS[-1])
    assert np.hypot(curve.x, curve.y).max() == pytest.approx(0.69002989, abs=2e-4)
    gap = np.hypot(curve.x[-1] - curve.x[0], curve.y[-1] - curve.y[0])
    step = np.hypot(np.diff(curve.x), np.diff(curve.y)).max()
    assert gap < 0.2 * step  # 5.4 is 0.0004 more than a turn of 5.39959, a step is 0.027


def test_drawn_tokens_have_their_order_parameter():
    """R2 of n independent tokens differs from w by less than 5/sqrt(n)."""
    n, w = 20_000, 0.5 - 0.3j
    found = plane._r2(plane._drawn(w, n, 4, 0))
    assert np.abs(found - w).max() < 5 / np.sqrt(n)


@pytest.mark.parametrize("n", [5, 20])
def test_samples_near_the_uniform_law(n):
    """W1 from n equidistant points to the uniform law is pi/(2n), and no n points come nearer."""
    x, distance = plane._perturbed(n, 40, 0)
    assert np.allclose(np.linalg.norm(x, axis=-1), 1)
    assert distance.min() >= np.pi / (2 * n) - 1e-12
    assert distance.min() == pytest.approx(np.pi / (2 * n), rel=0.05)
    assert distance.max() > 0.4


def test_small_symmetric_samples_need_not_cluster_where_the_mean_field_does():
    """V = I, A = diag(a + b, a - b), a = -1, b = 1.05: with n = 5 and |a| 3/5 < b < |a| 5/3 a state of four tokens
    and one is stable, and equidistant tokens reach it from some orientations."""
    case = plane.DIRECTIONS[-1]
    assert abs(ott_antonsen(case.system, 0j, [0.0, case.time]).at[-1]) > 1 - 1e-6
    grid = np.pi * np.arange(5) / 5
    ends = []
    for turn in np.linspace(0, np.pi / 5, 8, endpoint=False) + 0.01:
        x = np.stack([np.cos(grid + turn), np.sin(grid + turn)], axis=-1)
        run = high_dimension.follow(case.system, x, np.array([0.0, 200.0]))
        ends.append(abs(plane._r2(run.last)))
    assert min(ends) < 0.9 and max(ends) > 0.99


def test_portraits_show_what_is_certain():
    figure = plane.case1(QUICK)
    kinds = [(row[0], row[1]) for row in figure.tables["certain"].rows]
    assert kinds == [
        ("expanding", "source"),
        ("oscillating", "centre"),
        ("contracting", "sink"),
        ("bistable", "sink"),
    ]
    ends = {case: [row for row in figure.tables[""].rows if row[0] == case] for case in ("frozen", "contracting")}
    assert np.allclose([row[1:3] for row in ends["frozen"]], [row[3:5] for row in ends["frozen"]], atol=1e-12)
    assert all(np.hypot(row[3] - 1 / 3, row[4]) < 0.1 for row in ends["contracting"])  # w* = -b/conj(a) = 1/3


# high dimension


def test_near_uniform_tokens_have_the_second_moment_of_the_uniform_law():
    x = high_dimension.near_uniform(40, 20, 3, noise=0.0)
    assert np.allclose(x.T @ x / 40, np.eye(20) / 20)
    moved = high_dimension.near_uniform(40, 20, 3)
    assert 0 < np.abs(moved.T @ moved / 40 - np.eye(20) / 20).max() < 0.02


def test_linear_attention_ends_in_two_points_and_softmax_in_one():
    x = random_tokens(16, 6, 1)
    for model, end in (("linear", "two points"), ("softmax", "one point"), ("usa", "one point")):
        run = high_dimension.follow(System.of(model, np.eye(6), np.eye(6)), x, np.linspace(0, 60, 13))
        assert run.gathered == end
        assert run.order["mean_squared_cosine"][-1] == pytest.approx(1, abs=1e-6)


def test_the_error_of_a_run_is_seen():
    """A run with a loose tolerance differs from the finer one by more than a run with a tight one."""
    system, x = System.of("softmax", np.eye(6), np.eye(6)), random_tokens(16, 6, 1)
    times = np.linspace(0, 4, 3)
    loose, tight = (high_dimension.follow(system, x, times, rtol) for rtol in (1e-2, 1e-8))
    assert high_dimension._error(tight, system, x) < 1e-6 < high_dimension._error(loose, system, x)


def test_the_cluster_turns_at_the_predicted_speed():
    figure = high_dimension.rotating(QUICK)
    speeds = {row[0]: row[3] for row in figure.tables["speeds"].rows}
    assert speeds["linear"] == pytest.approx(1, abs=1e-6)
    assert speeds["softmax"] == pytest.approx(1, abs=1e-6)
    assert speeds["usa"] == pytest.approx(np.e, abs=1e-6)


# the set


def test_it_is_there_and_its_claims_are_in_the_catalogue():
    found = find("linear.figures")
    assert len(found.figures) == 11
    page = (ROOT / "docs" / "catalogue.md").read_text("utf-8")
    sources = [ROOT / "verify" / "reproduce" / f"{name}.py" for name in ("plane", "high_dimension", "bits")]
    named = {each for file in sources for each in re.findall(r'"(linear\.[a-z0-9.\-]+)"', file.read_text("utf-8"))}
    assert len(named) > 10 and all(f"`{each}`" in page for each in named)


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "figures").rglob("*.svg")), ids=lambda file: file.stem)
def test_pictures_of_the_documentation_are_small_and_whole(file):
    assert file.stat().st_size < 150_000
    assert ET.parse(file).getroot().tag.endswith("svg")


@pytest.mark.deep
def test_the_whole_set_quickly_twice_gives_the_same_bytes(tmp_path):
    found = find("linear.figures")
    for folder in ("one", "two"):
        assert make(found, tmp_path / folder, quick=True).complete
    files = sorted(tmp_path.joinpath("one").iterdir())
    assert len([each for each in files if each.suffix == ".svg"]) == 11
    for each in files:
        assert each.read_bytes() == (tmp_path / "two" / each.name).read_bytes(), each.name
        assert b"nan" not in each.read_bytes() or each.suffix == ".csv"
