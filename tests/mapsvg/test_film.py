"""Films: every picture with its caption, one palette, under a limit, and always the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from generator.building.processes import results_of
from mapsvg.film import Film, Frame, film, fit_film

WIDTH = 400


def sheet(color: str, height: int = 200) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 {height}">'
        f'<rect width="400" height="{height}" fill="#d3e2e3"/>'
        f'<circle cx="90" cy="90" r="60" fill="{color}"/></svg>'
    )


FRAMES = (
    Frame(sheet("#a63229"), 1.0, "1620", "Spain takes Milan", "The <Winter> King & more"),
    Frame(sheet("#275493", 230), 0.6, "1621", "word " * 60, "The <Winter> King & more"),
    Frame(sheet("#275493"), 2.0, "1622"),
)


def pictures(made: Film) -> list[Image.Image]:
    found = []
    with Image.open(io.BytesIO(made.data)) as whole:
        for number in range(getattr(whole, "n_frames", 1)):
            whole.seek(number)
            found.append(whole.convert("RGB"))
    return found


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_every_frame_is_shown_with_its_caption_for_its_time(kind: str) -> None:
    made = film(FRAMES, WIDTH, kind)  # type: ignore[arg-type]
    assert (made.frames, made.width, made.seconds) == (3, WIDTH, 3.6)
    shown = pictures(made)
    assert len(shown) == 3
    # All are as high as the tallest: what a lower map leaves is paper.
    assert len({one.size for one in shown}) == 1
    band = shown[0].height - 230
    red, blue, _ = (one.getpixel((90, band + 90)) for one in shown)
    assert isinstance(red, tuple)
    assert isinstance(blue, tuple)
    assert red[0] > red[2]
    assert blue[2] > blue[0]
    texts = [one.crop((0, 0, WIDTH, band)) for one in shown]
    assert all(ImageChops.difference(a, b).getbbox() for a, b in pairwise(texts))
    with Image.open(io.BytesIO(made.data)) as whole:
        whole.load()
        first = whole.info["duration"]
        assert whole.info["loop"] == 0
    assert first == 1000


def test_gif_has_the_same_color_for_what_stays() -> None:
    """Nothing of a map that does not change may flicker."""
    first, second, _ = pictures(film(FRAMES, WIDTH, "gif"))
    corner = (300, first.height - 220, 400, first.height - 60)
    assert ImageChops.difference(first.crop(corner), second.crop(corner)).getbbox() is None


def test_pictures_that_are_drawn_side_by_side_are_the_same() -> None:
    alone = film(FRAMES, WIDTH, "gif")
    assert film(FRAMES, WIDTH, "gif", results=results_of) == alone


def test_film_that_is_too_large_becomes_narrower() -> None:
    asked: list[int] = []

    def frames(width: int) -> Iterator[Frame]:
        asked.append(width)
        return iter(FRAMES)

    whole = fit_film(frames, WIDTH, "gif")
    assert whole.width == WIDTH
    fitted = fit_film(frames, WIDTH, "gif", limit=len(whole.data) - 1)
    assert fitted.width < WIDTH
    assert len(fitted.data) < len(whole.data)
    # As narrow as a map can be, it is returned as it is.
    assert fit_film(frames, WIDTH, "gif", limit=1).width == 320
    assert asked[-1] == 320


def test_film_without_a_frame_is_none() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        film((), WIDTH, "gif")
