"""The verdict on a refused order says what `check` said of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.engine.chance import Chance
from generator.engine.errors import Complaint
from generator.engine.phases import Setup, WrittenOrder, with_faults
from generator.rulesets import get_ruleset
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import six

SAMPLES = sorted((Path(__file__).parents[2] / "games").iterdir())


def opening(ruleset: str, position: dict[str, Any] | None = None) -> Any:
    return get_ruleset(ruleset).opening(Setup(position=position or {}))


CASES = [
    ("standard", opening("standard"), "france", "A PAR - BORG", "there is no province BORG"),
    ("standard", opening("standard"), "france", "A PAR SUPORT", "SUPORT is not a word of orders"),
    ("europe-1619", opening("europe-1619"), "france", "1: PAPAL", "PAPAL"),
    ("europe-1619", opening("europe-1619"), "france", "1: BREE", "there is no minor state BREE"),
    ("europe-1619", opening("europe-1619"), "france", "WAR: SPAINN", "there is no power SPAINN"),
    ("europe-1619", opening("europe-1619"), "france", "A PAR - LYO", "a movement order in"),
    ("europe-1619-draft", opening("europe-1619-draft", {"phase": "builds"}), "union",
     "FORTIFY HESS 1", "HESS"),
    ("westphalia", at_phase(six(), "diplomacy"), "red", "INFLUENCE hese 2",
     "there is no principality hese"),
    ("westphalia", at_phase(six(), "diplomacy"), "red", "INFLUENCE hesse", "the DI is missing"),
    ("westphalia", at_phase(six(), "diplomacy"), "red", "WINNER red", "WINNER has no place in"),
]  # fmt: skip


@pytest.mark.rule("E19-GEN-2")
@pytest.mark.rule("E19D-GEN-1")
@pytest.mark.rule("STD-ORD-4")
@pytest.mark.rule("POW-MAIL-3")
@pytest.mark.parametrize(
    ("ruleset", "state", "power", "text", "said"), CASES, ids=[case[3] for case in CASES]
)
def test_the_verdict_on_what_cannot_be_read_says_why(
    ruleset: str, state: Any, power: str, text: str, said: str
) -> None:
    rules = get_ruleset(ruleset)
    book = rules.read(state, {power: f"\n  {text}"})
    (complaint,) = [one for one in book.complaints if one.severity == "error"]
    assert said in complaint.problem
    played = rules.adjudicate(state, book, (), Chance("tests", "any"))
    (verdict,) = [one for one in played.verdicts if one.power == power and one.order == text]
    assert verdict.outcome in ("illegal", "void")
    assert verdict.reasons[0].text.endswith(f"cannot be read: {complaint.problem}") or (
        verdict.reasons[0].text.endswith(f"cannot be read as an order: {complaint.problem}")
    )


def test_each_of_several_orders_on_a_line_has_its_own_cause() -> None:
    rules, state = get_ruleset("europe-1619"), opening("europe-1619")
    book = rules.read(state, {"france": "1: BREE; 1: BRE; 1: HAMMM"})
    played = rules.adjudicate(state, book, (), Chance("tests", "any"))
    said = [one.reasons[0].text for one in played.verdicts if one.power == "france"]
    assert "BREE" in said[0]
    assert "cannot be read" not in said[1]
    assert "HAMMM" in said[2]


@pytest.mark.parametrize("folder", SAMPLES, ids=lambda one: one.name)
def test_the_records_of_the_sample_games_say_it_too(folder: Path) -> None:
    game = load_game(folder)
    found = 0
    for phase in game.phases:
        state = phase.before()
        for one in phase.resolution().verdicts:
            reason = one.reasons[0].text if one.reasons else ""
            if "cannot be read" not in reason:
                continue
            found += 1
            book = game.ruleset.read(state, {one.power: one.written or one.order})
            problems = [each.problem for each in book.complaints if each.severity == "error"]
            assert any(problem in reason for problem in problems)
    # What is refused in a game that is not over is mostly secret still; programs write no errors.
    assert found > 2 or game.ending is None or not game.settings.players


@pytest.mark.rule("POW-GEN-6")
@pytest.mark.rule("POW-MAIL-2")
@pytest.mark.parametrize(
    ("phase", "text", "reason"),
    [
        ("actions-1", "GIFT A2 TO hesse", "POW-DI-6: only who Engages in Diplomacy does so"),
        ("actions-1", "LEAGUE catholic", "POW-GEN-6: nothing is asked of Red in this phase"),
        ("influence-1", "SETUP influence trier 3", "POW-GEN-6: nothing is asked of Red in this"),
    ],
)
def test_an_order_that_did_not_come_to_its_turn_has_the_reason_of_its_warning(
    phase: str, text: str, reason: str
) -> None:
    state = at_phase(six(), phase).with_player("green", tasks=("diplomacy", "war"))
    state = replace(state, setup_order=("green", *(one for one in state.seats if one != "green")))
    rules = get_ruleset("westphalia")
    played = rules.adjudicate(state, rules.read(state, {"red": text}), (), Chance("tests", "any"))
    (verdict,) = [one for one in played.verdicts if one.power == "red"]
    assert str(verdict.reasons[0]).startswith(reason)
    assert verdict.known_to == ("red",)


def test_a_fault_belongs_to_the_order_that_it_stands_in() -> None:
    orders = (WrittenOrder("A X", 1, 1, None), WrittenOrder("A Y", 1, 6, None))
    mild = Complaint("warning", "france", 1, 1, "A X", "mild")
    first = Complaint("error", "france", 1, 3, "A X", "first")
    second = Complaint("error", "france", 1, 8, "A Y", "second")
    one, other = with_faults(orders, (mild, first, second))
    assert (one.fault, other.fault) == (first, second)
    assert one.unread("cannot be read") == "cannot be read: first"
    assert WrittenOrder("A X", 2, 1, None).unread("cannot be read") == "cannot be read"
