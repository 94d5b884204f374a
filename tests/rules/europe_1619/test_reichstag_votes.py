"""The Reichstag: open motions, results and what comes of them, rulings."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.engine.units import Unit
from generator.rulesets.europe.state.standing import Capture
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.reichstag import (
    ReichstagCall,
    ReichstagVote,
)
from tests.rules.europe.building import events, outcome, play
from tests.rules.europe_1619.meetings import adopted, held, result, vote
from tests.rules.europe_1619.years import Played, at, cited, diplomacy, diplomatic, next_year

# --- open motions


def _named(state: EuropeState, motion: str, **votes: str) -> Played:
    """Votes for an open motion: `aye france`, `nay`, `aye france LOR`."""
    sheets = {}
    for power, text in votes.items():
        side, _, named = text.partition(" ")
        sheets[power] = f"REICHSTAG VOTE {side} {f'FOR {named}' if named else ''}"
    return vote(motion, state=state, **sheets)


@pytest.mark.rule("E19-REI-8")
@pytest.mark.parametrize(
    ("votes", "target"),
    [
        ({"austria": "aye", "saxony": "aye france", "league": "aye france"}, "france"),
        ({"austria": "aye sweden", "saxony": "aye france", "league": "aye france"}, "france"),
        ({"austria": "aye sweden", "saxony": "aye france", "league": "aye"}, "sweden"),
        ({"austria": "aye", "saxony": "aye france", "league": "aye sweden"}, ""),
        ({"austria": "aye", "saxony": "aye spain", "league": "aye"}, ""),
        (
            {"austria": "aye sweden", "saxony": "aye", "league": "aye",
             "union": "nay france", "savoy": "nay france"},
            "sweden",
        ),
    ],
    ids=["most", "most against Austria", "Austria breaks the tie", "nobody breaks the tie",
         "Spain is not foreign", "only ayes name"],
)  # fmt: skip
def test_the_target_of_an_open_motion_is_the_one_that_most_ayes_name(
    votes: dict[str, str], target: str
) -> None:
    """A-REI-4; without a target the motion ends as a tie, and Austria may call again."""
    played = _named(diplomatic(1622), "3 OPEN LOR", **votes)
    (meeting,) = held(played.state)
    assert meeting.motion == ReichstagCall(3, target, "", "LOR")
    if target:
        assert result(played) == ("E19-REI-10", "passed", 3, 5)
    else:
        assert result(played) == ("E19-REI-8", "tied", 3, 5)


@pytest.mark.rule("E19-REI-8")
def test_nobody_names_itself_as_the_target_of_a_ban() -> None:
    """Saxony's own voice would make it two to one; without it Austria breaks the tie."""
    votes = {"saxony": "aye saxony", "union": "aye saxony", "savoy": "aye league"}
    votes["austria"] = "nay league"
    (meeting,) = held(_named(diplomatic(1622), "2 OPEN ATTACKS", **votes).state)
    assert (meeting.motion.target, meeting.ayes, meeting.electorate) == ("league", 3, 4)


@pytest.mark.rule("E19-REI-8")
def test_an_open_state_is_found_like_an_open_target() -> None:
    votes = {"austria": "aye france", "saxony": "aye france LOR", "league": "aye france HES"}
    tied = _named(diplomatic(1622), "3 OPEN", **votes)
    assert result(tied)[:2] == ("E19-REI-8", "tied")
    votes["austria"] = "aye france LOR"
    found = _named(diplomatic(1622), "3 OPEN", **votes)
    assert held(found.state)[0].motion == ReichstagCall(3, "france", "", "LOR")
    assert result(found)[1] == "passed"


# --- results


@pytest.mark.rule("E19-REI-10")
def test_a_majority_of_the_electorate_adopts_for_good() -> None:
    """3 of 5 in 1622: not yet in 1622, in effect from 1623, and for ever."""
    played = vote("3 FRANCE LOR", "austria league savoy", "saxony", france="1: LOR")
    assert result(played) == ("E19-REI-10", "passed", 3, 5)
    assert outcome(played, "1: LOR") == "success"
    year = play(EDITION, at(played.state, "scoring"))
    (event,) = events(year, "reichstag-rule")
    assert (event.rule, event.data["year"]) == ("E19-REI-10", 1623)
    state = year.state
    for _ in range(4):
        assert outcome(diplomacy(state, france="1: LOR"), "1: LOR") == "illegal"
        state = next_year(state)


def _without_austria(state: EuropeState) -> Played:
    """Map adjustment with both home centers of Austria in Ottoman hands."""
    units = {"ottoman": (Unit("A", "SLO"), Unit("A", "VIE"))}
    held_now = {code: Capture("ottoman", state.year) for code in ("SLO", "VIE")}
    fallen = at(state, "adjustment", units=MappingProxyType(units))
    return play(EDITION, replace(fallen, captures=MappingProxyType(held_now)))


@pytest.mark.rule("E19-REI-1")
def test_x_42_without_austria_nobody_meets() -> None:
    state = next_year(_without_austria(diplomatic(1622)).state)
    played = diplomacy(
        state,
        austria=[ReichstagCall(1), ReichstagVote(True)],
        saxony="REICHSTAG CALL 1\nREICHSTAG VOTE AYE",
    )
    assert events(played, "reichstag") == []
    assert outcome(played, "REICHSTAG CALL 1", "austria") == "illegal"


@pytest.mark.rule("E19-REI-6", "E19-REI-9")
def test_x_10_a_restriction_outlives_the_capture_of_its_state() -> None:
    """While the state is captured it does nothing; afterwards it is there again."""
    motion = ReichstagCall(3, "france", "", "LOR")
    captured = adopted(motion, captures={"LOR": "savoy"}, units={"savoy": ["A LOR"]})
    assert cited(diplomacy(captured, france="1: LOR"), "1: LOR", "france") == (
        "illegal",
        "E19-INF-11",
    )
    free = next_year(at(captured, "diplomatic", captures=MappingProxyType({})))
    free = replace(free, statuses=adopted(motion).statuses)
    assert cited(diplomacy(free, france="1: LOR"), "1: LOR", "france") == ("illegal", "E19-REI-9")
    fallen = replace(adopted(motion), eliminated=MappingProxyType({"france": 1622}))
    assert outcome(diplomacy(fallen, sweden="1: LOR"), "1: LOR") == "success"


# --- rulings


def _ruled(phase: str = "diplomatic", **facts: Any) -> Ruling:
    return Ruling(1, phase, "reichstag", "as agreed", facts=facts)


@pytest.mark.rule("E19-REI-10")
def test_a_ruling_makes_void_what_was_adopted() -> None:
    state = adopted(ReichstagCall(3, "france", "", "LOR"))
    played = play(EDITION, at(state, "movement"), {}, [_ruled("movement", void=True)])
    later = next_year(played.state)
    assert outcome(diplomacy(later, france="1: LOR"), "1: LOR") == "success"
    again = diplomacy(later, _ruled(void=False))
    assert outcome(diplomacy(next_year(again.state), france="1: LOR"), "1: LOR") == "illegal"


@pytest.mark.rule("E19-REI-10")
@pytest.mark.parametrize(
    "facts",
    [{}, {"result": "adopted"}, {"electorate": []}, {"electorate": ["bremen"]}, {"void": 1},
     {"result": "passed"}],
    ids=["nothing", "no result", "nobody", "no power", "no flag", "no meeting"],
)  # fmt: skip
def test_rulings_that_make_no_sense_are_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(GameError, match="ruling 1 does not apply"):
        diplomacy(diplomatic(), _ruled(**facts))
