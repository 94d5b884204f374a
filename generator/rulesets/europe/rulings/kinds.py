"""The rulings of a phase: checked, applied when their point has come, and reported.

The kinds of the family are:

order      power, order                        the unit gets this order, or the sheet one more
void       power, order or unit                that order does not count
disorder   power                               none of the power's orders counts in this phase
relation   powers (two), is, since             what is in effect between two powers
alliance   powers (two), allowed               whether two powers may ally at all
infs       state, infs                         the INFs of the powers named, in a state
status     state, status                       a published status ("aligned union", "neutral")
control    province, holder                    who holds a province ("" its owner)
marker     state, marker                       a confessional marker ("" none)
eliminate  power, falls                        whether a power falls in this map adjustment
units      side, units                         all the units of a power or state
entry      unit, to, is                        whether a move is void, legal, hostile, non-hostile
minor      state, builds or disbands           what a state builds ("" nothing) or gives up
treasury   power, tp                           the treasury, as it then is
loan       lender, debtor, amount, ...         a loan is entered or changed (amount 0 strikes it)
income     power, tp                           the whole income of a power in this phase
prices     power, prices                       the prices of its purchases in this phase, in order
score      power, item, points                 an item of a score
option     option, value                       an option from now on
end        result, powers                      the game ends
extend     years                               the game goes on beyond its last year
note       text (may be left out)              anything else; changes nothing

Features add kinds of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from generator.engine import rulings as engine
from generator.engine.rulings import Point, RulingKind, announcement, named_in
from generator.engine.verdicts import Event
from generator.rulesets.europe.rulings.game import GAME_KINDS
from generator.rulesets.europe.rulings.money import MONEY_KINDS
from generator.rulesets.europe.rulings.orders import ORDER_KINDS
from generator.rulesets.europe.rulings.politics import POLITICAL_KINDS
from generator.rulesets.europe.rulings.units import UNIT_KINDS
from generator.rulesets.europe.steps.capture_reports import (
    CAPTURED,
    LIBERATED,
    STATE_CAPTURED,
    STATE_FREED,
)
from generator.rulesets.europe.steps.captures import free_states, take_states
from generator.rulesets.europe.steps.elimination import eliminate
from generator.rulesets.europe.steps.markers import MARKER
from generator.rulesets.europe.steps.purchases import PURCHASE
from generator.rulesets.europe.steps.statuses import STATUS
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.ruling_facts import RulingFacts
from generator.rulesets.europe.turn.turn import Turn

KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {**ORDER_KINDS, **POLITICAL_KINDS, **UNIT_KINDS, **MONEY_KINDS, **GAME_KINDS}
)

_OF_STATES: Final = frozenset(kind.slug for kind in (STATUS, STATE_CAPTURED, STATE_FREED))
_OF_LAND: Final = frozenset(kind.slug for kind in (CAPTURED, LIBERATED))


def kinds_of(edition: Edition) -> dict[str, RulingKind]:
    """The family's kinds, and those of the features of an edition."""
    kinds = dict(KINDS)
    for feature in edition.features:
        kinds |= feature.rulings()
    return kinds


def _kinds(turn: Turn) -> Mapping[str, RulingKind]:
    """Every kind that the edition knows, as it applies in the phase."""
    kinds = kinds_of(turn.edition)
    # Where politics are settled together with movement, INFs are set once all are placed.
    kinds["infs"] = replace(kinds["infs"], during=_phases(turn, "politics"))
    land = _phases(turn, "land")
    kinds["control"] = replace(kinds["control"], during=land)
    kinds["eliminate"] = replace(kinds["eliminate"], phases=land)
    moves = tuple(phase.slug for phase in turn.edition.course.phases if phase.units)
    kinds["entry"] = replace(kinds["entry"], phases=moves)
    # An edition has no rulings on what it does not have.
    facts, slugs = turn.facts, set(turn.edition.course.slugs)
    missing = {*(() if facts.treasury.kept else MONEY_KINDS)}
    missing |= set() if facts.declarations.made else {"relation", "alliance"}
    missing |= {name for name, one in kinds.items() if one.phases and not slugs & {*one.phases}}
    return MappingProxyType({name: one for name, one in kinds.items() if name not in missing})


