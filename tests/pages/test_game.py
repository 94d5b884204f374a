"""The front page of a game, the home page, and what they say in words."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache

from msgspec.structs import replace

from generator.archive import load_game
from generator.engine.phases import Moment
from generator.pages.base.gameview import Rails, game_view
from generator.pages.base.gameview import _labels as labels
from generator.pages.base.page import Page
from generator.pages.game.downloads import more_pages
from generator.pages.game.game import GameStand, game_page, stand_of
from generator.pages.maps.material import Material
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.figures import ranks, signed, standings_table
from tests.pages.sample import ROOT, Sample
from tests.pages.told import maker_of, sample, targets, with_facts, words


def test_front_page_says_where_orders_go() -> None:
    chronicle = replace(sample("salt-road"), maker=maker_of(mail="ruth@example.org"))
    assert (
        'Send orders to <a href="mailto:ruth@example.org">' in front_of(chronicle).make().decode()
    )


def test_labels_of_the_rail_tell_a_retreat_from_its_movement() -> None:
    names = ["spring-movement", "spring-retreats", "fall-movement", "fall-retreats", "winter-x"]
    moments = [Moment(1901, number, name) for number, name in enumerate(names, 1)]
    assert labels(moments) == ["Spr", "Ret", "Fall", "Ret", "Win"]
    names = ["status-check", "builds", "battles-1", "battles-2", "early-winter", "late-winter"]
    moments = [Moment(1901, number, name) for number, name in enumerate(names, 1)]
    assert labels(moments) == ["Sta", "Build", "Bat 1", "Bat 2", "Early", "Late"]


def test_standings_put_the_largest_first_and_sign_changes(built: Sample) -> None:
    view = game_view(load_game(built.games / "duel"))
    table = standings_table(
        view,
        (("Centers", {"austria": 3, "italy": 5}),),
        (("Centers", {"austria": 4, "italy": 3}),),
    )
    assert [row.power.id for row in table.rows[:2]] == ["italy", "austria"]
    assert [row.counts[0][1] for row in table.rows[:3]] == ["+2", "−1", ""]
    assert signed(0) == ""
    assert ranks((9, 5, 5, 1)) == ("1", "2=", "2=", "4")


@lru_cache(maxsize=3)
def front(name: str) -> str:
    """The front page of a sample game."""
    return front_of(sample(name)).make().decode()


def stand_of_sample(name: str) -> GameStand:
    chronicle = sample(name)
    return stand_of(chronicle.game, chronicle.view, chronicle.now, chronicle.facts)


def front_of(chronicle: Chronicle) -> Page:
    return game_page(chronicle, Material(chronicle.game), None, Rails(chronicle.view, None))


def test_game_that_is_over_shows_how_it_ended_and_the_final_table() -> None:
    said = words(front("after-the-comet"))
    assert said.count("England wins with 27 points") == 1
    assert "England wins with 27 points; 25 were enough England" in said
    assert "Final standings with the change since the end of 1644" in said
    assert "Orders are due from" not in said


def test_game_in_play_says_from_whom_orders_are_due(built: Sample) -> None:
    page = built.page("quiet/index.html")
    due = page.index('<ul class="duties">')
    chips = page[due : page.index("</ul>", due)]
    assert chips.count("3 units to order") == 6
    assert "4 units to order" in chips
    assert re.findall(r'href="powers/([a-z]+)/index.html"', chips) == [
        "austria", "england", "france", "germany", "italy", "russia", "turkey",
    ]  # fmt: skip
    assert "How to send orders" in page
    assert "Final standings" not in page
    assert "Orders are due" in page
    assert "orders of 0 of 7 powers are in" in page
    asked = "Ask the referee where to send orders: this site gives no address."
    assert asked in words(page)
    card = built.page("index.html")
    assert "orders due from Austria, England, France, Germany, Italy, Russia and Turkey" in card


def test_what_happened_last_leads_to_the_events() -> None:
    for name in ("after-the-comet", "first-light", "winter-king"):
        phases = {told.link.address: told for told in sample(name).phases}
        links = targets(f"{name}/", front(name))
        anchors = [(to, one) for to in links if to in phases for one in links[to]]
        assert len(anchors) == 5
        for address, anchor in anchors:
            event = next(one for one in phases[address].events if one.anchor == anchor)
            assert event.weight >= 5


def test_changes_are_counted_from_the_end_of_the_year_before() -> None:
    """England's score as in the state files of 1644 and 1645."""
    scores = []
    for year in (1644, 1645):
        path = ROOT / "games" / "after-the-comet" / str(year) / "state" / "6-scoring.toml"
        table = tomllib.loads(path.read_text(encoding="utf-8"))["state"]["scores"]["england"]
        scores.append(sum(table.values()))
    before, now = scores
    said = words(front("after-the-comet"))
    assert "with the change since the end of 1644" in said
    assert f"England Rowan Ashby {now} {signed(now - before)}" in said


