"""The layout of a game folder: the paths of its files, and the files found there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from generator.archive.files.names import is_date_slug, is_slug, is_year
from generator.archive.files.reading import entries, is_folder
from generator.engine.errors import FileError, Place
from generator.engine.phases import Moment
from generator.rulesets import VARIANT_FILE

# All paths are relative to the game's folder, with "/".
GAME: Final = "game.toml"
POSITION: Final = "position.toml"
WITHHELD: Final = "withheld"
"""In a position of a game: the names of its secret tables, which are in another file."""
REVEALED_SEED: Final = "seed.toml"
COMMITMENTS: Final = "commitments.toml"
AMENDMENTS: Final = "amendments.toml"
AUCTION: Final = "auction.toml"
AUCTION_BIDS: Final = "auction-bids.toml"
CHAIN: Final = "chain.toml"
CHANCE: Final = "chance.toml"
RECEIVED: Final = "received.toml"
"""How many orders are in: it changes between phases, so it does not belong to the record."""
ANNOUNCED: Final = "announced.toml"
"""The list of announcements; no part of the record, either."""
PRIVATE: Final = "private"
ADDRESSES: Final = "private/addresses.toml"
SEED: Final = "private/seed.toml"
MAIL_SETTINGS: Final = "private/mail.toml"
SEALED_RECORD: Final = "private/sealed.toml"
PLAYED: Final = "private/.played"
"""The first and the last phase that the last command adjudicated, a line for each."""
REVEALED: Final = "revealed"
SALTS: Final = "revealed/salts.toml"
SEALED: Final = "sealed"
MANIFESTS: Final = "sealed/manifests"
IGNORE_FILE: Final = ".gitignore"
IGNORED: Final = "private/\n.theatrum.lock\n.theatrum-staging/\n.theatrum-commit/\n"
STAGING: Final = ".theatrum-staging"
COMMIT: Final = ".theatrum-commit"
OPENING: Final = "opening"
PUBLIC: Final = (
    GAME,
    POSITION,
    VARIANT_FILE,
    REVEALED_SEED,
    IGNORE_FILE,
    COMMITMENTS,
    AMENDMENTS,
    AUCTION,
    AUCTION_BIDS,
    CHANCE,
    CHAIN,
)
"""The files at the top of a game's folder that everyone may read."""

_STATE = re.compile(r"(0|[1-9][0-9]{0,5})-([a-z0-9]+(?:-[a-z0-9]+)*)\.toml\Z")


def key_of(moment: Moment) -> str:
    """The name of a phase in files that list phases: "1620 2-movement"."""
    return f"{moment.year} {moment.slug}"


def state_path(moment: Moment) -> str:
    """The state after the phase `moment`, with its verdicts and events."""
    return f"{moment.year}/state/{moment.slug}.toml"


def orders_path(year: int, power: str) -> str:
    return f"{year}/orders/{power}.toml"


def rulings_path(year: int) -> str:
    return f"{year}/rulings.toml"


def secret_orders_path(year: int, power: str, top: str = PRIVATE) -> str:
    """Orders that wait for their phase, or have lines that are secret; revealed below `top`."""
    return f"{top}/{orders_path(year, power)}"


def secret_rulings_path(year: int, top: str = PRIVATE) -> str:
    return f"{top}/{rulings_path(year)}"


def mail_path(year: int, phase: str, power: str, number: int, ending: str) -> str:
    """The `number`th sheet of a power for a phase: its mail (txt) or the orders (toml)."""
    return f"{PRIVATE}/{year}/mail/{phase}/{power}/{number}.{ending}"


def private_state_path(moment: Moment, name: str, top: str = PRIVATE) -> str:
    """One secret document of the state after the phase `moment`; a revealed one below another
    `top`."""
    return f"{top}/{moment.year}/state/{moment.slug}/{name}.toml"


def private_events_path(moment: Moment, top: str = PRIVATE) -> str:
    """The verdicts and events of the phase `moment` that only some may know; revealed below
    `top`."""
    return f"{top}/{moment.year}/events/{moment.slug}.toml"


def scan_years(folder: Path) -> tuple[int, ...]:
    """The years that have a folder, in order."""
    return tuple(
        sorted(int(name) for name in entries(folder) if is_year(name) and is_folder(folder / name))
    )


def scan_states(folder: Path) -> tuple[Moment, ...]:
    """The moments of all states on disk, in order; the first is the opening.

    Raises FileError for a file that is not a state, two states with one number, or no opening.
    """
    found: list[Moment] = []
    for year in scan_years(folder):
        states = folder / str(year) / "state"
        numbers: dict[int, str] = {}
        for name in entries(states):
            place = Place(str(states / name))
            match = _STATE.match(name)
            if not match or not is_slug(match[2]):
                raise FileError(
                    "is not a state's name", place=place, hint="states are <number>-<phase>.toml"
                )
            number = int(match[1])
            if number in numbers:
                raise FileError(
                    f"has the same number as {numbers[number]}",
                    place=place,
                    hint="remove the file that does not belong here",
                )
            numbers[number] = name
            found.append(Moment(year, number, match[2]))
    found.sort()
    openings = [moment for moment in found if moment.number == 0]
    if not found or not openings or openings[0] != found[0] or found[0].phase != OPENING:
        raise FileError(
            "the game has no first state",
            place=Place(str(folder)),
            hint="it belongs in <first year>/state/0-opening.toml; restore it with git restore",
        )
    if len(openings) > 1:
        raise FileError(
            "is a second opening state",
            place=Place(str(folder / state_path(openings[1]))),
            hint="remove the file that does not belong here",
        )
    return tuple(found)


def scan_orders(folder: Path, year: int) -> tuple[str, ...]:
    """The powers that have an order file in a year, sorted. `folder` may be private/ of a game."""
    return _toml_names(folder / str(year) / "orders")


def scan_files(folder: Path, top: str) -> tuple[str, ...]:
    """The paths of all files below `top` in the folder, sorted; hidden ones are left out.

    Raises FileError for a symbolic link.
    """
    found: list[str] = []
    for name in entries(folder / top) if (folder / top).is_dir() else ():
        path = folder / top / name
        if path.is_dir():
            found += scan_files(folder, f"{top}/{name}")
        else:
            found.append(f"{top}/{name}")
    return tuple(found)


def scan_documents(folder: Path, moment: Moment, top: str = PRIVATE) -> tuple[str, ...]:
    """The names of the secret documents of the state after `moment`, sorted; of the revealed ones
    below another `top`."""
    return _toml_names((folder / private_state_path(moment, "x", top)).parent)


def _toml_names(folder: Path) -> tuple[str, ...]:
    names = []
    for name in entries(folder):
        if name.endswith(".toml"):
            if not is_slug(name[:-5]):
                raise FileError(
                    "is not a good name",
                    place=Place(str(folder / name)),
                    hint="use lower-case letters, digits and hyphens",
                )
            names.append(name[:-5])
    return tuple(names)


def scan_press(folder: Path) -> tuple[str, ...]:
    """The press files' names without `.md`, sorted. Raises FileError for a name of another kind."""
    names = []
    for name in entries(folder / "press"):
        if name.endswith(".md"):
            if not is_date_slug(name[:-3]):
                raise FileError(
                    "is not a press file's name",
                    place=Place(str(folder / "press" / name)),
                    hint="name a press file <date>-<slug>.md, like 1620-05-23-prague.md",
                )
            names.append(name[:-3])
    return tuple(names)
