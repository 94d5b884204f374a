"""The sample games in games/: complete, varied, ruled upon, and told. `verify` plays them again."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from generator.archive import Game, load_game
from generator.archive.play.verifying import verify_game
from generator.cli import main
from generator.engine.chance import commitment
from tests.autoplay.samples import GAMES, files_of

MOST_BYTES = 3_000_000
"""The folders are part of every checkout: thirty years must not need more."""


class Sample(NamedTuple):
    """What a sample game has: its first and last year, its end, at least so many players and texts
    of the press, kinds of rulings, at least so many rules that are cited, and kinds of events with
    the least number of each."""

    years: tuple[int, int]
    ending: str
    players: int
    press: int
    rulings: set[str]
    rules: int
    events: dict[str, int]


SAMPLES = {
    "first-light": Sample(
        (1901, 1915), "victory", 7, 2, {"order"}, 0, {"dislodged": 20, "eliminated": 3}
    ),
    "inner-sea": Sample(
        (300, 309), "draw", 0, 0, set(), 0, {"dislodged": 20, "disbanded": 5, "eliminated": 2}
    ),
    "after-the-comet": Sample(
        (1619, 1645), "victory", 15, 4, {"order", "note", "option", "treasury"}, 0,
        {
            "declaration": 80, "diplomatic-attack": 30, "captured": 30, "state-captured": 5,
            "dislodged": 10, "retreat": 2, "evicted": 3, "liberated": 10, "transfer": 20,
            "loans": 10, "eliminated": 3, "founded": 3, "minor-built": 3, "proxy": 1,
            "reichstag": 2, "ruling": 5,
        },
    ),
    "winter-king": Sample(
        (1619, 1625), "draw", 0, 0, set(), 0,
        dict.fromkeys(
            ("decree-announced", "decree-effective", "captured", "purchase", "marker"), 1
        ),
    ),
    "nine-winters": Sample(
        (1615, 1624), "victory", 5, 8, {"order", "note", "winner"}, 50,
        dict.fromkeys(
            (
                "captured", "state-captured", "state-freed", "eliminated", "retreat", "founded",
                "marker", "minor-built", "built", "units-disbanded", "infs-removed",
                "diplomatic-attack", "motion", "ballot", "ballot-paper", "modifier", "round",
                "orders-ignored", "stopped", "ruling",
            ),
            1,
        ),
    ),
    "eleven-voices": Sample(
        (1615, 1630), "victory", 11, 8,
        {"order", "note", "option", "decree", "ignored", "lend", "excuse", "publish"}, 150,
        dict.fromkeys(
            (
                "captured", "state-captured", "handed-over", "proxy", "rebellion", "eliminated",
                "retreat", "treaty", "surrender-accepted", "indemnity", "loan-status", "donation",
                "maintenance", "support-request", "support-answer", "decree-announced",
                "decree-breach", "decree-ignored", "decree-annulled", "infs-bought",
                "objective-missing", "objective", "handlers", "transfer", "liberated", "ruling",
                "tie", "extended",
            ),
            1,
        ),
    ),
    "cuius-regio": Sample(
        (1510, 1635), "victory", 6, 5, {"order", "question"}, 0,
        {
            "war-declared": 12, "battle": 5, "automatic-victory": 5, "player-converted": 3,
            "religious-war-declared": 2, "melee-ended": 1, "electors-exchanged": 1,
            "emperor-dies": 1, "vassalized": 1, "yielded": 1, "left-empire": 1, "reformation": 1,
            "troubles": 1, "block-vote": 1,
        },
    ),
}  # fmt: skip
OUTCOMES = {"success", "bounce", "cut", "dislodged", "void", "illegal"}


@pytest.fixture(params=SAMPLES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def sample(name: str) -> Game:
    return load_game(GAMES / name)


@cache
def counted(name: str) -> dict[str, Counter[str]]:
    """The events, rules, outcomes and first words of orders of all phases of a game."""
    found: dict[str, Counter[str]] = {
        what: Counter() for what in ("events", "rules", "outcomes", "words")
    }
    for phase in sample(name).phases:
        resolution = phase.resolution()
        for event in resolution.events:
            found["events"][event.kind] += 1
            found["rules"][event.rule] += 1
        for verdict in resolution.verdicts:
            found["outcomes"][verdict.outcome] += 1
            found["rules"].update(reason.rule for reason in verdict.reasons)
            found["words"][verdict.order.split(" ")[0].strip(":")] += 1
    return found


def test_it_goes_from_its_first_year_to_its_end(name: str) -> None:
    game, expected = sample(name), SAMPLES[name]
    years = [phase.moment.year for phase in game.phases]
    assert (min(years), max(years)) == expected.years
    assert game.ending is not None
    assert game.ending.kind == expected.ending


def test_everything_happens_in_it(name: str) -> None:
    found, expected = counted(name), SAMPLES[name]
    few = {kind: found["events"][kind] for kind, least in expected.events.items()
           if found["events"][kind] < least}  # fmt: skip
    assert few == {}
    assert name in ("winter-king", "cuius-regio", "inner-sea") or set(found["outcomes"]) >= OUTCOMES
    assert len([rule for rule in found["rules"] if rule]) >= expected.rules


def test_no_secret_is_in_it_but_the_published_seed_and_it_is_small(name: str) -> None:
    files = files_of(GAMES / name)
    seed = files["seed.toml"].decode().rpartition('seed = "')[2].partition('"')[0]
    assert commitment(seed) == sample(name).settings.seed_commitment
    assert not any(path.startswith("private") for path in files)
    assert sum(map(len, files.values())) < MOST_BYTES


def test_ballots_waivers_and_votes_on_the_ottomans_were_kept_back_in_nine_winters() -> None:
    files = files_of(GAMES / "nine-winters")
    assert b"+14 = ENGLISH DIPLOMACY" not in files["1615/state/9-late-winter.toml"]
    waived = [path for path, text in files.items() if b"WAIVE CAPTURE" in text]
    assert waived
    assert not any("/state/" in path and not path.startswith("revealed") for path in waived)


def test_first_sheets_of_eleven_voices_hold_objectives_that_the_record_kept_back() -> None:
    files = files_of(GAMES / "eleven-voices")
    assert b"ALIGN SAX" not in files["1615/state/1-movement.toml"]
    assert b"ALIGN SAX" in files["revealed/1615/state/1-movement/objectives.toml"]


def test_a_demonstration_of_another_seed_is_played_and_verified(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    games = tmp_path_factory.mktemp("games")
    command = ["new", "pilot", "--ruleset", "europe-1619", "--demo", "3", "--seed", "larch"]
    assert main(["--games", str(games), *command]) == 0
    game = load_game(games / "pilot")
    assert game.current_moment.year == 1622
    verify_game(game.folder)
