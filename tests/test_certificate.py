"""Certificates: what was written replays in another process, and nothing else does."""

from __future__ import annotations

import copy
import importlib
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verify import (
    AlmostEvery,
    Claim,
    Disk,
    Eventually,
    Identity,
    Inequality,
    Matrices,
    Real,
    Space,
    abs2,
    any_of,
    certificate,
    det,
    eye,
    ge,
    gt,
    lt,
    norm2,
    tr,
)
from verify.attention import linear
from verify.check import Mismatch, replay
from verify.kernel.proof import Refused, contradict, prove, refute
from verify.kernel.term import ONE, number
from verify.prove.argument import steps_of

THEOREMS = [
    *("kuramoto_daido", "watanabe_strogatz", "ott_antonsen", "circle_invariant", "boundary_factorisation"),
    *("duality", "hidden_hamiltonian", "case3"),
]


def theorem(name: str) -> Claim:
    return importlib.import_module(f"theorems.linear.{name}").claim


def proved(claim: Claim):
    for point in claim.space.special(100):
        try:
            return prove(claim.sequent, steps_of(claim), point)
        except Refused as refused:
            if "witness" not in str(refused):
                raise
    raise AssertionError("no witness")


def certified(claim: Claim, result, worst=None):
    """Through JSON text, as another process would read it."""
    return json.loads(json.dumps(certificate.to_json(claim.id, str(claim), result, worst)))


def point_refutation():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    claim = Claim("test.point", space, shows=Inequality(x * y, ">=", 0), given=[gt(x, 0)])
    small = refute(claim.sequent, "main", "point", {x: ONE, y: number(-1)})
    large = refute(claim.sequent, "main", "point", {x: number(3), y: number(-7)})
    return claim, certified(claim, small, large)


def conserved_refutation():
    space = Space(A=Matrices(2, 2), w=Disk())
    A, w = space.symbols
    shows = Eventually("cluster", along=linear.on_ott_antonsen(A, eye(2), at=w), start=AlmostEvery())
    claim = Claim("test.conserved", space, given=[any_of(ge(tr(A), 0), ge(0, det(A))), gt(norm2(A), 0)], shows=shows)
    point = dict(zip(space.scalars[:4], (number(0), number(-1), ONE, number(0)), strict=True))
    data = {"quantity": abs2(w) - 1, "cofactor": ONE, "start": {w: number("1/2")}}
    return claim, certified(claim, refute(claim.sequent, "main", "conserved", point, data))


def vacuity():
    space = Space(x=Real())
    x = space.symbols
    claim = Claim("test.vacuous", space, shows=Identity(x, x), given=[gt(x, 1), lt(x, 0)])
    return claim, certified(claim, contradict(claim.sequent, [(0, 1), (1, 1)]))


def all_certificates():
    for name in THEOREMS:
        claim = theorem(name)
        yield claim, certified(claim, proved(claim))
    yield point_refutation()
    yield conserved_refutation()
    yield vacuity()


CERTIFICATES = list(all_certificates())
every_certificate = pytest.mark.parametrize(("claim", "data"), CERTIFICATES, ids=[c.id for c, _ in CERTIFICATES])


def accepts(claim: Claim, data) -> bool:
    try:
        replay(data, claim.sequent, lambda _: None)
    except Mismatch as error:
        assert "\n" not in str(error)
        return False
    return True


@every_certificate
def test_what_was_written_replays(claim, data):
    assert accepts(claim, data)
    assert certificate.address_of(data) == data["address"]


@every_certificate
def test_a_certificate_of_another_statement_is_refused(claim, data):
    for other, _ in CERTIFICATES:
        if other is not claim:
            with pytest.raises(Mismatch, match="another statement"):
                replay(data, other.sequent, lambda _: None)


def test_a_swapped_hypothesis_or_goal_is_another_statement():
    claim, data = point_refutation()
    x, y = claim.space.symbols
    for given, shows in [
        ([ge(x, 0)], claim.shows),
        ([], claim.shows),
        ([gt(y, 0)], claim.shows),
        ([gt(x, 0)], Inequality(x * y, ">", 0)),
        ([gt(x, 0)], Inequality(0, ">=", x * y)),
    ]:
        other = Claim("test.point", claim.space, shows=shows, given=given)
        with pytest.raises(Mismatch, match="another statement"):
            replay(data, other.sequent, lambda _: None)


