"""The material of the pages of one phase: read and drawn once, and only if a page asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from msgspec.structs import replace

from generator.archive import Game, PhaseRecord, StateRecord
from generator.engine.chronicle import Snapshot
from generator.engine.phases import Resolution, Ruling
from generator.engine.picture import Picture
from generator.engine.plain import plain_line
from generator.engine.report import Section, chapters_of
from generator.engine.verdicts import Remedy, Verdict
from generator.engine.words import article_adder
from generator.pages.base.reader import PUBLIC, Reader
from generator.pages.maps.drawing import drawn_map, map_scene

if TYPE_CHECKING:
    from mapsvg import Drawn, Scene

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
        self.ruleset = game.ruleset
        self.said = article_adder(self.ruleset.articled)
        self._kept: dict[str, Any] = {}

    @cached_property
    def before(self) -> Any:
        """The state before the phase, or the position itself."""
        if self._record is not None:
            return self._record.before()
        return self._game.opening.state() if self._opening else self._game.current_state()

    @property
    def is_revealed(self) -> bool:
        """Whether the game is over, and nothing of it is secret any more."""
        return self._game.is_revealed

    @cached_property
    def resolution(self) -> Resolution[Any]:
        """The public part of adjudicating the phase. A position has none (ValueError).

        What is secret is left out here, so that a site is the same with and without private/;
        what the end of the game revealed comes last. Orders are without characters that could
        spoil a page, and names of sentences have their articles.
        """
        if self._record is None:
            raise ValueError("a position is not adjudicated")
        whole, may_know = self._record.resolution(), self._reader.may_know
        verdicts = [verdict for verdict in whole.verdicts if may_know(verdict.known_to)]
        events = [event for event in whole.events if may_know(event.known_to)]
        if self.is_revealed:
            # After all that was public: the numbers of that are in links.
            verdicts += [
                replace(verdict, note=verdict.note or REVEALED)
                for verdict in whole.verdicts
                if not may_know(verdict.known_to)
            ]
            events += [
                replace(event, text=f"{event.text} ({REVEALED})")
                for event in whole.events
                if not may_know(event.known_to)
            ]
        return replace(
            whole,
            verdicts=tuple(self._worded(_plain_verdict(verdict)) for verdict in verdicts),
            events=tuple(
                replace(
                    event,
                    text=self.said(
                        event.text if event.text.isprintable() else plain_line(event.text)
                    ),
                )
                for event in events
            ),
        )

    def _worded(self, verdict: Verdict) -> Verdict:
        reasons = tuple(why._replace(text=self.said(why.text)) for why in verdict.reasons)
        return verdict if reasons == verdict.reasons else replace(verdict, reasons=reasons)

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
    def happened(self) -> tuple[str, ...]:
        """The places where something happened that everyone may know: each once for every event,
        and for every order of its map that did more than hold."""
        if self._record is None:
            return ()
        orders = (order.at for order in self.picture.orders if order.kind != "hold")
        events = (place for event in self.resolution.events for place in event.provinces)
        return (*orders, *events)

    @cached_property
    def snapshot(self) -> Snapshot:
        """The position before the phase in figures, as far as its ruleset reports it."""
        return self.ruleset.snapshot(self.before)

    @cached_property
    def chapters(self) -> tuple[Section, ...]:
        """The sections of the phase, as far as its ruleset has any; nothing that is secret."""
        return tuple(
            replace(section, lines=tuple(map(self.said, section.lines)))
            for section in chapters_of(self.ruleset.report(self.before, self.resolution))
        )

    def remedies(self, rulings: Sequence[Ruling]) -> Mapping[int, Remedy]:
        """A remedy for each order of the phase that failed and has one, by the number of its
        verdict. `rulings` are those of the phase."""

        def find() -> dict[int, Remedy]:
            found = self.ruleset.remedies(self.before, self.resolution, rulings)
            return {
                number: replace(remedy, text=self.said(remedy.text))
                for number, remedy in found.items()
            }

        return self.kept("remedies", find)

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """The value of `make`, made once under this name: a phase's page and its post share it."""
        if name not in self._kept:
            self._kept[name] = make()
        return cast(T, self._kept[name])

    @cached_property
    def drawn(self) -> Drawn:
        """The map: planned once for its page and its file."""
        return drawn_map(self.scene(self.picture))

    @property
    def svg(self) -> str:
        return self.drawn.document

    def file(self) -> str:
        """The map as a self-contained file."""
        return joined_maps({"": self})

    def scene(self, picture: Picture) -> Scene:
        """The scene of its picture, or of one made from that."""
        return map_scene(picture, self.ruleset.powers, self.verdicts, self._game.settings.title)


def _plain_verdict(verdict: Verdict) -> Verdict:
    said = (verdict.order, verdict.written, verdict.note, *(why.text for why in verdict.reasons))
    if "".join(said).isprintable():
        return verdict
    return replace(
        verdict,
        order=plain_line(verdict.order),
        written=plain_line(verdict.written),
        note=plain_line(verdict.note),
        reasons=tuple(why._replace(text=plain_line(why.text)) for why in verdict.reasons),
    )


def material_of(game: Game, record: StateRecord | PhaseRecord | None = None) -> Material:
    """A phase, or the opening; without a record, the current position."""
    if isinstance(record, StateRecord):
        return Material(game, opening=True)
    return Material(game, record)


def joined_maps(materials: Mapping[str, Material]) -> str:
    """Several maps, by their names, as a self-contained file. Raises FileError."""
    from mapsvg import join_maps

    return join_maps({name: one.drawn for name, one in materials.items()})
