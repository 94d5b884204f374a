"""The home page: every game, the newest story first."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from generator.pages.game import GameStand
from generator.pages.gameview import GameView
from generator.pages.house import House
from generator.pages.markup import safe_html
from generator.pages.page import Page, digest
from generator.pages.texts import read_text, site_links
from generator.pages.words import counted

__all__ = ["GameCard", "game_card", "home_page"]


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as the home page shows it. `latest` is the address of its newest phase."""

    address: str
    title: str
    kick: str
    latest: str
    stand: GameStand

    @property
    def picture(self) -> str:
        """The address of the map of where it stands."""
        return f"{self.address}map.svg"

    @property
    def alt(self) -> str:
        return f"Map: {self.title}, {self.stand.state}"

    def dump(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def load(text: str) -> GameCard:
        """What `dump` wrote."""
        facts = json.loads(text)
        return GameCard(**{**facts, "stand": GameStand(**facts["stand"])})


def game_card(view: GameView, stand: GameStand) -> GameCard:
    """The card of a game that stands like this."""
    return GameCard(view.address, view.title, view.kick, view.latest.address, stand)


def home_page(house: House, site_root: Path, games: Sequence[GameCard]) -> Page:
    """The home page. Games in play come before those that are over; else they stand by address."""
    file = site_root / "home.md"
    text = read_text(file) if file.is_file() else ""
    playing = [card for card in games if not card.stand.is_over]
    over = [card for card in games if card.stand.is_over]
    dateline = " · ".join(
        part
        for part in (
            f"{counted(len(playing), 'game')} in play" if playing else "",
            f"{len(over)} ended" if over else "",
        )
        if part
    )

    def values() -> Mapping[str, Any]:
        return {
            "story": next(iter([*playing, *over]), None),
            "playing": playing,
            "over": over,
            "dateline": dateline or "no games yet",
            "text": site_links(safe_html(text, own=True), "", site_root) if text else "",
        }

    inputs = (
        ("text", digest(text)),
        ("games", digest(*(card.dump() for card in games))),
    )
    return house.page("", "home", "home.html", inputs, values)
