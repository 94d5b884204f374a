"""How an archive grows: builds of more and more games, beside other site generators for the fewest.

THEATRUM_BENCH_GAMES says how many games ("12 48 96"). They are copies of four finished samples.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.building import copy_games, make_site, other_rows, theatrum
from tests.benchmarks.contests import table
from tests.benchmarks.generators import cut_pages, generators
from tests.benchmarks.watching import Run, run

NUMBERS = tuple(map(int, os.environ.get("THEATRUM_BENCH_GAMES", "12 48 96").split()))
SAMPLES = ("after-the-comet", "cuius-regio", "first-light", "winter-king")
AGAIN = 3
"""How often a build with little to do is run; the quickest counts."""

HEADS = ("games", "seconds", "MiB, largest", "MB", "nothing", "a text", "an order", "the tagline")
NOTE = (
    "Seconds of a full build, most memory of one of its processes, bytes of the site, and seconds\n"
    "of a build in which nothing changed, a text, an order of a phase, the tagline of the site.\n"
    "Others: with maps drawn, after one changed page."
)


def bench_growth() -> None:
    """Print a row for each number of games, and one for each other program with the fewest."""
    rows: list[list[str]] = []
    with TemporaryDirectory() as folder:
        home, other = Path(folder, "home"), Path(folder, "other")
        make_site(home)
        for count, number in enumerate(NUMBERS):
            for copy in range(1, number // len(SAMPLES) + 1):
                if not (home / "games" / f"{SAMPLES[0]}-{copy}").exists():
                    copy_games(home, SAMPLES, copy)
            rows.append(_own_row(number, home))
            if not count:
                job = cut_pages(home / f"{number}/_site", other / "cut")
        for one in generators():
            _, full, again = other_rows(one, job, other / one.name)
            made = _bytes(other / one.name / "drawn" / one.output)
            rows.append(
                [f"{NUMBERS[0]}, {one.name}", *_full(full.run, made), "", _quick(again.run)]
            )
    heads = len(HEADS)
    print("\nThe growth of an archive")
    print(table(HEADS, [row + [""] * (heads - len(row)) for row in rows]))
    print(NOTE)


def _own_row(number: int, home: Path) -> list[str]:
    # Nothing is removed before the end: making files after that takes some systems longer.
    build = theatrum("build", "--quiet", "--lenient", "--output", f"{number}/_site")
    full = run(build, home)
    made = _bytes(home / f"{number}/_site")
    # What was written just now is read again once, whatever its time says.
    time.sleep(2.1)
    run(build, home)
    changed = [_quick(_quickest(build, home, change)) for change in _changes(home)]
    return [f"{number}", *_full(full, made), *changed]


def _full(done: Run, made: int) -> list[str]:
    return [f"{done.seconds:.1f}", f"{done.largest:.0f}", f"{made / 1e6:.0f}"]


def _quick(done: Run) -> str:
    return f"{done.seconds:.2f}"


def _changes(home: Path) -> Iterator[Callable[[], None]]:
    """Nothing, a text, an order, and the tagline; each time they are called something new."""
    settings, orders = (
        home / "site" / "site.toml",
        next(iter(sorted(home.glob("games/*/1*/orders/*.toml")))),
    )
    yield lambda: None
    yield lambda: _add(home / "site" / "about.md", "\n")
    yield lambda: _change_an_order(orders)
    yield lambda: settings.write_text(
        settings.read_text(encoding="utf-8").replace('tagline = "', 'tagline = "Again: ', 1),
        encoding="utf-8",
    )


def _change_an_order(file: Path) -> None:
    """Another remark behind the first order of a file: `A VIE H  # again`."""
    head, text, rest = file.read_text(encoding="utf-8").partition('orders = """\n')
    first, end, more = rest.partition("\n")
    file.write_text(f"{head}{text}{first}  # again{end}{more}", encoding="utf-8")


def _add(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def _quickest(build: Sequence[str], home: Path, change: Callable[[], None]) -> Run:
    found = []
    for _ in range(AGAIN):
        change()
        found.append(run(build, home))
    return min(found, key=lambda one: one.seconds)


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
