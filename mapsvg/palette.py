"""Palettes: the colors of a map and of its powers, read from mapsvg/palettes/*.toml."""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from mapsvg.scene import PowerStyle

PALETTES = ("day", "print", "dark", "high-contrast")

# The heralds' way to write colors in black and white, and three more of the same kind:
# name -> (size of the tile, path of its lines, rotation in degrees).
PATTERNS: Mapping[str, tuple[int, str, int]] = MappingProxyType(
    {
        "plain": (120, "", 0),
        "upright": (90, "M45 0v90", 0),
        "level": (90, "M0 45h90", 0),
        "rising": (90, "M45 0v90", 45),
        "falling": (90, "M45 0v90", -45),
        "grid": (110, "M55 0v110M0 55h110", 0),
        "lattice": (110, "M55 0v110M0 55h110", 45),
        "dots": (110, "M27 28h1M82 83h1", 0),
        "dashes": (120, "M8 30h64M68 90h64", 0),
    }
)

# Piece colors for powers that neither the scene nor the palette knows.
_SPARE = ("#1f6f78", "#7a5a1e", "#5b3d8f", "#8f2f52", "#3f6b2a", "#4b5563")


@dataclass(frozen=True, slots=True)
class PowerColors:
    """A power's colors as "#rrggbb": its land, the rim inside it, and its pieces.

    dark_text: whether black is easier to read on a piece than white.
    """

    land: str
    edge: str
    piece: str
    dark_text: bool
    pattern: str


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Named colors. `patterns`: whether it draws patterns and letters without being asked.

    rim: how far, 0 to 1, a power's rim lies from its land towards its pieces.
    """

    name: str
    title: str
    patterns: bool
    rim: float
    tokens: Mapping[str, str]
    powers: Mapping[str, Mapping[str, str]]

    def power(self, key: str, style: PowerStyle | None = None) -> PowerColors:
        """The colors of a power: the scene's own color first, then ours, then a spare one."""
        return _power_colors(self, key, style)

    def tint(self, kind: str, land: str) -> str:
        """The land color of a province that is not simply owned."""
        if kind == "aligned":
            return mix(land, self.tokens["land"], 0.55)
        if kind == "vassal":
            return mix(land, self.tokens["land"], 0.3)
        if kind == "unaligned":
            return self.tokens["unaligned"]
        if kind == "neutral":
            return self.tokens["land"]
        return land


@lru_cache(maxsize=256)
def _power_colors(palette: Palette, key: str, style: PowerStyle | None) -> PowerColors:
    known = palette.powers.get(key, {})
    spare = _SPARE[zlib.crc32(key.encode()) % len(_SPARE)]
    given = style.color if style else ""
    piece = given or known.get("piece", spare)
    land = known.get("fill") if not given else None
    land = land or mix(piece, palette.tokens["land"], 0.55)
    black, white = palette.tokens["black"], palette.tokens["white"]
    dark_text = contrast(black, piece) > contrast(white, piece)
    pattern = (style.pattern if style else "") or known.get("pattern", "plain")
    return PowerColors(land, mix(land, piece, palette.rim), piece, dark_text, pattern)


@lru_cache(maxsize=8)
def load_palette(name: str) -> Palette:
    """The palette of that name; raises ValueError with the names there are."""
    if name not in PALETTES:
        raise ValueError(f"there is no palette {name!r} ({', '.join(PALETTES)})")
    table = tomllib.loads(files("mapsvg").joinpath(f"palettes/{name}.toml").read_text("utf-8"))
    return Palette(
        name=name,
        title=table["title"],
        patterns=table["patterns"],
        rim=table["rim"],
        tokens=MappingProxyType(table["tokens"]),
        powers=MappingProxyType(table["powers"]),
    )


def mix(first: str, second: str, share: float) -> str:
    """The color that lies `share` (0 to 1) of the way from the first to the second."""
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(first: str, second: str) -> float:
    """The contrast of two colors as WCAG 2 defines it, 1 to 21."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _luminance(color: str) -> float:
    def linear(channel: int) -> float:
        part = channel / 255
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(channel) for channel in _channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
