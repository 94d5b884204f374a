"""Kinds of events: their slugs, sections, topics, tables and accounts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.engine.chronicle import LedgerLine
from generator.engine.events import (
    EventKind,
    by_slug,
    event_lines,
    event_section,
    ledger_lines,
    topics_of,
)
from generator.engine.phases import Setup
from generator.engine.report import Row
from generator.engine.verdicts import Event
from generator.rulesets import get_ruleset
from generator.rulesets.europe.telling.report import events_of
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619_draft import EDITION as DRAFT
from generator.rulesets.standard.event_kinds import EVENTS as STANDARD
from generator.rulesets.westphalia.data.event_kinds import EVENTS as WESTPHALIA

KINDS = {
    "europe-1619": events_of(EDITION),
    "europe-1619-draft": events_of(DRAFT),
    "standard": STANDARD,
    "westphalia": WESTPHALIA,
}

PAID = EventKind(
    "paid",
    section="Money",
    topics=("treasury", "war"),
    columns={"Who": lambda facts, event: facts[event.powers[0]], "How much": "sum"},
    account=lambda event: [(event.powers[0], "pay", event.data["sum"])],
)
LOST = EventKind("lost", section="Money", topics=("war",))


def paid(power: str, much: int) -> Event:
    return Event("paid", "X-1", f"{power} is paid {much}", (power,), data={"sum": much})


@pytest.mark.parametrize("kinds", KINDS.values(), ids=KINDS)
def test_slugs_of_a_ruleset_are_distinct(kinds: Sequence[EventKind]) -> None:
    assert len(by_slug(kinds)) == len(kinds)


@pytest.mark.parametrize(("ruleset", "kinds"), KINDS.items(), ids=KINDS)
def test_every_topic_of_a_kind_is_one_of_the_gazetteer(
    ruleset: str, kinds: Sequence[EventKind]
) -> None:
    rules = get_ruleset(ruleset)
    topics = rules.gazetteer(rules.opening(Setup())).topics
    assert {topic for kind in kinds for topic in kind.topics} == set(topics)
    assert all(topics.values())


@pytest.mark.parametrize("kinds", KINDS.values(), ids=KINDS)
def test_what_a_table_of_the_report_has_no_section_tells(kinds: Sequence[EventKind]) -> None:
    for kind in kinds:
        assert not kind.tabled or not kind.section, kind.slug


def test_topics_keep_the_order_in_which_they_are_asked_for() -> None:
    topics = topics_of(("war", "treasury"), (PAID, LOST))
    assert list(topics.items()) == [("war", {"paid", "lost"}), ("treasury", {"paid"})]


def test_events_of_one_kind_are_a_table_and_of_several_are_sentences() -> None:
    kinds = by_slug((PAID, LOST))
    told = [(4, paid("spain", 3)), (7, paid("france", 2))]
    section = event_section({"spain": "Spain", "france": "France"}, kinds, "Money", told)
    assert section.lines == event_lines(event for _, event in told)
    assert section.columns == tuple(PAID.columns)
    assert section.rows == (Row(("Spain", "3"), 4, "X-1"), Row(("France", "2"), 7, "X-1"))
    mixed = event_section({}, kinds, "Money", [*told, (9, Event("lost", "", "all is lost"))])
    assert mixed.lines[-1] == "all is lost"
    assert not mixed.rows


def test_a_ledger_has_the_sums_of_the_kinds_that_have_an_account() -> None:
    events = (Event("lost", "", "all is lost"), paid("spain", 3), Event("new", "", "of no kind"))
    assert list(ledger_lines(by_slug((PAID, LOST)), events)) == [LedgerLine("spain", "pay", 3, 2)]
