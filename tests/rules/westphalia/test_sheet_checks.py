"""Lines that replace each other, turns, and games in which all was warned of that could be. What is
warned of is in `checks.txt`."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.phases import Setup
from generator.rulesets.westphalia.reading.read import read_sheets
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import ally, level, six
from tests.rules.westphalia.writing import write_sheet


def replaced(state: State, text: str) -> list[tuple[int, str]]:
    """The lines that a later one replaces, with "error" where it says something else."""
    complaints = read_sheets(state, {"red": text}).complaints
    assert {one.rule for one in complaints} <= {"POW-MAIL-2"}
    return [(one.line, one.severity) for one in complaints]


# --- lines that replace each other


@pytest.mark.rule("POW-MAIL-2")
@pytest.mark.parametrize(
    ("phase", "text", "lines"),
    [
        ("choice", "CHOOSE heresy war\nCONVERT\nSTAY", {2: "error"}),
        ("choice", "CHOOSE heresy war\nSTAY\nCONVERT\nSTAY", {2: "warning", 3: "error"}),
        ("choice", "CHOOSE heresy war\nCHOOSE heresy diplomacy", {1: "error"}),
        (
            "choice",
            "DILEMMA LEAD compete\nDILEMMA FOLLOW compete\nDILEMMA LEAD cooperate",
            {1: "error"},
        ),
        ("election", "VOTE trier red\nVOTE ALL black\nVOTE trier white", {1: "error"}),
        ("upheaval", "CONCEDE A2\nCONCEDE A4\nLOSS saved\nLOSS hesse", {1: "error", 3: "error"}),
        ("upheaval", "FOREIGN france\nFOREIGN spain", {1: "error"}),
        ("upheaval", "LEAGUE catholic IF TARGET hesse\nLEAGUE none IF TARGET hesse", {1: "error"}),
        ("upheaval", "LEAGUE catholic IF TARGET hesse\nLEAGUE none IF TARGET trier", {}),
    ],
)
def test_of_several_lines_that_say_the_same_thing_the_last_counts(
    phase: str, text: str, lines: dict[int, str]
) -> None:
    state = ally(at_phase(six(), phase), "trier", "red")
    assert dict(replaced(state, text)) == lines


def test_the_warning_names_the_line_that_counts() -> None:
    (one,) = read_sheets(at_phase(six(), "choice"), {"red": "STAY\n\nSTAY"}).complaints
    assert one.problem == "line 3 counts instead: STAY"


def _rules(state: State, text: str, player: str = "red") -> list[str]:
    return [one.rule for one in read_sheets(state, {player: text}).complaints]


@pytest.mark.rule("POW-GEN-6")
@pytest.mark.parametrize(
    ("phase", "text"),
    [("actions-1", "LEAGUE catholic"), ("declarations-1", "WAR black"), ("peace", "WINNER white")],
)
def test_whose_turn_it_is_not_is_told_so(phase: str, text: str) -> None:
    state = at_phase(level(), phase)
    state = replace(state, setup_order=("purple", "red"))
    state = state.with_player("purple", tasks=("diplomacy", "war"))
    assert _rules(state, text)[-1:] in (["POW-GEN-6"], ["POW-WAR-1"])
    assert "POW-GEN-6" not in _rules(state, text, "purple")
    assert "POW-GEN-6" not in _rules(state, "LOSS saved")


# --- nothing is refused without a warning but for what others did

OTHERS = {
    "POW-ELE-2",  # the Emperor lives
    "POW-TRD-8",  # somebody asks for Initiative Order
    "POW-WAR-2", "POW-WAR-3", "POW-WAR-4", "POW-WAR-5", "POW-RWD-1", "POW-RWD-3",
    "POW-PCE-1", "POW-PCE-2", "POW-PCE-7", "POW-PCE-15", "POW-PCE-16", "POW-PCE-23",
    "POW-FP-4", "POW-LEA-5", "POW-RWP-4", "POW-RWP-5", "POW-RWP-6", "POW-ELE-3", "POW-ACT-4",
}  # fmt: skip


@pytest.mark.parametrize("pacing", ["merged", "stepwise"])
def test_what_is_refused_for_reasons_that_everybody_could_see_was_warned_of(pacing: str) -> None:
    """Games on wild sheets: what came as a surprise came from others, or from lots."""
    rng = random.Random(pacing)
    options = {"game_id": "demo", "pacing": pacing}
    state = RULESET.opening(Setup(options))
    surprises: Counter[str] = Counter()
    warned_of = 0
    while state.ending is None:
        texts = {player: write_sheet(state, player, rng) for player in state.seats}
        book = RULESET.read(state, texts)
        told = {(one.power, one.line) for one in book.complaints}
        done = RULESET.adjudicate(state, book, (), Chance("surprises", str(state.moment)))
        for player, sheet in book.sheets.items():
            own = [one for one in done.verdicts if one.power == player]
            for order, found in zip(sheet.orders, own, strict=False):
                if found.outcome not in ("illegal", "void", "excess"):
                    continue
                warned_of += (player, order.line) in told
                if (player, order.line) not in told:
                    surprises[found.reasons[0].rule] += 1
        state = done.state
    assert set(surprises) <= OTHERS, surprises
    assert warned_of > 200
