"""Votes for a draw and concessions as values, and how players write them.

    VOTE DRAW                        a vote for a draw
    VOTE DRAW OF ENGLAND, FRANCE     the same, where the players agree on who shares (`draws`)
    CONCEDE TO FRANCE                a vote for the victory of France

A vote is on a sheet with the orders, on its own line or between semicolons. `find_votes` takes it
out of the text before the orders are read, so that no vote is mistaken for an order. The effect of
votes is in `ballot`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from generator.engine.words import listed, nearest
from generator.rulesets.standard.facts import Facts

_REMARK: Final = re.compile("#|//")
_BULLET: Final = re.compile(r"(?:[\s>*•·‣▪\-\u2010-\u2015]|\(?\d{1,3}[.):\]])*")
_ANY: Final = re.compile("VOTE|DRAW|CONCE", re.IGNORECASE)
_DRAW: Final = re.compile(
    r"(?:(?:VOTES?|PROPOSES?|OFFERS?)\s*:?\s+)?(?:(?:FOR|TO)\s+)?(?:AN?\s+|THE\s+)?DRAW\b"
    r"(?:\s*(?:OF|BETWEEN|WITH|FOR|:)\s*(?P<powers>.+))?\s*[.!]?",
    re.IGNORECASE,
)
_CONCESSION: Final = re.compile(
    r"(?:VOTES?\s*:?\s+)?(?:CONCEDES?(?:\s+(?:THE\s+)?(?:GAME|VICTORY))?|"
    r"(?:FOR\s+)?(?:AN?\s+)?CONCESSION)\s*(?:TO\b|:)\s*(?P<powers>.+)",
    re.IGNORECASE,
)
# `SET DRAW` is meant as a vote, though it is not one.
_BEGINS: Final = re.compile(
    r"(?:SET\s+(?:NO\s*)?DRAW|VOTES?|DRAW|CONCEDES?|CONCESSION)\b(?!\s*:\s*\Z)", re.IGNORECASE
)
_SPOKEN: Final = re.compile(
    r"(?:I|WE)\s+(?:[^\W\d_]+\s+){0,3}?(?=(?:VOTE|CONCEDE|PROPOSE|OFFER)\b)", re.IGNORECASE
)
_LABEL: Final = re.compile(r"([^\W\d_]+)\s*:\s*")
_SEPARATOR: Final = re.compile(r";|,(?=\s*(?:VOTES?|DRAW|CONCEDES?|CONCESSION)\b)", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*(?:,|&|\+|\bAND\b)\s*", re.IGNORECASE)
_HINT: Final = "VOTE DRAW or CONCEDE TO FRANCE; a power that wants neither writes nothing"


class Vote(Struct, frozen=True):
    """A vote for a draw of `powers` (none: of all powers that may share by the rules), or with
    `concedes` for the victory of the one power named."""

    powers: tuple[str, ...] = ()
    concedes: bool = False

    def __str__(self) -> str:
        if self.concedes:
            return f"CONCEDE TO {self.powers[0].upper()}"
        shared = ", ".join(power.upper() for power in self.powers)
        return f"VOTE DRAW OF {shared}" if shared else "VOTE DRAW"

    def aim(self, facts: Facts) -> str:
        """`a draw`, `a draw of England and France`, `a victory of France`."""
        names = listed(map(facts.name_of, self.powers))
        what = "a victory" if self.concedes else "a draw"
        return f"{what} of {names}" if names else what


class FoundVote(NamedTuple):
    """A vote on a sheet: its text, its line from 1 and its column from 0. Without a `vote` the text
    cannot be read: `problem` is the reason, `hint` what to write instead."""

    text: str
    line: int
    start: int
    vote: Vote | None
    problem: str
    hint: str


def is_vote(text: str) -> bool:
    """Whether a text is meant as a vote, readable or not."""
    text = _SPOKEN.sub("", text, count=1)
    return bool(_BEGINS.match(text) or _DRAW.fullmatch(text))


def read_vote(facts: Facts, text: str) -> Vote | None:
    """The vote that a text gives; None for any other text."""
    return _read(facts, text)[0] if is_vote(text) else None


def find_votes(facts: Facts, text: str) -> tuple[str, tuple[FoundVote, ...]]:
    """A sheet's text with spaces instead of its votes, and the votes. Never raises."""
    if not _ANY.search(text):  # nearly every sheet
        return text, ()
    lines = text.split("\n")
    names = _names(facts)
    votes = []
    for number, line in enumerate(lines):
        for start, end in _parts(line, names):
            said = line[start:end]
            if is_vote(said):
                votes.append(FoundVote(said, number + 1, start, *_read(facts, said)))
                line = f"{line[:start]}{' ' * len(said)}{line[end:]}"
        lines[number] = line
    return "\n".join(lines), tuple(votes)


def _parts(line: str, names: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """Where the parts of a line begin and end, without bullets, remarks and the power in front of
    a vote: between semicolons, and at a comma before a vote."""
    remark = _REMARK.search(line)
    at = 0
    for part in _SEPARATOR.split(line[: remark.start()] if remark else line):
        bullet = _BULLET.match(part)
        first = bullet.end() if bullet else 0
        label = _LABEL.match(part, first)
        # `No: concede to Italy` is not a vote for Italy.
        if label and label[1].casefold() in names and is_vote(part[label.end() :].rstrip()):
            first = label.end()
        start, end = at + first, at + len(part.rstrip())
        if start < end:
            yield start, end
        at += len(part) + 1


def _read(facts: Facts, text: str) -> tuple[Vote | None, str, str]:
    """The vote in a text, or why it is not a vote, and what to write instead."""
    text = _SPOKEN.sub("", text, count=1)
    draw, concession = _DRAW.fullmatch(text), _CONCESSION.fullmatch(text)
    found = draw or concession
    if found is None:
        return None, "this is no vote", _HINT
    names, powers = _names(facts), set()
    for name in _BETWEEN.split((found["powers"] or "").strip(" .!")):
        power = names.get(name.casefold().removeprefix("the "))
        if name and power is None:
            return None, f"there is no power {name!r}", nearest(name, names, "powers", names)
        powers |= {power} if power else set()
    if concession and len(powers) != 1:
        return None, "a concession is to one power", "CONCEDE TO FRANCE"
    return Vote(tuple(power for power in facts.powers if power in powers), not draw), "", ""


def _names(facts: Facts) -> Mapping[str, str]:
    """The names of powers in votes, in lower case."""
    return {name.casefold(): power for name, power in facts.power_words().items()}
