"""The option `public_treasury = false`: each power alone learns what it has, receives and pays."""

from __future__ import annotations

import re
from typing import Any

import pytest

from generator.engine.errors import FileError
from generator.engine.phases import Document
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v7.landing import adjust
from tests.rules.europe_1615_v7.seven import Played, at, sheets
from tests.rules.europe_1615_v7.wealth import rich, score

SECRET = {"public_treasury": False}
TELLTALE = re.compile(r"\b77\d\d\d\b")
"""What nobody has in these tests but a power whose treasury began with 77000."""


def hidden(**parts: Any) -> EuropeState:
    return rich(options=SECRET, **parts)


def public_words(before: EuropeState, played: Played) -> str:
    """All that everybody may know after a phase, as text."""
    shown = [section for section in RULESET.report(before, played) if not section.secret]
    return repr((
        RULESET.dump(played.state).public,
        [event for event in played.events if event.public],
        [verdict for verdict in played.verdicts if verdict.public],
        shown,
        RULESET.summary(before, played),
        RULESET.standings(played.state),
        RULESET.snapshot(played.state),
        RULESET.tables(played.state),
    ))  # fmt: skip


@pytest.mark.rule("E15V7-INC-3")
@pytest.mark.parametrize("public", [True, False])
def test_what_a_power_has_is_told_to_everybody_or_to_itself(public: bool) -> None:
    options = {"public_treasury": public}
    state = rich(phase="income", options=options, treasury={"france": 77000})
    played = sheets(state)
    income = events(played, "income")
    assert {event.known_to for event in income} == (
        {()} if public else {(event.data["power"],) for event in income}
    )
    told = events(played, "treasuries")
    assert len(told) == (1 if public else len(state.living))
    assert all(event.known_to == (() if public else event.powers) for event in told)
    assert bool(TELLTALE.search(public_words(state, played))) == public
    document = RULESET.dump(played.state)
    assert ("treasury" in document.public) == public
    assert ("treasury" in document.private) != public
    assert RULESET.load(document) == played.state


def test_what_is_bought_is_told_in_other_words_only_where_treasuries_are_secret() -> None:
    own = {"france": ["A PRO", "A GUY", "A NORM"]}
    plain = sheets(rich(units=own, treasury={"france": 77}), france="BUILD A PAR")
    assert [one.kind for one in plain.events if one.kind.startswith("purchase")] == ["purchase"]


@pytest.mark.rule("E15V7-INC-3")
def test_wealth_counts_in_no_score_before_the_last_year() -> None:
    state = hidden(phase="scoring", year=1625, treasury={"france": 77, "spain": -5})
    played = sheets(state)
    assert all(event.public for event in events(played, "score"))
    assert not {"surplus_treasury", "debt"} & set(played.state.scores["france"])
    last = score(state, "france"), score(state, "spain")
    assert (last[0]["surplus_treasury"], last[1]["debt"]) == (77, -50)
    open_game = rich(phase="scoring", year=1625, treasury={"france": 77})
    assert sheets(open_game).state.scores["france"]["surplus_treasury"] == 77


def test_what_a_fallen_power_forfeits_is_in_the_ledger() -> None:
    parts: dict[str, Any] = {"year": 1621, "wars": [("austria", "bavaria")]}
    parts |= {"units": {"austria": ["A BAV"]}, "treasury": {"bavaria": 77000}}
    (line,) = [one for one in RULESET.ledger(adjust(options=SECRET, **parts)) if one.amount < 0]
    assert (line.account, line.power, line.amount) == ("forfeit", "bavaria", -77000)


def test_a_public_state_with_treasuries_is_refused() -> None:
    document = RULESET.dump(opening(EDITION))
    tables = {**document.public, "options": SECRET}
    with pytest.raises(FileError, match="treasury: it is secret in this game"):
        RULESET.load(Document(tables, document.private))
    # Without the referee's files a state can be read, and nothing is known of its treasuries.
    played = sheets(at(hidden(treasury={"france": 9}), "income"))
    seen = RULESET.load(Document(RULESET.dump(played.state).public))
    assert set(seen.treasury.values()) == {0}
