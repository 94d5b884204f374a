"""What the pages of one game share: its head, its powers and the rail of its phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.archive import Game
from generator.engine.phases import Moment
from generator.pages.page import digest
from generator.pages.words import counted

__all__ = ["GameView", "PhaseLink", "PowerView", "RailYear", "Rails", "game_view", "phase_address"]


@dataclass(frozen=True, slots=True)
class PowerView:
    """A power as it is shown: name, class for its color, and who plays it ("" if unknown)."""

    id: str
    name: str
    css: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class PhaseLink:
    """A phase in the rail or a list. `address` is "" while the phase is due."""

    label: str
    title: str
    year: int
    address: str


@dataclass(frozen=True, slots=True)
class RailYear:
    """One year of the rail."""

    year: int
    phases: tuple[PhaseLink, ...]
    is_here: bool


@dataclass(frozen=True, slots=True)
class GameView:
    """The head of a game's pages. `digest` covers what every page of the game shows of it."""

    slug: str
    title: str
    ruleset: str
    powers: dict[str, PowerView]
    kick: str
    opening: PhaseLink
    phases: tuple[PhaseLink, ...]
    digest: str

    @property
    def address(self) -> str:
        return f"{self.slug}/"

    @property
    def rules(self) -> str:
        """The address of the rulebook."""
        return f"rules/{self.ruleset}/"

    @property
    def latest(self) -> PhaseLink:
        """The last phase that was adjudicated, or the opening."""
        return self.phases[-1] if self.phases else self.opening


def phase_address(slug: str, moment: Moment) -> str:
    """The address of a phase's page, for good."""
    return f"{slug}/{moment.year}/{moment.phase}/"


def game_view(game: Game) -> GameView:
    """The head of a game, without reading any of its states."""
    ruleset: Any = game.ruleset
    players = game.settings.players
    powers = {
        power: PowerView(power, facts.name, f"pw-{power}", players.get(power, ""))
        for power, facts in ruleset.powers.items()
    }
    first = game.opening.moment
    opening = PhaseLink("O", "Opening", first.year, f"{game.slug}/{first.year}/opening/")
    labels = _labels([record.moment for record in game.phases])
    phases = tuple(
        PhaseLink(
            label,
            record.title,
            record.moment.year,
            phase_address(game.slug, record.moment),
        )
        for label, record in zip(labels, game.phases, strict=True)
    )
    seats = sum(1 for name in players.values() if name) or len(ruleset.powers)
    kick = f"{ruleset.title} · {counted(seats, 'player')}"
    title = game.settings.title
    shown = digest(repr((game.slug, title, ruleset.id, kick, powers)))
    return GameView(game.slug, title, ruleset.id, powers, kick, opening, phases, shown)


def _labels(moments: Sequence[Moment]) -> list[str]:
    """One letter for each phase: its first, or its second word's where it follows a twin.

    spring-movement, spring-retreats, fall-movement -> S, R, F.
    """
    labels: list[str] = []
    season = ""
    for moment in moments:
        first, _, rest = moment.phase.partition("-")
        twin = first == season and labels
        labels.append((rest if twin and rest else first)[:1].upper())
        season = first
    return labels


class Rails:
    """The rails of a game's pages, each made once: the years around a year, with what is due.

    Not all years: a page of 1901 must not change because 1925 was played.
    """

    def __init__(self, view: GameView, due: PhaseLink | None) -> None:
        self._years: dict[int, list[PhaseLink]] = {}
        for phase in (view.opening, *view.phases, *([due] if due else [])):
            self._years.setdefault(phase.year, []).append(phase)
        self._made: dict[int, tuple[tuple[RailYear, ...], str]] = {}

    def around(self, year: int) -> tuple[tuple[RailYear, ...], str]:
        """The year before, the year itself and the next; and a digest of them."""
        if year not in self._made:
            ordered = sorted(self._years)
            at = ordered.index(year)
            near = ordered[max(0, at - 1) : at + 2]
            made = tuple(RailYear(one, tuple(self._years[one]), one == year) for one in near)
            self._made[year] = (made, digest(repr(made)))
        return self._made[year]
