"""Papal decrees and excommunication: E15V7-DEC and E15V7-EXC."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe.features.decree_records import Decrees, book_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v7.seven import given, sheets

UNITS = {"papacy": ["A ROM"], "france": ["A LOR"], "spain": ["A MAD"]}


def decreed() -> dict[str, Any]:
    """The parts of a state in which France has been told in 1618 to leave Lorraine."""
    row = {"number": 1, "year": 1618, "targets": ["france"], "kind": "vacate", "place": "LOR"}
    feature = next(one for one in EDITION.features if one.key == "decrees")
    start = opening(EDITION)
    return {**start.parts, "decrees": feature.load({"issued": [row]}, start.facts)}


def confirmed(state: EuropeState, decree: int, power: str, *, ignored: bool = True) -> Ruling:
    facts = {"decree": decree, "power": power, "ignored": ignored}
    return Ruling(1, state.moment.phase, "ignored", "it stayed", "E15V7-DEC-13", facts)


@pytest.mark.rule("E15V7-DEC-13")
def test_only_what_the_referee_confirms_counts():
    state = given(phase="adjustment", units=UNITS, parts=decreed())
    state = sheets(state).state
    assert book_of(state).ignored == ()
    assert any("decree 1: France acted against it" in one for one in RULESET.oddities(state))
    yes = sheets(state, confirmed(state, 1, "france")).state
    assert [one.decree for one in book_of(yes).ignored_by("france")] == [1]
    assert not any("decree 1" in one for one in RULESET.oddities(yes))
    no = sheets(state, confirmed(state, 1, "france", ignored=False)).state
    assert book_of(no).ignored == ()
    assert not any("decree 1" in one for one in RULESET.oddities(no))


@pytest.mark.rule("E15V7-DEC-14")
@pytest.mark.parametrize(("option", "times"), [(False, 1), (True, 2)])
def test_a_decree_is_ignored_once_or_by_option_every_year(option, times):
    parts = decreed()
    for year in (1619, 1620):
        state = given(phase="adjustment", year=year, units=UNITS, parts=parts,
                      options={"ignored_per_year": option})  # fmt: skip
        state = sheets(state).state
        if any("decree 1" in one for one in RULESET.oddities(state)):
            state = sheets(state, confirmed(state, 1, "france")).state
        parts = dict(state.parts)
    book: Decrees = parts["decrees"]
    assert len(book.ignored_by("france")) == times
