"""The sample game of Europe 1619 in games/: complete, varied, ruled upon, and verified."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from generator.archive import Game, load_game
from generator.archive.play.verifying import verify_game
from generator.cli import main
from generator.engine.chance import commitment
from tests.autoplay.samples import GAMES, files_of

SAMPLE = GAMES / "after-the-comet"

MOST_BYTES = 3_000_000
"""The folder is part of every checkout: thirty years must not need more."""


@cache
def sample() -> Game:
    return load_game(SAMPLE)


@cache
def happened() -> tuple[Counter[str], Counter[str], Counter[str]]:
    """The kinds of events, the outcomes and the first words of orders in all its phases."""
    events: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for phase in sample().phases:
        resolution = phase.resolution()
        events.update(event.kind for event in resolution.events)
        for verdict in resolution.verdicts:
            outcomes[verdict.outcome] += 1
            words[verdict.order.split(" ")[0].strip(":")] += 1
    return events, outcomes, words


def test_it_goes_from_1619_to_a_victory() -> None:
    first, last = sample().phases[0].moment, sample().phases[-1].moment
    assert str(first) == "1619 diplomatic"
    assert last.year - first.year + 1 >= 20
    ending = sample().ending
    assert ending is not None
    assert ending.kind == "victory"


def test_everybody_has_a_name_and_the_game_an_introduction() -> None:
    settings = sample().settings
    assert tuple(settings.players) == tuple(sample().ruleset.powers)
    assert len(set(settings.players.values())) == 15
    assert len(settings.introduction) > 100


def test_everything_happens_in_it() -> None:
    events, outcomes, words = happened()
    for kind, least in {
        "declaration": 80, "diplomatic-attack": 30, "captured": 30, "state-captured": 5,
        "dislodged": 10, "retreat": 2, "evicted": 3, "liberated": 10, "transfer": 20, "loans": 10,
        "eliminated": 3, "founded": 3, "minor-built": 3, "proxy": 1, "reichstag": 2, "ruling": 5,
    }.items():  # fmt: skip
        assert events[kind] >= least, (kind, events[kind])
    assert {"success", "bounce", "cut", "dislodged", "void", "illegal"} <= set(outcomes)
    for word in ("WAR", "ALLIANCE", "DISSOLVE", "ARMISTICE", "REICHSTAG", "BUILD", "BOLSTER",
                 "LOAN", "REPAY"):  # fmt: skip
        assert words[word] > 0, word


def test_states_become_vassals_and_armies_grow_strong() -> None:
    state = sample().current_state()
    assert any(status.kind == "vassal" for status in state.statuses.values())
    assert max(unit.strength for _, unit in state.stands) >= 4


def test_rulings_are_of_different_kinds_and_have_reasons() -> None:
    rulings = [ruling for phase in sample().phases for ruling in phase.rulings]
    assert {"order", "note", "option", "treasury"} <= {ruling.kind for ruling in rulings}
    assert all(len(ruling.reason) > 20 for ruling in rulings)


def test_players_have_written_press() -> None:
    texts = [path.read_text("utf-8") for path in sorted((SAMPLE / "press").glob("*.md"))]
    assert len(texts) >= 4
    assert all(text.startswith("---\n") and text.count("\n---\n") == 1 for text in texts)


def test_no_secret_is_in_it_but_the_published_seed() -> None:
    paths = files_of(SAMPLE)
    seed = paths["seed.toml"].decode().rpartition('seed = "')[2].partition('"')[0]
    assert commitment(seed) == sample().settings.seed_commitment
    assert not any(path.startswith("private") for path in paths)


def test_it_is_small() -> None:
    assert sum(map(len, files_of(SAMPLE).values())) < MOST_BYTES


def test_a_demonstration_of_another_seed_is_played_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["new", "pilot", "--ruleset", "europe-1619", "--demo", "3", "--seed", "larch"]
    assert main(command) == 0
    game = load_game(tmp_path / "games" / "pilot")
    assert game.current_moment.year == 1622
    verify_game(game.folder)


def test_it_replays_without_the_private_folder(tmp_path: Path) -> None:
    copy = tmp_path / "after-the-comet"
    shutil.copytree(SAMPLE, copy, ignore=shutil.ignore_patterns("private"))
    verify_game(copy)
