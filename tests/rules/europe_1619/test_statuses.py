"""The status of a minor state, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.phases import OrderBook
from generator.rulesets.europe.state.standing import OPEN, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import settle_statuses, status_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import (
    events,
    infs_in,
    opening,
    play,
    position,
    verdict,
)

POWERS = tuple(EDITION.powers)
FACTS = opening(EDITION).facts


def diplomacy(**parts: Any) -> EuropeState:
    tables = {"allotment": dict.fromkeys(POWERS, 12)}
    return position(EDITION, phase="diplomatic", tables=tables, **parts)


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


def test_x_10_a_state_without_its_barred_power_needs_no_bar() -> None:
    """An attack on a fallen power, or placing in a captured state, is void before any bar."""
    before = diplomacy(captures={"LOR": "savoy"}, eliminated={"saxony": 1625})
    after = play(EDITION, before, {"france": "1: LOR\nHES > SAXONY"})
    assert verdict(after, "1: LOR").reasons[0].rule == "E19-INF-11"
    assert [one.outcome for one in after.verdicts] == ["illegal", "illegal"]
