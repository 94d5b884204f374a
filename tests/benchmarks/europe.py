"""The Europe family beside standard: a whole year, states, commands, and games on disk."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.play.verifying import verify_game
from generator.autoplay import get_player
from generator.engine.chance import Chance
from generator.engine.movement import resolve_movement
from generator.engine.phases import OrderBook, Setup
from generator.engine.ruleset import Ruleset
from generator.engine.units import parse_unit
from generator.rulesets.europe_1615_v3 import RULESET as VERSION3
from generator.rulesets.europe_1615_v3 import SEASONS as VERSION3_SEASONS
from generator.rulesets.europe_1615_v7 import RULESET as VERSION7
from generator.rulesets.europe_1619 import RULESET as EUROPE
from generator.rulesets.standard import RULESET as STANDARD
from tests.benchmarks.contests import Contestant, race, table
from tests.benchmarks.resolving import load_positions
from tests.engine.movement.notation import board
from tests.rules.europe_1615_v7.random_sheets import sheets_of
from tests.rulesets.europe.random_play import book_of

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 15
YEARS = 3
SEASONS = 9
TEN = 10
UNITS = 34
STARTS = 15
"""How often a command is started; the fastest start counts."""

_CHANCE = Chance("benchmark", "benchmark")


class Played(Struct, frozen=True):
    """Phases that follow each other: where they begin, and the sheets of each, also as read."""

    ruleset: Ruleset[Any]
    state: Any
    texts: Mapping[str, Mapping[str, str]]
    books: Mapping[str, OrderBook]


Sheets = Callable[[Any], Mapping[str, str]]


def _year(ruleset: Ruleset[Any], state: Any, write: Sheets) -> tuple[Played, Any]:
    """The year that begins with `state`, with sheets that `write` writes; and what follows it."""
    texts: dict[str, Mapping[str, str]] = {}
    books: dict[str, OrderBook] = {}
    after = state
    while after.year == state.year and ruleset.ending(after) is None:
        phase = ruleset.moment(after).phase
        texts[phase] = write(after)
        books[phase] = ruleset.read(after, texts[phase])
        after = ruleset.adjudicate(after, books[phase], (), _CHANCE).state
    return Played(ruleset, state, texts, books), after


def _autoplay(ruleset: Ruleset[Any]) -> Sheets:
    """Writes the sheets of the players that come with the program."""
    player = get_player(ruleset.id)

    def write(state: Any) -> Mapping[str, str]:
        moment, sheets = ruleset.moment(state), {}
        for power in ruleset.awaits(state):
            chance = Chance("europe players", f"{moment.year}/{moment.slug}/{power}")
            lines = player.write_orders(ruleset, state, power, chance)
            sheets[power] = "".join(f"{line}\n" for line in lines)
        return sheets

    return write


def _dice(state: Any) -> Mapping[str, str]:
    """Full sheets by dice: an order for nearly every unit, and much that does not count."""
    sheets = book_of(state, Random(state.year * 10 + state.moment.number)).sheets
    return {
        power: "".join(f"{one.order}\n" for one in sheet.orders if one.order is not None)
        for power, sheet in sheets.items()
    }


def _dice_of_version7(state: Any) -> Mapping[str, str]:
    return sheets_of(state, Random(state.year * 10 + state.moment.number))


def _first_years(ruleset: Ruleset[Any], by_dice: Sheets) -> tuple[list[Played], list[Played]]:
    """The first years of a game of autoplay, and the same years with sheets by dice."""
    state = ruleset.opening(Setup())
    sensible, dice = [], []
    for _ in range(YEARS):
        dice.append(_year(ruleset, state, by_dice)[0])
        year, state = _year(ruleset, state, _autoplay(ruleset))
        sensible.append(year)
    return sensible, dice


def _standard_phases() -> list[Played]:
    """Movement phases of 34 units with the orders of autoplay, as phases of a game."""
    opening = STANDARD.opening(Setup())
    phase = STANDARD.moment(opening).phase
    found = []
    for case in load_positions():
        if sum(map(len, case["units"].values())) != UNITS:
            continue
        units = {
            power: tuple(parse_unit(text) for text in case["units"].get(power.upper(), ()))
            for power in STANDARD.powers
        }
        state = replace(opening, units=MappingProxyType(units))
        texts = {power.lower(): "\n".join(own) for power, own in case["orders"].items()}
        books = {phase: STANDARD.read(state, texts)}
        found.append(Played(STANDARD, state, {phase: texts}, books))
    return found


def _adjudicate(played: Any) -> None:
    """All phases, with all verdicts, reasons and events, from sheets that have been read."""
    ruleset, state = played.ruleset, played.state
    for _ in played.books:
        book = played.books[ruleset.moment(state).phase]
        state = ruleset.adjudicate(state, book, (), _CHANCE).state


def _read_and_adjudicate(played: Any) -> None:
    ruleset, state = played.ruleset, played.state
    for _ in played.texts:
        book = ruleset.read(state, played.texts[ruleset.moment(state).phase])
        state = ruleset.adjudicate(state, book, (), _CHANCE).state


def _fresh(played: Any) -> Played:
    """The same with a state that remembers nothing of earlier rounds."""
    return replace(played, state=replace(played.state))


def _parsed(played: Any) -> tuple[Any, Any]:
    stands = played.state.stands()
    (book,) = played.books.values()
    written = [one.order for sheet in book.sheets.values() for one in sheet.orders]
    orders = {order.unit.province: order for order in written if order is not None}
    return stands, [orders.get(unit.province) for _, unit in stands]


def _resolve_alone(parsed: Any) -> object:
    return resolve_movement(board(), *parsed)


def _told(title: str, years: Sequence[Played]) -> None:
    """Print what a year of these holds."""
    verdicts = refused = events = 0
    for year in years:
        state = year.state
        for _ in year.books:
            book = year.books[year.ruleset.moment(state).phase]
            resolution = year.ruleset.adjudicate(state, book, (), _CHANCE)
            state = resolution.state
            verdicts += len(resolution.verdicts)
            refused += sum(one.outcome in ("illegal", "void") for one in resolution.verdicts)
            events += len(resolution.events)
    units = [len(year.state.stands) for year in years]
    powers = [len(year.state.living) for year in years]
    each = len(years)
    print(
        f"  {title}: {min(powers)} to {max(powers)} powers, {min(units)} to {max(units)} units; a "
        f"year has {verdicts // each} verdicts ({refused // each} refusals), "
        f"{events // each} events"
    )


def _bench_years(title: str, years: Sequence[Played], dice: Sequence[Played]) -> None:
    phases = _standard_phases()
    per_ten = len(phases) / TEN
    print(f"\nA year of {title} beside ten standard movement phases of {UNITS} units")
    _told("autoplay", years)
    _told("dice", dice)
    ten = "ten standard movement phases"
    groups = [
        (
            phases,
            per_ten,
            [
                Contestant(f"{ten}, all reasons", _adjudicate, _fresh),
                Contestant(f"{ten}, with reading", _read_and_adjudicate, _fresh),
                Contestant(f"{ten}, the resolver alone", _resolve_alone, _parsed),
            ],
        ),
        *(
            (
                several,
                float(len(several)),
                [
                    Contestant(f"a year of {name}, all reasons", _adjudicate, _fresh),
                    Contestant(f"a year of {name}, with reading", _read_and_adjudicate, _fresh),
                ],
            )
            for name, several in (("autoplay", years), ("dice", dice))
        ),
    ]
    # Round by round, so that all meet the same machine.
    for _ in range(ROUNDS):
        for cases, _, contestants in groups:
            race(contestants, cases, 1)
    timed = [(one, one.best / number) for _, number, several in groups for one in several]
    bases = [seconds for _, seconds in timed[:3]]
    rows = [
        [one.name, f"{seconds * 1e3:.2f}", *(f"{seconds / base:.2f}" for base in bases)]
        for one, seconds in timed
    ]
    print(table(["", "ms", "x ten", "x ten with reading", "x ten resolver alone"], rows))


# --- states


def _bench_states(europe: Played, standard: Played) -> None:
    print("\nOne state as tables, and back")
    rows = []
    for name, ruleset, state in (
        ("standard", STANDARD, standard.state),
        ("Europe 1619", EUROPE, europe.state),
    ):
        document = ruleset.dump(state)
        dump = Contestant("dump", lambda one, ruleset=ruleset: ruleset.dump(one))  # type: ignore[misc]
        load = Contestant("load", lambda one, ruleset=ruleset: ruleset.load(one))  # type: ignore[misc]
        race([dump], [state] * 20, ROUNDS)
        race([load], [document] * 20, ROUNDS)
        rows.append([name, *(f"{one.best / 20 * 1e3:.2f}" for one in (dump, load))])
    print(table(["", "dump ms", "load ms"], rows))


# --- games on disk


def _theatrum(games: Path, *arguments: str) -> float:
    """Seconds that a command takes as a process of its own, with its bytecode on disk."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(games / ".bytecode")
    command = [sys.executable, "-m", "generator", "--games", str(games), *arguments]
    start = perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    seconds = perf_counter() - start
    # 1 says that something is wrong with the orders: players of autoplay make slips too.
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.decode("utf-8", "replace"))
    return seconds


