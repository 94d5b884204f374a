"""Violations of papal decrees: watched through the year, published at its scoring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

from generator.engine.board import province_of
from generator.engine.course import END, Added, Step
from generator.engine.events import EventKind
from generator.engine.typed import Record
from generator.engine.units import Unit
from generator.engine.verdicts import Event
from generator.engine.words import count, listed
from generator.rulesets.europe.features.decree_records import Decree, book_of, decrees_in, penalize
from generator.rulesets.europe.features.treaties import TREATY
from generator.rulesets.europe.state.standing import pair_of
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.steps.declarations import DECLARATION
from generator.rulesets.europe.steps.influence import ATTACK, PLACEMENT
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower, rulings_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import unit_words

ActKind = Literal[
    "decree-entered",
    "decree-allied",
    "decree-not-left",
    "decree-attacked",
    "decree-influenced",
    "decree-broken",
]


class Violation(Record, frozen=True):
    """An act of a power against a decree in this year."""

    decree: int
    power: Power
    cause: ActKind
    text: str


class ViolationsOfYear(Record, frozen=True):
    acts: tuple[Violation, ...] = ()


_KEY: Final = "violations"


VIOLATION: Final = EventKind("violation", weight=25)


class ViolationRuling(EuropeRuling, frozen=True):
    """a violation: decides whether a power has violated a decree"""

    point = "during"
    phases = ("scoring",)
    decree: int
    power: LivingPower
    happened: bool

    def check(self, turn: Turn) -> None:
        decree = book_of(turn).find(self.decree)
        if decree is None or decree not in decrees_in(turn):
            raise self.refuse(f"no decree {self.decree} is in effect")
        if self.power not in decree.order.targets:
            raise self.refuse(f"decree {self.decree} does not bind {self.power}")

    def words(self, turn: Turn) -> str:
        verb = "violates" if self.happened else "does not violate"
        return f"{turn.facts.name_of(self.power)} {verb} decree {self.decree}"


class Violations(Feature):
    """Remembers what was done against decrees, and has it paid for when the year is scored.

    Only what came into being and was published counts. It is kept from the public state until the
    scoring, when the referee may have ruled on it.
    Each decree is violated once a year by each of its targets, or not at all.
    """

    key = _KEY
    part = ViolationsOfYear
    events = (VIOLATION,)
    secret = True
    rulings = MappingProxyType({"violation": ViolationRuling})

    def steps(self) -> tuple[Added, ...]:
        return (
            Added(END, Step("violations", self._watch_diplomacy), of="diplomatic"),
            Added("movement", Step("violations", self._watch_moves, tried=False)),
            Added("retreats", Step("violations", self._watch_retreats), after="departures"),
            # They are paid for before anything is scored.
            Added("scoring", Step("violations", self._penalize), before="refusals"),
        )

    def _watch_diplomacy(self, turn: Turn) -> None:
        for decree in decrees_in(turn):
            self._note(turn, *forbidden_acts(turn, decree))

    def _watch_moves(self, turn: Turn) -> None:
        movement = turn.moved
        stands = [
            (owner, unit, at)
            for (owner, unit), at in zip(movement.units, movement.places, strict=True)
            if at is not None
        ]
        for decree in decrees_in(turn):
            self._note(turn, *kept_alliances(turn, decree), *trespasses(turn, decree, stands))

    def _watch_retreats(self, turn: Turn) -> None:
        stands = [(one.owner, one.unit, unit.at) for one, unit in turn.retreated]
        for decree in decrees_in(turn):
            self._note(turn, *trespasses(turn, decree, stands, "retreats to"))

    def _note(self, turn: Turn, *acts: Violation) -> None:
        turn.parts[_KEY] = ViolationsOfYear((*turn.parts[_KEY].acts, *acts))

    def on_elimination(self, turn: Turn, power: str) -> None:
        """Nothing is owed under decrees that lapse, and nothing by those who are gone."""
        alive = {decree.number for decree in decrees_in(turn)}
        owed = [x for x in turn.parts[_KEY].acts if x.decree in alive and x.power != power]
        turn.parts[_KEY] = ViolationsOfYear(tuple(owed))

    def _penalize(self, turn: Turn) -> None:
        """Have the violations of the year paid for."""
        decrees = book_of(turn)
        for (number, power), acts in self._found(turn).items():
            decree = decrees.find(number)
            assert decree is not None
            points = penalize(turn, decree, power)
            said = "; ".join(act.text for act in acts)
            turn.report(
                VIOLATION,
                acts[0].cause,
                f"{turn.facts.name_of(power)} violates decree {number} and loses "
                f"{count(points, 'point')}: {said}",
                decree=number,
                power=power,
                points=points,
            )
        turn.parts[_KEY] = ViolationsOfYear()

    def _found(self, turn: Turn) -> dict[tuple[int, str], list[Violation]]:
        """The acts of the year by decree and power, with the referee's word on them."""
        found: dict[tuple[int, str], list[Violation]] = {}
        for act in turn.parts[_KEY].acts:
            found.setdefault((act.decree, act.power), []).append(act)
        for ruling in rulings_of(turn, "violation"):
            key = ruling.decree, ruling.power
            if not ruling.happened:
                found.pop(key, None)
            elif key not in found:
                found[key] = [Violation(*key, "decree-broken", ruling.said)]
        powers = list(turn.facts.powers)
        return dict(sorted(found.items(), key=lambda act: (act[0][0], powers.index(act[0][1]))))


