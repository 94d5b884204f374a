"""Powers: their careers against the records of the games, and their pages."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.archive.game.game import PressText
from generator.engine.chronicle import Snapshot
from generator.pages.powers.careers import Careers
from generator.pages.powers.parts import fate_of, lands_of, order_table, states_of, units_of
from generator.pages.powers.powers import power_pages
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.history import Span, grouped, spans_of
from generator.pages.story.press import press_pieces
from tests.pages.told import keys, made, sample, targets, up_to, words

GAMES = Path(__file__).parents[2] / "games"
COMET = "after-the-comet"


def state(game: str, year: int, phase: str) -> dict[str, dict[str, str]]:
    file = GAMES / game / str(year) / "state" / f"{phase}.toml"
    found: dict[str, dict[str, str]] = tomllib.loads(file.read_text("utf-8"))["state"]
    return found


@pytest.fixture(scope="module")
def comet() -> Chronicle:
    return sample(COMET)


@pytest.fixture(scope="module")
def careers(comet: Chronicle) -> Careers:
    return Careers(comet)


@pytest.fixture(scope="module")
def html(comet: Chronicle) -> dict[str, str]:
    return made(power_pages(comet))


# Careers


def test_lands_held_now_are_those_of_the_last_state(comet: Chronicle, careers: Careers) -> None:
    holders = comet.now.snapshot.holders
    for power in comet.view.powers:
        lands = lands_of(comet, careers.of(power))
        held = {code for code, *_ in (*lands["home"], *lands["won"])}
        assert held == {code for code, owner in holders.items() if owner == power}, power


def test_states_that_follow_are_those_of_the_state_file(comet: Chronicle, careers: Careers) -> None:
    statuses = state(COMET, 1645, "6-scoring")["statuses"]
    for power in ("england", "league", "papacy", "spain"):
        now, before = states_of(comet, careers.of(power))
        recorded = {code for code, said in statuses.items() if said.split()[-1] == power}
        assert {code for code, *_ in now} == recorded
        assert not {code for code, *_ in before} & recorded
    now, _ = states_of(comet, careers.of("england"))
    _, status, _, own, total = next(line for line in now if line[0] == "ROC")
    infs = state(COMET, 1645, "6-scoring")["infs"]["ROC"]
    assert status == "vassal"
    assert f"england {own}" in infs
    assert total == sum(int(part.split()[1]) for part in infs.split(", "))


def test_every_order_is_counted_once(comet: Chronicle, careers: Careers) -> None:
    for power in comet.view.powers:
        verdicts = [
            one for told in comet.phases if told.facts for one in told.facts.verdicts
        ]  # fmt: skip
        own = [one for one in verdicts if one.power == power]
        table = order_table(careers.of(power))
        title, total, counts, _, others, failed = table["rows"][-1]
        assert title == "all"
        assert total == sum(counts) == sum(bool(one.kind) for one in own)
        assert others == sum(not one.kind for one in own)
        assert failed == sum(not one.kind and one.outcome != "success" for one in own)


def test_a_unit_in_words_that_we_do_not_know_stays_as_it_is(comet: Chronicle) -> None:
    odd = Snapshot(units=(("spain", "Tercio 0405 [3 steps]"), ("spain", "Fleet")))
    lines = units_of(replace(comet, now=replace(comet.now, snapshot=odd)), "spain")
    assert [line[:2] for line in lines] == [("Tercio 0405 [3 steps]", ""), ("Fleet", "")]


def test_deeds_are_weighty_few_and_linked(comet: Chronicle, careers: Careers) -> None:
    anchors = {(told.link.address, event.anchor) for told, event in comet.events()}
    for power in comet.view.powers:
        for _, deeds in careers.of(power).deeds:
            assert 1 <= len(deeds) <= 4
            assert all((phase.address, event.anchor) in anchors for phase, event in deeds)
    of_1620 = dict(careers.of("venice").deeds)[1620]
    assert any("is eliminated" in event.text for _, event in of_1620)
    # What is declared and what takes effect of it is told once.
    said = [event.text for _, event in dict(careers.of("austria").deeds)[1619]]
    assert sum("Venice" in text for text in said) == 1


def test_fates(comet: Chronicle, careers: Careers) -> None:
    fates = {one: fate_of(comet, one, careers.fallen) for one in ("england", "spain", "france")}
    assert fates == {
        "england": "won in 1645", "spain": "fell in 1631", "france": "stayed to the end"
    }  # fmt: skip
    assert fate_of(sample("winter-king"), "union", {}) == "shares the draw of 1625"
    assert fate_of(up_to(comet, 1630), "france", {}) == "in play"


VALUES = st.dictionaries(st.sampled_from("ABC"), st.sampled_from("xyz"))


@given(VALUES, st.lists(VALUES, min_size=1, max_size=6))
def test_spells_tell_every_year_of_every_thing(
    start: dict[str, str], ends: list[dict[str, str]]
) -> None:
    years = [(1600 + at, values) for at, values in enumerate(ends)]
    spells = [
        (code, one.value, one.since, one.until or 0, one.before, one.after)
        for code, spans in spans_of([(0, start), *years]).items()
        for one in spans
    ]
    for year, values in years:
        told = {
            code: value
            for code, value, since, lost, _, _ in spells
            if since <= year and (not lost or year < lost)
        }
        assert told == values
    assert {code: value for code, value, since, *_ in spells if not since} == start
    for code, _, since, lost, before, after in spells:
        assert not lost or since < lost
        if after is not None:
            assert any(one[:3] == (code, after, lost) for one in spells)
        if before is not None:
            assert any(one[0] == code and one[1] == before and one[3] == since for one in spells)


# The pages


def test_the_table_has_player_place_and_fate(html: dict[str, str]) -> None:
    address = f"{COMET}/powers/"
    text = words(html[address])
    assert "1 England Rowan Ashby 27 8 4 14 51 won in 1645" in text
    assert text.index("Ottoman Empire Demir Kaptan") < text.index("– Saxony Gottlob Kretzschmar")
    assert "Inés Quiroga" in text
    assert "fell in 1631" in text
    linked = targets(address, html[address])
    assert all(f"{COMET}/powers/{power}/" in linked for power in sample(COMET).view.powers)


def test_a_page_has_every_part_and_leads_on(html: dict[str, str]) -> None:
    address = f"{COMET}/powers/england/"
    page = html[address]
    for anchor in ("years", "lands", "units", "states", "relations", "orders", "deeds", "press"):
        assert f'id="{anchor}"' in page
        assert f'href="#{anchor}"' in page
    linked = targets(address, page)
    for target in (
        *("1633/", "provinces/london/", "states/la-rochelle/", "powers/france/", "diplomacy/"),
        *("scores/", "treasury/", "press/1645-12-31-the-last-winter/"),
    ):
        assert f"{COMET}/{target}" in linked
    assert 'class="chart' in page


def test_a_fallen_power_has_its_story_and_no_standing(html: dict[str, str]) -> None:
    page = html[f"{COMET}/powers/venice/"]
    text = words(page)
    assert "Lucia Morosin · fell in 1620" in text
    assert "place" not in text[text.index("Lucia Morosin") : text.index("Year by year")]
    assert 'id="units"' not in page
    assert "From the lagoon" in text


def test_a_game_without_states_and_relations_has_no_dead_links() -> None:
    pages = made(power_pages(sample("first-light")))
    page = pages["first-light/powers/turkey/"]
    linked = targets("first-light/powers/turkey/", page)
    assert not any(
        part in target
        for target in linked
        for part in ("/states/", "/diplomacy/", "/treasury/", "/influence/")
    )
    for anchor in ("states", "relations"):
        assert f'id="{anchor}"' not in page
    assert "won in 1915" in page
    assert "fell in 1908" in pages["first-light/powers/germany/"]


def test_only_powers_that_take_part_have_pages() -> None:
    pages = {page.address for page in power_pages(sample("winter-king"))}
    assert "winter-king/powers/saxony/" not in pages
    assert len(pages) == 12


def test_a_fallen_power_is_not_stale_for_what_comes_after(comet: Chronicle) -> None:
    earlier, later = (keys(power_pages(up_to(comet, year))) for year in (1638, 1639))
    same = {address for address in earlier if earlier[address] == later[address]}
    fallen = ("spain", "dutch", "union", "venice", "savoy")
    assert same == {f"{COMET}/powers/{power}/" for power in fallen}


def test_press_of_others_touches_only_those_whom_it_names(comet: Chronicle) -> None:
    file = PressText("1640-a", Path("x"), "---\nfrom: Sweden\nto: Poland\n---\nAsk Venice.")
    other = replace(comet, press=(*comet.press, *press_pieces([file], comet.view)))
    before, after = keys(power_pages(comet)), keys(power_pages(other))
    assert {one for one in before if before[one] != after[one]} == {
        f"{COMET}/powers/{power}/" for power in ("sweden", "poland", "venice")
    }


def test_a_span_knows_what_came_before_and_after_it_but_not_over_a_gap() -> None:
    moments = [(1619, {"BOH": "x"}), (1620, {"BOH": "y"}), (1621, {}), (1622, {"BOH": "x"})]
    assert spans_of(moments) == {
        "BOH": [Span("x", 1619, 1620, None, "y"), Span("y", 1620, 1621, "x", None), Span("x", 1622)]
    }


def test_what_is_about_several_things_is_told_of_each() -> None:
    assert grouped(["AB", "B"], lambda one: one) == {"A": ["AB"], "B": ["AB", "B"]}
