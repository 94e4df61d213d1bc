"""Orbits of gradient-like flows on a torus converge (own lemma; Lojasiewicz; Absil, Mahony and Andrews 2005).

Let the rates F and the energy E be analytic and 2 pi-periodic in every state, Q a linear function with rational
coefficients that is conserved, and g the gradient of E along {Q = constant}. If E' >= slope |g|^2 and E' >= speed |F|^2
with positive constants, every orbit has finite length: it converges.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._planar import fixed
from verify import PI, eq, ge, gt
from verify.claim import cited
from verify.kernel import ring
from verify.kernel.goal import LongTime, Schema
from verify.kernel.lie import Flow
from verify.kernel.longtime import ANALYTIC
from verify.kernel.term import ONE, ZERO, TermError, postorder

NAME = "Lojasiewicz"


def periodic(value, states):
    """The Term, which must be analytic everywhere, real, and 2 pi-periodic in every state.

    Raises:
        TermError: it is not, or not seen to be.
    """
    if not value.is_real or not all(node.total and node.kind in ANALYTIC for node in postorder(value)):
        raise TermError(f"{NAME}: energy and rates must be real and analytic everywhere; found {value}")
    for state in states:
        if not ring.equal(value.subs(state, state + 2 * PI), value):
            raise TermError(f"{NAME}: energy and rates must not change when an angle makes a turn; found {value}")
    return value


def build(goal, at):
    states, E, Q = goal.flow.states, at["energy"], at["conserved"]
    if goal.starts or not all(state.is_real for state in states):
        raise TermError(f"{NAME}: the states are angles, every one a start")
    rates = [periodic(rate, states) for rate in goal.flow.terms]
    slopes = [Flow(((state, ONE),)).derivative(periodic(E, states)) for state in states]
    weights = [ring.constant(Flow(((state, ONE),)).derivative(Q)) for state in states]
    if any(weight is None for weight in weights):
        raise TermError(
            f"{NAME}: the conserved quantity is linear in the states, with rational coefficients; found {Q}"
        )
    square = sum(weight**2 for weight in weights)
    excess = sum((w * g for w, g in zip(weights, slopes, strict=True)), ZERO) / (square or 1)
    along = [g - w * excess for w, g in zip(weights, slopes, strict=True)]
    k, m = (fixed(at[name], states, NAME) for name in ("slope", "speed"))
    grows = goal.flow.derivative(E)
    obligations = (
        *((eq(goal.flow.derivative(Q), 0),) if square else ()),
        gt(k, 0),
        gt(m, 0),
        ge(grows, k * sum((g**2 for g in along), ZERO)),
        ge(grows, m * sum((rate**2 for rate in rates), ZERO)),
    )
    return obligations, (LongTime(goal.flow, "every", "point", None, None, (), goal.starts),)


claim = cited(
    "classical.lojasiewicz",
    "Orbits of analytic gradient-like flows of angles converge",
    OWN_LEMMA.at("L6"),
    "the states are angles, and F and E analytic and 2 pi-periodic; Q is linear and conserved. With g the gradient of "
    "E along {Q = constant}, E' >= slope |g|^2 and E' >= speed |F|^2, slope and speed positive constants. Then every "
    "orbit converges.",
    Schema(
        "classical.lojasiewicz",
        (("energy", "term"), ("conserved", "term"), ("slope", "term"), ("speed", "term")),
        build,
    ),
)
