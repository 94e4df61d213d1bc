"""Rule `ring`: polynomial and rational identities over Q and Q(i), for any number of tokens and symbolic exponents.

A Term becomes a quotient of polynomials over Q in real generators; a complex value is a pair of numerators over one
denominator, whose factors are kept apart. The generators are

* one per real symbol, two per complex symbol (its real and imaginary part);
* a pair (c, s) per angle, with s**2 -> 1 - c**2, so an identity on the torus is one between normal forms;
* one per real exponential (never zero), square root (S**2 -> f), absolute value, logarithm or other function,
  named by the normal form of its argument; log(exp a) is a, exp(k log a) is a**k for whole k, and the logarithm of a
  fraction is a sum of those of primes;
* one per symbolic power: in w**m, w**(m-1) the smallest power present is the generator, so nothing is divided by w;
* one per mean of a monomial in a token (over denominators): the mean is a linear functional with mean(1) = 1, so one
  identity covers every number of tokens and every density;
* one per opaque quantity, named by the normal forms of what it speaks of;
* one per monomial (over denominators) under an integral and end of it: the integral over [a, b] is F(b) - F(a) with
  an F of which nothing else is known. Powers of the variable are integrated, what is free of it comes out.

Everything here is an identity wherever all denominators are nonzero and all roots and logarithms are defined; those
are obligations, discharged elsewhere (`verify.kernel.defined`). Zero is decided exactly, for the free generators
and for those with the rewritings above; other functions are opaque, which can only make a true identity unproved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly, fmpz

from verify.kernel.relation import Relation
from verify.kernel.term import FUNCTIONS, ONE, OPAQUE, I, Term, binds, bound, div, mul, number, postorder, sqrt

__all__ = ["NotPolynomial", "Quotient", "Ring", "affine", "constant", "equal", "is_zero", "ratio", "univariate"]

Name = tuple[Any, ...]
"""A generator's name; nested tuples, the same however generators were numbered."""

MAX_TERMS = 400_000
MAX_PRODUCTS = 5_000_000
MAX_GENERATORS = 512
MAX_CANCELLED = 256  # degree of an exponent or angle whose denominator is looked at
MAX_BITS = 1 << 17  # of a leading coefficient
MAX_DEGREE = 128  # of polynomials in one symbol
MAX_NAME = 1 << 14  # parts of a generator's name, written out


class NotPolynomial(ValueError):
    """An expression without a normal form here; the message says which and why."""


class _Again(Exception):
    """More generators or finer angles are needed than were set aside; start again with them."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """(re + i im) / product of factor**exponent. `den` maps a factor's text to (factor, exponent)."""

    re: fmpq_mpoly
    im: fmpq_mpoly
    den: dict[str, tuple[fmpq_mpoly, int]]

    @property
    def is_zero(self) -> bool:
        return bool(self.re.is_zero()) and bool(self.im.is_zero())

    def rational(self) -> Fraction | None:
        """The value, if it is a rational constant by form."""
        if not self.im.is_zero() or self.den or not self.re.is_constant():
            return None
        return _fraction(self.re.leading_coefficient()) if not self.re.is_zero() else Fraction(0)


def _fraction(value: Any) -> Fraction:
    q = fmpq(value)
    return Fraction(int(q.p), int(q.q))


def _q(value: Fraction | int) -> fmpq:
    f = Fraction(value)
    return fmpq(f.numerator, f.denominator)


