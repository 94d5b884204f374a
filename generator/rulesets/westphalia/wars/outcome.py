"""The end of a Religious War: the Target, the Electorate, and the victors' treaties (R7d-e)."""

from __future__ import annotations

from typing import NamedTuple

from generator.engine.verdicts import Outcome
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import Refusal, clear, members, place
from generator.rulesets.westphalia.land.lands import convert_principality
from generator.rulesets.westphalia.land.spoils import Claim
from generator.rulesets.westphalia.land.victory import check_victory
from generator.rulesets.westphalia.state.orders import ExchangeElectors
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import (
    LEAGUE_OF,
    Religion,
    ReligiousWar,
    State,
    other_religion,
)
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    RELIGION,
    capital_letter,
    listed,
    name_of,
    player_name,
)
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, Muster, muster_of, without_field
from generator.rulesets.westphalia.wars.gathering import opposing
from generator.rulesets.westphalia.wars.plans import Orders
from generator.rulesets.westphalia.wars.treaties import judge_unused, settle_claim


def conclude_religious_war(progress: Progress, orders: Orders) -> None:
    """The results of the war: the Target, exchanged Electors, then treaties in Initiative Order.

    No treaty is made once the game has ended with one. Nothing happens without a war that was won
    or remained inconclusive. The Leagues are emptied afterwards, not here.
    """
    state = progress.state
    war = state.religious_war
    if war is None or war.status not in ("won", "inconclusive"):
        judge_unused(progress, orders)
        return
    muster = muster_of(state.hands)
    progress.change(hands=without_field(state.hands, RELIGIOUS))
    if war.status == "inconclusive":
        name = name_of(state, war.target)
        progress.tell(
            kinds.RELIGIOUS_WAR_INCONCLUSIVE,
            "POW-RWB-11",
            f"{name} keeps its religion: nobody has won, and nothing else changes",
            (war.rotf, war.dotf),
            target=war.target,
        )
    else:
        _settle_target(progress, war)
        _exchange_electors(progress, war, orders)
        _settle_treaties(progress, war, muster, orders)
    judge_unused(progress, orders)


def _settle_target(progress: Progress, war: ReligiousWar) -> None:
    """POW-RWP-1, 3: the Target's religion, and the influence with it."""
    state, target = progress.state, war.target
    name = name_of(state, target)
    own = state.players[war.rotf].league
    if war.winner == own:
        rule, gainer, gained, verb = "POW-RWP-1", war.rotf, facts().war.rotf, "takes"
    else:
        rule, gainer, gained, verb = "POW-RWP-3", war.dotf, facts().war.dotf, "keeps"
    why = f"{LEAGUES[war.winner]} has won"
    progress.tell(
        kinds.RELIGIOUS_WAR_WON,
        rule,
        f"{capital_letter(why)}: {name} {verb} its religion",
        members(state, war.winner),
        target=target,
        winner=war.winner,
    )
    if war.winner == own and LEAGUE_OF[state.religion_of(target)] != own:
        convert_principality(progress, target, "POW-RWP-1")
    for player in members(state, opposing(war.winner)):
        clear(progress, player, target, rule, why)
    place(progress, gainer, target, gained, rule)


class Exchange(NamedTuple):
    """A right to exchange Electors: its holders in the order in which they use it, its rule, and
    the religion of the Electors that go and of those that come."""

    players: tuple[str, ...]
    rule: str
    leaving: Religion
    coming: Religion


