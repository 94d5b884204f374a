"""The differences between two outcomes of one phase: verdicts, units, who holds what, and
counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from generator.engine.chronicle import Snapshot
from generator.engine.phases import Resolution
from generator.engine.ruleset import Ruleset
from generator.engine.verdicts import Verdict
from generator.engine.words import listed

_FEW: Final = 6
"""How many powers or places are listed; of more there is only the number."""


class OutcomeDifference(Struct, frozen=True):
    """The differences. `lines` are all of it, for the referee; `said` is what everyone
    may know, in few words."""

    lines: tuple[str, ...] = ()
    said: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lines)


def compare_outcomes(
    ruleset: Ruleset[Any], before: Resolution[Any], after: Resolution[Any]
) -> OutcomeDifference:
    """The differences between a phase as it was adjudicated and as it now comes out."""
    lines: list[str] = []
    said: list[str] = []
    names = {power: info.short or info.name for power, info in ruleset.powers.items()}
    verdicts = list(_verdicts(before.verdicts, after.verdicts, names))
    lines += [f"{line}{'' if public else ' (for the referee only)'}" for line, public in verdicts]
    public = sum(is_public for _, is_public in verdicts)
    if public:
        said.append(f"{public} {'verdict' if public == 1 else 'verdicts'}")
    for line, words in _positions(ruleset, before.state, after.state):
        lines += line
        said.append(words)
    if ruleset.snapshot(after.state) == Snapshot():  # it has counts only
        old = dict(ruleset.standings(before.state))
        for label, counts in ruleset.standings(after.state):
            lines += _table(label, old.get(label, {}), counts, names)
        if len(lines) > len(verdicts):
            said.append("standings")
    ends = [ruleset.ending(resolution.state) for resolution in (before, after)]
    if ends[0] != ends[1]:
        was, now = (end.text if end else "the game continues" for end in ends)
        lines.append(f"the end: {now} (was: {was})")
        said.append("the state of the game")
    return OutcomeDifference(tuple(lines), tuple(said))


def _verdicts(
    before: Iterable[Verdict], after: Iterable[Verdict], names: Mapping[str, str]
) -> Iterator[tuple[str, bool]]:
    """A line for each verdict that is new, gone or another, and whether everyone may know it."""
    old, new = _by_order(before), _by_order(after)
    for key, verdict in new.items():
        was, name = old.get(key), names.get(verdict.power, verdict.power)
        if was is None:
            yield f"{name}: {verdict.order}: {verdict.outcome} (new)", verdict.public
        elif was.outcome != verdict.outcome:
            yield (
                f"{name}: {verdict.order}: {verdict.outcome} (was {was.outcome})",
                verdict.public and was.public,
            )
    for key, was in old.items():
        if key not in new:
            name = names.get(was.power, was.power)
            yield f"{name}: {was.order}: gone (was {was.outcome})", was.public


def _by_order(verdicts: Iterable[Verdict]) -> dict[tuple[str, str, int], Verdict]:
    """Verdicts by power and order; the same order twice is counted."""
    found: dict[tuple[str, str, int], Verdict] = {}
    for verdict in verdicts:
        number = 0
        while (verdict.power, verdict.order, number) in found:
            number += 1
        found[verdict.power, verdict.order, number] = verdict
    return found


def _positions(ruleset: Ruleset[Any], old: Any, new: Any) -> Iterator[tuple[list[str], str]]:
    """Lines and the words for them, for each part of the position that differs."""
    gazetteer = ruleset.gazetteer(old)
    before, after = ruleset.snapshot(old), ruleset.snapshot(new)
    powers = {power: info.name for power, info in ruleset.powers.items()}
    names = {**ruleset.names(), **{code: minor.name for code, minor in gazetteer.minors.items()}}
    units = list(_units(before, after, powers))
    if units:
        owners = list(dict.fromkeys(owner for owner, _ in units))
        yield [line for _, line in units], f"units of {_few(owners, 'sides')}"
    held = [
        place
        for place in dict.fromkeys((*before.holders, *after.holders))
        if before.holders.get(place) != after.holders.get(place)
    ]
    if held:
        lines = [
            f"{names.get(place, place)}: {_holder(after, place, powers)} "
            f"(was {_holder(before, place, powers)})"
            for place in held
        ]
        yield lines, f"who holds {_few([names.get(place, place) for place in held], 'places')}"
    minors = [
        minor
        for minor in dict.fromkeys((*before.minors, *after.minors))
        if before.minors.get(minor) != after.minors.get(minor)
    ]
    if minors:
        named = [names.get(minor, minor) for minor in minors]
        yield [f"{name}: influence differs" for name in named], _few(named, "minor states")
    if before.bonds != after.bonds:
        yield ["relations of powers differ"], "relations"
    counts = list(_table(gazetteer.points, before.points, after.points, powers))
    for figure, about in gazetteer.figures.items():
        was, now = before.figures.get(figure, {}), after.figures.get(figure, {})
        if (was, now) != (before.points, after.points):
            counts += _table(about.title.lower(), was, now, powers)
    if counts:
        yield counts, "counts of powers"


def _units(
    before: Snapshot, after: Snapshot, powers: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """For each owner whose units differ its name and a line."""
    for owner in dict.fromkeys(owner for owner, _ in (*before.units, *after.units)):
        old = [unit for own, unit in before.units if own == owner]
        new = [unit for own, unit in after.units if own == owner]
        if sorted(old) != sorted(new):
            gone = ", ".join(unit for unit in old if unit not in new)
            come = ", ".join(unit for unit in new if unit not in old)
            words = [f"now {come}" if come else "", f"no longer {gone}" if gone else ""]
            name = powers.get(owner, owner)
            yield name, f"units of {name}: {', '.join(filter(None, words)) or 'another number'}"


def _holder(snapshot: Snapshot, place: str, powers: Mapping[str, str]) -> str:
    holder = snapshot.holders.get(place, "")
    return powers.get(holder, holder) or "nobody"


def _table(
    label: str, before: Mapping[str, int], after: Mapping[str, int], names: Mapping[str, str]
) -> Iterator[str]:
    for power in dict.fromkeys((*before, *after)):
        was, now = before.get(power, 0), after.get(power, 0)
        if was != now:
            yield f"{label} of {names.get(power, power)}: {now} (was {was})"


def _few(names: list[str], what: str) -> str:
    """The names, joined by commas; of many only their number."""
    if len(names) > _FEW:
        return f"{len(names)} {what}"
    return listed(names)
