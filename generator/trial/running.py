"""The games of a trial as tasks: one after the other, side by side in processes, or on a cluster.

joblib is the engine. Its processes on this machine are the default; with the address of a Dask
scheduler the games are played by the workers there. A worker that is killed loses nothing: the
scheduler gives its games to another one. The record of a game depends on its number alone, so it
does not matter who has played it.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from generator.engine.errors import GameError, UsageError
from generator.trial.playing import GameRecord, play_game
from generator.trial.records import program_of
from generator.trial.spec import TrialSpec

ANSWERS: Final = 10
"""Seconds in which a cluster has to answer."""

Runner = Callable[[TrialSpec, Sequence[int]], Iterator["PlayedGame"]]


class PlayedGame(NamedTuple):
    """A game that was played, with what it took: seconds, and the most memory that its process had
    ever had, in MiB (0 where the system does not say)."""

    record: GameRecord
    seconds: float
    memory: int


def most_processes() -> int:
    """How many games this machine plays side by side."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _task(spec: TrialSpec, number: int) -> PlayedGame:
    began = time.monotonic()
    record = play_game(spec, number)
    # A game is full of circles, and commands look for garbage seldom: games would pile up.
    gc.collect()
    return PlayedGame(record, time.monotonic() - began, _peak())


def _leave_interrupts() -> None:
    """Ctrl-C goes to all processes of a terminal: the first one hears it and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _peak() -> int:
    try:
        import resource
    except ImportError:  # Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak >> (20 if os.uname().sysname == "Darwin" else 10)


@contextmanager
def local(processes: int) -> Iterator[Runner]:
    """Games on this machine, so many side by side."""

    def run(spec: TrialSpec, numbers: Sequence[int]) -> Iterator[PlayedGame]:
        if processes == 1 or len(numbers) < 2:
            yield from (_task(spec, number) for number in numbers)
            return
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        try:
            yield from _side_by_side(
                spec, numbers, n_jobs=processes, backend="loky", initializer=_leave_interrupts
            )
        except TerminatedWorkerError:
            raise GameError(
                "a process that played games was killed, perhaps for want of memory",
                hint="the same command goes on where it stopped; --processes plays fewer at a time",
            ) from None

    yield run


@contextmanager
def cluster(address: str) -> Iterator[Runner]:
    """Games on the workers of a Dask cluster. Raises UsageError where Dask is not installed, and
    GameError where the cluster does not answer or has no workers."""
    try:
        from distributed import Client
    except ImportError:
        hint = 'pip install "theatrum[cluster]"'
        raise UsageError("needs the package distributed", text="--cluster", hint=hint) from None
    try:
        client = Client(address, timeout=ANSWERS, set_as_default=False)
    except (OSError, ValueError, TimeoutError, TypeError) as error:
        said = str(error).partition("\n")[0] or type(error).__name__
        raise GameError(
            f"the cluster does not answer: {said}",
            text=address,
            hint="is its scheduler running there? write tcp://HOST:PORT",
        ) from None
    try:
        if not client.scheduler_info(n_workers=-1)["workers"]:
            hint = f"start one: dask worker {address}"
            raise GameError("the cluster has no workers", text=address, hint=hint)

        def run(spec: TrialSpec, numbers: Sequence[int]) -> Iterator[PlayedGame]:
            from joblib import parallel_config

            _check_workers(client, spec)
            with parallel_config(backend="dask", client=client):
                yield from _side_by_side(spec, numbers, n_jobs=-1)

        yield run
    finally:
        client.close()


def _check_workers(client: Any, spec: TrialSpec) -> None:
    """Raises GameError where a worker would not play the games that this program plays."""
    own = program_of(spec.ruleset)
    for worker, program in client.run(_program_there, spec.ruleset, on_error="return").items():
        if program != own:
            problem = (
                f"cannot play: {program}"
                if isinstance(program, Exception)
                else f"has another version of the program ({program}; here it is {own})"
            )
            hint = "every worker needs the same theatrum, and the package of the ruleset"
            raise GameError(problem, text=f"worker {worker}", hint=hint)


def _program_there(ruleset: str) -> str:
    return program_of(ruleset)


def _side_by_side(spec: TrialSpec, numbers: Iterable[int], **how: Any) -> Iterator[PlayedGame]:
    from joblib import Parallel, delayed

    tasks = (delayed(_task)(spec, number) for number in numbers)
    parallel = Parallel(return_as="generator_unordered", batch_size=1, **how)
    yield from parallel(tasks)
