"""Scoring: the six items, what they count, and the sums."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.rulesets.europe.steps.scores import COUNTS, points_of
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, play, position
from tests.rules.europe_1619.adjusting import Played

VALUES = {"COL": 3, "HES": 2, "PRO": 2, "HOL": 2, "BOH": 3, "FLA": 2, "VIE": 5, "PAR": 5}
NO_MARKERS: Mapping[str, str] = MappingProxyType({})


def score(**fields: Any) -> Played:
    """The scoring of a position, with center values that no other edition changes."""
    fields = {"markers": NO_MARKERS, "tables": {"centers": VALUES}, **fields}
    return play(EDITION, position(EDITION, phase="scoring", **fields))


def points(played: Played, power: str) -> int:
    return sum(played.state.scores[power].values())


@pytest.mark.rule("E19-SCO-7")
def test_a_game_may_add_the_scores_up() -> None:
    first = score(captures={"COL": "savoy"}, options={"scoring.mode": "cumulative"})
    second = play(EDITION, replace(first.state, moment=EDITION.moment_of(1620, "scoring")))
    assert points_of(second.state)["savoy"] == 6
    told = next(one for one in events(second, "score") if one.data["power"] == "savoy")
    assert (told.data["year"], told.data["points"], told.data["rank"]) == (3, 6, 1)
    assert told.data["missing"] == 19
    assert told.text.endswith(", 6 in all")


def test_every_item_of_the_table_can_be_counted() -> None:
    items = EDITION.tables["scoring"]["items"]
    assert {item["id"] for item in items} <= set(COUNTS)


def test_fallen_powers_have_no_score() -> None:
    played = score(eliminated={"venice": 1620}, units={}, year=1621)
    assert "venice" not in played.state.scores
    assert len(events(played, "score")) == 14
