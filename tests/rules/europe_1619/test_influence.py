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


@pytest.mark.rule("E19-INF-1")
def test_every_year_has_its_own_allotment() -> None:
    rows = {"france": [9] + [12] * 29}
    for year, allotted in ((1619, 9), (1620, 12)):
        before = position(EDITION, phase="diplomatic", year=year, tables={"allotment": rows})
        after = play(EDITION, before, {"france": [PlaceInfs(40, "SWI")]})
        assert infs_in(after.state, "SWI") == {"france": allotted}
        assert [one.data["allotted"] for one in events(after, "placement")] == [allotted]


@pytest.mark.rule("E19-INF-2")
def test_five_french_infs_in_bremen() -> None:
    after = play(EDITION, diplomacy(), {"france": "5: BRE"})
    assert outcome(after, "5: BRE") == "success"
    assert infs_in(after.state, "BRE") == {"denmark": 1, "france": 5}
    assert after.state.statuses["BRE"].patron == "france"


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


@pytest.mark.rule("E19-INF-3")
def test_a_province_of_a_power_takes_no_infs() -> None:
    after = play(EDITION, diplomacy(), {"france": "3: PAR\n2: ERF"})
    assert [one.outcome for one in after.verdicts] == ["illegal", "success"]
    assert events(after, "placement")[0].data["placed"] == {"ERF": 2}


@pytest.mark.rule("E19-INF-4")
def test_a_state_without_a_center_takes_infs_too() -> None:
    after = play(EDITION, diplomacy(), {"france": "2: ERF\n2: HES"})
    assert infs_in(after.state, "ERF") == {"france": 2}
    assert infs_in(after.state, "HES") == {"france": 2, "union": 5}


@pytest.mark.rule("E19-INF-5")
def test_the_order_that_does_not_fit_gets_what_is_left() -> None:
    after = play(EDITION, diplomacy(5), {"saxony": "4: ERF\n3: SAA\n1: SWI"})
    assert infs_in(after.state, "ERF") == {"saxony": 4}
    assert infs_in(after.state, "SAA") == {"saxony": 1}
    assert infs_in(after.state, "SWI") == {}
    assert [one.outcome for one in after.verdicts] == ["success", "excess", "excess"]
    assert reasons(after, "3: SAA") == ["E19-INF-5"]
    assert verdict(after, "3: SAA").known_to == ("saxony",)


@pytest.mark.rule("E19-INF-6")
def test_what_is_not_placed_is_lost() -> None:
    after = play(EDITION, diplomacy(5), {"savoy": "3: SWI"})
    assert events(after, "placement")[0].data["lost"] == 2
    later = diplomacy(5, year=1620, infs=after.state.infs)
    again = play(EDITION, later, {"savoy": "7: SWI"})
    assert infs_in(again.state, "SWI") == {"savoy": 3 + 5}


@pytest.mark.rule("E19-INF-6")
def test_infs_of_an_order_that_does_not_count_are_lost() -> None:
    sheet = [PlaceInfs(4, "BOHC"), PlaceInfs(4, "SWI")]
    after = play(EDITION, diplomacy(5), {"savoy": sheet})
    assert outcome(after, "4: BOHC") == "illegal"
    assert "E19-INF-6" in reasons(after, "4: BOHC")
    assert infs_in(after.state, "SWI") == {"savoy": 1}


@pytest.mark.rule("E19-INF-7")
@pytest.mark.parametrize(
    "sheet", ["LEND 2 INFS TO SPAIN", "GIVE 2 INFS TO SPAIN", [Transfer("grant", 2, "spain")]]
)
def test_infs_cannot_go_to_another_power(sheet: Any) -> None:
    after = play(EDITION, diplomacy(5), {"france": sheet, "spain": "7: SWI"})
    assert [one.outcome for one in after.verdicts if one.power == "france"] == ["illegal"]
    assert infs_in(after.state, "SWI") == {"spain": 5}


