"""The fate of every line of a letter, for the referee: no line is left out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from generator.engine.errors import Complaint
from generator.mailroom.intake import Handled
from generator.mailroom.layers import lines_of
from generator.mailroom.receipt import PhaseReceipt
from generator.mailroom.table import Ignored

READ, FIX, UNDONE, IGNORED, PASSED = "read", "fix", "undone", "ignored", "passed"
"""Taken as an order; not readable, or doubtful; an order that will not be done, or that others
decide; left out for a reason; words around orders."""


class Told(Struct, frozen=True):
    """A line of a letter, its fate, and a word about that. Line 0 is the subject."""

    number: int
    text: str
    what: str
    said: str = ""


class Part(Struct, frozen=True):
    """The lines of a letter's text (`name` is ""), of its subject, or of what is attached."""

    name: str
    lines: tuple[Told, ...]


def account_of(mail: Handled) -> tuple[Part, ...]:
    """All lines of a mail, part by part; the blank ones are left out."""
    letter, reading = mail.letter, mail.reading
    if letter is None or reading is None:
        return ()
    taken = {number for section in reading.sections for number in section.numbers}
    told: dict[int, tuple[str, str]] = dict.fromkeys(taken, (READ, ""))
    for phase in mail.receipt.phases:
        told |= {line: said for line, said in _doubts(phase) if line in taken}
    texts = {"": letter.text, **{part.label: part.text for part in letter.parts}}
    if letter.subject:
        texts = {"the subject": letter.subject, **texts}
    found = []
    for name, text in texts.items():
        said = dict(told) if name == reading.source else {}
        for line in reading.ignored:
            if _is_in(line, name):  # a remark behind an order, or all of the line
                left_out = FIX if line.to_fix else IGNORED
                said[line.line] = (READ if line.line in said else left_out, line.why)
        found.append(Part(name, tuple(_lines(name, text, said))))
    return tuple(part for part in found if part.lines)


def _lines(name: str, text: str, told: dict[int, tuple[str, str]]) -> Iterator[Told]:
    layers = {line.number: line.layer for line in lines_of(text)[0]}
    for number, line in enumerate(text.split("\n"), 0 if name == "the subject" else 1):
        if number in told:
            yield Told(number, line, *told[number])
        elif line.strip():
            layer = layers.get(number, "own")
            yield Told(number, line, PASSED, "" if layer in ("own", "mark") else layer)


def _doubts(phase: PhaseReceipt) -> Iterator[tuple[int, tuple[str, str]]]:
    if phase.added:  # its lines are those of the whole sheet
        return
    yield from ((line, (PASSED, "")) for line in phase.headings)
    for line, complaint in phase.problems:
        yield line, (FIX if complaint.severity == "error" else READ, _words(complaint))
    for one in phase.fates:
        if one.why is not None and one.fate in ("no", "perhaps"):
            yield one.line, (FIX if one.why.severity == "error" else UNDONE, _words(one.why))


def _is_in(line: Ignored, name: str) -> bool:
    if name == "the subject" or not line.line:
        return name == "the subject" and not line.line
    where = line.why.rpartition(" (in ")[2] if " (in " in line.why else ""
    return where == (f"{name})" if name else "")


def _words(complaint: Complaint) -> str:
    return f"{complaint.problem} ({complaint.hint})" if complaint.hint else complaint.problem
