"""One order at full speed, and readers that stay small and quick."""

from __future__ import annotations

from time import perf_counter

import pytest

from generator.engine.board import Board, Province
from generator.engine.errors import Complaint
from generator.engine.orders import Move, OrderReader, order_reader, read_order, read_orders
from generator.engine.orders import reader as reader_module
from generator.engine.units import Piece
from tests.engine.orders.sheets import BOARD


def test_reader_is_made_once_for_a_board_and_its_powers() -> None:
    assert order_reader(BOARD, ["Saxony"]) is order_reader(BOARD, ("Saxony",))
    assert order_reader(BOARD) is not order_reader(BOARD, ["Saxony"])


def test_reader_remembers_no_more_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "_REMEMBERED", 10)
    reader = OrderReader(BOARD)
    for code in BOARD.codes:
        assert reader.read(f"A PAR - {code}", "movement") == Move(Piece("A", "PAR"), code)
        assert len(reader._known["movement"]) <= 10
    reader.read("x" * 100, "movement")
    assert "x" * 100 not in reader._known["movement"]


def test_phases_do_not_share_what_is_remembered() -> None:
    reader = OrderReader(BOARD)
    assert str(type(reader.read("A PAR - BUR", "movement"))) != str(
        type(reader.read("A PAR - BUR", "retreat"))
    )
    assert isinstance(reader.read("A PAR - BUR", "build"), Complaint)


def test_single_order_of_another_board_is_read_by_that_board() -> None:
    board = Board(
        "island",
        "An island",
        {
            "NN": Province("NN", "North", "inland", army=("SS",), aliases=("Upper Half",)),
            "SS": Province("SS", "South", "inland", army=("NN",), home="saxony"),
        },
    )
    assert str(read_order("army upper half -> south", board, "movement")) == "A NN - SS"
    assert isinstance(read_order("A PAR - BUR", board, "movement"), Complaint)
    _, complaints = read_orders("Saxony: A SS - NN", board, "movement", "bavaria", ["bavaria"])
    assert [one.severity for one in complaints] == ["warning"]


@pytest.mark.parametrize(
    "scrap",
    [
        "A PAR - BUR ",
        "A PAR - BUR\n",
        "A PAR - ",
        "PAR ",
        "A ",
        "-",
        "(",
        "gulf of ",
        "A XYZ S F QQQ - ",
        "A PAR BUR, ",
        "B A PAR ",
        "x",
        "🙂",
        "a\u0301",
        "1.",
    ],
)
def test_reading_takes_time_in_proportion_to_the_text(scrap: str) -> None:
    """Eight times the text takes about eight times as long; 64 times would be quadratic."""
    reader = OrderReader(BOARD)

    def seconds(count: int) -> float:
        times = []
        for _ in range(3):
            begin = perf_counter()
            reader.read_sheet(scrap * count, "movement")
            times.append(perf_counter() - begin)
        return min(times)

    seconds(10)
    count = 4000 // len(scrap)
    assert seconds(8 * count) < 30 * seconds(count) + 0.01
