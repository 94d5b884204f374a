"""What `checks.txt` has no words for: whose sheets are missing, and that a check says nothing of
what others wrote."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.engine.units import Unit
from generator.rulesets.europe.state.state import Displaced, EuropeState
from tests.rulesets.europe.sheets import EDITION, position, read_book


def phase(name: str, **fields: object) -> EuropeState:
    return position(EDITION, phase=name, **fields)  # type: ignore[arg-type]


SHEETS = {
    "diplomatic": {
        "france": "5: BRE\n3: BRE\nBRE > DENMARK\nALLIANCE: SAVOY\nWAR: SPAIN",
        "savoy": "ALLIANCE: FRANCE\nGEN > FRANCE\nREICHSTAG VOTE AYE",
        "denmark": "2: BRE\nBRE > FRANCE\nREICHSTAG VOTE NAY",
        "austria": "REICHSTAG CALL 1\nREICHSTAG VOTE AYE\nALLIANCE: POLAND",
        "spain": "ARMISTICE: DUTCH\n99: POR",
        "dutch": "ARMISTICE: SPAIN\nWAR: DENMARK",
    },
    "movement": {
        "france": "A PAR S A MIL - LYO\nA LYO H\nF NORM - CHN\nA LOR S A FLA",
        "spain": "A MIL - LYO\nA FLA S A LOR\nA MAD - BUR\nF ANDL - POR",
        "savoy": "A TUR S A LYO\nREICHSTAG VOTE AYE",
        "austria": "REICHSTAG CALL 1\nA VIE - BOH",
        "england": "F LON C A LNC - NORM\nA LNC - NORM",
    },
    "builds": {
        "france": "LOAN 9 TO SAVOY\nGRANT 1 TO SPAIN\nBOLSTER A PAR 3",
        "savoy": "BOLSTER A TUR 2\nREPAY 1 TO FRANCE\nBUILD A LOR FOR LOR",
        "spain": "BUILD A MAD\nDISBAND A NAP\nBOLSTER A FLA",
        "austria": "BUILD A HES FOR HES",
    },
    "vote": {"france": "EXTEND 2", "spain": "DRAW"},
}


@pytest.mark.parametrize("name", SHEETS)
def test_complaints_do_not_hang_on_what_others_wrote(name: str) -> None:
    state = phase(name)
    together = read_book(state, SHEETS[name]).complaints
    for power, text in SHEETS[name].items():
        alone = read_book(state, {power: text}).complaints
        assert [one for one in together if one.power == power] == list(alone)
    assert name == "vote" or together


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("DISBAND F ANDL", "DISBAND F ANDL/WC"),
        ("DISBAND ANDL", "DISBAND F ANDL/WC"),
        ("REDUCE FLA", "REDUCE A FLA 1"),
        ("BOLSTER FLA 2", "BOLSTER A FLA 2"),
        ("BOLSTER F FLA 2", "BOLSTER F FLA 2"),
        ("MINOR POR DISBANDS POR", "MINOR POR DISBANDS F POR"),
    ],
)
def test_a_standing_unit_is_named_as_it_stands(written: str, order: str) -> None:
    """Its type and coast may be left out; a wrong type is not mended."""
    book = read_book(phase("builds"), {"spain": written})
    assert [str(one.order) for one in book.sheets["spain"].orders] == [order]


def test_orders_are_missing_of_those_who_are_asked_for_some() -> None:
    """Of those whose units have a choice, and of who sent nothing; not of who has fallen."""
    waiting = (
        Displaced("france", Unit("A", "BUR", 2), "dislodged", "FRE", ("GAS", "PAR")),
        Displaced("HES", Unit("A", "SAA", 2), "evicted", "", ("HES",)),
        Displaced("spain", Unit("A", "MIL", 2), "dislodged", "TUR", ()),
    )
    assert read_book(phase("retreats", displaced=waiting), {}).missing == ("france", "union")
    movement = replace(phase("movement"), eliminated={"savoy": 1621})
    sheets = {"france": " \n", "spain": "A MIL H", "atlantis": "5: BRE", "savoy": "5: GEN"}
    book = read_book(movement, sheets)
    assert set(book.sheets) == {"france", "spain"}
    assert "france" in book.missing
    assert not {"spain", "savoy"} & set(book.missing)
    for name in ("adjustment", "scoring"):
        nobody = read_book(phase(name), {})
        assert (nobody.missing, nobody.complaints) == ((), ())


def test_what_is_said_of_a_sheet_follows_what_is_said_of_its_lines() -> None:
    book = read_book(phase("movement"), {"spain": "A MAD - XYZ", "france": "A PAR - XYZ\n5: BRE"})
    places = [(one.power, one.line) for one in book.complaints]
    assert places[:1] == [("spain", 1)]
    assert [line for power, line in places if power == "france"][:2] == [1, 2]
    assert places[-1] == ("france", 0)
