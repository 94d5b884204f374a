"""Two trials compared: a change is found, and where nothing changed nothing is found."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.trial.comparing import compare_trials, comparison_sentences
from generator.trial.playing import GameRecord
from generator.trial.records import TrialFolder, TrialHead
from generator.trial.spec import TrialSpec
from tests.trial.trying import made_up

SEATS = ("austria", "england", "france")


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


def trial(found: list[GameRecord], spec: TrialSpec | None = None) -> TrialFolder:
    spec = spec or TrialSpec("standard", "s")
    head = TrialHead(
        "1", "p", len(found), spec.seed, spec.ruleset, spec.years, spec.options, spec.facts
    )
    return TrialFolder(Path("trials/x"), head, {record.number: record for record in found})


def test_a_trial_beside_itself_has_no_difference_at_all() -> None:
    same = trial(games(1, (30, 30, 30)))
    found = compare_trials(same, same)
    assert not found.findings
    assert all(one.gap.mean == one.gap.low == one.gap.high == 0 for one in found.differences)
    assert comparison_sentences(found)[0] == (
        "Both trials have the same settings: 200 games, compared seed by seed."
    )


@pytest.mark.parametrize("paired", [True, False])
def test_where_nothing_changed_nothing_is_found(paired: bool) -> None:
    """Of twenty pairs of trials that differ by chance alone, at least eighteen have no finding."""
    calm = 0
    for repeat in range(20):
        one = trial(games(2 * repeat, (40, 30, 20)), TrialSpec("standard", "s"))
        seed = "s" if paired else "t"
        other = trial(games(2 * repeat + 1, (40, 30, 20)), TrialSpec("standard", seed))
        found = compare_trials(one, other)
        assert found.paired == paired
        calm += not found.findings
    assert calm >= 18


def test_an_unfair_change_is_found_and_told() -> None:
    before = trial(games(1, (30, 30, 30)))
    spec = TrialSpec("standard", "s", facts={"powers.france.units": ["A PAR"]})
    found = compare_trials(before, trial(games(2, (42, 42, 6)), spec))
    assert {(one.kind, one.power) for one in found.findings} >= {("value", "france")}
    said = comparison_sentences(found)
    assert said[0].startswith('In the second trial facts.powers.france.units is ["A PAR"] instead')
    france = next(line for line in said if line.startswith("France wins"))
    assert " fewer games in a hundred, give or take " in france
    assert "those that are shared in parts" in france
    count = next(line for line in said if line.startswith("France ends"))
    assert " lower in centers, give or take " in count


def test_calm_figures_say_how_much_would_have_been_seen() -> None:
    found = compare_trials(trial(games(1, (30, 30, 30))), trial(games(2, (30, 30, 30))))
    last = comparison_sentences(found)[-1]
    assert last.startswith("Nothing differs by more than chance explains, of 14 figures")
    assert "would have been seen from about " in last


def test_several_changes_are_told_to_be_several() -> None:
    spec = TrialSpec("standard", "s", {"end-year": 1910}, {"first_year": 1900})
    found = compare_trials(trial(games(1, (30, 30, 30))), trial(games(1, (30, 30, 30)), spec))
    said = comparison_sentences(found)
    assert "the option end-year is 1910 instead of 0 and facts.first_year is 1900" in said[0]
    assert said[1].startswith("More than one thing differs")


def test_longer_games_are_told_in_years() -> None:
    before = games(1, (30, 30, 30))
    after = [replace(record, years=record.years + 1 + record.number % 3) for record in before]
    found = compare_trials(trial(before), trial(after))
    said = " ".join(comparison_sentences(found))
    assert "Games last 2.0 years longer, give or take 0.2 (from 1.0 to 3.0)." in said


def test_games_that_failed_are_not_compared() -> None:
    before = games(1, (30, 30, 30), of=30)
    after = [replace(record, kind="failed", failed="x") for record in before[:5]] + before[5:]
    assert compare_trials(trial(before), trial(after)).games == 25


def test_what_cannot_be_compared_is_refused() -> None:
    usual = trial(games(1, (30, 30, 30)))
    with pytest.raises(GameError, match="one trial is of standard, the other of westphalia"):
        compare_trials(usual, trial(games(1, (30, 30, 30)), TrialSpec("westphalia", "s")))
    with pytest.raises(GameError, match="two versions of the program"):
        compare_trials(usual, replace(usual, head=replace(usual.head, program="q")))
    with pytest.raises(GameError, match=r"9 games .* too few"):
        compare_trials(usual, trial(games(1, (30, 30, 30), of=9)))
