"""Finding the headings among the lines of a mail, and names of powers that head orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.mailroom.headings import NO_HEADING, Heading, Headings
from generator.mailroom.layers import MailLine
from generator.mailroom.prose import ProseJudge
from generator.mailroom.subjects import Eyes
from generator.mailroom.words import says

_LOOK_AHEAD: Final = 3
"""Lines below a name of which one has to be an order, so that the name is a heading."""
_OPEN_ENDS: Final = (":", ",", "-", ">", "=")


class Mark(Struct, frozen=True):
    """A line and its heading. `leads`: the rest of the line follows as a separate one;
    `bare`: it is a power's name and nothing else; `heads`: orders are below such a name."""

    line: MailLine
    heading: Heading = NO_HEADING
    leads: bool = False
    bare: bool = False
    heads: bool = False
    game: Literal["", "own", "other"] = ""


def marks_of(lines: Iterable[MailLine], eyes: Eyes) -> list[Mark]:
    """The lines with what they are as headings. A line that begins with the name of a phase is
    two, of which the first only leads."""
    judge = eyes.judge
    marks = [_mark(line, leads, eyes) for line, leads in _unfolded(lines, eyes.headings)]
    is_answer = False
    for at, mark in enumerate(marks):
        heading = mark.heading
        is_told = heading.person or (heading.among and heading.words)
        if is_told and not mark.line.text.endswith(":"):
            above = [one.line for one in marks[max(at - 1, 0) : at]]
            is_name = bool(heading.person) and not heading.is_timed
            is_rest = is_name and any(
                one.number + 1 == mark.line.number and judge.may_be_order(one.text) for one in above
            )
            if is_rest or not _orders_follow(marks, at, judge):
                marks[at] = replace(mark, heading=NO_HEADING)
                continue
        if not heading.powers or heading.clear or heading.is_dated or mark.game:
            is_answer = False
            continue
        before = marks[at - 1] if at else None
        is_answer = before is not None and _asks(before, is_answer, mark.line, judge)
        heads = not is_answer and _orders_follow(marks, at, judge)
        marks[at] = replace(mark, bare=True, heads=heads)
    return marks


def _mark(line: MailLine, leads: bool, eyes: Eyes) -> Mark:
    is_game, is_own, rest = eyes.games.in_line(line.text)
    heading = (eyes.headings.read(f"{rest}:") if is_game and rest else None) or NO_HEADING
    if is_game and (heading or not rest):
        return Mark(line, heading, leads, game="own" if is_own else "other")
    return Mark(line, _heading(line.text, eyes.headings), leads)


def _heading(text: str, headings: Headings) -> Heading:
    """The heading in a line. `WAR BLACK` contains a power, but is not a heading of that power."""
    heading = headings.read(text)
    if heading is None and not says("greeting", text):
        heading = headings.among(text) or headings.clipped(text)
        heading = heading or headings.person(text) or headings.told(text)
    is_order = heading and heading.powers and headings.judge.begins_order(text)
    return NO_HEADING if heading is None or is_order else heading


def _unfolded(lines: Iterable[MailLine], headings: Headings) -> Iterator[tuple[MailLine, bool]]:
    for line in lines:
        lead, rest = headings.lead(line.text)
        if lead:
            yield replace(line, text=lead), True
        yield replace(line, text=rest), False


def _asks(before: Mark, was_answer: bool, line: MailLine, judge: ProseJudge) -> bool:
    """Whether a name answers the line above it: `Alliances:`, and names below it."""
    if line.number != before.line.number + 1:
        return False
    if was_answer:
        return True
    text = before.line.text
    return not before.heading and judge.is_begun(text, open_end=text.endswith(_OPEN_ENDS))


def _orders_follow(marks: Sequence[Mark], at: int, judge: ProseJudge) -> bool:
    below = (mark for mark in marks[at + 1 : at + 12] if not mark.heading)
    texts = [mark.line.text for mark, _ in zip(below, range(_LOOK_AHEAD), strict=False)]
    return any(judge.may_be_order(text) for text in texts)
