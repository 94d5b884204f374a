"""Orders written at the desk by mouse, by touch and by keys stand on the sheet as if they had been
typed; what is typed stands on the map; nothing leaves the page but by the reader's own buttons."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from email.message import EmailMessage
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game
from generator.rulesets import get_ruleset
from tests.archive.games import command
from tests.browser.conftest import Shown, opener, violations
from tests.browser.deskhand import point_at
from tests.pages.sample import Sample, make_sample, play, set_setting
from tests.pages.test_base import serving

pytestmark = pytest.mark.browser

Show = Callable[..., Shown]
SPRING = ["A VIE - GAL", "A BUD S A VIE - GAL", "F TRI H"]
WIDTHS = [
    (1440, "light"),
    (390, "dark"),
    pytest.param(1440, "dark", marks=pytest.mark.slow),
    pytest.param(390, "light", marks=pytest.mark.slow),
]


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A site with desks: a spring of standard, a movement and a diplomacy of Europe 1619."""
    made = make_sample(tmp_path_factory.mktemp("desks"))
    set_setting(made, 'mail = "referee@example.org"')
    shutil.rmtree(made.games)
    made.games.mkdir()
    for name, ruleset, phases in (
        ("spring", "standard", 0),
        ("europe", "europe-1619", 1),
        ("talks", "europe-1619", 0),
        ("builds", "europe-1619", 3),
    ):
        game = NewGame(name, get_ruleset(ruleset), f"seed of {name}", f"The {name} game")
        create_game(made.games, game)
        for _ in range(phases):
            adjudicate_game(made.games / name)
    crossing = NewGame("crossing", get_ruleset("standard"), "seed", "The crossing game")
    play(create_game(made.games, crossing), {"england": "A LVP - YOR\nF LON - NTH"})
    made.build(lenient=True)
    return made


@pytest.fixture
def desk(browser: Any, desks: Sample) -> Iterator[Show]:
    """Opens the desk of a game, with a power chosen."""
    opened = opener(browser, desks)
    show = next(opened)

    def open_desk(game: str, power: str = "austria", **options: Any) -> Shown:
        shown = show(f"{game}/desk/index.html", **options)
        if power and options.get("java_script_enabled", True):
            shown.page.get_by_label("You play").select_option(power)
        return shown

    yield open_desk
    next(opened, None)


def sheet(page: Any) -> list[str]:
    return [line for line in page.locator("#sheet").input_value().split("\n") if line]


def chip(page: Any, text: str) -> Any:
    return page.locator(".hand").get_by_role("button", name=text, exact=False).first


def test_spring_by_keys_alone(desk: Show) -> None:
    page = desk("spring").page

    def press(text: str) -> None:
        """Go to a button of the hand with the tabulator, and press it."""
        for _ in range(40):
            focused = page.evaluate(
                "document.activeElement.closest('.hand') ? document.activeElement.textContent : ''"
            )
            if focused.startswith(text):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        pytest.fail(f"the keys do not come to {text}")

    page.locator(".mtools button").last.focus()
    for texts in (
        ("A VIE", "Galicia"),
        ("A BUD", "Support", "Vienna", "Galicia"),
        ("F TRI", "Hold"),
    ):
        for text in texts:
            press(text)
        page.locator(".mtools button").last.focus()
    assert sheet(page) == SPRING


def test_whoever_works_by_keys_stays_in_the_hand(desk: Show) -> None:
    """Each press leads on to what may follow, and at the end to the next unit without an order."""
    page = desk("spring").page

    def focused() -> str:
        return str(page.evaluate("document.activeElement.textContent"))

    chip(page, "A VIE").focus()
    found = []
    for keys in (("Enter",), ("Tab", "Enter"), ("Enter",), ("Enter",), ("Enter",), ("Escape",)):
        for key in keys:
            page.keyboard.press(key)
        found.append(focused().partition("BOH")[0])
    assert found == ["Hold", "Bohemia", "A BUD…", "Hold", "F TRI…", "F TRI…"]
    assert sheet(page) == ["A VIE - BOH", "A BUD H"]
    page.locator("#p-GAL").click()
    assert page.evaluate("document.activeElement.closest('.hand')") is None


def test_orders_are_kept_for_each_power_and_the_power_is_that_of_all_pages(
    desk: Show, desks: Sample
) -> None:
    with serving(desks.output, desks.output / "404.html") as host:
        page = desk("spring", host=host).page
        page.fill("#sheet", "A VIE - GAL")
        page.get_by_label("You play").select_option("france")
        assert sheet(page) == []
        page.fill("#sheet", "A PAR H")
        page.reload()
        assert page.get_by_label("You play").input_value() == "france"
        assert sheet(page) == ["A PAR H"]
        assert page.evaluate("localStorage.getItem('power:spring')") == "france"
        page.get_by_label("You play").select_option("austria")
        assert sheet(page) == ["A VIE - GAL"]


