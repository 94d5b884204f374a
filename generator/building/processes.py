"""Processes that work for a build, or for another command that draws.

They are forked: each begins with all that the build has read so far, and sends back the results of
its jobs. Where processes cannot be forked (Windows, macOS), or other threads run, which a fork
would leave behind in the middle of something, the build works in one process, as on one processor.

    Processes        at most `number` at a time, of all works together
      Work           jobs of one kind, numbered: [job 0, job 1, ...]
        _Worker      a process and its pipe; `jobs` are the numbers that it has been given
                       build -> process   3, 4, None       do these; there are no more
                       process -> build   (3, result)

Invariants:

- A job that was given out is done once, or by no one: if its process dies, `result` gives None, and
  the caller does the job. From then on the build works in one process (`give_up`).
- Jobs are given out in their order. A job that was asked for is never given out later.
- Jobs raise nothing, and change nothing but files: what they read stays theirs.
- No process outlives the build (`__exit__`).
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from generator.fast import garbage

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

# Processes are imported where they are started: most builds do without them.

# Each process takes some 40 MiB; one more than these would not make a build much faster.
MOST: Final = 3
AHEAD: Final = 2
"""Jobs that a process is given at a time, so that it need not wait for the next."""

T = TypeVar("T")


class Processes:
    """The processes of one build; none until there is work, and none where they would not help."""

    def __init__(self) -> None:
        self.number = min(_processors(), MOST) if _may_fork() else 1
        """How many may work at a time; with 1 the build has to work itself."""
        self._works: list[Work[Any]] = []

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *error: object) -> None:
        for work in self._works:
            work.stop()
        self._works.clear()

    def start(self, jobs: Sequence[Callable[[], T]]) -> Work[T]:
        """Let processes do jobs; each gives a value that can be pickled, and raises nothing. Jobs
        of earlier works come first."""
        work = Work(self, jobs)
        self._works.append(work)
        self.hand_out()
        return work

    def hand_out(self) -> None:
        """Take what has been done, and give out what is to be done: to be called now and then."""
        for work in self._works:
            work.take()
        if self.number > 1:
            for work in self._works:
                work.hand_out(self.number - sum(work.busy for work in self._works))
        self._works = [work for work in self._works if not work.is_over]

    def wait(self) -> None:
        """Wait until one of the processes has something to report."""
        from multiprocessing.connection import wait

        wait([worker.pipe for work in self._works for worker in work.workers])

    @property
    def waiting(self) -> int:
        """How many jobs no process has been given yet."""
        return sum(work.waiting for work in self._works)

    def give_up(self) -> None:
        """From here on the build works in one process: another was killed, or there is no memory
        left."""
        self.number = 1


def results_of(jobs: Sequence[Callable[[], T]]) -> Iterator[T]:
    """The results of jobs, in their order, by as many processes as there may be. An error of a job
    is raised in its turn."""
    with Processes() as processes:
        work = processes.start([partial(_tried, job) for job in jobs])
        for number, job in enumerate(jobs):
            found = work.result(number)
            yield job() if found is None else found


def _tried(job: Callable[[], T]) -> T | None:
    """The result of a job; None where it raises anything, which the caller will meet again."""
    try:
        return job()
    except Exception:
        return None


class Work(Generic[T]):
    """Jobs, done in their order by processes that were forked for them."""

    def __init__(self, processes: Processes, jobs: Sequence[Callable[[], T]]) -> None:
        self._processes = processes
        self._jobs = jobs
        self._next = 0
        self._results: dict[int, T] = {}
        self._workers: list[_Worker] = []

    @property
    def waiting(self) -> int:
        """How many jobs no process has been given yet."""
        return len(self._jobs) - self._next

    @property
    def busy(self) -> int:
        """How many processes there are for these jobs."""
        return len(self._workers)

    @property
    def workers(self) -> Sequence[_Worker]:
        """The processes that there are for these jobs."""
        return self._workers

    @property
    def is_over(self) -> bool:
        return not self.waiting and not self._workers

    def result(self, number: int) -> T | None:
        """The result of the job of this number, once; None if no process will do it any more."""
        while number not in self._results:
            self._processes.hand_out()
            if number in self._results:
                break
            if not any(number in worker.jobs for worker in self._workers):
                # The caller does it now, and has done those before it.
                self._next = max(self._next, number + 1)
                return None
            self._processes.wait()
        return self._results.pop(number)

    def take(self) -> None:
        """Take what processes have done since."""
        for worker in list(self._workers):
            try:
                while worker.pipe.poll():
                    number, value = worker.pipe.recv()
                    worker.jobs.remove(number)
                    self._results[number] = value
            except (EOFError, OSError):
                self._workers.remove(worker)
                worker.kill()
                self._processes.give_up()

    def hand_out(self, free: int) -> None:
        """Give each process its next jobs, and begin with up to `free` further processes."""
        for worker in list(self._workers):
            while self.waiting and len(worker.jobs) < AHEAD:
                self._give(worker)
            if not worker.jobs:
                self._dismiss(worker)
                free += 1
        while self.waiting and free > 0:
            free -= 1
            try:
                worker = _Worker(self._jobs)
            except OSError:
                self._processes.give_up()
                return
            self._workers.append(worker)
            self._give(worker)
            # A second one, unless that would leave a process still to come without any.
            if self.waiting > free:
                self._give(worker)

    def stop(self) -> None:
        """End the processes, whatever they are at."""
        for worker in self._workers:
            worker.kill()
        self._workers.clear()
        self._next = len(self._jobs)

    def _give(self, worker: _Worker) -> None:
        number = self._next
        self._next += 1
        worker.jobs.append(number)
        try:
            worker.pipe.send(number)
        except OSError:
            return  # it is gone, as the next look at its pipe shows

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        # A process that was forked later may hold this pipe, too: its end proves nothing.
        with contextlib.suppress(OSError):
            worker.pipe.send(None)
        worker.pipe.close()
        worker.process.join()


class _Worker:
    """A process, and the numbers of the jobs that it has been given. Raises OSError."""

    def __init__(self, jobs: Sequence[Callable[[], Any]]) -> None:
        from multiprocessing import get_context

        context = get_context("fork")
        self.jobs: list[int] = []
        self.pipe, other = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_work, args=(jobs, other, self.pipe), daemon=True
        )
        self.process.start()
        other.close()

    def kill(self) -> None:
        """End the process, whatever it is at, and wait until it is gone."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _work(jobs: Sequence[Callable[[], Any]], pipe: Connection, other: Connection) -> None:
    """Runs in its own process, until the build has no more for it."""
    # Ctrl-C is for the build, which ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Data that the build has read is not checked for garbage: the check itself would copy it.
    gc.freeze()
    garbage.seldom()
    other.close()
    with contextlib.suppress(EOFError):
        while (number := pipe.recv()) is not None:
            pipe.send((number, jobs[number]()))


def _may_fork() -> bool:
    # Libraries of macOS may end a process that was forked.
    is_safe = hasattr(os, "fork") and sys.platform != "darwin"
    return is_safe and threading.active_count() == 1


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
