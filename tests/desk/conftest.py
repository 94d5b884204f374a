"""The phases of the sample games as messages to the desk's program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.json import encode
from msgspec.structs import asdict

from generator.archive import Game, load_game
from generator.archive.game.seeds import draws_of
from generator.archive.play.adjudicating import rulings_for
from generator.kit.kit import Kit, find_kit
from tests.conftest import KEPT

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.name for path in (ROOT / "games").iterdir() if path.is_dir())


class Asked(NamedTuple):
    """A phase that was played: the messages that take its position up and try it, and the public
    verdicts of its record."""

    name: str
    boot: dict[str, Any]
    attempt: dict[str, Any]
    verdicts: list[list[Any]]


def phases_of(game: Game) -> Iterator[Asked]:
    """All phases of a finished game, with everything that was secret in it: it is revealed."""
    seed = draws_of(game).seed
    for number, (before, record) in enumerate(pairwise((game.opening, *game.phases))):
        assert not isinstance(record, type(game.opening))
        document = game._files.document(before.moment, "revealed")
        texts = game.year_orders(record.moment.year).of(record.moment.phase)
        boot = {
            "ask": "boot",
            "ruleset": game.ruleset.id,
            "title": game.settings.title,
            "state": json.loads(encode(dict(document.public))),
            "secret": json.loads(
                encode({name: dict(one) for name, one in document.private.items()})
            ),
            "rulings": [
                {**asdict(one), "facts": dict(one.facts)}
                for one in rulings_for(game, record.moment)
            ],
        }
        attempt = {
            "ask": "attempt",
            "texts": {power: text.text for power, text in texts.items()},
            "seed": seed,
            "draw": number % 5 == 0,
        }
        verdicts = [
            [one.power, one.order, one.outcome, [list(why) for why in one.reasons], one.note]
            for one in record.resolution().verdicts
            if one.public
        ]
        yield Asked(f"{game.slug}, {record.moment}", boot, attempt, verdicts)


def verdicts_in(answer: dict[str, Any]) -> list[list[Any]]:
    """The verdicts of an answer, as `Asked` has them."""
    assert "refused" not in answer, answer["refused"]
    return [
        [one["power"], one["order"], one["outcome"], one["reasons"], one["note"]]
        for one in answer["verdicts"]
    ]


@pytest.fixture(scope="session")
def kit() -> Kit:
    """What the desk's program runs on, where it has been set up."""
    found = find_kit(KEPT)
    if found is None:
        pytest.skip("the desk's program has not been set up (theatrum build --desk)")
    return found


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(ROOT / "games" / request.param)
