"""What several cited results ask: one complex state in a disk about 0, an open set of starts, regular Terms."""

from verify.kernel import ring
from verify.kernel.defined import obligations
from verify.kernel.lie import slope
from verify.kernel.longtime import ANALYTIC
from verify.kernel.relation import Relation
from verify.kernel.ring import constant
from verify.kernel.term import PI, TermError, abs2, postorder


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


def polyhedron(goal, name):
    """The gaps of the closed starts, which are affine in the states: by Nagumo's theorem their signs can be kept."""
    found = []
    for fact in goal.closure():
        if not isinstance(fact, Relation) or fact.op != "ge" or not fact.gap.total:
            raise TermError(f"{name}: the starts are given by orders; found {fact}")
        if any(set(goal.flow.states) & set(slope(fact.gap, state).symbols) for state in goal.flow.states):
            raise TermError(f"{name}: the starts are a polyhedron; found {fact}")
        found.append(fact.gap)
    return found


def analytic(terms, name):
    """What must hold so that the Terms, which are real, are analytic where they have values."""
    for node in postorder(*terms):
        whole = node.kind != "pow" or (node.args[1].kind == "rat" and node.args[1].payload.denominator == 1)
        if node.kind not in ANALYTIC or not whole:
            raise TermError(f"{name}: {node} is not known to be analytic")
    wrong = next((each for each in terms if not each.is_real), None)
    if wrong is not None:
        raise TermError(f"{name}: {wrong} is not real")
    return obligations(terms)


def angles(terms, states):
    """The states after a turn of which the Terms are the same."""
    found = []
    for state in states:
        try:
            if all(ring.equal(each.subs(state, state + 2 * PI), each) for each in terms):
                found.append(state)
        except ring.NotPolynomial:
            continue
    return found
