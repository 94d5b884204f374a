"""Declarations, war and armistice: E15V7-DECL, E15V7-WAR and E15V7-ARM."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, infs_in, outcome
from tests.rules.europe_1615_v7.seven import cited, given, sheets, through


def relation(state, one: str, other: str) -> str:
    return state.standing.relation(one, other)


def next_year(before, **texts: str):
    """The state before the next year's orders, after these sheets of politics."""
    return through(before, "scoring", movement=texts)[-1].state


@pytest.mark.rule("E15V7-DECL-2")
@pytest.mark.parametrize("phase", ["income", "builds"])
@pytest.mark.parametrize("order", ["DECLARE WAR: SPAIN", "DECLARE ALLIANCE: SPAIN"])
def test_nothing_is_declared_in_other_phases(phase: str, order: str):
    played = sheets(given(phase=phase), france=order)
    assert outcome(played, order) == "illegal"
    assert played.state.changes == ()


@pytest.mark.rule("E15V7-DECL-3")
def test_a_war_is_in_effect_from_the_next_year():
    state = next_year(given(year=1618), france="DECLARE WAR: SPAIN")
    assert state.year == 1619
    assert relation(state, "france", "spain") == "war"


@pytest.mark.rule("E15V7-DECL-3")
def test_effects_come_in_the_order_of_the_rulebook():
    before = given(
        wars=[("spain", "england"), ("bavaria", "dutch")], alliances=[("france", "denmark")]
    )
    played = through(
        before,
        "scoring",
        movement={
            "sweden": "WAR: POLAND ; ALLIANCE: AUSTRIA",
            "austria": "ALLIANCE: SWEDEN",
            "bavaria": "SURRENDER: DUTCH INDEMNITY 0",
            "dutch": "ACCEPT SURRENDER: BAVARIA INDEMNITY 0",
            "spain": "ARMISTICE: ENGLAND",
            "england": "ARMISTICE: SPAIN",
            "france": "BREAK ALLIANCE: ALL",
        },
    )
    told = [one.rule.removeprefix("E15V7-") for one in events(played[-1], "relation")]
    assert told == ["ALLY-10", "ARM-1", "SURR-3", "ALLY-1", "WAR-3"]


@pytest.mark.rule("E15V7-DECL-4")
def test_a_later_declaration_undoes_an_earlier_one():
    state = next_year(given(year=1618), france="DECLARE WAR: SPAIN")
    state = next_year(state, france="ARMISTICE: SPAIN", spain="ARMISTICE: FRANCE")
    assert (state.year, relation(state, "france", "spain")) == (1620, "peace")


@pytest.mark.rule("E15V7-DECL-6")
@pytest.mark.parametrize(
    "parts", [{}, {"wars": [("france", "spain")]}, {"alliances": [("france", "spain")]}]
)
def test_diplomatic_attacks_do_not_mind(parts):
    before = given(infs={"HES": {"france": 2, "spain": 3}}, **parts)
    assert infs_in(sheets(before, france="HES > SPAIN").state, "HES") == {"spain": 1}


@pytest.mark.rule("E15V7-DECL-7")
@pytest.mark.parametrize(
    "sheet", ["WAR: SPAIN, BAVARIA", "WAR: SPAIN ; WAR: BAVARIA", "WAR: SPAIN AND BAVARIA"]
)
def test_as_many_wars_as_one_likes(sheet: str):
    state = next_year(given(), france=sheet)
    assert relation(state, "france", "spain") == relation(state, "france", "bavaria") == "war"


@pytest.mark.rule("E15V7-DECL-8")
def test_what_would_change_nothing_is_void():
    before = given(wars=[("france", "spain")], alliances=[("france", "denmark")])
    for order in ("WAR: SPAIN", "ALLIANCE: DENMARK"):
        assert cited(sheets(before, france=order), order) == ("illegal", "E15V7-DECL-8")
    # A war that is on is no reason to forget the armistice on the same sheet.
    played = sheets(before, france="WAR: SPAIN ; ARMISTICE: SPAIN", spain="ARMISTICE: FRANCE")
    assert [one.kind for one in played.state.changes] == ["armistice"]
    # One member more is another alliance.
    names = {"france", "denmark", "england"}
    texts = {one: f"ALLIANCE: {', '.join(sorted(names - {one}))}" for one in sorted(names)}
    state = next_year(before, **texts)
    assert (
        relation(state, "france", "england") == relation(state, "denmark", "england") == "alliance"
    )


