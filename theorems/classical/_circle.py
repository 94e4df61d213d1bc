"""What schemas about a disk and its circle share: counted zeros, a Dulac function, how the circle turns."""

from theorems.classical._planar import disk, smooth
from verify import PI, Integral, cos, eq, gt, im, ne, sin, sqrt
from verify.dynamics import divergence
from verify.kernel.goal import Equilibria, Inside, Stays
from verify.kernel.ring import constant
from verify.kernel.term import I, TermError, abs2, absolute, conj, number, postorder

POLYNOMIAL = frozenset("rat i sym add mul pow conj re im abs2".split())
COUNTS = (("sources", "term"), ("saddles", "term"), ("sinks", "term"))


def counted(goal, at, name):
    """Equilibria: the only zeros in the open disk, as many hyperbolic ones of each kind as the parameters say."""
    numbers = [at[kind] for kind, _ in COUNTS]
    if any(each.kind != "rat" or each.payload.denominator != 1 or each.payload < 0 for each in numbers):
        raise TermError(f"{name}: the numbers of sources, saddles and sinks are natural")
    kinds = tuple(kind[:-1] for kind, each in zip(dict(COUNTS), numbers, strict=True) for _ in range(int(each.payload)))
    return Equilibria(goal.flow.states, goal.flow.terms, goal.starts, kinds)


def spread(goal, weight, name):
    """The disk stays, and the weight is a Dulac function: div(weight F) > 0 and weight != 0 inside."""
    disk(goal, name)
    if not (weight.is_real and smooth(weight)):
        raise TermError(f"{name}: the weight must be real and smooth where it is defined")
    positive_ = Inside(gt(divergence(goal.flow, weight=weight), 0))
    return Stays(goal.flow, goal.closure()), Inside(ne(weight, 0)), positive_


def both_ways(goal, at, name):
    """At one point of the circle the angle grows, at another it falls; the field is a polynomial, so zeros are few."""
    state, field, gap = disk(goal, name)
    if not all(each.kind in POLYNOMIAL and (each.kind != "pow" or _natural(each)) for each in postorder(field)):
        raise TermError(f"{name}: the field must be a polynomial in the state and its conjugate")
    found = []
    for key, sign in (("up", 1), ("down", -1)):
        point = at[key]
        if point.symbols:
            raise TermError(f"{name}: {key} is a constant; found {point}")
        found += [eq(gap.subs(state, point), 0), gt(sign * im(conj(point) * field.subs(state, point)), 0)]
    return tuple(found)


def _natural(node):
    exponent = node.args[1]
    return exponent.kind == "rat" and exponent.payload.denominator == 1 and exponent.payload >= 0


def one_way(goal, rate, angle, name):
    """(gap, obligations, growth): gap' = rate gap, the circle turns one way, and log gap grows so much in a turn."""
    state, field, gap = disk(goal, name)
    if not (rate.total and rate.is_real and smooth(rate)):
        raise TermError(f"{name}: the real rate must be smooth and defined everywhere")
    if set((*rate.symbols, *field.symbols)) - {state}:
        raise TermError(f"{name}: the field and the rate speak of {state} alone")
    if angle.kind != "sym" or not angle.is_real or angle.payload[1] == "natural":
        raise TermError(f"{name}: the angle is a real symbol; found {angle}")
    radius2 = constant(gap + abs2(state))
    circle = {state: sqrt(number(radius2)) * (cos(angle) + I * sin(angle))}
    turn = (im(conj(state) * field) / radius2).subs(circle)
    growth = Integral(rate.subs(circle) / absolute(turn), angle, 0, 2 * PI)
    needs = Stays(goal.flow, goal.closure()), eq(goal.flow.derivative(gap), rate * gap), ne(turn, 0)
    return gap, needs, growth
