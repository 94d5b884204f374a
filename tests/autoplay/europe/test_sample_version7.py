"""The sample game of Version 7 in games/: its whole length, most of its rules, and verified."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache
from pathlib import Path

from generator.archive import Game, load_game
from generator.archive.play.verifying import verify_game
from generator.engine.chance import commitment
from tests.autoplay.samples import GAMES, files_of

SAMPLE = GAMES / "eleven-voices"

MOST_BYTES = 3_000_000
"""The folder is part of every checkout."""
MOST_RULES = 150
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


def test_it_goes_to_its_end_and_a_year_beyond_it() -> None:
    years = {phase.moment.year for phase in sample().phases}
    assert years == set(range(1615, 1631))
    assert happened()[0]["tie"] == happened()[0]["extended"] == 1
    ending = sample().ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("victory", ("england",))


def test_everybody_has_a_name_and_the_game_an_introduction() -> None:
    settings = sample().settings
    assert tuple(settings.players) == tuple(sample().ruleset.powers)
    assert len(set(settings.players.values())) == 11
    assert len(settings.introduction) > 100


def test_what_this_edition_has_happens_in_it() -> None:
    kinds, outcomes, _ = happened()
    for kind in (
        "captured", "state-captured", "handed-over", "proxy", "rebellion", "eliminated", "retreat",
        "treaty", "surrender-accepted", "indemnity", "loan-status", "donation", "maintenance",
        "support-request", "support-answer", "decree-announced", "decree-breach", "decree-ignored",
        "decree-annulled", "infs-bought", "objective-missing", "objective", "handlers", "transfer",
        "liberated", "ruling",
    ):  # fmt: skip
        assert kinds[kind], kind
    assert {"success", "bounce", "cut", "dislodged", "void", "illegal", "excess"} <= set(outcomes)


def test_most_of_what_can_be_cited_is_cited() -> None:
    assert len([rule for rule in happened()[2] if rule]) >= MOST_RULES


def test_a_power_is_excommunicated_and_objectives_are_changed() -> None:
    scores = sample().current_state().scores
    assert scores["poland"]["excommunicated"] == -50
    assert any(row.get("objective_changed") for row in scores.values())
    assert any(row.get("objective_met") for row in scores.values())


def test_rulings_are_of_different_kinds_and_have_reasons() -> None:
    rulings = [ruling for phase in sample().phases for ruling in phase.rulings]
    kinds = {ruling.kind for ruling in rulings}
    assert {"order", "note", "option", "decree", "ignored", "lend", "excuse", "publish"} <= kinds
    assert all(len(ruling.reason) > 20 for ruling in rulings)


def test_its_first_sheets_hold_objectives_that_the_public_record_kept_back() -> None:
    files = files_of(SAMPLE)
    assert b"ALIGN SAX" not in files["1615/state/1-movement.toml"]
    assert b"ALIGN SAX" in files["revealed/1615/state/1-movement/objectives.toml"]
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
