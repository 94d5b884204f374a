"""States that grow or are closed until something opens them, and units that are raised without
money: one for each center, on centers that are free.

States get their first unit back automatically. Powers build for themselves, and for the states that
follow them and have taken centers; without orders these states build all the same.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final

from generator.engine.docket import Entry
from generator.engine.errors import FaultyState
from generator.engine.events import EventKind
from generator.engine.movement.policy import No
from generator.engine.typed import Count, Record, Table, knob
from generator.engine.units import Piece, Unit
from generator.engine.verdicts import Outcome
from generator.engine.words import count
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.marked_units import has_original, mark_new
from generator.rulesets.europe.features.winter import units_allowed
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import (
    BuildUnit,
    BuyUnit,
    DiplomaticAttack,
    PlaceInfs,
    State,
)
from generator.rulesets.europe.steps.minor_builds import raise_unit
from generator.rulesets.europe.steps.offers import bar_to_raising
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import build_words

_KEY: Final = "opened"


class DominionRules(Table, frozen=True):
    """The table `dominions`."""

    never_unaligned: Annotated[
        Count,
        knob("From how many centers on a state is neutral where it would be unaligned; 0: never",
             "E15V3-STA-8"),
    ] = 0  # fmt: skip
    closed: Annotated[
        tuple[str, ...],
        knob("The states that are neutral and take no INFs until they are opened", "E15V3-STA-9"),
    ] = ()


class LevyRules(Table, frozen=True):
    """The table `levies`."""

    islamic: Annotated[
        str, knob("The mark of lands in whose centers no one else builds", "E15V3-BLD-3")
    ] = "islamic"


BUILT: Final = EventKind("built", section="Builds", topics=("war",), weight=15, sentences=())


class Opened(Record, frozen=True):
    """The states that were closed at the start and have been opened."""

    states: tuple[State, ...] = ()


class Dominions(Feature):
    """Gives a state that has grown its status, and keeps closed ones closed."""

    key = _KEY
    part = Opened
    tables = MappingProxyType({"dominions": DominionRules, "levies": LevyRules})
    events = (BUILT,)

    def completed(self, state: EuropeState) -> EuropeState:
        closed, standing = state.facts.of(DominionRules).closed, state.standing
        wrong = [
            f"{_KEY}: {code} was never closed"
            for code in state.parts[_KEY].states
            if code not in closed
        ]
        wrong += [
            f"captures: {code} is held by {one.holder}, which is captured itself and holds nothing"
            for code, one in state.captures.items()
            if is_minor(one.holder) and standing.captor_of(state.facts.states[one.holder])
        ]
        if wrong:
            raise FaultyState(wrong)
        return state

    def bar_deposit(self, turn: Turn, power: str, order: PlaceInfs) -> No | None:
        return _closed(turn, order.state, "inf-closed")

    def bar_attack(self, turn: Turn, power: str, order: DiplomaticAttack) -> No | None:
        return _closed(turn, order.state, "status-closed")


def status_of_land(
    politics: Turn | EuropeState, state: str, status: Status
) -> tuple[Status, tuple[str, str]] | None:
    if is_closed(politics, state):
        return Status("neutral"), ("status-closed", "it is closed to influence")
    least = politics.facts.of(DominionRules).never_unaligned
    if status.kind != "unaligned" or not least or not politics.facts.states[state].pliant:
        return None
    holders = politics.standing.holders
    held = sum(holders[code] == state for code in politics.facts.centers)
    if held < least:
        return None
    return Status("neutral"), ("status-grown", f"it holds {count(held, 'center')}")


def _closed(turn: Turn, state: str, cause: str) -> No | None:
    if not is_closed(turn, state):
        return None
    return No(turn.cites(cause), f"{turn.facts.name_of(state)} is closed to influence")


def is_closed(politics: Turn | EuropeState, state: str) -> bool:
    closed = politics.facts.of(DominionRules).closed
    return state in closed and state not in politics.parts[_KEY].states


def open_state(turn: Turn, state: str) -> None:
    """Open a closed state to the influence of all powers."""
    opened: Opened = turn.parts[_KEY]
    turn.parts[_KEY] = Opened(tuple(dict.fromkeys((*opened.states, state))))


Bar = tuple[Outcome, str, str]
"""Why nothing is built: the outcome of the order, the cause and the sentence."""


def rebuild_states(turn: Turn) -> None:
    """Give each state its first unit back where its home is its own and free."""
    for state in turn.states:
        minor = turn.facts.states[state]
        if not minor.units or not minor.pliant or has_original(turn, state):
            continue
        if any(unit.province == minor.seat for _, unit in turn.stands) or not _room(turn, state):
            continue
        _raise(turn, state, Unit(minor.units[0].kind, minor.seat), "state-rebuilt")


def build_for_powers(turn: Turn) -> None:
    """Settle what powers build for themselves, in the order in which it is written."""
    for entry in turn.entries_of(BuildUnit):
        power, piece = entry.power, entry.order.unit
        bar = _bar(turn, power, piece)
        if bar is not None:
            turn.settle(entry, bar[0], bar[1:])
            continue
        unit = Unit(piece.kind, piece.at)
        turn.stands.append((power, unit))
        what = f"{turn.facts.name_of(power)} {build_words(turn.facts, unit)}"
        turn.settle(entry, "success", ("build-made", what))
        turn.report(BUILT, "build-made", what, power=power, unit=str(unit))


def _bar(turn: Turn, power: str, piece: Piece) -> Bar | None:
    facts, code = turn.facts, piece.province
    name, where = facts.name_of(power), turn.board.name_of(code)
    holders = turn.standing.holders
    if holders.get(code) != power or code not in facts.centers:
        return "illegal", "build-site", f"{where} is no center of {name}"
    site = _bar_site(turn, power, code)
    if site is not None:
        return "illegal", *site
    wrong = bar_to_raising(turn, piece)
    if wrong is not None:
        return "illegal", *wrong
    bar = turn.edition.bar_build(turn, power, code)
    if bar is not None:
        return "illegal", *bar
    if any(unit.province == code for _, unit in turn.stands):
        return "illegal", "build-occupied", f"a unit stands in {where}"
    units, centers = sum(side == power for side, _ in turn.stands), units_allowed(turn, power)
    if units >= centers:
        said = f"{name} has {count(units, 'unit')} and {count(centers, 'center')}"
        return "excess", "build-no-center", said
    return None


def _bar_site(turn: Turn, power: str, code: str) -> tuple[str, str] | None:
    """Why no power, or not this one, builds in a captured center."""
    facts, owner = turn.facts, turn.standing.owners[code]
    where = turn.board.name_of(code)
    if owner == power:
        return None
    mark = facts.of(LevyRules).islamic
    if is_minor(owner) and mark in facts.states[owner].marks:
        return "build-islamic", f"{where} is an Islamic center, and only its owner builds there"
    # The land of a power that has left the game is still that of a power.
    native = owner or facts.provinces[code].owner
    if native in facts.powers and facts.powers[native].confession != facts.powers[power].confession:
        name = facts.powers[native].adjective
        return "build-confession", f"{where} is {name}, and of the other confession"
    return None


def build_for_states(turn: Turn) -> None:
    """Settle the builds of powers for states that have taken centers, and the builds that no one
    orders; then those of nations that follow no power."""
    for entry in turn.entries_of(BuyUnit):
        _build_ordered(turn, entry)
    for state in turn.states:
        if not turn.facts.states[state].pliant:
            _build_alone(turn, state)
        elif turn.standing.is_aligned(state):
            _build_unordered(turn, state)


def _build_ordered(turn: Turn, entry: Entry) -> None:
    facts, order = turn.facts, entry.order
    state, piece = order.state, order.unit
    known = state in turn.states and facts.states[state].pliant
    if not known or turn.statuses[state].patron != entry.power:
        said = f"{facts.name_of(state)} does not follow {facts.name_of(entry.power)}"
        turn.settle(entry, "illegal", ("minor-build-not-patron", said))
        return
    wrong = bar_to_raising(turn, piece)
    if wrong is not None:
        turn.settle(entry, "illegal", wrong)
    elif piece.province not in _sites(turn, state):
        said = f"{facts.name_of(state)} cannot build in {turn.board.name_of(piece.province)}"
        turn.settle(entry, "illegal", ("minor-build-site", said))
    elif not _room(turn, state):
        said = f"{facts.name_of(state)} has as many units as it may have"
        turn.settle(entry, "excess", ("minor-build-not-due", said))
    else:
        _raise(turn, state, Unit(piece.kind, piece.at), "minor-build-chosen")
        said = f"{facts.name_of(state)} builds {order.unit}"
        turn.settle(entry, "success", ("minor-build-chosen", said))


def _build_unordered(turn: Turn, state: str) -> None:
    """Armies at home, or on the most valuable of the other sites."""
    for _ in range(_room(turn, state)):
        sites = _sites(turn, state)
        if not sites:
            return
        home = turn.facts.states[state].seat
        best = min(sites, key=lambda code: (code != home, -turn.facts.centers[code], code))
        _raise(turn, state, Unit("A", best), "minor-build-made")


def _build_alone(turn: Turn, state: str) -> None:
    """Armies on the free home centers of a nation that follows no power, in order."""
    taken = {unit.province for _, unit in turn.stands}
    centers, holders = turn.facts.centers, turn.standing.holders
    for code in turn.facts.states[state].provinces:
        free = code in centers and holders[code] == state and code not in taken
        if free and _room(turn, state):
            _raise(turn, state, Unit("A", code), "minor-build-alone")


def _room(turn: Turn, state: str) -> int:
    """How many more units a state may have."""
    units = sum(side == state for side, _ in turn.stands)
    return max(0, units_allowed(turn, state) - units)


def _sites(turn: Turn, state: str) -> list[str]:
    """The free centers in which a state with captures builds: its home, and other states'."""
    taken = {unit.province for _, unit in turn.stands}
    minor, found = turn.facts.states[state], []
    for code in turn.facts.centers:
        if turn.standing.holders[code] != state or code in taken:
            continue
        owner = turn.standing.owners[code]
        foreign = is_minor(owner) and owner != state
        islamic = foreign and turn.facts.of(LevyRules).islamic in turn.facts.states[owner].marks
        if code == minor.seat or (foreign and not islamic):
            found.append(code)
    return found


def _raise(turn: Turn, state: str, unit: Unit, cause: str) -> None:
    mark_new(turn, state, unit, first=cause == "state-rebuilt")
    raise_unit(turn, state, unit, cause)
