"""A sheet that is only tried gets the verdicts that it would get if it were the only one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from generator.engine.phases import OrderBook, Sheet
from generator.rulesets.europe.playing.play import own_verdicts, play_phase, try_turn
from generator.rulesets.europe.record.document import dump_state
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1619 import EDITION as FINAL
from generator.rulesets.europe_1619_draft import EDITION as DRAFT
from tests.rules.europe.building import opening
from tests.rulesets.europe.random_play import play_years


def alone(edition: Edition, state: EuropeState, sheet: Sheet) -> list[object]:
    """The verdicts of a whole phase in which nobody else wrote, as far as they concern a power."""
    resolution = play_phase(edition, state, OrderBook({sheet.power: sheet}))
    return [one for one in resolution.verdicts if one.power == sheet.power]


@pytest.mark.parametrize("edition", [FINAL, DRAFT], ids=["final", "draft"])
def test_trying_a_sheet_says_what_playing_it_alone_says(edition: Edition) -> None:
    """In every phase of some years by dice, with orders that count and orders that do not."""
    compared: Counter[str] = Counter()
    for state, book, _ in play_years(edition, opening(edition), Random(11), 3):
        for sheet in book.sheets.values():
            assert list(own_verdicts(try_turn(edition, state, sheet))) == alone(
                edition, state, sheet
            )
            compared[state.moment.phase] += len(sheet.orders)
    assert all(compared[phase] > 50 for phase in ("diplomatic", "movement", "builds")), compared


def test_trying_a_sheet_changes_nothing() -> None:
    for state, book, _ in play_years(FINAL, opening(FINAL), Random(3), 1):
        before = dump_state(FINAL, state)
        for sheet in book.sheets.values():
            try_turn(FINAL, state, sheet)
        assert dump_state(FINAL, state) == before


def test_games_with_different_options_have_their_own_facts() -> None:
    """Facts are remembered from one state to the next, but not from one game to another."""
    small, large = opening(FINAL, players=10), opening(FINAL)
    for state in (small, large, small):
        assert FINAL.facts_for(state.options, state.setup).powers == state.facts.powers
    assert len(small.facts.powers) == 10
    assert len(large.facts.powers) == 15
