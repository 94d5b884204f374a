"""Racing contestants over the same rounds, and the table of what came out."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(slots=True)
class Contestant:
    """A way to do the job. `prepare` is not timed and gives what `run` takes, case by case."""

    name: str
    run: Callable[[object], object]
    prepare: Callable[[object], object] = lambda case: case
    seconds: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """Seconds of the fastest round."""
        return min(self.seconds)


def race(contestants: Sequence[Contestant], cases: Sequence[object], rounds: int) -> None:
    """Time every contestant over all cases, turn by turn, so that all meet the same machine."""
    for _ in range(rounds):
        for one in contestants:
            prepared = [one.prepare(case) for case in cases]
            gc.collect()
            gc.disable()
            start = perf_counter()
            for case in prepared:
                one.run(case)
            one.seconds.append(perf_counter() - start)
            gc.enable()


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns: the first to the left, the others to the right."""
    lines = [list(heads), *map(list, rows)]
    widths = [max(len(line[n]) for line in lines) for n in range(len(heads))]
    shown = []
    for line in lines:
        first, *rest = (
            text.ljust(width) if n == 0 else text.rjust(width)
            for n, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        shown.append("  ".join([first, *rest]).rstrip())
    shown.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(shown)
