"""The page of a phase: every verdict with its reasons, told apart in words and looks."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
import pytest

from generator.archive import load_game
from generator.engine.verdicts import Reason, Verdict
from generator.pages.base.gameview import game_view
from generator.pages.game.pages import open_game, phase_pages
from generator.pages.story.ordertable import order_groups
from tests.pages.sample import ROOT, Sample
from tests.pages.told import Forgetful, facts_at, maker_of, sample, targets, words


def rows(page: str) -> dict[str, dict[str, str]]:
    """The rows of the verdict table by order: id, word, class and reasons."""
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    found = {}
    for row in tree.iter("tr"):
        if row.get("data-order"):
            cells = {cell.get("class", "").split()[0]: cell for cell in row.iter("td")}
            verdict = next(cells["out"].iter("span"))
            order = "".join(cells["ord"].itertext()).strip()
            found[order] = {
                "id": row.get("id"),
                "word": "".join(verdict.itertext()).strip(),
                "class": verdict.get("class"),
                "why": " ".join("".join(cells["why"].itertext()).split()),
                "provinces": row.get("data-provinces"),
                "related": row.get("data-related"),
            }
    return found


@pytest.fixture(scope="session")
def spring(built: Sample) -> dict[str, dict[str, str]]:
    return rows(built.page("duel/1901/spring-movement/index.html"))


def test_outcomes_have_words_and_looks(built: Sample) -> None:
    for phase, order, word, look in (
        ("spring", "A PAR - BUR", "succeeds", "vd-ok"),
        ("spring", "A MUN - BUR", "bounces", "vd-fail"),
        ("spring", "F NAP S A ROM - VEN", "illegal", "vd-bar"),
        ("fall", "A MAR H", "holds", "vd-"),
        # Munich supports Burgundy to hold, but Burgundy moves: no defeat.
        ("fall", "A MUN S A BUR", "unmatched", "vd-"),
    ):
        row = rows(built.page(f"duel/1901/{phase}-movement/index.html"))[order]
        assert row["word"] == word
        assert look in row["class"]


def test_every_verdict_has_a_reason_with_a_rule_that_the_rulebook_has(built: Sample) -> None:
    rules = set(re.findall(r'<div id="(STD-[^"]+)"', built.page("rules/standard/index.html")))
    for phase in ("spring-movement", "fall-movement"):
        page = built.page(f"duel/1901/{phase}/index.html")
        for order, row in rows(page).items():
            cited = re.findall(r"STD-[A-Z]+-\d+", row["why"])
            assert cited, order
            assert set(cited) <= rules, order


def test_players_own_text_is_quoted_where_it_differs(spring: dict[str, dict[str, str]]) -> None:
    assert "a paris-burgundy" in spring["A PAR - BUR"]["why"]
    assert "written" not in spring["F BRE - MAO"]["why"]


def test_rows_are_numbered_like_the_verdicts_and_light_their_arrows(built: Sample) -> None:
    page = built.page("duel/1901/spring-movement/index.html")
    record = load_game(built.games / "duel").phases[0]
    verdicts = record.resolution().verdicts
    for order, row in rows(page).items():
        number = int(row["id"].removeprefix("o"))
        assert verdicts[number - 1].order == order
    assert f'id="order-{rows(page)["A PAR - BUR"]["id"][1:]}"' in page
    assert rows(page)["A PAR - BUR"]["provinces"] == "PAR BUR"


def test_support_and_rival_are_related_to_a_move(spring: dict[str, dict[str, str]]) -> None:
    related = spring["A PAR - BUR"]["related"].split()
    assert spring["A MAR S A PAR - BUR"]["id"][1:] in related
    assert spring["A MUN - BUR"]["id"][1:] in related
    assert spring["F BRE - MAO"]["id"][1:] not in related


def test_ruling_shows_with_its_reason_and_in_the_verdict_that_rests_on_it(built: Sample) -> None:
    page = built.page("duel/1901/spring-movement/index.html")
    assert "Rulings of the referee" in page
    assert "so the fleet stays." in page
    row = rows(page)["F TRI - ADR"]
    assert "ruling" in row["why"].lower()
    assert "Rulings of the referee" not in built.page("duel/1901/fall-movement/index.html")


def test_phases_are_chained(built: Sample) -> None:
    page = built.page("duel/1901/fall-movement/index.html")
    assert re.search(r'rel="prev" href="\.\./spring-movement/index\.html"', page)
    assert re.search(r'rel="next" href="\.\./winter-adjustments/index\.html"', page)
    first = built.page("duel/1901/opening/index.html")
    assert 'rel="prev"' not in first
    assert re.search(r'rel="next" href="\.\./spring-movement/index\.html"', first)


def test_power_without_orders_is_said_to_have_sent_none(built: Sample) -> None:
    game = load_game(built.games / "duel")
    view, record = game_view(game), game.phases[0]
    ruleset: Any = game.ruleset
    verdicts = tuple(
        type(one)(one.power, one.order, one.outcome, one.reasons, one.written, "no order given")
        for one in record.resolution().verdicts
    )
    groups = order_groups(view, ruleset, verdicts, (), {"france": "A PAR - BUR"})
    said = {group.power.id: group.summary for group in groups}
    assert "no orders received" in said["germany"]
    assert "no orders received" not in said["france"]


def test_page_says_what_changed_in_at_most_three_sentences(built: Sample) -> None:
    page = built.page("duel/1901/fall-movement/index.html")
    found = re.search(r'<p class="lead">(.*?)</p>', page, re.DOTALL)
    assert found
    assert 1 <= found[1].count(". ") + 1 <= 3


def test_standings_show_what_changed(built: Sample) -> None:
    html = built.page("duel/1901/fall-movement/index.html")
    found = cells_of(section_of(html, "after"))
    france = next(row for row in found if row[1] == "France")
    assert france[2] == "Chloé"
    assert france[3] == "5+2"


# --- games of every kind, phase by phase


@lru_cache(maxsize=8)
def phase_html(name: str, *addresses: str) -> dict[str, str]:
    """The pages of some phases of a sample game, by their addresses below the game's."""
    one = open_game(maker_of(), load_game(ROOT / "games" / name), Forgetful())
    wanted = {f"{name}/{address}/" for address in addresses}
    found = phase_pages(maker_of(), one, Forgetful(), wanted)
    return {
        pages[0].address.removeprefix(f"{name}/").strip("/"): pages[0].make().decode()
        for pages, _ in found
    }


