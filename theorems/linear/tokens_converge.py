"""In the plane n tokens converge from every start: V = I, A symmetric (n = 2 to 6); A = I, V symmetric (n = 2, 3, 4).

U = (a/2)|R2|^2 + Re(conj(b) R2) is an energy for which tokens move along a gradient: with s = Im(conj(z) h), h = a R2
+ b, z = exp(2i theta), its slopes are 2 s/n, and theta' = (beta/2)(s - mean s) or (beta/2)(s + mean s), as
linear.plane-ascent says for every n. So neither rotating clusters nor oscillations are possible (arXiv 2607.18584).
"""

from theorems.classical.lojasiewicz import claim as LOJASIEWICZ
from theorems.linear import LI_2026
from verify import Circle, Claim, Eventually, Every, I, Matrices, Positive, Space, abs2, conj, exp, im, re
from verify.attention import linear, tokens
from verify.kernel.term import term
from verify.linalg import eye


def converges(n, value):
    S = Space(M=Matrices(2, 2, "symmetric"), beta=Positive(), **{f"t{k}": Circle() for k in range(1, n + 1)})
    M, beta, *t = S.symbols
    flow = tokens.linear(M, eye(2), t, beta) if value else tokens.linear(eye(2), M, t, beta)
    (a, b), z = linear.coefficients(M), [exp(2 * I * each) for each in t]
    R2 = sum(z) / n
    U, s = re(a) / 2 * abs2(R2) + re(conj(b) * R2), [im(conj(each) * (a * R2 + b)) for each in z]
    mean, spread = sum(s) / n, sum((x - y) ** 2 for x in s for y in s) / (2 * n**2)
    name = "V = I, A symmetric" if value else "A = I, V symmetric"
    claim = Claim(
        f"linear.tokens-converge.{'value' if value else 'key'}-identity-{n}",
        S,
        title=f"{name}: every trajectory of {n} tokens in the plane converges",
        source=LI_2026.at("gradient-like structure; not in the paper"),
        rests_on=["linear.plane-ascent"],
        shows=Eventually("point", along=flow, start=Every()),
        mutants={
            "periodic": Eventually("periodic", along=flow, start=Every()),
            "clusters": Eventually(abs2(R2), to=1, along=flow, start=Every()),
        },
    )

    @claim.argument
    def argument(p):
        at = {"energy": U, "conserved": term(sum(t) if value else 0), "slope": beta * n / 4}
        at["speed"] = (4 if value else 2) / (beta * n)
        needs, _ = LOJASIEWICZ.offers.build(claim.sequent.goal("main"), at)
        forms = [0, 0] if value else [beta * mean**2, beta * spread / 2]
        for each, form in zip(needs, [None] * (len(needs) - 2) + forms, strict=True):
            p.ring(each) if each.op == "eq" else p.sign(each, as_=form)
        p.cites(LOJASIEWICZ, **at)

    return claim


VALUE = [converges(n, True) for n in (2, 3, 4, 5, 6)]
KEY = [converges(n, False) for n in (2, 3, 4)]
