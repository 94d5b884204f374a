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
from tests.rules.europe_1615_v7.seven import Played, at, said, sheets
from tests.rules.europe_1615_v7.wealth import rich, score, treasury

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


@pytest.mark.rule("E15V7-INC-3")
def test_who_pays_and_who_is_paid_learn_of_a_donation_and_not_what_is_left() -> None:
    state = hidden(phase="income", treasury={"spain": 77000, "austria": -9})
    paid = {one.data["power"]: one for one in events(sheets(state), "donation")}
    assert paid["spain"].known_to == ("spain", "papacy")
    assert not TELLTALE.search(repr(paid["spain"]))
    assert paid["austria"].known_to == ("austria",)
    assert {one.known_to for one in events(sheets(state), "maintenance")} >= {("spain",)}


@pytest.mark.rule("E15V7-INC-3")
def test_what_is_bought_is_seen_and_its_price_is_not() -> None:
    own = {"france": ["A PRO", "A GUY", "A NORM"], "papacy": ["A ROM"]}
    state = hidden(units=own, treasury={"france": 77000, "papacy": 77000, "spain": 0})
    played = sheets(state, france="BUILD A PAR", papacy="BUY INF 77", spain="BUILD A MAD")
    assert treasury(played, "france", "papacy") == (77000 - 4, 77000 - 77)
    for kind, power, price in (("purchase", "france", 4), ("infs-bought", "papacy", 77)):
        (event,) = events(played, kind)
        assert (event.known_to, event.data["price"]) == ((power,), price)
    seen = events(played, "purchase-seen")
    assert [event.text for event in seen] == [
        "France builds an army in Paris", "Papacy buys 77 INFs for 1621",
    ]  # fmt: skip
    assert all(event.public for event in seen)
    assert said(played, "BUILD A PAR") == "France builds an army in Paris"
    words = public_words(state, played)
    assert not TELLTALE.search(words)
    assert "for 4 wealth" not in words
    assert "BUILD A MAD" not in words
    assert RULESET.summary(state, played)[0].startswith("France builds in Paris")
    # Nothing but the new public event stands in other words than in a game with public treasuries.
    plain = sheets(rich(units=own, treasury=dict(state.treasury)), france="BUILD A PAR")
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


def test_the_treasury_of_a_power_that_falls_stays_secret() -> None:
    parts: dict[str, Any] = {"year": 1621, "wars": [("austria", "bavaria")]}
    parts |= {"units": {"austria": ["A BAV"]}, "treasury": {"bavaria": 77000}}
    played = adjust(options=SECRET, **parts)
    secret, public = sorted(events(played, "ties-ended"), key=lambda one: one.public)
    assert (secret.known_to, secret.data["treasury"]) == (("bavaria",), 77000)
    assert "77000" not in repr(public)
    (line,) = [one for one in RULESET.ledger(played) if one.account == "forfeit"]
    assert (line.power, line.amount) == ("bavaria", -77000)
    (both,) = events(adjust(**parts), "ties-ended")
    assert (both.public, both.data["treasury"]) == (True, 77000)


def test_a_public_state_with_treasuries_is_refused() -> None:
    document = RULESET.dump(opening(EDITION))
    tables = {**document.public, "options": SECRET}
    with pytest.raises(FileError, match="treasury: it is secret in this game"):
        RULESET.load(Document(tables, document.private))
    # Without the referee's files a state can be read, and nothing is known of its treasuries.
    played = sheets(at(hidden(treasury={"france": 9}), "income"))
    seen = RULESET.load(Document(RULESET.dump(played.state).public))
    assert set(seen.treasury.values()) == {0}
