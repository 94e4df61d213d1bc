"""Hypotheses about every token: samples satisfy them, and so do counterexamples."""

from verify import Claim, Inequality, Mean, Real, Space, Token, eq, exp, ge, le
from verify.attack import attack, find_witness
from verify.attack.ground import Ground
from verify.kernel.point import all_hold

S = Space(u=Real(), x=Token(Real()), y=Token(Real()))
u, x, y = S.symbols
below, near = le(x, u), ge(Mean(exp(-((x - y) ** 2)), y), "1/2")


def claim(shows, *given):
    return Claim("test.claim", S, shows=shows, given=given)


def test_what_follows_from_a_hypothesis_on_every_token_does_not_look_false():
    found = attack(claim(Inequality(Mean(x, x), "<=", u), below), 5_000)
    assert found.simplest is None
    assert found.survey.effective > 0
    assert found.survey.suspects == 0


def test_a_counterexample_satisfies_it_at_every_token():
    for given in ((below,), (near,), (below, near)):
        wrong = claim(Inequality(Mean(x, x), "<=", u - 1), *given)
        found = attack(wrong, 5_000)
        assert found.simplest is not None
        assert all_hold(wrong.sequent.facts, found.simplest.point)[1] is None


def test_rows_that_break_it_are_outside():
    import numpy as np

    ground = Ground(S, [below])
    columns = {u: np.array([1.0, 1.0]), x: np.array([[0.0, 1.0], [0.0, 2.0]]), y: np.zeros((2, 2))}
    holds, possible, violation = ground.inside(columns)
    assert holds.tolist() == possible.tolist() == [True, False]
    assert violation[0] == 0 < violation[1]


def test_an_equality_between_tokens_is_no_surface_to_move_onto():
    found = attack(claim(Inequality(Mean(x, x), "<=", Mean(y, y)), eq(x, y)), 5_000)
    assert found.simplest is None
    assert find_witness(claim(Inequality(Mean(x, x), "<=", u), eq(x, y))) is not None
