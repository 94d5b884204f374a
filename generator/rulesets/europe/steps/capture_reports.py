"""The events of land that changes hands: captures, liberations and proxies, and all that is said
of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from generator.engine.events import EventKind, Sentence
from generator.engine.verdicts import Event
from generator.engine.words import count, listed
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.standing import Capture, Standing, Status, pair_of
from generator.rulesets.europe.steps.statuses import status_words
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import (
    NAMED,
    Story,
    few,
    figure_in,
    place_in,
    side_in,
    without_reasons,
)

_CENTER, _PROVINCE = 60, 40
"""The weights of captures: higher ones make headlines."""


def report_capture(
    turn: Turn, standing: Standing, code: str, taker: str, held: Capture | None
) -> None:
    """Report that `taker` has captured a province, from its owner or from the one who held it."""
    facts, owner = turn.facts, standing.owners[code]
    place, value = turn.board.name_of(code), facts.provinces[code].center
    loser = held.holder if held else owner
    name = facts.name_of(loser) if loser else ""
    who, side = facts.name_of(taker), standing.side_of(taker)
    who += f" (aligned with {facts.name_of(side)})" if side != taker else ""
    turn.report(
        CAPTURED,
        _capture_cause(turn, standing, code, taker, held),
        f"{who} captures {place}"
        + (f" from {name}" if name not in ("", place) else "")
        + (f", a center worth {value}" if value else ""),
        powers=[side for side in (taker, loser) if side in facts.powers],
        weight=_CENTER if value else _PROVINCE,
        **{"from": loser},
        province=code,
        by=taker,
        owner=owner,
        value=value,
    )


def _capture_cause(
    turn: Turn, standing: Standing, code: str, taker: str, held: Capture | None
) -> str:
    if held:
        parted = _have_parted(turn, standing, taker, held.holder)
        return "captured-by-former-proxy" if parted else "captured-from-captor"
    if is_minor(taker):
        return "captured-by-state"
    owner = turn.facts.states.get(standing.owners[code])
    if owner and code != owner.seat and not standing.is_captured(owner.code):
        return "captured-outer"
    return "captured"


def _have_parted(turn: Turn, standing: Standing, taker: str, captor: str) -> bool:
    """Whether two sides at peace were friends: allies before, or a state has another patron now."""
    one, other = standing.side_of(taker), standing.side_of(captor)
    powers = turn.facts.powers
    if one not in powers or other not in powers or standing.at_war(one, other):
        return False
    # Where there are no declarations of war there are no proxies either.
    if not turn.facts.declarations.made:
        return False
    relation = turn.relations.get(pair_of(turn.facts, one, other))
    was_allied = relation is not None and relation.after == "alliance"
    return was_allied or is_minor(taker) or is_minor(captor)


def vacancy_cause(turn: Turn, owner: str, code: str) -> str:
    """The cause of a province's return that no one forced: by whose land it is."""
    if owner in turn.facts.powers:
        return "freed-power-land"
    state = turn.facts.states.get(owner)
    return "freed-outer" if state and state.seat != code else "freed"


def report_release(
    turn: Turn, standing: Standing, code: str, holder: str, cause: str, why: str
) -> None:
    """Report that a province is no longer held by `holder` and goes back to its owner."""
    facts, owner = turn.facts, standing.owners[code]
    place = turn.board.name_of(code)
    if owner in facts.powers:
        whose = f"{place} is {facts.powers[owner].adjective} again"
    elif not owner:
        whose = f"{place} is nobody's land again"
    elif facts.states[owner].seat == code:
        whose = f"{place} is free again"
    else:
        whose = f"{place} belongs to {facts.name_of(owner)} again"
    turn.report(
        LIBERATED,
        cause,
        LIBERATED.text(what=whose, why=why),
        weight=LIBERATED.weight,
        powers=[side for side in (owner, holder) if side in facts.powers],
        **{"from": holder},
        province=code,
        to=owner,
        value=facts.provinces[code].center,
    )


def report_fall(turn: Turn, state: str, captor: str) -> None:
    """Report that a state has become a captured one, and which land lies open with it."""
    facts, one = turn.facts, turn.facts.states[state]
    infs = {power: number for power, number in turn.infs.get(state, {}).items() if number}
    name = facts.name_of(state)
    number = sum(infs.values())
    are = "is" if number == 1 else "are"
    what = f"{name} is a captured state, held by {facts.name_of(captor)}"
    suspended = f"{count(number, 'INF')} in it {are} suspended"
    turn.report(
        STATE_CAPTURED,
        "state-captured",
        STATE_CAPTURED.text(what=what, suspended=suspended) if infs else what,
        powers=[captor] if captor in facts.powers else [],
        provinces=[one.seat],
        state=state,
        by=captor,
        infs=infs,
    )
    grey = [code for code in one.provinces if code != one.seat and code not in turn.captures]
    if grey:
        names = listed(turn.board.name_of(code) for code in grey)
        turn.report(
            LAND_OPEN,
            "state-land-open",
            f"{names} {'lies' if len(grey) == 1 else 'lie'} open to everybody until {name} is free",
            provinces=grey,
            state=state,
        )


