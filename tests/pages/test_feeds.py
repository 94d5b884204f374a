"""Feeds as Atom asks for them, sitemaps, and what the head of a page says to other programs."""

from __future__ import annotations

import os
import re
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from xml.etree import ElementTree

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.pages.base.reader import Reader
from generator.pages.game.feeds import (
    NEWEST,
    NewsItem,
    game_feed_pages,
    game_news,
    phase_dates,
    plain_xml,
    site_feed_page,
)
from generator.pages.site.walk import game_sitemap, site_sitemaps
from generator.pages.story.chronicle import Chronicle
from tests.pages.sample import HOSTILE, Sample, make_sample
from tests.pages.told import SAMPLES, card_of, keys, made, maker_of, sample, tell, with_facts

ATOM = "{http://www.w3.org/2005/Atom}"
BASE = "https://example.org/theatrum/"
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
TAG = re.compile(r"tag:[a-z0-9.-]+,\d{4}(?:-\d\d(?:-\d\d)?)?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]+")


def feed_of(page_text: str) -> ElementTree.Element:
    """A feed, once it has all that RFC 4287 asks for."""
    feed = ElementTree.fromstring(page_text)
    assert feed.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated"):
        assert len(feed.findall(f"{ATOM}{name}")) == 1, name
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    assert [link.get("rel") for link in feed.findall(f"{ATOM}link")] == ["self", "alternate"]
    entries = feed.findall(f"{ATOM}entry")
    for entry in entries:
        for name in ("id", "title", "updated", "published", "summary", "content"):
            assert len(entry.findall(f"{ATOM}{name}")) == 1, name
            assert entry.findtext(f"{ATOM}{name}"), name
        assert entry.find(f"{ATOM}content").get("type") == "html"  # type: ignore[union-attr]
        assert [link.get("rel") for link in entry.findall(f"{ATOM}link")] == ["alternate"]
    ids = [one.text or "" for one in feed.iter(f"{ATOM}id")]
    assert len(set(ids)) == len(ids)
    assert all(TAG.fullmatch(one) for one in ids)
    dates = [one.text or "" for name in ("updated", "published") for one in feed.iter(ATOM + name)]
    assert all(DATE.fullmatch(one) for one in dates)
    assert feed.findtext(f"{ATOM}updated") == max(dates)
    return feed


def game_feed(chronicle: Chronicle) -> ElementTree.Element:
    return feed_of(next(game_feed_pages(chronicle)).make().decode())


def ids(feed: ElementTree.Element) -> list[str]:
    return [entry.findtext(f"{ATOM}id") or "" for entry in feed.findall(f"{ATOM}entry")]


@pytest.mark.parametrize("name", SAMPLES)
def test_feed_has_the_newest_phases_the_last_first(name: str) -> None:
    chronicle = sample(name)
    feed = game_feed(chronicle)
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")]
    newest = [link.title for link in reversed(chronicle.view.phases)][:NEWEST]
    assert titles == [f"{chronicle.view.title}: {title}" for title in newest]
    dates = [entry.findtext(f"{ATOM}updated") or "" for entry in feed.findall(f"{ATOM}entry")]
    assert dates == sorted(dates, reverse=True)


def test_entry_holds_the_report_with_links_to_events_and_rules() -> None:
    chronicle = sample("first-light")
    entry = game_feed(chronicle).findall(f"{ATOM}entry")[0]
    content = html5lib.parseFragment(
        entry.findtext(f"{ATOM}content"), namespaceHTMLElements=False, treebuilder="etree"
    )
    said = " ".join("".join(content.itertext()).split())
    facts = chronicle.facts[-1]
    for sentence in facts.summary:
        assert sentence in said
    for event in facts.events:
        assert event.text in said
    links = [one.get("href") for one in content.iter("a")]
    phase = chronicle.view.phases[-1].address.removeprefix("first-light/")
    assert f"{phase}index.html#{facts.events[0].anchor}" in links
    assert f"../rules/standard/index.html#{facts.events[0].rule}" in links


def test_orders_that_failed_are_in_the_entry() -> None:
    chronicle = sample("first-light")
    item = game_news(chronicle)[1]
    failed = [one for one in chronicle.facts[-2].verdicts if one.outcome != "success"]
    assert [(order, anchor) for _, order, _, anchor in item.orders] == [
        (one.order, one.anchor) for one in failed
    ]
    assert failed


def test_links_are_whole_where_the_sites_address_is_known() -> None:
    chronicle = replace(sample("winter-king"), maker=maker_of(base=BASE))
    feed = game_feed(chronicle)
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    assert links == {"self": f"{BASE}winter-king/feed.xml", "alternate": f"{BASE}winter-king/"}
    for entry in feed.findall(f"{ATOM}entry"):
        content = entry.findtext(f"{ATOM}content") or ""
        assert all(href.startswith(BASE) for href in re.findall(r'href="([^"]+)"', content))


