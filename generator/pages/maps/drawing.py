"""Maps: a ruleset's picture -> a scene of mapsvg -> SVG, inline in a page and as a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import asdict, replace

from generator.engine.chronicle import Snapshot
from generator.engine.errors import FileError
from generator.engine.picture import OrderSign, Picture
from generator.engine.rulebook import PowerFacts
from generator.engine.verdicts import Verdict
from generator.pages.base.page import digest
from generator.pages.base.words import look_of
from generator.pages.maps.facts import MapFill, inline_json, map_fills, map_overlay, position_facts

if TYPE_CHECKING:
    from generator.pages.base.gameview import GameView
    from mapsvg import Drawn, OrderMark, PowerStyle, Scene
    from mapsvg.palette import Palette
    from mapsvg.scene import OrderKind

# mapsvg is imported by the functions that draw: a build that draws nothing does without it.

PNG_WIDTH: Final = 1600
START: Final = 0.5
"""How much of a board's width and height a phone opens on."""
TITLE_LENGTH: Final = 40
"""The longest game's title that a map is headed with, in letters; the rest is left out."""
COLORED: Final = ":is(.board,.mapkeys,.fillkeys)"
"""Everything in the colors of a map: the map, the keys to it, and those to its other colors."""
# The selector that limits the rules of a map. The list adds no weight, so that no rule weighs more.
_DRAWN: Final = ":is(.board,:where(.mapkeys) svg)"
# A color for where its property is missing, which it is not here.
_SPARE: Final = re.compile(r"var\((--map-[\w-]+),#[0-9a-f]{6}\)")
_KINDS: Final[Mapping[str, OrderKind]] = {
    "hold": "hold",
    "move": "move",
    "support-hold": "support_hold",
    "support-move": "support_move",
    "convoy": "convoy",
    "retreat": "retreat",
    "disband": "disband",
    "build": "build",
    "remove": "remove",
}


class MapStyle(Struct, frozen=True):
    """How a map is drawn.

    `view` is a close-up of the board. `layers` are those that are drawn, None for all. `size` is
    the width in pixels, None leaves it to the page or program that shows the map. `pixels` is that
    of a picture in which codes replace names too small to read there. `inline` is for a page: fonts
    and, where the page sets them, colors are the page's own.
    """

    view: str = ""
    layers: tuple[str, ...] | None = None
    palette: str = "day"
    patterns: bool = False
    size: int | None = None
    pixels: int = 0
    inline: bool = False


NOTHING: Final = Markup("")
PLAIN: Final = MapStyle()
"""The style of every map of a site."""


CloseUp = tuple[str, str, str]
"""A part of the board: its anchor in the map's file, its title, and its box in map units."""


class MapView(Struct, frozen=True):
    """A map in a page: the drawing, text by text, the address of its file, and what it shows in
    words.

    `layers` are the (class, label) of what can be hidden, `fills` other ways to color the land.
    `facts` is the content of its cards as JSON, `board` the address of what they need besides; both
    are "" where there are no cards. `ratio` is the drawing's width by its height, `start` the box
    in map units that a phone opens on, "" for the whole. Where the game's `drawings` have most of
    the map, `code` is what it has besides. `anchor` is its view in a file with several maps.
    """

    parts: tuple[str, ...]
    file: str
    alt: str
    layers: tuple[tuple[str, str], ...] = ()
    fills: tuple[MapFill, ...] = ()
    views: tuple[CloseUp, ...] = ()
    facts: Markup = NOTHING
    board: str = ""
    ratio: str = ""
    start: str = ""
    code: Markup = NOTHING
    drawings: tuple[str, ...] = ()
    anchor: str = ""

    @property
    def svg(self) -> Markup:
        """The drawing as a whole."""
        return Markup("".join(self.parts))


NEUTRAL: Final = PowerFacts("neutral", "Neutral", "neutral", "#2c261f", "N")
"""The look of units that belong to no one."""


