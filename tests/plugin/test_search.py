"""`verify.search`: exact points that satisfy the hypotheses, a kernel that decides, and Hypothesis that shrinks."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis.errors import InvalidArgument

import verify
from verify import (
    All,
    Bound,
    Claim,
    ClaimError,
    Disk,
    Exists,
    Identity,
    Inequality,
    Mean,
    Real,
    Space,
    Token,
    abs2,
    eq,
    ge,
    gt,
    lt,
)
from verify.attack.examples import points
from verify.kernel.exact import evaluate
from verify.kernel.term import number

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
INSTALLED = any(point.name == "theoremcheck" for point in entry_points(group="pytest11"))

S = Space(x=Real(), y=Real())
x, y = S.symbols
few = settings(max_examples=25, deadline=None, database=None, derandomize=True)
FEW = {"max_examples": 60, "database": None, "derandomize": True}


def value(term, point) -> Fraction:
    found = evaluate(term, point).fraction()
    assert found is not None
    return found


# points

LINE = Claim("t.line", S, given=[eq(3 * x + y, 1), gt(x, y)], shows=Identity(x, x))
WHEN = Claim("t.when", S, given=[gt(x, 0)], shows=All(bound=Bound(ge(y, 0), along={y: x}, start=[lt(y, -x)])))


@few
@given(points(LINE))
def test_hypotheses_hold_exactly(point):
    assert 3 * value(x, point) + value(y, point) == 1
    assert value(x, point) > value(y, point)


@few
@given(points(WHEN, "bound"))
def test_hypotheses_of_the_part_hold_too(point):
    assert 0 < value(x, point) < -value(y, point)


def test_there_is_no_such_part():
    with pytest.raises(ClaimError, match=r"t.when: found no part 'main'; expected one of bound"):
        verify.search(WHEN)


# the kernel decides

W = Space(w=Disk(), t=Token(Real()))
w, t = W.symbols

TRUE = {
    "square": Claim("t.square", S, shows=Inequality(x**2 + y**2, ">=", 2 * x * y)),
    "binomial": Claim("t.binomial", S, given=[gt(x, y)], shows=Identity((x + y) ** 2, x**2 + 2 * x * y + y**2)),
    "disk": Claim("t.disk", W, shows=Inequality(abs2(w) * Mean(t, t) ** 2, "<=", Mean(t**2, t))),
}
FALSE = {
    "sum": Claim("t.sum", S, shows=Identity((x + y) ** 2, x**2 + y**2)),
    "order": Claim("t.order", S, given=[gt(x, y)], shows=Inequality(x, ">=", y + 1)),
    "jensen": Claim("t.jensen", W, shows=Inequality(Mean(t, t) ** 2, ">=", Mean(t**2, t))),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_passes(name):
    verify.search(TRUE[name], **FEW)()


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_fails_at_a_point(name):
    with pytest.raises(AssertionError, match=rf"t.{name}: the conclusion fails at "):
        verify.search(FALSE[name], **FEW)()


def test_the_point_is_shrunk():
    """2 x y != 0 needs two coordinates that are not 0; no rational is simpler than 1 or -1."""
    with pytest.raises(AssertionError) as error:
        verify.search(FALSE["sum"], **FEW)()
    shown = str(error.value).splitlines()[0].rpartition(" at ")[2]
    assert {each.lstrip("xy= -") for each in shown.split(", ")} == {"1"}


def test_a_part_that_no_point_refutes_needs_a_body():
    claim = Claim("t.exists", S, shows=Exists([eq(y, x)], of=[y]))
    with pytest.raises(ClaimError, match=r"t.exists: no point refutes a part of the kind Exists"):
        verify.search(claim, **FEW)()
    verify.search(claim, **FEW)(lambda point: None)()


def test_settings_of_hypothesis_are_heeded():
    seen = []
    verify.search(LINE, max_examples=4, database=None)(lambda point: seen.append(point))()
    assert len(seen) == 4
    with pytest.raises(InvalidArgument, match="already been decorated with a settings object"):
        settings(phases=[])(verify.search(FALSE["sum"]))


def test_a_body_of_ones_own_gets_the_point():
    seen = []

    @verify.search(LINE, **FEW)
    def body(point):
        assert set(point) == {x, y} and 3 * value(x, point) + value(y, point) == 1
        seen.append(point)

    body()
    assert len(seen) >= 3 and len({value(x, point) for point in seen}) > 1
    assert all(isinstance(each, type(number(1))) for point in seen for each in point.values())


# pytest

TESTS = """
import verify
from verify import Claim, Identity, Inequality, Real, Space

