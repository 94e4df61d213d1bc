"""The headline for n tokens with the sampling term: M = I, V symmetric, dim E = 1, tokens drawn from mu_0, t >= 0:

    E W_2(mu_t, Phi#mu_0) <= s (exp(ell t) - 1)/ell + 2 sqrt(rho f) exp(-g t/2) + sqrt(2) n^(-1/4)

with s = |V| sqrt(C/beta), C as in low_temperature.headline.tokens. The sampling term is that of every dimension, for
Phi#mu_0 has two atoms, of the masses p and 1 - p. A token here is one sample of n tokens: W = W_2, `near` the mean in
low_temperature.headline.measured, whose expectation is that over mu_0, at most 4 rho f exp(-g t) by
low_temperature.zero-temperature-bound; and `share` the share of tokens on the side of the first atom: the mean of n
independent draws has the variance p (1 - p)/n, so E |share - p| <= 1/(2 sqrt(n)) (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Interval, Mean, Natural, Nonneg, Positive, Real, Space, Token
from verify import absolute, exp, le, sqrt

S = Space(
    t=Nonneg(), ell=Positive(), g=Positive(), s=Positive(), rho=Positive(), f=Positive(), n=Natural(1),
    p=Interval(0, 1), W=Token(Real()), near=Token(Nonneg()), share=Token(Interval(0, 1)),
)  # fmt: skip
t, ell, g, s, rho, f, n, p, W, near, share = S.symbols
width, half = s * (exp(ell * t) - 1) / ell, exp(-g * t / 2)
delta, fades, missed = absolute(share - p), 2 * sqrt(rho * f) * half, sqrt(2 / sqrt(n))


def expected(value):
    return Mean(value, W, near, share)


claim = Claim(
    "low_temperature.headline.sampled",
    S,
    given=[
        le(W, width + sqrt(near) + 2 * sqrt(delta)),
        le(expected(near), 4 * rho * f * half**2),
        le(expected((share - p) ** 2), p * (1 - p) / n),
    ],
    title="M = I: the expected distance of n tokens to the limit of their law",
    source=LOW_2026.at("main theorem; for n tokens with the error of the sample, not in the paper"),
    rests_on=["low_temperature.headline.measured", "low_temperature.zero-temperature-bound"],
    shows=All(
        share=Inequality(expected(delta), "<=", 1 / (2 * sqrt(n))),
        distance=Inequality(expected(W), "<=", width + fades + missed),
    ),
    mutants={
        "no-sample": Inequality(expected(W), "<=", width + fades),
        "half": Inequality(expected(delta), "<=", 1 / (4 * sqrt(n))),
        "root": Inequality(expected(W), "<=", width + fades + 1 / sqrt(n)),
    },
)


@claim.argument
def argument(q):
    h, c = 1 / (2 * sqrt(n)), missed / 2
    q.average(le(delta, (share - p) ** 2 / (2 * h) + h / 2), W, near, share, as_=(delta - h) ** 2 / (2 * h))
    second, spread = expected((share - p) ** 2), p * (1 - p) / n
    spare = [second / (2 * h) + h / 2 - expected(delta), (spread - second) / (2 * h), sqrt(n) / n * (p - "1/2") ** 2]
    q.sign(few := le(expected(delta), h), as_=spare)
    at = q.part("distance")
    at.sign(root := le(sqrt(near), near / (2 * fades) + fades / 2), as_=(sqrt(near) - fades) ** 2 / (2 * fades))
    at.sign(twice := le(2 * sqrt(delta), delta / c + c), as_=(sqrt(delta) - c) ** 2 / c)
    above = width + near / (2 * fades) + fades / 2 + delta / c + c
    at.average(le(W, above), W, near, share, as_=[width + sqrt(near) + 2 * sqrt(delta) - W, root, twice])
    rest = [(4 * rho * f * half**2 - expected(near)) / (2 * fades), few.gap / c]
    at.sign(as_=[expected(above) - expected(W), *rest])
