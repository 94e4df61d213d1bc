"""Vector fields as Terms, their calculus and their integrators; knows nothing of transformers.

`Field` is a vector field, `integrate` follows thousands of trajectories, `integrate_precisely` one to 50 digits,
`DiskField` keeps |w| <= 1 where the circle is invariant, `long_time` says what trajectories do in the end.
"""

from verify.dynamics.behaviour import LABELS, Behaviour, long_time
from verify.dynamics.calculus import divergence
from verify.dynamics.disk import DiskField, cofactor
from verify.dynamics.events import Crossings, Event, first_return, near_circle, section
from verify.dynamics.field import Field, FieldError
from verify.dynamics.integrate import ENGINES, Trajectories, available, integrate
from verify.dynamics.precise import Precise, integrate_precisely

__all__ = [
    "ENGINES",
    "LABELS",
    "Behaviour",
    "Crossings",
    "DiskField",
    "Event",
    "Field",
    "FieldError",
    "Precise",
    "Trajectories",
    "available",
    "cofactor",
    "divergence",
    "first_return",
    "integrate",
    "integrate_precisely",
    "long_time",
    "near_circle",
    "section",
]
