"""Who has said READY for the phase that a game waits for.

READY belongs to the orders with which it was said: a version that stands has it, and it counts only
while these very orders wait. Of a player who owes nothing it is never asked.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

from generator.archive.files.layout import PRIVATE, RECEIVED
from generator.archive.files.reading import read_toml
from generator.archive.game.game import Game
from generator.archive.game.sheets import order_text
from generator.archive.people.versions import held_mails, standing, submissions_of


class Readiness(Struct, frozen=True):
    """How many are ready: `ready` of `owing`, both in the ruleset's order. `known` is False where
    only the referee knows."""

    owing: tuple[str, ...]
    ready: tuple[str, ...]
    known: bool = True

    @property
    def all(self) -> bool:
        """Whether everyone who owes orders is ready, and anybody is."""
        return self.known and bool(self.ready) and self.ready == self.owing


def says_who(game: Game) -> bool:
    """Whether a game lets everybody know who is ready: where orders are public before their
    phase."""
    return game.settings.orders == "public"


def orders_hash(orders: str) -> str:
    """By which the orders are known that READY was said with."""
    return sha256(order_text(orders).encode()).hexdigest()[:16]


def ready_powers(game: Game) -> frozenset[str] | None:
    """The powers whose orders wait with READY; None where nobody can tell without what is secret.
    Raises FileErrors."""
    moment = game.current_moment
    waiting = game.year_orders(moment.year).of(moment.phase)
    if (game.folder / PRIVATE).is_dir():
        versions = submissions_of(game.folder, moment)
        found = set()
        for power, text in waiting.items():
            last = standing(versions, power)
            same = last is not None and order_text(last.orders) == order_text(text.text)
            if last is not None and last.ready and same:
                found.add(power)
        return frozenset(found)
    if not says_who(game):
        return None
    file = game.folder / RECEIVED
    noted = read_toml(file).data if file.is_file() else {}
    hashes = noted.get("ready_with") if noted.get("phase") == str(moment) else {}
    return frozenset(
        power
        for power, text in waiting.items()
        if isinstance(hashes, dict) and hashes.get(power) == orders_hash(text.text)
    )


def readiness(game: Game) -> Readiness:
    """Who is ready of those who owe orders. Raises FileErrors."""
    said = ready_powers(game)
    owing = tuple(game.ruleset.awaits(game.current_state()))
    ready = tuple(power for power in owing if power in (said or ()))
    return Readiness(owing, ready, said is not None)


def all_ready(game: Game) -> bool:
    """Whether the deadline need not be awaited: everyone who owes orders is ready, and no mail for
    the phase waits for the referee. False for a game that is over, paused or archived. Raises
    FileErrors."""
    settings = game.settings
    if game.is_over or settings.pause or settings.archived:
        return False
    phase = game.current_moment.phase
    return readiness(game).all and not any(mail.phase == phase for mail in held_mails(game))