def submitted(desks: Sample, tmp_path: Path, page: Any, game: str) -> str:
    """The receipt for the mail that the button writes."""
    link = urlsplit(page.locator("#mail").get_attribute("href"))
    fields = parse_qs(link.query)
    mail = EmailMessage()
    mail["From"], mail["To"] = "ada@example.org", "referee@example.org"
    mail["Subject"] = fields["subject"][0]
    mail["Date"] = "Mon, 1 Mar 2027 10:00:00 +0000"
    mail.set_content(fields["body"][0].replace("\r\n", "\n"))
    tmp_path.mkdir(exist_ok=True)
    letter = tmp_path / "letter.eml"
    letter.write_bytes(bytes(mail))
    folder = tmp_path / "games" / game
    shutil.copytree(desks.games / game, folder)
    said = StringIO()
    with redirect_stdout(said):
        assert command(folder, "submit", str(letter), "--now", "2027-03-01T10:00Z") == 0
    return said.getvalue()


def test_spring_by_mouse(desk: Show, desks: Sample, tmp_path: Path) -> None:
    """What is typed is drawn as what was pointed at; `submit` takes the mail without complaint.
    The page asks for its own site's files when it opens, and no more, whatever is written."""
    shown = desk("spring")
    page, before = shown.page, len(shown.requests)
    # A game without secrets asks for no sheet of them.
    assert page.locator("#secret").count() == 0
    for place, *buttons in (
        ["VIE"],
        ["GAL"],
        ["BUD", "Support"],
        ["VIE", "Galicia"],
        ["TRI", "Hold"],
    ):
        point_at(page, place, "click")
        for text in buttons:
            chip(page, text).click()
    assert sheet(page) == SPRING
    pointed = page.locator(".drafts").inner_html()
    receipt = submitted(desks, tmp_path, page, "spring")
    assert "The spring game: Austria" in receipt
    assert all(f"  {order} " in receipt for order in SPRING)
    assert "warning" not in receipt.lower()
    assert "error" not in receipt.lower()
    page.fill("#sheet", "")
    assert page.locator(".drafts").inner_html() == ""
    page.fill(
        "#sheet", "army Vienna - Galicia  # north\nbudapest supports vienna to galicia\nf tri h\n"
    )
    assert page.locator(".drafts").inner_html() == pointed != ""
    assert page.locator(".count").inner_text() == "3 of 3 units"
    page.fill("#sheet", "A VIE - GAL\nA BUD - PAR\n")
    assert "Line 2" in page.locator(".unread").inner_text()
    assert page.locator(".count").inner_text() == "1 of 3 units"
    page.fill("#sheet", "A VIE - BOH\nsomething else\n")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    text = Path(saved.value.path()).read_text("utf-8")
    assert text == "The spring game\nAustria, 1901 spring-movement\n\nA VIE - BOH\nsomething else\n"
    asked = [url for url in shown.requests[before:] if not url.startswith("blob:")]
    assert asked == []
    assert all(url.startswith(("file:", "blob:")) for url in shown.requests)
    assert shown.complaints == []
    # Its policy lets no script ask anybody.
    asked = page.evaluate("fetch('https://example.org/').then(() => 'sent', () => 'refused')")
    assert asked == "refused"
    assert page.evaluate("navigator.sendBeacon('https://example.org/', 'x') && 0") is not None


def test_order_is_replaced_taken_off_and_put_back(desk: Show) -> None:
    page = desk("spring").page
    for height in (1200, 900):
        page.set_viewport_size({"width": 1440, "height": height})
        map_ends = page.evaluate("document.querySelector('.mapbox').getBoundingClientRect().bottom")
        hand = page.evaluate("document.querySelector('.hand').getBoundingClientRect().top")
        assert map_ends <= hand + 1
    page.fill("#sheet", "# greetings\nA VIE - GAL\nA BUD - SER\n")
    page.locator("[data-unit=VIE]").click()
    chip(page, "Tyrolia").click()
    assert sheet(page) == ["# greetings", "A VIE - TYR", "A BUD - SER"]
    page.locator("[data-unit=VIE]").click()
    chip(page, "No order").click()
    assert sheet(page) == ["# greetings", "A BUD - SER"]
    page.fill("#sheet", "")
    page.locator("[data-unit=VIE]").click()
    assert page.locator(".lights .goal").count() > 3
    page.keyboard.press("Escape")
    assert page.locator(".lights .goal").count() == 0
    assert sheet(page) == []
    # A second press on a unit keeps it in hand, and says so.
    for _ in range(2):
        page.locator("[data-unit=VIE]").first.click()
    assert "in your hand already" in page.locator(".hand").inner_text()
    page.locator("#p-GAL").click()
    assert sheet(page) == ["A VIE - GAL"]
    page.locator("[data-unit=BUD]").first.click()
    point_at(page, "TYR", "click")
    assert "put back, without a new order" in page.locator(".hand").inner_text()


