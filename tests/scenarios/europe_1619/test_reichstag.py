"""The Reichstag: Austria's one meeting, its votes and what they forbid."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import Folder, Printed, new_game

AYE = "REICHSTAG VOTE AYE"
NAY = "REICHSTAG VOTE NAY"


def meet(tmp_path: Path, call: str, infs: str = "", **votes: str) -> tuple[Folder, Printed]:
    game = new_game(tmp_path, infs)
    mails = dict(votes)
    mails["austria"] = f"{call}\n{votes.get('austria', '')}"
    return game, game.play(**mails)


@pytest.mark.rule("E19-REI-5", "E19-REI-10", "E19-ATK-14")
def test_agenda_1_ends_attacks_between_members_from_the_next_year(tmp_path: Path) -> None:
    game, printed = meet(
        tmp_path,
        "REICHSTAG CALL 1",
        '[infs]\nHES = "union 5, league 2, denmark 2"',
        austria=AYE,
        league=AYE,
        saxony="vote aye",
        union="reichstag vote nay",
    )
    assert printed.line_with("Reichstag", "3")
    game.finish_year()
    checked = game.check(league="HES > UNION")
    assert "Reichstag" in checked.line_with("HES > UNION")
    game.play(league="HES > UNION\nHES > DENMARK")
    assert game.infs("HES") == {"union": 5}


@pytest.mark.rule("E19-REI-5")
def test_in_the_year_of_the_vote_attacks_are_still_allowed(tmp_path: Path) -> None:
    game, _ = meet(
        tmp_path,
        "REICHSTAG CALL 1",
        '[infs]\nHES = "union 5, league 2"',
        austria=AYE,
        league=AYE + "\nHES > UNION",
        saxony=AYE,
    )
    assert game.infs("HES") == {"union": 3}


@pytest.mark.rule("E19-REI-14", "E19-REI-12")
def test_silence_counts_against_and_a_rejection_is_final(tmp_path: Path) -> None:
    game, printed = meet(tmp_path, "REICHSTAG CALL 1", austria=AYE, league=AYE, saxony=NAY)
    assert printed.line_with("Reichstag", "reject")
    game.finish_year()
    assert game.check(austria="REICHSTAG CALL 1").line_with("austria.toml", "REICHSTAG CALL 1")


@pytest.mark.rule("E19-REI-7", "E19-REI-13")
def test_a_tie_over_the_ban_leaves_another_meeting(tmp_path: Path) -> None:
    """Saxony, the target, has no vote: two ayes of four."""
    game, printed = meet(
        tmp_path, "REICHSTAG CALL 2 SAXONY ATTACKS", austria=AYE, league=AYE, union=NAY, saxony=NAY
    )
    assert printed.line_with("Reichstag", "tie")
    game.finish_year()
    game.play(austria="REICHSTAG CALL 3 FRANCE LOR\n" + AYE, league=AYE, union=AYE)
    game.finish_year()
    assert "Reichstag" in game.check(france="1: LOR").line_with("france.toml", "1: LOR")


@pytest.mark.rule("E19-REI-6")
def test_a_ban_keeps_one_member_out_of_one_state(tmp_path: Path) -> None:
    game, _ = meet(tmp_path, "REICHSTAG CALL 2 SAVOY INFS MAN", austria=AYE, league=AYE, saxony=AYE)
    game.finish_year()
    checked = game.check(savoy="1: MAN\n2: PARM")
    assert "Reichstag" in checked.line_with("1: MAN")
    game.play()
    assert game.infs("MAN") == {}
    assert game.infs("PARM") == {"savoy": 2}


@pytest.mark.rule("E19-REI-9", "E19-REI-17", "E19-REI-18", "E19-INF-13")
def test_agenda_3_closes_a_state_to_a_foreign_power(tmp_path: Path) -> None:
    """What France has in Lorraine stays, and France may still attack there."""
    game, _ = meet(
        tmp_path,
        "Reichstag call 3 France Lorraine-Alsace",
        '[infs]\nLOR = "france 4, spain 3"',
        austria=AYE,
        savoy=AYE,
        union=AYE,
    )
    game.finish_year()
    checked = game.check(france="1: LOR\nLOR > SPAIN")
    assert "Reichstag" in checked.line_with("1: LOR")
    game.play()
    assert game.infs("LOR") == {"france": 1}


@pytest.mark.rule("E19-REI-8")
def test_the_members_may_choose_the_target(tmp_path: Path) -> None:
    game, printed = meet(
        tmp_path,
        "REICHSTAG CALL 3 OPEN LOR",
        austria=AYE + " FOR FRANCE",
        league=AYE + " FOR SWEDEN",
        saxony=AYE + " FOR SWEDEN",
    )
    assert "Sweden" in printed.line_with("Reichstag")
    game.finish_year()
    assert game.check(sweden="1: LOR", france="1: LOR").line_with("sweden.toml", "Reichstag")


@pytest.mark.rule("E19-REI-1", "E19-REI-2", "E19-REI-4", "E19-REI-9")
@pytest.mark.parametrize(
    ("power", "written"),
    [
        ("saxony", "REICHSTAG CALL 1"),
        ("spain", "REICHSTAG VOTE AYE"),
        ("austria", "REICHSTAG CALL 3 SPAIN LOR"),
        ("austria", "REICHSTAG CALL 2 AUSTRIA ATTACKS"),
        ("austria", "REICHSTAG CALL 2 FRANCE ATTACKS"),
        ("austria", "REICHSTAG CALL 3 FRANCE SWI"),
        ("austria", "REICHSTAG CALL 4"),
        ("austria", "REICHSTAG CALL"),
    ],
)
def test_what_the_reichstag_does_not_know_is_complained_of(
    tmp_path: Path, power: str, written: str
) -> None:
    game = new_game(tmp_path)
    checked = game.check(
        **{power: written, "league": AYE} if power != "spain" else {power: written}
    )
    assert checked.line_with(f"{power}.toml", written)
    game.play()
    game.finish_year()
    assert " 0 errors" in game.check(austria="REICHSTAG CALL 1", spain="").text


@pytest.mark.rule("E19-REI-4")
def test_only_one_agenda_is_put_to_the_vote(tmp_path: Path) -> None:
    game, printed = meet(
        tmp_path,
        "REICHSTAG CALL 1\nREICHSTAG CALL 3 FRANCE LOR",
        austria=AYE,
        league=AYE,
        saxony=AYE,
    )
    assert "agenda 1" in printed.line_with("Reichstag")
    game.finish_year()
    assert " 0 errors" in game.check(france="1: LOR", austria="").text


@pytest.mark.rule("E19-REI-11")
def test_after_an_adoption_there_is_no_other_meeting(tmp_path: Path) -> None:
    game, _ = meet(tmp_path, "REICHSTAG CALL 1", austria=AYE, league=AYE, savoy=AYE)
    game.finish_year()
    assert game.check(austria="REICHSTAG CALL 3 FRANCE LOR").line_with("austria.toml", "CALL 3")


@pytest.mark.rule("E19-REI-1")
def test_the_meeting_may_be_held_with_the_orders_of_the_year(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play()
    printed = game.play(
        austria="A VIE H\nREICHSTAG CALL 1\n" + AYE, league="A BAV H\n" + AYE, savoy=AYE
    )
    assert printed.line_with("Reichstag", "agenda 1")
    game.finish_year()
    assert game.check(league="COL > SAXONY").line_with("Reichstag")


@pytest.mark.rule("E19-REI-15")
def test_the_fall_of_austria_ends_what_the_reichstag_resolved(tmp_path: Path) -> None:
    game, _ = meet(
        tmp_path,
        "REICHSTAG CALL 3 FRANCE LOR",
        'blank = ["units"]\n[units]\npoland = ["A STY", "A CRO"]\n'
        '[relations]\naustria-poland = "war 1618"\n',
        austria=AYE,
        savoy=AYE,
        union=AYE,
    )
    game.play(poland="A STY - VIE\nA CRO - SLO")
    assert "austria" in game.state()["eliminated"]
    game.finish_year()
    assert " 0 errors" in game.check(france="1: LOR").text
