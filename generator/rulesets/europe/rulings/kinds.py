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
from generator.engine.board import province_of
from generator.engine.ruleset import Ending
from generator.engine.rulings import (
    NOTE,
    NOTE_KIND,
    Point,
    RulingKind,
    announcement,
    fact_words,
    named_in,
)
from generator.engine.units import Unit
from generator.engine.verdicts import Event
from generator.engine.words import count, listed
from generator.rulesets.europe.data.edition_data import choose
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.rulings.orders import ORDER_KINDS
from generator.rulesets.europe.rulings.politics import MONEY_KINDS, POLITICAL_KINDS
from generator.rulesets.europe.steps.capture_reports import (
    CAPTURED,
    LIBERATED,
    STATE_CAPTURED,
    STATE_FREED,
)
from generator.rulesets.europe.steps.captures import free_states, take_states
from generator.rulesets.europe.steps.elimination import eliminate
from generator.rulesets.europe.steps.markers import MARKER
from generator.rulesets.europe.steps.minor_builds import keep_units
from generator.rulesets.europe.steps.prices import exceeds
from generator.rulesets.europe.steps.purchases import PURCHASE
from generator.rulesets.europe.steps.scores import GAME_OVER, TIE
from generator.rulesets.europe.steps.statuses import STATUS
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.ruling_facts import RulingFacts, refuse
from generator.rulesets.europe.turn.turn import Turn

# --- units: where they stand and may go, what states build and give up

_ENTRIES: Final = ("void", "legal", "hostile", "non-hostile")


def _units(facts: RulingFacts) -> list[Unit]:
    return [facts.unit(text) for text in facts.texts("units")]


def _check_units(turn: Turn, facts: RulingFacts) -> None:
    side, units = facts.side(), _units(facts)
    if is_minor(side):
        return
    caps, name = turn.facts.caps, turn.facts.name_of(side)
    for what, number, most in (
        ("units", len(units), caps.units),
        ("strength", sum(unit.strength for unit in units), caps.total_strength),
    ):
        if exceeds(number, most):
            said = f"{name} would have {number} {what}"
            raise refuse(facts.ruling, f"{said}, and {most} is the most")


def _set_units(turn: Turn, facts: RulingFacts) -> None:
    """Set the units of a side; none of them has to leave any more."""
    side, units = facts.side(), _units(facts)
    if units and turn.standing.is_captured(side):
        raise refuse(facts.ruling, f"{side} is captured, and can have no units")
    others = [stand for stand in turn.stands if stand[0] != side]
    taken = {unit.province for _, unit in others}
    for unit in units:
        if unit.province in taken:
            raise refuse(facts.ruling, f"{unit} would share a province with another unit")
        taken.add(unit.province)
    turn.stands = [*others, *((side, unit) for unit in units)]
    turn.displaced = tuple(
        replace(
            displaced, places=tuple(at for at in displaced.places if province_of(at) not in taken)
        )
        for displaced in turn.displaced
        if displaced.owner != side
    )
    if is_minor(side):
        keep_units(turn, side)


def _units_words(turn: Turn, facts: RulingFacts) -> str:
    return f"{turn.facts.name_of(facts.side())} has {listed(facts.texts('units')) or 'no units'}"


def _check_entry(turn: Turn, facts: RulingFacts) -> None:
    unit = facts.unit(facts.text("unit"))
    retreats = turn.edition.course[turn.moment.phase].units == "retreat"
    if retreats:
        here = [displaced.unit for displaced in turn.displaced]
    else:
        here = [one for _, one in turn.stands]
    if not any((other.kind, other.province) == (unit.kind, unit.province) for other in here):
        has = "has to leave" if retreats else "stands there"
        raise refuse(facts.ruling, f"no such unit {has}: {unit}")
    if facts.text("to") not in turn.board.provinces:
        raise refuse(facts.ruling, f"there is no province {facts.text('to')!r}")
    facts.text("is", _ENTRIES)


def _entry_words(turn: Turn, facts: RulingFacts) -> str:
    to = turn.board.name_of(facts.text("to"))
    return f"the move of {facts.text('unit')} to {to} is {facts.text('is')}"


def _check_minor(turn: Turn, facts: RulingFacts) -> None:
    state = facts.state()
    if ("builds" in facts) == ("disbands" in facts):
        raise refuse(facts.ruling, "give either builds or disbands")
    text = facts.text("builds" if "builds" in facts else "disbands")
    if text:
        facts.unit(text)
        if turn.standing.is_captured(state):
            raise refuse(facts.ruling, f"{state} is captured, and has no units")


