"""One game of a trial, from the opening to its end, in memory: no file is read or written.

    play_game(spec, number)     GameRecord    what is kept of the game
    players write texts         as in any game, so that they can do nothing that a person cannot
    ruleset.read                the texts become orders
    ruleset.adjudicate          verdicts and events, each with the rule that decided it

A game that fails is a record as well: with its seed, and what went wrong.
"""

from __future__ import annotations

import threading
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct, field

from generator.autoplay import Mixing, Natured, Player, get_player
from generator.engine.chance import Chance
from generator.engine.chronicle import Chronicling, Snapshot
from generator.engine.orders.values import Move
from generator.engine.phases import Resolution
from generator.engine.ruleset import Ruleset
from generator.trial.spec import TrialSpec, ruleset_of, seed_of, setup_of

Kind = Literal["victory", "draw", "ended", "cut off", "failed"]

# Some rulesets keep their facts for the whole process, and a worker of a cluster may have several
# threads. They would not be faster side by side: a game is nothing but computing.
_ALONE: Final = threading.Lock()


class GameRecord(Struct, frozen=True, omit_defaults=True):
    """What is kept of one game.

    `winners` are the winners, or those who share the draw; `ended_by` is the rule of what weighed
    most in the last phase of a game that was not cut off. `scores` has for each power its most
    telling count at the end of every year, `out` the powers that were out of the game and after
    which year, counted from 1. `natures` are those of the players. `verdicts` and `events` count
    how often a rule decided one. `holders` are who held a province at the end, `moved` how often
    it changed hands; `followed` and `swayed` say the same of minor states. `openings` are the
    first moves of each power. `failed` is what went wrong, "" for a game that did not fail.
    """

    number: int
    seed: str
    kind: Kind
    failed: str = ""
    winners: tuple[str, ...] = ()
    ended_by: str = ""
    years: int = 0
    phases: int = 0
    scores: dict[str, list[int]] = field(default_factory=dict)
    out: dict[str, int] = field(default_factory=dict)
    natures: dict[str, str] = field(default_factory=dict)
    verdicts: dict[str, int] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)
    followed: dict[str, str] = field(default_factory=dict)
    swayed: dict[str, int] = field(default_factory=dict)
    openings: dict[str, str] = field(default_factory=dict)

    @property
    def powers(self) -> tuple[str, ...]:
        return tuple(self.scores)


class Phase(NamedTuple):
    """A phase that was played: the state before it, what each power wrote, what came of it."""

    before: Any
    texts: Mapping[str, str]
    resolution: Resolution[Any]


def trial_player(ruleset_id: str) -> Player:
    """The player for a ruleset, of several natures where it can be."""
    player = get_player(ruleset_id)
    return player.mixed if isinstance(player, Mixing) else player


def players_chance(seed: str, purpose: str = "") -> Chance:
    """What the players of a game draw from: a source of their own beside the game's."""
    return Chance(f"{seed} players", purpose)


def phases_of(ruleset: Ruleset[Any], state: Any, player: Player, seed: str) -> Iterator[Phase]:
    """The phases of a game, until it is over."""
    while ruleset.ending(state) is None:
        moment = ruleset.moment(state)
        texts = orders_of(ruleset, state, player, seed)
        book = ruleset.read(state, texts)
        chance = Chance(seed, f"{moment.year}/{moment.slug}")
        resolution = ruleset.adjudicate(state, book, (), chance)
        yield Phase(state, texts, resolution)
        state = resolution.state


def orders_of(ruleset: Ruleset[Any], state: Any, player: Player, seed: str) -> dict[str, str]:
    """What each power writes for the phase that a state waits for, as far as it writes."""
    moment = ruleset.moment(state)
    texts = {}
    for power in ruleset.awaits(state):
        chance = players_chance(seed, f"{moment.year}/{moment.slug}/{power}")
        lines = player.write_orders(ruleset, state, power, chance)
        if lines:
            texts[power] = "".join(f"{line}\n" for line in lines)
    return texts


def play_game(spec: TrialSpec, number: int, player: Player | None = None) -> GameRecord:
    """A whole game of a trial, by another player than that of the ruleset if one is given. Never
    raises: a game that fails says so in its record."""
    seed = seed_of(spec, number)
    try:
        with _ALONE, ruleset_of(spec) as ruleset:
            return _play(spec, ruleset, number, seed, player or trial_player(spec.ruleset))
    except Exception as error:
        # Whatever it is, the other games go on, and the report names this one.
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{last.filename.rpartition('generator/')[2]}:{last.lineno}"
        said = f"{type(error).__name__}: {error} ({where})"
        return GameRecord(number, seed, "failed", failed=said)


