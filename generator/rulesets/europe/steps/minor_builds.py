"""The builds of minor states without an order, and the units that they must give up."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import Final

from generator.engine.adjustments import steps_from
from generator.engine.docket import Entry
from generator.engine.events import EventKind, Sentence
from generator.engine.units import Piece, Unit
from generator.engine.verdicts import Event
from generator.engine.words import count
from generator.rulesets.europe.data.facts import Minor, is_minor
from generator.rulesets.europe.state.values import MinorBuild, MinorDisband
from generator.rulesets.europe.steps.offers import bar_to_raising, unit_meant
from generator.rulesets.europe.steps.unit_orders import secret_command
from generator.rulesets.europe.turn.rulings import rulings_of, unit_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import NAMED, Story, build_words, few, unit_words


def clamp_extra_units(turn: Turn) -> None:
    """Take units that states lost in this phase off those that they keep because they were bought.

    A state that has fewer units than when the phase began keeps above its centers only what it
    still has above them.
    """
    centers, before = _centers_held(turn), turn.before
    had = _unit_counts([(side, unit) for side, unit in before.stands])
    had.update(displaced.owner for displaced in before.displaced)
    has = _unit_counts(turn.stands)
    has.update(displaced.owner for displaced in turn.displaced)
    for state, extra in list(turn.extra_units.items()):
        if has[state] < had[state]:
            kept = min(extra, max(0, has[state] - centers[state]))
            turn.extra_units[state] = kept
            if not kept:
                del turn.extra_units[state]


def units_allowed(turn: Turn, state: str) -> int:
    """How many units a state may have: for its centers, and those that were bought beyond."""
    return _centers_held(turn)[state] + turn.extra_units.get(state, 0)


def keep_units(turn: Turn, state: str) -> None:
    """Let a state keep what it has beyond its centers, as if it had been bought."""
    more = sum(side == state for side, _ in turn.stands) - units_allowed(turn, state)
    if more > 0:
        turn.extra_units[state] = turn.extra_units.get(state, 0) + more


def disband_excess(turn: Turn) -> None:
    """Disband what states have beyond their centers and what was bought for them.

    The patron chooses; without a choice the unit farthest from home goes, then the one whose
    province comes first in the alphabet. Settles all its orders.
    """
    chosen = _chosen_disbands(turn)
    ruled = {one.state: one for one in rulings_of(turn, "minor") if one.disbands is not None}
    centers, units = _centers_held(turn), _unit_counts(turn.stands)
    for state in turn.states:
        if state in ruled:
            if text := ruled[state].disbands:
                unit = unit_of(turn, text)
                if (state, unit) not in turn.stands:
                    raise ruled[state].refuse(f"{state} has no {unit}")
                _disband(turn, state, unit, "ruling")
            continue
        allowed = centers[state] + turn.extra_units.get(state, 0)
        idle = _is_idle(turn, state) and turn.facts.states[state].handled
        excess = 0 if idle else max(0, units[state] - allowed)
        for _ in range(excess):
            picked = chosen.get(state)
            if picked:
                entry, unit = picked.popleft()
                said = f"{turn.facts.name_of(state)} has more units than its centers keep"
                why = ("minor-disband-chosen", said)
                turn.settle(entry, "success", why, known_to=_who_may_know(turn, entry))
                _disband(turn, state, unit, "minor-disband-chosen")
            else:
                steps = steps_from(turn.board, (turn.facts.states[state].seat,))
                own = [unit for side, unit in turn.stands if side == state]
                unit = min(own, key=lambda one: (-steps.get(one.province, 0), one.province))
                _disband(turn, state, unit, "minor-disband-made")
    for state, rest in chosen.items():
        for entry, _unit in rest:
            said = f"{turn.facts.name_of(state)} has no unit too many"
            turn.settle(entry, "excess", ("minor-disband-not-due", said))


def _chosen_disbands(turn: Turn) -> dict[str, deque[tuple[Entry, Unit]]]:
    """The patrons' choices that are in order, by state; all others are settled."""
    chosen: dict[str, deque[tuple[Entry, Unit]]] = {}
    entries = turn.entries_of(MinorDisband)
    for entry in entries:
        order = entry.order
        unit = unit_meant(turn, order.state, order.unit)
        stranger = _no_say(turn, entry, entries)
        if stranger:
            turn.settle(entry, "illegal", ("minor-disband-not-patron", stranger))
        elif unit is None:
            said = f"{turn.facts.name_of(order.state)} has no {order.unit}"
            turn.settle(entry, "illegal", ("minor-disband-no-unit", said))
        elif (barred := turn.edition.bar_removal(turn, (order.state, unit))) is not None:
            turn.settle(entry, "illegal", barred)
        elif any(unit == other for _, other in chosen.get(order.state, ())):
            said = f"{unit_words(turn.facts, order.state, unit)} is named twice"
            turn.settle(entry, "excess", ("minor-disband-not-due", said))
        else:
            chosen.setdefault(order.state, deque()).append((entry, unit))
    return chosen


