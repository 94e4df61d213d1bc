"""Case 2, A = I: an interior equilibrium has |q|^2 = p_r^2 u + s^2 u (3 + u)^2/(1 + 3u)^2, u = |w|^2, p = p_r + i s.

The last factor is tanh(3 artanh sqrt(u))^2, and the right side rises from 0 to |p|^2 (linear.case2-count). The place is
conj(q) w = -p_r u + i s u (3 + u)/(1 + 3u) (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from theorems.linear.case2_at_rest import claim as AT_REST
from verify import All, Claim, Disk, I, Identity, Matrices, Real, Space, When, abs2, conj, eq, eye, im, re, tanh
from verify.attention import linear

S = Space(V=Matrices(2, 2), w=Disk(), tau=Real(window=1))
V, w, tau = S.symbols
(p, q), u, F = linear.coefficients(V), abs2(w), linear.field(eye(2), V, w, 2)
bend, T = (3 + u) / (1 + 3 * u), tanh(tau)
m, at_rest = re(p) + I * im(p) * bend, [eq(re(F), 0), eq(im(F), 0)]


def curve(x, three=3):
    return x * (3 + x) ** 2 / (1 + three * x) ** 2


claim = Claim(
    "linear.case2-level",
    S,
    title="A = I: the modulus and the place of an equilibrium",
    source=LI_2026.at("Case 2; not in the paper"),
    rests_on=["linear.case2-count"],
    shows=All(
        level=When(at_rest, Identity(abs2(q), re(p) ** 2 * u + im(p) ** 2 * curve(u))),
        place=When(at_rest, Identity(conj(q) * w, -re(p) * u + I * im(p) * u * bend)),
        triple=Identity(tanh(3 * tau) ** 2, curve(T**2)),
    ),
    mutants={
        "linear": When(at_rest, Identity(abs2(q), abs2(p) * u)),
        "triple": Identity(tanh(3 * tau) ** 2, curve(T**2, three=1)),
    },
)


@claim.argument
def argument(proof):
    matched = eq(conj(q + m * w), 0)
    for name, steps in {"level": [(conj(q), eq(q, -m * w)), (-m * w, matched)], "place": [(w, matched)]}.items():
        proof.part(name).uses(AT_REST, at={sym: sym for sym in AT_REST.space.scalars}, part="q")
        proof.part(name).ideal(*steps)
