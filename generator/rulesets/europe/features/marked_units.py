"""Units that are distinguished from others of their owner: by a letter, or as the state's first
one.

A mark goes with its unit from place to place, and is gone when the unit is. A state's new unit gets
the marks that the state has lost, where the edition gives marks back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec.structs import replace

from generator.engine.board import province_of
from generator.engine.course import END, Added, Step
from generator.engine.errors import FaultyState
from generator.engine.naming import split_letter
from generator.engine.typed import Named, Record, Table, knob
from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import Facts, is_minor
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Place, State
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn

_KEY: Final = "marks"


class UnitLetter(Table, frozen=True):
    """A letter and whose unit carries it."""

    side: Annotated[str, knob("The power or the state whose unit carries it", "E15V3-SPU-1")]
    at: Annotated[
        str,
        knob("Where the unit is at the start; empty: its first army is built", "E15V3-SPU-1"),
    ] = ""
    renewed: Annotated[
        bool, knob("The next army of the side carries it when the unit is lost", "E15V3-PU-6")
    ] = True


class LetterRules(Table, frozen=True):
    """The table `letters`."""

    units: Annotated[
        Mapping[str, UnitLetter],
        knob("The letters, each with the unit that carries it", "E15V3-SPU-1"),
    ] = {}


Letter = Annotated[str, Named(lambda facts: facts.of(LetterRules).units)]


class Marks(Record, frozen=True):
    """The places of marked units: those with letters, and the first units of states. `lost` are the
    letters whose unit is lost and has not come back, in the order in which it happened; `gone` the
    states of which that is true of the first unit."""

    letters: Mapping[Letter, Place] = MappingProxyType({})
    originals: Mapping[State, Place] = MappingProxyType({})
    lost: tuple[Letter, ...] = ()
    gone: tuple[State, ...] = ()


class MarkedUnits(Feature):
    """Follows the units from phase to phase. `moves` and `retreats` are the phases in which units
    move and retreat, `winter` those in which they are disbanded."""

    key = _KEY
    part = Marks
    follows = True
    tables = MappingProxyType({"letters": LetterRules})

    def __init__(
        self, moves: Iterable[str], retreats: Iterable[str], winter: Iterable[tuple[str, str]]
    ) -> None:
        self._moves = tuple(moves)
        self._retreats = tuple(retreats)
        self._winter = tuple(winter)

    def steps(self) -> tuple[Added, ...]:
        moved = Step("marks", _follow_moves, tried=False)
        retreated = Step("marks", _follow_retreats, tried=False)
        gone = Step("marks", drop_marks, tried=False)
        return (
            *(Added(phase, moved, after="moves") for phase in self._moves),
            *(Added(phase, Step("lost marks", drop_marks, tried=False)) for phase in self._moves),
            *(Added(phase, retreated, after="departures") for phase in self._retreats),
            *(Added(phase, gone, after=step) for phase, step in self._winter),
            # Units that a ruling has taken from the board go last.
            Added(END, Step("lost marks", drop_marks, tried=False)),
        )

    def taken(self, given: Mapping[str, Any], state: EuropeState) -> Mapping[str, Any]:
        """Letters may follow their units, as on the map: "A SIL (W)"."""
        if not isinstance(given.get("units"), Mapping):
            return given
        units: dict[str, Any] = {}
        letters: dict[str, str] = {}
        rules = state.facts.of(LetterRules).units
        for side, texts in given["units"].items():
            units[side] = texts
            for number, text in enumerate(texts if isinstance(texts, list) else ()):
                plain, letter = split_letter(text) if isinstance(text, str) else ("", "")
                if letter in rules and rules[letter].side == side:
                    units[side] = [*units[side][:number], plain, *units[side][number + 1 :]]
                    letters[letter] = plain.split()[1]
        marks = given.get(_KEY, {})
        if not letters or not isinstance(marks, Mapping):
            return {**given, "units": units}
        marks = {**marks, "letters": {**letters, **marks.get("letters", {})}}
        return {**given, "units": units, _KEY: marks}

    def oddities(self, state: EuropeState) -> Iterator[str]:
        name, part = state.facts.name_of, marks_of(state)
        for letter, rule in state.facts.of(LetterRules).units.items():
            armies = [unit for unit in state.units.get(rule.side, ()) if unit.kind == "A"]
            if letter in part.lost and armies and rule.at:
                yield (
                    f"{letter} counts as lost: {name(rule.side)} has no army in {rule.at}; "
                    f'one elsewhere is written "{armies[0]} ({letter})"'
                )
        for code, at in part.originals.items():
            minor, units = state.facts.states[code], state.units.get(code, ())
            if at != minor.seat and len(units) > 1:
                yield (
                    f"the first unit of {name(code)} is taken to be the one in {at} "
                    f'(to choose, write [marks.originals] {code} = "{at}")'
                )

    def completed(self, state: EuropeState) -> EuropeState:
        """Letters that a position does not mention are with the units that carry them at the start,
        or lost; first units are at home, or the first ones found there."""
        part: Marks = state.parts[_KEY]
        places = _places(state)
        wrong = list(_flaws(state, part, places))
        if wrong:
            raise FaultyState(wrong)
        letters, originals, lost = dict(part.letters), dict(part.originals), list(part.lost)
        for letter, rule in state.facts.of(LetterRules).units.items():
            own = places.get(rule.side, {})
            if not rule.at or letter in letters or letter in lost:
                continue
            # The only unit of a state is known wherever it is; an army of a power is not.
            at = rule.at if rule.at in own else next(iter(own), "")
            known = at == rule.at or (is_minor(rule.side) and len(own) == 1)
            if known and own.get(at) == "A":
                letters[letter] = at
            else:
                lost.append(letter)
        for code in state.states:
            minor, own = state.facts.states[code], places.get(code, {})
            known = code in originals or code in part.gone
            if own and minor.pliant and minor.units and not known:
                originals[code] = minor.seat if minor.seat in own else next(iter(own))
        found = replace(
            part,
            letters=_sorted(letters),
            originals=_in_order(state.facts, originals),
            lost=tuple(lost),
        )
        if found == part:
            return state
        return replace(state, parts=MappingProxyType({**state.parts, _KEY: found}))


def _places(state: EuropeState) -> dict[str, dict[str, str]]:
    """Where each side has which kind of unit, those that have to retreat included."""
    stands = (*state.stands, *((displaced.owner, displaced.unit) for displaced in state.displaced))
    places: dict[str, dict[str, str]] = {}
    for side, unit in stands:
        places.setdefault(side, {})[unit.province] = unit.kind
    return places


def _flaws(
    state: EuropeState, part: Marks, places: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    rules = state.facts.of(LetterRules).units
    marked = [("letters", letter, rules[letter].side, at) for letter, at in part.letters.items()]
    marked += [("originals", code, code, at) for code, at in part.originals.items()]
    for table, name, side, at in marked:
        kind = places.get(side, {}).get(at, "")
        if not kind or (table == "letters" and kind == "F"):
            what = "army" if table == "letters" else "unit"
            yield f"{_KEY}.{table}.{name}: {state.facts.name_of(side)} has no {what} in {at}"
    for letter in part.letters:
        if letter in part.lost:
            yield f"{_KEY}.lost: the unit of {letter} is also in letters"
    for code in part.gone:
        if code in part.originals:
            yield f"{_KEY}.gone: the first unit of {code} is also in originals"


def marks_of(politics: Turn | EuropeState) -> Marks:
    """The places of the marked units."""
    found: Marks = politics.parts[_KEY]
    return found


def has_original(turn: Turn, state: str) -> bool:
    """Whether the first unit of a state is on the board."""
    return state in marks_of(turn).originals


def mark_new(turn: Turn, side: str, unit: Unit, *, first: bool = True) -> None:
    """Give a new unit its state's free letter; `first`: it takes the place of the first unit."""
    marks = marks_of(turn)
    letters, originals = dict(marks.letters), dict(marks.originals)
    for letter, rule in turn.facts.of(LetterRules).units.items():
        free = letter not in letters and (rule.renewed or letter not in marks.lost)
        if rule.side == side and is_minor(side) and unit.kind == "A" and free:
            letters[letter] = unit.province
    gone = [code for code in marks.gone if code != side]
    if first:
        originals[side] = unit.province
    elif side not in originals:
        gone.append(side)
    turn.parts[_KEY] = replace(
        marks,
        letters=_sorted(letters),
        originals=_in_order(turn.facts, originals),
        lost=tuple(letter for letter in marks.lost if letter not in letters),
        gone=_ordered(turn.facts, gone),
    )


