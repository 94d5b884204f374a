"""Edge cases of movement, scenario 8, what is said of sheets before the deadline, and options."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events, outcome, units_of, verdict
from tests.rules.europe_1615_v7.seven import Played, given, sheets

WAR = [("france", "spain")]


def gone(played: Played) -> list[str]:
    """The units that are dislodged."""
    return sorted(one.data["unit"] for one in events(played, "dislodged"))


def adjusted(played: Played) -> Played:
    """The map adjustment that follows, with nobody retreating."""
    while played.state.moment.phase != "income":
        played = sheets(played.state)
    return played


def complaints(state: EuropeState, power: str, text: str) -> list[tuple[str, str]]:
    """What is said of a sheet before the deadline."""
    found = RULESET.read(state, {power: text.replace(" ; ", "\n")}).complaints
    return [(one.severity, one.text) for one in found if one.text in text]


# --- politics and movement in one phase


@pytest.mark.rule("E15V7-CORE-2")
@pytest.mark.parametrize(
    ("infs", "texts"),
    [
        ({"france": 3, "spain": 3}, {"france": "2: SAV"}),
        ({"france": 3, "spain": 3}, {"france": "SAV > SPAIN"}),
        ({"spain": 2}, {"france": "3: SAV"}),
    ],
)
def test_edge_case_2_a_state_that_opens_this_year(infs: dict[str, int], texts: dict[str, str]):
    """Neutral by what stands at the opening, and aligned with France or unaligned in the end."""
    state = given(units={"france": ["A BUR"]}, infs={"SAV": infs})
    sheet = f"{texts['france']} ; A BUR - SAV"
    assert complaints(state, "france", sheet) == []
    assert outcome(sheets(state, france=sheet), "A BUR - SAV") == "success"


@pytest.mark.rule("E15V7-CORE-2")
def test_edge_case_2_an_order_to_a_unit_that_may_change_its_patron_is_read_and_never_an_error():
    state = given(units={"HES": ["A HES"]}, infs={"HES": {"spain": 2}})
    assert complaints(state, "france", "5: HES ; HES: A HES - WES") == []
    neutral = given(units={"HES": ["A HES"]}, infs={"HES": {"spain": 2, "france": 2}})
    assert complaints(neutral, "france", "A HES - WES") == [("warning", "A HES - WES")]
    assert complaints(neutral, "france", "A HES - VIE") == [("error", "A HES - VIE")]


@pytest.mark.rule("E15V7-MOVE-1")
@pytest.mark.parametrize("order", ["A BUR - VIE", "A PAR - NET"])
def test_what_no_influence_can_change_is_said_before_the_deadline(order: str):
    """Vienna is far away; the Southern Netherlands are Spain's, with which there is peace."""
    state = given(units={"france": ["A BUR", "A PAR"]})
    assert ("error", order) in complaints(state, "france", order)


@pytest.mark.rule("E15V7-MINOR-1")
def test_edge_case_3_a_state_that_loses_all_its_infs_is_open_this_year():
    units = {"HES": ["A WES"], "spain": ["A COL"]}
    state = given(units=units, infs={"HES": {"france": 2}})
    played = sheets(state, spain="2: HES ; HES > FRANCE ; A COL - HES", france="A WES - BRE")
    assert played.state.statuses["HES"].kind == "unaligned"
    assert outcome(played, "A COL - HES") == "success"
    assert outcome(played, "A WES - BRE") == "illegal"
    after = adjusted(played).state
    assert after.captures["HES"].holder == "spain"
    assert units_of(after, "HES") == []


# --- minor states


# --- allies, enemies and guests


@pytest.mark.rule("E15V7-MOVE-11")
def test_edge_case_30_a_guest_in_the_enemys_land_may_be_dislodged():
    """France at war with Spain and at peace with England, whose army is in Milan."""
    units = {"france": ["A SAV +1"], "england": ["A MIL"]}
    state = given(units=units, wars=WAR, alliances=[("spain", "england")])
    assert gone(sheets(state, france="A SAV - MIL")) == ["A MIL"]


@pytest.mark.rule("E15V7-MOVE-9")
def test_edge_case_31_an_enemy_in_the_land_of_one_at_peace_is_out_of_reach():
    units = {"france": ["A SAV +1"], "england": ["A MIL"]}
    state = given(units=units, wars=[("france", "england")], alliances=[("spain", "england")])
    assert outcome(sheets(state, france="A SAV - MIL"), "A SAV - MIL") == "illegal"


