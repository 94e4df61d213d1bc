"""Conclusions beyond relations and long-time behaviours: bounds, existence, equilibria, closed orbits, regimes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from verify.claim import Claim, Conclusion
from verify.kernel import goal as goals_
from verify.kernel.goal import KINDS, Goal, Pointwise
from verify.kernel.lie import Flow
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, TermError, binds, postorder, term
from verify.space import Space

__all__ = ["Bound", "ClosedOrbit", "Equilibria", "Exists", "Regimes", "Scaling", "When"]


def _rational(value: Any) -> Fraction:
    """An int, a Fraction, text, or a literal Term; a float is another number than its digits say.

    Raises:
        TermError: something else.
    """
    found = term(value)
    if found.kind != "rat":
        raise TermError(f"found {found}, expected a rational number such as 3 or '1/2'")
    return Fraction(found.payload)


@dataclass(frozen=True)
class When(Conclusion):
    """A conclusion under hypotheses of its own, beside those of the claim; for parts of an `All`."""

    word: ClassVar[str] = "when"
    given: tuple[Relation | AnyOf, ...]
    shows: Conclusion

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", tuple(self.given))

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        found: list[tuple[str, Goal]] = []
        for name, goal in self.shows.goals(space):
            if not isinstance(goal, Pointwise | goals_.Exists):
                raise TermError(f"When takes relations and existences; found {self.shows.word}")
            found.append((name, replace(goal, given=(*goal.given, *self.given))))
        return tuple(found)

    def require_fit(self, given: tuple[Relation | AnyOf, ...]) -> None:
        self.shows.require_fit((*given, *self.given))

    def __str__(self) -> str:
        return f"if {', '.join(map(str, self.given))}: {self.shows}"


@dataclass(frozen=True)
class Exists(Conclusion):
    """For every value of the other symbols there are values of `of`, in their domains, with these relations."""

    word: ClassVar[str] = "exists"
    relations: tuple[Relation | AnyOf, ...]
    of: tuple[Term, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "relations", tuple(self.relations))
        object.__setattr__(self, "of", (self.of,) if isinstance(self.of, Term) else tuple(self.of))

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        facts, of = space.facts_of(self.of), set(self.of)
        tied = next((fact for fact in facts if not set(fact.symbols) <= of), None)
        if tied is not None:
            left = ", ".join(str(sym) for sym in tied.symbols if sym not in of)
            raise TermError(f"the domain of the unknowns ties them to {left}, {tied}; let these be unknowns as well")
        return (("main", goals_.Exists(self.of, (*facts, *self.relations))),)

    @property
    def every(self) -> tuple[Term, ...]:
        """The other symbols of the relations: the unknowns may depend on them."""
        found = dict.fromkeys(sym for relation in self.relations for sym in relation.symbols)
        return tuple(sym for sym in found if sym not in self.of)

    def opening(self) -> str:
        """For every value of which symbols there are which unknowns."""
        first = f"for every {', '.join(map(str, self.every))} there are" if self.every else "there are"
        return f"{first} {', '.join(map(str, self.of))} with"

    def __str__(self) -> str:
        return f"{self.opening()} {', '.join(map(str, self.relations))}"


@dataclass(frozen=True)
class Equilibria(Conclusion):
    """A flow without parameters has exactly these equilibria in its states' domain: sink, source, saddle or any."""

    word: ClassVar[str] = "equilibria"
    along: Any
    are: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "along", Flow.of(self.along))
        object.__setattr__(self, "are", tuple(self.are))
        wrong = next((kind for kind in self.are if kind not in KINDS), None)
        if wrong is not None:
            raise TermError(f"an equilibrium is {wrong!r}; expected one of {', '.join(KINDS)}")

    @property
    def flow(self) -> Flow:
        return self.along  # type: ignore[no-any-return]

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        region = space.facts_of(self.flow.states)
        return (("main", goals_.Equilibria(self.flow.states, self.flow.terms, region, self.are)),)

    def __str__(self) -> str:
        count = f"exactly {len(self.are)} equilibri{'um' if len(self.are) == 1 else 'a'} ({', '.join(self.are)})"
        return f"{count if self.are else 'no equilibrium'} of {self.along}"


@dataclass(frozen=True)
class ClosedOrbit(Conclusion):
    """A closed orbit through a point of the states' domain: through the point `through`, if that is given.

    Attributes:
        period: rational ends (or text) between which the least period lies.
        attracts: it is asymptotically stable.
    """

    word: ClassVar[str] = "closed orbit"
    along: Any
    through: Mapping[Term, Any] | None = None
    period: tuple[Any, Any] | None = None
    attracts: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "along", Flow.of(self.along))

    @property
    def flow(self) -> Flow:
        return self.along  # type: ignore[no-any-return]

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        point = tuple((state, term(value)) for state, value in (self.through or {}).items())
        period = None if self.period is None else (_rational(self.period[0]), _rational(self.period[1]))
        starts = space.facts_of(self.flow.states)
        return (("main", goals_.Closed(self.flow, starts, point, period, self.attracts)),)

    def __str__(self) -> str:
        place = ", ".join(f"{state} = {value}" for state, value in (self.through or {}).items())
        said = f" through {place}" if place else ""
        lasting = f", its period between {self.period[0]} and {self.period[1]}" if self.period else ""
        return f"{'an attracting' if self.attracts else 'a'} closed orbit{said} of {self.along}{lasting}"


