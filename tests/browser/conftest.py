"""A browser for the tests: the system's Chromium, or none with a reason."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.pages.sample import Sample, make_sample

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
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def overflow(self) -> int:
        """Pixels by which the body is wider than the window."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(wide))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    made = make_sample(tmp_path_factory.mktemp("shown"))
    made.build()
    return made


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no chromium on this machine (apt-get install chromium)")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def show(browser: Any, site: Sample) -> Iterator[Callable[..., Shown]]:
    """Opens a page of the site from the disk, without a server."""
    contexts: list[Any] = []

    def open_page(address: str, width: int = 1440, **options: Any) -> Shown:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        shown = Shown(context.new_page())
        shown.page.on("console", lambda said: shown.complaints.append(said.text))
        shown.page.on("pageerror", lambda error: shown.complaints.append(str(error)))
        shown.page.on("request", lambda asked: shown.requests.append(asked.url))
        shown.page.goto(Path(site.output, address).as_uri())
        return shown

    yield open_page
    for context in contexts:
        context.close()
