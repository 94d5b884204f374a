"""The pages of rulings: what was decided, why, by which rule, and which orders rest on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.engine.phases import Ruling
from generator.engine.rulings import announced_ruling
from generator.pages.base.public import PublicEvent, PublicRuling
from generator.pages.maps.material import Material
from generator.pages.rules.rulings import decision_of, ruling_pages
from generator.pages.story.facts import phase_facts
from tests.pages.sample import make_sample
from tests.pages.told import (
    facts_at,
    keys,
    made,
    maker_of,
    number_of,
    sample,
    targets,
    tell,
    with_facts,
    words,
)

MOVEMENT = "after-the-comet/1621/movement/"
RULING = "after-the-comet/rulings/1621-1/"


def test_each_ruling_of_the_game_has_a_page() -> None:
    pages = made(ruling_pages(sample("after-the-comet")))
    names = ("1620-1", "1621-1", "1627-1", "1628-1", "1636-1", "1636-2")
    assert list(pages) == [
        "after-the-comet/rulings/",
        *(f"after-the-comet/rulings/{name}/" for name in names),
    ]
    listed = targets("after-the-comet/rulings/", pages["after-the-comet/rulings/"])
    assert set(pages) - {"after-the-comet/rulings/"} <= set(listed)


def test_page_says_what_was_decided_why_and_by_which_rule() -> None:
    page = made(ruling_pages(sample("after-the-comet")))[RULING]
    said = words(page)
    assert "Denmark is given the order A HOL H" in said
    assert "Written 'A HOL HOLDSG', which can only mean that it holds" in said
    assert "gives a unit this order instead of its own" in said
    rule = sample("after-the-comet").game.ruleset.rulebook["E19-GEN-2"]
    assert rule.text in said
    links = targets(RULING, page)
    assert "E19-GEN-2" in links["rules/europe-1619/"]


def test_page_links_the_orders_that_the_ruling_touched() -> None:
    chronicle = sample("after-the-comet")
    touched = [one for one in facts_at(chronicle, MOVEMENT).verdicts if one.ruling == 1]
    assert [(one.power, one.order) for one in touched] == [("denmark", "A HOL H")]
    page = made(ruling_pages(chronicle))[RULING]
    assert touched[0].anchor in targets(RULING, page)[MOVEMENT]
    assert "after-the-comet/powers/denmark/" in targets(RULING, page)


def test_rulings_on_the_same_rule_and_those_before_and_after_are_linked() -> None:
    links = targets(RULING, made(ruling_pages(sample("after-the-comet")))[RULING])
    # The one of 1628 reads the same rule, E19-GEN-2.
    assert "after-the-comet/rulings/1628-1/" in links
    assert {"after-the-comet/rulings/1620-1/", "after-the-comet/rulings/1627-1/"} <= set(links)


def test_later_verdicts_of_the_year_that_rest_on_a_ruling_are_shown() -> None:
    chronicle = sample("after-the-comet")
    later = "after-the-comet/1621/builds/"
    verdicts = facts_at(chronicle, later).verdicts
    changed = (verdicts[0]._replace(ruling=1), *verdicts[1:])
    assert "Later in the year" not in made(ruling_pages(chronicle))[RULING]
    resting = with_facts(chronicle, number_of(chronicle, later), verdicts=changed)
    page = made(ruling_pages(resting))[RULING]
    assert "Later in the year" in page
    assert targets(RULING, page)[later] == (verdicts[0].anchor,)
    # Another year's ruling 1 is another one.
    other = made(ruling_pages(resting))["after-the-comet/rulings/1627-1/"]
    assert later not in targets("after-the-comet/rulings/1627-1/", other)


def test_secret_ruling_has_no_page(tmp_path: Path) -> None:
    folder = make_sample(tmp_path).games / "duel"
    game = load_game(folder)
    record = game.phases[0]
    secret = Ruling(2, record.moment.phase, "note", "between us", "", {"secret": True})
    facts = phase_facts(Material(game, record), (*record.rulings, secret))
    chronicle = tell(folder, maker_of(tmp_path))
    pages = made(ruling_pages(replace(chronicle, facts=(facts, *chronicle.facts[1:]))))
    assert list(pages) == ["duel/rulings/", "duel/rulings/1901-1/"]
    assert not any("between us" in page for page in pages.values())


def test_game_without_rulings_says_so() -> None:
    pages = made(ruling_pages(sample("winter-king")))
    assert list(pages) == ["winter-king/rulings/"]
    assert "has not had to rule on anything" in words(pages["winter-king/rulings/"])


def test_what_a_page_does_not_show_does_not_make_it_stale() -> None:
    chronicle = sample("after-the-comet")
    before = keys(ruling_pages(chronicle))
    number = number_of(chronicle, "after-the-comet/1630/diplomatic/")
    other = with_facts(chronicle, number, summary=("Something else.",), events=())
    assert keys(ruling_pages(other)) == before
    facts = facts_at(chronicle, MOVEMENT)
    ruled = (facts.rulings[0]._replace(reason="A better one"),)
    renewed = with_facts(chronicle, number_of(chronicle, MOVEMENT), rulings=ruled)
    after = keys(ruling_pages(renewed))
    # Its own page and the list; the pages before and after show its number only.
    assert {name for name in after if after[name] != before[name]} >= {
        "after-the-comet/rulings/",
        RULING,
    }
    untouched = "after-the-comet/rulings/1636-2/"
    assert after[untouched] == before[untouched]


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("Ruling 2: Austria has A VIE (it was so)", "Austria has A VIE"),
        ("ruling 2: from 1620 on: florins (it was so)", "From 1620 on: florins"),
        ("ruling 12: something else (it was so)", ""),
        ("Austria has A VIE", ""),
    ],
)
def test_decision_is_read_from_the_event_that_tells_it(text: str, decision: str) -> None:
    ruling = PublicRuling(2, "movement", "units", "it was so", "", ())
    event = PublicEvent(1, "ruling", "X-1", text, (), (), (), 0, announced_ruling(text))
    assert decision_of(ruling, (event,))[0] == decision
    assert decision_of(ruling, (event._replace(kind="other", ruling=0),)) == ("", "")
