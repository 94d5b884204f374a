"""Relations of powers: spells against the state files, the matrix, the bands, and the pages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.pages.powers.diplomacy import bands_of, diplomacy_pages, relation_matrix
from generator.pages.story.relations import fallen_powers, relations_of
from tests.pages.told import made, sample, targets, up_to, words

GAMES = Path(__file__).parents[2] / "games"
COMET = "after-the-comet"


def recorded(game: str, year: int) -> dict[tuple[str, str], tuple[str, int]]:
    """What the state file after a year's diplomacy says is in effect."""
    file = GAMES / game / str(year) / "state" / "1-diplomatic.toml"
    relations = tomllib.loads(file.read_text("utf-8"))["state"].get("relations", {})
    found = {}
    for pair, said in relations.items():
        kind, since, *_ = said.split()
        if kind != "peace":
            first, second = pair.split("-")
            found[first, second] = (kind, int(since))
    return found


@pytest.mark.parametrize(
    ("game", "year"), [(COMET, 1620), (COMET, 1625), (COMET, 1644), ("winter-king", 1624)]
)
def test_what_is_in_effect_in_a_year_is_what_its_state_says(game: str, year: int) -> None:
    in_effect = relations_of(sample(game)).in_effect(year)
    assert {pair: (one.kind, one.since) for pair, one in in_effect.items()} == recorded(game, year)


def test_a_declaration_that_comes_to_nothing_is_not_in_the_list() -> None:
    """Savoy falls in 1626, and with it what it declared for 1627."""
    chronicle = sample(COMET)
    declared = relations_of(chronicle).declared(1626)
    assert declared
    assert not any("savoy" in change.powers for change in declared)
    before = up_to(chronicle, 1626, 2)
    assert any("savoy" in change.powers for change in relations_of(before).declared(1626))


def test_spells_lead_to_the_events_that_say_so() -> None:
    chronicle = sample(COMET)
    events = {(told.link.address, event.anchor): event for told, event in chronicle.events()}
    for spell in relations_of(chronicle).spells:
        for where in (spell.began, spell.ended):
            if where and where.anchor:
                event = events[where.address, where.anchor]
                assert set(event.powers) <= set(spell.powers)
                assert where.rule == event.rule
    began = relations_of(chronicle).in_effect(1620)["spain", "france"].began
    assert began is not None
    assert "Spain and France are at war from 1620" in events[began.address, began.anchor].text


def test_the_fallen_are_those_of_the_state_or_those_who_have_nothing() -> None:
    assert fallen_powers(sample(COMET)) == {
        "spain": 1631, "dutch": 1622, "union": 1636, "saxony": 1641, "venice": 1620, "savoy": 1626
    }  # fmt: skip
    assert fallen_powers(sample("first-light")) == {"austria": 1910, "germany": 1908, "italy": 1914}
    assert fallen_powers(sample("winter-king")) == {}


def test_the_matrix_is_the_same_both_ways() -> None:
    chronicle = sample(COMET)
    relations = relations_of(chronicle)
    powers = tuple(chronicle.view.powers)
    table = relation_matrix(chronicle, relations.in_effect(1621), relations.declared(1621), powers)
    for row, first in enumerate(powers):
        for column, second in enumerate(powers):
            one, other = table[row][1][column], table[column][1][row]
            assert (one.look, one.letter, one.due, one.anchor) == (
                other.look, other.letter, other.due, other.anchor,
            )  # fmt: skip
            assert (one.look == "self") == (first == second)
    cell = table[powers.index("denmark")][1][powers.index("sweden")]
    assert (cell.look, cell.letter, cell.due) == ("", "·", "W 22")
    assert cell.title == "Denmark and Sweden: peace; war from 1622"
    cell = table[powers.index("austria")][1][powers.index("poland")]
    assert (cell.look, cell.letter, cell.due) == ("hostile", "W", "")
    assert cell.title == "Austria and Poland: war since 1621"


def test_every_band_has_every_year_once() -> None:
    chronicle = sample(COMET)
    relations = relations_of(chronicle)
    bands = bands_of(chronicle, relations.spells, chronicle.years)
    assert len(bands) == len({spell.powers for spell in relations.spells})
    for pair, stretches in bands:
        assert sum(one.years for one in stretches) == len(chronicle.years)
        years = list(chronicle.years)
        for one in stretches:
            own, years = years[: one.years], years[one.years :]
            kinds = {relations.in_effect(year).get(pair) for year in own}
            assert {spell.kind if spell else "" for spell in kinds} == {one.kind}


# The pages


@pytest.fixture(scope="module")
def html() -> dict[str, str]:
    return made(diplomacy_pages(sample(COMET)))


def test_there_is_a_page_for_now_and_for_every_year(html: dict[str, str]) -> None:
    years = {f"{COMET}/diplomacy/{year}/" for year in range(1619, 1646)}
    assert set(html) == {f"{COMET}/diplomacy/", *years}


def test_the_newest_page_tells_what_stands_what_comes_and_who_fell(html: dict[str, str]) -> None:
    page = html[f"{COMET}/diplomacy/"]
    text = words(page)
    assert "Relations in 1645" in text
    assert "Austria and England : peace from 1646 declared by Austria and England" in text
    assert "France and England since 1645" in text
    assert re.search(r"Fallen: Venice 1620 , Dutch Republic 1622 , Savoy 1626 , Spain 1631", text)
    matrix = page[page.index('<table class="rel">') : page.index("</table>")]
    assert ">Spain<" not in matrix
    assert matrix.count("<tr>") == 10
    # What began and ended in each year is told by the bands.
    assert text.count("Through the years") == 1
    assert "Timeline" not in text


def test_a_year_tells_its_declarations_with_rules_and_anchors(html: dict[str, str]) -> None:
    address = f"{COMET}/diplomacy/1621/"
    page = html[address]
    text = words(page)
    assert "Sweden declares war on Denmark : they are at war from 1622 E19-DEC-2 §" in text
    linked = targets(address, page)
    chronicle = sample(COMET)
    kinds = chronicle.gazetteer.topics["diplomacy"]
    for told in chronicle.of_year(1621):
        anchors = {event.anchor for event in told.events if event.kind in kinds}
        assert anchors <= set(linked.get(told.link.address, ()))
    assert "W 22" in page
    assert 'rel="prev" href="../1620/index.html"' in page
    assert 'rel="next" href="../1622/index.html"' in page


def test_a_year_has_those_who_fall_in_it_and_its_press(html: dict[str, str]) -> None:
    page = html[f"{COMET}/diplomacy/1620/"]
    assert re.search(r">Venice</a> <small>falls</small>", page)
    assert "From the lagoon" in page
    assert ">Venice</a> <small>falls</small>" not in html[f"{COMET}/diplomacy/1619/"]
    assert "From the lagoon" not in html[f"{COMET}/diplomacy/1621/"]


def test_a_game_that_has_just_begun_has_its_opening() -> None:
    chronicle = sample(COMET)
    view = replace(chronicle.view, phases=())
    opening = replace(chronicle.opening, ending="")
    pages = made(diplomacy_pages(replace(chronicle, view=view, facts=(), now=opening, press=())))
    assert set(pages) == {f"{COMET}/diplomacy/", f"{COMET}/diplomacy/1619/"}
    text = words(pages[f"{COMET}/diplomacy/"])
    assert "Spain and Dutch Republic since 1619" in text
    assert "No changes are due" in text
