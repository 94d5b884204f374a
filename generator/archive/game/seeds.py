"""The secret seed of a game, and the draws that come from it.

Older games may have a file chance.toml, with words that players sent and the result of a public
event. Their draws depend on it as well, so that their records stay what they are:

    chance.toml          event = "..."   result = "..."   [nonces] france = "..."
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from generator.archive.files.layout import CHANCE, REVEALED_SEED, SEED
from generator.archive.files.reading import TomlText, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.game import Game
from generator.archive.game.settings import GameSettings
from generator.engine.chance import Chance, commitment
from generator.engine.errors import GameError
from generator.engine.phases import Moment
from generator.engine.typed import Table
from generator.engine.words import nearest

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class SeedIsSecret(GameError):
    """A draw was asked for, and the seed is not here."""


class _Sealed(Chance):
    """Replaces the draws where the seed is not known. Raises SeedIsSecret when used."""

    def __init__(self, purpose: str) -> None:
        super().__init__("", purpose)
        self._where = purpose

    def number(self, below: int) -> int:
        raise self._refusal()

    def key(self, purpose: str) -> bytes:
        raise self._refusal()

    def _refusal(self) -> SeedIsSecret:
        return SeedIsSecret(
            f"{self._where} needs draws, and the game's seed is secret",
            hint=f"only the referee, who has {SEED}, can do this until the seed is published",
        )


def read_seed(folder: Path, settings: GameSettings) -> str | None:
    """The seed of a game: the referee's secret, or the published one; None without either.

    Raises FileError if it is not the seed that game.toml has the hash of.
    """
    found = None
    for path in (folder / REVEALED_SEED, folder / SEED):
        if not path.exists():
            continue
        found = seed_in(read_toml(path), settings)
    return found


def seed_in(toml: TomlText, settings: GameSettings) -> str:
    """The seed in the text of its file. Raises FileError if it is not the one that was promised."""
    seed = toml.data.get("seed")
    if not isinstance(seed, str) or not seed:
        raise toml.error("the seed is missing", "seed", hint='write: seed = "..."')
    if settings.seed_commitment and commitment(seed) != settings.seed_commitment:
        raise toml.error(
            "is not the promised seed",
            "seed",
            hint="restore your copy: its hash must be seed_commitment of game.toml",
        )
    return seed


def chance_for(seed: str | None, moment: Moment) -> Chance:
    """The draws of a phase. Without a seed, drawing raises GameError."""
    purpose = f"{moment.year}/{moment.slug}"
    return Chance(seed, purpose) if seed is not None else _Sealed(purpose)


def format_seed(seed: str, *, published: bool) -> str:
    """The text of a seed's file."""
    secret = "Secret until the game is over. Keep a copy: you need it to play or replay the game."
    comment = "The game's seed, published at its end." if published else secret
    return format_toml({"seed": seed}, comment)


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
    if not path.exists():
        return Contributions()
    toml = read_toml(path)
    found = toml.read(Contributions)
    for power in found.nonces:
        if power not in game.ruleset.powers:
            hint = nearest(power, game.ruleset.powers, "powers")
            raise toml.error(f"there is no power {power}", "nonces", power, hint=hint)
    return found