def map_scene(
    picture: Picture,
    powers: Mapping[str, PowerFacts],
    verdicts: Sequence[Verdict] = (),
    game: str = "",
) -> Scene:
    """The scene that a picture asks for. `verdicts` lend the orders their words.

    The name of a `game` becomes the heading of the map; below it is the picture's subtitle (how a
    game ended), or its title where there is none or it would be cut short. Powers that the picture
    leaves out stay out of the legend, in their own colors.
    """
    from mapsvg import Fill, Marker, Scene, Stack, Tile, UnitPiece

    short = game if len(game) <= TITLE_LENGTH else game[: TITLE_LENGTH - 1].rstrip() + "…"
    fits = 0 < len(picture.subtitle) <= TITLE_LENGTH
    heading = (short, picture.subtitle if fits else picture.title)
    title, subtitle = heading if game else (picture.title, picture.subtitle)
    blocks = picture.style == "blocks"
    styles = {power: power_style(facts) for power, facts in powers.items()}
    listed = {*styles} if picture.powers is None else {*picture.powers}
    if any(sign.owner not in powers for sign in picture.units):
        styles[NEUTRAL.id] = power_style(NEUTRAL)
        listed.add(NEUTRAL.id)
    return Scene(
        board=picture.board,
        title=title,
        subtitle=subtitle,
        owners=dict(picture.land),
        fills={
            place: Fill(fill.kind, fill.power, fill.native, fill.state, fill.hatched)
            for place, fill in picture.fills.items()
        },
        centers=dict(picture.centers),
        values=dict(picture.values),
        center_styles=dict(picture.center_kinds),
        center_look="plain" if blocks else "owned",
        pieces="blocks" if blocks else "signs",
        units=tuple(
            UnitPiece(
                sign.unit.kind,
                sign.unit.at,
                sign.owner,
                sign.unit.strength,
                sign.label,
                sign.state,
                flag=sign.flag,
                attrition=sign.attrition,
                letter=sign.letter,
            )
            for sign in picture.units
        ),
        orders=tuple(_order_mark(sign, verdicts) for sign in picture.orders),
        markers=tuple(
            Marker(place, sign.kind, sign.text, sign.power, sign.title)
            for place, signs in picture.markers.items()
            for sign in signs
        ),
        powers={power: style for power, style in styles.items() if power in listed},
        unlisted={power: style for power, style in styles.items() if power not in listed},
        corner=picture.corner,
        captions=dict(picture.captions),
        notes=picture.notes,
        words=dict(picture.words),
        colors=dict(picture.colors),
        tiles=tuple(Tile(home.at, home.power, home.lines, home.count) for home in picture.homes),
        stacks=tuple(Stack(place, counts) for place, counts in picture.stacks.items()),
        description=picture.description,
    )


@lru_cache(maxsize=256)
def power_style(facts: PowerFacts) -> PowerStyle:
    """A power's look. Where its color is the palette's own, the palette chooses the land's too."""
    from mapsvg import PowerStyle, load_palette

    known = load_palette("day").powers.get(facts.id, {}).get("piece", "")
    color = "" if known == facts.color else facts.color
    return PowerStyle(facts.name, color, facts.letter, tint=facts.tint)


def _order_mark(sign: OrderSign, verdicts: Sequence[Verdict]) -> OrderMark:
    from mapsvg import OrderMark

    kind = _KINDS[sign.kind]
    if kind == "move" and sign.via:
        kind = "convoyed"
    target, aux = sign.target, ""
    if kind in ("support_move", "convoy"):
        target, aux = sign.to, sign.target
    text = ""
    if 1 <= sign.number <= len(verdicts):
        verdict = verdicts[sign.number - 1]
        text = f"{verdict.order}: {look_of(verdict.outcome, sign.kind).word}"
    return OrderMark(
        id=str(sign.number),
        kind=kind,
        power=sign.owner,
        unit=sign.at,
        target=target,
        aux=aux,
        via=sign.via,
        strength=sign.strength,
        outcome=sign.outcome,
        text=text,
    )


def draw_document(scene: Scene, style: MapStyle = PLAIN) -> str:
    """The map as its own document; raises what `drawn_map` does."""
    return drawn_map(scene, style).document


def drawn_map(scene: Scene, style: MapStyle = PLAIN) -> Drawn:
    """The map. Raises FileError for a scene that fits no board, ValueError for a view, a layer or a
    palette that does not exist."""
    from mapsvg import SceneError, draw_map

    try:
        return draw_map(scene, **asdict(style))
    except SceneError as error:
        what = f"the map {scene.title!r} cannot be drawn"
        raise FileError(f"{what}: {'; '.join(str(error).splitlines())}") from error


def map_view(
    drawn: Drawn,
    picture: Picture,
    page: str,
    game: GameView | None = None,
    snapshot: Snapshot | None = None,
    happened: Iterable[str] = (),
) -> MapView:
    """The map for the page at address `page`. `happened` lists the places where something did, each
    as often as it counts.

    In the page the map goes without its own styles: those are in the ruleset's map.css, where
    they can follow the page's theme. With the `snapshot` of a `game` its provinces have cards, and
    its land other colors to choose.
    """
    *_, width, height = drawn.parts[0].partition('viewBox="')[2].partition('"')[0].split()
    view = MapView(
        (*drawn.parts, *map_keys(drawn)),
        f"{page}map.svg",
        picture.description or f"{picture.title}, {picture.subtitle}",
        _layers(picture, game),
        views=close_ups(picture.board),
        ratio=f"{int(width) / int(height):.3f}",
        start=start_box(picture.board, tuple(happened)),
    )
    if game is None or snapshot is None or not game.gazetteer.provinces:
        return view
    overlay = map_overlay(game, snapshot, picture.board, has_counters=bool(picture.stacks))
    *inside, end = drawn.parts
    return replace(
        view,
        parts=(*inside, *overlay, end, *map_keys(drawn)),
        fills=tuple(map_fills(game, snapshot)),
        facts=inline_json(position_facts(game, snapshot, picture)),
        board=f"{game.address}board.js",
    )


