"""The desk reads and tries orders with the program itself, which its reader starts."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from generator.archive import load_game
from generator.archive.people.reminding import reminders
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.kit.kit import find_kit
from generator.rulesets import get_ruleset
from tests.browser.conftest import Shown, until, violations
from tests.conftest import KEPT
from tests.pages.sample import Sample, make_sample

pytestmark = pytest.mark.browser

SPRING = "A VIE - GAL\nA BUD S A VIE - GAL\nF TRI - ALBA\n"
SECONDS = 60_000
Open = Callable[..., Shown]
_KEPT = """caches.open("desk").then((cache) => cache.keys())
  .then((all) => all.map((one) => one.url))"""


class Host(SimpleHTTPRequestHandler):
    """A host of pages in a folder, as many are: compressed, and with an hour to keep files."""

    protocol_version = "HTTP/1.1"
    extensions_map: ClassVar[dict[str, str]] = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }
    sent: ClassVar[dict[str, int]] = {}
    """The bytes of each file as they went over the wire."""
    asked: ClassVar[list[str]] = []
    """The files that were asked for, each as often as it was."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path.split("?")[0]))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        self.asked.append(path.name)
        packed = path.suffix in (".gz", ".zip", ".woff2")
        body = path.read_bytes() if packed else gzip.compress(path.read_bytes(), 6)
        self.sent[path.name] = len(body)
        self.send_response(200)
        kind = "application/octet-stream" if path.suffix == ".gz" else self.guess_type(str(path))
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=3600")
        if not packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Sample]]:
    """A site with the desk's program, below a folder of its host."""
    if find_kit(KEPT) is None:
        pytest.skip("the desk's program has not been set up (theatrum build --desk)")
    made = make_sample(tmp_path_factory.mktemp("judged"))
    for name, phases in (("war", 0), ("past", 1)):
        game = NewGame(name, get_ruleset("standard"), f"seed of {name}", f"The {name} game")
        create_game(made.games, game)
        for _ in range(phases):
            moment = load_game(made.games / name).current_moment
            submit_orders(made.games / name, moment, {"austria": "A VIE - GAL\nF TRI - ALB\n"})
            adjudicate_game(made.games / name)
    new = NewGame("club", get_ruleset("europe-1615-v7"), "a seed", "The Club", orders="private")
    create_game(made.games, new)
    moment = load_game(made.games / "club").current_moment
    submit_orders(made.games / "club", moment, {"austria": "OBJECTIVE MILITARY: OCCUPY NET"})
    while load_game(made.games / "club").current_moment.year == moment.year:
        adjudicate_game(made.games / "club")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("generator.pages.site.site.find_kit", lambda: find_kit(KEPT))
        made.build(lenient=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(made.root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{made.output.name}/", made
    server.shutdown()
    server.server_close()


def opener(browser: Any, address: str) -> Iterator[Open]:
    """Opens pages of the site from their host, and closes them at the end."""
    contexts = []

    def open_page(path: str, width: int = 1440, **options: Any) -> Shown:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        shown = Shown(context.new_page())
        shown.page.on("console", lambda said: shown.complaints.append(said.text))
        shown.page.on("pageerror", lambda error: shown.complaints.append(str(error)))
        context.on("request", lambda asked: shown.requests.append(asked.url))
        shown.page.goto(address + path)
        return shown

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def desk(browser: Any, served: tuple[str, Sample]) -> Iterator[Open]:
    yield from opener(browser, served[0])


@pytest.fixture(scope="module")
def started(browser: Any, served: tuple[str, Sample]) -> Iterator[Shown]:
    """The desk of the war with its program, which takes long to start."""
    for open_page in opener(browser, served[0]):
        shown = open_page("war/desk/")
        start(shown.page)
        yield shown


@pytest.fixture
def war(started: Shown) -> Shown:
    """That desk, as if nothing had been written, supposed or tried there."""
    page = started.page
    for power in ("france", "austria"):
        written(page, power, "")
        page.get_by_label("All others").select_option("none")
    page.evaluate("document.querySelector('.tried').replaceChildren()")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = false; })")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="light")
    return started


def start(page: Any) -> None:
    page.locator("#wake").click()
    page.locator(".trying").wait_for(state="visible", timeout=SECONDS)


