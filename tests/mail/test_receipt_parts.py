"""What a receipt says will be done, and what will not and why: in each ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.engine.errors import Complaint
from generator.engine.phases import Setup
from generator.mailroom.layers import RECEIPT_LINES, UNDERSTOOD
from generator.mailroom.letter import open_letter
from generator.mailroom.prose import WITH_CONDITION
from generator.mailroom.reading import read_letter
from generator.mailroom.receipt import Fated, PhaseReceipt, order_lines, phase_receipt
from generator.mailroom.table import MailTable, PhaseLines
from generator.rulesets import get_ruleset
from tests.mail.tables import table_for

# (ruleset, power, sheet, will be done, will not be done: why)
SHEETS: list[tuple[str, str, str, list[str], dict[str, str]]] = [
    (
        "standard", "france",
        "A PAR - BUR\nA MUN H\nF BRE - MAO\nF BRE - ENG\nA MAR - LON",
        ["A PAR - BUR"],
        {
            "A MUN H": "A MUN belongs to Germany",
            "F BRE - MAO": "F BRE has different orders, and none of them counts",
            "F BRE - ENG": "F BRE has different orders, and none of them counts",
            "A MAR - LON": "",
        },
    ),
    (
        "europe-1619", "france",
        "3: LOR\n99: GEN\n1: HES\nWAR: AUSTRIA\nALLIANCE: AUSTRIA",
        ["3: LOR", "99: GEN"],
        {
            "1: HES": "France has none",
            "WAR: AUSTRIA": "war and alliance toward Austria contradict each other",
            "ALLIANCE: AUSTRIA": "war and alliance toward Austria contradict each other",
        },
    ),
    (
        "europe-1619-draft", "france",
        "3: LOR\nWAR: AUSTRIA\nALLIANCE: AUSTRIA",
        ["3: LOR"],
        {"WAR: AUSTRIA": "contradict", "ALLIANCE: AUSTRIA": "contradict"},
    ),
]  # fmt: skip


def why_of(one: Fated) -> Complaint:
    assert one.why is not None
    return one.why


def receipt_of(name: str, power: str, text: str, state: Any = None) -> PhaseReceipt:
    ruleset: Any = get_ruleset(name)
    state = state or ruleset.opening(Setup())
    phase = ruleset.moment(state).phase
    section = PhaseLines(phase, text, tuple(range(1, text.count("\n") + 2)))
    book = ruleset.read(state, {power: text})
    budget = ruleset.budget(state, book.sheets[power])
    return phase_receipt(section, "Now", power, book, ruleset.names(), budget)


@pytest.mark.parametrize(("name", "power", "text", "done", "refused"), SHEETS)
def test_what_will_not_be_done_does_not_stand_under_what_will(
    name: str, power: str, text: str, done: list[str], refused: dict[str, str]
) -> None:
    one = receipt_of(name, power, text)
    assert [each.order for each in one.done] == done
    assert [each.order for each in one.refused] == list(refused)
    for each in one.refused:
        assert refused[each.order] in why_of(each).problem
        assert why_of(each).problem
    said = dict(order_lines(one))
    assert len(said[UNDERSTOOD]) == len(done)
    assert len(said["Will not be done:"]) == len(refused)
    assert "To fix or check:" not in said or name != "standard"


def test_a_complaint_names_another_line_as_the_letter_counts_them() -> None:
    ruleset: Any = get_ruleset("standard")
    state, text = ruleset.opening(Setup()), "F BRE - MAO\nF BRE - MAO\n"
    section = PhaseLines("spring-movement", text, (4, 9))
    one = phase_receipt(section, "Now", "france", ruleset.read(state, {"france": text}), {})
    ((line, complaint),) = one.problems
    assert (line, complaint.problem) == (9, "F BRE has the same order on line 4")


def test_in_westphalia_a_later_line_takes_an_earlier_one_back(tmp_path: Path) -> None:
    ruleset: Any = get_ruleset("westphalia")
    state = _choosing(ruleset)
    power = ruleset.awaits(state)[0]
    one = receipt_of("westphalia", power, "CHOOSE heresy war\nCHOOSE diplomacy war", state)
    assert [each.order for each in one.done] == ["CHOOSE diplomacy war"]
    (refused,) = one.refused
    assert refused.order == "CHOOSE heresy war"
    assert why_of(refused).problem == "line 2 counts instead: CHOOSE diplomacy war"


def _choosing(ruleset: Any) -> Any:
    from msgspec.structs import replace

    from generator.engine.phases import Moment

    state = ruleset.opening(Setup())
    return replace(state, moment=Moment(state.moment.year, 1, "choice"))


def test_more_builds_than_are_due_will_not_be_done() -> None:
    ruleset: Any = get_ruleset("standard")
    position = {
        "year": 1901,
        "phase": "winter-adjustments",
        "units": {"france": ["A BUR"]},
        "centers": {"france": ["PAR", "MAR"]},
    }
    state = ruleset.opening(Setup(position=position))
    one = receipt_of("standard", "france", "BUILD A PAR\nBUILD A MAR", state)
    assert [each.order for each in one.done] == ["BUILD A PAR"]
    assert [(each.order, why_of(each).problem) for each in one.refused] == [
        ("BUILD A MAR", "more than is due: 1 build is due")
    ]


def test_an_order_that_others_decide_is_neither_done_nor_refused() -> None:
    one = receipt_of("europe-1619", "france", "ALLIANCE: ENGLAND")
    assert (one.done, one.refused) == ((), ())
    assert dict(order_lines(one))["May not be done:"] == [
        "  line 1: ALLIANCE: ENGLAND: an alliance needs both: it counts if England declares it too"
    ]


def test_each_order_of_a_line_has_a_fate_of_its_own() -> None:
    """The places of complaints are those of lines, and one line may make several orders."""
    one = receipt_of("europe-1619", "dutch", "WAR: SPAIN, FRANCE, DUTCH")
    assert [each.order for each in one.done] == ["WAR: FRANCE"]
    assert [(each.order, why_of(each).problem, why_of(each).severity) for each in one.refused] == [
        ("WAR: SPAIN", "Dutch Republic and Spain are at war already", "warning"),
        ("WAR: DUTCH", "nobody declares anything against itself", "error"),
    ]


def test_a_line_repeated_is_done_once_and_said_so() -> None:
    one = receipt_of("europe-1619", "dutch", "WAR: FRANCE\nWAR: FRANCE")
    assert [each.order for each in one.done] == ["WAR: FRANCE", "WAR: FRANCE"]
    assert dict(order_lines(one))[UNDERSTOOD][1] == "  WAR: FRANCE  # see below"
    assert [each.problem for _, each in one.problems] == ["the sheet has this declaration already"]


def test_an_order_that_is_done_in_part_says_so_and_what_it_costs() -> None:
    one = receipt_of("europe-1619", "france", "3: LOR\n99: GEN")
    assert (len(one.done), one.refused, one.errors) == (2, (), 1)
    said = dict(order_lines(one))
    placed = said[UNDERSTOOD][1].partition("# ")[2]
    assert placed.startswith("99: Genoa: ")
    assert placed.endswith("left (in part, see below)")
    (why,) = said["To fix or check:"]
    assert "placed instead of 99" in why


@pytest.mark.parametrize(
    ("text", "done", "refused"),
    [
        ("VOTE DRAW; A PAR - BUR\nA PAR - LON", ["VOTE DRAW", "A PAR - BUR"], ["A PAR - LON"]),
        ("CONCEDE TO FRANCE; A PAR - BUR", ["A PAR - BUR"], ["CONCEDE TO FRANCE"]),
        ("A PAR - MOS; VOTE DRAW", ["VOTE DRAW"], ["A PAR - MOS"]),
    ],
)
def test_votes_among_orders_of_a_line(text: str, done: list[str], refused: list[str]) -> None:
    one = receipt_of("standard", "france", text)
    assert [each.order for each in one.done] == done
    assert [each.order for each in one.refused] == refused


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> MailTable:
    return table_for(tmp_path_factory.mktemp("games"), "standard")


@pytest.mark.parametrize(
    "line",
    [
        "If Germany attacks, A PAR - PIC",
        "A PAR - PIC if Germany goes to Belgium",
        "A PAR - PIC unless England moves to ENG",
        "Wenn Deutschland angreift, A PAR - PIC",
    ],
)
def test_an_order_with_a_condition_will_not_be_done(table: MailTable, line: str) -> None:
    letter = open_letter(f"France\nF BRE - MAO\n{line}\n".encode())
    reading = read_letter(letter, table)
    (section,) = reading.sections
    assert section.text == "F BRE - MAO\n"
    (told,) = (one for one in reading.ignored if one.to_fix)
    assert (told.line, told.text, told.why) == (3, line, WITH_CONDITION)


def test_chatter_with_a_condition_stays_chatter(table: MailTable) -> None:
    letter = open_letter(b"France\nF BRE - MAO\nIf you can, send me the map.\n")
    (ignored,) = read_letter(letter, table).ignored
    assert (ignored.line, ignored.to_fix) == (3, False)


def test_every_heading_over_orders_tells_a_quoted_receipt() -> None:
    for aside in ((), ("late",)):
        one = receipt_of("standard", "france", "A PAR - BUR\nA MUN H")
        from msgspec.structs import replace

        heads = list(dict(order_lines(replace(one, aside=aside))))
        assert {head for head in heads if "done" in head} <= RECEIPT_LINES
    assert "Understood:" in RECEIPT_LINES


def test_a_condition_above_orders_is_told(table: MailTable) -> None:
    letter = open_letter(b"France\nIf Germany attacks:\nF BRE - MAO\n")
    (said,) = read_letter(letter, table).ignored
    assert (said.line, said.to_fix) == (2, True)
    assert said.why == "a condition is not carried out: the orders below it count in any case"
