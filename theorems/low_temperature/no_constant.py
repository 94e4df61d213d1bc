"""No constant will do: near-misses of the form "there is a constant C" that fail for every C > 0 (arXiv 2605.10931).

full_rate: W_2^2 = 2e/(1 + e), low_temperature.zero-temperature-w2.d3, is not below C^2 e^2. jordan: T = 1/(1 + t) is
not below C exp(-t/b). square_root: half the uniform law in R^3 and half an atom at y, seen from u = e_1 at inverse
temperature k = s^2: the component of the Laplace mean across u is not below C/s. There y2^2 is about 2 log(k)/k, so
that the atom weighs as much as all the rest.
"""

from theorems.classical.exp_above_line import claim as EXP
from theorems.low_temperature import LOW_2026
from verify import All, Claim, Exists, Inequality, Interval, Nonneg, Positive, Space, Sphere
from verify import exp, ge, gt, sqrt

S = Space(C=Positive(), b=Positive(), e=Interval(0, 1, open=True), t=Nonneg(), s=Positive(), y=Sphere(2))
C, b, e, t, s, y = S.symbols
atom, rest = exp(s**2 * (y[0] - 1)), (1 - exp(-2 * s**2)) / (2 * s**2)
beaten = gt(atom * y[1] * s, C * (atom + rest))

claim = Claim(
    "low_temperature.no-constant",
    S,
    title="No constant saves the rate g, an exponential rate for Jordan blocks, or the Laplace error C/sqrt(k)",
    source=LOW_2026.at("near-misses; not in the paper"),
    rests_on=["low_temperature.zero-temperature-w2.d3"],
    shows=All(
        full_rate=Exists([gt(2 * e / (1 + e), C**2 * e**2)], of=[e]),
        jordan=Exists([gt(1 / (1 + t), C * exp(-t / b))], of=[t]),
        square_root=Exists([beaten], of=[s, *y.entries()]),
    ),
    mutants={
        "half-rate": Exists([gt(2 * e / (1 + e), C**2 * e)], of=[e]),
        "at-once": Inequality(1 / (1 + t), ">", C * exp(-t / b)),
        "everywhere": Inequality(beaten.left, ">", beaten.right),
    },
)


@claim.argument
def argument(p):
    at, early = p.part("full_rate"), 1 / (1 + C**2)
    at.sign(gt(1, early), as_=C**2 * early)
    at.sign(gt(2 * early / (1 + early), C**2 * early**2), as_=(2 + 2 * C**2 + C**4) * early**2 / (2 + C**2))
    at.witness({e: early})
    at, late = p.part("jordan"), b * (4 * C * b + C)
    half, line = exp((4 * C * b + C) / 2), 1 + (4 * C * b + C) / 2
    at.uses(EXP, [(4 * C * b + C) / 2])
    at.sign(gt(half**2, C * (1 + late)), as_=(half - line) * (half + line) + C**2 * b + C**2 / 4 + 4 * C * b + 1)
    at.sign(gt(1 / (1 + late), C * exp(-late / b)), as_=(half**2 - C * (1 + late)) * exp(-late / b) / (1 + late))
    at.witness({t: late})
    square_root(p.part("square_root"))


def square_root(at):
    L = 4 * C**2 + 1
    at.uses(EXP, [L / 2])
    root, line, near = exp(L / 2), 1 + L / 2, L * exp(-L)
    at.sign(ge(root**2, L), as_=(root - line) * (root + line) + 1 + L**2 / 4)
    at.sign(ge(1, near), as_=(root**2 - L) * exp(-L))
    at.sign(ge(near * (2 - near), 0), as_=near * (2 * (1 - near) + 2) / 2)
    across = sqrt(near * (2 - near))
    at.sign(gt(root * across, 2 * C), as_=(L * (1 - near) + 1) / (root * across + 2 * C))
    found = {s: root, y[0]: 1 - near, y[1]: across}
    at.sign(beaten.subs(found), as_=exp(-L) * (2 * (root * across - 2 * C) + C + C * exp(-2 * root**2)) / 2)
    at.witness(found)
