"""Statements in every dimension and for any number of tokens: letters, traces, forms, and their conclusion.

`Space(V=Letter("symmetric"), x=UnitToken(), beta=Real())` has matrices of unknown size; S = mean x x^T is `moment`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from verify.claim import Claim, Conclusion
from verify.kernel.goal import AnyDimension, Goal
from verify.kernel.relation import Relation
from verify.kernel.term import Term, TermError
from verify.kernel.words import TOKEN, Word, dot, letter, mean_of, rate, second_moment, tangent, token, trace
from verify.space import Domain, Exacts, Matrices, Space, Sphere, Token

if TYPE_CHECKING:
    import numpy as np

__all__ = ["EveryDimension", "Letter", "UnitToken", "at_dimension", "dot", "mean_of", "moment", "norm2", "rate"]
__all__ += ["tangent", "trace"]

moment = second_moment()
"""S = mean x x^T."""


@dataclass(frozen=True)
class _Abstract(Domain):
    """A domain without coordinates: its symbol is a letter, not a Term."""

    def scalars(self, value: Any) -> tuple[Term, ...]:
        return ()

    def facts(self, value: Any) -> tuple[Relation, ...]:
        return ()

    @property
    def box(self) -> tuple[tuple[float, float], ...]:
        return ()

    def columns(self, value: Any, u: np.ndarray) -> dict[Term, np.ndarray]:
        return {}

    def exact(self, value: Any, u: Sequence[float], limit: int = 1) -> Exacts:
        return {}

    def special(self, value: Any) -> Iterator[Exacts]:
        yield {}


@dataclass(frozen=True)
class Letter(_Abstract):
    """A square matrix of any size: general, symmetric or antisymmetric."""

    sort: str = "general"

    def make(self, name: str) -> Any:
        return letter(name, self.sort)


@dataclass(frozen=True)
class UnitToken(_Abstract):
    """A token on the unit sphere of any dimension; there is one, called x."""

    def make(self, name: str) -> Any:
        if name != "x":
            raise TermError(f"the token of words is called x; found {name}")
        return token()


def norm2(vector: Word) -> Word:
    """|v|^2."""
    return dot(vector, vector)


@dataclass(frozen=True)
class EveryDimension(Conclusion):
    """left == right for matrices of every size, any number of tokens, and any measure of them."""

    word: ClassVar[str] = "in every dimension"
    left: Word
    right: Word

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        taken = next((sym for sym in space.scalars if re.fullmatch(rf"{TOKEN}[1-9]", sym.payload[0])), None)
        if taken is not None:
            raise TermError(f"{taken} is a coordinate of the token in some dimension; give the symbol another name")
        sorts = tuple((name, domain.sort) for name, domain in space.domains.items() if isinstance(domain, Letter))
        waiting = [self.left, self.right]
        while waiting:
            word = waiting.pop()
            waiting.extend(word.args)
            if word.kind == "letter" and word.payload not in sorts:
                raise TermError(
                    f"the letter {word} ({word.payload[1]}) is not in the space; add it or correct the name"
                )
            unknown = [sym for sym in word.payload.symbols if sym not in space.scalars] if word.kind == "real" else []
            if unknown:
                raise TermError(f"the symbol {unknown[0]} is not in the space; add it or correct the name")
        return (("main", AnyDimension(self.left, self.right, sorts, space.scalars)),)

    def __str__(self) -> str:
        return f"{self.left} == {self.right} in every dimension"


def at_dimension(claim: Claim, d: int) -> Claim:
    """The same claim for d x d matrices, pointwise; for the attack."""
    from verify.claim import Identity

    ((_, goal),) = claim.sequent.goals
    assert isinstance(goal, AnyDimension)
    ((_, concrete),) = goal.at(d).goals
    domains: dict[str, Domain] = {}
    for name, domain in claim.space.domains.items():
        if isinstance(domain, Letter):
            domains[name] = _matrices(domain.sort, d)
        else:
            domains[name] = Token(Sphere(d)) if isinstance(domain, UnitToken) else domain
    if not any(isinstance(domain, Token) for domain in domains.values()):
        domains[TOKEN] = Token(Sphere(d))  # the kernel's instance has one, whether or not the identity speaks of it
    relation = concrete.relation  # type: ignore[union-attr]
    shows = Identity(relation.left, relation.right)
    return Claim(f"{claim.id}.d{d}", Space(**domains), shows=shows, given=claim.given, kind="lie", seed=claim.seed)


def _matrices(sort: str, d: int) -> Domain:
    if sort == "antisymmetric":
        raise TermError("antisymmetric letters are not attacked yet")
    return Matrices(d, d, kind=sort)
