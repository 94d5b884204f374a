"""The chronicle of a game: every phase with its facts, from which the game's pages are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from generator.archive import Game
from generator.engine.chronicle import Gazetteer, Snapshot
from generator.pages.base.gameview import GameView, PhaseLink, PowerView
from generator.pages.base.maker import Crumb, PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.base.public import PublicEvent, PublicVerdict
from generator.pages.story.facts import NOTHING_TOLD, PhaseFacts, Standings, StateFacts
from generator.pages.story.press import PressPiece

V = TypeVar("V")


class ChroniclePhase(NamedTuple):
    """A phase, the position after it, and its standings. `facts` is None for the opening."""

    link: PhaseLink
    facts: PhaseFacts | None
    snapshot: Snapshot
    standings: Standings

    @property
    def told(self) -> PhaseFacts:
        """Its facts; of the opening nothing."""
        return self.facts or NOTHING_TOLD

    @property
    def year(self) -> int:
        return self.link.year

    @property
    def events(self) -> tuple[PublicEvent, ...]:
        return self.told.events


class Chronicle(Struct, frozen=True, dict=True):
    """One game with everything that its pages are made from; all of it is public.

    `opening` and `now` are the first position and the one that waits. `sources` are digests of the
    facts of the phases: of one program and one reader, equal ones mean equal facts. `latest` is the
    digest of the files behind the position that waits.
    """

    maker: PageMaker
    game: Game
    view: GameView
    opening: StateFacts
    now: StateFacts
    facts: tuple[PhaseFacts, ...]
    press: tuple[PressPiece, ...]
    sources: tuple[str, ...] = ()
    latest: str = ""

    def once(self, make: Callable[[Chronicle], V]) -> V:
        """The result of `make`, computed once for all families of pages that ask for it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: V = self._made[make]
        return made

    @cached_property
    def _made(self) -> dict[Any, Any]:
        return {}

    @property
    def gazetteer(self) -> Gazetteer:
        return self.view.gazetteer

    @cached_property
    def phases(self) -> tuple[ChroniclePhase, ...]:
        """The opening, then every phase, in the order of play."""
        view = self.view
        return (
            ChroniclePhase(view.opening, None, self.opening.snapshot, self.opening.standings),
            *(
                ChroniclePhase(link, facts, facts.snapshot, facts.after)
                for link, facts in zip(view.phases, self.facts, strict=True)
            ),
        )

    @cached_property
    def _by_year(self) -> Mapping[int, tuple[ChroniclePhase, ...]]:
        found: dict[int, list[ChroniclePhase]] = {}
        for phase in self.phases:
            found.setdefault(phase.year, []).append(phase)
        return {year: tuple(own) for year, own in found.items()}

    @cached_property
    def years(self) -> tuple[int, ...]:
        """The years of the game in which a phase was adjudicated, in order; at least the first."""
        return tuple(self._by_year)

    def of_year(self, year: int) -> tuple[ChroniclePhase, ...]:
        """The phases of a year, with the opening in the first."""
        return self._by_year.get(year, ())

    def end_of(self, year: int) -> ChroniclePhase:
        """The last phase of a year."""
        return self.of_year(year)[-1]

    def events(self) -> Iterator[tuple[ChroniclePhase, PublicEvent]]:
        """Every public event with its phase, in the order of play."""
        for phase in self.phases:
            for event in phase.events:
                yield phase, event

    def verdicts(self) -> Iterator[tuple[ChroniclePhase, PublicVerdict]]:
        """Every public verdict with its phase, in the order of play."""
        for phase in self.phases:
            for verdict in phase.told.verdicts:
                yield phase, verdict

    def events_of(self, topic: str) -> Iterator[tuple[ChroniclePhase, PublicEvent]]:
        """The events of a topic of the gazetteer."""
        kinds = self.gazetteer.topics.get(topic, frozenset())
        return ((phase, event) for phase, event in self.events() if event.kind in kinds)

    def power(self, side: str) -> PowerView:
        """A power as it is shown; a minor state without color, by its name."""
        return self.view.side(side)

    @property
    def desk(self) -> str:
        """The page on which the orders that are due are written, "" where none are."""
        over = self.now.ending or self.game.settings.archived
        return "" if over or not self.now.awaits else f"{self.view.address}desk/"

    def page(
        self,
        address: str,
        template: str,
        values: Mapping[str, Any],
        *,
        title: str,
        tab: str,
        description: str = "",
        crumbs: tuple[Crumb, ...] = (),
        styles: tuple[str, ...] = (),
        scripts: tuple[str, ...] = (),
        draw: Callable[[], Mapping[str, Any]] | None = None,
    ) -> Page:
        """A page of the game, stale when `values` or what frames it has changed.

        `address` is relative to the game's. `values` are plain values whose `repr` has all of their
        content; `draw` makes from them, and from nothing else, the parts that take time, as further
        values. `tab` is the id of the tab that is lit, `crumbs` come between the game and this
        page.
        """
        view = self.view
        frame = {
            "game": view,
            "tab": tab,
            "title": title,
            "description": description or f"{view.title}: {title}",
            "crumbs": (Crumb(view.title, view.address), *crumbs),
            "styles": (f"{view.rules}powers.css", *styles),
            "scripts": scripts,
            "rail": (),
            "before": None,
            "after": None,
        }

        def make() -> Mapping[str, Any]:
            return {**frame, **values, **(draw() if draw else {})}

        inputs = (
            ("game", view.digest),
            ("values", digest(repr((frame["description"], crumbs, title, dict(values))))),
        )
        whole = f"{view.address}{address}"
        return self.maker.page(whole, "chronicle", template, inputs, make, view.slug)
