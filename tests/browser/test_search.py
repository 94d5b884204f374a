"""The search in a browser: from the disk and from a server, by keys and by pointing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Shown, until
from tests.pages.sample import HOSTILE, Sample
from tests.pages.test_base import serving

pytestmark = pytest.mark.browser

Show = Callable[..., Shown]
PAGINATED = """
export async function search(words) {
  return { results: [{ data: async () => ({
    url: "/quiet/index.html", meta: { title: "Found " + words },
    excerpt: "so <mark>" + words + "</mark> <img src=x onerror=alert(1)>",
  }) }] };
}
"""


def ask(page: Any, words: str) -> None:
    page.keyboard.press("/")
    page.wait_for_selector("dialog.search[open] [role=option]")
    page.locator("#search-field").fill(words)
    page.wait_for_function("document.querySelector('.search .status').textContent !== ''")


def options(page: Any) -> list[str]:
    texts: list[str] = page.locator("[role=option] .name").all_inner_texts()
    return texts


def test_dialog_fits_and_does_not_complain(show_europe: Show) -> None:
    shown = show_europe("comet/index.html")
    shown.page.locator(".search-open").click()
    shown.page.wait_for_selector("dialog.search[open] [role=option]")
    shown.page.locator("#search-field").fill("a")
    for width in shown.in_every_window():
        box = shown.page.locator("dialog.search").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    shown.assert_fits()


def test_name_is_found_in_spite_of_accents_and_slips(show_europe: Show) -> None:
    shown = show_europe("comet/index.html")
    page = shown.page
    # The index is read only when somebody searches.
    assert not any("search" in url for url in shown.requests)
    ask(page, "sweden")
    assert any(url.endswith("comet/search.js") for url in shown.requests)
    # What is found first always changes, so that what was found before is no answer.
    for typed, first in (
        ("vienna", "Vienna"),
        ("wurzburg", "Würzburg"),
        ("Vie", "Vienna"),
        ("würzbrug", "Würzburg"),
        ("VIE", "Vienna"),
        ("1620 movement", "1620, orders and adjudication"),
        ("veinna", "Vienna"),
        ("scores", "Scores"),
        ("austria", "Austria"),
        ("saxony influence", "Electorate of Saxony: influence"),
        ("bremen influence", "Bremen: influence"),
        ("scores 1620", "Scores: 1620"),
        ("bohemia 1620", "Bohemian Confederacy: 1620"),
        ("1620 scores", "Scores: 1620"),
        ("orders", "How to send orders"),
        ("austria failed", "Austria: failed orders"),
        ("deadline", "How to send orders"),
    ):
        page.locator("#search-field").fill(typed)
        until(page, lambda wanted=first: options(page)[:1] == [wanted])


def test_dialog_is_a_combobox_with_its_list(show_europe: Show) -> None:
    page = show_europe("comet/index.html").page
    ask(page, "vienna")
    # The full text is not offered from the disk.
    assert not any("all texts" in name for name in options(page))
    field = page.locator("#search-field")
    assert field.get_attribute("role") == "combobox"
    assert field.get_attribute("aria-expanded") == "true"
    assert (
        page.locator(f"#{field.get_attribute('aria-controls')}").get_attribute("role") == "listbox"
    )
    active = page.locator(f"#{field.get_attribute('aria-activedescendant')}")
    assert active.get_attribute("aria-selected") == "true"
    groups = page.locator("#search-found [role=group]")
    for at in range(groups.count()):
        name = groups.nth(at).get_attribute("aria-labelledby")
        assert page.locator(f"#{name}").inner_text()
    # What was typed is looked for at once: there is nothing to wait for.
    field.fill("qqqqqq")
    assert page.locator(".search .status").inner_text() == "No page has that name."
    assert not page.locator("#search-found").is_visible()
    assert field.get_attribute("aria-expanded") == "false"
    # Escape closes also while something stands in the field, which a browser would only empty.
    field.focus()
    page.keyboard.press("Escape")
    assert not page.locator("dialog.search").is_visible()


def test_enter_opens_what_is_chosen(show_europe: Show) -> None:
    """A page, a rule by its number, a ruling by its words."""
    page = show_europe("comet/index.html").page
    ask(page, "bavaria")
    names = options(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    chosen = page.locator("[role=option][aria-selected=true] .name")
    assert chosen.inner_text() == names[0]
    page.keyboard.press("Enter")
    page.wait_for_url("**/comet/**/bavaria/**")
    ask(page, "E19-MOV-1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/europe-1619/**")
    assert page.url.endswith("#E19-MOV-1")
    page.go_back()
    ask(page, "ruling florins")
    assert options(page) == ["Ruling 1 of 1620"]
    page.keyboard.press("Enter")
    page.wait_for_url("**/comet/rulings/1620-1/**")


def test_focus_stays_inside_and_returns(show_europe: Show) -> None:
    page = show_europe("comet/index.html").page
    page.locator(".search-open").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.search[open] [role=option]")
    for _ in range(6):
        page.keyboard.press("Tab")
        inside = page.evaluate(
            "document.activeElement === document.body"
            " || document.querySelector('dialog.search').contains(document.activeElement)"
        )
        assert inside
    page.locator("#search-field").focus()
    page.keyboard.press("Escape")
    assert not page.locator("dialog.search").is_visible()
    assert page.evaluate("document.activeElement.classList.contains('search-open')")


def test_slash_in_a_field_is_a_letter(show_europe: Show) -> None:
    page = show_europe("comet/1620/movement/index.html").page
    page.locator("[data-filter]").first.focus()
    page.keyboard.press("/")
    assert page.locator("dialog.search").count() == 0
    assert page.locator("[data-filter]").first.input_value() == "/"


def test_title_by_anybody_stays_text(show: Show) -> None:
    shown = show("index.html")
    ask(shown.page, "duel of seven")
    assert any(HOSTILE in name for name in options(shown.page))
    assert shown.page.locator(".search script, .search img").count() == 0
    assert shown.complaints == []


@pytest.fixture
def served(site: Sample, tmp_path: Path) -> Iterator[str]:
    """A copy of the site with an index of all texts, below a folder of a server."""
    root = tmp_path / "server"
    shutil.copytree(site.output, root / "below" / "site")
    folder = root / "below" / "site"
    (folder / "pagefind").mkdir()
    (folder / "pagefind" / "pagefind.js").write_text(PAGINATED, encoding="utf-8")
    part = folder / "search-site.js"
    part.write_text(part.read_text("utf-8").replace('"full":false', '"full":true'), "utf-8")

    with serving(root, folder / "404.html") as host:
        yield f"{host}/below/site/"


def test_full_text_is_searched_where_there_is_an_index(browser: Any, served: str) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{served}duel/index.html")
    ask(page, "xyzzy")
    assert options(page) == ["Search all texts for “xyzzy”"]
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Found xyzzy")
    assert page.locator(".search .excerpt").inner_text().strip() == "so xyzzy"
    assert page.locator(".search img").count() == 0
    assert complaints == []
    page.close()


def test_search_works_below_a_folder_of_a_server(browser: Any, served: str) -> None:
    page = browser.new_page()
    page.goto(f"{served}duel/1901/spring-movement/")
    ask(page, "galicia")
    page.keyboard.press("Enter")
    page.wait_for_url("**/below/site/duel/provinces/galicia/")
    page.close()
