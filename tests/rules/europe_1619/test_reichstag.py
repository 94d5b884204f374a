"""The Reichstag: who calls it, who votes, and what its agendas forbid."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.errors import FileError
from generator.engine.typed import as_tables
from generator.rulesets.europe.playing.read import read_sheets
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.reichstag import (
    Meeting,
    Meetings,
    Reichstag,
    ReichstagCall,
    ReichstagVote,
)
from tests.rules.europe.building import outcome, position
from tests.rules.europe_1619.meetings import result, vote
from tests.rules.europe_1619.years import diplomacy, diplomatic

# --- the call


@pytest.mark.rule("E19-REI-2")
@pytest.mark.parametrize(("players", "members"), [(14, 5), (13, 4), (12, 3), (11, 3), (10, 2)])
def test_fewer_players_are_fewer_members(players: int, members: int) -> None:
    played = vote("1", "austria", state=diplomatic(1622, options={"players": players}))
    assert result(played)[3] == members


# --- the third agenda


@pytest.mark.rule("E19-REI-9", "E19-PLC-9")
def test_a_power_that_is_not_played_is_no_target() -> None:
    state = diplomatic(options={"players": 13})
    for motion in (ReichstagCall(3, "papacy", "", "LOR"), ReichstagCall(2, "saxony", "attacks")):
        assert outcome(diplomacy(state, austria=[motion]), str(motion)) == "illegal"


# --- reading and writing


@pytest.mark.rule("E19-REI-4")
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("REICHSTAG CALL 1", ReichstagCall(1)),
        ("reichstag: call agenda 1", ReichstagCall(1)),
        ("Call the Reichstag 1", ReichstagCall(1)),
        ("REICHSTAG CALL 2 SAXONY ATTACKS", ReichstagCall(2, "saxony", "attacks")),
        ("REICHSTAG CALL 2 OPEN ATTACKS", ReichstagCall(2, "", "attacks")),
        ("REICHSTAG CALL 2 SAXONY INFS HES", ReichstagCall(2, "saxony", "infs", "HES")),
        ("REICHSTAG CALL 2 Savoy Mantua", ReichstagCall(2, "savoy", "infs", "MAN")),
        ("REICHSTAG CALL 3 FRANCE LOR", ReichstagCall(3, "france", "", "LOR")),
        ("REICHSTAG CALL 3 OPEN LOR", ReichstagCall(3, "", "", "LOR")),
        ("REICHSTAG CALL 3 OPEN", ReichstagCall(3)),
        ("REICHSTAG VOTE AYE", ReichstagVote(True)),
        ("reichstag vote nay", ReichstagVote(False)),
        ("REICHSTAG VOTE AYE FOR FRANCE", ReichstagVote(True, "france")),
        ("REICHSTAG VOTE AYE: FRANCE LOR", ReichstagVote(True, "france", "LOR")),
        ("REICHSTAG ABSTAIN", ReichstagVote(False)),
    ],
)
@pytest.mark.parametrize("phase", ["diplomatic", "movement"])
def test_calls_and_votes_are_read(text: str, order: Any, phase: str) -> None:
    state = position(EDITION, phase=phase)
    for line in (text, str(order)):
        (written,) = read_sheets(EDITION, state, {"austria": line}).sheets["austria"].orders
        assert written.order == order


@pytest.mark.parametrize(
    "part",
    [
        Meetings(),
        Meetings((Meeting.of(1622, ReichstagCall(1), "tied", 2, 4),)),
        Meetings(
            (
                Meeting.of(1622, ReichstagCall(2, "saxony", "infs", "HES"), "tied", 2, 4),
                Meeting.of(
                    1623,
                    ReichstagCall(3, "france", "", "LOR"),
                    "passed",
                    1,
                    2,
                    (("austria", "aye"), ("union", "silent")),
                ),
            ),
            True,
        ),
    ],
)
def test_meetings_survive_writing_and_reading(part: Meetings) -> None:
    state = diplomatic()
    state = replace(state, parts=MappingProxyType({**state.parts, "reichstag": part}))
    assert load_state(EDITION, dump_state(EDITION, state)).parts["reichstag"] == part


@pytest.mark.parametrize(
    "tables",
    [
        {"closed": True},
        {"void": 1},
        {"meetings": [{"year": 1622}]},
        {
            "meetings": [
                {**as_tables(Meeting.of(1622, ReichstagCall(1), "tied", 2, 4)), "result": "won"}
            ]
        },
        {
            "meetings": [
                {**as_tables(Meeting.of(1622, ReichstagCall(1), "tied", 2, 4)), "target": "bremen"}
            ]
        },
    ],
)
def test_what_is_no_meeting_is_refused(tables: Any) -> None:
    with pytest.raises(FileError):
        Reichstag().load(tables, diplomatic().facts)
