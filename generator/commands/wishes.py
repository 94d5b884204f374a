"""What a mail says beyond orders on its way into a game: READY, leave, standing orders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.absence.notices import (
    LONGEST_LEAVE,
    Notice,
    filed_notice,
    leave_of,
    notices_of,
)
from generator.archive.absence.stand_ins import standing_faults
from generator.archive.dates.deadlines import deadline_of, when_words, zone_of
from generator.archive.files.layout import key_of
from generator.archive.files.writing import Change
from generator.archive.game.authorship import NO_ORDERS
from generator.archive.game.game import Game
from generator.archive.game.settings import AbsencePolicy
from generator.archive.game.sheets import order_text
from generator.archive.people.ready import readiness, says_who
from generator.archive.people.versions import Submission, title_in
from generator.commands.arrival import Arrival, in_utc
from generator.engine.errors import Place, UsageError
from generator.engine.words import count, listed
from generator.mail import Ignored, Letter, MailReading, PhaseLines, PhaseReceipt
from generator.mail.wishes import Wishes

_HINTS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), hint)
    for pattern, hint in (
        (r"\bready\b", "READY counts on a line of its own"),
        (r"\baway\b", "leave is a line like AWAY until 3 January"),
        (r"^\W*standing\b", "what stands behind STANDING has to be an order"),
    )
)
"""What a line that says nothing to the program speaks of, and what counts instead."""
_YEAR: Final = re.compile(r"\d{4}")
_NEAR: Final = 200
"""The days within which a day without a year may lie."""
_STRANGER: Final = "the mail came from another address"


class Noted(Struct, frozen=True):
    """What of a mail is kept beside its orders: the change of files, lines for the receipt, and
    notes on what is not kept."""

    change: Change = Change({})
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def with_empty(reading: MailReading) -> MailReading:
    """A reading in which a phase for which nothing is ordered on purpose has a sheet that says
    so."""
    wishes = reading.wishes
    there = {section.phase for section in reading.sections}
    notes, sections = [*reading.notes, *wishes.notes], list(reading.sections)
    for phase in wishes.empty:
        if phase in there:
            notes.append("NO ORDERS is not heeded: the mail has orders")
        else:
            sections.append(PhaseLines(phase, f"{NO_ORDERS}\n", wishes.lines[:1]))
    ignored = tuple(map(_hinted, reading.ignored))
    return replace(reading, sections=tuple(sections), notes=tuple(notes), ignored=ignored)


def _hinted(line: Ignored) -> Ignored:
    """A line that speaks of READY, leave and the like, and does not say it, with what to write."""
    hints = (hint for pattern, hint in _HINTS if pattern.search(line.text))
    hint = next(hints, "") if line.why.startswith("no order") else ""
    return replace(line, why=f"no order; {hint}") if hint else line


def keeps_ready(wishes: Wishes, orders: str, before: str, last: Submission | None) -> bool:
    """Whether orders for the phase that is waited for come with READY: as the mail says it, or as
    it was said before with the very same orders."""
    if wishes.ready is not None:
        return wishes.ready
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
        return "the orders that stand came from another address"
    if not before.strip():
        title = game.ruleset.phase_title(game.current_moment)
        return f"no orders wait for {title}; send them, or NO ORDERS"
    if deadline is not None and deadline.is_past(datetime.fromisoformat(in_utc(arrival.came))):
        return "the deadline has passed"
    if last is not None and in_utc(arrival.sent) < last.sent:
        return f"the mail is older than version {last.number}, which stands"
    return ""


def ready_told(
    game: Game,
    receipts: Sequence[PhaseReceipt],
    wishes: Wishes,
    last: Submission | None,
    ready: bool,
) -> list[PhaseReceipt]:
    """The receipts, where that for the phase that is waited for says whether the power is ready,
    and how many are. `game` is as it stands after the mail, `last` the version that stood before
    it, `ready` whether the new one comes with READY."""
    told = []
    for receipt in receipts:
        if receipt.phase == game.current_moment.phase and "stranger" not in receipt.aside:
            lines = [_ready_line(receipt, wishes, last, ready), ready_count_line(game)]
            receipt = replace(receipt, ready=tuple(line for line in lines if line))
            receipt = replace(receipt, is_ready=ready and not receipt.aside)
        told.append(receipt)
    return told


def _ready_line(receipt: PhaseReceipt, wishes: Wishes, last: Submission | None, ready: bool) -> str:
    was_ready = last is not None and last.ready
    if receipt.aside:
        if receipt.is_held and ready:
            return "READY counts when your referee accepts these orders."
        return ""
    if ready and wishes.ready:
        return "READY recorded for these orders; sending different orders cancels it."
    if ready:
        return "READY stays: the orders are the same."
    if wishes.ready is False:
        return "NOT READY: noted." if was_ready else "NOT READY: noted; you were not."
    if was_ready and not receipt.repeats:
        return "Your READY is taken back: these are other orders. Answer READY if they are final."
    return ""


def ready_count_line(game: Game) -> str:
    """How many are ready, for everybody: who it is only where orders are public; "" where nobody
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
    """Leave and standing orders in a mail. Nothing is written."""
    wishes = reading.wishes
    if wishes.away is None and not wishes.back and wishes.standing is None:
        return Noted()
    if stranger:
        return Noted(notes=(f"leave and standing orders are not noted, for {_STRANGER}",))
    moment = game.current_moment
    notice = Notice(reading.power, key_of(moment), in_utc(arrival.sent), arrival.said)
    lines: list[str] = []
    notes: list[str] = []
    if wishes.standing is not None:
        phases = {phase: text for phase, text in wishes.standing.items() if phase}
        notice = replace(notice, standing=wishes.standing.get("", ""), phases=phases)
        lines += _standing_lines(game, notice, wishes)
    if wishes.away is not None:
        span = _span(game, wishes.away, arrival)
        if isinstance(span, str):
            notes.append(span)
        else:
            notice = replace(notice, away=span, ready=wishes.away_ready)
            lines += _leave_lines(game, notice, span)
    if wishes.back:
        notice = replace(notice, back=True)
        lines.append("You are back: your leave is over.")
    change = filed_notice(notice, letter.original) if lines else Change({})
    return Noted(change, tuple(lines), tuple(notes))


