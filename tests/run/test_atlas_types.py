"""The types of the catalogue of linear attention, pair by pair: regimes and false variants worked out by hand.

Each row: A, V, the types on sets of positive area, and what happens on null sets.
"""

from __future__ import annotations

import pytest

from verify.atlas import atlas, read_matrix

EYE, TURN = "1,0;0,1", "0,-1;1,0"
FIXED, ROTATING, POINT, PERIODIC = ("fixed-clusters",), ("rotating-clusters",), ("interior-point",), ("periodic",)
CYCLE, CONSTANT, FROZEN, NONE = ("limit-cycle",), ("constant-modulus",), ("frozen",), ()

CASE_1 = [  # V = I, by trace, determinant and symmetric part of A
    ("0,0;0,0", EYE, FROZEN, NONE),  # F1
    ("2,0;0,1", EYE, FIXED, POINT),  # F4: all but w0 = -1/3
    ("1,0;0,-2", EYE, FIXED, NONE),
    ("1,0;0,0", EYE, FIXED, NONE),
    ("0,0;0,-2", EYE, FIXED, NONE),  # det A = 0, tr A < 0: algebraically to a point of the circle
    (TURN, EYE, CONSTANT, POINT),  # F2
    ("0.5,-1;1,-0.5", EYE, PERIODIC + FIXED, POINT),  # F2: a = i, b = 1/2
    ("-1,0;0,-3", EYE, POINT, NONE),
    ("-1,0;0,0", EYE, FIXED, NONE),
    ("0.3,-1;1,-0.7", EYE, POINT + FIXED, NONE),  # F3: a = -0.2 + i, b = 1/2
]
CASE_2 = [  # A = I, by the spectrum of V
    (EYE, "0,0;0,0", FROZEN, NONE),  # F6
    (EYE, EYE, FIXED, POINT),  # F6
    (EYE, "2,0;0,1", FIXED, POINT),
    (EYE, "1,0;0,-2", FIXED, NONE),
    (EYE, "0,0;0,-1", FIXED, NONE),  # largest eigenvalue 0
    (EYE, "-1,0;0,-3", POINT, NONE),
    (EYE, "-1,0;0,-1", POINT, NONE),
    (EYE, "1,-1;1,1", ROTATING, POINT),  # F8, F9: A and V commute
    (EYE, "-1,1;-1,-1", POINT, NONE),
    (EYE, TURN, CONSTANT, POINT),  # T10e
    ("3,0;0,2", "-1,1;-1,-1", POINT, NONE),  # A definite
    ("3,0;0,2", "1,1;-1,1", ROTATING, POINT),
    ("3,0;0,2", "1,0;0,2", FIXED, POINT),
    ("3,1;1,2", "1,1;-3,-1", PERIODIC, POINT),  # H1: A definite, V traceless with complex eigenvalues
]
CASE_3 = [
    ("2,0;0,1", "1,-1;1,1", ROTATING, POINT),
    ("-1,0;0,-1", "1,-1;1,1", POINT, NONE),  # tr V > 0, but Lambda = pi
    ("1,-1;1,1", "13/10,-1;1,3/10", CYCLE, POINT),  # F10, F16: tr A tr V > 0, and the rotating clusters repel
]
CASE_4 = [  # A = I, V = [[v11, v12], [-v12, -v11]]
    (EYE, "0.5,1;-1,-0.5", PERIODIC, POINT),
    (EYE, "0.5,-1;1,-0.5", PERIODIC, POINT),  # F12: v11 > v12
    (EYE, "-2,1;-1,2", FIXED, NONE),  # F12: v11 < v12
    (EYE, "1,0.5;-0.5,-1", FIXED, NONE),
    (TURN, "0,1;-2,0", FIXED, POINT),  # the dual of V = I, A = diag(2, 1)
    (TURN, "1,0;0,2", PERIODIC + FIXED, POINT),  # of V = I, A = [[0, -2], [1, 0]]
]
BEYOND = [
    ("0,-3;-1,0", "-2,-2;3,3", FIXED, NONE),  # T10c: eigenvector and isotropic clusters attract
    ("1,0;0,-1", TURN, FIXED, NONE),  # T10d: V has no real eigenvector; the isotropic (1, 1) attracts
]


@pytest.mark.parametrize(("A", "V", "types", "rest"), [*CASE_1, *CASE_2, *CASE_3, *CASE_4, *BEYOND])
def test_types(A: str, V: str, types: tuple[str, ...], rest: tuple[str, ...]) -> None:
    found = atlas(read_matrix("A", A), read_matrix("V", V))
    assert set(found.types) == set(types)
    assert set(found.exceptional) >= set(rest) and not set(found.exceptional) & set(types)


@pytest.mark.parametrize(
    ("A", "V", "kinds"),
    [
        ("1,0.3;-0.2,1", "1,1;0,1", ["source"]),  # a double eigenvalue: its cluster attracts from one side, all starts
        ("2,0;0,1", "1,1;0,1", ["source"]),
        ("0,3;1,0", "1,0;0,-1", [""]),  # an equilibrium of a kind that is not decided
    ],
)
def test_what_may_attract_an_open_set_is_no_exception(A: str, V: str, kinds: list[str]) -> None:
    found = atlas(read_matrix("A", A), read_matrix("V", V))
    assert found.interior is not None and [each.kind for each in found.interior] == kinds
    assert not found.all_types and not found.complete
    assert set(found.exceptional) <= {"interior-point"} - ({"interior-point"} if "" in kinds else set())


@pytest.mark.parametrize(
    ("A", "V", "types"),
    [
        ("2,-3;4,-1", "1,-2;1,3", POINT),  # T10c: two sinks
        ("-1,-3;1,-3", "-3,-2;2,-4", ROTATING + POINT),  # T10c: a sink and an attracting circle
        ("0.3,-1;1,-0.7", EYE, POINT + FIXED),
    ],
)
def test_what_is_certain_where_not_every_start_is_decided(A: str, V: str, types: tuple[str, ...]) -> None:
    found = atlas(read_matrix("A", A), read_matrix("V", V))
    assert set(found.types) == set(types) and not found.complete and found.share < 1


def test_det_A_det_V_negative_leaves_no_equilibrium_inside() -> None:
    """T10a."""
    for A, V in (("1,2;3,4", "1,0;2,5"), ("2,-1;1,1", "1,3;2,1")):
        found = atlas(read_matrix("A", A), read_matrix("V", V))
        assert found.interior == () and found.periodic[0] == "excluded-by"
        assert set(found.types) <= {"fixed-clusters", "rotating-clusters"} and found.complete


def test_three_equilibria_of_a_hamiltonian_pair_leave_an_island_of_periodic_orbits() -> None:
    """H1 with A indefinite and V real: saddle, saddle, centre; the island lies beside starts that cluster."""
    found = atlas(read_matrix("A", "1,0;0,-2"), read_matrix("V", "1,1;2,-1"))
    kinds = sorted(each.kind for each in found.interior or ())
    assert kinds in (["saddle"], ["centre", "saddle", "saddle"]) and (found.hamiltonian or ("",))[0] == "H1"
    assert ("periodic" in found.types) == ("centre" in kinds)
