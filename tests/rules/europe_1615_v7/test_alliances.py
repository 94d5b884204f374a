"""Alliances as treaties of all their members: E15V7-ALLY and E15V7-PAP-10 to 14."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from generator.engine.errors import FileError
from generator.engine.phases import Ruling, Setup
from generator.rulesets.europe.features.treaty_records import Treaty, TreatyBook
from generator.rulesets.europe.playing.read import read_sheets
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, outcome, units_of
from tests.rules.europe_1615_v7.seven import at, cited, given, said, sheets, through


def relation(state: EuropeState, one: str, other: str) -> str:
    return state.standing.relation(one, other)


def allied(state: EuropeState) -> set[frozenset[str]]:
    return {frozenset(pair) for pair, one in state.relations.items() if one.kind == "alliance"}


def pairs(*circles: str) -> set[frozenset[str]]:
    """All pairs of each circle, whose names stand in one text."""
    return {frozenset(pair) for names in circles for pair in combinations(names.split(), 2)}


def next_year(before: EuropeState, **texts: str) -> EuropeState:
    return through(before, "scoring", movement=texts)[-1].state


def all_declare(*members: str) -> dict[str, str]:
    """The sheets with which these make an alliance."""
    return {
        one: "DECLARE ALLIANCE: " + ", ".join(other for other in members if other != one)
        for one in members
    }


def treaty_of(state: EuropeState, *members: str) -> EuropeState:
    """The state of the next year, in which these have a treaty."""
    return next_year(state, **all_declare(*members))


@pytest.mark.rule("E15V7-ALLY-1")
def test_an_alliance_is_in_effect_from_the_next_year():
    played = through(given(year=1616), "scoring", movement=all_declare("france", "denmark"))
    assert relation(played[0].state, "france", "denmark") == "peace"
    assert cited(played[0], "ALLIANCE: DENMARK") == ("success", "E15V7-ALLY-1")
    assert played[-1].state.year == 1617
    assert relation(played[-1].state, "france", "denmark") == "alliance"


TRIO = ("france", "denmark", "england")


@pytest.mark.rule("E15V7-ALLY-2")
def test_all_members_declare_it_and_name_the_same():
    assert allied(treaty_of(given(), *TRIO)) == pairs("france denmark england")
    texts = all_declare(*TRIO)
    for wrong in ({**texts, "england": ""}, {**texts, "england": "ALLIANCE: FRANCE"}):
        played = through(given(), "scoring", movement=wrong)
        assert allied(played[-1].state) == set()
        assert cited(played[0], "ALLIANCE: DENMARK, ENGLAND") == ("void", "E15V7-ALLY-2")
        assert all(one.public for one in events(played[0], "offer"))
        assert len(events(played[0], "offer")) in (2, 3)


@pytest.mark.rule("E15V7-ALLY-2")
def test_whoever_declares_one_is_told_that_it_needs_the_others():
    book = read_sheets(EDITION, given(), {"france": "ALLIANCE: DENMARK, ENGLAND"})
    told = [one.problem for one in book.complaints if "alliance" in one.problem]
    assert told == [
        "an alliance needs all its members: it counts if Denmark and England declare it too"
    ]


@pytest.mark.rule("E15V7-ALLY-3")
def test_a_power_may_be_in_several_alliances():
    state = treaty_of(treaty_of(given(), *TRIO), "france", "sweden")
    assert allied(state) == pairs("france denmark england", "france sweden")


@pytest.mark.rule("E15V7-ALLY-4")
def test_members_move_through_each_others_states():
    before = given(
        alliances=[("austria", "bavaria")],
        units={"bavaria": ["A FRA"]},
        infs={"SAX": {"austria": 3}},
    )
    played = through(before, "adjustment", movement={"bavaria": "A FRA - SAX"})
    assert outcome(played[0], "A FRA - SAX") == "success"
    assert played[-1].state.statuses["SAX"].patron == "austria"
    assert "SAX" not in played[-1].state.captures


@pytest.mark.rule("E15V7-ALLY-5")
def test_members_do_not_dislodge_each_other():
    before = given(
        alliances=[("austria", "bavaria")], units={"austria": ["A TYR"], "bavaria": ["A BAV +2"]}
    )
    played = sheets(before, bavaria="A BAV - TYR")
    assert outcome(played, "A BAV - TYR") in ("bounce", "illegal")
    assert units_of(played.state, "austria") == ["A TYR"]


@pytest.mark.rule("E15V7-ALLY-5")
def test_members_do_not_dislodge_each_other_at_sea_either():
    before = given(
        alliances=[("england", "france")],
        units={"england": ["F LON", "F NAR"], "france": ["F ENG"]},
    )
    sheet = "F LON - ENG ; F NAR S F LON - ENG"
    assert outcome(sheets(before, england=sheet), "F LON - ENG") in ("bounce", "illegal")
    assert units_of(sheets(before, england=sheet).state, "france") == ["F ENG"]


@pytest.mark.rule("E15V7-ALLY-6")
def test_an_attack_of_a_member_does_not_cut():
    before = given(
        alliances=[("austria", "bavaria")],
        wars=[("austria", "spain")],
        units={"austria": ["A TYR", "A VIE"], "spain": ["A UAU"], "bavaria": ["A BAV"]},
        captures={"UAU": "spain"},
    )
    sheet = "A VIE - UAU ; A TYR S A VIE - UAU"
    played = sheets(before, austria=sheet, bavaria="A BAV - TYR")
    assert outcome(played, "A VIE - UAU") == "success"


@pytest.mark.rule("E15V7-ALLY-7")
def test_states_of_members_are_protected_as_well():
    before = given(
        alliances=[("denmark", "france")],
        units={"denmark": ["A FRA +2"], "HES": ["A HES"]},
        captures={"FRA": "denmark"},
        infs={"HES": {"france": 3}},
    )
    played = sheets(before, denmark="A FRA - HES")
    assert outcome(played, "A FRA - HES") in ("bounce", "illegal")
    assert units_of(played.state, "HES") == ["A HES"]


@pytest.mark.rule("E15V7-ALLY-8")
@pytest.mark.rule("E15V7-ALLY-9")
def test_a_guest_captures_nothing_and_blocks_builds():
    before = given(
        alliances=[("denmark", "france")],
        units={"denmark": ["A PAR"]},
        treasury={"france": 20},
    )
    played = through(before, "builds", builds={"france": "BUILD A PAR ; BUILD A PRO"})
    assert not played[-1].state.captures
    paid = next(one for one in events(played[-2], "income") if one.data["power"] == "france")
    assert paid.data["tp"] >= 12
    assert outcome(played[-1], "BUILD A PAR") == "illegal"
    assert outcome(played[-1], "BUILD A PRO") == "success"


@pytest.mark.rule("E15V7-ALLY-10")
def test_a_member_leaves_by_itself_from_the_next_year_on():
    before = treaty_of(given(year=1619), "france", "denmark")
    played = through(before, "scoring", movement={"france": "BREAK ALLIANCE: DENMARK"})
    assert cited(played[0], "BREAK ALLIANCE: DENMARK") == ("success", "E15V7-ALLY-10")
    assert relation(played[0].state, "france", "denmark") == "alliance"
    assert relation(played[-1].state, "france", "denmark") == "peace"
    assert played[-1].state.parts["treaties"].concluded == ()
    again = sheets(played[-1].state, france="BREAK ALLIANCE: DENMARK ; BREAK ALLIANCE: ALL")
    assert cited(again, "BREAK ALLIANCE: DENMARK") == ("illegal", "E15V7-ALLY-10")
    assert outcome(again, "BREAK ALLIANCE: ALL") == "illegal"


@pytest.mark.rule("E15V7-ALLY-10")
@pytest.mark.parametrize(
    ("order", "left"),
    [
        ("BREAK ALLIANCE: DENMARK", ["denmark england", "france sweden"]),
        ("BREAK ALLIANCE: SWEDEN", ["france denmark england"]),
        ("BREAK ALLIANCE: ALL", ["denmark england"]),
        ("BREAK ALLIANCE: DENMARK, SWEDEN", ["denmark england"]),
    ],
)
def test_whoever_leaves_is_out_of_the_whole_treaty(order: str, left: list[str]):
    before = treaty_of(treaty_of(given(), *TRIO), "france", "sweden")
    assert allied(next_year(before, france=order)) == pairs(*left)


@pytest.mark.rule("E15V7-ALLY-11")
def test_the_others_stay_allied():
    state = next_year(treaty_of(given(), *TRIO), france="BREAK ALLIANCE: ENGLAND")
    assert allied(state) == pairs("denmark england")


@pytest.mark.rule("E15V7-ALLY-12")
def test_a_war_of_a_member_is_not_that_of_the_others():
    before = treaty_of(given(), "france", "denmark")
    state = next_year(before, france="DECLARE WAR: ENGLAND")
    assert relation(state, "france", "england") == "war"
    assert relation(state, "denmark", "england") == "peace"


@pytest.mark.rule("E15V7-ALLY-13")
def test_friends_of_friends_are_no_allies():
    before = treaty_of(treaty_of(given(), "austria", "bavaria"), "bavaria", "spain")
    assert relation(before, "austria", "spain") == "peace"
    assert not before.standing.friendly("austria", "spain")


@pytest.mark.rule("E15V7-ALLY-14")
@pytest.mark.parametrize(
    ("sheet", "after"),
    [
        ("DECLARE WAR: DENMARK", "alliance"),
        ("DECLARE WAR: DENMARK ; BREAK ALLIANCE: DENMARK", "war"),
        ("BREAK ALLIANCE: ALL ; WAR: DENMARK", "war"),
    ],
)
def test_war_on_an_ally_takes_leaving_the_alliance(sheet: str, after: str):
    before = treaty_of(given(), "france", "denmark")
    played = through(before, "scoring", movement={"france": sheet})
    assert (outcome(played[0], "WAR: DENMARK") == "success") == (after == "war")
    assert relation(played[0].state, "france", "denmark") == "alliance"
    assert relation(played[-1].state, "france", "denmark") == after


@pytest.mark.rule("E15V7-ALLY-14")
def test_who_stays_an_ally_by_another_treaty_cannot_be_attacked():
    before = treaty_of(treaty_of(given(), "france", "denmark"), *TRIO)
    played = sheets(before, france="BREAK ALLIANCE: ENGLAND ; WAR: DENMARK, ENGLAND")
    assert outcome(played, "WAR: ENGLAND") == "success"
    assert cited(played, "WAR: DENMARK") == ("illegal", "E15V7-ALLY-14")


@pytest.mark.rule("E15V7-ALLY-15")
@pytest.mark.parametrize(
    ("ours", "theirs", "after"),
    [
        ("", "", "war"),
        ("ARMISTICE: SPAIN", "", "war"),
        ("ARMISTICE: SPAIN", "ARMISTICE: FRANCE", "alliance"),
    ],
)
def test_enemies_ally_with_an_armistice_of_both(ours: str, theirs: str, after: str):
    before = given(wars=[("france", "spain")])
    played = through(
        before,
        "scoring",
        movement={"france": f"ALLIANCE: SPAIN ; {ours}", "spain": f"{theirs} ; ALLIANCE: FRANCE"},
    )
    assert relation(played[-1].state, "france", "spain") == after
    if after == "war":
        assert cited(played[0], "ALLIANCE: FRANCE", "spain")[1] == "E15V7-ALLY-15"


@pytest.mark.rule("E15V7-ALLY-16")
def test_guests_may_stay_and_capture_nothing():
    before = given(units={"denmark": ["A PAR"], "france": []})
    for _ in range(2):
        before = next_year(before)
    assert units_of(before, "denmark") == ["A PAR"]
    assert not before.captures


# --- the Papacy

FAITHFUL = ("france", "sweden", "papacy")


@pytest.mark.rule("E15V7-PAP-10")
def test_the_papacy_does_not_ally_with_protestants():
    played = through(given(), "scoring", movement=all_declare("papacy", "sweden"))
    assert cited(played[0], "ALLIANCE: SWEDEN") == ("illegal", "E15V7-PAP-10")
    assert allied(played[-1].state) == set()


@pytest.mark.rule("E15V7-PAP-10")
def test_of_several_protestants_the_first_in_the_rulebook_is_named():
    facts = given().facts
    protestants = [one for one in facts.powers.values() if one.confession == "protestant"]
    for one, other in combinations(protestants, 2):
        line = f"ALLIANCE: {one.order_name}, {other.order_name}"
        (played, *_) = through(given(), "movement", movement={"papacy": line})
        assert f"allies with {facts.name_of(one.id)} only by joining" in said(played, line)


@pytest.mark.rule("E15V7-PAP-11")
def test_it_joins_an_alliance_that_there_is():
    assert allied(treaty_of(given(), *FAITHFUL)) == set()
    before = treaty_of(given(), "france", "sweden")
    assert allied(treaty_of(before, *FAITHFUL)) == pairs("france sweden papacy")
    # All of them have to declare it.
    assert allied(next_year(before, **{**all_declare(*FAITHFUL), "sweden": ""})) == pairs(
        "france sweden"
    )


@pytest.mark.rule("E15V7-PAP-12")
def test_it_leaves_with_the_catholic_power():
    before = at(
        given(year=1623), "movement", parts=parts_with(Treaty(("sweden", "france", "papacy"), 1620))
    )
    before = RULESET.load(RULESET.dump(before))
    assert allied(before) == pairs("france sweden papacy")
    played = through(before, "scoring", movement={"france": "BREAK ALLIANCE: SWEDEN"})
    assert "Papacy leaves as well" in " ".join(one.text for one in events(played[0], "treaty"))
    assert played[-1].state.year == 1624
    assert allied(played[-1].state) == set()


@pytest.mark.rule("E15V7-PAP-12")
def test_a_treaty_of_its_own_lasts():
    before = treaty_of(treaty_of(given(), "france", "sweden"), *FAITHFUL)
    state = next_year(before, sweden="BREAK ALLIANCE: PAPACY")
    assert allied(state) == pairs("france sweden", "france papacy")
    state = next_year(before, france="BREAK ALLIANCE: PAPACY")
    assert allied(state) == pairs("france sweden")


@pytest.mark.rule("E15V7-PAP-12")
def test_it_leaves_at_once_when_the_catholic_power_falls():
    before = at(
        given(units={"austria": ["A BAV"]}, wars=[("austria", "bavaria")]),
        "movement",
        parts=parts_with(Treaty(("sweden", "bavaria", "papacy"), 1619)),
    )  # fmt: skip
    before = RULESET.load(RULESET.dump(before))
    played = through(before, "adjustment", movement={})
    assert "bavaria" in played[-1].state.eliminated
    assert allied(played[-1].state) == set()


@pytest.mark.rule("E15V7-PAP-13")
def test_it_stays_while_one_catholic_power_stays():
    before = at(
        given(), "movement",
        parts=parts_with(Treaty(("sweden", "france", "bavaria", "papacy"), 1619)),
    )  # fmt: skip
    state = next_year(RULESET.load(RULESET.dump(before)), france="BREAK ALLIANCE: ALL")
    assert allied(state) == pairs("sweden bavaria papacy")


@pytest.mark.rule("E15V7-PAP-14")
def test_it_allies_with_catholic_powers():
    assert allied(treaty_of(given(), "papacy", "austria")) == pairs("papacy austria")


# --- treaties, positions and rulings


def parts_with(*treaties: Treaty):
    return {**given().parts, "treaties": TreatyBook(treaties)}


def placed(**position: object) -> EuropeState:
    return RULESET.opening(Setup({}, position))


def test_a_position_sets_treaties_and_what_becomes_of_them():
    rows = [
        {"members": ["france", "sweden", "papacy"], "since": 1615, "leaving": {"france": 1616}},
        {"members": ["austria", "bavaria"], "since": 1616},
    ]
    before = placed(treaties={"concluded": rows})
    assert allied(before) == pairs("france sweden papacy")
    state = next_year(before)
    # The Papacy goes with France.
    assert allied(state) == pairs("austria bavaria")


def test_a_position_may_name_alliances_of_two():
    before = placed(alliances=[["france", "sweden"]])
    state = next_year(before, france="BREAK ALLIANCE: SWEDEN")
    assert allied(before) == pairs("france sweden")
    assert allied(state) == set()


@pytest.mark.parametrize(
    "position",
    [
        {
            "treaties": {"concluded": [{"members": ["france", "spain"], "since": 1615}]},
            "wars": [["france", "spain"]],
        },
        {"treaties": {"concluded": [{"members": ["france", "nobody"], "since": 1615}]}},
    ],
)
def test_a_position_that_contradicts_itself_is_refused(position: dict[str, object]):
    with pytest.raises(FileError):
        placed(**position)


def test_a_ruling_goes_before_a_treaty():
    ruling = Ruling(1, "movement", "relation", "as agreed", "", {
        "powers": ["france", "denmark"], "is": "war",
    })  # fmt: skip
    before = treaty_of(given(), *TRIO)
    played = sheets(before, ruling)
    assert relation(played.state, "france", "denmark") == "war"
    assert allied(played.state) == pairs("france england", "denmark england")
    state = RULESET.load(RULESET.dump(played.state))
    assert state == played.state
    state = next_year(state)
    assert allied(next_year(state, england="BREAK ALLIANCE: FRANCE")) == pairs("denmark england")


@pytest.mark.parametrize(
    "orders", [{"france": "WAR: SPAIN"}, all_declare(*TRIO), {"denmark": "BREAK ALLIANCE: ALL"}]
)
def test_states_read_back_as_they_were_written(orders: dict[str, str]):
    state = sheets(treaty_of(given(), "france", "denmark", "sweden"), **orders).state
    assert RULESET.load(RULESET.dump(state)) == state


NAMES = ("austria", "bavaria", "france", "sweden", "papacy")
ORDERS = st.lists(
    st.tuples(
        st.sampled_from(("ALLIANCE", "BREAK ALLIANCE", "WAR", "ARMISTICE")),
        st.sets(st.sampled_from(NAMES), min_size=1, max_size=3),
    ),
    max_size=3,
)


@drawn(years=st.lists(st.dictionaries(st.sampled_from(NAMES), ORDERS), min_size=1, max_size=3))
def test_relations_follow_from_treaties_whatever_is_declared(years):
    """Nobody is at war with an ally, the Papacy has no Protestant ally without a Catholic one, and
    what is allied is so by a treaty."""
    state = given(units={})
    for year in years:
        texts = {
            power: " ; ".join(
                f"{kind}: {', '.join(sorted(names)).upper()}" for kind, names in lines
            )
            for power, lines in year.items()
        }
        state = next_year(state, **texts)
        treaties = state.parts["treaties"].concluded
        assert allied(state) == pairs(*(" ".join(one.members) for one in treaties))
        for one in treaties:
            if "papacy" in one.members and "sweden" in one.members:
                assert len(one.members) > 2
        assert RULESET.load(RULESET.dump(state)) == state


@pytest.mark.parametrize(
    ("parts", "texts", "sign"),
    [
        (
            {"alliances": [("france", "denmark")]},
            {"france": "BREAK ALLIANCE: ALL ; WAR: DENMARK"},
            "A>W",
        ),
        (
            {"wars": [("france", "denmark")]},
            {
                "france": "ALLIANCE: DENMARK ; ARMISTICE: DENMARK",
                "denmark": "ARMISTICE: FRANCE ; ALLIANCE: FRANCE",
            },
            "W>A",
        ),
    ],
)
def test_the_table_of_relations_tells_what_will_be(parts, texts: dict[str, str], sign: str):
    before = given(**parts)
    played = sheets(before, **texts)
    table = next(one for one in RULESET.report(before, played) if "Relations" in one.title)
    row = next(row for row in table.plain_rows if row[0] == "France")
    assert row[table.columns.index("DEN")] == sign
