"""Correcting a phase: all that follows is played again, as a whole or not at all, and it shows."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.exchange.exchanging import export_game, import_game
from generator.archive.files.reading import parse_toml
from generator.archive.play.adjudicating import adjudicate_game, adjudicate_on
from generator.archive.play.amending import Amended, Correction, amend_phase
from generator.archive.play.redo import redo_phases
from generator.archive.play.undo import undo_to
from generator.archive.play.verifying import verify_game
from generator.archive.record.amendments import read_amendments, state_hash
from generator.engine.errors import FileError, GameError
from generator.engine.phases import Moment
from tests.archive.faults import STEP, Faults
from tests.archive.games import (
    bid,
    change,
    command,
    files_of,
    new_game,
    store_submission,
    undo_last,
    write_orders,
)
from tests.archive.test_secret_faults import DONE, FAILED, KILLED, clean, with_fault

DAY = "2027-03-09"
SPRING = Moment(1901, 1, "spring-movement")


def yes(found: Amended) -> bool:
    return True


def no(found: Amended) -> bool:
    return False


def correct(folder: Path, phase: str, **orders: str) -> Amended:
    return amend_phase(folder, Correction(phase, "a mail was overlooked", DAY, orders), yes)


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1901 of standard Diplomacy, and the spring after. Tests copy what they change."""
    folder = new_game(tmp_path_factory.mktemp("games"), "war", "standard")
    write_orders(folder, 1901, "spring-movement", germany="F KIE - DEN\nA MUN - RUH")
    write_orders(folder, 1901, "spring-movement", austria="A VIE - GAL", russia="A WAR - UKR")
    adjudicate_game(folder)
    assert load_game(folder).current_moment.phase == "fall-movement"
    write_orders(folder, 1901, "fall-movement", germany="A RUH - HOL", russia="F SEV - RUM")
    adjudicate_game(folder)
    write_orders(folder, 1901, "winter-adjustments", germany="BUILD F KIE\nBUILD A MUN")
    adjudicate_game(folder)
    write_orders(folder, 1902, "spring-movement", germany="F DEN - SWE\nF KIE - DEN")
    adjudicate_game(folder)
    return folder


