"""Whose orders a phase waits for.

What a function needs of the rules it imports itself: the table of phases names them all, and has to
be there at once.
"""

from __future__ import annotations

from generator.rulesets.westphalia.state.pacing import (
    are_apart,
    are_open,
    are_sequential,
    dealt,
    engaged,
    is_stepwise,
    waging,
)
from generator.rulesets.westphalia.state.state import State

__all__ = [
    "actor",
    "after_tradeoffs",
    "all_or_next",
    "at_war",
    "closing",
    "converting",
    "declarer",
    "emperor",
    "everybody",
    "heretics",
    "in_battle",
    "in_melee",
    "late",
    "late_member",
    "league_members",
    "leavers",
    "mustered",
    "next_in_setup",
    "open_voter",
    "paying",
    "paying_in_turn",
    "players_of_game",
    "principality_placer",
    "second",
    "signing",
    "swapping",
    "undecided",
    "victors",
    "voters",
    "with_dice",
]


def everybody(state: State) -> set[str]:
    return set(state.seats)


def all_or_next(state: State) -> set[str]:
    """Everybody, or stepwise the n-th in Setup Order."""
    return {state.setup_order[state.number - 1]} if state.number else set(state.seats)


def players_of_game(state: State) -> set[str]:
    from generator.rulesets.westphalia.diplomacy.games import games_of

    return set(games_of(state)[state.number - 1])


def actor(state: State) -> set[str]:
    return {engaged(state)[state.number - 1]}


def declarer(state: State) -> set[str]:
    return {waging(state)[state.number - 1]}


def next_in_setup(state: State) -> set[str]:
    """The n-th in Setup Order, round after round."""
    return {state.setup_order[(state.number - 1) % len(state.seats)]}


def principality_placer(state: State) -> set[str]:
    from generator.rulesets.westphalia.setup.drafting import placer_of

    return {placer_of(state, state.number)}


def voters(state: State) -> set[str]:
    from generator.rulesets.westphalia.closing.election import voters_of

    return {player for player in state.seats if voters_of(state, player)}


def open_voter(state: State) -> set[str]:
    from generator.rulesets.westphalia.closing.balloting import next_voter

    return {next_voter(state)}


def heretics(state: State) -> set[str]:
    return {player for player, one in state.players.items() if "heresy" in one.tasks}


def converting(state: State) -> set[str]:
    """Stepwise: who may convert, and every Catholic who votes on a Council of Trent."""
    from generator.rulesets.westphalia.faith.conversion import awaits_council

    catholics = (player for player, one in state.players.items() if one.religion == "catholic")
    return heretics(state) | set(catholics if awaits_council(state) else ())


def second(state: State) -> set[str]:
    """Who has a second choice to make, and who has dilemma cards to commit."""
    return heretics(state) if are_sequential(state) else set(state.seats)


def with_dice(state: State) -> set[str]:
    players = dealt(state)
    return {players[state.number - 1]} if state.number else set(players)


def at_war(state: State) -> set[str]:
    """Who plays cards, and who may have a treaty to make."""
    from generator.rulesets.westphalia.wars.battles import belligerents
    from generator.rulesets.westphalia.wars.fields import field_of

    sides = {
        side.power
        for war in state.wars
        if (field := field_of(state.hands, war)) is not None
        for side in field.sides
    }
    return {*(player for player, _ in belligerents(state)), *sides} & set(state.seats)


def signing(state: State) -> set[str]:
    """Who takes provinces by a treaty, and who chooses what a principality takes from him."""
    from generator.rulesets.westphalia.wars.fields import field_of

    found = set()
    for war in state.wars:
        field = field_of(state.hands, war)
        if field is not None and war.status == "won":
            loser = next(side.power for side in field.sides if side.power != war.winner)
            found.add(war.winner if state.is_player(war.winner) else loser)
    return found


def swapping(state: State) -> set[str]:
    """Who has cards; where battles and treaties follow at once, all who may order for them."""
    return in_battle(state) if are_apart(state) else at_war(state)


