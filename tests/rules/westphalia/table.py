"""A table of six on the board that is ready to play, and short ways to set it up for a test.

Slots are those of the worked examples: green s1, red s2, white s3, orange s4, purple s5,
black s6. All is Catholic, and nobody has influence, unless a test says so.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.engine.chance import Lots
from generator.engine.phases import Setup
from generator.engine.verdicts import Event
from generator.rulesets.westphalia.data.facts import layout
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.setup.opening import open_game, put_player, put_principality
from generator.rulesets.westphalia.state.orders import DeclareWar
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import Foreign, State, War
from generator.rulesets.westphalia.wars.fields import Field, Side

SLOTS = {"s1": "green", "s2": "red", "s3": "white", "s4": "orange", "s5": "purple", "s6": "black"}


def six(order: str = "purple green white orange red black", **options: Any) -> State:
    """The table in Round 1. `order` is the Initiative Order, the Emperor first."""
    state = open_game(Setup(options=options))
    for name, codes in layout(6).items():
        own = list(codes)
        if name in SLOTS:
            state = put_player(state, SLOTS[name], own, own[0])
        else:
            state = put_principality(state, name, own, own[0])
    initiative = tuple(order.split())
    return replace(state, setup=False, initiative=initiative, emperor=initiative[0])


def di(state: State, principality: str, **influence: int) -> State:
    """Influence in a principality, and nothing else there; no alliance is made or ended."""
    held = {seat: influence[seat] for seat in state.seats if influence.get(seat)}
    return state.with_principality(principality, influence=MappingProxyType(held))


def ally(state: State, principality: str, player: str, **influence: int) -> State:
    """A player's ally, with that influence; by default as much as it has provinces."""
    held = influence or {player: len(state.lands[principality])}
    return di(state, principality, **held).with_principality(principality, ally=player)


def give(state: State, owner: str, codes: str, **changes: Any) -> State:
    """Provinces in other hands, their capitals and towns as they were unless told otherwise."""
    for code in codes.split():
        state = state.with_province(code, owner=owner, **changes)
    gone = [name for name in state.principalities if not state.lands[name]]
    for name in gone:
        state = state.without_principality(name)
    return state


def protestant(state: State, *powers: str) -> State:
    """Powers whose provinces are all Protestant, and players who are."""
    for power in powers:
        if state.is_player(power):
            state = state.with_player(power, religion="protestant")
        for code in state.lands.get(power, (power,)):
            state = state.with_province(code, religion="protestant")
    return state


def foreign(state: State, player: str, edge: str = "SW", home_ip: int = 0) -> State:
    """A Foreign Power; what it owns in the Empire stays with it, without a capital."""
    for code in state.lands[player]:
        state = state.with_province(code, capital=False)
    return state.with_player(player, foreign=Foreign("france", edge, home_ip))


def after(rules: Callable[..., None], state: State, *args: Any) -> Progress:
    """What a procedure of the rules has done with a state."""
    progress = Progress(state)
    rules(progress, *args)
    return progress


def wars(state: State, *declared: str) -> Progress:
    """`red: black ulm` is one player's preference list; players declare in the order given."""
    last = after(open_wars, state)
    for line in declared:
        player, _, targets = line.partition(": ")
        orders = [DeclareWar("" if name == "none" else name) for name in targets.split()]
        last = after(declare, last.state, player, orders)
    return last


def at_treaty(state: State, winner: str, loser: str) -> State:
    """The winner has declared a war and won it."""
    sides = tuple(
        Side(one, one, state.allies_of(one), imperial_power(state, one)) for one in (winner, loser)
    )
    opened = state if state.footing else after(open_wars, state).state
    war = War(1, winner, loser, 1, status="won", winner=winner)
    war = replace(war, could_take=noted(opened, war))
    hands = MappingProxyType({"1": Field(1, None, sides=sides, swapped=True)})
    return replace(opened, wars=(war,), hands=hands)


def noted(state: State, war: War) -> tuple[str, ...]:
    """The allies that `declare` would have noted."""
    fresh = replace(state, wars=())
    for side in (war.attacker, war.defender):
        if state.is_player(side):
            fresh = fresh.with_player(side, attacked=False)
    if not state.is_player(war.attacker):
        return ()
    return after(declare, fresh, war.attacker, [DeclareWar(war.defender)]).state.wars[0].could_take


def lots(secret: bytes = b"a secret") -> Lots:
    return Lots(lambda: secret)


def events(step: Progress, kind: str) -> list[Event]:
    return [event for event in step.events if event.kind == kind]


def number_of(state: State, power: str) -> int:
    """How many provinces a power owns."""
    return len(state.lands.get(power, ()))