def map_keys(drawn: Drawn) -> tuple[str, ...]:
    """The keys to a map as a list below it: in words that can be read however small the map is."""
    if not drawn.keys:
        return ()
    keys = (
        part
        for key in drawn.keys
        for part in (
            f'<li style="--w:{key.width}"{" class=strong" if key.strong else ""}>',
            *key.sign,
            escape(key.words),
        )
    )
    return ('<ul class="mapkeys" tabindex="0" aria-label="Keys to the map">', *keys, "</ul>")


@lru_cache(maxsize=256)
def start_box(board: str, happened: tuple[str, ...]) -> str:
    """The part of a board in which most of that happened, as a box for a phone; "" without any."""
    from mapsvg import load_board

    known = load_board(board)
    spots = [known.places[place] for place in happened if place in known.places]
    if not spots:
        return ""
    left, top, width, height = known.area("")
    wide, high = round(START * width), round(START * height)

    def inside(spot: tuple[int, int]) -> int:
        x, y = spot
        return sum(2 * abs(a - x) < wide and 2 * abs(b - y) < high for a, b in spots)

    middle = max(dict.fromkeys(spots), key=inside)
    near = [
        (a, b) for a, b in spots
        if 2 * abs(a - middle[0]) < wide and 2 * abs(b - middle[1]) < high
    ]  # fmt: skip
    x = round(sum(a for a, _ in near) / len(near)) - wide // 2
    y = round(sum(b for _, b in near) / len(near)) - high // 2
    x = min(max(x, left), left + width - wide)
    y = min(max(y, top), top + height - high)
    return f"{x} {y} {wide} {high}"


def _layers(picture: Picture, game: GameView | None) -> tuple[tuple[str, str], ...]:
    """The layers that a reader may hide, in the words of the game."""
    word = game.word if game else str
    there = {
        "units": picture.units,
        "orders": picture.orders,
        "centers": picture.centers,
        "markers": picture.markers,
        "names": True,
    }
    return tuple((f"l-{name}", word(name).capitalize()) for name, shown in there.items() if shown)


@lru_cache(maxsize=16)
def close_ups(board: str) -> tuple[CloseUp, ...]:
    from mapsvg import load_board

    known = load_board(board)
    boxes = [("whole", "Whole board", known.area(""))]
    boxes += [(name, view.title, view.box) for name, view in known.views.items()]
    return tuple((f"view-{name}", title, " ".join(map(str, box))) for name, title, box in boxes)


def map_styles(powers: Mapping[str, PowerFacts]) -> str:
    """The style sheet of all inline maps of a ruleset and of their keys, by daylight and by
    candlelight.

    The colors of both are custom properties in one rule; browsers that do not know `light-dark()`
    keep to daylight, and so does paper.
    """
    from mapsvg import load_palette
    from mapsvg.style import SANS, SERIF, base_style, scene_style

    styles = {power: power_style(facts) for power, facts in powers.items()}
    day, dark = load_palette("day"), load_palette("dark")
    rules = (
        base_style(day, variables=True),
        scene_style(day, tuple(styles.items()), variables=True),
    )
    daylight = f"{COLORED}{{{_properties(day, dark, styles, plain=True)}}}"
    either = f"{COLORED}{{{_properties(day, dark, styles)}}}"
    known = f"@supports(color:light-dark(#000,#fff)){{{either}}}"
    own = [_SPARE.sub(r"var(\1)", rule).replace(".board", _DRAWN) for rule in rules]
    text = "\n".join([*own, daylight, known])
    return text.replace(SANS, "var(--sans,sans-serif)").replace(SERIF, "var(--serif,serif)")


def _properties(
    day: Palette, dark: Palette, styles: Mapping[str, PowerStyle], *, plain: bool = False
) -> str:
    """The colors of a map as custom properties: only those of the day, or by the page's theme."""
    found = {name: (color, dark.tokens[name]) for name, color in day.tokens.items()}
    for power, style in styles.items():
        light, night = day.power(power, style), dark.power(power, style)
        for part in ("land", "piece", "tint", "text", *(("shade",) if light.hatch else ())):
            found[f"{part}-{power}"] = (getattr(light, part), getattr(night, part))
    return ";".join(
        f"--map-{name.replace('_', '-')}:{light if plain else f'light-dark({light},{night})'}"
        for name, (light, night) in found.items()
        if plain or light != night
    )


def map_png(document: str) -> bytes:
    """The PNG of a map, in as many colors as a palette holds. Slow: about a second."""
    from mapsvg import svg_to_png
    from mapsvg.png import MOST_COLORS

    return svg_to_png(document, PNG_WIDTH, colors=MOST_COLORS)


def renderer() -> str:
    """A digest of what draws pictures: programs, fonts, width."""
    return _renderer(PNG_WIDTH)


@lru_cache(maxsize=1)
def _renderer(width: int) -> str:
    from importlib.metadata import version

    from mapsvg import font_files, png

    fonts = [part for file in font_files() for part in (file.name, file.read_bytes())]
    programs = [f"{name} {version(name)}" for name in ("resvg_py", "pillow")]
    return digest(str(width), Path(png.__file__).read_bytes(), *programs, *fonts)
