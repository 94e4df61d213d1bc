"""What moves with a token, what runs over it, and what is supposed while a bound holds: false statements are refused.

Each of these was once shown, or refuted, by the kernel.
"""

from fractions import Fraction

import pytest

from verify import Bound, Claim, Identity, Inequality, Integral, Mean, Nonneg, Positive, Real, Space, Token, eq, ge, le
from verify.attack import find_witness
from verify.attack.witness import find_part_witness
from verify.claim import ClaimError, Evolves
from verify.kernel.context import Context
from verify.kernel.goal import own_hypotheses
from verify.kernel.lie import slope
from verify.kernel.proof import Refused, prove, refute
from verify.kernel.term import TermError, number
from verify.prove.argument import steps_of

T = Space(a=Token(Real()), b=Token(Real()), h=Token(Real()))
a, b, h = T.symbols


def claim(space, shows, argument, given=(), name="test.claim"):
    found = Claim(name, space, shows=shows, given=given)
    found.argument(argument)
    return found


def proof_of(claim, *others):
    ((part, goal),) = claim.sequent.goals
    own = own_hypotheses(goal, claim.sequent.facts)
    inhabited = {part: find_part_witness(claim, own)} if own else {}
    offers = {each.id: each.offers for each in others}.get
    return prove(claim.sequent, steps_of(claim), find_witness(claim), offers, inhabited)


def refused(words, claim, *others):
    with pytest.raises(Refused, match=words):
        proof_of(claim, *others)


def test_nothing_has_a_derivative_by_a_token_over_which_its_mean_runs():
    """For tokens 0 and 1 the mean of x^2 is 1/2, and so is twice the square of the mean; for 0, 0, 1 it is more."""
    S = Space(x=Token(Nonneg()))
    x = S.symbols

    def rising(p):
        p.rises(ge(Mean(x, x), x / 2), x, low=0, as_=Fraction(1, 2))
        p.sign(ge(2 * x * Mean(x, x), x**2), as_=2 * x * (Mean(x, x) - x / 2))
        p.average(ge(2 * x * Mean(x, x), x**2), x)

    refused("no derivative by it", claim(S, Inequality(Mean(x**2, x), "<=", 2 * Mean(x, x) ** 2), rising))
    with pytest.raises(TermError, match="no derivative by it"):
        slope(Mean(x, x), x)


def test_a_mean_runs_over_tokens():
    """Else the mean of s over s would be an antiderivative of 1 whose ends do not differ."""
    S = Space(s=Real())
    s = S.symbols
    one = Integral(1, s, 0, 1)
    refused("no token here", claim(S, Identity(one, 0), lambda p: p.integral(one, Mean(s, s))))


@pytest.mark.parametrize("missing", [False, True])
def test_a_rate_ties_the_tokens_of_which_it_speaks(missing):
    """a' = b' = h from 0: for h = 1, -1 the mean of a stays 0, and a token b falls."""

    def start(q):
        q.average(eq(a, 0), *over)
        q.sign(ge(b, Mean(a, *over)), as_=a - a)

    over = (a,) if missing else (a, b, h)
    shows = Bound(le(Mean(a, *over), b), along={a: h, b: h}, inputs=[h], start=[eq(a, 0), eq(b, 0)])
    words = "does not run over h" if missing else "is not .0. times it"
    refused(words, claim(T, shows, lambda p: p.compare(rate=0, source=0, by=start)))


def test_a_mean_that_moves_has_the_mean_of_its_rate():
    """a' = h: the mean of a times that of h has the rate mean(h)^2, not mean(h^2)."""
    with pytest.raises(ClaimError, match="does not run"):
        claim(T, Evolves(Mean(Mean(a, a) * h, h), along={a: h}, rate=Mean(h**2, h)), lambda p: p.ring())


HELD = Space(x=Real(), e=Real(), c=Positive())
x, e, c = HELD.symbols


def held(shows, source, least):
    """x <= least, from 0, where source = -x' is nonnegative as long as that holds."""
    return claim(
        HELD if e in source.symbols else LATER,
        shows,
        lambda p: p.compare(
            rate=0,
            source=source,
            by=lambda q: q.sign(ge(least - x, 0), as_=least),
            margin=least,
            start=lambda q: q.sign(ge(least - x, least), as_=x - x),
            way=lambda q: q.sign(ge(source, 0)),
        ),
        name="test.held",
    )


SUPPOSES = Bound(le(x, c), along={x: e}, inputs=[e], start=[eq(x, 0)], supposing=[(le(x, c), le(e, 0))])
LATER = Space(x=Real(), y=Nonneg())
y = LATER.symbols[1]


def test_what_is_supposed_under_a_condition_is_supposed_by_whoever_uses_the_bound():
    """x' = 1 from 0 does not stay below 1; where e <= 0 while x <= 1 it does."""
    proof_of(lemma := held(SUPPOSES, -e, c))
    S = Space(t=Nonneg())
    t = S.symbols
    argument = lambda p: p.solution(lemma, {x: t, e: number(1), c: number(1)}, t, low=0)  # noqa: E731
    refused("under a condition", claim(S, Inequality(t, "<=", 1), argument), lemma)


