"""Who holds which land, and for whom it is kept: E19D-CAP and E19D-PRX."""

from __future__ import annotations

import pytest

from generator.engine.phases import OrderBook
from generator.rulesets.europe.steps.income import income_of
from generator.rulesets.europe.steps.scores import score_power
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, infs_in, outcome, play, position
from tests.rules.europe_1619_draft.marching import (
    adjust,
    given,
    holder,
    march,
    move,
    retreat,
    stands,
    status,
    texts,
)

FRANCE_ENGLAND = [("england", "france")]


@pytest.mark.rule("E19D-CAP-1")
def test_a_unit_in_unaligned_land_captures_it_for_its_owner():
    """A state's army in Moldavia: the state holds it, not its power."""
    state = given(units={"TRA": ["A TRA"]}, infs={"TRA": {"austria": 3}})
    result = march(state, austria="A TRA - MOL")
    assert (holder(result, "MOL"), status(result, "MOL")) == ("TRA", "captured TRA")
    (event,) = events(result, "captured")
    assert event.rule == "E19D-CAP-1"
    assert holder(march(given(units={"union": ["A PAL"]}), union="A PAL - SAA"), "SAA") == "union"


@pytest.mark.rule("E19D-CAP-2")
def test_a_capture_that_is_left_alone_is_free_in_the_same_year():
    """Denmark held Kalenberg and goes away."""
    state = given(
        units={"denmark": ["A KAL"]}, captures={"KAL": "denmark"}, infs={"LOWR": {"england": 2}}
    )
    stays = march(state, denmark="A KAL H")
    assert holder(stays, "KAL") == "denmark"
    result = march(state, denmark="A KAL - OLD")
    assert holder(result, "KAL") == "LOWR"


@pytest.mark.rule("E19D-CAP-3")
def test_a_freed_province_is_its_powers_again():
    """England withdraws from Normandy. (source)"""
    state = given(units={"england": ["F NORM"]}, captures={"NORM": "england"}, wars=FRANCE_ENGLAND)
    result = march(state, england="F NORM - ENG")
    assert holder(result, "NORM") == "france"
    (event,) = events(result, "liberated")
    assert (event.rule, event.data["province"]) == ("E19D-CAP-3", "NORM")


@pytest.mark.rule("E19D-CAP-4")
@pytest.mark.parametrize(
    ("code", "state", "to"),
    [
        ("KAL", "LOWR", "PAD"),
        ("PIE", "SAV", "SWI"),
        ("DAR", "HES", "PAL"),
        ("GRE", "OTT", "AEG"),
        ("BUL", "OTT", "MOL"),
        ("SER", "OTT", "HUN"),
        ("ALB", "OTT", "ADR"),
        ("BOS", "OTT", "HUN"),
        ("WAL", "OTT", "MOL"),
    ],
)
def test_an_outer_province_goes_back_to_its_state(code: str, state: str, to: str):
    """Kalenberg, Piedmont, Darmstadt and the Balkan provinces. (source)"""
    unit = "F" if code in ("GRE", "ALB") else "A"
    given_ = given(
        units={"england": [f"{unit} {code}"]},
        captures={code: "england"},
        infs={"PAD": {}, "SWI": {}},
        wars=[("england", "union")],
    )
    result = march(given_, england=f"{unit} {code} - {to}")
    assert holder(result, code) == state
    (event,) = [one for one in events(result, "liberated") if one.data["province"] == code]
    assert event.rule == "E19D-CAP-4"


@pytest.mark.rule("E19D-CAP-4")
def test_an_outer_province_of_a_captured_state_is_no_more_than_free():
    """The Ottoman home is captured too: Serbia is grey."""
    state = given(
        units={"austria": ["A SER"], "poland": ["A MAC"]},
        captures={"SER": "austria", "MAC": "poland"},
    )
    result = march(state, austria="A SER - HUN")
    assert holder(result, "SER") == "OTT"
    assert result.state.standing.lords["SER"] == ""


@pytest.mark.rule("E19D-CAP-5")
def test_only_the_home_center_makes_a_state_a_captured_one():
    state = given(units={"spain": ["A KAL"], "LOWR": []}, wars=[("denmark", "spain")])
    result = march(state, spain="A KAL H")
    assert holder(result, "KAL") == "spain"
    assert status(result, "LOWR") == "aligned denmark"
    (event,) = events(result, "captured")
    assert event.rule == "E19D-CAP-5"
    home = march(
        given(units={"spain": ["A BRU"], "LOWR": []}, wars=[("denmark", "spain")]), spain="A BRU H"
    )
    assert status(home, "LOWR") == "captured spain"
    diplomatic = position(EDITION, phase="diplomatic", captures={"KAL": "spain"})
    placed = play(EDITION, diplomatic, {"denmark": "3: LOWR"})
    assert infs_in(placed.state, "LOWR") == {"denmark": 11}


