"""Relations of powers: spells against the state files, the matrix, the bands, and the pages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import MappingProxyType

import html5lib
import pytest
from msgspec.structs import replace

from generator.engine.chronicle import Bond, BondFacts
from generator.pages.base.linkfinding import file_links
from generator.pages.base.links import PageLinks, broken_links
from generator.pages.powers.diplomacy import (
    bands_of,
    diplomacy_pages,
    relation_matrix,
    short_year,
    spell_words,
)
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.relations import fallen_powers, relations_of
from tests.pages.told import keys, made, sample, targets, up_to, words

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


def test_what_is_declared_in_a_year_is_what_its_state_says() -> None:
    declared = relations_of(sample(COMET)).declared(1625)
    assert [(one.powers, one.kind, one.due, one.by) for one in declared] == [
        (("austria", "saxony"), "war", 1626, ("austria",)),
        (("austria", "savoy"), "alliance", 1626, ("austria", "savoy")),
        (("denmark", "poland"), "peace", 1626, ("denmark", "poland")),
        (("england", "saxony"), "alliance", 1626, ("england", "saxony")),
    ]


def test_a_spell_ends_with_the_year_before_the_next_or_with_a_fall() -> None:
    chronicle = sample(COMET)
    spells = relations_of(chronicle).of("spain")
    said = {(one.powers, spell_words(chronicle, one)) for one in spells}
    assert (("spain", "france"), "war 1620 to 1624") in said
    assert (("spain", "dutch"), "war 1619 to 1622") in said  # the Dutch fall
    assert (("austria", "spain"), "alliance 1619 to 1627") in said
    assert all(one.last and one.last <= 1631 for one in spells)  # Spain falls


def test_spells_of_a_pair_follow_one_another() -> None:
    for game in (COMET, "winter-king"):
        last: dict[tuple[str, str], int] = {}
        for one in relations_of(sample(game)).spells:
            assert one.since > last.get(one.powers, 0)
            assert not one.last or one.last >= one.since
            last[one.powers] = one.last or 9999


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


def test_what_ends_is_said_to_end() -> None:
    chronicle = sample(COMET)
    relations = relations_of(chronicle)
    pair = ("denmark", "poland")
    table = relation_matrix(chronicle, relations.in_effect(1625), relations.declared(1625), pair)
    assert table[0][1][1].due == "end 26"
    assert table[0][1][1].title == "Denmark and Poland: war since 1623; peace from 1626"


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


def test_years_are_short_in_cells() -> None:
    assert [short_year(year) for year in (1622, 1600, 7, 412)] == ["22", "00", "7", "412"]


# The pages


@pytest.fixture(scope="module")
def html() -> dict[str, str]:
    return made(diplomacy_pages(sample(COMET)))


def test_there_is_a_page_for_now_and_for_every_year(html: dict[str, str]) -> None:
    years = {f"{COMET}/diplomacy/{year}/" for year in range(1619, 1646)}
    assert set(html) == {f"{COMET}/diplomacy/", *years}
    for address, page in html.items():
        html5lib.HTMLParser(strict=True).parse(page)
        assert len(page) < 60_000, address
        assert len(re.findall(r"<h1\b", page)) == 1


def test_a_ruleset_without_relations_has_no_page() -> None:
    assert list(diplomacy_pages(sample("first-light"))) == []


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


@pytest.mark.parametrize("game", [COMET, "winter-king"])
def test_links_of_the_matrix_lead_to_bands_or_to_what_is_coming(game: str) -> None:
    links = {
        address: file_links(address, page.encode())
        for address, page in made(diplomacy_pages(sample(game))).items()
    }
    ids = {address: one.ids for address, one in links.items()}
    for one in links.values():
        own = {to: anchors for to, anchors in one.targets.items() if "/diplomacy/" in to}
        assert broken_links(PageLinks(one.ids, own, one.problems), ids) == ()


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


def test_an_old_year_is_not_stale_for_what_comes_after() -> None:
    chronicle = sample(COMET)
    earlier, later = (keys(diplomacy_pages(up_to(chronicle, year))) for year in (1629, 1634))
    changed = {address for address in earlier if earlier[address] != later[address]}
    assert changed == {f"{COMET}/diplomacy/", f"{COMET}/diplomacy/1629/"}


def renamed(chronicle: Chronicle) -> Chronicle:
    """A game of another ruleset: leagues, no plain bond, rounds instead of years."""
    bonds = {"league": BondFacts("holy <league>", "L", "friendly")}
    gazetteer = replace(chronicle.gazetteer, bonds=MappingProxyType(bonds))
    bond = Bond(("spain", "austria"), "league", 1619)
    facts = tuple(
        replace(one, snapshot=replace(one.snapshot, bonds=(bond,))) for one in chronicle.facts
    )
    opening = replace(
        chronicle.opening, snapshot=replace(chronicle.opening.snapshot, bonds=(bond,))
    )
    view = replace(chronicle.view, gazetteer=gazetteer)
    return replace(chronicle, view=view, facts=facts, opening=opening)


def test_a_game_that_has_just_begun_has_its_opening() -> None:
    chronicle = sample(COMET)
    view = replace(chronicle.view, phases=())
    opening = replace(chronicle.opening, ending="")
    pages = made(diplomacy_pages(replace(chronicle, view=view, facts=(), now=opening, press=())))
    assert set(pages) == {f"{COMET}/diplomacy/", f"{COMET}/diplomacy/1619/"}
    text = words(pages[f"{COMET}/diplomacy/"])
    assert "Spain and Dutch Republic since 1619" in text
    assert "No changes are due" in text


def test_another_ruleset_brings_its_own_words() -> None:
    chronicle = renamed(up_to(sample("winter-king"), 1620))
    pages = made(diplomacy_pages(chronicle))
    page = pages["winter-king/diplomacy/"]
    assert "holy &lt;league&gt;" in page
    assert "<league>" not in page
    assert "Austria and Spain: holy &lt;league&gt; since 1619" in page
    assert ">war<" not in page
