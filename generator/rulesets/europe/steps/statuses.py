"""The status of a minor state from the INFs in it, and what is said when it changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from generator.engine.events import EventKind, Sentence
from generator.engine.report import Cell, Named
from generator.engine.verdicts import Event
from generator.engine.words import count, listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.standing import Status, StatusKind
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import NAMED, Story, side_in

UNALIGNED = Status("unaligned")
NEUTRAL = Status("neutral")

_WEIGHTS = {"vassal": 14, "aligned": 8, "neutral": 8, "unaligned": 8, "captured": 8}


def status_of(facts: Facts, infs: Mapping[str, int]) -> Status:
    """The status of a state that is not captured. Counts of 0 do not matter.

    influence.align_share and align_compare of the facts set the share that aligns a state (">":
    more than the share; ">=": at least the share, and no second power has it),
    influence.vassal_infs from how many INFs on it is then a vassal (absent: there are no vassals).
    """
    total = sum(infs.values())
    if not total:
        return UNALIGNED
    rules = facts.influence
    most = max(infs.values())
    leaders = [power for power, number in infs.items() if number == most]
    share = total * rules.align_share
    enough = most > share if rules.align_compare == ">" else most >= share
    if not enough or len(leaders) > 1:
        return NEUTRAL
    vassal = rules.vassal_infs
    return Status("vassal" if vassal and most >= vassal else "aligned", leaders[0])


def free_status(edition: Edition, politics: Turn | EuropeState, state: str) -> Status:
    """The status of a state that is not captured, by its INFs and by its edition."""
    status = status_of(politics.facts, politics.infs.get(state, {}))
    other = edition.status(politics, state, status)
    return status if other is None else other[0]


def confession_of(facts: Facts, state: str, infs: Mapping[str, int]) -> str:
    """The confession that leads in the INFs of a state by far enough; "" if none does.

    Far enough is `confession_ratio` times the INFs of all others together (all INFs are), or with
    `marker_by = "half"` half of all INFs and more than any other, and `marker_minimum` at least.
    """
    sums: dict[str, int] = {}
    for power, number in infs.items():
        confession = facts.powers[power].confession
        sums[confession] = sums.get(confession, 0) + number
    total = sum(sums.values())
    rules = facts.influence
    table, provinces = rules.marker_minimum, rules.counted_provinces.get(state, 1)
    least = table[min(provinces, len(table)) - 1] if table else 0
    for confession, own in sums.items():
        if rules.marker_by == "half":
            rivals = [number for other, number in sums.items() if other != confession]
            leads = 2 * own >= total and own > max(rivals, default=0)
        else:
            leads = own >= rules.confession_ratio * (total - own)
        if own and leads and own >= least:
            return confession
    return ""


def settle_statuses(turn: Turn, states: Iterable[str] | None = None) -> tuple[str, ...]:
    """Give all states, or those named, the status that follows from captures and INFs.

    Reports what changed. Returns the states with another status than before, in order. Whose seat
    another side holds is captured, and its INFs count for nothing until it is free.
    """
    changed: dict[str, Status] = {}
    for state in turn.states if states is None else states:
        captor = turn.standing.captor_of(turn.facts.states[state])
        status = (
            Status("captured", "", captor) if captor else free_status(turn.edition, turn, state)
        )
        if status != turn.statuses.get(state):
            changed[state] = status
    if not changed:
        return ()
    before = {state: turn.statuses.get(state, UNALIGNED) for state in changed}
    turn.politics_changed()
    turn.statuses.update(changed)
    for state, status in changed.items():
        _report(turn, state, before[state], status)
    return tuple(changed)


def status_words(facts: Facts, status: Status) -> str:
    """A status for a sentence: `aligned with France`, `neutral`."""
    if status.kind == "aligned":
        return f"aligned with {facts.name_of(status.patron)}"
    if status.kind == "vassal":
        return f"a vassal of {facts.name_of(status.patron)}"
    return status.kind


def _report(turn: Turn, state: str, before: Status, status: Status) -> None:
    facts = turn.facts
    infs = {power: n for power, n in turn.infs.get(state, {}).items() if n}
    infs = {power: infs[power] for power in facts.powers if power in infs}
    by_infs = status_of(facts, infs)
    other = None if status.captor else turn.edition.status(turn, state, by_infs)
    cause, why = _why(facts, status, infs) if other is None else other[1]
    turn.report(
        STATUS,
        cause,
        STATUS.text(
            what=f"{facts.name_of(state)} is {status_words(facts, status)}",
            why=why,
            before=status_words(facts, before),
        ),
        powers=[power for power in dict.fromkeys((status.patron, before.patron)) if power],
        provinces=[facts.states[state].seat],
        weight=_WEIGHTS[status.kind],
        state=state,
        infs=infs,
        total=sum(infs.values()),
        status=status.kind,
        patron=status.patron,
        captor=status.captor,
        was=before.kind,
        was_patron=before.patron,
    )


def _why(facts: Facts, status: Status, infs: Mapping[str, int]) -> tuple[str, str]:
    """The cause of a status, and the numbers that decided it."""
    total = sum(infs.values())
    if status.kind == "captured":
        return "status-captured", f"{facts.name_of(status.captor)} holds it"
    if status.kind == "unaligned":
        return "status-unaligned", "nobody has INFs in it"
    most = max(infs.values())
    if status.kind in ("aligned", "vassal"):
        said = f"{most} of its {count(total, 'INF')}"
        if most == total:
            said = f"{'the only INF' if total == 1 else f'all {total} INFs'}"
        return f"status-{status.kind}", f"{facts.name_of(status.patron)} has {said}"
    leaders = [facts.name_of(power) for power, number in infs.items() if number == most]
    if len(leaders) > 1:
        return "status-tied", f"{listed(leaders)} have {count(most, 'INF')} each"
    enough = "more than half" if facts.influence.align_compare == ">" else "half"
    said = f"nobody has {enough} of its {total} INFs ({leaders[0]} {most})"
    return "status-no-majority", said


# --- the kind of event


def _statuses(story: Story, events: list[Event]) -> str:
    """The states that change sides: to whom, and those that have no patron now."""
    last = {event.data["state"]: event.data for event in events}
    won: dict[str, list[str]] = {}
    adrift: dict[str, list[str]] = {}
    for state, data in last.items():
        kind, patron = data["status"], data["patron"]
        if kind == "vassal":
            adrift.setdefault(f"a vassal of {story.facts.name_of(patron)}", []).append(state)
        elif patron:
            won.setdefault(patron, []).append(state)
        elif kind != "captured":
            adrift.setdefault(kind, []).append(state)
    ranked = sorted(won, key=lambda power: -len(won[power]))
    parts = [f"{story.facts.name_of(power)} wins {story.names(won[power])}" for power in ranked]
    if len(parts) > NAMED:
        left = sum(len(won[power]) for power in ranked[NAMED - 1 :])
        parts = [*parts[: NAMED - 1], f"{left} more states align with others"]
    for kind, states in adrift.items():
        parts.append(f"{story.names(states)} {'turns' if len(states) == 1 else 'turn'} {kind}")
    return "; ".join(parts)


def _standing(facts: Facts, kind: StatusKind, patron: str) -> Cell:
    """A status in words, with the patron as a separate name."""
    words = status_words(facts, Status(kind, patron))
    if not patron:
        return words
    name = facts.name_of(patron)
    return words.removesuffix(name), Named(name, side=patron)


STATUS: Final = EventKind(
    "status",
    section="Changes of status",
    topics=("influence",),
    says="{what} now: {why} ({before} before)",
    columns={
        "State": side_in("state"),
        "Before": lambda facts, event: _standing(
            facts, event.data["was"], event.data["was_patron"]
        ),
        "Now": lambda facts, event: _standing(facts, event.data["status"], event.data["patron"]),
        "Why": "why",
    },
    # The colors of the map change with statuses: they count for more than their events do.
    sentences=(Sentence(_statuses, 38),),
)
