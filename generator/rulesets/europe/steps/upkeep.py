"""What powers pay every year: donations to another power, and the maintenance of their units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from generator.engine.events import Column, EventKind, Sentence, Sum
from generator.engine.verdicts import Event
from generator.rulesets.europe.steps.prices import amount, purses, wealth, wealth_known_to
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording.words import Story, side_in


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


def _account(event: Event) -> Iterator[Sum]:
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
    "donation", section="Donations", topics=("treasury",), columns=_COLUMNS, account=_account
)
MAINTENANCE: Final = EventKind(
    "maintenance",
    section="Maintenance",
    topics=("treasury",),
    columns=_COLUMNS,
    sentences=(Sentence(_paid),),
    account=_account,
)
