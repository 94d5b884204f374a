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

from generator.building.build import build_site
from tests.browser.archive import kind_of, page_kinds
from tests.browser.conftest import Shown
from tests.pages.sample import ROOT

pytestmark = pytest.mark.browser

GAMES = ROOT / "games"
# The map is one picture with words of its own; what it is drawn of takes most of the time.
_AXE = """axe.run(
  {include: document, exclude: [["svg.board > *"]]},
  {preload: false, resultTypes: ['violations']})"""
_MAP_SCRIPTS = frozenset({"map.js", "zoom.js", "card.js", "board.js", "positions.js"})
_OF_THE_MAP = _MAP_SCRIPTS | {"map.css", "mapfills.css", "card.css"}
_FOUND = """result => result.violations.map(one =>
  `${one.id} (${one.nodes.length}): ${one.help}; ${one.nodes[0].html.slice(0, 160)}`)"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the sample games."""
    output = tmp_path_factory.mktemp("archive") / "site"
    build_site(GAMES, ROOT / "site", output)
    return output


@pytest.fixture(scope="module")
def kinds(archive: Path) -> dict[str, str]:
    return dict(page_kinds(archive, GAMES))


@pytest.fixture(scope="module")
def axe() -> str:
    package = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    return (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def _opened(
    browser: Any, archive: Path, kinds: dict[str, str], **options: Any
) -> Iterator[tuple[str, Shown]]:
    """The largest page of each kind, one after the other in one window, with what to call it."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, **options)
    page = context.new_page()
    seen: list[Shown] = []
    page.on("console", lambda said: seen[-1].complaints.append(said.text))
    page.on("pageerror", lambda error: seen[-1].complaints.append(str(error)))
    page.on("request", lambda asked: seen[-1].requests.append(asked.url))
    for kind, address in kinds.items():
        seen.append(Shown(page))
        page.goto((archive / address).as_uri())
        yield f"{kind} ({address})", seen[-1]
    context.close()


def test_every_page_passes_axe_fits_and_does_not_complain(
    browser: Any, archive: Path, kinds: dict[str, str], axe: str
) -> None:
    wrong: list[str] = []
    for name, shown in _opened(browser, archive, kinds):
        page = shown.page
        page.evaluate(axe)
        for width, scheme in ((390, "light"), (390, "dark"), (1440, "dark"), (1440, "light")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            where = f"{name}, {width} {scheme}"
            if shown.overflow > 0:
                wrong.append(f"{where}: {shown.overflow} px too wide")
            # Of width and theme, axe sees all that there is in two of the four pairs.
            if (width, scheme) in ((1440, "light"), (390, "dark")):
                wrong += [f"{where}: {one}" for one in page.evaluate(f"{_AXE}.then({_FOUND})")]
        wrong += [f"{name}: {one}" for one in shown.complaints]
        wrong += [f"{name} asks for {url}" for url in shown.requests if url[:5] != "file:"]
    assert not wrong, "\n".join(wrong)
    assert len(kinds) > 50


def test_every_page_says_all_it_has_without_scripts(
    browser: Any, archive: Path, kinds: dict[str, str]
) -> None:
    """What needs a script does not show; the heading and the text of the page do."""
    wrong: list[str] = []
    for name, shown in _opened(browser, archive, kinds, java_script_enabled=False):
        page = shown.page
        if page.locator(".js-only:visible").count():
            wrong.append(f"{name} shows what needs a script")
        if not page.locator("h1:visible").count():
            wrong.append(f"{name} has no heading")
        if len(page.locator("main").inner_text()) < 60:
            wrong.append(f"{name} says nothing")
    assert not wrong, "\n".join(wrong)


def test_kinds_of_pages_are_told_apart() -> None:
    games = {"war"}
    assert kind_of("index.html", games) == "index.html"
    assert kind_of("war/index.html", games) == "GAME"
    assert kind_of("war/1901/index.html", games) == "GAME/YEAR"
    assert kind_of("war/1901/spring-movement/index.html", games) == "war/movement"
    assert kind_of("war/states/hesse/index.html", games) == "GAME/states/*"
    assert kind_of("war/states/index.html", games) == "GAME/states"
    assert kind_of("war/scores/1901/index.html", games) == "GAME/scores/YEAR"
    assert kind_of("rules/standard/mov/index.html", games) == "rules/*/*"


def test_pages_without_their_maps_stay_below_a_hundred_kilobytes(archive: Path) -> None:
    """With all styles and scripts but those of the map, and the data that a map is drawn from.

    Rulebooks are one long text, of which counts what travels. The first turns of the large games,
    with up to a hundred orders of diplomacy, are the heaviest.
    """
    heavy: dict[str, int] = {}
    weights: dict[str, int] = {}
    for file in sorted(archive.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        page = re.sub(r'<svg[^>]*class="board.*?</svg>', "", text, flags=re.DOTALL).encode()
        weight = len(page)
        if file.is_relative_to(archive / "rules"):
            weight = len(gzip.compress(page))
        for used in sorted(set(re.findall(r'(?:href|src)="([^"]*\.(?:css|js))"', text))):
            part = os.path.normpath(file.parent / used)
            if part not in weights:
                weights[part] = os.stat(part).st_size
            if os.path.basename(part) not in _OF_THE_MAP:
                weight += weights[part]
        if weight > 100_000:
            heavy[file.parent.relative_to(archive).as_posix()] = weight
    assert not heavy
