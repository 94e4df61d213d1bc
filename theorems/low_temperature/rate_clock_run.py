"""How long a token stays next to the eigenvectors of the circle, for any invertible M (low_temperature.rate.clock.d2).

T' = -g T/n with |n - a| <= s1 T and |n - b| <= s1/T: so g t + a log T moves by at most s1 times what T does, and g t +
b log T by at most s1 times what 1/T does. From T0 > 1 down to 1 and on to T < 1 this is |g t - (b log T0 - a log T)| <=
2 s1. A start with x1/x2 = rho uniform near 0 has T0 = 1/rho: up to constants W_p^p is K(L)/L of
low_temperature.rate.integral at L = exp(g t/b), with m = 1 and p b/a for p. So W_p falls like exp(-g t min(1/a,
1/(p b))), with a factor t^(1/p) where p b = a (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Bound, Claim, Positive, Real, Space, eq, ge, le, log

S = Space(T=Positive(), t=Real(), n=Positive(), at=Positive(), g=Positive(), s1=Positive(), first=Real())
T, t, n, at, g, s1, first = S.symbols
run = g * t + at * log(T)


def bound(sign, moved, near, begun=run):
    """sign (g t + at log T) + s1 moved is at most its start, while |n - at| <= s1 near."""
    value = sign * run + s1 * moved
    begin = [eq(t, 0), le(sign * begun + s1 * moved, first)]
    during = [le(n, at + s1 * near), ge(n, at - s1 * near)]
    return Bound(le(value, first), along={T: -g * T / n, t: 1}, inputs=[n], start=begin, during=during)


claim = Claim(
    "low_temperature.rate.clock.run",
    S,
    title="How long a token stays next to an eigenvector",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.rate.clock.d2"],
    shows=All(
        attractor_above=bound(1, T, T),
        attractor_below=bound(-1, T, T),
        repeller_above=bound(1, -1 / T, 1 / T),
        repeller_below=bound(-1, -1 / T, 1 / T),
    ),
    mutants={"any-start": bound(1, T, T, begun=0), "other": bound(-1, T, T, begun=2 * run)},
)


@claim.argument
def argument(p):
    for name, near in (("attractor", T), ("repeller", 1 / T)):
        p.part(f"{name}_above").compare(0, g / n * (at + s1 * near - n))
        p.part(f"{name}_below").compare(0, g / n * (n - (at - s1 * near)))
