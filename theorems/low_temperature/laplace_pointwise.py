"""The weight exp(-k D^2/2) at the distance D, beyond a radius r: the pointwise half of the Laplace principle.

(D - r) exp(-k D^2/2) is at most 2 exp(-k r^2/2) where D <= 2, and at most r exp(-k r^2/2) where k r^2 >= 1, for
D exp(-k D^2/2) falls beyond k^(-1/2) (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import expm1
from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Nonneg, Positive, Space, When, any_of, exp, ge, le

S = Space(k=Positive(), D=Nonneg(), r=Nonneg())
k, D, r = S.symbols
there, here = exp(-k * D**2 / 2), exp(-k * r**2 / 2)
excess = (D - r) * there

claim = Claim(
    "low_temperature.laplace.pointwise",
    S,
    title="The Laplace weight beyond a radius",
    source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
    shows=All(
        far=When([le(D, 2)], Inequality(excess, "<=", 2 * here)),
        sharp=When([ge(k * r**2, 1)], Inequality(excess, "<=", r * here)),
    ),
    mutants={
        "everywhere": Inequality(excess, "<=", r * here),
        "quarter": When([le(D, 2)], Inequality(excess, "<=", here / 4)),
        "square": When([ge(k * r**2, 1)], Inequality(excess, "<=", r * here**2)),
    },
)


@claim.argument
def argument(p):
    split = any_of(le(D, r), ge(D, r))
    p.part("far").cases(split, lambda q: q.sign(as_=(r - D) * there + 2 * here), far)
    p.part("sharp").cases(split, lambda q: q.sign(as_=(r - D) * there + r * here), sharp)


def far(q):
    up = k * (D - r) * (D + r) / 2
    q.sign(as_=(2 - D + r) * here + (D - r) * there * expm1(up))


def sharp(q):
    falls = le(D * there, r * here)
    q.rises(falls, D, low=r, as_=((k * r**2 - 1) + k * (D - r) * (D + r)) * there)
    q.sign(as_=(r * here - D * there) + r * there)
