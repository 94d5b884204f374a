"""The sources of a game's draws: the referee's seed, and contributions of others.

    game.toml            [chance] event = "..."        a public event, named before the game
    private/chance.toml  [nonces] france = "..."       words that powers sent before the first phase
                         result = "..."                how the event came out
    chance.toml          the same, public from the first adjudicated phase on; it stays as it is

The referee commits to the seed when the game is made, before anybody contributes. So no seed can be
chosen to suit the draws, and no contribution either by somebody who does not know the seed. What is
known to the one who writes the last nonce matters: a referee may conspire with that player, and
only a public event rules that out.

Invariants: without contributions the key of all draws is the seed itself; chance.toml is written
with the first phase or never; taking that phase back leaves it there.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from generator.archive.files.layout import CHANCE, CONTRIBUTIONS
from generator.archive.files.reading import TomlText, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.seeds import chance_for, read_seed
from generator.archive.game.settings import nearest
from generator.engine.chance import Chance
from generator.engine.errors import GameError, Place
from generator.engine.phases import Moment

LONGEST_NONCE: Final = 200
"""Characters of a nonce, and of an event's result."""
_PUBLIC: Final = (
    "What the draws of this game depend on beside the seed: words that players sent, and the\n"
    "result of a public event. Written with the first phase; theatrum verify compares the draws."
)
_PRIVATE: Final = "Becomes chance.toml, public, when the first phase is adjudicated."
_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class Contributions(Struct, frozen=True):
    """What others than the referee gave to the draws. `nonces` maps powers to their words, `event`
    is the public event that was named, `result` how it came out; "" for none."""

    nonces: Mapping[str, str] = field(default_factory=lambda: _NONE)
    event: str = ""
    result: str = ""

    def __bool__(self) -> bool:
        return bool(self.nonces or self.result)

    def key(self, seed: str) -> str:
        """What draws are made with instead of the seed, as hexadecimal; the seed without any."""
        if not self:
            return seed
        said = {"nonces": dict(sorted(self.nonces.items())), "event": self.event}
        text = json.dumps({**said, "result": self.result}, sort_keys=True)
        # A phase's draws and the salts have purposes that begin otherwise.
        return hmac.new(seed.encode(), f"contributions {text}".encode(), "sha256").hexdigest()

    def text(self, comment: str) -> str:
        """The text of their file."""
        tables = {"event": self.event, "result": self.result, "nonces": dict(self.nonces)}
        return format_toml({name: table for name, table in tables.items() if table}, comment)


class Draws(Struct, frozen=True):
    """The seed (None where it is not here), and the contributions. `is_new`: they are fixed by
    the phase that is adjudicated now. `lack` is raised where a phase is to be played although the
    result of the public event is not here."""

    seed: str | None
    contributions: Contributions
    is_new: bool = False
    lack: GameError | None = None

    def chance(self, moment: Moment) -> Chance:
        """The draws of a phase. Without the seed, drawing raises SeedIsSecret. Raises GameError
        where the phase has to wait for the result of the public event."""
        if self.lack is not None:
            raise self.lack
        key = None if self.seed is None else self.contributions.key(self.seed)
        return chance_for(key, moment)

    def new_file(self) -> dict[str, str]:
        """chance.toml by its path, where it is written now."""
        fixed = self.is_new and self.contributions
        return {CHANCE: self.contributions.text(_PUBLIC)} if fixed else {}


def draws_of(game: Game) -> Draws:
    """What all phases of a game draw from. Raises FileError for a broken file, and for one that
    does not say what game.toml says."""
    seed = read_seed(game.folder, game.settings)
    found, is_fixed = contributions_of(game)
    is_new = not is_fixed and not game.phases
    return Draws(seed, found, is_new, _lack(game, found, is_new))


def _lack(game: Game, found: Contributions, is_new: bool) -> GameError | None:
    event = game.settings.chance.event
    if not event or found.result:
        return None
    if is_new:
        return GameError(
            f"the draws of {game.slug} wait for the result of: {event}",
            hint=f'theatrum chance {game.slug} --result "..." notes it',
        )
    return GameError(
        "has no result of the event that game.toml names",
        place=Place(str(game.folder / CHANCE)),
        hint="git restore brings back what was published",
    )