@dataclass(frozen=True)
class Bound(Conclusion):
    """q(t) <= b(t), a relation, along every solution that starts where `start` holds, for as long as `during` does.

    A solution counts while it is in the domains of its states. Where the flow leaves one at once (a sphere to which it
    is not tangent) the bound speaks of t = 0 alone; that is not refused.

    Attributes:
        start: relations at t = 0, beside the domains of the states; t = 0 counts.
        during: relations on the way, beside the domains of the states and inputs.
            Those about tokens outside a mean hold for every one of them.
        singular: (k, end) with k' = 1: solutions for t > 0 whose k -> end as t -> 0, instead of a start at t = 0.
        inputs: symbols that may change in time in any way; without them every symbol that is no state is constant.
        supposing: (condition, fact): at every time at which the condition holds for all tokens, so does the fact.
    """

    word: ClassVar[str] = "bound"
    relation: Relation
    along: Any
    start: tuple[Relation | AnyOf, ...] = ()
    during: tuple[Relation | AnyOf, ...] = ()
    singular: tuple[Term, Any] | None = None
    inputs: tuple[Term, ...] = ()
    supposing: tuple[tuple[Relation, Relation], ...] = ()

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "supposing", tuple(self.supposing))
        put(self, "along", Flow.of(self.along))
        put(self, "start", tuple(self.start))
        put(self, "during", tuple(self.during))
        put(self, "inputs", tuple(self.inputs))
        put(self, "singular", None if self.singular is None else (self.singular[0], term(self.singular[1])))

    @property
    def flow(self) -> Flow:
        return self.along  # type: ignore[no-any-return]

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        supposed = (*self.start, *self.during, *(each for pair in self.supposing for each in pair))
        for each in (*supposed, *((self.singular[1],) if self.singular else ()), *self.inputs):
            for sym in each.symbols:
                if sym not in space.scalars:
                    raise TermError(f"a bound speaks of {sym} in {each}, which is not in the space")
            for node in postorder(*(each.terms if isinstance(each, Relation | AnyOf) else (each,))):
                wrong = next((sym for sym in binds(node) if node.kind != "integral" and sym not in space.tokens), None)
                if wrong is not None:
                    raise TermError(f"{each} in a bound runs over {wrong}, which is not a Token of the space")
        during = (*space.facts_of((*self.flow.states, *self.inputs)), *self.during)
        goal = goals_.Bound(self.flow, self.relation, during, self.start, self.singular, self.inputs, self.supposing)
        return (("main", goal),)

    def __str__(self) -> str:
        start = ", ".join(map(str, self.start))
        if self.singular is not None:
            start = f"{self.singular[0]} -> {self.singular[1]}"
        on_the_way = f", while {', '.join(map(str, self.during))}" if self.during else ""
        on_the_way += "".join(f", and {fact} while {condition}" for condition, fact in self.supposing)
        free = f", {', '.join(map(str, self.inputs))} changing in any way" if self.inputs else ""
        return f"{self.relation} along {self.along}{free}, from {start or 'every start'}{on_the_way}"


@dataclass(frozen=True, init=False)
class Regimes(Conclusion):
    """At every point of the space the hypotheses of one of these claims hold, as far as they speak of the space."""

    word: ClassVar[str] = "regimes"
    claims: tuple[Claim, ...]

    def __init__(self, claims: Iterable[Claim]) -> None:
        object.__setattr__(self, "claims", tuple(claims))

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        mine, here = set(space.scalars), set(space.facts)
        options = []
        for claim in self.claims:
            facts = (fact for fact in claim.sequent.facts if fact not in here and set(fact.symbols) <= mine)
            options.append((claim.id, tuple(facts)))
        return (("main", goals_.Regimes(tuple(options))),)

    def __str__(self) -> str:
        listed = ", ".join(claim.id for claim in self.claims)
        return f"one of the regimes applies, as far as their hypotheses speak of these symbols: {listed}"


@dataclass(frozen=True)
class Scaling(Conclusion):
    """A quantity that is measured, by a simulation say, grows like a power of its parameter: q ~ C parameter^exponent.

    It can be neither proved nor refuted: a fit supports it, or makes it a suspect (`verify.attack.scaling`).

    Attributes:
        measure: a name of `verify.attention.scalings.MEASURES`.
        exponent: a rational number, or text.
        within: what three errors of the fit may not exceed; a vaguer fit says nothing.
    """

    word: ClassVar[str] = "scaling"
    measure: str
    exponent: Fraction
    within: Fraction = Fraction(1, 20)

    def __post_init__(self) -> None:
        from verify.attention.scalings import MEASURES

        if self.measure not in MEASURES:
            raise TermError(f"there is no measure {self.measure!r}; there are {', '.join(MEASURES)}")
        object.__setattr__(self, "exponent", _rational(self.exponent))
        object.__setattr__(self, "within", _rational(self.within))
        if self.within <= 0:
            raise TermError(f"within is {self.within}; expected a positive number")

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        return (("main", goals_.Scaling(self.measure, self.exponent, self.within)),)

    def __str__(self) -> str:
        from verify.attention.scalings import MEASURES

        found = MEASURES[self.measure]
        return f"{found.about}: like {found.parameter}^({self.exponent})"
