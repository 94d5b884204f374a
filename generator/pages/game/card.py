"""A game as pages of the whole site show it: a card for the home page, the rulebook, statistics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec
from msgspec import Struct

from generator.archive.people.players import seats_of
from generator.pages.game.feeds import PER_GAME, NewsItem, game_news
from generator.pages.game.game import GameStand
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.figures import first_count

_LEADERS: Final = 6
_PRESS: Final = 3
"""Press texts that a card has."""
_TEXT: Final = 1000
"""Characters of a press text that are kept: enough for its first sentences."""


class GameResult(Struct, frozen=True):
    """The facts of a game for the statistics.

    `kind` is how it ended, "" while it is played. `names` are those of its powers; `players` has
    who played each at the end, `left` who gave it to someone else before. `final` is the most
    telling count (`measure`) of each power, `survivors` those that were still in the game.
    """

    slug: str
    title: str
    ruleset: str
    ruleset_title: str
    years: int
    phases: int
    kind: Literal["victory", "draw", "ended", ""]
    winners: tuple[str, ...]
    names: Mapping[str, str]
    players: Mapping[str, str]
    measure: str
    final: Mapping[str, int]
    survivors: tuple[str, ...]
    left: Mapping[str, tuple[str, ...]]


class PressNote(Struct, frozen=True):
    """A text of the press, with its beginning in Markdown: trust it little."""

    title: str
    author: str
    date: str
    address: str
    text: str


class Leader(Struct, frozen=True):
    """A power that leads by what victory is measured by."""

    name: str
    css: str
    points: int


class GameCard(Struct, frozen=True):
    """A game as pages of the whole site show it. `latest` is the address of its newest phase.

    `uses` is how often each rule was at work, `news` are the newest phases, the last first.
    `leaders` are the first by `measure`, of which `goal` win (0: no number does). `has_begun` once
    a phase was adjudicated, `archived` when it was put away. `result` is for statistics.
    """

    address: str
    title: str
    kick: str
    latest: str
    status: GameStand
    ruleset: str = ""
    has_begun: bool = True
    uses: Mapping[str, int] | None = None
    news: tuple[NewsItem, ...] = ()
    press: tuple[PressNote, ...] = ()
    leaders: tuple[Leader, ...] = ()
    measure: str = ""
    goal: int = 0
    result: GameResult | None = None
    archived: bool = False

    @property
    def picture(self) -> str:
        """The address of the map of its current position."""
        return f"{self.address}map.svg"

    @property
    def alt(self) -> str:
        return f"Map: {self.title}, {self.status.state}"

    @property
    def rules_at_work(self) -> str:
        """The address of the game's rules at work."""
        return f"{self.address}rules/"

    def dump(self) -> str:
        return msgspec.json.encode(self).decode()

    @staticmethod
    def load(text: str) -> GameCard:
        """The value that `dump` wrote."""
        return msgspec.json.decode(text, type=GameCard)


def game_card(chronicle: Chronicle, stand: GameStand) -> GameCard:
    """The card of a game in this position."""
    # Most cards are known from an earlier build, and those are loaded without it.
    from generator.pages.rules.used import rule_counts

    view = chronicle.view
    points = chronicle.now.snapshot.points
    first = sorted(view.powers, key=lambda power: -points.get(power, 0))[:_LEADERS]
    newest = sorted(chronicle.press, key=lambda piece: piece.date, reverse=True)[:_PRESS]
    return GameCard(
        view.address,
        view.title,
        view.kick,
        view.latest.address,
        stand,
        ruleset=view.ruleset,
        has_begun=bool(view.phases),
        uses=rule_counts(chronicle) if view.has("used") else {},
        news=game_news(chronicle, PER_GAME),
        press=tuple(
            PressNote(
                piece.title,
                piece.author,
                piece.date,
                f"{view.address}{piece.address}",
                piece.text[:_TEXT],
            )
            for piece in newest
        ),
        leaders=tuple(
            Leader(
                view.powers[power].short or view.powers[power].name,
                view.powers[power].css,
                points[power],
            )
            for power in first
            if points.get(power, 0) > 0
        ),
        measure=chronicle.gazetteer.points,
        goal=chronicle.gazetteer.goal,
        result=result_of_chronicle(chronicle),
        archived=chronicle.game.settings.archived,
    )


def result_of_chronicle(chronicle: Chronicle) -> GameResult:
    """The result of a game for the statistics, from the facts of its pages."""
    game, now, view = chronicle.game, chronicle.now, chronicle.view
    measure, counts = first_count(now.standings)
    snapshot = now.snapshot
    alive = {owner for owner, _ in snapshot.units} | set(snapshot.holders.values())
    alive |= {power for power, count in counts.items() if count > 0}
    seats = {power: seats_of(game, power, game.last.moment) for power in view.powers}
    return GameResult(
        view.slug,
        view.title,
        view.ruleset,
        game.ruleset.title,
        len(chronicle.years) if view.phases else 0,
        len(view.phases),
        now.ending_kind if now.ending else "",  # type: ignore[arg-type]
        now.winners,
        {power: shown.name for power, shown in view.powers.items()},
        {power: own[-1].player for power, own in seats.items() if own[-1].player},
        measure,
        {power: counts.get(power, 0) for power in view.powers},
        tuple(power for power in view.powers if power in alive and power not in snapshot.out),
        {
            power: tuple(dict.fromkeys(seat.player for seat in own[:-1] if seat.player))
            for power, own in seats.items()
            if len(own) > 1
        },
    )
