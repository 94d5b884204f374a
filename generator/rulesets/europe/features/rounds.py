"""Rounds: each year goes to the power that scores most in it, and so many of them win the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.chronicle import RecordFacts
from generator.engine.errors import FileError
from generator.engine.events import Column, EventKind, Sentence
from generator.engine.report import Section, table
from generator.engine.ruleset import Ending
from generator.engine.words import count, listed
from generator.rulesets.europe.features.awards import awards_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.steps.scores import (
    SCORE,
    count_points,
    end_game,
    items_words,
    points_of,
)
from generator.rulesets.europe.steps.year import open_year
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side, own_words, side_in

Won = Mapping[Power, tuple[int, ...]]
"""The powers that have won rounds, with the years of these."""

_KEY: Final = "rounds"

_COLUMNS: Final[dict[str, Column]] = {"Winner": side_in("winner"), "VPs": "points"}

ROUND: Final = EventKind(
    "round",
    section="The round",
    topics=("scores",),
    weight=70,
    columns=_COLUMNS,
    record=RecordFacts(
        "Rounds", tuple(_COLUMNS), "the best score of each year, and its only holder"
    ),
    sentences=(Sentence(own_words),),
)


class Rounds(Feature):
    """Remembers who has won which rounds. Those of a power that leaves the game are forgotten,
    and so is what it has scored."""

    key = _KEY
    part = Won
    events = (ROUND,)

    def completed(self, state: EuropeState) -> EuropeState:
        won: Won = state.parts[_KEY]
        years = [(power, year) for power, several in won.items() for year in several]
        for number, (power, year) in enumerate(years):
            if year > state.year:
                raise FileError(f"{_KEY}.{power}: {year} is still to come")
            if any(year == before for _, before in years[:number]):
                raise FileError(f"{_KEY}.{power}: the round of {year} is won twice")
        return state

    def placed(self, state: EuropeState, given: Mapping[str, Any]) -> EuropeState:
        goal = state.facts.victory.threshold
        for power, rounds in rounds_of(state).items():
            if rounds >= goal:
                won = count(rounds, "round")
                raise FileError(f"{_KEY}.{power}: {won} win the game, and it is over with {goal}")
        return state

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        won: Won = state.parts[_KEY]
        rows = [
            (named_side(state.facts, power), str(len(years)), listed(map(str, years)))
            for power, years in won.items()
        ]
        return (table("Rounds won", ("Power", "Rounds", "In"), rows),)

    def on_elimination(self, turn: Turn, power: str) -> None:
        won: Won = turn.parts[_KEY]
        left = {one: years for one, years in won.items() if one != power}
        turn.parts[_KEY] = MappingProxyType(left)
        turn.totals.pop(power, None)


def rounds_of(politics: Turn | EuropeState) -> dict[str, int]:
    """How many rounds each power in the game has won."""
    won: Won = politics.parts.get(_KEY, {})
    return {power: len(won.get(power, ())) for power in politics.living}


def score_round(turn: Turn) -> None:
    """Count the points of the year, say who has won its round, and end the game or go on."""
    count_points(turn, add=True)
    points = points_of(turn)
    most = max(points.values(), default=0)
    first = [power for power, number in points.items() if number == most]
    if len(first) == 1:
        won: Won = turn.parts[_KEY]
        years = {**won, first[0]: (*won.get(first[0], ()), turn.year)}
        order = [power for power in turn.facts.powers if power in years]
        turn.parts[_KEY] = MappingProxyType({power: years[power] for power in order})
    _report_scores(turn, points)
    _report_round(turn, first, most)
    goal = turn.facts.victory.threshold
    winners = tuple(power for power, rounds in rounds_of(turn).items() if rounds >= goal)
    if winners:
        text = f"{turn.facts.name_of(winners[0])} wins the game with {count(goal, 'round')}"
        end_game(turn, Ending("victory", winners, text), "victory-target")
    else:
        open_year(turn, turn.year + 1)


def _report_scores(turn: Turn, points: Mapping[str, int]) -> None:
    ranked = sorted(points.values(), reverse=True)
    rounds, goal = rounds_of(turn), turn.facts.victory.threshold
    for power, row in turn.scores.items():
        awards = awards_of(turn, power)
        text = f"{turn.facts.name_of(power)}: {count(points[power], 'VP')}"
        text += items_words(turn, power, row)
        text += f"; {listed(award.words(turn.facts) for award in awards)}" if awards else ""
        turn.report(
            SCORE,
            "scored",
            text,
            power=power,
            items=dict(row),
            states={award.state: award.points for award in awards},
            sums={award.state: [award.times, award.sum] for award in awards},
            year=points[power],
            points=points[power],
            rank=1 + ranked.index(points[power]),
            missing=max(0, goal - rounds[power]),
            rounds=rounds[power],
            total=turn.totals[power],
        )


def _report_round(turn: Turn, first: list[str], most: int) -> None:
    names = listed(map(turn.facts.name_of, first))
    if not first:
        return
    if len(first) > 1:
        text = f"nobody wins the round of {turn.year}: {names} have {count(most, 'VP')} each"
    else:
        rounds, goal = rounds_of(turn)[first[0]], turn.facts.victory.threshold
        text = (
            f"{names} wins the round of {turn.year} with {count(most, 'VP')}, "
            f"and has won {rounds} of the {goal} that win the game"
        )
    turn.report(
        ROUND,
        "round-won" if len(first) == 1 else "tie",
        text,
        powers=first,
        year=turn.year,
        winner=first[0] if len(first) == 1 else "",
        points=most,
    )
