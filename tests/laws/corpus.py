"""Claims of which the truth is known, with certificates of their verdicts and points at which their facts hold."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from mpmath import mp, mpc, mpf

from tests.laws.oracle import Env, Oracle
from theorems.classical.lasalle import claim as LASALLE
from theorems.classical.lasalle_proper import claim as PROPER
from verify import (
    All,
    AlmostEvery,
    Bound,
    Circle,
    Claim,
    Complex,
    Disk,
    Equilibria,
    Eventually,
    Every,
    Exists,
    I,
    Identity,
    Inequality,
    Interval,
    Matrices,
    Mean,
    Natural,
    Nonneg,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
    When,
    abs2,
    absolute,
    any_of,
    certificate,
    conj,
    cos,
    det,
    eq,
    exp,
    eye,
    ge,
    gt,
    le,
    lt,
    ne,
    norm2,
    re,
    sin,
    sqrt,
    tr,
)
from verify.attention import linear
from verify.kernel.proof import Proof, Refused, Refutation, Step, Vacuity, contradict, prove, refute
from verify.kernel.term import ONE, PI, integral, number, power, symbol
from verify.prove.argument import steps_of
from verify.prove.zeros import isolate_step
from verify.words import EveryDimension, Letter, UnitToken, dot, mean_of, moment, tangent, trace
from verify.words import norm2 as word_norm2

__all__ = ["Entry", "corpus"]

Verdict = Proof | Refutation | Vacuity
Sampler = Callable[[random.Random], Env]


@dataclass(frozen=True)
class Entry:
    """A claim and its certificate, as another process would read it.

    Attributes:
        samples: points at which all facts hold, corners first.
        zeros: all equilibria with their kinds, where the claim counts them.
        others: the claims that its argument uses.
    """

    name: str
    claim: Claim
    verdict: Verdict
    data: dict[str, Any]
    samples: list[Env]
    others: Mapping[str, Claim] = field(default_factory=dict)
    zeros: Sequence[tuple[Env, str]] = ()

    @property
    def oracle(self) -> Oracle:
        used = {name: each.sequent for name, each in self.others.items() if each.kind != "cited"}
        return Oracle(self.claim.sequent, self.samples, used, self.zeros)


def proved(claim: Claim, others: Mapping[str, Claim], inhabited: Any = None) -> Proof:
    """By its own argument or default rule, with the first special point as witness."""
    offers = {name: each.offers for name, each in others.items()}
    for point in claim.space.special(400):
        try:
            return prove(claim.sequent, steps_of(claim), point, offers.get, inhabited)
        except Refused as refused:
            if "witness" not in str(refused):
                raise
    raise AssertionError(f"no witness for {claim.id}")


def _real(rng: random.Random, low: float = -3, high: float = 3) -> Any:
    return mpf(low) + (mpf(high) - mpf(low)) * rng.randint(1, 10**12) / mpf(10**12 + 1)


def _disk(rng: random.Random, radius: Any = 1) -> Any:
    return mpf(radius) * mp.sqrt(_real(rng, 0, 1)) * mp.expj(_real(rng, 0, 7))


_ENTRIES: dict[str, Callable[[], tuple[Claim, Verdict | None, Sampler, list[Env], dict[str, Claim]]]] = {}


def _entry(function: Callable[[], Any]) -> Callable[[], Any]:
    _ENTRIES[function.__name__.strip("_").replace("_", "-")] = function
    return function


def _claim(name: str, space: Space, shows: Any, given: Any = (), argument: Any = None) -> Claim:
    claim = Claim(f"test.{name}", space, shows=shows, given=given)
    if argument is not None:
        claim.argument(argument)
    return claim


def _xy(rng: random.Random) -> Env:
    return {"x": _real(rng), "y": _real(rng)}


def _plain(claim: Claim, sampler: Sampler = _xy, corners: list[Env] | None = None, **others: Claim) -> Any:
    return claim, None, sampler, corners or [], {each.id: each for each in others.values()}


X = Space(x=Real(), y=Real())
x, y = X.symbols
T = Space(t=Token(Interval(-1, 1)))
t = T.symbols


def _token(rng: random.Random) -> Env:
    return {"t": [_real(rng, -1, 1) for _ in range(3)]}


@_entry
def _ring() -> Any:
    return _plain(
        _claim("ring", X, Identity((x + y) ** 3 + cos(x) ** 2, x**3 + 3 * x * y * (x + y) + y**3 + 1 - sin(x) ** 2))
    )


@_entry
def _ring_roots() -> Any:
    space = Space(p=Positive(), q=Real())
    p, q = space.symbols
    shows = Identity(sqrt(p) ** 4 / (p + q**2), p - p * q**2 / (p + q**2))
    return _plain(_claim("ring-roots", space, shows), lambda rng: {"p": _real(rng, 0), "q": _real(rng)})


@_entry
def _ring_powers() -> Any:
    space = Space(z=Complex(), m=Natural(0))
    z, m = space.symbols
    shows = Identity(z ** (m + 1) * conj(z), z**m * abs2(z))
    return _plain(_claim("ring-powers", space, shows), lambda rng: {"z": _disk(rng, 2), "m": mpf(rng.randint(0, 5))})


@_entry
def _sphere() -> Any:
    space = Space(v=Sphere(3))
    a, b, c = space.symbols
    shows = Inequality(a * b + b * c + c * a, "<=", 1)
    half = Fraction(1, 2)
    squares = half * (a - b) ** 2 + half * (b - c) ** 2 + half * (c - a) ** 2

    def sampler(rng: random.Random) -> Env:
        row = [_real(rng) for _ in range(3)]
        size = mp.sqrt(sum(each * each for each in row))
        return {f"v{k + 1}": each / size for k, each in enumerate(row)}

    return _plain(_claim("sphere", space, shows, argument=lambda p: p.sign(as_=squares)), sampler)


@_entry
def _ideal() -> Any:
    circle, line = eq(x**2 + y**2, 1), eq(4 * x, 3 * y)
    shows = Identity(x**3 + x * y**2 - x + 4 * x * y, 3 * y**2)
    claim = _claim("ideal", X, shows, [circle, line], lambda p: p.ideal((x, circle), (y, line)))
    proof = prove(claim.sequent, steps_of(claim), {x: number("3/5"), y: number("4/5")})
    return claim, proof, lambda rng: (lambda k: {"x": 3 * k / mpf(5), "y": 4 * k / mpf(5)})(rng.choice([1, -1])), [], {}


@_entry
def _sign() -> Any:
    shows = Inequality(exp(2 * x) + exp(2 * y), ">=", 2 * exp(x) * exp(y))
    return _plain(_claim("sign", X, shows, argument=lambda p: p.sign(as_=(exp(x) - exp(y)) ** 2)))


@_entry
def _squares() -> Any:
    return _plain(_claim("squares", X, Inequality(2 * x**2 + 3 * y**2 + 1, ">", 4 * x * y)))


@_entry
def _sign_facts() -> Any:
    space = Space(u=Positive(), v=Positive(), w=Disk())
    u, v, w = space.symbols
    shows = Inequality(u * exp(v) * (1 - abs2(w)) + absolute(w), ">", 0)
    return _plain(
        _claim("sign-facts", space, shows), lambda rng: {"u": _real(rng, 0), "v": _real(rng, 0), "w": _disk(rng)}
    )


@_entry
def _zeros() -> Any:
    fact = eq(x**3 - x * y**2, 0)

    def argument(p: Any) -> None:
        p.zeros(fact, as_=x * (x + y) * (x - y))
        p.ring(eq(x, y))

    claim = _claim("zeros", X, Identity(x, y), [fact, gt(x, 0), gt(y, 0)], argument)
    return _plain(claim, lambda rng: (lambda k: {"x": k, "y": k})(_real(rng, 0)))


@_entry
def _nonzero() -> Any:
    space = Space(a=Disk(), s=Circle())
    a, s = space.symbols
    below = 1 + conj(a) * exp(I * s)
    claim = _claim("nonzero", space, Identity(below / below, 1))
    claim.argument(lambda p: p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(a), 0)))
    return _plain(claim, lambda rng: {"a": _disk(rng), "s": _real(rng, 0, 6)}, [{"a": mpc(0), "s": mpf(0)}])


@_entry
def _roots() -> Any:
    given = [gt(x, 0), lt(x, Fraction(14142135623730950, 10**16))]
    corners = [{"x": mpf(1), "y": mpf(0)}, {"x": mpf("1.4142135623730949"), "y": mpf(0)}]
    sampler = lambda rng: {"x": _real(rng, 0, 1.4), "y": _real(rng)}  # noqa: E731
    return _plain(_claim("roots", X, Inequality(x**2, "<", 2), given), sampler, corners)


@_entry
def _roots_options() -> Any:
    claim = _claim("roots-options", X, Inequality(1 / x**2, "<", 1), [any_of(gt(x, 1), lt(x, -1))])
    return _plain(claim, lambda rng: {"x": _real(rng, 1, 4) * rng.choice([1, -1]), "y": _real(rng)})


@_entry
def _cover() -> Any:
    space = Space(p=Interval(0, 1), q=Interval(0, 1))
    p, q = space.symbols
    claim = _claim("cover", space, Inequality(exp(p * q), "<", Fraction(11, 10) + 2 * p * q))
    claim.argument(lambda a: a.cover())
    corners = [{"p": mpf(i), "q": mpf(j)} for i in (0, 1) for j in (0, 1)]
    return _plain(claim, lambda rng: {"p": _real(rng, 0, 1), "q": _real(rng, 0, 1)}, corners)


@_entry
def _cover_disk() -> Any:
    space = Space(w=Disk(closed=True))
    w = space.symbols
    claim = _claim("cover-disk", space, Inequality(re(w**3) + re(exp(w)), ">", Fraction(-3, 4)))
    claim.argument(lambda a: a.cover())
    return _plain(claim, lambda rng: {"w": _disk(rng)}, [{"w": mpc(-1)}, {"w": mpc(1)}, {"w": mpc(0, 1)}])


@_entry
def _average() -> Any:
    def argument(p: Any) -> None:
        p.sign(ge(1 - t**2, 0), as_=(1 - t) * (1 + t))
        p.average(ge(1, t**2), t)

    return _plain(_claim("average", T, Inequality(Mean(t**2, t), "<=", Mean(number(1), t)), argument=argument), _token)


@_entry
def _means() -> Any:
    shows = Inequality(Mean(t**2, t) - Mean(t, t) ** 2, ">=", 0)
    claim = _claim("means", T, shows, argument=lambda p: p.sign(as_=Mean((t - Mean(t, t)) ** 2, t)))
    return _plain(claim, _token, [{"t": [mpf(1), mpf(1)]}])


@_entry
def _cases() -> Any:
    signs = any_of(gt(x, 0), eq(x, 0), lt(x, 0))
    claim = _claim("cases", X, Inequality(x**3 + x, "!=", -y), [ge(x, 0), gt(y, 0)])
    claim.argument(lambda p: p.cases(signs, lambda q: q.sign(), lambda q: q.sign(), lambda q: q.absurd(x)))
    corners = [{"x": mpf(0), "y": mpf(1)}, {"x": mpf(0), "y": mpf("0.01")}]
    return _plain(claim, lambda rng: {"x": _real(rng, 0), "y": _real(rng, 0)}, corners)


def _naturals(*names: str) -> Sampler:
    return lambda rng: {name: mpf(rng.randint(0, 9)) for name in names}


@_entry
def _whole() -> Any:
    """n (n + 1) - 2 k is never 1, for its half is whole."""
    space = Space(n=Natural(), k=Natural())
    n, k = space.symbols
    half = (n * (n + 1) - 2 * k) / 2

    def argument(p: Any) -> None:
        p.whole(of=half)
        p.cases(
            any_of(ge(0, half), ge(half, 1)),
            lambda q: q.sign(as_=(6 * half - 3) / 3),
            lambda q: q.sign(as_=(6 * (half - 1) + 3) / 3),
        )

    claim = _claim("whole", space, Inequality(n * (n + 1) - 2 * k, "!=", 1), argument=argument)
    return _plain(claim, _naturals("n", "k"))


@_entry
def _turns() -> Any:
    space = Space(x=Real(), n=Natural())
    x, n = space.symbols

    def argument(p: Any) -> None:
        p.whole(shows=eq(cos(PI * n), power(-1, n)))
        p.whole(shows=eq(sin(PI * n), 0))
        p.ring()

    claim = _claim("turns", space, Identity(cos(x + PI * n), power(-1, n) * cos(x)), argument=argument)
    return _plain(claim, lambda rng: {"x": _real(rng), "n": mpf(rng.randint(0, 9))})


@_entry
def _induction() -> Any:
    """2^n >= n + 1."""
    space = Space(n=Natural())
    n = space.symbols
    shows = Inequality(power(2, n), ">=", n + 1)

    def further(p: Any) -> None:
        p.sign(as_=(6 * (power(2, n - 1) - n) + 3 * (n - 1)) / 3)

    claim = _claim("induction", space, shows)
    claim.argument(lambda p: p.induction(n, 0, lambda q: q.whole(at={n: 0}), further))
    return _plain(claim, _naturals("n"), [{"n": mpf(0)}, {"n": mpf(1)}])


@_entry
def _use() -> Any:
    space = Space(u=Positive())
    lemma = _claim("lemma", space, Inequality(space.symbols + 1, ">", 1))
    claim = _claim("use", X, Inequality(x**2 + 2, ">", 1))
    claim.argument(lambda p: p.uses(lemma, at={space.symbols: x**2 + 1}))
    return _plain(claim, _xy, [{"x": mpf(0), "y": mpf(0)}], lemma=lemma)


@_entry
def _parts() -> Any:
    shows = All(
        modulus=Identity(x * x, absolute(x) ** 2), order=Inequality(x**2 + y**2, ">=", 2 * x * y), one=Identity(x, x)
    )
    return _plain(_claim("parts", X, shows))


WORDS = Space(V=Letter("symmetric"), C=Letter("antisymmetric"), G=Letter(), x=UnitToken(), beta=Real())


@_entry
def _words() -> Any:
    V, C, G, one, beta = WORDS.symbols
    left = mean_of(word_norm2(tangent(V * one))) + beta * trace(V * G * moment)
    right = trace(V * V * moment) - mean_of(dot(one, V * one) * dot(one, V * one)) + beta * trace(moment * G.T * V)
    return _plain(_claim("words", WORDS, EveryDimension(left, right)), lambda rng: {"beta": _real(rng)})


def _case1(start: Any, given: Any, to: Any = 1) -> tuple[Claim, Any, Any]:
    space = Space(A=Matrices(2, 2), w=Disk())
    A, w = space.symbols
    a, b = linear.coefficients(A)
    f = b + conj(a) * w
    flow = linear.on_ott_antonsen(A, eye(2), at=w)
    shows = Eventually(abs2(w), to=to, along=flow, start=start(f))
    return Claim("test.case1", space, given=given(A), shows=shows), f, space


def _matrix(rng: random.Random) -> Env:
    return {name: _real(rng) for name in ("A11", "A12", "A21", "A22")} | {"w": _disk(rng)}


@_entry
def _growing() -> Any:
    space = Space(A=Matrices(2, 2), w=Disk())
    A, w = space.symbols
    a, b = linear.coefficients(A)
    f, N = b + conj(a) * w, 1 - abs2(w)
    flow = linear.on_ott_antonsen(A, eye(2), at=w)
    shows = Eventually(abs2(w), to=1, along=flow, start=Every(except_=[eq(f, 0)]))
    rate = N * tr(A) / 2 * abs2(f)

    def argument(p: Any) -> None:
        p.stays(-re(conj(w) * f))
        p.lie(abs2(f), rate, along=flow)
        p.sign(ge(rate, 0))
        p.cites(LASALLE, lyapunov=abs2(f), rate=rate, zero=N)
        p.limit()

    claim = _claim("growing", space, shows, [gt(tr(A), 0)], argument)

    def sampler(rng: random.Random) -> Env:
        env = _matrix(rng)
        return env if env["A11"] + env["A22"] > 0 else {**env, "A11": -env["A11"], "A22": -env["A22"]}

    # diag(2, 1): f = 0 at w = -1/3
    rest = {"A11": mpf(2), "A12": mpf(0), "A21": mpf(0), "A22": mpf(1), "w": mpc(mpf(-1) / 3)}
    return _plain(claim, sampler, [rest], lasalle=LASALLE)


@_entry
def _proper() -> Any:
    space = Space(k=Positive(), w=Disk())
    k, w = space.symbols
    N = 1 - abs2(w)
    flow = {w: -k * w * N}
    shows = Eventually(abs2(w), to=0, along=flow, start=Every())
    rate = -2 * k * abs2(w) * (1 / N)
    claim = Claim("test.proper", space, shows=shows)

    def argument(p: Any) -> None:
        p.inside(eq(claim.shows.flow.derivative(abs2(w) / N), rate))
        p.inside(le(rate, 0))
        p.inside(ne(k, 0))
        p.inside(ne(1 / N, 0))
        p.cites(PROPER, above=abs2(w), below=N, rate=rate, zero=abs2(w))
        p.limit()

    claim.argument(argument)
    sampler = lambda rng: {"k": _real(rng, 0), "w": _disk(rng)}  # noqa: E731
    return _plain(claim, sampler, [{"k": mpf(1), "w": mpc(0)}], proper=PROPER)


@_entry
def _integral() -> Any:
    space = Space(s=Real(), c=Real())
    s, c = space.symbols
    of = integral(s * exp(c * s**2) + cos(s), s, 0, 1)
    goal = eq(c * of, exp(c) / 2 - Fraction(1, 2) + c * sin(number(1)))
    claim = _claim("integral", space, Identity(goal.left, goal.right), [ne(c, 0)])
    claim.argument(lambda p: (p.integral(of, by=exp(c * s**2) / (2 * c) + sin(s)), p.ring(goal)))
    return _plain(claim, lambda rng: {"s": _real(rng), "c": _real(rng, 0, 2) * rng.choice([1, -1])})


@_entry
def _exists() -> Any:
    space = Space(c=Positive(), u=Real())
    c, u = space.symbols
    claim = _claim("exists", space, Exists([eq(u**3 + u, c), gt(u, 0)], of=u))
    claim.argument(lambda p: p.witness({u: p.between("r", lambda r: r**3 + r - c, 0, c)}))
    return _plain(claim, lambda rng: {"c": _real(rng, 0), "u": _real(rng)})


@_entry
def _when() -> Any:
    """A part with hypotheses of its own, and a point at which they hold."""
    own = When([gt(x, y), gt(y, 1)], Inequality(x * y, ">", 1))
    claim = _claim("when", X, All(plain=Inequality(x**2 + 1, ">", 0), own=own))
    claim.argument(lambda p: p.part("own").sign(as_=(x - y) * (y - 1) + (x - y) + (y - 1) ** 2 + 2 * (y - 1)))
    proof = proved(claim, {}, {"own": {x: number(3), y: number(2)}})
    sampler = lambda rng: (lambda a, b: {"x": 1 + a + b, "y": 1 + a})(_real(rng, 0), _real(rng, 0))  # noqa: E731
    return claim, proof, sampler, [{"x": mpf(0), "y": mpf(0)}], {}


@_entry
def _bound() -> Any:
    """x' = c - x with c >= 0 stays above 0."""
    space = Space(x=Real(), c=Nonneg())
    x, c = space.symbols
    claim = _claim("bound", space, Bound(ge(x, 0), along={x: c - x}, start=[ge(x, 0)]))
    claim.argument(lambda p: p.compare(-1, c))
    proof = proved(claim, {}, {"main": {x: number(1), c: number(1)}})
    return claim, proof, lambda rng: {"x": _real(rng), "c": _real(rng, 0)}, [{"x": mpf(0), "c": mpf(0)}], {}


