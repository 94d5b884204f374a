"""Bringing together what two referees have of the same secret files. Values in, values out.

Whatever the order in which two clones do it, both come to the same texts: so both may seal them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from generator.archive.files.reading import TomlText, entries, parse_toml, read_exact_text
from generator.archive.game.orders import is_extract
from generator.archive.game.sheets import with_orders
from generator.archive.record.commitments import commit_to, key_of, read_commitments
from generator.engine.errors import FileError
from generator.engine.phases import Moment

_ORDERS: Final = re.compile(r"private/(\d+)/orders/[a-z0-9-]+\.toml\Z")
_MAIL: Final = re.compile(r"(private/\d+/mail/.+/)([1-9]\d*)\.([a-z]+)\Z")
_RESULT: Final = re.compile(r"private/(\d+)/(?:state|events)/(\d+-[a-z0-9-]+)(?:\.toml|/)")

Mail = Mapping[str, str]
"""The files of one mail: texts by ending, "txt" and "toml"."""


def join_sheets(path: str, texts: Iterable[str]) -> str | None:
    """The order sheets of a power as one file: of each phase the orders of whoever has any. None
    where two differ in the orders of a phase, and for files that are no order sheets."""
    if not _ORDERS.match(path):
        return None
    found = sorted(texts, key=_hash)
    tables = [orders_in(text, path) for text in found]
    whole: dict[str, str] = {}
    for table in tables:
        if table is None:
            return None
        for phase, orders in table.items():
            if whole.setdefault(phase, orders).rstrip() != orders.rstrip():
                return None
    for text, table in zip(found, tables, strict=True):
        if table is not None and table.keys() == whole.keys():
            return text
    joined = found[0]
    for phase, orders in whole.items():
        if phase not in (tables[0] or {}):
            joined = with_orders(Path(path), joined, phase, orders)
    return joined


def as_played(folder: Path, path: str, texts: Iterable[str], seed: str | None) -> dict[str, str]:
    """The order sheets of a power, each with the orders of adjudicated phases as they were played:
    whatever came later is too late. A sheet that need not change stands for itself, and so does
    one of phases of which no text has what was played."""
    found = sorted(texts, key=_hash)
    result = {text: text for text in found}
    tables = {text: orders_in(text, path) for text in found}
    for phase, is_whole in _played(folder, path, seed).items():
        orders = [(table or {}).get(phase, "") for table in tables.values()]
        good = next((order for order in orders if is_whole(order)), None)
        for text, table in tables.items():
            if good is None or table is None or is_whole(table.get(phase, "")):
                continue
            result[text] = with_orders(Path(path), result[text], phase, good)
    return result


def _played(folder: Path, path: str, seed: str | None) -> dict[str, Callable[[str], bool]]:
    """For each adjudicated phase of the file's year, whether a text is what was played for a power:
    what the game has committed to, or else what may be behind the public orders."""
    match = _ORDERS.match(path)
    if not match:
        return {}
    year, power = int(match[1]), Path(path).stem
    there = folder / path.removeprefix("private/")
    public = orders_in(read_exact_text(there), path) if there.exists() else {}
    promised = read_commitments(folder)
    found: dict[str, Callable[[str], bool]] = {}
    for name in entries(folder / match[1] / "state"):
        number, _, phase = name.removesuffix(".toml").partition("-")
        moment, item = Moment(year, int(number), phase), f"orders/{power}"
        kept = promised.get(key_of(moment), {}).get(item)
        if moment.number and kept is not None and seed is not None:
            found[phase] = partial(_is_kept, seed, moment, item, kept)
        elif moment.number:
            found[phase] = partial(_is_whole, (public or {}).get(phase, ""))
    return found


def _is_kept(seed: str, moment: Moment, item: str, kept: str, orders: str) -> bool:
    return commit_to(seed, moment, {item: orders})[item] == kept


def _is_whole(public: str, orders: str) -> bool:
    """Whether a text is that of which a public one is the extract."""
    return is_extract(public, orders) if public.strip() else not orders.strip()


def orders_in(text: str, path: str) -> dict[str, str] | None:
    """The orders of each phase that has any; None for a file that cannot be read. An empty sheet
    was made by the program, and says nothing."""
    try:
        toml: TomlText = parse_toml(text.replace("\r\n", "\n").removeprefix("\ufeff"), Path(path))
    except FileError:
        return None
    found: dict[str, str] = {}
    for phase, table in toml.data.items():
        orders = table.get("orders", "") if isinstance(table, dict) else None
        if not isinstance(orders, str):
            return None
        if orders.strip():
            found[phase] = orders
    return found


def renumbered(mails: Iterable[Mail], number: int, taken: Iterable[int]) -> dict[int, Mail] | None:
    """Mails that have the same number, each with one of its own. None where they are the same
    mail, or only one. `taken` are the numbers that others have."""
    found = {_hash(repr(sorted(mail.items()))): mail for mail in mails}
    if len({mail["txt"] for mail in found.values() if "txt" in mail}) < 2:
        return None
    busy = {*taken, number}
    numbers: dict[int, Mail] = {}
    for key in sorted(found):
        at = number
        while numbers and at in busy:
            at += 1
        busy.add(at)
        numbers[at] = found[key]
    return numbers


def mail_of(path: str) -> tuple[str, int, str] | None:
    """The folder, the number and the ending of a mail's file; None for another file."""
    match = _MAIL.match(path)
    return (match[1], int(match[2]), match[3]) if match else None


def is_stale(folder: Path, path: str) -> bool:
    """Whether a secret file belongs to a phase that has been taken back."""
    match = _RESULT.match(path)
    return match is not None and not (folder / match[1] / "state" / f"{match[2]}.toml").exists()


def beside(path: str, number: int, kind: str) -> str:
    """The path for another version of a file: hidden, so that nothing reads or seals it."""
    folder, _, name = path.rpartition("/")
    count = f"{number}-" if number > 1 else ""
    return f"{folder}/.{kind}-{count}{name}"


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