def forbidden_acts(turn: Turn, decree: Decree) -> Iterator[Violation]:
    """The public acts of its targets against a decree in the diplomatic phase.

    Orders do not count: one that came to nothing violates no decree, and is its author's secret.
    """
    name = turn.facts.name_of
    for event in turn.events if decree.order.demand.sort in _FORBIDS else ():
        if not event.public:
            continue
        for power in _who_did_it(decree, event):
            demand = decree.order.demand
            cause, words = _FORBIDS[demand.sort]
            state = event.data.get("state", demand.place)
            where = name(state) if state else ""
            about = [demand.power] if demand.power else _toward(event, power)
            told = words.format(power=listed(map(name, about)), state=where)
            yield Violation(decree.number, power, cause, told)


_FORBIDS: Final[Mapping[str, tuple[ActKind, str]]] = {
    "not_ally": ("decree-allied", "it makes an alliance with {power}"),
    "not_attack": ("decree-attacked", "it attacks the influence of {power} in {state}"),
    "not_influence": ("decree-influenced", "it places INFs in {state}"),
}


def _toward(event: Event, power: str) -> list[str]:
    """Whom a power attacked or made an alliance with."""
    if event.kind == ATTACK.slug:
        return [event.data["against"]]
    parties = event.data.get("members", event.data.get("pair", ()))
    return [other for other in parties if other != power]


def _who_did_it(decree: Decree, event: Event) -> list[str]:
    """The targets of a decree that did in an event what the decree forbids."""
    demand, data = decree.order.demand, event.data
    did: list[str] = []
    match demand.sort, event.kind:
        case "not_ally", DECLARATION.slug:
            if data["declared"] == "alliance" and demand.power in ("", *data["pair"]):
                did = data["pair"]
        case "not_ally", TREATY.slug:
            if data["declared"] == "alliance" and demand.power in ("", *data["members"]):
                did = data["members"]
        case "not_attack", ATTACK.slug:
            there = demand.place in ("", data["state"])
            if data["lost"] and there and demand.power in ("", data["against"]):
                did = [data["by"]]
        case "not_influence", PLACEMENT.slug:
            if demand.place in data["placed"]:
                did = [data["power"]]
    return [power for power in decree.order.targets if power in did]


def kept_alliances(turn: Turn, decree: Decree) -> Iterator[Violation]:
    """Alliances in effect against a decree that the diplomacy of the year has not dissolved."""
    demand = decree.order.demand
    if demand.sort not in ("not_ally", "leave_alliance"):
        return
    cause: ActKind = "decree-allied" if demand.sort == "not_ally" else "decree-not-left"
    for power in decree.order.targets:
        if power not in turn.living or not turn.standing.allied(power, demand.power):
            continue
        pair = pair_of(turn.facts, power, demand.power)
        if not any(x.pair == pair and x.kind == "dissolution" for x in turn.changes):
            said = f"it stays allied with {turn.facts.name_of(demand.power)}"
            yield Violation(decree.number, power, cause, said)


def trespasses(
    turn: Turn, decree: Decree, stands: Iterable[tuple[str, Unit, str]], came: str = "enters"
) -> Iterator[Violation]:
    """The units of its targets that are now where a decree forbids it.

    stands: owner, unit as it was before, and the place where it is now.
    """
    demand = decree.order.demand
    if demand.sort not in ("not_enter", "vacate"):
        return
    state = turn.facts.states.get(demand.place)
    places = state.provinces if state is not None else (demand.place,)
    for owner, unit, at in stands:
        if owner in decree.order.targets and province_of(at) in places:
            words, where = unit_words(turn.facts, owner, unit), turn.board.name_of(at)
            said = f"{words} stands in {where} after movement"
            if province_of(at) != unit.province:
                said = f"{words} {came} {where}"
            yield Violation(decree.number, owner, "decree-entered", said)
