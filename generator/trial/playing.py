"""The games of a trial, each from the opening to its end, in memory: no file is read or written.

    play_game(spec, number)     GameRecord    the record of the game
    players write texts         as in any game, so that they can do nothing that a person cannot
    ruleset.read                the texts become orders
    ruleset.adjudicate          verdicts and events, each with the rule that decided it

A game that fails is a record as well: with its seed, and what went wrong.

joblib plays them in processes on this machine, or with the address of a Dask scheduler on the
workers there. A worker that is killed loses nothing: the scheduler gives its games to another one.
The record of a game depends only on its number, so it does not matter who has played it.
"""

from __future__ import annotations

import gc
import hashlib
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field

from generator.autoplay import Player, get_player
from generator.engine.adjusting import with_facts
from generator.engine.chance import Chance
from generator.engine.errors import GameError, UsageError
from generator.engine.phases import Resolution, Setup
from generator.engine.ruleset import Ruleset
from generator.engine.toml_places import value_in
from generator.engine.verdicts import Event
from generator.rulesets import VARIANTS, get_ruleset, ruleset_folder
from generator.rulesets.variants import know

YEARS: Final = 40
"""After so many years a game is cut off, where nothing else is asked for."""
MOST_GAMES: Final = 100_000
_PREFIX: Final = "facts."


class TrialSpec(Struct, frozen=True):
    """The subject of a trial. `facts` are entries of the ruleset's file of facts by their paths.
    After `years` a game is cut off."""

    ruleset: str
    seed: str
    options: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    years: int = YEARS

    @property
    def unchanged(self) -> TrialSpec:
        """The same games by the ruleset as it is."""
        return TrialSpec(self.ruleset, self.seed, years=self.years)


def seed_of(spec: TrialSpec, number: int) -> str:
    """The seed of a game of the trial. It is the same for all settings, so that two trials of one
    seed can be compared game by game."""
    return hashlib.sha256(f"{spec.ruleset} {spec.seed} {number}".encode()).hexdigest()[:32]


@contextmanager
def ruleset_of(spec: TrialSpec) -> Iterator[Ruleset[Any]]:
    """The ruleset with the facts of the trial, as long as the `with` lasts. Raises UsageError and
    FileError for facts that it does not have, or cannot be played with."""
    ruleset = get_ruleset(spec.ruleset)
    if not spec.facts:
        yield ruleset
    elif not ruleset.fact_tables:
        raise UsageError(
            f"the facts of {spec.ruleset} cannot be set", text="--set", hint="leave out --set"
        )
    else:
        with ruleset.adjusted(_tables(spec.ruleset, msgspec.json.encode(spec.facts))) as found:
            yield found


@lru_cache(maxsize=4)
def _tables(ruleset_id: str, facts: bytes) -> dict[str, Any]:
    """The changed tables of a ruleset: a process plays many games with the same."""
    ruleset = get_ruleset(ruleset_id)
    return with_facts(ruleset, msgspec.json.decode(facts))


def parse_facts(given: Iterable[str]) -> dict[str, Any]:
    """The facts in texts like `facts.victory.threshold=50`; values are those of TOML, and a word
    without quotes is a text. Raises UsageError."""
    facts: dict[str, Any] = {}
    for text in given:
        path, equals, written = text.partition("=")
        path = path.strip()
        if not equals or not path.startswith(_PREFIX) or path == _PREFIX:
            hint = "write --set facts.KEY=VALUE, as in --set facts.costs.price=[1, 2, 4]"
            raise UsageError("not an entry", text=text, hint=hint)
        facts[path.removeprefix(_PREFIX)] = value_in(written.strip())
    return facts


def changes_of(spec: TrialSpec) -> tuple[str, ...]:
    """The changes to the ruleset, in words."""
    ruleset = get_ruleset(spec.ruleset)
    defaults = {name: option.default for name, option in ruleset.options.items()}
    tables = ruleset.fact_tables
    changed = [
        *((f"the option {name}", defaults[name], now) for name, now in spec.options.items()),
        *((f"facts.{name}", _entry(tables, name), now) for name, now in spec.facts.items()),
    ]
    return tuple(
        f"{name} is {_shown(now)} instead of {_shown(was)}"
        for name, was, now in changed
        if was != now
    )


def _entry(table: Any, path: str) -> Any:
    for name in path.split("."):
        if isinstance(table, list):
            rows = [row for row in table if isinstance(row, Mapping) and row.get("id") == name]
            table = rows[0] if rows else table[int(name) - 1]
        else:
            table = table[name]
    return table


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, str) else msgspec.json.encode(value).decode()


Kind = Literal["victory", "draw", "ended", "cut off", "failed"]

