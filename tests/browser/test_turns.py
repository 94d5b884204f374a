"""Folded orders, and the table of provinces, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Shown, until

pytestmark = pytest.mark.browser
DIPLOMATIC = "comet/1619/diplomatic/index.html"


def test_folded_orders_open_for_a_link_to_one_of_them(show_europe: Callable[..., Shown]) -> None:
    shown = show_europe(DIPLOMATIC)
    assert not shown.page.locator("#o12").is_visible()
    linked = show_europe(f"{DIPLOMATIC}#o12")
    linked.page.wait_for_function("document.querySelector('#o12').offsetHeight > 0")
    assert linked.page.locator("details.fold").get_attribute("open") is not None
    linked.page.goto(linked.page.url.replace("#o12", "#o40"))
    linked.page.locator("#o40").wait_for()
    assert linked.complaints == []
    # They are printed, whatever is open.
    plain = show_europe(DIPLOMATIC, java_script_enabled=False)
    assert not plain.page.locator("#o12").is_visible()
    plain.page.emulate_media(media="print")
    plain.page.locator("#o12").wait_for()


def test_event_of_an_address_lights_its_lands_on_the_map(show_europe: Callable[..., Shown]) -> None:
    shown = show_europe("comet/1619/adjustment/index.html")
    row = shown.page.locator("tr[id^=e]", has=shown.page.locator("a[href*='/states/']")).last
    name, anchor = row.locator("a").first.inner_text(), row.get_attribute("id")
    linked = show_europe(f"comet/1619/adjustment/index.html#{anchor}")
    linked.page.wait_for_selector(".board .hot")
    assert name in linked.page.locator(".readout").inner_text()
    # The map has come beside the row, which stands far below it.
    assert linked.page.locator(".mapbox.strip").bounding_box()["y"] > 300
    assert linked.complaints == []


def test_links_of_a_ruled_order_are_apart_for_a_finger(show: Callable[..., Shown]) -> None:
    """A circle of 24 pixels around each, as WCAG's target size has it, meets no other link."""
    page = show("duel/1901/spring-movement/index.html", 412).page
    boxes = (
        page.locator("tr:has(a.tag)")
        .first.locator("a")
        .evaluate_all("links => links.map((link) => link.getBoundingClientRect().toJSON())")
    )
    assert len(boxes) > 2
    for box in boxes:
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for other in boxes:
            if other is not box and min(box["width"], box["height"]) < 24:
                aside = max(other["left"] - x, x - other["right"], 0)
                above = max(other["top"] - y, y - other["bottom"], 0)
                assert aside**2 + above**2 >= 12**2, (box, other)


def test_phase_of_a_province_is_shown_with_its_land_lit(show_europe: Callable[..., Shown]) -> None:
    shown = show_europe("comet/provinces/holland/index.html")
    shown.page.locator("a[href*='#p-']").first.click()
    shown.page.wait_for_selector(".board [id^=p-].hot")
    assert shown.complaints == []


def test_link_to_a_province_finds_its_order_without_scripts(show: Callable[..., Shown]) -> None:
    """The order of its unit; the map where there is none."""
    shown = show("duel/1901/spring-movement/index.html#p-MUN", 390, java_script_enabled=False)
    row = shown.page.locator("tr:has(:target)")
    assert row.locator(".ord").inner_text() == "A MUN - BUR"
    until(shown.page, lambda: row.bounding_box()["y"] < 100)
    shown.page.goto("about:blank")
    shown.page.goto(f"{shown.home}/duel/1901/spring-movement/index.html#p-IRI")
    assert shown.page.locator(".mapfig :target").count() == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_kinds_of_provinces_are_chosen_without_scripts(
    show_europe: Callable[..., Shown], scripts: bool
) -> None:
    shown = show_europe("comet/provinces/index.html", java_script_enabled=scripts)
    rows = shown.page.locator("#provinces tbody:not(.none) tr:visible")
    every = rows.count()
    shown.page.locator("label", has_text="Sea").click()
    seas = rows.count()
    shown.page.locator("label", has_text="Centers").click()
    assert 10 < seas < every
    assert 10 < rows.count() < every
    shown.page.locator("label", has_text="All").click()
    assert rows.count() == every


@pytest.mark.slow
def test_pages_fit_the_window(show_europe: Callable[..., Shown]) -> None:
    shown = show_europe("comet/index.html")
    shown.assert_fits()
    for part in ("turns", "1620", "1619/diplomatic", "1620/movement", "1620/builds", "1620/scoring",
                 "provinces", "provinces/holland"):  # fmt: skip
        shown.go(f"comet/{part}/index.html")
        shown.assert_fits()


MOVEMENT = "comet/1620/movement/index.html"


def test_the_filter_finds_and_light_shows_single_orders_of_a_shared_row(
    show_europe: Callable[..., Shown],
) -> None:
    page = show_europe(MOVEMENT).page
    shared = page.locator(".vt .all:has(a:nth-of-type(2))").first
    order = shared.locator("a").first.inner_text()
    page.locator("[data-filter]").fill(order)
    assert page.locator(".vt .all a:visible").all_inner_texts() == [order]
    assert page.locator("[data-count]").inner_text() == "1 shown"
    page.locator("[data-filter]").fill("")
    page.locator("[data-results]").select_option(label="holds")
    assert shared.locator("a:visible").count() >= 2
    page.locator("[data-results]").select_option(label="succeeds")
    assert page.locator(".vt .all a:visible").count() == 0
    page.locator("[data-results]").select_option(label="holds")
    # A unit that holds is lit from the row that it shares.
    held = page.locator(".vt .all a").first
    held.focus()
    number, order = held.get_attribute("data-order"), held.inner_text()
    assert "hot" in page.locator(f"#order-{number}").get_attribute("class").split()
    said = page.locator(".readout").inner_text()
    assert said.startswith(order)
    assert "holds" in said
    linked = show_europe(f"{MOVEMENT}#o{number}").page
    assert "hot" in linked.locator(f"#order-{number}").get_attribute("class").split()
