"""The choice between the three phases of a turn, players who change their religion, and the
Catholic Reformation."""

from __future__ import annotations

from typing import Final

from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import Refusal
from generator.rulesets.westphalia.land.lands import convert_province
from generator.rulesets.westphalia.state.orders import Choose, Convert
from generator.rulesets.westphalia.state.power import saved_in
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import Religion, State, Task, other_religion
from generator.rulesets.westphalia.state.words import RELIGION, TASKS, count, listed, player_name
from generator.rulesets.westphalia.turn import Turn

_FIRST: Final[tuple[Task, ...]] = ("heresy", "diplomacy")


def usual_tasks(state: State, player: str) -> tuple[Task, ...]:
    """POW-CHO-5: the phases of a player who chooses nothing are those of his last turn."""
    return state.players[player].tasks or _FIRST


def make_choices(turn: Turn) -> None:
    """R3, POW-CHO-1, 2: each player takes part in exactly two of the three phases."""
    for player in turn.before.seats:
        usual, why = usual_tasks(turn.before, player), "the phases of the last Round"
        if not turn.before.players[player].tasks:
            why = f"{listed(TASKS[task] for task in usual)}, as nothing was chosen before"
        found = turn.last(player, Choose)
        if found is not None and len(found[1].tasks) == 2:
            turn.settle(found[0], "success", ("POW-CHO-1", "two of the three phases"))
            _take_part(turn, player, found[1].tasks)
            continue
        if found is not None:
            turn.settle(found[0], "illegal", ("POW-CHO-5", f"not two different phases: {why}"))
        turn.automatic(player, Choose(usual), "POW-CHO-5", why)
        _take_part(turn, player, usual, "POW-CHO-5", "has made no choice that counts, and is to")


def _take_part(
    turn: Turn,
    player: str,
    tasks: tuple[Task, ...],
    rule: str = "POW-CHO-2",
    said: str = "chooses to",
) -> None:
    turn.change_player(player, tasks=tasks)
    text = f"{player_name(player)} {said} {listed(TASKS[task] for task in tasks)}"
    turn.tell(kinds.TASKS_CHOSEN, rule, text, (player,), tasks=tasks)


# --- the Reformation and conversions


def conversion_refusal(state: State, player: str) -> Refusal | None:
    """Why a player may not convert now, or None."""
    one = state.players[player]
    if one.foreign:
        return Refusal("POW-CNV-2", "a Foreign Power never converts")
    if "heresy" not in one.tasks:
        return Refusal("POW-CNV-2", "only who Combats Heresy may convert")
    return None


def convert_player(progress: Progress, player: str) -> None:
    """POW-CNV-4 to 9: a Prince takes the other religion, and the capital with him."""
    state = progress.state
    joined = other_religion(state.players[player].religion)
    score, rule, why = _welcome(state, player, joined)
    saints, points = (score, 0) if joined == "catholic" else (0, score)
    progress.change_player(player, religion=joined, saints=saints, reformation=points)
    progress.change(
        luther=state.luther or rule == "POW-CNV-6", francis=state.francis or rule == "POW-CNV-7"
    )
    word = count(score, "Saint" if joined == "catholic" else "Reformation Point")
    text = f"{player_name(player)} becomes {RELIGION[joined]}, with {word}: {why}"
    progress.tell(kinds.PLAYER_CONVERTED, rule, text, (player,), religion=joined, score=score)
    capital = state.capital_of(player)
    if capital:
        convert_province(progress, capital, joined, "POW-CNV-5")


def _welcome(state: State, player: str, joined: Religion) -> tuple[int, str, str]:
    """The score with which a convert begins, by which rule and why."""
    if joined == "protestant" and not state.luther:
        said = "the first Protestant is Martin Luther"
        return facts().conversion.luther, "POW-CNV-6", said
    is_left = any(one.religion == "catholic" for one in state.players.values())
    if joined == "catholic" and not state.francis and not is_left:
        said = "the first to return when no Catholic is left is St. Francis de Sales"
        return facts().conversion.francis, "POW-CNV-7", said
    scores = [state.players[one].score for one in saved_in(state, joined) if one != player]
    if not scores:
        return 0, "POW-CNV-9", "nobody is saved there"
    least, minus = min(scores), facts().conversion.martyrs_minus
    said = f"the least of the saved has {least}, less {minus} for the Blood of the Martyrs"
    return max(0, least - minus), "POW-CNV-8", said


def begin_reformation(progress: Progress) -> None:
    """POW-REF-1: at the latest the Catholic Reformation begins with the late Rounds."""
    state = progress.state
    late = state.round >= facts().game.late_from_round
    if not late or state.reformation:
        return
    progress.change(reformation=True)
    text = "The Catholic Reformation begins: Catholics spread the faith from now on"
    progress.tell(kinds.REFORMATION, "POW-REF-1", text, ())


def decide_conversions(turn: Turn) -> None:
    """POW-CNV-3: all decide at once; then they convert in Initiative Order."""
    for player in turn.state.initiative:
        found = turn.last(player, Convert)
        if found is None:
            if conversion_refusal(turn.state, player) is None:
                stays = Convert(False)
                turn.automatic(player, stays, "POW-MAIL-3", "nobody converts without a word")
            continue
        entry, order = found
        if turn.bars(entry, conversion_refusal(turn.state, player) if order.yes else None):
            continue
        text = "converts" if order.yes else "stays"
        turn.settle(entry, "success", ("POW-CNV-3", text))
        if order.yes:
            convert_player(turn, player)