def test_the_mutants_proof_is_not_the_theorems():
    claim = theorem("hidden_hamiltonian")
    data = certified(claim, proved(claim))
    for name in claim.mutants:
        with pytest.raises(Mismatch, match="another statement"):
            replay(data, claim.mutant(name).sequent, lambda _: None)


def _places(data, path=()):
    """Paths of every leaf."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _places(value, (*path, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from _places(value, (*path, at))
    else:
        yield path


def _edit(data, path, rng):
    *front, last = path
    inner = data
    for key in front:
        inner = inner[key]
    old = inner[last]
    if isinstance(old, int):
        inner[last] = old + rng.choice([-2, -1, 1, 2])
    elif isinstance(old, str):
        pool = ["0", "1", "-1", "2", "1/3", "eq", "ge", "gt", "ne", "ring", "sign", "nonzero", "use", "main", "point"]
        inner[last] = rng.choice([each for each in [*pool, old + "0", "-" + old] if each != old])
    else:
        inner[last] = None


@every_certificate
def test_no_edit_that_matters_is_accepted(claim, data):
    """Edit one leaf, repair the address, replay. What is still accepted is a proof of the very same sequent, for the
    goal is recomputed; so it can only differ in the witness, in unused data, or in an equally good step."""
    rng = random.Random(7)
    fixed = ("claim", "statement", "versions", "address")
    places = [path for path in _places(data) if path[0] not in fixed]
    accepted = 0
    for _ in range(120):
        path = rng.choice(places)
        edited = copy.deepcopy(data)
        _edit(edited, path, rng)
        edited["address"] = certificate.address_of(edited)
        if accepts(claim, edited):
            accepted += 1
            assert edited["verdict"] == data["verdict"], path
            assert edited["sequent"] == data["sequent"], path
            for result in replay(edited, claim.sequent, lambda _: None):
                assert result.sequent == claim.sequent
    assert accepted < 100, "almost any edit is accepted: the certificate is not what is checked"


@pytest.mark.parametrize("cut", [0, 1, 100, -2])
def test_a_truncated_file_is_refused(tmp_path, cut):
    _, data = point_refutation()
    path = certificate.write(tmp_path, data)
    assert certificate.read(path) == data
    text = path.read_text()
    path.write_text(text[:cut])
    with pytest.raises(certificate.CertificateError, match=r"not JSON|not a certificate"):
        certificate.read(path)
    path.write_text(text.replace('"-1"', '"-2"'))
    with pytest.raises(certificate.CertificateError, match="edited or cut"):
        certificate.read(path)


def test_one_certificate_per_claim(tmp_path):
    claim, first = point_refutation()
    x, y = claim.space.symbols
    second = certified(claim, refute(claim.sequent, "main", "point", {x: number(5), y: number(-5)}))
    certificate.write(tmp_path, first)
    certificate.write(tmp_path, second)
    assert [certificate.read(path) for path in certificate.of_claim(tmp_path, claim.id)] == [second]


def test_the_checker_has_no_sympy_and_no_search(tmp_path):
    """In a fresh process that starts without an index, after it has replayed a proof, a refutation and a citation."""
    script = """
import sys
from pathlib import Path
if sys.argv[1] == "run":
    from verify.catalogue import Catalogue
    from verify.run import run
    ids = ["linear.watanabe-strogatz", "lies.case3-sign", "linear.value-identity.expanding", "own.squares"]
    print([v.status.word for v in run(Catalogue.load(), ids)])
else:
    from verify.check import main
    code = main([])
    heavy = ("sympy", "scipy", "torch", "numpy", "mpmath", "hypothesis", "networkx", "rich")
    search = [m for m in sys.modules if m.startswith("verify.attack") or m in ("verify.prove.squares", "verify.run")]
    print(code, [m for m in heavy if m in sys.modules], search)
"""
    root = Path(__file__).parent.parent
    shutil.copytree(root / "cases", tmp_path / "cases")
    (tmp_path / "cases" / "conjectures" / "squares.toml").write_text(
        'schema = 1\nid = "own.squares"\ntitle = "T"\nsource = "S"\nexpect = "proved"\n'
        '[space]\nx = "real"\ny = "real"\n[shows]\nclaim = "x**4 + y**4 >= 2*x**2*y**2"\n'
    )

    def python(what: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", script, what],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    assert "['proved', 'refuted', 'proved', 'proved']" in python("run")
    (tmp_path / ".theoremcheck" / "index.json").unlink()
    assert python("check").splitlines()[-1] == "0 [] []"
