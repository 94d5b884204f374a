"""What changed in a phase of Europe 1619, in one to three sentences."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.engine.phases import Moment, Resolution
from generator.engine.verdicts import Event, Verdict
from generator.rulesets.europe.telling.report import position_words, standings, summarize
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, play, position
from tests.rules.europe_1619.moves import given, played

STATE = opening(EDITION)


def told(phase: str, *events: Event, verdicts: tuple[Verdict, ...] = ()) -> tuple[str, ...]:
    """The sentences about these events of a phase."""
    return summarize(EDITION, STATE, Resolution(Moment(1619, 1, phase), verdicts, events, STATE))


def event(kind: str, text: str = "", weight: int = 10, **more: Any) -> Event:
    known = {name: more.pop(name) for name in ("provinces", "known_to", "powers") if name in more}
    return Event(kind, "", text, weight=weight, data=MappingProxyType(more), **known)


def status(state: str, kind: str, patron: str = "") -> Event:
    return event("status", weight=8, state=state, status=kind, patron=patron)


def declared(kind: str, by: str, other: str) -> Event:
    return event("declaration", weight=60, declared=kind, pair=[by, other], by=[by], year=1620)


def captured(by: str, code: str, loser: str = "", value: int = 0) -> Event:
    weight = 60 if value else 40
    return event("captured", "", weight, by=by, province=code, value=value, **{"from": loser})


def test_diplomacy_tells_declarations_states_and_influence() -> None:
    orders = {
        "france": "5: ERF\nWAR: SAVOY",
        "savoy": "ALLIANCE: VENICE",
        "venice": "ALLIANCE: SAVOY\n2: HAM",
    }
    assert summarize(EDITION, STATE, play(EDITION, STATE, orders)) == (
        "France declares war on Savoy; Venice and Savoy make an alliance, from 1620 on.",
        "France wins Erfurt; Venice wins Hamburg.",
        "2 powers place 7 INFs.",
    )


def test_many_declarations_are_counted() -> None:
    powers = ["austria", "denmark", "spain", "france", "england", "sweden"]
    events = [declared("war", by, "saxony") for by in powers]
    (said,) = told("diplomatic", *events)
    assert said == (
        "6 declarations of war (Austria on Saxony, Denmark on Saxony, Spain on Saxony and "
        "3 others), from 1620 on."
    )


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([status("ERF", "aligned", "france")], "France wins Erfurt."),
        ([status("ERF", "neutral"), status("HAM", "neutral")], "Erfurt and Hamburg turn neutral."),
        ([status("ERF", "unaligned")], "Erfurt turns unaligned."),
        ([status("ERF", "vassal", "france")], "Erfurt turns a vassal of France."),
        (
            [status("ERF", "aligned", "france"), status("ERF", "neutral")],
            "Erfurt turns neutral.",
        ),
    ],
)
def test_states_change_sides(events: list[Event], said: str) -> None:
    """The last status of a phase counts."""
    assert told("diplomatic", *events) == (said,)


def test_orders_are_counted_and_losses_named() -> None:
    state = given(
        units={"france": ["A BUR", "A CHA", "A PAR"], "spain": ["A FRC", "A FLA"]},
        wars=[("france", "spain")],
    )
    resolution = played(
        state,
        {"france": "A BUR - FRC; A CHA S A BUR - FRC; A PAR - LON", "spain": "A FRC H; A FLA H"},
    )
    assert summarize(EDITION, state, resolution) == (
        "1 unit moves and 1 order is impossible.",
        "Spain's army in Free County is dislodged by France's army in Burgundy.",
    )


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


def test_captures_are_told_by_captor_with_the_worth_of_centers() -> None:
    events = [
        captured("saxony", "LUS", "BOHC"),
        captured("spain", "HLD", "dutch", 6),
        captured("spain", "BRB", "dutch"),
    ]
    spain = "Spain captures Holland from Dutch Republic (6) and Brabant from Dutch Republic"
    assert told("adjustment", *events) == (f"{spain}; Saxony captures Lusatia.",)


def test_the_fall_of_a_power_comes_first_and_markers_give_way() -> None:
    fall = event("eliminated", "Savoy is eliminated: it holds no center", 80, powers=("savoy",))
    state = event("state-captured", "Hesse is a captured state, held by Saxony: 3", 70, state="HES")
    marker = event("marker", weight=6, state="HES", marker="")
    said = told("adjustment", captured("france", "TUR", "savoy", 5), state, fall, marker)
    assert said == (
        "Savoy is eliminated.",
        "France captures Turin from Savoy (5).",
        "Hesse is a captured state, held by Saxony.",
    )


def test_markers_come_and_go() -> None:
    events = [
        event("marker", weight=6, state="ANS", marker="catholic"),
        event("marker", weight=6, state="HES", marker=""),
        event("marker", weight=6, state="TRA", marker=""),
    ]
    (said,) = told("adjustment", *events)
    assert said == "Catholic markers appear in Ansbach; Hesse and Transylvania lose theirs."
    assert told("adjustment", events[1]) == ("Hesse loses its marker.",)


def test_builds_and_loans() -> None:
    state = given(
        phase="builds",
        units={"france": ["A CHA"]},
        infs={},
        treasury={"france": 50, "spain": 9},
    )
    sheets = {"france": "BUILD A PAR\nBOLSTER A CHA 1\nBUILD A LON", "spain": "LOAN 2 TO FRANCE"}
    said = summarize(EDITION, state, play(EDITION, state, sheets))
    assert said[0].startswith("France builds in Paris")
    assert said[-1] == "Spain lends France 2 TP."
    assert "London" not in " ".join(said)


def test_scoring_tells_the_lead_and_what_is_in_effect() -> None:
    state = position(EDITION, phase="scoring")
    resolution = play(EDITION, state)
    lead, *others = summarize(EDITION, state, resolution)
    assert "short of victory, ahead of" in lead
    war = [
        event("relation", weight=32, pair=["austria", "union"], relation="war", since=1620),
        event("relation", weight=26, pair=["spain", "league"], relation="alliance", since=1620),
        event("relation", weight=32, pair=["sweden", "poland"], relation="war", since=1620),
    ]
    (said,) = told("scoring", *war)
    assert said == (
        "From 1620 on Austria is at war with Union and Sweden with Poland; "
        "Spain is allied with League."
    )
    assert others == []


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
