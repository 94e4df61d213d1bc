"""rotating_type decides in Q what ball quadrature of the multiplier's integrand encloses, pair by pair."""

from __future__ import annotations

import random
from fractions import Fraction as Q

import pytest
from mpmath import mp, mpf

from theorems.linear.rotating_criterion import claim as CRITERION
from verify import PI, TermError, absolute, exp, im, re
from verify.attention.linear import frame, rotating_type
from verify.kernel.integral import enclose
from verify.kernel.proof import refute
from verify.kernel.term import I, number, symbol

phi = symbol("phi")
ROTATING = ("attracting", "repelling", "neutral")


def table():
    """(A, V): the oracle's rows, both signs of every ingredient, exact balances, and random rationals."""
    turn, unit = [[1, -1], [1, 1]], [[1, 0], [0, 1]]
    rows = [
        ([[2, 0], [0, 1]], turn),
        (unit, turn),
        (turn, [[Q(13, 10), -1], [1, Q(3, 10)]]),
        ([[-1, 0], [0, -1]], turn),
        (unit, [[Q(1, 2), 1], [-1, Q(-1, 2)]]),
        (unit, [[1, 1], [0, 1]]),
        ([[0, -1], [1, 0]], turn),
        ([[1, 0], [0, -1]], turn),
        ([[1, 0], [0, -1]], unit),
    ]
    for h in (Q(2), Q(-2), Q(1, 3)):  # sqrt(m) = 1, sqrt(k) = |s|, and e/|s| = +-h balances
        for s in (Q(1), Q(-3, 2)):
            for e in (h * s, -h * s, h * s + Q(1, 100)):
                rows.append(([[1, -h], [h, 1]], [[e, -s], [s, e]]))
    draw = random.Random(4)
    while len(rows) < 160:
        a, b, c, d, x, y, z, v = (Q(draw.randint(-12, 12), draw.randint(1, 6)) for _ in range(8))
        spin = draw.choice((-6, 0, 6))  # without it most V have real eigenvalues
        rows.append(([[a, b], [c, d]], [[x, y - spin], [z + spin, v]]))
    return rows


TABLE = table()


def multiplier(A, V):
    """A ball around the growth of ln(1 - |w|^2) over a turn in forward time."""
    f, g = frame(A, V, exp(I * phi))
    return enclose(-re(f * g) / (2 * absolute(re(f) * im(g))), phi, 0, 2 * PI, precision=128)


def real_eigenvalues(rows):
    with mp.workdps(50):
        values, _ = mp.eig(mp.matrix([[mpf(x.numerator) / x.denominator for x in map(Q, row)] for row in rows]))
        return [value for value in values if abs(mp.im(value)) < mpf(10) ** -20]


@pytest.mark.parametrize(("A", "V"), TABLE)
def test_it_is_the_sign_that_quadrature_encloses(A, V):
    found = rotating_type(A, V)
    if found == "eigenvector":
        assert real_eigenvalues(V)
        return
    assert not real_eigenvalues(V)
    symmetric = [[A[0][0], (A[0][1] + A[1][0]) / Q(2)], [(A[0][1] + A[1][0]) / Q(2), A[1][1]]]
    low, high = sorted(map(mp.re, real_eigenvalues(symmetric)))
    if found == "isotropic":
        assert low <= 0 <= high
        return
    assert low * high > 0
    ball = multiplier(A, V)
    assert {"attracting": ball < 0, "repelling": ball > 0, "neutral": ball.contains(0) and ball.rad() < 1e-25}[found]


def test_every_outcome_is_in_the_table():
    outcomes = [rotating_type(A, V) for A, V in TABLE]
    assert min(outcomes.count(each) for each in (*ROTATING, "eigenvector", "isotropic")) >= 7


def test_symmetric_matrices_rotate_by_the_signs_of_traces_and_others_do_not():
    """A = [[1, -1], [1, 1]], V = [[13/10, -1], [1, 3/10]]: both traces are positive, and the circle repels."""
    A, V = TABLE[2]
    assert rotating_type(A, V) == "repelling" and abs(float(multiplier(A, V)) - 0.23951367081504452) < 1e-15
    assert rotating_type([[1, 0], [0, 1]], V) == "attracting"
    values = (1, -1, 1, 1, Q(13, 10), -1, 1, Q(3, 10), 0)
    point = {sym: number(value) for sym, value in zip(CRITERION.space.scalars, values, strict=True)}
    assert refute(CRITERION.mutant("any-key").sequent, "main", "point", point).part == "main"


@pytest.mark.parametrize(("A", "V"), TABLE)
def test_time_reversal_scaling_and_duality(A, V):
    """V -> -V turns time round; positive factors do nothing; (A, V) -> (J V, -J A) is the same flow of the tokens."""
    found = rotating_type(A, V)
    reverse = {"attracting": "repelling", "repelling": "attracting"}
    assert rotating_type(A, [[-x for x in row] for row in V]) == reverse.get(found, found)
    assert rotating_type([[3 * x for x in row] for row in A], [[x / Q(7) for x in row] for row in V]) == found
    dual = rotating_type([[-x for x in V[1]], V[0]], [A[1], [-x for x in A[0]]])
    assert dual == found if found in ROTATING else dual in ("eigenvector", "isotropic")


def test_what_is_not_rational_is_refused():
    for wrong in ([[PI, 0], [0, 1]], [[1, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]):
        with pytest.raises(TermError):
            rotating_type(wrong, [[1, 0], [0, 1]])
    assert rotating_type([["1/2", 0], [0, 1]], [[0, -1], [1, 0]]) == "neutral"
