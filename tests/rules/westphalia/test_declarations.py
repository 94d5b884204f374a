"""However private wars are declared, three Battle Phases suffice."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from generator.engine.phases import Setup
from generator.rulesets.westphalia.data.facts import layout
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.setup.opening import open_game, put_player, put_principality
from generator.rulesets.westphalia.state.orders import DeclareWar
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.table import after


@pytest.mark.rule("POW-WAR-9")
def test_three_battle_phases_suffice() -> None:
    """Random sets of declarations among eight players."""
    seats = "red blue green yellow orange purple white black"
    start = after(open_wars, _eight(seats)).state
    drawn = random.Random(1618)
    for _ in range(1000):
        state, order = start, seats.split()
        drawn.shuffle(order)
        for player in order:
            targets = [*order, *start.principalities]
            wishes = [DeclareWar(name) for name in drawn.sample(targets, 4)]
            state = after(declare, state, player, wishes).state
        assert state.wars
        assert max(war.phase for war in state.wars) <= 3
        for war in state.wars:
            rivals = [one for one in state.wars if one.phase == war.phase and one is not war]
            sides = {side for one in rivals for side in (one.attacker, one.defender)}
            assert not sides & {war.attacker, war.defender}


def _eight(seats: str, **options: object) -> State:
    state, order = open_game(Setup(options={"seats": seats, **options})), seats.split()
    for name, codes in layout(8).items():
        if name[0] == "s" and name[1:].isdecimal():
            state = put_player(state, order[int(name[1:]) - 1], codes, codes[0])
        else:
            state = put_principality(state, name, codes, codes[0])
    return replace(state, setup=False, initiative=tuple(order), emperor=order[0])
