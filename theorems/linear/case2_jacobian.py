"""Case 2, A = I: at every interior equilibrium the Jacobian has a positive determinant (arXiv 2607.18584), beta = 2.

There q = -(p_r + i s (3 + u)/(1 + 3u)) w with p = p_r + i s and u = |w|^2; the trace is 2 p_r (1 + u), the determinant
(1 - u)(p_r^2 (1 + 3u)^3 + 3 s^2 (1 - u)^2 (3 + u))/(1 + 3u)^2.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, Disk, I, Identity, Inequality, Space, abs2, det, eye, im, ne, re, tr
from verify.attention import linear

S = Space(p=Complex(), q=Complex(), w=Disk())
p, q, w = S.symbols
u, F = abs2(w), linear.field(eye(2), linear.plane(p, q), w, 2)
rest = -(re(p) + I * im(p) * (3 + u) / (1 + 3 * u)) * w
matrix = linear.jacobian(F, w).subs(q, rest)
X, Y = (1 + 3 * u) ** 3, 3 * (1 - u) ** 2 * (3 + u)
determinant = (1 - u) * (re(p) ** 2 * X + im(p) ** 2 * Y) / (1 + 3 * u) ** 2
square = (abs2(p) * X * Y + (re(p) * X) ** 2 + (im(p) * Y) ** 2) / (X + Y)

claim = Claim(
    "linear.case2-jacobian",
    S,
    given=[ne(p, 0)],
    title="A = I: trace and determinant at an equilibrium",
    source=LI_2026.at("Case 2; not in the paper"),
    rests_on=["linear.case2-equilibria"],
    shows=All(
        rest=Identity(F.subs(q, rest), 0),
        trace=Identity(tr(matrix), 2 * re(p) * (1 + u)),
        determinant=Identity(det(matrix), determinant),
        positive=Inequality(determinant, ">", 0),
    ),
    mutants={
        "rest": Identity(F.subs(q, -p * w), 0),
        "trace": Identity(tr(matrix), 2 * re(p)),
        "three": Identity(det(matrix), determinant + (1 - u) * im(p) ** 2 * Y),
    },
)
claim.argument(lambda p: p.part("positive").sign(as_=(1 - u) * square / (1 + 3 * u) ** 2))
