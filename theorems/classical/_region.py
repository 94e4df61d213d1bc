"""What several cited results ask: one complex state in a disk about 0, an open set of starts, regular Terms."""

from verify.kernel.defined import obligations
from verify.kernel.relation import Relation
from verify.kernel.ring import constant
from verify.kernel.term import TermError, abs2, postorder


def disk(goal):
    """(the one complex state w, the gap r^2 - |w|^2 of a relation of the closed starts)."""
    (w, *more) = goal.flow.states
    if more or w.is_real:
        raise TermError("the flow has one complex state")
    for fact in goal.closure():
        radius = constant(fact.gap + abs2(w)) if isinstance(fact, Relation) and fact.op == "ge" else None
        if radius is not None:
            return w, fact.gap
    raise TermError("the starts lie in a disk about 0; found no relation r^2 - |w|^2 > 0 among them")


def regular(terms, *moving):
    """The obligations of Terms that are defined and locally Lipschitz wherever the moving symbols are."""
    found = obligations(terms)
    wrong = next((each for each in found if set(moving) & set(each.symbols)), None)
    if wrong is not None:
        raise TermError(f"a Term must be defined for all values of {', '.join(map(str, moving))}; it needs {wrong}")
    if any(node.kind in ("mean", "integral") for node in postorder(*terms)):
        raise TermError("whether a mean or an integral is regular is not decided")
    return found


def open_starts(goal):
    """(the state, obligations): the starts are an open set in a disk, and the field is regular there."""
    w, _ = disk(goal)
    strict = all(isinstance(fact, Relation) and fact.op == "gt" for fact in goal.starts)
    if not strict:
        raise TermError("the starts are an open set, given by strict orders alone")
    return w, regular((*goal.flow.terms, *(fact.gap for fact in goal.starts)), w)