def test_front_page_or_the_page_behind_it_leads_to_every_part_of_the_game() -> None:
    for name in ("after-the-comet", "first-light"):
        links = targets(f"{name}/", front(name))
        (page,) = more_pages(sample(name))
        behind = targets(page.address, page.make().decode())
        for tab in sample(name).view.tabs:
            assert tab.id == "front" or tab.address in (behind if tab.about else links), tab
        assert {f"{name}/rulings/", f"{name}/downloads/", f"{name}/compare/"} <= behind.keys()
        assert f"{name}/rulings/" not in links


def test_what_is_taken_away_is_offered_as_files() -> None:
    (page,) = more_pages(sample("winter-king"))
    html = page.make().decode()
    assert re.search(r'href="../map.svg" download="winter-king.svg"', html)
    assert re.search(r'href="../game.json" download="winter-king.json"', html)
    assert "winter-king/1625/diplomatic/report.bbcode.txt" in targets(page.address, html)
    published = sample("winter-king").maker.settings
    whole = replace(published, base="https://example.org/")
    chronicle = replace(
        sample("winter-king"), maker=replace(sample("winter-king").maker, settings=whole)
    )
    (page,) = more_pages(chronicle)
    assert 'href="../map.png" download="winter-king.png"' in page.make().decode()


def test_the_end_of_a_draw_is_told_once_with_its_powers() -> None:
    stand = stand_of_sample("winter-king")
    assert stand.headline == "Draw of 11 powers"
    assert stand.lead.startswith("All that are left agree. Sweden declares war on the Papacy;")
    said = words(front("winter-king"))
    assert "Draw of 11 powers Austria Denmark Spain France Dutch Republic England" in said
    assert "draw of Austria" not in said
    assert "Draw: " not in said
    stand = stand_of_sample("inner-sea")
    assert stand.headline == "Draw of four powers"
    assert stand.lead.startswith("309 was the last year.")
    assert stand.state == "Draw: Arvane, Kessary, Lethmar and Yscar"
    assert stand.detail == "309 was the last year"


def test_the_front_page_tells_no_event_that_its_news_tell() -> None:
    """Spain's lead and the war of 1621 stand in the headline and the lead: the builds are new."""
    page = front("salt-road")
    events = page.partition('id="last"')[2].partition("</ul>")[0]
    told = words(events)
    assert "Austria builds an army in Slovenia" in told
    assert "Spain leads" not in told
    assert "at war" not in told
    assert "Build" in told


def test_names_of_a_front_page_have_their_articles() -> None:
    stand = stand_of_sample("salt-road")
    assert stand.headline == "The Dutch Republic and England are at war from 1621 on"
    assert "ahead of Austria (9) and the Union (8)" in stand.lead
    assert "From 1621 on the Dutch Republic is at war with England" in stand.lead
    assert "Denmark is allied with England and the Papacy with Poland" in stand.lead


def test_front_page_shows_the_newest_press_and_the_introduction() -> None:
    said = words(front("first-light"))
    assert "After the last fall The referee , 24 December 1915" in said
    assert "The sample game of Theatrum: fifteen years of standard Diplomacy" in said


def test_a_change_of_an_old_year_does_not_make_the_front_page_anew() -> None:
    chronicle = sample("after-the-comet")
    other = with_facts(chronicle, 7, summary=("Other words.",), tally="none")
    assert front_of(other).key == front_of(chronicle).key
    last = with_facts(chronicle, len(chronicle.facts) - 1, summary=("Other words.", "More."))
    assert front_of(last).key != front_of(chronicle).key
    quiet = replace(chronicle, press=chronicle.press[:-1])
    assert front_of(quiet).key != front_of(chronicle).key
