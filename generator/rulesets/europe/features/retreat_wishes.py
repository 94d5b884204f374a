"""Wishes for retreats, written with the orders to units: where an army goes if it is dislodged."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Final

from msgspec import Struct

from generator.engine.course import Added, Step
from generator.engine.docket import Entry
from generator.engine.forms.pattern import filled, forms
from generator.engine.orders import Disband, Hold, Move, Retreat
from generator.engine.retreats import retreat_places
from generator.engine.typed import Table, knob
from generator.engine.units import Piece, Unit
from generator.engine.words import listed
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Province
from generator.rulesets.europe.steps.movement import bar_retreat
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import unit_words

Wishes = Mapping[Province, tuple[Province, ...]]
"""For the province of an army the provinces that it would retreat to, the first choice first."""

_KEY: Final = "wishes"


class WishRules(Table, frozen=True):
    """The table `retreat_wishes`."""

    alone: Annotated[
        bool, knob("Only wishes count: no one is asked for retreats", "E15V7-RET-8")
    ] = False


class RetreatWish(Struct, frozen=True):
    """`IF DISLODGED A VIE - STY, MOR`."""

    corrected: ClassVar[tuple[str, ...]] = ("places",)
    unit: Piece
    places: tuple[str, ...]

    def __str__(self) -> str:
        return f"IF DISLODGED {self.unit} - {', '.join(self.places)}"


_FORMS: Final = forms(
    "IF DISLODGED A VIE - STY, MOR",
    filled(RetreatWish),
    "(IF|WHEN) [IT IS] DISLODGED [,|:] {unit} [-|:|R|RETREAT|RETREATS] [TO] {places}",
)


class RetreatWishes(Feature):
    """Keeps wishes secret until the retreats, where they replace missing orders."""

    key = _KEY
    part = Wishes
    tables = MappingProxyType({"retreat_wishes": WishRules})
    secret = True
    forms = MappingProxyType({"movement": _FORMS})

    def confided(self, state: EuropeState, power: str) -> tuple[Wishes, tuple[str, ...]]:
        owners = {displaced.unit.province: displaced.owner for displaced in state.displaced}
        wishes: Wishes = state.parts[_KEY]
        own = {code: places for code, places in wishes.items() if owners.get(code) == power}
        name = state.facts.board.name_of
        lines = (
            f"The army in {name(code)} wishes to retreat to {listed(map(name, places))}"
            for code, places in own.items()
        )
        return MappingProxyType(own), tuple(lines)

    def steps(self) -> tuple[Added, ...]:
        note = Step("retreat wishes", _note, (RetreatWish,), "retreats are wished for in advance")
        return (
            Added("movement", note, before="orders"),
            Added("movement", Step("needed wishes", _keep_needed, tried=False)),
            Added("retreats", Step("retreat wishes", _fulfill), before="retreats"),
            Added("retreats", Step("spent wishes", _forget, tried=False)),
        )


def _note(turn: Turn) -> None:
    """Settle the wishes, and remember those that an army could have fulfilled."""
    wishes: dict[str, tuple[str, ...]] = {}
    at = {unit.province: (owner, unit) for owner, unit in turn.stands}
    for entry in turn.entries_of(RetreatWish):
        wish: RetreatWish = entry.order
        code = wish.unit.province
        why = _refusal(turn, entry.power, wish, at.get(code))
        if why is None and code in wishes:
            why = "duplicate-order", f"the army in {turn.board.name_of(code)} has a wish already"
        if why is not None:
            turn.settle(entry, "illegal", why, known_to=(entry.power,))
            continue
        wishes[code] = wish.places
        said = "kept for the case that it is dislodged"
        turn.settle(entry, "success", ("retreat-wish", said), known_to=(entry.power,))
    turn.parts[_KEY] = MappingProxyType(wishes)


def _refusal(
    turn: Turn, power: str, wish: RetreatWish, stand: tuple[str, Unit] | None
) -> tuple[str, str] | None:
    """Why a wish can never be fulfilled: cause and sentence; None if it may be."""
    where = turn.board.name_of(wish.unit.province)
    if stand is None:
        return "no-such-unit", f"there is no unit in {where}"
    owner, unit = stand
    barred = bar_retreat(turn, owner, unit, "dislodged")
    if barred is not None:
        return barred
    if owner != power:
        return "foreign-unit", f"{unit_words(turn.facts, owner, unit)} takes no orders from others"
    near = retreat_places(turn.board, unit, 0)
    far = [turn.board.name_of(to) for to in wish.places if to not in near]
    if far:
        return "retreat-not-adjacent", f"an army in {where} cannot go to {far[0]}"
    return None


def _keep_needed(turn: Turn) -> None:
    """Forget the wishes of all that need not retreat."""
    waiting = {displaced.unit.province for displaced in turn.displaced}
    wishes: Wishes = turn.parts[_KEY]
    kept = {code: places for code, places in wishes.items() if code in waiting}
    turn.parts[_KEY] = MappingProxyType(kept)


def _fulfill(turn: Turn) -> None:
    """Order the retreats that were wished for, where their power orders none."""
    entries = turn.entries_of(Retreat, Disband, Move, Hold)
    if turn.facts.of(WishRules).alone:
        for entry in entries:
            turn.settle(entry, "illegal", ("retreat-by-wish", "only wishes made before count"))
        entries = []
    ordered = {(entry.power, entry.order.unit.province) for entry in entries}
    for displaced in turn.displaced:
        code = displaced.unit.province
        places = turn.parts[_KEY].get(code, ())
        to = next((to for to in places if to in displaced.places), "")
        if to and (displaced.owner, code) not in ordered and turn.author in ("", displaced.owner):
            piece = displaced.unit.piece
            written = str(RetreatWish(piece, places))
            turn.entries.append(Entry(displaced.owner, written, Retreat(piece, to)))


def _forget(turn: Turn) -> None:
    turn.parts[_KEY] = MappingProxyType({})
