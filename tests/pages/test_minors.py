"""The pages of minor states: who leads and what would change it, and all that happened there."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache

import html5lib
import pytest
from msgspec.structs import replace

from generator.pages.base.linking import Target
from generator.pages.base.links import page_links
from generator.pages.base.page import Page
from generator.pages.minors.biography import Biography, biographies
from generator.pages.minors.minors import minor_pages
from generator.pages.minors.stateview import state_view
from generator.pages.story.alignment import year_ends
from generator.pages.story.press import PressPiece
from tests.pages.sample import HOSTILE
from tests.pages.test_influence import absorbed, state_of
from tests.pages.told import ROOT, sample, text_of, up_to

COMET, DRAFT = "after-the-comet", "winter-king"


@lru_cache(maxsize=2)
def pages_of(name: str) -> dict[str, Page]:
    return {page.address: page for page in minor_pages(sample(name))}


@lru_cache(maxsize=2)
def lives_of(name: str) -> dict[str, Biography]:
    chronicle = sample(name)
    return {one.code: one for one in biographies(chronicle, year_ends(chronicle))}


def page_of(name: str, slug: str) -> str:
    return text_of(pages_of(name), f"{name}/states/{slug}/")


def words_in(html: str) -> str:
    """What a reader reads, cells and paragraphs apart."""
    parted = re.sub(r"<(?=(?:td|th|tr|dt|dd|li|p|h\d)\b)", " <", html)
    main = html5lib.parse(parted, namespaceHTMLElements=False).find(".//main")
    return " ".join("".join(main.itertext()).split())


def test_the_first_words_say_who_leads_by_how_much_since_when_and_what_would_change_it() -> None:
    """Westphalia-Münster in 1645: England 25 of 36, Austria 4 (state file)."""
    infs = state_of(COMET, 1645)["infs"]["WES"]
    assert infs == "austria 4, england 25, league 2, papacy 1, poland 2, ottoman 2"
    told = words_in(page_of(COMET, "westphalia-munster"))
    assert "Vassal since 1635: it follows England." in told
    assert "England leads with 25 of 36 INF (69 %), 21 more than the next" in told
    assert "and has led since 1621." in told
    assert "until the others have 14 INF more" in told  # 25 of 50 is no longer more than half
    assert re.search(r"Austria 4 11 % 29 more", told)  # 33 of 65
    assert re.search(r"any other power 0 0 % 37 more", told)


def test_ties_name_all_who_lead() -> None:
    told = words_in(page_of(DRAFT, "scotland"))
    assert "England and Sweden are tied with 17 of 36 INF each (47 %)." in told
    assert "Each of them needs 3 more INF for more than half." in told


def test_suspended_influence_is_said_to_count_for_nothing() -> None:
    chronicle = up_to(sample(COMET), 1625)
    pages = {page.address: page for page in minor_pages(chronicle)}
    told = words_in(text_of(pages, f"{COMET}/states/trier/"))
    assert "Captured since 1621: the Union has taken it." in told
    assert "Meanwhile the INF in it count for nothing." in told


@pytest.mark.parametrize("name", [COMET, DRAFT])
def test_every_step_leads_from_the_opening_to_the_end(name: str) -> None:
    """Placements and attacks add up, and each has the event that tells of it."""
    chronicle = sample(name)
    told = {one.link.address: one for one in chronicle.phases}
    for code, life in lives_of(name).items():
        start = chronicle.opening.snapshot.minors.get(code)
        has = dict(start.influence) if start else {}
        for chapter in life.chapters:
            events = {event.anchor: event for event in told[chapter["phase"].address].events}
            for shift, _, anchor in chapter["steps"]:
                assert has.get(shift.power, 0) == shift.before
                has[shift.power] = shift.after
                assert shift.power in events[anchor].powers
                assert code in events[anchor].minors
        end = chronicle.phases[-1].snapshot.minors.get(code)
        assert {power: amount for power, amount in has.items() if amount} == (
            dict(end.influence) if end else {}
        )


def test_changes_of_status_are_those_of_the_state_files_with_their_rules() -> None:
    found: list[str] = []
    before = ""
    for folder in sorted((ROOT / "games" / COMET).glob("16*")):
        for file in sorted((folder / "state").glob("*.toml")):
            state = tomllib.loads(file.read_text(encoding="utf-8"))
            now = state["state"]["statuses"].get("WUE", "")
            if now != before:
                found.append(now)
                before = now
    turns = lives_of(COMET)["WUE"].turns
    assert [f"{one['word']} {one['power']}".strip() for one in turns] == found
    assert [one["rule"] for one in turns[1:4]] == ["E19-CAP-4", "E19-CAP-6", "E19-STA-3"]
    page = page_of(COMET, "wurzburg")
    assert 'index.html#E19-CAP-4">E19-CAP-4</a>' in page
    assert f"1621/adjustment/index.html#{turns[1]['anchor']}" in page


def test_wars_builds_and_orders_are_told_where_they_happened() -> None:
    told = words_in(page_of(COMET, "wurzburg"))
    assert "Ordered by League: A WUE S A WUR succeeds" in told
    assert "Ordered by League: A WUE H dislodged" in told
    assert "Würzburg's army in Würzburg is dislodged by Saxony's army in Erfurt" in told
    assert "Saxony captures Würzburg, a center worth 1" in told
    assert "Würzburg builds an army in Würzburg" in told
    assert "Würzburg loses its Catholic marker: Saxony holds it" in told


def test_orders_are_those_to_the_states_own_units() -> None:
    chronicle = sample(COMET)
    verdicts = {one.link.address: one.facts.verdicts for one in chronicle.phases if one.facts}
    number = 0
    for life in lives_of(COMET).values():
        for chapter in life.chapters:
            for verdict, _ in chapter["orders"]:
                assert verdict in verdicts[chapter["phase"].address]
                number += 1
    assert number > 100
    # Saxony's own army stood in Würzburg for years: its orders are not the state's.
    assert not any(
        verdict.power == "saxony"
        for chapter in lives_of(COMET)["WUE"].chapters
        for verdict, _ in chapter["orders"]
    )


def test_a_power_that_placed_in_many_states_is_told_of_only_for_its_part_here() -> None:
    told = words_in(page_of(COMET, "trier"))
    assert "places" not in told
    assert "Ottoman Empire 0 → 6" in told


def test_states_that_come_into_being_later_say_so() -> None:
    flanders = words_in(page_of(COMET, "flanders"))
    assert "It has existed since 1631, map adjustment." in flanders
    assert "Opening to 1630 did not exist" in flanders
    assert "Flanders is a state of its own, open to influence, since Spain has fallen" in flanders
    scotland = words_in(page_of(COMET, "scotland"))
    assert "It does not exist yet." in scotland
    assert "held by England" in scotland
    assert "Scotland: does not exist yet" in words_in(text_of(pages_of(COMET), f"{COMET}/states/"))


def test_a_state_that_was_absorbed_says_so() -> None:
    chronicle = absorbed(sample(COMET), "TRI", 1630)
    pages = {page.address: page for page in minor_pages(chronicle)}
    told = words_in(text_of(pages, f"{COMET}/states/trier/"))
    assert "It has not existed since 1630, diplomacy." in told
    assert "1630 to 1645 did not exist" in told
    assert "Trier: has not existed" in words_in(text_of(pages, f"{COMET}/states/"))


def test_press_that_names_a_state_is_on_its_page() -> None:
    chronicle = sample(COMET)
    named = Target("minor", "FLA", chronicle.view.minor_address("FLA"))
    piece = PressPiece("1632-01-01-x", f"News {HOSTILE}", HOSTILE, "1632-01-01", "", (named,))
    pages = {page.address: page for page in minor_pages(replace(chronicle, press=(piece,)))}
    page = text_of(pages, f"{COMET}/states/flanders/")
    assert "press/1632-01-01-x/index.html" in page
    assert "<script>alert" not in page
    assert "In the press" not in text_of(pages, f"{COMET}/states/trier/")


def test_the_chart_has_the_last_numbers_and_every_status() -> None:
    chronicle = sample(COMET)
    chart = str(state_view(chronicle.view, lives_of(COMET)["WUE"])["chart"])
    for words in ("27 Sweden", "9 League", "4 Poland"):
        assert f">{words}</text>" in chart
    bands = re.findall(r"<title>([^<]*)</title>", chart)
    assert bands == [
        "start–1620: aligned, League",
        "1621–1635: captured, Saxony",
        "1636: aligned, League",
        "1637–1638: aligned, Sweden",
        "1639–1640: neutral",
        "1641–1645: vassal, Sweden",
    ]
    assert "col pw-league off" in chart  # suspended while it was captured


def test_the_index_has_every_state_and_whose_it_is() -> None:
    text = text_of(pages_of(COMET), f"{COMET}/states/")
    links = page_links(f"{COMET}/states/", text).targets
    assert set(pages_of(COMET)) <= {*links, f"{COMET}/states/"}
    statuses = state_of(COMET, 1645)["statuses"]
    mine = sum(1 for status in statuses.values() if status.endswith(" papacy"))
    assert f"Papacy {mine} Genoa aligned" in words_in(text)


def test_a_phase_leaves_alone_the_states_that_it_does_not_touch() -> None:
    chronicle = sample(COMET)
    before = {page.address: page.key for page in minor_pages(up_to(chronicle, 1625, 1))}
    after = {page.address: page.key for page in minor_pages(up_to(chronicle, 1625, 2))}
    touched = {
        chronicle.view.minor_address(code)
        for code, life in lives_of(COMET).items()
        if any(chapter["phase"].address == f"{COMET}/1625/movement/" for chapter in life.chapters)
    }
    changed = {address for address, key in after.items() if before[address] != key}
    assert changed - {f"{COMET}/states/"} <= touched
    assert len(touched) < 30
    assert changed & touched


def test_a_ruleset_without_statuses_or_influence_has_its_states_all_the_same() -> None:
    chronicle = sample(DRAFT)
    words = replace(chronicle.gazetteer, statuses={}, influence="", topics={})
    plain = replace(chronicle, view=replace(chronicle.view, gazetteer=words))
    pages = {page.address: page for page in minor_pages(plain)}
    trier = text_of(pages, f"{DRAFT}/states/trier/")
    assert "It follows the Union, since 1621." in words_in(trier)
    assert "by year" not in trier
    index = text_of(pages, f"{DRAFT}/states/")
    assert "its share" not in index
    html5lib.HTMLParser(strict=True).parse(index)
