"""The forms of the family's own orders, by the phases that take them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from generator.engine.errors import GameError
from generator.engine.forms.pattern import Form, filled, forms
from generator.engine.units import Piece
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    DeclarationKind,
    Declare,
    DiplomaticAttack,
    DisbandUnit,
    MinorBuild,
    MinorDisband,
    PlaceInfs,
    ReduceUnit,
    Transfer,
)

Slots = Mapping[str, Any]
Make = Callable[[Slots], Any]


def _nothing(slots: Slots) -> tuple[()]:
    return ()


def _declare(kind: DeclarationKind) -> Callable[[Slots], Any]:
    return lambda slots: tuple(Declare(kind, power) for power in slots["powers"])


def _typed(unit: Piece) -> Piece:
    if not unit.kind:
        hint = f"write BUILD A {unit.at} or BUILD F {unit.at}"
        raise GameError("the order does not say whether army or fleet", hint=hint)
    return unit


def _build(slots: Slots) -> Any:
    return tuple(BuildUnit(_typed(unit)) for unit in slots["units"])


def _buy(slots: Slots) -> Any:
    return BuyUnit(_typed(slots["unit"]), slots["state"])


def _bolster_steps(slots: Slots) -> Any:
    unit, points = slots["unit"], slots.get("points", 1)
    if points > _MOST_STEPS:
        raise GameError(f"no army grows by {points} points at once")
    return (BolsterUnit(unit),) * points if points > 0 else BolsterUnit(unit, points)


def _reduce(slots: Slots) -> ReduceUnit:
    return ReduceUnit(slots["unit"], abs(slots.get("points", 1)))


def _disband(slots: Slots) -> Any:
    return tuple(DisbandUnit(unit) for unit in slots["units"])


_MOST_STEPS = 20
_INFS = "(INFS|INF|INFLUENCE|POINTS|POINT)"
_INTO = "(IN|TO|INTO|FOR|ON|-)"
_PLACE = f"(PLACE|PUT|DEPOSIT|{_INFS})"
_ATTACK = "[DIPLOMATIC] (ATTACK|DA)"
_TP = "[TP|TPS|DUCATS]"
_TERMS = f"[(INTEREST|AT) {{interest:number}} {_TP} [INTEREST]]"
_DUE = "[(DUE|REPAY|UNTIL|BY) [IN|BY] {due:year}]"
_LATE = f"{_DUE} {_TERMS} {_DUE}"
_LOAN = "(LOAN|LEND|LOANS|LENDS)"
_GRANT = "(GRANT|GIVE|GRANTS|GIVES)"
_REPAY = "(REPAY|REPAYS|PAY) [BACK]"
_SUM = f"{{amount:number}} {_TP}"
_POINTS = "[BY|+] {points:number} [POINT|POINTS]"
_NONE = "(NONE|NOBODY|NOTHING|-)"
_BUY = "(BUY|BUILD|BUILDS|RAISE)"

# A sheet that says that it wants nothing is a sheet.
PASS: Final = forms("PASS", _nothing, "(NONE|NOTHING|PASS|WAIVE|NO ORDERS|NO ORDER)")


def pacts(ally: Make, leave: Make, example: str) -> tuple[Form, ...]:
    """The ways to offer alliances and to end them; `example` is shown for the second."""
    return (
        *forms(
            "ALLIANCE: SPAIN, ENGLAND",
            ally,
            "[DECLARE|OFFER|PROPOSE|MAKE|FORM] (ALLIANCE|ALLIANCES|ALLY|ALLIES|ALLIED) [WITH|TO]"
            " {powers}",
        ),
        *forms(
            example,
            leave,
            "(DISSOLVE|DISSOLUTION) [OF] [ALLIANCE|ALLIANCES] [WITH] {powers}",
            "(LEAVE|END|BREAK) (ALLIANCE|ALLIANCES) [WITH] {powers}",
            "(ALLIANCE|ALLIANCES) (DISSOLVED|ENDED|ENDS) [WITH] {powers}",
        ),
    )


PAIRWISE_PACTS: Final = pacts(_declare("alliance"), _declare("dissolution"), "DISSOLVE: SPAIN")

INFLUENCE: Final = (
    *forms(
        "5: BRE",
        filled(PlaceInfs),
        f"{{number}} [{_INFS}] [{_INTO}] {{state}}",
        f"{{state}} [{_INTO}] {{number}} [{_INFS}]",
        f"{_PLACE} {{number}} [{_INFS}] [{_INTO}] {{state}}",
        f"{_PLACE} {{state}} {{number}} [{_INFS}]",
    ),
    *forms(
        "LOR > FRANCE",
        filled(DiplomaticAttack),
        "{state} > {power}",
        f"{_ATTACK} [ON|IN] {{state}} (>|AGAINST|VS|V) {{power}}",
        f"{_ATTACK} [ON|AGAINST] {{power}} [{_INFS}] IN {{state}}",
    ),
)

DIPLOMACY: Final = (
    *INFLUENCE,
    *forms(
        "WAR: SPAIN",
        _declare("war"),
        "[DECLARE|DECLARES] (WAR|DOW) [ON|AGAINST|WITH|TO] {powers}",
        "WARS [ON|AGAINST|WITH] {powers}",
    ),
    *PAIRWISE_PACTS,
    *forms(
        "ARMISTICE: SPAIN",
        _declare("armistice"),
        "(END|STOP) (WAR|WARS) [WITH|AGAINST|ON] {powers}",
        "[DECLARE|OFFER|PROPOSE|MAKE] (ARMISTICE|ARMISTICES|PEACE) [WITH|TO] {powers}",
    ),
    *forms(
        "WAR: NONE",
        _nothing,
        f"({_INFS}|[DIPLOMATIC] (ATTACK|ATTACKS)|WAR|WARS|ALLIANCE|ALLIANCES|DISSOLVE|ARMISTICE"
        f"|ARMISTICES|PEACE|DECLARATIONS) {_NONE}",
        f"NO ({_INFS}|[DIPLOMATIC] (ATTACK|ATTACKS)|WAR|WARS|ALLIANCE|ALLIANCES|ARMISTICE"
        "|DECLARATIONS|DECLARATION)",
    ),
    *PASS,
)

BUILD_FORMS: Final = (
    *forms("BUILD A PAR", _build, "(BUILD|BUILDS|RAISE|B) {units}"),
    *forms(
        "BUILD A HES FOR HES",
        _buy,
        f"{_BUY} {{unit}} (FOR|IN) {{state}}",
        f"{_BUY} FOR {{state}} {{unit}}",
        f"{_BUY} {{state}} {{unit}}",
    ),
    *forms("BUILD A PAR", _build, "+ {units}"),
)
DISBAND_FORMS: Final = forms("DISBAND F LON", _disband, "(DISBAND|REMOVE|DISBANDS) {units}")
MINORDISBAND_FORMS: Final = forms(
    "MINOR WUR DISBANDS A WUR",
    filled(MinorDisband),
    "[MINOR] {state} (DISBAND|DISBANDS|REMOVES|REMOVE) {unit}",
)
_NO_BUILDS: Final = forms(
    "BUILD A PAR",
    _nothing,
    f"(BUILD|BUILDS|LOAN|LOANS|GRANT|GRANTS|DISBAND|BOLSTER|REDUCE|REPAY) {_NONE}",
    "NO (BUILD|BUILDS|PURCHASES|LOANS|GRANTS|TRANSFERS|DISBANDS)",
)

BUILDS: Final = (
    *BUILD_FORMS,
    *forms("BOLSTER A BUR 2", filled(BolsterUnit), f"BOLSTER {{unit}} [{_POINTS}]"),
    *forms(
        "BOLSTER A SAA FOR HES 1",
        filled(BolsterUnit),
        f"BOLSTER {{unit}} FOR {{state}} [{_POINTS}]",
        f"BOLSTER {{unit}} {_POINTS} FOR {{state}}",
        f"BOLSTER {{state}} {{unit}} [{_POINTS}]",
    ),
    *forms("REDUCE A PAR 1", filled(ReduceUnit), f"REDUCE {{unit}} [{_POINTS}]"),
    *DISBAND_FORMS,
    *forms(
        "MINOR IRE BUILDS F (EC)",
        filled(MinorBuild),
        "[MINOR] {state} (BUILD|BUILDS) {kind:type} [{coast}]",
    ),
    *MINORDISBAND_FORMS,
    *forms(
        "LOAN 5 TO SPAIN INTEREST 1 DUE 1625",
        filled(Transfer, kind="loan"),
        f"{_LOAN} {_SUM} [TO] {{to:power}} {_LATE}",
        f"{_LOAN} {{to:power}} {_SUM} {_LATE}",
    ),
    *forms(
        "GRANT 5 TO SPAIN",
        filled(Transfer, kind="grant"),
        f"{_GRANT} {_SUM} [TO] {{to:power}}",
        f"{_GRANT} {{to:power}} {_SUM}",
    ),
    *forms(
        "REPAY 5 TO SPAIN",
        filled(Transfer, kind="repayment"),
        f"{_REPAY} {_SUM} [BACK] [TO] {{to:power}}",
        f"{_REPAY} {{to:power}} {_SUM} [BACK]",
    ),
    *_NO_BUILDS,
    *PASS,
)

STEPWISE_BUILDS: Final = (
    *BUILD_FORMS,
    *forms("BOLSTER A VIE +2", _bolster_steps, f"BOLSTER {{unit}} [{_POINTS}]"),
    *forms(
        "BOLSTER A SAX FOR SAX 1",
        filled(BolsterUnit),
        f"BOLSTER {{unit}} FOR {{state}} [{_POINTS}]",
    ),
    *forms("REDUCE A VIE -1", _reduce, f"REDUCE {{unit}} [{_POINTS}]"),
    *DISBAND_FORMS,
    *MINORDISBAND_FORMS,
    *_NO_BUILDS,
    *PASS,
)
"""Where each point of a bolster is a separate purchase, and a reduction is written with a minus.
The transfers belong to a feature."""


def without_author(orders: tuple[Any, ...], power: str) -> tuple[Any, ...]:
    """The declarations of one line, without its author among the parties of an alliance: a treaty
    is copied into the sheets of all its parties with all their names."""
    others = tuple(order for order in orders if order != Declare("alliance", power))
    return others or orders
