"""Surrenders and indemnities: E15V7-SURR."""

from __future__ import annotations

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.engine.phases import Ruling, Setup
from generator.rulesets.europe.features.surrenders import SurrenderBook, SurrenderOffer
from generator.rulesets.europe.playing.read import read_sheets
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, outcome, units_of
from tests.rules.europe_1615_v7.seven import Played, cited, given, sheets, through

WARS = [("bavaria", "france"), ("bavaria", "england")]


def war(**parts) -> EuropeState:
    return given(year=1622, wars=WARS, **parts)


def year(before: EuropeState, **texts: dict[str, str]) -> list[Played]:
    return through(before, "scoring", **texts)


def income(state: EuropeState) -> Played:
    """The next income phase."""
    return through(state, "income")[-1]


def at_war(state: EuropeState, other: str = "france") -> bool:
    return state.standing.at_war("bavaria", other)


def shares(played: Played) -> dict[str, int]:
    paid = events(played, "indemnity")
    return paid[0].data["shares"] if paid else {}


@pytest.mark.rule("E15V7-SURR-1")
@pytest.mark.parametrize("order", ["SURRENDER: SPAIN; INDEMNITY 2", "SURRENDER: FRANCE, SPAIN"])
def test_a_power_surrenders_to_its_enemies(order: str):
    played = sheets(war(), bavaria=order)
    (found,) = [one for one in played.verdicts if "SURRENDER" in one.order]
    assert (found.outcome, found.reasons[0].rule) == ("illegal", "E15V7-SURR-1")


@pytest.mark.rule("E15V7-SURR-2")
@pytest.mark.rule("E15V7-SURR-3")
def test_it_takes_effect_in_the_next_year():
    before = war(units={"france": ["A WUR"], "bavaria": ["A BAV"]})
    played = year(
        before,
        movement={
            "bavaria": "SURRENDER: FRANCE; INDEMNITY 0",
            "france": "ACCEPT SURRENDER: BAVARIA; INDEMNITY 0",
        },
    )
    assert cited(played[0], "SURRENDER: FRANCE; INDEMNITY 0") == ("success", "E15V7-SURR-2")
    assert at_war(played[-2].state)
    state = played[-1].state
    assert (state.year, at_war(state), at_war(state, "england")) == (1623, False, True)
    assert outcome(sheets(state, france="A WUR - BAV"), "A WUR - BAV") == "illegal"


@pytest.mark.rule("E15V7-SURR-4")
def test_the_sum_on_which_both_agree_is_due():
    played = year(
        war(),
        movement={
            "bavaria": "SURRENDER: FRANCE; INDEMNITY 6",
            "france": "ACCEPT SURRENDER: BAVARIA; INDEMNITY 6",
        },
    )
    assert cited(played[0], "ACCEPT SURRENDER: BAVARIA; INDEMNITY 6", "france") == (
        "success", "E15V7-SURR-4",
    )  # fmt: skip
    assert shares(income(played[-1].state)) == {"france": 6}


@pytest.mark.rule("E15V7-SURR-5")
def test_another_sum_lapses():
    played = year(
        war(),
        movement={
            "bavaria": "SURRENDER: FRANCE; INDEMNITY 6",
            "france": "ACCEPT SURRENDER: BAVARIA; INDEMNITY 8",
        },
    )
    lapsed = [one for each in played for one in events(each, "surrender-accepted")]
    assert lapsed[-1].rule == "E15V7-SURR-5"
    assert at_war(played[-1].state)
    assert shares(income(played[-1].state)) == {}


@pytest.mark.rule("E15V7-SURR-5")
@pytest.mark.parametrize("phase", ["income", "builds"])
def test_the_answer_may_wait_until_the_builds(phase: str):
    answer = {"france": "ACCEPT SURRENDER: BAVARIA; INDEMNITY 6"}
    played = year(
        war(), **{"movement": {"bavaria": "SURRENDER: FRANCE; INDEMNITY 6"}, phase: answer}
    )
    assert not at_war(played[-1].state)
    assert shares(income(played[-1].state)) == {"france": 6}


