"""Sanctions: modifiers in effect, how they begin and end, and what they do.

A modifier waits for a ballot, is voted, comes into effect with the next year, and stays until
something ends it. A motion that passes strikes it from the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from generator.engine.chronicle import Measure, RecordFacts
from generator.engine.course import END, Added, Step
from generator.engine.errors import FaultyState
from generator.engine.events import EventKind, Sentence
from generator.engine.forms.pattern import filled, forms
from generator.engine.movement.policy import No
from generator.engine.orders.values import AnyOrder, Move
from generator.engine.report import Section, table
from generator.engine.typed import Named
from generator.engine.units import Unit
from generator.engine.verdicts import Event
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.features.levies import is_closed, open_state
from generator.rulesets.europe.features.marked_units import LetterRules, mark_new, marks_of
from generator.rulesets.europe.features.modifiers import (
    Modifier,
    ModifierState,
    Politics,
    Sanctioned,
    SanctionRules,
    holder_of,
    holds,
    members,
    touched,
)
from generator.rulesets.europe.features.winter import found_state, settle_homes
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.state.values import DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower, MinorState
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side, own_words

_KEY: Final = "sanctions"


class Permit(Struct, frozen=True):
    """`PERMIT SPAIN SWI`: leave to enter a province in this phase."""

    power: str
    place: str

    def __str__(self) -> str:
        return f"PERMIT {self.power.upper()} {self.place}"


_WORDS: Final = {
    "voted": "voted, in effect from the next year on",
    "in_effect": "in effect",
    "ended": "ended",
    "lapsed": "lapsed",
    "removed": "struck from the game",
}


def modifier_name(facts: Facts, event: Event) -> str:
    """The name of the modifier that an event is about."""
    return facts.of(SanctionRules).by_id[event.data["modifier"]].name


MODIFIER: Final = EventKind(
    "modifier",
    section="Modifiers",
    topics=("diplomacy",),
    weight=45,
    columns={
        "Modifier": modifier_name,
        "Now": lambda facts, event: _WORDS[event.data["is_"]],
        "Why": lambda facts, event: event.data.get("why", ""),
    },
    sentences=(Sentence(own_words),),
    record=RecordFacts("Modifiers", ("Modifier", "", "Why"), "when they began and ended"),
    about="modifier",
)


_Id = Annotated[str, Named(lambda turn: turn.facts.of(SanctionRules).by_id, "modifier")]
_Letter = Annotated[str, Named(lambda turn: turn.facts.of(LetterRules).units, "letter")]


class ModifierRuling(EuropeRuling, frozen=True):
    """modifier: brings a modifier into effect, ends it, or strikes it from the game"""

    modifier: _Id
    stage: Literal["in_effect", "ended", "removed"] = field(name="is")

    def words(self, turn: Turn) -> str:
        said = {"in_effect": "is in effect", "ended": "ends", "removed": "is struck from the game"}
        return f"{turn.facts.of(SanctionRules).by_id[self.modifier].name} {said[self.stage]}"

    def apply(self, turn: Turn) -> None:
        turn.unsay(MODIFIER, where=lambda event: event.data["modifier"] == self.modifier)
        change(turn, self.modifier, self.stage)


class LetterRuling(EuropeRuling, frozen=True):
    """letter: gives a letter to a unit, or takes it away"""

    letter: _Letter
    province: Annotated[str, Named(lambda turn: {"": None, **turn.facts.provinces}, "province")]

    def words(self, turn: Turn) -> str:
        if not self.province:
            return f"no unit is {self.letter}"
        return f"the unit in {turn.board.name_of(self.province)} is {self.letter}"

    def apply(self, turn: Turn) -> None:
        """Give a letter to the unit of its side in a province; "" takes it away."""
        letter, at = self.letter, self.province
        side = turn.facts.of(LetterRules).units[letter].side
        if at and not any((side, at) == (owner, unit.province) for owner, unit in turn.stands):
            raise self.refuse(f"no unit of {side} stands in {at}")
        marks = marks_of(turn)
        letters = {one: place for one, place in marks.letters.items() if one != letter}
        if at:
            letters[letter] = at
        lost = tuple(other for other in marks.lost if other != letter)
        turn.parts["marks"] = replace(
            marks, letters=MappingProxyType(dict(sorted(letters.items()))), lost=lost
        )


class DeployRuling(EuropeRuling, frozen=True):
    """who places INFs: decides who may place INFs in a state this year, against any modifier"""

    point = "before"
    state: MinorState
    powers: tuple[LivingPower, ...]

    def words(self, turn: Turn) -> str:
        names = listed(map(turn.facts.name_of, self.powers)) or "nobody"
        return f"in {turn.year} {names} may place INFs in {turn.facts.name_of(self.state)}"

    def apply(self, turn: Turn) -> None:
        acts = acts_of(turn)
        opened = {**acts.opened, self.state: self.powers}
        turn.parts[_KEY] = replace(acts, opened=MappingProxyType(opened))


class Sanctions(Feature):
    """Keeps the modifiers, and answers for them. `moves` are the phases in which units move."""

    key = _KEY
    part = Sanctioned
    tables = MappingProxyType({"sanctions": SanctionRules})
    events = (MODIFIER,)
    rulings = MappingProxyType(
        {"modifier": ModifierRuling, "letter": LetterRuling, "deploy": DeployRuling}
    )

    def __init__(self, moves: Iterable[str]) -> None:
        self._moves = tuple(moves)
        permits = forms(
            "PERMIT SPAIN SWI",
            filled(Permit),
            "(PERMIT|PERMITS|ALLOW) {power} [TO] [ENTER|INTO|IN|THROUGH] {place}",
        )
        self.forms = MappingProxyType(dict.fromkeys(self._moves, permits))

    def steps(self) -> tuple[Added, ...]:
        permits = Step("permits", _take_permits, (Permit,), "other powers are let in")
        return (
            *(Added(phase, permits, before="orders") for phase in self._moves),
            Added(END, Step("strengths", set_strengths)),
        )

    def completed(self, state: EuropeState) -> EuropeState:
        """Units of a position have the strength that their letters give them."""
        if wrong := list(_flaws(state)):
            raise FaultyState(wrong)
        units = {
            side: tuple(_strong(state, side, unit) for unit in own)
            for side, own in state.units.items()
        }
        return state if units == state.units else replace(state, units=MappingProxyType(units))

    def placed(self, state: EuropeState, given: Mapping[str, Any]) -> EuropeState:
        """A position has to include the immediate effects of a modifier."""
        wrong = []
        for modifier in in_effect(state):
            where = f"{_KEY}.modifiers.{modifier.id} is in effect"
            opens = modifier.opens
            if opens in state.facts.latent and opens not in state.founded:
                wrong.append(f'{where}, and {opens} is not founded (founded = ["{opens}"])')
            elif opens and opens not in state.facts.latent and is_closed(state, opens):
                wrong.append(f'{where}, and {opens} is not open ([opened] states = ["{opens}"])')
        if wrong:
            raise FaultyState(wrong)
        return state

    def bar_deposit(self, turn: Turn, power: str, order: PlaceInfs) -> No | None:
        acts, state = acts_of(turn), order.state
        name = turn.facts.name_of(state)
        if state in acts.opened:
            if power in acts.opened[state]:
                return None
            said = f"the referee has ruled who places INFs in {name} this year"
            return No(turn.cites("ruling"), said)
        marker = turn.before.markers.get(state, "")
        for modifier in in_effect(turn):
            for ban in modifier.deploy_ban:
                banned = power in members(turn.facts, ban.who)
                if banned and (state in ban.states or (ban.marker and ban.marker == marker)):
                    said = f"{modifier.name} bars {turn.facts.name_of(power)} from {name}"
                    return No(turn.cites(f"modifier-{modifier.id}"), said)
        for modifier in in_effect(turn):
            right = modifier.sole_right
            if right is None or state not in right.states:
                continue
            # Of several sole rights that of the most important modifier counts.
            holder = holder_of(turn, right)
            if power == holder:
                return None
            whom = turn.facts.name_of(holder) if holder else "nobody"
            said = f"by {modifier.name} only {whom} places INFs in {name}"
            return No(turn.cites(f"modifier-{modifier.id}"), said)
        return None

    def bar_attack(self, turn: Turn, power: str, order: DiplomaticAttack) -> No | None:
        for modifier in in_effect(turn):
            if order.power in modifier.immune:
                said = f"{modifier.name} makes {turn.facts.name_of(order.power)} immune to attacks"
                return No(turn.cites("attack-immune"), said)
        return None

    def bar_order(self, turn: Turn, stand: Stand, order: AnyOrder) -> tuple[str, str] | None:
        if type(order) is not Move:
            return None
        return _bar_entry(turn, stand, order.to.partition("/")[0], permitted=True)

    def bar_retreat_to(self, turn: Turn, stand: Stand, province: str) -> tuple[str, str] | None:
        return _bar_entry(turn, stand, province, permitted=False)

    def picture_lines(self, state: EuropeState) -> tuple[str, ...]:
        return tuple(modifier.name for modifier in in_effect(state))

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        return tuple(f"{modifier.name}: {modifier.means}" for modifier in in_effect(state))

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        acts = acts_of(state)
        rows = [
            (one.name, str(acts.modifiers[one.id].since), one.means) for one in in_effect(state)
        ]
        names = state.facts.of(SanctionRules).by_id
        motions = [
            (
                named_side(state.facts, motion.by),
                names[motion.modifier].name,
                str(motion.year),
                motion.result,
            )
            for motion in acts.motions
        ]
        return (
            table("Modifiers in effect", ("Modifier", "Since", "What it does"), rows),
            table("Motions", ("Power", "strikes", "Year", "Result"), motions),
        )


def modifier_names(facts: Facts) -> Mapping[str, Mapping[str, str]]:
    """How orders may name modifiers."""
    rows = facts.of(SanctionRules).modifier
    return {
        "modifier": {
            name: modifier.id
            for modifier in rows
            for name in (modifier.name, modifier.id.replace("_", " "), *modifier.aliases)
        }
    }


def bar_build(turn: Turn, power: str, province: str) -> tuple[str, str] | None:
    """The modifier by which a power does not build in a province: cause and sentence."""
    for modifier in in_effect(turn):
        ban = modifier.build_ban
        if ban is not None and power in ban.who and province in ban.sites:
            where = turn.board.name_of(province)
            name = turn.facts.name_of(power)
            return (f"no-build-{modifier.id}", f"{modifier.name}: {name} does not build in {where}")
    return None


def may_retreat(turn: Turn, state: str) -> bool:
    """Whether a modifier lets units of a state retreat."""
    return any(state in modifier.retreats for modifier in in_effect(turn))


def measures_of(state: EuropeState) -> tuple[Measure, ...]:
    """Every modifier, with its current state."""
    return tuple(
        Measure(
            modifier.id,
            modifier.name,
            modifier.means,
            _causes(modifier),
            _stands(state, modifier),
            modifier in in_effect(state),
        )
        for modifier in state.facts.of(SanctionRules).modifier
    )


def _causes(modifier: Modifier) -> tuple[str, ...]:
    """The causes of all that a modifier decides, in the order of the rulebook."""
    decided = (
        (f"no-build-{modifier.id}", modifier.build_ban),
        (f"no-entry-{modifier.id}", modifier.entry_ban),
        (f"modifier-{modifier.id}", True),
    )
    return tuple(cause for cause, is_there in decided if is_there)


def unit_letter(state: EuropeState, side: str, unit: Unit) -> str:
    rules = state.facts.of(LetterRules).units
    for letter, at in marks_of(state).letters.items():
        if rules[letter].side == side and at == unit.province:
            return letter
    return ""


def _stands(state: EuropeState, modifier: Modifier) -> str:
    """`in effect since 1617`."""
    act = acts_of(state).modifiers.get(modifier.id)
    may = "may be voted for" if is_available(state, modifier) else "cannot be voted for now"
    if act is None:
        return may
    told = {"voted": f"voted in {act.since}", "ended": f"ended in {act.since}; {may}"}
    return told.get(act.state, f"{_WORDS[act.state]} since {act.since}")


def acts_of(politics: Politics) -> Sanctioned:
    """The history of the modifiers."""
    found: Sanctioned = politics.parts[_KEY]
    return found


def in_effect(politics: Politics) -> Iterator[Modifier]:
    """The modifiers in effect, the most important first."""
    acts = acts_of(politics).modifiers
    for modifier in politics.facts.of(SanctionRules).modifier:
        if modifier.id in acts and acts[modifier.id].state == "in_effect":
            yield modifier


def is_available(politics: Politics, modifier: Modifier) -> bool:
    """Whether a modifier may be voted for: neither in effect nor struck from the game, with all its
    conditions, and at least one power left that it touches."""
    act = acts_of(politics).modifiers.get(modifier.id)
    if act is not None and act.state != "ended":
        return False
    return _may_hold(politics, modifier, again=act is not None)


def _may_hold(politics: Politics, modifier: Modifier, *, again: bool) -> bool:
    whom = touched(politics.facts, modifier)
    if whom and not any(power in politics.living for power in whom):
        return False
    asked = (*modifier.available, *(modifier.again if again else ()))
    return all(holds(politics, condition) for condition in asked)


def change(
    turn: Turn, modifier: str, state: Literal["voted", "in_effect", "ended", "removed"]
) -> None:
    """Note a change of a modifier."""
    acts = acts_of(turn)
    known = {**acts.modifiers, modifier: ModifierState(state, turn.year)}
    ids = turn.facts.of(SanctionRules).by_id
    ordered = MappingProxyType({wanted: known[wanted] for wanted in ids if wanted in known})
    turn.parts[_KEY] = replace(acts, modifiers=ordered)


def _tell(turn: Turn, one: Modifier, cause: str, text: str, **data: Any) -> None:
    powers = touched(turn.facts, one)
    turn.report(MODIFIER, cause, text, powers=powers, modifier=one.id, **data)


# --- beginning and end


def enact_modifiers(turn: Turn) -> None:
    """Bring into effect what was voted and still may be; the year's rulings on INFs lapse."""
    turn.parts[_KEY] = replace(acts_of(turn), opened=MappingProxyType({}))
    rules = turn.facts.of(SanctionRules)
    standing = {modifier.id for modifier in in_effect(turn)}
    for modifier in rules.modifier:
        act = acts_of(turn).modifiers.get(modifier.id)
        if act is None:
            continue
        if act.state == "voted" and not _may_hold(turn, modifier, again=False):
            acts = acts_of(turn)
            rest = {one: act for one, act in acts.modifiers.items() if one != modifier.id}
            turn.parts[_KEY] = replace(acts, modifiers=MappingProxyType(rest))
            why = "what it asks for does not hold any more"
            said = f"{modifier.name} was voted, but {why}"
            _tell(turn, modifier, "modifier-lapsed", said, is_="lapsed", why=why)
        elif act.state == "voted":
            change(turn, modifier.id, "in_effect")
            _tell(
                turn, modifier, "modifier-enacted", f"{modifier.name} is in effect", is_="in_effect"
            )
            _act_at_once(turn, modifier, standing)


