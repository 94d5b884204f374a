"""Whatever is ordered: games of Version 7 go on, and every state of them is sound."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.phases import Document, Resolution, Ruling, Setup
from generator.rulesets.europe.record.opening import open_game
from generator.rulesets.europe.state.standing import Relation, pair_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v7.random_sheets import sheets_of
from tests.rules.europe_1615_v7.test_land_properties import check
from tests.rulesets.europe.random_play import options_by

Played = Resolution[EuropeState]

GAMES = 10
MET = {
    "declaration", "decree-announced", "handler-lost", "indemnity", "infs-bought", "liberated",
    "loan-status", "objective", "rebellion", "state-freed", "support-request", "surrender-accepted",
    "treaty",
}  # fmt: skip
"""Kinds of events that a long game by dice comes to."""
SECRET = ("handler", "handler-lost", "handlers", "objective", "objective-missing")
"""Kinds of events that nobody but one power may know before the end."""


def fought(state: EuropeState, dice: Random) -> EuropeState:
    """The state with a few wars between powers that are at peace: declarations alone would take
    long to make any."""
    pairs = dice.sample(list(combinations(state.living, 2)), min(6, len(state.living) - 1))
    wars = {pair_of(state.facts, *pair): Relation("war", state.year) for pair in pairs}
    return replace(state, relations={**wars, **state.relations})


def verdicts_wanted(state: EuropeState) -> tuple[Ruling, ...]:
    """The referee's word on every objective in free words, without which no game ends."""
    return tuple(
        Ruling(
            number, "scoring", "objective", "seen", "",
            {"power": one.power, "of": one.kind, "word": "met", "secret": True},
        )
        for number, one in enumerate(state.parts["objectives"].objectives, 101)
        if "TEXT" in one.goal and one.power in state.living and state.moment.phase == "scoring"
    )  # fmt: skip


def check_wealth(before: EuropeState, played: Played) -> None:
    """Wealth comes from land and the referee alone, and goes to units and INFs alone."""
    after, phase = played.state, before.moment.phase
    living = [power for power in before.living if power in after.living]
    change = {power: after.treasury[power] - before.treasury[power] for power in living}
    if phase in ("movement", "retreats", "adjustment", "scoring", "vote"):
        assert not any(change.values())
        return
    figures = {"income": "tp", "maintenance": "tp", "purchase": "price", "infs-bought": "price"}
    told = [
        event.data[figures[event.kind]] * (1 if event.kind == "income" else -1)
        for event in played.events
        if event.kind in figures
    ]
    assert sum(change.values()) == sum(told)
    bought = {one.data["power"] for one in played.events if one.kind == "purchase"}
    assert all(after.treasury[power] >= 0 for power in bought)


def check_infs(before: EuropeState, after: EuropeState) -> None:
    """Nobody has more INFs than were allotted, and those of captured states stay as they are."""
    if len(before.living) > len(after.living):
        return
    for power in before.living:
        rows = [(before.infs[code].get(power, 0), after.infs[code].get(power, 0))
                for code in before.states]  # fmt: skip
        bought = before.extra_infs.get(power, 0)
        most = before.facts.infs_of(power, before.year) + bought
        gained = sum(max(0, now - was) for was, now in rows)
        assert gained <= (most if before.moment.phase == "movement" else 0)
    for code, status in before.statuses.items():
        if status.kind == "captured":
            assert before.infs[code] == after.infs[code]


def check_secrets(played: Played, document: Document) -> None:
    """Objectives, handlers and wishes stand in no public part of a game that goes on."""
    if played.state.ending is not None:
        return
    secret = {feature.key for feature in EDITION.features if feature.secret}
    assert not secret & document.public.keys()
    goals = {one.goal for one in played.state.parts["objectives"].objectives}
    for event in played.events:
        if not event.known_to:
            assert event.kind not in SECRET
            assert not any(goal in event.text for goal in goals)
    for verdict in played.verdicts:
        if "OBJECTIVE" in verdict.order or "IF DISLODGED" in verdict.order:
            assert verdict.known_to == (verdict.power,)


def play_game(number: int, years: int) -> tuple[EuropeState, set[str]]:
    """A game by dice with everything checked; its last state, and the kinds of its events."""
    dice, state = Random(number), open_game(EDITION, Setup(options_by(EDITION, number)))
    kinds: set[str] = set()
    last = state.year + years
    while state.ending is None and state.year < last:
        if state.moment.phase == "movement" and dice.random() < 0.6:
            state = fought(state, dice)
        book = RULESET.read(state, sheets_of(state, dice))
        chance = (str(number), str(state.moment))
        rulings = verdicts_wanted(state)
        played = RULESET.adjudicate(state, book, rulings, Chance(*chance))
        document = RULESET.dump(played.state)
        assert RULESET.load(document) == played.state
        if state.moment.phase == "adjustment":
            check(played.state)
        check_wealth(state, played)
        check_infs(state, played.state)
        check_secrets(played, document)
        RULESET.report(state, played)
        if dice.random() < 0.2:
            again = RULESET.adjudicate(RULESET.load(RULESET.dump(state)), book, rulings,
                                       Chance(*chance))  # fmt: skip
            assert again == played
        kinds |= {one.kind for one in played.events}
        state = played.state
    return state, kinds


@pytest.mark.parametrize(
    "number",
    [0, *(pytest.param(number, marks=pytest.mark.slow) for number in range(1, GAMES))],
)
def test_games_by_dice_are_sound_in_every_phase(number: int) -> None:
    _, kinds = play_game(number, 6)
    assert kinds >= {"captured", "state-captured", "income", "maintenance"}


@pytest.mark.slow
def test_games_by_dice_come_to_their_end() -> None:
    met: set[str] = set()
    for number in (5, 10):
        state, kinds = play_game(number, 40)
        met |= kinds
        assert state.ending is not None
        assert opening(EDITION).facts.last_year <= state.year
    assert met >= MET
