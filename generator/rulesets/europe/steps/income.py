"""Income: its sources for each power, and its payment; and the yearly payments of powers: donations
to another power, and the maintenance of their units.

The table treasury.income lists the sources that pay: "value" is the number printed on the place, a
number is paid for each place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from generator.engine.events import Column, EventKind, Sentence, Sum
from generator.engine.verdicts import Event
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.steps.prices import amount, purses, wealth, wealth_known_to
from generator.rulesets.europe.turn.rulings import rulings_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import Story, side_in

SOURCES: Final[Mapping[str, str]] = {
    "home_center": "home centers",
    "build_site": "build sites",
    "domestic_province": "own provinces",
    "captured_center": "captured centers",
    "captured_province": "captured provinces",
    "water_with_own_fleet": "waters with a fleet",
    "aligned_state": "aligned states",
}


def pay_income(turn: Turn) -> None:
    """Pay every power that is left, and report it item by item."""
    ruled = {ruling.power: ruling.tp for ruling in rulings_of(turn, "income")}
    for power, found in income_of(turn).items():
        items: list[dict[str, Any]] = [
            {
                "source": source,
                "rule": turn.cites(f"income-{source.replace('_', '-')}"),
                "tp": sum(found[source].values()),
                "parts": found[source],
            }
            for source in SOURCES
            if source in found
        ]
        if power in ruled:
            rule = turn.cites("ruling")
            items = [{"source": "ruling", "rule": rule, "tp": ruled[power], "parts": {}}]
        total = sum(item["tp"] for item in items)
        turn.treasury[power] = turn.treasury.get(power, 0) + total
        if turn.author:
            continue
        name = turn.facts.name_of(power)
        said = "; ".join(_item_words(turn, **item) for item in items)
        text = INCOME.text(what=f"{name} receives {amount(turn, total)}", sources=said)
        turn.report(
            INCOME,
            "income",
            text if total else f"{name} earns nothing",
            known_to=wealth_known_to(turn, power),
            power=power,
            tp=total,
            treasury=turn.treasury[power],
            items=items,
        )


def income_of(turn: Turn) -> dict[str, dict[str, dict[str, int]]]:
    """The pay of every power that is left from each source, place by place, on the current
    board."""
    parts: dict[str, dict[str, dict[str, int]]] = {power: {} for power in turn.living}
    for power, source, place, tp in (*_land(turn), *_waters(turn), *_aligned(turn)):
        if tp and power in parts:
            parts[power].setdefault(source, {})[place] = tp
    return parts


_Part = tuple[str, str, str, int]
"""Power, source, place or state, TP."""


def _land(turn: Turn) -> Iterator[_Part]:
    """The pay from land for its holder: own centers and provinces, and those taken from others."""
    facts, standing = turn.facts, turn.standing
    owners, holders = standing.owners, standing.holders
    pays = facts.treasury.income
    for code, province in facts.provinces.items():
        holder, owner = holders[code], owners[code]
        if not holder or is_minor(holder):
            continue
        if code in turn.captures and turn.edition.bar_income(turn, code):
            continue
        if owner != holder:
            source = "captured_center" if province.center else "captured_province"
            rate = pays.captured_center if province.center else pays.captured_province
        elif not province.center:
            source, rate = "domestic_province", pays.domestic_province
        elif code in facts.powers[holder].build_sites:
            source, rate = "build_site", pays.build_site
        else:
            source, rate = "home_center", pays.home_center
        yield holder, source, code, _worth(rate, province.center or province.value)


def _waters(turn: Turn) -> Iterator[_Part]:
    """The pay from waters for the power whose own fleet is in them."""
    facts = turn.facts
    rate = facts.treasury.income.water_with_own_fleet
    if rate:
        at = {unit.province: side for side, unit in turn.stands if unit.province in facts.seas}
        for code, value in facts.seas.items():
            if code in at and not is_minor(at[code]):
                yield at[code], "water_with_own_fleet", code, _worth(rate, value)


def _aligned(turn: Turn) -> Iterator[_Part]:
    """The pay from aligned states for the powers that may tax them."""
    rules = turn.facts.treasury.aligned_income
    if rules is None:
        return
    for state in turn.states:
        minor, status = turn.facts.states[state], turn.statuses[state]
        if status.kind not in ("aligned", "vassal") or status.patron not in rules.powers:
            continue
        if not rules.minors or rules.minors in minor.marks:
            dues = turn.facts.centers[minor.home] if minor.home else 0
            yield status.patron, "aligned_state", state, dues


def _worth(rate: int | str, value: int) -> int:
    return value if rate == "value" else int(rate)


def _item_words(turn: Turn, source: str, tp: int, parts: Mapping[str, int], **_: Any) -> str:
    """`home centers 11 (Paris 5, Normandy 2, ...)`."""
    names = turn.board.name_of if source != "aligned_state" else turn.facts.name_of
    told = ", ".join(f"{names(code)} {number}" for code, number in parts.items())
    return f"{SOURCES.get(source, 'a ruling')} {tp}{f' ({told})' if told else ''}"


# --- the kind of event


def _account(event: Event) -> Iterator[Sum]:
    for item in event.data["items"]:
        parts = tuple(item["parts"].items())
        yield event.data["power"], item["source"], item["tp"], "", parts


INCOME: Final = EventKind(
    "income",
    section="Income",
    topics=("treasury",),
    says="{what}: {sources}",
    columns={"Power": side_in("power"), "receives": "tp", "for": "sources", "Treasury": "treasury"},
    account=_account,
)


def note_debtors(turn: Turn) -> None:
    """Note who opens the phase in debt, before anything is paid."""
    turn.debtors = frozenset(power for power in turn.living if wealth(turn, power) < 0)


def pay_donations(turn: Turn) -> None:
    """Let the powers of a confession pay the one that they donate to, even into debt. Exempt are
    those that opened the phase in debt and those at war with it."""
    rules = turn.facts.treasury.donation
    if rules is None or rules.to not in turn.living:
        return
    receiver = turn.facts.name_of(rules.to)
    for power in turn.living:
        if power == rules.to or turn.facts.powers[power].confession != rules.confession:
            continue
        name, paid = turn.facts.name_of(power), 0
        if turn.standing.at_war(power, rules.to):
            cause, why = "donation-war", f"it is at war with {receiver}"
        elif power in turn.debtors:
            cause, why = "donation-debt", "it opened the phase in debt"
        else:
            cause, why, paid = "donation", f"a donation to {receiver}", rules.tp
        turn.treasury[power] -= paid
        turn.treasury[rules.to] += paid
        said = f"{name} pays {amount(turn, paid) if paid else 'no donation'}: {why}"
        _report(turn, DONATION, cause, said, power, paid, why, rules.to)


def pay_maintenance(turn: Turn) -> None:
    """Let every power pay for the strength of its own units, in or into debt; no unit is lost."""
    rate = turn.facts.treasury.maintenance
    for power, purse in purses(turn).items():
        due = rate * purse.strength
        if due:
            turn.treasury[power] -= due
            why = f"the maintenance of a strength of {purse.strength}"
            said = f"{turn.facts.name_of(power)} pays {amount(turn, due)}: {why}"
            _report(turn, MAINTENANCE, "maintenance", said, power, due, why)


def _report(
    turn: Turn, kind: EventKind, cause: str, said: str, power: str, paid: int, why: str,
    receiver: str = "",
) -> None:  # fmt: skip
    # Who receives a donation learns of it, but not what its giver has.
    known_to = wealth_known_to(turn, power, *([receiver] if receiver and paid else []))
    left: dict[str, Any] = {} if len(known_to) > 1 else {"treasury": turn.treasury[power]}
    turn.report(
        kind,
        cause,
        said,
        known_to=known_to,
        power=power,
        receiver=receiver,
        tp=paid,
        why=why,
        **left,
    )


# --- the kinds of events


def _upkeep_account(event: Event) -> Iterator[Sum]:
    power, receiver, paid = (event.data[key] for key in ("power", "receiver", "tp"))
    if paid:
        yield power, event.kind, -paid, receiver
    if paid and receiver:
        yield receiver, event.kind, paid, power


def _paid(story: Story, events: list[Event]) -> str:
    """`maintenance costs 29 wealth in all`."""
    total = sum(event.data["tp"] for event in events)
    return f"maintenance costs {total} {story.facts.treasury.currency} in all"


_COLUMNS: Final[dict[str, Column]] = {
    "Power": side_in("power"), "pays": "tp", "for": "why", "Treasury": "treasury",
}  # fmt: skip

DONATION: Final = EventKind(
    "donation", section="Donations", topics=("treasury",), columns=_COLUMNS, account=_upkeep_account
)
MAINTENANCE: Final = EventKind(
    "maintenance",
    section="Maintenance",
    topics=("treasury",),
    columns=_COLUMNS,
    sentences=(Sentence(_paid),),
    account=_upkeep_account,
)
