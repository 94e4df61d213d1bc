"""The schemas of Dulac functions: each obligation is needed, and nothing false passes.

The fields are F = (1 - |w|^2) G, most with G(0) = 0, so that (1 - |w|^2)' = -2 Re(conj(w) G) (1 - |w|^2).
"""

from __future__ import annotations

import pytest

from theorems.classical._planar import linearised
from theorems.classical.dulac_attractor import claim as ATTRACTOR
from theorems.classical.dulac_repeller import claim as REPELLER
from theorems.linear.score_identity import claim as CASE2
from verify import (
    Claim,
    Complex,
    Disk,
    Eventually,
    Every,
    I,
    Identity,
    Positive,
    Real,
    Space,
    abs2,
    absolute,
    any_of,
    conj,
    eq,
    gt,
    im,
    ne,
    re,
    sqrt,
)
from verify.dynamics import divergence
from verify.judge import uses_of
from verify.kernel.lie import Flow
from verify.kernel.proof import Refused, prove
from verify.kernel.term import TermError, number
from verify.prove.argument import steps_of

S = Space(w=Disk(), k=Positive())
w, k = S.symbols
u, N, x, y = abs2(w), 1 - abs2(w), re(w), im(w)
SADDLE, WELL = 2 * x - I * y, x / 4 - x**3 - I * y


def dulac(schema, G, spread, square=None, field=None, skip=(), start=None, shows=None, **changes):
    """Prove by a schema that (1 - |w|^2) -> 0 (w != 0) or |w|^2 -> 0.

    Args:
        spread: the divergence of weight * F, whose sign is manifest.
        square: |G|^2, in a form that is manifestly positive where u > 0.
        source: det J, tr J at the point.
        vanishes: G(0) = 0.
        height, circle: above, and exponent * rate * above - above', on the circle.
        skip: steps that are left out.
    """
    repels = schema is REPELLER
    F = N * G if field is None else field
    flow = Flow.of({w: F})
    at = changes.pop("at", number(0))
    weight = changes.pop("weight", k / N if repels else -k / N)
    rate = changes.pop("rate", -2 * re(conj(w) * G))
    above, exponent, circle = (changes.pop(name, number(1)) for name in ("above", "exponent", "circle"))
    height, source = changes.pop("height", above), changes.pop("source", ())
    vanishes = changes.pop("vanishes", True)
    assert not changes
    start = start or (Every(except_=[eq(w, at)]) if repels else Every())
    tends = Eventually(u, to=1, along=flow, start=start) if repels else Eventually(abs2(w - at), to=0, along=flow)
    tends = tends if repels else Eventually(abs2(w - at), to=0, along=flow, start=start)
    claim = Claim("test.dulac", S, shows=shows or tends)
    only = any_of(ne(F, 0), eq(w, at))

    def moves(q):
        q.sign(gt(N * abs2(G), 0), as_=N * (u if square is None else square))
        q.nonzero(F, cofactor=conj(G), fact=gt(N * abs2(G), 0))

    def rests(q):
        q.cases(any_of(gt(u, 0), eq(u, 0)), moves, lambda q: q.zeros(eq(u, 0), as_=u), shows=only)

    def argument(p):
        spreads, repelled = gt(divergence(flow, weight=weight), 0), gt(exponent * rate * above, flow.derivative(above))
        steps = {
            "stays": lambda: p.stays(-2 * re(conj(w) * G)),
            "weight": lambda: p.inside(ne(weight, 0)),
            "spread": lambda: p.inside(spreads, lambda q: q.sign(spreads, as_=spread)),
            "only": lambda: p.inside(only, rests if vanishes else moves),
        }
        if not repels:
            steps["above"] = lambda: p.boundary(gt(above, 0), lambda q: q.sign(gt(above, 0), as_=height))
            steps["circle"] = lambda: p.boundary(repelled, lambda q: q.sign(repelled, as_=circle))
        for name, step in steps.items():
            if name not in skip:
                step()
        for value, known in zip(linearised(w, F, at), source, strict=False):
            if known is not None:
                p.sign(gt(value, 0), as_=known)
        own = {"weight": weight, "at": at}
        p.cites(schema, **own, **({} if repels else {"above": above, "exponent": exponent, "rate": rate}))
        p.limit()

    claim.argument(argument)
    return prove(claim.sequent, steps_of(claim), {w: number("1/2"), k: number(1)}, {schema.id: schema.offers}.get)


