"""`theatrum map`: the map of a phase or of a board, as SVG, as PNG or for a page; with `--film`,
a game or one of its turns as an animated picture."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, cast

from msgspec.structs import replace

from generator.archive import Game, PhaseRecord, load_game
from generator.archive.game.phasenames import find_played, find_record
from generator.building.processes import results_of
from generator.commands.folders import game_folder
from generator.commands.output import say, write_images, write_result
from generator.engine.errors import GameError, UsageError
from generator.engine.picture import Picture
from generator.engine.words import closest, count

if TYPE_CHECKING:
    from generator.pages.maps.drawing import MapStyle
    from mapsvg import Scene
    from mapsvg.film import Format, Frame

SIZES: Final = (100, 8000)
"""The width of a map in pixels, at least and at most."""

PNG_SIZE: Final = 1600
"""The default width of a PNG."""

FORUM_SIZES: Final = (800, 1200, 1600)
"""The widths of images for forums, in pixels: of a column, of a wide one, of a screen."""

FORUM_LIMITS: Final = (125, 250)
"""The limit of forums, in KiB."""

SIZE: Final = 800
"""The width of a film in pixels, if nothing else is said: of a column in a forum."""
EVERY: Final = 10
"""After how many pictures there is a line about it."""


def draw_map(options: Namespace) -> int:
    """Draws the map of a game's phase, by default of the position that waits for orders, or of a
    board as it opens."""
    _check_usage(options)
    if options.forum:
        return _draw_for_forums(options)
    if options.film:
        return _draw_film(options)
    kind = _format_of(options)
    scene = _board_scene(options) if options.board else _game_scene(options)
    style = _style_of(options, scene.board, kind)
    from generator.pages.maps.drawing import draw_document

    svg = draw_document(scene, style)
    if kind == "png":
        from mapsvg import svg_to_png

        write_result(svg_to_png(svg, options.size or PNG_SIZE), options.output)
    else:
        from mapsvg import stand_alone

        whole = svg if kind == "browser" else stand_alone(svg)
        write_result(whole.encode(), options.output)
    return 0


def _draw_for_forums(options: Namespace) -> int:
    """Draws the images that `theatrum post --images` draws, or one of them."""
    from generator.pages.maps.forum import forum_image, forum_images
    from generator.pages.maps.material import material_of

    game = load_game(game_folder(options))
    record = find_record(game, options.phase) if options.phase else game.last
    style = _style_of(options, material_of(game, record).picture.board, "png")
    if options.size is None and options.limit is None:
        write_images(forum_images(game, record, style), options.output)
        return 0
    width, limit = options.size or FORUM_SIZES[0], options.limit or FORUM_LIMITS[-1]
    image = forum_image(game, record, width, limit * 1024, style=style)
    write_result(image.data, options.output)
    say(image.said)
    return 0


def _draw_film(options: Namespace) -> int:
    """Draws a film. Its band has the words that the map's own heading has otherwise."""
    from generator.pages.maps.facts import board_name

    game = load_game(game_folder(options))
    style = _style_of(options, board_name(game), "png")
    if not options.layers and style.layers is not None:
        style = replace(style, layers=tuple(name for name in style.layers if name != "title"))
    return draw_film(options, game, style)


# --- what was asked for


def _check_usage(options: Namespace) -> None:
    low, high = SIZES
    if options.size is not None and not low <= options.size <= high:
        raise UsageError(
            f"a map is {low} to {high} pixels wide",
            text=str(options.size),
            hint="choose another --size",
        )
    if options.board and (options.game or options.phase):
        one = "a game" if options.game else "a phase"
        raise UsageError(f"a board is drawn at its opening, without {one}", hint="leave it out")
    if not options.board and not options.game:
        raise UsageError("give the name of a game", hint="or draw a board: --board europe-1619")
    if options.film and (options.board or options.blank or options.forum or options.png):
        raise UsageError(
            "--film draws phases of a game, with their pieces, as WebP or GIF",
            hint="leave out --board, --blank, --forum and --png",
        )
    if options.format in ("webp", "gif") and not options.film:
        raise UsageError(f"a map without motion cannot be {options.format}", hint="add --film")
    if options.forum:
        _check_forum_usage(options)
    elif options.limit is not None:
        raise UsageError(
            "--limit is for images of --forum",
            text=str(options.limit),
            hint="add --forum, or leave out --limit",
        )
    if options.png and options.format not in (None, "png"):
        raise UsageError(
            f"--png and --format {options.format} contradict each other",
            hint="leave one of them out",
        )


def _check_forum_usage(options: Namespace) -> None:
    if options.board or options.blank:
        raise UsageError(
            "--forum draws phases of a game, with their pieces",
            hint="leave out --board and --blank",
        )
    if options.format not in (None, "png"):
        raise UsageError(
            f"--forum and --format {options.format} contradict each other",
            hint="leave one of them out",
        )
    if options.size is not None and options.size not in FORUM_SIZES:
        known = ", ".join(map(str, FORUM_SIZES))
        raise UsageError(
            "not a width that forums accept", text=str(options.size), hint=f"widths: {known}"
        )
    if options.size is None and options.limit is None and options.output is None:
        raise UsageError(
            "--forum draws several images", hint="give a folder with -o, or one --size"
        )


