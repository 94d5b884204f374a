"""The reports of the phases of Europe 1619: what is told, in which section, and to whom."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.phases import Resolution
from generator.engine.report import Section
from generator.engine.verdicts import Event
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.telling.report import report_phase
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, play, position
from tests.rules.europe_1619.moves import given, played

Played = Resolution[EuropeState]


def sections(before: EuropeState, done: Played) -> dict[str, Section]:
    """The sections by their titles; every one has something to say."""
    found = report_phase(EDITION, before, done)
    assert all(one.lines or one.plain_rows for one in found)
    assert all(len(row) == len(one.columns) for one in found for row in one.plain_rows)
    titles = [one.title for one in found]
    assert len(set(titles)) == len(titles)
    secret = [one.secret for one in found]
    assert secret == sorted(secret)
    return {one.title: one for one in found}


def column(section: Section, name: str) -> dict[str, str]:
    """The cells of a column by the first cells of their rows."""
    at = section.columns.index(name)
    return {row[0]: row[at] for row in section.plain_rows}


def text_of(found: dict[str, Section], *, secret: bool) -> str:
    """Everything that sections say, those for everybody or those for the referee."""
    return "\n".join(
        line
        for one in found.values()
        if one.secret == secret
        for line in (*one.lines, *(" ".join(row) for row in one.plain_rows), *one.notes)
    )


def diplomacy(orders: dict[str, str], **parts: Any) -> tuple[EuropeState, Played]:
    state = position(EDITION, phase="diplomatic", **parts) if parts else opening(EDITION)
    return state, play(EDITION, state, orders)


# --- diplomacy


@pytest.mark.rule("E19-REP-1")
def test_the_tracker_has_a_row_for_every_minor_state() -> None:
    found = sections(*diplomacy({}))
    table = found["Influence tracker"]
    assert [row[0] for row in table.plain_rows] == list(EDITION.tables["minors"])
    assert len(table.plain_rows) == 38
    assert column(table, "Status")["HES"] == "aligned"
    assert column(table, "Patron")["HES"] == "UNI"
    assert column(table, "Marker")["HES"] == "Protestant"
    assert column(table, "Status")["ERF"] == "unaligned"


@pytest.mark.rule("E19-REP-1", "E19-REP-2")
def test_the_tracker_shows_what_the_year_changed() -> None:
    """Seven French INFs, two of them new, and an attack on the three of Savoy."""
    state, done = diplomacy(
        {"france": "2: ERF\nERF > SAVOY", "union": "1: ERF"},
        infs={"ERF": {"france": 5, "savoy": 3}},
    )
    table = sections(state, done)["Influence tracker"]
    cells = {name: column(table, name)["ERF"] for name in ("FRE", "SVY", "UNI", "AUS", "All")}
    assert cells == {"FRE": "4+2-3", "SVY": "0-3", "UNI": "1+1", "AUS": ".", "All": "5"}
    assert column(table, "Leader")["ERF"] == "FRE 80%"
    assert column(table, "C/P/O")["ERF"] == "4/1/0"
    shown = {name: column(table, name)["ERF"] for name in ("Status", "Patron", "Captor")}
    assert shown == {"Status": "aligned", "Patron": "FRE", "Captor": ""}


def hesse(name: str, **parts: Any) -> str:
    """The cell of Hesse in a column of the tracker."""
    return column(sections(*diplomacy({}, **parts))["Influence tracker"], name)["HES"]


def test_infs_of_a_captured_state_are_suspended_in_the_tracker() -> None:
    held = {"captures": {"HES": "saxony"}}
    assert hesse("Captor", infs={"HES": {"union": 5}}, **held) == "SXY, suspended"
    assert hesse("Status", infs={"HES": {"union": 5}}, **held) == "captured"
    assert hesse("Captor", infs={"HES": {}}, **held) == "SXY"


def test_a_tie_in_the_tracker_has_no_leader() -> None:
    tied = {"HES": {"union": 2, "france": 2}}
    assert hesse("Leader", infs=tied) == "tied 50%"
    assert hesse("Status", infs=tied) == "neutral"


@pytest.mark.rule("E19-REP-2")
def test_attacks_are_told_with_the_figures_before_and_after() -> None:
    found = sections(*diplomacy({"france": "ERF > SAVOY"}, infs={"ERF": {"france": 5, "savoy": 3}}))
    (line,) = found["Diplomatic attacks, in the order resolved"].lines
    assert "France 5 to 2, Savoy 3 to 0" in line
    assert re.search(r" \(E19-ATK-[0-9]+\)$", line)


@pytest.mark.rule("E19-REP-2")
def test_declarations_and_the_reichstag_are_told() -> None:
    votes = dict.fromkeys(("league", "union", "saxony"), "REICHSTAG VOTE AYE")
    state, done = diplomacy(
        {"austria": "REICHSTAG CALL 1\nREICHSTAG VOTE AYE\nWAR: SAVOY", **votes}
    )
    found = sections(state, done)
    assert found["Declarations"].lines[0].startswith("Austria declares war on Savoy")
    assert any("agenda 1" in line for line in found["The Reichstag"].lines)
    table = found["Relations in 1619"]
    assert column(table, "SVY")["Austria"] == column(table, "AUS")["Savoy"] == ".>W"
    assert column(table, "SPA")["Austria"] == "A"
    assert column(table, "DUT")["Spain"] == "W"
    assert column(table, "AUS")["Austria"] == ""
    assert ">: from 1620 on" in table.notes
    assert "the immunity of the Papacy stands" in found["In effect"].lines


def test_what_the_reichstag_adopted_is_told_while_it_binds() -> None:
    votes = dict.fromkeys(("league", "union", "saxony"), "REICHSTAG VOTE AYE")
    _, done = diplomacy({"austria": "REICHSTAG CALL 1\nREICHSTAG VOTE AYE", **votes})
    late = replace(done.state, moment=EDITION.moment_of(1620, "diplomatic"))
    found = sections(late, play(EDITION, late))
    assert any(
        line.startswith("the Reichstag of 1619 resolved") for line in found["In effect"].lines
    )


def test_infs_are_told_power_by_power_with_what_is_lost() -> None:
    state, done = diplomacy({"savoy": "1: ERF\n1: PARM"})
    table = sections(state, done)["INFs of 1619"]
    assert column(table, "Allotted")["Savoy"] == str(state.facts.infs_of("savoy", 1619))
    assert column(table, "Placed")["Savoy"] == "2"
    assert column(table, "Lost")["Savoy"] == str(state.facts.infs_of("savoy", 1619) - 2)
    assert column(table, "Where")["Savoy"] == "Erfurt 1, Parma 1"
    assert column(table, "Placed")["France"] == "0"


@pytest.mark.rule("E19-REP-5")
def test_offers_without_an_answer_are_for_the_referee() -> None:
    found = sections(*diplomacy({"france": "ALLIANCE: SAVOY\n99: ERF\n3: ERF"}))
    assert "ALLIANCE" not in text_of(found, secret=False).upper().replace("W WAR, A ALLIANCE", "")
    assert "3: ERF" not in text_of(found, secret=False)
    hidden = text_of(found, secret=True)
    assert "ALLIANCE: SAVOY: void" in hidden
    assert "3: ERF: excess" in hidden


# --- orders


def test_every_order_is_told_with_its_result_and_reason() -> None:
    state = given(
        units={"france": ["A BUR +1", "A CHA"], "spain": ["A FRC +1"]}, wars=[("france", "spain")]
    )
    done = played(state, {"france": "A BUR - FRC; A CHA S A BUR - FRC", "spain": "A FRC H"})
    found = sections(state, done)
    orders = found["Orders"].lines
    assert len(orders) == len(done.verdicts) == 3
    assert orders[0].startswith("Spain: A FRC H: dislodged: E19-")
    assert "Spain's army in Free County" in found["Dislodged"].lines[0]
    assert found["May retreat"].lines[0].startswith("Spain's army in Free County: to ")
    left = played(done.state, {"spain": f"A FRC - {done.state.displaced[0].places[0]}"})
    after = sections(done.state, left)
    assert "has strength 1 left" in after["Retreats"].lines[0]
    assert list(after) == ["Orders", "Retreats"]


def test_map_adjustment_tells_captures_states_and_markers() -> None:
    state = given(
        phase="adjustment",
        units={"saxony": ["A HES"], "HES": ["A ERF"]},
        infs={"HES": {"union": 2}, "ERF": {}},
        wars=[("saxony", "union")],
        markers={"HES": "protestant"},
    )
    found = sections(state, play(EDITION, state))
    assert any(line.startswith("Saxony captures Hesse") for line in found["Captured"].lines)
    fallen = found["States captured"].lines
    assert any(line.startswith("Hesse is a captured state, held by Saxony") for line in fallen)
    assert any("loses its Protestant marker" in one for one in found["Confessional markers"].lines)
    assert "Units lost" in found
    assert "Orders" not in found


# --- builds and scores


@pytest.mark.rule("E19-REP-3")
def test_builds_tell_income_transfers_loans_and_purchases() -> None:
    state = given(
        phase="builds", units={"france": ["A CHA"]}, treasury={"france": 50, "spain": 9}, infs={}
    )
    sheets = {"france": "BUILD A PAR\nBUILD A LON", "spain": "LOAN 2 TO FRANCE DUE 1619"}
    found = sections(state, play(EDITION, state, sheets))
    assert len(found["Income"].lines) == 15
    assert found["Transfers"].lines[0].startswith("Spain lends France 2 TP")
    assert found["Loans not paid back"].plain_rows == (
        ("France", "Spain", "2", "", "1619", "1619, overdue"),
    )
    assert found["Purchases"].lines[0].startswith("France builds an army in Paris for ")
    strengths = found["Treasuries and strengths"]
    assert column(strengths, "Strength")["France"] == "2"
    assert len(strengths.plain_rows) == 15
    assert "BUILD A LON: illegal" in text_of(found, secret=True)
    assert "London" not in text_of(found, secret=False).replace("(London", "")


@pytest.mark.rule("E19-REP-4")
def test_scores_are_told_item_by_item_for_every_power() -> None:
    state = position(EDITION, phase="scoring", captures={"LYO": "savoy"})
    table = sections(state, play(EDITION, state))["Scores"]
    assert len(table.plain_rows) == 15
    value = state.facts.provinces["LYO"].center
    assert column(table, "captured center")["Savoy"] == str(value)
    assert column(table, "lost home center")["France"] == str(-value)
    points = [int(one) for one in column(table, "Points").values()]
    assert points == sorted(points, reverse=True)
    assert set(table.columns) >= {"Year", "Rank", "Missing"}


# --- what is told to whom


def test_no_event_is_left_out() -> None:
    """What no section names comes under `Also`; secret events come last."""
    state = opening(EDITION)
    done = play(EDITION, state)
    odd = Event("plague", "E19-GEN-1", "a plague comes over Saxony")
    own = Event("draw", "E19-GEN-1", "a card for Austria", known_to=("austria",))
    found = sections(state, replace(done, events=(*done.events, odd, own)))
    assert found["Also"].lines == ("a plague comes over Saxony (E19-GEN-1)",)
    assert found["What is secret"].lines == ("a card for Austria (E19-GEN-1)",)
    assert found["What is secret"].secret
