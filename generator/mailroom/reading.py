"""From a letter to orders: whose they are, for which phases, and which lines are left out."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from generator.engine.orders.sheet import shown
from generator.mailroom.authors import author_of
from generator.mailroom.chats import spoken
from generator.mailroom.directives import Directive, Directives, collected
from generator.mailroom.keeping import sections_of
from generator.mailroom.layers import lines_of
from generator.mailroom.letter import Letter
from generator.mailroom.marking import marks_of
from generator.mailroom.sorting import Sorter, Spread
from generator.mailroom.sources import (
    MOST_LINES,
    Forwarded,
    TextSource,
    answered,
    encrypted_in,
    lines_in,
    sources_of,
    unread,
)
from generator.mailroom.subjects import Eyes, Subject, read_subject
from generator.mailroom.table import (
    Ignored,
    LetterError,
    MailTable,
    PhaseLines,
    Reader,
    encrypted_error,
)
from generator.mailroom.words import says

_STRANGER: Final = "the sender's address is not the one that the game has for this power"


class MailReading(Struct, frozen=True):
    """The orders in a letter.

    `sections` are in the order of the year. `stranger`: the letter comes from an address that is
    another power's, or not noted for the power that has one. `used` are the lines that are not
    orders and were read: headings, ends of orders that a mail program has broken. `directives` is
    its content beyond orders: READY, STANDING. `source` is the part of the mail that had the
    orders, "" for its text.
    """

    power: str
    sections: tuple[PhaseLines, ...]
    ignored: tuple[Ignored, ...]
    notes: tuple[str, ...] = ()
    stranger: bool = False
    used: tuple[int, ...] = ()
    directives: Directives = Directives()
    source: str = ""


def read_letter(letter: Letter, table: MailTable, power: str = "", phase: str = "") -> MailReading:
    """Take the orders out of a letter.

    `power` and `phase` are whose and for when they are, where that is known. Raises LetterError
    where that is not certain, and where the letter is for another game.
    """
    _check(table, power, phase or table.calendar.phase)
    eyes = Eyes.of(table)
    judge = eyes.judge
    forwards = says("forward", letter.subject) is not None
    lines, headers = lines_of(letter.text, forwards=forwards)
    if sum(line.layer == "own" for line in lines) > MOST_LINES:
        raise LetterError("the mail has too many lines", hint=f"at most {MOST_LINES}")
    subject = read_subject(letter.subject, eyes)
    forwarded = Forwarded.read(headers, subject, eyes)
    subject = forwarded.subject
    lines, of_others = spoken(answered(lines, subject), eyes)
    found = _Found(list(letter.notes), of_others)
    if not power:
        own = [line for line in lines if line.layer in ("own", "forwarded")]
        own += [line for part in letter.parts for line in lines_in(part.text)[:MOST_LINES]]
        marks = marks_of(own, eyes)
        try:
            power, note = author_of(letter, lines, marks, forwarded.senders, subject, eyes)
        except LetterError:
            is_closed = any(encrypted_in(letter, lines, quoted=False))
            if is_closed and not any(judge.may_be_order(line.text) for line in own):
                raise encrypted_error() from None
            raise
        found.notes += [note] if note else []
    by_another = forwarded.is_by_another(power, table, letter)
    if by_another and any(line.layer == "forwarded" for line in lines):
        found.notes.append("the forwarded mail is from someone else: its orders are ignored")
    for source in sources_of(letter, lines, subject, by_another=by_another):
        if found.sorter is None or not source.goes_on:
            found.sorter = Sorter(eyes, power, phase)
            found.sorter.is_reply = subject.is_reply or bool(letter.in_reply_to)
            said = found.sorter.head_by_subject(subject.heading)
        spread = found.sorter.sort(marks_of(source.lines, eyes))
        sections = sections_of(spread, eyes, power)
        if sections or spread.blocked or not source.note:
            found.take(source, spread, sections, table)
        if sections or spread.blocked:
            found.notes += [said] if said else []
            break
    if found.sections:
        found.notes += _about_subject(subject, table, power)
    told = (letter, lines, found.taken, found.source, subject)
    notes, ignored = unread(*told, judge, Reader(table, power).is_readable)
    encrypted = encrypted_in(letter, lines, quoted=not found.sections)
    strange = _why_strange(letter, table, power)
    return MailReading(
        power,
        found.sections,
        tuple(sorted((*found.ignored, *ignored, *encrypted), key=lambda line: line.line)),
        tuple(dict.fromkeys((*found.notes, *notes, *strange))),
        bool(strange),
        found.plainly_used,
        collected(found.said),
        found.source,
    )


class _Found(Struct):
    """The finds in a letter so far. `taken` are the lines of its text that were read,
    `used` those that are not orders; `source` is the part of the mail that had the orders, "" for
    its text; `sorter` knows the headings above a part."""

    notes: list[str]
    ignored: list[Ignored] = field(default_factory=list)
    sections: tuple[PhaseLines, ...] = ()
    used: set[int] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)
    source: str = ""
    said: list[Directive] = field(default_factory=list)
    sorter: Sorter | None = None

    def take(
        self,
        source: TextSource,
        spread: Spread,
        sections: tuple[PhaseLines, ...],
        table: MailTable,
    ) -> None:
        self.sections = sections
        self.source = source.name
        self.notes += [source.note] if sections and source.note else []
        self.notes += [*spread.notes, *(_of_others(power, table) for power in spread.foreign)]
        where = f" (in {source.name})" if source.name else ""
        self.ignored += (replace(line, why=f"{line.why}{where}") for line in spread.ignored)
        if not source.name:
            self.taken |= {line.number for line in source.lines}
            self.used |= spread.used | spread.headings
        self.said += spread.said

    @property
    def plainly_used(self) -> tuple[int, ...]:
        """The lines that are neither orders nor ignored."""
        named = {line.line for line in self.ignored}
        if not self.source:
            named |= {number for section in self.sections for number in section.numbers}
        return tuple(sorted(self.used - named))


def _about_subject(subject: Subject, table: MailTable, power: str) -> list[str]:
    """Notes where the subject does not fit the orders in the mail."""
    if subject.report:
        return [f"the subject answers the report of {subject.report}, which is over"]
    named = subject.heading.powers
    if len(named) != 1 or power in named:
        return []
    return [f"the subject has {table.powers[named[0]].name}; the referee chose the power"]


def _of_others(power: str, table: MailTable) -> str:
    name = table.powers[power].name
    return f"the mail also has orders for {name}: ignored ({name}'s player must send them)"


def _why_strange(letter: Letter, table: MailTable, power: str) -> tuple[str, ...]:
    """Why a letter may not be from the power; empty where nothing speaks against it."""
    known, senders = set(table.addresses.get(power, ())), set(letter.senders)
    is_said = bool(senders or letter.sender_name or letter.doubt)
    is_known = bool(senders) and senders <= known and not letter.doubt
    is_others = power not in (table.writers(letter.senders) or {power})
    if not is_others and not (known and is_said and not is_known):
        return ()
    if letter.doubt and (senders & known or not senders):
        return (f"{letter.doubt}: perhaps it is not from this power",)
    return (_STRANGER,)


def _check(table: MailTable, power: str, phase: str) -> None:
    if power and power not in table.powers:
        raise LetterError(
            f"there is no power {shown(power)}", hint=f"powers: {', '.join(table.powers)}"
        )
    if phase not in table.calendar.open:
        named = ", ".join(table.calendar.open)
        raise LetterError(f"no orders are taken for {shown(phase)}", hint=f"phases: {named}")
