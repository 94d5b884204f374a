"""The players of Westphalia order something sensible in every phase."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.autoplay.westphalia.player import intended_orders
from generator.engine.chance import Chance
from generator.rulesets.westphalia.reading.read import read_order
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.year.course import kind_of
from tests.autoplay.westphalia.playing import SEATS, Played, whole_game

GAMES = tuple(f"game {number}" for number in range(12))


def phases() -> list[Played]:
    return [one for seed in GAMES for one in whole_game(seed)]


def test_what_they_mean_can_be_read() -> None:
    for seed in GAMES[:4]:
        chance = Chance(f"{seed} players", "")
        for one in whole_game(seed):
            for seat in RULESET.awaits(one.before):
                for order in intended_orders(one.before, seat, chance):
                    assert read_order(one.before, str(order)) == order


def test_most_orders_succeed() -> None:
    outcomes = Counter(verdict.outcome for one in phases() for verdict in one.resolution.verdicts)
    # Lists by preference leave lines over, and treaties are written before a battle is won.
    assert outcomes["success"] > 3 * outcomes["illegal"]
    assert outcomes["success"] > sum(outcomes.values()) // 2


def test_they_do_all_that_can_be_done() -> None:
    verbs = Counter(
        verdict.order.split()[0].upper()
        for one in phases()
        for verdict in one.resolution.verdicts
        if verdict.outcome == "success" and not verdict.note
    )
    assert set(verbs) >= {
        "SETUP", "CHOOSE", "CONVERT", "DILEMMA", "FAITH", "INFLUENCE", "LEAGUE", "WAR",
        "RELIGIOUSWAR", "BATTLE", "TREATY", "YIELD", "VOTE", "LOSS", "CONCEDE", "FOREIGN",
    }  # fmt: skip


def test_games_are_worth_reading() -> None:
    """Wars, converts, Religious Wars, players driven out of the Empire, every kind of victory."""
    events = Counter(event.kind for one in phases() for event in one.resolution.events)
    games = len(GAMES)
    assert events["war-declared"] > 6 * games
    assert events["player-converted"] > games
    assert events["religious-war-declared"] >= games // 3
    assert events["left-empire"] >= games
    endings = {
        state.ending.text.split(":")[0]
        for seed in GAMES
        if (state := whole_game(seed)[-1].resolution.state).ending is not None
    }
    assert endings == {"Catholic Victory", "Protestant Victory", "Peace of Westphalia"}


def test_nobody_wins_every_game() -> None:
    winners = {
        seat
        for seed in GAMES
        if (ending := whole_game(seed)[-1].resolution.state.ending) is not None
        for seat in ending.powers
    }
    assert len(winners) >= 4


@pytest.mark.parametrize(
    "options",
    [
        {"battle_play": "live"},
        {"pacing": "stepwise"},
        {"setup_mode": "draft", "seats": SEATS[8]},
        {"election_ballot": "open"},
    ],
)
def test_they_know_every_way_to_play(options: dict[str, object]) -> None:
    """Who is awaited in a phase writes something in it in some game, or has nothing to write."""
    silent: set[str] = set()
    written: set[str] = set()
    for seed in ("ways", "other ways", "more ways"):
        for one in whole_game(seed, **options):
            kind = kind_of(one.before)
            for seat in RULESET.awaits(one.before):
                (written if seat in one.sheets else silent).add(kind)
    assert silent - written <= {"treaties", "religious-treaties", "leaving", "conversion", "peace"}


def test_a_player_does_not_see_the_hands_of_others() -> None:
    """What is secret in the state makes no difference to anybody but its owner."""
    from msgspec.structs import replace

    from generator.rulesets.westphalia.wars.fields import Field

    chance = Chance("game 0 players", "")
    seen = 0
    for one in phases():
        for key, field in one.before.hands.items():
            if not isinstance(field, Field) or field.battle is None:
                continue
            first, second = field.battle.armies
            other = replace(second, hand=second.aside, aside=second.hand)
            battle = replace(field.battle, armies=(first, other))
            hands = {**one.before.hands, key: replace(field, battle=battle)}
            leader = field.sides[0].leader
            if leader:
                seen += 1
                changed = replace(one.before, hands=hands)
                told = intended_orders(changed, leader, chance)
                assert told == intended_orders(one.before, leader, chance)
    assert seen > 20
