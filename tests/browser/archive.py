"""The kinds of pages that the site of the sample games has, and the heaviest page of each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

_SEASON = re.compile(r"^(?:spring|summer|fall|autumn|winter)-")
# Below these folders stands a page for each of many things of one kind.
_MANY = frozenset({"provinces", "states", "powers", "press", "rulings", "rules"})


def page_kinds(site: Path, games: Path) -> Mapping[str, str]:
    """For each kind of page in a built site, the address of its largest page, sorted by kind.

    Phases of different games are kinds of their own: each ruleset fills them with other things.
    """
    names = {folder.name for folder in games.iterdir() if (folder / "game.toml").is_file()}
    largest: dict[str, tuple[int, str]] = {}
    for file in sorted(site.rglob("*.html")):
        address = file.relative_to(site).as_posix()
        kind = kind_of(address, names)
        largest[kind] = max(largest.get(kind, (0, "")), (file.stat().st_size, address))
    return {kind: largest[kind][1] for kind in sorted(largest)}


def kind_of(address: str, games: set[str]) -> str:
    """What kind of page stands at an address of the site: "GAME/states/*"."""
    parts = list(PurePosixPath(address).parts[:-1])
    if not parts:
        return address
    if parts[0] in games:
        game = parts[0]
        parts = ["YEAR" if re.fullmatch(r"\d{1,4}", part) else part for part in parts]
        if len(parts) == 3 and parts[1] == "YEAR":
            return f"{game}/{_SEASON.sub('', parts[2])}"
        parts[0] = "GAME"
        if len(parts) > 2 and parts[1] in _MANY:
            parts[2] = "*"
    elif parts[0] in ("rules", "guide", "trials"):
        parts[1:] = ["*"] * len(parts[1:])
    return "/".join(parts)
