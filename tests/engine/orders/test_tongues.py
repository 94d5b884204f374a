"""Orders in other languages: which English words to write."""

from __future__ import annotations

import pytest

from generator.engine.orders.words import KEYWORDS, english_hint
from generator.rulesets import get_ruleset

RULESETS = ("standard", "europe-1619", "europe-1619-draft", "westphalia")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Armee Paris nach Burgund", "army for Armee, moves to for nach"),
        ("A MAR unterstützt A PAR - BUR", "supports for unterstützt"),
        ("Flotte Brest hält", "fleet for Flotte, holds for hält"),
        ("Armée Marseille soutient Paris", "army for Armée, supports for soutient"),
        ("Armata Venezia appoggia A ROM", "army for Armata, supports for appoggia"),
        ("Ejército París hacia Borgoña", "army for Ejército, moves to for hacia"),
        ("Leger Parijs naar Bourgondië", "army for Leger, moves to for naar"),
        ("KRIEG: SPANIEN", "war for KRIEG"),
    ],
)
def test_the_english_words_are_named(line: str, words: str) -> None:
    assert english_hint(line) == f"orders are read in English: write {words}"


@pytest.mark.parametrize("name", RULESETS)
def test_english_orders_get_no_hint(name: str) -> None:
    ruleset = get_ruleset(name)
    examples = [form.example for part in ruleset.primer().parts for form in part.forms]
    assert [one for one in (*examples, *ruleset.names().values()) if english_hint(one)] == []


def test_no_english_word_of_orders_is_foreign() -> None:
    assert [word for word in KEYWORDS if english_hint(word)] == []
