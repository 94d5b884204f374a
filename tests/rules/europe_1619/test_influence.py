"""Placing INFs: what an allotment buys, and where it can go."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.movement.policy import No
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DiplomaticAttack, PlaceInfs, Transfer
from generator.rulesets.europe.steps.influence import allotment_of
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, infs_in, outcome, play, position, verdict

POWERS = tuple(EDITION.powers)


def diplomacy(allotment: int = 12, **parts: Any) -> EuropeState:
    """The diplomatic phase with the same allotment for every power."""
    return position(
        EDITION, phase="diplomatic", tables={"allotment": dict.fromkeys(POWERS, allotment)}, **parts
    )


def reasons(resolution: Any, order: str, power: str = "") -> list[str]:
    return [one.rule for one in verdict(resolution, order, power).reasons]


@pytest.mark.rule("E19-INF-2")
@pytest.mark.rule("E19-INF-3")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (PlaceInfs(0, "BRE"), "E19-INF-2"),
        (PlaceInfs(3, "PAR"), "E19-INF-3"),
        (PlaceInfs(3, "NTH"), "E19-INF-3"),
        (PlaceInfs(3, "FLA"), "E19-INF-3"),
        (PlaceInfs(3, "spain"), "E19-INF-3"),
    ],
)
def test_only_whole_infs_in_minor_states(order: PlaceInfs, rule: str) -> None:
    """Nothing in a power's land, in the sea, in a state that does not exist yet."""
    before = diplomacy()
    after = play(EDITION, before, {"france": [order]})
    assert outcome(after, str(order)) == "illegal"
    assert reasons(after, str(order))[0] == rule
    assert after.state.infs == before.infs


@pytest.mark.rule("E19-INF-7")
@pytest.mark.parametrize(
    "sheet", ["LEND 2 INFS TO SPAIN", "GIVE 2 INFS TO SPAIN", [Transfer("grant", 2, "spain")]]
)
def test_infs_cannot_go_to_another_power(sheet: Any) -> None:
    after = play(EDITION, diplomacy(5), {"france": sheet, "spain": "7: SWI"})
    assert [one.outcome for one in after.verdicts if one.power == "france"] == ["illegal"]
    assert infs_in(after.state, "SWI") == {"spain": 5}


@pytest.mark.rule("E19-INF-10")
@pytest.mark.parametrize("power", POWERS)
def test_only_protestants_place_in_bohemia(power: str) -> None:
    after = play(EDITION, diplomacy(), {power: "5: BOHC"})
    if EDITION.tables["powers"][power]["confession"] == "protestant":
        assert infs_in(after.state, "BOHC") == {power: 5}
    else:
        assert reasons(after, "5: BOHC")[0] == "E19-INF-10"
        assert infs_in(after.state, "BOHC") == {}


@pytest.mark.rule("E19-INF-11")
@pytest.mark.parametrize("power", ["france", "savoy"])
def test_nobody_places_in_a_captured_state(power: str) -> None:
    before = diplomacy(captures={"LOR": "savoy"}, infs={"LOR": {"france": 4}})
    after = play(EDITION, before, {power: "3: LOR"})
    assert reasons(after, "3: LOR")[0] == "E19-INF-11"
    assert infs_in(after.state, "LOR") == {"france": 4}
    assert after.state.statuses["LOR"] == before.statuses["LOR"]


@pytest.mark.rule("E19-INF-11")
def test_a_large_state_is_captured_with_its_home_center() -> None:
    outlying = diplomacy(captures={"KAL": "savoy"})
    after = play(EDITION, outlying, {"denmark": "3: LOWR"})
    assert infs_in(after.state, "LOWR") == {"denmark": 4}
    home = diplomacy(captures={"BRU": "savoy"})
    assert outcome(play(EDITION, home, {"denmark": "3: LOWR"}), "3: LOWR") == "illegal"


