"""Terms: the one form in which a statement is written; everything else reads it.

A Term is a frozen, hash-consed node of an expression graph: building the same expression twice gives the same
object. Its `key` is a SHA-256 over its kind, payload and children's keys, so it is the same in every process.
Commutative arguments are kept in the order of their keys; printing chooses its own order.

Construction never decides anything. Literals are folded and units are dropped, but only where nothing that could
be undefined is lost: `a/a` keeps its denominator, and `0*(1/x)` stays what it is.
"""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

__all__ = [
    "FUNCTIONS",
    "KINDS",
    "ONE",
    "PI",
    "ZERO",
    "I",
    "Term",
    "TermError",
    "abs2",
    "absolute",
    "asin",
    "atan",
    "binds",
    "bound",
    "conj",
    "cos",
    "cosh",
    "dump",
    "exp",
    "fold",
    "im",
    "integral",
    "is_integer",
    "load",
    "log",
    "maximum",
    "mean",
    "minimum",
    "number",
    "parts",
    "postorder",
    "power",
    "re",
    "rename",
    "sin",
    "sinh",
    "sqrt",
    "symbol",
    "tan",
    "tanh",
    "term",
    "wasserstein",
]

Value = TypeVar("Value")

FUNCTIONS = ("exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "atan", "asin")
"""Unary functions; real-valued at real arguments. `log`, `sqrt`, `asin` are the real ones: undefined elsewhere."""

KINDS = (
    *("rat", "pi", "i", "sym"),
    *("add", "mul", "div", "pow", "min", "max"),
    *("conj", "re", "im", "abs2", "abs"),
    *FUNCTIONS,
    *("mean", "integral"),
    "wasserstein",
)
OPAQUE = ("wasserstein",)
"""Kinds that no reading evaluates: what is shown of such a quantity comes from cited results. `point.concrete` writes
the distance of the laws of a few tokens out."""
SORTS = ("real", "complex", "natural")

MAX_LITERAL_BITS = 14_000  # Python prints integers of up to 4,300 digits, which is 14,284 bits
MAX_EXPONENT = 1 << 12
MAX_ARGUMENTS = 1 << 14


class TermError(ValueError):
    """An expression that cannot be built; the message is one line that says what to write instead."""


class Term:
    """A node of the expression graph.

    Attributes:
        kind: one of `KINDS`.
        args: child Terms. For `mean`, the body followed by the token's symbols, which are bound in it. For `integral`,
            the body, its variable (bound in the body), and the ends. For `wasserstein`, the literals p and k, the k
            coordinates of one random point, those of the other, and the token's symbols, which are bound.
        payload: a `Fraction` (rat), a pair (name, sort) (sym), else None.
        key: 64 hexadecimal digits, equal in every process for equal Terms.
        is_real: the value is real wherever it is defined.
        total: defined at every point, whatever the hypotheses.
        symbols: free symbols, in the order of their names.
    """

    __slots__ = ("__weakref__", "_hash", "args", "is_real", "key", "kind", "payload", "symbols", "total")

    kind: str
    args: tuple[Term, ...]
    payload: Any
    key: str
    is_real: bool
    total: bool
    symbols: tuple[Term, ...]
    _hash: int

    def __new__(cls, *_: object, **__: object) -> Term:
        raise TypeError("a Term is built by verify's functions and operators, not by its class")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Term is frozen; cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Term is frozen; cannot delete {name}")

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Structural equality. A hypothesis is written `eq(a, b)`."""
        return self is other

    def __reduce__(self) -> tuple[Callable[..., Term], tuple[Any, ...]]:
        return _unpickle, (dump([self]),)

    def __bool__(self) -> bool:
        raise TypeError("a Term has no truth value; write eq, ne, ge, gt, le, lt to state a relation")

    def _no_order(self, other: object) -> bool:
        raise TypeError("write ge(a, b), gt(a, b), le(a, b) or lt(a, b) to state an order between Terms")

    __lt__ = __le__ = __gt__ = __ge__ = _no_order

    def __add__(self, other: object) -> Term:
        return _binary(lambda o: add(self, o), other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Term:
        return _binary(lambda o: add(self, mul(MINUS_ONE, o)), other)

    def __rsub__(self, other: object) -> Term:
        return _binary(lambda o: add(o, mul(MINUS_ONE, self)), other)

    def __mul__(self, other: object) -> Term:
        return _binary(lambda o: mul(self, o), other)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Term:
        return _binary(lambda o: div(self, o), other)

    def __rtruediv__(self, other: object) -> Term:
        return _binary(lambda o: div(o, self), other)

    def __pow__(self, other: object) -> Term:
        return _binary(lambda o: power(self, o), other)

    def __rpow__(self, other: object) -> Term:
        return _binary(lambda o: power(o, self), other)

    def __neg__(self) -> Term:
        return mul(MINUS_ONE, self)

    def __pos__(self) -> Term:
        return self

    def subs(self, old: Term | Mapping[Term, Any], new: Any = None) -> Term:
        """Replace free symbols, all at once: `t.subs(a, -a)` or `t.subs({a: b, b: a})`.

        Raises:
            TermError: a key is not a symbol, or a new Term contains a symbol that a mean or an integral binds.
        """
        table = old if isinstance(old, Mapping) else {old: new}
        mapping = {key: term(value) for key, value in table.items()}
        for key in mapping:
            if not isinstance(key, Term) or key.kind != "sym":
                raise TermError(f"subs replaces symbols; found {key}")
        return _substitute(self, mapping)

    def __str__(self) -> str:
        return to_text(self)

    def __repr__(self) -> str:
        text = to_text(self)
        return f"Term({text if len(text) < 200 else text[:200] + '...'})"


_TABLE: weakref.WeakValueDictionary[tuple[Any, ...], Term] = weakref.WeakValueDictionary()


def _payload_text(kind: str, payload: Any) -> str:
    if kind == "rat":
        return f"{payload.numerator}/{payload.denominator}"
    if kind == "sym":
        return f"{payload[0]}:{payload[1]}"
    return ""


def _is_real(kind: str, args: tuple[Term, ...], payload: Any) -> bool:
    if kind == "sym":
        return bool(payload[1] != "complex")
    if kind == "i":
        return False
    if kind in ("re", "im", "abs2", "abs", "wasserstein"):
        return True
    if kind == "mean":
        return args[0].is_real  # over complex tokens too
    return all(arg.is_real for arg in args)


def _is_total(kind: str, args: tuple[Term, ...]) -> bool:
    if kind in ("div", "log", "sqrt", "tan", "asin", "integral"):
        return False
    if kind == "pow":
        exponent = args[1]
        natural = exponent.kind == "sym" and exponent.payload[1] == "natural"
        literal = exponent.kind == "rat" and exponent.payload.denominator == 1 and exponent.payload >= 0
        return (natural or literal) and args[0].total
    return all(arg.total for arg in args)


def _make(kind: str, args: tuple[Term, ...] = (), payload: Any = None) -> Term:
    slot = (kind, payload, *(id(arg) for arg in args))
    found = _TABLE.get(slot)
    if found is not None:
        return found
    if len(args) > MAX_ARGUMENTS:
        raise TermError(f"{kind} of {len(args)} parts; at most {MAX_ARGUMENTS} are allowed")
    digest = hashlib.sha256()
    digest.update(f"{kind}({_payload_text(kind, payload)})".encode())
    for arg in args:
        digest.update(bytes.fromhex(arg.key))
    new = object.__new__(Term)
    put = object.__setattr__
    put(new, "kind", kind)
    put(new, "args", args)
    put(new, "payload", payload)
    put(new, "key", digest.hexdigest())
    put(new, "_hash", int(new.key[:15], 16))  # the same in every process
    put(new, "is_real", _is_real(kind, args, payload))
    put(new, "total", _is_total(kind, args))
    if kind == "sym":
        put(new, "symbols", (new,))
    else:
        free = {sym: None for arg in args for sym in arg.symbols}
        for inner in _binds(kind, args):  # the ends of an integral do not contain its variable
            free.pop(inner, None)
        put(new, "symbols", tuple(sorted(free, key=lambda sym: sym.payload)))
    _TABLE[slot] = new
    return new


def _binds(kind: str, args: tuple[Term, ...]) -> tuple[Term, ...]:
    if kind == "mean":
        return args[1:]
    if kind == "integral":
        return args[1:2]
    return args[2 + 2 * int(args[1].payload) :] if kind == "wasserstein" else ()


def binds(node: Term) -> tuple[Term, ...]:
    """The symbols that the node itself binds: the tokens of a mean or a distance, the variable of an integral."""
    return _binds(node.kind, node.args)


def parts(node: Term) -> tuple[Term, ...]:
    """The arguments of a node without the symbols that it binds."""
    if node.kind == "integral":
        return (node.args[0], *node.args[2:])
    return node.args[: len(node.args) - len(binds(node))]


def number(value: int | Fraction | str) -> Term:
    """A rational literal.

    Raises:
        TermError: the literal is longer than 14,000 bits, or text has a power of ten of more than three digits.
    """
    if isinstance(value, str) and len(value.lower().partition("e")[2].lstrip("+-")) > 3:
        raise TermError(f"{value[:60]!r} has too large a power of ten; write a smaller number")
    fraction = Fraction(value)
    if max(fraction.numerator.bit_length(), fraction.denominator.bit_length()) > MAX_LITERAL_BITS:
        raise TermError(f"a literal has more than {MAX_LITERAL_BITS} bits; write a smaller number")
    return _make("rat", payload=fraction)


def symbol(name: str, sort: str = "real") -> Term:
    """A symbol of sort real, complex or natural. It carries no domain: its Space does.

    Raises:
        TermError: `name` is no identifier, has a double underscore, or the sort is unknown.
    """
    if sort not in SORTS:
        raise TermError(f"symbol {name!r}: sort {sort!r} is unknown; choose from {', '.join(SORTS)}")
    if not name.isidentifier() or "__" in name or not name.isascii() or len(name) > 40:
        raise TermError(f"symbol name {name[:60]!r} is not allowed; use an ASCII identifier of at most 40 characters")
    return _make("sym", payload=(name, sort))


ZERO = number(0)
ONE = number(1)
MINUS_ONE = number(-1)
I = _make("i")  # noqa: E741 - the field's own name
PI = _make("pi")


def term(value: Any) -> Term:
    """`value` as a Term: a Term itself, an int, a Fraction, a flint rational, or text of a rational such as "1/3".

    Raises:
        TermError: for floats and anything else that is not exact.
    """
    if isinstance(value, Term):
        return value
    if isinstance(value, bool):
        raise TermError(f"found {value}, expected an expression; was a relation written with == or <? use eq or lt")
    if isinstance(value, int | Fraction):
        return number(value)
    if isinstance(value, float):
        raise TermError(f"{value!r} is a float and is not exact; write Fraction('{value!r}') or a text such as '1/3'")
    if isinstance(value, str):
        try:
            return number(value)
        except (ValueError, ZeroDivisionError):
            raise TermError(f"{value[:60]!r} is not a rational number; expected text such as '3/5' or '0.25'") from None
    if hasattr(value, "p") and hasattr(value, "q"):
        return number(Fraction(int(value.p), int(value.q)))
    found = type(value).__name__
    raise TermError(f"cannot read {found} as a Term; expected a Term, an int, a Fraction or text like '1/3'")


def _binary(build: Callable[[Term], Term], other: object) -> Term:
    if hasattr(other, "shape"):  # a vector, a matrix or a word answers for itself
        return NotImplemented  # type: ignore[no-any-return]
    return build(term(other))


def _flat(kind: str, args: Iterable[Term]) -> Iterator[Term]:
    for arg in args:
        if arg.kind == kind:
            yield from arg.args
        else:
            yield arg


def _by_key(args: list[Term]) -> tuple[Term, ...]:
    return tuple(sorted(args, key=lambda arg: arg.key))


def _split(value: Term) -> tuple[Fraction, tuple[Term, ...]]:
    """A summand as (rational coefficient, the other factors)."""
    if value.kind != "mul":
        return Fraction(1), (value,)
    coefficient = Fraction(1)
    rest = []
    for arg in value.args:
        if arg.kind == "rat":
            coefficient = arg.payload
        else:
            rest.append(arg)
    return coefficient, tuple(rest)


def add(*args: Term) -> Term:
    """The sum. Equal summands are collected where they are defined everywhere, so a - a is 0 and 1/a - 1/a is not."""
    constant = Fraction(0)
    kept: list[Term] = []
    collected: dict[tuple[Term, ...], Fraction] = {}
    for arg in _flat("add", args):
        if arg.kind == "rat":
            constant += arg.payload
        elif arg.total:
            coefficient, rest = _split(arg)
            collected[rest] = collected.get(rest, Fraction(0)) + coefficient
        else:
            kept.append(arg)
    again = False
    for rest, coefficient in collected.items():
        if coefficient:
            kept.append(mul(number(coefficient), *rest))
            again = again or kept[-1].kind in ("add", "rat")
    if constant or not kept:
        kept.append(number(constant))
    if again:
        return add(*kept)
    return kept[0] if len(kept) == 1 else _make("add", _by_key(kept))


MAX_COLLECTED = 64


def mul(*args: Term) -> Term:
    """The product. Whole powers of one base are collected where it is defined everywhere: a * a is a**2."""
    constant = Fraction(1)
    kept: list[Term] = []
    turns = 0
    powers: dict[Term, int] = {}
    for arg in _flat("mul", args):
        if arg.kind == "rat":
            constant *= arg.payload
        elif arg.kind == "i":
            turns += 1
        elif not arg.total:
            kept.append(arg)
        else:
            base, exponent = arg, 1
            if arg.kind == "pow" and arg.args[1].kind == "rat":
                base, exponent = arg.args[0], int(arg.args[1].payload)
            powers[base] = powers.get(base, 0) + exponent
    if turns % 4 >= 2:
        constant = -constant
    if constant == 0:  # only what can be undefined is worth keeping, in whatever order it was multiplied
        powers, turns = {}, 0
        kept = [arg for arg in kept if not arg.total]
    for base, exponent in powers.items():
        if exponent == 1:
            kept.append(base)
            continue
        whole, rest = divmod(exponent, MAX_COLLECTED)  # no exponent grows past what text may say
        kept.extend([power(base, MAX_COLLECTED)] * whole + ([power(base, rest)] if rest else []))
    if turns % 2:
        kept.append(I)
    if len(kept) == 1 and kept[0].kind == "add" and constant == -1:
        return add(*(mul(MINUS_ONE, arg) for arg in kept[0].args))
    if constant != 1 or not kept:
        kept.append(number(constant))
    return kept[0] if len(kept) == 1 else _make("mul", _by_key(kept))


def div(left: Term, right: Term) -> Term:
    if right.kind == "rat":
        if right.payload == 0:
            raise TermError(f"division by the literal 0 in ({left})/0")
        return mul(left, number(1 / right.payload))
    return _make("div", (left, right))


def power(base: Any, exponent: Any) -> Term:
    """`base**exponent`. Integer exponents mean repeated multiplication (0**0 = 1); 1/2 means `sqrt`; other positive
    numbers need a base >= 0 (0**(1/3) = 0). Any other exponent, a real symbol say, needs a positive base to have a
    value in proofs; at a point where it is an integer, it means repeated multiplication there."""
    base, exponent = term(base), term(exponent)
    if exponent.kind == "rat":
        value = exponent.payload
        if value.denominator == 1:
            if abs(value) > MAX_EXPONENT:
                raise TermError(f"exponent {value} is past the bound {MAX_EXPONENT}")
            if value == 1:
                return term(base)
            if value == 0 and base.total:
                return ONE
            if base.kind == "rat":
                if base.payload == 0 and value < 0:
                    raise TermError(f"0**({value}) is undefined")
                size = max(base.payload.numerator.bit_length(), base.payload.denominator.bit_length())
                if size * abs(value) > MAX_LITERAL_BITS:
                    raise TermError(f"{base}**{value} has more than {MAX_LITERAL_BITS} bits")
                return number(base.payload ** int(value))
            if base.kind == "i":
                return (ONE, I, MINUS_ONE, mul(MINUS_ONE, I))[int(value) % 4]
        elif value == Fraction(1, 2):
            return sqrt(base)
    if not exponent.is_real:
        raise TermError(f"the exponent {exponent} is not real; write exp(...) instead")
    if not base.is_real and not is_integer(exponent):
        raise TermError(f"({base})**({exponent}): a complex base needs an integer exponent")
    if base is ONE and exponent.total:
        return number(1)
    return _make("pow", (base, exponent))


def is_integer(exponent: Term) -> bool:
    """Integer-valued by form: integers, naturals, their sums and products."""
    if exponent.kind == "rat":
        return bool(exponent.payload.denominator == 1)
    if exponent.kind == "sym":
        return bool(exponent.payload[1] == "natural")
    return exponent.kind in ("add", "mul") and all(is_integer(arg) for arg in exponent.args)


def conj(value: Any) -> Term:
    """Complex conjugate."""
    z = term(value)
    if z.is_real:
        return z
    if z.kind == "conj":
        return z.args[0]
    if z.kind == "i":
        return mul(MINUS_ONE, I)
    return _make("conj", (z,))


def re(value: Any) -> Term:
    """Real part."""
    z = term(value)
    return z if z.is_real else (ZERO if z.kind == "i" else _make("re", (z,)))


def im(value: Any) -> Term:
    """Imaginary part."""
    z = term(value)
    if z.is_real and z.total:
        return ZERO
    return ONE if z.kind == "i" else _make("im", (z,))


def abs2(value: Any) -> Term:
    """|z|^2."""
    z = term(value)
    if z.kind == "rat":
        return number(z.payload**2)
    return ONE if z.kind == "i" else _make("abs2", (z,))


def absolute(value: Any) -> Term:
    """|z|."""
    z = term(value)
    if z.kind == "rat":
        return number(abs(z.payload))
    return ONE if z.kind == "i" else _make("abs", (z,))


def _function(kind: str, at_zero: Term | None, real_only: bool) -> Callable[[Any], Term]:
    def build(value: Any) -> Term:
        z = term(value)
        if real_only and not z.is_real:
            raise TermError(f"{kind}({z}): the argument must be real; take re, im or abs2 first")
        if at_zero is not None and z is ZERO:
            return at_zero
        return _make(kind, (z,))

    build.__name__ = kind
    build.__doc__ = f"The {'real ' if real_only else ''}function {kind}."
    return build


exp = _function("exp", ONE, False)
log = _function("log", None, True)
sin = _function("sin", ZERO, True)
cos = _function("cos", ONE, True)
tan = _function("tan", ZERO, True)
sinh = _function("sinh", ZERO, True)
cosh = _function("cosh", ONE, True)
tanh = _function("tanh", ZERO, True)
atan = _function("atan", ZERO, True)
asin = _function("asin", ZERO, True)


def sqrt(value: Any) -> Term:
    """The nonnegative square root of a nonnegative real."""
    z = term(value)
    if not z.is_real:
        raise TermError(f"sqrt({z}): the argument must be real; take re, im or abs2 first")
    if z.kind == "rat" and z.payload >= 0:
        from math import isqrt

        top, bottom = isqrt(z.payload.numerator), isqrt(z.payload.denominator)
        if top * top == z.payload.numerator and bottom * bottom == z.payload.denominator:
            return number(Fraction(top, bottom))
    return _make("sqrt", (z,))


def _extreme(kind: str) -> Callable[..., Term]:
    def build(*values: Any) -> Term:
        args = list(dict.fromkeys(_flat(kind, map(term, values))))
        for arg in args:
            if not arg.is_real:
                raise TermError(f"{kind}: {arg} is not real")
        if not args:
            raise TermError(f"{kind} needs at least one argument")
        return args[0] if len(args) == 1 else _make(kind, _by_key(args))

    build.__name__ = kind
    build.__doc__ = f"The {kind}imum of real Terms."
    return build


minimum = _extreme("min")
maximum = _extreme("max")


def mean(body: Any, *tokens: Term) -> Term:
    """The mean of `body` over a token: over n tokens for any n, or over a probability measure.

    Args:
        body: a Term.
        tokens: the token's symbols; they are bound in the result.
    """
    inner = term(body)
    for token in tokens:
        if not isinstance(token, Term) or token.kind != "sym":
            raise TermError(f"Mean averages over a token's symbols; found {token}")
    if not tokens:
        raise TermError("Mean needs the token that it averages over: Mean(f, token)")
    return _make("mean", (inner, *sorted(tokens, key=lambda sym: sym.payload)))


def integral(body: Any, variable: Term, low: Any, high: Any) -> Term:
    """The Riemann integral of `body` over `variable` from `low` to `high`, with its sign where high < low.

    The body is to be defined, hence continuous, on the whole closed interval between the ends.

    Args:
        body: a Term, real or complex.
        variable: a real symbol; it is bound in the body.
        low, high: real Terms without the variable.
    """
    inner, start, end = term(body), term(low), term(high)
    if not isinstance(variable, Term) or variable.kind != "sym" or variable.payload[1] != "real":
        raise TermError(f"Integral runs over a real symbol; found {variable}")
    for each in (start, end):
        if not each.is_real:
            raise TermError(f"the end {each} of an integral is not real")
        if variable in each.symbols:
            raise TermError(f"the end {each} of an integral contains its variable {variable}; rename the variable")
    for node in postorder(inner):
        if node.kind == "mean" and variable in node.symbols:
            raise TermError(f"{node} in an integral over {variable} changes with it; take the mean of the integral")
        if node.kind in OPAQUE and variable in node.symbols:
            raise TermError(f"{node} in an integral over {variable} changes with it; whether continuously is not known")
    return _make("integral", (inner, variable, start, end))


MAX_ORDER = 64


def wasserstein(order: int, left: Iterable[Any], right: Iterable[Any], *tokens: Term) -> Term:
    """The Wasserstein distance W_p of the laws of two random points X and Y of a Euclidean space, p = `order`.

    `left` and `right` are the coordinates of X and of Y in k orthonormal directions, which may turn with the token: the
    quantity stands for every choice of them, so few coordinates are enough in every dimension. The token's symbols are
    bound; its law is that of `Mean`, over n tokens or a probability measure with finite moments, and gives X and Y
    together (any coupling). The quantity is opaque: it has a value at points of few tokens alone.

    Raises:
        TermError: the order is not from 1 to 64, the points differ in their number of coordinates, a coordinate is not
            real, or there is no token.
    """
    first, second = tuple(map(term, left)), tuple(map(term, right))
    if type(order) is not int or not 1 <= order <= MAX_ORDER:
        raise TermError(f"the order of a Wasserstein distance is {order!r}; expected an int from 1 to {MAX_ORDER}")
    if len(first) != len(second) or not first:
        raise TermError(f"a distance is between points of one space; found {len(first)} and {len(second)} coordinates")
    for each in (*first, *second):
        if not each.is_real:
            raise TermError(f"the coordinate {each} of a point is not real")
    for token in tokens:
        if not isinstance(token, Term) or token.kind != "sym":
            raise TermError(f"Wasserstein takes a token's symbols; found {token}")
    if not tokens:
        raise TermError("Wasserstein needs the token whose points it compares: Wasserstein(p, X, Y, *token)")
    listed = sorted(set(tokens), key=lambda sym: sym.payload)
    return _make("wasserstein", (number(order), number(len(first)), *first, *second, *listed))


def _wasserstein(*args: Term) -> Term:
    """The same from its own arguments."""
    order, count = (_whole(arg) for arg in args[:2])
    if len(args) < 2 + 2 * count:
        raise TermError(f"Wasserstein of {count} coordinates needs {2 * count} of them; found {len(args) - 2}")
    return wasserstein(order, args[2 : 2 + count], args[2 + count : 2 + 2 * count], *args[2 + 2 * count :])


def _whole(literal: Term) -> int:
    if literal.kind != "rat" or literal.payload.denominator != 1 or literal.payload < 0:
        raise TermError(f"Wasserstein begins with whole numbers; found {literal}")
    return int(literal.payload)


def bound(level: int) -> Term:
    """The variable of an integral with `level` integrals inside one another in its body; no text can name it.

    Two integrals that differ only in the name of their variable are equal once it is replaced by this one.
    """
    return _make("sym", payload=(f"#{level}", "real"))


def rename(root: Term, names: Mapping[Term, Term]) -> Term:
    """`root` with other names for the variables of its integrals.

    Raises:
        TermError: a new name stands free under its integral.
    """

    def renamed(node: Term, args: list[Term]) -> Term:
        if node.kind != "integral" or node.args[1] not in names:
            return build(node.kind, args) if args else node
        new = names[node.args[1]]
        if new in args[0].symbols and new is not node.args[1]:
            raise TermError(f"{new} already stands in {node}; give its variable another name")
        return integral(args[0].subs(node.args[1], new), new, *args[2:])

    return fold(root, renamed)


def postorder(*roots: Term) -> list[Term]:
    """Every node below `roots`, children before parents, each once."""
    seen: set[Term] = set()
    order: list[Term] = []
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
            continue
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        stack.extend((arg, False) for arg in reversed(node.args) if arg not in seen)
    return order


def fold(root: Term, combine: Callable[[Term, list[Value]], Value]) -> Value:
    """Evaluate bottom-up: `combine(node, values of its args)`, each node once."""
    done: dict[Term, Value] = {}
    for node in postorder(root):
        done[node] = combine(node, [done[arg] for arg in node.args])
    return done[root]


_BUILD: dict[str, Callable[..., Term]] = {
    "add": add,
    "mul": mul,
    "div": div,
    "pow": power,
    "min": minimum,
    "max": maximum,
    "conj": conj,
    "re": re,
    "im": im,
    "abs2": abs2,
    "abs": absolute,
    "exp": exp,
    "log": log,
    "sqrt": sqrt,
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "sinh": sinh,
    "cosh": cosh,
    "tanh": tanh,
    "atan": atan,
    "asin": asin,
    "mean": mean,
    "integral": integral,
    "wasserstein": _wasserstein,
}


def build(kind: str, args: Iterable[Term]) -> Term:
    """The node `kind` over `args`, through its public constructor."""
    return _BUILD[kind](*args)


def _substitute(root: Term, mapping: dict[Term, Term]) -> Term:
    """Every binder is entered with the mapping of its own free symbols; what it binds must not come in."""
    done: dict[Term, Term] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
        elif node.kind == "sym":
            done[node] = mapping.get(node, node)
        elif not any(sym in mapping for sym in node.symbols):
            done[node] = node
        else:
            outside = {"mean": (), "integral": node.args[2:], "wasserstein": ()}.get(node.kind, node.args)
            missing = [arg for arg in outside if arg not in done]
            if missing:
                stack.extend(reversed(missing))
            elif own := binds(node):
                bodies = node.args[:1] if node.kind == "integral" else parts(node)
                free = {sym for body in bodies for sym in body.symbols if sym in mapping and sym not in own}
                inner = {sym: mapping[sym] for sym in free}
                if any(sym in value.symbols for value in inner.values() for sym in own):
                    what = "variable" if node.kind == "integral" else "token"
                    raise TermError(
                        f"subs would put the bound {what} of {node} into its own {node.kind}; rename the {what}"
                    )
                entered = [_substitute(body, inner) for body in bodies]
                done[node] = build(node.kind, (*entered, *own, *(done[arg] for arg in outside)))
            else:
                done[node] = build(node.kind, [done[arg] for arg in node.args])
    return done[root]


def dump(roots: Iterable[Term]) -> dict[str, Any]:
    """Terms as JSON: a list of nodes, children before parents, and the indices of `roots`."""
    listed = list(roots)
    order = postorder(*listed)
    index = {node: position for position, node in enumerate(order)}
    nodes: list[list[Any]] = []
    for node in order:
        if node.kind == "rat":
            nodes.append(["rat", str(node.payload)])
        elif node.kind == "sym":
            nodes.append(["sym", *node.payload])
        else:
            nodes.append([node.kind, *(index[arg] for arg in node.args)])
    return {"nodes": nodes, "roots": [index[root] for root in listed]}


def load(data: Mapping[str, Any]) -> list[Term]:
    """The Terms that `dump` wrote.

    Raises:
        TermError: an unknown kind, a forward reference, or a node that is not well formed.
    """
    built: list[Term] = []
    try:
        for position, (kind, *rest) in enumerate(data["nodes"]):
            if kind == "rat":
                (text,) = rest
                if not isinstance(text, str):
                    raise TermError(f"node {position}: a literal is written as text; found {str(text)[:40]}")
                built.append(number(text))
            elif kind == "sym":
                name, sort = rest
                built.append(symbol(name, sort))
            elif kind == "i":
                built.append(I)
            elif kind == "pi":
                built.append(PI)
            elif kind in _BUILD:
                if any(type(at) is not int or not 0 <= at < position for at in rest):
                    raise TermError(f"node {position} refers to a node that is not before it")
                built.append(build(kind, [built[at] for at in rest]))
            else:
                raise TermError(f"node {position} has the unknown kind {str(kind)[:40]!r}")
        return [built[at] for at in data["roots"]]
    except (KeyError, TypeError, IndexError, ValueError, ZeroDivisionError) as error:
        if isinstance(error, TermError):
            raise
        raise TermError(f"not a list of Terms: {type(error).__name__}: {error}") from None


def _unpickle(data: dict[str, Any]) -> Term:
    return load(data)[0]


_LEVEL = {"add": 1, "mul": 2, "div": 2, "pow": 4}


def _level(node: Term) -> int:
    if node.kind == "rat":
        if node.payload < 0:
            return 1
        return 5 if node.payload.denominator == 1 else 2
    if node.kind == "mul" and _sign_of(node) < 0:
        return 1
    return _LEVEL.get(node.kind, 5)


def _sign_of(node: Term) -> int:
    if node.kind == "rat":
        return -1 if node.payload < 0 else 1
    if node.kind == "mul":
        return -1 if any(arg.kind == "rat" and arg.payload < 0 for arg in node.args) else 1
    return 1


def display_order(node: Term) -> list[Term]:
    """Arguments of a sum or product in reading order: for products number, I, symbols, the rest; for sums the
    positive terms first, numbers behind symbols."""

    def rank(arg: Term) -> tuple[Any, ...]:
        size = len(postorder(arg)) if arg.kind not in ("rat", "sym", "i", "pi") else 0
        if node.kind == "mul":
            kind = {"rat": 0, "pi": 1, "i": 2, "sym": 3}.get(arg.kind, 4)
        else:
            kind = 2 * (_sign_of(arg) < 0) + (arg.kind == "rat")
        return (kind, size, _text_of_small(arg), arg.key)

    return sorted(node.args, key=rank)


def _text_of_small(node: Term) -> str:
    if node.kind == "sym":
        return str(node.payload[0])
    return ",".join(sym.payload[0] for sym in node.symbols)


MAX_TEXT_NODES = 20_000


def to_text(root: Term, given: Mapping[Term, str] | None = None) -> str:
    """The Term in the syntax of conjecture files; parsing it gives the same Term.

    A graph whose text would repeat more than 20,000 nodes is named by its size instead: sharing makes texts explode.

    Args:
        given: texts for some nodes, names for instance. Each needs no parentheses, and stands for no negative number.
    """
    given = given or {}
    order = postorder(root)
    size: dict[Term, int] = {}
    for node in order:
        size[node] = 1 if node in given else 1 + sum(size[arg] for arg in node.args)
    if size[root] > MAX_TEXT_NODES:
        return f"[an expression of {len(order)} nodes]"

    def wrap(arg: Term, text: str, level: int) -> str:
        return text if _level(arg) >= level or arg in given else f"({text})"

    texts: dict[Term, str] = {}
    for node in order:
        args = [texts[arg] for arg in node.args]
        if node in given:
            text = given[node]
        elif node.kind == "rat":
            text = str(node.payload)
        elif node.kind == "sym":
            text = node.payload[0]
        elif node.kind == "i":
            text = "I"
        elif node.kind == "pi":
            text = "pi"
        elif node.kind == "add":
            text = ""
            for arg in display_order(node):
                piece = wrap(arg, texts[arg], 2) if _sign_of(arg) > 0 else texts[arg]
                if not text:
                    text = piece
                elif piece.startswith("-"):
                    text += f" - {piece[1:]}"
                else:
                    text += f" + {piece}"
        elif node.kind == "mul":
            pieces = []
            sign = ""
            for arg in display_order(node):
                piece = texts[arg]
                if arg.kind == "rat" and arg.payload < 0:
                    sign = "-"
                    if arg.payload == -1:
                        continue
                    piece = str(-arg.payload)
                    if arg.payload.denominator != 1:
                        piece = f"({piece})"
                    pieces.append(piece)
                elif arg.kind == "rat" and arg.payload.denominator != 1:
                    pieces.append(f"({piece})")
                else:
                    pieces.append(f"({piece})" if arg.kind == "div" and arg not in given else wrap(arg, piece, 2))
            text = "*".join(pieces)
            if sign and len(pieces) > 1 and display_order(node)[1].kind == "add" and number(-1) in node.args:
                text = f"({text})"  # -(a + b)*c would read as (-(a + b))*c, which distributes
            text = sign + text
        elif node.kind == "div":
            text = f"{wrap(node.args[0], args[0], 2)}/{wrap(node.args[1], args[1], 3)}"
        elif node.kind == "pow":
            text = f"{wrap(node.args[0], args[0], 5)}**{wrap(node.args[1], args[1], 5)}"
        elif node.kind in ("mean", "integral", "wasserstein"):
            text = f"{node.kind.capitalize()}({', '.join(args)})"
        else:
            text = f"{node.kind}({', '.join(args)})"
        texts[node] = text
    return texts[root]