def written(page: Any, power: str, text: str) -> None:
    page.get_by_label("You play").select_option(power)
    page.fill("#sheet", text)


def test_nothing_is_asked_for_before_the_button_is_pressed(desk: Open) -> None:
    shown = desk("war/desk/")
    written(shown.page, "austria", SPRING)
    shown.page.wait_for_timeout(300)
    assert not [url for url in shown.requests if "/_site/desk/" in url or "worker" in url]
    before = len(shown.requests)
    start(shown.page)
    host = shown.requests[0].split("/_site/")[0]
    assert len(shown.requests) > before
    assert all(url.startswith(f"{host}/_site/") for url in shown.requests)


def test_program_is_loaded_while_the_position_is_still_on_its_way(desk: Open) -> None:
    page = desk("war/desk/").page
    came: list[str] = []

    def late(route: Any) -> None:
        page.wait_for_timeout(1500)
        came.append("position.js")
        route.continue_()

    page.on("request", lambda asked: came.append(asked.url.rpartition("/")[2]))
    page.route("**/position.js", late)
    start(page)
    assert came.index("pyodide.mjs") < came.index("position.js", came.index("position.js") + 1)


def test_words_of_the_program_leave_the_map_as_it_is(browser: Any, war: Shown) -> None:
    """What changes beside it makes a browser style none of its thousand shapes anew."""
    page = war.page
    page.locator("#said").evaluate("(said) => { said.textContent = 'one'; }")
    page.wait_for_timeout(200)
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.locator("#said").evaluate("(said) => { said.textContent = 'another'; }")
    page.wait_for_timeout(200)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [one["args"]["elementCount"] for one in events if one["name"] == "UpdateLayoutTree"]
    assert styled
    assert sum(styled) < 20


def test_complaints_stand_below_the_sheet_and_lead_to_their_line(war: Shown) -> None:
    shown = war
    written(shown.page, "austria", SPRING)
    first = shown.page.locator(".complaints li", has_text="Line 3")
    first.wait_for(timeout=SECONDS)
    assert "F TRI - ALBA: there is no province ALBA (did you mean ALB" in first.inner_text()
    assert shown.page.locator(".unsent").inner_text() == "1 line will not count."
    first.get_by_role("button", name="Line 3").click()
    chosen = "sheet.value.slice(sheet.selectionStart, sheet.selectionEnd)"
    assert (
        shown.page.evaluate(
            f"(() => {{ const sheet = document.querySelector('#sheet'); return {chosen} }})()"
        )
        == "ALBA"
    )
    # READY is for the referee, and no order.
    shown.page.fill("#sheet", f"READY\n{SPRING.replace('ALBA', 'ALB')}")
    shown.page.locator(".complaints .fine").wait_for(timeout=SECONDS)
    assert shown.page.locator(".complaints").inner_text() == "3 orders, each of them read."
    assert shown.page.locator(".unsent").inner_text() == ""
    assert shown.complaints == []


def test_lines_are_marked_and_what_was_meant_is_written_by_a_button(desk: Open) -> None:
    """Nothing below the complaints moves by what they say; whoever works by keys stays there."""
    shown = desk("war/desk/")
    page = shown.page
    written(page, "austria", "# north\nA VIE - GAL\nA BUD S A VIE - GAT\nA PAR H\n")
    start(page)
    box = page.locator(".complaints")
    wrong = box.locator("li", has_text="there is no province GAT")
    wrong.wait_for(timeout=SECONDS)
    rows = page.locator(".mirror .row")
    marks = ["row ", "row fine", "row error", "row error", "row "]
    assert [row.get_attribute("class") for row in rows.all()] == marks
    assert page.locator(".mirror mark").all_inner_texts() == ["GAT", "A"]
    assert page.locator(".mirror").text_content() == page.input_value("#sheet") + "\n"
    rule = wrong.locator("a.rid")
    assert rule.get_attribute("href").endswith(f"#{rule.inner_text()}")
    place = "scrollY + document.querySelector('#attempt').getBoundingClientRect().top"
    before = page.evaluate(place)
    wrong.get_by_role("button", name="Write GAL").focus()
    page.keyboard.press("Enter")
    box.get_by_role("button", name="Write F TRI H").wait_for()
    wrong.wait_for(state="detached")
    assert page.evaluate("document.activeElement.closest('.complaints') !== null")
    box.get_by_role("button", name="Write F TRI H").click()
    text = "# north\nA VIE - GAL\nA BUD S A VIE - GAL\nA PAR H\nF TRI H\n"
    assert page.input_value("#sheet") == text
    box.get_by_role("button", name="Write F TRI H").wait_for(state="detached")
    assert page.evaluate(place) == before
    page.fill("#sheet", "")
    page.locator("#sheet").press("Control+Enter")
    page.locator(".tried svg").wait_for(timeout=SECONDS)
    assert shown.complaints == []


