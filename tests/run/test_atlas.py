"""The atlas of planar linear attention against regimes derived by hand, the oracle numbers, and simulated orbits."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from verify.atlas import Atlas, Seen, atlas, read_beta, read_matrix
from verify.atlas.cycles import direction, path
from verify.catalogue import UsageError
from verify.cli import main
from verify.kernel.ball import enclose
from verify.kernel.term import I, Term, im, re, sqrt, term
from verify.report.atlas import atlas_document, atlas_lines, draw_atlas

EYE = "1,0;0,1"


def of(A: str, V: str, beta: str = "1") -> Atlas:
    return atlas(read_matrix("A", A), read_matrix("V", V), read_beta(beta))


def near(span: tuple[Fraction, Fraction], value: float, room: float = 1e-12) -> bool:
    return float(span[0]) - room <= value <= float(span[1]) + room and span[1] - span[0] < room


@pytest.mark.parametrize(
    ("A", "kinds", "types", "share"),
    [
        ("0,0;0,0", None, ("frozen",), 1),
        ("2,0;0,1", ["source"], ("fixed-clusters",), 1),
        ("1,0;0,-1", [], ("fixed-clusters",), 1),
        ("-1,0;0,0", [], ("fixed-clusters",), 1),
        ("1/2,-1;1,-1/2", ["centre"], ("periodic", "fixed-clusters"), 1),
        ("0,-1;1,0", ["centre"], ("constant-modulus",), 1),
        ("-1,0;0,-3", ["sink"], ("interior-point",), 1),
        ("0.3,-1;1,-.7", ["sink"], ("interior-point", "fixed-clusters"), (1 - 0.5 / math.sqrt(1.04)) ** 2),
    ],
)
@pytest.mark.parametrize("dual", [False, True])
def test_regimes_of_V_the_identity_and_their_duals(
    A: str, kinds: list[str] | None, types: tuple[str, ...], share: float, dual: bool
) -> None:
    """(A, V) and (J V, -J A) have one field, so with V = I also (J, -J A)."""
    (a11, a12), (a21, a22) = read_matrix("A", A)
    found = of("0,-1;1,0", f"{a21},{a22};{-a11},{-a12}") if dual else of(A, EYE)
    assert (None if found.interior is None else [each.kind for each in found.interior]) == kinds
    assert (found.types, float(found.share)) == (types, pytest.approx(share))
    assert found.circle_at_rest and not found.clusters and found.rotating is None
    if kinds:  # w* = -b / conj(a)
        a, b = complex(a11 + a22, a21 - a12), complex(a11 - a22, a21 + a12)
        w = -b / a.conjugate()
        assert found.interior is not None
        assert near(found.interior[0].w[0], w.real) and near(found.interior[0].w[1], w.imag)


@pytest.mark.parametrize(
    ("V", "kinds", "types"),
    [
        ("0,0;0,0", None, ("frozen",)),
        ("2,0;0,1", ["source"], ("fixed-clusters",)),
        ("-1,0;0,-3", ["sink"], ("interior-point",)),
        ("1,-1;1,1", ["source"], ("rotating-clusters",)),
        ("-1,1;0,-1", ["sink"], ("interior-point",)),
        ("1/2,1;-1,-1/2", ["centre"], ("periodic",)),
        ("1,1/2;-1/2,-1", [], ("fixed-clusters",)),
        ("0,-1;1,0", ["centre"], ("constant-modulus",)),
    ],
)
def test_A_the_identity_is_read_off_the_spectrum_of_V(V: str, kinds: list[str] | None, types: tuple[str, ...]) -> None:
    found = of(EYE, V)
    assert (None if found.interior is None else [each.kind for each in found.interior]) == kinds
    assert (found.types, found.complete, found.share) == (types, True, 1)


@pytest.mark.parametrize(("V", "kinds"), [("0,1;0,0", []), ("1,1;0,1", ["source"]), ("1,1;-1,-1", [])])
def test_one_double_direction_is_not_called_settled(V: str, kinds: list[str]) -> None:
    """|w| -> 1 is a proved claim; that the phase, which only pauses at the direction, stops there is proved by none."""
    found = of(EYE, V)
    assert [each.kind for each in found.interior or ()] == kinds and len(found.clusters) == 1
    assert (found.types, found.complete, found.share) == ((), False, 0)


def test_case_4_has_its_centre_family_and_boundary() -> None:
    found = of(EYE, "0.5,1;-1,-0.5")
    assert found.interior is not None and found.hamiltonian is not None and found.rotating is not None
    assert near(found.interior[0].w[1], -math.tanh(math.atanh(0.5) / 3))  # tanh(3 tau) = 1/2
    assert found.hamiltonian[0] == "H1" and found.periodic[0] == "found"
    assert found.rotating.attracting is None and near(found.rotating.multiplier, 0)
    assert near(found.rotating.period, math.pi / math.sqrt(0.75))
    edge = of(EYE, "1,1;-1,-1")
    assert [(each.kind, each.stable) for each in edge.clusters] == [("eigenvector", None)]
    beyond = of(EYE, "2,1;-1,-2")  # the cluster at w = (sqrt(1 - k^2), -k), k = 1/2
    (stable,) = [each for each in beyond.clusters if each.stable]
    x, y = (float(sum(part) / 2) for part in stable.direction)
    assert (x * x - y * y, 2 * x * y) == (pytest.approx(math.sqrt(0.75)), pytest.approx(-0.5))


@pytest.mark.parametrize(
    ("A", "V", "period", "multiplier", "attracting"),
    [
        ("2,0;0,1", "1,-1;1,1", math.pi / math.sqrt(2), -math.pi, True),
        (EYE, "1,-1;1,1", math.pi, -math.pi, True),
        ("-1,0;0,-1", "1,-1;1,1", math.pi, math.pi, False),
        ("1,-1;1,1", "13/10,-1;1,3/10", 2 * math.pi / math.sqrt(3), -math.pi * (1.6 / math.sqrt(3) - 1), False),
    ],
)
def test_rotating_clusters_have_the_multiplier_and_the_period(
    A: str, V: str, period: float, multiplier: float, attracting: bool
) -> None:
    found, faster = of(A, V).rotating, of(A, V, "2").rotating
    assert found is not None and faster is not None and found.attracting is attracting
    assert near(found.period, period) and near(faster.period, period / 2)
    assert near(found.multiplier, multiplier) and faster.multiplier == found.multiplier


def test_cycles_between_an_equilibrium_and_the_circle() -> None:
    stable = of("1,-1;1,1", "13/10,-1;1,3/10", "2")
    assert stable.interior is not None and stable.types == ("limit-cycle",) and stable.periodic[0] == "found"
    assert near(stable.interior[0].w[0], -0.211663525206179) and near(stable.interior[0].w[1], 0.255746642408562)
    repelling = of("-1,-3;1,-3", "-3,-2;2,-4")
    assert repelling.types == ("rotating-clusters", "interior-point") and not repelling.complete
    assert repelling.exceptional == ("limit-cycle",) and repelling.share == 0


def test_two_sinks_two_kinds_of_clusters_and_continua() -> None:
    two = of("2,-3;4,-1", "1,-2;1,3")
    assert two.interior is not None and sorted(each.kind for each in two.interior) == ["saddle", "sink", "sink"]
    both = of("0,-3;-1,0", "-2,-2;3,3")
    assert [each.kind for each in both.clusters if each.stable] == ["eigenvector", "isotropic"]
    assert both.interior == () and both.types == ("fixed-clusters",) and both.complete
    line = of("1,2;2,4", "1,1;1,1")  # both singular: V S A^T = 0 on a line
    assert line.continuum and line.interior is None and not line.complete
    assert of("1,2;3,4", "2,-4;1,-3").hamiltonian is None
    assert (of("1,2;3,4", "-2,-4;1,3").hamiltonian or ("",))[0] == "H2"  # V = J A^T
    assert of("3,0;0,3", "0,2;-2,0").types == ("constant-modulus",)


def test_rigid_rotations_turn_about_one_point_or_rest_on_a_circle() -> None:
    """a = 1 + 2i, p = i conj(a): w' = i w (5 |w|^2 - 1), beta = 2; with a = 2 + i there is no such circle."""
    rest = of("1,-2;2,1", "2,-1;1,2")
    assert rest.continuum and rest.interior is None and rest.types == ("constant-modulus",)
    turn = of("2,-1;1,2", "1,-2;2,1")
    assert not turn.continuum and turn.interior is not None and [each.kind for each in turn.interior] == ["centre"]
    for found in (rest, turn):
        X, Y = (enclose(part, {found.flow.states[0]: term(1) / sqrt(5)}) for part in parts(found))
        assert X.contains(0) and (Y.contains(0) == found.continuum)
        assert found.periodic[0] == "found" and (found.hamiltonian or ("",))[0] == "H4"