CUBIC = Space(x=Interval(-2, 2), y=Interval(-2, 2))
WELLS = [({"x": mpf(k), "y": mpf(0)}, "saddle" if k == 0 else "sink") for k in (-1, 0, 1)]


def _wells(name: str, are: Any) -> Claim:
    p, q = CUBIC.symbols
    return _claim(name, CUBIC, Equilibria({p: p - p**3, q: -q}, are=are))


def _square(rng: random.Random) -> Env:
    return {"x": _real(rng, -2, 2), "y": _real(rng, -2, 2)}


@_entry
def _isolate() -> Any:
    return (*_plain(_wells("isolate", ("sink", "saddle", "sink")), _square), WELLS)


# refutations


@_entry
def _count() -> Any:
    claim = _wells("count", ("sink", "sink"))
    found = refute(claim.sequent, "main", "count", {}, isolate_step(claim.sequent.goal("main")).data)
    return claim, found, _square, [], {}, WELLS


@_entry
def _never() -> Any:
    space = Space(a=Real(), u=Real())
    a, u = space.symbols
    claim = _claim("never", space, Exists([eq(u**2 + a, 0), gt(u, -5)], of=u), [gt(a, -9)])
    data = {"relation": 0, "steps": (Step("sign", {"shows": ne(u**2 + 2, 0)}),)}
    return _refuted(claim, lambda rng: {"a": _real(rng), "u": _real(rng)}, "never", {a: number(2)}, data)


