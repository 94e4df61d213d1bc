"""u(x) = Mx/|Mx| on the sphere: |u(x) - u(y)| <= (s1/sd) |x - y| in chords, s1 >= sd the extreme singular values of M.

By |u - u'|^2 |w| |z| = |w - z|^2 - (|w| - |z|)^2 with w = Mx, z = My; of M only |w - z| <= s1 |x - y| and
|w|, |z| >= sd enter. Two vectors span a plane, their images another: this is every dimension (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Matrices, Positive, Space, Sphere, ge, gt, le, norm2, sqrt

S = Space(x=Sphere(2), y=Sphere(2), w=Matrices(2, 1), z=Matrices(2, 1), s1=Positive(), sd=Positive())
x, y, w, z, s1, sd = S.symbols
W, Z, D = sqrt(norm2(w)), sqrt(norm2(z)), norm2(x - y)
chord = norm2(w / W - z / Z)

claim = Claim(
    "low_temperature.lip.u",
    S,
    given=[le(norm2(w - z), s1**2 * D), ge(W, sd), ge(Z, sd)],
    title="The hardmax map is Lipschitz with the condition number of M",
    source=LOW_2026.at("zero-temperature field; constant not in the paper"),
    shows=All(
        chords=Identity(chord * W * Z, norm2(w - z) - (W - Z) ** 2),
        lipschitz=Inequality(chord, "<=", (s1 / sd) ** 2 * D),
    ),
    mutants={
        "sign": Identity(chord * W * Z, norm2(w - z) + (W - Z) ** 2),
        "no-square": Inequality(chord, "<=", s1 / sd * D),
        "norm": Inequality(chord, "<=", s1**2 * D),
    },
)


@claim.argument
def argument(p):
    for length in (W, Z):
        p.sign(gt(length, 0), as_=[length - sd, sd])
    p.sign(ge(W * Z - sd**2, 0), as_=(W - sd) * Z + sd * (Z - sd))
    rest = norm2(w - z) * (W * Z - sd**2) / (sd**2 * W * Z) + (W - Z) ** 2 / (W * Z)
    p.part("lipschitz").sign(as_=(s1**2 * D - norm2(w - z)) / sd**2 + rest)
