"""Diplomatic attacks: E19D-DA, and the edge cases X-1 to X-6 and X-59."""

from __future__ import annotations

from itertools import permutations

import pytest

from generator.rulesets.europe.state.standing import Capture, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, infs_in, outcome
from tests.rules.europe_1619_draft.drafted import (
    Played,
    at,
    cited,
    diplomatic,
    next_year,
    sheets,
)


@pytest.mark.rule("E19D-DA-1")
@pytest.mark.parametrize("line", ["BRA > DENMARK", "PAR > FRANCE", "BRA > SAXONY"])
def test_an_attack_names_a_state_and_another_power_of_the_game(line: str):
    state = diplomatic(infs={"BRA": {"denmark": 3, "france": 5}})
    played = sheets(state, denmark=line)
    assert {one.outcome for one in played.verdicts} == {"illegal"}
    assert played.state.infs == state.infs


def lorraine() -> EuropeState:
    infs = {"LOR": {"england": 5, "france": 10, "spain": 10}}
    return diplomatic("england", "france", "spain", infs=infs)


@pytest.mark.rule("E19D-DA-4")
def test_attacks_in_one_state_follow_the_attack_order():
    played = sheets(lorraine(), france="LOR > SPAIN", england="LOR > FRANCE")
    first, second = events(played, "diplomatic-attack")
    assert (first.data["by"], first.data["after"]) == ("england", {"england": 0, "france": 5})
    assert (second.data["by"], second.data["after"]) == ("france", {"france": 0, "spain": 5})
    assert infs_in(played.state, "LOR") == {"spain": 5}
    assert played.state.statuses["LOR"] == Status("aligned", "spain")


@pytest.mark.rule("E19D-DA-4")
def test_the_attack_order_is_that_of_the_table():
    order = diplomatic(tables={}).facts.attack_order
    assert order == tuple(
        power for power in EDITION.tables["influence"]["attack_order"] if power != "saxony"
    )
    assert len(set(order)) == 11


@pytest.mark.rule("E19D-DA-5")
@pytest.mark.parametrize("order", list(permutations(["HES", "BRA", "LOR"])))
def test_attacks_in_different_states_do_not_meet(order: tuple[str, ...]):
    """The same three attacks in each order of the states that they are written for."""
    infs = {code: {"sweden": 3, "france": 2, "union": 1} for code in ("HES", "BRA", "LOR")}
    lines = dict(zip(("sweden", "france", "union"), order, strict=True))
    state = diplomatic(*order_of(lines), infs=infs)
    played = sheets(
        state,
        sweden=f"{lines['sweden']} > FRANCE",
        france=f"{lines['france']} > UNION",
        union=f"{lines['union']} > SWEDEN",
    )
    assert infs_in(played.state, lines["sweden"]) == {"sweden": 1, "union": 1}
    assert infs_in(played.state, lines["france"]) == {"sweden": 3, "france": 1}
    assert infs_in(played.state, lines["union"]) == {"sweden": 2, "france": 2}


def order_of(lines: dict[str, str]) -> tuple[str, ...]:
    """An attack order that differs from case to case."""
    return tuple(sorted(lines, key=lambda power: lines[power]))


@pytest.mark.rule("E19D-DA-8")
def test_a_failed_attack_is_told_to_its_author_alone():
    played = sheets(diplomatic(infs={"LOR": {"france": 3}}), spain="LOR > FRANCE")
    assert cited(played, "LOR > FRANCE") == ("void", "E19D-DA-8")
    (verdict,) = played.verdicts
    (event,) = events(played, "diplomatic-attack")
    assert verdict.known_to == event.known_to == ("spain",)
    assert event.data["lost"] == 0


