"""Ends of the game that captures and falls of powers bring: a province that decides it, a
confession without powers, and a nation that nobody plays and that has grown too large."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated

from generator.engine.ruleset import Ending
from generator.engine.typed import Positive, Table, knob
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.levies import LevyRules
from generator.rulesets.europe.steps.scores import GAME_OVER
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn


class EndingRules(Table, frozen=True):
    """The table `endings`."""

    province: Annotated[str, knob("The province that decides the game", "E15V3-VIC-3")] = ""
    winners: Annotated[str, knob("The confession whose powers win with it", "E15V3-VIC-3")] = ""
    nation: Annotated[str, knob("The nation without a player that brings draws", "E15V3-DRW-3")] = (
        ""
    )
    centers: Annotated[
        Positive, knob("The centers that are not of its faith with which it does", "E15V3-DRW-3")
    ] = 5


class Endings(Feature):
    """Brings the table along."""

    tables = MappingProxyType({"endings": EndingRules})


Found = tuple[str, tuple[str, ...], str]
"""An end: its cause, who wins or shares the draw, and why."""


def settle_endings(turn: Turn) -> None:
    """End the game by the first condition that is met, if one is."""
    if turn.ending is not None:
        return
    for test in (_decided, _is_left_to_one_side, _is_overrun):
        found = test(turn)
        if found is None:
            continue
        cause, powers, why = found
        names = listed(map(turn.facts.name_of, powers))
        if not powers:
            ending = Ending("ended", (), f"The game ends: {why}")
        elif len(powers) == 1:
            ending = Ending("victory", powers, f"{names} wins: {why}")
        else:
            ending = Ending("draw", powers, f"A draw of {names}: {why}")
        turn.ending = ending
        turn.report(GAME_OVER, cause, ending.text, powers=powers)
        return


def _decided(turn: Turn) -> Found | None:
    """Whether the province has been captured that decides the game."""
    facts, rules = turn.facts, turn.facts.of(EndingRules)
    held = turn.captures.get(rules.province)
    if held is None:
        return None
    where = turn.board.name_of(rules.province)
    why = f"{facts.name_of(held.holder)} has captured {where}"
    if held.holder in turn.living and facts.powers[held.holder].confession == rules.winners:
        return "victory-province", (held.holder,), why
    if held.holder != rules.nation:
        return None
    left = tuple(power for power in turn.living if facts.powers[power].confession == rules.winners)
    if len(left) > 1:
        return "draw-province", left, why
    return ("draw-province-all", turn.living, why) if left else None


def _is_left_to_one_side(turn: Turn) -> Found | None:
    """Whether a confession has no powers any more."""
    facts = turn.facts
    left = {facts.powers[power].confession for power in turn.living}
    gone = [
        facts.confessions[creed].name
        for creed in dict.fromkeys(power.confession for power in facts.powers.values())
        if creed not in left
    ]
    if not gone:
        return None
    cause = "draw-confession" if turn.living else "draw-nobody"
    return cause, turn.living, f"no {' and no '.join(gone)} power is left"


def _is_overrun(turn: Turn) -> Found | None:
    """Whether the nation without a player holds centers enough."""
    facts, rules = turn.facts, turn.facts.of(EndingRules)
    mark, owners = facts.of(LevyRules).islamic, turn.standing.owners
    held = [code for code in facts.centers if turn.standing.holders[code] == rules.nation]
    foreign = [
        code
        for code in held
        if not (is_minor(owners[code]) and mark in facts.states[owners[code]].marks)
    ]
    if len(foreign) < rules.centers:
        return None
    why = f"{facts.name_of(rules.nation)} holds {listed(map(turn.board.name_of, foreign))}"
    return "draw-overrun", turn.living, why