COMET_PHASES = (
    "1619/diplomatic", "1621/diplomatic", "1621/movement", "1621/adjustment", "1621/builds",
    "1621/scoring", "1622/retreats", "1628/diplomatic", "1630/adjustment", "1631/adjustment",
    "1645/scoring",
)  # fmt: skip
LIGHT_PHASES = (
    "1901/spring-movement", "1904/fall-movement", "1904/fall-retreats",
    "1904/winter-adjustments", "1915/fall-retreats",
)  # fmt: skip
KING_PHASES = ("1619/movement", "1621/adjustment", "1625/diplomatic")
SHOWN = (
    ("after-the-comet", COMET_PHASES),
    ("first-light", LIGHT_PHASES),
    ("winter-king", KING_PHASES),
)


def section_of(html: str, anchor: str) -> Element:
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    return next(one for one in tree.iter("section") if one.get("aria-labelledby") == anchor)


def cells_of(section: Element) -> list[list[str]]:
    return [
        [" ".join("".join(cell.itertext()).split()) for cell in row if cell.tag in ("td", "th")]
        for row in section.iter("tr")
    ]


@pytest.mark.parametrize(("name", "phases"), SHOWN)
def test_every_event_and_every_verdict_has_its_anchor_once(
    name: str, phases: tuple[str, ...]
) -> None:
    for phase, html in phase_html(name, *phases).items():
        facts = facts_at(sample(name), f"{name}/{phase}/")
        ids = re.findall(r' id="([eo]\d+)"', html)
        assert len(ids) == len(set(ids)), phase
        assert set(ids) == {
            *(event.anchor for event in facts.events),
            *(verdict.anchor for verdict in facts.verdicts),
        }, phase


