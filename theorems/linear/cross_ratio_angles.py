"""The conserved cross-ratio in angles: sin(t1 - t2) sin(t3 - t4) / (sin(t1 - t4) sin(t3 - t2)) (arXiv 2607.18584)."""

from theorems.linear import LI_2026
from verify import Circle, Claim, Complex, Conserved, I, Real, Space, exp, im, ne, sin

S = Space(t1=Circle(), t2=Circle(), t3=Circle(), t4=Circle(), H=Complex(), omega=Real())
*t, H, omega = S.symbols
t1, t2, t3, t4 = t
flow = {each: omega + im(exp(-2 * I * each) * H) for each in t}


def ratio(f):
    return f(t1 - t2) * f(t3 - t4) / (f(t1 - t4) * f(t3 - t2))


claim = Claim(
    "linear.cross-ratio-angles",
    S,
    given=[ne(sin(t1 - t4), 0), ne(sin(t3 - t2), 0)],
    title="The cross-ratio in the angles of four tokens",
    source=LI_2026.at("Watanabe-Strogatz reduction"),
    shows=Conserved(ratio(sin), along=flow),
    mutants={
        "one-quotient": Conserved(sin(t1 - t2) / sin(t1 - t4), along=flow),
        "pairs": Conserved(sin(t1 - t2) * sin(t3 - t1) / (sin(t1 - t4) * sin(t3 - t2)), along=flow),
        "double": Conserved(sin(2 * (t1 - t2)) * sin(2 * (t3 - t4)) / (sin(t1 - t4) * sin(t3 - t2)), along=flow),
    },
)
