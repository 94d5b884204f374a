"""The opinions of a player of Version 3 on the modifiers, and its votes on them."""

from __future__ import annotations

from typing import Final

from generator.autoplay.europe.outlook import Outlook
from generator.engine.chance import Chance
from generator.rulesets.europe.features.annual_infs import year_of
from generator.rulesets.europe.features.ballots import BallotVote, MoveRemoval
from generator.rulesets.europe.features.marked_units import LetterRules
from generator.rulesets.europe.features.modifiers import (
    Modifier,
    SanctionRules,
    holder_of,
    holds,
    members,
)
from generator.rulesets.europe.features.sanctions import acts_of, in_effect, is_available

BANNED: Final = 6
"""The cost of a ban to the banned power; others gain a third of that."""
RIGHT: Final = 9
"""The worth of a sole right to its holder; it costs others a third of that."""
STRONG: Final = 5
"""The worth of a strong unit to the power that orders it."""
TASTE: Final = 3
"""How far a taste of one's own lies from none at most."""
CAMPAIGN: Final = 7
"""The gain of a modifier with those whom it does not harm when letters are written for it."""
MOTIONS: Final = 22
"""How often a player moves against what harms it, in percent of the movements."""
GRIEF: Final = -4
"""A harm from which on a player makes its motion."""
FAVOR_DONE: Final = 5
"""The worth of a friend's motion."""


def favor(outlook: Outlook, one: Modifier) -> int:
    """The worth of a modifier to the power, below 0 where it harms."""
    facts, power, state = outlook.facts, outlook.power, outlook.state
    value = 0
    for ban in one.deploy_ban:
        value += -BANNED if power in members(facts, ban.who) else BANNED // 3
    for other in (one.build_ban, one.entry_ban):
        if other is not None:
            value += -BANNED if power in other.who else BANNED // 3
    right = one.sole_right
    if right is not None:
        value += RIGHT if holder_of(state, right) == power else -RIGHT // 3
    if one.immune:
        value += BANNED if power in one.immune else -BANNED // 3
    if one.opens:
        value += BANNED // 2
    side = facts.of(LetterRules).units[one.dual].side if one.dual else ""
    if side:
        status = state.statuses.get(side)
        lord = status.patron if status is not None else side
        value += STRONG if lord == power else -STRONG // 3 if lord else 0
    taste = outlook.relations.chance.branch(f"autoplay taste {one.id} {power}")
    return value + taste.number(2 * TASTE + 1) - TASTE


def choose_motion(outlook: Outlook, draws: Chance) -> tuple[MoveRemoval, ...]:
    """A motion against what harms the power most, once in the game."""
    acts = acts_of(outlook.state)
    if any(motion.by == outlook.power for motion in acts.motions):
        return ()
    moved = {motion.modifier for motion in acts.motions if motion.year == outlook.state.year}
    bad = [
        (favor(outlook, modifier), modifier.id)
        for modifier in in_effect(outlook.state)
        if favor(outlook, modifier) <= GRIEF and modifier.id not in moved
    ]
    return (MoveRemoval(min(bad)[1]),) if bad and draws.number(100) < MOTIONS else ()


def choose_ballot(outlook: Outlook, draws: Chance) -> tuple[BallotVote, ...]:
    """Up to three lines, for what helps and against what harms most: most votes for the first."""
    state = outlook.state
    rules = outlook.facts.of(SanctionRules)
    left = rules.votes_of(year_of(state).allotment.get(outlook.power, 0))
    wishes = _wishes(outlook)
    if not left or not wishes:
        return ()
    lines = 1 + draws.number(rules.items)
    found = []
    for number, (value, modifier, motion) in enumerate(wishes[:lines], 1):
        # Between half and all of the rest, and the rest in the last line.
        given = left if number == lines else (left + 1) // 2 + draws.number(left // 3 + 1)
        left -= given
        found.append(BallotVote(given if value > 0 else -given, modifier, motion))
        if not left:
            break
    return tuple(found)


def _wishes(outlook: Outlook) -> list[tuple[int, str, bool]]:
    """All that could be on the ballot with its value, the weightiest first."""
    state, rules = outlook.state, outlook.facts.of(SanctionRules)
    # A pact that a condition would end at once is not worth a vote.
    open_ = [
        modifier
        for modifier in rules.modifier
        if is_available(state, modifier) and not any(holds(state, end) for end in modifier.ends)
    ]
    letters = outlook.relations.chance.branch(f"autoplay campaign {state.year}")
    campaign = letters.pick([modifier.id for modifier in open_]) if open_ else ""
    friends = (outlook.power, *outlook.relations.friends[outlook.power])
    wishes = []
    for modifier in open_:
        value = favor(outlook, modifier)
        if modifier.id == campaign and value >= 0:
            value += CAMPAIGN
        wishes.append((value, modifier.id, False))
    for motion in acts_of(state).motions:
        if motion.year == state.year:
            value = -favor(outlook, rules.by_id[motion.modifier])
            value += FAVOR_DONE if motion.by in friends else 0
            wishes.append((value, motion.modifier, True))
    wishes = [wish for wish in wishes if wish[0]]
    return sorted(wishes, key=lambda wish: (-abs(wish[0]), wish[1], wish[2]))
