"""The sample game of the Peace of Westphalia in games/: complete, varied, and verified."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache
from pathlib import Path

from generator.archive import Game, load_game
from generator.archive.play.verifying import verify_game
from generator.engine.chance import commitment
from tests.autoplay.samples import GAMES, files_of

SAMPLE = GAMES / "cuius-regio"


@cache
def sample() -> Game:
    return load_game(SAMPLE)


@cache
def happened() -> Counter[str]:
    return Counter(event.kind for phase in sample().phases for event in phase.resolution().events)


def test_it_has_six_rounds_and_ends_in_a_victory() -> None:
    years = sorted({phase.moment.year for phase in sample().phases})
    assert years == [1510, 1535, 1560, 1585, 1610, 1635]
    ending = sample().ending
    assert ending is not None
    assert ending.kind == "victory"
    assert len(ending.powers) >= 2
    assert "Victory" in ending.text


def test_everything_happens_in_it() -> None:
    """Luther and other converts, wars won with cards and without, princes driven out, Religious
    Wars, Electors exchanged, dead Emperors."""
    kinds = happened()
    assert kinds["war-declared"] >= 12
    assert kinds["battle"] >= 5
    assert kinds["automatic-victory"] >= 5
    assert kinds["player-converted"] >= 3
    assert kinds["religious-war-declared"] >= 2
    for kind in ("melee-ended", "electors-exchanged", "emperor-dies", "vassalized", "yielded",
                 "left-empire", "reformation", "troubles", "block-vote"):  # fmt: skip
        assert kinds[kind], kind


def test_rulings_have_reasons() -> None:
    rulings = [ruling for phase in sample().phases for ruling in phase.rulings]
    assert {ruling.kind for ruling in rulings} == {"order", "question"}
    assert all(len(ruling.reason) > 20 for ruling in rulings)


def test_players_have_names_and_have_written_press() -> None:
    settings = sample().settings
    assert set(settings.players) == set(sample().current_state().seats)
    assert len(set(settings.players.values())) == 6
    assert len(settings.introduction) > 100
    texts = [path.read_text("utf-8") for path in sorted((SAMPLE / "press").glob("*.md"))]
    assert len(texts) >= 5
    assert all(text.startswith("---\n") and text.count("\n---\n") == 1 for text in texts)


def test_its_seed_is_published_and_nothing_private_is_left() -> None:
    paths = files_of(SAMPLE)
    seed = paths["seed.toml"].decode().rpartition('seed = "')[2].partition('"')[0]
    assert commitment(seed) == sample().settings.seed_commitment
    assert any(path.startswith("revealed/") for path in paths)


def test_it_replays_without_the_private_folder(tmp_path: Path) -> None:
    copy = tmp_path / SAMPLE.name
    shutil.copytree(SAMPLE, copy, ignore=shutil.ignore_patterns("private"))
    verified = verify_game(copy)
    assert not verified.unreplayed
    assert verified.phases == len(sample().phases)
