"""Snapshots: asked for by several pages, taken once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from generator.engine.chronicle import (
    Chronicling,
    Gazetteer,
    InfluenceChange,
    Snapshot,
    snapshot_of,
)
from generator.engine.phases import Resolution
from generator.engine.verdicts import Event


class Ruleset:
    """One that counts how often it is asked for a snapshot."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    def gazetteer(self, state: Any) -> Gazetteer:
        return Gazetteer()

    def snapshot(self, state: Any) -> Snapshot:
        self.taken.append(state.name)
        return Snapshot(points={state.name: 1})

    def influence_changes(self, resolution: Resolution[Any]) -> Sequence[InfluenceChange]:
        return ()

    def minors_of(self, state: Any, event: Event) -> tuple[str, ...]:
        return ()


class State:
    """Equal to any other, as two positions of one game may be."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State)

    __hash__ = None  # type: ignore[assignment]


def test_the_snapshot_of_a_state_is_its_own_in_any_order() -> None:
    ruleset = Ruleset()
    assert isinstance(ruleset, Chronicling)
    states = [State(f"s{number}") for number in range(6)]
    for before, after in pairwise(states):
        for state in (after, before):
            found = snapshot_of(ruleset, state)
            assert found is not None
            assert found.points == {state.name: 1}
    assert set(ruleset.taken) == {state.name for state in states}


def test_every_ruleset_takes_its_own_snapshot() -> None:
    state = State("s")
    one, other = Ruleset(), Ruleset()
    assert snapshot_of(one, state) == snapshot_of(other, state)
    assert one.taken == other.taken == ["s"]


def test_a_ruleset_may_tell_nothing_of_positions() -> None:
    assert snapshot_of(object(), State("s")) is None
