"""A variant's folder as a whole: what it begins with, making it, and checking it with its map."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.files.reading import FileErrors, read_text, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.files.writing import create_folder
from generator.authoring.checks import BOARD, Fault, check_files
from generator.engine.errors import FileError, Place
from generator.engine.phases import Setup
from generator.engine.rulebook import PowerFacts
from generator.engine.ruleset import Ruleset
from generator.rulesets import VARIANTS, get_ruleset
from generator.rulesets.standard import StandardRuleset
from generator.rulesets.variants import MAP, RULESET, know_folder
from mapsvg import GeometryError
from mapsvg.geometry import format_geometry
from mapsvg.workshop.drawing import compare_borders, draw_board, propose_board, read_drawing

DRAWING: Final = "map.svg"
_BORDERS: Final = "Provinces and borders: army and fleet list where units go from a province."
_RULES: Final = (
    "The powers, and how this variant differs from its base. Change it, then:\n"
    "theatrum ruleset check"
)


class Foreign(Struct):
    """The tables of ruleset.toml and board.toml, the drawing ("" for none), and what is to be
    said of what was left out."""

    facts: dict[str, Any]
    board: dict[str, Any] = {}
    drawing: str = ""
    notes: list[str] = []

    def files(self) -> dict[str, str]:
        """The files of the variant's folder."""
        files = {RULESET: format_toml(self.facts, _RULES)}
        if self.board:
            files[BOARD] = format_toml(self.board, _BORDERS)
        return files | ({DRAWING: self.drawing} if self.drawing else {})


def slug_of(name: str) -> str:
    """The name of a power in files: "united-states"."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def color_of(number: int) -> str:
    """A color for one of many powers: neighbors in the list differ in hue and lightness."""
    hue = (number * 0.618034) % 1
    light, deep = ((0.42, 0.62), (0.62, 0.55), (0.30, 0.70))[number % 3]
    red, green, blue = colorsys.hls_to_rgb(hue, light, deep)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


PICTURE: Final = "check.svg"
_WRONG: Final = PowerFacts("wrong", "Looked for", "wrong", "#d4145a", "!")


def check_variant(folder: Path) -> tuple[Ruleset[Any] | None, list[Fault], dict[str, bytes]]:
    """The ruleset in a variant's folder, None where it cannot be played; what is wrong; and the
    files that are to be written into it: its map, and a picture of what is wrong."""
    ruleset, faults = check_files(folder)
    if not isinstance(ruleset, StandardRuleset):
        return ruleset, faults, {}
    try:
        text, more = _draw(folder, ruleset)
    except GeometryError as error:
        place = None if (folder / DRAWING).exists() else Place(str(folder / BOARD))
        return None, [*faults, Fault("error", FileError(str(error), place=place))], {}
    faults += more
    files = {MAP: text.encode()}
    marked = dict.fromkeys((code for fault in faults for code in fault.at), "wrong")
    if marked:
        files[PICTURE] = _picture(ruleset, text, marked).encode()
    return ruleset, faults, files


def _draw(folder: Path, ruleset: StandardRuleset) -> tuple[str, list[Fault]]:
    """The map of a variant as a file has it, and where its borders are not those of its drawing."""
    board = read_toml(folder / BOARD)
    homes = {code for own in ruleset.facts.homes.values() for code in own}
    provinces = {
        code: {**row, "center": code in homes or row.get("center", False)}
        for code, row in board.data["provinces"].items()
    }
    name = {"name": folder.name, "title": ruleset.title}
    tables = {**board.data, "board": name, "provinces": provinces}
    path = folder / DRAWING
    svg = read_text(path) if path.exists() else None
    # First what is wrong with the drawing, by its path, which the map does without.
    differences = compare_borders(tables, read_drawing(svg, str(path))) if svg else ()
    geometry = draw_board(tables, svg, DRAWING)
    faults = [
        Fault(
            "warning",
            board.error(f"{one} and {two}: {what}" if two else f"{one}: {what}", "provinces", one),
            tuple(code for code in (one, two) if code in provinces),
        )
        for one, two, what in differences
    ]
    return format_geometry(geometry), faults


def _picture(ruleset: Ruleset[Any], text: str, marked: Mapping[str, str]) -> str:
    """The board as it opens, with the provinces marked that something is wrong with."""
    from generator.pages.maps.drawing import map_scene
    from mapsvg import draw_map, stand_alone
    from mapsvg.geometry import parse_geometry

    picture = ruleset.picture(ruleset.opening(Setup()))
    shown = replace(picture, land=marked, title="What to look at", subtitle="")
    scene = map_scene(shown, {**ruleset.powers, _WRONG.id: _WRONG}, game=ruleset.title)
    return stand_alone(draw_map(scene, geometry=parse_geometry(text)).document)


def make_variant(root: Path, name: str, files: Mapping[str, str]) -> Path:
    """A folder for a variant, with all its files or not at all. Raises UsageError and FileError."""
    return create_folder(root, name, files, lambda made: None)


def checked_variant(folder: Path) -> tuple[Ruleset[Any], list[Fault]]:
    """The variant in a folder, ready for a game, with its map drawn. Raises GameError with all
    that is wrong."""
    ruleset, faults, files = check_variant(folder)
    errors = [fault.error for fault in faults if fault.severity == "error"]
    if ruleset is None or errors:
        raise FileErrors(errors)
    write_files(folder, files)
    VARIANTS.pop(ruleset.id, None)
    return know_folder(folder), faults


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write what a check has made, where it differs, and take away a picture of old faults."""
    for name, data in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != data:
            part = path.with_name(f".{name}.part")
            part.write_bytes(data)
            part.replace(path)
    if PICTURE not in files:
        (folder / PICTURE).unlink(missing_ok=True)


def from_drawing(path: Path, name: str) -> Foreign:
    """A board as a drawing has it, with two powers that are yet to be given homes. Raises FileError
    with what is wrong with the drawing."""
    svg = read_text(path)
    try:
        drawing = read_drawing(svg, str(path))
        board = {"provinces": propose_board(drawing)}
    except GeometryError as error:
        # Each line names the file and its line already.
        raise FileError(str(error)) from None
    powers = {
        power: {"name": power.title(), "color": color, "homes": [], "units": []}
        for power, color in (("red", color_of(0)), ("blue", color_of(1)))
    }
    facts = {"title": title_of(name), "base": "standard", "first_year": 1, "powers": powers}
    return Foreign(facts, board, svg, list(drawing.notes))


def example(name: str) -> dict[str, str]:
    """The files of a war of two powers around a sea, drawn as a grid."""
    folder = Path(__file__).with_name("example")
    files = {part: (folder / part).read_text(encoding="utf-8") for part in (RULESET, BOARD)}
    return {**files, RULESET: files[RULESET].replace("The Inner Sea", title_of(name))}


def edition(name: str, base: str) -> dict[str, str]:
    """The facts of an edition that may be changed, with nothing changed yet."""
    ruleset = get_ruleset(base)
    if not ruleset.fact_tables:
        raise FileError(
            "has no facts that a variant can change",
            place=Place(base),
            hint="choose another --base",
        )
    return Foreign({"title": f"{ruleset.title}, changed", "base": base}).files()


def title_of(name: str) -> str:
    return name.replace("-", " ").title()
