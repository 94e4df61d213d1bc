"""Execution: order, what is judged on demand, what blocks, what travels, and a worker pool that loses nothing."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from verify import Claim, Identity, Real, Space, gt, lt
from verify.catalogue import Catalogue
from verify.graph import draw, order, rests_on, with_uses
from verify.run import Interrupted, Session, run
from verify.verdict import Status, Verdict
from verify.workers import Died, Workers

S = Space(x=Real(), y=Real())
x, y = S.symbols
TRUE = Identity(x + y, y + x)
FALSE = Identity(x + y, x - y)


def claim(name: str, *uses: str, shows: object = TRUE, rests_on: tuple[str, ...] = (), **more: object) -> Claim:
    made = Claim(name, S, shows=shows, rests_on=rests_on, **more)  # type: ignore[arg-type]
    if uses:

        @made.argument
        def argument(p: object) -> None:
            for other in uses:
                p.uses(other, at={x: x, y: y})  # type: ignore[attr-defined]

    return made


def judge_all(claims: list[Claim], directory: Path, *ids: str, **options: object) -> dict[str, Verdict]:
    catalogue = Catalogue.of(claims)
    assert catalogue.problems == []
    found = run(catalogue, ids or catalogue.entries, directory=directory, budget="quick", **options)  # type: ignore[arg-type]
    return {verdict.claim: verdict for verdict in found}


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(".theoremcheck")


def test_where_nothing_can_be_written_verdicts_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "elsewhere"))
    (tmp_path / "file").write_text("")
    told: list[str] = []
    with Session(Catalogue.of([claim("a.true")]), directory=tmp_path / "file" / "below", warn=told.append) as session:
        assert session.verdict("a.true").status is Status.PROVED
    (line,) = told
    assert "nothing can be written there" in line and str(tmp_path / "elsewhere") in line


def test_used_claims_are_judged_first_and_on_demand(directory: Path) -> None:
    claims = [claim("a.top", "b.middle", rests_on=("z.definition",)), claim("b.middle", "c.low"), claim("c.low")]
    claims.append(claim("z.definition"))
    seen: list[tuple[str, int, int]] = []
    found = judge_all(claims, directory, "a.top", progress=lambda v, done, total: seen.append((v.claim, done, total)))
    assert seen == [("c.low", 1, 3), ("b.middle", 2, 3), ("a.top", 3, 3)]
    assert list(found) == ["a.top"]
    assert found["a.top"].status is Status.PROVED
    assert found["a.top"].needs == ("b.middle", "z.definition")
    again = judge_all(claims, directory, "b.middle", "a.top", "c.low")
    assert all(verdict.cached for verdict in again.values()) and list(again) == ["b.middle", "a.top", "c.low"]


@pytest.mark.parametrize(
    ("below", "status"),
    [
        (claim("z.below", shows=FALSE), Status.REFUTED),
        (claim("z.below", given=(gt(x, 0), lt(x, 0))), Status.VACUOUS),
    ],
)
def test_a_fallen_claim_blocks_what_uses_it(directory: Path, below: Claim, status: Status) -> None:
    claims = [
        below,
        claim("b.user", "z.below"),
        claim("a.user", "b.user"),
        claim("c.definition", rests_on=("z.below",)),
    ]
    found = judge_all(claims, directory)
    assert found["z.below"].status is status
    assert found["b.user"].status is Status.BLOCKED and "z.below" in found["b.user"].reason
    assert found["a.user"].status is Status.BLOCKED and "b.user" in found["a.user"].reason
    assert not found["a.user"].meets_expectation and found["a.user"].szs == "NotTried"
    assert found["c.definition"].status is Status.PROVED


@pytest.mark.parametrize("below", [claim("z.below", shows=FALSE), claim("z.below")])
def test_what_an_argument_uses_at_last_counts(directory: Path, below: Claim) -> None:
    """One that names a claim only while it is run, and not where it is read for its uses, proves nothing by it."""
    late = claim("a.late", shows=below.shows)

    @late.argument
    def argument(p: object) -> None:
        if p._searching:  # type: ignore[attr-defined]
            p.uses("z.below", at={x: x, y: y})  # type: ignore[attr-defined]

    found = judge_all([below, late], directory)
    assert found["a.late"].status is Status.UNDECIDED and "z.below" in found["a.late"].reason


def test_conditional_on_travels_along_uses(directory: Path) -> None:
    cited = claim("cite.book", kind="cited")
    claims = [cited, claim("b.one", "cite.book"), claim("a.two", "b.one"), claim("d.three", rests_on=("b.one",))]
    found = judge_all(claims, directory)
    assert (found["cite.book"].szs, found["cite.book"].strength, found["cite.book"].meets_expectation) == (
        "Assumed",
        None,
        True,
    )
    assert found["a.two"].conditional_on == ("cite.book",) == found["b.one"].conditional_on
    assert found["d.three"].conditional_on == ()


def test_order_and_reach() -> None:
    claims = [claim("d.d"), claim("c.c", "d.d"), claim("b.b"), claim("a.a", "c.c", rests_on=("b.b",))]
    catalogue = Catalogue.of([*claims, claim("e.e", rests_on=("a.a",))])
    assert order(catalogue, catalogue.entries) == ["b.b", "d.d", "c.c", "a.a", "e.e"]
    assert with_uses(catalogue, ["a.a"]) == ["a.a", "c.c", "d.d"]
    assert rests_on(catalogue, "e.e") == ["a.a", "c.c", "b.b", "d.d"]
    assert rests_on(catalogue, "a.a") == ["b.b"]
    assert draw(catalogue, "dot").count("->") == 4 and "style=dashed" in draw(catalogue, "dot")


def test_an_interrupted_run_keeps_its_verdicts(directory: Path) -> None:
    stop = claim("b.stop")

    @stop.argument
    def argument(p: object) -> None:
        if (directory / "ledger.db").exists() and not (directory / "stopped").exists():
            (directory / "stopped").touch()
            raise KeyboardInterrupt

    claims = [claim("a.first"), stop, claim("c.last")]
    with pytest.raises(Interrupted, match=r"^interrupted: 1 of 3 verdicts are kept; run again to continue$"):
        judge_all(claims, directory)
    found = judge_all(claims, directory)
    assert [verdict.cached for verdict in found.values()] == [True, False, False]


def test_a_session_judges_on_demand_and_tells_what_holds(directory: Path) -> None:
    catalogue = Catalogue.of([claim("a.top", "b.low"), claim("b.low")])
    with Session(catalogue, directory=directory, budget="quick") as session:
        assert session.remembered("a.top") is None
        assert session.verdict("a.top").status is Status.PROVED
    with Session(catalogue, directory=directory, budget="quick") as session:
        held = session.remembered("a.top")
        assert held is not None and held.cached
    with Session(catalogue, directory=directory, budget="quick", fresh=True) as session:
        assert not session.verdict("a.top").cached
    with pytest.raises(ValueError, match="budget is 'huge'"):
        Session(catalogue, directory=directory, budget="huge")


def answer(setup: str, what: str) -> str:
    """What a worker of these tests does."""
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "leave":
        os._exit(3)
    if what == "wait":
        time.sleep(60)
    return f"{setup} {what}"


def test_workers_answer_and_the_dead_are_named() -> None:
    workers = Workers(2, answer, ("yes",))
    found: dict[str, object] = {}
    waiting = ["one", "die", "leave", "two", "three"]
    try:
        while waiting or workers.busy:
            while waiting and workers.free:
                task = waiting.pop(0)
                workers.give(task, task)
            found |= dict(workers.answers())
    finally:
        workers.stop()
    assert {task: found[task] for task in ("one", "two", "three")} == {t: f"yes {t}" for t in ("one", "two", "three")}
    assert isinstance(found["die"], Died) and "SIGKILL" in str(found["die"])
    assert isinstance(found["leave"], Died) and "exit code 3" in str(found["leave"])


def test_workers_stop_at_once() -> None:
    workers = Workers(1, answer, ("yes",))
    workers.give("wait", "wait")
    assert workers.busy and not workers.free
    began = time.monotonic()
    workers.stop()
    assert time.monotonic() - began < 10
    assert not workers.busy


def test_an_idle_worker_that_was_killed_costs_nothing() -> None:
    workers = Workers(1, answer, ("yes",))
    try:
        workers.give("one", "one")
        assert workers.answers() == [("one", "yes one")]
        process = workers._all[0].process
        process.kill()
        process.join()
        workers.give("two", "two")
        assert workers.answers() == [("two", "yes two")]
    finally:
        workers.stop()
