"""Papal decrees: announced with the orders of a year, in effect from those of the next one on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final, Literal

from msgspec.structs import replace

from generator.engine.course import NEW_YEAR, Added, Step
from generator.engine.docket import Entry
from generator.engine.events import EventKind
from generator.engine.forms.pattern import Form
from generator.engine.words import count, listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.features.decree_records import (
    FORMS,
    KEY,
    AnnulDecree,
    Decree,
    DecreeRules,
    Decrees,
    IssueDecree,
    book_of,
    decrees_in,
    excommunicated_in,
)
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, rulings_of
from generator.rulesets.europe.turn.turn import Turn


def _pope(facts: Facts) -> str:
    return facts.of(DecreeRules).power


def _begins(facts: Facts, order: IssueDecree) -> str:
    """The words before a decree's first year if it does not bind the diplomacy of that year."""
    late = facts.of(DecreeRules).begins == "movement" and order.demand.sort != "not_enter"
    return "the orders of " if late else ""


DECREE_ANNOUNCED: Final = EventKind("decree-announced", topics=("diplomacy",), weight=35)
DECREE_EFFECTIVE: Final = EventKind("decree-effective", topics=("diplomacy",), weight=18)
DECREE_ANNULLED: Final = EventKind("decree-annulled", topics=("diplomacy",), weight=18)
DECREES_LAPSED: Final = EventKind("decrees-lapsed", weight=15)
PENALTY_CANCELLED: Final = EventKind("penalty-cancelled", weight=12)


_PLACED: Final = ("not_enter", "vacate", "not_influence")
"""The kinds of decrees that are about a place."""


class DecreeRuling(EuropeRuling, frozen=True):
    """a decree: decides whether a decree is announced, and sets its words"""

    point = "during"
    phases = ("movement",)
    approved: bool
    text: str | None = None

    def check(self, turn: Turn) -> None:
        if not self.approved and not self.secret:
            raise self.refuse("a rejection is secret: add secret = true")
        if self.text is not None and not self.text.strip():
            raise self.refuse("text is empty", "text")

    def words(self, turn: Turn) -> str:
        word = "approved" if self.approved else "rejected"
        return f"the decree of {turn.facts.name_of(_pope(turn.facts))} is {word}"