def right_to_exchange(state: State, war: ReligiousWar) -> Exchange | None:
    """The right to exchange Electors (POW-RWP-4, 5); None if no player has it."""
    emperor = state.players.get(state.emperor)
    if emperor is None or not emperor.league or emperor.league != LEAGUE_OF[emperor.religion]:
        return None
    other = other_religion(emperor.religion)
    if emperor.league == war.winner:
        return Exchange((emperor.id,), "POW-RWP-4", other, emperor.religion)
    power = {player: imperial_power(state, player) for player in members(state, war.winner)}
    if not power:
        return None
    # Members are in Initiative Order, in which equals exchange one after the other.
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
    progress: Progress, war: ReligiousWar, right: Exchange, player: str, order: ExchangeElectors
) -> None:
    """Electors go and principalities come one for one, each list from its first legal name."""
    state, rule = progress.state, right.rule
    going = {one: _why_stays(state, war, one, right) for one in order.remove}
    coming = {one: _why_not(state, one, right.coming) for one in order.add}
    out = [one for one, bar in going.items() if bar is None]
    new = [one for one, bar in coming.items() if bar is None]
    reasons = [bar for bar in (*going.values(), *coming.values()) if bar is not None]
    pairs = list(zip(out, new, strict=False))
    if len(out) != len(new):
        reasons.append(Refusal("POW-RWP-6", "as many come as go, and the rest is passed over"))
    for old, candidate in pairs:
        progress.change_principality(old, elector=False)
        progress.change_principality(candidate, elector=True)
        names = name_of(state, old), name_of(state, candidate)
        text = (
            f"{player_name(player)} removes {names[0]} from the Electorate, "
            f"and makes {names[1]} an Elector"
        )
        progress.tell(kinds.ELECTORS_EXCHANGED, rule, text, (player,), removed=old, added=candidate)
    said = f"removes {listed(name_of(state, old) for old, _ in pairs) or 'nobody'}"
    outcome: Outcome = "success" if pairs or not order.remove else "illegal"
    progress.judge(player, order, outcome, (rule, said), *reasons)


def _why_stays(state: State, war: ReligiousWar, elector: str, right: Exchange) -> Refusal | None:
    """Why an Elector may not be removed, or None."""
    name = name_of(state, elector)
    if elector not in state.electors:
        return Refusal("POW-ELE-12", f"{name} is no Elector")
    if elector not in war.fought.get(opposing(war.winner), ()):
        return Refusal("POW-RWP-6", f"{name} did not fight in the defeated League")
    if state.religion_of(elector) != right.leaving:
        return Refusal(right.rule, f"{name} is not {RELIGION[right.leaving]}")
    return None


def _why_not(state: State, candidate: str, religion: Religion) -> Refusal | None:
    """Why a power may not become an Elector, or None."""
    name = name_of(state, candidate)
    if state.is_player(candidate):
        return Refusal("POW-ELE-12", f"{name} is a player, and players are never Electors")
    if candidate not in state.principalities:
        return Refusal("POW-RWP-6", f"{name} is not on the map")
    if candidate in state.electors:
        return Refusal("POW-RWP-6", f"{name} is an Elector already")
    if state.religion_of(candidate) != religion:
        return Refusal("POW-RWP-6", f"{name} is not {RELIGION[religion]}")
    return None


def _settle_treaties(
    progress: Progress, war: ReligiousWar, muster: Muster | None, orders: Orders
) -> None:
    """POW-RWP-7 to 11: each victor, in Initiative Order, takes of the whole defeated League."""
    state = progress.state
    victors, losers = members(state, war.winner), members(state, opposing(war.winner))
    rotf_won = state.players[war.rotf].league == war.winner
    shielded = war.target if rotf_won else ""
    # The principalities that fought for a member; without a battle, his present allies.
    fought = {side.power: side.allies for side in muster.sides} if muster else {}
    owed = {
        ally: loser
        for loser in losers
        for ally in fought.get(loser, state.allies_of(loser))
        if ally in state.principalities
    }
    enemies = tuple(one for one in (*losers, *owed) if one != shielded)
    for victor in victors if losers else ():
        now = progress.state
        # An ally that fought for a loser takes nothing for a victor, even if it is his by now.
        allies = tuple(one for one in now.allies_of(victor) if one != shielded and one not in owed)
        claim = Claim(
            victor,
            tuple(one for one in enemies if now.is_player(one) or one in now.principalities),
            allies,
            tuple(one for one in allies if one in war.could_take),
            religious=True,
        )
        settle_claim(progress, claim, RELIGIOUS, orders.get(victor, ()), owed)
        if check_victory(progress, "treaty"):
            return
