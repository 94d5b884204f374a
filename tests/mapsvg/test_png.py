"""PNGs are drawn with the shipped fonts alone, small enough for a forum, and always the same."""

from __future__ import annotations

import hashlib
import io
import math
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import Image

from mapsvg import Fill, PowerStyle, Scene, load_geometry, load_palette, svg_to_png
from mapsvg.lettering import FACES, fit_text, font_files, text_width, wrap_text
from mapsvg.png import LEAST_COLORS, LEGIBLE, LIMIT, MOST_COLORS, SMALL, fit_png
from tests.mapsvg.boards import GRID, kind_of, small_board
from tests.mapsvg.scenes import EUROPE, draw_svg, mixed_scene, usual_scene

ROOT = Path(__file__).parent.parent.parent
STYLES = tuple(FACES.values())
# Letters of the boards and of the texts beside them.
LETTERS = "Łódź Ståhl Győr Køge São Mîrșa Țara Čas Ğ ß – “Æ” ’ → + − × ¹ ² ½"


def lettering(text: str, family: str, style: str, weight: int) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 60"><rect width="600" '
        f'height="60" fill="#fff"/><text x="5" y="40" font-family="{family}" font-size="30" '
        f'font-style="{style}" font-weight="{weight}">{text}</text></svg>'
    )


def darkness(png: bytes) -> int:
    picture = Image.open(io.BytesIO(png)).convert("L")
    return sum(count for level, count in enumerate(picture.histogram()) if level < 128)


def test_faces_are_different_ones() -> None:
    pictures = {svg_to_png(lettering("Vienna", *face), 600) for face in STYLES}
    assert len(pictures) == len(STYLES)


def test_letters_are_in_every_face() -> None:
    for face in STYLES:
        missing = svg_to_png(lettering("\ue000", *face), 600)
        for letter in sorted(set(LETTERS.replace(" ", ""))):
            drawn = svg_to_png(lettering(letter, *face), 600)
            assert darkness(drawn) > 0, (letter, face)
            assert drawn != missing, (letter, face)


def test_other_fonts_on_the_machine_change_nothing(tmp_path: Path) -> None:
    for folder in (tmp_path / ".fonts", tmp_path / ".local/share/fonts"):
        folder.mkdir(parents=True)
        for path in font_files():
            shutil.copy(path, folder / f"other-{path.name}")
    code = (
        "import hashlib; from mapsvg import svg_to_png; from tests.mapsvg.test_png import *;"
        "svg = lettering('Vienna ☃ Ω 東', 'Georgia, serif', 'normal', 700);"
        "print(hashlib.sha256(svg_to_png(svg, 600)).hexdigest())"
    )
    hashes = set()
    for home in (tmp_path, tmp_path / "empty"):
        env = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / ".local/share")}
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        hashes.add(done.stdout)
    svg = lettering("Vienna ☃ Ω 東", "Georgia, serif", "normal", 700)
    hashes.add(hashlib.sha256(svg_to_png(svg, 600)).hexdigest() + "\n")
    assert len(hashes) == 1


def letters_of(svg: str) -> float:
    """The smallest letters of a name, as a share of the map's width."""
    root = ElementTree.fromstring(svg)
    wide = float(root.get("viewBox", "").split()[2])
    groups = root.iterfind(".//{*}g[@class='layer names']/{*}g[@font-size]")
    return min(float(group.get("font-size", "")) for group in groups) / wide


