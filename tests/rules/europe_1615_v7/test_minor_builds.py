"""What minor states build by themselves, and what they give up."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events, outcome
from tests.rules.europe_1615_v7.seven import at, cited, given, sheets, through
from tests.rules.europe_1615_v7.wealth import rich, units

FRENCH = {"HES": {"france": 5}}


@pytest.mark.rule("E15V7-MINOR-14")
def test_an_aligned_state_has_its_unit_at_the_end_of_the_year() -> None:
    state = given(year=1615, units={})
    *_, played = through(state, "builds", movement={"france": "5: HES"})
    assert units(played, "HES") == ["A HES"]
    (told,) = events(played, "minor-built")
    assert (told.rule, told.data["patron"]) == ("E15V7-MINOR-14", "france")


@pytest.mark.rule("E15V7-MINOR-14")
@pytest.mark.parametrize(
    ("parts", "built"),
    [
        ({"infs": FRENCH, "units": {}}, ["A HES"]),
        ({"infs": FRENCH, "units": {"france": ["A HES"]}}, []),
        ({"infs": FRENCH, "units": {"HES": ["A HES"]}}, ["A HES"]),
        ({"infs": {"HES": {"france": 5, "spain": 5}}, "units": {}}, []),
        ({"infs": {}, "units": {}}, []),
        ({"infs": FRENCH, "units": {"spain": ["A HES"]}, "captures": {"HES": "spain"}}, []),
    ],
)
def test_a_state_builds_only_when_aligned_and_at_home(
    parts: dict[str, Any], built: list[str]
) -> None:
    """Edge cases 16 and 27: a guest in the home center blocks the build."""
    assert units(sheets(rich(**parts)), "HES") == built


@pytest.mark.rule("E15V7-MINOR-14")
def test_a_state_builds_one_unit_a_year() -> None:
    own = {"HES": []}
    state = rich(infs=FRENCH, units=own, captures={"WES": "HES", "COL": "HES"})
    played = sheets(state)
    assert len(units(played, "HES")) == 1
    # Next year its home is still occupied by that unit; elsewhere it would build again.
    moved = at(played.state, "builds", units={**played.state.units, "HES": ()})
    assert len(units(sheets(moved), "HES")) == 1


@pytest.mark.rule("E15V7-MINOR-14")
def test_a_state_has_one_unit_for_each_center() -> None:
    state = rich(infs=FRENCH, units={"HES": ["A HES", "A FRA"]})
    assert len(units(sheets(state), "HES")) == 1


@pytest.mark.rule("E15V7-MINOR-15")
@pytest.mark.parametrize(("code", "built"), [("MEC", "F MEC"), ("BRA", "A KUR")])
def test_a_fleet_on_the_coast_and_an_army_inland(code: str, built: str) -> None:
    assert units(sheets(rich(units={}, infs={code: {"sweden": 4}})), code) == [built]


@pytest.mark.rule("E15V7-MINOR-15")
def test_the_patron_says_what_is_built() -> None:
    state = rich(units={}, infs={"MEC": {"sweden": 4}})
    played = sheets(state, sweden="PREFER MEC: ARMY", denmark="PREFER MEC: FLEET")
    assert cited(played, "PREFER MEC: ARMY") == ("success", "E15V7-MINOR-15")
    assert cited(played, "PREFER MEC: FLEET") == ("void", "E15V7-MINOR-15")
    assert units(played, "MEC") == ["A MEC"]
    assert dict(played.state.parts["preferences"]) == {"MEC": "army"}
    assert RULESET.load(RULESET.dump(played.state)) == played.state


@pytest.mark.rule("E15V7-MINOR-15")
def test_a_preference_is_kept_as_long_as_its_patron() -> None:
    state = given(year=1620, units={}, infs={"MEC": {"sweden": 4}})
    *_, played = through(state, "builds", movement={"sweden": "PREFER MEC: ARMY"})
    assert units(played, "MEC") == ["A MEC"]
    lost = at(played.state, "movement", units={})
    *_, again = through(lost, "builds")
    assert units(again, "MEC") == ["A MEC"]
    # The new patron has said nothing.
    *_, other = through(lost, "builds", movement={"denmark": "8: MEC"})
    assert other.state.statuses["MEC"].patron == "denmark"
    assert units(other, "MEC") == ["F MEC"]
    assert dict(other.state.parts["preferences"]) == {}


@pytest.mark.rule("E15V7-MINOR-15")
def test_preferences_are_judged_by_the_statuses_of_the_year() -> None:
    state = given(year=1620, units={}, infs={"MEC": {"denmark": 2}})
    *_, played = through(state, "builds", movement={"sweden": "8: MEC\nPREFER MEC: ARMY"})
    assert units(played, "MEC") == ["A MEC"]


@pytest.mark.parametrize(
    ("order", "why"),
    [("PREFER SWI: ARMY", "no center"), ("PREFER BRA: FLEET", "no coast")],
)
def test_preferences_that_cannot_be(order: str, why: str) -> None:
    infs = {"SWI": {"france": 3}, "BRA": {"france": 3}}
    played = sheets(rich(units={}, infs=infs), france=order)
    assert cited(played, order) == ("illegal", "E15V7-MINOR-15")
    assert why in str(played.verdicts)


def test_a_position_sets_preferences() -> None:
    state = RULESET.opening(Setup({}, {"preferences": {"LOWR": "army"}}))
    assert dict(state.parts["preferences"]) == {"LOWR": "army"}


@pytest.mark.rule("E15V7-MINOR-16")
def test_a_state_without_a_center_has_no_units() -> None:
    played = sheets(rich(units={}, infs={"SWI": {"france": 3}}))
    assert units(played, "SWI") == []
    assert events(played, "minor-built") == []


BRANDENBURG = {"BRA": {"sweden": 4}}


@pytest.mark.rule("E15V7-MINOR-17")
def test_units_beyond_the_centers_disband_farthest_first() -> None:
    own = {"BRA": ["A KUR", "A PRU"]}
    played = sheets(rich(units=own, infs=BRANDENBURG))
    assert units(played, "BRA") == ["A KUR"]
    # Equally far: the first one in the alphabet.
    level = sheets(rich(units={"BRA": ["A POM", "A SAX"]}, infs=BRANDENBURG))
    assert units(level, "BRA") == ["A SAX"]
    # With a second center both may stay.
    more = rich(units={"BRA": ["A KUR", "A MEC"]}, infs=BRANDENBURG, captures={"MEC": "BRA"})
    assert len(units(sheets(more), "BRA")) == 2


@pytest.mark.rule("E15V7-MINOR-17")
def test_the_patron_chooses_a_unit_too_many() -> None:
    own = {"BRA": ["A KUR", "A PRU"], "sweden": ["A KLM"]}
    state = rich(units=own, infs=BRANDENBURG)
    played = sheets(state, sweden="DISBAND A KUR\nBOLSTER A KLM", denmark="DISBAND A PRU")
    assert units(played, "BRA") == ["A PRU"]
    assert played.verdicts[0].outcome == "success"
    strange = next(one for one in played.verdicts if one.power == "denmark")
    assert (strange.outcome, strange.reasons[0].rule) == ("illegal", "E15V7-MINOR-17")
    one = sheets(rich(units={"BRA": ["A PRU"]}, infs=BRANDENBURG), sweden="DISBAND A PRU")
    assert (one.verdicts[0].outcome, one.verdicts[0].reasons[0].rule) == (
        "excess",
        "E15V7-MINOR-17",
    )
    assert units(one, "BRA") == ["A PRU"]


@pytest.mark.rule("E15V7-MINOR-17")
def test_disbanding_for_a_state_bars_no_purchases() -> None:
    own = {"BRA": ["A KUR", "A PRU"], "sweden": ["A KLM"]}
    state = rich(units=own, infs=BRANDENBURG, treasury={"sweden": 5})
    played = sheets(state, sweden="DISBAND A KUR\nBOLSTER A KLM")
    assert outcome(played, "BOLSTER A KLM 1") == "success"


@pytest.mark.rule("E15V7-MINOR-18")
def test_minor_units_are_not_for_sale() -> None:
    infs = {**FRENCH, "SAX": {"france": 3}}
    state = rich(units={"HES": ["A HES"]}, infs=infs, treasury={"france": 50})
    orders = "BOLSTER A HES\nBUILD A SAX FOR SAX\nBOLSTER A HES FOR HES 1"
    played = sheets(state, france=orders)
    assert cited(played, "BUILD A SAX FOR SAX") == ("illegal", "E15V7-MINOR-18")
    assert cited(played, "BOLSTER A HES 1") == ("illegal", "E15V7-MINOR-18")
    assert cited(played, "BOLSTER A HES FOR HES 1") == ("illegal", "E15V7-MINOR-18")
    assert units(played, "HES") == ["A HES"]


def test_the_ottomans_build_when_aligned_and_keep_their_units_when_not() -> None:
    aligned = {"OTT": {"spain": 5}}
    assert len(units(sheets(rich(units={}, infs=aligned)), "OTT")) == 1
    assert units(sheets(rich(units={})), "OTT") == []
    three = {"OTT": ["A SER", "A BOS", "A ALB"]}
    assert len(units(sheets(rich(units=three)), "OTT")) == 3
    # Rumelia and Serbia keep two.
    assert units(sheets(rich(units=three, infs=aligned)), "OTT") == ["A ALB", "A SER"]
