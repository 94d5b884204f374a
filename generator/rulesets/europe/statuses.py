"""The status of a minor state from the INFs in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.standing import Status
from generator.rulesets.europe.turn import Turn
from generator.rulesets.europe.words import count, listed

__all__ = ["confession_of", "settle_statuses", "status_of", "status_words"]

UNALIGNED = Status("unaligned")
NEUTRAL = Status("neutral")

_WEIGHTS = {"vassal": 14, "aligned": 8, "neutral": 8, "unaligned": 8, "captured": 8}


def status_of(facts: Facts, infs: Mapping[str, int]) -> Status:
    """The status of a state that nobody has captured. Counts of 0 do not matter.

    influence.align_share and align_compare of the facts say what share aligns a state (">": more
    than the share; ">=": at least the share, and no second power has it), influence.vassal_infs
    from how many INFs on it is then a vassal (absent: there are no vassals).
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


def confession_of(facts: Facts, infs: Mapping[str, int]) -> str:
    """The confession that holds all the INFs of a state, or at least `confession_ratio` times
    those of all others together; "" if none does."""
    sums: dict[str, int] = {}
    for power, number in infs.items():
        confession = facts.powers[power].confession
        sums[confession] = sums.get(confession, 0) + number
    total = sum(sums.values())
    ratio = facts.influence.confession_ratio
    for confession, own in sums.items():
        if own and own >= ratio * (total - own):
            return confession
    return ""


def settle_statuses(turn: Turn, states: Iterable[str] | None = None) -> tuple[str, ...]:
    """Give all states, or those named, the status that follows from captures and INFs.

    Reports what changed. Returns the states with another status than before, in order. Whose seat
    another side holds is captured, and its INFs count for nothing until it is free.
    """
    holders = turn.standing.holders
    changed: dict[str, Status] = {}
    for state in turn.states if states is None else states:
        holder = holders[turn.facts.states[state].seat]
        status = (
            status_of(turn.facts, turn.infs.get(state, {}))
            if holder == state
            else Status("captured", "", holder)
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
    cause, why = _why(facts, status, infs)
    turn.report(
        "status",
        cause,
        f"{facts.name_of(state)} is {status_words(facts, status)} now: {why} "
        f"({status_words(facts, before)} before)",
        powers=[one for one in dict.fromkeys((status.patron, before.patron)) if one],
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
