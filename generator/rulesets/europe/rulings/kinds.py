"""The rulings of a phase: checked, applied when their point has come, and reported.

The kinds are those of the family, here and in `orders` and `politics`, and those of features.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec import field
from msgspec.structs import replace

from generator.engine import rulings as engine
from generator.engine.board import province_of
from generator.engine.ruleset import Ending
from generator.engine.rulings import (
    NOTE,
    Kinds,
    Note,
    Point,
    RulingKind,
    announcement,
    fact_words,
    named_in,
    read_ruling,
)
from generator.engine.typed import Named
from generator.engine.units import Unit
from generator.engine.verdicts import Event
from generator.engine.words import count, listed
from generator.rulesets.europe.data.edition_data import choose
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.rulings.orders import ORDER_KINDS
from generator.rulesets.europe.rulings.politics import MONEY_KINDS, POLITICAL_KINDS
from generator.rulesets.europe.steps.capture_reports import (
    CAPTURED,
    LIBERATED,
    STATE_CAPTURED,
    STATE_FREED,
)
from generator.rulesets.europe.steps.captures import free_states, take_states
from generator.rulesets.europe.steps.elimination import eliminate
from generator.rulesets.europe.steps.markers import MARKER
from generator.rulesets.europe.steps.minor_builds import keep_units
from generator.rulesets.europe.steps.prices import exceeds
from generator.rulesets.europe.steps.purchases import PURCHASE
from generator.rulesets.europe.steps.scores import GAME_OVER, TIE
from generator.rulesets.europe.steps.statuses import STATUS
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.rulings import (
    EuropeRuling,
    LivingPower,
    LivingSide,
    MinorState,
    unit_of,
)
from generator.rulesets.europe.turn.turn import Turn

# --- units: where they are and may go, what states build and give up


class UnitsRuling(EuropeRuling, frozen=True):
    """units: sets the units of a power or a state"""

    side: LivingSide
    units: tuple[str, ...]

    def read(self, turn: Turn) -> list[Unit]:
        return [unit_of(turn, text) for text in self.units]

    def check(self, turn: Turn) -> None:
        units = self.read(turn)
        if is_minor(self.side):
            return
        caps, name = turn.facts.caps, turn.facts.name_of(self.side)
        for what, number, most in (
            ("units", len(units), caps.units),
            ("strength", sum(unit.strength for unit in units), caps.total_strength),
        ):
            if exceeds(number, most):
                said = f"{name} would have {number} {what}"
                raise self.refuse(f"{said}, and {most} is the most")

    def words(self, turn: Turn) -> str:
        return f"{turn.facts.name_of(self.side)} has {listed(self.units) or 'no units'}"

    def apply(self, turn: Turn) -> None:
        """Set the units of a side; none of them has to leave any more."""
        side, units = self.side, self.read(turn)
        if units and turn.standing.is_captured(side):
            raise self.refuse(f"{side} is captured, and can have no units")
        others = [stand for stand in turn.stands if stand[0] != side]
        taken = {unit.province for _, unit in others}
        for unit in units:
            if unit.province in taken:
                raise self.refuse(f"{unit} would share a province with another unit")
            taken.add(unit.province)
        turn.stands = [*others, *((side, unit) for unit in units)]
        turn.displaced = tuple(
            replace(one, places=tuple(at for at in one.places if province_of(at) not in taken))
            for one in turn.displaced
            if one.owner != side
        )
        if is_minor(side):
            keep_units(turn, side)


class EntryRuling(EuropeRuling, frozen=True):
    """entry: decides whether and how a unit may enter a province"""

    point = "during"
    unit: str
    to: Annotated[str, Named(lambda turn: turn.board.provinces, "province")]
    kind: Literal["void", "legal", "hostile", "non-hostile"] = field(name="is")

    @classmethod
    def phases_in(cls, turn: Turn) -> tuple[str, ...]:
        return tuple(phase.slug for phase in turn.edition.course.phases if phase.units)

    def check(self, turn: Turn) -> None:
        unit = unit_of(turn, self.unit)
        retreats = turn.edition.course[turn.moment.phase].units == "retreat"
        if retreats:
            here = [displaced.unit for displaced in turn.displaced]
        else:
            here = [one for _, one in turn.stands]
        if not any((other.kind, other.province) == (unit.kind, unit.province) for other in here):
            has = "has to leave" if retreats else "stands there"
            raise self.refuse(f"no such unit {has}: {unit}", "unit")

    def words(self, turn: Turn) -> str:
        return f"the move of {self.unit} to {turn.board.name_of(self.to)} is {self.kind}"


class MinorRuling(EuropeRuling, frozen=True):
    """a state's own builds: sets the builds or removals of a state without a patron"""

    point = "during"
    phases = ("builds",)
    state: MinorState
    builds: str | None = None
    disbands: str | None = None

    def check(self, turn: Turn) -> None:
        if (self.builds is None) == (self.disbands is None):
            raise self.refuse("give either builds or disbands")
        if text := self.builds or self.disbands:
            unit_of(turn, text)
            if turn.standing.is_captured(self.state):
                raise self.refuse(f"{self.state} is captured, and has no units")

    def words(self, turn: Turn) -> str:
        what = "disbands" if self.builds is None else "builds"
        unit = self.builds or self.disbands or "nothing"
        return f"{turn.facts.name_of(self.state)} {what} {unit}"


