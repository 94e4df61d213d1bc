"""|m - u| is at most the mean of |y - u| under the weight exp(k <u, y>), for every measure on the unit sphere of R^d.

A token w = <y, u> + i <y, e> is the projection of y to a plane through u and m, and D = |y - u| = sqrt(2 - 2 <y, u>):
this is every dimension. <y - u, m - u> <= D |m - u|, and the mean of the left side is |m - u|^2. A number `inside` goes
with the token, for low_temperature.laplace.lemma (arXiv 2605.10931).
"""

from theorems.classical.square_order import root_order
from theorems.low_temperature import LOW_2026
from verify import Claim, Disk, Inequality, Interval, Mean, Positive, Space, Token
from verify import any_of, dot, eq, exp, ge, gt, im, le, norm2, re, sqrt, vector

S = Space(k=Positive(), w=Token(Disk(closed=True)), inside=Token(Interval(0, 1)))
k, w, inside = S.symbols
y, u = vector(re(w), im(w)), vector(1, 0)
square, weight = 2 - 2 * y[0], exp(k * y[0])


def mean(value):
    return Mean(value, w, inside)


D, Z = sqrt(square), mean(weight)
m = vector(*(mean(c * weight) / Z for c in y))
error = sqrt(norm2(m - u))

claim = Claim(
    "low_temperature.laplace.moment",
    S,
    title="The Laplace error is at most a mean distance",
    source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
    rests_on=["low_temperature.hardmax"],
    shows=Inequality(error, "<=", mean(D * weight) / Z),
    mutants={
        "half": Inequality(error, "<=", mean(D * weight) / (2 * Z)),
        "square": Inequality(error, "<=", mean(square * weight) / Z),
    },
)


@claim.argument
def argument(p):
    v = m - u
    along, most, across = dot(y - u, v), D * error, ((y[0] - 1) * v[1] - y[1] * v[0]) ** 2
    p.sign(ge(square, 0), as_=[1 - norm2(y), norm2(y - u)])
    root_order(p, along, most, as_=(1 - norm2(y)) * norm2(v) + across)
    p.average(each := le(along * weight, most * weight), w, inside, as_=weight * (most - along))
    p.cases(
        any_of(gt(error, 0), eq(error, 0)),
        lambda q: q.sign(as_=mean(each.gap) / (Z * error)),
        lambda q: q.sign(as_=mean(D * weight) / Z),
    )