def _minor_words(turn: Turn, facts: RulingFacts) -> str:
    what = "builds" if "builds" in facts else "disbands"
    return f"{turn.facts.name_of(facts.state())} {what} {facts.text(what) or 'nothing'}"


UNIT_KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "units": RulingKind(("side", "units"), (), "after", _check_units, _units_words, _set_units),
        "entry": RulingKind(("unit", "to", "is"), (), "during", _check_entry, _entry_words),
        "minor": RulingKind(
            ("state",),
            ("builds", "disbands"),
            "during",
            _check_minor,
            _minor_words,
            phases=("builds",),
        ),
    }
)


# --- the game itself: scores, options, its end

_RESULTS: Final = ("victory", "draw", "ended")
_OTHER: Final = "ruling"
"""The item of a score under which a ruling may enter points of any other kind."""


def _check_score(turn: Turn, facts: RulingFacts) -> None:
    items = [item.id for item in turn.facts.scoring.items]
    items += [item for row in turn.scores.values() for item in row]
    facts.text("item", dict.fromkeys((*items, _OTHER)))


def _score_words(turn: Turn, facts: RulingFacts) -> str:
    points, item = facts.number("points"), facts.text("item")
    what = item.replace("_", " ") if item != _OTHER else "another reason"
    return f"{turn.facts.name_of(facts.power())} scores {count(points, 'point')} for {what}"


def _chosen(turn: Turn, facts: RulingFacts) -> dict[str, Any]:
    """All options with the one that a ruling changes."""
    name = facts.text("option")
    if rule := turn.edition.rulebook.settled.get(name):
        raise refuse(
            facts.ruling, f"{name} is no longer an option; the reading of {rule} replaced it"
        )
    option = turn.edition.options.get(name)
    if option is not None and option.opening:
        raise refuse(facts.ruling, f"{name} shapes the opening, and cannot change any more")
    values, wrong = choose(turn.edition, {**turn.options, name: facts.ruling.facts["value"]})
    if wrong:
        raise refuse(facts.ruling, "; ".join(wrong))
    return values


def _set_option(turn: Turn, facts: RulingFacts) -> None:
    turn.vary(options=_chosen(turn, facts))


def _option_words(turn: Turn, facts: RulingFacts) -> str:
    name, value = facts.text("option"), facts.ruling.facts["value"]
    option = turn.edition.options[name]
    said = next((means for choice, means in option.choices.items() if choice == value), "")
    return f"from {turn.year} on: {option.title}: {said or fact_words(value)}"


def _check_end(turn: Turn, facts: RulingFacts) -> None:
    result = facts.text("result", _RESULTS)
    powers = facts.powers() if "powers" in facts else ()
    if result == "victory" and not powers:
        raise refuse(facts.ruling, "a victory needs its winner in powers")
    if result == "ended" and powers:
        raise refuse(facts.ruling, "a game that just ends has no winners")


def _end_game(turn: Turn, facts: RulingFacts) -> None:
    result = facts.text("result")
    named = facts.powers() if "powers" in facts else ()
    powers = tuple(power for power in turn.living if power in named or not named)
    ending = Ending(
        result,  # type: ignore[arg-type]
        powers if result != "ended" else (),
        f"{_verdict(turn, result, powers)} ({facts.said})",
    )
    turn.end(ending)
    # Whoever won, drew or was tied by the rules of this phase has not after all.
    turn.unsay(GAME_OVER, TIE)
    turn.report(GAME_OVER, "ruling", ending.text, powers=ending.powers)


def _verdict(turn: Turn, result: str, powers: tuple[str, ...]) -> str:
    names = listed(map(turn.facts.name_of, powers))
    if result == "victory":
        return f"{names} {'wins' if len(powers) == 1 else 'win'}"
    return f"A draw of {names}" if result == "draw" else "The game ends"


def _end_words(turn: Turn, facts: RulingFacts) -> str:
    result = facts.text("result")
    powers = facts.powers() if "powers" in facts else turn.living
    said = _verdict(turn, result, powers)
    return said if result == "victory" else said[0].lower() + said[1:]


GAME_KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "score": RulingKind(
            ("power", "item", "points"),
            (),
            "during",
            _check_score,
            _score_words,
            phases=("scoring",),
        ),
        "option": RulingKind(
            ("option", "value"), (), "before", _chosen, _option_words, _set_option
        ),
        "end": RulingKind(("result",), ("powers",), "after", _check_end, _end_words, _end_game),
        NOTE: NOTE_KIND,
    }
)


# --- all kinds

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