def test_ready_and_no_orders_are_lines_that_submit_reads(
    desk: Show, desks: Sample, tmp_path: Path
) -> None:
    page = desk("spring").page
    ready, empty = (page.get_by_role("button", name=name) for name in ("READY", "NO ORDERS"))
    empty.click()
    assert sheet(page) == ["NO ORDERS"]
    receipt = submitted(desks, tmp_path / "empty", page, "spring")
    assert "Nothing is ordered, on purpose" in receipt
    assert "no order; " not in receipt
    point_at(page, "VIE", "click")
    point_at(page, "GAL", "click")
    assert sheet(page) == SPRING[:1]
    page.fill("#sheet", "\n".join(SPRING))
    assert empty.is_disabled()
    ready.click()
    assert sheet(page) == [*SPRING, "READY"]
    assert ready.get_attribute("aria-pressed") == "true"
    receipt = submitted(desks, tmp_path / "ready", page, "spring")
    assert "READY recorded for these orders;" in receipt
    assert all(f"  {order} " in receipt for order in SPRING)
    ready.click()
    assert sheet(page) == SPRING
    page.fill("#sheet", "A VIE H\n ready. \n")
    assert ready.get_attribute("aria-pressed") == "true"


def test_movement_of_europe_pointed_is_as_typed_and_submit_takes_it(
    desk: Show, desks: Sample, tmp_path: Path
) -> None:
    """Of each kind of order one, by the buttons of the hand: the last that the ruleset offers."""
    game = load_game(desks.games / "europe")
    state = game.current_state()
    offers = [one for one in game.ruleset.offers(state) if one.power == "spain"]
    page = desk("europe", "spain").page
    wanted: list[str] = []
    for number, offer in enumerate(offers):
        kinds = {choice.kind: choice for choice in offer.choices}
        choice = list(kinds.values())[-1 - number % len(kinds)]
        wanted.append(choice.text)
        page.locator(".chip.unit").filter(has_text=re.compile(f"^{offer.unit}")).click()
        chip(page, choice.kind.partition("-")[0].capitalize()).click()
        for place in choice.places:
            # A question with one answer is not asked.
            if page.locator(f'.hand .chips [value="{place}"]').count():
                page.locator(f'.hand .chips [value="{place}"]').click()
        if choice.kind == "support-hold" and page.locator(".hand .strong").count():
            page.locator(".hand .strong").click()
    assert sheet(page) == wanted
    assert len({text.split()[2] for text in wanted}) > 2
    book = game.ruleset.read(state, {"spain": "\n".join(wanted)})
    assert [str(one.order) for one in book.sheets["spain"].orders] == wanted
    receipt = submitted(desks, tmp_path, page, "europe")
    assert "Europe" in receipt or "europe" in receipt
    assert all(f"  {order} " in receipt for order in wanted)
    assert "error" not in receipt.lower()


def test_order_that_does_not_begin_with_its_unit_is_pointed_at(desk: Show) -> None:
    page = desk("builds").page
    unit = page.locator(".chip.unit").filter(has_text=re.compile("^A VIE"))
    unit.click()
    chip(page, "Bolster").click()
    assert sheet(page) == ["BOLSTER A VIE 1"]
    assert "BOLSTER A VIE 1" in unit.inner_text()


def test_influence_is_pointed_at_and_says_what_it_does(desk: Show) -> None:
    page = desk("talks", "france").page
    page.locator("#p-HES").click()
    assert "INF left" in page.locator(".hand").inner_text()
    before = page.locator(".hand .ask").first.inner_text()
    chip(page, "3").click()
    assert sheet(page) == ["3: HES"]
    assert page.locator(".hand .ask").first.inner_text() != before
    page.locator(".hand").get_by_label("One less").click()
    assert sheet(page) == ["2: HES"]
    page.locator("#p-CRO").click()
    chip(page, "Attack").click()
    chip(page, "Spain").click()
    page.locator("#p-VIE").click()
    chip(page, "Declare war").click()
    assert sheet(page) == ["2: HES", "CRO > SPAIN", "WAR: AUSTRIA"]
    page.locator(".hand [value=SPAIN]").click()
    assert sheet(page) == ["2: HES", "CRO > SPAIN", "WAR: AUSTRIA, SPAIN"]
    # A written line is taken off the sheet by its button.
    page.keyboard.press("Escape")
    page.fill("#sheet", "# greetings\n3: HES\n")
    page.locator(".hand").get_by_role("button", name="Take 3: HES off the sheet").click()
    assert sheet(page) == ["# greetings"]


