"""The sample game in games/: complete, varied, ruled upon, and verified."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache
from pathlib import Path

from generator.archive import Game, load_game
from generator.archive.play.verifying import verify_game
from generator.engine.chance import commitment
from tests.autoplay.samples import GAMES, files_of

SAMPLE = GAMES / "first-light"


@cache
def sample() -> Game:
    return load_game(SAMPLE)


def test_it_is_over_after_ten_years_or_more() -> None:
    first, last = sample().phases[0].moment, sample().phases[-1].moment
    assert str(first) == "1901 spring-movement"
    assert last.year - first.year + 1 >= 10
    ending = sample().ending
    assert ending is not None
    assert ending.kind in ("victory", "draw")


def test_everybody_has_a_name_and_the_game_an_introduction() -> None:
    settings = sample().settings
    assert tuple(settings.players) == tuple(sample().ruleset.powers)
    assert len(set(settings.players.values())) == 7
    assert len(settings.introduction) > 100


def test_everything_happens_in_it() -> None:
    """Convoys by four powers, dislodged units, retreats, eliminations, every kind of outcome."""
    convoys: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for phase in sample().phases:
        resolution = phase.resolution()
        events.update(event.kind for event in resolution.events)
        for verdict in resolution.verdicts:
            outcomes[verdict.outcome] += 1
            if " C " in verdict.order and verdict.outcome == "success":
                convoys[verdict.power] += 1
    assert {"england", "france", "italy", "turkey"} <= set(convoys)
    assert {"success", "bounce", "cut", "dislodged", "void", "illegal"} <= set(outcomes)
    assert events["dislodged"] >= 20
    assert events["eliminated"] >= 3


def test_rulings_have_reasons() -> None:
    rulings = [ruling for phase in sample().phases for ruling in phase.rulings]
    assert rulings
    assert all(ruling.kind == "order" and len(ruling.reason) > 20 for ruling in rulings)


def test_players_have_written_press() -> None:
    texts = [path.read_text("utf-8") for path in sorted((SAMPLE / "press").glob("*.md"))]
    assert len(texts) >= 2
    assert all(text.startswith("---\n") and text.count("\n---\n") == 1 for text in texts)


def test_no_secret_is_in_it_but_the_published_seed() -> None:
    paths = files_of(SAMPLE)
    assert commitment(_seed(paths["seed.toml"].decode())) == sample().settings.seed_commitment
    assert not any(path.startswith("private") for path in paths)


def _seed(text: str) -> str:
    return text.rpartition('seed = "')[2].partition('"')[0]


def test_it_replays_without_the_private_folder(tmp_path: Path) -> None:
    copy = tmp_path / "first-light"
    shutil.copytree(SAMPLE, copy, ignore=shutil.ignore_patterns("private"))
    verify_game(copy)
