"""Builds and bolsters: prices, places, limits, and what is given up."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import at, sheets
from tests.rules.europe_1615_v7.wealth import bought, rich, treasury

THREE = {"france": ["A PRO", "A GUY", "F BRIT"]}
"""A military size of 3, with Paris and Normandy free."""


@pytest.mark.rule("E15V7-CORE-6")
def test_units_are_not_tied_to_centers() -> None:
    own = {"sweden": ["F STO", "A KLM", "A DAL", "F BOT"]}
    state = rich(phase="adjustment", units=own, treasury={"sweden": 9})
    for _ in range(3):
        state = sheets(state).state
    assert len(state.units["sweden"]) == 4
    assert len(state.facts.powers["sweden"].centers) == 2


@pytest.mark.rule("E15V7-BUILD-2")
@pytest.mark.parametrize(
    ("own", "price"),
    [([], 1), (["A PRO"], 1), (["A PRO +1"], 2), (["A PRO +2"], 4), (["A PRO +2", "F GUY"], 8)],
)
def test_the_price_follows_from_the_total_strength(own: list[str], price: int) -> None:
    played = sheets(rich(units={"france": own}, treasury={"france": 50}), france="BUILD A PAR")
    assert bought(played, "france") == [price]


@pytest.mark.rule("E15V7-BUILD-4")
@pytest.mark.parametrize(("tp", "paid", "left"), [(12, [4, 8], 0), (11, [4], 7), (-1, [], -1)])
def test_french_builds(tp: int, paid: list[int], left: int) -> None:
    """Composite scenario 2: later lines fail, earlier ones stand."""
    played = sheets(rich(units=THREE, treasury={"france": tp}), france="BUILD A PAR\nBUILD F NORM")
    assert bought(played, "france") == paid
    assert treasury(played, "france") == left


def test_nobody_builds_on_a_home_center_in_revolt() -> None:
    own = {"sweden": ["A VIE"], "austria": ["A BOH"]}
    state = rich(phase="adjustment", units=own, wars=[("sweden", "austria")])
    taken = sheets(state).state
    gone = at(
        taken,
        "builds",
        units={"austria": taken.units["austria"]},
        treasury={"austria": 9, "sweden": 9},
    )
    played = sheets(gone, austria="BUILD A VIE", sweden="BUILD A VIE")
    assert [one.outcome for one in played.verdicts] == ["illegal", "illegal"]
    assert {one.reasons[0].rule for one in played.verdicts} == {"E15V7-BUILD-5"}


@pytest.mark.rule("E15V7-BUILD-13")
def test_a_new_unit_is_maintained_from_the_next_year_on() -> None:
    built = sheets(rich(year=1616, units={}, treasury={"bavaria": 1}), bavaria="BUILD A BAV")
    assert treasury(built, "bavaria") == 0
    assert events(built, "maintenance") == []
    state = built.state
    while state.moment.phase != "income":
        state = sheets(state).state
    (paid,) = events(sheets(state), "maintenance")
    assert (state.year, paid.data["power"], paid.data["tp"]) == (1617, "bavaria", 1)


@pytest.mark.rule("E15V7-BUILD-14")
def test_what_was_lost_in_the_year_lowers_the_price() -> None:
    own = {"france": ["A PRO", "A GUY", "F NORM", "A LOR"], "austria": ["A TRI +2", "A WUR"]}
    state = rich(phase="movement", units=own, wars=[("france", "austria")], treasury={"france": 0})
    state = sheets(state, austria="A TRI - LOR\nA WUR S A TRI - LOR").state
    while state.moment.phase != "builds":
        state = sheets(state).state
    assert len(state.units["france"]) == 3
    assert bought(sheets(state, france="BUILD A PAR"), "france") == [4]


@pytest.mark.rule("E15V7-BOL-4")
def test_builds_and_bolsters_are_paid_in_written_order() -> None:
    own = {"france": ["A PRO", "A GUY", "A NORM"]}
    played = sheets(rich(units=own, treasury={"france": 12}), france="BUILD A PAR\nBOLSTER A PRO")
    made = [(one.data["sort"], one.data["price"]) for one in events(played, "purchase")]
    assert made == [("unit", 4), ("bolster", 8)]
    played = sheets(rich(units=own, treasury={"france": 12}), france="BOLSTER A PRO\nBUILD A PAR")
    made = [(one.data["sort"], one.data["price"]) for one in events(played, "purchase")]
    assert made == [("bolster", 4), ("unit", 8)]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("BUILD PAR", "army or fleet"),
        ("BUILD A PRAIS", "PRAIS"),
        ("BOLSTER A PAR +99", "no army grows by 99"),
        ("5: HES", "politics and movement"),
        ("A PAR - BUR", "politics and movement"),
        ("REDUCE", "missing"),
    ],
)
def test_mistakes_are_explained(line: str, problem: str) -> None:
    book = RULESET.read(rich(), {"france": line})
    assert any(problem in one.problem for one in book.complaints), book.complaints


@pytest.mark.parametrize(
    "text",
    [
        "BUILD A PAR", "BUILD F SLG/EC", "BOLSTER A VIE 1", "REDUCE A VIE 1", "DISBAND A VIE",
        "MINOR BRA DISBANDS A PRU", "PREFER LOWR: ARMY", "PREFER MEC: FLEET", "BUY INF 3",
        "GRANT 4 TO FRANCE", "REPAY 7 TO SPAIN", "REPAY 7 TO REFEREE", "LOAN 6 TO AUSTRIA",
        "LOAN 6 TO AUSTRIA; ENFORCED", "ACCEPT LOAN 6 FROM SPAIN; REPAY 7 IN 1622; ENFORCED",
    ],
)  # fmt: skip
def test_the_canonical_notation_reads_back(text: str) -> None:
    assert str(RULESET.order_in(rich(), text)) == text


def test_the_steps_of_the_phase_stand_in_the_order_of_the_rulebook() -> None:
    def names(phase: str, *wanted: str) -> list[str]:
        return [step.name for step in EDITION.course.steps(phase) if step.name in wanted]

    income = ("income", "donations", "indemnities", "maintenance", "enforced loans", "transfers")
    assert names("income", *income) == list(income)
    builds = ("transfers", "reductions", "purchases", "bought INFs", "preferences", "minor builds")
    assert names("builds", *builds) == list(builds)
