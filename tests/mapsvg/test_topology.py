"""The standard map shows exactly the adjacency of the standard rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from mapsvg.geometry import load_geometry
from mapsvg.workshop.cartography.topology import (
    VISIBLE,
    Adjacency,
    Contacts,
    Override,
    compare_adjacency,
    load_adjacency,
    load_overrides,
    measure_contacts,
)

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "generator" / "rulesets" / "standard" / "board.toml"
SOURCE = ROOT / "mapsvg" / "workshop" / "cartography" / "standard.toml"


@pytest.fixture(scope="module")
def contacts() -> Contacts:
    return measure_contacts(load_geometry("standard"))


@pytest.fixture(scope="module")
def adjacency() -> Adjacency:
    return load_adjacency(RULES)


def test_the_map_shows_every_adjacency_of_the_rules_and_no_other(
    contacts: Contacts, adjacency: Adjacency
) -> None:
    assert compare_adjacency(contacts, adjacency, load_overrides(SOURCE)) == []


def test_the_rules_have_all_adjacencies_of_the_board(adjacency: Adjacency) -> None:
    """Guards the comparison above against a board file that is nearly empty."""
    assert len(adjacency["army"]) == 111
    assert len(adjacency["fleet"]) == 141


def test_every_border_is_long_enough_to_be_seen(contacts: Contacts) -> None:
    for pairs in contacts.values():
        assert min(pairs.values()) >= VISIBLE


def test_a_missing_and_a_false_border_are_reported(
    contacts: Contacts, adjacency: Adjacency
) -> None:
    wanted = {**adjacency, "army": adjacency["army"] - {("BOH", "TYR")} | {("BOH", "BUD")}}
    assert compare_adjacency(contacts, wanted, ()) == [
        "army BOH-BUD: adjacent, but they do not touch",
        f"army BOH-TYR: they touch ({contacts['army']['BOH', 'TYR']:.0f}), but are not adjacent",
    ]


def test_a_border_too_short_to_see_is_reported(contacts: Contacts, adjacency: Adjacency) -> None:
    hairline = {**contacts, "army": {**contacts["army"], ("BOH", "TYR"): 12.0}}
    assert compare_adjacency(hairline, adjacency, ()) == ["army BOH-TYR: the border is short (12)"]


def test_an_override_settles_a_difference_and_is_reported_where_it_changes_nothing(
    contacts: Contacts, adjacency: Adjacency
) -> None:
    wanted = {**adjacency, "fleet": adjacency["fleet"] | {("BAL", "SKA")}}
    override = Override(("BAL", "SKA"), "fleet", True, "the rules let fleets pass the Sound")
    assert compare_adjacency(contacts, wanted, (override,)) == []
    useless = replace(override, pair=("BAL", "KIE"))
    assert compare_adjacency(contacts, adjacency, (useless,)) == [
        "fleet BAL-KIE: the override changes nothing"
    ]
