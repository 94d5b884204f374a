"""Trying other orders: the phase is adjudicated with them, and nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.archive.game.game import check_there, load_game
from generator.archive.game.ruling_checks import resolve
from generator.archive.game.seeds import draws_of
from generator.archive.game.settings import nearest
from generator.archive.play.absence import stand_in
from generator.archive.play.adjudicating import (
    Adjudicated,
    PlacedComplaint,
    read_order_texts,
    rulings_for,
)
from generator.engine.errors import GameError, Place
from generator.engine.report import report_of
from generator.engine.ruleset import Ruleset


def try_orders(folder: Path, tried: Sequence[tuple[str, str]]) -> Adjudicated:
    """Adjudicate the phase that a game waits for with other orders. Writes nothing.

    `tried` are powers and orders. Each takes the place of the order that its unit has, or is
    added. Raises FileError, and GameError for a power that is not there and an order that cannot
    be read.
    """
    check_there(folder)
    game = load_game(folder)
    if game.ending is not None:
        raise GameError(f"{game.slug} is over: {game.ending.text}")
    ruleset, state, moment = game.ruleset, game.current_state(), game.current_moment
    stood_in = stand_in(game, state, read_order_texts(game, moment))
    texts = {power: text.text for power, text in stood_in.texts.items()}
    for power, order in tried:
        if power not in ruleset.powers:
            hint = nearest(power, ruleset.powers, "powers")
            raise GameError(f"there is no power {power}", hint=hint)
        texts[power] = _with_order(ruleset, state, power, texts.get(power, ""), order)
    texts = {power: texts[power] for power in ruleset.powers if power in texts}
    book = ruleset.read(state, texts)
    draws, rulings = draws_of(game), rulings_for(game, moment)
    resolution = resolve(game, state, book, rulings, lambda: draws.chance(moment))
    powers = {power for power, _ in tried}
    return Adjudicated(
        ruleset,
        ruleset.phase_title(moment),
        resolution,
        tuple(
            PlacedComplaint(Place(complaint.power), complaint)
            for complaint in book.complaints
            if complaint.power in powers and complaint.line
        ),
        book.missing,
        ruleset.summary(state, resolution),
        ruleset.ending(resolution.state),
        False,
        report_of(ruleset.report(state, resolution)),
    )


def _with_order(ruleset: Ruleset[Any], state: Any, power: str, text: str, order: str) -> str:
    """A power's text with one more order, without those that its unit had."""
    new = _orders(ruleset, state, power, order)
    if not any(value is not None for _, value in new):
        raise GameError("this cannot be read as an order", text=order, hint=f"of {power}")
    units = {_unit(value) for _, value in new} - {""}
    dropped = {n for n, value in _orders(ruleset, state, power, text) if _unit(value) in units}
    lines = [line for number, line in enumerate(text.split("\n"), 1) if number not in dropped]
    return "\n".join([*lines, order, ""])


def _orders(ruleset: Ruleset[Any], state: Any, power: str, text: str) -> list[tuple[int, Any]]:
    sheet = ruleset.read(state, {power: text}).sheets.get(power)
    return [(line.line, line.order) for line in sheet.orders] if sheet is not None else []


def _unit(order: Any) -> str:
    """Where the unit is that an order is for; "" for an order of another kind."""
    unit = getattr(order, "unit", None)
    return str(unit).split()[-1].partition("/")[0] if unit is not None else ""