@pytest.mark.parametrize("width", [1440, 390])
def test_nothing_moves_some_seconds_after_the_button_was_pressed(desk: Open, width: int) -> None:
    """What comes with the program has its room from the press on: a finger may be elsewhere by
    then."""
    page = desk("war/desk/", width=width).page
    written(page, "austria", SPRING)
    place = "scrollY + document.querySelector('#send').getBoundingClientRect().top"
    page.locator("#wake").click()
    before = page.evaluate(place)
    page.locator(".trying").wait_for(state="visible", timeout=SECONDS)
    page.locator(".complaints .error").wait_for(timeout=SECONDS)
    assert page.evaluate(place) == before


def test_of_what_is_written_in_a_hurry_the_last_is_read(desk: Open) -> None:
    """A slow machine is not asked about every letter: one question at a time."""
    page = desk("war/desk/").page
    written(page, "austria", "A VIE - GAL\n")
    start(page)
    page.locator(".complaints li").first.wait_for(timeout=SECONDS)
    asked = page.evaluate(
        """async () => {
            const sent = [];
            const post = Worker.prototype.postMessage;
            Worker.prototype.postMessage = function (message) {
                sent.push(message.text);
                post.call(this, message);
            };
            const sheet = document.querySelector("#sheet");
            for (let number = 0; number < 30; number += 1) {
                sheet.value = `${"A VIE H ".slice(0, number % 9)}\\n`;
                sheet.dispatchEvent(new Event("input"));
            }
            sheet.value = "A VIE H\\nA BUD H\\nF TRI H\\n";
            sheet.dispatchEvent(new Event("input"));
            const fine = () => document.querySelector(".complaints .fine");
            while (!fine()) await new Promise((done) => setTimeout(done, 20));
            return sent;
        }"""
    )
    assert len(asked) == 2
    assert asked[-1] == "A VIE H\nA BUD H\nF TRI H\n"


def test_a_try_shows_verdicts_reasons_and_the_map(war: Shown) -> None:
    page = war.page
    written(page, "austria", "A VIE - GAL\n")
    page.get_by_text("Each of 6 other powers").click()
    page.locator(".other label", has_text="Russia").locator("select").select_option("typed")
    page.get_by_label("Orders of Russia").fill("A WAR - GAL")
    page.locator("#attempt").click()
    tried = page.locator(".tried")
    tried.get_by_role("heading", name="A trial run: nothing here counts").wait_for(timeout=SECONDS)
    row = tried.locator(".pw-austria tbody tr", has_text="A VIE - GAL")
    assert "bounces" in row.inner_text()
    assert "against attack 1 (Warsaw)" in row.inner_text()
    assert row.locator(".remedy").inner_text()
    assert tried.locator("svg").count() == 1
    # No id of its map is one of the map above, whose units would be drawn anew.
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))
    assert "Centers" in tried.inner_text()


def test_a_program_writes_for_the_others(war: Shown) -> None:
    page = war.page
    written(page, "austria", "A VIE H\n")
    page.get_by_text("Each of 6 other powers").click()
    page.get_by_label("All others").select_option("program")
    # The list stays open, and the choice where it was made.
    france = page.locator(".other label", has_text="France").locator("select")
    assert france.is_visible()
    assert france.input_value() == "program"
    france.select_option("none")
    assert page.get_by_label("All others").input_value() == ""
    page.get_by_label("All others").select_option("program")
    assert france.input_value() == "program"
    page.locator("#attempt").click()
    page.locator(".tried").get_by_text("France: 3 orders").click()
    assert page.locator(".tried .pw-france").get_by_text("no order given").count() == 0