def _act_at_once(turn: Turn, one: Modifier, standing: set[str]) -> None:
    """Apply the immediate effects of a modifier. `standing` are those in effect before."""
    secession = one.secession
    if secession is not None:
        home = turn.facts.states[secession.state].seat
        controls = turn.standing.holders[home] == secession.power
        infs = turn.parts["annual"].allotment
        own = infs.get(secession.power, 0)
        leads = all(own > number for power, number in infs.items() if power != secession.power)
        if controls and leads and own and secession.beside in standing:
            _found(turn, secession.state, one)
    if one.opens in turn.facts.latent:
        _found(turn, one.opens, one)
    elif one.opens:
        open_state(turn, one.opens)


def _found(turn: Turn, state: str, one: Modifier) -> None:
    """Bring a state into being: its holder loses it, and it has an army if no unit is there."""
    minor = turn.facts.states[state]
    turn.captures.pop(minor.seat, None)
    found_state(turn, state, "state-founded", one.name)
    settle_homes(turn)
    if minor.center and not turn.facts.provinces[minor.seat].center:
        centers = {**turn.setup.get("new_centers", {}), minor.seat: minor.center}
        turn.vary(setup={**turn.setup, "new_centers": centers})
    if minor.units and not any(unit.province == minor.seat for _, unit in turn.stands):
        unit = minor.units[0]
        turn.stands.append((state, unit))
        mark_new(turn, state, unit)


