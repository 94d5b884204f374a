"""A referee at work: a game's folder, the mails that are pasted into it, and the commands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from generator.cli import main


@dataclass(frozen=True, slots=True)
class Printed:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err

    def line_with(self, *words: str) -> str:
        """The first line that has all the words; fails with the whole text if there is none."""
        for line in self.text.splitlines():
            if all(word in line for word in words):
                return line
        raise AssertionError(f"no line has {words} in:\n{self.text}")


@dataclass(frozen=True, slots=True)
class Folder:
    """One game in `games`, played through the commands alone."""

    games: Path
    name: str = "bohemia"

    @property
    def path(self) -> Path:
        return self.games / self.name

    def run(self, command: str, *arguments: str) -> Printed:
        return run(self.games, command, self.name, *arguments)

    def waits(self) -> tuple[int, str]:
        """The year and the phase whose orders are awaited, as the newest state file has them."""
        found = re.search(
            r'^year = (\d+)\nphase = "([\w-]+)"$', self._newest().read_text("utf-8"), re.M
        )
        assert found is not None
        return int(found[1]), found[2]

    def _newest(self) -> Path:
        years = sorted(int(one.name) for one in self.path.iterdir() if one.name.isdigit())
        files = (self.path / str(one) / "state" for one in reversed(years))
        newest = (
            max(folder.glob("*.toml"), key=lambda file: int(file.name.partition("-")[0]))
            for folder in files
            if any(folder.glob("*.toml"))
        )
        return next(newest)

    def paste(self, mails: Mapping[str, str]) -> None:
        """Puts the mails into the order files of the phase that waits."""
        year, phase = self.waits()
        private = self.path / "private" / str(year) / "orders"
        folder = private if private.is_dir() else self.path / str(year) / "orders"
        for power, text in mails.items():
            file = folder / f"{power}.toml"
            kept = file.read_text(encoding="utf-8") if file.exists() else ""
            tables = tomllib.loads(kept)
            tables[phase] = {"orders": text}
            written = [
                f"[{name}]\norders = '''\n{body['orders']}'''\n" for name, body in tables.items()
            ]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(written), encoding="utf-8", newline="\n")

    def rule(self, text: str) -> None:
        """Adds rulings to the year that is played."""
        year, _ = self.waits()
        file = self.path / str(year) / "rulings.toml"
        kept = file.read_text(encoding="utf-8") if file.exists() else ""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(kept + text + "\n", encoding="utf-8", newline="\n")

    def check(self, **mails: str) -> Printed:
        self.paste(mails)
        return self.run("check")

    def play(self, *arguments: str, **mails: str) -> Printed:
        """Adjudicates the phase with these mails; what follows by itself is in the same print."""
        self.paste(mails)
        printed = self.run("adjudicate", *arguments)
        assert printed.code == 0, printed.text
        return printed

    def state(self) -> dict[str, Any]:
        """The table `state` of the newest state file."""
        found = tomllib.loads(self._newest().read_text("utf-8"))["state"]
        assert isinstance(found, dict)
        return found

    def units(self, side: str) -> list[str]:
        found = self.state()["units"].get(side, [])
        assert isinstance(found, list)
        return found

    def infs(self, state: str) -> dict[str, int]:
        """Who has how many INFs in a minor state, powers in alphabetical order."""
        pairs = (pair.split() for pair in self.state()["infs"].get(state, "").split(",") if pair)
        return dict(sorted((power, int(number)) for power, number in pairs))

    def text(self, year: int, phase: str) -> str:
        """A state file as git shows it."""
        (file,) = (self.path / str(year) / "state").glob(f"*-{phase}.toml")
        return file.read_text(encoding="utf-8")


def run(games: Path, command: str, *arguments: str) -> Printed:
    """Runs a command over the games of a folder, in this process."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main([command, *arguments, "--games", str(games)])
        except SystemExit as stopped:
            code = stopped.code if isinstance(stopped.code, int) else 2
    return Printed(code, *(_text_of(stream) for stream in (out, err)))


def _text_of(stream: TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, BytesIO)
    return raw.getvalue().decode("utf-8")


def new_game(games: Path, position: str = "", *arguments: str, name: str = "bohemia") -> Folder:
    """Makes a game, from a position if one is given."""
    extra: list[str] = []
    if position:
        file = games / f"{name}-position.toml"
        games.mkdir(parents=True, exist_ok=True)
        file.write_text(position, encoding="utf-8", newline="\n")
        extra = ["--from", str(file)]
    extra += ["--orders", "public"]
    made = run(games, "new", name, "--ruleset", "europe-1619", *extra, *arguments)
    assert made.code == 0, made.text
    return Folder(games, name)


def position(units: str, more: str = "", phase: str = "movement") -> str:
    """The text of a position with these units and no others."""
    return f'phase = "{phase}"\nblank = ["units"]\n[units]\n{units}\n{more}'
