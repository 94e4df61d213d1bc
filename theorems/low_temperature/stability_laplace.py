"""The Laplace principle along the mean field: where all tokens are within b of their partners at temperature zero,

    |m - u| <= b + 3 k0^(-1/2) + sqrt((d log k0 + 2 log(1/c0) + 2 w)/k0),   w = (d - 1) L t, k = beta |Mx| >= k0.

The ball of radius rho = b + k0^(-1/2) about u has at least the mass of that of radius k0^(-1/2) at temperature zero, so
at least c0 exp(-w) k0^(-(d - 1)/2): that flow is Lipschitz with exp(L t), and mu_0 of a ball of radius h <= 1 is at
least c0 h^(d - 1). The rest is low_temperature.laplace.lemma, the first hypothesis, with r = rho + h and h the root.
k0 = exp(lam), c0 = exp(-less), k = q k0 (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import expm1
from theorems.low_temperature import LOW_2026
from verify import Claim, Inequality, Nonneg, Positive, Real, Space, exp, ge, le

S = Space(
    error=Real(), b=Nonneg(), h=Nonneg(), mass=Positive(), q=Positive(), lam=Nonneg(), less=Nonneg(), w=Nonneg(),
    d=Positive(),
)  # fmt: skip
error, b, h, mass, q, lam, less, w, d = S.symbols
k, unit, spread = q * exp(lam), exp(-lam / 2), (d * lam + 2 * less + 2 * w) / 2
rho = b + unit
exponent = k * ((rho + h) ** 2 - rho**2) / 2
least = exp(-less - w) * exp(-(d - 1) * lam / 2)
wide = ge(h**2 * exp(lam), 2 * spread)

claim = Claim(
    "low_temperature.stability.laplace",
    S,
    given=[le(error, rho + h + 2 * exp(-exponent) / mass), ge(mass, least), wide, ge(q, 1)],
    title="The Laplace principle for a measure near that of temperature zero",
    source=LOW_2026.at("stability estimate; constants not in the paper"),
    rests_on=["low_temperature.laplace.lemma"],
    shows=Inequality(error, "<=", b + 3 * unit + h),
    mutants={
        "two": Inequality(error, "<=", b + 2 * unit),
        "no-root": Inequality(error, "<=", b + 3 * unit),
        "no-distance": Inequality(error, "<=", 3 * unit + h),
    },
)


@claim.argument
def argument(p):
    more = exponent - spread
    p.sign(ge(more, 0), as_=q * wide.gap / 2 + (q - 1) * spread + k * rho * h)
    p.sign(fall := le(exp(-exponent), exp(-spread)), as_=exp(-exponent) * expm1(more))
    rest = 2 * fall.gap / mass + 2 * unit * (mass - least) / mass
    p.sign(le(2 * exp(-exponent) / mass, 2 * unit), as_=rest)
    p.sign(as_=[rho + h + 2 * exp(-exponent) / mass - error, 2 * unit - 2 * exp(-exponent) / mass])
