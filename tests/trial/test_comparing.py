"""A change beside the same games without it: it is found, and where nothing changed nothing is."""

from __future__ import annotations

import random

from msgspec.structs import replace

from generator.rulesets import get_ruleset
from generator.trial.comparing import Comparison, compare, comparison_sentences
from generator.trial.playing import GameRecord
from tests.trial.trying import made_up

SEATS = ("austria", "england", "france")
NAMES = {power: info.name for power, info in get_ruleset("standard").powers.items()}


def games(seed: int, chances: tuple[int, ...], of: int = 200) -> list[GameRecord]:
    """Games that are won with these chances, in percent; the rest nobody wins."""
    draws = random.Random(seed)
    found = []
    for number in range(1, of + 1):
        at, winner = draws.randrange(100), ""
        for power, chance in zip(SEATS, chances, strict=True):
            winner, at = (power, 1000) if at < chance else (winner, at - chance)
        scores = {power: draws.randrange(10) + 9 * (power == winner) for power in SEATS}
        found.append(made_up(number, winner, scores))
    return found


def findings(found: Comparison) -> set[tuple[str, str]]:
    return {(one.kind, one.power) for one in found.differences if one.finding}


def sentences(found: Comparison) -> list[str]:
    return list(comparison_sentences(found, NAMES, "Centers"))


def test_games_beside_themselves_have_no_difference_at_all() -> None:
    same = games(1, (30, 30, 30))
    found = compare(same, same, ())
    assert not findings(found)
    assert all(one.gap.mean == one.gap.low == one.gap.high == 0 for one in found.differences)
    assert sentences(found)[0] == "200 games, compared seed by seed: nothing was changed."


def test_where_nothing_changed_nothing_is_found() -> None:
    """Of twenty pairs of trials that differ by chance alone, at least eighteen have no finding."""
    pairs = ((games(2 * at, (40, 30, 20)), games(2 * at + 1, (40, 30, 20))) for at in range(20))
    assert sum(not findings(compare(one, other, ())) for one, other in pairs) >= 18


def test_an_unfair_change_is_found_and_told() -> None:
    changes = ('facts.powers.france.units is ["A PAR"] instead of three',)
    found = compare(games(1, (30, 30, 30)), games(2, (42, 42, 6)), changes)
    assert ("value", "france") in findings(found)
    said = sentences(found)
    assert said[0].endswith(': facts.powers.france.units is ["A PAR"] instead of three.')
    france = next(line for line in said if line.startswith("France wins"))
    assert " fewer games per 100, give or take " in france
    count = next(line for line in said if line.startswith("France ends"))
    assert " lower in centers, give or take " in count


def test_calm_figures_say_how_much_would_have_been_seen() -> None:
    last = sentences(compare(games(1, (30, 30, 30)), games(2, (30, 30, 30)), ()))[-1]
    assert last.startswith("Nothing differs by more than chance explains, of 14 figures")
    assert "would have been seen from about " in last


def test_several_changes_are_told_to_be_several() -> None:
    same = games(1, (30, 30, 30))
    assert sentences(compare(same, same, ("one", "two")))[1].startswith("More than one thing")


def test_longer_games_are_told_in_years() -> None:
    before = games(1, (30, 30, 30))
    after = [replace(record, years=record.years + 1 + record.number % 3) for record in before]
    said = " ".join(sentences(compare(before, after, ())))
    assert "Games last 2.0 years longer, give or take 0.2 (from 1.0 to 3.0)." in said


def test_games_that_failed_are_not_compared() -> None:
    before = games(1, (30, 30, 30), of=30)
    after = [replace(record, kind="failed", failed="x") for record in before[:5]] + before[5:]
    assert compare(before, after, ()).games == 25
    assert compare(after, before, ()).games == 25


def test_few_games_are_not_compared() -> None:
    few = games(1, (30, 30, 30), of=9)
    found = compare(few, few, ())
    assert not found.differences
    assert "too few to compare" in sentences(found)[1]
