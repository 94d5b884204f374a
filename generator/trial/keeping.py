"""The most telling games of a trial as game folders: played again from their seeds, and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.engine.errors import GameError
from generator.engine.words import listed
from generator.rulesets import get_ruleset
from generator.trial.playing import GameRecord, orders_of, trial_player
from generator.trial.spec import TrialSpec
from generator.trial.standings import firsts


class Telling(NamedTuple):
    """A game, and why it is worth looking at."""

    record: GameRecord
    why: str


class KeptGame(NamedTuple):
    """The folder that was made of a game."""

    folder: Path
    why: str


def most_telling(
    records: Sequence[GameRecord], names: Mapping[str, str], most: int
) -> tuple[Telling, ...]:
    """So many games, the most telling first: one that is like most, one with a rare first, the
    shortest, the longest, the one in which most changed hands; then the others by their numbers."""
    played = [record for record in records if not record.failed]
    if not played:
        return ()
    ahead = {record.number: firsts(record) for record in played}
    often = Counter(ahead.values())
    middle = sorted(record.years for record in played)[len(played) // 2]

    def moved(record: GameRecord) -> int:
        return sum(record.moved.values()) + sum(record.swayed.values())

    def rank(record: GameRecord) -> tuple[int, int]:
        return -often[ahead[record.number]], abs(record.years - middle)

    def first(record: GameRecord) -> str:
        return listed(names.get(power, power) for power in ahead[record.number])

    usual = min(played, key=rank)
    rare = max(played, key=rank)
    shortest = min(played, key=lambda record: record.years)
    longest = max(played, key=lambda record: record.years)
    busiest = max(played, key=moved)
    wanted = [
        Telling(usual, f"as games mostly go: {first(usual)} first, after {usual.years} years"),
        Telling(rare, f"what seldom happens: {first(rare)} first"),
        Telling(shortest, f"the shortest, {shortest.years} years"),
        Telling(longest, f"the longest, {longest.years} years"),
        Telling(busiest, f"the one in which most changed hands, {moved(busiest)} times"),
        *(Telling(record, f"{first(record)} first") for record in played),
    ]
    found: dict[int, Telling] = {}
    for telling in wanted:
        found.setdefault(telling.record.number, telling)
    return tuple(found.values())[:most]


def keep_games(
    root: Path, spec: TrialSpec, records: Sequence[GameRecord], most: int, position: Path | None
) -> Iterator[KeptGame]:
    """Make game folders of the most telling games. A game that has its folder already is left as
    it is. Raises GameError and FileError as making a game does."""
    ruleset = get_ruleset(spec.ruleset)
    names = {power: info.name for power, info in ruleset.powers.items()}
    for record, why in most_telling(records, names, most):
        name = f"{spec.ruleset}-trial-{record.number}"
        if (root / name).exists():
            yield KeptGame(root / name, "is there already, and was left as it is")
            continue

        def play(folder: Path, record: GameRecord = record) -> None:
            _play_again(folder, spec, record)

        new = NewGame(
            name,
            ruleset,
            record.seed,
            seed_given=True,
            title=f"Trial of {ruleset.title}, game {record.number}",
            options=spec.options,
            position=(position,) if position is not None else (),
        )
        yield KeptGame(create_game(root, new, play), why)


def _play_again(folder: Path, spec: TrialSpec, record: GameRecord) -> None:
    """Play the game of a record in its folder. Raises GameError if another game comes of it."""
    player = trial_player(spec.ruleset)
    years: set[int] = set()
    while not (game := load_game(folder)).is_over:
        state, moment = game.current_state(), game.current_moment
        if moment.year not in years and len(years) == record.years:
            break
        years.add(moment.year)
        submit_orders(folder, moment, orders_of(game.ruleset, state, player, record.seed))
        adjudicate_game(folder)
    ending = game.ending
    if (ending.powers if ending else ()) != record.winners:
        raise GameError("the game came out otherwise than in the trial: was the program changed?")
