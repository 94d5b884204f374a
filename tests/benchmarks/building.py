"""The site: a full build, builds after small changes, memory; beside other site generators.

THEATRUM_BENCH_PAGES says how many pages there are at least (3,000).
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.contests import table
from tests.benchmarks.generators import REPORTS, Generator, Job, cut_pages, generators
from tests.benchmarks.watching import Run, run

ROOT = Path(__file__).parent.parent.parent
PAGES = int(os.environ.get("THEATRUM_BENCH_PAGES", "3000"))
AGAIN = 3
"""How often a build with little to do is run; the quickest counts."""
FULL = 2
"""How often a full build is run; the quickest counts."""

HEADS = ("build", "seconds", "pages/s", "MiB, all", "x Theatrum")
NOTE = (
    "Others get all texts, tables and reports finished; maps finished (copied) or as data to draw\n"
    "(drawn). Theatrum reads the games, finds the words, draws, and checks every link."
)


@dataclass(frozen=True, slots=True)
class Row:
    """A build: which program's, after which change, the pages that were made, what it took."""

    program: str
    what: str
    pages: int
    run: Run


def bench_building() -> None:
    """Print a row for each build; all build the same pages of games in the same run."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        _make_games(home)
        rows = _own_rows(home)
        # Nothing is removed before the end: making files after that takes some systems longer.
        job = cut_pages(home / "_site", home / "cut")
        for one in generators():
            rows += other_rows(one, job, home / one.name)
    print(f"\nThe site: {len(job.folders)} pages of games, {job.maps} of them with a map")
    first = rows[0].run.seconds / rows[0].pages
    print(table(HEADS, [_cells(row, first) for row in rows]))
    print(NOTE)


def _make_games(home: Path) -> None:
    """The sample games, and copies of them until there are pages enough, and a site."""
    games = [path.name for path in sorted((ROOT / "games").iterdir()) if path.is_dir()]
    make_site(home)
    pages = copies = 0
    while pages < PAGES:
        copies += 1
        copy_games(home, games, copies)
        if copies == 1:
            run(theatrum("build", "--quiet", "--lenient", "--output", "one/_site"), home)
            one = sum(1 for _ in (home / "one").rglob("index.html"))
        pages += one


def make_site(home: Path) -> None:
    """The site of the samples, without a game."""
    shutil.copytree(ROOT / "site", home / "site")
    shutil.copytree(ROOT / "themes", home / "themes")


def copy_games(home: Path, games: Sequence[str], number: int) -> None:
    """One more copy of each of these sample games."""
    for game in games:
        shutil.copytree(ROOT / "games" / game, home / "games" / f"{game}-{number}")


def theatrum(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "generator", *arguments)


def _own_rows(home: Path) -> list[Row]:
    """A full build, and builds after one change each. Times include the start of the program."""
    text = home / "site" / "about.md"
    orders = next(iter(sorted(home.glob("games/*/1*/orders/*.toml"))))
    full = [_own_row("full build", home, f"{number}/_site") for number in range(1, FULL)]
    rows = [min((*full, _own_row("full build", home)), key=_seconds)]
    # What was written just now is read again once, whatever its time says.
    time.sleep(2.1)
    run(theatrum("build", "--quiet", "--lenient"), home)
    for name, file in (
        ("nothing changed", None),
        ("a text", text),
        ("an order of a phase", orders),
    ):
        found = []
        for _ in range(AGAIN):
            if file:
                file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
            found.append(_own_row(name, home))
        rows.append(min(found, key=_seconds))
    rows.append(_while_serving(home, orders))
    return rows


# As `theatrum serve` does it: in a process that has built before, beside the thread that serves.
_SERVING = """
import sys, time
from pathlib import Path
from threading import Thread
from generator.building.build import build_site

def build():
    start = time.perf_counter()
    build_site(Path("games"), Path("site"), Path("_site"), lenient=True, preview=True)
    return time.perf_counter() - start

def watch():
    found = [build()]
    for _ in range(int(sys.argv[1]) + 1):
        with open(sys.argv[2], "a", encoding="utf-8") as file:
            file.write("\\n")
        found.append(build())
    print(min(found[2:]))

thread = Thread(target=watch)
thread.start()
thread.join()
"""


def _while_serving(home: Path, orders: Path) -> Row:
    """The quickest of some builds after a change of an order file."""
    done = run((sys.executable, "-c", _SERVING, str(AGAIN), str(orders)), home)
    seconds = float(done.output)
    return Row("Theatrum", "the same while serving", 0, Run(seconds, done.mebibytes, ""))


def _seconds(row: Row) -> float:
    return row.run.seconds


def _own_row(name: str, home: Path, output: str = "_site") -> Row:
    done = run(theatrum("build", "--json", "--lenient", "--output", output), home)
    facts = json.loads(done.output)
    pages = sum(1 for one in facts["rendered"] if one.endswith("/") or not one)
    return Row("Theatrum", name, pages, done)


def other_rows(one: Generator, job: Job, project: Path) -> list[Row]:
    name = f"{one.name} {one.version}"
    rows = []
    pages = len(job.folders)
    for drawn, said in ((False, "maps copied"), (True, "maps drawn")):
        site = project / ("drawn" if drawn else "copied")
        site.mkdir(parents=True)
        one.prepare(job, site, drawn)
        found = []
        for number in range(FULL):
            if found:
                (site / one.output).rename(site / f"before-{number}")
            found.append(Row(name, f"full build, {said}", pages, run(one.build, site)))
            _check(one, job, site)
        rows.append(min(found, key=_seconds))
        if drawn:
            one.touch(site, job.folders[-1])
            rows.append(Row(name, "one page changed", pages, run(one.again, site)))
    return rows


def _check(one: Generator, job: Job, project: Path) -> None:
    """Whether a program has made what it was asked for."""
    for folder in job.folders:
        made = project / one.output / folder
        if not (made / "index.html").is_file():
            raise RuntimeError(f"{one.name} did not make {folder}")
        for file in ("map.svg", *REPORTS):
            ours = job.root / folder / file
            if ours.exists() and (made / file).read_bytes() != ours.read_bytes():
                raise RuntimeError(f"{one.name} made another {file} of {folder}")


def _cells(row: Row, first: float) -> list[str]:
    """`first` are the seconds that a page took in our full build."""
    seconds = row.run.seconds
    if not row.what.startswith("full"):
        return [f"{row.program}: {row.what}", f"{seconds:.2f}", "", f"{row.run.mebibytes:.0f}", ""]
    speed = row.pages / seconds
    return [
        f"{row.program}: {row.what}",
        f"{seconds:.2f}",
        f"{speed:,.0f}",
        f"{row.run.mebibytes:.0f}",
        f"{speed * first:.2f}",
    ]
