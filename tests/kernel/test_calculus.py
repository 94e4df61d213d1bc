"""Integrals in statements: what the rules show is true, and what is nearly true is refused.

Closed forms are taken from tables (I. S. Gradshteyn, I. M. Ryzhik, Table of Integrals) and from mpmath.
"""

from __future__ import annotations

import json

import pytest
from flint import arb

from verify import (
    PI,
    Claim,
    Evolves,
    I,
    Identity,
    Inequality,
    Integral,
    Interval,
    Mean,
    Nonneg,
    Positive,
    Real,
    Space,
    TermError,
    Token,
    abs2,
    absolute,
    any_of,
    asin,
    atan,
    certificate,
    conj,
    cos,
    eq,
    exp,
    ge,
    gt,
    log,
    ne,
    sin,
    sinh,
    sqrt,
    tan,
)
from verify.check import replay
from verify.claim import ClaimError
from verify.kernel import ball, ring
from verify.kernel.context import Context, Step
from verify.kernel.exact import Inexact, evaluate
from verify.kernel.goal import Pointwise, Sequent
from verify.kernel.lie import Flow
from verify.kernel.proof import Refused, prove
from verify.kernel.term import dump, load, number, rename, symbol
from verify.prove.argument import steps_of

S = Space(x=Interval(0, 1), t=Interval(0, 1), a=Positive(), b=Real(), y=Interval(0, 1))
x, t, a, b, y = S.symbols
HALF = number("1/2")


def proof_of(shows, argument=None, given=(), space=S, others=()):
    """The proof of a claim by its argument, written down and replayed; what it uses is taken from `others`."""
    claim = Claim("test.claim", space, shows=shows, given=given)
    if argument is not None:
        claim.argument(argument)
    offers = {other.id: other.offers for other in others}
    error = None
    for point in claim.space.special(400):
        try:
            proof = prove(claim.sequent, steps_of(claim), point, offers.get)
            written = json.loads(json.dumps(certificate.to_json(claim.id, str(claim), proof)))
            (again,) = replay(written, claim.sequent, offers.get)
            assert again == proof
            return proof
        except Refused as refused:
            error = refused
            if "witness" not in str(refused):
                raise
    raise error


def refuses(match, shows, argument=None, given=(), space=S, others=()):
    with pytest.raises(Refused, match=match):
        proof_of(shows, argument, given, space, others)


# the Term


def test_the_variable_is_bound():
    f = Integral(x * a + b, x, 0, a)
    assert f.symbols == (a, b)
    assert f.is_real
    assert not f.total
    assert str(f) == "Integral(b + a*x, x, 0, a)"
    assert load(dump([f])) == [f]
    assert not Integral(exp(I * x), x, 0, 1).is_real


def test_substitution_goes_around_the_variable():
    f = Integral(x * a, x, b, 1)
    assert f.subs(x, 7) is f
    assert f.subs({a: b, b: 2}) is Integral(x * b, x, 2, 1)
    assert Integral(1 / (x - 2), x, 0, b).subs({x: 2, b: 1}) is Integral(1 / (x - 2), x, 0, 1)
    with pytest.raises(TermError, match="would put the bound variable"):
        f.subs(a, x)
    with pytest.raises(TermError, match="contains its variable"):
        f.subs(b, x)
    inner = Integral(Integral(x * y * a, x, 0, y), y, 0, 1)
    assert inner.subs(x, 3) is inner
    with pytest.raises(TermError, match="would put the bound variable"):
        inner.subs(a, y)


@pytest.mark.parametrize(
    ("build", "match"),
    [
        (lambda: Integral(x, I, 0, 1), "runs over a real symbol"),
        (lambda: Integral(x, symbol("m", "natural"), 0, 1), "runs over a real symbol"),
        (lambda: Integral(x, symbol("w", "complex"), 0, 1), "runs over a real symbol"),
        (lambda: Integral(x, x, 0, I), "is not real"),
        (lambda: Integral(x, x, 0, x), "contains its variable"),
        (lambda: Integral(Mean(x * y, y), x, 0, 1), "take the mean of the integral"),
    ],
)
def test_what_no_integral_is(build, match):
    with pytest.raises(TermError, match=match):
        build()


def test_a_mean_that_stands_still_may_be_inside():
    assert Integral(x * Mean(y, y), x, 0, 1).symbols == ()


def test_renaming():
    f = Integral(x * a, x, 0, b)
    assert rename(f, {x: t}) is Integral(t * a, t, 0, b)
    with pytest.raises(TermError, match="already stands"):
        rename(f, {x: a})
    with pytest.raises(TermError, match="would put the bound variable"):
        rename(Integral(Integral(x * y, x, 0, 1), y, 0, 1), {y: x})


def test_the_variable_is_a_symbol_of_the_space():
    z = symbol("z")
    with pytest.raises(ClaimError, match="Integral runs over z"):
        Claim("test.claim", S, shows=Identity(Integral(z, z, 0, 1), HALF))
    T = Space(z=Token(Interval(0, 1)))
    with pytest.raises(ClaimError, match="Integral runs over z"):
        Claim("test.claim", T, shows=Identity(Integral(z, z, 0, 1), HALF))