class ReichstagBar(Feature):
    """Bars France from Lorraine, and the Union from attacks on the League."""

    def bar_deposit(self, turn: Turn, power: str, order: PlaceInfs) -> No | None:
        barred = (power, order.state) == ("france", "LOR")
        return No("E19-INF-13", "the Reichstag has closed it") if barred else None


@pytest.mark.rule("E19-INF-13")
def test_a_feature_may_close_a_state_to_a_power() -> None:
    edition = Edition(EDITION.package, (*EDITION.features, ReichstagBar()), EDITION.passage, YEAR)
    after = play(
        edition,
        diplomacy(),
        {"france": [PlaceInfs(1, "LOR"), PlaceInfs(1, "SWI")], "spain": [PlaceInfs(1, "LOR")]},
    )
    assert reasons(after, "1: LOR", "france") == ["E19-INF-13", "E19-INF-6"]
    assert verdict(after, "1: LOR", "france").reasons[0].text == "the Reichstag has closed it"
    assert outcome(after, "1: SWI") == "success"
    assert infs_in(after.state, "LOR") == {"france": 1, "spain": 1}


@pytest.mark.rule("E19-INF-14")
def test_placements_are_published_power_by_power() -> None:
    after = play(EDITION, diplomacy(9), {"france": "5: BRE\n1: SWI\n2: BRE", "spain": "1: GEN"})
    told = [(one.data["power"], dict(one.data["placed"])) for one in events(after, "placement")]
    assert told == [("spain", {"GEN": 1}), ("france", {"BRE": 7, "SWI": 1})]
    assert all(one.public for one in (*events(after, "placement"), *after.verdicts))
    assert events(after, "placement")[1].text == (
        "France places 8 INFs: 7 in Bremen and 1 in Swiss Confederation; 1 of its 9 is lost"
    )


@pytest.mark.rule("E19-INF-14")
def test_by_option_placements_are_told_to_their_power_alone() -> None:
    before = diplomacy(options={"report.placements": "totals"})
    after = play(EDITION, before, {"france": "5: BRE", "spain": "1: GEN"})
    assert [one.known_to for one in events(after, "placement")] == [("spain",), ("france",)]
    assert [one.known_to for one in after.verdicts] == [("spain",), ("france",)]
    assert infs_in(after.state, "BRE") == {"denmark": 1, "france": 5}
    assert all(one.public for one in events(after, "status"))


@pytest.mark.rule("E19-INF-16")
def test_nothing_is_allotted_after_the_last_year() -> None:
    before = diplomacy(year=1649)
    after = play(EDITION, before, {power: [PlaceInfs(1, "SWI")] for power in POWERS})
    assert infs_in(after.state, "SWI") == {}
    assert {one.outcome for one in after.verdicts} == {"excess"}
    assert {one.reasons[0].rule for one in after.verdicts} == {"E19-INF-16"}


@pytest.mark.rule("E19-INF-17")
@pytest.mark.parametrize("name", ["BRAP", "PRU", "BRA", "Prussia", "Brandenburg-Prussia"])
def test_a_large_state_has_one_stock_of_infs(name: str) -> None:
    after = play(EDITION, diplomacy(infs={"BRAP": {}}), {"france": f"2: {name}"})
    assert infs_in(after.state, "BRAP") == {"france": 2}
    assert sum(1 for row in after.state.infs.values() if "france" in row) == 2  # Lorraine too


def test_x_8_the_placement_of_the_year_in_which_a_state_becomes_a_vassal_counts() -> None:
    before = diplomacy(infs={"HES": {"union": 24}})
    after = play(EDITION, before, {"union": "1: HES", "saxony": "4: HES"})
    assert infs_in(after.state, "HES") == {"saxony": 4, "union": 25}
    assert after.state.statuses["HES"].kind == "vassal"
    later = diplomacy(year=1620, infs=after.state.infs)
    again = play(EDITION, later, {"union": "1: HES", "saxony": "4: HES"})
    assert infs_in(again.state, "HES") == {"saxony": 4, "union": 26}