@pytest.mark.parametrize(("name", "phases"), SHOWN)
def test_every_event_stands_beside_the_link_to_its_rule(name: str, phases: tuple[str, ...]) -> None:
    for phase, html in phase_html(name, *phases).items():
        tree = html5lib.parse(html, namespaceHTMLElements=False)
        marked = {one.get("id"): one for one in tree.iter() if one.get("id")}
        for event in facts_at(sample(name), f"{name}/{phase}/").events:
            own = marked[event.anchor]
            if own.tag == "section":
                continue  # a table that is one event: its rule explains no single row
            if own.tag == "span":
                own = next(one for one in tree.iter("div") if own in list(one))
            links = [link.get("href", "") for link in own.iter("a")]
            assert any(link.endswith(f"#{event.rule}") for link in links), (phase, event)


@pytest.mark.parametrize(("name", "phases"), SHOWN)
def test_phase_pages_are_sound_html_and_small(name: str, phases: tuple[str, ...]) -> None:
    for phase, html in phase_html(name, *phases).items():
        assert len(re.findall("<h1", html)) == 1, phase
        targets(f"{name}/{phase}/", html)
        without = re.sub(r'<script type="text/plain">.*?</script>', "", html, flags=re.DOTALL)
        assert len(without.encode()) < 84_000, phase


def test_a_phase_of_diplomacy_has_tables_of_attacks_and_placements() -> None:
    html = phase_html("after-the-comet", *COMET_PHASES)["1621/diplomatic"]
    # Influence before and after.
    rows = cells_of(section_of(html, "s-diplomatic-attacks-in-the-order-resolved"))
    assert rows[0][:5] == ["Power", "attacks", "in", "Its INFs", "The other’s"]
    assert rows[1] == [
        "Poland",
        "Ottoman Empire",
        "Transylvania",
        "1 → 0",
        "5 → 4",
        "1",
        "E19-ATK-6",
    ]
    rows = cells_of(section_of(html, "s-infs-of-1621"))
    assert ["Papacy", "5", "5", "0", "Modena 5", "E19-INF-2"] in rows
    links = targets("after-the-comet/1621/diplomatic/", html)
    assert "after-the-comet/states/modena/" in links
    assert "after-the-comet/powers/papacy/" in links
    # Tracker and relations are linked, not printed; orders that no map shows are folded.
    assert "after-the-comet/influence/1621/" in links
    assert "after-the-comet/diplomacy/1621/" in links
    assert "Influence tracker, in full" in words(html)
    assert "W war, A alliance" not in words(html)
    assert '<details class="fold">' in html
    movement = phase_html("after-the-comet", *COMET_PHASES)["1621/movement"]
    assert '<details class="fold"' not in movement


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        ("1621/adjustment", "Poland Kremnica (from Austria)"),
        ("1621/adjustment", "Westphalia-Münster Brabant (from Spain)"),
        ("1621/adjustment", "captured Union Trier (from League)"),
        ("1621/adjustment", "Markers Catholic Modena , Parma , Transylvania"),
        # Centers come first.
        ("1631/adjustment", "France Paris (from Spain) , Brittany (from Spain) , Poitou (from"),
        ("1631/adjustment", "nobody Holland (from Spain) , Aragon (from Spain)"),
        ("1631/adjustment", "unaligned Portugal (from Spain) , Flanders (new) , Milan (new)"),
        ("1628/diplomatic", "vassal France Lorraine-Alsace (was aligned)"),
        ("1628/diplomatic", "aligned England La Rochelle (was neutral)"),
    ],
)
def test_page_opens_with_what_changed_hands(phase: str, told: str) -> None:
    html = phase_html("after-the-comet", *COMET_PHASES)[phase]
    assert told in words(html[html.index('id="changed"') : html.index("On this page")])