def parts(found: Atlas) -> tuple[Term, Term]:
    (F,) = found.flow.terms
    return re(F), im(F)


def test_streaks_of_the_portrait_follow_the_field() -> None:
    for A, V in (("1,-2;3,5", "2,7;-1,1/2"), ("-1,1/3;0,2", "4,-1;1,-3")):
        found = of(A, V)
        (w,), (F,) = found.flow.states, found.flow.terms
        for x, y in ((0.25, -0.5), (-0.75, 0.125)):
            at = {w: term(Fraction(x)) + I * term(Fraction(y))}
            value = complex(*(float(enclose(part, at).mid()) for part in (re(F), im(F))))
            assert abs(direction(found.A, found.V, np.array([complex(x, y)]))[0] - value / abs(value)) < 1e-12


def test_an_irrational_cluster_is_kept_out_of_the_interior() -> None:
    found = of("2,1;1,5", "1,2;1,3")  # eigenvectors (-1 +- sqrt 3, 1)
    assert found.counted == "isolate" and found.interior is not None
    assert [each.kind for each in found.interior] == ["source"] and found.types == ("fixed-clusters",)


def test_what_is_not_counted_is_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.atlas.portrait.BUDGET", 8)  # cells, too few for any search
    found = of("2,1;1,1", "1,1;0,1")
    assert found.interior is None and found.counted == "" and not found.continuum
    assert found.periodic[0] == "excluded-by" and not found.complete and found.share == 0  # by its Dulac function
    document = json.loads(atlas_document(found))
    assert document["interior"] == [] and document["interior_complete"] is None and document["certified_share"] == 0
    assert "not counted; 0 are enclosed; the search ended without a result" in "\n".join(atlas_lines(found))


