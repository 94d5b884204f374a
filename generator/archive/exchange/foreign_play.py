"""A saved game played again by our rules, phase by phase, and ruled to be as it was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct, field

from generator.archive.exchange.foreign import KINDS, SavedGame, SavedPhase
from generator.archive.game.rulings import FIRST_SECRET
from generator.archive.game.seeds import chance_for
from generator.engine.errors import FileError, GameError
from generator.engine.phases import Document, Moment, Resolution, Ruling, Setup
from generator.engine.ruleset import Ruleset

REASON: Final = "as recorded in the imported game"
# The conventions under which such games were played: ours, the package's (an army goes to a
# neighbor by convoy only if ordered to), and those of the older rulebook.
CONVOYS: Final = ("2023", "via", "2000")
_BEYOND: Final = 35
"""More centers than there are: no one wins by them."""
_MOVEMENTS: Final = ("spring-movement", "fall-movement")
_WINTER: Final = "winter-adjustments"
_TRIES: Final = 8
"""One for the units of each power that differs, and one for centers."""


class RecordedDifference(Struct, frozen=True):
    """The results in the record that our rules do not give, in words."""

    moment: Moment
    text: str

    def __str__(self) -> str:
        return f"{self.moment}: {self.text}"


class ReplayedPhase(Struct, frozen=True):
    """A phase that was played: the recorded orders, the rulings that it took, what came of it."""

    orders: Mapping[str, str]
    rulings: tuple[Ruling, ...]
    resolution: Resolution[Any]
    document: Document


class ForeignReplay(Struct, frozen=True):
    """A game played again. `position` are the tables that replace parts of the opening."""

    options: Mapping[str, Any]
    position: Mapping[str, Any]
    opening: Any
    steps: tuple[ReplayedPhase, ...]
    differences: tuple[RecordedDifference, ...]
    state: Any


def play_again(
    saved: SavedGame, ruleset: Ruleset[Any], options: Mapping[str, Any]
) -> ForeignReplay:
    """The game with the rule of convoys to neighbors by which most of it is as recorded.

    `options` of the ruleset that are given stay as they are. Raises GameError or FileError with
    the phase that cannot be played.
    """
    found: list[ForeignReplay] = []
    for convoy in CONVOYS:
        chosen = {"adjacent-convoy": convoy, **_outcome_options(saved, ruleset), **options}
        found.append(_Player(saved, ruleset, chosen).play())
        if not found[-1].differences or "adjacent-convoy" in options:
            break
    return min(found, key=lambda attempt: len(attempt.differences))


def _outcome_options(saved: SavedGame, ruleset: Ruleset[Any]) -> dict[str, Any]:
    """Options without which the game could not have gone on, or ended, as it did."""
    chosen: dict[str, Any] = {}
    most = ruleset.options["victory-centers"].default
    if any(_leader(phase)[1] >= most for phase in saved.phases[:-1]):
        chosen["victory-centers"] = _BEYOND
    last = saved.phases[-1]
    survivors = set(last.centers.values())
    if last.is_end and len(saved.victors) > 1 and set(saved.victors) != survivors:
        chosen["draws"] = "agreed"
    return chosen


def _leader(phase: SavedPhase) -> tuple[str, int]:
    """The power that has more centers than any other, and how many; "" and 0 without one."""
    owners = list(phase.centers.values())
    counts = sorted(((owners.count(power), power) for power in set(owners)), reverse=True)
    if not counts or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return "", 0
    return counts[0][1], counts[0][0]


class _Ruled(Struct):
    """Whose units and which centers the referee sets in one phase."""

    units: set[str] = field(default_factory=set)
    centers: set[str] = field(default_factory=set)


class _Player:
    def __init__(self, saved: SavedGame, ruleset: Ruleset[Any], options: Mapping[str, Any]) -> None:
        self.saved = saved
        self.ruleset = ruleset
        defaults = {name: option.default for name, option in ruleset.options.items()}
        self.options = {n: value for n, value in options.items() if value != defaults.get(n)}
        self.steps: list[ReplayedPhase] = []
        self.differences: list[RecordedDifference] = []
        self.rulings: dict[int, int] = {}

    def play(self) -> ForeignReplay:
        phases = self.saved.phases
        last = len(phases) - 1
        state, position = self._opening(phases[0])
        opening, at = state, 0
        while self.ruleset.ending(state) is None:
            moment = self.ruleset.moment(state)
            age = _age(moment.year, moment.phase)
            # The record asked for orders where our rules need none.
            while at < last and phases[at].age < age:
                at += 1
            if at == last and (phases[at].is_end or age >= phases[at].age):
                break
            recorded = phases[at].age == age
            if not recorded and moment.phase in _MOVEMENTS:
                raise GameError(
                    f"the record leaves out {moment}",
                    text=self.saved.id,
                    hint="save the game again with all its phases",
                )
            orders = phases[at].orders if recorded else {}
            at += recorded
            state = self._step(state, orders, at)
        if phases[last].is_end and self.ruleset.ending(state) is None:
            raise GameError("the game ended before a phase was played", text=self.saved.id)
        if any(phase.phase in _MOVEMENTS for phase in phases[at:last]):
            moment = self.steps[-1].resolution.moment
            raise GameError(
                f"the game is over with {moment}; the record continues", text=self.saved.id
            )
        return ForeignReplay(
            self.options,
            position,
            opening,
            tuple(self.steps),
            tuple(self.differences),
            state,
        )

    def _opening(self, first: SavedPhase) -> tuple[Any, Mapping[str, Any]]:
        """The first state, and the position that makes it, empty for the ruleset's own opening."""
        usual = self.ruleset.opening(Setup(self.options))
        tables = self.ruleset.dump(usual).public
        if (
            (tables["year"], tables["phase"]) == (first.year, first.phase)
            and _sets(tables["units"]) == _sets(first.units)
            and _owners(tables["centers"]) == dict(first.centers)
        ):
            return usual, {}
        position: dict[str, Any] = {
            "year": first.year,
            "phase": first.phase,
            "units": {power: sorted(own) for power, own in first.units.items() if own},
            "centers": _by_power(first.centers, self.ruleset.powers),
        }
        if first.land:
            position["land"] = _by_power(_on_land(first.land), self.ruleset.powers)
        stranded = [
            {
                "power": power,
                "unit": unit,
                "retreats": list(first.retreats.get(power, {}).get(unit, ())),
            }
            for power, units in first.dislodged.items()
            for unit in units
        ]
        if stranded:
            position["dislodged"] = stranded
        try:
            return self.ruleset.opening(Setup(self.options, position)), position
        except FileError as error:
            raise FileError(f"the first phase is not a position: {error}") from None

    def _step(self, state: Any, orders: Mapping[str, Sequence[str]], at: int) -> Any:
        """The state after a phase as recorded. `at` is the record that follows it."""
        moment = self.ruleset.moment(state)
        texts = {power: "".join(f"{order}\n" for order in own) for power, own in orders.items()}
        texts = {power: texts[power] for power in self.ruleset.powers if power in texts}
        book = self.ruleset.read(state, texts)
        ruled = _Ruled()
        rulings: tuple[Ruling, ...] = ()
        first: list[str] = []
        plain: Mapping[str, Any] = {}
        for _ in range(_TRIES):
            resolution = self._adjudicate(state, book, rulings)
            after = self.ruleset.dump(resolution.state).public
            plain = plain or after
            target = self._target(after, at)
            wrong = self._compare(after, target, ruled)
            if not wrong:
                break
            first = first or wrong
            rulings = self._rulings(moment, plain, target, ruled)
        else:
            raise GameError(
                f"{moment} cannot be made what is recorded: {wrong[0]}", text=self.saved.id
            )
        if target.is_end and self.ruleset.ending(resolution.state) is None:
            rulings = (*rulings, self._end(moment, target, len(rulings)))
            resolution = self._adjudicate(state, book, rulings)
        self.differences += [RecordedDifference(moment, text) for text in first]
        self.rulings[moment.year] = self.rulings.get(moment.year, 0) + len(rulings)
        if self.rulings[moment.year] >= FIRST_SECRET:
            raise GameError(
                f"{moment.year} differs too often from the rules of {self.ruleset.title}",
                text=self.saved.id,
            )
        document = self.ruleset.dump(resolution.state)
        self.steps.append(ReplayedPhase(MappingProxyType(texts), rulings, resolution, document))
        return resolution.state

    def _adjudicate(self, state: Any, book: Any, rulings: tuple[Ruling, ...]) -> Resolution[Any]:
        moment = self.ruleset.moment(state)
        try:
            return self.ruleset.adjudicate(state, book, rulings, chance_for(None, moment))
        except GameError as error:
            raise GameError(
                f"{moment} cannot be as recorded: {error}", text=self.saved.id
            ) from None

    def _target(self, after: Mapping[str, Any], at: int) -> SavedPhase:
        """The record of the state that a phase led to; a later one where our rules skip phases."""
        age = _age(after["year"], after["phase"])
        phases = self.saved.phases
        while at < len(phases) - 1 and phases[at].age < age:
            at += 1
        return phases[at]

    def _compare(self, after: Mapping[str, Any], target: SavedPhase, ruled: _Ruled) -> list[str]:
        """The differences, in words; and `ruled` learns whose units and which centers it is."""
        found = []
        ours = _sets(after["units"])
        stranded = _stranded(after)
        same = _age(after["year"], after["phase"]) == target.age
        # Where the record leaves a winter out, its builds are seen only after ours.
        builds = after["phase"] == _WINTER and not same and not target.is_end
        for power, facts in self.ruleset.powers.items():
            here, there = ours.get(power, set()), set(target.units.get(power, ()))
            lost, recorded = stranded.get(power, set()), _retreating(target, power)
            # A power whose units were ruled has none that are dislodged.
            alike = here == there and (not same or power in ruled.units or lost == recorded)
            if alike or builds:
                continue
            ruled.units.add(power)
            left = [*sorted(there - here), *(f"{unit} dislodged" for unit in sorted(recorded))]
            right = [*sorted(here - there), *(f"{unit} dislodged" for unit in sorted(lost))]
            found.append(f"{facts.name} has {_listed(left)}; by the rules {_listed(right)}")
        if after["phase"] == "fall-retreats" != target.phase:  # one is before the count
            return found
        owners = _owners(after["centers"])
        for code in sorted({*owners, *target.centers}):
            one, other = target.centers.get(code, ""), owners.get(code, "")
            if one != other:
                ruled.centers.add(code)
                names = [self._name(power) for power in (one, other)]
                found.append(f"{code} belongs to {names[0]}; by the rules to {names[1]}")
        return found

    def _name(self, power: str) -> str:
        return self.ruleset.powers[power].name if power else "nobody"

    def _rulings(
        self, moment: Moment, plain: Mapping[str, Any], target: SavedPhase, ruled: _Ruled
    ) -> tuple[Ruling, ...]:
        """The rulings that set units and centers as recorded; `plain` is the state without them."""
        found: list[tuple[str, dict[str, Any]]] = []
        for power, units in _in_turn(ruled.units, target.units, _sets(plain["units"])):
            found.append(("units", {"power": power, "units": list(units)}))
        for owner in (*self.ruleset.powers, ""):
            codes = [
                code for code in sorted(ruled.centers) if target.centers.get(code, "") == owner
            ]
            if codes:
                found.append(("centers", {"power": owner, "centers": codes}))
        return tuple(
            self._ruling(moment, index, kind, facts) for index, (kind, facts) in enumerate(found)
        )

    def _end(self, moment: Moment, target: SavedPhase, before: int) -> Ruling:
        victors = self.saved.victors
        if not victors:
            leader, most = _leader(target)
            won = most >= self.ruleset.options["victory-centers"].default
            victors = (leader,) if won else ()
        facts: dict[str, Any] = {"result": "victory" if len(victors) == 1 else "draw"}
        if len(victors) == 1 or self.options.get("draws") == "agreed":
            facts["powers"] = list(victors)
        return self._ruling(moment, before, "end", facts)

    def _ruling(self, moment: Moment, before: int, kind: str, facts: Mapping[str, Any]) -> Ruling:
        number = self.rulings.get(moment.year, 0) + before + 1
        return Ruling(number, moment.phase, kind, REASON, facts=MappingProxyType(dict(facts)))


