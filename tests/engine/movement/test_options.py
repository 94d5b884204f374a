"""The options where rulebooks differ, on the DATC cases that tell them apart."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.engine.movement import Movement, MovementOptions, resolve_movement
from tests.datc.cases import DatcCase, datc_cases
from tests.engine.movement.notation import board, parse

CASES: dict[str, DatcCase] = {case.id: case for case in datc_cases()}
TABLE = tomllib.loads(Path(__file__).with_name("options.toml").read_text("utf-8"))
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
    ("option", "case_id", "rule", "found"),
    [
        (option, case_id, rule, found)
        for option, cases in TABLE.items()
        for case_id, rules in cases.items()
        for rule, found in rules.items()
    ],
)
def test_what_a_rule_makes_of_a_case(option: str, case_id: str, rule: str, found: list[list[str]]):
    moved, dislodged = map(set, found)
    assert changes(case_id, MovementOptions(**{option: rule})) == (moved, dislodged)


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


@pytest.mark.parametrize("wrong", [{"paradox": "1971"}, {"adjacent_convoy": "2024"}])
def test_unknown_options_are_refused(wrong: dict[str, str]):
    with pytest.raises(GameError, match="there is no such"):
        MovementOptions(**wrong)