def test_a_source_repels_every_other_orbit():
    """w' = (1 - |w|^2) w, whose solutions are known: |w|^2/(1 - |w|^2) grows like exp(2t)."""
    assert dulac(REPELLER, w, 2 * k).uses == (REPELLER.id,)
    dulac(REPELLER, (1 + I) * w, 2 * k, 2 * u, source=(2, 2))


def test_a_circle_that_repels_leads_to_the_zero():
    assert dulac(ATTRACTOR, -w, 2 * k, circle=number(2)).uses == (ATTRACTOR.id,)
    height = abs2(1 + w) / 2 + 1
    dulac(ATTRACTOR, -w, 2 * k, above=2 + x, height=height, exponent=number(9), rate=2 * u, circle=18 * height)


def test_the_source_itself_is_excepted():
    with pytest.raises(Refused, match="no known limit"):
        dulac(REPELLER, w, 2 * k, start=Every())
    with pytest.raises(Refused, match="no known limit"):
        dulac(REPELLER, w, 2 * k, start=Every(except_=[eq(w, number("1/2"))]))


@pytest.mark.parametrize("name", ["stays", "weight", "spread", "only"])
def test_each_obligation_of_the_repeller_must_be_shown(name):
    with pytest.raises(Refused, match="obligation"):
        dulac(REPELLER, w, 2 * k, skip=(name,))


@pytest.mark.parametrize("name", ["stays", "weight", "spread", "only", "above", "circle"])
def test_each_obligation_of_the_attractor_must_be_shown(name):
    with pytest.raises(Refused, match="obligation"):
        dulac(ATTRACTOR, -w, 2 * k, skip=(name,), circle=number(2))


def test_a_saddle_is_no_source():
    """Its stable manifold tends to it: x' = 2 x (1 - u), y' = -y (1 - u) from x = 0."""
    with pytest.raises(Refused, match="obligation"):
        dulac(REPELLER, SADDLE, k, u + 3 * x**2, source=(None, 1))


def test_a_sink_is_no_source():
    """div(-F/(1 - u)) > 0 and the only zero attracts every start; the circle is not reached."""
    with pytest.raises(Refused, match="obligation"):
        dulac(REPELLER, -w, 2 * k, weight=-k / N, source=(1, None))


def test_a_source_attracts_nothing():
    """The circle attracts; with the exponent 1 and above = -1 the last inequality alone would be true."""
    with pytest.raises(Refused, match="manifestly"):
        dulac(ATTRACTOR, w, 2 * k, weight=k / N, circle=number(-2))
    with pytest.raises(Refused, match="obligation"):
        dulac(ATTRACTOR, w, 2 * k, weight=k / N, above=number(-1), skip=("above",), circle=number(2))
    with pytest.raises(Refused, match="obligation"):
        dulac(ATTRACTOR, w, 2 * k, weight=k / N, rate=2 * u, circle=number(2))  # not the rate of 1 - |w|^2


def test_a_limit_cycle_has_no_dulac_function():
    """w' = w (1/2 - u + i)(1 - u) has the closed orbit u = 1/2, and one zero, a source."""
    G = w * (number("1/2") - u + I)
    square = u * ((number("1/2") - u) ** 2 + 1)
    with pytest.raises(Refused, match="not manifestly"):
        dulac(REPELLER, G, k * (1 - 4 * u), square)
    with pytest.raises(Refused, match="obligation"):
        dulac(REPELLER, G, k, square, skip=("spread",))


def test_two_attractors_are_not_one():
    """x' = (x/4 - x^3)(1 - u), y' = -y (1 - u): two sinks and a saddle, a Dulac function, a circle that repels."""
    circle = 2 * ((number("5/8") - x**2) ** 2 + number("39/64"))  # 2 - 5 x^2/2 + 2 x^4 = -2 Re(conj(w) G) for u = 1
    spread = k * (number("3/4") + 3 * x**2)
    with pytest.raises(Refused, match=r"not identically|not manifestly"):
        dulac(ATTRACTOR, WELL, spread, circle=circle)
    with pytest.raises(Refused, match="obligation"):
        dulac(ATTRACTOR, WELL, spread, skip=("only",), circle=circle)


