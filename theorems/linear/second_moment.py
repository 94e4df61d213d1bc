"""The second moment S = mean x x^T of tokens x = (cos phi, sin phi) carries w = mean exp(2i phi), and nothing else.

S = (I + [[Re w, Im w], [Im w, -Re w]])/2, so 1 - |w|^2 = 4 det S; with f = a + b conj(w) and g = p + q conj(w)
mean <x, A x> = tr(A S) = Re f and mean <J x, V x> = Im g, for any number of tokens (arXiv 2607.18584, conventions).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, I, Identity, Matrices, Mean, Space, Token, abs2, conj, exp, im, re, unit
from verify.attention import linear
from verify.linalg import J, det, dot, tr

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), phi=Token(Circle()))
A, V, phi = S.symbols
x, w = unit(phi), Mean(exp(2 * I * phi), phi)
moment = (x * x.T).map(lambda entry: Mean(entry, phi))
f, g = linear.frame(A, V, w)
forward, across = Mean(dot(x, A * x), phi), Mean(dot(J * x, V * x), phi)

claim = Claim(
    "linear.second-moment",
    S,
    title="S in w, and the averages of <x, A x> and <J x, V x>",
    source=LI_2026.at("conventions"),
    shows=All(
        moment=Identity(moment, linear.second_moment(w)),
        determinant=Identity(1 - abs2(w), 4 * det(moment)),
        forward=Identity(forward, re(f)),
        trace=Identity(tr(A * moment), re(f)),
        across=Identity(across, im(g)),
    ),
    mutants={
        "conjugate": Identity(moment, linear.second_moment(conj(w))),
        "determinant": Identity(1 - abs2(w), 2 * det(moment)),
        "swapped": Identity(forward, im(f)),
        "across-sign": Identity(across, -im(g)),
    },
)
