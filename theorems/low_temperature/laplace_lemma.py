"""The quantitative Laplace principle: |m - u| <= r + 2 exp(-k (r^2 - rho^2)/2)/mu(B_rho(u)), for every measure.

m is the mean of y under the weight exp(k <u, y>), k = beta |Mx| and u = Mx/|Mx| (low_temperature.hardmax). A token is
w = <y, u> + i <y, e>, the projection of y to a plane through u and m, and `inside`, a function with values in [0, 1]
that is 0 off the ball B_rho(u) = {|y - u|^2 = 2 - 2 <y, u> <= rho^2}: at best its indicator, whose mean is its mass.
So this is every dimension, any number of tokens and any measure, all k > 0 and all r, rho >= 0; where k r^2 >= 1, also
|m - u| <= r (1 + exp(-k (r^2 - rho^2)/2)/mu(B_rho(u))) (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import S as LINE
from theorems.classical.exp_above_line import claim as TANGENT
from theorems.classical.square_order import S as PAIR
from theorems.classical.square_order import claim as ORDER
from theorems.low_temperature import LOW_2026
from theorems.low_temperature import laplace_pointwise as pointwise
from verify import All, Claim, Disk, Inequality, Interval, Mean, Nonneg, Positive, Space, Token, When
from verify import any_of, dot, eq, exp, ge, gt, im, le, norm2, re, sqrt, vector

S = Space(k=Positive(), r=Nonneg(), rho=Nonneg(), w=Token(Disk(closed=True)), inside=Token(Interval(0, 1)))
k, r, rho, w, inside = S.symbols
y, u = vector(re(w), im(w)), vector(1, 0)
square = 2 - 2 * y[0]
weight, D = exp(k * y[0]), sqrt(square)


def mean(value):
    return Mean(value, w, inside)


Z, mass = mean(weight), mean(inside)
m = vector(*(mean(c * weight) / Z for c in y))
error, ratio = sqrt(norm2(m - u)), exp(-k * (r**2 - rho**2) / 2) / mass

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
    p.sign(ge(1 - y[0], 0), as_=(2 * (1 - norm2(y)) + 2 * norm2(y - u)) / 4)
    p.sign(ge(square, 0), as_=2 * (1 - y[0]))
    p.sign(gt(Z, 0))
    first_moment(p)
    h = k * (y[0] - 1 + rho**2 / 2)
    p.uses(TANGENT, at={LINE.symbols: h})
    least = exp(k - k * rho**2 / 2)
    p.sign(
        ball := ge(inside * weight, least * inside),
        as_=inside * least * (exp(h) - 1 - h) + inside * (rho**2 - square) / (2 / (k * least)),
    )
    p.average(ball, w, inside)
    p.sign(whole := ge(weight, inside * weight), as_=(1 - inside) * weight)
    p.average(whole, w, inside)
    p.sign(ge(Z, least * mass), as_=mean(whole.gap) + mean(ball.gap))
    for part, most in (("far", 2), ("sharp", r)):
        q = p.part(part)
        if part == "far":
            q.sign(ge(1 + y[0], 0), as_=(2 * (1 - norm2(y)) + 2 * norm2(y + u)) / 4)
            q.sign(le(D, 2), as_=2 * (1 + y[0]) / (2 + D))
        q.uses(pointwise.claim, at={pointwise.k: k, pointwise.D: D, pointwise.r: r}, part=part)
        beyond = most * exp(k - k * r**2 / 2)
        q.sign(
            tail := le((D - r) * weight, beyond),
            as_=(most * pointwise.here.subs({pointwise.k: k, pointwise.r: r}) - (D - r) * exp(-k * square / 2))
            * exp(k),
        )
        q.average(tail, w, inside)
        q.sign(
            as_=(mean(D * weight) / Z - error) + mean(tail.gap) / Z + beyond * (Z - least * mass) / (Z * least * mass)
        )


def first_moment(p):
    """error <= mean D: <y - u, m - u> <= D error for every token, and the mean of the left side is error^2."""
    v = m - u
    along, most = dot(y - u, v), D * error
    across = ((y[0] - 1) * v[1] - y[1] * v[0]) ** 2
    p.sign(le(along**2, most**2), as_=(1 - norm2(y)) * norm2(v) + across)
    p.uses(ORDER, at={PAIR.symbols[0]: along, PAIR.symbols[1]: most})
    p.sign(each := le(along * weight, most * weight), as_=weight * (most - along))
    p.average(each, w, inside)
    shows, apart = le(error, mean(D * weight) / Z), any_of(gt(error, 0), eq(error, 0))
    p.cases(
        apart,
        lambda q: q.sign(shows, as_=mean(each.gap) / (Z * error)),
        lambda q: q.sign(shows, as_=mean(D * weight) / Z),
        shows=shows,
    )
