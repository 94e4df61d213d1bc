"""Proposes manifestly nonnegative forms of real Terms that are more than polynomials in symbols.

A Term is a quotient of polynomials in the generators of `verify.kernel.ring`: cosines and sines, exponentials, roots,
other functions, means. Its numerator is sought as a sum of squares of these, plus squares times what is known to be
nonnegative, perhaps after multiplication by something positive; relations such as c^2 + s^2 = 1 are divided out. A mean
is also sought as the mean of a square. The kernel's rule `sign` checks what is proposed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial, Quotient, Ring, ratio
from verify.kernel.sign import Facts
from verify.kernel.term import (
    ONE,
    ZERO,
    Term,
    TermError,
    add,
    cos,
    div,
    exp,
    im,
    mean,
    mul,
    number,
    postorder,
    power,
    re,
    sin,
    sqrt,
)
from verify.prove.squares import Conditions, factored, function_of, proposals, vanishing
from verify.prove.turned import apart

__all__ = ["divided", "manifest", "plain"]

MAX_AXES = 8
MAX_BASIS = 30
MAX_UNKNOWNS = 500
MAX_FACTS = 6
MAX_UNITS = 4
PROBES = 300
MAX_FUNCTIONS = 4
GRID = [Fraction(x) for x in (0, 1, -1, 2)]
QUARTERS = [(Fraction(x), Fraction(y)) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
MAX_POINTS = 256
LEFT = (Fraction(1), Fraction(1, 10), Fraction(1, 1000))
"""What may be left over of a strict relation, as a multiple of something positive."""

Key = tuple[int, ...]
Poly = dict[Key, Fraction]


def manifest(value: Term, facts: Iterable[Relation | AnyOf] = (), strict: bool = False) -> Term | None:
    """A Term equal to `value` that is manifestly nonnegative where the facts hold; None if none was found.

    Args:
        value: real.
        facts: orders and equalities among them may be used.
        strict: so that the Term is manifestly positive.
    """
    if not value.is_real or len(value.symbols) > MAX_AXES:
        return None
    known = tuple(facts)
    try:
        found = _manifest(value, known, strict)
        return _of_differences(value, known, strict) if found is None else found
    except TermError:  # a form that cannot be written, such as one with a power past the bound
        return None


def _of_differences(value: Term, facts: tuple[Relation | AnyOf, ...], strict: bool) -> Term | None:
    """The same for what changes with differences of angles alone, one of them put to 0."""
    waves = dict.fromkeys(sym for node in postorder(value) if node.kind in ("sin", "cos") for sym in node.symbols)
    angles = tuple(waves)
    rest = tuple(fact for fact in facts if not set(fact.symbols) & set(angles))
    (moved,), back = apart((value,), angles)
    form = _manifest(moved, rest, strict) if back else None
    return None if form is None else _shown(form.subs(back), rest, strict)


def plain(value: Term) -> Term:
    """The Term without what cancels; as it is where it is no polynomial in functions."""
    setting = _setting(value, ())
    return value if setting is None or setting.form.den or not setting.form.im.is_zero() else setting.whole()


def divided(value: Term, divisor: Term) -> Term | None:
    """The Term q, a polynomial in functions (over the denominator of the value), with value == q * divisor; or None."""
    candidates = list(_candidates((value, divisor), False))
    try:
        top, below, *singles = Ring().normal(value, divisor, *candidates)
    except (NotPolynomial, TermError):
        return None
    if below.den or below.re.is_zero() or not (top.im.is_zero() and below.im.is_zero()):
        return None
    quotient, rest = divmod(top.re, below.re)
    places = _places(candidates, singles)
    polys = (quotient, *(factor for factor, _ in top.den.values()))
    if not rest.is_zero() or any(d > 0 and at not in places for poly in polys for at, d in enumerate(poly.degrees())):
        return None
    whole, *under = (_spelled(poly, places) for poly in polys)
    return div(whole, mul(ONE, *(power(each, k) for each, (_, k) in zip(under, top.den.values(), strict=True))))


def _spelled(poly: Any, places: Mapping[int, Term]) -> Term:
    """A polynomial in generators as a Term."""
    pieces = []
    for exponents, c in poly.to_dict().items():
        factors = [power(places[at], int(e)) for at, e in enumerate(exponents) if e]
        pieces.append(mul(number(Fraction(int(c.p), int(c.q))), *factors))
    return add(ZERO, *pieces)


@lru_cache(maxsize=256)
def _manifest(value: Term, facts: tuple[Relation | AnyOf, ...], strict: bool) -> Term | None:
    single = [fact for fact in facts if isinstance(fact, Relation)]
    if any(node.kind == "mean" for node in postorder(value)):
        return None if strict else _mean_of_squares(value, single)
    setting = _setting(value, single)
    if setting is None:
        return None
    below = setting.denominator(facts)
    if below is None or not 0 < len(setting.axes) <= MAX_AXES:
        return None
    if setting.fails():
        return None
    common = setting.divided()
    parts = setting.components()
    for listed in ([parts] if len(parts) > 1 else []) + [[setting.target]]:
        whole = _each(setting, listed, strict)
        if whole is not None:
            whole = mul(common, whole)
            return _shown(div(whole, below) if below is not ONE else whole, facts, strict)
    return None


def _shown(form: Term, facts: Sequence[Relation | AnyOf], strict: bool) -> Term | None:
    """The form if its sign is manifest."""
    return form if Facts(facts).holds(Relation("gt" if strict else "ge", form, ZERO)) else None


def _setting(value: Term, facts: Sequence[Relation]) -> _Setting | None:
    """With half angles only where whole ones do not do."""
    for halves in (False, True):
        try:
            return _Setting(value, facts, halves)
        except NotPolynomial:
            continue
    return None


def _each(setting: _Setting, parts: Sequence[Poly], strict: bool) -> Term | None:
    """The sum of forms of the parts; one of them positive where it is to be strict."""
    pieces = []
    for part in parts:
        found = setting.certificate(part, True) if strict else None
        strict = strict and found is None
        found = setting.certificate(part, False) if found is None else found
        if found is None:
            return None
        pieces.append(found)
    return None if strict else _apart(pieces)


@dataclass(frozen=True)
class _Factor:
    """Something nonnegative, as a Term and as a polynomial in the axes."""

    term: Term
    poly: Poly
    strict: bool = False


class _Setting:
    """A Term's numerator and what is known to be nonnegative, as polynomials in axes.

    Attributes:
        axes: Terms that stand for the generators that occur.
        rules: axis -> its square, where that is another polynomial.

    Raises:
        NotPolynomial: a Term without a normal form, or with a generator that no Term stands for.
    """

    def __init__(self, value: Term, facts: Sequence[Relation], halves: bool = False) -> None:
        self.equalities = [fact for fact in facts if fact.op == "eq"]
        orders = [fact for fact in facts if fact.op in ("gt", "ge") and fact.gap.is_real]
        apart = [fact for fact in facts if fact.op == "ne" and fact.gap.is_real]
        self.known = [*orders, *(Relation("gt", power(fact.gap, 2), ZERO) for fact in apart)]
        self.known = [fact for fact in self.known if set(fact.symbols) & set(value.symbols)]
        candidates = list(_candidates((value, *(fact.gap for fact in self.known)), halves))
        gaps = [fact.gap for fact in self.known]
        self.ring = Ring(self.equalities)
        form, *rest = self.ring.normal(value, *gaps, *candidates, *(power(each, 2) for each in candidates))
        read, singles, squared = rest[: len(gaps)], rest[len(gaps) :][: len(candidates)], rest[-len(candidates) :]
        if not form.im.is_zero():
            raise NotPolynomial("not real by form")
        places = _places(candidates, singles)
        self._find_axes((form, *read), places)
        self.form = form
        self.target = self._poly(form.re)
        rules: dict[int, Poly] = {}
        for at, square in zip(self._ranks(candidates), squared, strict=True):
            if at is not None and self._inside(square):
                poly = self._poly(square.re)
                if poly != {self._unit(at, 2): Fraction(1)}:
                    rules[at] = poly
        self.rules = rules
        self.factors = [
            _Factor(fact.gap, self._poly(quotient.re), fact.op == "gt")
            for fact, quotient in zip(self.known, read, strict=True)
            if not quotient.den and self._inside(quotient)
        ]
        self.factors += [_Factor(axis, {self._unit(at, 1): Fraction(1)}, axis.kind == "exp") for at, axis in self._kept]
        unique = {tuple(sorted(each.poly.items())): each for each in reversed(self.factors)}
        self.factors = [each for each in self.factors if unique[tuple(sorted(each.poly.items()))] is each][:MAX_FACTS]

    def _find_axes(self, forms: Sequence[Quotient], places: Mapping[int, Term]) -> None:
        """Those of the value, and of facts that have no others than Terms stand for."""
        used: set[int] = set()
        for which, form in enumerate(forms):
            here: set[int] = set()
            for poly in (form.re, *(factor for factor, _ in form.den.values())):
                here |= {at for at, degree in enumerate(poly.degrees()) if degree > 0}
            if which == 0 and not here <= set(places):
                raise NotPolynomial("a generator that no Term stands for")
            used |= here if here <= set(places) and len(used | here) <= MAX_AXES else set()
        angles = {each.args[0] for at in used if (each := places[at]).kind in ("cos", "sin")}
        used |= {at for at, each in places.items() if each.kind in ("cos", "sin") and each.args[0] in angles}
        self.slots = sorted(used)
        self.axes = [places[at] for at in self.slots]

    @property
    def _kept(self) -> list[tuple[int, Term]]:
        """Axes that are nonnegative by form."""
        found = []
        for at, axis in enumerate(self.axes):
            natural = axis.kind == "sym" and axis.payload[1] == "natural"
            if axis.kind in ("exp", "sqrt", "abs") or natural:
                found.append((at, axis))
        return found

    def _ranks(self, candidates: Sequence[Term]) -> list[int | None]:
        return [self.axes.index(each) if each in self.axes else None for each in candidates]

    def _unit(self, at: int, k: int) -> Key:
        return tuple(k if j == at else 0 for j in range(len(self.axes)))

    def _inside(self, value: Quotient) -> bool:
        """Is it a real polynomial in the axes?"""
        degrees = value.re.degrees()
        return value.im.is_zero() and not value.den and all(d <= 0 or at in self.slots for at, d in enumerate(degrees))

    def _poly(self, value: Any) -> Poly:
        found: Poly = {}
        for exponents, c in value.to_dict().items():
            found[tuple(int(exponents[at]) for at in self.slots)] = Fraction(int(c.p), int(c.q))
        return found

    def denominator(self, facts: Sequence[Relation | AnyOf]) -> Term | None:
        """The denominator of the value, manifestly positive; None where it is not."""
        known = Facts(facts)
        factors, side = [], 1
        for factor, k in self.form.den.values():
            here = self._term(self._poly(factor))
            signs = known.signs(here) - {0}  # it has a value, as the value does
            if k % 2 and len(signs) != 1:
                form = manifest(here, facts, strict=True)
                if form is None:
                    return None
                signs, here = frozenset((1,)), form
            if k % 2 and -1 in signs:
                side, here = -side, mul(number(-1), here)
            factors.append(power(here, k))
        if side < 0:
            self.target = {key: -c for key, c in self.target.items()}
        return mul(ONE, *factors)

    def _term(self, poly: Poly) -> Term:
        return add(*(mul(number(c), *_powers(self.axes, key)) for key, c in poly.items()))

    def times(self, left: Poly, right: Poly) -> Poly:
        found: Poly = {}
        for (e, c), (f, d) in itertools.product(left.items(), right.items()):
            key = tuple(a + b for a, b in zip(e, f, strict=True))
            found[key] = found.get(key, Fraction(0)) + c * d
        return self._reduced({key: c for key, c in found.items() if c})

    def _reduced(self, poly: Poly) -> Poly:
        due = next(((key, at) for key in poly for at in self.rules if key[at] >= 2), None)
        while due is not None:
            key, at = due
            c = poly.pop(key)
            rest = tuple(e - 2 * (k == at) for k, e in enumerate(key))
            for other, d in self.rules[at].items():
                place = tuple(a + b for a, b in zip(rest, other, strict=True))
                poly[place] = poly.get(place, Fraction(0)) + c * d
                if not poly[place]:
                    del poly[place]
            due = next(((key, at) for key in poly for at in self.rules if key[at] >= 2), None)
        return poly

    # what is tried

    def fails(self) -> bool:
        """Is the target negative at one of a few points at which all factors have their sign?"""
        draw = Random(0)
        target, factors = function_of(self.target), [(function_of(each.poly), each.strict) for each in self.factors]
        for _ in range(PROBES):
            point = [Fraction(draw.randint(-6, 6), draw.choice((1, 2, 4))) for _ in self.axes]
            for at, rule in self.rules.items():
                if (pair := self._circle(at, rule)) is None:
                    return False
                half = point[at]
                point[at], point[pair] = 2 * half / (1 + half**2), (1 - half**2) / (1 + half**2)
            if target(point) < 0:
                values = [(factor(point), strict) for factor, strict in factors]
                if all(value > 0 or (value == 0 and not strict) for value, strict in values):
                    return True
        return False

    def whole(self) -> Term:
        """The numerator, multiplied out."""
        return self._term(self.target)

    def divided(self) -> Term:
        """Take exponentials that all monomials of the target share out of it; their product."""
        key = [0] * len(self.axes)
        for at, axis in self._kept:
            if axis.kind == "exp" and self.target:
                key[at] = min(each[at] for each in self.target)
        self.target = {tuple(a - b for a, b in zip(each, key, strict=True)): c for each, c in self.target.items()}
        return mul(ONE, *_powers(self.axes, tuple(key)))

    def _circle(self, at: int, rule: Poly) -> int | None:
        """The axis c of a rule s^2 = 1 - c^2."""
        for other in range(len(self.axes)):
            if rule == {self._unit(0, 0): Fraction(1), self._unit(other, 2): Fraction(-1)}:
                return other
        return None

    def plans(self) -> Iterator[tuple[_Factor, list[_Factor]]]:
        """(what the value is multiplied by, what squares are multiplied by), the cheapest first."""
        one = _Factor(ONE, {self._unit(-1, 0): Fraction(1)}, True)
        pairs = [self._product(a, b) for a, b in itertools.combinations(self.factors, 2)]
        strict = [each for each in self.factors if each.strict]
        above = add(ONE, *(power(axis, 2) for axis in self.axes))
        wide = _Factor(above, self._sum_of_squares(), True)
        lists = [[one]]
        lists += [[one, *self.factors], [one, *self.factors, *pairs]] if self.factors else []
        for listed in lists:
            yield one, listed
        total = [self._total(strict)] if len(strict) > 1 else []
        multipliers = [*total, *strict, *(self._product(a, b) for a, b in itertools.combinations(strict, 2))]
        for factor in [wide, *multipliers][:8]:
            yield factor, lists[-1]

    def _product(self, left: _Factor, right: _Factor) -> _Factor:
        return _Factor(mul(left.term, right.term), self.times(left.poly, right.poly), left.strict and right.strict)

    def _total(self, factors: Sequence[_Factor]) -> _Factor:
        poly: Poly = {}
        for each in factors:
            for key, c in each.poly.items():
                poly[key] = poly.get(key, Fraction(0)) + c
        return _Factor(add(*(each.term for each in factors)), {k: c for k, c in poly.items() if c}, True)

    def _sum_of_squares(self) -> Poly:
        poly: Poly = {self._unit(-1, 0): Fraction(1)}
        for at in range(len(self.axes)):
            for key, c in self.times({self._unit(at, 1): Fraction(1)}, {self._unit(at, 1): Fraction(1)}).items():
                poly[key] = poly.get(key, Fraction(0)) + c
        return {key: c for key, c in poly.items() if c}

    def components(self) -> list[Poly]:
        """The target by its degrees in groups of axes that no factor ties together."""
        groups: list[set[int]] = []
        for each in self.factors:
            used = {at for key in each.poly for at, e in enumerate(key) if e}
            tied = [group for group in groups if group & used]
            groups = [group for group in groups if not group & used] + [used.union(*tied)]
        groups = [] if self.rules else [g for g in groups if all(_even(each.poly, g) for each in self.factors)]
        found: dict[tuple[int, ...], Poly] = {}
        for key, c in self.target.items():
            found.setdefault(tuple(sum(key[at] for at in group) for group in groups), {})[key] = c
        return [found[each] for each in sorted(found)]

    def certificate(self, target: Poly, strict: bool) -> Term | None:
        """The polynomial as a sum of squares times factors, over something positive; None if none was found."""
        for factor, whole in self.plans():
            plan = [each for each in whole if each.poly]  # an equality may make one 0
            if not (plan and factor.poly):
                continue
            product = self.times(target, factor.poly)
            found = self._solved(product, plan)
            if found is not None and strict:
                found = self._strictly(product, plan) if product else None
            if found is not None:
                return div(found, factor.term) if factor.term is not ONE else found
        return None

    def _strictly(self, target: Poly, plan: list[_Factor]) -> Term | None:
        """With something positive left over, of the weight of the target."""
        grades = [] if self.rules else _grades([target, *(each.poly for each in plan)])
        strict = [each for each in plan if each.strict]
        units = [*strict, *(self._product(u, self._product(s, s)) for u in strict for s in strict if s.term is not ONE)]
        units = [u for u in units if all(_grade(g, u.poly) == _grade(g, target) for g in grades)]
        for unit, left in itertools.product(units[:MAX_UNITS], LEFT):
            rest = dict(target)
            for key, c in unit.poly.items():
                rest[key] = rest.get(key, Fraction(0)) - left * c
            found = self._solved({key: c for key, c in rest.items() if c}, plan)
            if found is not None:
                return _apart([found, mul(number(left), unit.term)])
        return None

    def _solved(self, target: Poly, plan: list[_Factor]) -> Term | None:
        if not target:
            return ZERO
        degree = max(map(self._degree, (target, *(each.poly for each in plan))))
        tops = dict.fromkeys((degree, degree + degree % 2))
        return next((found for top in tops if (found := self._of_degree(target, plan, top)) is not None), None)

    def _of_degree(self, target: Poly, plan: list[_Factor], top: int) -> Term | None:
        zeros = self._zeros(target)
        grades = [] if self.rules else _grades([target, *(each.poly for each in plan)])
        bases: list[list[Poly]] = []
        for each in plan:
            basis = self._basis((top - self._degree(each.poly)) // 2, target if len(plan) == 1 else None)
            for grade in grades:
                wanted = _grade(grade, target) - _grade(grade, each.poly)
                basis = [key for key in basis if 2 * _grade(grade, {key: ONE}) == wanted]
            value = function_of(each.poly)
            bases.append(vanishing(basis, [point for point in zeros if value(point)]))
        if max(map(len, bases)) > MAX_BASIS:
            return None
        blocks = []
        for each, polys in zip(plan, bases, strict=True):
            products = {
                (i, j): self.times(self.times(polys[i], polys[j]), each.poly)
                for i, j in itertools.combinations_with_replacement(range(len(polys)), 2)
            }
            blocks.append(([self._term(poly) for poly in polys], products))
        pieces = _gram(target, blocks)
        if pieces is None:
            return None
        return _apart([mul(each.term, piece) for each, piece in zip(plan, pieces, strict=True)])

    def _basis(self, half: int, target: Poly | None) -> list[Key]:
        """Monomials of at most that degree, free of what the rules rewrite; roots of numbers have the degree 0."""
        if half < 0:
            return []
        size = len(self.axes)
        moving = [at for at in range(size) if self.axes[at].symbols]
        roots = [at for at in range(size) if not self.axes[at].symbols]
        found: dict[Key, None] = {}
        for chosen in itertools.combinations_with_replacement([*moving, size], half):
            for constant in itertools.product((0, 1), repeat=len(roots)):
                factors = [*chosen, *(at for at, e in zip(roots, constant, strict=True) if e)]
                key = tuple(factors.count(k) for k in range(size))
                if all(key[at] < 2 for at in self.rules):
                    found[key] = None
        keys = sorted(found, key=lambda e: (sum(e), e))
        if target is None or self.rules:
            return keys
        caps = [max(e[k] for e in target) // 2 for k in range(size)]
        least = min(map(sum, target))
        return [e for e in keys if 2 * sum(e) >= least and all(x <= cap for x, cap in zip(e, caps, strict=True))]

    def _degree(self, poly: Poly) -> int:
        return max((sum(e for e, axis in zip(key, self.axes, strict=True) if axis.symbols) for key in poly), default=0)

    def _zeros(self, target: Poly) -> list[tuple[Fraction, ...]]:
        """Small points at which the target vanishes and every factor is nonnegative; there each square vanishes too."""
        size = len(self.axes)
        pairs = {at: self._circle(at, rule) for at, rule in self.rules.items()}
        free = [at for at in range(size) if at not in pairs and at not in pairs.values()]
        if len(GRID) ** len(free) * len(QUARTERS) ** len(pairs) > MAX_POINTS or None in pairs.values():
            return []
        found = []
        aim, factors = function_of(target), [function_of(each.poly) for each in self.factors]
        for values in itertools.product(*([GRID] * len(free)), *([QUARTERS] * len(pairs))):
            point = [Fraction(0)] * size
            for at, value in zip(free, values, strict=False):
                assert isinstance(value, Fraction)
                point[at] = value
            for (sine, cosine), turn in zip(pairs.items(), values[len(free) :], strict=True):
                assert cosine is not None and isinstance(turn, tuple)
                point[cosine], point[sine] = turn
            if not aim(point) and all(factor(point) >= 0 for factor in factors):
                found.append(tuple(point))
        return found


def _apart(pieces: Sequence[Term]) -> Term:
    """The sum of the pieces, each of which stays whole: c^2 + (a b - c^2) would fold to a b."""
    if len(pieces) == 1:
        return pieces[0]
    return mul(number(2), add(*(mul(number(Fraction(1, 2)), each) for each in pieces)))


def _powers(axes: Sequence[Term], key: Key) -> list[Term]:
    return [power(axis, e) for axis, e in zip(axes, key, strict=True) if e]


def _grades(polys: Sequence[Poly]) -> list[list[Fraction]]:
    """Weights of the axes by which each of the polynomials is homogeneous: a basis of all such weights."""
    size = len(next(iter(polys[0])))
    rows: list[tuple[Fraction, ...]] = []
    for poly in polys:
        first, *rest = poly
        rows += [tuple(Fraction(a - b) for a, b in zip(key, first, strict=True)) for key in rest]
    axes: list[Key] = [tuple(int(j == at) for j in range(size)) for at in range(size)]
    return [[found.get(axis, Fraction(0)) for axis in axes] for found in vanishing(axes, rows)]


def _grade(weights: Sequence[Fraction], poly: Mapping[Key, Any]) -> Fraction:
    """The weight of a homogeneous polynomial."""
    return sum((w * e for w, e in zip(weights, next(iter(poly)), strict=True)), Fraction(0))


def _even(poly: Poly, group: set[int]) -> bool:
    """Is the polynomial homogeneous in the axes of a group?"""
    return len({sum(key[at] for at in group) for key in poly}) == 1


def _candidates(terms: Iterable[Term], halves: bool) -> Iterator[Term]:
    """Terms that may stand for generators, each once."""
    found: dict[Term, None] = dict.fromkeys(sqrt(number(p)) for p in (2, 3))  # sines of multiples of pi/12 hold these
    for node in postorder(*terms):
        if node.kind == "sym":
            found |= dict.fromkeys((node,) if node.is_real else (re(node), im(node)))
        elif node.kind in ("sin", "cos", "tan") or (node.kind == "exp" and not node.is_real):
            for sym in node.args[0].symbols:
                if sym.payload[1] == "real":
                    angles = (mul(number(Fraction(1, 2)), sym),) if halves else (sym,)
                    found |= dict.fromkeys(each for angle in angles for each in (cos(angle), sin(angle)))
        elif node.kind in ("exp", "sinh", "cosh", "tanh"):
            for each in _summands(node.args[0]):
                part = next((sym for sym in each.symbols if len(each.symbols) == 1 and ratio(each, sym)), each)
                found[exp(mul(number(Fraction(1, 2)), part) if halves else part)] = None
        elif node.is_real and node.kind in ("log", "sqrt", "abs", "atan", "asin", "min", "max", "pow"):
            found[node] = None
    yield from (each for each in found if each.kind != "rat")


def generators(reading: Ring, value: Term) -> tuple[Quotient, dict[int, Term]]:
    """(the normal form of a Term, generator -> a Term that it is, as far as there are some).

    Raises:
        NotPolynomial: the Term has no normal form.
    """
    candidates = list(_candidates((value,), False))
    form, *read = reading.normal(value, *candidates)
    return form, _places(candidates, read)


def _summands(value: Term) -> Iterator[Term]:
    """Summands without their rational coefficients, where a sum stands under one coefficient as well."""
    for part in value.args if value.kind == "add" else (value,):
        if part.kind == "mul" and part.args[0].kind == "rat":
            rest = mul(ONE, *part.args[1:])
            yield from _summands(rest) if rest.kind == "add" else (rest,)
        else:
            yield part


def _places(candidates: Sequence[Term], forms: Sequence[Quotient]) -> dict[int, Term]:
    """Generator -> a candidate that it is."""
    found: dict[int, Term] = {}
    for each, form in zip(candidates, forms, strict=True):
        terms = form.re.to_dict()
        if form.den or not form.im.is_zero() or len(terms) != 1:
            continue
        ((exponents, c),) = terms.items()
        if sum(exponents) == 1 and c == 1:
            found.setdefault(list(exponents).index(1), each)
    return found


Products = dict[tuple[int, int], Any]


def _gram(
    target: Mapping[Any, Fraction],
    blocks: Sequence[tuple[Sequence[Term], Products]],
    square: Callable[[Term], Term] = lambda each: power(each, 2),
) -> list[Term] | None:
    """For each block a sum of squares of combinations of its Terms, so that all together are the target.

    Args:
        blocks: (Terms, the products of pairs of them as linear forms over the keys of the target).
    """
    entries = [
        (k, i, j) for k, (basis, _) in enumerate(blocks) for i in range(len(basis)) for j in range(i, len(basis))
    ]
    if not entries or len(entries) > MAX_UNKNOWNS:
        return None
    rows: dict[Any, dict[int, Fraction]] = {}
    for at, (k, i, j) in enumerate(entries):
        for key, c in blocks[k][1][i, j].items():
            rows.setdefault(key, {})[at] = c * (1 if i == j else 2)
    if any(key not in rows for key in target):
        return None
    system, right = list(rows.values()), [target.get(key, Fraction(0)) for key in rows]
    conditions = Conditions(system, right, len(entries))
    if not conditions.solvable:
        return None
    for solution in proposals(system, right, entries, [len(basis) for basis, _ in blocks]):
        exact = conditions.nearest(solution)
        pieces = [factored(k, basis, exact, entries, square) for k, (basis, _) in enumerate(blocks)]
        if all(piece is not None for piece in pieces):
            return [piece for piece in pieces if piece is not None]
    return None


# means


def _mean_of_squares(value: Term, facts: Sequence[Relation]) -> Term | None:
    """The value as a mean of squares, of functions of the token times means; None if it was not found."""
    tokens = {node.args[1:] for node in postorder(value) if node.kind == "mean"}
    if len(tokens) != 1:
        return None
    (token,) = tokens
    bases = (list(_token_basis(value, token)), list(_deviations(value, token)))
    return next((form for basis in bases if (form := _gram_of_means(value, facts, token, basis)) is not None), None)


def _gram_of_means(
    value: Term, facts: Sequence[Relation], token: tuple[Term, ...], basis: Sequence[Term]
) -> Term | None:
    if not 0 < len(basis) <= MAX_BASIS:
        return None
    pairs = list(itertools.combinations_with_replacement(range(len(basis)), 2))
    equalities = [fact for fact in facts if fact.op == "eq"]
    try:
        products = [mean(mul(basis[i], basis[j]), *token) for i, j in pairs]
        form, *read = Ring(equalities).normal(value, *products)
    except (NotPolynomial, TermError):
        return None
    if any(each.den or not each.im.is_zero() for each in (form, *read)):
        return None
    table = {pair: _dict(each) for pair, each in zip(pairs, read, strict=True)}
    pieces = _gram(_dict(form), [(basis, table)], lambda each: mean(power(each, 2), *token))
    return None if pieces is None else pieces[0]


def _dict(value: Quotient) -> dict[Any, Fraction]:
    return {tuple(map(int, key)): Fraction(int(c.p), int(c.q)) for key, c in value.re.to_dict().items()}


def _deviations(value: Term, token: tuple[Term, ...]) -> Iterator[Term]:
    """Deviations from their means: of what is averaged, of half powers of real tokens, of cosines and sines."""
    found: dict[Term, None] = {}
    for node in postorder(value):
        if node.kind == "mean":
            body = node.args[0]
            if body.is_real:
                found[body] = None
            elif body.kind == "exp":
                found |= dict.fromkeys((re(body), im(body)))
        elif node.kind == "pow" and node.args[0] in token and node.args[1].kind == "rat" and node.args[0].is_real:
            half = node.args[1].payload / 2
            if half.denominator == 1 and half > 0:
                found[power(node.args[0], int(half))] = None
    if len(found) > MAX_FUNCTIONS:
        return
    for here in found:
        yield add(here, mul(number(-1), mean(here, *token)))


def _token_basis(value: Term, token: tuple[Term, ...]) -> Iterator[Term]:
    """Cosines and sines of the multiples of the token's angles that occur, times their means."""
    found: dict[Term, None] = {}
    for node in postorder(value):
        if node.kind in ("sin", "cos") or (node.kind == "exp" and not node.is_real):
            angle = node.args[0] if node.kind != "exp" else im(node.args[0])
            for sym in token:
                multiple = ratio(angle, sym)
                if multiple:
                    turned = mul(number(abs(multiple)), sym)
                    found |= dict.fromkeys((cos(turned), sin(turned)))
    if len(found) > MAX_FUNCTIONS:
        return
    for here, there in itertools.product(found, repeat=2):
        yield mul(here, mean(there, *token))
