"""INFs of the year: allotments, placements, diplomatic attacks and their order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from generator.engine.errors import FileError
from generator.engine.phases import Document
from generator.rulesets.europe.features.annual_infs import Year
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import events, infs_in, opening, verdict
from tests.rules.europe_1615_v3.three import (
    Played,
    at,
    cited,
    given,
    said,
    sheets,
)


def year_of(played: Played) -> Year:
    year = played.state.parts["annual"]
    assert isinstance(year, Year)
    return year


@pytest.mark.rule("E15V3-ID-1")
def test_five_powers_of_two_confessions() -> None:
    found = {power: one.confession for power, one in opening(EDITION).facts.powers.items()}
    assert found == {
        "austria": "catholic", "france": "catholic", "spain": "catholic",
        "england": "protestant", "denmark": "protestant",
    }  # fmt: skip


@pytest.mark.rule("E15V3-ID-2")
def test_the_game_opens_in_1615_with_the_status_check() -> None:
    state = opening(EDITION)
    assert (state.year, state.moment.phase) == (1615, "status-check")


@pytest.mark.rule("E15V3-VAL-1")
def test_every_value_lies_in_its_range() -> None:
    values = opening(EDITION).facts.centers.values()
    assert (min(values), max(values)) == (3, 18)


def attack(infs: Mapping[str, Mapping[str, int]], year: int = 1615, **orders: str) -> Played:
    return sheets(given(phase="summer", year=year, infs=infs), **orders)


@pytest.mark.rule("E15V3-DA-1", "E15V3-DA-4")
def test_attacks_are_possible_in_the_first_spring() -> None:
    played = sheets(given(), spain="4: LOR ; LOR > FRANCE", france="3: LOR")
    assert infs_in(played.state, "LOR") == {"spain": 1}
    void = sheets(given(), spain="4: LOR ; LOR > FRANCE")
    assert cited(void, "LOR > FRANCE") == ("void", "E15V3-DA-11")


@pytest.mark.rule("E15V3-INF-9")
def test_who_has_placed_all_is_told_that_none_are_left() -> None:
    played = sheets(at(sheets(given(), france="35: LOR").state, "fall"), france="1: SAV")
    assert said(played, "1: SAV") == "France has no INFs left to place in 1615"


@pytest.mark.parametrize(
    ("scores", "last"),
    [({"spain": 9, "denmark": 4}, "spain"), ({"spain": 4, "denmark": 9}, "denmark")],
)
@pytest.mark.rule("E15V3-DA-7", "E15V3-PU-2")
def test_of_equal_powers_with_as_many_centers_the_lower_score_is_first(
    scores: dict[str, int], last: str
) -> None:
    rows = {power: MappingProxyType({"captures": points}) for power, points in scores.items()}
    state = given(phase="status-check", year=1616, units={}, captures={"MEC": "denmark"},
                  scores=MappingProxyType(rows))  # fmt: skip
    year = year_of(sheets(state))
    assert year.attack_order[-1] == last
    assert year.leaders["all"] == last


@pytest.mark.rule("E15V3-STA-10")
def test_attacks_are_public() -> None:
    """R-54"""
    infs = {"LOR": {"england": 5, "france": 10}}
    (told,) = events(attack(infs, england="LOR > FRANCE"), "diplomatic-attack")
    assert told.public
    state = given(phase="summer", infs=infs, options={"publish_attacks": False})
    played = sheets(state, england="LOR > FRANCE")
    (told,) = events(played, "diplomatic-attack")
    assert told.known_to == ("england",)
    assert verdict(played, "LOR > FRANCE").known_to == ("england",)
    assert infs_in(played.state, "LOR") == {"france": 5}


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"spent": {"france": 36}}, "france has 35 INFs, and cannot have placed 36"),
        ({"spent": {"frnce": 3}}, "frnce"),
        ({"attack_order": ["spain", "spain"]}, "attack_order has each power in play once"),
        ({"attack_order": ["spain", "france"]}, "attack_order has each power in play once"),
        ({"leaders": {"muslem": "spain"}}, "muslem"),
        ({"leaders": {"catholic": "england"}}, "england is not catholic"),
        ({"allotment": {"spain": -1}}, "allotment"),
    ],
)
@pytest.mark.rule("E15V3-INF-1", "E15V3-DA-6")
def test_an_account_that_cannot_be_is_refused(table: dict[str, object], problem: str) -> None:
    written = dump_state(EDITION, given(phase="summer"))
    tables = {**written.public, "annual": {**written.public["annual"], **table}}
    with pytest.raises(FileError) as caught:
        load_state(EDITION, Document(tables, written.private))
    assert problem in str(caught.value)
