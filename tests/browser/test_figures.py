"""Tables and charts of figures in a browser: compact, whole on paper, with hints at scrolling."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main
from tests.browser.conftest import Shown, until, wait_for_rest
from tests.pages.sample import ROOT

pytestmark = pytest.mark.browser

Show = Callable[..., Shown]
TRACKER = "comet/influence/index.html"
_IN_SIGHT = """() => {
  const table = document.getElementById("tracker");
  const top = table.tHead.getBoundingClientRect().bottom;
  const foot = Math.min(innerHeight, table.tFoot.getBoundingClientRect().top);
  return [...table.tBodies[0].rows].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.top >= top - 1 && box.bottom <= foot + 1;
  }).length;
}"""
# The bars whose stroke at one half touches the text beside or below them.
_STRUCK = """() => [...document.querySelectorAll(".bar")].filter((bar) => {
  const box = bar.getBoundingClientRect();
  const stroke = getComputedStyle(bar, "::after");
  const across = box.left + box.width / 2;
  const top = box.top + parseFloat(stroke.top), bottom = box.bottom - parseFloat(stroke.bottom);
  const texts = document.createTreeWalker(bar.parentNode, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const one of range.getClientRects()) {
      // Letters do not fill the height of their line.
      const cut = one.height / 5;
      if (one.left < across + 2 && one.right > across - 1
        && one.top + cut < bottom && one.bottom - cut > top) return true;
    }
  }
  return false;
}).map((bar) => bar.parentNode.textContent)"""
# Heads of rows and columns that stay in sight: on paper they would stand over other figures.
_STAYING = """() => [...document.querySelectorAll("table, table *")]
  .filter((part) => getComputedStyle(part).position === "sticky").map((part) => part.outerHTML)"""
_CUT_OFF = """() => [...document.querySelectorAll("table, svg.chart:not(.defs), svg.spark")]
  .filter((node) => node.getBoundingClientRect().right > innerWidth
    || node.getBoundingClientRect().left < 0 || !node.getBoundingClientRect().width)
  .map((node) => node.outerHTML.slice(0, 80))"""


def test_more_than_half_of_the_states_are_in_sight(show_europe: Show) -> None:
    page = show_europe(TRACKER).page
    assert page.evaluate(_IN_SIGHT) >= 22
    page.locator(".matrix").evaluate("box => scrollTo(0, box.getBoundingClientRect().top - 16)")
    wait_for_rest(page)
    assert page.evaluate(_IN_SIGHT) >= 22


def test_the_columns_of_all_powers_are_narrow(show_europe: Show) -> None:
    """Of fifteen powers nearly all have their column in sight."""
    page = show_europe(TRACKER).page
    columns = page.locator("#tracker th[data-power]")
    right = page.locator(".matrix").evaluate("box => box.getBoundingClientRect().right")
    shown = [column.bounding_box() for column in columns.all()]
    assert sum(box["x"] + box["width"] <= right + 1 for box in shown) >= len(shown) - 1


@pytest.mark.parametrize("width", [1440, 390])
def test_the_stroke_at_one_half_goes_through_no_figure(show_europe: Show, width: int) -> None:
    shown = show_europe(TRACKER, width)
    for address in (TRACKER, "comet/states/index.html"):
        shown.go(address)
        assert shown.page.locator(".bar").count() > 20
        assert shown.page.evaluate(_STRUCK) == []


def test_nothing_is_cut_off_on_paper(show_europe: Show) -> None:
    """A sheet of A4 lies across: 277 mm between its margins. A sheet of Letter is no narrower."""
    shown = show_europe(TRACKER)
    shown.page.set_viewport_size({"width": 1046, "height": 718})
    shown.page.emulate_media(media="print")
    for part in ("scores", "scores/table", "scores/1620", "treasury", "treasury/strength",
                 "treasury/1620", "influence", "diplomacy"):  # fmt: skip
        shown.go(f"comet/{part}/index.html")
        assert shown.page.evaluate(_CUT_OFF) == [], part
        assert shown.overflow <= 0, part
        assert shown.page.locator("table").count() >= 1, part
        assert shown.page.evaluate(_STAYING) == [], part


def test_every_sheet_of_wide_figures_lies_across(show_europe: Show) -> None:
    """Also the first, with the head of the page, which would be a sheet of its own otherwise."""
    sheets = show_europe("comet/scores/index.html").page.pdf(prefer_css_page_size=True)
    sizes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", sheets)
    assert len(sizes) > 2
    assert all(float(wide) > float(high) for wide, high in sizes)


def test_what_goes_on_beyond_an_edge_fades_there(show_europe: Show) -> None:
    page = show_europe("comet/scores/table/index.html", 390).page
    box = page.locator(".scroll:has(> .chart)")
    # It is shown from its end.
    page.wait_for_function("document.querySelector('.scroll').dataset.beyond === 'left'")
    box.evaluate("box => { box.scrollLeft = 40; }")
    page.wait_for_function("document.querySelector('.scroll').dataset.beyond === 'left right'")
    box.evaluate("box => { box.scrollLeft = 0; }")
    page.wait_for_function("document.querySelector('.scroll').dataset.beyond === 'right'")
    assert "transparent" in box.evaluate("box => getComputedStyle(box).maskImage") or (
        "rgba(0, 0, 0, 0)" in box.evaluate("box => getComputedStyle(box).maskImage")
    )


def test_what_is_whole_has_no_hint(show_europe: Show) -> None:
    page = show_europe("comet/scores/index.html").page
    assert page.locator(".scroll:has(> .chart)").first.get_attribute("data-beyond") is None


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The longest sample game in one file."""
    file = tmp_path_factory.mktemp("book") / "comet.html"
    games = ["--games", str(ROOT / "games")]
    assert main([*games, "export", "after-the-comet", "--html", "--output", str(file)]) == 0
    return file


def test_the_contents_of_the_whole_game_stay_at_hand(browser: Any, book: Path) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(book.as_uri())
    for year in (1645, 1622, 1634):
        page.click(f"#contents a[href='#y{year}']")
        page.wait_for_function(
            "id => Math.abs(document.getElementById(id).getBoundingClientRect().top) < 200",
            arg=f"y{year}",
        )
        assert page.locator("#contents").bounding_box()["y"] == 0
    page.close()


def test_the_whole_game_lays_out_little_before_it_is_read(browser: Any, book: Path) -> None:
    """Of maps and lists only what is in sight is laid out: the time does not grow with years."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(book.as_uri())
    laid_out = """() => [...document.querySelectorAll(".bookphase > *")]
      .filter((part) => part.checkVisibility({ contentVisibilityAuto: true })).length"""
    every = page.locator(".bookphase > *").count()
    assert every > 400
    assert page.evaluate(laid_out) < every / 20
    page.emulate_media(media="print")
    until(page, lambda: page.evaluate(laid_out) == every)
    page.close()
