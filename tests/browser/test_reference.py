"""The rulebook's filter and the sheets that are copied, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Shown

pytestmark = pytest.mark.browser

BOOK = "rules/standard/index.html"
ORDERS = "duel/orders/index.html"
Show = Callable[..., Shown]


def test_filter_leaves_the_rules_that_have_every_word(show: Show) -> None:
    page = show(BOOK).page
    page.get_by_role("searchbox").fill("convoy paradox")
    shown = page.locator(".book .rules > div:visible")
    assert 0 < shown.count() < 10
    for text in shown.all_inner_texts():
        assert "paradox" in text.lower()
    assert f"{shown.count()} rule" in page.locator("[data-rules-count]").inner_text()
    # Chapters without such a rule are gone as well.
    assert page.locator("#gen:visible").count() == 0
    page.get_by_role("searchbox").fill("xyzzy")
    assert page.locator("[data-rules-none]").is_visible()
    page.get_by_role("searchbox").fill("")
    assert page.locator(".book .rules > div:visible").count() == 106
    assert not page.locator("[data-rules-none]").is_visible()
    # A rule is found by its number; a link to a hidden one shows it.
    page.get_by_role("searchbox").fill("std-mov-4")
    assert page.locator(".book .rules > div:visible").count() == 1
    assert page.locator("#STD-MOV-4").is_visible()
    page.evaluate("location.hash = '#STD-GEN-1'")
    page.locator("#STD-GEN-1").wait_for(state="visible")
    assert page.get_by_role("searchbox").input_value() == ""


def test_rulebook_and_sheets_work_without_scripts(show: Show) -> None:
    page = show(f"{BOOK}#STD-MOV-4", java_script_enabled=False).page
    assert page.locator("#STD-MOV-4").is_visible()
    assert not page.get_by_role("searchbox").is_visible()
    page.goto(page.url.replace(f"{BOOK}#STD-MOV-4", ORDERS))
    page.locator("summary").first.click()
    assert page.locator("details[open] pre").is_visible()
    assert page.get_by_role("button", name="Copy").count() == 0


def test_sheet_is_copied(show: Show) -> None:
    page = show(ORDERS, permissions=["clipboard-read", "clipboard-write"]).page
    page.locator("summary").first.click()
    sheet = page.locator("details[open] pre").inner_text()
    page.locator("details[open]").get_by_role("button").click()
    page.locator("details[open]").get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == sheet.strip()
    assert "[spring-movement]" in copied
    assert 'orders = """' in copied
