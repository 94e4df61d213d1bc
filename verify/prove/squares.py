"""Proposes sums of squares: a quadratic polynomial as a combination of squares, by exact LDL^T."""

from __future__ import annotations

from fractions import Fraction

from verify.kernel.ring import NotPolynomial, Ring
from verify.kernel.term import ONE, Term, add, mul, number, power

__all__ = ["squares"]


def squares(value: Term) -> Term | None:
    """sum of d_k * (linear form)**2 with rational d_k >= 0, equal to `value`; None if there is none of this form.

    Only for polynomials of degree two over Q in real symbols; there the Gram matrix is unique, so None means that
    the polynomial is negative somewhere.
    """
    ring = Ring()
    try:
        form = ring.normal(value)[0]
    except NotPolynomial:
        return None
    if form.den or not form.im.is_zero() or any(name[0] != "sym" for name in ring.names):
        return None
    basis = [ONE, *(next(s for s in value.symbols if s.payload[0] == name[1]) for name in ring.names)]
    size = len(basis)
    gram = [[Fraction(0)] * size for _ in range(size)]
    for exponents, c in form.re.to_dict().items():
        if sum(exponents) > 2:
            return None
        at = [k + 1 for k, e in enumerate(exponents) for _ in range(e)]
        i, j = (*[0] * (2 - len(at)), *at)
        coefficient = Fraction(int(c.p), int(c.q))
        gram[i][j] += coefficient / 2
        gram[j][i] += coefficient / 2
    return _ldl(gram, basis)


def _ldl(gram: list[list[Fraction]], basis: list[Term]) -> Term | None:
    pieces: list[Term] = []
    rows = list(range(len(basis) - 1, -1, -1))  # the constant last, so that it stands alone
    while rows:
        k = rows.pop(0)
        pivot = gram[k][k]
        if pivot < 0 or (pivot == 0 and any(gram[k][j] for j in rows)):
            return None
        if pivot == 0:
            continue
        factors = {j: gram[k][j] / pivot for j in rows}
        linear = add(basis[k], *(mul(number(f), basis[j]) for j, f in factors.items() if f))
        pieces.append(mul(number(pivot), power(linear, 2)))
        for i in rows:
            for j in rows:
                gram[i][j] -= pivot * factors[i] * factors[j]
    return add(*pieces)
