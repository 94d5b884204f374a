"""Two phases compared: the positions of a game as data, and the page that shows differences."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from generator.pages.base.page import Page
from generator.pages.maps.facts import state_rows
from generator.pages.phases.replay import compare_pages
from generator.pages.story.chronicle import Chronicle
from tests.pages.told import sample, text_of

GAMES = ("after-the-comet", "winter-king", "first-light")


def pages_of(chronicle: Chronicle) -> dict[str, Page]:
    return {page.address: page for page in compare_pages(chronicle)}


def positions(name: str) -> Any:
    text = pages_of(sample(name))[f"{name}/positions.js"].make().decode()
    found = re.fullmatch(r'theatrum\.data\("positions",(.*)\);\n', text)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize("name", GAMES)
def test_steps_add_up_to_every_position(name: str) -> None:
    chronicle = sample(name)
    data = positions(name)
    held: dict[str, str] = {}
    units: set[str] = set()
    states: dict[str, list[Any]] = {}
    for told, (title, address), step in zip(
        chronicle.phases, data["phases"], data["steps"], strict=True
    ):
        held |= step.get("held", {})
        units = (units - set(step.get("gone", ()))) | set(step.get("new", ()))
        states |= step.get("states", {})
        shot = told.snapshot
        assert (title, f"{name}/{address}") == (told.link.title, told.link.address)
        assert {code: side for code, side in held.items() if side} == {
            code: side for code, side in shot.holders.items() if side
        }
        assert units == {f"{side} {unit}" for side, unit in shot.units}
        assert states == state_rows(chronicle.view, shot)


def test_step_says_nothing_of_what_did_not_change() -> None:
    data = positions("after-the-comet")
    held: dict[str, str] = {}
    for step in data["steps"]:
        assert all(step.values())
        for code, side in step.get("held", {}).items():
            assert held.get(code, "") != side
            held[code] = side
        assert not set(step.get("gone", ())) & set(step.get("new", ()))


def test_data_of_many_years_are_small() -> None:
    page = pages_of(sample("after-the-comet"))["after-the-comet/positions.js"]
    assert len(page.make()) < 300_000


def test_page_shows_a_bare_board() -> None:
    text = text_of(pages_of(sample("after-the-comet")), "after-the-comet/compare/")
    found = re.search(r'<svg[^>]*class="board.*?</svg>', text, re.DOTALL)
    assert found
    board = found[0]
    assert 'id="p-VIE"' in board
    assert 'id="army"' in board
    assert "data-unit" not in board
    assert 'class="order' not in board
    assert not re.search(r'class="province[^"]*pw-', board)
    assert "<style>" not in board


def test_page_without_scripts_leads_to_every_year() -> None:
    chronicle = sample("after-the-comet")
    text = text_of(pages_of(chronicle), "after-the-comet/compare/")
    for year in chronicle.years:
        assert f'<a href="../{year}/index.html">{year}</a>' in text
    assert 'href="../positions.js"' in text
