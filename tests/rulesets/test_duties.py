"""What a power has to order, in numbers: of what everybody may know of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.rulesets.europe.state.state import Loan

GAMES = Path(__file__).parents[2] / "games"


def before(game: str, phase: str) -> tuple[Any, Any]:
    """The ruleset of a sample game, and its state before a phase."""
    loaded = load_game(GAMES / game)
    record = next(record for record in loaded.phases if str(record.moment) == phase)
    return loaded.ruleset, record.before()


@pytest.mark.parametrize(
    ("game", "phase", "power", "said"),
    [
        ("after-the-comet", "1619 diplomatic", "spain", ("10 INFs to place",)),
        ("after-the-comet", "1619 movement", "austria", ("2 units to order",)),
        ("first-light", "1901 winter-adjustments", "england", ("1 unit to build",)),
        ("first-light", "1902 winter-adjustments", "austria", ("1 unit to remove",)),
        ("first-light", "1902 fall-retreats", "germany", ("1 dislodged unit: A BER",)),
    ],
)
def test_duties_count_what_is_to_be_ordered(
    game: str, phase: str, power: str, said: tuple[str, ...]
) -> None:
    ruleset, state = before(game, phase)
    assert ruleset.duties(state, power) == said


def test_dislodged_units_of_europe_are_named() -> None:
    ruleset, state = before("after-the-comet", "1644 retreats")
    stray = next(one for one in state.displaced if one.places)
    side = state.standing.side_of(stray.owner)
    assert str(stray.unit) in " ".join(ruleset.duties(state, side))


def test_debts_are_due_when_money_is_spent() -> None:
    ruleset, state = before("after-the-comet", "1621 builds")
    owing = replace(state, loans=(Loan(1621, "spain", "austria", 3, 1, 1623),))
    assert ruleset.duties(owing, "austria") == (
        "8 fl. to spend, and the income of the year",
        "4 fl. owed to Spain, due in 1623",
    )
    assert ruleset.duties(owing, "spain") == ("28 fl. to spend, and the income of the year",)
