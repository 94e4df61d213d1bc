"""No periodic orbit if |m| <= |c|, c = Re(a p) != 0, m = b Re p + i q Im a: the Dulac function has one sign.

D = 2 c (1 + |w|^2) + 4 Re(conj(m) w) for any A and V (linear.dulac), and c D > 0 in the open disk. Else D = 0 is the
circle |c w + m|^2 = |m|^2 - c^2, which meets |w| = 1 at right angles: a hyperbolic geodesic (arXiv 2607.18584, Case 4).
"""

from theorems.linear import LI_2026
from theorems.linear.dulac_sign import claim as SIGN
from verify import All, Claim, Disk, I, Identity, Inequality, Matrices, Space, When
from verify import abs2, any_of, conj, eq, ge, gt, im, lt, ne, re
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), w=Disk(closed=True))
A, V, w = S.symbols
(a, b), (p, q), u = linear.coefficients(A), linear.coefficients(V), abs2(w)
c, m = re(a * p), b * re(p) + I * q * im(a)
D = 2 * c * (1 + u) + 4 * re(conj(m) * w)
steep, on_circle = [ne(c, 0), ge(c**2 - abs2(m), 0), gt(1 - u, 0)], eq(u, 1)

claim = Claim(
    "linear.dulac-none",
    S,
    title="The Dulac function of every A and V: where it has one sign, and its zeros",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.dulac"],
    shows=All(
        sign=When(steep, Inequality(c * D, ">", 0)),
        zeros=Identity(c * D, 2 * (abs2(c * w + m) - (abs2(m) - c**2))),
        right_angle=When([on_circle], Identity(D, 4 * re(conj(w) * (c * w + m)))),
    ),
    mutants={
        "strict": When([ne(c, 0), gt(1 - u, 0)], Inequality(c * D, ">", 0)),
        "sum": Identity(c * D, 2 * (abs2(c * w + m) - (abs2(m) + c**2))),
    },
)


@claim.argument
def argument(proof):
    def signed(sense):
        return lambda p: (p.uses(SIGN, [sense * c, sense * m, w]), p.sign())

    p = proof.part("sign")
    p.cases(any_of(gt(c, 0), lt(c, 0)), signed(1), signed(-1), shows=p.goal)