def test_drafts_are_kept_compared_and_held_by_an_address(desk: Open, war: Shown) -> None:
    page = war.page
    written(page, "austria", "A VIE - GAL\nA BUD H\nF TRI H\n")
    page.get_by_text("Drafts", exact=True).click()
    page.fill("#draft-name", "north")
    page.locator("#draft-keep").click()
    page.fill("#sheet", "A VIE - TYR\nA BUD H\nF TRI H\n")
    page.locator("#draft-compare").click()
    told = page.locator(".tried")
    told.get_by_role("heading", name="The sheet and the draft “north”").wait_for(timeout=SECONDS)
    rows = told.locator("tbody tr").all_inner_texts()
    assert [row.split("\t")[1] for row in rows] == ["A VIE - TYR", "A VIE - GAL"]
    page.locator("#draft-take").click()
    assert page.input_value("#sheet").startswith("A VIE - GAL")
    titles = ["north (Austria)", "before “north” (Austria)"]  # what stood there is not lost
    assert page.locator("#draft option").all_inner_texts() == titles
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.locator("#draft-link").click()
    page.wait_for_url("**#sheet=*")
    address = page.url.partition("/_site/")[2]
    other = desk(address).page
    assert other.input_value("#sheet") == "A VIE - GAL\nA BUD H\nF TRI H\n"
    assert other.get_by_label("You play").input_value() == "austria"


def test_a_broken_address_changes_nothing(desk: Open) -> None:
    for mark in ("#sheet=%%%", "#sheet=eyJwb3dlciI6ImF0bGFudGlzIn0", "#sheet=" + "A" * 30_000):
        shown = desk(f"war/desk/{mark}")
        assert shown.page.input_value("#sheet") == ""
        assert shown.complaints == []


def test_what_if_tries_a_phase_of_the_past_beside_what_happened(desk: Open) -> None:
    shown = desk("past/1901/spring-movement/")
    page = shown.page
    page.get_by_role("link", name="What if? Try other orders").click()
    page.locator(".still img").wait_for(timeout=SECONDS)
    assert "A VIE - GAL" in page.input_value("#sheet")
    start(page)
    page.get_by_label("The orders of").select_option("austria")
    assert page.input_value("#sheet") == "A VIE - GAL\nF TRI - ALB\n"
    page.fill("#sheet", "A VIE - TYR\nF TRI - ALB\n")
    page.locator("#attempt").click()
    told = page.locator(".tried")
    told.get_by_role("heading", name="Side by side").wait_for(timeout=SECONDS)
    rows = [
        row.split("\t")[1:] for row in told.locator("tbody").first.locator("tr").all_inner_texts()
    ]
    assert rows == [
        ["A VIE - GAL", "succeeds", "not ordered"],
        ["A VIE - TYR", "not ordered", "succeeds"],
    ]
    assert told.locator("img").count() == told.locator("svg").count() == 1
    bottom = "document.querySelector('.desk .mapbox').getBoundingClientRect().bottom"
    top = "document.querySelector('.hand').getBoundingClientRect().top"
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(f"{bottom} - {top}") <= 1
    # The page before it may be left in the middle of a transition, and Chromium says so.
    assert [said for said in shown.complaints if "ViewTransition" not in said] == []


def test_with_a_secret_sheet_the_reader_alone_learns_what_comes_of_secret_orders(
    desk: Open, served: tuple[str, Sample]
) -> None:
    mails = {one.power: one.body for one in reminders(load_game(served[1].games / "club"))}
    page = desk("club/desk/").page
    written(page, "austria", "CHANGE OBJECTIVE MILITARY: OCCUPY MIL\n")
    start(page)
    file = {"name": "mail.txt", "mimeType": "text/plain", "buffer": mails["austria"].encode()}
    page.locator("#secret").set_input_files(file)
    page.locator("#secret-text", has_text="to hold Southern Netherlands").wait_for()
    assert "for the program" not in page.locator("#secret-text").inner_text()
    page.locator("#attempt").click()
    row = page.locator(".tried .pw-austria tbody tr", has_text="CHANGE OBJECTIVE")
    row.wait_for(timeout=SECONDS)
    assert "for 50 points" in row.inner_text()
    assert "NET" not in page.evaluate("JSON.stringify([localStorage, location.href])")
    page.get_by_label("You play").select_option("sweden")
    page.locator("#attempt").click()
    page.locator(".tried .pw-sweden").first.wait_for(timeout=SECONDS)
    # The results of before give way when the new ones are there. The page's policy allows no text
    # to be run as a script: no wait_for_function here.
    until(page, lambda: "OBJECTIVE" not in page.locator(".tried").inner_text())


