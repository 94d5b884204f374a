"""A text with the orders of several powers, as a referee collects them: each power's part of it.

France                       its own part begins here
A PAR - BUR
Germany: A MUN - BUR         and so does Germany's
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.orders.sheet import shown
from generator.mailroom.chats import spoken
from generator.mailroom.encrypted import HINT, PROBLEM
from generator.mailroom.layers import lines_of
from generator.mailroom.letter import Letter
from generator.mailroom.marking import Mark, marks_of
from generator.mailroom.prose import ProseJudge
from generator.mailroom.sources import MOST_LINES
from generator.mailroom.subjects import Eyes
from generator.mailroom.table import LetterError, MailTable, encrypted_error


class Shares(Struct, frozen=True):
    """The part of each power as a letter, its lines with the numbers that they have in the whole;
    and what else is in it: lines that look like orders and are no one's, attachments."""

    letters: dict[str, Letter]
    loose: tuple[str, ...] = ()


def _may_be_name(marks: Sequence[Mark], judge: ProseJudge) -> bool:
    """Whether the first of two lines may be the name of a power that is not known as such: the
    second is an order."""
    texts = [mark.line.text for mark in marks if not mark.heading]
    if len(texts) < 2 or not judge.may_be_order(texts[1]) or judge.may_be_order(texts[0]):
        return False
    words = texts[0].rstrip(":").split()
    return len(words) < 4 and words[0][:1].isupper() and all(word.isalpha() for word in words)


def shares_of(letter: Letter, table: MailTable) -> Shares:
    """A letter taken apart by the headings of powers. Raises LetterError where it has none."""
    eyes = Eyes.of(table)
    headings, judge = eyes.headings, eyes.judge
    read = ("own", "forwarded", "encrypted")
    lines = [line for line in lines_of(letter.text)[0] if line.layer in read]
    if len(lines) > MOST_LINES:
        raise LetterError("the mail has too many lines", hint=f"at most {MOST_LINES}")
    whole = letter.text.split("\n")
    parts: dict[str, list[str]] = {}
    loose = []
    powers: tuple[str, ...] = ()
    dates: list[int] = []  # the lines of headings above those of powers
    said, _ = spoken(lines, eyes)
    marks = marks_of(said, eyes)
    for at, mark in enumerate(marks):
        heading, line = mark.heading, mark.line
        label = headings.label(line.text, clipped=True)
        rest = line.text.partition(":")[2].strip()
        leads = judge.is_led(rest) or judge.begins_order(rest) or judge.may_be_order(rest)
        if heading.powers and (mark.heads or not mark.bare):
            powers = heading.powers
        elif heading.is_dated and any(below.heading.powers for below in marks[at + 1 : at + 2]):
            powers = ()
            dates.append(line.number - 1)
        elif label and leads:
            powers = (label,)
        elif leading := headings.leading(line.text):
            powers = (leading,)
        elif powers and _may_be_name(marks[at : at + 2], judge):
            powers = ()
            loose.append(f"line {line.number} may name a power: {shown(line.text)}")
        if len(powers) == 1:
            part = parts.setdefault(powers[0], [""] * len(whole))
            part[line.number - 1] = whole[line.number - 1]
        elif judge.may_be_order(line.text):
            why = "is below the heading of several powers" if powers else "has no heading above it"
            loose.append(f"line {line.number} {why}, and is not stored: {shown(line.text)}")
        elif line.layer == "encrypted":
            loose.append(f"line {line.number} begins {PROBLEM}: {HINT}")
    if not parts and any(line.layer == "encrypted" for line in lines):
        raise encrypted_error()
    if not parts:
        hint = "--all stores what is below the name of each power"
        raise LetterError("no line has just the name of a power", hint=hint)
    loose += [
        f"{part.label} is not stored: send it separately, with the names of the powers"
        for part in letter.parts
    ]
    loose += letter.notes
    for part in parts.values():
        for number in dates:
            part[number] = whole[number]
    letters = {
        power: replace(letter, text="\n".join(parts[power]), parts=(), notes=())
        for power in table.powers
        if power in parts
    }
    return Shares(letters, tuple(loose))
