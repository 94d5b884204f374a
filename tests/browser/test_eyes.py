"""High contrast and patterns: chosen on any page, kept in the browser, there at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.test_pages import Show
from tests.pages.sample import Sample
from tests.pages.test_base import serving

pytestmark = pytest.mark.browser

PHASE = "comet/1620/movement/index.html"
TRACKER = "comet/influence/index.html"
# What a page looks like when it is drawn for the first time.
_FIRST = """
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.name !== "first-paint" || self.first) continue;
    const style = (query) => getComputedStyle(document.querySelector(query));
    const { dataset } = document.documentElement;
    self.first = [style("body").backgroundColor, "patterns" in dataset];
  }
}).observe({ type: "paint", buffered: true });"""


def _paper(page: Any) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def _fill(page: Any, province: str) -> str:
    query = f"getComputedStyle(document.querySelector('#p-{province}')).fill"
    return str(page.evaluate(query))


def _choose(page: Any, *words: str) -> None:
    page.locator(".eyes-open").click()
    for word in words:
        page.get_by_label(word).click()


@pytest.fixture
def host(europe: Sample) -> Iterator[str]:
    with serving(europe.output, europe.output / "404.html") as host:
        yield host


def test_contrast_turns_page_and_map_and_is_kept(show_europe: Show, host: str) -> None:
    shown = show_europe(PHASE, host=host)
    page = shown.page
    before = _fill(page, "PAR")
    _choose(page, "High contrast")
    page.wait_for_function(
        "getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'"
    )
    assert _fill(page, "PAR") != before
    page.keyboard.press("Escape")
    assert page.locator(".eyes").count() == 0
    assert page.evaluate("document.activeElement.className").startswith("btn eyes-open")
    page.reload()
    assert _paper(page) == "rgb(255, 255, 255)"
    _choose(page, "High contrast")
    assert _paper(page) != "rgb(255, 255, 255)"
    assert _fill(page, "PAR") == before
    assert shown.complaints == []


def test_patterns_are_on_land_squares_and_bars(show_europe: Show) -> None:
    shown = show_europe(PHASE)
    page = shown.page
    _choose(page, "Patterns")
    page.wait_for_function("document.querySelector('#eyes-fill-france')")
    assert _fill(page, "PAR") == 'url("#eyes-fill-france")'
    square = "getComputedStyle(document.querySelector('main .pw'), '::before').backgroundImage"
    assert "data:image/svg+xml" in page.evaluate(square)
    page.locator(".l-influence").check()
    assert "url" not in _fill(page, "PAR")
    page.goto(page.url.replace("1620/movement", "influence"))
    bar = "getComputedStyle(document.querySelector('.tracker .bar[class*=pw-]')).backgroundImage"
    assert "data:image/svg+xml" in page.evaluate(bar)
    assert shown.complaints == []


def test_what_was_captured_keeps_its_stripes(show_europe: Show) -> None:
    page = show_europe(PHASE).page
    captured = (
        "[...document.querySelectorAll('.province.captured')]"
        ".map((one) => getComputedStyle(one).fill)"
    )
    before = page.evaluate(captured)
    assert before
    _choose(page, "Patterns")
    page.wait_for_function("document.querySelector('#eyes-fill-france')")
    assert page.evaluate(captured) == before


@pytest.mark.parametrize("address", [PHASE, TRACKER, "index.html"])
def test_choice_is_there_when_a_page_is_first_drawn(
    show_europe: Show, browser: Any, europe: Any, address: str
) -> None:
    context = browser.new_context()
    context.add_init_script("try { localStorage.setItem('eyes', 'contrast patterns') } catch {}")
    context.add_init_script(_FIRST)
    page = context.new_page()
    page.goto((europe.output / address).as_uri())
    page.wait_for_function("self.first")
    assert page.evaluate("self.first") == ["rgb(255, 255, 255)", True]
    context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_wish_of_the_system_for_contrast_is_heard(show_europe: Show, *, scripts: bool) -> None:
    # Without scripts the map of a phase is a picture; that of the front page stands in its page.
    at = PHASE if scripts else "comet/index.html"
    page = show_europe(at, contrast="more", java_script_enabled=scripts).page
    assert _paper(page) == "rgb(255, 255, 255)"
    assert page.locator("#p-PAR").evaluate("(one) => getComputedStyle(one).fill") != "none"
    assert page.locator(".eyes-open").is_visible() == scripts


def test_land_by_its_marker_is_hatched(show_europe: Show) -> None:
    page = show_europe(PHASE).page
    page.locator(".l-marks").check()
    assert _fill(page, "PAR").startswith('url("#mk-catholic-')
    assert _fill(page, "LON").startswith('url("#mk-protestant-')
    turned = "document.querySelector('[id^=mk-{}-]').getAttribute('patternTransform')"
    assert page.evaluate(turned.format("catholic")) != page.evaluate(turned.format("protestant"))
    square = "getComputedStyle(document.querySelector('.mk-catholic'), '::before').backgroundImage"
    assert "repeating-linear-gradient" in page.evaluate(square)


_LOST = """(queries) => queries.filter(([query, part, what]) => {
  const one = document.querySelector(query);
  if (!one) return true;
  const style = getComputedStyle(one, part);
  const canvas = getComputedStyle(document.body).backgroundColor;
  if (what === "fill") return style.fill === canvas;
  return style.backgroundColor === canvas && style.backgroundImage === "none";
}).map(([query]) => query)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_lost_where_the_system_chooses_the_colors(
    show_europe: Show, scheme: str
) -> None:
    """Squares, bars, the current phase and the land of the map keep a color of their own."""
    options = {"forced_colors": "active", "color_scheme": scheme}
    page = show_europe(PHASE, **options).page
    asked = [
        ("main .pw", "::before", "ground"),
        (".rail [aria-current]", None, "ground"),
        (".layers label:has(:checked)", None, "ground"),
        ("#p-PAR", None, "fill"),
        ("#p-LON", None, "fill"),
    ]
    assert page.evaluate(_LOST, asked) == []
    page = show_europe(TRACKER, **options).page
    asked = [
        (".tracker .bar[class*=pw-]", None, "ground"),
        (".tracker td .pw", "::before", "ground"),
    ]
    assert page.evaluate(_LOST, asked) == []
    line = page.locator(".tracker thead a").first.evaluate(
        "(one) => getComputedStyle(one).borderRightColor"
    )
    assert line != _paper(page)
    page = show_europe("comet/scores/index.html", **options).page
    lines = page.locator(".chart .se").evaluate_all(
        "(all) => [...new Set(all.map((one) => getComputedStyle(one).stroke))]"
    )
    assert len(lines) > 5
    words = page.locator(".chart text").first.evaluate("(one) => getComputedStyle(one).fill")
    assert words == page.evaluate("getComputedStyle(document.body).color")