def contributions_of(game: Game) -> tuple[Contributions, bool]:
    """What was contributed, and whether it is fixed: then chance.toml has it. Raises FileError."""
    if (game.folder / CHANCE).exists():
        toml = read_toml(game.folder / CHANCE)
        found = _read(game, toml)
        if found.event != game.settings.chance.event:
            raise toml.error("is not the event that game.toml names", "event")
        if toml.text != found.text(_PUBLIC):
            raise toml.error("is not as theatrum writes it")
        return found, True
    path = game.folder / CONTRIBUTIONS
    if game.phases or not path.exists():
        return Contributions(event="" if game.phases else game.settings.chance.event), False
    found = _read(game, read_toml(path))
    return Contributions(found.nonces, game.settings.chance.event, found.result), False


def _read(game: Game, toml: TomlText) -> Contributions:
    for key in toml.data:
        if key not in ("nonces", "event", "result"):
            raise toml.error(f"there is no {key} here", key)
    nonces, event, result = (
        toml.data.get("nonces", {}),
        toml.data.get("event", ""),
        toml.data.get("result", ""),
    )
    if not isinstance(event, str) or not isinstance(result, str):
        raise toml.error("event and result are texts", "result")
    if not isinstance(nonces, dict) or not all(isinstance(nonce, str) for nonce in nonces.values()):
        raise toml.error("nonces is not a table of texts", "nonces", hint='france = "any words"')
    for power in nonces:
        if power not in game.ruleset.powers:
            hint = nearest(power, game.ruleset.powers, "powers")
            raise toml.error(f"there is no power {power}", "nonces", power, hint=hint)
    return Contributions(MappingProxyType(nonces), event, result)


def note_nonce(folder: Path, power: str, words: str) -> str:
    """Note the words that a power gives to the draws, instead of those it gave before; returns
    them as they are kept. Raises GameError where the draws are fixed already, and FileError."""
    check_there(folder)
    with writing(folder):
        return add_nonce(load_game(folder), power, words)


def add_nonce(game: Game, power: str, words: str) -> str:
    """The same for somebody who holds the game's lock."""
    if power not in game.ruleset.powers:
        hint = nearest(power, game.ruleset.powers, "powers")
        raise GameError(f"there is no power {power}", hint=hint)
    kept = _line(words, "a nonce")
    found = _open(game)
    nonces = {**found.nonces, power: kept}
    _keep(
        game,
        {other: nonces[other] for other in game.ruleset.powers if other in nonces},
        found.result,
    )
    return kept


def note_result(folder: Path, words: str) -> str:
    """Note how the public event came out that game.toml names. Raises GameError where it names
    none or the draws are fixed already, and FileError."""
    check_there(folder)
    kept = _line(words, "a result")
    with writing(folder):
        game = load_game(folder)
        found = _open(game)
        if not found.event:
            raise GameError(
                f"{game.slug} names no event", hint='[chance] event = "..." in game.toml names it'
            )
        _keep(game, found.nonces, kept)
    return kept


def _line(words: str, what: str) -> str:
    """Words as they are kept. Raises GameError for what is no plain line."""
    kept = " ".join(words.split())
    if not kept or len(kept) > LONGEST_NONCE or not kept.isprintable():
        problem = f"{what} is a line of 1 to {LONGEST_NONCE} plain characters"
        raise GameError(problem, text=kept[:60])
    return kept


def _open(game: Game) -> Contributions:
    """What has been contributed so far. Raises GameError where nothing can be added any more."""
    found, is_fixed = contributions_of(game)
    if is_fixed or game.phases:
        raise GameError(
            f"the draws of {game.slug} were fixed with its first phase; nothing is added now"
        )
    return found


def _keep(game: Game, nonces: Mapping[str, str], result: str) -> None:
    # The event stands in game.toml until chance.toml repeats it.
    text = Contributions(nonces, "", result).text(_PRIVATE)
    commit(game.folder, Change({CONTRIBUTIONS: text}))