def _format_of(options: Namespace) -> str:
    """The format that was asked for, or the one that the output's name asks for."""
    if options.png or options.format:
        return "png" if options.png else str(options.format)
    return "png" if options.output and options.output.suffix.lower() == ".png" else "svg"


def _style_of(options: Namespace, board: str, kind: str) -> MapStyle:
    """How the map is drawn. Raises UsageError for names that its board or mapsvg do not know."""
    from generator.pages.maps.drawing import MapStyle
    from mapsvg import LAYERS, PALETTES, load_board
    from mapsvg.geometry import GeometryError

    try:
        views = load_board(board).views
    except GeometryError as error:
        raise GameError(str(error)) from None
    if options.view:
        _check_name("view", options.view, tuple(views))
    _check_name("palette", options.palette, PALETTES)
    chosen = _names(options.layers) or LAYERS
    left_out = _names(options.without)
    for layer in (*chosen, *left_out):
        _check_name("layer", layer, LAYERS)
    return MapStyle(
        view=options.view or "",
        layers=tuple(layer for layer in chosen if layer not in left_out),
        palette=options.palette,
        patterns=options.patterns,
        size=options.size if kind != "png" else None,
        inline=kind == "browser",
    )


def _names(given: Iterable[str]) -> tuple[str, ...]:
    """The names in comma-separated texts like `sea,land`."""
    parts = (part.strip().lower() for text in given for part in text.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def _check_name(what: str, name: str, known: Sequence[str]) -> None:
    if name in known:
        return
    near = closest(name, known, 0.5)
    all_names = f"{what}s: {', '.join(known)}"
    hint = f"did you mean {near}? {all_names}" if near else all_names
    raise UsageError(f"there is no {what} {name}", hint=hint)


# --- what is drawn


def _game_scene(options: Namespace) -> Scene:
    from generator.pages.maps.material import material_of

    game = load_game(game_folder(options))
    material = material_of(game, find_record(game, options.phase) if options.phase else None)
    picture = _blank(material.picture) if options.blank else material.picture
    return material.scene(picture)


def _board_scene(options: Namespace) -> Scene:
    """A board as its rulebook opens."""
    from generator.engine.phases import Setup
    from generator.pages.maps.drawing import map_scene
    from generator.rulesets import get_ruleset, ruleset_ids, variant_names

    _check_name("board", options.board, (*ruleset_ids(), *variant_names()))
    ruleset = get_ruleset(options.board)
    picture = ruleset.picture(ruleset.opening(Setup()))
    picture = replace(picture, title="" if options.blank else "The opening", subtitle="")
    shown = _blank(picture) if options.blank else picture
    return map_scene(shown, ruleset.powers, game=ruleset.title)


def _blank(picture: Picture) -> Picture:
    """The same without pieces and their orders."""
    return replace(picture, units=(), orders=())


def draw_film(options: Namespace, game: Game, style: MapStyle) -> int:
    """Draws the film of a whole game, or of a phase or a year."""
    from generator.pages.story.film import film_of_game, film_of_turn
    from mapsvg.film import LIMIT, fit_film

    kind = _film_format(options)
    if not game.phases:
        raise GameError(
            f"{game.slug} has no adjudicated phase yet", hint=f"theatrum adjudicate {game.slug}"
        )
    turn = _turn(game, options.phase) if options.phase else ()

    def frames(width: int) -> Iterator[Frame]:
        drawn = replace(style, pixels=width)
        return film_of_turn(game, turn, drawn) if turn else film_of_game(game, drawn)

    width = options.size or SIZE
    made = fit_film(frames, width, kind, palette=options.palette, results=_side_by_side)
    write_result(made.data, options.output)
    size = f"{made.width} px, {len(made.data) / 1_000_000:.1f} MB, {made.seconds:.0f} s"
    over = "" if len(made.data) <= LIMIT else f", above {LIMIT // 1_000_000} MB"
    say(f"{options.output or 'the film'} ({count(made.frames, 'picture')}, {size}{over})")
    return 0


def _side_by_side(jobs: Sequence[Callable[[], bytes]]) -> Iterator[bytes]:
    """The results of the jobs that draw pictures, and now and then a line on their progress."""
    for number, picture in enumerate(results_of(jobs), 1):
        if number % EVERY == 0:
            say(f"pictures: {number} of {len(jobs)}")
        yield picture


def _film_format(options: Namespace) -> Format:
    """The format that was asked for, or the one that the output's name asks for."""
    from mapsvg.film import FORMATS

    suffix = options.output.suffix.lower().removeprefix(".") if options.output else ""
    found = options.format or suffix
    if found not in FORMATS or (suffix in FORMATS and suffix != found):
        raise UsageError(
            f"a film is {' or '.join(FORMATS)}",
            text=str(options.format or options.output or ""),
            hint="give a file name: -o game.webp",
        )
    return cast("Format", found)


def _turn(game: Game, said: str) -> tuple[PhaseRecord, ...]:
    """The phase of a name, or all phases of a year. Raises GameError."""
    of_year = tuple(phase for phase in game.phases if str(phase.moment.year) == said.strip())
    return of_year or (find_played(game, said),)
