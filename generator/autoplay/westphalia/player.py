"""The player of the Peace of Westphalia: one for each seat, in every phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.autoplay.westphalia.courtship import (
    begin_courtship,
    give_and_release,
    place_influence,
)
from generator.autoplay.westphalia.outlook import Outlook
from generator.autoplay.westphalia.rounds import (
    answer_war,
    choose_cards,
    choose_religion,
    choose_tasks,
    choose_winner,
    leave_or_stay,
    place_reward,
    vote,
    wish_losses,
)
from generator.autoplay.westphalia.warfare import (
    choose_spoils,
    declare_wars,
    exchange_electors,
    join_for_faith,
    open_religious_war,
    yield_land,
)
from generator.engine.chance import Chance
from generator.engine.ruleset import Ruleset
from generator.rulesets.westphalia.battle.army import TYPES, Army, Type
from generator.rulesets.westphalia.battle.script import Policy, Script
from generator.rulesets.westphalia.data.facts import facts, principalities
from generator.rulesets.westphalia.faith.dice import place_refusal
from generator.rulesets.westphalia.land.lands import name_problem
from generator.rulesets.westphalia.setup.opening import (
    best_capital,
    free_provinces,
    land_refusal,
    provinces_refusal,
)
from generator.rulesets.westphalia.state.orders import (
    BattleOrder,
    Call,
    DeclareWar,
    Faith,
    JoinLeague,
    LeaveEmpire,
    PlayCard,
    SetupLand,
    SetupProvinces,
)
from generator.rulesets.westphalia.state.pacing import are_open
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, field_of, muster_of
from generator.rulesets.westphalia.year.course import kind_of

# --- cards: scripts for whole battles, single cards in live play

SCRIPTED: Final = 60
"""How often a player writes down the first cards himself, in percent."""


def own_armies(outlook: Outlook) -> Iterator[tuple[str, Army]]:
    """The armies whose cards the player sees and plays, each with its enemy."""
    state, player = outlook.state, outlook.player
    for war in state.wars:
        field = field_of(state.hands, war)
        if field is None or field.battle is None or field.battle.result is not None:
            continue
        for number, side in enumerate(field.sides):
            if side.leader == player:
                yield field.sides[1 - number].power, field.battle.armies[number]
    muster = muster_of(state.hands)
    if muster is not None and muster.melee is not None and player in muster.melee.armies:
        yield RELIGIOUS, muster.melee.armies[player]


def write_scripts(outlook: Outlook, draws: Chance) -> list[Any]:
    """A script for each battle."""
    return [
        BattleOrder(_script(outlook, enemy, army, draws)) for enemy, army in own_armies(outlook)
    ]


def _script(outlook: Outlook, enemy: str, army: Army, draws: Chance) -> Script:
    held = [kind for kind in TYPES if army.hand[kind]]
    cards: tuple[Type, ...] = ()
    if held and draws.number(100) < SCRIPTED:
        cards = tuple(draws.pick(held) for _ in range(1 + draws.number(3)))
    policy: Policy = draws.pick(("weighted", "weighted", "weighted", "most", "least"))
    weights: tuple[int, ...] = ()
    if policy == "weighted" and draws.number(2):
        weights = tuple(1 + draws.number(4) for _ in TYPES)
    rifled = outlook.state.round >= facts().battle.rifling_from_round
    return Script(
        enemy,
        swap=_surplus(army),
        play=cards,
        policy=policy,
        weights=weights,
        on_unavailable=draws.shuffle(TYPES),
        reinforce_at=3 + draws.number(4) if army.reserves else 0,
        reinforce_pick=tuple(draws.pick(TYPES) for _ in range(4)) if army.reserves else (),
        rifling=draws.shuffle(TYPES) if rifled else (),
    )


def _surplus(army: Army) -> tuple[Type, ...]:
    """The surplus cards of one type: a hand of all three types has an answer to everything."""
    if not len(army.hand):
        return ()
    most = max(TYPES, key=lambda kind: army.hand[kind])
    least = min(army.hand[kind] for kind in TYPES)
    return (most,) * min(2, (army.hand[most] - least) // 2)


def play_cards(outlook: Outlook, draws: Chance) -> list[Any]:
    """One card for each battle, as likely as there are of its type."""
    return [
        PlayCard(draws.pick([kind for kind in army.hand if kind in army.playable]), enemy)
        for enemy, army in own_armies(outlook)
        if army.playable
    ]


def call_or_wait(outlook: Outlook, draws: Chance) -> list[Any]:
    """Reinforcements once the hand is small."""
    return [
        Call((draws.pick(TYPES), draws.pick(TYPES)), True, enemy)
        if len(army.hand) <= 5
        else Call((), False, enemy)
        for enemy, army in own_armies(outlook)
        if army.may_call
    ]


# --- dice of faith: one's own land first, then Electors, neighbors and rivals


def place_faith(outlook: Outlook) -> list[Any]:
    """Places by preference, until no die is left; what is left over guards the largest friend."""
    state, player = outlook.state, outlook.player
    left = state.dice.get(player, 0)
    orders: list[Any] = []
    own = _heretical_land(outlook)
    while own and left:
        first, *own = own
        also, own = tuple(own[:1]), own[1:]
        orders.append(Faith(first, 1, also))
        left -= 1
    targets = sorted(_targets(outlook), key=lambda target: (-target[0] // target[1], target[2]))
    for _, dice, place in targets:
        if dice <= left:
            orders.append(Faith(place, dice))
            left -= dice
    if left:
        # Others of the same faith may do the rest; an order too many costs nothing.
        orders += [Faith(place, 0) for _, _, place in targets[:1]] or [
            Faith(name, 0) for name in state.allies_of(player)[:1]
        ]
    return orders


def _heretical_land(outlook: Outlook) -> list[str]:
    """Own provinces of the other religion, towns first."""
    state = outlook.state
    wrong = [
        code
        for code in state.lands[outlook.player]
        if state.provinces[code].religion != outlook.religion and not state.provinces[code].capital
    ]
    return sorted(wrong, key=lambda code: (not state.provinces[code].town, state.board.rank[code]))


def _targets(outlook: Outlook) -> list[tuple[int, int, str]]:
    """Where else dice would convert something: (worth, dice needed, place)."""
    state, player = outlook.state, outlook.player
    found = []
    for name, principality in state.principalities.items():
        if state.religion_of(name) != outlook.religion and not place_refusal(state, player, name):
            size = len(state.lands[name])
            worth = 7 * size + (21 if principality.elector else 0)
            found.append((worth, size, name))
    for other in outlook.others:
        for code in state.lands[other]:
            if state.provinces[code].religion == outlook.religion:
                continue
            if place_refusal(state, player, code) is None:
                found.append((max(1, 6 + outlook.hostility(other) // 4), 1, code))
    return found


# --- placing provinces, Electors and principalities where the board is not laid out

TRIES: Final = 12
"""How many places a player looks at; where none will do, the rules find one."""


def draft_provinces(outlook: Outlook, draws: Chance) -> list[Any]:
    """The player's own four provinces, somewhere on the map."""
    for own in _spots(outlook, facts().start.provinces, draws):
        if provinces_refusal(outlook.state, own) is None:
            return [SetupProvinces(own, best_capital(outlook.state.board, own))]
    return []


