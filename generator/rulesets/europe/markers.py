"""Confessional markers: which confession leads in the home center of a minor state."""

from __future__ import annotations

from collections.abc import Mapping

from generator.rulesets.europe.facts import Facts, Minor
from generator.rulesets.europe.standing import Status
from generator.rulesets.europe.state import EuropeState
from generator.rulesets.europe.statuses import confession_of, status_words
from generator.rulesets.europe.turn import Turn

__all__ = ["first_markers", "marker_of", "set_markers"]

_WEIGHT = 6


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
        said = (
            f"{name} powers have {own} of its {total} INFs"
            if others
            else (f"only {name} powers have INFs there")
        )
        text = f"{minor.name} carries the {name} marker now: {said}"
    else:
        cause, why = _bar(facts, minor, turn.statuses[minor.code]) or (
            ("marker-no-majority", f"no confession leads its {total} INFs two to one")
            if total
            else ("marker-no-majority", "nobody has INFs there")
        )
        text = f"{minor.name} loses its {names[before].name} marker: {why}"
    turn.report(
        "marker",
        cause,
        text,
        provinces=[minor.seat],
        weight=_WEIGHT,
        state=minor.code,
        marker=marker,
        was=before,
        infs={confession: number for confession, number in sums.items() if number},
        total=total,
    )
