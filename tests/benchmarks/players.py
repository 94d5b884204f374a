"""The players of standard Diplomacy beside public ones: DumbBot and the easy player of the PyPI
package `diplomacy-research`.

THEATRUM_BENCH_PLAYERS is the folder of its unpacked source; without it nothing is played.
THEATRUM_BENCH_CONTESTS says how many games of each kind.

Installed it cannot be, for it asks for a TensorFlow of 2019, and its setup even to be downloaded:

    pip install wheel; mkdir stub
    echo 'class sysconfig: get_compile_flags = get_link_flags = lambda: []' > stub/tensorflow.py
    PYTHONPATH=$PWD/stub pip download --no-deps --no-build-isolation diplomacy-research==1.0.0
    tar xzf diplomacy-research-1.0.0.tar.gz

But these two players are plain Python upon a game of the package `diplomacy`. Their modules are
read from the folder, and the one function of its models that they call stands here.

The guests write orders as everybody does, and Theatrum adjudicates. Seats are dealt anew for each
game, and the report of a trial counts a guest as a nature.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Final

from generator.autoplay import Natured, Player
from generator.engine.chance import Chance
from generator.engine.ruleset import Ruleset
from generator.rulesets.standard.course import kind_of
from generator.rulesets.standard.state import StandardState
from generator.trial.estimates import Estimate
from generator.trial.playing import play_game, trial_player
from generator.trial.report import make_report
from generator.trial.spec import TrialSpec
from tests.benchmarks.contests import table

FOLDER: Final = os.environ.get("THEATRUM_BENCH_PLAYERS", "")
GAMES: Final = int(os.environ.get("THEATRUM_BENCH_CONTESTS", "40"))
GUESTS: Final = {"DumbBot": "dumbbot_ruleset", "easy": "easy_ruleset"}
SEATS: Final = (1, 6)
"""How many of the seven seats the guests have."""

HEADS: Final = ("guest", "its seats", "games", "player", "part %", "place")
NOTE: Final = (
    "Part of the victories in a hundred (14.3 is fair) and mean place (4 is the middle), each\n"
    "with its interval of 95 percent. Games are cut off after 40 years."
)

Orders = Callable[[Any, str], list[str]]
_PACKAGE: Final = "diplomacy_research"


def bench_players() -> None:
    """Print a row for each kind of player in each kind of company."""
    print("\nPlayers of standard Diplomacy, and public ones")
    if not FOLDER:
        print("THEATRUM_BENCH_PLAYERS names no folder of diplomacy-research")
        return
    rows: list[list[str]] = []
    for name, module in GUESTS.items():
        with guest_rules(Path(FOLDER), module) as orders:
            for seats in SEATS:
                rows += _rows(name, seats, Company(trial_player("standard"), name, orders, seats))
    print(table(HEADS, rows))
    print(NOTE)


def _rows(name: str, seats: int, company: Company) -> Iterator[list[str]]:
    spec = TrialSpec("standard", f"{name} {seats}")
    records = [play_game(spec, number, company) for number in range(1, GAMES + 1)]
    report = make_report(spec, records)
    assert not report.failed, report.failed
    head = [name, str(seats), str(report.games)]
    for row in report.natures:
        part = _words(row.value, 100, 1)
        yield [*head, f"{row.nature} ({row.seats})", part, _words(row.place, 1, 2)]
        head = ["", "", ""]


def _words(found: Estimate, times: int, digits: int) -> str:
    mean, low, high = (f"{times * one:.{digits}f}" for one in (found.mean, found.low, found.high))
    return f"{mean} ({low} to {high})"


class Company:
    """Guests at some seats, dealt for each game, and the ruleset's own player at the others."""

    def __init__(self, own: Player, name: str, orders: Orders, seats: int) -> None:
        self._own, self._name, self._orders, self._seats = own, name, orders, seats

    def natures(self, state: StandardState, chance: Chance) -> Mapping[str, str]:
        """Those of the own player, and the name of the guest for its seats."""
        assert isinstance(self._own, Natured)
        guests = self._guests(state, chance)
        return {**self._own.natures(state, chance), **dict.fromkeys(guests, self._name)}

    def _guests(self, state: StandardState, chance: Chance) -> tuple[str, ...]:
        drawn = chance.branch("seats of guests").shuffle(tuple(state.units))
        return tuple(drawn[: self._seats])

    def write_orders(
        self, ruleset: Ruleset[StandardState], state: StandardState, power: str, chance: Chance
    ) -> tuple[str, ...]:
        if power not in self._guests(state, chance):
            return self._own.write_orders(ruleset, state, power, chance)
        draws = chance.branch(f"guest {state.moment} {power}")
        random.seed(draws.number(1 << 32))
        # It asks each power's units and centers from what it takes for a message of its server.
        game = game_of(state)
        names = (*game.powers,)
        asked = SimpleNamespace(
            game=game,
            name=game.get_current_phase(),
            units={name: SimpleNamespace(value=game.powers[name].units) for name in names},
            centers={name: SimpleNamespace(value=game.powers[name].centers) for name in names},
        )
        kind = kind_of(state.moment.phase)
        return tuple(written(order, kind) for order in self._orders(asked, power.upper()))


def game_of(state: StandardState) -> Any:
    """The position as a game of the package `diplomacy`."""
    from diplomacy import Game

    kind = kind_of(state.moment.phase)
    season = "W" if kind == "build" else state.moment.phase[0].upper()
    game = Game()
    game.set_current_phase(f"{season}{state.moment.year}{_LETTERS[kind]}")
    game.clear_units()
    game.clear_centers()
    for power, units in state.units.items():
        gone = {str(one.unit): list(one.places) for one in state.dislodged if one.owner == power}
        name = power.upper()
        game.set_units(name, [*map(str, units), *(f"*{unit}" for unit in gone)])
        game.set_centers(name, list(state.owned(power)))
        game.powers[name].retreats.update(gone)
    return game


_LETTERS: Final = {"movement": "M", "retreat": "R", "build": "A"}


def written(order: str, kind: str) -> str:
    """An order of the package `diplomacy` as Theatrum reads it."""
    words = order.split()
    if words[-1] == "B":
        return f"BUILD {' '.join(words[:-1])}"
    if words[-1] == "D" and kind == "build":
        return f"REMOVE {' '.join(words[:-1])}"
    return order


@contextmanager
def guest_rules(folder: Path, module: str) -> Iterator[Orders]:
    """The function with which a guest orders, while the `with` lasts."""
    rules = folder / _PACKAGE / "players" / "rulesets"
    before = dict(sys.modules)
    for name, path in (
        (_PACKAGE, None),
        (f"{_PACKAGE}.models", None),
        (f"{_PACKAGE}.models.state_space", None),
        (f"{_PACKAGE}.players", None),
        (f"{_PACKAGE}.players.rulesets", rules),
    ):
        made = ModuleType(name)
        made.__path__ = [str(path)] if path else []
        sys.modules[name] = made
    states: Any = sys.modules[f"{_PACKAGE}.models.state_space"]
    states.build_game_from_state_proto = lambda asked: asked.game
    try:
        yield import_module(f"{_PACKAGE}.players.rulesets.{module}").run_ruleset
    finally:
        for name in set(sys.modules) - set(before):
            if name.startswith(_PACKAGE):
                del sys.modules[name]
