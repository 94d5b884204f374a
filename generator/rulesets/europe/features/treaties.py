"""Alliances as treaties of all their members: two powers are allied who are in one treaty.

    [[treaties.concluded]]
    members = ["sweden", "france", "papacy"]
    since = 1621
    leaving = { france = 1624 }

Invariants: what the state has between two powers follows from the treaties. An alliance of two
that none of them explains, set by a ruling or by a position, is a treaty of these two; a treaty
that a ruling contradicts falls apart into those of the pairs that are still allied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.course import END, NEW_YEAR, START, Added, Step
from generator.engine.docket import Entry
from generator.engine.errors import FileError
from generator.engine.events import EventKind, Sentence
from generator.engine.forms.pattern import forms
from generator.engine.report import Section, table
from generator.engine.typed import Count, Record, Table, knob
from generator.engine.verdicts import Reason
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.reading.catalogue import pacts
from generator.rulesets.europe.state.standing import Pair, Relation
from generator.rulesets.europe.state.state import ComingChange, EuropeState
from generator.rulesets.europe.state.values import Declare, Power
from generator.rulesets.europe.steps.declarations import OFFER, effective_year, extent_of
from generator.rulesets.europe.turn.feature import Feature, first
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_sides, own_words


class Treaty(Record, frozen=True):
    """An alliance from the year `since` on. `leaving`: the first year without a member."""

    members: tuple[Power, ...]
    since: Count
    leaving: Mapping[Power, Count] = {}

    def members_in(self, year: int) -> tuple[str, ...]:
        if not self.leaving:
            return self.members
        return tuple(power for power in self.members if year < self.leaving.get(power, year + 1))


class TreatyBook(Record, frozen=True):
    concluded: tuple[Treaty, ...] = ()


_KEY: Final = "treaties"
_EFFECTS: Final = ("dissolution", "armistice", "surrender", "alliance", "war")
"""The kinds of declarations in the order in which they take effect."""


class Ally(Struct, frozen=True):
    """`ALLIANCE: ENGLAND, DENMARK`: all other members of a treaty."""

    corrected: ClassVar[tuple[str, ...]] = ("powers",)
    powers: tuple[str, ...]

    def __str__(self) -> str:
        return f"ALLIANCE: {', '.join(self.powers).upper()}"


class LeaveAlliance(Struct, frozen=True):
    """`BREAK ALLIANCE: DENMARK`: every treaty with a power; with "" every treaty."""

    power: str = ""

    def __str__(self) -> str:
        return f"BREAK ALLIANCE: {self.power.upper() or 'ALL'}"


def _ally(slots: Mapping[str, Any]) -> Ally:
    return Ally(tuple(dict.fromkeys(slots["powers"])))


def _leave(slots: Mapping[str, Any]) -> tuple[LeaveAlliance, ...]:
    return tuple(LeaveAlliance(power) for power in dict.fromkeys(slots["powers"]))


_BREAK: Final = "(BREAK|LEAVE|END|DISSOLVE)"
_FORMS: Final = (
    *pacts(_ally, _leave, "BREAK ALLIANCE: SPAIN"),
    *forms(
        "BREAK ALLIANCE: ALL",
        lambda slots: LeaveAlliance(),
        f"{_BREAK} (ALLIANCE|ALLIANCES) [WITH] ALL",
        f"{_BREAK} ALL (ALLIANCE|ALLIANCES)",
    ),
)


class TreatyRules(Table, frozen=True):
    """The table `treaties`."""

    guarded: Annotated[
        tuple[str, ...],
        knob("The powers that are in a treaty with another confession only as long as a power of "
             "their own is in it, too", "E15V7-PAP-10"),
    ] = ()  # fmt: skip


TREATY: Final = EventKind(
    "treaty",
    section="Declarations",
    topics=("diplomacy",),
    weight=40,
    sentences=(Sentence(own_words),),
)


class Treaties(Feature):
    """Concludes treaties, remembers them, and lets members leave."""

    key = _KEY
    part = TreatyBook
    tables = MappingProxyType({_KEY: TreatyRules})
    forms = MappingProxyType({"movement": _FORMS})
    events = (TREATY,)

    def steps(self) -> tuple[Added, ...]:
        leaving = Step("leaving", _leave_treaties, (LeaveAlliance,), "alliances are left")
        concluding = Step("treaties", _conclude, (Ally,), "alliances are made")
        return (
            Added(START, Step("treaties", _follow)),
            # A power that leaves an ally may declare war on it in the same year, and one that ends
            # a war may offer an alliance.
            Added("movement", leaving, before="declarations"),
            Added("movement", concluding, after="declarations"),
            Added(NEW_YEAR, Step("order of effects", _order_effects), before="declarations"),
            Added(END, Step("treaties", _follow_changes)),
        )

    def taken(self, given: Mapping[str, Any], state: EuropeState) -> Mapping[str, Any]:
        """An alliance of three or more powers is a treaty of them all."""
        alliances, book = given.get("alliances"), given.get(_KEY, {})
        if not isinstance(alliances, list) or not isinstance(book, Mapping):
            return given
        circles = [one for one in alliances if isinstance(one, list) and len(one) > 2]
        known = all(power in state.facts.powers for one in circles for power in one)
        if not circles or not known:
            return given
        since = given.get("year", state.year)
        rows = [{"members": one, "since": since} for one in circles]
        pairs = [one for one in alliances if one not in circles]
        concluded = [*book.get("concluded", ()), *rows]
        return {**given, "alliances": pairs, _KEY: {**book, "concluded": concluded}}

    def oddities(self, state: EuropeState) -> Iterator[str]:
        facts = state.facts
        pairs = {one.members for one in state.parts[_KEY].concluded if len(one.members) == 2}
        for circle in combinations(state.living, 3):
            if pairs.issuperset(combinations(circle, 2)):
                ids = ", ".join(f'"{power}"' for power in circle)
                yield (
                    f"{listed(map(facts.name_of, circle))} are allied two by two; one treaty of "
                    f"the three is written alliances = [[{ids}]]"
                )

    def flaws(self, state: EuropeState) -> Iterator[str]:
        for number, one in enumerate(state.parts[_KEY].concluded, 1):
            where = f"{_KEY}.concluded, row {number}"
            if len(set(one.members)) < max(2, len(one.members)):
                yield f"{where}: members are not two or more different powers"
            for power in one.leaving:
                if power not in one.members:
                    yield f"{where}: leaving has {power}, which is not a member"

    def completed(self, state: EuropeState) -> EuropeState:
        facts, year = state.facts, state.year
        concluded = state.parts[_KEY].concluded
        relations = dict(state.relations)
        for treaty in concluded:
            for pair in _pairs(facts, treaty.members_in(year)) if treaty.since <= year else ():
                known = relations.setdefault(pair, Relation("alliance", treaty.since))
                if known.kind == "war":
                    raise FileError(f"treaties.concluded: {listed(pair)} are at war")
        changes = [*state.changes]
        queued = {(change.pair, change.kind) for change in changes}
        later = year + facts.declarations.delay_years
        changes += [
            x for x in _coming(facts, concluded, year, later) if (x.pair, x.kind) not in queued
        ]
        following = _following(facts, year, concluded, relations, changes)
        return replace(
            state,
            relations=MappingProxyType({pair: relations[pair] for pair in sorted(relations)}),
            changes=tuple(changes),
            parts=MappingProxyType({**state.parts, _KEY: TreatyBook(following)}),
        )

    def proviso(self, state: EuropeState, power: str, order: Any) -> str:
        if not isinstance(order, Ally):
            return ""
        others = [state.facts.name_of(other) for other in order.powers if other != power]
        verb = "declares" if len(others) == 1 else "declare"
        return f"an alliance needs all its members: it counts if {listed(others)} {verb} it too"

    def on_elimination(self, turn: Turn, power: str) -> None:
        book = _treaties(turn)
        without = [
            replace(one, members=tuple(m for m in one.members if m != power)) for one in book
        ]
        for number, treaty in enumerate(without):
            for guard in _forsaken(turn.facts, treaty.members_in(turn.year)):
                left = replace(treaty, members=tuple(m for m in treaty.members if m != guard))
                without[number] = left
                _report_forsaken(turn, guard, left, turn.year)
        _keep(turn, without)
        allied = _allied(turn.facts, without, turn.year)
        for pair, relation in dict(turn.relations).items():
            if relation.kind == "alliance" and pair not in allied:
                turn.relations[pair] = Relation("peace", turn.year, "alliance")
        turn.politics_changed()
        _queue(turn)

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        name = state.facts.name_of
        return tuple(
            f"{listed(map(name, treaty.members_in(state.year)))} are allied since {treaty.since}"
            for treaty in state.parts[_KEY].concluded
            if treaty.since <= state.year
        )

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        name, year = state.facts.name_of, state.year
        rows = [
            (
                named_sides(state.facts, treaty.members_in(year)),
                str(treaty.since),
                listed(
                    f"{name(power)} from {until}"
                    for power, until in treaty.leaving.items()
                    if until > year
                )
                or "nobody",
            )
            for treaty in state.parts[_KEY].concluded
        ]
        return (table("Treaties of alliance", ("Members", "In effect from", "Leaving"), rows),)

    def expires(self, state: EuropeState, power: str) -> Iterator[str]:
        name = state.facts.name_of
        for treaty in state.parts[_KEY].concluded:
            members = treaty.members_in(state.year)
            if power not in members:
                continue
            others = [member for member in members if member != power]
            if treaty.since > state.year:
                with_whom = listed(map(name, others))
                yield f"the treaty with {with_whom} is in effect from {treaty.since} on"
            for one, until in treaty.leaving.items():
                if until <= state.year:
                    continue
                if one == power:
                    yield f"you leave the treaty with {listed(map(name, others))} in {until}"
                else:
                    rest = listed(["you", *(name(other) for other in others if other != one)])
                    yield f"{name(one)} leaves the treaty with {rest} in {until}"


# --- treaties, pairs of powers, and the years


def _treaties(turn: Turn) -> tuple[Treaty, ...]:
    book: TreatyBook = turn.parts[_KEY]
    return book.concluded


def _keep(turn: Turn, treaties: Iterable[Treaty]) -> None:
    turn.parts[_KEY] = TreatyBook(tuple(treaties))


def _in_order(facts: Facts, members: Iterable[str]) -> tuple[str, ...]:
    named = set(members)
    return tuple(power for power in facts.powers if power in named)


def _pairs(facts: Facts, members: Iterable[str]) -> tuple[Pair, ...]:
    return tuple(combinations(_in_order(facts, members), 2))


def _allied(facts: Facts, treaties: Iterable[Treaty], year: int) -> dict[Pair, Treaty]:
    """The pairs that are allied in a year, each with a treaty that makes them so."""
    in_effect = [treaty for treaty in treaties if treaty.since <= year]
    return {pair: treaty for treaty in in_effect for pair in _pairs(facts, treaty.members_in(year))}


def _coming(
    facts: Facts, treaties: Iterable[Treaty], year: int, later: int
) -> Iterator[ComingChange]:
    """The changes that treaties make from one year to another, pair by pair."""
    treaties = tuple(treaties)
    now, then = _allied(facts, treaties, year), _allied(facts, treaties, later)
    for pair in sorted(now.keys() - then.keys()):
        by = tuple(power for power in pair if power in now[pair].leaving)
        yield ComingChange(later, "dissolution", pair, by)
    for pair in sorted(then.keys() - now.keys()):
        yield ComingChange(later, "alliance", pair, pair)


def _queue(turn: Turn) -> None:
    """Let the changes of the coming year follow from the treaties."""
    year = effective_year(turn)
    kinds = ("alliance", "dissolution")
    others = [change for change in turn.changes if change.kind not in kinds or change.year != year]
    turn.changes = [*others, *_coming(turn.facts, _treaties(turn), turn.year, year)]
    _order_effects(turn)


def _following(
    facts: Facts,
    year: int,
    treaties: Iterable[Treaty],
    relations: Mapping[Pair, Relation],
    changes: Iterable[ComingChange],
) -> tuple[Treaty, ...]:
    """The treaties as they follow from what is in effect, and will be, between two powers."""
    allied = {pair for pair, one in relations.items() if one.kind == "alliance"}
    changes = tuple(changes)
    coming = {change.pair: change.year for change in changes if change.kind == "alliance"}
    kept: list[Treaty] = []
    for treaty in treaties:
        members = treaty.members_in(max(year, treaty.since))
        known = allied if treaty.since <= year else allied | coming.keys()
        pairs = _pairs(facts, members)
        if pairs and known.issuperset(pairs):
            leaving = {one: first for one, first in treaty.leaving.items() if one in members}
            kept.append(replace(treaty, members=members, leaving=leaving))
        elif treaty.since <= year:
            kept += [Treaty(pair, treaty.since) for pair in pairs if pair in known]
    explained = _allied(facts, kept, year)
    kept += [Treaty(pair, relations[pair].since) for pair in sorted(allied - explained.keys())]
    for pair, first_year in coming.items():
        if pair not in _allied(facts, kept, first_year):
            kept.append(Treaty(pair, first_year))
    for change in changes:
        if change.kind == "dissolution":
            gone = dict.fromkeys(change.by[:1], change.year)
            kept = [
                replace(treaty, leaving={**gone, **treaty.leaving})
                if set(change.pair) <= {*treaty.members_in(change.year)}
                and treaty.since < change.year
                else treaty
                for treaty in kept
            ]
    return tuple(kept)


def _follow(turn: Turn) -> None:
    book = _treaties(turn)
    _keep(turn, _following(turn.facts, turn.year, book, turn.relations, turn.changes))


def _follow_changes(turn: Turn) -> None:
    """Let the treaties follow once more, unless all is as it was when the phase began."""
    before = turn.before
    told = turn.year, _treaties(turn), turn.relations, tuple(turn.changes)
    if told != (before.year, before.parts[_KEY].concluded, before.relations, before.changes):
        _follow(turn)


def _order_effects(turn: Turn) -> None:
    """Of several changes between two powers the last one is what will be."""
    turn.changes.sort(key=lambda change: _EFFECTS.index(change.kind))


# --- who may be allied with whom


def _forsaken(facts: Facts, members: tuple[str, ...]) -> Iterator[str]:
    """The guarded powers among the members of a treaty with no other power of their confession."""
    for guard in facts.of(TreatyRules).guarded:
        others = {facts.powers[power].confession for power in members if power != guard}
        if guard in members and others and facts.powers[guard].confession not in others:
            yield guard


def _bar_confession(turn: Turn, members: Iterable[str]) -> tuple[str, str] | None:
    """Why a guarded power may not join these: one of another confession has no ally of that
    confession."""
    facts, members = turn.facts, _in_order(turn.facts, members)
    for guard in facts.of(TreatyRules).guarded:
        own = facts.powers[guard].confession
        fellows = [one for one in members if one != guard and facts.powers[one].confession == own]
        for power in members if guard in members else ():
            other = facts.powers[power].confession
            if other != own and not any(turn.standing.allied(power, fellow) for fellow in fellows):
                name, which = facts.name_of(guard), facts.confessions[own].name
                said = (
                    f"{name} allies with {facts.name_of(power)} only by joining its alliance with "
                )
                return "alliance-confession", f"{said}a {which} power"
    return None


# --- leaving


def _leave_treaties(turn: Turn) -> None:
    """Settle who leaves which treaties, and who leaves with them."""
    name, year = turn.facts.name_of, effective_year(turn)
    for entry in turn.entries_of(LeaveAlliance):
        power, other = entry.power, entry.order.power
        book = list(_treaties(turn))
        own = [
            n for n, one in enumerate(book) if power in one.members and other in ("", *one.members)
        ]
        left = [n for n in own if power not in book[n].leaving]
        if not left or other == power:
            which = f"with {name(other)}" if other else "to leave"
            why = ("dissolution-no-alliance", f"there is no alliance {which}")
            if other == power:
                why = ("declare-itself", "no power leaves an alliance with itself")
            elif own:
                why = ("declare-again", f"{name(power)} leaves it already")
            turn.settle(entry, "illegal", why, extent=extent_of(why[0]))
            continue
        for number in left:
            treaty = book[number]
            book[number] = replace(treaty, leaving={**treaty.leaving, power: year})
        _keep(turn, book)
        circles = [[name(member) for member in book[n].members if member != power] for n in left]
        said = "; and ".join(f"the alliance with {listed(names)}" for names in circles)
        said = f"{said}, in effect from {year}"
        turn.settle(entry, "success", ("alliance-left", f"{name(power)} leaves {said}"))
        members = dict.fromkeys(power for n in left for power in book[n].members)
        _report(turn, "alliance-left", f"{name(power)} leaves {said}", power, members, 35)
    _release_guarded(turn, year)
    _queue(turn)


def _release_guarded(turn: Turn, year: int) -> None:
    book = list(_treaties(turn))
    for number, treaty in enumerate(book):
        staying = treaty.members_in(year)
        for guard in _forsaken(turn.facts, staying) if staying != treaty.members else ():
            book[number] = replace(treaty, leaving={**treaty.leaving, guard: year})
            _report_forsaken(turn, guard, book[number], year)
    _keep(turn, book)


def _report_forsaken(turn: Turn, guard: str, treaty: Treaty, year: int) -> None:
    name, facts = turn.facts.name_of, turn.facts
    others = [member for member in treaty.members_in(year) if member != guard]
    which = facts.confessions[facts.powers[guard].confession].name
    said = f"no other {which} power is left in its alliance with {listed(map(name, others))}"
    text = f"{name(guard)} leaves as well, in effect from {year}: {said}"
    _report(turn, "alliance-forsaken", text, guard, [guard, *others], 30)


def _report(
    turn: Turn, cause: str, text: str, power: str, members: Iterable[str], weight: int
) -> None:
    members = _in_order(turn.facts, members)
    declared = "dissolution"
    turn.report(
        TREATY, cause, text, members, weight=weight, declared=declared, by=[power],
        members=list(members), year=effective_year(turn),
    )  # fmt: skip


# --- concluding


def _conclude(turn: Turn) -> None:
    """Settle the offers of alliances by what all declare in this phase."""
    claims: list[tuple[Entry, frozenset[str]]] = []
    for entry in turn.entries_of(Ally):
        circle = frozenset((entry.power, *entry.order.powers))
        again = any(one.power == entry.power and circle == known for one, known in claims)
        bar = ("declare-again", "the sheet has it already") if again else _bar(turn, entry, circle)
        if bar is None:
            claims.append((entry, circle))
        else:
            turn.settle(entry, "illegal", bar, extent=extent_of(bar[0], again=again))
    signed: dict[frozenset[str], set[str]] = {}
    for entry, circle in claims:
        signed.setdefault(circle, set()).add(entry.power)
    made = [
        _in_order(turn.facts, circle)
        for circle, signers in signed.items()
        if signers == circle and _obstacle(turn, circle) is None
    ]
    year = effective_year(turn)
    _keep(turn, (*_treaties(turn), *(Treaty(members, year) for members in made)))
    for entry, circle in claims:
        _settle(turn, entry, circle, made=_in_order(turn.facts, circle) in made)
    name = turn.facts.name_of
    for members in made:
        turn.report(
            TREATY,
            "alliance-made",
            f"{listed(map(name, members))} make an alliance, in effect from {year}",
            declared="alliance",
            by=list(members),
            members=list(members),
            year=year,
        )
    _queue(turn)


def _bar(turn: Turn, entry: Entry, circle: frozenset[str]) -> tuple[str, str] | Reason | None:
    """Why a power may not declare an alliance, whatever others declare; None if it may."""
    facts, power = turn.facts, entry.power
    name = facts.name_of
    others = [member for member in _in_order(facts, circle) if member != power]
    if not others:
        return "declare-itself", "nobody declares anything against itself"
    for other in others:
        if other in turn.eliminated:
            return "declare-absent", f"{name(other)} is not in the game"
        if any({power, other} == {*pair} for pair in facts.setup.forbidden_alliances):
            return "alliance-forbidden", f"{name(power)} and {name(other)} may never ally"
    if any({*treaty.members} == circle and not treaty.leaving for treaty in _treaties(turn)):
        return "declare-already", "these are allied in a treaty of their own already"
    ending = [
        other.order.power
        for other in turn.entries
        if other.power == power
        and isinstance(other.order, Declare)
        and other.order.kind == "armistice"
    ]
    for other in others:
        if turn.standing.at_war(power, other) and other not in ending:
            said = f"there is a war with {name(other)}: it takes an armistice of both as well"
            return "alliance-at-war", said
    asked = (
        feature.bar_declaration(turn, power, Declare("alliance", other))
        for feature in turn.edition.features
        for other in others
    )
    no = first(asked)
    return Reason(no.rule, no.text) if no else _bar_confession(turn, circle)


def _obstacle(turn: Turn, circle: Iterable[str]) -> tuple[str, str] | None:
    """Any other obstacle to an alliance, in this phase or in the wars in effect."""
    name = turn.facts.name_of
    declared = {change.pair for change in turn.changes if change.kind == "war"}
    ending = {change.pair for change in turn.changes if change.kind == "armistice"}
    for pair in _pairs(turn.facts, _in_order(turn.facts, circle)):
        both = listed(map(name, pair))
        if pair in declared:
            return "alliance-met-by-war", f"there is war between {both} from the same year on"
        if turn.standing.at_war(*pair) and pair not in ending:
            return "alliance-at-war", f"{both} are at war, and make no armistice in this phase"
    return None


def _settle(turn: Turn, entry: Entry, circle: frozenset[str], *, made: bool) -> None:
    name = turn.facts.name_of
    others = [power for power in _in_order(turn.facts, circle) if power != entry.power]
    if made:
        said = f"allied with {listed(map(name, others))} from {effective_year(turn)} on"
        turn.settle(entry, "success", ("alliance-made", said))
        return
    obstacle = _obstacle(turn, circle)
    said = "an alliance needs the declarations of all its members, each naming the same"
    turn.settle(entry, "void", obstacle or ("alliance-unmatched", said))
    told = turn.facts.declarations.offers
    if told != "author":
        turn.report(
            OFFER,
            "offer-unanswered",
            f"{name(entry.power)} declares an alliance with {listed(map(name, others))}, and it "
            "does not come about",
            known_to=() if told == "public" else others,
            declared="alliance",
            by=[entry.power],
            to=others,
        )
