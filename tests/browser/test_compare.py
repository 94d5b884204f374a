"""Two phases compared in a browser: what is drawn, what is said, what is linked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.archive import load_game
from tests.browser.conftest import Shown
from tests.pages.sample import Sample

pytestmark = pytest.mark.browser

Show = Callable[..., Shown]
COMPARE = "comet/compare/index.html"
GAME = f"{COMPARE}#1619/opening..1620/scoring"


def ready(page: Any) -> None:
    page.wait_for_selector(".found p")


def test_every_province_that_changed_hands_is_striped_and_told(
    show_europe: Show, europe: Sample
) -> None:
    page = show_europe(GAME).page
    ready(page)
    game = load_game(europe.games / "comet")
    before = game.opening.state().standing.holders
    after = game.current_state().standing.holders
    changed = {code for code in after if (before.get(code) or "") != (after[code] or "")}
    assert changed
    striped = page.eval_on_selector_all(
        ".province.differs", "shapes => shapes.map((one) => one.dataset.province)"
    )
    assert set(striped) == changed
    rows = page.locator("h3:has-text('Changed hands') + ul li")
    assert rows.count() == len(changed)
    fill = page.locator(".province.differs").first.evaluate("one => one.style.fill")
    assert fill.startswith('url("#from-')


def test_units_that_came_and_went_are_drawn(show_europe: Show, europe: Sample) -> None:
    page = show_europe(GAME).page
    ready(page)
    game = load_game(europe.games / "comet")

    def places(state: Any) -> set[tuple[str, str, str]]:
        return {(side, unit.kind, unit.at) for side, units in state.units.items() for unit in units}

    before, after = places(game.opening.state()), places(game.current_state())
    assert page.locator(".units.difference .gone").count() == len(before - after)
    grown = page.locator(".units.difference .unit:not(.gone)").count()
    assert grown >= len(after - before)
    assert "strength" in page.locator(".found").inner_text()


def test_states_whose_status_changed_are_outlined_and_told(
    show_europe: Show, europe: Sample
) -> None:
    page = show_europe(GAME).page
    ready(page)
    game = load_game(europe.games / "comet")
    old, new = game.opening.state().statuses, game.current_state().statuses
    turned = [
        code for code in new
        if code not in old
        or (old[code].kind, old[code].captor or old[code].patron)
        != (new[code].kind, new[code].captor or new[code].patron)
    ]  # fmt: skip
    assert page.locator("h3:has-text('Status') + ul li").count() == len(turned)
    facts = game.current_state().facts
    outlined = sum(len(facts.states[code].provinces) for code in turned)
    assert page.locator(".turned").count() == outlined


def test_same_phase_twice_differs_in_nothing(show_europe: Show) -> None:
    page = show_europe(f"{COMPARE}#1620/scoring..1620/scoring").page
    ready(page)
    assert "no differences" in page.locator(".found").inner_text()
    assert page.locator(".differs, .turned, .gone").count() == 0


def test_choice_is_in_the_address_and_can_be_linked_to(show_europe: Show) -> None:
    page = show_europe(COMPARE).page
    ready(page)
    page.locator("#phase-from").select_option("1619, orders and adjudication")
    assert page.evaluate("location.hash") == "#1619/movement..1620/scoring"
    page.locator("[data-span=game]").click()
    assert page.evaluate("location.hash") == "#1619/opening..1620/scoring"
    page.evaluate("location.hash = '#1619/diplomatic..1619/movement'")
    chosen = "document.querySelector('#phase-to').selectedOptions[0].textContent"
    page.wait_for_function(f"{chosen} === '1619, orders and adjudication'")


def test_words_lead_to_the_pages_of_what_they_name(show_europe: Show) -> None:
    page = show_europe(GAME).page
    ready(page)
    links = page.eval_on_selector_all(".found a", "links => links.map((one) => one.href)")
    assert any("/comet/provinces/" in link for link in links)
    assert any("/comet/states/" in link for link in links)
    assert any(link.endswith("/comet/1620/scoring/index.html") for link in links)


def test_comparison_without_scripts_leads_to_the_years(show_europe: Show) -> None:
    shown = show_europe(COMPARE, 390, java_script_enabled=False)
    page = shown.page
    assert page.locator(".yearlist a").all_inner_texts() == ["1619", "1620"]
    assert page.locator(".unscripted").is_visible()
    assert not page.locator(".choose").is_visible()
    assert page.locator(".board").is_visible()
    assert shown.overflow <= 0


def test_standard_game_is_compared_too(show: Show) -> None:
    shown = show("duel/compare/index.html#1901/opening..1901/winter-adjustments")
    ready(shown.page)
    assert shown.complaints == []
    assert shown.page.locator(".units.difference .unit").count() > 3
    assert "F KIE" in shown.page.locator(".found").inner_text()
