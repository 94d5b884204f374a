"""Orders as different people type them. What is written here, the order parser reads back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.autoplay.slips import slip
from generator.engine.board import Board
from generator.engine.chance import Chance
from generator.engine.orders.values import (
    AnyOrder,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
)
from generator.engine.units import Piece, Unit


class Hand(Struct, frozen=True):
    """How one player types orders.

    `unit` and `place` write a piece and a destination; `words` are the verbs. Every `remarks`-th
    sheet or so has a remark, every `joins`-th line holds two orders; 0 means never.
    """

    name: str
    unit: Callable[[Board, Piece], str]
    place: Callable[[Board, str], str]
    words: Mapping[str, str]
    lower: bool = False
    remarks: int = 0
    joins: int = 0

    def __str__(self) -> str:
        return self.name


def _code(board: Board, place: str) -> str:
    return place


def _titled(board: Board, place: str) -> str:
    code, _, coast = place.partition("/")
    return code.capitalize() + (f"({coast.lower()})" if coast else "")


def _full_name(board: Board, place: str) -> str:
    return board.name_of(place)


def _coded_unit(board: Board, piece: Piece) -> str:
    return str(piece)


def _titled_unit(board: Board, piece: Piece) -> str:
    return f"{piece.kind} {_titled(board, piece.at)}"


def _named_unit(board: Board, piece: Piece) -> str:
    return f"{'Army' if piece.kind == 'A' else 'Fleet'} {board.name_of(piece.at)}"


_SHORT: Final = {
    "hold": " H", "move": " - ", "support": " S ", "convoy": " C ", "via": " VIA",
    "build": "BUILD {}", "remove": "REMOVE {}", "disband": "{} D", "retreat": "{} - {}",
    "waive": "WAIVE",
}  # fmt: skip


def _word_table(**own: str) -> Mapping[str, str]:
    return MappingProxyType({**_SHORT, **own})


HANDS: Final[tuple[Hand, ...]] = (
    Hand("clerk", _coded_unit, _code, _word_table(retreat="{} R {}")),
    Hand("scribble", _coded_unit, _code, _word_table(move="-"), lower=True),
    Hand(
        "gazette", _named_unit, _full_name,
        _word_table(
            hold=" holds", move=" to ", support=" supports ", convoy=" convoys ",
            via=" via convoy", build="Build {}", remove="Remove {}", disband="Disband {}",
            retreat="{} retreats to {}", waive="Waive",
        ),
    ),
    Hand(
        "arrows", _titled_unit, _titled,
        _word_table(move=" -> ", via=" via convoy", build="Build {}", remove="Remove {}",
               retreat="{} -> {}"),
    ),
    Hand(
        "secretary", _coded_unit, _code,
        _word_table(hold=" HOLDS", move=" TO ", support=" SUPPORTS ", convoy=" CONVOYS ",
               via=" VIA CONVOY", disband="{} DISBANDS", retreat="{} RETREATS {}"),
    ),
    Hand("hurried", _coded_unit, _code, _word_table(hold=" HOLD", move="-", build="B {}",
                                               retreat="{} R {}"), joins=2),
    Hand("talker", _coded_unit, _code, _word_table(disband="{} DISBAND"), remarks=2),
)  # fmt: skip

_REMARKS: Final = (
    "as agreed", "for peace", "sorry", "no hard feelings", "until the spring", "just in case",
    "trust me", "this time for sure", "you know why", "as I wrote to you",
)  # fmt: skip


def draw_hand(chance: Chance, powers: Sequence[str], power: str) -> Hand:
    """The hand of a power, the same for the whole game; no two of seven powers write alike."""
    hands = chance.branch("autoplay hands").shuffle(HANDS)
    return hands[powers.index(power) % len(hands)]


def write_order(board: Board, hand: Hand, order: AnyOrder) -> str:
    """One order in a hand, without slips and remarks."""
    words = hand.words

    def unit(piece: Piece) -> str:
        return hand.unit(board, piece)

    if isinstance(order, Hold):
        text = unit(order.unit) + words["hold"]
    elif isinstance(order, Move):
        text = unit(order.unit) + words["move"] + hand.place(board, order.to)
        text += words["via"] if order.via else ""
    elif isinstance(order, SupportHold):
        text = unit(order.unit) + words["support"] + unit(order.supported)
    elif isinstance(order, SupportMove):
        text = unit(order.unit) + words["support"] + unit(order.supported)
        text += words["move"] + hand.place(board, order.to)
    elif isinstance(order, Convoy):
        text = unit(order.unit) + words["convoy"] + unit(order.army)
        text += words["move"] + hand.place(board, order.to)
    elif isinstance(order, Retreat):
        text = words["retreat"].format(unit(order.unit), hand.place(board, order.to))
    elif isinstance(order, Disband):
        text = words["disband"].format(unit(order.unit))
    elif isinstance(order, Build):
        text = words["build"].format(unit(order.unit))
    elif isinstance(order, Remove):
        text = words["remove"].format(unit(order.unit))
    else:
        text = words["waive"]
    return text.lower() if hand.lower else text


def write_sheet(
    board: Board,
    hand: Hand,
    orders: Sequence[AnyOrder],
    foreign: Sequence[Unit],
    draws: Chance,
) -> tuple[str, ...]:
    """The lines of a sheet: `orders` in this hand, now and then with a slip.

    `foreign` are the other powers' units, for which a confused player may write an order.
    """

    def write(order: AnyOrder) -> str:
        return write_order(board, hand, order)

    texts = slip(board, write, orders, foreign, draws)
    lines: list[str] = []
    for text in texts:
        if lines and hand.joins and ";" not in lines[-1] and draws.number(hand.joins) == 0:
            lines[-1] += f"; {text}"
        else:
            lines.append(text)
    if lines and hand.remarks and draws.number(hand.remarks) == 0:
        at = draws.number(len(lines))
        lines[at] += f"  # {draws.pick(_REMARKS)}"
    return tuple(lines)