def _phases(turn: Turn, trait: str) -> tuple[str, ...]:
    """The phases of the edition that settle something."""
    return tuple(phase.slug for phase in turn.edition.course.phases if trait in phase.traits)


def check_rulings(turn: Turn) -> None:
    """Raises GameError for the first ruling that does not apply to the phase."""
    book, phase = turn.edition.rulebook, turn.moment.phase
    common = ("secret", "when")
    engine.check_rulings(turn, turn.rulings, _kinds(turn), book, phase, RulingFacts, common)


def apply_rulings(turn: Turn, when: Point) -> None:
    """Apply the rulings whose point has come, in written order. GameError: one does not apply."""
    if turn.rulings:
        engine.apply_rulings(turn, turn.rulings, _kinds(turn), when, RulingFacts)


def rule_afterwards(turn: Turn) -> None:
    """Apply the rulings on the position that the phase has made, and tell it by what then stands:
    what was reported of a unit, a status, a relation or land that a ruling has changed is no longer
    so."""
    before, reported = _position(turn), tuple(turn.events)
    apply_rulings(turn, "after")
    after = _position(turn)
    changed = {key for key in {**before, **after} if before.get(key) != after.get(key)}
    untrue = {id(event) for event in reported if not changed.isdisjoint(_told(event))}
    turn.events = [event for event in turn.events if id(event) not in untrue]


def _position(turn: Turn) -> dict[tuple[Any, ...], Any]:
    """What stands in a turn, each piece of it under what it is about."""
    rows: dict[tuple[Any, ...], Any] = {
        ("stands", owner, unit.province): unit for owner, unit in turn.stands
    }
    for pair in {*turn.relations, *(change.pair for change in turn.changes)}:
        declared = tuple(change for change in turn.changes if change.pair == pair)
        rows["relations", pair] = turn.relations.get(pair), declared
    for name in ("statuses", "captures", "markers"):
        rows |= {(name, key): value for key, value in getattr(turn, name).items()}
    return rows


def _told(event: Event) -> set[tuple[Any, ...]]:
    """What an event tells of, as `_position` has it."""
    data = event.data
    if event.kind == PURCHASE.slug:  # it was paid for, whatever became of the unit
        return set()
    if "unit" in data or "units" in data:
        whose = next(
            (data[role] for role in ("owner", "state", "side", "power") if role in data), ""
        )
        return {("stands", whose, province) for province in event.provinces}
    if "pair" in data:
        return {("relations", tuple(data["pair"]))}
    if event.kind == MARKER.slug:
        return {("markers", data["state"])}
    if event.kind in _OF_STATES:
        return {("statuses", data["state"])}
    return {("captures", data["province"])} if event.kind in _OF_LAND else set()


def rule_land(turn: Turn) -> None:
    """Let the referee decide who holds what, and settle which powers fall by that."""
    apply_rulings(turn, "during")
    while eliminate(turn) | take_states(turn) | free_states(turn):
        pass


def ruling_events(turn: Turn) -> list[Event]:
    """The reports of all rulings of the phase; secret ones are for those that they concern.

    To be called before the phase: what a ruling names may be gone after it.
    """
    kinds = _kinds(turn)
    return [_event(turn, kinds[ruling.kind], RulingFacts(turn, ruling)) for ruling in turn.rulings]


def _event(turn: Turn, kind: RulingKind, facts: RulingFacts) -> Event:
    ruling = facts.ruling
    named = tuple(named_in(ruling.facts))
    powers = tuple(power for power in turn.facts.powers if power in named)
    return Event(
        "ruling",
        ruling.rule or turn.cites("ruling"),
        announcement(ruling.number, kind.words(turn, facts), ruling.reason, "ruling"),
        powers,
        tuple(dict.fromkeys(_places(turn, named))),
        1,
        (powers or ("referee",)) if facts.is_secret else (),
        MappingProxyType({"number": ruling.number, "kind": ruling.kind}),
        ruling.number,
    )


def _places(turn: Turn, named: Iterable[str]) -> Iterator[str]:
    """The provinces, the seats of states and the places of units among the texts of a ruling."""
    for text in named:
        words = text.split()
        at = words[1] if len(words) > 1 and words[0] in ("A", "F") else text
        code = at.partition("/")[0]
        if text in turn.facts.states:
            yield turn.facts.states[text].seat
        elif code in turn.board.provinces:
            yield code