# Some rulesets keep their facts for the whole process, and a worker of a cluster may have several
# threads. They would not be faster side by side: a game is nothing but computing.
_ALONE: Final = threading.Lock()

ANSWERS: Final = 10
"""Seconds in which a cluster has to answer."""


class GameRecord(Struct, frozen=True):
    """The record of one game.

    `winners` are the winners, or those who share the draw; `ended_by` is the rule of what weighed
    most in the last phase of a game that was not cut off. `scores` has the most telling count of
    each power at the end, `out` the powers that were out of the game and after which year, counted
    from 1. `failed` is what went wrong, "" for a game that did not fail.
    """

    number: int
    seed: str
    kind: Kind
    failed: str = ""
    winners: tuple[str, ...] = ()
    ended_by: str = ""
    years: int = 0
    phases: int = 0
    scores: dict[str, int] = field(default_factory=dict)
    out: dict[str, int] = field(default_factory=dict)

    @property
    def powers(self) -> tuple[str, ...]:
        return tuple(self.scores)

    def value(self, power: str) -> float:
        """The score of a power in the game: 1 for a victory, or its part of one or of a draw."""
        shared = self.kind in ("victory", "draw") and power in self.winners
        return 1 / len(self.winners) if shared else 0.0

    def places(self) -> Mapping[str, float]:
        """The place of each power, 1 for the first; equals share the mean of their places.

        Winners and those who share a draw come first, then all who lived to the end, by their
        scores; then those who were eliminated, the last one first.
        """
        merit = {power: self._merit(power) for power in self.powers}
        found = {}
        for power, own in merit.items():
            better = sum(other > own for other in merit.values())
            equal = sum(other == own for other in merit.values())
            found[power] = better + (equal + 1) / 2
        return found

    def _merit(self, power: str) -> tuple[int, int, int]:
        if self.value(power):
            return 1, 0, 0
        return 0, self.out.get(power, self.years + 1), self.scores[power]


def phases_of(
    ruleset: Ruleset[Any], state: Any, player: Player, seed: str
) -> Iterator[tuple[Any, Mapping[str, str], Resolution[Any]]]:
    """The phases of a game, until it is over: the state before each, what each power wrote as far
    as it wrote, and what came of it."""
    while ruleset.ending(state) is None:
        moment = ruleset.moment(state)
        phase = f"{moment.year}/{moment.slug}"
        # The players' draws do not come from the game's source.
        lines = {
            power: player.write_orders(
                ruleset, state, power, Chance(f"{seed} players", f"{phase}/{power}")
            )
            for power in ruleset.awaits(state)
        }
        texts = {power: "".join(f"{line}\n" for line in own) for power, own in lines.items() if own}
        resolution = ruleset.adjudicate(state, ruleset.read(state, texts), (), Chance(seed, phase))
        yield state, texts, resolution
        state = resolution.state


def play_game(spec: TrialSpec, number: int) -> GameRecord:
    """Play a whole game of a trial. Never raises: the record of a game that fails has the error."""
    seed = seed_of(spec, number)
    try:
        with _ALONE, ruleset_of(spec) as ruleset:
            return _play(spec, ruleset, number, seed, get_player(spec.ruleset))
    except Exception as error:
        # Whatever it is, the other games continue, and the report lists this one.
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{last.filename.rpartition('generator/')[2]}:{last.lineno}"
        said = f"{type(error).__name__}: {error} ({where})"
        return GameRecord(number, seed, "failed", failed=said)


def _play(
    spec: TrialSpec, ruleset: Ruleset[Any], number: int, seed: str, player: Player
) -> GameRecord:
    state = ruleset.opening(Setup(spec.options))
    powers, centers = _playing(ruleset, state)
    lived = dict.fromkeys(powers, 0)
    years: set[int] = set()
    events: Sequence[Event] = ()
    phases = closed = 0
    ending = ruleset.ending(state)
    for before, _, resolution in phases_of(ruleset, state, player, seed):
        year = ruleset.moment(before).year
        if year not in years and len(years) >= spec.years:
            break
        # Counted, not computed: the years of a game may lie a generation apart.
        years.add(year)
        phases += 1
        state, events = resolution.state, resolution.events
        ending = ruleset.ending(state)
        if ending is not None or ruleset.moment(state).year != year:
            closed += 1
            lived |= dict.fromkeys(_left(ruleset, state, powers, centers), closed)
    heaviest = max(events, key=lambda one: one.weight).rule if events else ""
    standings = next(iter(ruleset.standings(state)), ("", {}))[1]
    return GameRecord(
        number,
        seed,
        ending.kind if ending is not None else "cut off",
        winners=ending.powers if ending is not None else (),
        ended_by=heaviest if ending is not None else "",
        years=closed,
        phases=phases,
        scores={power: standings.get(power, 0) for power in powers},
        out={power: year + 1 for power, year in lived.items() if year < closed},
    )