@pytest.mark.rule("E15V7-MOVE-16")
def test_edge_case_32_an_ally_of_both_sides_of_a_war():
    """France is allied with Denmark and Sweden, who are at war and both in its land."""
    units = {"france": ["A PAR +1"], "denmark": ["A BUR"], "sweden": ["A LYO"]}
    state = given(
        units=units,
        alliances=[("france", "denmark"), ("france", "sweden")],
        wars=[("denmark", "sweden")],
    )
    helped = sheets(state, sweden="A LYO - BUR", france="A PAR S A LYO - BUR")
    assert (outcome(helped, "A LYO - BUR"), gone(helped)) == ("bounce", [])
    strong = given(
        units={**units, "sweden": ["A LYO +1"]},
        alliances=[("france", "denmark"), ("france", "sweden")],
        wars=[("denmark", "sweden")],
    )
    assert gone(sheets(strong, sweden="A LYO - BUR")) == ["A BUR"]
    assert gone(sheets(state, france="A PAR - BUR")) == []


@pytest.mark.rule("E15V7-MOVE-14")
def test_edge_case_33_an_ally_of_the_patron_attacks_the_state():
    units = {"HES": ["A HES"], "spain": ["A COL +3"]}
    infs = {"HES": {"france": 1}}
    state = given(units=units, infs=infs, alliances=WAR)
    played = sheets(state, spain="A COL - HES")
    assert (outcome(played, "A COL - HES"), gone(played)) == ("bounce", [])
    empty = sheets(given(units={"spain": ["A COL"]}, infs=infs, alliances=WAR), spain="A COL - HES")
    assert outcome(empty, "A COL - HES") == "success"
    assert "HES" not in adjusted(empty).state.captures


@pytest.mark.rule("E15V7-MOVE-9")
@pytest.mark.parametrize(("wars", "holder"), [(["spain"], "bavaria"), ([], None)])
def test_edge_case_42_a_proxy_is_dislodged(wars: list[str], holder: str | None):
    """An English army keeps Lorraine for France; Bavaria, at war with England, beats it."""
    units = {"england": ["A LOR"], "bavaria": ["A WUR +1"]}
    enemy = "france" if holder else "england"
    state = given(
        units=units,
        captures={"LOR": "france"},
        alliances=[("france", "england")],
        wars=[("bavaria", enemy)],
    )
    played = sheets(state, bavaria="A WUR - LOR")
    if holder is None:
        assert outcome(played, "A WUR - LOR") == "illegal"
        return
    assert gone(played) == ["A LOR"]
    assert adjusted(played).state.captures["LOR"].holder == holder


def test_edge_case_43_a_proxy_takes_the_place_of_the_controllers_unit():
    units = {"france": ["A LOR"], "england": ["A CHA"]}
    state = given(units=units, captures={"LOR": "france"}, alliances=[("france", "england")])
    played = sheets(state, france="A LOR - TRI", england="A CHA - LOR")
    assert adjusted(played).state.captures["LOR"].holder == "france"


@pytest.mark.rule("E15V7-CORE-1")
@pytest.mark.parametrize("infs", [{}, {"HES": {"france": 2}}])
def test_ignored_orders_are_known_to_their_author(infs: dict[str, dict[str, int]]):
    played = sheets(given(units={"HES": ["A HES"]}, infs=infs), spain="A HES - FRA")
    assert verdict(played, "A HES - FRA").known_to == ("spain",)


# --- sheets


@pytest.mark.parametrize(
    "sheet",
    [
        "5: BRA\nBRA > SPAIN\nA PAR - BUR\nHES: A HES - WES\nOTTOMAN:\nA SER - HUN",
        "FRANCE\n5: BRA; BRA > SPAIN; A PAR - BUR\nHesse: A HES - WES\nOttomans\nOTT: A SER - HUN",
        "1) 5: BRA\n2) BRA > SPAIN\n3) A PAR - BUR\n4) A HES - WES\n5) OTTOMAN: A SER - HUN",
    ],
)
def test_politics_and_orders_of_units_stand_on_one_sheet(sheet: str):
    units = {"france": ["A PAR"], "HES": ["A HES"], "OTT": ["A SER"]}
    state = given(units=units, infs={"HES": {"france": 1}, "OTT": {"spain": 1}})
    book = RULESET.read(state, {"france": sheet})
    assert [str(one.order) for one in book.sheets["france"].orders] == [
        "5: BRA",
        "BRA > SPAIN",
        "A PAR - BUR",
        "A HES - WES",
        "A SER - HUN",
    ]
