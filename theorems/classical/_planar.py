"""What schemas about a flow with one complex state share: its disk, and which Terms are continuously differentiable."""

from verify.kernel.lie import Flow
from verify.kernel.relation import Relation
from verify.kernel.ring import constant
from verify.kernel.term import ONE, I, TermError, abs2, im, postorder, re

SMOOTH = frozenset(
    "rat pi i sym add mul div pow conj re im abs2 exp log sin cos tan sinh cosh tanh atan".split()
)  # where they are defined


def smooth(value):
    """Is it built from operations that are continuously differentiable wherever they are defined?"""
    return all(node.kind in SMOOTH for node in postorder(value))


def disk(goal, name):
    """(state, field, gap) of a goal about one complex state in an open disk about 0, with a smooth field.

    Raises:
        TermError: the goal is of another kind.
    """
    closure = goal.closure()
    if len(goal.flow.rates) != 1 or goal.flow.states[0].is_real or len(closure) != 1:
        raise TermError(f"{name}: the flow has one complex state, in an open disk")
    ((state, field),) = goal.flow.rates
    open_ = isinstance(closure[0], Relation) and goal.starts[0].op == "gt"
    radius = constant(closure[0].gap + abs2(state)) if open_ else None
    if radius is None or radius <= 0:
        raise TermError(f"{name}: the domain is an open disk about 0; found {goal.starts[0]}")
    if not (field.total and smooth(field)):
        raise TermError(f"{name}: the field must be smooth and defined everywhere")
    return state, field, closure[0].gap


def fixed(value, states, name):
    """The Term, which must not speak of the states.

    Raises:
        TermError: it does.
    """
    if set(value.symbols) & set(states):
        raise TermError(f"{name}: {value} must be free of {', '.join(map(str, states))}")
    return value


def linearised(state, field, at):
    """(det J, tr J) of the real Jacobian J of the field, at a point."""
    x, y = (Flow(((state, way),)).derivative(field).subs(state, at) for way in (ONE, I))
    return re(x) * im(y) - im(x) * re(y), re(x) + im(y)


def positive(value, name):
    """The number, a positive integer.

    Raises:
        TermError: it is not.
    """
    if value.kind != "rat" or value.payload.denominator != 1 or value.payload < 1:
        raise TermError(f"{name}: the exponent is a positive integer; found {value}")
    return value
