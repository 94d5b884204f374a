"""Which sentences tell what changed in a phase, and which give way. `summaries.txt` has those of
phases as they are played."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from generator.engine.phases import Moment, Resolution
from generator.engine.verdicts import Event, Verdict
from generator.rulesets.europe.telling.report import position_words, standings, summarize
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, position

STATE = opening(EDITION)


def told(phase: str, *events: Event, verdicts: tuple[Verdict, ...] = ()) -> tuple[str, ...]:
    """The sentences about these events of a phase."""
    return summarize(EDITION, STATE, Resolution(Moment(1619, 1, phase), verdicts, events, STATE))


def event(kind: str, text: str = "", weight: int = 10, **more: Any) -> Event:
    known = {name: more.pop(name) for name in ("provinces", "known_to", "powers") if name in more}
    return Event(kind, "", text, weight=weight, data=MappingProxyType(more), **known)


def test_the_last_status_of_a_phase_counts() -> None:
    events = [
        event("status", weight=8, state="ERF", status=kind, patron=patron)
        for kind, patron in (("aligned", "france"), ("neutral", ""))
    ]
    assert told("diplomatic", *events) == ("Erfurt turns neutral.",)


def test_many_losses_are_counted_with_their_places() -> None:
    events = [
        event("dislodged", "x", 50, provinces=(code,), unit=f"A {code}")
        for code in ("PAR", "LYO", "VIE", "MIL", "NAP")
    ]
    _, said = told("movement", *events)
    assert said == "5 units are dislodged (Paris, Lyonnais, Vienna and 2 others)."


def test_a_unit_that_is_driven_out_and_gone_is_told_once() -> None:
    lost = event("dislodged", "Hesse's army is dislodged", 50, provinces=("HES",), unit="A HES")
    gone = event("disbanded", "Hesse's army is disbanded", 40, provinces=("HES",), unit="A HES")
    other = event("disbanded", "Trier's army is disbanded", 40, provinces=("TRI",), unit="A TRI")
    assert told("movement", lost, gone)[1:] == ("Hesse's army is dislodged.",)
    assert told("movement", lost, gone, other)[1:] == (
        "Hesse's army is dislodged.",
        "Trier's army is disbanded.",
    )
    assert told("retreats", gone) == ("Hesse's army is disbanded.",)


def test_markers_come_and_go() -> None:
    events = [
        event("marker", weight=6, state="ANS", marker="catholic"),
        event("marker", weight=6, state="HES", marker=""),
        event("marker", weight=6, state="TRA", marker=""),
    ]
    (said,) = told("adjustment", *events)
    assert said == "Catholic markers appear in Ansbach; Hesse and Transylvania lose theirs."
    assert told("adjustment", events[1]) == ("Hesse loses its marker.",)


def test_secret_events_are_not_told() -> None:
    secret = event("reichstag", "the ballot was secret", 60, known_to=("austria",))
    assert told("diplomatic", secret) == ("Nothing changes.",)


def test_weighty_events_of_other_kinds_have_their_own_words() -> None:
    plague = event("plague", "a plague comes over Saxony", 40)
    trifle = event("weather", "it rains", 3)
    assert told("diplomatic", plague, trifle) == ("A plague comes over Saxony.",)


def test_there_are_three_sentences_at_most_and_the_weightiest() -> None:
    events = [event(f"kind-{n}", f"event {n}", 20 + n) for n in range(6)]
    assert told("diplomatic", *events) == ("Event 3.", "Event 4.", "Event 5.")


def test_standings_count_what_the_living_hold() -> None:
    table = dict(standings(EDITION, STATE))
    assert list(table) == ["Score", "Centers", "States", "Strength", "Treasury"]
    assert set(table["Score"]) == set(STATE.facts.powers)
    centers = sum(one.owner == "spain" for one in STATE.facts.provinces.values() if one.center)
    assert table["Centers"]["spain"] == centers
    assert table["Strength"]["spain"] == sum(unit.strength for unit in STATE.units["spain"])


def test_the_position_in_words_names_units_followers_and_conquests() -> None:
    state = position(
        EDITION,
        units={"france": ["A PAR +2"]},
        infs={"HES": {"france": 3}, "BRE": {"france": 1, "england": 1}},
        captures={"MIL": "france"},
    )
    said = position_words(state)
    assert "France: A PAR +2; aligned: " in said
    assert "Hesse" in said
    assert "; holds Milan." in said
    assert "Neutral: Bremen" in said


def test_a_state_that_raises_two_units_is_named_once() -> None:
    def raised(*states: str) -> str:
        (said,) = told("builds", *(event("minor-built", state=one) for one in states))
        return said

    assert raised("ERF") == "Erfurt raises its unit."
    assert raised("ERF", "ERF") == "Erfurt raises its units."
    assert raised("ERF", "HAM", "ERF") == "Erfurt and Hamburg raise their units."
