"""The names that a phase goes by on the command line: one form for every command.

"1901 spring-movement", 1901/spring-movement, the name of its state's file (1901/1-spring-movement),
its title as the program prints it ("Spring 1901, movement"), and without a year spring-movement.
Capitals, commas and hyphens do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from generator.archive.game.game import Game, PhaseRecord, StateRecord
from generator.archive.game.ruling_checks import is_phase
from generator.engine.errors import GameError
from generator.engine.phases import Moment
from generator.engine.words import nearest

_R = TypeVar("_R", bound=StateRecord | PhaseRecord)

_BETWEEN: Final = re.compile(r"[\s,/:-]+")
_NUMBER: Final = re.compile(r"\b\d{1,5}\b")


def _normalized(text: str) -> str:
    """A name without capitals, commas and hyphens."""
    return " ".join(part for part in _BETWEEN.split(text.lower()) if part)


def find_played(game: Game, text: str) -> PhaseRecord:
    """The adjudicated phase of a name; without a year the last one of that name. Raises
    GameError."""
    if not game.phases:
        raise GameError(
            f"{game.slug} has no adjudicated phase yet", hint=f"theatrum adjudicate {game.slug}"
        )
    return _find(game, text, game.phases)


def find_record(game: Game, text: str) -> StateRecord | PhaseRecord:
    """As `find_played`; also `opening` is a name, and `1901` that of the last record of a year."""
    wanted = text.strip()
    records: tuple[StateRecord | PhaseRecord, ...] = (game.opening, *game.phases)
    for record in reversed(records):
        if wanted.isdecimal() and record.moment.year == int(wanted):
            return record
    return _find(game, text, records)


def _find(game: Game, text: str, records: Sequence[_R]) -> _R:
    wanted = _normalized(text)
    for record in reversed(records):
        if wanted in _names(game, record.moment):
            return record
    for record in reversed(records):
        if wanted == _normalized(record.moment.phase):
            return record
    known = {name: str(record.moment) for record in records for name in _names(game, record.moment)}
    year = _NUMBER.search(wanted)
    same = {name: at for name, at in known.items() if year and at.startswith(f"{year[0]} ")}
    last = [str(record.moment) for record in records[-5:]]
    hint = nearest(wanted, same or known, None, known) or f"the last are: {', '.join(last)}"
    raise GameError(f"{game.slug} has adjudicated no phase {text.strip()!r}", hint=hint)


def find_open(game: Game, text: str) -> Moment:
    """The phase that the game waits for, or a later one of that name, without a year in the running
    one; "" is the one that it waits for.

    Raises GameError if the game is over, if there is no such phase, or if it was adjudicated.
    """
    if game.ending is not None:
        raise GameError(f"{game.slug} is over: {game.ending.text}")
    now, wanted = game.current_moment, _normalized(text)
    if not wanted:
        return now
    moments = [now, *_later(game, wanted)]
    for moment in moments:
        if wanted in _names(game, moment) or (
            moment.year == now.year and wanted == _normalized(moment.phase)
        ):
            return _not_played(game, moment)
    for record in game.phases:
        if wanted in _names(game, record.moment):
            return _not_played(game, record.moment)
    return _unknown(game, text, moments)


def _names(game: Game, moment: Moment) -> tuple[str, ...]:
    year = moment.year
    names = (f"{year} {moment.phase}", f"{year} {moment.slug}", title_of(game, moment))
    return tuple(_normalized(name) for name in names if name)


def title_of(game: Game, moment: Moment) -> str:
    """The title of a phase, "" if the ruleset does not know the phase."""
    try:
        return game.ruleset.phase_title(moment)
    except (KeyError, GameError):
        return ""


def _later(game: Game, wanted: str) -> Iterable[Moment]:
    """The phases that a name may mean, of the running year and of the years named in it."""
    now, ruleset = game.current_moment, game.ruleset
    slugs = [slug for part in ruleset.primer().parts for slug in part.phases]
    slugs += [record.moment.phase for record in game.phases]
    years = dict.fromkeys((now.year, *map(int, _NUMBER.findall(wanted))))
    # A phase that no primer teaches, such as scoring, is known only by its slug.
    words = wanted.split()
    slugs += ["-".join(words[start:]) for start in range(min(len(words), 2))]
    for year in years:
        for slug in dict.fromkeys(slugs):
            if is_phase(game, slug):
                yield Moment(year, now.number + 1, slug)


def _not_played(game: Game, moment: Moment) -> Moment:
    now = game.current_moment
    if (moment.year, moment.phase) == (now.year, now.phase):
        return now
    played = {str(record.moment) for record in game.phases}
    if moment.year < now.year or str(moment) in played:
        raise GameError(f"{moment} has been adjudicated", hint=f"the game waits for {now}")
    return moment


def _unknown(game: Game, text: str, moments: Iterable[Moment]) -> Moment:
    """Raises GameError with the phase that was probably meant."""
    known = dict.fromkeys(moment.phase for moment in moments)
    wanted = _normalized(text)
    without_year = " ".join(word for word in wanted.split() if not word.isdecimal())
    codes = {_normalized(slug): slug for slug in known}
    hint = nearest(without_year, codes, "phases", codes)
    said = re.sub(r"^\d{1,5}[\s/]+", "", text.strip())
    raise GameError(f"{game.ruleset.title} has no phase {said!r}", hint=hint)
