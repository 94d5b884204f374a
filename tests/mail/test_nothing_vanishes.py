"""No line that has a word of orders or a known place is left out as if it were mere talk."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.mail import LetterError, MailTable, open_letter, read_letter
from tests.mail.accounting import lost_lines
from tests.mail.tables import CORPUS, table_for

POWERS = {
    "standard": "france",
    "europe-1619": "france",
    "europe-1619-draft": "france",
    "europe-1615-v3": "france",
    "europe-1615-v7": "france",
    "westphalia": "purple",
}
WORDS = frozenset(
    "support supports convoy convoys build builds disband disbands remove removes retreat retreats"
    " destroy waive army fleet vote draw concede".split()
)
# What stands above a quotation, in languages that no list in the program has.
HEADERS = (
    "",
    "Fra: Ruth <ruth@example.org>\nSendt: 26. november 2026 10:03\nTil: Ben\nEmne: Std\n\n",
    "Od: Ruth <ruth@example.org>\nWysłano: 26 listopada 2026 10:03\nDo: Ben\nTemat: Std\n\n",
    "On Thu, 26 Nov 2026, Ruth wrote:\n",
    "> ",
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
def letters(draw: st.DrawFn) -> tuple[str, str]:
    """A ruleset, and lines of its mails with their words in another order."""
    ruleset = draw(st.sampled_from(sorted(POWERS)))
    lines = draw(st.lists(st.sampled_from(corpus_lines()[ruleset]), min_size=1, max_size=8))
    chance = Random(draw(st.integers(0, 1 << 16)))
    shuffled = []
    for line in lines:
        words = BREAKS.split(line.strip())
        chance.shuffle(words)
        shuffled.append(" ".join(words))
    own, below = shuffled[: len(shuffled) // 2 + 1], shuffled[len(shuffled) // 2 + 1 :]
    header = draw(st.sampled_from(HEADERS))
    return ruleset, "\n".join(own) + "\n\n" + header + "\n".join(below)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MailTable]:
    root = tmp_path_factory.mktemp("games")
    return {ruleset: table_for(root, ruleset) for ruleset in POWERS}


def holds(text: str, table: MailTable) -> Iterator[str]:
    """The words of orders and the places that a line has."""
    words = re.findall(r"[^\W_]+", text)
    codes = {code.partition("/")[0] for code in table.names}
    for word in words:
        if word in codes or word.lower() in WORDS:
            yield word
    for name in table.names.values():
        if len(name) > 3 and re.search(rf"\b{re.escape(name)}\b", text):
            yield name


@settings(deadline=None, max_examples=150)
@given(letters())
@example(("standard", "A(Par)-Bur (retreat: Gas)"))
@example(("standard", "Destroy the army at Paris"))
@example(("standard", "I vote yes to the draw"))
@example(("europe-1619", "Alliance: the Dutch, Savoy (if they also ally me)"))
def test_what_has_a_word_of_orders_or_a_place_is_read_or_named(
    tables: dict[str, MailTable], mail: tuple[str, str]
) -> None:
    ruleset, text = mail
    table = tables[ruleset]
    letter = open_letter(text.encode())
    try:
        reading = read_letter(letter, table, POWERS[ruleset])
    except LetterError:
        return
    assert lost_lines(letter, reading) == [], reading
    lines = letter.text.split("\n")
    for one in reading.ignored:
        if one.line and one.why == "no order":
            assert list(holds(lines[one.line - 1], table)) == [], one
