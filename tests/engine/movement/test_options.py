"""The options where rulebooks differ, on the DATC cases that tell them apart."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.engine.movement import Movement, MovementOptions, resolve_movement
from tests.datc.cases import DatcCase, datc_cases
from tests.engine.movement.notation import board, parse

CASES: dict[str, DatcCase] = {case.id: case for case in datc_cases()}
PARADOXES = ("6.F.14", "6.F.15", "6.F.16", "6.F.17", "6.F.18", "6.F.22", "6.F.23", "6.F.24")


def resolve(case_id: str, options: MovementOptions) -> Movement:
    pairs = [(line.power, *parse(line.order)) for line in CASES[case_id].lines]
    units = [(power, unit) for power, unit, _ in pairs]
    return resolve_movement(board(), units, [order for *_, order in pairs], options=options)


def changes(case_id: str, options: MovementOptions) -> tuple[set[str], set[str]]:
    """The units that moved, where they stand now, and the dislodged ones."""
    movement = resolve(case_id, options)
    moved = {
        str(replace(unit, at=at))
        for (_, unit), at in zip(movement.units, movement.places, strict=True)
        if at and at != unit.at
    }
    return moved, {str(one.unit) for one in movement.dislodged}


@pytest.mark.parametrize(
    ("case_id", "rule", "moved", "dislodged"),
    [
        # All rulebooks agree on the simple paradox; only all-hold also stops the fleet.
        ("6.F.14", "szykman", {"F ENG"}, {"F ENG"}),
        ("6.F.14", "1982", {"F ENG"}, {"F ENG"}),
        ("6.F.14", "2000", {"F ENG"}, {"F ENG"}),
        ("6.F.14", "all-hold", set(), set()),
        ("6.F.15", "1982", {"F ENG", "A WAL"}, {"F ENG"}),
        ("6.F.15", "2000", {"F ENG", "A WAL"}, {"F ENG"}),
        ("6.F.15", "all-hold", set(), set()),
        ("6.F.16", "szykman", set(), set()),
        ("6.F.16", "1982", set(), set()),
        ("6.F.16", "2000", set(), set()),
        ("6.F.16", "all-hold", set(), set()),
        # London's support is not cut, so the convoy stands, and its army dislodges London.
        ("6.F.17", "szykman", set(), set()),
        ("6.F.17", "1982", {"A LON"}, {"F LON"}),
        ("6.F.17", "2000", {"A LON"}, {"F LON"}),
        ("6.F.17", "all-hold", set(), set()),
        # The rule of 1982 alone knows of supports to hold.
        ("6.F.18", "szykman", set(), set()),
        ("6.F.18", "1982", {"A BEL"}, {"F BEL"}),
        ("6.F.18", "2000", set(), set()),
        ("6.F.19", "szykman", set(), set()),
        ("6.F.19", "1982", {"F TYS"}, {"F TYS"}),
        ("6.F.19", "2000", set(), set()),
        ("6.F.20", "szykman", {"F ION"}, {"F ION"}),
        ("6.F.20", "1982", set(), set()),
        ("6.F.20", "2000", {"F ION"}, {"F ION"}),
        ("6.F.21", "szykman", {"A CLY", "F NAO"}, {"F CLY", "F NAO"}),
        ("6.F.21", "1982", {"A CLY"}, {"F CLY"}),
        ("6.F.21", "2000", {"A CLY", "F NAO"}, {"F CLY", "F NAO"}),
        ("6.F.22", "szykman", {"F NTH", "F ENG"}, {"F NTH", "F ENG"}),
        ("6.F.22", "1982", {"F NTH", "F ENG"}, {"F NTH", "F ENG"}),
        ("6.F.22", "all-hold", set(), set()),
        ("6.F.23", "szykman", set(), set()),
        ("6.F.23", "1982", set(), set()),
        ("6.F.23", "all-hold", set(), set()),
        ("6.F.24", "szykman", {"F NTH"}, {"F NTH"}),
        ("6.F.24", "1982", {"F NTH"}, {"F NTH"}),
        ("6.F.24", "all-hold", set(), set()),
    ],
)
def test_paradox_rules(case_id: str, rule: str, moved: set[str], dislodged: set[str]):
    assert changes(case_id, MovementOptions(paradox=rule)) == (moved, dislodged)


@pytest.mark.parametrize("rule", ["all-hold", "1982", "2000"])
def test_paradox_rules_agree_where_no_convoy_is_in_doubt(rule: str):
    """The rule of 1982 also touches four cases that are no paradoxes."""
    for case in datc_cases():
        if case.phase == "build" or case.id in (*PARADOXES, "6.A.6", "6.G.11"):
            continue
        if rule == "1982" and case.id in ("6.F.19", "6.F.20", "6.F.21", "6.F.25"):
            continue
        options = MovementOptions(paradox=rule)
        assert changes(case.id, options) == changes(case.id, MovementOptions()), case.id


@pytest.mark.parametrize(
    ("case_id", "rule", "moved", "dislodged"),
    [
        # Only a move ordered by convoy goes by convoy: an own fleet's order says nothing.
        ("6.G.1", "2023", {"A SWE", "A NWY"}, set()),
        ("6.G.1", "2000", {"A SWE", "A NWY"}, set()),
        ("6.G.1", "via", set(), set()),
        ("6.G.2", "2023", set(), set()),
        ("6.G.2", "2000", set(), set()),
        ("6.G.2", "via", set(), set()),
        ("6.G.5", "2023", {"A APU", "A ROM"}, set()),
        ("6.G.5", "via", set(), set()),
        ("6.G.6", "2000", {"A EDI", "A LVP"}, set()),
        ("6.G.6", "via", set(), set()),
        # Ordered by convoy, and no convoy comes, or it is broken: by the rule of 2000 it marches.
        ("6.G.8", "2023", {"F HEL", "A KIE"}, set()),
        ("6.G.8", "2000", {"A HOL", "F HEL", "A KIE"}, set()),
        ("6.G.8", "via", {"F HEL", "A KIE"}, set()),
        ("6.G.9", "2023", {"A SWE", "A NWY"}, set()),
        ("6.G.9", "via", {"A SWE"}, {"A SWE"}),
        ("6.G.11", "2023", {"F SKA"}, {"F SKA"}),
        ("6.G.11", "2000", {"A NWY"}, {"F NWY"}),
        ("6.G.11", "via", {"A NWY"}, {"F NWY"}),
        ("6.G.20", "2023", {"F ENG"}, {"F ENG"}),
        ("6.G.20", "2000", {"F ENG", "A BEL"}, {"F ENG"}),
        ("6.G.20", "via", {"F ENG"}, {"F ENG"}),
    ],
)
def test_convoy_to_a_neighbor(case_id: str, rule: str, moved: set[str], dislodged: set[str]):
    assert changes(case_id, MovementOptions(adjacent_convoy=rule)) == (moved, dislodged)


@pytest.mark.parametrize("wrong", [{"paradox": "1971"}, {"adjacent_convoy": "2024"}])
def test_unknown_options_are_refused(wrong: dict[str, str]):
    with pytest.raises(GameError, match="there is no such"):
        MovementOptions(**wrong)
