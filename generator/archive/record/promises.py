"""The register of promises: what powers have promised each other, and what of it may be told.

    promises.toml            promises that everybody may read, the referee's word on them, and of
                             each sealed one its number, its phase and a hash
    private/promises.toml    the sealed ones, until they are over

A promise is filed as it is: only the referee's word is added. The hash of a sealed promise is the
SHA-256 of its salt, a line end and its line (`sealed_line`); the salt comes from the game's seed,
and is published when the promise is told, with the phase that ends it. The register is no part of
the chain over the record: it changes between phases. Nothing that the record decides is written
down; `judged` finds it again and again in what everybody may read.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.files.layout import PRIVATE, PROMISES, SECRET_PROMISES, key_of
from generator.archive.files.reading import TomlText, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, load_game
from generator.archive.game.seeds import read_seed
from generator.engine.chronicle import Snapshot, snapshot_of
from generator.engine.errors import GameError, TheatrumError, UsageError
from generator.engine.phases import Resolution
from generator.engine.promises import (
    LONGEST,
    Pledge,
    Promise,
    PromiseVerdict,
    Stage,
    judge,
    read_promise,
    read_terms,
)
from generator.engine.ruleset import Ruleset
from generator.engine.units import parse_unit

_COMMENT: Final = "What powers have promised each other. Written by theatrum."
_SECRET: Final = "Sealed promises: told when they are over, not before. Written by theatrum."
_KEYS: Final[Mapping[str, type]] = {
    "number": int, "by": str, "to": str, "filed": str, "text": str, "until": int, "sealed": bool,
    "verdict": str, "reason": str, "hash": str, "salt": str,
}  # fmt: skip
MOST: Final = 500
"""The promises of a game: a mailbox that is flooded fills no register."""


class SealedPromise(NamedTuple):
    """What everybody may know of a sealed promise. `hash` is "" in a game without a seed."""

    number: int
    filed: str
    hash: str


class Register(Struct, frozen=True):
    """The promises of a game by their numbers: those that may be told, those that are sealed as
    everybody sees them, and as the referee does. `salts` are those of promises that were sealed."""

    told: tuple[Promise, ...] = ()
    sealed: tuple[SealedPromise, ...] = ()
    secret: tuple[Promise, ...] = ()
    salts: Mapping[int, tuple[str, str]] = {}

    @property
    def next_number(self) -> int:
        every = {row.number for row in self.told} | {row.number for row in self.sealed}
        return max(every | {row.number for row in self.secret}, default=0) + 1


class JudgedPromise(NamedTuple):
    """A promise, and how it stands."""

    promise: Promise
    judged: PromiseVerdict


def read_register(game: Game, *, secret: bool = False) -> Register:
    """The register of a game; with `secret` also what only the referee may read. Raises FileError
    with the place of what is wrong."""
    rows = list(_rows(game, PROMISES))
    told = tuple(promise for promise, _, salt in rows if isinstance(promise, Promise))
    return Register(
        told,
        tuple(row for row, _, _ in rows if isinstance(row, SealedPromise)),
        tuple(p for p, _, _ in _rows(game, SECRET_PROMISES) if isinstance(p, Promise))
        if secret
        else (),
        {row.number: (hash_, salt) for row, hash_, salt in rows if salt},
    )


class Filed(NamedTuple):
    """What comes of lines with promises: the change of files, the promises that it files, and why
    other lines are refused."""

    change: Change
    promises: tuple[Promise, ...]
    refused: tuple[TheatrumError, ...]


def filed(game: Game, by: str, lines: Iterable[str]) -> Filed:
    """Promises of a power, each in a line. One that stands in the register already is not filed
    again, and no line keeps another one from being filed. Nothing is written."""
    register = read_register(game, secret=True)
    names, when = _power_names(game.ruleset), key_of(game.current_moment)
    new: list[Promise] = []
    refused: list[TheatrumError] = []
    known = {_terms_of(promise) for promise in (*register.told, *register.secret)}
    for line in lines:
        number = register.next_number + len(new)
        try:
            promise = read_promise(line, by, names, when, number)
            _check_fileable(game, promise)
        except TheatrumError as error:
            refused.append(error)
            continue
        if _terms_of(promise) not in known:
            known.add(_terms_of(promise))
            new.append(promise)
    after = replace(
        register,
        told=(*register.told, *(promise for promise in new if not promise.sealed)),
        sealed=(*register.sealed, *_sealed(game, [filed for filed in new if filed.sealed])),
        secret=(*register.secret, *(promise for promise in new if promise.sealed)),
    )
    return Filed(Change(_files(register, after)), tuple(new), tuple(refused))


def _check_fileable(game: Game, promise: Promise) -> None:
    """Raises GameError where a game takes no such promise."""
    if game.is_over or game.settings.archived:
        raise GameError(f"{game.slug} is over: nobody promises anything any more")
    if promise.number > MOST:
        raise GameError(f"a game has at most {MOST} promises")
    if 0 < promise.until < game.current_moment.year:
        hint = f"UNTIL {game.current_moment.year} or later"
        raise UsageError(f"{promise.until} is over", hint=hint)
    if promise.sealed and not (game.folder / PRIVATE).is_dir():
        raise GameError("a sealed promise needs the referee’s folder private/")


def settle_promise(folder: Path, number: int, verdict: str, reason: str) -> Promise:
    """Note the referee's word on a promise, "kept" or "broken". Raises UsageError and FileError;
    then nothing is written."""
    with writing(folder):
        game = load_game(folder)
        register = read_register(game, secret=True)
        known = (*register.told, *register.secret)
        found = next((promise for promise in known if promise.number == number), None)
        if found is None:
            numbers = ", ".join(str(promise.number) for promise in known) or "none"
            raise UsageError(f"there is no promise {number}", hint=f"promises: {numbers}")
        if not reason.strip() or not reason.isprintable():
            raise UsageError("the reason says nothing", hint='--reason "..." stands on the site')
        done = replace(found, verdict=verdict, reason=" ".join(reason.split()))
        swap = partial(_swapped, done)
        after = replace(register, told=swap(register.told), secret=swap(register.secret))
        commit(folder, Change(_files(register, after)))
    return done


def told_promises(game: Game, year: int, *, ended: bool) -> dict[str, str]:
    """The files of the register with the sealed promises that are over now told; {} where none is.
    `year` is that of the phase for which the game will wait."""
    register = read_register(game, secret=True)
    due = [promise for promise in register.secret if promise.is_over(year, ended=ended)]
    if not due:
        return {}
    numbers = {promise.number for promise in due}
    hashes = {row.number: row.hash for row in register.sealed}
    seed = read_seed(game.folder, game.settings)
    salts = dict(register.salts)
    for number in sorted(numbers) if seed is not None else ():
        salts[number] = (hashes.get(number, ""), _salt(seed or "", number))
    after = Register(
        tuple(sorted((*register.told, *due), key=lambda promise: promise.number)),
        tuple(row for row in register.sealed if row.number not in numbers),
        tuple(promise for promise in register.secret if promise.number not in numbers),
        salts,
    )
    return _files(register, after)


# --- judging


def judged(game: Game, promises: Sequence[Promise]) -> tuple[JudgedPromise, ...]:
    """How promises stand by the public record of a game. Reads all of its phases."""
    stages = tuple(stages_of(game)) if promises else ()
    return judged_by(game, promises, stages)


def judged_by(
    game: Game, promises: Sequence[Promise], stages: Sequence[Stage]
) -> tuple[JudgedPromise, ...]:
    """How promises stand after `stages`, all phases of a game."""
    year, ended = game.current_moment.year, game.is_over
    every = zip(promises, terms_of(game, promises), strict=True)
    return tuple(
        JudgedPromise(promise, judge(promise, terms, stages, year, ended=ended))
        for promise, terms in every
    )


def terms_of(game: Game, promises: Sequence[Promise]) -> tuple[Pledge | None, ...]:
    """What the record of a game can judge of each promise; None where that is nothing."""
    ruleset = game.ruleset
    powers = {name.casefold(): power for name, power in _power_names(ruleset).items()}
    provinces = {
        name.casefold(): code
        for code, label in ruleset.names().items()
        for name in (code, label)
        if "/" not in code
    }
    # A game whose record tells of no units says nothing of promises about them.
    snapshot = snapshot_of(ruleset, game.opening.state())
    if snapshot is None or not snapshot.units:
        provinces = powers = {}
    return tuple(read_terms(promise.text, provinces, powers) for promise in promises)


def stages_of(game: Game) -> Iterator[Stage]:
    """What everybody may read of each phase of a game, as far as promises speak of it."""
    ruleset = game.ruleset
    for record in game.phases:
        whole, before = record.resolution(), record.before()
        public = Resolution(
            whole.moment,
            tuple(verdict for verdict in whole.verdicts if verdict.public),
            tuple(event for event in whole.events if event.public),
            whole.state,
        )
        held = snapshot_of(ruleset, before)
        after = snapshot_of(ruleset, whole.state)
        signs = ruleset.picture_of(before, public).orders if public.verdicts else ()
        outcomes = {number: one.outcome for number, one in enumerate(public.verdicts, 1)}
        told = [
            (
                sign.kind,
                sign.owner,
                tuple(at.partition("/")[0] for at in (sign.target, sign.to) if at),
            )
            for sign in signs
            if outcomes.get(sign.number) != "illegal"
        ]
        yield Stage(
            record.moment.year,
            key_of(record.moment),
            record.title,
            _units_in(after),
            _units_in(held),
            held.holders if held else {},
            tuple((power, places) for kind, power, places in told if kind == "move"),
            tuple((power, places) for kind, power, places in told if kind.startswith("support")),
        )


def _units_in(snapshot: Snapshot | None) -> tuple[tuple[str, str], ...]:
    """The units that stand on the board, each with its owner and its province."""
    units = snapshot.units if snapshot else ()
    return tuple((power, parse_unit(text).province) for power, text in units)


# --- files


def _power_names(ruleset: Ruleset[Any]) -> dict[str, str]:
    return {
        name: power
        for power, known in ruleset.powers.items()
        for name in (power, known.name, known.adjective)
    }


def _terms_of(promise: Promise) -> tuple[str, str, str, int, bool]:
    return promise.by, promise.to, promise.text.casefold(), promise.until, promise.sealed


def _swapped(done: Promise, promises: Sequence[Promise]) -> tuple[Promise, ...]:
    return tuple(done if promise.number == done.number else promise for promise in promises)


def sealed_line(promise: Promise) -> str:
    """A promise as the line of JSON that its hash is of."""
    row = [promise.number, promise.by, promise.to, promise.filed, promise.until, promise.text]
    return json.dumps(row, ensure_ascii=False)


def _salt(seed: str, number: int) -> str:
    return hmac.new(seed.encode(), f"salt promise {number}".encode(), sha256).hexdigest()


def _sealed(game: Game, promises: Sequence[Promise]) -> Iterator[SealedPromise]:
    seed = read_seed(game.folder, game.settings)
    for promise in promises:
        said = ""
        if seed is not None:
            text = f"{_salt(seed, promise.number)}\n{sealed_line(promise)}"
            said = sha256(text.encode()).hexdigest()
        yield SealedPromise(promise.number, promise.filed, said)


def _files(before: Register, after: Register) -> dict[str, str]:
    """The texts of both files, those that change."""
    public: list[dict[str, Any]] = [_row(promise, after) for promise in after.told]
    public += [
        {"number": row.number, "filed": row.filed} | ({"hash": row.hash} if row.hash else {})
        for row in after.sealed
    ]
    public.sort(key=lambda row: int(row["number"]))
    files = {}
    if after.told != before.told or after.sealed != before.sealed:
        files[PROMISES] = format_toml({"format": 1, "promise": public}, _COMMENT)
    if after.secret != before.secret:
        rows = [_row(promise, after) for promise in after.secret]
        files[SECRET_PROMISES] = format_toml({"format": 1, "promise": rows}, _SECRET)
    return files


def _row(promise: Promise, register: Register) -> dict[str, Any]:
    row = {name: getattr(promise, name) for name in Promise.__struct_fields__}
    hash_, salt = register.salts.get(promise.number, ("", ""))
    return {name: value for name, value in {**row, "hash": hash_, "salt": salt}.items() if value}


def _rows(game: Game, name: str) -> Iterator[tuple[Promise | SealedPromise, str, str]]:
    """The rows of a file of the register, each with its hash and salt. Raises FileError."""
    path = game.folder / name
    if not path.is_file():
        return
    toml = read_toml(path)
    if toml.data.get("format") != 1:
        raise toml.error(f"format {toml.data.get('format')} is not known", "format", hint="it is 1")
    rows = toml.data.get("promise", [])
    if not isinstance(rows, list) or set(toml.data) > {"format", "promise"}:
        raise toml.error("promise is not a list of promises", "promise")
    numbers: set[int] = set()
    for index, row in enumerate(rows):
        yield _read_row(game, toml, index, row, numbers, secret=name == SECRET_PROMISES)


def _read_row(
    game: Game, toml: TomlText, index: int, row: Any, numbers: set[int], *, secret: bool
) -> tuple[Promise | SealedPromise, str, str]:
    def wrong(problem: str, hint: str = "") -> Exception:
        return toml.error(problem, "promise", index, hint=hint)

    if not isinstance(row, dict):
        raise wrong(
            "is not a promise", "{ number = 1, by = ..., to = ..., filed = ..., text = ... }"
        )
    for key, value in row.items():
        if key not in _KEYS:
            raise wrong(f"there is no {key} in a promise", f"keys: {', '.join(_KEYS)}")
        if type(value) is not _KEYS[key]:
            raise wrong(f"{key} cannot be {value!r}")
    number, when = row.get("number", 0), row.get("filed", "")
    if number < 1 or number in numbers:
        raise wrong("its number is missing, or another one has it")
    numbers.add(number)
    head, _, slug = when.partition(" ")
    if not head.isdecimal() or not slug.partition("-")[0].isdecimal():
        raise wrong(f"filed cannot be {when!r}", 'a phase like "1901 1-spring-movement"')
    if "text" not in row and not secret:
        return SealedPromise(number, when, row.get("hash", "")), "", ""
    for key in ("by", "to"):
        if row.get(key) not in game.ruleset.powers:
            powers = ", ".join(game.ruleset.powers)
            raise wrong(f"{key} is no power: {row.get(key)!r}", f"powers: {powers}")
    text = row.get("text", "")
    if not text.strip() or len(text) > LONGEST or not text.isprintable():
        raise wrong("text is missing, too long or cannot be shown")
    if row.get("verdict", "") not in ("", "kept", "broken"):
        raise wrong(f"verdict cannot be {row['verdict']!r}", "kept or broken")
    fields = {name: row[name] for name in Promise.__struct_fields__ if name in row}
    return Promise(**fields), row.get("hash", ""), row.get("salt", "")
