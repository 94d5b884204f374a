"""The reader of a site: the public or a power, and the moment of the games up to which it reads."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.errors import UsageError
from generator.engine.phases import Moment
from generator.engine.words import closest
from generator.rulesets import get_ruleset, ruleset_ids

if TYPE_CHECKING:
    from generator.archive import Game

_YEAR: Final = re.compile(r"(\d{1,4})(?:[/ ]([a-z][a-z0-9-]*))?")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class Reader(Struct, frozen=True):
    """The reader of a site. `power` also sees what only it may know; "" is the public.

    Each game has only the phases up to `year` (0: all), in that year up to `phase` ("": all),
    and those whose orders were due by `day` (ISO, "": all).
    """

    power: str = ""
    year: int = 0
    phase: str = ""
    day: str = ""

    @property
    def is_public(self) -> bool:
        """Whether this is the site as everyone sees it now: the only one to be published."""
        return self == PUBLIC

    @property
    def words(self) -> str:
        """ "as austria sees it, up to 1622"; "" for the public now."""
        parts = [f"as {self.power} sees it"] if self.power else []
        if self.year:
            parts.append(f"up to {self.year} {self.phase}".rstrip())
        return ", ".join([*parts, *([f"as of {self.day}"] if self.day else [])])

    def may_know(self, known_to: tuple[str, ...]) -> bool:
        """Whether this reader may know what these powers know; none means everyone."""
        return not known_to or self.power in known_to

    def cut(self, game: Game) -> Game:
        """The game as it was then. A phase that was not played in the year means all of it."""
        known = [record.moment for record in game.phases]
        if self.year:
            known = [moment for moment in known if moment.year <= self.year]
            last = Moment(self.year, 0, self.phase)
            named = [moment for moment in known if str(moment) == str(last)]
            known = [moment for moment in known if not named or moment <= named[0]]
        if self.day:
            known = [moment for moment in known if self._was_due(game, moment)]
        phases = game.phases[: len(known)]
        return game if len(phases) == len(game.phases) else replace(game, phases=phases)

    def _was_due(self, game: Game, moment: Moment) -> bool:
        due = game.settings.deadline(moment)
        if due is None:
            return True
        on = due.date() if isinstance(due, datetime) else due
        return on <= date.fromisoformat(self.day)

    def shows(self, piece_date: str, game: Game) -> bool:
        """Whether press of an ISO date had been published then, as far as dates show."""
        if self.day:
            return piece_date <= self.day
        if not self.year or not game.phases:
            return True
        # Press is mostly dated in the years of the game; a date from the players' own lives proves
        # nothing.
        first, last = game.opening.moment.year, game.phases[-1].moment.year
        year = int(piece_date[:4])
        return year <= self.year if first <= year <= last else True


PUBLIC: Final = Reader()


def read_reader(power: str, at: str) -> Reader:
    """The reader that `--as` and `--at` ask for. `at` is a year, "1622/movement" or an ISO day.

    Raises UsageError for anything else, and for a power that no ruleset knows.
    """
    if power:
        _check_power(power)
    if not at:
        return Reader(power)
    if _DAY.fullmatch(at):
        try:
            date.fromisoformat(at)
        except ValueError:
            raise UsageError(f"there is no day {at}") from None
        return Reader(power, day=at)
    found = _YEAR.fullmatch(at)
    if found is None:
        raise UsageError(
            f"{at!r} is not a moment of a game", hint="a year, 1622/movement, or a day: 2027-03-31"
        )
    return Reader(power, int(found[1]), found[2] or "")


def _check_power(power: str) -> None:
    known = {power for ruleset in ruleset_ids() for power in get_ruleset(ruleset).powers}
    if power not in known:
        near = closest(power, sorted(known))
        hint = f"perhaps {near}" if near else "write it as in game.toml"
        raise UsageError(f"no ruleset has a power {power!r}", hint=hint)