def _disband(turn: Turn, state: str, unit: Unit, cause: str) -> None:
    turn.stands.remove((state, unit))
    allowed = count(units_allowed(turn, state), "unit")
    turn.report(
        MINOR_DISBANDED,
        cause,
        f"{unit_words(turn.facts, state, unit)} is disbanded: {allowed} may stay",
        powers=[patron for patron in (turn.statuses[state].patron,) if patron],
        state=state,
        unit=str(unit),
        chosen=cause == "minor-disband-chosen",
    )


def build_states(turn: Turn) -> None:
    """Let every state give up what it has too much, and then build if it has more centers than
    units and its home center is free. Settles all orders about such builds."""
    disband_excess(turn)
    chosen = _chosen_builds(turn)
    ruled = {one.state: one for one in rulings_of(turn, "minor") if one.builds is not None}
    automatic = turn.facts.minor_builds.automatic
    centers, units = _centers_held(turn), _unit_counts(turn.stands)
    for state in turn.states:
        minor, entry = turn.facts.states[state], chosen.get(state)
        name = minor.name
        if state in ruled:
            text = ruled[state].builds
            unit = unit_of(turn, text) if text else None
            if unit is not None and unit.province in {one.province for _, one in turn.stands}:
                raise ruled[state].refuse(f"{unit.province} is occupied")
            if unit is not None:
                raise_unit(turn, state, unit, "ruling")
                keep_units(turn, state)
            why = "the referee ruled what it builds"
        elif not (automatic and minor.home and centers[state] > units[state]):
            why = f"{name} has as many units as centers" if minor.home else f"{name} has no center"
        elif _is_idle(turn, state):
            why = f"{name} is {turn.statuses[state].kind}, and only aligned states build"
        elif turn.standing.holders[minor.home] != state:
            why = f"{turn.board.name_of(minor.home)} is captured"
        elif not _free_sites(turn, minor):
            there = next(stand for stand in turn.stands if stand[1].province == minor.home)
            why = f"{unit_words(turn.facts, *there)} stands in its home center"
            said = f"{name} cannot build: {why}"
            turn.report(
                MINOR_BUILD_BLOCKED, "minor-build-blocked", said, state=state, unit=str(there[1])
            )
        else:
            sites = _free_sites(turn, minor)[: centers[state] - units[state]]
            if entry is not None:
                unit = _unit_chosen(turn, sites.pop(0), entry.order)
                raise_unit(turn, state, unit, "minor-build-chosen")
                reason = ("minor-build-chosen", f"{name} builds {unit} as it was wished")
                turn.settle(entry, "success", reason, known_to=_who_may_know(turn, entry))
            wished = turn.edition.prefers(turn, state)
            made = "minor-build-chosen" if wished else "minor-build-made"
            for site in sites:
                raise_unit(turn, state, default_unit(turn, minor, site), made)
            continue
        if entry is not None:
            turn.settle(entry, "excess", ("minor-build-not-due", f"nothing to choose: {why}"))


def _chosen_builds(turn: Turn) -> dict[str, Entry]:
    """The patrons' wishes that are in order, by state; all others are settled."""
    chosen: dict[str, Entry] = {}
    entries = turn.entries_of(MinorBuild)
    for entry in entries:
        order = entry.order
        stranger = _no_say(turn, entry, entries)
        if stranger:
            turn.settle(entry, "illegal", ("minor-build-not-patron", stranger))
            continue
        minor = turn.facts.states[order.state]
        if not minor.home:
            said = f"{minor.name} has no center and no units"
            turn.settle(entry, "illegal", ("minor-build-type", said))
            continue
        unit = _unit_chosen(turn, (*_free_sites(turn, minor), minor.home)[0], order)
        wrong = bar_to_raising(turn, Piece(unit.kind, unit.at))
        if wrong:
            turn.settle(entry, "illegal", ("minor-build-type", wrong[1]))
        elif order.state in chosen:
            said = f"an earlier line says already what {minor.name} builds"
            turn.settle(entry, "excess", ("minor-build-not-due", said))
        else:
            chosen[order.state] = entry
    return chosen


def _free_sites(turn: Turn, minor: Minor) -> list[str]:
    """The free centers in which a state builds: its home, and by edition other centers that it
    owns."""
    extra = minor.provinces[1:] if turn.facts.minor_builds.extra_sites else ()
    own = [minor.home, *(code for code in extra if turn.facts.provinces[code].center)]
    taken = {unit.province for _, unit in turn.stands}
    holders = turn.standing.holders
    return [code for code in own if holders[code] == minor.code and code not in taken]


