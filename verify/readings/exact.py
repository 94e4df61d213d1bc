"""The exact reading: algebraic values at exact points. It lives in the kernel, which needs it itself."""

from __future__ import annotations

from verify.kernel.exact import Exact, Inexact, Point, Undefined, evaluate, value_of

__all__ = ["Exact", "Inexact", "Point", "Undefined", "evaluate", "value_of"]