# normal forms


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Integral(x**2, x, 0, 1), number("1/3")),
        (Integral(3, x, a, b), 3 * (b - a)),
        (Integral(a * cos(x) + b, x, 0, 1), a * Integral(cos(t), t, 0, 1) + b),
        (Integral(cos(x), x, 0, a) + Integral(cos(x), x, a, b), Integral(cos(t), t, 0, b)),
        (Integral(cos(x), x, a, b), -Integral(cos(x), x, b, a)),
        (Integral(cos(x), x, a, a), number(0)),
        (Integral(exp(I * x), x, 0, a), Integral(cos(x), x, 0, a) + I * Integral(sin(x), x, 0, a)),
        (conj(Integral(exp(I * x), x, 0, a)), Integral(exp(-I * x), x, 0, a)),
        (Integral(1 / (1 + x) + 1 / (2 + x), x, 0, 1), Integral(1 / (2 + x), x, 0, 1) + Integral(1 / (1 + x), x, 0, 1)),
        (Integral(sin(x) ** 2, x, 0, a), a - Integral(cos(x) ** 2, x, 0, a)),
        (Integral(Integral(exp(x * y), y, 0, x), x, 0, 1), Integral(Integral(exp(t * b), t, 0, b), b, 0, 1)),
        (Integral(Integral(x * y, y, 0, x), x, 0, 1), number("1/8")),
        (Integral((x * cos(x) + a) / (x * a), x, 1, 2), Integral(cos(x), x, 1, 2) / a + Integral(1 / x, x, 1, 2)),
        (Integral(x**3 / x**2, x, 1, 2), number("3/2")),
        (Integral(a / (x * a**2), x, 1, 2), Integral(1 / x, x, 1, 2) / a),
        (Integral((x + 1) / (x**2 * b), x, 1, 2) * b, Integral(1 / x, x, 1, 2) + Integral(1 / x**2, x, 1, 2)),
        (Integral(2 * (sinh(x) + x), x, 0, 1), 2 * Integral(sinh(x), x, 0, 1) + 1),
        (Integral(log(x) - log(x) + x / x, x, 1, 2), number(1)),
        (Integral(Integral(exp(y), y, 0, x) + 1, x, 0, 1), 1 + Integral(Integral(exp(x), x, 0, y), y, 0, 1)),
    ],
    ids=str,
)
def test_ring_knows(left, right):
    assert ring.equal(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Integral(x**2, x, 0, 1), HALF),
        (Integral(cos(x), x, 0, a), Integral(cos(x), x, 0, b)),
        (Integral(cos(x), x, 0, a) + Integral(cos(x), x, b, 1), Integral(cos(x), x, 0, 1)),
        (Integral(cos(x), x, 0, a), Integral(sin(x), x, 0, a)),
        (Integral(1 / (1 + x), x, 0, 1), Integral(1 / (2 + x), x, 0, 1)),
        (Integral(cos(x * a), x, 0, 1), Integral(cos(x * b), x, 0, 1)),
        (Integral(cos(x) * a, x, 0, 1), Integral(cos(x), x, 0, 1) * a**2),
        (Integral(Integral(exp(x * y**2), y, 0, 1), x, 0, 1), Integral(Integral(exp(x**2 * y), y, 0, x), x, 0, 1)),
        (x, Integral(x, x, 0, 1)),
        (Integral(Integral(exp(y), y, 0, x), x, 0, 2), 2 * Integral(Integral(exp(y), y, 0, x), x, 0, 1)),
        (Mean(Integral(exp(y), y, 0, x), x), Integral(exp(y), y, 0, x)),
        (Integral(1 / x**2, x, 1, 2), Integral(1 / x, x, 1, 2)),
        (Integral((x + 1) / (x**2 * b), x, 1, 2), Integral(1 / x, x, 1, 2) + Integral(1 / x**2, x, 1, 2)),
        (Integral(1 / x**2, x, 1, 2), Integral(1 / x, x, 1, 2) ** 2),
        (x * Integral(cos(t), t, 0, 1), Integral(x * cos(x), x, 0, 1)),
    ],
    ids=str,
)
def test_ring_does_not_identify(left, right):
    assert not ring.equal(left, right)


def test_what_holds_for_one_value_of_the_symbol_says_nothing_under_the_integral():
    """x == 0 is about a free x; the integral runs over all of them."""
    assert not ring.is_zero(Integral(x * exp(x), x, 0, 1), [eq(x, 0)])
    assert not ring.is_zero(b, [eq(x, 0), eq(b, Integral(exp(x) - 1, x, 0, 1))])
    assert ring.is_zero(Integral(x * b * exp(x), x, 0, 1), [eq(b, 0)])


def test_affine_by_form():
    assert all(ring.affine(each, x) for each in (1 - x, a * x + sin(b), x / a, number(3), b))
    assert not any(ring.affine(each, x) for each in (x**2, x / x, sin(x), 1 / x, absolute(x), sqrt(x), x * b * x))


# what is needed for it to have a value


def test_the_body_is_defined_on_the_whole_range():
    refuses("obligation x != 0 is open", Identity(Integral(1 / x, x, 0, 1), Integral(1 / x, x, 0, 1)))
    W = Space(x=Interval(1, 2))
    assert proof_of(Inequality(Integral(1 / W.symbols, W.symbols, 1, 2), ">", HALF), lambda p: p.value(), space=W)


def test_the_range_stays_in_the_domain():
    """1/x has a value wherever x is in [1, 2], and the integral from 0 to 2 has none."""
    W = Space(x=Interval(1, 2), b=Real())
    z, c = W.symbols
    for low, high in ((0, 2), (1, 3), (c, 2)):
        refuses("the range of x ends at", Identity(Integral(1 / z, z, low, high), c), space=W)
    refuses("the range of x ends at", Identity(Integral(1 / z, z, -2, 2), Integral(1 / z, z, -2, 2)), space=W)
    assert proof_of(Identity(Integral(1 / z, z, 1, c), Integral(1 / z, z, 1, c)), given=(ge(c, 1), ge(2, c)), space=W)


def test_an_open_domain_does_not_reach_its_ends():
    W = Space(x=Interval(0, 1, open=True))
    z = W.symbols
    refuses("the range of x ends at 0", Identity(Integral(1 / z, z, 0, 1), Integral(1 / z, z, 0, 1)), space=W)


@pytest.mark.parametrize(
    "fact",
    [ne(b, HALF), gt(4, b**2), any_of(gt(b, 0), ge(0, b)), ge(sin(b) + 2, 0), eq(b / b, 1), ge(sqrt(b), 0)],
    ids=str,
)
def test_facts_about_the_variable_are_affine(fact):
    refuses("affine in it", Identity(Integral(cos(b), b, 0, 1), Integral(cos(t), t, 0, 1)), given=(fact,))


def test_a_fact_also_says_that_it_is_defined():
    """sqrt(b)**2 == b is an identity by form; as a hypothesis it says b >= 0, so the range must not go below."""
    facts = (eq(sqrt(b) ** 2, b),)
    shows = Identity(Integral(sqrt(b), b, -1, 1), Integral(sqrt(x), x, -1, 1))
    refuses("the range of b ends at -1", shows, given=facts)


