"""Plays the sample game again, from its published seed and the referee's rulings.

`python -m tests.autoplay.sample_game FOLDER` makes FOLDER/first-light; what it makes is, byte for
byte, what games/first-light holds. Use it also to make the game anew after the format changed.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from generator.archive import load_game
from generator.archive.game.seeds import read_seed
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.autoplay import get_player
from generator.engine.chance import Chance

SAMPLE = Path(__file__).parent.parent.parent / "games" / "first-light"


NO_ASIDES: Mapping[str, Mapping[str, str]] = MappingProxyType({})


def play_again(
    root: Path,
    sample: Path = SAMPLE,
    years: int = 1000,
    asides: Mapping[str, Mapping[str, str]] = NO_ASIDES,
) -> Path:
    """The game of the folder `sample`, played anew below `root`: orders, rulings, states, press.

    It stops after so many years. `asides` are orders that people gave beside those of the
    programs: {"1620 movement": {"papacy": "..."}}; for "all" every power that is awaited.
    """
    settings = load_game(sample).settings
    seed = read_seed(sample, settings)
    assert seed is not None
    ruleset = load_game(sample).ruleset
    folder = create_game(
        root,
        NewGame(
            sample.name,
            ruleset,
            seed,
            title=settings.title,
            players=settings.players,
            options=settings.options,
        ),
    )
    # The referee's own hand: the introduction, in the lines in which it was written.
    (folder / "game.toml").write_bytes((sample / "game.toml").read_bytes())
    if (sample / "press").is_dir():
        shutil.copytree(sample / "press", folder / "press")
    player = get_player(ruleset.id)
    last = load_game(folder).current_moment.year + years - 1
    while not (game := load_game(folder)).is_over:
        state, moment = game.current_state(), game.current_moment
        if moment.year > last:
            break
        rulings = Path(str(moment.year), "rulings.toml")
        if (sample / rulings).exists() and not (folder / rulings).exists():
            # The first phase of a year may wait for nobody.
            (folder / rulings).parent.mkdir(exist_ok=True)
            (folder / rulings).write_bytes((sample / rulings).read_bytes())
        texts = {}
        for power in ruleset.awaits(state):
            # As `theatrum new --demo` does it: the players' draws are not the game's own.
            lines = player.write_orders(ruleset, state, power, Chance(f"{seed} players", ""))
            said = asides.get(str(moment), {})
            lines = [*lines, *said.get(power, said.get("all", "")).splitlines()]
            if lines:
                texts[power] = "".join(f"{line}\n" for line in lines)
        submit_orders(folder, moment, texts)
        adjudicate_game(folder)
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    """All public files of a game's folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "private" not in path.parts and not path.name.endswith(".lock")
    }


if __name__ == "__main__":
    print(play_again(Path(sys.argv[1])))
