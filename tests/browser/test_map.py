"""The map of a page: zoom, layers, cards of provinces, and orders linked with their rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from generator.archive import load_game
from tests.browser.conftest import Shown, bring, until, wait_for_rest
from tests.pages.sample import Sample, drawn_map

pytestmark = pytest.mark.browser

Show = Callable[..., Shown]
MOVES = "comet/1620/movement/index.html"
FRONT = "comet/index.html"
POLITICS = "comet/1619/diplomatic/index.html"
STANDARD = "duel/1901/spring-movement/index.html"
PHONE = {"has_touch": True, "is_mobile": True}


def slow(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)


def view_of(page: Any) -> list[float]:
    return [float(part) for part in page.locator(".board").get_attribute("viewBox").split()]


def middle(page: Any, query: str) -> tuple[float, float]:
    """A point of the screen that lies in a shape, and not on what lies above it."""
    return tuple(
        page.evaluate(
            """query => {
            const shape = document.querySelector(query);
            const box = shape.getBoundingClientRect();
            for (let row = 1; row < 24; row += 1) for (let column = 1; column < 24; column += 1) {
                const x = box.left + box.width * column / 24, y = box.top + box.height * row / 24;
                if (document.elementFromPoint(x, y) === shape) return [x, y];
            }
            return null;
        }""",
            query,
        )
    )


def point_at(page: Any, code: str) -> None:
    bring(page, page.locator(".board"))
    page.mouse.move(*middle(page, f"#p-{code}"))


def pick(page: Any, name: str) -> None:
    """Find a province by the keyboard."""
    page.locator("#map-find").focus()
    page.wait_for_selector("#map-places", state="attached")
    page.locator("#map-find").fill(name)
    page.keyboard.press("Enter")
    page.wait_for_selector(".mapcard.pinned")


def test_pages_with_a_map_fit(show_europe: Show) -> None:
    shown = show_europe(MOVES)
    for address in (MOVES, FRONT, POLITICS):
        shown.go(address)
        shown.page.locator("#map-find").focus()
        shown.page.wait_for_function("theatrum.given.board")
        shown.assert_fits()


# --- cards


def test_picked_province_has_a_card_that_leads_on(show_europe: Show, europe: Sample) -> None:
    page = show_europe(FRONT).page
    # The browser shows no notes of its own beside the cards.
    assert page.locator(".board .province title, .board > title").count() == 0
    name = page.locator(".board").get_attribute("aria-labelledby").split()[0]
    assert "After the Comet" in page.locator(f"#{name}").text_content()
    state = load_game(europe.games / "comet").current_state()
    pick(page, "Bohemia")
    words = " ".join(page.locator(".mapcard").inner_text().split())
    code = state.facts.provinces["BOH"].owner
    for power, count in state.infs[code].items():
        if count:
            assert f"{state.facts.powers[power].name} {count}" in words
    assert state.statuses[code].kind in words
    assert "INF" in words
    link = page.locator(".mapcard h3 a")
    assert link.get_attribute("href").endswith("/comet/provinces/bohemia/index.html")
    assert page.evaluate("document.activeElement.tagName") == "H3"
    # It keeps its outline while another one is pointed at.
    pick(page, "vie")
    page.wait_for_function("document.querySelector('.mapcard small').textContent === 'VIE'")
    shape = page.locator("#p-VIE").get_attribute("d")
    assert page.locator(f'.board .raised[d="{shape}"]').count() == 1
    point_at(page, "BOH")
    page.wait_for_function("document.querySelectorAll('.board .raised').length === 2")
    assert page.locator(f'.board .raised[d="{shape}"]').count() == 1
    page.mouse.move(5, 5)
    assert page.locator(f'.board .raised[d="{shape}"]').count() == 1
    # Keys go from it to its neighbor.
    button = page.locator(".mapcard .near button").first
    name = button.inner_text()
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "name => document.querySelector('.mapcard h3').textContent.startsWith(name)", arg=name
    )


def test_card_of_a_province_pointed_at_stays_in_sight_until_it_is_left(show_europe: Show) -> None:
    page = show_europe(FRONT).page
    for code in ("VIE", "MAD", "LON", "EDI"):
        point_at(page, code)
        page.wait_for_function(
            f"document.querySelector('.mapcard small')?.textContent === '{code}'"
        )
        box = page.locator(".mapcard").bounding_box()
        x, y = middle(page, f"#p-{code}")
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 901
        inside = box["x"] <= x <= box["x"] + box["width"]
        assert not (inside and box["y"] <= y <= box["y"] + box["height"])
        assert page.locator(".mapcard a").count() == 0
    page.mouse.move(5, 5)
    until(page, lambda: not page.locator(".mapcard").is_visible())
    point_at(page, "VIE")
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector(".mapcard.pinned")
    assert "Vienna" in page.locator(".mapcard h3").inner_text()
    page.mouse.move(5, 5)
    assert page.locator(".mapcard.pinned").is_visible()
    page.locator(".mapcard .near button").first.focus()
    page.keyboard.press("Escape")
    assert not page.locator(".mapcard").is_visible()
    assert page.evaluate("document.activeElement.classList.contains('board')")


def test_tap_on_a_phone_opens_the_card_below_the_map(show_europe: Show) -> None:
    shown = show_europe(FRONT, 390, **PHONE)
    page = shown.page
    bring(page, page.locator(".board"))
    page.touchscreen.tap(*middle(page, "#p-MAD"))
    page.wait_for_selector(".mapcard.pinned")
    card, board = page.locator(".mapcard").bounding_box(), page.locator(".board").bounding_box()
    assert card["y"] >= board["y"] + board["height"]
    assert shown.overflow <= 0


def test_game_without_states_has_cards_without_them(show: Show) -> None:
    page = show(STANDARD).page
    pick(page, "Galicia")
    words = page.locator(".mapcard").inner_text()
    assert "A VIE - GAL" in words
    assert "State" not in words
    assert page.locator(".l-influence").count() == 0


# --- layers


def fill_of(page: Any, code: str) -> str:
    return str(page.evaluate(f"getComputedStyle(document.querySelector('#p-{code}')).fill"))


@pytest.mark.parametrize("scripts", [True, False])
def test_influence_colors_states_by_their_leader(
    show_europe: Show, europe: Sample, scripts: bool
) -> None:
    page = show_europe(FRONT, java_script_enabled=scripts).page
    page.locator(".l-influence").check()
    state = load_game(europe.games / "comet").current_state()
    led, open_state = "", ""
    for code, minor in state.facts.states.items():
        if code not in state.statuses:
            continue
        infs = sorted(state.infs[code].values(), reverse=True)
        captured = state.statuses[code].kind == "captured"
        if infs and infs[0] > sum(infs[1:]) and not captured:
            led = minor.seat
        if not any(infs):
            open_state = minor.seat
    assert fill_of(page, led) != fill_of(page, open_state or "VIE")
    until(page, lambda: page.locator(".shares text:visible").count() > 10)
    assert page.locator(".k-l-influence").is_visible()
    page.locator(".l-political").check()
    assert page.locator(".shares text:visible").count() == 0


@pytest.mark.parametrize("address", [MOVES, slow(FRONT), slow(POLITICS)])
def test_no_share_is_printed_over_a_unit_or_a_center(show_europe: Show, address: str) -> None:
    page = show_europe(address).page
    page.locator(".l-influence").check()
    shares, pieces = (
        page.locator(query).evaluate_all("them => them.map((one) => one.getBoundingClientRect())")
        for query in (".shares text", ".board :is(.units, .centers, .markers) use")
    )
    assert len(shares) > 10
    assert len(pieces) > 60
    covered = [
        (share, piece)
        for share in shares
        for piece in pieces
        if min(share["right"], piece["right"]) - max(share["left"], piece["left"]) > 0.5
        and min(share["bottom"], piece["bottom"]) - max(share["top"], piece["top"]) > 0.5
    ]
    assert covered == []


def test_choice_of_layers_is_kept_for_the_next_page(show_europe: Show) -> None:
    page = show_europe(MOVES).page
    page.locator(".l-influence").check()
    page.locator(".l-units").uncheck()
    page.goto(page.url.replace("1620/movement", "1619/movement"))
    assert page.locator(".l-influence").is_checked()
    assert not page.locator(".l-units").is_checked()
    assert page.locator(".l-orders").is_checked()
    assert not page.locator(".layer.units").is_visible()


def test_layers_and_close_ups_work_without_scripts(show_europe: Show) -> None:
    shown = show_europe(FRONT, 390, java_script_enabled=False)
    page = shown.page
    for layer in ("units", "centers", "names"):
        assert page.locator(f".layer.{layer}").is_visible()
        page.locator(f".l-{layer}").uncheck()
        assert not page.locator(f".layer.{layer}").is_visible()
    assert not page.locator(".find").is_visible()
    link = page.locator("[data-box]", has_text="Germany")
    assert link.get_attribute("href") == "map.svg#view-germany"
    assert shown.overflow <= 0
    # The map of a phase is a picture.
    page.goto(page.url.replace(FRONT, MOVES))
    picture = page.locator(".mapbox img")
    assert picture.evaluate("image => image.naturalWidth") > 0
    assert picture.bounding_box()["width"] > 350
    assert "Austria: A" in picture.get_attribute("alt")
    assert not page.locator(".layers").is_visible()
    assert shown.overflow <= 0


def test_map_of_a_phase_is_told_from_the_drawing_of_the_opening(
    show_europe: Show, europe: Sample
) -> None:
    """What the script makes is what Python makes of the same letters."""
    page = show_europe(MOVES).page
    html = (europe.output / MOVES).read_text(encoding="utf-8")
    drawings = [(europe.output / "comet" / folder / "drawing.js") for folder in ("", "1620")]
    svg = drawn_map(html, *(file.read_text(encoding="utf-8") for file in drawings))
    made = page.evaluate(
        """async svg => {
        const frame = document.createElement("div");
        frame.innerHTML = svg;
        // The titles of its parts are taken out where there are cards.
        frame.querySelectorAll("path > title, use > title").forEach((title) => title.remove());
        const names = (root) => [...root.querySelectorAll("path, use, text")].map((part) =>
            [part.tagName, part.id, part.getAttribute("d"), part.textContent].join());
        return [names(frame.firstElementChild), names(document.querySelector(".mapbox > .board"))];
    }""",
        svg,
    )
    assert len(made[0]) > 300
    assert made[0] == made[1]


# --- zoom


def test_map_is_zoomed_by_buttons_keys_wheel_and_pointer(show_europe: Show) -> None:
    page = show_europe(FRONT).page
    board = page.locator(".board")
    bring(page, board)
    whole = view_of(page)
    page.locator("[data-box]", has_text="Germany").click()
    assert view_of(page)[2] < whole[2] / 2
    page.locator("[data-box]", has_text="Whole board").click()
    assert view_of(page)[2] > 0.95 * whole[2]
    board.focus()
    page.keyboard.press("0")
    assert view_of(page) == whole
    page.keyboard.press("+")
    near = view_of(page)
    assert near[2] < whole[2]
    page.keyboard.press("ArrowRight")
    assert view_of(page)[0] > near[0]
    page.keyboard.press("-")
    page.keyboard.press("0")
    assert view_of(page) == whole
    # Paper shows the whole board.
    page.locator("[data-zoom=in]").click()
    near = view_of(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert view_of(page) == whole
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert view_of(page) == near
    # A drag moves what is zoomed, and pins nothing.
    bring(page, board)
    x, y = middle(page, "#p-BOH")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y + 40, steps=4)
    page.mouse.up()
    until(page, lambda: view_of(page)[0] < near[0])
    after = view_of(page)
    assert after[1] < near[1]
    assert after[2] == near[2]
    assert not page.locator(".mapcard.pinned").is_visible()
    page.locator("[data-zoom=all]").click()
    # The wheel zooms only with the control key.
    bring(page, board)
    page.mouse.move(*middle(page, "#p-BOH"))
    page.mouse.wheel(0, 120)
    wait_for_rest(page)
    assert view_of(page) == whole
    bring(page, board)
    page.mouse.move(*middle(page, "#p-BOH"))
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    until(page, lambda: view_of(page)[2] < whole[2])
    page.keyboard.up("Control")


def test_double_click_keeps_its_place_under_the_pointer(show_europe: Show) -> None:
    page = show_europe(FRONT).page
    bring(page, page.locator(".board"))
    whole = view_of(page)
    x, y = middle(page, "#p-BOH")
    page.mouse.dblclick(x, y)
    until(page, lambda: view_of(page)[2] < whole[2])
    assert page.evaluate(f"document.elementFromPoint({x}, {y}).id") == "p-BOH"


def test_paper_is_daylight_whatever_the_reader_chose(show_europe: Show) -> None:
    page = show_europe(FRONT, color_scheme="light").page
    sea = "getComputedStyle(document.querySelector('.board .water')).fill"
    ink = "getComputedStyle(document.body).color"
    day = page.evaluate(f"[{sea}, {ink}]")
    page.locator(".theme-switch").click()
    assert page.evaluate(f"[{sea}, {ink}]") != day
    page.emulate_media(media="print")
    assert page.evaluate(f"[{sea}, {ink}]") == day


def touch(session: Any, kind: str, *points: tuple[float, float]) -> None:
    """What fingers do: "Start" with their places, "Move", "End" with none left."""
    touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches})


def test_two_fingers_zoom_and_one_scrolls_the_page(show_europe: Show) -> None:
    page = show_europe(FRONT, 390, **PHONE).page
    fingers = page.context.new_cdp_session(page)
    bring(page, page.locator(".board"))
    x, y = middle(page, "#p-BOH")
    whole = view_of(page)
    touch(fingers, "Start", (x, y))
    for step in range(1, 9):
        touch(fingers, "Move", (x, y - 20 * step))
    touch(fingers, "End")
    page.wait_for_function("scrollY > 40")
    assert view_of(page) == whole
    wait_for_rest(page)
    bring(page, page.locator(".board"))
    x, y = middle(page, "#p-BOH")
    touch(fingers, "Start", (x - 20, y), (x + 20, y))
    for step in range(1, 6):
        touch(fingers, "Move", (x - 20 - 10 * step, y), (x + 20 + 10 * step, y))
    touch(fingers, "End")
    until(page, lambda: view_of(page)[2] < whole[2] * 0.6)
    near = view_of(page)
    touch(fingers, "Start", (x, y))
    for step in range(1, 5):
        touch(fingers, "Move", (x - 10 * step, y))
    touch(fingers, "End")
    until(page, lambda: view_of(page)[0] > near[0])


# --- map and orders together


@pytest.mark.parametrize(
    ("address", "width", "height"),
    # On a phone the front page of a running game says first what is due.
    [(FRONT, 1440, 900), (MOVES, 390, 844), slow(POLITICS, 1440, 900), slow(POLITICS, 390, 844)],
)
def test_map_begins_above_the_fold_and_fills_its_box(
    show_europe: Show, address: str, width: int, height: int
) -> None:
    page = show_europe(address, width).page
    page.set_viewport_size({"width": width, "height": height})
    box, board = page.locator(".mapbox").bounding_box(), page.locator(".board").bounding_box()
    assert box["y"] < height - 50
    _, _, wide, high = view_of(page)
    assert board["width"] / board["height"] == pytest.approx(wide / high, rel=0.01)
    assert box["width"] - board["width"] < 16


def test_phone_opens_where_something_happened(show_europe: Show) -> None:
    page = show_europe(MOVES, 390, **PHONE).page
    assert view_of(page)[2] < 0.6 * 24000
    assert "zoomed" not in page.locator(".mapbox").get_attribute("class").split()
    page.locator("[data-zoom=all]").click()
    assert view_of(page)[2] > 24000


@pytest.mark.parametrize("tapped", [True, False])
def test_row_brings_the_map_to_the_edge_of_a_phone(show: Show, site: Sample, tapped: bool) -> None:
    number = number_of(site, "A VIE - GAL")
    page = show(STANDARD if tapped else f"{STANDARD}#o{number}", 390, **PHONE).page
    row = page.locator(f"#o{number}")
    if tapped:
        bring(page, row)
        row.locator(".out").tap()
    page.wait_for_selector(".mapbox.strip")

    def is_in_sight() -> bool:
        strip, seen = page.locator(".mapbox").bounding_box(), row.bounding_box()
        return bool(seen["y"] >= 0 and seen["y"] + seen["height"] <= strip["y"] + 1)

    until(page, is_in_sight)
    wait_for_rest(page)
    strip, seen = page.locator(".mapbox").bounding_box(), row.bounding_box()
    assert strip["y"] + strip["height"] <= 901
    assert seen["y"] >= 0
    assert seen["y"] + seen["height"] <= strip["y"] + 1
    arrow = page.locator(f"#order-{number}").bounding_box()
    assert strip["x"] <= arrow["x"]
    assert strip["y"] <= arrow["y"]
    assert arrow["x"] + arrow["width"] <= strip["x"] + strip["width"]
    assert arrow["y"] + arrow["height"] <= strip["y"] + strip["height"]
    page.locator(".strip-close").tap()
    assert page.locator(".mapbox.strip").count() == 0


# --- orders


def number_of(site: Sample, order: str) -> str:
    """The number of an order on the page of the standard game."""
    rows = site.page(STANDARD).partition(f">{order}<")[0]
    return re.findall(r'data-order="(\d+)"', rows)[-1]


def test_arrows_and_rows_lead_to_each_other(show: Show, site: Sample) -> None:
    page = show(STANDARD).page
    number = number_of(site, "A VIE - GAL")
    row = page.locator(f"tr#o{number}")
    bring(page, row)
    row.hover()
    # The other signs fade with their arrows.
    signs = page.locator(".signs [data-order]").evaluate_all(
        "all => all.map((sign) => [sign.dataset.order, getComputedStyle(sign).opacity])"
    )
    assert len(signs) > 1
    assert all((float(opacity) == 1) == (own == number) for own, opacity in signs)
    number = number_of(site, "A PAR - BUR")
    page.locator(f".heads [data-order='{number}'] .head").dispatch_event("click")
    page.wait_for_function(f"location.hash === '#o{number}'")
    assert page.evaluate(f"document.querySelector('#o{number}').contains(document.activeElement)")


@pytest.mark.parametrize("mark", ["o", "order-"])
def test_address_of_an_order_lights_it(show: Show, site: Sample, mark: str) -> None:
    number = number_of(site, "A PAR - BUR")
    page = show(f"{STANDARD}#{mark}{number}").page
    assert "hot" in page.locator(f"#order-{number}").get_attribute("class").split()
    assert "hot" in page.locator("#p-BUR").get_attribute("class").split()
    assert page.locator(".board path.raised").count() == 2


def test_address_of_a_unit_lights_its_province(show: Show) -> None:
    page = show(f"{STANDARD}#u-PAR").page
    assert "hot" in page.locator("#p-PAR").get_attribute("class").split()
    assert "A PAR - BUR" in page.locator(".readout").inner_text()


_WORDS = """[...document.querySelectorAll(".mapbox > .board text")]
  .filter((text) => text.getClientRects().length)
  .map((text) => {
    const { left, top, right, bottom } = text.getBoundingClientRect();
    const { a, b } = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    return [text.textContent, text.dataset.name ?? "", size, [left, top, right, bottom]];
  })"""


@pytest.mark.parametrize(
    ("width", "zoomed"), [(390, False), (1440, True), slow(390, True), slow(1440, False)]
)
def test_words_of_a_map_can_be_read_or_are_not_shown(
    show_europe: Show, width: int, zoomed: bool
) -> None:
    """At least 8 pixels, and no name that had to grow covers another one."""
    page = show_europe(FRONT, width=width).page
    if zoomed:
        page.locator("[data-zoom=in]").click()
    until(page, lambda: all(size > 7.9 for _, _, size, _ in page.evaluate(_WORDS)))
    words = page.evaluate(_WORDS)
    names = {name for _, name, _, _ in words if name}
    assert len(names) > (40 if width == 390 else 90)
    grown = [(name, box) for _, name, size, box in words if name and size < 8.1]
    for at, (name, (left, top, right, bottom)) in enumerate(grown):
        for other, (west, north, east, south) in grown[at + 1 :]:
            apart = east <= left or right <= west or south <= top or bottom <= north
            assert apart or name == other, (name, other)


def test_keys_to_a_map_stand_below_it_in_letters_of_the_page(show_europe: Show) -> None:
    page = show_europe(MOVES).page
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        keys = page.locator(".mapbox .mapkeys")
        assert keys.locator("li", has_text="Austria").count() == 1
        assert keys.locator("li", has_text="supports").count() == 1
        size = keys.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert size >= 14
        assert page.locator(".layer.legend").count() == 0


def test_map_fills_the_window_by_its_button_by_f_and_by_its_address(show_europe: Show) -> None:
    page = show_europe(MOVES).page

    def is_wide() -> bool:
        box = page.locator(".mapfig").bounding_box()
        board = page.locator(".mapbox > .board").bounding_box()
        size = page.viewport_size
        return list(box.values()) == [0, 0, size["width"], size["height"]] and (
            board["y"] + board["height"] <= size["height"]
        )

    assert not is_wide()
    page.keyboard.press("f")
    until(page, is_wide)
    assert page.url.endswith("#wide")
    page.keyboard.press("Escape")
    until(page, lambda: not is_wide())
    assert "#" not in page.url
    page.locator("[data-wide]").click()
    until(page, is_wide)
    assert page.locator("[data-wide]").get_attribute("aria-pressed") == "true"
    page.locator("[data-wide]").click()
    until(page, lambda: not is_wide())
    assert show_europe(f"{MOVES}#wide").page.locator(".mapfig.wide").count() == 1
    # Whoever looks for a province types an f.
    page.locator("#map-find").focus()
    page.keyboard.press("f")
    assert not is_wide()
