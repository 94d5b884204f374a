"""The sample game of Version 3 in games/: its whole length, most of its rules, and verified."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache
from pathlib import Path

from generator.archive import Game, load_game
from generator.archive.play.verifying import verify_game
from generator.engine.chance import commitment
from generator.rulesets.europe.features.rounds import rounds_of
from tests.autoplay.samples import GAMES, files_of

SAMPLE = GAMES / "nine-winters"

MOST_BYTES = 2_500_000
"""The folder is part of every checkout."""
MOST_RULES = 50
"""So many rules at least are cited by what happens in it."""


@cache
def sample() -> Game:
    return load_game(SAMPLE)


@cache
def happened() -> tuple[Counter[str], Counter[str], Counter[str]]:
    """The kinds of events, the outcomes of orders and the rules cited in all its phases."""
    kinds: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for phase in sample().phases:
        resolution = phase.resolution()
        for event in resolution.events:
            kinds[event.kind] += 1
            rules[event.rule] += 1
        for verdict in resolution.verdicts:
            outcomes[verdict.outcome] += 1
            rules.update(reason.rule for reason in verdict.reasons)
    return kinds, outcomes, rules


def test_it_goes_over_nine_winters_to_its_end_by_agreement() -> None:
    years = {phase.moment.year for phase in sample().phases}
    assert years == set(range(1615, 1625))
    ending = sample().ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("victory", ("england",))
    rounds = rounds_of(sample().current_state())
    assert rounds["england"] == rounds["france"] == 3


def test_everybody_has_a_name_and_the_game_an_introduction() -> None:
    settings = sample().settings
    assert tuple(settings.players) == tuple(sample().ruleset.powers)
    assert len(set(settings.players.values())) == 5
    assert len(settings.introduction) > 100


def test_modifiers_come_into_effect_and_motions_and_captures_end_some() -> None:
    acts = sample().current_state().parts["sanctions"]
    states = Counter(act.state for act in acts.modifiers.values())
    assert sum(states.values()) >= 11
    assert states["in_effect"] >= 6
    assert states["removed"] == 3
    assert states["ended"] >= 1
    assert len(acts.motions) == 5
    assert Counter(one.result for one in acts.motions)["passed"] == 3


def test_what_this_edition_has_happens_in_it() -> None:
    kinds, outcomes, rules = happened()
    for kind in (
        "captured", "state-captured", "state-freed", "eliminated", "retreat", "founded", "marker",
        "minor-built", "built", "units-disbanded", "infs-removed", "diplomatic-attack", "motion",
        "ballot", "ballot-paper", "modifier", "round", "orders-ignored", "stopped", "ruling",
    ):  # fmt: skip
        assert kinds[kind], kind
    assert {"success", "bounce", "cut", "dislodged", "void", "illegal", "excess"} <= set(outcomes)
    assert len([rule for rule in rules if rule]) >= MOST_RULES


def test_rulings_are_of_different_kinds_and_have_reasons() -> None:
    rulings = [ruling for phase in sample().phases for ruling in phase.rulings]
    assert {"order", "note", "winner"} <= {ruling.kind for ruling in rulings}
    assert all(len(ruling.reason) > 20 for ruling in rulings)


def test_ballots_waivers_and_votes_on_the_ottomans_were_kept_back() -> None:
    files = files_of(SAMPLE)
    assert b"+14 = ENGLISH DIPLOMACY" not in files["1615/state/9-late-winter.toml"]
    waived = [path for path, text in files.items() if b"WAIVE CAPTURE" in text]
    assert waived
    assert not any("/state/" in path and not path.startswith("revealed") for path in waived)
    assert not any(path.startswith("private") for path in files)


def test_players_have_written_press() -> None:
    texts = [path.read_text("utf-8") for path in sorted((SAMPLE / "press").glob("*.md"))]
    assert len(texts) >= 8
    assert all(text.startswith("---\n") and text.count("\n---\n") == 1 for text in texts)


def test_it_is_small_and_its_seed_is_the_one_it_was_committed_to() -> None:
    files = files_of(SAMPLE)
    assert sum(map(len, files.values())) < MOST_BYTES
    seed = files["seed.toml"].decode().rpartition('seed = "')[2].partition('"')[0]
    assert commitment(seed) == sample().settings.seed_commitment


def test_it_replays_without_the_private_folder(tmp_path: Path) -> None:
    copy = tmp_path / SAMPLE.name
    shutil.copytree(SAMPLE, copy, ignore=shutil.ignore_patterns("private"))
    verify_game(copy)