def test_a_hypothesis_about_an_integral_says_nothing_beyond_its_range():
    """b == integral of 1/t from 1 to 2 holds somewhere; it does not make t nonzero everywhere."""
    W = Space(t=Real(), b=Real())
    s, c = W.symbols
    sequent = Sequent((s, c), (eq(c, Integral(1 / s, s, 1, 2)),), (("main", Pointwise(ne(s, 0))),))
    context = Context(sequent, sequent.goal("main"), lambda _: None)
    assert not context.facts.holds(ne(s, 0))


def test_no_case_carries_over_to_the_other_values():
    """Where x >= 1/2 the body is at least 1/2; that is one case, and the integral runs over both."""
    shows = ge(Integral(x, x, 0, 1), HALF + number("1/8"))

    def argument(p):
        p.cases(
            any_of(ge(x, number("5/8")), gt(number("5/8"), x)),
            lambda q: q.integrate(ge(x, number("5/8")), x, 0, 1),
            lambda q: q.integrate(ge(x, number("5/8")), x, 0, 1),
        )

    refuses("the range of x ends at 0", Inequality(shows.left, ">=", shows.right), argument)


def test_what_was_written_before_a_case_is_no_excuse():
    five = number("5/8")

    def argument(p):
        p.ring(eq(Integral(x, x, 0, 1), Integral(x, x, 0, 1)))
        p.ring(eq(Integral(five, x, 0, 1), Integral(five, x, 0, 1)))
        wide = any_of(ge(x, five), gt(five, x))
        p.cases(wide, lambda q: (q.integrate(ge(x, five), x, 0, 1), q.ring()), lambda q: q.ring())

    refuses("the range of x ends at 0", Inequality(Integral(x, x, 0, 1), ">=", five), argument)


def test_a_case_carries_over_to_its_own_values():
    def argument(low):
        def steps(p):
            p.rises(exp(x) - 1, x, low=0)
            wide = any_of(ge(x, HALF), gt(HALF, x))
            p.cases(wide, lambda q: (q.integrate(ge(exp(x), 1), x, low, 1), q.sign()), lambda q: q.sign())

        return steps

    assert proof_of(Inequality(exp(x), ">", 0), argument(HALF))
    refuses("the range of x ends at 0", Inequality(exp(x), ">", 0), argument(0))


# integral


def test_antiderivatives():
    def by(F, *before):
        def argument(p):
            for step in before:
                step(p)
            p.integral(p.goal.left, F)
            p.ring()

        return argument

    assert proof_of(Identity(Integral(exp(b * x), x, 0, 1), (exp(b) - 1) / b), by(exp(b * x) / b), given=(ne(b, 0),))
    assert proof_of(Identity(Integral(1 / (1 + x), x, 0, 1), log(number(2))), by(log(1 + x)))
    quarter = eq(atan(number(1)), PI / 4)
    assert proof_of(Identity(Integral(1 / (1 + x**2), x, 0, 1), PI / 4), by(atan(x), lambda p: p.value(quarter)))
    assert proof_of(Identity(Integral(exp(I * x), x, 0, 1), (exp(I) - 1) / I), by(-I * exp(I * x)))
    assert proof_of(Identity(Integral(cos(x), x, 1, 0), -sin(number(1))), by(sin(x)))


def test_an_antiderivative_of_something_else():
    shows = Identity(Integral(cos(x), x, 0, 1), -sin(number(1)))
    refuses("not identically cos", shows, lambda p: p.integral(shows.left, -sin(x)))
    refuses("needs an integral", shows, lambda p: p.integral(cos(x), sin(x)))


def turn(z):
    return ge(z, 0), ge(2 * PI, z)


def test_an_antiderivative_that_jumps():
    """SymPy's way to 0: the tangent of the half angle has a pole at pi."""
    of = Integral(1 / (2 + cos(b)), b, 0, 2 * PI)
    F = 2 / sqrt(number(3)) * atan(tan(b / 2) / sqrt(number(3)))

    def argument(p):
        p.sign(gt(2 + cos(b), 0), as_=1 + 2 * cos(b / 2) ** 2)
        p.integral(of, F)

    refuses(r"obligation cos\(\(1/2\)\*b\) != 0 is open", Identity(of, 0), argument, turn(b))


def test_an_antiderivative_that_is_undefined_inside():
    W = Space(x=Interval(-1, 1))
    z = W.symbols
    shows = Identity(Integral(-1 / z**2, z, -1, 1), 2)
    refuses("obligation x != 0 is open", shows, lambda p: p.integral(shows.left, 1 / z), space=W)
    # the body is defined, and the antiderivative jumps at 0
    step = Identity(Integral(number(0), z, -1, 1), 2)
    refuses("obligation", step, lambda p: p.integral(step.left, z / absolute(z)), space=W)


def test_a_slope_that_is_infinite_at_an_end():
    """The area of a quarter of the disk; the slope of the arcsine is infinite at 1."""
    of = Integral(sqrt(1 - x**2), x, 0, 1)
    F = (x * sqrt(1 - x**2) + asin(x)) / 2

    def argument(inside):
        def steps(p):
            p.sign(ge(1 - x**2, 0), as_=(1 - x) * (1 + x))
            p.value(eq(asin(number(1)), PI / 2))
            p.integral(of, F, open=inside)

        return steps

    assert proof_of(Identity(of, PI / 4), argument(lambda q: q.roots(gt(1 - x**2, 0)))).strength == "exact"
    refuses("obligation", Identity(of, PI / 4), argument(None))
    refuses("between the ends", Identity(of, PI / 4), argument(lambda q: q.roots(gt(1 - x, HALF))))
    refuses(
        "is not identically",
        Identity(of, PI / 2),
        lambda p: (
            p.sign(ge(1 - x**2, 0), as_=(1 - x) * (1 + x)),
            p.integral(of, 2 * F, open=lambda q: q.roots(gt(1 - x**2, 0))),
        ),
    )


def test_the_open_range_needs_an_order_of_the_ends():
    facts = (ge(1, a), ge(b, 0), ge(1, b))
    of = Integral(sqrt(x) + cos(a), x, b, a)
    F = sqrt(x) * x * number("2/3") + cos(a) * x
    refuses("neither a >= b nor b >= a", Identity(of, 1), lambda p: p.integral(of, F, open=lambda q: None), facts)


