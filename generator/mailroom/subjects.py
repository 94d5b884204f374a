"""Subjects: the game, power and phase that a mail is for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from generator.engine.orders.words import fold
from generator.mailroom.headings import Heading, Headings
from generator.mailroom.plain import plain_text
from generator.mailroom.prose import ProseJudge
from generator.mailroom.table import LetterError, MailTable
from generator.mailroom.words import WORDS, says

_DUE: Final = re.compile(r",?\s+(?:due|until|by|bis)\s.*", re.IGNORECASE | re.DOTALL)
_BETWEEN: Final = re.compile(r"[:;|,/()\[\]]|\s-+\s")
_TAG_END: Final = r"\s*(?:\.\.\.)?\s*[\])]"
_CLIPPED: Final = 49
"""The letters of a long title that are in the subject of a post."""
# Numbers that other programs put into a subject: `[ticket#4711]`.
_TICKET: Final = re.compile(
    r"#\s?\d+|\b(?:ticket|case|issue|number|nr|no)\b[\s:.-]*\d+", re.IGNORECASE
)
# `DIP-1903`, where it is not a phase.
_KEY: Final = re.compile(r"\b[A-Z]{2,10}-\d+\b")
# One letter for a season, in languages other than English. F is Frühjahr only among German words.
_SEASONS: Final = {"H": "Herbst", "P": "Primavera", "A": "Autumn", "O": "Otono"}
_SEASON: Final = re.compile(
    r"(?<![\w'])([FHPAO])(?=\d{4}(?!\w)|(?<=[FH])\s?'?\d{2}(?:\d{2})?(?!\w))"
)


class Subject(Struct, frozen=True):
    """A subject without its game. `is_reply`: the mail answers another; `report` is the phase whose
    post it answers, in the words of the subject, and such a mail is for a later one."""

    text: str = ""
    heading: Heading = Heading()
    is_reply: bool = False
    report: str = ""


class Games:
    """Knows this game and others by their folders and titles."""

    def __init__(self, table: MailTable, headings: Headings) -> None:
        own = {table.slug.casefold(), table.title.casefold()}
        names = [(name, True) for name in (table.slug, table.title)]
        names += [(name, False) for name in table.others if name.casefold() not in own]
        # A longer name may hold a shorter one: it is looked for first.
        self._names = sorted(
            ((" ".join(plain_text(name).split()), own) for name, own in names),
            key=lambda pair: -len(pair[0]),
        )
        # A game that is called as a power is, or a season, is only known by a tag.
        self._tags = {name for name, _ in self._names if headings.read(f"{name}:") is not None}

    def check(self, text: str) -> str:
        """A subject without the names of games. Raises LetterError if it names only another."""
        own, other = False, ""
        for name, is_own in self._names:
            found = self._find(name, text)
            if found is not None:
                text = f"{text[: found.start()]} {text[found.end() :]}"
                own, other = own or is_own, other or ("" if is_own else name)
        if other and not own:
            hint = "submit it to that game; if the subject is wrong, submit the text without it"
            raise LetterError(f"the mail is for another game, {other}", hint=hint)
        return " ".join(text.split())

    def _find(self, name: str, text: str) -> re.Match[str] | None:
        clipped = re.escape(name[:_CLIPPED].strip() if len(name) > _CLIPPED else name)
        tag = re.search(rf"[\[(]\s*{clipped}{_TAG_END}", text, re.IGNORECASE)
        if tag is not None or name in self._tags:
            return tag
        if " " in name:
            return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
        lead = rf"\s*{re.escape(name)}(?=\s*(?:[:,|]|-+\s|\Z))"
        return re.match(lead, text, re.IGNORECASE)

    def in_line(self, line: str) -> tuple[bool, bool, str]:
        """Whether a line of a text begins with the name of a game, whether that is this one, and
        the rest of the line."""
        bare = line.strip(" #=*_-[]:")
        rest = re.sub(r"\Agame\s*:\s*", "", bare, flags=re.IGNORECASE)
        for name, is_own in self._names:
            if name in self._tags and rest == bare and not line.startswith("["):
                continue
            found = re.match(rf"{re.escape(name)}(?=\s*(?:[\]:,|]|-+\s|\Z))", rest, re.IGNORECASE)
            if found is not None:
                return True, is_own, rest[found.end() :].strip(" ]:,|-")
        return False, False, ""


class Eyes(Struct, frozen=True):
    """The readers of a letter, which know the facts of a game, its orders, the headings above them
    and the names of games."""

    table: MailTable
    judge: ProseJudge
    headings: Headings
    games: Games

    @classmethod
    def of(cls, table: MailTable) -> Eyes:
        judge = table.judge()
        headings = Headings(table.powers, table.calendar, judge)
        return cls(table, judge, headings, Games(table, headings))


def read_subject(text: str, eyes: Eyes) -> Subject:
    """The facts in a subject. Raises LetterError where it names only another game."""
    text = plain_text(text)
    is_reply = says("reply", text) is not None
    prefix = says("prefix", text)
    bare = text[prefix.end() :] if prefix is not None else text
    is_tagged = bare.startswith("[")
    headings = eyes.headings
    bare = eyes.games.check(bare)
    if is_reply and is_tagged and (report := _report(bare, headings)):
        return Subject(bare, Heading(), is_reply, report)
    keyed = _KEY.sub(lambda key: key[0] if headings.read(f"{key[0]}:") else " ", bare)
    head = _with_seasons(_TICKET.sub(" ", _DUE.sub("", keyed)))
    found = [
        headings.read(f"{part.strip()}:") or headings.glean(part)  # a year among other words
        for part in _BETWEEN.split(head)
        if part.strip()
    ]
    powers = headings.powers_in(head)
    words = frozenset[str]().union(*(subject.words for subject in found))
    heading = Heading(
        powers,
        words,
        _first(subject.year for subject in found),
        clear=True,
        round=_first(subject.round for subject in found),
        numbers=tuple(number for subject in found for number in subject.numbers),
    )
    return Subject(bare, heading, is_reply)


def _report(text: str, headings: Headings) -> str:
    """The phase at the head of a post's subject: `1619 movement: Holland falls`. No one can answer
    the post of a phase that is not over."""
    head, colon, told = text.partition(":")
    heading = headings.read(head) if colon and told.strip() else None
    return head if heading is not None and heading.year and heading.words else ""


def _first(numbers: Iterable[int]) -> int:
    return next(filter(None, numbers), 0)


def _with_seasons(text: str) -> str:
    """A subject in which letters of other languages for seasons are words: `H1901`, `F1901`."""
    words = map(fold, re.findall(r"[^\W\d_]+", text))
    letters = {**_SEASONS, "F": "Frühjahr"} if WORDS["german"].intersection(words) else _SEASONS
    return _SEASON.sub(lambda found: f"{letters.get(found[1], found[1])} ", text)
