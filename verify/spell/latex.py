"""Terms to LaTeX, for reading. Generated, so that what is shown cannot drift from what is proved."""

from __future__ import annotations

import re as regex
from fractions import Fraction

from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, display_order, postorder

__all__ = ["name_to_latex", "relation_to_latex", "to_latex"]

_GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu"),
    *("xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"),
    *("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"),
)
_LETTERS = {**{name: "\\" + name for name in _GREEK}, "lam": r"\lambda", "epsilon": r"\varepsilon"}
_OPS = {"eq": "=", "ne": r"\neq", "ge": r"\ge", "gt": ">"}
_NAMED = {"sin": r"\sin", "cos": r"\cos", "tan": r"\tan", "sinh": r"\sinh", "cosh": r"\cosh", "tanh": r"\tanh"}
_NAMED |= {"log": r"\log", "atan": r"\arctan", "asin": r"\arcsin", "min": r"\min", "max": r"\max"}
_NAMED |= {"re": r"\operatorname{Re}", "im": r"\operatorname{Im}"}

# How tightly a piece of LaTeX holds together.
_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4


def name_to_latex(name: str) -> str:
    """theta -> \\theta, A11 -> A_{11}, x_max -> x_{\\mathrm{max}}, beta2 -> \\beta_{2}."""
    match = regex.fullmatch(r"([A-Za-z]+)_*([0-9]*)_*(\w*?)_*", name)
    if match is None:
        return rf"\mathrm{{{name}}}".replace("_", r"\_")
    letters, digits, rest = match.groups()
    stem = _LETTERS.get(letters) or (letters if len(letters) == 1 else rf"\mathrm{{{letters}}}")
    below = [digits] if digits else []
    for part in filter(None, rest.split("_")):
        below.append(_LETTERS.get(part) or (part if len(part) == 1 or part.isdigit() else rf"\mathrm{{{part}}}"))
    return f"{stem}_{{{','.join(below)}}}" if below else stem


def to_latex(root: Term) -> str:
    """`root` as LaTeX, without delimiters. The same Term gives the same text in every process."""
    return _pieces(root)[root][0]


def relation_to_latex(relation: Relation | AnyOf) -> str:
    """A relation as LaTeX; several options are joined by "or"."""
    return r" \;\text{or}\; ".join(
        f"{to_latex(option.left)} {_OPS[option.op]} {to_latex(option.right)}" for option in relation.options
    )


Piece = tuple[str, int]


def _pieces(root: Term) -> dict[Term, Piece]:
    done: dict[Term, Piece] = {}
    for node in postorder(root):
        done[node] = _piece(node, done)
    return done


def _wrap(piece: Piece, level: int) -> str:
    text, holds = piece
    return text if holds >= level else rf"\left({text}\right)"


def _fraction(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def _piece(node: Term, done: dict[Term, Piece]) -> Piece:
    kind = node.kind
    if kind == "rat":
        whole = node.payload.denominator == 1
        return _fraction(node.payload), _SUM if node.payload < 0 else (_ATOM if whole else _PRODUCT)
    if kind == "sym":
        text = name_to_latex(node.payload[0])
        return text, _ATOM
    if kind in ("pi", "i"):
        return r"\pi" if kind == "pi" else r"\mathrm{i}", _ATOM
    if kind == "add":
        return _sum(node, done), _SUM
    if kind == "mul":
        return _product(node, done)
    if kind == "div":
        return rf"\frac{{{done[node.args[0]][0]}}}{{{done[node.args[1]][0]}}}", _PRODUCT
    if kind == "pow":
        return _power(node, done), _POWER
    if kind == "mean":
        tokens = ", ".join(done[token][0] for token in node.args[1:])
        return rf"\left\langle {done[node.args[0]][0]} \right\rangle_{{{tokens}}}", _ATOM
    if kind == "wasserstein":
        order, count = (int(arg.payload) for arg in node.args[:2])
        points = [done[arg][0] for arg in node.args[2 : 2 + 2 * count]]
        left, right = (", ".join(each) for each in (points[:count], points[count:]))
        tokens = ", ".join(done[token][0] for token in node.args[2 + 2 * count :])
        return rf"W_{{{order}}}\left(({left}), ({right})\right)_{{{tokens}}}", _ATOM
    inner = done[node.args[0]]
    if kind == "integral":
        variable, low, high = (done[arg][0] for arg in node.args[1:])
        return rf"\int_{{{low}}}^{{{high}}} {_wrap(inner, _PRODUCT)} \,\mathrm{{d}}{variable}", _SUM
    if kind == "conj":
        return rf"\overline{{{inner[0]}}}", _ATOM
    if kind == "sqrt":
        return rf"\sqrt{{{inner[0]}}}", _ATOM
    if kind == "exp":
        return rf"\mathrm{{e}}^{{{inner[0]}}}", _POWER  # upright: a symbol may be called e
    if kind in ("abs", "abs2"):
        return rf"\left|{inner[0]}\right|" + ("^{2}" if kind == "abs2" else ""), _ATOM if kind == "abs" else _POWER
    arguments = ", ".join(done[arg][0] for arg in node.args)
    return rf"{_NAMED[kind]}\left({arguments}\right)", _ATOM


def _sum(node: Term, done: dict[Term, Piece]) -> str:
    text = ""
    for arg in display_order(node):
        piece = done[arg][0]
        if not text:
            text = piece
        elif piece.startswith("-"):
            text += f" - {piece[1:]}"
        else:
            text += f" + {piece}"
    return text


def _product(node: Term, done: dict[Term, Piece]) -> Piece:
    ordered = display_order(node)
    factor = next((arg.payload for arg in ordered if arg.kind == "rat"), Fraction(1))
    rest = [arg for arg in ordered if arg.kind != "rat"]
    sign = "-" if factor < 0 else ""
    pieces = [_fraction(abs(factor))] if abs(factor) != 1 else []
    if len(rest) == 1 and rest[0].kind == "div" and not pieces:
        text = done[rest[0]][0]
    else:
        for arg in rest:
            piece = _wrap(done[arg], _PRODUCT)
            pieces.append(piece)
        text = _joined(pieces)
    return sign + text, _SUM if sign else _PRODUCT


def _joined(pieces: list[str]) -> str:
    """Factors side by side; a dot where two numerals, or a numeral and a fraction bar, would run together."""
    text = pieces[0]
    for piece in pieces[1:]:
        numeral = piece[:1].isdigit() or (text[-1].isdigit() and piece.startswith(r"\frac"))
        text += (r" \cdot " if numeral else r" ") + piece
    return text


def _power(node: Term, done: dict[Term, Piece]) -> str:
    base, exponent = node.args
    above = done[exponent][0]
    return f"{_wrap(done[base], _ATOM)}^{{{above}}}"
