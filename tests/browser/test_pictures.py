"""A map looks the same in its page, as an image, and as PNG: the letters go with it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter

from generator.pages.base.page import map_of
from mapsvg import read_map, svg_to_png
from tests.browser.conftest import Shown
from tests.pages.sample import Sample
from tests.pages.test_base import serving

pytestmark = pytest.mark.browser

Show = Callable[..., Shown]
WIDTH = 2000
# Pixels that differ clearly, once single ones are blurred away: a share of the map.
MOST = 0.001


def differing(one: Image.Image, two: Image.Image) -> float:
    """The share of the pixels in which two pictures differ to the eye."""
    blurred = (picture.convert("L").filter(ImageFilter.BoxBlur(2)) for picture in (one, two))
    counts = ImageChops.difference(*blurred).histogram()
    return sum(counts[40:]) / sum(counts)


def photographed(page: Any, height: int) -> Image.Image:
    page.evaluate("document.fonts.ready")
    page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
    page.wait_for_timeout(200)
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": height}
    return Image.open(io.BytesIO(page.screenshot(clip=clip)))


def three_ways(
    show: Show, site: Sample, folder: str, change: Callable[[str], str] = str
) -> tuple[Image.Image, ...]:
    """The map of a page inline, as an image, and as PNG. `change` is made to its file."""
    page = show(f"{folder}/index.html", WIDTH, color_scheme="light").page
    page.set_viewport_size({"width": WIDTH, "height": 2400})
    # Alone on the page, without the figures that only other colors of the land show.
    page.evaluate(
        """width => {
        const board = document.querySelector(".board");
        board.querySelector(".shares")?.remove();
        document.body.replaceChildren(board);
        board.style = `position: absolute; inset: 0 auto auto 0; width: ${width}px; max-width: none;
            max-height: none`;
    }""",
        WIDTH,
    )
    # Below it stand the keys to a map, or its legend.
    height = int(page.locator(".board").bounding_box()["height"]) - 20
    inline = photographed(page, height)
    # The file with the maps of some years, of which the image shows the view of the phase.
    address, name = map_of(folder)
    file = site.output / address
    svg = change(file.read_text(encoding="utf-8"))
    shown = file.with_name("shown.svg")
    shown.write_text(svg, encoding="utf-8")
    html = file.with_name("shown.html")
    image = f'<img src="shown.svg#{name}" style="display:block;width:{WIDTH}px">'
    html.write_text(f'<body style="margin:0">{image}', encoding="utf-8")
    try:
        page.goto(html.as_uri())
        image = photographed(page, height)
    finally:
        shown.unlink()
        html.unlink()
    drawn, _ = read_map(svg, name)
    png = Image.open(io.BytesIO(svg_to_png(drawn, WIDTH))).crop((0, 0, WIDTH, height))
    return inline, image, png


@pytest.mark.parametrize(
    "folder",
    ["comet/1620/movement", pytest.param("comet/1619/diplomatic", marks=pytest.mark.slow)],
)
def test_map_of_europe_looks_the_same_three_ways(
    show_europe: Show, europe: Sample, folder: str
) -> None:
    inline, image, png = three_ways(show_europe, europe, folder)
    assert differing(inline, image) < MOST
    assert differing(inline, png) < MOST


def test_map_of_standard_looks_the_same_three_ways(show: Show, site: Sample) -> None:
    inline, image, png = three_ways(show, site, "duel/1901/spring-movement")
    assert differing(inline, image) < MOST
    assert differing(inline, png) < MOST


def test_image_without_its_letters_would_be_found_out(show: Show, site: Sample) -> None:
    def bare(svg: str) -> str:
        return re.sub(r"@font-face\{[^}]*\}", "", svg)

    phase = "duel/1901/spring-movement"
    inline, image, _ = three_ways(show, site, phase)
    _, without, _ = three_ways(show, site, phase, bare)
    # Whatever letters this machine has in their place, they stand elsewhere.
    assert differing(inline, without) > 5 * differing(inline, image)
    assert differing(inline, without) > MOST


def test_map_is_saved_as_a_png_that_looks_the_same(show: Show, site: Sample) -> None:
    folder = "duel/1901/spring-movement"
    with serving(site.output, site.output / "404.html") as host:
        page = show(f"{folder}/index.html", host=host, accept_downloads=True).page
        with page.expect_download() as waiting:
            page.get_by_role("button", name="as PNG").click()
    saved = waiting.value
    assert saved.suggested_filename == "duel-1901-spring-movement.png"
    address, name = map_of(folder)
    drawn, _ = read_map((site.output / address).read_text("utf-8"), name)
    ours = Image.open(io.BytesIO(svg_to_png(drawn, 1600))).convert("RGB")
    theirs = Image.open(io.BytesIO(Path(saved.path()).read_bytes())).convert("RGB")
    assert theirs.size == ours.size
    assert differing(ours, theirs) < MOST


def test_page_from_the_disk_says_that_it_saves_no_png(show: Show) -> None:
    page = show("duel/index.html").page
    button = page.locator("[data-image]")
    button.click()
    expect = "document.querySelector('[data-image]').textContent === 'Not here: take the SVG'"
    page.wait_for_function(expect)
    page.wait_for_function("document.querySelector('[data-image]').textContent === 'as PNG'")


def test_film_is_saved_as_one_animated_image(show: Show, site: Sample) -> None:
    """A picture for each phase of the replay, two clicks from the front page."""
    with serving(site.output, site.output / "404.html") as host:
        page = show("duel/index.html", host=host, accept_downloads=True).page
        page.get_by_role("link", name="More of this game").click()
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Film as a file").click()
        page.get_by_role("button", name="Film as a file").wait_for()
    assert waiting.value.suggested_filename == "duel.webp"
    film = Image.open(io.BytesIO(Path(waiting.value.path()).read_bytes()))
    replay = (site.output / "duel" / "replay" / "index.html").read_text("utf-8")
    assert film.n_frames == replay.count("data-frame=") > 2
    times, pictures = [], []
    for number in range(film.n_frames):
        film.seek(number)
        pictures.append(film.convert("RGB"))
        times.append(film.info["duration"])
    assert times == [1400] * (film.n_frames - 1) + [4000]
    assert {picture.size for picture in pictures} == {(800, pictures[0].height)}
    assert all(a.tobytes() != b.tobytes() for a, b in pairwise(pictures))


def test_page_from_the_disk_says_that_it_makes_no_film(show: Show) -> None:
    page = show("duel/more/index.html").page
    page.locator("[data-film]").click()
    page.get_by_role("button", name="Not here: see the replay").wait_for()
    page.get_by_role("button", name="Film as a file").wait_for()
