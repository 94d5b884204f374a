"""One game of a trial: in memory, replayable, legal, and what is kept of it."""

from __future__ import annotations

import re
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.autoplay import Mixing, Natured, get_player
from generator.autoplay.natures import NATURES
from generator.autoplay.standard import StandardPlayer
from generator.engine.chance import Chance
from generator.engine.phases import Setup
from generator.rulesets import get_ruleset, ruleset_ids
from generator.trial.playing import phases_of, play_game, trial_player
from generator.trial.spec import TrialSpec, seed_of
from generator.trial.standings import firsts, places, value_of
from tests.trial.trying import SHORT, made_up

PHASES = 6
"""How many phases of a game are played here."""


@pytest.fixture(scope="module", params=ruleset_ids())
def one_game(request: pytest.FixtureRequest) -> Any:
    """The first phases of a game of each ruleset, with its ruleset."""
    ruleset = get_ruleset(request.param)
    player, state = trial_player(ruleset.id), ruleset.opening(Setup())
    phases = phases_of(ruleset, state, player, "a seed")
    return ruleset, [phase for _, phase in zip(range(PHASES), phases, strict=False)]


def test_players_order_nothing_that_the_rules_forbid(one_game: Any) -> None:
    """But for the slips of people: what the reader complains about before the deadline is little.
    What becomes illegal by what others order at the same time nobody can know."""
    ruleset, phases = one_game
    books = [ruleset.read(phase.before, phase.texts) for phase in phases]
    orders = sum(len(sheet.orders) for book in books for sheet in book.sheets.values())
    wrong = [one for book in books for one in book.complaints if one.severity == "error"]
    assert orders > 20
    assert len(wrong) <= max(2, 0.04 * orders)


def test_every_seat_has_a_nature_for_the_whole_game(one_game: Any) -> None:
    ruleset, phases = one_game
    player = trial_player(ruleset.id)
    assert isinstance(player, Natured)
    chance = Chance("a seed players", "")
    first = player.natures(phases[0].before, chance)
    assert player.natures(phases[-1].before, chance) == first
    counts = Counter(first.values())
    assert max(counts.values()) - min(counts.values()) <= 1
    assert len(counts) >= 4


def test_the_same_number_is_the_same_game() -> None:
    spec = TrialSpec("westphalia", "s", years=1)
    one, two = play_game(spec, 3), play_game(spec, 3)
    assert msgspec.json.encode(one) == msgspec.json.encode(two)
    assert one.kind == "cut off"
    assert not one.failed
    assert play_game(spec, 4).seed != one.seed


class Silent:
    """A player that never writes."""

    def write_orders(self, *_: object) -> tuple[str, ...]:
        return ()


def test_another_player_may_have_all_seats() -> None:
    spec = TrialSpec("standard", "s", years=2)
    record = play_game(spec, 1, Silent())
    assert not record.failed
    assert record.natures == record.openings == {}
    assert all(course[0] == course[1] for course in record.scores.values())


def test_seeds_do_not_depend_on_what_is_changed() -> None:
    changed = TrialSpec("westphalia", "short", facts={"peace.town": 5})
    assert seed_of(SHORT, 1) == seed_of(changed, 1)
    assert seed_of(SHORT, 1) != seed_of(TrialSpec("westphalia", "long"), 1)


def test_record_counts_what_happened() -> None:
    record = play_game(SHORT, 1)
    assert record.years == 2
    assert set(record.natures) == set(record.scores)
    assert all(len(course) == 2 for course in record.scores.values())
    assert record.verdicts
    assert record.events
    assert len(record.holders) > 20
    assert msgspec.json.decode(msgspec.json.encode(record), type=type(record)) == record


def test_openings_are_the_first_moves() -> None:
    record = play_game(TrialSpec("standard", "s", years=1), 1)
    assert set(record.openings) <= set(record.powers)
    assert any(" - " in moves for moves in record.openings.values())


def test_facts_change_the_game() -> None:
    usual = TrialSpec("westphalia", "short", years=1)
    rich = TrialSpec("westphalia", "short", facts={"start.influence": 9}, years=1)
    one, other = play_game(usual, 1), play_game(rich, 1)
    assert (one.seed, one.natures, one.failed) == (other.seed, other.natures, other.failed)
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


def test_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play_game(TrialSpec("westphalia", "s", years=1), 1)
    assert not list(tmp_path.iterdir())


def test_standard_is_of_natures_only_where_it_is_asked() -> None:
    """Sample games and demonstrations stay as they are."""
    plain = get_player("standard")
    assert isinstance(plain, StandardPlayer)
    assert isinstance(plain, Mixing)
    state = get_ruleset("standard").opening(Setup())
    assert plain.natures(state, Chance("a", "")) == {}
    assert set(plain.mixed.natures(state, Chance("a", "")).values()) == set(NATURES)  # type: ignore[attr-defined]


def test_natures_of_standard_play_otherwise() -> None:
    ruleset = get_ruleset("standard")

    def fall(player: Any) -> list[str]:
        phases = phases_of(ruleset, ruleset.opening(Setup()), player, "a seed")
        second = next(phase for phase in phases if phase.resolution.moment.number > 1)
        return [verdict.order for verdict in second.resolution.verdicts]

    assert fall(get_player("standard")) != fall(trial_player("standard"))


def test_places_put_winners_first_and_the_eliminated_last() -> None:
    game = made_up(1, "b", {"a": 9, "b": 3, "c": 0, "d": 5, "e": 5, "f": 0}, out={"c": 1, "f": 1})
    assert places(game) == {"b": 1, "a": 2, "d": 3.5, "e": 3.5, "c": 5.5, "f": 5.5}
    assert firsts(game) == ("b",)
    assert value_of(game, "b") == 1


def test_a_draw_is_shared() -> None:
    game = msgspec.structs.replace(made_up(1, "", {"a": 3, "b": 5, "c": 1}), kind="draw",
                                   winners=("a", "b"))  # fmt: skip
    assert places(game) == {"a": 1.5, "b": 1.5, "c": 3}
    assert firsts(game) == ("a", "b")
    assert [value_of(game, power) for power in "abc"] == [0.5, 0.5, 0]
