"""The site in a real browser: width, console, pointing, themes, life without scripts; the filter of
rulebooks, and sheets that are copied."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tests.browser.conftest import Shown, bring, until
from tests.pages.sample import Sample
from tests.pages.test_base import serving

pytestmark = pytest.mark.browser

PHASE = "duel/1901/spring-movement/index.html"
PAGES = (
    "index.html",
    "duel/index.html",
    "quiet/index.html",
    PHASE,
    "duel/1901/opening/index.html",
    "duel/1901/winter-adjustments/index.html",
    "rules/standard/index.html",
    "rules/index.html",
    "guide/orders/index.html",
    "guide/themes/index.html",
    "404.html",
)
BOOK = "rules/standard/index.html"
ORDERS = "duel/orders/index.html"
REFERENCE = (
    BOOK,
    ORDERS,
    "rules/standard/mov/index.html",
    "duel/rules/index.html",
    "duel/rules/mov/index.html",
    "duel/rulings/index.html",
    "duel/rulings/1901-1/index.html",
    "duel/downloads/index.html",
    "quiet/orders/index.html",
)
Show = Callable[..., Shown]


def test_pages_fit_and_do_not_complain(show: Show) -> None:
    shown = show("index.html")
    for address in PAGES:
        shown.go(address)
        shown.assert_fits()


def test_pages_of_reference_fit_a_phone_and_do_not_complain(show: Show) -> None:
    shown = show(BOOK, 360, color_scheme="dark")
    for address in REFERENCE:
        shown.go(address)
        shown.assert_fits()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_evening_on_one_page_is_one_sheet(show: Show, paper: str) -> None:
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    sheets = show("guide/evening/index.html").page.pdf(format=paper, margin=margin)
    assert re.findall(rb"/Type /Pages\s.*?/Count (\d+)", sheets, re.DOTALL) == [b"1"]


def test_orders_and_provinces_mark_each_other(show: Show) -> None:
    page = show(PHASE).page
    row = page.locator("tr[data-order]", has_text="A PAR - BUR").first
    number = row.get_attribute("data-order")
    bring(page, row)
    row.hover()
    assert "hot" in page.locator(f"#order-{number}").get_attribute("class").split()
    assert "hot" in page.locator("#p-BUR").get_attribute("class").split()
    assert "A PAR - BUR" in page.locator(".readout").inner_text()
    rival = page.locator("tr[data-order]", has_text="A MUN - BUR").get_attribute("data-order")
    assert "warm" in page.locator(f"#order-{rival}").get_attribute("class").split()
    page.mouse.move(5, 5)
    until(page, lambda: page.locator(".board .hot").count() == 0)
    # Focus does what pointing does.
    page.locator(f"#o{rival} .ord a").focus()
    assert "hot" in page.locator(f"#order-{rival}").get_attribute("class").split()
    # A province marks its orders.
    bring(page, page.locator("#p-GAL"))
    page.locator("#p-GAL").hover()
    hot = page.locator("tr.hot .ord").all_inner_texts()
    assert {"A VIE - GAL", "A WAR - GAL"} <= set(hot)
    assert "Galicia" in page.locator(".readout").inner_text()


def test_page_is_complete_without_scripts(show: Show) -> None:
    shown = show(PHASE, 390, java_script_enabled=False)
    page = shown.page
    assert page.locator("tr[data-order]").count() >= 22
    assert page.locator(".mapbox img").is_visible()
    assert page.locator(".reason a.rid").first.is_visible()
    assert not page.locator(".mtools").is_visible()
    assert not page.locator(".theme-switch").is_visible()
    assert shown.overflow <= 0


def test_filter_knows_words_and_tallies_and_has_a_list_of_results(show: Show) -> None:
    page = show(PHASE).page
    # The skip link lands on the content.
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("document.activeElement.querySelector('.gnav, .rail') === null")
    assert page.evaluate("document.activeElement.querySelector('h1') !== null")
    page.locator("[data-filter]").fill("bounces austria")
    expect = pytest.importorskip("playwright.sync_api").expect
    # Russia's order bounced as well, and its reason names Austria's.
    both = ["A VIE - GAL", "A WAR - GAL"]
    expect(page.locator("tr[data-order]:visible .ord")).to_have_text(both)
    page.locator("[data-filter]").fill("no such words")
    expect(page.locator("tbody.none")).to_be_visible()
    rows = page.locator("tr[data-order]:visible")
    page.locator("[data-filter]").fill("failed")
    failed = rows.count()
    words = {said.strip() for said in rows.locator(".vd").all_inner_texts()}
    assert failed > 2
    assert not words & {"succeeds", "holds"}
    page.locator("[data-filter]").fill("bounced")
    assert set(rows.locator(".vd").all_inner_texts()) == {"bounces"}
    page.locator("[data-filter]").fill("")
    page.locator("[data-results]").select_option("failed")
    assert rows.count() == failed
    page.locator("[data-results]").select_option(label="bounces")
    assert set(rows.locator(".vd").all_inner_texts()) == {"bounces"}


@pytest.fixture
def host(site: Sample) -> Iterator[str]:
    with serving(site.output, site.output / "404.html") as host:
        yield host


@pytest.mark.parametrize("address", ["rules/standard/index.html", "guide/players/index.html"])
def test_contents_of_a_text_are_below_its_title_on_a_phone_and_beside_it(
    show: Show, address: str
) -> None:
    page = show(address, 390).page
    title, contents = (page.locator(part).first for part in ("main h1", ".withtoc > nav"))
    assert title.bounding_box()["y"] < contents.bounding_box()["y"]
    page.set_viewport_size({"width": 1440, "height": 900})
    assert contents.bounding_box()["y"] < title.bounding_box()["y"] + 20
    assert contents.bounding_box()["x"] < title.bounding_box()["x"]


def test_theme_switch_turns_page_and_map_and_is_kept(show: Show, host: str) -> None:
    page = show(PHASE, host=host, color_scheme="light").page
    color = "getComputedStyle(document.body).backgroundColor"
    sea = "getComputedStyle(document.querySelector('.board .water')).fill"
    day = page.evaluate(f"[{color}, {sea}]")
    page.locator(".theme-switch").click()
    night = page.evaluate(f"[{color}, {sea}]")
    assert all(one != other for one, other in zip(day, night, strict=True))
    assert page.locator(".theme-switch").inner_text() == "Daylight"
    page.reload()
    assert page.evaluate(f"[{color}, {sea}]") == night


def test_table_can_be_sorted(show: Show) -> None:
    page = show("duel/index.html").page
    page.locator("#standings ~ *, table.sort thead button", has_text="Power").first.click()
    names = page.locator("table.sort tbody th").all_inner_texts()
    assert names == sorted(names)


def test_links_lead_through_the_game(show: Show) -> None:
    page = show("index.html").page
    page.locator(".story .kick a", has_text="duel").click()
    page.locator(".gnav a", has_text="Turns").click()
    page.locator("main a", has_text="Winter 1901").first.click()
    page.locator("h1", has_text=re.compile("^Winter 1901")).wait_for()
    page.locator("a[rel=prev]").click()
    page.locator("a.rid").first.click()
    page.wait_for_url("**/rules/standard/**")
    page.wait_for_function("document.querySelector('.rules > div:target') !== null")


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
