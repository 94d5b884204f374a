"""The secret seed of a game, and the draws that come from it."""

from __future__ import annotations

from pathlib import Path

from generator.archive.files.layout import REVEALED_SEED, SEED
from generator.archive.files.reading import TomlText, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.settings import GameSettings
from generator.engine.chance import Chance, commitment
from generator.engine.errors import GameError
from generator.engine.phases import Moment


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