def _submit(folder: Path) -> None:
    """Put the sheets of autoplay into the folder of a game."""
    from generator.archive.play.creating import submit_orders

    game = load_game(folder)
    ruleset, state, moment = game.ruleset, game.current_state(), game.current_moment
    texts = {}
    for power in ruleset.awaits(state):
        chance = Chance("benchmark players", f"{moment.year}/{moment.slug}/{power}")
        lines = get_player(ruleset.id).write_orders(ruleset, state, power, chance)
        texts[power] = "".join(f"{line}\n" for line in lines)
    submit_orders(folder, moment, texts)


def _games(games: Path) -> Iterator[tuple[str, Path]]:
    """A game of each ruleset, some years old, with full sheets for the next phase."""
    for name, years in ((STANDARD.id, 4), (EUROPE.id, YEARS)):
        _theatrum(games, "new", name, "--ruleset", name, "--seed", "bench", "--demo", str(years))
        _submit(games / name)
        yield name, games / name


def _history(folder: Path) -> tuple[float, float, int]:
    """Seconds to read the whole history of a game, and to replay it; and its phases."""
    start = perf_counter()
    game = load_game(folder)
    for record in game.phases:
        record.resolution()
    read = perf_counter() - start
    start = perf_counter()
    verified = verify_game(folder)
    return read, perf_counter() - start, verified.phases


