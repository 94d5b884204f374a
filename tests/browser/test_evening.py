"""The referee's evening in a browser: from the dry run to what would be published, by buttons."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from generator.archive import load_game
from generator.cli import main
from generator.commands.evening import ADDRESS, Evening, run_command
from tests.pages.sample import ROOT

pytestmark = pytest.mark.browser

NOW = datetime(2027, 3, 8, tzinfo=UTC)


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of the page with its token, and the folder of its games: the sample that runs,
    as a clone has it, and a game whose orders are here."""
    games = tmp_path / "games"
    games.mkdir()
    shutil.copytree(ROOT / "games" / "salt-road", games / "salt-road")
    given = ["--games", str(games), "new", "duel", "--seed", "s", "--orders", "public"]
    assert main(given) == 0
    sheet = games / "duel/1901/orders/france.toml"
    sheet.write_text('[spring-movement]\norders = """\nA PAR - BUR\nA MAR - XYZ\n"""\n', "utf-8")

    def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"no site"]

    page = Evening(games, "a-token", "127.0.0.1", site, run_command(games), lambda: NOW)
    with make_server("127.0.0.1", 0, page, handler_class=_Quiet) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}{ADDRESS}?token=a-token", games
        server.shutdown()
        thread.join()


def test_an_evening_by_buttons(browser: Any, served: tuple[str, Path]) -> None:
    address, games = served
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(address)
    road, duel = page.locator("#salt-road"), page.locator("#duel")
    assert "theatrum secrets unseal salt-road" in road.inner_text()
    assert "past for" in road.inner_text()
    assert "orders missing: Austria, England, Germany, Italy" in duel.inner_text()
    assert "A MAR - XYZ" in duel.inner_text()
    assert duel.get_by_role("button", name="Adjudicate").is_disabled()
    duel.get_by_role("button", name="Dry run").click()
    assert "dry run, nothing written" in duel.locator("pre").inner_text()
    duel.get_by_role("button", name="Adjudicate").click()
    assert "state written" in duel.locator("pre").inner_text()
    assert "Fall 1901, movement" in duel.inner_text()
    assert len(load_game(games / "duel").phases) == 1
    duel.get_by_role("button", name="The post for the forum").click()
    assert "Spring 1901, movement" in duel.locator("pre").inner_text()
    duel.get_by_role("button", name="What would be published").click()
    assert "failed, exit code" in duel.inner_text()
    assert duel.get_by_role("button", name="Publish", exact=True).is_disabled()
    page.reload()  # a step is not taken again
    assert len(load_game(games / "duel").phases) == 1
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    road.get_by_role("button", name="Dry run").click()
    assert "which is not here" in road.locator("pre").inner_text()
    page.close()


def test_without_the_token_there_is_nothing_to_see(browser: Any, served: tuple[str, Path]) -> None:
    address, _ = served
    page = browser.new_page()
    found = page.goto(address.partition("?")[0])
    assert found.status == 403
    assert "duel" not in page.content()
    page.close()
