"""Vector fields as Terms and their calculus; knows nothing of transformers."""

from verify.dynamics.calculus import divergence

__all__ = ["divergence"]