def draft_elector(outlook: Outlook, draws: Chance) -> list[Any]:
    """An Elector that is not on the board yet, near home if there is room."""
    left = [
        name
        for name, row in principalities().items()
        if row.size and name not in outlook.state.principalities
    ]
    name = draws.pick(left)
    return _land(outlook, "elector", name, principalities()[name].size, draws)


def draft_principality(outlook: Outlook, draws: Chance) -> list[Any]:
    """A principality of the size that was rolled, under an unused name."""
    left = [
        name
        for name, row in principalities().items()
        if not row.size and not name_problem(outlook.state, name)
    ]
    if not left:
        return []
    return _land(outlook, "principality", draws.pick(left), outlook.state.size, draws)


def _land(outlook: Outlook, kind: Any, name: str, size: int, draws: Chance) -> list[Any]:
    for own in _spots(outlook, size, draws):
        capital = best_capital(outlook.state.board, own)
        if land_refusal(outlook.state, name, own, capital, size) is None:
            return [SetupLand(kind, name, own, capital)]
    return []


def _spots(outlook: Outlook, size: int, draws: Chance) -> list[tuple[str, ...]]:
    """Contiguous free places of a size, grown from free provinces drawn or near home."""
    state, board = outlook.state, outlook.state.board
    free = frozenset(free_provinces(state))
    near = board.in_order(board.reach(state.lands[outlook.player]) & free)
    starts = [*draws.shuffle(near), *draws.shuffle(board.in_order(free))][:TRIES]
    found = []
    for start in starts:
        own = {start}
        while len(own) < size and (more := board.in_order(board.reach(own) & free)):
            own.add(max(more, key=lambda code: len(own.intersection(board.neighbors[code]))))
        if len(own) == size:
            found.append(board.in_order(own))
    return found


# --- the player


