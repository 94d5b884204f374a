"""The Religious Upheaval."""

from __future__ import annotations

import pytest

from generator.engine.chance import Chance
from generator.rulesets.westphalia.faith.upheaval import hold_upheaval
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import opened, texts_of, thrown
from tests.rules.westphalia.table import six


def shaken(state: State, rolls: dict[str, int] | None = None) -> Progress:
    progress = Progress(state)
    hold_upheaval(progress, thrown(rolls or {}))
    return progress


def drawn(state: State) -> list[str]:
    return [name for name, one in state.principalities.items() if one.drawn]


def princes(state: State, **rolls: int) -> dict[str, int]:
    """Rolls of the Princes; who is not named rolls a 6."""
    label = f"r{state.round}/upheaval/player"
    return {f"{label}/{one}": rolls.get(one, 6) for one in state.seats}


@pytest.mark.rule("POW-UPH-1")
@pytest.mark.rule("POW-GEN-3")
@pytest.mark.parametrize(("seats", "number"), [("", 2), (" blue", 3), (" blue yellow", 3)])
def test_two_are_drawn_and_three_from_seven_players_on(seats: str, number: int) -> None:
    """Electors are in the bag like other principalities."""
    state = opened("upheaval", seats=f"red green white orange purple black{seats}")
    progress = shaken(state)
    assert len(drawn(progress.state)) == number
    (event,) = [one for one in progress.events if one.kind == "upheaval-drawn"]
    assert sorted(event.data["drawn"]) == sorted(drawn(progress.state))


@pytest.mark.rule("POW-GEN-3")
def test_electors_are_in_the_bag() -> None:
    """In the catalogue's vector Brandenburg and Mainz are drawn first."""
    state = opened("upheaval")
    chance = Chance("peace-of-westphalia", "any")
    done = RULESET.adjudicate(state, RULESET.read(state, {}), (), chance)
    assert texts_of(done, "upheaval-drawn") == ["Upheaval: Brandenburg and Mainz are drawn"]


@pytest.mark.rule("POW-UPH-10")
def test_principalities_come_before_the_princes() -> None:
    state = six()
    progress = shaken(state, princes(state, purple=1))
    kinds = [one.kind for one in progress.events]
    assert kinds.index("principality-converted") < kinds.index("upheaval-roll")
    rolled = [one.powers[0] for one in progress.events if one.kind == "upheaval-roll"]
    assert rolled == list(state.initiative)