def _unit_chosen(turn: Turn, site: str, order: MinorBuild) -> Unit:
    """The unit that a patron wishes; a fleet whose coast is left open gets the first one."""
    coast = order.coast or (_first_coast(turn, site) if order.kind == "F" else "")
    return Unit(order.kind, f"{site}/{coast}" if coast else site)


def default_unit(turn: Turn, minor: Minor, site: str = "") -> Unit:
    """The build of a state with a center when no one chooses in this phase: the type that was
    wished for it before, else a fleet if it lies on the coast."""
    site = site or minor.home
    wished = turn.edition.prefers(turn, minor.code)
    fleets = turn.facts.minor_builds.coastal_default == "fleet"
    coastal = turn.board.provinces[site].kind == "coastal"
    by_itself = fleets and (minor.coastal or site != minor.home)
    if not (coastal and (wished == "F" if wished else by_itself)):
        return Unit("A", site)
    coast = _first_coast(turn, site)
    return Unit("F", f"{site}/{coast}" if coast else site)


def _first_coast(turn: Turn, site: str) -> str:
    """The east coast of a center with named coasts, where it has one."""
    return min(turn.board.provinces[site].coasts, default="")


def raise_unit(turn: Turn, state: str, unit: Unit, cause: str) -> None:
    """Give a state a unit, and report it."""
    turn.stands.append((state, unit))
    turn.fresh.add(unit.province)
    patron = turn.statuses[state].patron
    turn.report(
        MINOR_BUILT,
        cause,
        f"{turn.facts.name_of(state)} {build_words(turn.facts, unit)}",
        state=state,
        unit=str(unit),
        patron=patron,
        chosen=cause == "minor-build-chosen",
    )


def _is_idle(turn: Turn, state: str) -> bool:
    """Whether a state builds nothing because no power leads it."""
    return turn.facts.minor_builds.aligned_only and not turn.standing.is_aligned(state)


def _who_may_know(turn: Turn, entry: Entry) -> tuple[str, ...] | None:
    """The powers that may know of an order about a state: only the author where secret handlers
    order it."""
    return (entry.power,) if turn.facts.states[entry.order.state].handled else None


def _no_say(turn: Turn, entry: Entry, entries: Sequence[Entry]) -> str:
    """Why the author of an entry has no influence on the actions of its state, or ""."""
    power, state = entry.power, entry.order.state
    if state not in turn.states:
        return f"there is no state {state}"
    if turn.facts.states[state].handled:
        wrote = {other.power for other in entries if other.order.state == state}
        command = secret_command(turn, state, wrote)
        if command is not None:
            commander, (_, why) = command
            return "" if commander == power else why
    patron = turn.statuses[state].patron
    if patron == power:
        return ""
    whose = f"{turn.facts.name_of(patron)} is its patron" if patron else "it has no patron"
    return f"{turn.facts.name_of(state)} does not follow {turn.facts.name_of(power)}: {whose}"


def _centers_held(turn: Turn) -> Counter[str]:
    """How many centers each state holds: those of its own that it has, and captured ones."""
    holders = turn.standing.holders
    return Counter(holders[code] for code in turn.facts.centers if is_minor(holders[code]))


def _unit_counts(stands: list[tuple[str, Unit]]) -> Counter[str]:
    return Counter(side for side, _ in stands)


# --- the kinds of events


def _builds(story: Story, events: list[Event]) -> str:
    """The builders and their sites: powers for themselves or for states, and states without an
    order."""
    where: dict[str, list[str]] = {}
    for event in events:
        data = event.data
        if event.kind == MINOR_BUILT.slug:
            where.setdefault("", []).append(data["state"])
        elif data["sort"] == "unit":
            where.setdefault(data["power"], []).append(story.place(event.provinces[0]))
    states = where.pop("", [])
    parts = [f"{story.facts.name_of(one)} builds in {few(found)}" for one, found in where.items()]
    if len(parts) > NAMED:
        left = sum(len(found) for found in list(where.values())[NAMED:])
        parts = [*parts[:NAMED], f"others build {count(left, 'unit')}"]
    if states:
        several = list(dict.fromkeys(states))
        raised = "raise their units" if len(several) > 1 else "raises its unit"
        parts.append(
            f"{story.names(several)} {raised}{'s' if len(states) > len(several) == 1 else ''}"
        )
    return "; ".join(parts)


BUILDS: Final = Sentence(_builds)

MINOR_BUILT: Final = EventKind(
    "minor-built", section="States build", topics=("treasury",), weight=5, sentences=(BUILDS,)
)
MINOR_BUILD_BLOCKED: Final = EventKind(
    "minor-build-blocked", section="States build", topics=("treasury",)
)
MINOR_DISBANDED: Final = EventKind("minor-disbanded", section="Given up", weight=6)
