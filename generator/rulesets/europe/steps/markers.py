"""Confessional markers: which confession leads in the home center of a minor state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.engine.events import EventKind, Sentence
from generator.engine.verdicts import Event
from generator.engine.words import count, listed
from generator.rulesets.europe.data.facts import Facts, Minor
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import confession_of, status_words
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import Story, side_in


def marker_of(facts: Facts, minor: Minor, status: Status, infs: Mapping[str, int]) -> str:
    """The confession whose marker a state carries by its status and its INFs; "" for none."""
    if _bar(facts, minor, status):
        return ""
    permanent = facts.influence.permanent_markers.get(minor.code)
    return permanent or confession_of(facts, minor.code, infs)


def first_markers(state: EuropeState) -> dict[str, str]:
    """The markers on the first map, by INFs and statuses."""
    markers = {
        code: marker_of(
            state.facts, state.facts.states[code], state.statuses[code], state.infs[code]
        )
        for code in state.states
    }
    return {code: marker for code, marker in markers.items() if marker}


def set_markers(turn: Turn) -> None:
    """Update the markers of all states, and report those that changed."""
    for state in turn.states:
        minor, status = turn.facts.states[state], turn.statuses[state]
        infs = turn.infs.get(state, {})
        before = turn.markers.get(state, "")
        marker = marker_of(turn.facts, minor, status, infs)
        if marker == before:
            continue
        if marker:
            turn.markers[state] = marker
        else:
            del turn.markers[state]
        _report(turn, minor, before, marker)


def _bar(facts: Facts, minor: Minor, status: Status) -> tuple[str, str] | None:
    """The cause and the reason why a state cannot carry a marker; None if it can."""
    needs = facts.influence.marker_requires
    if minor.code in facts.influence.unmarked:
        return "marker-unmarked", "it never carries one"
    if "not_captured" in needs and status.kind == "captured":
        return "marker-captured", f"{facts.name_of(status.captor)} holds it"
    if "center" in needs and not minor.home:
        return "marker-no-center", "it has no supply center"
    if "aligned" in needs and status.kind not in ("aligned", "vassal"):
        return "marker-unaligned", f"it is {status_words(facts, status)}"
    return None


def _report(turn: Turn, minor: Minor, before: str, marker: str) -> None:
    facts = turn.facts
    names = facts.confessions
    sums = dict.fromkeys(facts.confessions, 0)
    for power, number in turn.infs.get(minor.code, {}).items():
        sums[facts.powers[power].confession] += number
    total = sum(sums.values())
    if marker:
        cause, why = _why_marked(facts, minor, marker, sums)
        what = f"{minor.name} carries the {names[marker].name} marker now"
    else:
        cause, why = _bar(facts, minor, turn.statuses[minor.code]) or _why_none(facts, sums)
        what = f"{minor.name} loses its {names[before].name} marker"
    turn.report(
        MARKER,
        cause,
        MARKER.text(what=what, why=why),
        provinces=[minor.seat],
        state=minor.code,
        marker=marker,
        was=before,
        infs={confession: number for confession, number in sums.items() if number},
        total=total,
    )


def _why_marked(
    facts: Facts, minor: Minor, marker: str, sums: Mapping[str, int]
) -> tuple[str, str]:
    """The cause of a marker, and the numbers that decided it."""
    own, total, name = sums[marker], sum(sums.values()), facts.confessions[marker].name
    if minor.code in facts.influence.permanent_markers:
        return "marker-permanent", "it carries it whenever it is free"
    if own == total:
        return "marker-all", f"only {name} powers have INFs there"
    return "marker-two-thirds", f"{name} powers have {own} of its {total} INFs"


def _why_none(facts: Facts, sums: Mapping[str, int]) -> tuple[str, str]:
    """Why the INFs in a state give it no marker."""
    total, most = sum(sums.values()), max(sums.values())
    if not total:
        return "marker-no-majority", "nobody has INFs there"
    if facts.influence.marker_by == "ratio":
        return "marker-no-majority", f"no confession leads its {total} INFs two to one"
    leaders = [facts.confessions[one].name for one, number in sums.items() if number == most]
    if len(leaders) > 1:
        return "marker-tolerant", f"{listed(leaders)} powers have {count(most, 'INF')} each"
    return "marker-no-majority", f"{count(most, 'INF')} of {leaders[0]} powers are too few"


# --- the kind of event


def _markers(story: Story, events: list[Event]) -> str:
    names = story.facts.confessions
    parts = []
    for confession, row in names.items():
        states = [event.data["state"] for event in events if event.data["marker"] == confession]
        if states:
            parts.append(f"{row.name} markers appear in {story.names(states)}")
    lost = [event.data["state"] for event in events if not event.data["marker"]]
    if lost:
        parts.append(f"{story.names(lost)} {'loses' if len(lost) == 1 else 'lose'} theirs")
    if len(parts) == 1 and lost:
        return parts[0].replace(" theirs", " its marker" if len(lost) == 1 else " their markers")
    return "; ".join(parts)


def _confession(facts: Facts, marker: str) -> str:
    return facts.confessions[marker].name if marker else "none"


MARKER: Final = EventKind(
    "marker",
    section="Confessional markers",
    topics=("influence",),
    weight=6,
    says="{what}: {why}",
    columns={
        "State": side_in("state"),
        "Before": lambda facts, event: _confession(facts, event.data["was"]),
        "Now": lambda facts, event: _confession(facts, event.data["marker"]),
        "Why": "why",
    },
    sentences=(Sentence(_markers),),
)