@pytest.mark.rule("E15V7-SURR-5")
def test_the_answer_comes_too_late_in_the_next_year():
    played = year(war(), movement={"bavaria": "SURRENDER: FRANCE; INDEMNITY 6"})
    late = year(played[-1].state, movement={"france": "ACCEPT SURRENDER: BAVARIA; INDEMNITY 6"})
    assert outcome(late[0], "ACCEPT SURRENDER: BAVARIA; INDEMNITY 6") == "void"
    assert at_war(late[-1].state)
    assert played[-1].state.parts["surrenders"] == SurrenderBook()


@pytest.mark.rule("E15V7-SURR-5")
def test_whoever_named_another_sum_may_name_the_right_one_later():
    played = year(
        war(),
        movement={
            "bavaria": "SURRENDER: FRANCE; INDEMNITY 6",
            "france": "ACCEPT SURRENDER: BAVARIA; INDEMNITY 8",
        },
        builds={"france": "ACCEPT SURRENDER: BAVARIA; INDEMNITY 6"},
    )
    assert not at_war(played[-1].state)


@pytest.mark.rule("E15V7-SURR-2")
def test_surrenders_are_offered_in_the_phase_of_politics_only():
    played = sheets(war(phase="builds"), bavaria="SURRENDER: FRANCE; INDEMNITY 6")
    assert [one.outcome for one in played.verdicts if "SURRENDER" in one.order] == ["illegal"]
    assert played.state.parts["surrenders"] == SurrenderBook()


@pytest.mark.rule("E15V7-SURR-6")
@pytest.mark.rule("E15V7-SURR-7")
@pytest.mark.parametrize(
    ("total", "accepting", "found"),
    [
        (6, ("france", "england"), {"france": 3, "england": 3}),
        (7, ("france", "england"), {"france": 4, "england": 3}),
        (7, ("england",), {"england": 7}),
        (0, ("france", "england"), {}),
    ],
)
def test_the_victors_that_accept_share_it(total: int, accepting, found: dict[str, int]):
    answer = f"ACCEPT SURRENDER: BAVARIA; INDEMNITY {total}"
    played = year(
        war(),
        movement={
            "bavaria": f"SURRENDER: FRANCE, ENGLAND; INDEMNITY {total}",
            **dict.fromkeys(accepting, answer),
        },
    )
    assert shares(income(played[-1].state)) == found
    for victor in ("france", "england"):
        assert at_war(played[-1].state, victor) == (victor not in accepting)


@pytest.mark.rule("E15V7-SURR-8")
@pytest.mark.rule("E15V7-SURR-9")
def test_it_is_paid_with_the_income_even_into_debt():
    offer = SurrenderOffer("bavaria", ("france",), 1623, 6, ("france",))
    before = given(
        year=1623,
        phase="income",
        units={},
        captures={"BAV": "austria"},
        treasury={"bavaria": 2, "france": 1},
    )
    before = at_book(before, offer)
    played = sheets(before)
    told = [(one.kind, one.rule) for one in played.events]
    assert ("indemnity", "E15V7-SURR-8") in told
    assert played.state.treasury["bavaria"] == 2 - 6 - donations(played)
    assert played.state.parts["surrenders"].offered[0].paid
    assert not events(income(through(played.state, "scoring")[-1].state), "indemnity")


def donations(played: Played) -> int:
    """What Bavaria gave to the Papacy in this income."""
    lines = [x for x in RULESET.ledger(played) if x.power == "bavaria" and x.amount < 0]
    return -sum(one.amount for one in lines if one.account != "indemnity")


def at_book(state: EuropeState, *offers: SurrenderOffer) -> EuropeState:
    return replace(state, parts={**state.parts, "surrenders": SurrenderBook(offers)})


@pytest.mark.rule("E15V7-SURR-11")
def test_a_power_that_surrendered_plays_on():
    played = year(
        war(units={"bavaria": ["A BAV"]}),
        movement={"bavaria": "SURRENDER: FRANCE", "france": "ACCEPT SURRENDER: BAVARIA"},
    )
    state = played[-1].state
    assert events(played[-1], "allotment")[0].data["infs"]["bavaria"] == 8
    assert outcome(sheets(state, bavaria="A BAV - WUR"), "A BAV - WUR") == "success"
    assert units_of(state, "bavaria") == ["A BAV"]


