"""A bound on what a test may compute, in processor time of this process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Hangs", "bounded"]


class Hangs(BaseException):
    """A computation that does not end."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raises Hangs when so much processor time has been used."""

    def stop(*_: Any) -> None:
        raise Hangs

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
