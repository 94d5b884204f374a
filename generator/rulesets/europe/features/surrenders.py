"""Surrenders: offered to powers at war, accepted for a sum, and paid when they take effect.

[[surrenders.offered]]
power = "bavaria"
victors = ["france", "england"]
indemnity = 6
effective_year = 1623
accepted = ["france"]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.course import Added, Step
from generator.engine.docket import Entry
from generator.engine.events import EventKind, Sentence, Sum
from generator.engine.forms.pattern import filled, forms
from generator.engine.report import Section, table
from generator.engine.typed import Count, Record
from generator.engine.verdicts import Event
from generator.engine.words import listed
from generator.rulesets.europe.state.standing import pair_of
from generator.rulesets.europe.state.state import ComingChange, EuropeState
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.steps.declarations import effective_year
from generator.rulesets.europe.steps.prices import amount
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side, named_sides, own_words

_KEY: Final = "surrenders"


class Surrender(Struct, frozen=True):
    """`SURRENDER: FRANCE, ENGLAND; INDEMNITY 6`."""

    corrected: ClassVar[tuple[str, ...]] = ("indemnity",)
    victors: tuple[str, ...]
    indemnity: int = 0

    def __str__(self) -> str:
        return f"SURRENDER: {', '.join(self.victors).upper()}; INDEMNITY {self.indemnity}"


class AcceptSurrender(Struct, frozen=True):
    """`ACCEPT SURRENDER: BAVARIA; INDEMNITY 6`: the whole sum, no matter who else shares it."""

    corrected: ClassVar[tuple[str, ...]] = ("indemnity",)
    power: str
    indemnity: int = 0

    def __str__(self) -> str:
        return f"ACCEPT SURRENDER: {self.power.upper()}; INDEMNITY {self.indemnity}"


def _surrender(slots: Mapping[str, Any]) -> Surrender:
    return Surrender(tuple(dict.fromkeys(slots["powers"])), slots.get("indemnity", 0))


_TERMS: Final = "[[;]* INDEMNITY [OF] {indemnity:number}]"
_OFFER: Final = forms(
    "SURRENDER: FRANCE; INDEMNITY 6",
    _surrender,
    f"(SURRENDER|SURRENDERS|CAPITULATE) [TO] {{powers}} {_TERMS}",
)
_ACCEPT: Final = forms(
    "ACCEPT SURRENDER: BAVARIA; INDEMNITY 6",
    filled(AcceptSurrender),
    f"(ACCEPT|ACCEPTS) (SURRENDER|SURRENDERS) [OF|FROM|BY] {{power}} {_TERMS}",
)


class SurrenderOffer(Record, frozen=True):
    """A surrender announced for the year `effective_year`. `accepted` are the victors who agreed
    on the indemnity; they share it."""

    power: Power
    victors: tuple[Power, ...]
    effective_year: Count
    indemnity: Count = 0
    accepted: tuple[Power, ...] = ()
    paid: bool = False

    def without(self, power: str) -> SurrenderOffer:
        victors, accepted = (
            tuple(x for x in y if x != power) for y in (self.victors, self.accepted)
        )
        return replace(self, victors=victors, accepted=accepted)


class SurrenderBook(Record, frozen=True):
    offered: tuple[SurrenderOffer, ...] = ()


SURRENDER: Final = EventKind(
    "surrender",
    section="Declarations",
    topics=("diplomacy",),
    weight=45,
    sentences=(Sentence(own_words),),
)
SURRENDER_ACCEPTED: Final = EventKind(
    "surrender-accepted",
    section="Surrenders",
    topics=("diplomacy",),
    weight=45,
    sentences=(Sentence(own_words),),
)


def _account(event: Event) -> Iterator[Sum]:
    payer, shares = event.data["power"], event.data["shares"]
    for victor, tp in shares.items():
        yield payer, "indemnity", -tp, victor
        yield victor, "indemnity", tp, payer


INDEMNITY: Final = EventKind(
    "indemnity",
    section="Surrenders",
    topics=("treasury",),
    weight=20,
    sentences=(Sentence(own_words),),
    account=_account,
)


class SurrenderRuling(EuropeRuling, frozen=True):
    """a surrender: decides whether a surrender is accepted, and for which sum"""

    point = "before"
    power: LivingPower
    victor: LivingPower
    accepted: bool
    indemnity: Count = 0

    def check(self, turn: Turn) -> None:
        if not turn.standing.at_war(self.power, self.victor):
            raise self.refuse("the two are not at war")

    def words(self, turn: Turn) -> str:
        one, other = map(turn.facts.name_of, (self.power, self.victor))
        if not self.accepted:
            return f"{other} does not accept the surrender of {one}"
        return f"{other} accepts the surrender of {one} for {_sum(turn, self.indemnity)}"

    def apply(self, turn: Turn) -> None:
        """Put the ruling in the place of what the two have said in this year."""
        one, other, year = self.power, self.victor, effective_year(turn)
        kept = []
        for offer in _offers(turn):
            if offer.power == one and offer.effective_year == year:
                offer = offer.without(other)
            kept += [offer] if offer.victors else []
        pair = pair_of(turn.facts, one, other)
        turn.changes = [x for x in turn.changes if (x.pair, x.kind) != (pair, "surrender")]
        if self.accepted:
            kept.append(SurrenderOffer(one, (other,), year, self.indemnity, (other,)))
            turn.changes.append(ComingChange(year, "surrender", pair, (one,)))
        turn.parts[_KEY] = SurrenderBook(tuple(kept))


class Surrenders(Feature):
    """Remembers what was offered and accepted, and has it paid."""

    key = _KEY
    part = SurrenderBook
    forms = MappingProxyType(
        {"movement": (*_OFFER, *_ACCEPT), "income": _ACCEPT, "builds": _ACCEPT}
    )
    events = (SURRENDER, SURRENDER_ACCEPTED, INDEMNITY)
    accounts = MappingProxyType({"indemnity": ("indemnities", "Transfers", "indemnity")})
    rulings = MappingProxyType({"surrender": SurrenderRuling})

    def steps(self) -> tuple[Added, ...]:
        offers = Step("surrenders", _offer_all, (Surrender,), "surrenders are offered")
        answers = Step("answers", _accept_all, (AcceptSurrender,), "surrenders are accepted")
        return (
            Added("movement", offers, after="declarations"),
            Added("movement", answers, after="declarations"),
            Added("income", Step("indemnities", _pay, tried=False), after="donations"),
            Added("income", answers, before="refusals"),
            Added("builds", answers, before="refusals"),
            Added("builds", Step("lapses", _lapse, tried=False)),
        )

    def flaws(self, state: EuropeState) -> Iterator[str]:
        for number, one in enumerate(state.parts[_KEY].offered, 1):
            where = f"{_KEY}.offered, row {number}"
            if one.power in one.victors:
                yield f"{where}: {one.power} surrenders to itself"
            for power in one.accepted:
                if power not in one.victors:
                    yield f"{where}: accepted has {power}, which is not a victor"

    def completed(self, state: EuropeState) -> EuropeState:
        queued = {(change.pair, change.kind) for change in state.changes}
        changes = [
            ComingChange(offer.effective_year, "surrender", pair, (offer.power,))
            for offer in state.parts[_KEY].offered
            for pair in (pair_of(state.facts, offer.power, victor) for victor in offer.accepted)
            if offer.effective_year > state.year and (pair, "surrender") not in queued
        ]
        return replace(state, changes=(*state.changes, *changes)) if changes else state

    def proviso(self, state: EuropeState, power: str, order: Any) -> str:
        if not isinstance(order, Surrender):
            return ""
        return "the war ends with those who accept the surrender for the same sum"

    def on_elimination(self, turn: Turn, power: str) -> None:
        kept = [one for one in _offers(turn) if one.power != power and one.victors != (power,)]
        turn.parts[_KEY] = SurrenderBook(tuple(one.without(power) for one in kept))

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        facts = state.facts
        rows = [
            (
                named_side(facts, offer.power),
                named_sides(facts, offer.victors),
                named_sides(facts, offer.accepted),
                str(offer.effective_year),
                f"{offer.indemnity}, {'paid' if offer.paid else 'not yet paid'}"
                if offer.indemnity
                else "none",
            )
            for offer in state.parts[_KEY].offered
        ]
        columns = ("Surrenders", "To", "Accepted by", "In effect from", "Indemnity")
        return (table("Surrenders", columns, rows),)


def _offers(turn: Turn) -> tuple[SurrenderOffer, ...]:
    book: SurrenderBook = turn.parts[_KEY]
    return book.offered


def _ends(turn: Turn, one: str, other: str) -> str:
    """How the war of two powers ends in the coming year: "armistice", "surrender", or ""."""
    pair = pair_of(turn.facts, one, other)
    kinds = ("armistice", "surrender")
    return next((x.kind for x in turn.changes if x.pair == pair and x.kind in kinds), "")


# --- offers


def _offer_all(turn: Turn) -> None:
    name = turn.facts.name_of
    for entry in turn.entries_of(Surrender):
        order: Surrender = entry.order
        bar = _bar(turn, entry.power, order)
        if bar is not None:
            turn.settle(entry, "illegal", bar)
            continue
        victors = tuple(power for power in order.victors if not _ends(turn, entry.power, power))
        if not victors:
            said = f"an armistice with {listed(map(name, order.victors))} ends the war"
            turn.settle(entry, "void", ("surrender-needless", said))
            continue
        year = effective_year(turn)
        offer = SurrenderOffer(entry.power, victors, year, order.indemnity)
        turn.parts[_KEY] = SurrenderBook((*_offers(turn), offer))
        said = f"surrenders to {listed(map(name, victors))} for {_sum(turn, order.indemnity)}"
        said = f"{name(entry.power)} {said}, in effect from {year} with those who accept it"
        turn.settle(entry, "success", ("surrender-offered", said))
        turn.report(
            SURRENDER, "surrender-offered", said,
            by=entry.power, victors=list(victors), indemnity=order.indemnity, year=year,
        )  # fmt: skip


def _sum(turn: Turn, number: int) -> str:
    return f"an indemnity of {amount(turn, number)}" if number else "no indemnity"


def _bar(turn: Turn, power: str, order: Surrender) -> tuple[str, str] | None:
    """Why a power may not surrender so; None if it may."""
    name, year = turn.facts.name_of, effective_year(turn)
    if order.indemnity < 0:
        return "surrender-sum", "an indemnity is 0 or more"
    offered = {
        victor
        for offer in _offers(turn)
        if offer.power == power and offer.effective_year == year
        for victor in offer.victors
    }
    for victor in order.victors:
        if not turn.standing.at_war(power, victor):
            return "surrender-no-war", f"there is no war with {name(victor)}"
        if victor in offered:
            return "declare-again", f"it surrenders to {name(victor)} already"
    return None


# --- answers


def _accept_all(turn: Turn) -> None:
    name, year = turn.facts.name_of, effective_year(turn)
    for entry in turn.entries_of(AcceptSurrender):
        order: AcceptSurrender = entry.order
        found = [
            (number, one)
            for number, one in enumerate(_offers(turn))
            if one.power == order.power
            and one.effective_year == year
            and entry.power in one.victors
            and not _ends(turn, entry.power, order.power)
        ]
        if not found:
            said = f"no surrender of {name(order.power)} waits for it"
            turn.settle(entry, "void", ("surrender-none", said))
            continue
        number, offer = found[0]
        if order.indemnity != offer.indemnity:
            said = f"{name(order.power)} offers {_sum(turn, offer.indemnity)}"
            turn.settle(entry, "void", ("surrender-sum", said))
            continue
        _take(turn, entry, number, offer)


def _take(turn: Turn, entry: Entry, number: int, offer: SurrenderOffer) -> None:
    """Let a victor accept an offer."""
    name = turn.facts.name_of
    offers = list(_offers(turn))
    offers[number] = replace(offer, accepted=(*offer.accepted, entry.power))
    turn.parts[_KEY] = SurrenderBook(tuple(offers))
    pair = pair_of(turn.facts, offer.power, entry.power)
    turn.changes.append(ComingChange(offer.effective_year, "surrender", pair, (offer.power,)))
    said = f"the surrender of {name(offer.power)} for {_sum(turn, offer.indemnity)}; "
    said += f"the war is over from {offer.effective_year}"
    turn.settle(entry, "success", ("surrender-accepted", said))
    turn.report(
        SURRENDER_ACCEPTED, "surrender-accepted", f"{name(entry.power)} accepts {said}", pair,
        by=entry.power, power=offer.power, indemnity=offer.indemnity, year=offer.effective_year,
    )  # fmt: skip


def _lapse(turn: Turn) -> None:
    """End of the year's last phase for answers: strike who has not accepted."""
    name = turn.facts.name_of
    kept = []
    for offer in _offers(turn):
        if offer.effective_year <= turn.year:
            kept.append(offer)
            continue
        left = [victor for victor in offer.victors if not _ends(turn, offer.power, victor)]
        if left:
            said = f"the surrender of {name(offer.power)} to {listed(map(name, left))} lapses: "
            said += "they have not agreed on the indemnity, and the war goes on"
            turn.report(
                SURRENDER_ACCEPTED, "surrender-lapsed", said, power=offer.power, victors=left,
            )  # fmt: skip
        if offer.accepted:
            victors = offer.accepted
            if offer.indemnity % len(victors):
                # What cannot be divided is for the first one that was named.
                victors = tuple(power for power in offer.victors if power in victors)
            kept.append(replace(offer, victors=victors))
    turn.parts[_KEY] = SurrenderBook(tuple(kept))


