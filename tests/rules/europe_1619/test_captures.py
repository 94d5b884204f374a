"""Captures and liberations, from the movement of a year to the end of its map adjustment."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, infs_in, outcome, play, position, units_of
from tests.rules.europe_1619.adjusting import adjust, holder, march, status, texts


@pytest.mark.rule("E19-CAP-1")
@pytest.mark.parametrize(
    ("side", "unit"), [("france", "A SAA"), ("france", "A SAA +2"), ("HES", "A SAA")]
)
def test_whoever_stays_keeps_what_he_has_captured(side: str, unit: str) -> None:
    played = adjust(units={side: [unit]}, captures={"SAA": side}, year=1620)
    assert holder(played, "SAA") == side
    assert played.state.captures["SAA"].year == 1620
    assert texts(played, "liberated") == texts(played, "captured") == []


@pytest.mark.rule("E19-CAP-2")
def test_a_province_that_nobody_occupies_any_more_is_free_the_same_year() -> None:
    played = march(
        {"france": "A SAA - LOR"}, units={"france": ["A SAA"]}, captures={"SAA": "france"}
    )
    assert holder(played, "SAA") == "SAA"
    assert status(played, "SAA") == "unaligned"
    freed = events(played, "liberated")[0]
    assert freed.rule == "E19-CAP-2"
    assert freed.text == (
        "Saarbrücken is free again: no unit of France or its friends stands there"
    )
    assert dict(freed.data) == {"from": "france", "province": "SAA", "to": "SAA", "value": 0}


@pytest.mark.rule("E19-CAP-3")
def test_a_unit_captures_whether_it_wants_to_or_not() -> None:
    played = march({"saxony": "A SAX - ERF"}, units={"saxony": ["A SAX"]})
    assert holder(played, "ERF") == "saxony"
    taken = events(played, "captured")
    assert [one.rule for one in taken] == ["E19-CAP-3"]
    assert taken[0].text == "Saxony captures Erfurt"
    assert taken[0].powers == ("saxony",)
    assert taken[0].provinces == ("ERF",)


@pytest.mark.rule("E19-CAP-4")
def test_the_infs_in_a_captured_state_are_suspended() -> None:
    state = position(
        EDITION,
        phase="adjustment",
        units={"sweden": ["F HAM"]},
        infs={"HAM": {"denmark": 3}},
        wars=[("sweden", "denmark")],
    )
    first = adjust(state)
    assert status(first, "HAM") == "captured sweden"
    fallen = events(first, "state-captured")[0]
    assert fallen.rule == "E19-CAP-4"
    assert fallen.data["infs"] == {"denmark": 3}
    later = replace(first.state, moment=EDITION.moment_of(1620, "diplomatic"))
    placed = play(EDITION, later, {"denmark": "2: HAM", "sweden": "2: HAM"})
    assert {one.outcome for one in placed.verdicts} == {"illegal"}
    second = adjust(replace(placed.state, moment=EDITION.moment_of(1620, "adjustment")))
    assert infs_in(second.state, "HAM") == {"denmark": 3}
    assert status(second, "HAM") == "captured sweden"


@pytest.mark.rule("E19-CAP-5")
def test_leaving_is_the_way_to_give_up_a_province() -> None:
    position_held = {"units": {"france": ["A SAA"]}, "captures": {"SAA": "france"}}
    assert holder(march({"france": "A SAA H"}, **position_held), "SAA") == "france"
    assert holder(march({"france": "A SAA - LOR"}, **position_held), "SAA") == "SAA"


@pytest.mark.rule("E19-CAP-6")
def test_a_freed_state_has_its_status_and_its_unit_back() -> None:
    state = position(
        EDITION,
        phase="adjustment",
        units={"dutch": ["A BRB"]},
        infs={"COL": {"league": 5}},
        captures={"COL": "dutch", "BRB": "dutch"},
        wars=[("dutch", "league"), ("dutch", "spain")],
    )
    assert state.statuses["COL"].kind == "captured"
    played = adjust(state)
    assert status(played, "COL") == "aligned league"
    freed = events(played, "state-freed")[0]
    assert freed.rule == "E19-CAP-6"
    assert freed.data == {
        "state": "COL",
        "status": "aligned",
        "patron": "league",
        "infs": {"league": 5},
    }
    assert units_of(played.state, "COL") == []
    assert units_of(play(EDITION, played.state).state, "COL") == ["A COL"]


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


LOWER_SAXONY = {
    "units": {"LOWR": ["A SAA"], "dutch": ["A BRU"]},
    "captures": {"SAA": "LOWR"},
    "wars": [("dutch", "denmark")],
}


@pytest.mark.rule("E19-CAP-9")
def test_a_state_whose_home_is_captured_loses_all_units() -> None:
    played = adjust(**LOWER_SAXONY, extra_units={"LOWR": 1})
    assert units_of(played.state, "LOWR") == []
    assert status(played, "LOWR") == "captured dutch"
    assert "LOWR" not in played.state.extra_units
    lost = events(played, "units-disbanded")[0]
    assert (lost.rule, lost.data["units"]) == ("E19-CAP-9", ["A SAA"])


@pytest.mark.rule("E19-CAP-10")
def test_a_state_whose_home_is_captured_frees_what_it_held() -> None:
    played = adjust(**LOWER_SAXONY)
    assert holder(played, "SAA") == "SAA"
    assert events(played, "liberated")[0].rule == "E19-CAP-10"


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
def test_the_captors_enemy_captures() -> None:
    played = adjust(
        units={"spain": ["F NORM"]}, captures={"NORM": "england"}, wars=[("spain", "england")]
    )
    assert holder(played, "NORM") == "spain"
    taken = events(played, "captured")[0]
    assert taken.rule == "E19-CAP-15"
    assert taken.text == "Spain captures Normandy from England, a center worth 3"
    assert (taken.data["from"], taken.data["owner"]) == ("england", "france")


@pytest.mark.rule("E19-CAP-15")
def test_the_owner_and_his_states_liberate() -> None:
    for side in ("france", "LOR"):
        played = adjust(
            units={side: ["A CHA"]}, captures={"CHA": "spain"}, wars=[("spain", "france")]
        )
        assert holder(played, "CHA") == "france"


@pytest.mark.rule("E19-CAP-15")
def test_anybody_else_is_judged_as_if_the_province_were_free() -> None:
    """Nobody is at war: what lies beneath decides, unaligned or neutral."""
    taken = adjust(units={"savoy": ["A SAA"]}, captures={"SAA": "france"})
    assert holder(taken, "SAA") == "savoy"
    freed = adjust(
        units={"savoy": ["A SAA"]},
        captures={"SAA": "france"},
        infs={"SAA": {"league": 1, "union": 1}},
    )
    assert holder(freed, "SAA") == "SAA"
    assert status(freed, "SAA") == "neutral"


@pytest.mark.rule("E19-CAP-16")
def test_a_state_gives_back_what_it_took_from_its_new_patron() -> None:
    fields = {"units": {"HES": ["A CHA"]}, "captures": {"CHA": "HES"}}
    kept = adjust(**fields, infs={"HES": {"union": 5}}, wars=[("union", "france")])
    assert holder(kept, "CHA") == "HES"
    played = adjust(**fields, infs={"HES": {"france": 6}})
    assert holder(played, "CHA") == "france"
    assert events(played, "liberated")[0].rule == "E19-CAP-16"
    assert units_of(played.state, "HES") == ["A CHA"]
