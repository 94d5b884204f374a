"""Swaps before the battles: by all at once, or in Initiative Order where a player asks for it.

POW-BAT-5. In order, the first swaps at once, and each other one in a phase of his own, when the
cards that went before are known.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from generator.rulesets.westphalia.battle.deck import swap
from generator.rulesets.westphalia.data.event_kinds import SWAPS_IN_ORDER
from generator.rulesets.westphalia.state.progress import Effects, Progress
from generator.rulesets.westphalia.state.state import State, War
from generator.rulesets.westphalia.state.war_orders import RequestInitiative
from generator.rulesets.westphalia.state.words import listed, player_name
from generator.rulesets.westphalia.wars.battles import enemies_met, running, terms_of
from generator.rulesets.westphalia.wars.fields import Field, with_field
from generator.rulesets.westphalia.wars.judging import judge_plans, no_battle
from generator.rulesets.westphalia.wars.plans import Orders, plan_for
from generator.rulesets.westphalia.wars.telling import tell_swap

__all__ = [
    "asks",
    "is_asked_for",
    "judge_requests",
    "late_leaders",
    "swap_cards",
    "swap_hands",
    "swapped_leaders",
    "tell_order",
]


def asks(player: str, orders: Orders) -> bool:
    """Whether a player requests Initiative Order."""
    return any(isinstance(line, RequestInitiative) for line in orders.get(player, ()))


def is_asked_for(state: State, orders: Orders) -> bool:
    """Whether the swaps of some battle go in Initiative Order now."""
    return bool(_wars_in_order(state, orders))


def _wars_in_order(state: State, orders: Orders) -> dict[int, tuple[str, ...]]:
    """The leaders of each battle whose swaps go in order, by the number of the war."""
    found = {}
    for war, field in running(state):
        leaders = _leaders(state, field)
        # Where only one player has cards to swap there is nobody to wait for.
        if not field.swapped and len(leaders) > 1 and any(asks(one, orders) for one in leaders):
            found[war.number] = leaders
    return found


def _leaders(state: State, field: Field) -> tuple[str, ...]:
    leaders = {side.leader for side in field.sides}
    return tuple(player for player in state.order if player in leaders)


def late_leaders(state: State) -> tuple[str, ...]:
    """Who has yet to swap while the other side has, in order of wars."""
    return tuple(
        side.leader
        for _, field in running(state)
        for side in field.sides
        if side.power == field.late
    )


def swapped_leaders(state: State) -> tuple[str, ...]:
    """Who has no swap left, in order of wars."""
    return tuple(
        side.leader
        for _, field in running(state)
        for side in field.sides
        if field.swapped or (field.late and side.power != field.late)
    )


def swap_hands(state: State, orders: Orders) -> Effects:
    """Every side discards up to two cards and draws as many, the attacker first.

    Where a leader asks for it, only the first in Initiative Order does; called again, the other.
    What leaders have ordered for the battle is kept.
    """
    progress = Progress(state)
    met, done = enemies_met(state), swapped_leaders(state)
    in_order = _wars_in_order(state, orders)
    swap_cards(progress, orders, in_order)
    for _, field in running(progress.state):
        sides = [
            replace(
                side, plan=plan_for(side.leader, field.sides[1 - index].power, orders, side.plan)
            )
            for index, side in enumerate(field.sides)
        ]
        field = replace(field, sides=(sides[0], sides[1]))
        progress.state = replace(progress.state, hands=with_field(progress.state.hands, field))
    late = late_leaders(progress.state)
    judge_plans(progress, orders, met, fought=False, waiting=late, swapped=done)
    judge_requests(progress, orders, met, [one for some in in_order.values() for one in some])
    return progress.effects()


def swap_cards(
    progress: Progress, orders: Orders, in_order: dict[int, tuple[str, ...]] | None = None
) -> None:
    """The swaps of the battles that run; of those `in_order` only the first leader's."""
    for war, field in running(progress.state):
        if field.swapped:
            continue
        leaders = (in_order or {}).get(war.number, ())
        powers = {side.leader: side.power for side in field.sides}
        due, late = [side.power for side in field.sides], ""
        if field.late:
            due = [field.late]
        elif leaders:
            tell_order(progress, leaders, orders, str(war.number))
            due, late = [powers[leaders[0]]], powers[leaders[-1]]
        field = _swap(progress, war, field, due, orders)
        field = replace(field, late=late, swapped=not late, deck=field.deck if late else ())
        progress.state = replace(progress.state, hands=with_field(progress.state.hands, field))


def _swap(
    progress: Progress, war: War, field: Field, due: Collection[str], orders: Orders
) -> Field:
    """The field after some of its sides have swapped."""
    assert field.battle is not None
    terms = terms_of(progress.state)
    deck, armies = field.deck, list(field.battle.armies)
    for number, side in enumerate(field.sides):
        if side.power not in due:
            continue
        plan = plan_for(side.leader, field.sides[1 - number].power, orders, side.plan)
        army, deck, out, new = swap(armies[number], plan.swap, deck, terms, plan.want)
        armies[number] = army
        tell_swap(progress, side.leader, side.power, plan.swap, (army, out, new), str(war.number))
    return replace(field, battle=replace(field.battle, armies=(armies[0], armies[1])), deck=deck)


def tell_order(progress: Progress, leaders: Sequence[str], orders: Orders, battle: str) -> None:
    """Tell that swaps go in Initiative Order, and who asked for it. `battle` is its key."""
    asked_by = [one for one in leaders if asks(one, orders)]
    where = f"War {battle}" if battle.isdecimal() else "Religious War"
    who = f"{listed(map(player_name, asked_by))} {'ask' if len(asked_by) > 1 else 'asks'}"
    first, *others = map(player_name, leaders)
    progress.tell(
        SWAPS_IN_ORDER,
        "POW-BAT-5",
        f"{where}: {who} for Initiative Order; {first} swaps first, then {listed(others)}",
        asked_by,
        battle=battle,
        order=list(leaders),
    )


def judge_requests(
    progress: Progress, orders: Orders, fighting: Collection[str], heard: Collection[str] = ()
) -> None:
    """Verdicts for requests of Initiative Order. Of those who are `fighting`, `heard` are the
    players whose swaps go in it."""
    for player in progress.state.order:
        for line in orders.get(player, ()):
            if not isinstance(line, RequestInitiative):
                continue
            if player in heard:
                said = "swaps are made in Initiative Order"
                progress.judge(player, line, "success", ("POW-BAT-5", said))
                continue
            said = "there are no swaps to put in order" if player in fighting else no_battle()
            progress.skip(player, line, "void", ("POW-BAT-5", said))