class PapalDecrees(Feature):
    """Announces the decrees, and keeps them and what their violations cost."""

    key = KEY
    part = Decrees
    items = ("excommunicated", "decree_violation")
    tables = MappingProxyType({KEY: DecreeRules})
    headings = ("decree", "decrees")
    events = (
        DECREE_ANNOUNCED, DECREE_EFFECTIVE, DECREE_ANNULLED, DECREES_LAPSED, PENALTY_CANCELLED,
    )  # fmt: skip
    rulings = MappingProxyType({"decree": DecreeRuling})

    def __init__(self, forms: tuple[Form, ...] = FORMS, before: str = "orders") -> None:
        """`before`: the step of the movement phase before which decrees are announced."""
        self._before = before
        self.forms = MappingProxyType({"movement": forms})

    def flaws(self, state: EuropeState) -> Iterator[str]:
        book, facts = book_of(state), state.facts
        numbers = range(1, len(book.issued) + 1)
        bound = facts.of(DecreeRules).targets
        for row, one in enumerate(book.issued, 1):
            where = f"{KEY}.issued, row {row}"
            if one.number != row:
                yield f"{where}: number is {one.number}, and decrees are counted from 1"
            others = [power for power in one.targets if facts.powers[power].confession != bound]
            if others or not one.targets:
                yield f"{where}: targets has {listed(others) or 'no power'}, which no decree binds"
            if one.kind in _PLACED and not one.place:
                yield f"{where}: place is missing"
            if one.kind == "leave_alliance" and not one.power:
                yield f"{where}: power is missing"
            if one.year > state.year:
                yield f"{where}: {one.year} is still to come"
        if book.penalties and facts.of(DecreeRules).tolerated:
            yield f"{KEY}.penalties: violations cost no points in this ruleset"
        for name, rows in (("penalties", book.penalties), ("ignored", book.ignored)):
            for entry in rows:
                if entry.decree not in numbers:
                    yield f"{KEY}.{name}: there is no decree {entry.decree}"

    def steps(self) -> tuple[Added, ...]:
        announcements = Step("decrees", self._announce_all, (IssueDecree, AnnulDecree))
        return (
            Added("movement", announcements, before=self._before),
            Added(NEW_YEAR, Step("decrees", self._open_year), after="declarations"),
        )

    def _announce_all(self, turn: Turn) -> None:
        announced: list[type] = []
        ruled = rulings_of(turn, "decree")
        entries = turn.entries_of(IssueDecree, AnnulDecree)
        if ruled and not any(entry.power == _pope(turn.facts) for entry in entries):
            raise ruled[0].refuse("no decree was ordered that it could be about")
        for entry in entries:
            why = _out_of_turn(turn, entry, announced)
            said = ruled[-1].approved if ruled else None
            if why is None and said is False:
                why = "illegal", "decree-rejected", "the referee has rejected it"
            if why is None:
                why = _flaw(turn, entry.order, approved=bool(said))
            if why is not None:
                turn.settle(entry, why[0], why[1:], known_to=(entry.power,))
                continue
            announced.append(type(entry.order))
            if isinstance(entry.order, AnnulDecree):
                _annul(turn, entry)
            else:
                _announce(turn, entry, ruled[-1] if ruled else None)

    def _open_year(self, turn: Turn) -> None:
        part = book_of(turn)
        delay = turn.facts.of(DecreeRules).delay_years
        for decree in part.issued:
            if decree.year + delay == turn.year and (not decree.ended or turn.year < decree.ended):
                begins = _begins(turn.facts, decree.order)
                since = f" from {begins}{turn.year} on" if begins else ""
                said = (
                    f"decree {decree.number} is in effect{since}: {decree.order.words(turn.facts)}"
                )
                _report(turn, DECREE_EFFECTIVE, "decree-in-effect", said, decree)
            elif decree.ended == turn.year and decree.why == "annulled":
                said = f"decree {decree.number} is annulled: {decree.order.words(turn.facts)}"
                _report(turn, DECREE_ANNULLED, "decree-annulled", said, decree)
                self._cancel(turn, decree)

    def _cancel(self, turn: Turn, decree: Decree) -> None:
        """Cancel the penalties that a decree has caused."""
        part = book_of(turn)
        ended = [x for x in part.penalties if x.decree == decree.number and not x.cancelled]
        for penalty in ended:
            name, points = turn.facts.name_of(penalty.power), count(penalty.points, "point")
            said = f"{name} gets back {points}, lost in {penalty.year} under decree {decree.number}"
            turn.report(
                PENALTY_CANCELLED,
                "penalty-cancelled",
                said,
                decree=decree.number,
                power=penalty.power,
                points=penalty.points,
            )
        kept = tuple(replace(x, cancelled=True) if x in ended else x for x in part.penalties)
        turn.parts[KEY] = replace(part, penalties=kept)

    def on_elimination(self, turn: Turn, power: str) -> None:
        if power != _pope(turn.facts):
            return
        part = book_of(turn)
        left = [decree for decree in part.issued if not decree.ended or turn.year < decree.ended]
        if left:
            lapsed = [replace(decree, ended=turn.year, why="lapsed") for decree in left]
            turn.parts[KEY] = part.change(*lapsed)
            said = f"with {turn.facts.name_of(power)} {count(len(left), 'decree')} lapse"
            said += "s" if len(left) == 1 else ""
            turn.report(DECREES_LAPSED, "decree-lapsed", said, (power,))

    def score(self, turn: Turn, power: str) -> tuple[tuple[str, int], ...]:
        rules = turn.facts.of(DecreeRules)
        if rules.tolerated:
            out = 0 < excommunicated_in(turn, power) <= turn.year
            return (("excommunicated", -rules.excommunication if out else 0),)
        own = [x for x in book_of(turn).penalties if x.power == power and not x.cancelled]
        return (("decree_violation", -sum(penalty.points for penalty in own)),)

    def expires(self, state: EuropeState, power: str) -> Iterator[str]:
        active = decrees_in(state)
        for decree in book_of(state).issued:
            first = decree.year + state.facts.of(DecreeRules).delay_years
            when = f" from {first} on" if state.year < first and not decree.ended else ""
            if power in decree.targets and (when or decree in active):
                until = f" until {decree.ended}" if decree.ended else when
                demand = decree.order.demand.words(state.facts)
                yield f"decree {decree.number} binds you{until}: {demand}"


# --- what may be decreed

Why = tuple[Literal["illegal", "excess", "void"], str, str]


def _out_of_turn(turn: Turn, entry: Entry, announced: Iterable[type]) -> Why | None:
    """Why its author has no decree to give now, whatever its content."""
    facts, rules = turn.facts, turn.facts.of(DecreeRules)
    pope = _pope(facts)
    if entry.power != pope:
        return "illegal", "decree-not-pope", f"only {facts.name_of(pope)} gives decrees"
    first = facts.first_year + rules.after_years
    if turn.year < first:
        return "illegal", "decree-too-early", f"there are no decrees before {first}"
    counted = (IssueDecree, AnnulDecree) if rules.annulment_counts else (IssueDecree,)
    if isinstance(entry.order, counted) and any(kind in counted for kind in announced):
        return "excess", "decree-second", "another decree is announced already this year"
    return None


