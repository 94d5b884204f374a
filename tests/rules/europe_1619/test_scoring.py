"""Scoring: the six items, what they count, and the sums."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.steps.scores import COUNTS, points_of
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, opening, play, position
from tests.rules.europe_1619.adjusting import Played, adjust

VALUES = {"COL": 3, "HES": 2, "PRO": 2, "HOL": 2, "BOH": 3, "FLA": 2, "VIE": 5, "PAR": 5}
NO_MARKERS: Mapping[str, str] = MappingProxyType({})


def score(**fields: Any) -> Played:
    """The scoring of a position, with center values that no other edition changes."""
    fields = {"markers": NO_MARKERS, "tables": {"centers": VALUES}, **fields}
    return play(EDITION, position(EDITION, phase="scoring", **fields))


def points(played: Played, power: str) -> int:
    return sum(played.state.scores[power].values())


@pytest.mark.rule("E19-SCO-1")
def test_a_captured_center_scores_its_value() -> None:
    played = score(captures={"COL": "savoy", "HES": "savoy"})
    assert played.state.scores["savoy"]["captured_center"] == 5
    assert points(score(captures={"COL": "savoy"}), "savoy") == 3


@pytest.mark.rule("E19-SCO-3")
def test_a_captured_province_scores_one() -> None:
    played = score(captures={"SAA": "france", "LUS": "france", "COL": "france"})
    assert played.state.scores["france"]["captured_province"] == 2
    assert points(score(captures={"SAA": "france"}), "france") == 1


@pytest.mark.rule("E19-SCO-6")
def test_austria_holds_bohemia() -> None:
    assert points(score(captures={"BOH": "austria"}), "austria") == 8
    proxy = score(
        captures={"BOH": "austria"}, units={"spain": ["A BOH"]}, alliances=[("austria", "spain")]
    )
    assert points(proxy, "austria") == 8


@pytest.mark.rule("E19-SCO-6")
def test_nobody_else_has_the_bonus_and_alignment_does_not_earn_it() -> None:
    played = score(captures={"BOH": "saxony"}, infs={"BOHC": {"union": 3}})
    assert points(played, "saxony") == 3
    assert "holds" not in played.state.scores["saxony"]
    guest = score(units={"austria": ["A BOH"]}, infs={"BOHC": {"austria": 3}})
    assert points(guest, "austria") == 0


@pytest.mark.rule("E19-SCO-7")
def test_a_score_is_that_of_its_year() -> None:
    first = score(captures={"COL": "savoy"}, year=1619)
    assert points_of(first.state)["savoy"] == 3
    again = replace(first.state, moment=EDITION.moment_of(1620, "scoring"))
    again = replace(again, captures=position(EDITION, captures={"HES": "savoy"}).captures)
    second = play(EDITION, again)
    assert points_of(second.state)["savoy"] == 2
    assert not second.state.totals


@pytest.mark.rule("E19-SCO-7")
def test_a_game_may_add_the_scores_up() -> None:
    first = score(captures={"COL": "savoy"}, options={"scoring.mode": "cumulative"})
    second = play(EDITION, replace(first.state, moment=EDITION.moment_of(1620, "scoring")))
    assert points_of(second.state)["savoy"] == 6
    told = next(one for one in events(second, "score") if one.data["power"] == "savoy")
    assert (told.data["year"], told.data["points"], told.data["rank"]) == (3, 6, 1)
    assert told.data["missing"] == 19
    assert told.text.endswith(", 6 in all")


@pytest.mark.rule("E19-SCO-8")
def test_scores_may_be_negative() -> None:
    played = score(captures={"HOL": "sweden", "NOR": "sweden", "SCA": "sweden"})
    assert points(played, "denmark") == -4
    told = next(one for one in events(played, "score") if one.data["power"] == "denmark")
    assert told.text == "Denmark: -4 points (lost home centers -2, lost provinces -2)"
    assert told.rule == "E19-SCO-7"
    document = dump_state(EDITION, played.state)
    assert load_state(EDITION, document).scores == played.state.scores


@pytest.mark.rule("E19-SCO-9")
def test_captures_of_states_do_not_score_for_their_patrons() -> None:
    assert points(score(captures={"PAD": "HES", "COL": "HES"}), "union") == 0


@pytest.mark.rule("E19-SCO-9")
@pytest.mark.rule("E19-PRX-4")
def test_what_a_proxy_keeps_scores_for_the_holder() -> None:
    kept = adjust(
        units={"savoy": ["A SAA"]},
        captures={"SAA": "france"},
        alliances=[("france", "savoy")],
        infs={"SAA": {}},
        markers=NO_MARKERS,
    )
    scored = play(EDITION, replace(kept.state, moment=EDITION.moment_of(1619, "scoring")))
    assert scored.state.scores["france"]["captured_province"] == 1
    assert scored.state.scores["savoy"]["captured_province"] == 0


def test_every_item_of_the_table_can_be_counted() -> None:
    items = EDITION.tables["scoring"]["items"]
    assert {item["id"] for item in items} <= set(COUNTS)


def test_markers_fall_with_the_state_before_they_are_counted() -> None:
    before = opening(EDITION)
    assert before.markers["COL"] == "catholic"
    units = {"dutch": ["A COL"]}
    played = adjust(units=units, wars=[("dutch", "league")], markers=before.markers)
    scored = play(EDITION, replace(played.state, moment=EDITION.moment_of(1619, "scoring")))
    assert scored.state.scores["france"]["own_marker"] == 7


def test_fallen_powers_have_no_score() -> None:
    played = score(eliminated={"venice": 1620}, units={}, year=1621)
    assert "venice" not in played.state.scores
    assert len(events(played, "score")) == 14
