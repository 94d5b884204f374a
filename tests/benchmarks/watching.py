"""A command run to its end: how long it took, and the most memory that all its processes had."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

# Seconds between two looks at the memory: at first, as a part of what has passed since, and at
# most. A look takes time from what it looks at, the more the longer that has run.
EVERY = 0.05
PART = 0.05
MOST = 1.0


@dataclass(frozen=True, slots=True)
class Run:
    """What a command took: seconds, and mebibytes at their peak, of all its processes and of the
    largest. Pages of memory that processes share count once; 0 where the system does not tell."""

    seconds: float
    mebibytes: float
    output: str
    largest: float = 0


def run(command: Sequence[str], folder: Path) -> Run:
    """Run a command in a folder. Raises RuntimeError with what it says if it fails."""
    # As installed: the programs keep what their own code was compiled to.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    peak = largest = 0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak, largest
        while not done.wait(min(max(EVERY, PART * (perf_counter() - start)), MOST)):
            sizes = [_kibibytes(one) for one in _family(process.pid)]
            peak, largest = max(peak, sum(sizes)), max(largest, *sizes)

    watcher = threading.Thread(target=watch)
    watcher.start()
    output, complaints = process.communicate()
    seconds = perf_counter() - start
    done.set()
    watcher.join()
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{complaints or output}")
    return Run(seconds, peak / 1024, output, largest / 1024)


def _family(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text(encoding="ascii").split():
                yield from _family(int(child))
    except OSError:
        return


def _kibibytes(pid: int) -> int:
    """The memory of a process, with its share of what it has in common with others."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")), 0)
