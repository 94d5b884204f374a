"""How the game ends: E15V3-VIC, E15V3-DRW."""

from __future__ import annotations

from itertools import count, islice
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given as tried
from hypothesis import settings
from hypothesis import strategies as some
from msgspec.structs import replace

from generator.engine.ruleset import Ending
from generator.rulesets.europe.features.agreement import suggested
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v3.test_elimination import abandoned
from tests.rules.europe_1615_v3.three import Played, at, cited, given, sheets

POWERS = ("austria", "france", "spain", "england", "denmark")
CENTERS = {
    "austria": ("VIE", "BOH", "SLO"),
    "france": ("PAR", "NORM", "BRIT", "PRO", "GUY"),
    "spain": ("MAD", "ANDL", "NAP", "MIL"),
    "england": ("LON", "YOR", "WSX"),
    "denmark": ("COP", "HOL", "NOR"),
}
FIVE = ("VIE", "BOH", "SLO", "TRA", "VEN")
"""Christian centers that the Ottomans may hold."""


def taken(*powers: str, by: str) -> dict[str, str]:
    """All centers of powers in the hands of one side."""
    return {code: by for power in powers for code in CENTERS[power]}


def winter(**parts: Any) -> Played:
    """Early winter, in which the units named stand where they stand."""
    return sheets(given(phase="early-winter", **{"units": {}, **parts}))


def ended(played: Played) -> tuple[str, tuple[str, ...], str]:
    """How the game ended, who won or drew, and by which rule."""
    ending = played.state.ending
    if ending is None:
        assert not events(played, "game-over")
        return "", (), ""
    (event,) = events(played, "game-over")
    assert event.text == ending.text
    assert RULESET.load(RULESET.dump(played.state)) == played.state
    return ending.kind, ending.powers, event.rule


@pytest.mark.rule("E15V3-VIC-3")
def test_a_protestant_power_that_captures_rome_wins() -> None:
    played = winter(units={"england": ["A ROM"]})
    assert ended(played) == ("victory", ("england",), "E15V3-VIC-3")
    assert played.state.ending == Ending(
        "victory", ("england",), "England wins: England has captured Rome"
    )
    assert RULESET.awaits(played.state) == ()


@pytest.mark.rule("E15V3-VIC-3")
@pytest.mark.parametrize("units", [{"spain": ["A ROM"]}, {"england": ["A MAR"]}, {}])
def test_other_captures_do_not_win(units: dict[str, list[str]]) -> None:
    assert ended(winter(units=units))[0] == ""


@pytest.mark.rule("E15V3-DRW-1")
@pytest.mark.rule("E15V3-DRW-6")
def test_a_single_power_that_is_left_has_won() -> None:
    """X-54, R-63"""
    captures = taken("england", "denmark", by="spain")
    played = winter(year=1617, captures=captures, eliminated={"austria": 1616, "france": 1616})
    assert ended(played)[:2] == ("victory", ("spain",))


def overrun(count: int, *more: str, **parts: Any) -> Played:
    return winter(captures=dict.fromkeys((*FIVE[:count], *more), "OTT"), **parts)


@pytest.mark.rule("E15V3-DRW-3")
@pytest.mark.rule("E15V3-DRW-6")
def test_five_christian_centers_of_the_ottomans_bring_a_draw_of_all() -> None:
    played = overrun(5)
    assert ended(played) == ("draw", ("france", "spain", "england", "denmark"), "E15V3-DRW-3")
    assert "austria" in played.state.eliminated
    assert ended(overrun(2, "MEC", "MIL", "PRU"))[1] == POWERS


@pytest.mark.rule("E15V3-DRW-3")
def test_islamic_centers_are_not_counted() -> None:
    assert ended(overrun(4, "SUL", "TUN"))[0] == ""


@pytest.mark.rule("E15V3-DRW-3")
def test_no_total_of_seven_is_needed() -> None:
    """R-58: the Ottomans have lost Rumelia's home center and hold six in all."""
    captures = {**dict.fromkeys(FIVE, "OTT"), "RUM": "austria"}
    assert ended(winter(captures=captures))[0] == "draw"


@pytest.mark.rule("E15V3-VIC-6")
@pytest.mark.parametrize(
    ("parts", "rule"),
    [
        ({"units": {"england": ["A ROM"]}, "captures": dict.fromkeys(FIVE, "OTT")}, "VIC-3"),
        ({"units": {"OTT": ["A ROM"]}, "captures": dict.fromkeys(FIVE, "OTT")}, "DRW-4"),
        ({"units": {"england": ["A ROM"]},
          "captures": taken("austria", "france", "spain", by="denmark")}, "VIC-3"),
        ({"units": {"OTT": ["A ROM"]},
          "captures": taken("austria", "france", "spain", by="denmark")}, "DRW-4"),
        ({"captures": {**taken("england", "denmark", by="spain"), **dict.fromkeys(FIVE, "OTT")}},
         "DRW-1"),
    ],
)  # fmt: skip
def test_the_first_condition_in_the_order_of_the_rules_decides(
    parts: dict[str, Any], rule: str
) -> None:
    assert ended(winter(**parts))[2] == f"E15V3-{rule}"


