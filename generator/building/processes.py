"""Processes that a build lets work for it."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

# Processes are imported where they are started: most builds do without them.

__all__ = ["Processes"]

# Each process takes some 60 MiB; one more than these would not make a build much faster.
MOST: Final = 3
GARBAGE: Final = 20_000
"""New objects after which a process looks for garbage; most of what it makes it keeps anyway."""

T = TypeVar("T")


class Processes:
    """The processes of one build; none until there is work, and none where they would not help."""

    def __init__(self) -> None:
        self.number = min(_processors(), MOST)
        """How many may work at a time; 1 says that the build has to work itself."""
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *error: object) -> None:
        self.rest()

    def rest(self) -> None:
        """End the processes, and give their memory back, until there is work again."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def give(self, function: Callable[[Any], T], task: Any) -> Future[T]:
        """Let a process do a task. `function` stands in a module, and gets values only."""
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            self._pool = ProcessPoolExecutor(
                self.number, get_context("spawn"), initializer=_prepare
            )
        return self._pool.submit(function, task)

    def result(self, future: Future[T]) -> T | None:
        """What a task came to. None if its process was killed, or had no memory left: from then on
        the build works alone."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            return future.result()
        except (BrokenProcessPool, OSError):
            self.number = 1
            return None


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _prepare() -> None:
    # Ctrl-C is for the build, which ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(GARBAGE)
