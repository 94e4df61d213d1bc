"""Terms to SymPy and back: what was computed there can enter a claim. SymPy proposes; nothing here decides.

SymPy rewrites while it builds: x/x becomes 1 before it gets here, and its denominator's obligation is gone. A claim
is therefore written in Terms, and only what was computed in SymPy comes through `from_sympy`. The translation keeps
the meaning wherever both sides are defined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

from verify.kernel import term as terms
from verify.kernel.relation import AnyOf, Relation, any_of, eq, ge, gt, le, lt, ne
from verify.kernel.term import Term, TermError
from verify.spell.text import SpellError

__all__ = ["from_sympy", "relation_from_sympy", "relation_to_sympy", "to_sympy"]

Expr = Any
Names = Mapping[str, Term]

_SORTS = {"real": {"real": True}, "natural": {"integer": True, "nonnegative": True}, "complex": {}}

_TO = {kind: kind for kind in (*terms.FUNCTIONS, "re", "im")}
_TO |= {"conj": "conjugate", "abs": "Abs", "min": "Min", "max": "Max"}


def _one_over(function: Callable[[Any], Term]) -> Callable[[Any], Term]:
    return lambda z: terms.ONE / function(z)


_FROM: dict[str, Callable[..., Term]] = {
    "conjugate": terms.conj,
    "re": terms.re,
    "im": terms.im,
    "Abs": terms.absolute,
    "Min": terms.minimum,
    "Max": terms.maximum,
    "exp": terms.exp,
    "log": terms.log,
    "sin": terms.sin,
    "cos": terms.cos,
    "tan": terms.tan,
    "sinh": terms.sinh,
    "cosh": terms.cosh,
    "tanh": terms.tanh,
    "atan": terms.atan,
    "asin": terms.asin,
    "acos": lambda z: terms.PI / 2 - terms.asin(z),
    # What SymPy makes of tan(x + pi/2), 1/cos(x), 1/sinh(x), ...
    "cot": lambda z: terms.cos(z) / terms.sin(z),
    "sec": _one_over(terms.cos),
    "csc": _one_over(terms.sin),
    "coth": lambda z: terms.cosh(z) / terms.sinh(z),
    "sech": _one_over(terms.cosh),
    "csch": _one_over(terms.sinh),
    "Mean": terms.mean,
    "Wasserstein": lambda *args: terms.build("wasserstein", args),
}

_RELATIONS: dict[str, Callable[[Any, Any], Relation]] = {
    "Equality": eq,
    "Unequality": ne,
    "GreaterThan": ge,
    "StrictGreaterThan": gt,
    "LessThan": le,
    "StrictLessThan": lt,
}


def to_sympy(root: Term) -> Expr:
    """`root` as a SymPy expression.

    Real symbols are `Symbol(name, real=True)`, natural ones integer and nonnegative, complex ones bare; a mean is an
    undefined function `Mean(body, token)`, in which SymPy does not know that the token is bound; an integral is an
    unevaluated `Integral`.

    Raises:
        SpellError: SymPy refuses a part of it, such as the minimum of an undefined constant.
    """
    sympy = import_module("sympy")
    done: dict[Term, Any] = {}
    for node in terms.postorder(root):
        try:
            done[node] = _expression(sympy, node, [done[arg] for arg in node.args])
        except (ValueError, TypeError) as error:
            raise SpellError(f"SymPy does not take {_shown(node)}: {error}") from None
    return done[root]


def _expression(sympy: Any, node: Term, args: list[Any]) -> Expr:
    kind = node.kind
    if kind == "rat":
        return sympy.Rational(node.payload.numerator, node.payload.denominator)
    if kind == "sym":
        name, sort = node.payload
        return sympy.Symbol(name, **_SORTS[sort])
    if kind in ("i", "pi"):
        return sympy.I if kind == "i" else sympy.pi
    if kind == "add":
        return sympy.Add(*args)
    if kind == "mul":
        return sympy.Mul(*args)
    if kind == "div":
        return args[0] / args[1]
    if kind == "pow":
        return args[0] ** args[1]
    if kind == "abs2":
        return sympy.Abs(args[0]) ** 2
    if kind == "mean":
        return sympy.Function("Mean")(*args)
    if kind == "wasserstein":
        return sympy.Function("Wasserstein")(*args)
    if kind == "integral":
        return sympy.Integral(args[0], tuple(args[1:]))
    return getattr(sympy, _TO[kind])(*args)


def from_sympy(expression: Expr, names: Names | None = None) -> Term:
    """The Term of a SymPy expression.

    Args:
        expression: built of the classes listed in this module; anything else is refused.
        names: names to Terms, by which symbols are matched. Without it symbols are made: natural where SymPy assumes
            a nonnegative integer, real where it assumes a real, complex otherwise.

    Raises:
        SpellError: a Float, an infinity, an unknown symbol or function, or an expression that no Term can be.
    """
    sympy = import_module("sympy")
    done: dict[Any, Term] = {}
    stack = [sympy.Rational(expression) if isinstance(expression, int | Fraction) else expression]
    root = stack[0]
    while stack:
        node = stack[-1]
        if isinstance(node, sympy.Tuple) and len(node) == 3 and len(stack) > 1:  # the limits of an integral
            missing = [arg for arg in node if arg not in done]
            stack.extend(missing)
            if not missing:
                done[node] = terms.ZERO  # read where the integral is
                stack.pop()
            continue
        if not isinstance(node, sympy.Expr):
            raise SpellError(f"found {type(node).__name__} {_shown(node)}, expected a SymPy expression")
        if node in done:
            stack.pop()
            continue
        missing = [arg for arg in node.args if arg not in done]
        if missing:
            stack.extend(missing)
            continue
        try:
            if isinstance(node, sympy.Integral):
                done[node] = _integral(node, done)
            else:
                done[node] = _term(sympy, node, [done[arg] for arg in node.args], names)
        except (TermError, TypeError) as error:
            raise SpellError(f"{_shown(node)}: {error}") from None
        stack.pop()
    return done[root]


def _term(sympy: Any, node: Expr, args: list[Term], names: Names | None) -> Term:
    if isinstance(node, sympy.Float):
        raise SpellError(f"found the Float {_shown(node)}, which is not exact; write {_rational(node)}")
    if isinstance(node, sympy.Rational):
        return terms.number(Fraction(int(node.p), int(node.q)))
    constants = {sympy.I: terms.I, sympy.pi: terms.PI, sympy.E: terms.exp(terms.ONE)}
    if node in constants:
        return constants[node]
    if isinstance(node, sympy.Symbol):
        return _symbol(node, names)
    if isinstance(node, sympy.Add):
        return terms.add(*args)
    if isinstance(node, sympy.Mul):
        return _product(node, args)
    if isinstance(node, sympy.Pow):
        return _power(sympy, node, args)
    name = type(node).__name__
    if name in _FROM and (isinstance(node, sympy.Function | sympy.Min | sympy.Max)):
        return _FROM[name](*args)
    if node.is_finite is False or node is sympy.nan:
        raise SpellError(f"found {_shown(node)}, which is no number; a Term has no infinity")
    raise SpellError(f"found {name} in {_shown(node)}; expected one of {', '.join(_FROM)} or arithmetic")


def _symbol(node: Expr, names: Names | None) -> Term:
    name = str(node.name)
    if names is not None:
        found = names.get(name)
        if not isinstance(found, Term):
            raise SpellError(f"found the unknown symbol {name!r}; known here: {', '.join(names) or 'none'}")
        sort = found.payload[1] if found.kind == "sym" else "real" if found.is_real else "complex"
        if (node.is_real and not found.is_real) or (node.is_integer and sort != "natural"):
            kind = "an integer" if node.is_integer else "real"
            raise SpellError(f"SymPy rewrote what contains {name} as if it were {kind}, and here it is {sort}")
        return found
    if node.is_integer and not node.is_nonnegative:
        raise SpellError(
            f"found the integer {name}, which may be negative; write the difference of two natural numbers"
        )
    return terms.symbol(name, "natural" if node.is_integer else "real" if node.is_real else "complex")


def _integral(node: Expr, done: Mapping[Any, Term]) -> Term:
    """The limits of SymPy stand from the inside out."""
    total = done[node.function]
    for limit in node.limits:
        if len(limit) != 3:
            raise SpellError(f"found {_shown(node)} without both ends; a Term has definite integrals only")
        total = terms.integral(total, *(done[each] for each in limit))
    return total


def _product(node: Expr, args: list[Term]) -> Term:
    """A product, its negative powers gathered in one denominator: x*y**-1 is the quotient x/y."""
    above: list[Term] = []
    below: list[Term] = []
    for factor, arg in zip(node.args, args, strict=True):
        inverse = arg.kind == "div" and arg.args[0] is terms.ONE and factor.is_Pow
        (below if inverse else above).append(arg.args[1] if inverse else arg)
    product = terms.mul(*above)
    return terms.div(product, terms.mul(*below)) if below else product


def _power(sympy: Any, node: Expr, args: list[Term]) -> Term:
    base, exponent = args
    if node.base == sympy.E:
        return terms.exp(exponent)
    if exponent.kind == "rat":
        value: Fraction = exponent.payload
        below, size = value < 0, abs(value)
        if base.kind == "abs" and size.denominator == 1 and size % 2 == 0:
            result = terms.power(terms.abs2(base.args[0]), size / 2)
        elif size.denominator == 2:  # sqrt has a value at 0, where a power needs a positive base
            result = terms.power(terms.sqrt(base), size.numerator)
        else:
            result = terms.power(base, size)
        return terms.div(terms.ONE, result) if below else result
    return terms.power(base, exponent)


def _rational(value: Expr) -> str:
    """How to write a Float exactly, by its decimal text."""
    text = _shown(value)
    if len(text) > 40 or len(text.partition("e")[2]) > 4:
        return "a Rational"
    exact = Fraction(text)
    return f"Rational({exact.numerator}, {exact.denominator})"


def _shown(node: Any) -> str:
    try:
        text = str(node)
    except ValueError:  # Python prints no integer of more than 4,300 digits
        return f"a {type(node).__name__} too long to print"
    return text if len(text) <= 60 else text[:57] + "..."


def relation_from_sympy(relation: Any, names: Names | None = None) -> Relation | AnyOf:
    """The relation of SymPy's Eq, Ne, Ge, Gt, Le, Lt, or of an Or of them.

    Raises:
        SpellError: as `from_sympy`; also where SymPy has already turned the relation into True or False.
    """
    name = type(relation).__name__
    if name == "Or":
        options = [relation_from_sympy(option, names) for option in sorted(relation.args, key=str)]
        return any_of(*(each for option in options for each in option.options))
    if name in ("BooleanTrue", "BooleanFalse"):
        raise SpellError(f"SymPy has turned the relation into {relation}; build it with verify's eq, ge, gt instead")
    if name not in _RELATIONS:
        raise SpellError(f"found {name} {_shown(relation)}, expected Eq, Ne, Ge, Gt, Le or Lt")
    left, right = (from_sympy(side, names) for side in relation.args)
    try:
        return _RELATIONS[name](left, right)
    except TermError as error:
        raise SpellError(f"{_shown(relation)}: {error}") from None


def relation_to_sympy(relation: Relation | AnyOf) -> Any:
    """Eq, Ne, Ge or Gt, unevaluated, so that x**2 >= 0 stays a relation; an Or of them for AnyOf."""
    sympy = import_module("sympy")
    classes = {"eq": sympy.Eq, "ne": sympy.Ne, "ge": sympy.Ge, "gt": sympy.Gt}
    built = [
        classes[option.op](to_sympy(option.left), to_sympy(option.right), evaluate=False) for option in relation.options
    ]
    return built[0] if len(built) == 1 else sympy.Or(*built, evaluate=False)
