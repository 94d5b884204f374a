"""Captures and liberations, from the movement of a year to the end of its map adjustment."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, outcome, play, position, units_of
from tests.rules.europe_1619.adjusting import adjust, holder, march, status


@pytest.mark.rule("E19-CAP-5")
def test_leaving_is_the_way_to_give_up_a_province() -> None:
    position_held = {"units": {"france": ["A SAA"]}, "captures": {"SAA": "france"}}
    assert holder(march({"france": "A SAA H"}, **position_held), "SAA") == "france"
    assert holder(march({"france": "A SAA - LOR"}, **position_held), "SAA") == "SAA"


@pytest.mark.rule("E19-CAP-7")
def test_a_power_has_its_province_back_when_the_captor_leaves() -> None:
    played = march(
        {"england": "A NORM - PAR"},
        units={"england": ["A NORM"]},
        captures={"NORM": "england"},
        wars=[("england", "france")],
    )
    assert holder(played, "NORM") == "france"
    freed = events(played, "liberated")[0]
    assert freed.rule == "E19-CAP-7"
    assert freed.text.startswith("Normandy is French again: ")
    assert holder(played, "PAR") == "england"


@pytest.mark.rule("E19-CAP-8")
@pytest.mark.parametrize(
    ("code", "state"),
    [("KAL", "LOWR"), ("LUS", "BOHC"), ("SIL", "BOHC"), ("MOR", "BOHC"), ("PRU", "BRAP")],
)
def test_land_of_a_large_state_returns_to_it(code: str, state: str) -> None:
    played = adjust(units={"poland": ["A WAR"]}, captures={code: "poland"})
    assert holder(played, code) == state
    assert events(played, "liberated")[0].rule == "E19-CAP-8"
    assert played.state.standing.lords[code] == played.state.statuses[state].patron


@pytest.mark.rule("E19-CAP-11")
def test_the_rest_of_a_captured_state_lies_open() -> None:
    played = adjust(units={"austria": ["A BOH"]}, infs={"BOHC": {}})
    assert status(played, "BOHC") == "captured austria"
    opened = events(played, "land-open")[0]
    assert opened.rule == "E19-CAP-11"
    assert opened.provinces == ("LUS", "SIL", "MOR")
    following = replace(
        played.state,
        moment=EDITION.moment_of(1620, "movement"),
        units=position(EDITION, units={"austria": ["A BOH"], "saxony": ["A SAX"]}).units,
    )
    moved = play(EDITION, following, {"saxony": "A SAX - LUS"})
    assert outcome(moved, "A SAX - LUS") == "success"
    taken = adjust(moved.state)
    assert holder(taken, "LUS") == "saxony"
    assert events(taken, "captured")[0].rule == "E19-CAP-3"


@pytest.mark.rule("E19-CAP-12")
def test_an_outer_province_is_not_the_state() -> None:
    played = march(
        {"poland": "A DAN - PRU"}, units={"poland": ["A DAN"]}, wars=[("poland", "union")]
    )
    assert holder(played, "PRU") == "poland"
    taken = events(played, "captured")[0]
    assert taken.rule == "E19-CAP-12"
    assert taken.text == "Poland captures Prussia from Brandenburg-Prussia"
    assert status(played, "BRAP") == "aligned union"
    later = replace(played.state, moment=EDITION.moment_of(1620, "diplomatic"))
    assert outcome(play(EDITION, later, {"union": "2: BRAP"}), "2: BRAP") == "success"


@pytest.mark.rule("E19-CAP-13")
def test_what_a_state_captures_is_the_states() -> None:
    played = march({"union": "A HES - PAD"}, units={"HES": ["A HES"]}, infs={"PAD": {}})
    assert holder(played, "PAD") == "HES"
    taken = events(played, "captured")[0]
    assert taken.rule == "E19-CAP-13"
    assert taken.text.startswith("Hesse (aligned with ")
    assert played.state.standing.lords["PAD"] == "union"
    neutral = adjust(
        units={"HES": ["A PAD"]}, captures={"PAD": "HES"}, infs={"HES": {"union": 1, "france": 1}}
    )
    assert holder(neutral, "PAD") == "HES"
    assert neutral.state.standing.lords["PAD"] == "-"


@pytest.mark.rule("E19-CAP-14")
@pytest.mark.parametrize("infs", [{}, {"union": 2, "league": 2}])
def test_states_without_a_patron_keep_what_they_occupy(infs: dict[str, int]) -> None:
    played = adjust(units={"HES": ["A SAA"]}, captures={"SAA": "HES"}, infs={"HES": infs})
    assert holder(played, "SAA") == "HES"
    gone = adjust(units={"HES": ["A HES"]}, captures={"SAA": "HES"}, infs={"HES": infs})
    assert holder(gone, "SAA") == "SAA"


@pytest.mark.rule("E19-CAP-15")
def test_the_owners_ally_liberates() -> None:
    played = adjust(
        units={"austria": ["A BRB"]},
        captures={"BRB": "dutch"},
        alliances=[("austria", "spain")],
        wars=[("spain", "dutch")],
    )
    assert holder(played, "BRB") == "spain"
    freed = events(played, "liberated")[0]
    assert freed.rule == "E19-CAP-15"
    assert freed.text == "Brabant is Spanish again: a unit of Austria has freed it"
    assert units_of(played.state, "austria") == ["A BRB"]


@pytest.mark.rule("E19-CAP-15")
def test_the_owner_and_his_states_liberate() -> None:
    for side in ("france", "LOR"):
        played = adjust(
            units={side: ["A CHA"]}, captures={"CHA": "spain"}, wars=[("spain", "france")]
        )
        assert holder(played, "CHA") == "france"


@pytest.mark.rule("E19-CAP-16")
def test_a_state_gives_back_what_it_took_from_its_new_patron() -> None:
    fields = {"units": {"HES": ["A CHA"]}, "captures": {"CHA": "HES"}}
    kept = adjust(**fields, infs={"HES": {"union": 5}}, wars=[("union", "france")])
    assert holder(kept, "CHA") == "HES"
    played = adjust(**fields, infs={"HES": {"france": 6}})
    assert holder(played, "CHA") == "france"
    assert events(played, "liberated")[0].rule == "E19-CAP-16"
    assert units_of(played.state, "HES") == ["A CHA"]
