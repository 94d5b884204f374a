"""The addresses that players write from, and that reminders go to.

They belong to people, not to powers: who has taken a power over does not write from the address of
who played it before. They are in private/, so no commit, export or page ever holds them:

    france = ["ben@example.org"]         # of the player whom [players] of game.toml names

    [replacements.france]                # of those who took the power over, by their names
    Ada = ["ada@example.org", "ada@example.net"]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from generator.archive.files.layout import ADDRESSES, COMMITMENTS, GAME, PRIVATE, SEALED
from generator.archive.files.leftovers import tell
from generator.archive.files.reading import FileErrors, TomlText, read_exact_text, read_toml
from generator.archive.files.toml_editing import with_value, without_table
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.settings import settings_file
from generator.archive.people.players import seats_of
from generator.engine.errors import FileError, GameError, Place, UsageError
from generator.engine.orders.sheet import shown
from generator.engine.words import nearest

REPLACEMENTS: Final = "replacements"
NOTE: Final = "# The addresses of the players. This file is secret: theatrum never commits it.\n\n"
_ADDRESS: Final = re.compile(
    r"[^\s@<>,;:\"'()\[\]\x00-\x1f\x7f]{1,64}@[^\s@<>,;:\"'()\[\]\x00-\x1f\x7f]{1,190}\Z"
)
_KEY: Final = re.compile(r"age1[02-9ac-hj-np-z]{58}\Z")
_WRONG: Final = "is not an address"
_RIGHT: Final = "like name@example.org, without a name"
Addresses = tuple[str, ...]
_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


AddressBook = tuple[Mapping[str, Addresses], Mapping[str, Mapping[str, Addresses]]]
"""Addresses in lower case: of the first players, by power, and of those who took a power over, by
power and name."""


def addresses_of(game: Game) -> Mapping[str, Addresses]:
    """From which addresses each power is played now, in lower case; powers without one are left
    out. Those of an older game.toml count for players whom private/addresses.toml does not name.

    Raises FileErrors for a file that is wrong.
    """
    first, later = read_addresses(game.folder, game.ruleset.powers)
    old = {
        power: (address.lower(),) for power, address in game.settings.addresses.items() if address
    }
    first = {**old, **first}
    found = {}
    for power in game.ruleset.powers:
        seats = seats_of(game, power, game.current_moment)
        player = seats[-1].player
        own = later.get(power, {}).get(player, ()) if len(seats) > 1 else ()
        if not own and (len(seats) == 1 or player == seats[0].player):
            own = first.get(power, ())
        if own:
            found[power] = own
    return MappingProxyType(found)


def read_addresses(folder: Path, powers: Collection[str]) -> AddressBook:
    """The addresses in private/; none where the file is not here.

    Raises FileErrors with the place of every power and address that cannot be.
    """
    if not (folder / ADDRESSES).exists():
        return _NONE, _NONE
    toml = read_toml(folder / ADDRESSES)
    errors: list[FileError] = []
    first = {
        power: _list(toml, errors, power)
        for power in toml.data
        if power != REPLACEMENTS and _is_power(toml, errors, powers, power)
    }
    tables = toml.data.get(REPLACEMENTS, {})
    later: dict[str, Mapping[str, Addresses]] = {}
    for power in tables if isinstance(tables, Mapping) else ():
        if not _is_power(toml, errors, powers, REPLACEMENTS, power):
            continue
        if isinstance(tables[power], Mapping):
            keys = (REPLACEMENTS, power)
            later[power] = {name: _list(toml, errors, *keys, name) for name in tables[power]}
        else:
            hint = f"write a line [{REPLACEMENTS}.{power}]"
            errors.append(toml.error(f"{power} is not a table", REPLACEMENTS, power, hint=hint))
    if not isinstance(tables, Mapping):
        errors.append(toml.error("is not a table", REPLACEMENTS, hint="[replacements.POWER]"))
    if errors:
        raise FileErrors(errors)
    return MappingProxyType(first), MappingProxyType(later)


def _is_power(toml: TomlText, errors: list[FileError], powers: Collection[str], *keys: str) -> bool:
    if keys[-1] in powers:
        return True
    hint = nearest(keys[-1], powers, "powers")
    errors.append(toml.error(f"there is no power {shown(keys[-1])}", *keys, hint=hint))
    return False


def _list(toml: TomlText, errors: list[FileError], *keys: str) -> Addresses:
    """The addresses under a key; their faults are added to `errors`."""
    value: Any = toml.data
    for key in keys:
        value = value[key]
    if not isinstance(value, list) or not all(isinstance(address, str) for address in value):
        hint = f'{keys[-1]} = ["name@example.org"]'
        errors.append(toml.error("is not a list of addresses", *keys, hint=hint))
        return ()
    found: dict[str, None] = {}
    for number, address in enumerate(value):
        if _KEY.match(address.lower()):
            hint = "remove it; dossiers are plain text and mails"
            tell(toml.error("a public key is no longer used", *keys, number, hint=hint))
        elif is_address(address):
            found[address.lower()] = None
        else:
            errors.append(toml.error(f"{shown(address)} {_WRONG}", *keys, number, hint=_RIGHT))
    return tuple(found)


def is_address(text: str) -> bool:
    """Whether a text can be the address of a mail, without a name beside it."""
    return _ADDRESS.match(text) is not None and text.isprintable()


def set_addresses(folder: Path, power: str, addresses: Iterable[str]) -> str:
    """Note the addresses of the player who plays a power now, instead of those known; returns the
    player's name. Raises UsageError, GameError and FileError; then nothing has been written."""
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        check_power(game, power)
        player = seats_of(game, power, game.current_moment)[-1].player
        commit(folder, Change({ADDRESSES: with_addresses(game, power, player, addresses)}))
    return player


