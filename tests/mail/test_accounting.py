"""Every line of a mail is an order, a heading, or named with the reason why it is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.mailroom.letter import open_letter
from generator.mailroom.reading import read_letter
from generator.mailroom.table import LetterError, MailTable
from tests.mail.accounting import lost_lines
from tests.mail.tables import table_for

LINES = {
    "standard": [
        "France",
        "FRANCE:",
        "Germany",
        "Germany:",
        "Spring 1901",
        "Fall 1901:",
        "Spring 1902",
        "Builds",
        "Retreats, if any:",
        "Spring builds:",
        "A PAR - BUR",
        "F BRE - MAO",
        "A MUN - BUR",
        "A PAR - BRUG",
        "A MAR S A PAR -",
        "BUR",
        "Build A PAR",
        "Germany: A MUN - BUR",
        "line 3: A MAR H",
        "If A MUN - BUR, A PAR H",
        "Armee Paris nach Burgund",
        "~~A PAR H~~",
    ],
    "europe-1619": [
        "France",
        "Denmark",
        "Denmark:",
        "Diplomacy",
        "ORDERS:",
        "1620",
        "Builds 1619:",
        "5: BRE",
        "WAR:",
        "Spain",
        "Alliances:",
        "ALLIANCE: ENGLAND,",
        "A PAR - BUR",
        "BUILD A PAR",
        "Krieg gegen Spanien",
        "A Marseille nach Spanien",
        "3: Hesse",
    ],
    "westphalia": [
        "Purple",
        "Red Phoenix:",
        "Round 1",
        "Round 2:",
        "1535",
        "Faith",
        "Battle Election",
        "War",
        "Choices:",
        "CHOOSE war diplomacy",
        "CHOOSE",
        "war and diplomacy",
        "FAITH A1",
        "FAITH A6",
        "WAR black",
        "Influence",
        "VOTE ALL red",
        "Purple: STAY",
        "Battle Phase 2, round 1:",
        "SETUP influence trier 1",
    ],
}
COMMON = [
    "",
    "Hi Bob,",
    "Thanks!",
    "sorry for being late, it was a long week",
    "Cheers, Anna",
    "my orders:",
    "Orders",
    "> A PAR - GAS",
    "On Mon, 1 Mar 2027, Bob wrote:",
    "-- ",
    "Sent from my iPhone",
    "Nonce: seven geese",
    "Chance: eight",
    "The Winter King",
    "Game: winter",
    "war game: France",
    "***",
    "---------- Forwarded message ---------",
    "From: Anna",
    "Subject: orders",
    "[quote]",
    "[/quote]",
    "1",
    ":",
    "no. 5: A PAR H",
    "W" * 1200,
    "-----BEGIN PGP MESSAGE-----",
    "Version: GnuPG v2",
    "hQEMA5HHKg0Zp1DVAQf/UhdLdcbuKxQmZ0Y3d5zQ",
    "-----END PGP MESSAGE-----",
]
POWERS = {"standard": "france", "europe-1619": "france", "westphalia": "purple"}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MailTable]:
    root = tmp_path_factory.mktemp("games")
    phases = {"westphalia": "influence"}
    return {
        ruleset: replace(
            table_for(root, ruleset, phases.get(ruleset, "")), others=("winter", "The Winter King")
        )
        for ruleset in LINES
    }


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str]:
    ruleset = draw(st.sampled_from(sorted(LINES)))
    lines = st.sampled_from([*LINES[ruleset], *COMMON])
    return ruleset, "\n".join(draw(st.lists(lines, min_size=1, max_size=14)))


@given(texts(), st.sampled_from(["", "France, Fall 1901", "Purple, Round 2", "1902", "builds"]))
def test_no_line_vanishes(
    tables: dict[str, MailTable], mail: tuple[str, str], subject: str
) -> None:
    ruleset, text = mail
    letter = replace(open_letter(text.encode()), subject=subject)
    reading = read_letter(letter, tables[ruleset], POWERS[ruleset])
    assert lost_lines(letter, reading) == [], reading


@given(texts())
def test_a_mail_without_a_power_is_read_or_refused(
    tables: dict[str, MailTable], mail: tuple[str, str]
) -> None:
    ruleset, text = mail
    letter = open_letter(text.encode())
    try:
        reading = read_letter(letter, tables[ruleset])
    except LetterError:
        return
    assert lost_lines(letter, reading) == [], reading


def test_a_line_that_nothing_is_said_of_is_found(tables: dict[str, MailTable]) -> None:
    """The check itself: without what was ignored, lines are missing."""
    letter = open_letter(b"Hi Bob,\nFrance\nA PAR - BUR\n")
    reading = read_letter(letter, tables["standard"])
    assert lost_lines(letter, replace(reading, ignored=(), used=())) == ["Hi Bob,", "France"]
