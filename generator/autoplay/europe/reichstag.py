"""The Reichstag: when Austria calls it and for what, and how the members vote."""

from __future__ import annotations

from typing import Any, Final

from generator.autoplay.europe.outlook import Outlook
from generator.autoplay.europe.permits import permitted
from generator.rulesets.europe_1619.passage import HRE
from generator.rulesets.europe_1619.reichstag_meeting import ReichstagRules
from generator.rulesets.europe_1619.reichstag_orders import ReichstagCall, ReichstagVote

EARLIEST: Final = 2
LATEST: Final = 9
"""In which year of the game Austria calls it, at the earliest and at the latest; after a tie
again two years later."""


def choose_reichstag(outlook: Outlook) -> tuple[Any, ...]:
    """Austria's call, or a member's vote on what Austria announced; nothing in other years."""
    rules = outlook.facts.of(ReichstagRules)
    caller = rules.caller
    part = outlook.state.parts.get("reichstag")
    if part is None or caller not in outlook.state.living:
        return ()
    if any(meeting.result != "tied" for meeting in part.held):
        return ()
    draws = outlook.relations.chance.branch("autoplay reichstag")
    year = outlook.facts.first_year + EARLIEST + draws.number(LATEST - EARLIEST)
    year += 2 * len(part.held)
    if outlook.state.year != year or outlook.power not in rules.members:
        return ()
    motion = _motion(outlook, caller)
    if motion is None:
        return ()
    orders: list[Any] = []
    if outlook.power == caller:
        orders.append(motion)
    if outlook.power != motion.target and not _forgets(outlook):
        orders.append(ReichstagVote(_favors(outlook, motion, caller)))
    if outlook.power == caller:
        return permitted(outlook.edition, outlook.state, caller, orders)
    return tuple(orders)


def _forgets(outlook: Outlook) -> bool:
    draws = outlook.relations.chance.branch(
        f"autoplay reichstag vote {outlook.power} {outlook.state.year}"
    )
    return draws.number(100) < 6


def _motion(outlook: Outlook, caller: str) -> ReichstagCall | None:
    """What Austria puts to the vote: whoever is strongest in a state of the Empire, and none of
    its friends, is to be kept out; a member by the ban, a foreign power by the third agenda."""
    facts, relations = outlook.facts, outlook.relations
    rules = facts.of(ReichstagRules)
    members, foreign = rules.members, rules.foreign_powers
    best, motion = 0, None
    for code in outlook.state.states:
        if HRE not in facts.states[code].marks:
            continue
        for power, number in outlook.state.infs[code].items():
            if power == caller or power in relations.friends[caller]:
                continue
            worth = number * 10 - relations.affinity(caller, power)
            if worth > best and power in members:
                best, motion = worth, ReichstagCall(2, power, "infs", code)
            elif worth > best and power in foreign:
                best, motion = worth, ReichstagCall(3, power, "", code)
    return motion


def _favors(outlook: Outlook, motion: ReichstagCall, caller: str) -> bool:
    """Whether a member is for a motion: out of spite against its target, or for Austria's sake."""
    if outlook.power == caller:
        return True
    relations = outlook.relations
    felt = relations.affinity(outlook.power, caller)
    if motion.target:
        felt -= 2 * relations.affinity(outlook.power, motion.target)
        if motion.target in relations.friends[outlook.power]:
            felt -= 60
        own = outlook.state.infs.get(motion.state, {}).get(outlook.power, 0)
        felt += 6 * own
    return felt > 0
