"""The manifests in sealed/, which bind each encrypted file to its game and its place.

Anyone can encrypt to a public key, and anyone who may push can put an old file back. So each
`theatrum secrets seal` adds a manifest, which no one can make without the game's seed:

    sealed/1901/orders/france.toml.3f0c52a91b7e.age     named for what it holds
    sealed/manifests/0d5f...e1.toml                     what one `theatrum secrets seal` did

    follows = ["77ab..."]           the newest manifests at that time
    gone = ["1901/orders/france.toml.93c1ffe02a55.age"]
    mac = "0d5f..."                 over all the rest, by a key from the seed

    [sealed]
    "1901/orders/france.toml.3f0c52a91b7e.age" = "<SHA-256 of the file>"

A file is valid if a manifest has sealed it and none lists it as gone. Files are only added and
removed, never changed, so git always merges two referees' work: if both seal a new version of the
same file, both are valid until one of them unseals and settles it.

A file without a manifest is a stranger's; one listed as gone is an older version; a valid one that
is not there was removed; one with another content was swapped. A manifest that others follow cannot
be left out. A new clone cannot recognize an earlier copy of the whole sealed/; a clone that has
seen later manifests does, by private/sealed.toml.
"""

from __future__ import annotations

import hmac
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from generator.archive.files.layout import MANIFESTS, PRIVATE, SEALED, key_of, scan_files
from generator.archive.files.names import is_relative
from generator.archive.files.reading import (
    FileErrors,
    TomlText,
    entries,
    parse_toml,
    read_bytes,
    read_exact_text,
    read_toml,
)
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.orders import is_extract
from generator.archive.game.sheets import with_orders
from generator.archive.record.commitments import commit_to, read_commitments
from generator.engine.errors import FileError, Place
from generator.engine.phases import Moment

END: Final = ".age"
_NOTE: Final = "Files that one theatrum seal added to sealed/ and removed from it. Never changed."
_HEAD: Final = "sealed by theatrum with a manifest: "
_ROUND: Final = 4096
_PURPOSE: Final = b"sealed files"
_NUMBER: Final = re.compile(r"[0-9a-f]{32}\Z")
_TAG: Final = re.compile(r"\.[0-9a-f]{12}\Z")


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a manifest's file."""

    follows: tuple[str, ...]
    """the numbers of the newest manifests at that time"""
    gone: tuple[str, ...]
    """encrypted files that this seal replaced or removed"""
    mac: str
    """HMAC-SHA-256 over all other keys as sorted JSON; its key is the HMAC of `sealed files`
    under the seed. Its first 32 digits are the number"""
    sealed: dict[str, str]
    """encrypted file = its SHA-256, computed with plain line ends"""


class SealManifest(Struct, frozen=True):
    """The record of one `secrets seal`. `number` is the first half of `mac`, and the file's name;
    the names of `sealed` and `gone` are paths below sealed/."""

    number: str
    follows: tuple[str, ...]
    sealed: Mapping[str, str]
    gone: tuple[str, ...]
    mac: str


class SealedRecords(Struct, frozen=True, dict=True):
    """All manifests of a game, by their numbers."""

    manifests: Mapping[str, SealManifest]

    @cached_property
    def gone(self) -> frozenset[str]:
        return frozenset(name for manifest in self.manifests.values() for name in manifest.gone)

    @cached_property
    def files(self) -> Mapping[str, str]:
        """The SHA-256 of each valid file, by name, sorted."""
        found = {n: d for manifest in self.manifests.values() for n, d in manifest.sealed.items()}
        return {name: found[name] for name in sorted(found) if name not in self.gone}

    @cached_property
    def sealed_by(self) -> Mapping[str, str]:
        """The number of the manifest that each file came with."""
        return {
            name: manifest.number
            for manifest in self.manifests.values()
            for name in manifest.sealed
        }

    @property
    def newest(self) -> tuple[str, ...]:
        """The numbers of the manifests that no other follows."""
        followed = {number for manifest in self.manifests.values() for number in manifest.follows}
        return tuple(sorted(self.manifests.keys() - followed))

    def missing(self) -> tuple[str, ...]:
        """The paths of manifests that others follow and that are not here."""
        followed = {number for manifest in self.manifests.values() for number in manifest.follows}
        return tuple(_path(number) for number in sorted(followed - self.manifests.keys()))


