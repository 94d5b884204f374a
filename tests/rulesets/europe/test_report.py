"""Reports of Europe 1619: what holds of all of them. `reports.txt` has what is told, and where."""

from __future__ import annotations

from msgspec.structs import replace

from generator.engine.phases import Resolution
from generator.engine.report import Section
from generator.engine.verdicts import Event
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.telling.report import report_phase
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, play

Played = Resolution[EuropeState]


def sections(before: EuropeState, done: Played) -> dict[str, Section]:
    """The sections by their titles; every one has something to say."""
    found = report_phase(EDITION, before, done)
    assert all(one.lines or one.plain_rows for one in found)
    assert all(len(row) == len(one.columns) for one in found for row in one.plain_rows)
    titles = [one.title for one in found]
    assert len(set(titles)) == len(titles)
    secret = [one.secret for one in found]
    assert secret == sorted(secret)
    return {one.title: one for one in found}


def test_every_power_has_its_row_and_the_best_score_comes_first() -> None:
    state, seen = opening(EDITION), 0
    while state.year == 1619:
        done = play(EDITION, state)
        for one in sections(state, done).values():
            if one.columns[:1] == ("Power",):
                seen += 1
                assert len(one.plain_rows) == 15
            if one.title == "Scores":
                points = [int(row[one.columns.index("Points")]) for row in one.plain_rows]
                assert points == sorted(points, reverse=True)
        state = done.state
    assert seen == 4


def test_what_nobody_may_know_is_for_the_referee() -> None:
    state = opening(EDITION)
    done = play(EDITION, state, {"france": "ALLIANCE: SAVOY\n99: ERF\n3: ERF"})
    (hidden,) = (one for one in sections(state, done).values() if one.secret)
    assert "ALLIANCE: SAVOY: void" in str(hidden.lines)
    assert "3: ERF: excess" in str(hidden.lines)


def test_no_event_is_left_out() -> None:
    """What no section names comes under `Also`; secret events come last."""
    state = opening(EDITION)
    done = play(EDITION, state)
    odd = Event("plague", "E19-GEN-1", "a plague comes over Saxony")
    own = Event("draw", "E19-GEN-1", "a card for Austria", known_to=("austria",))
    found = sections(state, replace(done, events=(*done.events, odd, own)))
    assert found["Also"].lines == ("a plague comes over Saxony (E19-GEN-1)",)
    assert found["What is secret"].lines == ("a card for Austria (E19-GEN-1)",)
    assert found["What is secret"].secret
