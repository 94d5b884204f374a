"""Builds and bolsters: prices, places, limits, and what is given up."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, outcome
from tests.rules.europe_1615_v7.seven import at, cited, sheets
from tests.rules.europe_1615_v7.wealth import bought, rich, treasury, units

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


@pytest.mark.rule("E15V7-CORE-7")
def test_strength_is_bought() -> None:
    played = sheets(rich(units=THREE, treasury={"france": 4}), france="BUILD A PAR")
    assert treasury(played, "france") == 0
    assert len(units(played, "france")) == 4


@pytest.mark.rule("E15V7-BUILD-1")
def test_units_are_bought_in_the_build_phase_alone() -> None:
    state = rich(units=THREE, treasury={"france": 9})
    played = sheets(state, france="BUILD A PAR")
    assert cited(played, "BUILD A PAR") == ("success", "E15V7-BUILD-1")
    assert bought(played, "france") == [4]
    for phase in ("movement", "income"):
        early = sheets(at(state, phase), france="BUILD A PAR")
        assert outcome(early, "BUILD A PAR") == "illegal"
        assert bought(early, "france") == []


@pytest.mark.rule("E15V7-BUILD-2")
@pytest.mark.parametrize(
    ("own", "price"),
    [([], 1), (["A PRO"], 1), (["A PRO +1"], 2), (["A PRO +2"], 4), (["A PRO +2", "F GUY"], 8)],
)
def test_the_price_follows_from_the_total_strength(own: list[str], price: int) -> None:
    played = sheets(rich(units={"france": own}, treasury={"france": 50}), france="BUILD A PAR")
    assert bought(played, "france") == [price]


@pytest.mark.rule("E15V7-BUILD-3")
def test_each_purchase_raises_the_price() -> None:
    played = sheets(rich(units=THREE, treasury={"france": 50}), france="BUILD A PAR\nBUILD F NORM")
    assert bought(played, "france") == [4, 8]


@pytest.mark.rule("E15V7-BUILD-4")
@pytest.mark.parametrize(("tp", "paid", "left"), [(12, [4, 8], 0), (11, [4], 7), (-1, [], -1)])
def test_french_builds(tp: int, paid: list[int], left: int) -> None:
    """Composite scenario 2: later lines fail, earlier ones stand."""
    played = sheets(rich(units=THREE, treasury={"france": tp}), france="BUILD A PAR\nBUILD F NORM")
    assert bought(played, "france") == paid
    assert treasury(played, "france") == left


@pytest.mark.rule("E15V7-BUILD-5")
def test_a_new_unit_needs_a_free_home_center() -> None:
    own = {"france": ["A PAR"], "spain": ["A PRO"]}
    state = rich(units=own, treasury={"france": 50}, captures={"GUY": "sweden"})
    played = sheets(state, france="BUILD A PAR\nBUILD A PRO\nBUILD A GUY\nBUILD A BRIT")
    for order in ("BUILD A PAR", "BUILD A PRO", "BUILD A GUY", "BUILD A BRIT"):
        assert cited(played, order) == ("illegal", "E15V7-BUILD-5")


@pytest.mark.rule("E15V7-BUILD-6")
def test_each_center_raises_one_unit() -> None:
    state = rich(units={"france": ["A PRO", "A GUY", "A NORM"]}, treasury={"france": 50})
    played = sheets(state, france="BUILD A PAR\nBUILD F PAR")
    assert outcome(played, "BUILD A PAR") == "success"
    assert len(bought(played, "france")) == 1
    twice = sheets(rich(units={}, treasury={"france": 50}), france="BUILD F PRO\nBUILD A PRO")
    assert cited(twice, "BUILD A PRO") == ("excess", "E15V7-BUILD-6")


@pytest.mark.rule("E15V7-BUILD-7")
def test_nothing_is_built_abroad() -> None:
    state = rich(units={}, treasury={"dutch": 9}, captures={"NET": "dutch"})
    played = sheets(state, dutch="BUILD A NET")
    assert cited(played, "BUILD A NET") == ("illegal", "E15V7-BUILD-5")


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


@pytest.mark.rule("E15V7-BUILD-8")
def test_fleets_need_the_sea_and_a_coast() -> None:
    state = rich(units={}, treasury={"denmark": 50, "austria": 50})
    played = sheets(state, denmark="BUILD F SLG\nBUILD F NOR", austria="BUILD F VIE")
    assert cited(played, "BUILD F SLG") == ("illegal", "E15V7-BUILD-8")
    assert "needs its coast" in str(played.verdicts)
    assert outcome(played, "BUILD F NOR") == "success"
    assert cited(played, "BUILD F VIE") == ("illegal", "E15V7-BUILD-8")
    named = sheets(state, denmark="BUILD F SLG (EC)")
    assert units(named, "denmark") == ["F SLG/EC"]


@pytest.mark.rule("E15V7-BUILD-9")
def test_fifteen_units_are_the_most() -> None:
    home = rich().facts.powers["france"].home
    own = {"france": [f"A {code}" for code in (*home, "LOR", "SWI", "FRC", "BAV") if code != "PAR"]}
    played = sheets(rich(units=own, treasury={"france": 99}), france="BUILD A PAR")
    assert cited(played, "BUILD A PAR") == ("excess", "E15V7-BUILD-9")


@pytest.mark.rule("E15V7-BUILD-10")
def test_total_strength_is_limited() -> None:
    state = rich(units={"france": ["A PRO +8", "A GUY +4"]}, treasury={"france": 200})
    played = sheets(state, france="BUILD A PAR\nBUILD F NORM")
    assert bought(played, "france") == [48]
    assert cited(played, "BUILD F NORM") == ("excess", "E15V7-BUILD-10")


@pytest.mark.rule("E15V7-BUILD-11")
@pytest.mark.parametrize("order", ["DISBAND A VIE", "REDUCE A VIE -1"])
def test_who_gives_up_strength_buys_nothing(order: str) -> None:
    state = rich(units={"austria": ["A VIE +1", "A BOH"]}, treasury={"austria": 50})
    played = sheets(state, austria=f"BUILD A SLO\nBOLSTER A BOH\n{order}")
    assert outcome(played, order) == "success"
    assert cited(played, "BUILD A SLO") == ("illegal", "E15V7-BUILD-11")
    assert cited(played, "BOLSTER A BOH 1") == ("illegal", "E15V7-BUILD-11")
    assert treasury(played, "austria") == 50
    # What did not come off bars nothing.
    failed = sheets(state, austria="REDUCE A BOH -1\nBUILD A SLO")
    assert outcome(failed, "BUILD A SLO") == "success"


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


@pytest.mark.rule("E15V7-BOL-1")
def test_an_army_is_bolstered_for_the_price_of_a_unit() -> None:
    own = {"france": ["A PAR", "A PRO", "A GUY"]}
    played = sheets(rich(units=own, treasury={"france": 4}), france="BOLSTER A PAR")
    assert cited(played, "BOLSTER A PAR") == ("success", "E15V7-BOL-1")
    assert (bought(played, "france"), units(played, "france")[1]) == ([4], "A PAR +1")


@pytest.mark.rule("E15V7-BOL-2")
@pytest.mark.parametrize("where", ["BUR", "NET"])
def test_only_armies_on_home_centers_are_bolstered(where: str) -> None:
    captures = {"NET": "france"} if where == "NET" else {}
    state = rich(units={"france": [f"A {where}"]}, treasury={"france": 9}, captures=captures)
    order = f"BOLSTER A {where}"
    assert cited(sheets(state, france=order), order) == ("illegal", "E15V7-BOL-2")


@pytest.mark.rule("E15V7-BOL-3")
def test_several_steps_are_each_paid_for() -> None:
    own = {"france": ["A PAR", "A PRO", "A GUY"]}
    played = sheets(rich(units=own, treasury={"france": 12}), france="BOLSTER A PAR +2")
    assert bought(played, "france") == [4, 8]
    assert "A PAR +2" in units(played, "france")
    poorer = sheets(rich(units=own, treasury={"france": 11}), france="BOLSTER A PAR +2")
    assert [one.outcome for one in poorer.verdicts] == ["success", "excess"]
    assert "A PAR +1" in units(poorer, "france")


@pytest.mark.rule("E15V7-BOL-4")
def test_builds_and_bolsters_are_paid_in_written_order() -> None:
    own = {"france": ["A PRO", "A GUY", "A NORM"]}
    played = sheets(rich(units=own, treasury={"france": 12}), france="BUILD A PAR\nBOLSTER A PRO")
    made = [(one.data["sort"], one.data["price"]) for one in events(played, "purchase")]
    assert made == [("unit", 4), ("bolster", 8)]
    played = sheets(rich(units=own, treasury={"france": 12}), france="BOLSTER A PRO\nBUILD A PAR")
    made = [(one.data["sort"], one.data["price"]) for one in events(played, "purchase")]
    assert made == [("bolster", 4), ("unit", 8)]


@pytest.mark.rule("E15V7-BOL-5")
def test_ten_is_the_most_and_the_steps_that_fit_are_made() -> None:
    state = rich(units={"austria": ["A VIE +8"]}, treasury={"austria": 200})
    played = sheets(state, austria="BOLSTER A VIE +2")
    first, second = played.verdicts
    assert (first.outcome, second.outcome) == ("success", "excess")
    assert second.reasons[0].rule == "E15V7-BOL-5"
    assert units(played, "austria") == ["A VIE +9"]


@pytest.mark.rule("E15V7-BOL-6")
def test_only_own_armies_are_bolstered() -> None:
    own = {"england": ["F LON"], "austria": ["A VIE"]}
    state = rich(units=own, treasury={"england": 50, "france": 50})
    played = sheets(state, england="BOLSTER F LON", france="BOLSTER A VIE")
    assert cited(played, "BOLSTER F LON 1") == ("illegal", "E15V7-BOL-6")
    assert cited(played, "BOLSTER A VIE 1") == ("illegal", "E15V7-BOL-6")


@pytest.mark.rule("E15V7-BOL-7")
def test_a_new_army_may_be_bolstered() -> None:
    state = rich(units={}, treasury={"france": 9})
    played = sheets(state, france="BUILD A PAR\nBOLSTER A PAR")
    assert units(played, "france") == ["A PAR +1"]


@pytest.mark.rule("E15V7-BOL-8")
@pytest.mark.parametrize(
    ("order", "result", "left"),
    [
        ("REDUCE A VIE -1", "success", "A VIE +1"),
        ("REDUCE A VIE 2", "success", "A VIE"),
        ("REDUCE A VIE -3", "illegal", "A VIE +2"),
        ("REDUCE A VIE 0", "illegal", "A VIE +2"),
    ],
)
def test_a_reduction_leaves_at_least_one(order: str, result: str, left: str) -> None:
    played = sheets(rich(units={"austria": ["A VIE +2"]}), austria=order)
    assert (played.verdicts[0].outcome, units(played, "austria")) == (result, [left])
    assert played.verdicts[0].reasons[0].rule == "E15V7-BOL-8"


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
