"""Text to Terms: the only door through which a conjecture file's expressions enter.

Text is scanned for its characters, words and literals first, then read by Python's `ast` and translated node by node
from a whitelist. Nothing is evaluated, every size is bounded before anything is computed, and every refusal is one
`SpellError` of one line. What is not listed here does not exist: no attributes, strings, lambdas, comprehensions,
keyword arguments.

The grammar: integers; decimals, read exactly (0.1 is 1/10); `+ - * / **`, parentheses; `I`, `pi`; the functions of
`FUNCTIONS`; names, and literal subscripts of vectors and matrices, `x[0]`, `A[0, 1]`; matrices written out,
`[[1, 0], [0, 1]]`. Relations add `== != >= > <= <`, chains such as `0 < a < b`, `and`, `or`; between matrices `==` and
`!=`, entry by entry, 0 being the zero matrix as well.
"""

from __future__ import annotations

import ast
import keyword
import operator
import re as regex
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from verify.kernel import term as terms
from verify.kernel.relation import AnyOf, Relation, any_of, eq, ge, gt, le, lt, ne
from verify.kernel.term import Term, TermError
from verify.linalg import Matrix

__all__ = ["FUNCTIONS", "RESERVED", "SpellError", "parse_relation", "parse_relations", "parse_term", "parse_value"]

MAX_CHARACTERS = 10_000
MAX_DEPTH = 60
MAX_DIGITS = 200
MAX_POWER_OF_TEN = 200
MAX_EXPONENT = 64
MAX_DENOMINATOR = 1_000  # of an exponent
MAX_MATRIX_POWER = 16
MAX_NODES = 5_000
MAX_PRODUCTS = 20_000  # of entries, over all matrix arithmetic of one text
MAX_BITS = 4_096  # of any rational that literals fold to: 5,000 operations on such numbers stay well under a second

CONSTANTS: dict[str, Term] = {"I": terms.I, "pi": terms.PI}

FUNCTIONS: dict[str, Callable[..., Term]] = {
    "re": terms.re,
    "im": terms.im,
    "conj": terms.conj,
    "abs": terms.absolute,
    "abs2": terms.abs2,
    "sqrt": terms.sqrt,
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
    "min": terms.minimum,
    "max": terms.maximum,
    "Mean": terms.mean,
    "Integral": terms.integral,
    "Wasserstein": lambda *args: terms.build("wasserstein", args),
}
"""The functions of the language; `min` and `max` take several arguments, `Mean(f, token)` an expression and a token,
`Integral(f, x, a, b)` an expression, the real symbol over which it runs, and the ends; `Wasserstein(p, k, ...)` the
order, k, the k coordinates of one point, those of the other, and the token's symbols."""

RESERVED = frozenset({*CONSTANTS, *FUNCTIONS})
"""Names that the language keeps for itself; no symbol may have one."""

