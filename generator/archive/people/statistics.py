"""The history of scores of a game, and figures over all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct, field

from generator.archive.game.game import Game, PhaseRecord, StateRecord
from generator.archive.people.players import player_of, seats_of
from generator.engine.chronicle import Chronicling
from generator.engine.phases import Moment

_NONE: Final[Mapping[str, int]] = MappingProxyType({})
Standings = tuple[tuple[str, Mapping[str, int]], ...]


class YearStandings(Struct, frozen=True):
    """The standings after the last phase of a year ("start" is the opening): counts as (label,
    {power: number}), the most telling one first."""

    label: str
    counts: Standings


class GameResult(Struct, frozen=True):
    """What statistics need of a game.

    `kind` is how it ended, "" while it is played. `players` has who played each power at the end,
    `left` who gave it to somebody else before. `final` is the most telling count (`measure`) of
    each power, `survivors` those that were still in the game. Of `asked` phases in which a power
    had orders to give, `missing` counts those for which none came.
    """

    slug: str
    title: str
    ruleset: str
    ruleset_title: str
    years: int
    phases: int
    kind: Literal["victory", "draw", "ended", ""]
    winners: tuple[str, ...]
    names: Mapping[str, str]
    players: Mapping[str, str]
    measure: str
    final: Mapping[str, int]
    survivors: tuple[str, ...]
    asked: Mapping[str, int] = field(default_factory=lambda: _NONE)
    missing: Mapping[str, int] = field(default_factory=lambda: _NONE)
    left: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class PowerFigures(Struct, frozen=True):
    """A power in all games of a ruleset. `mean` is its final count in the middle, in tenths."""

    power: str
    name: str
    games: int
    wins: int
    draws: int
    survived: int
    mean: int
    asked: int
    missing: int


class PlayerFigures(Struct, frozen=True):
    """A player in all games that are over. `left` counts the games in which somebody else had
    taken over all that the player had; how those ended is not the player's."""

    player: str
    games: int
    wins: int
    draws: int
    survived: int
    left: int = 0


class RulesetFigures(Struct, frozen=True):
    """All games of a ruleset. Those that are still played count in `games`, `years` and `phases`,
    and in what is missing, but not in what became of powers and players."""

    ruleset: str
    title: str
    measure: str
    games: int
    over: int
    victories: int
    drawn: int
    years: int
    phases: int
    powers: tuple[PowerFigures, ...]
    players: tuple[PlayerFigures, ...]


def score_history(game: Game) -> tuple[YearStandings, ...]:
    """The standings at the start and after each year; those of a year that is being played, too."""
    last: dict[str, StateRecord | PhaseRecord] = {"start": game.opening}
    for record in game.phases:
        last[str(record.moment.year)] = record
    return tuple(
        YearStandings(label, game.ruleset.standings(_state(record)))
        for label, record in last.items()
    )


def _state(record: StateRecord | PhaseRecord) -> Any:
    if isinstance(record, PhaseRecord):
        return record.resolution().state
    return record.state()


def result_of(game: Game) -> GameResult:
    """The figures of a game for the statistics. Reads all its states."""
    state, ruleset = game.current_state(), game.ruleset
    ending = ruleset.ending(state)
    measure, final = next(iter(ruleset.standings(state)), ("", _NONE))
    playing = _playing(game)
    years = {record.moment.year for record in game.phases}
    asked: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for record in game.phases:
        sent = record.order_texts
        for power in ruleset.awaits(record.before()):
            asked[power] += 1
            missing[power] += not sent.get(power, "").strip()
    moment = game.last.moment
    return GameResult(
        game.slug,
        game.settings.title,
        ruleset.id,
        ruleset.title,
        len(years),
        len(game.phases),
        ending.kind if ending else "",
        ending.powers if ending else (),
        {power: ruleset.powers[power].name for power in playing},
        {power: player for power in playing if (player := player_of(game, power, moment))},
        measure,
        {power: final.get(power, 0) for power in playing},
        _survivors(game, state, playing, final),
        asked,
        missing,
        players_left(game, playing, moment),
    )


