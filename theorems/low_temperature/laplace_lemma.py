"""The quantitative Laplace principle: |m - u| <= r + 2 exp(-k (r^2 - rho^2)/2)/mu(B_rho(u)), for every measure.

m is the mean of y under the weight exp(k <u, y>), k = beta |Mx| and u = Mx/|Mx| (low_temperature.hardmax). A token is
w = <y, u> + i <y, e>, the projection of y to a plane through u and m, and `inside`, a function with values in [0, 1]
that is 0 off the ball B_rho(u) = {|y - u|^2 = 2 - 2 <y, u> <= rho^2}: at best its indicator, whose mean is its mass.
So this is every dimension, any number of tokens and any measure, all k > 0 and all r, rho >= 0; where k r^2 >= 1, also
|m - u| <= r (1 + exp(-k (r^2 - rho^2)/2)/mu(B_rho(u))) (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import S as LINE
from theorems.classical.exp_above_line import claim as TANGENT
from theorems.low_temperature import LOW_2026
from theorems.low_temperature import laplace_pointwise as pointwise
from theorems.low_temperature.laplace_moment import D, Z, error, inside, k, mean, norm2, square, u, w, weight, y
from theorems.low_temperature.laplace_moment import claim as MOMENT
from verify import All, Claim, Disk, Inequality, Interval, Nonneg, Positive, Space, Token, When, exp, ge, gt, le

S = Space(k=Positive(), r=Nonneg(), rho=Nonneg(), w=Token(Disk(closed=True)), inside=Token(Interval(0, 1)))
r, rho = S.symbols[1:3]
mass = mean(inside)
ratio = exp(-k * (r**2 - rho**2) / 2) / mass

claim = Claim(
    "low_temperature.laplace.lemma",
    S,
    given=[ge(inside * (rho**2 - square), 0), gt(mass, 0)],
    title="The Laplace principle by the mass of a ball",
    source=LOW_2026.at("quantitative Laplace principle"),
    rests_on=["low_temperature.hardmax"],
    shows=All(
        far=Inequality(error, "<=", r + 2 * ratio),
        sharp=When([ge(k * r**2, 1)], Inequality(error, "<=", r * (1 + ratio))),
    ),
    mutants={
        "inner-radius": Inequality(error, "<=", r + 2 * exp(-k * (r**2 + rho**2) / 2) / mass),
        "no-radius": Inequality(error, "<=", 2 * ratio),
        "half": Inequality(error, "<=", (r + 2 * ratio) / 2),
    },
)


@claim.argument
def argument(p):
    p.sign(ge(square, 0), as_=[1 - norm2(y), norm2(y - u)])
    p.uses(MOMENT, at={k: k})
    ball = ge(Z, exp(k - k * rho**2 / 2) * mass)
    p.have(ball, weight_of_ball)
    p.part("far").sign(ge(2 * (1 + y[0]), 0), as_=[1 - norm2(y), norm2(y + u)])
    p.part("far").sign(le(D, 2), as_=2 * (1 + y[0]) / (2 + D))
    for part, most in (("far", 2), ("sharp", r)):
        q, beyond = p.part(part), most * exp(k - k * r**2 / 2)
        q.uses(pointwise.claim, at={pointwise.k: k, pointwise.D: D, pointwise.r: r}, part=part)
        known = most * exp(-k * r**2 / 2) - (D - r) * exp(-k * D**2 / 2)
        q.average(tail := le((D - r) * weight, beyond), w, inside, as_=known * exp(k))
        rest = beyond * ball.gap / (Z * exp(k - k * rho**2 / 2) * mass)
        q.sign(as_=(mean(D * weight) / Z - error) + mean(tail.gap) / Z + rest)


def weight_of_ball(p):
    """The weight of the ball: on it exp(k <y, u>) is at least exp(k - k rho^2/2)."""
    h, least = k * (y[0] - 1 + rho**2 / 2), exp(k - k * rho**2 / 2)
    p.uses(TANGENT, at={LINE.symbols: h})
    on_ball = inside * (rho**2 - square) / (2 / (k * least))
    p.average(ball := ge(inside * weight, least * inside), w, inside, as_=inside * least * (exp(h) - 1 - h) + on_ball)
    p.average(whole := ge(weight, inside * weight), w, inside, as_=(1 - inside) * weight)
    p.sign(ge(Z, least * mass), as_=mean(whole.gap) + mean(ball.gap))
