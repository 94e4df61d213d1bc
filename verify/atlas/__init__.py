"""The phase portrait of planar linear self-attention at given exact A, V, beta, and what of it is certain."""

from verify.atlas.exact import read_beta, read_matrix
from verify.atlas.portrait import Atlas, Cluster, Point, Rotating, Seen, atlas

__all__ = ["Atlas", "Cluster", "Point", "Rotating", "Seen", "atlas", "read_beta", "read_matrix"]
