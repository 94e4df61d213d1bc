"""`theoremcheck simulate`: what it computes, what it keeps, what it refuses, and Ctrl-C."""

from __future__ import annotations

import json
import os
import pty
import select
import shlex
import signal
import subprocess
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.conftest import ROOT, Project
from verify.catalogue import UsageError
from verify.simulate import CtrlC, Settings, load, prepare, save, simulate, summary


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("simulate"))


def test_a_run_is_kept_drawn_and_repeated(bare: Project) -> None:
    asked = ["--model", "softmax", "--A", "1,1/2;0,1", "--V", "identity", "--beta", "2", "--n", "12", "--time", "3"]
    done = bare("simulate", *asked, "--seed", "5", "--outputs", "31", "--out", "run.npz", "--plot", "run.svg")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("softmax, n = 12, d = 2, beta = 2: ")
    assert lines[1].startswith("at t = 3: ")
    assert lines[-1] == "seen in one simulation, at this time; no claim about later ones"
    with np.load(bare.path / "run.npz", allow_pickle=False) as data:
        settings = json.loads(str(data["settings"]))
        assert data["tokens"].shape == (31, 12, 2) and data["times"][[0, -1]].tolist() == [0, 3]
        x = data["tokens"][-1]
        angles = np.arctan2(x[:, 1], x[:, 0])
        assert data["order_R1"][-1] == pytest.approx(np.mean(np.exp(1j * angles)))
        assert data["order_R2"][-1] == pytest.approx(np.mean(np.exp(2j * angles)))
        cosines = np.cos(angles[:, None] - angles)
        assert data["order_mean_cosine"][-1] == pytest.approx(cosines.mean())
        assert data["order_mean_squared_cosine"][-1] == pytest.approx((cosines**2).mean())
        assert data["order_eigenvalues"][-1] == pytest.approx(np.linalg.eigvalsh(x.T @ x / 12)[::-1])
        assert np.allclose(np.linalg.norm(data["tokens"], axis=-1), 1, atol=1e-12)
    assert settings["A"] == "1,1/2;0,1" and settings["seed"] == 5 and not str(load(str(bare.path / "run.npz")).stopped)
    root = ET.parse(bare.path / "run.svg").getroot()
    assert root.tag.endswith("svg") and "softmax, n = 12" in "".join(root.itertext())
    again = bare(*shlex.split(settings["command"])[1:], "--out", "again.npz")
    assert again.stdout == done.stdout
    for name in ("times", "tokens", "order_R2"):
        with np.load(bare.path / "run.npz") as one, np.load(bare.path / "again.npz") as two:
            assert np.array_equal(one[name], two[name])
    # a run goes on from the end of another
    more = bare("simulate", "--model", "linear", "--tokens", "run.npz", "--time", "1", "--outputs", "2")
    assert more.returncode == 0 and more.stdout.startswith("linear, n = 12, d = 2, beta = 1")
    assert sorted(each.name for each in bare.path.iterdir()) == ["again.npz", "run.npz", "run.svg"]


def test_the_readme_shows_what_is_seen(bare: Project) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    command, *shown = text[text.index("$ theoremcheck simulate") + 2 :].split("```")[0].strip().splitlines()
    settings = dict(zip(*[iter(shlex.split(command)[2:])] * 2, strict=True))
    asked: dict[str, Any] = {name.removeprefix("--"): value for name, value in settings.items()}
    for name, kind in (("beta", float), ("n", int), ("time", float)):
        asked[name] = kind(asked[name])
    del asked["out"], asked["plot"]
    found = summary(simulate(prepare(Settings(**asked))))
    assert found[1] == shown[1] and found[-1] == shown[-1]


def test_two_tokens_meet_as_their_equation_says() -> None:
    """Softmax, A = V = I, two tokens at the angle u: u' = -2 sin(u)/(1 + exp(beta (1 - cos u)))."""
    from scipy.integrate import solve_ivp

    beta = 1.5

    def rate(_: float, u: Any) -> Any:
        return -2 * np.sin(u) / (1 + np.exp(beta * (1 - np.cos(u))))

    start = prepare(Settings("softmax", beta=beta, n=2, seed=3, time=2.0, outputs=5))
    angle = np.arccos(start.tokens[0] @ start.tokens[1])
    expected = solve_ivp(rate, (0, 2), [angle], rtol=1e-10, atol=1e-12).y[0, -1]
    last = simulate(start).tokens[-1]
    assert np.arccos(last[0] @ last[1]) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("model", ["linear", "usa", "hardmax"])