def _bench_games() -> None:
    with TemporaryDirectory() as home:
        games = Path(home)
        found = dict(_games(games))
        found["empty"] = Path(shutil.copytree(found[EUROPE.id], games / "empty"))
        shutil.rmtree(sorted((games / "empty").glob("1*/orders"))[-1])
        starts: dict[str, list[float]] = {name: [] for name in found}
        for _ in range(STARTS):
            for name in found:
                starts[name].append(_theatrum(games, "check", name))
        base = min(starts[STANDARD.id])
        rows = []
        for name, folder in found.items():
            read, replay, phases = map(min, zip(*(_history(folder) for _ in range(3)), strict=True))
            best = min(starts[name])
            rows.append(
                [
                    "europe-1619, no sheets yet" if name == "empty" else f"{name}, full sheets",
                    f"{best * 1e3:.0f}",
                    f"{best / base:.2f}",
                    f"{phases:.0f}",
                    f"{read / phases * 1e3:.2f}",
                    f"{replay / phases * 1e3:.2f}",
                ]
            )
    print("\nGames on disk: `theatrum check` as a process; reading and verifying the history")
    heads = ["game", "check ms", "x standard", "phases", "read ms a phase", "verify ms a phase"]
    print(table(heads, rows))


# --- one movement


def _season(state: Any) -> Played:
    """The movement phase that `state` waits for, with the sheets of autoplay."""
    texts, phase = _autoplay(VERSION3)(state), VERSION3.moment(state).phase
    return Played(VERSION3, state, {phase: texts}, {phase: VERSION3.read(state, texts)})


def _bench_season() -> None:
    """Movement phases of Version 3, with their influence, beside standard ones."""
    phases, seasons, state = _standard_phases(), [], VERSION3.opening(Setup())
    while len(seasons) < SEASONS and VERSION3.ending(state) is None:
        texts = _autoplay(VERSION3)(state)
        if VERSION3.moment(state).phase in VERSION3_SEASONS:
            seasons.append(_season(state))
        book = VERSION3.read(state, texts)
        state = VERSION3.adjudicate(state, book, (), _CHANCE).state
    units = [len(one.state.stands) for one in seasons]
    print(f"\nA movement phase of Europe 1615, Version 3 ({min(units)} to {max(units)} units)")
    groups = [
        (several, Contestant(name, _adjudicate, _fresh))
        for several, name in ((phases, f"standard, {UNITS} units"), (seasons, "Version 3"))
    ]
    for _ in range(ROUNDS):
        for several, contestant in groups:
            race([contestant], several, 1)
    timed = [(one.name, one.best / len(several)) for several, one in groups]
    rows = [[name, f"{each * 1e3:.2f}", f"{each / timed[0][1]:.2f}"] for name, each in timed]
    print(table(["", "ms", "x standard"], rows))


def bench_europe() -> None:
    """Print what a year costs, then states, then commands and games on disk."""
    years, dice = _first_years(EUROPE, _dice)
    _bench_years("Europe 1619", years, dice)
    _bench_years("Europe 1615, Version 7", *_first_years(VERSION7, _dice_of_version7))
    _bench_season()
    _bench_states(years[-1], _standard_phases()[0])
    _bench_games()
