"""Diplomatic actions and declarations: placing influence, releasing vassals, giving provinces away;
private wars, the Religious War, and the Leagues joined before them. Players act and declare in
Initiative Order, each as written."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from generator.engine.docket import Entry
from generator.rulesets.westphalia.data.event_kinds import RELIGIOUS_WAR_DECLARED, WAR_DECLARED
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import (
    Refusal,
    clear,
    join_league,
    league_refusal,
    place,
    qualified,
    withdraw,
    without,
)
from generator.rulesets.westphalia.land.lands import (
    found_principality,
    free_name,
    hand_over,
    name_problem,
)
from generator.rulesets.westphalia.land.spoils import open_to_allies
from generator.rulesets.westphalia.state.orders import (
    DeclareReligiousWar,
    DeclareWar,
    Gift,
    JoinLeague,
    PlaceInfluence,
    Release,
)
from generator.rulesets.westphalia.state.pacing import engaged, waging
from generator.rulesets.westphalia.state.power import is_saved
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import NOTHING, ReligiousWar, State, War
from generator.rulesets.westphalia.state.words import LEAGUES, RELIGION, name_of, player_name
from generator.rulesets.westphalia.turn import Turn


def place_saved(progress: Progress, player: str, order: PlaceInfluence) -> int:
    """POW-ACT-1: place saved influence, as far as there is any. Returns the number placed."""
    saved = progress.state.players[player].saved
    number_placed = min(saved, order.number)
    if number_placed:
        progress.change_player(player, saved=saved - number_placed)
        place(progress, player, order.principality, number_placed, "POW-ACT-1")
    return number_placed


def release_refusal(state: State, player: str, order: Release) -> Refusal | None:
    """POW-ACT-2, 3: why a province cannot be released under that name, or None."""
    province = state.provinces[order.province]
    if province.owner != player:
        return Refusal("POW-ACT-2", f"{order.province} is not the player's own")
    if province.capital:
        return Refusal("POW-ACT-2", f"{order.province} is the capital")
    if not province.town:
        return Refusal("POW-ACT-2", f"{order.province} has no town")
    problem = name_problem(state, order.name) if order.name else ""
    return Refusal("POW-ACT-3", problem) if problem else None


def gift_refusal(state: State, player: str, order: Gift) -> Refusal | None:
    """POW-ACT-4: why a province cannot be given to a principality, or None."""
    province = state.provinces[order.province]
    target = order.principality
    name = name_of(state, target)
    if target not in state.principalities:
        return Refusal("POW-ACT-4", f"{target} is not on the map")
    if province.owner != player:
        return Refusal("POW-ACT-4", f"{order.province} is not the player's own")
    if province.town:
        return Refusal("POW-ACT-4", f"{order.province} has a town")
    if province.religion != state.religion_of(target):
        return Refusal("POW-ACT-4", f"{order.province} is not of the religion of {name}")
    if order.province not in state.board.reach(state.lands[target]):
        return Refusal("POW-ACT-4", f"{order.province} does not touch {name}")
    return None


_ACTIONS = (PlaceInfluence, Release, Gift)
_DECLARATIONS = (DeclareWar, DeclareReligiousWar)


def act_in_order(turn: Turn) -> None:
    """R5b: all players who Engage in Diplomacy, one after the other."""
    for player in turn.state.initiative:
        if "diplomacy" in turn.state.players[player].tasks:
            _act(turn, player)
        else:
            _refuse(turn, player, _ACTIONS, "POW-DI-6", "does not Engage in Diplomacy")


def declare_in_order(turn: Turn) -> None:
    """R6a: all players who Wage War, one after the other."""
    open_wars(turn)
    for player in turn.state.initiative:
        if "war" in turn.state.players[player].tasks:
            _declare_wars(turn, player)
        else:
            _refuse(turn, player, _DECLARATIONS, "POW-WAR-1", "does not Wage War")
            if "diplomacy" not in turn.state.players[player].tasks:
                text = "takes part in neither phase"
                _refuse(turn, player, (JoinLeague,), "POW-LEA-5", text)


def act_next(turn: Turn) -> None:
    """Stepwise: the actions of the player whose turn it is."""
    players = engaged(turn.state)
    _act(turn, players[turn.number - 1])
    turn.go_on(players)


def declare_next(turn: Turn) -> None:
    """Stepwise: the declarations of the player whose turn it is."""
    players = waging(turn.state)
    _declare_wars(turn, players[turn.number - 1])
    turn.go_on(players)


def _declare_wars(turn: Turn, player: str) -> None:
    """R6a: one player's declarations in the order written."""
    orders = [order for _, order in turn.orders(player, *_DECLARATIONS, JoinLeague)]
    declare(turn, player, orders)


def _act(turn: Turn, player: str) -> None:
    """One player's actions in the order written. A League in a line after a declaration is joined
    together with the declarations."""
    wages = "war" in turn.state.players[player].tasks
    declared = False
    for entry, order in turn.orders(player, *_ACTIONS, *_DECLARATIONS, JoinLeague):
        if isinstance(order, PlaceInfluence):
            _place(turn, player, entry, order)
        elif isinstance(order, Release):
            _release(turn, player, entry, order)
        elif isinstance(order, Gift):
            _give(turn, player, entry, order)
        elif isinstance(order, JoinLeague):
            if not (wages and declared):
                _join(turn, player, entry, order)
        else:
            declared = True


