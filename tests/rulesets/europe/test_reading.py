"""Sheets as players write them become the orders that they mean."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.state.values import PlaceInfs
from tests.rulesets.europe.sheets import complaints, orders, read

DIPLOMATIC = {
    "5: BRE": [
        "5: BRE",
        "5:BRE",
        "5 BRE",
        "5 bre",
        "5 : Bremen",
        "5 INFs: Bremen",
        "5 INF in BRE",
        "BRE 5",
        "BRE: 5",
        "Bremen: 5 INFs",
        "+5 BRE",
        "place 5 INFs in Bremen",
        "INFs: 5 BRE",
        "5 to the Bremen",
        "- 5: BRE",
        "* 5: BRE",
        "1. 5: BRE",
        "2) 5: BRE",
        "> 5: BRE",
        "5: BRE  # a remark",
        "5: BRE // a remark",
        "5: BRE.",
        "**5: BRE**",
        "\u200b5:\u00a0BRE",
        "５: BRE",
    ],
    "-2: BRE": ["-2: BRE", "\u22122 BRE"],
    "0: BRE": ["0: BRE"],
    "3: BOHC": ["3: BOHC", "3: BOH", "3: SIL", "3: Bohemia", "3: Bohemian Confederacy", "3: Bo"],
    "3: LOWR": ["3: LOWR", "3: LOW", "3: KAL", "3: BRU", "3: Lower Saxony", "3: Brunswick"],
    "3: WUR": ["3: Baden-Württemberg", "3: Baden Wuerttemberg", "3: Swabia", "3: Sw", "3: baden"],
    "3: WES": ["3: Westphalia-Münster", "3: WESTPHALIA-MUENSTER", "3: Westphalia", "3: We"],
    "3: SRL": ["3: St", "3: Stralsund"],
    "3: ROC": ["3: Huguenots", "3: La Rochelle", "3: Hu"],
    "BRAP > FRANCE": [
        "BRAP > FRANCE",
        "brap>france",
        "BRAP -> France",
        "BRAP → FRANCE",
        "Brandenburg > the French",
        "attack BRAP > France",
        "Diplomatic attack: BRA vs France",
        "attack on France in Brandenburg",
    ],
    "WAR: SPAIN": [
        "WAR: SPAIN",
        "WAR SPAIN",
        "war on Spain",
        "DECLARE WAR ON SPAIN",
        "declare war against the Spanish",
        "War: SPA",
    ],
    "WAR: LEAGUE": ["WAR: BAVARIA", "WAR: Catholic League", "WAR: League"],
    "WAR: UNION": ["WAR: Palatinate", "WAR: protestant union", "WAR: Union"],
    "WAR: DUTCH": ["WAR: Dutch Republic", "WAR: the Dutch"],
    "WAR: OTTOMAN": ["WAR: OTTOMANS", "WAR: Ottoman Empire", "WAR: OTT"],
    "WAR: POLAND": ["WAR: Poland-Lithuania", "WAR: Polish"],
    "ALLIANCE: SAVOY": [
        "ALLIANCE: SAVOY",
        "ALLY: SAVOY",
        "ally with Savoy",
        "offer alliance to Savoy",
    ],
    "DISSOLVE: SPAIN": [
        "DISSOLVE: SPAIN",
        "dissolve alliance with Spain",
        "leave alliance with SPAIN",
    ],
    "ARMISTICE: SPAIN": [
        "ARMISTICE: SPAIN",
        "PEACE: SPAIN",
        "peace with Spain",
        "end war with Spain",
    ],
}
BUILDS = {
    "BUILD A PAR": ["BUILD A PAR", "build army Paris", "Build: A Paris", "build an army in Paris",
                    "+ A PAR"],
    "BUILD F ANDL/WC": ["BUILD F ANDL (WC)", "BUILD F ANDL/WC", "build fleet Andalusia west coast",
                        "BUILD F ANDL WC", "build a fleet in Andalusia (wc)"],
    "BUILD A HES FOR HES": ["BUILD A HES FOR HES", "buy A HES for Hesse", "BUILD He A HES",
                            "build for HES A HES"],
    "BOLSTER A BUR 2": ["BOLSTER A BUR 2", "BOLSTER A BUR +2", "bolster A Burgundy by 2",
                        "BOLSTER A BUR 2 points", "BOLSTER A(1) BUR 2"],
    "BOLSTER A BUR 1": ["BOLSTER A BUR"],
    "BOLSTER A SAA FOR HES 1": ["BOLSTER A SAA FOR HES 1", "BOLSTER A SAA 1 FOR HES",
                                "BOLSTER A SAA FOR Hesse", "BOLSTER He A SAA"],
    "REDUCE A PAR 1": ["REDUCE A PAR 1", "REDUCE A PAR", "reduce A PAR by 1 point"],
    "DISBAND F LON": ["DISBAND F LON", "remove F London", "disband fleet LON"],
    "MINOR HES BUILDS A": ["MINOR HES BUILDS A", "minor Hesse build army", "HES BUILDS A"],
    "MINOR IRE BUILDS F/EC": ["MINOR IRE BUILDS F (EC)", "MINOR IRE BUILDS F/EC",
                              "MINOR IRE BUILDS F EC"],
    "MINOR HES DISBANDS A SAA": ["MINOR HES DISBANDS A SAA", "minor He disband A Saarbrücken"],
    "LOAN 5 TO SPAIN INTEREST 1 DUE 1625": [
        "LOAN 5 TO SPAIN INTEREST 1 DUE 1625",
        "LOAN 5 TP TO SPAIN INTEREST 1 DUE 1625",
        "LOAN 5 TO SPAIN DUE 1625 INTEREST 1",
        "loan 5 to Spain, due 1625, interest 1 TP",
        "LOAN 5 TO SPAIN (INTEREST 1, DUE 1625)",
        "lend Spain 5 TP due in 1625 interest 1",
        "LOAN 5 TO SPAIN REPAY 1625 INTEREST 1",
    ],
    "LOAN 5 TO SPAIN": ["LOAN 5 TO SPAIN", "LOAN 5 SPAIN"],
    "GRANT 5 TO SPAIN": ["GRANT 5 TO SPAIN", "grant Spain 5 TP", "GIVE 5 TO SPAIN"],
    "REPAY 5 TO SPAIN": ["REPAY 5 TO SPAIN", "repay Spain 5", "pay back 5 TP to Spain"],
}  # fmt: skip
VOTES = {
    "EXTEND 2": ["EXTEND 2", "vote: extend by 2 years", "extend 2 years"],
    "EXTEND 1": ["EXTEND", "extend 1 year"],
    "DRAW": ["DRAW", "vote draw", "vote for a draw"],
}
MOVES = {
    "A PAR - BUR": ["A PAR - BUR", "a paris - burgundy", "Army Paris to Burgundy", "A(2) PAR - BUR",
                    "A PAR +1 - BUR", "A PAR (+1) - BUR", "A2 PAR - BUR", "French A PAR - BUR"],
    "A HES - SAA": ["He A HES - SAA", "HES: A HES - SAA", "Hesse: A HES - SAA", "A HES - SAA",
                    "he a hes-saa", "Hesse A HES - SAA", "(He) A HES - SAA"],
    "A PAR S A HES - SAA": ["A PAR S A HES - SAA", "A PAR S He A HES - SAA"],
    "F COP - HOL/EC": ["F COP - HOL (EC)", "F COP - HOL/EC",
                       "F Copenhagen - Holstein (east coast)"],
    "A LON - NORM VIA": ["A LON - NORM VIA", "A LON - NORM via convoy"],
}  # fmt: skip
RETREATS = {
    "A BUR - GAS": ["A BUR R GAS", "A BUR - GAS", "A BUR retreats to Gascony", "He A BUR R GAS"],
    "A BUR D": ["A BUR DISBAND", "A BUR D", "A(3) BUR DISBAND"],
}
PHASES = {
    "diplomatic": DIPLOMATIC,
    "builds": BUILDS,
    "vote": VOTES,
    "movement": MOVES,
    "retreats": RETREATS,
}
SPELLINGS = [
    (phase, spelling, order)
    for phase, table in PHASES.items()
    for order, spellings in table.items()
    for spelling in spellings
]


@pytest.mark.parametrize(("phase", "text", "order"), SPELLINGS)
def test_an_order_is_read_however_it_is_written(phase: str, text: str, order: str) -> None:
    assert orders(text, phase) == [order]
    assert complaints(text, phase) == []


@pytest.mark.parametrize(
    ("phase", "order"), [(phase, order) for phase, table in PHASES.items() for order in table]
)
def test_the_canonical_notation_is_read_back(phase: str, order: str) -> None:
    assert orders(order, phase) == [order]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ALLIANCE: SPAIN, ENGLAND", ["ALLIANCE: SPAIN", "ALLIANCE: ENGLAND"]),
        ("war on Spain and the Dutch Republic", ["WAR: SPAIN", "WAR: DUTCH"]),
        (
            "ALLIANCE: Catholic League and Bavaria and Denmark",
            ["ALLIANCE: LEAGUE", "ALLIANCE: DENMARK"],
        ),
        ("5: BRE; 3: HES", ["5: BRE", "3: HES"]),
        ("5 BRE and 3 HES", ["5: BRE", "3: HES"]),
        ("(5: BRE)", ["5: BRE"]),
        ("5: BRE, 3: HES, 1 Ansbach", ["5: BRE", "3: HES", "1: ANS"]),
        ("INFs: 5 BRE, 3 HES", ["5: BRE", "3: HES"]),
        ("BRAP > FRANCE; WAR: SPAIN, SAVOY", ["BRAP > FRANCE", "WAR: SPAIN", "WAR: SAVOY"]),
        ("WAR: NONE", []),
        ("no attack", []),
        ("Alliances: none", []),
        ("no orders", []),
        ("pass", []),
    ],
)
def test_a_line_may_hold_several_orders_or_none(text: str, found: list[str]) -> None:
    assert orders(text) == found
    assert complaints(text) == []


def test_a_list_of_builds_becomes_single_orders() -> None:
    assert orders("BUILD A PAR, A LYO and F NORM", "builds") == [
        "BUILD A PAR",
        "BUILD A LYO",
        "BUILD F NORM",
    ]


SHEET = """
France, 1620:

Influence:
  5: BRE
  * 3: HES     # both of them
Diplomatic attack:
  BRAP > UNION
Declarations
1620
France
"""


def test_headings_blank_lines_and_remarks_are_no_orders() -> None:
    assert orders(SHEET.replace("Declarations\n", "Declarations:\n")) == [
        "5: BRE",
        "3: HES",
        "BRAP > UNION",
    ]
    assert complaints(SHEET.replace("Declarations\n", "Declarations:\n")) == []


@pytest.mark.parametrize("phase", ["diplomatic", "movement", "builds"])
def test_the_heading_of_another_power_is_a_warning(phase: str) -> None:
    (complaint,) = read("Spain, 1620:", phase).complaints
    assert complaint.severity == "warning"
    assert complaint.problem == "this is headed SPAIN, and the sheet is that of FRANCE"


def test_orders_behind_a_power_are_read_as_orders() -> None:
    assert orders("France: WAR SPAIN") == ["WAR: SPAIN"]
    assert complaints("France: WAR SPAIN") == []
    assert orders("Spain: 5 BRE") == ["5: BRE"]
    assert complaints("Spain: 5 BRE")[0].startswith("1:1: this is headed SPAIN")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("  5: BRE;  3: HES", [(1, 3), (1, 12)]),
        ("\n\n- WAR: SPAIN", [(3, 3)]),
        ("# a remark\n1. 5: BRE", [(2, 4)]),
    ],
)
def test_an_order_knows_its_line_and_column(text: str, places: list[tuple[int, int]]) -> None:
    assert [(one.line, one.column) for one in read(text).orders] == places


@pytest.mark.parametrize(
    ("text", "column", "shown"),
    [
        ("He A HES - SAA", 4, "A HES - SAA"),
        ("A PAR H;  HES: A(2) HES H", 16, "A(2) HES H"),
        ("  Hesse:  A HES H", 11, "A HES H"),
    ],
)
def test_a_label_before_a_unit_does_not_move_its_column(text: str, column: int, shown: str) -> None:
    last = read(text, "movement").orders[-1]
    assert (last.column, last.text) == (column, shown)


def test_an_unknown_province_is_pointed_at_behind_a_label() -> None:
    (said,) = complaints("He A HES - SAX; He A HES - BRM", "movement")
    assert said.startswith("1:28: there is no province BRM")


def test_a_number_of_influence_points_is_a_number() -> None:
    (one,) = read("7: Lower Saxony").orders
    assert one.order == PlaceInfs(7, "LOWR")
    assert one.text == "7: Lower Saxony"


def test_the_reichstag_meets_in_two_phases() -> None:
    """Orders that a feature of the edition adds are read beside those for units."""
    for phase in ("diplomatic", "movement"):
        assert orders("REICHSTAG CALL 2 SAXONY INFS HES", phase, "austria") == [
            "REICHSTAG CALL 2 SAXONY INFS HES"
        ]
    assert orders("Reichstag:\nA VIE - STY", "movement", "austria") == ["A VIE - STY"]
    assert orders("Reichstag: vote aye\nA VIE - STY", "movement", "austria") == [
        "REICHSTAG VOTE AYE",
        "A VIE - STY",
    ]


@pytest.mark.parametrize(
    ("sheet", "meant"),
    [
        ("Builds: A PAR, F NORM", ["BUILD A PAR", "BUILD F NORM"]),
        ("Builds:\nA Paris\nDisbands:\nA LYO", ["BUILD A PAR", "DISBAND A LYO"]),
        ("Builds\n\nA PAR", ["BUILD A PAR"]),
        ("Builds: A PAR\nF NORM", ["BUILD A PAR", "BUILD F NORM"]),
        ("BUILD A PAR / BUILD F NORM", ["BUILD A PAR", "BUILD F NORM"]),
        ("Disbands:\nA LYO\nKeep:\nA PAR", ["DISBAND A LYO", "?", "?"]),
        ("Builds:\nA PAR\nLoans:\nA LYO", ["BUILD A PAR", "?", "?"]),
        ("Builds:\nA PAR\n1619, builds:\nA LYO", ["BUILD A PAR", "?"]),
        ("Builds:\nParis\nA PAR", ["?", "BUILD A PAR"]),
    ],
)  # fmt: skip
def test_bare_units_below_a_heading_are_built_or_disbanded(sheet: str, meant: list[str]) -> None:
    assert orders(sheet, "builds") == meant


def test_no_line_below_a_heading_is_dropped_in_a_phase_without_builds() -> None:
    sheet = "Builds:\nParis\nA xyz"
    assert orders(sheet, "diplomatic") == ["?", "?"]
    assert not any("  " in said for said in complaints(sheet, "diplomatic"))