def _in_turn(
    powers: Iterable[str], wanted: Mapping[str, Sequence[str]], stand: Mapping[str, set[str]]
) -> Iterator[tuple[str, list[str]]]:
    """The powers with their units, in an order in which each unit's place is free when it comes."""
    left = sorted(powers)
    where = {p: {_province(unit) for unit in stand.get(p, ())} for p in left}
    new = {p: sorted(wanted.get(p, ())) for p in left}
    while left:
        free = [
            power
            for power in left
            if not any(
                _province(unit) in where[other]
                for unit in new[power]
                for other in left
                if other != power
            )
        ]
        if free:
            left.remove(free[0])
            yield free[0], new[free[0]]
        else:  # they are in each other's way: one leaves the board first
            full = next(power for power in left if where[power])
            where[full] = set()
            yield full, []


def _province(unit: str) -> str:
    return unit[2:].partition("/")[0]


def _age(year: int, phase: str) -> tuple[int, int]:
    """As SavedPhase.age."""
    return year, tuple(KINDS.values()).index(phase)


def _on_land(stood: Mapping[str, str]) -> dict[str, str]:
    """The provinces among them that are land without a center."""
    from generator.rulesets.standard import RULESET

    provinces = RULESET.facts.board.provinces
    return {
        code: power
        for code, power in sorted(stood.items())
        if code in provinces and provinces[code].kind != "sea" and not provinces[code].center
    }


def _sets(units: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    return {power: set(own) for power, own in units.items() if own}


def _stranded(tables: Mapping[str, Any]) -> dict[str, set[str]]:
    """The dislodged units that may retreat: of the others, some record that they are there."""
    found: dict[str, set[str]] = {}
    for stranded in tables.get("dislodged", ()):
        if stranded["retreats"]:
            found.setdefault(stranded["power"], set()).add(stranded["unit"])
    return found


def _retreating(phase: SavedPhase, power: str) -> set[str]:
    places = phase.retreats.get(power, {})
    return {unit for unit in phase.dislodged.get(power, ()) if places.get(unit)}


def _owners(centers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {code: power for power, own in centers.items() for code in own}


def _by_power(owners: Mapping[str, str], powers: Iterable[str]) -> dict[str, list[str]]:
    tables = {p: sorted(code for code, owner in owners.items() if owner == p) for p in powers}
    return {power: codes for power, codes in tables.items() if codes}


def _listed(items: Sequence[str]) -> str:
    return ", ".join(items) if items else "nothing"
