"""theoremcheck: a referee for theory papers that never tires. The public names; see docs/architecture.md."""

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
    Source,
)
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
from verify.kernel.term import mean as Mean
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