def test_ids_stay_when_the_site_moves_or_the_folder_is_renamed() -> None:
    chronicle = sample("winter-king")
    before = ids(game_feed(chronicle))
    assert ids(game_feed(replace(chronicle, maker=maker_of(base=BASE)))) == before
    assert ids(game_feed(replace(chronicle, maker=maker_of(title="Another")))) == before
    commitment = chronicle.game.settings.seed_commitment
    assert all(commitment[:32] in one for one in before)
    assert not any("winter-king" in one for one in before)


def test_ids_of_phases_that_were_there_stay_when_the_game_goes_on() -> None:
    chronicle = sample("winter-king")
    view = replace(chronicle.view, phases=chronicle.view.phases[:-3])
    game = replace(chronicle.game, phases=chronicle.game.phases[:-3])
    earlier = replace(
        chronicle, view=view, game=game, facts=chronicle.facts[:-3], sources=chronicle.sources[:-3]
    )
    then = {item.id: item for item in game_news(earlier)}
    now = {item.id: item for item in game_news(chronicle)}
    assert len(now.keys() & then.keys()) == NEWEST - 3
    assert all(then[one] == now[one] for one in now.keys() & then.keys())


# --- dates


def dated(days: dict[str, date]) -> Chronicle:
    chronicle = sample("winter-king")
    game = replace(chronicle.game, settings=replace(chronicle.game.settings, dates=days))
    return replace(chronicle, game=game)


def test_phases_without_any_deadline_are_dated_day_by_day() -> None:
    found = phase_dates(sample("winter-king").game)
    assert [text for text, _ in found[:2]] == ["2000-01-02T00:00:00Z", "2000-01-03T00:00:00Z"]
    assert not any(is_known for _, is_known in found)


def test_phase_is_dated_by_its_deadline() -> None:
    zone = timezone(timedelta(hours=2))
    chronicle = dated(
        {
            "1619 diplomatic": date(2027, 3, 1),
            "1619 movement": datetime(2027, 3, 8, 20, 0, tzinfo=zone),
            "1619 builds": datetime(2027, 3, 15, 18, 30),
        }
    )
    known = {
        str(record.moment): one
        for record, one in zip(chronicle.game.phases, phase_dates(chronicle.game), strict=True)
    }
    # A day is over when the day is.
    assert known["1619 diplomatic"][0] == "2027-03-01T23:59:00Z"
    assert known["1619 movement"][0] == "2027-03-08T18:00:00Z"
    # Map adjustment follows by itself; so does everything after the last deadline.
    assert known["1619 adjustment"][0] == "2027-03-08T18:00:01Z"
    assert known["1619 builds"][0] == "2027-03-15T18:30:00Z"
    assert known["1619 scoring"][0] == "2027-03-15T18:30:01Z"
    assert all(is_known for _, is_known in known.values())


def test_time_without_a_zone_is_one_of_the_games_zone() -> None:
    chronicle = dated({"1619 diplomatic": datetime(2027, 3, 8, 20, 0)})
    settings = replace(chronicle.game.settings, zone="Europe/Vienna")
    found = phase_dates(replace(chronicle.game, settings=settings))
    assert found[0][0] == "2027-03-08T19:00:00Z"


@given(
    st.dictionaries(
        st.sampled_from(["1619 diplomatic", "1619 movement", "1620 builds", "1625 diplomatic"]),
        st.one_of(st.dates(), st.datetimes(), st.datetimes(timezones=st.timezones())),
    )
)
def test_any_deadlines_make_dates_that_feeds_may_hold(days: dict[str, date]) -> None:
    for text, _ in phase_dates(dated(days).game):
        assert DATE.fullmatch(text)
        datetime.fromisoformat(text).astimezone(UTC)


# --- what people wrote


def test_texts_of_people_are_escaped_twice_in_content_and_once_in_titles(tmp_path: Path) -> None:
    chronicle = tell(make_sample(tmp_path).games / "duel", maker_of(tmp_path))
    feed = game_feed(chronicle)
    assert HOSTILE in (feed.findtext(f"{ATOM}title") or "")
    for entry in feed.findall(f"{ATOM}entry"):
        content = html5lib.parseFragment(
            entry.findtext(f"{ATOM}content"), namespaceHTMLElements=False, treebuilder="etree"
        )
        assert {one.tag for one in content.iter() if isinstance(one.tag, str)} <= {
            "DOCUMENT_FRAGMENT", "p", "h3", "ul", "li", "a",
        }  # fmt: skip
    assert "<script" not in next(game_feed_pages(chronicle)).make().decode()


def test_characters_that_xml_cannot_hold_are_left_out() -> None:
    chronicle = sample("winter-king")
    odd = "bell \x07, null \x00, end \x1b, none \uffff, tab \t and emoji 🦊"
    facts = chronicle.facts[-1]
    events = (facts.events[0]._replace(text=odd), *facts.events[1:])
    told = with_facts(chronicle, len(chronicle.facts) - 1, events=events, summary=(odd,))
    assert "emoji 🦊" in next(game_feed_pages(told)).make().decode()
    game_feed(told)


@given(st.text())
def test_plain_xml_is_well_formed(text: str) -> None:
    from xml.sax.saxutils import escape

    ElementTree.fromstring(f"<a>{escape(plain_xml(text))}</a>")


