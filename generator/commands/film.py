"""`theatrum map --film`: a game or one of its turns as an animated picture."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, cast

from msgspec.structs import replace

from generator.archive import Game, PhaseRecord
from generator.archive.game.phasenames import find_played
from generator.building.processes import results_of
from generator.commands.output import say, write_result
from generator.engine.errors import GameError, UsageError
from generator.engine.words import count

if TYPE_CHECKING:
    from generator.pages.maps.drawing import MapStyle
    from mapsvg.film import Format, Frame

SIZE: Final = 800
"""The width of a film in pixels, if nothing else is said: of a column in a forum."""
EVERY: Final = 10
"""After how many pictures there is a line about it."""


def draw_film(options: Namespace, game: Game, style: MapStyle) -> int:
    """Draws the film of a whole game, or of the phase or the year that is named."""
    from generator.pages.story.film import film_of_game, film_of_turn
    from mapsvg.film import LIMIT, fit_film

    kind = _format_of(options)
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
    """What the jobs that draw pictures give, and now and then a line about how far they are."""
    for number, picture in enumerate(results_of(jobs), 1):
        if number % EVERY == 0:
            say(f"pictures: {number} of {len(jobs)}")
        yield picture


def _format_of(options: Namespace) -> Format:
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
