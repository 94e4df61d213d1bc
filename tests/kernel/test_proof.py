"""The kernel says yes to what is true for the right reason, and no to everything else."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest

from verify import (
    PI,
    All,
    Circle,
    Claim,
    Complex,
    Conserved,
    Disk,
    Evolves,
    I,
    Identity,
    Inequality,
    Interval,
    Mean,
    Natural,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
    abs2,
    absolute,
    any_of,
    conj,
    cos,
    eq,
    exp,
    ge,
    gt,
    im,
    le,
    log,
    lt,
    ne,
    re,
    sin,
    sqrt,
)
from verify.kernel.proof import Proof, Refused, Step, contradict, prove, refute
from verify.kernel.term import ONE, number
from verify.prove.argument import steps_of


def proof_of(claim: Claim) -> Proof:
    """The proof by the claim's argument or default rule, with the first special point as witness."""
    error: Refused | None = None
    for point in claim.space.special(200):
        try:
            return prove(claim.sequent, steps_of(claim), point)
        except Refused as refused:
            error = refused
            if "witness" not in str(refused):
                raise
    assert error is not None
    raise error


def claim(space: Space, shows, given=()) -> Claim:
    return Claim("test.claim", space, shows=shows, given=given)


X = Space(x=Real(), y=Real())
x, y = X.symbols
W = Space(w=Complex())
w = W.symbols
D = Space(w=Disk())
T = Space(t=Token(Interval(-1, 1)))
t = T.symbols
V = Space(v=Sphere(3))
P = Space(z=Complex(), m=Natural(0))
z, m = P.symbols


TRUE = {
    "binomial": claim(X, Identity((x + y) ** 3, x**3 + 3 * x**2 * y + 3 * x * y**2 + y**3)),
    "modulus": claim(W, Identity(abs2(w), w * conj(w))),
    "real part": claim(W, Identity(w + conj(w), 2 * re(w))),
    "addition theorem": claim(X, Identity(cos(x + y), cos(x) * cos(y) - sin(x) * sin(y))),
    "triple angle": claim(X, Identity(exp(3 * I * x), (cos(x) + I * sin(x)) ** 3)),
    "root": claim(Space(x=Positive(), y=Real()), Identity(sqrt(x) ** 4, x**2)),
    "mean is linear": claim(T, Identity(Mean(2 * cos(t) + t, t), 2 * Mean(cos(t), t) + Mean(t, t))),
    "partial fractions": claim(X, Identity(1 / (1 + x**2) + x**2 / (1 + x**2), 1)),
    "by a hypothesis": claim(X, Identity(x**2 / x, x), given=[ne(x, 0)]),
    "by a sign": claim(X, Identity(x / (x + y**2), 1 - y**2 / (x + y**2)), given=[gt(x, 0)]),
    "square": claim(X, Inequality((x - y) ** 2, ">=", 0)),
    "exponential": claim(X, Inequality(exp(x) + y**2, ">", 0)),
    "disk": claim(D, Inequality(1 - abs2(w), ">", 0)),
    "sphere": claim(V, Identity(sum((c**2 for c in V.scalars), number(0)), 1)),
    "mean of squares": claim(T, Inequality(Mean(t**2, t), ">=", 0)),
}


@pytest.mark.parametrize("case", TRUE.values(), ids=TRUE.keys())
def test_true_statements_are_proved(case):
    proof = proof_of(case)
    assert proof.strength == "exact"


UNPROVABLE = {
    # false
    "false binomial": claim(X, Identity((x + y) ** 2, x**2 + y**2)),
    "tiny error": claim(X, Identity((x + y) ** 2, x**2 + 2 * x * y + y**2 + Fraction(1, 10**40))),
    "root of a square is not x": claim(X, Identity(sqrt(x**2), x)),
    "conjugate": claim(W, Identity(w**2, abs2(w))),
    "strict square": claim(X, Inequality((x - y) ** 2, ">", 0)),
    "mean of a square": claim(T, Identity(Mean(t**2, t), Mean(t, t) ** 2)),
    "values of both signs may average to zero": claim(T, Inequality(Mean(t, t), "!=", 0), given=[]),
    "reciprocal": claim(X, Inequality(1 / x, ">", 0), given=[ne(x, 0)]),
    # true, but undefined somewhere
    "cancelling loses the domain": claim(X, Identity(x / x, 1)),
    "and so does subtracting": claim(X, Identity(1 / x - 1 / x, 0)),
    "logarithm": claim(X, Identity(log(x) - log(x), 0)),
    "weak is not strict": claim(X, Identity(x / x, 1), given=[ge(x, 0)]),
    "a factor of the denominator": claim(X, Identity(x * y / (x * y), 1), given=[ne(x, 0)]),
    "root of a number of unknown sign": claim(X, Identity(sqrt(x) ** 2, x)),
    "negative power": claim(X, Identity(x * x**-1, 1)),
    "symbolic power": claim(P, Identity(z ** (m - 1) * z, z**m)),
}


