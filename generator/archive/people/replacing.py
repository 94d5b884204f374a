"""A new player takes over a power: who it is is in game.toml, the addresses in private/."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from generator.archive.files.layout import ADDRESSES, GAME
from generator.archive.files.reading import read_exact_text
from generator.archive.files.toml_editing import with_row
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.phasenames import find_open
from generator.archive.people.addresses import addresses_of, check_power, with_addresses
from generator.archive.people.players import player_of
from generator.archive.people.ready import readiness
from generator.archive.play.absence import ended_notices
from generator.engine.errors import GameError, UsageError
from generator.engine.phases import Moment
from generator.engine.plain import plain_line


class ReplacedPlayer(Struct, frozen=True):
    """A power that has a new player. `before` is the former player, "" if not named. `orders` is
    whether orders of the power wait for the phase, `ready` whether with READY, `ended` whether
    there were standing orders, `addresses` are those of the new player."""

    power: str
    name: str
    player: str
    before: str
    since: str
    orders: bool
    ready: bool
    ended: bool
    addresses: tuple[str, ...]


def replace_player(
    folder: Path,
    power: str,
    player: str,
    *,
    since: str = "",
    note: str = "",
    addresses: Sequence[str] = (),
) -> ReplacedPlayer:
    """Note that someone takes over a power, from the phase that waits on or from `since`.

    The addresses of who played it before stay with that player, whose standing orders are over.
    Raises UsageError, GameError and FileError; then nothing has been written.
    """
    check_there(folder)
    who, word = plain_line(player), plain_line(note)
    if not who:
        raise UsageError("give the name of the player", text=repr(player))
    with writing(folder):
        game = load_game(folder)
        check_power(game, power)
        begun = _phase(game, since)
        first, before = str(begun), player_of(game, power, begun)
        if before == who:
            raise GameError(f"{who} plays {power} in {first} already")
        if any(
            replacement.power == power and replacement.since == first
            for replacement in game.settings.replacements
        ):
            raise GameError(
                f"{power} already has a new player from {first}", hint=f"correct it in {GAME}"
            )
        row = {"power": power, "player": who, "since": first} | ({"note": word} if word else {})
        path = folder / GAME
        writes = {GAME: with_row(path, read_exact_text(path), "replacements", row)}
        if addresses:
            writes[ADDRESSES] = with_addresses(game, power, who, addresses)
        ended = ended_notices(folder, power, begun).writes
        commit(folder, Change({**writes, **ended}))
    game = load_game(folder)
    waiting = game.current_moment
    texts = game.year_orders(waiting.year).of(waiting.phase)
    return ReplacedPlayer(
        power,
        game.ruleset.powers[power].name,
        who,
        before,
        first,
        power in texts and bool(texts[power].text.strip()),
        power in readiness(game).ready,
        bool(ended),
        addresses_of(game).get(power, ()) if first == str(waiting) else tuple(addresses),
    )


def _phase(game: Game, text: str) -> Moment:
    """The phase that a text names, played or not: "1623 diplomatic", "1623/diplomatic"; the one
    that waits for ""."""
    wanted = " ".join(text.replace("/", " ").lower().split())
    for record in game.phases:
        if str(record.moment) == wanted:
            return record.moment
    return find_open(game, wanted)
