"""R^3, c unif + (1 - c) delta, the atom at the chord delta from u, k delta^2 = 2 log k - 2 log log k, log k >= 1:

the atom has a share of at least (1 - c) log k/(c/2 + (1 - c) log k) of the weight, and |m - u| >= share delta
sqrt(1 - delta^2/4), the part of it across u (`first` is that along u). Here the leading term is sqrt(2 log k/k), and
in low_temperature.laplace.density it is sqrt((d - 1) log k/k): so in R^3, where both are sqrt(2 log k/k), sqrt(d - 1)
is the minimax constant of all measures with mu(B_r) >= c r^(d - 1), and sqrt(log k/k) their rate (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import S as LINE
from theorems.classical.exp_above_line import claim as TANGENT
from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Integral, Interval, Nonneg, Real, Space, exp, ge, gt, le

S = Space(q=Nonneg(), c=Interval(0, 1, open=True), z=Interval(-1, 1), first=Real())
q, c, z, first = S.symbols
log_k, k = exp(q), exp(exp(q))
delta2 = 2 * (log_k - q) / k
across2 = delta2 * (1 - delta2 / 4)
uniform = Integral(exp(k * (z - 1)), z, -1, 1) / 2
atom, spread = (1 - c) * exp(-k * delta2 / 2), c * uniform
share, least = atom / (spread + atom), (1 - c) * log_k / (c / 2 + (1 - c) * log_k)
error2 = (first - 1) ** 2 + share**2 * across2

claim = Claim(
    "low_temperature.laplace.atom",
    S,
    title="In R^3 an atom keeps the Laplace mean away",
    source=LOW_2026.at("quantitative Laplace principle; lower bound not in the paper"),
    shows=All(
        share=Inequality(share, ">=", least),
        error=Inequality(error2, ">=", least**2 * across2),
    ),
    mutants={
        "twice": Inequality(share, ">=", 2 * least),
        "everything": Inequality(error2, ">=", across2),
    },
)


@claim.argument
def argument(p):
    p.uses(TANGENT, at={LINE.symbols: q})
    p.uses(TANGENT, at={LINE.symbols: log_k})
    p.sign(ge(delta2, 0), as_=(2 * (exp(q) - (1 + q)) + 2) / k)
    p.sign(ge(1 - delta2 / 4, 0), as_=(2 * (k - (1 + log_k)) + 2 * k + 2 + 2 * q) / (4 * k))
    p.integrate(gt(exp(k * (z - 1)), 0), z, -1, 1)
    p.integral(Integral(exp(k * (z - 1)), z, -1, 1), exp(k * (z - 1)) / k)
    p.sign(light := le(uniform, 1 / (2 * k)), as_=exp(-2 * k) / (2 * k))
    more = (1 - c) * log_k * c * k * light.gap / ((spread + atom) * k * (c / 2 + (1 - c) * log_k))
    p.sign(enough := ge(share, least), as_=more)
    p.part("error").sign(as_=(first - 1) ** 2 + enough.gap * (share + least) * across2)
