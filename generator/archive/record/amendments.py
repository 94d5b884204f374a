"""The record of corrections: phases that were adjudicated again after they had been published.

amendments.toml has a table for each correction, counted from 1:

    phase = "1620 2-movement"     the phase that was corrected
    date = "2027-03-09"           when
    reason = "..."
    what = ["orders of france"]   what was corrected
    changed = [                   the phases that came out differently, itself first
        [phase, hash before, hash after, what changed, ...],
    ]

The hashes are SHA-256 of the public file of the state; the one after is "" if the phase was undone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.files.layout import AMENDMENTS, key_of, state_path
from generator.archive.files.reading import TomlText, read_bytes, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.game import Game
from generator.archive.record.commitments import parse_moment
from generator.engine.errors import FileError, Place
from generator.engine.phases import Moment

FORMAT: Final = 1
COMMENT: Final = (
    "Corrections of phases after their adjudication. Written by theatrum: theatrum verify\n"
    "compares the hashes, which are those of the states before and after."
)
_HASH: Final = re.compile(r"[0-9a-f]{64}\Z")
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_KEYS: Final = ("phase", "date", "reason", "what", "changed")


class ChangedPhase(Struct, frozen=True):
    """A phase that a correction changed: the hashes of its state before and after, and in few
    words what everyone may know of the change. `after` is "" where the phase was undone."""

    moment: Moment
    before: str
    after: str
    said: tuple[str, ...] = ()


class Amendment(Struct, frozen=True):
    """A correction of a phase. `date` is an ISO day, `what` lists the corrected orders and
    rulings."""

    moment: Moment
    date: str
    reason: str
    what: tuple[str, ...]
    changed: tuple[ChangedPhase, ...]


def read_amendments(folder: Path) -> tuple[Amendment, ...]:
    """The corrections of a game, in the order in which they were made. Raises FileError."""
    path = folder / AMENDMENTS
    if not path.exists() and not path.is_symlink():
        return ()
    toml = read_toml(path)
    if toml.data.get("format") != FORMAT:
        raise toml.error("the format is not known", "format", hint=f"it is {FORMAT}")
    tables = {key: table for key, table in toml.data.items() if key != "format"}
    if list(tables) != [str(number) for number in range(1, len(tables) + 1)]:
        raise toml.error("the corrections are not counted from 1", next(iter(tables), "format"))
    return tuple(_read(toml, key, table) for key, table in tables.items())


def _read(toml: TomlText, key: str, table: Any) -> Amendment:
    if not isinstance(table, dict) or set(table) != set(_KEYS):
        raise toml.error("is not a correction", key, hint=f"it needs {', '.join(_KEYS)}")
    texts = [table["phase"], table["date"], table["reason"], table["what"]]
    good = all(isinstance(text, str) for text in texts[:3]) and _DATE.match(texts[1])
    if not good or not texts[2].strip() or not _is_texts(texts[3]):
        raise toml.error("is not a correction as theatrum writes it", key)
    rows = table["changed"]
    if not isinstance(rows, list) or not rows:
        raise toml.error("no phase is changed", key, "changed")
    changed = tuple(_row(toml, key, number, row) for number, row in enumerate(rows))
    moment = _moment(toml, texts[0], key, "phase")
    if changed[0].moment != moment:
        raise toml.error("the corrected phase is not the first", key, "changed", 0)
    return Amendment(moment, texts[1], texts[2], tuple(texts[3]), changed)


def _row(toml: TomlText, key: str, number: int, row: Any) -> ChangedPhase:
    if not _is_texts(row) or len(row) < 3 or not _HASH.match(row[1]):
        raise toml.error("is not a phase with its hashes", key, "changed", number)
    if row[2] and not _HASH.match(row[2]):
        raise toml.error("is not a SHA-256 hash", key, "changed", number)
    moment = _moment(toml, row[0], key, "changed", number)
    return ChangedPhase(moment, row[1], row[2], tuple(row[3:]))


def _moment(toml: TomlText, text: str, *keys: str | int) -> Moment:
    try:
        return parse_moment(text)
    except FileError as error:
        raise toml.error(error.problem, *keys, hint='like "1620 2-movement"') from None


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def format_amendments(amendments: Sequence[Amendment]) -> str:
    """The text of amendments.toml; "" where there are no corrections."""
    if not amendments:
        return ""
    tables: dict[str, Any] = {"format": FORMAT}
    for number, amendment in enumerate(amendments, 1):
        rows = [[key_of(row.moment), row.before, row.after, *row.said] for row in amendment.changed]
        tables[str(number)] = {
            "phase": key_of(amendment.moment),
            "date": amendment.date,
            "reason": amendment.reason,
            "what": list(amendment.what),
            "changed": rows,
        }
    return format_toml(tables, COMMENT)


def state_hash(folder: Path, moment: Moment) -> str:
    """The hash of the public file of the state after a phase. Raises FileError."""
    return sha256(read_bytes(folder / state_path(moment))).hexdigest()


def without_phases(
    amendments: Sequence[Amendment], gone: frozenset[Moment]
) -> tuple[Amendment, ...]:
    """The corrections that are left once phases are undone: those of other phases, without their
    changes to these."""
    return tuple(
        replace(
            amendment, changed=tuple(row for row in amendment.changed if row.moment not in gone)
        )
        for amendment in amendments
        if amendment.moment not in gone
    )


def without_amendments(folder: Path, moment: Moment) -> dict[str, str]:
    """amendments.toml without a phase that is undone, "" where nothing is left; {} if it does not
    have the phase."""
    before = read_amendments(folder)
    left = without_phases(before, frozenset({moment}))
    return {} if left == before else {AMENDMENTS: format_amendments(left)}


def check_amendments(game: Game) -> None:
    """Raises FileError where a correction does not fit the states on disk.

    The last hash after a correction is that of the state now, and each hash before one is that
    which the correction before it left.
    """
    amendments = read_amendments(game.folder)
    path = game.folder / AMENDMENTS
    played = {record.moment for record in game.phases}
    known: dict[Moment, str] = {}
    rows = ((number, row) for number, one in enumerate(amendments, 1) for row in one.changed)
    for number, row in rows:
        before = known.get(row.moment)
        if before and before != row.before:
            raise FileError(
                f"correction {number} of {row.moment} does not follow from the one before it",
                place=Place(str(path)),
            )
        known[row.moment] = row.after
    for moment, after in known.items():
        if not after:
            continue
        if moment not in played:
            raise FileError(f"{moment} has not been adjudicated", place=Place(str(path)))
        if state_hash(game.folder, moment) != after:
            raise FileError(
                f"{moment} differs from its correction",
                place=Place(str(game.folder / state_path(moment))),
                hint=f"see {AMENDMENTS}",
            )
    if amendments and (game.folder / AMENDMENTS).read_text("utf-8") != format_amendments(
        amendments
    ):
        raise FileError(
            "is not as theatrum wrote it",
            place=Place(str(path)),
            hint="restore it with git restore",
        )
