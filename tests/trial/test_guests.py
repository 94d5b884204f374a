"""Players of other programs at the table: the seats that they have, and what is asked of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from generator.engine.chance import Chance
from generator.engine.phases import Setup
from generator.rulesets import get_ruleset
from generator.trial.playing import play_game, trial_player
from generator.trial.spec import TrialSpec
from tests.benchmarks.players import Company, guest_rules, written

RULES = """
from diplomacy_research.models.state_space import build_game_from_state_proto

def run_ruleset(asked, power):
    game = build_game_from_state_proto(asked)
    return [f"{unit} H" for unit in game.powers[power].units]
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "diplomacy_research/players/rulesets"
    folder.mkdir(parents=True)
    (folder / "holding.py").write_text(RULES, encoding="utf-8")
    return tmp_path


def test_guests_have_their_seats_and_nobody_else_plays_otherwise() -> None:
    ruleset, own = get_ruleset("standard"), trial_player("standard")
    state, chance = ruleset.opening(Setup()), Chance("a seed players", "")
    company = Company(own, "guest", lambda asked, power: [], 2)
    natures = company.natures(state, chance)
    others = [power for power, nature in natures.items() if nature != "guest"]
    assert len(others) == 5
    for power in others:
        draws = Chance("a seed players", f"1901/spring/{power}")
        assert company.write_orders(ruleset, state, power, draws) == own.write_orders(
            ruleset, state, power, draws
        )
    seats = {tuple(company.natures(state, Chance(f"{n}", "")).items()) for n in range(9)}
    assert len(seats) > 1


def test_rules_of_a_guest_are_read_from_its_folder_and_leave_nothing(package: Path) -> None:
    before = set(sys.modules)
    with guest_rules(package, "holding") as orders:
        assert orders.__module__ == "diplomacy_research.players.rulesets.holding"
    assert set(sys.modules) == before


def test_whole_phases_are_played_with_a_guest(package: Path) -> None:
    pytest.importorskip("diplomacy", reason="needs the package diplomacy")
    with guest_rules(package, "holding") as orders:
        company = Company(trial_player("standard"), "guest", orders, 1)
        record = play_game(TrialSpec("standard", "s", years=2), 1, company)
    assert not record.failed
    (guest,) = (power for power, nature in record.natures.items() if nature == "guest")
    # It has held, so it has not moved.
    assert guest not in record.openings


@pytest.mark.parametrize(
    ("order", "kind", "text"),
    [
        ("A PAR - BUR", "movement", "A PAR - BUR"),
        ("F STP/SC B", "build", "BUILD F STP/SC"),
        ("A PAR D", "build", "REMOVE A PAR"),
        ("A PAR D", "retreat", "A PAR D"),
        ("A PAR R BUR", "retreat", "A PAR R BUR"),
    ],
)
def test_orders_are_written_as_theatrum_reads_them(order: str, kind: Any, text: str) -> None:
    assert written(order, kind) == text