def test_every_model_in_three_dimensions(model: str) -> None:
    keys = "identity" if model == "hardmax" else "random"
    run = simulate(prepare(Settings(model, A=keys, V="random", n=9, dim=3, time=1.0, outputs=4)))
    assert run.complete and run.tokens.shape == (4, 9, 3)
    assert run.order["eigenvalues"].shape == (4, 3) and "R2" not in run.order
    assert run.order["eigenvalues"].sum(axis=1) == pytest.approx(np.ones(4))


def test_fewer_tokens_than_dimensions() -> None:
    run = simulate(prepare(Settings("softmax", V="random", n=3, dim=7, time=1.0, outputs=2)))
    x = run.tokens[-1]
    assert run.order["eigenvalues"][-1] == pytest.approx(np.linalg.eigvalsh(x.T @ x / 3)[:-4:-1], rel=1e-10)
    assert run.order["mean_squared_cosine"][-1] == pytest.approx(((x @ x.T) ** 2).mean(), rel=1e-12)
    assert run.order["mean_cosine"][-1] == pytest.approx((x @ x.T).mean(), rel=1e-12)


def test_tokens_that_are_held_where_the_field_jumps_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.simulate.TRIES", 300)
    run = simulate(prepare(Settings("hardmax", A="random", V="random", n=9, dim=3, seed=1, outputs=11)))
    assert not run.complete and len(run.times) < 11
    assert "300 tries did not reach t = 1" in run.stopped and "hardmax jumps" in run.stopped


def test_words_say_what_was_seen_and_no_more() -> None:
    def words(**more: Any) -> str:
        return "\n".join(summary(simulate(prepare(Settings(outputs=3, **more)))))

    together = words(model="softmax", n=20, initial="near:1,0", time=40.0)
    assert "at t = 40: all tokens lie within" in together and "no token moves faster than 1e-08" in together
    opposite = words(model="linear", n=20, V="1,0;0,0", time=60.0)
    assert "two opposite clusters of" in opposite
    spread = words(model="softmax", n=50, V="0,-1;1,0", time=0.1)
    assert "no clusters" in spread and "fastest token moves at speed" in spread
    assert all("no claim about later ones" in each for each in (together, opposite, spread))


def test_few_tokens_are_kept_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.simulate.KEPT_BYTES", 8 * 10 * 2 * 5)
    run = simulate(prepare(Settings("linear", n=10, time=1.0, outputs=41)))
    assert run.kept.tolist() == [0, 10, 20, 30, 40] and len(run.times) == 41
    assert "tokens are kept at 5 of 41 times" in "\n".join(summary(run))


def test_a_field_without_a_value_names_the_step(bare: Project) -> None:
    (bare.path / "tie.csv").write_text("1,0\n0.6,0.8\n0.6,-0.8\n")
    flip = ["--A", "-1,0;0,-1", "--tokens", "tie.csv"]
    done = bare("simulate", "--model", "hardmax", *flip, "--ties", "undefined", "--out", "tie.npz")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("step 0, t = 0: the field is not finite: 1 of 201 times, to t = 0, are kept in tie.npz")
    kept = load(str(bare.path / "tie.npz"))
    assert not kept.complete and kept.tokens.shape == (1, 3, 2)
    assert bare("simulate", "--model", "hardmax", *flip, "--time", "1").returncode == 0


