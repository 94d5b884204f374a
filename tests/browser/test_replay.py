"""The replay: steps, keys, address, and life without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.archive import load_game
from generator.pages.base.page import map_of
from tests.browser.conftest import Shown, until
from tests.pages.sample import Sample

pytestmark = pytest.mark.browser

Show = Callable[..., Shown]
REPLAY = "comet/replay/index.html"


def wait_for(page: Any, address: str) -> None:
    """Until a phase is told and drawn."""
    page.wait_for_function(
        """address => document.querySelector(".film .board").dataset.shown === `${address}/`
            && location.hash === `#${address}`""",
        arg=address,
    )


def test_replay_fits_and_does_not_complain(show_europe: Show) -> None:
    shown = show_europe(REPLAY)
    shown.page.keyboard.press("Home")
    wait_for(shown.page, "1619/opening")
    shown.assert_fits()


def test_keys_step_and_the_address_follows(show_europe: Show) -> None:
    page = show_europe(REPLAY).page
    page.keyboard.press("Home")
    wait_for(page, "1619/opening")
    page.keyboard.press("ArrowRight")
    wait_for(page, "1619/diplomatic")
    page.keyboard.press("k")
    wait_for(page, "1619/movement")
    page.keyboard.press("j")
    wait_for(page, "1619/diplomatic")
    page.keyboard.press("Shift+ArrowRight")
    wait_for(page, "1620/diplomatic")
    page.keyboard.press("Shift+ArrowLeft")
    wait_for(page, "1619/opening")
    page.keyboard.press("End")
    wait_for(page, "1620/scoring")


def test_address_opens_its_phase(show_europe: Show) -> None:
    page = show_europe(f"{REPLAY}#1619/movement").page
    wait_for(page, "1619/movement")
    assert page.locator("#replay-title").inner_text() == "1619, orders and adjudication"
    assert (
        page.locator("#replay-title a").get_attribute("href").endswith("1619/movement/index.html")
    )
    page.wait_for_function("document.querySelector('.account .lead').textContent.includes('move')")
    assert page.locator(".counts tbody tr").count() == 15
    assert page.locator("#replay-phase").get_attribute("aria-valuetext") == (
        "1619, orders and adjudication"
    )


def test_unknown_address_shows_the_latest_phase(show_europe: Show) -> None:
    page = show_europe(f"{REPLAY}#1777/movement").page
    assert page.locator("#replay-title").inner_text() == "1620, scoring"


def test_slider_and_buttons_go_where_they_say(show_europe: Show) -> None:
    page = show_europe(REPLAY).page
    page.locator("#replay-phase").fill("1")
    wait_for(page, "1619/diplomatic")
    page.locator("[data-step=after]").click()
    wait_for(page, "1619/movement")
    page.locator("[data-step=year-after]").click()
    wait_for(page, "1620/diplomatic")
    page.locator("[data-step=first]").click()
    wait_for(page, "1619/opening")


def test_keys_belong_to_the_field_that_has_the_focus(show_europe: Show) -> None:
    page = show_europe(f"{REPLAY}#1619/movement").page
    wait_for(page, "1619/movement")
    page.locator(".speed select").focus()
    page.keyboard.press("End")
    assert page.evaluate("location.hash") == "#1619/movement"
    page.locator("#replay-phase").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("location.hash !== '#1619/movement'")
    # One step, not one by the slider and one by the page.
    assert page.evaluate("location.hash") == page.evaluate(
        "`#${[...document.querySelectorAll('[data-frame]')][3].dataset.frame.slice(0, -1)}`"
    )


def test_play_goes_on_and_stops(show_europe: Show) -> None:
    page = show_europe(f"{REPLAY}#1619/opening").page
    page.locator(".speed select").select_option("fast")
    page.locator(".play").click()
    assert page.locator(".play").inner_text() == "Pause"
    page.wait_for_function("document.querySelector('#replay-phase').value >= 2")
    page.locator(".play").click()
    assert page.locator(".play").inner_text() == "Play"
    stopped = page.evaluate("location.hash")
    page.wait_for_timeout(900)
    assert page.evaluate("location.hash") == stopped


def test_play_begins_again_from_the_last_phase(show_europe: Show) -> None:
    page = show_europe(REPLAY).page
    page.locator(".speed select").select_option("slow")
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.wait_for_function("location.hash === '#1619/opening'")
    assert page.locator(".play").inner_text() == "Pause"


def spots_of(page: Any) -> dict[str, str]:
    """{place: what stands there} on the board of the film, without what is fading."""
    return dict(
        page.eval_on_selector_all(
            ".film .units > .unit:not(.off)",
            "pieces => pieces.map((one) => [one.dataset.unit, one.firstChild.textContent])",
        )
    )


def test_film_is_drawn_on_one_board(show_europe: Show) -> None:
    shown = show_europe(f"{REPLAY}#1619/movement")
    wait_for(shown.page, "1619/movement")
    for _ in range(4):
        shown.page.keyboard.press("ArrowRight")
    shown.page.wait_for_timeout(900)
    assert [url for url in shown.requests if "map.svg" in url or "/maps/" in url] == []
    assert shown.complaints == []


def test_every_position_is_that_of_the_game(show_europe: Show, europe: Sample) -> None:
    page = show_europe(f"{REPLAY}#1619/opening").page
    wait_for(page, "1619/opening")
    game = load_game(europe.games / "comet")
    for record in game.phases[:7]:
        page.keyboard.press("ArrowRight")
        wait_for(page, f"{record.moment.year}/{record.moment.phase}")
        state = record.resolution().state
        snapshot = game.ruleset.snapshot(state)
        units = {f"{side} {unit}" for side, unit in snapshot.units}
        until(page, lambda units=units: set(spots_of(page).values()) == units)
    last = game.phases[6].resolution().state
    stepped = spots_of(page)
    page.keyboard.press("Home")
    wait_for(page, "1619/opening")
    page.evaluate(f"location.hash = '#{game.phases[6].moment.year}/{game.phases[6].moment.phase}'")
    wait_for(page, f"{game.phases[6].moment.year}/{game.phases[6].moment.phase}")
    assert last
    until(page, lambda: spots_of(page) == stepped)


def test_piece_goes_its_way_and_is_not_drawn_anew(show: Show) -> None:
    page = show("duel/replay/index.html#1901/opening").page
    wait_for(page, "1901/opening")
    page.evaluate("document.querySelector('.film [data-unit=BRE]').id = 'traveller'")
    page.keyboard.press("ArrowRight")
    wait_for(page, "1901/spring-movement")
    assert page.evaluate("document.querySelector('#traveller').dataset.unit") == "MAO"
    page.keyboard.press("ArrowLeft")
    wait_for(page, "1901/opening")
    assert page.evaluate("document.querySelector('#traveller').dataset.unit") == "BRE"


def test_trails_are_shown_on_demand(show: Show) -> None:
    page = show("duel/replay/index.html#1901/fall-movement").page
    wait_for(page, "1901/fall-movement")
    assert page.locator(".film .trail").count() == 0
    page.locator(".trails input").check()
    assert page.locator(".film .trail").count() > 0
    page.keyboard.press("Home")


def test_film_is_dark_by_candlelight(show: Show) -> None:
    sea = "getComputedStyle(document.querySelector('.film .water')).fill"
    day = show("duel/replay/index.html", color_scheme="light").page.evaluate(sea)
    night = show("duel/replay/index.html", color_scheme="dark").page.evaluate(sea)
    assert day != night


def test_replay_without_scripts_lists_every_phase(show_europe: Show) -> None:
    shown = show_europe(REPLAY, 390, java_script_enabled=False)
    page = shown.page
    links = page.locator("[data-frame]")
    assert links.count() >= 11
    assert not page.locator(".player").is_visible()
    still = page.locator(".mapbox img").get_attribute("src")
    assert still == "../maps/1620-1623.svg#1620-scoring-view-whole"
    assert not page.locator(".film").is_visible()
    assert page.locator(".account .lead").inner_text()
    assert shown.overflow <= 0
    links.first.click()
    assert page.url.endswith("comet/1619/opening/index.html")


def test_map_of_the_replay_can_be_zoomed(show_europe: Show) -> None:
    page = show_europe(f"{REPLAY}#1619/movement").page
    board = page.locator(".board")
    whole = board.get_attribute("viewBox")
    page.locator("[data-zoom=in]").click()
    near = board.get_attribute("viewBox")
    assert near != whole
    page.keyboard.press("ArrowRight")
    page.wait_for_function("location.hash !== '#1619/movement'")
    # The next map is seen through the same window.
    assert board.get_attribute("viewBox") == near


def test_standard_game_replays_too(show: Show) -> None:
    shown = show("duel/replay/index.html#1901/fall-movement")
    wait_for(shown.page, "1901/fall-movement")
    assert shown.complaints == []


def test_scripts_know_the_file_with_the_map_of_a_phase(show_europe: Show) -> None:
    page = show_europe(REPLAY).page
    for address in ("1900/fall/", "1901/spring-movement/", "2/opening/"):
        file, view = map_of(f"game/{address}")
        found = page.evaluate("address => theatrum.mapOf(address)", address)
        assert f"game/{found}" == f"{file}#{view}"
