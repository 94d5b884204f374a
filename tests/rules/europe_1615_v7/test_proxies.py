"""Units that keep land for its captor, and land that is handed over: E15V7-PROXY, XFER."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.features.handover import HandOver
from generator.rulesets.europe.features.rebellion import Mood
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events, infs_in, units_of
from tests.rules.europe_1615_v7.landing import (
    adjust,
    after_moves,
    earned,
    holder,
    landed,
    mood,
    next_year,
    rules_of,
    status,
    with_moods,
)
from tests.rules.europe_1615_v7.seven import at, cited, given, said, sheets

NET_WAR = [("france", "spain")]
HELD = {"captures": {"NET": "france"}, "wars": NET_WAR}
HANDS = "TRANSFER NET TO HES"


@pytest.mark.rule("E15V7-PROXY-1")
@pytest.mark.rule("E15V7-PROXY-4")
def test_a_state_of_the_captors_keeps_what_his_unit_leaves():
    """The French unit leaves, and the Hessian one comes in the same turn; or it is bounced."""
    state = given(
        units={"france": ["A NET"], "HES": ["A COL"]}, infs={"HES": {"france": 3}}, **HELD
    )
    played = after_moves(state, france="A NET - CHA\nA COL - NET")
    assert (holder(played, "NET"), units_of(played.state, "HES")) == ("france", ["A NET"])
    assert rules_of(played, "proxy") == [("NET", "E15V7-PROXY-1")]
    state = given(
        units={"france": ["A NET"], "HES": ["A COL"], "spain": ["A LOR"]},
        infs={"HES": {"france": 3}},
        **HELD,
    )
    bounced = after_moves(state, france="A NET - CHA\nA COL - NET", spain="A LOR - NET")
    assert units_of(bounced.state, "HES") == ["A COL"]
    assert holder(bounced, "NET") == "spain"


@pytest.mark.rule("E15V7-PROXY-1")
@pytest.mark.rule("E15V7-PROXY-2")
@pytest.mark.parametrize("side", ["denmark", "LOWR"])
def test_an_ally_and_his_states_keep_it_too(side: str):
    parts = {**HELD, "infs": {"LOWR": {"denmark": 3}}}
    allied = adjust(units={side: ["A NET"]}, alliances=[("denmark", "france")], **parts)
    assert holder(allied, "NET") == "france"
    assert holder(adjust(units={side: ["A NET"]}, **parts), "NET") == "spain"


@pytest.mark.rule("E15V7-PROXY-3")
@pytest.mark.parametrize("side", ["france", "SAX", "denmark", "LOWR"])
def test_what_a_state_has_captured_is_kept_by_its_patron_and_his_friends(side: str):
    played = adjust(
        units={side: ["A WES"]},
        captures={"WES": "HES"},
        infs={"HES": {"france": 3}, "SAX": {"france": 1}, "LOWR": {"denmark": 1}},
        alliances=[("denmark", "france")],
    )
    assert holder(played, "WES") == "HES"
    assert rules_of(played, "proxy") == [("WES", "E15V7-PROXY-3")]


@pytest.mark.rule("E15V7-PROXY-5")
def test_the_proxy_gains_nothing():
    played = adjust(units={"denmark": ["A NET"]}, alliances=[("denmark", "france")], **HELD)
    assert (earned(played.state, "france"), earned(played.state, "denmark")) == (13, 9)


@pytest.mark.rule("E15V7-PROXY-6")
@pytest.mark.parametrize(("infs", "after"), [({}, "HES"), ({"france": 2}, "LOR")])
def test_a_proxy_that_changes_sides_captures_what_is_open_to_it(infs, after):
    """Hesse is Spanish now, and Spain is at peace with France."""
    played = adjust(
        units={"HES": ["A LOR"]},
        captures={"LOR": "france"},
        infs={"HES": {"spain": 3}, "LOR": infs},
    )
    assert holder(played, "LOR") == after
    assert units_of(played.state, "HES") == ["A LOR"]
    if after == "HES":
        assert rules_of(played, "captured") == [("LOR", "E15V7-PROXY-6")]
        assert status(played, "LOR") == ("captured", "HES")
    else:
        assert status(played, "LOR") == ("aligned", "france")


@pytest.mark.rule("E15V7-PROXY-6")
def test_edge_39_a_proxy_is_tested_with_the_relations_of_the_year():
    """The alliance ends in 1621: until then the Dane keeps the Netherlands for France."""
    allied = adjust(
        year=1620, units={"denmark": ["A NET"]}, alliances=[("denmark", "france")], **HELD
    )
    assert holder(allied, "NET") == "france"
    later = landed(year=1621, units={"denmark": ["A NET"]}, **HELD)
    assert holder(sheets(later), "NET") == "spain"


@pytest.mark.rule("E15V7-PROXY-7")
def test_one_proxy_may_follow_another():
    state = given(
        units={"HES": ["A NET"], "denmark": ["A COL"]},
        infs={"HES": {"france": 3}},
        alliances=[("denmark", "france")],
        **{**HELD, "wars": [*NET_WAR, ("denmark", "spain")]},
    )
    played = after_moves(state, france="A NET - WES", denmark="A COL - NET")
    assert units_of(played.state, "denmark") == ["A NET"]
    assert holder(played, "NET") == "france"


@pytest.mark.rule("E15V7-PROXY-8")
def test_the_captor_who_comes_back_goes_on_with_the_same_control():
    """Also a Protestant proxy does not change the clock of the revolt (edge 45)."""
    moods = {"NAP": Mood("revolt", "catholic", "protestant", 1623)}
    parts: dict[str, Any] = {"captures": {"NAP": "dutch"}, "wars": [("dutch", "spain")]}
    state = landed(year=1621, units={"france": ["A NAP"]}, alliances=[("dutch", "france")], **parts)
    kept = sheets(with_moods(state, moods))
    assert (holder(kept, "NAP"), mood(kept, "NAP")) == ("dutch", ("revolt", 1623))
    state = landed(year=1622, units={"dutch": ["A NAP"]}, **parts)
    back = sheets(with_moods(state, moods))
    assert (holder(back, "NAP"), mood(back, "NAP")) == ("dutch", ("revolt", 1623))
    assert not events(back, "captured")


def test_edge_42_who_dislodges_a_proxy_captures_the_land():
    state = given(
        units={"HES": ["A NET"], "spain": ["A LOR +1"]}, infs={"HES": {"france": 3}}, **HELD
    )
    played = after_moves(state, spain="A LOR - NET")
    assert (units_of(played.state, "HES"), holder(played, "NET")) == ([], "spain")
    enemy = given(
        units={"HES": ["A NET"], "england": ["A LOR +1"]},
        infs={"HES": {"france": 3}},
        captures={"NET": "france"},
        wars=[("england", "france")],
    )
    assert holder(after_moves(enemy, england="A LOR - NET"), "NET") == "england"


def test_edge_43_only_the_position_at_the_end_counts():
    """The French unit and its proxy change places in a ring of three."""
    state = given(
        units={"france": ["A NET", "A CHA"], "HES": ["A LOR"]},
        infs={"HES": {"france": 3}},
        **{**HELD, "captures": {"NET": "france", "LOR": "france"}},
    )
    played = after_moves(state, france="A NET - CHA\nA LOR - NET\nA CHA - LOR")
    assert units_of(played.state, "france") == ["A CHA", "A LOR"]
    assert [holder(played, code) for code in ("NET", "LOR")] == ["france", "france"]


# --- land that is handed over


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


@pytest.mark.rule("E15V7-XFER-1")
def test_it_may_be_written_ahead_and_is_secret_until_then():
    state = at(proxied(), "movement")
    moved = sheets(state, france=HANDS, spain="A NET H")
    kept = next(one for one in moved.verdicts if one.order == HANDS)
    assert (kept.outcome, kept.known_to) == ("success", ("france",))
    document = RULESET.dump(moved.state)
    assert document.private["handovers"] == {"france": {"NET": "HES"}}
    assert "handovers" not in document.public
    assert RULESET.load(document) == moved.state
    played = sheets(moved.state)
    assert holder(played, "NET") == "HES"
    assert len(events(played, "handed-over")) == 1
    assert RULESET.dump(played.state).private.get("handovers", {}) == {}


@pytest.mark.rule("E15V7-XFER-1")
def test_what_was_written_ahead_gives_way_to_a_later_order_and_lapses_in_secret():
    state = at(
        proxied(
            units={"HES": ["A NET"], "SAX": ["A COL"]},
            infs={"HES": {"france": 3}, "SAX": {"france": 1}},
        ),
        "movement",
    )
    moved = sheets(state, france=f"{HANDS}\nA NET - WES\nA COL - NET")
    played = sheets(moved.state)
    assert holder(played, "NET") == "france"
    (lapsed,) = events(played, "handover-lapsed")
    assert (lapsed.known_to, lapsed.rule) == (("france",), "E15V7-XFER-3")
    assert holder(sheets(moved.state, france="TRANSFER NET TO SAX"), "NET") == "SAX"


@pytest.mark.rule("E15V7-XFER-3")
@pytest.mark.parametrize(
    ("parts", "order", "rule"),
    [
        ({"units": {"france": ["A NET"]}}, HANDS, "E15V7-XFER-3"),
        ({"units": {}}, HANDS, "E15V7-XFER-3"),
        ({}, "TRANSFER NET TO SAX", "E15V7-XFER-3"),
        ({"infs": {"HES": {"spain": 2}}}, HANDS, "E15V7-XFER-3"),
        ({}, "TRANSFER NET TO FRANCE", "E15V7-XFER-1"),
        ({}, "TRANSFER COL TO HES", "E15V7-XFER-1"),
        ({}, "TRANSFER ENG TO HES", "E15V7-XFER-1"),
    ],
)
def test_without_a_proxy_nothing_is_handed_over(parts, order, rule):
    played = sheets(proxied(**parts), france=order)
    assert cited(played, order) == ("illegal", rule)
    assert not events(played, "handed-over")


@pytest.mark.rule("E15V7-XFER-1")
def test_only_the_captor_hands_over():
    played = sheets(proxied(), spain=HANDS)
    assert cited(played, HANDS) == ("illegal", "E15V7-XFER-1")
    assert "held by France" in said(played, HANDS)


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


@pytest.mark.rule("E15V7-XFER-6")
def test_it_counts_for_the_receiver_at_once_and_needs_his_unit():
    """The old captor has no claim, also when the receiver becomes his enemy (edge 40)."""
    state = landed(units={"denmark": ["A NET"]}, alliances=[("denmark", "france")], **HELD)
    played = sheets(state, france="TRANSFER NET TO DENMARK")
    assert (earned(played.state, "denmark"), earned(played.state, "france")) == (10, 12)
    war = landed(
        year=1621,
        units={"denmark": ["A NET"]},
        captures={"NET": "denmark"},
        wars=[("denmark", "france")],
    )
    assert holder(sheets(war), "NET") == "denmark"
    left = landed(year=1621, units={}, captures={"NET": "denmark"})
    assert holder(sheets(left), "NET") == "spain"


@pytest.mark.rule("E15V7-XFER-6")
def test_edge_41_a_state_that_turns_neutral_gives_up_what_it_was_given():
    given_over = sheets(proxied(), france=HANDS).state
    assert holder(given_over, "NET") == "HES"
    played = adjust(
        year=1621,
        units={"HES": ["A NET"]},
        captures={"NET": "HES"},
        infs={"HES": {"france": 2, "spain": 2}},
    )
    assert (holder(played, "NET"), units_of(played.state, "HES")) == ("spain", [])


@pytest.mark.rule("E15V7-XFER-7")
def test_a_revolt_goes_on_under_its_new_holder():
    """To 1622 it lasts, whoever it is handed to; and none begins, and none ends."""
    state = landed(
        year=1621,
        units={"france": ["A COL"]},
        captures={"COL": "dutch"},
        alliances=[("dutch", "france")],
    )
    revolt = with_moods(state, {"COL": Mood("revolt", "catholic", "protestant", 1622)})
    played = sheets(revolt, dutch="TRANSFER COL TO FRANCE")
    assert (holder(played, "COL"), mood(played, "COL")) == ("france", ("revolt", 1622))
    assert rules_of(played, "rebellion") == [("COL", "E15V7-REB-12")]
    calm = sheets(state, dutch="TRANSFER COL TO FRANCE")
    assert mood(calm, "COL") == ("", 0)


@pytest.mark.rule("E15V7-XFER-6")
def test_scenario_14_the_transfer_chain():
    """Lorraine: French in 1617, held by a Danish proxy in 1618 and handed over, Danish in 1620."""
    units = {"france": ["A CHA"], "denmark": ["A TRI"]}
    state = given(year=1617, units=units, alliances=[("denmark", "france")])
    taken = after_moves(state, france="A CHA - LOR")
    assert holder(taken, "LOR") == "france"
    state = at(next_year(taken.state), "movement")
    french = "A LOR - CHA\nTRANSFER LOR TO DENMARK"
    played = after_moves(state, france=french, denmark="A TRI - LOR")
    assert units_of(played.state, "denmark") == ["A LOR"]
    assert status(played, "LOR") == ("captured", "denmark")
    assert infs_in(played.state, "LOR") == {}
    assert earned(played.state, "denmark") == 10
    later = landed(year=1620, units={"denmark": ["A LOR"]}, captures={"LOR": "denmark"})
    assert holder(sheets(later), "LOR") == "denmark"
    left = sheets(landed(year=1620, units={}, captures={"LOR": "denmark"}))
    assert holder(left, "LOR") == "LOR"


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