_HINTS = {
    "ln": "write log",
    "Abs": "write abs",
    "conjugate": "write conj",
    "Re": "write re",
    "Im": "write im",
    "i": "write I for the imaginary unit",
    "j": "write I for the imaginary unit",
    "Pi": "write pi",
    "e": "write exp(1)",
    "E": "write exp(1)",
    "arctan": "write atan",
    "arcsin": "write asin",
    "mean": "write Mean(f, token)",
    "integral": "write Integral(f, x, a, b)",
    "integrate": "write Integral(f, x, a, b)",
    "inf": "there is no infinity; state a relation for every value instead",
    "oo": "there is no infinity; state a relation for every value instead",
    "nan": "every expression has a value or is undefined; nan cannot be written",
    "True": "write a relation such as a == b",
    "False": "write a relation such as a == b",
    "lambda": "it is a Python keyword; name the symbol lam",
    "not": "state the opposite relation instead, such as a != b",
    "if": "give each case its own relation",
    "implies": "write the premise under [given]",
    "for": "every symbol of [space] stands for all its values",
    "in": "declare the domain under [space]",
    "forall": "every symbol of [space] stands for all its values",
    "exists": "write exists = under [shows]",
    **dict.fromkeys(("Sum", "sum", "Product", "prod"), "write the terms out, or state the step from n to n + 1"),
    **dict.fromkeys(("factorial", "binomial", "gamma"), "write the product out, or state the step from n to n + 1"),
    **dict.fromkeys(("floor", "ceil", "ceiling", "round"), 'declare k = "natural", with k <= x < k + 1 under [given]'),
    **dict.fromkeys(("mod", "Mod", "gcd"), 'declare k = "natural" and r = "natural", with n == m*k + r under [given]'),
    **dict.fromkeys(("sign", "sgn"), "write x/abs(x), with x != 0 under [given]"),
    **dict.fromkeys(("acos", "arccos"), "write pi/2 - asin(x)"),
    **dict.fromkeys(
        ("eigenvalue", "eigenvalues", "eig"), "declare it, with det(A - s*[[1, 0], [0, 1]]) == 0 under [given]"
    ),
    **dict.fromkeys(("inv", "inverse"), "declare it, with A*B == [[1, 0], [0, 1]] under [given]"),
    **dict.fromkeys(("diff", "derivative", "D"), "write rate(f) along a [flow]"),
    **dict.fromkeys(("lim", "limit"), "there are no limits; state a relation for every value instead"),
    **dict.fromkeys(("relu", "ReLU"), "write max(x, 0)"),
    "cot": "write cos(x)/sin(x)",
    "sec": "write 1/cos(x)",
    "log2": "write log(x)/log(2)",
    "log10": "write log(x)/log(10)",
    "sigmoid": "write 1/(1 + exp(-x))",
    "softmax": "write exp(a)/(exp(a) + exp(b))",
    "trace": "write tr(A)",
    "norm": "write sqrt(norm2(x)); norm2 is the sum of the squares of the entries",
}

_SIGNS = {
    **dict.fromkeys("\u2264\u2a7d", "write <="),
    **dict.fromkeys("\u2265\u2a7e", "write >="),
    "\u2260": "write !=",
    **dict.fromkeys("\u00b7\u00d7\u22c5\u2217", "write * for a product"),
    **dict.fromkeys("\u00f7\u2215\u2044", "write / for a quotient"),
    **dict.fromkeys("\u2212\u2013\u2014", "write -, the sign of the keyboard"),
    "\u00b1": "give each sign its own relation",
    "\u00b2": "write **2",
    "\u00b3": "write **3",
    "\u221a": "write sqrt(x)",
    "\u03c0": "write pi",
    "\u221e": "there is no infinity; state a relation for every value instead",
    **dict.fromkeys("\u2016\u2225", "write sqrt(norm2(x)) for a norm"),
    **dict.fromkeys("\u27e8\u27e9", "write dot(x, y) for an inner product"),
    "\u2208": "declare the domain under [space]",
    "\u2200": "every symbol of [space] stands for all its values",
    "\u2203": "write exists = under [shows]",
    **dict.fromkeys("\u21d2\u2192\u27f9", "write the premise under [given]"),
    "\\": "LaTeX is not read; write sqrt(x), a/b, pi",
    ";": "give each relation its own entry, or join them with `and`",
    "#": "comments stand outside the quotes",
}
"""What people write for signs of the language."""

_REFUSED = {
    "=": "write == for an equation",
    "=>": "write the premise under [given], or >= for an order",
    "=<": "write <=",
    "^": "write ** for a power",
    ".": "attributes are not part of the language",
    ":": "lambdas, slices and := are not part of the language",
    "'": "strings are not part of the language",
    '"': "strings are not part of the language",
    "{": "use round parentheses",
    "}": "use round parentheses",
    "%": "write the remainders, r say, by n == m*k + r under [given], with k and r natural",
    "//": "write / for a quotient",
    "!": "write != for 'is not equal to'",
    "|": "write abs(z) for a modulus, `or` between relations",
    "&": "write `and` between relations",
}

_TOKEN = regex.compile(
    r"(?P<space>[ \t\r\n]+)"
    r"|(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<double>\*\*|==|!=|>=|<=)"
    r"|(?P<refused>//|=>|=<|[=^.:'\"{}%|&!])"
    r"|(?P<single>[-+*/()\[\],<>])"
)