@_entry
def _flow() -> Any:
    space = Space(x=Real(), c=Positive())
    x, c = space.symbols
    claim = _claim("flow", space, Bound(le(x, 2), along={x: c * x}, start=[le(x, 1)], during=[gt(x, -1)]))
    data = {"time": Fraction(1), "length": Fraction(1, 8), "order": 12, "precision": 64}
    sampler = lambda rng: {"x": _real(rng), "c": _real(rng, 0)}  # noqa: E731
    return _refuted(claim, sampler, "flow", {x: number(1), c: number(1)}, data)


@_entry
def _path() -> Any:
    space = Space(x=Real(), v=Real(), c=Positive())
    x, v, c = space.symbols
    clock = symbol("clock")
    goal = Bound(le(x, 1), along={x: v}, inputs=[v], start=[eq(x, 0)], during=[le(v, c + x)])
    data = {"variable": clock, "until": Fraction(2), "at": {x: clock, v: number(1)}, "steps": ()}
    sampler = lambda rng: {"x": _real(rng), "v": _real(rng), "c": _real(rng, 0)}  # noqa: E731
    return _refuted(_claim("path", space, goal), sampler, "path", {c: number(1)}, data)


def _refuted(claim: Claim, sampler: Sampler, rule: str, point: Any, data: Any = None, part: str = "main") -> Any:
    return claim, refute(claim.sequent, part, rule, point, data), sampler, [], {}