def test_irrational_eigenvectors_that_are_isotropic_do_not_hinder_the_count() -> None:
    found = of("2,-1;-2,-1", "2,1;2,-1")  # both: 2 x^2 - 3 x y - y^2 = 0
    assert found.counted == "isolate" and [each.kind for each in found.interior or ()] == ["sink"]


def test_one_double_direction_is_named_where_it_hinders_the_count() -> None:
    found = of("1,0;-2,1", "2,-1;1,0")  # V's one eigenvector (1, 1) is A's one isotropic line: a fourfold zero
    assert found.interior is None and "isotropic" in found.uncounted
    assert "; an eigenvector of V is isotropic" in "\n".join(atlas_lines(found))


def test_an_eigenvector_that_is_isotropic_does_not_hinder_the_count() -> None:
    found = of("-2,1;-1,2", "0,3;4,-1")  # (1, 1): the field has a double zero on the circle
    assert sorted(each.kind for each in found.interior or ()) == ["saddle", "source"]
    assert found.counted == "isolate" and found.types == ("fixed-clusters",)


def test_zeros_that_are_nearly_double_are_counted() -> None:
    """Another pair of zeros is about to be born at w = 0.24 + 0.05 i: the field is small there, but not 0."""
    found = of("1,-1;2,-4", "-1,1;4,4")
    assert [each.kind for each in found.interior or ()] == ["saddle"] and found.complete


def test_a_double_direction_does_not_hinder_the_count() -> None:
    found = of("2,1;1,1", "1,1;0,1")  # (1, 0) is a double eigenvector; the phase moves one way past it
    assert [each.kind for each in found.interior or ()] == ["source"] and found.counted == "isolate"
    assert found.periodic[0] == "excluded-by" and not found.complete


@pytest.mark.parametrize("beta", ["2", "1/100"])
def test_the_attracting_cycle_and_its_numbers(beta: str) -> None:
    """The oracle is an integration of 50 digits (period at beta = 2; exponent of a turn -0.125603)."""
    found = atlas(
        *(read_matrix(*each) for each in (("A", "1,-1;1,1"), ("V", "13/10,-1;1,3/10"))), read_beta(beta), True
    )
    (cycle,) = found.cycles
    scale = Fraction(2) / Fraction(beta)
    low, high = (end / scale for end in cycle.period)
    assert low <= Fraction("2.69979481325549474890745") <= high and high - low < Fraction(1, 10**13)
    assert cycle.attracting and abs(math.log(float(cycle.multiplier[0])) + 0.12560303701250227) < 1e-9
    assert (found.types, found.exceptional, found.complete) == (("limit-cycle",), ("interior-point",), True)
    assert abs(max(abs(path(found.A, found.V, cycle))) - 0.69002989) < 1e-4
    (entry,) = json.loads(atlas_document(found))["cycles"]
    assert entry["certified"] and Fraction(entry["period"][0]) <= Fraction("2.69979481325549474890745") * scale


def test_cycles_are_not_sought_where_it_is_said_or_none_can_be(tmp_path: Path) -> None:
    out = tmp_path / "a.json"
    for A, V, more in (("1,-1;1,1", "13/10,-1;1,3/10", ["--no-certify"]), ("2,0;0,1", "1,2;1,3", [])):
        assert main(["atlas", "--A", A, "--V", V, "--json", str(out), *more]) == 0
        assert json.loads(out.read_text())["cycles"] == []
    half = atlas(read_matrix("A", "0,-1;1,0"), read_matrix("V", "1,0;0,2"), Fraction(1), True)
    assert half.cycles == () and "periodic" in half.types  # a family of closed orbits, none of them isolated


