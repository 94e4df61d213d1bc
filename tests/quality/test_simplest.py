"""The simplest counterexample: statements for which it can be argued by hand, and what must be kept of the violation.

Simple means, in this order: few bits in all numerators and denominators, a minus sign being a quarter of one (0 has
none, 1 has one, 1/2 and 2 have two, 2/3 has three), one for each token beyond the first; then small numbers; then zeros
at the end. Half of the worst violation, or a tenth of the sides, must be left.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.attack.claims import coordinates
from verify import (
    Circle,
    Claim,
    Complex,
    Disk,
    Identity,
    Inequality,
    Matrices,
    Natural,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
    abs2,
    absolute,
    cos,
    det,
    eq,
    exp,
    eye,
    ge,
    gt,
    lt,
    maximum,
    norm2,
    re,
    sin,
    tr,
)
from verify import Mean as mean
from verify.attack import attack
from verify.kernel import ball
from verify.spell.toml import load_claim

Q = Fraction
LIES = Path(__file__).parents[2] / "cases" / "lies"
Statement = tuple[Space, Any, list[Any]]


def _reals(names: str = "x", domain: Callable[[], Any] = Real) -> tuple[Space, Any]:
    space = Space(**{name: domain() for name in names.split()})
    return space, space.symbols


def _matrices(names: str = "A", kind: str = "general") -> tuple[Space, Any]:
    space = Space(**{name: Matrices(2, 2, kind) for name in names.split()})
    return space, space.symbols


def numbers() -> dict[str, tuple[Statement, dict[str, str]]]:
    """One or more real numbers; each with the reason why nothing simpler will do."""
    one, x = _reals()
    two, (p, q) = _reals("p q")
    four, (a, b, c, d) = _reals("a b c d")
    found: dict[str, tuple[Statement, dict[str, str]]] = {}

    def put(name: str, space: Space, shows: Any, *given: Any, **at: str) -> None:
        found[name] = ((space, shows, list(given)), at)

    # 0 is the simplest of all
    put("squares are positive", one, Inequality(x**2, ">", 0), x="0")
    # it fails in (0, 1), where 1/2 is simplest
    put("squares grow", one, Inequality(x**2, ">=", x), x="1/2")
    # it fails in (0, 1) and below -1, where -2 costs two bits and a sign
    put("cubes grow", one, Inequality(x**3, ">=", x), x="1/2")
    # above 2: 3 has two bits, 5/2 four
    put("at most two", one, Inequality(absolute(x), "<=", 2), x="3")
    # the least whole number beyond the statement's own 100, which is where one looks first
    put("at most a hundred", one, Inequality(x, "<=", 100), x="101")
    # 1 has one bit
    put("at most a third", one, Inequality(x, "<=", Q(1, 3)), x="1")
    # between 3/10 and 4/10 the denominators 1 and 2 have nothing, 3 has 1/3
    put("a third", one, Inequality(x, ">=", 1), gt(x, Q(3, 10)), lt(x, Q(4, 10)), x="1/3")
    # the mediant of 7/5 and 17/12, which are neighbours (7*12 - 5*17 = -1)
    put("a mediant", one, Inequality(x, ">=", 2), gt(x, Q(7, 5)), lt(x, Q(17, 12)), x="24/17")
    # exp(-1) = 0.37 < 1/2; at positive x it holds
    put("three terms", one, Inequality(exp(x), ">=", 1 + x + x**2 / 2), x="-1")
    # two coordinates must not be 0
    put("binomial", two, Identity((p + q) ** 2, p**2 + q**2), p="1", q="1")
    # at (0, 0) it holds; of one 1 and one 0 the 1 comes first
    put("sum and product", two, Identity(p + q, p * q), p="1", q="0")
    # 1*1 is not more than 1; 1*2 is
    put("product at most one", two, Inequality(p * q, "<=", 1), p="1", q="2")
    # one of them must be negative and larger in modulus
    put("squares keep order", two, Inequality(p**2, "<", q**2), lt(p, q), p="-1", q="0")
    # two negative lower ends
    orders = [lt(a, b), lt(c, d)]
    put("orders multiply", four, Inequality(a * c, "<", b * d), *orders, a="-1", b="0", c="-1", d="0")
    # p*q <= 1/4, so the violation is at most 1/20; half of it leaves [0.34, 0.66], and 1/3 is outside
    put("halves", two, Inequality(p * q, "<=", Q(1, 5)), eq(p + q, 1), p="1/2", q="1/2")
    natural = Space(m=Natural())
    m = natural.symbols
    # 0 < 1, 1 < 2, 4 == 4, 9 > 8, 16 == 16, and then powers win
    put("powers of two", natural, Inequality(m**2, "<=", 2**m), m="3")
    return found


def matrices() -> dict[str, tuple[Statement, list[str]]]:
    """Entries row by row."""
    one, A = _matrices()
    two, (B, C) = _matrices("B C")
    symmetric, S = _matrices("S", "symmetric")
    definite, P = _matrices("P", "definite")
    radius = maximum(2 * absolute(tr(A)) - 1 - 4 * det(A), 4 * det(A) - 1)  # Jury: >= 0 iff an eigenvalue is >= 1/2
    zero = [eq(entry, 0) for entry in (A * A).entries()]
    return {
        # the zero matrix has norm 0; one entry off the diagonal has eigenvalues 0 and norm 1
        "spectral radius": ((one, Inequality(radius, ">=", 0), [ge(norm2(A), 1)]), ["0", "1", "0", "0"]),
        # one entry that is not 0 has the square 0 only off the diagonal
        "no nilpotents": ((one, Inequality(norm2(A), "<=", 0), zero), ["0", "1", "0", "0"]),
        # one entry has determinant 0; two on the other diagonal need no sign
        "determinants": ((one, Inequality(det(A), ">=", 0), []), ["0", "1", "1", "0"]),
        # one symbol stands for both
        "symmetric determinants": ((symmetric, Inequality(det(S), ">=", 0), []), ["0", "1", "0"]),
        # the identity; a diagonal entry cannot be 0
        "small traces": ((definite, Inequality(tr(P), "<=", 1), []), ["1", "0", "1"]),
        # both must differ from 0, and the first cannot be a multiple of the identity
        "they commute": ((two, Identity(B * C, C * B), []), ["1", *["0"] * 4, "1", "0", "0"]),
        # E11 and E22
        "determinants add": ((two, Identity(det(B + C), det(B) + det(C)), []), ["1", *["0"] * 6, "1"]),
        # E11 and E22 again; E11 and E11 will not do
        "traces multiply": ((two, Identity(tr(B * C), tr(B) * tr(C)), []), ["1", *["0"] * 6, "1"]),
        # a multiple of the identity is symmetric; the first 1 off the diagonal is not
        "all are symmetric": ((one, Identity(A, A.T), []), ["0", "1", "0", "0"]),
        # 0 is no square root of the identity
        "squares are the identity": ((one, Identity(A * A, eye(2)), []), ["0"] * 4),
    }


def others() -> dict[str, tuple[Statement, dict[str, Any]]]:
    """Complex numbers, angles, unit vectors, tokens."""
    plane = Space(z=Complex())
    z = plane.symbols
    disk = Space(w=Disk())
    w = disk.symbols
    circle = Space(theta=Circle())
    theta = circle.symbols
    sphere = Space(v=Sphere(2))
    v = sphere.symbols
    tokens = Space(u=Token(Real()))
    u = tokens.symbols
    angles = Space(t=Token(Circle()))
    t = angles.symbols
    mixed = Space(x=Real(), z=Complex(), u=Token(Real()), r=Positive())
    x, _, y, r = mixed.symbols
    return {
        # the real part of z must not be 0
        "modulus of a sum": ((plane, Identity(abs2(z + 1), abs2(z) + 1), []), {"z": "1"}),
        # 0 and 1 are squares of themselves
        "square and modulus": ((plane, Identity(z**2, abs2(z)), []), {"z": "I"}),
        "squares have positive parts": ((plane, Inequality(re(z**2), ">=", 0), []), {"z": "I"}),
        # 1/2 is on the edge; 2/3 has three bits, 3/5 four
        "half of the disk": ((disk, Inequality(abs2(w), "<=", Q(1, 4)), []), {"w": "2/3"}),
        # the maximum sqrt(2) is at pi/4; a tenth is out of reach, half of the worst is not at pi/3: 1.366 < 1.4
        "sine and cosine": ((circle, Inequality(cos(theta) + sin(theta), "<=", Q(7, 5)), []), {"theta": "(1/4)*pi"}),
        # of the rational points of the circle 3/5, 4/5 has the least denominator
        "on the circle": ((sphere, Inequality(v[0] + v[1], "<=", Q(6, 5)), []), {"v1": "3/5", "v2": "4/5"}),
        # one token is enough
        "mean square": ((tokens, Inequality(mean(u**2, u), "<=", 4), []), {"u": ["3"]}),
        # one token has no variance
        "no variance": ((tokens, Identity(mean(u**2, u), mean(u, u) ** 2), []), {"u": ["1", "0"]}),
        # b^2/4 > 1 for 0 and b
        "variance at most one": ((tokens, Inequality(mean(u**2, u) - mean(u, u) ** 2, "<=", 1), []), {"u": ["3", "0"]}),
        # a and -a have no third moment
        "skewness": ((tokens, Inequality(mean(u**3, u), "<=", 0), [eq(mean(u, u), 0)]), {"u": ["2", "-1", "-1"]}),
        # two opposite ones
        "aligned": ((angles, Identity(mean(cos(t), t) ** 2 + mean(sin(t), t) ** 2, 1), []), {"t": ["pi", "0"]}),
        # what does not matter is 0, or 1 where it must be positive
        "bystanders": (
            (mixed, Inequality(x + 0 * mean(y, y), "<=", 2 + 0 * r), []),
            {"x": "3", "z": "0", "u": ["0"], "r": "1"},
        ),
    }


CASES: dict[str, tuple[Statement, Any]] = {**numbers(), **matrices(), **others()}


def margin(claim: Claim, point: Any) -> float:
    """Signed distance over the magnitude of the sides, negative for a violation."""
    relation = claim.sequent.goals[0][1].relation
    gap, left, right = (ball.enclose(e, point) for e in (relation.gap, relation.left, relation.right))
    size = float(abs(gap).mid()) / max(1.0, float(abs(left).mid()) + float(abs(right).mid()))
    return -size


@pytest.mark.parametrize("name", CASES)
def test_the_simplest_counterexample(name):
    (space, shows, given), expected = CASES[name]
    claim = Claim("t.simplest", space, shows=shows, given=given)
    outcome = attack(claim, 200_000)
    found = coordinates(outcome.simplest)
    if isinstance(expected, list):
        assert list(found.values()) == expected
    elif any(isinstance(value, list) for value in expected.values()):  # tokens have no order
        plain = {k: sorted(v) if isinstance(v, list) else v for k, v in found.items()}
        assert plain == {k: sorted(v) if isinstance(v, list) else v for k, v in expected.items()}
    else:
        assert found == expected
    worst = margin(claim, outcome.worst.point)
    if outcome.simplest.part == outcome.worst.part and len(claim.sequent.goals) == 1:
        assert worst <= margin(claim, outcome.simplest.point) + 1e-12
        assert margin(claim, outcome.simplest.point) <= max(worst / 2, -0.1) + 1e-12


def test_a_determinant_that_is_not_positive_does_not_make_tokens_cluster():
    """With A = 0 no token moves, and 0 is the simplest matrix."""
    found = coordinates(attack(load_claim(LIES / "det-clusters.toml", "lie"), 200_000).simplest)
    assert {value for symbol, value in found.items() if symbol[0] == "A"} == {"0"}


def test_there_are_enough():
    assert len(CASES) >= 25