def test_the_poisson_kernel_by_an_antiderivative():
    W = Space(r=Interval(0, 1, open=True), b=Real())
    r, z = W.symbols
    below = 1 - 2 * r * cos(z) + r**2
    of = Integral((1 - r**2) / below, z, 0, 2 * PI)

    def argument(p):
        p.sign(gt(below, 0), as_=(1 - r) ** 2 + 4 * r * sin(z / 2) ** 2)
        p.sign(gt(1 - r * cos(z), 0), as_=(1 - r) + 2 * r * sin(z / 2) ** 2)
        p.integral(of, z + 2 * atan(r * sin(z) / (1 - r * cos(z))))
        p.ring()

    assert proof_of(Identity(of, 2 * PI), argument, turn(z), W).strength == "exact"
    refuses("not an identity", Identity(of, 0), argument, turn(z), W)
    refuses("not an identity", Identity(of, 4 * PI), argument, turn(z), W)


# integrate


def test_orders_between_integrals():
    def argument(p):
        p.rises(exp(x) - 1, x, low=0)
        p.rises(exp(x) - 1 - x, x, low=0)
        p.integrate(ge(exp(x) - 1 - x, 0), x, 0, 1)
        p.sign(as_=Integral(exp(x) - 1 - x, x, 0, 1))

    assert proof_of(Inequality(Integral(exp(x), x, 0, 1), ">=", number("3/2")), argument).strength == "exact"
    refuses("is not identically", Inequality(Integral(exp(x), x, 0, 1), ">=", number("7/4")), argument)


def test_strict_orders_need_an_interval_that_is_not_a_point():
    fact = gt(exp(x), 0)
    strict = gt(Integral(exp(x), x, 0, a), 0)
    weak = ge(Integral(exp(x), x, 0, a), 0)
    facts = (ge(1, a),)
    assert proof_of(Inequality(strict.left, ">", strict.right), lambda p: p.integrate(fact, x, 0, a), facts)
    W = Space(x=Interval(0, 1), a=Interval(0, 1))
    assert proof_of(Inequality(weak.left, ">=", weak.right), lambda p: (p.integrate(fact, x, 0, a), p.sign()), space=W)
    refuses(
        "all that is manifest",
        Inequality(strict.left, ">", strict.right),
        lambda p: p.integrate(fact, x, 0, a),
        space=W,
    )


def test_orders_turn_with_the_ends():
    refuses("0 >= 1 is not shown", Inequality(Integral(x, x, 1, 0), ">=", 0), lambda p: p.integrate(ge(x, 0), x, 1, 0))
    refuses("b >= 0 is not shown", Inequality(Integral(x, x, 0, b), ">=", 0), lambda p: p.integrate(ge(x, 0), x, 0, b))
    assert proof_of(
        Identity(Integral(sin(x) ** 2 + cos(x) ** 2, x, 1, 0), -1),
        lambda p: p.integrate(eq(sin(x) ** 2 + cos(x) ** 2, 1), x, 1, 0),
    )


def test_what_is_not_known_is_not_integrated():
    refuses(
        "is not shown for every x", Inequality(Integral(x, x, 0, 1), ">=", 1), lambda p: p.integrate(ge(x, 1), x, 0, 1)
    )
    refuses("nowhere zero", Inequality(Integral(x, x, 0, 1), ">=", 1), lambda p: p.integrate(ne(exp(x), 0), x, 0, 1))
    refuses(
        "the range of x ends at 2", Inequality(Integral(x, x, 0, 2), "<=", 2), lambda p: p.integrate(ge(1, x), x, 0, 2)
    )
    refuses(
        "needs a real symbol", Inequality(Integral(x, x, 0, 1), ">=", 0), lambda p: p.integrate(ge(x, 0), x + 1, 0, 1)
    )
    # manifest and undefined: 1/(1/b**2) > 0 fails at b = 0
    refuses(
        "obligation b != 0",
        Inequality(Integral(b, b, 0, 1), ">", 0),
        lambda p: p.integrate(gt(1 / (1 / b**2), 0), b, -1, 1),
    )


# substitute


def test_substitutions():
    of = Integral(1 / (1 + x**2), x, 0, a)
    scaled = Integral(a / (1 + a**2 * t**2), t, 0, 1)
    facts = (ge(1, a),)
    assert proof_of(Identity(of, scaled), lambda p: (p.substitute(of, t, a * t, 0, 1), p.ring()), facts)
    square = Integral(exp(x**2) * x, x, 0, 1)
    half = Integral(exp(t) / 2, t, 0, 1)
    assert proof_of(Identity(half, square), lambda p: (p.substitute(half, x, x**2, 0, 1), p.ring()))
    back = Integral(cos(x), x, 0, 1)
    assert proof_of(
        Identity(back, Integral(cos(1 - x), x, 0, 1)), lambda p: (p.substitute(back, x, 1 - x, 1, 0), p.ring())
    )


@pytest.mark.parametrize(
    ("by", "low", "high", "match"),
    [
        (t**2, 0, number("1/2"), "not identically 1"),
        (1 - t, 0, 1, "not identically 0"),
        (t + I * 0, I, 1, "not real"),
        (sqrt(t), 0, 1, "obligation"),  # its slope is infinite at 0
        (I * t, 0, 1, "not real"),
        (b * t, 0, 1, "not identically 1"),
        (2 * t, 0, HALF, None),
        (2 * t - t, 0, 1, None),
    ],
    ids=str,
)
def test_a_substitution_meets_the_ends(by, low, high, match):
    of = Integral(cos(x), x, 0, 1)
    if match is None:
        assert proof_of(
            Identity(of, Integral(cos(t), t, 0, 1)), lambda p: (p.substitute(of, t, by, low, high), p.ring())
        )
    elif by is t:
        with pytest.raises(TermError):
            Integral(t, t, low, high)
    else:
        refuses(match, Identity(of, 1), lambda p: p.substitute(of, t, by, low, high))


def test_a_substitution_stays_where_the_body_is_defined():
    """From 0 to 1 by way of 5 t - 4 t^2, which passes 5/4 and more: there log(5/4 - x) has no value."""
    of = Integral(log(number("5/4") - x), x, 0, 1)
    detour = 5 * t - 4 * t**2
    refuses("obligation", Identity(of, 1), lambda p: p.substitute(of, t, detour, 0, 1))


