"""Boards: size, neighbors, vertices, edges and contiguity, also of another number of players, and
what else goes by how many play."""

from __future__ import annotations

from itertools import combinations

import pytest

from generator.engine.errors import FileError, GameError
from generator.engine.phases import Document, Setup
from generator.rulesets.westphalia.data.board import EDGES, hex_board
from generator.rulesets.westphalia.data.facts import facts, layout, per_players
from generator.rulesets.westphalia.document import dump_state, load_state
from generator.rulesets.westphalia.land.lands import hand_over
from generator.rulesets.westphalia.land.victory import balance_of
from generator.rulesets.westphalia.setup.opening import open_game, provinces_refusal
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.telling.pictures import picture_of_state
from tests.rules.westphalia.rounds import opened, play
from tests.rules.westphalia.table import foreign, give, number_of, six

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


SIX = hex_board(6)


ROWS = {
    5: [6, 7, 8, 9, 8, 7],
    6: [6, 7, 8, 9, 9, 8, 7],
    7: [6, 7, 8, 9, 9, 9, 8, 7],
    8: [6, 7, 8, 9, 9, 9, 9, 8, 7],
}


@pytest.mark.rule("POW-MAP-1", "POW-MAP-2", "POW-MAP-3", "POW-MAP-4")
@pytest.mark.parametrize(
    ("players", "pairs", "triples"), [(5, 111, 67), (6, 136, 83), (7, 161, 99), (8, 186, 115)]
)
def test_nine_provinces_for_each_player_their_neighbors_and_the_rim(
    players: int, pairs: int, triples: int
) -> None:
    board = hex_board(players)
    letters = sorted({code[0] for code in board.hexes})
    rows = [sum(code[0] == letter for code in board.hexes) for letter in letters]
    assert rows == ROWS[players]
    assert len(board.hexes) == 9 * players
    assert sum(map(len, board.neighbors.values())) == 2 * pairs
    assert all(
        code in board.neighbors[near] for code in board.hexes for near in board.neighbors[code]
    )
    touching = {three for three in combinations(board.hexes, 3) if board.touch_at_vertex(three)}
    assert len(touching) == triples
    pairwise = {
        tuple(sorted(three))
        for three in combinations(board.hexes, 3)
        if all(board.distance(one, other) == 1 for one, other in combinations(three, 2))
    }
    assert {tuple(sorted(three)) for three in touching} == pairwise
    rim = {code for code in board.hexes if len(board.neighbors[code]) < 6}
    assert {code for edge in EDGES for code in board.edges[edge]} == rim


@pytest.mark.rule("POW-MAP-2")
def test_adjacent_provinces_share_a_side() -> None:
    assert SIX.neighbors["C2"] == ("B1", "B2", "C1", "C3", "D2", "D3")
    assert SIX.hexes["D4"] == (3, 3)


@pytest.mark.rule("POW-MAP-3")
def test_a_line_does_not_touch_at_a_vertex() -> None:
    assert SIX.touch_at_vertex(("B1", "A1", "B2"))
    assert not SIX.touch_at_vertex(("A1", "A2", "A3"))


@pytest.mark.rule("POW-MAP-4")
def test_a_corner_lies_on_two_edges() -> None:
    assert [edge for edge in EDGES if "A6" in SIX.edges[edge]] == ["N", "NE"]
    assert SIX.edges["SW"] == ("D1", "E1", "F1", "G1")
    assert SIX.edges["NW"] == ("A1", "B1", "C1", "D1")
    assert SIX.edges["NE"] == ("A6", "B7", "C8", "D9", "E9")
    assert SIX.edges["SE"] == ("E9", "F8", "G7")


@pytest.mark.rule("POW-MAP-5")
def test_contiguous_through_shared_sides() -> None:
    assert SIX.is_contiguous(("B1", "C1", "D1"))
    assert not SIX.is_contiguous(("A1", "C1"))
    assert SIX.is_contiguous(("A1", "B1", "C1"))
    assert SIX.areas(("A1", "C1", "B1", "G7")) == (("A1", "B1", "C1"), ("G7",))


@pytest.mark.rule("POW-MAP-6")
def test_a_conquered_capital_is_a_town_and_no_capital() -> None:
    progress = Progress(six())
    hand_over(progress, "D1", "green", "POW-PCE-1")
    trier = progress.state.provinces["D1"]
    assert (trier.owner, trier.town, trier.capital) == ("green", True, False)
    assert progress.state.capital_of("green") == "B1"


@pytest.mark.rule("POW-MAP-8")
def test_a_home_is_no_province() -> None:
    before = six()
    after = foreign(before, "green")
    assert balance_of(after).provinces == balance_of(before).provinces
    assert number_of(after, "green") == number_of(before, "green")


@pytest.mark.rule("POW-SET-3")
@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_the_boards_that_are_ready_obey_the_rules_of_setup(players: int) -> None:
    """Every hex is used once, players' places are legal, and all principalities are contiguous."""
    board = hex_board(players)
    table = layout(players)
    used = [code for own in table.values() for code in own]
    assert sorted(used) == sorted(board.hexes)
    empty = give(six(), "", " ".join(SIX.hexes)) if players == 6 else None
    for name, own in table.items():
        assert board.is_contiguous(own), name
        if name.startswith("s") and name[1:].isdigit():
            assert len(own) == 4
            assert any(board.touch_at_vertex(three) for three in combinations(own, 3)), name
            assert empty is None or provinces_refusal(empty, own) is None
        else:
            rest = [code for code in own if code != own[0]]
            if len(own) < 4:
                assert all(board.are_adjacent(own[0], code) for code in rest), name
