"""Whole games, played in every way there is, for the tests of what is always true of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from generator.engine.verdicts import Event
from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.telling.chronicle import influence_changes
from generator.rulesets.westphalia.wars.fields import Field, Muster
from tests.autoplay.westphalia.playing import SEATS, Played, whole_game, wild_game


@cache
def games() -> dict[str, tuple[Played, ...]]:
    """Games of the program's players and of wild ones, with every way to play."""
    return {
        "six": whole_game("a"),
        "six again": whole_game("b"),
        "five, live": whole_game("c", seats=SEATS[5], battle_play="live"),
        "seven, step by step": whole_game("d", seats=SEATS[7], pacing="stepwise"),
        "eight, drafted": whole_game("e", seats=SEATS[8], setup_mode="draft"),
        "wild": wild_game("h"),
        "wild, live": wild_game("i", battle_play="live"),
        "wild, step by step": wild_game("j", pacing="stepwise"),
    }


NAMES = (
    "six", "six again", "five, live", "seven, step by step", "eight, drafted",
    "wild", "wild, live", "wild, step by step",
)  # fmt: skip
SEEDS = dict(zip(NAMES, "abcdehij", strict=True))
every_game = pytest.mark.parametrize("name", NAMES)


def states_of(name: str) -> Iterator[State]:
    for one in games()[name]:
        yield one.before
    yield games()[name][-1].resolution.state


def on_board(name: str) -> Iterator[State]:
    """The states in which the board is laid out."""
    return (one for one in states_of(name) if all(land.owner for land in one.provinces.values()))


def check_influence(one: Played) -> None:
    """Two accounts of influence, kept from the events of a phase, agree with the state after it."""
    saved = {seat: row.saved for seat, row in one.before.players.items()}
    placed = _placed(one.before)
    for event in one.resolution.events:
        _book(saved, placed, event)
    after = one.resolution.state
    assert saved == {seat: row.saved for seat, row in after.players.items()}, one.before.moment
    told = Counter(_placed(one.before))
    for name, seat, more, less in influence_changes(one.resolution):
        told[seat, name] += more - less
    assert +Counter(placed) == +told == Counter(_placed(after))


def _placed(state: State) -> dict[tuple[str, str], int]:
    return {
        (seat, name): number
        for name, one in state.principalities.items()
        for seat, number in one.influence.items()
    }


def _book(saved: dict[str, int], placed: dict[tuple[str, str], int], event: Event) -> None:
    if event.kind == "influence-gained":
        saved[event.powers[0]] += event.data["number"]
    elif event.kind == "influence-unsaved":
        saved[event.powers[0]] -= event.data["number"]
    elif event.kind in ("influence-placed", "influence-lost"):
        [seat] = event.powers
        key = seat, event.data["principality"]
        sign = 1 if event.kind == "influence-placed" else -1
        placed[key] = placed.get(key, 0) + sign * event.data["number"]
        assert placed[key] == event.data["held"]
        if event.rule == "POW-ACT-1":
            saved[seat] -= event.data["number"]
    elif event.kind == "left-empire":
        saved[event.powers[0]] = event.data["kept"]
    elif event.kind == "principality-destroyed":
        for seat, number in event.data["influence"].items():
            assert placed.pop((seat, event.data["principality"])) == number


def cards_of(army: Army) -> Counter[str]:
    return Counter(army.hand.letters + army.pile.letters + army.aside.letters)


def dealt_in(state: State) -> Iterator[tuple[str, Army, int, bool]]:
    """Every army on a field: (whose in which battle, the army, its Imperial Power, whether the
    cards have been swapped)."""
    for key, one in state.hands.items():
        if isinstance(one, Field) and one.battle is not None:
            for side, army in zip(one.sides, one.battle.armies, strict=True):
                yield f"{key} {side.power}", army, side.strength, one.swapped
        if isinstance(one, Muster) and one.melee is not None:
            for player, army in one.melee.armies.items():
                yield f"{key} {player}", army, one.hosts[player].strength, one.swapped


def check_cards(states: Iterable[State]) -> None:
    """Hand, discard pile and cards set aside are the cards dealt and, for each one swapped, one
    more; they stay the same until peace is made."""
    before: dict[str, Counter[str]] = {}
    for state in states:
        now: dict[str, Counter[str]] = {}
        for whose, army, strength, swapped in dealt_in(state):
            dealt = min(12, strength)
            assert army.reserves == strength - dealt
            cards = cards_of(army)
            assert 0 <= cards.total() - dealt <= 2
            if not swapped:
                # Where swaps go in Initiative Order, some have swapped before others.
                assert len(army.hand) == dealt
                continue
            assert cards.total() - dealt == len(army.aside)
            now[whose] = cards
            assert before.get(whose, cards) == cards
        before = now
