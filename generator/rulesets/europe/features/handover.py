"""Handing land over: a captor gives it to the side whose unit holds it for him.

It is done in map adjustment, before anything is captured. A power may write it ahead, with its
orders of the year; until then it stays secret, and nothing is said if it cannot be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

from msgspec import Struct

from generator.engine.course import Added, Step
from generator.engine.events import EventKind, Sentence
from generator.engine.forms.pattern import filled, forms
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.reading.catalogue import PASS
from generator.rulesets.europe.state.standing import Capture
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power, Province, Side
from generator.rulesets.europe.steps.statuses import settle_statuses
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import own_words, place_in, side_in

Ahead = Mapping[Power, Mapping[Province, Side]]
"""The provinces that powers have promised to hand over, and to whom."""

_KEY: Final = "handovers"


class HandOver(Struct, frozen=True):
    """`TRANSFER NET TO HES`."""

    corrected: ClassVar[tuple[str, ...]] = ("to",)
    province: str
    to: str

    def __str__(self) -> str:
        return f"TRANSFER {self.province} TO {self.to.upper()}"


_HANDS: Final = "(TRANSFER|TRANSFERS|HAND OVER|CEDE) [CONTROL] [OF] {province:place} [TO]"
_FORMS: Final = forms("TRANSFER NET TO HES", filled(HandOver), f"{_HANDS} {{to:side}}")


HANDED_OVER: Final = EventKind(
    "handed-over",
    section="Handed over",
    topics=("war",),
    weight=30,
    columns={"Province": place_in("province"), "from": side_in("from"), "to": side_in("to")},
    sentences=(Sentence(own_words),),
)
HANDOVER_LAPSED: Final = EventKind("handover-lapsed", section="Handed over")


def may_hand_over(state: EuropeState) -> tuple[str, ...]:
    """The powers that have land which a unit of another side keeps for them or their states."""
    standing = state.standing
    powers = {
        standing.side_of(held.holder)
        for code, held in state.captures.items()
        if code in state.at
        and state.at[code][0] != held.holder
        and standing.friendly(state.at[code][0], held.holder)
    }
    return tuple(power for power in state.living if power in powers)


class Handover(Feature):
    """Reads such orders, keeps those that are written ahead, and carries them out."""

    key = _KEY
    part = Ahead
    secret = True
    forms = MappingProxyType({"movement": _FORMS, "adjustment": (*_FORMS, *PASS)})
    events = (HANDED_OVER, HANDOVER_LAPSED)

    def confided(self, state: EuropeState, power: str) -> tuple[Ahead, tuple[str, ...]]:
        ahead: Ahead = state.parts[_KEY]
        own = {power: ahead[power]} if power in ahead else {}
        facts = state.facts
        lines = (
            f"{facts.board.name_of(code)} will be handed over to {facts.name_of(to)}"
            for code, to in own.get(power, {}).items()
        )
        return MappingProxyType(own), tuple(lines)

    def steps(self) -> tuple[Added, ...]:
        name, does = "handovers", "land is handed over"
        return (
            Added("movement", Step(name, self._keep, (HandOver,)), before="refusals"),
            Added("adjustment", Step(name, self._carry_out, (HandOver,), does), before="refusals"),
        )

    def _keep(self, turn: Turn) -> None:
        kept: dict[str, dict[str, str]] = {}
        for entry in turn.entries_of(HandOver):
            why = _bar(turn, entry.power, entry.order)
            if why is not None:
                turn.settle(entry, "illegal", why)
                continue
            kept.setdefault(entry.power, {})[entry.order.province] = entry.order.to
            said = "kept for map adjustment"
            turn.settle(entry, "success", ("handover-kept", said), known_to=(entry.power,))
        turn.parts[_KEY] = MappingProxyType(kept)

    def _carry_out(self, turn: Turn) -> None:
        ahead: Ahead = turn.parts[_KEY]
        for entry in turn.entries_of(HandOver):
            power, order = entry.power, entry.order
            why = _bar(turn, power, order) or _not_kept_for(turn, power, order)
            if why is not None:
                turn.settle(entry, "illegal", why)
            else:
                turn.settle(entry, "success", ("handed-over", _hand_over(turn, power, order)))
        written = {
            (one.power, one.order.province)
            for one in turn.entries
            if isinstance(one.order, HandOver)
        }
        booked = [(power, HandOver(*row)) for power, rows in ahead.items() for row in rows.items()]
        for power, order in booked:
            if (power, order.province) in written or power not in turn.living:
                continue
            why = _bar(turn, power, order) or _not_kept_for(turn, power, order)
            if why is None:
                _hand_over(turn, power, order)
                continue
            said = f"{order} is not carried out: {why[1]}"
            places = (order.province,)
            turn.report(HANDOVER_LAPSED, why[0], said, (power,), places, known_to=(power,))
        turn.parts[_KEY] = MappingProxyType({})


def _bar(turn: Turn, power: str, order: HandOver) -> tuple[str, str] | None:
    """Why a power cannot hand land over, whatever happens on the board before map adjustment."""
    facts, code = turn.facts, order.province
    place, to = turn.board.name_of(code), facts.name_of(order.to)
    held = turn.captures.get(code)
    if held is None:
        owner = turn.standing.owners.get(code, "")
        whose = f"it belongs to {facts.name_of(owner)}" if owner else "nobody holds it"
        return "handover-not-held", f"{place} is nobody's conquest: {whose}"
    holder = facts.name_of(held.holder)
    if held.holder != power and not is_minor(held.holder):
        return "handover-not-held", f"{place} is held by {holder}"
    if order.to == held.holder:
        return "handover-not-held", f"{place} is held by {to} already"
    if is_minor(held.holder) and not is_minor(order.to):
        said = f"{place} is held by {holder}, and no state hands land over to a power"
        return "handover-by-state", said
    return None


def _not_kept_for(turn: Turn, power: str, order: HandOver) -> tuple[str, str] | None:
    """Why the unit on the land does not let a power hand it over."""
    facts, standing, code = turn.facts, turn.standing, order.province
    place, holder = turn.board.name_of(code), turn.captures[code].holder
    if standing.side_of(holder) != power:
        said = f"{place} is held by {facts.name_of(holder)}, which is not aligned with"
        return "handover-not-held", f"{said} {facts.name_of(power)}"
    there = next((side for side, unit in turn.stands if unit.province == code), "")
    if there != order.to:
        other = f", but one of {facts.name_of(there)}" if there else ""
        said = f"no unit of {facts.name_of(order.to)} stands in {place}{other}"
        return "handover-no-proxy", said
    if not standing.friendly(there, holder):
        said = f"{facts.name_of(there)} is no friend of {facts.name_of(holder)}"
        return "handover-no-proxy", f"{said}, and keeps {place} for nobody"
    if order.to == standing.owners[code]:
        said = f"{place} is {facts.name_of(order.to)}'s own, and free with its unit there"
        return "handover-no-proxy", said
    return None


def _hand_over(turn: Turn, power: str, order: HandOver) -> str:
    """Give the land to its new holder, and report it publicly."""
    facts, code = turn.facts, order.province
    holder = turn.captures[code].holder
    turn.captures[code] = Capture(order.to, turn.year)
    turn.politics_changed()
    seats = [state for state in turn.states if facts.states[state].seat == code]
    settle_statuses(turn, seats)
    place = turn.board.name_of(code)
    said = f"{facts.name_of(holder)} hands {place} over to {facts.name_of(order.to)}"
    sides = [side for side in dict.fromkeys((power, holder, order.to)) if side in facts.powers]
    told: dict[str, Any] = {"province": code, "from": holder, "to": order.to}
    turn.report(HANDED_OVER, "handed-over", said, powers=sides, **told)
    return said
