"""What it costs a player not to have taken part in a phase, and what an Emperor owes the Empire:
for all at once, or in Initiative Order where one asks for it."""

from __future__ import annotations

from msgspec.structs import replace

from generator.engine.chance import Lots
from generator.rulesets.westphalia.data.event_kinds import (
    TRADEOFF_ROLL,
    TRADEOFF_TROUBLE,
    TRADEOFFS_IN_ORDER,
)
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.diplomacy.actions import place_saved
from generator.rulesets.westphalia.faith.upheaval import concession
from generator.rulesets.westphalia.land.influence import Refusal, gain, lose
from generator.rulesets.westphalia.land.lands import convert_province
from generator.rulesets.westphalia.land.victory import check_victory
from generator.rulesets.westphalia.state.orders import (
    LeaveEmpire,
    PlaceInfluence,
    RequestInitiative,
    Vote,
)
from generator.rulesets.westphalia.state.pacing import of_phase
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State, other_religion
from generator.rulesets.westphalia.state.words import listed, player_name
from generator.rulesets.westphalia.turn import Turn


def reward_emperor(progress: Progress) -> int:
    """POW-TRD-5, 6: what the Emperor gains, before anybody loses anything; how much it is."""
    state = progress.state
    emperor = state.emperor
    if not emperor:
        return 0
    before = state.players[emperor].saved
    if all(player == emperor for player in state.landed):
        why = "no other Foreign Power has owned land in the Empire"
        gain(progress, emperor, facts().tradeoffs.emperor_no_foreign_land, "POW-TRD-5", why)
    if state.players[emperor].took_from_foreign:
        why = "land was won back from a Foreign Power"
        gain(progress, emperor, facts().tradeoffs.emperor_took_from_foreign, "POW-TRD-6", why)
    return progress.state.players[emperor].saved - before


def payers(state: State) -> tuple[str, ...]:
    """The players who pay for something that they left out, in Initiative Order."""
    return tuple(
        player
        for player in state.order
        if not {"heresy", "diplomacy"} <= {*state.players[player].tasks}
        or not state.players[player].fought
    )


def alone_refusal(due: tuple[str, ...], player: str) -> Refusal | None:
    """Why Initiative Order means nothing to a player among those who pay, or None."""
    if player not in due:
        return Refusal("POW-TRD-8", "the player pays nothing")
    return None if len(due) > 1 else Refusal("POW-TRD-8", "nobody else pays")


def make_tradeoffs(progress: Progress, lots: Lots) -> None:
    """R8 after the Emperor's gains: what everybody loses, in Initiative Order."""
    for player in payers(progress.state):
        _pay_tradeoff(progress, lots, player)
    _blame_emperor(progress)


def _pay_tradeoff(progress: Progress, lots: Lots, player: str) -> None:
    """POW-TRD-1 to 4: what one player loses for what he left out."""
    one = progress.state.players[player]
    if "heresy" not in one.tasks:
        _unchecked_heresy(progress, player, lots)
    if "diplomacy" not in one.tasks:
        cost = facts().tradeoffs.no_diplomacy
        lose(progress, player, cost, "POW-TRD-3", "did not Engage in Diplomacy")
    if not one.fought:
        lose(progress, player, facts().tradeoffs.no_war, "POW-TRD-4", "fought in no war")


def _unchecked_heresy(progress: Progress, player: str, lots: Lots) -> None:
    """POW-TRD-1, 2: a Prince may lose a province to the other religion; a Foreign Power has more
    trouble at home."""
    state = progress.state
    one = state.players[player]
    name = player_name(player)
    if one.foreign:
        more = facts().tradeoffs.no_heresy_trouble
        foreign = replace(one.foreign, trouble=one.foreign.trouble + more)
        progress.change_player(player, foreign=foreign)
        text = f"{name} did not Combat Heresy: {more} more in the next roll for troubles"
        progress.tell(TRADEOFF_TROUBLE, "POW-TRD-2", text, (player,), number=more)
        return
    roll = lots.die(f"r{state.round}/tradeoff/{player}")
    code = concession(state, player) if roll <= facts().conversion.roll_max else ""
    said = f"{code} converts" if code else "nothing converts"
    text = f"{name} did not Combat Heresy and rolls {roll}: {said}"
    progress.tell(TRADEOFF_ROLL, "POW-TRD-1", text, (player,), (code,), roll=roll)
    if code:
        convert_province(progress, code, other_religion(one.religion), "POW-TRD-1")


