"""The words of an argument: sums that keep their summands, lists of Terms for another claim's symbols."""

from __future__ import annotations

import pytest

from verify import Claim, Identity, Inequality, Matrices, Positive, Real, Space, Sphere, Token, eq, ge, gt, ne, norm2
from verify.kernel.goal import Pointwise
from verify.kernel.proof import Refused, prove
from verify.kernel.term import TermError, number
from verify.prove.argument import Argument, steps_of

S = Space(d=Real(), x=Real())
d, x = S.symbols


def argument(relation):
    return Argument({"main": Pointwise(relation)}, "main")


def test_the_summands_of_a_list_keep_their_form():
    def proof(form):
        claim = Claim("a.b", S, given=[ge(d, 1)], shows=Inequality(d + x**2, ">", 0))
        claim.argument(lambda p: p.sign(as_=form))
        return prove(claim.sequent, steps_of(claim), {d: number(1), x: number(0)})

    assert proof([d - 1, x**2, 1]).strength == "exact"
    assert proof([(d - 1) / 2, (d - 1) / 2, x**2, 1]).strength == "exact"
    assert proof([(d - 1) / 2, (d - 1) / 3, (d - 1) / 6, x**2, 1]).strength == "exact"
    with pytest.raises(Refused, match="sign"):
        proof((d - 1) + x**2 + 1)  # folds to d + x^2


def test_a_relation_in_a_list_stands_for_its_gap():
    p = argument(gt(d, 0))
    p.sign(as_=[ge(d, x), x])
    p.sign(as_=[d - x, x])
    assert p.steps[0] == p.steps[1]


@pytest.mark.parametrize("kept", [ge(d**2 - d, 0), gt(d, 0)])
def test_of_what_an_argument_of_its_own_shows_the_relation_alone_is_kept(kept):
    def product(p):
        p.sign(gt(d, 0), as_=[d - 1, 1])
        p.sign(ge(d**2 - d, 0), as_=(d - 1) * d)

    def proof():
        claim = Claim("a.b", S, given=[ge(d, 1)], shows=Inequality(d**2 - d, ">=", 0))
        claim.argument(lambda p: (p.have(kept, product), p.sign(ge(d**2 - d, 0))))
        return prove(claim.sequent, steps_of(claim), {d: number(1), x: number(0)})

    if kept.gap == d:
        with pytest.raises(Refused, match="not manifestly"):
            proof()
    else:
        assert proof().strength == "exact"


def test_an_argument_of_its_own_ends_with_the_plain_rule():
    p = argument(gt(d, 0))
    p.have(gt(d, 0), lambda q: q.sign(gt(2 * d, 0), as_=[2 * (d - 1), 2]))
    assert [step.rule for step in p.steps[0].data["branches"][0]] == ["sign", "sign"]
    with pytest.raises(Refused, match=r"without reaching|not manifestly"):
        claim = Claim("a.b", S, given=[ge(d, 1)], shows=Inequality(d, ">", 0))
        claim.argument(lambda p: p.have(gt(d, 0), lambda q: None))
        prove(claim.sequent, steps_of(claim), {d: number(1), x: number(0)})


def test_an_average_and_an_integral_may_show_their_relation_first():
    token = Space(t=Token(Real())).symbols
    p, q = argument(gt(d, 0)), argument(gt(d, 0))
    p.average(ge(token**2, 2 * token - 1), token, as_=(token - 1) ** 2)
    q.sign(ge(token**2, 2 * token - 1), as_=(token - 1) ** 2)
    q.average(ge(token**2, 2 * token - 1), token)
    assert p.steps == q.steps
    p.integrate(ge(x**2, 2 * x - 1), x, 0, 1, as_=(x - 1) ** 2)
    q.sign(ge(x**2, 2 * x - 1), as_=(x - 1) ** 2)
    q.integrate(ge(x**2, 2 * x - 1), x, 0, 1)
    assert p.steps == q.steps


def test_a_product_that_is_zero_needs_no_other_form():
    p = argument(eq(d, 0))
    p.zeros(eq(d * x, 0))
    assert p.steps[0].data["as_"] == d * x


Lent = Space(u=Sphere(2), A=Matrices(2, 2, kind="symmetric"), s=Positive())
u, A, s = Lent.symbols
LENT = Claim("lent.one", Lent, shows=Identity(norm2(u), 1))


def test_a_list_gives_the_symbols_in_order():
    p, own = argument(gt(d, 0)), Space(v=Sphere(2)).symbols
    p.uses(LENT, [own, 1, x, 2, 3])
    p.uses(LENT, [*own, 1, x, 2, 3])
    p.uses(LENT, {u[0]: own[0], u[1]: own[1], A[0, 0]: 1, A[0, 1]: x, A[1, 1]: 2, s: 3})
    assert p.steps[0] == p.steps[1] == p.steps[2]


@pytest.mark.parametrize("values", [[1], [1, 2, 3, 4, 5, 6, 7]])
def test_a_list_that_does_not_fit_is_an_error(values):
    with pytest.raises(TermError, match=f"lent.one speaks of u1.*expected 6 Terms for them, found {len(values)}"):
        argument(gt(d, 0)).uses(LENT, values)


def test_a_list_needs_the_claim_itself():
    with pytest.raises(TermError, match=r"lent\.one is given by its id"):
        argument(gt(d, 0)).uses("lent.one", [1])


@pytest.mark.parametrize(
    ("given", "wanted"),
    [([gt(d, 0)], gt(d, 0)), ([gt(d, 0)], ge(d, 0)), ([gt(d, 0)], ne(d, 0)), ([ge(d, 0), ge(0, d)], eq(d, 0))],
)
def test_by_contradiction_the_contrary_is_absurd(given, wanted):
    def proof(quantity):
        claim = Claim("a.b", S, given=given, shows=Inequality(x**2, ">=", 0))
        claim.argument(lambda p: (p.contradiction(lambda q: q.absurd(quantity, shows=wanted), shows=wanted), p.sign()))
        return prove(claim.sequent, steps_of(claim), {d: number(int(wanted.op != "eq")), x: number(0)})

    assert proof(d).strength == "exact"
    with pytest.raises(Refused, match="leave a sign"):
        proof(x)
