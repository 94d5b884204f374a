"""The map that an edition opens with, from its facts alone: rules are not needed to draw it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import fields, replace

from generator.engine.phases import Moment
from generator.engine.picture import Picture, UnitSign
from generator.engine.ruleset import PowerFacts
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.data.facts import FactsFile, Minor, read_facts
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState, arrange
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe.telling.pictures import marker_sign, picture_of_position
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.passage import Passage

__all__ = ["SKETCHES", "sketch_opening"]

SKETCHES: Final[Mapping[str, str]] = MappingProxyType(
    {
        file.parent.name.replace("_", "-"): f"generator.rulesets.{file.parent.name}"
        for file in sorted(Path(__file__).parents[1].glob("europe_*/facts.toml"))
    }
)
"""The packages of the editions whose facts are enough for a map of the opening, by their boards."""


def sketch_opening(board: str) -> tuple[str, Picture, Mapping[str, PowerFacts]]:
    """The title of the edition on a board of SKETCHES, its opening, and its powers.

    Of `minors` it also reads what only a map needs: `status` (where it does not follow from INFs),
    `permanent_marker`, and `letter` (that of its units, unless `letter_on` keeps it for later).
    """
    edition = Edition(SKETCHES[board], (), Passage, YEAR)
    rows: Mapping[str, Mapping[str, Any]] = edition.tables["minors"]
    state = _opening(edition, rows)
    picture = picture_of_position(edition, state)
    markers = dict(picture.markers)
    for row in rows.values():
        if "permanent_marker" in row:
            sign = marker_sign(state.facts.confessions, row["name"], row["permanent_marker"])
            markers[row["provinces"][0]] = (sign,)
    letters = _letters(rows)
    units = tuple(replace(sign, letter=_letter(sign, letters)) for sign in picture.units)
    shown = replace(picture, units=units, markers=MappingProxyType(markers))
    return edition.title, shown, edition.powers


def _opening(edition: Edition, rows: Mapping[str, Mapping[str, Any]]) -> EuropeState:
    # A map needs no last year, and the oldest edition has none. Nor does it need what the family
    # has no rules for: tables of features, and entries of states like `opened_by`.
    tables = {"last_year": edition.tables["first_year"], **_known(edition.tables, FactsFile)}
    for name in ("minors", "latent_minors"):
        listed = tables.get(name, {})
        tables[name] = {code: _known(row, Minor) for code, row in listed.items()}
    facts = read_facts(MappingProxyType(tables), edition.board, file=edition.facts_file)
    start = facts.setup.infs
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


def _known(table: Mapping[str, Any], kind: type[Struct]) -> dict[str, Any]:
    """The entries of a table that a Struct has too."""
    names = {one.encode_name for one in fields(kind)}
    return {name: value for name, value in table.items() if name in names}


def _letters(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, str]:
    """The letters that units carry from the start, by the labels of their states."""
    return {
        row["label"]: row["letter"]
        for row in rows.values()
        if "letter" in row and "letter_on" not in row
    }


def _letter(sign: UnitSign, letters: Mapping[str, str]) -> str:
    return letters.get(sign.label, "") if not sign.owner else ""