_COMPARISON = regex.compile(r"==|!=|[<>]")
_OPEN_END = regex.compile(r"([-+*/,(\[<>=]|\band|\bor)\s*$")
_JOINING = regex.compile(r"\s*([*/,)\]<>=!]|(and|or)\b|$)")

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Relation]] = {
    ast.Eq: eq,
    ast.NotEq: ne,
    ast.GtE: ge,
    ast.Gt: gt,
    ast.LtE: le,
    ast.Lt: lt,
}

_ARITHMETIC: dict[Any, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}

_NODE_NAMES = {
    ast.Compare: "a relation",
    ast.BoolOp: "`and` or `or`",
    ast.Tuple: "a comma",
    ast.List: "a list",
    ast.Starred: "a starred argument",
    ast.Subscript: "a subscript",
}


class SpellError(ValueError):
    """Text (or a SymPy expression) that cannot be read; one line: where, what was found, what to write instead.

    Attributes:
        column: 1-based position in the text, or None where there is no text.
    """

    def __init__(self, message: str, column: int | None = None) -> None:
        line = " ".join(message.split())
        line = line if len(line) <= 400 else line[:397] + "..."
        super().__init__(line if column is None else f"column {column}: {line}")
        self.column = column


Functions = Mapping[str, Callable[..., Any]]


def parse_term(text: str, names: Mapping[str, Any], functions: Functions | None = None) -> Term:
    """The Term that `text` spells.

    Args:
        text: an expression, at most 10,000 characters.
        names: identifiers to Terms, or to vectors and matrices (anything with `__getitem__`, subscripted in the text).
        functions: further functions by name, of Terms, vectors and matrices.

    Raises:
        SpellError: for every text that is not an expression of the language, whatever it is; nothing else is raised.
    """
    reader = _Reader(text, names, functions)
    return reader.expression(reader.tree)


def parse_value(text: str, names: Mapping[str, Any], functions: Functions | None = None) -> Any:
    """The Term, vector or matrix that `text` spells: `A`, `-A`, `J*A`, or an expression.

    Raises:
        SpellError: as `parse_term`.
    """
    reader = _Reader(text, names, functions)
    return reader.operand(reader.tree)


def parse_relation(text: str, names: Mapping[str, Any], functions: Functions | None = None) -> Relation | AnyOf:
    """The one relation that `text` states; `or` between relations gives an AnyOf.

    Raises:
        SpellError: as `parse_term`; also for a chain or an `and`, which state several relations.
    """
    found = parse_relations(text, names, functions)
    if len(found) != 1:
        raise SpellError(f"found {len(found)} relations in {_shown(text)}, expected one; give each its own entry", 1)
    return found[0]


