"""Violations of papal decrees: watched through the year, published at its scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from generator.engine.board import province_of
from generator.engine.errors import FileError
from generator.engine.movement import Movement
from generator.rulesets.europe.decree_records import Decree, Decrees, decrees_in, penalize
from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.feature import Feature
from generator.rulesets.europe.ruling_kinds import Kind, RulingFacts, refuse, rulings_of
from generator.rulesets.europe.standing import pair_of
from generator.rulesets.europe.turn import Entry, Turn
from generator.rulesets.europe.values import Declare, DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.words import count, unit_words

__all__ = ["Act", "Violations"]


class Act(Struct, frozen=True):
    """What a power did against a decree in this year."""

    decree: int
    power: str
    cause: str
    text: str


_KEY: Final = "violations"


class Violations(Feature):
    """Remembers in secret what was done against decrees, since orders that found no answer may be
    among it, and has it paid for when the year is scored.

    By the option decree_violation each decree is violated once a year by each target, or by each
    act.
    """

    key = _KEY
    secret = True

    def opening(self, facts: Facts, options: Mapping[str, Any]) -> tuple[Act, ...]:
        return ()

    def dump(self, part: tuple[Act, ...]) -> Mapping[str, Any]:
        return {"acts": [asdict(one) for one in part]} if part else {}

    def load(self, tables: Mapping[str, Any], facts: Facts) -> tuple[Act, ...]:
        acts = tuple(Act(**row) for row in tables.get("acts", ()))
        if not all(one.power in facts.powers for one in acts):
            raise FileError("acts of powers that are not in the game")
        return acts

    def close_phase(self, turn: Turn) -> None:
        if turn.moment.phase == "diplomatic":
            for decree in decrees_in(turn):
                self._note(turn, *_diplomatic_acts(turn, decree))

    def after_movement(self, turn: Turn, movement: Movement) -> None:
        for decree in decrees_in(turn):
            self._note(turn, *_entries(turn, decree, movement))

    def _note(self, turn: Turn, *acts: Act) -> None:
        turn.parts[_KEY] = (*turn.parts[_KEY], *acts)

    def on_elimination(self, turn: Turn, power: str) -> None:
        """Nothing is owed under decrees that lapse, and nothing by those who are gone."""
        alive = {one.number for one in decrees_in(turn)}
        turn.parts[_KEY] = tuple(
            one for one in turn.parts[_KEY] if one.decree in alive and one.power != power
        )

    def open_phase(self, turn: Turn) -> None:
        """Have the violations of the year paid for, before anything is scored."""
        if turn.moment.phase != "scoring":
            return
        decrees: Decrees = turn.parts["decrees"]
        for (number, power), acts in self._found(turn).items():
            decree = decrees.find(number)
            assert decree is not None
            times = len(acts) if turn.options.get("decree_violation") == "per_act" else 1
            points = penalize(turn, decree, power, times)
            said = "; ".join(one.text for one in acts)
            turn.report(
                "violation",
                acts[0].cause,
                f"{turn.facts.name_of(power)} violates decree {number} and loses "
                f"{count(points, 'point')}: {said}",
                (power,),
                weight=25,
                decree=number,
                power=power,
                points=points,
            )
        turn.parts[_KEY] = ()

    def _found(self, turn: Turn) -> dict[tuple[int, str], list[Act]]:
        """The acts of the year by decree and power, with the referee's word on them."""
        found: dict[tuple[int, str], list[Act]] = {}
        for act in turn.parts[_KEY]:
            found.setdefault((act.decree, act.power), []).append(act)
        for facts in rulings_of(turn, "violation"):
            key = facts.number("decree"), facts.power()
            if not facts.flag("happened"):
                found.pop(key, None)
            elif key not in found:
                found[key] = [Act(*key, "decree-broken", facts.said)]
        return dict(sorted(found.items(), key=lambda one: (one[0][0], _rank(turn, one[0][1]))))

    def rulings(self) -> Mapping[str, Kind]:
        needs = ("decree", "power", "happened")
        return {"violation": Kind(needs, (), "during", _check, _words, phases=("scoring",))}


