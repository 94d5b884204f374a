"""The style sheet of a map, scoped to `.board` so that an inline map cannot restyle its page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from mapsvg.palette import Palette, sign_colors
from mapsvg.scene import PowerStyle

SERIF = '"EB Garamond",Garamond,"Palatino Linotype",Georgia,serif'
SANS = '"Alegreya Sans","Gill Sans",Candara,"Segoe UI",sans-serif'


@lru_cache(maxsize=16)
def base_style(palette: Palette, *, variables: bool) -> str:
    """The rules of everything that does not change from map to map."""
    return _colored(_read_sheet("base"), palette, variables)


@lru_cache(maxsize=32)
def scene_style(
    palette: Palette,
    powers: tuple[tuple[str, PowerStyle | None], ...],
    *,
    variables: bool,
    patterns: bool = False,
    signs: tuple[tuple[str, str], ...] = (),
) -> str:
    """The rules of pieces and orders, and each power's colors; of its pattern too if asked. signs:
    kinds of markers with the colors that the scene gives them."""
    rules = [_colored(_read_sheet("scene"), palette, variables)]
    for key, style in powers:
        colors = palette.power(key, style)
        land, piece, tint, text = (
            _css_value(f"{part}-{key}", getattr(colors, part), variables)
            for part in ("land", "piece", "tint", "text")
        )
        rules.append(
            f".board .pw-{key}{{color:{piece}}}.board .land.pw-{key}{{fill:{land}}}"
            f".board .tint.pw-{key}{{fill:{tint}}}"
            f".board .unit.pw-{key}{{fill:{text}}}"
            f".board .screen.pw-{key}{{stroke:{land}}}"
        )
        if colors.hatch:
            shade = _css_value(f"shade-{key}", colors.shade, variables)
            rules.append(f".board .hatch.pw-{key}{{stroke:{shade}}}")
        if patterns:
            line = _css_value(f"line-{key}", colors.line, variables)
            rules.append(f".board .lines.pw-{key}{{stroke:{line}}}")
    rules += [sign_rules(palette, kind, color) for kind, color in signs]
    return "\n".join(rules)


def sign_rules(palette: Palette, kind: str, color: str) -> str:
    """The rules of a kind of marker in its own color: its sign and its dice."""
    colors = sign_colors(palette, color)
    return (
        f".board .marker.{kind} use,.board .marker.{kind}-dice rect"
        f"{{fill:{colors.sign};stroke:{colors.rim}}}"
        f".board .marker.{kind}-dice text{{fill:{colors.rim}}}"
    )


def palette_css(
    palette: Palette, powers: Mapping[str, PowerStyle], selector: str = ".board"
) -> str:
    """The custom properties that give inline maps below `selector` this palette."""
    values = [f"--map-{token.replace('_', '-')}:{color}" for token, color in palette.tokens.items()]
    for key in {**dict.fromkeys(palette.powers), **powers}:
        colors = palette.power(key, powers.get(key))
        values += [
            f"--map-{part}-{key}:{getattr(colors, part)}"
            for part in ("land", "line", "piece", "tint", "text", "shade")
        ]
    return f"{selector}{{{';'.join(values)}}}\n"


@lru_cache(maxsize=2)
def _read_sheet(name: str) -> str:
    text = (Path(__file__).parent / "styles" / f"{name}.css").read_text("utf-8")
    return text.partition("*/\n")[2].strip()


def _colored(rules: str, palette: Palette, variables: bool) -> str:
    text = rules.replace("@serif", SERIF).replace("@sans", SANS)
    # Longest names first: @sea_line may not be read as @sea and "_line".
    for token in sorted(palette.tokens, key=lambda name: (-len(name), name)):
        name = token.replace("_", "-")
        text = text.replace(f"@{token}", _css_value(name, palette.tokens[token], variables))
    return text


def _css_value(name: str, color: str, variables: bool) -> str:
    return f"var(--map-{name},{color})" if variables else color