def test_a_substitution_captures_nothing():
    of = Integral(cos(x + t), x, 0, 1)
    refuses("stands free", Identity(of, 1), lambda p: p.substitute(of, t, t, 0, 1))
    refuses(
        "the range of t ends at 2",
        Identity(Integral(cos(x), x, 0, 1), 1),
        lambda p: p.substitute(Integral(cos(x), x, 0, 1), t, t / 2, 0, 2),
    )


# rises


N = Space(x=Nonneg())
n = N.symbols


def test_from_an_end_upwards():
    assert proof_of(
        Inequality(n, ">=", sin(n)),
        lambda p: (p.rises(n - sin(n), n, low=0, as_=2 * sin(n / 2) ** 2), p.sign()),
        space=N,
    )
    grows = gt(exp(n) + n, 0)
    assert proof_of(Inequality(exp(n) + n, ">", 0), lambda p: p.rises(grows, n, low=0), space=N)
    assert proof_of(
        Inequality(log(1 + n), "<=", n), lambda p: p.rises(ge(n, log(1 + n)), n, low=0, as_=n / (1 + n)), space=N
    )


def test_the_slope_points_the_right_way():
    refuses("cos", Inequality(sin(n), ">=", n), lambda p: p.rises(ge(sin(n), n), n, low=0), space=N)
    refuses(
        "is not shown for every x", Inequality(1, ">=", exp(n)), lambda p: p.rises(ge(1, exp(n)), n, low=0), space=N
    )
    refuses("at x = 0", Inequality(exp(n), ">=", 2), lambda p: p.rises(ge(exp(n), 2), n, low=0), space=N)
    refuses("at x = 0", Inequality(exp(n), ">", 1), lambda p: p.rises(gt(exp(n), 1), n, low=0), space=N)  # equal at 0
    refuses(
        "is not identically", Inequality(n, ">=", sin(n)), lambda p: p.rises(ge(n, sin(n)), n, low=0, as_=n**2), space=N
    )


def test_what_is_not_zero_at_the_end_may_be_zero_later():
    refuses("rises shows", Inequality(n, "!=", 1), lambda p: p.rises(p.goal, n, low=0), space=N)


def test_the_way_stays_in_the_domain():
    refuses("the range of x ends at -1", Inequality(n + 1, ">=", 0), lambda p: p.rises(n + 1, n, low=-1), space=N)
    W = Space(x=Real())
    z = W.symbols
    refuses("x >= 0 is not shown", Inequality(exp(z), ">=", 1), lambda p: p.rises(ge(exp(z), 1), z, low=0), space=W)
    pole = Space(x=Real())
    z = pole.symbols  # -1/z rises on both sides of 0, and is 1 at -1
    refuses(
        "obligation", Inequality(-1 / z, ">=", 0), lambda p: p.rises(-1 / z, z, low=-1), space=pole, given=(ge(z, -1),)
    )


def test_from_an_end_downwards():
    def argument(p):
        p.rises(gt(exp(1 - x), HALF), x, high=1)
        p.rises(exp(1 - x) - 1, x, high=1)
        p.rises(exp(1 - x) - 2 + x, x, high=1)
        p.sign()

    assert proof_of(Inequality(exp(1 - x), ">=", 2 - x), argument)
    up = ge(exp(x), exp(number(1)))
    refuses("is not shown for every x", Inequality(exp(x), ">=", exp(number(1))), lambda p: p.rises(up, x, high=1))
    low = Space(x=Interval(0, 1))
    refuses("1/2 >= x is not shown", Inequality(2, ">=", x), lambda p: p.rises(ge(2, x), x, high=HALF), space=low)


def test_a_case_is_part_of_the_way():
    """Where x >= 1/2, from 1/2 on; not from 0 on."""

    def argument(low):
        def steps(p):
            wide = any_of(ge(x, HALF), gt(HALF, x))
            p.cases(wide, lambda q: (q.rises((x - HALF) ** 2, x, low=low), q.sign()), lambda q: q.sign())

        return steps

    assert proof_of(Inequality(x**2 + 1, ">", 0), argument(HALF))
    refuses("the range of x ends at 0", Inequality(x**2 + 1, ">", 0), argument(0))


def test_strictly_beyond_the_end():
    """The slope of sqrt is infinite at 0; beyond it is positive."""
    shows = gt(sqrt(n) + 1, HALF)
    assert proof_of(
        Inequality(sqrt(n) + 1, ">", HALF), lambda p: p.rises(shows, n, low=0, beyond=lambda q: None), space=N
    )
    refuses("obligation", Inequality(sqrt(n) + 1, ">", HALF), lambda p: p.rises(shows, n, low=0), space=N)


def test_a_strict_slope_gives_a_strict_relation():
    P = Space(x=Positive())
    z = P.symbols
    assert proof_of(Inequality(exp(z), ">", 1), lambda p: p.rises(p.goal, z, low=0), space=P).strength == "exact"
    refuses("at x = 0", Inequality(exp(n), ">", 1), lambda p: p.rises(p.goal, n, low=0), space=N)
    refuses("at x = 0", Inequality(z**2 - z**2, ">", 0), lambda p: p.rises(gt(0 * z, 0), z, low=0), space=P)
    refuses("obligation 0 > 0", Inequality(log(z), ">=", 0), lambda p: p.rises(p.goal, z, low=0), space=P)
    # 1/x falls; at the end it has no value
    refuses("division|obligation|0", Inequality(1 / z, ">", 1), lambda p: p.rises(p.goal, z, high=0), space=P)


def test_a_constant():
    """atan x + atan 1/x is constant where x > 0; there is a jump at 0."""
    W = Space(x=Interval(1, 4))
    z = W.symbols
    shows = Identity(atan(z) + atan(1 / z), PI / 2)
    assert (
        proof_of(
            shows, lambda p: (p.value(eq(2 * atan(number(1)), PI / 2)), p.rises(p.goal, z, low=1)), space=W
        ).strength
        == "exact"
    )
    refuses("is not shown", Identity(atan(z) + atan(1 / z), PI), lambda p: p.rises(p.goal, z, low=1), space=W)
    refuses("not identically zero", Identity(atan(z), PI / 4), lambda p: p.rises(p.goal, z, low=1), space=W)
    V = Space(x=Interval(-4, 4))
    z = V.symbols
    refuses(
        "obligation x != 0", Identity(atan(z) + atan(1 / z), -PI / 2), lambda p: p.rises(p.goal, z, low=-1), space=V
    )