@pytest.mark.rule("E19-INF-8")
def test_placed_infs_cannot_be_taken_back() -> None:
    before = diplomacy(infs={"BRE": {"france": 5}})
    after = play(EDITION, before, {"france": "-2: BRE"})
    assert outcome(after, "-2: BRE") == "illegal"
    assert reasons(after, "-2: BRE") == ["E19-INF-8"]
    assert infs_in(after.state, "BRE") == {"france": 5}


@pytest.mark.rule("E19-INF-9")
def test_infs_add_up_from_year_to_year() -> None:
    after = play(EDITION, diplomacy(), {"denmark": "2: BRE"})
    assert infs_in(after.state, "BRE") == {"denmark": 3}
    later = play(
        EDITION, diplomacy(year=1620, infs=after.state.infs), {"denmark": "1: BRE; 1: BRE"}
    )
    assert infs_in(later.state, "BRE") == {"denmark": 5}


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


@pytest.mark.rule("E19-INF-12")
@pytest.mark.rule("E19-STA-7")
def test_a_vassal_takes_infs_of_its_holder_alone() -> None:
    before = diplomacy(year=1624, infs={"HES": {"union": 26}})
    after = play(EDITION, before, {"saxony": "4: HES", "union": "1: HES"})
    assert reasons(after, "4: HES")[0] == "E19-INF-12"
    assert outcome(after, "1: HES") == "success"
    assert infs_in(after.state, "HES") == {"union": 27}


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
def test_it_does_not_matter_who_places_first() -> None:
    one = play(EDITION, diplomacy(), {"france": "5: SWI", "spain": "5: SWI"})
    other = play(EDITION, diplomacy(), {"spain": "5: SWI", "france": "5: SWI"})
    assert infs_in(one.state, "SWI") == {"france": 5, "spain": 5}
    assert one.state.infs == other.state.infs
    assert one.events == other.events


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


@pytest.mark.rule("E19-INF-14")
def test_an_order_that_does_not_count_is_told_to_its_author_alone() -> None:
    after = play(EDITION, diplomacy(), {"austria": "5: BOHC"})
    assert verdict(after, "5: BOHC").known_to == ("austria",)
    assert not events(after, "placement")


@pytest.mark.rule("E19-INF-15")
def test_placements_stand_before_the_first_attack() -> None:
    before = diplomacy(infs={"BRAP": {"union": 3}})
    after = play(EDITION, before, {"sweden": "BRAP > UNION\n4: BRAP"})
    assert infs_in(after.state, "BRAP") == {"sweden": 1}


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


def test_x_55_both_placements_count_in_the_year_of_the_vassalage() -> None:
    before = diplomacy(20, infs={"WUR": {"union": 10}})
    after = play(EDITION, before, {"union": "20: WUR", "league": "12: WUR\nWUR > UNION"})
    assert infs_in(after.state, "WUR") == {"union": 18}
    assert after.state.statuses["WUR"].kind == "aligned"
    quiet = play(EDITION, before, {"union": "20: WUR", "league": "12: WUR"})
    assert infs_in(quiet.state, "WUR") == {"league": 12, "union": 30}
    assert quiet.state.statuses["WUR"].kind == "vassal"


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


def test_orders_of_other_phases_and_unreadable_ones_do_nothing() -> None:
    before = diplomacy()
    after = play(EDITION, before, {"france": "A PAR - BUR\nfrobnicate\nLOAN 5 TO SPAIN\n1: SWI"})
    assert [one.outcome for one in after.verdicts] == ["illegal"] * 3 + ["success"]
    assert after.state.units == before.units
    assert after.state.moment.phase == "movement"


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


def test_infs_in_a_state_that_is_not_founded_yet_are_refused() -> None:
    """Land that the fall of a power may make a state is none before, in every edition."""
    before = diplomacy()
    latent = next(iter(before.facts.latent))
    after = play(EDITION, before, {"france": [PlaceInfs(2, latent)]})
    verdict = next(one for one in after.verdicts if one.power == "france")
    assert verdict.outcome == "illegal"
    assert verdict.reasons[0].rule == EDITION.rulebook.cites("inf-no-state")
