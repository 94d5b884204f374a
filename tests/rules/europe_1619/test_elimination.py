"""Elimination: who falls, what becomes of all that he had, and who follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.phases import OrderBook, Ruling
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.steps.elimination import eliminate
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, infs_in, play, position, units_of, with_rules
from tests.rules.europe_1619.adjusting import adjust, holder, status, texts

AUSTRIA_FALLS: dict[str, Any] = {
    "units": {
        "saxony": ["A VIE", "A SLO"],
        "austria": ["A BOH", "A COP", "A MOR +2", "F ADR"],
    },
    "captures": {"BOH": "austria", "COP": "austria"},
    "wars": [("austria", "saxony"), ("austria", "denmark")],
}


@pytest.mark.rule("E19-ELM-1")
def test_foreign_centers_save_nobody() -> None:
    """Austria holds Bohemia and Venice, and has lost Vienna and Slovenia."""
    played = adjust(
        units={"saxony": ["A VIE", "A SLO"], "austria": ["A BOH", "A VEN"]},
        captures={"BOH": "austria", "VEN": "austria"},
        wars=[("austria", "saxony")],
        eliminated={"venice": 1620},
        year=1622,
    )
    assert dict(played.state.eliminated) == {"venice": 1620, "austria": 1622}


@pytest.mark.rule("E19-ELM-1")
def test_one_home_center_is_enough_to_live() -> None:
    played = adjust(units={"saxony": ["A VIE"]}, captures={}, wars=[("austria", "saxony")])
    assert holder(played, "VIE") == "saxony"
    assert not played.state.eliminated


@pytest.mark.rule("E19-ELM-2")
@pytest.mark.parametrize(
    ("units", "fields"),
    [
        ({"austria": ["A BAV"]}, {"alliances": [("austria", "league")]}),
        ({}, {}),
    ],
    ids=["guest", "vacant"],
)
def test_a_guest_and_an_empty_center_eliminate_nobody(
    units: dict[str, list[str]], fields: dict[str, Any]
) -> None:
    played = adjust(units=units, **fields)
    assert not played.state.eliminated
    assert holder(played, "BAV") == "league"
    enemy = adjust(units={"union": ["A BAV"]}, wars=[("union", "league")])
    assert tuple(enemy.state.eliminated) == ("league",)


SPAIN_FALLS: dict[str, Any] = {
    "units": {"france": ["A MAD", "A ANDL"]},
    "wars": [("france", "spain")],
}


@pytest.mark.rule("E19-ELM-6")
def test_spain_leaves_three_states_behind() -> None:
    played = adjust(**SPAIN_FALLS)
    assert tuple(played.state.eliminated) == ("spain",)
    assert played.state.founded == ("FLA", "MIL", "NAP")
    assert [status(played, code) for code in played.state.founded] == ["unaligned"] * 3
    assert {one.rule for one in events(played, "founded")} == {"E19-ELM-6"}
    later = replace(played.state, moment=EDITION.moment_of(1620, "diplomatic"))
    placed = play(EDITION, later, {"dutch": "2: FLA"})
    assert infs_in(placed.state, "FLA") == {"dutch": 2}
    assert placed.state.statuses["FLA"].patron == "dutch"


@pytest.mark.rule("E19-ELM-6")
def test_spain_lives_on_one_of_its_two_homes() -> None:
    played = adjust(units={"france": ["A MAD"], "dutch": ["A FLA"], "savoy": ["A MIL"]},
                    wars=[("france", "spain"), ("dutch", "spain"), ("savoy", "spain")])  # fmt: skip
    assert not played.state.eliminated
    assert played.state.founded == ()


@pytest.mark.rule("E19-ELM-8")
def test_a_build_site_that_is_held_becomes_a_captured_state() -> None:
    played = adjust(
        units={**SPAIN_FALLS["units"], "dutch": ["A FLA"]},
        captures={"FLA": "dutch"},
        wars=[*SPAIN_FALLS["wars"], ("dutch", "spain")],
    )
    assert status(played, "FLA") == "captured dutch"
    assert infs_in(played.state, "FLA") == {}
    rules = {one.data["state"]: one.rule for one in events(played, "founded")}
    assert rules == {"FLA": "E19-ELM-8", "MIL": "E19-ELM-6", "NAP": "E19-ELM-6"}


FRANCE_FALLS: dict[str, Any] = {
    "units": {"spain": ["A PAR", "A LYO", "A PRO", "A NORM", "A BUR"]},
    "wars": [("france", "spain")],
}


@pytest.mark.rule("E19-ELM-9")
def test_the_other_home_provinces_are_nobodys() -> None:
    played = adjust(**FRANCE_FALLS)
    standing = played.state.standing
    assert (standing.owners["BRIT"], standing.holders["BRIT"], standing.lords["BRIT"]) == ("",) * 3
    assert (standing.owners["BUR"], standing.holders["BUR"]) == ("", "spain")
    left = events(played, "ownerless")[0]
    assert left.rule == "E19-ELM-9"
    assert set(left.provinces) == {"BRIT", "POI", "GUY", "GAS", "LAN", "DAU", "CHA"}
    following = replace(
        played.state,
        moment=EDITION.moment_of(1620, "adjustment"),
        units=position(EDITION, units={"england": ["A BRIT"], "spain": ["A PAR"]}).units,
    )
    later = adjust(following)
    assert holder(later, "BRIT") == "england"
    assert holder(later, "PAR") == "spain"
    assert holder(later, "BUR") == ""
    assert "Burgundy is nobody's land again" in " ".join(texts(later, "liberated"))


def test_x_6_the_vassal_of_a_fallen_power_is_nobodys_vassal() -> None:
    played = adjust(**AUSTRIA_FALLS, infs={"MAN": {"austria": 30, "france": 2}})
    assert status(played, "MAN") == "aligned france"


def test_x_13_two_powers_that_take_each_others_last_homes_both_fall() -> None:
    played = adjust(
        units={"union": ["A BAV", "A UPP"], "league": ["A PAL"]}, wars=[("union", "league")]
    )
    assert set(played.state.eliminated) == {"union", "league"}
    assert not [one for side in ("union", "league") for one in units_of(played.state, side)]
    assert [holder(played, code) for code in ("BAV", "PAL", "UPP")] == ["", "", ""]


def test_in_rounds_who_lost_his_home_to_a_power_that_falls_is_saved() -> None:
    """Editions may let the powers fall one after the other."""
    state = position(
        EDITION,
        phase="adjustment",
        units={**AUSTRIA_FALLS["units"], "austria": ["A TUR"]},
        captures={"TUR": "austria", "VIE": "saxony", "SLO": "saxony"},
        wars=[("austria", "saxony"), ("austria", "savoy")],
    )
    turn = Turn(EDITION, with_rules(state, elimination={"order": "rounds"}), OrderBook({}))
    assert eliminate(turn)
    assert set(turn.eliminated) == {"austria"}
    assert not eliminate(turn)


def test_x_45_a_build_site_is_a_free_state_when_its_captor_leaves() -> None:
    first = adjust(
        units={**SPAIN_FALLS["units"], "venice": ["A NAP"]},
        captures={"NAP": "venice"},
        wars=[*SPAIN_FALLS["wars"], ("venice", "spain")],
    )
    assert status(first, "NAP") == "captured venice"
    left = replace(
        first.state,
        moment=EDITION.moment_of(1620, "adjustment"),
        units=position(EDITION, units={"france": ["A MAD", "A ANDL"]}).units,
    )
    second = adjust(left)
    assert status(second, "NAP") == "unaligned"
    assert units_of(play(EDITION, second.state).state, "NAP") == ["F NAP"]


def test_x_46_an_ownerless_home_center_scores_its_value_for_whoever_takes_it() -> None:
    first = adjust(**FRANCE_FALLS, tables={"centers": {"PAR": 5}})
    units = {"england": ["A PAR"], "spain": ["A LYO", "A PRO", "A NORM"]}
    second = adjust(
        replace(
            first.state,
            moment=EDITION.moment_of(1620, "adjustment"),
            units=position(EDITION, units=units).units,
        )
    )
    assert holder(second, "PAR") == "england"
    scored = play(EDITION, replace(second.state, moment=EDITION.moment_of(1620, "scoring")))
    assert scored.state.scores["england"]["captured_center"] == 5


def test_a_fallen_power_is_not_revived_by_a_freed_home() -> None:
    first = adjust(**AUSTRIA_FALLS)
    left = replace(
        first.state,
        moment=EDITION.moment_of(1620, "adjustment"),
        units=position(EDITION, units={}).units,
    )
    second = adjust(left)
    assert "austria" in second.state.eliminated
    assert holder(second, "VIE") == ""


@pytest.mark.parametrize("falls", [True, False])
def test_the_referee_may_declare_or_cancel_an_elimination(falls: bool) -> None:
    fields: dict[str, Any] = {} if falls else AUSTRIA_FALLS
    ruling = Ruling(
        1, "adjustment", "eliminate", "agreed by mail", facts={"power": "austria", "falls": falls}
    )
    state = position(EDITION, phase="adjustment", **fields)
    played = play(EDITION, state, rulings=[ruling])
    assert ("austria" in played.state.eliminated) is falls


class Listener(Feature):
    """Remembers who fell, and what was left of him at that moment."""

    key = "listener"

    def load(self, tables: Mapping[str, Any], facts: Facts) -> tuple[str, ...]:
        return ()

    def on_elimination(self, turn: Turn, power: str) -> None:
        assert power in turn.eliminated
        assert power not in turn.living
        turn.parts[self.key] = (*turn.parts[self.key], power)


def test_features_learn_of_every_elimination_once() -> None:
    edition = Edition(EDITION.package, (*EDITION.features, Listener()), EDITION.passage, YEAR)
    state = position(edition, phase="adjustment", **AUSTRIA_FALLS)
    played = play(edition, state)
    assert played.state.parts["listener"] == ("austria",)
    later = replace(played.state, moment=edition.moment_of(1620, "adjustment"))
    assert play(edition, later).state.parts["listener"] == ("austria",)
