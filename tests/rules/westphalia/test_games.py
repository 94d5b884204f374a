"""Games in folders: made, adjudicated, verified, taken back, and shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

import generator.rulesets as rulesets
from generator.archive.game.game import load_game
from generator.archive.play.adjudicating import adjudicate_on
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.archive.play.verifying import verify_game
from generator.commands.resolve import answer_case
from generator.engine.errors import FileError, UsageError
from generator.engine.phases import Document
from generator.rulesets.westphalia.data.board import hex_board
from generator.rulesets.westphalia.document import dump_state, load_state
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.telling.chronicle import (
    influence_changes,
    make_gazetteer,
    take_snapshot,
)
from generator.rulesets.westphalia.telling.pictures import picture_of_state
from mapsvg.geometry import load_geometry
from tests.archive.games import undo_last
from tests.rules.westphalia.rounds import at_phase, opened, play
from tests.rules.westphalia.table import ally, di, foreign, six
from tests.rules.westphalia.writing import write_sheet


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The ruleset under its id, as an entry point would have it."""
    known = {**rulesets._BUILT_IN, "westphalia": "generator.rulesets.westphalia.ruleset:RULESET"}
    monkeypatch.setattr(rulesets, "_BUILT_IN", MappingProxyType(known))
    rulesets.load_ruleset.cache_clear()
    yield
    rulesets.load_ruleset.cache_clear()


@pytest.mark.parametrize("orders", ["public", "private"])
def test_two_rounds_in_a_folder_replay_byte_for_byte(
    tmp_path: Path, registered: None, orders: str
) -> None:
    folder = create_game(tmp_path, NewGame("peace", RULESET, "a seed of its own", orders=orders))
    rng = random.Random(7)
    while True:
        game = load_game(folder)
        state = game.current_state()
        if state.round == 3:
            break
        sheets = {one: write_sheet(state, one, rng) for one in RULESET.awaits(state)}
        submit_orders(
            folder, game.current_moment, {one: text for one, text in sheets.items() if text}
        )
        assert list(adjudicate_on(folder))
    assert not verify_game(folder).unreplayed
    last = load_game(folder).current_moment
    undo_last(folder)
    assert load_game(folder).current_moment != last
    list(adjudicate_on(folder))
    assert load_game(folder).current_moment == last


def test_secrets_stay_with_the_referee() -> None:
    """Wishes, cards and armies are in documents of their own, and nowhere in the public one."""
    state = at_phase(six(), "diplomacy").with_player("red", tasks=("heresy", "war"))
    done = play(state, {"red": "WAR black\nWITHDRAW hesse IF attacked", "black": "LOSS saved"})
    document = dump_state(done.state)
    assert sorted(document.private) == ["armies", "wishes"]
    assert "hesse attacked" not in str(document.public)
    assert "hand" not in str(document.public)
    cards = dump_state(play(replace(at_phase(six(), "choice"), reformation=True)).state)
    assert "cards" in cards.private
    assert load_state(document) == done.state


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("phase", None, "the state has no phase"),
        ("emperor", "pink", "the Emperor pink is not a player"),
        ("provinces", {"Z9": "red catholic"}, "there is no province Z9"),
        ("provinces", {"A1": "red catholic village"}, "is not like 'red catholic town'"),
        ("options", {"seats": "red red"}, "is taken by two players"),
        ("options", {"pacing": "slow"}, "option pacing cannot be 'slow'"),
        ("round", "one", r"round cannot be 'one' \(a whole number\)"),
        ("wars", [{"number": 1}], "wars, row 1: attacker is missing"),
        ("players", {}, "players: red is missing"),
    ],
)
def test_a_state_that_cannot_be_is_an_error(key: str, value: object, said: str) -> None:
    tables = dict(dump_state(six()).public)
    if value is None:
        del tables[key]
    else:
        tables[key] = value
    with pytest.raises(FileError, match=said):
        load_state(Document(tables))