@_entry
def _point() -> Any:
    claim = _claim("point", X, Inequality(x * y, ">=", 0), [gt(x, 0)])
    return _refuted(
        claim, lambda rng: {"x": _real(rng, 0), "y": _real(rng)}, "point", {x: number(3), y: number("-7/2")}
    )


@_entry
def _point_algebraic() -> Any:
    claim = _claim("point-algebraic", X, Inequality(x**2 + y, "!=", 2), [gt(x, 0), eq(y**2, 0)])
    return _refuted(claim, lambda rng: {"x": _real(rng, 0), "y": mpf(0)}, "point", {x: sqrt(number(2)), y: number(0)})


@_entry
def _point_ball() -> Any:
    claim = _claim("point-ball", X, Identity(exp(x), 1 + x + y))
    return _refuted(claim, _xy, "point", {x: number(1), y: number("1/2")})


@_entry
def _point_tokens() -> Any:
    claim = _claim("point-tokens", T, All(one=Identity(Mean(t, t), Mean(t, t)), two=Inequality(Mean(t, t), "!=", 0)))
    return _refuted(claim, _token, "point", {t: (number(1), number("-1/2"), number("-1/2"))}, part="two")


@_entry
def _equilibrium() -> Any:
    claim, _, space = _case1(lambda f: Every(), lambda A: [gt(tr(A), 0)])
    at = dict(zip(space.scalars, (number(2), number(0), number(0), number(1), number("-1/3")), strict=True))
    return _refuted(claim, _matrix, "equilibrium", at)


