"""Papal decrees and excommunication: E15V7-DEC and E15V7-EXC."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe.features.decree_records import Decrees, book_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, opening, outcome
from tests.rules.europe_1615_v7.seven import Played, given, sheets

UNITS = {"papacy": ["A ROM"], "france": ["A PAR"], "spain": ["A MAD"]}
PARTS = opening(EDITION).parts


def decreed(*rows: dict[str, Any], ignored: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The parts of a state in which these decrees have been passed, numbered from 1."""
    told = [{"number": n, "year": 1618, **row} for n, row in enumerate(rows, 1)]
    feature = next(one for one in EDITION.features if one.key == "decrees")
    tables = {"issued": told, "ignored": ignored or []}
    return {**PARTS, "decrees": feature.load(tables, opening(EDITION).facts)}


def to_france(kind: str, **more: Any) -> dict[str, Any]:
    return {"targets": ["france"], "kind": kind, **more}


def confirmed(state: EuropeState, decree: int, power: str, *, ignored: bool = True) -> Ruling:
    facts = {"decree": decree, "power": power, "ignored": ignored}
    return Ruling(1, state.moment.phase, "ignored", "it stayed", "E15V7-DEC-13", facts)


def decree(text: str, *rulings: Ruling, **parts: Any) -> Played:
    """The joint phase in which the Papacy gives one decree."""
    return sheets(given(**{"units": UNITS, **parts}), *rulings, papacy=text)


def numbers(played: Played) -> list[int]:
    return [one.number for one in book_of(played.state).issued]


def breaches(*played: Played) -> list[str]:
    return [one.text for each in played for one in events(each, "decree-breach")]


ORDER = "DECREE: FRANCE; FORBID_ENTER LOR"


@pytest.mark.rule("E15V7-DEC-9")
def test_once_the_infs_are_gone_the_decree_is_possible():
    order = "DECREE FRANCE: NOT INFLUENCE LOR"
    state = given(units=UNITS, infs={"LOR": {"france": 2, "spain": 3}})
    played = sheets(state, papacy=order, spain="LOR > FRANCE")
    assert outcome(played, order) == "illegal"
    after = given(units=UNITS, infs={"LOR": {"spain": 1}}, year=1621)
    assert outcome(sheets(after, papacy=order), order) == "success"


@pytest.mark.rule("E15V7-DEC-11")
def test_a_decree_binds_until_it_is_withdrawn():
    parts = decreed(to_france("not_enter", place="LOR"))
    units = {**UNITS, "france": ["A LOR"]}
    later = given(phase="adjustment", year=1628, units=units, parts=parts)
    assert breaches(sheets(later))
    played = sheets(given(units=UNITS, parts=parts), papacy=f"WITHDRAW DECREE 1\n{ORDER}")
    assert outcome(played, "DECREE ANNUL 1") == "success"
    assert numbers(played) == [1, 2]
    book = book_of(played.state)
    row = book.find(1)
    assert row is not None
    assert row.ended == 1621


@pytest.mark.rule("E15V7-DEC-11")
def test_a_decree_binds_year_after_year():
    parts = decreed(to_france("not_enter", place="LOR"))
    units = {**UNITS, "france": ["A LOR"]}
    for year in (1619, 1620, 1628):
        assert breaches(sheets(given(phase="adjustment", year=year, units=units, parts=parts)))


@pytest.mark.rule("E15V7-DEC-12")
@pytest.mark.parametrize("kind", ["not_enter", "vacate"])
def test_a_unit_that_stands_there_breaks_a_decree(kind):
    parts = decreed(to_france(kind, place="LOR"))
    there = given(phase="adjustment", units={**UNITS, "france": ["A LOR"]}, parts=parts)
    assert len(breaches(sheets(there))) == 1
    away = given(phase="adjustment", units={**UNITS, "france": ["A CHA"]}, parts=parts)
    assert breaches(sheets(away)) == []


@pytest.mark.rule("E15V7-DEC-13")
def test_only_what_the_referee_confirms_counts():
    parts = decreed(to_france("vacate", place="LOR"))
    state = given(phase="adjustment", units={**UNITS, "france": ["A LOR"]}, parts=parts)
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
    parts = decreed(to_france("vacate", place="LOR"))
    units = {**UNITS, "france": ["A LOR"]}
    for year in (1619, 1620):
        state = given(phase="adjustment", year=year, units=units, parts=parts,
                      options={"ignored_per_year": option})  # fmt: skip
        state = sheets(state).state
        if any("decree 1" in one for one in RULESET.oddities(state)):
            state = sheets(state, confirmed(state, 1, "france")).state
        parts = dict(state.parts)
    book: Decrees = parts["decrees"]
    assert len(book.ignored_by("france")) == times


def out(year: int, **more: Any) -> dict[str, Any]:
    return decreed({**to_france("excommunicate"), "year": year}, **more)


def final(parts: dict[str, Any]) -> Played:
    return sheets(given(phase="scoring", year=1629, units=UNITS, parts=parts))


@pytest.mark.rule("E15V7-EXC-6")
def test_one_of_the_last_year_costs_nothing():
    assert final(out(1629)).state.scores["france"]["excommunicated"] == 0
    assert final(out(1628)).state.scores["france"]["excommunicated"] == -50


@pytest.mark.rule("E15V7-DEC-2")
@pytest.mark.parametrize(
    "text",
    [
        "DECREE",
        "DECREE: FRANCE",
        "DECREE: FRNCE; FORBID_ENTER LOR",
        "DECREE: FRANCE; FORBID_ENTER NOWHERE",
        "DECREE: FRANCE; FORBID_ATTACK IN WES",
        'DECREE: FRANCE; TEXT ""',
        "WITHDRAW DECREE 9",
    ],
)
def test_a_decree_that_cannot_be_is_refused_with_a_reason(text):
    played = decree(text)
    assert numbers(played) == []
    assert all(one.reasons for one in played.verdicts if one.power == "papacy")
