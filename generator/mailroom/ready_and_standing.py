"""READY and standing orders of a mail on their way into a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.dates.deadlines import deadline_of
from generator.archive.files.layout import key_of
from generator.archive.files.writing import Change
from generator.archive.game.authorship import NO_ORDERS
from generator.archive.game.game import Game
from generator.archive.game.sheets import order_text
from generator.archive.people.ready import readiness, says_who
from generator.archive.people.versions import Submission, title_in
from generator.archive.play.absence import Notice, filed_notice, standing_faults
from generator.engine.errors import Place
from generator.engine.words import count, listed
from generator.mailroom.arrival import Arrival, in_utc
from generator.mailroom.directives import Directives
from generator.mailroom.letter import Letter
from generator.mailroom.reading import MailReading
from generator.mailroom.receipt import PhaseReceipt
from generator.mailroom.table import Ignored, PhaseLines

LEAVE: Final = "your referee reads it; the program does not track leave"
_READY_ALONE: Final = "READY counts only on its own line"
_HINTS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), hint)
    for pattern, hint in (
        (
            r"\b(?:away(?! from \D)|on (?:leave|holidays?|vacation))\b|^\W*(?:i am |i'm )?back\W*$",
            LEAVE,
        ),
        (r"\bready\b", _READY_ALONE),
        (r"^\W*standing\b", "an order must follow STANDING"),
    )
)
"""The subject of a line that the program does not know, and the word that counts instead."""
_STRANGER: Final = "the mail came from another address"


class Noted(Struct, frozen=True):
    """The content of a mail that is kept beside its orders: the change of files, lines for the
    receipt, and notes on the rest."""

    change: Change = Change({})
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def with_empty(reading: MailReading) -> MailReading:
    """A reading in which a phase for which nothing is ordered on purpose has a sheet to that
    effect."""
    directives = reading.directives
    there = {section.phase for section in reading.sections}
    notes, sections = [*reading.notes, *directives.notes], list(reading.sections)
    for phase in directives.empty:
        if phase in there:
            notes.append("NO ORDERS is not used: the mail has orders")
        else:
            sections.append(PhaseLines(phase, f"{NO_ORDERS}\n", directives.lines[:1]))
    ignored = tuple(_hinted(line, directives) for line in reading.ignored)
    return replace(reading, sections=tuple(sections), notes=tuple(notes), ignored=ignored)


def _hinted(line: Ignored, directives: Directives) -> Ignored:
    """A line about READY, leave and the like that means nothing to the program, with what counts
    instead."""
    hints = (hint for pattern, hint in _HINTS if pattern.search(line.text))
    hint = next(hints, "") if line.why.startswith("no order") else ""
    if not hint:
        return line
    # `not really ready` is not READY.
    to_fix = line.to_fix or (bool(directives.ready) and hint == _READY_ALONE)
    return replace(line, why=f"no order; {hint}", to_fix=to_fix)


def keeps_ready(directives: Directives, orders: str, before: str, last: Submission | None) -> bool:
    """Whether orders for the phase that is waited for come with READY: from this mail, or from an
    earlier one with the very same orders."""
    if directives.ready is not None:
        return directives.ready
    same = order_text(orders) == order_text(before)
    return (
        same and last is not None and last.ready and order_text(last.orders) == order_text(before)
    )


def why_unready(
    game: Game,
    before: str,
    last: Submission | None,
    arrival: Arrival,
    *,
    stranger: bool,
    other: bool,
) -> str:
    """Why READY in a mail without orders is not noted for the orders that wait; "" if it is."""
    deadline = deadline_of(game.settings, game.current_moment)
    if stranger:
        return _STRANGER
    if other:
        return "the orders that count came from another address"
    if not before.strip():
        title = game.ruleset.phase_title(game.current_moment)
        return f"there are no orders yet for {title}; send them, or NO ORDERS"
    if deadline is not None and deadline.is_past(datetime.fromisoformat(in_utc(arrival.came))):
        return "the deadline has passed"
    if last is not None and in_utc(arrival.sent) < last.sent:
        return f"the mail is older than version {last.number}, which counts"
    return ""


def ready_told(
    game: Game,
    receipts: Sequence[PhaseReceipt],
    directives: Directives,
    last: Submission | None,
    ready: bool,
) -> list[PhaseReceipt]:
    """The receipts; the one for the phase that is waited for shows whether the power is ready, and
    how many are. `game` is as it is after the mail, `last` the version in effect before it, `ready`
    whether the new one comes with READY."""
    told = []
    for receipt in receipts:
        if receipt.phase == game.current_moment.phase and "stranger" not in receipt.aside:
            lines = [_ready_line(receipt, directives, last, ready), ready_count_line(game)]
            receipt = replace(receipt, ready=tuple(line for line in lines if line))
            receipt = replace(receipt, is_ready=ready and not receipt.aside)
        told.append(receipt)
    return told


def _ready_line(
    receipt: PhaseReceipt, directives: Directives, last: Submission | None, ready: bool
) -> str:
    was_ready = last is not None and last.ready
    if receipt.aside:
        if receipt.is_held and ready:
            return "READY counts when your referee accepts these orders."
        return ""
    if ready and directives.ready:
        return "READY recorded for these orders; sending different orders cancels it."
    if ready:
        return "READY stays: the orders are the same."
    if directives.ready is False:
        return (
            "NOT READY recorded." if was_ready else "NOT READY recorded; you were not ready before."
        )
    if was_ready and not receipt.repeats:
        return "Your READY is canceled: these are different orders. Answer READY if they are final."
    return ""


def ready_count_line(game: Game) -> str:
    """How many are ready, for everyone: who it is only where orders are public; "" where no one
    is and the game goes by its deadlines."""
    if game.is_over:
        return ""
    found = readiness(game)
    if not found.known or not (found.ready or game.settings.early):
        return ""
    names = ""
    if says_who(game) and found.ready:
        names = f": {listed([game.ruleset.powers[power].name for power in found.ready])}"
    return f"Ready: {len(found.ready)} of {count(len(found.owing), 'power')}{names}."


def notice_in(
    game: Game,
    reading: MailReading,
    letter: Letter,
    arrival: Arrival,
    *,
    stranger: bool,
) -> Noted:
    """Standing orders in a mail. Nothing is written."""
    standing = reading.directives.standing
    if standing is None:
        return Noted()
    if stranger:
        return Noted(notes=(f"standing orders are not recorded, for {_STRANGER}",))
    notice = Notice(
        reading.power,
        key_of(game.current_moment),
        in_utc(arrival.sent),
        arrival.said,
        standing.get("", ""),
        {phase: text for phase, text in standing.items() if phase},
    )
    lines = tuple(_standing_lines(game, notice, standing))
    return Noted(filed_notice(notice, letter.original), lines)


def _standing_lines(game: Game, notice: Notice, standing: Mapping[str, str]) -> Iterable[str]:
    if not standing:
        return ["You no longer have standing orders."]
    used = "used where you send nothing"
    if game.settings.absence == "hold":
        used = "kept, but this game does not use standing orders"
    lines = [f"Your standing orders, {used}; they replace all earlier ones:"]
    for phase, text in standing.items():
        at = f"{title_in(game, phase) or phase}: " if phase else ""
        lines += [f"  {at}{line}" for line in text.splitlines()]
    faults = standing_faults(game, notice)
    if faults:
        lines += ["In the present position, these would be left out:"]
        lines += [f"  {complaint.at(Place(''))}" for complaint in faults]
    return lines