class WestphaliaPlayer:
    """The player for the ruleset `westphalia`."""

    def write_orders(
        self, ruleset: Ruleset[State], state: State, power: str, chance: Chance
    ) -> tuple[str, ...]:
        return tuple(map(str, intended_orders(state, power, chance)))


PLAYER: Final = WestphaliaPlayer()


def intended_orders(state: State, player: str, chance: Chance) -> tuple[Any, ...]:
    """The player's orders in the phase that `state` waits for."""
    plan = _PLANS.get(kind_of(state))
    if plan is None:
        return ()
    draws = chance.branch(f"autoplay {state.moment} {player}")
    return tuple(plan(Outlook.of(state, player, chance), draws))


def _choices(outlook: Outlook, draws: Chance) -> list[Any]:
    """R3 and the rest of what is decided with it."""
    tasks = choose_tasks(outlook, draws)
    cards = choose_cards(outlook, draws)
    return [*tasks, *choose_religion(outlook, tasks[0].tasks), *cards]


def _actions(outlook: Outlook, draws: Chance) -> list[Any]:
    if "diplomacy" not in outlook.me.tasks:
        return []
    return [*place_influence(outlook, draws), *give_and_release(outlook, draws)]


def _declarations(outlook: Outlook, draws: Chance) -> list[Any]:
    tasks = outlook.me.tasks
    orders: list[Any] = []
    if "war" in tasks or "diplomacy" in tasks:
        orders += join_for_faith(outlook, draws)
    if "war" in tasks:
        orders += declare_wars(outlook, draws)
        if outlook.me.league or any(isinstance(order, JoinLeague) for order in orders):
            orders += open_religious_war(outlook, draws)
    return orders


def _diplomacy(outlook: Outlook, draws: Chance) -> list[Any]:
    orders = [*_actions(outlook, draws), *_declarations(outlook, draws)]
    # A player who wants nothing passes, so that no one waits for him.
    return orders or [DeclareWar("") if "war" in outlook.me.tasks else JoinLeague("")]


def _battles(outlook: Outlook, draws: Chance) -> list[Any]:
    return [*write_scripts(outlook, draws), *_treaties(outlook, draws)]


def _battle_round(outlook: Outlook, draws: Chance) -> list[Any]:
    return [*play_cards(outlook, draws), *call_or_wait(outlook, draws)]


def _treaties(outlook: Outlook, draws: Chance) -> list[Any]:
    return [*choose_spoils(outlook), *yield_land(outlook)]


def _melee(outlook: Outlook, draws: Chance) -> list[Any]:
    return [*write_scripts(outlook, draws), *_religious_treaties(outlook, draws)]


def _religious_treaties(outlook: Outlook, draws: Chance) -> list[Any]:
    return [*choose_spoils(outlook), *exchange_electors(outlook)]


def _closing(outlook: Outlook, draws: Chance) -> list[Any]:
    orders = [
        *wish_losses(outlook),
        *place_reward(outlook),
        *([] if are_open(outlook.state) else vote(outlook, draws)),
        *leave_or_stay(outlook, draws),
    ]
    return orders or [LeaveEmpire("")]


def _after_tradeoffs(outlook: Outlook, draws: Chance) -> list[Any]:
    votes = [] if are_open(outlook.state) else vote(outlook, draws)
    return [*votes, *leave_or_stay(outlook, draws)] or [LeaveEmpire("")]


_PLANS: Final[Mapping[str, Callable[[Outlook, Chance], list[Any]]]] = MappingProxyType(
    {
        "provinces": draft_provinces,
        "elector": draft_elector,
        "principality": draft_principality,
        "influence": begin_courtship,
        "first-election": vote,
        "choice": _choices,
        "conversion": lambda outlook, draws: list(choose_religion(outlook, outlook.me.tasks)),
        "game": choose_cards,
        "faith": lambda outlook, draws: place_faith(outlook),
        "diplomacy": _diplomacy,
        "actions": _actions,
        "declarations": _declarations,
        "battles": _battles,
        "swaps": _battles,
        "scripts": write_scripts,
        "battle-round": _battle_round,
        "treaties": _treaties,
        "leagues": answer_war,
        "religious-war": _melee,
        "religious-swaps": _melee,
        "religious-scripts": write_scripts,
        "melee-round": _battle_round,
        "religious-treaties": _religious_treaties,
        "tradeoffs": lambda outlook, draws: [*wish_losses(outlook), *place_reward(outlook)],
        "leaving": leave_or_stay,
        "election": _closing,
        "closing": _after_tradeoffs,
        "ballot": vote,
        "peace": lambda outlook, draws: choose_winner(outlook),
    }
)
