"""Units that keep land for its captor, and land that is handed over: E15V7-PROXY, XFER."""

from __future__ import annotations

from typing import Any

from generator.rulesets.europe.features.handover import HandOver
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe_1615_v7.landing import (
    landed,
)

NET_WAR = [("france", "spain")]
HELD = {"captures": {"NET": "france"}, "wars": NET_WAR}


def proxied(**parts: Any) -> Any:
    parts = {"units": {"HES": ["A NET"]}, "infs": {"HES": {"france": 3}}, **HELD, **parts}
    return landed(**parts)


def test_fra_is_franconia_and_france_is_france():
    sheet = "TRANSFER NET TO FRA\nTRANSFER COL TO FRANCE"
    orders = [one.order for one in RULESET.read(proxied(), {"spain": sheet}).sheets["spain"].orders]
    assert orders == [HandOver("NET", "FRA"), HandOver("COL", "france")]