@pytest.mark.parametrize(
    ("board", "width", "limit"),
    [
        ("standard", 800, SMALL),
        ("europe-1619", 800, LIMIT),
        pytest.param("standard", 800, LIMIT, marks=pytest.mark.slow),
        pytest.param("standard", 1600, LIMIT, marks=pytest.mark.slow),
        pytest.param("europe-1619", 800, SMALL, marks=pytest.mark.slow),
        pytest.param("europe-1619", 1600, LIMIT, marks=pytest.mark.slow),
    ],
)
def test_map_for_a_forum_has_its_colors_and_letters(board: str, width: int, limit: int) -> None:
    """As wide as the limit leaves 128 colors, and no wider than it was asked for."""
    geometry = load_geometry(board)
    scene = usual_scene(geometry)
    data, fitting = fit_png(draw_svg(scene, pixels=width), width, limit)
    assert len(data) <= limit
    picture = Image.open(io.BytesIO(data))
    assert (picture.width, picture.mode) == (fitting, "P")
    assert len(picture.convert("RGB").getcolors(1 << 20) or ()) >= 110
    svg = draw_svg(scene, pixels=fitting)
    assert letters_of(svg) * fitting >= LEGIBLE
    if fitting < width:
        wider = svg_to_png(draw_svg(scene, pixels=width), fitting + 32, colors=LEAST_COLORS)
        assert len(wider) > 0.97 * limit


def test_names_too_small_to_read_become_codes() -> None:
    geometry = load_geometry("europe-1619")
    scene = usual_scene(geometry)
    small, large = draw_svg(scene, pixels=800), draw_svg(scene)
    tiny = min(geometry.provinces.values(), key=lambda province: province.label.size)
    assert f">{tiny.code}</text>" in small
    assert f">{tiny.code}</text>" not in large
    assert draw_svg(scene, pixels=8000) == large


@cache
def drawn_in_full(width: int) -> tuple[str, dict[tuple[int, ...], int]]:
    """A busy map, and the colors of its picture with how often they occur."""
    svg = draw_svg(usual_scene(load_geometry("europe-1619")))
    return svg, seen_in(svg_to_png(svg, width))


@pytest.mark.parametrize(
    ("width", "colors"),
    [
        (800, LEAST_COLORS),
        pytest.param(800, MOST_COLORS, marks=pytest.mark.slow),
        pytest.param(1600, LEAST_COLORS, marks=pytest.mark.slow),
        pytest.param(1600, MOST_COLORS, marks=pytest.mark.slow),
    ],
)
def test_colors_of_areas_survive(width: int, colors: int) -> None:
    """The land of every power and of its minor states, and every piece, however small."""
    svg, full = drawn_in_full(width)
    kept = seen_in(svg_to_png(svg, width, colors=colors))
    palette = load_palette("day")
    for key, style in EUROPE.items():
        colors = palette.power(key, style)
        for color in (colors.land, colors.tint, colors.piece):
            # Two of these colors may be so near that one entry stands for both.
            if full.get(rgb(color), 0) >= 12:
                assert min(math.dist(rgb(color), one) for one in kept) < 5, (key, color)


