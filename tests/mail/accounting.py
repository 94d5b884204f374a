"""What became of every line of a mail."""

from __future__ import annotations

from generator.mailroom.encrypted import encrypted_rest
from generator.mailroom.layers import lines_of
from generator.mailroom.letter import Letter
from generator.mailroom.plain import without_marks
from generator.mailroom.reading import MailReading


def lost_lines(letter: Letter, reading: MailReading) -> list[str]:
    """The lines of a mail's text that a reading says nothing of. Quoted ones are counted by a
    note, and so are those of a signature; an encrypted text is named by one of its lines."""
    counted = {number for section in reading.sections for number in section.numbers}
    counted |= {one.line for one in reading.ignored} | set(reading.used)
    counted |= {at + 1 for at in encrypted_rest(letter.text.split("\n"))}
    notes = " ".join(reading.notes)
    for line in lines_of(letter.text)[0]:
        noted = {
            "quoted": "quoted" in notes,
            "forwarded": "quoted" in notes or "forwarded" in notes,
            "signature": "signature" in notes,
            "mark": True,
            "own": False,
            "encrypted": False,
        }
        if noted[line.layer]:
            counted.add(line.number)
    return [
        text
        for number, text in enumerate(letter.text.split("\n"), 1)
        if number not in counted and any(map(str.isalnum, without_marks(text)))
    ]