@pytest.mark.parametrize("case", UNPROVABLE.values(), ids=UNPROVABLE.keys())
def test_what_is_false_or_undefined_somewhere_is_not_proved(case):
    with pytest.raises(Refused) as caught:
        proof_of(case)
    assert "\n" not in str(caught.value)
    assert "witness" not in str(caught.value), "refused for the wrong reason"


def test_a_proof_needs_a_witness():
    empty = claim(X, Identity(x, x), given=[lt(x**2, 0)])
    with pytest.raises(Refused, match="witness"):
        proof_of(empty)
    wrong = claim(X, Identity(x, x), given=[gt(x, 5)])
    with pytest.raises(Refused, match="does not certainly satisfy x > 5"):
        prove(wrong.sequent, steps_of(wrong), {x: number(5), y: number(0)})
    with pytest.raises(Refused, match="no coordinate"):
        prove(wrong.sequent, steps_of(wrong), {x: number(6)})
    with pytest.raises(Refused, match="real"):
        prove(wrong.sequent, steps_of(wrong), {x: 6 + 0 * x + I, y: number(0)})
    prove(wrong.sequent, steps_of(wrong), {x: number(6), y: number(0)})


def test_a_witness_is_decided_to_the_last_digit():
    edge = claim(Space(w=Disk()), Inequality(1 - abs2(w), ">", 0))
    half = sqrt(number(2)) / 2
    with pytest.raises(Refused, match="witness"):
        prove(edge.sequent, steps_of(edge), {w: half + I * half})


def test_nobody_else_makes_a_proof():
    good = proof_of(TRUE["square"])
    with pytest.raises(TypeError, match="kernel"):
        Proof(good.sequent, object(), good.steps, good.witness, (), "exact")
    with pytest.raises(TypeError, match="kernel"):
        dataclasses.replace(good, sequent=UNPROVABLE["false binomial"].sequent)
    with pytest.raises(dataclasses.FrozenInstanceError):
        good.strength = "ball"


def test_steps_of_another_goal_do_not_count():
    false = UNPROVABLE["false binomial"]
    true = TRUE["binomial"]
    with pytest.raises(Refused, match="without reaching"):
        prove(false.sequent, steps_of(true), {x: number(0), y: number(0)})
    with pytest.raises(Refused, match="without reaching"):
        prove(true.sequent, {}, {x: number(0), y: number(0)})
    with pytest.raises(Refused, match="does not exist"):
        prove(true.sequent, {"main": [Step("magic")]}, {x: number(0), y: number(0)})
    with pytest.raises(Refused, match="no part"):
        prove(true.sequent, {"other": []}, {x: number(0), y: number(0)})


def test_every_part_of_all_is_needed():
    both = claim(X, All(good=Identity(x, x), bad=Identity(x, y)))
    with pytest.raises(Refused, match="part bad"):
        proof_of(both)


def test_nonzero_by_a_cofactor():
    space = Space(a=Disk(), s=Circle())
    a, s = space.symbols
    below = 1 + conj(a) * exp(I * s)
    case = claim(space, Identity(below / below, 1))
    with pytest.raises(Refused, match="obligation"):
        proof_of(case)
    case.argument(lambda p: p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(a), 0)))
    assert proof_of(case).strength == "exact"
    wrong = claim(space, Identity(below / below, 1))
    wrong.argument(lambda p: p.nonzero(below, cofactor=2 + conj(below), fact=gt(1 - abs2(a), 0)))
    with pytest.raises(Refused, match="nonzero"):
        proof_of(wrong)
    unknown = claim(space, Identity(below / below, 1))
    unknown.argument(lambda p: p.nonzero(below, cofactor=ONE, fact=ne(below, 0)))
    with pytest.raises(Refused, match="not a known relation"):
        proof_of(unknown)
    weak = claim(Space(a=Disk(closed=True), s=Circle()), Identity(below / below, 1))
    weak.argument(lambda p: p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(a), 0)))
    with pytest.raises(Refused, match="not a known relation"):
        proof_of(weak)


