"""Papal decrees: E19D-PAP, and the cases X-45 and X-46."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.features.decree_records import Decree, Decrees, Penalty, decrees_in
from generator.rulesets.europe.features.papal_orders import Demand, IssueDecree
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import RULESET
from tests.rules.europe.building import events, verdict
from tests.rules.europe_1619_draft.decreeing import (
    announce,
    bound,
    lost,
    scored,
    violated,
)
from tests.rules.europe_1619_draft.drafted import (
    Played,
    at,
    cited,
    given,
    next_year,
    sheets,
)

KINDS = {
    "DECREE FRANCE: NOT ENTER LOR": Demand("not_enter", "LOR"),
    "DECREE SPAIN: NOT ALLY SWEDEN": Demand("not_ally", power="sweden"),
    "DECREE AUSTRIA, SPAIN, BAVARIA: NOT ATTACK FRANCE IN WES": Demand(
        "not_attack", "WES", "france"
    ),
    "DECREE BAVARIA: NOT INFLUENCE LOWR": Demand("not_influence", "LOWR"),
    "DECREE SPAIN, FRANCE: LEAVE ALLIANCE ENGLAND": Demand("leave_alliance", power="england"),
}


def free(approved: bool, **facts: Any) -> Ruling:
    return Ruling(1, "movement", "decree", "as it is", "", {"approved": approved, **facts})


# --- announcing


@pytest.mark.rule("E19D-GEN-5")
@pytest.mark.rule("E19D-PAP-3")
@pytest.mark.parametrize(("text", "demand"), list(KINDS.items()))
def test_all_kinds_are_read_and_written(text: str, demand: Demand):
    played = announce(text)
    (decree,) = played.state.parts["decrees"].issued
    assert decree.order.demand == demand
    assert str(decree.order) == text.replace("BAVARIA", "LEAGUE")
    assert RULESET.load(RULESET.dump(played.state)) == played.state


# --- annulment, approval, limits


def annulled(targets: str = "FRANCE", **parts: Any) -> tuple[EuropeState, Played]:
    """The state of 1621 in which a decree was violated once and annulled, and its first phase."""
    issue = IssueDecree(tuple(targets.lower().split(", ")), Demand("not_enter", "LOR"))
    before = given(year=1620, units={}, **parts)
    penalties = tuple(Penalty(1, 1620, power, 3) for power in issue.targets)
    book = Decrees((Decree.of(1, 1619, issue),), penalties)
    state = at(before, "movement", parts={**before.parts, "decrees": book})
    played = sheets(state, papacy="DECREE ANNUL 1")
    return next_year(played.state), played


@pytest.mark.rule("E19D-PAP-9")
def test_an_annulment_ends_the_decree_and_its_penalties():
    """(source)"""
    state, played = annulled()
    assert cited(played, "DECREE ANNUL 1") == ("success", "E19D-PAP-9")
    assert decrees_in(played.state)
    assert not decrees_in(at(state, "movement"))
    assert lost(scored(at(played.state, "scoring")), "france") == -3
    assert lost(scored(state), "france") == 0


@pytest.mark.rule("E19D-PAP-9")
def test_x_45_an_annulment_ends_the_penalties_of_all_targets():
    state, _ = annulled("FRANCE, SPAIN, AUSTRIA")
    assert [lost(scored(state), power) for power in ("france", "spain", "austria")] == [0, 0, 0]


@pytest.mark.rule("E19D-PAP-10")
def test_other_words_need_the_referees_approval():
    text = 'DECREE FRANCE: "France shall be kind"'
    silent = announce(text)
    assert cited(silent, text) == ("void", "E19D-PAP-10")
    rejected = announce(text, free(False, secret=True))
    assert cited(rejected, text) == ("illegal", "E19D-PAP-10")
    for played in (silent, rejected):
        assert not played.state.parts["decrees"].issued
        assert not events(played, "decree-announced")
        assert verdict(played, text).known_to == ("papacy",)
        assert "kind" not in str([one for one in played.events if one.public])
        assert "kind" not in str(RULESET.dump(played.state).public)
    approved = announce(text, free(True, text="France shall be kinder"))
    (decree,) = approved.state.parts["decrees"].issued
    assert decree.order.demand == Demand("free", text="France shall be kinder")


@pytest.mark.rule("E19D-PAP-10")
def test_a_rejection_is_secret_and_a_ruling_needs_a_decree():
    with pytest.raises(GameError, match="add secret = true"):
        announce("DECREE FRANCE: NOT ENTER LOR", free(False))
    with pytest.raises(GameError, match="no decree was ordered"):
        announce("", free(True))


@pytest.mark.rule("E19D-PAP-10")
def test_the_referee_says_whether_a_free_decree_is_violated():
    text = 'DECREE FRANCE: "France shall be kind"'
    state = next_year(announce(text, free(True)).state)
    facts = {"decree": 1, "power": "france", "happened": True}
    ruling = Ruling(1, "scoring", "violation", "it was not", "", facts)
    played = sheets(at(state, "scoring"), ruling)
    assert violated(played) == [("france", "E19D-PAP-10")]
    assert lost(played, "france") == -3
    wrong = Ruling(1, "scoring", "violation", "x", "", {**facts, "power": "spain"})
    with pytest.raises(GameError, match="does not bind spain"):
        sheets(at(state, "scoring"), wrong)


@pytest.mark.rule("E19D-PAP-14")
def test_x_46_with_the_papacy_its_decrees_fall_and_booked_penalties_stay():
    units = {"france": ["A LOR"], "spain": ["A ROM"]}
    state = bound("DECREE FRANCE: NOT ENTER LOR", units=units, wars=[("spain", "papacy")])
    book = Decrees(state.parts["decrees"].issued, (Penalty(1, 1619, "france", 3),))
    state = at(state, "movement", parts={**state.parts, "decrees": book})
    played = sheets(state)
    while played.state.moment.phase != "scoring":
        played = sheets(played.state)
    assert "papacy" in played.state.eliminated
    assert not decrees_in(played.state)
    played = scored(played.state)
    assert violated(played) == []
    assert lost(played, "france") == -3


@pytest.mark.rule("E19D-PAP-15")
def test_penalties_are_public_and_what_was_done_is_not_before_scoring():
    state = bound("DECREE SPAIN: NOT ALLY SWEDEN")
    played = sheets(state, spain="ALLIANCE: SWEDEN", sweden="ALLIANCE: SPAIN")
    document = RULESET.dump(played.state)
    assert document.private["violations"]["acts"][0]["power"] == "spain"
    assert "violations" not in document.public
    assert not events(played, "violation")
    after = scored(played.state)
    assert events(after, "violation")[0].public
    assert RULESET.dump(after.state).public["decrees"]["penalties"] == [
        {"decree": 1, "year": 1620, "power": "spain", "points": 3}
    ]
    assert RULESET.load(RULESET.dump(after.state)) == after.state
    assert "violations" not in RULESET.dump(after.state).private
