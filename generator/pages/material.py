"""What the pages of one phase are made from: read and drawn once, and only if a page asks."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from generator.archive import Game, PhaseRecord, StateRecord
from generator.engine.phases import Resolution
from generator.engine.picture import Picture
from generator.engine.verdicts import Verdict
from generator.pages.maps import draw_document, map_scene

__all__ = ["Material", "map_svg"]


class Material:
    """A phase of a game; without a record, a position: the opening, or the one that waits."""

    def __init__(self, game: Game, record: PhaseRecord | None = None, *, opening: bool = False):
        self._game = game
        self._record = record
        self._opening = opening
        self.ruleset: Any = game.ruleset

    @cached_property
    def before(self) -> Any:
        """The state before the phase, or the position itself."""
        if self._record is not None:
            return self._record.before()
        return self._game.opening.state() if self._opening else self._game.current_state()

    @cached_property
    def resolution(self) -> Resolution[Any]:
        """What adjudicating the phase returned. A position has none (ValueError)."""
        if self._record is None:
            raise ValueError("a position is not adjudicated")
        return self._record.resolution()

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        return self.resolution.verdicts if self._record is not None else ()

    @cached_property
    def picture(self) -> Picture:
        if self._record is None:
            found: Picture = self.ruleset.picture(self.before)
        else:
            found = self.ruleset.picture_of(self.before, self.resolution)
        return found

    @cached_property
    def svg(self) -> str:
        """The map as a document of its own."""
        powers, name = self.ruleset.powers, self._game.settings.title
        return draw_document(map_scene(self.picture, powers, self.verdicts, name))


def map_svg(game: Game, record: StateRecord | PhaseRecord | None = None) -> str:
    """The map of a phase or of the opening as a document of its own; without a record, of where
    the game stands."""
    if isinstance(record, StateRecord):
        return Material(game, opening=True).svg
    return Material(game, record).svg
