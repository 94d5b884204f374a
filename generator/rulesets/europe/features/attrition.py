"""Attrition: an army of strength 1 that has retreated stays where it is until it is disbanded."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

from msgspec.structs import replace

from generator.engine.course import Added, Step
from generator.engine.events import EventKind
from generator.engine.orders import AnyOrder, Convoy, Hold, Move, SupportHold, SupportMove
from generator.engine.picture import UnitSign
from generator.engine.typed import Table, knob
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.state.values import Power, Province
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, unit_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import unit_words

Worn = Mapping[Power, tuple[Province, ...]]
"""The provinces of the units with attrition, by their owners. An owner never has two units in one
province, one that has to leave and another that has come."""

_KEY: Final = "attrition"
_WORDS: Final[Mapping[type, str]] = MappingProxyType(
    {Move: "move", Hold: "hold", SupportHold: "support", SupportMove: "support", Convoy: "convoy"}
)


class AttritionRules(Table, frozen=True):
    """The table `attrition`."""

    orders: Annotated[
        tuple[Literal["move", "hold", "support", "convoy"], ...],
        knob("What a unit with attrition may be ordered to do", "E19D-RET-4"),
    ] = ("hold", "support")


def _has_attrition(politics: Turn | EuropeState, owner: str, province: str) -> bool:
    """Whether the unit of an owner in a province has attrition."""
    return province in politics.parts.get(_KEY, {}).get(owner, ())


def _worn(turn: Turn) -> set[tuple[str, str]]:
    """The units with attrition: owner and province."""
    return {(owner, code) for owner, codes in turn.parts[_KEY].items() for code in codes}


def _keep(turn: Turn, worn: set[tuple[str, str]]) -> None:
    by_owner = {
        power: tuple(sorted(code for owner, code in worn if owner == power))
        for power in turn.facts.powers
    }
    turn.parts[_KEY] = MappingProxyType({power: own for power, own in by_owner.items() if own})


ATTRITION: Final = EventKind("attrition", topics=("war",), weight=15)


class AttritionRuling(EuropeRuling, frozen=True):
    """attrition: decides whether an army has attrition"""

    unit: str
    has: bool

    def check(self, turn: Turn) -> None:
        unit_of(turn, self.unit)

    def words(self, turn: Turn) -> str:
        return f"{self.unit} has {'' if self.has else 'no '}attrition"

    def apply(self, turn: Turn) -> None:
        unit = unit_of(turn, self.unit)
        for owner, other in turn.stands:
            if other == unit and unit.kind == "A" and not is_minor(owner):
                turn.unsay(ATTRITION, where=lambda event: unit.province in event.provinces)
                worn, stand = _worn(turn), (owner, unit.province)
                _keep(turn, worn | {stand} if self.has else worn - {stand})
                return
        raise self.refuse(f"no power has an army {unit}")


class Attrition(Feature):
    """Limits the orders for a unit with attrition, and keeps the list of such units."""

    key = _KEY
    part = Worn
    tables = MappingProxyType({_KEY: AttritionRules})
    events = (ATTRITION,)
    rulings = MappingProxyType({"attrition": AttritionRuling})

    def bar_order(self, turn: Turn, stand: Stand, order: AnyOrder) -> tuple[str, str] | None:
        owner, unit = stand
        if not _has_attrition(turn, owner, unit.province):
            return None
        allowed = turn.facts.of(AttritionRules).orders
        if _WORDS.get(type(order), "") in allowed:
            return None
        words = unit_words(turn.facts, owner, unit)
        return "attrition-order", f"{words} has attrition and may only {' or '.join(allowed)}"

    def steps(self) -> tuple[Added, ...]:
        gone = Step("attrition", self._forget_gone)
        return (
            Added("movement", replace(gone, tried=False), after="displacement"),
            Added("retreats", Step("attrition", self._wear_out), after="departures"),
            Added("builds", gone, after="reductions"),
            Added("adjustment", gone, before="markers"),
        )

    def _wear_out(self, turn: Turn) -> None:
        """Armies of strength 1 that retreat get attrition; those that have it take it along."""
        made = turn.retreated
        got = [
            (one.owner, unit)
            for one, unit in made
            if unit.kind == "A" and not is_minor(one.owner)
            if one.unit.strength == 1 or _has_attrition(turn, one.owner, one.unit.province)
        ]
        taken = {(owner, unit.province) for owner, unit in got}
        stayed = _worn(turn) - {(one.owner, one.unit.province) for one, _ in made}
        _keep(turn, stayed | taken)
        self._forget_gone(turn)
        for owner, unit in got:
            said = f"{unit_words(turn.facts, owner, unit)} has attrition: it cannot move any more"
            turn.report(ATTRITION, "attrition-begins", said, owner=owner, unit=str(unit))

    def _forget_gone(self, turn: Turn) -> None:
        """Forget the units that are no longer on the board, those that have to leave excepted."""
        if not turn.parts[_KEY]:
            return
        here = {(owner, unit.province) for owner, unit in turn.stands}
        here |= {(displaced.owner, displaced.unit.province) for displaced in turn.displaced}
        _keep(turn, _worn(turn) & here)


def worn_sign(state: EuropeState, sign: UnitSign) -> UnitSign:
    """The sign of a unit on the map, with its attrition."""
    worn = _has_attrition(state, sign.owner, sign.unit.province)
    return replace(sign, attrition=True) if worn else sign


def bar_retreat(turn: Turn, stand: Stand) -> tuple[str, str] | None:
    owner, unit = stand
    if _has_attrition(turn, owner, unit.province):
        return "attrition-retreat", "a unit with attrition does not retreat"
    return None
