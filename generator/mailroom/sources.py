"""The places for the orders of a mail: its text, attachments, forwarded and quoted texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.orders.sheet import shown
from generator.engine.words import count
from generator.mailroom.encrypted import is_encrypted
from generator.mailroom.layers import RECEIPT_LINES, MailLine, lines_of
from generator.mailroom.letter import Letter, addresses_in
from generator.mailroom.parts import HTML_PART
from generator.mailroom.prose import ProseJudge
from generator.mailroom.subjects import Eyes, Subject, read_subject
from generator.mailroom.table import Ignored, MailTable, encrypted_line
from generator.mailroom.words import says

MOST_LINES: Final = 500
SUBJECT: Final = 0
_MOST_SIGNED: Final = 20
_FROM: Final = re.compile(r"[\s>*_]*(?:from|von|de|da|van)[*_]*\s?:[*_]*\s*(.+)", re.IGNORECASE)
_ABOUT: Final = re.compile(
    r"[\s>*_]*(?:subject|betreff|objet|oggetto|asunto)[*_]*\s?:[*_]*\s*(.+)", re.IGNORECASE
)


class TextSource(Struct, frozen=True):
    """Lines that may hold the orders.

    `note` is said if they do, "" for the author's own text. `name` is the part of the mail in which
    they are counted, "" for its text. `goes_on`: what was said above the part still holds.
    """

    lines: Sequence[MailLine]
    note: str = ""
    name: str = ""
    goes_on: bool = False


class Forwarded(Struct, frozen=True):
    """The author of a forwarded text, and the two subjects together: that of the mail comes first,
    and that of the forwarded text adds what is missing."""

    senders: tuple[str, ...]
    subject: Subject

    def is_by_another(self, power: str, table: MailTable, letter: Letter) -> bool:
        """Whether players of other powers wrote it; or anyone else, where the power's own player
        sends it on; or those to whom it comes back. A referee may forward what a player wrote from
        any address."""
        wrote, known = addresses_in(self.senders), table.addresses.get(power, ())
        writers = table.writers(wrote)
        is_sent_on = not set(known).isdisjoint(letter.senders) and set(known).isdisjoint(wrote)
        comes_back = not set(wrote) <= set(letter.senders) and not set(wrote).isdisjoint(
            letter.receivers
        )
        return bool(writers and power not in writers) or bool(wrote and is_sent_on) or comes_back

    @classmethod
    def read(cls, headers: str, subject: Subject, eyes: Eyes) -> Forwarded:
        """Raises LetterError for a subject with the name of another game."""
        lines = headers.split("\n")
        senders = tuple(found[1] for line in lines if (found := _FROM.match(line)))
        if not senders:  # in another language: the first that has an address
            senders = tuple(line.partition(":")[2] for line in lines if "@" in line)[:1]
        about = next((found[1] for line in lines if (found := _ABOUT.match(line))), "")
        if about:
            inner = read_subject(about, eyes)
            said = subject.heading if subject.heading.is_dated else inner.heading
            powers = subject.heading.powers or inner.heading.powers
            subject = replace(subject, heading=replace(said, powers=powers))
        return cls(senders, subject)


def lines_in(text: str) -> tuple[MailLine, ...]:
    """The lines of a part that its author wrote."""
    return tuple(line for line in lines_of(text)[0] if line.layer == "own")


def answered(lines: Sequence[MailLine], subject: Subject) -> tuple[MailLine, ...]:
    """The lines; of an answer with thanks above a line across the page, what is below it is
    quoted."""
    own = [line for line in lines if line.layer == "own"]
    at = next((at for at, line in enumerate(own) if line.rule), 0) if subject.is_reply else 0
    above = [line.text for line in own[:at] if not says("greeting", line.text)]
    if not (above and all(says("closing", text) for text in above)):
        return tuple(lines)
    below = {line.number for line in own[at:]}
    return tuple(replace(one, layer="quoted") if one.number in below else one for one in lines)


def sources_of(
    letter: Letter, lines: Sequence[MailLine], subject: Subject, *, by_another: bool
) -> Iterator[TextSource]:
    """The sources that may hold the orders, the likeliest first. `by_another`: what is forwarded is
    the mail of another power's player."""
    own = [line for line in lines if line.layer == "own"]
    yield TextSource(own)
    read = 0
    for part in letter.parts:
        inner = lines_in(part.text)
        read += len(inner)
        if inner and read <= 2 * MOST_LINES:
            yield TextSource(inner, f"the orders were in {part.label}", part.label, goes_on=True)
    forwarded = [line for line in lines if line.layer == "forwarded"]
    # A reply that forwards a receipt, or thanks for one, carries no orders.
    if 0 < len(forwarded) <= MOST_LINES and not by_another and not _is_receipt(forwarded):
        yield TextSource(forwarded, "the orders were in a forwarded mail")
    quoted = [line for line in lines if line.layer == "quoted"]
    is_empty = all(says("greeting", line.text) or says("closing", line.text) for line in own)
    # An author who writes anything above another person's mail does not send that mail's orders.
    is_empty = is_empty and not (subject.is_reply and own) and not subject.report
    if 0 < len(quoted) <= MOST_LINES and is_empty and not _is_receipt(quoted):
        yield TextSource(quoted, "the orders were in quoted text; the mail has no others")
    if parts := _subject_lines(subject):
        yield TextSource(parts, "the orders were in the subject", "the subject")