S = Space(x=Real(), y=Real())
x, y = S.symbols
test_good = verify.search(Claim("t.good", S, shows=Inequality(x**2 + y**2, ">=", 2*x*y)))
test_bad = verify.search(Claim("t.bad", S, shows=Identity((x + y)**2, x**2 + y**2)))


@verify.search(Claim("t.own", S, shows=Identity(x, x)), max_examples=7)
def test_own(point):
    assert point
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs pytest on these tests in a process of its own."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in ("PYTEST_ADDOPTS", "THEOREMCHECK_PROFILE", "CI"):
        monkeypatch.delenv(name, raising=False)
    pytester.makepyfile(test_it=TESTS)
    plugin = () if INSTALLED else ("-p", "verify.pytest_plugin")
    return lambda *args: pytester.runpytest_subprocess(*plugin, "-p", "no:cacheprovider", *args)


def test_pytest_shows_the_search(run):
    result = run("--hypothesis-show-statistics", "--hypothesis-profile=dev")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*t.bad: the conclusion fails at x = *, y = *"])
    shown = result.stdout.str()
    for name, examples in (("good", 50), ("own", 7)):
        block = shown[shown.index(f"test_it.py::test_{name}:") :].split("\n\n\n")[0]
        assert f"Stopped because settings.max_examples={examples}" in block


def test_the_profile_comes_from_the_environment(run, monkeypatch):
    monkeypatch.setenv("THEOREMCHECK_PROFILE", "dev")
    shown = run("--hypothesis-show-statistics", "-k", "good").stdout.str()
    assert "Stopped because settings.max_examples=50" in shown
    monkeypatch.setenv("THEOREMCHECK_PROFILE", "fast")
    result = run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in result.stderr.lines if "THEOREMCHECK_PROFILE" in line]
    assert "found 'fast', expected a settings profile such as dev, ci or hunt" in line


def test_hypothesis_is_imported_when_it_is_used():
    code = (
        "import sys, verify, verify.pytest_plugin, verify.attack.examples; verify.search\n"
        "assert 'hypothesis' not in sys.modules"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=60
    )


@pytest.mark.parametrize(("profile", "examples", "same"), [("ci", 100, True), ("hunt", 5000, False)])
def test_profiles(run, pytester, profile, examples, same):
    pytester.makepyfile(
        test_profile="from hypothesis import settings\n\n\ndef test_profile():\n"
        f"    assert (settings().max_examples, settings().derandomize) == ({examples}, {same})\n"
    )
    run(f"--hypothesis-profile={profile}", "test_profile.py").assert_outcomes(passed=1)


@few
@given(Space(x=Real(), w=Disk(), t=Token(Real())).strategy())
def test_the_strategy_of_a_space_gives_exact_points_of_it(point):
    space = Space(x=Real(), w=Disk(), t=Token(Real()))
    assert set(point) == set(space.scalars) and space.contains(point)
    coordinates = [each for value in point.values() for each in (value if isinstance(value, tuple) else (value,))]
    assert all(evaluate(each, {}).gauss is not None for each in coordinates)


def test_hypotheses_that_hardly_any_point_satisfies_are_built_in():
    """0 < x - y^3 - 2 < 10^-9: no such point comes from a grid of coordinates."""
    thin = [gt(x - y**3 - 2, 0), lt(x - y**3 - 2, Fraction(1, 10**9))]
    seen = []
    verify.search(Claim("t.thin", S, given=thin, shows=Identity(x, x)), **FEW)(lambda point: seen.append(point))()
    assert len({value(y, point) for point in seen}) > 10
    with pytest.raises(AssertionError, match=r"t.thin: the conclusion fails at "):
        verify.search(Claim("t.thin", S, given=thin, shows=Inequality(x, "<=", 2)), **FEW)()
