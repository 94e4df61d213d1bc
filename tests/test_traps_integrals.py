"""Silent errors of symbolic integration (rows 1 to 6, each met in SymPy 1.14) as claims.

The true value is proved, or enclosed where that is said; the wrong one is refuted.
"""

from __future__ import annotations

import pytest

from verify import (
    PI,
    Claim,
    I,
    Identity,
    Inequality,
    Integral,
    Interval,
    Positive,
    Real,
    Space,
    abs2,
    absolute,
    any_of,
    conj,
    cos,
    eq,
    exp,
    ge,
    gt,
    le,
    sin,
    sqrt,
)
from verify.judge import judge
from verify.kernel.term import number
from verify.verdict import Status, Verdict

HALF = number("1/2")


@pytest.fixture
def verdict(tmp_path):
    def judged(space, shows, argument=None, given=()) -> Verdict:
        claim = Claim("traps.row", space, shows=shows, given=given, evaluations=2_000)
        if argument is not None:
            claim.argument(argument)
        nobody = dict().get
        return judge(claim, budget="quick", verdict_of=nobody, offer_of=nobody, directory=tmp_path)

    return judged


def turn(x):
    return ge(x, 0), le(x, 2 * PI)


def poisson(p, r, x):
    """The kernel is defined, and |r| < 1."""
    p.sign(gt(1 - 2 * r * cos(x) + r**2, 0), as_=(1 - r) ** 2 + 4 * r * sin(x / 2) ** 2)
    p.sign(gt(1, abs2(r)), as_=(1 - r) * (1 + r))


def test_row_1_one_over_one_plus_a_cosine(verdict):
    """0, said SymPy. With q = sqrt(1 - a^2) and z = (q - 1)/a it is a geometric series, |z| < 1."""
    S = Space(a=Interval(0, 1, open=True), x=Real())
    a, x = S.symbols
    of = Integral(1 / (1 + a * cos(x)), x, 0, 2 * PI)
    q = sqrt(1 - a**2)
    z = (q - 1) / a

    def argument(p):
        p.sign(gt(1 - a**2, 0), as_=(1 - a) * (1 + a))
        p.sign(gt(1 + a * cos(x), 0), as_=(1 - a) + 2 * a * cos(x / 2) ** 2)
        p.sign(gt(1 - q, 0), as_=a**2 / (1 + q))
        p.sign(gt(1, abs2(z)), as_=2 * q * (1 - q) / a**2)
        p.fourier(of, (1 / q, 0, (z, 1)), (1 / q, 0, (z, -1)), (-1 / q, 0))
        p.ring()

    assert verdict(S, Identity(of, 2 * PI / q), argument, turn(x)).status is Status.PROVED
    for wrong in (0, -2 * PI / q, 2 * PI):
        assert verdict(S, Identity(of, wrong), argument, turn(x)).status is Status.REFUTED


def test_row_2_poisson_kernel(verdict):
    """0, said SymPy, at r = 1/2."""
    S = Space(x=Real())
    x = S.symbols
    of = Integral((1 - HALF**2) / (1 - 2 * HALF * cos(x) + HALF**2), x, 0, 2 * PI)

    def argument(p):
        p.sign(gt(1 - 2 * HALF * cos(x) + HALF**2, 0), as_=HALF**2 + 2 * sin(x / 2) ** 2)
        p.fourier(of, (1, 0, (HALF, 1)), (1, 0, (HALF, -1)), (-1, 0))

    assert verdict(S, Identity(of, 2 * PI), argument, turn(x)).status is Status.PROVED
    assert verdict(S, Identity(of, 0), argument, turn(x)).status is Status.REFUTED


def test_row_3_cauchy(verdict):
    """0, said SymPy; it is 1/4."""
    S = Space(t=Interval(0, 1))
    t = S.symbols
    w = exp(2 * PI * I * t)
    of = Integral(2 * PI * I * exp(6 * PI * I * t) / (w - HALF), t, 0, 1)

    def argument(p):
        p.sign(gt(number("5/4") - cos(2 * PI * t), 0), as_=number("1/4") + 2 * sin(PI * t) ** 2)
        p.nonzero(w - HALF, conj(w - HALF), gt(number("5/4") - cos(2 * PI * t), 0))
        p.fourier(of, (2 * PI * I, 2, (HALF, -1)), angle=2 * PI * t)
        p.ring()

    assert verdict(S, Identity(-I / (2 * PI) * of, number("1/4")), argument).status is Status.PROVED
    assert verdict(S, Identity(-I / (2 * PI) * of, 0), argument).status is Status.REFUTED


