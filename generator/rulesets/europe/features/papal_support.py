"""The Papacy and Catholic wars: when it may be attacked, and whom it has to support.

[support]
requests = [{ power = "spain", enemy = "dutch", year = 1620, answer = "refused" }]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.course import END, Added, Step
from generator.engine.events import EventKind
from generator.engine.forms.pattern import Form
from generator.engine.movement import No
from generator.engine.report import Section, table
from generator.engine.typed import Count, Positive, Record, Table, knob
from generator.rulesets.europe.features.decree_records import book_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Declare, Power
from generator.rulesets.europe.steps.declarations import bar_by_relation
from generator.rulesets.europe.steps.transfers import TRANSFER
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side

_KEY: Final = "support"


class RequestSupport(Struct, frozen=True):
    """`REQUEST SUPPORT WAR SWEDEN AMOUNT 3`; the amount is a wish, 0 if it is not given."""

    enemy: str = ""
    amount: int = 0

    def __str__(self) -> str:
        enemy = f" WAR {self.enemy.upper()}" if self.enemy else ""
        return f"REQUEST SUPPORT{enemy}{f' AMOUNT {self.amount}' if self.amount else ''}"


class Request(Record, frozen=True):
    """A first request for support. `answer` is "" as long as the year runs."""

    power: Power
    enemy: Power
    year: int
    answer: Literal["", "granted", "refused", "excused"] = ""


class Requests(Record, frozen=True):
    requests: tuple[Request, ...] = ()


class SupportRules(Table, frozen=True):
    """The table `support`."""

    power: Annotated[str, knob("The power that is asked for support", "E15V7-FIN-1")] = ""
    of: Annotated[str, knob("The confession of those that may ask", "E15V7-FIN-1")] = ""
    against: Annotated[str, knob("The confession of the enemy", "E15V7-FIN-1")] = ""
    minimum: Annotated[Positive, knob("The least that a first request is paid", "E15V7-FIN-3")] = 1
    centers: Annotated[
        Count, knob("The centers beyond which it may be attacked", "E15V7-PAP-5")
    ] = 5
    decrees: Annotated[
        Count, knob("The decrees beyond which it may be attacked", "E15V7-PAP-6")
    ] = 5


REQUEST: Final = EventKind("support-request", section="Papal support", topics=("diplomacy",),
                           weight=18)  # fmt: skip
ANSWER: Final = EventKind("support-answer", section="Papal support", topics=("diplomacy",),
                          weight=22)  # fmt: skip


def _asked(slots: Mapping[str, Any]) -> RequestSupport:
    return RequestSupport(slots.get("enemy", ""), slots.get("amount", 0))


_FORMS: Final = (
    Form(
        "REQUEST [PAPAL] SUPPORT [(FROM|OF)] [{of:power}] [[;]* (WAR|AGAINST) [(WITH|ON)] "
        "{enemy:power}] [[;]* AMOUNT {amount:number}]",
        _asked,
        "REQUEST SUPPORT: PAPACY; WAR SWEDEN; AMOUNT 3",
    ),
)


class ExcuseRuling(EuropeRuling, frozen=True):
    """an excuse: excuses the Papacy for a first request that it did not meet"""

    point = "before"
    power: LivingPower

    def check(self, turn: Turn) -> None:
        requests: Requests = turn.parts[_KEY]
        if not any(
            one.power == self.power and one.answer in ("", "refused") for one in requests.requests
        ):
            raise self.refuse(f"no request of {self.power} waits for an answer or was refused")

    def words(self, turn: Turn) -> str:
        return _answer_words(turn, self.power, "excused")

    def apply(self, turn: Turn) -> None:
        _answer(turn, self.power, "excused", ("", "refused"))


class PapalSupport(Feature):
    """Bars Catholic declarations of war on the Papacy, takes requests for support, and notes
    whether they are met by the end of the year."""

    key = _KEY
    part = Requests
    tables = MappingProxyType({_KEY: SupportRules})
    forms = MappingProxyType({"movement": _FORMS})
    events = (REQUEST, ANSWER)
    rulings = MappingProxyType({"excuse": ExcuseRuling})

    def flaws(self, state: EuropeState) -> Iterator[str]:
        rules, powers = state.facts.of(SupportRules), state.facts.powers
        for row, one in enumerate(state.parts[_KEY].requests, 1):
            if powers[one.power].confession != rules.of or one.power == rules.power:
                yield f"{_KEY}.requests, row {row}: {one.power} cannot ask for support"
            if powers[one.enemy].confession != rules.against:
                yield f"{_KEY}.requests, row {row}: there is no support against {one.enemy}"

    def steps(self) -> tuple[Added, ...]:
        return (
            Added("movement", Step("support", self._take_requests, (RequestSupport,),
                                   "support is requested"), after="declarations"),
            Added(END, Step("support", self._note_grants)),
            Added("builds", Step("support", self._close_year, tried=False)),
        )  # fmt: skip

    def _take_requests(self, turn: Turn) -> None:
        rules, name = turn.facts.of(SupportRules), turn.facts.name_of
        for entry in turn.entries_of(RequestSupport):
            power, enemy = entry.power, entry.order.enemy
            enemy = enemy or next(_enemies(turn, power), "")
            why = _not_entitled(turn, power, enemy)
            if why is not None:
                turn.settle(entry, *why)
                continue
            requests: Requests = turn.parts[_KEY]
            asked = next((x for x in requests.requests if x.power == power), None)
            if asked is not None:
                turn.settle(entry, "success", ("support-again", _again_words(turn, asked)))
                continue
            row = Request(power, enemy, turn.year)
            turn.parts[_KEY] = Requests((*requests.requests, row))
            said = (
                f"{name(rules.power)} owes {name(power)} a grant of at least {rules.minimum} by "
                f"the end of the builds of {turn.year}"
            )
            turn.settle(entry, "success", ("support-requested", said))
            told = f"{name(power)} asks for support in its war with {name(enemy)}: {said}"
            turn.report(REQUEST, "support-requested", told, (power, rules.power), power=power,
                        enemy=enemy)  # fmt: skip

    def _note_grants(self, turn: Turn) -> None:
        rules = turn.facts.of(SupportRules)
        for event in turn.events:
            data = event.data
            if (
                event.kind == TRANSFER.slug
                and (data["sort"], data["sender"]) == ("grant", rules.power)
                and data["tp"] >= rules.minimum
            ):
                _answer(turn, data["receiver"], "granted", ("", "refused"))

    def _close_year(self, turn: Turn) -> None:
        """Refuse all requests that are still open."""
        self._note_grants(turn)
        for request in turn.parts[_KEY].requests:
            if request.year == turn.year:
                _answer(turn, request.power, "refused", ("",))

    def on_elimination(self, turn: Turn, power: str) -> None:
        gone = power == turn.facts.of(SupportRules).power
        kept = [
            x for x in turn.parts[_KEY].requests if not gone and power not in (x.power, x.enemy)
        ]
        turn.parts[_KEY] = Requests(tuple(kept))

    def bar_declaration(self, turn: Turn, power: str, order: Declare) -> No | None:
        """E15V7-PAP-2 to E15V7-PAP-9."""
        rules, facts = turn.facts.of(SupportRules), turn.facts
        if order.kind != "war" or order.power != rules.power:
            return None
        if facts.powers[power].confession != rules.of or any(_rights(turn, power)):
            return None
        pope, confession = facts.name_of(rules.power), facts.confessions[rules.of].name
        text = f"no right lets a {confession} power declare war on the {pope}: it is allied with "
        text += f"nobody who wars with a {confession} power, holds {rules.centers} centers at most,"
        text += f" has passed {rules.decrees} decrees at most, and has not failed this power"
        return No(turn.cites("papacy-immune"), text)

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        name = state.facts.name_of
        refused_by = name(state.facts.of(SupportRules).power)
        return tuple(
            f"{name(request.power)} may declare war on the {refused_by}, "
            f"which refused it support in {request.year}"
            for request in state.parts[_KEY].requests
            if request.answer == "refused"
        )

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        facts = state.facts
        rows = [
            (
                named_side(facts, request.power),
                named_side(facts, request.enemy),
                str(request.year),
                request.answer or "not yet answered",
            )
            for request in state.parts[_KEY].requests
        ]
        title = f"Support asked of the {facts.name_of(facts.of(SupportRules).power)}"
        return (table(title, ("Power", "At war with", "Year", "Answer"), rows),)


def _enemies(turn: Turn, power: str) -> Iterator[str]:
    """The powers of the other confession that a power is at war with."""
    against = turn.facts.of(SupportRules).against
    for other, row in turn.facts.powers.items():
        if row.confession == against and turn.standing.at_war(power, other):
            yield other


def _not_entitled(turn: Turn, power: str, enemy: str) -> tuple[Any, tuple[str, str]] | None:
    """Why a request is not binding: outcome, and cause with sentence."""
    rules, facts = turn.facts.of(SupportRules), turn.facts
    name = facts.name_of
    if rules.power not in turn.living:
        return "illegal", ("support-none", f"{name(rules.power)} is eliminated")
    if power == rules.power or facts.powers[power].confession != rules.of:
        asking = f"{facts.confessions[rules.of].name} powers"
        return "illegal", ("support-none", f"only {asking} ask {name(rules.power)} for support")
    if enemy in _enemies(turn, power):
        return None
    other = facts.confessions[rules.against].name
    said = f"{name(power)} is at war with no {other} power"
    if enemy:
        said = f"{name(power)} is not at war with {name(enemy)}, or {name(enemy)} is not {other}"
    return "void", ("support-informal", f"{said}: the request binds nobody")


def _again_words(turn: Turn, asked: Request) -> str:
    """The answer to a further request: how the first one was met."""
    name, pope = turn.facts.name_of, turn.facts.name_of(turn.facts.of(SupportRules).power)
    if not asked.answer and asked.year == turn.year:
        return f"{name(asked.power)} has asked already, and {pope} owes it one grant, not two"
    met = {
        "granted": "has met that, and is free now",
        "excused": "was excused by the referee, and is free now",
    }.get(
        asked.answer, f"has not met that: {name(asked.power)} may declare war on it until it pays"
    )
    return f"{name(asked.power)} asked first in {asked.year}; {pope} {met}"


def _answer(
    turn: Turn,
    power: str,
    answer: Literal["granted", "refused", "excused"],
    open_to: tuple[str, ...],
) -> None:
    """Answer the requests of a power whose answer is one of these by now."""
    requests: Requests = turn.parts[_KEY]
    rows = []
    for row in requests.requests:
        if row.power != power or row.answer not in open_to:
            rows.append(row)
            continue
        rows.append(replace(row, answer=answer))
        said = _answer_words(turn, power, answer)
        turn.report(ANSWER, f"support-{answer}", said, power=power, answer=answer)
    turn.parts[_KEY] = Requests(tuple(rows))


def _answer_words(turn: Turn, power: str, answer: str) -> str:
    name, pope = turn.facts.name_of, turn.facts.name_of(turn.facts.of(SupportRules).power)
    return {
        "granted": f"{pope} has met the request of {name(power)}",
        "refused": f"{pope} has not met the request of {name(power)}, which may declare war on it",
        "excused": f"the referee excuses {pope} for not supporting {name(power)}",
    }[answer]


# --- rights of war


def _rights(turn: Turn, power: str) -> Iterator[bool]:
    """Whether a power of the Papacy's confession may declare war on it, right by right."""
    rules, standing, powers = turn.facts.of(SupportRules), turn.standing, turn.facts.powers
    held = sum(standing.holders[code] == rules.power for code in turn.facts.centers)
    yield held > rules.centers
    yield len(book_of(turn).issued) > rules.decrees
    yield any(x.power == power and x.answer == "refused" for x in turn.parts[_KEY].requests)
    # An ally's war with a fellow counts, and so does one that it may declare in this phase.
    declared = {
        (one.power, one.order.power)
        for one in turn.entries_of(Declare)
        if one.order.kind == "war" and bar_by_relation(turn, one.power, one.order) is None
    }
    fellows = [
        one for one in turn.living if one != rules.power and powers[one].confession == rules.of
    ]
    for ally, other in permutations(fellows, 2):
        if standing.allied(rules.power, ally):
            yield standing.at_war(ally, other) or (ally, other) in declared