def report_disbanded(turn: Turn, side: str, units: list[str], cause: str, why: str) -> None:
    """Report the units that a fallen side loses, given in their notation."""
    facts = turn.facts
    turn.report(
        UNITS_DISBANDED,
        cause,
        UNITS_DISBANDED.text(what=f"{facts.name_of(side)} loses {listed(units)}", why=why),
        provinces=[text.split()[1].partition("/")[0] for text in units],
        side=side,
        units=units,
    )


def report_freed_state(turn: Turn, state: str, status: Status) -> None:
    """Report that a state is free and what its INFs, no longer suspended, make of it."""
    facts = turn.facts
    infs = {power: number for power, number in turn.infs.get(state, {}).items() if number}
    given = listed(f"{facts.name_of(power)} {number}" for power, number in infs.items())
    what = f"{facts.name_of(state)} is a state of its own again, {status_words(facts, status)}"
    turn.report(
        STATE_FREED,
        "state-freed",
        STATE_FREED.text(what=what, infs=given or "nobody has INFs in it"),
        powers=[status.patron] if status.patron else [],
        provinces=[facts.states[state].seat],
        state=state,
        status=status.kind,
        patron=status.patron,
        infs=infs,
    )


def report_proxy(turn: Turn, code: str, holder: str, side: str) -> None:
    """Report that a capture is kept through a friend of its holder."""
    facts = turn.facts
    turn.report(
        PROXY,
        "proxy-for-state" if is_minor(holder) else "proxy",
        f"{facts.name_of(holder)} keeps {turn.board.name_of(code)} through a unit of "
        f"{facts.name_of(side)}",
        province=code,
        holder=holder,
        proxy=side,
    )


# --- the kinds of events, and their words in summaries and tables


def _captures(story: Story, events: list[Event]) -> str:
    by_taker: dict[str, list[Mapping[str, Any]]] = {}
    for event in events:
        by_taker.setdefault(event.data["by"], []).append(event.data)
    ranked = sorted(by_taker, key=lambda one: -sum(1 + row["value"] for row in by_taker[one]))
    parts = []
    for taker in ranked[:NAMED]:
        rows = sorted(by_taker[taker], key=lambda row: -row["value"])
        named = few([_prize(story, row) for row in rows])
        parts.append(f"{story.facts.name_of(taker)} captures {named}")
    left = sum(len(by_taker[taker]) for taker in ranked[NAMED:])
    if left:
        parts.append(f"others capture {count(left, 'province')}")
    return "; ".join(parts)


def _prize(story: Story, row: Mapping[str, Any]) -> str:
    place, loser = story.place(row["province"]), row["from"]
    lost = f" from {story.facts.name_of(loser)}" if loser in story.facts.powers else ""
    worth = f" ({row['value']})" if row["value"] else ""
    return f"{place}{lost}{worth}"


def _liberations(story: Story, events: list[Event]) -> str:
    if len(events) < NAMED:
        return without_reasons(story, events)
    names = few([story.place(event.data["province"]) for event in events])
    return f"{len(events)} provinces go back to their owners ({names})"


def _states(story: Story, events: list[Event]) -> str:
    texts = list(map(story.what, events))
    if len(texts) <= NAMED:
        return "; ".join(texts)
    fallen = [event.data["state"] for event in events if event.kind == STATE_CAPTURED.slug]
    freed = [event.data["state"] for event in events if event.kind == STATE_FREED.slug]
    parts = [f"captured states: {story.names(fallen)}"] if fallen else []
    parts += [f"free again: {story.names(freed)}"] if freed else []
    return "; ".join(parts)


_STATES: Final = Sentence(_states)

CAPTURED: Final = EventKind(
    "captured",
    section="Captured",
    topics=("war",),
    columns={
        "Province": place_in("province"),
        "from": side_in("from"),
        "by": side_in("by"),
        "Center": figure_in("value"),
    },
    sentences=(Sentence(_captures),),
)
LIBERATED: Final = EventKind(
    "liberated",
    section="Free again",
    topics=("war",),
    weight=30,
    says="{what}: {why}",
    sentences=(Sentence(_liberations),),
)
STATE_CAPTURED: Final = EventKind(
    "state-captured",
    section="States captured",
    topics=("influence", "war"),
    weight=70,
    says="{what}: {suspended}",
    sentences=(_STATES,),
)
LAND_OPEN: Final = EventKind("land-open", section="States captured")
STATE_FREED: Final = EventKind(
    "state-freed",
    section="Free again",
    topics=("influence", "war"),
    weight=50,
    says="{what} ({infs})",
    sentences=(_STATES,),
)
UNITS_DISBANDED: Final = EventKind(
    "units-disbanded",
    section="Units lost",
    topics=("war",),
    weight=35,
    says="{what}: {why}",
    sentences=(Sentence(without_reasons),),
)
PROXY: Final = EventKind("proxy", section="Kept by proxy", topics=("war",), weight=10)
