"""Reading whole sheets of one phase of one game."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from generator.engine.course import START
from generator.engine.forms.sheet import FormReader, ReadSheet, Segment, joined, segments_of
from generator.engine.orders import recorded_order as recorded_unit_order
from generator.engine.orders.sheet import shown
from generator.engine.phases import WrittenOrder
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.reading.catalogue import without_author
from generator.rulesets.europe.reading.names import Names
from generator.rulesets.europe.reading.units import UnitReader
from generator.rulesets.europe.turn.edition import Edition

__all__ = ["GameReader", "game_reader", "recorded_order"]

# No order is longer; looking for the phase of what cannot be one would only take time.
_LONGEST: Final = 200


class _PhaseReader:
    """Reads the orders of one phase: by forms, and in two phases by the engine's reader."""

    def __init__(self, edition: Edition, facts: Facts, names: Names, phase: str) -> None:
        own = edition.course[phase]
        added = (
            form
            for feature in edition.features
            for part in (START, phase)
            for form in feature.forms.get(part, ())
        )
        self.forms = FormReader((*own.forms, *added), names, without_author)
        self.units = UnitReader(facts.board, names, own.units) if own.units else None

    def fits(self, segment: Segment) -> bool:
        """Whether a segment is an order of this phase."""
        if self.forms.fits(segment):
            return True
        read = self.units.read_segment(segment, "") if self.units else None
        return read is not None and _is_clean(read)

    def read(self, segment: Segment, power: str) -> ReadSheet:
        if self.units is None or self.forms.begins(segment):
            return self.forms.read_segment(segment, power)
        read = self.units.read_segment(segment, power)
        if read.complaints and not _is_clean(read) and self.forms.nearly_fits(segment):
            return self.forms.read_segment(segment, power)
        return read


class GameReader:
    """Reads the sheets of all phases of games with the same powers and states."""

    def __init__(self, edition: Edition, facts: Facts) -> None:
        self.edition = edition
        self.facts = facts
        self.names = Names(facts, facts.board)
        self._phases: dict[str, _PhaseReader] = {}

    def _phase(self, phase: str) -> _PhaseReader:
        if phase not in self._phases:
            self._phases[phase] = _PhaseReader(self.edition, self.facts, self.names, phase)
        return self._phases[phase]

    def read_sheet(self, text: str, phase: str, power: str) -> ReadSheet:
        """Every order of a sheet and every complaint about reading it, in written order.

        Text that cannot be read is there as well, with None for its order. Never raises.
        """
        return joined(self._read(segment, phase, power) for segment in segments_of(text))

    def _read(self, segment: Segment, phase: str, power: str) -> ReadSheet:
        read = self._phase(phase).read(segment, power)
        fault = next((one for one in read.complaints if one.severity == "error"), None)
        readable = any(one.order is not None for one in read.orders)
        if fault is None or readable or segment.end - segment.start > _LONGEST:
            return read
        others = (one for one in self.edition.course.phases if one.order and one.slug != phase)
        other = next((one for one in others if self._phase(one.slug).fits(segment)), None)
        if other is None:
            return read
        said = f"{other.order} in {self.edition.course[phase].name}"
        column, text = segment.start + 1, segment.text
        fault = replace(fault, column=column, text=shown(text), problem=said, hint="")
        return ReadSheet((WrittenOrder(text, segment.number, column, None),), (fault,))


def recorded_order(edition: Edition, facts: Facts, phase: str, text: str) -> Any:
    """The order of a recorded verdict, from its canonical notation; None for text that is none."""
    if text[:2] in _UNITS:
        return recorded_unit_order(
            text, facts.board, "movement" if phase == "movement" else "retreat"
        )
    read = game_reader(edition, facts).read_sheet(text, phase, "")
    return read.orders[0].order if len(read.orders) == 1 else None


_UNITS: Final = ("A ", "F ")
"""What the orders of units begin with; the engine reads them at once."""


def _is_clean(read: ReadSheet) -> bool:
    return bool(read.orders) and all(one.order is not None for one in read.orders)


_readers: Final[dict[tuple[Edition, tuple[str, ...], tuple[str, ...]], GameReader]] = {}


def game_reader(edition: Edition, facts: Facts) -> GameReader:
    """The reader for a game; made once for an edition and the powers and states in play."""
    key = (edition, tuple(facts.powers), tuple(facts.states))
    reader = _readers.get(key)
    if reader is None:
        reader = _readers[key] = GameReader(edition, facts)
    return reader
