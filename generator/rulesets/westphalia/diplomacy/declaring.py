"""Declarations: private wars, the Religious War, and the Leagues joined before them (R6a)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.rulesets.westphalia.data.event_kinds import RELIGIOUS_WAR_DECLARED, WAR_DECLARED
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import clear, qualified, withdraw, without
from generator.rulesets.westphalia.land.leagues import Refusal, join_league, league_refusal
from generator.rulesets.westphalia.land.spoils import could_take
from generator.rulesets.westphalia.state.orders import DeclareReligiousWar, DeclareWar, JoinLeague
from generator.rulesets.westphalia.state.power import is_saved
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import NOTHING, ReligiousWar, State, War
from generator.rulesets.westphalia.state.words import RELIGION, count, name_of, player_name


def open_wars(progress: Progress) -> None:
    """The start of R6: what every player owns now is what counts as near (POW-WAR-12)."""
    state = progress.state
    footing = MappingProxyType({player: state.lands[player] for player in state.players})
    progress.state = replace(state, wars=(), religious_war=None, footing=footing, hands=NOTHING)


def declare(progress: Progress, player: str, orders: Sequence[Any]) -> None:
    """One player's declarations, in the order written; other orders are passed over.

    The player takes part in the phase (POW-WAR-1). Each order gets a verdict; one that cannot be
    carried out is skipped, and the next of its kind is tried.
    """
    passed = False
    for order in orders:
        if isinstance(order, DeclareWar):
            if passed:
                said = f"{player_name(player)} has passed"
                progress.skip(player, order, "excess", ("POW-WAR-2", said))
                continue
            passed = not order.target
            _private_war(progress, player, order)
        elif isinstance(order, DeclareReligiousWar):
            _religious_war(progress, player, order)
        elif isinstance(order, JoinLeague) and not order.target:
            _league(progress, player, order)


def _private_war(progress: Progress, player: str, order: DeclareWar) -> None:
    state, target = progress.state, order.target
    wars = sum(war.attacker == player for war in state.wars)
    if wars >= state.option("private_wars_per_player"):
        said = f"{player_name(player)} has declared {count(wars, 'private war')} this Round"
        progress.skip(player, order, "excess", ("POW-WAR-2", said))
        return
    if not target:
        progress.judge(player, order, "success", ("POW-WAR-2", "passes"))
        return
    bar = war_refusal(state, player, target)
    if bar is not None:
        progress.skip(player, order, "illegal", bar)
        return
    phase = battle_phase(state, player, target)
    number = len(state.wars) + 1
    said = f"war {number}, in Battle Phase {phase}, the first free for both"
    progress.judge(player, order, "success", ("POW-WAR-8", said))
    named = f"{player_name(player)} declares war on {name_of(state, target)}"
    text = f"{named}: war {number}, Battle Phase {phase}"
    parties = (player, target) if state.is_player(target) else (player,)
    progress.tell(
        WAR_DECLARED,
        "POW-WAR-8",
        text,
        parties,
        war=number,
        phase=phase,
        attacker=player,
        defender=target,
    )
    progress.state = progress.state.with_player(player, declared=True)
    if state.is_player(target):
        progress.state = progress.state.with_player(target, attacked=True)
    else:
        progress.state = progress.state.with_principality(target, attacked=True)
        clear(progress, player, target, "POW-WAR-6", "it has declared war")
    able = _could_take(progress.state, player, target)
    new = War(number, player, target, phase, "pending", able)
    progress.state = replace(progress.state, wars=(*progress.state.wars, new))
    _withdraw(progress, "attacked", target)


def _could_take(state: State, attacker: str, defender: str) -> tuple[str, ...]:
    """The allies of both sides that could take a province of the other (POW-WAR-11)."""
    ours, theirs = state.allies_of(attacker), state.allies_of(defender)
    own = [ally for ally in ours if could_take(state, ally, (defender, *theirs))]
    return (*own, *(ally for ally in theirs if could_take(state, ally, (attacker, *ours))))


def _withdraw(progress: Progress, when: str, target: str) -> None:
    """POW-DI-5: standing orders to leave a principality once war comes to one's door or to it
    ("attacked"), or once it is the "target" of a Religious War."""
    for player in progress.state.order:
        for wish in progress.state.players[player].wishes.withdraw:
            at_home = when == "attacked" and target == player
            if wish.when == when and (at_home or target == wish.principality):
                withdraw(progress, player, wish.principality)


def war_refusal(state: State, player: str, target: str) -> Refusal | None:
    """Why a player may not declare a private war on somebody, or None."""
    name = name_of(state, target)
    if target == player:
        return Refusal("POW-WAR-3", "nobody declares war on himself")
    if state.is_player(target):
        if state.players[target].attacked:
            return Refusal("POW-WAR-3", f"a war was declared on {name} this Round already")
        return _reach_refusal(state, player) or _reach_refusal(state, target)
    principality = state.principalities.get(target)
    if principality is None:
        return Refusal("POW-WAR-3", f"{name} is not on the map")
    refusal = _reach_refusal(state, player)
    if refusal is not None:
        return refusal
    if principality.ally == player:
        return Refusal("POW-WAR-5", f"{name} is the ally of {player_name(player)} himself")
    if principality.ally:
        said = f"{name} is the ally of {player_name(principality.ally)}"
        return Refusal("POW-WAR-5", f"{said}, who would have to be attacked")
    if principality.attacked:
        return Refusal("POW-WAR-3", f"a war was declared on {name} this Round already")
    rival = qualified(state, target, without(principality.influence, player))
    if rival:
        said = f"without the DI of {player_name(player)}, {name} would be the ally"
        return Refusal("POW-WAR-7", f"{said} of {player_name(rival)}")
    return None


def _reach_refusal(state: State, player: str) -> Refusal | None:
    """POW-WAR-4: why a Foreign Power without a footing in the Empire is in no war, or None."""
    only_land = state.option("fp_war_requires") == "province"
    has_footing = state.lands[player] or (state.allies_of(player) and not only_land)
    if state.players[player].foreign is None or has_footing:
        return None
    lacks = "no land" if only_land else "neither land nor an ally"
    said = f"{player_name(player)} is a Foreign Power with {lacks} in the Empire"
    return Refusal("POW-WAR-4", said)


def battle_phase(state: State, attacker: str, defender: str) -> int:
    """POW-WAR-8: the first Battle Phase, from 1, in which neither side stands already.

    Who declares n wars suffers one more at most, so that there are 2n + 1 Battle Phases at most
    (POW-WAR-9).
    """
    taken = {
        war.phase
        for war in state.wars
        if war.status != "cancelled" and {war.attacker, war.defender} & {attacker, defender}
    }
    phase = 1
    while phase in taken:
        phase += 1
    return phase


def _religious_war(progress: Progress, player: str, order: DeclareReligiousWar) -> None:
    state = progress.state
    known = state.religious_war
    if known is not None and known.rotf == player:
        said = f"{player_name(player)} has declared the Religious War already"
        progress.skip(player, order, "excess", ("POW-RWD-1", said))
        return
    bar = target_refusal(state, player, order.target)
    if bar is not None:
        progress.skip(player, order, "illegal", bar)
        return
    name, who, target = name_of(state, order.target), player_name(player), order.target
    progress.state = replace(state, religious_war=ReligiousWar(target, player, "pending"))
    progress.judge(player, order, "success", ("POW-RWD-3", _why_eligible(state, player, target)))
    text = f"{who} declares a Religious War over {name}, and is the Restorer of the Faith"
    progress.tell(RELIGIOUS_WAR_DECLARED, "POW-RWD-4", text, (player,), target=target, rotf=player)
    _withdraw(progress, "target", target)


def target_refusal(state: State, player: str, target: str) -> Refusal | None:
    """Why a player may not declare a Religious War over a principality, or None."""
    name = name_of(state, target)
    one = state.players[player]
    if state.religious_war is not None:
        return Refusal("POW-RWD-1", "a Religious War has been declared already")
    if not one.league:
        return Refusal("POW-RWD-1", f"{player_name(player)} is in no League")
    if not is_saved(state, player):
        return Refusal("POW-RWD-1", f"{player_name(player)} is not saved")
    if target not in state.principalities:
        return Refusal("POW-RWD-2", f"{name} is not a principality on the map")
    if state.religion_of(target) == one.religion:
        said = f"{name} is {RELIGION[one.religion]}, as {player_name(player)} is"
        return Refusal("POW-RWD-2", said)
    principality = state.principalities[target]
    if principality.drawn:
        return None
    size, own = len(state.lands[target]), state.influence(player, target)
    if own < size:
        said = f"{name} was not drawn, and its alliance takes {size} DI, not {own}"
        return Refusal("POW-RWD-3", said)
    most = max(without(principality.influence, player).values(), default=0)
    if principality.ally != player and most + 1 - own > facts().target.reach:
        said = f"{name} was not drawn, and {player_name(player)} is {most + 1 - own} DI short"
        return Refusal("POW-RWD-3", f"{said} of having most")
    return None


def _why_eligible(state: State, player: str, target: str) -> str:
    name, who = name_of(state, target), player_name(player)
    if state.principalities[target].drawn:
        return f"{name} was drawn in this Round's upheaval"
    if state.principalities[target].ally == player:
        return f"{name} is the ally of {who}"
    return f"{who} is within {facts().target.reach} DI of being the ally of {name}"


def _league(progress: Progress, player: str, order: JoinLeague) -> None:
    if not order.league:
        progress.judge(player, order, "success", ("POW-LEA-5", "joins no League"))
        return
    bar = league_refusal(progress.state, player, order.league)
    if bar is not None:
        progress.skip(player, order, "illegal", bar)
        return
    join_league(progress, player, order.league)
    progress.judge(player, order, "success", ("POW-LEA-5", "joins"))
