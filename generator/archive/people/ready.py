"""The powers that are READY for the phase that a game waits for.

READY belongs to the orders in the same mail: the current version has it, and it counts only while
these very orders wait. A player who owes no orders is never asked for it.

Orders that wait in private/ are in no clone. So received.toml publishes how many powers have sent
some, and how many are ready: only the numbers, never whose. It is rewritten with every submission,
and counts for the phase that it gives. A game whose secrets are sealed has none: two referees who
both take mail would each write a different number, which git cannot merge.

Where orders are public before their phase, so are the powers that are ready, each with the hash of
the orders that it sent. There `notices` means that the referee has standing orders of someone, so
that no clone without them adjudicates a phase in which they count.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from msgspec import Struct

from generator.archive.files.layout import PRIVATE, RECEIVED
from generator.archive.files.reading import read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.game import Game
from generator.archive.game.orders import read_public_orders
from generator.archive.game.sheets import order_text
from generator.archive.people.versions import held_mails, standing, submissions_of
from generator.archive.play.absence import has_notices

_NOTE = "How many powers have sent orders for this phase. Whose they are stays with the referee."
_NOTE_OPEN = "The powers that are ready for this phase, each with the hash of its orders."


class Readiness(Struct, frozen=True):
    """How many are ready: `ready` of `owing`, both in the ruleset's order. `known` is False where
    only the referee knows."""

    owing: tuple[str, ...]
    ready: tuple[str, ...]
    known: bool = True

    @property
    def all(self) -> bool:
        """Whether everyone who owes orders is ready, and anyone is."""
        return self.known and bool(self.ready) and self.ready == self.owing


def says_who(game: Game) -> bool:
    """Whether a game lets everyone know who is ready: where orders are public before their
    phase."""
    return game.settings.orders == "public"


def orders_hash(orders: str) -> str:
    """By which the orders are known that READY was said with."""
    return sha256(order_text(orders).encode()).hexdigest()[:16]


def ready_powers(game: Game) -> frozenset[str] | None:
    """The powers whose orders wait with READY; None where only the secret files could show it.
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
    """The readiness of those who owe orders. Raises FileErrors."""
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


class Waiting(Struct, frozen=True):
    """The orders of a power that are about to wait for the phase; `ready`: they come with READY."""

    power: str
    orders: str
    ready: bool


def note_received(
    game: Game, changed: Waiting | None = None, *, noted: bool = False
) -> dict[str, str]:
    """The file, by its path, once `changed` waits; nothing for a game that is sealed, and where the
    file would be empty. `noted`: standing orders are about to be stored."""
    if game.settings.recipients:
        return {}
    moment = game.current_moment
    waiting = game.year_orders(moment.year).of(moment.phase)
    texts = {one: text.text for one, text in waiting.items() if text.text.strip()}
    ready = set(ready_powers(game) or ())
    if changed is not None:
        texts[changed.power] = changed.orders
        ready.discard(changed.power)
        ready |= {changed.power} if changed.ready else set()
    awaited = game.ruleset.awaits(game.current_state())
    facts: dict[str, Any] = {"phase": str(moment)}
    is_open = says_who(game)
    if not is_open:
        facts["orders"] = len(set(texts).intersection(awaited))
    if ready:
        facts["ready"] = len(ready.intersection(awaited))
    if is_open and (noted or has_notices(game.folder)):
        facts["notices"] = True
    if is_open and ready:
        facts["ready_with"] = {power: orders_hash(texts.get(power, "")) for power in sorted(ready)}
    if is_open and len(facts) == 1 and not (game.folder / RECEIVED).is_file():
        return {}
    return {RECEIVED: format_toml(facts, _NOTE_OPEN if is_open else _NOTE)}


def _noted(game: Game) -> dict[str, Any]:
    """The entries of the phase that the game waits for. Raises FileError."""
    file = game.folder / RECEIVED
    noted = read_toml(file).data if file.is_file() else {}
    return dict(noted) if noted.get("phase") == str(game.current_moment) else {}


def orders_received(game: Game) -> int | None:
    """How many of the powers that are awaited have sent orders; None where it is not known.

    Only what everyone may read is counted, so that it is the same in every copy. Raises FileError.
    """
    moment = game.current_moment
    if game.settings.orders == "private":
        number = _noted(game).get("orders")
        return number if type(number) is int else None
    public = read_public_orders(game.folder, moment.year, game.ruleset.powers).of(moment.phase)
    awaited = game.ruleset.awaits(game.current_state())
    return sum(power in public and bool(public[power].text.strip()) for power in awaited)


def ready_count(game: Game) -> int:
    """How many of the powers that are awaited are ready, as far as everyone may read it; 0 also
    where it is not known. Raises FileError."""
    if says_who(game):
        return len(ready_names(game))
    number = _noted(game).get("ready", 0)
    return number if type(number) is int else 0


def ready_names(game: Game) -> tuple[str, ...]:
    """The powers that are ready, where everyone may know who it is. Raises FileError."""
    hashes = _noted(game).get("ready_with", {})
    if not says_who(game) or not isinstance(hashes, dict):
        return ()
    moment = game.current_moment
    public = read_public_orders(game.folder, moment.year, game.ruleset.powers).of(moment.phase)
    return tuple(
        power
        for power in game.ruleset.awaits(game.current_state())
        if power in public and hashes.get(power) == orders_hash(public[power].text)
    )
