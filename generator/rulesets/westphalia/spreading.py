"""What the dice of faith convert, once everybody has placed them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from generator.rulesets.westphalia.dice import Placement
from generator.rulesets.westphalia.lands import convert_principality, convert_province
from generator.rulesets.westphalia.progress import Progress
from generator.rulesets.westphalia.state import NOTHING, State, other_religion

__all__ = ["convert_by_dice"]


def convert_by_dice(progress: Progress, there: Placement) -> None:
    """R4e: principalities first, then players' provinces, then the further provinces that own
    ones bring along, in Initiative Order. All dice leave the map (POW-FTH-16)."""
    for name in tuple(progress.state.principalities):
        religion = progress.state.religion_of(name)
        dice = there.count(name, other_religion(religion))
        if dice >= len(progress.state.lands[name]):
            convert_principality(progress, name, "POW-FTH-11")
    before = progress.state
    direct = list(_direct(before, there))
    for code, rule in direct:
        convert_province(progress, code, other_religion(before.provinces[code].religion), rule)
    for player in before.order:
        own = [
            code
            for code, rule in direct
            if rule == "POW-FTH-13" and before.provinces[code].owner == player
        ]
        for code in own:
            _bring_along(progress, there, player, code)
    progress.state = replace(progress.state, dice=NOTHING, lying=(), bringing=())


def _direct(state: State, there: Placement) -> Iterator[tuple[str, str]]:
    """The players' provinces on which a die of the other faith lies, each with its rule."""
    for code, province in state.provinces.items():
        if not state.is_player(province.owner) or province.capital:
            continue
        dice = [die for die in there.at(code) if die.faith != province.religion]
        if not dice:
            continue
        own = any(
            die.owner == province.owner and die.faith == state.players[die.owner].religion
            for die in dice
        )
        yield code, "POW-FTH-13" if own else "POW-FTH-12"


def _bring_along(progress: Progress, there: Placement, player: str, code: str) -> None:
    """POW-FTH-13, 17: one more heretical province of the player converts with an own one, or one
    for each of the player's dice there."""
    state = progress.state
    faith = state.players[player].religion
    times = 1
    if state.option("own_dice_bonus") == "per_die":
        times = sum(die.owner == player for die in there.at(code))
    for _ in range(times):
        able = [
            other
            for other in progress.state.lands[player]
            if progress.state.provinces[other].religion != faith
            and not there.count(other, other_religion(faith))
        ]
        if not able:
            return
        wished = [other for other in there.also.get((player, code), ()) if other in able]
        convert_province(progress, (wished or able)[0], faith, "POW-FTH-13")
