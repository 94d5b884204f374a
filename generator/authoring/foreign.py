"""A variant as another program has it, on its way to a folder."""

from __future__ import annotations

import colorsys
import re
from typing import Any, Final

from msgspec import Struct

from generator.archive.files.toml_layout import format_toml
from generator.authoring.checks import BOARD
from generator.rulesets.variants import RULESET

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
