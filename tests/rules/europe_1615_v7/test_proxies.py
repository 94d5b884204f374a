"""Units that keep land for its captor, and land that is handed over: E15V7-PROXY, XFER."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.features.handover import HandOver
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.landing import (
    adjust,
    earned,
    holder,
    landed,
)
from tests.rules.europe_1615_v7.seven import cited, sheets

NET_WAR = [("france", "spain")]
HELD = {"captures": {"NET": "france"}, "wars": NET_WAR}
HANDS = "TRANSFER NET TO HES"


@pytest.mark.rule("E15V7-PROXY-5")
def test_the_proxy_gains_nothing():
    played = adjust(units={"denmark": ["A NET"]}, alliances=[("denmark", "france")], **HELD)
    assert (earned(played.state, "france"), earned(played.state, "denmark")) == (13, 9)


def proxied(**parts: Any) -> Any:
    parts = {"units": {"HES": ["A NET"]}, "infs": {"HES": {"france": 3}}, **HELD, **parts}
    return landed(**parts)


@pytest.mark.rule("E15V7-XFER-1")
@pytest.mark.rule("E15V7-XFER-2")
@pytest.mark.rule("E15V7-REP-4")
def test_a_captor_hands_land_over_to_its_proxy_and_everybody_learns_it():
    state = proxied()
    assert RULESET.awaits(state) == ("france",)
    played = sheets(state, france="Transfer control of Southern Netherlands to Hesse")
    assert holder(played, "NET") == "HES"
    assert cited(played, HANDS) == ("success", "E15V7-XFER-1")
    (event,) = events(played, "handed-over")
    assert (event.known_to, dict(event.data)) == (
        (),
        {"province": "NET", "from": "france", "to": "HES"},
    )
    titles = [section.title for section in RULESET.report(state, played)]
    assert "Handed over" in titles


@pytest.mark.rule("E15V7-XFER-4")
@pytest.mark.rule("E15V7-XFER-5")
def test_a_state_hands_over_to_states_alone_by_order_of_its_patron():
    parts: dict[str, Any] = {
        "captures": {"WES": "HES"},
        "infs": {"HES": {"france": 3}, "SAX": {"france": 1}},
    }
    to_france = sheets(
        landed(units={"france": ["A WES"]}, **parts), france="TRANSFER WES TO FRANCE"
    )
    assert cited(to_france, "TRANSFER WES TO FRANCE") == ("illegal", "E15V7-XFER-4")
    state = landed(units={"SAX": ["A WES"]}, **parts)
    assert RULESET.awaits(state) == ("france",)
    played = sheets(state, france="TRANSFER WES TO SAX")
    assert holder(played, "WES") == "SAX"
    stranger = sheets(state, spain="TRANSFER WES TO SAX")
    assert cited(stranger, "TRANSFER WES TO SAX") == ("illegal", "E15V7-XFER-1")
    assert holder(stranger, "WES") == "HES"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("TRANSFER NET TO HESS", "there is no power or minor state HESS"),
        ("TRANSFER NET TO BUR", "BUR is a province of France, not a power or minor state"),
        ("TRANSFR NET TO HES", "TRANSFR is not a word of orders"),
        ("TRANSFER NET", "the order breaks off"),
        ("A NET H", "an order of politics and movement in map adjustment"),
    ],
)
def test_what_is_wrong_with_an_order_is_said(line: str, said: str):
    book = RULESET.read(proxied(), {"france": line})
    assert any(said in one.problem for one in book.complaints), book.complaints
    assert RULESET.read(proxied(), {"france": "PASS"}).complaints == ()


def test_fra_is_franconia_and_france_is_france():
    sheet = "TRANSFER NET TO FRA\nTRANSFER COL TO FRANCE"
    orders = [one.order for one in RULESET.read(proxied(), {"spain": sheet}).sheets["spain"].orders]
    assert orders == [HandOver("NET", "FRA"), HandOver("COL", "france")]
