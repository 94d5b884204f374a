"""Palettes: the colors of a map and of its powers, read from mapsvg/palettes/*.toml."""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import tomli
from msgspec import Struct, field
from msgspec.structs import replace

from mapsvg.scene import PowerStyle

PALETTES = ("day", "print", "dark", "high-contrast")

# Contrast of names with the land under them, and of a pattern's lines with theirs.
_READABLE = 4.6
_SEEN = 2.0
# The contrast of hatching lines on every map: visible next to plain land, and calm.
_QUIET = 1.45
# That of a line in a sign's color with paper.
_DRAWN = 3.0
# The greatest luminance of a power's land on dark paper: this much, and a share of its color's.
_DARK_LIGHT = (0.025, 0.12)
# How much darker the land of its minor states is there.
_SHADE = 0.36

# Piece colors for powers that neither the scene nor the palette knows.
_SPARE = ("#1f6f78", "#7a5a1e", "#5b3d8f", "#8f2f52", "#3f6b2a", "#4b5563")


class Pattern(Struct, frozen=True):
    """A pattern of lines: its tile's side, the lines as path data, its turn in degrees, and the
    width of the lines."""

    size: int
    lines: str
    turn: int = 0
    width: int = 20


@lru_cache(maxsize=1)
def known_patterns() -> dict[str, Pattern]:
    return msgspec.convert(_read("patterns"), dict[str, Pattern])


class PowerColors(Struct, frozen=True):
    """A power's colors as "#rrggbb": its land, its pattern's lines, its pieces, its minor states.

    text: what is written on a piece. pattern: "" if the palette has none.
    hatch: the pattern that its land has on every map, "" for none; shade: the lines of that.
    """

    land: str
    line: str
    piece: str
    tint: str
    text: str
    pattern: str
    hatch: str = ""
    shade: str = ""


class Palette(Struct, frozen=True, eq=False):
    """Named colors. `patterns`: whether it draws patterns and letters without being asked.

    instead: {color of a scene: the one drawn for it}, to keep fifteen powers apart for every eye.
    line: how far, 0 to 1, a pattern's lines lie from the land towards the pieces. own, aligned: how
    far a power's land and that of its minor states lie from its own colors towards land that no one
    owns. lands: {color of a scene: the land that goes with it}; hatches: {color of a scene: the
    pattern of that land on every map}, for powers that some eyes take for their neighbors. nights:
    {color of a scene: the one that stands for it on dark paper}.
    """

    name: str
    title: str
    patterns: bool
    line: float
    own: float
    aligned: float
    lands: Mapping[str, str]
    hatches: Mapping[str, str]
    nights: Mapping[str, str]
    tokens: Mapping[str, str]
    powers: Mapping[str, Mapping[str, str]]
    instead: Mapping[str, str] = field(default_factory=dict)

    def by_night(self, color: str) -> str:
        """A color of a scene as CSS, where the paper is dark: measured, or paler than by day."""
        return self.nights.get(color.lower(), f"color-mix(in oklab,{color} 72%,#fff)")

    def power(self, key: str, style: PowerStyle | None = None) -> PowerColors:
        """The colors of a power: the scene's own color first, then ours, then a spare one."""
        return _power_colors(self, key, style)

    @property
    def is_dark(self) -> bool:
        """Whether text is lighter than the land below it."""
        return _luminance(self.tokens["ink"]) > _luminance(self.tokens["land"])