# --- money


def _pay(turn: Turn) -> None:
    """Pay the indemnities of the surrenders that are in effect, whatever is in the treasury."""
    name, offers = turn.facts.name_of, list(_offers(turn))
    for number, one in enumerate(offers):
        if one.paid or one.effective_year > turn.year:
            continue
        offers[number] = replace(one, paid=True)
        in_order = [
            victor
            for victor in one.victors
            if victor in one.accepted and not turn.standing.at_war(one.power, victor)
        ]
        if not in_order or not one.indemnity:
            continue
        # Equal shares; what cannot be divided goes to the first.
        share, rest = divmod(one.indemnity, len(in_order))
        shares = dict.fromkeys(in_order, share) | {in_order[0]: share + rest}
        turn.treasury[one.power] = turn.treasury.get(one.power, 0) - one.indemnity
        for victor, tp in shares.items():
            turn.treasury[victor] = turn.treasury.get(victor, 0) + tp
        said = listed(f"{name(victor)} {tp}" for victor, tp in shares.items())
        turn.report(
            INDEMNITY,
            "indemnity",
            f"{name(one.power)} pays an indemnity of {amount(turn, one.indemnity)}: {said}",
            power=one.power,
            tp=one.indemnity,
            shares=shares,
        )
    turn.parts[_KEY] = SurrenderBook(tuple(offers))
