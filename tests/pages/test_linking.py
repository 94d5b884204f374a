"""Names in texts: which words are names, and that linking them changes nothing else."""

from __future__ import annotations

import re
import time
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from generator.pages.base.linking import Linker, Target
from tests.pages.told import sample


def power(name: str) -> Target:
    return Target("power", name, f"g/powers/{name}/")


NAMED = [
    ("Dutch Republic", power("dutch")),
    ("Ottoman Empire", power("ottoman")),
    ("Saxony", power("saxony")),
    ("Spain", power("spain")),
    ("Venice", power("venice")),
    ("Ottoman Empire in the Balkans", Target("minor", "OTT", "g/states/ottoman/")),
    ("Lower Saxony", Target("minor", "LOWR", "g/states/lower-saxony/")),
    ("King's Lynn", Target("province", "KIN", "g/provinces/kings-lynn/")),
    ("Venice", Target("province", "VEN", "g/provinces/venice/")),
    ("Würzburg", Target("province", "WUE", "g/provinces/wurzburg/")),
    ("Lorraine-Alsace", Target("minor", "LOR", "g/states/lorraine-alsace/")),
    ("E19-MOV-4", Target("rule", "E19-MOV-4", "rules/e/", "E19-MOV-4")),
]
PEOPLES = {
    "Dutch": power("dutch"),
    "Spanish": power("spain"),
    "Saxon": power("saxony"),
    "Ottoman": power("ottoman"),
}
LINKER = Linker.of(NAMED, PEOPLES)


def to(address: str, anchor: str = "") -> str:
    return f"/{address}#{anchor}" if anchor else f"/{address}"