# --- the feed of the site


def test_site_feed_takes_of_each_game_the_newest() -> None:
    cards = [card_of(sample(name)) for name in SAMPLES]
    page = site_feed_page(maker_of(), [card.news for card in cards])
    feed = feed_of(page.make().decode())
    entries = ids(feed)
    assert len(entries) == NEWEST
    for card in cards:
        own = [item.id for item in card.news]
        assert [one for one in entries if one in own] == own
        assert len(own) == 10


def test_site_feed_puts_games_in_order_by_date() -> None:
    def item(name: str, day: str) -> NewsItem:
        return NewsItem(
            f"tag:x.invalid,2026:{name}", "G", name, "g/", "rules/x/", day, True, "h", (), "t", (),
            (),
        )  # fmt: skip

    old, new = item("old", "2027-01-01T00:00:00Z"), item("new", "2027-02-01T00:00:00Z")
    page = site_feed_page(maker_of(), [(old,), (new,)])
    feed = feed_of(page.make().decode())
    assert [one.rpartition(":")[2] for one in ids(feed)] == ["new", "old"]


def test_site_without_games_has_a_valid_feed() -> None:
    feed = ElementTree.fromstring(site_feed_page(maker_of(), []).make())
    assert feed.findall(f"{ATOM}entry") == []
    assert DATE.fullmatch(feed.findtext(f"{ATOM}updated") or "")


def test_feed_is_stale_only_when_an_entry_of_it_is() -> None:
    chronicle = sample("first-light")
    before = keys(game_feed_pages(chronicle))
    assert len(chronicle.facts) > NEWEST
    assert keys(game_feed_pages(with_facts(chronicle, 0, summary=("Else.",)))) == before
    assert keys(game_feed_pages(with_facts(chronicle, -1, summary=("Else.",)))) != before


# --- sitemaps and robots


def test_sitemaps_need_the_sites_address() -> None:
    assert list(site_sitemaps(maker_of(), ["", "rules/"], ["g/"])) == []
    assert list(game_sitemap(maker_of(), "g", ["g/"])) == []


def test_site_for_one_reader_asks_robots_to_stay_away() -> None:
    maker = replace(maker_of(base=BASE), reader=Reader("austria"))
    pages = made(site_sitemaps(maker, [""], ["g/"]))
    assert list(pages) == ["robots.txt"]
    assert "Disallow: /\n" in pages["robots.txt"]
    assert list(game_sitemap(maker, "g", ["g/"])) == []


# --- the head of a page


def head_of(chronicle: Chronicle) -> dict[str, str]:
    """The properties of a chronicle page's head, by name."""
    page = chronicle.page(
        "x/",
        "rulings.html",
        {"rulings": (), "corrections": ()},
        title="A “title”",
        tab="",
        description="So & so",
    )
    tree = html5lib.parse(page.make().decode(), namespaceHTMLElements=False)
    found = {
        name: one.get("content")
        for one in tree.iter("meta")
        for name in (one.get("property"), one.get("name"))
        if name
    }
    return found | {
        f"feed {one.get('title')}": one.get("href")
        for one in tree.iter("link")
        if one.get("type") == "application/atom+xml"
    }


def test_head_names_title_description_and_feeds() -> None:
    head = head_of(sample("winter-king"))
    assert head["description"] == head["og:description"] == "So & so"
    assert head["og:title"] == "The Winter King: A “title”"
    assert head["og:site_name"] == "Theatrum"
    assert head["feed Theatrum"] == "../../feed.xml"
    assert head["feed The Winter King"] == "../feed.xml"
    assert "og:url" not in head
    assert "og:image" not in head
    assert "robots" not in head


def test_head_has_the_whole_address_where_it_is_known() -> None:
    head = head_of(replace(sample("winter-king"), maker=maker_of(base=BASE, png=True)))
    assert head["og:url"] == f"{BASE}winter-king/x/"
    # This page has no map, so the newest of its game stands for it.
    assert head["og:image"] == f"{BASE}winter-king/map.png"


def test_head_of_a_site_for_one_reader_is_not_for_search_engines() -> None:
    maker = replace(maker_of(), reader=Reader("austria"))
    assert head_of(replace(sample("winter-king"), maker=maker))["robots"] == "noindex"


# --- in a built site


def test_every_link_of_a_feed_leads_somewhere(built: Sample) -> None:
    files = built.files()
    count = 0
    for name in ("feed.xml", "duel/feed.xml", "quiet/feed.xml"):
        feed = ElementTree.fromstring(files[name])
        links = [link.get("href") or "" for link in feed.iter(f"{ATOM}link")]
        for content in feed.iter(f"{ATOM}content"):
            links += re.findall(r'href="([^"]+)"', content.text or "")
        for link in links:
            path, _, anchor = link.partition("#")
            file = os.path.normpath(os.path.join(os.path.dirname(name), path))
            assert file in files, (name, link)
            assert not anchor or f'id="{anchor}"' in files[file].decode(), (name, link)
            count += 1
    assert count > 30
