"""Sharp bounds of tokens, moved a little, are refuted by solutions that were bred; those that hold never are."""

from __future__ import annotations

import pytest

from verify import (
    Bound,
    Claim,
    Matrices,
    Mean,
    Nonneg,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
    cos,
    dot,
    eq,
    exp,
    ge,
    gt,
    le,
    lt,
    norm2,
    sqrt,
)
from verify.attack import bred as module
from verify.attack.bred import bred
from verify.kernel.proof import Refused
from verify.kernel.term import number

S = Space(
    t=Nonneg(), D=Token(Nonneg()), X=Token(Sphere(3)), Y=Token(Sphere(3)), v=Token(Matrices(3, 1)), s=Positive(),
    m=Positive(),
)  # fmt: skip
t, D, X, Y, v, s, m = S.symbols
INPUTS = (*X, *Y, *v)
TOKENS = (D, *INPUTS)
APART, SLOW = eq(D, norm2(X - Y)), le(norm2(v), s**2)
START = (eq(t, 0), eq(D, 0))
REACH = s * t


def bound(value, order=le, during=(APART, SLOW), start=START, least=None):
    """The tangent part of v turns X away from Y: sqrt(D) <= s t."""
    along = {D: 2 * dot(X - Y, v - dot(X, v) * X), t: 1}
    shown = order(Mean(D, *TOKENS) if least is None else least, value)
    shows = Bound(shown, along=along, inputs=INPUTS, start=list(start), during=list(during))
    return Claim("t.bred", S, shows=shows, kind="lie")


# a token that starts away from its partner, at most m away: its bound is sharp there
NEAR = (eq(t, 0), le(D, m))
FAR = sqrt(m) + REACH

FALSE = {
    "half as far": (bound((REACH / 2) ** 2), "path"),
    "any speed": (bound(REACH**2, during=[APART]), "path"),
    "never as far as it may start": (bound(FAR**2, order=lt, start=NEAR), "point"),
    "a little nearer than that": (bound((number(19) / 20 * sqrt(m) + REACH) ** 2, start=NEAR), "point"),
}
TRUE = {
    "as far as it may": bound(REACH**2),
    "as far as it may start": bound(FAR**2, start=NEAR),
    "nothing turns": bound(0 * t, during=[APART, le(norm2(v), 0)]),
}


def search(claim, draws=1_500):
    return bred(S, claim.sequent, "main", claim.sequent.goal("main"), draws, 1)[0]


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refuted(name):
    claim, rule = FALSE[name]
    assert search(claim).rule == rule


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_not(name):
    assert search(TRUE[name]) is None


def test_a_rate_says_how_long_a_number_is():
    """x' = r for the first coordinate x of a unit vector, |r| <= 1: it turns, and r is what it wants at each time."""
    space = Space(t=Nonneg(), x=Token(Sphere(2)), r=Token(Real()))
    time, point, r = space.symbols
    shows = Bound(
        ge(Mean(point[0], *point, r), 1), along={point[0]: r, time: 1}, inputs=[point[1], r], start=[eq(time, 0)],
        during=[gt(point[0], "1/10"), le(r**2, 1), le(1 - time / 4, point[0])],
    )  # fmt: skip
    found = search_in(space, Claim("t.rate", space, shows=shows, kind="lie"))
    assert found is not None and found.rule == "path"


def search_in(space, claim, draws=1_500):
    return bred(space, claim.sequent, "main", claim.sequent.goal("main"), draws, 1)[0]


def test_the_same_for_everyone():
    claim = FALSE["half as far"][0]
    one, two = search(claim), search(claim)
    assert one.point == two.point and one.data == two.data


def test_without_unit_vectors_nothing_is_bred():
    space = Space(t=Nonneg(), y=Real(), r=Real())
    time, y, r = space.symbols
    shows = Bound(le(y, exp(time) * cos(time)), along={y: r, time: 1}, inputs=[r])
    claim = Claim("t.none", space, shows=shows, kind="lie")
    assert bred(space, claim.sequent, "main", claim.sequent.goal("main"), 500, 1) == (None, 0)


def test_the_kernel_decides(monkeypatch):
    asked = []

    def never(*arguments):
        asked.append(arguments)
        raise Refused("no")

    monkeypatch.setattr(module, "refute", never)
    assert search(FALSE["never as far as it may start"][0]) is None
    assert asked
