"""Run the benchmarks: all of them, or those named (resolving, europe, building and so on)."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.benchmarks.building import bench_building
from tests.benchmarks.desk import bench_desk
from tests.benchmarks.europe import bench_europe
from tests.benchmarks.growth import bench_growth
from tests.benchmarks.mapping import bench_mapping
from tests.benchmarks.reading import bench_reading
from tests.benchmarks.resolving import bench_resolving

BENCHES: dict[str, Callable[[], None]] = {
    "resolving": bench_resolving,
    "reading": bench_reading,
    "europe": bench_europe,
    "building": bench_building,
    "growth": bench_growth,
    "mapping": bench_mapping,
    "desk": bench_desk,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"there is no benchmark {', '.join(unknown)} ({', '.join(BENCHES)})", file=sys.stderr)
        return 2
    for name in names or BENCHES:
        BENCHES[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
