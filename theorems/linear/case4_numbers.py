"""Case 4 at beta = 1: the centre and its frequency for (a, b) = (1/2, 1) and for (a, b) = (0, 1).

The centre is w = -i T with T (3 + T^2)/(1 + 3 T^2) = a/b (linear.case4-centre), here T = (c - 1)/(c + 1), c^3 = 3.
With u = T^2 the square of the frequency is 3 b^2 (1 - u)^3 (3 + u)/(2 (1 + 3u))^2, by linear.case2-jacobian
(arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import PI, All, Claim, Identity, Inequality, Real, Space, gt, sqrt
from verify.kernel.term import term

S = Space(T=Real())
T = S.symbols
c, u, k = term(3) ** term("1/3"), T**2, T * (3 + T**2) / (1 + 3 * T**2)
half, square = (c - 1) / (c + 1), 3 * (1 - u) ** 3 * (3 + u)
frequency = sqrt(square) / (2 * (1 + 3 * u))
turn = frequency.subs(T, half)
NUMBERS = {
    "centre": (half, "0.1810828736277521", "0.1810828736277522"),
    "frequency": (turn, "1.3061182724032775", "1.3061182724032777"),
    "period": (2 * PI / turn, "4.8105791335561283", "4.8105791335561285"),
}
bounds = {f"{name}_low": Inequality(value, ">", low) for name, (value, low, _) in NUMBERS.items()}
bounds |= {f"{name}_high": Inequality(value, "<", high) for name, (value, _, high) in NUMBERS.items()}

claim = Claim(
    "linear.case4-numbers",
    S,
    title="Case 4: the centre and its frequency in numbers",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.case4-centre", "linear.case2-jacobian"],
    shows=All(ratio=Identity(k.subs(T, half), "1/2"), middle=Identity(frequency.subs(T, 0), "3/2"), **bounds),
    mutants={"ratio": Identity(half, "1/6"), "middle": Identity(frequency.subs(T, 0), 1)},
)


@claim.argument
def argument(p):
    p.value(gt(square.subs(T, half), 0), precision=128)
    p.part("ratio").value()