def _flaw(turn: Turn, order: IssueDecree | AnnulDecree, *, approved: bool) -> Why | None:
    """The flaw of a decree; one that the referee has approved may be free or past."""
    if isinstance(order, AnnulDecree):
        found = next((one for one in decrees_in(turn) if one.number == order.number), None)
        if found is None:
            return "illegal", "decree-none-such", f"no decree {order.number} is in effect"
        if found.ended:
            text = f"decree {order.number} is withdrawn already"
            return "illegal", "decree-none-such", text
        return None
    demand, name = order.demand, turn.facts.name_of
    wrong = _wrong_target(turn, order)
    if wrong:
        return "illegal", "decree-target", wrong
    if demand.sort == "forced":
        text = f"no decree can order a power {demand.words(turn.facts)}"
        return "illegal", "decree-forced", text
    if approved:
        return None
    if demand.sort == "free":
        return "void", "decree-free", "decrees in other words need the referee's approval"
    if demand.sort == "excommunicate":
        return _not_yet_out(turn, order)
    if demand.sort == "not_influence":
        there = [
            target for target in order.targets if turn.before.infs.get(demand.place, {}).get(target)
        ]
        if there:
            text = f"{name(there[0])} has INFs in {name(demand.place)} and cannot take them back"
            return "illegal", "decree-past", text
    return None


def _not_yet_out(turn: Turn, order: IssueDecree) -> Why | None:
    """Why its targets cannot be excommunicated, or None."""
    name, book, most = turn.facts.name_of, book_of(turn), turn.facts.of(DecreeRules).tolerated
    for power in order.targets:
        if excommunicated_in(turn, power):
            return "illegal", "excommunicated-already", f"{name(power)} is excommunicated already"
        ignored = len(book.ignored_by(power))
        if ignored < most:
            text = f"{name(power)} has ignored {count(ignored, 'decree')}, and {most} are tolerated"
            return "illegal", "excommunication-early", text
    return None


def _wrong_target(turn: Turn, order: IssueDecree) -> str:
    """Why a decree cannot bind whom it names, or be about the power that it is about; or ""."""
    facts, rules, about = turn.facts, turn.facts.of(DecreeRules), order.demand.power
    most = rules.max_targets
    if len(order.targets) > most:
        return f"a decree binds {most} powers at most"
    for power in order.targets:
        one = facts.powers[power]
        if power not in turn.living:
            return f"{one.short} has fallen"
        if one.confession != rules.targets:
            which = facts.confessions[rules.targets].name
            return f"{one.short} is not {which}, and decrees bind {which} powers alone"
        if power == _pope(facts):
            return f"{one.short} binds others, not itself"
        if power == about:
            return f"{one.short} cannot be bound toward itself"
    return f"{facts.name_of(about)} has fallen" if about and about not in turn.living else ""


def _announce(turn: Turn, entry: Entry, ruled: DecreeRuling | None) -> None:
    order: IssueDecree = entry.order
    if ruled is not None and ruled.text is not None and order.demand.sort == "free":
        order = replace(order, demand=replace(order.demand, text=ruled.text.strip()))
    part = book_of(turn)
    decree = Decree.of(len(part.issued) + 1, turn.year, order)
    turn.parts[KEY] = replace(part, issued=(*part.issued, decree))
    year = turn.year + turn.facts.of(DecreeRules).delay_years
    since = f"{_begins(turn.facts, order)}{year}"
    words = f"decree {decree.number}, in effect from {since} on: {order.words(turn.facts)}"
    turn.settle(entry, "success", ("decree-announced", words), known_to=())
    said = f"{turn.facts.name_of(entry.power)} announces {words}"
    _report(turn, DECREE_ANNOUNCED, "decree-announced", said, decree)


def _annul(turn: Turn, entry: Entry) -> None:
    part = book_of(turn)
    decree = part.find(entry.order.number)
    assert decree is not None  # _flaw has found it in effect
    since = turn.year + turn.facts.of(DecreeRules).delay_years
    turn.parts[KEY] = part.change(replace(decree, ended=since, why="annulled"))
    words = f"decree {decree.number} from {since} on: {decree.order.words(turn.facts)}"
    turn.settle(entry, "success", ("decree-annulling", f"annulled: {words}"), known_to=())
    said = f"{turn.facts.name_of(entry.power)} annuls {words}"
    _report(turn, DECREE_ANNOUNCED, "decree-annulling", said, decree)


def _report(turn: Turn, kind: EventKind, cause: str, said: str, decree: Decree) -> None:
    about = decree.order.demand.power
    powers = (*decree.order.targets, *((about,) if about else ()))
    turn.report(
        kind, cause, said, powers, decree=decree.number, year=decree.year, order=str(decree.order)
    )
