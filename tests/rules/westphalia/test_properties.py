"""What holds whatever is declared, placed and drawn."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.phases import Setup
from generator.rulesets.westphalia.data.facts import layout, year_of
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.document import flaws_of
from generator.rulesets.westphalia.faith.upheaval import hold_upheaval
from generator.rulesets.westphalia.land.influence import place, qualified, remove
from generator.rulesets.westphalia.setup.opening import open_game, put_player, put_principality
from generator.rulesets.westphalia.state.orders import DeclareWar
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import opened, thrown
from tests.rules.westphalia.table import after, six


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


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["red", "black", "green"]),
        st.sampled_from(["trier", "saxony", "hesse", "bohemia"]),
        st.integers(-3, 4),
    ),
    max_size=25,
)


@given(CHANGES)
def test_an_ally_is_never_overtaken(changes: list[tuple[str, str, int]]) -> None:
    """Whatever is placed and removed: an ally has something there, and nobody has more."""
    progress = Progress(six())
    for player, name, number in changes:
        if number > 0:
            place(progress, player, name, number, "POW-ACT-1")
        else:
            remove(progress, player, name, -number, "POW-DI-7")
        assert not flaws_of(progress.state)
        best = qualified(progress.state, name)
        assert not best or progress.state.principalities[name].ally == best


@pytest.mark.rule("POW-UPH-1")
@pytest.mark.rule("POW-GEN-3")
@pytest.mark.parametrize(("seats", "number"), [("", 2), (" blue", 3), (" blue yellow", 3)])
def test_two_are_drawn_and_three_from_seven_players_on(seats: str, number: int) -> None:
    """Electors are in the bag like other principalities."""
    state = opened("upheaval", seats=f"red green white orange purple black{seats}")
    done = after(hold_upheaval, state, thrown({}))
    (event,) = [one for one in done.events if one.kind == "upheaval-drawn"]
    drawn = {name for name, one in done.state.principalities.items() if one.drawn}
    assert set(event.data["drawn"]) == drawn
    assert len(drawn) == number


@pytest.mark.rule("POW-UPH-10")
def test_principalities_come_before_the_princes() -> None:
    told = after(hold_upheaval, six(), thrown({"r1/upheaval/player/purple": 1})).events
    kinds = [one.kind for one in told]
    assert kinds.index("principality-converted") < kinds.index("upheaval-roll")
    rolled = tuple(one.powers[0] for one in told if one.kind == "upheaval-roll")
    assert rolled == six().initiative


@pytest.mark.rule("POW-GEN-2")
def test_the_rounds_and_their_years() -> None:
    assert [year_of(number) for number in range(1, 8)] == [1510, 1535, 1560, 1585, 1610, 1635, 1660]