def test_the_unstable_cycle_between_a_sink_and_an_attracting_circle() -> None:
    found = atlas(read_matrix("A", "-1,-3;1,-3"), read_matrix("V", "-3,-2;2,-4"), Fraction(2), True)
    (cycle,) = found.cycles
    assert not cycle.attracting and cycle.multiplier[0] > 1 and "linear.time-reversal" in cycle.shown.by
    assert (found.types, found.exceptional) == (("rotating-clusters", "interior-point"), ("limit-cycle",))
    assert found.periodic[0] == "found" and not found.complete
    orbit = path(found.A, found.V, cycle)  # the oracle: points that are pushed apart by a turn of Runge and Kutta
    turn = float(cycle.period[0])
    for inside, side in ((0.99, -1), (1.01, 1)):
        sink = complex(*(float(sum(part) / 2) for part in (found.interior or ())[0].w))
        here = there = sink + inside * (orbit[0] - sink)
        for _ in range(400):
            there = stepped(found, there, turn / 400)
        assert side * (abs(there - sink) - abs(here - sink)) > 0


def stepped(found: Atlas, z: complex, h: float) -> complex:
    (a, b), (p, q) = (
        (complex(m11 + m22, m21 - m12) / 2, complex(m11 - m22, m21 + m12) / 2)
        for (m11, m12), (m21, m22) in ([list(map(float, row)) for row in M] for M in (found.A, found.V))
    )

    def rate(w: complex) -> complex:
        bar = w.conjugate()
        H = a * p * w + a * q + b * p + b * q * bar
        omega = (a.conjugate() * p + b.conjugate() * q + a.conjugate() * q * bar + b.conjugate() * p * w).imag
        return 2j * omega * w + H - H.conjugate() * w * w

    k1 = rate(z)
    k2 = rate(z + h / 2 * k1)
    k3 = rate(z + h / 2 * k2)
    return z + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(z + h * k3))


def test_what_rests_on_cited_results_names_them() -> None:
    found = of("2,0;0,1", "1,2;1,3")
    assert found.complete and found.conditional_on[-2:] == ("classical.dulac-circle", "classical.turning-circle")
    document = json.loads(atlas_document(found))
    assert set(document["conditional_on"]) == {each for proof in document["proofs"] for each in proof["conditional_on"]}
    assert "conditional on: " in "\n".join(atlas_lines(found))
    assert not of(EYE, "0,0;0,0").conditional_on  # F = 0 rests on nothing


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("A", "1,0;0", "two rows of two numbers"),
        ("A", "1,0;0,1;2,2", "two rows of two numbers"),
        ("V", "1,x;0,1", "'x' is not a number"),
        ("V", "1,1/0;0,1", "'1/0' is not a number"),
        ("V", "1,1e999;0,1", "is not a number"),
        ("V", "nan,0;0,1", "is not a number"),
        ("V", "", "is not a number"),
    ],
)
def test_a_bad_matrix_is_one_line(name: str, text: str, says: str) -> None:
    with pytest.raises(UsageError, match=f"--{name}") as caught:
        read_matrix(name, text)
    assert says in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["0", "-1", "inf"])
def test_beta_is_a_positive_number(text: str) -> None:
    with pytest.raises(UsageError, match="--beta"):
        read_beta(text)


def test_document_words_and_portrait() -> None:
    found = of("0.5,-1e-3;1/3,0.1", "-.25,1;2,-1", "3/2")
    seen = Seen((0.1 + 0.2j, -0.5j), ("fixed-clusters", "undecided"))
    document = json.loads(atlas_document(found, seen))
    wanted = {"A", "V", "beta", "types", "exceptional", "interior", "fixed_clusters", "rotating", "periodic"}
    assert wanted | {"hamiltonian", "certified_share"} <= set(document)
    assert (document["A"], document["V"], document["beta"]) == ("1/2,-1/1000;1/3,1/10", "-1/4,1;2,-1", "3/2")
    for each, cluster in zip(document["fixed_clusters"], found.clusters, strict=True):
        assert [tuple(map(Fraction, span)) for span in each["direction"]] == list(cluster.direction)
    assert document["numerical"] == {"types": [], "shares": {"fixed-clusters": 0.5, "undecided": 0.5}}
    more = json.loads(atlas_document(found, Seen((0j,), ("interior-point",))))
    assert (more["types"], more["numerical"]["types"]) == (["fixed-clusters", "interior-point"], ["interior-point"])
    assert "no proof: fixed-clusters 50%, undecided 50%" in atlas_lines(found, seen)[-1]
    for one in (found, of("1,-1;1,1", "13/10,-1;1,3/10"), of(EYE, "0,0;0,0")):
        root = ET.fromstring(draw_atlas(one, seen))
        assert "types: " + ", ".join(one.types) in " ".join(root.itertext())
