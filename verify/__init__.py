"""theoremcheck: a referee for theory papers that never tires. The public names; see docs/architecture.md.

A name is imported when it is first asked for, so that `theoremcheck --help` does not pay for what it does not use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.attack.examples import search
    from verify.claim import (
        All,
        AlmostEvery,
        Claim,
        ClaimError,
        Conserved,
        Eventually,
        Every,
        Evolves,
        Identity,
        Inequality,
        Some,
        Source,
    )
    from verify.conclusions import Bound, ClosedOrbit, Equilibria, Exists, Regimes, Scaling, When
    from verify.kernel.lie import Flow
    from verify.kernel.relation import any_of, eq, ge, gt, le, lt, ne
    from verify.kernel.term import (
        PI,
        I,
        Term,
        TermError,
        abs2,
        absolute,
        asin,
        atan,
        conj,
        cos,
        cosh,
        exp,
        im,
        log,
        maximum,
        minimum,
        re,
        sin,
        sinh,
        sqrt,
        tan,
        tanh,
    )
    from verify.kernel.term import integral as Integral
    from verify.kernel.term import mean as Mean
    from verify.kernel.term import wasserstein as Wasserstein
    from verify.linalg import J, Matrix, det, dot, eye, matrix, norm2, tr, unit, vector
    from verify.space import (
        Circle,
        Complex,
        Disk,
        Interval,
        Matrices,
        Natural,
        Nonneg,
        Positive,
        Real,
        Space,
        SpaceError,
        Sphere,
        Token,
    )

__version__ = "0.1.0"

_HOME = {
    "verify.attack.examples": "search",
    "verify.claim": (
        "All AlmostEvery Claim ClaimError Conserved Eventually Every Evolves Identity Inequality Some Source"
    ),
    "verify.conclusions": "Bound ClosedOrbit Equilibria Exists Regimes Scaling When",
    "verify.kernel.lie": "Flow",
    "verify.kernel.relation": "any_of eq ge gt le lt ne",
    "verify.kernel.term": (
        "PI I Term TermError abs2 absolute asin atan conj cos cosh exp im log maximum minimum re sin sinh sqrt tan tanh"
    ),
    "verify.linalg": "J Matrix det dot eye matrix norm2 tr unit vector",
    "verify.space": (
        "Circle Complex Disk Interval Matrices Natural Nonneg Positive Real Space SpaceError Sphere Token"
    ),
}
_MODULE_OF = {name: (module, name) for module, names in _HOME.items() for name in names.split()}
_MODULE_OF["Mean"] = ("verify.kernel.term", "mean")
_MODULE_OF["Integral"] = ("verify.kernel.term", "integral")
_MODULE_OF["Wasserstein"] = ("verify.kernel.term", "wasserstein")

__all__ = [
    "PI",
    "All",
    "AlmostEvery",
    "Bound",
    "Circle",
    "Claim",
    "ClaimError",
    "ClosedOrbit",
    "Complex",
    "Conserved",
    "Disk",
    "Equilibria",
    "Eventually",
    "Every",
    "Evolves",
    "Exists",
    "Flow",
    "I",
    "Identity",
    "Inequality",
    "Integral",
    "Interval",
    "J",
    "Matrices",
    "Matrix",
    "Mean",
    "Natural",
    "Nonneg",
    "Positive",
    "Real",
    "Some",
    "Regimes",
    "Scaling",
    "Source",
    "Space",
    "SpaceError",
    "Sphere",
    "Term",
    "TermError",
    "Token",
    "Wasserstein",
    "When",
    "abs2",
    "absolute",
    "any_of",
    "asin",
    "atan",
    "conj",
    "cos",
    "cosh",
    "det",
    "dot",
    "eq",
    "exp",
    "eye",
    "ge",
    "gt",
    "im",
    "le",
    "log",
    "lt",
    "matrix",
    "maximum",
    "minimum",
    "ne",
    "norm2",
    "re",
    "search",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tr",
    "unit",
    "vector",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'verify' has no attribute {name!r}")
    module, own = _MODULE_OF[name]
    value = getattr(import_module(module), own)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