# --- the game itself: scores, options, its end

_OTHER: Final = "ruling"
"""The item of a score under which a ruling may enter points of any other kind."""


def _items(turn: Turn) -> dict[str, Any]:
    items = [item.id for item in turn.facts.scoring.items]
    return dict.fromkeys([*items, *(item for row in turn.scores.values() for item in row), _OTHER])


class ScoreRuling(EuropeRuling, frozen=True):
    """a score: sets an item of a score"""

    point = "during"
    phases = ("scoring",)
    power: LivingPower
    item: Annotated[str, Named(_items, "item")]
    points: int

    def words(self, turn: Turn) -> str:
        what = self.item.replace("_", " ") if self.item != _OTHER else "another reason"
        return f"{turn.facts.name_of(self.power)} scores {count(self.points, 'point')} for {what}"


class OptionRuling(EuropeRuling, frozen=True):
    """an option: changes an option of the game from now on"""

    point = "before"
    option: str
    value: Any

    def check(self, turn: Turn) -> dict[str, Any]:
        """All options with the one that it changes."""
        name = self.option
        if rule := turn.edition.rulebook.settled.get(name):
            raise self.refuse(f"{name} is no longer an option; the reading of {rule} replaced it")
        option = turn.edition.options.get(name)
        if option is not None and option.opening:
            raise self.refuse(f"{name} shapes the opening, and cannot change any more")
        values, wrong = choose(turn.edition, {**turn.options, name: self.value})
        if wrong:
            raise self.refuse("; ".join(wrong))
        return values

    def words(self, turn: Turn) -> str:
        option, value = turn.edition.options[self.option], self.value
        said = next((means for choice, means in option.choices.items() if choice == value), "")
        return f"from {turn.year} on: {option.title}: {said or fact_words(value)}"

    def apply(self, turn: Turn) -> None:
        turn.vary(options=self.check(turn))


class EndRuling(EuropeRuling, frozen=True):
    """the end: ends the game"""

    result: Literal["victory", "draw", "ended"]
    powers: tuple[LivingPower, ...] = ()

    def check(self, turn: Turn) -> None:
        if self.result == "victory" and not self.powers:
            raise self.refuse("a victory needs its winner in powers")
        if self.result == "ended" and self.powers:
            raise self.refuse("a game that just ends has no winners")

    def verdict(self, turn: Turn, powers: tuple[str, ...]) -> str:
        names = listed(map(turn.facts.name_of, powers))
        if self.result == "victory":
            return f"{names} {'wins' if len(powers) == 1 else 'win'}"
        return f"a draw of {names}" if self.result == "draw" else "the game ends"

    def words(self, turn: Turn) -> str:
        return self.verdict(turn, self.powers if "powers" in self.ruling.facts else turn.living)

    def apply(self, turn: Turn) -> None:
        powers = tuple(one for one in turn.living if one in self.powers or not self.powers)
        said = self.verdict(turn, powers)
        text = f"{said if self.result == 'victory' else said[0].upper() + said[1:]} ({self.said})"
        turn.ending = Ending(self.result, powers if self.result != "ended" else (), text)
        # Whoever won, drew or was tied by the rules of this phase has not after all.
        turn.unsay(GAME_OVER, TIE)
        turn.report(GAME_OVER, "ruling", text, powers=turn.ending.powers)


# --- all kinds

KINDS: Final[Kinds] = MappingProxyType(
    {
        **ORDER_KINDS,
        **POLITICAL_KINDS,
        "units": UnitsRuling,
        "entry": EntryRuling,
        "minor": MinorRuling,
        **MONEY_KINDS,
        "score": ScoreRuling,
        "option": OptionRuling,
        "end": EndRuling,
        NOTE: Note,
    }
)

_OF_STATES: Final = frozenset(kind.slug for kind in (STATUS, STATE_CAPTURED, STATE_FREED))
_OF_LAND: Final = frozenset(kind.slug for kind in (CAPTURED, LIBERATED))


@cache
def kinds_of(edition: Edition) -> Kinds:
    """The family's kinds, and those of the features of an edition."""
    kinds = dict(KINDS)
    for feature in edition.features:
        kinds |= feature.rulings
    return MappingProxyType(kinds)


