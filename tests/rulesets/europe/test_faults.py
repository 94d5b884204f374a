"""What cannot be read is named with its place, what is wrong, and what was probably meant."""

from __future__ import annotations

import pytest

from generator.engine.phases import Setup
from generator.rulesets import get_ruleset, ruleset_ids
from generator.rulesets.europe.reading.reader import game_reader
from tests.rulesets.europe.sheets import complaints, orders, read

LOOKS = "orders look like 5: BRE, LOR > FRANCE or WAR: SPAIN; a remark begins with #"
FAULTS = {
    "diplomatic": {
        "5: BRM": "1:4: there is no minor state BRM (did you mean BRAP Brandenburg-Prussia, BRE",
        "5: Bremn": "1:4: there is no minor state BREMN (did you mean BRE Bremen?)",
        "BREM > FRANCE": "1:1: there is no minor state BREM (did you mean BRE Bremen?)",
        "5: PAR": "1:4: PAR is a province of France, not a minor state (like 5: BRE)",
        "5: SAXONY": "1:4: SAXONY is a power, not a minor state (like 5: BRE)",
        "5: MED": "1:4: MED is a sea, not a minor state (like 5: BRE)",
        "5:": "1:1: the order breaks off: a minor state is missing (like 5: BRE)",
        "BRE": "1:1: the order breaks off: a number is missing (like 5: BRE)",
        "2.5: BRE": f"1:1: 2.5 is not a whole number ({LOOKS})",
        "99999999999999999999: BRE": f"1:1: 99999999999999999999 is too large ({LOOKS})",
        "5 5: BRE": "1:3: the number 5 has no place here (like 5: BRE)",
        "BRAP > BREMEN": "1:8: BREMEN is a minor state, not a power (like LOR > FRANCE)",
        "WAR: BREMEN": "1:6: BREMEN is a minor state, not a power (like WAR: SPAIN)",
        "WAR": "1:1: the order breaks off: a power is missing (like WAR: SPAIN)",
        "WAR: SPIAN": "1:6: there is no power SPIAN (did you mean SPAIN?)",
        "ALLIANCE: SPAIN, ENGLND": "1:18: there is no power ENGLND (did you mean ENGLAND?)",
        "ALIANCE: SPAIN": "1:1: ALIANCE is not a word of orders (did you mean ALLIANCE?)",
        "WAR: SPAIN now": "1:12: the order should end before NOW (like WAR: SPAIN)",
        "Hello dear referee, here is all": f"1:1: this is not an order ({LOOKS})",
        "A PAR - BUR": "1:1: a movement order in the diplomatic phase",
        "BUILD A PAR": "1:1: an order of the builds phase in the diplomatic phase",
        "WAR: ЅPAIN": "1:6: there is no power ЅPAIN",
        "5: FRANCE": "1:4: FRANCE is a power, not a minor state (like 5: BRE)",
        "foo": f"1:1: this is not an order ({LOOKS})",
        "Alianze": "1:1: ALIANZE is not a word of orders (did you mean ALLIANCE?)",
    },
    "builds": {
        "5: BRE": "1:1: a diplomatic order in the builds phase",
        "BULD A PAR": "1:1: BULD is not a word of orders (did you mean BUILD?)",
        "BUILD PAR": "1:1: the order does not say whether army or fleet (write BUILD A PAR or",
        "BUILD A PRIS": "1:9: there is no province PRIS (did you mean PAR Paris?)",
        "LOAN 5 TO HES": "1:11: HES is a minor state, not a power (like LOAN 5 TO SPAIN INTEREST",
        "LOAN 5 SPAIN DEU 1625": "1:14: DEU is not a word of orders (did you mean DUE?)",
        "LOAN 5 TO SPAIN DUE 12": "1:21: 12 is not a year",
        "A PAR": "1:1: the order does not say what becomes of the unit (orders look like BUILD A",
    },
    "movement": {
        "REICHSTGA VOTE AYE": "1:1: REICHSTGA is not a word of orders (did you mean REICHSTAG?)",
        "5: BRE": "1:1: a diplomatic order in the movement phase",
        "3: BOHC": "1:1: a diplomatic order in the movement phase",
        "LOAN 5 TO SPAIN": "1:1: an order of the builds phase in the movement phase",
        "A PAR - BRB - X": "1:15: there is no province X",
    },
    "vote": {
        "EXTEND SPAIN": "1:8: the order should end before SPAIN (like EXTEND 2)",
    },
    "retreats": {
        "A PAR S A BUR": "1:1: a movement order in the retreats",
    },
    "scoring": {
        "5: BRE": "1:1: a diplomatic order in scoring",
    },
    "adjustment": {
        "hold on": "1:1: this is not an order (no one gives orders in this phase)",
    },
}


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
