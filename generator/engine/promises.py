"""Promises of one power to another: how they are written, and whether the record keeps them.

    PROMISE TO FRANCE UNTIL 1623: no unit in Burgundy
    PROMISE TO FRANCE UNTIL 1623 SEALED: no attack on FRANCE
    PROMISE TO FRANCE: support A MUN

SEALED may also stand before UNTIL. The year belongs to the promise: UNTIL 1623 is over with the
last phase of 1623. A promise without one holds to the end of the game. A sealed one is told to
nobody before it is over.

What can be read of a promise (`Pledge`) is judged by the record; everything else is text, and the
referee may say what became of it. Only what everybody may read of a phase is a `Stage`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from generator.engine.errors import UsageError
from generator.engine.words import nearest

LONGEST: Final = 300
"""Characters of the text of a promise."""
Standing = Literal["open", "kept", "broken", "not read"]
_FORM: Final = "PROMISE TO FRANCE UNTIL 1623: no unit in Burgundy"
_HEAD: Final = re.compile(
    r"\s*PROMISES?\s+TO\s+(?P<to>[^:]+?)(?P<early>\s+SEALED)?"
    r"(?:\s+UNTIL\s+(?P<until>[^:\s]+))?(?P<sealed>\s+SEALED)?\s*:\s*(?P<text>.*?)\s*",
    re.IGNORECASE | re.DOTALL,
)
_NO_UNIT: Final = re.compile(r"no\s+units?\s+in\s+(.+)", re.IGNORECASE)
_NO_MOVE: Final = re.compile(
    r"no\s+(?:moves?|attacks?)\s+(?:in|to|into|on|against)\s+(.+)", re.IGNORECASE
)
_SUPPORT: Final = re.compile(
    r"(?:a\s+)?supports?\s+(?:(?:to|of|for|in)\s+)?(?:(?:A|F|army|fleet)\s+)?(?:in\s+)?(.+)",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\s*(?:,|;|&|\+|\bAND\b|\bOR\b)\s*", re.IGNORECASE)


class Promise(Struct, frozen=True):
    """A promise as it was filed. `filed` is the phase for which the game waited then ("1901
    1-spring-movement"), `until` the last year, 0 for the end of the game. `verdict` is the
    referee's word, "kept" or "broken", with its `reason`; "" for none."""

    number: int
    by: str
    to: str
    filed: str
    text: str
    until: int = 0
    sealed: bool = False
    verdict: str = ""
    reason: str = ""

    def is_over(self, year: int, *, ended: bool = False) -> bool:
        """Whether it is over in a game that waits for a phase of `year`, or has `ended`."""
        return ended or 0 < self.until < year


class Pledge(NamedTuple):
    """What can be read of a promise: no unit in the provinces, no move into the provinces or those
    that a power holds, or a support of the unit in one of the provinces."""

    kind: Literal["no-unit", "no-move", "support"]
    provinces: tuple[str, ...] = ()
    power: str = ""


class Stage(NamedTuple):
    """What everybody may read of a phase: the units (owner, province) after it and before it, the
    holders of provinces before it (`held`), and what was ordered, (power, provinces): where units
    were to go, and whose support was given, the unit's province and the one that it was to go to.
    `where` is for whoever asks."""

    year: int
    key: str
    title: str
    units: Sequence[tuple[str, str]] = ()
    before: Sequence[tuple[str, str]] = ()
    held: Mapping[str, str] = {}
    moves: Sequence[tuple[str, tuple[str, ...]]] = ()
    supports: Sequence[tuple[str, tuple[str, ...]]] = ()
    where: str = ""


class PromiseVerdict(NamedTuple):
    """How a promise stands, the phase that decided it (None for none) and why, in few words."""

    standing: Standing
    stage: Stage | None = None
    why: str = ""


def read_promise(line: str, by: str, powers: Mapping[str, str], filed: str, number: int) -> Promise:
    """The promise in a line. `powers` maps what powers are called to their ids. UsageError: it is
    none, with what to write instead."""
    found = _HEAD.fullmatch(line)
    if found is None:
        raise UsageError("this is no promise", hint=f"write {_FORM}")
    names = {name.casefold(): power for name, power in powers.items()}
    to = names.get(found["to"].strip().casefold().removeprefix("the "))
    if to is None:
        hint = nearest(found["to"].strip(), names, "powers", names)
        raise UsageError(f"there is no power {found['to'].strip()!r}", hint=hint)
    if to == by:
        raise UsageError("a power promises something to another one", hint=f"write {_FORM}")
    until = found["until"] or "0"
    first = int(filed.partition(" ")[0])
    if not re.fullmatch(r"\d{1,4}", until) or 0 < int(until) < first:
        hint = f"UNTIL {first} or later, or nothing for the whole game"
        raise UsageError(f"a promise cannot be until {until!r}", hint=hint)
    text = " ".join(found["text"].split())
    if not text or len(text) > LONGEST or not text.isprintable():
        said = "says nothing" if not text else f"is longer than {LONGEST} characters"
        if text and len(text) <= LONGEST:
            said = "has signs that cannot be shown"
        raise UsageError(f"the promise {said}", hint=f"write {_FORM}")
    sealed = bool(found["early"] or found["sealed"])
    return Promise(number, by, to, filed, text, int(until), sealed)


def read_terms(text: str, provinces: Mapping[str, str], powers: Mapping[str, str]) -> Pledge | None:
    """What the record can judge of a promise's text; None where that is nothing. `provinces` and
    `powers` map what they are called to their codes and ids."""
    text = text.strip(" .!")
    if found := _NO_UNIT.fullmatch(text):
        places = _places(found[1], provinces)
        return Pledge("no-unit", places) if places else None
    if found := _NO_MOVE.fullmatch(text):
        power = _named(found[1], powers)
        if power:
            return Pledge("no-move", (), power)
        places = _places(found[1], provinces)
        return Pledge("no-move", places) if places else None
    if found := _SUPPORT.fullmatch(text):
        places = _places(found[1], provinces)
        return Pledge("support", places) if places else None
    return None


def judge(
    promise: Promise, terms: Pledge | None, stages: Iterable[Stage], year: int, *, ended: bool
) -> PromiseVerdict:
    """How a promise stands after `stages`, all of a game in their order, which waits for a phase of
    `year` or has `ended`."""
    own = [stage for stage in stages if _is_in_term(promise, stage)]
    if promise.verdict:
        standing: Standing = "kept" if promise.verdict == "kept" else "broken"
        return PromiseVerdict(standing, None, f"the referee: {promise.reason}")
    if terms is None:
        return PromiseVerdict("not read")
    over = promise.is_over(year, ended=ended)
    for stage in own:
        if terms.kind == "support":
            if any(
                power == promise.by and _meets(places, terms) for power, places in stage.supports
            ):
                return PromiseVerdict("kept", stage, "the support was given")
        elif why := _breach(promise, terms, stage):
            return PromiseVerdict("broken", stage, why)
    if not over:
        return PromiseVerdict("open")
    last = own[-1] if own else None
    if terms.kind == "support":
        return PromiseVerdict("broken", last, "no such support was ordered")
    return PromiseVerdict("kept", last, "to the end")


def _is_in_term(promise: Promise, stage: Stage) -> bool:
    return _order(stage.key) >= _order(promise.filed) and not promise.is_over(stage.year)


def _order(key: str) -> tuple[int, int]:
    """The year and the number of a phase, from "1901 1-spring-movement"."""
    year, _, slug = key.partition(" ")
    return int(year), int(slug.partition("-")[0])


def _breach(promise: Promise, terms: Pledge, stage: Stage) -> str:
    if terms.kind == "no-unit":
        there = {place for power, place in stage.units if power == promise.by}
        if not stage.moves and not stage.supports:
            # In a phase without such orders, one that stood there already could not leave.
            there -= {place for power, place in stage.before if power == promise.by}
        return "a unit stood there" if there.intersection(terms.provinces) else ""
    for power, places in stage.moves:
        if power != promise.by:
            continue
        if terms.power and any(stage.held.get(place) == terms.power for place in places):
            return "a unit was ordered there"
        if set(places).intersection(terms.provinces):
            return "a unit was ordered there"
    return ""


def _meets(places: Iterable[str], terms: Pledge) -> bool:
    return bool(set(places).intersection(terms.provinces))


def _named(text: str, names: Mapping[str, str]) -> str:
    return names.get(text.strip().casefold().removeprefix("the "), "")


def _places(text: str, provinces: Mapping[str, str]) -> tuple[str, ...]:
    """The provinces in a list; none at all unless each of them is one."""
    found = [_named(part, provinces) for part in _BETWEEN.split(text.strip()) if part]
    return tuple(dict.fromkeys(found)) if all(found) else ()
