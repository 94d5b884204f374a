"""A browser for the tests: the system's Chromium, or none with a reason."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.made import made_once
from tests.pages.sample import ROOT, Sample, built_once, make_sample

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-first-run",
]


@dataclass
class Shown:
    """An open page, and everything that it complained about or asked other hosts for."""

    page: Any
    home: str = ""
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def go(self, address: str) -> None:
        """Another page of the site in the same window, which takes half as long as a new one."""
        self.page.goto(f"{self.home}/{address}")
        self.page.evaluate(_DRAWN)

    @property
    def overflow(self) -> int:
        """Pixels by which the body is wider than the window."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(wide))

    def in_every_window(self) -> Iterator[int]:
        """The page in three widths, in daylight or by candlelight: each width in pixels."""
        for width, scheme in ((1440, "light"), (390, "dark"), (360, "light")):
            self.page.set_viewport_size({"width": width, "height": 900})
            self.page.emulate_media(color_scheme=scheme)
            yield width

    def assert_fits(self) -> None:
        """Nothing is wider than the window, nothing complained, nothing came from elsewhere."""
        for width in self.in_every_window():
            assert self.overflow <= 0, (self.page.url, width)
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith("file:")] == []


_RESTS = """() => new Promise((done) => {
  let last = null, alike = 0;
  const look = () => {
    alike = scrollY === last ? alike + 1 : 0;
    last = scrollY;
    if (alike < 8) requestAnimationFrame(look); else done();
  };
  look();
})"""


_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def wait_for_rest(page: Any) -> None:
    """Until the page no longer scrolls: it goes smoothly, and a finger gives it a push."""
    page.evaluate(_RESTS)


def bring(page: Any, what: Any) -> None:
    """Scroll something into sight, and wait until the page rests: pointers hit where they aim."""
    what.scroll_into_view_if_needed()
    wait_for_rest(page)


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Wait until something holds, for a minute or more: a busy machine is slow."""
    for _ in range(1200):
        if holds():
            return
        page.wait_for_timeout(50)
    assert holds()


@pytest.fixture(scope="session")
def site() -> Sample:
    return built_once()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no chromium on this machine (apt-get install chromium)")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=ARGUMENTS)
        # The first one is for all pages that ask for nothing special. They wait for no movement.
        browser.new_context(reduced_motion="reduce")
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core."""
    package = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    return (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")


def violations(page: Any, axe: str) -> list[str]:
    """What axe finds in a page, but for the drawing of its map."""
    page.evaluate(axe)
    found: list[str] = page.evaluate(
        "axe.run({include: document, exclude: [['svg.board > *']]}, {preload: false})"
        ".then((all) => all.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"
    )
    return found


@pytest.fixture
def show(browser: Any, site: Sample) -> Iterator[Callable[..., Shown]]:
    """Opens a page of the site from the disk, without a server."""
    yield from opener(browser, site)


@pytest.fixture(scope="session")
def europe() -> Sample:
    """A site with the first two years of a game of fifteen powers, as `comet`."""

    def make(folder: Path) -> None:
        made = make_sample(folder)
        shutil.rmtree(made.games)
        whole, part = ROOT / "games" / "after-the-comet", made.games / "comet"
        part.mkdir(parents=True)
        shutil.copyfile(whole / "game.toml", part / "game.toml")
        for year in ("1619", "1620"):
            shutil.copytree(whole / year, part / year)
        made.build(lenient=True)

    return Sample(made_once("europe", make))


@pytest.fixture
def show_europe(browser: Any, europe: Sample) -> Iterator[Callable[..., Shown]]:
    """Opens a page of that site from the disk."""
    yield from opener(browser, europe)


_in_use: list[Any] = []
"""The windows of the test that runs."""


def opener(browser: Any, site: Sample) -> Iterator[Callable[..., Shown]]:
    """Pages from the disk are opened in windows that are kept for the tests to come, which takes a
    third of their time less, and find nothing in the storage; those of a host or with options of a
    context have a context of their own."""
    contexts: list[Any] = []
    taken: list[Any] = []
    heard: list[tuple[Any, str, Any]] = []
    kept = browser.contexts[0]

    def open_page(address: str, width: int = 1440, host: str = "", **options: Any) -> Shown:
        if host or options:
            context = browser.new_context(viewport={"width": width, "height": 900}, **options)
            contexts.append(context)
            page = context.new_page()
        else:
            page = next((one for one in kept.pages if one not in _in_use), None) or kept.new_page()
            page.set_viewport_size({"width": width, "height": 900})
            taken.append(page)
            _in_use.append(page)
        page.set_default_timeout(120_000)  # a busy machine is slow
        shown = Shown(page, host or site.output.as_uri())
        for event, hear in (
            ("console", lambda said: shown.complaints.append(said.text)),
            ("pageerror", lambda error: shown.complaints.append(str(error))),
            ("request", lambda asked: shown.requests.append(asked.url)),
        ):
            page.on(event, hear)
            heard.append((page, event, hear))
        # What pages from the disk write into the storage of a browser is sometimes lost.
        shown.page.goto(f"{shown.home}/{address}")
        if options.get("java_script_enabled", True):
            # What observers say, scripts hear with the next picture.
            shown.page.evaluate(_DRAWN)
        return shown

    yield open_page
    for page, event, hear in heard:
        page.remove_listener(event, hear)
    for page in taken:
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.unroute_all()
        page.emulate_media(media="null", color_scheme="null")
        page.mouse.move(0, 0)
        page.goto("about:blank")
        _in_use.remove(page)
    for context in contexts:
        context.close()
