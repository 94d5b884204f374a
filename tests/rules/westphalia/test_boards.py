"""Boards, also those of another number of players, and what else goes by how many play."""

from __future__ import annotations

import pytest

from generator.engine.errors import FileError, GameError
from generator.engine.phases import Document, Setup
from generator.rulesets.westphalia.data.board import hex_board
from generator.rulesets.westphalia.data.facts import facts, per_players
from generator.rulesets.westphalia.document import dump_state, load_state
from generator.rulesets.westphalia.setup.opening import open_game
from generator.rulesets.westphalia.telling.pictures import picture_of_state
from tests.rules.westphalia.rounds import opened, play

EIGHT = "red blue green yellow orange purple white black"
FIVE = "red green white orange purple"


@pytest.mark.rule("POW-MAP-1")
def test_five_play_on_the_board_of_six() -> None:
    """Fifty-four provinces are drafted; who is saved and how many are drawn goes by the players."""
    state = opened(
        "influence", seats=FIVE, board="westphalia-6", setup_mode="draft", pacing="merged"
    )
    assert tuple(state.provinces) == tuple(hex_board(6).hexes)
    assert all(one.owner for one in state.provinces.values())
    assert [len(state.lands[seat]) for seat in state.seats] == [4] * 5
    assert per_players("saved_places", len(state.seats)) == 2
    assert picture_of_state(state).board == "westphalia-6"
    written = dump_state(state)
    assert load_state(Document(written.public, written.private)) == state


@pytest.mark.rule("POW-MAP-1")
def test_seven_have_just_room_enough_on_the_board_of_five() -> None:
    """28 provinces of players, 14 of Electors and three more."""
    seven = "red blue green white orange purple black"
    state = opened("influence", seats=seven, board="westphalia-5", setup_mode="draft")
    assert len(state.provinces) == 45
    assert sum(len(state.lands[seat]) for seat in state.seats) == 28
    with pytest.raises(GameError, match=r"8 players and the Electors need 46 .* the board has 45"):
        open_game(Setup({"seats": EIGHT, "board": "westphalia-5", "setup_mode": "draft"}))


@pytest.mark.rule("POW-MAP-1")
def test_a_referee_lays_out_a_board_of_another_size() -> None:
    drafted = opened("influence", seats=FIVE, board="westphalia-6", setup_mode="draft")
    table = {name: " ".join(own) for name, own in drafted.lands.items() if own}
    options = {"seats": FIVE, "board": "westphalia-6", "setup_mode": "referee"}
    done = play(open_game(Setup(options, {"board": table})))
    assert done.state.lands == drafted.lands
    with pytest.raises(FileError, match="there is no province"):
        open_game(Setup({**options, "board": "westphalia-5"}, {"board": table}))


@pytest.mark.rule("POW-MAP-1")
@pytest.mark.parametrize("players", range(3, 9))
def test_every_board_has_as_many_provinces_for_each_player(players: int) -> None:
    assert len(hex_board(players).hexes) == facts().game.hexes_per_player * players


@pytest.mark.rule("POW-UPH-1")
@pytest.mark.rule("POW-SAV-1")
@pytest.mark.parametrize(
    ("players", "drawn", "saved"),
    [(3, 2, 1), (4, 2, 2), (5, 2, 2), (6, 2, 2), (7, 3, 3), (8, 3, 3)],
)
def test_what_goes_by_the_number_of_players(players: int, drawn: int, saved: int) -> None:
    assert per_players("upheaval_draw", players) == drawn
    assert per_players("saved_places", players) == saved


@pytest.mark.rule("POW-ELE-7")
def test_a_majority_is_more_than_half_of_the_electors() -> None:
    game = facts().game
    assert game.majority == game.electors // 2 + 1
