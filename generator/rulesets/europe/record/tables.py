"""Reading the tables of a state: everything is checked, and all that is wrong is listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeVar

from generator.engine.errors import FileError, GameError
from generator.engine.ruleset import Ending
from generator.engine.units import Unit, parse_unit
from generator.rulesets.europe.data.chosen import choose
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.soundness import unit_problem
from generator.rulesets.europe.state.standing import Capture, Pair, Relation, Status, pair_of
from generator.rulesets.europe.state.state import (
    Change,
    Displaced,
    EuropeState,
    Loan,
    Stand,
    arrange,
)
from generator.rulesets.europe.turn.edition import Edition

__all__ = ["TABLES", "StateReader"]

TABLES: Final = (
    "year", "phase", "founded", "contested", "changes", "loans", "displaced", "units", "infs",
    "statuses", "captures", "markers", "treasury", "relations", "extra_units", "eliminated",
    "scores", "totals", "options", "setup", "ending",
)  # fmt: skip
_STATUSES: Final = ("unaligned", "aligned", "vassal", "neutral", "captured")
_RELATIONS: Final = ("war", "alliance", "peace")
_CHANGES: Final = ("war", "alliance", "armistice", "dissolution")
_ENDINGS: Final = ("victory", "draw", "ended")
_EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})

T = TypeVar("T")


class StateReader:
    """Reads states of an edition; `wrong` gathers what is wrong with them."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.wrong: list[str] = []
        self.facts: Facts

    def read(
        self, tables: Mapping[str, Any], private: Mapping[str, Mapping[str, Any]] = _EMPTY
    ) -> EuropeState:
        """The state in these tables. Meaningless if anything is wrong."""
        features = {one.key: one for one in self.edition.features if one.key}
        self._unknown(tables, (*TABLES, *features))
        options = self.options(self.table(tables, "options"))
        setup = self.table(tables, "setup")
        self.facts = facts = self.edition.facts_for(options, setup)
        year, phase = self.moment(tables)
        founded = tuple(self.texts(tables.get("founded", ()), "founded", facts.latent))
        eliminated = self.numbers(tables, "eliminated", facts.powers, least=facts.first_year)
        living = [power for power in facts.powers if power not in eliminated]
        return EuropeState(
            moment=self.edition.moment_of(year, phase),
            facts=facts,
            options=MappingProxyType(options),
            units=MappingProxyType(arrange(facts, living, self.stands(tables))),
            infs=MappingProxyType(self.infs(tables, (*facts.minors, *founded))),
            statuses=MappingProxyType(self.statuses(tables, (*facts.minors, *founded))),
            captures=MappingProxyType(self.captures(tables)),
            markers=MappingProxyType(self.markers(tables)),
            extra_units=MappingProxyType(
                self.numbers(tables, "extra_units", facts.states, least=0)
            ),
            treasury=MappingProxyType(
                dict.fromkeys(living, 0) | self.numbers(tables, "treasury", facts.powers, least=0)
            ),
            relations=MappingProxyType(self.relations(tables)),
            changes=tuple(self.rows(tables, "changes", self._change)),
            loans=tuple(self.rows(tables, "loans", self._loan)),
            eliminated=MappingProxyType(eliminated),
            founded=founded,
            displaced=tuple(self.rows(tables, "displaced", self._displaced)),
            contested=tuple(
                self.texts(tables.get("contested", ()), "contested", facts.board.provinces)
            ),
            scores=MappingProxyType(
                {
                    power: MappingProxyType(self.numbers(row, "", None, f"scores.{power}"))
                    for power, row in self.table(tables, "scores").items()
                    if self.known(power, facts.powers, "scores")
                }
            ),
            totals=MappingProxyType(self.numbers(tables, "totals", facts.powers)),
            parts=MappingProxyType(self._parts(tables, private)),
            setup=setup,
            ending=self.ending(tables.get("ending")),
        )

    def say(self, what: str) -> None:
        self.wrong.append(what)

    def table(self, tables: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        value = tables.get(name, _EMPTY)
        if isinstance(value, Mapping):
            return value
        self.say(f"{name} is not a table")
        return _EMPTY

    def known(self, name: object, names: Mapping[str, Any] | Sequence[str], where: str) -> bool:
        if isinstance(name, str) and name in names:
            return True
        from difflib import get_close_matches

        near = get_close_matches(str(name), list(names), n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        self.say(f"{where}: there is no {name!r}{hint}")
        return False

    def _unknown(self, tables: Mapping[str, Any], names: Sequence[str]) -> None:
        for name in tables:
            self.known(name, names, "the state")

    def texts(self, value: Any, where: str, names: Mapping[str, Any]) -> Iterator[str]:
        """The texts of a list that are keys of `names`."""
        if not isinstance(value, list | tuple):
            self.say(f"{where} is not a list")
            return
        for text in value:
            if self.known(text, names, where):
                yield text

    def numbers(
        self,
        tables: Mapping[str, Any],
        name: str,
        keys: Mapping[str, Any] | None,
        where: str = "",
        least: int | None = None,
    ) -> dict[str, int]:
        """A table of whole numbers, none below `least`; without `keys` any key will do."""
        where = where or name
        table = self.table(tables, name) if name else tables
        found = {}
        for key, value in table.items():
            if keys is not None and not self.known(key, keys, where):
                continue
            if type(value) is not int:
                self.say(f"{where}: {key} is not a whole number")
            elif least is not None and value < least:
                self.say(f"{where}: {key} cannot be {value} ({least} or more)")
            else:
                found[key] = value
        return found

    def rows(
        self, tables: Mapping[str, Any], name: str, read: Callable[[Mapping[str, Any]], T]
    ) -> Iterator[T]:
        value = tables.get(name, ())
        if not isinstance(value, list | tuple):
            self.say(f"{name} is not a list")
            return
        for number, row in enumerate(value, 1):
            try:
                yield read(row)
            except (KeyError, TypeError, ValueError, GameError) as error:
                missing = isinstance(error, KeyError)
                self.say(f"{name}, row {number}: {f'{error} is missing' if missing else error}")

    def moment(self, tables: Mapping[str, Any]) -> tuple[int, str]:
        year, phase = tables["year"], tables["phase"]
        first = self.facts.first_year
        if type(year) is not int or not first <= year <= 9999:
            self.say(f"year {year!r} is not a year of the game, which begins in {first}")
            year = first
        slugs = self.edition.course.slugs
        if phase not in slugs:
            self.say(f"there is no phase {phase!r} (phases: {', '.join(slugs)})")
            phase = slugs[0]
        return year, phase

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option: what was chosen, or the default."""
        values, wrong = choose(self.edition, given)
        self.wrong += wrong
        return values

    def unit(self, text: Any, where: str) -> Unit | None:
        try:
            unit = _unit_in(text) if isinstance(text, str) else None
        except GameError as error:
            self.say(f"{where}: {error}")
            return None
        problem = unit_problem(self.facts, unit) if unit else f"{text!r} is not a unit"
        if problem:
            self.say(f"{where}: {text}: {problem}")
            return None
        return unit

    def stands(self, tables: Mapping[str, Any]) -> list[Stand]:
        found: list[Stand] = []
        seen: dict[str, Stand] = {}
        sides = {**self.facts.powers, **self.facts.states}
        for side, texts in self.table(tables, "units").items():
            where = f"units of {side}"
            if not self.known(side, sides, "units"):
                continue
            if not isinstance(texts, list | tuple):
                self.say(f"{where}: not a list")
                continue
            for text in texts:
                unit = self.unit(text, where)
                if unit is None:
                    continue
                province = unit.province
                if province in seen:
                    owner, first = seen[province]
                    self.say(f"{where}: {text}: {first} of {owner} stands there too")
                    continue
                seen[province] = (side, unit)
                found.append((side, unit))
        return found

    def infs(
        self, tables: Mapping[str, Any], states: Sequence[str]
    ) -> dict[str, Mapping[str, int]]:
        rows: dict[str, Mapping[str, int]] = {code: {} for code in states}
        powers = tuple(self.facts.powers)
        for code, row in self.table(tables, "infs").items():
            if not self.known(code, rows, "infs"):
                continue
            sound = _infs_in(row, powers) if isinstance(row, str) else None
            if sound is not None:
                rows[code] = dict(sound)
                continue
            given = _numbers_in(row) if isinstance(row, str) else row
            if not isinstance(given, Mapping):
                self.say(f"infs.{code} cannot be {row!r} (like 'denmark 2, france 5')")
                continue
            numbers = self.numbers(given, "", self.facts.powers, f"infs.{code}", least=0)
            rows[code] = {
                power: numbers[power] for power in self.facts.powers if numbers.get(power)
            }
        return rows

    def statuses(self, tables: Mapping[str, Any], states: Sequence[str]) -> dict[str, Status]:
        found = dict.fromkeys(states, Status("unaligned"))
        for code, text in self.table(tables, "statuses").items():
            kind, _, who = str(text).partition(" ")
            if not self.known(code, found, "statuses"):
                continue
            if kind not in _STATUSES or bool(who) != (kind in ("aligned", "vassal", "captured")):
                self.say(f"statuses: {code} cannot be {text!r} ({', '.join(_STATUSES)})")
            elif kind == "captured":
                if self.known(who, {**self.facts.powers, **self.facts.states}, f"statuses: {code}"):
                    found[code] = _status("captured", "", who)
            elif not who or self.known(who, self.facts.powers, f"statuses: {code}"):
                found[code] = _status(kind, who)
        return found

    def captures(self, tables: Mapping[str, Any]) -> dict[str, Capture]:
        found = {}
        sides = {**self.facts.powers, **self.facts.states}
        for code, text in self.table(tables, "captures").items():
            holder, _, year = str(text).partition(" ")
            known = self.known(code, self.facts.provinces, "captures")
            if known and self.known(holder, sides, f"captures: {code}"):
                if year and not year.isdecimal():
                    self.say(f"captures: {code}: {year!r} is not a year")
                else:
                    since = int(year) if year else tables.get("year", self.facts.first_year)
                    found[code] = Capture(holder, since)
        return {code: found[code] for code in sorted(found)}

    def markers(self, tables: Mapping[str, Any]) -> dict[str, str]:
        return {
            code: confession
            for code, confession in self.table(tables, "markers").items()
            if self.known(code, self.facts.states, "markers")
            and self.known(confession, self.facts.confessions, f"markers: {code}")
        }

    def relations(self, tables: Mapping[str, Any]) -> dict[Pair, Relation]:
        found: dict[Pair, Relation] = {}
        for names, text in self.table(tables, "relations").items():
            pair = self.pair(names.split("-"), f"relations: {names}")
            words = str(text).split()
            kind, since = words[0] if words else "", words[1] if len(words) > 1 else ""
            after = " ".join(words[2:]).removeprefix("after ")
            wrong = kind not in _RELATIONS or (since and not since.isdecimal())
            if wrong or after not in (("", "war", "alliance") if kind == "peace" else ("",)):
                self.say(f"relations: {names} cannot be {text!r} ('war 1620', 'alliance', ...)")
            elif pair in found:
                self.say(f"relations: {names} are named twice")
            elif pair is not None and (kind != "peace" or after):
                year = int(since) if since else tables.get("year", self.facts.first_year)
                found[pair] = Relation(kind, year, after)  # type: ignore[arg-type]
        return {pair: found[pair] for pair in sorted(found)}

    def pair(self, names: Any, where: str) -> Pair | None:
        if not isinstance(names, list | tuple) or len(names) != 2 or names[0] == names[1]:
            self.say(f"{where}: not two powers")
            return None
        known = [self.known(name, self.facts.powers, where) for name in names]
        return pair_of(self.facts, names[0], names[1]) if all(known) else None

    def _change(self, row: Mapping[str, Any]) -> Change:
        pair = self.pair(row["powers"], "changes")
        if row["kind"] not in _CHANGES or type(row["year"]) is not int or pair is None:
            raise ValueError(f"{dict(row)} is not a declaration")
        by = tuple(self.texts(row["by"], "changes", self.facts.powers))
        return Change(row["year"], pair, row["kind"], by)

    def _loan(self, row: Mapping[str, Any]) -> Loan:
        for key in ("lender", "debtor"):
            self.known(row[key], self.facts.powers, "loans")
        figures = [row["year"], row["amount"], row.get("interest", 0), row.get("due", 0)]
        if not all(type(figure) is int and figure >= 0 for figure in figures):
            raise ValueError("year, amount, interest and due are whole numbers, none below 0")
        return Loan(row["year"], row["lender"], row["debtor"], *figures[1:])

    def _displaced(self, row: Mapping[str, Any]) -> Displaced:
        unit = self.unit(row["unit"], "displaced")
        if unit is None or row["cause"] not in ("dislodged", "evicted"):
            raise ValueError(f"{dict(row)} is not a displaced unit")
        self.known(row["owner"], {**self.facts.powers, **self.facts.states}, "displaced")
        board = self.facts.board
        if row["from"] and row["from"] not in board.provinces:
            raise ValueError(f"{row['from']!r} is no province")
        places = tuple(self.texts(row["retreats"], "displaced", dict.fromkeys(board.places)))
        return Displaced(row["owner"], unit, row["cause"], row["from"], places)

    def ending(self, table: Any) -> Ending | None:
        if table is None:
            return None
        if not isinstance(table, Mapping) or table.get("kind") not in _ENDINGS:
            self.say(f"ending needs kind ({', '.join(_ENDINGS)}), powers and text")
            return None
        powers = tuple(self.texts(table.get("powers", ()), "ending", self.facts.powers))
        return Ending(table["kind"], powers, str(table.get("text", "")))

    def _parts(
        self, tables: Mapping[str, Any], private: Mapping[str, Mapping[str, Any]]
    ) -> dict[str, Any]:
        parts = {}
        for feature in self.edition.features:
            if feature.key:
                source = private if feature.secret else tables
                try:
                    parts[feature.key] = feature.load(self.table(source, feature.key), self.facts)
                except FileError as error:
                    self.say(error.problem)
        return parts


# From one phase to the next most of a state stays, so the same few texts are read again and again.
_unit_in = lru_cache(maxsize=1024)(parse_unit)
_status = lru_cache(maxsize=1024)(Status)


@lru_cache(maxsize=1024)
def _infs_in(text: str, powers: tuple[str, ...]) -> Mapping[str, int] | None:
    """The INFs above 0 in `denmark 2, france 5`, by these powers in their order. None where
    anything is wrong with the text."""
    given = _numbers_in(text)
    if given is None or not given.keys() <= set(powers):
        return None
    # No read-only view: whoever asks makes a copy, and of a view that takes several times as long.
    return {power: given[power] for power in powers if given.get(power)}


def _numbers_in(text: str) -> dict[str, int] | None:
    """The numbers in `denmark 2, france 5`, or None where the text is something else."""
    found: dict[str, int] = {}
    for part in text.split(",") if text.strip() else ():
        name, _, number = part.strip().partition(" ")
        if not number.strip().isdecimal() or name in found:
            return None
        found[name] = int(number)
    return found
