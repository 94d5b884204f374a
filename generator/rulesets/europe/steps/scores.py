"""The scores of the powers: the items of the table `scoring`, counted on the current board; and
whether the game ends with it. There are no orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.events import EventKind, Sentence
from generator.engine.ruleset import Ending
from generator.engine.verdicts import Event
from generator.engine.words import count, listed
from generator.rulesets.europe.data.facts import Power
from generator.rulesets.europe.data.rule_tables import ScoringItem
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.prices import wealth
from generator.rulesets.europe.steps.year import open_year
from generator.rulesets.europe.turn.rulings import rulings_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import Story, own_words

Found = Iterable[tuple[str, int]]
"""The finds of an item: each thing, and the value printed on it."""


def score_power(turn: Turn, power: str) -> dict[str, int]:
    """The points of a power by item, those of 0 too, in the order of the table.

    An item is an `id` of COUNTS, `points` for each thing found (`per = "each"`) or for each point
    of its value (`per = "value"`); with `power` only for that one. Items of features follow where
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


def _worth(found: Found) -> Found:
    """The finds with a value printed on them."""
    return ((thing, value) for thing, value in found if value)


def _holdings(turn: Turn, power: Power, item: ScoringItem) -> Found:
    code = item.province
    if code in _takings(turn, power):
        yield code, turn.facts.provinces[code].center


COUNTS: Final[Mapping[str, Callable[[Turn, Power, ScoringItem], Found]]] = MappingProxyType(
    {
        "captured_center": _captured_centers,
        "captured_province": _captured_provinces,
        "captured_valued_province": lambda *asked: _worth(_captured_provinces(*asked)),
        "captured_other_province": lambda *asked: (
            found for found in _captured_provinces(*asked) if not found[1]
        ),
        "valued_water_with_own_fleet": _valued_waters,
        "aligned_minor": _aligned,
        "aligned_minor_without_center": _aligned_without_center,
        "own_marker": _own_markers,
        "lost_home_center": _lost_home_centers,
        "lost_province": _lost_provinces,
        "lost_valued_province": lambda *asked: _worth(_lost_provinces(*asked)),
        "surplus_treasury": lambda turn, power, item: [
            ("treasury", max(0, wealth(turn, power.id)))
        ],
        "debt": lambda turn, power, item: [("treasury", max(0, -wealth(turn, power.id)))],
        "holds": _holdings,
    }
)
"""The finds of an item of the table for a power. Items of other names are counted by features."""

_OF_WEALTH: Final = ("surplus_treasury", "debt")
"""The items that would reveal the money of a power: where that is secret they count only in the
end."""


def points_of(state: EuropeState | Turn) -> dict[str, int]:
    """The points that rank living powers after a scoring: the year's, or by option all years'."""
    if state.facts.scoring.mode == "cumulative":
        return {power: state.totals.get(power, 0) for power in state.living}
    return {power: sum(state.scores.get(power, {}).values()) for power in state.living}


def is_final(state: EuropeState | Turn) -> bool:
    """Whether the scoring of this year decides the game by the highest score, if there is one."""
    return state.facts.victory.mode != "target" and state.moment.year >= state.facts.last_year


def contenders(state: EuropeState | Turn) -> dict[tuple[str, ...], int]:
    """The powers that can win, with their points: living ones, and in the end the pairs of one
    house."""
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
    """The living powers with the most points, singly or as one of a pair, in order."""
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


LABELS: Final = {
    "captured_center": "captured centers",
    "captured_province": "captured provinces",
    "captured_valued_province": "captured provinces with a value",
    "captured_other_province": "other captured provinces",
    "valued_water_with_own_fleet": "waters held",
    "aligned_minor": "centers of aligned states",
    "aligned_minor_without_center": "aligned states without a center",
    "own_marker": "markers of its confession",
    "lost_home_center": "lost home centers",
    "lost_province": "lost provinces",
    "lost_valued_province": "lost provinces with a value",
    "surplus_treasury": "wealth left",
}
"""Items of a score for people; others go by their names."""


def score_year(turn: Turn) -> None:
    """Count the points of the year, then end or continue the game."""
    known = turn.scores
    count_points(turn, add=turn.facts.scoring.mode == "cumulative")
    published = not any(feature.withholds_scores(turn) for feature in turn.edition.features)
    _report_scores(turn, () if published else ("referee",))
    _end_or_go_on(turn)
    if not published:
        turn.scores, turn.totals = known, dict(turn.before.totals)


def count_points(turn: Turn, *, add: bool) -> None:
    """Count the points of the year, with what is ruled of them; `add`: to those of all years."""
    scores = {power: score_power(turn, power) for power in turn.living}
    for ruled in rulings_of(turn, "score"):
        scores[ruled.power][ruled.item] = ruled.points
    turn.scores = MappingProxyType({power: MappingProxyType(row) for power, row in scores.items()})
    for power, row in scores.items() if add else ():
        turn.totals[power] = turn.totals.get(power, 0) + sum(row.values())


