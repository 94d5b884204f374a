"""Rulings on units: where they stand, where they may go, what states build and give up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from generator.engine.board import province_of
from generator.engine.rulings import RulingKind
from generator.engine.units import Unit
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.steps.minor_builds import keep_units
from generator.rulesets.europe.steps.prices import exceeds
from generator.rulesets.europe.turn.ruling_facts import RulingFacts, refuse
from generator.rulesets.europe.turn.turn import Turn

_ENTRIES: Final = ("void", "legal", "hostile", "non-hostile")


def _units(facts: RulingFacts) -> list[Unit]:
    return [facts.unit(text) for text in facts.texts("units")]


def _check_units(turn: Turn, facts: RulingFacts) -> None:
    side, units = facts.side(), _units(facts)
    if is_minor(side):
        return
    caps, name = turn.facts.caps, turn.facts.name_of(side)
    for what, number, most in (
        ("units", len(units), caps.units),
        ("strength", sum(unit.strength for unit in units), caps.total_strength),
    ):
        if exceeds(number, most):
            said = f"{name} would have {number} {what}"
            raise refuse(facts.ruling, f"{said}, and {most} is the most")


def _set_units(turn: Turn, facts: RulingFacts) -> None:
    """Set the units of a side; none of them has to leave any more."""
    side, units = facts.side(), _units(facts)
    if units and turn.standing.is_captured(side):
        raise refuse(facts.ruling, f"{side} is captured, and can have no units")
    others = [stand for stand in turn.stands if stand[0] != side]
    taken = {unit.province for _, unit in others}
    for unit in units:
        if unit.province in taken:
            raise refuse(facts.ruling, f"{unit} would share a province with another unit")
        taken.add(unit.province)
    turn.stands = [*others, *((side, unit) for unit in units)]
    turn.displaced = tuple(
        replace(
            displaced, places=tuple(at for at in displaced.places if province_of(at) not in taken)
        )
        for displaced in turn.displaced
        if displaced.owner != side
    )
    if is_minor(side):
        keep_units(turn, side)


def _units_words(turn: Turn, facts: RulingFacts) -> str:
    return f"{turn.facts.name_of(facts.side())} has {listed(facts.texts('units')) or 'no units'}"


def _check_entry(turn: Turn, facts: RulingFacts) -> None:
    unit = facts.unit(facts.text("unit"))
    retreats = turn.edition.course[turn.moment.phase].units == "retreat"
    if retreats:
        here = [displaced.unit for displaced in turn.displaced]
    else:
        here = [one for _, one in turn.stands]
    if not any((other.kind, other.province) == (unit.kind, unit.province) for other in here):
        has = "has to leave" if retreats else "stands there"
        raise refuse(facts.ruling, f"no such unit {has}: {unit}")
    if facts.text("to") not in turn.board.provinces:
        raise refuse(facts.ruling, f"there is no province {facts.text('to')!r}")
    facts.text("is", _ENTRIES)


def _entry_words(turn: Turn, facts: RulingFacts) -> str:
    to = turn.board.name_of(facts.text("to"))
    return f"the move of {facts.text('unit')} to {to} is {facts.text('is')}"


def _check_minor(turn: Turn, facts: RulingFacts) -> None:
    state = facts.state()
    if ("builds" in facts) == ("disbands" in facts):
        raise refuse(facts.ruling, "it says what the state builds or what it disbands")
    text = facts.text("builds" if "builds" in facts else "disbands")
    if text:
        facts.unit(text)
        if turn.standing.is_captured(state):
            raise refuse(facts.ruling, f"{state} is captured, and has no units")


def _minor_words(turn: Turn, facts: RulingFacts) -> str:
    what = "builds" if "builds" in facts else "disbands"
    return f"{turn.facts.name_of(facts.state())} {what} {facts.text(what) or 'nothing'}"


UNIT_KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "units": RulingKind(("side", "units"), (), "after", _check_units, _units_words, _set_units),
        "entry": RulingKind(
            ("unit", "to", "is"),
            (),
            "during",
            _check_entry,
            _entry_words,
        ),
        "minor": RulingKind(
            ("state",),
            ("builds", "disbands"),
            "during",
            _check_minor,
            _minor_words,
            phases=("builds",),
        ),
    }
)
