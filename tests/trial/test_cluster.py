"""Games on a cluster: a real scheduler and two workers, one of which is killed in the middle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.trial.trying import SMALL, records, theatrum

pytest.importorskip("distributed", reason="needs the extra cluster")

from generator.trial.playing import cluster
from tests.trial.trying import SHORT

ROOT = Path(__file__).parent.parent.parent
GAMES = 12
LONGEST = 60


@contextmanager
def process(*words: str, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    started = subprocess.Popen(
        [sys.executable, "-m", *words],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **more,
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    file = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    with process("distributed.cli.dask_scheduler", *words):
        began = time.monotonic()
        while not file.exists() or not file.read_text(encoding="utf-8"):
            assert time.monotonic() - began < LONGEST
            time.sleep(0.05)
        yield str(json.loads(file.read_text(encoding="utf-8"))["address"])


def worker(address: str, folder: Path) -> Any:
    words = (address, "--nthreads", "1", "--no-dashboard", "--no-nanny")
    return process("distributed.cli.dask_worker", *words, cwd=folder)


def wait_for(address: str, workers: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=LONGEST)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.slow
def test_worker_that_is_killed_loses_no_game(tmp_path: Path, capsys: Any) -> None:
    found = {}
    with scheduler(tmp_path) as address, worker(address, tmp_path) as one:
        with worker(address, tmp_path):
            wait_for(address, 2)
            with cluster(address) as run:
                for at, played in enumerate(run(SHORT, range(1, GAMES + 1))):
                    found[played.number] = played
                    if at == 2:
                        one.kill()
            assert [found[number] for number in sorted(found)] == records(GAMES)
            # The command gives the report that one process gives.
            theatrum(*SMALL, "--games", 4, "--cluster", address)
            theatrum(*SMALL, "--games", 4, "--processes", 1)
            said = capsys.readouterr().out
            assert said[: len(said) // 2] == said[len(said) // 2 :]
        # And without any worker there is a clear error.
        assert theatrum(*SMALL, "--cluster", address) == 1
    assert "no workers" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore")
def test_cluster_that_does_not_answer_is_a_clear_error(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.trial.playing.ANSWERS", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1"):
        assert theatrum(*SMALL, "--cluster", address) == 1
        assert f"{address}: the cluster does not answer" in capsys.readouterr().err
