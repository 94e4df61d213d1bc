"""Case 2, A = I, det V > 0: at the interior equilibrium c the Jacobian has a positive determinant.

With u = |c|^2 its trace is (beta/2) tr V (1 + u), and its determinant
(beta/2)^2 (1 - u)(r^2 (1 + 3u)^3 + 3 s^2 (1 - u)^2 (3 + u))/(1 + 3u)^2 (linear.case2-jacobian).
"""

from theorems.linear import LI_2026
from theorems.linear._score_identity import V, at_c, at_rest, bend, beta, c, definite, positive, q, r, s
from verify import All, Claim, Disk, I, Identity, Inequality, Matrices, Positive, Space
from verify import abs2, conj, det, eq, gt, im, re, tr
from verify.attention import linear

u, N, xi, eta = abs2(c), 1 - abs2(c), re(conj(q) * c), im(q * conj(c))
J, weights = linear.jacobian(at_c, c), ((1 + 3 * u) ** 3, 3 * N**2 * (3 + u))
determinant = beta**2 / 4 * N * (r**2 * weights[0] + s**2 * weights[1]) / (1 + 3 * u) ** 2

claim = Claim(
    "linear.score-identity.jacobian",
    Space(V=Matrices(2, 2), beta=Positive(), c=Disk()),
    given=[gt(definite, 0), eq(at_c, 0)],
    title="A = I, det V > 0: trace and determinant at the interior equilibrium",
    source=LI_2026.at("Case 2; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=All(trace=Identity(tr(J), beta / 2 * tr(V) * (1 + u)), determinant=Inequality(det(J), ">", 0)),
    mutants={"half": Identity(tr(J), beta / 2 * tr(V)), "saddle": Inequality(det(J), "<", 0)},
)


@claim.argument
def argument(proof):
    for part in ("trace", "determinant"):
        at, turned = proof.part(part), (conj(c) / 2, c / 2)
        matched = at_rest(at, at_c, c)
        known = matched, eq(conj(matched.left), 0)
        at.ideal(*zip(turned, known, strict=True), shows=(X := eq(xi + r * u, 0)))
        at.ideal(*zip((-I * turned[0], I * turned[1]), known, strict=True), shows=(E := eq(eta + s * u * bend(u), 0)))
    proof.part("trace").ideal((-3 * beta, X))
    along_xi, along_eta = 8 * xi - 6 * r * N, 24 * (eta - s * u * bend(u)) + s * (30 + 18 * u)
    at.ideal((beta**2 / 4 * along_xi, X), (beta**2 / 4 * along_eta, E), shows=eq(det(J), determinant))
    positive(at, *weights)
    at.sign(as_=determinant + (det(J) - determinant))
