"""Games that have moved to a site of their own: what stays of them on this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import to_builtins
from msgspec.structs import replace

from generator.archive.files.layout import MOVED
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.game import load_game
from generator.archive.people.statistics import result_of
from generator.archive.publish.moved import FORMAT, MAP, Left
from generator.engine.errors import BrokenPromise, FileError, Place
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.game.card import GameCard
from generator.pages.game.pages import game_pages, open_game
from generator.pages.site.site import Site
from generator.pages.site.statistics import ended_game


def parting_files(site: Site, slug: str, address: str) -> Mapping[str, str]:
    """What a game leaves behind when it moves to `address`: its files by their names.

    Raises GameError and FileError where a build would.
    """
    memory = _Forgetful()
    game = load_game(site.games_root / slug)
    opened = open_game(site.maker, game, memory)
    pages = game_pages(site.maker, opened, memory)
    picture = ""
    while True:
        try:
            page = next(pages)
        except StopIteration as end:
            card = GameCard.load(end.value.more)
            break
        if isinstance(page, Page) and page.address == card_map(slug):
            picture = page.make().decode()
    if not picture:
        raise BrokenPromise(f"{slug} has no map")
    # Its phases, its texts and the cases of its rules are pages of the other site now.
    stays = replace(
        card, latest=card.address, news=(), press=(), uses={}, result=None, archived=True
    )
    facts = {key: value for key, value in to_builtins(stays).items() if value is not None}
    moved = {
        "format": FORMAT,
        "address": address,
        "result": to_builtins(result_of(game)),
        "card": facts,
    }
    return {MOVED: format_toml(moved), MAP: picture}


def card_map(slug: str) -> str:
    """The address of the map of where a game stands."""
    return f"{slug}/{MAP}"


def moved_card(left: Left) -> GameCard:
    """The card of a game that has moved. Raises FileError where it is not one."""
    try:
        card = msgspec.convert(left.moved.card, GameCard)
    except msgspec.ValidationError as error:
        raise FileError(str(error), place=Place(str(left.folder / MOVED))) from None
    return replace(card, result=left.moved.result, moved=left.moved.address)


def moved_pages(maker: PageMaker, left: Left, card: GameCard) -> Iterator[Page]:
    """The page of a game that has moved, and its map."""
    picture = left.map.encode()
    yield maker.file(card.picture, "map", (("file", digest(left.map)),), partial(bytes, picture))

    def values() -> Mapping[str, Any]:
        return {
            "title": card.title,
            "description": card.stand.detail or card.stand.state,
            "card": card,
            "ended": ended_game(left.moved.result),
            "styles": ("scores.css",),
        }

    inputs = (("card", digest(repr(to_builtins(card)))),)
    yield maker.page(card.address, "text", "moved.html", inputs, values)


class _Forgetful:
    """A memory for a walk over a game's pages that keeps nothing."""

    def recall(self, key: str) -> str | None:
        return None

    def remember(self, key: str, text: str, game: str) -> None:
        pass

    def is_whole(self, game: str) -> bool:
        return False

    def stand(self, addresses: Sequence[str]) -> bool:
        return False
