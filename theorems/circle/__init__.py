"""Interacting phases on the circle: self-attention with V = I in the plane and its relatives."""

from verify import Source

CIRCLE_2025 = Source("arXiv 2507.22857", "Synchronization of mean-field models on the circle")