# fourier


R = Space(r=Interval(0, 1, open=True), s=Interval(0, 1, open=True), b=Real(), t=Interval(0, 1))
r, s, z, u = R.symbols


def kernel(q):
    return (1 - q**2) / (1 - 2 * q * cos(z) + q**2)


def known(p, *radii):
    for q in radii:
        p.sign(gt(1 - 2 * q * cos(z) + q**2, 0), as_=(1 - q) ** 2 + 4 * q * sin(z / 2) ** 2)
        p.sign(gt(1, abs2(q)), as_=(1 - q) * (1 + q))


@pytest.mark.parametrize("k", [0, 1, 2, 5])
def test_the_coefficients_of_the_poisson_kernel(k):
    """Its k-th Fourier coefficient is r^|k|."""
    of = Integral(kernel(r) * cos(k * z), z, 0, 2 * PI)

    def argument(p):
        known(p, r)
        p.fourier(of, *((HALF, m, (r, e)) for m in (k, -k) for e in (1, -1)), *((-HALF, m) for m in (k, -k)))

    assert proof_of(Identity(of, 2 * PI * r**k), argument, turn(z), R).strength == "exact"
    refuses("ring", Identity(of, 2 * PI * r ** (k + 1)), argument, turn(z), R)
    refuses("ring", Identity(of, 0), argument, turn(z), R)


def test_the_product_of_two_poisson_kernels():
    """The sum of r^|k| s^|k| over all k."""
    of = Integral(kernel(r) * kernel(s), z, 0, 2 * PI)
    c = 1 / (1 - r * s)

    def argument(p):
        known(p, r, s)
        p.sign(gt(1 - r * s, 0), as_=(1 - r) + r * (1 - s))
        across = ((c, 0, (r, 1)), (c * s, -1, (s, -1)), (c, 0, (r, -1)), (c * s, 1, (s, 1)))
        along = ((1, 0, (r, 1), (s, 1)), (1, 0, (r, -1), (s, -1)))
        p.fourier(of, *across, *along, *((-1, 0, (q, e)) for q in (r, s) for e in (1, -1)), (1, 0))

    assert proof_of(Identity(of, 2 * PI * (1 + r * s) / (1 - r * s)), argument, turn(z), R).strength == "exact"
    refuses("ring", Identity(of, 2 * PI / (1 - r * s)), argument, turn(z), R)


def test_powers_of_a_factor():
    """The mean of |1/(1 - r e^(i x))^2|^2 is the sum of (k + 1)^2 r^(2k), and that of 1/(1 - r e^(i x))^3 is 1."""
    of = Integral(1 / (1 - r * exp(I * z)) ** 3 * exp(-2 * I * z), z, 0, 2 * PI)
    below = 1 - r * exp(I * z)

    def argument(p):
        known(p, r)
        p.nonzero(below, conj(below), gt(1 - 2 * r * cos(z) + r**2, 0))
        p.fourier(of, (1, -2, (r, 1, 3)))

    assert proof_of(Identity(of, 12 * PI * r**2), argument, turn(z), R).strength == "exact"  # C(4, 2) = 6
    refuses("ring", Identity(of, 6 * PI * r**2), argument, turn(z), R)


@pytest.mark.parametrize(
    ("parts", "options", "match"),
    [
        ([(1, 0, (2, 1))], {}, "1 > 4 is not shown"),
        ([(1, 0, (s + 1, 1))], {}, "1 > abs2"),
        ([(1, 0, (r, 0))], {}, "n != 0"),
        ([(1, 0, (r, 1, 0))], {}, "p >= 1"),
        ([(1, 0, (r, 1), (r, -1))], {}, "same direction"),
        ([(cos(z), 0, (r, 1))], {}, "free of b"),
        ([(1, 0, (r * cos(z) / 2, 1))], {}, "free of b"),
        ([(1, 0, (r, 1))], {}, "not identically"),
        ([(1, 0, (r, 1), (s, 1), (s, 1), (s, 1), (s, 1))], {}, "at most 4 factors"),
        ([(1, 999)], {}, "at most 64"),
        ([(1, 0)], {"turns": 2}, "not by 2 whole turns"),
        ([(1, 0)], {"turns": 0}, "not by 0 whole turns"),
        ([(1, 0)], {"angle": z / 2}, "not by 1 whole turns"),
        ([(1, 0)], {"angle": z**2 / (2 * PI)}, "not affine"),
        ([(1, 0)], {"angle": I * z}, "not affine"),
    ],
    ids=str,
)
def test_what_is_no_geometric_series(parts, options, match):
    of = Integral(kernel(r), z, 0, 2 * PI)
    refuses(match, Identity(of, 0), lambda p: (known(p, r), p.fourier(of, *parts, **options)), turn(z), R)


def test_half_a_turn_is_not_a_turn():
    """From 0 to pi the sine does not vanish."""
    of = Integral(exp(I * z), z, 0, PI)
    refuses("not by 1 whole turns", Identity(of, 0), lambda p: p.fourier(of, (1, 1)), turn(z), R)
    refuses(
        "not by 1 whole turns",
        Identity(Integral(exp(I * u), u, 0, 1), 0),
        lambda p: p.fourier(Integral(exp(I * u), u, 0, 1), (1, 1)),
        space=R,
    )
    assert proof_of(
        Identity(Integral(exp(2 * I * z), z, 0, PI), 0),
        lambda p: p.fourier(p.goal.left, (1, 1), angle=2 * z),
        turn(z),
        R,
    )


def test_cauchy():
    w = exp(2 * PI * I * u)
    of = Integral(2 * PI * I * w**3 / (w - HALF), u, 0, 1)

    def argument(p):
        p.sign(gt(number("5/4") - cos(2 * PI * u), 0), as_=number("1/4") + 2 * sin(PI * u) ** 2)
        p.nonzero(w - HALF, conj(w - HALF), gt(number("5/4") - cos(2 * PI * u), 0))
        p.fourier(of, (2 * PI * I, 2, (HALF, -1)), angle=2 * PI * u)

    assert proof_of(Identity(-I / (2 * PI) * of, number("1/4")), argument, space=R).strength == "exact"
    refuses("ring", Identity(-I / (2 * PI) * of, 0), argument, space=R)