def test_row_4_a_rational_function_on_the_half_line(verdict):
    """-0.0125, said SymPy; it is 5/2. The half line is x = t/(1 - t), written out and cancelled, 0 <= t <= 1."""
    S = Space(t=Interval(0, 1))
    t = S.symbols
    below = 1600 * PI**4 * t**4 - 796 * PI**2 * t**2 * (1 - t) ** 2 + 100 * (1 - t) ** 4
    of = Integral(400 * PI**2 * t**2 / below, t, 0, 1)
    u, v = 2 * PI * t, 1 - t
    apart = (10 * u**2 - number("199/20") * v**2) ** 2 + number("399/400") * v**4

    def around(value, width):
        def argument(p):
            p.sign(ge(v, 0))
            p.cases(
                any_of(gt(v, 0), eq(v, 0)),
                lambda q: q.sign(gt(below, 0), as_=apart),
                lambda q: (q.ring(eq(below, 1600 * PI**4)), q.sign(gt(below, 0), as_=1600 * PI**4 + 0 * t)),
                shows=gt(below, 0),
            )
            p.value(precision=128)

        gap = of - value
        return verdict(S, Inequality(gap**2, "<", number(width) ** 2), argument)

    assert around(number("5/2"), "1/1000000000000000").status is Status.PROVED
    assert around(number("-1/80"), "1/1000000000000000").status is Status.REFUTED
    assert verdict(S, Identity(of, number("-1/80"))).status is Status.REFUTED
    assert verdict(S, Identity(of, number("5/2"))).status is not Status.REFUTED


def test_row_5_roots_of_inverses(verdict):
    """-1, said SymPy: the product of the roots is 1 wherever both are defined."""
    S = Space(x=Interval(0, 1))
    x = S.symbols
    u, v = sqrt(2 - x), sqrt(1 / (2 - x))
    of = Integral(u * v, x, 0, 1)

    def argument(p):
        p.roots(gt(2 - x, 0))
        p.ring(eq((u * v) ** 2, 1))
        p.zeros(eq((u * v) ** 2, 1), (u * v - 1) * (u * v + 1))
        p.integrate(eq(u * v - 1, 0), x, 0, 1)
        p.ring()

    assert verdict(S, Identity(of, 1), argument).status is Status.PROVED
    assert verdict(S, Identity(of, -1), argument).status is Status.REFUTED


def test_row_6_an_oscillating_tail(verdict):
    """-oo, said SymPy, over the whole line; it is pi - sqrt(2 pi) = 0.63496...

    The body is even and 0/0 at 0, and no substitution makes the line compact, for it oscillates without end. Stated are
    the piece from 1/100 to 20, whose value is close to half of that, and that from b on at most 2/b is missing, for any
    end c; below 1/100 the body is between -1/2 and 1/2.
    """
    S = Space(x=Interval("1/100", 20))
    x = S.symbols
    of = Integral((cos(x**2) - cos(x)) / x**2, x, number("1/100"), 20)
    right = (PI - sqrt(2 * PI)) / 2

    def near(value):
        return verdict(S, Inequality(absolute(of - value), "<", number("1/10") + number("1/200")), lambda p: p.value())

    assert near(right).status is Status.PROVED
    assert near(right + 1).status is Status.REFUTED
    T = Space(x=Positive(), b=Positive(), c=Positive())
    x, b, c = T.symbols
    f = (cos(x**2) - cos(x)) / x**2
    tail = Integral(f, x, b, c)

    def argument(p):
        p.sign(ge(2 / x**2, f), as_=2 * (sin(x**2 / 2) ** 2 + cos(x / 2) ** 2) / x**2)
        p.integrate(ge(2 / x**2, f), x, b, c)
        p.integral(Integral(2 / x**2, x, b, c), -2 / x)
        p.sign(as_=Integral(2 / x**2, x, b, c) - tail + 2 / c)

    on = (ge(x, b), ge(c, x), ge(c, b))
    assert verdict(T, Inequality(tail, "<=", 2 / b), argument, on).status is Status.PROVED
    assert verdict(T, Inequality(tail, "<=", -2 / b), argument, on).status is Status.REFUTED
