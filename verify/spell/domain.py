"""Text to domains: the lower-case constructors of a conjecture file's [space], such as `real(window=3)`.

Read through Python's `ast` and a whitelist, like expressions: nothing is evaluated, and sizes are bounded.
"""

from __future__ import annotations

import ast
import re as regex
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from verify.space import (
    Circle,
    Complex,
    Disk,
    Domain,
    Interval,
    Matrices,
    Natural,
    Nonneg,
    Positive,
    Real,
    SpaceError,
    Sphere,
    Token,
)
from verify.spell.text import SpellError

__all__ = ["DOMAINS", "parse_domain"]

MAX_CHARACTERS = 200
MAX_DEFINITE = 5  # the facts of a definite matrix are its leading minors, expanded
MAX_DIGITS = 30
MAX_POWER_OF_TEN = 30

_CHARACTERS = regex.compile(r"[A-Za-z0-9_+\-*/.,()=\"' \t]*")
_NUMBER = regex.compile(r"(?P<digits>[0-9]*\.?[0-9]*)(?:[eE][+-]?(?P<power>[0-9]{1,4}))?")


@dataclass(frozen=True)
class _Constructor:
    """A domain's class, the kinds of its positional arguments, and its keywords with theirs."""

    make: type[Domain]
    example: str
    positional: tuple[str, ...] = ()
    required: int = 0
    keywords: tuple[tuple[str, str], ...] = ()


_WINDOW = (("window", "number"),)

DOMAINS: dict[str, _Constructor] = {
    "real": _Constructor(Real, "real(window=3)", keywords=_WINDOW),
    "positive": _Constructor(Positive, "positive(window=3)", keywords=_WINDOW),
    "nonneg": _Constructor(Nonneg, "nonneg(window=3)", keywords=_WINDOW),
    "interval": _Constructor(Interval, "interval(-1, 1)", ("number", "number"), 2, (("open", "flag"),)),
    "complex": _Constructor(Complex, "complex(window=3)", keywords=_WINDOW),
    "natural": _Constructor(Natural, "natural(1)", ("integer",), 0, _WINDOW),
    "circle": _Constructor(Circle, "circle"),
    "disk": _Constructor(Disk, "disk(closed=true)", keywords=(("closed", "flag"),)),
    "sphere": _Constructor(Sphere, "sphere(3)", ("integer",), 1),
    "matrices": _Constructor(
        Matrices, 'matrices(2, 2, kind="symmetric")', ("integer", "integer"), 1, (("kind", "text"), *_WINDOW)
    ),
    "token": _Constructor(Token, "token(circle)", ("domain",), 1),
}
"""The domains of a conjecture file, by name."""


_MEANT = {
    **dict.fromkeys(("R", "reals", "double", "float"), "write real"),
    **dict.fromkeys(("N", "naturals"), "write natural, which begins at 0, or natural(1)"),
    **dict.fromkeys(
        ("Z", "int", "integer", "integers"), "write natural, which begins at 0; an integer is a difference of two"
    ),
    **dict.fromkeys(("Q", "rational", "rationals"), "write natural(1) for numerator and denominator, and p/q"),
    **dict.fromkeys(("odd", "even"), "write natural, and 2*n + 1 or 2*n"),
    **dict.fromkeys(("C", "complexes"), "write complex"),
    **dict.fromkeys(("vector", "vec"), "write matrices(3, 1)"),
    **dict.fromkeys(("angle", "torus"), "write circle"),
}
"""Names that people write for domains."""


def parse_domain(text: str) -> Domain:
    """The domain that `text` spells.

    Raises:
        SpellError: for every text that is no domain, and for one that is empty; nothing else is raised.
    """
    if not isinstance(text, str):
        raise SpellError(f"found {type(text).__name__}, expected a domain as text, such as {_examples()}")
    if len(text) > MAX_CHARACTERS:
        raise SpellError(f"found {len(text)} characters, expected a domain of at most {MAX_CHARACTERS}")
    if not _CHARACTERS.fullmatch(text):
        raise SpellError(f"found {text!a}, expected a domain such as {_examples()}")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise SpellError(f"found {text!a}, expected a domain such as {_examples()}") from None
    try:
        return _domain(tree, text.strip())
    except SpaceError as error:
        raise SpellError(f"found {text!a}: {error}") from None