# value


def test_constants_are_decided():
    assert (
        proof_of(Inequality(Integral(exp(-(x**2)), x, 0, 1), ">", number("0.7468241328")), lambda p: p.value()).strength
        == "ball"
    )
    assert (
        proof_of(Inequality(sqrt(number(2)) * sqrt(number(3)), "<", number("2.4495")), lambda p: p.value()).strength
        == "exact"
    )
    assert (
        proof_of(Inequality(sqrt(number(2)), "!=", exp(number(1))), lambda p: p.value(precision=64)).strength == "ball"
    )
    refuses("is false", Inequality(Integral(exp(-(x**2)), x, 0, 1), ">", number("0.7468241329")), lambda p: p.value())
    refuses("is false", Inequality(exp(number(1)), "<", number("2.718")), lambda p: p.value(precision=64))
    refuses("is false", Identity(exp(number(1)), number("2.718")), lambda p: p.value(precision=64))
    refuses("is false", Inequality(2, ">=", exp(number(1))), lambda p: p.value(precision=64))
    refuses("speaks of x", Inequality(x, ">=", 0), lambda p: p.value())
    refuses("not decided", Identity(exp(number(1)) * exp(number(1)), exp(number(2))), lambda p: p.value())
    refuses(
        "not decided",
        Inequality(exp(number(1)), ">", number("2.71828182845904523536028747135266")),
        lambda p: p.value(precision=16),
    )
    refuses("expected 2 to 4096 bits", Inequality(exp(number(1)), ">", 2), lambda p: p.value(precision=10**6))
    refuses(
        "vanishes|zero|undefined|denominator", Inequality(1 / (sqrt(number(2)) ** 2 - 2), ">", 0), lambda p: p.value()
    )


# use


def _lemma():
    W = Space(x=Interval(0, 1), b=Real())
    v, c = W.symbols
    other = Claim("test.lemma", W, shows=Identity(Integral(exp(c * v), v, 0, 1), (exp(c) - 1) / c), given=(ne(c, 0),))
    return other, v, c


def test_a_claim_about_an_integral_is_used():
    other, v, c = _lemma()
    shows = Identity(Integral(exp(3 * a * x), x, 0, 1), (exp(3 * a) - 1) / (3 * a))
    assert proof_of(shows, lambda p: p.uses(other, at={c: 3 * a}), others=[other]).uses == ("test.lemma",)
    renamed = Identity(Integral(exp(3 * a * t), t, 0, 1), (exp(3 * a) - 1) / (3 * a))
    assert proof_of(renamed, lambda p: p.uses(other, at={c: 3 * a, v: t}), others=[other])
    refuses(
        "is not shown here",
        Identity(Integral(exp(b * x), x, 0, 1), 1),
        lambda p: p.uses(other, at={c: b}),
        others=[other],
    )
    refuses("x stands in the given Terms", renamed, lambda p: p.uses(other, at={c: 3 * x + 1}), others=[other])
    refuses("over which real symbol", renamed, lambda p: p.uses(other, at={c: a, v: a * 2}), others=[other])
    Q = Space(q=Positive())
    refuses(
        "over which real symbol",
        Inequality(Q.symbols, ">=", 0),
        lambda p: p.uses(other, at={c: Q.symbols}),
        space=Q,
        others=[other],
    )


def test_the_variable_of_a_used_claim_runs_where_it_may():
    """Here b is any real number, and the body 1/(1 + b) is not defined for all of them."""
    W = Space(x=Interval(0, 1))
    v = W.symbols
    other = Claim("test.lemma", W, shows=Identity(Integral(1 / (1 + v), v, 0, 1), log(number(2))))
    refuses(
        "obligation b . 1 != 0",
        Identity(Integral(1 / (1 + b), b, 0, 1), log(number(2))),
        lambda p: p.uses(other, at={v: b}),
        others=[other],
    )


def test_hypotheses_on_the_variable_need_one_value():
    """They hold at the lower end, or else nothing is used: x <= b - 2 and x >= 0 leave no x where b < 2."""
    W = Space(x=Nonneg(), b=Real())
    v, c = W.symbols
    other = Claim("test.lemma", W, shows=Inequality(Integral(exp(v), v, 0, c - 2) + c, ">=", 2), given=(ge(c - 2, v),))
    shows = Inequality(Integral(exp(x), x, 0, b - 2) + b, ">=", 2)
    refuses("is not shown here", shows, lambda p: p.uses(other, at={c: b}), others=[other])


def test_hypotheses_on_a_variable_that_is_free_as_well_hold_at_its_value():
    """x == 0 and x + an integral over x: at the lower end 0 the hypothesis holds, for the free x it need not."""
    W = Space(x=Real())
    v = W.symbols
    other = Claim("test.lemma", W, shows=Identity(v + Integral(cos(v), v, 0, 0), 0), given=(eq(v, 0),))
    shows = Identity(b + Integral(cos(b), b, 0, 0), 0)
    refuses("b == 0 of test.lemma is not shown", shows, lambda p: p.uses(other, at={v: b}), others=[other])


def test_the_hypotheses_of_a_used_part_are_its_own():
    """A part that is shown only where v > 1."""
    v = symbol("v")
    part = Pointwise(gt(v, 0), given=(gt(v, 1),))
    other = Sequent((v,), (), (("main", part),))
    mine = Claim("test.claim", Space(b=Real()), shows=Inequality(b, ">", 0))
    step = Step("use", {"claim": "test.other", "part": "main", "at": ((v, b),)})
    with pytest.raises(Refused, match=r"b > 1 of test.other is not shown"):
        prove(mine.sequent, {"main": (step,)}, {b: number(1)}, {"test.other": other}.get)


