"""What the folder of a new variant begins with."""

from __future__ import annotations

from pathlib import Path

from generator.archive.files.reading import read_text
from generator.authoring.checks import BOARD
from generator.authoring.foreign import Foreign, color_of
from generator.engine.errors import FileError, Place
from generator.rulesets import get_ruleset
from generator.rulesets.variants import RULESET
from mapsvg import GeometryError
from mapsvg.workshop.drawing import propose_board, read_drawing


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
