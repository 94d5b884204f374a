"""Secret objectives and the handing over of land, in editions that have them."""

from __future__ import annotations

from typing import Final

from generator.autoplay.europe.outlook import Outlook
from generator.autoplay.europe.permits import permitted
from generator.engine.chance import Chance
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.changing_objectives import ChangingRules, Held, SetObjective
from generator.rulesets.europe.features.handover import HandOver
from generator.rulesets.europe.features.objective_terms import KINDS

REGRETS: Final = 40
"""How often a power changes an objective that it will not reach, in percent."""
LATE: Final = 3
"""So many years before the end it begins to think of that."""
HANDS_OVER: Final = 40
"""How often land goes to the state or the ally whose unit keeps it, in percent."""


def choose_objectives(outlook: Outlook) -> tuple[SetObjective, ...]:
    """The first objectives, from the edition's samples; in the last years others in the place of
    those that the power will not reach."""
    held: Held | None = outlook.state.parts.get("objectives")
    if not isinstance(held, Held):
        return ()
    samples = outlook.facts.of(ChangingRules).samples.get(outlook.power, ())
    if not held.closed:
        return tuple(SetObjective(k, text) for k, text in zip(KINDS, samples, strict=False))
    left = outlook.facts.last_year - outlook.state.year
    draws = outlook.relations.chance.branch(f"autoplay regret {outlook.power} {left}")
    if left >= LATE or draws.number(100) >= REGRETS:
        return ()
    return _better(outlook, held)


def _better(outlook: Outlook, held: Held) -> tuple[SetObjective, ...]:
    """A state that is the power's already, or land that it holds, for an objective far away."""
    power, state = outlook.power, outlook.state
    political, military = (held.find(power, kind) for kind in ("political", "military"))
    own = [code for code in state.states if state.statuses[code].patron == power]
    held_land = (code for code, capture in state.captures.items() if capture.holder == power)
    taken = [code for code in held_land if code in state.at]
    orders = []
    if political and own and not any(code in political.goal.split() for code in own):
        firm = max(own, key=lambda code: (state.infs[code].get(power, 0), code))
        orders.append(SetObjective("political", f"ALIGN {firm}", change=True))
    if military and taken and not any(code in military.goal.split() for code in taken):
        orders.append(SetObjective("military", f"OCCUPY {min(taken)}", change=True))
    return permitted(outlook.edition, state, power, orders)


def choose_handovers(outlook: Outlook, draws: Chance) -> tuple[HandOver, ...]:
    """Conquests that a unit of somebody else keeps, given to whose unit it is; a power gives more
    readily to its states than to an ally."""
    found = []
    for code, held in outlook.state.captures.items():
        there = outlook.state.at.get(code, (held.holder,))[0]
        if there == held.holder or outlook.standing.side_of(held.holder) != outlook.power:
            continue
        if draws.number(100) < HANDS_OVER // (1 if is_minor(there) else 2):
            found.append(HandOver(code, there))
    return permitted(outlook.edition, outlook.state, outlook.power, found)
