"""A uniform a on the sphere of R^d, d = 3, 4: mean exp(-t |x - a|^2) <= c^(d - 1) mean exp(-c^2 t |x - a|^2) for c > 1.

u = |x - a|/2 has a density proportional to u^(n + 1) (1 - u^2)^(n/2) on [0, 1], n = d - 3. With u = w/c the right side
is an integral of w over [0, c], and there 1 - w^2/c^2 >= 1 - w^2. With c = q + 1 this is what
low_temperature.laplace.averaged asks of its auxiliary law (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import Claim, Inequality, Integral, Positive, Real, Space, exp, ge, gt, le, sqrt


def in_dimension(d):
    S, n = Space(t=Positive(), c=Real(), u=Real(), w=Real()), d - 3
    t, c, u, w = S.symbols

    def mean(rate):
        return Integral(exp(-4 * rate * u**2) * u ** (n + 1) * sqrt(1 - u**2) ** n, u, 0, 1)

    claim = Claim(
        f"low_temperature.laplace.mass.d{d}",
        S,
        given=[gt(c, 1), ge(u, 0), le(u, 1), ge(w, 0), le(w, c)],
        title=f"How much of the sphere of R^{d} is near a point, at two scales",
        source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
        shows=Inequality(mean(t), "<=", c ** (d - 1) * mean(c**2 * t)),
        mutants={
            "dimension": Inequality(mean(t), "<=", c ** (d - 2) * mean(c**2 * t)),
            "scale": Inequality(mean(t), "<=", c ** (d - 1) * mean(c**3 * t)),
        },
    )

    @claim.argument
    def argument(p):
        def body(at, root):
            return exp(-4 * t * at**2) * at ** (n + 1) * root**n

        outer, inner, short = sqrt(1 - (w / c) ** 2), sqrt(1 - (u / c) ** 2), sqrt(1 - u**2)
        p.sign(gt(c, 0), as_=[c - 1, 1])
        p.sign(ge(1 - u**2, 0), as_=(1 - u) * (1 + u))
        p.sign(ge(1 - (w / c) ** 2, 0), as_=(c - w) * (c + w) / c**2)
        p.sign(gt(1 - (u / c) ** 2, 0), as_=(1 - u**2) / c**2 + (c - 1) * (c + 1) / c**2)
        p.substitute(mean(c**2 * t), w, by=w / c, low=0, high=c)
        p.integrate(ge(body(w, outer), 0), w, 1, c)
        p.sign(ge(inner, short), as_=u**2 * (c - 1) * (c + 1) / (c**2 * (inner + short)))
        wider = body(u, 1) * (inner - short) * n
        p.integrate(ge(body(u, inner), body(u, short)), u, 0, 1, as_=wider)
        rest = Integral(body(u, inner), u, 0, 1) - mean(t)
        p.sign(as_=rest + Integral(body(w, outer), w, 1, c))

    return claim


claims = [in_dimension(d) for d in (3, 4)]
