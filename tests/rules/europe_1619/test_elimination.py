"""Elimination: who falls, what becomes of all that he had, and who follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import OrderBook
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.steps.elimination import eliminate
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import play, position, with_rules
from tests.rules.europe_1619.adjusting import adjust, holder, status

AUSTRIA_FALLS: dict[str, Any] = {
    "units": {
        "saxony": ["A VIE", "A SLO"],
        "austria": ["A BOH", "A COP", "A MOR +2", "F ADR"],
    },
    "captures": {"BOH": "austria", "COP": "austria"},
    "wars": [("austria", "saxony"), ("austria", "denmark")],
}


def test_x_6_the_vassal_of_a_fallen_power_is_nobodys_vassal() -> None:
    played = adjust(**AUSTRIA_FALLS, infs={"MAN": {"austria": 30, "france": 2}})
    assert status(played, "MAN") == "aligned france"


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
