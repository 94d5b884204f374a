"""The end of a Religious War: the Target, the Electorate, and the victors' treaties (R7d-e)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import clear, place
from generator.rulesets.westphalia.land.lands import convert_principality
from generator.rulesets.westphalia.land.leagues import members
from generator.rulesets.westphalia.land.spoils import Claim
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Effects, Progress
from generator.rulesets.westphalia.state.state import LEAGUE_OF, Religion, ReligiousWar, State
from generator.rulesets.westphalia.state.war_orders import ExchangeElectors
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    RELIGION,
    listed,
    name_of,
    player_name,
)
from generator.rulesets.westphalia.wars.fields import (
    RELIGIOUS,
    Host,
    muster_of,
    without_field,
)
from generator.rulesets.westphalia.wars.gathering import opposing
from generator.rulesets.westphalia.wars.plans import Orders
from generator.rulesets.westphalia.wars.treaties import Used, judge_unused, settle_claim

__all__ = ["conclude_religious_war", "right_to_exchange"]


def conclude_religious_war(
    state: State, orders: Orders, stop: Callable[[Progress], bool] | None = None
) -> Effects:
    """What the war decides: the Target, exchanged Electors, then treaties in Initiative Order.

    `stop` is asked after each treaty whether the game has ended. Nothing happens without a war
    that was won or remained inconclusive. The Leagues are emptied afterwards, not here.
    """
    progress = Progress(state)
    war = state.religious_war
    if war is None or war.status not in ("won", "inconclusive"):
        judge_unused(progress, orders, set())
        return progress.effects()
    muster = muster_of(state.hands)
    hosts = muster.hosts if muster is not None else {}
    progress.state = replace(state, hands=without_field(state.hands, RELIGIOUS))
    if war.status == "inconclusive" and state.option("religious_inconclusive") == "rotf_wins":
        war = replace(war, status="won", winner=state.players[war.rotf].league)
    used: Used = set()
    if war.status == "inconclusive":
        _tell_inconclusive(progress, war)
    else:
        _settle_target(progress, war)
        _exchange_electors(progress, war, orders)
        _settle_treaties(progress, war, hosts, orders, used, stop)
    judge_unused(progress, orders, used)
    return progress.effects()


def _tell_inconclusive(progress: Progress, war: ReligiousWar) -> None:
    name = name_of(progress.state, war.target)
    progress.tell(
        kinds.RELIGIOUS_WAR_INCONCLUSIVE,
        "POW-RWB-11",
        f"{name} keeps its religion: nobody has won, and nothing else changes",
        (war.rotf, war.dotf),
        weight=6,
        target=war.target,
    )


def _settle_target(progress: Progress, war: ReligiousWar) -> None:
    """POW-RWP-1, 3: the Target's religion, and the influence with it."""
    state, target = progress.state, war.target
    name = name_of(state, target)
    own = state.players[war.rotf].league
    if war.winner == own:
        rule, gainer, gained = "POW-RWP-1", war.rotf, facts().war.rotf
        text = f"{LEAGUES[own]} has won: {name} takes its religion"
    else:
        rule, gainer, gained = "POW-RWP-3", war.dotf, facts().war.dotf
        text = f"{LEAGUES[war.winner]} has won: {name} keeps its religion"
    progress.tell(
        kinds.RELIGIOUS_WAR_WON,
        rule,
        text[:1].upper() + text[1:],
        members(state, war.winner),
        weight=9,
        target=target,
        winner=war.winner,
    )
    if war.winner == own and LEAGUE_OF[state.religion_of(target)] != own:
        convert_principality(progress, target, "POW-RWP-1")
    for player in members(state, opposing(war.winner)):
        clear(progress, player, target, rule, f"{LEAGUES[war.winner]} has won")
    place(progress, gainer, target, gained, rule)


class Exchange(NamedTuple):
    """A right to exchange Electors: whose it is, in the order in which they use it, by which rule,
    and the religion of the Electors that go and of those that come."""

    players: tuple[str, ...]
    rule: str
    leaving: Religion
    coming: Religion


def right_to_exchange(state: State, war: ReligiousWar) -> Exchange | None:
    """Who may exchange which Electors (POW-RWP-4, 5); None if nobody may."""
    emperor = state.players.get(state.emperor)
    if emperor is None or not emperor.league or emperor.league != LEAGUE_OF[emperor.religion]:
        return None
    other: Religion = "protestant" if emperor.religion == "catholic" else "catholic"
    if emperor.league == war.winner:
        return Exchange((emperor.id,), "POW-RWP-4", other, emperor.religion)
    power = {player: imperial_power(state, player) for player in members(state, war.winner)}
    if not power:
        return None
    # Members stand in Initiative Order, in which equals exchange one after the other.
    strongest = tuple(player for player in power if power[player] == max(power.values()))
    return Exchange(strongest, "POW-RWP-5", emperor.religion, other)