def test_a_condition_on_all_tokens_is_none_on_one():
    """k = 1, 1/2, 1/4, ...: once t > 0 the bound fails for some token, and nothing is supposed of any other."""
    lemma = held(SUPPOSES, -e, c)
    S = Space(D=Token(Real()), h=Token(Real()), k=Token(Positive()))
    D, h, k = S.symbols
    shows = Bound(le(D, k), along={D: h}, inputs=[h], start=[eq(D, 0)], supposing=[(le(D, k), le(h, 0))])

    def argument(p):
        p.follows(lemma, {x: D, e: h, c: k})
        p.holds()

    refused("is no token there", claim(S, shows, argument), lemma)


def test_no_solution_that_leaves_what_is_supposed_refutes():
    """x' = y, y' = 1 from 0, where y <= 0 while x <= 1: there is no solution beyond t = 0, and the bound is proved."""
    shows = Bound(le(x, 1), along={x: y, y: 1}, start=[eq(x, 0), eq(y, 0)], supposing=[(le(x, 1), le(y, 0))])
    proof_of(bounded := held(shows, -y, number(1)))
    data = {"time": Fraction(2), "length": Fraction(1, 8), "order": 8, "precision": 64}
    with pytest.raises(Refused, match="under a condition"):
        refute(bounded.sequent, "main", "flow", {x: number(0), y: number(0)}, data)


def test_tokens_that_a_fact_ties_have_equally_many_values():
    S = Space(a=Token(Real()), b=Token(Real()))
    a, b = S.symbols
    below = Claim("test.rows", S, given=[le(b, a), le(a, 1)], shows=Inequality(Mean(b, b), "<=", 3))
    with pytest.raises(Refused, match="does not certainly satisfy"):
        refute(below.sequent, "main", "point", {a: (number(1),), b: (number(1), number(9))})


def test_tokens_of_another_claim_become_functions_of_those_over_which_means_run():
    """a = b for every token, at first and later: (a - b)^2 over tokens a is not 0 for another token's b."""
    S = Space(D=Token(Real()))
    D = S.symbols

    def still(p):
        p.compare(rate=0, source=0, by=lambda q: q.ring(eq(Mean(D**2, D), 0)) or q.sign(as_none, as_=D - D))

    as_none = le(Mean(D**2, D), 0)
    lemma = claim(S, Bound(as_none, along={D: 0}, start=[eq(D, 0)]), still, name="test.still")
    proof_of(lemma)

    def argument(p):
        p.follows(lemma, {D: a - b}, [a], start=lambda q: q.ring(eq(a - b, 0)))
        p.average(le(Mean((a - b) ** 2, a), 0), b)
        p.holds()

    shows = Bound(le(Mean(Mean((a - b) ** 2, a), b), 0), along={a: 0, b: 0}, start=[eq(a, b)])
    refused("no mean would run", claim(T, shows, argument), lemma)


def test_a_branch_that_ties_tokens_forgets_means_over_some_of_them():
    goal = Claim("test.branch", T, shows=Inequality(Mean(a, a, b), "<=", 0)).sequent.goal("main")
    context = Context(Claim("test.branch", T, shows=Inequality(Mean(a, a, b), "<=", 0)).sequent, goal, lambda _: None)
    context.learn(known := ge(Mean((a - b) ** 2, a), 0))
    assert known in context.under(ge(a, 0)).facts.relations
    assert known not in context.under(eq(a, b)).facts.relations
    context.tie(eq(a, b))
    assert known not in context.facts.relations


def test_what_a_constant_stands_for_is_its_present_value_at_the_start_as_well():
    """x = 0 <= c, for c >= 0: c may be y now, not what y was at the start."""
    S, N = Space(x=Real(), c=Real()), Space(X=Real(), y=Real())
    (x, c), (X, y) = S.symbols, N.symbols
    shows = Bound(le(x, c), along={x: 0}, start=[eq(x, 0), ge(c, 0)])
    still = lambda p: p.compare(rate=0, source=0, by=lambda q: q.sign(le(x, c), as_=c))  # noqa: E731
    proof_of(lemma := claim(S, shows, still, name="test.still"))

    def argument(p):
        p.follows(lemma, {x: X, c: y}, start=lambda q: q.sign(ge(y, 0), as_=y - y))
        p.holds()

    falling = Bound(le(X, y), along={X: 0, y: -1}, start=[eq(X, 0), eq(y, 0)])
    refused("which test.still supposes, is not shown", claim(N, falling, argument), lemma)


def test_what_is_constant_for_a_token_may_be_unbounded():
    """k = 1, 2, 3, ...: once t > 0 some k D is above 1, and nothing is supposed of any token."""
    S = Space(D=Token(Nonneg()), h=Token(Real()), k=Token(Positive()))
    D, h, k = S.symbols
    shows = Bound(le(k * D, 1), along={D: h}, inputs=[h], start=[eq(D, 0)], supposing=[(le(k * D, 1), le(h, 0))])
    zero = D - D
    argument = lambda p: p.compare(  # noqa: E731
        rate=0,
        source=-k * h,
        by=lambda q: q.sign(ge(1 - k * D, 0), as_=number(1)),
        margin=number(1),
        start=lambda q: q.sign(ge(1 - k * D, 1), as_=zero),
        way=lambda q: q.sign(ge(-k * h, 0)),
    )
    refused("it may be unbounded", claim(S, shows, argument))
