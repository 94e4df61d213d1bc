"""On the Diverse Dynamical Behaviors Arising in Deep Linear Transformers (arXiv 2607.18584), in the plane."""

from verify import Source

LI_2026 = Source("arXiv 2607.18584", "On the Diverse Dynamical Behaviors Arising in Deep Linear Transformers")
