"""From a letter to orders: whose they are, for which phases, and what else stood there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from generator.engine.complaints import Complaint
from generator.engine.errors import GameError
from generator.engine.orders.sheet import shown
from generator.engine.phases import OrderBook
from generator.engine.ruleset import PowerFacts
from generator.mail.headings import Calendar, Heading, Headings
from generator.mail.layers import UNDERSTOOD, Line, lines_of
from generator.mail.letter import Letter
from generator.mail.prose import Judge, is_closing, is_greeting, unspoken

__all__ = ["Ignored", "LetterError", "Reading", "Section", "Table", "read_letter"]

_LONGEST_LINE: Final = 1000
_MOST_LINES: Final = 500
_MOST_TRIES: Final = 40
_SUBJECT: Final = 0


class LetterError(GameError):
    """A letter from which no orders can be taken with certainty."""


class Table(Struct, frozen=True):
    """The game at which a letter is read. `read` reads a power's text for the phase that is
    waited for; `addresses` are those of who plays each power now, in lower case; `others` are names
    of other games; `examples` are orders of the ruleset."""

    slug: str
    title: str
    powers: Mapping[str, PowerFacts]
    calendar: Calendar
    names: Mapping[str, str]
    read: Callable[[str, str], OrderBook]
    addresses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class Ignored(Struct, frozen=True):
    """A line that was not taken, and why."""

    line: int
    text: str
    why: str


class Section(Struct, frozen=True):
    """The orders for one phase. `numbers` are the lines of the letter that `text` consists of."""

    phase: str
    text: str
    numbers: tuple[int, ...]


class Reading(Struct, frozen=True):
    """What a letter says. `sections` are in the order of the year."""

    power: str
    sections: tuple[Section, ...]
    ignored: tuple[Ignored, ...]
    notes: tuple[str, ...] = ()


class _Spread(Struct):
    """Lines by phase, as headings part them."""

    lines: dict[str, list[Line]] = field(default_factory=dict)
    ignored: list[Ignored] = field(default_factory=list)
    headings: set[int] = field(default_factory=set)


def read_letter(letter: Letter, table: Table, power: str = "", phase: str = "") -> Reading:
    """Take the orders out of a letter.

    `power` and `phase` say whose and for when they are, where that is known. Raises LetterError
    where that is not certain, and where the letter is for another game.
    """
    headings = Headings(table.powers, table.calendar)
    phase = phase or table.calendar.phase
    _check(table, power, phase)
    _check_game(letter.subject, table)
    lines, forwarded = lines_of(letter.text)
    if sum(line.layer == "own" for line in lines) > _MOST_LINES:
        raise LetterError("the mail has too many lines", hint=f"at most {_MOST_LINES}")
    notes = list(letter.notes)
    judge = Judge(table.names, table.examples)
    power = power or _author(letter, lines, forwarded, headings, judge, table)
    ignored: list[Ignored] = []
    sections: tuple[Section, ...] = ()
    taken: set[int] = set()
    for chosen, note in _layers(lines, letter):
        found = _spread(chosen, headings, table, judge, power, phase)
        sections = _sections(found, table, judge, power)
        if sections or not note:
            ignored += found.ignored
        if sections:
            taken = {line.number for line in chosen}
            notes += [note] if note else []
            break
    quoted = sum(
        line.layer in ("quoted", "forwarded") for line in lines if line.number not in taken
    )
    if quoted:
        notes.append(f"not read: {quoted} quoted line{'s' if quoted > 1 else ''}")
    if (other := _sender_power(letter.senders, table)) and power not in other:
        notes.append("the sender's address is not the one that the game has for this power")
    ignored.sort(key=lambda one: one.line)
    return Reading(power, sections, tuple(ignored), tuple(notes))


def _layers(lines: Sequence[Line], letter: Letter) -> list[tuple[Sequence[Line], str]]:
    """What may hold the orders, the likeliest first, with what is to be said of it."""
    own = [line for line in lines if line.layer == "own"]
    found: list[tuple[Sequence[Line], str]] = [(own, "")]
    forwarded = [line for line in lines if line.layer == "forwarded"]
    if 0 < len(forwarded) <= _MOST_LINES:
        found.append((forwarded, "the orders stood in a forwarded mail"))
    quoted = [line for line in lines if line.layer == "quoted"]
    # Who thanks for a receipt sends no orders.
    is_reply = any(line.text == UNDERSTOOD for line in quoted)
    is_empty = all(is_greeting(one.text) or is_closing(one.text) for one in own)
    if 0 < len(quoted) <= _MOST_LINES and is_empty and not is_reply:
        found.append((quoted, "the orders stood in quoted text; the mail has no others"))
    subject = letter.subject.rpartition(":")[2].strip()
    if subject:
        parts = [Line(_SUBJECT, part.strip(), "own") for part in subject.split(";")]
        found.append((parts, "the orders stood in the subject"))
    return found


def _check(table: Table, power: str, phase: str) -> None:
    if power and power not in table.powers:
        raise LetterError(
            f"there is no power {shown(power)}", hint=f"powers: {', '.join(table.powers)}"
        )
    if phase not in table.calendar.open:
        named = ", ".join(table.calendar.open)
        raise LetterError(f"no orders are taken for {shown(phase)}", hint=f"phases: {named}")


def _check_game(subject: str, table: Table) -> None:
    words = subject.casefold()
    if table.slug in words or table.title.casefold() in words:
        return
    tag = words.partition("[")[2].partition("]")[0].strip()
    if tag and tag in {other.casefold() for other in table.others}:
        raise LetterError(f"the mail is for another game, {shown(tag)}", hint="name that game")


def _sender_power(senders: Sequence[str], table: Table) -> set[str]:
    return {
        power for power, known in table.addresses.items() if any(one in senders for one in known)
    }


def _author(
    letter: Letter,
    lines: Sequence[Line],
    forwarded: str,
    headings: Headings,
    judge: Judge,
    table: Table,
) -> str:
    """The power that wrote a letter. Raises LetterError if that is not certain."""
    outer = _sender_power(letter.senders, table)
    sender = outer or {
        power
        for power, known in table.addresses.items()
        if any(one in forwarded.lower() for one in known)
    }
    read = [
        (line, _heading(line.text, headings, judge)) for line in lines if line.layer != "quoted"
    ]
    own = {h.powers[0] for _, h in read if h is not None and len(h.powers) == 1}
    subject = set(headings.powers_in(letter.subject))
    labels = {label for line, _ in read if (label := headings.label(line.text))}
    clues = [clue for clue in (sender, own, subject if len(subject) == 1 else set()) if clue]
    clues = clues or [clue for clue in (labels,) if clue]
    if not clues:
        raise LetterError("the mail does not say whose orders it has", hint="say --power")
    certain = set.intersection(*clues)
    if len(certain) == 1:
        return certain.pop()
    powers = [power for power in table.powers if any(power in clue for clue in clues)]
    said = ", ".join(table.powers[power].name for power in powers)
    raise LetterError(f"the mail may be that of {said}", hint="say --power")


def _spread(
    lines: Sequence[Line], headings: Headings, table: Table, judge: Judge, power: str, phase: str
) -> _Spread:
    """Lines by phase; those below headings of others, and struck ones, are ignored."""
    found = _Spread()
    calendar = table.calendar
    others = {other.casefold() for other in table.others}
    here, closed, away, dated = phase, "", False, False
    for line, leads in _unfolded(lines, headings):
        bare = line.text.strip(" #=*_-[]:").casefold().removeprefix("game:").strip()
        if bare in others or bare in (table.slug, table.title.casefold()):
            away = bare in others
            continue
        heading = _heading(line.text, headings, judge)
        if heading is not None and heading.weak and not dated:
            heading = Heading()  # the orders, of whatever phase
        if (
            heading is not None
            and heading.powers
            and not heading.clear
            and heading.powers != (power,)
        ):
            heading = None  # a name on a line of its own may also be part of an order
        if heading is None:
            why = "for another game" if away else closed or _unfit(line)
            if why:
                found.ignored.append(Ignored(line.number, shown(line.text), why))
            else:
                found.lines.setdefault(here, []).append(line)
            continue
        if heading.powers:
            foreign = power not in heading.powers
            names = ", ".join(table.powers[one].name for one in heading.powers)
            closed = f"below the heading of {names}" if foreign else ""
        elif closed and not closed.startswith("below") and (heading.year or heading.words):
            closed = ""
        if heading.year and heading.year != calendar.year:
            closed = f"for {heading.year}, and the game is in {calendar.year}"
            continue
        wanted = heading.words or (frozenset(("order",)) if heading.weak else frozenset())
        if not wanted:
            continue
        dated = True
        fitting = headings.phase(wanted, here)
        if not fitting:
            continue
        if fitting[0] in calendar.open:
            here = fitting[0]
            if leads:
                continue
            # A ruleset may read more out of it: what stands below `Builds:` is built.
            found.lines.setdefault(here, []).append(line)
            found.headings.add(line.number)
        elif not closed:
            closed = f"for {calendar.titles[fitting[0]]}, which is over"
    return found


def _heading(text: str, headings: Headings, judge: Judge) -> Heading | None:
    """The heading that a line is, or None. `WAR BLACK` names a power, and is none of that power."""
    heading = headings.read(text)
    is_order = heading is not None and heading.powers and judge.begins_order(text)
    return None if is_order else heading


def _unfolded(lines: Iterable[Line], headings: Headings) -> Iterator[tuple[Line, bool]]:
    """The lines; one that begins with the name of a phase is two, of which the first only leads."""
    for line in lines:
        lead = headings.lead(line.text)
        if lead:
            yield replace(line, text=lead), True
            yield replace(line, text=line.text[len(lead) :].strip()), False
        else:
            yield line, False


def _unfit(line: Line) -> str:
    if line.struck:
        return "struck out"
    return f"longer than {_LONGEST_LINE} signs" if len(line.text) > _LONGEST_LINE else ""


def _sections(found: _Spread, table: Table, judge: Judge, power: str) -> tuple[Section, ...]:
    sections = []
    for phase in table.calendar.open:
        lines = found.lines.get(phase, [])
        if not lines:
            continue
        if phase == table.calendar.phase:
            kept = _kept(lines, table, judge, power, found)
        else:
            kept = _kept_unread(lines, table, judge, power, found)
        if kept:
            text = "".join(f"{line.text}\n" for line in kept)
            sections.append(Section(phase, text, tuple(line.number for line in kept)))
    return tuple(sections)


def _kept(
    lines: Sequence[Line], table: Table, judge: Judge, power: str, found: _Spread
) -> list[Line]:
    """The lines of a sheet that are orders, readable or with a slip in them."""
    readable, broken = _lines_of_book(table.read(power, _text(lines)), power)
    last = max(readable, default=0)
    kept: list[Line] = []
    orders = 0
    closing = False
    # To read a line by itself takes time, and a mail may be made to take much of it.
    tries = _MOST_TRIES
    for number, line in enumerate(lines, 1):
        is_order = number in readable
        if not is_order and number in broken:
            closing = closing or (is_closing(line.text) and number > last)
            is_order = not closing and judge.may_be_order(line.text)
            if not is_order and not closing and tries and unspoken(line.text) != line.text:
                tries -= 1
                is_order = _is_readable(unspoken(line.text), table, power)
            goes_on = is_order and bool(kept) and tries > 0 and _goes_on(kept[-1], line)
            tries -= goes_on
            if goes_on and _is_readable(f"{kept[-1].text} {line.text}", table, power):
                kept[-1] = Line(kept[-1].number, f"{kept[-1].text} {line.text}", line.layer)
                continue
            if not is_order:
                if line.number not in found.headings:
                    found.ignored.append(Ignored(line.number, shown(line.text), "no order"))
                continue
        elif not is_order and not any(sign.isalnum() for sign in line.text):
            continue
        orders += is_order
        kept.append(line)
    return kept if orders else []


def _lines_of_book(book: OrderBook, power: str) -> tuple[set[int], set[int]]:
    """The lines with an order that can be read, and those with something that cannot."""
    sheet = book.sheets.get(power)
    orders = sheet.orders if sheet is not None else ()
    readable = {order.line for order in orders if order.order is not None}
    broken = {order.line for order in orders if order.order is None}
    errors: set[int] = {
        complaint.line
        for complaint in book.complaints
        if complaint.power == power and complaint.severity == "error" and complaint.line
    }
    return readable, broken | errors


def _goes_on(before: Line, line: Line) -> bool:
    """Whether a line may be the rest of the one before it, which a mail program has broken."""
    return line.number == before.number + 1 and before.text.endswith(("-", ">", " S", " C", " to"))


def _is_readable(text: str, table: Table, power: str) -> bool:
    """Whether a text is nothing but orders."""
    book = table.read(power, text)
    readable, _ = _lines_of_book(book, power)
    return bool(readable) and not _errors(book, power)


def _errors(book: OrderBook, power: str) -> list[Complaint]:
    return [
        one
        for one in book.complaints
        if one.power == power and one.severity == "error" and one.line
    ]


def _kept_unread(
    lines: Sequence[Line], table: Table, judge: Judge, power: str, found: _Spread
) -> list[Line]:
    """Lines for a later phase, which nobody can read yet: all but what is plainly chatter, and
    headings that would be no heading to the ruleset."""
    kept = []
    orders = 0
    for line in lines:
        is_heading = line.number in found.headings
        if judge.may_be_order(line.text) and not is_heading:
            orders += 1
            kept.append(line)
        elif is_heading and line.text.endswith(":"):
            if not _errors(table.read(power, line.text), power):
                kept.append(line)
        elif not is_heading:
            found.ignored.append(Ignored(line.number, shown(line.text), "no order"))
    return kept if orders else []


def _text(lines: Sequence[Line]) -> str:
    return "".join(f"{line.text}\n" for line in lines)