def _play(
    spec: TrialSpec, ruleset: Ruleset[Any], number: int, seed: str, player: Player
) -> GameRecord:
    state = ruleset.opening(setup_of(spec))
    chance = players_chance(seed)
    natures = dict(player.natures(state, chance)) if isinstance(player, Natured) else {}
    watch = _Watch(ruleset, state)
    ending = ruleset.ending(state)
    years: set[int] = set()
    for phase in phases_of(ruleset, state, player, seed):
        year = ruleset.moment(phase.before).year
        if year not in years and len(years) == spec.years:
            break
        # Counted, not computed: the years of a game may lie a generation apart.
        years.add(year)
        state = phase.resolution.state
        watch.see(phase, len(years))
        ending = ruleset.ending(state)
        if ending is not None or ruleset.moment(state).year != year:
            watch.close_year(state)
    return GameRecord(
        number,
        seed,
        ending.kind if ending is not None else "cut off",
        winners=ending.powers if ending is not None else (),
        ended_by=watch.heaviest if ending is not None else "",
        years=len(watch.closed),
        phases=watch.phases,
        scores=watch.scores(),
        out=watch.out(),
        natures={power: natures[power] for power in watch.powers if power in natures},
        verdicts=dict(sorted(watch.verdicts.items())),
        events=dict(sorted(watch.events.items())),
        holders=dict(sorted(watch.holders.items())),
        moved=dict(sorted(watch.moved.items())),
        followed=dict(sorted(watch.followed.items())),
        swayed=dict(sorted(watch.swayed.items())),
        openings=watch.openings,
    )


class _Watch:
    """What is counted while a game is played."""

    def __init__(self, ruleset: Ruleset[Any], state: Any) -> None:
        self.ruleset = ruleset
        self.phases = 0
        self.verdicts: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.moved: Counter[str] = Counter()
        self.swayed: Counter[str] = Counter()
        self.openings: dict[str, str] = {}
        self.closed: list[tuple[Mapping[str, int], frozenset[str]]] = []
        self.holders: dict[str, str] = {}
        self.followed: dict[str, str] = {}
        self.heaviest = ""
        self.powers, self.centers = _playing(ruleset, state)
        shot = self._shot(state)
        if shot is not None:
            self.holders = dict(shot.holders)
            self.followed = _followed(shot)

    def _shot(self, state: Any) -> Snapshot | None:
        return self.ruleset.snapshot(state) if isinstance(self.ruleset, Chronicling) else None

    def see(self, phase: Phase, year: int) -> None:
        """Count what a phase brought. `year` is the number of the game's year, from 1."""
        self.phases += 1
        for verdict in phase.resolution.verdicts:
            if verdict.reasons:
                self.verdicts[verdict.reasons[0].rule] += 1
        events = phase.resolution.events
        for event in events:
            if event.rule:
                self.events[event.rule] += 1
        self.heaviest = max(events, key=lambda one: one.weight).rule if events else ""
        if year == 1 and not self.openings:
            self._note_openings(phase)
        shot = self._shot(phase.resolution.state)
        if shot is None:
            return
        holders, followed = dict(shot.holders), _followed(shot)
        for place, holder in holders.items():
            if self.holders.get(place, "") not in ("", holder):
                self.moved[place] += 1
        for minor, power in followed.items():
            if power and self.followed.get(minor, "") != power:
                self.swayed[minor] += 1
        self.holders, self.followed = holders, followed

    def _note_openings(self, phase: Phase) -> None:
        """The moves of each power in the first phase in which any unit moves."""
        moves: dict[str, list[str]] = {}
        for verdict in phase.resolution.verdicts:
            if isinstance(verdict.meant, Move) and verdict.power in self.powers:
                moves.setdefault(verdict.power, []).append(verdict.order)
        self.openings = {power: "; ".join(sorted(own)) for power, own in moves.items()}

    def close_year(self, state: Any) -> None:
        """Note the standings at the end of a year."""
        standings = next(iter(self.ruleset.standings(state)), ("", {}))[1]
        left = {power for power in self.powers if standings.get(power, 0) > 0}
        shot = self._shot(state)
        if shot is not None:
            left |= {owner for owner, _ in shot.units}
            left |= {
                holder
                for place, holder in shot.holders.items()
                if not self.centers or place in self.centers
            }
            left -= set(shot.out)
        self.closed.append((standings, frozenset(left)))

    def scores(self) -> dict[str, list[int]]:
        return {power: [counts.get(power, 0) for counts, _ in self.closed] for power in self.powers}

    def out(self) -> dict[str, int]:
        """The powers that are out at the end, and after which year they had been for good."""
        found = {}
        for power in self.powers:
            lived = [number for number, (_, left) in enumerate(self.closed, 1) if power in left]
            last = lived[-1] if lived else 0
            if last < len(self.closed):
                found[power] = last + 1
        return found


def _followed(shot: Snapshot) -> dict[str, str]:
    return {minor: stand.power for minor, stand in shot.minors.items()}


def _playing(ruleset: Ruleset[Any], state: Any) -> tuple[tuple[str, ...], frozenset[str]]:
    """The powers that take part in a game (a ruleset may know more), and the places with a center,
    of which a power needs one to live."""
    if not isinstance(ruleset, Chronicling):
        return tuple(ruleset.powers), frozenset()
    gazetteer = ruleset.gazetteer(state)
    notes = gazetteer.power_notes
    powers = tuple(power for power in ruleset.powers if not notes or power in notes)
    return powers, frozenset(p for p, one in gazetteer.provinces.items() if one.is_center)