def end_modifiers(turn: Turn) -> None:
    """End modifiers that a condition ends, and those that no longer touch any power."""
    for modifier in tuple(in_effect(turn)):
        whom = touched(turn.facts, modifier)
        ends = [condition for condition in modifier.ends if holds(turn, condition)]
        if ends or (whom and not any(power in turn.living for power in whom)):
            change(turn, modifier.id, "ended")
            why = _why_ended(turn, ends[0]) if ends else "nobody is left whom it touches"
            said = f"{modifier.name} ends: {why}"
            _tell(turn, modifier, "modifier-ended", said, is_="ended", why=why)


def _why_ended(turn: Turn, condition: str) -> str:
    """`Rhineland is captured`."""
    name, *about = condition.removeprefix("not ").split()
    who = turn.facts.name_of(about[0])
    said = {
        "captured": f"{who} is captured",
        "alive": f"{who} is out of the game",
        "sign": f"{about[0]} is in effect",
        "lost": f"unit {about[0]} is lost",
    }
    return said.get(name, condition)


# --- strength and passage


def set_strengths(turn: Turn) -> None:
    """Give the units with letters the strength that their modifiers make."""
    turn.stands = [(side, _strong(turn, side, unit)) for side, unit in turn.stands]
    turn.displaced = tuple(
        replace(displaced, unit=_strong(turn, displaced.owner, displaced.unit))
        for displaced in turn.displaced
    )


