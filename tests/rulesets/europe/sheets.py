"""Sheets of Europe 1619 read in few words, for the tests of reading and checking."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.forms.sheet import ReadSheet
from generator.engine.phases import OrderBook
from generator.rulesets.europe.playing.read import read_sheets
from generator.rulesets.europe.reading.reader import game_reader
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, position

__all__ = ["EDITION", "OPENING", "complaints", "orders", "position", "read", "read_book"]

OPENING = opening(EDITION)


def read(text: str, phase: str = "diplomatic", power: str = "france") -> ReadSheet:
    """A sheet as it is read, before anything is checked."""
    return game_reader(EDITION, OPENING.facts).read_sheet(text, phase, power)


def orders(text: str, phase: str = "diplomatic", power: str = "france") -> list[str]:
    """The orders of a sheet in canonical notation; "?" for what cannot be read."""
    return ["?" if one.order is None else str(one.order) for one in read(text, phase, power).orders]


def complaints(text: str, phase: str = "diplomatic", power: str = "france") -> list[str]:
    """The complaints about reading a sheet: line, column and what is said."""
    return [
        f"{one.line}:{one.column}: {one.problem}{f' ({one.hint})' if one.hint else ''}"
        for one in read(text, phase, power).complaints
    ]


def read_book(state: EuropeState, texts: Mapping[str, str]) -> OrderBook:
    return read_sheets(EDITION, state, texts)