def parse_relations(
    text: str, names: Mapping[str, Any], functions: Functions | None = None
) -> tuple[Relation | AnyOf, ...]:
    """The relations that `text` states, all of which are to hold: `0 < a < b` and `p and q` give two.

    Raises:
        SpellError: as `parse_term`.
    """
    reader = _Reader(text, names, functions)
    return reader.relations(reader.tree)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _scan(text: str) -> None:
    """Refuse by characters, words and literals, before Python's parser sees the text.

    Parentheses are matched and counted here: hundreds of nested ones, or thousands of signs, would exhaust the stack
    of a parser.
    """
    at, opened, signs = 0, [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        column = at + 1
        if match is None:
            plain = "which is not part of the language"
            ascii_ = plain if text[at].isascii() else f"{plain}; write names in ASCII, such as beta"
            raise SpellError(f"found the character {text[at]!a}; {_SIGNS.get(text[at], ascii_)}", column)
        kind, token, at = match.lastgroup, match.group(), match.end()
        if kind == "space":
            continue
        signs = signs + 1 if token in ("+", "-") else 0
        if signs > MAX_DEPTH:
            raise SpellError(f"found more than {MAX_DEPTH} signs in a row; write one", column)
        if kind == "refused":
            if token in "^." and regex.match(r"T\b", text[at:]):
                raise SpellError(f"found '{token}T'; write transpose(A)", column)
            if token == "!" and regex.search(r"[A-Za-z0-9_)]\s*$", text[: column - 1]):
                raise SpellError(
                    "found '!', a factorial; write the product out, or state the step from n to n + 1", column
                )
            raise SpellError(f"found {token!r}; {_REFUSED[token]}", column)
        if kind == "number":
            _scan_number(text, token, at, column)
        elif kind == "name":
            _scan_name(token, column)
        elif token in ("(", "["):
            opened.append((token, column))
            if len(opened) > MAX_DEPTH:
                raise SpellError(f"parentheses are nested deeper than {MAX_DEPTH}; name the parts", column)
        elif token in (")", "]") and (not opened or opened.pop()[0] + token not in ("()", "[]")):
            raise SpellError(f"found {token!r} without its opening partner; balance the parentheses", column)
    if opened:
        token, column = opened[-1]
        raise SpellError(f"found {token!r} that is never closed; balance the parentheses", column)
    if "\n" in text.strip():
        _scan_lines(text)


def _scan_lines(text: str) -> None:
    """Refuse a relation on a line behind another: `x > 0` and below it `-y < 1` would be one chain, x > 0 - y < 1."""
    before, at = "", 0
    for line in text.split("\n"):
        joined = (
            not before.strip()
            or _OPEN_END.search(before)
            or _JOINING.match(line)
            or before.count("(") > before.count(")")
        )
        if not joined and _COMPARISON.search(before) and _COMPARISON.search(line):
            raise SpellError(
                "found a line with a relation of its own; join the two with `and`, or give each an entry", at + 1
            )
        before = f"{before} {line}" if joined or line.strip() else before
        at += len(line) + 1


def _scan_number(text: str, token: str, end: int, column: int) -> None:
    following = text[end : end + 1]
    if following and (following.isalnum() or following in "_."):
        if following in "jJ":
            advice = f"write {token}*I for an imaginary number"
        elif following == "_" or following.isdigit() or (token == "0" and following in "xXoObB"):
            advice = "write plain decimal digits"
        else:
            advice = f"write the multiplication: {token}*{following}"
        raise SpellError(f"found {_shown(token + text[end : end + 8])}; {advice}", column)
    mantissa, _, exponent = token.lower().partition("e")
    if sum(character.isdigit() for character in mantissa) > MAX_DIGITS:
        raise SpellError(f"found a number of more than {MAX_DIGITS} digits; write a shorter one", column)
    if exponent and (len(exponent) > 8 or abs(int(exponent)) > MAX_POWER_OF_TEN):
        raise SpellError(f"found {_shown(token)}; a power of ten goes up to {MAX_POWER_OF_TEN}", column)


def _scan_name(token: str, column: int) -> None:
    if "__" in token:
        raise SpellError(f"found the name {_shown(token)}; names with two underscores are refused", column)
    if keyword.iskeyword(token) and token not in ("and", "or"):
        hint = _HINTS.get(token, "Python keywords are not part of the language")
        raise SpellError(f"found {token!r}; {hint}", column)


def _parse(text: str) -> tuple[ast.expr, str]:
    """The syntax tree, and the text to which its offsets point."""
    if not isinstance(text, str):
        raise SpellError(f"found {type(text).__name__}, expected text such as '2*a + 1'")
    if len(text) > MAX_CHARACTERS:
        raise SpellError(f"found {len(text)} characters, at most {MAX_CHARACTERS} are read; split the expression")
    _scan(text)
    line = regex.sub(r"[ \t\r\n]", " ", text).rstrip()
    lead = len(line) - len(line.lstrip())
    if not line:
        raise SpellError("found nothing, expected an expression such as 2*a + 1", 1)
    try:
        tree = ast.parse(line[lead:], mode="eval").body
    except SyntaxError as error:
        at = min(max(error.offset or 1, 1) + lead, len(line))
        word = regex.match(r"[A-Za-z]+", line[at - 1 :])
        if word is not None and word.group() in _HINTS:
            raise SpellError(f"found {word.group()!r}; {_HINTS[word.group()]}", at) from None
        if word is not None or line[at - 1] == "(":
            before = regex.search(r"([A-Za-z0-9_]+|\))\s*$", line[: at - 1])
            if before is not None and before.group(1) not in ("and", "or"):
                called = before.group(1) in FUNCTIONS or before.group(1) in ("tr", "det", "transpose", "rate")
                inner = "x" if word is None else word.group()
                advice = f"write {before.group(1)}({inner})" if called else "write * for a product"
                raise SpellError(f"found {inner!r} after {before.group(1)!r}; {advice}", at) from None
        end = regex.search(r"\b(and|or)$", line)
        if end is not None:
            raise SpellError(f"found {end.group()!r} at the end; state a relation after it", end.start() + 1) from None
        end = regex.search(r"([<>=!]=|[-+*/<>,]+)$", line)
        if end is not None:
            raise SpellError(f"found {end.group()!r} at the end; write what follows it", end.start() + 1) from None
        found = repr(line[at - 1]) if at < len(line) else f"the end, after {line[-12:]!r}"
        raise SpellError(f"cannot read on at {found}; expected an expression such as 2*a + 1", at) from None
    except (ValueError, MemoryError, RecursionError):
        raise SpellError("the expression is too long for one formula; split it and name the parts") from None
    return tree, line[lead:]


def _measure(tree: ast.expr, lead: int) -> None:
    """Bound nodes and depth. Chains a + b + c and a*b*c count as one level, however long."""
    count = 0
    stack = [(tree, 1)]
    while stack:
        node, depth = stack.pop()
        count += 1
        if count > MAX_NODES:
            raise SpellError(f"found more than {MAX_NODES} parts; split the expression and name the parts")
        if depth > MAX_DEPTH:
            raise SpellError(f"nested deeper than {MAX_DEPTH}; name the parts", node.col_offset + lead + 1)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                chained = isinstance(node, ast.BinOp) and child is node.left and _chain(node) == _chain(child) != ""
                stack.append((child, depth if chained else depth + 1))


def _chain(node: ast.expr) -> str:
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Add | ast.Sub):
            return "sum"
        if isinstance(node.op, ast.Mult | ast.Div):
            return "product"
    return ""


