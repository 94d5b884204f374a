"""Reading and checking the sheets of a phase, while their authors can still mend them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from generator.engine.complaints import Complaint
from generator.engine.forms.sheet import ReadSheet
from generator.engine.orders.checks import complaint_about
from generator.engine.phases import OrderBook, Sheet, WrittenOrder, with_faults
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.playing.checks import check_sheets
from generator.rulesets.europe.reading.reader import game_reader
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    DisbandUnit,
    MinorDisband,
    ReduceUnit,
)
from generator.rulesets.europe.turn.edition import Edition


def read_sheets(edition: Edition, state: EuropeState, texts: Mapping[str, str]) -> OrderBook:
    """Read and check the order texts of all powers. Never raises on any text.

    Sheets of powers that are not in the game, or no more, are complained about and left out.
    """
    reader = game_reader(edition, state.facts)
    read = {
        power: reader.read_sheet(texts[power], state.moment.phase, power)
        for power in state.living
        if power in texts
    }
    sheets = {
        power: Sheet(
            power,
            tuple(
                _settled(state, written) for written in with_faults(sheet.orders, sheet.complaints)
            ),
        )
        for power, sheet in read.items()
    }
    complaints = [
        *_unreadable(edition, read),
        *_wrong_labels(state, read, sheets),
        *check_sheets(edition, state, sheets),
        *(_stranger(state, power) for power in sorted(texts) if power not in read),
    ]
    rank = {power: number for number, power in enumerate(state.facts.powers)}
    # What is said of a whole sheet comes after what is said of its lines.
    complaints.sort(
        key=lambda one: (rank.get(one.power, len(rank)), not one.line, one.line, one.column)
    )
    missing = tuple(
        power for power in edition.course.awaited(state) if not texts.get(power, "").strip()
    )
    return OrderBook(sheets, tuple(complaints), missing)


def _unreadable(edition: Edition, read: Mapping[str, ReadSheet]) -> list[Complaint]:
    """The faults of reading, with the rule about unreadable orders."""
    found = [complaint for sheet in read.values() for complaint in sheet.complaints]
    if not any(complaint.severity == "error" for complaint in found):
        return found
    rule = edition.rulebook.causes.get("unreadable", "")
    return [
        replace(complaint, rule=rule) if complaint.severity == "error" else complaint
        for complaint in found
    ]


def _wrong_labels(
    state: EuropeState, read: Mapping[str, ReadSheet], sheets: Mapping[str, Sheet]
) -> list[Complaint]:
    """Orders labeled with another side than the one that their unit belongs to."""
    found = []
    stands = {unit.province: side for side, unit in state.stands}
    stands.update((displaced.unit.province, displaced.owner) for displaced in state.displaced)
    facts = state.facts
    for power, sheet in sheets.items():
        labels = {(line, column): (side, text) for line, column, side, text in read[power].labels}
        for written in sheet.orders:
            label = labels.get((written.line, written.column))
            if label is None or written.order is None:
                continue
            owner = stands.get(written.order.unit.province, label[0])
            if label[0] != owner:
                name, other = facts.name_of(owner), facts.name_of(label[0])
                problem = (
                    f"the unit in {written.order.unit.province} is that of {name}, not of {other}"
                )
                hint = f"the label {label[1]} is left out"
                found.append(complaint_about("warning", power, written, problem, hint, ""))
    return found


def _stranger(state: EuropeState, power: str) -> Complaint:
    if power in state.eliminated:
        problem = f"{state.facts.name_of(power)} fell in {state.eliminated[power]}"
        return Complaint("error", power, 0, 0, "", problem, "its sheet is not read")
    hint = f"powers: {', '.join(state.living)}"
    return Complaint("error", power, 0, 0, "", f"there is no power {power}", hint)


def _settled(state: EuropeState, written: WrittenOrder) -> WrittenOrder:
    """An order of the builds phase that names a standing unit, with the unit as it stands."""
    order = written.order
    if isinstance(order, BolsterUnit | ReduceUnit | DisbandUnit | MinorDisband):
        standing = state.at.get(order.unit.province)
        if standing is not None and order.unit.kind in ("", standing[1].kind):
            side, unit = standing[0], standing[1].piece
            if (
                isinstance(order, DisbandUnit)
                and is_minor(side)
                and state.facts.minor_builds.disband_by_name
            ):
                return replace(written, order=MinorDisband(side, unit))
            return replace(written, order=replace(order, unit=unit))
    return written