REFUSED = [
    ([], "Missing option '--model'"),
    (["--model", "soft"], "'soft' is not one of"),
    (["--A", "1,0;0"], "--A: row 2 has 1 entries, 2 are needed"),
    (["--A", "1,0;0,x"], "--A: 'x' is not a number"),
    (["--A", "1,0;0,nan"], "--A: 'nan' is not a number"),
    (["--A", "1,0;0,1e999"], "--A: '1e999' is not finite"),
    (["--A", "1,0;0,1/0"], "--A: '1/0' is not a number"),
    (["--A", "1,0;0,9**9**9"], "--A: '9**9**9' is not a number"),
    (["--V", "__import__('os')"], "--V: \"__import__('os')\" is not a number"),
    (["--A", "1,0;0,1", "--V", "1,0,0;0,1,0;0,0,1"], "--A has dimension 2, --V has 3"),
    (["--A", "1,0;0,1", "--dim", "3"], "--dim has dimension 3, --A has 2"),
    (["--dim", "1"], "at least 2"),
    (["--dim", "20000"], "at most 4,000; found 20,000"),
    (["--n", "0"], "--n 0: at least one token"),
    (["--n", "99999999999"], "99999999999 tokens in R^2 need"),
    (["--n", "99999999999999999999999"], "tokens in R^2 need"),
    (["--n", "many"], "'many' is not a valid integer"),
    (["--beta", "nan"], "beta: finite numbers are needed"),
    (["--beta", "-1", "--model", "hardmax"], "beta: hardmax is the limit"),
    (["--beta", "1000", "--model", "usa"], "--log-unit 1000"),
    (["--log-unit", "3"], "log_unit: a finite number, for usa only"),
    (["--time", "0"], "--time 0.0: a finite number above 0"),
    (["--time", "inf"], "--time inf"),
    (["--rtol", "-1"], "--rtol -1.0"),
    (["--outputs", "1"], "--outputs 1: at least 2"),
    (["--outputs", "1000001"], "at most 1,000,000"),
    (["--seed", "-1"], "--seed -1"),
    (["--device", "cuda:7"], "cuda:7"),
    (["--device", "abacus"], "abacus"),
    (["--initial", "somewhere"], "--initial 'somewhere'"),
    (["--initial", "near:0,0"], "not all zero"),
    (["--initial", "near:1,0;1"], "points of 2 numbers"),
    (["--tokens", "none.csv"], "--tokens none.csv"),
    (["--tokens", "words.csv"], "--tokens words.csv"),
    (["--tokens", "zero.csv"], "a token is zero"),
    (["--tokens", "infinite.csv"], "finite numbers"),
    (["--tokens", "three.csv", "--n", "5"], "three.csv has 3 tokens; leave --n out"),
    (["--tokens", "three.csv", "--dim", "3"], "--dim has dimension 3, --tokens three.csv has 2"),
    (["--tokens", "words.npz"], "words.npz: not a file of a simulation"),
    (["--out", "run.txt"], "must end in .npz"),
    (["--out", "no/such/run.npz"], "--out no/such/run.npz: not a file that can be written"),
    (["--plot", "run.png"], "must end in .svg"),
]


