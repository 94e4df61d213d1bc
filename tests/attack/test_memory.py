"""Stored counterexamples: written so that they can be read back, confirmed by the kernel each time, never trusted."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from verify import All, Bound, Claim, Identity, Inequality, Mean, Real, Space, Token, eq, ge, gt
from verify.attack import Outcome
from verify.attack.memory import confirm, load, merged, write
from verify.judge import attacked, counterexample_of, judge
from verify.kernel.proof import refute
from verify.kernel.term import number
from verify.spell.text import SpellError
from verify.spell.toml import load_claim
from verify.verdict import Status, Verdict

ROOT = Path(__file__).parents[2]
S = Space(x=Real(), y=Real())
x, y = S.symbols

SUM = Claim("lies.sum", S, shows=Identity((x + y) ** 2, x**2 + y**2), kind="lie")
PRODUCT = Claim("lies.sum", S, given=[eq(x, 0)], shows=Identity((x + y) ** 2, x**2 + y**2))  # a true one of that id

FILE = """
schema = 1
claim = "lies.sum"
[simplest]
part = "main"
rule = "point"
[simplest.point]
x = "{x}"
y = "{y}"
"""


def stored(folder: Path, text: str) -> Path:
    path = folder / "lies.sum.toml"
    path.write_text(text)
    return path


def found(claim: Claim, evaluations: int = 5_000) -> dict[str, Any]:
    outcome = attacked(claim, evaluations)
    assert outcome.simplest is not None and outcome.worst is not None
    return {"simplest": counterexample_of(outcome.simplest, claim), "worst": counterexample_of(outcome.worst, claim)}


@pytest.mark.parametrize(
    ("x_", "y_", "fails"),
    [("1", "1", True), ("-1/2", "sqrt(2)", True), ("pi", "0.5", True), ("0", "7", False), ("1/3", "0", False)],
)
def test_the_kernel_decides(tmp_path, x_, y_, fails):
    """(x + y)^2 = x^2 + y^2 exactly where x y = 0."""
    good, stale = confirm(load(stored(tmp_path, FILE.format(x=x_, y=y_))), SUM)
    assert (list(good), list(stale)) == ((["simplest"], []) if fails else ([], ["simplest"]))


def test_a_claim_that_changed_makes_it_stale(tmp_path):
    path = stored(tmp_path, FILE.format(x="1", y="1"))
    _, stale = confirm(load(path), PRODUCT)
    assert "x == 0" in stale["simplest"]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (('"1"\ny', '"1/0"\ny'), "simplest.point.x"),
        (('"1"\ny', "1.5\ny"), "simplest.point.x"),
        (('"1"\ny', "\"__import__('os')\"\ny"), "simplest.point.x"),
        (('"1"\ny', '"y"\ny'), "simplest.point.x"),
        (("x = ", "z = "), "simplest.point.z"),
        (('"point"', '"oracle"'), "simplest.rule"),
        (('"point"', '"flow"'), "simplest.time"),
        (("schema = 1", "schema = 2"), "schema"),
        (('claim = "lies.sum"\n', ""), "claim"),
        (("part =", "prat ="), "simplest.part"),
        (("[simplest]\n", "[simplest\n"), "line"),
    ],
)
def test_what_cannot_be_read_is_one_line_with_file_and_key(tmp_path, change, key):
    text = FILE.format(x="1", y="1")
    assert text.replace(*change) != text
    path = stored(tmp_path, text.replace(*change))
    with pytest.raises(SpellError) as error:
        confirm(load(path), SUM)
    assert str(error.value).startswith(f"{path}: ") and key in str(error.value) and "\n" not in str(error.value)


FALLING = Space(u=Real(), c=Real())
u, c = FALLING.symbols
T = Space(t=Token(Real()))
t = T.symbols

CLAIMS = {
    "tokens": Claim("lies.tokens", T, shows=Inequality(Mean(t, t) ** 2, ">=", Mean(t**2, t))),  # Jensen, turned round
    "part": Claim("lies.part", S, given=[gt(x, 0)], shows=All(good=Identity(x, x), bad=Inequality(y, ">=", x))),
    # u' = -u does not stay above c, which it starts above
    "flow": Claim("lies.flow", FALLING, given=[gt(c, 0)], shows=Bound(ge(u, c), along={u: -u}, start=[ge(u, c)])),
}


def _lie(name: str) -> Claim:
    return load_claim(ROOT / "cases" / "lies" / f"{name}.toml", "lie")


@pytest.mark.parametrize(
    ("claim", "rule"),
    [
        (CLAIMS["tokens"], "point"),
        (CLAIMS["part"], "point"),
        (CLAIMS["flow"], "flow"),
        (_lie("case4-oscillates"), "sink"),
        (_lie("det-clusters"), "conserved"),
        (_lie("trace-clusters-every-start"), "equilibrium"),
    ],
    ids=lambda each: each if isinstance(each, str) else each.id,
)
def test_every_rule_is_read_back_as_it_was_written(tmp_path, claim, rule):
    path, ends = tmp_path / "a.toml", found(claim)
    assert write(path, claim, ends, {"machine": "1"}) == ""
    good, stale = confirm(load(path), claim)
    assert not stale and good["simplest"].rule == rule
    assert {key: counterexample_of(each, claim) for key, each in good.items()} == {key: ends[key] for key in good}


def test_it_is_written_only_where_it_says_something_else(tmp_path):
    path, ends = tmp_path / "deep" / "a.toml", found(SUM)
    assert write(path, SUM, ends, {"machine": "1"}) == ""
    before = path.read_bytes()
    assert write(path, SUM, ends, {"machine": "2"}) == ""
    assert path.read_bytes() == before
    other = counterexample_of(refute(SUM.sequent, "main", "point", {x: number(5), y: number(7)}), SUM)
    assert write(path, SUM, {"simplest": other, "worst": other}, {"machine": "2"}) == ""
    assert path.read_bytes() != before and b"[worst]" not in path.read_bytes()
    assert [each.name for each in path.parent.iterdir()] == ["a.toml"]


def test_what_the_kernel_refuses_is_not_written(tmp_path):
    ends = found(SUM)
    ends["worst"]["point"]["x"] = "0"
    assert "not written" in write(tmp_path / "a.toml", SUM, ends, {})
    assert not list(tmp_path.iterdir())


def test_the_simplest_and_the_worst_of_both():
    """The gap is 2 x y, its margin |2xy| / ((x+y)^2 + x^2 + y^2): 1/3 at (1, 1), 2/5 at (1, -2)."""
    a, b, far = (
        refute(SUM.sequent, "main", "point", {x: number(p), y: number(q)}) for p, q in ((1, 1), (1, -2), (9, 1))
    )
    assert merged({"simplest": far}, a, b) == [a, b]
    assert merged({"simplest": a, "worst": b}, far, far) == [a, b]
    assert merged({"worst": b}, None, None) == [b, b]
    assert merged({}, None, None) == []


def _judged(claim: Claim, folder: Path, path: Path | None, **more: Any) -> Verdict:
    return judge(
        claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=folder, stored=path, **more
    )


def test_the_attack_begins_with_what_is_stored(tmp_path):
    searched = _judged(SUM, tmp_path, None)
    assert searched.status is Status.REFUTED and searched.evaluations > 0
    path = tmp_path / "lies.sum.toml"
    assert searched.counterexample is not None
    write(path, SUM, searched.counterexample, {})
    recalled = _judged(SUM, tmp_path, path)
    assert recalled.evaluations == 0
    again = _judged(SUM, tmp_path, path, search=True)
    assert again.evaluations == searched.evaluations
    for verdict in (recalled, again):
        assert [
            getattr(verdict, name) for name in ("status", "strength", "reason", "counterexample", "certificate")
        ] == [getattr(searched, name) for name in ("status", "strength", "reason", "counterexample", "certificate")]


def test_stale_ones_are_told_and_change_nothing_else(tmp_path):
    path = stored(tmp_path, FILE.format(x="1", y="1"))
    proved = _judged(PRODUCT, tmp_path, path)
    assert proved.status is Status.PROVED and "stale in" in proved.reason and "simplest" in proved.survey["stale"]
    stored(tmp_path, FILE.format(x="0", y="1"))
    refuted = _judged(SUM, tmp_path, path)
    assert refuted.status is Status.REFUTED and refuted.evaluations > 0 and "stale in" in refuted.reason
    stored(tmp_path, FILE.format(x="0", y="1/"))
    assert "simplest.point.y" in _judged(SUM, tmp_path, path).survey["stale"]
    stored(tmp_path, FILE.format(x="1", y="1").replace("lies.sum", "lies.other"))
    assert "lies.other" in _judged(SUM, tmp_path, path).survey["stale"]


def test_one_that_is_stale_calls_for_a_search(tmp_path):
    worst = FILE.format(x="0", y="1").partition("[simplest]")[2].replace("simplest", "worst")
    path = stored(tmp_path, f"{FILE.format(x='1', y='1')}[worst]{worst}")
    verdict = _judged(SUM, tmp_path, path)
    assert verdict.evaluations > 0 and verdict.counterexample is not None
    assert verdict.survey["stale"].startswith("stale in") and "worst" in verdict.survey["stale"]
    assert verdict.counterexample["simplest"]["point"] == {"x": "1", "y": "1"}
    assert verdict.counterexample["worst"] == found(SUM, 20_000)["worst"]


@pytest.mark.parametrize("outcome", [Outcome(), Outcome(undefined_at={x: number(1), y: number(0)})])
def test_what_a_search_misses_is_not_lost(tmp_path, monkeypatch, outcome):
    monkeypatch.setattr("verify.judge.attacked", lambda *_: outcome)
    path = stored(tmp_path, FILE.format(x="1", y="1"))
    assert _judged(SUM, tmp_path, path, search=True).status is Status.REFUTED
    assert _judged(SUM, tmp_path, None).status is not Status.REFUTED


@pytest.mark.parametrize(
    ("name", "value"),
    [("time", "-1"), ("time", "pi"), ("length", "0"), ("order", "1000"), ("order", "1/2"), ("precision", "9999999")],
)
def test_the_numbers_of_a_flow_are_bounded(tmp_path, name, value):
    numbers = {"time": "1", "order": "16", "length": "1/32", "precision": "128", name: value}
    lines = "".join(f'{key} = "{each}"\n' for key, each in numbers.items())
    head = FILE.replace('"point"\n', f'"flow"\n{lines}').replace("lies.sum", "lies.flow")
    path = stored(tmp_path, head.partition("x = ")[0] + 'u = "1"\nc = "1"\n')
    with pytest.raises(SpellError, match=rf"simplest.{name}: found"):
        confirm(load(path), CLAIMS["flow"])


def test_fractions_stay_exact():
    ends = found(Claim("lies.third", Space(x=Real()), given=[eq(3 * x, 1)], shows=Identity(x, Fraction(1, 2))))
    assert ends["simplest"]["point"] == {"x": "1/3"}


def test_what_the_project_remembers_holds_and_hides_no_weakness(catalogue):
    """Every stored file refutes its claim now; a lie also falls to a search that knows nothing of the file."""
    files = sorted((ROOT / "cases" / "counterexamples").glob("*.toml"))
    assert files
    for path in files:
        claim = catalogue.claim(load(path).claim)
        good, stale = confirm(load(path), claim)
        assert good and not stale and path.stem == claim.id, path.name
        assert claim.kind != "lie" or any(attacked(claim, spent).refuted for spent in (2_000, 20_000, 200_000)), (
            path.name
        )
