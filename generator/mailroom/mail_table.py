"""The facts of a game for reading a mail: powers, players, phases, names of other games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.archive.game.game import Game, list_games
from generator.archive.game.settings import settings_file
from generator.archive.people.addresses import addresses_of
from generator.archive.people.players import player_of
from generator.engine.errors import GameError, TheatrumError
from generator.engine.phases import Moment
from generator.engine.ruleset import Ruleset
from generator.mailroom.headings import Calendar
from generator.mailroom.table import MailTable


def table_of(game: Game) -> MailTable:
    """The table for reading mails to a game. It holds no one's orders."""
    state = game.current_state()
    ruleset = game.ruleset
    moment = game.current_moment
    playing = {power for _, counts in ruleset.standings(state) for power in counts}
    powers = {power: info for power, info in ruleset.powers.items() if power in playing}
    players = {power: player_of(game, power, moment) for power in powers}
    return MailTable(
        game.slug,
        game.settings.title,
        powers or ruleset.powers,
        _calendar(game),
        ruleset.names(),
        lambda power, text: ruleset.read(state, {power: text}),
        addresses_of(game),
        {power: player for power, player in players.items() if player},
        tuple(_names_of_others(game)),
        _examples(ruleset),
        _owners(ruleset),
        ruleset.subject,
    )


def _owners(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """The names of those who own land on a board that a referee may lay out."""
    shape = ruleset.shape({})
    return tuple(shape.facts.values()) if shape is not None and "board" in shape.kinds else ()


def _examples(ruleset: Ruleset[Any]) -> dict[str, tuple[str, ...]]:
    """Orders of the ruleset, by phase."""
    found: dict[str, list[str]] = {}
    for part in ruleset.primer().parts:
        for phase in part.phases:
            found.setdefault(phase, []).extend(form.example for form in part.forms)
    return {phase: tuple(examples) for phase, examples in found.items()}


def _names_of_others(game: Game) -> Iterator[str]:
    """The names of the other games beside this one: their folders' names and their titles. One
    that is broken has no title here, and stops nothing."""
    for folder in list_games(game.folder.parent):
        if folder.name == game.slug:
            continue
        yield folder.name
        try:
            title = settings_file(folder).data.get("title")
        except TheatrumError:
            continue
        if isinstance(title, str) and title.strip():
            yield title


def _calendar(game: Game) -> Calendar:
    """The phases of the year that take orders: those that the ruleset lists or teaches, and the one
    that the game waits for."""
    moment = game.current_moment
    before = [record.moment.phase for record in game.phases if record.moment.year == moment.year]
    # A year may have a phase twice: ballots are cast at its beginning and at its end.
    played = [phase for phase in before if phase != moment.phase]
    schedule = game.ruleset.schedule(game.current_state())
    if schedule is not None:
        number, slugs = schedule.round, list(schedule.phases)
    else:
        number = 0
        taught = [slug for part in game.ruleset.primer().parts for slug in part.phases]
        slugs = list(dict.fromkeys([*taught, *played]))
        # Parts teach movement and retreats of all seasons together; a year has them by season.
        seasons = list(dict.fromkeys(slug.partition("-")[0] for slug in [*slugs, moment.phase]))
        slugs.sort(key=lambda slug: seasons.index(slug.partition("-")[0]))
    # A phase that no one is taught, such as a battle round of live play, goes before those still to
    # come.
    first = [] if moment.phase in slugs else [moment.phase]
    slugs = list(dict.fromkeys([*played, *first, *slugs]))
    titles = {slug: title for slug in slugs if (title := title_of(game, slug))}
    return Calendar(moment.year, moment.phase, titles, number)


def title_of(game: Game, phase: str) -> str:
    """A phase of the running year for people; "" for one that the ruleset does not know."""
    moment = game.current_moment
    try:
        return game.ruleset.phase_title(Moment(moment.year, moment.number, phase))
    except (KeyError, GameError):
        return ""