@pytest.mark.parametrize(
    ("key", "change", "said"),
    [
        ("1", {"swaped": True}, r"there is no swaped in armies.1 \(did you mean swapped\?\)"),
        ("1", {"deck": 3}, r"armies.1.deck cannot be 3 \(a text in quotes\)"),
        ("1", {"result": "draw"}, "armies.1.result cannot be 'draw'"),
        ("1", {"deck": "PQ"}, "the battle 1 cannot be read: .*Q is no card"),
        ("1", {"attacker": None}, "the battle 1 cannot be read: .*a side is missing"),
        ("one", {}, "the battle one cannot be read"),
    ],
)
def test_a_battle_that_cannot_be_is_an_error(key: str, change: dict[str, Any], said: str) -> None:
    state = at_phase(six(), "diplomacy").with_player("red", tasks=("heresy", "war"))
    document = dump_state(play(state, {"red": "WAR black"}).state)
    row = {**document.private["armies"]["1"], **change}
    row = {name: value for name, value in row.items() if value is not None}
    private = {**document.private, "armies": {key: row}}
    with pytest.raises(FileError, match=said):
        load_state(Document(document.public, private))


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_the_drawn_board_is_that_of_the_rules(players: int) -> None:
    """The same provinces, and the same neighbors."""
    board, drawn = hex_board(players), load_geometry(f"westphalia-{players}")
    inside = {code for code in drawn.provinces if code not in board.edges}
    assert inside == set(board.hexes)
    touching = {
        frozenset((arc.left, arc.right))
        for arc in drawn.arcs
        if arc.left in inside and arc.right in inside
    }
    assert touching == {
        frozenset((code, near)) for code in board.hexes for near in board.neighbors[code]
    }


def test_the_picture_shows_owners_alliances_and_homes() -> None:
    state = ally(di(six(), "trier", red=1, black=2), "hesse", "red").with_player("red", saved=2)
    picture = picture_of_state(foreign(state, "green"))
    assert picture.board == "westphalia-6"
    assert (picture.fills["C3"].kind, picture.fills["C3"].power) == ("vassal", "red")
    assert picture.fills["D1"].kind == "unaligned"
    assert picture.stacks["D1"] == (("black", 2), ("red", 1))
    assert picture.stacks["A3"] == (("red", 2),)
    assert [(one.at, one.power, one.lines[0]) for one in picture.homes] == [
        ("SW", "green", "France")
    ]
    assert picture.center_kinds["F5"] == "crown"
    assert "ally of Red" in picture.description


def test_the_gazetteer_stays_the_same_and_knows_every_state() -> None:
    """Of the board that is ready to play it knows the land before it is laid out."""
    opening = opened("setup")
    book = make_gazetteer(opening)
    assert book.minors["hesse"].provinces == ("C3", "C2", "D4")
    assert set(take_snapshot(opened("upheaval")).minors) <= set(book.minors)
    assert "austria" not in book.minors


def test_changes_of_influence_are_told() -> None:
    state = at_phase(six(), "diplomacy").with_player("red", tasks=("diplomacy", "war"), saved=2)
    done = play(state, {"red": "INFLUENCE hesse 2\nWAR trier"})
    assert [tuple(one) for one in influence_changes(done)] == [("hesse", "red", 2, 0)]


def test_a_case_is_resolved() -> None:
    """What `theatrum resolve` gives for a state and orders."""
    tables = dict(dump_state(at_phase(six(), "choice")).public)
    case = {"state": tables, "orders": {"red": "CHOOSE war heresy"}, "seed": "x"}
    answer = answer_case(RULESET, case)
    assert answer["verdicts"][0] == {
        "power": "red",
        "order": "CHOOSE heresy war",
        "outcome": "success",
        "reasons": ["POW-CHO-1: two of the three phases"],
    }
    assert answer["state"]["phase"] == answer["phase"] == "diplomacy"
    with pytest.raises(FileError, match="the state has no year"):
        answer_case(RULESET, {"state": {}})
    with pytest.raises(UsageError, match="there is no card"):
        answer_case(RULESET, {"card": 1})
