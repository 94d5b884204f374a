"""Whole Rounds of war with random orders: what must hold after every step."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.data.facts import rulebook
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.land.influence import (
    join_league,
    league_refusal,
    place,
    total_influence,
)
from generator.rulesets.westphalia.record.document import flaws_of
from generator.rulesets.westphalia.state.orders import (
    BattleOrder,
    DeclareReligiousWar,
    DeclareWar,
    ExchangeElectors,
    JoinLeague,
    Swap,
    Treaty,
    Yield,
)
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.wars.battles import next_battle_phase, open_battles
from generator.rulesets.westphalia.wars.fields import dump_fields, load_fields
from generator.rulesets.westphalia.wars.fighting import fight
from generator.rulesets.westphalia.wars.gathering import gather_leagues, open_melee
from generator.rulesets.westphalia.wars.outcome import conclude_religious_war
from generator.rulesets.westphalia.wars.treaties import conclude
from tests.rules.westphalia.table import after, foreign, lots, six


def shaken(drawn: random.Random, number: int) -> State:
    """A Round in the middle of a game, with random religions, influence, allies and foreigners."""
    state = replace(six(), round=1 + number % 6)
    for power in drawn.sample([*state.players, *state.principalities], 8):
        rest = [code for code in state.lands[power] if not state.provinces[code].capital]
        taker = drawn.choice([one for one in state.players if one != power])
        for code in rest[drawn.randrange(2) :]:
            state = state.with_province(code, owner=taker)
    for player in state.players:
        faith = drawn.choice(["catholic", "protestant"])
        state = state.with_player(player, religion=faith, saved=drawn.randrange(4))
        state = state.with_player(player, saints=drawn.randrange(9), reformation=drawn.randrange(9))
        for code in state.lands[player]:
            own = (
                faith if state.provinces[code].capital else drawn.choice(["catholic", "protestant"])
            )
            state = state.with_province(code, religion=own)
    for name in state.principalities:
        faith = drawn.choice(["catholic", "protestant"])
        state = state.with_principality(name, drawn=drawn.random() < 0.3)
        for code in state.lands[name]:
            state = state.with_province(code, religion=faith)
    if number % 3 == 0:
        state = foreign(state, drawn.choice(state.seats), drawn.choice(["N", "SW", "SE"]), 7)
    progress = Progress(state)
    for name in state.principalities:
        for player in drawn.sample(state.seats, drawn.randrange(3)):
            place(progress, player, name, drawn.randrange(1, 5), "POW-ACT-1")
    for player in drawn.sample(state.seats, 3):
        league = drawn.choice(["catholic", "evangelical"])
        if league_refusal(progress.state, player, league) is None:  # type: ignore[arg-type]
            join_league(progress, player, league)  # type: ignore[arg-type]
    return progress.state


def wild_orders(state: State, drawn: random.Random) -> dict[str, list[Any]]:
    """Orders of all kinds, many of them senseless."""
    powers = [*state.seats, *state.principalities, "religious"]
    codes = list(state.provinces)

    def some(most: int) -> tuple[str, ...]:
        return tuple(drawn.sample(codes, drawn.randrange(most + 1)))

    def treaty(player: str) -> Treaty:
        met = [war for war in state.wars if player in (war.attacker, war.defender)]
        enemies = [side for war in met for side in (war.attacker, war.defender) if side != player]
        enemy, kind = drawn.choice([*enemies, *enemies, *powers]), drawn.randrange(4)
        if kind == 0:
            return Treaty(enemy, (), state.capital_of(enemy) or drawn.choice(codes), "", "ulm")
        if kind == 1:
            return Treaty(enemy, some(2), "", drawn.choice(list(state.principalities)))
        lands = state.lands.get(enemy, ()) or codes
        return Treaty(enemy, tuple(drawn.sample(lands, min(len(lands), 1 + drawn.randrange(2)))))

    found: dict[str, list[Any]] = {}
    for player in state.seats:
        script = Script(
            drawn.choice([*powers, "default"]),
            play=tuple(drawn.choices("PMC", k=3)),  # type: ignore[arg-type]
            policy=drawn.choice(["most", "least", "weighted"]),
            reinforce_at=drawn.randrange(8),
        )
        found[player] = [
            BattleOrder(script),
            Swap(tuple(drawn.choices("PMC", k=2))),  # type: ignore[arg-type]
            *(treaty(player) for _ in range(6)),
            Yield(some(5)),
            JoinLeague(drawn.choice(["", "catholic", "evangelical"])),
            ExchangeElectors(
                tuple(drawn.sample(state.electors, 2)),
                tuple(drawn.sample(list(state.principalities), 4)),
            ),
        ]
    return found


class Watch:
    """Checks each step, and remembers what happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.kinds: set[str] = set()
        self.rules: set[str] = set()

    def take(self, step: Progress) -> State:
        before, self.state = self.state, step.state
        assert not flaws_of(step.state)
        assert list(step.state.provinces) == list(before.provinces)
        assert all(one.reasons for one in step.judged)
        assert load_fields(dump_fields(step.state.hands)) == step.state.hands
        self.kinds |= {event.kind for event in step.events}
        self.rules |= {event.rule for event in step.events}
        self.rules |= {reason.rule for one in step.judged for reason in one.reasons}
        return step.state


def wage(number: int) -> Watch:
    """The wars of one random Round, from the declarations to the last treaty."""
    drawn, tickets = random.Random(number), lots(str(number).encode())
    watch = Watch(shaken(drawn, number))
    state = watch.take(after(open_wars, watch.state))
    for player in state.initiative:
        powers = [*state.seats, *state.principalities]
        orders: list[Any] = [DeclareWar(name) for name in drawn.sample(powers, 6)]
        orders += [
            DeclareReligiousWar(name) for name in drawn.sample(list(state.principalities), 6)
        ]
        state = watch.take(after(declare, state, player, orders))
    while phase := next_battle_phase(state):
        assert phase <= 3
        state = watch.take(after(open_battles, state, phase, tickets))
        state = watch.take(after(fight, state, wild_orders(state, drawn), tickets))
        held = sum(total_influence(state, player) for player in state.players)
        state = watch.take(after(conclude, state, phase, wild_orders(state, drawn)))
        gained = 2 * sum(one.phase == phase for one in state.wars)
        assert sum(total_influence(state, player) for player in state.players) <= held + gained
        assert not state.hands
    state = watch.take(after(gather_leagues, state, wild_orders(state, drawn)))
    state = watch.take(after(open_melee, state, tickets))
    state = watch.take(after(fight, state, wild_orders(state, drawn), tickets))
    state = watch.take(after(conclude_religious_war, state, wild_orders(state, drawn)))
    assert not state.hands
    assert all(war.status != "pending" for war in state.wars)
    return watch


def test_rounds_of_war_keep_the_state_sound_and_reach_every_end() -> None:
    """A hundred random Rounds; the sets say that they are worth something."""
    watched = [wage(number) for number in range(100)]
    kinds = {kind for one in watched for kind in one.kinds}
    assert set(KINDS) <= kinds
    rules = {rule for one in watched for rule in one.rules}
    assert rules <= {rule.id for rule in rulebook().rules}


KINDS = (
    "automatic-victory", "battle", "defender-named", "electors-exchanged", "left-empire",
    "eliminated", "melee-ended", "melee-tick", "principality-destroyed", "principality-founded",
    "religious-war-unopposed", "religious-war-won", "treaty", "treaty-automatic", "vassalized",
    "war-cancelled", "white-peace", "yielded",
)  # fmt: skip
