"""What the rulebooks of Europe say of the map holds in the rules and on the picture; the standard
map shows the adjacency of its rules, too."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.engine.board import Board, province_of, read_board
from mapsvg.geometry import load_geometry
from mapsvg.workshop.cartography.topology import (
    VISIBLE,
    Adjacency,
    Contacts,
    Override,
    Pair,
    compare_adjacency,
    load_adjacency,
    load_coast_seas,
    load_overrides,
    measure_contacts,
)

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "mapsvg" / "workshop" / "cartography" / "europe"
FLAGSHIP, DRAFT = "europe-1619", "europe-1619-draft"
SEVEN, THREE = "europe-1615-v7", "europe-1615-v3"
STANDARD = "standard"
BOARDS = (FLAGSHIP, DRAFT, SEVEN, THREE)


def rules_path(board: str) -> Path:
    return ROOT / "generator" / "rulesets" / board.replace("-", "_") / "board.toml"


@lru_cache
def rules_of(board: str) -> Board:
    return read_board(tomllib.loads(rules_path(board).read_text(encoding="utf-8")))


def source_path(board: str) -> Path:
    return (SOURCES.parent if board == STANDARD else SOURCES) / f"{board}.toml"


def pair(one: str, two: str) -> Pair:
    return (one, two) if one < two else (two, one)


FACTS = tomllib.loads(Path(__file__).with_name("facts.toml").read_text("utf-8"))


@pytest.mark.parametrize("unit", FACTS)
def test_stated_facts_hold_in_the_rules(unit: str) -> None:
    """And so on the picture, which shows every adjacency of the rules and no other."""
    rules = {board: load_adjacency(rules_path(board)) for board in BOARDS}
    for places, boards in FACTS[unit].items():
        for board in boards.split():
            known = rules[f"europe-{board}"][unit.removeprefix("no-")]  # type: ignore[literal-required]
            is_adjacent = pair(*places.split()) in known
            assert is_adjacent != unit.startswith("no-"), (places, board)


@pytest.mark.parametrize("board", [*BOARDS, STANDARD])
def test_the_picture_shows_every_adjacency_of_the_rules_and_no_other(board: str) -> None:
    contacts = measure_contacts(load_geometry(board), load_coast_seas(source_path(board)))
    overrides = load_overrides(source_path(board))
    assert compare_adjacency(contacts, load_adjacency(rules_path(board)), overrides) == []
    assert min(*contacts["army"].values(), *contacts["fleet"].values()) >= VISIBLE


@pytest.mark.parametrize("board", BOARDS)
def test_rules_and_picture_agree_on_names_kinds_coasts_and_centers(board: str) -> None:
    """The picture has a place for the disc of every center; of other printed values too."""
    picture = load_geometry(board).provinces
    named = {code: one for code, one in picture.items() if not code.startswith("_")}
    rules = rules_of(board).provinces
    assert {code: (one.name, one.kind, sorted(one.coasts)) for code, one in named.items()} == {
        code: (one.name, one.kind, sorted(one.coasts)) for code, one in rules.items()
    }
    assert [code for code in rules_of(board).centers if picture[code].center is None] == []


@pytest.mark.parametrize("board", BOARDS)
def test_closed_land_can_be_named_and_not_entered(board: str) -> None:
    closed = [one for one in rules_of(board).provinces.values() if one.kind == "impassable"]
    assert {"MUS", "ANA"} <= {one.code for one in closed}
    assert not any(one.army or one.fleet or one.center for one in closed)


def test_what_an_edition_closes() -> None:
    closed = {
        board: {one.code for one in rules_of(board).provinces.values() if one.kind == "impassable"}
        for board in BOARDS
    }
    assert closed[FLAGSHIP] - closed[SEVEN] == {"ALG", "EST"}
    assert closed[DRAFT] - closed[SEVEN] == {"EDI", "EST"}
    assert closed[SEVEN] == closed[THREE]


@pytest.mark.parametrize("board", BOARDS)
def test_copenhagen_has_exactly_its_six_neighbors(board: str) -> None:
    rules = rules_of(board)
    neighbors = {*rules.army_from("COP"), *map(province_of, rules.fleet_from("COP"))}
    assert neighbors == {"SCA", "BOR", "SKA", "NTH", "HEL", "SLG" if board == SEVEN else "HOL"}


def test_the_papal_states_of_version_3_have_exactly_four_neighbors() -> None:
    rules = rules_of(THREE)
    assert {*rules.army_from("ROM"), *rules.army_from("MAR")} - {"ROM", "MAR"} == {
        "VEN",
        "PIA",
        "TUS",
        "NAP",
    }


@pytest.mark.parametrize("board", BOARDS)
def test_every_shore_touches_a_sea_and_every_army_has_a_neighbor(board: str) -> None:
    """But Edirne's fleet, which reaches the sea through Greece; Africa has no land neighbor."""
    rules = rules_of(board)
    for code, province in rules.provinces.items():
        if province.kind == "inland":
            assert province.army, code
            assert not province.fleet, code
        for place in (f"{code}/{coast}" for coast in province.coasts):
            assert any(
                rules.provinces[province_of(to)].kind == "sea" for to in rules.fleet_from(place)
            )
        if province.kind == "coastal" and not province.coasts:
            seas = [to for to in province.fleet if rules.provinces[province_of(to)].kind == "sea"]
            assert seas or (board, code) == (FLAGSHIP, "EDI"), code
            assert province.army or code in ("SHA", "TUN"), code


@pytest.mark.parametrize("board", BOARDS)
def test_fleets_reach_every_shore_but_the_baltic_is_closed_by_the_sound(board: str) -> None:
    """Without Copenhagen and Scania the seas of the Baltic are a water of their own."""
    rules = rules_of(board)

    def reach(start: str, closed: frozenset[str]) -> set[str]:
        found, queue = {start}, [start]
        while queue:
            for to in rules.fleet_from(queue.pop()):
                if to not in found and province_of(to) not in closed:
                    found.add(to)
                    queue.append(to)
        return found

    seas = {code for code, one in rules.provinces.items() if one.kind == "sea"}
    assert seas <= reach("NTH", frozenset())
    baltic = reach("BOR", frozenset({"COP", "SCA"})) & seas
    assert baltic == {"BOR", "BAL", "BOT", "GOF"} & seas


@pytest.fixture(scope="module")
def contacts() -> Contacts:
    return measure_contacts(load_geometry(STANDARD))


@pytest.fixture(scope="module")
def adjacency() -> Adjacency:
    return load_adjacency(rules_path(STANDARD))


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