def players_left(game: Game, powers: Iterable[str], moment: Moment) -> dict[str, tuple[str, ...]]:
    """Who had given up each power by a phase; powers that nobody gave up are left out."""
    found = {power: seats_of(game, power, moment) for power in powers}
    return {
        power: tuple(dict.fromkeys(seat.player for seat in seats[:-1] if seat.player))
        for power, seats in found.items()
        if len(seats) > 1
    }


def _survivors(
    game: Game, state: Any, playing: tuple[str, ...], final: Mapping[str, int]
) -> tuple[str, ...]:
    """The powers that have not fallen, and have anything left."""
    left = {power for power in playing if final.get(power, 0) > 0}
    out: Mapping[str, int] = _NONE
    if isinstance(game.ruleset, Chronicling):
        snapshot = game.ruleset.snapshot(state)
        left |= {owner for owner, _ in snapshot.units} | set(snapshot.holders.values())
        out = snapshot.out
    return tuple(power for power in playing if power in left and power not in out)


def _playing(game: Game) -> tuple[str, ...]:
    """The powers that take part in a game: a ruleset may know more."""
    ruleset = game.ruleset
    if isinstance(ruleset, Chronicling):
        notes = ruleset.gazetteer(game.opening.state()).power_notes
        if notes:
            return tuple(power for power in ruleset.powers if power in notes)
    return tuple(ruleset.powers)


def summarize(results: Iterable[GameResult]) -> tuple[RulesetFigures, ...]:
    """The figures of all games, by ruleset; of most games first, then by title."""
    groups: dict[str, list[GameResult]] = {}
    for result in results:
        groups.setdefault(result.ruleset, []).append(result)
    figures = [_figures(games) for games in groups.values()]
    return tuple(sorted(figures, key=lambda figure: (-figure.games, figure.title)))


def _figures(games: list[GameResult]) -> RulesetFigures:
    over = [game for game in games if game.kind]
    names = {power: name for game in games for power, name in game.names.items()}
    players = dict.fromkeys(player for game in over for player in sorted(_all_players(game)))
    rows = [_player(player, over) for player in players]
    return RulesetFigures(
        games[0].ruleset,
        games[0].ruleset_title,
        games[0].measure,
        len(games),
        len(over),
        sum(game.kind == "victory" for game in over),
        sum(game.kind == "draw" for game in over),
        sum(game.years for game in games),
        sum(game.phases for game in games),
        tuple(_power(power, name, games) for power, name in names.items()),
        tuple(sorted(rows, key=lambda row: (-row.wins, -row.draws, -row.games, row.player))),
    )


def _power(power: str, name: str, games: list[GameResult]) -> PowerFigures:
    over = [game for game in games if game.kind and power in game.names]
    total = sum(game.final.get(power, 0) for game in over)
    return PowerFigures(
        power,
        name,
        len(over),
        sum(game.kind == "victory" and power in game.winners for game in over),
        sum(game.kind == "draw" and power in game.winners for game in over),
        sum(power in game.survivors for game in over),
        # Rounded to the nearest tenth in whole numbers: floats differ from machine to machine.
        (20 * total + len(over)) // (2 * len(over)) if over else 0,
        sum(game.asked.get(power, 0) for game in games),
        sum(game.missing.get(power, 0) for game in games),
    )


def _all_players(game: GameResult) -> set[str]:
    return {*game.players.values(), *(player for left in game.left.values() for player in left)}


def _player(player: str, over: list[GameResult]) -> PlayerFigures:
    games = [game for game in over if player in _all_players(game)]
    own = [
        (game, [power for power, who in game.players.items() if who == player]) for game in games
    ]
    return PlayerFigures(
        player,
        len(own),
        sum(
            game.kind == "victory" and any(p in game.winners for p in powers)
            for game, powers in own
        ),
        sum(game.kind == "draw" and any(p in game.winners for p in powers) for game, powers in own),
        sum(any(p in game.survivors for p in powers) for game, powers in own),
        sum(not powers for _, powers in own),
    )
