"""Lines that replace each other, turns, and games in which all was warned of that could be. What is
warned of is in `checks.txt`."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from generator.engine.chance import Chance
from generator.engine.phases import Setup
from generator.rulesets.westphalia.ruleset import RULESET
from tests.rules.westphalia.writing import write_sheet

# --- lines that replace each other


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
