"""The source of a game's draws: the seed, to which the referee commits when the game is made.

Older games may have a file chance.toml, with words that players sent and the result of a public
event. Their draws depend on it as well, so that their records stay what they are:

    chance.toml          event = "..."   result = "..."   [nonces] france = "..."
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from generator.archive.files.layout import CHANCE
from generator.archive.files.reading import TomlText, read_toml
from generator.archive.game.game import Game
from generator.archive.game.seeds import chance_for, read_seed
from generator.archive.game.settings import nearest
from generator.engine.chance import Chance
from generator.engine.phases import Moment
from generator.engine.typed import Table

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class Contributions(Table, frozen=True):
    """The contributions of others to the draws of an older game. `nonces` maps powers to
    their words, `event` is a public event, `result` how it came out; "" for none."""

    nonces: Mapping[str, str] = field(default_factory=lambda: _NONE)
    event: str = ""
    result: str = ""

    def __bool__(self) -> bool:
        return bool(self.nonces or self.result)

    def key(self, seed: str) -> str:
        """The key of the draws in place of the seed, as hexadecimal; the seed without any."""
        if not self:
            return seed
        said = {"nonces": dict(sorted(self.nonces.items())), "event": self.event}
        text = json.dumps({**said, "result": self.result}, sort_keys=True)
        # A phase's draws and the salts have purposes that begin otherwise.
        return hmac.new(seed.encode(), f"contributions {text}".encode(), "sha256").hexdigest()


class Draws(Struct, frozen=True):
    """The seed (None where it is not here), and the contributions."""

    seed: str | None
    contributions: Contributions

    def chance(self, moment: Moment) -> Chance:
        """The draws of a phase. Without the seed, drawing raises SeedIsSecret."""
        key = None if self.seed is None else self.contributions.key(self.seed)
        return chance_for(key, moment)


def draws_of(game: Game) -> Draws:
    """The source of all draws of a game. Raises FileError for a broken file."""
    return Draws(read_seed(game.folder, game.settings), contributions_of(game))


def contributions_of(game: Game) -> Contributions:
    """The contributions to the draws of an older game. Raises FileError."""
    path = game.folder / CHANCE
    return _read(game, read_toml(path)) if path.exists() else Contributions()


def _read(game: Game, toml: TomlText) -> Contributions:
    found = toml.read(Contributions)
    for power in found.nonces:
        if power not in game.ruleset.powers:
            hint = nearest(power, game.ruleset.powers, "powers")
            raise toml.error(f"there is no power {power}", "nonces", power, hint=hint)
    return found