def _flaws(state: EuropeState) -> Iterator[str]:
    acts = acts_of(state)
    named = [(f"modifiers.{one}", one, act.since) for one, act in acts.modifiers.items()]
    named += [("motions", motion.modifier, motion.year) for motion in acts.motions]
    for place, _, year in named:
        if year > state.year:
            yield f"{_KEY}.{place}: {year} is still to come"
    most = state.facts.of(SanctionRules).motions
    for power, number in Counter(motion.by for motion in acts.motions).items():
        if number > most:
            yield f"{_KEY}.motions: {power} has made {number}, and may make {most} in the game"
    for side, unit in state.stands:
        if unit.strength > _strong(state, side, unit).strength:
            yield f"units of {side}: {unit}: no letter with a modifier in effect makes it so strong"


def _strong(politics: Politics, side: str, unit: Unit) -> Unit:
    active = {modifier.dual for modifier in in_effect(politics) if modifier.dual}
    rules = politics.facts.of(LetterRules).units
    strength = 1
    for letter, at in marks_of(politics).letters.items():
        if letter in active and rules[letter].side == side and at == unit.province:
            strength = politics.facts.caps.army_strength
    return unit if unit.strength == strength else Unit(unit.kind, unit.at, strength)


def _take_permits(turn: Turn) -> None:
    for entry in turn.entries_of(Permit):
        order = entry.order
        bans = (ban for modifier in in_effect(turn) if (ban := modifier.entry_ban) is not None)
        fits = any(
            ban.permit == entry.power and order.place in ban.provinces and order.power in ban.who
            for ban in bans
        )
        where = turn.board.name_of(order.place)
        whom = turn.facts.name_of(order.power)
        if not fits:
            said = f"{turn.facts.name_of(entry.power)} has no say in whether {whom} enters {where}"
            turn.settle(entry, "illegal", ("permit-undue", said))
            continue
        said = f"{whom} may enter {where} in this phase"
        turn.settle(entry, "success", ("permit-given", said), known_to=(entry.power, order.power))


def _bar_entry(
    turn: Turn, stand: Stand, province: str, *, permitted: bool
) -> tuple[str, str] | None:
    """Why a modifier closes a province to a unit, unless another power has let it in."""
    owner = stand[0]
    for modifier in in_effect(turn):
        ban = modifier.entry_ban
        if ban is None or owner not in ban.who or province not in ban.provinces:
            continue
        given = any(
            isinstance(entry.order, Permit)
            and entry.power == ban.permit
            and (entry.order.power, entry.order.place) == (owner, province)
            for entry in turn.entries
        )
        if not (given and permitted):
            who, where = turn.facts.name_of(owner), turn.board.name_of(province)
            said = f"by {modifier.name} {who} enters {where} only with leave"
            said = said if permitted else f"{said}, and a retreat has none"
            return f"no-entry-{modifier.id}", said
    return None
