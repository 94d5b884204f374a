"""Commitments: hashes of the secrets, published with the phase, to be compared at the revelation.

Each is in commitments.toml under its phase: SHA-256 of a salt, a line end and the text. Without
a salt, anyone could check a guess. The salts come from the game's seed, so they are secret for as
long as the seed is, and the same whenever the phase is adjudicated again.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from generator.archive.files.layout import COMMITMENTS, PRIVATE, key_of
from generator.archive.files.reading import TomlText, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.rulings import FIRST_SECRET
from generator.engine.errors import FileError, Place
from generator.engine.phases import Moment, Ruling

Commitments = Mapping[str, Mapping[str, str]]
"""Phases ("1619 1-diplomatic") in their order, to the items of each and their hashes."""

FORMAT: Final = 1
COMMENT: Final = "Hashes of what is secret until the game is over: theatrum verify compares them."
_HASH: Final = re.compile(r"[0-9a-f]{64}\Z")
_PHASE: Final = re.compile(r"([1-9]\d{0,4}) (\d{1,6})-([a-z0-9-]+)\Z")


def secret_items(
    files: Mapping[str, str], texts: Mapping[str, str], rulings: Iterable[Ruling]
) -> dict[str, str]:
    """The items that a phase commits to, by name; {} where it keeps nothing secret: the whole
    orders of each power, the secret rulings, the secret verdicts and events, and the secret
    documents of the state one after the other. All have an entry, also where nothing is behind it,
    so that none reveals who wrote something, or whether it had an effect.

    `files` are those of the phase, `texts` the orders of each power.
    """
    secret = [ruling for ruling in rulings if ruling.number >= FIRST_SECRET]
    kept = _kept(files)
    if not kept and not secret:
        return {}
    states = [path for path in kept if _is_state(path)]
    return {
        **{f"orders/{power}": text for power, text in sorted(texts.items())},
        "rulings": plain_rulings(secret),
        "events": "".join(files[path] for path in kept if path not in states),
        "state": "".join(files[path] for path in states),
    }


def older_items(
    files: Mapping[str, str],
    texts: Mapping[str, str],
    public: Mapping[str, str],
    rulings: Iterable[Ruling],
) -> dict[str, str]:
    """The items that a phase of an older game has committed to: only texts with content, each
    document of the state by its number. `public` is what everyone may read of the orders."""
    items = {
        f"orders/{power}": text
        for power, text in sorted(texts.items())
        if text.strip() and public.get(power) != text
    }
    secret = [ruling for ruling in rulings if ruling.number >= FIRST_SECRET]
    if secret:
        items["rulings"] = plain_rulings(secret)
    number = 0
    for path in _kept(files):
        number += _is_state(path)
        items[f"state/{number}" if _is_state(path) else "events"] = files[path]
    return items


def is_older(promised: Mapping[str, str]) -> bool:
    """Whether a phase has commitments in the form of `older_items`."""
    return bool(promised) and "state" not in promised


def _kept(files: Mapping[str, str]) -> list[str]:
    return sorted(path for path in files if path.startswith(f"{PRIVATE}/"))


def _is_state(path: str) -> bool:
    return path.split("/")[2] == "state"


def plain_rulings(rulings: Iterable[Ruling]) -> str:
    """Rulings as one line of JSON, to be hashed."""
    rows = [[r.number, r.kind, r.reason, r.rule, dict(r.facts)] for r in rulings]
    return json.dumps(rows, ensure_ascii=False, default=str)


def salt_of(seed: str, moment: Moment, item: str) -> str:
    """The salt of an item, as hexadecimal: HMAC-SHA-256 with the seed as the key."""
    # A phase's draws have its name as their purpose; this one's can never be the same.
    purpose = f"salt {moment.year}/{moment.slug}/{item}"
    return hmac.new(seed.encode(), purpose.encode(), sha256).hexdigest()


def commit_to(seed: str, moment: Moment, items: Mapping[str, str]) -> dict[str, str]:
    """The commitment to each item: SHA-256 of its salt, a line end and the text, as hexadecimal."""
    return {
        item: sha256(f"{salt_of(seed, moment, item)}\n{text}".encode()).hexdigest()
        for item, text in items.items()
    }


def read_commitments(folder: Path) -> Commitments:
    """The commitments of a game; empty if it has no such file. Raises FileError."""
    path = folder / COMMITMENTS
    if not path.exists() and not path.is_symlink():
        return MappingProxyType({})
    return commitments_in(read_toml(path))


def commitments_in(toml: TomlText) -> Commitments:
    """The commitments in a parsed file. Raises FileError."""
    number = toml.data.get("format")
    if number != FORMAT:
        raise toml.error(f"format {number} is not known", "format", hint=f"it is {FORMAT}")
    found: dict[str, Mapping[str, str]] = {}
    for phase, items in toml.data.items():
        if phase == "format":
            continue
        if not isinstance(items, dict) or not _PHASE.match(phase):
            raise toml.error(f"{phase} is not a phase with its commitments", phase)
        for item, value in items.items():
            if not isinstance(value, str) or not _HASH.match(value):
                raise toml.error("is not a SHA-256 hash", phase, item)
        found[phase] = MappingProxyType(items)
    return MappingProxyType(found)


def format_commitments(commitments: Commitments) -> str:
    return format_toml({"format": FORMAT, **commitments}, COMMENT)


def with_commitments(
    folder: Path, seed: str | None, moment: Moment, items: Mapping[str, str]
) -> dict[str, str]:
    """commitments.toml with those to the secrets of one more phase; {} if it has none.

    Without the seed there are no salts, so it has none.
    """
    if not items or seed is None:
        return {}
    before = read_commitments(folder)
    found = {**before, key_of(moment): commit_to(seed, moment, items)}
    return {COMMITMENTS: format_commitments(found)}


def with_commitments_of(folder: Path, moments: Iterable[Moment]) -> dict[str, str]:
    """commitments.toml with those of the phases that stay, "" where nothing is left; {} where all
    do. A phase whose state is missing does not stay when a later one is undone."""
    before = read_commitments(folder)
    kept = frozenset(map(key_of, moments))
    left = {phase: items for phase, items in before.items() if phase in kept}
    if left == before:
        return {}
    return {COMMITMENTS: format_commitments(left) if left else ""}


def check_items(
    folder: Path,
    commitments: Commitments,
    seed: str,
    moment: Moment,
    items: Mapping[str, str],
    places: Mapping[str, Any],
) -> None:
    """Raises FileError where a secret is not what was committed to: at the file that `places` has
    for the item, otherwise at the commitment.

    `items` may be a part of those of the phase. Nothing is checked of a phase without commitments.
    """
    promised = commitments.get(key_of(moment))
    if promised is None:
        return
    for item, found in commit_to(seed, moment, items).items():
        if promised.get(item) != found:
            place = Place(str(places.get(item, folder / COMMITMENTS)))
            problem = "is not what was committed to" if item in promised else "was not committed to"
            raise FileError(f"{moment}, {item} {problem}", place=place, hint=f"see {COMMITMENTS}")


def check_complete(
    folder: Path, commitments: Commitments, moment: Moment, items: Mapping[str, str]
) -> None:
    """Raises FileError where a game committed to what a phase does not have, or to nothing of it
    after it had begun to commit."""
    path = folder / COMMITMENTS
    promised = commitments.get(key_of(moment))
    if promised is None:
        begun = any(parse_moment(key) <= moment for key in commitments)
        if items and begun:
            raise FileError(
                f"{key_of(moment)} has secrets but no commitments",
                place=Place(str(path)),
                hint="restore the file with git restore",
            )
        return
    for item in promised:
        if item not in items:
            toml = read_toml(path)
            raise toml.error(f"{item} is not a secret of the phase", key_of(moment), item)


def check_phases(folder: Path, commitments: Commitments, moments: Iterable[Moment]) -> None:
    """Raises FileError for commitments of a phase that is not among those adjudicated."""
    played = frozenset(map(key_of, moments))
    for phase in commitments:
        if phase not in played:
            problem = f"{phase} has commitments but was not adjudicated"
            raise read_toml(folder / COMMITMENTS).error(problem, phase, hint="remove them")


def parse_moment(key: str) -> Moment:
    """The phase that `key_of` wrote. Raises FileError for anything else."""
    found = _PHASE.match(key)
    if found is None:
        raise FileError(f"{key!r} is not a phase", place=Place(COMMITMENTS))
    return Moment(int(found[1]), int(found[2]), found[3])
