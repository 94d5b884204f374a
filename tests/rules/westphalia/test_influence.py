"""Influence and alliances."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generator.rulesets.westphalia.land.influence import (
    place,
    qualified,
    remove,
)
from generator.rulesets.westphalia.record.document import flaws_of
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.table import six


def holder(state: State, principality: str) -> str:
    return state.principalities[principality].ally


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["red", "black", "green"]),
        st.sampled_from(["trier", "saxony", "hesse", "bohemia"]),
        st.integers(-3, 4),
    ),
    max_size=25,
)


@given(CHANGES)
def test_an_ally_is_never_overtaken(changes: list[tuple[str, str, int]]) -> None:
    """Whatever is placed and removed: an ally has something there, and nobody has more."""
    progress = Progress(six())
    for player, name, number in changes:
        if number > 0:
            place(progress, player, name, number, "POW-ACT-1")
        else:
            remove(progress, player, name, -number, "POW-DI-7")
        assert not flaws_of(progress.state)
        best = qualified(progress.state, name)
        assert not best or holder(progress.state, name) == best