def test_sign_by_rewriting():
    case = claim(X, Inequality(exp(2 * x) + exp(2 * y), ">=", 2 * exp(x) * exp(y)))
    with pytest.raises(Refused, match="not manifestly nonnegative"):
        proof_of(case)
    case.argument(lambda p: p.sign(as_=(exp(x) - exp(y)) ** 2))
    proof_of(case)
    lie = claim(X, Inequality(exp(2 * x) + exp(2 * y), ">=", 2 * exp(x) * exp(y)))
    lie.argument(lambda p: p.sign(as_=(exp(x) + exp(y)) ** 2))
    with pytest.raises(Refused, match="not identically"):
        proof_of(lie)


ONE_SYMBOL = [
    (x**2 + x + 1, ">", 0, [], True),
    (x**3, ">=", x, [ge(x, 1)], True),
    (x**3, ">", x, [ge(x, 1)], False),  # touches at 1
    (1 / x, ">=", 1, [gt(x, 0), le(x, 1)], True),
    (1 / x, ">=", 1, [ne(x, 0), le(x, 1)], False),
    (x**2, "<", 2, [gt(x, 0), lt(x, Fraction(14142135623730950, 10**16))], True),
    (x**2, "<", 2, [gt(x, 0), lt(x, Fraction(14142135623730951, 10**16))], False),  # sqrt 2 lies between
    (x**2 - 2, "!=", 0, [gt(x, 0), lt(x, 1)], True),
    (x**2 - 2, "!=", 0, [gt(x, 0)], False),
    (x, "!=", 0, [any_of(gt(x, 1), lt(x, -1))], True),
    (x, "!=", 0, [any_of(gt(x, 1), lt(x, 1))], False),
    ((x**2 - 2) ** 2, ">=", 0, [], True),
    ((x**2 - 2) ** 2, ">", 0, [], False),
    ((x**2 - 2) ** 2, ">", 0, [lt(x**2, 2)], True),
    (x, ">=", 0, [eq(x**2, x)], True),
    (x, ">", 0, [eq(x**2, x)], False),
]


@pytest.mark.parametrize(("left", "op", "right", "given", "true"), ONE_SYMBOL)
def test_one_symbol_is_decided(left, op, right, given, true):
    case = claim(X, Inequality(left, op, right), given)
    if true:
        assert steps_of(case)["main"][-1].rule == "roots"
        proof_of(case)
    else:
        with pytest.raises(Refused, match="fails at x"):
            proof_of(case)


SQUARES = {
    "quadratic": (Inequality(x**2 + y**2, ">=", 2 * x * y), []),
    "strict": (Inequality(x**2 + y**2 + 1, ">", x * y + x), []),
    "quartic that touches zero on lines": (Inequality(x**4 + y**4, ">=", 2 * x**2 * y**2), []),
    "strict quartic": (Inequality(x**4 - 2 * x**3 + 3 * x**2 - 2 * x + y**2 + 1, ">", 0), []),
    "not by completing squares in order": (Inequality(2 * x**4 + 2 * x**3 * y + 5 * y**4, ">=", x**2 * y**2), []),
    "Motzkin, no sum of squares": (Inequality(x**4 * y**2 + x**2 * y**4 + 1, ">=", 3 * x**2 * y**2), []),
    "on the disk": (Inequality(x + y, "<=", 2), [le(x**2 + y**2, 2)]),
    "on the quadrant": (Inequality(x**3 + y**3 + 1, ">=", 3 * x * y), [gt(x, 0), gt(y, 0)]),
    "on the triangle, slowly met": (Inequality(x * y, "<=", Fraction(1, 4)), [ge(x, 0), ge(y, 0), le(x + y, 1)]),
    "on the square": (Inequality(x * y, "<=", 1), [ge(x, 0), le(x, 1), ge(y, 0), le(y, 1)]),
}


@pytest.mark.parametrize(("shows", "given"), SQUARES.values(), ids=SQUARES.keys())
def test_positivity_by_squares(shows, given):
    case = claim(X, shows, given)
    assert steps_of(case)["main"][-1].data["as_"] is not None
    proof_of(case)