@_entry
def _equilibrium_excepting() -> Any:
    """The exceptions are other points than the equilibrium."""
    space = Space(c=Real(), u=Real())
    c, u = space.symbols
    shows = Eventually(u, to=0, along={u: u * (c - u**2)}, start=Every(except_=[eq(u, 3), ge(u, 2)]))
    claim = Claim("test.equilibrium-excepting", space, given=[gt(c, 0)], shows=shows)
    at = {c: number(2), u: sqrt(number(2))}
    return _refuted(claim, lambda rng: {"c": _real(rng, 0), "u": _real(rng)}, "equilibrium", at)


@_entry
def _sink() -> Any:
    space = Space(a=Real(), b=Real(), w=Disk())
    a, b, w = space.symbols
    flow = linear.on_ott_antonsen(eye(2), [[a, b], [-b, -a]], at=w)
    claim = Claim("test.sink", space, given=[lt(a, b)], shows=Eventually("periodic", along=flow, start=AlmostEvery()))
    at = {a: number(-5), b: number(3), w: number("-4/5") + I * number("3/5")}
    return _refuted(claim, lambda rng: {"a": _real(rng), "b": _real(rng, 3, 5), "w": _disk(rng)}, "sink", at)


@_entry
def _sink_line() -> Any:
    space = Space(k=Positive(), u=Real())
    k, u = space.symbols
    claim = Claim("test.sink-line", space, shows=Eventually(u, to=1, along={u: -k * u + u**2}, start=AlmostEvery()))
    return _refuted(claim, lambda rng: {"k": _real(rng, 0), "u": _real(rng)}, "sink", {k: number(2), u: number(0)})


