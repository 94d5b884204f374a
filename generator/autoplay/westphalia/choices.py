"""What a Round begins with: the two phases, the religion, the cards of the Diplomacy Game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from generator.autoplay.westphalia.outlook import DI, Outlook
from generator.autoplay.westphalia.warfare import rank_targets
from generator.engine.chance import Chance
from generator.rulesets.westphalia.faith.conversion import is_reformed
from generator.rulesets.westphalia.faith.dice import earned_faith
from generator.rulesets.westphalia.state.orders import Choose, Convert, Dilemma
from generator.rulesets.westphalia.state.power import saved_in
from generator.rulesets.westphalia.state.state import Religion, Task, other_religion

_TASKS: Final[tuple[Task, ...]] = ("heresy", "diplomacy", "war")
SALVATION: Final = 24
"""What it is worth to be among the saved, who win if their religion does."""
LUTHER: Final = 28
PROMISE: Final = 20
"""What dice of faith promise to an early Protestant."""
SPITE: Final = 25
"""How much hostility takes from trust, in percent of it."""


def choose_tasks(outlook: Outlook, draws: Chance) -> list[Choose]:
    """The two phases that promise most."""
    values = {
        "heresy": _heresy(outlook),
        "diplomacy": 20 + DI * min(5, outlook.me.saved),
        "war": _war(outlook),
    }
    if wants_conversion(outlook):
        values["heresy"] += 1000
    noisy = {task: values[task] + draws.number(15) for task in _TASKS}
    least = min(_TASKS, key=noisy.__getitem__)
    return [Choose(tuple(task for task in _TASKS if task != least))]


def _heresy(outlook: Outlook) -> int:
    faith = sum(part.faith for part in earned_faith(outlook.state, outlook.player))
    if outlook.religion == "catholic" and not is_reformed(outlook.state):
        return 12 + 9 * (faith // 2)
    wrong = sum(
        outlook.state.provinces[code].religion != outlook.religion
        for code in outlook.state.lands[outlook.player]
    )
    return 8 + 4 * faith + 4 * min(wrong, faith)


def _war(outlook: Outlook) -> int:
    """The best war, and the influence that one loses who fights none."""
    ranked = rank_targets(outlook)
    best = ranked[0][0] if ranked else -10
    return 2 * DI + best


def wants_conversion(outlook: Outlook) -> bool:
    """Whether the player would rather be of the other religion."""
    if outlook.me.foreign:
        return False
    own, other = outlook.religion, other_religion(outlook.religion)
    return _comfort(outlook, other) > _comfort(outlook, own) + 20


def _comfort(outlook: Outlook, religion: Religion) -> int:
    """What it is worth to be of a religion, as things stand."""
    state, player = outlook.state, outlook.player
    capital = state.capital_of(player)
    land = sum(state.provinces[code].religion == religion for code in state.lands[player])
    if capital and religion != outlook.religion:
        land += 1
    elif capital and len(state.lands[player]) == 1:
        land = 1
    worth = 9 * land + outlook.favor(religion) * (1 + state.round // 2)
    first = religion == "protestant" and not state.luther
    worth += SALVATION if _would_be_saved(outlook, religion) else 0
    worth += LUTHER if first else 0
    if state.emperor and state.players[state.emperor].religion == religion:
        worth += 6
    if religion == "protestant" and not is_reformed(state):
        agreed = outlook.chance.branch(f"autoplay new teaching {state.round} {player}").number(100)
        worth += PROMISE + agreed // 5
    return worth


def _would_be_saved(outlook: Outlook, religion: Religion) -> bool:
    if religion == outlook.religion:
        return outlook.saved
    state = outlook.state
    if religion == "protestant" and not state.luther:
        return True
    # Who converts stands two below the least of the saved, and has to catch up with him.
    least = min((state.players[player].score for player in saved_in(state, religion)), default=0)
    return least <= 3


def choose_religion(outlook: Outlook, tasks: Sequence[str]) -> list[Convert]:
    """Converts or says nothing of it; only who Combats Heresy may."""
    return [Convert()] if "heresy" in tasks and wants_conversion(outlook) else []


def choose_cards(outlook: Outlook, draws: Chance) -> list[Any]:
    """The cards of the Diplomacy Game: against the next player, and against the one before."""
    order = outlook.state.order
    at = order.index(outlook.player)
    return [
        Dilemma("lead", _card(outlook, order[(at + 1) % len(order)], draws)),
        Dilemma("follow", _card(outlook, order[at - 1], draws)),
    ]


def _card(outlook: Outlook, other: str, draws: Chance) -> Any:
    trust = 50 - outlook.hostility(other) * SPITE // 25
    return "cooperate" if draws.number(100) < trust else "compete"
