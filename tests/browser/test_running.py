"""What a player does on a phone with a game that is running: each thing in at most two steps from
the game's front page, and nothing of it needs an account."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Shown, bring, opener
from tests.browser.test_map import middle
from tests.made import made_once
from tests.pages.sample import ROOT, Sample, make_sample, set_setting

pytestmark = pytest.mark.browser

Show = Callable[..., Shown]
FRONT = "salt-road/index.html"
WORDS = 40
"""What is read in ten seconds."""
NEW_YORK = {"timezone_id": "America/New_York"}


@pytest.fixture(scope="module")
def running() -> Sample:
    """A site with the sample game that is running, as a clone of it is built."""

    def make(folder: Path) -> None:
        made = make_sample(folder)
        shutil.rmtree(made.games)
        shutil.copytree(ROOT / "games" / "salt-road", made.games / "salt-road")
        set_setting(made, 'mail = "orders@example.org"')
        made.build(lenient=True)

    return Sample(made_once("running", make))


@pytest.fixture
def phone(browser: Any, running: Sample) -> Iterator[Show]:
    """Opens a page of that site on a phone."""

    def open_page(address: str = FRONT, **options: Any) -> Shown:
        return show(address, 390, **options)

    opened = opener(browser, running)
    show = next(opened)
    yield open_page
    next(opened, None)


def play(page: Any, power: str = "dutch") -> None:
    page.get_by_label("You play").select_option(power)


def follow(page: Any, link: str, words: str) -> None:
    """Follow a link, and wait until the page that it leads to is there with its scripts."""
    with page.expect_navigation(wait_until="load"):
        page.locator(link, has_text=words).click()


def test_the_date_comes_first_in_the_readers_time_and_the_referees(phone: Show) -> None:
    page = phone(**NEW_YORK).page
    assert page.locator(".isdue .local").inner_text() == "Sunday, 7 March 2027, 14:00"
    assert page.locator(".isdue time").inner_text() == "Sunday, 7 March 2027, 20:00 CET"
    assert "orders of 9 of 14 powers are in" in page.locator(".isdue").inner_text()
    above = page.locator(".isdue").bounding_box()
    assert above["y"] + above["height"] < 450
    for later in (".gnav", ".rail", ".yours", "h1", ".mapfig"):
        assert page.locator(later).bounding_box()["y"] > above["y"], later


def test_what_is_due_is_said_without_scripts(phone: Show) -> None:
    shown = phone(java_script_enabled=False)
    page = shown.page
    assert page.locator(".isdue time").inner_text() == "Sunday, 7 March 2027, 20:00 CET"
    assert not page.locator(".yours").is_visible()
    duties = page.locator(".duties li").all_inner_texts()
    assert len(duties) == 14
    assert "Spain 11 INFs to place" in duties
    assert shown.overflow <= 0


def test_nobody_learns_whose_orders_are_in(running: Sample) -> None:
    """A clone has no order of the phase that is due, and no page says who has sent some."""
    assert not (running.games / "salt-road" / "private").exists()
    front = running.page(FRONT)
    duties = front.partition('<ul class="duties">')[2].partition("</ul>")[0]
    assert duties.count("to place") == 14
    assert "missing" not in front


def test_what_must_i_order_by_when(phone: Show) -> None:
    page = phone().page
    play(page)
    assert "7 INFs to place" in page.locator(".yours").inner_text()
    follow(page, ".yours a", "your sheet")
    sheet = page.locator("#sheet-dutch")
    assert sheet.is_visible()
    assert "[diplomatic]" in sheet.inner_text()


def test_what_happened_to_my_army_and_why(phone: Show) -> None:
    page = phone().page
    play(page)
    follow(page, ".yours a", "last orders")
    assert "1620/movement" in page.url
    first = page.locator("#verdicts tbody").first
    assert "Dutch Republic" in first.locator("tr.grp").inner_text()
    assert first.locator(".reason").first.inner_text()
    page.wait_for_function("document.querySelector('#pw-dutch').getBoundingClientRect().y < 300")


def test_my_failed_orders_and_their_remedies(phone: Show) -> None:
    page = phone().page
    play(page)
    follow(page, ".yours a", "failed orders")
    rows = page.locator("#verdicts tr:not(.grp)")
    assert rows.count() > 0
    assert page.locator("#verdicts .remedy").count() > 0
    assert not {"succeeds", "holds"} & set(page.locator("#verdicts .vd").all_inner_texts())


def test_what_has_changed_since_i_looked(phone: Show) -> None:
    page = phone(**NEW_YORK).page
    assert "Next time" in page.locator(".since").inner_text()
    # As if the last visit had been in the summer of 1620. It is written once, before the page's own
    # scripts run: what is written from outside may reach the reloaded page late.
    seen = json.dumps({"now": "1620/diplomatic"})
    page.add_init_script(
        "if (!localStorage.visited) {"
        f"localStorage.visited = 1; localStorage.setItem('seen:salt-road', {seen!r}); }}"
    )
    page.reload()
    said = page.locator(".since").inner_text()
    assert said.startswith("4 phases since your last visit. The biggest news: ")
    page.reload()
    assert page.locator(".since").inner_text() == said
    follow(page, ".since a", "What has changed")
    page.wait_for_selector(".found li, .found dd, .found td")
    assert page.locator("#phase-from").input_value() == "6"
    assert page.locator("#phase-to option:checked").inner_text() == "1620, scoring"


def test_the_way_to_send_orders_is_found(phone: Show) -> None:
    page = phone().page
    page.locator(".search-open").click()
    page.wait_for_selector("dialog.search[open] [role=option]")
    page.locator("#search-field").fill("how to send")
    assert page.locator("[role=option] .name").first.inner_text() == "How to send orders"


def test_the_ruling_about_something(show_europe: Show) -> None:
    """Open the search, say what it was about, tap what is found."""
    page = show_europe("comet/index.html", 390, has_touch=True).page
    page.locator(".search-open").tap()
    page.wait_for_selector("dialog.search[open] [role=option]")
    page.locator("#search-field").fill("florins")
    found = page.locator("[role=option]", has_text="Ruling 1 of 1620")
    with page.expect_navigation(wait_until="load"):
        found.tap()
    assert "florins" in page.locator("main").inner_text()


class Reader:
    """Somebody with a question about the game, who begins on its front page and takes two steps."""

    def __init__(self, shown: Shown, width: int) -> None:
        self.page, self.has_finger = shown.page, width == 390
        self.front = shown.page.url

    def asks(self, question: str) -> Reader:
        self.page.goto(self.front)
        self.question, self.steps = question, 0
        return self

    def follows(self, link: str) -> Reader:
        self.steps += 1
        with self.page.expect_navigation(wait_until="load"):
            self.page.locator(".gnav a, #main a", has_text=link).first.click()
        return self

    def presses(self, what: str) -> Reader:
        self.steps += 1
        bring(self.page, self.page.locator(what))
        press = self.page.touchscreen.tap if self.has_finger else self.page.mouse.click
        press(*middle(self.page, what))
        return self

    def reads(self, answer: str, words: str) -> None:
        """The answer is short enough for ten seconds, and nothing of it is cut off."""
        found = self.page.locator(answer).first
        bring(self.page, found)
        said, box, window = found.inner_text(), found.bounding_box(), self.page.viewport_size
        assert words in said, self.question
        assert self.steps <= 2, self.question
        assert len(said.split()) <= WORDS, (self.question, said)
        assert box["x"] >= 0 <= box["y"], self.question
        assert box["x"] + box["width"] <= window["width"], self.question
        assert box["y"] + box["height"] <= window["height"], self.question


@pytest.mark.parametrize("width", [pytest.param(1440, marks=pytest.mark.slow), 390])
def test_every_question_takes_two_steps_and_ten_seconds(
    browser: Any, running: Sample, width: int
) -> None:
    """Those that no other test here asks."""
    opened = opener(browser, running)
    reader = Reader(next(opened)(FRONT, width, has_touch=width == 390), width)
    reader.asks("When are orders due?").reads(".isdue", "7 March 2027")
    reader.asks("Where do I send them?").reads("p:has(> [href^=mailto])", "orders@example.org")
    reader.asks("Where is an image for the forum?").reads("[data-image]", "as PNG")
    reader.asks("Who has influence in Croatia?").presses("#p-CRO").reads(
        ".mapcard", "Ottoman Empire"
    )
    far = reader.asks("How far is the Papacy from victory?").follows("Scores")
    far.reads("main tr:has-text('Papacy') td:nth-of-type(4)", "21")
    last = reader.asks("What has changed in a year?").follows("More").follows("Two phases compared")
    last.reads(".found p", "1620")
    film = reader.asks("How did it happen?").follows("Replay").presses(".play")
    film.page.wait_for_function("/1619/.test(document.querySelector('.account h2').textContent)")
    next(opened, None)


def test_choice_is_kept_and_puts_own_rows_first(phone: Show) -> None:
    page = phone().page
    play(page, "savoy")
    page.goto(page.url.replace(FRONT, "salt-road/orders/index.html"))
    assert page.locator(".sheets > details").first.get_attribute("data-power") == "savoy"
    assert page.locator(".duties li").first.inner_text() == "Savoy 3 INFs to place"
    page.goto(page.url.replace("orders/index.html", "index.html"))
    assert page.get_by_label("You play").input_value() == "savoy"
    assert page.locator(".standing tr.own th").inner_text() == "Savoy"


@pytest.mark.parametrize("size", [pytest.param(16, marks=pytest.mark.slow), 32])
def test_no_page_scrolls_sideways_for_a_player_who_has_chosen(phone: Show, size: int) -> None:
    """Also with letters of twice the size."""
    shown = phone(**NEW_YORK)
    sizes = {"standard": size, "fixed": size}
    shown.page.context.new_cdp_session(shown.page).send("Page.setFontSizes", {"fontSizes": sizes})
    play(shown.page)
    for part in ("", "1620/movement/", "orders/", "influence/", "powers/dutch/",
                 "powers/dutch/failed/", "desk/"):  # fmt: skip
        shown.go(f"salt-road/{part}index.html")
        shown.page.wait_for_timeout(100)
        assert shown.overflow <= 0, part


@pytest.mark.parametrize("address", [FRONT, "salt-road/1620/movement/index.html"])
def test_nothing_moves_for_a_player_who_has_chosen(phone: Show, address: str) -> None:
    page = phone(**NEW_YORK).page
    play(page, "savoy")
    page.evaluate("""localStorage.setItem('seen:salt-road', '{"now": "1620/diplomatic"}')""")
    page.add_init_script(
        "self.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries())"
        " self.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    page.goto(page.url.replace(FRONT, address))
    page.wait_for_timeout(300)
    assert page.evaluate("self.shift") < 0.02