def _rank(turn: Turn, power: str) -> int:
    return list(turn.facts.powers).index(power)


def _diplomatic_acts(turn: Turn, decree: Decree) -> Iterator[Act]:
    """What its targets did against a decree in the diplomatic phase."""
    demand = decree.order.demand
    if demand.sort == "leave_alliance":
        yield from _not_left(turn, decree)
        return
    for entry in turn.entries:
        if entry.power not in decree.order.targets or entry.verdict is None:
            continue
        if entry.verdict.outcome == "illegal" or not _breaks(turn, decree, entry):
            continue
        cause = {
            "not_ally": "decree-allied",
            "not_attack": "decree-attacked",
            "not_influence": "decree-influenced",
        }[demand.sort]
        yield Act(decree.number, entry.power, cause, f"it orders {entry.order}")


def _breaks(turn: Turn, decree: Decree, entry: Entry) -> bool:
    """Whether an order that was no mistake is what a decree forbids."""
    order, demand = entry.order, decree.order.demand
    outcome = entry.verdict.outcome if entry.verdict is not None else ""
    if isinstance(order, Declare):
        return (
            demand.sort == "not_ally" and order.kind == "alliance" and order.power == demand.power
        )
    if isinstance(order, DiplomaticAttack):
        fits = demand.sort == "not_attack" and order.power == demand.power
        return fits and demand.place in ("", order.state) and outcome != "excess"
    if isinstance(order, PlaceInfs):
        fits = demand.sort == "not_influence" and order.state == demand.place
        return fits and (outcome == "success" or _is_placed_in_part(turn, entry))
    return False


def _is_placed_in_part(turn: Turn, entry: Entry) -> bool:
    """Whether a placement over the allotment got at least what was left of it."""
    if turn.options.get("influence.overspend") != "truncate":
        return False
    left = turn.facts.infs_of(entry.power, turn.year)
    for other in turn.entries:
        if other is entry:
            return left > 0
        if other.power == entry.power and isinstance(other.order, PlaceInfs):
            verdict = other.verdict
            if verdict is not None and verdict.outcome in ("success", "excess"):
                left -= other.order.number
    return False


def _not_left(turn: Turn, decree: Decree) -> Iterator[Act]:
    ally = decree.order.demand.power
    for power in decree.order.targets:
        if power not in turn.living or not turn.standing.allied(power, ally):
            continue
        pair = pair_of(turn.facts, power, ally)
        if not any(x.pair == pair and x.kind == "dissolution" for x in turn.changes):
            said = f"it stays allied with {turn.facts.name_of(ally)}"
            yield Act(decree.number, power, "decree-not-left", said)


def _entries(turn: Turn, decree: Decree, movement: Movement) -> Iterator[Act]:
    """The units of its targets that stand after movement where a decree forbids it."""
    demand = decree.order.demand
    if demand.sort != "not_enter":
        return
    state = turn.facts.states.get(demand.place)
    places = state.provinces if state is not None else (demand.place,)
    for (owner, unit), at in zip(movement.units, movement.places, strict=True):
        if owner in decree.order.targets and at is not None and province_of(at) in places:
            where = turn.board.name_of(at)
            said = f"{unit_words(turn.facts, owner, unit)} stands in {where} after movement"
            if province_of(at) != unit.province:
                said = f"{unit_words(turn.facts, owner, unit)} enters {where}"
            yield Act(decree.number, owner, "decree-entered", said)


# --- rulings


def _check(turn: Turn, facts: RulingFacts) -> None:
    decrees: Decrees = turn.parts["decrees"]
    number, power = facts.number("decree"), facts.power()
    decree = decrees.find(number)
    if decree is None or decree not in decrees_in(turn):
        raise refuse(facts.ruling, f"no decree {number} is in effect")
    if power not in decree.order.targets:
        raise refuse(facts.ruling, f"decree {number} does not bind {power}")
    facts.flag("happened")


def _words(turn: Turn, facts: RulingFacts) -> str:
    verb = "violates" if facts.flag("happened") else "does not violate"
    return f"{turn.facts.name_of(facts.power())} {verb} decree {facts.number('decree')}"
