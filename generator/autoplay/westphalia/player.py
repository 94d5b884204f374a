"""The player of the Peace of Westphalia: one for each seat, in every phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.autoplay.westphalia.choices import (
    choose_cards,
    choose_religion,
    choose_tasks,
)
from generator.autoplay.westphalia.closing import (
    answer_war,
    choose_winner,
    leave_or_stay,
    place_reward,
    vote,
    wish_losses,
)
from generator.autoplay.westphalia.courtship import (
    begin_courtship,
    give_and_release,
    place_influence,
)
from generator.autoplay.westphalia.drafting import (
    draft_elector,
    draft_principality,
    draft_provinces,
)
from generator.autoplay.westphalia.faith import place_faith
from generator.autoplay.westphalia.fighting import (
    call_or_wait,
    play_cards,
    write_scripts,
)
from generator.autoplay.westphalia.outlook import Outlook
from generator.autoplay.westphalia.peacemaking import (
    choose_spoils,
    exchange_electors,
    yield_land,
)
from generator.autoplay.westphalia.warfare import (
    declare_wars,
    join_for_faith,
    open_religious_war,
)
from generator.engine.chance import Chance
from generator.engine.ruleset import Ruleset
from generator.rulesets.westphalia.state.orders import DeclareWar, JoinLeague, LeaveEmpire
from generator.rulesets.westphalia.state.pacing import are_open
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import kind_of


class WestphaliaPlayer:
    """The player for the ruleset `westphalia`."""

    def write_orders(
        self, ruleset: Ruleset[State], state: State, power: str, chance: Chance
    ) -> tuple[str, ...]:
        return tuple(map(str, intended_orders(state, power, chance)))


PLAYER: Final = WestphaliaPlayer()


def intended_orders(state: State, player: str, chance: Chance) -> tuple[Any, ...]:
    """What the player orders in the phase that `state` waits for."""
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


def _conversion(outlook: Outlook, draws: Chance) -> list[Any]:
    return list(choose_religion(outlook, outlook.me.tasks))


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
    return orders or _passes(outlook)


def _passes(outlook: Outlook) -> list[Any]:
    """What a player writes who wants nothing, so that nobody waits for him."""
    return [DeclareWar("")] if "war" in outlook.me.tasks else [JoinLeague("")]


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
        "conversion": _conversion,
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
