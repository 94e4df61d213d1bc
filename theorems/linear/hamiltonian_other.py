"""Integrating factors (1 - |w|^2)^-k with k != 3 need k = 1, or b = q = 0 (arXiv 2607.18584, Case 4).

By linear.exactness-only they need b q = 0 and e = (2 - k) conj(c0). If b = 0 != q, that says (3 - k) Re a = 0 and
(k - 1) Im a = 0: A = 0, or k = 1 and A is a multiple of J. If q = 0 != b, (3 - k) Im p = 0 and (k - 1) Re p = 0: V = 0,
or k = 1 and V is a multiple of I. With Re(a p) = 0 both are linear.hamiltonian-traceless.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, I, Identity, Inequality, Real, Space, When, conj, gt, im, ne, re

S = Space(a=Complex(), b=Complex(), p=Complex(), q=Complex(), k=Real())
a, b, p, q, k = S.symbols
condition = conj(b) * p - a * conj(q) - (2 - k) * conj(a * q + b * p)
key, value = condition.subs(b, 0), condition.subs(q, 0)
X, Y = (3 - k) * re(a) + I * (k - 1) * im(a), (k - 1) * re(p) + I * (3 - k) * im(p)
CASES = {
    "key_real": (key, q, -conj(q) * X, X, (3 - k) * re(a), 1),
    "key_imaginary": (key, q, -conj(q) * X, X, (k - 1) * im(a), -I),
    "value_real": (value, b, conj(b) * Y, Y, (k - 1) * re(p), 1),
    "value_imaginary": (value, b, conj(b) * Y, Y, (3 - k) * im(p), -I),
}
parts = {name: When([ne(n, 0), ne(part, 0)], Inequality(x, "!=", 0)) for name, (x, n, _, _, part, _) in CASES.items()}

claim = Claim(
    "linear.hamiltonian-other",
    S,
    title="Integrating factors of another power: k = 1, or rotations",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.exactness-only"],
    shows=All(key=Identity(key, -conj(q) * X), value=Identity(value, conj(b) * Y), **parts),
    mutants={"sign": Identity(key, conj(q) * X), "any-power": When([ne(a, 0), ne(q, 0)], Inequality(key, "!=", 0))},
)


@claim.argument
def argument(proof):
    for name, (left, _, product, factor, part, turn) in CASES.items():
        at, square = proof.part(name), gt(part**2, 0)
        at.nonzero(factor, cofactor=turn * part, fact=square)
        at.sign(ne(left, 0), as_=product)
