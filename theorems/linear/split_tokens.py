"""V = I, A = diag(b - al, -b - al): n - 1 tokens on one axis and one on the other rest, and when they attract.

Phases move from xi = 0 with velocities v (Mean over them) and from pi with velocity u. Modulo the conserved sum of the
phases the eigenvalues are -beta (b - al m), n - 2 times, and beta (b m - al), m = (n - 2)/n: both are negative, for
beta > 0, exactly where al m < b < al/m. So for det A < 0, and for A < 0, an open set of tokens does not cluster (arXiv
2607.18584, Case 1).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Flow, I, Identity, Mean, Natural, Real, Space, Token, When, conj, eq, exp, im
from verify.attention import linear
from verify.linalg import eye

S = Space(n=Natural(2), al=Real(), b=Real(), beta=Real(), s=Real(), x=Real(), u=Real(), v=Token(Real()))
n, al, b, beta, s, x, u, v = S.symbols
m, mu = (n - 2) / n, ((n - 1) * Mean(v, v) - u) / n
R2 = ((n - 1) * Mean(exp(I * s * v), v) - exp(I * s * u)) / n
H, omega = linear.harmonics([[b - al, 0], [0, -b - al]], eye(2), R2, beta)


def moves(z):
    return 2 * omega + 2 * im(conj(z) * H)


def slope(z):
    return Flow.of({s: 1}).derivative(moves(z)).subs(s, 0)


most, one = slope(exp(I * s * x)), slope(-exp(I * s * u))
together, balance = [eq(Mean(v, v), x)], {u: (1 - n) * x}
far = beta * (b * m - al)

claim = Claim(
    "linear.split-tokens",
    S,
    title="V = I, tr A < 0: n - 1 tokens on one axis and one on the other, and when they attract",
    source=LI_2026.at("Case 1, for finitely many tokens; not in the paper"),
    rests_on=["linear.kuramoto-daido", "linear.plane-gradient"],
    shows=All(
        rest=Identity(moves(exp(I * s * x)).subs(s, 0), 0),
        alone=Identity(moves(-exp(I * s * u)).subs(s, 0), 0),
        within=When([eq(Mean(v, v), 0)], Identity(most.subs(u, 0), -beta * (b - al * m) * x)),
        far=When(together, Identity(most.subs(balance), far * x)),
        far_alone=When(together, Identity(one.subs(balance), far * (1 - n) * x)),
    ),
    mutants={
        "unit-window": When([eq(Mean(v, v), 0)], Identity(most.subs(u, 0), -beta * (b - al) * x)),
        "far-sign": When(together, Identity(most.subs(balance), beta * (b * m + al) * x)),
    },
)