def test_failed_order_says_what_would_have_helped() -> None:
    html = phase_html("first-light", *LIGHT_PHASES)["1904/fall-movement"]
    record = next(
        one for one in sample("first-light").game.phases if str(one.moment) == "1904 fall-movement"
    )
    ruleset = sample("first-light").game.ruleset
    remedies = ruleset.remedies(record.before(), record.resolution(), record.rulings)
    assert len(remedies) > 10
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    found = {row.get("id"): "".join(row.itertext()).strip() for row in tree.iter("tr")}
    for number, remedy in remedies.items():
        assert found[f"o{number}"].endswith(remedy.text)
    assert html.count('class="remedy"') == len(remedies)


def test_ruling_leads_to_its_page_and_takes_its_event_along() -> None:
    html = phase_html("after-the-comet", *COMET_PHASES)["1621/movement"]
    links = targets("after-the-comet/1621/movement/", html)
    assert "after-the-comet/rulings/1621-1/" in links
    assert '<a class="tag" href="../../rulings/1621-1/index.html">ruling 1</a>' in html
    note = html[html.index('id="ruling-1"') :]
    event = next(
        event
        for event in facts_at(sample("after-the-comet"), "after-the-comet/1621/movement/").events
        if event.kind == "ruling"
    )
    assert f'id="{event.anchor}"' in note
    assert "ruling 1: Denmark" not in html


def test_orders_of_a_minor_state_stand_below_its_name() -> None:
    chronicle = sample("after-the-comet")
    view = chronicle.view
    verdict = Verdict("BOHC", "A BOH H", "success", (Reason("E19-MOV-1", "holds"),))
    group = order_groups(view, chronicle.game.ruleset, (verdict,), (), {})[0]
    assert group.power.name == "Bohemian Confederacy"
    assert group.anchor == "st-bohc"
    assert group.address == "after-the-comet/states/bohemian-confederacy/"
    assert group.summary == "1 carried out"


def test_power_that_fell_has_no_place_in_the_standings() -> None:
    html = phase_html("after-the-comet", *COMET_PHASES)["1645/scoring"]
    found = cells_of(section_of(html, "after"))
    spain = next(row for row in found if row[1].startswith("Spain"))
    assert spain[:2] == ["", "Spain out since 1631"]
    assert [row[0] for row in found[1:5]] == ["1", "2=", "2=", "4"]


def test_the_next_phase_is_fetched_early_by_browsers_that_can(built: Sample) -> None:
    """The rules name the links to the phases beside, and nothing else; the way in which one page
    fades into the next stands in the site's styles, for pages that have those links."""
    page = built.page("duel/1901/spring-movement/index.html")
    (rules,) = re.findall(r'<script type="speculationrules">(.*?)</script>', page)
    (rule,) = json.loads(rules)["prefetch"]
    assert rule["where"] == {"selector_matches": ".rail [rel]"}
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    rails = [one for one in tree.iter("nav") if "rail" in (one.get("class") or "").split()]
    led = {one.get("rel"): one.get("href") for rail in rails for one in rail.iter("a")}
    assert led["next"] == "../fall-movement/index.html"
    assert set(filter(None, led)) <= {"prev", "next"}
    styles = built.page("site.css")
    assert "@view-transition{navigation:auto}" in styles
    assert ":root:not(:has(.rail)){view-transition-name:none}" in styles


def test_the_map_is_skipped_to_and_keeps_its_room_without_scripts(built: Sample) -> None:
    page = built.page("duel/1901/spring-movement/index.html")
    without = "".join(re.findall(r"<noscript>(.*?)</noscript>", page, re.DOTALL))
    assert '<a class="skip" href="#map">' in page
    assert re.search(r'<img src="[^"]*" alt="[^"]*" style="aspect-ratio:[\d.]+">', without)