def found(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], target.id) for start, end, target in LINKER.mentions(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Spain rules.", [("Spain", "spain")]),
        ("(Spain)", [("Spain", "spain")]),
        ("Spain's fleet, Spain’s army", [("Spain", "spain"), ("Spain", "spain")]),
        ("_Spain_ and *Spain*", [("Spain", "spain"), ("Spain", "spain")]),
        ("in Lower Saxony, not Saxony", [("Lower Saxony", "LOWR"), ("Saxony", "saxony")]),
        ("Lower\n  Saxony", [("Lower\n  Saxony", "LOWR")]),
        ("Ottoman Empire in the Balkans", [("Ottoman Empire in the Balkans", "OTT")]),
        ("Ottoman Empire in Asia", [("Ottoman Empire", "ottoman")]),
        ("King’s Lynn and King's Lynn", [("King’s Lynn", "KIN"), ("King's Lynn", "KIN")]),
        ("by E19-MOV-4.", [("E19-MOV-4", "E19-MOV-4")]),
        ("Lorraine-Alsace", [("Lorraine-Alsace", "LOR")]),
    ],
)
def test_names_are_found_whole_and_the_longest_first(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Spainish Spains spain SPAIN",
        "Franco-Spain, Spain-based, New-Spain-ward",
        "3Spain aSpain Spain3",
        "Lower. Saxon Lower",
        "E19-MOV-44 E19-MOV E19-MOV-4-1",
        "Würzburger",
    ],
)
def test_nothing_is_found_within_a_word_or_in_another_case(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Dutch and the\nSpanish came", [("Dutch", "dutch"), ("Spanish", "spain")]),
        ("the Ottoman fleet", [("Ottoman", "ottoman")]),
        ("Saxons and Ottomans", [("Saxons", "saxony"), ("Ottomans", "ottoman")]),
        ("Dutch courage, a Saxon, Ottoman carpets", []),
        ("Bathe Dutch, Dutchs", []),
        ("the Dutch Republic", [("Dutch Republic", "dutch")]),
    ],
)
def test_a_people_stands_for_its_power_after_the_or_in_the_plural(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert found(text) == expected


def test_of_several_things_of_one_name_the_first_is_linked_and_all_are_meant() -> None:
    assert '<a class="name" href="/g/powers/venice/">Venice</a>' in LINKER.link("Venice", to)
    assert [one.kind for one in LINKER.targets("Venice, Venice")] == ["power", "province"]


def test_a_page_does_not_link_to_itself_but_to_rules_on_it() -> None:
    assert LINKER.link("Spain", to, "g/powers/spain/") == "Spain"
    assert 'class="rid"' in LINKER.link("E19-MOV-4", to, "rules/e/")


def test_html_is_linked_outside_of_links_and_code_once_a_paragraph() -> None:
    html = Markup(
        '<p>Spain <a href="https://example.org/Spain">Spain</a> <code>Spain</code> Spain</p>'
        "<pre><code>Spain</code></pre><p><em>Spain</em> &amp; Venice</p>"
    )
    linked = LINKER.link_html(html, to)
    link = '<a class="name" href="/g/powers/spain/">Spain</a>'
    assert linked == (
        f'<p>{link} <a href="https://example.org/Spain">Spain</a> <code>Spain</code> Spain</p>'
        f"<pre><code>Spain</code></pre><p><em>{link}</em> &amp; "
        '<a class="name" href="/g/powers/venice/">Venice</a></p>'
    )


def test_what_markdown_does_not_show_names_nothing() -> None:
    text = "`Spain` [x](https://e.org/Spain 'Spain') <i title='Spain'>y</i>\n\n```\nSpain\n```\n"
    assert LINKER.targets_in_markdown(text) == ()
    assert [one.id for one in LINKER.targets_in_markdown(f"{text}**Spain**")] == ["spain"]


WORDS = st.sampled_from((
    "Spain", "the", "The", "Dutch", "Lower", "Saxony", "Saxons", "Ottoman", "Empire", "'s", "-",
    "in", "Balkans", "\n", " ", " ", "<", "&", '"', "E19", "MOV", "4", "ü", "_", "King’s", "Lynn",
))  # fmt: skip
TEXTS = st.lists(WORDS, max_size=30).map("".join) | st.text(max_size=60)


@given(TEXTS)
def test_linking_changes_no_word_of_any_text(text: str) -> None:
    linked = LINKER.link(text, to)
    assert re.sub(r"</?a\b[^>]*>", "", linked) == escape(text)


@given(TEXTS)
def test_mentions_are_names_in_order_between_words(text: str) -> None:
    end = 0
    for start, stop, _ in LINKER.mentions(text):
        assert start >= end
        end = stop
        said = " ".join(text[start:end].split()).replace("’", "'")
        assert said in LINKER.names or said.removesuffix("s") in PEOPLES or said in PEOPLES
        for beside in (text[start - 1 : start], text[end : end + 1]):
            assert not beside.isalnum()


@given(TEXTS)
def test_linking_html_changes_no_word_of_it(text: str) -> None:
    html = f"<p>{escape(text)}</p><ul><li><b>{escape(text)}</b></li></ul>"
    linked = LINKER.link_html(html, to)
    assert unescape(re.sub(r"<[^>]*>", "", linked)) == text * 2


@pytest.mark.parametrize("text", ["`", "](", "](a ", "<a ", "~~~\n", "Lower ", "the ", "`a``"])
def test_hostile_texts_do_not_take_long(text: str) -> None:
    start = time.process_time()
    LINKER.targets_in_markdown(text * (300_000 // len(text)))
    assert time.process_time() - start < 5


def test_the_sample_games_know_short_names_and_peoples() -> None:
    linker = sample("after-the-comet").view.linker
    text = "the Dutch, League, Poland, Poland-Lithuania, the Catholic League and Bavaria, Ottomans"
    powers = ["dutch", "league", "poland", "league", "ottoman"]
    assert [one.id for one in linker.targets(text)] == list(dict.fromkeys(powers))
    # Saxony is a minor state in the draft, although the ruleset knows a power of that name.
    winter = sample("winter-king")
    assert "saxony" not in winter.view.powers
    assert winter.view.linker.names["Saxony"].kind == "minor"