@_entry
def _conserved() -> Any:
    space = Space(A=Matrices(2, 2), w=Disk())
    A, w = space.symbols
    shows = Eventually("cluster", along=linear.on_ott_antonsen(A, eye(2), at=w), start=AlmostEvery())
    given = [any_of(ge(tr(A), 0), ge(0, det(A))), gt(norm2(A), 0)]
    claim = Claim("test.conserved", space, given=given, shows=shows)
    point = dict(zip(space.scalars[:4], (number(0), number(-1), ONE, number(0)), strict=True))
    data = {"quantity": abs2(w) ** 2 - 1, "cofactor": abs2(w) + 1, "start": {w: number("1/2")}}
    return _refuted(claim, _matrix, "conserved", point, data)


@_entry
def _dimension() -> Any:
    space = Space(G=Letter(), x=UnitToken())
    G, one = space.symbols
    claim = _claim(
        "dimension",
        space,
        EveryDimension(trace(G * G.T) + mean_of(dot(one, G * one)), trace(G * G) + trace(G * moment)),
    )
    ((_, goal),) = claim.sequent.goals
    symbols = goal.at(2).symbols
    at = dict(zip(symbols[:4], map(number, (0, 1, 2, 3)), strict=True))
    at |= {symbols[4]: (number("3/5"), number(0)), symbols[5]: (number("4/5"), number(1))}
    return _refuted(claim, lambda rng: {}, "dimension", at, {"d": 2})


