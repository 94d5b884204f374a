"""The map that an edition opens with, from its facts alone: rules are not needed to draw it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.phases import Moment
from generator.engine.picture import Picture, UnitSign
from generator.engine.ruleset import PowerFacts
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.edition import Edition
from generator.rulesets.europe.facts import read_facts
from generator.rulesets.europe.passage import Passage
from generator.rulesets.europe.pictures import marker_sign, picture_of_position
from generator.rulesets.europe.standing import Status
from generator.rulesets.europe.state import EuropeState, arrange
from generator.rulesets.europe.statuses import status_of

__all__ = ["SKETCHES", "sketch_opening"]

SKETCHES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "europe-1619-draft": "generator.rulesets.europe_1619_draft",
        "europe-1615-v7": "generator.rulesets.europe_1615_v7",
        "europe-1615-v3": "generator.rulesets.europe_1615_v3",
    }
)
"""The packages of the editions whose facts are enough for a map of the opening."""


def sketch_opening(board: str) -> tuple[str, Picture, Mapping[str, PowerFacts]]:
    """The title of the edition on a board of SKETCHES, its opening, and its powers.

    Of `minors` it also reads what only a map needs: `status` (where it does not follow from INFs),
    `permanent_marker`, and `letter` (that of its units, unless `letter_on` keeps it for later).
    """
    edition = Edition(SKETCHES[board], (), Passage, YEAR)
    rows: Mapping[str, Mapping[str, Any]] = edition.tables["minors"]
    picture = picture_of_position(edition, _opening(edition, rows))
    markers = dict(picture.markers)
    for row in rows.values():
        if "permanent_marker" in row:
            sign = marker_sign(edition.tables["confessions"], row["name"], row["permanent_marker"])
            markers[row["provinces"][0]] = (sign,)
    letters = _letters(rows)
    units = tuple(replace(sign, letter=_letter(sign, letters)) for sign in picture.units)
    shown = replace(picture, units=units, markers=MappingProxyType(markers))
    return edition.title, shown, edition.powers


def _opening(edition: Edition, rows: Mapping[str, Mapping[str, Any]]) -> EuropeState:
    # A map needs no last year, and the oldest edition has none.
    tables = {"last_year": edition.tables["first_year"], **edition.tables}
    facts = read_facts(MappingProxyType(tables), edition.board)
    start: Mapping[str, Mapping[str, int]] = facts.table("setup").get("infs", {})
    infs = {
        state: {power: row[state] for power, row in start.items() if state in row}
        for state in facts.minors
    }
    stands = [
        *((power, unit) for power, one in facts.powers.items() for unit in one.units),
        *((state, unit) for state, one in facts.minors.items() for unit in one.units),
    ]
    statuses = {
        code: Status(row["status"]) if "status" in row else status_of(facts, infs[code])
        for code, row in ((code, rows[code]) for code in facts.minors)
    }
    return EuropeState(
        moment=Moment(facts.first_year, 1, "diplomatic"),
        facts=facts,
        options=MappingProxyType({}),
        units=MappingProxyType(arrange(facts, facts.powers, stands)),
        infs=MappingProxyType(infs),
        statuses=MappingProxyType(statuses),
    )


def _letters(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, str]:
    """The letters that units carry from the start, by the labels of their states."""
    return {
        row["label"]: row["letter"]
        for row in rows.values()
        if "letter" in row and "letter_on" not in row
    }


def _letter(sign: UnitSign, letters: Mapping[str, str]) -> str:
    return letters.get(sign.label, "") if not sign.owner else ""
