"""Rules `whole` and `induction`: what holds because a quantity is a whole number.

Natural symbols are whole, and so are sums, products and powers of whole quantities; and each polynomial with rational
coefficients that is whole at whole places.

Of such a polynomial, of degree d_i in the i-th of its quantities, it is enough to look at the places 0, ..., d_i: its
values there, being whole, make the coefficients in products of binomials whole, and these are whole at all places.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor, gcd, lcm

from verify.kernel import ring
from verify.kernel.context import Context, Refused, Step, given, run, short
from verify.kernel.goal import Exists, Pointwise
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, PI, ZERO, Term, add, div, mul, number, postorder

__all__ = ["is_whole", "step_induction", "step_whole", "tight"]

MAX_PLACES = 1 << 12
MAX_DEGREE = 40

Poly = dict[tuple[int, ...], Fraction]


def is_whole(value: Term) -> bool:
    """Is the value a whole number wherever it is defined? (False means: not shown.)"""
    poly = _polynomial(value)
    if poly is None:
        return False
    degrees = [max(key[at] for key in poly) for at in range(len(next(iter(poly))))] if poly else []
    places = 1
    for degree in degrees:
        places *= degree + 1
    if places > MAX_PLACES or sum(degrees) > MAX_DEGREE:
        return False
    return all(_at(poly, place).denominator == 1 for place in product(*(range(d + 1) for d in degrees)))


def tight(fact: Relation) -> Relation:
    """An order that says all that `fact`, an order, says of whole quantities: 2 n > 3 is 2 n >= 4."""
    poly = _polynomial(fact.gap) if fact.op in ("ge", "gt") else None
    rest = {key: c for key, c in (poly or {}).items() if any(key)}
    if poly is None or not rest:
        return fact
    constant = next((c for key, c in poly.items() if not any(key)), Fraction(0))
    # the rest is `unit` times something whole, so the gap is one of the numbers constant + unit * Z
    unit = Fraction(gcd(*(c.numerator for c in rest.values())), lcm(*(c.denominator for c in rest.values())))
    steps = -constant / unit
    least = floor(steps) + 1 if fact.op == "gt" else ceil(steps)
    slack = unit * least + constant
    return fact if fact.op == "ge" and not slack else Relation("ge", add(fact.gap, number(-slack)), ZERO)


def _at(poly: Poly, place: tuple[int, ...]) -> Fraction:
    total = Fraction(0)
    for key, c in poly.items():
        for x, e in zip(place, key, strict=True):
            c *= x**e
        total += c
    return total


def _polynomial(value: Term) -> Poly | None:
    """A real Term as a polynomial over Q in quantities that are whole; None where it is none, by form."""
    if not value.is_real:
        return None
    atoms = list(dict.fromkeys(_atoms(value)))
    reading = ring.Ring()
    try:
        form, *read = reading.normal(value, *atoms)
    except ring.NotPolynomial:
        return None
    whole: set[int] = set()
    for each in read:
        degrees = each.re.degrees()
        own = [at for at, degree in enumerate(degrees) if degree > 0]
        if len(own) == 1 and not each.den and each.im.is_zero() and each.re == reading.ctx.gen(own[0]):
            whole.add(own[0])
    used = [at for at, degree in enumerate(form.re.degrees()) if degree > 0]
    if form.den or not form.im.is_zero() or not set(used) <= whole:
        return None
    return {tuple(int(key[at]) for at in used): Fraction(int(c.p), int(c.q)) for key, c in form.re.to_dict().items()}


def _atoms(value: Term) -> Iterator[Term]:
    """Natural symbols, and powers of whole numbers with natural exponents."""
    for node in postorder(value):
        powered = node.kind == "pow" and node.args[1].kind != "rat"
        if _natural(node) if node.kind == "sym" else powered and _natural(node.args[1]) and is_whole(node.args[0]):
            yield node


def _natural(value: Term) -> bool:
    """Is it by form a sum of products of natural symbols and literals 0, 1, 2, ...?"""
    if value.kind == "rat":
        return bool(value.payload.denominator == 1 and value.payload >= 0)
    if value.kind == "sym":
        return bool(value.payload[1] == "natural")
    return value.kind in ("add", "mul") and all(_natural(arg) for arg in value.args)


def step_whole(step: Step, context: Context) -> None:
    """One of four, as the step has `of`, `fact`, `at` or `shows` alone.

    `of`: a whole quantity is <= 0 or >= 1. `fact`: a known order of whole quantities, rounded (`tight`). `at`: `shows`
    holds, for it does at the known values of natural symbols. `shows`: for a whole q, sin(pi q) == 0,
    cos(pi q)**2 == 1, cos(2 pi q) == 1, cos(pi q) == (-1)**q, or ((-1)**q)**2 == 1.
    """
    if "of" in step.data:
        of = given(step, "of", Term)
        if not is_whole(of):
            raise Refused(f"whole: that {short(of)} is a whole number is not shown by its form")
        context.learn(AnyOf((Relation("ge", ZERO, of), Relation("ge", of, ONE))))
    elif "fact" in step.data:
        fact = given(step, "fact", Relation)
        if fact.op not in ("ge", "gt") or not context.shown(fact):
            raise Refused(f"whole: {short(fact)} is not a known order")
        context.learn(tight(fact))
    elif "at" in step.data:
        _at_values(step, context)
    else:
        shows = given(step, "shows", Relation)
        if shows.op != "eq" or not _of_turns(shows.left, shows.right):
            raise Refused(f"whole: {short(shows)} does not follow from what is whole by form")
        context.learn(shows)


def _at_values(step: Step, context: Context) -> None:
    """`shows`, as its natural symbols are known to be the literals `at`, and it holds there."""
    shows, at = given(step, "shows", Relation), given(step, "at", dict)
    for sym, value in at.items():
        _require_natural(sym, "whole", context)
        if not isinstance(value, Term) or value.kind != "rat" or not context.shown(Relation("eq", sym, value)):
            raise Refused(f"whole: {sym} == {short(value)} is not known")
    there = shows.subs(at)
    if not context.shown(there):
        raise Refused(f"whole: {short(there)} is not shown")
    context.learn(shows)


def step_induction(step: Step, context: Context) -> None:
    """`shows`, by the steps `starts` where `symbol` is `low`, and by `steps` beyond it, where it holds one before.

    All that is assumed of the symbol must hold one before as well. A least value at which `shows` failed would be `low`
    or a later one, and neither is.
    """
    shows, n, low = given(step, "shows", Relation), given(step, "symbol", Term), given(step, "low", int)
    _require_natural(n, "induction", context)
    if not isinstance(context.goal, Pointwise | Exists):
        raise Refused("induction: not where something moves along a flow")
    if any(n in depends for depends in context.introduced.values()):
        raise Refused(f"induction: a symbol was introduced for one value of {n}")
    if low < 0 or not context.shown(Relation("ge", n, number(low))):
        raise Refused(f"induction: {n} >= {low} is not shown")
    before = {n: add(n, number(-1))}
    beyond = context.where(Relation("ge", n, number(low + 1)))
    for fact in context.assumed:
        if n in fact.symbols and not beyond.shown(fact.subs(before)):
            raise Refused(f"induction: {short(fact)} is not shown one before")
    first = context.where(Relation("eq", n, number(low)))
    for branch, steps, where in (
        (first, "starts", f"where {n} == {low}"),
        (beyond.where(shows.subs(before)), "steps", f"where it holds at {n} - 1"),
    ):
        try:
            run(given(step, steps, tuple), branch)
        except Refused as error:
            raise Refused(f"induction: {where}: {error}") from None
        if not branch.has(shows):
            raise Refused(f"induction: {where} the steps end without reaching {short(shows)}")
    context.learn(shows)


def _require_natural(sym: object, rule: str, context: Context) -> None:
    natural = isinstance(sym, Term) and sym.kind == "sym" and sym.payload[1] == "natural"
    if not natural or sym not in context.symbols or sym in context.tokens:
        raise Refused(f"{rule}: {short(sym)} is no natural symbol of the space, or a token")


def _of_turns(left: Term, right: Term) -> bool:
    """Is it one of the values of cosines and sines at whole multiples of pi?"""
    if left.kind == "sin" and right is ZERO:
        return is_whole(_halves(left))
    if left.kind == "pow" and left.args[1] is number(2) and right is ONE:
        base = left.args[0]
        if base.kind == "pow" and base.args[0] is number(-1):
            return is_whole(base.args[1])
        return base.kind == "cos" and is_whole(_halves(base))
    if left.kind != "cos":
        return False
    if right is ONE:
        return is_whole(mul(number(Fraction(1, 2)), _halves(left)))
    sign = right.kind == "pow" and right.args[0] is number(-1) and is_whole(right.args[1])
    return sign and ring.equal(left.args[0], mul(PI, right.args[1]))


def _halves(turned: Term) -> Term:
    """The angle of a cosine or a sine over pi."""
    angle = turned.args[0]
    summands = angle.args if angle.kind == "add" else (angle,)
    return add(*(_over_pi(each) for each in summands))


def _over_pi(value: Term) -> Term:
    factors = list(value.args) if value.kind == "mul" else [value]
    if PI not in factors:
        return value if value is ZERO else div(value, PI)
    factors.remove(PI)
    return mul(*factors)
