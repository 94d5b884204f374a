"""Reminders: mails to the powers whose orders are missing."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC
from textwrap import wrap
from typing import Final

import msgspec
from msgspec import Struct

from generator.archive.dates.deadlines import Deadline, deadline_of, due_words
from generator.archive.game.game import Game
from generator.archive.game.sheets import sheet_for
from generator.archive.people.addresses import addresses_of
from generator.archive.people.players import player_of
from generator.archive.play.adjudicating import Checked, check_game, read_order_texts
from generator.engine.phases import Moment

_DATA: Final = "[for the program of the desk]"
_WIDTH: Final = 64
_OPEN_IT: Final = "For you only (the desk shows it if you open this mail there):"


class Reminder(Struct, frozen=True):
    """A mail to the present player of a power. `player` is "" for a seat without a name, `to` holds
    the player's addresses, with ", " between them."""

    power: str
    player: str
    to: str
    subject: str
    body: str


def reminders(game: Game, address: str = "") -> tuple[Reminder, ...]:
    """A reminder for each power whose orders are missing, in the ruleset's order, and then for
    those that have sent nothing and have something else to decide.

    Each has only what is public, and what was sent to this power only. `address` is the whole
    address of the page on sending orders, or "". Empty while the game is paused. Raises GameError
    if the game is over, and FileErrors.
    """
    if game.settings.pause:
        return ()
    checked = check_game(game)
    deadline = deadline_of(game.settings, checked.moment)
    known = addresses_of(game)
    return tuple(
        _reminder(game, power, ", ".join(known.get(power, ())), deadline, address)
        for power in (*checked.missing, *_advised(game, checked))
    )


def _advised(game: Game, checked: Checked) -> list[str]:
    """The powers that no orders are asked of, that have sent none, and that may decide something
    until a later deadline."""
    texts, state = read_order_texts(game, checked.moment), game.current_state()
    sent = {power for power, text in texts.items() if text.text.strip()}
    return [
        power
        for power in game.ruleset.powers
        if power not in (*checked.missing, *sent) and game.ruleset.advice(state, power)
    ]


def _reminder(game: Game, power: str, to: str, deadline: Deadline | None, address: str) -> Reminder:
    moment = game.current_moment
    settings, ruleset = game.settings, game.ruleset
    title, name = ruleset.phase_title(moment), ruleset.powers[power].name
    player = player_of(game, power, moment)
    due = f", due {due_words(deadline)}" if deadline else ""
    lines = [f"Dear {player or name},", "", f"no orders of {name} have come for {title}."]
    if deadline is not None:
        lines += ["", *_due_lines(deadline)]
    # The sheet shows the units of the position, which are public.
    sheet = sheet_for(ruleset, game.current_state(), power)
    units = [line.removeprefix("# ") for line in sheet.splitlines() if line.startswith("# ")][1:]
    if units:
        lines += ["", f"{units[0][:1].upper()}{units[0][1:]}", *units[1:]]
    if secret := secret_sheet(game, power):
        lines += ["", _OPEN_IT, *secret]
    lines += ["", "Reply with your orders, one on each line."]
    example = _example(game, moment)
    if example:
        lines[-1] += f" For example: {example}"
    if address:
        lines.append(f"How to write them: {address}")
    return Reminder(
        power,
        player,
        to,
        f"{settings.title}: orders of {name} for {title}{due}",
        "\n".join(lines) + "\n",
    )


def secret_sheet(game: Game, power: str) -> list[str]:
    """The lines on what only this power knows: its news, such as a hand of cards, from the newest
    phase of the year that had any, and what it has, such as objectives of earlier years. The desk
    finds them in the mail; below a line for it is the part that its program reads. Empty if the
    power knows no more than everyone."""
    lines = []
    for record in reversed(game.phases):
        if record.moment.year != game.current_moment.year:
            break
        told = [event.text for event in record.resolution().events if power in event.known_to]
        if told:
            lines = [f"{record.title}:", *told]
            break
    confided = game.ruleset.confided(game.current_state(), power)
    lines += [line for line in confided.lines if line not in lines]
    if lines and confided.tables:
        tables = {name: dict(table) for name, table in confided.tables.items()}
        data = b64encode(msgspec.json.encode(tables, order="sorted")).decode("ascii")
        lines += [_DATA, *wrap(data, _WIDTH)]  # short lines, which no mail program breaks
    if not lines:
        return []
    head = f"[secret sheet: {game.slug}, {power}, {game.current_moment}]"
    return [head, *lines, "[end of the secret sheet]"]


def _due_lines(deadline: Deadline) -> list[str]:
    """When it is due in the zone of the game and in UTC, and how long orders are still taken."""
    utc = deadline.due.astimezone(UTC)
    lines = [f"They are due {due_words(deadline)}."]
    if deadline.whole_day:
        lines[0] = f"{lines[0][:-1]}, until the end of that day ({deadline.due.tzname()})."
    lines.append(f"That is {utc:%Y-%m-%d %H:%M} UTC.")
    if deadline.grace:
        closes = deadline.closes.astimezone(UTC)
        lines.append(f"Orders are accepted until {closes:%Y-%m-%d %H:%M} UTC.")
    return lines


def _example(game: Game, moment: Moment) -> str:
    """An order of the phase from the rulebook; "" where the ruleset teaches none."""
    for part in game.ruleset.primer().parts:
        if moment.phase in part.phases and part.forms:
            return part.forms[0].example
    return ""
