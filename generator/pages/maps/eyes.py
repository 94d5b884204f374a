"""Choices of readers beside daylight and candlelight: more contrast, and patterns.

Both are in files of a ruleset that a page loads when they are wanted: `contrast.css` with the
colors of the palette of high contrast, and `patterns.js`, which puts the patterns of the powers
into the page, for maps, bars and squares, and the styles that ask for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from generator.engine.rulebook import PowerFacts
from generator.pages.maps.drawing import COLORED, power_style

if TYPE_CHECKING:
    from mapsvg.palette import PowerColors

# Without scripts the page asks for this file by a media query, and no one asks for "less".
_WANTED: Final = ":root:not([data-contrast=less])"
_ON: Final = ":where([data-patterns])"
_LAND: Final = ':is(.board,.mapkeys) :is(.province,.swatch):is(:not([style]),[style*="#fill-"])'
"""Land with no pattern but that of its power: what has been captured keeps its stripes."""
_SMALL: Final = 0.075
"""The scale of a pattern in a square or a bar: pixels for each of its units."""
_OVER: Final = 0.62
"""How strong the lines of a pattern are there."""


def contrast_styles(powers: Mapping[str, PowerFacts]) -> str:
    """The colors of maps and of powers in high contrast. A map is black on white by night, too."""
    from mapsvg import load_palette, palette_css

    palette = load_palette("high-contrast")
    styles = {power: power_style(facts) for power, facts in powers.items()}
    where = f"{_WANTED} {COLORED}"
    colors = {power: palette.power(power, style).piece for power, style in styles.items()}
    return (
        f'@import url("../../contrast.css");\n{palette_css(palette, styles, where)}'
        f"{key_styles(colors, f'{_WANTED} ')}"
    )


def key_styles(colors: Mapping[str, str], where: str = "") -> str:
    """The color of each power in chips, lists and charts, by day and by night."""
    from mapsvg import load_palette

    by_night = load_palette("dark").by_night
    day = "".join(f"{where}.pw-{power}{{--c0:{color}}}\n" for power, color in colors.items())
    either = "".join(
        f"{where}.pw-{power}{{--c0:light-dark({color},{by_night(color)})}}\n"
        for power, color in colors.items()
    )
    return f"{day}@supports(color:light-dark(#000,#fff)){{\n{either}}}\n"


def pattern_script(powers: Mapping[str, PowerFacts]) -> str:
    """A script that adds the patterns of all powers to its page."""
    from mapsvg import load_palette
    from mapsvg.palette import share_patterns

    day, dark = load_palette("day"), load_palette("dark")
    styles = {power: power_style(facts) for power, facts in powers.items()}
    colors = share_patterns({power: day.power(power, style) for power, style in styles.items()})
    defs = "".join(part for power, own in colors.items() for part in _defs(power, own))
    rules = "".join(
        rule
        for power, own in colors.items()
        for rule in _rules(power, own, dark.power(power, styles[power]).line)
    )
    # It has the colors of a legend: a map is what scripts look for.
    inside = (
        f'<svg class="fillkeys" width="0" height="0"><defs>{defs}</defs></svg>'
        f"<style>.patterns .fillkeys{{display:block}}{rules}</style>"
    )
    return (
        'document.documentElement.append(Object.assign(document.createElement("div"),'
        f'{{className:"patterns",ariaHidden:"true",innerHTML:{json.dumps(inside)}}}));\n'
    )


def _defs(power: str, colors: PowerColors) -> Iterator[str]:
    """The patterns of a power: for its own land, for that of its minor states, and for bars."""
    from mapsvg.layers.land import land_pattern, square
    from mapsvg.palette import known_patterns

    for name, tinted in (("fill", False), ("tint", True)):
        pattern, scale = land_pattern(colors.pattern, tinted=tinted)
        ground = "tint" if tinted else "land"
        yield (
            f'<pattern id="eyes-{name}-{power}" {_tile(pattern.size, scale, pattern.turn)}>'
            f'<path style="fill:var(--map-{ground}-{power})" d="{square(pattern.size)}"/>'
            f'<path class="pw-{power}" {_stroke(pattern.width)} d="{pattern.lines}"/></pattern>'
        )
    pattern = known_patterns()[colors.pattern]
    yield (
        f'<pattern id="eyes-bar-{power}" {_tile(pattern.size, _SMALL, pattern.turn)}>'
        f'<path class="bars pw-{power}" d="{square(pattern.size)}"/>'
        f'<path fill="none" stroke="{colors.text}" stroke-opacity="{_OVER}" '
        f'{_stroke(pattern.width)} d="{pattern.lines}"/></pattern>'
    )


def _rules(power: str, colors: PowerColors, dark: str) -> Iterator[str]:
    """Where the patterns of a power are seen; `dark` is the color of their lines by candlelight."""
    from mapsvg.palette import known_patterns

    pattern = known_patterns()[colors.pattern]
    picture = quote(
        '<svg xmlns="http://www.w3.org/2000/svg"><pattern id="p" '
        f'{_tile(pattern.size, _SMALL, pattern.turn)}><path fill="none" stroke="{colors.text}" '
        f'stroke-opacity="{_OVER}" {_stroke(pattern.width)} d="{pattern.lines}"/></pattern>'
        '<rect width="100%" height="100%" fill="url(#p)"/></svg>',
        safe=" =:/\"'<>.,-()",
    ).replace('"', "'")
    yield f'{_ON} {_LAND}.pw-{power}{{fill:url("#eyes-fill-{power}")!important}}'
    yield f'{_ON} {_LAND}.tint.pw-{power}{{fill:url("#eyes-tint-{power}")!important}}'
    yield f"{_ON} .chart :is(.col.pw-{power},.pw-{power} :is(.col,rect))"
    yield f'{{fill:url("#eyes-bar-{power}")}}'
    yield f'{_ON} .pw-{power}{{--p:url("data:image/svg+xml,{picture}")}}'
    line = f"var(--map-line-{power},light-dark({colors.line},{dark}))"
    yield f".patterns [class=pw-{power}]{{fill:none;stroke:{line}}}"


def _tile(size: int, scale: float, turn: int) -> str:
    turned = f"rotate({turn})" if turn else ""
    return (
        f'width="{size}" height="{size}" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({scale:.4g}){turned}"'
    )


def _stroke(width: int) -> str:
    return f'stroke-width="{width}" stroke-linecap="round"'
