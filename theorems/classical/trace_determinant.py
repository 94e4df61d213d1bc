"""Eigenvalues of a real 2 x 2 matrix of trace t and determinant D, real where t^2 >= 4 D: the larger one is
(t + sqrt(t^2 - 4 D))/2, negative if t < 0 < D and positive if D < 0."""

from theorems.classical import OWN_LEMMA
from verify import All, Claim, Inequality, Real, Space, When, ge, gt, lt, sqrt

S = Space(t=Real(), D=Real())
t, D = S.symbols
spread = sqrt(t**2 - 4 * D)
top = (t + spread) / 2

claim = Claim(
    "classical.trace-determinant",
    S,
    given=[ge(t**2, 4 * D)],
    title="Signs of the eigenvalues by trace and determinant",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=All(
        sink=When([lt(t, 0), gt(D, 0)], Inequality(top, "<", 0)),
        saddle=When([lt(D, 0)], Inequality(top, ">", 0)),
    ),
    mutants={
        "no-determinant": When([lt(t, 0)], Inequality(top, "<", 0)),
        "no-trace": When([gt(D, 0)], Inequality(top, "<", 0)),
        "source": When([gt(t, 0)], Inequality((t - spread) / 2, ">", 0)),
    },
)


@claim.argument
def argument(p):
    sink(p.part("sink"))
    saddle(p.part("saddle"))


def sink(at):
    at.sign(gt(product := (spread - t) * (-t - spread), 0), as_=4 * D)
    at.contradiction(lambda q: q.absurd(product))


def saddle(at):
    at.sign(gt(product := (spread - t) * (spread + t), 0), as_=-4 * D)
    at.contradiction(lambda q: (q.sign(ge(spread, t), as_=[2 * spread, -(spread + t)]), q.absurd(product)))
