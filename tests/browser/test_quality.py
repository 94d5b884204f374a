"""Every kind of page of the sample games' site in a real browser, in both themes, wide and narrow:
its accessibility (axe-core), its width, its console, and what is left of it without scripts."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.archive import page_kinds
from tests.browser.conftest import Shown
from tests.pages.sample import MAP, ROOT

pytestmark = pytest.mark.browser

GAMES = ROOT / "games"
# The map is one picture with words of its own; what it is drawn of takes most of the time.
_NO_DRAWING = """() => document.querySelectorAll("svg.board > :not(title, desc)").forEach(
  (one) => one.remove())"""
# Everything but colors, and colors alone: each look of letters once or twice, not every word.
_AXE = """axe.run({
  preload: false, resultTypes: ["violations"], rules: {"color-contrast": {enabled: false}}})"""
_COLORS = """axe.run({include: [["[data-letters]"]]}, {
  preload: false, resultTypes: ["violations"], runOnly: ["color-contrast"]})"""
# Marks letters of each look: of those of one color and size on the same grounds, two.
_LOOKS = """() => {
  const grounds = new Map([[null, ""]]);
  const ground = (at) => {
    if (!grounds.has(at)) {
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } =
        getComputedStyle(at);
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
      const below = ground(at.parentElement);
      grounds.set(at, own === "rgba(0, 0, 0, 0),none,1,none,normal" ? below : `${below}|${own}`);
    }
    return grounds.get(at);
  };
  const seen = {};
  for (const one of document.body.querySelectorAll("*")) {
    delete one.dataset.letters;
    const says = [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
    if (!(says || one.matches("input, select, textarea")) || !one.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(one);
    const look = [color, fontSize, fontWeight, textShadow, visibility, ground(one)].join();
    seen[look] = (seen[look] ?? 0) + 1;
    if (seen[look] <= 2) one.dataset.letters = "";
  }
  return Object.keys(seen).length;
}"""
_MAP_SCRIPTS = frozenset(
    {"maps.js", "map.js", "zoom.js", "card.js", "board.js", "drawing.js", "positions.js"}
)
_OF_THE_MAP = _MAP_SCRIPTS | {"map.css", "mapfills.css", "card.css"}
_FONTS = "fonts.js"
"""The fonts of all pages, of which a browser asks for one file, once."""
_ALIKE = frozenset({"eleven-voices", "nine-winters", "salt-road", "winter-king"})
_LONG = ("rules", "guide/formats", "guide/commands", "guide/options")
"""Rulebooks and references, as the rules that a game has used: one long text, of which counts what
travels."""
_MOST_SHIFT = 0.02
"""The layout shift that a page may have: the share of the window that moved, and how far."""
_WATCHED = """
self.shift = 0;
self.shifted = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    self.shift += entry.value;
    self.shifted.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 60)));
  }
}).observe({ type: "layout-shift", buffered: true });"""
_DRAWN = """new Promise((done) => document.fonts.ready.then(
  () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)))))"""
# Of rows that are made alike two stay, an odd and an even one: what is wrong is so with all.
_FEWER = """() => {
  const seen = {};
  for (const row of document.querySelectorAll("tbody tr, main li, main section")) {
    const kind = [row, ...row.querySelectorAll("*")].map(
      (one) => `${one.tagName} ${one.getAttribute("class")} ${one.getAttribute("style")}`).join();
    seen[kind] = (seen[kind] ?? 0) + 1;
    if (seen[kind] > 2) row.remove();
  }
}"""
# On a phone everything that can be tapped is large enough for a finger, or stands apart.
_TAPPED = _AXE.replace("rules: {", 'rules: {"target-size": {enabled: true}, ')
_FOUND = """result => result.violations.map(one =>
  `${one.id} (${one.nodes.length}): ${one.help}; ${one.nodes[0].html.slice(0, 160)}`)"""


@pytest.fixture(scope="module")
def kinds(archive_site: Path) -> dict[str, str]:
    running = {
        "GAME, running": "salt-road/index.html",
        "orders of it": "salt-road/orders/index.html",
    }
    return {**page_kinds(archive_site, GAMES), **running}


def _opened(
    browser: Any,
    archive_site: Path,
    kinds: dict[str, str],
    width: int = 1440,
    letters: int = 16,
    watched: bool = False,
    **options: Any,
) -> Iterator[tuple[str, Shown]]:
    """The largest page of each kind, one after the other in one window, with what to call it.
    letters: the size that the reader has chosen for those of all pages, in pixels; watched: whether
    shifts are noted."""
    context = browser.new_context(viewport={"width": width, "height": 900}, **options)
    if watched:
        context.add_init_script(_WATCHED)
    page = context.new_page()
    if letters != 16:
        sizes = {"standard": letters, "fixed": letters - 3}
        context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    seen: list[Shown] = []
    page.on("console", lambda said: seen[-1].complaints.append(said.text))
    page.on("pageerror", lambda error: seen[-1].complaints.append(str(error)))
    page.on("request", lambda asked: seen[-1].requests.append(asked.url))
    for kind, address in kinds.items():
        seen.append(Shown(page))
        page.goto((archive_site / address).as_uri())
        yield f"{kind} ({address})", seen[-1]
    context.close()


def _moved(page: Any) -> list[str]:
    """What shifts however often the page is opened: a busy processor may draw it in parts."""
    tries = 5
    while (found := _shifts(page)) and (tries := tries - 1):
        page.reload()
    return found


def _shifts(page: Any) -> list[str]:
    page.evaluate(_DRAWN)
    shift = page.evaluate("self.shift")
    return [f"{shift:.3f} of {page.evaluate('self.shifted')}"] if shift >= _MOST_SHIFT else []


def _pale(page: Any) -> list[str]:
    """What axe says of the colors of the letters of each look."""
    assert page.evaluate(_LOOKS) > 2
    found: list[str] = page.evaluate(f"{_COLORS}.then({_FOUND})")
    return found


def _too_wide(shown: Shown) -> list[str]:
    return [f"{shown.overflow} px too wide"] if shown.overflow > 0 else []


def test_every_page_passes_axe_fits_and_does_not_complain(
    browser: Any, archive_site: Path, kinds: dict[str, str], axe: str
) -> None:
    """By day and by night, wide and narrow; and where a system chooses all colors, white on black
    here, every word is still seen. Nothing moves while it is read."""
    wrong: list[str] = []
    for name, shown in _opened(browser, archive_site, kinds, watched=True):
        page = shown.page
        wrong += [f"{name}: {one}" for one in (*_moved(page), *_too_wide(shown))]
        page.evaluate(_NO_DRAWING)
        page.evaluate(axe)
        wrong += [f"{name}, day: {one}" for one in page.evaluate(f"{_AXE}.then({_FOUND})")]
        wrong += [f"{name}, day: {one}" for one in _pale(page)]
        page.emulate_media(color_scheme="dark")
        wrong += [f"{name}, night: {one}" for one in _too_wide(shown)]
        page.set_viewport_size({"width": 390, "height": 900})
        wrong += [f"{name}, narrow by night: {one}" for one in _too_wide(shown)]
        wrong += [f"{name}, narrow by night: {one}" for one in _pale(page)]
        page.set_viewport_size({"width": 1440, "height": 900})
        page.emulate_media(forced_colors="active")
        if not page.evaluate("matchMedia('(forced-colors: active)').matches"):
            wrong.append(f"{name} is not in the system's colors")
        # The games of Europe are drawn with the same parts; the system's colors are of no power.
        if name.partition("/")[0] not in _ALIKE:
            wrong += [f"{name}, forced: {one}" for one in _pale(page)]
        page.emulate_media(forced_colors="none")
        page.set_viewport_size({"width": 390, "height": 900})
        page.evaluate(_FEWER)
        found = page.evaluate(f"{_TAPPED}.then({_FOUND})")
        wrong += [f"{name}, narrow by night: {one}" for one in found]
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1440, "height": 900})
        wrong += [f"{name}: {one}" for one in shown.complaints]
        wrong += [f"{name} asks for {url}" for url in shown.requests if url[:5] != "file:"]
    assert not wrong, "\n".join(wrong)
    assert len(kinds) > 50


def test_every_page_fits_a_phone_and_nothing_moves_while_it_is_read(
    browser: Any, archive_site: Path, kinds: dict[str, str]
) -> None:
    """Fonts and controls that scripts put in shift nothing that has been drawn."""
    opened = _opened(browser, archive_site, kinds, width=390, watched=True)
    wrong = [
        f"{name}: {one}"
        for name, shown in opened
        for one in (*_moved(shown.page), *_too_wide(shown))
    ]
    assert not wrong, "\n".join(wrong)


def test_letters_of_twice_the_size_fit_a_phone(
    browser: Any, archive_site: Path, kinds: dict[str, str]
) -> None:
    """Nothing scrolls sideways but what stands in a box of its own."""
    wrong: list[str] = []
    for name, shown in _opened(browser, archive_site, kinds, width=390, letters=32):
        if (
            shown.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
            != 32
        ):
            wrong.append(f"{name} has letters of its own size")
        wrong += [f"{name}: {one}" for one in _too_wide(shown)]
    assert not wrong, "\n".join(wrong)


def test_a_page_asks_for_few_files(browser: Any, archive_site: Path, kinds: dict[str, str]) -> None:
    """A page of a phase is read with at most eight files: its own, its styles and its
    scripts. Only the first one and the fonts hold up the page, and no style comes late."""
    many: dict[str, list[str]] = {}
    for _, address in kinds.items():
        # What only those ask for who have chosen contrast, or who have no scripts, is left out.
        text = (archive_site / address).read_text(encoding="utf-8")
        text = re.sub(r"<(script|noscript)>.*?</\1>", "", text, flags=re.DOTALL)
        head = text.partition("</head>")[0]
        first = re.findall(r'<(?:link rel="stylesheet"[^>]*href|script src)="([^"]*)', text)
        first = [name for name in first if not name.endswith(_FONTS)]
        early = re.findall(r'<script src="(?:\.\./)*([^"]*)"(?![^>]*defer)', text)
        assert early == ["first.js", _FONTS], address
        assert '<link rel="stylesheet"' not in text.removeprefix(head), address
        is_phase = re.match(r"[^/]+/\d{4}/[^/]+/index", address)
        # The desk is a page to work at: its parts are scripts of their own.
        most = 8 if is_phase else 14 if "/desk/" in address else 12
        if len(first) + 1 > most:
            many[address] = first
    assert not many


def test_every_page_says_all_it_has_without_scripts(
    browser: Any, archive_site: Path, kinds: dict[str, str]
) -> None:
    """What needs a script does not show; the heading and the text of the page do."""
    wrong: list[str] = []
    for name, shown in _opened(browser, archive_site, kinds, java_script_enabled=False):
        page = shown.page
        if page.locator(".js-only:visible").count():
            wrong.append(f"{name} shows what needs a script")
        if not page.locator("h1:visible").count():
            wrong.append(f"{name} has no heading")
        if len(page.locator("main").inner_text()) < 60:
            wrong.append(f"{name} says nothing")
    assert not wrong, "\n".join(wrong)


def test_links_say_where_they_lead(archive_site: Path, kinds: dict[str, str]) -> None:
    """No link is only called what search machines do not take for words."""
    bare = r"(?i)<a [^>]*>\s*(?:more|start|here|this|go|click here|read more|learn more)\s*</a>"
    found = {
        address: re.findall(bare, (archive_site / address).read_text("utf-8"))
        for address in kinds.values()
    }
    assert {address: links for address, links in found.items() if links} == {}


def test_front_pages_are_short_on_a_phone(browser: Any, archive_site: Path) -> None:
    """At most 4,000 px high and with few links, in all sample games; the map is in sight at once on
    the home page."""
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    tall: dict[str, tuple[int, int]] = {}
    for game in sorted(folder.name for folder in GAMES.iterdir()):
        page.goto((archive_site / game / "index.html").as_uri())
        page.evaluate(_DRAWN)
        height = page.evaluate("document.documentElement.scrollHeight")
        links = page.locator("#main a").count()
        if height > 4000 or links > 180:
            tall[game] = (height, links)
    assert not tall
    page.goto((archive_site / "index.html").as_uri())
    page.evaluate(_DRAWN)
    assert page.evaluate("document.documentElement.scrollHeight") < 6000
    assert page.locator(".story h2").bounding_box()["y"] < 400
    assert page.locator(".story img").bounding_box()["y"] < 600
    page.context.close()


def test_what_is_taken_away_is_two_clicks_from_the_front(browser: Any, archive_site: Path) -> None:
    """On a phone, where the tab More stays in sight though the others go beyond the edge."""
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto((archive_site / "salt-road" / "index.html").as_uri())
    tab = page.locator(".gnav a", has_text="More")
    box = tab.bounding_box()
    assert 0 <= box["x"] <= 390 - box["width"]
    tab.click()
    page.wait_for_url("**/more/index.html")
    assert page.locator(".gnav [aria-current]").text_content() == "More of this game"
    for way in ("Rulings", "Two phases compared", "Map", "Report for a forum", "Film", "Data"):
        link = page.get_by_role("link", name=way, exact=True)
        address = link.evaluate("link => link.href")
        assert Path(address.removeprefix("file://")).is_file(), way
    page.goto((archive_site / "salt-road" / "rulings" / "index.html").as_uri())
    assert page.locator(".gnav [aria-current]").text_content() == "More of this game"
    page.context.close()


def test_the_phase_that_is_shown_is_written_out_in_the_rail(
    browser: Any, archive_site: Path
) -> None:
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto((archive_site / "cuius-regio/1635/battles-2/index.html").as_uri())
    named = page.locator(".rail ol:visible li a").all_inner_texts()
    assert named[0] == "1635"
    assert "Battle Phase 2" in named
    assert "Bat 1" in named
    assert all(len(name) > 2 for name in named)
    page.context.close()


def test_the_map_is_two_keys_away(browser: Any, archive_site: Path) -> None:
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto((archive_site / "salt-road/1620/movement/index.html").as_uri())
    page.evaluate(_DRAWN)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the map"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('#map')")
    page.context.close()


def test_pages_without_their_maps_stay_below_a_hundred_kilobytes(archive_site: Path) -> None:
    """With all styles and scripts but those of the map, and the data that a map is drawn from.

    Rulebooks and the reference of formats are one long text, of which counts what travels. The
    first turns of the large games, with up to a hundred orders of diplomacy, are the heaviest.
    """
    heavy: dict[str, int] = {}
    weights: dict[str, int] = {}
    for file in sorted(archive_site.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        page = re.sub(MAP, "", text, flags=re.DOTALL).encode()
        if file.parent.name == "desk":
            # A page to work at: with all its scripts and its map it counts as it travels.
            used = set(re.findall(r'(?:href|src)="([^"]*\.(?:css|js))"', text))
            parts = [
                text.encode(),
                *(
                    (file.parent / name).read_bytes()
                    for name in sorted(used)
                    if not name.endswith(_FONTS)
                ),
            ]
            assert sum(len(gzip.compress(part)) for part in parts) < 100_000, file
            continue
        weight = len(page)
        long = any(file.is_relative_to(archive_site / part) for part in _LONG)
        if long or file.parent.name == "rules":
            weight = len(gzip.compress(page))
        # What only those ask for who want it, or who have no scripts, weighs nothing for others.
        asked = re.sub(r"<(script|noscript)>.*?</\1>", "", text, flags=re.DOTALL)
        for used in sorted(set(re.findall(r'(?:href|src)="([^"]*\.(?:css|js))"', asked))):
            part = os.path.normpath(file.parent / used)
            if part not in weights:
                weights[part] = os.stat(part).st_size
                if used.endswith("site.css"):
                    weights[part] -= sum(
                        (archive_site / name).stat().st_size for name in ("map.css", "mapfills.css")
                    )
            if os.path.basename(part) not in {*_OF_THE_MAP, _FONTS}:
                weight += weights[part]
        # One file has the styles of all pages. Where politics and movement are one phase, its page
        # has the orders of two; what went as ordered is folded.
        joint = file.is_relative_to(archive_site / "eleven-voices") and "movement" in file.parts
        if weight > (133_000 if joint else 103_000):
            heavy[file.parent.relative_to(archive_site).as_posix()] = weight
    assert not heavy
