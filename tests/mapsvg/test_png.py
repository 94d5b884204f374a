"""PNGs are drawn with the shipped fonts alone, small enough for a forum, and always the same."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from PIL import Image

from mapsvg import draw_svg, svg_to_png
from mapsvg.faces import FACES, font_css, font_files
from mapsvg.lettering import fit_text, text_width, wrap_text
from mapsvg.png import LIMIT
from tests.mapsvg.boards import small_board
from tests.mapsvg.scenes import full_scene, mixed_scene

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


@pytest.fixture(scope="module")
def full_png() -> bytes:
    return svg_to_png(draw_svg(full_scene()), 1600)


@pytest.mark.parametrize(("family", "style", "weight"), STYLES)
def test_every_face_is_found(family: str, style: str, weight: int) -> None:
    assert darkness(svg_to_png(lettering("Vienna", family, style, weight), 600)) > 300


def test_faces_are_different_ones() -> None:
    pictures = {svg_to_png(lettering("Vienna", *face), 600) for face in STYLES}
    assert len(pictures) == len(STYLES)


@pytest.mark.parametrize("letter", sorted(set(LETTERS.replace(" ", ""))))
def test_letter_is_in_every_face(letter: str) -> None:
    for face in STYLES:
        drawn = svg_to_png(lettering(letter, *face), 600)
        missing = svg_to_png(lettering("\ue000", *face), 600)
        assert darkness(drawn) > 0
        assert drawn != missing, face


def test_only_shipped_fonts_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[dict[str, Any]] = []
    draw = resvg_py.svg_to_bytes

    def record(**options: Any) -> bytes:
        calls.append(options)
        return draw(**options)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", record)
    svg_to_png(lettering("Vienna", *STYLES[0]), 100)
    assert calls[0]["skip_system_fonts"] is True
    assert calls[0]["font_files"] == [str(path) for path in font_files()]
    assert [path.stem for path in font_files()] == list(FACES)
    assert all(path.is_file() for path in (*font_files(), *font_files("woff2")))


def test_style_rules_name_files_that_are_shipped() -> None:
    css = font_css("../fonts/")
    assert css.count("@font-face") == len(FACES)
    for path in font_files("woff2"):
        assert f'url("../fonts/{path.name}")' in css


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


def test_full_map_fits_a_forum(full_png: bytes) -> None:
    assert len(full_png) <= LIMIT == 250 * 1024
    picture = Image.open(io.BytesIO(full_png))
    assert picture.width == 1600
    assert picture.mode == "P"


def test_same_svg_gives_same_bytes(full_png: bytes) -> None:
    assert svg_to_png(draw_svg(full_scene()), 1600) == full_png


def test_pieces_keep_their_colors_in_the_small_palette() -> None:
    svg = draw_svg(mixed_scene(), geometry=small_board())
    picture = Image.open(io.BytesIO(svg_to_png(svg, 1200))).convert("RGB")
    colors = {color for _, color in picture.getcolors(1 << 20) or ()}
    for piece in ("#a3170d", "#25212b", "#35b3ea", "#17309c"):
        wanted = tuple(int(piece[at : at + 2], 16) for at in (1, 3, 5))
        assert wanted in colors, piece


def test_without_a_limit_all_colors_stay() -> None:
    svg = draw_svg(mixed_scene(), geometry=small_board())
    picture = Image.open(io.BytesIO(svg_to_png(svg, 400, limit=None)))
    assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 256


def test_tight_limit_takes_fewer_colors() -> None:
    svg = draw_svg(mixed_scene(), geometry=small_board())
    assert len(svg_to_png(svg, 400, limit=1)) < len(svg_to_png(svg, 400))


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