def test_x_9_a_vassal_that_falls_below_25_opens_again_next_year() -> None:
    before = diplomacy(infs={"HES": {"union": 26, "league": 9}})
    after = play(EDITION, before, {"league": "HES > UNION", "saxony": "1: HES"})
    assert outcome(after, "1: HES") == "illegal"
    assert after.state.statuses["HES"].kind == "aligned"
    later = play(EDITION, diplomacy(year=1620, infs=after.state.infs), {"saxony": "1: HES"})
    assert infs_in(later.state, "HES") == {"saxony": 1, "union": 17}


def test_a_state_that_nobody_may_influence_any_more() -> None:
    """The holder of a vassal is barred by the Reichstag, and all others by the vassalage."""
    edition = Edition(EDITION.package, (*EDITION.features, ReichstagBar()), EDITION.passage, YEAR)
    before = diplomacy(infs={"LOR": {"france": 30}})
    sheets = {power: [PlaceInfs(1, "LOR")] for power in POWERS}
    after = play(edition, before, sheets)
    assert {one.outcome for one in after.verdicts} == {"illegal"}


def test_a_fallen_power_has_no_allotment() -> None:
    before = diplomacy(eliminated={"saxony": 1625})
    turn = Turn(EDITION, before, _empty())
    assert allotment_of(turn.edition, turn, "saxony") == 0
    assert allotment_of(turn.edition, turn, "france") == 12


def _empty() -> Any:
    from generator.engine.phases import OrderBook

    return OrderBook({})


STATES = ("BRE", "HES", "BOHC", "SWI", "LOR", "PAR")
ORDERS = st.builds(PlaceInfs, st.integers(-3, 15), st.sampled_from(STATES))
ATTACKS = st.builds(DiplomaticAttack, st.sampled_from(STATES), st.sampled_from(POWERS))
SHEETS = st.dictionaries(
    st.sampled_from(POWERS), st.lists(st.one_of(ORDERS, ORDERS, ATTACKS), max_size=6)
)
ROWS = st.fixed_dictionaries(
    {state: st.dictionaries(st.sampled_from(POWERS), st.integers(1, 40)) for state in STATES[:5]}
)


@given(SHEETS, ROWS, st.booleans())
def test_infs_come_from_allotments_and_go_in_pairs(sheets: Any, rows: Any, captured: bool) -> None:
    """Nobody places more than the allotment, attacks take as many from both, all else stays."""
    held = {"LOR": "savoy"} if captured else {}
    before = diplomacy(7, infs=rows, captures=held)
    after = play(EDITION, before, sheets)
    due = {state: dict(row) for state, row in before.infs.items()}
    for one in events(after, "placement"):
        placed = one.data["placed"]
        assert all(number > 0 for number in placed.values())
        assert sum(placed.values()) + one.data["lost"] == one.data["allotted"] == 7
        for state, number in placed.items():
            due[state][one.data["power"]] = due[state].get(one.data["power"], 0) + number
    attackers = [one.data["by"] for one in events(after, "diplomatic-attack")]
    assert len(attackers) == len(set(attackers))
    for one in events(after, "diplomatic-attack"):
        row, lost = due[one.data["state"]], one.data["lost"]
        for power in (one.data["by"], one.data["against"]):
            assert row.get(power, 0) == one.data["before"][power]
            row[power] = row.get(power, 0) - lost
            assert row[power] == one.data["after"][power]
        assert lost == min(one.data["before"].values())
    assert {state: infs_in(after.state, state) for state in after.state.states} == {
        state: {power: number for power, number in row.items() if number}
        for state, row in due.items()
    }
    assert all(number > 0 for row in after.state.infs.values() for number in row.values())
    if captured:
        assert "LOR" not in {s for one in events(after, "placement") for s in one.data["placed"]}
