"""Faith: what those who Combat Heresy earn, and the dice that they roll for it."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from generator.rulesets.westphalia.data.event_kinds import FAITH_EARNED, FAITH_ROLLED, SAINTS
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.data.lots import Lots
from generator.rulesets.westphalia.faith.conversion import is_reformed
from generator.rulesets.westphalia.state.power import is_saved
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import count, player_name


class FaithPart(NamedTuple):
    """A source of Faith and how much it gives."""

    title: str
    faith: int


def earned_faith(state: State, player: str) -> tuple[FaithPart, ...]:
    """POW-FTH-2: the Faith that a player earns who Combats Heresy, by its sources; only those that
    give any."""
    one = state.players[player]
    parts = [FaithPart("Keep the Faith", facts().faith.keep_the_faith)]
    if one.religion == "protestant":
        late = state.round >= facts().game.late_from_round
        title = "The Jesuits Strike Back" if late else "Down with the Whore of Babylon"
        rules = facts().faith
        parts.append(FaithPart(title, rules.protestant_late if late else rules.protestant_early))
    else:
        saints = one.saints // facts().faith.saints_per_die
        parts.append(FaithPart("Intercession of Saints", saints))
        if state.reformation:
            given = facts().faith.catholic_reformation
            parts.append(FaithPart("Catholic Reformation", given))
    if is_saved(state, player):
        parts.append(FaithPart("Zeal", facts().faith.zeal))
    if state.emperor and state.players[state.emperor].religion == one.religion:
        parts.append(FaithPart("Imperial Sanction", facts().faith.sanction))
    return tuple(part for part in parts if part.faith)


def roll_faith(progress: Progress, lots: Lots) -> None:
    """R4c: everybody who Combats Heresy earns Faith and rolls for it, in Initiative Order.

    Catholics before their Reformation turn it into Saints instead. The dice that succeeded wait
    to be placed.
    """
    dice: dict[str, int] = {}
    # What is earned hangs on who is saved, which must not change while some have rolled.
    faith = {
        player: earned_faith(progress.state, player)
        for player in progress.state.order
        if "heresy" in progress.state.players[player].tasks
    }
    for player, parts in faith.items():
        total = sum(part.faith for part in parts)
        _tell_earned(progress, player, parts, total)
        state = progress.state
        if state.players[player].religion == "catholic" and not is_reformed(state):
            _give_saints(progress, player, total)
        elif total:
            dice[player] = _roll(progress, player, total, lots)
    progress.state = replace(
        progress.state, dice=MappingProxyType({one: won for one, won in dice.items() if won})
    )


def _tell_earned(progress: Progress, player: str, parts: tuple[FaithPart, ...], total: int) -> None:
    said = ", ".join(f"{part.title} {part.faith}" for part in parts)
    progress.tell(
        FAITH_EARNED,
        "POW-FTH-2",
        f"{player_name(player)} earns {total} Faith" + (f" ({said})" if said else ""),
        (player,),
        faith=total,
        parts={part.title: part.faith for part in parts},
    )


def _give_saints(progress: Progress, player: str, faith: int) -> None:
    """POW-REF-2: Church Abuses."""
    saints = faith // facts().faith.church_abuses
    if saints:
        progress.state = progress.state.with_score(player, saints)
        held = progress.state.players[player].saints
        text = f"{player_name(player)} turns {faith} Faith into {count(saints, 'Saint')}"
        progress.tell(SAINTS, "POW-REF-2", text, (player,), number=saints, held=held)


def _roll(progress: Progress, player: str, faith: int, lots: Lots) -> int:
    """POW-FTH-3, 4: roll the dice; how many succeeded."""
    state = progress.state
    label = f"r{state.round}/faith/{player}"
    rolls = [lots.die(f"{label}/{index}") for index in range(1, faith + 1)]
    won = sum(roll <= facts().conversion.roll_max for roll in rolls)
    progress.state = state.with_score(player, won)
    is_catholic = state.players[player].religion == "catholic"
    word = count(won, "Saint" if is_catholic else "Reformation Point")
    shown = " ".join(map(str, rolls))
    text = f"{player_name(player)} rolls {shown}: {count(won, 'success', 'successes')}"
    if won:
        text += f", {word}"
    progress.tell(
        FAITH_ROLLED, "POW-FTH-3", text, (player,), rolls=rolls, successes=won,
        held=progress.state.players[player].score,
    )  # fmt: skip
    return won
