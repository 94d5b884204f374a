"""One build of a site in a process of its own; prints what it did and took, as JSON.

`python -m tests.benchmarks.one_build GAMES SITE OUTPUT`
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from time import perf_counter

from generator.build import build_site


def main(games: Path, site: Path, output: Path) -> None:
    start = perf_counter()
    report = build_site(games, site, output, lenient=True)
    seconds = perf_counter() - start
    kibibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    facts = {
        "seconds": seconds,
        "pages": report.pages,
        "rendered": len(report.rendered),
        "written": len(report.written),
        "mebibytes": kibibytes / 1024,
    }
    print(json.dumps(facts))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