class _Reader:
    """One text, its names, and the translation of its syntax tree."""

    def __init__(self, text: str, names: Mapping[str, Any], functions: Functions | None = None) -> None:
        self.tree, self._line = _parse(text)
        self._lead = len(text) - len(text.lstrip(" \t\r\n"))
        self._names = names
        self._functions = functions or {}
        self._products = 0
        _measure(self.tree, self._lead)

    def _error(self, message: str, node: ast.expr) -> SpellError:
        return SpellError(message, node.col_offset + self._lead + 1)

    def _build(self, node: ast.expr, make: Callable[..., Any], *args: Any) -> Any:
        try:
            made = make(*args)
        except (TermError, TypeError) as error:
            raise self._error(str(error), node) from None
        if isinstance(made, Term):
            self._bound(made, node)
        return made

    def _bound(self, made: Term, node: ast.expr) -> None:
        for part in (made, *(made.args if made.kind in ("add", "mul") else ())):
            if part.kind == "rat" and _bits(part.payload) > MAX_BITS:
                raise self._error(f"a number grows past {MAX_BITS} bits; write a smaller one", node)

    # expressions

    def expression(self, node: ast.expr) -> Term:
        """The Term of an expression node. Recursion is bounded by MAX_DEPTH."""
        if isinstance(node, ast.Constant):
            return self._literal(node)
        if isinstance(node, ast.Name | ast.Subscript):
            found = self._object(node)
            if not isinstance(found, Term):
                raise self._error(f"{self._source(node)} is not a number; write an entry of it, such as x[0]", node)
            return found
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            value = self.expression(node.operand)
            return value if isinstance(node.op, ast.UAdd) else self._build(node, lambda: -value)
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.Pow):
                return self._power(node)
            kind = _chain(node)
            if kind:
                return self._sum(node) if kind == "sum" else self._product(node)
        if isinstance(node, ast.Call):
            made = self._call(node)
            if not isinstance(made, Term):
                raise self._error(f"{self._source(node)} is not a number; take its tr, det or norm2", node)
            return made
        what = _NODE_NAMES.get(type(node), "something")
        raise self._error(f"found {what} at {self._source(node)}, expected an expression such as 2*a + 1", node)

    def _source(self, node: ast.expr) -> str:
        return _shown(self._line[node.col_offset : node.end_col_offset])

    def _literal(self, node: ast.Constant) -> Term:
        # The source, never the value: Python has already rounded a decimal to a float.
        source = self._line[node.col_offset : node.end_col_offset]
        try:
            value = Fraction(source)
        except ValueError:
            raise self._error(f"found {self._source(node)}, expected a number", node) from None
        return self._build(node, terms.number, value)  # type: ignore[no-any-return]

    def _spine(self, node: ast.BinOp) -> list[tuple[ast.operator | None, ast.expr]]:
        """A chain a + b - c as [(None, a), (+, b), (-, c)]."""
        kind, spine = _chain(node), []
        at: ast.expr = node
        while isinstance(at, ast.BinOp) and _chain(at) == kind:
            spine.append((at.op, at.right))
            at = at.left
        return [(None, at), *reversed(spine)]

    def _sum(self, node: ast.BinOp) -> Term:
        parts = []
        for op, operand in self._spine(node):
            value = self.expression(operand)
            parts.append(self._build(operand, lambda v: -v, value) if isinstance(op, ast.Sub) else value)
        return self._build(node, terms.add, *parts)  # type: ignore[no-any-return]

    def _product(self, node: ast.BinOp) -> Term:
        # Multiplying one by one is what Python's operators do, and only there does -1*(a + b) distribute; behind the
        # second factor that is not a number the order no longer matters, and one `mul` keeps long products linear.
        factors: list[Term] = []
        symbolic = 0
        for op, operand in self._spine(node):
            value = self.expression(operand)
            if isinstance(op, ast.Div):
                if value.kind == "rat" and value.payload == 0:
                    raise self._error("found a division by 0", operand)
                if value.kind != "rat":
                    product = self._build(operand, terms.mul, *factors)
                    factors, symbolic = [self._build(operand, terms.div, product, value)], 1
                    continue
                value = terms.number(1 / value.payload)
            factors.append(value)
            symbolic += sum(part.kind != "rat" for part in (value.args if value.kind == "mul" else (value,)))
            if symbolic < 2:
                factors = [self._build(operand, terms.mul, *factors)]
        return self._build(node, terms.mul, *factors)  # type: ignore[no-any-return]

    def _power(self, node: ast.BinOp) -> Term:
        base, exponent = self.expression(node.left), self.expression(node.right)
        if exponent.kind == "rat":
            value = exponent.payload
            if abs(value) > MAX_EXPONENT or value.denominator > MAX_DENOMINATOR:
                raise self._error(
                    f"found the exponent {self._source(node.right)}, expected a size of at most {MAX_EXPONENT} "
                    f"and a denominator of at most {MAX_DENOMINATOR}; "
                    f"write {'1e100 for 10**100' if base.kind == 'rat' else 'exp(k*log(x)) for x**k, x > 0'}",
                    node.right,
                )
            if base.kind == "rat" and _bits(base.payload) * abs(value) > MAX_BITS:
                raise self._error(f"{self._source(node)} has more than {MAX_BITS} bits; write a smaller power", node)
        return self._build(node, terms.power, base, exponent)  # type: ignore[no-any-return]

    def _call(self, node: ast.Call) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        known = {**FUNCTIONS, **self._functions}
        if name not in known:
            if not name or name in self._names or name in CONSTANTS:
                raise self._error(f"{self._source(node.func)} is not a function; write * for a product", node)
            raise self._error(f"found the function {_shown(name)}; {self._advice(name, known)}", node)
        if node.keywords:
            raise self._error(f"found a keyword argument in {name}; give plain arguments", node)
        if not node.args:
            raise self._error(f"{name} needs an argument", node)
        if name == "Mean":
            body, tokens = self.expression(node.args[0]), [t for arg in node.args[1:] for t in self._token(arg)]
            return self._build(node, terms.mean, body, *tokens)
        if name in self._functions:
            return self._build(node, self._functions[name], *map(self.operand, node.args))
        args = [self.expression(arg) for arg in node.args]
        if name == "Integral" and len(args) != 4:
            raise self._error(f"Integral takes f, x, a, b; found {len(args)} arguments", node)
        if len(args) > 1 and name not in ("min", "max", "Integral", "Wasserstein"):
            raise self._error(f"{name} takes one argument, found {len(args)}", node)
        return self._build(node, FUNCTIONS[name], *args)

    def operand(self, node: ast.expr) -> Any:
        """A Term, vector or matrix: a name, or sums, products, quotients and whole powers of what may be one."""
        if isinstance(node, ast.Name | ast.Subscript):
            return self._object(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.List):
            return self._matrix(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            base = self.operand(node.left)
            return self.expression(node) if isinstance(base, Term) else self._matrix_power(base, node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._build(node, operator.neg, self.operand(node.operand))
        if isinstance(node, ast.BinOp) and _chain(node):
            parts = [(op, self.operand(each), each) for op, each in self._spine(node)]
            if not all(isinstance(part, Term) for _, part, _ in parts):
                _, value, _ = parts[0]
                for op, part, at in parts[1:]:
                    self._charge(value, part, at)
                    value = self._build(at, _ARITHMETIC[type(op)], value, part)
                return value
        return self.expression(node)

    def _matrix_power(self, base: Any, node: ast.BinOp) -> Any:
        exponent = node.right.value if isinstance(node.right, ast.Constant) else None
        if type(exponent) is not int or not 1 <= exponent <= MAX_MATRIX_POWER:
            raise self._error(
                f"found the exponent {self._source(node.right)} of a matrix; write one from 1 to {MAX_MATRIX_POWER}",
                node.right,
            )
        value = base
        for _ in range(exponent - 1):
            self._charge(value, base, node)
            value = self._build(node, operator.mul, value, base)
        return value

    def _charge(self, left: Any, right: Any, node: ast.expr) -> None:
        """Bound the work of matrix arithmetic, by the entries of both sides."""
        self._products += _size(left) * _size(right)
        if self._products > MAX_PRODUCTS:
            raise self._error(f"matrix arithmetic of more than {MAX_PRODUCTS} products; name the parts", node)

    def _token(self, node: ast.expr) -> list[Term]:
        """The symbols of a token: a symbol itself, or the entries of a vector."""
        found = self._object(node) if isinstance(node, ast.Name | ast.Subscript) else self.expression(node)
        if isinstance(found, Term):
            return [found]
        entries = list(found) if hasattr(found, "__iter__") and not isinstance(found, str) else []
        if not entries or not all(isinstance(entry, Term) for entry in entries):
            raise self._error(f"{self._source(node)} is not a token; expected a symbol or a vector of symbols", node)
        return entries

    def _object(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name):
            return self._named(node)
        if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name | ast.Subscript):
            raise self._error(f"{self._source(node)} cannot be subscripted; write x[0] or A[0, 1]", node)
        found, index = self._object(node.value), self._index(node.slice)
        if isinstance(found, Term) or not hasattr(found, "__getitem__"):
            raise self._error(f"{self._source(node.value)} is one number and has no entries", node)
        try:
            return found[index]
        except (LookupError, TypeError, ValueError, AttributeError):
            raise self._error(f"{self._source(node.value)} has no entry {self._source(node.slice)}", node) from None

    def _index(self, node: ast.expr) -> int | tuple[int, ...]:
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        indices = []
        for part in parts:
            value = part.value if isinstance(part, ast.Constant) else None
            if type(value) is not int or value > 10_000:
                raise self._error(f"found the index {self._source(node)}, expected 0, 1, 2, ...", node)
            indices.append(value)
        return tuple(indices) if isinstance(node, ast.Tuple) else indices[0]

    def _named(self, node: ast.Name) -> Any:
        name = node.id
        if name in RESERVED:
            if name in self._names and self._names[name] is not CONSTANTS.get(name):
                raise self._error(f"the name {name!r} belongs to the language; rename the symbol", node)
            if name in FUNCTIONS:
                raise self._error(f"{name} is a function; write {name}(...)", node)
            return CONSTANTS[name]
        if name not in self._names:
            raise self._error(f"found the unknown name {_shown(name)}; {self._advice(name, self._names)}", node)
        return self._names[name]

    def _advice(self, name: str, known: Mapping[str, Any]) -> str:
        if name in _HINTS:
            return _HINTS[name]
        close = get_close_matches(name[:40], list(known), n=1)
        if close:
            return f"did you mean {close[0]}?"
        listed = ", ".join(list(known)[:20])
        return f"known here: {listed}" if listed else "no names are declared here"

    # relations

    def relations(self, node: ast.expr) -> tuple[Relation | AnyOf, ...]:
        """The relations of a node; recursion is bounded by MAX_DEPTH."""
        if isinstance(node, ast.Compare):
            given = (node.left, *node.comparators)
            sides = [self.operand(side) if self._of_matrices(side) else self.expression(side) for side in given]
            if sum(isinstance(op, ast.NotEq) for op in node.ops) > 1:
                raise self._error(
                    "found two signs != in a chain, which say nothing of its ends; write a != b and b != c, and a != c",
                    node,
                )
            stated: list[Relation | AnyOf] = []
            for left, right, op in zip(sides, sides[1:], node.ops, strict=False):
                compare = self._comparison(op, node)
                if isinstance(left, Matrix) or isinstance(right, Matrix):
                    stated += self._entrywise(left, right, op, node)
                else:
                    stated.append(self._build(node, compare, left, right))
            return tuple(stated)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            return tuple(relation for value in node.values for relation in self.relations(value))
        if isinstance(node, ast.BoolOp):
            options: list[Relation] = []
            for value in node.values:
                found = self.relations(value)
                if len(found) != 1:
                    raise self._error("`or` stands between single relations; split the chain or the `and`", value)
                options.extend(found[0].options)
            return (any_of(*options),)
        advice = "; join relations with `and`" if isinstance(node, ast.Tuple) else ""
        raise self._error(f"found {self._source(node)}, expected a relation such as a < b or a == 0{advice}", node)

    def _of_matrices(self, node: ast.expr) -> bool:
        """Is a matrix or vector named here, other than in a function's arguments?"""
        if isinstance(node, ast.Name):
            return isinstance(self._names.get(node.id), Matrix)
        if isinstance(node, ast.BinOp):
            return self._of_matrices(node.left) or self._of_matrices(node.right)
        if isinstance(node, ast.Call):
            return isinstance(node.func, ast.Name) and node.func.id == "transpose"
        return isinstance(node, ast.List) or (isinstance(node, ast.UnaryOp) and self._of_matrices(node.operand))

    def _entrywise(self, left: Any, right: Any, op: ast.cmpop, node: ast.expr) -> tuple[Relation | AnyOf, ...]:
        """A relation between matrices, entry by entry; the number 0 stands for the zero matrix."""
        shape = next(each.shape for each in (left, right) if isinstance(each, Matrix))
        if not isinstance(op, ast.Eq | ast.NotEq):
            raise self._error(
                "a matrix is not a number, and is compared by == and != alone; "
                "take tr, det or norm2, or write dot(x, A*x)",
                node,
            )
        sides: list[Matrix] = []
        for side in (left, right):
            if isinstance(side, Matrix) and side.shape == shape:
                sides.append(side)
            elif isinstance(side, Term) and side.kind == "rat" and side.payload == 0:
                sides.append(Matrix(tuple((side,) * shape[1] for _ in range(shape[0]))))
            else:
                what = f"a matrix of shape {side.shape}" if isinstance(side, Matrix) else "a number"
                raise self._error(f"found {what} beside a matrix of shape {shape}, expected the like, or 0", node)
        every = list(zip(*(side.entries() for side in sides), strict=True))
        pairs = [(a, b) for a, b in every if a is not b or not a.total] or every[:1]  # 1/x == 1/x asks for x != 0
        if isinstance(op, ast.NotEq):
            return (any_of(*(self._build(node, ne, *each) for each in pairs)),)
        return tuple(self._build(node, eq, *each) for each in pairs)

    def _matrix(self, node: ast.List) -> Matrix:
        """A matrix written out, such as [[1, 0], [0, 1]]."""
        rows = [row.elts for row in node.elts if isinstance(row, ast.List)]
        if not rows or len(rows) != len(node.elts) or len({len(row) for row in rows}) != 1 or not rows[0]:
            raise self._error(f"found {self._source(node)}, expected rows of one length, as in [[1, 0], [0, 1]]", node)
        return Matrix(tuple(tuple(self.expression(entry) for entry in row) for row in rows))

    def _comparison(self, op: ast.cmpop, node: ast.expr) -> Callable[[Any, Any], Relation]:
        if type(op) not in _COMPARE:
            raise self._error("expected one of == != >= > <= <", node)
        return _COMPARE[type(op)]


def _size(value: Any) -> int:
    return value.shape[0] * value.shape[1] if isinstance(value, Matrix) else 1


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())
