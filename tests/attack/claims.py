"""Claims of which the tests know whether they hold, and how to look at a counterexample."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify import (
    Claim,
    Disk,
    Eventually,
    Identity,
    Inequality,
    Interval,
    Matrices,
    Natural,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
    abs2,
    any_of,
    det,
    eq,
    exp,
    eye,
    ge,
    gt,
    im,
    le,
    log,
    lt,
    ne,
    norm2,
    sin,
    tr,
)
from verify import Mean as mean
from verify.attack.outcome import point_text
from verify.attention import linear
from verify.claim import AlmostEvery, Every
from verify.kernel.proof import Refutation

__all__ = ["FALSE", "LASTING", "TRUE", "coordinates", "false", "true"]

Q = Fraction


def coordinates(refutation: Refutation | None) -> dict[str, Any]:
    """The coordinates of a counterexample as text."""
    assert refutation is not None
    found = point_text(refutation.point)
    assert found is not None
    return found


def _claim(name: str, space: Space, shows: Any, *given: Any) -> Claim:
    return Claim(f"test.{name}", space, shows=shows, given=given)


def _one_real() -> dict[str, Claim]:
    space = Space(x=Real())
    x = space.symbols
    return {
        "strict-square": _claim("strict-square", space, Inequality(x**2, ">", 0)),
        "far": _claim("far", space, Inequality(x, "<=", 25)),
        "very-far": _claim("very-far", space, Inequality(x**2, "<=", 10**6)),
        "double-root": _claim("double-root", space, Inequality((x - Q(7, 3)) ** 2 * (x**2 + 1), ">", 0)),
        "irrational-root": _claim("irrational-root", space, Inequality((x**2 - 2) ** 2, ">", 0)),
        "sine": _claim("sine", space, Inequality(sin(x), "<", 1)),
        "unequal": _claim("unequal", space, Inequality(x**3 - x, "!=", 6)),
        "exponential": _claim("exponential", space, Inequality(exp(x), ">=", 1 + x + x**2 / 2)),
        "small-dip": _claim("small-dip", space, Inequality((x - Q(5, 7)) ** 2, ">=", Q(1, 10**6))),
    }


def _two_reals() -> dict[str, Claim]:
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    thin = le((x - Q(1, 3)) ** 2 + (y - Q(2, 7)) ** 2, Q(1, 10**8))
    return {
        "thin": _claim("thin", space, Inequality(x, ">", Q(1, 2)), thin),
        "touching": _claim(
            "touching", space, Inequality(3 * x * y * (2 * x**2 - 3 * x * y + 2 * y**2), "<", (x**2 + y**2) ** 2)
        ),
        "circle": _claim("circle", space, Inequality(x + y, "<=", Q(7, 5)), eq(x**2 + y**2, 1)),
        "two-lines": _claim("two-lines", space, Inequality(x, "<", 2), eq(x + y, 3), eq(x - y, 1)),
        "alternatives": _claim("alternatives", space, Inequality(x * y, "<=", 3), any_of(eq(x, 2), eq(y, 2))),
        "narrow-valley": _claim(
            "narrow-valley", space, Inequality((x - y) ** 2 + y**2 / 1000 + (x * y - 1) ** 2, ">=", Q(1, 500))
        ),
    }


def _on_a_surface() -> dict[str, Claim]:
    space = Space(a=Positive(), b=Positive(), c=Positive())
    a, b, c = space.symbols
    left, right = 2 * a * b * c * (a + b + c), 3 * (a**2 * b**2 * c**2 + 1)
    given = eq(a * b + b * c + c * a, 3)
    return {
        "surface": _claim("surface", space, Inequality(left, ">=", right), given),
        "surface-flip": _claim("surface-flip", space, Inequality(left, "<=", right), given),
    }


def _in_other_spaces() -> dict[str, Claim]:
    sphere = Space(x=Sphere(3))
    x = sphere.symbols
    definite = Space(M=Matrices(2, 2, "definite"), N=Matrices(2, 2, "definite"))
    M, N = definite.symbols
    natural = Space(m=Natural(), t=Real())
    m, t = natural.symbols
    tokens = Space(u=Token(Real()), s=Real())
    u, s = tokens.symbols
    linear_space = Space(a=Real(), b=Real(), w=Disk(closed=True))
    a, b, w = linear_space.symbols
    F = linear.field(eye(2), [[a, b], [-b, a]], w)
    return {
        "sphere": _claim("sphere", sphere, Inequality(x[0] * x[1] * x[2], "<=", Q(19, 100))),
        "sphere-slice": _claim("sphere-slice", sphere, Inequality(x[1], "<=", Q(9, 10)), eq(x[0], Q(1, 3))),
        "definite": _claim("definite", definite, Inequality(det(M * N + N * M), ">=", 0)),
        "bernoulli": _claim("bernoulli", natural, Inequality((1 + t) ** m, ">=", 1 + m * t)),
        "kurtosis": _claim(
            "kurtosis", tokens, Inequality(mean(u**4, u), "<=", 3 * mean(u**2, u) ** 2), eq(mean(u, u), 0)
        ),
        "tokens": _claim("tokens", tokens, Inequality(mean(u**2, u), "<=", s**2), eq(mean(u, u), s)),
        "case3-sign": _claim("case3-sign", linear_space, Identity(im(F / w), b / 2 * (abs2(w) + 3)), ne(w, 0)),
    }


def false() -> dict[str, Claim]:
    """Pointwise claims that do not hold."""
    return _one_real() | _two_reals() | _on_a_surface() | _in_other_spaces()


def true() -> dict[str, Claim]:
    """Pointwise claims that hold; some of them touch."""
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    sphere = Space(p=Sphere(3))
    p = sphere.symbols
    tokens = Space(u=Token(Real()), s=Real())
    u, s = tokens.symbols
    positive = Space(t=Positive(), k=Interval(0, 1))
    t, k = positive.symbols
    quartic = 3 * x * y * (2 * x**2 - 3 * x * y + 2 * y**2)
    return {
        "square": _claim("square", space, Inequality(x**2, ">=", 0)),
        "quartic": _claim("quartic", space, Inequality(quartic, "<=", (x**2 + y**2) ** 2)),
        "tangent": _claim("tangent", space, Inequality(exp(x), ">=", 1 + x)),
        "circle-tight": _claim("circle-tight", space, Inequality(x + y, "<=", Q(71, 50)), eq(x**2 + y**2, 1)),
        "lines": _claim("lines", space, Inequality(x, "<=", 2), eq(x + y, 3), eq(x - y, 1)),
        "amplified": _claim(
            "amplified", sphere, Identity((p[0] ** 2 + p[1] ** 2 + p[2] ** 2 - 1) * 10**9 + p[0], p[0])
        ),
        "jensen": _claim("jensen", tokens, Inequality(mean(u**2, u), ">=", mean(u, u) ** 2)),
        "log": _claim("log", positive, Inequality(log(t), "<=", t - 1)),
        "interval": _claim("interval", positive, Inequality(k * (1 - k), "<=", Q(1, 4))),
    }


def lasting() -> dict[str, tuple[Claim, str]]:
    """Long-time lies, each with a rule that refutes it."""
    space = Space(A=Matrices(2, 2), w=Disk())
    A, w = space.symbols
    field = linear.on_ott_antonsen(A, eye(2), at=w)
    clusters = Claim(
        "test.eigenvalue-clusters",
        space,
        given=[any_of(ge(tr(A), 0), le(det(A), 0)), gt(norm2(A), 0)],
        shows=Eventually("cluster", along=field, start=AlmostEvery()),
    )
    space = Space(a=Real(), b=Real(), w=Disk())
    a, b, w = space.symbols
    case4 = linear.on_ott_antonsen(eye(2), [[a, b], [-b, -a]], at=w)
    periodic = Claim(
        "test.periodic", space, given=[lt(a, b)], shows=Eventually("periodic", along=case4, start=AlmostEvery())
    )
    every = Claim(
        "test.periodic-every", space, given=[lt(a, b)], shows=Eventually("periodic", along=case4, start=Every())
    )
    space = Space(x=Real(), k=Real())
    x, k = space.symbols
    bistable = Claim("test.bistable", space, shows=Eventually(x, to=0, along={x: x - x**3}, start=AlmostEvery()))
    pitchfork = Claim(
        "test.pitchfork",
        space,
        given=[gt(k, 1)],
        shows=Eventually(x, to=0, along={x: k * x - x**3}, start=AlmostEvery()),
    )
    irrational = Claim("test.irrational", space, shows=Eventually(x, to=0, along={x: 2 - x**2}, start=AlmostEvery()))
    space = Space(x=Real(), y=Real(), k=Positive())
    x, y, k = space.symbols
    turning = Claim(
        "test.turning",
        space,
        shows=Eventually(x**2 + k * y**2, to=1, along={x: k * y, y: -x}, start=AlmostEvery()),
    )
    return {
        "eigenvalue-clusters": (clusters, "conserved"),
        "periodic": (periodic, "sink"),
        "periodic-every": (every, "equilibrium"),
        "bistable": (bistable, "sink"),
        "pitchfork": (pitchfork, "sink"),
        "irrational": (irrational, "sink"),
        "turning": (turning, "conserved"),
    }


FALSE, TRUE, LASTING = false(), true(), lasting()