@pytest.mark.rule("E15V7-SURR-12")
def test_a_new_war_takes_a_new_declaration():
    played = year(
        war(), movement={"bavaria": "SURRENDER: FRANCE", "france": "ACCEPT SURRENDER: BAVARIA"}
    )
    state = played[-1].state
    assert (state.year, at_war(state)) == (1623, False)
    state = year(state, movement={"france": "DECLARE WAR: BAVARIA"})[-1].state
    assert (state.year, at_war(state)) == (1624, True)


def test_odd_surrenders_are_refused():
    played = sheets(
        war(),
        bavaria="SURRENDER: FRANCE; INDEMNITY -3 ; SURRENDER: FRANCE; INDEMNITY 3"
        " ; SURRENDER: FRANCE, ENGLAND; INDEMNITY 4",
        spain="ACCEPT SURRENDER: BAVARIA; INDEMNITY 3",
    )
    assert outcome(played, "SURRENDER: FRANCE; INDEMNITY -3") == "illegal"
    assert outcome(played, "SURRENDER: FRANCE; INDEMNITY 3") == "success"
    assert outcome(played, "SURRENDER: FRANCE, ENGLAND; INDEMNITY 4") == "illegal"
    assert outcome(played, "ACCEPT SURRENDER: BAVARIA; INDEMNITY 3") == "void"


def test_whoever_surrenders_is_told_that_it_has_to_be_accepted():
    book = read_sheets(EDITION, war(), {"bavaria": "SURRENDER: FRANCE; INDEMNITY 6"})
    assert [one.problem for one in book.complaints if "surrender" in one.problem] == [
        "the war ends with those who accept the surrender for the same sum"
    ]


def test_a_position_sets_surrenders():
    row = {
        "power": "bavaria",
        "victors": ["france", "england"],
        "effective_year": 1616,
        "indemnity": 5,
        "accepted": ["france", "england"],
    }
    before = RULESET.opening(
        Setup({}, {"wars": [list(pair) for pair in WARS], "surrenders": {"offered": [row]}})
    )
    state = through(before, "scoring")[-1].state
    assert not at_war(state)
    assert not at_war(state, "england")
    assert shares(income(state)) == {"france": 3, "england": 2}
    assert RULESET.load(RULESET.dump(state)) == state


@drawn(total=st.integers(0, 30), accepting=st.sets(st.sampled_from(("france", "england", "spain"))))
def test_nothing_is_gained_or_lost_by_an_indemnity(total: int, accepting: set[str]):
    wars = [("bavaria", one) for one in ("france", "england", "spain")]
    texts = dict.fromkeys(sorted(accepting), f"ACCEPT SURRENDER: BAVARIA; INDEMNITY {total}")
    offer = f"SURRENDER: SPAIN, FRANCE, ENGLAND; INDEMNITY {total}"
    before = given(year=1622, units={}, wars=wars)
    state = year(before, movement={"bavaria": offer, **texts})[-1].state
    found = shares(income(state))
    assert sum(found.values()) == (total if accepting else 0)
    if found:
        assert max(found.values()) - min(found.values()) <= len(accepting) - 1


@pytest.mark.rule("E15V7-CORE-10")
@pytest.mark.parametrize(("accepted", "found"), [(True, {"france": 4}), (False, {})])
def test_the_referee_settles_a_dispute(accepted: bool, found: dict[str, int]):
    facts = {"power": "bavaria", "victor": "france", "accepted": accepted, "indemnity": 4}
    ruling = Ruling(1, "builds", "surrender", "as their letters say", "", facts)
    played = year(
        war(),
        movement={
            "bavaria": "SURRENDER: FRANCE; INDEMNITY 6",
            "france": "ACCEPT SURRENDER: BAVARIA; INDEMNITY 6",
        },
    )
    (before,) = [one.state for one in played if one.state.moment.phase == "builds"]
    state = through(sheets(before, ruling).state, "scoring")[-1].state
    assert at_war(state) is not accepted
    assert shares(income(state)) == found


def test_a_ruling_on_no_war_is_refused():
    facts = {"power": "bavaria", "victor": "spain", "accepted": True}
    with pytest.raises(GameError, match="not at war"):
        sheets(war(), Ruling(1, "movement", "surrender", "so be it", "", facts))
