"""The games of a trial as tasks: one after the other, side by side in processes, or on a cluster.

joblib is the engine. Its processes on this machine are the default; with the address of a Dask
scheduler the games are played by the workers there. A worker that is killed loses nothing: the
scheduler gives its games to another one. The record of a game depends on its number alone, so it
does not matter who has played it.
"""

from __future__ import annotations

import gc
import hashlib
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from generator.engine.errors import GameError, UsageError
from generator.rulesets import VARIANTS, ruleset_folder
from generator.rulesets.variants import know
from generator.trial.playing import GameRecord, play_game
from generator.trial.spec import TrialSpec

ANSWERS: Final = 10
"""Seconds in which a cluster has to answer."""

Runner = Callable[[TrialSpec, Sequence[int]], Iterator[GameRecord]]


def most_processes() -> int:
    """How many games this machine plays side by side."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _task(
    spec: TrialSpec, number: int, program: str, variant: Mapping[str, str] | None = None
) -> GameRecord:
    if variant:
        know(spec.ruleset, variant)
    if program_of(spec.ruleset) != program:
        return GameRecord(number, "", "failed", "its worker has a different version of the program")
    record = play_game(spec, number)
    # A game is full of circles, and commands look for garbage seldom: games would pile up.
    gc.collect()
    return record


def _leave_interrupts() -> None:
    """Ctrl-C goes to all processes of a terminal: the first one hears it and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def local(processes: int) -> Iterator[Runner]:
    """Games on this machine, so many side by side."""

    def run(spec: TrialSpec, numbers: Sequence[int]) -> Iterator[GameRecord]:
        if processes == 1 or len(numbers) < 2:
            yield from (_task(spec, number, program_of(spec.ruleset)) for number in numbers)
            return
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        try:
            yield from _side_by_side(
                spec, numbers, n_jobs=processes, backend="loky", initializer=_leave_interrupts
            )
        except TerminatedWorkerError:
            raise GameError(
                "a process that played games was killed, perhaps because memory ran out",
                hint="play fewer at a time with --processes",
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
            hint="is its scheduler running? write tcp://HOST:PORT",
        ) from None
    try:
        if not client.scheduler_info(n_workers=-1)["workers"]:
            hint = f"start one: dask worker {address}"
            raise GameError("the cluster has no workers", text=address, hint=hint)

        def run(spec: TrialSpec, numbers: Sequence[int]) -> Iterator[GameRecord]:
            from joblib import parallel_config

            with parallel_config(backend="dask", client=client):
                yield from _side_by_side(spec, numbers, n_jobs=-1)

        yield run
    finally:
        client.close()


def _side_by_side(spec: TrialSpec, numbers: Iterable[int], **how: Any) -> Iterator[GameRecord]:
    from joblib import Parallel, delayed

    # Another process knows only what it is told of a variant.
    texts = dict(VARIANTS[spec.ruleset].texts) if spec.ruleset in VARIANTS else {}
    tasks = (delayed(_task)(spec, number, program_of(spec.ruleset), texts) for number in numbers)
    parallel = Parallel(return_as="generator_unordered", batch_size=1, **how)
    yield from parallel(tasks)


@cache
def program_of(ruleset: str) -> str:
    """A digest of all code and data that a game of the ruleset depends on."""
    top = Path(__file__).parent
    folders = [top.parent / name for name in ("autoplay", "engine", "rulesets")]
    files = [top / "playing.py", top / "spec.py"]
    for folder in (*folders, ruleset_folder(ruleset)):
        files += sorted(file for file in folder.rglob("*") if file.suffix in (".py", ".toml"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
