"""The page of a phase: every verdict with its reasons, told apart in words and looks."""

from __future__ import annotations

import re
from typing import Any

import html5lib
import pytest

from generator.archive import load_game
from generator.pages.gameview import game_view
from generator.pages.phase import order_groups
from generator.pages.words import LOOKS
from tests.pages.sample import Sample


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


@pytest.fixture(scope="session")
def fall(built: Sample) -> dict[str, dict[str, str]]:
    return rows(built.page("duel/1901/fall-movement/index.html"))


@pytest.mark.parametrize(
    ("order", "word", "look"),
    [
        ("A PAR - BUR", "succeeds", "vd-ok"),
        ("A MUN - BUR", "bounces", "vd-fail"),
        ("F NAP S A ROM - VEN", "illegal", "vd-bar"),
    ],
)
def test_outcomes_of_spring(
    spring: dict[str, dict[str, str]], order: str, word: str, look: str
) -> None:
    assert spring[order]["word"] == word
    assert look in spring[order]["class"]


def test_hold_is_said_to_hold(fall: dict[str, dict[str, str]]) -> None:
    assert fall["A MAR H"]["word"] == "holds"


def test_unmatched_support_is_no_defeat(fall: dict[str, dict[str, str]]) -> None:
    """Munich supports Burgundy to hold, but Burgundy moves."""
    assert fall["A MUN S A BUR"]["word"] == "unmatched"


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


def test_looks_differ_in_word_icon_and_meaning() -> None:
    for field in ("word", "icon", "means", "counted"):
        values = [getattr(look, field) for look in LOOKS.values()]
        assert len(set(values)) == len(values), field


def test_page_says_what_changed_in_at_most_three_sentences(built: Sample) -> None:
    page = built.page("duel/1901/fall-movement/index.html")
    found = re.search(r'<p class="lead">(.*?)</p>', page, re.DOTALL)
    assert found
    assert 1 <= found[1].count(". ") + 1 <= 3


def test_standings_show_what_changed(built: Sample) -> None:
    page = built.page("duel/1901/fall-movement/index.html")
    assert '<span class="change">+1</span>' in page
