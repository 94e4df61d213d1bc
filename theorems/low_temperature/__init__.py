"""Mean-field transformers at low temperature, in every dimension (arXiv 2605.10931).

Notation: M = K^T Q gives the score <Mx, y>, u(x) = Mx/|Mx| its maximum on the sphere, B = V M.
"""

from verify import Source

LOW_2026 = Source(
    "arXiv 2605.10931", "Quantifying Concentration Phenomena of Mean-Field Transformers in the Low-Temperature Regime"
)
