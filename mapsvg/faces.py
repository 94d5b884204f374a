"""The shipped fonts: files for PNGs and for pages, and the style rules that name them."""

from __future__ import annotations

import base64
from functools import lru_cache
from pathlib import Path

# file -> family, style, weight
FACES = {
    "EBGaramond-Regular": ("EB Garamond", "normal", 400),
    "EBGaramond-Italic": ("EB Garamond", "italic", 400),
    "EBGaramond-Bold": ("EB Garamond", "normal", 700),
    "AlegreyaSans-Regular": ("Alegreya Sans", "normal", 400),
    "AlegreyaSans-Bold": ("Alegreya Sans", "normal", 700),
}


@lru_cache(maxsize=2)
def font_files(suffix: str = "ttf") -> tuple[Path, ...]:
    """The font files: "ttf" for PNGs, "woff2" for pages."""
    folder = Path(__file__).parent / "fonts"
    return tuple(folder / f"{file}.{suffix}" for file in FACES)


def font_css(folder: str | None = None) -> str:
    """The @font-face rules, for WOFF2 files in `folder` (relative to the style sheet).

    None puts the fonts themselves into the rules: 190 KB, for a file that must stand alone.
    """
    rules = []
    for path, (family, style, weight) in zip(font_files("woff2"), FACES.values(), strict=True):
        if folder is None:
            data = base64.b64encode(path.read_bytes()).decode("ascii")
            source = f"data:font/woff2;base64,{data}"
        else:
            source = f"{folder.rstrip('/')}/{path.name}"
        rules.append(
            f'@font-face{{font-family:"{family}";font-style:{style};font-weight:{weight};'
            f'font-display:swap;src:url("{source}") format("woff2")}}'
        )
    return "\n".join(rules)