def test_squares_of_real_and_imaginary_parts():
    proof_of(claim(D, Inequality(re(w), "<=", 1)))
    proof_of(claim(D, Inequality(2 * abs2(w) + 1, ">", 2 * re(w) + im(w))))
    with pytest.raises(Refused, match="not manifestly"):
        proof_of(claim(D, Inequality(re(w) + im(w), "<=", 1)))


@pytest.mark.parametrize(
    "shows",
    [
        Inequality(x**2 + y**2, ">=", 3 * x * y),
        Inequality(x**2, ">=", y),
        Inequality(x**4 + y**4, ">=", 3 * x**2 * y**2),
        Inequality(x**4 + y**4 + 1, ">", 2 * x**2 * y**2 + 1),
        Inequality(x**4 * y**2 + x**2 * y**4 + 1, ">=", 3 * x**2 * y**2 + Fraction(1, 10**6)),
    ],
)
def test_no_squares_for_what_is_negative_or_zero_somewhere(shows):
    with pytest.raises(Refused, match="not manifestly"):
        proof_of(claim(X, shows))


def test_ideal_by_cofactors():
    """On the circle and the line: x^3 + x y^2 - x = x (x^2 + y^2 - 1)."""
    circle = eq(x**2 + y**2, 1)
    case = claim(X, Identity(x**3 + x * y**2, x), given=[circle])
    case.argument(lambda p: p.ideal((x, circle)))
    proof_of(case)
    for cofactor, known in [(y, circle), (x, eq(x**2 + y**2, 2)), (1 / (x - 5) + x, circle)]:
        wrong = claim(X, Identity(x**3 + x * y**2, x), given=[circle])
        wrong.argument(lambda p, pair=(cofactor, known): p.ideal(pair))
        with pytest.raises(Refused, match=r"ideal|obligation"):
            proof_of(wrong)


def test_zeros_leaves_out_what_cannot_vanish():
    product = eq(x**3 - x * y**2, 0)
    case = claim(X, Identity(x, y), given=[product, gt(x, 0), gt(y, 0)])

    def argument(p):
        p.zeros(product, as_=x * (x + y) * (x - y))
        p.ring(eq(x, y))

    case.argument(argument)
    proof_of(case)
    for given, as_ in [
        ([product, gt(x, 0)], x * (x + y) * (x - y)),  # two factors are left: an alternative, not an equality
        ([product, gt(x, 0), gt(y, 0)], x * (x - y)),
        ([product, gt(x, 0), gt(y, 0)], (x + y) * (x - y)),
    ]:
        wrong = claim(X, Identity(x, y), given=given)
        wrong.argument(lambda p, as_=as_: p.zeros(product, as_=as_))
        with pytest.raises(Refused):
            proof_of(wrong)


def test_average_of_what_holds_for_every_token():
    case = claim(T, Inequality(Mean(t**2, t), "<=", Mean(number(1), t)))

    def argument(p):
        p.sign(ge(1 - t**2, 0), as_=(1 - t) * (1 + t))
        p.average(ge(1, t**2), t)

    case.argument(argument)
    proof_of(case)
    wrong = claim(T, Inequality(Mean(t**2, t), "<=", Mean(number(Fraction(1, 2)), t)))
    wrong.argument(lambda p: p.average(ge(Fraction(1, 2), t**2), t))
    with pytest.raises(Refused, match="not shown for every token"):
        proof_of(wrong)
    zero = claim(T, Inequality(Mean(t, t), "!=", 0))
    zero.argument(lambda p: p.average(ne(t, 0), t))
    with pytest.raises(Refused, match="average to zero"):
        proof_of(zero)


def test_cases_by_sign():
    """|x| >= x by the sign of x, with |x|^2 = x^2."""
    case = claim(X, Inequality(x**3 + x, "!=", -y), given=[ge(x, 0), gt(y, 0)])
    signs = any_of(gt(x, 0), eq(x, 0), lt(x, 0))
    case.argument(lambda p: p.cases(signs, lambda q: q.sign(), lambda q: q.sign(), lambda q: q.absurd(x)))
    proof_of(case)
    for split, branches in [
        (any_of(gt(x, 0), lt(x, 0)), [lambda q: q.sign(), lambda q: q.absurd(x)]),  # x = 0 is missing
        (any_of(gt(x, 0), eq(x, 0), lt(y, 0)), [lambda q: q.sign(), lambda q: q.sign(), lambda q: q.absurd(y)]),
        (signs, [lambda q: q.sign(), lambda q: q.sign()]),
        (signs, [lambda q: q.sign(), lambda q: q.sign(), lambda q: None]),
        (signs, [lambda q: q.sign(), lambda q: q.absurd(x), lambda q: q.absurd(x)]),
    ]:
        wrong = claim(X, Inequality(x**3 + x, "!=", -y), given=[ge(x, 0), gt(y, 0)])
        wrong.argument(lambda p, split=split, branches=branches: p.cases(split, *branches))
        with pytest.raises(Refused, match="cases"):
            proof_of(wrong)


