"""A map as a file of its own: its letters go with it, what is for pointing stays behind."""

from __future__ import annotations

import base64
import re
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mapsvg import (
    OrderMark,
    PowerStyle,
    Scene,
    UnitPiece,
    draw_map,
    font_files,
    join_maps,
    stand_alone,
)
from mapsvg.subset import _characters, _kerning, _read, subset
from tests.mapsvg.scenes import draw_svg

SCENE = Scene(
    "standard",
    title="First Light",
    subtitle="Spring 1901, movement",
    owners={"VIE": "austria", "BUD": "austria", "VEN": "italy"},
    centers={"VIE": "austria", "BUD": "austria", "VEN": "italy", "SER": ""},
    units=(UnitPiece("A", "VIE", "austria"), UnitPiece("A", "VEN", "italy", 2)),
    orders=(
        OrderMark("1", "move", "austria", "VIE", "TYR"),
        OrderMark("2", "hold", "italy", "VEN"),
    ),
    powers={"austria": PowerStyle("Austria"), "italy": PowerStyle("Italy")},
)
BOLD = next(path for path in font_files() if path.stem == "EBGaramond-Bold")


def tables_of(woff: bytes) -> dict[str, bytes]:
    """The tables of a WOFF, each as long as it says it is."""
    assert woff[:4] == b"wOFF"
    assert struct.unpack_from(">L", woff, 8)[0] == len(woff)
    tables = {}
    for entry in range(struct.unpack_from(">H", woff, 12)[0]):
        name, start, packed, length, _ = struct.unpack_from(">4sLLLL", woff, 44 + 20 * entry)
        data = woff[start : start + packed]
        table = data if packed == length else zlib.decompress(data)
        assert len(table) == length
        tables[name.decode()] = table
    return tables


def outlines_of(tables: dict[str, bytes]) -> dict[str, bytes]:
    """{letter: its outline}."""
    places = [2 * place for (place,) in struct.iter_unpack(">H", tables["loca"])]
    return {
        letter: tables["glyf"][places[number] : places[number + 1]]
        for letter, number in _characters(tables["cmap"]).items()
    }


def test_subset_has_the_letters_of_the_font_and_no_others() -> None:
    font = _read(BOLD)
    tables = tables_of(subset(BOLD, ["Tyrol", "Zürich"]))
    outlines = outlines_of(tables)
    assert set(outlines) == set("TyrolZürich")
    for letter, outline in outlines.items():
        assert outline == font.outlines[font.numbers[letter]]
    numbers = _characters(tables["cmap"])
    for letter, number in numbers.items():
        assert tables["hmtx"][4 * number : 4 * number + 4] == font.moves[font.numbers[letter]]


@pytest.mark.parametrize("path", font_files(), ids=lambda path: path.stem)
def test_letters_stand_where_they_are_drawn(path: Path) -> None:
    """A browser moves a letter until its left edge is where the font says that it begins."""
    font = _read(path)
    drawn = [number for number, outline in enumerate(font.outlines) if outline]
    edges = {number: struct.unpack_from(">h", font.outlines[number], 2)[0] for number in drawn}
    begins = {number: struct.unpack(">Hh", font.moves[number])[1] for number in drawn}
    assert len(drawn) > 300
    assert edges == begins


def test_subset_keeps_the_kerning_of_pairs_that_occur() -> None:
    font = _read(BOLD)
    tables = tables_of(subset(BOLD, ["Tyrol", "Avon"]))
    numbers = _characters(tables["cmap"])
    kerning = _kerning(tables["kern"])
    value = font.kerning[font.numbers["T"], font.numbers["y"]]
    assert value < 0
    assert kerning[numbers["T"], numbers["y"]] == value
    assert (numbers["T"], numbers["o"]) not in kerning
    assert font.kerning[font.numbers["T"], font.numbers["o"]] < 0


def test_letter_that_the_font_lacks_is_left_out() -> None:
    tables = tables_of(subset(BOLD, ["A☃"]))
    assert set(_characters(tables["cmap"])) == {"A"}


@pytest.fixture(scope="module")
def drawn() -> str:
    return draw_svg(SCENE)


def test_file_carries_every_letter_in_its_face(drawn: str) -> None:
    file = stand_alone(drawn)
    fonts = {
        (family, style, int(weight)): outlines_of(tables_of(base64.b64decode(data)))
        for family, style, weight, data in re.findall(
            r'@font-face\{font-family:"([^"]+)";font-style:(\w+);font-weight:(\d+);'
            r'src:url\("data:font/woff;base64,([^"]+)"\)\}',
            file,
        )
    }
    root = ElementTree.fromstring(file)
    space = {"svg": "http://www.w3.org/2000/svg"}

    def letters(path: str) -> set[str]:
        return set("".join(text.text or "" for text in root.iterfind(path, space)))

    names = ".//svg:g[@class='layer names']/svg:g"
    upright = [group for group in root.iterfind(names, space) if not group.get("class")]
    bold = set("".join(text.text or "" for group in upright for text in group))
    assert bold
    assert bold <= set(fonts["EB Garamond", "normal", 700])
    sea = letters(f"{names}[@class='at-sea']/svg:text")
    assert sea
    assert sea <= set(fonts["EB Garamond", "italic", 400])
    strong = letters(".//svg:g[@class='words strong']/svg:text")
    assert strong
    assert strong <= set(fonts["Alegreya Sans", "normal", 700])
    words = letters(".//svg:g[@class='words']/svg:text")
    assert words
    assert words <= set(fonts["Alegreya Sans", "normal", 400])
    assert letters(".//svg:text[@class='subtitle']") <= set(fonts["EB Garamond", "italic", 400])


def test_file_of_a_site_keeps_its_close_ups_and_whatever_it_refers_to() -> None:
    """It goes without what is there to be pointed at."""
    drawn, file = draw_svg(SCENE), join_maps({"": draw_map(SCENE)})
    root = ElementTree.fromstring(file)
    ids = {part.get("id") for part in root.iter() if part.get("id")}
    asked = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', file))
    assert {one or two for one, two in asked} <= ids
    labels = " ".join(re.findall(r'aria-labelledby="([^"]*)"', file)).split()
    assert labels
    assert set(labels) <= ids
    assert set(re.findall(r'id="(view-[^"]+)"', drawn)) <= ids
    assert " data-" not in file
    assert 'class="layer seas"' not in file
    assert file.count("<title") == 1
    assert len(file) < 1.15 * len(drawn)
