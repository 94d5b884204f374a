"""What cannot be read is named with its place, what is wrong, and what was probably meant."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from generator.engine.phases import Setup
from generator.rulesets import get_ruleset, ruleset_ids
from generator.rulesets.europe.reading.reader import game_reader
from tests.rulesets.europe.sheets import complaints, orders, read

FAULTS = tomllib.loads(Path(__file__).with_name("faults.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("phase", "text", "said"),
    [(phase, text, said) for phase, table in FAULTS.items() for text, said in table.items()],
)
def test_a_fault_is_said_with_its_place_and_a_way_out(phase: str, text: str, said: str) -> None:
    assert orders(text, phase) == ["?"]
    (found,) = complaints(text, phase)
    assert found.startswith(said)


def test_one_bad_order_of_a_line_leaves_the_others() -> None:
    assert orders("5: BRE, 3: HSE") == ["5: BRE", "?"]
    assert complaints("5: BRE, 3: HSE") == [
        "1:12: there is no minor state HSE (did you mean HES Hesse?)"
    ]


def test_a_line_of_powers_with_one_that_nobody_knows_is_read_as_a_whole_or_not_at_all() -> None:
    """Half an offer of alliances is not what was meant."""
    assert orders("ALLIANCE: SPAIN, ENGLND") == ["?"]


def test_every_fault_of_a_sheet_is_told() -> None:
    found = complaints("5: BRM\nWAR: SPAIN\nBRAP > SPIAN\nALIANCE: SAVOY")
    assert [one.partition(": ")[0] for one in found] == ["1:4", "3:8", "4:1"]


def test_text_that_cannot_be_read_stays_on_the_sheet() -> None:
    (one,) = read("  5: BRM  # for Bremen").orders
    assert (one.text, one.line, one.column, one.order) == ("5: BRM", 1, 3, None)


@pytest.mark.parametrize("ruleset", [one for one in ruleset_ids() if one.startswith("europe")])
def test_examples_in_hints_are_orders_of_the_edition(ruleset: str) -> None:
    """No hint names a state, a place or a power that the edition does not have."""
    found = get_ruleset(ruleset)
    reader = game_reader(found.edition, found.opening(Setup()).facts)  # type: ignore[attr-defined]
    wrong = []
    for phase in found.edition.course.slugs:  # type: ignore[attr-defined]
        forms = reader._phase(phase).forms._patterns
        for example in {form.example for form, _, _ in forms}:
            sheet = reader.read_sheet(example, phase, "")
            if any(one.severity == "error" for one in sheet.complaints):
                wrong.append((phase, example, sheet.complaints[0].problem))
    assert wrong == []
