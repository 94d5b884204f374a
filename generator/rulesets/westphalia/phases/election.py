"""R8 to R11: Tradeoffs, Foreign Powers, the Imperial Election, and the end of the Round."""

from __future__ import annotations

from msgspec.structs import replace

from generator.rulesets.westphalia.balloting import (
    are_open,
    ask_next,
    collect_ballots,
    keep_ballots,
)
from generator.rulesets.westphalia.election import elect_emperor, watch_emperor
from generator.rulesets.westphalia.facts import facts, number
from generator.rulesets.westphalia.foreign import free_homes, leave_empire, leaving_refusal
from generator.rulesets.westphalia.lands import name_problem
from generator.rulesets.westphalia.orders import LeaveEmpire
from generator.rulesets.westphalia.phases.first_election import open_first_round
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.state import NOTHING
from generator.rulesets.westphalia.trading import trade_off
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.victory import check_victory, sign_peace, tied_for_peace
from generator.rulesets.westphalia.words import home_name, listed, player_name

__all__ = ["call_to_vote", "close_round", "end_round", "leave_or_stay", "play"]


def play(turn: Turn) -> None:
    """All of it; stepwise only the election, for the throne is empty then."""
    stepwise = turn.before.option("pacing") == "stepwise"
    take_standing_orders(turn, leaving=not stepwise)
    if stepwise:
        elect_emperor(turn.progress, collect_ballots(turn))
        end_round(turn)
    elif trade_off(turn):
        close_round(turn)


def close_round(turn: Turn) -> None:
    """R9 to R11 at one deadline."""
    if not leave_or_stay(turn):
        return
    if not watch_emperor(turn.progress, turn.lots):
        keep_ballots(turn)
    elif are_open(turn.before):
        keep_ballots(turn, "ballots are open: each player votes when it is his turn")
        call_to_vote(turn, 1)
        return
    else:
        elect_emperor(turn.progress, collect_ballots(turn))
    end_round(turn)


def call_to_vote(turn: Turn, number: int) -> None:
    """Open ballots: the `number`-th player is called to vote; once all have, they are counted."""
    if ask_next(turn, number):
        return
    elect_emperor(turn.progress, turn.state.ballots)
    turn.progress.state = replace(turn.state, ballots=NOTHING)
    if turn.state.setup:
        open_first_round(turn)
    else:
        end_round(turn)


def leave_or_stay(turn: Turn) -> bool:
    """R9. Whether the game goes on."""
    _leave(turn)
    _troubles(turn)
    return not check_victory(turn.progress, "foreign")


def _leave(turn: Turn) -> None:
    """POW-FP-1: who qualifies and wants to leaves the Empire, in Initiative Order, for the first
    of the homes that the player names which is free."""
    for player in turn.state.initiative:
        decided = False
        for entry, order in turn.orders(player, LeaveEmpire):
            refusal = leaving_refusal(turn.state, player)
            if decided:
                turn.settle(entry, "excess", ("POW-FP-1", "a line before it is carried out"))
            elif not order.home:
                decided = True
                turn.settle(entry, "success", ("POW-FP-1", "stays"))
            elif refusal is not None:
                turn.settle(entry, "illegal", refusal)
            elif order.home not in free_homes(turn.state):
                turn.settle(entry, "illegal", ("POW-FP-4", f"{home_name(order.home)} is taken"))
            else:
                decided = True
                problem = name_problem(turn.state, order.name) if order.name else ""
                leave_empire(turn.progress, player, order.home, order.edge, order.name)
                more = f"; the rules name the land, for {problem}" if problem else ""
                turn.settle(entry, "success", ("POW-FP-1", f"leaves the Empire{more}"))


def _troubles(turn: Turn) -> None:
    """POW-FP-10: every Foreign Power rolls for troubles at home; the next Round's home IP."""
    round_number = turn.state.round
    if round_number == facts()["game"]["rounds"]:
        return
    for player in turn.state.initiative:
        foreign = turn.state.players[player].foreign
        if foreign is None:
            continue
        label = f"r{round_number}/fp/{player}"
        dice = [turn.lots.die(f"{label}/{n + 1}") for n in range(number("foreign", "dice"))]
        roll = sum(dice)
        full = number("foreign", "home_per_round") * (round_number + 1)
        home_ip = max(0, full - roll - foreign.trouble)
        new = replace(foreign, home_ip=home_ip, roll=roll, trouble=0)
        turn.progress.state = turn.state.with_player(player, foreign=new)
        more = f" and {foreign.trouble} more" if foreign.trouble else ""
        turn.progress.tell(
            "troubles",
            "POW-FP-10",
            f"{player_name(player)} rolls {roll} for troubles{more}: "
            f"the home will give {home_ip} IP",
            (player,),
            dice=dice,
            home_ip=home_ip,
        )


def end_round(turn: Turn) -> None:
    """R11: unless a religion has won, the Round's secret is told, and the next Round or the Peace
    of Westphalia follows."""
    if check_victory(turn.progress, "election"):
        return
    round_number = turn.state.round
    if round_number < facts()["game"]["rounds"]:
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
    turn.progress.tell("peace-tie", "POW-VIC-6", text, tied, weight=8)
    turn.go("peace")