def late(state: State) -> set[str]:
    """Who swaps last; where battles and treaties follow at once, all who may order for them."""
    from generator.rulesets.westphalia.wars.swaps import late_leaders

    return set(late_leaders(state)) if are_apart(state) else at_war(state)


def in_battle(state: State) -> set[str]:
    from generator.rulesets.westphalia.wars.battles import belligerents

    return {player for player, _ in belligerents(state)}


def undecided(state: State) -> set[str]:
    """Who has to take a side in the Religious War, and the Emperor, who may."""
    from generator.rulesets.westphalia.wars.gathering import may_invite, must_choose

    war = state.religious_war
    found = set(must_choose(state, war.target)) if war else set()
    if may_invite(state):
        found.add(state.emperor)
    return found


def league_members(state: State) -> set[str]:
    return {player for player, one in state.players.items() if one.league}


def mustered(state: State) -> set[str]:
    """Who has cards; where the melee and treaties follow at once, all members."""
    from generator.rulesets.westphalia.wars.fields import muster_of

    if are_apart(state):
        return in_melee(state)
    return league_members(state) if muster_of(state.hands) is not None else set()


def late_member(state: State) -> set[str]:
    """Whose turn it is to swap; the melee and treaties may follow on the last."""
    from generator.rulesets.westphalia.wars.religious import late_members

    late = late_members(state)
    is_last = len(late) < 2 and not are_apart(state)
    return league_members(state) if is_last else set(late[:1])


def victors(state: State) -> set[str]:
    """Who takes provinces after a Religious War: nobody where it was inconclusive, or unopposed."""
    from generator.rulesets.westphalia.wars.fields import muster_of

    war = state.religious_war
    if war is None or muster_of(state.hands) is None:
        return set()
    winner = war.winner
    if war.status == "inconclusive" and state.option("religious_inconclusive") == "rotf_wins":
        winner = state.players[war.rotf].league
    return {player for player, one in state.players.items() if winner and one.league == winner}


def in_melee(state: State) -> set[str]:
    from generator.rulesets.westphalia.wars.religious import combatants

    return set(combatants(state))


def paying(state: State) -> set[str]:
    """Who may lose something in the Tradeoffs that is the player's to choose."""
    from generator.rulesets.westphalia.closing.tradeoffs import who_pays

    return {
        player
        for player in who_pays(state)
        if _loses_placed(state, player) or _rolls_for_land(state, player)
    }


def _loses_placed(state: State, player: str) -> bool:
    from generator.rulesets.westphalia.closing.tradeoffs import fought_enough
    from generator.rulesets.westphalia.land.influence import total_influence

    one = state.players[player]
    has_placed = total_influence(state, player) > one.saved
    return has_placed and not ("diplomacy" in one.tasks and fought_enough(state, player))


def _rolls_for_land(state: State, player: str) -> bool:
    return "heresy" not in state.players[player].tasks and len(state.lands[player]) > 2


def paying_in_turn(state: State) -> set[str]:
    """Who may lose something, or where Tradeoffs go in Initiative Order the n-th who pays."""
    from generator.rulesets.westphalia.closing.tradeoffs import payers

    return set(payers(state)[state.number - 1 : state.number]) if state.number else paying(state)


def leavers(state: State) -> set[str]:
    from generator.rulesets.westphalia.diplomacy.foreign import leaving_refusal

    return {player for player in state.seats if leaving_refusal(state, player) is None}


def closing(state: State) -> set[str]:
    """Merged: voters, unless they vote openly, those who may leave, and those who pay. Stepwise
    only voters are left."""
    if is_stepwise(state):
        return voters(state)
    return after_tradeoffs(state) | paying(state)


def after_tradeoffs(state: State) -> set[str]:
    return leavers(state) | (set() if are_open(state) else voters(state))


def emperor(state: State) -> set[str]:
    return {state.emperor}
