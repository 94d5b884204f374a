"""The board: its size, neighbors, vertices, edges and contiguity."""

from __future__ import annotations

from itertools import combinations

import pytest

from generator.rulesets.westphalia.data.board import EDGES, hex_board
from generator.rulesets.westphalia.data.facts import layout
from generator.rulesets.westphalia.land.lands import hand_over
from generator.rulesets.westphalia.land.victory import balance_of
from generator.rulesets.westphalia.setup.opening import provinces_refusal
from generator.rulesets.westphalia.state.progress import Progress
from tests.rules.westphalia.table import foreign, give, number_of, six

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
