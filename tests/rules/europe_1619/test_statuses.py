"""The status of a minor state, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.phases import OrderBook
from generator.rulesets.europe.state.standing import OPEN, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import PlaceInfs
from generator.rulesets.europe.steps.statuses import settle_statuses, status_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import (
    events,
    infs_in,
    opening,
    outcome,
    play,
    position,
    verdict,
)

POWERS = tuple(EDITION.powers)
FACTS = opening(EDITION).facts


def diplomacy(**parts: Any) -> EuropeState:
    tables = {"allotment": dict.fromkeys(POWERS, 12)}
    return position(EDITION, phase="diplomatic", tables=tables, **parts)


def words(status: Status) -> str:
    return f"{status.kind} {status.patron}".strip()


NUMBERS = [
    ({}, "unaligned"),
    ({"austria": 0}, "unaligned"),
    ({"austria": 1}, "aligned austria"),
    ({"austria": 6, "spain": 5}, "aligned austria"),
    ({"austria": 5, "spain": 5}, "neutral"),
    ({"austria": 4, "spain": 4, "france": 1}, "neutral"),
    ({"austria": 5, "spain": 3, "france": 2}, "neutral"),
    ({"austria": 4, "spain": 3, "france": 2}, "neutral"),
    ({"austria": 2, "spain": 2, "france": 2}, "neutral"),
    ({"austria": 24}, "aligned austria"),
    ({"austria": 25}, "vassal austria"),
    ({"austria": 25, "spain": 24}, "vassal austria"),
    ({"austria": 24, "spain": 23}, "aligned austria"),
    ({"austria": 25, "spain": 25}, "neutral"),
    ({"austria": 30, "spain": 20, "france": 10}, "neutral"),
]


@pytest.mark.rule("E19-STA-2")
@pytest.mark.rule("E19-STA-3")
@pytest.mark.rule("E19-STA-6")
@pytest.mark.rule("E19-STA-9")
@pytest.mark.rule("E19-STA-10")
@pytest.mark.parametrize(("infs", "status"), NUMBERS)
def test_infs_decide_the_status(infs: Mapping[str, int], status: str) -> None:
    assert words(status_of(FACTS, infs)) == status


@pytest.mark.rule("E19-STA-1")
@given(st.dictionaries(st.sampled_from(POWERS), st.integers(0, 40)))
def test_every_state_has_exactly_one_status(infs: dict[str, int]) -> None:
    status = status_of(FACTS, infs)
    total, most = sum(infs.values()), max(infs.values(), default=0)
    ahead = total > 0 and 2 * most > total
    assert (status.kind == "unaligned") == (total == 0)
    assert (status.kind in ("aligned", "vassal")) == ahead
    assert (status.kind == "vassal") == (ahead and most >= 25)
    assert status.patron == (next(p for p in infs if infs[p] == most) if ahead else "")
    assert not status.captor


@pytest.mark.rule("E19-STA-1")
def test_a_changed_status_is_reported_with_its_numbers() -> None:
    after = play(EDITION, diplomacy(), {"france": "5: BRE", "denmark": "1: OLD"})
    (told,) = events(after, "status")
    assert dict(told.data) == {
        "state": "BRE",
        "infs": {"denmark": 1, "france": 5},
        "total": 6,
        "status": "aligned",
        "patron": "france",
        "captor": "",
        "was": "aligned",
        "was_patron": "denmark",
    }
    assert told.public
    assert told.provinces == ("BRE",)
    assert told.powers == ("france", "denmark")
    assert told.text == (
        "Bremen is aligned with France now: France has 5 of its 6 INFs "
        "(aligned with Denmark before)"
    )


REPORTS = [
    ({"france": 5, "denmark": 5}, "BRE > FRANCE", "E19-STA-2", "nobody has INFs in it"),
    ({"france": 5, "denmark": 5, "spain": 1}, "BRE > FRANCE", "E19-STA-3", "Spain has the only"),
    ({"france": 5, "denmark": 5, "spain": 3}, "BRE > FRANCE", "E19-STA-3", "Spain has all 3 INFs"),
    ({"france": 5, "denmark": 9, "spain": 5}, "BRE > FRANCE", "E19-STA-3", "has 5 of its 9 INFs"),
    ({"france": 26, "denmark": 1, "spain": 26}, "BRE > SPAIN", "E19-STA-6", "has 26 of its 51"),
    ({"france": 5, "spain": 2}, "5: BRE", "E19-STA-9", "Denmark and France have 5 INFs each"),
    (
        {"france": 4, "spain": 2},
        "3: BRE",
        "E19-STA-10",
        "nobody has more than half of its 9 INFs (France 4)",
    ),
    ({"france": 9, "spain": 2}, "3: BRE", "", ""),
]


@pytest.mark.rule("E19-STA-2")
@pytest.mark.rule("E19-STA-3")
@pytest.mark.rule("E19-STA-6")
@pytest.mark.rule("E19-STA-9")
@pytest.mark.rule("E19-STA-10")
@pytest.mark.parametrize(("infs", "order", "rule", "text"), REPORTS)
def test_a_report_says_which_numbers_decided(
    infs: Mapping[str, int], order: str, rule: str, text: str
) -> None:
    after = play(EDITION, diplomacy(infs={"BRE": infs}), {"denmark": order})
    told = events(after, "status")
    assert [one.rule for one in told] == ([rule] if rule else [])
    assert all(text in one.text for one in told)


@pytest.mark.rule("E19-STA-14")
def test_nobody_has_a_captured_state() -> None:
    """Savoy holds Lorraine, in which France has all INFs: no patron, nobody's unit to order."""
    before = diplomacy(captures={"LOR": "savoy"}, infs={"LOR": {"france": 4}})
    after = play(EDITION, before, {"france": "1: SWI"}).state
    assert after.statuses["LOR"] == Status("captured", "", "savoy")
    assert infs_in(after, "LOR") == {"france": 4}
    assert after.standing.lord_of("LOR") == OPEN
    assert after.standing.side_of("LOR") == "LOR"


