"""What a mail program quotes is never taken as orders, in whatever language it says so."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.mailroom.letter import open_letter
from generator.mailroom.reading import read_letter
from generator.mailroom.table import LetterError, MailTable
from tests.mail.accounting import lost_lines
from tests.mail.quotations import OWN, QUOTATIONS, answer
from tests.mail.tables import orders_of, table_for

SUBJECT = "Re: France, Spring 1901"
MINE = ["A PAR - PIC", "A MAR - SPA", "F BRE - ENG"]
OLD = ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]
RECEIPT = [
    "Std: France",
    "Received: Thu, 26 Nov 2026 09:14:00 +0100",
    "",
    "Spring 1901, movement",
    "Version 1",
    "Will be done:",
    *(f"  {order}" for order in OLD),
]


# Marks without a word of any language, and the words of authors about what they sent before.
STAMPS = [
    "Ruth Gray  10:03 AM",
    "[10:03 AM] Ruth Gray",
    "[26/11/2026 10:03] Ruth Gray:",
    "Ruth Gray\n26 November 2026 10:03",
    "________________________________\nRuth\n26/11/2026 10:03",
    "On Nov 26 Ruth wrote",
    "Quoting Ruth <ruth@example.org>:",
    "Zitat von Ruth <ruth@example.org>:",
    "My old orders were:",
    "Previously:",
    "instead of:",
]
COUNTED = ["2: HES", "1: COL", "3: GEN", "WAR: SPAIN", "WAR: AUSTRIA", "ALLIANCE: ENGLAND"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> MailTable:
    return table_for(tmp_path_factory.mktemp("games"), "standard")


@pytest.fixture(scope="module")
def europe(tmp_path_factory: pytest.TempPathFactory) -> MailTable:
    return table_for(tmp_path_factory.mktemp("games"), "europe-1619")


def orders(data: bytes, table: MailTable) -> list[str]:
    letter = open_letter(data)
    reading = read_letter(letter, table)
    assert reading.power == "france"
    assert lost_lines(letter, reading) == []
    return orders_of(reading, table).get("spring-movement", [])


@pytest.mark.parametrize("sheet", [OLD, RECEIPT], ids=["orders", "receipt"])
@pytest.mark.parametrize("name", QUOTATIONS)
def test_only_what_stands_above_a_quotation_counts(
    table: MailTable, name: str, sheet: list[str]
) -> None:
    assert orders(answer(name, MINE, sheet, SUBJECT), table) == MINE
    assert orders(answer(name, ["Hi Ruth,", "", *MINE, "", "Ben"], sheet, SUBJECT), table) == MINE


@settings(deadline=None, max_examples=120)
@given(
    st.sampled_from([*QUOTATIONS, *STAMPS]),
    st.permutations(COUNTED),
    st.integers(1, len(COUNTED) - 1),
)
def test_old_orders_do_not_add_to_new_ones(
    europe: MailTable, mark: str, sheet: list[str], half: int
) -> None:
    """Where orders of units are different, none counts; INFs and declarations would add up."""
    own, old = sheet[:half], sheet[half:]
    if mark in QUOTATIONS:
        data = answer(mark, own, old, "Re: France, 1619")
    else:
        head = "From: Ben <ben@example.net>\nTo: ruth@example.org\nSubject: France, 1619\n\n"
        data = (head + "\n".join([*own, "", mark, "", *old])).encode()
    letter = open_letter(data)
    reading = read_letter(letter, europe)
    assert orders_of(reading, europe) == {"diplomatic": own}
    assert lost_lines(letter, reading) == []


@pytest.mark.parametrize("name", QUOTATIONS)
def test_thanks_above_a_quotation_are_no_orders(table: MailTable, name: str) -> None:
    for thanks in (["Tak, modtaget.", "Ben"], ["Thanks!"]):
        assert orders(answer(name, thanks, RECEIPT, SUBJECT), table) == []
        assert orders(answer(name, thanks, OLD, SUBJECT), table) == []


@pytest.mark.parametrize("name", QUOTATIONS)
def test_the_mark_of_a_quotation_is_the_authors_no_more(table: MailTable, name: str) -> None:
    """So that a mail which is only forwarded still has its orders in what is quoted."""
    reading = read_letter(open_letter(answer(name, [], OLD, "France, Spring 1901")), table)
    if orders_of(reading, table):
        assert orders_of(reading, table) == {"spring-movement": OLD}
        assert "quoted" in " ".join(reading.notes)


@pytest.mark.parametrize("name", OWN)
def test_what_looks_like_a_header_block_and_is_none_is_read(table: MailTable, name: str) -> None:
    head = "From: Ben <ben@example.net>\nTo: ruth@example.org\nSubject: Re: France\n\n"
    found = orders(f"{head}{OWN[name]}".encode(), table)
    assert found in (["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"], OLD)


@pytest.mark.parametrize(
    ("mark", "heads"),
    [
        ("---------- Videresendt meddelelse ---------", ("Fra", "Dato", "Emne", "Til")),
        ("---------- Forwarded message ---------", ("From", "Date", "Subject", "To")),
        ("---------- Пересылаемое сообщение ---------", ("От", "Дата", "Тема", "Кому")),
        ("Start på videresendt besked:", ("Fra", "Emne", "Dato", "Til")),
        ("Початок листа, що пересилається:", ("Від", "Тема", "Дата", "Кому")),
        ("Inizio messaggio inoltrato:", ("Da", "Oggetto", "Data", "A")),
    ],
)
def test_what_is_forwarded_is_read_in_any_language(
    table: MailTable, mark: str, heads: tuple[str, ...]
) -> None:
    values = {0: "Ben Hill <ben@example.net>", 3: "Ruth <ruth@example.org>"}
    dated = next(n for n, head in enumerate(heads) if head in ("Dato", "Date", "Дата", "Data"))
    values[dated] = "26. nov. 2026 10.03"
    block = "\n".join(f"{head}: {values.get(n, 'orders')}" for n, head in enumerate(heads))
    head = "From: Ruth <ruth@example.org>\nTo: ruth@example.org\nSubject: Fwd: orders\n\n"
    text = f"{head}Ben's, as they came.\n\n{mark}\n{block}\n\nFrance\n" + "\n".join(OLD)
    reading = read_letter(open_letter(text.encode()), table)
    assert orders_of(reading, table) == {"spring-movement": OLD}
    assert "the orders were in a forwarded mail" in reading.notes


def test_a_letter_without_a_word_of_its_own_is_refused_where_it_quotes(table: MailTable) -> None:
    data = answer("Outlook, Polish", ["Edward"], ["England", "F LON - NTH"], "Re: orders")
    with pytest.raises(LetterError, match="whose orders"):
        read_letter(open_letter(data), table)
