"""Plays the sample game again, from its published seed and the referee's rulings.

`python -m tests.autoplay.sample_game FOLDER` makes FOLDER/first-light; what it makes is, byte for
byte, what games/first-light holds. Use it also to make the game anew after the format changed.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.archive import load_game
from generator.archive.files.reading import read_toml
from generator.archive.game.seeds import read_seed
from generator.archive.game.settings import GameSettings, read_settings
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.autoplay import get_player
from generator.engine.chance import Chance
from generator.engine.ruleset import Ruleset
from generator.rulesets import get_ruleset

SAMPLE = Path(__file__).parent.parent.parent / "games" / "first-light"


NO_ASIDES: Mapping[str, Mapping[str, str]] = MappingProxyType({})


def play_again(
    root: Path,
    sample: Path = SAMPLE,
    years: int = 1000,
    asides: Mapping[str, Mapping[str, str]] = NO_ASIDES,
    seed: str | None = None,
) -> Path:
    """The game of the folder `sample`, played anew below `root`: orders, rulings, states, press.

    It stops after so many years. `asides` are orders that people gave beside those of the
    programs: {"1620 movement": {"papacy": "..."}}; for "all" every power that is awaited. A line
    "- A VIE" among them strikes out the program's lines that have "A VIE" in them, "-" all. A game
    that is over has published its `seed`.
    """
    settings, ruleset = read_settings_of(sample)
    seed = seed or read_seed(sample, settings)
    assert seed is not None
    folder = create_game(
        root,
        NewGame(
            sample.name,
            ruleset,
            seed,
            title=settings.title,
            players=settings.players,
            options=settings.options,
            orders=settings.orders,
        ),
    )
    # The referee's own hand: the introduction, in the lines in which it was written.
    (folder / "game.toml").write_bytes((sample / "game.toml").read_bytes())
    if (sample / "press").is_dir():
        shutil.copytree(sample / "press", folder / "press")
    last = load_game(folder).current_moment.year + years - 1
    while not (game := load_game(folder)).is_over:
        state, moment = game.current_state(), game.current_moment
        if moment.year > last:
            break
        rulings = Path(str(moment.year), "rulings.toml")
        for known, at in ((sample, folder), (sample / "revealed", folder / "private")):
            if (known / rulings).exists() and not (at / rulings).exists():
                # The first phase of a year may wait for nobody.
                (at / rulings).parent.mkdir(parents=True, exist_ok=True)
                (at / rulings).write_bytes((known / rulings).read_bytes())
        texts = {}
        for power in ruleset.awaits(state):
            lines = write_sheet(ruleset, state, power, seed)
            said = asides.get(str(moment), {})
            lines = _beside(lines, said.get(power, said.get("all", "")).splitlines())
            if lines:
                texts[power] = "".join(f"{line}\n" for line in lines)
        submit_orders(folder, moment, texts)
        adjudicate_game(folder)
    return folder


def write_sheet(ruleset: Ruleset[Any], state: Any, power: str, seed: str) -> list[str]:
    """The orders of a power, line by line, as its program writes them."""
    # As `theatrum new --demo` does it: the players' draws are not the game's own.
    draws = Chance(f"{seed} players", "")
    return list(get_player(ruleset.id).write_orders(ruleset, state, power, draws))


def read_settings_of(sample: Path) -> tuple[GameSettings, Ruleset[Any]]:
    """The settings and the ruleset of a game of which perhaps only game.toml is there."""
    settings = read_settings(read_toml(sample / "game.toml"))
    return settings, get_ruleset(settings.ruleset)


def _beside(lines: Sequence[str], added: Sequence[str]) -> list[str]:
    """What a program wrote, without the lines struck out, and what a person added."""
    struck = [line[1:].strip() for line in added if line.startswith("-")]
    kept = [line for line in lines if not any(word in line for word in struck)]
    return [*kept, *(line for line in added if not line.startswith("-"))]


def files_of(folder: Path) -> dict[str, bytes]:
    """All public files of a game's folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "private" not in path.parts and not path.name.endswith(".lock")
    }


if __name__ == "__main__":
    print(play_again(Path(sys.argv[1])))
