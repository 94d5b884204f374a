"""What allies may do and may not do to each other: E19-ALL."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import outcome
from tests.rules.europe_1619.moves import checked, given, gone, move, rules, said, stands

AUSTRIA_LEAGUE = [("austria", "league")]


@pytest.mark.rule("E19-ALL-1")
@pytest.mark.parametrize(("start", "end"), [("UAU", "BAV"), ("BAV", "WUR")])
def test_allies_move_through_each_others_lands(start: str, end: str):
    """Bavaria is the League's, Baden-Württemberg a state aligned with it."""
    state = given(
        units={"austria": [f"A {start}"]}, alliances=AUSTRIA_LEAGUE, infs={"WUR": {"league": 5}}
    )
    assert stands(move(state, austria=f"A {start} - {end}"), "austria") == [f"A {end}"]
    assert checked(state, "austria", f"A {end}").kind == "stay"


@pytest.mark.rule("E19-ALL-2")
def test_an_ally_that_failed_to_leave_is_not_dislodged():
    state = given(
        units={"austria": ["A UAU +1", "A TYR"], "league": ["A BAV"], "saxony": ["A ANS"]},
        infs={"ANS": {}},
        captures={"ANS": "saxony"},
        alliances=[("austria", "league"), ("league", "saxony")],
    )
    result = move(
        state,
        austria="A UAU - BAV; A TYR S A UAU - BAV",
        league="A BAV - ANS",
        saxony="A ANS H",
    )
    assert outcome(result, "A BAV - ANS") == "bounce"
    assert outcome(result, "A UAU - BAV") == "bounce"
    assert rules(result, "A UAU - BAV") == ["E19-ALL-2"]
    assert "are allied" in said(result, "A UAU - BAV")
    assert gone(result) == []


SPAIN_HELPS_FRANCE = {
    "units": {"spain": ["A FRC"], "france": ["A BUR"], "austria": ["A SWI"]},
    "infs": {"SWI": {}},
    "captures": {"SWI": "austria"},
    "wars": [("france", "austria")],
}


@pytest.mark.rule("E19-ALL-3")
@pytest.mark.parametrize(
    ("alliances", "fallen"), [([("austria", "spain")], []), ([], ["austria: A SWI"])]
)
def test_no_support_helps_to_dislodge_an_ally(alliances: list[tuple[str, str]], fallen: list[str]):
    """France 1 and the support 1 against 1: only without the alliance is that enough."""
    state = given(**SPAIN_HELPS_FRANCE, alliances=alliances)  # type: ignore[arg-type]
    result = move(state, france="A BUR - SWI", spain="A FRC S A BUR - SWI")
    assert gone(result) == fallen
    if alliances:
        assert "E19-ALL-3" in rules(result, "A FRC S A BUR - SWI")
        assert "E19-ALL-3" in rules(result, "A BUR - SWI")


@pytest.mark.rule("E19-ALL-4")
def test_an_attack_on_an_ally_does_not_cut():
    state = given(
        units={"austria": ["A TYR"], "league": ["A BAV", "A WUE"], "union": ["A ANS"]},
        infs={"ANS": {}},
        captures={"ANS": "union"},
        wars=[("league", "union")],
        alliances=AUSTRIA_LEAGUE,
    )
    result = move(state, austria="A TYR - BAV", league="A BAV S A WUE - ANS; A WUE - ANS")
    assert outcome(result, "A BAV S A WUE - ANS") == "success"
    assert "E19-ALL-4" in rules(result, "A BAV S A WUE - ANS")
    assert gone(result) == ["union: A ANS"]


@pytest.mark.rule("E19-ALL-5")
def test_an_aligned_state_does_not_cut_the_support_of_its_patrons_ally():
    """Hesse is aligned with the Union, which is allied with England."""
    state = given(
        units={"HES": ["A HES"], "england": ["A PAD", "A KAL"], "denmark": ["A WES"]},
        infs={"PAD": {}, "WES": {}, "LOWR": {}},
        captures={"PAD": "england", "KAL": "england", "WES": "denmark"},
        wars=[("england", "denmark")],
        alliances=[("england", "union")],
    )
    result = move(state, union="A HES - PAD", england="A PAD S A KAL - WES; A KAL - WES")
    assert outcome(result, "A HES - PAD") == "bounce"
    assert rules(result, "A HES - PAD") == ["E19-ALL-5"]
    assert outcome(result, "A PAD S A KAL - WES") == "success"
    assert gone(result) == ["denmark: A WES"]


@pytest.mark.rule("E19-ALL-5")
def test_an_ally_does_not_dislodge_an_aligned_state():
    state = given(
        units={"HES": ["A HES"], "england": ["A PAD +2"]},
        captures={"PAD": "england"},
        infs={"PAD": {}},
        alliances=[("england", "union")],
    )
    assert gone(move(state, england="A PAD - HES")) == []


@pytest.mark.rule("E19-ALL-6")
def test_a_guest_captures_nothing():
    state = given(units={"england": ["A FLA"]}, alliances=[("england", "spain")])
    found = checked(state, "england", "A FLA")
    assert (found.kind, found.lord) == ("stay", "spain")
    assert gone(move(state), "evicted") == []


