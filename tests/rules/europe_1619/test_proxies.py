"""Occupation by proxy."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.europe.building import events
from tests.rules.europe_1619.adjusting import adjust, holder, march


@pytest.mark.rule("E19-PRX-1")
@pytest.mark.parametrize(
    ("side", "fields"),
    [
        ("LOR", {}),
        ("savoy", {"alliances": [("france", "savoy")]}),
        ("MAN", {"alliances": [("france", "savoy")], "infs": {"MAN": {"savoy": 1}}}),
    ],
    ids=["aligned state", "ally", "state aligned with an ally"],
)
def test_a_friend_may_stand_in(side: str, fields: dict[str, Any]) -> None:
    captures = {"SAA": "france"}
    played = adjust(units={side: ["A SAA"]}, captures=captures, **fields)
    assert holder(played, "SAA") == "france"
    proxy = events(played, "proxy")[0]
    assert (proxy.rule, proxy.data["proxy"]) == ("E19-PRX-1", side)
    stranger = adjust(units={"venice": ["A SAA"]}, captures=captures, **fields)
    assert holder(stranger, "SAA") == "venice"


@pytest.mark.rule("E19-PRX-2")
@pytest.mark.parametrize(
    ("side", "fields"),
    [
        ("union", {}),
        ("ANS", {}),
        ("england", {"alliances": [("england", "union")]}),
    ],
    ids=["patron", "fellow state", "patron's ally"],
)
def test_a_states_capture_has_proxies_too(side: str, fields: dict[str, Any]) -> None:
    played = adjust(units={side: ["A PAD"]}, captures={"PAD": "HES"}, infs={"PAD": {}}, **fields)
    assert holder(played, "PAD") == "HES"
    assert events(played, "proxy")[0].rule == "E19-PRX-2"


@pytest.mark.rule("E19-PRX-3")
def test_a_proxy_cannot_come_a_year_late() -> None:
    fields = {"alliances": [("france", "savoy")], "captures": {"SAA": "france"}}
    left = march({"france": "A SAA - LOR"}, units={"france": ["A SAA"]}, year=1621, **fields)
    assert holder(left, "SAA") == "SAA"
    late = adjust(units={"savoy": ["A SAA"]}, alliances=[("france", "savoy")], year=1622)
    assert holder(late, "SAA") == "savoy"
