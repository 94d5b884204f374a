"""What the pages of one phase are made from: read and drawn once, and only if a page asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from msgspec.structs import replace

from generator.archive import Game, PhaseRecord, StateRecord
from generator.engine.chronicle import Snapshot, snapshot_of
from generator.engine.phases import Resolution
from generator.engine.picture import Picture
from generator.engine.plain import plain_line
from generator.engine.report import Section, chapters_of
from generator.engine.verdicts import Event, Verdict
from generator.pages.base.reader import PUBLIC, Reader
from generator.pages.maps.drawing import draw_document, map_scene

if TYPE_CHECKING:
    from mapsvg import Scene

__all__ = ["REVEALED", "Material", "map_svg", "material_of"]

REVEALED: Final = "secret until the end"

T = TypeVar("T")


class Material:
    """A phase of a game; without a record, a position: the opening, or the one that waits."""

    def __init__(
        self,
        game: Game,
        record: PhaseRecord | None = None,
        *,
        opening: bool = False,
        reader: Reader = PUBLIC,
    ):
        self._reader = reader
        self._game = game
        self._record = record
        self._opening = opening
        self.ruleset: Any = game.ruleset
        self._kept: dict[str, Any] = {}

    @cached_property
    def before(self) -> Any:
        """The state before the phase, or the position itself."""
        if self._record is not None:
            return self._record.before()
        return self._game.opening.state() if self._opening else self._game.current_state()

    @cached_property
    def resolution(self) -> Resolution[Any]:
        """What the reader may know of adjudicating the phase. A position has none (ValueError).

        What is secret is left out here, so that a site is the same with and without private/;
        what the end of the game revealed comes last. Orders are without characters that could
        spoil a page.
        """
        if self._record is None:
            raise ValueError("a position is not adjudicated")
        whole, may_know = self._record.resolution(), self._reader.may_know
        verdicts = [one for one in whole.verdicts if may_know(one.known_to)]
        events = [one for one in whole.events if may_know(one.known_to)]
        if self._game.is_revealed:
            # After all that was public: the numbers of that are in links.
            verdicts += [
                replace(one, note=one.note or REVEALED)
                for one in whole.verdicts
                if not may_know(one.known_to)
            ]
            events += [
                replace(one, text=f"{one.text} ({REVEALED})")
                for one in whole.events
                if not may_know(one.known_to)
            ]
        return replace(
            whole,
            verdicts=tuple(map(_plain_verdict, verdicts)),
            events=tuple(map(_plain_event, events)),
        )

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
    def snapshot(self) -> Snapshot:
        """The position before the phase in figures, as far as its ruleset tells of it."""
        return snapshot_of(self.ruleset, self.before) or Snapshot()

    @cached_property
    def chapters(self) -> tuple[Section, ...]:
        """The sections of the phase, as far as its ruleset has any; nothing that is secret."""
        return chapters_of(self.ruleset, self.before, self.resolution)

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """What `make` gives, made once under this name: a phase's page and its post share it."""
        if name not in self._kept:
            self._kept[name] = make()
        return cast(T, self._kept[name])

    @cached_property
    def svg(self) -> str:
        """The map as a document of its own."""
        return draw_document(self.scene(self.picture))

    def scene(self, picture: Picture) -> Scene:
        """The scene of its picture, or of one made from that."""
        return map_scene(picture, self.ruleset.powers, self.verdicts, self._game.settings.title)


def _plain_verdict(one: Verdict) -> Verdict:
    said = (one.order, one.written, one.note, *(why.text for why in one.reasons))
    if "".join(said).isprintable():
        return one
    return replace(
        one,
        order=plain_line(one.order),
        written=plain_line(one.written),
        note=plain_line(one.note),
        reasons=tuple(why._replace(text=plain_line(why.text)) for why in one.reasons),
    )


def _plain_event(one: Event) -> Event:
    return one if one.text.isprintable() else replace(one, text=plain_line(one.text))


def material_of(game: Game, record: StateRecord | PhaseRecord | None = None) -> Material:
    """A phase, or the opening; without a record, where the game stands."""
    if isinstance(record, StateRecord):
        return Material(game, opening=True)
    return Material(game, record)


def map_svg(game: Game, record: StateRecord | PhaseRecord | None = None) -> str:
    """The map of a phase or of the opening as a document of its own; without a record, of where
    the game stands."""
    return material_of(game, record).svg
