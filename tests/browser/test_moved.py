"""Old addresses of a game that has moved to a site of its own lead to their pages there."""

from __future__ import annotations

from typing import Any

import pytest

from generator.archive.play.finishing import finish_game
from generator.pages.base.reader import PUBLIC
from generator.pages.site.moved import parting_files
from generator.pages.site.site import read_site
from tests.pages.sample import Sample, make_sample

pytestmark = pytest.mark.browser

ADDRESS = "https://own.example/duel/"


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A site from which `duel` has moved."""
    made = make_sample(tmp_path_factory.mktemp("moved"))
    duel = made.games / "duel"
    finish_game(duel, "victory", ["france"], "All others resign.")
    left = parting_files(read_site(made.games, made.site, None, 0, PUBLIC), "duel", ADDRESS)
    for file in [*duel.rglob("*")]:
        if file.is_file():
            file.unlink()
    for name, text in left.items():
        (duel / name).write_text(text, encoding="utf-8")
    made.build()
    return made


@pytest.mark.parametrize("folder", ["", "/club"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "/duel/1901/spring-movement/index.html#france-1",
            "1901/spring-movement/index.html#france-1",
        ),
        ("/duel/scores/", "scores/"),
    ],
)
def test_an_old_address_leads_to_its_page(
    browser: Any, moved: Sample, folder: str, old: str, new: str
) -> None:
    context = browser.new_context()

    def give(asked: Any) -> None:
        path = asked.request.url.removeprefix(f"https://club.example{folder}/").partition("#")[0]
        file = moved.output / path
        if file.is_file():
            asked.fulfill(path=file)
        else:
            asked.fulfill(path=moved.output / "404.html", status=404)

    context.route("https://club.example/**", give)
    context.route("https://own.example/**", lambda asked: asked.fulfill(body="here"))
    page = context.new_page()
    page.goto(f"https://club.example{folder}{old}")
    page.wait_for_url(f"{ADDRESS}{new}")
    page.goto(f"https://club.example{folder}/duell/scores/")
    assert page.get_by_role("link", name="A duel of").get_attribute("href") == ADDRESS
    context.close()
