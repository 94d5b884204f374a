"""The site: a full build, builds after small changes, memory; beside a bare jinja2 loop."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from jinja2 import Environment

from tests.benchmarks.contests import table

__all__ = ["bench_building"]

ROOT = Path(__file__).parent.parent.parent
YEARS = 8
COPIES = 4

_PAGE = "<!doctype html>\n<title>{{ title }}</title>\n<main>{{ body | safe }}</main>\n"


def _run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}\n{done.stderr}")
    return done.stdout


def _make_games(games: Path) -> None:
    """A game of some years played by autoplay, and copies of it under other names."""
    _run("generator", "--games", str(games), "new", "one", "--seed", "bench", "--demo", str(YEARS))
    for number in range(2, COPIES + 1):
        shutil.copytree(games / "one", games / f"copy-{number}")


def _build(games: Path, site: Path, output: Path) -> dict[str, Any]:
    module = "tests.benchmarks.one_build"
    facts: dict[str, Any] = json.loads(_run(module, str(games), str(site), str(output)))
    return facts


def _reference(pages: list[str]) -> float:
    """Seconds to render and write the same pages from finished bodies, and nothing else."""
    template = Environment(autoescape=True).from_string(_PAGE)
    with TemporaryDirectory() as folder:
        start = perf_counter()
        for number, body in enumerate(pages):
            text = template.render(title=f"Page {number}", body=body)
            (Path(folder) / f"{number}.html").write_text(text, encoding="utf-8")
        return perf_counter() - start


def bench_building() -> None:
    with TemporaryDirectory() as folder:
        home = Path(folder)
        games, site, output = home / "games", home / "site", home / "_site"
        _make_games(games)
        shutil.copytree(ROOT / "site", site)
        full = _build(games, site, output)
        same = _build(games, site, output)
        changed = next(iter(sorted(site.rglob("*.md"))))
        changed.write_text(changed.read_text(encoding="utf-8") + "\nOne more line.\n", "utf-8")
        page = _build(games, site, output)
        last = max((games / "one").glob("*/state/*.toml"))
        last.unlink()
        phase = _build(games, site, output)
        bodies = [file.read_text(encoding="utf-8") for file in sorted(output.rglob("*.html"))]
        reference = _reference(bodies)
    print(f"\nThe site of {COPIES} games of {YEARS} years: {full['pages']} files")
    rows = [
        [name, *_row(facts, reference)]
        for name, facts in (
            ("full build", full),
            ("nothing changed", same),
            (f"{changed.name} changed", page),
            ("one game's last phase gone", phase),
        )
    ]
    rows.append([f"jinja2 alone, {len(bodies)} pages", f"{reference:.2f}", "", "", "", "1.00"])
    heads = ["build", "seconds", "rendered", "files/s", "MiB", "x jinja2"]
    print(table(heads, rows))


def _row(facts: dict[str, Any], reference: float) -> list[str]:
    seconds = facts["seconds"]
    speed = facts["rendered"] / seconds
    return [
        f"{seconds:.2f}",
        str(facts["rendered"]),
        f"{speed:,.0f}",
        f"{facts['mebibytes']:.0f}",
        f"{seconds / reference:.2f}",
    ]
