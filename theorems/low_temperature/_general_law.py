"""Zero temperature, M = I, any law: v is a number, uniform in (0, 1], that is coupled to the start, k = 1/m.

Let a share of at most C r^m of the starts have |P_E x| < r: then v <= C |P_E x|^m for some such v (quantile
transform). With h = exp(g t) |P_E x| and Lam = exp(m g t)/C this is h >= (Lam v)^k. A share of at least c r^m turns the
order around. The mean of (1 + Lam v)^(-k p) is K(Lam)/Lam of low_temperature.rate.integral with 1 for m, p/m for p.
"""

from theorems.low_temperature import LOW_2026
from verify import Claim, Mean, Nonneg, Positive, Real, Space, Token, gt

each = Token(Positive())
S = Space(k=Positive(), p=Positive(), Lam=Real(), K=Nonneg(), D=each, h=each, v=each)
k, p, Lam, K, *tokens = S.symbols
D, h, v = tokens
y = Lam * v
near = (1 + y) ** k
law, distance = (Mean(of, *tokens) for of in ((1 / near) ** p, D**p))


def claimed(name, given, shows, mutants, title):
    return Claim(
        f"low_temperature.rate.general-law.{name}",
        S,
        given=[gt(Lam, 0), *given],
        title=title,
        source=LOW_2026.at("zero-temperature limit; its hypothesis is not in the abstract"),
        rests_on=["low_temperature.rate.pointwise", "low_temperature.rate.integral"],
        shows=shows,
        mutants=mutants,
    )