def _exchange_electors(progress: Progress, war: ReligiousWar, orders: Orders) -> None:
    found = right_to_exchange(progress.state, war)
    for player in progress.state.order:
        for order in orders.get(player, ()):
            if not isinstance(order, ExchangeElectors):
                continue
            if found is None or player not in found.players:
                rule = "POW-RWP-5" if found else "POW-RWP-4"
                said = f"{player_name(player)} has no right to exchange Electors"
                progress.skip(player, order, "illegal", (rule, said))
            else:
                _exchange(progress, war, found, player, order)


def _exchange(
    progress: Progress,
    war: ReligiousWar,
    right: Exchange,
    player: str,
    order: ExchangeElectors,
) -> None:
    """Electors go and principalities come one for one, each list from its first legal name."""
    state, rule = progress.state, right.rule
    reasons: list[tuple[str, str]] = []
    out = [one for one in dict.fromkeys(order.remove) if _may_go(state, war, one, right, reasons)]
    new = [one for one in dict.fromkeys(order.add) if _may_come(state, one, right.coming, reasons)]
    pairs = list(zip(out, new, strict=False))
    if len(out) != len(new):
        reasons.append(("POW-RWP-6", "as many come as go, and the rest is passed over"))
    for old, candidate in pairs:
        progress.state = progress.state.with_principality(old, elector=False)
        progress.state = progress.state.with_principality(candidate, elector=True)
        names = name_of(state, old), name_of(state, candidate)
        progress.tell(
            kinds.ELECTORS_EXCHANGED,
            rule,
            f"{player_name(player)} removes {names[0]} from the Electorate, "
            f"and makes {names[1]} an Elector",
            (player,),
            weight=7,
            removed=old,
            added=candidate,
        )
    said = listed(name_of(state, old) for old, _ in pairs)
    reasons.insert(0, (rule, f"removes {said}" if said else "removes nobody"))
    done = bool(pairs) or not order.remove
    progress.judge(player, order, "success" if done else "illegal", *reasons)


def _may_go(
    state: State,
    war: ReligiousWar,
    elector: str,
    right: Exchange,
    reasons: list[tuple[str, str]],
) -> bool:
    """Whether an Elector may be removed; if not, a reason is noted."""
    name = name_of(state, elector)
    one = state.principalities.get(elector)
    if one is None or not one.elector:
        reasons.append(("POW-ELE-12", f"{name} is no Elector"))
    elif elector not in war.fought.get(opposing(war.winner), ()):
        reasons.append(("POW-RWP-6", f"{name} did not fight in the defeated League"))
    elif state.religion_of(elector) != right.leaving:
        reasons.append((right.rule, f"{name} is not {RELIGION[right.leaving]}"))
    else:
        return True
    return False


def _may_come(
    state: State, candidate: str, religion: Religion, reasons: list[tuple[str, str]]
) -> bool:
    """Whether a power may become an Elector; if not, a reason is noted."""
    name = name_of(state, candidate)
    if state.is_player(candidate):
        reasons.append(("POW-ELE-12", f"{name} is a player, and players are never Electors"))
    elif candidate not in state.principalities:
        reasons.append(("POW-RWP-6", f"{name} is not on the map"))
    elif state.principalities[candidate].elector:
        reasons.append(("POW-RWP-6", f"{name} is an Elector already"))
    elif state.religion_of(candidate) != religion:
        reasons.append(("POW-RWP-6", f"{name} is not {RELIGION[religion]}"))
    else:
        return True
    return False


def _settle_treaties(
    progress: Progress,
    war: ReligiousWar,
    hosts: Mapping[str, Host],
    orders: Orders,
    used: Used,
    stop: Callable[[Progress], bool] | None,
) -> None:
    """POW-RWP-7 to 11: each victor, in Initiative Order, takes of the whole defeated League."""
    state = progress.state
    victors, losers = members(state, war.winner), members(state, opposing(war.winner))
    rotf_won = state.players[war.rotf].league == war.winner
    shielded = war.target if rotf_won else ""
    owed = {ally: loser for loser in losers for ally in _allies(state, hosts, loser)}
    enemies = tuple(one for one in (*losers, *owed) if one != shielded)
    for victor in victors if losers else ():
        now = progress.state
        # Who fought for a loser takes nothing for a victor, though his ally by now.
        allies = tuple(one for one in now.allies_of(victor) if one != shielded and one not in owed)
        claim = Claim(
            victor,
            tuple(one for one in enemies if now.is_player(one) or one in now.principalities),
            allies,
            tuple(one for one in allies if one in war.could_take),
            religious=True,
        )
        settle_claim(progress, claim, RELIGIOUS, orders.get(victor, ()), owed, used)
        if stop is not None and stop(progress):
            return


def _allies(state: State, hosts: Mapping[str, Host], player: str) -> tuple[str, ...]:
    """The principalities that fought for a member; without a battle, his allies of now."""
    host = hosts.get(player)
    found = host.allies if host is not None else state.allies_of(player)
    return tuple(one for one in found if one in state.principalities)