@pytest.mark.rule("E15V3-VIC-4")
def test_the_phase_of_the_agreement_waits_for_the_referee() -> None:
    assert RULESET.waits_for_referee(given(phase="agreement"))
    assert not RULESET.waits_for_referee(given(phase="scoring"))


def agreed(state: EuropeState, *powers: str) -> Played:
    return sheets(state, **dict.fromkeys(powers, "AGREE STOP"))


def with_history(state: EuropeState, totals: dict[str, int], **rounds: int) -> EuropeState:
    years = count(1580)
    won = {power: tuple(islice(years, n)) for power, n in rounds.items()}
    parts = MappingProxyType({**state.parts, "rounds": MappingProxyType(won)})
    return replace(state, parts=parts, totals=MappingProxyType(totals))


@pytest.mark.rule("E15V3-VIC-4")
@pytest.mark.parametrize(
    "phase",
    ["spring", "spring-retreats", "summer", "fall", "early-winter", "late-winter"],
)
def test_all_players_agree_in_any_phase_that_takes_orders(phase: str) -> None:
    played = agreed(given(phase=phase), *POWERS)
    assert cited(played, "AGREE STOP", "spain") == ("success", "E15V3-VIC-4")
    assert played.state.moment.phase == "agreement"
    assert RULESET.load(RULESET.dump(played.state)) == played.state
    assert played.state.ending is None


@pytest.mark.rule("E15V3-VIC-4")
def test_those_who_are_out_or_have_no_player_are_not_asked() -> None:
    state = abandoned(year=1617, units={}, eliminated={"austria": 1616})
    assert agreed(state, "spain", "england", "denmark").state.moment.phase == "agreement"


@pytest.mark.rule("E15V3-VIC-5")
@pytest.mark.parametrize(
    ("totals", "first"),
    [((402, 417, 300), ("france",)), ((417, 417, 300), ("austria", "france")),
     ((1, 0, 999), ("austria",))],
)  # fmt: skip
def test_most_rounds_are_suggested_then_the_points_of_all_years(
    totals: tuple[int, ...], first: tuple[str, ...]
) -> None:
    state = given(phase="agreement")
    history = with_history(
        state, dict(zip(POWERS[:3], totals, strict=True)), austria=3, france=3, spain=1
    )
    assert suggested(history) == first
    (said,) = (one for one in RULESET.oddities(history) if "record the winner" in one)
    assert ("France is suggested" in said) == (first == ("france",))
    kind, powers, _ = ended(sheets(history))
    assert (kind, powers) == (("victory", first) if len(first) == 1 else ("ended", ()))


@tried(
    some.dictionaries(
        some.sampled_from([code for own in CENTERS.values() for code in own] + [*FIVE, "ROM"]),
        some.sampled_from((*POWERS, "OTT", "SAX")),
        max_size=19,
    )
)
@settings(max_examples=80, deadline=None)
@pytest.mark.rule("E15V3-VIC-6")
@pytest.mark.rule("E15V3-ELI-1")
def test_the_end_follows_from_who_holds_what(held: dict[str, str]) -> None:
    facts = given().facts
    captures = {c: side for c, side in held.items() if facts.provinces[c].owner != side}
    played = winter(captures=captures)
    holders = {code: facts.provinces[code].owner for code in facts.centers} | captures
    living = tuple(power for power in POWERS if power in holders.values())
    assert played.state.living == living
    protestants = tuple(power for power in living if power in ("england", "denmark"))
    catholics = tuple(power for power in living if power not in protestants)
    turks = [c for c, side in holders.items() if side == "OTT" and c not in ("RUM", "SER")]
    expected: tuple[str, ...] | None = None
    if holders["ROM"] in protestants:
        expected = (holders["ROM"],)
    elif holders["ROM"] == "OTT" and protestants:
        expected = protestants if len(protestants) > 1 else living
    elif not protestants or not catholics or len(turks) >= 5:
        expected = living
    ending = played.state.ending
    assert (ending.powers if ending else None) == expected
    if ending is not None:
        assert ending.kind == {0: "ended", 1: "victory"}.get(len(ending.powers), "draw")
        assert EDITION.course.awaited(at(played.state, "late-winter")) == ()
