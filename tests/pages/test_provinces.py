"""Provinces: their table, and what became of each."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache

import html5lib
import pytest

from generator.pages.provinces import Life, lives, province_pages
from tests.pages.told import ROOT, keys, made, sample, targets, up_to, words

COMET, LIGHT, KING = "after-the-comet", "first-light", "winter-king"


@lru_cache(maxsize=3)
def pages_of(name: str) -> dict[str, str]:
    return made(province_pages(sample(name)))


@lru_cache(maxsize=3)
def lives_of(name: str) -> dict[str, Life]:
    return dict(lives(sample(name)))


def rows_of(html: str, heading: str) -> list[list[str]]:
    """The rows of the table below a heading."""
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    section = next(one for one in tree.iter("section") if one.get("aria-labelledby") == heading)
    return [
        [" ".join("".join(cell.itertext()).split()) for cell in row if cell.tag in ("td", "th")]
        for row in section.iter("tr")
    ][1:]


@pytest.mark.parametrize("name", [COMET, LIGHT, KING])
def test_every_province_has_a_page_and_a_row(name: str) -> None:
    chronicle = sample(name)
    pages = pages_of(name)
    addresses = {chronicle.view.province_address(code) for code in chronicle.gazetteer.provinces}
    assert set(pages) == {f"{name}/provinces/", *addresses}
    assert set(targets(f"{name}/provinces/", pages[f"{name}/provinces/"])) >= addresses


def test_holders_follow_each_other_without_gaps_of_their_own() -> None:
    html = pages_of(COMET)[f"{COMET}/provinces/holland/"]
    assert rows_of(html, "held") == [
        ["Dutch Republic", "Opening", "1619, map adjustment"],
        ["Spain", "1619, map adjustment", "1631, map adjustment"],
        ["Denmark", "1632, map adjustment", "now"],
    ]


@pytest.mark.parametrize("year", [1619, 1625, 1633, 1645])
def test_holders_are_those_of_the_state_file(year: int) -> None:
    path = ROOT / "games" / COMET / str(year) / "state" / "6-scoring.toml"
    captures = tomllib.loads(path.read_text(encoding="utf-8"))["state"]["captures"]
    assert captures
    for code, said in captures.items():
        span = next(
            one
            for one in reversed(lives_of(COMET)[code].holders)
            if one.since.year <= year and (not one.until or one.until.year > year)
        )
        assert span.value == str(said).split()[0], code


def test_last_unit_is_the_one_that_stands_there_now() -> None:
    chronicle = sample(LIGHT)
    standing = {
        text.split()[1].partition("/")[0]: owner for owner, text in chronicle.now.snapshot.units
    }
    for code, life in lives_of(LIGHT).items():
        now = [span.value[0] for span in life.units if not span.until]
        assert now == ([standing[code]] if code in standing else []), code


def test_orders_are_counted_by_year_and_failures_named() -> None:
    chronicle = sample(COMET)
    life = lives_of(COMET)["HLD"]
    assert dict(life.orders)[1622] == "2 carried out, 1 bounced, 1 cut"
    failed = [
        (told.link.address, one.anchor)
        for told in chronicle.phases
        for one in (told.facts.verdicts if told.facts else ())
        if "HLD" in one.provinces and one.outcome in ("bounce", "cut", "disrupted", "dislodged")
    ]
    assert [(phase.address, order.anchor) for phase, order, _ in life.failures] == failed
    html = pages_of(COMET)[f"{COMET}/provinces/holland/"]
    for address, anchor in failed:
        assert f'{address.removeprefix(COMET + "/")}index.html#{anchor}"' in html


def test_events_carry_their_year_and_name_their_rule() -> None:
    html = pages_of(COMET)[f"{COMET}/provinces/holland/"]
    said = words(html[html.index('id="events"') :])
    assert (
        "1619 Adj Spain captures Holland from the Dutch Republic , a center worth 6 E19-CAP-3"
        in said
    )


def test_press_that_names_it_is_listed() -> None:
    chronicle = sample(LIGHT)
    named = {
        target.id for one in chronicle.press for target in one.mentions if target.kind == "province"
    }
    assert named
    for code in named:
        html = pages_of(LIGHT)[chronicle.view.province_address(code)]
        assert "Press about it" in html
        assert f"{LIGHT}/press/" in " ".join(targets(chronicle.view.province_address(code), html))


def test_close_up_shows_the_newest_map_around_the_province() -> None:
    """At the map's edge, too, the picture is filled and the ring lies within it."""
    for name in (COMET, LIGHT):
        for address, html in pages_of(name).items():
            if address == f"{name}/provinces/":
                continue
            image = re.search(
                r'<img src="../../map.svg" alt="Map around [^"]+"[^>]*style="([^"]+)"', html
            )
            ring = re.search(r'<i style="left:([\d.]+)%;top:([\d.]+)%">', html)
            assert image
            assert ring
            width, left, top = (float(one) for one in re.findall(r"-?[\d.]+", image[1]))
            assert -width + 100 <= left <= 0
            assert top <= 0
            assert all(0 < float(one) < 100 for one in ring.groups()), address


def test_table_tells_centers_owners_holders_and_units() -> None:
    html = pages_of(COMET)[f"{COMET}/provinces/"]
    assert re.search(
        r'<tr class="coastal center"><th scope="row"><a href="holland/index.html">Holland</a>'
        r'<td>HLD<td>coastal<td class="n">6 •<td>Dutch Republic<td><a class="pw pw-denmark"',
        html,
    )
    assert html.count('<input type="radio"') == 6
    light = pages_of(LIGHT)[f"{LIGHT}/provinces/"]
    assert "Impassable" not in light


def test_a_new_phase_changes_the_pages_of_the_provinces_that_it_touched() -> None:
    earlier, later = up_to(sample(COMET), 1626, 1), up_to(sample(COMET), 1626, 2)
    before, after = keys(province_pages(earlier)), keys(province_pages(later))
    changed = {address for address in after if after[address] != before[address]}
    told = later.phases[-1]
    assert told.facts
    touched = {code for one in told.facts.verdicts for code in one.provinces}
    touched |= {code for event in told.events for code in event.provinces}
    expected = {later.view.province_address(code) for code in touched}
    assert changed <= {*expected, f"{COMET}/provinces/"}
    assert 20 < len(changed) < len(after)
