"""The ball reading: enclosures by Arb at points and on boxes. It lives in the kernel, which needs it itself."""

from __future__ import annotations

from verify.kernel.ball import Ball, certain_sign, enclose, known_nonzero, within

__all__ = ["Ball", "certain_sign", "enclose", "known_nonzero", "within"]
