"""The tables of a state's file: their shape, and reading them.

    year = 1620
    phase = "movement"
    changes = [{ year = 1621, kind = "war", powers = ["spain", "france"], by = ["france"] }]
    [units]
    spain = ["A FLA +1", "F ANDL/WC"]
    [infs]
    HES = "denmark 2, union 1"
    [statuses]
    HES = "aligned denmark"

`Tables` declares the shape of each table. Then come the rules of what is written as a text, and of
two entries about the same thing. All errors are listed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec import field
from msgspec.structs import asdict, replace

from generator.engine.errors import FileError, GameError
from generator.engine.naming import Namer, PhaseText, PlaceText, UnitText, misread_unit, written
from generator.engine.ruleset import Ending
from generator.engine.typed import Count, Named, Record, read_entry
from generator.engine.units import Unit, parse_unit
from generator.engine.words import unknown
from generator.rulesets.europe.data.edition_data import choose
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.soundness import unit_problem
from generator.rulesets.europe.state.standing import Capture, Pair, Relation, Status, pair_of
from generator.rulesets.europe.state.state import (
    ComingChange,
    Displaced,
    EuropeState,
    Loan,
    Stand,
    arrange,
)
from generator.rulesets.europe.state.values import Confession, Place, Power, Province, Side, State
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature

STATUSES: Final = ("unaligned", "aligned", "vassal", "neutral", "captured")
RELATIONS: Final = ("war", "alliance", "peace")

_WORDS: Final[Mapping[str, str]] = {
    **{kind: kind for kind in RELATIONS},
    **dict.fromkeys(("at war", "w", "enemies", "enemy"), "war"),
    **dict.fromkeys(("allied", "allies", "ally", "a"), "alliance"),
    **dict.fromkeys(("at peace", "p", "none", "neutral", "truce"), "peace"),
}
_COUNTED: Final = re.compile(
    r"(?P<name>.*[^\W\d_][).]?)[\s:=]*(?P<number>\d+)|(?P<first>\d+)\s+(?P<after>.+)"
)
_DATED: Final = re.compile(r"(.*?)[\s,(]*(?:(?:since|in|from)\s+)?(\d{3,4})\)?", re.IGNORECASE)
_AFTER: Final = re.compile(r"(.*?)\s+after\s+(.+)", re.IGNORECASE)
_BETWEEN: Final = re.compile(
    r"\s*(?:[-\u2013\u2014/,;&:]|\s(?:and|v|vs|with)\.?\s)\s*", re.IGNORECASE
)


def _infs(text: str, namer: Namer) -> str:
    return ", ".join(_number(one.strip(), namer) for one in re.split("[,;]", text) if one.strip())


def _number(part: str, namer: Namer) -> str:
    found = _COUNTED.fullmatch(part)
    if found is None:
        return part
    name = (found["name"] or found["after"]).strip()
    return f"{namer.code(name, namer.facts.powers)} {found['number'] or found['first']}"


def _dated(text: str) -> tuple[str, str]:
    """The text before a year, and the year with a blank before it; "" without one."""
    found = _DATED.fullmatch(text.strip())
    return (found[1].strip(), f" {found[2]}") if found and found[1] else (text.strip(), "")


def _status_of(text: str, namer: Namer) -> str:
    kind, _, rest = text.strip().partition(" ")
    rest = re.sub(r"^(with|by|of|to)\s+", "", rest.strip(), flags=re.IGNORECASE)
    kind = namer.code(kind, STATUSES)
    who = _side(rest, namer) if kind == "captured" else namer.code(rest, namer.facts.powers)
    return f"{kind} {who}" if rest else kind


def _side(text: str, namer: Namer) -> str:
    return namer.code(text, {**namer.facts.powers, **namer.facts.states})


def _capture(text: str, namer: Namer) -> str:
    holder, since = _dated(text)
    return f"{_side(holder, namer)}{since}" if holder else text


def _pair(text: str, namer: Namer) -> str:
    """Two powers in their order: names may have hyphens, too."""
    powers, near = namer.facts.powers, text
    for found in _BETWEEN.finditer(text):
        names = (text[: found.start()].strip(), text[found.end() :].strip())
        pair = [namer.code(name, powers) for name in names]
        known = [power for power in pair if power in powers]
        if len(known) == 2:
            return "-".join(sorted(pair, key=list(powers).index))
        near = "-".join(pair) if known else near
    return near


def _relation(text: str, namer: Namer) -> str:
    said, before = text.strip(), ""
    if found := _AFTER.fullmatch(said):
        said, before = found[1], f" after {_relation_word(found[2])}"
    kind, since = _dated(said)
    return f"{_relation_word(kind)}{since}{before}"


def _relation_word(text: str) -> str:
    return _WORDS.get(" ".join(text.casefold().split()), text)


InfsText = Annotated[str, written(_infs)]
StatusText = Annotated[str, written(_status_of)]
CaptureText = Annotated[str, written(_capture)]
PairText = Annotated[str, written(_pair)]
RelationText = Annotated[str, written(_relation)]


_EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})


class Leaving(Record, frozen=True, kw_only=True, omit_defaults=False):
    """A unit that has to leave (see `Displaced`)."""

    owner: Side
    unit: UnitText
    cause: Literal["dislodged", "evicted"]
    origin: Place = field(default="", name="from")
    retreats: tuple[
        Annotated[PlaceText, Named(lambda facts: dict.fromkeys(facts.board.places))], ...
    ]


class Ended(Record, frozen=True, omit_defaults=False):
    kind: Literal["victory", "draw", "ended"]
    powers: tuple[Power, ...] = ()
    text: str = ""


class Tables(Record, frozen=True, omit_defaults=False):
    """The tables of a state, in their order; those of features are before the last one."""

    year: int
    """the current year"""
    phase: PhaseText
    """the current phase"""
    founded: tuple[Annotated[str, Named(lambda facts: facts.latent)], ...] = ()
    """states created in play: `["CAT", "BOH"]`"""
    contested: tuple[Place, ...] = ()
    """provinces left empty by a standoff"""
    changes: tuple[ComingChange, ...] = ()
    """declarations that take effect next year: `year`, `kind`, `powers`, `by`"""
    loans: tuple[Loan, ...] = ()
    """`year`, `lender`, `debtor`, `amount`, `interest`, `due`"""
    displaced: tuple[Leaving, ...] = ()
    """units that must leave: `owner`, `unit`, `cause`, `from`, `retreats`"""
    units: Mapping[Side, tuple[UnitText, ...]] = {}
    """power or state = its units (`"A FLA +1"`: strength 2)"""
    infs: Mapping[State, InfsText | Mapping[Power, Count]] = {}
    """state = its INFs, as a text (`"denmark 2, france 5"`) or a table"""
    statuses: Mapping[State, StatusText] = {}
    """state = `"neutral"`, `"unaligned"`, `"aligned union"`, `"vassal spain"` (if the ruleset
    has vassals) or `"captured austria"`"""
    captures: Mapping[Province, CaptureText] = {}
    """province = its holder, and the year of the capture if it is an earlier one: `"austria
    1620"`"""
    markers: Mapping[State, Confession] = {}
    """state = a confession, or `""` for none"""
    treasury: Mapping[Power, Count] = {}
    """power = its TP; a secret document where treasuries are secret"""
    relations: Mapping[PairText, RelationText] = {}
    """pair = its relation: `spain-dutch = "peace"`, `"war 1625"`, `"peace 1629 after war"`"""
    extra_units: Mapping[State, Count] = {}
    """state = units beyond those that it raises automatically"""
    extra_infs: Mapping[Power, Count] = {}
    """Version 7: power = INFs bought for the coming year"""
    eliminated: Mapping[Power, Count] = {}
    """power = the year in which it fell"""
    scores: Mapping[Power, Mapping[str, int]] = {}
    """power = its points, by item: `{ captured_center = 8, own_marker = 4 }`"""
    totals: Mapping[Power, int] = {}
    """power = its points in total"""
    options: Mapping[str, Any] = {}
    """[options](options.md) that are not at their defaults"""
    setup: Mapping[str, Any] = {}
    """permanent changes of the opening: allotment, order of attacks, values, prices"""
    ending: Ended | None = None
    """`kind` (`victory`, `draw`, `ended`), `powers`, `text`"""


class InDebt(Record, frozen=True):
    """The tables that are different where a treasury may be below 0."""

    treasury: Mapping[Power, int] = {}


_NAMES: Final = Tables.__struct_fields__


def absent_tables(facts: Facts) -> tuple[str, ...]:
    """The tables that no state has where there is no money, or where there are no declarations."""
    money = () if facts.treasury.kept else ("treasury", "loans")
    return money if facts.declarations.made else (*money, "relations", "changes")


class StateReader:
    """Reads states of an edition; `wrong` gathers what is wrong with them."""

    def __init__(self, edition: Edition, facts: Facts | None = None) -> None:
        self.edition = edition
        self.wrong: list[str] = []
        # None until the options are read, which contain no names.
        self.facts: Any = facts

    def read(
        self, tables: Mapping[str, Any], private: Mapping[str, Mapping[str, Any]] = _EMPTY
    ) -> EuropeState:
        """The state in these tables. Meaningless if anything is wrong."""
        features = [feature for feature in self.edition.features if feature.key]
        for name in tables:
            self.known(name, (*_NAMES, *(feature.key for feature in features)), "the state")
        options, wrong = choose(self.edition, self.entry(tables, "options"))
        self.wrong += wrong
        setup = self.entry(tables, "setup")
        self.facts = facts = self.edition.facts_for(options, setup)
        for name in absent_tables(facts):
            if tables.get(name):
                self.say(f"{name}: this ruleset has none")
        if not facts.treasury.public:
            if "treasury" in tables:
                self.say("treasury: it is secret in this game, and no table of a public state")
            tables = {**tables, "treasury": private.get("treasury", _EMPTY)}
        first = {"year": facts.first_year, "phase": self.edition.course.slugs[0]}
        rest = [name for name in _NAMES if name not in ("options", "setup")]
        found = Tables(**{name: self.entry(tables, name, first.get(name)) for name in rest})
        year, phase = self.moment(found)
        states = (*facts.minors, *found.founded)
        living = [power for power in facts.powers if power not in found.eliminated]
        state = EuropeState(
            moment=self.edition.moment_of(year, phase),
            facts=facts,
            options=MappingProxyType(options),
            units=MappingProxyType(arrange(facts, living, self.stands(found.units))),
            infs=MappingProxyType(self.infs(found.infs, states)),
            statuses=MappingProxyType(self.statuses(found.statuses, states)),
            captures=MappingProxyType(self.captures(found.captures, year)),
            markers=found.markers,
            extra_units=found.extra_units,
            extra_infs=found.extra_infs,
            treasury=MappingProxyType(
                {**dict.fromkeys(living if facts.treasury.kept else (), 0), **found.treasury}
            ),
            relations=MappingProxyType(self.relations(found.relations, year)),
            changes=tuple(map(self.change, found.changes)),
            loans=found.loans,
            eliminated=found.eliminated,
            founded=found.founded,
            displaced=tuple(map(self.displaced, found.displaced)),
            contested=found.contested,
            scores=MappingProxyType(
                {power: MappingProxyType(row) for power, row in found.scores.items()}
            ),
            totals=found.totals,
            parts=MappingProxyType(
                {
                    feature.key: self.part(feature, private if feature.is_secret(facts) else tables)
                    for feature in features
                }
            ),
            setup=setup,
            ending=Ending(**asdict(found.ending)) if found.ending else None,
        )
        return state if self.wrong else self.completed(state)

    def completed(self, state: EuropeState) -> EuropeState:
        """The state with what follows from the parts of features."""
        for feature in self.edition.features:
            flaws = tuple(feature.flaws(state))
            self.wrong += flaws
            if flaws:
                continue
            try:
                state = feature.completed(state)
            except FileError as error:
                self.wrong += getattr(error, "faults", (error.problem,))
        return state

    def say(self, what: str) -> None:
        self.wrong.append(what)

    def entry(self, tables: Mapping[str, Any], name: str, instead: Any = None) -> Any:
        """A table as its type has it. Where it is missing or wrong: `instead`, or its default."""
        indebted = name == "treasury" and self.facts.treasury.debt
        kind = InDebt if indebted else Tables
        return read_entry(tables, kind, name, self.facts, self.wrong, instead)

    def part(self, feature: Feature, tables: Mapping[str, Any]) -> Any:
        """The part of the state for a feature; nothing where its table is wrong."""
        try:
            return feature.load(tables.get(feature.key, _EMPTY), self.facts)
        except FileError as error:
            self.wrong += getattr(error, "faults", (error.problem,))
            return None

    def known(self, name: str, names: Mapping[str, Any] | Sequence[str], where: str) -> bool:
        if name in names:
            return True
        self.say(f"{where}: {unknown(name, names)}")
        return False

    def moment(self, found: Tables) -> tuple[int, str]:
        # A rulebook may write `early_winter`; slugs have hyphens.
        year, phase, first = found.year, found.phase.replace("_", "-"), self.facts.first_year
        if not first <= year <= 9999:
            self.say(f"year {year!r} is not a year of the game, which begins in {first}")
            year = first
        for power, fell in found.eliminated.items():
            if fell < first:
                self.say(f"eliminated: {power} cannot be {fell} ({first} or more)")
        slugs = self.edition.course.slugs
        if phase not in slugs:
            self.say(f"there is no phase {phase!r} (phases: {', '.join(slugs)})")
            phase = slugs[0]
        return year, phase

    def unit(self, text: str, where: str) -> Unit | None:
        try:
            unit = _unit_in(text)
            problem = unit_problem(self.facts, unit)
        except GameError:
            unit, problem = None, misread_unit(text, self.facts.board, _example(self.facts))
        if unit is not None and unit.province not in self.facts.board.provinces:
            problem = misread_unit(text, self.facts.board, "")
        if problem:
            self.say(f"{where}: {text}: {problem}")
        return None if problem else unit

    def stands(self, units: Mapping[str, Sequence[str]]) -> list[Stand]:
        seen: dict[str, Stand] = {}
        for side, texts in units.items():
            for text in texts:
                unit = self.unit(text, f"units of {side}")
                if unit is None:
                    continue
                if unit.province in seen:
                    owner, first = seen[unit.province]
                    self.say(f"units of {side}: {text}: {first} of {owner} is there too")
                else:
                    seen[unit.province] = (side, unit)
        return list(seen.values())

    def infs(
        self, given: Mapping[str, str | Mapping[str, int]], states: Sequence[str]
    ) -> dict[str, Mapping[str, int]]:
        rows: dict[str, Mapping[str, int]] = {code: {} for code in states}
        powers = tuple(self.facts.powers)
        for code, row in given.items():
            numbers = _numbers_in(row) if isinstance(row, str) else row
            if numbers is None:
                self.say(f"infs.{code} cannot be {row!r} (like 'denmark 2, france 5')")
            elif self.known(code, {x: self.facts.states[x] for x in rows}, "infs"):
                for power in numbers:
                    self.known(power, self.facts.powers, f"infs.{code}")
                rows[code] = {power: numbers[power] for power in powers if numbers.get(power)}
        return rows

    def statuses(self, given: Mapping[str, str], states: Sequence[str]) -> dict[str, Status]:
        found = dict.fromkeys(states, Status("unaligned"))
        vassals = self.facts.influence.vassal_infs
        kinds = [status for status in STATUSES if status != "vassal" or vassals]
        for code, text in given.items():
            kind, _, who = text.partition(" ")
            if not self.known(code, found, "statuses"):
                continue
            if kind not in kinds or bool(who) != (kind in ("aligned", "vassal", "captured")):
                self.say(f"statuses: {code} cannot be {text!r} ({', '.join(kinds)})")
            elif kind == "captured":
                if self.known(who, {**self.facts.powers, **self.facts.states}, f"statuses: {code}"):
                    found[code] = _status("captured", "", who)
            elif not who or self.known(who, self.facts.powers, f"statuses: {code}"):
                found[code] = _status(kind, who)
        return found

    def captures(self, given: Mapping[str, str], year: int) -> dict[str, Capture]:
        found = {}
        sides = {**self.facts.powers, **self.facts.states}
        for code, text in sorted(given.items()):
            holder, _, since = text.partition(" ")
            if since and not since.isdecimal():
                self.say(f"captures: {code}: {since!r} is not a year")
            elif self.known(holder, sides, f"captures: {code}"):
                found[code] = Capture(holder, int(since) if since else year)
        return found

    def relations(self, given: Mapping[str, str], year: int) -> dict[Pair, Relation]:
        found: dict[Pair, Relation] = {}
        for names, text in given.items():
            pair = self.pair([name.strip() for name in names.split("-")], f"relations: {names}")
            words = text.split()
            kind, since = words[0] if words else "", words[1] if len(words) > 1 else ""
            after = " ".join(words[2:]).removeprefix("after ")
            wrong = kind not in RELATIONS or (since and not since.isdecimal())
            if wrong or after not in (("", "war", "alliance") if kind == "peace" else ("",)):
                self.say(f"relations: {names} cannot be {text!r} ('war 1620', 'alliance', ...)")
            elif pair in found:
                self.say(f"relations: {names} appear twice")
            elif pair is not None and (kind != "peace" or after):
                found[pair] = Relation(kind, int(since) if since else year, after)  # type: ignore[arg-type]
        return {pair: found[pair] for pair in sorted(found)}

    def pair(self, names: Sequence[str], where: str) -> Pair | None:
        if len(names) != 2 or names[0] == names[1]:
            self.say(f"{where}: not two powers")
            return None
        known = [self.known(name, self.facts.powers, where) for name in names]
        return pair_of(self.facts, names[0], names[1]) if all(known) else None

    def change(self, change: ComingChange) -> ComingChange:
        from generator.rulesets.europe.steps.year import effect_of

        # Features add kinds of declarations; where the rulebook says nothing of one, there is none.
        if effect_of(change) not in self.edition.rulebook.causes:
            self.say(f"changes: this ruleset has no {change.kind}")
        return replace(change, pair=self.pair(change.pair, "changes") or change.pair)

    def displaced(self, row: Leaving) -> Displaced:
        unit = self.unit(row.unit, "displaced") or Unit("A", "")
        return Displaced(row.owner, unit, row.cause, row.origin, row.retreats)


def _example(facts: Facts) -> str:
    """A unit of the opening; a strong one where there are such."""
    units = [str(unit) for power in facts.powers.values() for unit in power.units]
    return next((unit for unit in units if "+" in unit), units[0])


# From one phase to the next most of a state stays, so the same few texts are read again and again.
_unit_in = lru_cache(maxsize=1024)(parse_unit)
_status = lru_cache(maxsize=1024)(Status)


@lru_cache(maxsize=1024)
def _numbers_in(text: str) -> Mapping[str, int] | None:
    """The numbers in `denmark 2, france 5`, or None where the text is something else."""
    found: dict[str, int] = {}
    for part in text.split(",") if text.strip() else ():
        name, _, number = part.strip().partition(" ")
        if not number.strip().isdecimal() or name in found:
            return None
        found[name] = int(number)
    return found