@pytest.mark.rule("E19D-CAP-6")
def test_the_infs_of_a_captured_state_stay_on_record():
    state = given(units={"league": ["A HES"]}, wars=[("league", "union")])
    result = march(state, league="A HES H")
    assert status(result, "HES") == "captured league"
    assert infs_in(result.state, "HES") == {"union": 4}
    diplomatic = position(
        EDITION, phase="diplomatic", captures={"HES": "league"}, infs={"HES": {"union": 4}}
    )
    refused = play(EDITION, diplomatic, {"union": "4: HES"})
    assert outcome(refused, "4: HES") == "illegal"
    assert infs_in(refused.state, "HES") == {"union": 4}


@pytest.mark.rule("E19D-CAP-7")
def test_land_is_given_up_by_moving_away_and_by_nothing_else():
    state = given(units={"england": ["A HES"]}, captures={"HES": "england"}, infs={"PAD": {}})
    result = move(state, england="WAIVE CAPTURE HES; RELEASE HES; A HES H")
    refused = [one for one in result.verdicts if one.order != "A HES H"]
    assert [one.outcome for one in refused if one.power == "england"] == ["illegal"] * 2
    assert holder(adjust(result), "HES") == "england"
    freed = march(state, england="A HES - PAD")
    assert (holder(freed, "HES"), holder(freed, "PAD")) == ("HES", "england")


@pytest.mark.rule("E19D-CAP-8")
def test_a_liberated_state_has_its_status_and_gets_a_unit():
    state = given(
        units={"england": ["A HES"]},
        captures={"HES": "england"},
        infs={"HES": {"union": 4, "league": 2}, "PAD": {}},
    )
    result = march(state, england="A HES - PAD")
    assert status(result, "HES") == "aligned union"
    (event,) = events(result, "state-freed")
    assert event.rule == "E19D-CAP-8"
    built = play(EDITION, result.state)
    assert stands(built, "HES") == ["A HES"]


@pytest.mark.rule("E19D-CAP-9")
def test_the_other_provinces_of_a_captured_state_are_open_to_anybody():
    """Brunswick is captured, Kalenberg empty."""
    state = given(units={"england": ["A OLD"], "sweden": ["A BRU"]}, captures={"BRU": "sweden"})
    assert state.standing.lords["KAL"] == ""
    result = march(state, england="A OLD - KAL")
    assert holder(result, "KAL") == "england"


@pytest.mark.rule("E19D-CAP-10")
def test_a_captured_province_is_its_captors_for_everybody():
    """Denmark holds Kalenberg; Sweden has no relation to Denmark."""
    parts = {
        "units": {"denmark": [], "sweden": ["A PAD"]},
        "captures": {"KAL": "denmark", "PAD": "sweden"},
        # Without Denmark, Kalenberg would be Sweden's own aligned land.
        "infs": {"LOWR": {"sweden": 8}},
    }
    result = move(given(**parts), sweden="A PAD - KAL")
    assert outcome(result, "A PAD - KAL") == "illegal"
    war = march(given(**parts, wars=[("denmark", "sweden")]), sweden="A PAD - KAL")
    assert holder(war, "KAL") == "sweden"
    (event,) = [one for one in events(war, "captured") if one.data["province"] == "KAL"]
    assert event.rule == "E19D-CAP-10"


@pytest.mark.rule("E19D-CAP-11")
def test_an_ally_liberates_a_home_province():
    """England holds Normandy; Spain is at war with England and allied with France."""
    parts = {
        "units": {"spain": ["A NET"]},
        "captures": {"NORM": "england"},
        "wars": [*FRANCE_ENGLAND, ("england", "spain")],
        "alliances": [("france", "spain")],
    }
    result = march(given(**parts), spain="A NET - NORM")
    assert holder(result, "NORM") == "france"
    assert stands(result, "spain") == ["A NORM"]
    (event,) = events(result, "liberated")
    assert event.rule == "E19D-CAP-11"


@pytest.mark.rule("E19D-CAP-11")
@pytest.mark.rule("E19D-CAP-12")
@pytest.mark.parametrize(("owner", "unit"), [("france", "A PAR"), ("LOR", "A PAR")])
def test_the_owner_or_a_state_of_his_liberates_a_lost_province(owner: str, unit: str):
    state = given(units={owner: [unit]}, captures={"NORM": "england"}, wars=FRANCE_ENGLAND)
    result = march(state, france="A PAR - NORM")
    assert holder(result, "NORM") == "france"
    (event,) = events(result, "liberated")
    assert event.rule == "E19D-CAP-12"


