"""Programs: Terms as straight-line real arithmetic, each common subexpression once, to be written out for any engine.

A complex value is a pair of real ones. What depends on parameters alone is *fixed* and computed once per trajectory;
what depends on the states is *moving*. A moving value is kept as a linear form with fixed coefficients in other moving
values until something nonlinear is done to it, so that constants are merged before the integrator starts.

Names of symbols never reach the generated source: everything is numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from verify.kernel.term import FUNCTIONS, Term, TermError, postorder

__all__ = ["OPERATIONS", "Program", "compile_program"]

Fixed = Fraction | str
"""A rational number, or the name of a value that the parameters determine."""

OPERATIONS = (*FUNCTIONS, "abs", "minimum", "maximum")
"""Functions that the source calls by these names; real arguments, real values."""


@dataclass(frozen=True)
class Linear:
    """constant + sum of coefficient * moving value."""

    constant: Fixed
    parts: Mapping[str, Fixed] = field(default_factory=dict)

    @property
    def is_fixed(self) -> bool:
        return not self.parts

    @property
    def is_zero(self) -> bool:
        return not self.parts and self.constant == 0

    @property
    def is_single(self) -> bool:
        """One multiple of one moving value."""
        return len(self.parts) == 1 and self.constant == 0


NOUGHT, UNIT = Linear(Fraction(0)), Linear(Fraction(1))
Pair = tuple[Linear, Linear]


@dataclass(frozen=True)
class Program:
    """Terms, compiled to real arithmetic.

    Attributes:
        fixed: (name, expression) of values that parameters determine, in order, over `p0`, `p1`, ... and each other.
        moving: (name, expression) of further values, over `x0`, `x1`, ..., fixed and each other.
        outputs: for each Term the expressions of its real part, and of its imaginary part if it is complex by form.
        constants: names of the fixed values that moving expressions and outputs use.
        operations: functions that moving expressions call.
        polynomial: moving values and outputs exactly; None unless all are polynomials with rational coefficients.
    """

    fixed: tuple[tuple[str, str], ...]
    moving: tuple[tuple[str, str], ...]
    outputs: tuple[str, ...]
    constants: tuple[str, ...]
    operations: tuple[str, ...]
    polynomial: tuple[Polynomial, ...] | None


@dataclass(frozen=True)
class Polynomial:
    """A moving value: the product of two others, or a rational linear form in others.

    Attributes:
        name: as in `Program.moving`; of an output, "".
        product: two names, or None.
        constant, parts: of the form.
    """

    name: str
    product: tuple[str, str] | None = None
    constant: Fraction = Fraction(0)
    parts: tuple[tuple[str, Fraction], ...] = ()


@lru_cache(maxsize=256)
def compile_program(
    wanted: tuple[Term, ...],
    states: tuple[Term, ...],
    parameters: tuple[Term, ...],
    widths: tuple[int, ...] | None = None,
) -> Program:
    """Compile `wanted`; programs are kept.

    Args:
        wanted: Terms over `states` and `parameters`.
        states: symbols that move; a real one is one input `x`, a complex one two.
        parameters: all other symbols; likewise inputs `p`.
        widths: of each wanted Term how many outputs, 1 (real) or 2; by default 1 where it is real by form. A complex
            state needs 2 although its rate may be real.

    Raises:
        TermError: a mean or an integral, or an exponent or function that has no real and imaginary part by form.
    """
    writer = _Writer(states, parameters)
    writer.read(wanted)
    return writer.program(wanted, widths or tuple(1 if each.is_real else 2 for each in wanted))


class _Writer:
    def __init__(self, states: Sequence[Term], parameters: Sequence[Term]) -> None:
        self._values: dict[Term, Pair] = {}
        self._known: dict[str, str] = {}
        self._lines: dict[str, tuple[str, tuple[str, ...]]] = {}  # name -> expression, names that it uses
        self._operations: dict[str, str] = {}
        self._exact: dict[str, Polynomial] = {}
        self._literals: dict[str, Fraction] = {}
        self._blurred = False  # two numbers that are one float64 stand in the same place
        for letter, symbols in (("x", states), ("p", parameters)):
            at = 0
            for sym in symbols:
                pair = [NOUGHT, NOUGHT]
                for part in range(1 if sym.is_real else 2):
                    name = f"{letter}{at}"
                    pair[part] = Linear(Fraction(0), {name: Fraction(1)}) if letter == "x" else Linear(name)
                    at += 1
                self._values[sym] = (pair[0], pair[1])

    def read(self, wanted: Sequence[Term]) -> None:
        nodes = list(postorder(*wanted))
        averaged = next((node for node in nodes if node.kind in ("mean", "integral")), None)
        if averaged is not None:
            raise TermError(f"{_short(averaged)}: a field has no means or integrals; put states or parameters there")
        uses: dict[Term, int] = {}
        for node in nodes:
            for arg in node.args:
                uses[arg] = uses.get(arg, 0) + 1
        for node in nodes:
            if node in self._values:
                continue
            if node.kind == "sym":
                raise TermError(f"the symbol {node} is neither a state nor a parameter of the field")
            if node.kind in ("mean", "integral"):
                raise TermError(
                    f"{_short(node)}: a field has no means or integrals; replace it by states or parameters"
                )
            real, imaginary = self._node(node, [self._values[arg] for arg in node.args])
            if uses.get(node, 0) > 1:
                real, imaginary = self._kept(real), self._kept(imaginary)
            self._values[node] = (real, imaginary)

    def program(self, wanted: Sequence[Term], widths: Sequence[int]) -> Program:
        outputs = []
        for each, width in zip(wanted, widths, strict=True):
            outputs += [self._written(part) for part in self._values[each][:width]]
        needed = self._reached(outputs)
        lines = [(name, *self._lines[name]) for name in self._lines if name in needed]
        moving = tuple((name, code) for name, code, _ in lines if name[0] == "v")
        used = {each for name, _, names in lines if name[0] == "v" for each in names if each[0] in "pf"}
        used |= {each for each in outputs if each[0] in "pf"}
        return Program(
            tuple((name, code) for name, code, _ in lines if name[0] == "f"),
            moving,
            tuple(outputs),
            tuple(sorted(used, key=lambda name: (name[0], int(name[1:])))),
            tuple(sorted({self._operations[name] for name, _ in moving if name in self._operations})),
            self._polynomial([name for name, _ in moving], outputs),
        )

    def _polynomial(self, moving: Sequence[str], outputs: Sequence[str]) -> tuple[Polynomial, ...] | None:
        if self._blurred or any(name not in self._exact for name in moving):
            return None
        found = [self._exact[name] for name in moving]
        for written in outputs:
            if written[0] in "xv":
                found.append(Polynomial("", parts=((written, Fraction(1)),)))
            elif written in self._literals:
                found.append(Polynomial("", constant=self._literals[written]))
            else:
                return None
        return tuple(found)

    def _reached(self, roots: Iterable[str]) -> set[str]:
        found: set[str] = set()
        stack = list(roots)
        while stack:
            name = stack.pop()
            if name in self._lines and name not in found:
                found.add(name)
                stack.extend(self._lines[name][1])
        return found

    # lines

    def _emit(self, letter: str, code: str, names: Iterable[str], operation: str | None = None) -> str:
        if code not in self._known:
            name = f"{letter}{len(self._lines)}"
            self._known[code] = name
            self._lines[name] = (code, tuple(names))
            if operation is not None:
                self._operations[name] = operation
        return self._known[code]

    def _written(self, value: Linear) -> str:
        """The name, or the literal, of a value."""
        if value.is_fixed:
            text = _text(value.constant)
            if isinstance(value.constant, Fraction):
                self._blurred |= self._literals.setdefault(text, value.constant) != value.constant
            return text
        if len(value.parts) == 1 and value.constant == 0:
            ((name, factor),) = value.parts.items()
            if factor == 1:
                return name
        pieces, names = [], []
        for name, factor in sorted(value.parts.items(), key=lambda part: (part[0][0] == "v", int(part[0][1:]))):
            names.append(name)
            if isinstance(factor, str):
                names.append(factor)
            pieces.append(name if factor == 1 else f"-{name}" if factor == -1 else f"{_text(factor)} * {name}")
        if value.constant != 0:
            pieces.insert(0, _text(value.constant))
            if isinstance(value.constant, str):
                names.append(value.constant)
        pieces.sort(key=lambda piece: piece.startswith("-"))
        written = self._emit("v", " + ".join(pieces).replace("+ -", "- "), names)
        exact = [(name, factor) for name, factor in value.parts.items() if isinstance(factor, Fraction)]
        if isinstance(value.constant, Fraction) and len(exact) == len(value.parts):
            form = Polynomial(written, None, value.constant, tuple(exact))
            self._blurred |= self._exact.setdefault(written, form) != form
        return written

    def _kept(self, value: Linear) -> Linear:
        if value.is_fixed or value.is_single:
            return value
        return _moving(self._written(value))

    # fixed values

    def _fixed(self, code: str, *names: Fixed) -> str:
        return self._emit("f", code, [name for name in names if isinstance(name, str)])

    def _plus(self, a: Fixed, b: Fixed) -> Fixed:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return a + b
        if a == 0 or b == 0:
            return b if a == 0 else a
        a, b = sorted((a, b), key=str)
        return self._fixed(f"{_text(a)} + {_text(b)}", a, b)

    def _times(self, a: Fixed, b: Fixed) -> Fixed:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return a * b
        if a == 0 or b == 0:
            return Fraction(0)
        if a == 1 or b == 1:
            return b if a == 1 else a
        a, b = sorted((a, b), key=str)
        return self._fixed(f"{_text(a)} * {_text(b)}", a, b)

    # linear forms

    def _add(self, *values: Linear) -> Linear:
        constant: Fixed = Fraction(0)
        parts: dict[str, Fixed] = {}
        for value in sorted(values, key=lambda each: not each.is_fixed):
            constant = self._plus(constant, value.constant)
            for name, factor in value.parts.items():
                parts[name] = self._plus(parts.get(name, Fraction(0)), factor)
        return Linear(constant, {name: factor for name, factor in parts.items() if factor != 0})

    def _scale(self, factor: Fixed, value: Linear) -> Linear:
        if factor == 0:
            return NOUGHT
        parts = {name: self._times(factor, each) for name, each in value.parts.items()}
        return Linear(self._times(factor, value.constant), parts)

    def _mul(self, a: Linear, b: Linear) -> Linear:
        if a.is_fixed or b.is_fixed:
            return self._scale(a.constant, b) if a.is_fixed else self._scale(b.constant, a)
        factor: Fixed = Fraction(1)
        names = []
        for value in (a, b):
            if value.is_single:
                ((name, each),) = value.parts.items()
                factor = self._times(factor, each)
            else:
                name = self._written(value)
            names.append(name)
        first, second = sorted(names, key=lambda name: (name[0], int(name[1:])))
        product = self._emit("v", f"{first} * {second}", (first, second))
        self._exact[product] = Polynomial(product, (first, second))
        return Linear(Fraction(0), {product: factor})

    def _div(self, a: Linear, b: Linear) -> Linear:
        if b.is_fixed:
            if isinstance(b.constant, Fraction) and b.constant != 0:
                return self._scale(1 / b.constant, a)
            return self._scale(self._fixed(f"1.0 / {_text(b.constant)}", b.constant), a)
        above, below = self._written(a), self._written(b)
        return _moving(self._emit("v", f"{above} / {below}", (above, below)))

    def _call(self, operation: str, *values: Linear) -> Linear:
        written = [self._written(value) for value in values]
        code = f"{operation}({', '.join(written)})"
        if all(value.is_fixed for value in values):
            return Linear(self._fixed(code, *written))
        return _moving(self._emit("v", code, [name for name in written if name[0] in "xvpf"], operation))

    # nodes

    def _node(self, node: Term, args: list[Pair]) -> Pair:
        kind = node.kind
        if kind == "rat":
            return Linear(node.payload), NOUGHT
        if kind == "pi":
            return Linear(self._fixed("3.141592653589793")), NOUGHT
        if kind == "i":
            return NOUGHT, UNIT
        if kind == "add":
            return self._add(*(x for x, _ in args)), self._add(*(y for _, y in args))
        if kind == "mul":
            return self._product(args)
        a, b = args[0]
        if kind == "conj":
            return a, self._scale(Fraction(-1), b)
        if kind in ("re", "im"):
            return (a if kind == "re" else b), NOUGHT
        if kind in ("abs", "abs2"):
            if kind == "abs" and b.is_zero:
                return self._call("abs", a), NOUGHT
            square = self._add(self._mul(a, a), self._mul(b, b))
            return (square if kind == "abs2" else self._call("sqrt", square)), NOUGHT
        if kind == "div":
            return self._quotient(args[0], args[1])
        if kind == "pow":
            return self._power(node, args)
        if kind == "exp" and not b.is_zero:
            scale = UNIT if a.is_zero else self._call("exp", a)
            return self._mul(scale, self._call("cos", b)), self._mul(scale, self._call("sin", b))
        if any(not y.is_zero for _, y in args):
            raise TermError(f"{_short(node)} has no real and imaginary part by form")
        if kind in ("min", "max"):
            best = a
            for other, _ in args[1:]:
                best = self._call(f"{kind}imum", best, other)
            return best, NOUGHT
        return self._call(kind, a), NOUGHT

    def _product(self, args: Sequence[Pair]) -> Pair:
        """Fixed factors first; their product goes into a linear form that has to be written out anyway."""
        fixed = [pair for pair in args if pair[0].is_fixed and pair[1].is_fixed]
        moving = [pair for pair in args if pair not in fixed]
        total: Pair = (UNIT, NOUGHT)
        for pair in fixed:
            total = self._times_pair(total, pair)
        moving.sort(key=lambda pair: (pair[1].is_zero, pair[0].is_single))
        form = next((at for at, (x, y) in enumerate(moving) if y.is_zero and not x.is_single), None)
        if form is not None and (total[0].is_zero or total[1].is_zero):  # a real or an imaginary factor: into that form
            scale = total[0] if total[1].is_zero else total[1]
            moving[form] = (self._mul(scale, moving[form][0]), NOUGHT)
            total = (UNIT, NOUGHT) if total[1].is_zero else (NOUGHT, UNIT)
        for pair in moving:
            total = self._times_pair(total, pair)
        return total

    def _times_pair(self, left: Pair, right: Pair) -> Pair:
        (a, b), (c, d) = left, right
        if b.is_zero and d.is_zero:
            return self._mul(a, c), NOUGHT
        real = self._add(self._mul(a, c), self._scale(Fraction(-1), self._mul(b, d)))
        return real, self._add(self._mul(a, d), self._mul(b, c))

    def _quotient(self, above: Pair, below: Pair) -> Pair:
        (a, b), (c, d) = above, below
        if d.is_zero:
            return self._div(a, c), (NOUGHT if b.is_zero else self._div(b, c))
        norm = self._add(self._mul(c, c), self._mul(d, d))
        real, imaginary = self._times_pair(above, (c, self._scale(Fraction(-1), d)))
        return self._div(real, norm), self._div(imaginary, norm)

    def _power(self, node: Term, args: Sequence[Pair]) -> Pair:
        exponent = node.args[1]
        if exponent.kind != "rat" or exponent.payload.denominator != 1:
            if any(not y.is_zero for _, y in args):
                raise TermError(f"{_short(node)}: a complex base needs a whole number as its exponent")
            base, power = (self._written(x) for x, _ in args)
            code = f"{base} ** {power}"
            if args[0][0].is_fixed and args[1][0].is_fixed:
                return Linear(self._fixed(code, base, power)), NOUGHT
            return _moving(self._emit("v", code, [name for name in (base, power) if name[0] in "xvpf"])), NOUGHT
        k = int(exponent.payload)
        value = self._whole_power(args[0], abs(k))
        return value if k >= 0 else self._quotient((UNIT, NOUGHT), value)

    def _whole_power(self, base: Pair, k: int) -> Pair:
        if k == 0:
            return UNIT, NOUGHT
        if k == 1:
            return base
        half = self._whole_power(base, k // 2)
        square = self._squared(half)
        return square if k % 2 == 0 else self._times_pair(square, base)

    def _squared(self, pair: Pair) -> Pair:
        a, b = pair
        if b.is_zero:
            return self._mul(a, a), NOUGHT
        real = self._add(self._mul(a, a), self._scale(Fraction(-1), self._mul(b, b)))
        return real, self._scale(Fraction(2), self._mul(a, b))


def _moving(name: str) -> Linear:
    return Linear(Fraction(0), {name: Fraction(1)})


def _text(value: Fixed) -> str:
    if isinstance(value, str):
        return value
    try:
        number = float(value)
    except OverflowError:
        raise TermError(f"the number {_short(value)} is too large for float64") from None
    return repr(number) if number >= 0 else f"({number!r})"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."