def test_cases_never_split_on_a_token_that_is_averaged():
    """Where t > 0 holds for one token, Mean(|t|) == Mean(t) does not follow: for t = 1, -1 it is 1 against 0."""
    shows = Identity(Mean(absolute(t), t) ** 2, Mean(t, t) ** 2)
    signs = any_of(gt(t, 0), eq(t, 0), lt(t, 0))

    def branch(sign):
        def steps(q):
            q.zeros(eq((absolute(t) - t) * (absolute(t) + t), 0), as_=(absolute(t) - t) * (absolute(t) + t))
            q.average(eq(absolute(t), sign * t), t)

        return steps

    case = claim(T, shows)
    case.argument(lambda p: p.cases(signs, branch(1), branch(0), branch(-1), shows=p.goal))
    with pytest.raises(Refused, match="one token"):
        proof_of(case)
    only = claim(T, Inequality(Mean(t, t), ">", 0))
    only.argument(lambda p: p.cases(any_of(gt(t, 0), ge(0, t)), lambda q: q.sign(), lambda q: q.sign()))
    with pytest.raises(Refused, match=r"where t > 0: .* not manifestly positive"):
        proof_of(only)
    hidden = claim(T, Inequality(number(1), ">", 0))
    hidden.argument(
        lambda p: p.cases(
            signs, *[lambda q: q.average(gt(t, 0), t)] * 3, shows=gt(number(1), 0)
        )  # only the step averages
    )
    with pytest.raises(Refused, match="one token"):
        proof_of(hidden)


def test_use_of_another_claim():
    lemma = Claim("test.lemma", Space(u=Positive()), shows=Inequality(Space(u=Positive()).symbols + 1, ">", 1))
    u = lemma.space.symbols
    case = claim(X, Inequality(x**2 + 2, ">", 1))
    case.argument(lambda p: p.uses(lemma, at={u: x**2 + 1}))
    sequents = {"test.lemma": lemma.sequent}
    point = {x: number(0), y: number(0)}
    proof = prove(case.sequent, steps_of(case), point, sequents.get)
    assert proof.uses == ("test.lemma",)
    bad = claim(X, Inequality(x**2 + 1, ">", 1))
    bad.argument(lambda p: p.uses(lemma, at={u: x**2}))
    with pytest.raises(Refused, match=r"hypothesis x\*\*2 > 0 of test.lemma is not shown"):
        prove(bad.sequent, steps_of(bad), point, sequents.get)
    with pytest.raises(Refused, match="unknown"):
        prove(case.sequent, steps_of(case), point)
    natural = Claim("test.natural", Space(m=Natural(0)), shows=Inequality(Space(m=Natural(0)).symbols, ">=", 0))
    wrong = claim(X, Inequality(x, ">=", 0))
    wrong.argument(lambda p: p.uses(natural, at={natural.space.symbols: x}))
    with pytest.raises(Refused, match="natural number"):
        prove(wrong.sequent, steps_of(wrong), point, {"test.natural": natural.sequent}.get)