def _blame_emperor(progress: Progress) -> None:
    """POW-TRD-7: an Emperor who lets Foreign Powers keep land in the Empire pays for it."""
    state = progress.state
    emperor = state.emperor
    if not emperor or state.players[emperor].fought_foreign:
        return
    if any(
        one.foreign and state.lands[player]
        for player, one in state.players.items()
        if player != emperor
    ):
        cost = facts().tradeoffs.emperor_ignored_foreign
        why = "Foreign Powers own land in the Empire, and the Emperor fought none"
        lose(progress, emperor, cost, "POW-TRD-7", why)


def trade_off(turn: Turn) -> None:
    """R8, gains before losses (POW-TRD-8). If a player asks for Initiative Order, others pay in
    phases of their own."""
    due = payers(turn.state)
    in_order = _is_asked_for(turn, due)
    _reward(turn)
    if in_order:
        _begin_in_order(turn, due)
    else:
        make_tradeoffs(turn, turn.lots)
        check_victory(turn, "tradeoffs")


def pay_next(turn: Turn) -> None:
    """The Tradeoffs of the player whose turn it is to pay."""
    due = payers(turn.state)
    # A ruling may have changed meanwhile who pays.
    for player in of_phase(turn.before, due):
        _pay_tradeoff(turn, turn.lots, player)
    if not turn.go_on(due):
        _blame_emperor(turn)
        check_victory(turn, "tradeoffs")


def _reward(turn: Turn) -> None:
    """POW-TRD-5, 6: the Emperor may place what he gains at once."""
    emperor = turn.state.emperor
    gained = reward_emperor(turn)
    for player in turn.before.seats:
        for entry, order in turn.orders(player, PlaceInfluence):
            text = ""
            if player != emperor or not gained:
                text = "only the Emperor places DI now, and only what he has just gained"
            elif order.principality not in turn.state.principalities:
                text = f"{order.principality} is not on the map"
            if not turn.bars(entry, ("POW-TRD-5", text) if text else None):
                wish = replace(order, number=min(gained, order.number))
                gained -= place_saved(turn, player, wish)
                turn.settle(entry, "success", ("POW-TRD-5", f"{wish.number} DI placed"))


def _is_asked_for(turn: Turn, due: tuple[str, ...]) -> bool:
    """Whether somebody who pays asks for Initiative Order, and there is anybody to wait for."""
    asked = False
    for player in turn.before.seats:
        for entry, _ in turn.orders(player, RequestInitiative):
            refusal = alone_refusal(due, player)
            if refusal is None:
                asked = True
                turn.settle(entry, "success", ("POW-TRD-8", "one after the other"))
            else:
                turn.settle(entry, "void", refusal)
    return asked


def _begin_in_order(turn: Turn, due: tuple[str, ...]) -> None:
    """The first pays at once, and all else that was ordered has to wait."""
    order = listed(map(player_name, due))
    text = f"Tradeoffs go in Initiative Order: {order}"
    turn.tell(TRADEOFFS_IN_ORDER, "POW-TRD-8", text, due)
    _pay_tradeoff(turn, turn.lots, due[0])
    turn.go("tradeoffs-2")
    for player in turn.before.seats:
        for entry, _ in turn.orders(player, LeaveEmpire, Vote):
            text = "it is asked for after the Tradeoffs, which go in Initiative Order"
            turn.settle(entry, "void", ("POW-TRD-8", text), known_to=(player,))
