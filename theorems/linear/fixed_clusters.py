"""Fixed clusters {x, -x}, w = exp(2i theta), x = (cos theta, sin theta): which there are (arXiv 2607.18584).

An eigenvector of V, <J x, V x> = Im g = 0, exists exactly if disc V >= 0. An isotropic vector of A, where
<x, A x> = Re f = 0, exists exactly if det A_s <= 0. The phase moves by 2 beta Re f Im g: there are no others.
"""

from theorems.linear import LI_2026
from theorems.linear._fixed_clusters import none, zero
from verify import All, Claim, Disk, Exists, I, Inequality, Matrices, Space, When
from verify import abs2, det, eq, ge, gt, im, lt, re, tr
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), w=Disk(closed=True))
A, V, w = S.symbols
(f, g), on_circle = linear.frame(A, V, w), eq(abs2(w), 1)
disc, symmetric = tr(V) ** 2 - 4 * det(V), det((A + A.T) / 2)

claim = Claim(
    "linear.fixed-clusters",
    S,
    title="Fixed clusters at eigenvectors of V exist iff disc V >= 0, at isotropic vectors of A iff det A_s <= 0",
    source=LI_2026.at("fixed clusters; the second kind is not in the paper"),
    rests_on=["linear.boundary-factorisation", "linear.second-moment"],
    shows=All(
        eigenvector=When([ge(disc, 0)], Exists([on_circle, eq(im(g), 0)], of=w)),
        no_eigenvector=When([on_circle, lt(disc, 0)], Inequality(im(g), "!=", 0)),
        isotropic=When([ge(0, symmetric)], Exists([on_circle, eq(re(f), 0)], of=w)),
        no_isotropic=When([on_circle, gt(symmetric, 0)], Inequality(re(f), "!=", 0)),
    ),
    mutants={
        "eigenvector": When([on_circle, gt(disc, 0)], Inequality(im(g), "!=", 0)),
        "isotropic": When([on_circle, gt(det(A), 0)], Inequality(re(f), "!=", 0)),
    },
)


@claim.argument
def argument(proof):
    (a, b), (p, q) = linear.coefficients(A), linear.coefficients(V)
    waves = {"eigenvector": (w, im(p), -I, q, im(g), disc / 4), "isotropic": (w, re(a), 1, b, re(f), -symmetric)}
    for name, wave in waves.items():
        zero(proof.part(name), *wave)
        none(proof.part(f"no_{name}"), *wave)
