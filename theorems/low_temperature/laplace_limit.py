"""The pointwise limit of zero temperature: where mu has mass near u(x), m(x) -> u(x) and P_x V m(x) -> P_x V u(x).

For every r > 0 there is a k0 from which on |m - u| <= 2r: k0 = 6/(c r^3) with c = mu(B(u, r/2)), which is positive if u
is in the support of mu. So F_beta -> F_infinity at every x, with k = beta |Mx|, as soon as supp mu is the sphere; and
uniformly, for then c is bounded from below for all u by compactness. Every dimension, any measure; `inside` as in
low_temperature.laplace.lemma, v = V(m - u), V = |V| and h = |m - u| (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import claim as TANGENT
from theorems.low_temperature import LOW_2026
from theorems.low_temperature import laplace_lemma as lemma
from verify import All, Claim, Disk, Inequality, Interval, Matrices, Nonneg, Positive, Real, Space, Sphere, Token
from verify import When, dot, exp, ge, gt, le, norm2

S = Space(
    k=Real(), r=Positive(), w=Token(Disk(closed=True)), inside=Token(Interval(0, 1)), c=Positive(),
    V=Positive(), h=Nonneg(), x=Sphere(2), v=Matrices(2, 1),
)  # fmt: skip
k, r, _, _, c, V, h, x, v = S.symbols
rho = r / 2
square, mass, error = lemma.square, lemma.mass, lemma.error.subs(lemma.k, k)
field = norm2(v - dot(x, v) * x)

claim = Claim(
    "low_temperature.laplace.limit",
    S,
    given=[
        ge(lemma.inside * (rho**2 - square), 0),
        ge(mass, c),
        ge(k, 6 / (c * r**3)),
    ],
    title="The softmax mean tends to the maximum of the score wherever there is mass near it",
    source=LOW_2026.at("limit of zero temperature; rate not in the paper"),
    rests_on=["low_temperature.hardmax"],
    shows=All(
        mean=Inequality(error, "<=", 2 * r),
        field=When([le(norm2(v), (V * h) ** 2), le(h, 2 * r)], Inequality(field, "<=", (2 * V * r) ** 2)),
    ),
    mutants={
        "tenth": Inequality(error, "<=", r / 10),
        "half": When([le(norm2(v), (V * h) ** 2), le(h, 2 * r)], Inequality(field, "<=", (V * r) ** 2)),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(k, 0), as_=[k - 6 / (c * r**3), 6 / (c * r**3)])
    p.sign(gt(mass, 0), as_=[mass - c, c])
    p.uses(lemma.claim, at={lemma.k: k, lemma.r: r, lemma.rho: rho}, part="far")
    far = 3 * k * r**2 / 8
    p.uses(TANGENT, [far])
    ratio = lemma.ratio.subs({lemma.k: k, lemma.r: r, lemma.rho: rho})
    more = c * r * (exp(far) - 1 - far) + 3 * c * r**3 / 8 * (k - 6 / (c * r**3)) + c * r + "1/4"
    p.sign(small := le(2 * exp(-far), c * r), as_=exp(-far) * more)
    p.sign(near := le(2 * ratio, r), as_=small.gap / mass + r * (mass - c) / mass)
    p.part("mean").sign(as_=[r + 2 * ratio - error, near.gap])
    below = V**2 * (2 * r - h) * (2 * r + h)
    p.part("field").sign(as_=[dot(x, v) ** 2, (V * h) ** 2 - norm2(v), below])
