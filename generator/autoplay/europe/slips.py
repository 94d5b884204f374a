"""The slips of people who write about influence, declarations and money.

At most one slip on a sheet, and on most sheets none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from generator.autoplay.slips import misspell
from generator.engine.chance import Chance
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Declare, DiplomaticAttack, PlaceInfs, Transfer

CHANCE: Final = 8
"""The chance of a slip on a sheet, in percent."""

SLIPS: Final = (
    "misspelled", "misspelled", "doubled", "forgotten", "too-many", "too-many", "closed",
    "second-attack", "twofold", "overdrawn",
)  # fmt: skip

Write = Callable[[Any], str]


def slip_lines(
    state: EuropeState,
    power: str,
    write: Write,
    orders: Sequence[Any],
    lines: Sequence[str],
    draws: Chance,
) -> tuple[str, ...]:
    """`lines`, which say `orders`, one of them perhaps spoiled or one too many."""
    texts = list(lines)
    if not texts or draws.number(100) >= CHANCE:
        return tuple(texts)
    kind = draws.pick(SLIPS)
    at = draws.number(len(texts))
    if kind == "misspelled":
        texts[at] = misspell(state.facts.board, texts[at], draws)
    elif kind == "doubled":
        texts.append(texts[at])
    elif kind == "forgotten" and len(texts) > 1:
        del texts[at]
    else:
        added = _excess(state, power, orders, kind, draws)
        if added is not None:
            texts.append(write(added))
    return tuple(texts)


def _excess(
    state: EuropeState, power: str, orders: Sequence[Any], kind: str, draws: Chance
) -> Any | None:
    """An order that the sheet had better not have, or None where the slip does not fit."""
    placed = [order for order in orders if isinstance(order, PlaceInfs)]
    attacks = [order for order in orders if isinstance(order, DiplomaticAttack)]
    offers = [order for order in orders if isinstance(order, Declare) and order.kind == "alliance"]
    sent = [order for order in orders if isinstance(order, Transfer)]
    if kind == "too-many" and placed:
        return PlaceInfs(1 + draws.number(3), draws.pick(state.states))
    if kind == "closed" and placed:
        closed = [
            c for c, status in state.statuses.items() if status.kind in ("captured", "vassal")
        ]
        return PlaceInfs(2, draws.pick(closed)) if closed else None
    if kind == "second-attack" and attacks:
        others = [other for other in state.living if other not in (power, attacks[0].power)]
        return DiplomaticAttack(draws.pick(state.states), draws.pick(others)) if others else None
    if kind == "twofold" and offers:
        return replace(offers[0], kind="war")
    if kind == "overdrawn" and sent:
        return replace(sent[0], amount=sent[0].amount + 100)
    return None
