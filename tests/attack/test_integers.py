"""Natural numbers on equations: walked by size, solved exactly."""

from __future__ import annotations

import itertools
from math import prod

import pytest

from verify import PI, Claim, Identity, Inequality, Natural, Real, Space, eq, exp, ge, gt, ne, sin, sqrt
from verify.attack import attack
from verify.attack.integers import _by_size, lattice
from verify.kernel.term import number

S = Space(a=Natural(2), b=Natural(2), k=Natural())
a, b, k = S.symbols


def test_tuples_come_once_and_by_the_size_of_their_product():
    found = list(_by_size(3, 2000))
    assert len(found) == len(set(found)) == 2000
    sizes = [prod(x + 1 for x in each) for each in found]
    least = {each for each in itertools.product(range(40), repeat=3) if prod(x + 1 for x in each) <= 40}
    assert least <= set(found) and max(sizes) < 4 * 40 * 4
    assert list(_by_size(0, 5)) == [()]


def test_the_unknown_is_solved_for_exactly():
    found = lattice(S, [ne(a * b * k, 2 ** (a * b) - 2)])
    assert [each.unknown for each in found.solved] == [k]
    points = [point for point in found.points(3000) if point is not None]
    assert points
    for m, n, times in ((p[a].payload, p[b].payload, p[k].payload) for p in points):
        assert 2 ** (m * n) - 2 == m * n * times and min(m, n) >= 2 and times.denominator == 1


def test_an_unknown_below_its_domain_is_left_out():
    space = Space(m=Natural(), n=Natural(5))
    m, n = space.symbols
    found = lattice(space, [eq(n + m, 7)])
    assert {point[n].payload for point in found.points(50) if point} == {5, 6, 7}


def test_later_equations_may_use_earlier_unknowns():
    space = Space(j=Natural(), m=Natural(), n=Natural())
    j, m, n = space.symbols
    found = lattice(space, [eq(m, j**2), eq(n, m + j)])
    assert [each.unknown for each in found.solved] == [m, n]
    assert next(p for p in found.points(9) if p and p[j] is number(3))[n] is number(12)
    found = lattice(space, [eq(n, m**2), eq(3 * j, n)])  # j, not n again, is the unknown of the second
    assert [each.unknown for each in found.solved] == [n, j]
    assert {point[m].payload for point in found.points(10) if point} == {0, 3, 6, 9}


def test_one_power_alone_is_solved_for_by_its_exact_root():
    found = lattice(S, [eq(a**2, b**2 + k**2)])
    assert [(each.unknown, each.power) for each in found.solved] == [(k, 2)]
    points = {tuple(point[sym].payload for sym in (a, b, k)) for point in found.points(2000) if point}
    assert {(5, 4, 3), (13, 12, 5), (5, 5, 0)} <= points
    assert all(m**2 == n**2 + j**2 for m, n, j in points)


def test_where_another_relation_plainly_fails_the_point_is_left_out():
    found = lattice(S, [eq(a**2, b**2 + k**2)], [ge(k, 1), gt(a * b, 12), ne(a, 13)])
    points = {tuple(point[sym].payload for sym in (a, b, k)) for point in found.points(2000) if point}
    assert (5, 4, 3) in points and (10, 8, 6) in points
    assert not any(j < 1 or m * n <= 12 or m == 13 for m, n, j in points)


def test_algebraic_constants_may_cancel():
    """n divides its Fibonacci number: 1, 5, 12, 24, 25, 36, 48, 60, ... (OEIS A023172)."""
    space = Space(n=Natural(1), k=Natural())
    n, k = space.symbols
    root = sqrt(5)
    found = lattice(space, [ne(((1 + root) / 2) ** n - ((1 - root) / 2) ** n, root * n * k)])
    assert [int(point[n].payload) for point in found.points(60) if point] == [1, 5, 12, 24, 25, 36, 48, 60]


@pytest.mark.parametrize("equation", [eq(a**2 + a, b**2 + b + k**2 + k), ne(2**a, 3**b)])
def test_what_has_no_symbol_to_be_solved_for_is_not_walked(equation):
    assert lattice(S, [equation]) is None
    assert lattice(Space(a=Natural(2), b=Natural(2), k=Natural(), x=Real()), [eq(k, a)]) is None


def refuted(space, shows, *given):
    outcome = attack(Claim("test.numbers", space, given=given, shows=shows), 60_000)
    return outcome.simplest.point if outcome.refuted else None


def test_a_composite_number_that_divides_as_a_prime_does():
    """A pseudoprime to base 3, such as 91 = 7 * 13."""
    space = Space(a=Natural(4), b=Natural(4), k=Natural())
    p, q, r = space.symbols
    found = refuted(space, Inequality(3 ** (p * q) - 3, "!=", p * q * r))
    assert found is not None
    n = int(found[p].payload * found[q].payload)
    assert pow(3, n, n) == 3 % n


def test_numbers_under_an_equation():
    """1729 is a sum of two cubes in two ways; x^3 + y^3 == d * 91 has d = 19 there."""
    space = Space(x=Natural(1), y=Natural(1), d=Natural(1))
    x, y, d = space.symbols
    found = refuted(space, Inequality(d, "<=", 18), eq(x**3 + y**3, 91 * d))
    assert found is not None and (found[x].payload ** 3 + found[y].payload ** 3) == 91 * found[d].payload


def test_what_floats_cannot_see_is_asked_of_the_kernel():
    """exp(pi sqrt 163) is no integer, but within 10^-12 of one: the noise of sin(pi x) is larger than 1."""
    space = Space(x=Real())
    claim = Claim("test.nearly", space, shows=Identity(sin(PI * exp(PI * sqrt(163))), 0))
    assert attack(claim, 20_000).refuted
