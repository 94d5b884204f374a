"""Decrees that are obeyed or ignored: the program reports the acts against them, and the referee
rules whether they count.

    [compliance]
    breaches = [{ decree = 3, power = "france", year = 1620, text = "A LOR stands in Lorraine" }]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from generator.engine.course import Added, Step
from generator.engine.events import EventKind
from generator.engine.report import Section, table
from generator.engine.typed import Record
from generator.rulesets.europe.features.decree_records import KEY as DECREES
from generator.rulesets.europe.features.decree_records import (
    Decree,
    DecreeRules,
    IgnoredDecree,
    book_of,
    decrees_in,
    excommunicated_in,
)
from generator.rulesets.europe.features.violations import (
    Violation,
    forbidden_acts,
    kept_alliances,
    trespasses,
)
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side, named_sides


class Breach(Record, frozen=True):
    """An act of a power against a decree in a year, as long as the referee has not ruled on it."""

    decree: int
    power: Power
    year: int
    text: str


class Breaches(Record, frozen=True):
    breaches: tuple[Breach, ...] = ()


BREACH: Final = EventKind("decree-breach", section="Decrees", topics=("diplomacy",), weight=20)
IGNORED: Final = EventKind("decree-ignored", section="Decrees", topics=("diplomacy",), weight=25)


class IgnoredRuling(EuropeRuling, frozen=True):
    """an ignored decree: decides whether a power has ignored a decree"""

    point = "before"
    decree: int
    power: LivingPower
    ignored: bool

    def check(self, turn: Turn) -> None:
        decree: Decree | None = book_of(turn).find(self.decree)
        if decree is None:
            raise self.refuse(f"there is no decree {self.decree}", "decree")
        if self.power not in decree.targets:
            raise self.refuse(f"decree {self.decree} does not bind {self.power}")

    def words(self, turn: Turn) -> str:
        verb = "has ignored" if self.ignored else "has not ignored"
        return f"{turn.facts.name_of(self.power)} {verb} decree {self.decree}"

    def apply(self, turn: Turn) -> None:
        number, power = self.decree, self.power
        noted: Breaches = turn.parts["compliance"]
        found = [one for one in noted.breaches if (one.decree, one.power) == (number, power)]
        turn.parts["compliance"] = Breaches(
            tuple(one for one in noted.breaches if one not in found)
        )
        if not self.ignored:
            return
        book = book_of(turn)
        year = found[0].year if found else turn.year
        if any((entry.decree, entry.power) == (number, power) for entry in book.ignored) and (
            turn.facts.of(DecreeRules).ignored == "once"
        ):
            return
        ignored = (*book.ignored, IgnoredDecree(number, power, year))
        turn.parts[DECREES] = replace(book, ignored=ignored)
        times = len(book.ignored_by(power)) + 1
        name = turn.facts.name_of(power)
        said = f"{name} has ignored decree {number}, its number {times}: {self.said}"
        turn.report(IGNORED, "decree-ignored", said, decree=number, power=power, ignored=times)


class Compliance(Feature):
    """Reports what the targets of decrees do against them. A ruling makes it count as ignored."""

    key = "compliance"
    part = Breaches
    events = (BREACH, IGNORED)
    rulings = MappingProxyType({"ignored": IgnoredRuling})

    def flaws(self, state: EuropeState) -> Iterator[str]:
        known = book_of(state)
        for breach in state.parts[self.key].breaches:
            if known.find(breach.decree) is None:
                yield f"{self.key}.breaches: there is no decree {breach.decree}"

    def steps(self) -> tuple[Added, ...]:
        return (
            Added("movement", Step("compliance", self._watch, tried=False), after="declarations"),
            Added("adjustment", Step("compliance", self._assess)),
        )

    def _watch(self, turn: Turn) -> None:
        """Note declarations, attacks and placements against decrees."""
        self._note(
            turn, (act for decree in decrees_in(turn) for act in forbidden_acts(turn, decree))
        )

    def _assess(self, turn: Turn) -> None:
        """Find units where they are not allowed, and alliances that should have ended."""
        stands = [(owner, unit, unit.at) for owner, unit in turn.stands]
        for decree in decrees_in(turn):
            self._note(turn, trespasses(turn, decree, stands))
            if decree.kind == "leave_alliance":
                self._note(turn, kept_alliances(turn, decree))

    def _note(self, turn: Turn, acts: Iterable[Violation]) -> None:
        noted: Breaches = turn.parts[self.key]
        known = {(breach.decree, breach.power) for breach in noted.breaches}
        fresh = []
        for act in acts:
            if (act.decree, act.power) in known or _is_counted(turn, act):
                continue
            known.add((act.decree, act.power))
            fresh.append(Breach(act.decree, act.power, turn.year, act.text))
            name = turn.facts.name_of(act.power)
            said = f"{name} acts against decree {act.decree}: {act.text}; the referee decides "
            said += "whether the decree counts as ignored"
            turn.report(BREACH, "decree-breach", said, decree=act.decree, power=act.power)
        turn.parts[self.key] = Breaches((*noted.breaches, *fresh))

    def on_elimination(self, turn: Turn, power: str) -> None:
        alive = {decree.number for decree in decrees_in(turn)}
        noted: Breaches = turn.parts[self.key]
        left = [one for one in noted.breaches if one.decree in alive and one.power != power]
        turn.parts[self.key] = Breaches(tuple(left))

    def oddities(self, state: EuropeState) -> Iterator[str]:
        for breach in state.parts[self.key].breaches:
            name = state.facts.name_of(breach.power)
            yield (
                f"decree {breach.decree}: {name} acted against it in {breach.year} "
                f"({breach.text}); decide whether that counts with a ruling of the kind ignored"
            )

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        book, name = book_of(state), state.facts.name_of
        most = state.facts.of(DecreeRules).tolerated
        return tuple(
            f"{name(power)} has ignored {len(book.ignored_by(power))} of {most} decrees"
            for power in state.living
            if book.ignored_by(power)
        )

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        facts, book = state.facts, book_of(state)
        rows = [
            (
                f"No. {decree.number}",
                str(decree.year),
                named_sides(facts, decree.targets),
                decree.order.demand.words(facts),
                _effect(state, decree),
                "; ".join(_against(state, decree)) or "nothing",
            )
            for decree in book.issued
        ]
        columns = ("Decree", "Announced", "Binds", "Demand", "In effect", "Done against it")
        counts = [
            (
                named_side(facts, power),
                f"{len(book.ignored_by(power))} of {facts.of(DecreeRules).tolerated}",
                f"from {year}" if (year := excommunicated_in(state, power)) else "no",
            )
            for power in state.living
            if book.ignored_by(power) or excommunicated_in(state, power)
        ]
        heads = ("Power", "Decrees ignored", "Excommunicated")
        return table("Decrees", columns, rows), table("Ignored decrees", heads, counts)


def _effect(state: EuropeState, decree: Decree) -> str:
    """Whether a decree is in effect, and until when or from when on."""
    first = decree.year + state.facts.of(DecreeRules).delay_years
    if decree.ended and decree.ended <= max(first, state.year):
        return f"{decree.why} in {decree.ended}" if decree.ended > first else decree.why
    if state.year < first:
        return f"from {first}"
    return f"yes, {decree.why} from {decree.ended}" if decree.ended else "yes"


def _against(state: EuropeState, decree: Decree) -> Iterator[str]:
    """The acts against a decree, and whether they count."""
    name = state.facts.name_of
    for ignored in book_of(state).ignored:
        if ignored.decree == decree.number:
            yield f"{name(ignored.power)} has ignored it ({ignored.year})"
    for breach in state.parts[Compliance.key].breaches:
        if breach.decree == decree.number:
            said = f"{name(breach.power)}, {breach.year}: {breach.text}"
            yield f"{said} (not yet decided)"


def _is_counted(turn: Turn, act: Violation) -> bool:
    """Whether a power has ignored a decree already, and does so once only."""
    every_year = turn.facts.of(DecreeRules).ignored == "every_year"
    return any(
        (ignored.decree, ignored.power) == (act.decree, act.power)
        and (not every_year or ignored.year == turn.year)
        for ignored in book_of(turn).ignored
    )
