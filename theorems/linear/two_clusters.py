"""V = I, A symmetric, A z = a z + b conj(z): two clusters of tokens, nu at z1 and 1 - nu at z2, and how U bends.

U = (a/2)|R2|^2 + Re(conj(b) R2) grows along the tokens (linear.plane-ascent). On the leaf of constant mean phase z1
moves with 1 - nu and z2 with -nu. At rest h = a R2 + b has Im(conj(z1) h) = Im(conj(z2) h), and Re(conj(z1) h) =
-Re(conj(z2) h) = kappa. Then U'' = nu (1 - nu)(a nu (1 - nu)|z1 - z2|^2 + (2 nu - 1) kappa): for a >= 0, kappa > 0 and
nu > 1/2 the energy can still grow, and no such state attracts.
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Complex, Flow, I, Identity, Inequality, Interval, Real, Space, When
from verify import abs2, conj, exp, im, le, re

S = Space(a=Real(), b=Complex(), nu=Interval(0, 1), t1=Circle(), t2=Circle(), s=Real())
a, b, nu, t1, t2, s = S.symbols
z1, z2 = exp(I * (t1 + (1 - nu) * s)), exp(I * (t2 - nu * s))
R2, along = nu * z1 + (1 - nu) * z2, Flow.of({s: 1})
U, h = a / 2 * abs2(R2) + re(conj(b) * R2), a * R2 + b
slope, k = along.derivative(U), nu * (1 - nu)
kappa, other = re(conj(z1) * h).subs(s, 0), re(conj(z2) * h).subs(s, 0)
bend = along.derivative(slope).subs(s, 0)
apart = a * k * abs2(z1 - z2).subs(s, 0)
rests, least = [le(other, -kappa)], k * (apart + (2 * nu - 1) * kappa)

claim = Claim(
    "linear.two-clusters",
    S,
    title="V = I, A symmetric, tr A >= 0: a token opposed to a cluster does not attract",
    source=LI_2026.at("Case 1, for finitely many tokens; not in the paper"),
    rests_on=["linear.plane-ascent", "linear.plane-gradient", "linear.two-places"],
    shows=All(
        slope=Identity(slope, k * im(conj(z1) * h - conj(z2) * h)),
        bend=Identity(bend, k * (apart - (1 - nu) * kappa - nu * other)),
        grows=When(rests, Inequality(bend, ">=", least)),
    ),
    mutants={
        "bend-sign": Identity(bend, k * (apart + (1 - nu) * kappa + nu * other)),
        "falls": When(rests, Inequality(bend, "<=", least)),
        "any-second": Inequality(bend, ">=", least),
    },
)
claim.argument(lambda p: p.part("grows").sign(as_=k * nu * (-kappa - other)))