def _place(turn: Turn, player: str, entry: Entry, order: PlaceInfluence) -> None:
    if order.principality not in turn.state.principalities:
        turn.settle(entry, "illegal", ("POW-DI-6", f"{order.principality} is not on the map"))
        return
    placed = place_saved(turn, player, order)
    if not placed:
        turn.settle(entry, "void", ("POW-ACT-1", "no DI is saved"))
    else:
        all_of_it = placed == order.number
        text = "placed" if all_of_it else f"no more than {placed} DI was saved"
        turn.settle(entry, "success", ("POW-ACT-1", text))


def _release(turn: Turn, player: str, entry: Entry, order: Release) -> None:
    """POW-ACT-2: a town becomes a principality, whose ally the player is."""
    if not turn.bars(entry, release_refusal(turn.state, player, order)):
        name = order.name or free_name(turn.state, order.province)
        found_principality(turn, name, (order.province,), order.province, "POW-ACT-2")
        place(turn, player, name, facts().vassal.influence, "POW-ACT-2")
        turn.settle(entry, "success", ("POW-ACT-2", "released"))


def _give(turn: Turn, player: str, entry: Entry, order: Gift) -> None:
    """POW-ACT-4, 5: a province passes to a principality, and the player has influence for it."""
    if not turn.bars(entry, gift_refusal(turn.state, player, order)):
        hand_over(turn, order.province, order.principality, "POW-ACT-4")
        place(turn, player, order.principality, facts().vassal.gift, "POW-ACT-4")
        turn.settle(entry, "success", ("POW-ACT-4", "given"))


def _join(turn: Turn, player: str, entry: Entry, order: JoinLeague) -> None:
    if not order.league:
        turn.settle(entry, "success", ("POW-LEA-5", "joins no League"))
    elif not turn.bars(entry, league_refusal(turn.state, player, order.league)):
        join_league(turn, player, order.league)
        turn.settle(entry, "success", ("POW-LEA-5", f"joins {LEAGUES[order.league]}"))


def _refuse(turn: Turn, player: str, kinds: tuple[type[Any], ...], rule: str, why: str) -> None:
    for entry, _ in turn.orders(player, *kinds):
        turn.settle(entry, "illegal", (rule, f"{player_name(player)} {why}"))


# --- declarations (R6a)


def open_wars(progress: Progress) -> None:
    """The start of R6: the provinces that every player owns now decide what counts as near
    (POW-WAR-12)."""
    state = progress.state
    footing = MappingProxyType({player: state.lands[player] for player in state.players})
    progress.change(wars=(), religious_war=None, footing=footing, hands=NOTHING)


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
    if any(war.attacker == player for war in state.wars):
        said = f"{player_name(player)} has declared 1 private war this Round"
        progress.skip(player, order, "excess", ("POW-WAR-2", said))
        return
    if not target:
        progress.judge(player, order, "success", ("POW-WAR-2", "passes"))
        return
    if progress.refuses(player, order, war_refusal(state, player, target)):
        return
    phase = battle_phase(state, player, target)
    number = len(state.wars) + 1
    said = f"war {number}, in Battle Phase {phase}, the first free for both"
    progress.judge(player, order, "success", ("POW-WAR-8", said))
    named = f"{player_name(player)} declares war on {name_of(state, target)}"
    text = f"{named}: war {number}, Battle Phase {phase}"
    progress.tell(
        WAR_DECLARED,
        "POW-WAR-8",
        text,
        (player, target),
        war=number,
        phase=phase,
        attacker=player,
        defender=target,
    )
    progress.change_player(player, declared=True)
    if state.is_player(target):
        progress.change_player(target, attacked=True)
    else:
        progress.change_principality(target, attacked=True)
        clear(progress, player, target, "POW-WAR-6", "it has declared war")
    able = _could_take(progress.state, player, target)
    new = War(number, player, target, phase, "pending", able)
    progress.change(wars=(*progress.state.wars, new))
    _withdraw(progress, "attacked", target)


def _could_take(state: State, attacker: str, defender: str) -> tuple[str, ...]:
    """The allies of both sides that could take a province of the other (POW-WAR-11)."""
    ours, theirs = state.allies_of(attacker), state.allies_of(defender)
    own = [ally for ally in ours if open_to_allies(state, ally, (defender, *theirs))]
    return (*own, *(ally for ally in theirs if open_to_allies(state, ally, (attacker, *ours))))


def _withdraw(progress: Progress, when: str, target: str) -> None:
    """POW-DI-5: standing orders to leave a principality once war comes to one's door or to it
    ("attacked"), or once it is the "target" of a Religious War."""
    for player in progress.state.order:
        for wish in progress.state.players[player].wishes.withdraw:
            at_home = when == "attacked" and target == player
            if wish.when == when and (at_home or target == wish.principality):
                withdraw(progress, player, wish.principality)


def war_refusal(state: State, player: str, target: str) -> Refusal | None:
    """Why a player may not declare a private war on this target, or None."""
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
    has_footing = state.lands[player] or state.allies_of(player)
    if state.players[player].foreign is None or has_footing:
        return None
    said = f"{player_name(player)} is a Foreign Power with neither land nor an ally in the Empire"
    return Refusal("POW-WAR-4", said)


def battle_phase(state: State, attacker: str, defender: str) -> int:
    """POW-WAR-8: the first Battle Phase, from 1, in which neither side is engaged already.

    A player who declares n wars suffers one more at most, so that there are at most 2n + 1 Battle
    Phases (POW-WAR-9).
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
    if progress.refuses(player, order, target_refusal(state, player, order.target)):
        return
    name, who, target = name_of(state, order.target), player_name(player), order.target
    progress.change(religious_war=ReligiousWar(target, player, "pending"))
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
    if not progress.refuses(player, order, league_refusal(progress.state, player, order.league)):
        join_league(progress, player, order.league)
        progress.judge(player, order, "success", ("POW-LEA-5", "joins"))
