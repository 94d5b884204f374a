"""The game that a mail is read at."""

from __future__ import annotations

from generator.archive.game import Game, list_games
from generator.engine.errors import GameError
from generator.engine.phases import Moment
from generator.engine.primer import Teaching
from generator.mail import Table
from generator.mail.headings import Calendar

__all__ = ["table_of"]


def table_of(game: Game) -> Table:
    """The game as mails are read at it: without the orders of anybody."""
    state = game.current_state()
    ruleset = game.ruleset
    siblings = (path.name for path in list_games(game.folder.parent))
    parts = ruleset.primer().parts if isinstance(ruleset, Teaching) else ()
    examples = tuple(form.example for part in parts for form in part.forms)
    return Table(
        game.slug,
        game.settings.title,
        ruleset.powers,
        _calendar(game),
        ruleset.names(),
        lambda power, text: ruleset.read(state, {power: text}),
        {power: (one.casefold(),) for power, one in game.settings.addresses.items()},
        tuple(name for name in siblings if name != game.slug),
        examples,
    )


def _calendar(game: Game) -> Calendar:
    """The phases of the year that take orders: those that the ruleset teaches, and the one that
    the game waits for."""
    moment = game.current_moment
    taught: list[str] = []
    if isinstance(game.ruleset, Teaching):
        taught = [slug for part in game.ruleset.primer().parts for slug in part.phases]
    played = [one.moment.phase for one in game.phases if one.moment.year == moment.year]
    # What nobody is taught, as a battle round of live play, comes before what is still to come.
    first = [] if moment.phase in taught else [moment.phase]
    slugs = list(dict.fromkeys([*first, *taught, *played, moment.phase]))
    # Parts teach movement and retreats of all seasons together; a year has them by season.
    seasons = list(dict.fromkeys(slug.partition("-")[0] for slug in slugs))
    slugs.sort(key=lambda slug: seasons.index(slug.partition("-")[0]))
    slugs = list(dict.fromkeys([*played, *first, *slugs]))
    titles = {slug: title for slug in slugs if (title := _title(game, slug))}
    return Calendar(moment.year, moment.phase, titles)


def _title(game: Game, phase: str) -> str:
    """A phase of the running year for people; "" for one that the ruleset does not know."""
    moment = game.current_moment
    try:
        return game.ruleset.phase_title(Moment(moment.year, moment.number, phase))
    except (KeyError, GameError):
        return ""