@pytest.mark.rule("E19-ALL-7")
def test_a_patron_neither_dislodges_nor_cuts_its_state():
    """Hesse is aligned with France here and supports Cologne's enemy."""
    state = given(
        units={"HES": ["A HES"], "france": ["A TRI +2", "A LIE"], "league": ["A COL"]},
        infs={"HES": {"france": 9}, "TRI": {}},
        captures={"TRI": "france", "LIE": "france"},
        wars=[("france", "league")],
    )
    result = move(state, france="A TRI - HES; A HES S A LIE - COL; A LIE - COL")
    assert outcome(result, "A TRI - HES") == "bounce"
    assert rules(result, "A TRI - HES") == ["E19-ALL-7"]
    assert outcome(result, "A HES S A LIE - COL") == "success"
    assert gone(result) == ["league: A COL"]


@pytest.mark.rule("E19-ALL-7")
def test_a_patrons_support_does_not_help_against_its_state():
    state = given(
        units={"HES": ["A HES"], "france": ["A TRI"], "league": ["A COL"]},
        infs={"HES": {"france": 9}, "TRI": {}},
        captures={"TRI": "france"},
        wars=[("france", "league")],
    )
    result = move(state, league="A COL - HES", france="A TRI S A COL - HES; A HES H")
    assert outcome(result, "A COL - HES") == "bounce"
    assert "E19-ALL-7" in rules(result, "A TRI S A COL - HES")


@pytest.mark.rule("E19-ALL-7")
def test_a_power_does_not_dislodge_its_own_units():
    state = given(units={"france": ["A PAR +2", "A BUR"]})
    result = move(state, france="A PAR - BUR")
    assert rules(result, "A PAR - BUR") == ["E19-ALL-7"]


@pytest.mark.rule("E19-ALL-8")
def test_two_states_of_one_patron_spare_each_other():
    state = given(units={"COL": ["A COL +2"], "HES": ["A HES"]}, infs={"HES": {"league": 9}})
    result = move(state, league="A COL - HES")
    assert outcome(result, "A COL - HES") == "bounce"
    assert rules(result, "A COL - HES") == ["E19-ALL-8"]
    assert gone(result) == []


def test_x_20_an_ally_of_both_sides_harms_neither_and_helps_only_against_others():
    """Austria is allied with the League and with the Union, which are at war."""
    base = {
        "wars": [("league", "union"), ("saxony", "union"), ("saxony", "league")],
        "alliances": [("austria", "league"), ("austria", "union")],
    }
    state = given(
        units={"austria": ["A UAU"], "league": ["A BAV"], "union": ["A UPP"]},
        **base,  # type: ignore[arg-type]
    )
    assert outcome(move(state, austria="A UAU - BAV"), "A UAU - BAV") == "bounce"
    fight = move(state, league="A BAV - UPP", austria="A UAU S A BAV - UPP")
    assert outcome(fight, "A UAU S A BAV - UPP") == "illegal"
    state = given(
        units={"austria": ["A BOH"], "league": ["A BAV"], "union": ["A UPP"]},
        captures={"BOH": "austria"},
        **base,  # type: ignore[arg-type]
    )
    fight = move(state, league="A BAV - UPP", austria="A BOH S A BAV - UPP", union="A UPP H")
    assert outcome(fight, "A BAV - UPP") == "bounce"
    state = given(
        units={"austria": ["A BOH"], "league": ["A BAV"], "saxony": ["A ANS"]},
        captures={"BOH": "austria", "ANS": "saxony"},
        **base,  # type: ignore[arg-type]
    )
    race = move(state, league="A BAV - UPP", austria="A BOH S A BAV - UPP", saxony="A ANS - UPP")
    assert stands(race, "league") == ["A UPP"]


def test_x_20_the_ally_of_both_may_enter_both():
    state = given(
        units={"austria": ["A UAU"]},
        wars=[("league", "union")],
        alliances=[("austria", "league"), ("austria", "union")],
    )
    assert stands(move(state, austria="A UAU - BAV"), "austria") == ["A BAV"]
    state = given(
        units={"austria": ["A BAV"]},
        wars=[("league", "union")],
        alliances=[("austria", "league"), ("austria", "union")],
    )
    assert stands(move(state, austria="A BAV - UPP"), "austria") == ["A UPP"]


def test_x_51_an_old_ally_in_ones_home_center_is_put_out_and_not_attacked():
    """The alliance of Austria and the League ended; an Austrian army still stands in Bavaria."""
    state = given(units={"austria": ["A BAV"], "league": ["A UPP +2"]}, captures={"UPP": "league"})
    result = move(state, league="A UPP - BAV")
    assert outcome(result, "A UPP - BAV") == "bounce"
    assert gone(result) == []
    assert gone(result, "evicted") == ["austria: A BAV"]
    assert checked(state, "austria", "A BAV").kind == "evict"
    left = move(state, league="A UPP - BAV", austria="A BAV - UAU")
    assert stands(left, "league") == ["A BAV +2"]


def test_x_54_allies_that_change_places_keep_each_others_captures():
    state = given(
        units={"france": ["A BRB"], "savoy": ["A LIE"], "dutch": ["F HLD"]},
        captures={"BRB": "france", "LIE": "savoy"},
        alliances=[("france", "savoy")],
    )
    assert checked(state, "savoy", "A BRB").kind == "proxy"
    assert checked(state, "france", "A LIE").kind == "proxy"
