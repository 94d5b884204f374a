"""A game as a film: what its pictures show, for how long, and the words above them.

A whole game opens with its first position. Then comes a picture for each phase that had orders on
the map, or after which the board looks different, and last the current position. A turn runs more
slowly: the position, all orders, and their outcomes, phase by phase.

Only what everyone may know is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from generator.archive import Game, PhaseRecord
from generator.engine.picture import Picture
from generator.pages.maps.drawing import MapStyle, draw_document
from generator.pages.maps.material import Material
from generator.pages.story.facts import headline_of
from mapsvg.film import Frame

# Seconds.
_OPENING: Final = 1.6
_ORDERS: Final = 1.4
_BOARD: Final = 1.0
_END: Final = 4.0
_MANY: Final = 90
"""With more phases than this each picture of a game is shown for less time."""
_BEFORE: Final = 1.4
_ORDERED: Final = 2.6
_OUTCOMES: Final = 4.5


def film_of_game(game: Game, style: MapStyle) -> Iterator[Frame]:
    """The whole game up to its current position."""
    title = game.settings.title
    opening = Material(game, opening=True)
    picture = opening.picture
    year = game.opening.moment.year
    yield Frame(_drawn(opening, picture, style), _OPENING, str(year), "The opening", title)
    shown, pace = _board(picture), min(1, _MANY / max(1, len(game.phases)))
    for record in game.phases:
        material = Material(game, record)
        picture = material.picture
        if picture.orders or _board(picture) != shown:
            seconds = pace * (_ORDERS if picture.orders else _BOARD)
            yield Frame(
                _drawn(material, picture, style), seconds, record.title, _headline(material), title
            )
            shown = _board(picture)
    if game.phases:
        yield _last(Material(game), game, style)


def film_of_turn(game: Game, records: Sequence[PhaseRecord], style: MapStyle) -> Iterator[Frame]:
    """Phases that follow each other: orders first, then their outcomes, and the position at the
    end."""
    title = game.settings.title
    for number, record in enumerate(records):
        material = Material(game, record)
        picture, phase = material.picture, record.title
        if not number:
            before = replace(picture, orders=())
            yield Frame(
                _drawn(material, before, style), _BEFORE, phase, "The position before it", title
            )
        if any(sign.outcome != "success" for sign in picture.orders):
            # As they were given, before anyone knows the outcome.
            asked = tuple(replace(sign, outcome="success") for sign in picture.orders)
            orders = _drawn(material, replace(picture, orders=asked), style)
            yield Frame(orders, _ORDERED, phase, "The orders", title)
        svg = _drawn(material, picture, style)
        yield Frame(svg, _OUTCOMES, phase, _headline(material), title)
    last = records[-1]
    if last is game.phases[-1]:
        yield _last(Material(game), game, style)
    else:
        yield _last(Material(game, game.phases[game.phases.index(last) + 1]), game, style)


def _last(material: Material, game: Game, style: MapStyle) -> Frame:
    """The position that `material` begins with, without orders."""
    state: Any = material.before
    moment = game.ruleset.moment(state)
    ending = game.ruleset.ending(state)
    text = ending.text if ending else f"Next: {game.ruleset.phase_title(moment)}"
    picture: Picture = game.ruleset.picture(state)
    svg = _drawn(material, picture, style)
    return Frame(svg, _END, f"{moment.year}", text, game.settings.title)


def _drawn(material: Material, picture: Picture, style: MapStyle) -> str:
    return draw_document(material.scene(picture), style)


def _headline(material: Material) -> str:
    resolution = material.resolution
    summary = material.ruleset.summary(material.before, resolution)
    return headline_of(resolution.events, summary)


def _board(picture: Picture) -> tuple[object, ...]:
    """The parts of a picture that make it worth another look: owners and units."""
    units = frozenset((sign.owner, sign.unit) for sign in picture.units)
    return picture.land, picture.fills, picture.centers, picture.stacks, units
