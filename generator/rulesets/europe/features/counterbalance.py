"""The sign of a year: one confession has so many INFs that its powers are barred from states of the
other. Each status check sets the sign again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec.structs import replace

from generator.engine.chronicle import CountFacts
from generator.engine.course import Added, Step
from generator.engine.errors import FileError
from generator.engine.events import EventKind, Sentence
from generator.engine.movement.policy import No
from generator.engine.report import Cell, Section, table
from generator.engine.typed import Record, Table, knob
from generator.engine.words import listed, unknown
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.features.annual_infs import year_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import PlaceInfs
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import own_words

_KEY: Final = "counterbalance"


SIGN: Final = EventKind(
    "counterbalance",
    section="Counterbalance",
    topics=("influence",),
    weight=60,
    sentences=(Sentence(own_words),),
)


class Sign(Table, frozen=True):
    """A sign: powers of the confession `barred` place no INFs in states with the marker of the
    confession `spared`."""

    barred: Annotated[str, knob("The confession that has so many INFs more", "E15V3-CB-1")]
    spared: Annotated[str, knob("The confession whose states are closed to it", "E15V3-CB-2")]


class CounterbalanceRules(Table, frozen=True):
    """The table `counterbalance`."""

    ratio: Annotated[
        float, knob("How many times the INFs of the other confession are needed", "E15V3-CB-1")
    ] = 2.0
    signs: Annotated[Mapping[str, Sign], knob("The signs by their names", "E15V3-CB-1")] = {}


class Signed(Record, frozen=True):
    """The sign of the year, "" for none."""

    sign: str = ""


class Counterbalance(Feature):
    """Weighs the confessions in the phase that gives INFs, and bars the heavier one for a year."""

    key = _KEY
    part = Signed
    tables = MappingProxyType({"counterbalance": CounterbalanceRules})
    events = (SIGN,)

    def __init__(self, phase: str, after: str) -> None:
        self._steps = (Added(phase, Step("counterbalance", _weigh), after=after),)

    def steps(self) -> tuple[Added, ...]:
        return self._steps

    def completed(self, state: EuropeState) -> EuropeState:
        signs = state.facts.of(CounterbalanceRules).signs
        if (name := sign_of(state)) and name not in signs:
            raise FileError(f"{_KEY}.sign: {unknown(name, signs)}")
        return state

    def placed(self, state: EuropeState, given: Mapping[str, Any]) -> EuropeState:
        """The sign that a position leaves out follows from the INFs of the year."""
        if _KEY in given or not any(_by_confession(state).values()):
            return state
        sign = Signed(_due_sign(state))
        return replace(state, parts=MappingProxyType({**state.parts, _KEY: sign}))

    def oddities(self, state: EuropeState) -> Iterator[str]:
        infs, now = _by_confession(state), sign_of(state)
        if not any(infs.values()) or state.moment.number == 1 or now == _due_sign(state):
            return
        names = state.facts.confessions
        told = listed(f"{names[side].name} {number}" for side, number in infs.items() if number)
        due = _due_sign(state) or "no sign"
        yield (
            f"{state.year} has {now or 'no sign'}, and by the INFs of the confessions "
            f"({told}) it would be {due} (counterbalance.sign)"
        )

    def bar_deposit(self, turn: Turn, power: str, order: PlaceInfs) -> No | None:
        name = sign_of(turn)
        rule = turn.facts.of(CounterbalanceRules).signs.get(name)
        # The sign published before the phase counts: all know it when they order.
        marker = turn.before.markers.get(order.state, "")
        own = turn.facts.powers[power].confession
        if rule is None or own != rule.barred or marker != rule.spared:
            return None
        names = turn.facts.confessions
        said = (
            f"{turn.year} stands under {name}: {names[own].name} powers place no INFs in "
            f"{turn.facts.name_of(order.state)}, which carries the {names[marker].name} marker"
        )
        return No(turn.cites(f"barred-by-{name}"), said)

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        facts, infs = state.facts, _by_confession(state)
        if not any(infs.values()):
            return ()
        rules = facts.of(CounterbalanceRules)
        rows: list[tuple[Cell, ...]] = []
        for name, sign in rules.signs.items():
            own, other = infs[sign.barred], infs[sign.spared]
            ratio = f"{own / other:.2f}" if other else "no other"
            now = name if sign_of(state) == name else ""
            rows.append((facts.confessions[sign.barred].name, str(own), ratio, now))
        head = ("Confession", "INFs", f"Ratio, {rules.ratio:g} for a sign", "Sign")
        # Until the status check the account is that of the year before.
        told = state.year - (state.moment.number == 1)
        return (table(f"Counterbalance in {told}", head, rows),)

    def picture_lines(self, state: EuropeState) -> tuple[str, ...]:
        return tuple(name.upper() for name in (sign_of(state),) if name)

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        return tuple(f"the sign of {state.year} is {name}" for name in (sign_of(state),) if name)


def count_facts(facts: Facts) -> Mapping[str, CountFacts]:
    ratio = facts.of(CounterbalanceRules).ratio
    note = f"a year with {ratio:g} times as many of one as of the other has a sign"
    sides = dict.fromkeys(power.confession for power in facts.powers.values())
    names = {side: facts.confessions[side].name for side in sides}
    return {"infs": CountFacts("INFs by confession", names, note, "counterbalance-set")}


def counts_of(state: EuropeState) -> Mapping[str, Mapping[str, int]]:
    infs = _by_confession(state)
    return {"infs": infs} if any(infs.values()) else {}


def sign_of(politics: Turn | EuropeState) -> str:
    """The sign of the year, "" for none."""
    found: Signed = politics.parts[_KEY]
    return found.sign


def _by_confession(politics: Turn | EuropeState) -> dict[str, int]:
    """The INFs of the year by confession."""
    facts, allotment = politics.facts, year_of(politics).allotment
    infs = dict.fromkeys((power.confession for power in facts.powers.values()), 0)
    for power in politics.living:
        infs[facts.powers[power].confession] += allotment.get(power, 0)
    return infs


def _due_sign(politics: Turn | EuropeState) -> str:
    """The sign that the INFs of the year bring, "" for none."""
    rules, infs, due = politics.facts.of(CounterbalanceRules), _by_confession(politics), ""
    for name, sign in rules.signs.items():
        if infs[sign.barred] and infs[sign.barred] >= rules.ratio * infs[sign.spared]:
            due = name
    return due


def _weigh(turn: Turn) -> None:
    """Set the sign of the year by its allotments."""
    facts = turn.facts
    rules, before, now = facts.of(CounterbalanceRules), sign_of(turn), _due_sign(turn)
    infs = _by_confession(turn)
    turn.parts[_KEY] = Signed(now)
    if now == before:
        return
    sign = rules.signs[now or before]
    names = facts.confessions
    numbers = (
        f"{names[sign.barred].name} powers have {infs[sign.barred]} INFs this year, "
        f"{names[sign.spared].name} ones {infs[sign.spared]}"
    )
    said = f"{turn.year} stands under {now}" if now else f"{before} is over"
    turn.report(
        SIGN, "counterbalance-set" if now else "counterbalance-over", f"{said}: {numbers}",
        sign=now, was=before, infs={name: n for name, n in infs.items() if n},
    )  # fmt: skip
