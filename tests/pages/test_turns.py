"""All turns, and a page for each year: what it changed and what happened, linked to its phases."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache

import pytest

from generator.pages.phases.years import NOTABLE, turn_pages
from tests.pages.sample import Sample
from tests.pages.told import ROOT, keys, made, number_of, sample, targets, with_facts, words

COMET, LIGHT, KING = "after-the-comet", "first-light", "winter-king"


@lru_cache(maxsize=3)
def pages_of(name: str) -> dict[str, str]:
    return made(turn_pages(sample(name)))


def holders(year: int, file: str) -> dict[str, str]:
    """Who has captured what, as the state file says."""
    path = ROOT / "games" / COMET / str(year) / "state" / file
    captures = tomllib.loads(path.read_text(encoding="utf-8"))["state"].get("captures", {})
    return {code: str(one).split()[0] for code, one in captures.items()}


@pytest.mark.parametrize("name", [COMET, LIGHT, KING])
def test_every_year_and_every_phase_stands_among_the_turns(name: str) -> None:
    chronicle = sample(name)
    html = pages_of(name)[f"{name}/turns/"]
    links = targets(f"{name}/turns/", html)
    assert {told.link.address for told in chronicle.phases} <= set(links)
    assert {f"{name}/{year}/" for year in chronicle.years} <= set(links)
    said = words(html)
    assert all(one.headline in said for one in chronicle.facts if one.headline)


def test_a_year_tells_every_event_of_weight_once_and_no_other() -> None:
    html = pages_of(COMET)[f"{COMET}/1621/"]
    links = targets(f"{COMET}/1621/", html)
    for told in sample(COMET).of_year(1621):
        weighty = {event.anchor for event in told.events if event.weight >= NOTABLE}
        assert set(links[told.link.address]) == weighty
        for event in told.events:
            mark = f'{told.link.address.split("/")[2]}/index.html#{event.anchor}"'
            assert html.count(mark) == (event.weight >= NOTABLE)


def test_topics_lead_to_the_year_in_the_part_of_the_game_that_tells_more() -> None:
    links = targets(f"{COMET}/1621/", pages_of(COMET)[f"{COMET}/1621/"])
    for part in ("influence", "diplomacy", "treasury"):
        assert f"{COMET}/{part}/1621/" in links
    light = targets(f"{LIGHT}/1904/", pages_of(LIGHT)[f"{LIGHT}/1904/"])
    assert not [address for address in light if re.search(r"influence|diplomacy|treasury", address)]


def test_changes_are_those_between_the_ends_of_two_years() -> None:
    """As the state files have them: what was taken in 1621, and kept to its end."""
    before = holders(1620, "6-scoring.toml")
    after = holders(1621, "6-scoring.toml")
    slugs = sample(COMET).view.province_slugs
    html = pages_of(COMET)[f"{COMET}/1621/"]
    listed = re.findall(r'href="../provinces/([a-z-]+)/', html[: html.index('id="phases"')])
    taken = {code for code, holder in after.items() if before.get(code) != holder}
    assert taken == {"TRI", "KRE", "WUE", "BRB"}
    lead = re.findall(r'href="../provinces/([a-z-]+)/', html[: html.index('id="changed"')])
    assert sorted(listed[len(lead) :]) == sorted(slugs[code] for code in taken)


def test_map_is_that_of_the_last_phase_and_says_what_it_shows() -> None:
    html = pages_of(COMET)[f"{COMET}/1622/"]
    image = re.search(r"<img [^>]*>", html)
    assert image
    assert 'src="../maps/1620-1623.svg#1622-scoring"' in image[0]
    assert 'alt="Map at the end of 1622: 1622, scoring"' in image[0]


def test_years_lead_to_those_before_and_after() -> None:
    html = pages_of(LIGHT)
    assert re.search(r'rel="prev" href="../1903/index.html"', html[f"{LIGHT}/1904/"])
    assert re.search(r'rel="next" href="../1905/index.html"', html[f"{LIGHT}/1904/"])
    assert 'rel="prev"' not in html[f"{LIGHT}/1901/"]
    assert 'rel="next"' not in html[f"{LIGHT}/1915/"]


def test_a_year_shows_its_rulings_and_its_press() -> None:
    html = pages_of(COMET)[f"{COMET}/1627/"]
    links = targets(f"{COMET}/1627/", html)
    assert [one for one in links if one.startswith(f"{COMET}/press/1627-09-10")]
    assert f"{COMET}/rulings/1621-1/" in targets(
        f"{COMET}/1621/", pages_of(COMET)[f"{COMET}/1621/"]
    )


def test_a_year_depends_on_all_that_it_shows() -> None:
    chronicle = sample(COMET)
    at = number_of(chronicle, f"{COMET}/1621/movement/")
    plain = keys(turn_pages(chronicle))
    for changed in (
        with_facts(chronicle, at, summary=("Other words.",)),
        with_facts(chronicle, at, tally="none"),
        with_facts(chronicle, at, events=chronicle.facts[at].events[:1]),
        with_facts(chronicle, at, rulings=()),
    ):
        assert keys(turn_pages(changed))[f"{COMET}/1621/"] != plain[f"{COMET}/1621/"]
        assert keys(turn_pages(changed))[f"{COMET}/1623/"] == plain[f"{COMET}/1623/"]


def test_a_game_before_its_first_phase_has_its_year(built: Sample) -> None:
    page = built.page("quiet/1901/index.html")
    assert "The position at the start." in page
    assert 'src="../maps/1900-1903.svg#1901-opening"' in page
    assert "<h2" in built.page("quiet/turns/index.html")
