"""Minors of four tokens in R^4 move by their own factor, as those of linear.minors.d2 and linear.minors.d3 do.

In every dimension this is Jacobi's formula for the derivative of a determinant (arXiv 2607.18584, matrix form).
"""

from theorems.linear.minors import in_dimension

claim = in_dimension(4)
