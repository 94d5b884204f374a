"""R8 to R11: Tradeoffs, Foreign Powers, the Imperial Election, and the end of the Round."""

from __future__ import annotations

from dataclasses import replace

from generator.rulesets.westphalia.actions import place_saved
from generator.rulesets.westphalia.balloting import collect_ballots, keep_ballots
from generator.rulesets.westphalia.election import elect_emperor, watch_emperor
from generator.rulesets.westphalia.facts import facts, number
from generator.rulesets.westphalia.foreign import free_homes, leave_empire, leaving_refusal
from generator.rulesets.westphalia.orders import LeaveEmpire, PlaceInfluence
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.tradeoffs import make_tradeoffs, reward_emperor
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.victory import check_victory, sign_peace, tied_for_peace
from generator.rulesets.westphalia.words import listed, player_name

__all__ = ["end_round", "leave_or_stay", "play", "trade_off"]


def play(turn: Turn) -> None:
    """All of it; stepwise only the election, for the throne is empty then."""
    stepwise = turn.before.option("pacing") == "stepwise"
    take_standing_orders(turn, leaving=not stepwise)
    if stepwise:
        elect_emperor(turn.course, collect_ballots(turn))
    elif not (trade_off(turn) and leave_or_stay(turn)):
        return
    elif watch_emperor(turn.course, turn.lots):
        elect_emperor(turn.course, collect_ballots(turn))
    else:
        keep_ballots(turn)
    end_round(turn)


def trade_off(turn: Turn) -> bool:
    """R8. Whether the game goes on."""
    _tradeoffs(turn)
    return not check_victory(turn.course, "tradeoffs")


def leave_or_stay(turn: Turn) -> bool:
    """R9. Whether the game goes on."""
    _leave(turn)
    _troubles(turn)
    return not check_victory(turn.course, "foreign")


def _tradeoffs(turn: Turn) -> None:
    """POW-TRD-8: gains before losses. The Emperor may place what he gains at once."""
    emperor = turn.state.emperor
    gained = reward_emperor(turn.course)
    for player in turn.before.seats:
        for entry, order in turn.orders(player, PlaceInfluence):
            if player != emperor or not gained:
                text = "only the Emperor places DI now, and only what he has just gained"
                turn.settle(entry, "illegal", ("POW-TRD-5", text))
            elif order.principality not in turn.state.principalities:
                text = f"{order.principality} is not on the map"
                turn.settle(entry, "illegal", ("POW-TRD-5", text))
            else:
                wish = replace(order, number=min(gained, order.number))
                gained -= place_saved(turn.course, player, wish)
                turn.settle(entry, "success", ("POW-TRD-5", f"{wish.number} DI placed"))
    make_tradeoffs(turn.course, turn.lots)


def _leave(turn: Turn) -> None:
    """POW-FP-1: who qualifies and wants to leaves the Empire, in Initiative Order."""
    for player in turn.state.initiative:
        found = turn.last(player, LeaveEmpire)
        if found is None:
            continue
        entry, order = found
        if not order.home:
            turn.settle(entry, "success", ("POW-FP-1", "stays"))
            continue
        refusal = leaving_refusal(turn.state, player)
        if refusal is not None:
            turn.settle(entry, "illegal", refusal)
        elif order.home not in free_homes(turn.state):
            turn.settle(entry, "illegal", ("POW-FP-4", f"{order.home} is taken"))
        else:
            leave_empire(turn.course, player, order.home, order.edge, order.name)
            turn.settle(entry, "success", ("POW-FP-1", "leaves the Empire"))


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
        turn.course.state = turn.state.with_player(player, foreign=new)
        more = f" and {foreign.trouble} more" if foreign.trouble else ""
        turn.course.tell(
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
    if check_victory(turn.course, "election"):
        return
    round_number = turn.state.round
    if round_number < facts()["game"]["rounds"]:
        turn.tell_secret(round_number)
        turn.promise(round_number + 1)
        turn.course.state = replace(turn.state, round=round_number + 1)
        turn.go("upheaval", new_round=True)
        return
    tied = tied_for_peace(turn.state)
    if len(tied) == 1:
        sign_peace(turn.course, tied[0])
        return
    names = listed(map(player_name, tied))
    text = f"{names} are tied: Emperor {player_name(turn.state.emperor)} chooses the winner"
    turn.course.tell("peace-tie", "POW-VIC-6", text, tied, weight=8)
    turn.go("peace")