@pytest.mark.rule("E15V7-DECL-9")
def test_declarations_of_a_power_that_falls_lapse():
    before = given(
        wars=[("palatinate", "bavaria")],
        units={"palatinate": [], "bavaria": ["A WUR"]},
    )
    played = through(
        before,
        "scoring",
        movement={
            "palatinate": "WAR: AUSTRIA ; ALLIANCE: SWEDEN ; SURRENDER: BAVARIA INDEMNITY 3",
            "sweden": "ALLIANCE: PALATINATE",
            "england": "WAR: PALATINATE",
            "bavaria": "A WUR - PAL ; ACCEPT SURRENDER: PALATINATE INDEMNITY 3",
        },
    )
    state = played[-1].state
    assert "palatinate" in state.eliminated
    assert not any("palatinate" in pair for pair in state.relations)
    assert state.changes == ()
    assert state.parts["treaties"].concluded == ()
    assert state.parts["surrenders"].offered == ()


# --- war


@pytest.mark.rule("E15V7-WAR-1")
def test_a_war_needs_nobodys_consent():
    before = given()
    played = sheets(before, france="DECLARE WAR: ENGLAND")
    assert cited(played, "WAR: ENGLAND") == ("success", "E15V7-WAR-1")
    assert relation(played.state, "france", "england") == "peace"
    assert relation(next_year(before, france="WAR: ENGLAND"), "france", "england") == "war"


@pytest.mark.rule("E15V7-WAR-3")
def test_both_sides_of_a_war_have_its_rights():
    state = next_year(given(units={"france": ["A CAT"], "spain": ["A ARA"]}), france="WAR: SPAIN")
    assert outcome(sheets(state, spain="A ARA - GAS"), "A ARA - GAS") == "success"


@pytest.mark.rule("E15V7-WAR-6")
def test_a_war_goes_on():
    state = given(year=1616, wars=[("france", "spain")], units={})
    for _ in range(3):
        state = next_year(state)
    assert relation(state, "france", "spain") == "war"


# --- armistice

WAR = [("france", "spain")]


@pytest.mark.rule("E15V7-ARM-1")
def test_an_armistice_of_both_makes_peace():
    played = through(
        given(wars=WAR), "scoring",
        movement={"france": "ARMISTICE: SPAIN", "spain": "ARMISTICE: FRANCE"},
    )  # fmt: skip
    assert cited(played[0], "ARMISTICE: SPAIN") == ("success", "E15V7-ARM-1")
    assert relation(played[0].state, "france", "spain") == "war"
    assert relation(played[-1].state, "france", "spain") == "peace"
    assert cited(sheets(given(), france="ARMISTICE: SPAIN"), "ARMISTICE: SPAIN") == (
        "illegal", "E15V7-ARM-1",
    )  # fmt: skip


@pytest.mark.rule("E15V7-ARM-2")
def test_one_side_alone_makes_an_offer():
    played = through(given(wars=WAR), "scoring", movement={"france": "ARMISTICE: SPAIN"})
    assert outcome(played[0], "ARMISTICE: SPAIN") == "void"
    assert [one for one in events(played[0], "offer") if one.public]
    assert relation(played[-1].state, "france", "spain") == "war"


@pytest.mark.rule("E15V7-ARM-4")
@pytest.mark.rule("E15V7-SURR-10")
@pytest.mark.parametrize(
    "texts",
    [
        {"france": "ARMISTICE: SPAIN", "spain": "ARMISTICE: FRANCE"},
        {"spain": "SURRENDER: FRANCE", "france": "ACCEPT SURRENDER: SPAIN"},
    ],
)
def test_captured_land_stays_captured(texts: dict[str, str]):
    before = given(wars=WAR, units={"france": ["A CAN"]}, captures={"CAN": "france"})
    state = next_year(before, **texts)
    assert relation(state, "france", "spain") == "peace"
    state = next_year(state)
    assert state.captures["CAN"].holder == "france"


@pytest.mark.rule("E15V7-ARM-5")
def test_after_an_armistice_units_may_leave_and_not_go_on():
    before = given(
        wars=WAR, units={"france": ["A CAN"], "spain": ["A MAD"]}, captures={"CAN": "france"}
    )
    state = next_year(before, france="ARMISTICE: SPAIN", spain="ARMISTICE: FRANCE")
    assert outcome(sheets(state, france="A CAN - GAS"), "A CAN - GAS") == "success"
    assert outcome(sheets(state, france="A CAN - LEO"), "A CAN - LEO") == "illegal"