def _examples() -> str:
    return "real(window=3), interval(-1, 1) or disk"


def _domain(node: ast.expr, text: str) -> Domain:
    call = node if isinstance(node, ast.Call) else None
    name = (call.func if call else node).id if isinstance(call.func if call else node, ast.Name) else None  # type: ignore[attr-defined]
    if name is None:
        raise SpellError(f"found {text!a}, expected a domain such as {_examples()}")
    if name not in DOMAINS:
        close = get_close_matches(name.lower(), DOMAINS, n=1)
        advice = (
            _MEANT.get(name) or f"did you mean {close[0]}?"
            if close or name in _MEANT
            else f"known: {', '.join(DOMAINS)}"
        )
        raise SpellError(f"found the domain {name!r}; {advice}")
    constructor = DOMAINS[name]
    given, keywords = (call.args, call.keywords) if call else ([], [])
    if not constructor.required <= len(given) <= len(constructor.positional):
        raise SpellError(f"{name} has {len(given)} plain arguments, expected a form such as {constructor.example}")
    args = [_argument(each, kind, text, constructor) for each, kind in zip(given, constructor.positional, strict=False)]
    kinds = dict(constructor.keywords)
    options: dict[str, Any] = {}
    for keyword in keywords:
        if keyword.arg not in kinds:
            known = ", ".join(kinds) or "none"
            if constructor.make is Token and keyword.arg == "n":
                raise SpellError(
                    "found a number n; a token stands for any number of them: to fix it, name each of them"
                )
            raise SpellError(f"{name} has no option {keyword.arg!r}, expected one of: {known}")
        if keyword.arg in options:
            raise SpellError(f"found {keyword.arg} twice in {text!a}, expected it once; remove one")
        options[keyword.arg] = _argument(keyword.value, kinds[keyword.arg], text, constructor)
    found = constructor.make(*args, **options)
    if isinstance(found, Matrices) and found.kind == "definite" and found.n > MAX_DEFINITE:
        raise SpellError(f"found definite matrices of side {found.n}, expected at most {MAX_DEFINITE}")
    return found


def _argument(node: ast.expr, kind: str, text: str, constructor: _Constructor) -> Any:
    if kind == "domain":
        return _domain(node, text)
    source = (ast.get_source_segment(text, node) or "").strip()
    if kind == "flag" and source in ("true", "false", "True", "False"):
        return source.lower() == "true"
    if kind == "text" and isinstance(node, ast.Constant | ast.Name):
        value = node.value if isinstance(node, ast.Constant) else node.id
        if isinstance(value, str):
            return value
    if kind in ("number", "integer"):
        number = _number(node, text)
        if number is not None and (kind == "number" or number.denominator == 1):
            return int(number) if number.denominator == 1 else number
    expected = {
        "flag": "true or false",
        "text": "text in quotes",
        "integer": "an integer",
        "number": "a rational number",
    }
    advice = f"write for instance {constructor.example}"
    if constructor.make is Interval:
        advice = "write real (or nonneg), and what bounds it under [given], such as x <= pi"
    raise SpellError(f"found {source!a} in {text!a}, expected {expected[kind]}; {advice}")


def _number(node: ast.expr, text: str) -> Fraction | None:
    """A signed rational literal, read from its text so that 0.1 is 1/10; None if it is something else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _number(node.operand, text)
        return -value if value is not None and isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        top, bottom = _number(node.left, text), _number(node.right, text)
        return None if top is None or not bottom else top / bottom
    source = ast.get_source_segment(text, node) or ""
    match = _NUMBER.fullmatch(source)
    if not isinstance(node, ast.Constant) or match is None or len(match["digits"]) > MAX_DIGITS:
        return None
    if int(match["power"] or 0) > MAX_POWER_OF_TEN:
        return None
    return Fraction(source)
