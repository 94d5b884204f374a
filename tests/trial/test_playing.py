"""One game of a trial: in memory, replayable, legal, and what is kept of it."""

from __future__ import annotations

import re
import threading
from typing import Any

import msgspec
import pytest

from generator.autoplay import get_player
from generator.engine.phases import Setup
from generator.rulesets import get_ruleset, ruleset_ids
from generator.trial.playing import TrialSpec, phases_of, play_game, seed_of
from tests.trial.trying import SHORT, made_up

PHASES = 6
"""How many phases of a game are played here."""


@pytest.fixture(scope="module", params=ruleset_ids())
def one_game(request: pytest.FixtureRequest) -> Any:
    """The first phases of a game of each ruleset, with its ruleset."""
    ruleset = get_ruleset(request.param)
    player, state = get_player(ruleset.id), ruleset.opening(Setup())
    phases = phases_of(ruleset, state, player, "a seed")
    return ruleset, [phase for _, phase in zip(range(PHASES), phases, strict=False)]


def test_players_order_nothing_that_the_rules_forbid(one_game: Any) -> None:
    """What the reader complains about before the deadline is little.
    What becomes illegal by what others order at the same time nobody can know."""
    ruleset, phases = one_game
    books = [ruleset.read(before, texts) for before, texts, _ in phases]
    orders = sum(len(sheet.orders) for book in books for sheet in book.sheets.values())
    wrong = [one for book in books for one in book.complaints if one.severity == "error"]
    assert orders > 20
    assert len(wrong) <= max(2, 0.04 * orders)


def test_seeds_do_not_depend_on_what_is_changed() -> None:
    changed = TrialSpec("westphalia", "short", facts={"peace.town": 5})
    assert seed_of(SHORT, 1) == seed_of(changed, 1)
    assert seed_of(SHORT, 1) != seed_of(TrialSpec("westphalia", "long"), 1)


def test_record_counts_what_happened() -> None:
    record = play_game(SHORT, 1)
    assert record.years == 2
    assert len(record.scores) == 6
    assert record.phases > 6
    assert msgspec.json.decode(msgspec.json.encode(record), type=type(record)) == record


def test_facts_change_the_game() -> None:
    usual = TrialSpec("westphalia", "short", years=1)
    rich = TrialSpec("westphalia", "short", facts={"start.influence": 9}, years=1)
    one, other = play_game(usual, 1), play_game(rich, 1)
    assert (one.seed, one.failed) == (other.seed, other.failed)
    assert one != other


def test_a_game_that_fails_is_kept_with_its_seed() -> None:
    broken = TrialSpec(
        "westphalia", "short", facts={"per_players.upheaval_draw": {"3": 2}}, years=1
    )
    record = play_game(broken, 5)
    assert record.kind == "failed"
    assert record.seed == seed_of(broken, 5)
    assert record.failed.startswith("KeyError: ")
    # Where it went wrong is told, whatever file that is in.
    assert re.search(r"\(rulesets/westphalia/[\w/]+\.py:\d+\)$", record.failed)
    # What the whole process shares is as it was.
    assert not play_game(SHORT, 1).failed


def test_threads_of_one_process_do_not_share_facts() -> None:
    """A worker of a cluster may have several."""
    other = TrialSpec("westphalia", "short", facts={"start.influence": 9}, years=1)
    usual = TrialSpec("westphalia", "short", years=1)
    alone = [play_game(spec, 1) for spec in (other, usual)]
    found: dict[int, Any] = {}

    def play(at: int) -> None:
        found[at] = play_game((other, usual)[at % 2], 1)

    threads = [threading.Thread(target=play, args=(at,)) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[at] for at in range(4)] == alone * 2


def test_places_put_winners_first_and_the_eliminated_last() -> None:
    game = made_up(1, "b", {"a": 9, "b": 3, "c": 0, "d": 5, "e": 5, "f": 0}, out={"c": 1, "f": 1})
    assert game.places() == {"b": 1, "a": 2, "d": 3.5, "e": 3.5, "c": 5.5, "f": 5.5}
    assert game.value("b") == 1


def test_a_draw_is_shared() -> None:
    game = msgspec.structs.replace(made_up(1, "", {"a": 3, "b": 5, "c": 1}), kind="draw",
                                   winners=("a", "b"))  # fmt: skip
    assert game.places() == {"a": 1.5, "b": 1.5, "c": 3}
    assert [game.value(power) for power in "abc"] == [0.5, 0.5, 0]
