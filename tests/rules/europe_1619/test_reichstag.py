"""The Reichstag: who calls it, who votes, and what its agendas forbid."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.errors import FileError
from generator.engine.shapes import as_tables
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
from tests.rules.europe.building import events, infs_in, outcome, position
from tests.rules.europe_1619.meetings import adopted, held, result, vote
from tests.rules.europe_1619.years import cited, diplomacy, diplomatic

FOREIGN = (
    "france", "papacy", "sweden", "england", "dutch", "denmark", "poland", "venice", "ottoman"
)  # fmt: skip


# --- the call


@pytest.mark.rule("E19-REI-1")
def test_only_austria_calls_the_reichstag() -> None:
    played = diplomacy(diplomatic(), saxony="REICHSTAG CALL 1")
    assert cited(played, "REICHSTAG CALL 1", "saxony") == ("illegal", "E19-REI-1")
    assert held(played.state) == ()


@pytest.mark.rule("E19-REI-1")
@pytest.mark.parametrize("phase", ["diplomatic", "movement"])
def test_the_reichstag_meets_in_two_phases(phase: str) -> None:
    state = position(EDITION, phase=phase, year=1622)
    played = vote("1", "austria saxony league", state=state)
    assert cited(played, "REICHSTAG CALL 1", "austria") == ("success", "E19-REI-10")
    assert len(held(played.state)) == 1


@pytest.mark.rule("E19-REI-2")
def test_spain_is_no_member() -> None:
    played = vote("1", "austria saxony spain")
    assert cited(played, "REICHSTAG VOTE AYE", "spain") == ("illegal", "E19-REI-2")
    assert result(played)[2:] == (2, 5)


@pytest.mark.rule("E19-REI-2")
@pytest.mark.parametrize(("players", "members"), [(14, 5), (13, 4), (12, 3), (11, 3), (10, 2)])
def test_fewer_players_are_fewer_members(players: int, members: int) -> None:
    played = vote("1", "austria", state=diplomatic(1622, options={"players": players}))
    assert result(played)[3] == members


@pytest.mark.rule("E19-REI-2")
def test_a_member_that_has_fallen_has_no_vote() -> None:
    state = replace(diplomatic(1622), eliminated=MappingProxyType({"savoy": 1620}))
    assert result(vote("1", "austria saxony", state=state)) == ("E19-REI-13", "tied", 2, 4)


@pytest.mark.rule("E19-REI-2")
def test_a_member_has_one_vote() -> None:
    played = vote("1", "austria saxony", league="REICHSTAG VOTE AYE\nREICHSTAG VOTE NAY")
    assert outcome(played, "REICHSTAG VOTE AYE", "league") == "success"
    assert outcome(played, "REICHSTAG VOTE NAY", "league") == "excess"
    assert result(played) == ("E19-REI-10", "passed", 3, 5)


@pytest.mark.rule("E19-REI-3")
def test_nobody_but_austria_brings_a_meeting_about() -> None:
    """Members that would like to meet may vote as they please: nothing happens."""
    played = diplomacy(diplomatic(), league="REICHSTAG VOTE AYE", saxony="REICHSTAG VOTE AYE")
    assert {one.outcome for one in played.verdicts} == {"void"}
    assert played.state.parts == diplomatic().parts
    assert events(played, "reichstag") == []


@pytest.mark.rule("E19-REI-4")
def test_one_agenda_is_put_to_the_vote() -> None:
    played = vote("1\nREICHSTAG CALL 3 FRANCE LOR", "austria league union")
    assert outcome(played, "REICHSTAG CALL 1") == "success"
    assert cited(played, "REICHSTAG CALL 3 FRANCE LOR", "austria") == ("excess", "E19-REI-4")
    assert [meeting.motion.agenda for meeting in held(played.state)] == [1]


@pytest.mark.rule("E19-REI-4")
def test_a_call_that_is_refused_does_not_stand_in_the_way() -> None:
    played = vote("3 SPAIN LOR\nREICHSTAG CALL 1", "austria league union")
    assert outcome(played, "REICHSTAG CALL 3 SPAIN LOR") == "illegal"
    assert [meeting.motion.agenda for meeting in held(played.state)] == [1]


@pytest.mark.rule("E19-REI-4")
@pytest.mark.parametrize(
    "motion",
    [
        ReichstagCall(0),
        ReichstagCall(4),
        ReichstagCall(1, "saxony"),
        ReichstagCall(2, "saxony"),
        ReichstagCall(2, "saxony", "attacks", "HES"),
        ReichstagCall(2, "austria", "attacks"),
        ReichstagCall(2, "france", "attacks"),
        ReichstagCall(2, "saxony", "infs", "SWI"),
        ReichstagCall(3, "saxony", "", "LOR"),
        ReichstagCall(3, "france", "infs", "LOR"),
        ReichstagCall(3, "france", "", "SWI"),
        ReichstagCall(3, "france", "", "FLA"),
    ],
    ids=str,
)
def test_calls_that_name_what_no_agenda_has_are_refused(motion: ReichstagCall) -> None:
    played = diplomacy(diplomatic(), austria=[motion])
    assert outcome(played, str(motion)) == "illegal"
    assert held(played.state) == ()


# --- the first agenda


@pytest.mark.rule("E19-REI-5", "E19-ATK-14")
def test_the_first_agenda_forbids_attacks_among_members() -> None:
    infs = {"HES": {"union": 5, "league": 3, "denmark": 2, "saxony": 1, "france": 1}}
    state = adopted(ReichstagCall(1), infs=infs)
    played = diplomacy(state, league="HES > UNION", saxony="HES > FRANCE", union="HES > DENMARK")
    assert cited(played, "HES > UNION", "league") == ("illegal", "E19-REI-5")
    assert outcome(played, "HES > FRANCE") == "success"
    assert outcome(played, "HES > DENMARK") == "success"
    austria = diplomacy(state, austria="HES > LEAGUE", denmark="HES > UNION")
    assert cited(austria, "HES > LEAGUE", "austria") == ("illegal", "E19-REI-5")
    assert outcome(austria, "HES > UNION") == "success"


@pytest.mark.rule("E19-REI-5")
def test_the_first_agenda_holds_in_the_empire_and_outside() -> None:
    infs = {"SWI": {"union": 2, "league": 2}, "HES": {"union": 2, "savoy": 2}}
    state = adopted(ReichstagCall(1), infs=infs)
    played = diplomacy(state, league="SWI > UNION", savoy="HES > UNION")
    assert outcome(played, "SWI > UNION") == "illegal"
    assert outcome(played, "HES > UNION") == "illegal"


# --- the imperial ban


@pytest.mark.rule("E19-REI-6", "E19-INF-13")
def test_a_ban_closes_one_state_to_its_target() -> None:
    state = adopted(ReichstagCall(2, "savoy", "infs", "MAN"))
    played = diplomacy(state, savoy="2: MAN\n2: PARM", saxony="2: MAN")
    assert cited(played, "2: MAN", "savoy") == ("illegal", "E19-REI-6")
    assert infs_in(played.state, "MAN") == {"saxony": 2}
    assert infs_in(played.state, "PARM") == {"savoy": 2}


@pytest.mark.rule("E19-REI-6", "E19-ATK-14")
def test_a_ban_forbids_its_target_attacks_on_other_members() -> None:
    infs = {"HES": {"union": 5, "saxony": 2, "france": 1, "league": 1}}
    state = adopted(ReichstagCall(2, "saxony", "attacks"), infs=infs)
    barred = diplomacy(state, saxony="HES > UNION")
    assert cited(barred, "HES > UNION", "saxony") == ("illegal", "E19-REI-6")
    others = diplomacy(state, saxony="HES > FRANCE", union="HES > LEAGUE", league="HES > SAXONY")
    assert outcome(others, "HES > FRANCE") == "success"
    assert outcome(others, "HES > LEAGUE") == "success"
    assert outcome(others, "HES > SAXONY") != "illegal"


@pytest.mark.rule("E19-REI-7")
def test_the_target_of_a_ban_does_not_vote_on_it() -> None:
    played = vote("2 SAXONY ATTACKS", "austria union league", "saxony savoy")
    assert cited(played, "REICHSTAG VOTE NAY", "saxony") == ("void", "E19-REI-7")
    assert result(played) == ("E19-REI-10", "passed", 3, 4)
    (event,) = events(played, "reichstag")
    assert list(event.data["votes"]) == ["austria", "union", "league", "savoy"]


@pytest.mark.rule("E19-REI-7", "E19-REI-10")
def test_x_43_in_a_reichstag_of_two_austria_alone_votes_on_a_ban() -> None:
    state = diplomatic(1622, options={"players": 10})
    played = vote("2 UNION ATTACKS", "austria", "union", state)
    assert result(played) == ("E19-REI-10", "passed", 1, 1)
    silent = vote("2 UNION ATTACKS", "", "union", state)
    assert result(silent) == ("E19-REI-12", "rejected", 0, 1)


# --- the third agenda


@pytest.mark.rule("E19-REI-9", "E19-INF-13")
def test_the_third_agenda_closes_a_state_to_a_foreign_power() -> None:
    state = adopted(ReichstagCall(3, "france", "", "LOR"))
    played = diplomacy(state, france="1: LOR\n1: HES", sweden="1: LOR")
    assert cited(played, "1: LOR", "france") == ("illegal", "E19-REI-9")
    assert outcome(played, "1: HES") == "success"
    assert outcome(played, "1: LOR", "sweden") == "success"


@pytest.mark.rule("E19-REI-9")
def test_the_third_agenda_forbids_no_attacks() -> None:
    infs = {"HES": {"union": 3, "league": 2, "france": 1}}
    state = adopted(ReichstagCall(3, "france", "", "HES"), infs=infs)
    played = diplomacy(state, league="HES > UNION", union="HES > FRANCE")
    assert {one.outcome for one in played.verdicts} == {"success"}


@pytest.mark.rule("E19-REI-9")
def test_spain_and_members_are_not_foreign() -> None:
    for power in EDITION.powers:
        played = diplomacy(diplomatic(), austria=f"REICHSTAG CALL 3 {power} LOR")
        expected = "success" if power in FOREIGN else "illegal"
        assert outcome(played, f"REICHSTAG CALL 3 {power.upper()} LOR") == expected


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