def test_refutation_needs_certainty():
    strict = claim(X, Inequality((x - y) ** 2, ">", 0))
    refute(strict.sequent, "main", "point", {x: number(1), y: number(1)})
    with pytest.raises(Refused, match="does not certainly fail"):
        refute(strict.sequent, "main", "point", {x: number(1), y: number(2)})
    weak = claim(X, Inequality((x - y) ** 2, ">=", 0))
    with pytest.raises(Refused, match="does not certainly fail"):
        refute(weak.sequent, "main", "point", {x: PI, y: PI})
    given = claim(X, Identity(x, y), given=[gt(x, 1)])
    with pytest.raises(Refused, match="certainly satisfy"):
        refute(given.sequent, "main", "point", {x: number(1), y: number(0)})
    undefined = claim(X, Identity(1 / x, 2))
    with pytest.raises(Refused, match="undefined"):
        refute(undefined.sequent, "main", "point", {x: number(0), y: number(0)})
    # transcendental values are decided by ball, equalities among them are not
    ball = refute(claim(X, Identity(exp(x), 2)).sequent, "main", "point", {x: number(1), y: number(0)})
    assert ball.strength == "ball"
    with pytest.raises(Refused, match="does not certainly fail"):
        refute(claim(X, Inequality(exp(x) * exp(-x), ">", 1)).sequent, "main", "point", {x: number(1), y: number(0)})


def test_refutation_with_tokens():
    case = claim(T, Inequality(Mean(t, t), "!=", 0))
    refute(case.sequent, "main", "point", {t: (number(1), number(-1))})
    with pytest.raises(Refused, match="certainly satisfy"):
        refute(case.sequent, "main", "point", {t: (number(2), number(-2))})
    with pytest.raises(Refused, match="no value"):
        refute(case.sequent, "main", "point", {t: ()})


@pytest.mark.parametrize(
    ("given", "multipliers"),
    [
        ([gt(x, 0), lt(x, 0)], [(0, 1), (1, 1)]),
        ([gt(x, 0), ge(-2 * x, 0)], [(0, 2), (1, 1)]),
        ([ge(x, 2), le(x, 1)], [(0, 1), (1, 1)]),
        ([lt(x**2 + y**2, 0)], [(0, 1)]),
        ([eq(x, 1), eq(x, 2)], [(0, 1), (1, -1)]),
        ([eq(x, y), ne(2 * x, 2 * y)], [(0, 2), (1, 1)]),
        ([gt(x, y), gt(y, x)], [(0, 1), (1, 1)]),
        ([gt(number(0), 1)], [(0, 1)]),
    ],
)
def test_contradictions_are_proved(given, multipliers):
    case = claim(X, Identity(x, x), given)
    contradict(case.sequent, [(at, Fraction(factor)) for at, factor in multipliers])


@pytest.mark.parametrize(
    ("given", "multipliers"),
    [
        ([ge(x, 0), le(x, 0)], [(0, 1), (1, 1)]),  # x = 0
        ([gt(x, 0), lt(x, 0)], [(0, 1), (1, -1)]),  # wrong sign of a factor
        ([gt(x, 0), lt(x, 0)], [(0, 1)]),
        ([gt(x, 0), lt(x, 0)], [(0, 1), (2, 1)]),
        ([gt(x, 0), lt(x, 0)], []),
        ([le(x**2, 0)], [(0, 1)]),
        ([eq(x, 1), eq(y, 2)], [(0, 1), (1, -1)]),
        ([ge(x, y), ne(x, y)], [(0, 1), (1, 1)]),
        ([ne(x, 0), ne(x, 1)], [(0, 1), (1, 1)]),
        ([any_of(gt(x, 0), lt(x, 0))], [(0, 1)]),
    ],
)
def test_what_is_no_contradiction_is_not_one(given, multipliers):
    case = claim(X, Identity(x, x), given)
    with pytest.raises(Refused):
        contradict(case.sequent, [(at, Fraction(factor)) for at, factor in multipliers])


def test_derivatives_against_known_ones():
    pairs = {
        x**3: 3 * x**2,
        exp(2 * x): 2 * exp(2 * x),
        sin(x) * cos(x): cos(x) ** 2 - sin(x) ** 2,
        1 / (1 + x**2): -2 * x / (1 + x**2) ** 2,
        sqrt(1 + x**2): x / sqrt(1 + x**2),
        log(1 + x**2): 2 * x / (1 + x**2),
        abs2(1 + I * x): 2 * x,
        im(exp(I * x)): cos(x),
    }
    for quantity, rate in pairs.items():
        proof_of(claim(X, Evolves(quantity, along={x: 1}, rate=rate)))
        with pytest.raises(Refused):
            proof_of(claim(X, Evolves(quantity, along={x: -1}, rate=rate)))


def test_conserved_quantity_of_the_rotation():
    proof_of(claim(W, Conserved(abs2(w), along={w: I * w})))
    with pytest.raises(Refused):
        proof_of(claim(W, Conserved(abs2(w), along={w: w})))
