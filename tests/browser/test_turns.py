"""Folded orders, and the table of provinces, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Shown

pytestmark = pytest.mark.browser
DIPLOMATIC = "comet/1619/diplomatic/index.html"


def test_folded_orders_open_for_a_link_to_one_of_them(show_europe: Callable[..., Shown]) -> None:
    shown = show_europe(DIPLOMATIC)
    assert not shown.page.locator("#o12").is_visible()
    linked = show_europe(f"{DIPLOMATIC}#o12")
    linked.page.wait_for_function("document.querySelector('#o12').offsetHeight > 0")
    assert linked.page.locator("details.fold").get_attribute("open") is not None
    linked.page.goto(linked.page.url.replace("#o12", "#o40"))
    assert linked.page.locator("#o40").is_visible()
    assert linked.complaints == []


def test_folded_orders_are_printed(show_europe: Callable[..., Shown]) -> None:
    shown = show_europe(DIPLOMATIC, java_script_enabled=False)
    shown.page.emulate_media(media="print")
    assert shown.page.locator("#o12").is_visible()


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


@pytest.mark.parametrize(
    "address",
    [
        "comet/index.html", "comet/turns/index.html", "comet/1620/index.html", DIPLOMATIC,
        "comet/1620/movement/index.html", "comet/1620/builds/index.html",
        "comet/1620/scoring/index.html", "comet/provinces/index.html",
        "comet/provinces/holland/index.html",
    ],
)  # fmt: skip
def test_pages_fit_the_window(show_europe: Callable[..., Shown], address: str) -> None:
    show_europe(address).assert_fits()