def _standing_lines(game: Game, notice: Notice, wishes: Wishes) -> Iterable[str]:
    if not wishes.standing:
        return ["You have no standing orders any more."]
    lines = ["Your standing orders, used where you send nothing; they replace all earlier ones:"]
    for phase, text in wishes.standing.items():
        at = f"{title_in(game, phase) or phase}: " if phase else ""
        lines += [f"  {at}{line}" for line in text.splitlines()]
    faults = standing_faults(game, notice)
    if faults:
        lines += ["As the game stands now, these would be left out:"]
        lines += [f"  {complaint.at(Place(''))}" for complaint in faults]
    return lines


def _span(game: Game, away: tuple[str, str], arrival: Arrival) -> tuple[date, date] | str:
    """The first and the last day of leave; or what is wrong with it."""
    from generator.archive.dates.written_dates import read_when

    settings = game.settings
    today = arrival.sent.astimezone(zone_of(settings)).date()
    found = []
    for written in away:
        try:
            # A day without a year is the first to come after the mail was written.
            when = read_when(written, settings, arrival.sent) if written else today
        except UsageError as error:
            return f"AWAY is not noted: {error}"
        day = when.date() if isinstance(when, datetime) else when
        if not _YEAR.search(written) and (day - today).days > _NEAR:
            # Yesterday without a year is a year ahead, which nobody means.
            said = f"{written} is {when_words(day, zone_of(settings))}"
            return f"AWAY is not noted: {said} (write the year, if you mean it)"
        found.append(day)
    first, last = found
    if last < first or last < today:
        return "AWAY is not noted: the leave would be over before it begins"
    if (last - first).days >= LONGEST_LEAVE:
        return f"AWAY is not noted: it is for at most {LONGEST_LEAVE} days"
    return first, last


def _leave_lines(game: Game, notice: Notice, span: tuple[date, date]) -> Iterable[str]:
    """What the leave is worth by the game's policy."""
    policy = game.settings.absence or AbsencePolicy()
    zone = zone_of(game.settings)
    first, last = (when_words(day, zone) for day in span)
    yield f"AWAY: noted from {first}, until {last}."
    before = notices_of(game.folder, notice.power, game.current_moment)
    leave = leave_of((*before, notice), policy)
    granted = [day for day in leave.days if span[0] <= day <= span[1]]
    ready = "READY: nobody waits for you then, unless you send orders."
    if not granted:
        yield "The game has no days of leave for you: a phase without your orders is missed."
        ready = "READY is not noted: it goes with days of leave, with orders, or with NO ORDERS."
    elif granted[-1] < span[1]:
        until = when_words(granted[-1], zone)
        yield f"Your days of leave last until {until}; then a phase without your orders is missed."
        ready = ready.replace("then", "until then")
    else:
        left = policy.leave_days - len(leave.days)
        yield f"No phase that is due then is missed; {count(left, 'day')} of leave are left."
    if notice.ready:
        yield ready