# contradictions


def _vacuous(claim: Claim, *multipliers: Any) -> Any:
    return claim, contradict(claim.sequent, [(at, Fraction(f)) for at, f in multipliers]), _xy, [], {}


@_entry
def _vacuity() -> Any:
    given = [gt(x, y + 1), ge(3 * y, 3 * x), eq(x * y, 5)]
    return _vacuous(_claim("vacuity", X, Identity(x, x), given), (0, 3), (1, 1))


@_entry
def _vacuity_equal() -> Any:
    given = [eq(x, y), ne(2 * x, 2 * y), eq(y, 3)]
    return _vacuous(_claim("vacuity-equal", X, Identity(x, x), given), (0, 2), (1, 1))


@_entry
def _vacuity_constants() -> Any:
    return _vacuous(_claim("vacuity-constants", X, Identity(x, x), [eq(x, 1), eq(x, 2)]), (0, 1), (1, -1))


@_entry
def _vacuity_whole() -> Any:
    space = Space(n=Natural(), k=Natural())
    n, k = space.symbols
    claim = _claim("vacuity-whole", space, Identity(n, n), [gt(n + k, 2), lt(n + k, 3)])
    return claim, contradict(claim.sequent, [(2, Fraction(1)), (3, Fraction(1))]), _naturals("n", "k"), [], {}


@cache
def corpus() -> dict[str, Entry]:
    """By name; each certificate was written, and read again as JSON."""
    found = {}
    for name, build in _ENTRIES.items():
        claim, verdict, sampler, corners, others, *zeros = build()
        verdict = proved(claim, others) if verdict is None else verdict
        data = json.loads(json.dumps(certificate.to_json(claim.id, str(claim), verdict)))
        rng = random.Random(name)
        samples = [*corners, *(sampler(rng) for _ in range(12))]
        found[name] = Entry(name, claim, verdict, data, samples, others, zeros[0] if zeros else ())
    return found
