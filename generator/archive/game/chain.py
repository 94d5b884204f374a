"""The chain over the public record: chain.toml, with a link for each phase.

A link lists the hash of everything public that is new with the phase. Its head is the hash of that
list and of the head before it, so nothing earlier can be changed without changing every later
head. Links are only ever added, except that undoing a phase at once removes its link:

    [3]
    phase = "1901 2-spring-retreats"
    head = "..."                        SHA-256
    why = "correction 1"                where the phase has a link already; also "undo", "reveal"
    state = "..."                       what belongs to the phase: all of it, in each of its links;
    "orders/austria" = "..."            a phase that was undone has none
    "press/1901-05-01-to-arms" = "..."  what belongs to no phase; "" for what is gone

The file is read line by line, not as TOML: every status reads it, and a long game has thousands of
lines.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.archive.files.layout import CHAIN
from generator.archive.files.reading import LONGEST_STATE, read_text
from generator.engine.errors import FileError, Place

FORMAT: Final = 1
HEAD: Final = (
    "# The hashes of everything public, phase by phase; each head covers the one before it.\n"
    "# Written by theatrum: theatrum verify compares them.\n"
    f"format = {FORMAT}\n"
)
SHOWN: Final = 16
"""Digits of a head that are shown to people."""
CORRECTION: Final = "correction "
UNDO: Final = "undo"
REVEAL: Final = "reveal"

_HASH: Final = re.compile(r"[0-9a-f]{64}\Z")
_PHASE: Final = re.compile(r"[1-9]\d{0,4} \d{1,6}-[a-z0-9-]+\Z")
_WHY: Final = re.compile(rf"{CORRECTION}[1-9]\d{{0,5}}\Z|{UNDO}\Z|{REVEAL}\Z")
_ITEM: Final = re.compile(r"[a-z0-9_.-]+(?:/[a-z0-9_.-]+)*\Z")
_ROW: Final = re.compile(r'(?:"([^"\\]+)"|([a-z0-9_-]+)) = "([^"\\]*)"\Z')
_BARE: Final = re.compile(r"[a-z0-9_-]+\Z")
# These belong to a phase; all else belongs to the game.
_OWN: Final = re.compile(r"state\Z|rulings\Z|commitments\Z|orders/|author/")
_QUICK: Final = re.compile(r'^(phase|head|state) = "([^"\n]*)"$', re.MULTILINE)

Record = Mapping[str, Mapping[str, str]]
"""The public items: phases ("1901 1-spring-movement") in their order to their items and the hashes
of these; under "" what belongs to no phase."""


class Link(Struct, frozen=True):
    """A link of the chain. `why` is "" for the first link of a phase."""

    phase: str
    head: str
    items: Mapping[str, str]
    why: str = ""

    @property
    def own(self) -> dict[str, str]:
        """The items of the phase; empty if it was undone."""
        return {item: value for item, value in self.items.items() if _OWN.match(item)}


def read_chain(folder: Path) -> tuple[Link, ...]:
    """The chain of a game; empty without one. Raises FileError for a file that is not as theatrum
    writes it, and for a head that is not the hash of what it covers."""
    path = folder / CHAIN
    return links_in(read_text(path, LONGEST_STATE), path) if os.path.lexists(path) else ()


def links_in(text: str, path: Path) -> tuple[Link, ...]:
    """The links in the text of a chain. `path` is for messages. Raises FileError."""
    lines = text.split("\n")
    at = HEAD.count("\n")
    if not text.startswith(HEAD) or lines[-1]:
        raise _odd(path, 1)
    links: list[Link] = []
    while at < len(lines) - 1:
        if lines[at : at + 2] != ["", f"[{len(links) + 1}]"]:
            raise _odd(path, at + 1)
        first = at + 1
        at += 2
        rows: dict[str, str] = {}
        while at < len(lines) - 1 and lines[at]:
            row = _ROW.match(lines[at])
            if row is None or (row[1] or row[2]) in rows:
                raise _odd(path, at + 1)
            rows[row[1] or row[2]] = row[3]
            at += 1
        link = _link(rows)
        if link is None:
            raise _odd(path, first + 1)
        if link.head != _head(links, link.phase, link.why, link.items):
            raise FileError(
                f"the head of {link.phase} is not the hash of what it covers",
                place=Place(str(path), first + 3),
                hint=_RESTORE,
            )
        links.append(link)
    if format_chain(links) != text:
        raise _odd(path, 1)
    return tuple(links)


_RESTORE: Final = "restore the file with git restore; see the commits that changed it"


def _odd(path: Path, line: int) -> FileError:
    place = Place(str(path), line)
    return FileError("is not as theatrum wrote it", place=place, hint=_RESTORE)


def _link(rows: Mapping[str, str]) -> Link | None:
    """The link in the rows of a table, or None if they do not make one."""
    items = {name: value for name, value in rows.items() if name not in ("phase", "head", "why")}
    link = Link(rows.get("phase", ""), rows.get("head", ""), items, rows.get("why", ""))
    good = (
        _PHASE.match(link.phase)
        and _HASH.match(link.head)
        and ("why" not in rows or _WHY.match(link.why))
        and all(_ITEM.match(name) and (not v or _HASH.match(v)) for name, v in items.items())
    )
    return link if good else None


def _head(links: Sequence[Link], phase: str, why: str, items: Mapping[str, str]) -> str:
    before = links[-1].head if links else ""
    lines = [before, phase, why, *(f"{item} {items[item]}" for item in sorted(items))]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def format_chain(links: Sequence[Link]) -> str:
    """The text of chain.toml; "" without links."""
    if not links:
        return ""
    tables = [HEAD]
    for number, link in enumerate(links, 1):
        why = {"why": link.why} if link.why else {}
        rows = {"phase": link.phase, "head": link.head, **why, **link.items}
        lines = [f'{_key(name)} = "{value}"\n' for name, value in rows.items()]
        tables.append(f"[{number}]\n{''.join(lines)}")
    return "\n".join(tables)


def _key(name: str) -> str:
    return name if _BARE.match(name) else f'"{name}"'


def known(links: Sequence[Link]) -> dict[str, dict[str, str]]:
    """The items that are public now, by the chain."""
    found: dict[str, dict[str, str]] = {"": {}}
    for link in links:
        found[link.phase] = link.own
        found[""] |= {item: v for item, v in link.items.items() if item not in found[link.phase]}
    shared = {item: value for item, value in found.pop("").items() if value}
    return {"": shared, **{phase: own for phase, own in found.items() if own}}


def extended(
    links: Sequence[Link], now: Record, why: str = "", written: frozenset[str] | None = frozenset()
) -> tuple[Link, ...]:
    """The chain with links for what is new in `now`.

    With a reason, phases that differ from the chain, or are gone, have new links, too. An item that
    belongs to no phase and differs is listed if it is among `written` (None: in any case): all else
    stays as the chain has it, so that `theatrum verify` reports it.
    """
    before = known(links)
    old, new = before[""], now.get("", {})
    rewritten = [item for item in (*old, *new) if written is None or item in written]
    told = {item: value for item, value in new.items() if item not in old}
    told |= {item: new.get(item, "") for item in rewritten if old.get(item) != new.get(item)}
    rows = [
        (phase, own)
        for phase, own in now.items()
        if phase and (phase not in before if not why else own != before.get(phase))
    ]
    if why:
        rows += [(phase, {}) for phase in before if phase and phase not in now]
    if told and not rows and len(before) > 1:
        last = max(filter(None, before), key=order_of)
        rows = [(last, before[last])]
    found = list(links)
    for phase, own in rows:
        items = {**_sorted(own), **_sorted(told)}
        found.append(Link(phase, _head(found, phase, why, items), items, why))
        told = {}
    return tuple(found)


def shortened(links: Sequence[Link], there: frozenset[str]) -> tuple[Link, ...]:
    """The chain without its last links, as far as these are of phases that are not `there`. It
    ends at a correction or an undoing: those were public, and stay."""
    end = len(links)
    while end and links[end - 1].phase not in there and links[end - 1].why in ("", REVEAL):
        end -= 1
    return tuple(links[:end])


def _sorted(items: Mapping[str, str]) -> dict[str, str]:
    """The state first: `phases_of` looks for it."""
    return {item: items[item] for item in sorted(items, key=lambda item: (item != "state", item))}


def order_of(phase: str) -> tuple[int, int]:
    """Where a phase is among all of a game: its year, and its number in that."""
    year, number = re.findall(r"\d+", phase)[:2]
    return int(year), int(number)


# --- for those who ask for little, at once


def phases_of(folder: Path) -> tuple[str, ...] | None:
    """The phases that a game has by its chain, in order; None without one. Checks nothing of it."""
    heads = heads_of(folder)
    return None if heads is None else tuple(sorted(filter(None, heads), key=order_of))


def record_words(folder: Path) -> str:
    """The newest head of a game for people, and its phase: "3f9a1c2b4d5e6f70, after 1901
    1-spring-movement"; "" without a chain."""
    heads = heads_of(folder)
    phases = phases_of(folder)
    return f"{heads[''][:SHOWN]}, after {phases[-1]}" if heads and phases else ""


def heads_of(folder: Path) -> Mapping[str, str] | None:
    """For each phase of a game the head of its newest link, under "" that of the last link of all;
    None without a chain. Checks nothing of it."""
    path = folder / CHAIN
    if not os.path.lexists(path):
        return None
    heads: dict[str, str] = {}
    phase = head = ""
    for key, value in _QUICK.findall(read_text(path, LONGEST_STATE)):
        if key == "phase":
            phase = value if _PHASE.match(value) else ""
            heads.pop(phase, None)
        elif key == "head":
            head = heads[""] = value if _HASH.match(value) else ""
        elif phase and head:
            heads[phase] = head
    return MappingProxyType(heads)
