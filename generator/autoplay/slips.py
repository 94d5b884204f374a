"""The slips of people who type orders: misspelled, forgotten, doubled, meant for another's unit.

At most one slip on a sheet, and on most sheets none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from generator.autoplay.reach import neighbors
from generator.engine.board import Board, province_of
from generator.engine.chance import Chance
from generator.engine.orders.values import AnyOrder, Hold, Move, Retreat, SupportMove
from generator.engine.units import Unit

# The chance of a slip on a sheet, in percent: so much for each order, and never more than that.
EACH: Final = 4
MOST: Final = 14

SLIPS: Final = (
    "misspelled", "misspelled", "misspelled", "misspelled", "coast", "coast", "doubled",
    "contradicted", "forgotten", "foreign", "unmatched", "unmatched", "wrong-type",
)  # fmt: skip

Write = Callable[[AnyOrder], str]


def slip(
    board: Board,
    write: Write,
    orders: Sequence[AnyOrder],
    foreign: Sequence[Unit],
    draws: Chance,
) -> tuple[str, ...]:
    """The texts of `orders`, one of them perhaps spoiled."""
    texts = [write(order) for order in orders]
    if not texts or draws.number(100) >= min(MOST, EACH * len(texts)):
        return tuple(texts)
    return _spoil(board, write, orders, foreign, draws, draws.pick(SLIPS))


def _spoil(
    board: Board,
    write: Write,
    orders: Sequence[AnyOrder],
    foreign: Sequence[Unit],
    draws: Chance,
    kind: str,
) -> tuple[str, ...]:
    texts = [write(order) for order in orders]
    at = draws.number(len(texts))
    order = orders[at]
    if kind == "misspelled":
        texts[at] = misspell(board, texts[at], draws)
    elif kind == "coast":
        coasted = [
            i
            for i, order in enumerate(orders)
            if isinstance(order, Move | Retreat) and "/" in order.to
        ]
        for i in coasted[:1]:
            one = orders[i]
            assert isinstance(one, Move | Retreat)
            texts[i] = write(replace(one, to=province_of(one.to)))
    elif kind == "doubled":
        texts.append(texts[at])
    elif kind == "contradicted" and isinstance(order, Move):
        texts.append(write(Hold(order.unit)))
    elif kind == "forgotten" and len(texts) > 1:
        del texts[at]
    elif kind == "foreign" and foreign and isinstance(order, Move | Hold | SupportMove):
        unit = draws.pick(foreign)
        texts.append(write(Move(unit.piece, draws.pick(neighbors(board, unit)))))
    elif kind == "unmatched" and isinstance(order, Hold):
        own = Unit("A" if order.unit.kind == "A" else "F", order.unit.at)
        texts[at] = _misplaced_support(board, write, own, foreign, draws) or texts[at]
    elif kind == "wrong-type" and isinstance(order, Move | Hold):
        other = "F" if order.unit.kind == "A" else "A"
        texts[at] = write(replace(order, unit=order.unit._replace(kind=other)))
    return tuple(texts)


def _misplaced_support(
    board: Board, write: Write, own: Unit, foreign: Sequence[Unit], draws: Chance
) -> str:
    """A support for a move that its owner may never have thought of, or ""."""
    near = {province_of(place) for place in neighbors(board, own)}
    chances = [
        (unit, place)
        for unit in foreign
        for place in neighbors(board, unit)
        if province_of(place) in near
    ]
    if not chances:
        return ""
    unit, place = draws.pick(chances)
    return write(SupportMove(own.piece, unit.piece, place))


def misspell(board: Board, text: str, draws: Chance) -> str:
    """`text` with its last word misspelled, so that it is no province's code or name."""
    head, blank, word = text.rpartition(" ")
    if not blank or "-" in word:
        cut = max(text.rfind("-"), text.rfind(" ")) + 1
        head, word = text[:cut], text[cut:]
    else:
        head += " "
    known = {place.lower() for place in board.places}
    if len(word) < 3 or not word.isalpha():
        return text
    wrong = [
        word + word[-1],
        word[:-2] + word[-1] + word[-2],
        word[:1] + word[2] + word[1] + word[3:],
        word + ("G" if word.isupper() else "g"),
        word[:-1] + ("K" if word.isupper() else "k"),
    ]
    usable = [code for code in wrong if code.lower() not in known and code != word]
    return head + draws.pick(usable) if usable else text