def sealed_names(folder: Path) -> tuple[str, ...]:
    """The encrypted files that are on the disk, by their paths below sealed/."""
    found = (path[len(SEALED) + 1 :] for path in scan_files(folder, SEALED) if is_relative(path))
    return tuple(name for name in found if name.endswith(END))


def name_for(path: str, digest: str) -> str:
    """The name of the encrypted file of a file of private/."""
    return f"{path[len(PRIVATE) + 1 :]}.{digest[:12]}{END}"


def private_path(name: str) -> str:
    """The path of the file of private/ that an encrypted one is of. Files that were sealed before
    there were manifests have no tag in their names."""
    return f"{PRIVATE}/{_TAG.sub('', name.removesuffix(END))}"


def with_head(path: str, text: str) -> str:
    """The text that is encrypted for a file of private/. Its head promises a manifest, so that no
    one can remove the manifests and pass old files for good ones. Blanks fill the whole up to a
    round size, so that it does not reveal who has written more than is public."""
    size = len(f"{_HEAD}{path}\n{text}".encode())
    return f"{_HEAD}{path}{' ' * (-size % _ROUND)}\n{text}"


def without_head(decrypted: str) -> tuple[str, str]:
    """The path and the text of an encrypted file; no path if it was sealed before there were
    manifests."""
    if not decrypted.startswith(_HEAD):
        return "", decrypted
    path, _, text = decrypted.removeprefix(_HEAD).partition("\n")
    return path.rstrip(" "), text


def digest_of(data: bytes) -> str:
    """The hash of an encrypted file, whatever line ends git gave it."""
    return sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def manifest_numbers(folder: Path) -> tuple[str, ...]:
    """The numbers of the manifests on the disk, sorted. Reads none of them."""
    found = (Path(path).stem for path in scan_files(folder, MANIFESTS) if path.endswith(".toml"))
    return tuple(sorted(found))


def read_standing(folder: Path) -> SealedRecords:
    """All manifests, unproved. Raises FileErrors for a file that is not a manifest."""
    errors: list[FileError] = []
    found: dict[str, SealManifest] = {}
    for number in manifest_numbers(folder):
        try:
            found[number] = read_manifest(folder, number)
        except FileError as error:
            errors.append(error)
    if errors:
        raise FileErrors(errors)
    return SealedRecords(found)


def read_manifest(folder: Path, number: str) -> SealManifest:
    """One manifest, unproved. Raises FileError."""
    toml = read_toml(folder / _path(number))
    try:
        body = msgspec.convert(toml.data, _Body)
    except msgspec.ValidationError:
        body = None
    names = () if body is None else (*body.sealed, *body.gone)
    if body is None or not (
        _NUMBER.match(number)
        and all(is_relative(f"{SEALED}/{name}") and name.endswith(END) for name in names)
    ):
        raise toml.error("is not a manifest of theatrum", hint="see who added it with git log")
    return SealManifest(number, body.follows, body.sealed, body.gone, body.mac)


def new_manifest(
    seed: str, follows: Iterable[str], sealed: Mapping[str, str], gone: Iterable[str]
) -> tuple[str, str]:
    """The number and the text of a new manifest."""
    body: dict[str, Any] = {"follows": sorted(follows), "gone": sorted(gone)}
    files = dict(sorted(sealed.items()))
    mac = _mac(seed, body["follows"], files, body["gone"])
    number = mac[:32]
    return number, format_toml({**body, "mac": mac, "sealed": files}, _NOTE)


def check_sealed(folder: Path, standing: SealedRecords, seed: str | None) -> None:
    """Raises FileErrors where sealed/ does not fit the manifests; and with the seed for manifests
    that were not made with it. Files sealed before there were manifests prove nothing."""
    if not standing.manifests:
        return
    if seed is not None:
        check_authentic(folder, standing, seed)
    check_files(folder, standing)
    check_complete(folder, standing)


