"""R9 to R11: Foreign Powers, the Imperial Election, and the end of the Round and of the game."""

from __future__ import annotations

from msgspec.structs import replace

from generator.rulesets.westphalia.closing.election import (
    ask_next,
    cast_openly,
    collect_ballots,
    elect_emperor,
    keep_ballots,
    watch_emperor,
)
from generator.rulesets.westphalia.data.event_kinds import PEACE_TIE, TROUBLES
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.diplomacy.foreign import (
    free_homes,
    leave_empire,
    leaving_refusal,
)
from generator.rulesets.westphalia.diplomacy.standing_orders import take_standing_orders
from generator.rulesets.westphalia.land.lands import name_problem
from generator.rulesets.westphalia.land.victory import check_victory, sign_peace, tied_for_peace
from generator.rulesets.westphalia.state.orders import LeaveEmpire, Winner
from generator.rulesets.westphalia.state.pacing import are_open
from generator.rulesets.westphalia.state.state import NOTHING
from generator.rulesets.westphalia.state.words import home_name, listed, player_name
from generator.rulesets.westphalia.turn.turn import Turn


def depart(turn: Turn) -> None:
    """POW-FP-1: who qualifies and wants to leaves the Empire, in Initiative Order, for the first
    of the homes that the player names which is free."""
    for player in turn.state.initiative:
        decided = False
        for entry, order in turn.orders(player, LeaveEmpire):
            if decided:
                turn.settle(entry, "excess", ("POW-FP-1", "a line before it is carried out"))
            elif not order.home:
                decided = True
                turn.settle(entry, "success", ("POW-FP-1", "stays"))
            elif turn.bars(entry, leaving_refusal(turn.state, player)):
                continue
            elif order.home not in free_homes(turn.state):
                turn.settle(entry, "illegal", ("POW-FP-4", f"{home_name(order.home)} is taken"))
            else:
                decided = True
                problem = name_problem(turn.state, order.name) if order.name else ""
                leave_empire(turn.progress, player, order.home, order.edge, order.name)
                more = f"; the rules name the land, for {problem}" if problem else ""
                turn.settle(entry, "success", ("POW-FP-1", f"leaves the Empire{more}"))


def roll_for_troubles(turn: Turn) -> None:
    """POW-FP-10: every Foreign Power rolls for troubles at home; the next Round's home IP."""
    round_number = turn.state.round
    if round_number == facts().game.rounds:
        return
    for player in turn.state.initiative:
        foreign = turn.state.players[player].foreign
        if foreign is None:
            continue
        label = f"r{round_number}/fp/{player}"
        dice = [turn.lots.die(f"{label}/{n + 1}") for n in range(facts().foreign.dice)]
        roll = sum(dice)
        full = facts().foreign.home_per_round * (round_number + 1)
        home_ip = max(0, full - roll - foreign.trouble)
        new = replace(foreign, home_ip=home_ip, roll=roll, trouble=0)
        turn.progress.state = turn.state.with_player(player, foreign=new)
        more = f" and {foreign.trouble} more" if foreign.trouble else ""
        rolled = f"{player_name(player)} rolls {roll} for troubles{more}"
        text = f"{rolled}: the home will give {home_ip} IP"
        turn.progress.tell(TROUBLES, "POW-FP-10", text, (player,), dice=dice, home_ip=home_ip)


def await_election(turn: Turn) -> None:
    """Stepwise: whether the Emperor lives; if not, the throne is empty until the election."""
    if watch_emperor(turn.progress, turn.lots) and not (
        are_open(turn.before) and ask_next(turn, 1)
    ):
        turn.go("election")


def elect_if_due(turn: Turn) -> None:
    """An election, if the Emperor dies: now, or with open ballots in phases of their own."""
    if not watch_emperor(turn.progress, turn.lots):
        keep_ballots(turn)
    elif are_open(turn.before):
        keep_ballots(turn, "ballots are open: each player votes when it is his turn")
        _call_to_vote(turn, 1)
    else:
        elect(turn)


def elect(turn: Turn) -> None:
    """Secret ballots are counted; before there is an Initiative the Setup Order breaks ties
    (POW-SET-19)."""
    elect_emperor(turn.progress, collect_ballots(turn))


def vote_next(turn: Turn) -> None:
    """Open ballots: one player votes, and all hear it before the next one does."""
    cast_openly(turn)
    _call_to_vote(turn, turn.number + 1)


def _call_to_vote(turn: Turn, number: int) -> None:
    """The `number`-th player is called to vote; once all have, the votes are counted."""
    if not ask_next(turn, number):
        elect_emperor(turn.progress, turn.state.ballots)
        turn.progress.state = replace(turn.state, ballots=NOTHING)


def end_round(turn: Turn) -> None:
    """R11: unless a religion has won, the Round's secret is told, and the next Round or the Peace
    of Westphalia follows."""
    if check_victory(turn.progress, "election"):
        return
    round_number = turn.state.round
    if round_number < facts().game.rounds:
        turn.tell_secret(round_number)
        turn.promise(round_number + 1)
        turn.progress.state = replace(turn.state, round=round_number + 1)
        turn.go("upheaval", new_round=True)
        return
    tied = tied_for_peace(turn.state)
    if len(tied) == 1:
        sign_peace(turn.progress, tied[0])
        return
    names = listed(map(player_name, tied))
    text = f"{names} are tied: Emperor {player_name(turn.state.emperor)} chooses the winner"
    turn.progress.tell(PEACE_TIE, "POW-VIC-6", text, tied)
    turn.go("peace")


def choose_winner(turn: Turn) -> None:
    """POW-VIC-6: himself if tied and silent, else the first of the tied in Initiative."""
    tied = tied_for_peace(turn.state)
    emperor = turn.state.emperor
    winner = emperor if emperor in tied else tied[0]
    silent = "as the Emperor" if emperor in tied else "first of the tied in Initiative"
    why = f"{silent}: no choice was made that counts"
    found = turn.last(emperor, Winner)
    if found is None:
        text = "without a word: himself if tied, else the first in Initiative"
        turn.automatic(emperor, Winner(winner), "POW-VIC-6", text)
    elif found[1].player not in tied:
        turn.settle(found[0], "illegal", ("POW-VIC-6", f"{found[1].player} is not tied"))
    else:
        turn.settle(found[0], "success", ("POW-VIC-6", "the Emperor's choice"))
        winner, why = found[1].player, "by the Emperor's choice"
    take_standing_orders(turn)
    sign_peace(turn.progress, winner, why)