def test_it_works_without_the_network_after_the_first_time(desk: Open) -> None:
    """And what the browser keeps for that is not loaded a second time."""
    shown = desk("war/desk/")
    page = shown.page
    Host.asked.clear()
    start(page)
    # The browser keeps what has come: all but the script that keeps it.
    asked = {url for url in shown.requests if not url.endswith("/deskoffline.js")}
    assert any(url.endswith("/standard.gz") for url in asked)
    until(page, lambda: asked <= set(page.evaluate(_KEPT)))
    assert sorted(
        name for name in Host.asked if name.endswith((".gz", ".wasm", ".zip", ".mjs"))
    ) == [
        "library.zip",
        "program.gz",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "pyodide.mjs",
        "standard.gz",
    ]
    page.context.set_offline(True)
    page.reload()
    written(page, "austria", "A VIE - GAL\n")
    start(page)
    page.locator("#attempt").click()
    page.locator(".tried").get_by_role("heading", name="A trial run").wait_for(timeout=SECONDS)


def test_a_changed_pack_is_refused_and_the_sheet_stays(
    desk: Open, served: tuple[str, Sample]
) -> None:
    file = served[1].output / "desk" / "standard.gz"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    try:
        page = desk("war/desk/").page
        written(page, "austria", SPRING)
        page.locator("#wake").click()
        page.locator(".wake-note", has_text="It could not be started").wait_for(timeout=SECONDS)
        assert page.input_value("#sheet") == SPRING
        assert page.locator("#wake").is_visible()
    finally:
        file.write_bytes(whole)


def test_a_worker_that_is_gone_before_its_position_is_there_says_why(desk: Open) -> None:
    page = desk("war/desk/").page

    def late(route: Any) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page.route("**/deskworker.js", lambda route: route.abort())
    page.route("**/position.js", late)
    page.locator("#wake").click()
    note = page.locator(".wake-note", has_text="It could not be started: it could not be loaded")
    note.wait_for(timeout=SECONDS)


def test_the_program_is_awake_before_the_browser_keeps_anything(desk: Open) -> None:
    """What keeps files starts when nobody waits for it any more."""
    shown = desk("war/desk/")
    start(shown.page)
    until(shown.page, lambda: any(url.endswith("/deskoffline.js") for url in shown.requests))
    asked = [url.rpartition("/")[2] for url in shown.requests]
    assert asked.index("deskoffline.js") > asked.index("standard.gz")


def test_from_a_disk_the_page_says_why_it_cannot_start(
    browser: Any, served: tuple[str, Sample]
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((served[1].output / "war" / "desk" / "index.html").as_uri())
    page.locator("#wake").click()
    page.locator(".wake-note", has_text="only on pages that come from a server").wait_for(
        timeout=SECONDS
    )
    context.close()


def test_reading_and_trying_pass_axe_and_fit(war: Shown, axe: str) -> None:
    _check_windows(war, axe, "You play", ((1440, "light"), (390, "dark")))


def test_a_what_if_on_a_phone_passes_axe_and_fits(desk: Open, axe: str) -> None:
    """What scripts do when they start differs there."""
    shown = desk("past/what-if/#1901/spring-movement", width=390, color_scheme="dark")
    start(shown.page)
    _check_windows(shown, axe, "The orders of", ((390, "dark"), (1440, "light")))


def _check_windows(shown: Shown, axe: str, seat: str, windows: tuple[tuple[int, str], ...]) -> None:
    """A sheet is read and tried in the first window, and seen in all, with all that can be opened
    open."""
    page = shown.page
    page.get_by_label(seat).select_option("austria")
    page.fill("#sheet", SPRING)
    page.locator("#attempt").click()
    page.locator(".tried svg").wait_for(timeout=SECONDS)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.locator("#draft-keep").click()
    page.locator(".other select").first.select_option("typed")
    for width, scheme in windows:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert violations(page, axe) == [], width
        assert shown.overflow <= 0, width
