"""Names in sentences take their articles."""

from __future__ import annotations

import pytest

from generator.engine.words import article_adder
from generator.rulesets import get_ruleset, ruleset_folder

NAMES = ("Dutch Republic", "Papacy", "League", "Union", "Republic of Venice", "Palatinate")


@pytest.mark.parametrize(
    ("bare", "said"),
    [
        ("Dutch Republic is at war with England", "The Dutch Republic is at war with England"),
        ("at war with Dutch Republic from 1621 on", "at war with the Dutch Republic from 1621 on"),
        ("Austria (9) and Union (8)", "Austria (9) and the Union (8)"),
        ("Poland lends Papacy 2 gold", "Poland lends the Papacy 2 gold"),
        ("Austria, Union and Union's army", "Austria, the Union and the Union's army"),
        ("Won. Papacy is out; League stays", "Won. The Papacy is out; the League stays"),
        ("War on Dutch Republic: they are at war", "War on the Dutch Republic: they are at war"),
        ("in Oldenburg: Papacy has 2 there", "in Oldenburg: the Papacy has 2 there"),
        ("Republic of Venice is eliminated", "The Republic of Venice is eliminated"),
    ],
)
def test_a_name_takes_its_article(bare: str, said: str) -> None:
    assert article_adder(NAMES)(bare) == said
    assert article_adder(NAMES)(said) == said


@pytest.mark.parametrize(
    "text",
    [
        "Papacy",
        "Papacy: 4 points",
        "INFs to place: Austria 9, Dutch Republic 7 and Union 5",
        "strength 3 (Palatinate 2); Papacy 4 gold",
        "the League and a Union army",
        "Catholic League, Upper Palatinate, Anti-Union, Unions",
        "under “sells no grain to Dutch Republic”",
        "France takes Holland",
    ],
)
def test_a_name_stays_bare_where_it_is_no_part_of_a_sentence(text: str) -> None:
    assert article_adder(NAMES)(text) == text


def test_rulesets_without_such_names_change_nothing() -> None:
    assert article_adder(())("Papacy is out") == "Papacy is out"
    assert get_ruleset("standard").articled == ()


@pytest.mark.parametrize("name", ["europe-1619", "europe-1615-v7", "westphalia"])
def test_names_with_an_article_are_names_of_the_ruleset(name: str) -> None:
    ruleset = get_ruleset(name)
    texts = "".join(file.read_text() for file in ruleset_folder(name).glob("*.toml"))
    assert ruleset.articled
    for one in ruleset.articled:
        assert texts.count(f'"{one}"') > 1, one
