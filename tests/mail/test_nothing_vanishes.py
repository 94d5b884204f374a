"""No line that has a word of orders or a known place is left out as if it were mere talk."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.mailroom.letter import open_letter
from generator.mailroom.reading import read_letter
from generator.mailroom.table import LetterError, MailTable
from tests.mail.accounting import lost_lines
from tests.mail.quotations import QUOTATIONS, answer
from tests.mail.tables import CORPUS, table_for

POWERS = {
    "standard": "france",
    "europe-1619": "france",
    "europe-1619-draft": "france",
    "europe-1615-v3": "france",
    "europe-1615-v7": "france",
    "westphalia": "purple",
}
WORDS = (
    "support supports convoy convoys build builds disband disbands remove removes retreat retreats"
    " destroy waive army fleet vote draw concede"
)
BREAKS = re.compile(r"\s+")


@cache
def corpus_lines() -> dict[str, tuple[str, ...]]:
    """The lines of the corpus's plain mails, by ruleset."""
    found: dict[str, dict[str, None]] = {ruleset: {} for ruleset in POWERS}
    for path in sorted(CORPUS.glob("*.txt")):
        data = path.read_bytes()
        meant = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
        if meant["ruleset"] in found and not data.startswith((b"\xff", b"\xfe")):
            lines = data.decode("utf-8", "replace").splitlines()
            found[meant["ruleset"]].update(dict.fromkeys(filter(str.strip, lines)))
    for ruleset in ("europe-1615-v3", "europe-1615-v7"):
        found[ruleset].update(found["europe-1619"])
    return {ruleset: tuple(lines) for ruleset, lines in found.items()}


@st.composite
def letters(draw: st.DrawFn) -> tuple[str, bytes]:
    """A ruleset, and a mail whose lines have the words of the corpus in another order, some of them
    in what a mail program quotes."""
    ruleset = draw(st.sampled_from(sorted(POWERS)))
    lines = draw(st.lists(st.sampled_from(corpus_lines()[ruleset]), min_size=1, max_size=8))
    chance = Random(draw(st.integers(0, 1 << 16)))
    shuffled = []
    for line in lines:
        words = BREAKS.split(line.strip())
        chance.shuffle(words)
        shuffled.append(" ".join(words))
    quotation = draw(st.sampled_from(["", *sorted(QUOTATIONS)]))
    if not quotation:
        return ruleset, "\n".join(shuffled).encode()
    half = len(shuffled) // 2 + 1
    return ruleset, answer(quotation, shuffled[:half], shuffled[half:], "orders")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MailTable]:
    root = tmp_path_factory.mktemp("games")
    return {ruleset: table_for(root, ruleset) for ruleset in POWERS}


def holds(text: str, table: MailTable) -> Iterator[str]:
    """The words of orders and the places that a line has."""
    words = re.findall(r"[^\W_]+", text)
    codes = {code.partition("/")[0] for code in table.names}
    for word in words:
        if word in codes or word.lower() in WORDS.split():
            yield word
    for name in table.names.values():
        if len(name) > 3 and re.search(rf"\b{re.escape(name)}\b", text):
            yield name


@given(letters())
@example(("standard", b"A(Par)-Bur (retreat: Gas)"))
@example(("standard", b"A PAR H\n~~A MAR - SPA~~ -"))
@example(("standard", b"Destroy the army at Paris"))
@example(("standard", b"I vote yes to the draw"))
@example(("europe-1619", b"Alliance: the Dutch, Savoy (if they also ally me)"))
def test_what_has_a_word_of_orders_or_a_place_is_read_or_named(
    tables: dict[str, MailTable], mail: tuple[str, bytes]
) -> None:
    ruleset, data = mail
    table = tables[ruleset]
    letter = open_letter(data)
    try:
        reading = read_letter(letter, table, POWERS[ruleset])
    except LetterError:
        return
    assert lost_lines(letter, reading) == [], reading
    lines = letter.text.split("\n")
    for one in reading.ignored:
        if one.line and one.why == "no order":
            assert list(holds(lines[one.line - 1], table)) == [], one
