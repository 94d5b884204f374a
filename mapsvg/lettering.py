"""The shipped fonts: their files, the style rules that name them, and the width of a text."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

import msgspec.json

Face = Literal[
    "EBGaramond-Regular",
    "EBGaramond-Italic",
    "EBGaramond-Bold",
    "AlegreyaSans-Regular",
    "AlegreyaSans-Bold",
]
# file -> family, style, weight
FACES: Final[dict[Face, tuple[str, str, int]]] = {
    "EBGaramond-Regular": ("EB Garamond", "normal", 400),
    "EBGaramond-Italic": ("EB Garamond", "italic", 400),
    "EBGaramond-Bold": ("EB Garamond", "normal", 700),
    "AlegreyaSans-Regular": ("Alegreya Sans", "normal", 400),
    "AlegreyaSans-Bold": ("Alegreya Sans", "normal", 700),
}
# Not importlib.resources, here and for other files of the package: importing it takes longer.
_FONTS: Final = Path(__file__).parent / "fonts"
# The width of a character that the fonts lack: its replacement is seldom wider.
_UNKNOWN = 600


@lru_cache(maxsize=1)
def _advances() -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = msgspec.json.decode((_FONTS / "metrics.json").read_bytes())
    return table


@lru_cache(maxsize=4096)
def text_width(text: str, face: Face, size: float, spacing: float = 0) -> float:
    """Width of one line in the unit of `size`; `spacing` is added after every character."""
    advance = _advances()[face]
    return sum(advance.get(char, _UNKNOWN) for char in text) * size / 1000 + spacing * len(text)


def fit_text(text: str, face: Face, size: float, width: float) -> str:
    """The text, or its beginning with an ellipsis, so that it is at most `width` wide."""
    if text_width(text, face, size) <= width:
        return text
    kept = text
    while kept and text_width(kept + "…", face, size) > width:
        kept = kept[:-1].rstrip()
    return kept + "…"


def wrap_text(text: str, face: Face, size: float, width: float) -> list[str]:
    """The text in lines of at most `width`, broken at spaces; a longer word is shortened."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, face, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fit_text(word, face, size, width))
    return lines


def font_files() -> tuple[Path, ...]:
    """The fonts of maps, in the order of FACES. Pages have each face in two files (WOFF2)."""
    return tuple(_FONTS / f"{face}.ttf" for face in FACES)