@pytest.mark.rule("E19D-DA-10")
def test_a_successful_attack_is_public_with_its_amounts():
    played = sheets(lorraine(), england="LOR > FRANCE")
    (event,) = events(played, "diplomatic-attack")
    assert event.public
    assert (event.data["by"], event.data["against"], event.data["state"]) == (
        "england", "france", "LOR",
    )  # fmt: skip
    assert event.data["lost"] == 5
    assert "England and France lose 5 INFs each in Lorraine" in event.text


def test_x_1_three_attacks_in_a_ring():
    """Denmark 3 attacks England 5, England attacks France 4, France attacks Denmark."""
    state = diplomatic(
        "denmark", "england", "france", infs={"LOR": {"denmark": 3, "england": 5, "france": 4}}
    )
    played = sheets(state, denmark="LOR > ENGLAND", england="LOR > FRANCE", france="LOR > DENMARK")
    after = [event.data["after"] for event in events(played, "diplomatic-attack")]
    assert after[:2] == [{"denmark": 0, "england": 2}, {"england": 0, "france": 2}]
    assert outcome(played, "LOR > DENMARK") == "void"
    assert infs_in(played.state, "LOR") == {"france": 2}
    assert played.state.statuses["LOR"] == Status("aligned", "france")


def test_x_4_a_state_that_an_attack_empties_is_open_in_the_same_year():
    state = diplomatic(infs={"LOR": {"england": 4, "france": 4}})
    played = sheets(state, england="LOR > FRANCE")
    assert infs_in(played.state, "LOR") == {}
    assert played.state.statuses["LOR"] == Status("unaligned")
    assert played.state.standing.lords["LOR"] == ""


def test_x_4_who_stands_in_a_state_that_an_attack_empties_captures_it():
    state = diplomatic(
        infs={"LOR": {"england": 4, "france": 4}}, units={"france": ["A LOR"], "league": ["A BAV"]}
    )
    emptied = sheets(state, england="LOR > FRANCE").state
    adjusted = sheets(at(emptied, "adjustment")).state
    assert adjusted.captures["LOR"] == Capture("france", 1620)


def freed(state: EuropeState) -> EuropeState:
    """The state after map adjustment, the captor's units having left the board."""
    units = {side: own for side, own in state.units.items() if side != "spain"}
    return sheets(at(state, "adjustment", units={**units, "spain": ()})).state


def hesse_captured(**parts: object) -> Played:
    """The diplomatic phase of a year in which Spain holds Hesse, the Union 4 INFs, the League 6."""
    state = diplomatic(
        infs={"HES": {"union": 4, "league": 6}},
        captures={"HES": "spain"},
        units={"spain": ["A HES"]},
    )
    return sheets(state, **parts)  # type: ignore[arg-type]


def test_x_5_placements_wait_for_the_liberation_and_attacks_do_not():
    played = hesse_captured(union="5: HES", league="HES > UNION")
    assert outcome(played, "5: HES") == "illegal"
    assert infs_in(played.state, "HES") == {"league": 2}
    assert freed(played.state).statuses["HES"] == Status("aligned", "league")


def test_x_6_a_captured_state_without_infs_comes_free_unaligned():
    state = diplomatic(
        infs={"HES": {"union": 4, "league": 4}},
        captures={"HES": "spain"},
        units={"spain": ["A HES"]},
    )
    played = sheets(state, league="HES > UNION")
    assert played.state.statuses["HES"].kind == "captured"
    assert freed(played.state).statuses["HES"] == Status("unaligned")


def test_x_59_infs_of_the_year_of_the_capture_are_suspended():
    state = diplomatic(
        infs={"HES": {"union": 4}}, wars=[("spain", "union")], units={"spain": ["A HES"]}
    )
    placed = sheets(state, union="3: HES").state
    captured = sheets(at(placed, "adjustment")).state
    assert captured.statuses["HES"] == Status("captured", "", "spain")
    later = sheets(next_year(captured), union="2: HES")
    assert outcome(later, "2: HES") == "illegal"
    assert infs_in(later.state, "HES") == {"union": 7}
