"""Rule `integral`: integrals of Terms over intervals, enclosed by ball quadrature or taken from an antiderivative.

The quadrature (Petras's algorithm, Arb) evaluates the integrand on complex boxes and trusts what it is told about
analyticity there, which is the business of `verify.kernel.continuation`. A finite result is proof that the integrand
is defined on the whole interval, except that a root may touch zero there: that it stays >= 0 is shown apart. Improper
intervals take a substitution written out (`half_line`) or a majorant of the tail (`tail`); no limit is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from flint import acb, arb, ctx

from verify.kernel import ball, ring
from verify.kernel import point as at_point
from verify.kernel.ball import Ball
from verify.kernel.continuation import Integrand
from verify.kernel.defined import obligations
from verify.kernel.exact import Undefined
from verify.kernel.interval import holds_on_unit
from verify.kernel.lie import slope
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import Facts
from verify.kernel.term import ONE, OPAQUE, ZERO, Term, TermError, add, div, mul, number, postorder, power, term

__all__ = ["NotEnclosed", "agree", "antiderivative", "enclose", "half_line", "tail"]

Constants = Mapping[Term, Any]
"""Parameters to constant Terms (or what `term` reads: int, Fraction, text)."""


class NotEnclosed(ValueError):
    """An integral that is not shown here; the message is one line that says why and what to do instead."""


def enclose(
    f: Term,
    symbol: Term,
    low: Any,
    high: Any,
    parameters: Constants | None = None,
    precision: int = 128,
    whole: bool = False,
    evaluations: int | None = None,
) -> Ball:
    """A ball that contains the integral of `f` over `symbol` from `low` to `high`.

    Args:
        f: a Term in `symbol` and the parameters; real or complex.
        symbol: a real symbol.
        low, high: real constant Terms, in either order.
        parameters: the other symbols of `f`, to constant Terms.
        precision: bits. The radius follows from it and from the integrand; nothing is promised about it.
        whole: f is to be defined on all of the closed interval; no quotient is continued.
        evaluations: about how many may be spent; by default as many as Arb allows.

    Returns:
        arb for a Term that is real by form, else acb; always finite.

    Raises:
        NotEnclosed: f is not shown to be defined and bounded on the closed interval, contains a mean, or a parameter
            has no value. A quotient that is 0/0 at one rational point of the unit interval is continued there.

    Source: F. Johansson, Numerical integration in arbitrary-precision ball arithmetic (2018), arXiv 1802.07942.
    """
    unit, width = _on_unit(f, symbol, low, high, parameters)
    with ctx.workprec(precision):
        integrand = Integrand.of(unit, symbol, precision, continues=not whole)
        total = acb.integral(integrand, 0, 1, eval_limit=evaluations) * acb(ball.enclose(width, {}, precision))
    if not total.is_finite():
        raise NotEnclosed(
            f"the integrand {_short(f)} is not shown to be defined and bounded for {symbol} from {low} to {high}; "
            "split the interval, substitute, or give an antiderivative"
        )
    return total.real if f.is_real else total


def _on_unit(f: Term, symbol: Term, low: Any, high: Any, parameters: Constants | None) -> tuple[Term, Term]:
    """f(low + (high - low) * symbol) and high - low, the parameters replaced."""
    constants = _constants(symbol, parameters)
    start, end = (_constant(each, constants, "the end") for each in (low, high))
    width = add(end, mul(number(-1), start))
    try:
        unit = f.subs({**constants, symbol: add(start, mul(width, symbol))})
    except TermError as error:  # a literal denominator became 0
        raise NotEnclosed(str(error)) from None
    _only(unit, symbol)
    return unit, width


def _constants(symbol: Term, parameters: Constants | None) -> dict[Term, Term]:
    if symbol.kind != "sym" or symbol.payload[1] != "real":
        raise NotEnclosed(f"the variable of integration is a real symbol; found {symbol}")
    constants = {sym: term(value) for sym, value in (parameters or {}).items()}
    for sym, value in constants.items():
        if sym is symbol or value.symbols or (sym.is_real and not value.is_real):
            raise NotEnclosed(f"the parameter {sym} needs a constant of its own sort; found {value}")
    return constants


def _constant(value: Any, constants: Mapping[Term, Term], what: str) -> Term:
    found = term(value).subs(constants)
    if found.symbols or not found.is_real:
        raise NotEnclosed(f"{what} {found} of the interval is not a real constant")
    return found


def _only(f: Term, symbol: Term) -> None:
    for sym in f.symbols:
        if sym is not symbol:
            raise NotEnclosed(f"the parameter {sym} has no value")
    if any(node.kind in ("mean", *OPAQUE) or (node.kind == "integral" and node.symbols) for node in postorder(f)):
        raise NotEnclosed("a mean or an integral that changes inside an integral is not supported")


def antiderivative(
    F: Term,
    f: Term,
    symbol: Term,
    low: Any,
    high: Any,
    parameters: Constants | None = None,
    facts: Iterable[Relation | AnyOf] = (),
) -> Term:
    """The integral of `f` from `low` to `high` as F(high) - F(low), after checking all that this needs.

    dF/dsymbol == f by `ring`; F is defined, hence continuous, on the closed interval; dF/dsymbol and f are defined on
    the open one.

    Args:
        low, high: real Terms in the parameters.
        parameters: some of the other symbols, to constant Terms.
        facts: relations known for every value of `symbol` in the closed interval and of the parameters left; without
            parameters left, definedness is also decided by roots and by a cover.

    Raises:
        NotEnclosed: a condition is not shown; the message says which.
    """
    known = Facts(tuple(facts))
    constants = _constants(symbol, parameters)
    F, f = F.subs(constants), f.subs(constants)
    start, end = term(low).subs(constants), term(high).subs(constants)
    if any(node.kind in ("mean", "integral", *OPAQUE) and symbol in node.symbols for node in postorder(F, f)):
        raise NotEnclosed("a mean or an integral inside an integral is not supported")
    slope = _slope(F, symbol)
    _require_equal(slope, f, f"the derivative of {_short(F)} is")
    for terms, closed in (((F,), True), ((slope, f), False)):
        for obligation in obligations(terms):
            if not known.holds(obligation) and not _holds_between(obligation, symbol, start, end, closed):
                kind = "closed" if closed else "open"
                raise NotEnclosed(f"{obligation} is not shown on the {kind} interval from {start} to {end}")
    return add(F.subs(symbol, end), mul(number(-1), F.subs(symbol, start)))


def _holds_between(relation: Relation | AnyOf, symbol: Term, low: Term, high: Term, closed: bool) -> bool:
    moved = relation.subs({symbol: add(low, mul(add(high, mul(number(-1), low)), symbol))})
    if any(sym is not symbol for sym in moved.symbols):
        return False
    if any(node.kind in ("mean", "integral", *OPAQUE) for each in moved.terms for node in postorder(each)):
        return False
    return holds_on_unit(moved, symbol, closed)


def _slope(f: Term, symbol: Term) -> Term:
    try:
        return slope(f, symbol)
    except TermError as error:
        raise NotEnclosed(str(error)) from None


def _require_equal(left: Term, right: Term, what: str) -> None:
    try:
        same = ring.equal(left, right)
    except ring.NotPolynomial as error:
        raise NotEnclosed(str(error)) from None
    if not same:
        raise NotEnclosed(f"{what} not identically {_short(right)}")


def agree(f: Term, g: Term, symbol: Term, low: Any, high: Any, at: Any, parameters: Constants | None = None) -> None:
    """f == g on the open interval, because their derivatives agree by `ring` and so do their values at `at`.

    Two antiderivatives of one function, such as atan(2 x/(1 - x**2)) and 2 atan(x), differ by a constant on each
    interval on which both are defined; which constant, one exact value says. Where f is undefined at an end, g
    continues it, and the integral of f is that of g.

    Args:
        at: one of the ends, or a constant strictly between them, at which both are defined.

    Raises:
        NotEnclosed: a condition is not shown.
    """
    constants = _constants(symbol, parameters)
    f, g = f.subs(constants), g.subs(constants)
    start, end, here = (_constant(each, constants, "the point") for each in (low, high, at))
    _only(add(f, g), symbol)
    if here is not start and here is not end:
        sides = [_decided(Relation("gt", add(here, mul(number(-1), each)), ZERO)) for each in (start, end)]
        if None in sides or sides[0] == sides[1]:
            raise NotEnclosed(f"{here} is not shown to lie between {start} and {end}")
    try:
        met = at_point.decide(Relation("eq", f, g), {symbol: here})
    except Undefined as error:
        raise NotEnclosed(f"at {symbol} = {here}: {error}") from None
    if met != (True, at_point.EXACT):
        raise NotEnclosed(f"{_short(f)} == {_short(g)} is not shown at {symbol} = {here}")
    slopes = [_slope(each, symbol) for each in (f, g)]
    _require_equal(slopes[0], slopes[1], f"the derivative of {_short(f)} is")
    for obligation in obligations((f, g, *slopes)):
        if not _holds_between(obligation, symbol, start, end, closed=False):
            raise NotEnclosed(f"{obligation} is not shown between {start} and {end}")


def _decided(relation: Relation) -> bool | None:
    decision = at_point.decide(relation, {})
    return None if decision is None else decision[0]


def half_line(
    f: Term, symbol: Term, low: Any, form: Term, parameters: Constants | None = None, precision: int = 128
) -> Ball:
    """A ball that contains the integral of `f` from `low` to infinity, by symbol -> low + symbol/(1 - symbol).

    Args:
        form: f(low + symbol/(1 - symbol))/(1 - symbol)**2 for 0 <= symbol < 1, written so that it is also defined at
            1 (cancelled); checked by `ring`. Denominators of f may vanish at countably many points, where the form
            continues f.

    Raises:
        NotEnclosed: the form is another function, or a condition is not shown.
    """
    constants = _constants(symbol, parameters)
    start = _constant(low, constants, "the end")
    rest = add(ONE, mul(number(-1), symbol))
    moved = f.subs({**constants, symbol: add(start, div(symbol, rest))})
    form = form.subs(constants)
    _only(add(moved, form), symbol)
    _require_equal(form, div(moved, power(rest, 2)), f"{_short(form)} is")
    for obligation in obligations((moved,)):
        if not _isolated(obligation, symbol) and not holds_on_unit(obligation, symbol, closed=False):
            raise NotEnclosed(f"{obligation} is not shown for 0 < {symbol} < 1")
    return enclose(form, symbol, 0, 1, None, precision)


def _isolated(obligation: Relation | AnyOf, symbol: Term) -> bool:
    """A relation != that fails at countably many points only: its gap is one analytic function without cuts, whose
    domain in the complex plane is connected, and it is not zero at one of a few points."""
    if not isinstance(obligation, Relation) or obligation.op != "ne":
        return False
    if any(node.symbols and node.kind in _WITH_CUTS and not _whole_power(node) for node in postorder(obligation.gap)):
        return False
    samples = (ball.enclose(obligation.gap, {symbol: number(Fraction(k, 7))}, 128) for k in range(1, 7))
    return any(ball.known_nonzero(each) for each in samples)


_WITH_CUTS = ("abs", "min", "max", "sqrt", "log", "asin", "atan", "pow", "mean", "integral", *OPAQUE)


def _whole_power(node: Term) -> bool:
    return node.kind == "pow" and node.args[1].kind == "rat" and node.args[1].payload.denominator == 1


def tail(
    f: Term,
    symbol: Term,
    low: Any,
    majorant: Term,
    forms: tuple[Term, Term] | None = None,
    parameters: Constants | None = None,
    precision: int = 128,
) -> arb:
    """A ball about 0 that contains the integral of a real `f` from `low` to infinity, or of any part of that ray.

    With a majorant G >= 0 and |f| <= -dG/dsymbol on the ray, the integral converges absolutely and is at most G(low).

    Args:
        low: a rational number or constant Term.
        majorant: G.
        forms: Terms equal (by `ring`) to -dG/dsymbol - f and -dG/dsymbol + f, whose signs are manifest where
            symbol >= low.

    Raises:
        NotEnclosed: a condition is not manifest.
    """
    constants = _constants(symbol, parameters)
    start = _constant(low, constants, "the end")
    f, G = f.subs(constants), majorant.subs(constants)
    _only(add(f, G), symbol)
    if not (f.is_real and G.is_real):
        raise NotEnclosed("a tail is bounded for real integrands and majorants; take re and im")
    fall = mul(number(-1), _slope(G, symbol))
    gaps = (add(fall, mul(number(-1), f)), add(fall, f))
    shown = gaps if forms is None else tuple(each.subs(constants) for each in forms)
    for gap, form in zip(gaps, shown, strict=True):
        _require_equal(gap, form, f"{_short(gap)} is")
    ray = [Relation("ge", symbol, start)]
    if _decided(Relation("gt", start, ZERO)):
        ray.append(Relation("gt", symbol, ZERO))
    known = Facts(ray)
    wanted = [*obligations((G, *shown, *gaps))]
    wanted += [AnyOf(tuple(Relation(op, each, ZERO) for op in ("ge", "eq"))) for each in (G, *shown)]
    for relation in wanted:
        if not known.holds(relation):
            raise NotEnclosed(f"{relation.options[0]} is not manifest for {symbol} >= {start}")
    with ctx.workprec(precision):
        bound = ball.enclose(G, {symbol: start}, precision)
        if not isinstance(bound, arb) or not bound.is_finite():
            raise NotEnclosed(f"the majorant {_short(G)} has no enclosure at {start}")
        return arb(0, bound.upper())


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 100 else text[:97] + "..."
