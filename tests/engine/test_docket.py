"""The docket of a phase: entries are settled, and verdicts stand in the order of the sheets."""

from __future__ import annotations

import pytest

from generator.engine.docket import Docket
from generator.engine.errors import BrokenPromise
from generator.engine.events import EventKind
from generator.engine.phases import OrderBook, Sheet, WrittenOrder
from generator.engine.rulebook import read_rulebook
from generator.engine.verdicts import Reason, Verdict

BOOK = read_rulebook(
    {"section": [{"title": "All", "rule": [
        {"id": "T-1", "title": "Bids", "text": "Bids count.", "causes": ["bid"]},
        {"id": "T-2", "title": "Texts", "text": "Texts are read.", "causes": ["unreadable"]},
    ]}]},
    "tests",
)  # fmt: skip
BID = EventKind("bid", weight=7)


def docket(*orders: WrittenOrder, **options: frozenset[str]) -> Docket:
    sheets = {"spain": Sheet("spain", orders), "france": Sheet("france", orders)}
    return Docket(OrderBook(sheets), BOOK.cites, ("france", "spain"), **options)  # type: ignore[arg-type]


def line(text: str, order: object, number: int = 1) -> WrittenOrder:
    return WrittenOrder(text, number, 1, order)


def test_entries_are_found_by_the_type_of_their_order_until_they_are_settled() -> None:
    found = docket(line("3", 3), line("three", "three", 2))
    first = found.entries_of(int)[0]
    assert (first.power, first.line) == ("spain", 1)
    found.settle(first, "success", ("bid", "3 is a bid"))
    assert [one.power for one in found.entries_of(int)] == ["france"]


def test_a_verdict_names_the_rule_of_its_cause_and_keeps_what_was_written() -> None:
    found = docket(line(" three ", 3))
    entry = found.entries_of(int)[0]
    found.settle(entry, "success", ("bid", "3 is a bid"), Reason("X-1", "so it is"))
    assert entry.verdict == Verdict(
        "spain", "3", "success", (Reason("T-1", "3 is a bid"), Reason("X-1", "so it is")), " three "
    )
    assert entry.verdict.meant == 3


def test_an_outcome_may_be_for_the_author_alone() -> None:
    found = docket(line("3", 3), secret=frozenset({"illegal"}))
    spain, france = found.entries_of(int)
    found.settle(spain, "illegal", ("bid", "too late"))
    found.settle(france, "success", ("bid", "in time"))
    assert spain.verdict is not None
    assert spain.verdict.known_to == ("spain",)
    assert france.verdict is not None
    assert france.verdict.public


def test_verdicts_stand_power_by_power_and_those_without_an_entry_come_last() -> None:
    found = docket(line("3", 3))
    found.add_verdict(Verdict("france", "HOLD", "success"))
    for entry in found.entries_of(int):
        found.settle(entry, "success")
    said = [(one.power, one.order) for one in found.verdicts()]
    assert said == [("france", "3"), ("france", "HOLD"), ("spain", "3")]


def test_an_entry_without_a_verdict_is_our_own_fault() -> None:
    with pytest.raises(BrokenPromise, match="spain: 3 has no verdict"):
        docket(line("3", 3)).verdicts()


def test_an_event_has_the_weight_of_its_kind_and_the_rule_of_its_cause() -> None:
    found = docket()
    found.report(BID, "bid", "France bids 3", powers=["france"], amount=3)
    found.report(BID, "bid", "Spain bids 4", weight=9)
    first, second = found.events
    assert (first.kind, first.rule, first.weight, first.data["amount"]) == ("bid", "T-1", 7, 3)
    assert (second.weight, dict(second.data)) == (9, {})
