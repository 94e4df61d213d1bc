"""What a file would say in two ways is refused: a verdict would be right for one of the readings alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import Facts
from verify.kernel.term import ZERO, Term, postorder
from verify.space import Circle, Domain

__all__ = ["CLOCKS", "CONTRARY", "clock", "odd_root"]

CLOCKS = ("t", "time")
"""Names that are read as the time of a flow."""

CONTRARY = ("except", "exclude", "excluding", "never", "no", "not", "unless", "without")
"""Names of a hypothesis that would say the contrary of what it states."""


def odd_root(value: Term, facts: Iterable[Relation | AnyOf]) -> Term | None:
    """A power such as x**(1/3) in `value` whose base is not manifestly >= 0; None where there is none.

    Here such a power has no value at x < 0; elsewhere (-8)**(1/3) may be -2.

    Args:
        facts: what the file says beside its conclusion; what speaks of the power itself does not count.
    """
    known = tuple(facts)
    for node in postorder(value):
        below = node.args[1].payload.denominator if node.kind == "pow" and node.args[1].kind == "rat" else 1
        if below > 1 and below % 2:
            others = [fact for fact in known if node not in postorder(*fact.terms)]
            if not Facts(others).holds(Relation("ge", node.args[0], ZERO)):
                return node
    return None


def clock(domains: Mapping[str, Domain], names: Mapping[str, object], moving: Sequence[Term]) -> Term | None:
    """The symbol with a name of time that does not move along the flow, and so is a constant; an angle is none."""
    for name in CLOCKS:
        found = names.get(name)
        angle = isinstance(domains.get(name), Circle)
        if isinstance(found, Term) and found.is_real and not angle and found not in moving:
            return found
    return None
