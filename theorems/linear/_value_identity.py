"""The setting of Case 1, V = I: A z = a z + b conj(z), and w' = (beta/2)(1 - |w|^2) f with f = b + conj(a) w."""

from verify import Disk, Matrices, Positive, Space, abs2, conj, eye
from verify.attention import linear

S = Space(A=Matrices(2, 2), beta=Positive(), w=Disk())
A, beta, w = S.symbols
a, b = linear.coefficients(A)
f, N = b + conj(a) * w, 1 - abs2(w)
flow = linear.on_ott_antonsen(A, eye(2), at=w, beta=beta)
((_, field),) = flow.rates