class Ring:
    """Normal forms of several Terms over one set of generators.

    Args:
        modulo: equalities that hold; each rewrites the last generator that it determines by a pure power
            (x3**2 -> 1 - x1**2 - x2**2 for the sphere).
        most: multiplications of terms.
        named: an integral that is the left side of an equality is replaced by the right one, wherever it stands.
    """

    def __init__(self, modulo: Iterable[Relation] = (), most: int = MAX_PRODUCTS, named: bool = False) -> None:
        self.modulo, self.most, self.named = tuple(modulo), most, named
        self._slots = 24
        self._fine: dict[Name, int] = {}

    def normal(self, *terms: Term) -> list[Quotient]:
        """The normal forms of `terms`.

        Raises:
            NotPolynomial: no normal form (an identically vanishing denominator, a mean of a quotient, too large), or
                two symbols of one name.
        """
        given = [side for relation in self.modulo for side in relation.terms]
        _require_names([*terms, *given])
        self._bodies = _bodies([*terms, *given])
        inside = [each for bodies in self._bodies.values() for each in bodies]
        self._lowest = _lowest_powers([*terms, *given, *inside])
        while True:
            self._start()
            try:
                self._assume()
                return [self._reduced(self._value(each)) for each in terms]
            except _Again:
                if self._slots > MAX_GENERATORS:
                    raise NotPolynomial(f"more than {MAX_GENERATORS} generators are needed") from None

    # generators

    def _start(self) -> None:
        self.ctx = fmpq_mpoly_ctx.get([f"g{k}" for k in range(self._slots)], Ordering.lex)
        self.names: list[Name] = []
        self._lengths: list[int] = []
        self._at: dict[Name, int] = {}
        self._symbols: list[frozenset[str]] = []
        self._rules: dict[int, tuple[int, fmpq_mpoly]] = {}
        self._memo: dict[Term, Quotient] = {}
        self._logs: dict[Name, Quotient] = {}
        self._spent = 0
        self.zero = self.ctx.constant(0)
        self.one = self.ctx.constant(1)

    def _generator(self, name: Name, depends: Iterable[str]) -> int:
        if name not in self._at:
            if len(self.names) == self._slots:
                self._slots *= 2
                raise _Again
            self._lengths.append(_length(name))
            self._at[name] = len(self.names)
            self.names.append(name)
            self._symbols.append(frozenset(depends))
        return self._at[name]

    def _gen(self, name: Name, depends: Iterable[str]) -> fmpq_mpoly:
        return self.ctx.gen(self._generator(name, depends))

    def _depends(self, *polys: fmpq_mpoly) -> frozenset[str]:
        found: set[str] = set()
        for poly in polys:
            for at, degree in enumerate(poly.degrees()):
                if degree > 0:
                    found |= self._symbols[at]
        return frozenset(found)

    def _monomial(self, exponents: Sequence[int]) -> Name:
        used = [(at, int(e)) for at, e in enumerate(exponents) if e]
        if sum(self._lengths[at] for at, _ in used) > MAX_NAME:
            raise NotPolynomial("functions are nested too deeply")
        return tuple((self.names[at], e) for at, e in used)

    def _name(self, poly: fmpq_mpoly) -> Name:
        """The polynomial in terms of generators' names."""
        return tuple(sorted(((self._monomial(e), str(c)) for e, c in poly.to_dict().items()), key=repr))

    def _name_of(self, value: Quotient) -> Name:
        den = tuple(sorted(((self._name(poly), k) for poly, k in value.den.values()), key=repr))
        return (self._name(value.re), self._name(value.im), den)

    # equalities that hold

    def _assume(self) -> None:
        for relation in self.modulo:
            if relation.op != "eq":
                raise NotPolynomial(f"only equalities can be divided out; found {relation}")
            value = self._reduced(self._value(relation.gap))
            for part in (value.re, value.im):
                self._solve(self._reduce(part))
            if self.named and relation.left.kind == "integral":
                self._memo[relation.left] = self._reduced(self._value(relation.right))

    def _solve(self, poly: fmpq_mpoly) -> None:
        poly = self._without_units(poly)
        degrees = poly.degrees()
        terms = poly.to_dict()
        for at in reversed(range(len(self.names))):
            degree = degrees[at]
            if degree < 1 or (at in self._rules and self._rules[at][0] <= degree):
                continue
            pure = [e for e in terms if e[at]]
            if len(pure) != 1 or sum(pure[0]) != degree:
                continue
            lead = terms[pure[0]]
            rest = {e: -c / lead for e, c in terms.items() if not e[at]}
            self._rules[at] = (degree, self._reduce(self.ctx.from_dict(rest)))
            for other, (power, value) in list(self._rules.items()):
                self._rules[other] = (power, self._reduce(value))
            return

    def _without_units(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """The polynomial without powers of pi, roots of numbers and exponentials that all its terms share."""
        terms = poly.to_dict()
        shared = [
            name[0] in ("pi", "root", "exp") and min((e[at] for e in terms), default=0)
            for at, name in enumerate(self.names)
        ]
        if not any(shared):
            return poly
        return self.ctx.from_dict(
            {
                tuple(e - shared[at] if at < len(shared) else e for at, e in enumerate(each)): c
                for each, c in terms.items()
            }
        )

    def _reduce(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        for _ in range(64):
            degrees = poly.degrees()
            due = [at for at, (power, _) in self._rules.items() if degrees[at] >= power]
            if not due:
                break
            poly = self._rewrite(poly, max(due))
        return poly

    def _rewrite(self, poly: fmpq_mpoly, at: int) -> fmpq_mpoly:
        power, value = self._rules[at]
        layers: dict[int, dict[tuple[int, ...], Any]] = {}
        for exponents, coefficient in poly.to_dict().items():
            times, left = divmod(exponents[at], power)
            key = (*exponents[:at], left, *exponents[at + 1 :])
            layer = layers.setdefault(times, {})
            layer[key] = layer.get(key, 0) + coefficient
        total = self.zero
        for times, layer in layers.items():
            total += self._mul(self.ctx.from_dict(layer), self._raised(value, times))
        return total

    def _reduced(self, value: Quotient) -> Quotient:
        return Quotient(self._reduce(value.re), self._reduce(value.im), value.den)

    # arithmetic

    def _of(self, real: fmpq_mpoly, imaginary: fmpq_mpoly | None = None) -> Quotient:
        return Quotient(real, self.zero if imaginary is None else imaginary, {})

    def _constant(self, value: Fraction | int) -> Quotient:
        return self._of(self.ctx.constant(_q(value)))

    def _check(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        if len(poly) > MAX_TERMS:
            raise NotPolynomial(f"a normal form has more than {MAX_TERMS} terms")
        return self._reduce(poly)

    def _mul(self, left: fmpq_mpoly, right: fmpq_mpoly) -> fmpq_mpoly:
        """A product, counted before it is computed: what one normal form may cost is bounded."""
        self._spent += len(left) * len(right)
        if self._spent > self.most:
            raise NotPolynomial(f"a normal form would take more than {self.most} multiplications of terms")
        return left * right

    def _raised(self, base: fmpq_mpoly, k: int) -> fmpq_mpoly:
        """base**k for k >= 0."""
        result, square = self.one, base
        while k:
            if k & 1:
                result = self._mul(result, square)
            k >>= 1
            if k:
                square = self._mul(square, square)
        return result

    def _times(self, left: Quotient, right: Quotient) -> Quotient:
        a, b, c, d = left.re, left.im, right.re, right.im
        if b.is_zero() and d.is_zero():
            real, imaginary = self._mul(a, c), self.zero
        elif d.is_zero():
            real, imaginary = self._mul(a, c), self._mul(b, c)
        elif b.is_zero():
            real, imaginary = self._mul(a, c), self._mul(a, d)
        else:
            real = self._mul(a, c) - self._mul(b, d)
            imaginary = self._mul(a, d) + self._mul(b, c)
        den = dict(left.den)
        for key, (poly, k) in right.den.items():
            den[key] = (poly, k + (den[key][1] if key in den else 0))
        return Quotient(self._check(real), self._check(imaginary), den)

    def _plus(self, left: Quotient, right: Quotient) -> Quotient:
        if not left.den and not right.den:
            return Quotient(left.re + right.re, left.im + right.im, {})
        den = dict(left.den)
        for key, (poly, k) in right.den.items():
            den[key] = (poly, max(k, den[key][1] if key in den else 0))

        def lift(value: Quotient) -> tuple[fmpq_mpoly, fmpq_mpoly]:
            factor = self.one
            for key, (poly, k) in den.items():
                have = value.den[key][1] if key in value.den else 0
                if k > have:
                    factor = self._mul(factor, self._raised(poly, k - have))
            return self._mul(value.re, factor), self._mul(value.im, factor)

        (a, b), (c, d) = lift(left), lift(right)
        return Quotient(self._check(a + c), self._check(b + d), den)

    def _scale(self, value: Quotient, by: Fraction | int) -> Quotient:
        return Quotient(value.re * _q(by), value.im * _q(by), value.den)

    def _conj(self, value: Quotient) -> Quotient:
        return Quotient(value.re, -value.im, value.den)

    def _inverse(self, value: Quotient, what: Term) -> Quotient:
        if value.is_zero:
            raise NotPolynomial(f"the denominator {what} vanishes identically")
        above = self.one
        for poly, k in value.den.values():
            above = self._mul(above, self._raised(poly, k))
        if value.im.is_zero():
            real, imaginary, below = above, self.zero, value.re
        else:
            below = self._reduce(self._raised(value.re, 2) + self._raised(value.im, 2))
            real, imaginary = self._check(self._mul(value.re, above)), self._check(self._mul(-value.im, above))
        if below.is_zero():
            raise NotPolynomial(f"the denominator {what} vanishes identically")
        lead = below.leading_coefficient()
        below, real, imaginary = below / lead, real / lead, imaginary / lead
        return Quotient(real, imaginary, {} if below.is_constant() else {str(below): (below, 1)})

    def _check_bits(self, value: Quotient, k: int, what: Term) -> None:
        """Raises NotPolynomial where the k-th power would have longer coefficients than is bearable."""
        for poly in (value.re, value.im):
            bits = 0 if poly.is_zero() else poly.leading_coefficient().height_bits()
            if bits > 1 and k * bits > MAX_BITS:  # powers of 1 stay 1
                raise NotPolynomial(f"{what} has coefficients of more than {MAX_BITS} bits")

    def _power(self, value: Quotient, k: int, what: Term) -> Quotient:
        if k < 0:
            return self._power(self._inverse(value, what), -k, what)
        self._check_bits(value, k, what)
        result, square = self._constant(1), value
        while k:
            if k & 1:
                result = self._times(result, square)
            k >>= 1
            if k:
                square = self._times(square, square)
        return result

    # from Terms

    def _value(self, root: Term) -> Quotient:
        stack = [root]
        while stack:
            node = stack[-1]
            needs = node.args if node.kind != "integral" else (*self._bodies[node], *node.args[2:])
            missing = [arg for arg in needs if arg not in self._memo] if node not in self._memo else []
            if missing:
                stack.extend(reversed(missing))
                continue
            if node not in self._memo:
                value = self._memo[node] = self._node(node)
                self._check_bits(value, 1, node)
            stack.pop()
        return self._memo[root]

    def _node(self, node: Term) -> Quotient:
        kind = node.kind
        if kind == "integral":
            return self._integral(node)
        args = [self._memo[arg] for arg in node.args]
        if self._rules and kind in FUNCTIONS:
            args = [self._reduced(arg) for arg in args]
        if kind == "rat":
            return self._constant(node.payload)
        if kind == "i":
            return self._of(self.zero, self.one)
        if kind == "pi":
            return self._of(self._gen(("pi",), ()))
        if kind == "sym":
            name, sort = node.payload
            if sort == "complex":
                return self._of(self._gen(("re", name), (name,)), self._gen(("im", name), (name,)))
            return self._of(self._gen(("sym", name), (name,)))
        if kind == "add":
            total = args[0]
            for arg in args[1:]:
                total = self._plus(total, arg)
            return total
        if kind == "mul":
            total = args[0]
            for arg in args[1:]:
                total = self._times(total, arg)
            return total
        if kind == "div":
            return self._times(args[0], self._inverse(args[1], node.args[1]))
        if kind == "pow":
            return self._node_power(node)
        if kind == "conj":
            return self._conj(args[0])
        if kind == "re":
            return Quotient(args[0].re, self.zero, args[0].den)
        if kind == "im":
            return Quotient(args[0].im, self.zero, args[0].den)
        if kind == "abs2":
            return self._times(args[0], self._conj(args[0]))
        if kind == "abs":
            return self._root(self._times(args[0], self._conj(args[0])))
        if kind == "sqrt":
            return self._root(self._reduced(args[0]))
        if kind == "exp":
            return self._times(self._real_exp(args[0]), self._unit(args[0], imaginary=True))
        if kind in ("sin", "cos", "tan"):
            unit = self._unit(args[0], imaginary=False)
            cosine, sine = Quotient(unit.re, self.zero, unit.den), Quotient(unit.im, self.zero, unit.den)
            if kind == "tan":
                return self._times(sine, self._inverse(cosine, node))
            return cosine if kind == "cos" else sine
        if kind in ("sinh", "cosh", "tanh"):
            up, down = self._real_exp(args[0]), self._real_exp(self._scale(args[0], -1))
            odd, even = self._plus(up, self._scale(down, -1)), self._plus(up, down)
            if kind == "tanh":
                return self._times(odd, self._inverse(even, node))
            return self._scale(odd if kind == "sinh" else even, Fraction(1, 2))
        if kind == "mean":
            return self._mean(args[0], node)
        if kind in OPAQUE:
            return self._distance(node, args)
        if kind in ("atan", "asin") and args[0].is_zero:
            return self._constant(0)
        return self._log(node, args[0]) if kind == "log" else self._opaque(kind, args)

    def _log(self, node: Term, value: Quotient) -> Quotient:
        """log(exp a) is a, that of a fraction a sum over its primes; else a generator."""
        inner = node.args[0]
        if inner.kind == "exp" and inner.is_real:
            return self._memo[inner.args[0]]
        known = value.rational()
        if known is None or known <= 0 or max(known.numerator, known.denominator).bit_length() > 64:
            return self._free_log(value)
        total = self._constant(0)
        for whole, side in ((known.numerator, 1), (known.denominator, -1)):
            for prime, k in fmpz(whole).factor():
                total = self._plus(total, self._scale(self._free_log(self._constant(int(prime))), side * int(k)))
        return total

    def _free_log(self, value: Quotient) -> Quotient:
        self._logs[((("log", self._name_of(value)), 1),)] = value
        return self._opaque("log", [value])

    def _opaque(self, kind: str, args: Sequence[Quotient]) -> Quotient:
        names = [self._name_of(arg) for arg in args]
        if kind in ("min", "max"):
            names.sort(key=repr)
        polys = [poly for arg in args for poly in (arg.re, arg.im, *(p for p, _ in arg.den.values()))]
        return self._of(self._gen((kind, *names), self._depends(*polys)))

    def _distance(self, node: Term, args: Sequence[Quotient]) -> Quotient:
        """A free generator, named by the normal forms of its coordinates: equal ones have one law."""
        tokens = binds(node)
        depends = {sym.payload[0] for sym in node.symbols}
        names = [self._name_of(self._reduced(arg)) for arg in args[: -len(tokens)]]
        own = tuple(sym.payload for sym in tokens)
        return self._of(self._gen((node.kind, own, *names), depends))

    def _node_power(self, node: Term) -> Quotient:
        base, exponent = node.args
        if exponent.kind == "rat" and exponent.payload.denominator == 1:
            return self._power(self._memo[base], int(exponent.payload), base)
        split = _linear(exponent)
        depends = [sym.payload[0] for sym in node.symbols]
        if split is None:
            return self._parts(("pow", *(self._name_of(self._memo[arg]) for arg in node.args)), depends, base.is_real)
        parts, shift = split
        lowest = self._lowest[(base, parts, shift % 1)]
        generator = self._parts(("power", base.key, parts, str(lowest)), depends, base.is_real)
        return self._times(generator, self._power(self._memo[base], int(shift - lowest), base))

    def _parts(self, name: Name, depends: Iterable[str], is_real: bool) -> Quotient:
        """A generator, or two, the real and the imaginary part."""
        real = self._gen((*name, "re"), depends)
        return self._of(real) if is_real else self._of(real, self._gen((*name, "im"), depends))

    def _root(self, square: Quotient) -> Quotient:
        """A generator S >= 0 with S**2 = square; of a quotient p/q it is sqrt(p q) / sqrt(q**2)."""
        known = square.rational()
        if known is not None and known >= 0:
            return self._value_of_root(known)
        if not square.im.is_zero():
            return self._opaque("sqrt", [square])
        if square.den:
            below = self.one
            for poly, k in square.den.values():
                below = self._mul(below, self._raised(poly, k))
            above = self._root(self._of(self._check(self._mul(square.re, below))))
            return self._times(above, self._inverse(self._root(self._of(self._check(self._raised(below, 2)))), ONE))
        value = self._opaque("sqrt", [square])
        self._rules.setdefault(self._at[("sqrt", self._name_of(square))], (2, square.re))
        return value

    def _value_of_root(self, value: Fraction) -> Quotient:
        """sqrt of a rational as rational * product of sqrt(prime)."""
        whole = value.numerator * value.denominator
        result = self._constant(Fraction(1, value.denominator))
        if whole == 0:
            return self._constant(0)
        small = whole.bit_length() <= 64  # a larger one is kept as its own root rather than factored
        rest = {int(p): int(k) for p, k in fmpz(whole).factor()} if small else {whole: 1}
        for prime, k in rest.items():
            result = self._scale(result, prime ** (k // 2))
            if k % 2:
                generator = self._generator(("root", prime), ())
                self._rules.setdefault(generator, (2, self.ctx.constant(prime)))
                result = self._times(result, self._of(self.ctx.gen(generator)))
        return result

    def _combination(self, poly: fmpq_mpoly) -> list[tuple[Name, Fraction, frozenset[str]]]:
        parts = []
        for exponents, coefficient in poly.to_dict().items():
            depends: frozenset[str] = frozenset()
            for at, e in enumerate(exponents):
                if e:
                    depends |= self._symbols[at]
            parts.append((self._monomial(exponents), _fraction(coefficient), depends))
        return sorted(parts, key=lambda part: repr(part[0]))

    def _steps(self, kind: str, name: Name, coefficient: Fraction) -> int:
        """How many base steps the coefficient makes; the base is the monomial over the common denominator."""
        slot = (kind, name)
        fine = self._fine.get(slot, 1)
        if fine % coefficient.denominator:
            self._fine[slot] = lcm(fine, coefficient.denominator)
            raise _Again
        return int(coefficient * fine)

    def _real(self, part: fmpq_mpoly, value: Quotient) -> Quotient:
        """The real or imaginary part of a value, over the factors of its denominator that do not divide it."""
        den = {}
        for key, (poly, k) in value.den.items():
            while k and sum(part.degrees()) <= MAX_CANCELLED and part.gcd(poly) == poly:
                part, k = part / poly, k - 1
            if k:
                den[key] = (poly, k)
        return Quotient(part, self.zero, den)

    def _real_exp(self, value: Quotient) -> Quotient:
        value = self._real(value.re, value)
        if value.re.is_zero():
            return self._constant(1)
        if value.den:
            return self._opaque("exp", [value])
        result = self._constant(1)
        for name, coefficient, depends in self._combination(value.re):
            if name in self._logs and coefficient.denominator == 1:  # exp(k log a) is a**k
                result = self._times(result, self._power(self._logs[name], int(coefficient), ONE))
                continue
            steps = self._steps("exp", name, coefficient)
            generator = self._of(self._gen(("exp", name), depends))
            result = self._times(result, self._power(generator, steps, ONE))
        return result

    def _unit(self, value: Quotient, imaginary: bool) -> Quotient:
        """exp(i * angle), the angle being the imaginary part of `value` or `value` itself."""
        value = self._real(value.im if imaginary else value.re, value)
        angle = value.re
        if angle.is_zero():
            return self._constant(1)
        if value.den:
            name = self._name_of(value)
            depends = self._depends(angle, *(poly for poly, _ in value.den.values()))
            return self._turn(("angle", name), depends)
        result = self._constant(1)
        for name, coefficient, depends in self._combination(angle):
            if name == ((("pi",), 1),):
                result = self._times(result, self._root_of_unity(coefficient))
                continue
            steps = self._steps("unit", name, coefficient)
            unit = self._turn(("angle", name), depends)
            turned = self._power(unit if steps > 0 else self._conj(unit), abs(steps), ONE)
            result = self._times(result, turned)
        return result

    def _turn(self, name: Name, depends: Iterable[str]) -> Quotient:
        c = self._gen((*name, "cos"), depends)
        at = self._generator((*name, "sin"), depends)
        self._rules.setdefault(at, (2, 1 - c**2))
        return self._of(c, self.ctx.gen(at))

    def _root_of_unity(self, halves: Fraction) -> Quotient:
        """exp(i pi q): exactly for multiples of pi/6 and pi/4, else a unit generator."""
        q = halves % 2
        half, three, two = number(Fraction(1, 2)), sqrt(number(3)), sqrt(number(2))
        first: dict[Fraction, Term] = {
            Fraction(0): ONE,
            Fraction(1, 6): mul(half, three) + mul(half, I),
            Fraction(1, 4): mul(half, two) + mul(half, two, I),
            Fraction(1, 3): half + mul(half, three, I),
        }
        turns, rest = divmod(q, Fraction(1, 2))
        if rest not in first:
            name = ((("pi",), 1),)
            return self._power(self._turn(("angle", name), ()), self._steps("unit", name, q), ONE)
        return self._times(self._value(first[rest]), self._power(self._value(I), int(turns), ONE))

    def _mean(self, body: Quotient, node: Term) -> Quotient:
        """The sum over the monomials of the body of the mean of each, over denominators that change with the token.

        No factor of these vanishes for any token. What is free of the token comes out.
        """
        tokens = frozenset(sym.payload[0] for sym in node.args[1:])
        inner, powers, outer = self._below(body, tokens)

        def averaged(part: fmpq_mpoly) -> fmpq_mpoly:
            total = self.zero
            for above, factors, rest in self._grouped(self._reduce(part), tokens, inner, powers):
                if factors or any(above):
                    name = ("mean", tuple(sorted(tokens)), self._monomial(above), *self._names(factors))
                    rest *= self._gen(name, self._around(above, factors) - tokens)
                total += rest
            return total

        return Quotient(averaged(body.re), averaged(body.im), outer)

    def _integral(self, node: Term) -> Quotient:
        """The sum over the monomials of the bodies of F(high) - F(low), F being named by the monomial and its end.

        The body is defined on the whole interval, so no factor of its denominators vanishes there and every monomial
        over them is continuous: F exists wherever the integrals of one identity need it.
        """
        variable = bound(_level(node)).payload[0]
        ends = [self._reduced(self._memo[end]) for end in node.args[:1:-1]]
        total = self._constant(0)
        for body in self._bodies[node]:
            value = self._reduced(self._memo[body])
            inner, powers, outer = self._below(value, frozenset((variable,)))
            real, imaginary = (
                self._integral_part(poly, inner, powers, variable, ends) for poly in (value.re, value.im)
            )
            whole = self._plus(real, self._times(imaginary, self._of(self.zero, self.one)))
            total = self._plus(total, self._times(whole, Quotient(self.one, self.zero, outer)))
        return total

    def _below(
        self, value: Quotient, bound: frozenset[str]
    ) -> tuple[list[tuple[fmpq_mpoly, int]], dict[int, int], dict[str, tuple[fmpq_mpoly, int]]]:
        """A denominator: factors that change with the bound symbols, powers of such generators, and the rest."""
        inner: list[tuple[fmpq_mpoly, int]] = []
        powers: dict[int, int] = {}
        outer: dict[str, tuple[fmpq_mpoly, int]] = {}

        def keep(poly: fmpq_mpoly, k: int) -> None:
            """It may come from several factors."""
            outer[str(poly)] = (poly, k + (outer[str(poly)][1] if str(poly) in outer else 0))

        for poly, k in value.den.values():
            if not bound & self._depends(poly):
                keep(poly, k)
            elif len(poly) > 1:
                inner.append((poly, k))
            else:
                (exponents,) = poly.to_dict()
                for at, e in enumerate(exponents):
                    if e and bound & self._symbols[at]:
                        powers[at] = powers.get(at, 0) + int(e) * k
                    elif e:
                        keep(self.ctx.gen(at), int(e) * k)
        return inner, powers, outer

    def _integral_part(
        self,
        poly: fmpq_mpoly,
        inner: Sequence[tuple[fmpq_mpoly, int]],
        powers: Mapping[int, int],
        variable: str,
        ends: Sequence[Quotient],
    ) -> Quotient:
        at = self._at.get(("sym", variable))
        total = self._constant(0)
        for above, factors, rest in self._grouped(poly, frozenset((variable,)), inner, powers):
            if not factors and sum(above) == (power := above[at] if at is not None else 0):
                high, low = (self._power(end, power + 1, ONE) for end in ends)
                value = self._scale(self._plus(high, self._scale(low, -1)), Fraction(1, power + 1))
            else:
                integrand, depends = (self._monomial(above), self._names(factors)), self._around(above, factors)
                high, low = (self._antiderivative(integrand, end, depends - {variable}) for end in ends)
                value = self._plus(high, self._scale(low, -1))
            total = self._plus(total, self._times(self._of(rest), value))
        return total

    def _grouped(
        self,
        poly: fmpq_mpoly,
        bound: frozenset[str],
        inner: Sequence[tuple[fmpq_mpoly, int]],
        powers: Mapping[int, int],
    ) -> Iterator[tuple[tuple[int, ...], list[tuple[fmpq_mpoly, int]], fmpq_mpoly]]:
        """By monomials in what changes with the bound symbols: (exponents above, factors below, what is free of them).

        Powers of generators below are cancelled.
        """
        inside = [bool(symbols & bound) for symbols in self._symbols]
        groups: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
        for exponents, coefficient in poly.to_dict().items():
            own = tuple(int(e) if k < len(inside) and inside[k] else 0 for k, e in enumerate(exponents))
            rest = tuple(e - o for e, o in zip(exponents, own, strict=True))
            groups.setdefault(own, {})[rest] = coefficient
        for own, rest_terms in groups.items():
            above = tuple(max(0, e - powers.get(k, 0)) for k, e in enumerate(own))
            factors = [*inner, *((self.ctx.gen(k), e - own[k]) for k, e in powers.items() if e > own[k])]
            yield above, factors, self.ctx.from_dict(rest_terms)

    def _names(self, factors: Iterable[tuple[fmpq_mpoly, int]]) -> Name:
        return tuple(sorted(((self._name(each), k) for each, k in factors), key=repr))

    def _around(self, above: Sequence[int], factors: Iterable[tuple[fmpq_mpoly, int]]) -> frozenset[str]:
        """The symbols on which a monomial over factors depends."""
        return self._depends(*(each for each, _ in factors)).union(
            *(self._symbols[k] for k, e in enumerate(above) if e)
        )

    def _antiderivative(self, integrand: Name, end: Quotient, depends: frozenset[str]) -> Quotient:
        polys = (end.re, end.im, *(poly for poly, _ in end.den.values()))
        return self._of(self._gen(("integral", *integrand, self._name_of(end)), depends | self._depends(*polys)))


def _level(node: Term) -> int:
    """How many integrals lie inside one another in the body of an integral."""
    levels: dict[Term, int] = {}
    for each in postorder(node.args[0]):
        levels[each] = max((levels[arg] for arg in each.args), default=0) + (each.kind == "integral")
    return levels[node.args[0]]


def _require_names(roots: Sequence[Term]) -> None:
    """A name is that of one symbol, for generators are called by it; and none stands free that `bound` gives."""
    named: dict[str, Term] = {}
    for node in postorder(*roots):
        if node.kind == "sym" and named.setdefault(node.payload[0], node) is not node:
            raise NotPolynomial(f"two symbols of different sorts have the name {node}")
    hidden = next((sym for each in roots for sym in each.symbols if not sym.payload[0].isidentifier()), None)
    if hidden is not None:
        raise NotPolynomial(f"{hidden} stands free, and names the variable of integrals alone")


MAX_SUMMANDS = 64


def _summands(body: Term) -> tuple[Term, ...]:
    """A Term as a sum, products and quotients of sums multiplied out as far as that is short."""
    kind, args = body.kind, body.args
    if kind == "add":
        return tuple(each for arg in args for each in _summands(arg))
    if kind == "div":
        return tuple(div(each, args[1]) for each in _summands(args[0]))
    if kind == "mul":
        parts = [_summands(arg) for arg in args]
        if 1 < prod(map(len, parts)) <= MAX_SUMMANDS:
            return tuple(mul(*chosen) for chosen in product(*parts))
    return (body,)


def _bodies(roots: Iterable[Term]) -> dict[Term, tuple[Term, ...]]:
    """For every integral the summands of its body, its variable replaced by the one that its level names."""
    found: dict[Term, tuple[Term, ...]] = {}
    stack = list(roots)
    while stack:
        for node in postorder(stack.pop()):
            if node.kind == "integral" and node not in found:
                found[node] = _summands(node.args[0].subs(node.args[1], bound(_level(node))))
                stack.extend(found[node])
    return found


def _length(name: Name) -> int:
    """The parts of a name, written out."""
    found, stack = 0, [name]
    while stack:
        each = stack.pop()
        found += 1
        if isinstance(each, tuple):
            stack.extend(each)
        if found > MAX_NAME:
            raise NotPolynomial("functions are nested too deeply")
    return found


def _linear(exponent: Term) -> tuple[tuple[tuple[str, str], ...], Fraction] | None:
    """A symbolic exponent as (its symbols with coefficients, its rational part), if it is linear."""
    parts: dict[str, Fraction] = {}
    shift = Fraction(0)
    for piece in exponent.args if exponent.kind == "add" else (exponent,):
        coefficient, names = Fraction(1), []
        for factor in piece.args if piece.kind == "mul" else (piece,):
            if factor.kind == "rat":
                coefficient *= factor.payload
            elif factor.kind == "sym":
                names.append(factor.payload[0])
            else:
                return None
        if not names:
            shift += coefficient
        elif len(names) == 1:
            parts[names[0]] = parts.get(names[0], Fraction(0)) + coefficient
        else:
            return None
    return tuple(sorted((name, str(c)) for name, c in parts.items() if c)), shift


def _lowest_powers(terms: Iterable[Term]) -> dict[tuple[Term, Any, Fraction], Fraction]:
    lowest: dict[tuple[Term, Any, Fraction], Fraction] = {}
    for node in postorder(*terms):
        if node.kind == "pow" and not (node.args[1].kind == "rat" and node.args[1].payload.denominator == 1):
            split = _linear(node.args[1])
            if split is not None:
                key = (node.args[0], split[0], split[1] % 1)
                lowest[key] = min(lowest.get(key, split[1]), split[1])
    return lowest


def is_zero(value: Term, modulo: Iterable[Relation] = ()) -> bool:
    """Does `value` vanish wherever it is defined and `modulo` holds? False means: not shown.

    Raises:
        NotPolynomial: `value` has no normal form.
    """
    given = tuple(modulo)
    if any(each.left.kind == "integral" for each in given) and Ring(given, named=True).normal(value)[0].is_zero:
        return True
    return Ring(given).normal(value)[0].is_zero


def equal(left: Term, right: Term, modulo: Iterable[Relation] = ()) -> bool:
    """Is left == right an identity wherever both are defined and `modulo` holds?"""
    return left is right or is_zero(left + mul(number(-1), right), modulo)


def univariate(value: Term, symbol: Term) -> tuple[fmpq_poly, fmpq_poly]:
    """(numerator, denominator) over Q of a real Term that is rational in one real symbol alone.

    Raises:
        NotPolynomial: it is not.
    """
    ring = Ring()
    form = ring.normal(value)[0]
    below = ring.one
    for poly, k in form.den.values():
        below = ring._mul(below, ring._raised(poly, k))
    wanted = ("sym", symbol.payload[0])
    found = []
    for poly in (form.re, below):
        used = [ring.names[at] for at, degree in enumerate(poly.degrees()) if degree > 0]
        if not form.im.is_zero() or any(name != wanted for name in used):
            raise NotPolynomial(f"{value} is not a rational function of {symbol} alone")
        if poly.total_degree() > MAX_DEGREE:
            raise NotPolynomial(f"polynomials in {symbol} have a degree of at most {MAX_DEGREE} here")
        coefficients: dict[int, fmpq] = {sum(e): c for e, c in poly.to_dict().items()}
        found.append(fmpq_poly([coefficients.get(k, 0) for k in range(max(coefficients, default=0) + 1)]))
    return found[0], found[1]


def affine(value: Term, symbol: Term) -> bool:
    """Is a real Term a polynomial of degree at most 1 in `symbol`, by form? (False means: not shown.)"""
    ring = Ring()
    try:
        form = ring.normal(value)[0]
    except NotPolynomial:
        return False
    name = symbol.payload[0]
    at = ring._at.get(("sym", name))
    if any(name in ring._depends(poly) for poly, _ in form.den.values()):
        return False
    for poly in (form.re, form.im):
        for exponents in poly.to_dict():
            own = [k for k, e in enumerate(exponents) if e and name in ring._symbols[k]]
            if own and (own != [at] or exponents[own[0]] != 1):
                return False
    return True


def constant(value: Term, modulo: Iterable[Relation] = ()) -> Fraction | None:
    """The rational number that `value` is identically, or None."""
    ring = Ring(modulo)
    form = ring.normal(value)[0]
    if form.is_zero:
        return Fraction(0)
    if not form.den or not form.im.is_zero():
        return form.rational()
    below = ring.one
    for poly, k in form.den.values():
        below = ring._mul(below, ring._raised(poly, k))
    lead = form.re.leading_coefficient() / below.leading_coefficient()
    return _fraction(lead) if form.re == below * lead else None


def ratio(left: Term, right: Term, modulo: Iterable[Relation] = (), most: int = MAX_PRODUCTS) -> Fraction | None:
    """The rational c with left == c * right identically, or None (also where right vanishes identically)."""
    ring = Ring(modulo, most)
    a, b = ring.normal(left, right)
    if b.is_zero:
        return None
    if a.is_zero:
        return Fraction(0)

    def cross(x: Quotient, y: Quotient) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        below = ring.one
        for key, (poly, k) in y.den.items():
            have = x.den[key][1] if key in x.den else 0
            if k > have:
                below = ring._mul(below, ring._raised(poly, k - have))
        return ring._reduce(ring._mul(x.re, below)), ring._reduce(ring._mul(x.im, below))

    (ar, ai), (br, bi) = cross(a, b), cross(b, a)
    top, bottom = (ar, br) if not br.is_zero() else (ai, bi)
    if top.is_zero() or bottom.is_zero():
        return None
    c = top.leading_coefficient() / bottom.leading_coefficient()
    return _fraction(c) if ar == br * c and ai == bi * c else None
