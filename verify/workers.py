"""Worker processes that judge claims one at a time; one that is killed costs the claim it was judging, nothing more.

The standard pool fails every pending task when one worker dies and does not say which task killed it; here each worker
has its own pipe, so the parent always knows.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

__all__ = ["Died", "Workers"]


@dataclass(frozen=True)
class Died:
    """What is known of a worker that ended before it answered."""

    exit_code: int | None

    def __str__(self) -> str:
        if self.exit_code is not None and self.exit_code < 0:
            try:
                return f"killed by {signal.Signals(-self.exit_code).name}"
            except ValueError:
                return f"killed by signal {-self.exit_code}"
        return f"ended with exit code {self.exit_code}"


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    task: str | None = None


def _serve(pipe: Connection, target: Callable[..., Any], setup: tuple[Any, ...]) -> None:
    """Answer questions until the parent closes the pipe or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            question = pipe.recv()
            pipe.send(target(*setup, *question))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return


class Workers:
    """At most `count` processes, started when there is something to do.

    Args:
        target: a function of a module; called in a worker with `setup` and then what `give` was given.
        setup: sent to each worker once.
    """

    def __init__(self, count: int, target: Callable[..., Any], setup: tuple[Any, ...]) -> None:
        self._count = count
        self._target = target
        self._setup = setup
        self._context = multiprocessing.get_context("spawn")
        self._all: list[_Worker] = []

    @property
    def free(self) -> bool:
        """Whether `give` would find a worker."""
        return len(self._all) < self._count or any(worker.task is None for worker in self._all)

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return any(worker.task is not None for worker in self._all)

    def give(self, task: str, *question: Any) -> None:
        """Start a task on a free worker."""
        idle = [each for each in self._all if each.task is None]
        for worker in idle:
            if not worker.process.is_alive():  # killed while it waited; nothing is lost
                worker.pipe.close()
                self._all.remove(worker)
        worker = next((each for each in idle if each in self._all), None) or self._start()
        worker.task = task
        with suppress(OSError):  # it died just now; `answers` reports it
            worker.pipe.send(question)

    def _start(self) -> _Worker:
        """A new worker. It inherits a blocked SIGINT: Ctrl-C reaches the parent alone, which then stops the workers."""
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._target, self._setup), daemon=True)
        resource_tracker.ensure_running()  # or starting it would unblock SIGINT just when the worker inherits the mask
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        worker = _Worker(process, ours)
        self._all.append(worker)
        return worker

    def answers(self) -> list[tuple[str, Any]]:
        """Wait for at least one task to end: (task, its answer or `Died`)."""
        by_handle: dict[Any, _Worker] = {}
        for worker in self._all:
            if worker.task is not None:
                by_handle[worker.pipe] = worker
                by_handle[worker.process.sentinel] = worker
        found: list[tuple[str, Any]] = []
        for handle in wait(list(by_handle)):
            worker = by_handle[handle]
            if worker.task is None:
                continue
            task, worker.task = worker.task, None
            try:
                if not worker.pipe.poll():
                    raise EOFError
                answer = worker.pipe.recv()
            except (EOFError, OSError):
                worker.process.join()
                answer = Died(worker.process.exitcode)
                worker.pipe.close()
                self._all.remove(worker)
            found.append((task, answer))
        return found

    def stop(self) -> None:
        """End all workers now, whatever they do."""
        for worker in self._all:
            worker.process.kill()
        for worker in self._all:
            worker.process.join()
            worker.pipe.close()
        self._all.clear()