def test_the_zero_is_inside_and_is_one():
    """G = 2 + w does not vanish inside; all else is as it must be, with 0 or the zero -2 for the source."""
    square = 2 * abs2(1 + w) + 2 * N + u
    for G, at, weight in ((2 + w, 0, k / N), (-2 - w, -2, -k / N)):
        with pytest.raises(Refused, match="obligation"):
            dulac(REPELLER, G, 2 * k, square, at=number(at), weight=weight, vanishes=False)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"at": w}, "free of"),
        ({"at": x / 2}, "free of"),
        ({"weight": I * k / N}, "real"),
        ({"weight": k * absolute(x + 2) / N}, "smooth"),
        ({"weight": k * sqrt(1 + u) / N}, "smooth"),
        ({"field": N * w * absolute(x + 2)}, "smooth"),
        ({"field": N * w / (1 + u)}, "everywhere"),
    ],
)
def test_the_repeller_takes_smooth_data_in_a_disk(changes, words):
    with pytest.raises((Refused, TermError), match=words):
        dulac(REPELLER, w, 2 * k, skip=("stays", "weight", "spread", "only"), **changes)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"exponent": number(0)}, "positive integer"),
        ({"exponent": number(-1)}, "positive integer"),
        ({"exponent": number("3/2")}, "positive integer"),
        ({"exponent": k}, "positive integer"),
        ({"above": 1 / N}, "everywhere"),
        ({"above": 1 + absolute(x)}, "smooth"),
        ({"above": 2 + w}, "real"),
        ({"rate": 2 * u / (1 + x)}, "everywhere"),
    ],
)
def test_the_attractor_takes_smooth_data(changes, words):
    with pytest.raises((Refused, TermError), match=words):
        dulac(ATTRACTOR, -w, 2 * k, skip=("stays", "weight", "spread", "only", "above", "circle"), **changes)


def build(schema, space, rates, where=(), **at):
    """The obligations and conclusions of a schema for another space."""
    claim = Claim("test.other", space, shows=Eventually("point", along=rates, start=Every(where=where)))
    return schema.offers.build(claim.sequent.goal("main"), {name: number(0) + value for name, value in at.items()})


def test_the_domain_is_one_open_disk():
    line, plane = Space(t=Real()), Space(z=Complex())
    closed, two, more = Space(z=Disk(closed=True)), Space(z=Disk(), v=Disk()), Space(z=Disk(), v=Complex())
    for space in (line, plane, two, more):
        rates = dict.fromkeys(space.scalars, number(0))
        with pytest.raises(TermError, match="one complex state, in an open disk"):
            build(REPELLER, space, rates, weight=1, at=0)
    (t,), (z,) = line.scalars, closed.scalars
    with pytest.raises(TermError, match="one complex state, in an open disk"):
        build(REPELLER, line, {t: t}, where=[gt(1 - t**2, 0)], weight=1, at=0)
    with pytest.raises(TermError, match="an open disk about 0"):
        build(REPELLER, closed, {z: z * (1 - abs2(z))}, weight=1, at=0)
    with pytest.raises(TermError, match="one complex state, in an open disk"):
        build(REPELLER, S, {w: N * w}, where=[gt(x, 0)], weight=1 / N, at=0)
    assert build(REPELLER, S, {w: N * w}, weight=1 / N, at=0)


# known conjugates; regimes are used


def test_a_known_equality_is_known_conjugated():
    space = Space(a=Complex(), b=Complex())
    a, b = space.symbols
    given = [eq(a * b, I * a + 1)]

    def prove_it(shows, *cofactors):
        claim = Claim("test.conjugate", space, given=given, shows=shows)
        claim.argument(lambda p: p.ideal(*cofactors))
        return prove(claim.sequent, steps_of(claim), {a: number(1), b: 1 + I})

    gap = a * b - I * a - 1
    prove_it(Identity(re(gap), 0), (number("1/2"), eq(gap, 0)), (number("1/2"), eq(conj(gap), 0)))
    with pytest.raises(Refused, match="not a known equality"):
        prove_it(Identity(gap, 0), (1, eq(gap + conj(gap) + b, 0)))
    with pytest.raises(Refused, match="not a known equality"):  # conj(a) b - 1 is another quantity
        prove_it(Identity(gap, 0), (1, eq(conj(a) * b - I * conj(a) - 1, 0)))


def test_a_claim_uses_the_claims_of_its_regimes():
    names = ("frozen", "clustering", "expanding", "contracting", "periodic")
    assert set(uses_of(CASE2)) == {f"linear.score-identity.{name}" for name in names}
