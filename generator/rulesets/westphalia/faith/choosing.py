"""The choice between the three phases of a turn."""

from __future__ import annotations

from typing import Final, get_args

from generator.rulesets.westphalia.data.event_kinds import TASKS_CHOSEN
from generator.rulesets.westphalia.diplomacy.games import commit_cards
from generator.rulesets.westphalia.state.orders import Choose
from generator.rulesets.westphalia.state.state import State, Task
from generator.rulesets.westphalia.state.words import TASKS, listed, player_name
from generator.rulesets.westphalia.turn.turn import Turn

ALL_TASKS: Final[tuple[Task, ...]] = get_args(Task)
_FIRST: Final[tuple[Task, ...]] = ("heresy", "diplomacy")
_SECOND: Final = "the second phase of the last Round, or else Engage in Diplomacy"


def usual_tasks(state: State, player: str) -> tuple[Task, ...]:
    """POW-CHO-5: what a player does who chooses nothing: what he did last."""
    return state.players[player].tasks or _FIRST


def _why_usual(state: State, player: str) -> str:
    """Why a player does what is usual, as a reason."""
    if state.players[player].tasks:
        return "the phases of the last Round"
    return f"{listed(TASKS[task] for task in _FIRST)}, as nothing was chosen before"


def _choose_at_once(turn: Turn) -> None:
    """POW-CHO-1, 2: each player takes part in exactly two of the three phases."""
    for player in turn.before.seats:
        usual, why = usual_tasks(turn.before, player), _why_usual(turn.before, player)
        found = turn.last(player, Choose)
        if found is not None and len(found[1].tasks) == 2:
            turn.settle(found[0], "success", ("POW-CHO-1", "two of the three phases"))
            _take_part(turn, player, found[1].tasks)
            continue
        if found is not None:
            turn.settle(found[0], "illegal", ("POW-CHO-5", f"not two different phases: {why}"))
        turn.automatic(player, Choose(usual), "POW-CHO-5", why)
        _take_part(turn, player, usual, "POW-CHO-5", "has made no choice that counts, and is to")


def _choose_first(turn: Turn) -> None:
    """POW-CHO-3: whether to Combat Heresy. Who does not is in the two other phases."""
    for player in turn.before.seats:
        tasks = usual_tasks(turn.before, player)
        found = turn.last(player, Choose)
        if found is None:
            turn.automatic(player, Choose(tasks), "POW-CHO-5", _why_usual(turn.before, player))
        elif "heresy" not in found[1].tasks:
            tasks = ("diplomacy", "war")
        elif "heresy" not in tasks:
            # Until he says with what, it is not the second phase that was named too early: that
            # would be read by all.
            tasks = _FIRST
        heresy = "heresy" in tasks
        said = "Combats Heresy" if heresy else "leaves heresy alone"
        if found is not None:
            turn.settle(found[0], "success", ("POW-CHO-3", said))
        turn.progress.state = turn.state.with_player(player, tasks=tasks)
        # The second of the two is not chosen yet, and nobody hears what it was before.
        shown = ("heresy",) if heresy else tasks
        text = f"{player_name(player)} {said}"
        turn.progress.tell(TASKS_CHOSEN, "POW-CHO-3", text, (player,), tasks=shown)


def choose_second(turn: Turn) -> None:
    """POW-CHO-3: who Combats Heresy says which of the other two phases it is."""
    for player in turn.before.seats:
        tasks = turn.before.players[player].tasks
        if "heresy" not in tasks:
            continue
        found = turn.last(player, Choose)
        if found is None:
            turn.automatic(player, Choose(tasks), "POW-CHO-5", _SECOND)
            continue
        second: Task = "diplomacy" if "diplomacy" in found[1].tasks else "war"
        turn.settle(found[0], "success", ("POW-CHO-3", f"takes part in {TASKS[second]}"))
        _take_part(turn, player, ("heresy", second))


def _take_part(
    turn: Turn,
    player: str,
    tasks: tuple[Task, ...],
    rule: str = "POW-CHO-2",
    said: str = "chooses to",
) -> None:
    turn.progress.state = turn.state.with_player(player, tasks=tasks)
    text = f"{player_name(player)} {said} {listed(TASKS[task] for task in tasks)}"
    turn.progress.tell(TASKS_CHOSEN, rule, text, (player,), tasks=tasks)


def make_choices(turn: Turn) -> None:
    """R3: what each player does, and the cards for the Diplomacy Games where all are committed."""
    if turn.before.option("turn_choice") != "at_once":
        _choose_first(turn)
        return
    _choose_at_once(turn)
    commit_cards(turn)
