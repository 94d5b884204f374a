"""Scoring: the points of the year, and whether the game ends with it. Nobody orders."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.ruleset import Ending
from generator.engine.words import count, listed
from generator.rulesets.europe.steps.scores import (
    GAME_OVER,
    LEAD,
    SCORE,
    TIE,
    is_final,
    leaders_of,
    points_of,
    score_power,
    winners_of,
)
from generator.rulesets.europe.steps.year import open_year
from generator.rulesets.europe.turn.ruling_facts import rulings_of
from generator.rulesets.europe.turn.turn import Turn

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
    """Count the points of the year; end the game, or go on."""
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
        scores[ruled.power()][ruled.text("item")] = ruled.number("points")
    turn.scores = MappingProxyType({power: MappingProxyType(row) for power, row in scores.items()})
    for power, row in scores.items() if add else ():
        turn.totals[power] = turn.totals.get(power, 0) + sum(row.values())


def _target(turn: Turn) -> int | None:
    """The points that win in any year, None where the highest score alone decides."""
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
    """What points came from, in brackets; "" where there are none."""
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
        _tie(turn, name, most)
    else:
        if reached:
            both = "have" if len(first) > 2 else "both have"
            text = f"{name} {both} {most}: the game goes on until one leads"
            turn.report(TIE, "tie-goes-on", text, powers=leaders_of(turn))
        open_year(turn, turn.year + 1)


def _tie(turn: Turn, names: str, most: int) -> None:
    """A tie for the first place at the end of the game: a feature says how it goes on, or the game
    is drawn."""
    said = f"{names} are tied with {count(most, 'point')}"
    if not any(feature.settle_tie(turn, said) for feature in turn.edition.features):
        leaders = leaders_of(turn)
        text = f"A draw of {listed(map(turn.facts.name_of, leaders))}: {said}"
        end_game(turn, Ending("draw", leaders, text), "tie")


def end_game(turn: Turn, ending: Ending, cause: str) -> None:
    """End the game, and report it."""
    turn.end(ending)
    turn.report(GAME_OVER, cause, ending.text, powers=ending.powers)
    turn.go(turn.moment.phase)
