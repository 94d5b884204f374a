"""Checks of rulings against their game: which of them do not apply, with their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from generator.archive.files.reading import FileErrors, read_toml
from generator.archive.game.game import Game
from generator.archive.game.rulings import FIRST_SECRET, rulings_place
from generator.archive.game.seeds import SeedIsSecret
from generator.engine.chance import Chance
from generator.engine.errors import FileError, GameError, Place
from generator.engine.phases import Moment, OrderBook, Resolution, Ruling
from generator.engine.rulings import RulingError
from generator.engine.words import nearest


def is_phase(game: Game, phase: str) -> bool:
    """Whether the ruleset has a phase of this name."""
    moment = game.current_moment
    try:
        return bool(game.ruleset.phase_title(Moment(moment.year, moment.number, phase)))
    except (KeyError, GameError):
        return False


def phase_hint(game: Game, phase: str) -> str:
    """The phase that was probably meant, otherwise the one that the game waits for."""
    moment, ruleset = game.current_moment, game.ruleset
    taught = [slug for part in ruleset.primer().parts for slug in part.phases]
    played = [record.moment.phase for record in game.phases if record.moment.year == moment.year]
    if is_slip(phase, moment.phase, ruleset.phase_title(moment)):
        return f"did you mean {moment.phase}?"
    hint = nearest(phase, (moment.phase, *played, *taught), None)
    return hint or f"the game waits for {moment.phase}"


def is_slip(written: str, meant: str, title: str) -> bool:
    """Whether a name is another misspelt: spring-movment, but not fall-movement, nor battles-1 for
    battles-2; or a word of the phase's title, as in "orders and adjudication" for movement."""
    if _without_numbers(written) == _without_numbers(meant):
        return False
    if written.lower() in title.lower().replace(",", " ").split():
        return True
    from difflib import SequenceMatcher

    return SequenceMatcher(None, written, meant).ratio() > 0.85


def _without_numbers(phase: str) -> str:
    return re.sub(r"\d+", "", phase)


def stray_rulings(game: Game, moment: Moment) -> list[FileError]:
    """The rulings of the year for phases that the ruleset does not have."""
    return [
        FileError(
            f"ruling {ruling.number} is for {ruling.phase}, and there is no such phase",
            place=_place(game, moment, ruling.number, ("phase",)),
            hint=phase_hint(game, ruling.phase),
        )
        for ruling in game.year_rulings(moment.year)
        if ruling.phase != moment.phase and not is_phase(game, ruling.phase)
    ]


def read_ruled(
    game: Game, state: Any, texts: Mapping[str, str], rulings: Sequence[Ruling]
) -> OrderBook:
    """The orders as the phase is adjudicated with them: with the changes that rulings make."""
    if rulings:
        with suppress(GameError):  # `ruling_faults` lists the rulings that do not apply
            state = game.ruleset.governed(state, rulings)
    return game.ruleset.read(state, texts)


def resolve(
    game: Game, state: Any, book: OrderBook, rulings: Sequence[Ruling], chance: Callable[[], Chance]
) -> Resolution[Any]:
    """Adjudicate a phase. Raises FileErrors, or the one error, with all rulings that do not apply
    and their places."""
    first = chance()  # if a draw has to wait, that is not a fault of the ruling
    try:
        return game.ruleset.adjudicate(state, book, rulings, first)
    except SeedIsSecret:
        raise
    except GameError:
        faults = ruling_faults(game, state, book, rulings, chance)
        if not faults:
            raise
        if len(faults) == 1:
            raise faults[0] from None
        several = [FileError(e.problem, place=e.place, text=e.text, hint=e.hint) for e in faults]
        raise FileErrors(several) from None


def ruling_faults(
    game: Game, state: Any, book: OrderBook, rulings: Sequence[Ruling], chance: Callable[[], Chance]
) -> list[GameError]:
    """All rulings for a phase that do not apply to it: the phase is tried, and tried again without
    each that is refused. Empty where the phase can be adjudicated."""
    moment, left = game.ruleset.moment(state), list(rulings)
    faults: list[GameError] = []
    while left:
        try:
            game.ruleset.adjudicate(state, book, left, chance())
            break
        except SeedIsSecret:
            break  # other faults cannot be found here
        except GameError as error:
            number = _number_of(error, left)
            keys = error.keys if isinstance(error, RulingError) else ()
            error.place = error.place or _place(game, moment, number, keys)
            faults.append(error)
            left = [ruling for ruling in left if ruling.number != number]
    return sorted(faults, key=lambda fault: fault.place or Place(""))


def _number_of(error: GameError, rulings: Iterable[Ruling]) -> int:
    """The ruling that an error names; the first one where it names none."""
    if isinstance(error, RulingError):
        return error.number
    numbers = [ruling.number for ruling in rulings]
    named = [number for number in numbers if f"ruling {number}" in error.problem]
    return named[-1] if named else numbers[0]


def _place(game: Game, moment: Moment, number: int, keys: Sequence[str]) -> Place:
    path = rulings_place(game.folder, moment.year, number)
    index = number - (FIRST_SECRET if number >= FIRST_SECRET else 1)
    return read_toml(path).place("ruling", index, *keys)
