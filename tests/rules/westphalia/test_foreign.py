"""Foreign Powers: leaving, being driven out, and what they are afterwards."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.game.sheets import sheet_for
from generator.archive.people.reminding import reminders
from generator.rulesets.westphalia.diplomacy.foreign import drive_out, leave_empire
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.orders import LeaveEmpire
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.autoplay.samples import GAMES
from tests.rules.westphalia.rounds import at_phase, play
from tests.rules.westphalia.table import give, six


def left(
    state: State, player: str = "red", home: str = "", edge: str = "", name: str = ""
) -> State:
    progress = Progress(state)
    leave_empire(progress, player, LeaveEmpire(home, edge, name))
    return progress.state


def driven(state: State, player: str = "red") -> State:
    progress = Progress(state)
    drive_out(progress, player)
    return progress.state


@pytest.mark.rule("POW-FP-6")
def test_when_all_names_are_used_it_is_a_free_city() -> None:
    """E-44."""
    from generator.rulesets.westphalia.land.lands import free_names
    from generator.rulesets.westphalia.state.state import Principality

    state = six()
    for name in tuple(free_names(state)):
        table = {**state.principalities, name: Principality(name, name)}
        state = replace(state, principalities=table)
    after = left(state)
    assert after.principalities["free_a3"].name == "Free City of A3"


# --- how it is told, and what is wished for


def homeless(phase: str = "religious-war", **options: str) -> State:
    """Red has been driven out in the wars of this Round, and had named no home."""
    gone = driven(give(six(**options), "white", "A2 A3 A4 B3", town=False, capital=False))
    return at_phase(gone, phase)


@pytest.mark.rule("POW-FP-4")
@pytest.mark.parametrize(
    ("pacing", "last"),
    [("merged", "Tradeoffs and Imperial Election"), ("stepwise", "Foreign Powers")],
)
def test_who_was_driven_out_is_told_to_name_a_home_and_until_when(pacing: str, last: str) -> None:
    state = homeless(pacing=pacing)
    advice = RULESET.advice(state, "red")
    assert "the home is in Denmark at the edge N" in advice
    assert "FOREIGN sweden EDGE N" in advice
    assert advice.endswith(f"by the deadline of {last}")
    assert RULESET.advice(state, "green") == ""
    (table,) = [one for one in RULESET.tables(state) if one.title == "Foreign Powers"]
    assert f"{advice}." in str(table)
    sheet = sheet_for(RULESET, state, "red").splitlines()
    assert advice in " ".join(line.removeprefix("# ") for line in sheet)


@pytest.mark.rule("POW-FP-4")
def test_who_has_named_a_home_before_or_left_of_his_own_will_is_told_nothing() -> None:
    named = play(at_phase(six(), "upheaval"), {"red": "FOREIGN spain EDGE N"}).state
    assert RULESET.advice(at_phase(driven(named), "religious-war"), "red") == ""
    for phase in ("upheaval", "ballot-1", "peace"):
        assert RULESET.advice(at_phase(left(six()), phase), "red") == ""
    late = homeless("ballot-1")
    done = RULESET.read(late, {"red": "FOREIGN spain EDGE N"})
    assert [one.rule for one in done.complaints] == ["POW-FP-1"]


def _later(folder: str, names: list[str]) -> set[str]:
    """What there was not yet before the leagues of 1585, and what tells of it."""
    gone = {"1610", "1635", "chain.toml", "commitments.toml", "revealed"} & set(names)
    if folder.endswith(os.path.join("1585", "state")):
        gone |= {name for name in names if name[0] in "678"}
    return gone


@pytest.mark.rule("POW-FP-4")
def test_the_reminder_of_who_was_driven_out_says_what_to_file_and_by_when(tmp_path: Path) -> None:
    """Sample game: white was driven out in the wars of 1585, and named no home."""
    folder = tmp_path / "cuius-regio"
    shutil.copytree(GAMES / "cuius-regio", folder, ignore=_later)
    settings = folder / "game.toml"
    dated = settings.read_text("utf-8") + "\n[dates.1585]\nleagues = 2027-03-07T20:00:00Z\n"
    settings.write_text(dated, "utf-8")
    (one,) = [one for one in reminders(load_game(folder)) if one.power == "white"]
    assert "White was driven out" in one.body
    assert "like FOREIGN poland EDGE NE" in " ".join(one.body.split())
    assert "7 March 2027" in one.body
    report = RULESET.report(
        load_game(folder).current_state(), load_game(folder).phases[-1].resolution()
    )
    assert "Homes to choose" in [section.title for section in report]
