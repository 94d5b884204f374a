"""What the powers score: the items of the table `scoring`, counted on the board as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.events import EventKind, Sentence
from generator.engine.verdicts import Event
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Power
from generator.rulesets.europe.data.rule_tables import ScoringItem
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.prices import wealth
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording.headlines import Story, own_words

Found = Iterator[tuple[str, int]]
"""What an item counts: each thing, and the value printed on it."""


def score_power(turn: Turn, power: str) -> dict[str, int]:
    """The points of a power by item, those of 0 too, in the order of the table.

    An item is an `id` of COUNTS, `points` for each thing found (`per = "each"`) or for each point
    of its value (`per = "value"`); with `power` for that one alone. Items of features follow where
    they give points.
    """
    one = turn.facts.powers[power]
    points: dict[str, int] = {}
    for item in turn.facts.scoring.items:
        count = COUNTS.get(item.id)
        if count is None or item.power not in ("", power):
            continue
        if item.id in _OF_WEALTH and not (turn.facts.treasury.public or is_final(turn)):
            continue
        by_value = item.per == "value"
        number = sum(value if by_value else 1 for _, value in count(turn, one, item))
        points[item.id] = points.get(item.id, 0) + item.points * number
    for feature in turn.edition.features:
        for name, number in feature.score(turn, power):
            points[name] = points.get(name, 0) + number
    return points


def _takings(turn: Turn, power: Power) -> Iterator[str]:
    """The foreign land that a power has captured."""
    for code, held in turn.captures.items():
        if held.holder == power.id and code not in power.home:
            yield code


def _captured_centers(turn: Turn, power: Power, item: ScoringItem) -> Found:
    provinces = turn.facts.provinces
    yield from ((c, provinces[c].center) for c in _takings(turn, power) if provinces[c].center)


def _captured_provinces(turn: Turn, power: Power, item: ScoringItem) -> Found:
    provinces = turn.facts.provinces
    yield from ((c, provinces[c].value) for c in _takings(turn, power) if not provinces[c].center)


def _captured_valued_provinces(turn: Turn, power: Power, item: ScoringItem) -> Found:
    yield from (capture for capture in _captured_provinces(turn, power, item) if capture[1])


def _captured_other_provinces(turn: Turn, power: Power, item: ScoringItem) -> Found:
    yield from (capture for capture in _captured_provinces(turn, power, item) if not capture[1])


def _valued_waters(turn: Turn, power: Power, item: ScoringItem) -> Found:
    seas = turn.facts.seas
    for side, unit in turn.stands:
        if side == power.id and seas.get(unit.province):
            yield unit.province, seas[unit.province]


def _own_markers(turn: Turn, power: Power, item: ScoringItem) -> Found:
    permanent = turn.facts.influence.permanent_markers
    for state, confession in turn.markers.items():
        if confession == power.confession and state not in permanent:
            yield state, 1


def _aligned(turn: Turn, power: Power, item: ScoringItem) -> Found:
    """The centers of the states that are aligned with a power, and those that they hold."""
    holders, statuses = turn.standing.holders, turn.statuses
    for code, center in turn.facts.centers.items():
        status = statuses.get(holders[code])
        if status is not None and status.patron == power.id:
            yield code, center


def _aligned_without_center(turn: Turn, power: Power, item: ScoringItem) -> Found:
    held = {turn.standing.holders[code] for code in turn.facts.centers}
    for state, status in turn.statuses.items():
        if status.patron == power.id and state not in held:
            yield state, turn.facts.provinces[turn.facts.states[state].seat].value


def _lost(turn: Turn, power: Power) -> Iterator[str]:
    holders = turn.standing.holders
    yield from (code for code in power.home if holders[code] != power.id)


def _costs_its_value(turn: Turn, power: Power, code: str) -> bool:
    """Whether the loss of a home province is that of a home center."""
    by_value = turn.facts.scoring.build_site_loss == "value"
    return code in power.centers or (by_value and code in power.build_sites)


def _lost_home_centers(turn: Turn, power: Power, item: ScoringItem) -> Found:
    for code in _lost(turn, power):
        if _costs_its_value(turn, power, code):
            yield code, turn.facts.provinces[code].center


def _lost_provinces(turn: Turn, power: Power, item: ScoringItem) -> Found:
    for code in _lost(turn, power):
        if not _costs_its_value(turn, power, code):
            yield code, turn.facts.provinces[code].value


def _lost_valued_provinces(turn: Turn, power: Power, item: ScoringItem) -> Found:
    yield from (loss for loss in _lost_provinces(turn, power, item) if loss[1])


def _surplus(turn: Turn, power: Power, item: ScoringItem) -> Found:
    yield "treasury", max(0, wealth(turn, power.id))


def _debt(turn: Turn, power: Power, item: ScoringItem) -> Found:
    yield "treasury", max(0, -wealth(turn, power.id))


def _holdings(turn: Turn, power: Power, item: ScoringItem) -> Found:
    code = item.province
    if code in _takings(turn, power):
        yield code, turn.facts.provinces[code].center


COUNTS: Final[Mapping[str, Callable[[Turn, Power, ScoringItem], Found]]] = MappingProxyType(
    {
        "captured_center": _captured_centers,
        "captured_province": _captured_provinces,
        "captured_valued_province": _captured_valued_provinces,
        "captured_other_province": _captured_other_provinces,
        "valued_water_with_own_fleet": _valued_waters,
        "aligned_minor": _aligned,
        "aligned_minor_without_center": _aligned_without_center,
        "own_marker": _own_markers,
        "lost_home_center": _lost_home_centers,
        "lost_province": _lost_provinces,
        "lost_valued_province": _lost_valued_provinces,
        "surplus_treasury": _surplus,
        "debt": _debt,
        "holds": _holdings,
    }
)
"""What an item of the table finds for a power. Items of other names are counted by features."""

_OF_WEALTH: Final = ("surplus_treasury", "debt")
"""The items that would tell what a power has: where that is secret they count in the end alone."""


def points_of(state: EuropeState | Turn) -> dict[str, int]:
    """The points by which living powers are ranked, after a scoring: those of the year, or by
    option the sums of all years."""
    if state.facts.scoring.mode == "cumulative":
        return {power: state.totals.get(power, 0) for power in state.living}
    return {power: sum(state.scores.get(power, {}).values()) for power in state.living}


def is_final(state: EuropeState | Turn) -> bool:
    """Whether the scoring of this year decides the game by the highest score, if there is one."""
    return state.facts.victory.mode != "target" and state.moment.year >= state.facts.last_year


def contenders(state: EuropeState | Turn) -> dict[tuple[str, ...], int]:
    """Who can win after a scoring, with their points: every living power, and when the highest
    score decides the pairs of one house."""
    points = points_of(state)
    found: dict[tuple[str, ...], int] = {(power,): number for power, number in points.items()}
    if is_final(state):
        for one, other in state.facts.victory.dynasties:
            living = one in points and other in points
            if living and state.standing.allied(one, other):
                shared = _shared_markers(state, one, other)
                found[one, other] = points[one] + points[other] - shared
    return found


def _shared_markers(state: EuropeState | Turn, one: str, other: str) -> int:
    """The points that two powers both have for the same markers."""
    powers = state.facts.powers
    if powers[one].confession != powers[other].confession:
        return 0
    return min(state.scores.get(power, {}).get("own_marker", 0) for power in (one, other))


def winners_of(state: EuropeState | Turn) -> tuple[tuple[tuple[str, ...], ...], int]:
    """The powers and pairs with the most points, and how many these are."""
    found = contenders(state)
    most = max(found.values(), default=0)
    return tuple(one for one, number in found.items() if number == most), most


def leaders_of(state: EuropeState | Turn) -> tuple[str, ...]:
    """The living powers with the most points, alone or as one of a pair, in order."""
    leading = {power for side in winners_of(state)[0] for power in side}
    return tuple(power for power in state.living if power in leading)


# --- the kinds of events


def _lead(story: Story, events: list[Event]) -> str:
    text = events[-1].text
    if story.of(GAME_OVER, TIE):
        return ""
    rows = {event.data["power"]: event.data["points"] for event in story.of(SCORE)}
    behind = sorted((p for p in rows if p not in events[-1].powers), key=lambda p: -rows[p])
    near = [f"{story.facts.name_of(power)} ({rows[power]})" for power in behind[:2]]
    return f"{text}, ahead of {listed(near)}" if near else text


_OWN_WORDS: Final = Sentence(own_words)

SCORE: Final = EventKind("score", topics=("scores", "points"), tabled=True)
LEAD: Final = EventKind(
    "lead", section="The game", topics=("scores",), weight=30, sentences=(Sentence(_lead),)
)
TIE: Final = EventKind("tie", section="The game", weight=50, sentences=(_OWN_WORDS,))
GAME_OVER: Final = EventKind(
    "game-over",
    section="The game",
    topics=("diplomacy", "scores"),
    weight=100,
    sentences=(Sentence(own_words),),
)