def test_a_province_keeps_its_color_in_the_smallest_file() -> None:
    """No pixel that lies within an area takes another power's color."""
    svg = draw_svg(usual_scene(load_geometry("europe-1619")), layers=["land"])
    full = Image.open(io.BytesIO(svg_to_png(svg, 800))).convert("RGB")
    small = Image.open(io.BytesIO(svg_to_png(svg, 800, colors=LEAST_COLORS))).convert("RGB")
    wide, high = full.size
    before, after = full.load(), small.load()
    assert before is not None
    assert after is not None
    named = {rgb(color) for color in re.findall(r"#[0-9a-f]{6}\b", svg)}
    inside = 0
    for x in range(1, wide - 1):
        for y in range(1, high - 1):
            color = before[x, y]
            around = {before[x + dx, y + dy] for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            if color in named and around == {color}:
                inside += 1
                assert math.dist(color, after[x, y]) < 5, (x, y)  # type: ignore[arg-type]
    # What is hatched has no inside but between its lines.
    assert inside > 60_000


@pytest.mark.parametrize(
    "palette",
    [
        "print",
        pytest.param("day", marks=pytest.mark.slow),
        pytest.param("high-contrast", marks=pytest.mark.slow),
    ],
)
def test_patterns_can_be_seen_without_color(palette: str) -> None:
    """On 1600 px, in the small file, in grey: lines on a power's land, fewer on its states'."""
    shares = {}
    # Colors of nobody have plain land, which tells where each power's is.
    plainly = {key: PowerStyle(key, f"#40{12 * at:02x}80") for at, key in enumerate(EUROPE)}
    everybody = replace(land_of_all(tinted=False), powers=plainly)
    plain = draw_svg(everybody, palette="print", layers=["land"], geometry=small_board())
    areas = Image.open(io.BytesIO(svg_to_png(plain, 1600))).convert("RGB")
    pixels = areas.tobytes()
    for tinted in (False, True):
        scene = land_of_all(tinted=tinted)
        drawn = draw_svg(
            scene, palette=palette, layers=["land"], patterns=True, geometry=small_board()
        )
        grey = Image.open(io.BytesIO(svg_to_png(drawn, 1600, colors=LEAST_COLORS))).convert("L")
        found: dict[bytes, list[int]] = {}
        for at, level in enumerate(grey.tobytes()[::7]):
            found.setdefault(pixels[21 * at : 21 * at + 3], []).append(level)
        for key, style in plainly.items():
            levels = found[bytes(rgb(load_palette("print").power(key, style).land))]
            usual, darkest = max(set(levels), key=levels.count), sorted(levels)[len(levels) // 50]
            assert usual - darkest > 18, (key, tinted)
            middle = (usual + darkest) / 2
            shares[key, tinted] = sum(level < middle for level in levels) / len(levels)
    for key in EUROPE:
        assert 0.02 < shares[key, True] < 0.95 * shares[key, False], (key, shares)


def land_of_all(*, tinted: bool) -> Scene:
    """The small board with a province for each of fifteen powers, or for their minor states."""
    codes = [code for row in GRID for code in row if kind_of(code) in ("inland", "coastal")]
    powers = dict(zip(codes, EUROPE, strict=False))
    fills = {code: Fill("aligned", power) for code, power in powers.items()} if tinted else {}
    assert len(powers) == len(EUROPE)
    return Scene("small", owners=powers, fills=fills, powers=EUROPE)


def rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


def seen_in(png: bytes) -> dict[tuple[int, ...], int]:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return {color: count for count, color in picture.getcolors(1 << 24) or ()}  # type: ignore[misc]


def test_without_a_limit_all_colors_stay() -> None:
    svg = draw_svg(mixed_scene(), geometry=small_board())
    picture = Image.open(io.BytesIO(svg_to_png(svg, 400)))
    assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 256


def test_fewer_colors_make_a_smaller_file() -> None:
    svg = draw_svg(mixed_scene(), geometry=small_board())
    sizes = [
        len(svg_to_png(svg, 400, colors=colors)) for colors in (LEAST_COLORS, MOST_COLORS, None)
    ]
    assert sizes == sorted(sizes)
    assert len({*sizes}) == 3


def test_no_svg_and_no_width_are_refused() -> None:
    with pytest.raises(ValueError, match="0 pixels"):
        svg_to_png("<svg/>", 0)
    with pytest.raises(ValueError, match="SVG"):
        svg_to_png("no picture", 100)


def test_text_width_is_that_of_the_font() -> None:
    for face, style in zip(FACES, STYLES, strict=True):
        picture = Image.open(io.BytesIO(svg_to_png(lettering("HHHHHHHHHH", *style), 1200)))
        left, _, right, _ = picture.convert("L").point(lambda v: 255 * (v < 128)).getbbox() or (
            0, 0, 0, 0)  # fmt: skip
        drawn = (right - left) / 2
        assert text_width("HHHHHHHHHH", face, 30) == pytest.approx(drawn, rel=0.04)  # type: ignore[arg-type]


def test_long_text_is_shortened_or_wrapped_to_the_width() -> None:
    face = "AlegreyaSans-Regular"
    text = "The Diet of Regensburg met again " * 5
    short = fit_text(text, face, 20, 200)
    assert short.endswith("…")
    assert text_width(short, face, 20) <= 200
    lines = wrap_text(text + "W" * 100, face, 20, 200)
    assert all(text_width(line, face, 20) <= 200 for line in lines)
    assert " ".join(lines).startswith("The Diet of Regensburg met again The Diet")
    assert fit_text("Vienna", face, 20, 200) == "Vienna"