def test_refusals_are_one_line_before_any_work(bare: Project) -> None:
    """All through the command's own function, in one process; some through a process of their own below."""
    for name, text in {
        "words.csv": "a,b\nc,d\n",
        "zero.csv": "0,0\n1,0\n",
        "infinite.csv": "inf,0\n1,0\n",
        "three.csv": "1,0\n0,1\n1,1\n",
        "words.npz": "no archive",
    }.items():
        (bare.path / name).write_text(text)
    arguments = [["simulate", *(() if not a or a[0] == "--model" else ("--model", "softmax")), *a] for a, _ in REFUSED]
    script = (
        "import sys, json, io, contextlib\nfrom verify.cli import main\n"
        "for each in json.loads(sys.argv[1]):\n"
        "    with contextlib.redirect_stderr(io.StringIO()) as err, contextlib.redirect_stdout(io.StringIO()) as out:\n"
        "        code = main(each)\n"
        "    print(json.dumps([code, err.getvalue(), out.getvalue()]))\n"
    )
    done = subprocess.run(
        [bare.command()[0], "-c", script, json.dumps(arguments)],
        cwd=bare.path,
        env=bare.environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    for (given, says), line in zip(REFUSED, done.stdout.splitlines(), strict=True):
        code, err, out = json.loads(line)
        assert code == 2 and out == "", (given, code, err, out)
        assert err.count("\n") == 1 and says in err, (given, err)


def test_a_long_run_with_few_outputs_is_not_stuck() -> None:
    """A cluster that contracts at rate 5e: steps are bound by stability, and more than 10,000 are needed."""
    settings = Settings("usa", V="5,0;0,5", beta=1.0, initial="near:1,0", n=3, time=6000.0, outputs=2)
    run = simulate(prepare(settings))
    assert run.complete and run.steps > 10_000
    assert run.order["mean_cosine"][-1] == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(("said", "used"), [(None, "1"), ("2", "2")])
def test_matrix_products_take_one_thread_unless_more_are_asked_for(bare: Project, said: str | None, used: str) -> None:
    """The variable is read when NumPy is loaded."""
    script = (
        "import os, sys\nfrom verify.cli import main\nearly = 'numpy' in sys.modules\n"
        "main(['simulate', '--model', 'linear', '--n', '2', '--time', '1', '--outputs', '2'])\n"
        "print(early, os.environ['OPENBLAS_NUM_THREADS'])\n"
    )
    env = {name: value for name, value in bare.environment().items() if name != "OPENBLAS_NUM_THREADS"}
    env |= {} if said is None else {"OPENBLAS_NUM_THREADS": said}
    done = subprocess.run(
        [bare.command()[0], "-c", script], cwd=bare.path, env=env, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.splitlines()[-1] == f"False {used}", done.stderr


@pytest.mark.parametrize("at", [2, 14, 19])
def test_a_refusal_in_a_process_of_its_own(bare: Project, at: int) -> None:
    given, says = REFUSED[at]
    done = bare("simulate", *([] if "--model" in given else ["--model", "softmax"]), *given)
    assert done.returncode == 2 and done.stdout == "" and says in done.stderr and done.stderr.count("\n") == 1


def test_nothing_is_written_in_part(tmp_path: Path) -> None:
    run = simulate(prepare(Settings("linear", n=3, time=1.0, outputs=2)))
    with pytest.raises(UsageError, match="--out"):
        save(run, str(tmp_path / "none" / "run.npz"))
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_acts_between_two_steps() -> None:
    """Python code anywhere must not be cut, compilers least of all; a second Ctrl-C acts as ever."""
    prepared = prepare(Settings("softmax", n=5, time=50.0, outputs=11))
    told: list[float] = []
    before = signal.getsignal(signal.SIGINT)

    def press(fraction: float) -> None:
        told.append(fraction)
        if len(told) == 20:
            os.kill(os.getpid(), signal.SIGINT)

    with CtrlC() as stop:
        run = simulate(prepared, press, stop)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
    assert signal.getsignal(signal.SIGINT) == before
    assert run.stopped == "interrupted" and len(told) == 20
    assert run.times[-1] <= told[-1] * 50 < run.times[-1] + 5
    whole = simulate(prepared)
    assert np.array_equal(run.tokens[-1], whole.tokens[len(run.times) - 1])


def test_ctrl_c_keeps_what_was_computed(bare: Project) -> None:
    """On a terminal: a bar with the time left, then SIGINT; the file holds the times that were reached."""
    command = bare.command(
        "simulate", "--model", "softmax", "--n", "1500", "--dim", "6", "--time", "1e6", "--outputs", "100001"
    )
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*command, "--out", "cut.npz"],
        cwd=bare.path,
        env=bare.environment(TERM="xterm", COLUMNS="100"),
        stdout=subprocess.PIPE,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    shown = _read_until(master, b"left", 60)
    time.sleep(1.5)
    os.killpg(process.pid, signal.SIGINT)
    said = shown + _read_until(master, b"kept in cut.npz", 60)
    out, _ = process.communicate(timeout=60)
    os.close(master)
    assert process.returncode == 130, said
    last = said.decode(errors="replace").replace("\x1b[2K", "\n").strip().splitlines()[-1]
    assert "interrupted: " in last and "are kept in cut.npz" in last and "Traceback" not in said.decode()
    kept = load(str(bare.path / "cut.npz"))
    assert kept.stopped == "interrupted" and 1 <= len(kept.times) < 100001
    assert kept.kept[-1] == len(kept.times) - 1 and len(kept.order["R1"]) == len(kept.times)
    assert f"to t = {kept.times[-1]:g}" in out.decode()


def _read_until(master: int, wanted: bytes, seconds: float) -> bytes:
    found, end = b"", time.monotonic() + seconds
    while wanted not in found and time.monotonic() < end:
        if select.select([master], [], [], 0.2)[0]:
            try:
                found += os.read(master, 65536)
            except OSError:  # the other side has gone
                break
    assert wanted in found, found[-2000:]
    return found
