"""What rulings do: on orders, politics, units, money, and the game itself."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.rulesets.europe.telling.report_tables import strength_table
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import (
    events,
    opening,
    outcome,
    play,
    position,
    units_of,
)
from tests.rulesets.europe.ruled import ruled

# --- units


def retreating() -> Any:
    state = position(
        EDITION,
        units={"france": ["A BUR +3"], "spain": ["A FRC +1"]},
        infs={"LOR": {"france": 1, "spain": 1}},
        wars=[("france", "spain")],
    )
    return play(EDITION, state, {"france": "A BUR - FRC"}).state


def test_a_retreat_is_ruled_legal_or_void() -> None:
    """Lorraine is neutral and closed; the referee opens it, and closes another place."""
    state = retreating()
    assert state.moment.phase == "retreats"
    (one,) = state.displaced
    assert one.places
    to = one.places[0]
    entry = {"unit": "A FRC", "to": to}
    played = ruled(state, ("entry", {**entry, "is": "void"}), spain=f"A FRC R {to}")
    assert units_of(played.state, "spain") == []
    closed = "LOR"
    assert closed not in one.places
    order = {"spain": f"A FRC R {closed}"}
    assert units_of(play(EDITION, state, order).state, "spain") == []
    played = ruled(state, ("entry", {**entry, "to": closed, "is": "legal"}), **order)
    assert units_of(played.state, "spain") == [f"A {closed}"]
    with pytest.raises(GameError, match="cannot reach PAR"):
        ruled(state, ("entry", {**entry, "to": "PAR", "is": "legal"}))


# --- the game


def test_the_referees_ending_takes_the_place_of_the_rules() -> None:
    state = position(EDITION, phase="scoring", options={"victory.points": 2}, infs={})
    win = ("score", {"power": "sweden", "item": "ruling", "points": 40})
    played = ruled(state, win, ("end", {"result": "draw"}))
    assert played.state.ending.kind == "draw"
    assert len(events(played, "game-over")) == 1


# --- what features add


def test_the_immunity_of_the_papacy_is_lifted_and_restored() -> None:
    war = {"spain": "WAR: PAPACY"}
    assert outcome(play(EDITION, opening(EDITION), war), "WAR: PAPACY") == "illegal"
    played = ruled(opening(EDITION), ("immunity", {"lifted": True}), **war)
    assert outcome(played, "WAR: PAPACY") == "success"
    restored = ruled(
        played.state, ("immunity", {"lifted": False})
    ).state  # the movement phase of the same year
    later = position(EDITION, phase="diplomatic", year=1620, parts=restored.parts)
    assert outcome(play(EDITION, later, war), "WAR: PAPACY") == "illegal"


@pytest.mark.parametrize("phase", ["movement", "adjustment", "builds", "scoring"])
def test_a_lift_after_the_declarations_counts_from_the_next_year(phase: str) -> None:
    played = ruled(position(EDITION, phase=phase), ("immunity", {"lifted": True}))
    later = position(EDITION, phase="diplomatic", year=1620, parts=played.state.parts)
    assert outcome(play(EDITION, later, {"spain": "WAR: PAPACY"}), "WAR: PAPACY") == "success"


def test_there_is_no_immunity_to_rule_on_without_a_papacy() -> None:
    with pytest.raises(GameError, match="no immune power"):
        ruled(opening(EDITION, players=14), ("immunity", {"lifted": True}))


def test_displaced_units_that_a_ruling_replaces_do_not_retreat() -> None:
    state = retreating()
    played = ruled(state, ("units", {"side": "spain", "units": ["A MAD"], "when": "before"}))
    assert units_of(played.state, "spain") == ["A MAD"]


# --- what is told is what stands afterwards


def kinds_of(played: Any) -> set[str]:
    return {event.kind for event in played.events}


def test_no_loss_is_told_of_a_unit_that_stands_by_a_ruling() -> None:
    """Spain's army in Franche-Comté would have been dislodged and disbanded."""
    state = position(
        EDITION,
        units={"france": ["A BUR", "A CHA"], "spain": ["A FRC"]},
        wars=[("france", "spain")],
    )
    orders = {"france": "A BUR - FRC\nA CHA S A BUR - FRC"}
    assert {"dislodged"} <= kinds_of(play(EDITION, state, orders))
    back = ("units", {"side": "france", "units": ["A BUR", "A CHA"]})
    stays = ("units", {"side": "spain", "units": ["A FRC"]})
    played = ruled(state, back, stays, **orders)
    assert units_of(played.state, "spain") == ["A FRC"]
    assert not {"dislodged", "disbanded"} & kinds_of(played)
    gone = ruled(state, back, **orders)
    assert "dislodged" in kinds_of(gone)  # Spain's army is still driven out


def test_treasuries_are_told_with_what_a_ruling_sets() -> None:
    state = position(EDITION, phase="builds")
    played = ruled(state, ("treasury", {"power": "france", "tp": 7}))
    table = strength_table(EDITION, state, played)
    (row,) = [line for line in table.plain_rows if line[0] == "France"]
    assert row[1] == "7"