def _left(
    ruleset: Ruleset[Any], state: Any, powers: Sequence[str], centers: frozenset[str]
) -> set[str]:
    """The powers that still play at the end of a year."""
    standings = next(iter(ruleset.standings(state)), ("", {}))[1]
    left = {power for power in powers if standings.get(power, 0) > 0}
    shot = ruleset.snapshot(state)
    left |= {owner for owner, _ in shot.units}
    left |= {holder for place, holder in shot.holders.items() if not centers or place in centers}
    left -= set(shot.out)
    return left & set(powers)


def _playing(ruleset: Ruleset[Any], state: Any) -> tuple[tuple[str, ...], frozenset[str]]:
    """The powers that take part in a game (a ruleset may know more), and the places with a center,
    of which a power needs one to live."""
    gazetteer = ruleset.gazetteer(state)
    notes = gazetteer.power_notes
    powers = tuple(power for power in ruleset.powers if not notes or power in notes)
    return powers, frozenset(p for p, one in gazetteer.provinces.items() if one.is_center)


Runner = Callable[[TrialSpec, Sequence[int]], Iterator[GameRecord]]


def most_processes() -> int:
    """How many games this machine plays side by side."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _task(
    spec: TrialSpec, number: int, program: str, variant: Mapping[str, str] | None = None
) -> GameRecord:
    if variant:
        know(spec.ruleset, variant)
    if program_of(spec.ruleset) != program:
        return GameRecord(number, "", "failed", "its worker has a different version of the program")
    record = play_game(spec, number)
    # A game is full of circles, and commands look for garbage seldom: games would pile up.
    gc.collect()
    return record


def _leave_interrupts() -> None:
    """Ctrl-C goes to all processes of a terminal: the first one hears it and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def local(processes: int) -> Iterator[Runner]:
    """Games on this machine, so many side by side."""

    def run(spec: TrialSpec, numbers: Sequence[int]) -> Iterator[GameRecord]:
        if processes == 1 or len(numbers) < 2:
            yield from (_task(spec, number, program_of(spec.ruleset)) for number in numbers)
            return
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        try:
            yield from _side_by_side(
                spec, numbers, n_jobs=processes, backend="loky", initializer=_leave_interrupts
            )
        except TerminatedWorkerError:
            raise GameError(
                "a process that played games was killed, perhaps because memory ran out",
                hint="play fewer at a time with --processes",
            ) from None

    yield run


@contextmanager
def cluster(address: str) -> Iterator[Runner]:
    """Games on the workers of a Dask cluster. Raises UsageError where Dask is not installed, and
    GameError where the cluster does not answer or has no workers."""
    try:
        from distributed import Client
    except ImportError:
        hint = 'pip install "theatrum[cluster]"'
        raise UsageError("needs the package distributed", text="--cluster", hint=hint) from None
    try:
        client = Client(address, timeout=ANSWERS, set_as_default=False)
    except (OSError, ValueError, TimeoutError, TypeError) as error:
        said = str(error).partition("\n")[0] or type(error).__name__
        raise GameError(
            f"the cluster does not answer: {said}",
            text=address,
            hint="is its scheduler running? write tcp://HOST:PORT",
        ) from None
    try:
        if not client.scheduler_info(n_workers=-1)["workers"]:
            hint = f"start one: dask worker {address}"
            raise GameError("the cluster has no workers", text=address, hint=hint)

        def run(spec: TrialSpec, numbers: Sequence[int]) -> Iterator[GameRecord]:
            from joblib import parallel_config

            with parallel_config(backend="dask", client=client):
                yield from _side_by_side(spec, numbers, n_jobs=-1)

        yield run
    finally:
        client.close()


def _side_by_side(spec: TrialSpec, numbers: Iterable[int], **how: Any) -> Iterator[GameRecord]:
    from joblib import Parallel, delayed

    # Another process knows only the texts of a variant that are passed to it.
    texts = dict(VARIANTS[spec.ruleset].texts) if spec.ruleset in VARIANTS else {}
    tasks = (delayed(_task)(spec, number, program_of(spec.ruleset), texts) for number in numbers)
    parallel = Parallel(return_as="generator_unordered", batch_size=1, **how)
    yield from parallel(tasks)


@cache
def program_of(ruleset: str) -> str:
    """A digest of all code and data that a game of the ruleset depends on."""
    top = Path(__file__).parent
    folders = [top.parent / name for name in ("autoplay", "engine", "rulesets")]
    files = [top / "playing.py"]
    for folder in (*folders, ruleset_folder(ruleset)):
        files += sorted(file for file in folder.rglob("*") if file.suffix in (".py", ".toml"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