def with_addresses(game: Game, power: str, player: str, addresses: Iterable[str]) -> str:
    """The text of private/addresses.toml with the addresses of a player of a power. Raises
    UsageError for a bad address, and GameError in a clone without the secrets."""
    wanted = tuple(dict.fromkeys(address.lower() for address in addresses))
    for address in wanted:
        if not is_address(address):
            raise UsageError(_WRONG, text=shown(address), hint=_RIGHT)
    _check_here(game)
    read_addresses(game.folder, game.ruleset.powers)
    path = game.folder / ADDRESSES
    text = read_exact_text(path) if path.exists() else NOTE
    is_first = player == game.settings.players.get(power, "")
    return with_value(path, text, (power,) if is_first else (REPLACEMENTS, power, player), wanted)


def check_power(game: Game, power: str) -> None:
    """Raises GameError for a power that the game does not have."""
    if power not in game.ruleset.powers:
        hint = nearest(power, game.ruleset.powers, "powers")
        raise GameError(f"there is no power {shown(power)}", hint=hint)


def _check_here(game: Game) -> None:
    """Raises GameError in a clone without the secrets: a private/ that held nothing but addresses
    would pass there for all of them."""
    folder = game.folder
    if (folder / PRIVATE).is_dir():
        return
    is_kept = game.settings.orders == "private" or (folder / COMMITMENTS).exists()
    if is_kept or (folder / SEALED).is_dir():
        raise GameError(
            f"the secrets of {game.slug} are not here, and they include the addresses",
            hint="run theatrum secrets unseal, then the command again",
        )


def misnamed(game: Game) -> tuple[tuple[str, str], ...]:
    """Powers and names in private/addresses.toml of people who have not taken them over."""
    rows = {(replacement.power, replacement.player) for replacement in game.settings.replacements}
    _, later = read_addresses(game.folder, game.ruleset.powers)
    return tuple(
        (power, name) for power in later for name in later[power] if (power, name) not in rows
    )


def check_private(game: Game) -> None:
    """Raises FileError where game.toml, which is public, contains addresses."""
    if game.settings.addresses:
        raise FileError(
            "contains addresses of players, and is public",
            place=Place(str(game.folder / GAME)),
            hint=f"theatrum upgrade {game.slug} moves them to {ADDRESSES}",
        )


def move_addresses(folder: Path) -> tuple[str, ...]:
    """Move the addresses in game.toml to private/addresses.toml; returns whose they are. The rest
    of game.toml stays as it is. Raises FileError; then nothing has been written."""
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        if "addresses" not in settings_file(folder).data:
            return ()
        _check_here(game)
        known, _ = read_addresses(folder, game.ruleset.powers)
        settings, taken = without_table(folder / GAME, read_exact_text(folder / GAME), "addresses")
        path = folder / ADDRESSES
        text = read_exact_text(path) if path.exists() else NOTE
        for power, address in game.settings.addresses.items():
            if address and not is_address(address):
                hint = "correct it, like name@example.org, and run the command again"
                place = Place(str(folder / GAME))
                raise FileError(f"{shown(address)} is not an address", place=place, hint=hint)
            both = dict.fromkeys(filter(None, (*known.get(power, ()), address.lower())))
            text = with_value(path, text, (power,), tuple(both))
        remarks = [line for line in taken.splitlines() if "#" in line]
        if remarks:
            end = "" if text.endswith("\n") else "\n"
            text += "\n".join([f"{end}\n# From game.toml, with its remarks:"]) + "\n"
            text += "".join(f"# {line}\n" for line in taken.splitlines())
        commit(folder, Change({GAME: settings, ADDRESSES: text}))
    return tuple(game.settings.addresses)
