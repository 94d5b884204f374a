"""Orders for units: which of those that were written count, for which unit.

The kinds of events that happen to units are here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from generator.engine.docket import Entry
from generator.engine.events import EventKind, Sentence
from generator.engine.orders import AnyOrder, Stray, assign_entries
from generator.engine.verdicts import Event, Extent
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.standing import CLOSED, OPEN
from generator.rulesets.europe.state.state import Stand
from generator.rulesets.europe.turn.feature import Command, first
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import Story, plural, unit_words


class Given(NamedTuple):
    """For each unit the power that orders it, and the entry that counts or None; and the entries
    that do not count. `named` are the units that some entry is for, `hidden` those whose commander
    is secret: for each the words for others."""

    sides: list[str]
    counted: tuple[Entry | None, ...]
    strays: tuple[Stray[Entry], ...]
    named: frozenset[int]
    hidden: Mapping[int, tuple[str, str]]

    @property
    def orders(self) -> tuple[Any, ...]:
        """The order of each unit, or None."""
        return tuple(None if entry is None else entry.order for entry in self.counted)


def _commanders(
    turn: Turn, stands: Sequence[Stand], entries: Sequence[Entry]
) -> tuple[list[str], dict[int, tuple[str, str]]]:
    """The commander of each unit: its power, the power that its state is aligned with, or the
    state's own code where it has no commander. And the units whose commander is secret, with the
    words for others."""
    known: dict[str, str] = {}
    secret: dict[str, tuple[str, str]] = {}
    states, standing = turn.facts.states, turn.standing
    hopes = () if turn.foresees else {entry.order.unit.province for entry in entries}
    for owner, _ in stands:
        if owner not in known:
            command = None
            if owner in states and states[owner].handled:
                places = {unit.province for side, unit in stands if side == owner}
                wrote = {one.power for one in entries if one.order.unit.province in places}
                command = secret_command(turn, owner, wrote)
            if command is None:
                known[owner] = standing.side_of(owner)
            else:
                power, secret[owner] = command
                known[owner] = power or owner
    hidden = {index: secret[owner] for index, (owner, _) in enumerate(stands) if owner in secret}
    sides = [known[owner] for owner, _ in stands]
    for index, (owner, unit) in enumerate(stands):
        # Whose orders count for a state's unit hangs on statuses that are still to come.
        hoped = unit.province in hopes and is_minor(owner) and index not in hidden
        if hoped and not _creed_bars(turn, owner, turn.author):
            sides[index] = turn.author
    return sides, hidden


def _creed_bars(turn: Turn, owner: str, power: str) -> str:
    """Why a power orders no units of a state because of its confession; "" if that does not
    matter."""
    facts = turn.facts
    minor = facts.states.get(owner)
    if minor is None or not facts.movement.confession_orders or not minor.deposit:
        return ""
    creeds, own = facts.confessions, facts.powers[power].confession
    if own in minor.deposit:
        return ""
    may = listed(creeds[creed].name for creed in minor.deposit)
    return (
        f"only {may} powers order units of {minor.name}, and {facts.name_of(power)} is "
        f"{creeds[own].name}"
    )


def secret_command(turn: Turn, state: str, wrote: Collection[str]) -> Command | None:
    """The secret commander of the units of a state, by a feature; None if no feature has one."""
    return first(feature.command(turn, state, wrote) for feature in turn.edition.features)


def give_orders(
    turn: Turn,
    stands: Sequence[Stand],
    entries: Sequence[Entry],
    is_legal: Callable[[int, AnyOrder], bool],
) -> Given:
    """Give each unit its order; entries get the canonical form of their text.

    Of different orders for one unit the only one that is legal counts; if more are,
    `several_orders` of the table `movement` decides which.
    """
    sides, hidden = _commanders(turn, stands, entries)
    given = assign_entries(
        [(side, unit) for side, (_, unit) in zip(sides, stands, strict=True)],
        entries,
        is_legal,
        several=turn.facts.movement.several_orders,
        board=turn.board,
    )
    named = {index for index, entry in enumerate(given.written) if entry is not None}
    named |= {stray.unit for stray in given.strays if stray.cause in ("", "duplicate-order")}
    return Given(sides, given.written, given.strays, frozenset(named), hidden)


def refuse_stray(turn: Turn, stands: Sequence[Stand], given: Given, stray: Stray[Entry]) -> None:
    """The verdict on an entry that counts for no unit."""
    entry, cause, index = stray.written, stray.cause, stray.unit
    where = turn.board.name_of(entry.order.unit.province)
    if cause == "no-such-unit":
        text = f"there is no unit in {where}"
    elif cause == "foreign-unit":
        creed = _creed_bars(turn, stands[index][0], entry.power)
        cause, text = given.hidden.get(index) or whose_command(turn, stands[index])
        if creed:
            cause, text = "order-confession", creed
    elif not cause:
        cause, text = "duplicate-order", f"the unit in {where} has the same order already"
    elif given.counted[index] is None:
        text = f"the unit in {where} has several different orders: none counts"
    else:
        text = f"the unit in {where} has another order, which counts"
    public = turn.facts.movement.ignored_state_orders == "public"
    ignored = is_ignored(stands, stray)
    known_to: tuple[str, ...] | None = () if turn.joint and ignored and public else None
    # Who tries to order such a unit may be one of those who can.
    if index in given.hidden or (ignored and not public):
        known_to = (entry.power,)
    repeated: Extent = "" if stray.cause else "repeated"
    turn.settle(entry, "illegal", (cause, text), known_to=known_to, extent=repeated)


def is_ignored(stands: Sequence[Stand], stray: Stray[Entry]) -> bool:
    """Whether an entry is for the unit of a state by a power whose orders do not count for it."""
    return stray.cause == "foreign-unit" and is_minor(stands[stray.unit][0])


def whose_command(turn: Turn, stand: Stand) -> tuple[str, str]:
    """Why a power may not order a unit that is not on its side: the cause and the sentence."""
    owner = stand[0]
    facts, standing = turn.facts, turn.standing
    words = unit_words(facts, *stand)
    lord = standing.lord_of(owner)
    if not is_minor(owner):
        return "foreign-unit", f"{words} takes no orders from others"
    if lord in (OPEN, CLOSED):
        status = "neutral" if lord == CLOSED else "unaligned"
        return "state-holds", f"{facts.name_of(owner)} is {status}, so {words} holds"
    name = facts.name_of(owner)
    return "foreign-unit", f"{name} is aligned with {facts.name_of(lord)}, which orders its units"


def _fates(story: Story, events: list[Event]) -> str:
    """Units that are gone. After movement those go without saying that were dislodged just now."""
    if story.phase.units == "movement":
        driven = {event.data["unit"] for event in story.of(DISLODGED)}
        events = [event for event in events if event.data.get("unit") not in driven]
    return plural("is disbanded", "are disbanded")(story, events) if events else ""


DISLODGED: Final = EventKind(
    "dislodged",
    section="Dislodged",
    topics=("war",),
    weight=50,
    sentences=(Sentence(plural("is dislodged", "are dislodged")),),
)
EVICTED: Final = EventKind(
    "evicted",
    section="Must leave",
    topics=("war",),
    weight=45,
    sentences=(Sentence(plural("must leave", "must leave")),),
)
DISBANDED: Final = EventKind(
    "disbanded",
    section=("Disbanded", "Units lost", "Given up"),
    topics=("war",),
    weight=40,
    sentences=(Sentence(_fates),),
)
RETREAT: Final = EventKind(
    "retreat",
    section="Retreats",
    topics=("war",),
    weight=20,
    sentences=(Sentence(plural("retreats", "retreat")),),
)
IGNORED: Final = EventKind("orders-ignored", section="Orders ignored", weight=3)
STANDOFF: Final = EventKind("standoff", section="Standoffs", weight=5)