@pytest.mark.rule("E19D-CAP-13")
def test_an_english_fleet_captures_normandy():
    state = given(units={"england": ["F NAR"]}, wars=FRANCE_ENGLAND)
    result = march(state, england="F NAR - NORM")
    assert holder(result, "NORM") == "england"
    value = result.state.facts.centers["NORM"]
    said = f"England captures Normandy from France, a center worth {value}"
    assert texts(result, "captured") == [said]


# --- proxies


MECKLENBURG = {"captures": {"MEC": "denmark"}, "infs": {"MEC": {"sweden": 4}}}


@pytest.mark.rule("E19D-PRX-1")
def test_a_states_unit_keeps_what_its_power_held():
    """A Lower Saxon army takes the place of the Danish one."""
    state = given(units={"denmark": ["A MEC"], "LOWR": ["A BRU"]}, **MECKLENBURG)
    result = march(state, denmark="A MEC - HAM; A BRU - MEC")
    assert stands(result, "LOWR") == ["A MEC"]
    assert holder(result, "MEC") == "denmark"
    (event,) = events(result, "proxy")
    assert event.rule == "E19D-PRX-1"
    gap = march(state, denmark="A MEC - HAM; A BRU H")
    assert holder(gap, "MEC") == "MEC"


@pytest.mark.rule("E19D-PRX-2")
@pytest.mark.parametrize(("owner", "infs"), [("sweden", {}), ("POM", {"POM": {"sweden": 3}})])
def test_so_do_units_of_allies_and_of_their_states(owner: str, infs: dict[str, dict[str, int]]):
    state = given(
        units={"denmark": ["A MEC"], owner: ["A POM"]},
        captures={"MEC": "denmark"} | ({"POM": "sweden"} if owner == "sweden" else {}),
        infs={"MEC": {"england": 4}, **infs},
        alliances=[("denmark", "sweden")],
    )
    result = march(state, denmark="A MEC - HAM", sweden="A POM - MEC")
    assert stands(result, owner) == ["A MEC"]
    assert holder(result, "MEC") == "denmark"


@pytest.mark.rule("E19D-PRX-3")
@pytest.mark.parametrize(
    ("owner", "at"), [("austria", "A RHU"), ("CRO", "A CRO"), ("spain", "A USL")]
)
def test_a_states_captures_are_kept_by_its_power_its_fellows_and_its_allies(owner: str, at: str):
    """Hungary is Transylvania's, which is aligned with Austria, the ally of Spain."""
    state = given(
        units={"TRA": ["A HUN"], owner: [at]},
        captures={"HUN": "TRA"},
        infs={"TRA": {"austria": 3}, "MOL": {}},
        alliances=[("austria", "spain")],
    )
    power = "spain" if owner == "spain" else "austria"
    sheets = {"austria": "A HUN - TRA"}
    sheets[power] = "; ".join(filter(None, (sheets.get(power, ""), f"{at} - HUN")))
    result = march(state, **sheets)
    assert stands(result, owner) == ["A HUN"]
    assert holder(result, "HUN") == "TRA"
    (event,) = events(result, "proxy")
    assert event.rule == "E19D-PRX-3"


@pytest.mark.rule("E19D-PRX-4")
def test_a_proxy_makes_no_capture_for_others():
    state = given(
        units={"denmark": [], "sweden": ["A POM"]},
        infs={"MEC": {"england": 4}},
        captures={"POM": "sweden"},
        alliances=[("denmark", "sweden")],
        wars=[("england", "sweden"), ("denmark", "england")],
    )
    assert holder(march(state, sweden="A POM - MEC"), "MEC") == "sweden"


@pytest.mark.rule("E19D-PRX-5")
def test_a_proxy_whose_alliance_has_ended_must_leave():
    """A Swedish army stands in Danish-held Mecklenburg."""
    state = given(units={"sweden": ["A MEC +1"]}, **MECKLENBURG)
    result = move(state, sweden="A MEC H")
    (event,) = events(result, "evicted")
    assert event.rule == "E19D-CHK-3"
    assert "the land is held by Denmark, with which Sweden is neither" in event.text
    after = adjust(retreat(result, sweden="A MEC R POM"))
    assert holder(after, "MEC") == "MEC"


@pytest.mark.rule("E19D-PRX-6")
def test_income_and_points_of_a_capture_are_the_holders():
    state = given(
        units={"denmark": [], "sweden": ["A MEC"]}, alliances=[("denmark", "sweden")], **MECKLENBURG
    )
    result = march(state, sweden="A MEC H")
    assert holder(result, "MEC") == "denmark"
    turn = Turn(EDITION, result.state, OrderBook({}))
    income = income_of(turn)
    assert [item.source for item in income["denmark"] if "MEC" in item.parts] == ["captured_center"]
    assert not any("MEC" in item.parts for item in income["sweden"])
    value = result.state.facts.centers["MEC"]
    assert score_power(turn, "denmark")["captured_center"] == value
    assert score_power(turn, "sweden")["captured_center"] == 0