def _target(turn: Turn) -> int | None:
    """The points that win in any year, None where only the highest score decides."""
    rules = turn.facts.victory
    if rules.mode == "final_score" or (rules.mode == "both" and is_final(turn)):
        return None
    return rules.threshold


def _report_scores(turn: Turn, known_to: tuple[str, ...]) -> None:
    points, target = points_of(turn), _target(turn)
    ranked = sorted(points.values(), reverse=True)
    for power, row in turn.scores.items():
        year = sum(row.values())
        text = f"{turn.facts.name_of(power)}: {count(year, 'point')}"
        text += items_words(turn, power, row)
        text += f", {points[power]} in all" if points[power] != year else ""
        turn.report(
            SCORE,
            "scored",
            text,
            known_to=known_to,
            power=power,
            items=dict(row),
            year=year,
            points=points[power],
            rank=1 + ranked.index(points[power]),
            missing=max(0, target - points[power]) if target is not None else 0,
        )
    first, most = winners_of(turn)
    if first:
        leaders = leaders_of(turn)
        short = f", {target - most} short of victory" if target and most < target else ""
        turn.report(
            LEAD,
            "scored",
            f"{_listed(turn, first)} {'leads' if len(leaders) == 1 else 'lead'} with "
            f"{count(most, 'point')}{short}",
            powers=leaders,
            known_to=known_to,
            points=most,
        )


def items_words(turn: Turn, power: str, row: Mapping[str, int]) -> str:
    """The sources of points, in brackets; "" where there are no points."""
    parts = [f"{_label(turn, power, name)} {n}" for name, n in row.items() if n]
    return f" ({', '.join(parts)})" if parts else ""


def _label(turn: Turn, power: str, name: str) -> str:
    if name == "holds":
        held = [
            turn.board.name_of(item.province)
            for item in turn.facts.scoring.items
            if item.id == name and item.power in ("", power)
        ]
        return f"for holding {listed(held)}"
    return LABELS.get(name, name.replace("_", " "))


def _listed(turn: Turn, contenders: tuple[tuple[str, ...], ...]) -> str:
    """Powers and pairs: `France, and Austria and Spain together`."""
    names = [listed(turn.facts.name_of(power) for power in side) for side in contenders]
    if all(len(side) == 1 for side in contenders):
        return listed(names)
    pairs = [
        f"{name} together" if len(one) > 1 else name
        for one, name in zip(contenders, names, strict=True)
    ]
    return ", and ".join(pairs)


def _end_or_go_on(turn: Turn) -> None:
    """End the game, settle a tie, or open the next year."""
    points, target = points_of(turn), _target(turn)
    last, rules = turn.facts.last_year, turn.facts.victory
    if any(feature.ruled_to_go_on(turn) for feature in turn.edition.features):
        open_year(turn, turn.year + 1)
        return
    first, most = winners_of(turn)
    if not first:
        end_game(turn, Ending("ended", (), "No power is left"), "victory-last-year")
        return
    leaders = first[0]
    reached = [power for power, number in points.items() if target and number >= target]
    name = _listed(turn, first)
    if len(first) == 1 and reached:
        cause = "victory-target" if len(reached) == 1 else "victory-highest"
        text = f"{name} wins with {count(most, 'point')}; {target} were enough"
        if len(reached) > 1:
            text = f"{name} wins with {count(most, 'point')}, more than others who reached {target}"
        end_game(turn, Ending("victory", leaders, text), cause)
    elif turn.year >= last and rules.mode == "target":
        left = listed(turn.facts.name_of(power) for power in turn.living)
        text = f"A draw of {left}: nobody has won with {target} points by the end of {last}"
        end_game(turn, Ending("draw", turn.living, text), "victory-nobody")
    elif len(first) == 1 and turn.year >= last:
        wins = "wins" if len(leaders) == 1 else "win"
        text = f"{name} {wins} with {count(most, 'point')}, the highest score of {turn.year}"
        cause = "victory-last-year" if len(leaders) == 1 else "victory-dynasty"
        end_game(turn, Ending("victory", leaders, text), cause)
    elif turn.year >= last or (reached and rules.simultaneous != "continue"):
        said = f"{name} are tied with {count(most, 'point')}"
        if not any(feature.settle_tie(turn, said) for feature in turn.edition.features):
            leaders = leaders_of(turn)
            text = f"A draw of {listed(map(turn.facts.name_of, leaders))}: {said}"
            end_game(turn, Ending("draw", leaders, text), "tie")
    else:
        if reached:
            both = "have" if len(first) > 2 else "both have"
            text = f"{name} {both} {most}: the game goes on until one leads"
            turn.report(TIE, "tie-goes-on", text, powers=leaders_of(turn))
        open_year(turn, turn.year + 1)


def end_game(turn: Turn, ending: Ending, cause: str) -> None:
    """End the game, and report it."""
    turn.ending = ending
    turn.report(GAME_OVER, cause, ending.text, powers=ending.powers)
    turn.go(turn.moment.phase)
