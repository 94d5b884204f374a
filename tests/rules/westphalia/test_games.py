"""Games in folders: made, adjudicated, verified, taken back, and shown."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import FileError
from generator.engine.phases import Document
from generator.rulesets.westphalia.data.board import hex_board
from generator.rulesets.westphalia.document import dump_state, load_state
from generator.rulesets.westphalia.telling.chronicle import make_gazetteer, take_snapshot
from mapsvg.geometry import load_geometry
from tests.rules.westphalia.rounds import at_phase, opened, play
from tests.rules.westphalia.table import six


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


def test_the_gazetteer_stays_the_same_and_knows_every_state() -> None:
    """Of the board that is ready to play it knows the land before it is laid out."""
    opening = opened("setup")
    book = make_gazetteer(opening)
    assert book.minors["hesse"].provinces == ("C3", "C2", "D4")
    assert set(take_snapshot(opened("upheaval")).minors) <= set(book.minors)
    assert "austria" not in book.minors
