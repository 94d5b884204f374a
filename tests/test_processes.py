"""Processes that a build forks: jobs in their order, and what becomes of them if one is killed."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from functools import partial

import pytest

from generator.building import processes
from generator.building.processes import Processes, results_of


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> Iterator[Processes]:
    monkeypatch.setattr(processes, "_processors", lambda: 2)
    monkeypatch.setattr(processes, "_may_fork", lambda: True)
    with Processes() as both:
        yield both


def _square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def test_every_job_is_done_once_in_processes_of_their_own(two: Processes) -> None:
    work = two.start([partial(_square, number) for number in range(20)])
    results = [work.result(number) for number in range(20)]
    done = [one for one in results if one is not None]
    assert [square for square, _ in done] == [number * number for number in range(20)]
    pids = {pid for _, pid in done}
    assert os.getpid() not in pids
    assert len(pids) <= 2


def test_a_process_has_what_was_read_before_it_was_forked(two: Processes) -> None:
    read = {"page": "text"}
    work = two.start([lambda: read.setdefault("other", "found"), lambda: read["page"]])
    assert work.result(1) == "text"
    assert work.result(0) == "found"
    assert read == {"page": "text"}


def test_results_may_be_asked_for_in_any_order_of_several_works(two: Processes) -> None:
    first = two.start([partial(_square, number) for number in range(6)])
    second = two.start([partial(_square, number) for number in range(6, 12)])
    numbers = [second.result(number) for number in range(6)]
    # Nobody had time for some of these yet: the build does them itself.
    assert [one[0] for one in numbers if one] == [
        number**2 for number, one in zip(range(6, 12), numbers, strict=True) if one
    ]
    assert [one[0] for one in map(first.result, range(6)) if one] == [n * n for n in range(6)]


def test_without_a_process_that_was_killed_the_build_works_alone(two: Processes) -> None:
    work = two.start([partial(os._exit, 1), partial(_square, 3)])
    children = [worker.process for worker in work._workers]
    assert work.result(0) is None
    assert two.number == 1
    assert children[0].exitcode == 1
    assert two.start([partial(_square, 2)]).result(0) is None


def test_no_process_is_left_when_a_build_ends_early(two: Processes) -> None:
    started = threading.Event()
    work = two.start([started.wait, started.wait, started.wait])
    children = [worker.process for worker in work._workers]
    assert len(children) == 2
    two.__exit__()
    assert not any(child.is_alive() for child in children)


def test_nothing_is_forked_beside_other_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another thread is in the middle of would never end in a fork."""
    monkeypatch.setattr(processes, "_processors", lambda: 2)
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        assert Processes().number == 1
    finally:
        over.set()
        thread.join()


def test_nothing_is_forked_where_the_system_cannot_or_should_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "_processors", lambda: 2)
    # A server of another test may still have a thread of its own.
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert Processes().number == 2
    with monkeypatch.context() as macos:
        macos.setattr(sys, "platform", "darwin")
        assert Processes().number == 1
    monkeypatch.delattr(os, "fork")
    assert Processes().number == 1


@pytest.mark.parametrize("may_fork", [True, False])
def test_results_come_in_the_order_of_their_jobs(
    may_fork: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.building.processes._may_fork", lambda: may_fork)
    jobs = [partial(pow, number, 2) for number in range(5)]
    assert list(results_of(jobs)) == [0, 1, 4, 9, 16]


@pytest.mark.parametrize("may_fork", [True, False])
def test_what_a_job_raises_is_raised_in_its_turn(
    may_fork: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> int:
        raise ValueError("here")

    monkeypatch.setattr("generator.building.processes._may_fork", lambda: may_fork)
    found = results_of([partial(abs, -1), fails, partial(abs, -3)])
    assert next(found) == 1
    with pytest.raises(ValueError, match="here"):
        next(found)