def test_a_used_hypothesis_is_defined():
    """a/a == 1 says a != 0; as an identity by form it says nothing, and b may be 0."""
    A, B = Space(a=Real()), Space(b=Real())
    other = Claim("test.lemma", A, shows=Inequality(A.symbols, "!=", 0), given=(eq(A.symbols / A.symbols, 1),))
    refuses(
        "obligation b != 0",
        Inequality(B.symbols, "!=", 0),
        lambda p: p.uses(other, at={A.symbols: B.symbols}),
        space=B,
        others=[other],
    )


def test_a_manifest_relation_that_may_be_undefined_shows_nothing():
    refuses("obligation b != 0", Inequality(b, "!=", 0), lambda p: p.nonzero(b, b, gt(1 / (1 / b**2), 0)))


# symbols that depend on the variable


def test_introduced_symbols_do_not_stand_still():
    """c is chosen for each x with c == x^2; as if it stood still, the integral of x^2 would be c."""
    W = Space(x=Interval(0, 1), t=Interval(0, 1))
    v, o = W.symbols
    of = Integral(v**2, v, 0, 1)

    def argument(p):
        p.sign(ge(1 - v**2, 0), as_=(1 - v) * (1 + v))
        c = p.between("c", lambda c: c - v**2, 0, 1)
        p.integral(of, c * v)

    refuses("changes with it", Identity(of, HALF), argument, space=W)

    def slope(p):
        p.sign(ge(1 - v**2, 0), as_=(1 - v) * (1 + v))
        c = p.between("c", lambda c: c - v**2, 0, 1)
        p.rises(ge(c, 0), v, low=0)

    refuses("changes with it", Identity(of, HALF), slope, space=W)

    def over(p):
        c = p.between("c", lambda c: 2 * c - 1, 0, 1)
        p.integrate(eq(2 * c, 1), c, 0, 1)

    refuses("was introduced for one value", Identity(of, HALF), over, space=W)

    def along(p):
        c = p.between("c", lambda c: 2 * c - 1, 0, 1)
        p.rises(ge(c, 0), c, low=0)

    refuses("was introduced for one value", Identity(of, HALF), along, space=W)


def test_the_coefficients_of_a_series_do_not_move():
    """c == cos b is chosen for each b; the integral of the cosine is not 2 pi c."""
    of = Integral(cos(z), z, 0, 2 * PI)

    def argument(*parts, angle=None):
        def steps(p):
            p.sign(ge(1 - cos(z), 0), as_=2 * sin(z / 2) ** 2)
            p.sign(ge(1 + cos(z), 0), as_=2 * cos(z / 2) ** 2)
            c = p.between("c", lambda c: c - cos(z), -1, 1)
            p.fourier(of, *parts, (c, 0), angle=angle and angle(c))

        return steps

    refuses("c was introduced for each value of b", Identity(of, 0), argument(), turn(z), R)
    refuses("c was introduced for each value of b", Identity(of, 0), argument(angle=lambda c: z + c), turn(z), R)


@pytest.mark.parametrize("part", [1, (1, 0), (z, 0, ((z, 1),)), (z, 0, ((z, 1, "1"),)), (z, "0", ()), (z, 0, (z,))])
def test_parts_are_well_formed(part):
    from verify.kernel.rules import run

    of = Integral(cos(z), z, 0, 2 * PI)
    sequent = Claim("test.claim", R, shows=Identity(of, 0), given=turn(z)).sequent
    step = Step("fourier", {"of": of, "angle": z, "turns": 1, "parts": (part,)})
    with pytest.raises(Refused, match="a part is"):
        run([step], Context(sequent, sequent.goal("main"), lambda _: None))


# derivatives along a flow


def test_slopes_of_integrals():
    """Leibniz: the body moves, and so do the ends."""
    along = Flow.of({a: 1})
    assert along.derivative(Integral(cos(x), x, 0, 1)) is number(0)
    assert ring.equal(along.derivative(Integral(cos(x), x, 0, a)), cos(a))
    assert ring.equal(along.derivative(Integral(cos(x), x, a**2, 1)), -2 * a * cos(a**2))
    assert ring.equal(along.derivative(Integral(exp(a * x), x, 0, a)), Integral(x * exp(a * x), x, 0, a) + exp(a**2))
    with pytest.raises(TermError, match="rename its variable"):
        Flow.of({x: 1, a: 1}).derivative(Integral(cos(a * x), x, 0, 1))


def test_evolves_with_an_integral():
    shows = Evolves(Integral(exp(-t), t, 0, a), along={a: a}, rate=a * exp(-a))
    assert proof_of(shows, given=(ge(1, a),)).strength == "exact"
    refuses("ring", Evolves(Integral(exp(-t), t, 0, a), along={a: a}, rate=exp(-a)), given=(ge(1, a),))


# readings


def test_balls_hold_nothing_where_the_body_is_undefined():
    for body in (1 / (x - HALF), log(x), sin(x) / x, tan(4 * x)):
        assert not ball.enclose(Integral(body, x, 0, 1), {}, 64).is_finite()
    assert not ball.enclose(Integral(x * b, x, 0, 1), {b: arb(1)}, 64).is_finite()
    assert ball.enclose(Integral(x * b, x, 0, 1), {b: number(2)}, 64).contains(1)
    with pytest.raises(Inexact):
        evaluate(Integral(x, x, 0, 1), {})


def test_rules_for_real_coordinates_refuse_integrals():
    with pytest.raises(TermError, match="leave means and integrals out"):
        proof_of(Inequality(Integral(x, x, 0, 1) + y, ">=", 0), lambda p: p.cover())


def test_steps_are_checked():
    sequent = Claim("test.claim", S, shows=Identity(Integral(x, x, 0, 1), 1)).sequent
    context = Context(sequent, sequent.goal("main"), lambda _: None)
    from verify.kernel.rules import run

    for step in (Step("integral", {}), Step("fourier", {"of": x}), Step("rises", {"shows": ge(x, 0)}), Step("value")):
        with pytest.raises(Refused, match="needs"):
            run([step], context)


def test_a_mean_is_no_constant():
    tokens = Space(z=Token(Real()))
    z = tokens.symbols
    claim = Claim("test.mean", tokens, shows=Inequality(Mean(z**2, z), ">=", -1))
    claim.argument(lambda p: p.value())
    with pytest.raises(Refused, match="changes with its tokens"):
        prove(claim.sequent, steps_of(claim), {z: (number(1),)})
