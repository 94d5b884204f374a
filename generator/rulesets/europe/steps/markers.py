"""Confessional markers: which confession leads in the home center of a minor state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.engine.events import EventKind, Sentence
from generator.engine.report import Cell
from generator.engine.verdicts import Event
from generator.rulesets.europe.data.facts import Facts, Minor
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import confession_of, status_words
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording.headlines import Story
from generator.rulesets.europe.wording.words import named_side

__all__ = ["MARKER", "first_markers", "marker_of", "set_markers"]


def marker_of(facts: Facts, minor: Minor, status: Status, infs: Mapping[str, int]) -> str:
    """The confession whose marker a state carries by its status and its INFs; "" for none."""
    return "" if _bar(facts, minor, status) else confession_of(facts, infs)


def first_markers(state: EuropeState) -> dict[str, str]:
    """The markers that stand on the first map, by INFs and statuses."""
    if not state.facts.influence.initial_markers:
        return {}
    markers = {
        code: marker_of(
            state.facts, state.facts.states[code], state.statuses[code], state.infs[code]
        )
        for code in state.states
    }
    return {code: marker for code, marker in markers.items() if marker}


def set_markers(turn: Turn) -> None:
    """Set the markers of all states anew, and report those that changed."""
    sticky = turn.facts.influence.sticky_markers
    for state in turn.states:
        minor, status = turn.facts.states[state], turn.statuses[state]
        infs = turn.infs.get(state, {})
        before = turn.markers.get(state, "")
        marker = marker_of(turn.facts, minor, status, infs)
        if sticky and not marker and status.kind != "captured" and any(infs.values()):
            marker = before
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
        own, name = sums[marker], names[marker].name
        others = total - own
        cause = "marker-two-thirds" if others else "marker-all"
        why = (
            f"{name} powers have {own} of its {total} INFs"
            if others
            else (f"only {name} powers have INFs there")
        )
        what = f"{minor.name} carries the {name} marker now"
    else:
        cause, why = _bar(facts, minor, turn.statuses[minor.code]) or (
            ("marker-no-majority", f"no confession leads its {total} INFs two to one")
            if total
            else ("marker-no-majority", "nobody has INFs there")
        )
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


def _cells(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    names = facts.confessions
    was, now = (names[one].name if one else "none" for one in (data["was"], data["marker"]))
    return named_side(facts, data["state"]), was, now, MARKER.parts(event.text)["why"]


MARKER: Final = EventKind(
    "marker",
    section="Confessional markers",
    topics=("influence",),
    weight=6,
    says="{what}: {why}",
    columns=("State", "Before", "Now", "Why"),
    cells=_cells,
    sentences=(Sentence(_markers),),
)
