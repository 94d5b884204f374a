"""Games that begin with a position of an edition's own, through the commands."""

from __future__ import annotations

from pathlib import Path

from tests.scenarios.europe_1619.folder import Folder, Printed, run


def new(ruleset: str, games: Path, position: str) -> Printed:
    """What `theatrum new` says of this position."""
    file = games / "position.toml"
    games.mkdir(parents=True, exist_ok=True)
    file.write_text(position, encoding="utf-8", newline="\n")
    asked = ("--ruleset", ruleset, "--seed", "acceptance", "--from", str(file))
    return run(games, "new", "prelude", *asked)


def begin(ruleset: str, games: Path, position: str) -> Folder:
    """A new game with this position."""
    made = new(ruleset, games, position)
    assert made.code == 0, made.text
    return Folder(games, "prelude")