def _kinds(turn: Turn) -> Kinds:
    """The kinds that the edition knows, without those on what it does not have."""
    facts, slugs = turn.facts, set(turn.edition.course.slugs)
    missing = {*(() if facts.treasury.kept else MONEY_KINDS)}
    missing |= set() if facts.declarations.made else {"relation", "alliance"}

    def is_played(kind: type[RulingKind]) -> bool:
        phases = kind.phases_in(turn)
        return not phases or not slugs.isdisjoint(phases)

    return {
        name: kind
        for name, kind in kinds_of(turn.edition).items()
        if name not in missing and is_played(kind)
    }


def check_rulings(turn: Turn) -> None:
    """Raises GameError for the first ruling that does not apply to the phase."""
    book, phase = turn.edition.rulebook, turn.moment.phase
    turn.kinds = kinds_of(turn.edition)
    engine.check_rulings(turn, turn.rulings, _kinds(turn), book, phase, ("secret", "when"))


def apply_rulings(turn: Turn, when: Point) -> None:
    """Apply the rulings whose point has come, in written order. GameError: one does not apply."""
    turn.kinds = kinds_of(turn.edition)
    engine.apply_rulings(turn, turn.rulings, turn.kinds, when)


def rule_afterwards(turn: Turn) -> None:
    """Apply the rulings on the position that the phase has made, and report the result: earlier
    reports of a unit, a status, a relation or land that a ruling has changed are no longer true."""
    before, reported = _position(turn), tuple(turn.events)
    apply_rulings(turn, "after")
    after = _position(turn)
    changed = {key for key in {**before, **after} if before.get(key) != after.get(key)}
    untrue = {id(event) for event in reported if not changed.isdisjoint(_told(event))}
    turn.events = [event for event in turn.events if id(event) not in untrue]


def _position(turn: Turn) -> dict[tuple[Any, ...], Any]:
    """The pieces of a position in a turn, each under its subject."""
    rows: dict[tuple[Any, ...], Any] = {
        ("stands", owner, unit.province): unit for owner, unit in turn.stands
    }
    for pair in {*turn.relations, *(change.pair for change in turn.changes)}:
        declared = tuple(change for change in turn.changes if change.pair == pair)
        rows["relations", pair] = turn.relations.get(pair), declared
    for name in ("statuses", "captures", "markers"):
        rows |= {(name, key): value for key, value in getattr(turn, name).items()}
    return rows


def _told(event: Event) -> set[tuple[Any, ...]]:
    """The subject of an event, in the form that `_position` uses."""
    data = event.data
    if event.kind == PURCHASE.slug:  # it was paid for, even if the unit is gone
        return set()
    if "unit" in data or "units" in data:
        whose = next(
            (data[role] for role in ("owner", "state", "side", "power") if role in data), ""
        )
        return {("stands", whose, province) for province in event.provinces}
    if "pair" in data:
        return {("relations", tuple(data["pair"]))}
    if event.kind == MARKER.slug:
        return {("markers", data["state"])}
    if event.kind in _OF_STATES:
        return {("statuses", data["state"])}
    return {("captures", data["province"])} if event.kind in _OF_LAND else set()


def rule_land(turn: Turn) -> None:
    """Let the referee decide who holds what, and settle which powers fall by that."""
    apply_rulings(turn, "during")
    while eliminate(turn) | take_states(turn) | free_states(turn):
        pass


def ruling_events(turn: Turn) -> list[Event]:
    """The reports of all rulings of the phase; secret ones are for those that they concern.

    To be called before the phase: what a ruling names may be gone after it.
    """
    kinds = kinds_of(turn.edition)
    return [_event(turn, read_ruling(turn, one, kinds[one.kind])) for one in turn.rulings]


def _event(turn: Turn, record: RulingKind) -> Event:
    ruling = record.ruling
    named = tuple(named_in(ruling.facts))
    powers = tuple(power for power in turn.facts.powers if power in named)
    return Event(
        "ruling",
        ruling.rule or turn.cites("ruling"),
        announcement(ruling.number, record.words(turn), ruling.reason, "ruling"),
        powers,
        tuple(dict.fromkeys(_places(turn, named))),
        1,
        (powers or ("referee",)) if record.secret else (),
        MappingProxyType({"number": ruling.number, "kind": ruling.kind}),
        ruling.number,
    )


def _places(turn: Turn, named: Iterable[str]) -> Iterator[str]:
    """The provinces, the seats of states and the places of units among the texts of a ruling."""
    for text in named:
        words = text.split()
        at = words[1] if len(words) > 1 and words[0] in ("A", "F") else text
        code = at.partition("/")[0]
        if text in turn.facts.states:
            yield turn.facts.states[text].seat
        elif code in turn.board.provinces:
            yield code
