"""Confessions of captured land and religious rebellion: E15V7-REB, CONF-8 to 12 and 14."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import FileError
from generator.rulesets.europe.features.rebellion import Mood
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe_1615_v7.landing import (
    adjust,
    holder,
    landed,
    mood,
    rules_of,
    with_moods,
)
from tests.rules.europe_1615_v7.seven import Played, at, given, sheets

CATHOLIC, PROTESTANT = {"spain": 3}, {"sweden": 3}
RED = Mood("revolt", "catholic", "protestant", 1622)


def taken(code: str, by: str, *, year: int = 1620, **parts: Any) -> Played:
    """The map adjustment in which a unit of a side takes a province, war or no war; `marker` is
    that of its state."""
    marker = parts.pop("marker", "")
    owner = given().standing.owners[code]
    if marker:
        parts["markers"] = {owner: marker, **parts.get("markers", {})}
        parts.setdefault("infs", {})[owner] = CATHOLIC if marker == "catholic" else PROTESTANT
    lord = owner if owner.islower() else next(iter(parts.get("infs", {}).get(owner, {})), "")
    side = by if by.islower() else next(iter(parts.get("infs", {}).get(by, {})), "")
    wars = [(side, lord)] if side and lord and side != lord else []
    return adjust(year=year, units={by: [f"A {code}"]}, wars=wars, **parts)


@pytest.mark.rule("E15V7-CONF-9")
@pytest.mark.rule("E15V7-REB-1")
def test_a_force_of_the_opposing_confession_meets_a_revolt():
    for code, marker, by in (("COL", "catholic", "dutch"), ("BRU", "protestant", "poland")):
        played = taken(code, by, marker=marker)
        value = {"COL": 1, "BRU": 3}[code]
        assert mood(played, code) == ("revolt", 1620 + value)
        assert rules_of(played, "rebellion") == [(code, "E15V7-REB-1")]
    (sign,) = RULESET.picture(played.state).markers["BRU"]
    assert (sign.kind, sign.text) == ("revolt", "1623")
    assert "Rebellion" in [section.title for section in RULESET.report(played.state, played)]


def test_markers_stand_in_the_file_of_the_state_and_in_positions():
    state = with_moods(landed(units={"dutch": ["A NET"]}, captures={"NET": "dutch"}), {"NET": RED})
    document = RULESET.dump(state)
    assert document.public["rebellion"] == {
        "NET": {"marker": "revolt", "confession": "catholic", "captor": "protestant", "ends": 1622}
    }
    assert RULESET.load(document) == state
    assert at(state, "movement").parts["rebellion"]["NET"] == RED


def test_a_position_is_sound_only_with_captors():
    state = landed(units={"dutch": ["A NET"]}, captures={"NET": "dutch"})
    late = Mood("revolt", "catholic", "protestant", 1619)
    for code, flaw, said in (("COL", RED, "held by its owner"), ("NET", late, "1619 is over")):
        with pytest.raises(FileError, match=f"rebellion: {code} .*{said}"):
            RULESET.load(RULESET.dump(with_moods(state, {code: flaw})))


@pytest.mark.rule("E15V7-REB-11")
def test_the_confession_of_a_captured_state_is_that_of_its_capture():
    """Its INFs are all Catholic by now, after a fall; captured it was without a marker."""
    state = landed(
        year=1621,
        units={"sweden": ["A TRI"]},
        captures={"TRI": "dutch"},
        infs={"TRI": {"spain": 3}},
        wars=[("dutch", "sweden")],
    )
    played = sheets(with_moods(state, {"TRI": Mood("", "", "protestant")}))
    assert (holder(played, "TRI"), mood(played, "TRI")) == ("sweden", ("", 0))
