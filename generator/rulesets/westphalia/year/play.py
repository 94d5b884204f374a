"""What each phase does, step by step, and whose orders it waits for.

The steps of a phase have its name, and the functions are those that the table of phases names
(`course`). Steps that hang on what has happened say themselves which phase follows (`flow`).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from generator.engine.course import Step, Steps
from generator.rulesets.westphalia.closing import closing as ending
from generator.rulesets.westphalia.closing import election, tradeoffs
from generator.rulesets.westphalia.diplomacy import actions, foreign, games
from generator.rulesets.westphalia.diplomacy.standing_orders import take_standing_orders
from generator.rulesets.westphalia.faith import choosing, conversion, dice, upheaval
from generator.rulesets.westphalia.faith.faith import roll_faith
from generator.rulesets.westphalia.land.influence import total_influence
from generator.rulesets.westphalia.land.victory import check_victory
from generator.rulesets.westphalia.setup import phases as setup
from generator.rulesets.westphalia.state import pacing
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.turn.turn import Turn
from generator.rulesets.westphalia.wars.battles import enemies_met
from generator.rulesets.westphalia.wars.fields import field_of, muster_of
from generator.rulesets.westphalia.wars.fighting import late_leaders
from generator.rulesets.westphalia.wars.gathering import may_invite, must_choose
from generator.rulesets.westphalia.year import flow
from generator.rulesets.westphalia.year.course import CARDS, COURSE, asks_to_leave

# --- what each phase does


def _take_standing_orders(turn: Turn) -> None:
    """Wishes are noted, and influence is withdrawn, but by those who are in a battle."""
    has_cards = CARDS in COURSE[turn.before.moment.phase].traits
    frozen = flow.frozen_players(turn) if has_cards else frozenset[str]()
    take_standing_orders(turn, frozen=frozen, leaving=asks_to_leave(turn.before))


def _if_merged(*steps: Step) -> Steps:
    return tuple(
        replace(step, when=lambda turn: not pacing.is_stepwise(turn.before)) for step in steps
    )


_STANDING: Final = Step("standing orders", _take_standing_orders)
_CONVERTING: Final = (
    Step("conversions", conversion.decide_conversions),
    Step("Council of Trent", conversion.hold_council_vote),
    Step("rolls for faith", lambda turn: roll_faith(turn.progress, turn.lots)),
    Step("dice or diplomacy", flow.to_faith),
)
_FOREIGN_POWERS: Final = (
    Step("departures", ending.depart),
    Step("troubles at home", ending.roll_for_troubles),
    Step("victory", lambda turn: check_victory(turn.progress, "foreign")),
)
_ELECTION: Final = Step("Imperial Election", ending.elect_if_due)
_END: Final = Step("end of the Round", ending.end_round)

SETUP: Final = (
    _STANDING,
    Step("Setup Order", setup.draw_setup_order),
    Step("board", setup.lay_out_board, when=lambda turn: not pacing.is_drafted(turn.before)),
)
PROVINCES: Final = (_STANDING, Step("provinces", setup.take_provinces))
ELECTOR: Final = (_STANDING, Step("Elector", setup.place_elector))
PRINCIPALITY: Final = (_STANDING, Step("principality", setup.place_next_principality))
INFLUENCE: Final = (
    _STANDING,
    Step("influence", setup.place_first_influence),
    Step("first election", flow.to_first_election),
)
FIRST_ELECTION: Final = (
    _STANDING,
    Step("Imperial Election", ending.elect),
    Step("Round 1", setup.open_first_round),
)
UPHEAVAL: Final = (
    Step("Round", lambda turn: upheaval.begin_round(turn.progress)),
    _STANDING,
    Step("Reformation", lambda turn: conversion.begin_reformation(turn.progress)),
    Step("initiative", lambda turn: upheaval.set_initiative(turn.progress)),
    Step("Religious Upheaval", lambda turn: upheaval.hold_upheaval(turn.progress, turn.lots)),
    Step("victory", lambda turn: check_victory(turn.progress, "upheaval")),
)
CHOICE: Final = (_STANDING, Step("choices", choosing.make_choices), *_if_merged(*_CONVERTING))
CONVERSION: Final = (_STANDING, *_CONVERTING)
FAITH: Final = (
    _STANDING,
    Step("dice of faith", dice.place_faith),
    Step("victory", lambda turn: check_victory(turn.progress, "faith")),
    Step("diplomacy", flow.to_diplomacy),
)
SECOND_CHOICE: Final = (
    _STANDING,
    Step("choices", choosing.choose_second),
    Step("dilemma cards", lambda turn: games.commit_cards(turn, shown=True)),
    Step("Diplomacy Games", flow.to_games),
)
GAME: Final = (
    _STANDING,
    Step("Diplomacy Game", games.play_next_game),
    Step("actions", flow.to_actions),
)
DIPLOMACY: Final = (
    _STANDING,
    Step("actions", actions.act_in_order),
    Step("declarations", actions.declare_in_order),
    Step("battles", flow.to_battles),
)
ACTIONS: Final = (
    _STANDING,
    Step("actions", actions.act_next),
    Step("declarations", flow.to_declarations),
)
DECLARATIONS: Final = (
    _STANDING,
    Step("declarations", actions.declare_next),
    Step("battles", flow.to_battles),
)
BATTLES: Final = (_STANDING, Step("swaps, or all of it", flow.play_battles))
SWAPS: Final = BATTLES
BATTLE_ROUND: Final = (_STANDING, Step("battle round", flow.play_battle_round))
SCRIPTS: Final = (_STANDING, Step("battles", flow.play_scripts))
TREATIES: Final = (_STANDING, Step("treaties", flow.conclude_battles))
LEAGUES: Final = (_STANDING, Step("Leagues", flow.gather))
RELIGIOUS_WAR: Final = BATTLES
RELIGIOUS_SWAPS: Final = BATTLES
MELEE_ROUND: Final = BATTLE_ROUND
RELIGIOUS_SCRIPTS: Final = SCRIPTS
RELIGIOUS_TREATIES: Final = (_STANDING, Step("treaties", flow.conclude_melee))
TRADEOFFS: Final = (
    _STANDING,
    Step("Tradeoffs", tradeoffs.trade_off, when=lambda turn: not turn.number),
    Step("Tradeoffs in turn", tradeoffs.pay_next, when=lambda turn: bool(turn.number)),
)
LEAVING: Final = (
    _STANDING,
    *_FOREIGN_POWERS,
    Step("life of the Emperor", ending.await_election),
    _END,
)
CLOSING: Final = (_STANDING, *_FOREIGN_POWERS, _ELECTION, _END)
ELECTION: Final = (
    _STANDING,
    *_if_merged(Step("Tradeoffs", tradeoffs.trade_off), *_FOREIGN_POWERS, _ELECTION),
    # Stepwise all else has been done, and the throne is empty.
    Step("Imperial Election now", ending.elect, when=lambda turn: pacing.is_stepwise(turn.before)),
    _END,
)
BALLOT: Final = (
    _STANDING,
    Step("ballot", ending.vote_next),
    Step("Round 1", setup.open_first_round, when=lambda turn: turn.state.setup),
    _END,
)
# Standing orders come between the choice and the peace.
PEACE: Final = (Step("Peace of Westphalia", ending.choose_winner),)


# --- whose orders a phase waits for


def everybody(state: State) -> set[str]:
    return set(state.seats)


def all_or_next(state: State) -> set[str]:
    """Everybody, or stepwise the n-th in Setup Order."""
    return {state.setup_order[state.number - 1]} if state.number else set(state.seats)


def players_of_game(state: State) -> set[str]:
    return set(games.games_of(state)[state.number - 1])


def actor(state: State) -> set[str]:
    return {pacing.engaged(state)[state.number - 1]}


def declarer(state: State) -> set[str]:
    return {pacing.waging(state)[state.number - 1]}


def next_in_setup(state: State) -> set[str]:
    """The n-th in Setup Order, round after round."""
    return {state.setup_order[(state.number - 1) % len(state.seats)]}


def principality_placer(state: State) -> set[str]:
    return {setup.placer_of(state, state.number)}


def voters(state: State) -> set[str]:
    return {player for player in state.seats if election.voters_of(state, player)}


def open_voter(state: State) -> set[str]:
    return {election.next_voter(state)}


def heretics(state: State) -> set[str]:
    return {player for player, one in state.players.items() if "heresy" in one.tasks}


def converting(state: State) -> set[str]:
    """Stepwise: who may convert, and every Catholic who votes on a Council of Trent."""
    catholics = (player for player, one in state.players.items() if one.religion == "catholic")
    return heretics(state) | set(catholics if conversion.awaits_council(state) else ())


def second(state: State) -> set[str]:
    """Who has a second choice to make, and who has dilemma cards to commit."""
    return heretics(state) if pacing.are_sequential(state) else set(state.seats)


def with_dice(state: State) -> set[str]:
    players = pacing.dealt(state)
    return {players[state.number - 1]} if state.number else set(players)


def at_war(state: State) -> set[str]:
    """Who plays cards, and who may have a treaty to make."""
    fields = (field_of(state.hands, war) for war in state.wars)
    sides = {side.power for field in fields if field is not None for side in field.sides}
    return (in_battle(state) | sides) & set(state.seats)


def signing(state: State) -> set[str]:
    """Who takes provinces by a treaty, and who chooses what a principality takes from him."""
    found = set()
    for war in state.wars:
        field = field_of(state.hands, war)
        if field is not None and war.status == "won":
            loser = next(side.power for side in field.sides if side.power != war.winner)
            found.add(war.winner if state.is_player(war.winner) else loser)
    return found


def swapping(state: State) -> set[str]:
    """Who has cards; where battles and treaties follow at once, all who may order for them."""
    return in_battle(state) if pacing.are_apart(state) else at_war(state)


def late(state: State) -> set[str]:
    """Who swaps last; where battles and treaties follow at once, all who may order for them."""
    return set(late_leaders(state)) if pacing.are_apart(state) else at_war(state)


def in_battle(state: State) -> set[str]:
    return set(enemies_met(state))


def undecided(state: State) -> set[str]:
    """Who has to take a side in the Religious War, and the Emperor, who may."""
    war = state.religious_war
    found = set(must_choose(state, war.target)) if war else set()
    if may_invite(state):
        found.add(state.emperor)
    return found


def league_members(state: State) -> set[str]:
    return {player for player, one in state.players.items() if one.league}


def mustered(state: State) -> set[str]:
    """Who has cards; where the melee and treaties follow at once, all members."""
    if pacing.are_apart(state):
        return in_battle(state)
    return league_members(state) if muster_of(state.hands) is not None else set()


def late_member(state: State) -> set[str]:
    """Whose turn it is to swap; the melee and treaties may follow on the last."""
    late = late_leaders(state)
    is_last = len(late) < 2 and not pacing.are_apart(state)
    return league_members(state) if is_last else set(late[:1])


def victors(state: State) -> set[str]:
    """Who takes provinces after a Religious War: nobody where it was inconclusive, or unopposed."""
    war = state.religious_war
    if war is None or muster_of(state.hands) is None:
        return set()
    winner = war.winner
    if war.status == "inconclusive" and state.option("religious_inconclusive") == "rotf_wins":
        winner = state.players[war.rotf].league
    return {player for player, one in state.players.items() if winner and one.league == winner}


def paying(state: State) -> set[str]:
    """Who may lose something in the Tradeoffs that is the player's to choose."""
    return {
        player
        for player in tradeoffs.who_pays(state)
        if _loses_placed(state, player) or _rolls_for_land(state, player)
    }


def _loses_placed(state: State, player: str) -> bool:
    one = state.players[player]
    has_placed = total_influence(state, player) > one.saved
    return has_placed and not ("diplomacy" in one.tasks and tradeoffs.fought_enough(state, player))


def _rolls_for_land(state: State, player: str) -> bool:
    return "heresy" not in state.players[player].tasks and len(state.lands[player]) > 2


def paying_in_turn(state: State) -> set[str]:
    """Who may lose something, or where Tradeoffs go in Initiative Order the n-th who pays."""
    return (
        set(tradeoffs.payers(state)[state.number - 1 : state.number])
        if state.number
        else paying(state)
    )


def leavers(state: State) -> set[str]:
    return {player for player in state.seats if foreign.leaving_refusal(state, player) is None}


def closing(state: State) -> set[str]:
    """Merged: voters, unless they vote openly, those who may leave, and those who pay. Stepwise
    only voters are left."""
    if pacing.is_stepwise(state):
        return voters(state)
    return after_tradeoffs(state) | paying(state)


def after_tradeoffs(state: State) -> set[str]:
    return leavers(state) | (set() if pacing.are_open(state) else voters(state))


def emperor(state: State) -> set[str]:
    return {state.emperor}
