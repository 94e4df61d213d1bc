"""u(x) = Mx/|Mx| along the sphere: |Du(x) tau| <= (s1/sd) |tau|, with equality at x = v_d, tau = v_1.

With w = Mx, z = M tau the slope of u is (z - <u, z> u)/|w|, of the square (|w|^2 |z|^2 - <w, z>^2)/|w|^4. The sphere
is a length space, so s1/sd is the Lipschitz constant in geodesic distance as well as in chords
(low_temperature.lip.u). It is attained where |w| = sd, |z| = s1 |tau| and <w, z> = 0, at singular vectors. Two vectors
span a plane: this is every dimension (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Flow, Identity, Inequality, Matrices, Nonneg, Positive, Space, When
from verify import dot, eq, ge, gt, le, norm2, sqrt, vector

S = Space(w=Matrices(2, 1), z=Matrices(2, 1), s1=Positive(), sd=Positive(), speed=Nonneg())
w, z, s1, sd, speed = S.symbols
W = sqrt(norm2(w))
moves = Flow.of(dict(zip(w.entries(), z.entries(), strict=True)))
slope = norm2(vector(*(moves.derivative(each) for each in (w / W).entries())))
attained = [eq(W, sd), eq(norm2(z), s1**2 * speed**2), eq(dot(w, z), 0)]

claim = Claim(
    "low_temperature.lip.geodesic",
    S,
    given=[le(norm2(z), s1**2 * speed**2), ge(W, sd)],
    title="Along the sphere the hardmax map stretches by the condition number of M at most, and does so",
    source=LOW_2026.at("zero-temperature field; constant not in the paper"),
    rests_on=["low_temperature.lip.u"],
    shows=All(
        slope=Identity(slope * W**4, norm2(w) * norm2(z) - dot(w, z) ** 2),
        geodesic=Inequality(slope, "<=", (s1 / sd) ** 2 * speed**2),
        attained=When(attained, Identity(slope, (s1 / sd) ** 2 * speed**2)),
    ),
    mutants={
        "no-square": Inequality(slope, "<=", s1 / sd * speed**2),
        "always": Identity(slope, (s1 / sd) ** 2 * speed**2),
        "sum": Identity(slope * W**4, norm2(w) * norm2(z) + dot(w, z) ** 2),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(W, 0), as_=[W - sd, sd])
    exact, at = eq(slope, norm2(z) / W**2 - dot(w, z) ** 2 / W**4), p.part("attained")
    length = s1**2 * speed**2
    wide = norm2(z) * (W - sd) * (W + sd) / (sd**2 * W**2) + dot(w, z) ** 2 / W**4
    p.part("geodesic").sign(as_=(length - norm2(z)) / sd**2 + wide)
    long = -length * (W + sd) / (W**2 * sd**2)
    at.ideal((1, exact), (long, attained[0]), (1 / W**2, attained[1]), (-dot(w, z) / W**4, attained[2]))
