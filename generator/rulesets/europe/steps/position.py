"""The position check: whether a unit may stay in its province, and as what."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.standing import CLOSED, OPEN, Standing
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe.turn.turn import Turn


class Position(Struct, frozen=True):
    """The effect of a unit on the province that it is in.

    `kind`: "stay" (nothing changes hands), "proxy" (its presence keeps the holder in control),
    "capture" (for the unit's owner), "liberate" (the province goes back to its owner and the unit
    stays as a guest), "evict" (the unit must leave; if the province was a capture, its holder loses
    it). `cause` is the engine's name for what decided; "" for "proxy", "liberate" and a unit on
    land of its own side, which this check does not decide. `lord` is whose land it is as far as the
    check is concerned: a power, OPEN or CLOSED.
    """

    kind: Literal["stay", "proxy", "capture", "liberate", "evict"]
    cause: str
    lord: str


_GUEST: Final = "position-guest"


Politics = Turn | EuropeState


def check_position(politics: Politics, owner: str, unit: Unit) -> Position:
    """Judge a unit of `owner` in its place on land, by the holders at the time when orders were
    given.

    Orders and retreats change nothing of that: it holds until map adjustment books the captures.
    With `judge = "holder"` in the table `control` captured land is the land of its captor; with
    "domain" too, but he loses it to any unit there that is not a friend of his. Else a unit that is
    not his friend is judged as if the land were free already.
    """
    standing = politics.standing
    rules = standing.facts.control
    if rules.judge == "domain":
        return _by_domain(politics, owner, unit.province)
    if rules.judge == "holder":
        return _by_holder(standing, owner, unit.province)
    province = unit.province
    holder = standing.holders[province]
    side = standing.side_of(owner)
    lord = standing.lords[province]
    land = standing.owners[province]
    if holder == owner or lord == side:
        return Position("stay", "", lord)
    if holder != land:
        if standing.friendly(owner, holder):
            return Position("proxy", "", lord)
        free = lord_when_freed(politics, province)
        if land == owner or free == side or standing.allied(free, side):
            return Position("liberate", "", free)
        if lord == OPEN:
            return Position("capture", "position-open", lord)
        if standing.at_war(side, lord):
            return Position("capture", "position-war", lord)
        lord = free
    if lord == CLOSED:
        return Position("evict", "position-neutral", CLOSED)
    if lord == OPEN:
        return Position("capture", "position-open", lord)
    if standing.at_war(side, lord):
        return Position("capture", "position-war", lord)
    if standing.allied(side, lord):
        return Position("stay", _GUEST, lord)
    return Position("evict", "position-peace", lord)


def _by_holder(standing: Standing, owner: str, province: str) -> Position:
    """The check where captured land is its captor's for all sides."""
    holder, land = standing.holders[province], standing.owners[province]
    lord, side = standing.lords[province], standing.side_of(owner)
    if is_minor(side):
        return _of_itself(standing, owner, holder)
    if side == lord:
        return Position("stay", "", lord)
    captured = holder != land
    regains = captured and land in standing.facts.powers and side == land
    if standing.allied(side, lord):
        if regains:
            return Position("liberate", "", land)
        return Position("proxy", "", lord) if captured else Position("stay", _GUEST, lord)
    if lord == CLOSED:
        return Position("evict", "position-neutral", lord)
    if lord != OPEN and not standing.at_war(side, lord):
        return Position("evict", "position-peace", lord)
    spares = captured and standing.allied(side, land)
    if regains or spares or (captured and owner == land):
        return Position("liberate", "", standing.lord_of(land))
    return Position("capture", "position-open" if lord == OPEN else "position-war", lord)


def _by_domain(politics: Politics, owner: str, province: str) -> Position:
    """The check where captured land is its captor's while a friend of his is there."""
    standing = politics.standing
    holder, land = standing.holders[province], standing.owners[province]
    lord, side = standing.lords[province], standing.side_of(owner)
    captured = holder != land
    if owner == holder:
        return Position("stay", "", lord)
    if captured and owner == land:
        return Position("liberate", "", lord)
    if side == lord or standing.allied(side, lord):
        return Position("proxy", "", lord) if captured else Position("stay", _GUEST, lord)
    if captured and lord != OPEN and not standing.at_war(side, lord):
        # A proxy that is no longer a friend: the captor has lost the land, no matter to whom.
        lord = lord_when_freed(politics, province)
    elif captured:
        native = standing.lord_of(land)
        if side == native or standing.allied(side, native):
            return Position("liberate", "", native)
    if lord == OPEN:
        return Position("capture", "position-open", lord)
    if standing.at_war(side, lord):
        return Position("capture", "position-war", lord)
    return Position("stay", "position-neutral" if lord == CLOSED else "position-peace", lord)


def _of_itself(standing: Standing, state: str, holder: str) -> Position:
    """The check of a unit whose state is not aligned: it keeps the holdings of its state."""
    lord = standing.lord_of(state)
    if holder == state:
        return Position("stay", "", lord)
    return Position("evict", "position-abroad", standing.lord_of(holder))


def lord_when_freed(politics: Politics, province: str) -> str:
    """Whose land a captured province would be without its captor: a power, OPEN or CLOSED."""
    standing = politics.standing
    land = standing.owners[province]
    facts = standing.facts
    if is_minor(land) and standing.is_captured(land) and facts.states[land].seat == province:
        status = status_of(facts, politics.infs.get(land, {}))
        if status.kind == "unaligned":
            return OPEN
        return CLOSED if status.kind == "neutral" else status.patron
    return standing.lord_of(land)


def why_evicted(standing: Standing, owner: str, province: str, position: Position) -> str:
    """Why a unit must leave: `Hesse is neutral`."""
    facts = standing.facts
    land = standing.owners[province]
    if facts.control.judge != "lord":
        return _why_foreign(standing, owner, province, position)
    if position.lord == CLOSED:
        return f"{facts.name_of(land)} is neutral"
    lord = facts.name_of(position.lord)
    whose = f"{facts.name_of(land)} is aligned with" if is_minor(land) else "the land belongs to"
    side = facts.name_of(standing.side_of(owner))
    return f"{whose} {lord}, with which {side} is neither at war nor allied"


def _why_foreign(standing: Standing, owner: str, province: str, position: Position) -> str:
    """Why a unit must leave land that is its holder's for all sides."""
    facts = standing.facts
    holder = standing.holders[province]
    name, lord = facts.name_of(holder), facts.name_of(position.lord)
    if position.cause == "position-abroad":
        kind = "neutral" if standing.lord_of(owner) == CLOSED else "unaligned"
        return f"{facts.name_of(owner)} is {kind} and does not hold this land"
    if position.lord == CLOSED:
        held = "" if holder == standing.owners[province] else ", which holds this land,"
        return f"{name}{held} is neutral"
    if is_minor(holder):
        whose = f"{name} is aligned with"
        if holder != standing.owners[province]:
            whose = f"the land is held by {name}, which is aligned with"
    elif holder == standing.owners[province]:
        whose = "the land belongs to"
    else:
        whose = "the land is held by"
    side = facts.name_of(standing.side_of(owner))
    return f"{whose} {lord}, with which {side} is neither at war nor allied"