def _sorted(letters: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType({letter: letters[letter] for letter in sorted(letters)})


def _in_order(facts: Facts, originals: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType({code: originals[code] for code in facts.states if code in originals})


def _ordered(facts: Facts, states: Collection[str]) -> tuple[str, ...]:
    return tuple(code for code in facts.states if code in states)


def _follow(turn: Turn, went: Mapping[tuple[str, str], str]) -> None:
    """Move the marks with their units: `went` maps the side and province of a unit to its new
    place."""
    marks = marks_of(turn)
    rules = turn.facts.of(LetterRules).units
    letters = {x: went.get((rules[x].side, at), at) for x, at in marks.letters.items()}
    originals = {code: went.get((code, at), at) for code, at in marks.originals.items()}
    turn.parts[_KEY] = replace(
        marks, letters=MappingProxyType(letters), originals=MappingProxyType(originals)
    )


def _follow_moves(turn: Turn) -> None:
    movement = turn.moved
    went = {
        (owner, unit.province): province_of(at)
        for (owner, unit), at in zip(movement.units, movement.places, strict=True)
        if at is not None and at != unit.at
    }
    _follow(turn, went)


def _follow_retreats(turn: Turn) -> None:
    went = {(one.owner, one.unit.province): unit.province for one, unit in turn.retreated}
    _follow(turn, went)
    drop_marks(turn)


def drop_marks(turn: Turn) -> None:
    """Forget the marks of units that are gone."""
    marks = marks_of(turn)
    rules = turn.facts.of(LetterRules).units
    here = {(side, unit.province) for side, unit in turn.stands}
    here |= {(displaced.owner, displaced.unit.province) for displaced in turn.displaced}
    letters = {x: at for x, at in marks.letters.items() if (rules[x].side, at) in here}
    originals = {code: at for code, at in marks.originals.items() if (code, at) in here}
    lost = [letter for letter in marks.letters if letter not in letters]
    gone = {*marks.gone, *(code for code in marks.originals if code not in originals)}
    turn.parts[_KEY] = replace(
        marks,
        letters=MappingProxyType(letters),
        originals=MappingProxyType(originals),
        lost=tuple(dict.fromkeys((*marks.lost, *lost))),
        gone=_ordered(turn.facts, gone),
    )