@pytest.mark.rule("E19-STA-14")
def test_a_state_that_is_captured_or_freed_is_reported() -> None:
    before = diplomacy(infs={"LOR": {"france": 4}})
    turn = Turn(EDITION, before, OrderBook({}))
    assert settle_statuses(turn) == ()
    held = diplomacy(captures={"LOR": "savoy"}, infs={"LOR": {"france": 4}})
    turn = Turn(EDITION, held, OrderBook({}))
    turn.statuses["LOR"] = before.statuses["LOR"]
    old = turn.standing
    turn.politics_changed()
    assert settle_statuses(turn) == ("LOR",)
    assert (turn.events[-1].rule, turn.events[-1].data["captor"]) == ("E19-STA-14", "savoy")
    assert old.lord_of("LOR") == OPEN
    assert turn.standing.is_captured("LOR")
    turn.captures.pop("LOR")
    turn.politics_changed()
    assert settle_statuses(turn) == ("LOR",)
    assert turn.standing.lord_of("LOR") == "france"


def test_x_3_a_state_left_without_infs_is_captured_by_the_army_that_stays() -> None:
    """Tuscany turns unaligned under a Spanish army."""
    before = diplomacy(units={"spain": ["A TUS"]}, infs={"TUS": {"spain": 1, "venice": 1}})
    published = play(EDITION, before, {"venice": "TUS > SPAIN"}).state
    assert words(published.statuses["TUS"]) == "unaligned"
    stayed = play(EDITION, play(EDITION, published).state).state
    assert stayed.captures["TUS"].holder == "spain"
    moved = play(EDITION, published, {"spain": "A TUS - MOD"}).state
    assert "TUS" not in play(EDITION, moved).state.captures


def test_x_6_a_vassal_whose_holder_falls_is_open_to_others() -> None:
    before = position(
        EDITION,
        phase="adjustment",
        units={"league": ["A SAX"]},
        captures={"SAX": "league"},
        infs={"HES": {"saxony": 26, "union": 5}},
    )
    fallen = play(EDITION, before).state
    assert "saxony" in fallen.eliminated
    assert infs_in(fallen, "HES") == {"union": 5}
    assert words(fallen.statuses["HES"]) == "aligned union"
    next_year = replace(fallen, moment=EDITION.moment_of(1620, "diplomatic"))
    after = play(EDITION, next_year, {"france": [PlaceInfs(1, "HES")]})
    assert outcome(after, "1: HES") == "success"


def test_x_10_a_state_without_its_barred_power_needs_no_bar() -> None:
    """An attack on a fallen power, or placing in a captured state, is void before any bar."""
    before = diplomacy(captures={"LOR": "savoy"}, eliminated={"saxony": 1625})
    after = play(EDITION, before, {"france": "1: LOR\nHES > SAXONY"})
    assert verdict(after, "1: LOR").reasons[0].rule == "E19-INF-11"
    assert [one.outcome for one in after.verdicts] == ["illegal", "illegal"]