def check_authentic(folder: Path, standing: SealedRecords, seed: str) -> None:
    """Raises FileErrors for manifests that were not made with the game's seed, or are missing."""
    errors = []
    for manifest in standing.manifests.values():
        mac = _mac(seed, manifest.follows, manifest.sealed, manifest.gone)
        if not hmac.compare_digest(mac, manifest.mac) or manifest.number != mac[:32]:
            errors.append(
                _error(
                    folder / _path(manifest.number),
                    "was not made with the seed of this game",
                    "someone else added or changed it: see git log",
                )
            )
    if errors:
        raise FileErrors(errors)


def check_complete(folder: Path, standing: SealedRecords) -> None:
    """Raises FileErrors where valid files, or manifests, are not on the disk."""
    there = frozenset(sealed_names(folder))
    lost = [f"{SEALED}/{name}" for name in standing.files if name not in there]
    hint = "see who did it with git log; restore it with git restore"
    errors = [
        _error(folder / path, "was sealed, but removed by hand", hint)
        for path in (*standing.missing(), *lost)
    ]
    if errors:
        raise FileErrors(errors)


def check_files(folder: Path, standing: SealedRecords) -> None:
    """Raises FileErrors for files that do not fit the manifests: a stranger's, an older one, one in
    another's place."""
    errors: list[FileError] = []
    names = {digest: name for name, digest in standing.files.items()}
    for name in sealed_names(folder):
        path = folder / SEALED / name
        digest = digest_of(read_bytes(path))
        if standing.files.get(name) == digest:
            continue
        hint = "see who added it with git log, then remove it"
        if digest in names:
            problem = f"holds what was sealed as {SEALED}/{names[digest]}"
        elif name in standing.files:
            problem, hint = "differs from what was sealed", "restore it with git restore"
        elif name in standing.gone:
            problem = "is an older version, which has been replaced or removed"
        else:
            problem = "was not sealed with the seed of this game"
        errors.append(_error(path, problem, hint))
    if errors:
        raise FileErrors(errors)


def _mac(seed: str, follows: Iterable[str], sealed: Mapping[str, str], gone: Iterable[str]) -> str:
    body = {"follows": sorted(follows), "gone": sorted(gone), "sealed": dict(sealed)}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    key = hmac.digest(seed.encode(), _PURPOSE, "sha256")
    return hmac.digest(key, text.encode(), "sha256").hex()


def _path(number: str) -> str:
    return f"{MANIFESTS}/{number}.toml"


def _error(path: Path, problem: str, hint: str) -> FileError:
    return FileError(problem, place=Place(os.fspath(path)), hint=hint)


_ORDERS: Final = re.compile(r"private/(\d+)/orders/[a-z0-9-]+\.toml\Z")
_MAIL: Final = re.compile(r"(private/\d+/mail/.+/)([1-9]\d*)\.([a-z]+)\Z")
_RESULT: Final = re.compile(r"private/(\d+)/(?:state|events)/(\d+-[a-z0-9-]+)(?:\.toml|/)")

Mail = Mapping[str, str]
"""The files of one mail: texts by ending, "txt" and "toml"."""


def join_sheets(path: str, texts: Iterable[str]) -> str | None:
    """The order sheets of a power as one file, with the orders of each phase from any sheet that
    has some. None where two differ in the orders of a phase, and for files that are not order
    sheets."""
    if not _ORDERS.match(path):
        return None
    found = sorted(texts, key=hash_of)
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
    found = sorted(texts, key=hash_of)
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
    was made by the program, and is left out."""
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
    """Mails that have the same number, each with a different one. None where they are the same
    mail, or only one. `taken` are the numbers that others have."""
    found = {hash_of(repr(sorted(mail.items()))): mail for mail in mails}
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
    """Whether a secret file belongs to a phase that was undone."""
    match = _RESULT.match(path)
    return match is not None and not (folder / match[1] / "state" / f"{match[2]}.toml").exists()


def beside(path: str, number: int, kind: str) -> str:
    """The path for another version of a file: hidden, so that nothing reads or seals it."""
    folder, _, name = path.rpartition("/")
    count = f"{number}-" if number > 1 else ""
    return f"{folder}/.{kind}-{count}{name}"


def hash_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()
