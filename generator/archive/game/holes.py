"""Holes in a game's history: states that must have existed and are not on the disk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from generator.archive.files.layout import CHAIN, COMMITMENTS, state_path
from generator.archive.files.reading import LONGEST_STATE, read_bytes, read_text
from generator.archive.game.chain import phases_of
from generator.engine.errors import FileError, Place
from generator.engine.phases import Moment

_COMMITTED: Final = re.compile(r'^\["([1-9]\d{0,4}) (\d{1,6})-([a-z0-9-]+)"\]$', re.MULTILINE)
_KEY: Final = re.compile(rb'^(year|phase) = (?:(\d+)|"([a-z0-9-]*)")$', re.MULTILINE)


def check_whole(folder: Path, moments: Sequence[Moment], due: Callable[[Moment], Moment]) -> None:
    """Raises FileError where the states on disk, at `moments`, are not all that there were. `due`
    gives the phase that comes after a state, and has to parse it.

    With a chain it is known which there are. Without one, each state must lead to the next, and
    none be missing to which the game has committed.
    """
    listed = phases_of(folder)
    said = map(_moment, listed if listed is not None else _committed(folder))
    for lost in sorted(set(said).difference(moments)):
        later = [moment for moment in moments if moment > lost]
        if later:
            check_follows(folder, lost, later[0])
        named = CHAIN if listed is not None else COMMITMENTS
        raise FileError(
            f"is missing, though {named} shows that {lost} was played",
            place=Place(str(folder / state_path(lost))),
            hint=f"{_restore(folder, lost)}; or replay from the phase before it: "
            f"theatrum undo {folder.name}",
        )
    for before, after in pairwise(moments) if listed is None else ():
        if _may_lead_elsewhere(folder, before, after):
            check_follows(folder, due(before), after)


def check_follows(folder: Path, due: Moment, after: Moment) -> None:
    """Raises FileError where the state after a phase is not that of the phase which was due."""
    if due != after:
        raise FileError(
            f"is not the phase that comes next, {due}",
            place=Place(str(folder / state_path(after))),
            hint=f"{_restore(folder, due)}; or undo what followed it: "
            f"theatrum undo {folder.name} --to {after.year}/{after.phase}",
        )


def _restore(folder: Path, missing: Moment) -> str:
    return f"git restore -- {folder / state_path(missing)} restores what is missing"


def _moment(phase: str) -> Moment:
    year, _, slug = phase.partition(" ")
    number, _, name = slug.partition("-")
    return Moment(int(year), int(number), name)


def _committed(folder: Path) -> Iterator[str]:
    """The phases that the game has committed to, without checking the file."""
    path = folder / COMMITMENTS
    if os.path.lexists(path):
        for year, number, slug in _COMMITTED.findall(read_text(path)):
            yield f"{year} {number}-{slug}"


def _may_lead_elsewhere(folder: Path, before: Moment, after: Moment) -> bool:
    """Whether a state's text does not say, at once, that it waits for the phase that comes after
    it. Rulesets are free in what their states say; most have a year and a phase."""
    raw = read_bytes(folder / state_path(before), LONGEST_STATE)
    start = raw.find(b"\n[state]\n")
    head = raw[start : raw.find(b"\n[", start + 2) + 1 or None] if start >= 0 else b""
    said = {key: number or name for key, number, name in _KEY.findall(head)}
    if len(said) < 2:
        return False
    return said != {b"year": str(after.year).encode(), b"phase": after.phase.encode()}
