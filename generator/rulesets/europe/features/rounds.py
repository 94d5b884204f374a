"""Rounds: each year goes to the power that scores most in it, and so many of them win the game.

Aligned states may score more than the values of their centers, and captures and falls may end the
game.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec import Struct

from generator.engine.chronicle import RecordFacts
from generator.engine.errors import FileError
from generator.engine.events import Column, EventKind, Sentence
from generator.engine.report import Section, table
from generator.engine.ruleset import Ending
from generator.engine.typed import Count, Positive, Table, knob
from generator.engine.words import count, listed
from generator.rulesets.europe.data.facts import Facts, is_minor
from generator.rulesets.europe.features.levies import LevyRules
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power, State
from generator.rulesets.europe.steps.scores import (
    GAME_OVER,
    SCORE,
    count_points,
    end_game,
    items_words,
    points_of,
)
from generator.rulesets.europe.steps.year import open_year
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, MinorState
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side, own_words, side_in


class EndingRules(Table, frozen=True):
    """The table `endings`."""

    province: Annotated[str, knob("The province that decides the game", "E15V3-VIC-3")] = ""
    winners: Annotated[str, knob("The confession whose powers win with it", "E15V3-VIC-3")] = ""
    nation: Annotated[str, knob("The nation without a player that brings draws", "E15V3-DRW-3")] = (
        ""
    )
    centers: Annotated[
        Positive, knob("The centers that are not of its faith with which it does", "E15V3-DRW-3")
    ] = 5


Found = tuple[str, tuple[str, ...], str]
"""An end: its cause, who wins or shares the draw, and why."""


def settle_endings(turn: Turn) -> None:
    """End the game by the first condition that is met, if one is."""
    if turn.ending is not None:
        return
    for test in (_decided, _is_left_to_one_side, _is_overrun):
        found = test(turn)
        if found is None:
            continue
        cause, powers, why = found
        names = listed(map(turn.facts.name_of, powers))
        if not powers:
            ending = Ending("ended", (), f"The game ends: {why}")
        elif len(powers) == 1:
            ending = Ending("victory", powers, f"{names} wins: {why}")
        else:
            ending = Ending("draw", powers, f"A draw of {names}: {why}")
        turn.ending = ending
        turn.report(GAME_OVER, cause, ending.text, powers=powers)
        return


def _decided(turn: Turn) -> Found | None:
    """Whether the province has been captured that decides the game."""
    facts, rules = turn.facts, turn.facts.of(EndingRules)
    held = turn.captures.get(rules.province)
    if held is None:
        return None
    where = turn.board.name_of(rules.province)
    why = f"{facts.name_of(held.holder)} has captured {where}"
    if held.holder in turn.living and facts.powers[held.holder].confession == rules.winners:
        return "victory-province", (held.holder,), why
    if held.holder != rules.nation:
        return None
    left = tuple(power for power in turn.living if facts.powers[power].confession == rules.winners)
    if len(left) > 1:
        return "draw-province", left, why
    return ("draw-province-all", turn.living, why) if left else None


def _is_left_to_one_side(turn: Turn) -> Found | None:
    """Whether a confession has no powers any more."""
    facts = turn.facts
    left = {facts.powers[power].confession for power in turn.living}
    gone = [
        facts.confessions[creed].name
        for creed in dict.fromkeys(power.confession for power in facts.powers.values())
        if creed not in left
    ]
    if not gone:
        return None
    cause = "draw-confession" if turn.living else "draw-nobody"
    return cause, turn.living, f"no {' and no '.join(gone)} power is left"


def _is_overrun(turn: Turn) -> Found | None:
    """Whether the nation without a player holds centers enough."""
    facts, rules = turn.facts, turn.facts.of(EndingRules)
    mark, owners = facts.of(LevyRules).islamic, turn.standing.owners
    held = [code for code in facts.centers if turn.standing.holders[code] == rules.nation]
    foreign = [
        x for x in held if not (is_minor(owners[x]) and mark in facts.states[owners[x]].marks)
    ]
    if len(foreign) < rules.centers:
        return None
    why = f"{facts.name_of(rules.nation)} holds {listed(map(turn.board.name_of, foreign))}"
    return "draw-overrun", turn.living, why


_AWARDS: Final = "awards"
_ITEM: Final = "aligned_minor"


class Award(Struct, frozen=True):
    """The score of an aligned state: `times` the sum of the values of its centers, and `more` for
    the value that the referee has set."""

    state: str
    times: int
    sum: int
    more: int = 0

    @property
    def points(self) -> int:
        return self.times * self.sum + self.more

    def words(self, facts: Facts) -> str:
        """`Prussia 3 × 8`."""
        name = facts.name_of(self.state)
        return f"{name} {self.points}" if self.more else f"{name} {self.times} × {self.sum}"


class ValueRuling(EuropeRuling, frozen=True):
    """the value of a new state: sets the value of a state created in play, for its captor and its
    patron"""

    point = "before"
    state: MinorState
    capture: Positive
    alignment: Count

    def check(self, turn: Turn) -> None:
        if self.state not in turn.founded:
            raise self.refuse(f"{self.state} is not a state that was founded in play")
        if not turn.facts.states[self.state].home:
            raise self.refuse(f"{self.state} has no center")

    def words(self, turn: Turn) -> str:
        return (
            f"{turn.facts.name_of(self.state)} is worth {self.capture} to a captor and "
            f"{self.alignment} to a patron"
        )

    def apply(self, turn: Turn) -> None:
        seat = turn.facts.states[self.state].seat
        centers = {**turn.setup.get("centers", {}), seat: self.capture}
        turn.vary(setup={**turn.setup, "centers": centers})
        turn.parts[_AWARDS] = MappingProxyType({**turn.parts[_AWARDS], self.state: self.alignment})


class Awards(Feature):
    """Remembers what the referee has set, and corrects the score by it."""

    key = _AWARDS
    part = Mapping[State, Count]
    items = (_ITEM,)
    rulings = MappingProxyType({"value": ValueRuling})

    def score(self, turn: Turn, power: str) -> tuple[tuple[str, int], ...]:
        awards = awards_of(turn, power)
        more = sum(award.points for award in awards) - sum(award.sum for award in awards) * _times(
            turn
        )
        return ((_ITEM, more),) if more else ()


def awards_of(turn: Turn, power: str) -> tuple[Award, ...]:
    """The scores of states with a center that are aligned with a power, in their order."""
    held: dict[str, list[str]] = {}
    for code in turn.facts.centers:
        held.setdefault(turn.standing.holders[code], []).append(code)
    return tuple(
        _award(turn, state, held[state])
        for state in turn.states
        if state in held and turn.statuses[state].patron == power
    )


def _award(turn: Turn, state: str, held: list[str]) -> Award:
    times = _times(turn)
    total = sum(turn.facts.centers[code] for code in held)
    ruled = turn.parts[_AWARDS].get(state)
    if ruled is None:
        return Award(state, times, total)
    own = turn.facts.centers[turn.facts.states[state].seat]
    return Award(state, times, total, ruled - times * own)


def _times(turn: Turn) -> int:
    """How many times the centers of a state count for the power that it is aligned with."""
    return next((item.points for item in turn.facts.scoring.items if item.id == _ITEM), 0)


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
    tables = MappingProxyType({"endings": EndingRules})
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
    """Count the points of the year, report who has won its round, and end or continue the game."""
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