@pytest.fixture(scope="module")
def corrected(year: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The year with another spring."""
    folder = copied(year, tmp_path_factory.mktemp("corrected"))
    correct(folder, "1901 spring-movement", germany="F KIE - HOL\nA MUN - RUH")
    return folder


def copied(year: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(year, tmp_path / "games" / year.name))


def test_a_correction_plays_all_that_follows_again(year: Path, tmp_path: Path) -> None:
    """Kiel went to Holland, not to Denmark: so Ruhr bounces there no longer, but stays."""
    folder = copied(year, tmp_path)
    found = correct(folder, "1901 spring-movement", germany="F KIE - HOL\nA MUN - RUH")
    assert (found.written, found.played, found.stopped) == (True, 4, "")
    game = load_game(folder)
    assert [str(one.moment) for one in game.phases] == [
        "1901 spring-movement",
        "1901 fall-movement",
        "1901 winter-adjustments",
        "1902 spring-movement",
    ]
    assert "F HOL" in [str(unit) for unit in game.phases[0].resolution().state.units["germany"]]
    last = {one.order: one.outcome for one in game.phases[-1].resolution().verdicts}
    assert last["F DEN - SWE"] == "illegal"
    assert verify_game(folder).phases == 4


def test_files_that_were_changed_by_hand_are_played_as_they_stand(
    year: Path, tmp_path: Path
) -> None:
    folder = copied(year, tmp_path)
    change(folder, "1901/orders/austria.toml", "A VIE - GAL", "A VIE - TYR")
    with pytest.raises(FileError, match="differs from the replay"):
        verify_game(folder)
    correct(folder, "1901 spring-movement")
    verify_game(folder)
    (made,) = read_amendments(folder)
    assert made.what == ("the referee's records",)
    assert str(made.changed[0].moment) == "1901 spring-movement"


def test_a_ruling_of_another_phase_is_refused(year: Path, tmp_path: Path) -> None:
    folder = copied(year, tmp_path)
    before = files_of(folder)
    given = parse_toml(
        '[[ruling]]\nphase = "fall-movement"\nkind = "order"\nreason = "r"\n',
        tmp_path / "given.toml",
    )
    with pytest.raises(FileError, match="is for fall-movement, not for spring-movement"):
        amend_phase(folder, Correction("1901 spring-movement", "r", DAY, rulings=given), yes)
    assert files_of(folder) == before


def test_where_a_retreat_comes_up_the_game_stops_there(year: Path, tmp_path: Path) -> None:
    """Two armies from Galicia and Ukraine drive Vienna's out of Galicia: the fall has retreats, so
    the winter that was played cannot follow it."""
    folder = copied(year, tmp_path)
    winter = (folder / "1901/orders/germany.toml").read_bytes()
    next_year = (folder / "1902/orders/germany.toml").read_bytes()
    found = correct(folder, "1901 spring-movement", russia="A WAR - UKR\nA MOS - WAR")
    assert found.played == 4
    found = correct(
        folder, "1901 fall-movement", russia="A UKR - GAL\nA WAR S A UKR - GAL\nF SEV - RUM"
    )
    assert found.played == 1
    assert found.stopped == (
        "Winter 1901, builds and removals is no longer the next phase: "
        "the game would wait for Fall 1901, retreats"
    )
    assert found.waits == "1901 fall-retreats"
    assert [(str(one.moment), one.is_gone) for one in found.changes] == [
        ("1901 fall-movement", False),
        ("1901 winter-adjustments", True),
        ("1902 spring-movement", True),
    ]
    assert (folder / "1901/orders/germany.toml").read_bytes() == winter
    # Without the sheet for the fall, which nobody had touched.
    after = (folder / "1902/orders/germany.toml").read_bytes()
    assert b"F DEN - SWE" in after
    assert next_year.startswith(after)
    assert verify_game(folder).phases == 2


def test_verify_proves_the_record(year: Path, tmp_path: Path) -> None:
    folder = copied(year, tmp_path)
    before = state_hash(folder, SPRING)
    correct(folder, "1901 spring-movement", germany="F KIE - HOL\nA MUN - RUH")
    (made,) = read_amendments(folder)
    assert made.changed[0].before == before
    assert made.changed[0].after == state_hash(folder, SPRING)
    assert (made.date, made.reason) == (DAY, "a mail was overlooked")
    after = made.changed[0].after
    change(folder, "amendments.toml", after, before)
    with pytest.raises(FileError, match="1901 spring-movement differs from its correction"):
        verify_game(folder)


def test_corrections_of_one_phase_follow_from_each_other(year: Path, tmp_path: Path) -> None:
    folder = copied(year, tmp_path)
    correct(folder, "1901 spring-movement", germany="F KIE - HOL\nA MUN - RUH")
    correct(folder, "1902 spring-movement", germany="F HOL - BEL")
    correct(folder, "1901 spring-movement", germany="F KIE - DEN\nA MUN - RUH")
    one, two, three = read_amendments(folder)
    assert [str(row.moment) for row in two.changed] == ["1902 spring-movement"]
    assert three.changed[0].before == one.changed[0].after
    assert three.changed[0].after == one.changed[0].before
    verify_game(folder)
    change(folder, "amendments.toml", three.changed[0].before, "0" * 64)
    with pytest.raises(FileError, match="does not follow"):
        verify_game(folder)


def test_a_broken_record_is_named_with_its_line(year: Path, tmp_path: Path) -> None:
    folder = copied(year, tmp_path)
    correct(folder, "1901 spring-movement", germany="F KIE - HOL")
    change(folder, "amendments.toml", DAY, "yesterday")
    with pytest.raises(FileError, match="is not a correction") as caught:
        verify_game(folder)
    assert caught.value.place is not None
    assert caught.value.place.line == 5


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("format = 1", "format = 2"),
        ("[1]", "[2]"),
        ("[1]", "[a]"),
        ('reason = "a mail', 'why = "a mail'),
        ('reason = "a mail was overlooked"', 'reason = " "'),
        ('reason = "a mail was overlooked"', "reason = 1"),
        ('what = ["orders of Germany"]', 'what = "orders"'),
        ('["1901 1-spring-movement", "', '["1901", "'),
        ('["1901 1-spring-movement", "', '["1901 3-fall-movement", "'),
        ('["1901 1-spring-movement", "', '[1, "'),
        ('["1901 1-spring-movement", "', '["1901 1-spring-movement", "x'),
        ('phase = "1901 1-spring-movement"', "phase = 1901-01-01"),
        ("changed = [", "changed = [[], "),
    ],
)
def test_what_is_no_record_is_an_error_with_its_place(
    old: str, new: str, corrected: Path, tmp_path: Path
) -> None:
    folder = copied(corrected, tmp_path)
    change(folder, "amendments.toml", old, new)
    with pytest.raises(FileError) as caught:
        read_amendments(folder)
    assert caught.value.place is not None
    assert caught.value.place.path == str(folder / "amendments.toml")
    assert caught.value.place.line


def test_the_record_goes_with_an_export_and_comes_back(year: Path, tmp_path: Path) -> None:
    folder = copied(year, tmp_path)
    correct(folder, "1901 spring-movement", germany="F KIE - HOL\nA MUN - RUH")
    exported = export_game(folder, private=True)
    assert "a mail was overlooked" in json.loads(exported.text)["files"]["amendments.toml"]
    again = import_game(tmp_path / "elsewhere", exported.text).folder
    assert files_of(again) == files_of(folder)


def test_a_correction_that_is_taken_back_leaves_the_record(year: Path, tmp_path: Path) -> None:
    folder = copied(year, tmp_path)
    correct(folder, "1902 spring-movement", germany="F DEN H")
    undo_last(folder)
    assert not (folder / "amendments.toml").exists()
    correct(folder, "1901 fall-movement", germany="A RUH - BEL")
    adjudicate_game(folder)
    (made,) = read_amendments(folder)
    assert "1902 spring-movement" not in map(str, (row.moment for row in made.changed))
    verify_game(folder)


def test_what_changes_nothing_is_refused(year: Path, tmp_path: Path) -> None:
    folder = copied(year, tmp_path)
    before = files_of(folder)
    with pytest.raises(GameError, match="nothing changes"):
        correct(folder, "1901 spring-movement")
    with pytest.raises(GameError, match=r"no phase '1901 summer'"):
        correct(folder, "1901 summer", germany="")
    with pytest.raises(GameError, match="no power germania"):
        correct(folder, "1901 spring-movement", germania="A MUN H")
    with pytest.raises(GameError, match="give a reason"):
        amend_phase(folder, Correction("1901 spring-movement", " ", DAY), yes)
    assert files_of(folder) == before


# Secrets


@pytest.fixture
def purses(tmp_path: Path) -> Path:
    """Two rounds of bids that waited in private/, of which one line is secret."""
    folder = new_game(tmp_path / "games", "duel", "tiny", "--orders", "private")
    store_submission(folder, "crown", {"bid": "BID 2\nBID 99"}, "mail")
    store_submission(folder, "shield", {"bid": "BID 1"}, "mail")
    adjudicate_game(folder)
    store_submission(folder, "crown", {"bid": "BID 1"}, "mail")
    store_submission(folder, "shield", {"bid": "BID 3"}, "mail")
    adjudicate_game(folder)
    return folder


def test_secret_orders_are_corrected_where_they_waited(purses: Path) -> None:
    correct(purses, "1 bid", crown="BID 2\nBID 88")
    (first,) = read_amendments(purses)
    assert first.what == ("the referee's records",)
    assert first.changed[0].said == ()
    correct(purses, "1 bid", crown="BID 4\nBID 77")
    assert read_amendments(purses)[1].what == ("orders of Crown",)
    assert "BID 77" in (purses / "private/1/orders/crown.toml").read_text()
    public = {name: data for name, data in files_of(purses).items() if name[:7] != "private"}
    assert not any(b"BID 77" in data for data in public.values())
    assert b"BID 4" in public["1/orders/crown.toml"]
    assert verify_game(purses).phases == 2
    assert list((purses / "private/1/mail/bid").rglob("*.txt"))
    shutil.rmtree(purses / "private")
    assert [str(moment) for moment, _ in verify_game(purses).unreplayed] == ["1 bid", "2 bid"]


def test_secret_orders_that_were_changed_by_hand_are_told_anew(purses: Path) -> None:
    change(purses, "private/1/orders/crown.toml", "BID 2\n", "BID 5\n")
    correct(purses, "1 bid")
    assert load_game(purses).phases[0].order_texts["crown"] == "BID 5\n"
    assert verify_game(purses).phases == 2


def test_without_the_secrets_nobody_corrects(purses: Path) -> None:
    shutil.rmtree(purses / "private")
    before = files_of(purses)
    with pytest.raises(GameError, match="secrets of duel are not here"):
        correct(purses, "1 bid", crown="BID 4")
    assert files_of(purses) == before


def test_a_tie_that_comes_up_stops_before_the_next_round(purses: Path) -> None:
    found = correct(purses, "1 bid", shield="BID 2")
    assert found.waits == "1 toss"
    assert load_game(purses).current_moment == Moment(1, 2, "toss")
    verify_game(purses)
    assert (purses / "private/2/orders/crown.toml").exists()
    assert not (purses / "2/orders/crown.toml").exists()


def test_a_game_that_is_over_can_be_open_again(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games", "duel", "tiny", "--option", "target=1")
    bid(folder, 1, 2, 1)
    adjudicate_game(folder)
    assert (folder / "seed.toml").exists()
    found = correct(folder, "1 bid", shield="BID 2")
    assert found.waits == "1 toss"
    assert not (folder / "seed.toml").exists()
    assert (folder / "private/seed.toml").exists()
    verify_game(folder)


CALLS: dict[str, Callable[[Path], Any]] = {
    "amend": partial(correct, phase="1 bid", crown="BID 4\nBID 77"),
    "undo to": partial(undo_to, phase="1 bid"),
    "redo": redo_phases,
}


def calls_of(call: Callable[[], Any], tmp_path: Path) -> int:
    """How many calls that write something a function makes."""
    child = os.fork()
    if not child:
        faults = Faults("none", 0)
        faults.arm()
        call()
        count = faults.count
        (tmp_path / "count").write_text(str(count))
        os._exit(0)
    os.waitpid(child, 0)
    return int((tmp_path / "count").read_text())


@pytest.mark.parametrize(
    ("name", "fault"), [*((name, "kill") for name in CALLS), ("amend", "full")]
)
def test_whatever_happens_it_is_done_as_a_whole_or_not_at_all(
    name: str, fault: str, purses: Path, tmp_path: Path
) -> None:
    """Killed at any call that writes, or with a full disk from it on."""
    call = CALLS[name]
    if name == "redo":
        undo_to(purses, "1 bid")
    before = clean(purses)
    whole = Path(shutil.copytree(purses, tmp_path / "whole" / "duel"))
    call(whole)
    after = clean(whole)
    assert after != before
    calls = calls_of(
        partial(call, Path(shutil.copytree(purses, tmp_path / "all" / "duel"))), tmp_path
    )
    seen = []
    # Most of the first calls are those of the rehearsal, one like the other.
    for number in (
        n
        for n in range(1, calls + 1)
        if n % (8 * STEP) == 1 or (n > calls - 16 and (calls - n) % STEP == 0)
    ):
        folder = Path(shutil.copytree(purses, tmp_path / str(number) / "duel"))
        code, _ = with_fault(fault, number, partial(call, folder))
        assert code in ({DONE, KILLED} if fault == "kill" else {DONE, FAILED})
        load_game(folder)
        seen.append(clean(folder))
        assert seen[-1] in (before, after), f"{fault} at call {number}"
        if seen[-1] == before and len(seen) % 3 == 1:
            call(folder)
            assert clean(folder) == after
    assert before in seen
    assert after in seen


# Europe


@pytest.fixture(scope="module")
def europe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = new_game(tmp_path_factory.mktemp("games"), "europe", "europe-1619")
    write_orders(folder, 1619, "diplomatic", france="5: BRE", spain="2: POR\nWAR: SAVOY")
    list(adjudicate_on(folder))
    write_orders(folder, 1619, "movement", france="A PAR - BUR", union="He A HES H")
    list(adjudicate_on(folder))
    write_orders(folder, 1619, "builds", france="GRANT 1 TO SPAIN")
    list(adjudicate_on(folder))
    write_orders(folder, 1620, "diplomatic", spain="1: POR")
    list(adjudicate_on(folder))
    return folder


def test_a_year_of_europe_is_played_again_from_its_first_phase(
    europe: Path, tmp_path: Path
) -> None:
    folder = copied(europe, tmp_path)
    played = [str(one.moment) for one in load_game(folder).phases]
    found = correct(folder, "1619 diplomatic", france="4: BRE\n1: SAVO")
    assert (found.played, found.stopped) == (len(played), "")
    assert [str(one.moment) for one in load_game(folder).phases] == played
    assert verify_game(folder).phases == len(played)
    (made,) = read_amendments(folder)
    assert made.what == ("orders of France",)
    assert "1620 diplomatic" in map(str, (row.moment for row in made.changed))


def test_the_site_learns_nothing_secret_from_the_record(europe: Path, tmp_path: Path) -> None:
    """An offer that nobody answers is its author's secret, also where it came in later."""
    folder = copied(europe, tmp_path)
    correct(folder, "1619 diplomatic", france="5: BRE\nALLIANCE: SAVOY")
    (made,) = read_amendments(folder)
    assert made.changed[0].said == ()
    assert "ALLIANCE" not in (folder / "amendments.toml").read_text()
    verify_game(folder)


def test_a_post_of_a_corrected_phase_says_so_first(
    year: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who has read the post before learns that it was wrong, and why."""
    folder = Path(shutil.copytree(year, tmp_path / "games" / "war"))
    told = ("--phase", "Spring 1901, movement", "--format", "text")
    assert command(folder, "post", *told) == 0
    assert "Corrected" not in capsys.readouterr().out
    correct(folder, "1901 spring-movement", germany="F KIE - HOL")
    capsys.readouterr()
    assert command(folder, "post", *told) == 0
    said = capsys.readouterr()
    assert said.out.startswith(
        "Corrected: a mail was overlooked (orders of Germany), 9 March 2027. What changed: "
    )
    assert "corrected" in said.err.split("subject: ")[1]
    assert command(folder, "post", "--phase", "1901 fall-movement", "--format", "bbcode") == 0
    out = capsys.readouterr().out
    assert out.startswith("Corrected: a mail was overlooked, 9 March 2027, with Spring 1901, move")
