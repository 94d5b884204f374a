"""What a mail says beyond orders: READY, NO ORDERS and standing orders."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.mailroom.directives import directive_of
from generator.mailroom.letter import open_letter
from generator.mailroom.reading import MailReading, read_letter
from generator.mailroom.table import MailTable
from tests.mail.accounting import lost_lines
from tests.mail.tables import table_for

RULESETS = (
    "standard", "europe-1619", "europe-1619-draft", "europe-1615-v7", "europe-1615-v3",
    "westphalia",
)  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wishes")


@pytest.fixture(scope="module")
def table(root: Path) -> MailTable:
    return table_for(root, "standard")


def read(table: MailTable, body: str, power: str = "france") -> MailReading:
    return read_letter(open_letter(body.encode()), table, power)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("READY", "ready"),
        ("  ready!", "ready"),
        ("**READY**", "ready"),
        ("NOT READY", "not-ready"),
        ("no longer ready.", "not-ready"),
        ("wait, not ready", "not-ready"),
        ("Sorry, I'm not ready yet", "not-ready"),
        ("UNREADY", "not-ready"),
        ("NO ORDERS", "empty"),
        ("STANDING A PAR H", "standing"),
        ("Standing orders:", "standing"),
        ("NO STANDING ORDERS", "no-standing"),
    ],
)
def test_a_line_of_its_own_says_it(line: str, kind: str) -> None:
    directive = directive_of(line)
    assert directive is not None
    assert directive.kind == kind


@pytest.mark.parametrize(
    "line",
    [
        "I am ready", "READY?", "READY, unless Italy moves", "ready when you are",
        "A PAR - BUR READY",
        "AWAY until 3 January READY", "no orders have come", "", "BACK", "go back to Paris",
    ],
)  # fmt: skip
def test_a_word_within_a_sentence_says_nothing(line: str) -> None:
    assert directive_of(line) is None


def test_ready_stands_beside_orders_and_is_none(table: MailTable) -> None:
    found = read(table, "Hi!\nA PAR - BUR\nREADY\n")
    assert found.directives.ready is True
    assert [section.text for section in found.sections] == ["A PAR - BUR\n"]
    assert [line.line for line in found.ignored] == [1]


def test_whoever_says_both_is_not_ready(table: MailTable) -> None:
    found = read(table, "READY\nA PAR H\nNOT READY\n").directives
    assert found.ready is False
    assert found.notes == ("the mail has READY and NOT READY: NOT READY counts",)


@pytest.mark.parametrize(
    "body",
    [
        "A PAR H\n> READY\n",
        "A PAR H\n\nOn Mon, 1 Mar 2027, Ruth wrote:\nREADY\n",
        "A PAR H\n-- \nREADY\n",
        "A PAR H\n~~READY~~\n",
        "A PAR H\n\nGermany:\nA MUN H\nREADY\n",
        "A PAR H\nFall 1905:\nREADY\n",
    ],
)
def test_what_others_say_and_what_is_struck_out_makes_nobody_ready(
    table: MailTable, body: str
) -> None:
    assert read(table, body).directives.ready is None


def test_standing_orders_are_those_below_their_line(table: MailTable) -> None:
    body = (
        "A PAR - BUR\nSTANDING:\nA PAR H\nA BUR H\nThanks, Anna\n"
        "Fall 1901 movement:\nA BUR - MUN\nSTANDING F BRE H\n"
    )
    found = read(table, body)
    assert found.directives.standing == {"": "A PAR H\nA BUR H\nF BRE H\n"}
    assert {one.phase: one.text for one in found.sections} == {
        "spring-movement": "A PAR - BUR\n",
        "fall-movement": "Fall 1901 movement:\nA BUR - MUN\n",
    }


def test_standing_orders_for_movement_are_for_each_movement_of_a_year(table: MailTable) -> None:
    found = read(table, "STANDING MOVEMENT: A PAR H\nSTANDING retreats:\nA PAR - GAS\n").directives
    assert found.standing == {
        "spring-movement": "A PAR H\n",
        "fall-movement": "A PAR H\n",
        "spring-retreats": "A PAR - GAS\n",
        "fall-retreats": "A PAR - GAS\n",
    }


def test_talk_that_begins_with_standing_is_no_order(table: MailTable) -> None:
    found = read(table, "A PAR H\nstanding by for your answer\n")
    assert found.directives.standing is None
    assert [line.text for line in found.ignored] == ["standing by for your answer"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_has_them(root: Path, ruleset: str) -> None:
    """No ruleset has an order that one of these lines would take away."""
    table = table_for(root, ruleset)
    power = next(iter(table.powers))
    found = read(table, "NO ORDERS\nREADY\nAWAY until 3 January\n", power)
    assert (found.directives.ready, found.directives.empty) == (True, (table.calendar.phase,))
    assert [line.text for line in found.ignored] == ["AWAY until 3 January"]
    for several in table.examples.values():
        for order in several:
            assert directive_of(order) is None, order


WORDS = st.sampled_from(
    ["READY", "NOT READY", "NO ORDERS", "AWAY until 3 January", "BACK", "STANDING A PAR H",
     "STANDING:", "STANDING MOVEMENT:", "NO STANDING", "A PAR - BUR", "F BRE H", "Fall 1901:",
     "Germany:", "Hello", "> READY", "-- ", "", "~~READY~~", "Builds:", "READY!!", "standing"]
)  # fmt: skip


@given(lines=st.lists(st.one_of(WORDS, st.text(max_size=30)), max_size=14))
@example(lines=["STANDING:", "STANDING MOVEMENT:", "READY"])
def test_whatever_stands_in_a_mail_every_line_is_accounted_for(
    table: MailTable, lines: list[str]
) -> None:
    letter = open_letter("\n".join(lines).encode())
    found = read_letter(letter, table, "france")
    assert lost_lines(letter, found) == []
    if found.directives.ready:
        own = [line.strip() for line in letter.text.split("\n")]
        assert any(line.casefold().strip("*_.! \t") == "ready" for line in own)


@given(text=st.text(max_size=60))
def test_nothing_that_people_write_is_more_than_a_line_can_say(text: str) -> None:
    directive = directive_of(text)
    if directive is not None and directive.kind == "ready":
        assert "not" not in text.casefold()


@pytest.mark.parametrize(
    "line",
    [
        " " * 990 + "x",
        "READY" + " " * 990 + "x",
        "STANDING" + " " * 990 + "x",
        "*" * 990 + "x",
    ],
)
def test_a_line_of_spaces_holds_nobody_up(line: str) -> None:
    """Two hundred lines in two seconds of a slow machine; they took minutes."""
    began = time.process_time()
    for _ in range(200):
        directive_of(line)
    assert time.process_time() - began < 2
