"""The figures of the two papers, made again: named sets, each with pictures, tables and captions.

A set is a module whose `FIGURES` maps the names of its figures, in order, to functions of `Asked` that return a
`Figure`. `sets` lists those that are there; `verify.reproduce.making` makes them.
"""

from verify.reproduce.figure import Asked, Figure, Table
from verify.reproduce.registry import SETS, Set, find, sets

__all__ = ["SETS", "Asked", "Figure", "Set", "Table", "find", "sets"]