PHONE = {"width": 390, "has_touch": True, "is_mobile": True}


_SEEN = """() => {
  const { at } = JSON.parse(document.querySelector("#desk-data").textContent);
  const board = document.querySelector(".desk .board");
  const box = board.getBoundingClientRect();
  const hand = document.querySelector(".hand").getBoundingClientRect();
  const places = [...document.querySelectorAll(".hand .chips [value]")].map((one) => one.value);
  const isSeen = (place) => {
    const { x, y } = new DOMPoint(...at[place]).matrixTransform(board.getScreenCTM());
    return x > box.left + 20 && x < box.right - 20 && y > box.top + 20 && y < hand.top - 20;
  };
  return { hidden: places.filter((place) => !isSeen(place)), top: box.top };
}"""


def test_unit_in_hand_and_its_goals_are_in_sight_on_a_phone(desk: Show) -> None:
    page = desk("spring", "austria", **PHONE).page
    # A finger beside a goal means the goal.
    chip(page, "A VIE").tap()
    assert page.locator(".hand .chips [value=GAL]").count() == 1
    point_at(page, "GAL", "tap", (14, 8))
    assert sheet(page) == ["A VIE - GAL"]
    for power in ("england", "turkey"):
        page.get_by_label("You play").select_option(power)
        for number in range(3):
            page.locator(".hand .chip.unit").nth(number).tap()
            seen = page.evaluate(_SEEN)
            assert seen["hidden"] == []
            assert seen["top"] < 115
            page.locator(".hand").get_by_label("Put it back").tap()


def test_influence_in_three_states_takes_six_taps_on_a_phone(desk: Show) -> None:
    page = desk("talks", "austria", **PHONE).page
    for place, number in (("CRO", 3), ("TRA", 2), ("TUS", 3)):
        point_at(page, place, "tap")
        page.locator(f'.hand .chips [value="{number}"]').tap()
    assert sheet(page) == ["3: CRO", "2: TRA", "3: TUS"]
    assert "0 INF left" in page.locator(".hand").inner_text()


def test_march_is_written_and_a_convoy_is_one_press_away(desk: Show) -> None:
    page = desk("crossing", "england").page
    point_at(page, "YOR", "click")
    point_at(page, "EDI", "click")
    assert sheet(page) == ["A YOR - EDI"]
    page.locator(".hand").get_by_role("button", name="By convoy").click()
    assert sheet(page) == ["A YOR - EDI VIA"]


def test_page_says_how_to_write_and_send_without_scripts(desk: Show) -> None:
    shown = desk("spring", java_script_enabled=False)
    page = shown.page
    assert page.locator("#sheet").input_value().startswith("The spring game\n<your power>, 1901")
    assert page.locator(".js-only:visible").count() == 0
    assert page.get_by_role("link", name="How to send orders").first.is_visible()
    assert shown.overflow <= 0


@pytest.mark.parametrize(("width", "scheme"), WIDTHS)
def test_desk_passes_axe_and_fits(desk: Show, axe: str, width: int, scheme: str) -> None:
    for game in ("spring", "talks"):
        shown = desk(game, width=width, color_scheme=scheme)
        page = shown.page
        if game == "spring":
            chip(page, "A VIE").click()
        assert violations(page, axe) == []
        assert shown.overflow <= 0
        small = page.evaluate(
            "[...document.querySelectorAll('.hand button, .writing .btn')]"
            ".filter((one) => one.getBoundingClientRect().height < 36).length"
        )
        assert small == 0


def test_no_other_page_loads_a_file_of_the_desk(desks: Sample) -> None:
    users = {
        file.relative_to(desks.output).parts[1]
        for file in desks.output.glob("*/**/*.html")
        if "deskpage.js" in (text := file.read_text("utf-8")) or "desk.css" in text
    }
    assert users == {"desk"}
    assert "desk/index.html" in desks.page("spring/index.html")
    assert "desk/index.html" in desks.page("spring/orders/index.html")
    assert "desk/index.html" in desks.page("spring/powers/austria/index.html")
