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
from mapsvg import svg_to_png
from tests.browser.conftest import Shown
from tests.mapsvg.scenes import map_of_file
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


def three_ways(show: Show, site: Sample, folder: str) -> tuple[Image.Image, ...]:
    """The map of a page inline, as an image, and as PNG."""
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
    address, name = map_of(folder)
    svg = (site.output / address).read_text(encoding="utf-8")
    drawn = map_of_file(svg, name)
    png = Image.open(io.BytesIO(svg_to_png(drawn, WIDTH))).crop((0, 0, WIDTH, height))
    return inline, image_of(page, site, folder, svg, height), png


def image_of(page: Any, site: Sample, folder: str, svg: str, height: int) -> Image.Image:
    """What a browser shows of a file with the maps of some years, at the view of a phase."""
    address, name = map_of(folder)
    shown = (site.output / address).with_name("shown.svg")
    html = shown.with_suffix(".html")
    shown.write_text(svg, encoding="utf-8")
    image = f'<img src="shown.svg#{name}" style="display:block;width:{WIDTH}px">'
    html.write_text(f'<body style="margin:0">{image}', encoding="utf-8")
    try:
        page.goto(html.as_uri())
        return photographed(page, height)
    finally:
        shown.unlink()
        html.unlink()


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["comet/1620/movement", "comet/1619/diplomatic"])
def test_map_of_europe_looks_the_same_three_ways(
    show_europe: Show, europe: Sample, folder: str
) -> None:
    inline, image, png = three_ways(show_europe, europe, folder)
    assert differing(inline, image) < MOST
    assert differing(inline, png) < MOST


def test_map_of_standard_looks_the_same_three_ways(show: Show, site: Sample) -> None:
    phase = "duel/1901/spring-movement"
    inline, image, png = three_ways(show, site, phase)
    assert differing(inline, image) < MOST
    assert differing(inline, png) < MOST
    # An image without its letters would be found out: whatever letters this machine has in their
    # place, they stand elsewhere.
    bare = re.sub(r"@font-face\{[^}]*\}", "", site.page(map_of(phase)[0]))
    page = show("index.html", WIDTH, color_scheme="light").page
    page.set_viewport_size({"width": WIDTH, "height": 2400})
    without = image_of(page, site, phase, bare, inline.height)
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
    drawn = map_of_file((site.output / address).read_text("utf-8"), name)
    ours = Image.open(io.BytesIO(svg_to_png(drawn, 1600))).convert("RGB")
    theirs = Image.open(io.BytesIO(Path(saved.path()).read_bytes())).convert("RGB")
    assert theirs.size == ours.size
    assert differing(ours, theirs) < MOST


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


def test_pages_from_the_disk_say_that_they_save_no_png_and_no_film(show: Show) -> None:
    shown = show("duel/index.html")
    page = shown.page
    page.get_by_role("button", name="as PNG").click()
    page.get_by_role("button", name="Not here: take the SVG").wait_for()
    page.get_by_role("button", name="as PNG").wait_for()
    shown.go("duel/more/index.html")
    page.locator("[data-film]").click()
    page.get_by_role("button", name="Not here: see the replay").wait_for()
    page.get_by_role("button", name="Film as a file").wait_for()