@lru_cache(maxsize=256)
def _power_colors(palette: Palette, key: str, style: PowerStyle | None) -> PowerColors:
    known = palette.powers.get(key, {})
    spare = _SPARE[zlib.crc32(key.encode()) % len(_SPARE)]
    asked = style.color.lower() if style else ""
    given = palette.instead.get(asked, asked)
    piece = given or known.get("piece", spare)
    land = palette.lands.get(asked) if asked else known.get("fill")
    land = land or _readable(palette, piece, palette.own)
    # A tint belongs to the color that was asked for.
    own = given == asked and asked not in palette.lands
    tint = _tint(palette, style.tint.lower() if style and own else "", land)
    black, white = palette.tokens["black"], palette.tokens["white"]
    text = black if contrast(black, piece) > contrast(white, piece) else white
    line = mix(land, piece, palette.line)
    line = _first_mixture(
        line, palette.tokens["ink"], 0.0, lambda mixed: contrast(mixed, land) >= _SEEN
    )
    pattern = known.get("pattern", "")
    shade = _first_mixture(
        land, palette.tokens["ink"], 0.0, lambda mixed: contrast(mixed, land) >= _QUIET
    )
    return PowerColors(
        land, line, piece, tint, text, pattern, palette.hatches.get(asked, ""), shade
    )


def _tint(palette: Palette, given: str, land: str) -> str:
    """The color of a power's minor states: paler than its own land, or in its shade.

    On dark paper a pale tint would be the stronger of the two, and all of them alike.
    """
    if palette.is_dark:
        return mix(land, "#000000", _SHADE)
    if given:
        return _readable(palette, given, palette.aligned)
    return mix(land, palette.tokens["land"], 0.55)


def _readable(palette: Palette, color: str, share: float) -> str:
    """The color mixed with bare land by that share, or by more if names could not be read.

    On dark paper it is mixed with black instead: bright colors mixed with the brown of bare land
    would all become the same brown.
    """
    ink, bare = palette.tokens["ink"], palette.tokens["land"]
    if palette.is_dark:
        most = _DARK_LIGHT[0] + _DARK_LIGHT[1] * _luminance(color)
        return _first_mixture(color, "#000000", 0.0, lambda mixed: _luminance(mixed) <= most)
    return _first_mixture(color, bare, share, lambda mixed: contrast(ink, mixed) >= _READABLE)


def _first_mixture(color: str, other: str, share: float, good: Callable[[str], bool]) -> str:
    """The first mixture that is good, from that share upwards; the other color if none is."""
    while share < 1 and not good(mix(color, other, share)):
        share += 0.02
    return mix(color, other, min(share, 1.0))


def share_patterns(colors: Mapping[str, PowerColors]) -> dict[str, PowerColors]:
    """The same colors; a power without a pattern gets the first that no other one has."""
    taken = {own.pattern for own in colors.values()}
    free = itertools.cycle(
        [name for name in known_patterns() if name not in taken] or known_patterns()
    )
    return {
        key: own if own.pattern else replace(own, pattern=next(free)) for key, own in colors.items()
    }


class SignColors(NamedTuple):
    """The colors of a sign that a scene colors, as "#rrggbb": the sign itself; its rim, and what is
    written on it; land in its color, below names; and a line of it on the paper of a page."""

    sign: str
    rim: str
    land: str
    line: str


def sign_colors(palette: Palette, color: str) -> SignColors:
    """The variants of a color that make each part distinct from its surroundings."""
    black, white = palette.tokens["black"], palette.tokens["white"]
    rim = black if contrast(black, color) > contrast(white, color) else white
    ink, panel = palette.tokens["ink"], palette.tokens["panel"]
    line = _first_mixture(color, ink, 0.0, lambda mixed: contrast(mixed, panel) >= _DRAWN)
    return SignColors(color, rim, _readable(palette, color, 0.0), line)


@lru_cache(maxsize=8)
def load_palette(name: str) -> Palette:
    """The palette of that name; raises ValueError with the names there are."""
    if name not in PALETTES:
        raise ValueError(f"there is no palette {name!r} ({', '.join(PALETTES)})")
    table, known = _read(name), _read("lands")
    table["name"] = name
    for what, part in (("lands", name), ("hatches", "hatch"), ("nights", "night")):
        table[what] = {color: land[part] for color, land in known.items() if part in land}
    return msgspec.convert(table, Palette)


def _read(name: str) -> dict[str, Any]:
    return tomli.loads((Path(__file__).parent / "palettes" / f"{name}.toml").read_text("utf-8"))


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
