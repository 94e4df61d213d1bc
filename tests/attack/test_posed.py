"""Bounds of tokens that turn or rest are refuted by solutions that are written down; those that hold never are."""

from __future__ import annotations

import pytest

from verify import Bound, Claim, Matrices, Mean, Nonneg, Positive, Space, Sphere, Token, dot, eq, ge, le, norm2
from verify.attack import posed as module
from verify.attack.posed import posed
from verify.kernel.proof import Refused

S = Space(t=Nonneg(), D=Token(Nonneg()), X=Token(Sphere(3)), Y=Token(Sphere(3)), v=Token(Matrices(3, 1)), s=Positive())
t, D, X, Y, v, s = S.symbols
INPUTS = (*X, *Y, *v)
TOKENS = (D, *INPUTS)
APART, SLOW = eq(D, norm2(X - Y)), le(norm2(v), s**2)
START = (eq(t, 0), eq(D, 0))
REACH = s * t


def bound(value, order=le, during=(APART, SLOW), start=START):
    """The tangent part of v turns X away from Y: sqrt(D) <= s t."""
    along = {D: 2 * dot(X - Y, v - dot(X, v) * X), t: 1}
    shows = Bound(order(Mean(D, *TOKENS), value), along=along, inputs=INPUTS, start=list(start), during=list(during))
    return Claim("t.posed", S, shows=shows, kind="lie")


FALSE = {
    "it moves": (bound(0 * t), "path"),
    "half as far": (bound((REACH / 2) ** 2), "path"),
    "it may rest": (bound(REACH**2, order=ge), "path"),
    "any speed": (bound(REACH**2, during=[APART]), "path"),
    "any start": (bound(REACH**2, start=[eq(t, 0)]), "point"),
}
TRUE = {
    "as far as it may": bound(REACH**2),
    "nothing turns": bound(0 * t, during=[APART, le(norm2(v), 0)]),
    "apart from the start on": bound(4 + 0 * t, start=[eq(t, 0)]),
}


def search(claim, draws=600):
    return posed(S, claim.sequent, "main", claim.sequent.goal("main"), draws, 1)[0]


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refuted(name):
    claim, rule = FALSE[name]
    assert search(claim).rule == rule


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_not(name):
    assert search(TRUE[name]) is None


def test_the_kernel_decides(monkeypatch):
    asked = []

    def never(*arguments):
        asked.append(arguments)
        raise Refused("no")

    monkeypatch.setattr(module, "refute", never)
    assert search(FALSE["any speed"][0]) is None
    assert 0 < len(asked) <= module.CONFIRMED