def _is_receipt(lines: Sequence[MailLine]) -> bool:
    return any(line.text in RECEIPT_LINES for line in lines)


def _subject_lines(subject: Subject) -> list[MailLine]:
    parts = (part.strip() for part in subject.text.rpartition(":")[2].split(";"))
    return [MailLine(SUBJECT, part, "own") for part in parts if part]


def unread(
    letter: Letter,
    lines: Sequence[MailLine],
    taken: set[int],
    source: str,
    subject: Subject,
    judge: ProseJudge,
    is_readable: Callable[[str], bool],
) -> tuple[list[str], list[Ignored]]:
    """Ignored lines and notes for what was not read. `taken` are the lines of the
    text that were; `source` is the part that held the orders, "" for the text."""
    notes: list[str] = []
    quoted = sum(
        line.layer in ("quoted", "forwarded") and any(map(str.isalnum, line.text))
        for line in lines
        if line.number not in taken
    )
    if quoted:
        notes.append(f"not read: {count(quoted, 'quoted line')}")
    signed = [line for line in lines if line.layer == "signature"]
    orders = [line for line in signed[:_MOST_SIGNED] if is_readable(line.text)]
    ignored = [Ignored(line.number, line.text[:72], "is in the signature") for line in orders]
    if rest := len(signed) - len(orders):
        notes.append(f"not read: {count(rest, 'line')} of a signature")
    for part in letter.parts:
        if part.label != source:
            whole = lines_of(part.text)[0]
            inner = [line for line in whole if line.layer == "own"][:MOST_LINES]
            if not inner and any(line.layer == "encrypted" for line in whole):
                continue
            meant = [line for line in inner if judge.may_be_order(line.text)]
            more = ", which seems to have orders, too" if meant else ""
            notes.append(f"not read: {part.label}{more}")
            if meant and part.label != HTML_PART:
                why = f"other orders in this mail count: send all in one place (in {part.label})"
                said = {" ".join(line.text.casefold().split()) for line in lines}
                ignored += (
                    Ignored(line.number, shown(line.text), why, to_fix=True)
                    for line in meant[:_MOST_SIGNED]
                    if " ".join(line.text.casefold().split()) not in said
                )
    parts = [line.text for line in _subject_lines(subject)]
    if source != "the subject" and any(
        judge.is_unit_order(text) and judge.may_be_order(text) for text in parts
    ):
        notes.append("not read: the subject, which seems to have an order, too")
    return notes, ignored


def encrypted_in(letter: Letter, lines: Sequence[MailLine], *, quoted: bool) -> Iterator[Ignored]:
    """The encrypted texts of a mail; `quoted`: those of others, too."""
    texts = {"": lines, **{part.label: lines_of(part.text)[0] for part in letter.parts}}
    for name, inner in texts.items():
        for line in inner:
            is_asked = line.layer == "encrypted" or (quoted and line.layer == "quoted")
            if is_asked and is_encrypted(line.text):
                yield encrypted_line(line.number, line.text, name)
