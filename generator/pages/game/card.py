"""A game as pages of the whole site show it: a card for the home page, the rulebook, statistics."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, to_builtins

from generator.pages.game.feeds import PER_GAME, NewsItem, game_news
from generator.pages.game.game import GameStand
from generator.pages.game.result import GameResult, load_result, result_of_chronicle
from generator.pages.story.chronicle import Chronicle

_LEADERS: Final = 6
_PRESS: Final = 3
"""Press texts that a card has."""
_TEXT: Final = 1000
"""Characters of a press text that are kept: enough for its first sentences."""


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

    `uses` says how often each rule was at work, `news` are the newest phases, the last first.
    `leaders` are the first by `measure`, of which `goal` win (0: no number does). `has_begun` once
    a phase was adjudicated, `archived` when it was put away. `result` is for statistics.
    """

    address: str
    title: str
    kick: str
    latest: str
    stand: GameStand
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
        """The address of the map of where it stands."""
        return f"{self.address}map.svg"

    @property
    def alt(self) -> str:
        return f"Map: {self.title}, {self.stand.state}"

    @property
    def rules_at_work(self) -> str:
        """The address of the game's rules at work."""
        return f"{self.address}rules/"

    def dump(self) -> str:
        return json.dumps(to_builtins(self))

    @staticmethod
    def load(text: str) -> GameCard:
        """What `dump` wrote."""
        facts = json.loads(text)
        lists = {
            "stand": GameStand(**facts["stand"]),
            "news": tuple(map(NewsItem.load, facts["news"])),
            "press": tuple(PressNote(**note) for note in facts["press"]),
            "leaders": tuple(Leader(**leader) for leader in facts["leaders"]),
            "result": load_result(facts["result"]) if facts["result"] else None,
        }
        return GameCard(**{**facts, **lists})


def game_card(chronicle: Chronicle, stand: GameStand) -> GameCard:
    """The card of a game that stands like this."""
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
            Leader(view.powers[power].name, view.powers[power].css, points[power])
            for power in first
            if points.get(power, 0) > 0
        ),
        measure=chronicle.gazetteer.points,
        goal=chronicle.gazetteer.goal,
        result=result_of_chronicle(chronicle),
        archived=chronicle.game.settings.archived,
    )
