"""The orders of a phase as a table: what is told in one row, and what is not told twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from markupsafe import escape

from generator.archive import load_game
from generator.engine.verdicts import Reason, Verdict
from generator.pages.base.gameview import PowerView
from generator.pages.base.words import OUTCOME_LOOKS, said_once
from generator.pages.story.ordertable import OrderRow, PowerGroup, _is_telling
from tests.pages.sample import ROOT
from tests.pages.test_phase import phase_html


def group_of(rows: Sequence[OrderRow]) -> PowerGroup:
    return PowerGroup(PowerView("austria", "Austria", "pw-austria"), "", tuple(rows))


def order_row(number: int, order: str, outcome: str, *reasons: str, **more: Any) -> OrderRow:
    look = OUTCOME_LOOKS[outcome]
    views = tuple(Reason("STD-MOV-1", reason) for reason in reasons)
    return OrderRow(number, order, "", "", look, views, "", "")._replace(**more)


def test_units_that_hold_for_one_reason_share_a_row() -> None:
    rows = [
        order_row(1, "A VIE H", "hold", "", provinces="VIE"),
        order_row(2, "A BUD - GAL", "bounce", "attack 1 against hold 1", provinces="BUD GAL"),
        order_row(3, "A TYR H", "hold", "", provinces="TYR"),
        order_row(4, "F TRI H", "hold", "no order", provinces="TRI", note="no order given"),
        order_row(5, "A BOH H", "hold", "hold 2 against attack 1", provinces="BOH"),
    ]
    group = group_of(rows)
    assert [[row.order for row in held] for held in group.holding] == [["A VIE H", "A TYR H"]]
    assert [row.number for row in group.eventful] == [2, 4, 5]
    assert group.routine == ()


def test_orders_that_came_off_without_the_map_are_folded_by_their_rule() -> None:
    placed = [order_row(number, f"1: B{number}", "success", "placed") for number in range(1, 4)]
    failed = order_row(4, "1: HES", "excess", "none left")
    ruled = order_row(5, "WAR: SPAIN", "success", "at war", ruling=1)
    group = group_of([*placed, failed, ruled])
    assert group.routine == (("STD-MOV-1", tuple(placed)),)
    assert group.eventful == (failed, ruled)
    assert group_of([*placed[:2], failed]).routine == ()


@pytest.mark.parametrize(
    ("name", "phase"), [("eleven-voices", "1616/movement"), ("after-the-comet", "1619/diplomatic")]
)
def test_every_order_stands_on_its_page_once(name: str, phase: str) -> None:
    """Folded or not, each has its number as an anchor, and its words."""
    page = phase_html(name, phase)[phase]
    game = load_game(ROOT / "games" / name)
    record = next(
        one for one in game.phases if str(one.moment.year) + "/" + one.moment.phase == phase
    )
    verdicts = record.resolution().verdicts
    assert len(verdicts) > 50
    for number, verdict in enumerate(verdicts, 1):
        assert page.count(f'id="o{number}"') == 1
        assert str(escape(verdict.order)) in page
    assert ("<summary>Also carried out" in page) == (phase == "1616/movement")


@pytest.mark.parametrize(
    ("outcome", "reason", "left"),
    [
        ("bounce", "bounced: attack 1 against hold 2", "attack 1 against hold 2"),
        ("hold", "holds", ""),
        ("illegal", "illegal: Saxony is neutral", "Saxony is neutral"),
        ("dislodged", "dislodged by Apulia: attack 2", "by Apulia: attack 2"),
        ("cut", "dislodged by Apulia: attack 2", "dislodged by Apulia: attack 2"),
        ("success", "nothing contests Styria", "nothing contests Styria"),
    ],
)
def test_a_reason_does_not_repeat_the_verdict(outcome: str, reason: str, left: str) -> None:
    assert said_once(OUTCOME_LOOKS[outcome], reason) == left


@pytest.mark.parametrize(
    ("written", "order", "is_told"),
    [
        ("F BRE HOLDS", "F BRE H", False),
        ("A boh to sil", "A BOH - SIL", False),
        ("a hol supports a cop", "A HOL S A COP", False),
        ("Army Wessex to Andalusia", "A WSX - ANDL", True),
    ],
)
def test_words_for_signs_are_no_text_of_its_own(written: str, order: str, is_told: bool) -> None:
    verdict = Verdict("austria", order, "success", written=written)
    assert _is_telling(verdict) is is_told
